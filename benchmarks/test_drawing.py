"""What grows with the board, and what a stroke costs while people draw: both against checks of whole maps."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from itertools import pairwise
from math import log
from statistics import mean, median
from time import process_time
from typing import Any

import pytest

from benchmarks.conftest import Note, forget
from mapkit.games import maps
from mapkit.games.shelf import GAMES
from mapkit.model.chance import Chance
from mapkit.model.grid import inner_borders
from mapkit.model.map import Map
from mapkit.model.message import said_of
from mapkit.model.rule import NoSuchMap, claims_of, wall
from mapkit.model.settings import read_size
from mapkit.solve import legality
from mapkit.solve.checker import faults_of_each
from mapkit.solve.rechecker import Checker

SIZES = ("8x8", "16x16", "32x32", "64x64")
ROUNDS = {"8x8": 60, "16x16": 20, "32x32": 7, "64x64": 3}
PRESETS = {"treasures": "any-size", "labyrinth": "classic"}


def generated(game: str, seed: str, size: str) -> Map[Any]:
    return maps.generate(game, seed, preset=PRESETS[game], size=read_size(size))


def taken(act: Callable[[str], object], size: str) -> float:
    """The median of the seconds of processor time that the act takes, on a new seed each time."""
    found = list[float]()
    for number in range(ROUNDS[size]):
        start = process_time()
        act(f"bench-{number}")
        found.append(process_time() - start)
    return median(found)


def exponent(seconds: Sequence[float]) -> float:
    """The power of the number of cells with which the time grows, fitted to boards of four times as many each."""
    x, y = [n * log(4) for n in range(len(seconds))], [*map(log, seconds)]
    middle_x, middle_y = mean(x), mean(y)
    return sum((a - middle_x) * (b - middle_y) for a, b in zip(x, y, strict=True)) / sum((a - middle_x) ** 2 for a in x)


@pytest.mark.parametrize(("game", "goals"), [("treasures", (3, None)), ("labyrinth", (10, 1000))])
def test_generating_grows(benchmark: Any, note: Note, game: str, goals: tuple[float, float | None]) -> None:
    for size in SIZES:
        generated(game, "warm", size)

    def made() -> list[float]:
        return [taken(partial(generated, game, size=size), size) for size in SIZES]

    seconds = benchmark.pedantic(made, rounds=1)
    for size, second, goal in zip(SIZES, seconds, (goals[0], None, None, goals[1]), strict=True):
        note(f"generate {game} {PRESETS[game]} {size}, processor time", 1000 * second, "ms", goal)
    note(f"generate {game} {PRESETS[game]}: time grows with the cells to the power of", exponent(seconds), "", 1.2)
    steps = [after / before for before, after in pairwise(seconds)]
    note(f"generate {game} {PRESETS[game]}: the largest growth for four times the cells", max(steps), "x", None)


@pytest.mark.parametrize("game", PRESETS)
@pytest.mark.parametrize(("size", "goal"), [("8x8", 2), ("64x64", 200)])
def test_checking_warm(benchmark: Any, note: Note, game: str, size: str, goal: float) -> None:
    """Maps of the same settings, one after the other, as a designer or a corpus has them."""
    drawn = [generated(game, f"bench-{number}", size) for number in range(ROUNDS[size])]
    forget()
    legality.check(drawn[0])

    def checked() -> float:
        found = list[float]()
        for map_ in drawn[1:]:
            start = process_time()
            legality.check(map_)
            found.append(process_time() - start)
        return median(found)

    note(f"check {game} {size}, warm, processor time", 1000 * benchmark.pedantic(checked, rounds=1), "ms", goal)


@pytest.mark.parametrize("game", PRESETS)
@pytest.mark.parametrize("size", ["8x8", "64x64"])
def test_a_check_after_a_stroke_against_a_whole_check(benchmark: Any, note: Note, game: str, size: str) -> None:
    map_ = generated(game, "bench", size)
    p, chance = map_.params, Chance("strokes")
    claims, lines = claims_of(GAMES[game].design.rules, p), inner_borders(p.grid)
    checker = Checker(claims, p, p.grid, said_of)
    for drawn in (map_.facts, map_.facts ^ {wall(lines[0])}, map_.facts):
        checker.faults_of_each(drawn)

    def strokes() -> tuple[float, float]:
        after, whole = list[float](), list[float]()
        for _ in range(10 * ROUNDS[size]):
            drawn = map_.facts ^ {wall(chance.choice(lines))}
            start = process_time()
            found = checker.faults_of_each(drawn)
            between = process_time()
            alone = tuple(faults_of_each(claims, p, p.grid, drawn, said_of))
            whole.append(process_time() - between)
            after.append(between - start)
            assert found == alone
        return median(after), median(whole)

    after, whole = benchmark.pedantic(strokes, rounds=1)
    note(f"check {game} {size} after a wall, processor time", 1000 * after, "ms", None)
    note(f"check {game} {size} after a wall : a whole check", after / whole, "times", 1 / 3)


@pytest.mark.parametrize("given", [{"safe": 35}, {"safe": 20, "marsh": 10}, {"walls": 60}, {"exits": 33}])
def test_naming_rules_in_conflict(benchmark: Any, note: Note, given: dict[str, object]) -> None:
    def named() -> float:
        start = process_time()
        with pytest.raises(NoSuchMap) as refused:
            maps.generate("treasures", "bench", given=given)
        assert refused.value.conflicts
        return process_time() - start

    said = " ".join(f"{key}={value}" for key, value in given.items())
    note(f"the rules in conflict, treasures {said}", benchmark.pedantic(named, rounds=1), "s", 3)
