"""The traps of Maze on paper: their maps, measures, sheets and proofs (docs/rules/house-options.md, MX-1 to MX-7)."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import mapkit
from mapkit.games import maps
from mapkit.games.labyrinth import GAME
from mapkit.games.labyrinth.analysis import ground_of
from mapkit.games.labyrinth.clashes import clashes
from mapkit.games.labyrinth.code import read_code
from mapkit.games.labyrinth.packs import LabyrinthSettings
from mapkit.model.errors import BadSetting
from mapkit.model.map import Map
from mapkit.model.rule import Amount, has
from tests.command import outcome
from tests.drawings import drawn

TRAPS = {"mines": "2", "robbers": "1", "infections": "1", "deadly_swamps": "2"}
CODE = "G2-S1-F4-V1-T2-A2-H34-W57-O1"


def some(seed: str, **settings: str) -> Map[Any]:
    return mapkit.generate("labyrinth", seed, size="6x6", settings={"rules": CODE, **TRAPS, **settings})


@pytest.mark.parametrize("does", ["wounds", "kills", "turn"])
def test_maps_have_as_many_traps_as_asked_and_a_repair_heeds_them(does: str) -> None:
    map_ = some(does, mine_does=does)
    assert [len(map_.cells_of(kind)) for kind in ("mine", "robbers", "infection", "deadly-swamp")] == [2, 1, 1, 2]
    assert map_.check() == ()
    without = frozenset(has(fact.place, "empty") if fact.mark == "deadly-swamp" else fact for fact in map_.facts)
    found = replace(map_, facts=without).check()
    assert {fault.rule.number for fault in found} == {"MX-5"}
    assert replace(map_, facts=without).repair().map.check() == ()


def test_every_cell_but_deadly_ones_is_entered_and_left_without_dying() -> None:
    """MX-5.a, MX-5.b: a deadly swamp that cuts the board in two is a fault, though nobody need leave it."""
    cut = """
rules=H34-A1-W1 deadly_swamps=1
+---+---+---+
| H   !s  .
+   +---+---+
| T   .   . |
+---+---+---+
"""
    assert {fault.rule.number for fault in drawn(cut, "labyrinth").check()} == {"MP-32", "MP-77"}
    assert drawn(cut.replace("+   +---+---+", "+   +---+   +"), "labyrinth").check() == ()
    lost = drawn(cut.replace("+   +---+---+", "+   +---+   +"), "labyrinth")
    assert lost.cells_of("treasure") == ("a1",), "a cell is of one kind, so no treasure lies in a swamp"


def test_the_measured_ways_to_win_keep_off_traps_that_harm() -> None:
    """MX-1.e."""
    board = """
rules=H34-A1-W1 {}
+---+---+---+---+
| T   !m  .   H
+   +---+   +   +
| .   .   .   . |
+---+---+---+---+
"""
    turns = {}
    for does in ("wounds", "turn"):
        map_ = drawn(board.format(f"mines=1 mine_does={does}"), "labyrinth")
        turns[does] = ground_of(map_.params, map_.facts).plan.turns["a2"]
    assert turns == {"wounds": 6, "turn": 5}


def test_traps_that_can_do_nothing_are_refused() -> None:
    """MX-1.d, MX-6.a."""
    with pytest.raises(BadSetting, match="mines is 1; with H1 nobody is hurt"):
        maps.params(GAME, "default", None, {"rules": "BASIC", "mines": "1"})
    with pytest.raises(BadSetting, match="without a hospital, H4 or H5, nobody would get well"):
        maps.params(GAME, "default", None, {"rules": "CLASSIC", "infections": "1"})
    maps.params(GAME, "default", None, {"rules": "CLASSIC", "infections": "1", "infection_does": "turn"})


def test_no_path_of_a_creature_leads_over_a_deadly_cell_and_a_bear_keeps_off_it() -> None:
    """MX-96.b: as MP-94 for rivers and wormholes."""
    board = """
rules=H34-A1-W1-O17 deadly_swamps=1 creatures=bear
bear={}
+---+---+---+
| H   !s  .
+   +   +   +
| T   .   . |
+---+---+---+
"""
    walks = drawn(board.format("a2,b2,c2"), "labyrinth")
    assert {fault.rule.number for fault in walks.check()} == {"MP-94"}
    game = drawn(board.format("a2"), "labyrinth").begin(["Ann"], options={"starts": "b1"})
    game.say("right")
    assert [creature.cell for creature in game.ruling.state.creatures] == ["a2"]


def test_a_start_that_kills_is_refused_and_that_tells_the_player() -> None:
    """MX-96.a: whoever chooses it hears so; where the game master draws starts, nobody gets it."""
    map_ = drawn("rules=H34-A1-W1-G2 deadly_swamps=2\n" + BOARD, "labyrinth")
    starts = {map_.begin(["Ann"], seed=str(n)).ruling.state.players[0].cell for n in range(20)}
    assert starts <= {"a1", "a2", "b1"}
    with pytest.raises(BadSetting, match="b2"):
        map_.begin(["Ann"], options={"starts": "b2"})


BOARD = """
+---+---+---+
| H   !s  !s
+   +---+   +
| .   .   T
+---+---+---+
""".replace("  !s\n", "  !s|\n")

NOTES = """game: labyrinth
rules: G1-S1-F1-V1-T1-A1-H34-W5-O1+{}
size: 3x2
players: Ann, Bob
starts: a1 c1

Ann: start = empty
Bob: start = empty
"""


def audited(tmp_path: Path, option: str, *lines: str) -> str:
    file = tmp_path / "notes.txt"
    file.write_text(NOTES.format(option) + "\n".join(lines) + "\n", encoding="utf-8")
    _, said, told = outcome("audit", str(file))
    return (said or told).replace(str(file), "notes.txt")


@pytest.mark.parametrize(
    ("option", "lines", "slip"),
    [
        ("mines=1", ["Ann: right = mine", "Bob: skip = skipped", "Ann: shoot right = miss"], "11:20: fault[MP-72]"),
        (
            "infections=1",
            ["Ann: right = infection", "Bob: skip = skipped", "Ann: shoot up = miss"],
            "11:17: fault[MX-6]",
        ),
        ("robbers=1", ["Ann: right = robbers, ill"], "9:23: fault[MX-1]"),
        ("mines=1", ["Ann: right = mine", "Bob: left = mine", "Ann: up = executed"], ""),
        ("mines=1", ["Ann: right = mine", "Bob: skip = skipped", "Ann: right = mine"], "11:14: fault[MP-50]"),
        ("deadly_swamps=1", ["Ann: right = deadly swamp", "Bob: left = executed"], "10:13: fault[MP-50]"),
        ("deadly_swamps=1", ["Ann: right = deadly swamp", "Bob: skip = skipped", "Bob: skip = skipped"], ""),
    ],
)
def test_notes_are_held_against_what_traps_do(tmp_path: Path, option: str, lines: list[str], slip: str) -> None:
    """MX-1.c: notes need not say what a trap did; each planted slip is found, and nothing else."""
    found = audited(tmp_path, option, *lines)
    assert found.startswith(f"notes.txt:{slip}" if slip else "All answers can be true."), found


def test_sheets_draw_a_trap_and_name_it() -> None:
    map_ = some("sheets")
    board = map_.print("gm", format="svg")[0].decode()
    card = b"".join(map_.print("card", format="svg", numbers=True)).decode()
    assert "Mine × 2" in board
    assert "Deadly swamp × 2" in board
    assert "MX-2" in card


def test_where_treasure_goes_is_odd_without_robbers_who_take_it() -> None:
    """MX-7.e."""
    p = LabyrinthSettings(rules=read_code("CLASSIC"), treasure_goes="random")
    armed = replace(p, robbers=Amount(1, 1), robbers_take="weapons")
    assert [str(each.words) for q in (p, armed) for each in clashes(q)] == [
        "treasure_goes is random; there are no such cells",
        "treasure_goes is random; robbers take no treasure",
    ]
