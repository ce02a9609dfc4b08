// The studio: its session, the canvas with its strokes, and the parts that stand around it.

import { Canvas } from "./canvas.js";
import { faults } from "./faults.js";
import { header } from "./header.js";
import { palette } from "./palette.js";
import { panels } from "./panels.js";
import { Session } from "./session.js";
import { solverPanel } from "./solver-panel.js";
import { strokes } from "./strokes.js";

export class Studio extends Session {
  canvas = new Canvas(this);
  strokes = strokes(this);
}

export const studio = new Studio();
for (const part of [header, panels, palette, faults, solverPanel]) part(studio);
// What nobody sees at first comes beside the map
Promise.all([import("./keyboard.js"), import("./overview.js"), studio.begin(), import("./drops.js")]).then(([{ keyboard }, { overview }]) => {
  keyboard(studio);
  overview(studio);
  document.body.dataset.ready = "yes";
});
