"""TL-9.c and MP-36.a: cells are named as a group names them, on sheets, in files and at the table; play is the same."""

from dataclasses import replace
from itertools import islice, product
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

import mapkit
from mapkit.cli import main
from mapkit.games import maps
from mapkit.games.treasures.design import Params
from mapkit.mapfile import json_file, share_code
from mapkit.model.chance import Chance
from mapkit.model.errors import BadSetting
from mapkit.model.game import table_of
from mapkit.model.grid import Square, Storeys
from mapkit.model.map import Map
from mapkit.model.symmetry import renamed
from mapkit.paper.board import names_along, whole_board
from mapkit.players.machines import dice_of, machines, play_directives
from mapkit.studio import settings_panel
from mapkit.table.boards import board

NAMINGS = tuple(product(("up", "down"), ("letters", "numbers")))
GROUPS = [pytest.param({"rows": rows, "columns": columns}, id=f"{rows} {columns}") for rows, columns in NAMINGS]
BOARD = Square(3, 2)
NAMES = {
    ("up", "letters"): "a2 b2 c2 a1 b1 c1",
    ("down", "letters"): "a1 b1 c1 a2 b2 c2",
    ("up", "numbers"): "1-2 2-2 3-2 1-1 2-1 3-1",
    ("down", "numbers"): "1-1 2-1 3-1 1-2 2-2 3-2",
}


@pytest.mark.parametrize("naming", NAMINGS, ids=" ".join)
def test_a_cell_is_named_by_column_and_row(naming: tuple[str, str]) -> None:
    named = BOARD.names_as(*naming)
    assert " ".join(named.cells()) == NAMES[naming]
    assert named.corner == named.cells()[3], "it stands at the lower left"
    across, down = ([name for _, name in names_along(whole_board(named, 0, 0, 10), side)] for side in "NW")
    assert [named.name(x, 0).removesuffix(down[0]).rstrip("-") for x in range(3)] == across
    back = renamed(named, "up", "letters")
    assert back.board == BOARD
    assert [back.places[cell] for cell in named.cells()] == [*BOARD.cells()]


@pytest.mark.parametrize("typed", ["3-1", "3,1", "(3,1)", "(3; 1)", "3, 1", "3.1"])
def test_what_people_type_is_the_name_where_columns_have_numbers(typed: str) -> None:
    numbered = BOARD.names_as("up", "numbers")
    assert numbered.with_names(f"start {typed}") == "start 3-1"
    assert BOARD.with_names(f"start {typed}") == f"start {typed}"


def test_two_numbers_apart_are_a_cell_only_where_no_dice_are_typed() -> None:
    numbered = BOARD.names_as("up", "numbers")
    assert numbered.with_names("shop 5 3") == "shop 5 3"
    assert numbered.with_names("2 1, 3 2", apart=True) == "2-1, 3-2"
    assert numbered.with_names("Bob2 1 has 3 bullets", apart=True) == "Bob2 1 has 3 bullets"


def test_floors_keep_their_numbers() -> None:
    tower = Storeys(2, 2, 2).names_as("down", "numbers")
    assert type(tower) is Storeys
    assert tower.cells()[:2] == ("1-1/1", "2-1/1")
    assert tower.with_names("gm Ann at 2 1/2", apart=True) == "gm Ann at 2-1/2"


def made(game: str, names: dict[str, str]) -> Map[Any]:
    """A map of a seed and its settings; starts are listed in the file."""
    return mapkit.generate(game, "names", settings=names | ({"fairness": 3} if game == "labyrinth" else {}))


@pytest.mark.parametrize("names", GROUPS)
@pytest.mark.parametrize("game", ["treasures", "labyrinth"])
def test_a_map_is_the_same_under_other_names_and_survives_being_written(game: str, names: dict[str, str]) -> None:
    usual, drawn = made(game, {}), made(game, names)
    text = drawn.to_text()
    assert usual.to_text().partition('map = """')[2][:600] == text.partition('map = """')[2][:600]
    assert maps.named_as(drawn, usual).facts == usual.facts
    assert mapkit.read(text) == drawn
    for written in (json_file.show(drawn), share_code.show(drawn)):
        assert maps.read(written.encode(), "a file").map.facts == drawn.facts
    assert drawn.check() == ()


@pytest.mark.parametrize("names", GROUPS)
def test_a_board_on_screen_is_read_again(names: dict[str, str]) -> None:
    """Its labels are no part of the drawing, however columns and rows are named."""
    drawn = made("treasures", names)
    read = maps.read("\n".join(board(drawn, [("Ann", drawn.params.grid.cells()[0])])).encode(), "a", game=drawn.game)
    assert maps.named_as(read.map, drawn).facts == drawn.facts


@pytest.mark.parametrize("game", ["treasures", "labyrinth"])
def test_explorers_play_alike_whatever_cells_are_called(game: str) -> None:
    said = []
    for rows, columns in NAMINGS:
        drawn = made(game, {"rows": rows, "columns": columns})
        new = machines(table_of(drawn.game))["explorer"]
        seats = {name: new(name, Chance(name), drawn.params) for name in ("Ann", "Bob")}
        played = play_directives(table_of(drawn.game).referee, drawn, seats, dice_of("one"), {})
        said.append([(each.mover, each.words.split()[0]) for each in islice(played, 1, 120)])
    assert said[0] == said[1] == said[2] == said[3]


def test_starts_are_given_as_the_group_writes_cells() -> None:
    drawn = mapkit.generate("treasures", "names", settings={"rows": "down", "columns": "numbers"})
    one, other = [cell for cell in drawn.params.grid.cells() if drawn.kinds[cell] == "safe" and cell[0] != cell[2]][:2]
    for starts in (f"{one} {other}", f"{one}, {other}".replace("-", ","), f"{one} {other}".replace("-", " ")):
        game = drawn.begin(["Ann", "Bob"], seed="1", options={"starts": starts, "order": "given"})
        assert [note for note in game.notes if "starts" in note] == [f"Ann starts on {one}.", f"Bob starts on {other}."]
    with pytest.raises(BadSetting, match=r"such as \S+ \S+: .*; refused: a1 b1"):
        drawn.begin(["Ann", "Bob"], seed="1", options={"starts": "a1 b1"})


def test_the_table_says_and_understands_the_names(tmp_path: Path) -> None:
    drawn = mapkit.generate("labyrinth", "names", preset="basic", settings={"rows": "down", "columns": "numbers"})
    path = tmp_path / "map.toml"
    path.write_text(drawn.to_text())
    said = ["start 3,2", "start (4; 1)", "gm Ann at 1 2", "gm Bob at 9 9", "map"]
    told = (
        CliRunner()
        .invoke(
            main.app,
            ["play", str(path), "--players", "Ann,Bob", "--log", str(tmp_path / "a.jsonl"), "--gm"],
            input="\n".join(said),
        )
        .stdout
    )
    assert "SAY: The labyrinth has 6x6 cells, 1-6 at the lower left." in told
    assert "[Ann starts on 3-2.]" in told
    assert "[Bob starts on 4-1.]" in told
    assert "[Ann is on 1-2.]" in told
    assert '"9-9" is no cell of the board; its cells go from 1-1 to 6-6.' in told
    assert "     1   2   3   4   5   6" in told
    assert " 2 |*" in told


def test_the_studio_lists_the_same_cells_under_their_new_names() -> None:
    read = maps.read(made("labyrinth", {}).to_text().encode(), "map.toml")
    starts = [cell for cell, mark in read.map.facts if str(mark).startswith("start ")]
    for rows, columns in (*NAMINGS[1:], ("", "")):
        read = settings_panel.changed(read, {"rows": rows, "columns": columns})
        assert read.map.params.rows == (rows or "up")
        back = renamed(read.map.params.grid, "up", "letters").places
        assert {back[cell] for cell, mark in read.map.facts if str(mark).startswith("start ")} == {*starts}
    with pytest.raises(settings_panel.WrongFields, match="say up or down"):
        settings_panel.changed(read, {"rows": "sideways"})


def test_a_map_drawn_by_others_has_the_names_of_its_settings() -> None:
    """A board of several floors has tiles that lead up (TX-20), and keeps the names, too."""
    p = replace(Params(), grid=Square(4, 4, 2), rows="down", columns="numbers")
    assert p.grid == Storeys(4, 4, 2, "down", "numbers")
    assert replace(p, grid=Square(3, 3)).grid == Square(3, 3, 1, "down", "numbers")
    assert replace(p, rows="up", columns="letters").grid == Storeys(4, 4, 2)
