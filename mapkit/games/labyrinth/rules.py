"""The rules of a legal map of Maze on paper under a rule code, and the advice (`docs/rules/labyrinth.md`)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from itertools import pairwise
from typing import TypeVar, cast

from mapkit.games.kit.claims import each, everywhere, flows_into, links, on_floors, outer_exits, rooms
from mapkit.games.kit.movement import OUTSIDE, bearing
from mapkit.games.labyrinth.design import (
    ANY,
    BARRIERS,
    DOORS,
    END,
    HOLE,
    NONE,
    ONE,
    SOLID,
    TREASURES,
    WINDOWS,
    Params,
    barriers,
    chain_marks,
    flow_marks,
    in_plane,
    kinds,
    kit,
    least_walls,
    most_walls,
    opens_enclosures,
    real_moves,
    walled,
)
from mapkit.model.grid import Border, Cell, border, inner_borders, outer_borders, sides, within_steps
from mapkit.model.map import every_border_decided
from mapkit.model.rule import (
    WHOLE_MAP,
    Amount,
    BendingChain,
    Claims,
    Count,
    Endpoint,
    Fact,
    Reaches,
    Rule,
    Spacing,
    When,
    count_rule,
    exactly,
    flows,
    has,
    none,
    settings_rule,
    within,
)

DOOR_MARKS = tuple(mark for marks in DOORS.values() for mark in marks)


Pool = Callable[[Params], Iterable[Fact]]


def lines(*marks: str) -> Pool:
    """A function that gives `on_borders` these marks for any parameters."""
    return lambda p: on_borders(p, *marks)


def holes(p: Params) -> Iterator[Fact]:
    """The facts that a hole is on each border between a cell and the one above it."""
    return (has(line, HOLE) for line in inner_borders(p.grid) if line.side == "U")


def river(p: Params) -> tuple[Fact, ...]:
    """The facts that each cell is a river cell, whichever way it flows, or the end of a river."""
    return everywhere(p.grid, *flow_marks(p.grid), END)


def one_kind(p: Params) -> Claims:
    known = dict.fromkeys((*kinds(p), *sorted(p.drawn.off)))  # MX-95 tells what is off
    marked = zip(*(everywhere(p.grid, kind) for kind in known), strict=True)
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


def numbered(p: Params) -> Claims:
    for letter, longest in p.drawn.chains:
        places = [everywhere(p.grid, f"{letter}{n}") for n in range(1, longest + 1)]
        for facts in places:
            yield WHOLE_MAP, Count(facts, 0, 1)
        for needed, facts in ((places[1], places[0]), *pairwise(places)):
            claim = Count(needed, 1, len(needed))
            for fact in facts:
                yield fact.place, When((fact,), claim)


def first_wormholes(p: Params) -> tuple[Fact, ...]:
    """The facts of first wormholes; as many of them hold as there are chains on the map."""
    return everywhere(p.grid, *(f"{letter}1" for letter, _ in p.drawn.chains))


def chain_lengths(p: Params) -> Claims:
    low, high = p.chain_length
    for letter, longest in p.drawn.chains:
        claim = exactly(1, everywhere(p.grid, f"{letter}{low}"))
        yield from ((fact.place, When((fact,), claim)) for fact in everywhere(p.grid, f"{letter}1"))
        if high is not None:
            for n in range(high + 1, longest + 1):
                yield WHOLE_MAP, none(everywhere(p.grid, f"{letter}{n}"))


def chains_apart(p: Params) -> Claims:
    for letter, longest in p.drawn.chains:
        marks = (f"{letter}{n}" for n in range(1, longest + 1))
        yield WHOLE_MAP, Spacing(everywhere(p.grid, *marks), p.wormhole_distance, p.grid)


def treasures_apart(p: Params) -> Claims:
    yield WHOLE_MAP, Spacing(everywhere(p.grid, *TREASURES), p.treasure_spacing, p.grid)


def arsenals_apart(p: Params) -> Claims:
    for mark in ("arsenal", "hospital"):
        yield WHOLE_MAP, Spacing(everywhere(p.grid, mark), p.arsenal_spacing, p.grid)


def river_ends(p: Params) -> tuple[Fact, ...]:
    """The facts of river ends; as many of them hold as there are rivers on the map."""
    return everywhere(p.grid, END)


def no_wormholes_nor_rivers(p: Params) -> Claims:
    yield WHOLE_MAP, none(first_wormholes(p))
    yield WHOLE_MAP, none(river_ends(p))


def one_chain_no_river(p: Params) -> Claims:
    yield WHOLE_MAP, Count(first_wormholes(p), 0, 1)
    yield WHOLE_MAP, none(river_ends(p))


def stream(p: Params) -> Claims:
    if not p.drawn.river:
        return
    wet = (*flow_marks(p.grid), END)
    on = {cell: exactly(1, bearing(cell, wet)) for cell in p.grid.cells()}
    for fact, source, target, _ in links(p.grid):
        yield source, none((fact,)) if target is None else When((fact,), on[target])
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
            elif p.advice == "keep" or line not in p.drawn.across:
                yield line, Count((fact, *barriers(line)), 0, 1)


def no_joining(p: Params) -> Claims:
    if not p.drawn.river:
        return
    for cell in p.grid.cells():
        yield cell, Count(flows_into(p.grid, cell), 0, 1)


def no_ring(p: Params) -> Claims:
    if not p.drawn.river:
        return
    yield WHOLE_MAP, BendingChain(links(p.grid), ANY)


def bends(p: Params) -> Claims:
    if not p.drawn.river:
        return
    yield WHOLE_MAP, BendingChain(links(p.grid), p.bends)


def southward(p: Params) -> Claims:
    if not p.drawn.river:
        return
    for cell in p.grid.cells():
        yield cell, none(flows(cell, d) for d in p.grid.directions if d != "S")


def one_treasure(p: Params) -> Claims:
    yield WHOLE_MAP, exactly(1, everywhere(p.grid, "treasure"))
    yield WHOLE_MAP, none(everywhere(p.grid, "false"))


def one_and_a_false_one(p: Params) -> Claims:
    yield WHOLE_MAP, exactly(1, everywhere(p.grid, "treasure"))
    yield WHOLE_MAP, exactly(1, everywhere(p.grid, "false"))


def own_stocks(p: Params) -> Claims:
    for cell, _ in p.drawn.stocks:
        yield cell, exactly(1, (has(cell, "arsenal"),))
    for cell, times in Counter(cell for cell, _ in p.drawn.stocks).items():
        if times > 1:
            yield cell, Count((), 1, 1)


def same_stock(p: Params) -> Claims:
    for cell, kind in p.drawn.stocks:
        yield cell, none(has(cell, f"{kind} only {n}") for n in range(1, len(p.drawn.stocks) + 1))


def on_borders(p: Params, *marks: str) -> tuple[Fact, ...]:
    """The facts that each of the marks is on each inner border of a floor, where it may stand; not at solid cells."""
    return tuple(fact for line in walled(p.grid, p.drawn.solid) for fact in barriers(line) if fact.mark in marks)


def exits(p: Params) -> Iterator[Fact]:
    """The facts that an exit is in each border of the outer wall, and in each where one is drawn at a solid cell."""
    yield from outer_exits(p)
    yield from (has(line, "exit") for line in sorted(p.drawn.gates))


def exits_apart(p: Params) -> Claims:
    yield WHOLE_MAP, Spacing((*exits(p),), p.exit_distance, p.grid)


def no_solid_walls(p: Params) -> Claims:
    for line in in_plane(p.grid):
        yield line, none(barriers(line)[2:4])


def no_doors(p: Params) -> Claims:
    for line in in_plane(p.grid):
        yield line, none(barriers(line)[4:])


def no_windows(p: Params) -> Claims:
    for line in in_plane(p.grid):
        yield line, none(barriers(line)[1::2])


def walks(p: Params) -> Iterator[tuple[str, tuple[Cell, ...], bool]]:
    """Each creature with its cave and path, and whether the creature is in the game."""
    yield "bear", p.drawn.bear, "bear" in p.creatures_here
    yield "leprechaun", p.drawn.leprechaun, "leprechaun" in p.creatures_here


def caves(p: Params) -> Claims:
    for who, path, playing in walks(p):
        if playing and not path:
            yield WHOLE_MAP, exactly(1, everywhere(p.grid, f"{who} 1"))
        for n, cell in enumerate(path if not playing else (), 1):
            yield cell, none((has(cell, f"{who} {n}"),))


def paths(p: Params) -> Claims:
    moving = (*flow_marks(p.grid), END, *chain_marks(p.drawn.chains), *p.barred, *p.carriers)
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
        if p.advice == "keep" or cell not in p.drawn.on_treasure:
            yield cell, none(has(cell, mark) for mark in TREASURES)


def start_number(p: Params) -> Claims:
    if p.drawn.starts and len(p.drawn.starts) != p.players:
        listed = tuple(has(cell, f"start {number}") for number, cell in enumerate(p.drawn.starts, 1))
        yield p.drawn.starts[-1], Count(listed, p.players, p.players)


def every_cell(p: Params) -> Claims:
    """From every start each cell can be entered; without G1 only listed starts may be on a treasure (MP-43.b)."""
    cells = [cell for cell in p.grid.cells() if cell not in p.drawn.enclosed]
    off = {c: TREASURES if "G1" not in p.code and c not in p.drawn.on_treasure else () for c in cells}
    starts = tuple(Endpoint(("in", c), bars=bearing(c, (*off[c], *p.barred)), cell=c) for c in cells)
    goals = tuple(Endpoint(("hit", c), bars=bearing(c, p.closed), cell=c) for c in cells)
    yield WHOLE_MAP, Reaches(real_moves(p), starts, goals)


def way_out(p: Params) -> Claims:
    cells = [cell for cell in p.grid.cells() if cell not in p.drawn.enclosed]
    starts = tuple(Endpoint(("in", c), bars=bearing(c, p.barred), cell=c) for c in cells)
    yield WHOLE_MAP, Reaches(real_moves(p), starts, (Endpoint(OUTSIDE),))


def starts_inside(p: Params) -> Claims:
    """A player who starts in the enclosure can leave it by real moves, or has a grenade (MP-33.b)."""
    outside = next((cell for cell in p.grid.cells() if cell not in p.drawn.enclosed | p.drawn.solid), "")
    for cell in dict.fromkeys(p.drawn.starts):
        if cell in p.drawn.enclosed and not kit(p).grenades:
            yield (
                cell,
                Reaches(
                    real_moves(p), (Endpoint(("in", cell), cell=cell),), (Endpoint(("hit", outside), cell=outside),)
                ),
            )


# --- advice ------------------------------------------------------------------------------------------------------


def free_rivers(p: Params) -> Claims:
    for fact, source, target, direction in links(p.grid) if p.drawn.across else ():
        line = border(p.grid, source, direction)
        if target is not None and line in p.drawn.across:
            yield line, Count((fact, *barriers(line)), 0, 1)


def starts_off_treasure(p: Params) -> Claims:
    for cell in sorted(p.drawn.on_treasure):
        yield cell, none(has(cell, mark) for mark in TREASURES)


def usual_size(p: Params) -> bool:
    return all(4 <= side <= 12 for side in (p.grid.columns, p.grid.rows))


def short_rivers(p: Params) -> Claims:
    yield WHOLE_MAP, Count(river(p), 0, (len(p.grid.cells()) - len(p.drawn.solid)) // 4)


def some_walls(p: Params) -> Claims:
    facts = on_borders(p, *BARRIERS)
    solid_unknown = p.drawn.whole and p.closed  # as to players
    yield WHOLE_MAP, Count(facts, 0 if solid_unknown else least_walls(p.grid, p.drawn.solid), len(facts))


def not_too_dense(p: Params) -> Claims:
    facts = on_borders(p, *BARRIERS)
    yield WHOLE_MAP, Count(facts, 0, most_walls(p.grid, p.drawn.solid) * 9 // 10)


def treasure_off_exits(p: Params) -> Claims:
    for fact in exits(p):
        ends = [cell for cell in sides(p.grid, cast(Border, fact.place)) if cell and cell not in p.drawn.solid]
        around = within_steps(p.grid, ends[0], 2) if ends else ()
        near = [cell for cell in around if p.grid.steps_apart(cell, ends[-1]) <= 2]
        yield fact.place, When((fact,), none(has(cell, mark) for cell in near for mark in TREASURES))


def hospital_off_arsenal(p: Params) -> Claims:
    for line in inner_borders(p.grid):
        other = p.grid.step(line.cell, line.side)
        for one, two in ((line.cell, other), (other, line.cell)):
            if one is not None and two is not None:
                yield one, Count((has(one, "hospital"), has(two, "arsenal")), 0, 1)


# --- rules -------------------------------------------------------------------------------------------------------


def code_has(*options: str) -> Callable[[Params], bool]:
    return lambda p: p.code.has_any(*options)


def code_lacks(*options: str) -> Callable[[Params], bool]:
    return lambda p: not p.code.has_any(*options)


def setting_asks(name: str, otherwise: object = ANY) -> Callable[[Params], bool]:
    return lambda p: getattr(p, name) != otherwise


def nothing_off(p: Params) -> Claims:
    for cell in p.grid.cells():
        yield cell, none(has(cell, mark) for mark in sorted(p.drawn.off.difference(p.tiles_on)))


RULES_OF_THE_MAP: tuple[Rule[Params], ...] = (
    Rule("MP-17", "The outer wall is monolith, without doors and windows.", monolith, ("""
+-^-+---+
| T   .
+   +   +
| .   . |
+---+---+
""", *rooms(upper="# T   ."))),
    count_rule("MP-18", "Exits, gaps in the monolith: {exits}.", "exits", exits, rooms("exits=2"),
        code_lacks("O2")),
    count_rule("MP-O-2", "There is exactly one exit.", ONE, exits, rooms("rules=O2", lower="  .   . |"),
        code_has("O2")),
    Rule("MP-18.a", "Fewest steps between two exits: {exit_distance}.", exits_apart,
        rooms("exits=2 exit_distance=2", lower="| .   ."), lambda p: p.exit_distance > 1),
    Rule("MP-19", "Every cell is of one kind.", one_kind, rooms(upper="| T")),
    Rule("MP-20", "The wormholes of a chain are numbered 1, 2, 3 and so on; each number stands once.", numbered,
        rooms(upper="| T   W1  .", lower="| W2  .   W4|", legal="c1=W3")
        + rooms(upper="| T   W1  W1", lower="| .   .   W2|")
        + rooms(upper="| T   .   W1", lower="| .   .   . |")),
    count_rule("MP-20", "Wormhole chains: {chains}.", "chains", first_wormholes, rooms("chains=1")
        + rooms("chains=1", "| T   W1  W2", "| .   V1  V2|"), setting_asks("chains")),
    Rule("MP-20", "Wormholes in each chain: {chain_length}.", chain_lengths,
        rooms("chain_length=3", "| T   W1  .", "| .   .   W2|", legal="chain_length=2-3")
        + rooms("chain_length=2", "| T   W1  W3", "| .   .   W2|", legal="chain_length=2-3 or chain_length=3-"),
        setting_asks("chain_length", Amount(2, None))),
    Rule("MP-101", "Fewest steps between two wormholes of a chain: {wormhole_distance}.", chains_apart,
        rooms("wormhole_distance=2", "| T   W1  .", "| .   W2  . |", legal="b1=. a1=W2"),
        lambda p: p.wormhole_distance > 1),
    Rule("MP-F-1", "There are no wormholes and no rivers.", no_wormholes_nor_rivers,
        rooms("rules=F1", "| T   W1  .", "| .   .   W2|") + rooms("rules=F1", "| T   .   .", "| .   ~>  ~o|"),
        code_has("F1")),
    Rule("MP-F-2", "There is at most one chain of wormholes, and no river.", one_chain_no_river,
        rooms("rules=F2", "| T   W1  W2", "| .   V1  V2|", legal="b1=. c1=. or b1=. c1=. b2=. c2=.")
        + rooms("rules=F2", "| T   .   .", "| .   ~>  ~o|"),
        code_has("F2")),
    count_rule("MP-F-3", "There is no river.", NONE, river_ends, rooms("rules=F3", "| T   .   .", "| .   ~>  ~o|"),
        code_has("F3")),
    count_rule("MP-F-4", "There is at most one river.", Amount(0, 1), river_ends,
        rooms("rules=F4", "| ~>  ~o  T", "| ~>  ~o  . |", legal="a1=. b1=. or a1=. b1=. a2=. b2=."), code_has("F4")),
    Rule("MP-22", "Each river cell flows into a neighbour of the river, the last into its end.", stream,
        rooms(upper="| T   .   .", lower="| .   ~>  . |", legal="c1=~o")
        + rooms(upper="| T   .   .", lower="| .   .   ~o|")
        + rooms(upper="| T   .   .", lower="| .   ~v  . |")),
    Rule("MP-22", "A river flows to another floor through a hole; where advice is kept, no wall stands across it.",
        open_stream, rooms("advice=keep", "| T   .   .   .", "| .   ~>| ~o  . |", between="+   +---+   +   +",
              legal="b1E= c1E=wall")
        + on_floors(rooms("rules=G13\nholes=a1/1", lower="| .   ~u|"), rooms(upper="| .   . |", lower="| .   ~o|"))),
    Rule("MP-23", "A river does not fork or cross itself, and no two rivers share a cell.", no_joining,
        rooms(upper="| ~>  ~v  ~<|", lower="| T   ~o  .", legal="c2=.")),
    Rule("MP-25", "A river runs from its source to its end, never in a ring.", no_ring,
        rooms(upper="| ~>  ~v  T", lower="| ~^  ~<  . |")),
    count_rule("MP-26", "Rivers: {rivers}.", "rivers", river_ends, rooms("rivers=1"), setting_asks("rivers")),
    count_rule("MP-22", "River cells: {river}.", "river", river, rooms("river=3", "| T   .   .", "| .   ~>  ~o|"),
        setting_asks("river")),
    Rule("MP-101", "Bends of each river: {bends}.", bends, rooms("bends=0", "| T   ~>  ~v|", "| .   .   ~o"),
        setting_asks("bends")),
    Rule("MP-101", "Rivers flow from north to south only.", southward,
        rooms("course=south", "| T   .   .", "| .   ~>  ~o|"), setting_asks("course", "any")),
    count_rule("MP-27", "There is no hospital.", NONE, each("hospital"), rooms(lower="| .   H |"),
        code_lacks("H4", "H5")),
    count_rule("MP-27", "Hospitals: {hospitals}.", "hospitals", each("hospital"),
        rooms("rules=H5 hospitals=2", lower="| .   H |"), setting_asks("hospitals")),
    count_rule("MP-H-4", "There is one hospital.", ONE, each("hospital"), rooms("rules=H4")
        + rooms("rules=H4", lower="| H   H |"), code_has("H4")),
    count_rule("MP-H-5", "There is a hospital, or there are several.", Amount(1, None), each("hospital"),
        rooms("rules=H5", legal="b1=H"), code_has("H5")),
    count_rule("MP-A-1", "There is no arsenal.", NONE, each("arsenal"), rooms(lower="| .   A |"), code_has("A1")),
    count_rule("MP-28", "Arsenals: {arsenals}.", "arsenals", each("arsenal"),
        rooms("rules=A4 arsenals=3", lower="| A   A |"), setting_asks("arsenals")),
    count_rule("MP-A-2", "There is one arsenal.", ONE, each("arsenal"), rooms("rules=A2"), code_has("A2")),
    count_rule("MP-A-3", "There is one arsenal.", ONE, each("arsenal"), rooms("rules=A3", lower="| A   A |"),
        code_has("A3")),
    count_rule("MP-A-4", "There are several arsenals.", Amount(2, None), each("arsenal"),
        rooms("rules=A4", lower="| .   A |", legal="a1=A"), code_has("A4")),
    count_rule("MP-A-5", "There are several arsenals.", Amount(2, None), each("arsenal"),
        rooms("rules=A5", lower="| .   A |", legal="a1=A"), code_has("A5")),
    Rule("MP-92", "An arsenal that is listed with a stock of its own is on the map, and listed once.", own_stocks,
        rooms("rules=A2-W5 stock=mixed\nbullet_arsenals=b1", lower="| A   . |")
        + rooms("rules=A2-W5 stock=mixed\nbullet_arsenals=a1\ngrenade_arsenals=a1", lower="| A   . |",
            legal="grenade_arsenals="),
        lambda p: p.stock == "mixed"),
    Rule("MP-92", "All arsenals hold the same.", same_stock,
        rooms("rules=A2-W5\nbullet_arsenals=a1", lower="| A   . |"),
        lambda p: p.stock != "mixed" and bool(p.drawn.stocks)),
    Rule("MP-T-1", "There is exactly one treasure, and it is genuine.", one_treasure, rooms(lower="| .   F |")
        + rooms(upper="| .   .") + rooms(lower="| .   T |"), code_has("T1")),
    Rule("MP-T-2", "There are one genuine treasure and one false one.", one_and_a_false_one, rooms("rules=T2")
        + rooms("rules=T2", "| F   .") + rooms("rules=T2", "| T   T", "| .   F |")
        + rooms("rules=T2", "| T   F", "| .   F |"),
        code_has("T2")),
    count_rule("MP-31", "Genuine treasures: {treasures}.", "treasures", each("treasure"),
        rooms("rules=T3", "| F   .", legal="a1=T"), lambda p: "T3" in p.code or p.treasures != Amount(1, None)),
    count_rule("MP-86", "False treasures: {false_treasures}.", "false_treasures", each("false"),
        rooms("rules=T3 false_treasures=1"), setting_asks("false_treasures")),
    Rule("MP-34.b", "Fewest steps between two treasures, genuine or false: {treasure_spacing}.", treasures_apart,
        rooms("rules=T2 treasure_spacing=2", "| T   F", "| .   . |", legal="b2=. b1=F"),
        lambda p: p.treasure_spacing > 1),
    Rule("MP-34.b", "Fewest steps between two arsenals, or two hospitals: {arsenal_spacing}.", arsenals_apart,
        rooms("rules=A4 arsenal_spacing=2", "| T   .   .", "| A   A   . |", legal="b1=. c1=A")
        + rooms("rules=H5 arsenal_spacing=3", "| T   .   .   .", "| H   .   H   . |", legal="c1=. d1=H"),
        lambda p: p.arsenal_spacing > 1),
    count_rule("MP-89", "Swamp cells: {swamps}.", "swamps", each("swamp"), rooms(lower="| .   S |")),
    Rule("MP-30", "Between two cells is at most one wall or door; all of them together: {walls}.", one_barrier,
        rooms("walls=2", between="+---+   +")),
    Rule("MP-O-3", "No inner wall is indestructible.", no_solid_walls, rooms(between="+===+   +"), code_lacks("O3")),
    count_rule("MP-96", "Indestructible inner walls: {solid_walls}.", "solid_walls", lines(*SOLID),
        rooms("rules=O13 solid_walls=1"), setting_asks("solid_walls")),
    Rule("MP-O-5", "There are no one-way doors.", no_doors, rooms(upper="| T > ."), code_lacks("O5")),
    count_rule("MP-97", "One-way doors: {doors}.", "doors", lines(*DOOR_MARKS), rooms("rules=O15 doors=1"),
        setting_asks("doors")),
    Rule("MP-O-6", "There are no windows.", no_windows, rooms(between="+-:-+   +"), code_lacks("O6")),
    count_rule("MP-98", "Windows: {windows}.", "windows", lines(*WINDOWS), rooms("rules=O16 windows=1"),
        setting_asks("windows")),
    settings_rule("MP-G-3", "The labyrinth has several floors.", lambda p: p.grid.floors > 1, rooms("rules=G13"),
        code_has("G3")),
    settings_rule("MP-G-3", "The labyrinth has one floor.", lambda p: p.grid.floors == 1,
        on_floors(rooms("holes=a1/1"), rooms(upper="| .   . |")), code_lacks("G3")),
    count_rule("MP-90", "Holes between floors: {openings}.", "openings", holes,
        on_floors(rooms("rules=G13 openings=2\nholes=a1/1"), rooms(upper="| .   . |")), setting_asks("openings")),
    Rule("MP-O-7", "The creatures in the labyrinth are those that were declared: {creatures}.", caves,
        rooms("rules=O17 creatures=bear"), code_has("O7")),
    Rule("MP-O-7", "There are no creatures.", caves, rooms("bear=a1"), code_lacks("O7")),
    Rule("MP-94", "A creature's path leads from neighbour to neighbour, off rivers and wormholes.", paths,
        rooms("rules=O17 creatures=bear\nbear=a1,b1", lower="| . | . |")
        + rooms("rules=O17 creatures=bear\nbear=a1,b2")
        + rooms("rules=O17 creatures=bear\nbear=b1", "| T   .   .", "| .   ~>  ~o|")
        + rooms("rules=O17 creatures=bear\nbear=c2,c1", "| T   .   .", "| .   ~>  ~o|")
        + on_floors(rooms("rules=O17-G13 creatures=bear\nholes=a1/1\nbear=b1/1,b1/2", legal="bear=a1/1,a1/2"),
                    rooms(upper="| .   . |")), code_has("O7")),
    Rule("MP-43", "Nobody is placed on a treasure.", starts_in_secret,
        rooms("rules=G2 players=1 advice=keep\nstarts=a2", "| T   .   .   .", "| .   .   .   . |",
              between="+---+---+   +   +"), code_lacks("G1")),
    Rule("MP-40", "There are as many starts as players, or none: {players}.", start_number,
        rooms("players=2\nstarts=a1")),
    Rule("MP-32", "Every cell can be entered by real moves from every start.", every_cell,
        rooms("rules=O15", "| T > .", between="+---+   +"), lambda p: not opens_enclosures(p)),
    Rule("MP-32", "Every cell can be entered by real moves from every start, except in one enclosure.", every_cell,
        rooms("rules=A2-W3-O15", "| T > A   .", "| . > .   . |", between="+---+   +   +"), opens_enclosures),
    Rule("MP-77", "From every cell there is a way out by real moves.", way_out,
        rooms(upper="  ~>  ~>  ~o|", lower="| T   .   . |")),
    Rule("MP-33", "A player who starts in the enclosure can leave it, by real moves or a grenade.", starts_inside,
        rooms("rules=A2-W3 players=1\nstarts=a2", "| . | A   .", "| .   .   T |", between="+---+   +   +")),
)  # fmt: skip

GENERAL: tuple[Rule[Params], ...] = (
    settings_rule("MP-2", "Three to five players are recommended; their number is {players}.",
        lambda p: 3 <= p.players <= 5, rooms("players=2") + rooms("players=6")),
    settings_rule("MP-15", "The board is square as a rule.", lambda p: p.grid.columns == p.grid.rows,
        rooms(upper="| T   .   .", lower="| .   .   . |")),
    settings_rule("MP-16", "Boards of 4 x 4 to 12 x 12 cells are usual.", usual_size, rooms()),
)  # fmt: skip
"""Advice that is only about the parameters."""

OF_THE_MAP: tuple[Rule[Params], ...] = (
    Rule("MP-24", "Rivers take at most a quarter of the cells.", short_rivers,
        rooms(upper="| T   .   .   .", lower="| ~o  ~<  ~<  . |", between="+   +---+---+   +",
              legal="c1=. or a1=. b1=. c1=.")),
    Rule("MP-34", "Not too simple: at least a fourth as many inner walls as cells.", some_walls,
        rooms(upper="| T   .   .   .", lower="| .   .   .   . |", between="+---+   +   +   +", legal="b1N=wall")),
    Rule("MP-34", "Not too complicated: at most nine tenths of the walls that fit.", not_too_dense,
        rooms(upper="| T   .   .   .", lower="| .   .   .   . |", between="+   +---+---+---+", legal="b1N=")),
    count_rule("MP-34", "At most three wormhole chains.", Amount(0, 3), first_wormholes,
        rooms(upper="| T   .   B1  C1  D1  E1  .", lower="| .   .   B2  C2  D2  E2  . |",
              between="+   +   +---+---+---+---+   +", legal="f1=. f2=.")),
    Rule("MP-34", "A treasure lies three steps or more from every exit.", treasure_off_exits,
        rooms(upper="| .   .   T   .", lower="| .   .   .   . |", between="+---+---+   +   +")),
    Rule("MP-34", "Hospital and arsenal do not lie side by side.", hospital_off_arsenal,
        rooms("rules=A2-H4-W5", "| T   .   .   .   .", "| .   .   A   H   . |", between="+---+---+   +---+   +",
              legal="d1=. e1=H")),
)  # fmt: skip
"""Advice about the map that can be kept as rules."""

UNUSUAL: tuple[Rule[Params], ...] = (
    Rule("MP-22", "As a rule no wall stands across a river.", free_rivers,
        rooms(upper="| T   .   .", lower="| .   ~>| ~o|")),
    Rule("MP-43", "Nobody is placed on a treasure.", starts_off_treasure, rooms("rules=G2 players=1\nstarts=a2"),
        code_lacks("G1")),
)  # fmt: skip
"""Advice that mapkit's own maps always keep; a drawing that breaks it may stay as it is (MP-22.b, MP-43.b)."""


R = TypeVar("R", bound=Rule[Params])


def as_advice(rule: R) -> R:
    """A rule as advice, in force where advice is not kept as rules."""
    return replace(rule, applies=lambda p: p.advice == "tell" and rule.applies(p))


def as_rule(rule: R) -> R:
    """A piece of advice as a rule, in force where advice is kept."""
    breaches = tuple(f"\nadvice=keep{text}" for text in rule.breaches)
    return replace(rule, breaches=breaches, applies=lambda p: p.advice == "keep" and rule.applies(p))


RULES = (*RULES_OF_THE_MAP, *map(as_rule, OF_THE_MAP))
ADVICE = (*GENERAL, *map(as_advice, OF_THE_MAP), *map(as_advice, UNUSUAL))

NOTHING_OFF: Rule[Params] = Rule("MX-95", "There is nothing of an option that is off.", nothing_off,
    rooms(lower="| .   !m|"), applies=lambda p: bool(p.drawn.off.difference(p.tiles_on)))  # fmt: skip
"""No card prints it, since nothing is off that is on the map."""

FINISHED = every_border_decided("MP-30", rooms(lower="| . ? . |"))  # fmt: skip
"""No card prints it, since every map that is printed is finished."""
