"""Mazes that programs print come in as maps, and go out as blocks."""

from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import mapkit
from mapkit.formats import shelf
from mapkit.formats.mazes import lattice
from mapkit.formats.record import ExportOrder
from mapkit.mapfile.document import Document
from mapkit.mapfile.text import UnreadableMap
from mapkit.model.grid import Border, borders
from mapkit.model.map import Map
from mapkit.model.rule import Fact, has
from tests.command import run
from tests.formats.test_shelf import SAMPLES

MAZE = """\
+---+---+---+---+
| .   .   . | .
+   +---+   +   +
| . | .   .   . |
+---+   +---+   +
| .   .   .   . |
+---+---+---+   +
"""
"""A maze as a drawing of our own; all others below say the same."""


def read(text: str, game: str = "labyrinth", **words: str) -> Document:
    return shelf.read(text.encode(), "maze.txt", game, words=words)


def facts(text: str, game: str = "labyrinth") -> Any:
    return read(text, game).map.facts


def blocks(wall: str = "#", ground: str = " ") -> str:
    rows = ["#########", "#     #  ", "# ### # #", "# #     #", "### ### #", "#       #", "####### #"]
    return "\n".join(row.replace(" ", ground).replace("#", wall) for row in rows)


def framed(wide: int, tall: int = 2) -> str:
    """The maze in lines whose corners stand so far apart."""
    found = list[str]()
    for number, row in enumerate(blocks().split("\n")):
        signs = "-" if number % 2 == 0 else "|"
        parts = [
            ("+" if number % 2 == 0 else sign.replace("#", signs))
            if at % 2 == 0
            else sign.replace("#", signs) * (wide - 1)
            for at, sign in enumerate(row)
        ]
        found += ["".join(parts)] * (1 if number % 2 == 0 else tall - 1)
    return "\n".join(found)


SAME = {
    "blocks": blocks(),
    "blocks two wide": blocks("██", "  "),
    "blocks and dots": blocks("█", "."),
    "zeros and ones": blocks("1", "0"),
    "a list of lists": "[" + ",\n".join(f"[{', '.join(row)}]" for row in blocks("1", "0").split("\n")) + "]",
    "a list in one line": str([[int(sign) for sign in row] for row in blocks("1", "0").split("\n")]),
    "an array of numpy": f"array([{', '.join(str([*map(int, row)]) for row in blocks('1', '0').split())}], dtype=int8)",
    "truth values": "\n".join(f"[{' '.join('FT'[sign == '#'] for sign in row)}]" for row in blocks().split("\n"))
    .replace("T", "True")
    .replace("F", "False"),
    "numbers of numpy": "\n".join(f"[{' '.join(row)}]" for row in blocks("1", "0").split("\n")),
    "corners three apart": framed(3),
    "corners two apart": framed(2),
    "corners six apart": framed(6),
    "cells of two rows": framed(4, 3),
    "cells of three rows": framed(7, 4),
    "thin boxes": "┌─────┬──\n│     │  \n│ ┌── │ │\n│ │     │\n├─┘ ╶─╴ │\n│       │\n└────── ╵",
    "round boxes": "╭─────┬──\n│     │  \n│ ╭─╴ ╵ ╷\n│ │     │\n├─╯ ╶─╴ │\n│       │\n╰─────╴ │",
    "double boxes": "╔═════╦══\n║     ║  \n║ ╔══ ║ ║\n║ ║     ║\n╠═╝ ╞═╡ ║\n║       ║\n╚══════ ║",
    "underscores": " _ _ _ _\n|  _  |\n|_|  _  |\n|_ _ _  |",
    "blocks of X": blocks("X"),
    "blocks of @": blocks("@", "."),
    "underscores with dots": "._._._._.\n|  _  |\n|_|  _  |\n|_ _ _  |",
    "blanks that do not break": blocks(ground="\u00a0"),
    "a maze in a fence": f"```text\n{blocks()}\n```",
    "a maze in a mail": "\n".join(f"> {line}" for line in blocks().split("\n")),
    "an indented maze": "\n".join(["", *(f"    {line}" for line in blocks().split("\n")), ""]),
    "bright walls": blocks("⬜", "⬛"),
    "zeros for walls": blocks("0", "1"),
    "letters": blocks("w", "c"),
    "blocks three wide": blocks("###", "   "),
    "blocks two wide and two high": "\n".join(line for row in blocks("##", "..").split("\n") for line in (row, row)),
    "ways three wide": "\n".join(
        "".join(sign * (1 + 2 * (at % 2)) for at, sign in enumerate(row)) for row in blocks().split("\n")
    ),
    "signs with blanks between": "\n".join(" ".join(row) for row in blocks(ground=".").split("\n")),
    "numbers with points": str([[float(sign) for sign in row] for row in blocks("1", "0").split("\n")]),
    "rows of numpy in several lines": "array(["
    + ",\n".join(f"[{', '.join(row[:6])},\n  {', '.join(row[6:])}]" for row in blocks("1", "0").split("\n"))
    .replace("1", " True")
    .replace("0", "False")
    + "])",
    "a list of texts": "maze = [\n" + "\n".join(f'    "{row}",' for row in blocks().split("\n")) + "\n]\n",
    "a maze with a title": f"My maze (4 x 3)\n\n{blocks()}\n\nSolved in 12 steps.",
    "a maze with a comment": f"# My maze\n{blocks()}",
    "corners of other signs": framed(4).replace("+", "o"),
    "corners without signs": framed(4).replace("+", " "),
    "dots and underscores in turn": framed(2).replace("+", ".").replace("-", "_"),
    "lines of other signs": framed(3).replace("-", "~").replace("|", "!"),
    "ground of dots": framed(3).replace(" ", "."),
    "a maze from Windows": "\ufeff" + blocks().replace("\n", "\r\n") + "\r\n",
}


@pytest.mark.parametrize("name", SAME)
def test_one_maze_is_understood_in_all_its_forms(name: str) -> None:
    for game in ("labyrinth", "treasures"):
        assert facts(SAME[name], game) == facts(MAZE, game)
    found = read(SAME[name])
    assert found.remarks[0].startswith("understood as a maze of ")
    assert found.remarks[0].endswith(", 4 x 3 cells")
    known = shelf.format_of(SAME[name].encode())
    assert known is not None
    assert known.name in ("blocks", "maze"), "it is known without a word about its game"


def test_a_maze_of_a_library_of_others_is_understood() -> None:
    mazelib = pytest.importorskip("mazelib", reason="the extra ci is not installed")
    from mazelib.generate.Prims import Prims

    mazelib.Maze.set_seed(7)
    maze = mazelib.Maze()
    maze.generator = Prims(6, 9)
    maze.generate()
    for text in (maze.tostring(), str(maze.grid)):
        found = read(text).map
        assert str(found.params.grid) == "9x6"
        for line in borders(found.params.grid):
            x, y = found.params.grid.centre(line.cell)
            if found.params.grid.step(line.cell, line.side):
                at = int(2 * x + 1) + (line.side == "E"), int(2 * (5 - y) + 1) - (line.side == "N")
                assert (Fact(line, "wall") in found.facts) == bool(maze.grid[at[1]][at[0]])
    maze.generate_entrances()
    text = maze.tostring(True)
    assert len([fact for fact in read(text).map.facts if fact.mark == "exit"]) == 2


def test_signs_on_open_ground_are_left_out_and_told() -> None:
    maze = blocks().replace("#       #", "#S++  E #")
    found = read(maze, "treasures")
    assert found.map.facts == facts(MAZE, "treasures")
    assert found.remarks[1:] == ('left out, as a maze does not say what it is: "S" at a1, "+" at b1',)
    found = read(maze)
    assert found.map.facts == facts(MAZE) | {has("a1", "start 1")}, "S is a start in this game"
    assert found.remarks[1:] == ('left out, as a maze does not say what it is: "+" at b1',)


def test_a_fault_of_a_maze_names_its_place_in_the_text(tmp_path: Path) -> None:
    path = tmp_path / "maze.txt"
    path.write_text(blocks().replace("### ### #", "#########"))
    told = run("check", path, "--game", "labyrinth").stdout
    assert f"{path}:6:2: fault[MP-32] a1: Every cell can be entered" in told


def test_a_maze_without_a_game_is_asked_for_it_and_a_large_one_refused() -> None:
    with pytest.raises(
        UnreadableMap, match="this is a maze of blocks; say its game with --game, one of treasures, labyrinth"
    ):
        read(blocks(), "")
    wide = "\n".join(["#" * 141, *(["#" + " " * 139 + "#", "#" * 141] * 3)])
    with pytest.raises(UnreadableMap, match="70 x 3 cells; 2 to 64 will do"):
        read(wide)


@pytest.mark.parametrize(
    "text",
    [
        "####\n#  #\n#  #\n####",
        "#######\n#     #\n#     #\n#     #\n#######",
        " _ _\n| x |\n|___|",
        "111\n101\n111",
        "",
        "#",
    ],
)
def test_what_is_no_maze_is_not_taken_for_one(text: str) -> None:
    assert lattice(text) is None


def test_a_drawing_of_our_own_is_none_and_its_blank_cells_may_be_filled(tmp_path: Path) -> None:
    """As a program prints it that is called generate-maze."""
    text = MAZE.replace(".", " ")
    assert lattice(text) is None
    found = read(text)
    assert not found.map.kinds
    assert found.remarks == ("no cell is filled in; --as blank=. takes all as empty cell",)
    assert read(text, blank=".").map.facts == facts(MAZE)
    for words, says in (
        ({"blank": "empty"}, '--as blank is "empty"'),
        ({"forest": "wall"}, "a drawing takes --as blank=SYMBOL"),
    ):
        with pytest.raises(mapkit.BadSetting, match=says):
            read(text, **words)


@st.composite
def mazes(draw: st.DrawFn) -> Map[Any]:
    """Any maze with nothing in it."""
    width, height = draw(st.integers(2, 7)), draw(st.integers(2, 7))
    map_ = mapkit.read(mapkit.new("labyrinth", size=f"{width}x{height}"))
    grid = map_.params.grid
    facts = {has(cell, "empty") for cell in grid.cells()}
    for line in borders(grid):
        if draw(st.booleans()):
            facts.add(Fact(line, "wall" if grid.step(line.cell, line.side) else "exit"))
    return Map(map_.game, map_.params, frozenset(facts))


@given(mazes())
def test_a_maze_of_blocks_comes_back_as_it_went(map_: Map[Any]) -> None:
    text = shelf.written(map_, shelf.FORMATS["blocks"], ExportOrder())[".txt"].decode()
    assert facts(text) == map_.facts


def test_what_blocks_cannot_hold_is_told(tmp_path: Path) -> None:
    map_ = mapkit.generate("labyrinth", "blocks", preset="extreme")
    path = tmp_path / "m.toml"
    path.write_text(map_.to_text())
    told = run("export", path, "--format", "blocks", "-o", tmp_path / "m.txt").stderr
    assert "left out, as blocks has no place for it: the settings, what lies in cells and doors, windows" in told
    walls = {fact.place for fact in facts((tmp_path / "m.txt").read_text()) if isinstance(fact.place, Border)}
    assert walls == {fact.place for fact in map_.facts if isinstance(fact.place, Border)}


@pytest.mark.parametrize("path", sorted((SAMPLES / "mazes").glob("*")), ids=lambda path: path.stem)
def test_samples_are_mazes(path: Path) -> None:
    found = shelf.read(path.read_bytes(), path.name, "labyrinth")
    assert found.format in ("blocks", "maze")
    assert any(fact.mark == "exit" for fact in found.map.facts)


@given(st.text(alphabet="#+-|_ ═║╔1\n", max_size=120))
def test_any_text_is_a_maze_or_none(text: str) -> None:
    found = lattice(text)
    lines = text.replace("\r", "").split("\n")
    if found is not None:
        line, column = found.places(2 * found.columns, 2 * found.rows)
        assert 0 <= line < len(lines)
        assert column >= 0


def test_floors_are_mazes_of_their_own(tmp_path: Path) -> None:
    tower = mapkit.generate("labyrinth", "floors", preset="tower")
    path = tmp_path / "tower.toml"
    path.write_text(tower.to_text())
    told = run("export", path, "--format", "blocks", "-o", tmp_path / "tower.txt")
    assert "that floors lie one above the other" in told.stderr
    parts = shelf.parts_of((tmp_path / "tower.txt").read_bytes(), "labyrinth")
    assert len(parts) == tower.params.grid.floors
    assert {str(shelf.read(part, "tower.txt", "labyrinth").map.params.grid) for part in parts} == {"5x5"}
