"""Boards mirrored and turned: where each place comes to lie, and which of these moves leave a board as it is."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import lru_cache
from types import MappingProxyType
from typing import NamedTuple

from mapkit.model.grid import Board, Border, Cell, Direction, Hex, Matrix, Place, Square, border, borders, sides
from mapkit.model.rule import Fact

_MIRRORED: Mapping[Direction, Direction] = {"E": "W", "W": "E", "NE": "NW", "NW": "NE", "SE": "SW", "SW": "SE"}
_QUARTER: Mapping[Direction, Direction] = {"N": "E", "E": "S", "S": "W", "W": "N"}
_SIXTH: Mapping[Direction, Direction] = {"NE": "E", "E": "SE", "SE": "SW", "SW": "W", "W": "NW", "NW": "NE"}


def moved_place(
    old: Board,
    new: Board,
    place: Place,
    to: Callable[[Cell], Cell | None],
    ways: Mapping[Direction, Direction] = MappingProxyType({}),
) -> Place | None:
    """The place that another one becomes where cells move and directions turn; None where it leaves the board.

    A border between two cells stays between two, and one in the outer wall stays there.
    """
    if not isinstance(place, Border):
        return to(place)
    one, other = sides(old, place)
    here, there = to(one), to(other) if other is not None else None
    if here is None or (other is not None and there is None):
        return None
    if other is None:
        side = ways.get(place.side, place.side)
        return border(new, here, side) if new.step(here, side) is None else None
    way = next((way for way in new.directions if new.step(here, way) == there), None)
    return border(new, here, way) if way else None


class Symmetry(NamedTuple):
    """A board laid onto another one: where each place comes to lie, and how directions turn."""

    board: Board
    places: Mapping[Place, Place]
    ways: Mapping[Direction, Direction]
    """The direction that a direction becomes; others stay as they are."""

    def fact(self, fact: Fact) -> Fact:
        return Fact(self.places[fact.place], " ".join(self.ways.get(word, word) for word in fact.mark.split(" ")))

    def then(self, other: Symmetry) -> Symmetry:
        """What this move and then another one do together."""
        places = {place: other.places[there] for place, there in self.places.items()}
        known = {way for each in (self.ways, other.ways) for way in each}
        ways = {way: other.ways.get(self.ways.get(way, way), self.ways.get(way, way)) for way in known}
        return Symmetry(other.board, places, ways)


@lru_cache(64)
def mirrored(grid: Board) -> Symmetry:
    """Left and right exchanged."""

    def to(cell: Cell) -> Cell:
        if isinstance(grid, Hex):
            q, r = grid.axial(cell)
            return grid.name(-q - r, r, grid.floor(cell))
        x, y = grid.centre(cell)
        return grid.name(grid.columns - 1 - int(x), int(y), grid.floor(cell))

    return _move(grid, grid, to, _MIRRORED)


@lru_cache(64)
def turned(grid: Board) -> Symmetry:
    """Turned clockwise by a quarter, hexes by a sixth."""
    if isinstance(grid, Hex):

        def by_a_sixth(cell: Cell) -> Cell:
            q, r = grid.axial(cell)
            return grid.name(-r, q + r, grid.floor(cell))

        return _move(grid, grid, by_a_sixth, _SIXTH)
    old, new = grid, replace(grid, columns=grid.rows, rows=grid.columns)

    def to(cell: Cell) -> Cell:
        x, y = old.centre(cell)
        return new.name(int(y), old.columns - 1 - int(x), old.floor(cell))

    return _move(old, new, to, _QUARTER)


@lru_cache(64)
def renamed(grid: Square, rows_go: str, columns_are: str) -> Symmetry:
    """The same board with other names of its cells."""
    new = grid.names_as(rows_go, columns_are)
    names = dict(zip(grid.cells(), new.cells(), strict=True))
    return _move(grid, new, names.__getitem__, {})


@lru_cache(64)
def symmetries(grid: Board) -> tuple[Symmetry, ...]:
    """The moves that leave a board as it is; the first one moves nothing, and it is the only one for a code."""
    still = _move(grid, grid, lambda cell: cell, {})
    if isinstance(grid, Matrix):
        return (still,)
    moves = [still]
    while (further := moves[-1].then(turned(moves[-1].board))).places != still.places:
        moves.append(further)
    fitting = [move for move in moves if move.board == grid]
    return (*fitting, *(move.then(mirrored(grid)) for move in fitting))


def _move(old: Board, new: Board, to: Callable[[Cell], Cell], ways: Mapping[Direction, Direction]) -> Symmetry:
    places = dict[Place, Place]()
    every: tuple[Place, ...] = (*old.cells(), *borders(old))
    for place in every:
        there = moved_place(old, new, place, to, ways)
        assert there is not None  # a board that is mirrored or turned has all its places
        places[place] = there
    return Symmetry(new, places, ways)
