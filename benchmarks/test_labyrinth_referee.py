"""Maze on paper being played, within one process: one ruling, and games by the thousand."""

from __future__ import annotations

from functools import cache
from itertools import count, cycle
from time import perf_counter
from typing import Any

import pytest

from benchmarks.conftest import Note
from mapkit.games import maps
from mapkit.games.labyrinth.ear import LabyrinthEar
from mapkit.games.labyrinth.referee import REFEREE
from mapkit.games.labyrinth.state import State
from mapkit.model.chance import Chance
from mapkit.model.map import Map
from mapkit.model.settings import read_size
from mapkit.players.explorer import Explorer
from tests.playthrough import Wanderer, play_out

NAMES = ("Ann", "Bob", "Cid")
DIRECTIVES = 500
GAMES = 1000
LIMIT = 2000
FLOORS = "G23-S2-F5-V4-T3-A5-H34-W3789-O134567"


@cache
def board(seed: str, rules: str, size: str) -> Map[Any]:
    return maps.generate("labyrinth", seed, size=read_size(size), given={"rules": rules})


def directives(rules: str, size: str) -> list[tuple[State, str]]:
    """What three wanderers said in their games, and the state it was said in."""
    found: list[tuple[State, str]] = []
    for number in count():
        wanderers = [Wanderer(Chance(f"{name} {number}")) for name in NAMES]
        game = play_out(REFEREE, board("bench", rules, size), NAMES, wanderers, f"bench {number}", DIRECTIVES)
        before = [game.opening.ruling.state, *(said.ruling.state for said in game.said)]
        found += [(state, said.words) for state, said in zip(before, game.said, strict=False)]
        if len(found) >= DIRECTIVES:
            return found[:DIRECTIVES]
    raise AssertionError


def copied(state: State) -> object:
    """The floor: the least that a ruling without mutation needs, one new state and its text."""
    return repr(state.players), type(state)(**vars(state))


@pytest.mark.parametrize(
    ("rules", "size"),
    [("CLASSIC", "12x12"), ("CLASSIC-X", "12x12"), ("EXTREME", "12x12"), (FLOORS, "12x12x3")],
)
def test_one_ruling(benchmark: Any, note: Note, rules: str, size: str) -> None:
    said, floor = cycle(directives(rules, size)), list[float]()

    def act(state: State, words: str) -> object:
        return REFEREE.play(state, words, lambda faces: faces), REFEREE.ways(state)

    def setup() -> tuple[tuple[State, str], dict[str, Any]]:
        state, words = next(said)
        start = perf_counter()
        copied(state)
        floor.append(perf_counter() - start)
        return (state, words), {}

    benchmark.pedantic(act, setup=setup, rounds=4 * DIRECTIVES)
    middle = benchmark.stats.stats.median
    what = f"one ruling of labyrinth {size} {'with floors' if rules == FLOORS else rules.lower()}"
    note(f"{what}", middle * 1000, "ms", 2)
    note(f"{what}: the slowest", benchmark.stats.stats.max * 1000, "ms", 20)
    note(f"{what}, times a bare copy", middle / sorted(floor)[len(floor) // 2], "x", None)


def test_a_thousand_random_classic_games(benchmark: Any, note: Note) -> None:
    """Three wanderers each on 6 x 6 cells, to the end or for so many directives; the maps are made beforehand."""
    boards = [board(f"bench {number}", "CLASSIC", "6x6") for number in range(20)]
    said: list[int] = []

    def act() -> None:
        for number in range(GAMES):
            wanderers = [Wanderer(Chance(f"{name} {number}")) for name in NAMES]
            said.append(len(play_out(REFEREE, boards[number % 20], NAMES, wanderers, str(number), LIMIT).said))

    benchmark.pedantic(act, rounds=1)
    note("1000 random games of labyrinth 6x6 classic", benchmark.stats.stats.median, "s", 60)
    state, start = directives("CLASSIC", "6x6")[0][0], perf_counter()
    for _ in range(DIRECTIVES):
        copied(state)
    floor = (perf_counter() - start) / DIRECTIVES * sum(said)
    note("1000 random games, times a bare copy a directive", benchmark.stats.stats.median / floor, "x", None)
    note("1000 random games: directives in the middle one", sorted(said)[GAMES // 2], "", None)


@pytest.mark.parametrize(("rules", "size"), [("CLASSIC", "8x8"), ("CLASSIC-X", "10x10"), ("EXTREME", "12x12")])
def test_two_explorers(benchmark: Any, note: Note, rules: str, size: str) -> None:
    map_ = board("bench", rules, size)

    def act(seed: int) -> object:
        explorers = [Explorer(name, LabyrinthEar(), Chance(f"{name} {seed}")) for name in NAMES[:2]]
        return play_out(REFEREE, map_, NAMES[:2], explorers, str(seed), LIMIT)

    seeds = iter(range(20))
    benchmark.pedantic(act, setup=lambda: ((next(seeds),), {}), rounds=20)
    note(f"two explorers in a labyrinth {size} {rules.lower()}", benchmark.stats.stats.median * 1000, "ms", 1000)
