// What comes on the page next: a new map, a recent file, or a file, a link or a code that somebody brings.

import { form, loadStyle, quiet, redraw, row } from "./controls.js";
import { button, byId, element, say } from "./elements.js";

/** @import { Answer, Changes, RecentFile } from "../messages.js" */
/** @import { Studio } from "./main.js" */
/** @typedef {(sent: Record<string, any>) => Promise<Changes & Answer>} Send */

/** Ask what becomes of a drawing that is not saved: "save", "away", or nothing for neither. @param {string} words @returns {Promise<string>} */
function askUnsaved(words) {
  const place = byId("unsaved");
  place.replaceChildren(element("p", {}, words), element("form", { method: "dialog" },
    element("button", { value: "" }, say("Cancel")),
    element("button", { value: "away" }, say("Throw it away")),
    element("button", { value: "save", className: "chief" }, say("Save it"))));
  place.returnValue = "";
  place.showModal();
  return new Promise((resolve) => { place.onclose = () => resolve(place.returnValue); });
}

/** @param {Studio} studio @param {HTMLDialogElement} place @param {(files: File[]) => void} readPhoto @param {(play: boolean) => void} showOpened shows what was opened: the drawing, or the table to play on it */
export function gallery(studio, place, readPhoto, showOpened) {
  loadStyle("gallery");
  const told = element("div", { className: "failed", role: "alert", hidden: true });
  const games = element("section", { id: "gallery-new", label: say("A new map") });
  const recent = element("section", { label: say("Recent files") });
  const input = element("input", { type: "file", hidden: true, id: "gallery-file" });
  const photos = element("input", { type: "file", hidden: true, multiple: true, accept: "image/*", id: "gallery-photo" });
  const area = element("textarea", { label: say("A link, a share code, or the text of a map"), placeholder: "treasures:1…", spellcheck: false });
  /** @type {File[]} */
  let files = []; // what was brought last, for photos of several pages

  /** @param {string} words @param {...HTMLElement} more */
  function tell(words, ...more) {
    told.hidden = !words;
    told.replaceChildren(...words.split("\n").map((line) => element("p", {}, line)), ...more);
    if (words && !place.open) show();
    if (words) place.scrollTo(0, 0);
  }

  /**
   * Send something to be opened. What is not sure is asked: what is not saved, and of which game a drawing is.
   * @param {Send} send @param {Record<string, any>} sent @returns {Promise<void>}
   */
  async function go(send, sent = {}) {
    tell("");
    const { ask_unsaved: asks, which, is_photo: isPhoto, refused, version, said, opened } = await studio.perform(() => send(sent));
    if (asks) {
      const unsaved = await askUnsaved(asks);
      if (unsaved) await go(send, { ...sent, unsaved });
    } else if (which) {
      tell(say("This is a drawing alone. Of which game is it?"),
        row(...which.map(([game, title]) => button(title, () => go(send, { ...sent, game })))));
    } else if (isPhoto) {
      place.close();
      readPhoto(files);
    } else if (refused) tell(refused);
    else if (!version) tell(say("The studio's server does not answer."));
    else {
      area.value = "";
      place.close();
      studio.change("selection", []);
      studio.change("mode", "draw"); // on a new map a fill would be a surprise
      byId("whole").click();
      if (opened) showOpened(Boolean(sent.play));
      studio.tell([said, files.length > 1 ? say("Other files were left: they open one at a time.") : ""].filter(Boolean).join(" "));
    }
  }

  /** @param {string} action @param {Record<string, any>} sent */
  const act = (action, sent) => go((all) => studio.ask(action, all), sent);

  /** @param {File[]} found */
  async function bring(found) {
    files = found;
    const [{ name, size }] = files, most = studio.scene.photo.most;
    if (size > most) return tell(say("{name}: it has more than {number} MiB, and no map is that large.", { name, number: most >> 20 }));
    const data = await files[0].arrayBuffer().catch(() => null);
    if (!data) return tell(say("{name} cannot be read. Is it a folder, or is it gone?", { name }));
    return go((more) => studio.bring(name, data, more));
  }

  /** @param {Answer} answer */
  function drawGames({ choices = [] }) {
    games.replaceChildren(element("h2", {}, say("A new map")), element("div", { className: "games" }, ...choices.map(({ name, title }) => element("article", {},
      element("img", { src: `/games/${name}.svg`, alt: "", loading: "lazy" }),
      element("h3", {}, title),
      row(button(say("Draw"), () => act("new", { game: name }), { className: "chief", label: say("Draw: {title}", { title }) }),
        button(say("Generate"), () => act("new", { game: name, generate: true }), { label: say("Generate: {title}", { title }) }),
        button(say("Play alone"), () => act("new", { game: name, play: true }), { label: say("Play alone: {title}", { title }) }))))));
  }

  /** @param {Answer} answer */
  function drawRecent({ recent: found = [] }) {
    const one = (/** @type {RecentFile} */ { sign, name, folder, game, when, gone, kept }) => element("li", { className: gone ? "gone" : "" },
      gone ? element("div", {}, element("b", {}, name), " ", element("small", {}, say("gone from {folder}", { folder })))
        : button([element("b", {}, name), element("small", {}, game), element("small", {}, `${folder} · ${when}`), kept ? element("small", { className: "kept" }, say("Not saved")) : null], () => act("open_recent", { sign }), { "data-key": sign }),
      button("×", async () => drawRecent(await studio.ask("forget_recent", { sign })), { label: say("Take {name} off the list", { name }), title: say("Take it off the list"), className: "off" }));
    redraw(recent, element("h2", {}, say("Recent files")),
      found.length ? element("ul", {}, ...found.map(one)) : quiet(say("What you open or save stands here.")));
  }

  async function show(part = "") {
    if (!place.open) place.showModal();
    if (!games.hasChildNodes()) games.append(quiet(say("One moment …")));
    const found = await studio.ask("gallery", {}).catch(() => null);
    if (found?.choices) {
      if (!games.querySelector(".games")) drawGames(found);
      drawRecent(found);
    }
    beside.hidden = false; // it comes with the games: what came before them would move as they come
    if (!part) return;
    byId(`gallery-${part}`).scrollIntoView();
    byId(`gallery-${part}`).querySelector("button")?.focus({ preventScroll: true });
  }

  input.onchange = () => { bring([...input.files ?? []]).finally(() => { input.value = ""; }); };
  photos.onchange = () => { files = [...photos.files ?? []]; place.close(); readPhoto(files); };
  const open = element("section", { id: "gallery-open", label: say("Open") },
    element("h2", {}, say("Open")),
    row(button(say("Choose a file"), () => input.click(), { className: "chief" }), button(say("From a photo"), () => photos.click())), input, photos,
    quiet(say("Or drop a file on the page, at any time: a map, a drawing, a photo, or a file of another program. What it is shows in its contents.")),
    form(() => act("open_brought", { text: area.value }), {}, area, row(button(say("Open this text"), null, { type: "submit" }))));
  const beside = element("div", { className: "beside", hidden: true }, open, recent);
  place.append(
    element("div", { className: "head" }, element("h1", {}, say("Mapkit studio")), button("×", () => place.close(), { label: say("Close"), className: "off" })),
    told, games, beside);
  return { show, bring, paste: (/** @type {string} */ text) => { area.value = text; show("open"); } };
}
