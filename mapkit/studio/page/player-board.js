// The board on a player's screen, where everybody may see it: to look at, and to play on by pressing cells and bars.

import { byId, element, say } from "./elements.js";
import { gameBoard } from "./game-board.js";
import { answerOf } from "./transport.js";

/** @import { PhoneView, TableBoard, Token, Trail } from "../messages.js" */
/** @typedef {TableBoard & { tokens: Token[], trails: Trail[] }} PlayerBoard */
/** @typedef {[say: string, words: string, cell: string]} Offered */

/**
 * `speak` is called with the command of what is pressed, and `drawn` once the board is drawn.
 * @param {(way: string, words: string, joins?: number) => void} speak @param {() => void} drawn
 */
export function playerBoard(speak, drawn) {
  const place = byId("board"), boards = element("div", { className: "boards" }), ending = element("div", { className: "ending" }), signs = element("pre");
  /** @type {PhoneView} */
  let view = { game: "", seat: "", count: 0, lines: [] };
  /** @type {TableBoard["bars"]} */
  let bars = {};
  let shown = "";
  const map = gameBoard(boards, say("The board"), press);
  place.replaceChildren(boards, signs, ending);

  /** @param {string} spot */
  function press(spot) {
    const { ways = [], joins, seat, mover } = view, some = ways.filter(([way, , cell]) => way === spot || (cell === spot && !bars[way]));
    if (seat === mover && (some.length === 1 || ways.some(([way, , cell]) => way === cell) || bars[spot])) speak(some[0]?.[0] ?? spot, some[0]?.[1] ?? spot, joins);
  }

  /** Whether a finger would miss the cells. Not by their size: while the page grows, that changes. */
  const tiny = () => innerWidth < 900 && boards.querySelectorAll("polygon").length > 400;

  function light() {
    const { ways = [] } = view, lit = new Map(ways.filter(([way, , cell]) => cell && !bars[way]).map(([, , cell]) => /** @type {[string, string]} */ ([cell, "way"])));
    map.light(lit, (bar) => ways.some(([way]) => way === bar));
  }

  /** @param {string} name */
  async function draw(name) {
    const board = await /** @type {typeof answerOf<PlayerBoard>} */ (answerOf)("board");
    if (name !== view.picture || !board || board.wrong !== undefined) return;
    shown = name;
    bars = board.bars;
    map.draw(board);
    map.pieces(board.tokens, board.trails);
    light();
    drawn();
  }

  return {
    /** Whether a way can be pressed on the board, so that it needs no button beside it. @param {Offered} way */
    has: ([way, , cell]) => Boolean(view.picture) && (way in bars || (way === cell && !tiny())),
    /** @param {PhoneView} now */
    show(now) {
      const { board = [], ending: told = [] } = now;
      view = now;
      boards.hidden = !now.picture;
      signs.textContent = board.join("\n");
      signs.style.setProperty("--wide", String(Math.max(1, ...board.map((line) => line.length))));
      ending.replaceChildren(...told.map((line) => element("p", {}, line)));
      if (now.picture && now.picture !== shown) draw(now.picture);
      else light();
    },
  };
}
