"""Dungeon within one process: a level, a period of six players, one move of a machine, and whole games of machines."""

from __future__ import annotations

from itertools import count
from typing import Any

import pytest

from benchmarks.conftest import Note
from mapkit.games import maps
from mapkit.games.dungeon.bots import BOTS
from mapkit.games.dungeon.draft import fresh_level
from mapkit.games.dungeon.referee import REFEREE
from mapkit.games.dungeon.state import State
from mapkit.model.chance import Chance
from mapkit.model.ruling import Dice

NAMES = ("Ann", "Bob", "Cid", "Dan", "Eve", "Fay")
PERIODS = 400
"""After so many periods a game without a winner is broken off."""


def dice(seed: str) -> Dice:
    chance = Chance(seed)
    return lambda sides: chance.below(sides) + 1


def game(level: str, players: int, seed: str, periods: int) -> list[tuple[State, str]]:
    """What machines said in a game, and the state it was said in."""
    chance, roll = Chance(seed), dice(seed)
    drawn = maps.generate("dungeon", seed, preset="fair")
    state: State = REFEREE.begin(drawn, NAMES[:players], {}, roll).state
    said = list[tuple[State, str]]()
    while not state.winner and state.period <= periods:
        words = BOTS[level](state, chance)[0]
        said.append((state, words))
        state = REFEREE.play(state, words, roll).state
    return [*said, (state, "")]


def test_a_level(benchmark: Any, note: Note) -> None:
    map_ = maps.generate("dungeon", "bench")
    benchmark.pedantic(fresh_level, setup=lambda: ((map_.params, 6, dice("level")), {}), rounds=300)
    note("a level of 37 hexes", benchmark.stats.stats.median * 1000, "ms", 2)


def test_a_fair_level(benchmark: Any, note: Note) -> None:
    map_ = maps.generate("dungeon", "bench", preset="fair")
    seeds = count()
    benchmark.pedantic(fresh_level, setup=lambda: ((map_.params, 3, dice(f"fair {next(seeds)}")), {}), rounds=300)
    note("a fair level of 37 hexes, the third one", benchmark.stats.stats.median * 1000, "ms", 2)


def test_a_period_of_six(benchmark: Any, note: Note) -> None:
    last = [each for each in game("careful", 6, "six", 40) if each[1] and len(each[0].waited_for()) == 1]
    turns = iter([*last * 10])

    def setup() -> tuple[tuple[Any, ...], dict[str, Any]]:
        state, words = next(turns)
        return (state, words, dice("period")), {}

    benchmark.pedantic(REFEREE.play, setup=setup, rounds=len(last) * 10)
    note("a period of six players", benchmark.stats.stats.median * 1000, "ms", 5)
    note("a period of six players: the slowest", benchmark.stats.stats.max * 1000, "ms", None)


@pytest.mark.parametrize("level", BOTS)
def test_what_a_machine_thinks(benchmark: Any, note: Note, level: str) -> None:
    said = [state for state, words in game(level, 3, "think", 40) if words]
    turns = iter(said * 5)
    benchmark.pedantic(BOTS[level], setup=lambda: ((next(turns), Chance("think")), {}), rounds=len(said) * 5)
    note(f"orders of a machine, {level}", benchmark.stats.stats.median * 1000, "ms", None)


def test_a_careful_game_of_three(benchmark: Any, note: Note) -> None:
    played, seeds = list[list[tuple[State, str]]](), count()

    def act(seed: int) -> None:
        played.append(game("careful", 3, f"whole {seed}", PERIODS))

    benchmark.pedantic(act, setup=lambda: ((next(seeds),), {}), rounds=20)
    periods = [directive[-1][0].period for directive in played]
    note("a careful game of three, to its end", benchmark.stats.stats.median * 1000, "ms", 60)
    note("a careful game of three: a period", sum(benchmark.stats.stats.data) / sum(periods) * 1000, "ms", None)
    note("a careful game of three: periods", sorted(periods)[len(periods) // 2], "", None)
    note(f"careful games that nobody won in {PERIODS} periods", sum(not g[-1][0].winner for g in played), "of 20", None)
