// Before a game at the table: people and machines are seated and agree, or go on with a game that is saved.

import { form, quiet, row, select } from "./controls.js";
import { button, element, say } from "./elements.js";

/** @import { Seated, Seating } from "../messages.js" */
/** @import { Studio } from "./main.js" */

const OWN_NAME = "mapkit own name", SEATED = "mapkit seated"; // what this browser keeps: a name, and who plays in which game

/** The machine that plays where nobody chooses one. @param {[kind: string, words: string][]} kinds */
const usualKind = (kinds) => (kinds.find(([kind]) => kind !== "random") ?? kinds[0])[0];

/** @param {string} key */
function read(key) {
  try {
    return JSON.parse(localStorage.getItem(key) ?? "{}");
  } catch {
    return {}; // it is none of ours
  }
}

/** @param {string} name @param {Omit<Seated, "name">} who */
export const remember = (name, who) => localStorage.setItem(SEATED, JSON.stringify({ ...read(SEATED), [name]: who }));
/** @param {string} name @returns {Omit<Seated, "name"> | undefined} */
export const seatedBefore = (name) => read(SEATED)[name];

/**
 * Returns what shows it in a place; `settle` focuses a field where no keyboard would cover the page.
 * @param {Studio} studio @param {HTMLElement} place @param {(field: HTMLElement | null) => void} settle
 */
export function tableSeating(studio, place, settle) {
  /** @type {{ name: string, kind: string }[]} */
  let seated = []; // names and kinds of the players
  let left = ""; // the game that was offered and not gone on with
  let alone = false; // whether one plays alone at this screen
  const wrong = element("p", { className: "wrong", role: "alert" });

  /** @param {string} action @param {object} sent */
  async function act(action, sent) {
    const waits = element("p", { className: "quiet", role: "status" }, say("One moment …"));
    wrong.textContent = "";
    wrong.before(waits);
    const changes = await studio.act(action, sent);
    waits.remove();
    wrong.textContent = changes.refused ?? "";
    if (!changes.seated) return;
    const { name, ...who } = changes.seated;
    remember(name, who);
  }

  /** @param {string} text @param {HTMLElement} input */
  function field(text, input, hint = "") {
    return element("label", { className: "field" }, element("span", {}, text), input, hint ? element("small", {}, hint) : null);
  }

  /** @param {string} text @param {string} name @param {string} value */
  function tick(text, name, value) {
    return element("label", { className: "tick" }, element("input", { type: "checkbox", name, value }), element("span", {}, text));
  }

  /** Who sits here: the game master, or the one person among the players. @param {() => void} draw */
  function screen(draw) {
    const choice = (/** @type {boolean} */ value, /** @type {string} */ text) => element("label", { className: "tick" },
      element("input", { type: "radio", name: "screen", checked: alone === value, onchange: () => { alone = value; draw(); } }), element("span", {}, text));
    return element("div", { role: "radiogroup", label: say("Who sits at this screen") },
      choice(true, say("One player sits here, alone against machines, and sees only what they may know")), choice(false, say("A game master sits here, and sees the map")));
  }

  /** A row for each player: a name, if it is not known yet, and who plays. @param {{ seats?: string[], kinds: [string, string][] }} seating @param {boolean} named */
  function seats({ seats: titles = [], kinds }, named, focus = -1) {
    const rows = seated.map((each, number) => {
      const title = titles[number] ? say("Seat {name}", { name: titles[number] }) : say("Player {number}", { number: number + 1 });
      const name = element("input", { value: each.name, maxLength: 20, autocomplete: "off", oninput: () => { each.name = name.value; } });
      const kind = select([["", say("a person")], ...kinds.map(([one, words]) => [one, say("machine: {kind}", { kind: words })])], each.kind,
        { label: named ? say("Who plays {name}", { name: each.name }) : say("Person or machine, {number}", { number: number + 1 }) });
      kind.onchange = () => { each.kind = kind.value; };
      return element("div", { className: "seat" }, named ? element("b", {}, each.name) : field(title, name), kind);
    });
    if (focus >= 0) queueMicrotask(() => rows[focus]?.querySelector("input")?.focus());
    return element("div", { className: "names" }, ...rows);
  }

  const sent = () => ({ names: seated.map(({ name }) => name), kinds: seated.map(({ kind }) => kind), alone });

  // --- a game that is kept --------------------------------------------------------------------------------------

  /** @param {string} name */
  async function look(name) {
    const { looked, refused } = await studio.act("table_look", { name });
    if (!looked) {
      left = name; // other games can be gone on with, and a new one begun
      show();
      wrong.textContent = refused ?? "";
      return;
    }
    const before = seatedBefore(looked.name);
    alone = before?.alone ?? false;
    seated = looked.players.map((each) => ({ name: each, kind: before?.kinds[before.names.indexOf(each)] || "" }));
    const go = () => act("table_resume", { name: looked.name, ...sent() }), players = element("div"), usual = usualKind(looked.kinds);
    const draw = () => {
      if (alone && !seated.some(({ kind }) => kind)) seated = seated.map((each, number) => ({ ...each, kind: number ? usual : "" }));
      players.replaceChildren(seats(looked, true));
    };
    const turn = looked.turn ? say("{name} to move", { name: looked.turn }) : say("The game has ended.");
    place.replaceChildren(element("div", { className: "before" }, form(go, { className: "seats" },
      element("h2", {}, say("Go on with a game")), quiet(`${looked.game} · ${turn} · ${looked.name}`),
      screen(draw), players, wrong, row(element("button", { className: "chief" }, say("Go on")), button(say("Back"), () => { left = looked.name; show(); })))));
    draw();
  }

  /** @param {HTMLElement} section */
  async function kept(section) {
    const { games } = await studio.act("table_games"), list = element("ul");
    const go = (/** @type {string} */ id) => (seatedBefore(id)?.kinds.some(Boolean) ? look(id) : act("table_resume", { name: id, names: [], kinds: [], alone: false }));
    list.append(...(games ?? []).map((each) => element("li", {}, button([
      element("b", {}, each.players.join(", ")),
      element("small", {}, `${each.game} · ${say("{name} to move", { name: each.turn })} · ${each.when} · ${each.name}`),
    ], () => go(each.name)), button(say("Machines …"), () => look(each.name), { label: `${each.players.join(", ")}: ${say("Machines …")}` }))));
    const name = element("input", { autocomplete: "off" });
    const other = form(() => { if (name.value.trim()) go(name.value.trim()); }, { className: "row" }, field(say("The id of a saved game, or the file of a log"), name), element("button", {}, say("Go on")));
    section.append(games?.length ? list : quiet(say("No game is saved.")), other);
  }

  // --- a new game -------------------------------------------------------------------------------------------------

  /** @param {Seating} seating */
  function fresh(seating) {
    const { faults } = studio.scene;
    const seed = element("input", { name: "seed", autocomplete: "off", placeholder: say("by chance") });
    const maps = [...(faults.length ? [] : [["board", say("The map on the board")]]), ["fresh", say("A new map by the settings")],
      ...seating.presets.map(([each, says]) => [`fresh ${each}`, say("A new map: {words}", { words: says })])];
    const whole = element("small"), tellWhole = () => { // a list shows the beginning alone
      whole.textContent = seating.presets.find(([each]) => unseen.value === `fresh ${each}`)?.[1] ?? (unseen.value === "board" ? "" : say("Nobody has seen a new map."));
    };
    const unseen = select(maps, "", { onchange: tellWhole }), players = element("div"), choice = field(say("On which map"), unseen);
    choice.append(whole);
    const more = button("+", () => { seated.push({ name: "", kind: alone ? usual : "" }); draw(seated.length - 1); }, { label: say("One more player") });
    const less = button("−", () => { seated.pop(); draw(); }, { label: say("One player less") });
    const begins = element("button", { className: "chief" }, say("Begin"));
    const { length } = seating.seats, usual = usualKind(seating.kinds);
    function fill() {
      const least = length || Math.max(1, seating.least, seated.length ? 0 : 2);
      while (seated.length < least) seated.push({ name: "", kind: "" });
      if (length) seated.length = length;
    }
    function draw(focus = -1) {
      fill();
      less.disabled = seated.length <= Math.max(1, seating.least);
      players.replaceChildren(seats(seating, false, focus));
    }
    function sits() {
      fill();
      if (alone && !seated.some(({ kind }) => kind)) {
        seated = seated.map(({ name }, number) => (number ? { name: "", kind: usual } : { name: name || read(OWN_NAME).name || say("Guest"), kind: "" }));
      } else if (!alone) seated = seated.map((each) => ({ ...each, kind: "" }));
      unseen.value = !faults.length && (seating.open || !alone) ? "board" : `fresh ${seating.preset}`.trim();
      agreements.open = alone;
      tellWhole();
      draw();
    }
    async function begin() {
      /** @type {Record<string, string>} */
      const options = {};
      for (const each of agreements.getElementsByTagName("input")) {
        if (each !== seed && (each.type === "checkbox" ? each.checked : each.value.trim())) options[each.name] = each.value;
      }
      if (alone) localStorage.setItem(OWN_NAME, JSON.stringify({ name: seated.find(({ kind }) => !kind)?.name ?? "" }));
      await act("table_begin", { ...sent(), options, seed: seed.value, fresh: unseen.value !== "board", preset: unseen.value.split(" ")[1] ?? "" });
    }
    const agreed = [
      ...seating.starts.map((each) => (each.typed
        ? field(each.words, element("input", { name: each.name, placeholder: each.example, autocomplete: "off" }))
        : tick(each.words, each.name, each.example))),
      ...seating.options.map((each) => tick(each.words, each.name, "yes")),
      ...seating.numbers.map((each) => field(each.words, element("input", { name: each.name, placeholder: each.example, inputMode: "numeric", maxLength: 2, autocomplete: "off" }))),
    ];
    const agreements = element("details", {}, element("summary", {}, say("What the group agrees on")), ...agreed,
      field(say("Seed of the dice"), seed, say("The same seed gives the same dice.")));
    const filled = form(begin, { className: "seats", noValidate: true },
      element("h2", {}, say("A new game")), screen(sits), players, ...(length ? [] : [row(more, less)]), choice,
      wrong, begins, agreements);
    sits();
    return filled;
  }

  return (forOne = false) => {
    alone ||= forOne;
    show();
  };

  function show() {
    const { seating, offered } = studio.scene;
    wrong.textContent = "";
    if (offered && offered !== left) {
      look(offered);
      return;
    }
    const games = element("section", { className: "games" }, element("h2", {}, say("Go on with a game")));
    const first = seating ? fresh(seating) : wrong;
    place.replaceChildren(element("div", { className: "before" }, first, games));
    kept(games);
    settle(first.querySelector("input:not([type])"));
  }
}
