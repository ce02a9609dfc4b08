"""How even the seats of a game are, measured in simulated games, and a race between what may make them even.

The measure is TX-78 of `docs/rules/expansions.md`, and the race TX-82. Only games and turns are counted, and no time is
measured, so that the result is the same on however many machines they are played.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations, pairwise
from math import ceil
from statistics import NormalDist
from typing import Any, NamedTuple

from mapkit.model.message import NOTHING, Message
from mapkit.model.settings import read_setting, settings
from mapkit.model.table import Remedy
from mapkit.study.simulation import UNFINISHED, Estimate, Tally, share

ENOUGH = 10_000
"""The fewest games by which seats are called even (TX-78)."""
FAR, CLOSE = 0.02, 0.01
"""How far the share of an even seat may be from that of all seats, and how far in spite of its interval."""
KEPT = (3, 3, 1, 1)
"""How many remedies are left after each round; in each round they come to twice as many games (TX-82.c)."""
A_MINUTE = 120_000
"""The turns that a race of the default length has; two cores of 2024 play them within a minute."""
FIRST = 8
"""The games by which it is known how many turns a game has."""
_Z99 = 2.5758293035489004
"""The 99.5 % point of the normal distribution."""
EVEN, UNEVEN, UNDECIDED = "even", "uneven", "undecided"
WORSE, BEHIND = "worse", "behind"
"""Why a remedy is left: another is proven to be better, or others have only been better so far."""

Remedies = tuple[Remedy, ...]


@dataclass(eq=False)
class Trial:
    """What was tried, and what was counted."""

    remedies: Remedies
    """The remedies; none for the game as it is."""
    changes: Mapping[str, int | str]
    """The settings that they change, as a map file has them."""
    players: int
    tally: Tally
    again: bool = False
    """Whether it was played a second time, with another seed, because it was the best the first time."""
    why: Message = NOTHING
    """Why it cannot be played, in words; empty where it can."""
    z: float = _Z99
    """The point of the normal distribution by which something counts as proven."""
    left: str = ""
    """Why it left the race early: WORSE, BEHIND, or nothing."""

    @property
    def games(self) -> int:
        return self.tally.ends.total()

    @property
    def shares(self) -> tuple[Estimate, ...]:
        """The share of each seat in all wins, with its 99 % interval; nothing where nobody has won."""
        return shares(self.tally, self.players)

    @property
    def farthest(self) -> Estimate:
        """How far the farthest seat is from its equal share, with an interval that holds for the whole race."""
        found, equal = shares(self.tally, self.players, self.z), 1 / self.players
        if not found:
            return Estimate(1.0, 0.0, 1.0)
        off = [(abs(each.value - equal), (each.low or 0.0) - equal, (each.high or 0.0) - equal) for each in found]
        least = max(0.0, *(max(low, -high) for _, low, high in off))
        return Estimate(max(value for value, *_ in off), least, max(max(-low, high) for _, low, high in off))

    @property
    def verdict(self) -> str:
        """EVEN, UNEVEN or UNDECIDED; with fewer games than ENOUGH never EVEN (TX-78)."""
        if (self.farthest.low or 0.0) > FAR:
            return UNEVEN
        if self.games < ENOUGH or not self.shares:
            return UNDECIDED
        return EVEN if is_even(self.shares) else UNEVEN

    def is_worse_than(self, other: Trial) -> bool:
        """Whether it is proven that this one's farthest seat is farther than the other's."""
        mine, theirs = self.farthest, other.farthest
        return (mine.low or 0.0) > (theirs.high or 0.0)


def shares(tally: Tally, players: int, z: float = _Z99) -> tuple[Estimate, ...]:
    """The share of each seat in all wins, with its interval; nothing where nobody has won.

    Games without a winner count for nobody (TX-78). Players who share a victory have a win each.
    """
    wins = tally.seats.total()
    return tuple(share(tally.seats[seat], wins, z) for seat in range(players)) if wins else ()


def is_even(found: Sequence[Estimate]) -> bool:
    """Whether the shares of seats, with their 99 % intervals, are even (TX-78)."""
    equal = 1 / max(1, len(found))
    return bool(found) and all(
        abs(each.value - equal) <= FAR
        and ((each.low or 0.0) <= equal <= (each.high or 0.0) or abs(each.value - equal) < CLOSE)
        for each in found
    )


# --- the race ----------------------------------------------------------------------------------------------------


class BalanceRound(NamedTuple):
    """A round of a race, when it is over."""

    games: int
    """How many games each trial of the round has come to."""
    trials: tuple[Trial, ...]
    best: Trial


def all_at_once(able: int, players: int) -> float:
    """The point of the normal distribution with which all intervals of a race hold at once in 99 of 100 races.

    There is one for each seat of each trial after each round: what may go wrong is shared out among them (Bonferroni).
    """
    looks = players * (2 + (1 + able + KEPT[0]) * len(KEPT))
    return NormalDist().inv_cdf(1 - 0.01 / (2 * looks))


def length(able: Sequence[Remedy], players: int) -> float:
    """How many games a race has at most, for each game of a trial that is played to the end."""
    both = min(len([*pairs(able, players)]), KEPT[0] * (KEPT[0] - 1) // 2)
    racing = [len(able), *(min(len(able) + both, kept) for kept in KEPT)]
    parts = [0.5**n for n in reversed(range(len(KEPT)))]
    more = [part - before for before, part in pairwise([0.0, *parts])]
    return 1 + bool(able) + both * parts[1] + sum(n * part for n, part in zip(racing, more, strict=False))


def games_of_a_minute(first: Tally, most_turns: int, effort: float) -> int:
    """How many games a trial may have so that the race lasts about a minute, by the turns of the first games.

    `effort` is the `length` of the race, times how much longer than others its players think.
    """
    turns = most_turns * first.ends[UNFINISHED] + sum(turns * n for turns, n in first.lengths.items())
    in_all = A_MINUTE * first.ends.total() / max(turns, first.ends.total())
    return max(FIRST, min(ENOUGH, int(in_all / effort)))


def pairs(remedies: Sequence[Remedy], players: int) -> Iterator[Remedies]:
    """The pairs of remedies that do not change the same."""
    for one, other in combinations(remedies, 2):
        if one.settings(players).keys().isdisjoint(other.settings(players)):
            yield one, other


def race(
    first: Trial,
    able: Sequence[Remedy],
    games: int,
    enter: Callable[[Remedies, bool], Trial | None],
    play: Callable[[Trial, int], None],
) -> Iterator[BalanceRound]:
    """Each round when it is over, and then the best of all, played again with another seed (TX-82).

    `enter` returns None for what changes nothing or cannot be played, and `play` brings a trial to a number of games.
    Where that number is ENOUGH and the game is even as it is, nothing else is tried.
    """

    def again(best: Trial) -> Iterator[BalanceRound]:
        if second := enter(best.remedies, True):
            play(second, games)
            yield BalanceRound(games, (second,), second)

    steps = [ceil(games / 2**n) for n in reversed(range(len(KEPT)))]
    for upto in steps if games >= ENOUGH or not able else ():
        play(first, upto)
        yield BalanceRound(upto, (first,), first)
        if first.verdict == UNEVEN and able:
            break
    if first.verdict == EVEN:
        for played in again(first):
            yield played
            if played.best.verdict == EVEN:
                return
    best, rivals = first, [trial for remedy in able if (trial := enter((remedy,), False))]
    for number, (upto, kept) in enumerate(zip(steps, KEPT, strict=True) if able else ()):
        racing = (first, *rivals)
        for trial in racing:
            play(trial, upto)
        best = _leave(racing, kept)
        rivals = [trial for trial in rivals if not trial.left]
        yield BalanceRound(upto, racing, best)
        if number == 0:
            tried = [trial.remedies[0] for trial in rivals]
            rivals += [trial for pair in pairs(tried, first.players) if (trial := enter(pair, False))]
    if best.remedies:
        yield from again(best)


def _leave(racing: Sequence[Trial], kept: int) -> Trial:
    """Make those leave that are worse than another, and all but so many of the best; gives the best of all.

    What is near enough to be even is equal, and of equals the lightest stays. The first of all never leaves.
    """
    first, *rivals = racing
    ranked = sorted(rivals, key=_rank)
    for trial in rivals:
        worse = any(trial.is_worse_than(other) for other in racing)
        trial.left = WORSE if worse else BEHIND if trial in ranked[kept:] else ""
    return min((first, *ranked), key=_rank)


def _rank(trial: Trial) -> float:
    return max(FAR, trial.farthest.value)


def changes(remedies: Remedies, players: int) -> Mapping[str, str]:
    return {name: value for remedy in remedies for name, value in remedy.settings(players).items()}


def read_changes(params: Any, given: Mapping[str, str]) -> Mapping[str, Any]:
    """The values of settings that the parameters do not have yet; raises BadSetting."""
    known = {setting.name: setting for setting in settings(type(params))}
    values = {name: read_setting(known[name], raw, params.grid) for name, raw in given.items()}
    return {name: value for name, value in values.items() if value != getattr(params, name)}
