"""Quoridor on the command line: solve, moves --why, and the board that lies open at the table."""

from __future__ import annotations

import json
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from mapkit.cli import main
from mapkit.cli.streams import BREAKS_RULES
from mapkit.games import maps
from mapkit.games.quoridor.design import half_turned_wall
from mapkit.model.grid import Square
from mapkit.solve import legality
from tests.cli.test_solve_command import NOT_UNDERSTOOD, SAMPLES

END = 'mapkit = 1\ngame = "quoridor"\nsize = 5\nwalls_each = 1\npawns = "c1 c5"\n'
DUEL = 'mapkit = 1\ngame = "quoridor"\nsize = 5\npawns = "c3 c4"\nwalls = "b2h:S"\n'


def typed(*words: str, into: str = "") -> Result:
    return CliRunner().invoke(main.app, words, input=into)


@pytest.fixture
def duel(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    monkeypatch.setenv("MAPKIT_GAMES", str(tmp_path / "games"))
    path = tmp_path / "duel.toml"
    path.write_text(DUEL, encoding="utf-8")
    return str(path)


@pytest.mark.parametrize(
    ("walls", "ways", "wins"),
    [
        ('walls_each = 3\nwalls = "b2h:S d3h:N b4h:S d1h:N"\n', "S 6, N 6", "S wins in 19 plies"),
        pytest.param("walls_each = 1\n", "S 4, N 4", "N wins in 12 plies", marks=pytest.mark.long),
    ],
    ids=["among walls", "on an empty board"],
)
def test_a_small_position_is_played_perfectly_to_its_end(tmp_path: Path, walls: str, ways: str, wins: str) -> None:
    """Each player has one wall left; among other walls fewer places are left for it."""
    path = tmp_path / "end.toml"
    path.write_text(END.replace("walls_each = 1\n", walls), encoding="utf-8")
    result = typed("solve", str(path))
    assert result.exit_code == 0
    assert result.stdout.splitlines()[:2] == [f"shortest ways: {ways}", f"perfect play: {wins}"]


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


def test_the_open_board_is_drawn_in_a_pipe_if_it_is_asked_for(duel: str) -> None:
    """QC-7.a: the player to move and that player's edge are marked; each wall shows its owner (QC-18)."""
    said = typed("play", duel, "--players", "Ann,Bob", "--ascii", into="map\n").stdout.splitlines()
    assert said[-13:] == [
        "     a   b   c   d   e",
        "   +---+---+---+---+---+     * ^ Ann  walls left 2",
        " 5 |                   | 5     v Bob  walls left 3",
        "   +   .   .   .   .   +",
        " 4 |         v         | 4",
        "   +   .   .   .   .   +",
        " 3 |         ^         | 3",
        "   +   .===^===.   .   +",
        " 2 |                   | 2",
        "   +   .   .   .   .   +",
        " 1 |                   | 1",
        "   +---+---+-*-+---+---+",
        "     a   b   c   d   e",
    ]


FOUR = 'mapkit = 1\ngame = "quoridor"\nsize = 9\nplayers = 4\npawns = "e1 a5 e9 i5"\nwalls = "g7h"\n'


def board_of(tmp_path: Path, *options: str, into: str = "c3v\nd5h\ne8h\nf3v\nmap\n") -> list[str]:
    """What is said to four players, with the board in ASCII."""
    path = tmp_path / "four.toml"
    path.write_text(FOUR, encoding="utf-8")
    names = ("--players", "Ann,Bob,Cyd,Dan", "--log", str(tmp_path / "four.jsonl"))
    return typed("play", str(path), *names, "--ascii", *options, into=into).stdout.splitlines()


def test_each_wall_bears_the_sign_of_its_owner_and_an_unowned_one_bears_none(tmp_path: Path) -> None:
    """QC-18."""
    said = board_of(tmp_path)
    assert "   +   .   .   ^   .   .   <   .   .   +" in said, "c3v is Ann's, f3v is Dan's"
    assert "   +   .   .   .===>===.   .   .   .   +" in said
    assert "   +   .   .   .   .===v===.   .   .   +" in [line[:40] for line in said]
    assert "   +   .   .   .   .   .   .=======.   +" in said


@pytest.mark.parametrize(
    ("into", "edge"),
    [
        ("map\n", "   +---+---+---+---+-*-+---+---+---+---+"),
        ("e2\nmap\n", " 5 * >                               < | 5"),
        ("e2\nb5\nmap\n", "   +---+---+---+---+-*-+---+---+---+---+"),
        ("e2\nb5\ne8\nmap\n", " 5 |     >                           < * 5"),
    ],
)
def test_the_edge_of_the_player_to_move_is_marked(tmp_path: Path, into: str, edge: str) -> None:
    """QC-7, QC-7.a: the edges are those of south, west, north and east in their turns."""
    said = [line[:42].rstrip() for line in board_of(tmp_path, into=into)]
    assert edge in said
    assert sum(line.count("*") for line in said) == 1


def test_masked_walls_bear_no_sign_until_the_game_is_over(tmp_path: Path) -> None:
    """QC-36.c: the walls left are not told either; an announcement still says who places a wall."""
    said = board_of(tmp_path, "--set", "masked=yes")
    assert "Bob places d5h." in said
    assert "   +   .   .   .=======.   .   .   .   +" in said
    assert "walls left" not in "\n".join(said)


@pytest.mark.parametrize("eyes", ["--gm", "--omniscient"])
def test_the_game_master_sees_masked_owners_and_numbers(tmp_path: Path, eyes: str) -> None:
    """QC-36.c."""
    said = "\n".join(board_of(tmp_path, "--set", "masked=yes", eyes))
    assert "   +   .   .   .===>===.   .   .   .   +" in said
    assert "> Bob  walls left 4" in said
    assert "  Bob    a5   east  4" in said


def test_the_final_board_shows_all_owners_after_they_were_masked(duel: str) -> None:
    """QC-18, QC-36.c: the mask is taken off when somebody is home."""
    words = ("play", duel, "--players", "Ann,Bob", "--ascii", "--set", "masked=yes")
    said = typed(*words, into="d4h\nb4\nc4\nb5\nc5\n").stdout
    assert "walls left" not in typed(*words, into="map\n").stdout
    assert "v Bob  walls left 3" in said
    assert "   +   .===^===.   .   +" in said
    assert "   +   .   .   .===^===+" in said


def test_four_seats_and_the_usual_board_have_room_on_a_small_terminal(tmp_path: Path) -> None:
    """The terminal has 80 columns and 24 lines: room for the board, what was said last, and a prompt."""
    said = board_of(tmp_path)
    board = said[said.index("It is Ann's turn.", 9) + 1 :]
    assert len(board) == 21
    assert max(map(len, board)) <= 80
    assert sum("walls left" in line for line in board) == 4


def test_seats_stand_above_a_board_that_leaves_no_room_for_them(tmp_path: Path) -> None:
    """QC-7.a: the widest board is 75 columns wide."""
    path = tmp_path / "wide.toml"
    path.write_text(END.replace("size = 5", "size = 17").replace("c1 c5", "i1 i17"), encoding="utf-8")
    said = typed("play", str(path), "--players", "Ann,Bob", "--ascii", into="map\n").stdout.splitlines()
    assert "* ^ Ann  walls left 1" in said
    assert max(map(len, said[5:-1])) <= 80


def test_hidden_walls_and_masked_numbers_are_not_drawn(duel: str) -> None:
    """QC-36."""
    options = ("--set", "invisible=yes", "--set", "masked=yes", "--ascii")
    said = typed("play", duel, "--players", "Ann,Bob", *options, into="a4h\nmap\n").stdout
    assert "* v Bob\n" in said
    assert "walls left" not in said
    assert said.count("=======") == 1, "the wall of the position, and not the hidden one"
    assert "===^===" not in said


def test_a_position_in_which_somebody_is_cut_off_is_not_played(tmp_path: Path) -> None:
    """QC-22."""
    path = tmp_path / "shut.toml"
    path.write_text(END.replace("walls_each = 1", 'walls_each = 5\nwalls = "b1v d1v c2h"'), encoding="utf-8")
    for words in (("moves", str(path)), ("play", str(path), "--players", "Ann,Bob", "--bot", "N=hard")):
        result = typed(*words)
        assert result.exit_code == NOT_UNDERSTOOD
        assert "S is cut off from its goal, with c1, d1, c2, d2 to go to (QC-22)" in result.stderr


def test_a_position_that_is_no_puzzle_is_told(tmp_path: Path) -> None:
    """QC-35: mapkit checks what a puzzle promises, whoever made it."""
    path = tmp_path / "none.toml"
    path.write_text(END + "[settings]\nwin_in = 2\n", encoding="utf-8")
    result = typed("check", str(path))
    assert result.exit_code == BREAKS_RULES
    assert "fault[QC-35]" in result.stdout
    assert "The player to move has no such win." in result.stdout


@pytest.mark.parametrize("there", [(), (1,), (2,)])
def test_a_puzzle_without_all_its_pawns_is_told_its_pawns_alone(there: tuple[int, ...]) -> None:
    """QC-8: whether it is a puzzle cannot be asked yet."""
    drawn = maps.read((END + "[settings]\nwin_in = 2\n").encode(), "none.toml").map
    gone = {fact for fact in drawn.facts if fact.mark in ("pawn 1", "pawn 2") and int(fact.mark[-1]) not in there}
    found = legality.check(replace(drawn, facts=drawn.facts - gone))
    assert {fault.rule.number for fault in found} == {"QC-8"}


def test_nobody_is_marked_when_the_game_is_over(duel: str) -> None:
    said = typed("play", duel, "--players", "Ann,Bob", "--ascii", into="c5\n").stdout
    assert "    ^ Ann  walls left 2\n" in said
    assert "*" not in said


def test_help_lists_moves_if_walls_are_hidden(duel: str) -> None:
    said = typed("play", duel, "--players", "Ann,Bob", "--set", "invisible=yes", into="help\n").stdout
    assert "You may say, where no hidden wall is in the way: b3, " in said


@pytest.mark.parametrize("beside", ['pawns = "e1 e9"', 'walls = "c3h"', 'turn = "N"', 'walls_left = "3 3"'])
def test_keys_that_follow_from_the_moves_are_refused_beside_them(tmp_path: Path, beside: str) -> None:
    """QC-X5: a file is a game or a position; with both, it would say the same thing twice."""
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
    assert typed(*words, into="a4h\nmap\n").stdout.count("===^===") == 2


def test_why_is_told_to_programs_but_not_if_walls_are_hidden(duel: str, tmp_path: Path) -> None:
    """QC-36.b: nobody can find out about hidden walls without a cost."""
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
    assert "would show what is hidden" in refused.stderr


def test_a_wall_turned_twice_is_itself_and_one_that_leaves_the_board_turns_into_none() -> None:
    grid = Square(5, 5)
    names = [f"{cell}{way}" for cell in grid.cells() for way in "hv"]
    for wall in names:
        becomes = half_turned_wall(grid, wall)
        assert (becomes == "") == (wall[0] == "e" or wall[1] == "5")
        assert not becomes or half_turned_wall(grid, becomes) == wall
    assert half_turned_wall(grid, "a1h") == "d4h"


def test_a_fair_position_is_played_without_loading_a_graph_library(duel: str) -> None:
    Path(duel).write_text(DUEL + "[settings]\napart = 2\n", encoding="utf-8")
    code = f"""
import sys
from mapkit.cli import main as cli
sys.argv[1:] = ["moves", {duel!r}]
try:
    cli.run()
finally:
    print(sorted({{"networkx", "ortools"}} & set(sys.modules)), file=sys.stderr)
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.stdout.startswith("b3\n")
    assert done.stderr.splitlines()[-1] == "[]"
