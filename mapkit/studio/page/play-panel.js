// Play: whether the map is fair and what it holds for those who play it, beside the board and drawn on it.

import { quiet, redraw, row, select } from "./controls.js";
import { button, byId, element, say, svgElement } from "./elements.js";

const MOST_NAMED = 40; // cells that the legend names
const SHAPES = { fair: "fair", "nearly fair": "nearly", unfair: "unfair" };

// What the board can show: its word, which part of the report it needs, and how a cell of its legend is drawn.
const PICTURES = {
  distances: [say("Distances"), ({ reach }) => Object.keys(reach).length],
  ways: [say("Shortest way"), ({ ways }) => ways.length],
  first: [say("First steps"), ({ first }) => first.length],
  ends: [say("Dead ends"), ({ ends }) => ends.length],
  unneeded: [say("Cells nobody needs"), ({ unneeded }) => unneeded.length],
};

export function playPanel(studio) {
  const { canvas } = studio, place = byId("play"), shown = new Set();
  let open = false; // whether all measures are shown

  // Marks of the board, around a point; their strokes are dark with a light rim, so that they are seen on everything.

  const line = (looks, points) => ["rim", ""].map((rim) => svgElement("polyline", { class: `${looks} ${rim}`, points: points.flat().join(" ") }));

  const head = (looks, [x, y], [u, v], size) => {
    const turned = Math.atan2(v - y, u - x) * 180 / Math.PI;
    return svgElement("path", { class: looks, d: "M0 0L-2.2 1.2V-1.2Z", transform: `translate(${u} ${v}) rotate(${turned}) scale(${size})` });
  };

  const hatch = ([x, y], half) => [-0.5, 0, 0.5].map((at) => {
    const [from, to] = [Math.max(-1, at * 2 - 1), Math.min(1, at * 2 + 1)];
    return svgElement("line", { class: "hatch", x1: x + from * half, y1: y + (at * 2 - from) * half, x2: x + to * half, y2: y + (at * 2 - to) * half });
  });

  const square = ([x, y], half) => svgElement("rect", { class: "dead-end", x: x - half, y: y - half, width: 2 * half, height: 2 * half });

  const number = ([x, y], text, size) => svgElement("text", { class: "far", x, y, "font-size": size }, String(text));

  // From middle to middle; a little aside of it, so that ways there and back lie beside each other. Where a player is
  // carried, the line is broken.
  function way(floor, cells, looks) {
    const steps = cells.slice(1).map((cell, at) => [cells[at], cell]).filter(([one, other]) => one !== other && floor.middles.has(one) && floor.middles.has(other));
    return steps.flatMap(([one, other], at) => {
      const [[x, y], [u, v]] = [floor.middles.get(one), floor.middles.get(other)], long = Math.hypot(u - x, v - y);
      const aside = floor.tile * 0.08, [right, down] = [-(v - y) / long * aside, (u - x) / long * aside];
      const ends = [[x + right, y + down], [u + right, v + down]], last = at === steps.length - 1;
      return [...line(long > floor.tile * 2 ? `${looks} far-off` : looks, ends), head(`${looks} head`, ...ends, floor.tile * (last ? 0.14 : 0.08))];
    });
  }

  function drawn(floor, play) {
    const { tile, middles } = floor, here = (cell) => middles.get(cell), there = (cells) => cells.filter((cell) => middles.has(cell));
    const corner = (cell, right, down) => [here(cell)[0] + right * tile, here(cell)[1] + down * tile];
    const found = [];
    if (shown.has("unneeded")) found.push(...there(play.unneeded).flatMap((cell) => hatch(here(cell), tile * 0.4)));
    if (shown.has("ends")) found.push(...there(play.ends).map((cell) => square(corner(cell, -0.3, -0.3), tile * 0.1)));
    if (shown.has("ways")) play.ways.forEach(([, cells], which) => found.push(...way(floor, cells, which ? "way other" : "way")));
    if (shown.has("first")) {
      for (const { cell } of play.first) found.push(...way(floor, [play.start, cell], "way first"));
    }
    if (shown.size && here(play.start)) found.push(...["rim", ""].map((rim) => svgElement("circle", { class: `start ${rim}`, cx: here(play.start)[0], cy: here(play.start)[1], r: tile * 0.42 })));
    if (shown.has("distances")) found.push(...there(Object.keys(play.reach)).map((cell) => number(corner(cell, 0.45, -0.25), play.reach[cell], tile * (floor.hexes ? 0.36 : 0.24))));
    return found;
  }

  // The legend says what each kind of mark is, and tells it to those who hear the page.
  function legend(play) {
    const sign = (...marks) => svgElement("svg", { viewBox: "-6 -6 12 12", class: "sign play-sign", "aria-hidden": true }, ...marks.flat());
    const told = (cells) => (cells.length > MOST_NAMED
      ? say("{things} and {number} more", { things: cells.slice(0, MOST_NAMED).join(", "), number: cells.length - MOST_NAMED }) : cells.join(", "));
    const onto = (cells) => cells.filter((cell, at) => cell !== cells[at - 1]).join(" → ");
    const rows = {
      distances: () => [[sign(number([2, 3], 3, 9)), say("How many turns or steps from {cell}", { cell: play.start })]],
      ways: () => play.ways.map(([words, cells], which) => [sign(line(which ? "way other" : "way", [[-5, 0], [3, 0]]), head(which ? "way other head" : "way head", [0, 0], [5, 0], 1.6)), `${words}: ${onto(cells)}`]),
      first: () => play.first.map(({ way: said, heard, cell }) => [
        cell === play.start ? sign(line("way first", [[0, -4], [0, 4]])) : sign(line("way first", [[-5, 0], [3, 0]]), head("way first head", [0, 0], [5, 0], 1.6)),
        `${said}: ${heard}`]),
      ends: () => [[sign(square([0, 0], 3)), say("Dead ends: {cells}", { cells: told(play.ends) })]],
      unneeded: () => [[sign(hatch([0, 0], 5)), say("Nobody needs: {cells}", { cells: told(play.unneeded) })]],
    };
    const items = Object.keys(PICTURES).filter((name) => shown.has(name)).flatMap((name) => rows[name]());
    if (shown.has("first") && play.opening) items.push([sign(svgElement("circle", { class: "start", cx: 0, cy: 0, r: 4 })), play.opening]);
    return items.length ? element("ul", { className: "legend" }, ...items.map(([mark, words]) => element("li", {}, mark, element("span", {}, words)))) : null;
  }

  function games({ of, games: played, words }) {
    if (of) {
      const doing = say("Playing games: {number} of {all}", { number: played, all: of });
      return [element("p", { className: "doing" }, doing), element("progress", { label: say("Playing games"), max: of, value: played }),
        button(say("Cancel"), () => studio.act("play_cancel"), { id: "play-cancel" })];
    }
    return [row(button(say("How long do games last?"), () => studio.act("play_games"), { id: "play-games" })), ...(words ? [element("p", { role: "status" }, words)] : [])];
  }

  function report(play, playing) {
    const starts = play.starts ?? [];
    const from = select(starts, play.start, { id: "play-from", onchange: (event) => studio.act("play_from", { start: event.target.value }) });
    const pictures = Object.entries(PICTURES).filter(([, [, has]]) => starts.length && has(play)).map(([name, [words]]) => button(words, () => {
      if (!shown.delete(name)) shown.add(name);
      draw(studio.scene);
    }, { id: `play-${name}`, "aria-pressed": String(shown.has(name)) }));
    const measures = element("details", { open, ontoggle: (event) => { open = event.target.open; } },
      element("summary", { id: "play-measures" }, say("All measures")),
      element("dl", {}, ...(play.measures ?? []).flatMap(([label, words]) => [element("dt", {}, label), element("dd", {}, words)])));
    return [
      element("p", { className: `fairness ${SHAPES[play.found] ?? ""}` }, play.verdict.replace(/^./u, (first) => first.toLocaleUpperCase())),
      ...(starts.length ? [element("label", {}, say("Seen from"), from), element("div", { className: "row", role: "group", label: say("What the board shows") }, ...pictures)] : []),
      legend(play), ...games(playing), ...(play.measures?.length ? [measures] : []),
    ];
  }

  function draw({ play, playing }) {
    const parts = play ? report(play, playing) : [quiet(playing.old && !studio.scene.faults.length ? say("Working it out") : say("Once the map is legal, here stands whether it is fair."))];
    place.classList.toggle("old", Boolean(play) && playing.old);
    place.classList.toggle("later", !play);
    const lost = redraw(place, element("h2", {}, say("Play")), ...parts.filter(Boolean));
    if (lost) place.querySelector(playing.of ? "#play-cancel" : "#play-games")?.focus();
    for (const floor of canvas.floors) floor.fill("plays", play?.starts ? drawn(floor, play) : []);
  }

  studio.watch(["play", "playing", "layout"], draw);
}
