"""The panel of the studio: title, preset, size and settings are changed in the text, with the errors of map files."""

import pytest

from mapkit.games import maps
from mapkit.games.shelf import GAMES
from mapkit.mapfile import document, writer
from mapkit.studio.edits import Gesture, edited
from mapkit.studio.settings_panel import WrongFields, changed, fields
from mapkit.studio.tools import tools

SIZES = {"treasures": ("4x3", "3x4"), "labyrinth": ("3x2x2", "4x3"), "quoridor": ("5", "7"), "dungeon": ("2", "3")}


def begun(game: str, size: str) -> document.Document:
    """An empty map with a comment."""
    board = GAMES[game].design.board.read(size)
    text = writer.blank(GAMES[game], maps.params(GAMES[game], "default", board, {}))
    return maps.read(("# mine\n" + text).encode(), "map.toml")


def test_values_change_in_their_places_and_nothing_else_does() -> None:
    read = begun("treasures", "4x3")
    now = changed(read, {"title": 'Our "first"', "walls": "3", "river": "2-4", "bends": "0"})
    old, new = read.text.splitlines(), now.text.splitlines()
    assert [line for line in new if line not in old] == [
        'title = "Our \\"first\\""',
        "bends = 0",
        next(line for line in new if line.startswith('river = "2-4"')),
        next(line for line in new if line.startswith("walls = 3 ")),
    ]
    assert "# Inner walls" in next(line for line in new if line.startswith("walls = 3 "))
    shown = {each["name"]: each["value"] for each in fields(now)}
    assert (shown["title"], shown["walls"], shown["river"], shown["safe"]) == ('Our "first"', "3", "2-4", "any")
    assert "# walls = 3" in changed(now, {"walls": ""}).text


def test_all_that_is_wrong_is_said_at_once_beside_its_field() -> None:
    read = begun("treasures", "4x3")
    with pytest.raises(WrongFields) as wrong:
        changed(read, {"title": "x" * 101, "preset": "no-such", "size": "900", "walls": "many", "players": "-1"})
    said = wrong.value.sentences
    assert set(said) == {"title", "preset", "size", "walls", "players"}
    assert said["title"] == "the title has 101 characters; 100 are the most"
    assert said["walls"].startswith("walls is 'many'; it takes a whole number")
    assert said["size"].startswith("size is '900'; it takes columns x rows")


def test_another_preset_brings_its_settings_and_as_drawn_takes_them_away() -> None:
    read = begun("treasures", "8x8")
    name = next(each.name for each in maps.presets("treasures") if each.name not in ("default", "as-drawn"))
    now = changed(read, {"preset": name})
    expected = maps.params(GAMES["treasures"], name, now.map.params.grid, {})
    written = [each["name"] for each in fields(read)[3:] if each["value"]]
    assert len(written) > 5
    assert [getattr(now.map.params, each) for each in written] == [getattr(expected, each) for each in written]
    assert changed(read, {"preset": "as-drawn"}).map.preset == "as-drawn"


@pytest.mark.parametrize("game", SIZES)
def test_what_fits_stays_when_the_board_gets_another_size(game: str) -> None:
    small, large = SIZES[game]
    read = begun(game, small)
    stroke = {
        "treasures": Gesture("border wall", ("a1|N", "a1|W")),
        "labyrinth": Gesture("list starts", ("a1/1",)),
        "quoridor": Gesture("list pawn 1", ("a1",)),
        "dungeon": Gesture(tools(read.map)[1].name, ("c3",)),
    }
    drawn = edited(read, stroke[game])
    now = changed(drawn, {"size": large})
    assert str(now.map.params.grid) in (large, f"{large}x{large}")
    assert len(now.map.facts) == len(drawn.map.facts)
    assert now.text.startswith("# mine\n")
    assert changed(now, {"size": small}).map.facts == drawn.map.facts


def test_a_file_whose_game_the_command_says_gets_a_title() -> None:
    lines = [
        line for line in begun("treasures", "4x3").text.splitlines() if not line.startswith(("game", "title", "preset"))
    ]
    read = maps.read("\n".join(lines).encode(), "map.toml", game="treasures")
    now = changed(changed(read, {"title": "Ours"}), {"size": "5x4"})
    assert (now.map.title, str(now.map.params.grid)) == ("Ours", "5x4")
    assert "game =" not in now.text
    assert "# mine" in now.text
