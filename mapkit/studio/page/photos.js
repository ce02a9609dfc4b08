// Photos: they are sent to be read, lie under the drawing, and their doubts are clicked away. On paper without marks a
// person points at the corners of the board.

import { button, by, made, node, say, words } from "./elements.js";
import { photo as send } from "./transport.js";

const DOING = {
  read: say("Reading the photos"), place: say("Reading the board"),
  find: say("Looking for the board"), look: say("Opening the photo"),
};
const CORNERS = [
  say("Upper left corner"), say("Upper right corner"), say("Lower right corner"), say("Lower left corner"),
];
const HOW = {
  0: say("Click the upper left corner of the board in the photo."), 1: say("Click its upper right corner."),
  2: say("Click its lower right corner."), 3: say("Click its lower left corner."),
  4: say("Drag a corner to correct it, or move it with the arrows."),
};
const ARROWS = { ArrowRight: [1, 0], ArrowLeft: [-1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
const SIGNS = { ">": "→", "<": "←", "^": "↑", v: "↓", ".": "·" };
const CLOSER = 3; // how many times the lens enlarges

export function photos(studio, place) {
  document.head.append(made("link", { rel: "stylesheet", href: "/page/photos.css" }));
  let sending = null; // { number, of, stop } while photos are sent
  let trouble = ""; // why a photo was not sent
  let shown = true, strength = 0.6; // whether the photo is seen under the drawing, and how strongly
  let chosen = ""; // the spot of the doubt whose readings are shown on the board
  let from = ""; // the series of the photo that the corners belong to
  let points = [], placed = 0; // the corners, and how many of them people have pointed at

  // Sending

  const input = made("input", { type: "file", accept: "image/jpeg,image/png,image/heic,.heic", multiple: true, hidden: true });
  let more = false; // whether the chosen photos come to the others
  input.addEventListener("change", () => { take([...input.files]); input.value = ""; });
  place.append(input);
  const choose = (others) => { more = others; input.click(); };

  async function take(files) {
    sending?.stop.abort();
    const mine = (sending = { number: 0, of: files.length, stop: new AbortController() });
    let first = !more;
    more = false;
    trouble = "";
    chosen = "";
    for (const [number, file] of files.entries()) {
      mine.number = number + 1;
      draw(studio.scene);
      const told = file.size > studio.scene.photo.most
        ? say("{name}: it has more than {number} MiB; make it smaller", { name: file.name, number: studio.scene.photo.most >> 20 })
        : await send(file, first, mine.stop.signal).catch((error) => (mine.stop.signal.aborted ? say("No photo was read.") : error.message));
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

  const panel = made("div", { className: "reading" });
  place.append(panel);
  const row = (...inside) => made("div", { className: "row" }, ...inside.filter(Boolean));
  const quiet = (text) => words("p", text, { className: "quiet" });
  const again = (about = {}) => button(say("Choose photos"), () => choose(false), { id: "photo-choose", ...about });

  // The button may outlive the sending, until the page hears that the photo is being read.
  const stop = () => (sending ? sending.stop.abort() : studio.act("photo_cancel"));

  function waiting(text) {
    const bar = made("progress", { label: text });
    return [words("p", text), bar, button(say("Cancel"), stop, { id: "photo-cancel" })];
  }

  // Back to what was read before
  const back = () => button(say("Back"), () => { trouble = ""; studio.act("photo_back"); }, { id: "photo-back" });

  function begins({ names, failed, missing, read }) {
    if (missing) return [words("p", missing, { className: "wrong" })];
    const told = trouble ? [trouble] : failed;
    const parts = told.length ? [made("div", { className: "failed", role: "alert" }, ...told.map((line) => words("p", line)))] : [
      quiet(say("Take a photo of a drawing sheet, of each page one, and choose it here or drop it on the board.")),
    ];
    const others = names.length ? [
      button(say("Add photos"), () => choose(true), { id: "photo-add" }),
      button(say("It has no marks"), () => studio.act("photo_look"), { id: "photo-plain", title: say("Squared paper without marks: say where the board is") }),
    ] : [];
    return [...parts, row(again({ className: names.length ? "" : "chief" }), ...others, read && back()), ...(names.length ? [quiet(names.join(", "))] : [])];
  }

  // Doubts

  const sign = (way) => SIGNS[way.sign] ?? way.sign;

  function settle(doubt, number, event) {
    if (event.detail > 1) return; // the second click of a double one is meant for the doubt that was here
    const { doubts } = studio.scene.photo, at = doubts.findIndex((each) => each.spot === doubt.spot);
    const next = doubts[at + 1] ?? doubts[at - 1];
    const listed = panel.contains(event.target);
    const onward = event.detail === 0 && next; // a key leads on to the next doubt
    studio.act("photo_settle", { spot: doubt.spot, number }).then(() => {
      if (listed) panel.querySelector(`[data-spot="${CSS.escape(next?.spot ?? "")}"] .way`)?.focus();
      else pick(onward ? next.spot : "", Boolean(onward));
    });
  }

  function ways(doubt) {
    if (!doubt.ways.length) return [quiet(say("It cannot be read: draw what stands there."))];
    return [row(...doubt.ways.map((way, number) => {
      const text = way.sign ? [words("b", sign(way)), ` ${way.words}`] : [way.words];
      const choice = made("button", { type: "button", className: way.out ? "way out" : "way" }, ...text);
      if (way.out) choice.append(words("small", say("the rules exclude it")));
      choice.addEventListener("click", (event) => settle(doubt, number, event));
      return choice;
    }))];
  }

  // The piece of the photo in which something is not sure
  function piece({ page, box }) {
    const { series, pages } = studio.scene.photo, { width, height } = pages[page];
    return node("svg", { class: box[2] > 2 * box[3] ? "wide piece" : "piece", viewBox: box.join(" "), "aria-hidden": true },
      node("image", { href: `/photos/${series}/${page + 1}.jpg`, width, height }));
  }

  function listed(doubt) {
    const item = made("li", { "data-spot": doubt.spot }, piece(doubt), made("div", {}, words("span", doubt.words), ...ways(doubt)));
    const pointed = studio.floors.some((floor) => floor.borders.has(doubt.spot)) ? [doubt.spot] : [doubt.spot, ...doubt.between];
    const show = () => studio.mark("shows", pointed, "edit"), hide = () => studio.mark("shows", [], "");
    for (const name of ["pointerenter", "focusin"]) item.addEventListener(name, show);
    for (const name of ["pointerleave", "focusout"]) item.addEventListener(name, hide);
    return item;
  }

  function under({ doubts, of, sure, corners, lies }) {
    const parts = [];
    if (sure) parts.push(quiet(say("The board is found, {number} % sure.", { number: Math.floor(sure * 100) })));
    if (!lies) parts.push(quiet(say("This is no longer the map of the photo. Undo or redo may lead back to it.")));
    else if (doubts.length) parts.push(words("p", say("Not sure: {number} of {all} places", { number: doubts.length, all: of }), { id: "photo-left" }));
    else parts.push(words("p", of ? say("All doubts are settled.") : say("Nothing is doubtful."), { id: "photo-left" }));
    if (doubts.length) parts.push(made("ul", { className: "doubts" }, ...doubts.map(listed)));
    const box = made("input", { type: "checkbox", checked: shown, id: "photo-shown" });
    box.addEventListener("change", () => { shown = box.checked; lay(studio.scene); });
    const range = made("input", { type: "range", min: 10, max: 100, step: 5, value: strength * 100, id: "photo-strength", label: say("How strongly the photo is seen") });
    range.addEventListener("input", () => { strength = range.value / 100; lay(studio.scene); });
    if (lies) parts.push(made("div", { className: "sight" }, made("label", {}, box, say("Photo under the drawing")), range));
    parts.push(row(again(), ...(corners.length ? [button(say("Correct the corners"), () => studio.act("photo_look"), { id: "photo-correct" })] : []),
      button(say("Put the photo away"), () => { pick(""); studio.act("photo_away"); }, { id: "photo-away" })));
    return parts;
  }

  // Paper without marks: the photo in the place of the board, with a handle on each corner

  const game = made("select", { id: "photo-game" }), size = made("input", { id: "photo-size", autocomplete: "off" });
  const sheet = made("div", { className: "sheet" }), image = made("img", { alt: say("The photo"), draggable: false });
  const quad = node("polygon", {}), lens = made("div", { className: "lens", hidden: true, "aria-hidden": true });
  const handles = [0, 1, 2, 3].map((at) => {
    const handle = made("button", { type: "button", className: "corner" });
    handle.dataset.corner = at;
    handle.addEventListener("keydown", (event) => nudge(event, at));
    handle.addEventListener("focus", () => { if (handle.matches(":focus-visible")) enlarge(at); });
    handle.addEventListener("blur", () => { lens.hidden = true; });
    return handle;
  });
  sheet.append(image, node("svg", { viewBox: "0 0 1 1", preserveAspectRatio: "none", "aria-hidden": true }, quad), ...handles);
  const overlay = made("div", { id: "corners", role: "group", label: say("The corners of the board in the photo"), hidden: true }, sheet, lens);
  by("table").append(overlay);
  new ResizeObserver(fit).observe(overlay);

  function fit() {
    const { looked } = studio.scene.photo ?? {};
    if (!looked || overlay.hidden) return;
    const [wide, high] = looked, scale = Math.min((overlay.clientWidth - 40) / wide, (overlay.clientHeight - 40) / high);
    sheet.style.width = `${wide * scale}px`;
    sheet.style.height = `${high * scale}px`;
  }

  function pointing({ looked, series, corners, game: usual, size: usualSize, games }) {
    overlay.hidden = !looked;
    by("table").classList.toggle("pointing", Boolean(looked));
    if (!looked || from === series) return;
    from = series;
    image.src = `/photos/${series}/0.jpg`;
    lens.style.backgroundImage = `url(/photos/${series}/0.jpg)`;
    points = corners.length ? corners.map((each) => [...each]) : [[0.15, 0.15], [0.85, 0.15], [0.85, 0.85], [0.15, 0.85]];
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
    const prompt = panel.querySelector("#photo-prompt");
    if (prompt) prompt.textContent = prompted();
    const read = panel.querySelector("#photo-place");
    if (read) read.disabled = placed < 4;
  }

  const prompted = () => HOW[placed];

  function enlarge(at) {
    const [x, y] = points[at], wide = sheet.clientWidth * CLOSER, high = sheet.clientHeight * CLOSER;
    lens.hidden = false;
    const half = lens.clientWidth / 2;
    lens.style.backgroundSize = `${wide}px ${high}px`;
    lens.style.backgroundPosition = `${half - x * wide}px ${half - y * high}px`;
    lens.classList.toggle("right", x < 0.5);
    lens.classList.toggle("low", y < 0.5);
  }

  function put(at, x, y) {
    points[at] = [x, y].map((each) => Math.min(1, Math.max(0, each)));
    placed = Math.max(placed, Math.min(4, at + 1));
    move();
    enlarge(at);
  }

  function nudge(event, at) {
    const way = ARROWS[event.key];
    if (!way) return;
    event.preventDefault();
    const step = event.shiftKey ? 10 : 1, [wide, high] = studio.scene.photo.looked;
    put(at, points[at][0] + way[0] * step / wide, points[at][1] + way[1] * step / high);
  }

  let held = null; // { at, dx, dy }: the corner that is dragged, and how far the pointer is beside it
  const spot = (event) => {
    const { left, top, width, height } = sheet.getBoundingClientRect();
    return [(event.clientX - left) / width, (event.clientY - top) / height];
  };
  sheet.addEventListener("pointerdown", (event) => {
    if (event.button !== 0 || held) return;
    const [x, y] = spot(event), own = event.target.dataset?.corner;
    const near = (each) => Math.hypot((each[0] - x) * sheet.clientWidth, (each[1] - y) * sheet.clientHeight);
    const nearest = points.indexOf([...points].sort((one, other) => near(one) - near(other))[0]);
    const at = own !== undefined && own < placed ? Number(own) : placed < 4 ? placed : nearest;
    const grabbed = own !== undefined && Number(own) === at && at < placed;
    held = { pointer: event.pointerId, at, dx: grabbed ? points[at][0] - x : 0, dy: grabbed ? points[at][1] - y : 0 };
    event.preventDefault();
    sheet.setPointerCapture(event.pointerId);
    handles[at].focus({ preventScroll: true });
    put(at, x + held.dx, y + held.dy);
  });
  sheet.addEventListener("pointermove", (event) => {
    if (event.pointerId !== held?.pointer) return;
    const [x, y] = spot(event);
    put(held.at, x + held.dx, y + held.dy);
  });
  for (const name of ["pointerup", "pointercancel"]) sheet.addEventListener(name, (event) => {
    if (event.pointerId === held?.pointer) held = null;
    lens.hidden = true;
  });

  function asks({ failed }) {
    const of = () => ({ game: game.value, size: size.value.trim() });
    const form = made("form", { className: "plain" },
      words("p", prompted(), { id: "photo-prompt", role: "status" }),
      ...failed.map((line) => words("p", line, { className: "wrong", role: "alert" })),
      made("label", {}, say("Game"), game), made("label", {}, say("Size"), size),
      row(made("button", { className: "chief", id: "photo-place", textContent: say("Read the board"), disabled: placed < 4 }),
        button(say("Find the board"), () => studio.act("photo_find", of()), { id: "photo-find", title: say("Look for the board without corners") })),
      row(again(), back()));
    form.addEventListener("submit", (event) => { event.preventDefault(); studio.act("photo_place", { ...of(), corners: points }); });
    return [form];
  }

  let known = studio.scene.photo.series; // the series of what was read before
  function draw({ photo }) {
    if (!photo) return;
    const focused = document.activeElement?.id, spotted = document.activeElement?.closest?.("[data-spot]")?.dataset.spot;
    const scrolled = panel.querySelector(".doubts")?.scrollTop ?? 0;
    pointing(photo);
    if (photo.lies && known !== photo.series && !photo.looked) {
      studio.tellWords(say("This is the map of the photo. Undo leads back to yours."));
      known = photo.series;
    }
    const { doing, looked, read, failed } = photo;
    const parts = sending ? waiting(say("Sending photo {number} of {all}", { number: sending.number, all: sending.of }))
      : doing ? waiting(DOING[doing])
      : looked ? asks(photo)
      : read && !failed.length && !trouble ? under(photo) : begins(photo);
    panel.replaceChildren(words("h2", say("Read a photo")), ...parts);
    panel.querySelector(".doubts")?.scrollTo(0, scrolled);
    const stay = spotted ? `[data-spot="${CSS.escape(spotted)}"] .way` : focused ? `#${CSS.escape(focused)}` : "";
    if (stay) panel.querySelector(stay)?.focus();
  }

  // Under the drawing

  // What lays a picture on a floor: where two of its points are there.
  function turned([[, x, y], [, u, v]], [[a, b], [c, d]]) {
    const [dx, dy] = [u - x, v - y], far = dx * dx + dy * dy;
    const real = ((c - a) * dx + (d - b) * dy) / far, other = ((d - b) * dx - (c - a) * dy) / far;
    return `matrix(${real} ${other} ${-other} ${real} ${a - real * x + other * y} ${b - other * x - real * y})`;
  }

  function lay({ photo }) {
    for (const floor of studio.floors) {
      const pictures = shown ? photo.pages.map(({ width, height, anchors }, number) => {
        const ends = anchors.map(([cell]) => floor.middles.get(cell));
        if (!ends.every(Boolean)) return null;
        return node("image", { href: `/photos/${photo.series}/${number + 1}.jpg`, width, height, transform: turned(anchors, ends) });
      }) : [];
      floor.fill("photo", pictures);
      floor.layers.photo.style.opacity = strength;
    }
    document.body.classList.toggle("over-photo", shown && photo.pages.length > 0);
  }

  // The ends of the border between two cells, on a board whose borders cannot be pointed at.
  function parting(floor, cells) {
    const [one, other] = cells.map((cell) => floor.middles.get(cell));
    if (!one || !other) return null;
    const [x, y] = [(one[0] + other[0]) / 2, (one[1] + other[1]) / 2], [dx, dy] = [(other[0] - one[0]) / 2, (other[1] - one[1]) / 2];
    return [x - dy, y + dx, x + dy, y - dx];
  }

  // Frames on the board. A click on one shows its readings; a click in the one that is shown draws, as everywhere.
  function frame(floor, { spot: name, between }) {
    const edge = floor.borders.get(name) ?? parting(floor, between), cell = floor.cells.get(name), box = { class: name === chosen ? "doubt chosen" : "doubt" };
    let found = null;
    if (cell) {
      const [x, y] = floor.middles.get(name), at = (value, middle) => middle + (value - middle) * 0.86;
      found = node("polygon", { ...box, points: cell.map((value, i) => at(value, i % 2 ? y : x)).join(" ") });
    } else if (edge) {
      const [x1, y1, x2, y2] = edge, wide = floor.tile * 0.17, along = Math.hypot(x2 - x1, y2 - y1);
      const turn = Math.atan2(y2 - y1, x2 - x1) * 180 / Math.PI;
      found = node("rect", { ...box, x: -along / 2, y: -wide, width: along, height: 2 * wide, rx: wide / 2, transform: `translate(${(x1 + x2) / 2} ${(y1 + y2) / 2}) rotate(${turn})` });
    }
    found?.addEventListener("pointerdown", (event) => {
      if (event.button !== 0 || name === chosen) return;
      event.preventDefault();
      event.stopPropagation();
      pick(name, false);
    });
    return found;
  }

  const bubble = made("div", { id: "doubt", role: "dialog", hidden: true });
  by("table").append(bubble);
  bubble.addEventListener("keydown", (event) => {
    if (event.key !== "Escape") return;
    event.stopPropagation();
    const floor = studio.floorOf(chosen);
    pick("");
    floor?.svg.focus();
  });

  const first = () => (bubble.querySelector(".way") ?? bubble.querySelector("button")).focus();

  // Show the readings of a doubt beside its place; of none, nothing.
  function pick(name, focus = false) {
    chosen = name;
    frames(studio.scene);
    const doubt = studio.scene.photo.doubts.find((each) => each.spot === name);
    if (focus && doubt) first();
  }

  function frames({ photo }) {
    if (!photo.doubts.some((each) => each.spot === chosen)) chosen = "";
    for (const floor of studio.floors) floor.fill("doubts", photo.doubts.map((each) => frame(floor, each)));
    const doubt = photo.doubts.find((each) => each.spot === chosen), was = bubble.contains(document.activeElement);
    bubble.hidden = !doubt;
    if (!doubt) return;
    bubble.setAttribute("aria-label", say("Not sure: {name}", { name: doubt.words }));
    const close = button("×", () => pick(""), { className: "close", label: say("Close") });
    const drawn = document.querySelector(".doubt.chosen") ? [quiet(say("Or draw what stands there."))] : [piece(doubt)];
    bubble.replaceChildren(made("p", {}, words("b", doubt.words), close), ...ways(doubt), ...drawn);
    beside();
    if (was) first();
  }

  function beside() {
    const mark = document.querySelector(".doubt.chosen")?.getBoundingClientRect(), room = by("table").getBoundingClientRect();
    if (bubble.hidden) return;
    if (!mark) { // it lies beside the board
      bubble.style.left = bubble.style.top = "8px";
      return;
    }
    const left = Math.min(Math.max(8, mark.left + mark.width / 2 - room.left - bubble.offsetWidth / 2), room.width - bubble.offsetWidth - 8);
    const above = mark.top - room.top - bubble.offsetHeight - 8, below = mark.bottom - room.top + 8;
    bubble.style.left = `${left}px`;
    bubble.style.top = `${below + bubble.offsetHeight < room.height ? below : Math.max(8, above)}px`;
  }
  by("board").addEventListener("scroll", beside);
  new ResizeObserver(beside).observe(by("board"));

  // On the board, a question mark leads from doubt to doubt.
  document.addEventListener("keydown", (event) => {
    const { doubts } = studio.scene.photo;
    if (event.key !== "?" || !doubts.length || !document.activeElement?.closest(".floor, #doubt")) return;
    event.preventDefault();
    pick(doubts[(doubts.findIndex((each) => each.spot === chosen) + 1) % doubts.length].spot, true);
  });

  studio.watch(["photo"], draw);
  studio.watch(["photo", "layout"], (scene) => { lay(scene); frames(scene); });
  lay(studio.scene);
  frames(studio.scene);
  return () => {
    draw(studio.scene);
    if (studio.dropped) take(studio.dropped);
    studio.dropped = null;
  };
}
