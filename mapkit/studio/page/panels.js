// What stands around the board: the title, the tools, the faults and the advice. Words from outside are always text.

import { learnPens, shape } from "./board.js";
import { button, by, made, node, say, words } from "./elements.js";

const MOST_FOUND = 4; // findings of a rule that are shown at first

export function panels(studio) {
  studio.watch(["game", "title", "file", "saved", "undo", "redo"], (scene) => {
    by("title").textContent = scene.title || scene.game;
    by("file").textContent = scene.file;
    by("title").parentElement.title = by("title").parentElement.textContent; // a narrow page cuts it
    by("saved").textContent = scene.saved ? say("Saved") : say("Not saved");
    by("undo").disabled = !scene.undo;
    by("redo").disabled = !scene.redo;
    document.title = `${scene.saved ? "" : "• "}${scene.title || scene.file} – ${say("Mapkit studio")}`;
  });

  // What stands on the cell that is pointed at
  studio.watch(["here", "words", "blank"], (scene) => {
    const told = scene.words[studio.here] ?? (scene.blank.includes(studio.here) ? say("not filled in") : "");
    by("here").textContent = [studio.here, told].filter(Boolean).join(" · ");
  });

  by("undo").addEventListener("click", () => studio.act("undo"));
  by("redo").addEventListener("click", () => studio.act("redo"));
  by("save").addEventListener("click", async () => {
    const { asks } = await studio.act("save");
    if (!asks) return;
    by("ask").querySelector("p").textContent = asks;
    by("ask").showModal();
  });
  by("ask").addEventListener("close", () => {
    if (by("ask").returnValue === "yes") studio.act("save", { anyway: true });
    by("ask").returnValue = "";
  });

  // Panels that are loaded when they are opened

  const opened = []; // one of them at a time, so that the board has room

  function opens(name, place, load) {
    let panel = null;
    opened.push([name, place]);
    by(name).addEventListener("click", async () => {
      const open = by(place).hidden;
      for (const [each, its] of opened) {
        by(its).hidden = !(open && its === place);
        by(each).setAttribute("aria-expanded", String(!by(its).hidden));
      }
      panel ??= load().then((begin) => begin(studio, by(place)));
      (await panel)();
    });
  }
  opens("open-settings", "settings", async () => (await import("./settings.js")).settings);
  opens("open-text", "text", async () => (await import("./text.js")).text);

  opens("open-prints", "prints", async () => (await import("./prints.js")).prints);
  // A share link: its code waits in the panel for a click. It may come while the page is open, too.
  const linked = () => { if (location.hash.length > 1 && by("prints").hidden) by("open-prints").click(); };
  let begun = false;
  studio.watch(["first"], () => {
    if (!begun) linked();
    begun = true;
  });
  addEventListener("hashchange", linked);

  // Photos. They stand above the faults, and a picture that is dropped on the board is one.

  let photos = null;
  async function readPhoto(open) {
    by("photo").hidden = !open;
    by("open-photo").setAttribute("aria-expanded", String(open));
    photos ??= import("./photos.js").then((module) => module.photos(studio, by("photo")));
    if (open) (await photos)();
  }
  by("open-photo").addEventListener("click", () => readPhoto(by("photo").hidden));
  const room = document.querySelector("main");
  room.addEventListener("dragover", (event) => { if (event.dataTransfer.types.includes("Files")) event.preventDefault(); });
  room.addEventListener("drop", (event) => {
    if (!event.dataTransfer.files.length) return;
    event.preventDefault();
    studio.dropped = [...event.dataTransfer.files];
    readPhoto(true);
  });
  studio.watch(["photo"], ({ photo }) => { if (photo.names.length && !photos) readPhoto(true); });

  // The table takes the place of the drawing. Where a game is on, the page opens there.

  let table = null, asked = false;
  async function atTable(open) {
    by("game").hidden = !open;
    document.body.classList.toggle("playing", open);
    by("open-table").setAttribute("aria-pressed", String(open));
    by("open-table").textContent = open ? say("Back to the drawing") : studio.scene.table ? say("Back to the table") : say("Play at the table");
    table ??= import("./table.js").then((module) => module.table(studio, by("game")));
    if (open) (await table)();
  }
  by("open-table").addEventListener("click", () => atTable(by("game").hidden));
  studio.watch(["seating", "faults", "table"], (scene) => {
    by("open-table").hidden = by("game").hidden && !scene.table && !(scene.seating && !scene.faults.length);
    if (scene.table && !asked) atTable(true);
    asked = true;
  });

  // Phones of players

  let phones = null;
  studio.watch(["phones"], (scene) => { by("open-phones").hidden = !scene.phones; });
  by("open-phones").addEventListener("click", async () => {
    phones ??= import("./phones.js").then((module) => module.phones(studio, by("phones")));
    (await phones)();
  });

  // What somebody else has done to the file

  studio.watch(["elsewhere"], ({ elsewhere }) => {
    by("elsewhere").hidden = !elsewhere.said;
    by("elsewhere").querySelector("span").textContent = elsewhere.said;
    by("take-elsewhere").hidden = !elsewhere.take;
  });
  by("take-elsewhere").addEventListener("click", () => studio.act("take_elsewhere"));
  by("leave-elsewhere").addEventListener("click", () => studio.act("leave_elsewhere"));

  // Tools

  // A button of the palette: what it shows, its name, what it says to those who hear the page, and whether it is chosen.
  function choice(shown, name, label, pressed, press, more = {}) {
    const found = button("", press, { className: "tool", title: label, label, "data-tool": name, "aria-pressed": String(pressed), ...more });
    found.append(shown);
    return found;
  }

  function toolButton(tool, scene) {
    let shown = tool.name === "eraser" ? "⌫" : tool.sign;
    const sample = scene.samples[tool.sample];
    if (sample?.shapes.length) {
      learnPens(sample.pens);
      const [wide, high] = sample.seen;
      shown = node("svg", { viewBox: `${-wide * 0.05} ${-high * 0.05} ${wide * 1.1} ${high * 1.1}`, class: "picture" },
        ...sample.shapes.map(shape));
    }
    return choice(shown, tool.name, tool.words, tool.name === studio.tool, () => {
      if (["pick", "select"].includes(studio.mode)) studio.mode = "draw";
      studio.change("mode", studio.mode);
      studio.change("tool", tool.name);
    });
  }

  // What the drawing uses up of something that is limited: what is nearest to its limit comes first

  studio.watch(["gauges"], (scene) => {
    const sorted = [...scene.gauges].sort((one, other) => other.used / (other.most || 0.5) - one.used / (one.most || 0.5));
    by("gauges").replaceChildren(...sorted.slice(0, MOST_FOUND).map(({ label, used, most }) =>
      made("label", { className: used > most ? "over" : "" }, label, words("b", say("{used} of {most}", { used, most })),
        made("meter", { max: Math.max(most, used, 1), high: most, value: used }))));
  });

  // How a stroke draws, and what is done with a selection

  const MODES = { draw: say("Draw freely"), line: say("Straight lines"), fill: say("Fill"), pick: say("Pick a tool"), select: say("Select") };
  const SIGNS = {
    draw: "M4 17C8 5 11 23 20 7", line: "M5 19L19 5M3 19a2 2 0 1 0 4 0a2 2 0 1 0-4 0M17 5a2 2 0 1 0 4 0a2 2 0 1 0-4 0",
    fill: "M4 13l7-7l7 7l-7 6zM8 3l3 3M20 15c2 3 1 5 0 5s-2-2 0-5", pick: "M4 20l1-5l8-8l4 4l-8 8zM12 6l6 6M15 7l3-3l2 2l-3 3",
    select: "M4 8V4h4M11 4h2M16 4h4v4M20 11v2M20 16v4h-4M13 20h-2M8 20H4v-4M4 13v-2",
  };

  function mode(name, scene) {
    const using = scene.tools.find((each) => each.name === studio.tool);
    const sign = node("svg", { viewBox: "0 0 24 24", class: "sign" }, node("path", { d: SIGNS[name] }));
    return choice(sign, `mode ${name}`, MODES[name], studio.mode === name, () => studio.change("mode", name),
      { disabled: (name === "fill" && !using.fills) || (name === "line" && using.aims === "corners") });
  }

  function clips(scene) {
    const actions = [
      ["copy", say("Copy"), studio.selection.length, () => studio.copy("copy", studio.selection)],
      ["cut", say("Cut"), studio.selection.length, () => studio.copy("cut", studio.selection)],
      ["paste", say("Paste"), scene.clip, () => studio.paste(studio.cursor)],
    ];
    const buttons = actions.map(([name, text, can, press]) => button(text, press, { "data-tool": name, disabled: !can }));
    return made("div", { className: "clips", hidden: studio.mode !== "select" && !studio.selection.length }, ...buttons);
  }

  studio.copy = async (action, cells) => {
    const { refused } = await studio.act(action, { cells });
    if (!refused) studio.tellWords(say(["Copied: {number} cell. Paste puts it where the cursor is.", "Copied: {number} cells. Paste puts them where the cursor is."], { number: cells.length }));
  };
  studio.paste = (at) => studio.act("paste", { at });

  studio.watch(["tools", "samples", "tool", "mode", "selection", "clip"], (scene) => {
    let using = scene.tools.find((tool) => tool.name === studio.tool);
    if (!using) using = scene.tools.find((tool) => tool.aims === "borders") ?? scene.tools[1] ?? scene.tools[0];
    studio.tool = using.name;
    if ((studio.mode === "fill" && !using.fills) || (studio.mode === "line" && using.aims === "corners")) studio.change("mode", "draw");
    const focused = document.activeElement?.dataset?.tool, palette = made("div", {},
      words("h2", say("How to draw")),
      made("div", { className: "tools modes" }, ...Object.keys(MODES).map((name) => mode(name, scene))),
      clips(scene));
    for (const name of new Set(scene.tools.map((tool) => tool.heading))) {
      const some = scene.tools.filter((tool) => tool.heading === name);
      palette.append(words("h2", name), made("div", { className: "tools" }, ...some.map((tool) => toolButton(tool, scene))));
    }
    const how = HOW[studio.mode !== "draw" ? studio.mode : using.name === "eraser" ? "eraser" : using.aims];
    const chosen = ["pick", "select"].includes(studio.mode) ? MODES[studio.mode] : using.words;
    palette.append(made("p", { id: "chosen" }, chosen, words("small", how)));
    const stop = rove(palette, focused);
    settle(by("tools"), palette);
    if (stop?.dataset.tool === focused) by("tools").querySelector(`[data-tool="${CSS.escape(focused)}"]`).focus();
  });

  // Take over what has changed, and leave the rest in its place: a press that has begun there goes on.
  function settle(place, from) {
    const wanted = [...from.children];
    wanted.forEach((fresh, number) => {
      const was = place.children[number];
      if (!was) place.append(fresh);
      else if (was.outerHTML === fresh.outerHTML) return;
      else if (was.className === fresh.className && was.matches(".tools")) settle(was, fresh);
      else was.replaceWith(fresh);
    });
    while (place.children.length > wanted.length) place.lastChild.remove();
  }

  // One stop of Tab leads to the tools; there the arrows lead on.
  const inReach = (place) => [...place.querySelectorAll("button:not(:disabled)")].filter((each) => !each.closest("[hidden]"));
  function rove(place, name) {
    const all = inReach(place), named = (wanted) => all.find((each) => each.dataset.tool === wanted);
    const stop = (name && named(name)) || named(studio.tool);
    for (const each of all) each.tabIndex = each === stop ? 0 : -1;
    return stop;
  }
  const STEPS = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 };
  by("tools").addEventListener("keydown", (event) => {
    const all = inReach(by("tools")), at = all.indexOf(document.activeElement), step = STEPS[event.key];
    const to = event.key === "Home" ? 0 : event.key === "End" ? all.length - 1 : step && (at + step + all.length) % all.length;
    if (to === undefined || at < 0) return;
    event.preventDefault();
    rove(by("tools"), all[to].dataset.tool).focus();
  });

  // In a small window the tools are a strip, which folds out to all of them.
  by("all-tools").addEventListener("click", () => {
    const all = by("palette").classList.toggle("all");
    by("all-tools").setAttribute("aria-expanded", String(all));
  });

  const HOW = {
    cells: say("Click a cell, or drag over several. The right button erases."),
    borders: say("Click a border, or drag along several; once more takes it away."),
    steps: say("Drag from one cell into the next; a click on a border turns it."),
    corners: say("Point beside the corner of four cells; once more takes it away."),
    eraser: say("Click or drag over what is to go."),
    line: say("Drag: the line runs straight along a row, a column or an axis of hexes. Shift and dragging do so, too."),
    fill: say("Click a cell: its region is filled, as far as walls and other marks."),
    pick: say("Click something to take its tool. Alt and a click do so, too."),
    select: say("Drag over cells. Copy them, choose a cell, and paste."),
  };

  // Faults

  const open = new Set();

  function found(fault) {
    const spots = [...new Set([fault.place, ...fault.witness].filter(Boolean))];
    const show = () => studio.mark("shows", spots, "shown");
    return made("li", {}, button(fault.found || say("The whole map"), () => {
      if (!spots.length) return;
      const cell = spots[0].split(/[|+]/)[0];
      studio.keyboard = true;
      studio.floorOf(cell)?.svg.focus();
      studio.change("cursor", cell);
      show();
    }, { onpointerenter: show, onfocus: show, onpointerleave: () => studio.mark("shows", [], "") }));
  }

  // Cells that are not filled in yet are told in one line: where they are, the board shows.
  function inOne(some, blank) {
    const spots = some[0].blank ? [...blank] : some.map((fault) => fault.place);
    const found = spots.length > 1 && spots.every((place) => blank.has(place));
    return found ? [{ ...some[0], found: say(["{number} cell is not filled in.", "{number} cells are not filled in."], { number: spots.length }), witness: spots }] : some;
  }

  function rules(all, blank) {
    return [...grouped(all)].map(([key, each]) => {
      const some = inOne(each, blank);
      const shown = open.has(key) ? some.length : Math.min(some.length, MOST_FOUND);
      const list = made("ul", {}, ...some.slice(0, shown).map(found));
      if (shown < some.length) {
        list.append(made("li", {}, button(say("{number} more", { number: some.length - shown }),
          () => { open.add(key); list.replaceChildren(...some.map(found)); }, { className: "more" })));
      }
      return made("section", { className: "rule" }, made("h3", {}, words("small", some[0].rule), some[0].sentence), list);
    });
  }

  function grouped(faults) {
    const groups = new Map();
    for (const fault of faults) {
      const key = `${fault.rule} ${fault.sentence}`;
      if (groups.has(key)) groups.get(key).push(fault);
      else groups.set(key, [fault]);
    }
    return groups;
  }

  // What a person who hears the page is told after a stroke: the cell of the cursor, faults that are new, the verdict.
  const told = new Set();
  function hear(scene, blank, verdict) {
    const faults = scene.faults.filter((fault) => !fault.blank && !blank.has(fault.place));
    const said = faults.map(({ rule, sentence, found }) => `${rule}: ${found || sentence}`);
    const fresh = said.filter((each) => !told.has(each)).slice(0, MOST_FOUND);
    told.clear();
    for (const each of said) told.add(each);
    by("heard").textContent = [studio.keyboard && scene.told[studio.cursor], ...fresh, verdict].filter(Boolean).map((each) => each.replace(/[.]$/, "")).join(". ");
  }

  // Advice comes after the faults, when people pause.
  const advice = made("div", { className: "advice" });
  studio.watch(["advice"], (scene) => {
    advice.replaceChildren(...(scene.advice.length ? [words("h2", say("Advice")), ...rules(scene.advice, new Set(scene.blank))] : []));
  });

  studio.watch(["faults", "blank", "retold"], (scene) => {
    const blank = new Set(scene.blank);
    const number = scene.faults.filter((fault) => !fault.blank && !blank.has(fault.place)).length, left = scene.blank.length;
    const parts = [
      number && say(["{number} fault", "{number} faults"], { number }),
      left && say(["{number} not filled in", "{number} not filled in"], { number: left }),
    ].filter(Boolean);
    const verdict = scene.faults.length ? parts.join(", ") || say("Not finished") : say("The map is legal");
    by("notes").replaceChildren(
      words("p", verdict, { id: "verdict", className: scene.faults.length ? "verdict" : "verdict legal" }),
      ...rules(scene.faults, blank), advice);
    hear(scene, blank, verdict);
  });
}
