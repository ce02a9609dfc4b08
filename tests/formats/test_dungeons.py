"""Dungeons of other programs come in as labyrinths with exits, and with a place for the treasure."""

import json
from pathlib import Path
from typing import Any

import pytest

from mapkit.formats.shelf import format_of, read
from mapkit.mapfile.document import Document
from mapkit.mapfile.text import UnreadableMap
from mapkit.model.grid import Square
from mapkit.solve import legality, search
from tests.command import run
from tests.formats.test_shelf import SAMPLES

CELLAR = """
+---+---+---+---+---+
| .   .   .   .   . |
+   +   +   +   +   +
| .   .   #   #   . |
+   +---+   +   +   +
| .   .   . | .   . |
+   +   +-e-+   +   +
| #   #   #   T   . |
+---+---+---+---+---+
"""
"""The cellar of the samples as it is to come out."""
CHAPEL = json.loads((SAMPLES / "dungeons" / "chapel.json").read_text())


def document(name: str, text: str = "") -> Document:
    return read(text.encode() or (SAMPLES / "dungeons" / name).read_bytes(), name)


def dungeon(**changes: Any) -> str:
    return json.dumps({**CHAPEL, **changes})


def rooms(*rects: tuple[int, int, int, int], entrance: tuple[int, int] | None = None) -> str:
    door = {"x": entrance[0], "y": entrance[1], "dir": {"x": 0, "y": 1}, "type": 3} if entrance else None
    rects_told = [dict(zip("xywh", rect, strict=True)) for rect in rects]
    return json.dumps({"rects": rects_told, "doors": [door] if door else []})


@pytest.mark.parametrize("name", ["cellar.tsv", "cellar.json"])
def test_a_dungeon_of_donjon_has_walls_where_nothing_lies_between_its_rooms(name: str) -> None:
    found = document(name)
    assert found.format == "donjon"
    assert CELLAR in found.map.to_text()
    assert found.map.title == ("The Wine Cellar" if name == "cellar.json" else "")


@pytest.mark.parametrize("name", ["cellar.tsv", "cellar.json", "vault.tsv", "chapel.json", "cistern.json"])
def test_a_dungeon_comes_in_as_a_legal_map(name: str) -> None:
    found = document(name).map
    assert not legality.check(found)
    assert len(found.cells_of("treasure")) == 1


def test_what_a_labyrinth_has_not_is_named_with_its_number() -> None:
    said = "\n".join(map(str, document("chapel.json").remarks))
    assert (
        "doors (2; they are open here), round rooms (1; they have corners here), water (2), columns (1) and notes (1)"
        in said
    )
    assert "round rooms (1; they have corners here)" in "\n".join(map(str, document("tomb.json").remarks))
    assert "what lies in rooms (1)" in "\n".join(map(str, document("cellar.json").remarks))


def test_a_one_page_dungeon_keeps_its_title_its_entrance_and_its_last_room() -> None:
    found = document("chapel.json")
    assert found.map.title == CHAPEL["title"]
    assert found.map.params.grid == Square(12, 8)
    assert "exits: the north side of f8" in map(str, found.remarks)
    assert [*map(str, found.map.cells_of("treasure"))] == ["k1"], "the middle of the last room"


def test_a_way_out_that_solid_cells_enclose_is_told_and_the_edge_is_left_to_complete() -> None:
    # a court with walls, and a small room inside in which the entrance lies
    ring = [(0, 0, 7, 1), (0, 6, 7, 1), (0, 0, 1, 7), (6, 0, 1, 7), (3, 2, 1, 4)]
    found = document("ring.json", rooms(*ring, entrance=(3, 2)))
    said = "\n".join(map(str, found.remarks))
    assert "ways out that solid cells enclose (1)" in said
    assert "undecided: the edge, where an exit is to be" in said
    made = search.complete(found.map, "rain")
    assert not legality.check(made)


def test_tables_of_caves_have_a_cell_for_each_square() -> None:
    cave = "F\tF\t\n\tF\tF\nF\tF\tSU\n\t\tSUU\n"
    found = document("cave.tsv", cave)
    assert found.map.params.grid == Square(3, 4)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (dungeon(rects=[]), "there is no room in it"),
        (dungeon(rects=[{"x": 0, "y": 0, "w": "3", "h": 1}]), '"rects" 1 lacks a whole number of x, y, w and h'),
        (dungeon(rects=[{"x": 0, "y": 0, "w": -3, "h": 1}]), '"rects" 1 is no part of a map'),
        (dungeon(rects=[{"x": 0, "y": 0, "w": 1e9, "h": 1}]), '"rects" 1 lacks a whole number'),
        (dungeon(rects=[{"x": 0, "y": 0, "w": 10**9, "h": 1}]), '"rects" 1 is no part of a map'),
        (dungeon(rects=7), '"rects" is no list'),
        (dungeon(doors=[7]), '"doors" 1 lacks a whole number of x, y and type'),
        (rooms((0, 0, 60, 3), (60, 0, 30, 3)), "the dungeon has 90 x 3 cells; 64 are the most"),
        (rooms((0, 0, 65, 3)), '"rects" 1 is no part of a map'),
        (rooms(*[(0, 0, 64, 64)] * 20), '"rects" 17 is no part of a map'),
        (rooms((0, 0, 1, 1)), "the maze has 1 x 1 cells; 2 to 64 will do"),
        ('{"cell_bit": {}, "cells": 1}', '"cells", "cell_bit" are not as donjon writes them'),
        ('{"cell_bit": {"room": 2}, "cells": [[1, "x"]]}', 'row 1 of "cells" is no list of numbers'),
        ('{"cell_bit": {"room": 2}, "cells": [[1, 1]]}', "there is no room in it"),
        ('{"cell_bit": {}, "cells": [[1, 1]', "this is no JSON of a dungeon"),
        ('{"rects": %s, "doors": []}' % ("[" * 100_000), "this is no JSON of a dungeon"),
    ],
)
def test_what_is_wrong_in_a_dungeon_is_told(text: str, said: str) -> None:
    with pytest.raises(UnreadableMap) as wrong:
        document("spoilt", text)
    assert said in str(wrong.value)


def test_a_dungeon_is_no_map_of_another_game(tmp_path: Path) -> None:
    told = run("check", SAMPLES / "dungeons" / "cellar.tsv", "--game", "treasures").stderr
    assert told.endswith('error: this is a dungeon of donjon, and no map of "treasures"; its game is labyrinth\n')
    assert format_of(b"F\tF\n\tF\n") is not None
    with pytest.raises(UnreadableMap, match='"XX" in line 2, column 3, is no square of donjon'):
        document("other.tsv", "F\tF\nF\tF\tXX\n")
    assert (found := format_of(b"a\tb\nc\td\n")) is None or found.name != "donjon"
