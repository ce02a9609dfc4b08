"""The moves of the labyrinth: compared with the ledger's examples, and with the ways that the map checker uses."""

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import replace

import pytest

from mapkit.games import labyrinth
from mapkit.games.kit.movement import OUTSIDE
from mapkit.games.labyrinth.code import PRESETS, read_code
from mapkit.games.labyrinth.design import DrawingSummary, fit, in_plane, layout_of, legend, reachable, real_moves
from mapkit.games.labyrinth.moves import LabyrinthLayout
from mapkit.games.labyrinth.packs import LabyrinthSettings as Params
from mapkit.model.chance import Chance
from mapkit.model.game import solving_of
from mapkit.model.grid import Cell, Place, Square
from mapkit.model.rule import Amount, Facts, LazyWays, Node, has
from mapkit.model.settings import read_size
from tests.drawings import drawn
from tests.games.test_labyrinth import figure

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


def test_what_nobody_has_asked_for_is_as_much_as_the_rules_need() -> None:
    """MP-18, MP-20, MP-36, MP-G-3.b: an exit, two wormholes in a chain, and no flow up or down without floors."""
    assert (Params().exits, Params().chain_length) == (Amount(1, None), Amount(2, None))
    asked = Params(chains=Amount(2, 3), chain_length=Amount(2, 4))
    (_, one), (_, other) = layout_of(asked, frozenset()).chains
    assert (one, other) == (2, 2)
    assert [len(layout_of(asked, frozenset({has("a1", f"W{n}")})).chains) for n in (1, 3)] == [2, 2]
    assert ["flows U" in legend(Params(Square(3, 3, floors))).cell_marks for floors in (1, 2)] == [False, True]


@pytest.mark.parametrize("whole", [False, True])
def test_wormholes_of_a_chain_whose_length_is_known_lead_in_a_ring(whole: bool) -> None:
    """MP-63: from each to the next, and from the last to the first; of another chain each may be the last."""
    p = Params(Square(2, 2), read_code("G1-S1-F5-V1-T1-A1-H1-W1-O1"))
    p = replace(p, drawn=DrawingSummary((("W", 3),), False, whole=whole))
    leads = {
        (way.source, fact.mark) for way in real_moves(p) for fact in way.needs if str(way.source).startswith("('hole")
    }
    last = [(("hole", "W3"), "W1")] if whole else []
    assert leads == {(("hole", "W1"), "W2"), (("hole", "W2"), "W3"), *last}


def lay(text: str, **given: object) -> LabyrinthLayout:
    map_ = drawn(text, "labyrinth", **given)
    return LabyrinthLayout(map_.params, map_.facts)


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
        nodes = reachable(onward.get, ("in", cell))
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


@pytest.mark.parametrize(("code", "size", "drift"), ORDERS[::3])
def test_moves_of_play_lead_nowhere_where_no_open_ways_of_claims_lead(code: str, size: Square, drift: str) -> None:
    """On all drawings, also where a cell bears nothing; where one bears two kinds, claims are read."""
    params, chance = Params(size, read_code(code), drift=drift), Chance(f"open {code} {size} {drift}")
    for drawing in boards(params):
        ways = real_moves(fit(params, drawing))
        assert isinstance(ways, LazyWays)
        possible = sorted({fact for way in ways for fact in (*way.needs, *way.bars)}, key=str)
        changed = {fact.place: fact for fact in chance.shuffled(possible)[: len(possible) // 9]}
        fewer = frozenset(fact for fact in drawing if fact.place not in changed)
        for facts in (drawing, fewer, fewer.union(changed.values())):
            open_ways = defaultdict[Node, list[Node]](list)
            for source, target, needs, bars in ways:
                if facts.issuperset(needs) and facts.isdisjoint(bars):
                    open_ways[source].append(target)
            quick = ways.opened(facts)
            assert quick
            for node in (node for cell in size.cells() for node in (cell, ("in", cell))):
                by_claims = reachable(open_ways.get, node)
                met = reachable(quick.get, node)
                between = {each for each in met if not isinstance(each, tuple) or each[0] not in ("in", "hit")}
                assert met - between <= by_claims
                assert between.intersection((*size.cells(), OUTSIDE)) <= by_claims
        cell = size.cells()[0]
        assert not ways.opened(drawing | {has(cell, "treasure"), has(cell, "arsenal")})


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


def test_in_the_figure_one_cell_cannot_be_entered_and_on_two_nobody_rests() -> None:
    map_ = figure()
    board = LabyrinthLayout(map_.params, map_.facts)
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
    assert LabyrinthLayout(params, frozenset()).turn("a1", "N").spot == "a2"
