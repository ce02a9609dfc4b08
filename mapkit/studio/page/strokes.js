// Mouse, finger and pen: what they pass becomes the path of a stroke, and is drawn at once.

import { sure } from "./controls.js";
import { byId, say } from "./elements.js";

/** @import { Point, Scene, Spot, Tool } from "../messages.js" */
/** @import { Floor } from "./floor.js" */
/** @import { Session, Mode } from "./session.js" */
/** @import { Canvas } from "./canvas.js" */
/** @typedef {NonNullable<Scene["clip"]>} Clip */
/**
 * @typedef {{ floor: Floor, using: Tool, how: Mode | "move", path: Spot[], pointer: number, touch: boolean, start: Point, last: Point,
 *   cell: string, to: string, picks?: Spot[], before: string[], border?: Spot | null }} Stroke `before` was selected already; what
 *   moves goes from one cell to another; a stroke that `picks` takes a tool, unless it goes on
 */

const PAUSE = 40; // milliseconds that a pointer rests before the studio asks what would be wrong there

/** @param {Session & { canvas: Canvas }} studio */
export function strokes(studio) {
  const { canvas } = studio;
  /** @type {Stroke | null} */
  let stroke = null;
  /** @type {Map<number, Point>} */
  const fingers = new Map(); // where each finger is
  let pen = false; // whether there is a pen: then fingers never draw
  let panning = false; // whether fingers move the board, until all are lifted

  const tool = (name = studio.tool) => studio.scene.tools?.find((each) => each.name === name);

  /**
   * The spot that a tool aims at; in a stroke, borders count only where the pointer runs along their middle.
   * @param {Floor} floor @param {Tool["aims"]} aims @param {Point} at @param {Spot[]} [path]
   */
  function spot(floor, aims, at, path) {
    if (aims === "corners") return floor.cornerAt(at);
    if (aims === "borders") {
      const { name, far, along } = floor.borderAt(at);
      return !path || (along > 0.2 && along < 0.8 && (!path.length || far < floor.tile * 0.3)) ? name : null;
    }
    return floor.cellAt(at);
  }

  /** An eraser rubs out a border where it points close to one that bears something, else the cell. @param {Floor} floor @param {Point} at */
  function erased(floor, at) {
    const [bar] = barsThere(floor, at);
    if (bar) return bar;
    const { name, far } = floor.borderAt(at);
    return name && far < Math.max(floor.tile * 0.16, Math.min(floor.pixels(12), floor.tile * 0.3)) && studio.scene.words[name] ? name : floor.cellAt(at);
  }

  /** @param {Stroke} stroke @param {Point} at @param {boolean} [straight] */
  function pass(stroke, at, straight) {
    const { floor, using, how, path } = stroke;
    if (how === "select") return select(stroke, at);
    if (how === "move") return carry(stroke, floor.cellAt(at));
    if (how === "fill" && path.length) return;
    if (using.aims === "corners") return hold(stroke, floor.cornerAt(at));
    if (straight && path.length) return replace(stroke, floor.line(path[0], at));
    const name = using.name === "eraser" ? erased(floor, at) : spot(floor, using.aims, at, path);
    if (name && !path.includes(name)) {
      path.push(name);
      ink(stroke, name);
    }
  }

  /** Squares are selected in a box, hexes one by one as the pointer passes them. @param {Stroke} stroke @param {Point} at */
  function select({ floor, path, start, before }, at) {
    const cell = floor.cellAt(at);
    if (cell) path.push(cell);
    studio.change("selection", [...new Set([...before, ...(floor.hexes ? path : floor.boxed(start, at))])]);
  }

  /** What is selected follows the pointer until it is lifted. @param {Stroke} stroke @param {string | null} to */
  function carry(stroke, to) {
    if (!to || to === stroke.to) return;
    stroke.to = to;
    const { floor, cell } = stroke, [x, y] = floor.middle(cell);
    ghost(floor, to, studio.selection.map((each) => {
      const from = sure(canvas.floorOf(each)), [u, v] = from.middle(each);
      return [(u - x) / floor.step, (v - y) / floor.step, from.number - floor.number, ""];
    }));
  }

  /**
   * Where a stamp, or what is moved, would come to lie: cells and lines, in steps from a cell.
   * @param {Floor} floor @param {string} at @param {Clip["cells"]} cells @param {Clip["lines"]} [lines]
   */
  function ghost(floor, at, cells, lines = []) {
    const [x, y] = floor.middle(at), parts = canvas.floors.map(() => /** @type {(Node | null)[]} */ ([]));
    for (const [dx, dy, up, kind] of cells) {
      const there = canvas.floors[floor.number + up], cell = there?.cellAt([x + dx * there.step, y + dy * there.step]);
      if (cell) parts[there.number].push(there.draw(cell, "aim ghost"), there.sampled(cell, studio.scene.samples[kind]));
    }
    for (const [dx, dy, up] of lines) {
      const there = canvas.floors[floor.number + up], found = there?.borderAt([x + dx * there.step, y + dy * there.step]);
      if (found?.name && found.far < there.tile * 0.1) parts[there.number].push(there.draw(found.name, "ink"));
    }
    for (const each of canvas.floors) each.fill("aims", parts[each.number]);
  }

  /** The stamp in hand over a cell; over none, nothing. @param {string} cell */
  function stamp(cell) {
    const floor = canvas.floorOf(cell), { clip } = studio.scene;
    if (clip && floor && studio.mode === "stamp") ghost(floor, cell, clip.cells, clip.lines);
    else canvas.mark("aims", [], "");
  }

  /** @param {Stroke} stroke @param {Spot[]} path */
  function replace(stroke, path) {
    stroke.path = path;
    stroke.floor.fill("inks", []);
    for (const name of path) ink(stroke, name);
  }

  /** A bar is held until the pointer is lifted: it follows, and says what would be wrong. @param {Stroke} stroke @param {Spot | null} name */
  function hold(stroke, name) {
    if (name === stroke.path[0]) return;
    replace(stroke, name ? [name] : []);
    foretell(stroke.using.name, name);
  }

  /** Own ink: the picture of the tool itself where it has one. @param {Stroke} stroke @param {Spot} name */
  function ink({ floor, using, path: [first] }, name) {
    const own = first.includes("|") && (studio.scene.words[first] ?? "") === using.words; // what a stroke begins on, it takes away
    const gone = using.name === "eraser" || (using.aims !== "cells" && own);
    floor.layers.inks.append(floor.draw(name, gone ? "ink gone" : "ink") ?? "");
    floor.layers.inks.append(floor.sampled(name, studio.scene.samples[using.sample]) ?? "");
  }

  /** @param {Floor} floor @param {PointerEvent} event */
  function aim(floor, event) {
    const using = tool();
    if (!using || event.pointerType === "touch") return;
    const at = floor.point(event), cell = floor.cellAt(at) ?? "";
    const name = event.altKey || studio.mode === "pick" ? there(floor, at)[0] : studio.mode === "select" ? cell
      : using.name === "eraser" ? erased(floor, at)
      : using.aims === "steps" ? floor.borderAt(at).name : spot(floor, using.aims, at);
    if (studio.mode === "stamp" && !event.altKey) stamp(cell);
    else canvas.mark("aims", name ? [name] : [], "aim");
    floor.svg.classList.toggle("holds", studio.mode === "select" && studio.selection.includes(cell));
    foretell(using.name, using.aims === "corners" && studio.mode === "draw" ? name : null);
    if (cell !== studio.here) studio.change("here", cell);
  }

  function drop() {
    for (const floor of canvas.floors) {
      floor.fill("inks", []);
      if (stroke?.how === "move") floor.fill("aims", []);
    }
    stroke = null;
    foretell("", null);
  }

  /** What may be meant at a point, the smallest thing first. @param {Floor} floor @param {Point} at */
  function there(floor, at) {
    return [...barsThere(floor, at), erased(floor, at), floor.cellAt(at)].filter((name) => name !== null);
  }

  /** @param {Floor} floor @param {Point} at */
  function barsThere(floor, at) {
    if (!studio.scene.tools.some((each) => each.aims === "corners")) return [];
    return floor.barsAt(at).filter((name) => studio.scene.words[name.split("+")[0]]);
  }

  /** @param {Spot[]} path */
  async function pick(path) {
    const before = studio.tool, { picked } = await studio.act("pick", { path, tool: before });
    if (!picked || studio.tool !== before) return;
    studio.change("mode", "draw");
    studio.change("tool", picked);
    studio.tell(tool()?.words ?? "");
  }

  // What would be wrong with a bar, before it is laid

  const why = byId("why");
  let asked = { key: "", answer: /** @type {Promise<string[]>} */ (Promise.resolve([])) };
  let told = "", aimed = "", waits = 0;

  /** @param {string} using @param {Spot} name */
  function foresee(using, name) {
    const key = `${using} ${name} ${studio.scene.version}`;
    if (asked.key !== key) {
      const answer = studio.ask("foresee", { tool: using, path: [name] });
      asked = { key, answer: answer.then(({ foreseen, refused = "" }) => foreseen ?? [refused], () => []) };
    }
    return asked.answer;
  }

  /** @param {Spot} name @param {string[]} faults */
  function warn(name, faults, more = "") {
    told = faults.length ? name : "";
    why.textContent = [...faults.slice(0, 2), more].filter(Boolean).join(" ");
    why.hidden = !faults.length;
    for (const floor of canvas.floors) floor.svg.classList.toggle("wrong", faults.length > 0);
  }

  /** Tell of the bar that a pointer rests on; of none, nothing. @param {string} using @param {Spot | null} name */
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

  /** Lay a bar; one that would be wrong says why first, and is laid when it is asked for once more. @param {string} using @param {Spot} name */
  async function lay(using, name) {
    clearTimeout(waits);
    const careful = name !== told;
    warn("", []);
    const { foreseen } = await studio.act("draw", { tool: using, path: [name], careful });
    if (foreseen?.length && (!aimed || aimed === name)) warn(name, foreseen, say("Once more lays it all the same."));
  }

  /** @param {Floor} floor @param {PointerEvent} event */
  function begin(floor, event) {
    if (event.pointerType === "pen") pen = true;
    if (event.pointerType === "touch") {
      fingers.set(event.pointerId, [event.clientX, event.clientY]);
      panning ||= fingers.size > 1 || pen; // a second finger never draws, nor any where there is a pen
      if (panning) {
        if (stroke?.touch) drop();
        return;
      }
    } else if (stroke?.touch) {
      drop(); // the hand that holds the pen
    }
    if (stroke) return drop();
    const erases = event.button === 2 || event.button === 5, using = tool(erases ? "eraser" : studio.tool);
    if (!using || (event.button !== 0 && !erases)) return;
    const how = erases ? "draw" : event.altKey ? "pick" : studio.mode;
    event.preventDefault();
    floor.svg.focus({ preventScroll: true });
    studio.keyboard = false;
    const start = floor.point(event), cell = floor.cellAt(start) ?? "";
    if (cell) studio.change("cursor", cell);
    if (how === "pick") return void pick(there(floor, start));
    floor.svg.setPointerCapture(event.pointerId);
    canvas.mark("aims", [], "");
    canvas.mark("shows", [], "");
    const touch = event.pointerType === "touch";
    const before = how === "select" && event.shiftKey ? studio.selection : [];
    stroke = { floor, using, how, path: [], pointer: event.pointerId, touch, start, last: start, cell, to: cell, before };
    if (how === "stamp") return;
    if (how === "select" && !event.shiftKey && studio.selection.includes(cell)) stroke.how = "move";
    else if (event.button === 2) stroke.picks = there(floor, start);
    else if (["steps", "borders"].includes(using.aims)) stroke.border = floor.borderAt(start).name;
    if (!stroke.picks) pass(stroke, start);
  }

  /** Fingers move the board with them; two that part bring it closer. @param {PointerEvent} event */
  function pan(event) {
    const before = spread();
    fingers.set(event.pointerId, [event.clientX, event.clientY]);
    const after = spread();
    if (stroke) return; // a pen draws while the hand lies on the board
    canvas.scrollBy(before.x - after.x, before.y - after.y);
    if (before.far && after.far) canvas.zoomBy(after.far / before.far, after.x, after.y);
  }

  function spread() {
    const [[x, y] = [0, 0], [u, v] = [x, y]] = fingers.values();
    return { x: (x + u) / 2, y: (y + v) / 2, far: Math.hypot(u - x, v - y) };
  }

  /** @param {PointerEvent} event */
  function lifted(event) {
    fingers.delete(event.pointerId);
    if (!fingers.size) panning = false;
  }

  /** @param {Floor} floor @param {PointerEvent} event */
  function move(floor, event) {
    if (panning && fingers.has(event.pointerId)) return pan(event);
    if (!stroke) return aim(floor, event);
    if (event.pointerId !== stroke.pointer || stroke.how === "stamp") return;
    if (stroke.picks) { // a click takes the tool of what is there, dragging erases
      if (there(stroke.floor, stroke.floor.point(event))[0] === stroke.picks[0]) return;
      stroke.picks = undefined;
      pass(stroke, stroke.start);
    }
    if (stroke.how === "line" || (stroke.how === "draw" && event.shiftKey)) return pass(stroke, stroke.floor.point(event), true);
    for (const each of event.getCoalescedEvents?.() ?? [event]) {
      const [x, y] = stroke.last, to = stroke.floor.point(each);
      const steps = Math.ceil(Math.hypot(to[0] - x, to[1] - y) / (stroke.floor.tile / 4));
      for (let i = 1; i <= steps; i++) pass(stroke, [x + (to[0] - x) * i / steps, y + (to[1] - y) * i / steps]);
      stroke.last = to;
    }
  }

  /** @param {PointerEvent} event */
  async function end(event) {
    lifted(event);
    if (!stroke || event.pointerId !== stroke.pointer) return;
    const { using, how, path, border, floor, cell, to, picks } = stroke;
    stroke = null;
    const passed = border && path.length < (using.aims === "steps" ? 2 : 1) ? [border] : path;
    if (how === "select") return;
    if (picks) return pick(picks);
    if (how === "stamp") return void (cell && studio.act("paste", { at: cell }));
    if (how === "move") {
      canvas.mark("aims", [], "");
      return to !== cell ? studio.move(cell, to) : studio.change("selection", [cell]);
    }
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
  studio.watch(["mode", "clip"], () => stamp(studio.keyboard ? studio.cursor : studio.here));

  /** Let go of what is being drawn or carried; returns whether there was any. */
  function letGo() {
    const held = Boolean(stroke);
    if (held) drop();
    return held;
  }
  return { pick, lay, foretell, stamp, letGo };
}
