"""Moves in a labyrinth: where each request leads, and what everybody hears (`docs/rules/labyrinth.md`, D to F).

This version of the rules is independent of `design.real_moves`, which checks maps; tests compare the two.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from typing import NamedTuple

from mapkit.games.labyrinth.design import CHAINS, DOORS, END, FLOWS, HOLE, PLAIN, TREASURES, WALLS, Params
from mapkit.model.frozen import FrozenDict, SetOnce
from mapkit.model.grid import Border, Cell, Direction, Place, Square, border, sides
from mapkit.model.rule import Facts

SKIP: Direction = ""
"""The request to stay, which is always possible (MP-48)."""

KINDS = frozenset((*PLAIN, *FLOWS, END, *CHAINS))

_WORDS = {"N": "up", "S": "down", "W": "left", "E": "right", SKIP: "skip"}
_WORDS_WITH_FLOORS = {**_WORDS, "N": "north", "S": "south", "U": "up", "D": "down"}


def request(params: Params, direction: Direction) -> str:
    """The word for a direction or SKIP (MP-47). Where there are floors, up and down lead to other floors (MP-G-3.b)."""
    return requests(params)[direction]


def requests(params: Params) -> Mapping[Direction, str]:
    return _WORDS_WITH_FLOORS if "G3" in params.code or params.grid.floors > 1 else _WORDS


class MoveOutcome(NamedTuple):
    """What a request leads to.

    The first key of `heard` is "executed", "impossible", "skipped" or "placed". Then come any of "wall", "monolith",
    "exit", "wormhole", "river", "river source", "river end", "arsenal", "hospital", "swamp" and "treasure".
    """

    executed: bool
    """Whether the step was carried out, in contrast to refused."""
    spot: Place
    """Where the marker is afterwards: a cell or, outside, the border of an exit."""
    heard: tuple[str, ...]
    """The answer in keys, in the order in which they are said."""
    entered: Cell | None = None
    """The cell that the step entered, before any automatic move; None where it entered none."""
    obstacle: str = ""
    """For a refused step `wall` or `monolith`, as the game master knows it; else empty."""
    gate: Border | None = None
    """The exit that the marker went through; None for no exit."""
    costs_a_turn: bool = False
    """Whether the next turn is lost (MP-89)."""


class LabyrinthLayout(SetOnce):
    """The lay of a labyrinth: made once from the facts of a map, and then asked for moves.

    `kinds` gives the mark of each cell, `ways` the cell that a step enters, and `gates` the exit that a step leads
    through. `carried` gives the cell where a marker comes to rest that enters a river cell or a wormhole, or skips
    there (MP-63 to MP-69). `types` gives what is announced about a cell, if anything. `treasures` are genuine and
    false alike. When a treasure is taken or a wall falls, a new lay is made from the facts that are left.
    """

    __slots__ = ("_bumps", "carried", "cells", "gates", "grid", "kinds", "params", "treasures", "types", "ways")

    def __init__(self, params: Params, facts: Facts) -> None:
        self.params, self.grid = params, params.grid
        self.cells = params.grid.cells()
        kinds = sorted((place, mark) for place, mark in facts if isinstance(place, str) and mark in KINDS)
        self.kinds: Mapping[Cell, str] = FrozenDict(kinds)
        self.ways: Mapping[tuple[Cell, Direction], Cell] = FrozenDict(_ways(params.grid, facts))
        self.gates: Mapping[tuple[Cell, Direction], Border] = FrozenDict(sorted(_gates(params.grid, facts)))
        self.carried: Mapping[Cell, Cell] = FrozenDict({**dict(_jumps(self.kinds)), **self._drifts()})
        self.types: Mapping[Cell, str] = FrozenDict(self._types())
        self.treasures: Collection[Cell] = frozenset(c for c, kind in self.kinds.items() if kind in TREASURES)
        self._bumps = frozenset(self._moved_on_when_refused())

    @property
    def requests(self) -> tuple[Direction, ...]:
        """Every direction, and SKIP."""
        return (*self.grid.directions, SKIP)

    def place(self, cell: Cell) -> MoveOutcome:
        """Put a marker on a cell; a river or a wormhole moves it on at once (MP-42, MP-43)."""
        return self._enter(cell, "placed")._replace(costs_a_turn=False)

    def turn(self, spot: Place, direction: Direction) -> MoveOutcome:
        """Make a request: a step in a direction, or SKIP."""
        return self.step(spot, direction) if direction else self.skip(spot)

    def step(self, spot: Place, direction: Direction) -> MoveOutcome:
        """Step into a cell, out through an exit, in again from outside, or against an obstacle."""
        if not isinstance(spot, str):
            return self._from_outside(spot, direction)
        entered = self.ways.get((spot, direction))
        if entered is not None:
            return self._enter(entered, "executed")
        gate = self.gates.get((spot, direction))
        if gate is not None:
            after = spot if self.params.stay_inside == "yes" else gate
            return MoveOutcome(True, after, ("executed", "exit"), gate=gate)
        return self._refuse(spot, "monolith" if self.grid.step(spot, direction) is None else "wall")

    def skip(self, spot: Place) -> MoveOutcome:
        """Stay; a river carries the marker and a wormhole moves it on all the same (MP-66, MP-69)."""
        if not isinstance(spot, str):
            return MoveOutcome(True, spot, ("skipped",))
        return MoveOutcome(True, self.carried.get(spot, spot), ("skipped", *self._announced_on_the_way(spot)))

    def _enter(self, cell: Cell, lead: str) -> MoveOutcome:
        """Enter a cell: the answer names its type, then what the automatic move leads to (MP-51.a)."""
        spot = self.carried.get(cell, cell)
        known = self.types.get(cell)
        heard = (lead, *((known,) if known else ()), *self._announced_at_rest(cell, spot))
        return MoveOutcome(True, spot, heard, cell, costs_a_turn=known == "swamp")

    def _announced_at_rest(self, cell: Cell, spot: Cell) -> tuple[str, ...]:
        end = (END,) if spot != cell and self.types.get(spot) == END else ()
        return (*end, "treasure") if spot in self.treasures else end

    def _announced_on_the_way(self, cell: Cell) -> tuple[str, ...]:
        """The announcements of an automatic move from the marker's cell, or of staying there."""
        spot = self.carried.get(cell, cell)
        return ((self.types[cell],) if cell in self.carried else ()) + self._announced_at_rest(cell, spot)

    def _refuse(self, cell: Cell, obstacle: str) -> MoveOutcome:
        """Refuse a step. Under S2 a wormhole still moves the marker, and so does a river if agreed (MP-65, MP-69.a)."""
        told = ("impossible",) if self.params.one_obstacle == "yes" else ("impossible", obstacle)
        if cell not in self._bumps:
            return MoveOutcome(False, cell, told, obstacle=obstacle)
        return MoveOutcome(False, self.carried[cell], (*told, *self._announced_on_the_way(cell)), obstacle=obstacle)

    def _from_outside(self, gate: Border, direction: Direction) -> MoveOutcome:
        """A request from outside: a player there can only step back in through the same exit (MP-78)."""
        if direction == self.grid.back(gate.side):
            return self._enter(gate.cell, "executed")
        told = ("impossible",) if self.params.one_obstacle == "yes" else ("impossible", "monolith")
        return MoveOutcome(False, gate, told, obstacle="monolith")

    def _drifts(self) -> dict[Cell, Cell]:
        """Where each river cell, except an end, carries a marker: `drift` cells down, or to the end (MP-67, MP-68)."""
        wet = [cell for cell, kind in self.kinds.items() if kind in FLOWS]
        down = {cell: self._downstream(cell) or cell for cell in wet}
        if self.params.drift == "mouth":
            for _ in range(len(wet).bit_length()):  # each round doubles the distance
                down = {cell: down.get(spot, spot) for cell, spot in down.items()}
            return down
        spots = {cell: cell for cell in wet}
        for _ in range(int(self.params.drift)):
            spots = {cell: down.get(spot, spot) for cell, spot in spots.items()}
        return spots

    def _downstream(self, cell: Cell) -> Cell | None:
        kind = self.kinds.get(cell, "")
        return self.grid.step(cell, kind[-1]) if kind in FLOWS else None

    def _moved_on_when_refused(self) -> Iterator[Cell]:
        """The cells from which a refused step is followed by an automatic move."""
        if "S2" in self.params.code:
            drifting = self.params.drift_on_bump == "yes"
            yield from (cell for cell in self.carried if drifting or self.kinds[cell] not in FLOWS)

    def _types(self) -> dict[Cell, str]:
        fed = {self._downstream(cell) for cell in self.kinds}
        types = {cell: _type(kind) for cell, kind in self.kinds.items()}
        types |= {c: "river source" for c, kind in types.items() if kind == "river" and c not in fed}
        return {cell: kind for cell, kind in types.items() if kind}


def _type(kind: str) -> str:
    if kind in FLOWS:
        return "river"
    if kind in CHAINS:
        return "wormhole"
    return "" if kind in ("empty", *TREASURES) else kind


def _ways(grid: Square, facts: Facts) -> Iterator[tuple[tuple[Cell, Direction], Cell]]:
    """The steps that no wall or door bars, and the steps through holes between floors."""
    closed = set(_barred_steps(grid, facts))
    for cell in grid.cells():
        for direction in grid.directions:
            other = grid.step(cell, direction)
            hole = direction not in "UD" or (border(grid, cell, direction), HOLE) in facts
            if other is not None and hole and (cell, direction) not in closed:
                yield (cell, direction), other


def _barred_steps(grid: Square, facts: Facts) -> Iterator[tuple[Cell, Direction]]:
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
    """The jumps from each wormhole to the next of its chain, and from the last to the first (MP-63)."""
    holes = {kind: cell for cell, kind in kinds.items() if kind in CHAINS}
    for kind, cell in holes.items():
        onward = holes.get(f"{kind[0]}{int(kind[1:]) + 1}") or holes.get(f"{kind[0]}1") or cell
        yield cell, onward
