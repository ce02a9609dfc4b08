// What a player could know by what they have heard, on their phone.

import { byId, lineParagraphs, say } from "./elements.js";
import { answers } from "./knowledge.js";

/** `gone` says that there is no answer. @param {() => string} gone */
export function playerKnown(gone) {
  return answers(gone, (number, of) => (of > 1 ? say("Floor {number}", { number }) : say("The board as I know it")),
    ({ lines, floors, wrong }, busy) => {
      byId("known").classList.toggle("old", busy);
      byId("thinks").textContent = busy ? say("Working it out …") : "";
      byId("known-wrong").textContent = wrong;
      byId("known-key").hidden = !floors.length;
      byId("known-board").replaceChildren(...floors);
      byId("known-when").textContent = lines[0] ?? "";
      byId("known-lines").replaceChildren(lineParagraphs(lines.slice(1)));
    });
}
