// Photos: they are sent to be read, and lie under the drawing.

import { loadStyle, quiet, redraw, row } from "./controls.js";
import { button, element, say, svgElement } from "./elements.js";
import { photoCorners } from "./photo-corners.js";
import { photoDoubts } from "./photo-doubts.js";

/** @import { Anchor, Photo, Point, Scene } from "../messages.js" */
/** @import { About } from "./elements.js" */
/** @import { Studio } from "./main.js" */

const DOING = {
  read: say("Reading the photos"), place: say("Reading the board"),
  find: say("Looking for the board"), look: say("Opening the photo"),
};

/**
 * Send a photo; the first one takes the place of those before. Returns why it is not taken, or nothing.
 * @param {File} file @param {boolean} first @param {AbortSignal} signal
 */
async function sendPhoto(file, first, signal) {
  const wish = new URLSearchParams({ name: file.name, first: first ? "yes" : "" });
  const answer = await fetch(`/photos?${wish}`, { method: "POST", body: file, signal });
  return answer.ok ? "" : answer.text();
}

/** @param {Studio} studio @param {HTMLElement} place */
export function photoPanel(studio, place) {
  loadStyle("photos");
  const { canvas } = studio, doubts = photoDoubts(studio), corners = photoCorners(studio);
  /** @type {{ number: number, of: number, stop: AbortController } | null} */
  let sending = null;
  let trouble = ""; // why a photo was not sent
  let shown = true, strength = 0.6; // whether the photo is seen under the drawing, and how strongly

  // Sending

  const input = element("input", { type: "file", accept: "image/jpeg,image/png,image/heic,.heic", multiple: true, hidden: true });
  let more = false; // whether the chosen photos come to the others
  input.onchange = () => { take([...input.files ?? []]); input.value = ""; };
  place.append(input);
  const choose = (/** @type {boolean} */ others) => { more = others; input.click(); };

  /** @param {File[]} files */
  async function take(files) {
    sending?.stop.abort();
    const mine = { number: 0, of: files.length, stop: new AbortController() };
    sending = mine;
    let first = !more;
    more = false;
    trouble = "";
    for (const [number, file] of files.entries()) {
      mine.number = number + 1;
      draw(studio.scene);
      const told = file.size > studio.scene.photo.most
        ? say("{name}: it has more than {number} MiB; make it smaller", { name: file.name, number: studio.scene.photo.most >> 20 })
        : await sendPhoto(file, first, mine.stop.signal).catch((error) => (mine.stop.signal.aborted ? say("No photo was read.") : error.message));
      if (sending !== mine) return; // others are sent by now
      trouble = told;
      if (trouble) break;
      first = false;
    }
    sending = null;
    if (trouble) draw(studio.scene);
    else studio.act("photo_read");
  }

  // The panel

  const panel = element("div", { className: "reading" });
  place.append(panel);
  const again = (/** @type {About<"button">} */ about = {}) => button(say("Choose photos"), () => choose(false), { id: "photo-choose", ...about });

  // The button may outlive the sending, until the page hears that the photo is being read.
  const stop = () => (sending ? sending.stop.abort() : studio.act("photo_cancel"));

  /** @param {string} text */
  function waiting(text) {
    const bar = element("progress", { label: text });
    return [element("p", {}, text), bar, button(say("Cancel"), stop, { id: "photo-cancel" })];
  }

  // Back to what was read before
  const back = () => button(say("Back"), () => { trouble = ""; studio.act("photo_back"); }, { id: "photo-back" });

  /** @param {Photo} photo */
  function begins({ names, failed, missing, read }) {
    if (missing) return [element("p", { className: "wrong" }, missing)];
    const told = trouble ? [trouble] : failed;
    const parts = told.length ? [element("div", { className: "failed", role: "alert" }, ...told.map((line) => element("p", {}, line)))] : [
      quiet(say("Take a photo of a drawing sheet, of each page one, and choose it here or drop it on the board.")),
    ];
    const others = names.length ? [
      button(say("Add photos"), () => choose(true), { id: "photo-add" }),
      button(say("It has no marks"), () => studio.act("photo_look"), { id: "photo-plain", title: say("Squared paper without marks: say where the board is") }),
    ] : [];
    return [...parts, row(again({ className: names.length ? "" : "chief" }), ...others, read ? back() : ""), ...(names.length ? [quiet(names.join(", "))] : [])];
  }

  /** @param {Photo} photo */
  function under({ doubts: left, of, sure, corners: pointed, lies }) {
    /** @type {HTMLElement[]} */
    const parts = [];
    if (sure) parts.push(quiet(say("The board is found, {number} % sure.", { number: Math.floor(sure * 100) })));
    if (!lies) parts.push(quiet(say("This is no longer the map of the photo. Undo or redo may lead back to it.")));
    else if (left.length) parts.push(element("p", { id: "photo-left" }, say("Not sure: {number} of {all} places", { number: left.length, all: of })));
    else parts.push(element("p", { id: "photo-left" }, of ? say("All doubts are settled.") : say("Nothing is doubtful.")));
    if (left.length) parts.push(doubts.list(left));
    const box = element("input", { type: "checkbox", checked: shown, id: "photo-shown", onchange: () => { shown = box.checked; lay(studio.scene); } });
    const range = element("input", { type: "range", min: "10", max: "100", step: "5", value: String(strength * 100), id: "photo-strength", label: say("How strongly the photo is seen") });
    range.oninput = () => { strength = range.valueAsNumber / 100; lay(studio.scene); };
    if (lies) parts.push(element("div", { className: "sight" }, element("label", {}, box, say("Photo under the drawing")), range));
    parts.push(row(again(), ...(pointed.length ? [button(say("Correct the corners"), () => studio.act("photo_look"), { id: "photo-correct" })] : []),
      button(say("Put the photo away"), () => { doubts.leave(); studio.act("photo_away"); }, { id: "photo-away" })));
    return parts;
  }

  let known = studio.scene.photo.series; // the series of what was read before
  /** @param {Scene} scene */
  function draw({ photo }) {
    if (!photo) return;
    const scrolled = panel.querySelector(".doubts")?.scrollTop ?? 0;
    corners.show(photo);
    if (photo.lies && known !== photo.series && !photo.looked) {
      studio.tell(say("This is the map of the photo. Undo leads back to yours."));
      known = photo.series;
    }
    const { doing, looked, read, failed } = photo;
    const parts = sending ? waiting(say("Sending photo {number} of {all}", { number: sending.number, all: sending.of }))
      : doing ? waiting(DOING[doing])
      : looked ? [corners.form(photo, again(), back())]
      : read && !failed.length && !trouble ? under(photo) : begins(photo);
    redraw(panel, element("h2", {}, say("Read a photo")), ...parts);
    panel.querySelector(".doubts")?.scrollTo(0, scrolled);
  }

  // Under the drawing

  /** What lays a picture on a floor: where two of its points are there. @param {[Anchor, Anchor]} anchors @param {Point[]} ends */
  function turned([[, x, y], [, u, v]], [[a, b], [c, d]]) {
    const [dx, dy] = [u - x, v - y], far = dx * dx + dy * dy;
    const real = ((c - a) * dx + (d - b) * dy) / far, other = ((d - b) * dx - (c - a) * dy) / far;
    return `matrix(${real} ${other} ${-other} ${real} ${a - real * x + other * y} ${b - other * x - real * y})`;
  }

  /** @param {Scene} scene */
  function lay({ photo }) {
    for (const floor of canvas.floors) {
      const pictures = shown ? photo.pages.map(({ width, height, anchors }, number) => {
        const ends = anchors.map(([cell]) => floor.middles.get(cell)).filter((end) => end !== undefined);
        if (ends.length < 2) return null;
        return svgElement("image", { href: `/photos/${photo.series}/${number + 1}.jpg`, width, height, transform: turned(anchors, ends) });
      }) : [];
      floor.fill("photo", pictures);
      floor.layers.photo.style.opacity = String(strength);
    }
    document.body.classList.toggle("over-photo", shown && photo.pages.length > 0);
  }

  studio.watch(["photo"], draw);
  studio.watch(["photo", "layout"], lay);
  lay(studio.scene);
  return (/** @type {File[] | undefined} */ dropped) => {
    draw(studio.scene);
    if (dropped) take(dropped);
  };
}
