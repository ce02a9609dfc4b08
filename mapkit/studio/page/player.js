// The page of a player's phone. It hears by one stream what its player has heard, and says what the player says. The
// drawing is the player's own: it stays in the phone.

import { button, byId, element, lineParagraphs, say } from "./elements.js";
import { answers } from "./knowledge.js";
import { playerSheet } from "./player-sheet.js";
import { postJson, stream } from "./transport.js";

const MOST_WAYS = 60; // the most buttons at once; letters that are typed leave fewer

const NOTHING = { game: "", seat: "", count: 0, ways: [] };
let view = NOTHING;
let tab = "told";
let chosen = null; // the way whose button was tapped
const tabs = document.querySelectorAll("[data-tab]");
const drawing = playerSheet(problem);
const scanAgain = () => say("Scan the code on the game master's screen again; it lets you in.");
const noAnswer = () => say("The studio does not answer. This page tries again.");
const known = answers(noAnswer, (number, of) => (of > 1 ? say("Floor {number}", { number }) : say("The board as I know it")),
  ({ lines, floors, wrong }, busy) => {
    byId("known").classList.toggle("old", busy);
    byId("thinks").textContent = busy ? say("Working it out …") : "";
    byId("known-wrong").textContent = wrong;
    byId("known-key").hidden = !floors.length;
    byId("known-board").replaceChildren(...floors);
    byId("known-when").textContent = lines[0] ?? "";
    byId("known-lines").replaceChildren(lineParagraphs(lines.slice(1)));
  });

function problem(words, fine = false) {
  byId("problem").textContent = words;
  byId("problem").classList.toggle("fine", fine);
}

// --- what is heard -------------------------------------------------------------------------------------------------

function take(told) {
  const other = told.game !== view.game, turned = told.mover !== view.mover, mine = Boolean(told.seat) && told.mover === told.seat;
  const before = other ? 0 : view.count, first = told.count - told.lines.length;
  if (first > before) return hearAll(); // something is missing
  if (other) {
    byId("lines").replaceChildren();
    problem("");
    known.forget();
  }
  byId("lines").append(...told.lines.slice(before - first).map(([said, text]) => element("li", { className: said }, text)));
  view = { ...told, lines: [] };
  if (other && view.seat) drawing.open(view.game, view.sheet);
  if (turned && mine) navigator.vibrate?.(200);
  if (turned || other) choose(null);
  show();
  if (told.lines.length) byId("told").scrollTop = byId("told").scrollHeight;
}

function show() {
  const { seat, mover, seats = [], winners = [], board = [], game } = view;
  const over = Boolean(game) && !mover, mine = Boolean(seat) && mover === seat;
  document.body.classList.toggle("mine", mine);
  byId("who").textContent = [seat, view.title ?? "Mapkit"].filter(Boolean).join(" · ");
  const won = over && winners.length ? [say("{names}: won", { names: winners.join(", ") })] : [];
  byId("turn").textContent = !game ? "" : over ? [say("The game is over"), ...won].join(". ") : mine ? say("It is your turn") : say("{name} is to move", { name: mover });
  document.title = mine ? `● ${say("It is your turn")}` : "Mapkit";
  byId("wait").hidden = Boolean(game);
  byId("choose").hidden = !game || Boolean(seat);
  byId("seats").replaceChildren(...seats.map(({ name, taken }) =>
    button(taken ? say("{name} (taken)", { name }) : name, () => act("/sit", { name }), { disabled: taken })));
  if ((tab === "board" && !board.length) || (tab === "known" && !view.knows)) tab = "told";
  byId("tabs").hidden = !seat;
  for (const each of tabs) {
    const { tab: name } = each.dataset;
    each.hidden = (name === "board" && !board.length) || (name === "known" && !view.knows);
    each.setAttribute("aria-pressed", String(name === tab));
    byId(name).hidden = !seat || name !== tab;
  }
  const drawn = byId("board").firstChild;
  drawn.textContent = board.join("\n");
  drawn.style.setProperty("--wide", Math.max(1, ...board.map((line) => line.length)));
  byId("leave").hidden = !seat;
  byId("say").hidden = !view.speaks || tab === "sheet" || tab === "known";
  byId("hint").hidden = !mine || (view.hints ?? null) === null;
  byId("hint").disabled = hinting || !view.hints;
  byId("hint").textContent = say("A hint ({number} left)", { number: view.hints });
  byId("hidden").hidden = !view.hidden;
  byId("asides").hidden = !view.asides?.length;
  byId("asides").replaceChildren(...(view.asides ?? []).map(([word, text]) =>
    button(`${text}?`, async () => {
      const told = (await act("/say", { words: word }))?.told;
      if (told) problem(told, true); // else the reason stands there
    })));
  document.body.classList.toggle("drawing", Boolean(seat) && tab === "sheet");
  if (tab === "sheet") drawing.show();
  if (tab === "known" && seat) known.show(`${view.game}.${view.count}`);
  offer();
}

for (const each of tabs) each.onclick = () => turnTo(each.dataset.tab);

function turnTo(name) {
  tab = name;
  problem("");
  show();
  if (tab === "told") byId("told").scrollTop = byId("told").scrollHeight;
}

// --- what is said --------------------------------------------------------------------------------------------------

const field = byId("words-said");

function choose(way) {
  chosen = way;
  field.value = way ? way[1] : "";
}

function offer() {
  const typed = chosen ? "" : field.value.trim().toLowerCase();
  const fit = (view.ways ?? []).filter((way) => way.some((words) => words.toLowerCase().includes(typed)));
  byId("ways").replaceChildren(...fit.slice(0, MOST_WAYS).map((way) => button(way[1], () => {
    choose(chosen?.[0] === way[0] ? null : way);
    offer();
  }, { "aria-pressed": chosen?.[0] === way[0] })));
}

field.oninput = () => {
  chosen = null;
  offer();
};

byId("say").onsubmit = async (event) => {
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
};

let hinting = false;
byId("hint").onclick = async () => {
  hinting = true;
  problem(say("Working it out …"), true);
  const answer = await act("/say", { words: "hint" });
  hinting = false;
  if (answer && !answer.refused) problem(answer.told, true);
  show();
};

byId("leave").onclick = () => { if (confirm(say("Really stand up? Another phone can take the seat then."))) act("/leave", {}); };

async function act(path, sent) {
  const { game } = view, buttons = document.querySelectorAll("#say button, #seats button:not(:disabled)");
  for (const each of buttons) each.disabled = true;
  try {
    const answer = await postJson(path, sent);
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

// --- the stream ----------------------------------------------------------------------------------------------------

let lost = false;
const hearAgain = stream(() => `/news?game=${view.game}&seen=${view.count}`, take, async () => {
  lost = true;
  const answer = await fetch("/hear?seen=999999").catch(() => null);
  if (lost) problem(answer?.status === 403 ? scanAgain() : noAnswer());
}, () => {
  if (lost) problem("");
  lost = false;
});

function hearAll() {
  view = NOTHING;
  hearAgain();
}
