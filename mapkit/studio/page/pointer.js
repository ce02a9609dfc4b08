// Mouse, finger and pen: what they pass becomes the path of a stroke, and is drawn at once.

import { learnPens, node, shape } from "./board.js";

export function pointer(studio) {
  const place = document.getElementById("board");
  let stroke = null; // { floor, tool, path, pointer, last }
  const fingers = new Map(); // where each finger is
  let panning = false; // whether fingers move the board, until all are lifted

  const tool = (name = studio.tool) => studio.scene.tools?.find((each) => each.name === name);

  // The spot that a tool aims at; while dragging, borders count only where the pointer runs along their middle.
  function spot(floor, aims, at, dragging) {
    if (aims === "corners") return floor.cornerAt(at);
    if (aims === "borders") {
      const found = floor.borderAt(at);
      const near = found.far < floor.tile * 0.3 && found.along > 0.2 && found.along < 0.8;
      return !dragging || near ? found.name : null;
    }
    return floor.cellAt(at);
  }

  // An eraser rubs out a border where it points close to one that bears something, else the cell.
  function erased(floor, at) {
    const { name, far } = floor.borderAt(at);
    return name && far < Math.max(floor.tile * 0.16, Math.min(floor.pixels(12), floor.tile * 0.3)) && studio.scene.words[name] ? name : floor.cellAt(at);
  }

  function pass(at) {
    const { floor, using, path } = stroke;
    const name = using.name === "eraser" ? erased(floor, at) : spot(floor, using.aims, at, path.length > 0);
    if (name && !path.includes(name)) {
      if (using.aims === "corners" && path.length) return;
      path.push(name);
      ink(name);
    }
  }

  // Own ink: the picture of the tool itself where it has one.
  function ink(name) {
    const { floor, using } = stroke;
    const gone = using.name === "eraser" || (using.aims !== "cells" && takes());
    floor.layers.inks.append(floor.draw(name, gone ? "ink gone" : "ink"));
    const sample = studio.scene.samples[using.sample];
    if (sample && floor.cells.has(name)) {
      const corners = floor.cells.get(name);
      const x = Math.min(...corners.filter((_, i) => i % 2 === 0)), y = Math.min(...corners.filter((_, i) => i % 2));
      learnPens(sample.pens);
      floor.layers.inks.append(node("g", { class: "picture", transform: `translate(${x} ${y})` }, ...sample.shapes.map(shape)));
    }
  }

  // Whether a stroke that began on something of its own takes away.
  function takes() {
    const [first] = stroke.path;
    return first.includes("|") && (studio.scene.words[first] ?? "") === stroke.using.words;
  }

  function aim(floor, event) {
    const using = tool();
    if (!using || event.pointerType === "touch") return;
    const at = floor.point(event);
    const name = using.name === "eraser" ? erased(floor, at)
      : using.aims === "steps" ? floor.borderAt(at).name : spot(floor, using.aims, at, false);
    studio.mark("aims", name ? [name] : [], "aim");
    const cell = floor.cellAt(at) ?? "";
    if (cell !== studio.here) studio.change("here", cell);
  }

  function drop() {
    for (const floor of studio.floors) floor.fill("inks", []);
    stroke = null;
  }

  function begin(floor, event) {
    if (event.pointerType === "pen") studio.pen = true;
    if (event.pointerType === "touch") {
      fingers.set(event.pointerId, [event.clientX, event.clientY]);
      panning ||= fingers.size > 1 || Boolean(studio.pen); // a second finger never draws, nor any where there is a pen
      if (panning) return stroke?.touch ? drop() : undefined;
    } else if (stroke?.touch) {
      drop(); // the hand that holds the pen
    }
    if (stroke) return drop();
    const using = tool(event.button === 2 || event.button === 5 ? "eraser" : studio.tool);
    if (!using || (event.button !== 0 && using.name !== "eraser")) return;
    event.preventDefault();
    floor.svg.focus({ preventScroll: true });
    floor.svg.setPointerCapture(event.pointerId);
    studio.keyboard = false;
    studio.mark("aims", [], "");
    studio.mark("shows", [], "");
    const touch = event.pointerType === "touch";
    stroke = { floor, using, path: [], pointer: event.pointerId, touch, last: floor.point(event) };
    if (using.aims === "steps") stroke.border = floor.borderAt(stroke.last).name;
    pass(stroke.last);
    const cell = floor.cellAt(stroke.last);
    if (cell) studio.change("cursor", cell);
  }

  // Fingers move the board with them; two that part bring it closer.
  function pan(event) {
    const before = spread();
    fingers.set(event.pointerId, [event.clientX, event.clientY]);
    const after = spread();
    if (stroke) return; // a pen draws while the hand lies on the board
    place.scrollBy(before.x - after.x, before.y - after.y);
    if (before.far && after.far) studio.zoomBy(after.far / before.far, after.x, after.y);
  }

  function spread() {
    const [[x, y], [u, v] = [x, y]] = fingers.values();
    return { x: (x + u) / 2, y: (y + v) / 2, far: Math.hypot(u - x, v - y) };
  }

  function lifted(event) {
    fingers.delete(event.pointerId);
    if (!fingers.size) panning = false;
  }

  function move(floor, event) {
    if (panning && fingers.has(event.pointerId)) return pan(event);
    if (!stroke) return aim(floor, event);
    if (event.pointerId !== stroke.pointer) return;
    for (const each of event.getCoalescedEvents?.() ?? [event]) {
      const [x, y] = stroke.last, to = stroke.floor.point(each);
      const steps = Math.ceil(Math.hypot(to[0] - x, to[1] - y) / (stroke.floor.tile / 4));
      for (let i = 1; i <= steps; i++) pass([x + (to[0] - x) * i / steps, y + (to[1] - y) * i / steps]);
      stroke.last = to;
    }
  }

  async function end(event) {
    lifted(event);
    if (!stroke || event.pointerId !== stroke.pointer) return;
    const { using, path, border, floor } = stroke;
    stroke = null;
    const passed = border && path.length < 2 ? [border] : path;
    if (passed.length) await studio.act("draw", { tool: using.name, path: passed });
    if (!stroke) floor.fill("inks", []);
  }

  studio.watch(["floors"], () => {
    for (const floor of studio.floors) {
      const { svg } = floor;
      svg.addEventListener("pointerdown", (event) => begin(floor, event));
      svg.addEventListener("pointermove", (event) => move(floor, event));
      svg.addEventListener("pointerup", end);
      svg.addEventListener("pointercancel", (event) => { lifted(event); if (stroke?.pointer === event.pointerId) drop(); });
      svg.addEventListener("pointerleave", () => { if (!stroke) studio.mark("aims", [], ""); });
      svg.addEventListener("contextmenu", (event) => event.preventDefault());
    }
  });
}
