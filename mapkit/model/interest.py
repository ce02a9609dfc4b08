"""How interesting a map is: dead ends, choices, how long a win takes, how soon players meet (docs/variety.md).

It is worked out for every fresh map, so it is worked out quickly.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from itertools import chain, combinations
from math import ceil, sqrt
from typing import NamedTuple, TypeVar

from mapkit.model.analysis import Measure, Value
from mapkit.model.message import Message, clauses, message, plural
from mapkit.model.walk import distances

N = TypeVar("N")

MANY_DEAD_ENDS, MANY_CHOICES = 0.15, 0.35
"""The shares of places that are dead ends, and choices, on a map that has its full share of either."""
LONG_WIN, SOON = 2.0, 0.25
"""By the side of a square board: the turns of a long win, and those of a meeting that comes soon."""
MOST_STARTS = 6
"""The most starts from which meetings are looked for, evenly spread over all starts."""


class Interest(NamedTuple):
    """What makes a map interesting."""

    places: int
    dead_ends: int
    """The places from which one way leads on at most."""
    choices: int
    """The places from which three ways or more lead on, and another is barred; in an open field nothing is chosen."""
    needed: float | None
    """The turns of a shortest win, the median over all starts; None where there is no win, or none is looked for."""
    meeting: float | None
    """The turns until two players meet who go to meet each other, the median over pairs of starts; None for none."""

    @property
    def score(self) -> int:
        """How interesting the map is, from 0 to 100: the mean of its parts."""
        side = sqrt(self.places)
        parts = [self.dead_ends / self.places / MANY_DEAD_ENDS, self.choices / self.places / MANY_CHOICES]
        parts += [self.needed / (LONG_WIN * side)] if self.needed is not None else []
        parts += [SOON * side / max(1, self.meeting)] if self.meeting is not None else []
        return round(100 * sum(min(1.0, part) for part in parts) / len(parts))

    @property
    def measure(self) -> Measure:
        ends = plural("{number} dead end", "{number} dead ends", self.dead_ends)
        choices = plural("{number} choice", "{number} choices", self.choices)
        words: list[Message] = [message("{number} of 100", self.score), ends, choices]
        if self.needed is not None:
            words.append(plural("goal after {number} turn", "goal after {number} turns", ceil(self.needed)))
        if self.meeting is not None:
            words.append(plural("meeting after {number} turn", "meeting after {number} turns", ceil(self.meeting)))
        value: Value = {
            "score": self.score,
            "dead_ends": self.dead_ends,
            "choices": self.choices,
            "goal": self.needed,
            "meeting": self.meeting,
        }
        return Measure("interest", message("interest"), value, clauses(*words))


def interest_of(
    ways: Collection[tuple[int, int]],
    onward: Mapping[N, Collection[N]],
    wins: Iterable[int],
    pairs: Iterable[tuple[N, N]] = (),
) -> Interest:
    """How interesting a map is by the numbers of ways that lead on from each place, and of those that are barred.

    An exit is a way, too. `onward` gives for each place the others to which a turn leads, `wins` are the turns of a
    shortest win from each start, and `pairs` are starts of two players who might meet.
    """
    pairs = [*pairs]
    far = {start: distances([start], onward.get) for start in dict.fromkeys(chain.from_iterable(pairs))}
    between = [min(far[a].get(b, FAR), far[b].get(a, FAR)) for a, b in pairs]
    meetings = [-(-steps // 2) for steps in between if steps < FAR]
    dead_ends, choices = sum(number < 2 for number, _ in ways), sum(number > 2 and shut > 0 for number, shut in ways)
    return Interest(len(ways), dead_ends, choices, _median(wins), _median(meetings))


FAR = 10**6
"""Stands for a number of steps where there is no way."""


def pairs_of(starts: Sequence[N]) -> Iterator[tuple[N, N]]:
    """Pairs of some of the starts."""
    return combinations(starts[:: -(-len(starts) // MOST_STARTS) or 1], 2)


def _median(numbers: Iterable[float]) -> float | None:
    ranked = sorted(numbers)
    return (ranked[(len(ranked) - 1) // 2] + ranked[len(ranked) // 2]) / 2 if ranked else None
