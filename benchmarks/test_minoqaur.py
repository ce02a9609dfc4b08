"""How soon a win of Minoqaur is found, and its par proven, on random codes, in processor time."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import lru_cache
from statistics import median
from time import process_time
from typing import Any

import pytest

from benchmarks.conftest import Note
from mapkit.games import maps
from mapkit.games.minoqaur import code
from mapkit.games.minoqaur.design import Params, maze
from mapkit.games.minoqaur.draft import draft
from mapkit.games.minoqaur.maze_rules import Maze
from mapkit.games.minoqaur.search import SearchResult, search_in
from mapkit.model.chance import Chance

SHEETS = 100
"""How many game-master sheets of version 2, each of another seed."""
CODES = 100
"""How many codes there are in all, of versions 2, 3 and 4 by turns."""
VERSIONS = (2, 3, 4)


@lru_cache
def mazes() -> tuple[tuple[int, Maze], ...]:
    """The codes, with their versions."""
    return tuple((VERSIONS[n % 3], _maze(VERSIONS[n % 3], f"bench {n}")) for n in range(CODES))


def _maze(version: int, seed: str) -> Maze:
    p = Params(code.matrix(version))
    return maze(p, draft(p, Chance(seed), frozenset()))


def solved(search: Callable[[Maze], SearchResult], versions: tuple[int, ...]) -> Iterator[tuple[SearchResult, float]]:
    """What a search finds on each code, and the seconds that it takes."""
    for version, there in mazes():
        if version in versions:
            start = process_time()
            found = search(there)
            yield found, process_time() - start


def test_the_game_masters_sheet(benchmark: Any, note: Note) -> None:
    """What the sheet has to find out: the par, and the difficulty, which goes on from the same search."""

    def sheet(number: int) -> float:
        there = _maze(2, f"sheet {number}")
        start = process_time()
        search = search_in(there)
        search.first_moves(len(search.found.line))
        return process_time() - start

    taken = benchmark.pedantic(lambda: [sheet(number) for number in range(SHEETS)], rounds=1)
    note("Minoqaur's game-master sheet of version 2, median", 1000 * median(taken), "ms", 1000)
    note("Minoqaur's game-master sheet of version 2, slowest", 1000 * max(taken), "ms", 2000)


def test_generating_by_par(benchmark: Any, note: Note) -> None:
    def draw(number: int) -> float:
        start = process_time()
        maps.generate("minoqaur", f"bench {number}", preset="middle")
        return process_time() - start

    taken = benchmark.pedantic(lambda: [draw(number) for number in range(20)], rounds=1)
    note("generate minoqaur --preset middle, median", 1000 * median(taken), "ms", 1000)
    note("generate minoqaur --preset middle, slowest of 20", 1000 * max(taken), "ms", None)


PROVEN = {2: 5, 3: 20, 4: 50}
"""By version the percentage of codes for which no par need be proven."""


def test_a_win_is_found(benchmark: Any, note: Note) -> None:
    found = benchmark.pedantic(lambda: [*solved(lambda there: search_in(there, most=0).found, VERSIONS)], rounds=1)
    late = sum(not each.line or seconds > 2 for each, seconds in found)
    note("codes of version 2 to 4 with no win found within 2 s", 100 * late / len(found), "%", 5)
    note("the slowest win that was found", 1000 * max(seconds for _, seconds in found), "ms", 2000)


@pytest.mark.parametrize("version", VERSIONS)
def test_the_par_is_proven(benchmark: Any, note: Note, version: int) -> None:
    found = benchmark.pedantic(lambda: [*solved(lambda there: search_in(there).found, (version,))], rounds=1)
    late = sum(not each.proven or seconds > 30 for each, seconds in found)
    note(f"codes of version {version} with no par proven within 30 s", 100 * late / len(found), "%", PROVEN[version])
    note(f"a par of version {version} proven, median", 1000 * median(seconds for _, seconds in found), "ms", None)
    note(f"a par of version {version} proven, slowest", 1000 * max(seconds for _, seconds in found), "ms", 30_000)


def test_the_par_with_the_treasure_is_proven(benchmark: Any, note: Note) -> None:
    found = benchmark.pedantic(lambda: [*solved(lambda there: search_in(there, "treasure").found, VERSIONS)], rounds=1)
    note(
        "codes with no shortest win with the treasure", 100 * sum(not f.proven for f, _ in found) / len(found), "%", 50
    )
    note("a shortest win with the treasure, slowest", 1000 * max(seconds for _, seconds in found), "ms", 30_000)
