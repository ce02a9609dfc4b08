// The board: mapkit's own picture of each floor, and over it what is blank, undecided, lit, aimed at and just drawn.

import { node, say, words } from "./elements.js";

export function shape([kind, pen, ...where]) {
  if (kind === "path") return node("path", { class: `pen-${pen}`, d: where[0] });
  if (kind === "circle") return node("circle", { class: `pen-${pen}`, cx: where[0], cy: where[1], r: where[2] });
  const [x, y, size, text, bold, anchor, turn] = where;
  const made = node("text", { class: `pen-${pen} letters`, x, y, "font-size": size, "text-anchor": anchor });
  if (bold) made.setAttribute("font-weight", 700);
  if (turn) made.setAttribute("transform", `rotate(${turn} ${x} ${y})`);
  made.textContent = text;
  return made;
}

// The pens of mapkit's theme become rules of a style sheet; the page's policy allows no others but its own file.
const sheet = new CSSStyleSheet();
const known = new Map();
export function learnPens(pens) {
  const before = known.size;
  for (const [name, pen] of Object.entries(pens ?? {})) known.set(name, pen);
  if (known.size === before) return;
  sheet.replaceSync([...known].map(([name, pen]) => {
    const line = pen.stroke
      ? `stroke:${pen.stroke};stroke-width:${pen.line};stroke-linecap:${pen.cap};stroke-dasharray:${pen.dash || "none"}` +
        (pen.cap === "round" ? "" : ";stroke-linejoin:miter")
      : "stroke:none";
    return `.pen-${name}{fill:${pen.fill ?? "none"};${line}}.pen-${name}.letters{fill:${pen.stroke ?? pen.fill};stroke:none}`;
  }).join("\n"));
  document.adoptedStyleSheets = [sheet];
}

// Put splices into a picture: each is a place, how many shapes go there, and those that come.
export function patch(picture, splices) {
  for (const [at, gone, come] of splices) {
    for (let i = 0; i < gone; i++) picture.childNodes[at].remove();
    const next = picture.childNodes[at] ?? null;
    for (const each of come) picture.insertBefore(shape(each), next);
  }
}

const UP = Math.sqrt(3) / 2;
const AXES = [[1, 0], [0, 1]], AXES_OF_HEXES = [[1, 0], [0.5, UP], [0.5, -UP]];
const TARGET = 24; // the least width of a cell on the screen, in pixels
const LAYERS = ["grid", "blanks", "photo", "picture", "asks", "lights", "locks", "selects", "shows", "doubts", "aims", "inks", "cursors"];

class Floor {
  constructor(layout, number) {
    this.number = number;
    this.svg = node("svg", { class: "floor", tabindex: 0, role: "grid", "aria-readonly": false });
    this.layers = {};
    for (const name of LAYERS) {
      this.layers[name] = node("g", { class: name === "picture" ? name : `overlay ${name}` });
      if (name !== "grid") this.layers[name].setAttribute("aria-hidden", true);
      this.svg.append(this.layers[name]);
    }
    this.figure = document.createElement("figure");
    this.figure.append(this.svg);
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
      if (!rows.has(high)) rows.set(high, node("g", { role: "row" }));
      const made = node("polygon", { role: "gridcell", id: `cell-${cell}`, points: corners.join(" "), "aria-label": cell });
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
    const spot = new DOMPoint(event.clientX, event.clientY).matrixTransform(this.svg.getScreenCTM().inverse());
    return [spot.x, spot.y];
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
      return node("polygon", { class: looks, points: this.cells.get(name).join(" ") });
    }
    if (this.borders.has(name)) {
      const [x1, y1, x2, y2] = this.borders.get(name);
      return node("line", { class: looks, x1, y1, x2, y2 });
    }
    const [cell, lies] = name.split("+");
    if (!lies || !this.cells.has(cell)) return null;
    const [x, y] = this.cells.get(cell).slice(2, 4);
    const [dx, dy] = lies === "across" ? [this.tile * 0.94, 0] : [0, this.tile * 0.94];
    return node("line", { class: looks, x1: x - dx, y1: y - dy, x2: x + dx, y2: y + dy });
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

function middle(corners) {
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

export function board(studio) {
  const place = document.getElementById("board");
  studio.floors = [];
  studio.zoom = 1;

  studio.floorOf = (name) => {
    const cell = name.split(/[|+]/)[0];
    return studio.floors.find((floor) => floor.cells.has(cell));
  };

  // Draw spots on the layer of every floor; `looks` is the class of each.
  studio.mark = (layer, names, looks) => {
    for (const floor of studio.floors) floor.fill(layer, names.map((name) => floor.draw(name, looks)));
  };

  studio.watch(["layout"], (scene) => {
    if (studio.floors.length !== scene.layout.length) {
      studio.floors = scene.layout.map((layout, number) => new Floor(layout, number));
      place.replaceChildren(...studio.floors.map((floor) => {
        if (scene.layout.length > 1) {
          floor.figure.prepend(words("figcaption", say("Floor {number}", { number: floor.number + 1 })));
        }
        return floor.figure;
      }));
      studio.change("floors", studio.floors);
    } else {
      scene.layout.forEach((layout, number) => studio.floors[number].place(layout));
    }
    if (!studio.cursor || !studio.floorOf(studio.cursor)) studio.cursor = Object.keys(scene.layout[0].cells)[0];
    fit();
  });

  // A floor is as large as it fits; several share the room.
  function fit() {
    if (!place.clientWidth) return; // something else is shown in its place
    const many = studio.floors.length || 1;
    const wide = place.clientWidth - 40, high = place.clientHeight - 76 - (many > 1 ? 26 : 0);
    const across = Math.min(many, Math.max(1, Math.round(Math.sqrt(many * wide / Math.max(1, high)))));
    const down = Math.ceil(many / across);
    for (const floor of studio.floors) {
      const room = Math.min((wide - 20 * (across - 1)) / across, ((high - 46 * (down - 1)) / down) * floor.ratio);
      const width = Math.max(220, room, TARGET * floor.layout.seen[2] / floor.tile) * studio.zoom;
      floor.svg.setAttribute("width", width);
      floor.svg.setAttribute("height", width / floor.ratio);
    }
  }
  new ResizeObserver(fit).observe(place);

  // Zoom so that what is seen at a point of the screen stays there; without one, the middle of the board.
  studio.zoomBy = (ratio, x, y) => {
    const { left, top, width, height } = place.getBoundingClientRect();
    const at = [x ?? left + width / 2, y ?? top + height / 2], edges = (floor) => floor.svg.getBoundingClientRect();
    const floor = studio.floors.find((each) => edges(each).right > at[0] && edges(each).bottom > at[1]) ?? studio.floors[0];
    const before = edges(floor);
    studio.zoom = Math.min(8, Math.max(0.25, studio.zoom * ratio));
    fit();
    const after = edges(floor), grown = after.width / before.width;
    place.scrollBy(after.left + (at[0] - before.left) * grown - at[0], after.top + (at[1] - before.top) * grown - at[1]);
  };
  for (const [id, ratio] of [["closer", 1.25], ["farther", 0.8]]) {
    document.getElementById(id).addEventListener("click", () => studio.zoomBy(ratio));
  }
  document.getElementById("whole").addEventListener("click", () => studio.zoomBy(1 / studio.zoom));
  place.addEventListener("wheel", (event) => {
    if (!event.ctrlKey) return;
    event.preventDefault();
    studio.zoomBy(Math.exp(-event.deltaY / 300), event.clientX, event.clientY);
  }, { passive: false });

  // What the grid says of each cell
  studio.watch(["told", "retold", "layout"], (scene, { told, retold }) => {
    for (const floor of studio.floors) {
      floor.svg.setAttribute("aria-label", studio.floors.length > 1
        ? say("Floor {number}", { number: floor.number + 1 }) : say("The board"));
      for (const [cell, words] of Object.entries(told ?? retold ?? scene.told)) {
        floor.told.get(cell)?.setAttribute("aria-label", words);
      }
    }
  });

  studio.watch(["marks", "splices", "pens"], (scene, changes) => {
    learnPens(changes.pens);
    if (changes.marks) {
      changes.marks.forEach((marks, number) => studio.floors[number].layers.picture.replaceChildren(...marks.map(shape)));
    }
    (changes.splices ?? []).forEach((splices, number) => {
      patch(studio.floors[number].layers.picture, splices);
    });
    for (const floor of studio.floors) floor.fill("inks", []);
  });

  studio.watch(["blank", "undecided", "layout"], (scene) => {
    for (const floor of studio.floors) {
      floor.tint(new Set(scene.blank));
      const asks = scene.undecided.filter((name) => floor.borders.has(name)).map((name) => {
        const [x1, y1, x2, y2] = floor.borders.get(name);
        const made = node("text", { class: "undecided", x: (x1 + x2) / 2, y: (y1 + y2) / 2 + 1.8 });
        made.textContent = "?";
        return made;
      });
      floor.fill("asks", asks);
    }
  });

  // Faults are lit where they are; blank cells are not, since each shows that it is blank.
  studio.watch(["faults", "blank", "layout"], (scene) => {
    const blank = new Set(scene.blank);
    const places = new Set(scene.faults.map((fault) => fault.place).filter((name) => name && !blank.has(name)));
    studio.mark("lights", [...places], "lit");
    studio.mark("shows", [], "");
  });

  studio.watch(["selection", "layout"], (scene, { layout }) => {
    if (layout) studio.selection = studio.selection.filter((cell) => studio.floorOf(cell));
    studio.mark("selects", studio.selection, "selected");
  });
  studio.watch(["mode"], () => { place.dataset.mode = studio.mode; });

  studio.watch(["cursor", "layout"], () => {
    const at = document.activeElement?.classList.contains("floor");
    studio.mark("cursors", at && studio.keyboard ? [studio.cursor] : [], "cursor");
    for (const floor of studio.floors) {
      const cell = floor.told.get(studio.cursor);
      if (!cell) floor.svg.removeAttribute("aria-activedescendant");
      else floor.svg.setAttribute("aria-activedescendant", cell.id);
      if (cell && at && studio.keyboard) cell.scrollIntoView({ block: "nearest", inline: "nearest" });
    }
  });
}
