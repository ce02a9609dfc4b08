"""Turning: a whole map mirrored, or turned by a step of its board. Every function here is pure."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace

from mapkit import maps
from mapkit.grid import Board, Cell, Direction, Hex, Matrix
from mapkit.mapfile.document import Document
from mapkit.rule import Fact
from mapkit.studio.head import moved_place, with_board
from mapkit.studio.tools import Refused

_MIRRORED: Mapping[Direction, Direction] = {"E": "W", "W": "E", "NE": "NW", "NW": "NE", "SE": "SW", "SW": "SE"}
_QUARTER: Mapping[Direction, Direction] = {"N": "E", "E": "S", "S": "W", "W": "N"}
_SIXTH: Mapping[Direction, Direction] = {"NE": "E", "E": "SE", "SE": "SW", "SW": "W", "W": "NW", "NW": "NE"}


def mirrored(read: Document) -> Document:
    """The map with left and right exchanged; mirrored twice it is the same. Raises Refused."""
    grid = _turnable(read)

    def to(cell: Cell) -> Cell:
        if isinstance(grid, Hex):
            q, r = grid.axial(cell)
            return grid.name(-q - r, r, grid.floor(cell))
        x, y = grid.centre(cell)
        return grid.name(grid.columns - 1 - int(x), int(y), grid.floor(cell))

    return _moved(read, grid, to, _MIRRORED)


def turned(read: Document) -> Document:
    """The map turned clockwise by a quarter, hexes by a sixth; as often as that makes a whole turn it is the same.

    Raises Refused or BadSetting.
    """
    grid = _turnable(read)
    if isinstance(grid, Hex):
        return _moved(read, grid, lambda cell: _by_a_sixth(grid, cell), _SIXTH)
    old, new = grid, replace(grid, columns=grid.rows, rows=grid.columns)

    def to(cell: Cell) -> Cell:
        x, y = old.centre(cell)
        return new.name(int(y), old.columns - 1 - int(x), old.floor(cell))

    return _moved(read, new, to, _QUARTER)


def _by_a_sixth(grid: Hex, cell: Cell) -> Cell:
    q, r = grid.axial(cell)
    return grid.name(-r, q + r, grid.floor(cell))


def _turnable(read: Document) -> Board:
    """The board of a map that can be turned; raises Refused for others."""
    map = read.map
    grid: Board = map.params.grid
    barred = any(listing.bars(map.params) for listing in map.game.design.legend(map.params).listings)
    if isinstance(grid, Matrix) or barred:
        raise Refused(f"maps of {map.game.title} are not mirrored or turned: their rules say which side is which")
    return grid


def _moved(read: Document, grid: Board, to: Callable[[Cell], Cell], ways: Mapping[Direction, Direction]) -> Document:
    """The map with each place and each direction moved."""
    map, facts = read.map, set[Fact]()
    for place, mark in map.facts:
        there = moved_place(map.params.grid, grid, place, to, ways)
        assert there is not None  # a board that is mirrored or turned has all its places
        facts.add(Fact(there, " ".join(ways.get(word, word) for word in mark.split(" "))))
    params = maps.arranged(map.game, replace(map.params, grid=grid))
    return with_board(read, replace(map, params=params, facts=frozenset(facts)))
