"""Which maps of Maze on paper are legal under a rule code, and what is good advice (`docs/rules/labyrinth.md`)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import pairwise
from math import ceil

from mapkit.games.labyrinth.design import (
    ANY,
    BARRIERS,
    DOORS,
    END,
    HOLE,
    OUTSIDE,
    SOLID,
    TREASURES,
    WINDOWS,
    Params,
    barriers,
    chain_marks,
    everywhere,
    flows_into,
    in_plane,
    kinds,
    kit,
    links,
    most_walls,
    opens_enclosures,
    real_moves,
)
from mapkit.grid import Cell, Place, border, inner_borders, outer_borders, within_steps
from mapkit.rule import (
    WHOLE_MAP,
    Amount,
    Claim,
    Count,
    Fact,
    Reaches,
    Rule,
    Stop,
    Trail,
    When,
    exactly,
    flows,
    has,
    none,
    within,
)

Claims = Iterator[tuple[Place, Claim]]
DOOR_MARKS = tuple(mark for marks in DOORS.values() for mark in marks)


def one_kind(p: Params) -> Claims:
    marked = zip(*(everywhere(p.grid, kind) for kind in kinds(p)), strict=True)
    for cell, facts in zip(p.grid.cells(), marked, strict=True):
        yield cell, exactly(1, facts)


def one_barrier(p: Params) -> Claims:
    for line in in_plane(p.grid):
        yield line, Count(barriers(line), 0, 1)
    if p.walls != ANY:
        yield WHOLE_MAP, within(p.walls, on_borders(p, *BARRIERS))


def monolith(p: Params) -> Claims:
    for line in outer_borders(p.grid):
        yield line, none(barriers(line)[1:])


def exits(p: Params) -> Claims:
    yield WHOLE_MAP, within(p.exits, (has(line, "exit") for line in outer_borders(p.grid)))


def one_exit(p: Params) -> Claims:
    yield WHOLE_MAP, exactly(1, (has(line, "exit") for line in outer_borders(p.grid)))


def numbered(p: Params) -> Claims:
    for letter, longest in p.drawn.chains:
        places = [everywhere(p.grid, f"{letter}{n}") for n in range(1, longest + 1)]
        for facts in places:
            yield WHOLE_MAP, Count(facts, 0, 1)
        for needed, facts in ((places[1], places[0]), *pairwise(places)):
            claim = Count(needed, 1, len(needed))
            yield from ((fact.place, When((fact,), claim)) for fact in facts)


def first_wormholes(p: Params) -> tuple[Fact, ...]:
    """The first wormholes of all chains, one for each chain that is on the map."""
    return everywhere(p.grid, *(f"{letter}1" for letter, _ in p.drawn.chains))


def chain_number(p: Params) -> Claims:
    yield WHOLE_MAP, within(p.chains, first_wormholes(p))


def chain_lengths(p: Params) -> Claims:
    low, high = p.chain_length
    for letter, longest in p.drawn.chains:
        claim = exactly(1, everywhere(p.grid, f"{letter}{low}"))
        yield from ((fact.place, When((fact,), claim)) for fact in everywhere(p.grid, f"{letter}1"))
        if high is not None:
            for n in range(high + 1, longest + 1):
                yield WHOLE_MAP, none(everywhere(p.grid, f"{letter}{n}"))


def chains_apart(p: Params) -> Claims:
    for one in p.grid.cells():
        for other in within_steps(p.grid, one, p.wormhole_distance - 1):
            for letter, longest in p.drawn.chains if other > one else ():
                marks = [f"{letter}{n}" for n in range(1, longest + 1)]
                yield other, Count(tuple(has(cell, mark) for cell in (one, other) for mark in marks), 0, 1)


def no_chains(p: Params) -> Claims:
    yield WHOLE_MAP, none(first_wormholes(p))


def one_chain(p: Params) -> Claims:
    yield WHOLE_MAP, Count(first_wormholes(p), 0, 1)


def river_ends(p: Params) -> tuple[Fact, ...]:
    """The ends of all rivers, one for each river."""
    return everywhere(p.grid, END)


def no_river(p: Params) -> Claims:
    yield WHOLE_MAP, none(river_ends(p))


def no_wormholes_nor_rivers(p: Params) -> Claims:
    yield from no_chains(p)
    yield from no_river(p)


def one_chain_no_river(p: Params) -> Claims:
    yield from one_chain(p)
    yield from no_river(p)


def one_river(p: Params) -> Claims:
    yield WHOLE_MAP, Count(river_ends(p), 0, 1)


def stream(p: Params) -> Claims:
    if not p.drawn.river:
        return
    for fact, source, target, _ in links(p.grid):
        if target is None:
            yield source, none((fact,))
        else:
            onward = tuple(has(target, mark) for mark in (*(f"flows {d}" for d in p.grid.directions), END))
            yield source, When((fact,), exactly(1, onward))
    for cell in p.grid.cells():
        inflows = flows_into(p.grid, cell)
        yield cell, When((has(cell, END),), Count(inflows, 1, len(inflows)))


def open_stream(p: Params) -> Claims:
    if not p.drawn.river:
        return
    for fact, source, target, direction in links(p.grid):
        if target is not None:
            line = border(p.grid, source, direction)
            if line.side == "U":
                yield line, When((fact,), exactly(1, (has(line, HOLE),)))
            else:
                yield line, Count((fact, *barriers(line)), 0, 1)


def no_joining(p: Params) -> Claims:
    if not p.drawn.river:
        return
    for cell in p.grid.cells():
        yield cell, Count(flows_into(p.grid, cell), 0, 1)


def no_ring(p: Params) -> Claims:
    if not p.drawn.river:
        return
    yield WHOLE_MAP, Trail(links(p.grid), ANY)


def rivers(p: Params) -> Claims:
    yield WHOLE_MAP, within(p.rivers, river_ends(p))


def river_cells(p: Params) -> Claims:
    yield WHOLE_MAP, within(p.river, everywhere(p.grid, *(f"flows {d}" for d in p.grid.directions), END))


def bends(p: Params) -> Claims:
    if not p.drawn.river:
        return
    yield WHOLE_MAP, Trail(links(p.grid), p.bends)


def southward(p: Params) -> Claims:
    if not p.drawn.river:
        return
    for cell in p.grid.cells():
        yield cell, none(flows(cell, d) for d in p.grid.directions if d != "S")


def hospitals(p: Params) -> Claims:
    yield WHOLE_MAP, within(p.hospitals, everywhere(p.grid, "hospital"))


def arsenals(p: Params) -> Claims:
    yield WHOLE_MAP, within(p.arsenals, everywhere(p.grid, "arsenal"))


def treasures(p: Params) -> Claims:
    yield WHOLE_MAP, within(p.treasures, everywhere(p.grid, "treasure"))


def false_treasures(p: Params) -> Claims:
    yield WHOLE_MAP, within(p.false_treasures, everywhere(p.grid, "false"))


def one_treasure(p: Params) -> Claims:
    yield WHOLE_MAP, exactly(1, everywhere(p.grid, "treasure"))
    yield WHOLE_MAP, none(everywhere(p.grid, "false"))


def one_and_a_false_one(p: Params) -> Claims:
    yield WHOLE_MAP, exactly(1, everywhere(p.grid, "treasure"))
    yield WHOLE_MAP, exactly(1, everywhere(p.grid, "false"))


def no_hospital(p: Params) -> Claims:
    yield WHOLE_MAP, none(everywhere(p.grid, "hospital"))


def one_hospital(p: Params) -> Claims:
    yield WHOLE_MAP, exactly(1, everywhere(p.grid, "hospital"))


def some_hospital(p: Params) -> Claims:
    facts = everywhere(p.grid, "hospital")
    yield WHOLE_MAP, Count(facts, 1, len(facts))


def no_arsenal(p: Params) -> Claims:
    yield WHOLE_MAP, none(everywhere(p.grid, "arsenal"))


def one_arsenal(p: Params) -> Claims:
    yield WHOLE_MAP, exactly(1, everywhere(p.grid, "arsenal"))


def some_arsenals(p: Params) -> Claims:
    facts = everywhere(p.grid, "arsenal")
    yield WHOLE_MAP, Count(facts, 2, len(facts))


def own_stocks(p: Params) -> Claims:
    for cell, _ in p.drawn.stocks:
        yield cell, exactly(1, (has(cell, "arsenal"),))
    for cell, times in Counter(cell for cell, _ in p.drawn.stocks).items():
        if times > 1:
            yield cell, Count((), 1, 1)


def same_stock(p: Params) -> Claims:
    for cell, kind in p.drawn.stocks:
        yield cell, none(has(cell, f"{kind} only {n}") for n in range(1, len(p.drawn.stocks) + 1))


def swamps(p: Params) -> Claims:
    yield WHOLE_MAP, within(p.swamps, everywhere(p.grid, "swamp"))


def on_borders(p: Params, *marks: str) -> tuple[Fact, ...]:
    """Each of the marks on each border between two cells of a floor where it may stand."""
    return tuple(fact for line in in_plane(p.grid) for fact in barriers(line) if fact.mark in marks)


def solid_walls(p: Params) -> Claims:
    yield WHOLE_MAP, within(p.solid_walls, on_borders(p, *SOLID))


def no_solid_walls(p: Params) -> Claims:
    for line in in_plane(p.grid):
        yield line, none(fact for fact in barriers(line) if fact.mark in SOLID)


def doors(p: Params) -> Claims:
    yield WHOLE_MAP, within(p.doors, on_borders(p, *DOOR_MARKS))


def no_doors(p: Params) -> Claims:
    for line in in_plane(p.grid):
        yield line, none(fact for fact in barriers(line) if fact.mark in DOOR_MARKS)


def windows(p: Params) -> Claims:
    yield WHOLE_MAP, within(p.windows, on_borders(p, *WINDOWS))


def no_windows(p: Params) -> Claims:
    for line in in_plane(p.grid):
        yield line, none(fact for fact in barriers(line) if fact.mark in WINDOWS)


def holes(p: Params) -> Claims:
    lines = (line for line in inner_borders(p.grid) if line.side == "U")
    yield WHOLE_MAP, within(p.openings, (has(line, HOLE) for line in lines))


def many_floors(p: Params) -> Claims:
    if p.grid.floors == 1:
        yield WHOLE_MAP, Count((), 1, 1)


def one_floor(p: Params) -> Claims:
    if p.grid.floors > 1:
        yield WHOLE_MAP, Count((), 1, 1)


def walks(p: Params) -> Iterator[tuple[str, tuple[Cell, ...], bool]]:
    """Each creature with its cave and path, and whether it is in the game."""
    yield "bear", p.drawn.bear, "bear" in p.creatures_here
    yield "leprechaun", p.drawn.leprechaun, "leprechaun" in p.creatures_here


def caves(p: Params) -> Claims:
    for who, path, playing in walks(p):
        if playing and not path:
            yield WHOLE_MAP, exactly(1, everywhere(p.grid, f"{who} 1"))
        for n, cell in enumerate(path if not playing else (), 1):
            yield cell, none((has(cell, f"{who} {n}"),))


def paths(p: Params) -> Claims:
    moving = (*(f"flows {d}" for d in p.grid.directions), END, *chain_marks(p))
    for who, path, playing in walks(p):
        for cell in p.grid.cells() if playing and not path else ():
            yield cell, When((has(cell, f"{who} 1"),), none(has(cell, mark) for mark in moving))
    for _, path, _ in walks(p):
        for cell in dict.fromkeys(path):
            yield cell, none(has(cell, mark) for mark in moving)
        for one, other in pairwise(path):
            direction = next((d for d in p.grid.directions if p.grid.step(one, d) == other), None)
            if direction is None:
                yield other, Count((), 1, 1)
            elif direction in "UD":
                yield other, exactly(1, (has(border(p.grid, one, direction), HOLE),))
            else:
                line = border(p.grid, one, direction)
                yield other, none(barriers(line))


def starts_in_secret(p: Params) -> Claims:
    for cell in p.drawn.starts:
        yield cell, none(has(cell, mark) for mark in TREASURES)


def start_number(p: Params) -> Claims:
    if p.drawn.starts and len(p.drawn.starts) != p.players:
        yield p.drawn.starts[-1], Count((), 1, 1)


def every_cell(p: Params) -> Claims:
    """From every allowed start each cell can be entered; with G2 nobody starts on a treasure (MP-43.b)."""
    cells = [cell for cell in p.grid.cells() if cell not in p.drawn.enclosed]
    off = TREASURES if "G1" not in p.code else ()
    starts = tuple(Stop(("in", c), bars=tuple(has(c, mark) for mark in off), cell=c) for c in cells)
    yield WHOLE_MAP, Reaches(real_moves(p), starts, tuple(Stop(("hit", c), cell=c) for c in cells))


def way_out(p: Params) -> Claims:
    cells = [cell for cell in p.grid.cells() if cell not in p.drawn.enclosed]
    yield WHOLE_MAP, Reaches(real_moves(p), tuple(Stop(("in", c), cell=c) for c in cells), (Stop(OUTSIDE),))


def starts_inside(p: Params) -> Claims:
    """A player in the enclosure gets out by real moves or has a grenade (MP-33.b)."""
    outside = next((cell for cell in p.grid.cells() if cell not in p.drawn.enclosed), "")
    for cell in dict.fromkeys(p.drawn.starts):
        if cell in p.drawn.enclosed and not kit(p).grenades:
            yield (
                cell,
                Reaches(real_moves(p), (Stop(("in", cell), cell=cell),), (Stop(("hit", outside), cell=outside),)),
            )


# --- advice ------------------------------------------------------------------------------------------------------


def usual_players(p: Params) -> Claims:
    if not 3 <= p.players <= 5:
        yield WHOLE_MAP, Count((), 1, 1)


def square(p: Params) -> Claims:
    if p.grid.columns != p.grid.rows:
        yield WHOLE_MAP, Count((), 1, 1)


def usual_size(p: Params) -> Claims:
    if not all(4 <= side <= 12 for side in (p.grid.columns, p.grid.rows)):
        yield WHOLE_MAP, Count((), 1, 1)


def short_rivers(p: Params) -> Claims:
    cells = everywhere(p.grid, *(f"flows {d}" for d in p.grid.directions), END)
    yield WHOLE_MAP, Count(cells, 0, len(p.grid.cells()) // 4)


def some_walls(p: Params) -> Claims:
    facts = on_borders(p, *BARRIERS)
    yield WHOLE_MAP, Count(facts, ceil(len(p.grid.cells()) / 4), len(facts))


def not_too_dense(p: Params) -> Claims:
    facts = on_borders(p, *BARRIERS)
    yield WHOLE_MAP, Count(facts, 0, most_walls(p.grid) * 9 // 10)


def few_chains(p: Params) -> Claims:
    yield WHOLE_MAP, Count(first_wormholes(p), 0, 3)


def treasure_off_exits(p: Params) -> Claims:
    for line in outer_borders(p.grid):
        near = within_steps(p.grid, line.cell, 2)
        yield line, When((has(line, "exit"),), none(has(cell, mark) for cell in near for mark in TREASURES))


def hospital_off_arsenal(p: Params) -> Claims:
    for line in inner_borders(p.grid):
        other = p.grid.step(line.cell, line.side)
        for one, two in ((line.cell, other), (other, line.cell)):
            if one is not None and two is not None:
                yield one, Count((has(one, "hospital"), has(two, "arsenal")), 0, 1)


# --- rules -------------------------------------------------------------------------------------------------------


def under(*options: str) -> Callable[[Params], bool]:
    """In force where the code has one of the options."""
    return lambda p: p.code.has_any(*options)


def without(*options: str) -> Callable[[Params], bool]:
    """In force where the code has none of the options."""
    return lambda p: not p.code.has_any(*options)


def asked(name: str, otherwise: object = ANY) -> Callable[[Params], bool]:
    """In force where that setting asks for something."""
    return lambda p: getattr(p, name) != otherwise


RULES_OF_THE_MAP: tuple[Rule[Params], ...] = (
    Rule("MP-17", "The outer wall is monolith, without doors and windows.", monolith, ("""
+-^-+---+
| T   .
+   +   +
| .   . |
+---+---+
""", """
+---+---+
# T   .
+   +   +
| .   . |
+---+---+
""")),
    Rule("MP-18", "Exits, gaps in the monolith: {exits}.", exits, ("""
exits=2
+---+---+
| T   .
+   +   +
| .   . |
+---+---+
""",), without("O2")),
    Rule("MP-O-2", "There is exactly one exit.", one_exit, ("""
rules=O2
+---+---+
| T   .
+   +   +
  .   . |
+---+---+
""",), under("O2")),
    Rule("MP-19", "Every cell is of one kind.", one_kind, ("""
+---+---+
| T
+   +   +
| .   . |
+---+---+
""",)),
    Rule("MP-20", "The wormholes of a chain are numbered 1, 2, 3 and so on; each number stands once.", numbered, ("""
+---+---+---+
| T   W1  .
+   +   +   +
| .   .   W3|
+---+---+---+
""", """
+---+---+---+
| T   W1  W1
+   +   +   +
| .   .   W2|
+---+---+---+
""", """
+---+---+---+
| T   .   W1
+   +   +   +
| .   .   . |
+---+---+---+
""")),
    Rule("MP-20", "Wormhole chains: {chains}.", chain_number, ("""
chains=1
+---+---+
| T   .
+   +   +
| .   . |
+---+---+
""", """
chains=1
+---+---+---+
| T   W1  W2
+   +   +   +
| .   V1  V2|
+---+---+---+
"""), asked("chains")),
    Rule("MP-20", "Wormholes in each chain: {chain_length}.", chain_lengths, ("""
chain_length=3
+---+---+---+
| T   W1  .
+   +   +   +
| .   .   W2|
+---+---+---+
""", """
chain_length=2
+---+---+---+
| T   W1  W3
+   +   +   +
| .   .   W2|
+---+---+---+
"""), asked("chain_length", Amount(2, None))),
    Rule("MP-101", "Steps between two wormholes of a chain, at the least: {wormhole_distance}.", chains_apart, ("""
wormhole_distance=2
+---+---+---+
| T   W1  .
+   +   +   +
| .   W2  . |
+---+---+---+
""",), lambda p: p.wormhole_distance > 1),
    Rule("MP-F-1", "There are no wormholes and no rivers.", no_wormholes_nor_rivers, ("""
rules=F1
+---+---+---+
| T   W1  .
+   +   +   +
| .   .   W2|
+---+---+---+
""", """
rules=F1
+---+---+---+
| T   .   .
+   +   +   +
| .   ~>  ~o|
+---+---+---+
"""), under("F1")),
    Rule("MP-F-2", "There is one chain of wormholes at the most, and no river.", one_chain_no_river, ("""
rules=F2
+---+---+---+
| T   W1  W2
+   +   +   +
| .   V1  V2|
+---+---+---+
""", """
rules=F2
+---+---+---+
| T   .   .
+   +   +   +
| .   ~>  ~o|
+---+---+---+
"""), under("F2")),
    Rule("MP-F-3", "There is no river.", no_river, ("""
rules=F3
+---+---+---+
| T   .   .
+   +   +   +
| .   ~>  ~o|
+---+---+---+
""",), under("F3")),
    Rule("MP-F-4", "There is one river at the most.", one_river, ("""
rules=F4
+---+---+---+
| ~>  ~o  T
+   +   +   +
| ~>  ~o  . |
+---+---+---+
""",), under("F4")),
    Rule("MP-22", "Each river cell flows into a neighbour of the river, the last into its end.", stream, ("""
+---+---+---+
| T   .   .
+   +   +   +
| .   ~>  . |
+---+---+---+
""", """
+---+---+---+
| T   .   .
+   +   +   +
| .   .   ~o|
+---+---+---+
""", """
+---+---+---+
| T   .   .
+   +   +   +
| .   ~v  . |
+---+---+---+
""")),
    Rule("MP-22", "No wall stands across a river; to another floor it flows through a hole.", open_stream, ("""
+---+---+---+
| T   .   .
+   +   +   +
| .   ~>| ~o|
+---+---+---+
""", """
rules=G13
holes=a1/1
+---+---+
| T   .
+   +   +
| .   ~u|
+---+---+

+---+---+
| .   . |
+   +   +
| .   ~o|
+---+---+
""")),
    Rule("MP-23", "A river does not fork or cross itself, and no two rivers share a cell.", no_joining, ("""
+---+---+---+
| ~>  ~v  ~<|
+   +   +   +
| T   ~o  .
+---+---+---+
""",)),
    Rule("MP-25", "A river runs from its source to its end, never in a ring.", no_ring, ("""
+---+---+---+
| ~>  ~v  T
+   +   +   +
| ~^  ~<  . |
+---+---+---+
""",)),
    Rule("MP-26", "Rivers: {rivers}.", rivers, ("""
rivers=1
+---+---+
| T   .
+   +   +
| .   . |
+---+---+
""",), asked("rivers")),
    Rule("MP-22", "River cells: {river}.", river_cells, ("""
river=3
+---+---+---+
| T   .   .
+   +   +   +
| .   ~>  ~o|
+---+---+---+
""",), asked("river")),
    Rule("MP-101", "Bends of each river: {bends}.", bends, ("""
bends=0
+---+---+---+
| T   ~>  ~v|
+   +   +   +
| .   .   ~o
+---+---+---+
""",), asked("bends")),
    Rule("MP-101", "Rivers flow from north to south only.", southward, ("""
course=south
+---+---+---+
| T   .   .
+   +   +   +
| .   ~>  ~o|
+---+---+---+
""",), asked("course", "any")),
    Rule("MP-27", "There is no hospital.", no_hospital, ("""
+---+---+
| T   .
+   +   +
| .   H |
+---+---+
""",), without("H4", "H5")),
    Rule("MP-27", "Hospitals: {hospitals}.", hospitals, ("""
rules=H5 hospitals=2
+---+---+
| T   .
+   +   +
| .   H |
+---+---+
""",), asked("hospitals")),
    Rule("MP-H-4", "There is one hospital.", one_hospital, ("""
rules=H4
+---+---+
| T   .
+   +   +
| .   . |
+---+---+
""", """
rules=H4
+---+---+
| T   .
+   +   +
| H   H |
+---+---+
"""), under("H4")),
    Rule("MP-H-5", "There is a hospital, or there are several.", some_hospital, ("""
rules=H5
+---+---+
| T   .
+   +   +
| .   . |
+---+---+
""",), under("H5")),
    Rule("MP-A-1", "There is no arsenal.", no_arsenal, ("""
+---+---+
| T   .
+   +   +
| .   A |
+---+---+
""",), under("A1")),
    Rule("MP-28", "Arsenals: {arsenals}.", arsenals, ("""
rules=A4 arsenals=3
+---+---+
| T   .
+   +   +
| A   A |
+---+---+
""",), asked("arsenals")),
    Rule("MP-A-2", "There is one arsenal.", one_arsenal, ("""
rules=A2
+---+---+
| T   .
+   +   +
| .   . |
+---+---+
""",), under("A2")),
    Rule("MP-A-3", "There is one arsenal.", one_arsenal, ("""
rules=A3
+---+---+
| T   .
+   +   +
| A   A |
+---+---+
""",), under("A3")),
    Rule("MP-A-4", "There are several arsenals.", some_arsenals, ("""
rules=A4
+---+---+
| T   .
+   +   +
| .   A |
+---+---+
""",), under("A4")),
    Rule("MP-A-5", "There are several arsenals.", some_arsenals, ("""
rules=A5
+---+---+
| T   .
+   +   +
| .   A |
+---+---+
""",), under("A5")),
    Rule("MP-92", "An arsenal that is listed with a stock of its own is on the map, and listed once.", own_stocks, ("""
rules=A2-W5 stock=mixed
bullet_arsenals=b1
+---+---+
| T   .
+   +   +
| A   . |
+---+---+
""", """
rules=A2-W5 stock=mixed
bullet_arsenals=a1
grenade_arsenals=a1
+---+---+
| T   .
+   +   +
| A   . |
+---+---+
"""), lambda p: p.stock == "mixed"),
    Rule("MP-92", "All arsenals hold the same.", same_stock, ("""
rules=A2-W5
bullet_arsenals=a1
+---+---+
| T   .
+   +   +
| A   . |
+---+---+
""",), lambda p: p.stock != "mixed" and bool(p.drawn.stocks)),
    Rule("MP-T-1", "There is exactly one treasure, and it is genuine.", one_treasure, ("""
+---+---+
| T   .
+   +   +
| .   F |
+---+---+
""", """
+---+---+
| .   .
+   +   +
| .   . |
+---+---+
"""), under("T1")),
    Rule("MP-T-2", "There are one genuine treasure and one false one.", one_and_a_false_one, ("""
rules=T2
+---+---+
| T   .
+   +   +
| .   . |
+---+---+
""",), under("T2")),
    Rule("MP-31", "Genuine treasures: {treasures}.", treasures, ("""
rules=T3
+---+---+
| F   .
+   +   +
| .   . |
+---+---+
""",), lambda p: "T3" in p.code or p.treasures != Amount(1, None)),
    Rule("MP-86", "False treasures: {false_treasures}.", false_treasures, ("""
rules=T3 false_treasures=1
+---+---+
| T   .
+   +   +
| .   . |
+---+---+
""",), asked("false_treasures")),
    Rule("MP-89", "Swamp cells: {swamps}.", swamps, ("""
+---+---+
| T   .
+   +   +
| .   S |
+---+---+
""",)),
    Rule("MP-30", "Between two cells is one wall or door at the most; of all of them: {walls}.", one_barrier, ("""
walls=2
+---+---+
| T   .
+---+   +
| .   . |
+---+---+
""",)),
    Rule("MP-O-3", "No inner wall is indestructible.", no_solid_walls, ("""
+---+---+
| T   .
+===+   +
| .   . |
+---+---+
""",), without("O3")),
    Rule("MP-96", "Indestructible inner walls: {solid_walls}.", solid_walls, ("""
rules=O13 solid_walls=1
+---+---+
| T   .
+   +   +
| .   . |
+---+---+
""",), asked("solid_walls")),
    Rule("MP-O-5", "There are no one-way doors.", no_doors, ("""
+---+---+
| T > .
+   +   +
| .   . |
+---+---+
""",), without("O5")),
    Rule("MP-97", "One-way doors: {doors}.", doors, ("""
rules=O15 doors=1
+---+---+
| T   .
+   +   +
| .   . |
+---+---+
""",), asked("doors")),
    Rule("MP-O-6", "There are no windows.", no_windows, ("""
+---+---+
| T   .
+-:-+   +
| .   . |
+---+---+
""",), without("O6")),
    Rule("MP-98", "Windows: {windows}.", windows, ("""
rules=O16 windows=1
+---+---+
| T   .
+   +   +
| .   . |
+---+---+
""",), asked("windows")),
    Rule("MP-G-3", "The labyrinth has several floors.", many_floors, ("""
rules=G13
+---+---+
| T   .
+   +   +
| .   . |
+---+---+
""",), under("G3")),
    Rule("MP-G-3", "The labyrinth has one floor.", one_floor, ("""
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
""",), without("G3")),
    Rule("MP-90", "Holes between floors: {openings}.", holes, ("""
rules=G13 openings=2
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
""",), asked("openings")),
    Rule("MP-O-7", "The creatures in the labyrinth are those that were declared: {creatures}.", caves, ("""
rules=O17 creatures=bear
+---+---+
| T   .
+   +   +
| .   . |
+---+---+
""",), under("O7")),
    Rule("MP-O-7", "There are no creatures.", caves, ("""
bear=a1
+---+---+
| T   .
+   +   +
| .   . |
+---+---+
""",), without("O7")),
    Rule("MP-94", "A creature's path leads from neighbour to neighbour, off rivers and wormholes.", paths, ("""
rules=O17 creatures=bear
bear=a1,b1
+---+---+
| T   .
+   +   +
| . | . |
+---+---+
""", """
rules=O17 creatures=bear
bear=a1,b2
+---+---+
| T   .
+   +   +
| .   . |
+---+---+
""", """
rules=O17 creatures=bear
bear=b1
+---+---+---+
| T   .   .
+   +   +   +
| .   ~>  ~o|
+---+---+---+
""", """
rules=O17 creatures=bear
bear=c2,c1
+---+---+---+
| T   .   .
+   +   +   +
| .   ~>  ~o|
+---+---+---+
"""), under("O7")),
    Rule("MP-43", "Nobody is placed on a treasure.", starts_in_secret, ("""
rules=G2 players=1
starts=a2
+---+---+
| T   .
+   +   +
| .   . |
+---+---+
""",), without("G1")),
    Rule("MP-40", "There are as many starts as players, or none: {players}.", start_number, ("""
players=2
starts=a1
+---+---+
| T   .
+   +   +
| .   . |
+---+---+
""",)),
    Rule("MP-32", "Every cell can be entered by real moves from every start.", every_cell, ("""
rules=O15
+---+---+
| T > .
+---+   +
| .   . |
+---+---+
""",), lambda p: not opens_enclosures(p)),
    Rule("MP-32", "Every cell can be entered by real moves from every start, but for one enclosure.", every_cell, ("""
rules=A2-W3-O15
+---+---+---+
| T > A   .
+---+   +   +
| . > .   . |
+---+---+---+
""",), opens_enclosures),
    Rule("MP-77", "From every cell there is a way out by real moves.", way_out, ("""
+---+---+---+
  ~>  ~>  ~o|
+   +   +   +
| T   .   . |
+---+---+---+
""",)),
    Rule("MP-33", "Who starts in the enclosure can leave it, by real moves or with a grenade.", starts_inside, ("""
rules=A2-W3 players=1
starts=a2
+---+---+---+
| . | A   .
+---+   +   +
| .   .   T |
+---+---+---+
""",)),
)  # fmt: skip

GENERAL: tuple[Rule[Params], ...] = (
    Rule("MP-2", "Three to five players are recommended, not {players}.", usual_players, ("""
players=2
+---+---+
| T   .
+   +   +
| .   . |
+---+---+
""",)),
    Rule("MP-15", "The board is square as a rule.", square, ("""
+---+---+---+
| T   .   .
+   +   +   +
| .   .   . |
+---+---+---+
""",)),
    Rule("MP-16", "Boards of 4 x 4 to 12 x 12 cells are usual.", usual_size, ("""
+---+---+
| T   .
+   +   +
| .   . |
+---+---+
""",)),
)  # fmt: skip
"""Advice about the parameters alone."""

OF_THE_MAP: tuple[Rule[Params], ...] = (
    Rule("MP-24", "Rivers take a quarter of the cells at the most.", short_rivers, ("""
+---+---+---+---+
| ~>  ~>  ~o  . |
+   +   +   +   +
| .   . | .   . |
+   +---+---+   +
| T   . | .   .
+   +   +   +   +
| .   .   ~o  ~<|
+---+---+---+---+
""",)),
    Rule("MP-34", "Not too simple: a fourth as many inner walls as cells, at the least.", some_walls, ("""
+---+---+---+---+
| T   .   .   . |
+---+   +   +   +
| .   .   .   . |
+   +   +   +   +
| .   .   .   .
+   +   +   +   +
| .   .   .   . |
+---+---+---+---+
""",)),
    Rule("MP-34", "Not too complicated: nine tenths of the walls that fit, at the most.", not_too_dense, ("""
+---+---+---+---+
| T   . | .   . |
+---+   +   +---+
| .   . | .   . |
+   +---+---+   +
| .   . | .   .
+---+   +   +---+
| .   .   .   . |
+---+---+---+---+
""",)),
    Rule("MP-34", "Three wormhole chains at the most.", few_chains, ("""
+---+---+---+---+
| T   B1  B2  C1|
+---+   +   +   +
| C2  D1  D2  E1|
+---+---+   +   +
| .   .   .   .
+---+   +   +   +
| .   .   .   E2|
+---+---+---+---+
""",)),
    Rule("MP-34", "A treasure lies three steps or more from every exit.", treasure_off_exits, ("""
+---+---+---+---+
| .   .   .   . |
+---+---+   +   +
| .   .   .   . |
+---+   +   +   +
| .   .   T   .
+---+   +   +   +
| .   .   .   . |
+---+---+---+---+
""",)),
    Rule("MP-34", "Hospital and arsenal do not lie side by side.", hospital_off_arsenal, ("""
rules=A2-H4-W5
+---+---+---+---+
| T   .   .   . |
+---+---+   +   +
| .   .   A   . |
+---+   +   +   +
| .   .   H   .
+---+   +   +   +
| .   .   .   . |
+---+---+---+---+
""",)),
)  # fmt: skip
"""Advice about the map, which can be kept as rules."""


def _told(rule: Rule[Params]) -> Rule[Params]:
    return replace(rule, applies=lambda p: p.advice == "tell" and rule.applies(p))


def _kept(rule: Rule[Params]) -> Rule[Params]:
    breaches = tuple(f"\nadvice=keep{text}" for text in rule.breaches)
    return replace(rule, breaches=breaches, applies=lambda p: p.advice == "keep" and rule.applies(p))


RULES = (*RULES_OF_THE_MAP, *map(_kept, OF_THE_MAP))
ADVICE = (*GENERAL, *map(_told, OF_THE_MAP))
