"""The pits of Maze on paper: their maps, sheets and proofs (docs/rules/house-options.md, MX-20 to MX-24)."""

from dataclasses import replace
from pathlib import Path

import pytest

import mapkit
from mapkit.games import maps
from mapkit.games.labyrinth import GAME
from mapkit.games.labyrinth.design import movement
from mapkit.games.labyrinth.ear import LabyrinthEar
from mapkit.model.errors import BadSetting
from mapkit.model.rule import has
from tests.command import outcome
from tests.drawings import drawn

BOARD = """
rules=G1-S1-F3-V1-T1-A1-H1-W1-O1 {}
+---+---+---+---+
| .   !p  .   !l|
+   +   +   +   +
| T   .   .   .
+---+---+---+---+
"""


def told(text: str) -> list[str]:
    return [fault.rule.number for fault in drawn(text, "labyrinth").check()]


@pytest.mark.parametrize("enclosure", ["none", "always"])
def test_random_maps_have_pits_and_one_landing_cell_that_is_not_in_the_enclosure(enclosure: str) -> None:
    """MX-23, MX-23.b."""
    asked = {"rules": "G2-S2-F5-V1-T1-A2-H1-W5-O1", "loops": "2", "pits": "2", "enclosure": enclosure}
    for seed in "abcd":
        map_ = mapkit.generate("labyrinth", seed, size="7x7", settings=asked)
        assert [len(map_.cells_of(kind)) for kind in ("loop", "pit", "landing")] == [2, 2, 1]
        assert map_.check() == ()
        without = frozenset(has(fact.place, "empty") if fact.mark == "landing" else fact for fact in map_.facts)
        assert {fault.rule.number for fault in replace(map_, facts=without).check()} >= {"MX-23"}
        assert replace(map_, facts=without).repair().map.check() == ()


def test_pits_are_as_many_as_agreed_and_lead_to_one_cell_that_is_no_pit() -> None:
    """MX-22, MX-23.a."""
    assert told(BOARD.format("pits=1")) == []
    assert told(BOARD.format("pits=2")) == ["MX-22"]
    assert told(BOARD.format("pits=2").replace("| .   !p", "| !p  !p")) == []
    assert told(BOARD.format("pits=1").replace("| T   .   . ", "| T   .   !l")) == ["MX-23"]
    assert told(BOARD.format("")) == ["MX-95", "MX-95"]


def test_where_only_a_pit_leads_a_player_can_be() -> None:
    """MX-22: the moves of pits count wherever it matters which cells can be reached."""
    alone = BOARD.format("pits=1").replace("+   +   +   +   +\n", "+   +   +   +---+\n").replace(".   !l", ". | !l")
    assert set(told(alone)) == {"MP-32", "MP-77"}, "nobody can leave the landing cell"
    door = alone.replace("rules=G1-S1-F3-V1-T1-A1-H1-W1-O1", "rules=G1-S1-F3-V1-T1-A1-H1-W1-O15").replace(
        "---+\n| T", "-v-+\n| T"
    )
    assert told(door) == []


def test_loops_are_refused_where_there_are_no_wormholes() -> None:
    """MX-20.c."""
    with pytest.raises(BadSetting, match="loops is 1; with F1 there are no wormholes"):
        maps.params(GAME, "default", None, {"rules": "G1-S1-F1-V1-T1-A1-H1-W1-O1", "loops": "1"})


def test_no_path_of_a_creature_leads_over_a_pit() -> None:
    """MX-22.b."""
    board = BOARD.replace("O1 {}", "O17 pits=1 creatures=bear\nbear={}")
    assert told(board.format("a2,b2")) == ["MP-94"]
    assert told(board.format("a2,a1")) == []


def test_nobody_drifts_out_of_a_pit_beside_a_river() -> None:
    """MX-22: the exit is behind the pit, and what flows elsewhere does not help."""
    board = """
rules=G1-S1-F5-V1-T1-A1-H1-W1-O1 pits=1 {}
+---+---+---+---+
  .   !p  .   !l|
+   +---+   +   +
| T | .   .   . |
+   +---+   +   +
| .   ~>  ~o  . |
+---+---+---+---+
"""
    assert set(told(board.format("drift=1"))) == {"MP-32", "MP-77"}
    assert told(board.format("drift=1").replace("pits=1", "pits=0-1").replace("!p", ". ")) == []


NOTES = """game: labyrinth
rules: G1-S2-F2-V1-T1-A1-H1-W1-O1+{}
size: 4x2
players: Ann
chain lengths: {}
starts: a1

Ann: start = empty
Ann: right = pit
Ann: up = impossible, wall, pit
Ann: skip = skipped, pit
"""


@pytest.mark.parametrize(
    ("option", "chains", "slip"),
    [
        ("loops=1", "2", ""),
        ("loops=1", "none", ""),
        ("pits=1", "2", ""),
        ("pits=1", "none", "notes.txt:10:11: fault[MP-52]"),
        ("drift=2", "none", "notes.txt:9:14: fault[MP-50]"),
    ],
)
def test_notes_are_held_against_what_pits_do(tmp_path: Path, option: str, chains: str, slip: str) -> None:
    """MX-20.a, MX-22: nobody falls again from the landing cell; out of a loop everybody hears the same."""
    file = tmp_path / "notes.txt"
    file.write_text(NOTES.format(option, chains), encoding="utf-8")
    _, said, told = outcome("audit", str(file))
    found = (said or told).replace(str(file), "notes.txt")
    assert found.startswith(slip or "All answers can be true."), found


@pytest.mark.parametrize("option", ["pits=1", "loops=1", "whirlpools=1", "rivers_join=anywhere", "source_named=no"])
def test_machines_count_on_no_number_that_nobody_has_told(option: str) -> None:
    """MX-16.b, MX-20.b: the lengths of chains and rivers leave some cells out that sound alike."""
    map_ = mapkit.generate("labyrinth", "ear", size="6x6", settings={"rules": f"G2-S1-F5-V1-T1-A1-H1-W1-O1+{option}"})
    ear = LabyrinthEar(map_.params)
    for said in map_.begin(["Ann"]).ruling.heard:
        list(ear.hear(said))
    sounds = {"pits": "wormhole", "loops": "wormhole", "whirlpools": "river-end", "rivers_join": "river-source"}
    unknown = sounds.get(option.split("=")[0], "river")
    assert {"wormhole", "river-source", "river", "river-end"} - ear.briefing.amounts.keys() == {unknown}
    assert not ear.briefing.carriers.rings or unknown != "wormhole"


def test_players_who_may_fall_into_a_pit_get_paper_for_fragments() -> None:
    """MX-22.a: without pits, rivers and wormholes each knows where they are."""
    board = BOARD.replace("F3", "F1")
    for text, moved in (
        (board.format("pits=1"), True),
        (board.format("").replace("!p", ". ").replace("!l", ". "), False),
    ):
        page = drawn(text, "labyrinth").print("player", format="svg")[0].decode()
        assert ("Fragments" in page) is moved
        assert ("wormhole" in page) is moved


def test_where_loops_alone_are_agreed_no_cell_is_a_landing_cell() -> None:
    """MX-23: so a player who hears nothing stands on an empty cell, and on no river."""
    p = maps.params(GAME, "default", None, {"rules": "G2-S1-F5-V1-T1-A1-H1-W1-O1", "loops": "1"})
    entered = movement(p).leaving(("in", "a1"))
    assert "landing" not in {fact.mark for move in entered for fact in move.way.needs}
