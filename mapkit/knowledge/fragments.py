"""Fragments: what is known around a player, before it is known where on the board that is.

A fragment grows by steps whose direction everybody knows. Whatever carries a player elsewhere begins another one.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from mapkit.knowledge.clauses import Literal
from mapkit.knowledge.encoding import Model
from mapkit.model.evidence import Meets, Moves, Query, Stands, Statement, Vanishes
from mapkit.model.grid import Board, Cell, Direction, border
from mapkit.model.observation import Vector
from mapkit.model.rule import has

HERE: Vector = (0, 0, 0)
BESIDE: Mapping[Direction, Vector] = {"N": (0, 1, 0), "E": (1, 0, 0), "S": (0, -1, 0), "W": (-1, 0, 0)}
BARRED = "barred"
"""The trait of a side that nobody passes: a wall stands there, or the outer wall without a gap."""


class Trait(NamedTuple):
    """Something that may be so at a distance from where a fragment began."""

    away: Vector
    """The distance of the cell: east, north and up."""
    side: Direction
    """The side of that cell; empty for the cell itself."""
    mark: str
    """The mark that the cell or the border may bear."""


class Fragment:
    """The cells that a player has come to, seen from one of them."""

    def __init__(self, who: str, begun: int, anchor: Mapping[Cell, Literal]) -> None:
        self.who, self.begun, self.anchor = who, begun, anchor
        self.cells = {HERE: None}
        self.at = HERE
        self.told: dict[Vector, str] = {}
        self.traits: dict[Trait, tuple[Mapping[Cell, Literal], Literal]] = {}
        """For each trait: by where the first cell lies, the literals that it equals there; and its own literal."""

    def step(self, vector: Vector) -> None:
        """The player has made a step that led this far."""
        self.at = _sum(self.at, vector)
        self.cells[self.at] = None


class Fragments:
    """All fragments of a game so far; those of one cell alone tell nothing that is not known of the player."""

    def __init__(self, grid: Board) -> None:
        self.grid = grid
        self._spots = {cell: _spot(grid, cell) for cell in grid.cells()}
        self._cells = {spot: cell for cell, spot in self._spots.items()}
        self._now: dict[str, Fragment] = {}
        self._before: list[Fragment] = []

    def begin(self, who: str, turn: int, place: Mapping[Cell, Literal]) -> None:
        """A player has come to a cell that nobody can tell from the ones before."""
        if who in self._now and len(self._now[who].cells) > 1:
            self._before.append(self._now[who])
        self._now[who] = Fragment(who, turn, place)

    def hear(self, statement: Statement, turn: int, model: Model) -> None:
        """Follow a statement that the model has just heard."""
        match statement:
            case Moves(who):
                vector = self._vector(statement)
                if vector is None or who not in self._now:
                    self.begin(who, turn, model.place(who))
                else:
                    self._now[who].step(vector)
                    marks = {fact.mark for way in statement.stages[0] for fact in way.needs if fact.place == way.target}
                    if len(marks) == 1 and all(len(way.needs) == 1 for way in statement.stages[0]):
                        self._now[who].told[self._now[who].at] = marks.pop()
            case Vanishes(who):
                self.begin(who, turn, model.place(who))
            case Stands(who, spots):
                if who not in self._now:
                    self.begin(who, turn, model.place(who))
                marks = {fact.mark for spot in spots for fact in spot.needs if fact.place == spot.node}
                if len(marks) == 1 and all(len(spot.needs) == 1 for spot in spots):
                    self._now[who].told.setdefault(self._now[who].at, marks.pop())
            case Meets(one, other) if self._now[one] is not self._now[other]:
                # Each may add the cells of the other
                mine, theirs = self._now[one], self._now[other]
                here, there = dict(mine.cells), dict(theirs.cells)
                mine.cells.update(dict.fromkeys(_sum(_less(place, theirs.at), mine.at) for place in there))
                theirs.cells.update(dict.fromkeys(_sum(_less(place, mine.at), theirs.at) for place in here))
            case _:
                pass

    def _vector(self, moved: Moves) -> Vector | None:
        """How far a movement led, where it led everywhere the same way."""
        if len(moved.stages) != 1:
            return None
        ways = moved.stages[0]
        far = {_less(self._spots[str(way.target)], self._spots[str(way.source)]) for way in ways}
        return next(iter(far)) if len(far) == 1 else None

    def known(self, model: Model) -> Iterator[Fragment]:
        """The fragments of several cells, whose first cell may be on several cells of the board."""
        settled = frozenset(model.clauses.implied())
        for fragment in (*self._before, *self._now.values()):
            if len(fragment.cells) > 1 and sum(-literal not in settled for literal in fragment.anchor.values()) > 1:
                yield fragment

    def traits(self, fragment: Fragment, asks: Query, model: Model) -> Mapping[Trait, Literal]:
        """A literal for each trait of a fragment's cells and their borders, at this moment."""
        level, gap = [d for d in self.grid.directions if d not in "UD"], asks.borders[1]
        found, settled = dict[Trait, Literal](), frozenset(model.clauses.implied())
        spots = [cell for cell, literal in fragment.anchor.items() if -literal not in settled]
        for away in fragment.cells:
            told = fragment.told.get(away, "")
            may_be = asks.within.get(told, (told,) if told in asks.kinds else asks.kinds)
            for kind in asks.kinds:
                trait = Trait(away, "", kind)
                if kind not in may_be:  # this follows, but its proof is slow where a fragment fits in many places
                    found[trait] = -model.clauses.true
                elif len(may_be) == 1:
                    found[trait] = model.clauses.true
                else:
                    found[trait] = self._trait(fragment, spots, trait, asks, model)
            for side in level:
                beyond = _sum(away, BESIDE[side])
                for mark in (BARRED, gap):
                    trait, same = Trait(away, side, mark), Trait(beyond, self.grid.back(side), mark)
                    if mark == gap and beyond in fragment.cells:
                        found[trait] = -model.clauses.true
                    else:
                        found[trait] = found.get(same) or self._trait(fragment, spots, trait, asks, model)
        return found

    def _trait(self, fragment: Fragment, spots: Sequence[Cell], trait: Trait, asks: Query, model: Model) -> Literal:
        """A literal that is as true as the trait, wherever the fragment lies; its first cell is on one of the spots."""
        cases: dict[Cell, Literal] = {}
        for spot in spots:
            cell = self._cells.get(_sum(self._spots[spot], trait.away))
            cases[spot] = self._so(cell, trait, asks, model) if cell else -model.clauses.true
        before, literal = fragment.traits.get(trait, ({}, 0))
        if literal and all(before[spot] == so for spot, so in cases.items()):
            return literal
        literal = model.chosen(fragment.anchor, cases)
        fragment.traits[trait] = cases, literal
        return literal

    def _so(self, cell: Cell, trait: Trait, asks: Query, model: Model) -> Literal:
        """The literal of a trait of a cell of the board."""
        if not trait.side:
            return model.fact(has(cell, trait.mark))
        line, outer = border(self.grid, cell, trait.side), self.grid.step(cell, trait.side) is None
        gap = model.fact(has(line, asks.borders[1])) if outer else -model.clauses.true
        if trait.mark != BARRED:
            return gap
        return -gap if outer else model.fact(has(line, asks.borders[0]))


def _spot(grid: Board, cell: Cell) -> Vector:
    x, y = grid.centre(cell)
    return int(x), int(y), grid.floor(cell)


def _sum(one: Vector, other: Vector) -> Vector:
    return one[0] + other[0], one[1] + other[1], one[2] + other[2]


def _less(one: Vector, other: Vector) -> Vector:
    return one[0] - other[0], one[1] - other[1], one[2] - other[2]
