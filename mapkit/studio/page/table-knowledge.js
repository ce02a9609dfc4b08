// What players could know, beside the secret map: of whom, and after which turn.

import { quiet, sure } from "./controls.js";
import { button, element, lineParagraphs, say } from "./elements.js";
import { answers } from "./knowledge.js";

/** @import { Known } from "./knowledge.js" */
/** @import { Studio } from "./main.js" */

const PAUSE = 300; // how many milliseconds the slider rests before it asks

/** @param {Studio} studio */
export function tableKnowledge(studio) {
  /** @type {string | null} */
  let who = null; // the player, or "" for everybody
  /** @type {number | null} */
  let turn = null; // null is now
  const found = element("div", { className: "known", role: "status" });
  const pictures = element("div", { className: "pictures" });
  const player = element("select", { label: say("Whose knowledge") });
  const slider = element("input", { type: "range", min: "0", step: "1", label: say("After which turn") });
  const moment = element("output");
  const back = button("◀", () => go(slider.valueAsNumber - 1), { label: say("A turn back") });
  const forth = button("▶", () => go(slider.valueAsNumber + 1), { label: say("A turn forth") });
  const choice = element("div", { className: "moment" }, player, element("div", { className: "slider" }, back, slider, forth), moment);
  player.onchange = () => { who = player.value; show(); };
  slider.oninput = () => go(slider.valueAsNumber);
  const known = answers(() => say("The studio does not answer. This page tries again."),
    (number, of) => (of > 1 ? say("Floor {number}", { number }) : say("The board as it is known")), draw);

  /** @param {number} to */
  function go(to) {
    turn = to >= Number(slider.max) ? null : Math.max(0, to);
    show(PAUSE);
  }

  function show(pause = 0) {
    const at = sure(studio.scene.table), names = at.private ? at.players : ["", ...at.players];
    who = who !== null && names.includes(who) ? who : names[0];
    if (turn !== null && turn >= at.turns) turn = null;
    if (player.children.length !== names.length || player.value !== who) {
      player.replaceChildren(...names.map((name) => element("option", { value: name }, name || say("Everybody"))));
      player.value = who;
    }
    slider.max = String(at.turns);
    slider.value = String(turn ?? at.turns);
    back.disabled = slider.valueAsNumber === 0;
    forth.disabled = turn === null;
    moment.textContent = turn === null ? say("Now") : `${turn} / ${at.turns}`;
    const wish = String(new URLSearchParams({ player: who, ...(turn === null ? {} : { turn: String(turn) }) }));
    known.show(`${at.seal} ${wish}`, wish, pause);
  }

  /** @param {Known} known @param {boolean} waits */
  function draw({ key, lines, floors, wrong }, waits) {
    const busy = waits ? quiet(say("Working it out …")) : "";
    for (const each of [found, pictures]) each.classList.toggle("old", waits);
    pictures.replaceChildren(...floors);
    found.replaceChildren(busy, wrong && element("p", { className: "wrong", role: "alert" }, wrong));
    if (wrong || !key) return;
    found.append(
      element("p", { className: "title" }, lines[0]),
      quiet([
        say("Grey cells and dotted borders are not known. A letter: a player is there, or perhaps if it is grey."),
        turn === null ? "" : say("The secret map beside it is as it is now."),
      ].join(" ").trim()),
      lineParagraphs(lines.slice(1)),
    );
  }

  return { pictures, shown() { show(); return [choice, found]; } };
}
