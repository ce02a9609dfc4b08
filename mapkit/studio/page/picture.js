// The picture of a map: shapes, and the pens that draw them.

import { svgElement } from "./elements.js";

export function shape([kind, pen, ...where]) {
  if (kind === "path") return svgElement("path", { class: `pen-${pen}`, d: where[0] });
  if (kind === "circle") return svgElement("circle", { class: `pen-${pen}`, cx: where[0], cy: where[1], r: where[2] });
  const [x, y, size, text, bold, anchor, turn] = where;
  const made = svgElement("text", { class: `pen-${pen} letters`, x, y, "font-size": size, "text-anchor": anchor }, text);
  if (bold) made.setAttribute("font-weight", 700);
  if (turn) made.setAttribute("transform", `rotate(${turn} ${x} ${y})`);
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
