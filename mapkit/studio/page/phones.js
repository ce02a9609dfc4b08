// How players' phones come to the table: the code that they scan, and the seats that they have.

import { node } from "./elements.js";

export function phones(studio, place) {
  const heading = document.createElement("h2"), say = document.createElement("p"), address = document.createElement("p");
  const code = node("svg", { class: "code", role: "img", "aria-label": studio.say("The code that phones scan") });
  const seats = document.createElement("ul"), empty = document.createElement("p"), form = document.createElement("form");
  heading.textContent = studio.say("Phones");
  say.textContent = studio.say("Scan this with a phone in the same network. Do not show it to people who do not play.");
  address.className = "address";
  empty.textContent = studio.say("The seats are here once a game has begun.");
  form.method = "dialog";
  form.append(document.createElement("button"));
  form.firstChild.textContent = studio.say("Close");
  place.append(heading, say, code, address, seats, empty, form);

  function seat({ name, taken, waits }) {
    const row = document.createElement("li"), words = document.createElement("span"), button = document.createElement("button");
    const does = waits ? studio.say("Let it in") : studio.say("Free the seat");
    words.textContent = taken ? studio.say("{name}: the phone at {address}", { name, address: taken })
      : waits ? studio.say("{name}: free; another phone at {address} waits", { name, address: waits })
        : studio.say("{name}: free", { name });
    button.textContent = does;
    button.setAttribute("aria-label", `${name}: ${does}`);
    button.hidden = !taken && !waits;
    button.addEventListener("click", () => studio.act(waits ? "let_in" : "free_seat", { name }));
    row.append(words, button);
    return row;
  }

  function draw({ phones: found }) {
    if (!found) return;
    const wide = found.code.width;
    code.setAttribute("viewBox", `0 0 ${wide} ${wide}`);
    code.replaceChildren(node("rect", { width: wide, height: wide, fill: "#fff" }), node("path", { d: found.code.path, fill: "#000" }));
    address.textContent = found.address;
    seats.replaceChildren(...found.seats.map(seat));
    empty.hidden = found.seats.length > 0;
  }

  studio.watch(["phones"], draw);
  return () => {
    draw(studio.scene);
    if (!place.open) place.showModal();
  };
}
