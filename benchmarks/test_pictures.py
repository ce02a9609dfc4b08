"""Pictures of boards for web pages and chats: their time, their size, and how much of it is to lay the board out."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from statistics import median
from time import process_time
from typing import Any

import pytest

import mapkit
from benchmarks.conftest import Note
from mapkit.paper.press import MAP, press_of

ROUNDS = 15


def taken(act: Callable[[], object]) -> float:
    """The median of the milliseconds of processor time that the act takes, once it is warm."""
    act()
    found = list[float]()
    for _ in range(ROUNDS):
        start = process_time()
        act()
        found.append(process_time() - start)
    return 1000 * median(found)


@pytest.mark.parametrize("game", mapkit.GAMES)
def test_pictures_of_a_board(benchmark: Any, note: Note, game: str) -> None:
    map_ = mapkit.generate(game, "bench")
    shared = partial(map_.svg, font="inherit")
    pages = partial(press_of({"format": "svg"}, crop=True).pages, map_, MAP)
    svg = benchmark.pedantic(taken, args=(shared,), rounds=1)
    note(f"svg of a board of {game}", svg, "ms", 5)
    note(f"svg of a board of {game}, against laying it out", svg / taken(pages), "x", None)
    note(f"svg of a board of {game}, its font in the page", len(shared()) / 1000, "kB", 8)
    note(f"png of a board of {game}", taken(partial(map_.print, "map", format="png", crop=True)), "ms", 30)
