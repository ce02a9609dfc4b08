// What a player alone against machines has beside what phones have: taking back, no pauses, and the way back.

import { loadStyle } from "./controls.js";
import { button, byId, element, say } from "./elements.js";
import { postJson } from "./transport.js";

/** @import { PhoneView } from "../messages.js" */

let ready = false;
const ask = (/** @type {string} */ action) => postJson("/act", { do: action, seen: 0 });
/** A button that is its sign alone on a phone. @param {string} sign @param {string} words @param {() => unknown} press */
const signed = (sign, words, press) => button([element("span", { "aria-hidden": "true" }, sign), element("span", { className: "word" }, ` ${words}`)], press, { label: words, title: words });
const undo = signed("↶", say("Take back"), () => ask("table_undo"));
const redo = signed("↷", say("Bring back"), () => ask("table_redo"));
const skip = button("", () => ask("table_hurry"));
const close = signed("×", say("Close the table"), async () => {
  if (byId("turn").dataset.over || confirm(say("Close the table? The game is kept, and the drawing is on this screen again."))) await ask("table_close");
});
const players = element("p", { id: "players" }), bar = element("div", { id: "alone", className: "row" }, players, skip, undo, redo, close);

/** @param {string} name */
function turnTo(name) {
  /** @type {HTMLElement | null} */ (document.querySelector(`[data-tab=${name}]`))?.click();
}

/** @param {PhoneView} view */
export function showAlone(view) {
  if (!view.alone) {
    location.assign("/");
    return;
  }
  if (!ready) {
    ready = true;
    for (const name of ["game-board", "player-alone"]) loadStyle(name);
    document.body.classList.add("alone");
    byId("turn").after(bar);
    turnTo(view.picture ? "board" : innerWidth < 900 ? "told" : "sheet"); // a phone shows one of them: first what may be said
  }
  const { players: seated, undo: back, redo: forth, stopped } = view.alone;
  byId("turn").dataset.over = view.mover ? "" : "yes";
  players.replaceChildren(...seated.map(({ name, kind }, seat) => element("span", {
    className: `chip seat-${seat % 8}`, ...(name === view.mover ? { "aria-current": "true" } : {}),
  }, name, kind ? element("small", {}, ` ${kind}`) : null)));
  undo.disabled = !back;
  redo.disabled = !forth;
  skip.classList.toggle("idle", !view.machine && !stopped); // its place is kept
  skip.textContent = stopped ? say("Let them go on") : say("Skip the pause");
  if (stopped) byId("problem").textContent = stopped;
}
