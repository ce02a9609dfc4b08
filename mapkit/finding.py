"""Shortest ways over turns, and finding out where one is: what measures of games of hidden maps have in common."""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from functools import cache
from heapq import heapify, heappop, heappush
from typing import NamedTuple, Protocol

from mapkit.grid import Cell, Direction, Place

PATIENCE = 60
"""The number of answers after which a player gives up asking."""
NEVER = -1
SAMPLE = 144
"""How many starts are looked at, at the most; they are evenly chosen."""
DETOURS = 300
"""How many ways round are tried where no request tells anything."""

Belief = dict[Place, int]
"""The places where a player may be, and how many of the starts looked at have led to each."""


class Outcome(Protocol):
    """What a request leads to: where the player is then, and what is heard, in keys."""

    @property
    def spot(self) -> Place:
        """The place where the player is."""
        ...

    @property
    def heard(self) -> tuple[str, ...]:
        """What is announced."""
        ...


def spread(back: Mapping[Cell, Sequence[tuple[Cell, int]]], goals: Mapping[Cell, int]) -> Iterator[tuple[Cell, int]]:
    """The cells with the fewest turns from each to a goal, nearest first; `goals` have turns of their own.

    `back` are the cells from which each cell is reached in one request, and the turns that it takes.
    """
    heap = [(turns, cell) for cell, turns in goals.items()]
    heapify(heap)
    done: set[Cell] = set()
    while heap:
        turns, cell = heappop(heap)
        if cell not in done:
            done.add(cell)
            yield cell, turns
            for before, more in back.get(cell, ()):
                if before not in done:
                    heappush(heap, (turns + more, before))


def least_median_most(pars: Mapping[Cell, int]) -> tuple[Cell, Cell, Cell]:
    """The starts with the fewest turns, with those of the middle, and with the most."""
    ranked = sorted(pars, key=lambda cell: pars[cell])
    return ranked[0], ranked[(len(ranked) - 1) // 2], next(c for c in ranked if pars[c] == pars[ranked[-1]])


def apart(pars: Iterable[int]) -> int:
    """By how many turns the worst start is farther than the best; 0 without starts."""
    ranked = sorted(pars)
    return ranked[-1] - ranked[0] if ranked else 0


def looked_at(starts: Sequence[Cell]) -> frozenset[Cell]:
    """The starts that are looked at: all, or every second, third and so on."""
    return frozenset(starts[:: -(-len(starts) // SAMPLE) or 1])


def answers_needed(
    opening: Iterable[tuple[Outcome, int]], requests: Sequence[Direction], turn: Callable[[Place, Direction], Outcome]
) -> Counter[int]:
    """How many starts need how many answers until a player who holds the map knows the place; NEVER where none do.

    `opening` is what is heard on each start that is allowed, and 1 where the start is looked at, else 0. Each time the
    player asks what leaves the fewest places on average; where no request tells anything, they go where one does.
    """
    needed: Counter[int] = Counter()
    left = [(belief, 0) for belief in parted(opening).values()]
    turn = cache(turn)
    while left:
        belief, answers = left.pop()
        starts = sum(belief.values())
        if starts and len(belief) == 1:
            needed[answers] += starts
        elif starts:
            parts, asked = _asked(requests, turn, belief)
            if parts and answers + asked <= PATIENCE:
                left += ((part, answers + asked) for part in parts)
            else:
                needed[NEVER] += starts
    return needed


class Needed(NamedTuple):
    """The answers that are needed on average and at the most, of how many starts, and for how many none suffice."""

    mean: float
    most: int
    known: int
    never: int


def summed(needed: Counter[int]) -> Needed:
    """What the counts of `answers_needed` come to; the mean is 0 where no start is known."""
    never = needed[NEVER]
    known = needed.total() - never
    answers = sum(number * starts for number, starts in needed.items() if number != NEVER)
    return Needed(answers / known if known else 0.0, max(needed, default=NEVER), known, never)


def parted(moves: Iterable[tuple[Outcome, int]]) -> dict[tuple[str, ...], Belief]:
    """Where a player may be by each answer that they may hear."""
    parts: dict[tuple[str, ...], Belief] = {}
    for move, starts in moves:
        part = parts.setdefault(move.heard, {})
        part[move.spot] = part.get(move.spot, 0) + starts
    return parts


def _asked(
    requests: Sequence[Direction], turn: Callable[[Place, Direction], Outcome], belief: Belief
) -> tuple[list[Belief], int]:
    """What the best request leaves, and after how many requests; nothing where none tells anything."""
    seen, edge = {frozenset(belief)}, deque([(belief, 1)])
    while edge and len(seen) < DETOURS:
        before, asked = edge.popleft()
        ways = [list(parted((turn(spot, way), starts) for spot, starts in before.items()).values()) for way in requests]
        best = min(ways, key=_places_left)
        if _places_left(best) < len(before) ** 2:
            return best, asked
        for (after,) in ways:
            if frozenset(after) not in seen:
                seen.add(frozenset(after))
                edge.append((after, asked + 1))
    return [], 0


def _places_left(parts: Collection[Belief]) -> int:
    """In proportion to the places that are left on average, each being as likely as another."""
    return sum(len(part) ** 2 for part in parts)
