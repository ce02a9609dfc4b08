"""The commands within one process: how long maps of each size take, and what the solver adds where it is needed."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from itertools import count, islice
from statistics import median
from subprocess import run
from time import perf_counter
from typing import Any

import pytest

from benchmarks.conftest import Note, forget
from mapkit.games import maps
from mapkit.games.shelf import GAMES
from mapkit.model.chance import Chance
from mapkit.model.game import solving_of
from mapkit.model.grid import inner_borders
from mapkit.model.map import Map
from mapkit.model.rule import has, wall
from mapkit.model.settings import read_size
from mapkit.solve import legality, repairs, search, solver

SIZES = [("8x8", 200, 0.003), ("12x12", 60, 0.05), ("20x20", 20, 0.2), ("40x40", 5, 0.8), ("64x64", 9, 0.12)]


@pytest.fixture
def loaded(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Grows by one whenever a map is handed to the solver."""
    calls: list[int] = []
    near = solver.near

    def counted(query: solver.MapQuery) -> solver.NearestMap:
        calls.append(1)
        return near(query)

    monkeypatch.setattr(solver, "near", counted)
    return calls


def generated(seed: str, preset: str, size: str, given: Mapping[str, object] | None = None) -> Map[Any]:
    return maps.generate("treasures", seed, preset=preset, size=read_size(size), given=given)


def each(benchmark: Any, act: Callable[[Any], object], things: Iterator[Any], rounds: int) -> float:
    """The median of the seconds that the act takes, on a new thing each round."""
    benchmark.pedantic(act, setup=lambda: ((next(things),), {}), rounds=rounds)
    return float(benchmark.stats.stats.median)


@pytest.mark.parametrize("preset", ["default", "any-size"])
@pytest.mark.parametrize(("size", "rounds", "goal"), SIZES)
def test_generating(
    benchmark: Any, note: Note, loaded: list[int], size: str, rounds: int, goal: float, preset: str
) -> None:
    seeds = (f"bench-{n}" for n in count())
    middle = each(benchmark, lambda seed: generated(seed, preset, size), seeds, rounds)
    note(f"generate {size} {preset}", middle * 1000, "ms", goal * 1000)
    note(f"generate {size} {preset}: seeds that needed the solver", 100 * len(loaded) / rounds, "%", 5)


MODULES: dict[str, object] = {
    **dict.fromkeys(("trading", "scanner", "flashlight", "dynamite", "shield"), "yes"),
    **dict.fromkeys(("donation", "stairs", "elevators", "fools", "trapped", "bear", "dog", "zombie"), "1"),
}
"""All modules of Treasures that a map shows, switched on."""


@pytest.mark.parametrize("fair", ["any", "4"])
def test_generating_with_all_modules(benchmark: Any, note: Note, loaded: list[int], fair: str) -> None:
    """The floor is the same board without modules, in the same run."""
    given = {**MODULES, "fair_starts": fair}
    seeds = (f"bench-{n}" for n in count())
    middle = each(benchmark, lambda seed: generated(seed, "default", "8x8x2", given), seeds, 60)
    bare = list[float]()
    for seed in islice(seeds, 60):
        start = perf_counter()
        generated(seed, "default", "8x8x2")
        bare.append(perf_counter() - start)
    note(f"generate 8x8x2 with all modules, fair starts {fair}", middle * 1000, "ms", 60)
    note(f"the same, in times of 8x8x2 without modules, fair starts {fair}", middle / median(bare), "x", None)
    note(f"the same: seeds that needed the solver, fair starts {fair}", 100 * len(loaded) / 120, "%", 5)


def test_mending_first_drafts(benchmark: Any, note: Note, loaded: list[int], monkeypatch: pytest.MonkeyPatch) -> None:
    """Of default maps: without the drafts after the first, about three seeds in a hundred need the solver."""
    once = replace(solving_of(GAMES["treasures"]), tries=1)
    monkeypatch.setattr(search, "solving_of", lambda _: once)

    def needy() -> Iterator[str]:
        for seed in (f"bench-{n}" for n in count()):
            before = len(loaded)
            generated(seed, "default", "8x8")
            if len(loaded) > before:
                yield seed

    middle = each(benchmark, lambda seed: generated(seed, "default", "8x8"), iter(tuple(islice(needy(), 20))), 20)
    note("generate 8x8 default, one draft, seeds that need the solver", middle * 1000, "ms", 300)


def test_generating_where_no_wall_can_be_spared(benchmark: Any, note: Note, loaded: list[int]) -> None:
    """49 walls on 8 x 8 tiles leave one way between any two of them, so drafts fail more often."""
    taken: list[float] = []

    def act(seed: str) -> None:
        before, start = len(loaded), perf_counter()
        generated(seed, "default", "8x8", {"walls": 49})
        if len(loaded) > before:
            taken.append(perf_counter() - start)

    middle = each(benchmark, act, (f"bench-{n}" for n in count()), 100)
    note("generate 8x8 with 49 walls", middle * 1000, "ms", 30)
    note("generate 8x8 with 49 walls: seeds that needed the solver", len(taken), "%", None)
    if taken:
        note("generate 8x8 with 49 walls, those seeds", median(taken) * 1000, "ms", 300)


def spoilt(preset: str, size: str) -> Iterator[Map[Any]]:
    """Legal maps in which four tiles bear another tile's mark, and one wall is changed."""
    for number in count():
        legal, chance = generated(f"bench-{number}", preset, size), Chance(f"spoil {number}")
        grid, facts = legal.params.grid, set(legal.facts)
        marks = sorted(fact.mark for fact in facts if isinstance(fact.place, str))
        for _ in range(4):
            cell = chance.choice(grid.cells())
            facts = {fact for fact in facts if fact.place != cell} | {has(cell, chance.choice(marks))}
        yield replace(legal, facts=frozenset(facts ^ {wall(chance.choice(inner_borders(grid)))}))


@pytest.mark.parametrize(("size", "rounds", "goal"), [("8x8", 40, 0.15), ("12x12", 20, 0.8), ("20x20", 5, 4.0)])
def test_repairing(benchmark: Any, note: Note, size: str, rounds: int, goal: float) -> None:
    proven: list[bool] = []

    def act(broken: Map[Any]) -> None:
        proven.append(repairs.repair(broken).proven)

    middle = each(benchmark, act, spoilt("default", size), rounds)
    note(f"repair {size} default, 4 tiles and a wall spoilt", middle * 1000, "ms", goal * 1000)
    note(f"repair {size} default: the slowest of {rounds}", benchmark.stats.stats.max * 1000, "ms", 10 * goal * 1000)
    note(f"repair {size} default: not proven nearest", 100 * proven.count(False) / len(proven), "%", 5)


def test_checking(benchmark: Any, note: Note) -> None:
    legal = generated("bench", "default", "8x8")
    benchmark.pedantic(legality.check, (legal,), setup=forget, rounds=200)
    note("check 8x8 default", benchmark.stats.stats.median * 1000, "ms", 10)


# Makes maps and prints how many MB the process has grown by since the first fifty of them.
GROWTH = """
import json, sys
from pathlib import Path
from mapkit.games import maps
givens = json.loads(sys.argv[1])
def mb():
    return int(Path("/proc/self/statm").read_text().split()[1]) * 4096 / 2**20
for n in range(50):
    maps.generate("treasures", f"warm-{n}")
before = mb()
for n in range(1000):
    maps.generate("treasures", f"bench-{n}", given=givens[n % len(givens)])
print(mb() - before)
"""


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="reads the size of the process where Linux tells it")
@pytest.mark.parametrize(
    ("words", "givens"),
    [("the same settings", [{}]), ("a hundred settings", [{"walls": f"{n % 10}-{10 + n // 10}"} for n in range(100)])],
)
def test_the_memory_of_a_thousand_maps(benchmark: Any, note: Note, words: str, givens: list[dict[str, object]]) -> None:
    grown: list[float] = []

    def act() -> None:
        done = run([sys.executable, "-c", GROWTH, json.dumps(givens)], check=True, capture_output=True, text=True)
        grown.append(float(done.stdout))

    benchmark.pedantic(act, rounds=1)
    note(f"memory grown by 1,000 maps of {words}", grown[0], "MB", 50)
