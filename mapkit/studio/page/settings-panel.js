// The title, the preset, the size and the settings of the map. All that is wrong stands beside its field at once.

import { focused, form, loadStyle, select } from "./controls.js";
import { element, say } from "./elements.js";

/** @import { SettingField } from "../messages.js" */
/** @import { Studio } from "./main.js" */
/** @typedef {{ value: string, focus: (how?: FocusOptions) => void, setAttribute: (name: string, value: string) => void }} Input */

/** @type {Record<string, string>} */
const WORDS = { yes: say("yes"), no: say("no"), any: say("any") };

/** @param {Studio} studio @param {HTMLElement} place */
export function settingsPanel(studio, place) {
  loadStyle("settings");
  /** @type {Map<string, { field: SettingField, input: Input, wrong: HTMLElement }>} */
  const rows = new Map();
  const fields = form(apply, { noValidate: true });
  const whole = element("p", { className: "wrong", role: "alert" });
  const done = element("button", { className: "chief" }, say("Apply"));
  place.append(fields);

  /** A choice by pictures; it stays as it is in the file until another one is taken. @param {SettingField} field @param {Record<string, string>} pictures */
  function pictured(field, pictures) {
    const now = field.value || field.usual || "none";
    const radios = Object.keys(pictures).map((value) => element("input", { type: "radio", name: field.name, value, checked: value === now }));
    const chosen = () => radios.find((each) => each.checked)?.value ?? now;
    /** @type {Input} */
    const input = {
      get value() { return chosen() === now ? field.value : chosen(); },
      focus: (how) => radios.find((each) => each.checked)?.focus(how),
      setAttribute: (name, value) => { for (const each of radios) each.setAttribute(name, value); },
    };
    const choices = radios.map((radio) => element("label", {}, radio,
      element("img", { src: `/theme/${radio.value}.svg`, alt: "", loading: "lazy" }), pictures[radio.value]));
    rows.set(field.name, { field, input, wrong: element("span", { className: "wrong" }) });
    return element("div", { className: "pictured", role: "radiogroup", label: field.meaning }, ...choices);
  }

  /** @param {SettingField} field */
  function label(field) {
    const named = element("small", {}, [field.name, field.rule && `(${field.rule})`].filter(Boolean).join(" "));
    if (field.pictures && Object.keys(field.pictures).length) {
      const choices = pictured(field, field.pictures);
      return element("div", { className: "field" }, element("b", {}, field.meaning), choices, named, rows.get(field.name)?.wrong);
    }
    const wrong = element("span", { className: "wrong", id: `wrong-${field.name}` });
    const left = field.usual !== undefined ? [["", say("{value} (as usual)", { value: field.usual })]] : [];
    const choices = [...left, ...(field.choices ?? []).map((each) => [each, field.titles?.[each] ? `${each}: ${field.titles[each]}` : WORDS[each] ?? each])];
    const about = { name: field.name, "aria-describedby": `wrong-${field.name}` };
    const input = field.choices?.length ? select(choices, field.value, about) : element("input", { ...about, placeholder: field.usual ?? "" });
    input.value = field.value;
    rows.set(field.name, { field, input, wrong });
    return element("label", { title: field.takes ?? "" }, element("b", {}, field.meaning), input, named, wrong);
  }

  function show() {
    const had = focused(fields);
    rows.clear();
    whole.textContent = "";
    fields.replaceChildren(...studio.scene.head.map(label), whole, done);
    if (had) (rows.get(had.getAttribute("name") ?? "")?.input ?? done).focus({ preventScroll: true });
    lead();
  }

  function lead() {
    const to = /** @type {HTMLElement | null} */ (studio.setting && fields.querySelector(`[name="${studio.setting}"]`));
    studio.setting = "";
    if (!to) return;
    to.closest("label, .field")?.scrollIntoView();
    to.focus({ preventScroll: true });
  }

  /** @param {Record<string, string>} wrong */
  function tell(wrong) {
    whole.textContent = wrong[""] ?? "";
    for (const [name, { input, wrong: place }] of rows) {
      place.textContent = wrong[name] ?? "";
      input.setAttribute("aria-invalid", String(Boolean(wrong[name])));
    }
    [...rows.values()].find(({ field }) => wrong[field.name])?.input.focus();
  }

  async function apply() {
    /** @type {Record<string, string>} */
    const values = {};
    for (const [name, { field, input }] of rows) if (input.value !== field.value) values[name] = input.value;
    const { wrong } = await studio.act("change_head", { values });
    if (!wrong) return;
    if (Object.keys(wrong).length) tell(wrong);
    else show();
  }
  studio.watch(["head"], show);
  studio.watch(["setting"], lead);
  return show;
}
