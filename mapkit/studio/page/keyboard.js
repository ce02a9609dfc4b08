// The keyboard: arrows move a cursor, Shift and an arrow toggle the border on that side, symbols paint. Among hexes the
// six ways are the arrows to the left and right, and the four keys at the corners of the number pad.

import { ARROWS, sure } from "./controls.js";
import { byId, say } from "./elements.js";

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
    canvas.mark("aims", one?.how === "line" ? reach(one) : [], "aim");
  }

  function cancel() {
    begun = null;
    studio.change("selection", []);
    studio.change("mode", "draw");
    canvas.mark("aims", [], "");
    strokes.foretell("", null);
  }

  /** @param {Floor} floor @param {Point} way */
  function select(floor, way) {
    if (begun?.how !== "select") begun = { how: "select", floor, cell: studio.cursor, passed: new Set([studio.cursor]) };
    studio.change("cursor", next(floor, studio.cursor, way) || studio.cursor);
    show(floor);
  }

  const onBoard = () => document.activeElement?.classList.contains("floor");

  const typing = () => document.activeElement?.matches("input, textarea, select") || String(getSelection());

  /** Copy, cut and paste; says whether the key has done something. @param {string} key */
  function clips(key) {
    const cells = studio.selection.length ? studio.selection : onBoard() ? [studio.cursor] : [];
    if (key === "v") studio.act("paste", { at: studio.keyboard ? studio.cursor : studio.here || studio.cursor });
    else if (cells.length && (key === "c" || key === "x")) studio.copy(key === "c" ? "copy" : "cut", cells);
    else return false;
    begun = null; // the cursor goes on to where the copy is to lie
    return true;
  }

  /** Keys that work everywhere; says whether this is one of them. @param {KeyboardEvent} event */
  function everywhere({ key, shiftKey }) {
    const letter = key.toLowerCase();
    if (letter === "z" || letter === "y") studio.act(letter === "y" || shiftKey ? "redo" : "undo");
    else if (letter === "s") byId("save").click();
    else return !typing() && clips(letter);
    return true;
  }

  /** Keys on the board; says whether this is one of them. @param {KeyboardEvent} event @param {Floor} floor */
  function onFloor({ key, code, shiftKey, altKey, ctrlKey, metaKey }, floor) {
    const moves = (floor.hexes && PAD[code]) || key;
    const way = ARROWS[moves] ?? (floor.hexes ? CORNERS[moves] : undefined);
    if (altKey) {
      if (key === "Enter") press(floor, "pick");
      return key === "Enter";
    }
    if (key === "Escape") return cancel() ?? true;
    if (ctrlKey || metaKey) return (way && select(floor, way)) ?? true;
    studio.keyboard = true;
    if (way && shiftKey) toggle(floor, way);
    else if (way || ENDS[moves]) {
      studio.change("cursor", goal(floor, moves) || studio.cursor);
      studio.change("here", studio.cursor);
      show(floor);
    } else if (key === "Delete" || key === "Backspace") {
      if (studio.selection.length) studio.act("clear", { cells: studio.selection });
      else draw("eraser", studio.cursor);
    } else if (key === " " || key === "Enter") press(floor, !shiftKey ? studio.mode : key === " " ? "line" : "fill");
    else if (key.length !== 1) return false;
    else if (!paint(key)) {
      if (key !== "+" && key !== "-") return false;
      canvas.zoomBy(key === "+" ? 1.25 : 0.8);
    }
    return true;
  }

  /** @param {KeyboardEvent} event */
  function pressed(event) {
    if (document.body.classList.contains("playing")) return false;
    if ((event.ctrlKey || event.metaKey) && !event.key.startsWith("Arrow")) return everywhere(event);
    const floor = canvas.floorOf(studio.cursor);
    return Boolean(onBoard() && floor && onFloor(event, floor));
  }

  /** The cell of a floor at the place of the cursor on another one @param {Floor} floor */
  function across(floor) {
    const point = canvas.floorOf(studio.cursor)?.middle(studio.cursor);
    const [first] = floor.cells.keys();
    return (point && floor.cellAt(point)) ?? first;
  }

  document.addEventListener("keydown", (event) => { if (pressed(event)) event.preventDefault(); });
  document.addEventListener("focusin", ({ target }) => {
    if (target instanceof Element && target.matches(".floor:focus-visible")) studio.keyboard = true;
    const floor = canvas.floors.find(({ svg }) => svg === target);
    if (floor && studio.keyboard && !floor.cells.has(studio.cursor)) studio.cursor = across(floor);
    studio.change("cursor", studio.cursor);
  });
}
