// The session of a page: the scene that the server tells, what is chosen on the page, and the actions of the server.
// A part of the page calls `watch` with names of what it shows and a function that draws it, and `act` with the name of
// an action.

import { byId, say } from "./elements.js";
import { postJson, stream } from "./transport.js";

/** @import { Answer, Changes, Scene } from "../messages.js" */
/** @typedef {"draw" | "line" | "fill" | "pick" | "select" | "stamp"} Mode what a stroke does */
/** @typedef {(scene: Scene, changes: Partial<Changes>) => void} Draw */

/** The server's answer; an error where it gives none, with its status where it refuses. @param {Promise<Response>} reply */
async function answered(reply) {
  const { ok, status } = await reply;
  if (!ok) throw Object.assign(new Error("refused"), { status });
  return (await reply).json();
}

export class Session {
  scene = /** @type {Scene} */ ({ version: 0 }); // the rest comes before anything is drawn
  tool = ""; // the name of the chosen tool
  /** @type {Mode} */
  mode = "draw";
  view = 1; // how large the board is seen, beside its usual size
  cursor = ""; // the cell of the cursor
  keyboard = false; // whether keys move the cursor
  here = ""; // the cell that is pointed at, or the cursor's where keys move it
  /** @type {string[]} */
  selection = []; // the cells that are selected
  setting = ""; // the setting that was last led to
  nextDoubt = () => false; // leads to the next doubt of a photo; says whether there is one

  /** @type {{ names: string[], draw: Draw }[]} */
  #watchers = [];
  /** @type {Promise<unknown>} */
  #last = Promise.resolve();
  #waits = 0; // how many actions have not been answered
  #gone = false; // whether the server did not answer

  begin() {
    this.#last = this.#refresh();
    stream(
      () => "/news",
      (/** @type {number} */ version) => { this.#last = this.#last.then(() => (this.#gone || version !== this.scene.version ? this.#refresh() : undefined)); },
      () => this.#look().catch((error) => this.#missed(error)),
    );
    return this.#last;
  }

  /** @param {string[]} names of parts of the scene, or of what is chosen @param {Draw} draw */
  watch(names, draw) {
    this.#watchers.push({ names, draw });
  }

  /** @template {"tool" | "mode" | "view" | "cursor" | "here" | "selection" | "setting"} K @param {K} name @param {Session[K]} value */
  change(name, value) {
    Object.assign(this, { [name]: value });
    this.#show(new Set([name]), {});
  }

  /** @param {Set<string>} names @param {Partial<Changes>} changes */
  #show(names, changes) {
    for (const each of this.#watchers) if (each.names.some((name) => names.has(name))) each.draw(this.scene, changes);
  }

  /** @returns {Promise<Changes>} */
  #look() {
    return answered(fetch(`/scene?seen=${this.scene.version}`));
  }

  /** Ask for an action apart from the others, and change nothing here. @param {string} action @param {object} sent @returns {Promise<Changes & Answer>} */
  ask(action, sent) {
    return answered(postJson("/act", { do: action, seen: this.scene.version, ...sent }));
  }

  /** Send the bytes of a file to be opened, and change nothing here. @param {string} name @param {BodyInit} body @param {Record<string, string>} sent @returns {Promise<Changes & Answer>} */
  bring(name, body, sent) {
    return answered(fetch(`/open?${new URLSearchParams({ name, seen: String(this.scene.version), ...sent })}`, { method: "POST", body }));
  }

  /** @param {string} action @param {object} [sent] @returns {Promise<Answer>} */
  act(action, sent = {}) {
    return this.perform(() => this.ask(action, sent), ({ refused, said }) => this.tell(refused ?? said ?? "", Boolean(refused)));
  }

  /**
   * Actions go one after another, so that each knows the version that the one before led to.
   * @param {() => Promise<Changes & Answer>} send @param {(answer: Answer) => void} [heard] @returns {Promise<Partial<Changes> & Answer>}
   */
  perform(send, heard = () => {}) {
    this.#wait(1);
    const answer = this.#last.then(send);
    this.#last = answer.then(
      (changes) => {
        this.#take(changes);
        heard(changes);
      },
      (error) => this.#missed(error),
    ).finally(() => this.#wait(-1));
    return answer.catch(() => ({}));
  }

  /** @param {number} more */
  #wait(more) {
    this.#waits += more;
    document.body.dataset.waits = String(this.#waits);
  }

  /** Copy or cut what is selected, or other cells. @param {"copy" | "cut"} action @param {string[]} cells */
  async copy(action, cells = this.selection) {
    const { refused } = await this.act(action, { cells });
    if (!refused) this.tell(say(["Copied: {number} cell. Paste puts it where the cursor is.", "Copied: {number} cells. Paste puts them where the cursor is."], { number: cells.length }));
  }

  /** A stamp is that of what is selected, or else of what was copied before. @param {Mode} mode */
  async setMode(mode) {
    if (mode === "stamp" && this.selection.length) {
      await this.copy("copy");
      this.change("selection", []);
    }
    this.change("mode", mode);
  }

  /** Mirror or turn the stamp in hand, what is selected, or the whole map. @param {"mirror" | "turn"} how */
  async reshape(how) {
    const { cells } = await this.act(how, this.mode === "stamp" ? { copy: true } : { cells: this.selection });
    if (cells) this.change("selection", cells);
  }

  /** Move what is selected by the way from a cell to another. @param {string} from @param {string} to */
  async move(from, to) {
    const { cells } = await this.act("move", { cells: this.selection, from, to });
    if (cells) this.change("selection", cells);
  }

  /** @param {string} words */
  tell(words, refused = false) {
    byId("said").textContent = words;
    byId("said").classList.toggle("refused", refused);
  }

  /** Take what has changed. The picture's part comes as splices, which only the canvas understands. @param {Changes & Answer} changes */
  #take(changes) {
    const { version, splices, refused, said, asks, problems, wrong, picked, foreseen, spliced, cells, ...parts } = changes;
    const { first, file, text, saved } = this.scene;
    for (const [name, [at, gone, come]] of Object.entries(spliced ?? {})) {
      const before = /** @type {unknown[]} */ (this.scene[/** @type {keyof typeof spliced} */ (name)]);
      Object.assign(parts, { [name]: before.toSpliced(at, gone, ...come) });
    }
    Object.assign(this.scene, parts, { version });
    if (parts.retold) Object.assign(this.scene.told, parts.retold);
    this.#show(new Set([...Object.keys(parts), ...(splices ? ["splices"] : [])]), changes);
    if (first && first !== this.scene.first && file === this.scene.file && !saved) this.#bringBack(text);
  }

  async #refresh() {
    try {
      this.#take(await this.#look());
      if (this.#gone) this.tell("");
      this.#gone = false;
    } catch (error) {
      this.#missed(/** @type {Error} */ (error));
    }
  }

  /** @param {Error & { status?: number }} error */
  #missed(error) {
    this.#gone = true;
    const kept = this.scene.saved === false
      ? say("What you drew is kept in this page: leave it open.") : say("What was saved is safe.");
    this.tell(error.status === 403
      ? `${say("The studio was started again. Open the address that it printed, and this page goes on.")} ${kept}`
      : `${say("The studio's server does not answer.")} ${kept} ${say("Start the studio again with the same file.")}`, true);
  }

  /** Another studio has the file: what was drawn for the one before goes on as one step of undo. @param {string} text */
  async #bringBack(text) {
    if (text === this.scene.text) return;
    const { problems } = await this.act("write", { text });
    if (problems?.length === 0) this.tell(say("The studio is back, and so is what was not saved. Undo leads to the file."));
  }
}
