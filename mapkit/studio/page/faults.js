// The faults and the advice beside the board, and what a person who hears the page is told of them.

import { grouped, row, whilePointed } from "./controls.js";
import { button, byId, element, say } from "./elements.js";

/** @import { Fault, Scene } from "../messages.js" */
/** @import { Studio } from "./main.js" */

const MOST_FOUND = 4; // findings of a rule that are shown at first

// A command that a finding names is a button here.
/** @param {string} words */
const named = (words) => words.replace("`mapkit repair`", say("Repair")).replace("`mapkit complete`", say("Complete"));

/** The number of a rule, which opens what the rule says. @param {string} number */
export const ruleNumber = (number) => button(say("Rule {number}", { number }),
  async () => (await import("./rule-dialog.js")).showRule(number), { className: "number" });

/** @param {Studio} studio */
export function faults(studio) {
  const { canvas } = studio;
  /** @type {Set<string>} */
  const open = new Set(); // rules of which all is shown

  /** @param {Fault} fault */
  function found(fault) {
    const spots = [...new Set([fault.place, ...fault.witness].filter(Boolean))];
    const show = () => canvas.mark("shows", spots, "shown");
    const item = button(named(fault.found) || spots.join(", "), () => {
      if (!spots.length) return fault.tool && studio.change("tool", fault.tool);
      const cell = spots[0].split(/[|+]/)[0];
      studio.keyboard = true;
      canvas.floorOf(cell)?.svg.focus();
      studio.change("cursor", cell);
      show();
    }, spots.length ? { "data-leads": spots[0] } : {});
    return element("li", { hidden: !fault.found && !spots.length }, whilePointed(item, show, () => canvas.mark("shows", [], "")));
  }

  /** Cells that are not filled in yet are told in one line: where they are, the board shows. @param {Fault[]} some @param {Set<string>} blank */
  function inOne(some, blank) {
    if (!some[0].blank) return some;
    return [{ ...some[0], found: say(["{number} cell is not filled in.", "{number} cells are not filled in."], { number: blank.size }), witness: [...blank] }];
  }

  // What is blank is filled at once. What a setting asks for has a way there, and once it is known, the value that would
  // allow what is drawn.
  /** @param {Fault} fault */
  function ways({ blank, sentence, settings = [] }) {
    const { eased, tools: [, plain] } = studio.scene; // the first tool but the eraser
    if (blank && plain) return row(button(say("Fill them: {thing}", { thing: plain.words }), () => studio.act("draw", {
      tool: plain.name, get path() { return studio.scene.blank; }, // once the strokes before it are done
    })));
    if (!settings.length) return null;
    const ease = eased.find((each) => each.sentence === sentence);
    return row(button(say("Change the setting"), () => {
      if (byId("settings").hidden) byId("open-settings").click();
      studio.change("setting", settings[0]);
    }), ease && button(say("Allow it: {setting}", { setting: ease.words }), () => studio.act("change_head", { values: ease.values })));
  }

  /** @param {Fault[]} all @param {Set<string>} blank */
  function rules(all, blank) {
    return [...grouped(all, ({ rule, sentence }) => `${rule} ${sentence}`)].map(([key, each]) => {
      const some = inOne(each, blank);
      const shown = open.has(key) ? some.length : Math.min(some.length, MOST_FOUND);
      const list = element("ul", {}, ...some.slice(0, shown).map(found));
      if (shown < some.length) {
        list.append(element("li", {}, button(say("{number} more", { number: some.length - shown }),
          () => { open.add(key); list.replaceChildren(...some.map(found)); }, { className: "more" })));
      }
      return element("section", { className: "rule" }, element("h3", {}, ruleNumber(some[0].rule), " ", some[0].sentence), list, ways(some[0]));
    });
  }

  /** @type {Set<string>} */
  const told = new Set();
  /**
   * What a person who hears the page is told after a stroke: the cell of the cursor, faults that are new, the verdict.
   * @param {Scene} scene @param {Set<string>} blank @param {string} verdict
   */
  function hear(scene, blank, verdict) {
    const faults = scene.faults.filter((fault) => !fault.coming && !fault.blank && !blank.has(fault.place));
    const said = faults.map(({ rule, sentence, found }) => `${rule}: ${named(found) || sentence}`);
    const fresh = said.filter((each) => !told.has(each)).slice(0, MOST_FOUND);
    told.clear();
    for (const each of said) told.add(each);
    byId("heard").textContent = [studio.keyboard ? scene.told[studio.cursor] : "", ...fresh, verdict].filter(Boolean).map((each) => each.replace(/[.]$/, "")).join(". ");
  }

  // Advice comes after the faults, when people pause.
  const advice = element("div", { className: "advice" });
  studio.watch(["advice"], (scene) => {
    advice.replaceChildren(...(scene.advice.length ? [element("h2", {}, say("Advice")), ...rules(scene.advice, new Set(scene.blank))] : []));
  });

  // A new map begins with help. What is only not there yet is no fault of it, but still to come.
  const help = () => element("div", { className: "quiet" },
    element("p", {}, say("Choose a tool, then click, tap or drag on the board.")),
    element("p", {}, say("What breaks a rule is told here, after every stroke.")),
    element("p", {}, say("Complete fills in what you leave blank. Settings have the size and the numbers.")));

  /** @param {Scene} scene */
  function draw(scene) {
    const blank = new Set(scene.blank), left = scene.blank.length;
    const coming = scene.faults.filter((fault) => fault.coming), sure = scene.faults.filter((fault) => !fault.coming);
    const number = sure.filter((fault) => !fault.blank && !blank.has(fault.place)).length, later = coming.filter((fault) => !fault.blank).length;
    const parts = [
      number && say(["{number} fault", "{number} faults"], { number }),
      later && say(["{number} thing to come", "{number} things to come"], { number: later }),
      left && !scene.new && say(["{number} cell not filled in", "{number} cells not filled in"], { number: left }),
    ].filter(Boolean);
    const verdict = scene.faults.length ? parts.join(", ") || (scene.new ? say("Nothing is drawn yet") : say("Not finished")) : say("The map is legal");
    const tone = !scene.faults.length ? "legal" : sure.length ? "" : "calm";
    const list = rules(scene.new ? coming.filter((fault) => !fault.blank) : coming, blank);
    byId("notes").replaceChildren(
      element("p", { id: "verdict", className: `verdict ${tone}` }, verdict.replace(/^./u, (first) => first.toLocaleUpperCase())),
      ...(scene.new ? [help()] : []), ...rules(sure, blank), ...(list.length ? [toCome(list, scene.new)] : []), ...(scene.new ? [] : [advice]));
    return () => hear(scene, blank, verdict);
  }
  studio.watch(["faults", "blank", "retold", "new"], (scene) => draw(scene)());
  studio.watch(["eased"], draw); // which nobody hears again

  let folded = true; // what is to come on a new map, until somebody looks
  /** @param {Node[]} list @param {boolean} isNew */
  function toCome(list, isNew) {
    if (!isNew) return element("div", { className: "coming" }, element("h2", {}, say("Still to come")), ...list);
    const made = element("details", { className: "coming", open: !folded }, element("summary", {}, say("What is still to come")), ...list);
    made.ontoggle = () => { folded = !made.open; };
    return made;
  }
}
