"""Random positions of Quoridor, nearly as asked: pawns, then walls that are legal one by one."""

from __future__ import annotations

from collections.abc import Iterator

from mapkit.chance import Chance
from mapkit.games.quoridor.design import Params, pawn, position_of
from mapkit.games.quoridor.position import ACROSS, Position, after, distance, each, legal_walls, with_wall
from mapkit.grid import Cell
from mapkit.rule import Fact, Facts, has

TRIES = 30
"""How many positions are drawn, at the most, for one whose ways are as long as asked."""


def draft(p: Params, chance: Chance, drawn: Facts) -> Facts:
    """A random position that keeps the facts already drawn; the best of a few by the lengths of everybody's ways."""
    raise NotImplementedError
