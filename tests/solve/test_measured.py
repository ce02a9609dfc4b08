"""What is measured can be reached: repair and complete find a map that keeps it, or say what was tried."""

from dataclasses import replace
from typing import Any

import pytest

from mapkit.games import maps
from mapkit.games.labyrinth.analysis import remark_unequal_starts, remark_unfair_starts
from mapkit.games.minoqaur.design import solved
from mapkit.model.grid import cell_of
from mapkit.model.map import Map
from mapkit.model.rule import Amount, Fact, SolverGaveUp
from mapkit.solve import legality, repairs, search
from tests.drawings import drawn

ROOM = """rules=O1 players=3 fairness=1
+---+---+---+---+---+---+
| T   .   .   . | .   . |
+   +   +---+   +   +   +
| .   .   .   .   .   .
+   +---+   +   +---+   +
| .   .   .   . | .   . |
+---+---+---+---+---+---+
"""


def starts(map_: Map[Any]) -> list[str]:
    return [str(fact.place) for fact in sorted(map_.facts, key=lambda f: f.mark) if fact.mark.startswith("start ")]


def test_starts_that_are_missing_are_found_and_fewer_edits_are_impossible() -> None:
    """MP-35: `fairness` asks for as many starts as players."""
    found = repairs.repair(drawn(ROOM, "labyrinth"))
    assert [str(edit.words)[:4] for edit in found.edits] == ["add "] * 3
    assert found.proven
    assert found.words == "3 edits; proven: no legal map is nearer"
    assert not [*remark_unfair_starts(found.map)]


def test_missing_starts_keep_the_advice_that_they_are_alike() -> None:
    """MP-34, MP-35: of starts within `fairness`, those that differ by half of the moves to a win at most."""
    found = repairs.repair(drawn(ROOM.replace("fairness=1", "fairness=6"), "labyrinth"))
    assert len(found.edits) == 3
    assert not [*remark_unequal_starts(found.map)]


def test_one_edit_may_heed_several_remarks(monkeypatch: pytest.MonkeyPatch) -> None:
    """MP-35: what several remarks need at least does not add up, so nothing is proven by it."""
    listed = drawn(ROOM.replace("fairness=1", "fairness=1 starts=b3,d3,e3"), "labyrinth")
    found = repairs.repair(listed)
    assert len(found.edits) == 2
    monkeypatch.setattr(repairs, "measured_remarks", lambda map_: 2 * legality.measured_remarks(map_))
    assert not repairs.repair(listed).proven


def test_of_starts_that_differ_too_much_as_few_as_possible_move() -> None:
    listed = drawn(ROOM.replace("fairness=1", "fairness=1 starts=a1,e3,f1"), "labyrinth")
    assert [*remark_unfair_starts(listed)]
    found = repairs.repair(listed)
    assert {str(edit.words)[:10] for edit in found.edits} == {"move start"}
    assert len(found.edits) < 3
    assert found.proven == (len(found.edits) == 1)
    assert len({*starts(listed)} & {*starts(found.map)}) == 3 - len(found.edits)
    assert not [*remark_unfair_starts(found.map)]


def test_a_locked_start_stays() -> None:
    listed = drawn(ROOM.replace("fairness=1", "fairness=1 starts=a1,e3,f1"), "labyrinth")
    for cell in starts(listed):
        kept = repairs.repair(replace(listed, locked=frozenset({cell}))).map
        assert cell in starts(kept)
        assert legality.check(kept) == ()


@pytest.mark.parametrize("seed", "abcdefgh")
def test_complete_finds_fair_starts_whatever_the_seed(seed: str) -> None:
    """MP-35: once the walls are there, the starts are measured again."""
    map_ = drawn(ROOM.replace("| .   .   .   .   .   .\n", "| .   ?   ?   ?   .   .\n").replace("?", " "), "labyrinth")
    made = search.complete(map_, seed)
    assert legality.check(made) == ()
    assert map_.facts <= made.facts


UNEVEN = """fair_starts=0 players=3 walls=any
+---+---+---+---+
| .   .   .   T
+   +---+---+---+
| .   .   .   . |
+---+---+---+---+
"""


def test_walls_move_until_starts_are_fair() -> None:
    """TX-79: on this map no three Safe tiles have ways of the same length to a win."""
    map_ = drawn(UNEVEN)
    assert [fault.rule.number for fault in legality.check(map_)] == ["TX-79"]
    found = repairs.repair(map_)
    assert legality.check(found.map) == ()
    assert found.edits
    assert found.proven == (len(found.edits) == 1)
    assert found == repairs.repair(map_), "the same map"


def test_where_other_rules_are_broken_too_a_refusal_says_how_many_maps_were_tried() -> None:
    """TX-79: the portal's other half is missing, an exit is too many, and fair starts are not found either."""
    text = """fair_starts=0 players=4 walls=any
+---+---+---+---+
| .   .   .   T
+   +---+---+---+
| V1  .   . | . |
+   +   +   +   +
| .   . | .   .
+---+---+---+---+
"""
    with pytest.raises(SolverGaveUp, match="maps near it were tried"):
        repairs.repair(drawn(text))


def test_a_position_becomes_a_puzzle() -> None:
    """QC-35: the player to move wins in two moves, with one right first move."""
    map_ = replace(maps.generate("quoridor", "a", size=maps.game_named("quoridor").design.board.read("5")))
    asked = replace(map_, params=replace(map_.params, win_in=2))
    found = repairs.repair(asked)
    assert legality.check(found.map) == ()
    assert not found.proven or len(found.edits) == 1


def test_the_nearest_code_of_a_text_with_a_par_is_taken() -> None:
    """MQ-V5: other levels and masks of the same text have other shortest wins; where none will do, that is said."""
    given = {"text": "HI", "win": "treasure"}
    board = maps.game_named("minoqaur").design.board.read("2")
    map_ = maps.generate("minoqaur", "a", size=board, given={**given, "mask": "0"})
    asked = replace(map_, params=replace(map_.params, par=Amount(9, 10), mask=None))
    assert [fault.rule.number for fault in legality.check(asked)] == ["MQ-V5"]
    found = repairs.repair(asked)
    assert found.edits
    assert legality.check(found.map) == ()
    assert len(solved(map_.params, found.map.facts).line) in (9, 10)
    assert repairs.repair(found.map).edits == ()
    begun = frozenset(fact for fact in found.map.facts if cell_of(fact.place).endswith("9"))
    assert legality.check(search.complete(replace(found.map, facts=begun), "seed")) == ()
    made = maps.generate("minoqaur", "a", size=board, given={**given, "par": "9-10"})
    assert legality.check(made) == ()
    with pytest.raises(SolverGaveUp, match="of 12 codes of this text none takes 40 moves to win"):
        repairs.repair(replace(asked, params=replace(asked.params, par=Amount(40, 40))))


def test_what_was_tried_is_said() -> None:
    """TX-79: the board has too few Safe tiles, so nothing will do."""
    map_ = drawn(
        "fair_starts=0 players=4 treasures=1\n+---+---+---+\n| .   .   T\n+---+   +---+\n| .   .   . |\n+---+---+---+"
    )
    with pytest.raises(SolverGaveUp) as gave_up:
        repairs.repair(map_)
    assert "TX-79, which is measured" in str(gave_up.value)
    assert "maps near it were tried: other starts or things in their places, other walls" in str(gave_up.value)


def test_walls_are_not_built_to_fit_a_number_that_says_what_stands() -> None:
    """QC-X6: there the number is wrong, not the walls."""
    map_ = drawn("size=5 pawns=c1,c5 walls=b2h:N walls_left=1,1", "quoridor")
    with pytest.raises(SolverGaveUp):
        repairs.repair(map_)
    assert Fact("b2", "h N") in map_.facts
