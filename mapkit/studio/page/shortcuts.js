// The shortcuts: what keys do, and what the sheet behind `?` tells of them. A key is named with what is held before it.

import { loadStyle } from "./controls.js";
import { button, byId, element, say } from "./elements.js";

/** @import { Point } from "../messages.js" */
/** @import { Floor } from "./floor.js" */
/** @import { Mode } from "./session.js" */

/** @type {Record<string, string>} */
const NAMES = {
  ArrowLeft: "←", ArrowRight: "→", ArrowUp: "↑", ArrowDown: "↓", PageUp: "Page Up", PageDown: "Page Down",
  Ctrl: say("Ctrl"), Shift: say("Shift"), Space: say("Space"), Delete: say("Del"), Escape: "Esc", Symbol: say("symbol"),
};
const ARROW_KEYS = ["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown"], CORNER_KEYS = ["Home", "End", "PageUp", "PageDown"];
/** @param {string} modifier @param {string[]} keys */
const held = (modifier, keys) => keys.map((key) => `${modifier}+${key}`);
/** @param {string} id */
const click = (id) => () => byId(id).click();

/**
 * A shortcut: what it says in the sheet, what it does everywhere or on the floor that has the focus, and the button that
 * does the same. One that does nothing says what pointers and fingers do.
 * @typedef {{ keys: string[], says: string, press?: () => unknown, button?: string,
 *   onFloor?: (floor: Floor, key: string, way: Point) => unknown }} Shortcut
 * @typedef {{ title: string, rows: Shortcut[] }} Group
 * @typedef {{
 *   undo: () => unknown, redo: () => unknown, copy: (action: "copy" | "cut") => boolean, paste: () => boolean, leave: () => boolean,
 *   nextPlace: () => unknown, move: (floor: Floor, key: string) => unknown, toggle: (floor: Floor, way: Point) => unknown,
 *   select: (floor: Floor, way: Point) => unknown, carry: (floor: Floor, way: Point) => unknown, draw: (floor: Floor) => unknown,
 *   press: (floor: Floor, how: Mode) => unknown, erase: () => unknown, mode: (mode: Mode) => unknown,
 *   reshape: (how: "mirror" | "turn") => unknown, paint: (key: string) => boolean, zoom: (ratio: number) => unknown,
 * }} Deeds what the keyboard does
 */

/** @param {Deeds} does @returns {Group[]} */
export function shortcuts(does) {
  return [
    { title: say("Everywhere"), rows: [
      { keys: ["Ctrl+Z"], says: say("Undo"), press: does.undo, button: "undo" },
      { keys: ["Ctrl+Shift+Z", "Ctrl+Y"], says: say("Redo"), press: does.redo, button: "redo" },
      { keys: ["Ctrl+S"], says: say("Save"), press: click("save"), button: "save" },
      { keys: ["Ctrl+O"], says: say("Open"), press: click("open-file"), button: "open-file" },
      { keys: ["Ctrl+C"], says: say("Copy"), press: () => does.copy("copy") },
      { keys: ["Ctrl+X"], says: say("Cut"), press: () => does.copy("cut") },
      { keys: ["Ctrl+V"], says: say("Paste"), press: does.paste },
      { keys: ["Escape"], says: say("Let go, end the selection, or close what is open"), press: does.leave },
      { keys: ["F8"], says: say("The next fault, or the next doubt of a photo"), press: does.nextPlace },
      { keys: ["?"], says: say("Shortcuts"), press: click("open-shortcuts"), button: "open-shortcuts" },
    ] },
    { title: say("On the board"), rows: [
      { keys: ARROW_KEYS, says: say("Move the cursor"), onFloor: does.move },
      { keys: CORNER_KEYS, says: say("To the ends of the row and the column; among hexes, the four ways up and down"), onFloor: does.move },
      { keys: held("Shift", [...ARROW_KEYS, ...CORNER_KEYS]), says: say("Draw the wall on that side, or take it away"), onFloor: (floor, _, way) => does.toggle(floor, way) },
      { keys: ["Space", "Enter"], says: say("Draw with the chosen tool, or lay the stamp"), onFloor: does.draw },
      { keys: ["Shift+Space"], says: say("One end of a straight line, then the other"), onFloor: (floor) => does.press(floor, "line") },
      { keys: ["Shift+Enter"], says: say("Fill"), onFloor: (floor) => does.press(floor, "fill") },
      { keys: ["Alt+Enter"], says: say("Pick a tool"), onFloor: (floor) => does.press(floor, "pick") },
      { keys: ["Delete", "Backspace"], says: say("Erase, or delete what is selected"), onFloor: does.erase },
      { keys: held("Ctrl", ARROW_KEYS), says: say("Select"), onFloor: (floor, _, way) => does.select(floor, way) },
      { keys: held("Ctrl+Shift", ARROW_KEYS), says: say("Move what is selected"), onFloor: (floor, _, way) => does.carry(floor, way) },
      { keys: ["Alt+S"], says: say("Stamp"), onFloor: () => does.mode("stamp") },
      { keys: ["Alt+M"], says: say("Mirror"), onFloor: () => does.reshape("mirror") },
      { keys: ["Alt+T"], says: say("Turn"), onFloor: () => does.reshape("turn") },
      { keys: ["Symbol"], says: say("Paint the cell with what has this symbol; tools with a picture tell theirs"), onFloor: (_, key) => does.paint(key) },
      { keys: ["+"], says: say("Zoom in"), onFloor: () => does.zoom(1.25), button: "closer" },
      { keys: ["-"], says: say("Zoom out"), onFloor: () => does.zoom(0.8), button: "farther" },
      { keys: ["0"], says: say("Show the whole map"), onFloor: click("whole"), button: "whole" },
    ] },
    { title: say("With the mouse"), rows: [
      { keys: [say("Alt and a click"), say("right button")], says: say("Pick a tool") },
      { keys: [say("drag with the right button")], says: say("Erase") },
      { keys: [say("Shift and drag")], says: say("Draw a straight line; with Select, add to the selection") },
      { keys: [say("drag what is selected")], says: say("Move what is selected") },
      { keys: [say("middle button"), say("Space and drag")], says: say("Move the board") },
      { keys: [say("Ctrl and the wheel")], says: say("Zoom in and out") },
    ] },
    { title: say("With fingers"), rows: [
      { keys: [say("one finger")], says: say("Draw, select, or move what is selected") },
      { keys: [say("two fingers")], says: say("Move the board, zoom in and out") },
    ] },
  ];
}

/** The name of what was pressed, as shortcuts have it. Where the layout has no Latin letters, they are those of the keys. @param {KeyboardEvent} event @param {string} key */
export function nameOfKey({ code, ctrlKey, metaKey, altKey, shiftKey }, key) {
  const modified = ctrlKey || metaKey || altKey, letter = modified && code.match(/^Key([A-Z])$/)?.[1];
  const latin = /^[a-z]$/i.test(key) ? key.toUpperCase() : letter;
  const name = key === " " ? "Space" : (modified && latin) || key;
  return [
    ctrlKey || metaKey ? "Ctrl" : "", altKey ? "Alt" : "", shiftKey && (name.length > 1 || modified) ? "Shift" : "", name,
  ].filter(Boolean).join("+");
}

/** @param {string} key */
const shown = (key) => key.split(/\+(?=.)/).map((part) => NAMES[part] ?? part).join(" + ");

/** Keys with which the same is held stand in a row. @param {string[]} keys */
function keysOf(keys) {
  const modifier = keys.length > 1 ? keys[0].match(/^.+\+(?=.)/)?.[0] ?? "" : "";
  const alike = modifier && keys.every((key) => key.startsWith(modifier) && !key.slice(modifier.length).includes("+"));
  const parts = alike ? [modifier.slice(0, -1), ...keys.map((key) => key.slice(modifier.length))] : keys;
  return parts.flatMap((key, number) => [number ? (alike && number === 1 ? " + " : " ") : "", element("kbd", {}, shown(key))]);
}

/** The sheet of all shortcuts; buttons say theirs when they are pointed at. @param {Group[]} groups */
export function shortcutSheet(groups) {
  loadStyle("shortcuts");
  const sheet = /** @type {HTMLDialogElement} */ (byId("shortcuts"));
  for (const { button: id, keys, says } of groups.flatMap(({ rows }) => rows)) {
    if (id) byId(id).title = `${says} (${keys.map(shown).join(", ")})`;
  }
  /** @param {Shortcut} row */
  const line = ({ keys, says }) => element("div", {}, element("dt", {}, ...keysOf(keys)), element("dd", {}, says));
  sheet.prepend(
    element("header", {}, element("h2", {}, say("Shortcuts")), button("×", () => sheet.close(), { className: "close", label: say("Close") })),
    element("div", { className: "groups" }, ...groups.map(({ title, rows }) => element("section", {}, element("h3", {}, title), element("dl", {}, ...rows.map(line))))),
  );
  byId("open-shortcuts").onclick = () => sheet.showModal();
}
