"""How even the seats of a game are, measured over thousands of simulated games, and what makes them even.

The measure is TX-78 of `docs/rules/expansions.md`, and the order of the trials TX-82. Games are left early only after
whole blocks of them, so that the result is the same on however many machines they are played.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import combinations
from typing import TYPE_CHECKING, Any, NamedTuple

from mapkit.model.message import NOTHING, Message
from mapkit.model.settings import read_setting, settings
from mapkit.model.table import Remedy
from mapkit.study.simulation import Estimate, SimulationPlan, Tally, share, simulate

if TYPE_CHECKING:
    from concurrent.futures import Executor

ENOUGH = 10_000
"""The fewest games by which seats are called even (TX-78)."""
FAR, CLOSE = 0.02, 0.01
"""How far the share of an even seat may be from that of all seats, and how far in spite of its interval."""
BLOCK = 1000
"""After so many games of a trial, and each time again, it is left where it is hopeless."""
_Z99, _Z_HOPELESS = 2.5758293035489004, 4.0
"""The 99.5 % point of the normal distribution, and one that chance passes in 1 of 16,000 trials."""

Remedies = tuple[Remedy, ...]


class Trial(NamedTuple):
    """What was tried, and what was counted."""

    remedies: Remedies
    """The remedies; none for the game as it is."""
    changes: Mapping[str, int | str]
    """The settings that they change, as a map file has them."""
    players: int
    tally: Tally
    again: bool = False
    """Whether it was played a second time, with another seed, because it was even the first time."""
    why: Message = NOTHING
    """Why it cannot be played, in words; empty where it can."""

    @property
    def shares(self) -> tuple[Estimate, ...]:
        """The share of each seat in all wins, with its 99 % interval; nothing where nobody has won."""
        return shares(self.tally, self.players)

    @property
    def even(self) -> bool:
        return is_even(self.shares)


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
        abs(estimate.value - equal) <= FAR and (_holds(estimate, equal, equal) or abs(estimate.value - equal) < CLOSE)
        for estimate in found
    )


def is_hopeless(tally: Tally, players: int) -> bool:
    """Whether a seat is so far from even that more games cannot change it, but for a miracle."""
    equal = 1 / players
    return not all(_holds(estimate, equal - FAR, equal + FAR) for estimate in shares(tally, players, _Z_HOPELESS))


def _holds(found: Estimate, low: float, high: float) -> bool:
    assert found.low is not None and found.high is not None  # noqa: PT018
    return found.low <= high and low <= found.high


def add_games(
    plan: SimulationPlan,
    games: int,
    executor: Executor | None,
    advance: Callable[[int], object],
    tally: Tally,
    *,
    to_the_end: bool,
) -> None:
    """Add what is counted in the games of a plan to the tally, a block at a time.

    Only `to_the_end` all games are played; else they are left where they are hopeless. Raises what a referee raises.
    """
    while (played := tally.ends.total()) < games:
        tally.add(simulate(plan, min(BLOCK, games - played), executor, advance, played))
        if not to_the_end and is_hopeless(tally, len(plan.seat_kinds)):
            return


def choices(remedies: Sequence[Remedy], players: int) -> Iterator[Remedies]:
    """What is tried, in this order: nothing, each remedy, and each pair of them that do not change the same (TX-82)."""
    able = [remedy for remedy in remedies if remedy.settings(players) or remedy.redraw]
    yield ()
    yield from ((remedy,) for remedy in able)
    for one, other in combinations(able, 2):
        if one.settings(players).keys().isdisjoint(other.settings(players)):
            yield one, other


def changes(remedies: Remedies, players: int) -> Mapping[str, str]:
    return {name: value for remedy in remedies for name, value in remedy.settings(players).items()}


def read_changes(params: Any, given: Mapping[str, str]) -> Mapping[str, Any]:
    """The values of settings that the parameters do not have yet; raises BadSetting."""
    known = {setting.name: setting for setting in settings(type(params))}
    values = {name: read_setting(known[name], raw, params.grid) for name, raw in given.items()}
    return {name: value for name, value in values.items() if value != getattr(params, name)}


def tune(tried: Iterable[Remedies], play: Callable[[Remedies, bool], Trial | None]) -> Iterator[Trial]:
    """Each trial when it is over, up to the first that is even twice; `play` returns None for one that changes nothing.

    The second time it is played with another seed, since of many trials one may pass by luck (TX-82.b).
    """
    for remedies in tried:
        found = play(remedies, False)
        if found is None:
            continue
        yield found
        if found.even:
            second = play(remedies, True)
            assert second is not None
            yield second
            if second.even:
                return
