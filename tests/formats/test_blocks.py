"""Mazes of blocks: their blocks are walls, or cells that nobody enters."""

from pathlib import Path
from typing import Any

import pytest

import mapkit
from mapkit.formats import shelf
from mapkit.formats.mazes import looks_like_cells
from mapkit.mapfile.document import Document
from mapkit.mapfile.text import UnreadableMap
from mapkit.mapfile.writer import drawings
from mapkit.model.grid import Border
from mapkit.model.map import Map
from mapkit.model.rule import has
from mapkit.solve import legality
from tests.command import run


def read(text: str) -> Document:
    return shelf.read(text.encode(), "mine.txt", "labyrinth")


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
    assert found.remarks == ("understood as a maze of blocks, 5 x 4 cells",)
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
    said = "understood as a maze whose blocks are cells that nobody enters, 5 x 4 cells"
    assert found.remarks == (said, "exits: the south side of e1")
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
        (CELLS.replace("# #   #", "# # E #"), '4:5: error: "E" stands inside the maze; an exit leads from a free cell'),
        (CELLS.replace("#E#\n#######", "# #\n#T#####"), '6:2: error: "T" stands in the outer wall; things stand in'),
        (CELLS.replace("#######\n#S", "#### ##\n#S"), "1:5: error: a gap in the outer wall, and behind it a block"),
        (CELLS.replace("# # # #", "# #"), "3:4: error: this line is short: it has 3 signs, and others 7; draw free"),
    ],
)
def test_what_is_wrong_is_told_with_its_line_and_column(text: str, told: str) -> None:
    (problem,) = problems(text)
    assert problem.startswith(f"mine.txt:{told}")


def test_a_fault_stands_where_the_sign_does() -> None:
    found = read("\n" + CELLS)
    assert found.spot("e4") == (3, 6)
    assert found.spot(Border("e1", "S")) == (6, 6)


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
    assert not looks_like_cells(text)


def test_a_maze_of_blocks_is_imported(tmp_path: Path) -> None:
    (tmp_path / "maze.txt").write_text(CELLS)
    told = run("import", tmp_path / "maze.txt", "-o", tmp_path / "maze.toml")
    assert told.exit_code == 0
    assert "a maze whose blocks are cells that nobody enters, 5 x 4 cells" in told.stderr
    assert board(mapkit.read((tmp_path / "maze.toml").read_text())) == FILLED
