"""One slip of the pen in a legal map: repair undoes it, and takes nothing that was drawn on purpose."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pytest

from mapkit import maps
from mapkit.chance import Chance
from mapkit.rule import Fact
from tests.drawings import drawn
from tests.slips import Slip, plain, slips

SATURDAY = """
rules=G2-F4-T2-A2-H34-W6-O2356 players=3
+---+---+---+---+---+---+
| F   W1  .   . | V2  . |
+   +---+   +   +   +   +
| .   .   . | .   .   H |
+---+   +-^-+   +===+   +
| ~>  ~>  ~>  ~v  .   .
+   +   +   +   +---+   +
| .   A   . | ~v| .   W2|
+   +---+   +   +   +-:-+
| .   . : .   ~o  .   . |
+   +   +   +---+   +---+
| .   V1| .   . | W3  T |
+---+---+---+---+---+---+
"""
SETS = (("treasures", "small"), ("labyrinth", "classic-x"))


def planted(game: str, preset: str, number: int) -> Iterator[Slip]:
    """The slips in one legal map that make it illegal."""
    made = maps.generate(game, f"slip {number}", preset=preset)
    for slip in slips(made, Chance(f"{game} {preset} {number}")):
        if maps.check(slip.map):
            yield slip


def unkind(slip: Slip, mended: maps.Repair) -> list[str]:
    """The edits that touch what was drawn on purpose: neither the place of the slip nor a cell that was empty."""
    before = slip.map.kinds
    drawn_lines = {fact.place for fact in slip.map.facts if not isinstance(fact.place, str)}
    touched = {
        place
        for place in (fact.place for fact in slip.map.facts ^ mended.map.facts)
        if (before.get(place, "") not in ("", plain(slip.map)) if isinstance(place, str) else place in drawn_lines)
    }
    return [str(place) for place in touched - slip.culprits]


def mended_unkindly(found: list[Slip]) -> dict[str, object]:
    """The kinds of slips that take more than one edit, or one that touches what was drawn on purpose."""
    mended = {slip.kind: maps.repair(slip.map) for slip in found}
    assert all(each.proven for each in mended.values())
    taken = {slip.kind: unkind(slip, mended[slip.kind]) for slip in found}
    return {kind: mended[kind].edits for kind in mended if taken[kind] or len(mended[kind].edits) > 1}


@pytest.mark.parametrize(("game", "preset"), SETS)
def test_repair_undoes_one_slip_with_one_edit_and_takes_nothing_else(game: str, preset: str) -> None:
    found = list(planted(game, preset, 1))
    assert len(found) > 2
    assert mended_unkindly(found) == {}


def test_where_settings_leave_room_repair_still_takes_nothing_that_was_drawn_on_purpose() -> None:
    """A chain without its last wormhole is legal, too, and so is a map with another wall."""
    made = drawn(SATURDAY, "labyrinth")
    assert maps.check(made) == ()
    found = [slip for slip in slips(made, Chance("Saturday")) if maps.check(slip.map)]
    assert mended_unkindly(found) == {}


@pytest.mark.parametrize("cell", ["a6", "f1"])
def test_a_forgotten_treasure_is_put_on_an_empty_cell(cell: str) -> None:
    """MP-T-2: one genuine treasure and one false one; a wormhole could give way, and an empty cell costs as much."""
    made = drawn(SATURDAY, "labyrinth")
    forgotten = {Fact(cell, made.kinds[cell])}
    (edit,) = maps.repair(replace(made, facts=made.facts - forgotten | {Fact(cell, "empty")})).edits
    assert edit.words.endswith("instead of an empty cell")


def test_a_thing_that_is_too_near_is_moved_and_that_is_one_edit() -> None:
    """TL-26.a: no edit changes anything but the treasure."""
    near = drawn(
        "treasure_distance=2 marsh=1 walls=0\n+---+---+---+\n| M   .   T\n+   +   +   +\n| .   .   . |\n+---+---+---+"
    )
    (edit,) = maps.repair(near).edits
    assert edit.words.startswith("move the treasure from c2 to")


def test_another_wall_in_its_place_is_one_edit() -> None:
    """MP-O-3: what stands there is named, and what should."""
    solid = drawn("walls=1\n+---+---+\n| T   .\n+===+   +\n| .   . |\n+---+---+", "labyrinth")
    (edit,) = maps.repair(solid).edits
    assert edit.words == "make the indestructible wall between a2 and a1 a wall"
