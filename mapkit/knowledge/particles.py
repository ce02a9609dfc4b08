"""Particles: maps that fit all statements so far, and that vary on places of which no statement speaks.

A solver finds the first particles. Others are made from them: what lies on places that no statement has read is
exchanged at random, as far as the rules of the map allow. So the known part of a map stays, and the rest varies.
"""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import compress, islice, takewhile
from math import lgamma
from operator import itemgetter
from typing import Any, NamedTuple, assert_never

from mapkit.knowledge.clauses import Literal
from mapkit.model.chance import Chance
from mapkit.model.evidence import Alters, Apart, Holds, Lead, Meets, Misses, Moves, Sees, Stands, Statement
from mapkit.model.grid import Cell, Place, inner_borders, outer_borders
from mapkit.model.rule import BendingChain, Claim, Count, Fact, Joins, Length, Node, Reaches, Rule, Spacing, When

Marks = frozenset[str]
NOTHING: Marks = frozenset()
TRIED = 8
"""With how many places one is exchanged, to see something drawn there or nothing."""
EXCHANGES = 48
"""How many exchanges of two places are tried for a further particle."""


# --- following statements ----------------------------------------------------------------------------------------


class Edge(NamedTuple):
    """A way of a statement without its source, or a place, which leads to itself."""

    to: Node
    needs: tuple[Fact, ...]
    bars: tuple[Fact, ...]


class IndexedStatement(NamedTuple):
    """A statement that many particles can follow quickly."""

    statement: Statement
    stages: tuple[Mapping[Node, Sequence[Edge]], ...] = ()
    """For each stage of the statement its ways and places, by the nodes from which they lead."""
    is_of_one_place: bool = False
    """Whether a fact follows from others of its own place."""


def indexed(statement: Statement) -> IndexedStatement:
    """A statement with its ways and places by the nodes from which they lead."""
    match statement:
        case Moves(_, stages):
            return IndexedStatement(
                statement, tuple(_by_source((w.source, Edge(*w[1:])) for w in ways) for ways in stages)
            )
        case Stands(_, spots):
            return IndexedStatement(statement, (_by_source((s.node, Edge(s.node, s.needs, s.bars)) for s in spots),))
        case Holds(fact, cases):
            return IndexedStatement(statement, (), all(case.place == fact.place for case in cases))
        case Sees() | Misses():
            return IndexedStatement(statement, (_by_source((w.source, Edge(*w[1:])) for w in statement.ways),))
        case _:
            return IndexedStatement(statement)


def _by_source(found: Iterable[tuple[Node, Edge]]) -> Mapping[Node, Sequence[Edge]]:
    index: dict[Node, list[Edge]] = {}
    for node, step in found:
        index.setdefault(node, []).append(step)
    return index


class Particle:
    """A map that may be the true one, and where the players are on it."""

    def __init__(self, drawn: Mapping[Place, Marks], starts: Mapping[str, Cell]) -> None:
        """Takes what is drawn on each place, and where the players were at the beginning."""
        self.drawn, self.starts = drawn, starts
        self.facts = {Fact(place, mark) for place, marks in drawn.items() for mark in marks}
        self.places = dict(starts)
        self.read = set[Place]()
        """The places of which statements have read what is drawn there."""
        self.behind: dict[Fact, frozenset[Place]] = {}
        """The places on which facts depend, where these are others than their own."""
        self.heard = 0
        self.leads: Mapping[tuple[Cell, str], Lead] = {}
        """What each step leads to; empty where somebody still has to look."""

    def follow(self, statements: Sequence[IndexedStatement]) -> bool:
        """Follow the statements that it has not followed yet; returns whether all of them may be true on it."""
        for statement in statements[self.heard :]:
            if not self._fits(statement):
                return False
            self.heard += 1
        return True

    def _fits(self, heard: IndexedStatement) -> bool:
        statement = heard.statement
        match statement:
            case Stands(who):
                return self._taken(heard.stages[0], self.places[who]) is not None
            case Moves(who):
                node: Node = self.places[who]
                for stage in heard.stages:
                    step = self._taken(stage, node)
                    if step is None:
                        return False
                    node = step.to
                self.places[who] = str(node)
                return True
            case Meets(one, other):
                return self.places[one] == self.places[other]
            case Apart(one, other):
                return self.places[one] != self.places[other]
            case Sees(one, other, _, others):
                ways = heard.stages[0].get(self.places[one], ())
                nearer = takewhile(lambda way: way.to != self.places[other], ways)
                alone = {self.places[name] for name in others}.isdisjoint(way.to for way in nearer)
                return alone and self._first(way for way in ways if way.to == self.places[other]) is not None
            case Misses(one, other):
                ways = heard.stages[0].get(self.places[one], ())
                return all(self._barred(way) for way in ways if way.to == self.places[other])
            case Holds(fact, cases):
                self._hold(fact, cases, heard.is_of_one_place)
                return True
            case Alters(who, becomes):
                self._alter(becomes.get(self.places[who], {}))
                return True
            case _:
                return False  # nothing tells where the player is, or what has changed

    def _taken(self, ways: Mapping[Node, Sequence[Edge]], node: Node) -> Edge | None:
        return self._first(ways.get(node, ()))

    def _first(self, ways: Iterable[Edge]) -> Edge | None:
        """The first open way; what opens it is read."""
        facts = self.facts
        for way in ways:
            if facts.issuperset(way.needs) and facts.isdisjoint(way.bars):
                for fact in (*way.needs, *way.bars):
                    self._see(fact)
                return way
        return None

    def _barred(self, way: Edge) -> bool:
        """Whether a way is not open; what bars it is read."""
        bar = next((fact for fact in way.needs if fact not in self.facts), None)
        bar = bar or next((fact for fact in way.bars if fact in self.facts), None)
        if bar is not None:
            self._see(bar)
        return bar is not None

    def _see(self, fact: Fact) -> None:
        if fact in self.behind:
            self.read |= self.behind[fact]
        else:
            self.read.add(fact.place)

    def varied(self, drawn: Mapping[Place, Marks], holds: Mapping[Place, Sequence[Holds]]) -> Particle:
        """The same with something else drawn on places of which nothing was read, and what follows from it."""
        other = Particle({}, self.starts)
        other.drawn, other.places, other.heard = drawn, dict(self.places), self.heard
        other.read, other.behind, other.facts = set(self.read), dict(self.behind), set(self.facts)
        changed = [place for place, marks in self.drawn.items() if drawn.get(place) != marks]
        changed += [place for place in drawn if place not in self.drawn]
        for place in changed:
            other.facts.difference_update(Fact(place, mark) for mark in self.drawn.get(place, NOTHING))
            other.facts.update(Fact(place, mark) for mark in drawn.get(place, NOTHING))
        for place in changed:
            for holding in holds.get(place, ()):
                other._hold(holding.fact, holding.cases)
        return other

    def _hold(self, fact: Fact, cases: Sequence[Fact], is_of_one_place: bool = False) -> None:
        (self.facts.discard if self.facts.isdisjoint(cases) else self.facts.add)(fact)
        if is_of_one_place and self.behind.keys().isdisjoint(cases):
            return
        if any(each.place != fact.place or each in self.behind for each in cases):
            around = [each for each in cases if each in self.facts][:1] or cases
            self.behind[fact] = frozenset().union(*(self.behind.get(case, {case.place}) for case in around))

    def _alter(self, becomes: Mapping[Fact, Fact | bool]) -> None:
        new = {fact: value if isinstance(value, bool) else value in self.facts for fact, value in becomes.items()}
        for fact, value in becomes.items():
            if isinstance(value, Fact) and (value.place != fact.place or value in self.behind):
                self.behind[fact] = self.behind.get(value, frozenset({value.place}))
        self.leads = {}
        self.read.update(fact.place for fact in becomes)
        for fact, true in new.items():
            (self.facts.add if true else self.facts.discard)(fact)

    @property
    def mode(self) -> tuple[object, ...]:
        """What was read; particles with the same mode are made of each other."""
        return frozenset(self.starts.items()), frozenset((place, self.drawn.get(place, NOTHING)) for place in self.read)


class BeginningLiterals:
    """The literals of a model at the beginning of a game; all that comes later follows from them."""

    def __init__(
        self,
        facts: Mapping[Fact, Literal],
        places: Mapping[str, Mapping[Cell, Literal]],
        statements: Iterable[Statement],
    ) -> None:
        """Takes what may be drawn, where the players may be, and what was said when the game began."""
        holds = [statement for statement in statements if isinstance(statement, Holds)]
        follows = {holding.fact for holding in holds}
        self._facts = {fact: literal for fact, literal in facts.items() if fact not in follows}
        self._truths = itemgetter(*(literal - 1 for literal in self._facts.values()))
        self._starts = {name: dict(cells) for name, cells in places.items()}
        self.drawn: tuple[Literal, ...] = (
            *self._facts.values(),
            *(literal for cells in self._starts.values() for literal in cells.values()),
        )
        self.holds: dict[Place, list[Holds]] = {}
        """The statements about what follows from what is drawn on each place."""
        for holding in holds:
            for place in dict.fromkeys(case.place for case in holding.cases):
                self.holds.setdefault(place, []).append(holding)

    def particle(self, true: Sequence[Literal]) -> Particle:
        """What a solver has found; `true` has the literal of each number that is true then, in order from 1."""
        drawn = dict[Place, set[str]]()
        for fact in compress(self._facts, map((0).__lt__, self._truths(true))):
            drawn.setdefault(fact.place, set()).add(fact.mark)
        starts = {
            name: next(cell for cell, literal in cells.items() if true[literal - 1] > 0)
            for name, cells in self._starts.items()
        }
        return Particle({place: frozenset(marks) for place, marks in drawn.items()}, starts)


# --- the rules of the map ----------------------------------------------------------------------------------------


class ConditionalCount(NamedTuple):
    """A claim that counts facts, under a condition."""

    when: tuple[Fact, ...]
    facts: tuple[Fact, ...]
    low: int
    high: int

    def holds(self, facts: set[Fact]) -> bool:
        return not facts.issuperset(self.when) or self.low <= len(facts.intersection(self.facts)) <= self.high


class BoardPlaces:
    """The places of a board, and the rules that say what may be drawn on them."""

    def __init__(self, rules: Iterable[Rule[Any]], params: Any) -> None:
        self.sorts: tuple[tuple[Place, ...], ...] = (
            params.grid.cells(),
            inner_borders(params.grid),
            outer_borders(params.grid),
        )
        self.claims = list[ConditionalCount]()
        self.about: dict[Fact, list[tuple[int, int]]] = {}
        """For each fact the claims about it: their numbers, and 1 where the fact is counted, else 0."""
        self.fixed = set[Fact]()
        """The facts of chains, which no exchange moves."""
        for rule in rules:
            for _, claim in rule.claims(params) if rule.applies(params) else ():
                self._add(claim, ())

    def _add(self, claim: Claim, when: tuple[Fact, ...]) -> None:
        match claim:
            case When(facts, inner):
                self._add(inner, (*when, *facts))
            case Count(facts, low, high):
                for fact in when:
                    self.about.setdefault(fact, []).append((len(self.claims), 0))
                for fact in facts:
                    self.about.setdefault(fact, []).append((len(self.claims), 1))
                self.claims.append(ConditionalCount(when, facts, low, high))
            case BendingChain(links):
                self.fixed.update(link.fact for link in links)
            case Spacing():
                for count in claim.counts():
                    self._add(count, when)
            case Joins() | Reaches() | Length():
                pass
            case _:
                assert_never(claim)

    def cousin(self, particle: Particle, holds: Mapping[Place, Sequence[Holds]], chance: Chance) -> Particle:
        """Another particle, with the same on all places that were read.

        `holds` are the statements about what follows from what is drawn on each place.
        """
        drawn = {place: marks for place, marks in particle.drawn.items() if marks}
        facts = {Fact(place, mark) for place, marks in drawn.items() for mark in marks}
        free = [each for each in self._free(particle) if any(place in drawn for place in each)]
        # The places on which something is drawn, by what it is; so what is rare is exchanged as often as the rest
        bearing = list[list[list[Place]]]()
        for places in free:
            found: dict[Marks, list[Place]] = {}
            for place in places:
                if place in drawn:
                    found.setdefault(drawn[place], []).append(place)
            bearing.append([*found.values()])
        for n in range(EXCHANGES if free else 0):
            places, of_mark = free[n % len(free)], chance.choice(bearing[n % len(free)])
            i = chance.below(len(of_mark))
            one, other = of_mark[i], chance.choice(places)
            there = drawn.get(other, NOTHING)
            if self._exchange(one, other, drawn, facts):
                of_mark[i] = other
                for others in bearing[n % len(free)] if there else ():
                    if others is not of_mark and other in others:
                        others[others.index(other)] = one
        return particle.varied(drawn, holds)

    def _free(self, particle: Particle) -> Iterator[list[Place]]:
        """The places of each sort of which nothing was read."""
        read, drawn, fixed = particle.read, particle.drawn, self.fixed
        for places in self.sorts:
            free = (place for place in places if place not in read)
            yield [p for p in free if not any(Fact(p, mark) in fixed for mark in drawn.get(p, NOTHING))]

    def _exchange(self, one: Place, other: Place, drawn: dict[Place, Marks], facts: set[Fact]) -> bool:
        """Exchange what is drawn on two places, if they differ and the rules allow it; returns whether it was done."""
        here, there = drawn.get(one, NOTHING), drawn.get(other, NOTHING)
        if here == there:
            return False
        gone = [*(Fact(one, m) for m in here - there), *(Fact(other, m) for m in there - here)]
        come = [*(Fact(one, m) for m in there - here), *(Fact(other, m) for m in here - there)]
        facts.difference_update(gone)
        facts.update(come)
        about, changed, asked = self.about, dict[int, int](), set[int]()
        for found, by in ((gone, -1), (come, 1)):
            for fact in found:
                for number, counted in about.get(fact, ()):
                    if counted:
                        changed[number] = changed.get(number, 0) + by
                    else:
                        asked.add(number)
        asked.update(number for number, by in changed.items() if by)
        if not all(self.claims[number].holds(facts) for number in asked):
            facts.difference_update(come)
            facts.update(gone)
            return False
        for place, marks in ((one, there), (other, here)):
            if marks:
                drawn[place] = marks
            else:
                drawn.pop(place, None)
        return True

    def variations(
        self, particle: Particle, holds: Mapping[Place, Sequence[Holds]], wanted: Iterable[tuple[Fact, bool]]
    ) -> Iterator[tuple[Fact, bool]]:
        """What is so, and what is not, on maps where two places are exchanged; each has something that is wanted."""
        drawn = {place: marks for place, marks in particle.drawn.items() if marks}
        facts = {Fact(place, mark) for place, marks in drawn.items() for mark in marks}
        sort_of = {place: sort for sort in self._free(particle) for place in sort}
        others = dict[tuple[int, str, bool], deque[Place]]()
        for fact, value in wanted:
            if fact.place not in sort_of:
                continue
            sort = sort_of[fact.place]
            key = id(sort), fact.mark, value
            if key not in others:
                others[key] = deque(place for place in sort if (Fact(place, fact.mark) in particle.facts) is value)
            for other in [*islice(others[key], TRIED)]:
                others[key].rotate(-1)
                if self._exchange(fact.place, other, drawn, facts):
                    for place in (fact.place, other):
                        marks = particle.drawn.get(place, NOTHING) | drawn.get(place, NOTHING)
                        yield from ((each, each in facts) for each in (Fact(place, mark) for mark in marks))
                        for whole, cases in holds.get(place, ()):
                            if all(case.place == whole.place for case in cases):
                                yield whole, not facts.isdisjoint(cases)
                    self._exchange(fact.place, other, drawn, facts)
                    break

    def freedom(self, particle: Particle) -> float:
        """The logarithm of the number of ways to draw what was not read, but for rules about neighbours."""
        whole = 0.0
        for places in self._free(particle):
            amounts = Counter(particle.drawn.get(place, NOTHING) for place in places)
            whole += lgamma(len(places) + 1) - sum(lgamma(amount + 1) for amount in amounts.values())
        return whole
