"""The places of a board that a person points at, and their names between page and server."""

from __future__ import annotations

from typing import Literal, NamedTuple

from mapkit.model.grid import Board, Border, Cell, Place, Square, border


class Corner(NamedTuple):
    """The upper right corner of a cell, with the way a bar over it would lie."""

    cell: Cell
    lies: Literal["across", "upright"]


Spot = Cell | Border | Corner


def spot_name(spot: Spot) -> str:
    """The name of a spot: `c4`, `c4|N`, `c4+across`; the inverse of `spot_named`."""
    match spot:
        case Border(cell, side):
            return f"{cell}|{side}"
        case Corner(cell, lies):
            return f"{cell}+{lies}"
        case _:
            return spot


def spot_named(name: str, grid: Board) -> Spot | None:
    """The spot of a name; None where the board has none."""
    cell, line, side = name.partition("|")
    named, plus, lies = name.partition("+")
    cells = grid.cells()
    if line:
        return border(grid, cell, side) if cell in cells and side in grid.directions else None
    if plus and named in cells:
        return Corner(named, "across") if lies == "across" else Corner(named, "upright") if lies == "upright" else None
    return name if name in cells else None


def numbers(grid: Board, cell: Cell) -> tuple[int, int, int]:
    """Where a cell lies: its column and row, of a hex its axial coordinates, and its floor."""
    x, y = grid.centre(cell) if isinstance(grid, Square) else grid.axial(cell)
    return int(x), int(y), grid.floor(cell)


def is_flat(place: Place) -> bool:
    """Whether a place is a cell, or a border that can be drawn on one floor: neither a floor nor a ceiling."""
    return isinstance(place, str) or place.side not in "UD"
