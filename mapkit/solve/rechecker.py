"""Checks one map after another, as people draw: after a small change only what it may have broken is read again.

A claim about ways over the whole board kept, before the change. It is kept still if each way that was closed has a
detour, and whatever counts as a start or a goal only now is joined to one that counted before. That is looked for near
the change; where it is not found, the claim is read as on a new map.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from mapkit.model.grid import Grid, Place
from mapkit.model.rule import (
    Count,
    Endpoint,
    Fact,
    Facts,
    Joins,
    Lazy,
    Length,
    Node,
    Reaches,
    RuleClaim,
    Spacing,
    Way,
    When,
    facts_of_claim,
)
from mapkit.model.walk import leads
from mapkit.solve.checker import Fault, Graph, Nouns, counts, faults_of_each, inside


class ClaimIndex(NamedTuple):
    """Where claims speak, by their numbers."""

    groups: Mapping[Place, Sequence[Sequence[int]]]
    """The claims that speak of a place; those that share their facts or ways are in one group."""
    wide: frozenset[int]
    """The claims that are no counts of facts, such as those about ways over the whole board."""

    def of_places(self, places: Iterable[Place]) -> set[int]:
        groups = {id(group): group for place in places for group in self.groups.get(place, ())}
        return {number for group in groups.values() for number in group}


def _indexed(claims: Sequence[RuleClaim]) -> ClaimIndex:
    of_places = defaultdict[Place, list[Sequence[int]]](list)
    sharing: dict[int, list[int]] = {}
    for number, rule_claim in enumerate(claims):
        claim, own = rule_claim.claim, set[Fact]()
        while isinstance(claim, When):
            own.update(claim.facts)
            claim = claim.claim
        shared: object = claim.ways if isinstance(claim, Joins | Reaches | Length) else claim
        shared = claim.facts if isinstance(claim, Count) else shared
        if id(shared) not in sharing:
            sharing[id(shared)] = []
            for place in {fact.place for fact in facts_of_claim(claim)}:
                of_places[place].append(sharing[id(shared)])
        sharing[id(shared)].append(number)
        if isinstance(claim, Reaches | Length):
            own.update(fact for stop in (*claim.starts, *claim.goals) for fact in (*stop.needs, *stop.bars))
        for place in {fact.place for fact in own}:
            of_places[place].append([number])
    wide = (n for n, rule_claim in enumerate(claims) if not isinstance(inside(rule_claim.claim), Count | Spacing))
    return ClaimIndex(of_places, frozenset(wide))


class Checker:
    """Checks one map after another against the same claims, as people draw. It changes, so no two calls may share it.

    After a small change it reads only the claims that the change may have broken or mended; the other faults are those
    of the map before.
    """

    def __init__(self, claims: Sequence[RuleClaim], params: object, grid: Grid, noun: Nouns) -> None:
        self._claims, self._params, self._grid, self._noun = claims, params, grid, noun
        self._facts: Facts = frozenset()
        self._found: list[tuple[Fault, ...]] = []
        self._failing: set[int] = set()
        self._walks: _Walks | None = None
        self.index: ClaimIndex | None = None
        """Where the claims speak; it is worth its making from the second map on."""

    def faults_of_each(self, facts: Facts) -> tuple[tuple[Fault, ...], ...]:
        places = {fact.place for fact in self._facts ^ facts}
        if not self._found or len(places) > _FEW:
            self._walks = None
            first, claims = not self._found, self._claims  # most claims serve for one map
            self._found = list(self._read(claims.once() if first and isinstance(claims, Lazy) else claims, facts))
            self._failing = {number for number, faults in enumerate(self._found) if faults}
        else:
            self.index = self.index or _indexed(self._claims)
            self._walks = self._walks or _Walks(self._claims, self.index.wide, self._facts)
            kept = self._walks.kept(places, facts)
            again = self.index.of_places(places).difference(kept - self._failing)
            again.update(filter(self._alone, self._failing))
            numbers = sorted(again)
            for number, faults in zip(numbers, self._read([self._claims[n] for n in numbers], facts), strict=True):
                self._found[number] = faults
                (self._failing.add if faults else self._failing.discard)(number)
        self._facts = facts
        return tuple(self._found)

    def _read(self, claims: Iterable[RuleClaim], facts: Facts) -> Iterator[tuple[Fault, ...]]:
        graphs = self._walks.graphs if self._walks else {}
        return faults_of_each(claims, self._params, self._grid, facts, self._noun, graphs)

    def _alone(self, number: int) -> bool:
        """Whether a claim is about one mark alone, whose partner may be anywhere."""
        claim = inside(self._claims[number].claim)
        return isinstance(claim, Count) and len({fact.mark for fact in claim.facts[:2]}) < 2


_FEW = 24
"""The most places that a small change has."""


# --- ways over the whole board -----------------------------------------------------------------------------------


class _Walks:
    """The open ways and the endpoints of a map, for the claims that speak of ways without a condition."""

    def __init__(self, claims: Sequence[RuleClaim], wide: Collection[int], facts: Facts) -> None:
        walked = {number: claims[number].claim for number in wide}
        self._reaches = {number: claim for number, claim in walked.items() if isinstance(claim, Reaches)}
        self._joined = {number: claim for number, claim in walked.items() if isinstance(claim, Joins)}
        every: list[Reaches | Joins] = [*self._reaches.values(), *self._joined.values()]
        shared = {id(claim.ways): claim.ways for claim in every}
        self._ways = {key: _OpenWays(ways, facts) for key, ways in shared.items()}
        self.graphs: Mapping[int, Graph] = {key: ways.graph for key, ways in self._ways.items()}
        """The graph of the open ways, by the `id` of all the ways."""
        self._starts = {number: _CountedNodes(claim.starts, facts) for number, claim in self._reaches.items()}
        self._goals = {number: _CountedNodes(claim.goals, facts) for number, claim in self._reaches.items()}
        self._cells = {number: frozenset(claim.cells) for number, claim in self._joined.items()}

    def kept(self, places: Collection[Place], facts: Facts) -> set[int]:
        """The numbers of claims that hold if they held before the change at some places, as far as is seen quickly."""
        shut = {key: ways.change(places, facts) for key, ways in self._ways.items()}
        rerouted = {
            key
            for key, ways in self._ways.items()
            if all(ways.leads_to_any(source, {target}) for source, target in shut[key])
        }
        kept = set[int]()
        for number, reaches in self._reaches.items():
            key, starts, goals = id(reaches.ways), self._starts[number], self._goals[number]
            new_starts, new_goals = (stops.change(places, facts) for stops in (starts, goals))
            old_starts, old_goals = starts.nodes.keys() - new_starts, goals.nodes.keys() - new_goals
            ways = self._ways[key]
            if key not in rerouted or not all(ways.leads_to_any(node, old_starts) for node in new_starts):
                continue
            if all(ways.comes_from_any(node, old_goals) for node in new_goals):
                kept.add(number)
        for number, joined in self._joined.items():
            ways, cells = self._ways[id(joined.ways)], self._cells[number]
            if all(ways.joins(*pair, cells) for pair in shut[id(joined.ways)] if cells.issuperset(pair)):
                kept.add(number)
        return kept


class _CountedNodes:
    """The nodes of the endpoints that count on a map."""

    def __init__(self, stops: Sequence[Endpoint], facts: Facts) -> None:
        self._near = defaultdict[Place, list[int]](list)
        for number, stop in enumerate(stops):
            for place in {fact.place for fact in (*stop.needs, *stop.bars)}:
                self._near[place].append(number)
        self._stops = stops
        self._stand = [counts(stop, facts) for stop in stops]
        self.nodes = Counter(stop.node for stop, stands in zip(stops, self._stand, strict=True) if stands)
        """How many endpoints count at each node; nodes without any are left out."""

    def change(self, places: Collection[Place], facts: Facts) -> set[Node]:
        """Take over what has changed at some places; returns the nodes that had no endpoint that counts before."""
        earlier, new = set(self.nodes), set[Node]()
        for number in {number for place in places for number in self._near.get(place, ())}:
            stop, stands = self._stops[number], counts(self._stops[number], facts)
            if stands != self._stand[number]:
                self._stand[number] = stands
                self.nodes[stop.node] += 1 if stands else -1
                if not self.nodes[stop.node]:
                    del self.nodes[stop.node]
                if stands and stop.node not in earlier:
                    new.add(stop.node)
        return new & self.nodes.keys()


class _OpenWays:
    """The open ways of a map as a graph, which is kept up to date."""

    def __init__(self, ways: Sequence[Way], facts: Facts) -> None:
        self._leaving = defaultdict[Node, list[Way]](list)
        self._near = defaultdict[Place, set[Node]](set)
        for way in ways:
            self._leaving[way.source].append(way)
            for fact in (*way.needs, *way.bars):
                self._near[fact.place].add(way.source)
        opened = ((node, self._targets(node, facts)) for node in self._leaving)
        self.graph = {node: targets for node, targets in opened if targets}
        """The nodes that one step leads to, in the order of the ways; nodes without any are left out."""
        self._back = defaultdict[Node, set[Node]](set)
        for node, targets in self.graph.items():
            for target in targets:
                self._back[target].add(node)

    def _targets(self, node: Node, facts: Facts) -> list[Node]:
        return [way.target for way in self._leaving[node] if counts(way, facts)]

    def change(self, places: Collection[Place], facts: Facts) -> set[tuple[Node, Node]]:
        """Take over what has changed at some places; returns the steps that are no longer open."""
        shut = set[tuple[Node, Node]]()
        for node in {node for place in places for node in self._near.get(place, ())}:
            before, now = self.graph.pop(node, []), self._targets(node, facts)
            if now:
                self.graph[node] = now
            for target in set(before).difference(now):
                self._back[target].discard(node)
                shut.add((node, target))
            for target in set(now).difference(before):
                self._back[target].add(node)
        return shut

    def leads_to_any(self, source: Node, targets: Collection[Node]) -> bool:
        return leads([source], targets, self.graph.get, self._back.get)

    def comes_from_any(self, target: Node, sources: Collection[Node]) -> bool:
        return leads([target], sources, self._back.get, self.graph.get)

    def joins(self, one: Node, other: Node, cells: Collection[Node]) -> bool:
        """Whether open ways join two of the cells, in either direction, without other nodes."""

        def beside(node: Node) -> Iterator[Node]:
            return (each for each in (*self.graph.get(node, ()), *self._back.get(node, ())) if each in cells)

        return leads([one], {other}, beside, beside)
