"""Simulations: how many games a second, and what a second process gains."""

from __future__ import annotations

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
