// The keyboard: arrows move a cursor, Shift and an arrow toggle the border on that side, symbols paint. Among hexes the
// six ways are the arrows to the left and right, and the four keys at the corners of the number pad.

const ARROWS = { ArrowRight: [1, 0], ArrowLeft: [-1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
const UP = Math.sqrt(3) / 2;
const CORNERS = { Home: [-0.5, -UP], PageUp: [0.5, -UP], End: [-0.5, UP], PageDown: [0.5, UP] };
const PAD = { Numpad7: "Home", Numpad9: "PageUp", Numpad1: "End", Numpad3: "PageDown", Numpad4: "ArrowLeft", Numpad6: "ArrowRight" };
const ENDS = { Home: "ArrowLeft", End: "ArrowRight", PageUp: "ArrowUp", PageDown: "ArrowDown" };

export function keys(studio) {
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
    const floor = studio.floorOf(studio.cursor), [dx, dy] = way;
    const [x, y] = floor.middles.get(studio.cursor);
    const bars = tools().find((tool) => tool.aims === "corners");
    const chosen = tools().find((tool) => tool.name === studio.tool);
    const lines = chosen?.aims === "borders" || chosen?.aims === "steps" ? chosen : tools().find((tool) => tool.aims === "borders");
    const deep = floor.tile * (floor.hexes ? UP : 0.5);
    if (lines && floor.borders.size) {
      draw(lines.name, floor.borderAt([x + dx * deep, y + dy * deep]).name);
    } else if (bars) {
      const from = dx < 0 || dy > 0 ? next(floor, studio.cursor, way) : studio.cursor;
      draw(bars.name, from && `${from}+${dx ? "upright" : "across"}`);
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

  function pressed(event) {
    const control = event.ctrlKey || event.metaKey;
    const key = event.key.toLowerCase();
    if (control && key === "z") return studio.act(event.shiftKey ? "redo" : "undo");
    if (control && key === "y") return studio.act("redo");
    if (control && key === "s") return document.getElementById("save").click();
    if (control || event.altKey || !document.activeElement?.classList.contains("floor")) return undefined;
    const floor = studio.floorOf(studio.cursor);
    const moves = (floor.hexes && PAD[event.code]) || event.key;
    const way = ARROWS[moves] ?? (floor.hexes ? CORNERS[moves] : undefined);
    studio.keyboard = true;
    if (way && event.shiftKey) return toggle(way) ?? true;
    if (way || ENDS[moves]) {
      studio.change("cursor", goal(floor, moves) ?? studio.cursor);
      studio.change("here", studio.cursor);
      return true;
    }
    if (event.key === "Delete" || event.key === "Backspace") return draw("eraser", studio.cursor) ?? true;
    if (event.key === " " || event.key === "Enter") {
      const tool = tools().find((each) => each.name === studio.tool);
      if (tool?.aims === "cells") draw(tool.name, studio.cursor);
      return true;
    }
    if (event.key.length !== 1) return undefined;
    if (paint(event.key)) return true;
    if (event.key === "+" || event.key === "-") studio.zoomBy(event.key === "+" ? 1.25 : 0.8);
    return event.key === "+" || event.key === "-";
  }

  document.addEventListener("keydown", (event) => { if (pressed(event)) event.preventDefault(); });
  document.addEventListener("focusin", (event) => {
    if (event.target.matches(".floor:focus-visible")) studio.keyboard = true;
    studio.change("cursor", studio.cursor);
  });
}
