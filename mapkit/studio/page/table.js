// The table: the referee for a game master. The page shows what is to be read aloud, what may be said, the secret map with
// everybody on it, and the log. An answer for one player waits behind a button.

import { besideFocus, form, loadStyle, quiet, redraw, row } from "./controls.js";
import { button, element, lang, say } from "./elements.js";
import { tableKnowledge } from "./table-knowledge.js";
import { tableMap } from "./table-map.js";
import { tableSeating } from "./table-seating.js";
import { answerOf } from "./transport.js";

const SIGNS = {
  n: "↑", north: "↑", up: "↑", s: "↓", south: "↓", down: "↓", e: "→", east: "→", right: "→", w: "←", west: "←", left: "←",
  ne: "↗", nw: "↖", se: "↘", sw: "↙",
};

export function table(studio, place) {
  loadStyle("table");
  // On a touch screen a field is only focused by a touch, since a keyboard would cover half of the page.
  const fine = matchMedia("(pointer: fine)");
  const settle = (field) => { if (fine.matches) field?.focus({ preventScroll: true }); };

  const seating = tableSeating(studio, place, settle);
  let name = ""; // of the game that is shown
  let event = 0, first = 0; // the last event that is shown, and the first of the last answer
  let answers = []; // what was answered or refused last, and is not in the log
  let picked = ""; // the cell that several commands name
  let tab = "everybody";
  let covered = false;
  const opened = new Set(); // the private lines that are open, by their numbers

  // Show an answer, and say whether; the game in which it was asked for may have gone.
  function heard(game, found) {
    if (game !== studio.scene.table?.name || game !== name) return false;
    for (const number of opened) if (number < 0) opened.delete(number);
    answers = found;
    drawAloud();
    return true;
  }

  async function act(action, sent = {}) {
    const game = name, { answer, refused, thought } = await studio.act(action, sent);
    const found = answer ?? (refused ? [{ words: refused, refused: true, aloud: false }] : []), fine = !found.some((each) => each.refused);
    if (fine) picked = "";
    if (heard(game, found) && thought) think(thought);
    return fine;
  }

  // What takes seconds of thought is asked for apart, so that the page goes on meanwhile.
  const known = tableKnowledge(studio);
  let thinking = false;
  async function think(word) {
    if (word === "known") return turnTo("known");
    const game = name;
    thinking = true;
    heard(game, [{ words: say("Working it out …"), refused: false, aloud: false }]);
    const reply = await answerOf("/hint", { method: "POST" });
    const told = reply?.answer ?? [{ words: say("The studio does not answer. This page tries again."), refused: true, aloud: false }];
    thinking = false;
    heard(game, told);
    return undefined;
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
    element("section", { className: "aloud", label: say("Said at the table") }, players, now, turn, ways, line, row(undo, redo, hint, close)),
    secret);
  const map = tableMap(studio, boards, (cell) => (tab === "correct" ? insert(cell) : press(cell)));

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
    const { table: at } = studio.scene;
    players.replaceChildren(...at.players.map((each, seat) => element("span", {
      className: `chip seat-${seat % 8}${at.winners.includes(each) ? " won" : ""}`,
      onclick: () => tab === "correct" && insert(each),
      ...(each === at.mover ? { "aria-current": "true" } : {}),
    }, each)));
    turn.textContent = at.mover ? at.asks : say("The game has ended.");
    undo.disabled = !at.undo;
    redo.disabled = !at.redo;
    hint.hidden = at.hints === null;
    hint.disabled = thinking || !at.hints;
    hint.textContent = say("Hint ({number} left)", { number: at.hints });
  }

  // A line of the record. What is for some players alone waits behind a button, so that nobody else reads it.
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
    const { table: at, table_told: record } = studio.scene;
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
    if (!more.length) now.append(...at.ending.map((line) => element("p", { className: "answer" }, line)));
  }

  function way(each) {
    const last = each.say.split(" ").at(-1), sign = SIGNS[last], short = each.short || each.words;
    return button(sign ? `${sign} ${short}` : short, () => {
      if (studio.scene.table.joins === 1) return act("table_say", { words: each.say });
      const said = input.value.split(",").map((part) => part.trim()).filter(Boolean);
      input.value = [...said, each.words].join(", ");
      settle(input);
      return undefined;
    }, { "data-key": each.say, ...(each.short ? { label: each.words } : {}) });
  }

  function drawWays() {
    const { table: at } = studio.scene;
    const unfolded = new Set([...ways.querySelectorAll("details[open]")].map((each) => each.dataset.form));
    const groups = at.ways.map(({ many, head, ways: some }, number) => {
      const buttons = element("div", { className: head ? "row headed" : "row" }, head ? element("b", {}, head) : null, ...some.map(way));
      buttons.style.setProperty("--many", some.length > 5 ? "auto-fit" : some.length);
      if (!many) return buttons;
      return element("details", { "data-form": number, open: unfolded.has(String(number)) },
        element("summary", {}, `${some[0].words} … ${some.at(-1).words} (${some.length})`), buttons);
    });
    const here = at.ways.flatMap(({ ways: some }) => some).filter((each) => picked && each.cell === picked);
    const choice = here.length ? [element("div", { className: "row chosen", role: "group", label: picked }, element("b", {}, picked), ...here.map(way))] : [];
    const together = at.joins > 1 && at.mover
      ? [quiet(say(["Put up to {number} together, then press Say.", "Put up to {number} together, then press Say."], { number: at.joins }))] : [];
    if (redraw(ways, ...choice, ...groups, ...together)) settle(input);
    light();
  }

  // --- the map, and what stands beside it ----------------------------------------------------------------------

  const light = () => map.light(picked, tab === "correct");

  function insert(words) {
    const field = sheet.querySelector("input");
    if (!field) return;
    field.value = `${field.value} ${words}`.trim();
    settle(field);
  }

  function press(cell) {
    const some = studio.scene.table.ways.flatMap(({ ways: each }) => each).filter((each) => each.cell === cell);
    if (some.length === 1 && studio.scene.table.joins === 1) act("table_say", { words: some[0].say });
    else { picked = cell; drawWays(); }
  }

  function drawCover() {
    secret.classList.toggle("covered", covered);
    cover.textContent = covered ? say("Show the map") : say("Cover the map");
    cover.setAttribute("aria-pressed", String(covered));
    drawTabs();
    drawSheet();
  }

  const TABS = { everybody: say("Everybody"), log: say("Log"), correct: say("Correct"), known: say("Known") };
  const offered = () => Object.keys(TABS).filter((name) => name !== "known" || studio.scene.table.deduced);
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
    const to = besideFocus(event, [...tabs.children]);
    if (!to) return;
    event.preventDefault();
    to.focus();
    to.click();
  };

  const sheets = {
    everybody({ table: { situation, notes, mover, asides } }) {
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
    correct({ table: { corrections } }) {
      const field = element("input", { autocomplete: "off", spellcheck: false, label: say("A correction") });
      const wrong = element("div", { className: "wrong", role: "alert" });
      const correct = async () => {
        if (!field.value.trim()) return;
        const right = await act("table_correct", { words: field.value.trim() });
        wrong.replaceChildren(...(right ? [] : answers.map((each) => element("p", {}, each.words))));
        if (right) field.value = "";
      };
      return [form(correct, { className: "line" }, field, element("button", { className: "chief" }, say("Correct"))), wrong, element("ul", { className: "quiet" }, ...corrections.map((text) => element("li", {}, text)))];
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

  function show(changes = { table_board: true }) {
    if (place.hidden) return;
    const { table: at } = studio.scene;
    if (!at) {
      const lost = changes.first !== undefined && name; // another studio came in the place of the one before
      name = "";
      seating();
      if (lost) studio.act("table_resume", { name: lost });
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
    if (begins || changes.table_board) map.draw();
    else map.tokens();
    drawAloud();
    if (begins) drawCover();
    else drawSheet();
  }

  document.addEventListener("keydown", (event) => {
    const key = event.key.toLowerCase();
    if (place.hidden || !studio.scene.table || !(event.ctrlKey || event.metaKey) || !"zy".includes(key)) return;
    if (document.activeElement?.value) return; // undo in a field is that of the field
    event.preventDefault();
    act(key === "y" || event.shiftKey ? "table_redo" : "table_undo");
  });
  studio.watch(["table", "table_told", "table_board", "seating"], (scene, changes) => show(changes));
  return () => show();
}

