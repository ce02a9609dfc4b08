"""The command that solves: what it says of maps, and what it refuses."""

from __future__ import annotations

import json
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
HEAD = 'mapkit = 1\ngame = "labyrinth"\nrules = "G1-S1-F5-V1-T1-A2-H1-W5-O1"\n'
CORRIDOR = '''map = """
+---+---+---+
| T   .   .
+   +   +   +
| .   A   . |
+---+---+---+
"""
'''


def typed(*words: str, given: str | None = None) -> Result:
    return CliRunner().invoke(main.app, ["solve", *words], input=given, catch_exceptions=False, prog_name="mapkit")


def test_the_way_from_a_cell_is_told_turn_by_turn_and_then_the_measures() -> None:
    result = typed("-", "--from", "B1", given=HEAD + CORRIDOR)
    assert result.exit_code == DONE
    route, *measured = result.stdout.splitlines()
    assert route == "from b1, 5 turns: up, left (treasure at a2), right, right, right"
    assert "turns to win: least 3 (a2), median 4 (a1), most 6 (c1)" in measured
    assert not result.stderr


def test_without_a_cell_the_starts_with_the_least_the_median_and_the_most_turns_are_told() -> None:
    lines = typed("-", given=HEAD + CORRIDOR).stdout.splitlines()
    assert lines[0] == "from a2 (treasure), 3 turns: right, right, right"
    assert [line.split(":")[0] for line in lines[1:3]] == ["from a1, 4 turns", "from c1, 6 turns"]


def test_listed_starts_come_first() -> None:
    lines = typed("-", given=f'{HEAD}starts = "c1 b2"\n{CORRIDOR}[settings]\nplayers = 2\n').stdout.splitlines()
    assert [line.split(":")[0] for line in lines[:2]] == ["from c1, 6 turns", "from b2, 4 turns"]
    assert "turns to win: c1 6, b2 4" in lines


def test_long_ways_are_wrapped() -> None:
    lines = typed(str(SAMPLES / "terra-incognita.toml"), "--from", "h4").stdout.splitlines()
    assert lines[0].startswith("from h4, 34 turns: down, down")
    assert lines[1].startswith("  ")
    assert all(len(line) <= 100 for line in lines)
    assert "treasure at e1" in " ".join(lines)


def test_a_program_is_told_the_same() -> None:
    told = json.loads(typed("-", "--from", "b2", "--json", given=HEAD + CORRIDOR).stdout)
    (route,) = told["routes"]
    assert route == {
        "start": "b2",
        "turns": 4,
        "words": ["left", "right", "right", "right"],
        "cells": ["a2", "b2", "c2", "c2"],
    }
    assert told["no_way_from"] == []
    assert told["measures"]["difference of the starts"] == "3 turns"


CLOSED = '''map = """
+---+---+---+
| T   A   .
+   +---+   +
| . | .   . |
+---+---+---+
"""
'''


def test_a_cell_without_a_way_is_told_and_the_other_cells_too() -> None:
    closed = CLOSED.replace("| . | .   . |", "| .   . | . |").replace("+   +---+   +", "+---+---+   +")
    result = typed("-", "--from", "a1", "--from", "c1", given=HEAD + closed)
    assert result.exit_code == NO_MAP
    lines = result.stdout.splitlines()
    assert lines[0].startswith("from c1, 6 turns: up, left")
    assert lines[1] == "from a1: there is no way to win by moves alone"
    told = json.loads(typed("-", "--from", "a1", "--json", given=HEAD + closed).stdout)
    assert (told["routes"], told["no_way_from"]) == ([], ["a1"])


def test_all_cells_that_are_not_on_the_board_are_told() -> None:
    result = typed("-", "--from", "a9", "--from", "b2", "--from", "bear", given=HEAD + CORRIDOR)
    assert result.exit_code == NOT_UNDERSTOOD
    assert result.stderr.splitlines() == [
        "error: --from 'a9' is not a cell of this board, a1 to c2",
        "error: --from 'bear' is not a cell of this board, a1 to c2",
    ]


def test_a_map_with_faults_is_not_solved_and_they_are_told() -> None:
    result = typed("-", given=HEAD + CORRIDOR.replace("T", "."))
    assert result.exit_code == BREAKS_RULES
    assert not result.stdout
    assert "fault[MP-T-1]" in result.stderr
    assert "not solved because of the faults above" in result.stderr.splitlines()[-1]


def test_a_game_without_ways_to_solve_says_which_have_them() -> None:
    games = "treasures, labyrinth, quoridor, dungeon, minoqaur"
    with pytest.raises(BadSetting, match=f"dungeon has no ways to solve yet; solve takes maps of {games}"):
        maps.study_for(replace(GAMES["dungeon"], study=None), Ask())


@pytest.mark.parametrize(("name", "code"), [("nowhere.toml", NO_FILE), (str(ROOT / "pyproject.toml"), NOT_UNDERSTOOD)])
def test_what_cannot_be_read_is_told(name: str, code: int) -> None:
    result = typed(name)
    assert result.exit_code == code
    assert result.stderr
    assert not result.stdout


def test_the_same_map_is_solved_alike_whatever_the_order_of_sets() -> None:
    command = [sys.executable, "-m", "mapkit", "solve", str(SAMPLES / "terra-incognita.toml")]
    said = {
        subprocess.run(command, env={"PYTHONPATH": str(ROOT), "PYTHONHASHSEED": n}, capture_output=True).stdout
        for n in "12"
    }
    assert len(said) == 1
    assert said != {b""}
