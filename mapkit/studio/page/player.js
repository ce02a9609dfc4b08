// The page of a player's phone. It hears by one stream what its player has heard, and says what the player says. The
// drawing is the player's own: it stays in the phone.

import { button, by, linesOf, say, words } from "./elements.js";
import { answers } from "./known.js";
import { sheet } from "./sheet.js";

const MOST_WAYS = 60; // the most buttons at once; letters that are typed leave fewer

const NOTHING = { game: "", seat: "", count: 0, ways: [] };
let view = NOTHING;
let tab = "told";
let chosen = null; // the way whose button was tapped
const drawing = sheet(problem);
const scanAgain = () => say("Scan the code on the game master's screen again; it lets you in.");
const noAnswer = () => say("The studio does not answer. This page tries again.");
const known = answers(noAnswer, (number, of) => (of > 1 ? say("Floor {number}", { number }) : say("The board as I know it")),
  ({ lines, floors, wrong }, busy) => {
    by("known").classList.toggle("old", busy);
    by("thinks").textContent = busy ? say("Working it out …") : "";
    by("known-wrong").textContent = wrong;
    by("known-key").hidden = !floors.length;
    by("known-board").replaceChildren(...floors);
    by("known-when").textContent = lines[0] ?? "";
    by("known-lines").replaceChildren(linesOf(lines.slice(1)));
  });

function problem(words, fine = false) {
  by("problem").textContent = words;
  by("problem").classList.toggle("fine", fine);
}

// --- what is heard -------------------------------------------------------------------------------------------------

function take(told) {
  const other = told.game !== view.game, turned = told.mover !== view.mover, mine = Boolean(told.seat) && told.mover === told.seat;
  const before = other ? 0 : view.count, first = told.count - told.lines.length;
  if (first > before) return hearAll(); // something is missing
  if (other) {
    by("lines").replaceChildren();
    problem("");
    known.forget();
  }
  by("lines").append(...told.lines.slice(before - first).map(([said, text]) => words("li", text, { className: said })));
  view = { ...told, lines: [] };
  if (other && view.seat) drawing.open(view.game, view.sheet);
  if (turned && mine) navigator.vibrate?.(200);
  if (turned || other) choose(null);
  show();
  if (told.lines.length) by("told").scrollTop = by("told").scrollHeight;
}

function show() {
  const { seat, mover, seats = [], winners = [], board = [], game } = view;
  const over = Boolean(game) && !mover, mine = Boolean(seat) && mover === seat;
  document.body.classList.toggle("mine", mine);
  by("who").textContent = [seat, view.title ?? "Mapkit"].filter(Boolean).join(" · ");
  const won = over && winners.length ? [say("{names}: won", { names: winners.join(", ") })] : [];
  by("turn").textContent = !game ? "" : over ? [say("The game is over"), ...won].join(". ") : mine ? say("It is your turn") : say("{name} is to move", { name: mover });
  document.title = mine ? `● ${say("It is your turn")}` : "Mapkit";
  by("wait").hidden = Boolean(game);
  by("choose").hidden = !game || Boolean(seat);
  by("seats").replaceChildren(...seats.map(({ name, taken }) =>
    button(taken ? say("{name} (taken)", { name }) : name, () => act("/sit", { name }), { disabled: taken })));
  if ((tab === "board" && !board.length) || (tab === "known" && !view.knows)) tab = "told";
  by("tabs").hidden = !seat;
  document.querySelector("[data-tab=board]").hidden = !board.length;
  document.querySelector("[data-tab=known]").hidden = !view.knows;
  for (const name of ["told", "board", "known", "sheet"]) {
    by(name).hidden = !seat || name !== tab;
    document.querySelector(`[data-tab=${name}]`).setAttribute("aria-pressed", String(name === tab));
  }
  by("board").firstChild.textContent = board.join("\n");
  by("board").firstChild.style.setProperty("--wide", Math.max(1, ...board.map((line) => line.length)));
  by("leave").hidden = !seat;
  by("say").hidden = !view.speaks || tab === "sheet" || tab === "known";
  by("hint").hidden = !mine || (view.hints ?? null) === null;
  by("hint").disabled = hinting || !view.hints;
  by("hint").textContent = say("A hint ({number} left)", { number: view.hints });
  by("hidden").hidden = !view.hidden;
  by("asides").hidden = !view.asides?.length;
  by("asides").replaceChildren(...(view.asides ?? []).map(([word, text]) =>
    button(`${text}?`, async () => {
      const told = (await act("/say", { words: word }))?.told;
      if (told) problem(told, true); // else the reason stands there
    })));
  document.body.classList.toggle("drawing", Boolean(seat) && tab === "sheet");
  if (tab === "sheet") drawing.show();
  if (tab === "known" && seat) known.show(`${view.game}.${view.count}`);
  offer();
}

for (const each of document.querySelectorAll("[data-tab]")) each.addEventListener("click", () => turnTo(each.dataset.tab));

function turnTo(name) {
  tab = name;
  problem("");
  show();
  if (tab === "told") by("told").scrollTop = by("told").scrollHeight;
}

// --- what is said --------------------------------------------------------------------------------------------------

const field = by("words-said");

function choose(way) {
  chosen = way;
  field.value = way ? way[1] : "";
}

function offer() {
  const typed = chosen ? "" : field.value.trim().toLowerCase();
  const fit = (view.ways ?? []).filter((way) => way.some((words) => words.toLowerCase().includes(typed)));
  by("ways").replaceChildren(...fit.slice(0, MOST_WAYS).map((way) => button(way[1], () => {
    choose(chosen?.[0] === way[0] ? null : way);
    offer();
  }, { "aria-pressed": chosen?.[0] === way[0] })));
}

field.addEventListener("input", () => {
  chosen = null;
  offer();
});

by("say").addEventListener("submit", async (event) => {
  event.preventDefault();
  const words = chosen ? chosen[0] : field.value.trim();
  if (!words) return field.focus();
  const said = field.value;
  const answer = await act("/say", { words });
  if (answer && !answer.refused) {
    if ((chosen?.[0] ?? field.value.trim()) === words) choose(null);
    offer();
    problem(answer.told || say("Said: {words}", { words: said }), true);
    if (answer.known) turnTo("known");
  }
});

let hinting = false;
by("hint").addEventListener("click", async () => {
  hinting = true;
  problem(say("Working it out …"), true);
  const answer = await act("/say", { words: "hint" });
  hinting = false;
  if (answer && !answer.refused) problem(answer.told, true);
  show();
});

by("leave").addEventListener("click", () => { if (confirm(say("Really stand up? Another phone can take the seat then."))) act("/leave", {}); });

async function act(path, sent) {
  const { game } = view, buttons = [...document.querySelectorAll("#say button, #seats button:not(:disabled)")];
  for (const each of buttons) each.disabled = true;
  try {
    const answer = await fetch(path, { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(sent) });
    if (!answer.ok) return problem(answer.status === 403 ? scanAgain() : noAnswer());
    const told = await answer.json();
    if (view.game !== game) return undefined; // its player has stood up, or its game is over
    problem(told.refused ?? "");
    return told;
  } catch {
    return problem(noAnswer());
  } finally {
    for (const each of buttons) each.disabled = false;
  }
}

// --- the stream: one for this page, and none while nobody looks at it ------------------------------------------------

let stream = null, again = 0, lost = false;

function listen() {
  clearTimeout(again);
  if (stream || document.hidden) return;
  stream = new EventSource(`/news?game=${view.game}&seen=${view.count}`);
  stream.addEventListener("open", () => {
    if (lost) problem("");
    lost = false;
  });
  stream.addEventListener("message", (event) => take(JSON.parse(event.data)));
  stream.addEventListener("error", async () => {
    lost = true;
    hush();
    again = setTimeout(listen, 2000);
    const answer = await fetch("/hear?seen=999999").catch(() => null);
    if (lost) problem(answer?.status === 403 ? scanAgain() : noAnswer());
  });
}

function hush() {
  stream?.close();
  stream = null;
}

function hearAll() {
  view = NOTHING;
  hush();
  listen();
}

document.addEventListener("visibilitychange", () => (document.hidden ? hush() : listen()));
addEventListener("pagehide", hush);
addEventListener("pageshow", listen);
listen();
