// What the studio builds of elements: rows, forms and lists, and what keeps or moves the focus.

import { byId, element, svgElement } from "./elements.js";

/** @import { About, Inside } from "./elements.js" */

/** What is surely there. @template T @param {T} value */
export const sure = (value) => /** @type {NonNullable<T>} */ (value);

/** @param {...Inside} inside @returns {HTMLElement} */
export const row = (...inside) => element("div", { className: "row" }, ...inside);
/** @param {string} text */
export const quiet = (text) => element("p", { className: "quiet" }, text);

/** A form; what is handed in stays on this page. @param {() => void} submit @param {About<"form">} about @param {...Inside} inside */
export function form(submit, about, ...inside) {
  return element("form", { ...about, onsubmit: (/** @type {Event} */ event) => { event.preventDefault(); submit(); } }, ...inside);
}

/** A list to choose from: values with their words. @param {string[][]} values @param {string} value @param {About<"select">} [about] */
export function select(values, value, about) {
  return element("select", about, ...values.map(([each, text]) => new Option(text, each, false, each === value)));
}

/** The QR code of a text, given its width in modules and the outline of its dark ones. @param {{ width: number, path: string }} code @param {string} label */
export const qrPicture = ({ width, path }, label) => svgElement("svg", { class: "code", role: "img", "aria-label": label, viewBox: `0 0 ${width} ${width}` },
  svgElement("rect", { width, height: width, fill: "#fff" }), svgElement("path", { d: path, fill: "#000" }));

/** @param {string} name */
export const loadStyle = (name) => document.head.append(element("link", { rel: "stylesheet", href: `/page/${name}.css` }));

/**
 * Put other parts in a place. What had the focus there has it again, known by its id or its key; returns whether it is lost.
 * @param {Element} place @param {...(Node | string)} parts
 */
export function redraw(place, ...parts) {
  const had = focused(place);
  place.replaceChildren(...parts);
  if (had?.id) byId(had.id)?.focus();
  else if (had?.dataset.key) focusOn(place, `[data-key="${CSS.escape(had.dataset.key)}"]`);
  return Boolean(had) && !place.contains(document.activeElement);
}

/** What has the focus in a place, if anything has. @param {Element} place */
export function focused(place) {
  const { activeElement } = document;
  return activeElement instanceof HTMLElement && place.contains(activeElement) ? activeElement : null;
}

/** Focus the first of a kind. @param {Element} place @param {string} kind */
export const focusOn = (place, kind) => /** @type {HTMLElement | null} */ (place.querySelector(kind))?.focus();

/**
 * While something is pointed at or has the focus, something else shows it.
 * @template {HTMLElement} T @param {T} item @param {() => void} show @param {() => void} hide
 */
export function whilePointed(item, show, hide) {
  for (const name of ["pointerenter", "focusin"]) item.addEventListener(name, show);
  for (const name of ["pointerleave", "focusout"]) item.addEventListener(name, hide);
  return item;
}

/** What cannot be pressed now stays in reach, and says why when it is pressed. @template {HTMLElement} T @param {T} control @param {string} why */
export function turnOff(control, why) {
  control.setAttribute("aria-disabled", String(Boolean(why)));
  control.dataset.why = why;
  return control;
}

/** @type {Record<string, [right: number, down: number]>} */
export const ARROWS = { ArrowRight: [1, 0], ArrowLeft: [-1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

/**
 * The one of some elements to which an arrow leads from the one that has the focus; none for other keys.
 * @template {Element} T @param {KeyboardEvent} event @param {T[]} all
 */
export function besideFocus(event, all) {
  const at = all.indexOf(/** @type {T} */ (document.activeElement)), [right, down] = ARROWS[event.key] ?? [0, 0];
  if (at < 0) return undefined;
  if (event.key === "Home" || event.key === "End") return all.at(event.key === "Home" ? 0 : -1);
  return right || down ? all[(at + right + down + all.length) % all.length] : undefined;
}

/** @template T @template K @param {T[]} items @param {(item: T) => K} keyOf @returns {Map<K, T[]>} */
export function grouped(items, keyOf) {
  const groups = new Map();
  for (const each of items) groups.set(keyOf(each), [...(groups.get(keyOf(each)) ?? []), each]);
  return groups;
}
