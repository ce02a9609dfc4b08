// The title, the preset, the size and the settings of the map. All that is wrong stands beside its field at once.

export function settings(studio, place) {
  const form = document.createElement("form"), rows = new Map(), apply = document.createElement("button");
  const whole = document.createElement("p");
  form.noValidate = true;
  whole.className = "wrong";
  whole.setAttribute("role", "alert");
  apply.className = "chief";
  apply.textContent = studio.say("Apply");
  const turns = document.createElement("div");
  turns.className = "turns";
  for (const [words, action] of [["Mirror", "mirror"], ["Turn", "turn"]]) {
    const made = document.createElement("button");
    made.textContent = studio.say(words);
    made.addEventListener("click", () => studio.act(action));
    turns.append(made);
  }
  place.append(turns, form);

  function input(field) {
    const made = document.createElement(field.choices?.length ? "select" : "input");
    if (field.choices?.length) {
      const left = "usual" in field ? [["", studio.say("{value} (left out of the file)", { value: field.usual })]] : [];
      made.append(...[...left, ...field.choices.map((each) => [each, each])].map(([value, words]) => new Option(words, value)));
    } else if (field.usual) made.placeholder = field.usual;
    return made;
  }

  function row(field) {
    const label = document.createElement("label"), name = document.createElement("b"), words = document.createElement("small");
    const wrong = document.createElement("span"), made = input(field);
    name.textContent = field.name.replaceAll("_", " ");
    words.textContent = [field.meaning, field.rule && `(${field.rule})`].filter(Boolean).join(" ");
    made.value = field.value;
    made.name = field.name;
    if (field.takes) label.title = field.takes;
    wrong.className = "wrong";
    wrong.id = `wrong-${field.name}`;
    made.setAttribute("aria-describedby", wrong.id);
    label.append(name, made, words, wrong);
    rows.set(field.name, { field, made, wrong });
    return label;
  }

  function show() {
    rows.clear();
    whole.textContent = "";
    form.replaceChildren(...studio.scene.head.map(row), whole, apply);
  }

  function tell(wrong) {
    whole.textContent = wrong[""] ?? "";
    for (const [name, { made, wrong: place }] of rows) {
      place.textContent = wrong[name] ?? "";
      made.setAttribute("aria-invalid", String(Boolean(wrong[name])));
    }
    [...rows.values()].find(({ field }) => wrong[field.name])?.made.focus();
  }

  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const values = {};
    for (const [name, { field, made }] of rows) if (made.value !== field.value) values[name] = made.value;
    const { wrong } = await studio.act("change_head", { values });
    if (!wrong) return;
    if (Object.keys(wrong).length) tell(wrong);
    else show();
  });
  studio.watch(["head"], show);
  return show;
}
