// What the pages are made of. Words are always set as text, never as markup.

/** @import { Point } from "../messages.js" */

/**
 * The elements of the pages that are more than an HTMLElement, by their ids.
 * @typedef {{ undo: HTMLButtonElement, redo: HTMLButtonElement, back: HTMLButtonElement, hint: HTMLButtonElement,
 *   ask: HTMLDialogElement, phones: HTMLDialogElement, unsaved: HTMLDialogElement, gallery: HTMLDialogElement, sign: HTMLInputElement, "words-said": HTMLInputElement,
 *   notes: HTMLTextAreaElement, paper: SVGSVGElement }} Ids
 */

/** @template {string} K @param {K} id */
export const byId = (id) => /** @type {K extends keyof Ids ? Ids[K] : HTMLElement} */ (/** @type {unknown} */ (document.getElementById(id)));

export const { lang } = document.documentElement;
/** @type {Record<string, string | string[]>} */
const phrases = JSON.parse(byId("phrases").textContent), rules = new Intl.PluralRules(lang);
const { pluralCategories } = rules.resolvedOptions();
const inOrder = /** @type {const} */ (["zero", "one", "two", "few", "many", "other"]).filter((kind) => pluralCategories.includes(kind));

// Words of the page in its language, with gaps filled. Beside a number, both English forms are given; a language has its
// forms in the order of Unicode's names for them.
/** @param {string | [one: string, many: string]} english @param {Record<string, string | number>} [gaps] */
export function say(english, gaps = {}) {
  const forms = phrases[typeof english === "string" ? english : english[0]] ?? english;
  const said = Array.isArray(forms) ? forms[inOrder.indexOf(rules.select(Number(gaps.number)))] ?? forms[forms.length - 1] : forms;
  return said.replace(/{(\w+)}/g, (all, name) => String(gaps[name] ?? all));
}

/**
 * A part of a drawing.
 * @template {keyof SVGElementTagNameMap} K
 * @param {K} name @param {Record<string, string | number | boolean>} [attributes] @param {...(Node | string)} inside
 */
export function svgElement(name, attributes = {}, ...inside) {
  const made = document.createElementNS("http://www.w3.org/2000/svg", name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, String(value));
  made.append(...inside);
  return made;
}

/** @typedef {Node | string | null | undefined} Inside */
/**
 * @template {keyof HTMLElementTagNameMap} K
 * @typedef {Partial<Omit<HTMLElementTagNameMap[K], "label">> & { label?: string, [name: `${string}-${string}`]: string | number | boolean }} About
 */

/**
 * An element. `label` says what it is to those who hear the page; names with a hyphen are attributes, as is the role.
 * @template {keyof HTMLElementTagNameMap} K
 * @param {K} tag @param {About<K>} [about] @param {...Inside} inside
 */
export function element(tag, about, ...inside) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(about ?? {})) {
    if (name === "label") made.setAttribute("aria-label", String(value));
    else if (name === "role" || name.includes("-")) made.setAttribute(name, String(value));
    else Object.assign(made, { [name]: value });
  }
  made.append(...inside.filter((each) => each !== null && each !== undefined));
  return made;
}

/** @param {Inside | Inside[]} inside @param {((event: MouseEvent) => unknown) | null} onclick @param {About<"button">} [about] */
export const button = (inside, onclick, about) => element("button", { type: "button", onclick, ...about }, ...[inside].flat());
/** Lines of words, among them drawings made of signs, which begin with a corner or a side. @param {string[]} lines */
export const lineParagraphs = (lines) => element("div", { className: "lines" },
  ...lines.map((line) => element("p", { className: /^[+|? ]/.test(line) ? "drawing" : "" }, line)));

/** @param {SVGSVGElement} svg @param {MouseEvent} event @returns {Point} */
export function pointOn(svg, { clientX, clientY }) {
  const { x, y } = new DOMPoint(clientX, clientY).matrixTransform(svg.getScreenCTM()?.inverse());
  return [x, y];
}
