"""A directive at the table, written and synced, against the ruling alone: the price of losing nothing."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from statistics import median
from time import perf_counter
from typing import Any

import pytest

from benchmarks.conftest import Note
from mapkit.games import maps
from mapkit.mapfile import writer
from mapkit.model.chance import Chance
from mapkit.model.map import Map
from mapkit.table import match

DIRECTIVES = 400


@pytest.fixture
def drawn() -> Map[Any]:
    return maps.generate("treasures", "bench")


@pytest.fixture
def played(drawn: Map[Any], tmp_path: Path) -> Iterator[match.Match]:
    names = ("Ann", "Bob", "Cyd")
    with match.start(drawn, writer.show(drawn), names, {}, "bench", tmp_path / "game.jsonl") as played:
        yield played


def read(text: str, name: str) -> Map[Any]:
    return maps.read(text.encode(), name).map


def clocked(act: Callable[[], object]) -> float:
    start = perf_counter()
    act()
    return perf_counter() - start


def test_saying_a_directive_against_the_ruling_alone(benchmark: Any, note: Note, played: match.Match) -> None:
    """Both in turn, on the same states; a die that always falls on 1 is quicker than the table's."""
    chance, rulings = Chance("bench"), list[float]()

    def words() -> tuple[tuple[str], dict[str, object]]:
        if not played.mover:
            played.undo(1)
        way, state = chance.choice(played.ways), played.state
        rulings.append(clocked(lambda: played.referee.play(state, way, lambda _: 1)))
        return (way,), {}

    benchmark.pedantic(played.say, setup=words, rounds=DIRECTIVES, warmup_rounds=5)
    said = sorted(benchmark.stats.stats.data)
    note("say a directive, on disk", median(said) * 1e6, "us", 10_000)
    note("say a directive, on disk: 99 in 100 take at most", said[len(said) * 99 // 100] * 1e6, "us", 50_000)
    note("the ruling alone", median(rulings) * 1e6, "us", 1000)


def test_saying_a_directive_without_waiting_for_the_disk(
    benchmark: Any, note: Note, played: match.Match, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What the log costs besides the disk: a second ruling, which proves the line, and its checksum."""
    monkeypatch.setattr("os.fsync", lambda _: None)
    chance = Chance("bench")

    def words() -> tuple[tuple[str], dict[str, object]]:
        if not played.mover:
            played.undo(1)
        return (chance.choice(played.ways),), {}

    benchmark.pedantic(played.say, setup=words, rounds=DIRECTIVES, warmup_rounds=5)
    note("say a directive, the disk not waited for", benchmark.stats.stats.median * 1e6, "us", 1000)


def test_resuming_a_long_game(
    benchmark: Any, note: Note, played: match.Match, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("os.fsync", lambda _: None)
    chance = Chance("bench")
    for _ in range(1000):
        played.say(chance.choice(played.ways))
        if not played.mover:
            played.undo(1)
    benchmark.pedantic(match.look, (tmp_path / "game.jsonl", read), rounds=10)
    note("open a game of 1,000 directives", benchmark.stats.stats.median * 1000, "ms", 500)


def test_a_directive_after_twenty_thousand(
    benchmark: Any, note: Note, played: match.Match, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In a game that nobody can win, as only steps are said; medians of a thousand each, in one run."""
    monkeypatch.setattr("os.fsync", lambda _: None)
    chance, steps = Chance("bench"), ("north", "east", "south", "west")
    took = list[float]()
    while len(took) < 20_000:
        way = chance.choice([way for way in played.ways if way in steps] or played.ways)
        took.append(clocked(lambda way=way: played.say(way)))  # type: ignore[misc]  # mypy knows no such default
        if not played.mover:
            played.undo(1)
    benchmark.pedantic(match.look, (tmp_path / "game.jsonl", read), rounds=3)
    note(
        "a directive, the last thousand of 20,000 against the first",
        median(took[-1000:]) / median(took[:1000]),
        "x",
        1.2,
    )
    note("open a game of 20,000 directives", benchmark.stats.stats.median, "s", 2)
