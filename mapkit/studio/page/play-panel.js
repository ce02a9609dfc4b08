// Play: whether the map is fair and what it holds for those who play it, beside the board and drawn on it.

import { focusOn, loadStyle, redraw, row, select } from "./controls.js";
import { button, byId, element, say, svgElement } from "./elements.js";

/** @import { PlayReport, Point, Scene } from "../messages.js" */
/** @import { Floor } from "./floor.js" */
/** @import { Studio } from "./main.js" */

const MOST_NAMED = 40; // cells that the legend names
/** @type {Record<string, string>} */
const SHAPES = { fair: "fair", "nearly fair": "nearly", unfair: "unfair" };
const PICTURES = /** @type {const} */ (["reach", "ways", "first", "ends", "unneeded"]); // as parts of the report
const WORDS = { reach: say("Distances"), ways: say("Shortest way"), first: say("First steps"), ends: say("Dead ends"), unneeded: say("Cells nobody needs") };

// Marks of the board. They are dark with a light rim, so that they are seen on everything.

/** @param {string} looks @param {Point[]} points */
const line = (looks, points) => ["rim", ""].map((rim) => svgElement("polyline", { class: `${looks} ${rim}`, points: points.flat().join(" ") }));

/** @param {Element} mark */
const isRim = (mark) => mark.classList.contains("rim");

/** @param {string} looks @param {Point} from @param {Point} to @param {number} size */
function arrow(looks, from, [u, v], size) {
  const turned = Math.atan2(v - from[1], u - from[0]) * 180 / Math.PI;
  return [...line(looks, [from, [u, v]]),
    svgElement("path", { class: `${looks} head`, d: "M0 0L-2.2 1.2V-1.2Z", transform: `translate(${u} ${v}) rotate(${turned}) scale(${size})` })];
}

/** @param {Point} middle @param {number} half */
const hatch = ([x, y], half) => [-0.5, 0, 0.5].map((at) => {
  const from = Math.max(-1, at * 2 - 1), to = Math.min(1, at * 2 + 1);
  return svgElement("line", { class: "hatch", x1: x + from * half, y1: y + (at * 2 - from) * half, x2: x + to * half, y2: y + (at * 2 - to) * half });
});

/** @param {Point} middle @param {number} half */
const square = ([x, y], half) => svgElement("rect", { class: "dead-end", x: x - half, y: y - half, width: 2 * half, height: 2 * half });

/** @param {Point} end @param {number} text @param {number} size */
const number = ([x, y], text, size) => svgElement("text", { class: "far", x, y, "font-size": size }, String(text));

/** @param {Point} middle @param {number} r */
const ring = ([cx, cy], r) => ["rim", ""].map((rim) => svgElement("circle", { class: `start ${rim}`, cx, cy, r }));

/**
 * From middle to middle, a little aside, so that ways there and back lie beside each other. Where a player is carried far,
 * the line is broken.
 * @param {Floor} floor @param {string[]} cells @param {string} looks
 */
function way(floor, cells, looks) {
  const { tile, middles } = floor, steps = cells.slice(1).map((cell, at) => [cells[at], cell]).filter(([one, other]) => one !== other);
  const marks = steps.flatMap(([one, other], at) => {
    const from = middles.get(one ?? ""), to = middles.get(other ?? "");
    if (!from || !to) return []; // on another floor
    const long = Math.hypot(to[0] - from[0], to[1] - from[1]), aside = tile * 0.08 / long;
    const right = (from[1] - to[1]) * aside, down = (to[0] - from[0]) * aside;
    return arrow(long > tile * 2 ? `${looks} far-off` : looks, [from[0] + right, from[1] + down], [to[0] + right, to[1] + down],
      tile * (at === steps.length - 1 ? 0.14 : 0.08));
  });
  return [...marks.filter(isRim), ...marks.filter((mark) => !isRim(mark))]; // no rim lies on a line
}

/** @param {string[]} cells */
const told = (cells) => (cells.length > MOST_NAMED
  ? say("{things} and {number} more", { things: cells.slice(0, MOST_NAMED).join(", "), number: cells.length - MOST_NAMED }) : cells.join(", "));

/** @param {string[]} cells */
const inOrder = (cells) => cells.filter((cell, at) => cell !== cells[at - 1]).join(" → ");

/** @param {string} looks */
const small = (looks) => arrow(looks, [-5, 0], [5, 0], 1.6);

/** What each kind of mark is; also for those who hear the page. @param {PlayReport} play @returns {Record<keyof typeof WORDS, [SVGElement[], string][]>} */
const legends = (play) => ({
  reach: [[[number([3, 3], 3, 9)], say("How many turns or steps from {cell}", { cell: play.start })]],
  ways: play.ways.map(([words, cells], which) => [small(which ? "route other" : "route"), `${words}: ${inOrder(cells)}`]),
  first: [
    ...(play.opening ? [/** @type {[SVGElement[], string]} */ ([ring([0, 0], 4), play.opening])] : []),
    ...play.first.map(({ way: said, heard, cell }) => /** @type {[SVGElement[], string]} */ (
      [cell === play.start ? line("route first", [[0, -4], [0, 4]]) : small("route first"), `${said}: ${heard}`])),
  ],
  ends: [[[square([0, 0], 3)], say("Dead ends: {cells}", { cells: told(play.ends) })]],
  unneeded: [[hatch([0, 0], 5), say("Nobody needs: {cells}", { cells: told(play.unneeded) })]],
});

/** @param {Studio} studio */
export function playPanel(studio) {
  const { canvas } = studio, place = byId("play"), later = [...place.children], shown = new Set();
  let open = false; // whether all measures are shown

  /** @param {Floor} floor @param {PlayReport} play */
  function drawn(floor, play) {
    const { tile, middles, hexes } = floor, [right, down, high] = hexes ? [0.74, 0.47, 0.32] : [0.46, -0.28, 0.22]; // beside signs and names
    /** @param {string[]} cells @param {(middle: Point, cell: string) => SVGElement | SVGElement[]} draw */
    const each = (cells, draw) => cells.flatMap((cell) => { const at = middles.get(cell); return at ? draw(at, cell) : []; });
    /** @type {Record<keyof typeof WORDS, () => SVGElement[]>} */
    const marks = {
      unneeded: () => each(play.unneeded, (at) => hatch(at, tile * 0.4)),
      ends: () => each(play.ends, ([x, y]) => square([x - tile * 0.3, y - tile * 0.3], tile * 0.1)),
      ways: () => play.ways.flatMap(([, cells], which) => way(floor, cells, which ? "route other" : "route")),
      first: () => play.first.flatMap(({ cell }) => way(floor, [play.start, cell], "route first")),
      reach: () => each(Object.keys(play.reach), ([x, y], cell) => number([x + tile * right, y + tile * down], play.reach[cell] ?? 0, tile * high)),
    };
    const found = Object.entries(marks).filter(([name]) => shown.has(name)).flatMap(([, draw]) => draw());
    return shown.size ? [...each([play.start], (at) => ring(at, tile * 0.42)), ...found] : [];
  }

  /** @param {Scene["playing"]} playing */
  function games({ of, games: played, words }) {
    if (!of) return [row(button(say("How long do games last?"), () => studio.act("play_games"), { id: "play-games" })), words && element("p", { role: "status" }, words)];
    return [
      element("p", { className: "doing" }, say("Playing games: {number} of {all}", { number: played, all: of })),
      element("progress", { label: say("Playing games"), max: of, value: played }),
      button(say("Cancel"), () => studio.act("play_cancel"), { id: "play-cancel" }),
    ];
  }

  /** @param {PlayReport} play @param {Scene["playing"]} playing */
  function report(play, playing) {
    const { verdict, found, even, start, starts, measures } = play, has = PICTURES.filter((name) => start && Object.keys(play[name]).length);
    const told = legends(play), items = has.filter((name) => shown.has(name)).flatMap((name) => told[name]);
    const from = select(starts, start, { id: "play-from", onchange: () => studio.act("play_from", { start: from.value }) });
    const all = element("details", { open, ontoggle: () => { open = all.open; } }, element("summary", { id: "play-measures" }, say("All measures")),
      element("dl", {}, ...measures.flatMap(([label, words]) => [element("dt", {}, label), element("dd", {}, words)])));
    return [
      element("p", { className: `fairness ${SHAPES[found] ?? ""}` }, verdict.replace(/^./u, (first) => first.toLocaleUpperCase())),
      even && row(button(even, () => studio.act("play_even"), { id: "play-even" })),
      start && element("label", {}, say("Seen from"), from),
      start && element("div", { className: "row", role: "group", label: say("What the board shows") }, ...has.map((name) => button(WORDS[name], () => {
        if (!shown.delete(name)) shown.add(name);
        draw(studio.scene);
      }, { id: `play-${name}`, "aria-pressed": String(shown.has(name)) }))),
      items.length && element("ul", { className: "legend" }, ...items.map(([marks, words]) => element("li", {},
        svgElement("svg", { viewBox: "-6 -6 12 12", class: "sign play-sign", "aria-hidden": true }, ...marks), element("span", {}, words)))),
      ...games(playing), measures.length && all,
    ].filter((part) => part instanceof Element);
  }

  /** @param {Scene} scene */
  function draw({ play, playing }) {
    place.classList.toggle("old", Boolean(play) && playing.old);
    place.classList.toggle("later", !play);
    const lost = redraw(place, ...(play ? [element("h2", {}, say("Play")), ...report(play, playing)] : later));
    if (lost) focusOn(place, playing.of ? "#play-cancel" : "#play-games");
    for (const floor of canvas.floors) floor.fill("plays", play ? drawn(floor, play) : []);
  }

  loadStyle("play");
  studio.watch(["play", "playing", "layout"], draw);
  draw(studio.scene);
}
