// A floor of the board: its layers, and what lies where. On the picture lies what is blank, undecided, lit, aimed at and
// just drawn.

import { pointOn, svgElement } from "./elements.js";

const UP = Math.sqrt(3) / 2;
const AXES = [[1, 0], [0, 1]], AXES_OF_HEXES = [[1, 0], [0.5, UP], [0.5, -UP]];
const LAYERS = ["grid", "blanks", "photo", "picture", "asks", "lights", "locks", "selects", "shows", "doubts", "aims", "inks", "cursors"];

export class Floor {
  constructor(layout, number) {
    this.number = number;
    this.svg = svgElement("svg", { class: "floor", tabindex: 0, role: "grid", "aria-readonly": false });
    this.layers = {};
    for (const name of LAYERS) {
      this.layers[name] = svgElement("g", { class: name === "picture" ? name : `overlay ${name}` });
      if (name !== "grid") this.layers[name].setAttribute("aria-hidden", true);
      this.svg.append(this.layers[name]);
    }
    this.place(layout);
  }

  place(layout) {
    this.layout = layout;
    this.svg.setAttribute("viewBox", layout.seen.join(" "));
    this.ratio = layout.seen[2] / layout.seen[3];
    this.cells = new Map(Object.entries(layout.cells));
    this.borders = new Map(Object.entries(layout.borders));
    const [x1, y1, x2, y2] = this.cells.values().next().value;
    this.tile = Math.hypot(x2 - x1, y2 - y1);
    this.layers.blanks.replaceChildren();
    this.svg.dataset.tile = this.tile;
    this.middles = new Map([...this.cells].map(([cell, corners]) => [cell, middle(corners)]));
    this.edges = new Map([...this.borders].map(([name, ends]) => [name, middle(ends)]));
    this.hexes = this.cells.values().next().value.length === 12;
    this.rows();
  }

  // The cells in rows, for people who hear the board.
  rows() {
    const rows = new Map();
    this.told = new Map();
    for (const [cell, corners] of this.cells) {
      const high = this.middles.get(cell)[1].toFixed(1);
      if (!rows.has(high)) rows.set(high, svgElement("g", { role: "row" }));
      const made = svgElement("polygon", { role: "gridcell", id: `cell-${cell}`, points: corners.join(" "), "aria-label": cell });
      this.told.set(cell, made);
      rows.get(high).append(made);
    }
    this.layers.grid.replaceChildren(...rows.values());
  }

  // How many pixels a length on the screen takes on the board
  pixels(number) {
    return number / (this.svg.clientWidth / this.layout.seen[2]);
  }

  point(event) {
    return pointOn(this.svg, event);
  }

  cellAt([x, y]) {
    for (const [cell, corners] of this.cells) if (inside(corners, x, y)) return cell;
    return null;
  }

  borderAt([x, y]) {
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

  // The upper right corner of a cell that other cells meet in, with the way a bar over it would lie.
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

  // The bars that may lie under a point, the nearest first.
  barsAt([x, y]) {
    const found = [];
    for (const [cell, corners] of this.cells) {
      const [right, up] = [Math.abs(x - corners[2]), Math.abs(y - corners[3])], near = this.tile * 0.2;
      if (right < this.tile && up < near) found.push([up, `${cell}+across`]);
      if (up < this.tile && right < near) found.push([right, `${cell}+upright`]);
    }
    return found.sort(([one], [other]) => one - other).map(([, name]) => name);
  }

  // The cells whose middles lie in the box between two points; a point in a cell stands for its middle.
  boxed(one, other) {
    const [[x, y], [u, v]] = [one, other].map((point) => this.middles.get(this.cellAt(point)) ?? point);
    const within = (at, from, to) => at > Math.min(from, to) - this.tile * 0.1 && at < Math.max(from, to) + this.tile * 0.1;
    return [...this.middles].filter(([, [a, b]]) => within(a, x, u) && within(b, y, v)).map(([cell]) => cell);
  }

  // The spots from the first one straight on towards a point: along a row or a column, among hexes along a row of them.
  line(first, [x, y]) {
    const ends = this.borders.get(first), middles = ends ? this.edges : this.middles;
    if (!middles.has(first)) return [first];
    const [fromX, fromY] = middles.get(first);
    // Borders that only lie side by side, like the rungs of a ladder, are no line.
    const ladder = ([dx, dy]) => ends && Math.abs((ends[2] - ends[0]) * dx + (ends[3] - ends[1]) * dy) < this.tile * 0.1;
    const along = ([dx, dy], [u, v]) => (u - fromX) * dx + (v - fromY) * dy;
    const ways = (this.hexes ? AXES_OF_HEXES : AXES).filter((way) => !ladder(way));
    const best = ways.reduce((one, other) => (Math.abs(along(other, [x, y])) > Math.abs(along(one, [x, y])) ? other : one));
    const far = along(best, [x, y]), sign = Math.sign(far) || 1, turned = [-best[1], best[0]];
    const reach = Math.abs(far) + (this.hexes ? this.tile * UP : this.tile / 2) / (ends && this.hexes ? 2 : 1);
    return [...middles].map(([name, at]) => [along(best, at) * sign, name, Math.abs(along(turned, at))])
      .filter(([ahead, , aside]) => aside < this.tile * 0.1 && ahead > -this.tile * 0.1 && ahead < reach)
      .sort(([one], [other]) => one - other).map(([, name]) => name);
  }

  // What draws a spot: the shape of a cell, a border or a bar.
  draw(name, looks) {
    if (this.cells.has(name)) {
      return svgElement("polygon", { class: looks, points: this.cells.get(name).join(" ") });
    }
    if (this.borders.has(name)) {
      const [x1, y1, x2, y2] = this.borders.get(name);
      return svgElement("line", { class: looks, x1, y1, x2, y2 });
    }
    const [cell, lies] = name.split("+");
    if (!lies || !this.cells.has(cell)) return null;
    const [x, y] = this.cells.get(cell).slice(2, 4);
    const [dx, dy] = lies === "across" ? [this.tile * 0.94, 0] : [0, this.tile * 0.94];
    return svgElement("line", { class: looks, x1: x - dx, y1: y - dy, x2: x + dx, y2: y + dy });
  }

  // Tint the cells that are blank; those that stay so are not touched.
  tint(blank) {
    const tinted = new Map([...this.layers.blanks.children].map((each) => [each.dataset.cell, each]));
    for (const [cell, each] of tinted) if (!blank.has(cell)) each.remove();
    for (const cell of this.cells.keys()) {
      if (!blank.has(cell) || tinted.has(cell)) continue;
      const made = this.draw(cell, "blank");
      made.dataset.cell = cell;
      this.layers.blanks.append(made);
    }
  }

  fill(layer, nodes) {
    this.layers[layer].replaceChildren(...nodes.filter(Boolean));
  }
}

export function middle(corners) {
  let x = 0, y = 0;
  for (let i = 0; i < corners.length; i += 2) { x += corners[i]; y += corners[i + 1]; }
  return [2 * x / corners.length, 2 * y / corners.length];
}

function inside(corners, x, y) {
  let within = false;
  for (let i = 0, j = corners.length - 2; i < corners.length; j = i, i += 2) {
    const [ax, ay, bx, by] = [corners[i], corners[i + 1], corners[j], corners[j + 1]];
    if (ay > y !== by > y && x < (bx - ax) * (y - ay) / (by - ay) + ax) within = !within;
  }
  return within;
}
