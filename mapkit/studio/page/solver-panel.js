// Repair, complete and generate: asking, waiting, and what the solver offers.

import { form, quiet, redraw, row, whilePointed } from "./controls.js";
import { button, byId, element, say, svgElement } from "./elements.js";
import { ruleNumber } from "./faults.js";
import { learnPens, patch } from "./picture.js";

/** @import { Edit, Offer, Scene, Task, Work } from "../messages.js" */
/** @import { Floor } from "./floor.js" */
/** @import { Studio } from "./main.js" */

const MOST_EDITS = 200; // edits that are listed
const MOST_LIT = 60; // places that are lit at once; where more change, the picture tells enough
const DOING = { repair: say("Looking for the nearest legal map"), complete: say("Filling in what is left"), alike: say("Making maps with as many of each thing as are drawn"), generate: say("Making maps with the numbers of the settings") };
const ASKS = { repair: say("Repair"), complete: say("Complete"), alike: say("Like the drawing"), generate: say("By the settings") };

/** @param {Studio} studio */
export function solverPanel(studio) {
  const { canvas } = studio, place = byId("solve");

  /** @param {Task} what @param {boolean} disabled */
  const ask = (what, disabled) => button(ASKS[what], () => studio.act("ask", { what }), { id: `ask-${what}`, title: DOING[what], disabled });

  // While the solver works: what it does, for how long, and Cancel.
  let since = 0, clock = 0;
  /** @param {Task} what @param {Work} work */
  function waiting(what, { step, sketches, of }) {
    const many = what === "alike" || what === "generate";
    const bar = element("progress", { label: DOING[what], ...(many ? { max: of, value: sketches.length } : {}) });
    const time = element("small", { id: "time", className: "quiet" });
    const tick = () => { time.textContent = ` ${say("{number} s", { number: Math.round((Date.now() - since) / 1000) })}`; };
    since ||= Date.now();
    clearInterval(clock);
    clock = setInterval(tick, 1000);
    tick();
    const count = many ? ` · ${sketches.length}/${of}` : "";
    return [
      element("p", { className: "doing" }, `${DOING[what]}${count}`, time), bar,
      ...(step ? [quiet(step)] : []),
      button(say("Cancel"), () => studio.act("cancel"), { id: "cancel" }),
    ];
  }

  /** @param {string[]} lines */
  function failure(lines) {
    const told = lines.map((line) => {
      const rule = line.match(/^ {2}(\S+) +(.*)$/);
      return rule ? element("p", {}, ruleNumber(rule[1]), ` ${rule[2]}`) : element("p", {}, line);
    });
    return [element("div", { className: "failed", role: "alert" }, ...told), button(say("Close"), () => studio.act("refuse"))];
  }

  /** @param {Offer} offer @param {Edit} each @param {number} number */
  function edit(offer, each, number) {
    const item = element("li");
    if (offer.choose) {
      const alone = button(say("Accept"), () => studio.act("accept", { edit: number }),
        { className: "alone", "data-key": `accept ${number}`, label: say("Accept alone: {what}", { what: each.words }) });
      const box = element("input", { type: "checkbox", checked: offer.chosen.includes(number), "data-key": `edit ${number}` });
      box.onchange = () => {
        const others = new Set(offer.chosen);
        // Edits that share a place or a listing go together, so a tick that is taken away takes them with it.
        const mine = new Set(each.spots);
        offer.edits.forEach((other, at) => {
          if ((each.key && other.key === each.key) || other.spots.some((spot) => mine.has(spot))) others[box.checked ? "add" : "delete"](at);
        });
        studio.act("choose", { chosen: [...others] });
      };
      item.append(element("label", {}, box, each.words), alone);
    } else {
      item.textContent = each.words;
    }
    return whilePointed(item, () => canvas.mark("shows", each.spots, "edit"), () => outline(offer));
  }

  /** @param {Offer} offer */
  function offered(offer) {
    const list = element("ul", { className: "edits" }, ...offer.edits.slice(0, MOST_EDITS).map((each, number) => edit(offer, each, number)));
    if (offer.edits.length > MOST_EDITS) list.append(element("li", {}, say("{number} more", { number: offer.edits.length - MOST_EDITS })));
    const parts = [element("h3", {}, ASKS[offer.what]), ...offer.words.map((line) => element("p", {}, line))];
    if (offer.stale) {
      return [...parts, element("p", { className: "wrong" }, offer.stale),
        row(button(say("Ask again"), () => studio.act("ask", { what: offer.what }), { className: "chief", id: "again" }),
          button(say("Refuse"), () => studio.act("refuse"), { id: "refuse" }))];
    }
    if (!offer.edits.length) return [...parts, button(say("Close"), () => studio.act("refuse"), { id: "refuse" })];
    const some = offer.chosen.length, all = offer.edits.length;
    const yes = button(some < all ? say("Accept {number} of {all}", { number: some, all }) : all > 1 ? say("Accept all {all}", { all }) : say("Accept"),
      () => studio.act("accept"), { className: "chief", id: "accept", disabled: !some });
    return [
      ...parts, row(yes, button(all > 1 ? say("Refuse all") : say("Refuse"), () => studio.act("refuse"), { id: "refuse" })),
      ...(some && offer.wrong ? [element("p", { className: "wrong" }, say("With these alone: {message} The rest is worked out again.", { message: offer.wrong }))] : []),
      sides(), list,
    ];
  }

  // The board shows what the map becomes, or what it was.
  let was = false;
  function sides() {
    /** @param {string} id @param {string} text @param {boolean} value */
    const side = (id, text, value) => button(text, () => { was = value; picture(studio.scene.offer); draw(studio.scene); },
      { id, "aria-pressed": String(was === value) });
    return element("div", { className: "row", role: "group", label: say("What the board shows") },
      side("was", say("Was"), true), side("becomes", say("Becomes"), false));
  }

  /** @param {Offer | null} offer */
  function outline(offer) {
    const shown = offer && !offer.stale ? offer.chosen.flatMap((number) => offer.edits[number].spots) : [];
    canvas.mark("shows", shown.length > MOST_LIT ? [] : shown, was ? "edit was" : "edit");
  }

  // The picture of the other map stands in place of the map's own.
  /** @param {Offer | null} offer */
  function picture(offer) {
    for (const floor of canvas.floors) {
      floor.svg.querySelector(".offered")?.remove();
      const own = floor.layers.picture;
      const other = offer && !offer.stale && !was;
      for (const name of /** @type {const} */ (["picture", "blanks", "asks", "lights"])) floor.layers[name].classList.toggle("aside", Boolean(other));
      if (!other) continue;
      learnPens(offer.pens);
      const ghost = /** @type {SVGGElement} */ (own.cloneNode(true));
      ghost.classList.remove("aside");
      ghost.classList.add("offered");
      patch(ghost, offer.splices?.[floor.number] ?? []);
      own.after(ghost);
    }
    outline(offer);
  }

  // A strip of small maps to choose from.
  /** @param {Work} work */
  function strip({ sketches, series, old }) {
    return [
      quiet(old ? say("The settings or the locks have changed since; generate again.") : say("Take one; Undo brings back what you drew.")),
      element("div", { className: "strip" }, ...sketches.map((_, number) => button(
        element("img", { src: `/sketch/${series}/${number}`, alt: say("Map {number}", { number: number + 1 }) }),
        () => studio.act("take", { number }), { className: "sketch", id: `sketch-${number}`, disabled: old, title: say("Take this map") },
      ))),
    ];
  }

  // The text of a code, where the map may have one: with it, what is damaged can be told.
  const text = element("input", { id: "code-text", oninput: () => { text.setAttribute("aria-invalid", "false"); untold.textContent = ""; } });
  const untold = element("span", { className: "wrong", role: "alert" });
  const textForm = form(async () => {
    const { wrong } = await studio.act("change_head", { values: { text: text.value } });
    untold.textContent = wrong?.text ?? wrong?.[""] ?? "";
    if (wrong && !untold.textContent) studio.tell(say("The code is to say \"{text}\". Settings keep the text.", { text: text.value }));
  }, {}, element("label", { htmlFor: "code-text" }, say("This maze is a QR code. What does the code say? With its text it can be repaired and completed, and new maps say it, too.")), text,
  element("button", {}, say("Take this text")), untold);
  /** @param {Scene} scene */
  const asksForText = ({ head, faults }) => faults.length > 0 && head.some((field) => field.name === "text" && !field.value);

  let asked = "repair";
  /** @param {Scene} scene */
  function draw(scene) {
    const { work, offer, locked } = scene;
    if (!work) return;
    const scrolled = place.querySelector(".edits")?.scrollTop ?? 0;
    const busy = Boolean(work.what);
    /** @type {HTMLElement[]} */
    const parts = [row(ask("repair", busy), ask("complete", busy)),
      element("div", { className: "row", role: "group", label: say("New maps") },
        element("b", {}, say("New maps")), ask("alike", busy || scene.new), ask("generate", busy))];
    if (work.what) {
      parts.push(...waiting(work.what, work));
    } else {
      clearInterval(clock);
      since = 0;
    }
    if (locked.length) {
      parts.push(element("p", { className: "quiet locked" }, `${say("Locked: {number}", { number: locked.length })} `, button(say("Unlock all"), () => studio.act("unlock"), { id: "unlock" })));
    }
    if (asksForText(scene)) parts.push(textForm);
    if (work.failed.length) parts.push(...failure(work.failed));
    if (offer) parts.push(...offered(offer));
    if (work.sketches.length) {
      parts.push(...strip(work));
      if (!work.what) parts.push(button(say("Close"), () => studio.act("refuse"), { id: "refuse" }));
    }
    const lost = redraw(place, ...parts);
    if (scrolled) place.querySelector(".edits")?.scrollTo(0, scrolled);
    // What had the focus has gone or waits: the keyboard goes on at Cancel, and then where it asked.
    if (work.what) asked = work.what;
    if (lost) byId(work.what ? "cancel" : `ask-${asked}`)?.focus();
  }

  studio.watch(["work", "locked", "offer", "new"], (scene, changes) => {
    if (changes.offer === null) was = false;
    draw(scene);
  });
  studio.watch(["head", "faults"], (scene) => { if (asksForText(scene) !== place.contains(text)) draw(scene); });
  studio.watch(["offer", "marks", "splices", "layout"], (scene) => picture(scene.offer));

  studio.watch(["locked", "layout"], (scene) => {
    for (const floor of canvas.floors) floor.fill("locks", scene.locked.map((name) => lock(floor, name)));
  });

  // A padlock in the corner of a cell, or on the middle of a border.
  /** @param {Floor} floor @param {string} name */
  function lock(floor, name) {
    const aside = floor.cells.has(name) ? floor.tile * 0.28 : 0, at = floor.middles.get(name) ?? floor.edges.get(name);
    return at && svgElement("g", { class: "lock", transform: `translate(${at[0] + aside} ${at[1] - aside}) scale(${floor.tile / 12})` },
      svgElement("path", { class: "bow", d: "M-.8-.2V-.9A.8.8 0 0 1 .8-.9V-.2" }), svgElement("path", { d: "M-1.3-.2H1.3V1.5H-1.3Z" }));
  }
}
