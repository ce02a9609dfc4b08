// What a rule says, with an example: what `mapkit rules NUMBER` says.

import { loadStyle } from "./controls.js";
import { element, lineParagraphs, say } from "./elements.js";
import { answerOf } from "./transport.js";

loadStyle("rule");

/** @param {string} number */
export async function showRule(number) {
  const reply = await /** @type {typeof answerOf<{ lines: string[], address: string }>} */ (answerOf)(`rule/${number}`);
  if (!reply) return;
  const shown = element("dialog", { className: "explained", label: say("Rule {number}", { number }) },
    lineParagraphs(reply.wrong === undefined ? reply.lines : [reply.wrong]),
    reply.wrong === undefined && reply.address ? element("a", { href: reply.address, target: "_blank", textContent: reply.address }) : null,
    element("form", { method: "dialog" }, element("button", {}, say("Close"))));
  shown.onclose = () => shown.remove();
  document.body.append(shown);
  shown.showModal();
}
