"""One ruling within one process: the games of three wanderers, directive by directive."""

from __future__ import annotations

from itertools import cycle
from typing import Any

import pytest

from benchmarks.conftest import Note
from mapkit.games import maps
from mapkit.games.treasures.ear import TreasuresEar
from mapkit.games.treasures.referee import REFEREE
from mapkit.games.treasures.state import State
from mapkit.model.chance import Chance
from mapkit.model.settings import read_size
from mapkit.players.explorer import Explorer
from tests.playthrough import Wanderer, play_out

NAMES = ("Ann", "Bob", "Cid")
DIRECTIVES = 500


def directives(size: str) -> list[tuple[State, str]]:
    """What was said in a game, and the state it was said in."""
    map_ = maps.generate("treasures", "bench", preset="any-size", size=read_size(size))
    game = play_out(REFEREE, map_, NAMES, [Wanderer(Chance(name)) for name in NAMES], "bench", DIRECTIVES)
    before = [game.opening.ruling.state, *(said.ruling.state for said in game.said)]
    return [(state, said.words) for state, said in zip(before, game.said, strict=False)]


@pytest.mark.parametrize("size", ["8x8", "20x20"])
def test_one_ruling(benchmark: Any, note: Note, size: str) -> None:
    said = cycle(directives(size))

    def act(state: State, words: str) -> object:
        return REFEREE.play(state, words, lambda faces: faces), REFEREE.ways(state)

    benchmark.pedantic(act, setup=lambda: (next(said), {}), rounds=4 * DIRECTIVES)
    note(f"one ruling and what may be said then, {size}", benchmark.stats.stats.median * 1e6, "us", 1000)
    note(f"one ruling, {size}: the slowest", benchmark.stats.stats.max * 1e6, "us", 10_000)


def test_one_explorer_out_of_8x8(benchmark: Any, note: Note) -> None:
    map_ = maps.generate("treasures", "bench")

    def act(seed: int) -> object:
        explorer = Explorer("Ann", TreasuresEar(), Chance(str(seed)))
        return play_out(REFEREE, map_, ["Ann"], [explorer], str(seed), 400)

    seeds = iter(range(100))
    benchmark.pedantic(act, setup=lambda: ((next(seeds),), {}), rounds=100)
    note("an explorer's game on 8x8, at most 400 directives", benchmark.stats.stats.median * 1000, "ms", 50)
