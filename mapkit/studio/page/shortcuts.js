// The shortcuts: what keys do, and what the sheet behind `?` tells of them. A key is named with what is held before it.
// A shortcut with `press` belongs to the keyboard; one without says what pointers and fingers do.

import { button, byId, element, say } from "./elements.js";

const NAMES = {
  ArrowLeft: "←", ArrowRight: "→", ArrowUp: "↑", ArrowDown: "↓", PageUp: "Page Up", PageDown: "Page Down",
  Ctrl: say("Ctrl"), Shift: say("Shift"), Space: say("Space"), Delete: say("Del"), Escape: "Esc", Symbol: say("symbol"),
};
const ARROW_KEYS = ["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown"], CORNER_KEYS = ["Home", "End", "PageUp", "PageDown"];
const held = (modifier, keys) => keys.map((key) => `${modifier}+${key}`);

// What the keyboard does everywhere, and what it does on the board, by what `does` offers.
export function shortcuts(does) {
  return [
    { title: say("Everywhere"), rows: [
      { keys: ["Ctrl+Z"], says: say("Undo"), button: "undo", press: does.undo },
      { keys: ["Ctrl+Shift+Z", "Ctrl+Y"], says: say("Redo"), button: "redo", press: does.redo },
      { keys: ["Ctrl+S"], says: say("Save"), button: "save" },
      { keys: ["Ctrl+C"], says: say("Copy"), press: () => does.copy("copy") },
      { keys: ["Ctrl+X"], says: say("Cut"), press: () => does.copy("cut") },
      { keys: ["Ctrl+V"], says: say("Paste"), press: does.paste },
      { keys: ["Escape"], says: say("Let go, end the selection, or close what is open"), press: does.escape },
      { keys: ["F8"], says: say("The next fault, or the next doubt of a photo"), press: does.nextPlace },
      { keys: ["?"], says: say("Shortcuts"), button: "open-shortcuts" },
    ] },
    { title: say("On the board"), board: true, rows: [
      { keys: ARROW_KEYS, says: say("Move the cursor"), press: does.move },
      { keys: CORNER_KEYS, says: say("To the ends of the row and the column; among hexes, the four ways up and down"), press: does.move },
      { keys: held("Shift", [...ARROW_KEYS, ...CORNER_KEYS]), says: say("Draw the wall on that side, or take it away"), press: does.toggle },
      { keys: ["Space", "Enter"], says: say("Draw with the chosen tool, or lay the stamp"), press: does.draw },
      { keys: ["Shift+Space"], says: say("One end of a straight line, then the other"), press: () => does.draw("line") },
      { keys: ["Shift+Enter"], says: say("Fill"), press: () => does.draw("fill") },
      { keys: ["Alt+Enter"], says: say("Pick a tool"), press: () => does.draw("pick") },
      { keys: ["Delete", "Backspace"], says: say("Erase, or delete what is selected"), press: does.erase },
      { keys: held("Ctrl", ARROW_KEYS), says: say("Select"), press: does.select },
      { keys: held("Ctrl+Shift", ARROW_KEYS), says: say("Move what is selected"), press: does.carry },
      { keys: ["Alt+S"], says: say("Stamp"), press: () => does.mode("stamp") },
      { keys: ["Alt+M"], says: say("Mirror"), press: () => does.reshape("mirror") },
      { keys: ["Alt+T"], says: say("Turn"), press: () => does.reshape("turn") },
      { keys: ["Symbol"], says: say("Paint the cell: T a treasure, and so on as in map files"), press: does.paint },
      { keys: ["+", "-"], says: say("Zoom in and out"), press: does.zoom },
      { keys: ["0"], says: say("Show the whole map"), button: "whole" },
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

// The name of what was pressed, as shortcuts have it. Letters are those of the key where the layout has no Latin ones.
export function nameOfKey({ code, ctrlKey, metaKey, altKey, shiftKey }, key) {
  const control = ctrlKey || metaKey, letter = (control || altKey) && code.match(/^Key([A-Z])$/)?.[1];
  const latin = /^[a-z]$/i.test(key) ? key.toUpperCase() : letter;
  const name = key === " " ? "Space" : (control || altKey) && latin ? latin : key;
  const parts = [control && "Ctrl", altKey && "Alt", shiftKey && (name.length > 1 || control || altKey) && "Shift", name];
  return parts.filter(Boolean).join("+");
}

const shown = (key) => key.split(/\+(?=.)/).map((part) => NAMES[part] ?? part).join(" + ");

// Keys with which the same is held stand in a row.
function keysOf(keys) {
  const modifier = keys.length > 1 && keys[0].match(/^.+\+(?=.)/)?.[0];
  const alike = modifier && keys.every((key) => key.startsWith(modifier) && !key.slice(modifier.length).includes("+"));
  const parts = alike ? [modifier.slice(0, -1), ...keys.map((key) => key.slice(modifier.length))] : keys;
  return parts.flatMap((key, number) => [number ? (alike && number === 1 ? " + " : " ") : "", element("kbd", {}, shown(key))]);
}

// The sheet of all shortcuts; buttons say theirs when they are pointed at.
export function shortcutSheet(groups) {
  const sheet = byId("shortcuts");
  for (const { button: id, keys, says } of groups.flatMap(({ rows }) => rows)) {
    if (id) byId(id).title = `${says} (${keys.map(shown).join(", ")})`;
  }
  sheet.append(
    element("header", {}, element("h2", {}, say("Shortcuts")), button("×", () => sheet.close(), { className: "close", label: say("Close") })),
    ...groups.map(({ title, rows }) => element("section", {}, element("h3", {}, title), element("dl", {}, ...rows.map(({ keys, says }) => element("div", {},
      element("dt", {}, ...keysOf(keys)), element("dd", {}, says)))))),
  );
  byId("open-shortcuts").onclick = () => sheet.showModal();
}
