// The text of the map file beside the drawing. What is typed is drawn at once; what cannot be read yet stays as typed,
// with line and column, while the board keeps the last map that could be read.

const PAUSE = 250; // milliseconds without a key, after which what was typed is read

export function text(studio, place) {
  const area = document.createElement("textarea"), list = document.createElement("ul");
  const back = document.createElement("button"), heard = document.createElement("div");
  area.setAttribute("aria-label", studio.say("The text of the map file"));
  area.spellcheck = false;
  area.wrap = "off";
  list.id = "problems";
  heard.setAttribute("role", "status");
  heard.append(list);
  back.textContent = studio.say("Back to the text of the board");
  place.append(area, heard, back);

  let waits = 0; // the timer that reads what was typed
  let unread = false; // whether the area holds what the board does not show
  const lines = (words) => words.replace(/\r\n?/g, "\n");

  function show(words) {
    const { selectionStart, selectionEnd, scrollTop } = area;
    if (area.value === words) return;
    area.value = words;
    area.setSelectionRange(selectionStart, selectionEnd);
    area.scrollTop = scrollTop;
  }

  function tell(problems) {
    list.replaceChildren(...problems.map(({ line, column, message }) => {
      const item = document.createElement("li"), made = document.createElement("button");
      made.textContent = `${studio.say("Line {line}, column {column}", { line, column })}: ${message}`;
      made.addEventListener("click", () => point(line, column));
      item.append(made);
      return item;
    }));
    unread = problems.length > 0;
    back.hidden = !unread;
    area.setAttribute("aria-invalid", String(unread));
  }

  function point(line, column) {
    const before = area.value.split("\n").slice(0, line - 1);
    const at = before.reduce((sum, each) => sum + each.length + 1, 0) + column - 1;
    area.focus();
    area.setSelectionRange(at, at + 1);
    area.scrollTop = area.scrollHeight * Math.max(0, line - 5) / area.value.split("\n").length;
  }

  async function read() {
    waits = 0;
    const typed = area.value;
    const { problems } = await studio.act("write", { text: typed });
    if (problems && area.value === typed && !waits) tell(problems);
  }

  area.addEventListener("input", () => {
    clearTimeout(waits);
    waits = setTimeout(read, PAUSE);
  });
  // While the area holds what the board does not, undo is that of the area.
  area.addEventListener("keydown", (event) => {
    if ((unread || waits) && event.ctrlKey && "zy".includes(event.key.toLowerCase())) event.stopPropagation();
  });
  back.addEventListener("click", () => { tell([]); show(lines(studio.scene.text)); });

  function refresh() {
    if (!unread && !waits) show(lines(studio.scene.text));
  }
  studio.watch(["text"], refresh);
  tell([]);
  return refresh;
}
