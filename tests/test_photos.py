"""The whole way from paper back: a printed sheet, drawn on, photographed, read, and checked."""

from functools import cache
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner, Result

import mapkit
from benchmarks.camera import CONDITIONS, PENS, Camera, Hand, Page, blank_pages, draw, photograph
from mapkit import cli
from mapkit.game import Map
from mapkit.grid import Border
from mapkit.photos import reading

MAP = """\
+---+---+---+---+---+---+
| .   .   . | T   .   M |
+   +---+   +   +---+   +
| H   .   .   .   .   .
+   +   +---+---+   +   +
| .   A   .   .   S   . |
+---+   +   +   +   +---+
| ~>  ~>  ~v  .   X1  . |
+   +   +   +---+   +   +
| .   M   ~v  X2| .   . |
+   +---+   +   +---+   +
| A   X3  ~v  .   .   T |
+---+---+---+---+---+---+
"""


@cache
def a_map() -> Map[Any]:
    return mapkit.read(MAP.replace(" A ", " A1", 1).replace(" A ", " A2", 1), game="treasures")


@cache
def page() -> Page:
    return blank_pages(a_map())[0]


@cache
def photo(pen: str = "ballpoint", camera: Camera = CONDITIONS["usual"], seed: str = "1") -> bytes:
    return photograph(draw(page(), a_map(), Hand(PENS[pen]), seed), camera, seed)


def walls(map: Map[Any]) -> set[Any]:
    return {fact for fact in map.facts if isinstance(fact.place, Border)}


def run(*words: object) -> Result:
    return CliRunner().invoke(cli.app, [*map(str, words)], catch_exceptions=False)


@pytest.mark.parametrize("pen", PENS)
def test_walls_and_empty_cells_are_read_as_they_were_drawn(pen: str) -> None:
    found = reading.read([("photo", photo(pen))])
    assert found.game.name == "treasures"
    assert str(found.grid) == "6x6"
    sure = {place: look for place, look in found.looks.items() if look.sure}
    assert len(found.looks) - len(sure) < 30
    wrong = walls(found.answered({}).map) ^ walls(a_map())
    assert {fact.place for fact in wrong} <= {*found.doubts}
    assert {fact for fact in found.map.facts if fact.mark == "safe"} <= a_map().facts


def test_a_photo_becomes_a_map_file_with_its_doubts_and_faults(tmp_path: Path) -> None:
    (tmp_path / "mine.jpg").write_bytes(photo())
    told = run("read", tmp_path / "mine.jpg", "-o", tmp_path / "mine.toml")
    assert told.exit_code == 1, told.output
    assert "Traceback" not in told.output
    read = mapkit.read((tmp_path / "mine.toml").read_text())
    assert str(read.params.grid) == "6x6"
    if "mine-read.png" in told.stdout:
        assert (tmp_path / "mine-read.png").read_bytes().startswith(b"\x89PNG")
