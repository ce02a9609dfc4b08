"""The whole way from paper back: a printed sheet, drawn on, photographed, read, and checked."""

import re
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner, Result

import mapkit
from benchmarks.camera import CONDITIONS, PENS, Camera, Hand, Page, blank_pages, draw, photograph
from mapkit import cli
from mapkit.game import Map
from mapkit.grid import Border, Place
from mapkit.photos import doubts, reading
from mapkit.photos.reading import Look
from mapkit.rule import has
from mapkit.settings import BadSetting

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


@cache
def the_reading(pen: str = "ballpoint") -> reading.Reading:
    return reading.read([("photo", photo(pen))])


def run(*words: object) -> Result:
    return CliRunner().invoke(cli.app, [*map(str, words)], catch_exceptions=False)


@pytest.mark.parametrize("pen", PENS)
def test_what_is_sure_is_read_as_it_was_drawn_and_little_is_doubtful(pen: str) -> None:
    found = the_reading(pen)
    assert found.game.name == "treasures"
    assert str(found.grid) == "6x6"
    assert len(found.doubts) < 8
    doubted = {fact for fact in found.map.facts ^ a_map().facts if fact.place in found.doubts}
    assert found.map.facts ^ a_map().facts == doubted


def test_a_photo_becomes_a_map_file_with_its_doubts_and_faults(tmp_path: Path) -> None:
    (tmp_path / "mine.jpg").write_bytes(photo())
    told = run("read", tmp_path / "mine.jpg", "-o", tmp_path / "mine.toml")
    found = the_reading()
    read = mapkit.read((tmp_path / "mine.toml").read_text())
    assert read == found.map
    assert told.exit_code == bool(mapkit.check(read))
    assert len(told.stderr.splitlines()) >= len(found.doubts)
    if found.doubts:
        assert (tmp_path / "mine-read.png").read_bytes().startswith(b"\x89PNG")


# --- doubts ------------------------------------------------------------------------------------------------------


def doubtful(*places: str) -> reading.Reading:
    """What was read of the photo, as if some places were not sure."""
    found = the_reading()
    true = {place: look.word for place, look in found.looks.items()}
    told = [place for name in places for place in doubts.answers(found, f"{name}={'wall' if '-' in name else '.'}")]
    looks = {place: Look(true[place], OTHER[true[place]], False) for place in told}
    return found._replace(looks={**found.looks, **looks})


OTHER = {"wall": "open", "open": "wall", "X1": "X2", "T": ".", ".": "T"}


def test_the_rules_exclude_readings_of_doubtful_places_alone() -> None:
    found = doubtful("e3")
    assert doubts.excluded(found) == {"e3": ("X2",)}
    assert found.map.facts == frozenset(fact for fact in found.answered({"e3": "X1"}).map.facts if fact.place != "e3")


@pytest.mark.parametrize("fault", ["f6", "e2", "b5-north"])
def test_a_fault_that_is_read_as_sure_stays(fault: str) -> None:
    """The rules would put X1 right if they might; they may not."""
    found = the_reading()
    broken = found.answered(doubts.answers(found, "e3=X3"))  # a second X3, and no X1
    (place,) = doubts.answers(broken, f"{fault}={'wall' if '-' in fault else '.'}")
    unsure = broken._replace(looks={**broken.looks, place: broken.looks[place]._replace(sure=False, other="X1")})
    assert has("e3", "X3") in unsure.map.facts
    for word in doubts.excluded(unsure).values():
        assert set(word) <= {unsure.looks[place].word, "X1"}


@pytest.mark.parametrize(
    ("said", "place", "word"),
    [
        ("c3=t", "c3", "T"),
        ("C3=~>", "c3", ">"),
        ("c3=X2", "c3", "X2"),
        ("c3=.", "c3", "."),
        ("d4-east=wall", Border("d4", "E"), "wall"),
        ("e4-w=none", Border("d4", "E"), "open"),
        ("a6-north=exit", Border("a6", "N"), "open"),
    ],
)
def test_answers_name_places_and_signs(said: str, place: Place, word: str) -> None:
    assert doubts.answers(the_reading(), said) == {place: word}


@pytest.mark.parametrize(
    ("said", "why"),
    [
        ("c3", "write a place and what stands there"),
        ("z9=T", "is no place of this board"),
        ("c3-up=wall", "is no place of this board"),
        ("c3=Q", 'is no sign of treasures; it takes T S H M > F A B X1 Y1 "."'),
        ("c3-east=door", "stands on no border; say wall or open"),
    ],
)
def test_answers_that_cannot_be_read_are_told_with_what_would_do(said: str, why: str) -> None:
    with pytest.raises(BadSetting, match=re.escape(why)):
        doubts.answers(the_reading(), said)


def test_answers_settle_doubts_in_the_file(tmp_path: Path) -> None:
    (tmp_path / "mine.jpg").write_bytes(photo())
    told = run("read", tmp_path / "mine.jpg", "-o", "-", "--answer", "a1=H c6=T", "--answer", "a6-east=wall")
    assert "| H " in told.stdout
    assert "+---+---+---+" in told.stdout
    assert "| .   . | " not in told.stdout.splitlines()[5]
