// What the pages are made of. Words are always set as text, never as markup.

export const by = (id) => document.getElementById(id);

export const { lang } = document.documentElement;
const phrases = JSON.parse(by("phrases").textContent), rules = new Intl.PluralRules(lang);
const kinds = new Set(Array.from({ length: 200 }, (_, number) => rules.select(number)));
const inOrder = ["zero", "one", "two", "few", "many", "other"].filter((kind) => kinds.has(kind));

// Words of the page in its language, with gaps filled. Beside a number, both English forms are given; a language has its
// forms in the order of Unicode's names for them.
export function say(english, gaps = {}) {
  const forms = phrases[[english].flat()[0]] ?? english;
  const said = Array.isArray(forms) ? forms[inOrder.indexOf(rules.select(gaps.number))] ?? forms.at(-1) : forms;
  return said.replace(/{(\w+)}/g, (all, name) => gaps[name] ?? all);
}

// The server's answer: its words as `wrong` where it refuses, null where none comes whole.
export const answerOf = (address, about) => fetch(address, about)
  .then(async (reply) => reply.ok ? reply.json() : { wrong: await reply.text() }).catch(() => null);

// A part of a drawing.
export function node(name, attributes = {}, ...inside) {
  const found = document.createElementNS("http://www.w3.org/2000/svg", name);
  for (const [key, value] of Object.entries(attributes)) found.setAttribute(key, value);
  found.append(...inside);
  return found;
}

// An element. `label` says what it is to those who hear the page; names with a hyphen are attributes, as is the role.
export function made(tag, about = {}, ...inside) {
  const found = document.createElement(tag);
  for (const [name, value] of Object.entries(about)) {
    if (name === "label") found.setAttribute("aria-label", value);
    else if (name === "role" || name.includes("-")) found.setAttribute(name, value);
    else found[name] = value;
  }
  found.append(...inside.filter((each) => each !== null && each !== undefined));
  return found;
}

export const words = (tag, textContent, about = {}) => made(tag, { textContent, ...about });

export function button(text, press, about = {}) {
  const found = words("button", text, { type: "button", ...about });
  found.addEventListener("click", press);
  return found;
}

// Lines of words, among them drawings made of signs, which begin with a corner or a side.
export const linesOf = (lines) => made("div", { className: "lines" },
  ...lines.map((line) => words("p", line, { className: /^[+|? ]/.test(line) ? "drawing" : "" })));
