// The keyboard: arrows move a cursor, Shift and an arrow toggle the border on that side, symbols paint.

const ARROWS = { ArrowRight: [1, 0], ArrowLeft: [-1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

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
      const along = (u - x) * dx + (v - y) * dy, aside = Math.abs((u - x) * dy) + Math.abs((v - y) * dx);
      if (along > floor.tile * 0.3 && aside < along * 1.01 && along + 2 * aside < best) {
        best = along + 2 * aside;
        found = other;
      }
    }
    return found;
  }

  function toggle(way) {
    const floor = studio.floorOf(studio.cursor), [dx, dy] = way;
    const [x, y] = floor.middles.get(studio.cursor);
    const bars = tools().find((tool) => tool.aims === "corners");
    const chosen = tools().find((tool) => tool.name === studio.tool);
    const lines = chosen?.aims === "borders" || chosen?.aims === "steps" ? chosen : tools().find((tool) => tool.aims === "borders");
    if (lines && floor.borders.size) {
      draw(lines.name, floor.borderAt([x + dx * floor.tile * 0.5, y + dy * floor.tile * 0.5]).name);
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
    const way = ARROWS[event.key];
    studio.keyboard = true;
    if (way && event.shiftKey) return toggle(way) ?? true;
    if (way) {
      const to = next(studio.floorOf(studio.cursor), studio.cursor, way);
      studio.change("cursor", to ?? studio.cursor);
      studio.change("here", studio.cursor);
      return true;
    }
    if (event.key === "Delete" || event.key === "Backspace") return draw("eraser", studio.cursor) ?? true;
    if (event.key === " " || event.key === "Enter") {
      const tool = tools().find((each) => each.name === studio.tool);
      if (tool?.aims === "cells") draw(tool.name, studio.cursor);
      return true;
    }
    return event.key.length === 1 ? paint(event.key) : undefined;
  }

  document.addEventListener("keydown", (event) => { if (pressed(event)) event.preventDefault(); });
  document.addEventListener("focusin", (event) => {
    if (event.target.matches(".floor:focus-visible")) studio.keyboard = true;
    studio.change("cursor", studio.cursor);
  });
}
