// Doubts of a photo: in a list with pieces of the photo, and as frames on the board. Each is settled by a click.

import { focusOn, quiet, row, whilePointed } from "./controls.js";
import { button, byId, element, say, svgElement } from "./elements.js";

/** @import { Doubt, Scene } from "../messages.js" */
/** @import { Floor } from "./floor.js" */
/** @import { Studio } from "./main.js" */

/** @type {Record<string, string>} */
const SIGNS = { ">": "→", "<": "←", "^": "↑", v: "↓", ".": "·" };

/** @param {Studio} studio */
export function photoDoubts(studio) {
  const { canvas } = studio, panel = byId("photo");
  let chosen = ""; // the spot of the doubt whose readings are shown on the board

  /** @param {Doubt} doubt @param {number} number @param {MouseEvent} event */
  function settle(doubt, number, event) {
    if (event.detail > 1) return; // the second click of a double one is meant for the doubt that was here
    const { doubts } = studio.scene.photo, at = doubts.findIndex((each) => each.spot === doubt.spot);
    const next = doubts[at + 1] ?? doubts[at - 1];
    const listed = panel.contains(/** @type {Node} */ (event.target));
    const onward = event.detail === 0 ? next : undefined; // a key leads on to the next doubt
    studio.act("photo_settle", { spot: doubt.spot, number }).then(() => {
      if (listed) focusOn(panel, `[data-spot="${CSS.escape(next?.spot ?? "")}"] .way`);
      else pick(onward ? onward.spot : "", Boolean(onward));
    });
  }

  /** @param {Doubt} doubt */
  function ways(doubt) {
    if (!doubt.ways.length) return [quiet(say("It cannot be read: draw what stands there."))];
    return [row(...doubt.ways.map((way, number) => {
      const text = way.sign ? [element("b", {}, SIGNS[way.sign] ?? way.sign), ` ${way.words}`] : [way.words];
      const about = { className: way.out ? "way out" : "way", "data-key": `${doubt.spot} ${number}` };
      return button([...text, way.out ? element("small", {}, say("the rules exclude it")) : ""], (event) => settle(doubt, number, event), about);
    }))];
  }

  /** The piece of the photo in which something is not sure @param {Doubt} doubt */
  function piece({ page, box }) {
    const { series, pages } = studio.scene.photo, { width, height } = pages[page];
    return svgElement("svg", { class: box[2] > 2 * box[3] ? "wide piece" : "piece", viewBox: box.join(" "), "aria-hidden": true },
      svgElement("image", { href: `/photos/${series}/${page + 1}.jpg`, width, height }));
  }

  /** @param {Doubt} doubt */
  function listed(doubt) {
    const item = element("li", { "data-spot": doubt.spot }, piece(doubt), element("div", {}, element("span", {}, doubt.words), ...ways(doubt)));
    const pointed = canvas.floors.some((floor) => floor.borders.has(doubt.spot)) ? [doubt.spot] : [doubt.spot, ...doubt.between];
    return whilePointed(item, () => canvas.mark("shows", pointed, "edit"), () => canvas.mark("shows", [], ""));
  }

  /** The ends of the border between two cells, on a board whose borders cannot be pointed at. @param {Floor} floor @param {string[]} cells */
  function parting(floor, cells) {
    const [one, other] = cells.map((cell) => floor.middles.get(cell));
    if (!one || !other) return null;
    const [x, y] = [(one[0] + other[0]) / 2, (one[1] + other[1]) / 2], [dx, dy] = [(other[0] - one[0]) / 2, (other[1] - one[1]) / 2];
    return [x - dy, y + dx, x + dy, y - dx];
  }

  /** Frames on the board. A click on one shows its readings; a click in the one that is shown draws, as everywhere. @param {Floor} floor @param {Doubt} doubt */
  function frame(floor, { spot: name, between }) {
    const edge = floor.borders.get(name) ?? parting(floor, between), cell = floor.cells.get(name), box = { class: name === chosen ? "doubt chosen" : "doubt" };
    /** @type {SVGElement | null} */
    let found = null;
    if (cell) {
      const [x, y] = floor.middle(name), at = (/** @type {number} */ value, /** @type {number} */ middle) => middle + (value - middle) * 0.86;
      found = svgElement("polygon", { ...box, points: cell.map((value, i) => at(value, i % 2 ? y : x)).join(" ") });
    } else if (edge) {
      const [x1, y1, x2, y2] = edge, wide = floor.tile * 0.17, along = Math.hypot(x2 - x1, y2 - y1);
      const turn = Math.atan2(y2 - y1, x2 - x1) * 180 / Math.PI;
      found = svgElement("rect", { ...box, x: -along / 2, y: -wide, width: along, height: 2 * wide, rx: wide / 2, transform: `translate(${(x1 + x2) / 2} ${(y1 + y2) / 2}) rotate(${turn})` });
    }
    found?.addEventListener("pointerdown", (event) => {
      if (event.button !== 0 || name === chosen) return;
      event.preventDefault();
      event.stopPropagation();
      pick(name, false);
    });
    return found;
  }

  const bubble = element("div", { id: "doubt", role: "dialog", hidden: true });
  byId("table").append(bubble);
  bubble.onkeydown = (event) => {
    if (event.key !== "Escape") return;
    event.stopPropagation();
    const floor = canvas.floorOf(chosen);
    pick("");
    floor?.svg.focus();
  };

  const first = () => focusOn(bubble, bubble.querySelector(".way") ? ".way" : "button");

  /** Show the readings of a doubt beside its place; of none, nothing. @param {string} name */
  function pick(name, focus = false) {
    chosen = name;
    frames(studio.scene);
    const doubt = studio.scene.photo.doubts.find((each) => each.spot === name);
    if (focus && doubt) first();
  }

  /** @param {Scene} scene */
  function frames({ photo }) {
    if (!photo.doubts.some((each) => each.spot === chosen)) chosen = "";
    for (const floor of canvas.floors) floor.fill("doubts", photo.doubts.map((each) => frame(floor, each)));
    const doubt = photo.doubts.find((each) => each.spot === chosen), was = bubble.contains(document.activeElement);
    bubble.hidden = !doubt;
    if (!doubt) return;
    bubble.setAttribute("aria-label", say("Not sure: {name}", { name: doubt.words }));
    const close = button("×", () => pick(""), { className: "close", label: say("Close") });
    const drawn = document.querySelector(".doubt.chosen") ? [quiet(say("Or draw what stands there."))] : [piece(doubt)];
    bubble.replaceChildren(element("p", {}, element("b", {}, doubt.words), close), ...ways(doubt), ...drawn);
    beside();
    if (was) first();
  }

  function beside() {
    const mark = document.querySelector(".doubt.chosen")?.getBoundingClientRect(), room = byId("table").getBoundingClientRect();
    if (bubble.hidden) return;
    if (!mark) { // it lies beside the board
      bubble.style.left = bubble.style.top = "8px";
      return;
    }
    const left = Math.min(Math.max(8, mark.left + mark.width / 2 - room.left - bubble.offsetWidth / 2), room.width - bubble.offsetWidth - 8);
    const above = mark.top - room.top - bubble.offsetHeight - 8, below = mark.bottom - room.top + 8;
    bubble.style.left = `${left}px`;
    bubble.style.top = `${below + bubble.offsetHeight < room.height ? below : Math.max(8, above)}px`;
  }
  byId("board").onscroll = beside;
  new ResizeObserver(beside).observe(byId("board"));

  // Lead from doubt to doubt; returns whether there is one.
  studio.nextDoubt = () => {
    const { doubts } = studio.scene.photo;
    if (doubts.length) pick(doubts[(doubts.findIndex((each) => each.spot === chosen) + 1) % doubts.length].spot, true);
    return doubts.length > 0;
  };

  studio.watch(["photo", "layout"], frames);
  frames(studio.scene);
  return { list: (/** @type {Doubt[]} */ doubts) => element("ul", { className: "doubts" }, ...doubts.map(listed)), leave: () => pick("") };
}
