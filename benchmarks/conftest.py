"""What the benchmarks measured, as a small table at the end of `make bench`; it shows goals and asserts none."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from os import environ
from resource import RUSAGE_CHILDREN, getrusage
from subprocess import DEVNULL, run
from time import perf_counter
from typing import Any, NamedTuple

import pytest

from mapkit.solve import legality, repairs, search


class Figure(NamedTuple):
    """One measured figure, its unit, and the goal that it should not exceed, if there is one."""

    what: str
    value: float
    unit: str
    goal: float | None


FIGURES = pytest.StashKey[list[Figure]]()
Note = Callable[[str, float, str, float | None], None]


@pytest.fixture
def note(request: pytest.FixtureRequest, benchmark: Any) -> Note:
    """Notes a figure for the table and for the benchmark's own record."""

    def noted(what: str, value: float, unit: str, goal: float | None) -> None:
        request.config.stash.setdefault(FIGURES, []).append(Figure(what, value, unit, goal))
        benchmark.extra_info[what] = {"value": round(value, 3), "unit": unit, "goal": goal}

    return noted


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    figures = terminalreporter.config.stash.get(FIGURES, [])
    if figures:
        terminalreporter.section("mapkit: measured, and the goal")
    for what, value, unit, goal in figures:
        hoped = "" if goal is None else f"goal {goal:6g}" + ("" if value <= goal else "  over the goal")
        digits = 2 if value < 10 else 1
        terminalreporter.write_line(f"{what:62} {value:9.{digits}f} {unit:5} {hoped}".rstrip())


def forget() -> None:
    """Clear what the verbs remember of the maps that they have seen, so that a check is measured and not a memory."""
    for each in (one for room in (legality, search, repairs) for one in vars(room).values()):
        if hasattr(each, "cache_clear"):
            each.cache_clear()


def clocked(words: list[str]) -> float:
    """The seconds that a command of this Python takes, start and all."""
    start = perf_counter()
    run([sys.executable, *words], check=True, capture_output=True, stdin=DEVNULL)
    return perf_counter() - start


def spent(words: Sequence[str]) -> float:
    """The seconds of CPU that this Python takes, start and all; what it compiles is kept, as it is for users."""
    around = {name: value for name, value in environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    before = getrusage(RUSAGE_CHILDREN)
    run([sys.executable, *words], check=True, capture_output=True, stdin=DEVNULL, env=around)
    after = getrusage(RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def against(benchmark: Any, ours: list[str], peer: list[str], rounds: int) -> float:
    """How many times as much CPU ours takes as the peer: the ratio of the least of rounds that alternate."""
    mine, floor = list[float](), list[float]()
    benchmark.pedantic(
        lambda: mine.append(spent(ours)), setup=lambda: floor.append(spent(peer)), rounds=rounds, warmup_rounds=1
    )
    benchmark.extra_info["CPU, least s"], benchmark.extra_info["peer, least s"] = min(mine), min(floor)
    return min(mine) / min(floor)
