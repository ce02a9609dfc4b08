// The head of the page: the title, undo and save, what is pointed at, and what somebody else has done to the file.

import { byId, say } from "./elements.js";

/** @import { Studio } from "./main.js" */

/** @param {Studio} studio */
export function header(studio) {
  studio.watch(["game", "title", "file", "saved", "undo", "redo"], (scene) => {
    byId("title").textContent = scene.title || scene.game;
    byId("file").textContent = scene.file;
    const [heading] = document.getElementsByTagName("h1");
    heading.title = heading.textContent; // a narrow page cuts it
    byId("saved").textContent = scene.saved ? say("Saved") : say("Not saved");
    byId("undo").disabled = !scene.undo;
    byId("redo").disabled = !scene.redo;
    document.title = `${scene.saved ? "" : "• "}${scene.title || scene.file} – ${say("Mapkit studio")}`;
  });

  studio.watch(["here", "words", "blank"], (scene) => {
    if (!(studio.here in scene.told)) studio.here = ""; // another map has no such cell
    const told = scene.words[studio.here] ?? (scene.blank.includes(studio.here) ? say("not filled in") : "");
    byId("here").textContent = [studio.here, told].filter(Boolean).join(" · ");
  });

  byId("undo").onclick = () => studio.act("undo");
  byId("redo").onclick = () => studio.act("redo");
  byId("save").onclick = async () => {
    const { asks } = await studio.act("save");
    if (!asks) return;
    byId("asks").textContent = asks;
    byId("ask").showModal();
  };
  byId("ask").onclose = () => {
    if (byId("ask").returnValue === "yes") studio.act("save", { anyway: true });
    byId("ask").returnValue = "";
  };

  studio.watch(["elsewhere"], ({ elsewhere }) => {
    byId("elsewhere").hidden = !elsewhere.said;
    byId("elsewhere-said").textContent = elsewhere.said;
    byId("take-elsewhere").hidden = !elsewhere.take;
  });
  byId("take-elsewhere").onclick = () => studio.act("take_elsewhere");
  byId("leave-elsewhere").onclick = () => studio.act("leave_elsewhere");
}
