// The board of a game that is played: its picture, who stands on it, their trails, and what can be pressed there.

import { grouped, loadStyle, sure } from "./controls.js";
import { element, pointOn, svgElement } from "./elements.js";
import { learnPens, middle, shape } from "./picture.js";

/** @import { Corners, TableBoard, Token, Trail } from "../messages.js" */
/** @typedef {"picture" | "trails" | "cells" | "tokens" | "ghosts"} BoardLayer */
/** @typedef {{ svg: SVGSVGElement, layers: Record<BoardLayer, SVGGElement>, cells: Record<string, Corners>, tile: number, least: number, drawn: number }} BoardFloor */

const SPREAD = [[[0, 0]], [[-0.2, 0], [0.2, 0]], [[-0.2, -0.2], [0.2, -0.2], [0, 0.2]], [[-0.2, -0.2], [0.2, -0.2], [-0.2, 0.2], [0.2, 0.2]]];
const NEAR = 0.2, NEAR_TO_A_FINGER = 0.3; // how near to a line, in cells, a bar over it is meant

/** @param {Corners} corners */
const area = (corners) => Math.abs(corners.reduce((sum, x, at) => {
  if (at % 2) return sum;
  const next = (at + 2) % corners.length;
  return sum + x * corners[next + 1] - corners[next] * corners[at + 1];
}, 0)) / 2;

/** `press` is called with the name of the cell or the bar that is pressed. @param {HTMLElement} place @param {string} label @param {(spot: string) => void} press */
export function gameBoard(place, label, press) {
  /** @type {BoardFloor[]} */
  let floors = [];
  /** @type {TableBoard["bars"]} */
  let bars = {};
  /** @type {(bar: string) => boolean} */
  let fits = () => true;
  let ghost = "", keyed = false; // whether keys are used on the board
  loadStyle("game-board");

  /** @param {TableBoard} board */
  function draw({ layout, marks, pens, bars: known }) {
    learnPens(pens);
    floors = layout.map((each, number) => {
      const svg = svgElement("svg", { class: "game-floor", viewBox: each.seen.join(" "), role: "group", "aria-label": label });
      const layers = /** @type {BoardFloor["layers"]} */ (Object.fromEntries(["picture", "trails", "cells", "tokens", "ghosts"].map((name) => [name, svgElement("g", { class: name })])));
      layers.picture.append(...marks[number].map(shape));
      svg.append(...Object.values(layers));
      const floor = { svg, layers, cells: each.cells, tile: Math.sqrt(area(Object.values(each.cells)[0])), least: each.seen[2] * 0.017, drawn: marks[number].length };
      svg.onpointermove = svg.onpointerleave = (/** @type {PointerEvent} */ event) => { // a finger leaves before it has clicked
        if (event.pointerType === "mouse") show(event.type === "pointermove" ? barAt(floor, event, NEAR) : "");
      };
      svg.onclick = (event) => pressed(floor, event);
      svg.onkeydown = ({ key }) => { if (key === "Enter") press(document.activeElement?.getAttribute("data-cell") ?? ""); keyed = true; };
      return floor;
    });
    bars = known;
    const several = floors.length > 1;
    place.replaceChildren(...floors.map(({ svg, drawn }, number) => element("figure", { hidden: several && !drawn },
      layout[number].name ? element("figcaption", {}, layout[number].name) : null, svg)));
    ghost = "";
  }

  // --- bars -------------------------------------------------------------------------------------------------------

  /** The bar that is meant near a line between cells: the one whose middle is nearest. @param {BoardFloor} floor @param {MouseEvent} event @param {number} near */
  function barAt({ svg, cells, tile }, event, near) {
    const [x, y] = pointOn(svg, event);
    let found = "", least = Infinity;
    for (const [name, [cell, lies]] of Object.entries(bars)) {
      if (!cells[cell]) continue;
      const dx = Math.abs(x - cells[cell][2]), dy = Math.abs(y - cells[cell][3]), [along, across] = lies === "across" ? [dx, dy] : [dy, dx];
      if (across < near * tile && along < tile && Math.hypot(dx, dy) < least) [found, least] = [name, Math.hypot(dx, dy)];
    }
    return found;
  }

  /** @param {string} name */
  function show(name) {
    if (name === ghost) return;
    ghost = name;
    for (const { layers, cells, tile } of floors) {
      const [cell = "", lies] = name ? bars[name] : [], corners = cells[cell];
      const [, , x, y] = corners ?? [0, 0, 0, 0], long = tile * 0.95, half = tile * 0.09;
      const [wide, high] = lies === "across" ? [long, half] : [half, long];
      layers.ghosts.replaceChildren(...(corners ? [svgElement("rect", {
        class: fits(name) ? "ghost" : "ghost barred", x: x - wide, y: y - high, width: 2 * wide, height: 2 * high, rx: half,
      })] : []));
    }
  }

  /** A finger points first and lays the bar with a second tap, since it covers what it points at. @param {BoardFloor} floor @param {MouseEvent} event */
  function pressed(floor, event) {
    keyed = false;
    const touch = event instanceof PointerEvent && ["touch", "pen"].includes(event.pointerType), bar = barAt(floor, event, touch ? NEAR_TO_A_FINGER : NEAR);
    const cell = event.target instanceof Element && event.target.getAttribute("data-cell");
    if (bar && touch && bar !== ghost) show(bar);
    else if (bar || cell) press(bar || sure(cell || null));
  }

  // --- cells and pieces -------------------------------------------------------------------------------------------

  /** Cells light up by their class names, and others can be pressed, too; `may` tells whether a bar may be laid. @param {Map<string, string>} looks @param {(bar: string) => boolean} may */
  function light(looks, may) {
    fits = may;
    for (const { layers, cells } of floors) {
      layers.cells.replaceChildren(...Object.entries(cells).map(([cell, corners]) =>
        svgElement("polygon", { points: corners.join(" "), class: looks.get(cell) ?? "unlit", "data-cell": cell, ...(looks.has(cell) ? { tabindex: 0, role: "button", "aria-label": cell } : {}) })));
    }
    if (keyed && document.activeElement === document.body) /** @type {SVGElement | null} */ (place.querySelector(".way"))?.focus();
  }

  /** @param {Token[]} tokens @param {Trail[]} trails */
  function pieces(tokens, trails) {
    const groups = grouped(tokens, ({ cell }) => cell);
    for (const { layers, cells: known, tile, least } of floors) {
      layers.tokens.replaceChildren(...[...groups].filter(([cell]) => known[cell]).flatMap(([cell, some]) => some.map((each, number) => {
        const [x, y] = middle(known[cell]);
        const spread = SPREAD[Math.min(some.length, 4) - 1][number % 4], size = Math.max(least, tile * (some.length > 1 ? 0.2 : 0.3));
        const token = svgElement("g", { class: each.seat < 0 ? "thing" : `token seat-${each.seat % 8}`, transform: `translate(${x + spread[0] * tile} ${y + spread[1] * tile})` });
        const title = svgElement("title", {}, `${each.words} ${cell}`);
        const letters = svgElement("text", { "font-size": size * (each.sign.length > 1 ? 0.85 : 1.2), y: size * 0.4 }, each.sign);
        token.append(title, each.seat < 0 ? svgElement("rect", { x: -size, y: -size, width: 2 * size, height: 2 * size, rx: size / 3 }) : svgElement("circle", { r: size }), letters);
        return token;
      })));
      layers.trails.replaceChildren(...trails.map(({ seat, steps }, number) => {
        const aside = (number - (trails.length - 1) / 2) * tile * 0.1; // so that trails over the same cells show
        const at = (/** @type {string} */ cell) => middle(known[cell]).map((each) => (each + aside).toFixed(2)).join(" ");
        const drawn = steps.filter((step) => step.every((cell) => known[cell]));
        return svgElement("path", { class: seat < 0 ? "trail" : `trail seat-${seat % 8}`, "stroke-width": tile * 0.07, d: drawn.map(([one, other]) => `M${at(one)}L${at(other)}`).join("") });
      }));
    }
  }

  return { draw, light, pieces };
}
