// What players could know by what they have heard. To work it out may take seconds, so the last answer stays until the
// next is there.

import { element } from "./elements.js";
import { answerOf } from "./transport.js";

/** @import { KnownAnswer } from "../messages.js" */
/** @typedef {{ key: string, lines: string[], floors: HTMLImageElement[], wrong: string }} Known what was answered last */

/** @type {Known} */
const NOTHING = { key: "", lines: [], floors: [], wrong: "" };

/**
 * Asks for what depends on a key, as a wish says. `draw` gets the last answer, and whether another one is on its way.
 * @param {() => string} gone @param {(number: number, of: number) => string} alt @param {(known: Known, waits: boolean) => void} draw
 */
export function answers(gone, alt, draw) {
  /** @type {{ key: string } | null} */
  let asked = null;
  let answered = NOTHING, number = 0, waiting = 0;

  /** @param {{ key: string }} mine @param {string} wish */
  async function ask(mine, wish) {
    const reply = await /** @type {typeof answerOf<KnownAnswer>} */ (answerOf)(`known?${wish}`);
    if (asked !== mine) return; // something else was asked meanwhile
    if (!reply) asked = null;
    const { lines, floors, wrong = "" } = { lines: [], floors: 0, ...reply ?? { wrong: gone() } };
    number += 1; // a browser keeps pictures by their addresses, so each answer has addresses of its own
    answered = { key: mine.key, lines, wrong, floors: Array.from({ length: floors }, (_, at) => element("img", {
      src: `known/${at + 1}.svg?${wish}&answer=${number}`, alt: alt(at + 1, floors),
    })) };
    draw(answered, false);
  }

  return {
    /** @param {string} key */
    show(key, wish = "", pause = 0) {
      draw(answered, answered.key !== key);
      if (asked?.key === key) return;
      const mine = { key };
      asked = mine;
      clearTimeout(waiting);
      waiting = setTimeout(() => ask(mine, wish), pause);
    },
    // Another game may have the same key; then what was answered before is wrong.
    forget() {
      asked = null;
      answered = NOTHING;
    },
  };
}
