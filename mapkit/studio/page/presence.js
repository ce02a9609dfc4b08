// Tells a studio that ends with its last page that this one is open, and asks before what is not saved is left.

import { studio } from "./main.js";

const page = String(Math.random());
const tell = (/** @type {boolean} */ here) =>
  navigator.sendBeacon("/here", new Blob([JSON.stringify({ page, here })], { type: "application/json" }));

tell(true);
addEventListener("pageshow", () => tell(true));
addEventListener("pagehide", () => tell(false));
addEventListener("beforeunload", (event) => { if (studio.scene.drawn) event.preventDefault(); });
