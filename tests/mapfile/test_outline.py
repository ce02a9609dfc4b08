"""Drawings of boards that are no rectangles: what they leave out is read as solid cells."""

from typing import Any

import pytest

import mapkit
from mapkit.games import maps
from mapkit.mapfile.document import Document
from mapkit.mapfile.writer import drawings
from mapkit.model.map import Map


def read(text: str) -> Document:
    return maps.read(text.encode(), "mine.txt", game="labyrinth")


def board(map_: Map[Any]) -> str:
    return "\n".join(drawings(map_))


CROSS = """\
    +---+---+---+
    | .   .   . |
+---+   +   +   +---+
| .   .   .   .   . |
+   +   +   +   +   +
| A   .   T   .   . |
+---+   +   +   +---+
    | .   .   .
    +---+---+---+
"""
WHOLE = """\
+---+---+---+---+---+
| #   .   .   .   # |
+   +   +   +   +   +
| .   .   .   .   . |
+   +   +   +   +   +
| A   .   T   .   . |
+   +   +   +   +   +
| #   .   .   . e # |
+---+---+---+---+---+"""
BOXES = str.maketrans("+-|", "┼─│")


@pytest.mark.parametrize("text", [CROSS, CROSS.translate(BOXES), "  " + CROSS.replace("\n", "\n  ")])
def test_cells_that_a_drawing_leaves_out_are_solid(text: str) -> None:
    """MX-90.d."""
    found = read(text)
    assert board(found.map) == WHOLE
    assert found.remarks == ("no cell is drawn at a4, e4, a1, e1; read as # (solid cell)",)
    assert found.spot("c2") == (6, text.splitlines()[5].index("T") + 1)


NOTCHES = """\
+---+---+   +---+
| .   . |   | . |
+   +   +---+   +
| .   .   .   . |
+---+   +   +---+
    | . | T |
    +---+---+
"""


def test_a_notch_of_one_cell_is_left_out_where_a_corner_is_missing_elsewhere() -> None:
    """MX-90.d."""
    assert board(read(NOTCHES).map).splitlines()[1::2] == [
        "| .   .   #   . |",
        "| .   .   .   . |",
        "| #   . | T   # |",
    ]


def test_a_courtyard_is_left_out() -> None:
    drawn = """\
+---+---+---+---+
| .   .   .   . |
+   +---+---+   +
| . |       | . |
+   +       +   +
| . |       | T |
+   +---+---+   +
| .   .   .   .
+---+---+---+---+
"""
    assert board(read(drawn).map).splitlines()[3::2][:2] == ["| .   #   #   . |", "| .   #   #   T |"]


def test_a_blank_drawing_leaves_no_cell_out() -> None:
    blank = "+---+---+---+\n|           |\n+   +   +   +\n|           |\n+---+---+---+"
    assert read(blank).remarks == ()
    assert read(blank).map.kinds == {}


def test_a_file_with_a_head_may_leave_cells_out_and_is_mended_as_a_whole() -> None:
    head = 'mapkit = 1\ngame = "labyrinth"\nmap = """\n'
    found = maps.read(f'{head}{CROSS}"""\n'.encode(), "mine.toml")
    assert board(found.map) == WHOLE
    assert mapkit.read(found.map.to_text()).facts == found.map.facts
