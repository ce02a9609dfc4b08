// The palette: tools, how a stroke draws, what is done with a selection, and what the drawing uses up.

import { besideFocus } from "./controls.js";
import { button, byId, element, say, svgElement } from "./elements.js";
import { learnPens, shape } from "./picture.js";

const MOST_GAUGES = 4; // that are shown

export function palette(studio) {
  // A button of the palette: what it shows, its name, what it says to those who hear the page, and whether it is chosen.
  function choice(shown, name, label, pressed, press, more = {}) {
    const found = button("", press, { className: "tool", title: label, label, "data-tool": name, "aria-pressed": String(pressed), ...more });
    found.append(shown);
    return found;
  }

  function toolButton(tool, scene) {
    let shown = tool.name === "eraser" ? "⌫" : tool.sign;
    const sample = scene.samples[tool.sample];
    if (sample?.shapes.length) {
      learnPens(sample.pens);
      const [wide, high] = sample.seen;
      shown = svgElement("svg", { viewBox: `${-wide * 0.05} ${-high * 0.05} ${wide * 1.1} ${high * 1.1}`, class: "picture" },
        ...sample.shapes.map(shape));
    }
    return choice(shown, tool.name, tool.words, tool.name === studio.tool, () => {
      if (["pick", "select"].includes(studio.mode)) studio.mode = "draw";
      studio.change("mode", studio.mode);
      studio.change("tool", tool.name);
    });
  }

  // What the drawing uses up of something that is limited: what is nearest to its limit comes first

  studio.watch(["gauges"], (scene) => {
    const sorted = [...scene.gauges].sort((one, other) => other.used / (other.most || 0.5) - one.used / (one.most || 0.5));
    byId("gauges").replaceChildren(...sorted.slice(0, MOST_GAUGES).map(({ label, used, most }) =>
      element("label", { className: used > most ? "over" : "" }, label, element("b", {}, say("{used} of {most}", { used, most })),
        element("meter", { max: Math.max(most, used, 1), high: most, value: used }))));
  });

  // How a stroke draws, and what is done with a selection

  const MODES = { draw: say("Draw freely"), line: say("Straight lines"), fill: say("Fill"), pick: say("Pick a tool"), select: say("Select") };
  const SIGNS = {
    draw: "M4 17C8 5 11 23 20 7", line: "M5 19L19 5M3 19a2 2 0 1 0 4 0a2 2 0 1 0-4 0M17 5a2 2 0 1 0 4 0a2 2 0 1 0-4 0",
    fill: "M4 13l7-7l7 7l-7 6zM8 3l3 3M20 15c2 3 1 5 0 5s-2-2 0-5", pick: "M4 20l1-5l8-8l4 4l-8 8zM12 6l6 6M15 7l3-3l2 2l-3 3",
    select: "M4 8V4h4M11 4h2M16 4h4v4M20 11v2M20 16v4h-4M13 20h-2M8 20H4v-4M4 13v-2",
  };

  function mode(name, scene) {
    const using = scene.tools.find((each) => each.name === studio.tool);
    const sign = svgElement("svg", { viewBox: "0 0 24 24", class: "sign" }, svgElement("path", { d: SIGNS[name] }));
    return choice(sign, `mode ${name}`, MODES[name], studio.mode === name, () => studio.change("mode", name),
      { disabled: (name === "fill" && !using.fills) || (name === "line" && using.aims === "corners") });
  }

  function clips(scene) {
    const actions = [
      ["copy", say("Copy"), studio.selection.length, () => studio.copy("copy", studio.selection)],
      ["cut", say("Cut"), studio.selection.length, () => studio.copy("cut", studio.selection)],
      ["paste", say("Paste"), scene.clip, () => studio.act("paste", { at: studio.cursor })],
    ];
    const buttons = actions.map(([name, text, can, press]) => button(text, press, { "data-tool": name, disabled: !can }));
    return element("div", { className: "clips", hidden: studio.mode !== "select" && !studio.selection.length }, ...buttons);
  }

  studio.watch(["tools", "samples", "tool", "mode", "selection", "clip"], (scene) => {
    let using = scene.tools.find((tool) => tool.name === studio.tool);
    if (!using) using = scene.tools.find((tool) => tool.aims === "borders") ?? scene.tools[1] ?? scene.tools[0];
    studio.tool = using.name;
    if ((studio.mode === "fill" && !using.fills) || (studio.mode === "line" && using.aims === "corners")) studio.change("mode", "draw");
    const focused = document.activeElement?.dataset?.tool, palette = element("div", {},
      element("h2", {}, say("How to draw")),
      element("div", { className: "tools modes" }, ...Object.keys(MODES).map((name) => mode(name, scene))),
      clips(scene));
    for (const name of new Set(scene.tools.map((tool) => tool.heading))) {
      const some = scene.tools.filter((tool) => tool.heading === name);
      palette.append(element("h2", {}, name), element("div", { className: "tools" }, ...some.map((tool) => toolButton(tool, scene))));
    }
    const how = HOW[studio.mode !== "draw" ? studio.mode : using.name === "eraser" ? "eraser" : using.aims];
    const chosen = ["pick", "select"].includes(studio.mode) ? MODES[studio.mode] : using.words;
    palette.append(element("p", { id: "chosen" }, chosen, element("small", {}, how)));
    const stop = rove(palette, focused);
    settle(byId("tools"), palette);
    if (stop?.dataset.tool === focused) byId("tools").querySelector(`[data-tool="${CSS.escape(focused)}"]`).focus();
  });

  // Take over what has changed, and leave the rest in its place: a press that has begun there goes on.
  function settle(place, from) {
    const wanted = [...from.children];
    wanted.forEach((fresh, number) => {
      const was = place.children[number];
      if (!was) place.append(fresh);
      else if (was.outerHTML === fresh.outerHTML) return;
      else if (was.className === fresh.className && was.matches(".tools")) settle(was, fresh);
      else was.replaceWith(fresh);
    });
    while (place.children.length > wanted.length) place.lastChild.remove();
  }

  // One stop of Tab leads to the tools; there the arrows lead on.
  const inReach = (place) => [...place.querySelectorAll("button:not(:disabled)")].filter((each) => !each.closest("[hidden]"));
  function rove(place, name) {
    const all = inReach(place), named = (wanted) => all.find((each) => each.dataset.tool === wanted);
    const stop = (name && named(name)) || named(studio.tool);
    for (const each of all) each.tabIndex = each === stop ? 0 : -1;
    return stop;
  }
  byId("tools").onkeydown = (event) => {
    const to = besideFocus(event, inReach(byId("tools")));
    if (!to) return;
    event.preventDefault();
    rove(byId("tools"), to.dataset.tool).focus();
  };

  // In a small window the tools are a strip, which folds out to all of them.
  byId("all-tools").onclick = () => {
    const all = byId("palette").classList.toggle("all");
    byId("all-tools").setAttribute("aria-expanded", String(all));
  };

  const HOW = {
    cells: say("Click a cell, or drag over several. The right button erases."),
    borders: say("Click a border, or drag along several; once more takes it away."),
    steps: say("Drag from one cell into the next; a click on a border turns it."),
    corners: say("Point beside the corner of four cells; once more takes it away."),
    eraser: say("Click or drag over what is to go."),
    line: say("Drag: the line runs straight along a row, a column or an axis of hexes. Shift and dragging do so, too."),
    fill: say("Click a cell: its region is filled, as far as walls and other marks."),
    pick: say("Click something to take its tool. Alt and a click do so, too."),
    select: say("Drag over cells. Copy them, choose a cell, and paste."),
  };
}
