"""What rules of many games claim: what every cell is, how many there are of something, and that all can be reached."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import lru_cache

from mapkit.model.grid import Cell, Grid, doorways, inner_borders, outer_borders
from mapkit.model.rule import WHOLE_MAP, Claims, Fact, Joins, Link, Way, exactly, flows, has, wall
from mapkit.model.settings import Params


@lru_cache(maxsize=128)
def everywhere(grid: Grid, *marks: str) -> tuple[Fact, ...]:
    return tuple(has(cell, mark) for cell in grid.cells() for mark in marks)


def each(*marks: str) -> Callable[[Params], tuple[Fact, ...]]:
    """Each of the marks on each cell of the board, for a rule made by `count_rule`."""
    return lambda p: everywhere(p.grid, *marks)


def inner_walls(p: Params) -> Iterator[Fact]:
    return map(wall, inner_borders(p.grid))


def outer_exits(p: Params) -> Iterator[Fact]:
    return (has(line, "exit") for line in outer_borders(p.grid))


@lru_cache(maxsize=8)
def links(grid: Grid) -> tuple[Link, ...]:
    """All possible links of rivers: each cell with each direction of flow; beyond the outer wall the target is None."""
    return tuple(Link(flows(c, d), c, grid.step(c, d), d) for c in grid.cells() for d in grid.directions)


@lru_cache(maxsize=40_000)
def flows_into(grid: Grid, cell: Cell) -> tuple[Fact, ...]:
    """The flows of the neighbours that would run into a cell."""
    beside = ((grid.step(cell, d), grid.back(d)) for d in grid.directions)
    return tuple(flows(other, towards) for other, towards in beside if other is not None)


def one_of(*kinds: str) -> Callable[[Params], Claims]:
    """Each cell is of one of the kinds, and of no other."""

    def claims(p: Params) -> Claims:
        for cell in p.grid.cells():
            yield cell, exactly(1, (has(cell, kind) for kind in kinds))

    return claims


def in_one_piece(p: Params, *further: Way) -> Claims:
    """Every cell is reached from every other one, where walls bar the way; `further` ways lead there, too."""
    ways = (Way(one, other, bars=(wall(line),)) for line, one, other in doorways(p.grid))
    yield WHOLE_MAP, Joins(p.grid.cells(), (*ways, *further))


def rooms(
    settings: str = "", upper: str = "| T   .", lower: str = "| .   . |", *more: str, between: str = "", legal: str = ""
) -> tuple[str]:
    """The drawing of a breach: rows of cells with a closed wall above and below, and its settings in the lines before.

    `between` are the walls between the first two rows; there are no others between rows. `legal` says what makes the
    map just legal (docs/adding-a-game.md).
    """
    corners = (max(len(upper), len(lower)) + 1) // 4
    rim, unwalled = "+---" * corners + "+", "+   " * corners + "+"
    rows = [upper, between or unwalled, lower, *(line for row in more for line in (unwalled, row))]
    head = filter(None, (settings, legal and f"legal {legal}"))
    return ("\n".join(("", *head, rim, *rows, rim, "")),)


def on_floors(*floors: tuple[str]) -> tuple[str]:
    """The drawing of a breach on several floors, the lowest first."""
    return ("".join(drawing for (drawing,) in floors),)
