// The board on a player's screen, where everybody may see it: to look at, and to play on by pressing cells and bars.

import { gameBoard } from "./game-board.js";
import { byId, element, say } from "./elements.js";

// Takes what is called with the words of what is pressed, and what is called once the board is drawn.
export function playerBoard(speak, drawn) {
  const place = byId("board"), boards = element("div", { className: "boards" }), ending = element("div", { className: "ending" }), signs = element("pre");
  let view = { ways: [], picture: "" }, shown = "", bars = {};
  const map = gameBoard(boards, say("The board"), press);
  place.replaceChildren(boards, signs, ending);

  function press(spot) {
    const { ways, joins, seat, mover } = view, some = ways.filter(([way, , cell]) => way === spot || (cell === spot && !bars[way]));
    if (seat === mover && (some.length === 1 || ways.some(([way, , cell]) => way === cell) || bars[spot])) speak(some[0]?.[0] ?? spot, some[0]?.[1] ?? spot, joins);
  }

  function light() {
    const lit = new Map(view.ways.filter(([way, , cell]) => cell && !bars[way]).map(([, , cell]) => [cell, "way"]));
    map.light(lit, (bar) => view.ways.some(([way]) => way === bar));
  }

  async function draw(name) {
    const reply = await fetch("board").catch(() => null), board = reply?.ok ? await reply.json() : {};
    if (name !== view.picture || !board.layout) return;
    shown = name;
    bars = board.bars;
    map.draw(board);
    map.pieces(board.tokens, board.trails);
    light();
    drawn();
  }

  return {
    // Whether a way can be pressed on the board, so that it needs no button beside it.
    has: ([way, , cell]) => Boolean(view.picture) && (bars[way] || way === cell),
    show(now) {
      view = now;
      boards.hidden = !now.picture;
      signs.textContent = now.board.join("\n");
      signs.style.setProperty("--wide", Math.max(1, ...now.board.map((line) => line.length)));
      ending.replaceChildren(...now.ending.map((line) => element("p", {}, line)));
      if (now.picture && now.picture !== shown) draw(now.picture);
      else light();
    },
  };
}
