// The secret map at the table, with everybody on it.

import { grouped } from "./controls.js";
import { element, say, svgElement } from "./elements.js";
import { middle } from "./floor.js";
import { learnPens, shape } from "./picture.js";

const SPREAD = [[[0, 0]], [[-0.2, 0], [0.2, 0]], [[-0.2, -0.2], [0.2, -0.2], [0, 0.2]], [[-0.2, -0.2], [0.2, -0.2], [-0.2, 0.2], [0.2, 0.2]]];

const area = (corners) => Math.abs(corners.reduce((sum, x, at) => {
  if (at % 2) return sum;
  const next = (at + 2) % corners.length;
  return sum + x * corners[next + 1] - corners[next] * corners[at + 1];
}, 0)) / 2;

export function tableMap(studio, place, press) {
  let floors = [];

  function draw() {
    const { layout, marks, pens } = studio.scene.table_board;
    learnPens(pens);
    floors = layout.map((each, number) => {
      const svg = svgElement("svg", { class: "secret-floor", viewBox: each.seen.join(" "), role: "img", "aria-label": say("The secret map") });
      const layers = Object.fromEntries(["picture", "cells", "tokens"].map((name) => [name, svgElement("g", { class: name })]));
      layers.picture.append(...marks[number].map(shape));
      svg.append(...Object.values(layers));
      return { svg, layers, cells: each.cells, tile: Math.sqrt(area(Object.values(each.cells)[0])), least: each.seen[2] * 0.017 };
    });
    const several = floors.length > 1;
    place.replaceChildren(...floors.map(({ svg }, number) => element("figure", {},
      several ? element("figcaption", {}, say("Floor {number}", { number: number + 1 })) : null, svg)));
    tokens();
  }

  // The cells that commands name can be pressed; while the game master corrects, every cell can.
  function light(picked, correcting) {
    const lit = new Map();
    for (const { many, ways: some } of studio.scene.table.ways) {
      for (const { cell } of some) if (cell && lit.get(cell) !== "way") lit.set(cell, many ? "way faint" : "way");
    }
    for (const { layers, cells: known } of floors) {
      const named = correcting ? Object.keys(known) : [...lit.keys()].filter((cell) => known[cell]);
      layers.cells.replaceChildren(...named.map((cell) => {
        const looks = correcting ? "way faint" : lit.get(cell);
        const spot = svgElement("polygon", { points: known[cell].join(" "), class: cell === picked ? "way picked" : looks });
        spot.onclick = () => press(cell);
        return spot;
      }));
    }
  }

  function tokens() {
    const groups = grouped(studio.scene.table.tokens, ({ cell }) => cell);
    for (const { layers, cells: known, tile, least } of floors) {
      layers.tokens.replaceChildren(...[...groups].filter(([cell]) => known[cell]).flatMap(([cell, some]) => some.map((each, number) => {
        const [x, y] = middle(known[cell]);
        const spread = SPREAD[Math.min(some.length, 4) - 1][number % 4], size = Math.max(least, tile * (some.length > 1 ? 0.2 : 0.3));
        const token = svgElement("g", { class: each.seat < 0 ? "thing" : `token seat-${each.seat % 8}`, transform: `translate(${x + spread[0] * tile} ${y + spread[1] * tile})` });
        const title = svgElement("title", {}, `${each.words} ${cell}`);
        const letters = svgElement("text", { "font-size": size * (each.sign.length > 1 ? 0.85 : 1.2), y: size * 0.4 }, each.sign);
        token.append(title, each.seat < 0 ? svgElement("rect", { x: -size, y: -size, width: 2 * size, height: 2 * size, rx: size / 3 }) : svgElement("circle", { r: size }), letters);
        return token;
      })));
    }
  }

  return { draw, light, tokens };
}
