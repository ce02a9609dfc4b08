"""Which of the maps that are equally near a repair takes: an order of what the person meant who drew."""

from collections.abc import Sequence
from collections.abc import Set as AbstractSet
from typing import Any

import pytest

from mapkit.model.grid import Border, Place
from mapkit.model.map import Map
from mapkit.solve import legality, repairs
from tests.drawings import drawn

TWO_TREASURES = """treasures=1
+---+---+---+---+
| T   .   .   .
+   +   +   +   +
| .   .   .   . |
+   +   +   +   +
| .   T   .   . |
+---+---+---+---+
"""
TWO_ARSENALS = """rules=A2 arsenals=1
+---+---+---+---+
| T   .   A   .
+   +   +   +   +
| .   .   .   . |
+   +   +   +   +
| .   A   .   . |
+---+---+---+---+
"""
CLOSED_OFF = """treasures=1
+---+---+---+---+---+
| T | .   .   .   . |
+---+   +   +   +   +
| .   .   .   .   . |
+   +   +   +   +   +
  .   .   .   .   . |
+---+---+---+---+---+
"""


def repaired(
    text: str, game: str = "treasures", strokes: Sequence[AbstractSet[Place]] = ()
) -> tuple[list[str], Map[Any]]:
    """The edits of a repair, which is proven, and the map that it leads to."""
    found = repairs.repair(drawn(text, game), strokes=strokes)
    assert found.proven
    assert legality.check(found.map) == ()
    return [str(edit.words) for edit in found.edits], found.map


# --- what breaks no advice ---------------------------------------------------------------------------------------

EXIT_MISSING = """treasures=1 exits=1 treasure_distance=0 walls=any
+---+---+---+---+---+
| .   .   .   .   T |
+---+---+---+---+   +
| .   .   .   .   . |
+---+---+---+---+---+
"""


def test_an_exit_opens_where_no_advice_is_broken() -> None:
    """As in a map that is taken as drawn, whose treasure is usually two steps or more from each exit."""
    from mapkit.games import maps

    board = EXIT_MISSING.partition("\n")[2]
    map_ = maps.read(f'mapkit = 1\ngame = "treasures"\npreset = "as-drawn"\nmap = """\n{board}"""\n'.encode(), "m").map
    found = repairs.repair(map_)
    (edit,) = found.edits
    assert str(edit.words).startswith("open an exit")
    assert found.proven
    assert not [fault for fault in legality.advise(found.map) if fault.rule.number == "TL-26.a"]


def test_a_labyrinth_keeps_its_treasure_off_the_exit() -> None:
    """MP-34 is advice: a treasure lies three steps or more from every exit."""
    words, map_ = repaired(EXIT_MISSING.partition("\n")[2], "labyrinth")
    assert words[0].startswith("open an exit")
    assert not [fault for fault in legality.advise(map_) if "three steps" in str(fault.sentence)]


# --- what touches the newest strokes -----------------------------------------------------------------------------


@pytest.mark.parametrize("newest", ["a3", "b1"])
def test_of_two_treasures_the_one_drawn_last_goes(newest: str) -> None:
    older = {"a3": "b1", "b1": "a3"}[newest]
    words, _ = repaired(TWO_TREASURES, strokes=[{newest}, {older}])
    assert words == [f"make {newest} a Safe tile instead of a treasure"]


@pytest.mark.parametrize("newest", ["c3", "b1"])
def test_of_two_arsenals_the_one_drawn_last_goes(newest: str) -> None:
    words, _ = repaired(TWO_ARSENALS, "labyrinth", [{newest}, {"c3", "b1"} - {newest}])
    assert words == [f"make {newest} an empty cell instead of an arsenal"]


@pytest.mark.parametrize(("newest", "goes"), [("b2", "b2v"), ("b3", "b3v")])
def test_of_two_walls_that_overlap_the_one_placed_last_goes(newest: str, goes: str) -> None:
    words, _ = repaired("size=5 pawns=c1,c5 walls=b2v,b3v", "quoridor", [{newest}, {"b2", "b3"} - {newest}])
    assert words == [f"take {goes} out of walls"]


@pytest.mark.parametrize("newest", [Border("a3", "E"), Border("a2", "N")])
def test_of_the_walls_that_close_a_treasure_off_the_one_drawn_last_goes(newest: Border) -> None:
    words, _ = repaired(CLOSED_OFF, strokes=[{newest}])
    assert words == [
        {"E": "take away the wall between a3 and b3", "N": "take away the wall between a3 and a2"}[newest[1]]
    ]


# --- what lies where the fault is --------------------------------------------------------------------------------


def test_without_strokes_the_wall_beside_the_fault_goes() -> None:
    words, _ = repaired("""treasures=1
+---+---+---+---+---+---+
| T   .   .   . | .   . |
+---+---+---+---+   +   +
| .   .   .   .   .   . |
+   +   +   +   +   +   +
  .   .   .   .   .   . |
+---+---+---+---+---+---+
""")
    assert words == ["take away the wall between a3 and a2"]


# --- what keeps things apart -------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", ["treasures", "labyrinth"])
def test_things_that_are_missing_are_put_apart(game: str) -> None:
    rows = "\n+   +   +   +   +   +   +   +   +\n".join(["| .   .   .   .   .   .   .   . |"] * 7)
    last = "\n+   +   +   +   +   +   +   +   +\n  .   .   .   .   .   .   .   . |\n"
    edge = "+---+---+---+---+---+---+---+---+"
    head = {"treasures": "treasures=2 hospital=1", "labyrinth": "rules=A2-T3 arsenals=1 treasures=1 false_treasures=1"}
    words, map_ = repaired(f"{head[game]}\n{edge}\n{rows}{last}{edge}", game)
    things = [cell for cell, kind in map_.kinds.items() if kind not in ("safe", "empty")]
    assert len(words) == len(things) == 3
    grid = map_.params.grid
    assert min(grid.steps_apart(one, other) for one in things for other in things if one != other) >= 3, things


# --- what keeps symmetric halves symmetric -----------------------------------------------------------------------


def test_a_wall_without_its_image_goes_from_a_symmetric_map() -> None:
    words, _ = repaired("""treasures=2 exits=2
+---+---+---+---+---+---+
| T   .   .   .   .   T |
+   +---+   +   +---+   +
| .   .   .   .   .   . |
+   +---+   +   +---+   +
  .   .   .   .   .   .
+   +---+   +   +---+   +
| .   .   .   .   .   . |
+---+   +   +   +   +---+
| . | .   .   .   .   . |
+---+---+---+---+---+---+
""")
    assert words == ["take away the wall between a1 and b1"]
