// The panels that are loaded when they are opened, the table, which takes the place of the drawing, and phones.

import { byId, say } from "./elements.js";

export function panels(studio) {
  const opened = []; // one of them at a time, so that the board has room

  function opens(name, place, load) {
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

  let photos = null;
  async function readPhoto(open, dropped) {
    byId("photo").hidden = !open;
    byId("open-photo").setAttribute("aria-expanded", String(open));
    photos ??= import("./photo-panel.js").then((module) => module.photoPanel(studio, byId("photo")));
    if (open) (await photos)(dropped);
  }
  byId("open-photo").onclick = () => readPhoto(byId("photo").hidden);
  studio.watch(["photo"], ({ photo }) => { if (photo.names.length && !photos) readPhoto(true); });

  // New and Open. A file may be dropped at any time, and a link with a code may come while the page is open, too.

  let opening = null;
  const toOpen = () => opening ??= import("./gallery.js").then(({ gallery }) => gallery(studio, byId("gallery"), (files) => readPhoto(true, files)));
  byId("open-new").onclick = async () => (await toOpen()).show("new");
  byId("open-file").onclick = async () => (await toOpen()).show("open");
  addEventListener("dragover", (event) => { if (event.dataTransfer.types.includes("Files")) event.preventDefault(); });
  addEventListener("drop", async (event) => {
    const files = [...event.dataTransfer.files];
    if (!files.length) return;
    event.preventDefault();
    (await toOpen()).bring(files);
  });
  addEventListener("keydown", (event) => {
    if (event.key.toLowerCase() !== "o" || !(event.ctrlKey || event.metaKey) || event.shiftKey || event.altKey) return;
    event.preventDefault();
    byId("open-file").click();
  });
  async function linked() {
    const pasted = location.hash.slice(1);
    history.replaceState(null, "", location.pathname); // the secret does not stay in the address
    if (pasted) (await toOpen()).paste(pasted);
  }
  addEventListener("hashchange", linked);
  let begun = false;
  studio.watch(["first"], ({ gallery }) => {
    if (!begun && location.hash.length > 1) linked();
    else if (!begun && gallery) byId("open-new").click();
    begun = true;
  });

  // Where a game is on, the page opens at the table.

  let table = null, asked = false;
  async function atTable(open) {
    byId("game").hidden = !open;
    document.body.classList.toggle("playing", open);
    byId("open-table").setAttribute("aria-pressed", String(open));
    byId("open-table").textContent = open ? say("Back to the drawing") : studio.scene.table ? say("Back to the table") : say("Play at the table");
    table ??= import("./table.js").then((module) => module.table(studio, byId("game")));
    if (open) (await table)();
  }
  byId("open-table").onclick = () => atTable(byId("game").hidden);
  studio.watch(["seating", "faults", "table"], (scene) => {
    byId("open-table").hidden = byId("game").hidden && !scene.table && !(scene.seating && !scene.faults.length);
    if (scene.table && !asked) atTable(true);
    asked = true;
  });

  let phones = null;
  studio.watch(["phones"], (scene) => { byId("open-phones").hidden = !scene.phones; });
  byId("open-phones").onclick = async () => {
    phones ??= import("./phones-dialog.js").then((module) => module.phonesDialog(studio, byId("phones")));
    (await phones)();
  };
}
