// A small picture of a large board, with what of it is seen; a press or a drag there leads to another part.

import { loadStyle } from "./controls.js";
import { byId, pointOn, svgElement } from "./elements.js";

/** @import { Studio } from "./main.js" */

const LARGE = 24 * 24; // cells, from which on a board that is not seen whole has an overview
const TOO_WIDE = 1.1; // how far a board goes beyond its place until it has one: it hides some of the board, too

/** @param {Studio} studio */
export function overview(studio) {
  const { canvas } = studio, place = byId("board"), small = /** @type {SVGSVGElement} */ (document.querySelector("#overview"));
  const frame = svgElement("rect", { class: "frame" });
  loadStyle("overview");

  function draw() {
    const { scrollWidth, scrollHeight, clientWidth, clientHeight, scrollLeft, scrollTop } = place;
    const out = scrollWidth > clientWidth * TOO_WIDE || scrollHeight > clientHeight * TOO_WIDE;
    small.toggleAttribute("hidden", !out || !canvas.floors.some((floor) => floor.cells.size > LARGE));
    if (small.hasAttribute("hidden")) return small.replaceChildren();
    const { left, top } = place.getBoundingClientRect();
    small.setAttribute("viewBox", `0 0 ${scrollWidth} ${scrollHeight}`);
    for (const [name, value] of Object.entries({ x: scrollLeft, y: scrollTop, width: clientWidth, height: clientHeight })) frame.setAttribute(name, String(value));
    frame.setAttribute("stroke-width", String(scrollWidth / 60));
    return small.replaceChildren(...canvas.floors.map(({ svg, layout, layers }) => {
      const lies = svg.getBoundingClientRect();
      return svgElement("svg", {
        x: lies.left - left + scrollLeft, y: lies.top - top + scrollTop, width: lies.width, height: lies.height, viewBox: layout.seen.join(" "),
      }, svgElement("rect", { class: "paper", x: -99, y: -99, width: 9999, height: 9999 }), svgElement("use", { href: `#${layers.picture.id}` }));
    }), frame);
  }

  /** @param {PointerEvent} event */
  function lead(event) {
    const [x, y] = pointOn(small, event);
    place.scrollTo(x - place.clientWidth / 2, y - place.clientHeight / 2);
  }
  small.onpointerdown = (event) => {
    small.setPointerCapture(event.pointerId);
    lead(event);
  };
  small.onpointermove = (event) => { if (small.hasPointerCapture(event.pointerId)) lead(event); };
  place.addEventListener("scroll", draw);
  studio.watch(["layout", "view"], draw);
  draw();
}
