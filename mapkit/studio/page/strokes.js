// Mouse, finger and pen: what they pass becomes the path of a stroke, and is drawn at once.

import { byId, say, svgElement } from "./elements.js";
import { learnPens, shape } from "./picture.js";

const PAUSE = 40; // milliseconds that a pointer rests before the studio asks what would be wrong there

export function strokes(studio) {
  const { canvas } = studio;
  let stroke = null; // { floor, using, how, path, pointer, touch, start, last }
  const fingers = new Map(); // where each finger is
  let pen = false; // whether there is a pen: then fingers never draw
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
    const [bar] = barsThere(floor, at);
    if (bar) return bar;
    const { name, far } = floor.borderAt(at);
    return name && far < Math.max(floor.tile * 0.16, Math.min(floor.pixels(12), floor.tile * 0.3)) && studio.scene.words[name] ? name : floor.cellAt(at);
  }

  function pass(at, straight) {
    const { floor, using, how, path } = stroke;
    if (how === "select") return select(at);
    if (how === "fill" && path.length) return undefined;
    if (using.aims === "corners") return hold(floor.cornerAt(at));
    if (straight && path.length) return replace(floor.line(path[0], at));
    const name = using.name === "eraser" ? erased(floor, at) : spot(floor, using.aims, at, path.length > 0);
    if (name && !path.includes(name)) {
      path.push(name);
      ink(name);
    }
    return undefined;
  }

  // Squares are selected in a box, hexes one by one as the pointer passes them.
  function select(at) {
    const { floor, path, start, before } = stroke, cell = floor.cellAt(at);
    if (cell) path.push(cell);
    studio.change("selection", [...new Set([...before, ...(floor.hexes ? path : floor.boxed(start, at))])]);
  }

  function replace(path) {
    stroke.path = path;
    stroke.floor.fill("inks", []);
    path.forEach(ink);
  }

  // A bar is held until the pointer is lifted: it follows, and says what would be wrong.
  function hold(name) {
    if (name === stroke.path[0]) return;
    replace(name ? [name] : []);
    foretell(stroke.using.name, name);
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
      floor.layers.inks.append(svgElement("g", { class: "picture", transform: `translate(${x} ${y})` }, ...sample.shapes.map(shape)));
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
    const at = floor.point(event), cell = floor.cellAt(at) ?? "";
    const name = event.altKey || studio.mode === "pick" ? there(floor, at)[0] : studio.mode === "select" ? cell
      : using.name === "eraser" ? erased(floor, at)
      : using.aims === "steps" ? floor.borderAt(at).name : spot(floor, using.aims, at, false);
    canvas.mark("aims", name ? [name] : [], "aim");
    foretell(using.name, using.aims === "corners" && studio.mode === "draw" ? name : null);
    if (cell !== studio.here) studio.change("here", cell);
  }

  function drop() {
    for (const floor of canvas.floors) floor.fill("inks", []);
    stroke = null;
    foretell("", null);
  }

  // What may be meant at a point, the smallest thing first.
  function there(floor, at) {
    return [...barsThere(floor, at), erased(floor, at), floor.cellAt(at)].filter(Boolean);
  }

  function barsThere(floor, at) {
    if (!studio.scene.tools.some((each) => each.aims === "corners")) return [];
    return floor.barsAt(at).filter((name) => studio.scene.words[name.split("+")[0]]);
  }

  async function pick(path) {
    const before = studio.tool, { picked } = await studio.act("pick", { path, tool: before });
    if (!picked || studio.tool !== before) return;
    studio.change("mode", "draw");
    studio.change("tool", picked);
    studio.tell(tool()?.words ?? "");
  }

  // What would be wrong with a bar, before it is laid

  const why = byId("why");
  let asked = { key: "", answer: null }, told = "", aimed = "", waits = 0;

  function foresee(using, name) {
    const key = `${using} ${name} ${studio.scene.version}`;
    if (asked.key !== key) {
      const answer = studio.ask("foresee", { tool: using, path: [name] });
      asked = { key, answer: answer.then(({ foreseen, refused }) => foreseen ?? [refused], () => []) };
    }
    return asked.answer;
  }

  function warn(name, faults, more = "") {
    told = faults.length ? name : "";
    why.textContent = [...faults.slice(0, 2), more].filter(Boolean).join(" ");
    why.hidden = !faults.length;
    for (const floor of canvas.floors) floor.svg.classList.toggle("wrong", faults.length > 0);
  }

  // Tell of the bar that a pointer rests on; of none, nothing.
  function foretell(using, name) {
    if (name && name === told) return;
    clearTimeout(waits);
    warn("", []);
    aimed = name ?? "";
    if (name) waits = setTimeout(async () => {
      const now = waits, faults = await foresee(using, name);
      if (waits === now && aimed === name) warn(name, faults);
    }, PAUSE);
  }

  // Lay a bar; one that would be wrong says why first, and is laid when it is asked for once more.
  async function lay(using, name) {
    clearTimeout(waits);
    const careful = name !== told;
    warn("", []);
    const { foreseen } = await studio.act("draw", { tool: using, path: [name], careful });
    if (foreseen?.length && (!aimed || aimed === name)) warn(name, foreseen, say("Once more lays it all the same."));
  }

  function begin(floor, event) {
    if (event.pointerType === "pen") pen = true;
    if (event.pointerType === "touch") {
      fingers.set(event.pointerId, [event.clientX, event.clientY]);
      panning ||= fingers.size > 1 || pen; // a second finger never draws, nor any where there is a pen
      if (panning) return stroke?.touch ? drop() : undefined;
    } else if (stroke?.touch) {
      drop(); // the hand that holds the pen
    }
    if (stroke) return drop();
    const erases = event.button === 2 || event.button === 5, using = tool(erases ? "eraser" : studio.tool);
    if (!using || (event.button !== 0 && !erases)) return;
    const how = erases && ["pick", "select"].includes(studio.mode) ? "draw" : event.altKey ? "pick" : studio.mode;
    event.preventDefault();
    floor.svg.focus({ preventScroll: true });
    studio.keyboard = false;
    const start = floor.point(event), cell = floor.cellAt(start);
    if (cell) studio.change("cursor", cell);
    if (how === "pick") return void pick(there(floor, start));
    floor.svg.setPointerCapture(event.pointerId);
    canvas.mark("aims", [], "");
    canvas.mark("shows", [], "");
    const touch = event.pointerType === "touch";
    const before = how === "select" && event.shiftKey ? studio.selection : [];
    stroke = { floor, using, how, path: [], pointer: event.pointerId, touch, start, last: start, before };
    if (using.aims === "steps") stroke.border = floor.borderAt(start).name;
    pass(start);
  }

  // Fingers move the board with them; two that part bring it closer.
  function pan(event) {
    const before = spread();
    fingers.set(event.pointerId, [event.clientX, event.clientY]);
    const after = spread();
    if (stroke) return; // a pen draws while the hand lies on the board
    canvas.scrollBy(before.x - after.x, before.y - after.y);
    if (before.far && after.far) canvas.zoomBy(after.far / before.far, after.x, after.y);
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
    if (stroke.how === "line" || (stroke.how === "draw" && event.shiftKey)) return pass(stroke.floor.point(event), true);
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
    const { using, how, path, border, floor } = stroke;
    stroke = null;
    const passed = border && path.length < 2 ? [border] : path;
    if (how === "select") return;
    if (passed.length && using.aims === "corners") await lay(using.name, passed[0]);
    else if (passed.length) await studio.act("draw", { tool: using.name, path: passed, how: how === "fill" ? "fill" : "stroke" });
    if (!stroke) floor.fill("inks", []);
  }

  studio.watch(["layout"], () => {
    for (const floor of canvas.floors) {
      const { svg } = floor;
      svg.onpointerdown = (event) => begin(floor, event);
      svg.onpointermove = (event) => move(floor, event);
      svg.onpointerup = end;
      svg.onpointercancel = (event) => { lifted(event); if (stroke?.pointer === event.pointerId) drop(); };
      svg.onpointerleave = () => {
        if (stroke) return;
        canvas.mark("aims", [], "");
        foretell("", null);
      };
      svg.oncontextmenu = (event) => event.preventDefault();
    }
  });
  return { pick, lay, foretell };
}
