"""A game as everybody hears it, in clauses: what is on the map, and where the players are.

Statements are read one after the other. A fact that changes gets a new literal, so that facts of earlier moments stay
as they were. That all cells can be reached is left out: it would be slow, and without it nothing false is concluded.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import Any, assert_never

from mapkit.knowledge.clauses import Clauses, Literal
from mapkit.model.evidence import (
    Alters,
    Apart,
    Forgets,
    Holds,
    Meets,
    Misses,
    Moves,
    Sees,
    Shape,
    Stands,
    Statement,
    Vanishes,
)
from mapkit.model.grid import Cell
from mapkit.model.message import clauses, message
from mapkit.model.rule import (
    BendingChain,
    Claim,
    Count,
    Endpoint,
    Fact,
    Joins,
    Length,
    Node,
    Reaches,
    Rule,
    Spacing,
    Way,
    When,
)
from mapkit.model.settings import BadSetting

MOST_CELLS = 400
"""The most cells of a board; with four times as many, the first answer would take a minute."""
MOST_BENDS = 4
"""The most bends of a river that are counted; of rivers with more, only the other rules are known."""


class Model:
    """What may be true at a moment of a game."""

    def __init__(self, cells: Sequence[Cell]) -> None:
        """Takes the cells of the board; raises BadSetting where they are too many."""
        if len(cells) > MOST_CELLS:
            large = message("a board of {number} cells is too large to be worked out", len(cells))
            raise BadSetting(clauses(large, message("the largest has {number} cells", MOST_CELLS)))
        self.clauses = Clauses()
        self.cells = tuple(cells)
        self.facts: dict[Fact, Literal] = {}
        self.places: dict[str, Mapping[Cell, Literal]] = {}
        self._choices: dict[Literal, tuple[Mapping[Cell, Literal], Mapping[Cell, Literal]]] = {}

    def fact(self, fact: Fact) -> Literal:
        if fact not in self.facts:
            self.facts[fact] = self.clauses.new()
        return self.facts[fact]

    def place(self, who: str) -> Mapping[Cell, Literal]:
        """The literals of the cells where a player may be at this moment."""
        if who not in self.places:
            self.places[who] = self._anywhere()
        return self.places[who]

    def _anywhere(self) -> Mapping[Cell, Literal]:
        fresh = {cell: self.clauses.new() for cell in self.cells}
        guard, self.clauses.guard = self.clauses.guard, None
        self.clauses.exactly_one([*fresh.values()])
        self.clauses.guard = guard
        return fresh

    def chosen(self, place: Mapping[Cell, Literal], cases: Mapping[Cell, Literal]) -> Literal:
        """A literal that is as true as another one, by which cell of a place is true."""
        literal = self.clauses.new()
        for cell, so in cases.items():
            self.clauses.add(-place[cell], -literal, so)
            self.clauses.add(-place[cell], literal, -so)
        self._choices[literal] = place, cases
        return literal

    def as_true(self, literals: Iterable[Literal], true: Sequence[Literal]) -> Iterator[tuple[Literal, Literal]]:
        """Each literal with the one that is as true in what the solver has found: itself, or the one chosen there."""
        at = dict[int, Cell]()
        for literal in literals:
            place, cases = self._choices.get(abs(literal), ({}, {}))
            if place and id(place) not in at:
                at[id(place)] = next(cell for cell, here in place.items() if true[here - 1] > 0)
            so = cases[at[id(place)]] if place else abs(literal)
            yield literal, so if literal > 0 else -so

    # --- rules of the map --------------------------------------------------------------------------------------------

    def obey(self, rule: Rule[Any], params: object) -> None:
        """The map keeps a rule, as far as its claims are counted."""
        for _, claim in rule.claims(params) if rule.applies(params) else ():
            self._claim(claim, ())

    def has_a_shape(self, shapes: Collection[Shape]) -> None:
        """Just one of the shapes lies on the map."""
        lies, shapes_with = [self.clauses.new() for _ in shapes], dict[Literal, list[Literal]]()
        self.clauses.exactly_one(lies)
        for literal, shape in zip(lies, shapes, strict=True):
            for fact in sorted(shape.holds, key=str):
                self.clauses.add(-literal, self.fact(fact))
                shapes_with.setdefault(self.fact(fact), []).append(literal)
        for holds, among in shapes_with.items():
            self.clauses.add(-holds, *among)

    def _claim(self, claim: Claim, when: tuple[Literal, ...]) -> None:
        match claim:
            case Count(facts, low, high):
                self.clauses.count([self.fact(fact) for fact in facts], low, high, when)
            case When(facts, inner):
                self._claim(inner, (*when, *(self.fact(fact) for fact in facts)))
            case BendingChain():
                self._bend(claim)
            case Spacing():
                for count in claim.counts():
                    self._claim(count, when)
            case Joins() | Reaches() | Length():
                pass
            case _:
                assert_never(claim)

    def _bend(self, claim: BendingChain) -> None:
        """Each bend of a chain is counted on from its cell to the next; so a ring would have too many."""
        most = claim.bends.high
        if most is None or most > MOST_BENDS:
            return
        bent = {cell: [self.clauses.new() for _ in range(most)] for cell in self.cells}
        onward: dict[Cell, list[tuple[Literal, str]]] = {}
        for link in claim.links:
            onward.setdefault(link.source, []).append((self.fact(link.fact), link.direction))
        for link in claim.links:
            if link.target is not None:
                flows = self.fact(link.fact)
                for n, level in enumerate(bent[link.source]):
                    self.clauses.add(-flows, -level, bent[link.target][n])
                for follows, direction in onward.get(link.target, ()):
                    if direction != link.direction:  # one bend more at the target than at the source
                        for n in range(most + 1):
                            given, more = bent[link.source][:n][-1:], bent[link.target][n : n + 1]
                            self.clauses.add(-flows, -follows, *(-level for level in given), *more)

    # --- what was said -----------------------------------------------------------------------------------------------

    def hear(self, statement: Statement) -> None:
        match statement:
            case Stands(who, spots):
                self._stand(self.place(who), spots)
            case Moves(who, stages):
                self._move(who, stages)
            case Vanishes(who):
                self.places[who] = self._anywhere()
            case Meets(one, other):
                self._meet(self.place(one), self.place(other))
            case Apart(one, other):
                here, there = self.place(one), self.place(other)
                for cell in (cell for cell in here if cell in there):
                    self.clauses.add(-here[cell], -there[cell])
            case Sees():
                self._see(statement)
            case Misses(one, other, ways):
                self._miss(self.place(one), self.place(other), ways)
            case Holds(fact, cases):
                self._hold(self.fact(fact), [self.fact(each) for each in cases])
            case Alters(who, becomes):
                self._alter(self.place(who), becomes)
            case Forgets(marks):
                self.facts = {fact: literal for fact, literal in self.facts.items() if fact.mark not in marks}
            case _:
                assert_never(statement)

    def _meet(self, here: Mapping[Cell, Literal], there: Mapping[Cell, Literal]) -> None:
        for cell in self.cells:
            self.clauses.add(-self._at(here, cell), self._at(there, cell))
            self.clauses.add(self._at(here, cell), -self._at(there, cell))

    def _at(self, place: Mapping[Cell, Literal], cell: Cell) -> Literal:
        return place.get(cell, -self.clauses.true)

    def _conditions(self, needs: Iterable[Fact], bars: Iterable[Fact]) -> list[Literal]:
        """Literals that are all true where all `needs` hold and no `bars` does."""
        return [*(self.fact(need) for need in needs), *(-self.fact(bar) for bar in bars)]

    def _either(self, cases: Sequence[Literal]) -> Literal:
        """A literal that is true if, and only if, one of the cases is."""
        if len(cases) == 1:
            return cases[0]
        if not cases:
            return -self.clauses.true
        either = self.clauses.new()
        self._hold(either, cases)
        return either

    def _hold(self, whole: Literal, cases: Sequence[Literal]) -> None:
        for case in cases:
            self.clauses.add(-case, whole)
        self.clauses.add(-whole, *cases)

    def _case(self, conditions: Sequence[Literal]) -> Literal:
        """A literal that is true only where all conditions are."""
        if len(conditions) == 1:
            return conditions[0]
        case = self.clauses.new()
        for condition in conditions:
            self.clauses.add(-case, condition)
        return case

    def _stand(self, place: Mapping[Cell, Literal], spots: Sequence[Endpoint]) -> None:
        cases: dict[Cell, list[list[Literal]]] = {cell: [] for cell in place}
        for spot in spots:
            if spot.node in cases:
                cases[str(spot.node)].append(self._conditions(spot.needs, spot.bars))
        for cell, found in cases.items():
            if len(found) == 1:
                for literal in found[0]:
                    self.clauses.add(-place[cell], literal)
            elif [] not in found:
                self.clauses.add(-place[cell], *(self._case(each) for each in found))

    def _see(self, seen: Sees) -> None:
        """One of the ways is so: it is open, and nobody among the others stands where a shorter one leads."""
        cases = list[Literal]()
        passed: dict[Node, list[Cell]] = {}
        here, there = self.place(seen.one), self.place(seen.other)
        for way in seen.ways:
            nearer = passed.setdefault(way.source, [])
            if way.source in here and way.target in there:
                ends = here[str(way.source)], there[str(way.target)]
                absent = (self._at(self.place(name), cell) for name in seen.others for cell in nearer)
                free = [-literal for literal in absent]
                cases.append(self._case([*ends, *self._conditions(way.needs, way.bars), *free]))
            nearer.append(str(way.target))
        self.clauses.add(*cases)

    def _miss(self, here: Mapping[Cell, Literal], there: Mapping[Cell, Literal], ways: Iterable[Way]) -> None:
        """None of the ways is open that leads from one player to another."""
        for way in ways:
            if way.source in here and way.target in there:
                ends = here[str(way.source)], there[str(way.target)]
                self.clauses.add(*(-literal for literal in (*ends, *self._conditions(way.needs, way.bars))))

    def _move(self, who: str, stages: Sequence[Sequence[Way]]) -> None:
        nodes: Mapping[Node, Literal] = dict(self.place(who).items())
        for stage in stages:
            nodes = self._stage(nodes, stage)
        place = {str(node): literal for node, literal in nodes.items()}
        if self.clauses.guard is not None:
            after = self._anywhere()
            for cell, literal in place.items():
                self.clauses.add(-literal, after[cell])
            place = {**after}
        self.places[who] = place

    def _stage(self, nodes: Mapping[Node, Literal], ways: Iterable[Way]) -> Mapping[Node, Literal]:
        """Where one of the ways has led; a way that is the only one of its source and target needs no new literal."""
        leaving: dict[Node, list[Way]] = {node: [] for node in nodes}
        for way in ways:
            if way.source in leaving:
                leaving[way.source].append(way)
        coming: dict[Node, list[Literal]] = {}
        for node, out in leaving.items():
            taken = [nodes[node]] if len(out) == 1 else [self.clauses.new() for _ in out]
            for way, literal in zip(out, taken, strict=True):
                if literal != nodes[node]:
                    self.clauses.add(-literal, nodes[node])
                for condition in self._conditions(way.needs, way.bars):
                    self.clauses.add(-literal, condition)
                coming.setdefault(way.target, []).append(literal)
            if len(out) != 1:
                self.clauses.add(-nodes[node], *taken)
        return {node: self._either(found) for node, found in coming.items()}

    def _alter(self, place: Mapping[Cell, Literal], becomes: Mapping[Cell, Mapping[Fact, Fact | bool]]) -> None:
        changed: dict[Fact, Literal] = {}
        for cell, facts in becomes.items():
            if cell not in place:
                continue
            here = place[cell]
            for fact, value in facts.items():
                truth = self.clauses.true if value is True else self.fact(value) if value else -self.clauses.true
                other = self.fact(fact)
                chosen = self.clauses.new()  # as true as `truth` where `here` is true, and else as `other`
                self.clauses.add(-here, -truth, chosen)
                self.clauses.add(-here, truth, -chosen)
                self.clauses.add(here, -other, chosen)
                self.clauses.add(here, other, -chosen)
                changed[fact] = chosen
        self.facts.update(changed)
