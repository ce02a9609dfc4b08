"""What people write for settings, sizes and options: yes and no in every spelling, and refusals in words."""

import re
from pathlib import Path
from typing import Any

import pytest

from mapkit.cli.options import options_of
from mapkit.games import maps
from mapkit.games.quoridor.design import Params, clashes
from mapkit.games.shelf import GAMES
from mapkit.mapfile import writer
from mapkit.mapfile.text import UnreadableMap
from mapkit.model.game import Game
from mapkit.model.settings import Choice, Setting, read_setting, settings
from tests.command import run

SETTINGS = tuple((game, setting) for game in GAMES.values() for setting in settings(game.design.params))


YES_NO = tuple(
    (game, each) for game, each in SETTINGS if isinstance(each.value_kind, Choice) and "yes" in each.value_kind.words
)


@pytest.mark.parametrize(("game", "setting"), YES_NO, ids=[f"{game.name}-{each.name}" for game, each in YES_NO])
@pytest.mark.parametrize(("written", "meant"), [("true", "yes"), ("false", "no"), ('"True"', "yes"), ('"NO"', "no")])
def test_true_and_false_mean_yes_and_no_in_files(game: Game[Any], setting: Setting, written: str, meant: str) -> None:
    text = writer.blank(game, game.design.params(), "default")
    text += f"{setting.name} = no" if setting.of_module else ""
    text = re.sub(rf"(?m)^(# )?{setting.name} = .*$", f"{setting.name} = {written}", text)
    assert f"{setting.name} = {written}\n" in text + "\n"
    assert getattr(maps.read(text.encode(), "map").map.params, setting.name) == meant


@pytest.mark.parametrize(("game", "setting"), YES_NO, ids=[f"{game.name}-{each.name}" for game, each in YES_NO])
def test_true_and_false_mean_yes_and_no_on_the_command_line(game: Game[Any], setting: Setting) -> None:
    for written, meant in (("true", "yes"), ("False", "no"), ("Yes", "yes")):
        assert read_setting(setting, written, game.design.params().grid) == meant


def test_true_is_not_accepted_for_other_words() -> None:
    text = writer.blank(GAMES["labyrinth"], GAMES["labyrinth"].design.params(), "default")
    with pytest.raises(UnreadableMap, match="advice is true; say tell or keep"):
        maps.read(text.replace('advice = "tell"', "advice = true").encode(), "map")


def test_true_and_false_mean_yes_and_no_in_options_of_the_table() -> None:
    given = ["peek=true", "masked=False", "invisible=YES", "order=given", "starts=Yes b2"]
    meant = {"peek": "yes", "masked": "no", "invisible": "yes", "order": "given", "starts": "Yes b2"}
    assert options_of(given, "--set", "peek=yes") == meant


def test_an_option_that_is_true_is_in_force(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MAPKIT_GAMES", str(tmp_path))
    path = tmp_path / "duel.toml"
    path.write_text('mapkit = 1\ngame = "quoridor"\nsize = 5\npawns = "c1 c5"\n', encoding="utf-8")
    assert "Walls left" not in run("play", path, "--players", "Ann,Bob", "--set", "masked=true", given="").stdout


def test_the_walls_left_are_counted_in_words() -> None:
    told = [clash.words for clash in clashes(Params(walls_left=(3,)))]
    assert told == ["walls_left has 1 number; it takes one for each of the 2 players (QC-13)"]
