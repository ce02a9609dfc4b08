"""How likely open facts are, which are neither proven nor excluded: chances by sampling, each with an interval.

All legal maps with the settings that everybody knows count as equally likely, and so do all starts that the rules
allow. Sketches of these maps grow by what was heard; at last they are filled in at random.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt
from typing import NamedTuple

import numpy as np

from mapkit.knowledge.deduction import Knowledge, Listener, Verdict, verdicts_on
from mapkit.knowledge.growth import Grower, GrowthPlan, UncountableStatement, planned
from mapkit.knowledge.samples import SketchFiller
from mapkit.knowledge.shares import Chances, NoChances, Share
from mapkit.knowledge.sketches import Columns, Numbers
from mapkit.model.chance import Chance
from mapkit.model.evidence import Alters, Stock
from mapkit.model.game import table_of
from mapkit.model.grid import Cell
from mapkit.model.rule import Fact, has

RUNS = 10
"""The number of runs. Where sketches are left out, runs are independent, and their differences tell the error."""
T_OF_RUNS = 2.262
"""The 97.5 % quantile of Student's distribution with RUNS - 1 degrees of freedom."""
NORMAL = 1.96
"""The 97.5 % quantile of the normal distribution."""
LEVELS = 1_000, 4_000
"""The most sketches of a run: at the first try, and at the second if the first is not worth enough."""
FILLED = 800
"""How many maps are drawn for each run; about one in four is legal."""
ENOUGH = 7.0, 100.0
"""How many equal runs, and how many independent samples, the samples must be worth at least."""
SEED = "chances"
"""The seed, so that the same game has the same chances."""
_NOT_PROVEN = Verdict.OPEN, Verdict.UNDECIDED


class SamplingEffort(NamedTuple):
    """How much is sampled."""

    levels: Sequence[int] = LEVELS
    """The most sketches of a run, at each try."""
    filled: int = FILLED
    enough: tuple[float, float] = ENOUGH
    """The least that the samples must be worth, in equal runs and in independent samples."""
    seed: str = SEED


USUAL = SamplingEffort()


def chances(listener: Listener, known: Knowledge, effort: SamplingEffort = USUAL) -> Chances | NoChances:
    stock = table_of(listener.game).stock
    if stock is None:
        return NoChances.GAME
    made_of = stock(listener.params)
    if made_of is None:
        return NoChances.SETTINGS
    # All statements, each with the cells that all that was heard does not exclude for its player at that moment
    literals = dict.fromkeys(literal for told in listener.told for literal in (told.place or {}).values())
    verdicts = verdicts_on(listener, tuple(literals))
    spots = (
        None if place is None else frozenset(c for c, each in place.items() if verdicts[each] is not Verdict.EXCLUDED)
        for _, place in listener.told
    )
    try:
        plan = planned(zip((told.statement for told in listener.told), spots, strict=True), listener.names)
    except UncountableStatement:
        return NoChances.EVENTS
    for most in effort.levels:
        drawn = _SketchSample(listener, known, plan, made_of, most, effort)
        if all(have >= wanted for have, wanted in zip(drawn.worth, effort.enough, strict=True)):
            return drawn.chances()
    return NoChances.SAMPLES


class _SketchSample:
    """A sample of the maps that fit."""

    def __init__(
        self, listener: Listener, known: Knowledge, plan: GrowthPlan, stock: Stock, most: int, effort: SamplingEffort
    ) -> None:
        self._known, self._plan = known, plan
        changing = (step.statement.becomes for step in plan.steps if isinstance(step.statement, Alters))
        marks = {fact.mark for becomes in changing for facts in becomes.values() for fact in facts}
        cells = listener.model.cells
        self._columns = Columns(cells, stock, (has(cell, mark) for cell in cells for mark in sorted(marks)))
        grower = Grower(self._columns, plan.moments, RUNS, most, Chance(f"{effort.seed} {most}"))
        for fact, verdict in self._known.facts.items():
            finer = self._known.asked.finer.get(fact.mark, ())
            self._columns.derived[fact] = tuple(has(fact.place, mark) for mark in finer) or (fact,)
            if verdict in (Verdict.CERTAIN, Verdict.EXCLUDED):
                grower.prove(fact, verdict is Verdict.CERTAIN)
        grower.draw_what_is_proven()
        for step in plan.steps:
            grower.grow(step)
        filling = SketchFiller(grower)
        self._samples = [*filling.samples(effort.filled, listener.game.design.rules, listener.params)]
        self._totals = np.zeros(RUNS)
        for run, sample in enumerate(self._samples):
            self._totals[run] = len(sample) * sample.each
        runs, samples = _equals(self._totals), float(sum(map(len, self._samples)))
        if grower.is_thinned:
            samples = min(samples * runs / RUNS, _equals(np.bincount(grower.rows.origin, filling.weight)))
        self.worth = runs, samples
        """How many equal runs, and how many independent samples, the samples are worth."""

    def chances(self) -> Chances:
        cases_of, alike = dict[Fact, list[Fact]](), self._known.asked.alike
        for fact, verdict in self._known.facts.items():
            if verdict in _NOT_PROVEN:
                told = has(fact.place, alike.get(fact.mark, fact.mark))
                cases_of.setdefault(told, []).extend(self._columns.derived.get(fact, (fact,)))
        facts, places = dict[Fact, Share](), dict[str, dict[Cell, Share]]()
        for fact, cases in cases_of.items():
            held = [np.logical_or.reduce([sample.maps.holds(case) for case in cases]) for sample in self._samples]
            if fact.mark not in alike.values() or not all(each.all() for each in held):
                facts[fact] = self._share(held)
        for who, verdicts in self._known.places.items():
            last, cell_of = self._plan.last[who], self._columns.cell
            cells = [cell for cell, verdict in verdicts.items() if verdict in _NOT_PROVEN]
            there = ([sample.places[:, last] == cell_of[cell] for sample in self._samples] for cell in cells)
            places[who] = dict(zip(cells, map(self._share, there), strict=True))
        return Chances(facts, places, int(self.worth[1]))

    def _share(self, holds: Sequence[Numbers]) -> Share:
        """The share of maps on which something holds, by the share in each run and the weight of the run."""
        sums = np.zeros(RUNS)
        for run, (sample, held) in enumerate(zip(self._samples, holds, strict=True)):
            sums[run] = sample.each * held.sum()
        return interval(sums, self._totals, self.worth[1])


def _equals(weights: Numbers) -> float:
    """How many equal weights some different ones are worth."""
    squares = float((weights**2).sum())
    return float(weights.sum()) ** 2 / squares if squares else 0.0


def interval(sums: Numbers, totals: Numbers, samples: float) -> Share:
    """The ratio of two sums over runs, with an interval of 95 %.

    It spans two: that by the differences between runs (Student's), and that by the number of independent samples
    (Wilson's), which is never empty, not even where all samples agree.
    """
    share, runs = float(sums.sum() / totals.sum()), len(totals)
    error = sqrt(float(((sums - share * totals) ** 2).sum()) * runs / (runs - 1)) / float(totals.sum())
    more = NORMAL**2 / samples
    middle = (share + more / 2) / (1 + more)
    half = sqrt(more * (share * (1 - share) + more / 4)) / (1 + more)
    low, high = min(share - T_OF_RUNS * error, middle - half), max(share + T_OF_RUNS * error, middle + half)
    return Share((share * samples + 1) / (samples + 2), max(0.0, low), min(1.0, high))
