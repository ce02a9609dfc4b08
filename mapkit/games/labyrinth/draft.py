"""A random map of Maze on paper, legal by its making wherever the numbers fit.

The cells where a marker comes to rest and may go on in every direction - all but river and wormholes - are joined by
a random tree of open borders, and every river cell and wormhole has an open border to one of them. So every cell can
be entered from every other, whatever walls stand elsewhere.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from itertools import pairwise, repeat
from math import ceil

from mapkit.chance import Chance
from mapkit.game import number_within
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
    allowed,
    in_plane,
    most_walls,
)
from mapkit.games.labyrinth.measure import fair_starts
from mapkit.grid import Border, Cell, Direction, Place, Square, border, inner_borders, outer_borders, sides
from mapkit.rule import Amount, Fact, Facts, has

Course = list[tuple[Cell, str]]
"""The cells of a river from source to end, each with its mark."""

TRIES = 200
SHARE_ENCLOSED = 12
"""An enclosure takes up to one of so many cells."""


def draft(p: Params, chance: Chance, drawn: Facts) -> Facts:
    """A map with the right numbers of everything where they fit, and with everything that is drawn."""
    return _Draft(p, chance, drawn).facts()


def within(amount: Amount, low: int, high: int, chance: Chance) -> int:
    """A number from low to high where the amount allows one of them, else the nearest that it allows."""
    most = high if amount.high is None else min(high, amount.high)
    least = max(low, amount.low)
    return chance.between(least, most) if least <= most else max(amount.low, most)


class _Draft:
    """A map in the making: which cells are dry, which taken, which borders have to stay open."""

    def __init__(self, p: Params, chance: Chance, drawn: Facts) -> None:
        self.p, self.grid, self.chance, self.drawn = p, p.grid, chance, drawn
        self.cells = p.grid.cells()
        self.kinds = {str(f.place): f.mark for f in drawn if isinstance(f.place, str) and " " not in f.mark.strip()}
        self.kinds |= {str(f.place): f.mark for f in drawn if f.mark in (*FLOWS, END)}
        self.dry = dict.fromkeys(c for c in self.cells if not self._moving(self.kinds.get(c, "")))
        self.kept: set[Border] = set()
        self.barred = {f.place for f in drawn if f.mark in BARRIERS}
        self.enclosed: frozenset[Cell] = frozenset()

    def facts(self) -> Facts:
        """The whole map."""
        self._lay_rivers()
        self._lay_chains()
        if self.p.enclosure == "always":
            self.enclosed = self._enclosure()
        self._keep_ways()
        gates = self._gates()
        self._lay_things(gates)
        lines = self._lines()
        made = {has(cell, self.kinds.get(cell, "empty")) for cell in self.cells}
        made |= {has(gate, "exit") for gate in gates}
        made |= {has(line, mark) for line, mark in lines.items()}
        made |= {has(line, HOLE) for line in self._holes()}
        made = {fact for fact in made if fact.place not in {f.place for f in self.drawn if _is_drawn(f)}}
        facts = frozenset(made) | self.drawn
        facts |= self._creatures(facts) | self._stocks(facts)
        return facts | self._starts(facts)

    @staticmethod
    def _moving(mark: str) -> bool:
        """Whether a marker does not stay where it enters a cell of that kind."""
        return mark in FLOWS or mark in CHAINS

    def _number(self, name: str, low: int, high: int, most: int, of: str = "") -> int:
        """How many there are by a setting: of a range any that the code allows, up to `most`; else low to high."""
        asked: Amount = getattr(self.p, name)
        if asked.low == asked.high or (asked.high is None and asked.low <= high):
            return within(asked, low, high, self.chance)
        limits = allowed(self.p.code).get(name)
        amount = asked.within(limits.amount) if limits else asked
        return number_within(amount, name + of, self.chance, most)

    # Rivers and chains

    def _lay_rivers(self) -> None:
        if any(mark in FLOWS for mark in self.kinds.values()) or not self.p.code.has_any("F4", "F5"):
            return
        most = 1 if "F4" in self.p.code else 2 if len(self.cells) > 80 else 1
        number = self._number("rivers", 1, most, len(self.cells) // 2)
        share = max(2, min(len(self.cells) // 9, 12 * number))
        total = self._number("river", max(2 * number, share - 2), max(2 * number, share + 1), len(self.cells) // 2)
        for left in range(min(number, total), 0, -1):
            course = self._course(max(2, total // left), left)
            for (cell, mark), (onward, _) in pairwise(course):
                self.kinds[cell] = mark
                self.dry.pop(cell, None)
                self.kept.add(border(self.grid, cell, self._towards(cell, onward)))
            if course:
                self.kinds[course[-1][0]] = END
            total -= len(course)

    def _towards(self, one: Cell, other: Cell) -> Direction:
        return next(d for d in self.grid.directions if self.grid.step(one, d) == other)

    def _course(self, length: int, left: int) -> Course:
        """One river of that length through blank cells that leaves the dry cells joined; empty where none is found.

        Where the length is one of a range, shorter ones are tried, too.
        """
        least = length if self.p.river.low == self.p.river.high or self.p.river.high is None else 2
        for cells in range(length, least - 1, -1):
            for bends in self._bends(cells, left):
                walk = self._walk(cells, bends)
                if len(walk) == cells and self._apart(walk[:-1]):
                    ends = (f"flows {self._towards(one, other)}" for one, other in pairwise(walk))
                    return list(zip(walk, (*ends, END), strict=True))
        return []

    def _bends(self, length: int, left: int) -> Iterator[Collection[int] | None]:
        """After how many cells a river bends, try by try; None where chance is to tell on the way.

        Of a range of bends one number is tried as long as there is hope, then the next.
        """
        low, high = self.p.bends
        if high is None or low == high:
            yield from repeat(None, TRIES)
            return
        for bends in self.chance.apart(f"bends {left}").shuffled(range(low, max(low, min(high, length - 2)) + 1)):
            for _ in range(TRIES):
                yield self.chance.shuffled(range(2, length))[:bends]

    def _walk(self, length: int, turns: Collection[int] | None) -> list[Cell]:
        """A walk that does not touch itself, with as many bends as are allowed; it may come out too short."""
        ways = "S" if self.p.course == "south" else self.grid.directions
        most = self.p.bends.high
        bends = 0
        walk = [self.chance.choice(self.cells)]
        heading = self.chance.choice(ways)
        while len(walk) < length and walk[-1] in self.dry and walk[-1] not in self.kinds:
            if turns is None:
                turning = self.chance.below(10) < 3 and (most is None or bends < most)
                options = self.chance.shuffled(ways) if turning else [heading]
            else:
                options = self.chance.shuffled(d for d in ways if d != heading) if len(walk) in turns else [heading]
            onward = next((d for d in options if self._free(walk, self.grid.step(walk[-1], d))), None)
            if onward is None:
                break
            bends += onward != heading and len(walk) > 1
            heading = onward
            walk.append(self.grid.step(walk[-1], onward) or walk[-1])
        blank = walk[-1] in self.dry and walk[-1] not in self.kinds
        return walk if blank and bends >= self.p.bends.low else []

    def _free(self, walk: Sequence[Cell], cell: Cell | None) -> bool:
        """Whether a river may go on to a cell: it is blank, and touches the river only where it comes from."""
        if cell is None or cell in walk or cell not in self.dry or cell in self.kinds:
            return False
        return not any(other in walk[:-1] for other in self._beside(cell))

    def _beside(self, cell: Cell) -> Iterator[Cell]:
        return (other for d in self.grid.directions if (other := self.grid.step(cell, d)) is not None)

    def _apart(self, wet: Collection[Cell], closed: Collection[Cell] = ()) -> bool:
        """Whether the dry cells stay joined without these, and each wet cell keeps a dry one beside it."""
        left = self.dry.keys() - {*wet, *closed}
        if not left:
            return False
        moving = [cell for cell in self.cells if cell not in left and cell not in closed]
        if not all(any(other in left for other in self._beside(cell)) for cell in moving):
            return False
        start = next(cell for cell in self.dry if cell in left)
        seen, edge = {start}, [start]
        while edge:
            for other in self._beside(edge.pop()):
                if other in left and other not in seen:
                    seen.add(other)
                    edge.append(other)
        return len(seen) == len(left)

    def _lay_chains(self) -> None:
        if any(self._moving(mark) and mark not in FLOWS for mark in self.kinds.values()) or "F1" in self.p.code:
            return
        most = 1 if "F2" in self.p.code else max(1, min(3, len(self.cells) // 30))
        number = self._number("chains", min(2, most), most, min(len(LETTERS), len(self.cells) // 4))
        longest = max(2, min(8, 2 + len(self.cells) // 32))
        for letter in LETTERS[:number]:
            length = self._number("chain_length", min(3, longest), longest, len(self.dry) // (2 * number), letter)
            self._lay_chain(letter, length)

    def _lay_chain(self, letter: str, length: int) -> None:
        laid: list[Cell] = []
        for cell in self.chance.shuffled(c for c in self.dry if c not in self.kinds):
            if len(laid) == length:
                break
            far = all(self.grid.steps_apart(cell, other) >= self.p.wormhole_distance for other in laid)
            if far and self._apart([cell]):
                laid.append(cell)
                self.dry.pop(cell)
                self.kinds[cell] = f"{letter}{len(laid)}"

    # The enclosure

    def _enclosure(self) -> frozenset[Cell]:
        """A few blank cells to be walled in, that nothing else needs (MP-33); none where nothing will do."""
        touched = {cell for f in self.drawn for cell in _cells_of(self.grid, f.place)}
        blank = [cell for cell in self.dry if cell not in self.kinds and cell not in touched]
        size = self.chance.between(1, max(1, len(self.cells) // SHARE_ENCLOSED))
        for start in self.chance.shuffled(blank):
            inside = {start}
            for cell in self.chance.shuffled(blank):
                if len(inside) < size and cell not in inside and inside.intersection(self._level(cell)):
                    inside.add(cell)
            shut_in = {other for cell in inside for other in self._level(cell)} - inside
            if self._apart((), inside) and shut_in & self.dry.keys():
                return frozenset(inside)
        return frozenset()

    def _level(self, cell: Cell) -> Iterator[Cell]:
        """The cells beside one on its floor."""
        return (other for d in "NESW" if (other := self.grid.step(cell, d)) is not None)

    def _closes(self, line: Border) -> bool:
        """Whether a border is one between the enclosure and the rest."""
        one, other = sides(self.grid, line)
        return other is not None and (one in self.enclosed) != (other in self.enclosed)

    # Ways that stay open

    def _keep_ways(self) -> None:
        """A tree over the dry cells, with as few ways between floors as can be; and a way to each other cell."""
        roots = {cell: cell for cell in self.dry}
        lines = self.chance.shuffled(inner_borders(self.grid))
        for line in sorted(lines, key=lambda line: (line in self.barred, line.side == "U")):
            one, other = line.cell, self.grid.step(line.cell, line.side)
            if self._closes(line):
                continue
            if one in self.dry and other in self.dry and _root(roots, one) != _root(roots, str(other)):
                roots[_root(roots, one)] = _root(roots, str(other))
                self.kept.add(line)
        for cell in self.cells:
            if cell not in self.dry:
                open_ = self.dry.keys() - self.enclosed
                ways = [d for d in self.grid.directions if self.grid.step(cell, d) in open_]
                level = [d for d in ways if d not in "UD"] or ways
                if level:
                    self.kept.add(border(self.grid, cell, self.chance.choice(level)))

    def _gates(self) -> list[Border]:
        drawn = [f.place for f in self.drawn if f.mark == "exit" and isinstance(f.place, Border)]
        free = [line for line in outer_borders(self.grid) if line.cell in self.dry and line.cell not in self.enclosed]
        most = 1 if "O2" in self.p.code else max(1, min(4, len(self.cells) // 40))
        number = self._number("exits", 1, most, len(free))
        return (drawn + self.chance.shuffled(line for line in free if line not in drawn))[: max(number, len(drawn))]

    # Things

    def _lay_things(self, gates: Iterable[Border]) -> None:
        pile = self.chance.shuffled(c for c in self.dry if c not in self.kinds)
        gate_cells = [gate.cell for gate in gates]
        off = [c for c in pile if all(self.grid.steps_apart(c, gate) > 2 for gate in gate_cells)]
        afar = set(off)
        near = [c for c in pile if c not in afar]
        for mark, number in self._numbers():
            here = off + near if mark in TREASURES else pile
            for _ in range(number - list(self.kinds.values()).count(mark)):
                cell = next((c for c in here if c not in self.kinds and self._fits(c, mark)), None)
                if cell is not None:
                    self.kinds[cell] = mark

    def _fits(self, cell: Cell, mark: str) -> bool:
        if cell in self.enclosed and mark in ("treasure", "hospital", "arsenal"):
            return False
        other = {"hospital": "arsenal", "arsenal": "hospital"}.get(mark)
        return other is None or all(self.kinds.get(c) != other for c in self._beside(cell))

    def _numbers(self) -> Iterator[tuple[str, int]]:
        """How many there are of each thing."""
        p, large, room = self.p, len(self.cells) >= 60, len(self.dry) // 2
        several = 2 + (len(self.cells) >= 120)
        arsenals = (0, 0) if "A1" in p.code else (1, 1) if p.code.has_any("A2", "A3") else (2, several)
        hospitals = (1, 1 + large) if "H5" in p.code else (1, 1) if "H4" in p.code else (0, 0)
        many = (1, 1) if not p.code.has_any("T3") else (1 + large, 2 + large)
        fake = (0, 0) if "T1" in p.code else (1, 1) if "T2" in p.code else (1, 1 + large)
        yield "treasure", self._number("treasures", *many, room)
        yield "false", self._number("false_treasures", *fake, room)
        yield "arsenal", self._number("arsenals", *arsenals, room)
        yield "hospital", self._number("hospitals", *hospitals, room)
        yield "swamp", self._number("swamps", 0, 0, room)

    # Lines

    def _lines(self) -> dict[Border, str]:
        """Walls, windows and doors where no way has to stay open."""
        p, chance = self.p, self.chance
        drawn = {f.place: f.mark for f in self.drawn if f.mark in BARRIERS}
        closing = [line for line in in_plane(self.grid) if self._closes(line)]
        free = chance.shuffled(x for x in in_plane(self.grid) if x not in {*self.kept, *drawn, *closing})
        least, most = ceil(len(self.cells) / 4), most_walls(p.grid) * 3 // 4
        usual = max(least, most_walls(p.grid) // 2)
        number = self._number("walls", min(usual, most), max(usual, most), len(free) + len(drawn) + len(closing))
        chosen = free[: max(0, number - len(drawn) - len(closing))]
        lines = dict.fromkeys(chosen, "wall")
        tenth, rest = max(1, len(chosen) // 10), list(chosen)
        for option, name, mark in (
            ("O5", "doors", "door"),
            ("O3", "solid_walls", "solid"),
            ("O6", "windows", "window"),
        ):
            if option in p.code:
                have = sum(mark in drawn_mark for drawn_mark in drawn.values())
                number = max(0, self._number(name, tenth, tenth + 1, len(rest) + have) - have)
                these, rest = rest[:number], rest[number:]
                lines |= {line: self._door(line) if mark == "door" else mark for line in these}
        return {**lines, **dict.fromkeys(closing, "wall")}

    def _door(self, line: Border) -> str:
        return f"door {self.chance.choice((line.side, self.grid.back(line.side)))}"

    def _holes(self) -> list[Border]:
        """The holes that the tree needs, and a few more."""
        needed = sorted(line for line in self.kept if line.side == "U")
        drawn = [f.place for f in self.drawn if f.mark == HOLE]
        lines = [x for x in inner_borders(self.grid) if x.side == "U" and x not in needed and x not in drawn]
        lines = [x for x in lines if self.enclosed.isdisjoint(_cells_of(self.grid, x))]
        have = len(needed) + len(drawn)
        usual = max(have, len(lines) // 16)
        most = usual + self.grid.floors
        more = self._number("openings", usual, most, have + len(lines)) - have if lines else 0
        return needed + self.chance.shuffled(lines)[: max(0, more)]

    def _creatures(self, facts: Facts) -> Facts:
        """Caves, and a path for the leprechaun, along open borders between cells where it can stay."""
        made: set[Fact] = set()
        drawn = {fact.mark.partition(" ")[0] for fact in self.drawn}
        open_ = [cell for cell in self.dry if cell not in self.enclosed]
        homes = self.chance.shuffled(c for c in open_ if self.kinds.get(c, "empty") == "empty")
        for who, paces in (("bear", 1), ("leprechaun", 4)):
            if who in self.p.creatures_here and who not in drawn and homes:
                path = self._stroll(homes.pop(), paces, facts)
                made |= {has(cell, f"{who} {n}") for n, cell in enumerate(path, 1)}
        return frozenset(made)

    def _stocks(self, facts: Facts) -> Facts:
        """What the arsenals hold where they differ: of the first two one holds each kind, the rest as chance has it."""
        if self.p.stock != "mixed" or any(fact.mark.partition(" ")[0] in STOCKS for fact in self.drawn):
            return frozenset()
        cells = self.chance.shuffled(sorted(str(cell) for cell, mark in facts if mark == "arsenal"))
        kinds = [*self.chance.shuffled(STOCKS), *(self.chance.choice(("all", *STOCKS)) for _ in cells[2:])]
        of = {alone: [cell for cell, kind in zip(cells, kinds, strict=False) if kind == alone] for alone in STOCKS}
        return frozenset(has(cell, f"{alone} only {n}") for alone in STOCKS for n, cell in enumerate(of[alone], 1))

    def _starts(self, facts: Facts) -> Facts:
        """Starts for all players, where they are asked to be equal (MP-35)."""
        if self.p.fairness is None or any(fact.mark.startswith("start ") for fact in self.drawn):
            return frozenset()
        cells = fair_starts(self.p, facts, self.chance)
        return frozenset(has(cell, f"start {n}") for n, cell in enumerate(cells, 1))

    def _stroll(self, cell: Cell, paces: int, facts: Facts) -> list[Cell]:
        path = [cell]
        while len(path) < paces:
            beside = {d: self.grid.step(path[-1], d) for d in "NESW"}
            open_ = [d for d, c in beside.items() if c in self.dry and self.kinds.get(c) != END]
            lines = {d: border(self.grid, path[-1], d) for d in open_}
            ways = [d for d in open_ if facts.isdisjoint(has(lines[d], mark) for mark in BARRIERS)]
            onward = [self.grid.step(path[-1], d) or "" for d in ways]
            onward = [c for c in onward if c not in path]
            if not onward:
                break
            path.append(self.chance.choice(onward))
        return path


def _cells_of(grid: Square, place: Place) -> tuple[Cell, ...]:
    """A cell, or those on both sides of a border."""
    return (place,) if isinstance(place, Cell) else tuple(cell for cell in sides(grid, place) if cell)


def _is_drawn(fact: Fact) -> bool:
    """Whether a fact is one of the drawing: paths and starts lie over cells of any kind."""
    return fact.mark.partition(" ")[0] not in ("start", "bear", "leprechaun", *STOCKS)


def _root(roots: dict[Cell, Cell], cell: Cell) -> Cell:
    while roots[cell] != cell:
        roots[cell] = roots[roots[cell]]
        cell = roots[cell]
    return cell
