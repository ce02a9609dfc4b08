"""The moves of the labyrinth: compared with the ledger's examples, and with the ways that the map checker uses."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest

from mapkit.games import labyrinth
from mapkit.games.labyrinth.code import PRESETS, read_code
from mapkit.games.labyrinth.design import OUTSIDE, Params, fit, in_plane, reachable, real_moves
from mapkit.games.labyrinth.moves import SKIP, LabyrinthLayout, MoveOutcome, request
from mapkit.model.chance import Chance
from mapkit.model.game import solving_of
from mapkit.model.grid import Border, Cell, Place, Square
from mapkit.model.rule import Facts, Node, has
from mapkit.model.settings import read_size
from tests.drawings import drawn

CODES = (
    *(str(code) for code in PRESETS.values()),
    "G2-S1-F5-V1-T3-A2-H2-W5-O156",
    "G1-S2-F5-V3-T3-A4-H1-W1-O135",
)
FLOORS = "G23-S1-F5-V1-T3-A2-H2-W5-O157"
SIZES = (Square(3, 3), Square(4, 3), Square(3, 5), Square(5, 4), Square(6, 6))
ORDERS = [
    (code, size, drift)
    for drift in ("2", "1", "3", "mouth")
    for code, sizes in (*((code, SIZES) for code in CODES), (FLOORS, (Square(4, 3, 2), Square(3, 2, 3))))
    for size in sizes
]


def lay(text: str, **given: object) -> LabyrinthLayout:
    map = drawn(text, "labyrinth", **given)
    return LabyrinthLayout(map.params, map.facts)


def played(lay: LabyrinthLayout, start: Cell) -> tuple[set[Cell], bool]:
    """The cells that play can enter or rest on, and whether it can reach the outside."""
    hit: set[Cell] = {start}
    first = lay.place(start).spot
    seen: set[Place] = {first}
    edge: list[Place] = [first]
    while edge:
        spot = edge.pop()
        hit |= {spot} if isinstance(spot, str) else set()
        for direction in lay.requests:
            move = lay.turn(spot, direction)
            hit |= {move.entered} if move.entered else set()
            if move.spot not in seen:
                seen.add(move.spot)
                edge.append(move.spot)
    return hit, any(not isinstance(spot, str) for spot in seen)


def reached(params: Params, facts: Facts) -> dict[Cell, tuple[set[Cell], bool]]:
    """The same, as the map checker judges it."""
    fitted = fit(params, facts)
    onward: dict[Node, list[Node]] = defaultdict(list)
    for source, target, needs, bars in real_moves(fitted):
        if facts.issuperset(needs) and facts.isdisjoint(bars):
            onward[source].append(target)
    found = {}
    for cell in params.grid.cells():
        nodes = reachable(onward, ("in", cell))
        found[cell] = ({c for c in params.grid.cells() if ("hit", c) in nodes}, OUTSIDE in nodes)
    return found


def boards(params: Params, seeds: str = "1") -> Iterator[Facts]:
    """A draft of a map for each seed, and the same with more walls and fewer holes, so that not all can be entered."""
    for seed in seeds:
        chance = Chance(f"{params.rules} {params.grid} {params.drift} {seed}")
        facts = solving_of(labyrinth.GAME).draft(params, chance, frozenset())
        yield facts
        walled = chance.shuffled(in_plane(params.grid))[: len(params.grid.cells()) // 2]
        holes = sorted(fact for fact in facts if fact.mark == "hole")
        marked = {fact.place for fact in facts}
        more = {has(line, "wall") for line in walled if line not in marked}
        yield (facts - set(holes[: len(holes) // 3])) | more


@pytest.mark.parametrize("seeds", ["1", pytest.param("23", marks=pytest.mark.long)])
@pytest.mark.parametrize(("code", "size", "drift"), ORDERS, ids=str)
def test_play_enters_the_cells_that_the_checker_says_can_be_entered(
    code: str, size: Square, drift: str, seeds: str
) -> None:
    params = Params(grid=size, rules=read_code(code), drift=drift)
    for facts in boards(params, seeds):
        board = LabyrinthLayout(params, facts)
        assert {cell: played(board, cell) for cell in size.cells()} == reached(params, facts)


def test_the_maps_of_that_test_have_everything_that_moves_or_stops_a_marker() -> None:
    asked = (Params(grid=size, rules=read_code(code), drift=drift) for code, size, drift in ORDERS)
    marks = {fact.mark for params in asked for facts in boards(params) for fact in facts}
    assert marks > {"wall", "window", "solid", "hole", "exit", "river end", "W1", "W2", "W3"}
    assert marks > {f"flows {d}" for d in "NESWUD"} | {f"door {d}" for d in "NESW"}


RIVER = """
+---+---+---+---+
| T   ~>  ~>  ~o|
+   +   +   +   +
| .   .   .   .
+---+---+---+---+
"""


@pytest.mark.parametrize(
    ("drift", "onto", "rests"),
    [
        *(("2", "b2", "d2"), ("2", "c2", "d2"), ("2", "d2", "d2")),
        *(("1", "b2", "c2"), ("1", "c2", "d2"), ("3", "b2", "d2"), ("mouth", "b2", "d2")),
    ],
)
def test_a_river_carries_the_marker_down_but_not_past_its_end(drift: str, onto: Cell, rests: Cell) -> None:
    assert lay(RIVER, drift=drift).step(onto.replace("2", "1"), "N").spot == rests


def test_the_entered_type_is_told_first_and_the_river_end_after_it() -> None:
    board = lay(RIVER)
    assert board.step("b1", "N").heard == ("executed", "river source", "river end")
    assert board.step("c1", "N").heard == ("executed", "river", "river end")
    assert board.step("d1", "N").heard == ("executed", "river end")
    assert lay(RIVER, drift="1").step("b1", "N").heard == ("executed", "river source")


def test_a_player_who_skips_drifts_on_a_river_and_stays_elsewhere() -> None:
    board = lay(RIVER, drift="1")
    assert board.skip("c2") == MoveOutcome(True, "d2", ("skipped", "river", "river end"))
    assert board.skip("d2") == MoveOutcome(True, "d2", ("skipped",))
    assert board.skip("a1") == MoveOutcome(True, "a1", ("skipped",))


def test_a_player_who_starts_on_a_river_drifts_at_once() -> None:
    assert lay(RIVER).place("b2") == MoveOutcome(True, "d2", ("placed", "river source", "river end"), "b2")


@pytest.mark.parametrize(
    ("code", "bumps", "rests", "told"),
    [("S1", "yes", "c2", ()), ("S2", "no", "c2", ()), ("S2", "yes", "d2", ("river", "river end"))],
)
def test_a_refused_step_drifts_only_if_that_is_agreed(
    code: str, bumps: str, rests: Cell, told: tuple[str, ...]
) -> None:
    move = lay(f"rules={code}\n{RIVER.strip()}", drift="1", drift_on_bump=bumps).step("c2", "N")
    assert (move.spot, move.heard) == (rests, ("impossible", "monolith", *told))


CHAIN = """
+---+---+---+---+
| T   W1  .   W2|
+   +---+   +   +
  W3| F   .   A |
+---+---+---+---+
"""


def test_wormholes_lead_on_from_the_last_to_the_first_and_arriving_leads_no_further() -> None:
    board = lay(CHAIN)
    assert [board.step("a2", "E").spot, board.step("c2", "E").spot, board.step("a2", "S").spot] == ["d2", "a1", "b2"]
    assert board.step("c2", "E").heard == ("executed", "wormhole")
    assert board.skip("b2") == MoveOutcome(True, "d2", ("skipped", "wormhole"))


def test_a_bump_on_a_wormhole_jumps_under_the_restricted_rule_only() -> None:
    assert lay(CHAIN).step("b2", "S") == MoveOutcome(False, "b2", ("impossible", "wall"), obstacle="wall")
    restricted = lay(f"rules=S2\n{CHAIN.strip()}").step("b2", "S")
    assert restricted == MoveOutcome(False, "d2", ("impossible", "wall", "wormhole"), obstacle="wall")


def test_genuine_and_false_treasures_sound_alike_and_an_arsenal_is_named() -> None:
    board = lay(f"rules=T2-A2\n{CHAIN.strip()}")
    assert board.step("b2", "W").heard == board.step("c1", "W").heard == ("executed", "treasure")
    assert board.step("d2", "S").heard == ("executed", "arsenal")


def test_outside_only_the_way_back_in_is_open_and_it_enters_the_cell_again() -> None:
    board, gate = lay(CHAIN), Border("a1", "W")
    assert board.step("a1", "W") == MoveOutcome(True, gate, ("executed", "exit"), gate=gate)
    assert board.step(gate, "N") == MoveOutcome(False, gate, ("impossible", "monolith"), obstacle="monolith")
    assert board.skip(gate) == MoveOutcome(True, gate, ("skipped",))
    assert board.step(gate, "E") == MoveOutcome(True, "b2", ("executed", "wormhole"), "a1")


def test_with_the_setting_the_marker_stays_inside_at_an_exit() -> None:
    move = lay(CHAIN, stay_inside="yes").step("a1", "W")
    assert (move.spot, move.heard, move.gate) == ("a1", ("executed", "exit"), Border("a1", "W"))


def test_monolith_and_wall_may_sound_alike_and_the_game_master_still_knows() -> None:
    board = lay(CHAIN, one_obstacle="yes")
    wall, monolith = board.step("a1", "E"), board.step("a1", "S")
    assert wall.heard == monolith.heard == board.step(Border("a1", "W"), "S").heard == ("impossible",)
    assert (wall.obstacle, monolith.obstacle) == ("wall", "monolith")


def test_a_door_is_a_wall_from_its_wrong_side() -> None:
    board = lay("""
rules=O156
+---+---+---+
| T > .   .
+-^-+-:-+:v:+
| . < . : . |
+---+---+---+
""")
    open_ways = {(cell, d) for cell in board.cells for d in "NESW" if board.step(cell, d).entered}
    assert open_ways == {("a2", "E"), ("a1", "N"), ("b2", "E"), ("c2", "W"), ("c2", "S"), ("b1", "W")}
    assert board.step("b2", "W").heard == ("impossible", "wall")


def test_entering_a_swamp_costs_the_next_turn_and_starting_there_does_not() -> None:
    board = lay("""
swamps=1
+---+---+
| T   .
+   +   +
| .   S |
+---+---+
""")
    assert board.step("a1", "E").costs_a_turn
    assert not board.place("b1").costs_a_turn
    assert not board.skip("b1").costs_a_turn


TWO_FLOORS = """
rules=G13
holes=a1/1
+---+---+
| T   .
+   +   +
| .   . |
+---+---+

+---+---+
| .   . |
+   +   +
| .   . |
+---+---+
"""


def test_between_floors_a_hole_is_needed_and_above_the_top_is_monolith() -> None:
    board = lay(TWO_FLOORS)
    assert (board.step("a1/1", "U").spot, board.step("a1/2", "D").spot) == ("a1/2", "a1/1")
    assert [board.step("b1/1", d).obstacle for d in "UD"] == ["wall", "monolith"]
    assert [board.step("b1/2", d).obstacle for d in "UD"] == ["monolith", "wall"]


@pytest.mark.parametrize(
    ("text", "words"),
    [(RIVER, "up right down left skip"), (TWO_FLOORS, "north right up south left down skip")],
)
def test_directions_have_the_words_of_the_table(text: str, words: str) -> None:
    board = lay(text)
    assert " ".join(request(board.params, d) for d in board.requests) == words
    assert board.requests[-1] == SKIP


FIGURE_WALLS = {1: "123567", 2: "56", 3: "478", 4: "348", 5: "3", 6: "6", 7: "56"}
FIGURE_UPRIGHT = {2: "257", 3: "12", 4: "135", 5: "257", 6: "124567", 7: "1367", 8: "235"}
FIGURE_KINDS = {
    "21": "W1",
    "27": "W2",
    "55": "W3",
    "76": "W4",
    "71": "V1",
    "15": "V2",
    "47": "V3",
    "26": "A",
    "85": "T",
}
FIGURE_KINDS |= {"56": "~^", "46": "~^", "36": "~<", "35": "~<", "34": "~<", "33": "~^", "23": "~o"}


def figure() -> Any:
    """The figure of the README as the ledger gives it (part I)."""
    text = ["rules=G1-S1-F4-V1-T1-A2-H2-W5-O1", "+---" * 8 + "+"]
    for row in range(1, 9):
        cells = [f"{FIGURE_KINDS.get(f'{row}{column}', '.'):>2}" for column in range(1, 9)]
        ends = ["|" if str(column) in FIGURE_UPRIGHT.get(row, "") else " " for column in range(1, 9)]
        ends[7] = " " if row == 5 else "|"
        text.append("|" + "".join(f"{cell} {end}" for cell, end in zip(cells, ends, strict=True)))
        below = ["---" if str(column) in FIGURE_WALLS.get(row, "") or row == 8 else "   " for column in range(1, 9)]
        text.append("+" + "+".join(below) + "+")
    return drawn("\n".join(text), "labyrinth")


def test_in_the_figure_one_cell_cannot_be_entered_and_on_two_nobody_rests() -> None:
    map = figure()
    board = LabyrinthLayout(map.params, map.facts)
    closed, wet = "f3", {"f4", "f5"}
    assert all(played(board, cell)[0] == set(board.cells) - {closed} for cell in board.cells if cell != closed)
    assert not wet & {board.place(cell).spot for cell in board.cells}


def test_a_map_with_faults_has_moves_as_well() -> None:
    board = lay(
        """
+---+---+---+
| ~>  ~v  W3|
+   +   +   +
| ~^  ~<  ~<|
+   +   +   +
  ~v  .   ~^|
+---+---+---+
""",
        drift="mouth",
    )
    assert all(played(board, cell) for cell in board.cells)


def test_a_lay_of_the_largest_board_is_made_from_facts_alone() -> None:
    params = replace(Params(), grid=read_size("64x64"))
    assert LabyrinthLayout(params, frozenset()).step("a1", "N").spot == "a2"
