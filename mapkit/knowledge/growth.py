"""Sketches grow by what was heard, one statement after the other."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from math import inf
from typing import NamedTuple

import numpy as np

from mapkit.knowledge.sketches import UNKNOWN, Case, Columns, Condition, Logarithms, Numbers, blank, counted, thinned
from mapkit.model.chance import Chance
from mapkit.model.evidence import Alters, Apart, Forgets, Holds, Meets, Misses, Moves, Sees, Stands, Statement, Vanishes
from mapkit.model.grid import Cell
from mapkit.model.rule import Fact, Node, Way

Spots = frozenset[Cell]
"""The cells that are not excluded for a player at a moment."""


class GrowthStep(NamedTuple):
    """A statement, with the moments of the players that it speaks of."""

    statement: Statement
    moments: tuple[int, ...]
    """The columns of the places of its players; of a movement, those before and after it."""
    spots: Spots | None = None
    """Where its player may be afterwards; None where nothing is known."""


class GrowthPlan(NamedTuple):
    """All statements of a game in the order in which sketches grow by them."""

    steps: tuple[GrowthStep, ...]
    moments: int
    last: Mapping[str, int]


class UncountableStatement(Exception):
    """Something was heard that sketches cannot follow."""


def planned(told: Iterable[tuple[Statement, Spots | None]], names: Sequence[str]) -> GrowthPlan:
    """A plan for statements in the order in which they were heard, each with where its player may be afterwards.

    Between changes of facts, the best-known player comes first: while few cells are possible, few sketches
    are needed. Raises UncountableStatement.
    """
    now, moments, steps = dict[str, int](), 0, list[GrowthStep]()
    for statement, spots in told:
        match statement:
            case Stands(who):
                moments += who not in now
                steps.append(GrowthStep(statement, (now.setdefault(who, moments - 1),), spots))
            case Moves(who):
                steps.append(GrowthStep(statement, (now[who], moments), spots))
                now[who], moments = moments, moments + 1
            case Sees(one, other, _, others):
                steps.append(GrowthStep(statement, tuple(now[who] for who in (one, other, *others))))
            case Meets(one, other) | Apart(one, other) | Misses(one, other, _):
                steps.append(GrowthStep(statement, (now[one], now[other])))
            case Alters(who):
                steps.append(GrowthStep(statement, (now[who],)))
            case Holds():
                steps.append(GrowthStep(statement, ()))
            case Vanishes() | Forgets():
                raise UncountableStatement
    settled, block, in_order = set[int](), list[GrowthStep](), list[GrowthStep]()
    for step in steps:
        if isinstance(step.statement, Alters | Holds):
            in_order += (*_one_by_one(block, names, settled), step)
            block = []
        else:
            block.append(step)
    return GrowthPlan((*in_order, *_one_by_one(block, names, settled)), moments, now)


def _one_by_one(block: Sequence[GrowthStep], names: Sequence[str], settled: set[int]) -> Iterator[GrowthStep]:
    """The steps of one player after the other; what is told of two comes as soon as the moments of both are settled."""
    own: dict[str, list[GrowthStep]] = {name: [] for name in names}
    waiting = list[GrowthStep]()
    for step in block:
        of_one = isinstance(step.statement, Stands | Moves)
        (own[step.statement.who] if of_one else waiting).append(step)  # type: ignore[union-attr]
    # In how many cells each player may be, as far as that is known
    sizes = {name: [len(step.spots) for step in own[name] if step.spots is not None] for name in names}
    for name in sorted(names, key=lambda name: sum(sizes[name]) / max(len(sizes[name]), 1)):
        for step in own[name]:
            yield step
            settled.add(step.moments[-1])
            yield from (growth_step for growth_step in waiting if settled.issuperset(growth_step.moments))
            waiting = [growth_step for growth_step in waiting if not settled.issuperset(growth_step.moments)]
    yield from waiting


Grown = tuple[Numbers, int, Case, Numbers]
"""Rows that grow, the node where the player is then, what is drawn, and the logarithm of the factor for the weight."""


class Grower:
    """Lets sketches grow."""

    def __init__(self, columns: Columns, moments: int, runs: int, most: int, chance: Chance) -> None:
        """Takes the columns, the number of moments, the number of runs, and the most sketches of a run.

        As long as there are not too many for all runs together, no sketch is left out, and there is only one run.
        """
        self.columns, self.runs, self.most, self.chance = columns, runs, most, chance
        self.logarithms = Logarithms(max(len(columns.cells), *(len(pool) for pool in columns.pools)) + 1)
        self.rows = blank(columns, moments)
        self.excluded = np.zeros((columns.fixed, len(columns.kinds) + 2), bool)
        """For each column the values that are proven not to be there."""
        self.is_thinned = False
        """Whether sketches were left out."""
        self._nodes: dict[Node, int] = {cell: n for n, cell in enumerate(columns.cells)}

    def prove(self, fact: Fact, holds: bool) -> None:
        """Take in a proof that a fact holds, or that it does not."""
        asked = self.columns.asks(fact, holds)
        others = [value for value in self.columns.values(asked.column) if value not in asked.values]
        self.excluded[asked.column, others] = True

    def draw_what_is_proven(self) -> None:
        """Draw what is certain, and leave out the shapes that are excluded; only before anything else is drawn."""
        case = Case()
        for column in range(self.columns.fixed):
            fine = [value for value in self.columns.values(column) if not self.excluded[column, value]]
            if len(fine) == 1:
                case[column] = fine[0]
            for value in range(self.columns.dry, len(self.columns.kinds)) if column < len(self.columns.cells) else ():
                if self.excluded[column, value] and (mask := self.columns.mask(column, value)) is not None:
                    self.rows.shapes &= ~mask
        self.rows.draw(np.arange(1), case, self.columns)

    # --- statements --------------------------------------------------------------------------------------------------

    def grow(self, step: GrowthStep) -> None:
        """Let the sketches grow by a statement; afterwards there may be none."""
        match step.statement:
            case Stands(_, spots):
                self._move(step, [[Way(spot.node, spot.node, spot.needs, spot.bars) for spot in spots]])
            case Moves(_, stages):
                self._move(step, stages)
            case Meets():
                self._keep(self._at(step, 0) == self._at(step, 1))
            case Apart():
                self._keep(self._at(step, 0) != self._at(step, 1))
            case Sees(_, _, ways):
                self._see(step, ways)
            case Misses(_, _, ways):
                self._miss(step, ways)
            case Holds(fact, cases) if fact in self.columns.changing and not cases:
                self.rows.known[:, self.columns.changing[fact]] = 0
            case Holds(fact, cases):
                self.columns.derived[fact] = tuple(cases)
            case Alters(_, becomes):
                self._alter(self._at(step, 0), becomes)

    def _at(self, step: GrowthStep, n: int) -> Numbers:
        place: Numbers = self.rows.places[:, step.moments[n]]
        return place

    def _keep(self, which: Numbers) -> None:
        if not which.all():
            self.rows = self.rows.at(np.flatnonzero(which))

    def _move(self, step: GrowthStep, stages: Sequence[Sequence[Way]]) -> None:
        at = self._at(step, 0).astype(np.int64)
        if (at == UNKNOWN).all():  # the first that is heard of a player: where they stand
            stages = [[way._replace(source="") for way in stages[0]]]
            at = np.full(len(at), self._node(""))
        for n, stage in enumerate(stages, 1):
            at = self._stage(at, stage, step.spots if n == len(stages) else None)
        self.rows.places[:, step.moments[-1]] = at

    def _node(self, node: Node) -> int:
        return self._nodes.setdefault(node, len(self._nodes))

    def _stage(self, at: Numbers, ways: Iterable[Way], spots: Spots | None) -> Numbers:
        """Let sketches grow by one way each that begins where the player is; gives where they are then."""
        out = dict[int, list[Way]]()
        for way in ways:
            if spots is None or way.target in spots:
                out.setdefault(self._node(way.source), []).append(way)
        found, order = list[Grown](), np.argsort(at, kind="stable")
        for rows in np.split(order, np.flatnonzero(np.diff(at[order])) + 1):
            for way in out.get(int(at[rows[0]]), ()) if len(rows) else ():
                target = self._node(way.target)
                found += ((some, target, case, gain) for some, case, gain in self._cases(rows, self._open(way)))
        return self._become(found)

    def _become(self, found: Sequence[Grown]) -> Numbers:
        """Replace the sketches by those that grow from them; gives the node of each."""
        if not found:
            self._keep(np.zeros(len(self.rows), bool))
            return np.zeros(0, np.int64)
        parents = np.concatenate([rows for rows, *_ in found])
        numbered = np.repeat(np.arange(len(found)), [len(rows) for rows, *_ in found])
        weights = np.concatenate([gain for *_, gain in found]) + self.rows.weight[parents]
        alive = np.flatnonzero(weights > -inf)
        kept, weights, runs = self._thin(alive, weights[alive], self.rows.run[parents[alive]])
        order = np.argsort(numbered[kept], kind="stable")
        kept = kept[order]
        was_thinned, self.is_thinned = self.is_thinned, self.is_thinned or len(kept) != len(alive)
        self.rows = self.rows.at(parents[kept])
        self.rows.weight, self.rows.run = weights[order], runs[order]
        if self.is_thinned and not was_thinned:
            self.rows.origin = np.arange(len(kept), dtype=np.int32)
        for rows in np.split(np.arange(len(kept)), np.flatnonzero(np.diff(numbered[kept])) + 1):
            if len(rows):
                self.rows.draw(rows, found[int(numbered[kept[rows[0]]])][2], self.columns)
        return np.array([node for _, node, *_ in found])[numbered[kept]]

    # --- cases -------------------------------------------------------------------------------------------------------

    def _open(self, way: Way) -> tuple[Condition, ...]:
        asks = self.columns.asks
        return (*(asks(fact, True) for fact in way.needs), *(asks(fact, False) for fact in way.bars))

    def _cases(
        self, rows: Numbers, conditions: Sequence[Condition], case: Case | None = None
    ) -> Iterator[tuple[Numbers, Case, Numbers]]:
        """In which rows all conditions can hold, what is drawn for that, and the factor for the weight."""
        case = case or {}
        if not len(rows):
            return
        if not conditions:
            yield rows, case, self._gain(rows, case)
            return
        first, rest = conditions[0], conditions[1:]
        if first.changed is not None:
            now = self.rows.known[rows, first.changed]
            yield from self._cases(rows[now == first.value], rest, case)
            rows = rows[now == UNKNOWN]
        if first.column in case:
            yield from self._cases(rows, rest, case) if case[first.column] in first.values else ()
            return
        have = self.rows.known[rows, first.column]
        yield from self._cases(rows[np.isin(have, [*first.values])], rest, case)
        for value in sorted(first.values) if (have == UNKNOWN).any() else ():
            if not self.excluded[first.column, value]:
                yield from self._cases(rows[have == UNKNOWN], rest, {**case, first.column: value})

    def _gain(self, rows: Numbers, case: Case) -> Numbers:
        """The logarithm of the share of maps with the case, of those that fit a sketch.

        Walls are counted as if rivers barred none of them; `SketchFiller` puts that right.
        """
        gain, columns, of, log = np.zeros(len(rows)), self.columns, self.rows, self.logarithms.of
        masks = [mask for column, value in case.items() if (mask := columns.mask(column, value)) is not None]
        used, dry, pools = dict[int, int](), 0, dict[int, tuple[int, int]]()
        for column, value in case.items():
            if column in columns.pool_of:
                drawn, true = pools.get(columns.pool_of[column], (0, 0))
                pools[columns.pool_of[column]] = drawn + 1, true + value
            elif value < columns.dry:
                gain += log[np.maximum(of.left[rows, value] - used.get(value, 0), 0)]
                gain -= log[np.maximum(of.left[rows].sum(axis=1) - dry, 1)]
                used[value], dry = used.get(value, 0) + 1, dry + 1
        for pool, (drawn, true) in pools.items():
            before = of.open[rows, pool], of.true[rows, pool]
            gain += self.logarithms.choose(before[0] - drawn, before[1] - true) - self.logarithms.choose(*before)
        if masks:
            with np.errstate(divide="ignore"):
                gain += np.log(counted(of.shapes[rows] & np.bitwise_and.reduce(masks))) - np.log(
                    counted(of.shapes[rows])
                )
        return gain

    # --- shots, and what changes -------------------------------------------------------------------------------------

    def _between(self, step: GrowthStep, ways: Iterable[Way]) -> Iterator[tuple[Numbers, Way]]:
        """The ways from one player to the other, with the rows in which the players are at their ends."""
        here, there = self._at(step, 0), self._at(step, 1)
        for way in ways:
            rows = np.flatnonzero((here == self._node(way.source)) & (there == self._node(way.target)))
            if len(rows):
                yield rows, way

    def _see(self, step: GrowthStep, ways: Sequence[Way]) -> None:
        """One of the ways is open, and nobody among the others stands where a shorter one leads."""
        found, others = list[Grown](), self.rows.places[:, list(step.moments[2:])]
        nearer, passed = dict[Way, list[int]](), dict[Node, list[int]]()
        for way in ways:
            before = passed.setdefault(way.source, [])
            nearer[way] = [*before]
            before.append(self._node(way.target))
        for rows, way in self._between(step, ways):
            alone = rows[~np.isin(others[rows], nearer[way]).any(1)]
            found += ((some, 0, case, gain) for some, case, gain in self._cases(alone, self._open(way)))
        self._become(found)

    def _miss(self, step: GrowthStep, ways: Iterable[Way]) -> None:
        """Something bars the way: the first thing, or the second and not the first, and so on."""
        found, free = list[Grown](), np.ones(len(self.rows), bool)
        for rows, way in self._between(step, ways):
            free[rows] = False
            asked = [(fact, True) for fact in way.needs] + [(fact, False) for fact in way.bars]
            for n, (fact, holds) in enumerate(asked):
                so = [self.columns.asks(*each) for each in (*asked[:n], (fact, not holds))]
                found += ((some, 0, case, gain) for some, case, gain in self._cases(rows, so))
        rest = np.flatnonzero(free)
        self._become([*found, (rest, 0, {}, np.zeros(len(rest)))])

    def _alter(self, place: Numbers, becomes: Mapping[Cell, Mapping[Fact, Fact | bool]]) -> None:
        before = self.rows.known.copy()
        for cell, facts in becomes.items():
            rows = np.flatnonzero(place == self.columns.cell[cell])
            for fact, value in facts.items() if len(rows) else ():
                becoming: Numbers | Fact | bool = value
                if isinstance(value, Fact):  # the player stands there, so its cell is known
                    asked = self.columns.asks(value, True)
                    becoming = np.isin(before[rows, asked.column], [*asked.values])
                    if asked.changed is not None:
                        now = before[rows, asked.changed]
                        becoming = np.where(now == UNKNOWN, becoming, now)
                self.rows.known[rows, self.columns.changing[fact]] = becoming

    # --- how many there may be ---------------------------------------------------------------------------------------

    def _thin(self, kept: Numbers, weights: Numbers, runs: Numbers) -> tuple[Numbers, Numbers, Numbers]:
        """Leave out so many sketches that there is room for the rest; gives them, their weights and their runs."""
        if not self.is_thinned:
            if len(kept) <= self.most * self.runs:
                return kept, weights, runs
            found = [(*thinned(weights, self.most, self.chance), run) for run in range(self.runs)]
        else:
            found = []
            for run in range(self.runs):
                mine = np.flatnonzero(runs == run)
                if len(mine):
                    which, heavier = thinned(weights[mine], self.most, self.chance)
                    found.append((mine[which], heavier, run))
        if not found:
            return kept, weights, runs
        of = np.repeat([run for *_, run in found], [len(which) for which, *_ in found]).astype(np.int16)
        return kept[np.concatenate([which for which, *_ in found])], np.concatenate([each for _, each, _ in found]), of
