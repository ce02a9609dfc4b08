"""Ways to read a list of moves that does not say on which board it was played, or where its row 1 is."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from itertools import product
from typing import Any, NamedTuple

from mapkit.games.quoridor import GAME
from mapkit.games.quoridor.design import Params, opening_position
from mapkit.games.quoridor.notation import record_of, with_wall_last
from mapkit.games.quoridor.position import SEATS, SIZES, Move
from mapkit.model.game import assemble
from mapkit.model.grid import Square

TOP, BOTTOM = "top", "bottom"
"""Where row 1 is, as the first player sees it."""


class ListReading(NamedTuple):
    """A way to read a list of moves."""

    params: Params
    row_1: str
    backwards: bool = False
    """Whether the last move stands first, as in a log on a page."""

    def move(self, word: str) -> Move:
        return flipped(word, self.params.grid.columns) if self.row_1 == TOP else word

    def reach(self, words: Sequence[str]) -> int:
        """How many of the moves are legal, up to the first that is not."""
        moves = [*map(self.move, reversed(words) if self.backwards else words)]
        return len(record_of(opening_position(self.params), moves).moves)


def flipped(word: Move, size: int) -> Move:
    """A move with its rows counted from the other side; a wall then has the name of the square on its other side."""
    found = re.fullmatch(r"([a-z])([0-9]+)([hv]?)", with_wall_last(word.casefold()))
    row = (size if found[3] else size + 1) - int(found[2]) if found else 0
    return f"{found[1]}{row}{found[3]}" if found and row > 0 else word


def best_reading(words: Sequence[str], values: Mapping[str, Any], row_1: str, falls: bool) -> ListReading:
    """The way to read a list by which most of its moves are legal; of equals the likelier, with what the file names.

    `falls` is whether its numbers go down, so that it may stand backwards.
    """
    own = {key: values[key] for key in ("players", "walls_each", "order") if key in values}
    sizes = [size for size in dict.fromkeys((9, *SIZES)) if values.get("size", size) == size]
    known, ways = list[ListReading](), [row_1] if row_1 else [BOTTOM, TOP]
    for backwards, size, players, way in product((True, False) if falls else (False,), sizes, SEATS, ways):
        p = assemble(GAME, {}, Square(size, size), {"players": players, **own}).params
        if p.players == players and len(p.seats) == players:
            known.append(ListReading(p, way, backwards))
    return max(known or [ListReading(Params(), row_1)], key=lambda reading: reading.reach(words))
