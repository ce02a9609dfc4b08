"""Turning: a whole map mirrored, or turned by a quarter. Every function here is pure."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace

from mapkit import maps
from mapkit.grid import Cell, Direction, Matrix, Square
from mapkit.mapfile.document import Document
from mapkit.rule import Fact
from mapkit.studio.head import moved_place, with_board
from mapkit.studio.tools import Refused

_MIRRORED: Mapping[Direction, Direction] = {"E": "W", "W": "E"}
_TURNED: Mapping[Direction, Direction] = {"N": "E", "E": "S", "S": "W", "W": "N"}


def mirrored(read: Document) -> Document:
    """The map with left and right exchanged; mirrored twice it is the same. Raises Refused."""
    grid = _squares(read)

    def to(cell: Cell) -> Cell:
        x, y = grid.centre(cell)
        return grid.name(grid.columns - 1 - int(x), int(y), grid.floor(cell))

    return _moved(read, grid, to, _MIRRORED)


def turned(read: Document) -> Document:
    """The map turned clockwise by a quarter; turned four times it is the same. Raises Refused or BadSetting."""
    grid = _squares(read)
    new = replace(grid, columns=grid.rows, rows=grid.columns)

    def to(cell: Cell) -> Cell:
        x, y = grid.centre(cell)
        return new.name(int(y), grid.columns - 1 - int(x), grid.floor(cell))

    return _moved(read, new, to, _TURNED)


def _squares(read: Document) -> Square:
    """The board of a map that can be turned; raises Refused for others."""
    map, grid = read.map, read.map.params.grid
    barred = any(listing.bars for listing in map.game.design.legend(map.params).listings)
    if not isinstance(grid, Square) or isinstance(grid, Matrix) or barred:
        raise Refused(f"maps of {map.game.title} are not mirrored or turned; boards of squares with walls are")
    return grid


def _moved(read: Document, grid: Square, to: Callable[[Cell], Cell], ways: Mapping[Direction, Direction]) -> Document:
    """The map with each place and each direction moved."""
    map, facts = read.map, set[Fact]()
    for place, mark in map.facts:
        there = moved_place(map.params.grid, grid, place, to, ways)
        assert there is not None  # a board that is mirrored or turned has all its places
        facts.add(Fact(there, " ".join(ways.get(word, word) for word in mark.split(" "))))
    params = maps.arranged(map.game, replace(map.params, grid=grid))
    return with_board(read, replace(map, params=params, facts=frozenset(facts)))
