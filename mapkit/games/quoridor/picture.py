"""The board of Quoridor as lines for a terminal, in Unicode or in ASCII."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from mapkit.games.quoridor.position import Bits, Position
from mapkit.grid import column_name


class Signs(NamedTuple):
    """What a board is drawn with: the pawns by seat, walls across and upright, corners, and whose turn it is."""

    pawns: dict[str, str]
    across: str
    upright: str
    corner: str
    edge: str
    side: str
    turn: str


UNICODE = Signs({"S": "▲", "N": "▼", "W": "▶", "E": "◀"}, "━━━", "┃", "·", "───", "│", "●")
ASCII = Signs({"S": "^", "N": "v", "W": ">", "E": "<"}, "===", "#", ".", "---", "|", "*")


def picture(position: Position, labels: dict[str, str], signs: Signs = UNICODE) -> tuple[str, ...]:
    """The board, row by row from the north, with the names of columns and rows; what is open has no line.

    `labels` are what is told of each seat, in the order of turns; the one whose turn it is bears a mark (QC-7.a).
    """
    return tuple(line.rstrip() for line in _lines(position, labels, signs))


def _lines(position: Position, labels: dict[str, str], signs: Signs) -> Iterator[str]:
    n, letters = position.board.size, "".join(f" {column_name(x):^3}" for x in range(position.board.size))
    seats = position.board.seats
    for seat in seats:
        mark = signs.turn if seat == seats[position.turn] else " "
        yield f"{mark} {signs.pawns[seat]} {labels[seat]}"
    yield f"   {letters}"
    for y in reversed(range(n)):
        yield f"   {_border_above(position, y, signs)}"
        yield f"{y + 1:>2} {_row(position, y, signs)} {y + 1}"
    yield f"   {_border_above(position, -1, signs)}"
    yield f"   {letters}"


def _row(position: Position, y: int, signs: Signs) -> str:
    """A row of squares with what stands between them."""
    on = position.board
    by_square = {pawn: signs.pawns[seat] for pawn, seat in zip(position.pawns, on.seats, strict=True)}
    pieces = [signs.side]
    for x in range(on.size):
        square: Bits = 1 << y * on.width + x
        wall = signs.side if x == on.size - 1 else " " if square & position.east else signs.upright
        pieces += [f" {by_square.get(square, ' ')} ", wall]
    return "".join(pieces)


def _border_above(position: Position, y: int, signs: Signs) -> str:
    """The borders to the north of a row, from corner to corner; below the first row with `y` -1."""
    on = position.board
    outer = y in (-1, on.size - 1)
    pieces = []
    for x in range(on.size + 1):
        pieces.append(_corner(position, x, y, signs))
        if x < on.size:
            blocked = not (1 << y * on.width + x) & position.north if y >= 0 else True
            pieces.append(signs.edge if outer else signs.across if blocked else "   ")
    return "".join(pieces)


def _corner(position: Position, x: int, y: int, signs: Signs) -> str:
    """The corner to the south-west of column x and above row y: drawn through where a wall goes on across it."""
    on = position.board
    if x in (0, on.size) or y in (-1, on.size - 1):
        return "+"
    left, right = (not 1 << y * on.width + i & position.north for i in (x - 1, x))
    below, above = (not 1 << i * on.width + x - 1 & position.east for i in (y, y + 1))
    if left and right:
        return signs.across[0]
    if below and above:
        return signs.upright
    return signs.corner
