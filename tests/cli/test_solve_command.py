"""The command that solves: what it says of maps, and what it refuses."""

import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from mapkit.games import maps
from mapkit.games.shelf import GAMES
from mapkit.model.analysis import Ask
from mapkit.model.settings import BadSetting
from tests.command import output

ROOT = Path(__file__).parents[2]
SAMPLES = ROOT / "templates" / "samples"


def test_long_ways_are_wrapped() -> None:
    lines = output("solve", SAMPLES / "terra-incognita.toml", "--from", "h4").splitlines()
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
