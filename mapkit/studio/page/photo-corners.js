// Paper without marks: the photo in the place of the board, with a handle on each corner, and the form that asks for them.

import { ARROWS, form, row } from "./controls.js";
import { button, byId, element, say, svgElement } from "./elements.js";

/** @import { Photo, Point } from "../messages.js" */
/** @import { Studio } from "./main.js" */

const CORNERS = [
  say("Upper left corner"), say("Upper right corner"), say("Lower right corner"), say("Lower left corner"),
];
const HOW = [
  say("Click or tap the upper left corner of the board in the photo."), say("Click or tap its upper right corner."),
  say("Click or tap its lower right corner."), say("Click or tap its lower left corner."),
  say("Drag a corner to correct it, or move it with the arrows."),
];
const CLOSER = 3; // how many times the lens enlarges

/** @param {Studio} studio */
export function photoCorners(studio) {
  let from = ""; // the series of the photo that the corners belong to
  /** @type {Point[]} */
  let points = [];
  let placed = 0; // the corners, and how many of them people have pointed at

  const game = element("select", { id: "photo-game" }), size = element("input", { id: "photo-size", autocomplete: "off" });
  const sheet = element("div", { className: "sheet" }), image = element("img", { alt: say("The photo"), draggable: false });
  const prompt = element("p", { id: "photo-prompt", role: "status" }), read = element("button", { className: "chief", id: "photo-place" }, say("Read the board"));
  const quad = svgElement("polygon", {}), lens = element("div", { className: "lens", hidden: true, "aria-hidden": true });
  const handles = [0, 1, 2, 3].map((at) => {
    const handle = button("", null, { className: "corner", onkeydown: (/** @type {KeyboardEvent} */ event) => nudge(event, at) });
    handle.onfocus = () => { if (handle.matches(":focus-visible")) enlarge(at); };
    handle.onblur = () => { lens.hidden = true; };
    return handle;
  });
  sheet.append(image, svgElement("svg", { viewBox: "0 0 1 1", preserveAspectRatio: "none", "aria-hidden": true }, quad), ...handles);
  const overlay = element("div", { id: "corners", role: "group", label: say("The corners of the board in the photo"), hidden: true }, sheet, lens);
  byId("table").append(overlay);
  new ResizeObserver(fit).observe(overlay);

  function fit() {
    const { looked } = studio.scene.photo ?? {};
    if (!looked || overlay.hidden) return;
    const [wide, high] = looked, scale = Math.min((overlay.clientWidth - 40) / wide, (overlay.clientHeight - 40) / high);
    sheet.style.width = `${wide * scale}px`;
    sheet.style.height = `${high * scale}px`;
  }

  /** @param {Photo} photo */
  function show({ looked, series, corners, game: usual, size: usualSize, games }) {
    overlay.hidden = !looked;
    byId("table").classList.toggle("pointing", Boolean(looked));
    if (!looked || from === series) return;
    from = series;
    image.src = `/photos/${series}/0.jpg`;
    lens.style.backgroundImage = `url(/photos/${series}/0.jpg)`;
    points = corners.length ? corners.map(([x, y]) => [x, y]) : [[0.15, 0.15], [0.85, 0.15], [0.85, 0.85], [0.15, 0.85]];
    placed = corners.length;
    const known = games.some(([name]) => name === usual);
    game.replaceChildren(...games.map(([name, title]) => new Option(title, name, false, name === usual)));
    size.value = known ? usualSize : "";
    fit();
    move();
  }

  // Show the corners where they are now.
  function move() {
    handles.forEach((handle, at) => {
      const [x, y] = points[at];
      handle.style.left = `${x * 100}%`;
      handle.style.top = `${y * 100}%`;
      handle.classList.toggle("placed", at < placed);
      handle.setAttribute("aria-label", say("{corner}: {across} across, {down} down, in percent of the photo. Arrows move it.",
        { corner: CORNERS[at], across: (x * 100).toFixed(1), down: (y * 100).toFixed(1) }));
    });
    quad.setAttribute("points", points.slice(0, placed).map((each) => each.join(",")).join(" "));
    prompt.textContent = HOW[placed];
    read.disabled = placed < 4;
  }

  /** @param {number} at */
  function enlarge(at) {
    const [x, y] = points[at], wide = sheet.clientWidth * CLOSER, high = sheet.clientHeight * CLOSER;
    lens.hidden = false;
    const half = lens.clientWidth / 2;
    lens.style.backgroundSize = `${wide}px ${high}px`;
    lens.style.backgroundPosition = `${half - x * wide}px ${half - y * high}px`;
    lens.classList.toggle("right", x < 0.5);
    lens.classList.toggle("low", y < 0.5);
  }

  /** @param {number} at @param {number} x @param {number} y */
  function put(at, x, y) {
    const within = (/** @type {number} */ part) => Math.min(1, Math.max(0, part));
    points[at] = [within(x), within(y)];
    placed = Math.max(placed, Math.min(4, at + 1));
    move();
    enlarge(at);
  }

  /** @param {KeyboardEvent} event @param {number} at */
  function nudge(event, at) {
    const way = ARROWS[event.key], { looked } = studio.scene.photo;
    if (!way || !looked) return;
    event.preventDefault();
    const step = event.shiftKey ? 10 : 1, [wide, high] = looked;
    put(at, points[at][0] + way[0] * step / wide, points[at][1] + way[1] * step / high);
  }

  /** @type {{ pointer: number, at: number, dx: number, dy: number } | null} */
  let held = null; // the corner that is dragged, and how far the pointer is beside it
  const spot = (/** @type {PointerEvent} */ event) => {
    const { left, top, width, height } = sheet.getBoundingClientRect();
    return [(event.clientX - left) / width, (event.clientY - top) / height];
  };
  sheet.onpointerdown = (event) => {
    if (event.button !== 0 || held) return;
    const [x, y] = spot(event), own = handles.indexOf(/** @type {HTMLButtonElement} */ (event.target));
    const near = (/** @type {Point} */ each) => Math.hypot((each[0] - x) * sheet.clientWidth, (each[1] - y) * sheet.clientHeight);
    const nearest = points.indexOf([...points].sort((one, other) => near(one) - near(other))[0]);
    const grabbed = own >= 0 && own < placed, at = grabbed ? own : placed < 4 ? placed : nearest;
    held = { pointer: event.pointerId, at, dx: grabbed ? points[at][0] - x : 0, dy: grabbed ? points[at][1] - y : 0 };
    event.preventDefault();
    sheet.setPointerCapture(event.pointerId);
    handles[at].focus({ preventScroll: true });
    put(at, x + held.dx, y + held.dy);
  };
  sheet.onpointermove = (event) => {
    if (!held || event.pointerId !== held.pointer) return;
    const [x, y] = spot(event);
    put(held.at, x + held.dx, y + held.dy);
  };
  sheet.onpointerup = sheet.onpointercancel = (event) => {
    if (event.pointerId === held?.pointer) held = null;
    lens.hidden = true;
  };

  const of = () => ({ game: game.value, size: size.value.trim() });
  /** @param {Photo} photo @param {...HTMLElement} others */
  const asked = ({ failed }, ...others) => form(() => studio.act("photo_place", { ...of(), corners: points }), { className: "plain" },
    prompt, ...failed.map((line) => element("p", { className: "wrong", role: "alert" }, line)),
    element("label", {}, say("Game"), game), element("label", {}, say("Size"), size),
    row(read, button(say("Find the board"), () => studio.act("photo_find", of()), { id: "photo-find", title: say("Look for the board without corners") })),
    row(...others));

  return { show, form: asked };
}
