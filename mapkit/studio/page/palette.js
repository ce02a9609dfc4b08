// The palette: tools, how a stroke draws, what is done with a selection, and what the drawing uses up.

import { besideFocus, focused, focusOn, turnOff } from "./controls.js";
import { button, byId, element, say, svgElement } from "./elements.js";
import { learnPens, shape } from "./picture.js";

/** @import { Scene, Tool } from "../messages.js" */
/** @import { Studio } from "./main.js" */
/** @import { Mode } from "./session.js" */

const MODE_NAMES = /** @type {const} */ (["draw", "line", "fill", "pick", "select", "stamp"]);
const MOST_GAUGES = 4; // that are shown
const TAKES_NO_TOOL = ["pick", "select", "stamp"];
const NOTHING = say("Nothing is selected yet: choose Select, then drag over cells.");
const PADLOCK = "M8 11h8v6H8zM9.5 11V9.5a2.5 2.5 0 0 1 5 0V11";

/** @param {Studio} studio */
export function palette(studio) {
  /**
   * A button of the palette: what it shows, its name, what it says to those who hear the page, and whether it is chosen.
   * @param {Node | string} shown @param {string} name @param {string} label
   * @param {boolean | null} pressed @param {() => void} press
   */
  const choice = (shown, name, label, pressed, press) => button(shown, press,
    { className: "tool", title: label, label, "data-tool": name, ...(pressed === null ? {} : { "aria-pressed": String(pressed) }) });

  /** @param {Tool} tool @param {Scene} scene */
  function toolButton(tool, scene) {
    /** @type {Node | string} */
    let shown = SIGNS[tool.name] ? sign(tool.name) : tool.sign || tool.words;
    const sample = scene.samples[tool.sample];
    if (sample?.shapes.length) {
      learnPens(sample.pens);
      const [wide, high] = sample.seen, [left, top] = sample.from ?? [0, 0];
      shown = svgElement("svg", { viewBox: `${left - wide * 0.05} ${top - high * 0.05} ${wide * 1.1} ${high * 1.1}`, class: "picture" },
        ...sample.shapes.map(shape));
    }
    const made = choice(shown, tool.name, tool.words, tool.name === studio.tool, () => {
      if (TAKES_NO_TOOL.includes(studio.mode)) studio.change("mode", "draw");
      studio.change("tool", tool.name);
    });
    if (shown instanceof Node && tool.aims === "cells" && /^[!-~]/u.test(tool.sign)) made.title += ` (${tool.sign})`; // a key paints with it
    return made;
  }

  // What the drawing uses up of something that is limited: what is nearest to its limit comes first

  studio.watch(["gauges"], (scene) => {
    const sorted = [...scene.gauges].sort((one, other) => other.used / (other.most || 0.5) - one.used / (one.most || 0.5));
    byId("gauges").replaceChildren(...sorted.slice(0, MOST_GAUGES).map(({ label, used, most }) =>
      element("label", { className: used > most ? "over" : "" }, label, element("b", {}, say("{used} of {most}", { used, most })),
        element("meter", { max: Math.max(most, used, 1), high: most, value: used }))));
  });

  // How a stroke draws, and what is done with a selection

  /** @type {Record<Mode, string>} */
  const MODES = { draw: say("Draw freely"), line: say("Straight lines"), fill: say("Fill"), pick: say("Pick a tool"), select: say("Select"), stamp: say("Stamp") };
  /** @type {Record<string, string>} */
  const SIGNS = {
    draw: "M4 17C8 5 11 23 20 7", line: "M5 19L19 5M3 19a2 2 0 1 0 4 0a2 2 0 1 0-4 0M17 5a2 2 0 1 0 4 0a2 2 0 1 0-4 0",
    fill: "M4 13l7-7l7 7l-7 6zM8 3l3 3M20 15c2 3 1 5 0 5s-2-2 0-5", pick: "M4 20l1-5l8-8l4 4l-8 8zM12 6l6 6M15 7l3-3l2 2l-3 3",
    select: "M4 8V4h4M11 4h2M16 4h4v4M20 11v2M20 16v4h-4M13 20h-2M8 20H4v-4M4 13v-2",
    stamp: "M9 13c1-2-1-4-1-6a4 4 0 1 1 8 0c0 2-2 4-1 6h4v4H5v-4zM5 20h14",
    copy: "M8 8h12v12H8zM4 16V4h12", cut: "M8 16L18 4M16 16L6 4M5 18a2.4 2.4 0 1 0 4.8 0a2.4 2.4 0 1 0-4.8 0M14.2 18a2.4 2.4 0 1 0 4.8 0a2.4 2.4 0 1 0-4.8 0",
    paste: "M9 5H5v15h14V5h-4M9 3h6v4H9zM12 11v6M9 14l3 3l3-3", clear: "M5 7h14M10 7V4h4v3M7 7l1 13h8l1-13M10 11v5M14 11v5",
    mirror: "M12 3v18M9 7v10H3zM15 7v10h6z", turn: "M19 12a7 7 0 1 1-3-5.7M16 2v5h-5",
    eraser: "M3 16l9-9l7 7l-5 5H6zM8 12l7 7M3 21h18",
    "lock cells": `M3 3h18v18H3z${PADLOCK}`, "lock borders": `M12 1v4M12 20v3${PADLOCK}`,
  };
  /** @param {string} name */
  const sign = (name) => svgElement("svg", { viewBox: "0 0 24 24", class: "sign" }, svgElement("path", { d: SIGNS[name] }));

  /** Why a mode cannot be chosen; empty where it can. @param {Mode} name @param {Tool} using */
  function off(name, using) {
    if (name === "fill" && !using.fills) return say("A region is filled with a kind of cell or with the eraser: choose one of these.");
    if (name === "line" && using.aims === "corners") return say("This tool draws no lines: it lays one thing at a time.");
    return name === "stamp" && !studio.scene.clip && !studio.selection.length ? NOTHING : "";
  }

  /** @param {Mode} name @param {Tool} using */
  const mode = (name, using) => turnOff(choice(sign(name), `mode ${name}`, MODES[name], studio.mode === name, () => studio.setMode(name)), off(name, using));

  /** What is done with the selection. Mirror and turn take the stamp in hand, and where nothing is selected the whole map. @param {Scene} scene */
  function actions(scene) {
    const none = studio.selection.length ? "" : NOTHING, bare = scene.clip ? "" : say("Nothing is copied yet.");
    /** @param {string} name @param {string} label @param {string} why @param {() => void} press */
    const action = (name, label, why, press) => turnOff(choice(sign(name), name, label, null, press), why);
    return element("div", { className: "tools modes actions" },
      action("copy", say("Copy"), none, () => studio.copy("copy")), action("cut", say("Cut"), none, () => studio.copy("cut")),
      action("paste", say("Paste"), bare, () => studio.act("paste", { at: studio.cursor })),
      action("clear", say("Delete"), none, () => studio.act("clear", { cells: studio.selection })),
      action("mirror", say("Mirror"), "", () => studio.reshape("mirror")), action("turn", say("Turn"), "", () => studio.reshape("turn")));
  }

  studio.watch(["tools", "samples", "tool", "mode", "selection", "clip"], (scene) => {
    const using = scene.tools.find((tool) => tool.name === studio.tool)
      ?? scene.tools.find((tool) => tool.aims === "borders") ?? scene.tools[1] ?? scene.tools[0];
    studio.tool = using.name;
    if (off(studio.mode, using)) studio.change("mode", "draw");
    const had = focused(byId("tools"))?.dataset.tool, palette = element("div", {},
      element("h2", {}, say("How to draw")),
      element("div", { className: "tools modes" }, ...MODE_NAMES.map((name) => mode(name, using))),
      actions(scene));
    for (const name of new Set(scene.tools.map((tool) => tool.heading))) {
      const some = scene.tools.filter((tool) => tool.heading === name);
      palette.append(element("h2", {}, name), element("div", { className: `tools${/\d/.test(some[0].sign) ? " numbered" : ""}` }, ...some.map((tool) => toolButton(tool, scene))));
    }
    const how = HOW[studio.mode !== "draw" ? studio.mode : using.name === "eraser" ? "eraser" : using.name.startsWith("lock ") ? "locks" : using.aims];
    const chosen = [studio.mode !== "draw" && MODES[studio.mode], !TAKES_NO_TOOL.includes(studio.mode) && using.words].filter(Boolean).join(": ");
    palette.append(element("p", { id: "chosen" }, chosen, element("small", {}, how)));
    const stop = rove(palette, had);
    settle(byId("tools"), palette);
    if (had && stop?.dataset.tool === had) focusOn(byId("tools"), `[data-tool="${CSS.escape(had)}"]`);
  });

  /** Take over what has changed, and leave the rest in its place: a press that has begun there goes on. @param {Element} place @param {Element} from */
  function settle(place, from) {
    const wanted = [...from.children];
    wanted.forEach((fresh, number) => {
      const was = place.children[number];
      if (!was) place.append(fresh);
      else if (was.outerHTML === fresh.outerHTML) return;
      else if (was.className === fresh.className && was.matches(".tools")) settle(was, fresh);
      else was.replaceWith(fresh);
    });
    while (place.children.length > wanted.length) place.lastChild?.remove();
  }

  // One stop of Tab leads to the tools; there the arrows lead on.
  /** @param {Element} place */
  const inReach = (place) => [...place.getElementsByTagName("button")].filter((each) => !each.disabled && !each.closest("[hidden]"));
  /** @param {Element} place @param {string} [name] */
  function rove(place, name) {
    const all = inReach(place), named = (/** @type {string} */ wanted) => all.find((each) => each.dataset.tool === wanted);
    const stop = (name && named(name)) || named(studio.tool);
    for (const each of all) each.tabIndex = each === stop ? 0 : -1;
    return stop;
  }
  byId("tools").onkeydown = (event) => {
    const to = besideFocus(event, inReach(byId("tools")));
    if (!to) return;
    event.preventDefault();
    rove(byId("tools"), to.dataset.tool)?.focus();
  };

  // In a small window the tools are a strip, which folds out to all of them.
  /** @param {boolean} out */
  function fold(out) {
    byId("palette").classList.toggle("all", out);
    byId("all-tools").setAttribute("aria-expanded", String(out));
  }
  byId("all-tools").onclick = () => fold(!byId("palette").classList.contains("all"));
  byId("tools").onclick = ({ target }) => { if (target instanceof Element && target.closest("button")) fold(false); };

  /** @type {Record<string, string>} */
  const HOW = {
    cells: say("Click or tap a cell, or drag over several. Drag with the right button to erase."),
    borders: say("Click or tap a border, or drag along several; once more takes it away."),
    steps: say("Drag from one cell into the next; a click or tap on a border turns it."),
    corners: say("Point beside the corner of four cells; once more takes it away."),
    eraser: say("Click, tap or drag over what is to go."),
    locks: say("Click or tap what is to stay as it is in a repair and in new maps; once more unlocks it."),
    line: say("Drag: the line runs straight along a row, a column or an axis of hexes. Shift and dragging do so, too."),
    fill: say("Click or tap a cell: its region is filled, as far as walls and other marks."),
    pick: say("Click or tap something to take its tool. Alt and a click do so, too, and a click with the right button."),
    select: say("Drag over cells, then drag them to where they are to lie. Shift and dragging add others."),
    stamp: say("Click or tap where the copy is to lie, as often as you like. Mirror and Turn change it."),
  };
}
