// The player's own sheet: an empty board of squares or hexes on which they draw. It is kept in this phone alone.
//
// Cells are counted along two axes, `across` and `down`. A border has the sum of its two cells as its name.

import { button, byId, pointOn, say, svgElement } from "./elements.js";

/** @import { Point, SheetForm } from "../messages.js" */
/** @typedef {{ walls: Record<string, "walls" | "opens">, signs: Record<string, string>, me: Point | null }} Page */
/** @typedef {{ line?: string | null, cell?: Point | null, kind?: "walls" | "opens" | null, across?: number }} Stroke */

const MOST_UNDO = 100;
/**
 * What is drawn in cells and on borders: how far one step down leads, the sides of cells, the way each key goes, which cells
 * there are, and the first cell of the cursor.
 * @typedef {{ down: Point, side: number, steps: Record<string, Point>, has: (form: SheetForm, i: number, j: number) => boolean,
 *   middle: (form: SheetForm) => Point }} Board
 */
/** @type {Record<SheetForm["shape"], Board>} */
const BOARDS = {
  square: {
    down: [0, 1], side: 1,
    steps: { ArrowRight: [1, 0], ArrowDown: [0, 1], ArrowLeft: [-1, 0], ArrowUp: [0, -1] },
    has: ({ columns, rows }, i, j) => i >= 0 && j >= 0 && i < columns && j < rows,
    middle: ({ columns, rows }) => [Math.floor(columns / 2), Math.floor(rows / 2)],
  },
  hex: {
    down: [1 / 2, Math.sqrt(3) / 2], side: 1 / Math.sqrt(3),
    steps: { ArrowRight: [1, 0], PageDown: [0, 1], End: [-1, 1], ArrowLeft: [-1, 0], Home: [0, -1], PageUp: [1, -1] },
    has: ({ columns: n }, i, j) => Math.abs(i) <= n && Math.abs(j) <= n && Math.abs(i + j) <= n,
    middle: () => [0, 0],
  },
};

/** @returns {Page} */
const blank = () => ({ walls: {}, signs: {}, me: null });

/** @param {(words: string) => void} problem */
export function playerSheet(problem) {
  const paper = byId("paper"), tools = /** @type {NodeListOf<HTMLButtonElement>} */ (document.querySelectorAll("[data-tool]"));
  let form = /** @type {SheetForm} */ ({}), board = BOARDS.square; // once there is a name
  let name = "", kept = { pages: [blank()], notes: "" }, at = 0, tool = "wall", cursor = /** @type {Point} */ ([0, 0]), seen = [0, 0, 1, 1];
  /** @type {string[]} */
  let undo = [];

  // --- what is kept ------------------------------------------------------------------------------------------------

  /** @param {string} game @param {SheetForm} shape */
  function open(game, shape) {
    [name, form, board, at, undo] = [`mapkit ${game}`, shape, BOARDS[shape.shape], 0, []];
    kept = { pages: Array.from({ length: form.floors }, blank), notes: "" };
    try {
      kept = { ...kept, ...JSON.parse(localStorage.getItem(name) ?? "{}") };
    } catch { /* what cannot be read is no drawing of ours */ }
    cursor = board.middle(form);
    byId("notes").value = kept.notes;
    byId("sign").value ||= form.signs[0];
    byId("signs").replaceChildren(...form.signs.map((sign) => new Option(sign)));
    const [left, top, right, bottom] = edges();
    const [x, y] = centre(...cursor), most = form.named ? Infinity : 9;
    const wide = Math.min(right - left, most), high = Math.min(bottom - top, most);
    seen = form.named ? [left, top, wide, high] : [x - wide / 2, y - high / 2, wide, high];
    numbers();
  }

  function keep() {
    try {
      localStorage.setItem(name, JSON.stringify(kept));
    } catch {
      problem(say("This phone has no room to keep the drawing."));
    }
  }

  /** @param {(page: Page) => void} draw */
  function change(draw) {
    undo = [...undo.slice(1 - MOST_UNDO), JSON.stringify(kept.pages)];
    draw(kept.pages[at]);
    keep();
    show();
  }

  // --- where things lie --------------------------------------------------------------------------------------------

  /** @param {number} i @param {number} j @returns {Point} */
  const centre = (i, j) => [i + j * board.down[0], j * board.down[1]];
  const has = (/** @type {number} */ i, /** @type {number} */ j) => board.has(form, i, j);

  function cells() {
    const n = Math.max(form.columns, form.rows), found = /** @type {Point[]} */ ([]);
    for (let j = -n; j <= n; j++) for (let i = -n; i <= n; i++) if (has(i, j)) found.push([i, j]);
    return found;
  }

  function edges() {
    const spots = cells().map((cell) => centre(...cell)), xs = spots.map(([x]) => x), ys = spots.map(([, y]) => y);
    const rim = form.named ? 1.1 : 0.6;
    return [Math.min(...xs) - rim, Math.min(...ys) - rim, Math.max(...xs) + rim, Math.max(...ys) + rim];
  }

  /** The two ends of the border on one side of a cell. @param {number} i @param {number} j @param {Point} step */
  function ends(i, j, [u, v]) {
    const [x, y] = centre(i, j), [dx, dy] = centre(u, v), half = board.side / 2;
    return [x + dx / 2 - dy * half, y + dy / 2 + dx * half, x + dx / 2 + dy * half, y + dy / 2 - dx * half];
  }

  /** @param {number} i @param {number} j @param {Point} step */
  const border = (i, j, [u, v]) => `${2 * i + u},${2 * j + v}`;

  /** @param {number} x @param {number} y */
  function cellAt(x, y) {
    const far = (/** @type {Point} */ [a, b]) => Math.hypot(centre(a, b)[0] - x, centre(a, b)[1] - y);
    const best = cells().reduce((one, other) => (far(other) < far(one) ? other : one));
    return far(best) < 0.75 ? best : null;
  }

  /** The border that is pointed at, unless its corners are as near. @param {number} x @param {number} y */
  function borderAt(x, y) {
    const cell = cellAt(x, y);
    if (!cell) return null;
    let best = "", least = 0.36;
    for (const step of Object.values(board.steps)) {
      const [a, b, c, d] = ends(...cell, step), far = Math.hypot((a + c) / 2 - x, (b + d) / 2 - y);
      if (far < least) [best, least] = [border(...cell, step), far];
    }
    return best;
  }

  // --- the picture -------------------------------------------------------------------------------------------------

  function show() {
    if (!name) return;
    const page = kept.pages[at], every = cells(), lines = { walls: "", opens: "" };
    let grid = "";
    for (const [i, j] of every) {
      for (const step of Object.values(board.steps)) {
        const [a, b, c, d] = ends(i, j, step).map((each) => Math.round(each * 100) / 100), path = `M${a} ${b}L${c} ${d}`;
        grid += path;
        const kind = page.walls[border(i, j, step)];
        if (kind) lines[kind] += path;
      }
    }
    const parts = /** @type {SVGElement[]} */ ([svgElement("path", { class: "grid", d: grid })]);
    if (form.named) parts.push(...names(every));
    for (const kind of /** @type {const} */ (["walls", "opens"])) parts.push(svgElement("path", { class: kind, d: lines[kind] }));
    /** @param {string} looks @param {Point} cell @param {number} r */
    const circle = (looks, cell, r) => {
      const [cx, cy] = centre(...cell);
      parts.push(svgElement("circle", { class: looks, cx, cy, r }));
    };
    if (page.me) circle("me", page.me, 0.34);
    for (const [cell, sign] of Object.entries(page.signs)) {
      const [i, j] = cell.split(","), [x, y] = centre(Number(i), Number(j));
      parts.push(svgElement("text", { x, y }, sign));
    }
    if (document.activeElement === paper) circle("cursor", cursor, 0.44);
    paper.setAttribute("viewBox", seen.join(" "));
    paper.replaceChildren(...parts);
    byId("back").disabled = !undo.length;
    for (const each of tools) each.setAttribute("aria-pressed", String(each.dataset.tool === tool));
  }

  /** @param {Point[]} every */
  function names(every) {
    /** @param {number} x @param {number} y @param {string} words */
    const label = (x, y, words) => svgElement("text", { class: "name", x, y }, words);
    if (form.shape === "hex") {
      const n = form.columns;
      return every.map(([i, j]) => label(centre(i, j)[0], centre(i, j)[1] + 0.34, String.fromCharCode(97 + n - j) + (n + i + 1)));
    }
    return [...form.across.map((text, i) => label(i, form.rows - 0.25, text)), ...form.down.map((text, j) => label(-0.75, j, text))];
  }

  function numbers() {
    byId("numbers").replaceChildren(...kept.pages.map((_, number) => button(String(number + 1), () => turn(number),
      { label: say("Sheet {number}", { number: number + 1 }), "aria-pressed": number === at })));
  }

  /** @param {number} to */
  function turn(to) {
    at = to;
    numbers();
    show();
  }

  // --- drawing -----------------------------------------------------------------------------------------------------

  /** What a stroke does to the first place that it comes to, it does to the others. @param {Page} page @param {number} x @param {number} y @returns {Stroke} */
  function begun(page, x, y) {
    const line = borderAt(x, y), cell = cellAt(x, y), kind = tool === "wall" ? "walls" : tool === "open" ? "opens" : null;
    if (kind) return { line, kind: line && page.walls[line] === kind ? null : kind };
    if (tool === "erase") return { line, cell, kind: null };
    return { cell };
  }

  const sign = () => byId("sign").value.trim() || "•";

  /** @param {Page} page @param {Stroke} stroke @param {number} x @param {number} y */
  function draw(page, stroke, x, y) {
    const cell = cellAt(x, y), line = along(stroke, borderAt(x, y));
    if (tool === "me") page.me = cell ?? page.me;
    else if (tool === "mark") { if (cell) page.signs[`${cell}`] = sign(); } else {
      if (line) {
        if (stroke.kind) page.walls[line] = stroke.kind;
        else delete page.walls[line];
      }
      if (tool === "erase" && cell && !line) {
        delete page.signs[`${cell}`];
        if (`${page.me}` === `${cell}`) page.me = null;
      }
    }
  }

  /** Walls between squares go straight on: a stroke takes no border that lies across the first one. @param {Stroke} stroke @param {string | null} line */
  function along(stroke, line) {
    if (!line || form.shape !== "square") return line;
    const across = Math.abs(Number(line.split(",")[0])) % 2;
    stroke.across ??= across;
    return stroke.across === across ? line : null;
  }

  /** @type {Map<number, Point>} */
  const fingers = new Map();
  const put = (/** @type {PointerEvent} */ event) => fingers.set(event.pointerId, [event.clientX, event.clientY]);
  /** @type {Stroke | null} */
  let stroke = null;

  paper.onpointerdown = (event) => {
    paper.setPointerCapture(event.pointerId);
    put(event);
    if (fingers.size > 1) {
      if (stroke) takeBack(); // a second finger never draws
      stroke = null;
      return;
    }
    const there = pointOn(paper, event);
    change((page) => {
      stroke = begun(page, ...there);
      draw(page, stroke, ...there);
    });
  };

  paper.onpointermove = (event) => {
    if (!fingers.has(event.pointerId)) return;
    const before = [...fingers.values()];
    put(event);
    if (fingers.size === 2) return pinch(before, [...fingers.values()]);
    if (!stroke) return;
    draw(kept.pages[at], stroke, ...pointOn(paper, event));
    show();
  };

  paper.onpointerup = paper.onpointercancel = (event) => {
    fingers.delete(event.pointerId);
    if (stroke) keep();
    stroke = null;
  };

  /** @param {Point[]} before @param {Point[]} after */
  function pinch([a, b], [c, d]) {
    const scale = 1 / (paper.getScreenCTM()?.a ?? 1), apart = (/** @type {Point} */ one, /** @type {Point} */ other) => Math.hypot(one[0] - other[0], one[1] - other[1]) || 1;
    zoom(apart(a, b) / apart(c, d));
    seen[0] -= ((c[0] + d[0] - a[0] - b[0]) / 2) * scale;
    seen[1] -= ((c[1] + d[1] - a[1] - b[1]) / 2) * scale;
    show();
  }

  /** @param {number} by */
  function zoom(by) {
    const [x, y, wide, high] = seen, to = Math.max(2, Math.min(60, wide * by)) / wide;
    seen = [x + (wide - wide * to) / 2, y + (high - high * to) / 2, wide * to, high * to];
    show();
  }

  function takeBack() {
    if (!undo.length) return;
    kept.pages = JSON.parse(String(undo.pop()));
    keep();
    turn(Math.min(at, kept.pages.length - 1));
  }

  paper.onkeydown = (event) => {
    const step = board.steps[event.key], [i, j] = cursor;
    if (step && event.shiftKey) {
      const line = border(i, j, step);
      change((page) => { if (page.walls[line]) delete page.walls[line]; else page.walls[line] = "walls"; });
    } else if (step) {
      if (has(i + step[0], j + step[1])) cursor = [i + step[0], j + step[1]];
    } else if (event.key === "Enter" || event.key === " ") {
      change((page) => {
        if (tool === "me") page.me = cursor;
        else if (tool === "erase") delete page.signs[`${cursor}`];
        else page.signs[`${cursor}`] = sign();
      });
    } else return;
    event.preventDefault();
    show();
  };
  paper.onfocus = paper.onblur = show;

  function take(name = tool) {
    tool = name;
    show();
  }
  for (const each of tools) each.onclick = () => take(each.dataset.tool);
  byId("sign").onfocus = () => take("mark");
  byId("notes").oninput = () => {
    kept.notes = byId("notes").value;
    keep();
  };
  byId("back").onclick = takeBack;
  byId("closer").onclick = () => zoom(1 / 1.4);
  byId("farther").onclick = () => zoom(1.4);
  byId("clear").onclick = () => { if (confirm(say("Really empty this sheet?"))) change(() => { kept.pages[at] = blank(); }); };
  byId("more").onclick = () => {
    change(() => kept.pages.push(blank()));
    turn(kept.pages.length - 1);
  };

  return { open, show };
}
