"""Fresh maps that are looked at together: for a survey, and to choose those that are least alike."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from mapkit.cli.orders import Order
from mapkit.cli.processes import in_order
from mapkit.cli.streams import progress, say_on_stderr
from mapkit.model.map import Map
from mapkit.model.rule import NoSuchMap, SolverGaveUp
from mapkit.model.settings import BadSetting
from mapkit.study.variety import MOST_COMPARED, MapFigures, Survey, begun, figures_of, least_apart, spread_out

if TYPE_CHECKING:
    from concurrent.futures import Executor

AT_ONCE = 5
"""The maps that a process gets at a time."""
CANDIDATES = 8
"""How many maps are drawn for each one that is chosen."""
MOST_CHOSEN = 500
"""The most maps that may be chosen, so that there are at least four times as many to choose from."""


class Sample(NamedTuple):
    """Fresh maps of one order."""

    first: Map[Any]
    survey: Survey
    without: int
    """For how many seeds no map was found."""


def sample(order: Order, seed: str, count: int, workers: Executor | None, keys: Sequence[str] | None) -> Sample:
    """The survey of the maps that `generate --count` draws from the same seed.

    Raises BadSetting for keys that the game lacks, NoSuchMap and SolverGaveUp.
    """
    first = order.made(f"{seed}-1")
    survey = begun(first)
    survey.add(figures_of(first, f"{seed}-1", keys))
    names = [f"{seed}-{n}" for n in range(2, count + 1)]
    parts = [names[n : n + AT_ONCE] for n in range(0, len(names), AT_ONCE)]
    task, without = _Task(order, keys), 0
    with progress("Looking at maps", count) as advance:
        for part in in_order(workers, task.figures, parts):
            for each in part:
                if each is not None:
                    survey.add(each)
                without += each is None
            advance(len(part))
    return Sample(first, survey, without)


class _Task(NamedTuple):
    """What a process is to find out. It can be sent there."""

    order: Order
    keys: Sequence[str] | None
    """The keys of the measures; None for all."""

    def figures(self, seeds: Sequence[str]) -> list[MapFigures | None]:
        """What is kept of the map of each seed; None where no map is found."""
        return [self._of(seed) for seed in seeds]

    def _of(self, seed: str) -> MapFigures | None:
        try:
            return figures_of(self.order.made(seed), seed, self.keys)
        except (NoSuchMap, SolverGaveUp):
            return None


def least_alike(order: Order, seed: str, count: int, workers: Executor | None) -> tuple[int, ...]:
    """The ends of the seeds, `seed-1` and so on, of maps that are as different as can be found quickly; says how much.

    Raises BadSetting for too many maps, NoSuchMap and SolverGaveUp.
    """
    if not 1 < count <= MOST_CHOSEN:
        raise BadSetting(f"--spread chooses 2 to {MOST_CHOSEN} maps out of {CANDIDATES} times as many, not {count}")
    drawn = min(CANDIDATES * count, MOST_COMPARED)
    named = sample(order, seed, drawn, workers, ()).survey.likeness.compared
    forms = [each for _, each in named]
    chosen = spread_out(forms, count)
    apart, usual = least_apart([forms[n] for n in chosen]), least_apart(forms[:count])
    say_on_stderr(
        f"chosen from {len(forms)} maps: any two differ in at least {100 * apart:.0f} % of what lies on them, "
        f"and any two of the first {len(chosen)} in at least {100 * usual:.0f} %"
    )
    return tuple(int(named[n][0].rpartition("-")[2]) for n in chosen)
