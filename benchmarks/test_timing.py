"""Whether the time of an answer tells what is secret: how well a player tells walls from ways by a clock alone.

A phone says a direction and waits for the answer. The AUC is the chance that an answer about a wall took longer than
one about a way: 0.5 is guessing, and 0 or 1 is certainty. The same times with some milliseconds more for each wall show
what such a clock would notice.
"""

from __future__ import annotations

import json
import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from math import sqrt
from pathlib import Path
from subprocess import DEVNULL, PIPE, Popen
from time import perf_counter
from typing import Any, NamedTuple

import pytest

from benchmarks.conftest import Note
from benchmarks.test_studio_phones import Caller
from mapkit.games import maps
from mapkit.mapfile import writer
from mapkit.model.chance import Chance

NAMES = ("Ann", "Bob")
GAMES = {"treasures": "any-size", "labyrinth": "classic"}
"""The games with secret walls, and the preset that is played."""
MAPS, MOVES = 4, 200
LONGER = 5.0
"""The milliseconds that walls take longer in a table of comparison."""
DIRECTIONS = {"north", "east", "south", "west", "up", "right", "down", "left"}


class Answer(NamedTuple):
    """An answer to a direction."""

    wall: bool
    """Whether a wall was there."""
    milliseconds: float
    """How long the phone waited."""


class Skill(NamedTuple):
    """How well times tell walls from ways."""

    auc: float
    """The share of pairs of a wall and a way in which the wall took longer."""
    error: float
    """Its standard error, by Hanley and McNeil."""


def skill(answers: list[Answer]) -> Skill:
    """How well a threshold on the time tells walls from ways."""
    walls, ways = ([answer.milliseconds for answer in answers if answer.wall is wall] for wall in (True, False))
    auc = sum((one > other) + (one == other) / 2 for one in walls for other in ways) / len(walls) / len(ways)
    both, pair = auc / (2 - auc), 2 * auc * auc / (1 + auc)
    variance = auc * (1 - auc) + (len(walls) - 1) * (both - auc**2) + (len(ways) - 1) * (pair - auc**2)
    return Skill(auc, sqrt(variance / len(walls) / len(ways)))


@contextmanager
def table(game: str, seed: str, folder: Path) -> Iterator[dict[str, Caller]]:
    """Two phones in the seats of a game."""
    folder.mkdir()
    (folder / "map.toml").write_text(writer.show(maps.generate(game, seed, preset=GAMES[game])))
    words = ["studio", "map.toml", "--port", "0", "--no-open", "--lan-address", "127.0.0.2"]
    with Popen([sys.executable, "-m", "mapkit", *words], cwd=folder, stdout=PIPE, stderr=DEVNULL, text=True) as process:
        try:
            assert process.stdout is not None
            master = Caller(process.stdout.readline().strip())
            scene = json.loads(master.ask("POST", "/act", do="table_begin", names=NAMES, options={}, seed=seed)[1])
            found = {name: Caller(scene["phones"]["address"]) for name in NAMES}
            for name, phone in found.items():
                phone.ask("POST", "/sit", name=name)
            yield found
        finally:
            process.send_signal(signal.SIGINT)


def answers(game: str, seed: str, folder: Path) -> Iterator[Answer]:
    """What players hear who go in random directions, and how long they wait for it."""
    chance = Chance(f"times {game} {seed}")
    with table(game, seed, folder) as seats:
        for _ in range(MOVES):
            before = scene_of(seats["Ann"])
            if not before["mover"]:
                return
            phone = seats[before["mover"]]
            ways = [way for way, *_ in scene_of(phone)["ways"]]
            way = chance.choice([way for way in ways if way in DIRECTIONS] or ways)
            began = perf_counter()
            phone.ask("POST", "/say", words=way)
            took = 1000 * (perf_counter() - began)
            lines = scene_of(seats["Ann"])["lines"][len(before["lines"]) :]
            if way in DIRECTIONS:
                yield Answer(any(kind == "heard" and "wall" in words.lower() for kind, words in lines), took)


def scene_of(phone: Caller) -> Any:
    """What a phone shows."""
    return json.loads(phone.ask("GET", "/hear")[1])


@pytest.mark.parametrize("game", GAMES)
def test_times_tell_no_walls_from_ways(
    benchmark: Any, note: Note, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, game: str
) -> None:
    monkeypatch.setenv("MAPKIT_GAMES", str(tmp_path / "games"))
    found = list[Answer]()
    benchmark.pedantic(
        lambda: found.extend(
            answer for number in range(MAPS) for answer in answers(game, f"{number}", tmp_path / f"{number}")
        ),
        rounds=1,
    )
    measured = skill(found)
    slow = skill([Answer(each.wall, each.milliseconds + LONGER * each.wall) for each in found])
    walls = sum(each.wall for each in found)
    note(
        f"{game}: times of {len(found)} answers, {walls} of them walls, tell walls from ways", measured.auc, "AUC", None
    )
    note(f"{game}: the standard error of that", measured.error, "AUC", None)
    note(f"{game}: the same if walls took {LONGER:.0f} ms longer", slow.auc, "AUC", None)
