"""Random maps of Maze on paper, legal by construction wherever the numbers fit.

The dry cells, which are all but rivers and wormholes, let a marker rest and go on in every direction. A random tree of
open borders joins them, and every river cell and wormhole has an open border to one of them. So every cell can be
entered from every other, whatever walls stand elsewhere.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from itertools import pairwise, repeat

from mapkit.games.labyrinth.analysis import fair_starts
from mapkit.games.labyrinth.design import (
    BARRIERS,
    CHAINS,
    END,
    FLOWS,
    HOLE,
    LETTERS,
    STOCKS,
    TREASURES,
    Params,
    least_walls,
    limits_of_code,
    most_walls,
    walled,
)
from mapkit.model.chance import Chance
from mapkit.model.grid import (
    Border,
    Cell,
    Direction,
    Place,
    Square,
    beside,
    border,
    inner_borders,
    outer_borders,
    sides,
)
from mapkit.model.rule import Amount, Fact, Facts, has
from mapkit.model.settings import number_within
from mapkit.model.walk import reached

Course = list[tuple[Cell, str]]
"""The cells of a river from source to end, each with its mark."""

TRIES = 200
SHARE_ENCLOSED = 12
"""An enclosure takes at most one cell in this many."""


def draft(p: Params, chance: Chance, drawn: Facts) -> Facts:
    """A random map that keeps the facts already drawn, with the right numbers of everything where they fit."""
    m = _Construction(p, chance, drawn)
    _fill(m)
    _lay_rivers(m)
    _lay_chains(m)
    scattered = [mark for pack in p.on for mark in pack.scattered(p, chance) if mark not in p.closed]
    _lay_passing(m, [mark for mark in scattered if mark in m.passing])
    if p.enclosure == "always":
        m.enclosed = _enclosure(m)
    _keep_ways(m)
    drawn_exits = [f.place for f in drawn if f.mark == "exit" and isinstance(f.place, Border)]
    free = [line for line in outer_borders(m.grid) if line.cell in m.dry and line.cell not in m.enclosed]
    number = m.number("exits", 1, p.usual_exits, len(free))
    exits = drawn_exits[:]
    for line in chance.shuffled(line for line in free if line not in drawn_exits) if len(exits) < number else ():
        if all(m.grid.steps_apart(line.cell, other.cell) >= p.exit_distance for other in exits):
            exits.append(line)
        if len(exits) == number:
            break
    # Things, the treasures off the exits where there is room
    pile = chance.shuffled(c for c in m.dry if c not in m.kinds)
    off = dict.fromkeys(c for c in pile if all(m.grid.steps_apart(c, line.cell) > 2 for line in exits))
    for mark, number in (*_numbers(m), *Counter(mark for mark in scattered if mark not in m.passing).items()):
        here = [*off, *(c for c in pile if c not in off)] if mark in TREASURES else pile
        for _ in range(number - list(m.kinds.values()).count(mark)):
            there = _alone_first(m, here, mark) if mark in scattered else here
            cell = next((c for c in there if c not in m.kinds and _has_room_for(m, c, mark)), None)
            if cell is not None:
                m.kinds[cell] = mark
                m.cells_of[mark].append(cell)
    lines = _lines(m)
    made = {has(cell, m.kinds.get(cell, "empty")) for cell in m.grid.cells()}
    made |= {has(line, "exit") for line in exits}
    made |= {has(line, mark) for line, mark in lines.items()}
    made |= {has(line, HOLE) for line in _holes(m)}
    listed = ("start", "bear", "leprechaun", *STOCKS)
    taken = {fact.place for fact in drawn if fact.mark.partition(" ")[0] not in listed}
    made = {fact for fact in made if fact.place not in taken}
    facts = frozenset(made) | drawn
    facts |= _creatures(m, facts) | _stocks(m, facts)
    for pack in p.on:
        facts = pack.finished(p, chance, facts)
    if p.fairness is None or any(fact.mark.startswith("start ") for fact in drawn):
        return facts
    return facts | {has(cell, f"start {n}") for n, cell in enumerate(fair_starts(p, facts, chance), 1)}


def within(amount: Amount, low: int, high: int, chance: Chance) -> int:
    """A random number from low to high that the amount allows; where it allows none, the nearest that it does."""
    most = high if amount.high is None else min(high, amount.high)
    least = max(low, amount.low)
    return chance.between(least, most) if least <= most else max(amount.low, most)


class _Construction:
    """A map under construction: the dry cells, the cells that are taken, the borders that must stay open."""

    def __init__(self, p: Params, chance: Chance, drawn: Facts) -> None:
        self.p, self.grid, self.chance, self.drawn = p, p.grid, chance, drawn
        self.cells = p.grid.cells()
        self.beside = {cell: beside(p.grid, cell) for cell in self.cells}
        self.kinds = {str(f.place): f.mark for f in drawn if isinstance(f.place, str) and " " not in f.mark.strip()}
        self.kinds |= {str(f.place): f.mark for f in drawn if f.mark in (*FLOWS, END)}
        self.cells_of = defaultdict[str, list[Cell]](list)
        """The cells of each kind that lies on dry cells, as far as they are known."""
        for cell, kind in self.kinds.items():
            self.cells_of[kind].append(cell)
        self.passing = frozenset({*p.barred, *p.carriers})
        """The kinds of options from which nobody goes on where they wish to."""
        self.dry = dict.fromkeys(
            c for c in self.cells if not _moving(self.kinds.get(c, "")) and self.kinds.get(c) not in self.passing
        )
        self.solid = frozenset(c for c, kind in self.kinds.items() if kind in p.closed)
        self.kept: set[Border] = set()
        level = {c: mark[-1] for c, mark in self.kinds.items() if mark in FLOWS and mark[-1] not in "UD"}
        self.kept |= {border(p.grid, c, d) for c, d in level.items()}
        self.listed = {f.place for f in drawn if f.mark.startswith("start ")}
        self.barred = {f.place for f in drawn if f.mark in BARRIERS}
        self.enclosed: frozenset[Cell] = frozenset()

    def number(self, name: str, low: int, high: int, most: int, of: str = "") -> int:
        """A number for a setting: of a range any that the code allows, up to `most`; else from low to high."""
        asked: Amount = getattr(self.p, name)
        if asked.low == asked.high or (asked.high is None and asked.low <= high):
            return within(asked, low, high, self.chance)
        limits = limits_of_code(self.p.code, self.p.lifted).get(name)
        amount = asked.within(limits.amount) if limits else asked
        return number_within(amount, name + of, self.chance, most)

    def apart(self, wet: Collection[Cell], closed: Collection[Cell] = ()) -> bool:
        """Whether, with these cells wet, the dry cells stay connected and each wet cell keeps a dry one beside it."""
        left = self.dry.keys() - {*wet, *closed}
        if not left:
            return False
        moving = [cell for cell in self.cells if cell not in left and cell not in closed]
        if any(left.isdisjoint(self.beside[cell]) for cell in moving):
            return False
        return reached([next(iter(left))], lambda cell: left.intersection(self.beside[cell])) == left

    def closes(self, line: Border) -> bool:
        """Whether a border lies between the enclosure and the rest."""
        one, other = sides(self.grid, line)
        return other is not None and (one in self.enclosed) != (other in self.enclosed)


# --- solid cells -----------------------------------------------------------------------------------------------------


def _fill(m: _Construction) -> None:
    """Fill as many cells as there are to be of each kind that nobody enters; what is left stays in one piece."""
    solid = Counter(mark for pack in m.p.on if pack.solid for mark in pack.scattered(m.p, m.chance))
    wanted = [mark for mark in m.p.closed for _ in range(solid[mark] - [*m.kinds.values()].count(mark))]
    if wanted:
        _fill_ends(m, wanted)
    m.solid = frozenset(cell for cell, kind in m.kinds.items() if kind in m.p.closed)
    if m.solid:
        m.cells = tuple(cell for cell in m.cells if cell not in m.solid)
        m.beside = {cell: tuple(other for other in m.beside[cell] if other not in m.solid) for cell in m.cells}
        m.dry = dict.fromkeys(cell for cell in m.dry if cell not in m.solid)


def _fill_ends(m: _Construction, wanted: list[str]) -> None:
    """Fill ends of a random tree over all cells, one after the other; cells that hold something drawn stay."""
    roots, joined = {cell: cell for cell in m.cells}, dict[Cell, set[Cell]]((cell, set()) for cell in m.cells)
    for line in sorted(m.chance.shuffled(inner_borders(m.grid)), key=lambda line: line.side == "U"):
        one, other = line.cell, str(m.grid.step(line.cell, line.side))
        if not m.solid.intersection((one, other)) and _root(roots, one) != _root(roots, other):
            roots[_root(roots, one)] = _root(roots, other)
            joined[one].add(other)
            joined[other].add(one)
    holding = (fact.place for fact in m.drawn if isinstance(fact.place, str) or fact.mark in ("exit", HOLE))
    kept = {cell for place in holding for cell in _cells_of(m.grid, place)}
    edge = m.chance.shuffled(dict.fromkeys(line.cell for line in outer_borders(m.grid) if line.cell not in m.solid))
    kept.update(edge[: max(1, m.p.exits.low)])
    ends = [cell for cell in m.cells if len(joined[cell]) == 1 and cell not in kept]
    while ends and wanted:
        cell = ends.pop(m.chance.below(len(ends)))
        m.kinds[cell] = wanted.pop()
        for onward in joined[cell]:
            joined[onward].remove(cell)
            ends += [onward] if len(joined[onward]) == 1 and onward not in kept else []


# --- rivers and chains -----------------------------------------------------------------------------------------------


def _lay_rivers(m: _Construction) -> None:
    if any(mark in FLOWS for mark in m.kinds.values()) or not m.p.code.has_any("F4", "F5"):
        return
    most = 1 if "F4" in m.p.code else 2 if len(m.cells) > 80 else 1
    number = m.number("rivers", 1, most, len(m.cells) // 2)
    share = max(2, min(len(m.cells) // 9, 12 * number))
    least = 2 * number + bool(_taking_in(m))
    total = m.number("river", max(least, share - 2), max(least, share + 1), len(m.cells) // 2)
    joined = m.chance.between(1, max(1, total // 3)) if total >= least > 2 * number else 0
    total -= joined
    for left in range(min(number, total), 0, -1):
        course = _course(m, max(2, total // left), left)
        for (cell, mark), (onward, _) in pairwise(course):
            m.kinds[cell] = mark
            m.dry.pop(cell, None)
            m.kept.add(border(m.grid, cell, _towards(m, cell, onward)))
        if course:
            m.kinds[course[-1][0]] = END
        total -= len(course)
    if joined:
        _lay_tributary(m, joined)


def _taking_in(m: _Construction) -> list[str]:
    """The kinds of river cells into which several rivers may flow."""
    return [mark for mark in (*FLOWS, END) if any(pack.takes_in(m.p, mark) for pack in m.p.on)]


def _lay_tributary(m: _Construction, length: int) -> None:
    """Lay a river of this length into another one, upstream from there; none where no cells will do."""
    fed = {m.grid.step(cell, kind[-1]) for cell, kind in m.kinds.items() if kind in FLOWS}
    into = [cell for cell, kind in m.kinds.items() if kind in _taking_in(m) and cell in fed]
    low, high = m.p.bends
    for _ in range(TRIES if into else 0):
        walk = [m.chance.choice(into)]
        while len(walk) <= length:
            free = (cell for cell in m.beside[walk[-1]] if cell in m.dry and cell not in m.kinds)
            apart = [cell for cell in free if {*walk[:-1]}.isdisjoint((cell, *m.beside[cell]))]
            if not apart:
                break
            walk.append(m.chance.choice(apart))
        course = {cell: f"flows {_towards(m, cell, onto)}" for onto, cell in pairwise(walk)}
        bends = _bends_down(m, course, walk[-1])
        if len(course) == length and m.apart(course) and low <= bends and (high is None or bends <= high):
            m.kinds |= course
            m.dry = {cell: None for cell in m.dry if cell not in course}
            m.kept |= {border(m.grid, cell, mark[-1]) for cell, mark in course.items()}
            return


def _bends_down(m: _Construction, course: Mapping[Cell, str], source: Cell) -> int:
    """How often a river bends from a source down to its end."""
    ways, cell = list[str](), source
    while (mark := course.get(cell, m.kinds.get(cell))) in FLOWS:
        ways.append(str(mark)[-1])
        cell = m.grid.step(cell, ways[-1]) or ""
    return sum(one != other for one, other in pairwise(ways))


def _towards(m: _Construction, one: Cell, other: Cell) -> Direction:
    return next(d for d in m.grid.directions if m.grid.step(one, d) == other)


def _course(m: _Construction, length: int, left: int) -> Course:
    """A river of this length through blank cells that leaves the dry cells connected; empty where none is found.

    Where the setting is a range, shorter rivers are tried too.
    """
    least = length if m.p.river.low == m.p.river.high or m.p.river.high is None else 2
    for cells in range(length, least - 1, -1):
        for bends in _bends(m, cells, left):
            walk = _walk(m, cells, bends)
            if len(walk) == cells and m.apart(walk[:-1]):
                ends = (f"flows {_towards(m, one, other)}" for one, other in pairwise(walk))
                return list(zip(walk, (*ends, END), strict=True))
    return []


def _bends(m: _Construction, length: int, left: int) -> Iterator[Collection[int] | None]:
    """For each try the cells after which a river bends; None where chance decides on the way.

    With a range of bends each number gets a share of the tries, one number after the other.
    """
    low, high = m.p.bends
    if high is None or low == high:
        yield from repeat(None, TRIES)
        return
    for bends in m.chance.separate_stream(f"bends {left}").shuffled(range(low, max(low, min(high, length - 2)) + 1)):
        for _ in range(TRIES):
            yield m.chance.shuffled(range(2, length))[:bends]


def _walk(m: _Construction, length: int, turns: Collection[int] | None) -> list[Cell]:
    """A walk that does not touch itself, with no more bends than allowed; it may come out too short."""
    ways = "S" if m.p.course == "south" else m.grid.directions
    most = m.p.bends.high
    bends = 0
    walk = [m.chance.choice(m.cells)]
    heading = m.chance.choice(ways)
    while len(walk) < length and walk[-1] in m.dry and walk[-1] not in m.kinds:
        if turns is None:
            turning = m.chance.below(10) < 3 and (most is None or bends < most)
            options = m.chance.shuffled(ways) if turning else [heading]
        else:
            options = m.chance.shuffled(d for d in ways if d != heading) if len(walk) in turns else [heading]
        # On to a blank cell that touches no earlier part of the river
        steps = {d: cell for d in options if (cell := m.grid.step(walk[-1], d)) in m.dry and cell not in m.kinds}
        touching = {d for d, cell in steps.items() if cell in walk or not {*walk[:-1]}.isdisjoint(m.beside[cell])}
        onward = next((d for d in steps if d not in touching), None)
        if onward is None:
            break
        bends += onward != heading and len(walk) > 1
        heading = onward
        walk.append(m.grid.step(walk[-1], onward) or walk[-1])
    blank = walk[-1] in m.dry and walk[-1] not in m.kinds
    return walk if blank and bends >= m.p.bends.low else []


def _lay_chains(m: _Construction) -> None:
    if any(_moving(mark) and mark not in FLOWS for mark in m.kinds.values()) or "F1" in m.p.code:
        return
    most = 1 if "F2" in m.p.code else max(1, min(3, len(m.cells) // 30))
    number = m.number("chains", min(2, most), most, min(len(LETTERS), len(m.cells) // 4))
    longest = max(2, min(8, 2 + len(m.cells) // 32))
    for letter in LETTERS[:number]:
        length = m.number("chain_length", min(3, longest), longest, len(m.dry) // (2 * number), letter)
        laid: list[Cell] = []
        for cell in m.chance.shuffled(c for c in m.dry if c not in m.kinds):
            if len(laid) == length:
                break
            far = all(m.grid.steps_apart(cell, other) >= m.p.wormhole_distance for other in laid)
            if far and m.apart([cell]):
                laid.append(cell)
                m.dry.pop(cell)
                m.kinds[cell] = f"{letter}{len(laid)}"


def _lay_passing(m: _Construction, marks: Sequence[str]) -> None:
    """Lay cells from which nobody goes on, or only to where they lead, where the other cells stay connected."""
    for mark, number in Counter(marks).items():
        free = m.chance.shuffled(c for c in m.dry if c not in m.kinds and c not in m.listed)
        for _ in range(number - [*m.kinds.values()].count(mark)):
            cell = next((c for c in _alone_first(m, free, mark) if c in m.dry and m.apart([c])), "")
            if cell:
                m.dry.pop(cell)
                m.kinds[cell] = mark


def _alone_first(m: _Construction, cells: Sequence[Cell], mark: str) -> Sequence[Cell]:
    """Cells with those first that have nothing of that kind beside them (MP-34.b)."""
    return sorted(cells, key=lambda cell: any(m.kinds.get(near) == mark for near in m.beside[cell]))


# --- the enclosure ---------------------------------------------------------------------------------------------------


def _enclosure(m: _Construction) -> frozenset[Cell]:
    """A few blank cells to wall in as the enclosure (MP-33); none where no cells will do."""
    touched = {cell for f in m.drawn for cell in _cells_of(m.grid, f.place)}
    blank = [cell for cell in m.dry if cell not in m.kinds and cell not in touched]
    size = m.chance.between(1, max(1, len(m.cells) // SHARE_ENCLOSED))
    for start in m.chance.shuffled(blank):
        inside = {start}
        for cell in m.chance.shuffled(blank):
            if len(inside) < size and cell not in inside and inside.intersection(_level(m, cell)):
                inside.add(cell)
        shut_in = {other for cell in inside for other in _level(m, cell)} - inside
        if m.apart((), inside) and shut_in & m.dry.keys():
            return frozenset(inside)
    return frozenset()


def _level(m: _Construction, cell: Cell) -> Iterator[Cell]:
    return (other for d in "NESW" if (other := m.grid.step(cell, d)) is not None and other not in m.solid)


# --- ways that stay open ---------------------------------------------------------------------------------------------


def _keep_ways(m: _Construction) -> None:
    """Keep a tree over the dry cells, with as few ways between floors as possible, and a way to each other cell."""
    roots = {cell: cell for cell in m.dry}
    lines = m.chance.shuffled(inner_borders(m.grid))
    for line in sorted(lines, key=lambda line: (line in m.barred, line.side == "U")):
        one, other = line.cell, m.grid.step(line.cell, line.side)
        if m.closes(line):
            continue
        if one in m.dry and other in m.dry and _root(roots, one) != _root(roots, str(other)):
            roots[_root(roots, one)] = _root(roots, str(other))
            m.kept.add(line)
    for cell in m.cells:
        if cell not in m.dry:
            open_ = m.dry.keys() - m.enclosed
            ways = [d for d in m.grid.directions if m.grid.step(cell, d) in open_]
            level = [d for d in ways if d not in "UD"] or ways
            if level:
                m.kept.add(border(m.grid, cell, m.chance.choice(level)))


# --- things ----------------------------------------------------------------------------------------------------------


def _has_room_for(m: _Construction, cell: Cell, mark: str) -> bool:
    if cell in m.enclosed and mark in ("treasure", "hospital", "arsenal", *m.p.tiles_on):
        return False
    if cell in m.listed and mark in TREASURES and "G1" not in m.p.code:
        return False
    other = {"hospital": "arsenal", "arsenal": "hospital"}.get(mark)
    if other is not None and any(m.kinds.get(c) == other for c in m.beside[cell]):
        return False
    alike, steps = (TREASURES, m.p.treasure_spacing) if mark in TREASURES else ((mark,), m.p.arsenal_spacing)
    if mark not in (*TREASURES, "arsenal", "hospital") or steps < 2:
        return True
    return all(m.grid.steps_apart(cell, c) >= steps for kind in alike for c in m.cells_of[kind])


def _numbers(m: _Construction) -> Iterator[tuple[str, int]]:
    p, large, room = m.p, len(m.cells) >= 60, len(m.dry) // 2
    several = 2 + (len(m.cells) >= 120)
    arsenals = (0, 0) if "A1" in p.code else (1, 1) if p.code.has_any("A2", "A3") else (2, several)
    hospitals = (1, 1 + large) if "H5" in p.code else (1, 1) if "H4" in p.code else (0, 0)
    many = (1, 1) if not p.code.has_any("T3") else (1 + large, 2 + large)
    fake = (0, 0) if "T1" in p.code else (1, 1) if "T2" in p.code else (1, 1 + large)
    if not p.without_treasure:
        yield "treasure", m.number("treasures", *many, room)
        yield "false", m.number("false_treasures", *fake, room)
    yield "arsenal", m.number("arsenals", *arsenals, room)
    yield "hospital", m.number("hospitals", *hospitals, room)
    yield "swamp", m.number("swamps", 0, 0, room)


# --- lines -----------------------------------------------------------------------------------------------------------


def _lines(m: _Construction) -> dict[Border, str]:
    """Random walls, windows and doors on borders that need not stay open."""
    p, chance = m.p, m.chance
    drawn = {f.place: f.mark for f in m.drawn if f.mark in BARRIERS}
    level = walled(m.grid, m.solid)
    closing = [line for line in level if m.closes(line)]
    taken = {*m.kept, *drawn, *closing}
    free = chance.shuffled(line for line in level if line not in taken)
    least, most = least_walls(m.grid, m.solid), most_walls(m.grid, m.solid) * 3 // 4
    usual = max(least, most_walls(m.grid, m.solid) // 2)
    number = m.number("walls", min(usual, most), max(usual, most), len(free) + len(drawn) + len(closing))
    chosen = free[: max(0, number - len(drawn) - len(closing))]
    lines = dict.fromkeys(chosen, "wall")
    tenth, rest = max(1, len(chosen) // 10), list(chosen)
    for option, name, mark in (("O5", "doors", "door"), ("O3", "solid_walls", "solid"), ("O6", "windows", "window")):
        if option in p.code:
            have = sum(mark in drawn_mark for drawn_mark in drawn.values())
            number = max(0, m.number(name, tenth, tenth + 1, len(rest) + have) - have)
            these, rest = rest[:number], rest[number:]
            lines |= {
                line: f"door {m.chance.choice((line.side, m.grid.back(line.side)))}" if mark == "door" else mark
                for line in these
            }
    return {**lines, **dict.fromkeys(closing, "wall")}


def _holes(m: _Construction) -> list[Border]:
    """The holes that the tree needs, and a few more."""
    needed = sorted(line for line in m.kept if line.side == "U")
    drawn = [f.place for f in m.drawn if f.mark == HOLE]
    lines = [x for x in inner_borders(m.grid) if x.side == "U" and x not in needed and x not in drawn]
    lines = [x for x in lines if m.solid.union(m.enclosed).isdisjoint(_cells_of(m.grid, x))]
    have = len(needed) + len(drawn)
    usual = max(have, len(lines) // 16)
    most = usual + m.grid.floors
    more = m.number("openings", usual, most, have + len(lines)) - have if lines else 0
    return needed + m.chance.shuffled(lines)[: max(0, more)]


def _stocks(m: _Construction, facts: Facts) -> Facts:
    """What the arsenals hold where they differ: the first two hold one kind each, and chance decides for the rest."""
    if m.p.stock != "mixed" or any(fact.mark.partition(" ")[0] in STOCKS for fact in m.drawn):
        return frozenset()
    cells = m.chance.shuffled(sorted(str(cell) for cell, mark in facts if mark == "arsenal"))
    kinds = [*m.chance.shuffled(STOCKS), *(m.chance.choice(("all", *STOCKS)) for _ in cells[2:])]
    of = {alone: [cell for cell, kind in zip(cells, kinds, strict=False) if kind == alone] for alone in STOCKS}
    return frozenset(has(cell, f"{alone} only {n}") for alone in STOCKS for n, cell in enumerate(of[alone], 1))


def _creatures(m: _Construction, facts: Facts) -> Facts:
    """Caves for the creatures, and a path for the leprechaun along open borders between cells where it can stay."""
    made = set[Fact]()
    drawn = {fact.mark.partition(" ")[0] for fact in m.drawn}
    blank = (cell for cell in m.dry if cell not in m.enclosed and m.kinds.get(cell, "empty") == "empty")
    homes = m.chance.shuffled(blank)
    for who, paces in (("bear", 1), ("leprechaun", 4)):
        path = [homes.pop()] if who in m.p.creatures_here and who not in drawn and homes else []
        while path and len(path) < paces:
            beside = {d: m.grid.step(path[-1], d) for d in "NESW"}
            ways = {border(m.grid, path[-1], d): c for d, c in beside.items() if c in m.dry and m.kinds.get(c) != END}
            onward = [
                cell
                for line, cell in ways.items()
                if cell and cell not in path and facts.isdisjoint(has(line, mark) for mark in BARRIERS)
            ]
            if not onward:
                break
            path.append(m.chance.choice(onward))
        made |= {has(cell, f"{who} {n}") for n, cell in enumerate(path, 1)}
    return frozenset(made)


def _moving(mark: str) -> bool:
    """Whether a marker is moved on from a cell of this kind."""
    return mark in FLOWS or mark in CHAINS


def _cells_of(grid: Square, place: Place) -> tuple[Cell, ...]:
    """The cell of a place, or the cells on both sides of a border."""
    return (place,) if isinstance(place, Cell) else tuple(cell for cell in sides(grid, place) if cell)


def _root(roots: dict[Cell, Cell], cell: Cell) -> Cell:
    while roots[cell] != cell:
        roots[cell] = roots[roots[cell]]
        cell = roots[cell]
    return cell
