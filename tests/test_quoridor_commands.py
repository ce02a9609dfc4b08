"""Quoridor on the command line: solve, moves --why, and the board that lies open at the table."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from mapkit import cli
from mapkit.cli.shell import BREAKS_RULES
from mapkit.games.quoridor.design import turned_wall
from mapkit.grid import Square
from tests.test_solve_command import NOT_UNDERSTOOD, SAMPLES

END = 'mapkit = 1\ngame = "quoridor"\nsize = 5\nwalls_each = 1\npawns = "c1 c5"\n'
DUEL = 'mapkit = 1\ngame = "quoridor"\nsize = 5\npawns = "c3 c4"\nwalls = "b2h:S"\n'


def typed(*words: str, into: str = "") -> Result:
    return CliRunner().invoke(cli.app, words, input=into)


@pytest.fixture
def duel(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    monkeypatch.setenv("MAPKIT_GAMES", str(tmp_path / "games"))
    path = tmp_path / "duel.toml"
    path.write_text(DUEL, encoding="utf-8")
    return str(path)


def test_a_small_position_is_played_perfectly_to_its_end(tmp_path: Path) -> None:
    path = tmp_path / "end.toml"
    path.write_text(END, encoding="utf-8")
    result = typed("solve", str(path))
    assert result.exit_code == 0
    assert result.stdout.splitlines()[:2] == ["shortest ways: S 4, N 4", "perfect play: N wins in 12 plies"]


def test_a_forced_win_is_told_with_its_line(duel: str) -> None:
    assert "win: S wins in 1 ply, first c5: c5" in typed("solve", duel).stdout


@pytest.mark.parametrize(("name", "option", "value"), [("duel", "--from", "c3"), ("terra-incognita", "--plies", "3")])
def test_an_option_of_another_game_is_refused(duel: str, name: str, option: str, value: str) -> None:
    file = duel if name == "duel" else str(SAMPLES / f"{name}.toml")
    result = typed("solve", file, option, value)
    assert result.exit_code == NOT_UNDERSTOOD
    assert f"{option} is not for" in result.stderr


def test_why_a_move_is_forbidden_is_told_with_its_rule(duel: str) -> None:
    assert typed("moves", duel, "--why", "c5").stdout == "c5 may be said\n"
    result = typed("moves", duel, "--why", "c2h")
    assert (result.exit_code, result.stdout) == (BREAKS_RULES, "c2h: a wall is there already, or in part. (QC-19)\n")


def test_a_finished_position_and_a_finished_game_have_no_moves_and_say_so(duel: str, tmp_path: Path) -> None:
    """QC-35: both are answers, not errors."""
    log, home = str(tmp_path / "done.jsonl"), tmp_path / "home.toml"
    typed("play", duel, "--players", "Ann,Bob", "--log", log, into="c5\n")
    home.write_text(DUEL.replace("c3 c4", "c5 c4"), encoding="utf-8")
    for name in (log, str(home)):
        listed = typed("moves", name)
        assert (listed.exit_code, listed.stdout) == (0, "")
        assert "the game is over" in listed.stderr
        assert json.loads(typed("moves", name, "--json").stdout) == {"mover": "", "moves": []}
        why = typed("moves", name, "--why", "c3")
        assert why.exit_code == BREAKS_RULES
        assert "game is over" in why.stdout


def test_the_moves_of_a_position_are_those_of_a_seat(duel: str) -> None:
    """QC-X1."""
    said = json.loads(typed("moves", duel, "--json").stdout)
    assert said["mover"] == "S"
    Path(duel).write_text(DUEL + 'turn = "N"\n', encoding="utf-8")
    assert json.loads(typed("moves", duel, "--json").stdout)["mover"] == "N"


def test_the_seats_beside_the_board_are_in_the_order_of_turns(tmp_path: Path) -> None:
    """QC-X1."""
    path = tmp_path / "four.toml"
    path.write_text('mapkit = 1\ngame = "quoridor"\nsize = 5\nplayers = 4\npawns = "c1 a3 c5 e3"\n', encoding="utf-8")
    said = typed("play", str(path), "--players", "Ann,Bob,Cyd,Dan", "--ascii", into="c2\nmap\n").stdout
    seats = [line.split()[-4] for line in said.splitlines() if "walls left" in line]
    assert seats == ["Ann", "Bob", "Cyd", "Dan"]


def test_the_open_board_is_drawn_in_a_pipe_where_it_is_asked_for(duel: str) -> None:
    """QC-7.a: the player to move bears a mark."""
    said = typed("play", duel, "--players", "Ann,Bob", "--ascii", into="map\n").stdout.splitlines()
    assert "* ^ Ann  walls left 2" in said
    assert "  v Bob  walls left 3" in said
    assert "   +   .=======.   .   +" in said
    assert " 4 |         v         | 4" in said


def test_hidden_walls_and_masked_numbers_are_not_drawn(duel: str) -> None:
    """QC-36."""
    options = ("--set", "invisible=yes", "--set", "masked=yes", "--ascii")
    said = typed("play", duel, "--players", "Ann,Bob", *options, into="a4h\nmap\n").stdout
    assert "* v Bob\n" in said
    assert "walls left" not in said
    assert said.count("=======") == 1, "the wall of the position, and not the hidden one"


def test_a_position_in_which_somebody_is_cut_off_is_not_played(tmp_path: Path) -> None:
    """QC-22."""
    path = tmp_path / "shut.toml"
    path.write_text(END.replace("walls_each = 1", 'walls_each = 5\nwalls = "b1v d1v c2h"'), encoding="utf-8")
    for words in (("moves", str(path)), ("play", str(path), "--players", "Ann,Bob", "--bot", "N=hard")):
        result = typed(*words)
        assert result.exit_code == NOT_UNDERSTOOD
        assert "S is cut off from his goal, with c1, d1, c2, d2 to go to (QC-22)" in result.stderr


def test_a_position_that_is_no_puzzle_is_told(tmp_path: Path) -> None:
    """QC-35: what a puzzle promises is checked, whoever made it."""
    path = tmp_path / "none.toml"
    path.write_text(END + "[settings]\nwin_in = 2\n", encoding="utf-8")
    result = typed("check", str(path))
    assert result.exit_code == BREAKS_RULES
    assert "fault[QC-35]" in result.stdout
    assert "The player to move has no such win." in result.stdout


def test_nobody_is_marked_when_the_game_is_over(duel: str) -> None:
    said = typed("play", duel, "--players", "Ann,Bob", "--ascii", into="c5\n").stdout
    assert "  ^ Ann  walls left 2" in said.splitlines()
    assert "* " not in said


def test_help_lists_moves_where_walls_are_hidden(duel: str) -> None:
    said = typed("play", duel, "--players", "Ann,Bob", "--set", "invisible=yes", into="help\n").stdout
    assert "You may say: b3, " in said


@pytest.mark.parametrize("beside", ['pawns = "e1 e9"', 'walls = "c3h"', 'turn = "N"', 'walls_left = "3 3"'])
def test_what_follows_from_the_moves_does_not_stand_beside_them(tmp_path: Path, beside: str) -> None:
    """QC-X5: a file is a game or a position, and both would say the same."""
    path = tmp_path / "both.toml"
    path.write_text(f'mapkit = 1\ngame = "quoridor"\nsize = 9\nmoves = "e2 e8"\n{beside}\n', encoding="utf-8")
    result = typed("check", str(path))
    assert result.exit_code == NOT_UNDERSTOOD
    key = beside.partition(" ")[0]
    assert f"both.toml:5:1: error: {key} stands beside moves, from which it follows" in result.stderr


@pytest.mark.parametrize("eyes", ["--gm", "--omniscient"])
def test_the_game_master_sees_hidden_walls_on_the_board(duel: str, eyes: str) -> None:
    """QC-36."""
    words = ("play", duel, "--players", "Ann,Bob", "--set", "invisible=yes", "--ascii", eyes)
    assert typed(*words, into="a4h\nmap\n").stdout.count("=======") == 2


def test_why_is_told_to_programs_and_not_where_walls_are_hidden(duel: str, tmp_path: Path) -> None:
    """QC-36.b: nobody asks for hidden walls for nothing."""
    result = typed("moves", duel, "--why", "c2h", "--json")
    assert result.exit_code == BREAKS_RULES
    assert json.loads(result.stdout) == {
        "move": "c2h",
        "may_be_said": False,
        "why": "c2h: a wall is there already, or in part. (QC-19)",
    }
    log = str(tmp_path / "hidden.jsonl")
    typed("play", duel, "--players", "Ann,Bob", "--set", "invisible=yes", "--log", log, into="a4h\n")
    refused = typed("moves", log, "--why", "b4h")
    assert refused.exit_code == NOT_UNDERSTOOD
    assert "what is hidden would show" in refused.stderr


def test_a_wall_turned_twice_is_itself_and_one_that_leaves_the_board_turns_into_none() -> None:
    grid = Square(5, 5)
    names = [f"{cell}{way}" for cell in grid.cells() for way in "hv"]
    for wall in names:
        becomes = turned_wall(grid, wall)
        assert (becomes == "") == (wall[0] == "e" or wall[1] == "5")
        assert not becomes or turned_wall(grid, becomes) == wall
    assert turned_wall(grid, "a1h") == "d4h"


def test_a_fair_position_is_played_without_loading_a_graph_library(duel: str) -> None:
    Path(duel).write_text(DUEL + "[settings]\napart = 2\n", encoding="utf-8")
    code = f"""
import sys
from mapkit import cli
sys.argv[1:] = ["moves", {duel!r}]
try:
    cli.run()
finally:
    print(sorted({{"networkx", "ortools"}} & set(sys.modules)), file=sys.stderr)
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.stdout.startswith("b3\n")
    assert done.stderr.splitlines()[-1] == "[]"
