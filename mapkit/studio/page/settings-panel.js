// The title, the preset, the size and the settings of the map. All that is wrong stands beside its field at once.

import { form, select } from "./controls.js";
import { button, element, say } from "./elements.js";

export function settingsPanel(studio, place) {
  const rows = new Map(), fields = form(apply, { noValidate: true });
  const whole = element("p", { className: "wrong", role: "alert" });
  const done = element("button", { className: "chief" }, say("Apply"));
  const turns = [[say("Mirror"), "mirror"], [say("Turn"), "turn"]].map(([text, action]) => button(text, () => studio.act(action)));
  place.append(element("div", { className: "turns" }, ...turns), fields);

  function label(field) {
    const left = "usual" in field ? [["", say("{value} (left out of the file)", { value: field.usual })]] : [];
    const choices = [...left, ...(field.choices ?? []).map((each) => [each, each])];
    const about = { name: field.name, "aria-describedby": `wrong-${field.name}` };
    const input = field.choices?.length ? select(choices, field.value, about) : element("input", { ...about, placeholder: field.usual ?? "" });
    const wrong = element("span", { className: "wrong", id: `wrong-${field.name}` });
    input.value = field.value;
    rows.set(field.name, { field, input, wrong });
    const says = [field.meaning, field.rule && `(${field.rule})`].filter(Boolean).join(" ");
    return element("label", { title: field.takes ?? "" }, element("b", {}, field.name.replaceAll("_", " ")), input, element("small", {}, says), wrong);
  }

  function show() {
    const focused = fields.contains(document.activeElement) && document.activeElement.name;
    rows.clear();
    whole.textContent = "";
    fields.replaceChildren(...studio.scene.head.map(label), whole, done);
    if (focused !== false) (rows.get(focused)?.input ?? done).focus();
  }

  function tell(wrong) {
    whole.textContent = wrong[""] ?? "";
    for (const [name, { input, wrong: place }] of rows) {
      place.textContent = wrong[name] ?? "";
      input.setAttribute("aria-invalid", String(Boolean(wrong[name])));
    }
    [...rows.values()].find(({ field }) => wrong[field.name])?.input.focus();
  }

  async function apply() {
    const values = {};
    for (const [name, { field, input }] of rows) if (input.value !== field.value) values[name] = input.value;
    const { wrong } = await studio.act("change_head", { values });
    if (!wrong) return;
    if (Object.keys(wrong).length) tell(wrong);
    else show();
  }
  studio.watch(["head"], show);
  return show;
}
