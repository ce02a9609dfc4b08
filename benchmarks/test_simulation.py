"""Simulations: how many games a second, what a second process gains, and how soon `balance` says something."""

from __future__ import annotations

import sys
from itertools import takewhile
from resource import RUSAGE_CHILDREN, getrusage
from statistics import median
from subprocess import DEVNULL, PIPE, Popen
from time import perf_counter, process_time
from typing import Any

import pytest

from benchmarks.conftest import Note, clocked
from mapkit.games import maps
from mapkit.model.chance import Chance
from mapkit.model.game import table_of
from mapkit.model.ruling import turns_begun
from mapkit.model.settings import read_size
from mapkit.players.machines import dice_of, machines, play_directives
from mapkit.study.simulation import NAMES, SimulationPlan, simulate

GAMES = 40


@pytest.mark.parametrize(
    ("game", "size", "who"),
    [
        ("treasures", "8x8", "explorer"),
        ("treasures", "8x8", "random"),
        ("labyrinth", "8x8", "explorer"),
        ("quoridor", "9x9", "easy"),
    ],
)
def test_games_on_one_map(benchmark: Any, note: Note, game: str, size: str, who: str) -> None:
    drawn = maps.generate(game, "bench", size=read_size(size))
    plan = SimulationPlan(lambda _: drawn, (who, who), "bench", 1000, {})

    def played() -> float:
        start = perf_counter()
        simulate(plan, GAMES)
        return perf_counter() - start

    benchmark.pedantic(played, rounds=3)
    note(f"simulate {game} {size}, two players, {who}, a game", 1000 * benchmark.stats.stats.median / GAMES, "ms", None)


@pytest.mark.parametrize(
    ("game", "size", "given", "players", "games", "goal", "turns"),
    [("treasures", "8x8", {}, 3, 60, 20, None), ("labyrinth", "10x10", {"rules": "CLASSIC-X"}, 4, 40, 100, 250)],
    ids=["treasures", "classic-x"],
)
def test_explorers_on_fresh_maps(
    benchmark: Any, note: Note, game: str, size: str, given: Any, players: int, games: int, goal: int, turns: Any
) -> None:
    """Processor time of explorers' games, broken off after 1,000 turns, and of their referee with the same words."""
    lengths, spent, alone, said = list[float](), 0.0, 0.0, 0
    for number in range(games):
        drawn = maps.generate(game, f"expl-{number}", size=read_size(size), given=given)
        table = table_of(drawn.game)
        referee, seed, left = table.referee, f"bench {number}", [1000]

        def goes_on(one: Any, left: list[int] = left) -> bool:
            left[0] -= turns_begun(one.ruling.heard)
            return left[0] >= 0

        began = process_time()
        kinds = machines(table)
        seats = {name: kinds["explorer"](name, Chance(name + seed), drawn.params) for name in NAMES[:players]}
        played = [*takewhile(goes_on, play_directives(referee, drawn, seats, dice_of(seed), {}))]
        spent, began = spent + process_time() - began, process_time()
        dice = dice_of(seed)
        ruling = referee.begin(drawn, NAMES[:players], {}, dice)
        for one in played[1:]:
            referee.ways(ruling.state)
            ruling = referee.play(ruling.state, one.words, dice)
        alone, said = alone + process_time() - began, said + len(played)
        lengths.append(float("inf") if referee.mover(ruling.state) else 1000 - left[0])
    benchmark.pedantic(lambda: None)
    what = f"{players} explorers, {game} {size}"
    note(f"{what}, processor time of a game", 1000 * spent / games, "ms", goal)
    note(f"{what}, against their referee alone", spent / alone, "times", None)
    note(f"{what}, the referee alone", 1000 * alone / games, "ms", None)
    note(f"{what}, median of turns", median(lengths), "", turns)
    note(f"{what}, won within 1,000 turns", 100 * sum(each < 1001 for each in lengths) / games, "%", None)


def test_two_processes_against_one(benchmark: Any, note: Note) -> None:
    words = ["-m", "mapkit", "simulate", "labyrinth", "--games", "100", "--seed", "bench"]
    alone = clocked(words)
    together = benchmark.pedantic(clocked, ([*words, "--jobs", "2"],), rounds=3)
    note("simulate --jobs 2 : --jobs 1, labyrinth 8x8", together / alone, "times", None)


def test_balance_with_as_many_games_as_a_minute_has(benchmark: Any, note: Note) -> None:
    """Seconds by the clock, with two processes; beside other work that is more, so the processor time is noted, too."""
    words = [sys.executable, "-m", "mapkit", "balance", "treasures", "--preset", "small", "--seed", "bench"]

    def balanced() -> tuple[float, float, float]:
        begun, before = perf_counter(), getrusage(RUSAGE_CHILDREN)
        with Popen(words, stdin=DEVNULL, stdout=DEVNULL, stderr=PIPE) as process:
            assert process.stderr is not None
            process.stderr.readline()
            first = perf_counter() - begun
            process.stderr.read()
        after = getrusage(RUSAGE_CHILDREN)
        spent = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
        return first, perf_counter() - begun, spent

    first, whole, spent = benchmark.pedantic(balanced, rounds=1)
    note("balance treasures --preset small, first line", first, "s", 10)
    note("the same, the whole run", whole, "s", 60)
    note("the same, processor time", spent, "s", 120)
