"""Maps in words: every thing and every row, from the records of a game, in every language that it has words in."""

import re
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import pytest

import mapkit
from mapkit.games.shelf import GAMES
from mapkit.language.catalogue import languages
from mapkit.model.map import Map
from mapkit.model.message import message
from mapkit.paper.description import PARTS, description
from tests.command import output

CAVE = """mapkit = 1
game = "treasures"
preset = "any-size"
title = "The cave"
map = '''
+---+---+---+
| .   ~v| T |
+   +   +   +
  .   ~>  ~>|
+---+---+---+
'''
"""


def test_the_sides_of_a_cell_come_in_one_order_in_every_process() -> None:
    above, _, rest = CAVE.rpartition("+---+---+---+")
    corners = above.replace("| T |", "| T  ") + "+   +---+   +" + rest
    assert "exit, 4: south of a1, south of c1, west of a1, east of c2." in mapkit.read(corners).describe()


def test_a_map_is_told_by_its_things_and_its_rows() -> None:
    map_ = mapkit.read(CAVE)
    assert map_.describe().splitlines() == [
        "The cave: a map of Treasures of the Abandoned Labyrinth. 3 columns and 2 rows: a1 is in the south-west, c2 in "
        "the north-east.",
        "This map is secret: it is for the game master alone.",
        *([line] if (line := map_.describe().splitlines()[2]).startswith("Settings: ") else []),
        "exit: west of a1.",
        "river: from b2 to c1, by b2, b1, c1.",
        "treasure: c2.",
        "Safe tile: all other cells, 2.",
        "wall: east of b2.",
        "Row 2: a2 Safe tile; b2 river tile flowing south (wall east); c2 treasure (wall west).",
        "Row 1: a1 Safe tile (exit west); b1 to c1 river tile flowing east.",
    ]
    assert map_.describe(by="cells").splitlines()[-4:-2] == ["c2: treasure; wall west.", "a1: Safe tile; exit west."]


def test_what_is_not_decided_yet_is_told() -> None:
    map_ = mapkit.read(
        CAVE.replace("|  .   ~v| T |", "").replace("+   +   +   +", "+   + ? +   +").replace(" T |", "   |")
    )
    told = map_.describe(by="things")
    assert "not filled in: c2." in told
    assert "not decided: north of b1." in told


@cache
def made(game: str) -> Map[Any]:
    preset = {"labyrinth": "classic-x", "quoridor": "middle"}.get(game, "default")
    return mapkit.generate(game, "1", preset=preset, size="2" if game == "minoqaur" else None)


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("language", ["en", "ru"])
def test_every_cell_and_every_thing_of_every_game_is_told_in_every_language(game: str, language: str) -> None:
    assert language in languages(game)
    map_ = made(game)
    told = {part: map_.describe(by=part, language=language) for part in PARTS}
    head = len(told["all"].splitlines()) - len(told["things"].splitlines())
    grid = map_.params.grid
    rows = {(round(grid.centre(cell)[1], 3), grid.floor(cell)) for cell in grid.cells()}
    assert head == len(rows), "a line for each row"
    lines = told["cells"].splitlines()
    assert [line.partition(":")[0] for line in lines][-len(map_.params.grid.cells()) :] == [*map_.params.grid.cells()]
    secret = {"en": "This map is secret", "ru": "Эта карта секретна"}[language]
    assert (secret in told["things"]) is (game not in ("quoridor", "minoqaur"))
    if language == "ru":
        said = "\n".join(line for line in told["all"].splitlines() if not line.startswith("Настройки"))
        assert re.findall(r"[A-Za-z]{3,}", said.replace(map_.title or "-", "")) == [], "no English is left"


def test_the_command_prints_what_the_library_gives(tmp_path: Path) -> None:
    (tmp_path / "cave.toml").write_text(CAVE)
    file = str(tmp_path / "cave.toml")
    assert output("describe", file) == mapkit.read(CAVE).describe()
    asked = output("describe", file, "--by", "rows", "--lang", "ru")
    assert asked == mapkit.read(CAVE).describe(by="rows", language="ru")
    assert "by is 'row'; did you mean rows?" in output("describe", file, "--by", "row", code=2)


def test_a_game_without_words_and_sheets_of_its_own_is_told_too() -> None:
    map_ = made("treasures")
    sixth = replace(map_, game=replace(map_.game, name="moths", title=message("Moths"), paper=None))
    told = list(description(sixth))
    assert told[0].startswith("A map of Moths. 8 columns and 8 rows")
    assert told[1:] == list(description(map_))[1:]
