"""Simulations: how many games a second, what a second process gains, and how soon `balance` says something."""

from __future__ import annotations

import sys
from resource import RUSAGE_CHILDREN, getrusage
from subprocess import DEVNULL, PIPE, Popen
from time import perf_counter
from typing import Any

import pytest

from benchmarks.conftest import Note, clocked
from mapkit.games import maps
from mapkit.model.settings import read_size
from mapkit.study.simulation import SimulationPlan, simulate

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
