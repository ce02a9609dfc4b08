"""For each kind of claim, the solver finds exactly the maps that the checker passes."""

from collections.abc import Sequence
from dataclasses import replace
from itertools import product
from typing import Any

import pytest

from mapkit.games.labyrinth.design import DrawingSummary
from mapkit.games.labyrinth.rules import RULES as LABYRINTH_RULES
from mapkit.games.treasures.design import RULES
from mapkit.model.grid import Square, border, inner_borders
from mapkit.model.rule import (
    WHOLE_MAP,
    Amount,
    BendingChain,
    Claim,
    Count,
    Endpoint,
    Fact,
    Joins,
    Length,
    Link,
    Reaches,
    Rule,
    RuleClaim,
    Spacing,
    Way,
    When,
    claims_of,
    exactly,
    flows,
    has,
    none,
    wall,
)
from mapkit.solve.solver import MapQuery, every
from tests.drawings import drawn
from tests.subsets import found, passed, passes, subsets

GRID = Square(3, 2)
LAMPS = [has(cell, "lamp") for cell in GRID.cells()]
WELLS = [has(cell, "well") for cell in GRID.cells()[1:5]]
WALLS = [wall(line) for line in inner_borders(GRID)]
STEPS = tuple(Way(b.cell, GRID.step(b.cell, b.side), bars=(wall(b),)) for b in inner_borders(GRID))
BOTH_WAYS = (*STEPS, *(Way(w.target, w.source, w.needs, w.bars) for w in STEPS))
DRIFT = (*STEPS, Way("a1", "b1", needs=(LAMPS[0],)), Way("c1", "a2", needs=(LAMPS[0], LAMPS[1]), bars=(LAMPS[2],)))
LAMP_STOPS = tuple(Endpoint(lamp.place, (lamp,)) for lamp in LAMPS)
BARRED_STOPS = tuple(Endpoint(lamp.place, bars=(lamp,)) for lamp in LAMPS)
SOME_FLOWS = [
    flows("a2", "E"),
    flows("b2", "E"),
    flows("c2", "S"),
    flows("c1", "W"),
    flows("b1", "W"),
    flows("a1", "N"),
    flows("b2", "S"),
    flows("b1", "N"),
    flows("a2", "N"),
    flows("b1", "S"),
]
LINKS = tuple(Link(f, f.place, GRID.step(str(f.place), f.mark[-1]), f.mark[-1]) for f in SOME_FLOWS)  # type: ignore[arg-type]
ONE_FLOW = tuple(
    Count(tuple(x for x in SOME_FLOWS if x.place == cell), 0, 1)
    for cell in GRID.cells()
    if any(x.place == cell for x in SOME_FLOWS)
)

CASES: dict[str, tuple[Sequence[Claim], Sequence[Fact]]] = {
    "count exactly": ([exactly(2, LAMPS)], LAMPS),
    "count none": ([none(LAMPS[:3])], LAMPS),
    "count at most": ([Count(tuple(LAMPS), 0, 1)], LAMPS),
    "count some": ([Count(tuple(LAMPS[:4]), 1, 4)], LAMPS),
    "count range": ([Count(tuple(LAMPS), 2, 4)], LAMPS),
    "count too many": ([Count(tuple(LAMPS), 7, 9)], LAMPS),
    "when": ([When((LAMPS[0], LAMPS[1]), exactly(1, LAMPS[2:]))], LAMPS),
    "when none": ([When((LAMPS[0],), none(LAMPS[3:]))], LAMPS),
    "when some": ([When((LAMPS[5],), Count(tuple(LAMPS[:3]), 1, 3))], LAMPS),
    "when in when": ([When((LAMPS[0],), When((LAMPS[1],), Count(tuple(LAMPS[2:]), 1, 2)))], LAMPS),
    "joined": ([Joins(GRID.cells(), STEPS)], WALLS),
    "when joined": ([When((LAMPS[0],), Joins(GRID.cells(), STEPS))], [*WALLS, LAMPS[0]]),
    "joined in part": ([Joins(("a2", "b2", "a1"), STEPS[:3])], WALLS),
    "reaches": ([Reaches(STEPS, (Endpoint("a1"),), (Endpoint("c2"),))], WALLS),
    "reaches everywhere": ([Reaches(BOTH_WAYS, LAMP_STOPS[:1], LAMP_STOPS[3:])], [*WALLS[3:], *LAMPS[:1], *LAMPS[3:5]]),
    "reaches by what needs facts": ([Reaches(DRIFT, LAMP_STOPS[:3], (Endpoint("a2"),))], [*WALLS[:5], *LAMPS[:3]]),
    "reaches but from where a fact bars": ([Reaches(STEPS, BARRED_STOPS, (Endpoint("c2"),))], [*WALLS, *LAMPS[:2]]),
    "reaches all from all": (
        [Reaches(BOTH_WAYS, tuple(map(Endpoint, GRID.cells())), tuple(map(Endpoint, GRID.cells())))],
        WALLS,
    ),
    "reaches where a fact bars the goal": (
        [Reaches(STEPS, (Endpoint("a2"),), BARRED_STOPS[3:5])],
        [*WALLS, *LAMPS[3:5]],
    ),
    "when reaches": ([When((LAMPS[5],), Reaches(BOTH_WAYS, (Endpoint("a1"),), (Endpoint("b2"),)))], [*WALLS, LAMPS[5]]),
    "length at least": ([Length(BOTH_WAYS, (Endpoint("a1"),), (Endpoint("b1"),), Amount(2, None))], WALLS),
    "length at most": ([Length(BOTH_WAYS, (Endpoint("a1"),), (Endpoint("c1"),), Amount(0, 2))], WALLS),
    "length exactly": ([Length(BOTH_WAYS, (Endpoint("a1"),), (Endpoint("c1"),), Amount(4, 4))], WALLS),
    "length to the nearest": (
        [Length(BOTH_WAYS, LAMP_STOPS[3:5], (Endpoint("c2"), Endpoint("a2")), Amount(2, 3))],
        [*WALLS[2:], *LAMPS[3:5]],
    ),
    "length to what stands": (
        [Length(DRIFT, (Endpoint("a1"),), (*LAMP_STOPS[4:], *BARRED_STOPS[1:2]), Amount(1, 2))],
        [*WALLS[:3], *LAMPS[:2], *LAMPS[4:]],
    ),
    "when length": (
        [When((LAMPS[0],), Length(BOTH_WAYS, (Endpoint("a1"),), (Endpoint("b2"),), Amount(3, 4)))],
        [*WALLS, LAMPS[0]],
    ),
    "trail without rings": ([*ONE_FLOW, BendingChain(LINKS, Amount(0, None))], SOME_FLOWS[:8]),
    "trail without bends": ([*ONE_FLOW, BendingChain(LINKS, Amount(0, 0))], SOME_FLOWS),
    "trail with a bend": ([*ONE_FLOW, BendingChain(LINKS, Amount(0, 1))], SOME_FLOWS[:8]),
    "trail with bends asked for": ([*ONE_FLOW, BendingChain(LINKS, Amount(2, None))], SOME_FLOWS),
    "trail with exactly one bend": ([*ONE_FLOW, BendingChain(LINKS, Amount(1, 1))], SOME_FLOWS),
    "spacing of neighbours": ([Spacing(tuple(LAMPS), 2, GRID)], LAMPS),
    "spacing": ([Spacing(tuple(LAMPS), 3, GRID)], LAMPS),
    "spacing of several marks": ([Spacing((*LAMPS[:3], *WELLS), 4, GRID)], [*LAMPS[:3], *WELLS]),
    "when spacing": ([When((WELLS[0],), Spacing(tuple(LAMPS), 2, GRID))], [*LAMPS, WELLS[0]]),
    "when trail": ([*ONE_FLOW, When((SOME_FLOWS[0],), BendingChain(LINKS, Amount(0, 1)))], SOME_FLOWS[:8]),
}
TRAILS = ("trail without rings", "trail with a bend", "when trail")
LARGER: dict[str, tuple[Sequence[Claim], Sequence[Fact]]] = {
    "reaches everywhere, with every wall": (CASES["reaches everywhere"][0], [*WALLS, *LAMPS[:1], *LAMPS[3:5]]),
    "reaches by what needs facts, with every wall": (CASES["reaches by what needs facts"][0], [*WALLS, *LAMPS[:3]]),
    "length to the nearest, with every wall": (CASES["length to the nearest"][0], [*WALLS, *LAMPS[3:5]]),
    "length to what stands, with five walls": (
        CASES["length to what stands"][0],
        [*WALLS[:5], *LAMPS[:2], *LAMPS[4:]],
    ),
    **{f"{name}, with every flow": (CASES[name][0], SOME_FLOWS) for name in TRAILS},
}


def silent(_: object) -> Any:
    """The rule of a claim that stands alone."""
    raise NotImplementedError


ALONE: Rule[Any] = Rule("X-1", "A claim that stands alone.", silent, ())


@pytest.mark.parametrize("name", [*CASES, *(pytest.param(name, marks=pytest.mark.long) for name in LARGER)])
def test_solver_and_checker_agree_on_every_map_of_a_claim(name: str) -> None:
    claims, universe = {**CASES, **LARGER}[name]
    said = [RuleClaim(ALONE, WHOLE_MAP, claim) for claim in claims]
    solved, legal = found(said, Plain(), GRID, universe), passed(said, Plain(), GRID, universe)
    assert len(solved) == len(set(solved))
    assert set(solved) == legal
    assert legal or name == "count too many"
    assert len(legal) < 2 ** len(universe)


class Plain:
    """Parameters without any setting."""


TINY = drawn(
    """
walls=any river=0-4 rivers=0-2 bends=0-1 marsh=0-1 treasures=1 players=1
+---+---+---+
| .   .   .
+   +   +   +
| .   .   T |
+---+---+---+
"""
)
KINDS = ("safe", "treasure", "flows E", "flows S")


@pytest.mark.parametrize(
    ("kinds", "walls"),
    [
        (KINDS, 1),
        pytest.param(KINDS, 2, marks=pytest.mark.long),
        pytest.param((*KINDS, "flows W"), 2, marks=pytest.mark.long),
    ],
    ids=["4-1", "4-2", "5-2"],
)
def test_solver_and_checker_agree_on_every_tiny_map_of_treasures(kinds: Sequence[str], walls: int) -> None:
    """All TL design rules hold at once, over four or five kinds of tile and one or two walls on 3 x 2 tiles."""
    p = TINY.params
    claims = claims_of(RULES, p)
    lines = [wall(border(p.grid, "b1", "E")), wall(border(p.grid, "a1", "N"))][:walls]
    gate = {fact for fact in TINY.facts if fact.mark == "exit"}
    boards = product(*([has(cell, kind) for kind in kinds] for cell in p.grid.cells()))
    passed = {
        facts
        for tiles in boards
        if sum(tile.mark == "treasure" for tile in tiles) == 1
        for built in subsets(lines)
        if passes(claims, p, p.grid, facts := frozenset({*tiles, *built, *gate}))
    }
    free = [*(has(cell, kind) for cell in p.grid.cells() for kind in kinds), *lines]
    found = set(every(MapQuery(claims, p, p.grid, frozenset(gate), free)))
    assert found == passed
    assert 100 < len(passed) < 5000


LABYRINTH = drawn(
    """
rules=F5-T3-O15
+---+---+
| .   T
+   +   +
| .   . |
+---+---+
""",
    "labyrinth",
)
CORRIDOR = ("empty", "treasure", "flows S", "river end", "W1", "W2")


@pytest.mark.parametrize("borders", [1, pytest.param(2, marks=pytest.mark.long)])
def test_solver_and_checker_agree_on_every_tiny_labyrinth(borders: int) -> None:
    """All MP design rules together: river, wormholes, a door and at most one wall on 2 x 2 cells."""
    p = LABYRINTH.params
    p = replace(p, drawn=DrawingSummary(chains=(("W", 2),), river=True))
    claims = claims_of(LABYRINTH_RULES, p)
    lines = [has(border(p.grid, "a1", "N"), "door N"), has(border(p.grid, "a1", "E"), "wall")][:borders]
    gate = {fact for fact in LABYRINTH.facts if fact.mark == "exit"}
    boards = product(*([has(cell, kind) for kind in CORRIDOR] for cell in p.grid.cells()))
    passed = {
        facts
        for cells in boards
        for built in subsets(lines)
        if passes(claims, p, p.grid, facts := frozenset({*cells, *built, *gate}))
    }
    free = [*(has(cell, kind) for cell in p.grid.cells() for kind in CORRIDOR), *lines]
    found = set(every(MapQuery(claims, p, p.grid, frozenset(gate), free)))
    assert found == passed
    assert 20 < len(passed) < 2000
