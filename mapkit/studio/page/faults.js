// The faults and the advice beside the board, and what a person who hears the page is told of them.

import { grouped, whilePointed } from "./controls.js";
import { button, byId, element, say } from "./elements.js";

const MOST_FOUND = 4; // findings of a rule that are shown at first

export function faults(studio) {
  const { canvas } = studio;
  const open = new Set();

  function found(fault) {
    const spots = [...new Set([fault.place, ...fault.witness].filter(Boolean))];
    const show = () => canvas.mark("shows", spots, "shown");
    const item = button(fault.found || say("The whole map"), () => {
      if (!spots.length) return;
      const cell = spots[0].split(/[|+]/)[0];
      studio.keyboard = true;
      canvas.floorOf(cell)?.svg.focus();
      studio.change("cursor", cell);
      show();
    });
    return element("li", {}, whilePointed(item, show, () => canvas.mark("shows", [], "")));
  }

  // Cells that are not filled in yet are told in one line: where they are, the board shows.
  function inOne(some, blank) {
    const spots = some[0].blank ? [...blank] : some.map((fault) => fault.place);
    const found = spots.length > 1 && spots.every((place) => blank.has(place));
    return found ? [{ ...some[0], found: say(["{number} cell is not filled in.", "{number} cells are not filled in."], { number: spots.length }), witness: spots }] : some;
  }

  function rules(all, blank) {
    return [...grouped(all, ({ rule, sentence }) => `${rule} ${sentence}`)].map(([key, each]) => {
      const some = inOne(each, blank);
      const shown = open.has(key) ? some.length : Math.min(some.length, MOST_FOUND);
      const list = element("ul", {}, ...some.slice(0, shown).map(found));
      if (shown < some.length) {
        list.append(element("li", {}, button(say("{number} more", { number: some.length - shown }),
          () => { open.add(key); list.replaceChildren(...some.map(found)); }, { className: "more" })));
      }
      return element("section", { className: "rule" }, element("h3", {}, element("small", {}, some[0].rule), some[0].sentence), list);
    });
  }

  // What a person who hears the page is told after a stroke: the cell of the cursor, faults that are new, the verdict.
  const told = new Set();
  function hear(scene, blank, verdict) {
    const faults = scene.faults.filter((fault) => !fault.blank && !blank.has(fault.place));
    const said = faults.map(({ rule, sentence, found }) => `${rule}: ${found || sentence}`);
    const fresh = said.filter((each) => !told.has(each)).slice(0, MOST_FOUND);
    told.clear();
    for (const each of said) told.add(each);
    byId("heard").textContent = [studio.keyboard && scene.told[studio.cursor], ...fresh, verdict].filter(Boolean).map((each) => each.replace(/[.]$/, "")).join(". ");
  }

  // Advice comes after the faults, when people pause.
  const advice = element("div", { className: "advice" });
  studio.watch(["advice"], (scene) => {
    advice.replaceChildren(...(scene.advice.length ? [element("h2", {}, say("Advice")), ...rules(scene.advice, new Set(scene.blank))] : []));
  });

  studio.watch(["faults", "blank", "retold"], (scene) => {
    const blank = new Set(scene.blank);
    const number = scene.faults.filter((fault) => !fault.blank && !blank.has(fault.place)).length, left = scene.blank.length;
    const parts = [
      number && say(["{number} fault", "{number} faults"], { number }),
      left && say(["{number} not filled in", "{number} not filled in"], { number: left }),
    ].filter(Boolean);
    const verdict = scene.faults.length ? parts.join(", ") || say("Not finished") : say("The map is legal");
    byId("notes").replaceChildren(
      element("p", { id: "verdict", className: scene.faults.length ? "verdict" : "verdict legal" }, verdict),
      ...rules(scene.faults, blank), advice);
    hear(scene, blank, verdict);
  });
}
