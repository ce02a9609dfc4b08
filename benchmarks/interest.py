"""The pictures of interest in docs/variety.md, and its table: how interesting random maps of each preset are.

    python -m benchmarks.interest

It takes half an hour on two cores, writes docs/pictures/interest/ and prints the table. The maps are drawn without
regard to interest, so that the least interest of a preset, which its file states, cuts off the dullest tenth.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from typing import NamedTuple

from benchmarks.variety import ALWAYS_THE_SAME, FEWER, MAPS, NOT_LOOKED_AT, SLOW
from mapkit.games import maps
from mapkit.games.shelf import GAMES
from mapkit.model.chance import Chance
from mapkit.model.interest import Interest
from mapkit.model.rule import SolverGaveUp
from mapkit.solve.search import legal_map

SEED = "interest"


class Row(NamedTuple):
    """A preset, and how interesting its maps are."""

    game: str
    preset: str
    found: Sequence[Interest]


def rows(only: Sequence[str]) -> Iterator[Row]:
    with ProcessPoolExecutor(os.cpu_count()) as workers:
        for game in GAMES:
            for preset in maps.presets(game):
                if preset.name not in ALWAYS_THE_SAME | NOT_LOOKED_AT and (not only or game in only):
                    number = FEWER if (game, preset.name) in SLOW else MAPS
                    found = workers.map(partial(_interest, game, preset.name), range(1, number + 1), chunksize=20)
                    yield Row(game, preset.name, [each for each in found if each is not None])


def _interest(game: str, preset: str, number: int) -> Interest | None:
    p, measure = maps.params(GAMES[game], preset, None, {}), GAMES[game].solving.interest  # type: ignore[union-attr]
    assert measure is not None
    try:
        return measure(legal_map(GAMES[game], p, preset, Chance(f"{game} {SEED}-{number}")))
    except SolverGaveUp:
        return None


if __name__ == "__main__":
    for row in rows(sys.argv[1:]):
        print(row.game, row.preset, [tuple(each) for each in row.found], sep="\t", flush=True)
