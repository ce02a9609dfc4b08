// The text of the map file beside the drawing. What is typed is drawn at once; what cannot be read yet stays as typed,
// with line and column, while the board keeps the last map that could be read.

import { loadStyle } from "./controls.js";
import { button, element, say } from "./elements.js";

/** @import { Answer } from "../messages.js" */
/** @import { Studio } from "./main.js" */

const PAUSE = 250; // milliseconds without a key, after which what was typed is read

/** @param {Studio} studio @param {HTMLElement} place */
export function textPanel(studio, place) {
  loadStyle("text");
  const area = element("textarea", { label: say("The text of the map file"), spellcheck: false, wrap: "off" });
  const list = element("ul", { id: "problems" });
  const back = button(say("Back to the text of the board"), () => { tell([]); show(lines(studio.scene.text)); });
  place.append(area, element("div", { role: "status" }, list), back);

  let waits = 0; // the timer that reads what was typed
  let unread = false; // whether the area holds what the board does not show
  const lines = (/** @type {string} */ words) => words.replace(/\r\n?/g, "\n");

  /** @param {string} words */
  function show(words) {
    const { selectionStart, selectionEnd, scrollTop } = area;
    if (area.value === words) return;
    area.value = words;
    area.setSelectionRange(selectionStart, selectionEnd);
    area.scrollTop = scrollTop;
  }

  /** @param {NonNullable<Answer["problems"]>} problems */
  function tell(problems) {
    list.replaceChildren(...problems.map(({ line, column, message }) => element("li", {},
      button(`${say("Line {line}, column {column}", { line, column })}: ${message}`, () => point(line, column)))));
    unread = problems.length > 0;
    back.hidden = !unread;
    area.setAttribute("aria-invalid", String(unread));
  }

  /** @param {number} line @param {number} column */
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

  function refresh() {
    if (!unread && !waits) show(lines(studio.scene.text));
  }
  studio.watch(["text"], refresh);
  tell([]);
  return refresh;
}
