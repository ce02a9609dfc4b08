// The session of a page: the scene that the server tells, what is chosen on the page, and the actions of the server.
// A part of the page calls `watch` with names of what it shows and a function that draws it, and `act` with the name of
// an action.

import { byId, say } from "./elements.js";
import { postJson, stream } from "./transport.js";

// The server's answer; an error where it gives none, with its status where it refuses.
async function answered(reply) {
  const { ok, status } = await reply;
  if (!ok) throw Object.assign(new Error("refused"), { status });
  return (await reply).json();
}

export class Session {
  scene = { version: 0 };
  tool = ""; // the name of the chosen tool
  mode = "draw"; // what a stroke does: draw, line, fill, pick or select
  cursor = ""; // the cell of the cursor
  keyboard = false; // whether keys move the cursor
  here = ""; // the cell that is pointed at, or the cursor's where keys move it
  selection = []; // the cells that are selected

  #watchers = [];
  #last = Promise.resolve();
  #waits = 0; // how many actions have not been answered
  #gone = false; // whether the server did not answer

  begin() {
    this.#last = this.#refresh();
    stream(
      () => "/news",
      (version) => { this.#last = this.#last.then(() => (this.#gone || version !== this.scene.version ? this.#refresh() : undefined)); },
      () => this.#look().catch((error) => this.#missed(error)),
    );
  }

  watch(names, draw) {
    this.#watchers.push({ names, draw });
  }

  change(name, value) {
    this[name] = value;
    this.#show(new Set([name]), {});
  }

  #show(names, changes) {
    for (const each of this.#watchers) if (each.names.some((name) => names.has(name))) each.draw(this.scene, changes);
  }

  #look() {
    return answered(fetch(`/scene?seen=${this.scene.version}`));
  }

  // Ask for an action apart from the others, and change nothing here.
  ask(action, sent) {
    return answered(postJson("/act", { do: action, seen: this.scene.version, ...sent }));
  }

  // Send the bytes of a file to be opened, and change nothing here.
  bring(name, body, sent) {
    return answered(fetch(`/open?${new URLSearchParams({ name, seen: this.scene.version, ...sent })}`, { method: "POST", body }));
  }

  act(action, sent = {}) {
    return this.perform(() => this.ask(action, sent), ({ refused, said }) => this.tell(refused ?? said ?? "", Boolean(refused)));
  }

  // Actions go one after another, so that each knows the version that the one before led to.
  perform(send, heard = () => {}) {
    document.body.dataset.waits = this.#waits += 1;
    const answer = this.#last.then(send);
    this.#last = answer.then(
      (changes) => {
        this.#take(changes);
        heard(changes);
      },
      (error) => this.#missed(error),
    ).finally(() => { document.body.dataset.waits = this.#waits -= 1; });
    return answer.catch(() => ({}));
  }

  // Copy or cut cells.
  async copy(action, cells) {
    const { refused } = await this.act(action, { cells });
    if (!refused) this.tell(say(["Copied: {number} cell. Paste puts it where the cursor is.", "Copied: {number} cells. Paste puts them where the cursor is."], { number: cells.length }));
  }

  tell(words, refused = false) {
    byId("said").textContent = words;
    byId("said").classList.toggle("refused", refused);
  }

  // Take what has changed. The picture's part comes as splices, which only the canvas understands.
  #take(changes) {
    const { version, splices, refused, said, asks, problems, wrong, picked, foreseen, spliced, ...parts } = changes;
    const { first, file, text, saved } = this.scene;
    Object.assign(this.scene, parts, { version });
    for (const [name, [at, gone, come]] of Object.entries(spliced ?? {})) {
      parts[name] = this.scene[name] = [...this.scene[name].slice(0, at), ...come, ...this.scene[name].slice(at + gone)];
    }
    if (parts.retold) Object.assign(this.scene.told, parts.retold);
    this.#show(new Set([...Object.keys(parts), ...(splices ? ["splices"] : [])]), changes);
    if (first && first !== this.scene.first && file === this.scene.file && !saved) this.#bringBack(text);
  }

  async #refresh() {
    try {
      this.#take(await this.#look());
      if (this.#gone) this.tell("");
      this.#gone = false;
      document.body.dataset.ready = "yes";
    } catch (error) {
      this.#missed(error);
    }
  }

  #missed(error) {
    this.#gone = true;
    const kept = this.scene.saved === false
      ? say("What you drew is kept in this page: leave it open.") : say("What was saved is safe.");
    this.tell(error?.status === 403
      ? `${say("The studio was started again. Open the address that it printed, and this page goes on.")} ${kept}`
      : `${say("The studio's server does not answer.")} ${kept} ${say("Start the studio again with the same file.")}`, true);
  }

  // Another studio has the file: what was drawn for the one before goes on as one step of undo.
  async #bringBack(text) {
    if (text === this.scene.text) return;
    const { problems } = await this.act("write", { text });
    if (problems?.length === 0) this.tell(say("The studio is back, and so is what was not saved. Undo leads to the file."));
  }
}
