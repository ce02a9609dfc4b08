"""The board of Quoridor as lines of text for a terminal, in Unicode or in ASCII, with or without colours."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import NamedTuple

from mapkit.games.quoridor.position import Bits, Move, Position
from mapkit.model.grid import column_name
from mapkit.model.letters import columns_of
from mapkit.model.ruling import Look

WIDE = 80
"""The columns of a usual terminal. The lines about the seats stand beside boards that leave room for them."""


class Signs(NamedTuple):
    """The characters of a drawing."""

    pawns: Mapping[str, str]
    across: str
    upright: str
    corner: str
    edge: str
    """A piece of the outer edge that lies across."""
    side: str
    """A piece of the outer edge that stands upright."""
    turn: str
    low: str
    """A wall that lies across, at the foot of the line of the squares above it."""


UNICODE = Signs({"S": "▲", "N": "▼", "W": "▶", "E": "◀"}, "━━━", "┃", "·", "───", "│", "●", "▁")
ASCII = Signs({"S": "^", "N": "v", "W": ">", "E": "<"}, "===", "#", ".", "---", "|", "*", "_")

_COLOURS = {"S": "36", "N": "31", "W": "33", "E": "35"}
"""The colours of the seats as terminal codes: cyan, red, yellow, magenta."""


@dataclass(frozen=True)
class PositionScene:
    """A moment to draw."""

    position: Position
    labels: Mapping[str, str]
    owners: Mapping[Move, str]
    """The seat that placed each wall, as far as it may be seen."""
    mover: str
    """The seat whose turn it is; empty when the game is over."""


def picture(scene: PositionScene, look: Look) -> tuple[str, ...]:
    """The board, row by row from the north, with the names of columns and rows; open borders have no line.

    In its middle a wall bears the sign of the pawn whose player placed it (QC-18). The seats are listed in the order
    of turns. A mark shows whose turn it is, beside the seat and at that player's edge of the board (QC-7.a); with
    colours the whole edge of the board has the colour of that player (QC-7).
    """
    drawn = _TextBoard(scene, ASCII if look.plain else UNICODE, _COLOURS if look.colour else {})
    seats, whole = [*drawn.seats()], tuple[str, ...]()
    for size in (drawn.board, drawn.tight_board, drawn.low_board):
        board = [*size()]
        wide = [max(columns_of(line) for line in lines) for lines in (board, seats)]
        if sum(wide) + 2 > (look.columns or WIDE):
            whole = (*seats, *map(str.rstrip, board))
        else:
            beside = ["", *seats, *[""] * len(board)]
            whole = tuple(f"{line}  {seat}".rstrip() for line, seat in zip(board, beside, strict=False))
        if look.has_room(whole):
            break
    return whole


@dataclass(frozen=True)
class _TextBoard:
    """A scene with what it is drawn with."""

    scene: PositionScene
    signs: Signs
    colours: Mapping[str, str]
    """The colours of the seats, as terminal codes; empty where colours are not shown."""

    def seats(self) -> Iterator[str]:
        for seat in self.scene.position.board.seats:
            mark = self.signs.turn if seat == self.scene.mover else " "
            yield self._in_colour(seat, f"{mark} {self.signs.pawns[seat]} {self.scene.labels[seat]}")

    def board(self) -> Iterator[str]:
        """The lines of the board, all of the same length."""
        n = self.scene.position.board.size
        letters = "".join(f" {column_name(x):^3}" for x in range(n))
        yield f"   {letters}    "
        for y in reversed(range(n)):
            yield f"   {self._border_above(y)}   "
            yield f"{y + 1:>2} {self._row(y)} {y + 1:<2}"
        yield f"   {self._border_above(-1)}   "
        yield f"   {letters}    "

    def tight_board(self) -> Iterator[str]:
        """The board in fewer lines and columns: the names of the columns stand in its outer edge, and rows once."""
        n = self.scene.position.board.size
        yield f"   {self._lettered_edge('N')}"
        for y in reversed(range(n)):
            yield f"{y + 1:>2} {self._row(y)}"
            yield f"   {self._border_above(y - 1) if y else self._lettered_edge('S')}"

    def low_board(self) -> Iterator[str]:
        """The board in a line for each row: a wall that lies across stands at the foot of the line above it.

        No sign tells here who placed such a wall, so no colour does.
        """
        position, signs, on = self.scene.position, self.signs, self.scene.position.board
        by_square = dict(zip(position.pawns, on.seats, strict=True))
        yield "   " + "".join(f" {column_name(x):^3}" for x in range(on.size))
        for y in reversed(range(on.size)):
            pieces = [self._edge("W", signs.side, y)]
            below = position.north >> (y - 1) * on.width if y else on.squares
            feet = [signs.low if x < on.size and not 1 << x & below else " " for x in range(on.size + 1)]
            for x in range(on.size):
                square: Bits = 1 << y * on.width + x
                foot, seat = feet[x], by_square.get(square, "")
                middle = self._in_colour(seat, signs.pawns[seat]) if seat else foot.replace(" ", signs.corner)
                one_wall = self._owner("h", (x, y - 1)) if self.scene.owners else feet[x + 1] != " "
                pieces.append(f"{foot}{middle}{foot}")
                if x == on.size - 1:
                    pieces.append(self._edge("E", signs.side, y))
                elif square & position.east:
                    pieces.append(foot if one_wall else " ")
                else:
                    pieces.append(signs.upright)
            yield f"{y + 1:>2} {''.join(pieces)}"

    def _lettered_edge(self, side: str) -> str:
        """The northern or southern outer edge, with the names of the columns; capitals show whose turn it is."""
        n = self.scene.position.board.size
        names = [column_name(x).upper() if side == self.scene.mover else column_name(x) for x in range(n)]
        line = self.signs.edge[0]
        return self._in_colour(self.scene.mover, "+".join(["", *(name.center(3, line) for name in names), ""]))

    def _row(self, y: int) -> str:
        position = self.scene.position
        on = position.board
        by_square = dict(zip(position.pawns, on.seats, strict=True))
        pieces = [self._edge("W", self.signs.side, y)]
        for x in range(on.size):
            square: Bits = 1 << y * on.width + x
            seat = by_square.get(square, "")
            pieces.append(f" {self._in_colour(seat, self.signs.pawns[seat]) if seat else ' '} ")
            if x == on.size - 1:
                pieces.append(self._edge("E", self.signs.side, y))
            elif square & position.east:
                pieces.append(" ")
            else:
                pieces.append(self._in_colour(self._owner("v", (x, y), (x, y - 1)), self.signs.upright))
        return "".join(pieces)

    def _border_above(self, y: int) -> str:
        """The borders to the north of row `y`, from corner to corner; with -1 those to the south of the board."""
        on = self.scene.position.board
        pieces = []
        for x in range(on.size + 1):
            pieces.append(self._corner(x, y))
            if x == on.size:
                break
            if y in (-1, on.size - 1):
                pieces.append(self._edge("S" if y < 0 else "N", self.signs.edge, x))
            elif (1 << y * on.width + x) & self.scene.position.north:
                pieces.append("   ")
            else:
                pieces.append(self._in_colour(self._owner("h", (x, y), (x - 1, y)), self.signs.across))
        return "".join(pieces)

    def _edge(self, side: str, plain: str, at: int) -> str:
        """A piece of the outer edge, with the mark in the middle of the side of the player whose turn it is."""
        marked = side == self.scene.mover and at == self.scene.position.board.size // 2
        drawn = self.signs.turn.center(len(plain), plain[0]) if marked else plain
        return self._in_colour(self.scene.mover, drawn)

    def _corner(self, x: int, y: int) -> str:
        """The north-western corner of the square in column x and row y; a wall that passes it is drawn through it.

        In the middle of a wall it is the sign of the player who placed the wall.
        """
        position = self.scene.position
        on = position.board
        if x in (0, on.size) or y in (-1, on.size - 1):
            return self._in_colour(self.scene.mover, "+")
        if owner := self._owner("h", (x - 1, y)) or self._owner("v", (x - 1, y)):
            return self._in_colour(owner, self.signs.pawns[owner])
        left, right = (not 1 << y * on.width + i & position.north for i in (x - 1, x))
        below, above = (not 1 << i * on.width + x - 1 & position.east for i in (y, y + 1))
        if left and right:
            return self.signs.across[0]
        return self.signs.upright if below and above else self.signs.corner

    def _owner(self, way: str, *squares: tuple[int, int]) -> str:
        """The seat that placed the wall named after one of the squares; empty where that may not be seen."""
        on = self.scene.position.board
        walls = (f"{on.names[1 << y * on.width + x]}{way}" for x, y in squares if x >= 0 and y >= 0)
        return next((self.scene.owners[wall] for wall in walls if wall in self.scene.owners), "")

    def _in_colour(self, seat: str, text: str) -> str:
        """A text in the colour of a seat; unchanged without a seat or without colours."""
        colour = self.colours.get(seat)
        return f"\x1b[{colour}m{text}\x1b[0m" if colour else text
