// The title, the preset, the size and the settings of the map. All that is wrong stands beside its field at once.

import { button, made, say, words } from "./elements.js";

export function settings(studio, place) {
  const rows = new Map(), form = made("form", { noValidate: true });
  const whole = words("p", "", { className: "wrong", role: "alert" });
  const apply = words("button", say("Apply"), { className: "chief" });
  const turns = [[say("Mirror"), "mirror"], [say("Turn"), "turn"]].map(([text, action]) => button(text, () => studio.act(action)));
  place.append(made("div", { className: "turns" }, ...turns), form);

  function row(field) {
    const left = "usual" in field ? [["", say("{value} (left out of the file)", { value: field.usual })]] : [];
    const choices = [...left, ...(field.choices ?? []).map((each) => [each, each])].map(([value, text]) => new Option(text, value));
    const about = { name: field.name, "aria-describedby": `wrong-${field.name}` };
    const input = field.choices?.length ? made("select", about, ...choices) : made("input", { ...about, placeholder: field.usual ?? "" });
    const wrong = made("span", { className: "wrong", id: `wrong-${field.name}` });
    input.value = field.value;
    rows.set(field.name, { field, input, wrong });
    const says = [field.meaning, field.rule && `(${field.rule})`].filter(Boolean).join(" ");
    return made("label", { title: field.takes ?? "" }, words("b", field.name.replaceAll("_", " ")), input, words("small", says), wrong);
  }

  function show() {
    const focused = form.contains(document.activeElement) && document.activeElement.name;
    rows.clear();
    whole.textContent = "";
    form.replaceChildren(...studio.scene.head.map(row), whole, apply);
    if (focused !== false) (rows.get(focused)?.input ?? apply).focus();
  }

  function tell(wrong) {
    whole.textContent = wrong[""] ?? "";
    for (const [name, { input, wrong: place }] of rows) {
      place.textContent = wrong[name] ?? "";
      input.setAttribute("aria-invalid", String(Boolean(wrong[name])));
    }
    [...rows.values()].find(({ field }) => wrong[field.name])?.input.focus();
  }

  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const values = {};
    for (const [name, { field, input }] of rows) if (input.value !== field.value) values[name] = input.value;
    const { wrong } = await studio.act("change_head", { values });
    if (!wrong) return;
    if (Object.keys(wrong).length) tell(wrong);
    else show();
  });
  studio.watch(["head"], show);
  return show;
}
