"""The figures of the ledger of Minoqaur, found again on random codes (MQ-6.d, MQ-8.a, MQ-9.a, MQ-V3)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import Any

import pytest

from benchmarks.conftest import Note
from mapkit.games.minoqaur import code
from mapkit.games.minoqaur.design import Params, chambers, entrances, reached
from mapkit.games.minoqaur.draft import draft
from mapkit.model.chance import Chance
from mapkit.model.rule import Facts, has

CODES = 150
"""How many codes of each version."""
VERSIONS = (2, 3, 4, 5, 6)


@lru_cache
def codes(version: int) -> tuple[tuple[Params, Facts], ...]:
    """Random codes of a version: any level, any mask."""
    p = Params(code.matrix(version))
    return tuple((p, draft(p, Chance(f"figures {version} {n}"), frozenset())) for n in range(CODES))


def missed(p: Params, facts: Facts) -> Iterator[str]:
    """The chambers that no player reaches without the sword."""
    seen, rooms = reached(p, facts, 1), chambers(p, facts)
    for what in sorted(set(rooms.values())):
        if seen.isdisjoint(cell for cell, item in rooms.items() if item == what):
            yield what


@pytest.mark.parametrize("version", VERSIONS)
def test_the_figures_of_the_ledger(benchmark: Any, note: Note, version: int) -> None:
    found = benchmark.pedantic(lambda: codes(version), rounds=1)
    doors, middle = entrances(code.matrix(version)), code.module(code.matrix(version), *[2 * version + 8] * 2)
    dark = sum(has(door, "dark") in facts for _, facts in found for door in doors)
    lit = sum(has(middle, "light") in facts for _, facts in found)
    short = sum(any(True for _ in missed(p, facts)) for p, facts in found)
    note(f"entrances of version {version} that are dark", dark, "", 0)
    note(f"codes of version {version} whose centre is light", 100 * lit / len(found), "%", None)
    note(f"codes of version {version} with a chamber that needs the sword", 100 * short / len(found), "%", 1)
