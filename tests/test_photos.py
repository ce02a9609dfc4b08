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


def run(*words: object) -> Result:
    return CliRunner().invoke(cli.app, [*map(str, words)], catch_exceptions=False)


@pytest.mark.parametrize("pen", PENS)
def test_what_is_sure_is_read_as_it_was_drawn_and_little_is_doubtful(pen: str) -> None:
    found = reading.read([("photo", photo(pen))])
    assert found.game.name == "treasures"
    assert str(found.grid) == "6x6"
    assert len(found.doubts) < 8
    doubted = {fact for fact in found.map.facts ^ a_map().facts if fact.place in found.doubts}
    assert found.map.facts ^ a_map().facts == doubted


def test_a_photo_becomes_a_map_file_with_its_doubts_and_faults(tmp_path: Path) -> None:
    (tmp_path / "mine.jpg").write_bytes(photo())
    told = run("read", tmp_path / "mine.jpg", "-o", tmp_path / "mine.toml")
    found = reading.read([("mine.jpg", photo())])
    read = mapkit.read((tmp_path / "mine.toml").read_text())
    assert read == found.map
    assert told.exit_code == bool(mapkit.check(read))
    assert len(told.stderr.splitlines()) >= len(found.doubts)
    if found.doubts:
        assert (tmp_path / "mine-read.png").read_bytes().startswith(b"\x89PNG")
