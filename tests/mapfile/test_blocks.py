"""Mazes of blocks, and drawings of boards that are no rectangles: read as maps with solid cells."""

from pathlib import Path
from typing import Any

import pytest

import mapkit
from mapkit.games import maps
from mapkit.mapfile.blocks import looks_like_blocks
from mapkit.mapfile.document import Document
from mapkit.mapfile.text import UnreadableMap
from mapkit.mapfile.writer import drawings
from mapkit.model.grid import Border
from mapkit.model.map import Map
from mapkit.model.rule import has
from mapkit.solve import legality
from tests.command import run


def read(text: str) -> Document:
    return maps.read(text.encode(), "mine.txt", game="labyrinth")


def board(map_: Map[Any]) -> str:
    return "\n".join(drawings(map_))


def problems(text: str) -> list[str]:
    with pytest.raises(UnreadableMap) as caught:
        read(text)
    return str(caught.value).splitlines()


LATTICE = """\
###########
#S    #   #
# ### # # #
# #     # #
# ##### # #
#     #T# #
##### ### #
#..........
###########
"""
WALLED = """\
+---+---+---+---+---+
| .   .   . | .   . |
+   +---+   +   +   +
| . | .   .   . | . |
+   +---+---+   +   +
| .   .   . | T | . |
+---+---+   +---+   +
| .   .   .   .   .
+---+---+---+---+---+"""  # fmt: skip


def test_blocks_on_every_second_row_and_column_are_walls() -> None:
    found = read(LATTICE)
    assert board(found.map) == WALLED
    assert has("a4", "start 1") in found.map.facts
    said = "a maze of blocks, read as 5x4 cells with walls between them; exits: the east side of e1"
    assert found.understood == said
    assert legality.check(found.map) == ()


CELLS = """\
#######
#S  #T#
# # # #
# #   #
#   #E#
#######
"""
FILLED = """\
+---+---+---+---+---+
| .   .   .   #   T |
+   +   +   +   +   +
| .   #   .   #   . |
+   +   +   +   +   +
| .   #   .   .   . |
+   +   +   +   +   +
| .   .   .   #   . |
+---+---+---+---+   +"""


def test_other_blocks_are_cells_that_nobody_enters() -> None:
    found = read(CELLS)
    assert board(found.map) == FILLED
    said = "a maze whose blocks are cells, read as 5x4 cells, 5 of them solid; exits: the south side of e1"
    assert found.understood == said
    assert legality.check(found.map) == ()


@pytest.mark.parametrize(
    ("text", "exits"),
    [
        ("....\n.##.\nS.TE", {("d1", "S")}),  # no blocks around; of two sides the lower one
        ("E..\n.##\nS.T", {("a3", "N")}),
        ("######\n#S.T \n#.##.#\n#....#\n######", {("d3", "E")}),
        ("#####\n#S T#\n# # #\n#   #\n### #\n", {("b1", "S")}),
        ("######\n#S..E#\n#.##.#\n#T...#\n#### #", {("d3", "E"), ("d1", "S")}),
        ("█████\n█S T█\n█ █ █\n█   E\n█████", {("b1", "E")}),
    ],
)
def test_exits_are_gaps_and_signs_at_the_edge(text: str, exits: set[tuple[str, str]]) -> None:
    found = read(text).map
    assert {fact.place for fact in found.facts if fact.mark == "exit"} == {Border(*line) for line in exits}


def test_a_block_among_cells_on_every_second_row_is_closed_all_around() -> None:
    found = read("#######\n#S#T  #\n# ### #\n# ### #\n# ### #\n#     #\n##### #").map
    assert board(found).splitlines()[3] == "| .   #   . |"


@pytest.mark.parametrize(
    ("text", "told"),
    [
        (CELLS.replace("# #   #", "# # Q #"), '4:5: error: "Q" is no sign of a maze of blocks; use # for a block'),
        (CELLS.replace("#   #E#", "#  E# #"), '5:4: error: "E" stands inside the maze; an exit leads from a free cell'),
        (CELLS.replace("#E#\n#######", "# #\n####T##"), '6:5: error: "T" stands in the outer wall; things stand in'),
        (CELLS.replace("#######\n#S", "#### ##\n#S"), "1:5: error: a gap in the outer wall, and behind it a block"),
        (CELLS.replace("# # # #", "# #"), "3:4: error: this line is short: it has 3 signs, and others 7; draw free"),
        (CELLS[:8] + CELLS[16:24] + "#######\n", "error: "),
    ],
)
def test_what_is_wrong_is_told_with_its_line_and_column(text: str, told: str) -> None:
    if told == "error: ":  # two rows are a board; what is wrong with it is a matter of rules
        assert str(read(text).map.params.grid) == "5x2"
    else:
        (problem,) = problems(text)
        assert problem.startswith(f"mine.txt:{told}")


def test_a_fault_stands_where_the_sign_does() -> None:
    found = read(CELLS.replace("T", " "))
    (fault,) = legality.check(read(CELLS.replace("T", "F")).map)
    assert fault.rule.number == "MP-31"
    assert found.spot("e4") == (2, 6)
    assert found.spot(Border("e1", "S")) == (5, 6)


@pytest.mark.parametrize(
    "text",
    [
        "# a comment\n# another\nname: value\n",
        "########\n\n",
        "+---+\n| . |\n+---+\n",
        "mapkit = 1\n",
        "# # #\n. . .\n. . .\n",
    ],
)
def test_other_texts_are_no_mazes_of_blocks(text: str) -> None:
    assert not looks_like_blocks(text)


def test_a_maze_of_blocks_is_imported(tmp_path: Path) -> None:
    (tmp_path / "maze.txt").write_text(CELLS)
    told = run("import", tmp_path / "maze.txt", "-o", tmp_path / "maze.toml")
    assert told.exit_code == 0
    assert "a maze whose blocks are cells, read as 5x4 cells, 5 of them solid" in told.stderr
    assert board(mapkit.read((tmp_path / "maze.toml").read_text())) == FILLED


def test_a_maze_of_blocks_without_a_game_names_those_that_read_it() -> None:
    with pytest.raises(UnreadableMap, match=r"say its game with --game, one of labyrinth$"):
        maps.read(CELLS.encode(), "mine.txt")


# --- boards that are no rectangles -------------------------------------------------------------------------------

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
BOXES = {"+": "┼", "-": "─", "|": "│"}


@pytest.mark.parametrize("text", [CROSS, CROSS.translate(str.maketrans(BOXES)), "  " + CROSS.replace("\n", "\n  ")])
def test_cells_that_a_drawing_leaves_out_are_solid(text: str) -> None:
    found = read(text)
    assert board(found.map) == WHOLE
    assert found.understood == "no cell is drawn at a4, e4, a1, e1; read as # (solid cell)"
    assert found.spot("c2") == (6, 11 + 2 * text.startswith("  "))


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
    assert read(blank).understood == ""
    assert read(blank).map.kinds == {}


def test_a_file_with_a_head_may_leave_cells_out_and_is_mended_as_a_whole() -> None:
    head = 'mapkit = 1\ngame = "labyrinth"\nmap = """\n'
    found = maps.read(f'{head}{CROSS}"""\n'.encode(), "mine.toml")
    assert board(found.map) == WHOLE
    assert mapkit.read(mapkit.show(found.map)).facts == found.map.facts
