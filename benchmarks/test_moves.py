"""What it costs that a move is said once: each figure is a ratio to a floor that is measured in the same run."""

from __future__ import annotations

from collections.abc import Callable
from time import thread_time
from typing import Any

import pytest

from benchmarks.conftest import Note
from mapkit.games import labyrinth, maps, treasures
from mapkit.games.labyrinth import design as of_labyrinth
from mapkit.games.treasures import design as of_treasures
from mapkit.games.treasures.evidence import TreasuresEvidence
from mapkit.model.evidence import Lead
from mapkit.model.rule import Fact, Way

GAMES: dict[str, tuple[Any, Any]] = {
    "treasures": (of_treasures, treasures.GAME),
    "labyrinth": (of_labyrinth, labyrinth.GAME),
}


def times(benchmark: Any, ours: Callable[[], object], floor: Callable[[], object]) -> float:
    """How many times as long ours takes as the floor: the ratio of the least of rounds that alternate."""

    def spent(call: Callable[[], object]) -> float:
        start = thread_time()
        call()
        return thread_time() - start

    mine, least = list[float](), list[float]()
    benchmark.pedantic(lambda: mine.append(spent(ours)), setup=lambda: least.append(spent(floor)), rounds=15)
    return min(mine) / min(least)


@pytest.mark.parametrize("game", GAMES)
def test_ways_for_claims_of_new_settings(benchmark: Any, note: Note, game: str) -> None:
    design, known = GAMES[game]
    params = maps.generate(known, "bench").fitted_params
    ways = design.real_moves(params)
    kept = [each for each in vars(design).values() if hasattr(each, "cache_clear")]

    def new() -> None:
        for photo in kept:
            photo.cache_clear()
        design.real_moves(params)

    def copied() -> list[Way]:
        return [Way(a, b, tuple(Fact(*x) for x in needs), tuple(Fact(*x) for x in bars)) for a, b, needs, bars in ways]

    note(f"the {len(ways)} ways of {game}, times copying them", times(benchmark, new, copied), "x", None)


def test_leads(benchmark: Any, note: Note) -> None:
    drawn = [maps.generate(treasures.GAME, f"bench {number}") for number in range(4)]
    evidence = TreasuresEvidence(drawn[0].params, ("Ann", "Bob"))
    leads = [lead for map_ in drawn for lead in evidence.leads(map_.facts).values()]
    found = times(
        benchmark, lambda: [evidence.leads(each.facts) for each in drawn], lambda: [Lead(*lead) for lead in leads]
    )
    note("leads of treasures, times copying them", found, "x", None)
