"""Solid cells of Maze on paper, and boards that are no rectangles (docs/rules/house-options.md, MX-90 to MX-94)."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, cast

import pytest

from mapkit.games import maps
from mapkit.games.labyrinth.analysis import analyse, ground_of
from mapkit.games.labyrinth.rules import ADVICE
from mapkit.mapfile import json_file, share_code
from mapkit.model.analysis import Ask
from mapkit.model.grid import Border, Square
from mapkit.model.map import Map
from mapkit.model.rule import has
from mapkit.solve import legality, repairs, search
from tests.drawings import drawn

PILLARS = """
rules=G2-S1-F1-V1-T1-A1-H1-W1-O2 players=3 solid_cells=2
+---+---+---+---+
| T   .   #   . |
+   +   +   +   +
| .   .   .   .
+   +   +---+   +
| .   #   .   . |
+---+---+---+---+
"""


def solid(map_: Map[Any]) -> list[str]:
    return sorted(map_.cells_of("rock"))


def told(text: str) -> list[str]:
    return [f"{fault.rule.number} {fault.found}" for fault in legality.check(drawn(text, "labyrinth"))]


# --- check -------------------------------------------------------------------------------------------------------


def test_solid_cells_are_as_many_as_were_agreed() -> None:
    """MX-90, MX-90.a."""
    assert told(PILLARS) == []
    assert told(PILLARS.replace("solid_cells=2", "solid_cells=3-")) == ["MX-90 Found 2: c3, b1."]
    assert told(PILLARS.replace(" solid_cells=2", "")) == ["MX-90 Found 2: c3, b1."]


def test_walls_at_a_solid_cell_mean_nothing() -> None:
    """MX-90.b."""
    boxed = PILLARS.replace("| T   .   #   . |\n+   +   +   +   +", "| T   . | # | . |\n+   +   +---+   +")
    assert told(boxed.replace("solid_cells=2", "solid_cells=2 walls=1")) == []
    assert [f.rule.number for f in legality.advise(drawn(boxed, "labyrinth"))] == [
        f.rule.number for f in legality.advise(drawn(PILLARS, "labyrinth"))
    ]


def test_numbers_that_go_by_cells_go_by_those_that_can_be_entered() -> None:
    """MX-90.c."""
    map_ = drawn(PILLARS, "labyrinth")
    ground = ground_of(map_.params, map_.facts)
    assert {*ground.cells} == {*map_.params.grid.cells()} - {"c3", "b1"}
    assert {*ground.starts} <= {*ground.cells}
    measures = analyse(map_, Ask()).measures
    assert measures["inner-walls"].value == {"walls": 1, "most": 2}
    assert cast(Mapping[str, int], measures["pieces"].value)["by_walls"] == 1
    few = [rule for rule in ADVICE if "at least a fourth as many inner walls" in str(rule.sentence)]
    assert few
    assert not [fault for fault in legality.advise(map_) if fault.rule in few], "the sides of solid cells are walls"


def test_nobody_starts_on_a_solid_cell_and_no_hole_leads_into_one() -> None:
    """MX-92."""
    for listed in ("starts=b1,a1,a1", "bear=b1 rules=G2-S1-F1-V1-T1-A1-H1-W1-O27 creatures=bear"):
        asked, _, rest = listed.partition(" ")
        text = PILLARS.replace("solid_cells=2", f"solid_cells=2 {rest}\n{asked}")
        text = text.replace("rules=G2-S1-F1-V1-T1-A1-H1-W1-O2 ", "") if rest else text
        assert "MX-92" in {line.split()[0] for line in told(text)}


@pytest.mark.parametrize(
    ("line", "found"),
    [
        ("| T   .   # e . |", []),
        ("| T   . e #   . |", []),
        ("| T e .   #   . |", ["MX-93 Found no solid cell at a3."]),
    ],
)
def test_an_exit_inside_leads_to_a_solid_cell_at_the_edge(line: str, found: list[str]) -> None:
    """MX-93, MX-93.a."""
    text = PILLARS.replace("| T   .   #   . |", line).replace("O2", "O1")
    assert [each.split()[0] for each in told(text)] == [each.split()[0] for each in found]


def test_an_exit_to_a_pillar_in_the_middle_or_from_a_solid_cell_is_a_fault() -> None:
    """MX-93.a."""
    pillar = PILLARS.replace("| .   .   .   .\n", "| . e #   .   .\n").replace("| .   #   .   . |", "| .   .   .   . |")
    assert [line.split()[0] for line in told(pillar.replace("O2", "O1"))] == ["MX-93"]
    gap = PILLARS.replace("+---+---+---+---+\n| T", "+---+---+   +---+\n| T").replace("O2", "O1")
    assert [line.split()[0] for line in told(gap)] == ["MX-93"]


CLOSED = """
rules=G1-S1-F2-V1-T1-A1-H1-W1-O1 players=2
starts=a1,e1
+---+---+---+---+---+
| .   .   .   .   T |
+   +---+   +---+   +
| .   .   . | . | . |
+---+---+   +---+   +
| . | .   .   .   .
+---+   +---+   +   +
| W1  . | . | W2  . |
+   +   +---+   +   +
| .   .   .   .   . |
+---+---+---+---+---+
"""


def test_cells_that_are_closed_off_on_all_sides_are_told_once_with_what_would_do() -> None:
    """MX-94."""
    (only,) = told(CLOSED)
    assert only == (
        "MX-94 d4, a3, c2 are closed off on all sides; open walls, or draw # there (solid_cells allows it)."
    )
    assert told(CLOSED.replace("T |", ". |"))[0] == only
    assert len(told(CLOSED.replace("T |", ". |"))) == 2, "other faults are told beside it"
    assert told(CLOSED.replace("players=2", "players=2 solid_cells=3")) == [only], "they may be meant"
    assert legality.check(repairs.repair(drawn(CLOSED, "labyrinth")).map) == ()


TWO = """
rules=G2-S1-F1-V1-T1-A1-H1-W1-O1
+---+---+---+---+---+
| T   . | .   . | . |
+   +   +---+---+   +
| .   .   .   .   .
+---+---+---+---+---+
| .   .   .   .   . |
+---+---+---+---+---+
"""


def test_up_to_four_empty_cells_may_be_closed_off_together() -> None:
    """MX-94.a."""
    found = told(TWO)
    assert found[0].startswith("MX-94 c3, d3 are closed off")
    assert {line.split()[0] for line in found} == {"MX-94", "MP-32", "MP-77"}, "a row is more than that"


def test_the_enclosure_may_be_closed_off() -> None:
    """MX-94.b, MP-33."""
    text = CLOSED.replace("A1-H1-W1", "A2-H1-W4").replace("| .   .   .   .   T |", "| .   .   A   .   T |")
    one = text.replace("+---+   +---+   +   +\n| W1", "+   +   +---+   +   +\n| W1").replace("| . | W2", "| .   W2")
    assert told(one) == []


# --- make --------------------------------------------------------------------------------------------------------

SIZES = [
    (Square(3, 2), "1"),
    (Square(4, 4), "5"),
    (Square(5, 5), "2-10"),
    (Square(8, 8), "12%"),
    (Square(8, 8), "40"),
    (Square(7, 4), "any"),
    (Square(5, 5, 2), "20"),
]


@pytest.mark.parametrize("seeds", [range(2), pytest.param(range(2, 20), marks=pytest.mark.long)], ids=str)
@pytest.mark.parametrize(("grid", "wanted"), SIZES, ids=str)
def test_maps_with_solid_cells_are_legal_also_with_many(grid: Square, wanted: str, seeds: range) -> None:
    """MX-90: what is left is one piece, and all else finds room."""
    code = "G23-S1-F4-V1-T2-A2-H34-W6-O1" if grid.floors > 1 else "G2-S1-F4-V1-T2-A2-H34-W6-O1"
    for seed in seeds:
        given = {"solid_cells": wanted, "rules": code} if len(grid.cells()) > 9 else {"solid_cells": wanted}
        map_ = maps.generate("labyrinth", f"solid {seed}", size=grid, given=given)
        low, high = map_.params.solid_cells
        assert low <= len(solid(map_)) <= (len(grid.cells()) if high is None else high)
        assert legality.check(map_) == ()
        assert not [line for line in map_.facts if line.mark == "wall" and cast(Border, line.place).cell in solid(map_)]


def test_the_same_seed_without_solid_cells_gives_the_same_map_as_ever() -> None:
    plain = maps.generate("labyrinth", "same", given={})
    assert plain.facts == maps.generate("labyrinth", "same", given={"solid_cells": 0}).facts


def test_complete_and_repair_heed_solid_cells() -> None:
    sketch = drawn(PILLARS.replace("| .   #   .   . |", "| .   #   ?     |"), "labyrinth")
    filled = search.complete(sketch, "seed")
    assert legality.check(filled) == ()
    assert solid(filled) == ["b1", "c3"]
    shut = drawn(PILLARS.replace("| T   .   #   . |\n+   +", "| T | .   #   . |\n+---+"), "labyrinth")
    repaired = repairs.repair(shut)
    assert repaired.proven
    assert len(repaired.edits) == 1
    whole = drawn(PILLARS, "labyrinth")
    fewer = repairs.repair(replace(whole, facts=whole.facts - {has("b1", "rock")} | {has("b1", "empty")}))
    assert len(fewer.edits) == 1


def test_solid_cells_go_through_files_json_and_codes() -> None:
    map_ = drawn(PILLARS.replace("| T   .   # ", "| T   . e # ").replace("O2", "O1"), "labyrinth")
    for data in (map_.to_text().encode(), json_file.show(map_).encode(), share_code.show(map_).encode()):
        assert maps.read(data, "map").map == map_
    assert {"cell": "b3", "side": "E", "beyond": "c3", "mark": "exit"} in json_file.data(map_)["borders"]
    entry = next(cell for cell in json_file.data(map_)["cells"] if cell["cell"] == "c3")
    assert entry["marks"] == ["rock"]


def test_a_drawing_alone_says_how_many_there_are() -> None:
    bare = "\n".join(PILLARS.split("\n")[2:])
    read = maps.read(bare.encode(), "mine", game="labyrinth")
    assert read.map.params.solid_cells == (2, 2)
    assert legality.check(read.map) == ()
