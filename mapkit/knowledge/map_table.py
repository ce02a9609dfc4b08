"""Which of many maps are legal: the claims of rules, read for a table of maps at once."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, assert_never

import numpy as np
import numpy.typing as npt

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

Numbers = npt.NDArray[Any]


class MapTable:
    """Many maps: for each fact a column that says on which of them it holds; other facts hold on none."""

    def __init__(self, column: Mapping[Fact, int], table: Numbers) -> None:
        self._column, self._table = column, table
        self._none = np.zeros(len(table), bool)

    def holds(self, fact: Fact) -> Numbers:
        return self._table[:, self._column[fact]] if fact in self._column else self._none

    def keep(self, rules: Iterable[Rule[Any]], params: Any) -> Numbers:
        """On which maps all the rules are kept; chains such as rivers count as bending as they should."""
        good = np.ones(len(self._table), bool)
        slow = list[Claim]()
        for rule in rules:
            for _, claim in rule.claims(params) if rule.applies(params) else ():
                if isinstance(claim, Count | When):
                    good &= self._claimed(claim)
                else:
                    slow.append(claim)
        for claim in slow:
            rows = np.flatnonzero(good)
            good[rows] = MapTable(self._column, self._table[rows])._claimed(claim)
        return good

    def _all(self, facts: Sequence[Fact]) -> Numbers:
        true = np.ones(len(self._table), bool)
        for fact in facts:
            true &= self.holds(fact)
        return true

    def _claimed(self, claim: Claim) -> Numbers:
        match claim:
            case Count(facts, low, high):
                columns = [self._column[fact] for fact in facts if fact in self._column]
                number = self._table[:, columns].sum(axis=1)
                return np.asarray((low <= number) & (number <= high))
            case When(facts, inner):
                asked = self._all(facts)
                if not asked.any():
                    return ~asked
                return np.asarray(~asked | self._claimed(inner))
            case Joins(cells, ways):
                both = (*ways, *(way._replace(source=way.target, target=way.source) for way in ways))
                net = _Net(self, both)
                begun = np.zeros((len(self._table), len(net.nodes)), bool)
                begun[:, net.nodes[cells[0]]] = True
                return np.asarray(net.leading_to(begun)[:, [net.nodes[cell] for cell in cells]].all(axis=1))
            case Reaches():
                return self._reaches(claim)
            case Spacing():
                return np.asarray(np.logical_and.reduce([self._claimed(count) for count in claim.counts()]))
            case BendingChain() | Length():
                return np.ones(len(self._table), bool)
            case _:
                assert_never(claim)

    # --- ways --------------------------------------------------------------------------------------------------------

    def _counts(self, stop: Endpoint) -> Numbers:
        barred = np.zeros(len(self._table), bool)
        for fact in stop.bars:
            barred |= self.holds(fact)
        return np.asarray(self._all(stop.needs) & ~barred)

    def _reaches(self, claim: Reaches) -> Numbers:
        """Whether every start leads to every goal: each round looks backwards from one goal of each map."""
        net = _Net(self, claim.ways, (start.node for start in (*claim.starts, *claim.goals)))
        starts = np.zeros((len(self._table), len(net.nodes)), bool)
        for stop in claim.starts:
            starts[:, net.nodes[stop.node]] |= self._counts(stop)
        goals = np.zeros_like(starts)
        for stop in claim.goals:
            goals[:, net.nodes[stop.node]] |= self._counts(stop)
        good = np.ones(len(self._table), bool)
        while goals.any():
            some = goals.any(axis=1)
            one = np.zeros_like(goals)
            one[some, goals[some].argmax(axis=1)] = True
            good &= ~some | (net.leading_to(one) | ~starts).all(axis=1)
            goals &= ~one
        return good


class _Net:
    """The ways of many maps, ordered by the nodes where they begin."""

    def __init__(self, maps: MapTable, ways: Iterable[Way], more: Iterable[Node] = ()) -> None:
        self.nodes: dict[Node, int] = {}
        for node in more:
            self.nodes.setdefault(node, len(self.nodes))
        found = list[tuple[int, int, Numbers]]()
        for way in ways:
            source, target = (self.nodes.setdefault(node, len(self.nodes)) for node in (way.source, way.target))
            is_open = maps._counts(Endpoint(way.source, way.needs, way.bars))
            if is_open.any():
                found.append((source, target, is_open))
        found.sort(key=lambda each: each[:2])
        self._sources = np.array([source for source, *_ in found], np.int64)
        self._targets = np.array([target for _, target, _ in found], np.int64)
        empty = np.zeros((len(maps._table), 0), bool)
        self._open = np.stack([reason for *_, reason in found], axis=1) if found else empty
        self._begins = np.flatnonzero(np.diff(self._sources, prepend=-1))

    def leading_to(self, goals: Numbers) -> Numbers:
        """The nodes from which open ways lead to the goals."""
        reached = goals.copy()
        if not self._open.shape[1]:
            return reached
        of = self._sources[self._begins]
        live = np.arange(len(reached))
        while len(live):
            before = reached[live]
            step = np.logical_or.reduceat(self._open[live] & before[:, self._targets], self._begins, axis=1)
            after = before.copy()
            after[:, of] |= step
            reached[live] = after
            live = live[(after != before).any(axis=1)]
        return reached
