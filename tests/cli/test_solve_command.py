"""The command that solves: what it says of maps, and what it refuses."""

import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from mapkit.cli import main
from mapkit.games import maps
from mapkit.games.shelf import GAMES
from mapkit.model.analysis import Ask
from mapkit.model.settings import BadSetting

ROOT = Path(__file__).parents[2]
SAMPLES = ROOT / "templates" / "samples"
DONE, BREAKS_RULES, NOT_UNDERSTOOD, NO_FILE, NO_MAP = 0, 1, 2, 3, 4


def typed(*words: str, given: str | None = None) -> Result:
    return CliRunner().invoke(main.app, ["solve", *words], input=given, catch_exceptions=False, prog_name="mapkit")


def test_long_ways_are_wrapped() -> None:
    lines = typed(str(SAMPLES / "terra-incognita.toml"), "--from", "h4").stdout.splitlines()
    assert lines[0].startswith("from h4, 34 turns: down, down")
    assert lines[1].startswith("  ")
    assert all(len(line) <= 100 for line in lines)
    assert "treasure at e1" in " ".join(lines)


def test_a_game_without_ways_to_solve_says_which_have_them() -> None:
    games = "treasures, labyrinth, quoridor, dungeon, minoqaur"
    with pytest.raises(BadSetting, match=f"dungeon has no ways to solve yet; solve takes maps of {games}"):
        maps.study_for(replace(GAMES["dungeon"], study=None), Ask())


def test_the_same_map_is_solved_alike_whatever_the_order_of_sets() -> None:
    command = [sys.executable, "-m", "mapkit", "solve", str(SAMPLES / "terra-incognita.toml")]
    said = {
        subprocess.run(command, env={"PYTHONPATH": str(ROOT), "PYTHONHASHSEED": n}, capture_output=True).stdout
        for n in "12"
    }
    assert len(said) == 1
    assert said != {b""}
