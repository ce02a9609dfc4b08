// The page of a player's phone. It hears by one stream what its player has heard, and says what the player says. The
// drawing is the player's own: it stays in the phone.

import { button, byId, element, say } from "./elements.js";
import { playerSheet } from "./player-sheet.js";
import { postJson, stream } from "./transport.js";

/** @import { PhoneView } from "../messages.js" */

const MOST_WAYS = 60; // the most buttons at once; letters that are typed leave fewer

/** @type {PhoneView} */
const NOTHING = { game: "", seat: "", count: 0, lines: [] };
let view = NOTHING;
let tab = "told";
const hint = byId("hint");
/** @type {ReturnType<typeof import("./player-board.js").playerBoard> | null} */
let board = null; // the module of the board, once there is one to show
/** @type {NodeListOf<HTMLButtonElement>} */
const tabs = document.querySelectorAll("[data-tab]");
const drawing = playerSheet(problem);
const noAnswer = () => say("The studio does not answer. This page tries again.");
/** @param {Response | null} answer */
const whyNot = async (answer) => (answer?.status === 403 ? answer.text() : noAnswer()); // who has no key hears how to get one
/** @type {ReturnType<typeof import("./player-known.js").playerKnown> | null} */
let known = null; // the module of what is known, once that is asked for

const seen = () => view.picture || view.board?.length;
const roomy = matchMedia("(min-width: 900px)");
const wide = () => view.alone && roomy.matches; // what is heard has a place of its own
roomy.onchange = show;

/** @param {string} words */
function problem(words, fine = false) {
  byId("problem").textContent = words;
  byId("problem").classList.toggle("fine", fine);
}

// --- what is heard -------------------------------------------------------------------------------------------------

/** @param {PhoneView} told */
function take(told) {
  const other = told.game !== view.game, turned = told.mover !== view.mover, mine = told.seat !== "" && told.mover === told.seat;
  const before = other ? 0 : view.count, first = told.count - told.lines.length;
  if (first > before) return hearAll(); // something is missing
  if (other) {
    byId("lines").replaceChildren();
    byId("ways").replaceChildren();
    problem("");
    known?.forget();
  }
  byId("lines").append(...told.lines.slice(before - first).map(([said, text]) => element("li", { className: said + (text.startsWith(`${told.seat}: `) ? " own" : "") }, text)));
  const shown = !other && !told.mover && told.picture && !view.picture;
  view = { ...told, lines: [] };
  if (shown) tab = "board"; // the map of the game that is over
  if (other && view.sheet && view.seat) drawing.open(view.game, view.sheet);
  if (turned && mine && !told.alone) navigator.vibrate?.(200);
  if (turned || other) field.value = "";
  show();
  if (seen()) lay();
  if ("alone" in view) import("./player-alone.js").then((module) => module.showAlone(view));
  if (told.lines.length) toEnd();
}

const toEnd = () => byId("told").scrollTo(0, 1e9);
new ResizeObserver(toEnd).observe(byId("told")); // also where it is shown again

function show() {
  const { seat, mover = "", seats = [], winners = [], asides = [], hints = null, joins = 1, game } = view;
  const over = game && !mover, mine = seat !== "" && mover === seat;
  document.body.classList.toggle("mine", mine);
  byId("who").textContent = [seat, view.title ?? "Mapkit"].filter(Boolean).join(" · ");
  const won = over && winners.length ? [say("{names}: won", { names: winners.join(", ") })] : [];
  byId("turn").textContent = !game ? "" : over ? [say("The game is over"), ...won].join(". ") : mine ? say("It is your turn") : say("{name} is to move", { name: mover });
  document.title = mine ? `● ${say("It is your turn")}` : "Mapkit";
  byId("wait").hidden = Boolean(game);
  byId("choose").hidden = !game || Boolean(seat);
  byId("seats").replaceChildren(...seats.map(({ name, taken }) =>
    button(taken ? say("{name} (taken)", { name }) : name, () => act("sit", { name }), { disabled: taken })));
  const lacks = (/** @type {string} */ name) => (name === "board" ? !seen() : name === "known" && !view.knows);
  if (lacks(tab) || tab === "told") tab = wide() ? (seen() ? "board" : "sheet") : "told";
  byId("tabs").hidden = !seat;
  for (const each of tabs) {
    const { tab: name = "" } = each.dataset;
    each.hidden = lacks(name);
    each.ariaPressed = String(name === tab);
    byId(name).hidden = !seat || (name !== tab && !(wide() && name === "told"));
  }
  byId("leave").hidden = !seat || "alone" in view;
  byId("say").hidden = (!view.speaks && !(seat && mover)) || (!wide() && (tab === "sheet" || tab === "known"));
  byId("say").inert = !view.speaks;
  field.placeholder = joins > 1 ? say("Up to {number} at once, then Say", { number: joins }) : "";
  if (view.speaks) {
    hint.hidden = !mine || hints === null;
    hint.disabled = hinting || !hints;
    hint.textContent = say("A hint ({number} left)", { number: hints ?? 0 });
    byId("hidden").hidden = !view.hidden;
    byId("asides").hidden = !asides.length;
    byId("asides").replaceChildren(...asides.map(([word, text]) =>
      button(`${text}?`, async () => {
        const answer = await act("say", { words: word });
        if (answer?.told) problem(answer.told, true); // else the reason stands there
      })));
  }
  document.body.classList.toggle("drawing", Boolean(seat) && tab === "sheet");
  if (tab === "sheet") drawing.show();
  if (tab === "known" && seat) think();
  offer();
}

async function think() {
  known ??= (await import("./player-known.js")).playerKnown(noAnswer);
  known.show(`${view.game}.${view.count}`);
}

document.querySelector("main")?.addEventListener("pointerdown", () => problem("")); // it lies over what is there

for (const each of tabs) each.onclick = () => turnTo(each.dataset.tab);

/** @param {string} [name] */
function turnTo(name = "told") {
  tab = name;
  problem("");
  show();
}

// --- what is said --------------------------------------------------------------------------------------------------

const field = byId("words-said");
let last = "", busy = false; // the words of the way that was pressed last, and whether an answer is waited for

/** One tap says a way; where several go together, they gather in the field. @param {string} way @param {string} words @param {number} [joins] */
async function speak(way, words, joins = 1) {
  last = words;
  if (joins > 1) {
    field.value = [...field.value.split(/ *, */).filter(Boolean), words].join(", ");
    return;
  }
  const answer = await act("say", { words: way });
  if (!answer) return;
  if (field.value.trim() === words) field.value = "";
  offer();
  const done = say("Said: {words}", { words });
  problem(answer.told ?? done, true);
  setTimeout(() => { if (byId("problem").textContent === done) problem(""); }, 4000); // it lies over the answers
  if (answer.turn) turnTo(answer.turn);
}

function offer() {
  byId("ways").inert = !view.ways?.length;
  if (!view.ways?.length) return; // somebody else moves, and all stays where a finger will look for it
  const typed = view.joins === 1 ? field.value.trim().toLowerCase() : "";
  const named = typed ? view.ways.filter((way) => way[1].toLowerCase().includes(typed)) : [];
  const fit = named.length ? named : view.ways.filter((way) => !board?.has(way));
  byId("ways").replaceChildren(...fit.slice(0, MOST_WAYS).map(([way, words]) => button(words, () => speak(way, words, view.joins))));
  if (document.activeElement === document.body) [.../** @type {HTMLCollectionOf<HTMLElement>} */ (byId("ways").children)].find((each) => each.textContent === last)?.focus({ preventScroll: true });
}

field.oninput = offer;

byId("say").onsubmit = (event) => {
  event.preventDefault();
  const words = field.value.trim();
  if (words) speak(words, words);
  else field.focus();
};

async function lay() {
  board ??= (await import("./player-board.js")).playerBoard(speak, offer);
  board.show(view);
  offer();
}

let hinting = false;
hint.onclick = async () => {
  hinting = true;
  problem(say("Working it out …"), true);
  const answer = await act("say", { words: "hint" });
  hinting = false;
  if (answer?.told) problem(answer.told, true);
  show();
};

byId("leave").onclick = () => { if (confirm(say("Really stand up? Another phone can take the seat then."))) act("leave", {}); };

/** @typedef {{ refused?: string, told?: string, turn?: string }} Said what a phone is answered */
/** @param {string} path @param {object} sent @returns {Promise<Said | void>} nothing where it is refused, or all has changed */
async function act(path, sent) {
  const { game } = view;
  if (busy && path === "say") return;
  busy = true;
  try {
    const answer = await postJson(path, sent);
    if (!answer.ok) return problem(await whyNot(answer));
    const told = await answer.json();
    if (view.game !== game) return; // its player has stood up, or its game is over
    problem(told.refused ?? "");
    if (!told.refused) return told;
  } catch {
    return problem(noAnswer());
  } finally {
    busy = false;
  }
}

// --- the stream ----------------------------------------------------------------------------------------------------

let lost = false;
const hearAgain = stream(() => `news?game=${view.game}&seen=${view.count}`, take, async () => {
  lost = true;
  const why = await whyNot(await fetch("hear?seen=999999").catch(() => null));
  if (lost) problem(why);
}, () => {
  if (lost) problem("");
  lost = false;
});

function hearAll() {
  view = NOTHING;
  hearAgain();
}
