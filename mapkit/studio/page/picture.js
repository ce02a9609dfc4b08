// The picture of a map: shapes, and the pens that draw them.

import { svgElement } from "./elements.js";

/** @import { Corners, Pen, Pens, Point, Shape, Splice } from "../messages.js" */

/** @param {Shape} drawn @returns {SVGElement} */
export function shape(drawn) {
  const [, pen] = drawn;
  if (drawn[0] === "path") return svgElement("path", { class: `pen-${pen}`, d: drawn[2] });
  if (drawn[0] === "circle") return svgElement("circle", { class: `pen-${pen}`, cx: drawn[2], cy: drawn[3], r: drawn[4] });
  const [, , x, y, size, text, bold, anchor, turn] = drawn;
  const made = svgElement("text", { class: `pen-${pen} letters`, x, y, "font-size": size, "text-anchor": anchor }, text);
  if (bold) made.setAttribute("font-weight", "700");
  if (turn) made.setAttribute("transform", `rotate(${turn} ${x} ${y})`);
  return made;
}

// The pens of mapkit's theme become rules of a style sheet; the page's policy allows no others but its own file.
const sheet = new CSSStyleSheet();
/** @type {Map<string, Pen>} */
const known = new Map();

/** @param {Pens} [pens] */
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

/** @param {Element} picture @param {Splice<Shape>[]} splices */
export function patch(picture, splices) {
  for (const [at, gone, come] of splices) {
    for (let i = 0; i < gone; i++) picture.childNodes[at].remove();
    const next = picture.childNodes[at] ?? null;
    for (const each of come) picture.insertBefore(shape(each), next);
  }
}

/** @param {Corners} corners @returns {Point} */
export function middle(corners) {
  let x = 0, y = 0;
  for (let i = 0; i < corners.length; i += 2) { x += corners[i]; y += corners[i + 1]; }
  return [2 * x / corners.length, 2 * y / corners.length];
}
