"""The whole way over paper: print, draw, photograph, read, answer, check, repair and print again."""

from itertools import islice
from pathlib import Path
from typing import Any

import pytest

import mapkit
from benchmarks.camera import CONDITIONS, PENS, Hand, blank_pages, draw, photograph
from benchmarks.photos import truth, with_faults
from mapkit.model.chance import Chance
from mapkit.model.design import UNDECIDED
from mapkit.model.grid import Border, Hex, Place
from mapkit.model.map import Map
from mapkit.photos import doubts, reader
from mapkit.photos.sheet import MapReading, drawn_map, place_name
from tests.command import run

LETTERS = "hershey:timesrb"
"""A font that mapkit did not learn from."""


def photos(map_: Map[Any], seed: str, condition: str = "usual", pen: str = "ballpoint") -> list[bytes]:
    """A photo of each page that the map is drawn on."""
    hand = Hand(PENS[pen], letters=LETTERS)
    return [photograph(draw(page, map_, hand, seed), CONDITIONS[condition], seed) for page in blank_pages(map_)]


def drawn(map_: Map[Any]) -> Map[Any]:
    """The map as a reader without an error reads it from its drawing."""
    return drawn_map(map_.game, map_.params.grid, truth(map_), ())


@pytest.mark.parametrize(
    ("game", "preset", "size", "pages"),
    [
        ("treasures", "default", "7x6", 1),
        ("labyrinth", "tower", "4x4x2", 2),
        ("dungeon", "default", "2x2", 2),
        pytest.param("treasures", "default", "20x20", 4, marks=pytest.mark.long),
        pytest.param("labyrinth", "default", "8x8", 1, marks=pytest.mark.long),
    ],
)
def test_a_map_goes_over_paper_and_back(tmp_path: Path, game: str, preset: str, size: str, pages: int) -> None:
    right = mapkit.generate(game, seed="way", preset=preset, size=size)
    (tmp_path / "sheet.toml").write_text(right.to_text())
    assert run("print", tmp_path / "sheet.toml", "--sheets", "draw", "-o", tmp_path / "sheet.pdf").exit_code == 0
    map_ = right if isinstance(right.params.grid, Hex) else with_faults(right, Chance("way"))[0]
    taken = [tmp_path / f"{number}.jpg" for number in range(pages)]
    for path, data in zip(taken, photos(map_, "way"), strict=True):
        path.write_bytes(data)

    mine = tmp_path / "mine.toml"
    first = run("read", *taken, "-o", mine)
    assert first.exit_code in (0, 1), first.stderr
    assert ("every wall is read as a plain wall" in first.stderr) == (game == "labyrinth")
    assert ("type holes, starts" in first.stderr) == (game == "labyrinth")
    true = {place_name(place): word for place, word in truth(map_).items()}
    unsure = [line.split(":")[0] for line in first.stderr.splitlines() if ": not sure: " in line or "cannot be" in line]
    answers = " ".join(f"{name}={true[name]}" for name in unsure)
    again = run("read", *taken, "-o", mine, "--force", "--answer", answers)
    found = mapkit.read(mine.read_text())
    assert found.facts == drawn(map_).facts

    faults = found.check()
    assert (again.exit_code, run("check", mine).exit_code) == (bool(faults), bool(faults))
    if faults:
        assert run("repair", mine, "-o", tmp_path / "legal.toml").exit_code == 0
        mine = tmp_path / "legal.toml"
        assert run("check", mine).exit_code == 0
    assert run("print", mine, "-o", tmp_path / "map.pdf").exit_code == 0
    assert (tmp_path / "map.pdf").read_bytes().startswith(b"%PDF")


# --- what is sure stays ------------------------------------------------------------------------------------------


def places(facts: frozenset[Any]) -> dict[Place, set[str]]:
    found = dict[Place, set[str]]()
    for fact in facts:
        found.setdefault(fact.place, set()).add(fact.mark)
    return found


def holds_what_is_sure(found: MapReading) -> None:
    """The map has at each sure place what is read there, whatever the rules say and however doubts are answered."""
    sure = {place: look.word for place, look in found.looks.items() if look.sure}
    alone = places(drawn_map(found.game, found.grid, sure, ()).facts)
    excluded = doubts.excluded(found)
    assert {*excluded} <= {*found.doubts}
    ways = [
        {place: (look.word, look.other or look.word)[way] for place, look in found.doubts.items()} for way in (0, 1)
    ]
    for settled in (found, found.answered(ways[0]), found.answered(ways[1])):
        assert {place: look.word for place, look in settled.looks.items() if place in sure} == sure
        held = places(settled.map.facts)
        for place in sure:
            letters_pair = isinstance(place, str) and any("A" <= mark[:1] <= "Z" for mark in alone.get(place, ()))
            if not letters_pair:
                assert held.get(place) == alone.get(place), place
    assert all(fact.mark == UNDECIDED for place in found.doubts for fact in found.map.facts if fact.place == place)


def faulty_photos(number: int) -> list[MapReading]:
    found = []
    for at, condition in islice(enumerate([*CONDITIONS] * number), number):
        chance, game = Chance(f"law {at}"), ("treasures", "labyrinth")[at % 2]
        map_, _ = with_faults(mapkit.generate(game, seed=f"law {at}", size="6x6"), chance)
        data = photos(map_, f"law {at}", condition, [*PENS][at % 3])
        found.append(reader.read([(str(page), each) for page, each in enumerate(data)]))
    return found


@pytest.mark.parametrize("number", [4, pytest.param(48, marks=pytest.mark.long)])
def test_the_rules_change_nothing_that_is_sure(number: int) -> None:
    for found in faulty_photos(number):
        holds_what_is_sure(found)


def test_a_border_is_a_place_that_can_be_sure() -> None:
    (found,) = faulty_photos(1)
    assert any(isinstance(place, Border) and look.sure for place, look in found.looks.items())
