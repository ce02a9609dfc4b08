// What a player alone against machines has beside what phones have: the rules, taking back, no pauses, another game, and
// the way back.

import { loadStyle } from "./controls.js";
import { button, byId, element, say } from "./elements.js";
import { remember, seatedBefore } from "./table-seating.js";
import { answerOf, postJson } from "./transport.js";

/** @import { PhoneView } from "../messages.js" */

const HERE = "mapkit alone"; // what this tab keeps of the game that it shows: its name, and the number of its studio
let ready = false;
const rules = element("dialog", { id: "rules", label: say("Rules") });

/** @param {string} words */
function tell(words) {
  byId("problem").textContent = words;
  byId("problem").classList.remove("fine");
}

/** Whether it was done. @param {string} action @param {object} [sent] */
async function ask(action, sent) {
  const answer = await postJson("/act", { do: action, seen: 0, ...sent }).then((reply) => reply.json()).catch(() => null);
  tell(answer?.refused ?? "");
  return Boolean(answer && !answer.refused);
}

async function showRules() {
  rules.showModal();
  if (rules.dataset.of === byId("turn").dataset.of) return;
  const found = await /** @type {typeof answerOf<{ pages: number }>} */ (answerOf)("rules"), of = byId("turn").dataset.of ?? "";
  if (!found || found.wrong !== undefined) return;
  rules.dataset.of = of;
  rules.replaceChildren(button("×", () => rules.close(), { label: say("Close"), className: "off" }), ...Array.from({ length: found.pages },
    (_, at) => element("img", { src: `rules/${at + 1}.svg?${of}`, alt: say("Rules, page {number}", { number: at + 1 }) })));
}

/** A button that is its sign alone on a phone. @param {string} sign @param {string} words @param {() => unknown} press */
const signed = (sign, words, press) => button([element("span", { "aria-hidden": "true" }, sign), element("span", { className: "word" }, ` ${words}`)], press, { label: words, title: words });
const undo = signed("↶", say("Take back"), () => ask("table_undo"));
const redo = signed("↷", say("Bring back"), () => ask("table_redo"));
const next = button("", () => ask(byId("turn").dataset.over ? "table_again" : "table_hurry"));
const close = signed("×", say("Close the table"), async () => {
  if (byId("turn").dataset.over || confirm(say("Close the table? The game is kept, and the drawing is on this screen again."))) await ask("table_close");
});
const players = element("p", { id: "players" });
const bar = element("div", { id: "alone", className: "row" }, players, next, signed("?", say("Rules"), showRules), undo, redo, close);

/** A studio that was begun again has no game: then this page goes on with the one that it showed. @param {number} [studio] */
async function goOn(studio) {
  const here = JSON.parse(sessionStorage.getItem(HERE) ?? "{}"), before = here.name && here.studio !== studio && seatedBefore(here.name);
  sessionStorage.removeItem(HERE);
  if (!before || !(await ask("table_resume", { name: here.name, ...before }))) location.assign("/");
}

/** @param {PhoneView} view */
export function showAlone(view) {
  if (!view.alone) {
    goOn(view.studio);
    return;
  }
  if (!ready) {
    ready = true;
    for (const name of ["game-board", "player-alone"]) loadStyle(name);
    document.body.classList.add("alone");
    document.body.append(rules);
    byId("turn").after(bar);
    const tab = view.picture ? "board" : innerWidth < 900 ? "told" : "sheet"; // a phone shows one of them: first what may be said
    /** @type {HTMLElement | null} */ (document.querySelector(`[data-tab=${tab}]`))?.click();
  }
  const { name, players: seated, undo: back, redo: forth, stopped } = view.alone, over = !view.mover;
  sessionStorage.setItem(HERE, JSON.stringify({ name, studio: view.studio }));
  remember(name, { names: seated.map((each) => each.name), kinds: seated.map(({ kind }) => kind), alone: true });
  Object.assign(byId("turn").dataset, { over: over ? "yes" : "", of: view.game });
  players.replaceChildren(...seated.map((each, seat) => element("span", {
    className: `chip seat-${seat % 8}`, ...(each.name === view.mover ? { "aria-current": "true" } : {}),
  }, each.name, each.kind ? element("small", {}, ` ${each.words}`) : null)));
  undo.disabled = !back;
  redo.disabled = !forth;
  next.classList.toggle("idle", !view.machine && !stopped && !over); // its place is kept
  next.classList.toggle("chief", over);
  next.textContent = over ? say("Play again") : stopped ? say("Let them go on") : say("Skip the pause");
  if (stopped) tell(stopped);
}
