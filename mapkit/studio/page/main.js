// The studio: it keeps the scene that the server tells, and lets the parts of the page know what has changed in it.
// A part is a function of the studio. It calls `watch` with names of the scene's parts and a function that draws them,
// and `act` with the name of an action of the server.

import { look, news, post } from "./transport.js";
import { board } from "./board.js";
import { say } from "./elements.js";
import { pointer } from "./pointer.js";
import { keys } from "./keys.js";
import { panels } from "./panels.js";
import { solve } from "./solve.js";

const watchers = [];

export const studio = {
  scene: { version: 0 },
  tool: null, // the name of the chosen tool
  cursor: "", // the cell of the cursor
  here: "", // the cell that is pointed at, or the cursor's where keys move it
  mode: "draw", // what a stroke does: draw, line, fill, pick or select
  selection: [], // the cells that are selected

  watch(names, draw) {
    watchers.push({ names, draw });
  },

  // Take what has changed. The picture's part comes as splices, which only the board understands.
  take(changes) {
    const { version, splices, refused, said, asks, problems, wrong, picked, foreseen, spliced, ...parts } = changes;
    const { first, file, text, saved } = studio.scene;
    Object.assign(studio.scene, parts, { version });
    for (const [name, [at, gone, come]] of Object.entries(spliced ?? {})) {
      parts[name] = studio.scene[name] = [...studio.scene[name].slice(0, at), ...come, ...studio.scene[name].slice(at + gone)];
    }
    if (parts.retold) Object.assign(studio.scene.told, parts.retold);
    const names = new Set([...Object.keys(parts), ...(splices ? ["splices"] : [])]);
    for (const each of watchers) {
      if (each.names.some((name) => names.has(name))) each.draw(studio.scene, changes);
    }
    if (first && first !== studio.scene.first && file === studio.scene.file && !saved) bringBack(text);
  },

  change(name, value) {
    studio[name] = value;
    for (const each of watchers) if (each.names.includes(name)) each.draw(studio.scene, {});
  },

  tellWords(words, refused = false) {
    const said = document.getElementById("said");
    said.textContent = words;
    said.classList.toggle("refused", refused);
  },

  // Actions go one after another, so that each knows the version that the one before led to.
  act(action, sent = {}) {
    document.body.dataset.waits = waits += 1;
    const answer = last.then(() => post({ do: action, seen: studio.scene.version, ...sent }));
    last = answer.then(
      (changes) => {
        studio.take(changes);
        studio.tellWords(changes.refused ?? changes.said ?? "", Boolean(changes.refused));
      },
      missed,
    ).finally(() => { document.body.dataset.waits = waits -= 1; });
    return answer.catch(() => ({}));
  },
};
let last = Promise.resolve();
let waits = 0; // how many actions have not been answered
let gone = false; // whether the server did not answer

function missed(error) {
  gone = true;
  const kept = studio.scene.saved === false
    ? say("What you drew is kept in this page: leave it open.") : say("What was saved is safe.");
  studio.tellWords(error?.status === 403
    ? `${say("The studio was started again. Open the address that it printed, and this page goes on.")} ${kept}`
    : `${say("The studio's server does not answer.")} ${kept} ${say("Start the studio again with the same file.")}`, true);
}

for (const part of [board, pointer, keys, panels, solve]) part(studio);

async function refresh() {
  try {
    studio.take(await look(studio.scene.version));
    if (gone) studio.tellWords("");
    gone = false;
    document.body.dataset.ready = "yes";
  } catch (error) {
    missed(error);
  }
}

// Another studio has the file: what was drawn for the one before goes on as one step of undo.
async function bringBack(text) {
  if (text === studio.scene.text) return;
  const { problems } = await studio.act("write", { text });
  if (problems?.length === 0) studio.tellWords(say("The studio is back, and so is what was not saved. Undo leads to the file."));
}

last = refresh();
news(
  (version) => { last = last.then(() => { if (gone || version !== studio.scene.version) return refresh(); }); },
  () => look(studio.scene.version).catch(missed),
);
