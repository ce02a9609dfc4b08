// The canvas: the floors of the board in their place, how large they are, and what is marked on them.

import { sure } from "./controls.js";
import { byId, element, say, svgElement } from "./elements.js";
import { Floor } from "./floor.js";
import { learnPens, patch, shape } from "./picture.js";

/** @import { Scene, Spot } from "../messages.js" */
/** @import { Layer } from "./floor.js" */
/** @import { Session } from "./session.js" */

const TARGET = 24; // the least width of a cell on the screen, in pixels

export class Canvas {
  /** @type {Floor[]} */
  floors = [];
  #place = byId("board");
  #zoom = 1;
  #whole = 1; // the zoom that shows the whole map
  /** @type {[number, number] | null} */
  #grip = null; // where the pointer is that moves the board
  held = false; // whether Space is held, so that the mouse moves the board
  moved = false; // whether it has moved the board since
  #studio;

  /** @param {Session} studio */
  constructor(studio) {
    this.#studio = studio;
    studio.watch(["layout"], (scene) => this.#lay(scene));
    studio.watch(["told", "retold", "layout"], (scene, { told, retold }) => this.#describe(told ?? retold ?? scene.told));

    studio.watch(["marks", "splices", "pens"], (_, { pens, marks, splices }) => {
      learnPens(pens);
      this.floors.forEach((floor, number) => {
        if (marks) floor.layers.picture.replaceChildren(...marks[number].map(shape));
        if (splices) patch(floor.layers.picture, splices[number]);
        floor.fill("inks", []);
      });
    });

    studio.watch(["blank", "undecided", "layout"], (scene) => {
      for (const floor of this.floors) {
        floor.tint(new Set(scene.blank));
        floor.fill("asks", scene.undecided.filter((name) => floor.edges.has(name)).map((name) => {
          const [x, y] = sure(floor.edges.get(name));
          return svgElement("text", { class: "undecided", x, y: y + 1.8 }, "?");
        }));
      }
    });

    // Faults are lit where they are; blank cells are not, since each shows that it is blank.
    studio.watch(["faults", "blank", "layout"], (scene) => {
      const blank = new Set(scene.blank);
      const places = new Set(scene.faults.filter((fault) => !fault.coming).map((fault) => fault.place).filter((name) => name && !blank.has(name)));
      this.mark("lights", [...places], "lit");
      this.mark("shows", [], "");
    });

    studio.watch(["selection", "layout"], (_, { layout }) => {
      if (layout) studio.selection = studio.selection.filter((cell) => this.floorOf(cell));
      this.mark("selects", studio.selection, "selected");
    });
    studio.watch(["mode"], () => { this.#place.dataset.mode = studio.mode; });

    studio.watch(["cursor", "layout"], () => {
      const shown = document.activeElement?.classList.contains("floor") && studio.keyboard;
      this.mark("cursors", shown ? [studio.cursor] : [], "cursor");
      for (const floor of this.floors) {
        const cell = floor.told.get(studio.cursor);
        if (!cell) floor.svg.removeAttribute("aria-activedescendant");
        else floor.svg.setAttribute("aria-activedescendant", cell.id);
        if (cell && shown) cell.scrollIntoView({ block: "nearest", inline: "nearest" });
      }
    });

    new ResizeObserver(() => this.#fit()).observe(this.#place);
    byId("closer").onclick = () => this.zoomBy(1.25);
    byId("farther").onclick = () => this.zoomBy(0.8);
    byId("whole").onclick = () => this.zoomBy(this.#whole / this.#zoom);
    this.#place.addEventListener("wheel", (event) => {
      if (!event.ctrlKey) return;
      event.preventDefault();
      this.zoomBy(Math.exp(-event.deltaY / 300), event.clientX, event.clientY);
    }, { passive: false });
    this.#place.addEventListener("pointerdown", (event) => this.#grasp(event), true);
    this.#place.onmousedown = (event) => { if (event.button === 1) event.preventDefault(); }; // browsers scroll by themselves
    this.#place.onpointermove = (event) => {
      if (!this.#grip) return;
      this.scrollBy(this.#grip[0] - event.clientX, this.#grip[1] - event.clientY);
      this.#grip = [event.clientX, event.clientY];
    };
    this.#place.onlostpointercapture = () => { this.#grip = null; };
  }

  /** The middle button moves the board, and so does the left one while Space is held. @param {PointerEvent} event */
  #grasp(event) {
    if (event.button !== 1 && !(this.held && event.button === 0)) return;
    event.preventDefault();
    event.stopPropagation();
    this.#place.setPointerCapture(event.pointerId);
    this.#grip = [event.clientX, event.clientY];
    this.moved = true;
  }

  /** Whether Space is held; returns whether the board was moved meanwhile. @param {boolean} held */
  hold(held) {
    const { moved } = this;
    this.held = held;
    this.moved = false;
    this.#place.classList.toggle("held", held);
    return moved;
  }

  /** @param {Spot} name */
  floorOf(name) {
    const cell = name.split(/[|+]/)[0];
    return this.floors.find((floor) => floor.cells.has(cell));
  }

  /** Draw spots on the layer of every floor; `looks` is the class of each. @param {Layer} layer @param {Spot[]} names @param {string} looks */
  mark(layer, names, looks) {
    for (const floor of this.floors) floor.fill(layer, names.map((name) => floor.draw(name, looks)));
  }

  /**
   * Zoom so that what is seen at a point of the screen stays there; without one, the middle of the board.
   * @param {number} ratio @param {number} [x] @param {number} [y]
   */
  zoomBy(ratio, x, y) {
    const { left, top, width, height } = this.#place.getBoundingClientRect();
    const at = [x ?? left + width / 2, y ?? top + height / 2], edges = (/** @type {Floor} */ floor) => floor.svg.getBoundingClientRect();
    const floor = this.floors.find((each) => edges(each).right > at[0] && edges(each).bottom > at[1]) ?? this.floors[0];
    const before = edges(floor);
    this.#zoom = Math.min(8, Math.max(Math.min(0.25, this.#whole), this.#zoom * ratio));
    this.#fit();
    const after = edges(floor), grown = after.width / before.width;
    this.scrollBy(after.left + (at[0] - before.left) * grown - at[0], after.top + (at[1] - before.top) * grown - at[1]);
  }

  /** @param {number} right @param {number} down */
  scrollBy(right, down) {
    this.#place.scrollBy(right, down);
  }

  /** @param {Scene} scene */
  #lay({ layout }) {
    const same = this.floors.length === layout.length, cells = () => this.floors.flatMap(({ middles }) => [...middles.keys()]).join();
    const before = cells();
    this.floors = layout.map((each, number) => new Floor(each, number, same ? this.floors[number] : undefined));
    if (!same) this.#place.replaceChildren(...this.floors.map(({ svg, number }) => element("figure", {}, layout[number].name && element("figcaption", {}, layout[number].name), svg)));
    const studio = this.#studio;
    if (!studio.cursor || !this.floorOf(studio.cursor)) studio.cursor = Object.keys(layout[0].cells)[0];
    this.#fit();
    if (before && before !== cells()) this.zoomBy(this.#whole / this.#zoom); // a board of another size is seen whole
  }

  /** What the grid says of each cell @param {Record<string, string>} told */
  #describe(told) {
    for (const floor of this.floors) {
      floor.svg.setAttribute("aria-label", floor.layout.name || say("The board"));
      for (const [cell, words] of Object.entries(told)) floor.told.get(cell)?.setAttribute("aria-label", words);
    }
  }

  // A floor is as large as it fits; several share the room.
  #fit() {
    const { clientWidth, clientHeight } = this.#place;
    if (!clientWidth) return; // something else is shown in its place
    const many = this.floors.length || 1;
    const wide = clientWidth - 40, high = clientHeight - 76 - (many > 1 ? 26 : 0);
    const across = Math.min(many, Math.max(1, Math.round(Math.sqrt(many * wide / Math.max(1, high)))));
    const down = Math.ceil(many / across);
    this.#whole = 1;
    for (const floor of this.floors) {
      const room = Math.min((wide - 20 * (across - 1)) / across, ((high - 46 * (down - 1)) / down) * floor.ratio);
      const usual = Math.max(220, room, TARGET * floor.layout.seen[2] / floor.step), width = usual * this.#zoom;
      this.#whole = Math.min(this.#whole, room / usual);
      floor.svg.setAttribute("width", String(width));
      floor.svg.setAttribute("height", String(width / floor.ratio));
    }
    this.#studio.change("view", this.#zoom);
  }
}
