// The keyboard: what the shortcuts do. Among hexes the six ways are the arrows to the left and right, and the four keys at
// the corners of the number pad.

import { ARROWS, sure } from "./controls.js";
import { say } from "./elements.js";
import { closeWhatIsOpen } from "./panels.js";
import { nameOfKey, shortcutSheet, shortcuts } from "./shortcuts.js";

/** @import { Point, Spot, Tool } from "../messages.js" */
/** @import { Floor } from "./floor.js" */
/** @import { Studio } from "./main.js" */
/** @import { Mode } from "./session.js" */

const UP = Math.sqrt(3) / 2;
/** @type {Record<string, Point>} */
const CORNERS = { Home: [-0.5, -UP], PageUp: [0.5, -UP], End: [-0.5, UP], PageDown: [0.5, UP] };
/** @type {Record<string, string>} */
const PAD = { Numpad7: "Home", Numpad9: "PageUp", Numpad1: "End", Numpad3: "PageDown", Numpad4: "ArrowLeft", Numpad6: "ArrowRight" };
/** @type {Record<string, string>} */
const ENDS = { Home: "ArrowLeft", End: "ArrowRight", PageUp: "ArrowUp", PageDown: "ArrowDown" };

/** @param {Studio} studio */
export function keyboard(studio) {
  const { canvas, strokes } = studio;
  const tools = () => studio.scene.tools ?? [];

  /** @param {string} name @param {...(Spot | null)} path */
  function draw(name, ...path) {
    if (path.every(Boolean)) studio.act("draw", { tool: name, path });
  }

  /** The next cell in a direction: the one that lies most nearly in it. @param {Floor} floor @param {string} cell @param {Point} way */
  function next(floor, cell, [dx, dy]) {
    const [x, y] = floor.middle(cell);
    let found = "", best = Infinity;
    for (const [other, [u, v]] of floor.middles) {
      const along = (u - x) * dx + (v - y) * dy, aside = Math.abs((u - x) * dy - (v - y) * dx);
      if (along > floor.tile * 0.3 && aside < along * 1.01 && along + 2 * aside < best) {
        best = along + 2 * aside;
        found = other;
      }
    }
    return found;
  }

  /** Where a key leads: one step, or on squares, with the keys of the corners, to the end of the row or column. @param {Floor} floor @param {string} key */
  function goal(floor, key) {
    const way = ARROWS[key] ?? (floor.hexes ? CORNERS[key] : undefined);
    if (way) return next(floor, studio.cursor, way);
    let last = studio.cursor;
    for (let to = last; to; to = next(floor, to, ARROWS[ENDS[key]])) last = to;
    return last;
  }

  /** @param {Floor} floor @param {Point} way */
  function toggle(floor, way) {
    const [dx, dy] = way, [x, y] = floor.middle(studio.cursor);
    const chosen = tools().find((tool) => tool.name === studio.tool);
    const bars = chosen?.aims === "corners" ? chosen : tools().find((tool) => tool.aims === "corners");
    const lines = chosen?.aims === "borders" || chosen?.aims === "steps" ? chosen : tools().find((tool) => tool.aims === "borders");
    const deep = floor.tile * (floor.hexes ? UP : 0.5);
    if (lines && floor.borders.size) {
      draw(lines.name, floor.borderAt([x + dx * deep, y + dy * deep]).name);
    } else if (bars) {
      const from = dx < 0 || dy > 0 ? next(floor, studio.cursor, way) : studio.cursor;
      if (from) strokes.lay(bars.name, `${from}+${dx ? "upright" : "across"}`);
    }
  }

  /** @param {string} key */
  function paint(key) {
    const like = (/** @type {Tool} */ tool) => tool.aims === "cells" && tool.sign;
    const exact = tools().find((tool) => like(tool) && tool.sign === key);
    const begins = tools().find((tool) => like(tool) && tool.sign.toLowerCase().startsWith(key.toLowerCase()));
    const found = exact ?? begins;
    if (found) draw(found.name, studio.cursor);
    return Boolean(found);
  }

  // What Space and Enter do at the cursor. A line and a selection have two ends: each takes the key once.
  /** @typedef {{ how: Mode, floor: Floor, cell: string, passed: Set<string> }} Begun */
  /** @type {Begun | null} */
  let begun = null;

  /** @param {Floor} floor @param {Mode} how */
  function press(floor, how) {
    const tool = sure(tools().find((each) => each.name === studio.tool));
    if (how === "pick") strokes.pick([`${studio.cursor}+across`, `${studio.cursor}+upright`, studio.cursor]);
    else if (how === "line" || how === "select") end(floor, how, tool);
    else if (how === "stamp") studio.act("paste", { at: studio.cursor });
    else if (tool.aims === "cells") studio.act("draw", { tool: tool.name, path: [studio.cursor], how: how === "fill" ? how : "stroke" });
    else studio.tell(say("Shift and an arrow draw on that side of the cell."));
  }

  /** @param {Floor} floor @param {Mode} how @param {Tool} tool */
  function end(floor, how, tool) {
    if (begun?.how !== how || begun.floor !== floor) {
      begun = { how, floor, cell: studio.cursor, passed: new Set() };
      studio.tell(say("{cell} is one end. Move on and press again.", { cell: studio.cursor }));
    } else {
      const path = reach(begun);
      begun = null;
      if (how === "line" && tool.aims !== "corners") draw(tool.name, ...path);
    }
    show(floor);
  }

  /** @param {Begun} begun */
  function reach({ how, floor, cell, passed }) {
    const to = floor.middle(studio.cursor);
    if (how === "line") return floor.line(cell, to);
    return floor.hexes ? [...passed] : floor.boxed(floor.middle(cell), to);
  }

  /** @param {Floor} floor */
  function show(floor) {
    begun?.passed.add(studio.cursor);
    const one = begun?.floor === floor ? begun : null;
    if (one?.how === "select") studio.change("selection", reach(one));
    if (studio.mode === "stamp") strokes.stamp(studio.cursor);
    else canvas.mark("aims", one?.how === "line" ? reach(one) : [], "aim");
  }

  // On the board it lets go of what is begun there first, elsewhere it closes what is open first.
  function leave() {
    const held = strokes.letGo();
    if (!onBoard() && closeWhatIsOpen()) return true;
    if (!held && !begun && !studio.selection.length && studio.mode === "draw") return closeWhatIsOpen();
    begun = null;
    studio.change("selection", []);
    studio.change("mode", "draw");
    canvas.mark("aims", [], "");
    strokes.foretell("", null);
    return true;
  }

  /** @param {Floor} floor @param {Point} way */
  function select(floor, way) {
    if (begun?.how !== "select") begun = { how: "select", floor, cell: studio.cursor, passed: new Set([studio.cursor]) };
    studio.change("cursor", next(floor, studio.cursor, way) || studio.cursor);
    show(floor);
  }

  const onBoard = () => document.activeElement?.classList.contains("floor");

  const inField = () => document.activeElement?.matches("input, textarea, select");
  const typing = () => inField() || String(getSelection());

  /** @param {"copy" | "cut"} action */
  function copy(action) {
    const cells = studio.selection.length ? studio.selection : onBoard() ? [studio.cursor] : [];
    if (!cells.length || typing()) return false;
    begun = null; // the cursor goes on to where the copy is to lie
    studio.copy(action, cells);
    return true;
  }

  function paste() {
    if (typing()) return false;
    begun = null;
    studio.act("paste", { at: studio.keyboard ? studio.cursor : studio.here || studio.cursor });
    return true;
  }

  /** @param {Floor} floor @param {string} key */
  function move(floor, key) {
    studio.change("cursor", goal(floor, key) || studio.cursor);
    studio.change("here", studio.cursor);
    show(floor);
  }

  /** The cursor goes with what is selected, which moves as it does. @param {Floor} floor @param {Point} way */
  function carry(floor, way) {
    const [from] = studio.selection, to = from && next(floor, from, way);
    if (!to) return studio.tell(from ? say("The board ends there.") : say("Nothing is selected yet: choose Select, then drag over cells."));
    begun = null;
    studio.change("cursor", next(floor, studio.cursor, way) || studio.cursor);
    return studio.move(from, to);
  }

  let fault = -1; // the one that was led to last
  function nextPlace() {
    if (studio.nextDoubt()) return;
    const all = /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("#notes [data-leads]"));
    fault = (fault + 1) % all.length;
    all[fault]?.click();
  }

  const groups = shortcuts({
    undo: () => studio.act("undo"), redo: () => studio.act("redo"),
    copy, paste, leave, nextPlace, move, toggle, select, carry, press, paint,
    draw: (floor) => press(floor, studio.mode),
    erase: () => (studio.selection.length ? studio.act("clear", { cells: studio.selection }) : draw("eraser", studio.cursor)),
    mode: (mode) => studio.setMode(mode),
    reshape: (how) => studio.reshape(how),
    zoom: (ratio) => canvas.zoomBy(ratio),
  });
  shortcutSheet(groups);
  const known = groups.flatMap(({ rows }) => rows), symbols = known.find(({ keys }) => keys.includes("Symbol"));

  /** What a key does; says whether it does anything. @param {KeyboardEvent} event */
  function pressed(event) {
    if (document.body.classList.contains("playing") || document.querySelector("dialog[open]")) return false;
    const floor = onBoard() ? canvas.floorOf(studio.cursor) : undefined;
    const key = (floor?.hexes && PAD[event.code]) || event.key, name = nameOfKey(event, key);
    if (floor && name.length === 1 && symbols?.onFloor?.(floor, key, [0, 0])) return true;
    const row = known.find(({ keys, press: does, onFloor }) => keys.includes(name) && (does || (floor && onFloor)));
    if (!row || (name.length === 1 && inField())) return false;
    if (row.press) return row.press() !== false;
    studio.keyboard = true;
    row.onFloor?.(sure(floor), key, ARROWS[key] ?? CORNERS[key]);
    return true;
  }

  /** The cell of a floor at the place of the cursor on another one @param {Floor} floor */
  function across(floor) {
    const point = canvas.floorOf(studio.cursor)?.middle(studio.cursor);
    const [first] = floor.cells.keys();
    return (point && floor.cellAt(point)) ?? first;
  }

  // With Space the mouse moves the board, so what it does besides it does when it is let go.
  document.addEventListener("keydown", (event) => {
    const space = event.key === " " && !event.shiftKey;
    if (space && !inField()) canvas.hold(true);
    if (space ? onBoard() : pressed(event)) event.preventDefault();
  });
  document.addEventListener("keyup", (event) => {
    if (event.key !== " ") return;
    if (canvas.hold(false)) event.preventDefault();
    else if (!event.shiftKey && onBoard()) pressed(event);
  });
  document.addEventListener("focusin", ({ target }) => {
    if (target instanceof Element && target.matches(".floor:focus-visible")) studio.keyboard = true;
    const floor = canvas.floors.find(({ svg }) => svg === target);
    if (floor && studio.keyboard && !floor.cells.has(studio.cursor)) studio.cursor = across(floor);
    studio.change("cursor", studio.cursor);
  });
}
