// Before a game at the table: people are seated and agree, or go on with a game that is saved.

import { form, quiet, row } from "./controls.js";
import { button, element, say } from "./elements.js";

// Returns what shows it in a place; `settle` focuses a field where no keyboard would cover the page.
export function tableSeating(studio, place, settle) {
  let seated = ["", ""]; // the names that were typed

  function field(text, input, hint = "") {
    return element("label", { className: "field" }, element("span", {}, text), input, hint ? element("small", {}, hint) : null);
  }

  function tick(text, name, value) {
    return element("label", { className: "tick" }, element("input", { type: "checkbox", name, value }), element("span", {}, text));
  }

  function seats(seating) {
    const rows = element("div", { className: "names" });
    function draw(focus = -1) {
      rows.replaceChildren(...seated.map((name, number) => {
        const seat = seating.seats[number];
        const input = element("input", { value: name, maxLength: 20, autocomplete: "off" });
        input.oninput = () => { seated[number] = input.value; };
        return field(seat ? say("Seat {name}", { name: seat }) : say("Player {number}", { number: number + 1 }), input);
      }));
      if (focus >= 0) rows.querySelectorAll("input")[focus]?.focus();
      less.disabled = seated.length <= Math.max(1, seating.least);
    }
    const more = button("+", () => { seated.push(""); draw(seated.length - 1); }, { label: say("One more player") });
    const less = button("−", () => { seated.pop(); draw(); }, { label: say("One player less") });
    seated.length = Math.max(seating.seats.length || seating.least, seated.length);
    seated = [...seated].map((each) => each ?? "");
    if (seating.seats.length) seated.length = seating.seats.length;
    draw();
    return [rows, seating.seats.length ? null : row(more, less)];
  }

  async function kept(section) {
    const { games } = await studio.act("table_games"), list = element("ul");
    const failed = element("p", { className: "wrong", role: "alert" });
    const go = async (name) => { failed.textContent = (await studio.act("table_resume", { name })).refused ?? ""; };
    list.append(...(games ?? []).map((each) => element("li", {}, button([
      element("b", {}, each.players.join(", ")),
      element("small", {}, `${each.game} · ${say("{name} to move", { name: each.turn })} · ${each.when} · ${each.name}`),
    ], () => go(each.name)))));
    const name = element("input", { autocomplete: "off" });
    const other = form(() => { if (name.value.trim()) go(name.value.trim()); }, { className: "row" }, field(say("The id of a saved game, or the file of a log"), name), element("button", {}, say("Go on")));
    section.append(games?.length ? list : quiet(say("No game is saved.")), other, failed);
  }

  return function show() {
    const { seating, faults } = studio.scene;
    const wrong = element("p", { className: "wrong", role: "alert" });
    const seed = element("input", { name: "seed", autocomplete: "off", placeholder: say("by chance") });
    async function begin() {
      const options = {};
      for (const each of filled.querySelectorAll("details input")) {
        if (each !== seed && (each.type === "checkbox" ? each.checked : each.value.trim())) options[each.name] = each.value;
      }
      const { refused } = await studio.act("table_begin", { names: seated, options, seed: seed.value });
      wrong.textContent = refused ?? "";
    }
    const filled = form(begin, { className: "seats", noValidate: true });
    if (seating && !faults.length) {
      const agreed = [
        ...seating.starts.map((each) => (each.typed
          ? field(each.name, element("input", { name: each.name, placeholder: each.example, autocomplete: "off" }), each.words)
          : tick(`${each.name}=${each.example}: ${each.words}`, each.name, each.example))),
        ...seating.options.map((each) => tick(each.words, each.name, "yes")),
        ...seating.numbers.map((each) => field(each.name, element("input", { name: each.name, placeholder: each.example, inputMode: "numeric", maxLength: 2, autocomplete: "off" }), each.words)),
      ];
      filled.append(
        element("h2", {}, say("A new game")), ...seats(seating).filter(Boolean),
        element("details", {}, element("summary", {}, say("What the group agrees on")), ...agreed,
          field(say("Seed of the dice"), seed, say("The same seed gives the same dice."))),
        wrong, element("button", { className: "chief" }, say("Begin")),
      );
    } else {
      filled.append(element("p", {}, say("The map has faults, so nobody can play it yet.")));
    }
    const games = element("section", { className: "games" }, element("h2", {}, say("Go on with a game")));
    place.replaceChildren(element("div", { className: "before" }, filled, games));
    kept(games);
    settle(filled.querySelector("input"));
  };
}
