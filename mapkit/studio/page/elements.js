// What the pages are made of. Words are always set as text, never as markup.

export const byId = (id) => document.getElementById(id);

export const { lang } = document.documentElement;
const phrases = JSON.parse(byId("phrases").textContent), rules = new Intl.PluralRules(lang);
const kinds = new Set(Array.from({ length: 200 }, (_, number) => rules.select(number)));
const inOrder = ["zero", "one", "two", "few", "many", "other"].filter((kind) => kinds.has(kind));

// Words of the page in its language, with gaps filled. Beside a number, both English forms are given; a language has its
// forms in the order of Unicode's names for them.
export function say(english, gaps = {}) {
  const forms = phrases[[english].flat()[0]] ?? english;
  const said = Array.isArray(forms) ? forms[inOrder.indexOf(rules.select(gaps.number))] ?? forms.at(-1) : forms;
  return said.replace(/{(\w+)}/g, (all, name) => gaps[name] ?? all);
}

// A part of a drawing.
export function svgElement(name, attributes = {}, ...inside) {
  const made = document.createElementNS("http://www.w3.org/2000/svg", name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.append(...inside);
  return made;
}

// An element. `label` says what it is to those who hear the page; names with a hyphen are attributes, as is the role.
export function element(tag, about = {}, ...inside) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(about)) {
    if (name === "label") made.setAttribute("aria-label", value);
    else if (name === "role" || name.includes("-")) made.setAttribute(name, value);
    else made[name] = value;
  }
  made.append(...inside.filter((each) => each !== null && each !== undefined));
  return made;
}

export const button = (inside, onclick, about = {}) => element("button", { type: "button", onclick, ...about }, ...[inside].flat());
// Lines of words, among them drawings made of signs, which begin with a corner or a side.
export const lineParagraphs = (lines) => element("div", { className: "lines" },
  ...lines.map((line) => element("p", { className: /^[+|? ]/.test(line) ? "drawing" : "" }, line)));

export function pointOn(svg, { clientX, clientY }) {
  const { x, y } = new DOMPoint(clientX, clientY).matrixTransform(svg.getScreenCTM().inverse());
  return [x, y];
}
