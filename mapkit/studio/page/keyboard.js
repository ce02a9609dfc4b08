// The keyboard: arrows move a cursor, Shift and an arrow toggle the border on that side, symbols paint. Among hexes the
// six ways are the arrows to the left and right, and the four keys at the corners of the number pad.

import { ARROWS } from "./controls.js";
import { byId, say } from "./elements.js";

const UP = Math.sqrt(3) / 2;
const CORNERS = { Home: [-0.5, -UP], PageUp: [0.5, -UP], End: [-0.5, UP], PageDown: [0.5, UP] };
const PAD = { Numpad7: "Home", Numpad9: "PageUp", Numpad1: "End", Numpad3: "PageDown", Numpad4: "ArrowLeft", Numpad6: "ArrowRight" };
const ENDS = { Home: "ArrowLeft", End: "ArrowRight", PageUp: "ArrowUp", PageDown: "ArrowDown" };

export function keyboard(studio) {
  const { canvas, strokes } = studio;
  const tools = () => studio.scene.tools ?? [];

  function draw(name, ...path) {
    if (name && path.every(Boolean)) studio.act("draw", { tool: name, path });
  }

  // The next cell in a direction: the one that lies most nearly in it.
  function next(floor, cell, [dx, dy]) {
    const [x, y] = floor.middles.get(cell);
    let found = null, best = Infinity;
    for (const [other, [u, v]] of floor.middles) {
      const along = (u - x) * dx + (v - y) * dy, aside = Math.abs((u - x) * dy - (v - y) * dx);
      if (along > floor.tile * 0.3 && aside < along * 1.01 && along + 2 * aside < best) {
        best = along + 2 * aside;
        found = other;
      }
    }
    return found;
  }

  // Where a key leads: one step, or on squares, with the keys of the corners, to the end of the row or column.
  function goal(floor, key) {
    const way = ARROWS[key] ?? (floor.hexes ? CORNERS[key] : undefined);
    if (way) return next(floor, studio.cursor, way);
    let last = studio.cursor;
    for (let to = last; to; to = next(floor, to, ARROWS[ENDS[key]])) last = to;
    return last;
  }

  function toggle(way) {
    const floor = canvas.floorOf(studio.cursor), [dx, dy] = way;
    const [x, y] = floor.middles.get(studio.cursor);
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

  function paint(key) {
    const like = (tool) => tool.aims === "cells" && tool.sign;
    const exact = tools().find((tool) => like(tool) && tool.sign === key);
    const begins = tools().find((tool) => like(tool) && tool.sign.toLowerCase().startsWith(key.toLowerCase()));
    const found = exact ?? begins;
    if (found) draw(found.name, studio.cursor);
    return Boolean(found);
  }

  // What Space and Enter do at the cursor. A line and a selection have two ends: each takes the key once.
  let begun = null; // { how, cell, passed }

  function press(how) {
    const tool = tools().find((each) => each.name === studio.tool);
    if (how === "pick") return strokes.pick([`${studio.cursor}+across`, `${studio.cursor}+upright`, studio.cursor]);
    if (how === "line" || how === "select") return end(how, tool);
    if (tool.aims === "cells") return studio.act("draw", { tool: tool.name, path: [studio.cursor], how: how === "fill" ? how : "stroke" });
    return studio.tell(say("Shift and an arrow draw on that side of the cell."));
  }

  function end(how, tool) {
    if (begun?.how !== how || canvas.floorOf(begun.cell) !== canvas.floorOf(studio.cursor)) {
      begun = { how, cell: studio.cursor, passed: new Set() };
      studio.tell(say("{cell} is one end. Move on and press again.", { cell: studio.cursor }));
    } else {
      const path = reach();
      begun = null;
      if (how === "line" && tool.aims !== "corners") draw(tool.name, ...path);
    }
    show();
  }

  function reach() {
    const floor = canvas.floorOf(begun.cell), to = floor.middles.get(studio.cursor);
    if (begun.how === "line") return floor.line(begun.cell, to);
    return floor.hexes ? [...begun.passed] : floor.boxed(floor.middles.get(begun.cell), to);
  }

  function show() {
    begun?.passed.add(studio.cursor);
    const one = begun && canvas.floorOf(begun.cell) === canvas.floorOf(studio.cursor);
    if (one && begun.how === "select") studio.change("selection", reach());
    canvas.mark("aims", one && begun.how === "line" ? reach() : [], "aim");
  }

  function cancel() {
    begun = null;
    studio.change("selection", []);
    studio.change("mode", "draw");
    canvas.mark("aims", [], "");
    strokes.foretell("", null);
  }

  function select(way) {
    if (begun?.how !== "select") begun = { how: "select", cell: studio.cursor, passed: new Set([studio.cursor]) };
    studio.change("cursor", next(canvas.floorOf(studio.cursor), studio.cursor, way) ?? studio.cursor);
    show();
  }

  const onBoard = () => document.activeElement?.classList.contains("floor");

  const typing = () => document.activeElement?.matches("input, textarea, select") || String(getSelection());

  // Copy, cut and paste; true where the key has done something.
  function clips(key) {
    const cells = studio.selection.length ? studio.selection : onBoard() ? [studio.cursor] : [];
    if (!cells.length && key !== "v") return undefined;
    begun = null; // the cursor goes on to where the copy is to lie
    if (key === "c") return studio.copy("copy", cells);
    if (key === "x") return studio.copy("cut", cells);
    return key === "v" ? studio.act("paste", { at: studio.keyboard ? studio.cursor : studio.here || studio.cursor }) : undefined;
  }

  function pressed(event) {
    if (document.body.classList.contains("playing")) return undefined;
    const control = event.ctrlKey || event.metaKey;
    const key = event.key.toLowerCase();
    if (control && key === "z") return studio.act(event.shiftKey ? "redo" : "undo");
    if (control && key === "y") return studio.act("redo");
    if (control && key === "s") return byId("save").click();
    if (control && !event.key.startsWith("Arrow")) return typing() ? undefined : clips(key);
    if (!onBoard()) return undefined;
    if (control) return select(ARROWS[event.key]) ?? true;
    if (event.altKey) return event.key === "Enter" ? press("pick") : undefined;
    if (event.key === "Escape") return cancel() ?? true;
    const floor = canvas.floorOf(studio.cursor);
    const moves = (floor.hexes && PAD[event.code]) || event.key;
    const way = ARROWS[moves] ?? (floor.hexes ? CORNERS[moves] : undefined);
    studio.keyboard = true;
    if (way && event.shiftKey) return toggle(way) ?? true;
    if (way || ENDS[moves]) {
      studio.change("cursor", goal(floor, moves) ?? studio.cursor);
      studio.change("here", studio.cursor);
      show();
      return true;
    }
    if (event.key === "Delete" || event.key === "Backspace") {
      if (studio.selection.length) studio.act("clear", { cells: studio.selection });
      else draw("eraser", studio.cursor);
      return true;
    }
    if (event.key === " " || event.key === "Enter") {
      press(!event.shiftKey ? studio.mode : event.key === " " ? "line" : "fill");
      return true;
    }
    if (event.key.length !== 1) return undefined;
    if (paint(event.key)) return true;
    if (event.key === "+" || event.key === "-") canvas.zoomBy(event.key === "+" ? 1.25 : 0.8);
    return event.key === "+" || event.key === "-";
  }

  // The cell of a floor at the place of the cursor on another one
  function across(floor) {
    const [x, y] = canvas.floorOf(studio.cursor)?.middles.get(studio.cursor) ?? [0, 0];
    return floor.cellAt([x, y]) ?? floor.cells.keys().next().value;
  }

  document.addEventListener("keydown", (event) => { if (pressed(event)) event.preventDefault(); });
  document.addEventListener("focusin", (event) => {
    if (event.target.matches(".floor:focus-visible")) studio.keyboard = true;
    const floor = canvas.floors.find(({ svg }) => svg === event.target);
    if (floor && studio.keyboard && !floor.cells.has(studio.cursor)) studio.cursor = across(floor);
    studio.change("cursor", studio.cursor);
  });
}
