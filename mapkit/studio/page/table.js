// The table: the referee for a game master. People are seated, then the page shows what is to be read aloud, what may be
// said, the secret map with everybody on it, and the log. An answer for one player waits behind a button.

import { learnPens, shape } from "./board.js";
import { answerOf, button, by, lang, linesOf, made, node, say, words } from "./elements.js";
import { answers as knownAnswers } from "./known.js";

const SIGNS = {
  n: "↑", north: "↑", up: "↑", s: "↓", south: "↓", down: "↓", e: "→", east: "→", right: "→", w: "←", west: "←", left: "←",
  ne: "↗", nw: "↖", se: "↘", sw: "↙",
};

export function table(studio, place) {
  document.head.append(Object.assign(document.createElement("link"), { rel: "stylesheet", href: "/page/table.css" }));
  // On a touch screen a field is only focused by a touch, since a keyboard would cover half of the page.
  const fine = matchMedia("(pointer: fine)");
  const settle = (field) => { if (fine.matches) field?.focus({ preventScroll: true }); };

  // --- before a game -------------------------------------------------------------------------------------------

  let seated = ["", ""]; // the names that were typed

  function field(text, input, hint = "") {
    return made("label", { className: "field" }, words("span", text), input, hint ? words("small", hint) : null);
  }

  function tick(text, name, value) {
    return made("label", { className: "tick" }, made("input", { type: "checkbox", name, value }), words("span", text));
  }

  function seats(seating) {
    const rows = made("div", { className: "names" });
    function draw(focus = -1) {
      rows.replaceChildren(...seated.map((name, number) => {
        const seat = seating.seats[number];
        const input = made("input", { value: name, maxLength: 20, autocomplete: "off" });
        input.addEventListener("input", () => { seated[number] = input.value; });
        return field(seat ? say("Seat {name}", { name: seat }) : say("Player {number}", { number: number + 1 }), input);
      }));
      if (focus >= 0) rows.querySelectorAll("input")[focus]?.focus();
      less.disabled = seated.length <= Math.max(1, seating.least);
    }
    const more = button("+", () => { seated.push(""); draw(seated.length - 1); }, { label: say("One more player") });
    const less = button("−", () => { seated.pop(); draw(); }, { label: say("One player less") });
    seated.length = Math.max(seating.seats.length || seating.least, seated.length);
    seated = [...seated].map((each) => each ?? "");
    if (seating.seats.length) seated.length = seating.seats.length;
    draw();
    return [rows, seating.seats.length ? null : made("div", { className: "row" }, more, less)];
  }

  function before() {
    const { seating, faults } = studio.scene;
    const wrong = words("p", "", { className: "wrong", role: "alert" });
    const form = made("form", { className: "seats", noValidate: true });
    if (seating && !faults.length) {
      const agreed = [
        ...seating.starts.map((each) => (each.typed
          ? field(each.name, made("input", { name: each.name, placeholder: each.example, autocomplete: "off" }), each.words)
          : tick(`${each.name}=${each.example}: ${each.words}`, each.name, each.example))),
        ...seating.options.map((each) => tick(each.words, each.name, "yes")),
        ...seating.numbers.map((each) => field(each.name, made("input", { name: each.name, placeholder: each.example, inputMode: "numeric", maxLength: 2, autocomplete: "off" }), each.words)),
      ];
      const seed = made("input", { name: "seed", autocomplete: "off", placeholder: say("by chance") });
      form.append(
        words("h2", say("A new game")), ...seats(seating).filter(Boolean),
        made("details", {}, words("summary", say("What the group agrees on")), ...agreed,
          field(say("Seed of the dice"), seed, say("The same seed gives the same dice."))),
        wrong, words("button", say("Begin"), { className: "chief" }),
      );
      form.addEventListener("submit", async (event) => {
        event.preventDefault();
        const options = {};
        for (const each of form.querySelectorAll("details input")) {
          if (each !== seed && (each.type === "checkbox" ? each.checked : each.value.trim())) options[each.name] = each.value;
        }
        const { refused } = await studio.act("table_begin", { names: seated, options, seed: seed.value });
        wrong.textContent = refused ?? "";
      });
    } else {
      form.append(words("p", say("The map has faults, so nobody can play it yet.")));
    }
    const games = made("section", { className: "games" }, words("h2", say("Go on with a game")));
    place.replaceChildren(made("div", { className: "before" }, form, games));
    kept(games);
    settle(form.querySelector("input"));
  }

  async function kept(section) {
    const { games } = await studio.act("table_games"), list = made("ul");
    const failed = words("p", "", { className: "wrong", role: "alert" });
    const go = async (name) => { failed.textContent = (await studio.act("table_resume", { name })).refused ?? ""; };
    list.append(...(games ?? []).map((each) => made("li", {}, made("button", {
      type: "button", onclick: () => go(each.name),
    }, words("b", each.players.join(", ")), words("small", `${each.game} · ${say("{name} to move", { name: each.turn })} · ${each.when} · ${each.name}`)))));
    const name = made("input", { autocomplete: "off" });
    const other = made("form", { className: "row" }, field(say("The id of a saved game, or the file of a log"), name), words("button", say("Go on")));
    other.addEventListener("submit", (event) => { event.preventDefault(); if (name.value.trim()) go(name.value.trim()); });
    section.append(games?.length ? list : words("p", say("No game is saved."), { className: "quiet" }), other, failed);
  }

  // --- a game --------------------------------------------------------------------------------------------------

  let answers = []; // what was answered or refused last, and is not in the log
  let picked = ""; // the cell that several commands name
  let tab = "everybody";
  let covered = false;
  const opened = new Set(); // the private lines that are open, by their numbers

  // Show an answer, and say whether; the game in which it was asked for may have gone.
  function heard(game, found) {
    if (game !== studio.scene.table?.name || game !== parts.game) return false;
    for (const number of opened) if (number < 0) opened.delete(number);
    answers = found;
    players();
    now();
    ways();
    return true;
  }

  async function act(action, sent = {}) {
    const game = parts.game, { answer, refused, thought } = await studio.act(action, sent);
    const found = answer ?? (refused ? [{ words: refused, refused: true, aloud: false }] : []), fine = !found.some((each) => each.refused);
    if (fine) picked = "";
    if (heard(game, found) && thought) think(thought);
    return fine;
  }

  // What takes seconds of thought is asked for apart, so that the page goes on meanwhile.
  const known = knowledge(studio);
  let thinking = false;
  async function think(word) {
    if (word === "known") return turnTo("known");
    const game = parts.game;
    thinking = true;
    heard(game, [{ words: say("Working it out …"), refused: false, aloud: false }]);
    const reply = await answerOf("/hint", { method: "POST" });
    const told = reply?.answer ?? [{ words: say("The studio does not answer. This page tries again."), refused: true, aloud: false }];
    thinking = false;
    heard(game, told);
    return undefined;
  }

  const parts = {};
  function game() {
    const input = made("input", { id: "say", autocomplete: "off", spellcheck: false, maxLength: 1000, label: say("What a player says") });
    parts.input = input;
    const line = made("form", { className: "line" }, input, words("button", say("Say"), { className: "chief" }));
    line.addEventListener("submit", async (event) => {
      event.preventDefault();
      const typed = input.value.trim();
      if (typed && await act("table_hear", { line: typed }) && input.value.trim() === typed) input.value = "";
      settle(input);
    });
    for (const name of ["players", "ways"]) parts[name] = made("div", { className: name });
    parts.now = made("div", { className: "now", role: "log", tabIndex: 0, label: say("What to read aloud") });
    parts.now.setAttribute("aria-live", "polite");
    parts.turn = words("p", "", { className: "turn" });
    parts.undo = button(say("Take back"), () => act("table_undo"), { title: say("Ctrl+Z") });
    parts.redo = button(say("Bring back"), () => act("table_redo"), { title: say("Ctrl+Y") });
    parts.cover = button(say("Cover the map"), () => { covered = !covered; cover(); }, { id: "cover" });
    parts.board = made("div", { className: "boards" });
    parts.larger = button("⤢", () => {
      parts.larger.setAttribute("aria-pressed", String(parts.board.classList.toggle("large")));
    }, { title: say("Larger map"), label: say("Larger map") });
    parts.tabs = made("div", { className: "row", role: "tablist", label: say("Beside the map") });
    parts.sheet = made("div", { className: "sheet", role: "tabpanel", tabIndex: 0 });
    parts.sheet.setAttribute("aria-labelledby", "tab-everybody");
    const close = button(say("Close the table"), () => studio.act("table_close"));
    parts.hint = button("", () => think("hint"));
    const lower = made("div", { className: "row" }, parts.undo, parts.redo, parts.hint, close);
    parts.secret = made("section", { className: "secret", label: say("For the game master alone") }, made("div", { className: "maps" }, parts.board, known.pictures), made("div", { className: "tabs" }, parts.tabs, parts.larger, parts.cover), parts.sheet);
    place.replaceChildren(made("div", { className: "game" },
      made("section", { className: "aloud", label: say("Said at the table") }, parts.players, parts.now, parts.turn, parts.ways, line, lower),
      parts.secret));
    parts.name = "";
    parts.floors = [];
    everything();
    settle(input);
  }

  function everything() {
    players();
    now();
    ways();
    board();
    cover();
    sheet();
  }

  function players() {
    const { table: at } = studio.scene;
    parts.players.replaceChildren(...at.players.map((name, seat) => {
      const chip = words("span", name, { className: `chip seat-${seat % 8}` });
      chip.addEventListener("click", () => tab === "correct" && insert(name));
      if (name === at.mover) chip.setAttribute("aria-current", "true");
      if (at.winners.includes(name)) chip.classList.add("won");
      return chip;
    }));
    parts.turn.textContent = at.mover ? at.asks : say("The game has ended.");
    parts.undo.disabled = !at.undo;
    parts.redo.disabled = !at.redo;
    parts.hint.hidden = at.hints === null;
    parts.hint.disabled = thinking || !at.hints;
    parts.hint.textContent = say("Hint ({number} left)", { number: at.hints });
  }

  // A line of the record. What is for some players alone waits behind a button, so that nobody else reads it.
  function told(each, tag) {
    if (!each.to.length) return words(tag, each.words, { className: each.said });
    const names = new Intl.ListFormat(lang).format(each.to);
    const text = words("span", ""), press = button("", () => {
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
    return made(tag, { className: each.said }, press, text);
  }

  function now() {
    const { table: at, table_told: record } = studio.scene;
    const lines = record.filter((each) => each.event >= parts.first && each.said !== "turn").map((each) => told(each, "p"));
    const more = answers.map(({ words: text, refused, aloud, to = [] }, number) => (to.length
      ? told({ number: -number - 1, said: refused ? "refused" : "heard", words: text, to }, "p")
      : made("p", { className: refused ? "refused" : "answer" }, aloud ? words("small", say("Say aloud")) : null, text)));
    const drawn = answers.some(({ words: text }) => / {2}/.test(text));
    parts.now.classList.toggle("drawn", drawn);
    const length = lines.reduce((sum, { textContent }) => sum + textContent.length, 0);
    parts.now.classList.toggle("long", length > 130);
    parts.now.classList.toggle("longer", length > 350);
    parts.now.scrollTop = 0;
    parts.now.replaceChildren(...(more.length ? more : lines));
    if (!more.length) parts.now.append(...at.ending.map((line) => words("p", line, { className: "answer" })));
  }

  function way(each) {
    const last = each.say.split(" ").at(-1), sign = SIGNS[last], short = each.short || each.words;
    const press = button(sign ? `${sign} ${short}` : short, () => {
      if (studio.scene.table.joins === 1) return act("table_say", { words: each.say });
      const said = parts.input.value.split(",").map((part) => part.trim()).filter(Boolean);
      parts.input.value = [...said, each.words].join(", ");
      settle(parts.input);
      return undefined;
    });
    press.dataset.say = each.say;
    if (each.short) press.setAttribute("aria-label", each.words);
    return press;
  }

  function ways() {
    const { table: at } = studio.scene;
    const focused = document.activeElement?.dataset?.say, unfolded = new Set([...parts.ways.querySelectorAll("details[open]")].map((each) => each.dataset.form));
    const groups = at.ways.map(({ many, head, ways: some }, number) => {
      const row = made("div", { className: head ? "row headed" : "row" }, head ? words("b", head) : null, ...some.map(way));
      row.style.setProperty("--many", some.length > 5 ? "auto-fit" : some.length);
      if (!many) return row;
      const folded = made("details", {}, words("summary", `${some[0].words} … ${some.at(-1).words} (${some.length})`), row);
      folded.dataset.form = String(number);
      folded.open = unfolded.has(String(number));
      return folded;
    });
    const here = at.ways.flatMap(({ ways: some }) => some).filter((each) => picked && each.cell === picked);
    const choice = here.length ? [made("div", { className: "row chosen", role: "group", label: picked }, words("b", picked), ...here.map(way))] : [];
    const hint = at.joins > 1 && at.mover
      ? [words("p", say(["Put up to {number} together, then press Say.", "Put up to {number} together, then press Say."], { number: at.joins }), { className: "quiet" })] : [];
    parts.ways.replaceChildren(...choice, ...groups, ...hint);
    const again = focused && parts.ways.querySelector(`[data-say="${CSS.escape(focused)}"]`);
    if (again) again.focus();
    else if (focused) settle(parts.input);
    cells();
  }

  // --- the map -------------------------------------------------------------------------------------------------

  function board() {
    const { layout, marks, pens } = studio.scene.table_board;
    learnPens(pens);
    parts.floors = layout.map((each, number) => {
      const svg = node("svg", { class: "secret-floor", viewBox: each.seen.join(" "), role: "img", "aria-label": say("The secret map") });
      const layers = Object.fromEntries(["picture", "cells", "tokens"].map((name) => [name, node("g", { class: name })]));
      layers.picture.append(...marks[number].map(shape));
      svg.append(...Object.values(layers));
      return { svg, layers, cells: each.cells, tile: Math.sqrt(area(Object.values(each.cells)[0])), least: each.seen[2] * 0.017 };
    });
    const several = parts.floors.length > 1;
    parts.board.replaceChildren(...parts.floors.map(({ svg }, number) => made("figure", {},
      several ? words("figcaption", say("Floor {number}", { number: number + 1 })) : null, svg)));
    cells();
    tokens();
  }

  const area = (corners) => Math.abs(corners.reduce((sum, x, at) => {
    if (at % 2) return sum;
    const next = (at + 2) % corners.length;
    return sum + x * corners[next + 1] - corners[next] * corners[at + 1];
  }, 0)) / 2;

  // The cells that commands name can be pressed; while the game master corrects, every cell goes into the correction.
  function cells() {
    const lit = new Map();
    for (const { many, ways: some } of studio.scene.table.ways) {
      for (const { cell } of some) if (cell && lit.get(cell) !== "way") lit.set(cell, many ? "way faint" : "way");
    }
    for (const { layers, cells: known } of parts.floors) {
      const named = tab === "correct" ? Object.keys(known) : [...lit.keys()].filter((cell) => known[cell]);
      layers.cells.replaceChildren(...named.map((cell) => {
        const looks = tab === "correct" ? "way faint" : lit.get(cell);
        const spot = node("polygon", { points: known[cell].join(" "), class: cell === picked ? "way picked" : looks });
        spot.addEventListener("click", () => (tab === "correct" ? insert(cell) : press(cell)));
        return spot;
      }));
    }
  }

  function insert(name) {
    const input = parts.sheet.querySelector("input");
    if (!input) return;
    input.value = `${input.value} ${name}`.trim();
    settle(input);
  }

  function press(cell) {
    const some = studio.scene.table.ways.flatMap(({ ways: each }) => each).filter((each) => each.cell === cell);
    if (some.length === 1 && studio.scene.table.joins === 1) act("table_say", { words: some[0].say });
    else { picked = cell; ways(); }
  }

  const SPREAD = [[[0, 0]], [[-0.2, 0], [0.2, 0]], [[-0.2, -0.2], [0.2, -0.2], [0, 0.2]], [[-0.2, -0.2], [0.2, -0.2], [-0.2, 0.2], [0.2, 0.2]]];
  function tokens() {
    const groups = Map.groupBy ? Map.groupBy(studio.scene.table.tokens, ({ cell }) => cell) : new Map();
    if (!Map.groupBy) for (const each of studio.scene.table.tokens) groups.set(each.cell, [...(groups.get(each.cell) ?? []), each]);
    for (const { layers, cells: known, tile, least } of parts.floors) {
      layers.tokens.replaceChildren(...[...groups].filter(([cell]) => known[cell]).flatMap(([cell, some]) => some.map((each, number) => {
        const corners = known[cell], many = corners.length / 2;
        const [x, y] = [0, 1].map((from) => corners.filter((_, at) => at % 2 === from).reduce((a, b) => a + b) / many);
        const spread = SPREAD[Math.min(some.length, 4) - 1][number % 4], size = Math.max(least, tile * (some.length > 1 ? 0.2 : 0.3));
        const token = node("g", { class: each.seat < 0 ? "thing" : `token seat-${each.seat % 8}`, transform: `translate(${x + spread[0] * tile} ${y + spread[1] * tile})` });
        const title = node("title");
        title.textContent = `${each.words} ${cell}`;
        const letters = node("text", { "font-size": size * (each.sign.length > 1 ? 0.85 : 1.2), y: size * 0.4 });
        letters.textContent = each.sign;
        token.append(title, each.seat < 0 ? node("rect", { x: -size, y: -size, width: 2 * size, height: 2 * size, rx: size / 3 }) : node("circle", { r: size }), letters);
        return token;
      })));
    }
  }

  function cover() {
    parts.secret.classList.toggle("covered", covered);
    parts.cover.textContent = covered ? say("Show the map") : say("Cover the map");
    parts.cover.setAttribute("aria-pressed", String(covered));
    tabs();
    sheet();
  }

  // --- beside the map ------------------------------------------------------------------------------------------

  const TABS = { everybody: say("Everybody"), log: say("Log"), correct: say("Correct"), known: say("Known") };
  const offered = () => Object.keys(TABS).filter((name) => name !== "known" || studio.scene.table.deduced);
  function turnTo(name) {
    tab = name;
    tabs();
    sheet();
    cells();
  }

  function tabs() {
    const focused = document.activeElement?.id;
    parts.tabs.replaceChildren(...offered().map((name) => {
      const made = button(TABS[name], () => turnTo(name), { id: `tab-${name}`, role: "tab" });
      made.setAttribute("aria-selected", String(tab === name));
      made.tabIndex = tab === name ? 0 : -1;
      made.addEventListener("keydown", (event) => {
        const names = offered(), step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
        if (!step) return;
        turnTo(names[(names.indexOf(name) + step + names.length) % names.length]);
        by(`tab-${tab}`).focus();
      });
      return made;
    }));
    if (focused && parts.tabs.querySelector(`#${CSS.escape(focused)}`)) by(focused).focus();
    parts.sheet.setAttribute("aria-labelledby", `tab-${tab}`);
  }

  const sheets = {
    everybody({ table: { situation, notes, mover, asides } }) {
      const head = made("tr", {}, ...situation.heads.map((text) => (text ? words("th", text, { scope: "col" }) : made("td"))));
      const rows = situation.rows.map((row) => made("tr", { className: row[0] === mover ? "moves" : "" }, ...row.map((text) => words("td", text))));
      const things = situation.things.length ? [words("p", situation.things.join(" · "))] : [];
      const lines = [...situation.notes, ...notes].map((text) => words("li", text));
      return [made("table", {}, made("thead", {}, head), made("tbody", {}, ...rows)), ...things, made("ul", {}, ...lines),
        made("div", { className: "asides" }, ...asides.map((line) => button(line, () => act("table_hear", { line }))))];
    },
    log({ table_told: record }) {
      return [made("ol", { className: "record" }, ...record.map((each) => told(each, "li")).reverse())];
    },
    correct({ table: { corrections } }) {
      const input = made("input", { autocomplete: "off", spellcheck: false, label: say("A correction") });
      const form = made("form", { className: "line" }, input, words("button", say("Correct"), { className: "chief" }));
      const wrong = made("div", { className: "wrong", role: "alert" });
      form.addEventListener("submit", async (event) => {
        event.preventDefault();
        if (!input.value.trim()) return;
        const fine = await act("table_correct", { words: input.value.trim() });
        wrong.replaceChildren(...(fine ? [] : answers.map((each) => words("p", each.words))));
        if (fine) input.value = "";
      });
      return [form, wrong, made("ul", { className: "quiet" }, ...corrections.map((text) => words("li", text)))];
    },
    known() {
      return known.shown();
    },
  };

  function sheet(redraw = true) {
    parts.secret.classList.toggle("compared", tab === "known");
    const typing = tab === "correct" && parts.sheet.contains(document.activeElement);
    if (redraw && !typing) parts.sheet.replaceChildren(...(covered ? [] : sheets[tab](studio.scene)));
  }

  // --- what changes --------------------------------------------------------------------------------------------

  function show(changes = { table_board: true }) {
    if (place.hidden) return;
    const { table: at } = studio.scene;
    if (!at) {
      const lost = changes.first !== undefined && parts.game; // another studio came in the place of the one before
      parts.game = "";
      before();
      if (lost) studio.act("table_resume", { name: lost });
      return;
    }
    if (parts.game !== at.name) {
      answers = [];
      opened.clear();
      parts.game = at.name;
      parts.event = parts.first = at.event;
      game();
      return;
    }
    if (parts.event !== at.event) {
      answers = [];
      picked = "";
      opened.clear(); // nobody forgets to hide what was read to one player
      parts.first = parts.event + 1; // a line may have said several commands
      parts.event = at.event;
    }
    players();
    now();
    ways();
    if (changes.table_board) board();
    else tokens();
    sheet();
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

// --- what players could know -------------------------------------------------------------------------------------

const PAUSE = 300; // how many milliseconds the slider rests before it asks

function knowledge(studio) {
  let who = null, turn = null; // the player, or "" for everybody; null is now
  const found = made("div", { className: "known", role: "status" });
  const pictures = made("div", { className: "pictures" });
  const player = made("select", { label: say("Whose knowledge") });
  const slider = made("input", { type: "range", min: 0, step: 1, label: say("After which turn") });
  const moment = made("output");
  const back = button("◀", () => go(slider.valueAsNumber - 1), { label: say("A turn back") });
  const forth = button("▶", () => go(slider.valueAsNumber + 1), { label: say("A turn forth") });
  const choice = made("div", { className: "moment" }, player, made("div", { className: "slider" }, back, slider, forth), moment);
  player.addEventListener("change", () => { who = player.value; show(); });
  slider.addEventListener("input", () => go(slider.valueAsNumber));
  const known = knownAnswers(() => say("The studio does not answer. This page tries again."),
    (number, of) => (of > 1 ? say("Floor {number}", { number }) : say("The board as it is known")), draw);

  function go(to) {
    turn = to >= Number(slider.max) ? null : Math.max(0, to);
    show(PAUSE);
  }

  function show(pause = 0) {
    const { table: at } = studio.scene, names = at.private ? at.players : ["", ...at.players];
    if (!names.includes(who)) [who] = names;
    if (turn !== null && turn >= at.turns) turn = null;
    if (player.children.length !== names.length || player.value !== who) {
      player.replaceChildren(...names.map((name) => words("option", name || say("Everybody"), { value: name })));
      player.value = who;
    }
    slider.max = at.turns;
    slider.value = turn ?? at.turns;
    back.disabled = slider.valueAsNumber === 0;
    forth.disabled = turn === null;
    moment.textContent = turn === null ? say("Now") : `${turn} / ${at.turns}`;
    const wish = new URLSearchParams({ player: who, ...(turn === null ? {} : { turn }) });
    known.show(`${at.seal} ${wish}`, wish, pause);
  }

  function draw({ key, lines, floors, wrong }, waits) {
    const busy = waits ? words("p", say("Working it out …"), { className: "quiet" }) : "";
    for (const each of [found, pictures]) each.classList.toggle("old", waits);
    pictures.replaceChildren(...floors);
    found.replaceChildren(busy, wrong && words("p", wrong, { className: "wrong", role: "alert" }));
    if (wrong || !key) return;
    found.append(
      words("p", lines[0], { className: "title" }),
      words("p", [
        say("Grey cells and dotted borders are not known. A letter: a player is there, or perhaps if it is grey."),
        turn === null ? "" : say("The secret map beside it is as it is now."),
      ].join(" ").trim(), { className: "quiet" }),
      linesOf(lines.slice(1)),
    );
  }

  return { pictures, shown() { show(); return [choice, found]; } };
}
