"""The sheet `draw`: an empty board for every game, with the signs that a person writes into it."""

from pathlib import Path

import pytest

import mapkit
from mapkit.games import maps
from mapkit.games.shelf import GAMES
from mapkit.model.map import Public
from mapkit.paper import hand_signs
from mapkit.paper.blank_maps import drawing_sheets
from mapkit.paper.edition import Edition
from mapkit.paper.sheet import LETTER, Ink, Page
from tests.command import output, run
from tests.paper.test_sheet import ON_A4, faults
from tests.sheet_measures import words

SIZES = {"treasures": ("8x8", "40x40"), "labyrinth": ("3x3", "6x6x3"), "quoridor": ("5x5", "17x17"), "dungeon": ("6",)}


def drawing(game: str, size: str | None, edition: Edition) -> tuple[Page, ...]:
    of = GAMES[game]
    grid = of.design.board.read(size) if size else of.design.params().grid
    return drawing_sheets(of, of.title, Public("", of.design.params(grid=grid), of), edition)


@pytest.mark.parametrize(("game", "size"), [(game, size) for game in GAMES for size in SIZES.get(game, (None,))])
@pytest.mark.parametrize("edition", [ON_A4, Edition(LETTER, "ru")], ids=["a4", "letter-ru"])
def test_every_board_has_a_drawing_sheet_with_its_signs(game: str, size: str, edition: Edition) -> None:
    sheets = drawing(game, size, edition)
    assert faults(sheets) == []
    legend = GAMES[game].design.legend(GAMES[game].design.params())
    told = words(sheets[:1])
    by_hand = GAMES[game].design.board.by_hand
    assert by_hand or all(listing.key in " ".join(told) for listing in legend.explained)
    if by_hand or legend.lines or game == "dungeon":
        key = hand_signs.sheet_key(GAMES[game], GAMES[game].design.params())
        assert {*key.signs} <= {*told, hand_signs.ARROW}


@pytest.mark.parametrize(
    ("game", "preset"), [(game, each.name) for game in GAMES for each in maps.presets(game)], ids="-".join
)
def test_a_sheet_has_marks_only_where_these_tell_its_signs(game: str, preset: str) -> None:
    of = GAMES[game]
    params = maps.params(of, preset, None, {})
    told = " ".join(words(drawing_sheets(of, of.title, Public("", params, of), ON_A4)))
    key = hand_signs.sheet_key(of, params)
    usual = hand_signs.sheet_key(of, hand_signs.settings_of(of, params.grid, key.form))
    assert ("mapkit read" in told) <= ([*key.signs] == [*usual.signs])
    assert preset != "default" or game == "minoqaur" or "mapkit read" in told


def test_every_cell_has_a_box_for_a_number_and_every_sign_two_for_samples() -> None:
    (sheet,) = drawing("treasures", "8x8", ON_A4)
    shapes = [mark for mark in sheet.marks if getattr(mark, "ink", None) is Ink.GUIDE]
    signs = hand_signs.signs(GAMES["treasures"].design.legend(GAMES["treasures"].design.params()))
    assert len(shapes) == 1 + 64 + 2 * len(signs), "the lines, and the boxes"


def test_a_blank_map_file_gives_a_drawing_sheet_that_is_public(tmp_path: Path) -> None:
    (tmp_path / "secret-plan.toml").write_text(mapkit.new("treasures"))
    told = output("print", tmp_path / "secret-plan.toml", "--sheets", "draw", "-o", tmp_path / "out")
    assert [file.name.rpartition("-")[2] for file in (tmp_path / "out").iterdir()] == ["draw.pdf"]
    assert "secret-plan" not in told
    assert "draw " not in run("games", "treasures").output, "it is printed only where it is asked for"
