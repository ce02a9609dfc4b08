// What players could know by what they have heard. To work it out may take seconds, so the last answer stays until the
// next is there.

import { element } from "./elements.js";
import { answerOf } from "./transport.js";

const NOTHING = { key: "", lines: [], floors: [], wrong: "" };

// Asks for what depends on a key, as a wish says. `draw` gets the last answer, and whether another one is on its way.
export function answers(gone, alt, draw) {
  let asked = null, answered = NOTHING, number = 0, waiting = 0;

  async function ask(mine, wish) {
    const reply = await answerOf(`/known?${wish}`);
    if (asked !== mine) return; // something else was asked meanwhile
    if (!reply) asked = null;
    const { lines = [], floors = 0, wrong = "" } = reply ?? { wrong: gone() };
    number += 1; // a browser keeps pictures by their addresses, so each answer has addresses of its own
    answered = { key: mine.key, lines, wrong, floors: Array.from({ length: floors }, (_, at) => element("img", {
      src: `/known/${at + 1}.svg?${wish}&answer=${number}`, alt: alt(at + 1, floors),
    })) };
    draw(answered, false);
  }

  return {
    show(key, wish = "", pause = 0) {
      draw(answered, answered.key !== key);
      if (asked?.key === key) return;
      const mine = asked = { key };
      clearTimeout(waiting);
      waiting = setTimeout(() => ask(mine, wish), pause);
    },
    // Another game may have the same key; then what was answered before is wrong.
    forget() { [asked, answered] = [null, NOTHING]; },
  };
}
