"""Turning: a whole map mirrored, or turned by a step of its board. Every function here is pure."""

from __future__ import annotations

from dataclasses import replace

from mapkit.games import maps
from mapkit.mapfile.document import Document
from mapkit.model import symmetry
from mapkit.model.grid import Board, Matrix
from mapkit.studio.settings_panel import with_board
from mapkit.studio.tools import BadStroke


def mirrored(read: Document) -> Document:
    """The map with left and right exchanged; mirrored twice it is the same. Raises BadStroke."""
    return _moved(read, symmetry.mirrored(_turnable(read)))


def turned(read: Document) -> Document:
    """The map turned clockwise by a quarter, hexes by a sixth; as often as that makes a whole turn it is the same.

    Raises BadStroke or BadSetting.
    """
    return _moved(read, symmetry.turned(_turnable(read)))


def _turnable(read: Document) -> Board:
    """The board of a map that can be turned; raises BadStroke for others."""
    map_ = read.map
    grid: Board = map_.params.grid
    barred = any(listing.bars(map_.params) for listing in map_.game.design.legend(map_.params).listings)
    if isinstance(grid, Matrix) or barred:
        raise BadStroke(f"maps of {map_.game.title} are not mirrored or turned: their rules say which side is which")
    return grid


def _moved(read: Document, move: symmetry.Symmetry) -> Document:
    """The map with each place and each direction moved."""
    params = maps.arranged(read.map.game, replace(read.map.params, grid=move.board))
    return with_board(read, replace(read.map, params=params, facts=frozenset(map(move.fact, read.map.facts))))
