"""Levels go to Text Mapper and back."""

import math
import re
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mapkit.formats.record import ExportOrder, FileToRead
from mapkit.formats.text_mapper import TEXT_MAPPER, spot, words_of
from mapkit.games import maps
from mapkit.games.dungeon.design import KINDS, Params, Weight, Weights
from mapkit.mapfile.text import UnreadableMap
from mapkit.model.errors import Problem
from mapkit.model.grid import Hex
from mapkit.model.map import Map
from mapkit.model.settings import BadSetting
from tests.command import run
from tests.formats.test_shelf import SAMPLES
from tests.games.test_dungeon import DUNGEON, few, some_maps


def imported(text: str | bytes, **said: Any) -> Map[Any]:
    assert TEXT_MAPPER.read is not None
    data = text if isinstance(text, bytes) else text.encode()
    found: Map[Any] = TEXT_MAPPER.read(FileToRead(data, "cave.txt", **said)).map
    return found


def exported(map_: Map[Any]) -> str:
    assert TEXT_MAPPER.write is not None
    return TEXT_MAPPER.write(map_, ExportOrder())[".txt"].decode()


def misfits(text: str) -> list[Problem]:
    with pytest.raises(UnreadableMap) as caught:
        imported(text)
    return list(caught.value.problems)


@few
@given(some_maps())
def test_a_level_comes_back_from_text_mapper_as_it_went(map_: Map[Params]) -> None:
    text = exported(map_)
    assert imported(text) == map_
    assert imported("\ufeff" + text.replace("\n", "\r\n")) == map_, "line ends of Windows and a byte order mark"


def drawn_at(number: str) -> tuple[float, float]:
    """Where Text Mapper draws a hex of side 1: columns are 1.5 apart, and odd columns lie half a hex higher."""
    column, row = int(number[:2]), int(number[2:4])
    return 1.5 * column, -math.sqrt(3) * (row - column % 2 / 2)


@pytest.mark.parametrize("radius", range(2, 7))
def test_the_picture_in_text_mapper_is_ours_turned_by_a_twelfth(radius: int) -> None:
    """HD-14.b: so each hex has the same neighbours there."""
    grid = Hex(radius)
    middle = drawn_at(str(spot(grid, grid.name(0, 0))))
    turn = complex(math.cos(math.pi / 6), -math.sin(math.pi / 6))
    for cell in grid.cells():
        x, y = drawn_at(str(spot(grid, cell)))
        seen = complex(x - middle[0], y - middle[1]) / math.sqrt(3)
        assert abs(seen - complex(*grid.centre(cell)) * turn) < 1e-9


@pytest.mark.parametrize("radius", range(2, 7))
def test_hexes_have_numbers_from_0101_on_and_the_column_is_in_their_name(radius: int) -> None:
    grid = Hex(radius, floors=2)
    numbers = {cell: str(spot(grid, cell)) for cell in grid.cells()}
    assert len(set(numbers.values())) == len(numbers)
    assert numbers[grid.name(0, 0, 1)] == f"{radius + 1:02}{radius + 1:02}"
    for cell, number in numbers.items():
        assert re.fullmatch(r"\d{4}" if cell.endswith("/1") else r"\d{4}01", number)
        assert int(number[:2]) == int(cell[1:].split("/")[0])
    assert min(number[:2] for number in numbers.values()) == min(number[2:4] for number in numbers.values()) == "01"


def test_what_is_exported_is_all_understood_by_text_mapper_and_every_kind_has_its_look() -> None:
    """Text Mapper would read a comment whose second word is `attributes`, `path` or `lib` as a command.

    There is no such comment.
    """
    text = exported(maps.generate("dungeon", "s", preset="additions", given={"levels": 3}))
    # The hexes that Text Mapper finds in a text, and the lines that it would not understand, as its own page says
    hexes, lost = {}, []
    for line in text.splitlines():
        if found := re.match(r"(\d\d\d\d(?:\d\d)?)\s+(\S.*)", line):
            hexes[found[1]] = found[2]
        elif line and not re.match(r"\s*#|\S+\s+(attributes|path|lib)\s|(text|label|glow|include|license)\s", line):
            lost.append(line)
    assert lost == []
    assert len(hexes) == 3 * 37
    assert not re.search(r"^#\S*\s+(attributes|path|lib|xml)\b", text, re.MULTILINE)
    looks = set(re.findall(r"^(\S+)\s+(?:attributes|lib)\s", text, re.MULTILINE))
    assert {*words_of(DUNGEON).values(), "unknown", "default"} <= looks
    assert set(hexes.values()) <= looks
    assert not re.search(r"^text .*text-anchor", text, re.MULTILINE)  # Text Mapper writes that one itself


SMALL = """\
0201 blank
0302 wall
0301 chest
0401 blank
0202 steel-wall
0102 blank
0103 minotaur "Old Bull" 20
0203 blank
0303 ROPE
0402 dark
0504 blank
0502 rot_bird
0403 blank
0304 stone_wall name="the gate"
0204 pool
0104 unknown
0305 blank
0404 pit
0503 blank
"""


def test_a_file_from_elsewhere_is_taken_as_drawn() -> None:
    found = imported("# My cave\nmountain attributes fill='grey'\n\ninclude default.txt\n" + SMALL)
    assert (found.game, found.title, found.preset) == (DUNGEON, "", "as-drawn")
    assert (found.params.grid, found.params.steel_wall) == (Hex(2), Weight(1))
    assert len(found.kinds) == 18
    assert found.kinds["c3"] == "rope"
    assert Counter(found.kinds.values()) == {**dict.fromkeys(KINDS, 1), "blank": 8, "stone_wall": 2}


@pytest.mark.parametrize(("columns", "rows"), [(0, 4), (2, -1), (6, 20), (90, 30)])
def test_a_level_may_lie_anywhere_in_text_mapper(columns: int, rows: int) -> None:
    """Text Mapper draws a level in the same way after it is moved by an even number of columns."""
    there = maps.generate("dungeon", "s", given={"levels": 2})
    number = re.compile(r"^(\d\d)(\d\d)(?=\d*\s)", re.MULTILINE)
    moved = number.sub(lambda n: f"{int(n[1]) + columns:02}{int(n[2]) + rows:02}", exported(there))
    assert moved.count(f"{4 + columns:02}{4 + rows:02} rope") == 1
    assert imported(moved) == there


def test_negative_and_dotted_numbers_are_read() -> None:
    there = maps.generate("dungeon", "s", given={"levels": 2})
    lines = exported(there).split("\n")
    dotted = [re.sub(r"^(\d\d)(\d\d)(\d\d)?\b", lambda n: ".".join(filter(None, n.groups())), line) for line in lines]
    below = [re.sub(r"^(\d\d)(\d\d)(?=\d*\s)", lambda n: f"{n[1]}-{20 - int(n[2])}", line) for line in lines]
    assert imported("\n".join(dotted)) == there
    assert imported("\n".join(below)) == there


def test_all_that_is_wrong_in_a_file_of_text_mapper_is_told_at_once() -> None:
    text = "#: [settings]\n#: blank = -8\n" + SMALL.replace("0201 blank", "0201 floor").replace("ROPE", "rope pit")
    text = text.replace("0402 dark\n", "").replace("0203 blank", "0203") + "0909 pool\n0101-0202 river\nO402 dark\n"
    listed = "blank, wall, pool, chest, minotaur, rot-bird, pit, rope, steel, dark, unknown"
    assert [(p.line, p.column, p.message) for p in misfits(text)] == [
        (2, 12, f"blank is -8, and no weight is less than 0; it takes {Weights.takes} (HD-4)"),
        (3, 1, "level 1 lacks 0402; a hexagon of radius 2 has 19 hexes"),
        (3, 6, f'"floor" is no kind of hex; use one of {listed}'),
        (10, 1, f"0203 is of no kind; write one of {listed} behind it"),
        (11, 11, "0303 is of two kinds; leave one of them out"),
        (21, 1, "0909 lies outside its level, a hexagon of radius 2 around 0303"),
        (22, 1, "a line through hexes, and levels have none; take it out"),
        (23, 1, '"O402 dark" says nothing in Text Mapper; a hex is a line such as 0103 wall'),
    ]


ISLAND = (SAMPLES / "hexes" / "island.txt").read_text()
OF_ISLAND = {"grass": "blank", "forest": "wall", "mountain": "wall", "sea": "pool", "village": "chest", "cave": "pit"}


def test_common_words_of_text_mapper_are_named_once_with_what_would_do() -> None:
    found = [problem.message for problem in misfits(ISLAND)]
    assert '"grass" is no kind of hex; --as grass=blank reads it as blank' in found
    assert '"fir-forest" is no kind of hex; --as fir-forest=wall reads it as wall' in found
    assert '"light-green" is no kind of hex; --as light-green= leaves it out everywhere' in found
    assert len(found) == len({*found})


def test_words_of_others_are_read_as_they_are_said_to_mean() -> None:
    words = {**OF_ISLAND, "fir-forest": "wall", "light-green": "", "dark-green": ""}
    found = imported(ISLAND, words=words)
    assert found.params.grid == Hex(2)
    assert Counter(found.kinds.values()) == {"blank": 8, "stone_wall": 4, "pool": 4, "chest": 1, "pit": 1, "rope": 1}
    with pytest.raises(BadSetting, match='--as forest is "hedge"; use one of blank, wall'):
        imported(ISLAND, words={"forest": "hedge"})


@pytest.mark.parametrize("name", ["well", "dotted"])
def test_samples_are_levels(name: str) -> None:
    assert imported((SAMPLES / "hexes" / f"{name}.txt").read_text()).kinds


def test_words_of_others_are_typed_behind_import_and_check(folder: Path) -> None:
    (folder / "island.txt").write_text(ISLAND)
    words = [
        each
        for pair in {**OF_ISLAND, "fir-forest": "wall", "light-green": "", "dark-green": ""}.items()
        for each in ("--as", "=".join(pair))
    ]
    assert run("check", "island.txt", *words).exit_code == 0
    assert run("check", "island.txt", "--as", "grass").stderr.startswith(
        "error: --as takes KEY=VALUE, such as forest=wall"
    )


BAD_LINES: dict[str, tuple[str, str, tuple[int, int, str]]] = {
    "an unknown word": ("0303 ROPE", "0303 ropes", (9, 6, '"ropes" is no kind of hex; did you mean "rope"?')),
    "two kinds": ("0303 ROPE", "0303 rope  pit", (9, 12, "0303 is of two kinds; leave one of them out")),
    "no kind": ("0303 ROPE", '0303 "rope"', (9, 1, "0303 is of no kind; write one of blank, wall,")),
    "a hex twice": ("0303 ROPE", "0304 rope", (14, 1, "0304 is there twice; first in line 9")),
    "a hex missing": ("0303 ROPE\n", "", (1, 1, "level 1 lacks 0303; a hexagon of radius 2 has 19 hexes")),
    "a hex outside": ("0303 ROPE", "0303 rope\n0606 pool", (10, 1, "0606 lies outside its level, a hexagon of radius")),
    "a mistyped number": ("0303 ROPE", "03o3 rope\n0303 rope", (9, 1, '"03o3 rope" says nothing in Text Mapper')),
    "a trail": ("0303 ROPE", "0303 rope\n 0303-0304 road", (10, 2, "a line through hexes, and levels have none")),
}


@pytest.mark.parametrize(("old", "new", "told"), BAD_LINES.values(), ids=BAD_LINES.keys())
def test_what_cannot_be_imported_is_told_with_its_line(old: str, new: str, told: tuple[int, int, str]) -> None:
    assert old in SMALL
    found = misfits(SMALL.replace(old, new))
    assert [p for p in found if p[:2] == told[:2] and told[2] in p.message]
    assert len(found) == (2 if "lacks" not in told[2] and "0303" not in new else 1)  # and the level lacks 0303


@pytest.mark.parametrize(
    ("text", "line", "column", "words"),
    [
        ("# nothing\ninclude default.txt\n", 1, 1, "there is no hex in it"),
        (
            '#: game = "treasures"\n0101 wall\n',
            1,
            11,
            'with lines such as 0103 wall, and no map of "treasures"; its game is dungeon',
        ),
        ('#: game = "chess"\n0101 wall\n', 1, 11, 'and no map of "chess"; its game is dungeon'),
        ("#: mapkit = 9\n" + SMALL, 1, 13, "needs a newer mapkit"),
        ('#: preset = "soft"\n' + SMALL, 1, 13, 'dungeon has no preset "soft"'),
        ("#: [settings]\n#: levels = 2\n" + SMALL, 2, 13, "levels is 2, and 1 drawn"),
        ("#: ][\n" + SMALL, 1, 4, "this is no TOML"),
        ("\n".join(f"0101{n:02} wall" for n in range(9)), 9, 1, "there are 9 levels; 8 are the most"),
    ],
)
def test_what_is_no_level_is_told(text: str, line: int, column: int, words: str) -> None:
    found = misfits(text)
    assert [p for p in found if (p.line, p.column) == (line, column) and words in p.message]


def test_of_two_levels_each_is_told_what_it_lacks() -> None:
    text = exported(maps.generate("dungeon", "s", given={"levels": 2}))
    short = re.sub(r"^0404 .*\n|^010[345]01 .*\n", "", text, flags=re.MULTILINE)
    assert [p.message for p in misfits(short)] == [
        "level 1 lacks 0404; a hexagon of radius 3 has 37 hexes",
        "level 2 lacks 010301, 010401, 010501; a hexagon of radius 3 has 37 hexes",
    ]


TEXT_WORDS = [
    "\n",
    "0101",
    "0102",
    "010201",
    "-0101",
    "01.02",
    " ",
    "wall",
    "pit",
    '"',
    "#: ",
    "=",
    "[settings]",
    "blank",
]


@few
@given(st.lists(st.sampled_from(TEXT_WORDS) | st.text(max_size=2), max_size=60).map("".join))
def test_any_text_is_a_map_or_unreadable(text: str) -> None:
    data = text.encode(errors="replace")
    lines = data.decode().removeprefix("\ufeff").split("\n")
    told: tuple[Problem, ...] = ()
    try:
        found = imported(data)
    except UnreadableMap as error:
        told = error.problems
        assert told
    else:
        assert imported(exported(found)) == found
    for problem in told:
        assert 1 <= problem.line <= len(lines)
        assert problem.column >= 1
        assert problem.message.isprintable()


# The commands


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_a_level_is_exported_and_imported_by_command(folder: Path) -> None:
    run("generate", "dungeon", "--seed", "s", "--set", "levels=2", "-o", "cave.toml")
    went = run("export", "cave.toml", "--format", "text-mapper")
    assert (went.exit_code, went.stdout) == (0, "cave.txt\n")
    assert "mapkit import cave.txt" in went.stderr
    came = run("import", "cave.txt")
    assert (came.exit_code, came.stdout) == (0, "cave-imported.toml\n")
    kept = (folder / "cave.toml").read_text(encoding="utf-8").partition("\n")[2]  # the first line names the seed
    assert (folder / "cave-imported.toml").read_text(encoding="utf-8") == kept


def test_levels_go_through_pipes(folder: Path) -> None:
    made = run("generate", "dungeon", "--seed", "s", "-o", "-").stdout
    went = run("export", "-", "--format", "text-mapper", given=made.encode())
    assert went.stdout.startswith("# A map of Dungeon for Text Mapper.")
    assert run("import", "-", given=went.stdout.encode()).stdout == made.partition("\n")[2]
    assert list(folder.iterdir()) == []


def test_a_file_that_is_there_is_not_replaced_unasked(folder: Path) -> None:
    run("generate", "dungeon", "--seed", "s", "-o", "cave.toml")
    (folder / "cave.txt").write_text("mine", encoding="utf-8")
    assert run("export", "cave.toml", "-o", "cave.txt").exit_code == 3
    assert (folder / "cave.txt").read_text(encoding="utf-8") == "mine"
    assert run("export", "cave.toml", "-o", "cave.txt", "--force").exit_code == 0
    assert run("import", "no.txt").exit_code == 3


def test_a_word_of_as_that_no_hex_has_is_told() -> None:
    assert TEXT_MAPPER.read
    text = exported(maps.generate("dungeon", "s", given={"levels": 1}))
    words = {"wall": "wall", "forst": "wall", "Swamp": "pool"}
    told = TEXT_MAPPER.read(FileToRead(text.encode(), "m.txt", words=words)).remarks
    assert [str(each) for each in told] == ["--as: no hex has the words forst and Swamp"]
