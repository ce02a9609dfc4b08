// How players' phones come to the table: the code that they scan, and the seats that they have.

import { loadStyle, qrPicture } from "./controls.js";
import { button, element, say } from "./elements.js";

/** @import { PhoneSeats, Scene } from "../messages.js" */
/** @import { Studio } from "./main.js" */

/** @param {Studio} studio @param {HTMLDialogElement} place */
export function phonesDialog(studio, place) {
  loadStyle("phones");
  const seats = element("ul"), address = element("p", { className: "address" });
  const code = element("div");
  const empty = element("p", {}, say("The seats are here once a game has begun."));
  place.append(
    element("h2", {}, say("Phones")),
    element("p", {}, say("Scan this with a phone in the same network. Do not show it to people who do not play.")),
    code, address, seats, empty, element("form", { method: "dialog" }, element("button", {}, say("Close"))),
  );

  /** @param {PhoneSeats["seats"][number]} seat */
  function seat({ name, taken, waits }) {
    const does = waits ? say("Let it in") : say("Free the seat");
    const told = taken ? say("{name}: the phone at {address}", { name, address: taken })
      : waits ? say("{name}: free; another phone at {address} waits", { name, address: waits })
        : say("{name}: free", { name });
    return element("li", {}, element("span", {}, told), button(does, () => studio.act(waits ? "let_in" : "free_seat", { name }),
      { label: `${name}: ${does}`, hidden: !taken && !waits }));
  }

  /** @param {Scene} scene */
  function draw({ phones: found }) {
    if (!found) return;
    code.replaceChildren(qrPicture(found.code, say("The code that phones scan")));
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
