// What the studio builds of elements: rows, forms and lists, and what keeps or moves the focus.

import { byId, element, svgElement } from "./elements.js";

export const row = (...inside) => element("div", { className: "row" }, ...inside);
export const quiet = (text) => element("p", { className: "quiet" }, text);

// What is handed in stays on this page.
export function form(submit, about, ...inside) {
  return element("form", { ...about, onsubmit: (event) => { event.preventDefault(); submit(); } }, ...inside);
}

// A list to choose from: values with their words.
export function select(values, value, about = {}) {
  return element("select", about, ...values.map(([each, text]) => new Option(text, each, false, each === value)));
}

// The QR code of a text, given its width in modules and the outline of its dark ones.
export const qrPicture = ({ width, path }, label) => svgElement("svg", { class: "code", role: "img", "aria-label": label, viewBox: `0 0 ${width} ${width}` },
  svgElement("rect", { width, height: width, fill: "#fff" }), svgElement("path", { d: path, fill: "#000" }));

export const loadStyle = (name) => document.head.append(element("link", { rel: "stylesheet", href: `/page/${name}.css` }));

// Put other parts in a place. What had the focus there has it again, known by its id or its key; returns whether it is lost.
export function redraw(place, ...parts) {
  const had = place.contains(document.activeElement) ? document.activeElement : null;
  place.replaceChildren(...parts);
  if (had?.id) byId(had.id)?.focus();
  else if (had?.dataset.key) place.querySelector(`[data-key="${CSS.escape(had.dataset.key)}"]`)?.focus();
  return Boolean(had) && !place.contains(document.activeElement);
}

// While something is pointed at or has the focus, something else shows it.
export function whilePointed(item, show, hide) {
  for (const name of ["pointerenter", "focusin"]) item.addEventListener(name, show);
  for (const name of ["pointerleave", "focusout"]) item.addEventListener(name, hide);
  return item;
}

export const ARROWS = { ArrowRight: [1, 0], ArrowLeft: [-1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

// The one of some elements to which an arrow leads from the one that has the focus; none for other keys.
export function besideFocus(event, all) {
  const at = all.indexOf(document.activeElement), [right, down] = ARROWS[event.key] ?? [0, 0];
  if (at < 0) return undefined;
  if (event.key === "Home" || event.key === "End") return all.at(event.key === "Home" ? 0 : -1);
  return right || down ? all[(at + right + down + all.length) % all.length] : undefined;
}

export function grouped(items, keyOf) {
  const groups = new Map();
  for (const each of items) groups.set(keyOf(each), [...(groups.get(keyOf(each)) ?? []), each]);
  return groups;
}
