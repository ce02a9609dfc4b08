// A floor of the board: its layers, and what lies where. On the picture lies what is blank, undecided, lit, aimed at and
// just drawn.

import { grouped, sure } from "./controls.js";
import { pointOn, svgElement } from "./elements.js";
import { learnPens, middle, shape } from "./picture.js";

/** @import { Corners, Layout, Point, Sample, Spot } from "../messages.js" */

const UP = Math.sqrt(3) / 2;
const AXES = /** @type {Point[]} */ ([[1, 0], [0, 1]]), AXES_OF_HEXES = /** @type {Point[]} */ ([[1, 0], [0.5, UP], [0.5, -UP]]);
const LAYERS = /** @type {const} */ (["grid", "blanks", "photo", "picture", "plays", "asks", "lights", "locks", "selects", "shows", "doubts", "aims", "inks", "cursors"]);
/** @typedef {typeof LAYERS[number]} Layer */

const layers = () => /** @type {Record<Layer, SVGGElement>} */ (Object.fromEntries(LAYERS.map((name) => [name, svgElement("g",
  { class: name === "picture" ? name : `overlay ${name}`, ...(name === "grid" ? {} : { "aria-hidden": true }) })])));

export class Floor {
  /** @param {Layout} layout @param {number} number @param {Floor} [was] the same floor before its layout changed */
  constructor(layout, number, was) {
    this.number = number;
    this.svg = was?.svg ?? svgElement("svg", { class: "floor", tabindex: 0, role: "grid", "aria-readonly": false });
    this.layers = was?.layers ?? layers();
    this.svg.append(...Object.values(this.layers));
    this.layout = layout;
    this.svg.setAttribute("viewBox", layout.seen.join(" "));
    this.ratio = layout.seen[2] / layout.seen[3];
    this.cells = new Map(Object.entries(layout.cells));
    this.borders = new Map(Object.entries(layout.borders));
    const [first] = this.cells.values(), [x1, y1, x2, y2] = first;
    this.tile = Math.hypot(x2 - x1, y2 - y1);
    this.layers.blanks.replaceChildren();
    this.svg.dataset.tile = String(this.tile);
    this.middles = new Map([...this.cells].map(([cell, corners]) => [cell, middle(corners)]));
    this.edges = new Map([...this.borders].map(([name, ends]) => [name, middle(ends)]));
    this.hexes = first.length === 12;
    this.step = this.hexes ? this.tile * 2 * UP : this.tile; // from the middle of a cell to that of the next
    this.layers.picture.id = `picture-${number}`;
    // The cells in rows, for people who hear the board
    const rows = grouped([...this.cells], ([cell]) => this.middle(cell)[1].toFixed(1));
    this.told = new Map([...this.cells].map(([cell, corners]) => [cell,
      svgElement("polygon", { role: "gridcell", id: `cell-${cell}`, points: corners.join(" "), "aria-label": cell })]));
    this.layers.grid.replaceChildren(...[...rows.values()].map((cells) =>
      svgElement("g", { role: "row" }, ...cells.map(([cell]) => sure(this.told.get(cell))))));
  }

  /** The middle of a cell of this floor. @param {string} cell */
  middle(cell) {
    return sure(this.middles.get(cell));
  }

  /** How many pixels a length on the screen takes on the board @param {number} number */
  pixels(number) {
    return number / (this.svg.clientWidth / this.layout.seen[2]);
  }

  /** @param {MouseEvent} event */
  point(event) {
    return pointOn(this.svg, event);
  }

  /** @param {Point} point */
  cellAt([x, y]) {
    for (const [cell, corners] of this.cells) if (inside(corners, x, y)) return cell;
    return null;
  }

  /** @param {Point} point */
  borderAt([x, y]) {
    /** @type {{ name: Spot | null, far: number, along: number }} */
    let found = { name: null, far: Infinity, along: 0 };
    for (const [name, [x1, y1, x2, y2]] of this.borders) {
      const long = (x2 - x1) ** 2 + (y2 - y1) ** 2;
      const along = ((x - x1) * (x2 - x1) + (y - y1) * (y2 - y1)) / long;
      const kept = Math.min(1, Math.max(0, along));
      const far = Math.hypot(x - x1 - kept * (x2 - x1), y - y1 - kept * (y2 - y1));
      if (far < found.far) found = { name, far, along };
    }
    return found.far < this.tile * 0.75 ? found : { name: null, far: Infinity, along: 0 };
  }

  /** The upper right corner of a cell that other cells meet in, with the way a bar over it would lie. @param {Point} point */
  cornerAt([x, y]) {
    let found = null, best = this.tile * 0.75;
    for (const [cell, corners] of this.cells) {
      const [cx, cy] = [corners[2], corners[3]];
      const far = Math.hypot(x - cx, y - cy);
      if (far < best && this.cellAt([cx + this.tile / 2, cy - this.tile / 2])) {
        best = far;
        found = `${cell}+${Math.abs(x - cx) >= Math.abs(y - cy) ? "across" : "upright"}`;
      }
    }
    return found;
  }

  /** The bars that may lie under a point, the nearest first. @param {Point} point */
  barsAt([x, y]) {
    /** @type {[number, Spot][]} */
    const found = [];
    for (const [cell, corners] of this.cells) {
      const [right, up] = [Math.abs(x - corners[2]), Math.abs(y - corners[3])], near = this.tile * 0.2;
      if (right < this.tile && up < near) found.push([up, `${cell}+across`]);
      if (up < this.tile && right < near) found.push([right, `${cell}+upright`]);
    }
    return found.sort(([one], [other]) => one - other).map(([, name]) => name);
  }

  /** What is drawn on a cell: its sample, or nothing. @param {string} cell @param {Sample | undefined} sample */
  sampled(cell, sample) {
    const corners = this.cells.get(cell);
    if (!sample || !corners) return null;
    const x = Math.min(...corners.filter((_, i) => i % 2 === 0)), y = Math.min(...corners.filter((_, i) => i % 2));
    learnPens(sample.pens);
    return svgElement("g", { class: "picture", transform: `translate(${x} ${y})` }, ...sample.shapes.map(shape));
  }

  /** The cells whose middles lie in the box between two points; a point in a cell stands for its middle. @param {Point} one @param {Point} other */
  boxed(one, other) {
    const [[x, y], [u, v]] = [one, other].map((point) => this.middles.get(this.cellAt(point) ?? "") ?? point);
    const within = (/** @type {number} */ at, /** @type {number} */ from, /** @type {number} */ to) => at > Math.min(from, to) - this.tile * 0.1 && at < Math.max(from, to) + this.tile * 0.1;
    return [...this.middles].filter(([, [a, b]]) => within(a, x, u) && within(b, y, v)).map(([cell]) => cell);
  }

  /**
   * The spots from the first one straight on towards a point: along a row or a column, among hexes along a row of them.
   * @param {Spot} first @param {Point} point @returns {Spot[]}
   */
  line(first, [x, y]) {
    const ends = this.borders.get(first), middles = ends ? this.edges : this.middles;
    const from = middles.get(first);
    if (!from) return [first];
    // Borders that only lie side by side, like the rungs of a ladder, are no line.
    /** @param {Point} way */
    const ladder = ([dx, dy]) => ends && Math.abs((ends[2] - ends[0]) * dx + (ends[3] - ends[1]) * dy) < this.tile * 0.1;
    /** @param {Point} way @param {Point} to */
    const along = ([dx, dy], [u, v]) => (u - from[0]) * dx + (v - from[1]) * dy;
    const ways = (this.hexes ? AXES_OF_HEXES : AXES).filter((way) => !ladder(way));
    const best = ways.reduce((one, other) => (Math.abs(along(other, [x, y])) > Math.abs(along(one, [x, y])) ? other : one));
    const far = along(best, [x, y]), sign = Math.sign(far) || 1, turned = /** @type {Point} */ ([-best[1], best[0]]);
    const reach = Math.abs(far) + (this.hexes ? this.tile * UP : this.tile / 2) / (ends && this.hexes ? 2 : 1);
    return [...middles].map(([name, at]) => ({ name, ahead: along(best, at) * sign, aside: Math.abs(along(turned, at)) }))
      .filter(({ ahead, aside }) => aside < this.tile * 0.1 && ahead > -this.tile * 0.1 && ahead < reach)
      .sort((one, other) => one.ahead - other.ahead).map(({ name }) => name);
  }

  /** What draws a spot: the shape of a cell, a border or a bar. @param {Spot} name @param {string} looks */
  draw(name, looks) {
    const corners = this.cells.get(name), ends = this.borders.get(name);
    if (corners) return svgElement("polygon", { class: looks, points: corners.join(" ") });
    if (ends) {
      const [x1, y1, x2, y2] = ends;
      return svgElement("line", { class: looks, x1, y1, x2, y2 });
    }
    const [cell, lies] = name.split("+"), over = this.cells.get(cell);
    if (!lies || !over) return null;
    const [, , x, y] = over;
    const [dx, dy] = lies === "across" ? [this.tile * 0.94, 0] : [0, this.tile * 0.94];
    return svgElement("line", { class: looks, x1: x - dx, y1: y - dy, x2: x + dx, y2: y + dy });
  }

  /** Tint the cells that are blank; those that stay so are not touched. @param {Set<string>} blank */
  tint(blank) {
    const tinted = new Map([...this.layers.blanks.children].map((each) => [each.getAttribute("data-cell") ?? "", each]));
    for (const [cell, each] of tinted) if (!blank.has(cell)) each.remove();
    for (const [cell, corners] of this.cells) {
      if (!blank.has(cell) || tinted.has(cell)) continue;
      this.layers.blanks.append(svgElement("polygon", { class: "blank", points: corners.join(" "), "data-cell": cell }));
    }
  }

  /** @param {Layer} layer @param {(Node | null | undefined)[]} nodes */
  fill(layer, nodes) {
    this.layers[layer].replaceChildren(...nodes.filter((each) => each !== null && each !== undefined));
  }
}

/** @param {Corners} corners @param {number} x @param {number} y */
function inside(corners, x, y) {
  let within = false;
  for (let i = 0, j = corners.length - 2; i < corners.length; j = i, i += 2) {
    const [ax, ay, bx, by] = [corners[i], corners[i + 1], corners[j], corners[j + 1]];
    if (ay > y !== by > y && x < (bx - ax) * (y - ay) / (by - ay) + ax) within = !within;
  }
  return within;
}
