"""A labyrinth as it is played: where each request leads, and what everybody hears (`docs/rules/labyrinth.md`, D to F).

This reading of the rules of moving is independent of `design.real_moves`, by which maps are checked; tests hold the
two against each other.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from typing import NamedTuple

from mapkit.games.labyrinth.design import CHAINS, DOORS, END, FLOWS, HOLE, PLAIN, TREASURES, WALLS, Params
from mapkit.grid import Border, Cell, Direction, Place, Square, border, sides
from mapkit.rule import Facts

SKIP: Direction = ""
"""The request that is always possible: to stay (MP-48)."""

KINDS = frozenset((*PLAIN, *FLOWS, END, *CHAINS))

_WORDS = {"N": "up", "S": "down", "W": "left", "E": "right", SKIP: "skip"}
_WORDS_WITH_FLOORS = {**_WORDS, "N": "north", "S": "south", "U": "up", "D": "down"}


def request(params: Params, direction: Direction) -> str:
    """What a player says for a direction or SKIP (MP-47); with floors up and down lead to these (MP-G-3.b)."""
    floors = "G3" in params.code or params.grid.floors > 1
    return (_WORDS_WITH_FLOORS if floors else _WORDS)[direction]


class MoveOutcome(NamedTuple):
    """What a request leads to.

    `spot` is where the marker is then: a cell, or outside the border of an exit. `entered` is the cell that was
    entered before any automatic move; None where none was. `obstacle` is "wall" or "monolith" for a refused step, as
    the game master knows it. `gate` is the exit that was stepped through. Where `costs_a_turn`, the next one is lost
    (MP-89).

    `heard` is the answer in keys: "executed", "impossible", "skipped" or "placed", then what there is to tell of
    "wall", "monolith", "exit", "wormhole", "river", "river source", "river end", "arsenal", "hospital", "swamp" and
    "treasure", in the order in which it is said.
    """

    executed: bool
    spot: Place
    heard: tuple[str, ...]
    entered: Cell | None = None
    obstacle: str = ""
    gate: Border | None = None
    costs_a_turn: bool = False


class Lay:
    """The lay of a labyrinth: made once from a map's facts, and asked for moves.

    `kinds` is the mark of each cell, `ways` the cell that a step enters, `gates` the exit that a step leads through,
    `carried` where a marker comes to rest that entered a river cell or a wormhole, or skips there (MP-63 to MP-69).
    `types` is what is announced of a cell, where that is anything, and `treasures` are genuine and false alike.
    Whoever takes a treasure away or pulls down a wall makes a new one from the facts that are left.
    """

    def __init__(self, params: Params, facts: Facts) -> None:
        self.params, self.grid = params, params.grid
        self.cells = params.grid.cells()
        self.kinds: Mapping[Cell, str] = dict(sorted(_kinds(facts)))
        self.ways: Mapping[tuple[Cell, Direction], Cell] = dict(_ways(params.grid, facts))
        self.gates: Mapping[tuple[Cell, Direction], Border] = dict(sorted(_gates(params.grid, facts)))
        self.carried: Mapping[Cell, Cell] = {**dict(_jumps(self.kinds)), **self._drifts()}
        self.types: Mapping[Cell, str] = self._types()
        self.treasures: Collection[Cell] = frozenset(c for c, kind in self.kinds.items() if kind in TREASURES)
        self._bumps = frozenset(self._bumped())

    @property
    def requests(self) -> tuple[Direction, ...]:
        """Every direction, and SKIP."""
        return (*self.grid.directions, SKIP)

    def place(self, cell: Cell) -> MoveOutcome:
        """A marker is put on a cell, and moved on from a river or a wormhole at once (MP-42, MP-43)."""
        return self._entering(cell, "placed")._replace(costs_a_turn=False)

    def turn(self, spot: Place, direction: Direction) -> MoveOutcome:
        """A step in a direction, or SKIP."""
        return self.step(spot, direction) if direction else self.skip(spot)

    def step(self, spot: Place, direction: Direction) -> MoveOutcome:
        """A step: into a cell, out through an exit, in again from outside, or against an obstacle."""
        if not isinstance(spot, str):
            return self._from_outside(spot, direction)
        entered = self.ways.get((spot, direction))
        if entered is not None:
            return self._entering(entered, "executed")
        gate = self.gates.get((spot, direction))
        if gate is not None:
            after = spot if self.params.stay_inside == "yes" else gate
            return MoveOutcome(True, after, ("executed", "exit"), gate=gate)
        return self._refused(spot, "monolith" if self.grid.step(spot, direction) is None else "wall")

    def skip(self, spot: Place) -> MoveOutcome:
        """No step; a river drifts and a wormhole jumps (MP-66, MP-69)."""
        if not isinstance(spot, str):
            return MoveOutcome(True, spot, ("skipped",))
        return MoveOutcome(True, self.carried.get(spot, spot), ("skipped", *self._carrying(spot)))

    def _entering(self, cell: Cell, lead: str) -> MoveOutcome:
        """The entered type is told, then what the automatic move leads to (MP-51.a)."""
        spot = self.carried.get(cell, cell)
        known = self.types.get(cell)
        heard = (lead, *((known,) if known else ()), *self._landing(cell, spot))
        return MoveOutcome(True, spot, heard, cell, costs_a_turn=known == "swamp")

    def _landing(self, cell: Cell, spot: Cell) -> tuple[str, ...]:
        end = (END,) if spot != cell and self.types.get(spot) == END else ()
        return (*end, "treasure") if spot in self.treasures else end

    def _carrying(self, cell: Cell) -> tuple[str, ...]:
        """What is told of an automatic move from a cell where the marker was, or of staying there."""
        spot = self.carried.get(cell, cell)
        return ((self.types[cell],) if cell in self.carried else ()) + self._landing(cell, spot)

    def _refused(self, cell: Cell, obstacle: str) -> MoveOutcome:
        """Under S2 a wormhole jumps all the same, and a river drifts where that is agreed (MP-65, MP-69.a)."""
        told = ("impossible",) if self.params.one_obstacle == "yes" else ("impossible", obstacle)
        if cell not in self._bumps:
            return MoveOutcome(False, cell, told, obstacle=obstacle)
        return MoveOutcome(False, self.carried[cell], (*told, *self._carrying(cell)), obstacle=obstacle)

    def _from_outside(self, gate: Border, direction: Direction) -> MoveOutcome:
        """Who stands outside can only step back in through the same exit (MP-78)."""
        if direction == self.grid.back(gate.side):
            return self._entering(gate.cell, "executed")
        told = ("impossible",) if self.params.one_obstacle == "yes" else ("impossible", "monolith")
        return MoveOutcome(False, gate, told, obstacle="monolith")

    def _drifts(self) -> dict[Cell, Cell]:
        """Where each river cell but an end carries a marker: so many cells down, or to the end (MP-67, MP-68)."""
        wet = [cell for cell, kind in self.kinds.items() if kind in FLOWS]
        down = {cell: self._downstream(cell) or cell for cell in wet}
        if self.params.drift == "mouth":
            for _ in range(len(wet).bit_length()):  # twice as far each time
                down = {cell: down.get(spot, spot) for cell, spot in down.items()}
            return down
        spots = {cell: cell for cell in wet}
        for _ in range(int(self.params.drift)):
            spots = {cell: down.get(spot, spot) for cell, spot in spots.items()}
        return spots

    def _downstream(self, cell: Cell) -> Cell | None:
        kind = self.kinds.get(cell, "")
        return self.grid.step(cell, kind[-1]) if kind in FLOWS else None

    def _bumped(self) -> Iterator[Cell]:
        """The cells from which a refused step is followed by an automatic move."""
        if "S2" in self.params.code:
            drifting = self.params.drift_on_bump == "yes"
            yield from (cell for cell in self.carried if drifting or self.kinds[cell] not in FLOWS)

    def _types(self) -> dict[Cell, str]:
        fed = {self._downstream(cell) for cell in self.kinds}
        types = {cell: _type(kind) for cell, kind in self.kinds.items()}
        types |= {c: "river source" for c, kind in types.items() if kind == "river" and c not in fed}
        return {cell: kind for cell, kind in types.items() if kind}


def _kinds(facts: Facts) -> Iterator[tuple[Cell, str]]:
    return ((place, mark) for place, mark in facts if isinstance(place, str) and mark in KINDS)


def _type(kind: str) -> str:
    if kind in FLOWS:
        return "river"
    if kind in CHAINS:
        return "wormhole"
    return "" if kind in ("empty", *TREASURES) else kind


def _ways(grid: Square, facts: Facts) -> Iterator[tuple[tuple[Cell, Direction], Cell]]:
    """The steps that no wall bars, in both directions where no door stands; between floors those through a hole."""
    closed = set(_closed(grid, facts))
    for cell in grid.cells():
        for direction in grid.directions:
            other = grid.step(cell, direction)
            hole = direction not in "UD" or (border(grid, cell, direction), HOLE) in facts
            if other is not None and hole and (cell, direction) not in closed:
                yield (cell, direction), other


def _closed(grid: Square, facts: Facts) -> Iterator[tuple[Cell, Direction]]:
    """The steps that a wall bars, or a one-way door from its wrong side (MP-97.a)."""
    against = {mark: grid.back(d) for d, marks in DOORS.items() for mark in marks}
    for line, mark in facts:
        if isinstance(line, str) or (mark not in WALLS and mark not in against):
            continue
        here, there = sides(grid, line)
        for cell, direction in ((here, line.side), (there, grid.back(line.side))):
            if cell is not None and direction == against.get(mark, direction):
                yield cell, direction


def _gates(grid: Square, facts: Facts) -> Iterator[tuple[tuple[Cell, Direction], Border]]:
    for line, mark in facts:
        if mark == "exit" and not isinstance(line, str) and sides(grid, line)[1] is None:
            yield (line.cell, line.side), line


def _jumps(kinds: Mapping[Cell, str]) -> Iterator[tuple[Cell, Cell]]:
    """From each wormhole to the next of its chain, from the last to the first (MP-63)."""
    holes = {kind: cell for cell, kind in kinds.items() if kind in CHAINS}
    for kind, cell in holes.items():
        onward = holes.get(f"{kind[0]}{int(kind[1:]) + 1}") or holes.get(f"{kind[0]}1") or cell
        yield cell, onward
