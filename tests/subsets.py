"""All subsets of some facts, and those that the checker passes or the solver finds."""

from collections.abc import Iterable, Sequence
from itertools import combinations

from mapkit.model.grid import Grid
from mapkit.model.rule import Fact, Facts, RuleClaim
from mapkit.solve.checker import faults_of_each
from mapkit.solve.solver import MapQuery, every


def subsets(facts: Sequence[Fact]) -> Iterable[Facts]:
    return (frozenset(some) for n in range(len(facts) + 1) for some in combinations(facts, n))


def passes(claims: Sequence[RuleClaim], params: object, grid: Grid, facts: Facts) -> bool:
    """Whether the checker finds no fault; it stops reading at the first one."""
    return not any(faults_of_each(claims, params, grid, facts))


def passed(claims: Sequence[RuleClaim], params: object, grid: Grid, universe: Sequence[Fact]) -> set[Facts]:
    """The sets of facts of the universe that the checker passes."""
    return {facts for facts in subsets(universe) if passes(claims, params, grid, facts)}


def found(claims: Sequence[RuleClaim], params: object, grid: Grid, universe: Sequence[Fact]) -> list[Facts]:
    """The sets of facts of the universe that the solver finds."""
    return list(every(MapQuery(claims, params, grid, frozenset(), universe)))
