// The studio: its session, the canvas with its strokes, and the parts that stand around it.

import { Canvas } from "./canvas.js";
import { faults } from "./faults.js";
import { header } from "./header.js";
import { keyboard } from "./keyboard.js";
import { palette } from "./palette.js";
import { panels } from "./panels.js";
import { Session } from "./session.js";
import { solverPanel } from "./solver-panel.js";
import { strokes } from "./strokes.js";

class Studio extends Session {
  canvas = new Canvas(this);
  strokes = strokes(this);
}

const studio = new Studio();
for (const part of [header, keyboard, panels, palette, faults, solverPanel]) part(studio);
studio.begin();
