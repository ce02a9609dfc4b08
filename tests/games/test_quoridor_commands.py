"""Quoridor on the command line: solve, moves --why, and the board that lies open at the table."""

import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from mapkit.games import maps
from mapkit.games.quoridor.design import half_turned_wall
from mapkit.model.grid import Square
from mapkit.solve import legality
from tests.command import run

END = 'mapkit = 1\ngame = "quoridor"\nsize = 5\nwalls_each = 1\npawns = "c1 c5"\n'
DUEL = 'mapkit = 1\ngame = "quoridor"\nsize = 5\npawns = "c3 c4"\nwalls = "b2h:S"\n'


@pytest.mark.long
def test_a_small_position_is_played_perfectly_to_its_end(tmp_path: Path) -> None:
    """Each player has one wall left, and none stands yet; among other walls fewer places are left for it."""
    path = tmp_path / "end.toml"
    path.write_text(END, encoding="utf-8")
    result = run("solve", str(path))
    assert result.stdout.splitlines()[:2] == ["shortest ways: S 4, N 4", "perfect play: N wins in 12 plies"]


@pytest.mark.parametrize("there", [(), (1,), (2,)])
def test_a_puzzle_without_all_its_pawns_is_told_its_pawns_alone(there: tuple[int, ...]) -> None:
    """QC-8: whether it is a puzzle cannot be asked yet."""
    drawn = maps.read((END + "[settings]\nwin_in = 2\n").encode(), "none.toml").map
    gone = {fact for fact in drawn.facts if fact.mark in ("pawn 1", "pawn 2") and int(fact.mark[-1]) not in there}
    found = legality.check(replace(drawn, facts=drawn.facts - gone))
    assert {fault.rule.number for fault in found} == {"QC-8"}


def test_a_wall_turned_twice_is_itself_and_one_that_leaves_the_board_turns_into_none() -> None:
    grid = Square(5, 5)
    names = [f"{cell}{way}" for cell in grid.cells() for way in "hv"]
    for wall in names:
        becomes = half_turned_wall(grid, wall)
        assert (becomes == "") == (wall[0] == "e" or wall[1] == "5")
        assert not becomes or half_turned_wall(grid, becomes) == wall
    assert half_turned_wall(grid, "a1h") == "d4h"


def test_a_fair_position_is_played_without_loading_a_graph_library(tmp_path: Path) -> None:
    duel = str(tmp_path / "duel.toml")
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
