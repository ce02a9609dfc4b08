"""Labyrinths within one process: how long it takes to make, check and repair them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from itertools import count
from typing import Any

import networkx as nx
import pytest

from benchmarks.conftest import Note, forget
from mapkit.games import maps
from mapkit.games.labyrinth.design import fit, movement, real_moves
from mapkit.model.chance import Chance
from mapkit.model.grid import border
from mapkit.model.map import Map
from mapkit.model.rule import has, wall
from mapkit.model.settings import read_size
from mapkit.solve import legality, repairs

FLOORS = {"rules": "G23-S2-F5-V4-T3-A5-H34-W3789-O134567"}


def generated(seed: str, preset: str, size: str, given: Mapping[str, object] | None = None) -> Map[Any]:
    return maps.generate("labyrinth", seed, preset=preset, size=read_size(size), given=given)


@pytest.mark.parametrize(
    ("preset", "size", "given", "rounds", "goal"),
    [
        ("classic", "8x8", {}, 50, 0.01),
        ("classic", "64x64", {}, 9, 0.35),
        ("classic-x", "10x10", {}, 50, 1.5),
        ("extreme", "12x12x3", FLOORS, 9, 0.15),
        ("classic-x", "8x8", {"advice": "keep"}, 20, 1.5),
        ("classic", "8x8", {"fairness": 1}, 20, 1.0),
    ],
)
def test_generating(
    benchmark: Any, note: Note, preset: str, size: str, given: dict[str, object], rounds: int, goal: float
) -> None:
    seeds = (f"bench-{n}" for n in count())
    benchmark.pedantic(
        lambda seed: generated(seed, preset, size, given), setup=lambda: ((next(seeds),), {}), rounds=rounds
    )
    asked = " ".join(f"{key}={value}" for key, value in given.items() if key != "rules")
    note(f"generate labyrinth {size} {preset} {asked}", benchmark.stats.stats.median * 1000, "ms", goal * 1000)


@pytest.mark.parametrize(
    ("preset", "size", "rounds", "goal"),
    [
        ("classic-x", "12x12", 20, 0.05),
        ("extreme", "12x12", 20, 0.05),
        ("classic", "64x64", 5, 0.2),
        ("classic-x", "64x64", 5, 0.5),
    ],
)
def test_checking(benchmark: Any, note: Note, preset: str, size: str, rounds: int, goal: float) -> None:
    """A map never seen before: its claims are built, too. The floor is networkx with the ways of the same map."""
    free = {"chain_length": "any", "river": "any"}
    drawn = (generated(f"bench-{n}", preset, size, free) for n in count())

    def fresh() -> tuple[tuple[Map[Any]], dict[str, Any]]:
        map_ = next(drawn)
        forget()
        movement.cache_clear()
        return (map_,), {}

    benchmark.pedantic(legality.check, setup=fresh, rounds=rounds)
    middle = benchmark.stats.stats.median
    note(f"check labyrinth {size} {preset}", middle * 1000, "ms", goal * 1000)
    note(
        f"check labyrinth {size} {preset}, times a bare search",
        middle / floor(generated("bench", preset, size, free)),
        "x",
        None,
    )


def floor(map_: Map[Any]) -> float:
    """The seconds that networkx takes to find the strong components of a map's ways."""
    from time import perf_counter

    ways = [(way.source, way.target) for way in real_moves(fit(map_.params, map_.facts))]
    start = perf_counter()
    list(nx.strongly_connected_components(nx.DiGraph(ways)))
    return perf_counter() - start


def spoilt() -> Iterator[Map[Any]]:
    """CLASSIC-X maps of 10 x 10 with a wormhole and a river cell rubbed out and a cell walled in."""
    for number in count():
        legal, chance = generated(f"bench-{number}", "classic-x", "10x10"), Chance(f"spoil {number}")
        kinds, grid = legal.kinds, legal.params.grid
        facts = set(legal.facts)
        hole = next(cell for cell in kinds if kinds[cell] == "W2")
        wet = chance.choice([cell for cell in kinds if kinds[cell].startswith("flows")])
        for cell in (hole, wet):
            facts = facts - {has(cell, kinds[cell])} | {has(cell, "empty")}
        inside = [c for c in kinds if kinds[c] == "empty" and all(grid.step(c, d) for d in "NESW")]
        lines = {border(grid, chance.choice(inside), d) for d in "NESW"}
        facts = {fact for fact in facts if fact.place not in lines} | set(map(wall, lines))
        yield replace(legal, facts=frozenset(facts))


def test_repairing(benchmark: Any, note: Note) -> None:
    proven: list[bool] = []
    broken = spoilt()
    benchmark.pedantic(
        lambda map_: proven.append(repairs.repair(map_).proven), setup=lambda: ((next(broken),), {}), rounds=20
    )
    note("repair labyrinth 10x10 classic-x, three faults", benchmark.stats.stats.median * 1000, "ms", 3000)
    note("repair labyrinth 10x10: the slowest of 20", benchmark.stats.stats.max * 1000, "ms", 10_000)
    note("repair labyrinth 10x10: not proven nearest", 100 * proven.count(False) / len(proven), "%", 5)
