// The panels that are loaded when they are opened, the table, which takes the place of the drawing, and phones.

import { focused } from "./controls.js";
import { byId, say } from "./elements.js";

/** @import { Studio } from "./main.js" */

/** What is open has a button that opened it, and that closes it; returns whether anything was open. @param {Element} [panel] */
export function closeWhatIsOpen(panel) {
  const opener = /** @type {HTMLElement | null} */ (document.querySelector(panel ? `[aria-expanded="true"][aria-controls="${panel.id}"]` : '[aria-expanded="true"][aria-controls]'));
  const had = opener && focused(byId(opener.getAttribute("aria-controls") ?? ""));
  opener?.click();
  if (had) opener.focus();
  return Boolean(opener);
}

/** @param {Studio} studio */
export function panels(studio) {
  document.addEventListener("click", (event) => {
    const pressed = event.target instanceof Element ? event.target : null;
    const off = /** @type {HTMLElement | null | undefined} */ (pressed?.closest('[aria-disabled="true"]'));
    if (off) {
      event.stopImmediatePropagation();
      studio.tell(off.dataset.why ?? "");
    } else if (pressed?.closest("section > .close")) {
      closeWhatIsOpen(pressed.closest("section") ?? undefined);
    }
  }, true);

  /** @type {[name: string, place: string][]} */
  const opened = []; // one of them at a time, so that the board has room

  /** @param {string} name @param {string} place @param {() => Promise<(studio: Studio, place: HTMLElement) => () => void>} load */
  function opens(name, place, load) {
    /** @type {Promise<() => void> | null} */
    let panel = null;
    opened.push([name, place]);
    byId(name).onclick = async () => {
      const open = byId(place).hidden;
      for (const [each, its] of opened) {
        byId(its).hidden = !(open && its === place);
        byId(each).setAttribute("aria-expanded", String(!byId(its).hidden));
      }
      panel ??= load().then((begin) => begin(studio, byId(place)));
      (await panel)();
    };
  }
  opens("open-settings", "settings", async () => (await import("./settings-panel.js")).settingsPanel);
  opens("open-text", "text", async () => (await import("./text-panel.js")).textPanel);
  opens("open-prints", "prints", async () => (await import("./print-panel.js")).printPanel);

  // Photos stand above the faults.

  /** @type {Promise<(dropped?: File[]) => void> | null} */
  let photos = null;
  /** @param {boolean} open @param {File[]} [dropped] */
  async function readPhoto(open, dropped) {
    byId("photo").hidden = !open;
    byId("open-photo").setAttribute("aria-expanded", String(open));
    photos ??= import("./photo-panel.js").then((module) => module.photoPanel(studio, byId("photo")));
    if (open) (await photos)(dropped);
  }
  byId("open-photo").onclick = () => {
    readPhoto(Boolean(byId("photo").hidden || !byId("game").hidden));
    atTable(false);
  };
  studio.watch(["photo"], ({ photo }) => { if (photo.names.length && !photos) readPhoto(true); });

  // Play comes with the first legal map.

  /** @type {Promise<void> | null} */
  let play = null;
  studio.watch(["faults"], ({ faults }) => {
    if (!faults.length && !play) play = import("./play-panel.js").then(({ playPanel }) => playPanel(studio));
  });

  // New and Open.

  /** @type {Promise<import("./drops.js").Gallery> | null} */
  let opening = null;
  function toOpen() {
    opening ??= import("./gallery.js").then(({ gallery }) => gallery(studio, byId("gallery"), (files) => { atTable(false); readPhoto(true, files); }, (play) => atTable(play, play)));
    return opening;
  }
  byId("open-new").onclick = async () => (await toOpen()).show("new");
  byId("open-file").onclick = async () => (await toOpen()).show("open");
  let begun = false;
  studio.watch(["first"], async ({ gallery }) => {
    if (begun) return;
    begun = true;
    if (!(await import("./drops.js")).drops(toOpen) && gallery) byId("open-new").click();
  });

  // Where a game is on, the page opens at the table.

  /** @type {Promise<(forOne?: boolean) => void> | null} */
  let table = null;
  let asked = false;
  /** @param {boolean} open @param {boolean} [forOne] */
  async function atTable(open, forOne) {
    byId("game").hidden = !open;
    document.body.classList.toggle("playing", open);
    byId("open-table").setAttribute("aria-pressed", String(open));
    byId("open-table").textContent = open ? say("Back to the drawing") : studio.scene.table ? say("Back to the table") : say("Play at the table");
    if (!open) return;
    table ??= import("./table.js").then((module) => module.table(studio, byId("game")));
    (await table)(forOne);
  }
  byId("open-table").onclick = () => atTable(Boolean(byId("game").hidden));
  studio.watch(["seating", "faults", "table"], (scene) => {
    byId("open-table").hidden = byId("game").hidden && !scene.table && !scene.seating;
    if (scene.table && !asked) atTable(true);
    asked = true;
  });
  studio.watch(["offered"], ({ offered }) => { if (offered) atTable(true); });
  studio.watch(["alone"], ({ alone }) => { if (alone || sessionStorage.getItem("mapkit alone")) location.assign("/alone/"); }); // a player sees nothing else, also when the studio was begun again

  /** @type {Promise<() => void> | null} */
  let phones = null;
  studio.watch(["phones"], (scene) => { byId("open-phones").hidden = !scene.phones; });
  byId("open-phones").onclick = async () => {
    phones ??= import("./phones-dialog.js").then((module) => module.phonesDialog(studio, byId("phones")));
    (await phones)();
  };
}
