// What the player of this phone could know, by all that they have heard. To work it out may take seconds; the last answer
// stays until the next is there.

import { answerOf, by, linesOf, made } from "./elements.js";

export function knowledge(phrase) {
  let asked = "", shown = "", lines = [], floors = [], wrong = "", asks = 0;

  function draw() {
    const busy = asked !== shown;
    by("known").classList.toggle("old", busy);
    by("thinks").textContent = busy ? phrase("thinks") : "";
    by("known-wrong").textContent = wrong;
    by("known-key").hidden = !floors.length;
    by("known-board").replaceChildren(...floors.map((src, number) =>
      made("img", { src, alt: floors.length > 1 ? phrase("floor", { number: number + 1 }) : phrase("drawn") })));
    by("known-when").textContent = lines[0] ?? "";
    by("known-lines").replaceChildren(linesOf(lines.slice(1)));
  }

  // For other things heard, ask again.
  async function show({ game, count }) {
    const key = `${game}.${count}`;
    if (asked === key) return;
    asked = key;
    draw();
    const mine = (asks += 1);
    const reply = await answerOf("/known");
    if (asks !== mine) return; // another has been asked for
    const told = { lines: [], floors: 0, wrong: "", ...(reply ?? { wrong: phrase("gone") }) };
    shown = key;
    ({ lines, wrong } = told);
    // A browser keeps pictures by their addresses, so each answer has addresses of its own.
    floors = Array.from({ length: told.floors }, (_, number) => `/known/${number + 1}.svg?seen=${mine}`);
    draw();
    if (!reply) asked = shown = "";
  }

  // Another game may have the same name and number of lines; then what was answered before is wrong.
  function forget() {
    [asked, shown, lines, floors, wrong] = ["", "", [], [], ""];
    asks += 1; // an answer that is on its way is to the game before
  }

  return { show, forget };
}
