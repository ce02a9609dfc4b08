// The table: the referee for a game master. The page shows what is to be read aloud, what may be said, the secret map with
// everybody on it, and the log. An answer for one player waits behind a button.

import { besideFocus, form, loadStyle, quiet, redraw, row, sure } from "./controls.js";
import { button, element, lang, say } from "./elements.js";
import { tableKnowledge } from "./table-knowledge.js";
import { gameBoard } from "./game-board.js";
import { seatedBefore, tableSeating } from "./table-seating.js";
import { answerOf } from "./transport.js";

/** @import { AnswerLine, Changes, Scene, ToldLine, Way } from "../messages.js" */
/** @import { Studio } from "./main.js" */
/** @typedef {Partial<AnswerLine> & { words: string, refused: boolean }} Answered */
/** @typedef {"everybody" | "log" | "correct" | "known"} Tab */

/** @type {Record<string, string>} */
const SIGNS = {
  n: "↑", north: "↑", up: "↑", s: "↓", south: "↓", down: "↓", e: "→", east: "→", right: "→", w: "←", west: "←", left: "←",
  ne: "↗", nw: "↖", se: "↘", sw: "↙",
};

/** @param {Studio} studio @param {HTMLElement} place */
export function table(studio, place) {
  loadStyle("table");
  // On a touch screen a field is only focused by a touch, since a keyboard would cover half of the page.
  const fine = matchMedia("(pointer: fine)");
  const settle = (/** @type {HTMLElement | null} */ field) => { if (fine.matches) field?.focus({ preventScroll: true }); };

  const seating = tableSeating(studio, place, settle);
  let name = ""; // of the game that is shown
  let event = 0, first = 0; // the last event that is shown, and the first of the last answer
  /** @type {Answered[]} */
  let answers = []; // what was answered or refused last, and is not in the log
  let picked = ""; // the cell that several commands name
  /** @type {Tab} */
  let tab = "everybody";
  let covered = false;
  /** @type {Set<number>} */
  const opened = new Set(); // the private lines that are open, by their numbers

  /** Show an answer, and say whether; the game in which it was asked for may have gone. @param {string} game @param {Answered[]} found */
  function heard(game, found) {
    if (game !== studio.scene.table?.name || game !== name) return false;
    for (const number of opened) if (number < 0) opened.delete(number);
    answers = found;
    drawAloud();
    return true;
  }

  /** @param {string} action */
  async function act(action, sent = {}) {
    const game = name, { answer, refused, thought } = await studio.act(action, sent);
    /** @type {Answered[]} */
    const found = answer ?? (refused ? [{ words: refused, refused: true }] : []);
    const right = !found.some((each) => each.refused);
    if (right) picked = "";
    if (heard(game, found) && thought) think(thought);
    return right;
  }

  const known = tableKnowledge(studio);
  let thinking = false;
  /** What takes seconds of thought is asked for apart, so that the page goes on meanwhile. @param {"hint" | "known"} word */
  async function think(word) {
    if (word === "known") return turnTo("known");
    const game = name;
    thinking = true;
    heard(game, [{ words: say("Working it out …"), refused: false }]);
    const reply = await /** @type {typeof answerOf<{ answer: AnswerLine[] }>} */ (answerOf)("/hint", { method: "POST" });
    thinking = false;
    heard(game, reply?.wrong === undefined && reply?.answer || [{ words: say("The studio does not answer. This page tries again."), refused: true }]);
  }

  const players = element("div", { className: "players" });
  const now = element("div", { className: "now", role: "log", tabIndex: 0, label: say("What to read aloud"), "aria-live": "polite" });
  const turn = element("p", { className: "turn" });
  const ways = element("div", { className: "ways" });
  const input = element("input", { id: "say", autocomplete: "off", spellcheck: false, maxLength: 1000, label: say("What a player says") });
  const line = form(hear, { className: "line" }, input, element("button", { className: "chief" }, say("Say")));
  const undo = button(say("Take back"), () => act("table_undo"), { title: say("Ctrl+Z") });
  const redo = button(say("Bring back"), () => act("table_redo"), { title: say("Ctrl+Y") });
  const hint = button("", () => think("hint"));
  const skip = button("", () => studio.act("table_hurry"));
  const reveal = button(say("Show players the map"), () => studio.act("table_reveal"));
  const close = button(say("Close the table"), () => studio.act("table_close"));
  const boards = element("div", { className: "boards" });
  const tabs = element("div", { className: "row", role: "tablist", label: say("Beside the map") });
  const sheet = element("div", { className: "sheet", role: "tabpanel", tabIndex: 0, "aria-labelledby": "tab-everybody" });
  const larger = button("⤢", () => {
    larger.setAttribute("aria-pressed", String(boards.classList.toggle("large")));
  }, { title: say("Larger map"), label: say("Larger map") });
  const cover = button(say("Cover the map"), () => { covered = !covered; drawCover(); }, { id: "cover" });
  const secret = element("section", { className: "secret", label: say("For the game master alone") },
    element("div", { className: "maps" }, boards, known.pictures), element("div", { className: "tabs" }, tabs, larger, cover), sheet);
  const game = element("div", { className: "game" },
    element("section", { className: "aloud", label: say("Said at the table") }, players, now, turn, ways, line, row(skip, undo, redo, hint, reveal, close)),
    secret);
  const map = gameBoard(boards, say("The secret map"), (spot) => (tab === "correct" ? insert(spot) : press(spot)));

  async function hear() {
    const typed = input.value.trim();
    if (typed && await act("table_hear", { line: typed }) && input.value.trim() === typed) input.value = "";
    settle(input);
  }

  function drawAloud() {
    drawPlayers();
    drawNow();
    drawWays();
  }

  function drawPlayers() {
    const at = sure(studio.scene.table);
    players.replaceChildren(...at.order.map((each, seat) => element("span", {
      className: `chip seat-${seat % 8}${at.winners.includes(each) ? " won" : ""}`,
      onclick: () => { if (tab === "correct") insert(each); },
      ...(each === at.mover ? { "aria-current": "true" } : {}),
    }, each, at.bots[each] ? element("small", {}, ` ${at.bots[each]}`) : null)));
    turn.textContent = at.mover ? at.stopped || at.asks : say("The game has ended.");
    skip.hidden = !at.machine && !at.stopped;
    skip.textContent = at.stopped ? say("Let them go on") : say("Skip the pause");
    reveal.hidden = !at.reveals;
    undo.disabled = !at.undo;
    redo.disabled = !at.redo;
    hint.hidden = at.hints === null;
    hint.disabled = thinking || !at.hints;
    hint.textContent = say("Hint ({number} left)", { number: at.hints ?? 0 });
  }

  /** A line of the record. What is for some players alone waits behind a button, so that nobody else reads it. @param {Omit<ToldLine, "event">} each @param {"p" | "li"} tag */
  function told(each, tag) {
    if (!each.to.length) return element(tag, { className: each.said }, each.words);
    const names = new Intl.ListFormat(lang).format(each.to);
    const text = element("span", {}), press = button("", () => {
      opened[opened.has(each.number) ? "delete" : "add"](each.number);
      show();
    }, { className: "private" });
    function show() {
      const open = opened.has(each.number);
      press.textContent = open ? say("Hide") : say("For {name}: press to read", { name: names });
      press.setAttribute("aria-expanded", String(open));
      text.textContent = open ? each.words : "";
    }
    show();
    return element(tag, { className: each.said }, press, text);
  }

  function drawNow() {
    const { table_told: record } = studio.scene, { ending } = sure(studio.scene.table);
    const lines = record.filter((each) => each.event >= first && each.said !== "turn").map((each) => told(each, "p"));
    const more = answers.map(({ words: text, refused, aloud, to = [] }, number) => (to.length
      ? told({ number: -number - 1, said: refused ? "refused" : "heard", words: text, to }, "p")
      : element("p", { className: refused ? "refused" : "answer" }, aloud ? element("small", {}, say("Say aloud")) : null, text)));
    const drawn = answers.some(({ words: text }) => / {2}/.test(text));
    now.classList.toggle("drawn", drawn);
    const length = lines.reduce((sum, { textContent }) => sum + textContent.length, 0);
    now.classList.toggle("long", length > 130);
    now.classList.toggle("longer", length > 350);
    now.scrollTop = 0;
    now.replaceChildren(...(more.length ? more : lines));
    if (!more.length) now.append(...ending.map((line) => element("p", { className: "answer" }, line)));
  }

  /** @param {Way} each */
  function way(each) {
    const sign = SIGNS[each.say.slice(each.say.lastIndexOf(" ") + 1)], short = each.short || each.words;
    return button(sign ? `${sign} ${short}` : short, () => {
      if (studio.scene.table?.joins === 1) return void act("table_say", { words: each.say });
      const said = input.value.split(",").map((part) => part.trim()).filter(Boolean);
      input.value = [...said, each.words].join(", ");
      settle(input);
    }, { "data-key": each.say, ...(each.short ? { label: each.words } : {}) });
  }

  function drawWays() {
    const at = sure(studio.scene.table), unfolded = new Set([...ways.getElementsByTagName("details")].filter(({ open }) => open).map(({ dataset }) => dataset.form));
    const groups = at.ways.map(({ many, head, ways: some }, number) => {
      const buttons = element("div", { className: head ? "row headed" : "row" }, head ? element("b", {}, head) : null, ...some.map(way));
      buttons.style.setProperty("--many", some.length > 5 ? "auto-fit" : String(some.length));
      if (!many) return buttons;
      return element("details", { "data-form": number, open: unfolded.has(String(number)) },
        element("summary", {}, `${some[0].words} … ${some[some.length - 1].words} (${some.length})`), buttons);
    });
    const here = at.ways.flatMap(({ ways: some }) => some).filter((each) => picked && each.cell === picked);
    const choice = here.length ? [element("div", { className: "row chosen", role: "group", label: picked }, element("b", {}, picked), ...here.map(way))] : [];
    const together = at.joins > 1 && at.mover
      ? [quiet(say(["Put up to {number} together, then press Say.", "Put up to {number} together, then press Say."], { number: at.joins }))] : [];
    if (redraw(ways, ...choice, ...groups, ...together)) settle(input);
    light();
  }

  // --- the map, and what stands beside it ----------------------------------------------------------------------

  // While the game master corrects, a press on any cell goes into the correction.
  function light() {
    const lit = new Map(), { ways: groups } = sure(studio.scene.table);
    for (const { many, ways: some } of tab === "correct" ? [] : groups) {
      for (const { cell } of some) if (cell && lit.get(cell) !== "way") lit.set(cell, many ? "unlit" : "way");
    }
    if (picked) lit.set(picked, "way picked");
    map.light(lit, (bar) => groups.some(({ ways: some }) => some.some((each) => each.say === bar)));
  }

  /** @param {string} words */
  function insert(words) {
    const field = sheet.querySelector("input");
    if (!field) return;
    field.value = `${field.value} ${words}`.trim();
    settle(field);
  }

  /** Where cells and bars are commands, also what may not be said is said, so that the referee tells why not. @param {string} spot */
  function press(spot) {
    const { ways: groups, joins } = sure(studio.scene.table), { bars } = sure(studio.scene.table_board);
    const all = groups.flatMap(({ ways: each }) => each), some = all.filter((each) => each.say === spot || (each.cell === spot && !bars[each.say]));
    const command = bars[spot] || all.some((each) => each.say === each.cell);
    if (joins === 1 && (some.length === 1 || (!some.length && command))) act("table_say", { words: some.length ? some[0].say : spot });
    else if (some.length) {
      picked = spot;
      drawWays();
    }
  }

  function drawCover() {
    secret.classList.toggle("covered", covered);
    cover.textContent = covered ? say("Show the map") : say("Cover the map");
    cover.setAttribute("aria-pressed", String(covered));
    drawTabs();
    drawSheet();
  }

  /** @type {Record<Tab, string>} */
  const TABS = { everybody: say("Everybody"), log: say("Log"), correct: say("Correct"), known: say("Known") };
  const offered = () => /** @type {Tab[]} */ (Object.keys(TABS)).filter((each) => each !== "known" || studio.scene.table?.deduced);
  /** @param {Tab} to */
  function turnTo(to) {
    tab = to;
    drawTabs();
    drawSheet();
    light();
  }

  function drawTabs() {
    redraw(tabs, ...offered().map((each) => button(TABS[each], () => turnTo(each),
      { id: `tab-${each}`, role: "tab", "aria-selected": String(tab === each), tabIndex: tab === each ? 0 : -1 })));
    sheet.setAttribute("aria-labelledby", `tab-${tab}`);
  }
  tabs.onkeydown = (event) => {
    const to = besideFocus(event, [...tabs.getElementsByTagName("button")]);
    if (!to) return;
    event.preventDefault();
    to.focus();
    to.click();
  };

  /** @type {Record<Tab, (scene: Scene) => Node[]>} */
  const sheets = {
    everybody({ table: at }) {
      const { situation, notes, mover, asides } = sure(at);
      const head = element("tr", {}, ...situation.heads.map((text) => (text ? element("th", { scope: "col" }, text) : element("td"))));
      const rows = situation.rows.map((each) => element("tr", { className: each[0] === mover ? "moves" : "" }, ...each.map((text) => element("td", {}, text))));
      const things = situation.things.length ? [element("p", {}, situation.things.join(" · "))] : [];
      const lines = [...situation.notes, ...notes].map((text) => element("li", {}, text));
      return [element("table", {}, element("thead", {}, head), element("tbody", {}, ...rows)), ...things, element("ul", {}, ...lines),
        element("div", { className: "asides" }, ...asides.map((line) => button(line, () => act("table_hear", { line }))))];
    },
    log({ table_told: record }) {
      return [element("ol", { className: "record" }, ...record.map((each) => told(each, "li")).reverse())];
    },
    correct({ table: at }) {
      const field = element("input", { autocomplete: "off", spellcheck: false, label: say("A correction") });
      const wrong = element("div", { className: "wrong", role: "alert" });
      const correct = async () => {
        if (!field.value.trim()) return;
        const right = await act("table_correct", { words: field.value.trim() });
        wrong.replaceChildren(...(right ? [] : answers.map((each) => element("p", {}, each.words))));
        if (right) field.value = "";
      };
      return [form(correct, { className: "line" }, field, element("button", { className: "chief" }, say("Correct"))), wrong, element("ul", { className: "quiet" }, ...sure(at).corrections.map((text) => element("li", {}, text)))];
    },
    known() {
      return known.shown();
    },
  };

  function drawSheet() {
    secret.classList.toggle("compared", tab === "known");
    const typing = tab === "correct" && sheet.contains(document.activeElement);
    if (!typing) sheet.replaceChildren(...(covered ? [] : sheets[tab](studio.scene)));
  }

  // --- what changes --------------------------------------------------------------------------------------------

  /** @param {Partial<Changes>} [changes] what has changed; else all is drawn */
  function show(changes, forOne = false) {
    if (place.hidden) return;
    const { table: at } = studio.scene;
    if (!at) {
      const lost = changes?.first !== undefined && name; // another studio came in the place of the one before
      name = "";
      seating(forOne);
      if (lost) studio.act("table_resume", { name: lost, ...seatedBefore(lost) });
      return;
    }
    const begins = name !== at.name;
    if (begins || event !== at.event) {
      answers = [];
      picked = "";
      opened.clear(); // nobody forgets to hide what was read to one player
      first = begins ? at.event : event + 1; // a line may have said several commands
      event = at.event;
    }
    if (begins) {
      name = at.name;
      input.value = "";
      place.replaceChildren(game);
      settle(input);
    }
    if (begins || !changes || changes.table_board) map.draw(sure(studio.scene.table_board));
    map.pieces(at.tokens, at.trails);
    drawAloud();
    if (begins) drawCover();
    else drawSheet();
  }

  document.addEventListener("keydown", (event) => {
    const key = event.key.toLowerCase();
    if (place.hidden || !studio.scene.table || !(event.ctrlKey || event.metaKey) || !"zy".includes(key)) return;
    if (document.activeElement instanceof HTMLInputElement && document.activeElement.value) return; // undo in a field is that of the field
    event.preventDefault();
    act(key === "y" || event.shiftKey ? "table_redo" : "table_undo");
  });
  studio.watch(["table", "table_told", "table_board", "seating", "offered"], (_, changes) => show(changes));
  return (forOne = false) => show(undefined, forOne);
}

