"""Many games at once: how they end, how long they last, who wins, and how often each rule comes up.

A game depends on the seed and its own number alone, and all that is counted are whole numbers. So the result is the
same whoever plays which of the games, in whatever order, on however many machines.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Container, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from math import inf, sqrt
from typing import TYPE_CHECKING, Any, NamedTuple

from mapkit.chance import Chance
from mapkit.game import Game, Map, Referee, table_of
from mapkit.playing.phrases import phrases
from mapkit.playing.players import Observed, carried_out, dice_of, machines
from mapkit.ruling import Ruling
from mapkit.settings import BadSetting

if TYPE_CHECKING:
    from concurrent.futures import Executor

NAMES = ("Ann", "Bob", "Cid", "Dan", "Eve", "Fay", "Gus", "Hal")
"""What the players are called; so many are the most."""
WON, DRAWN, UNFINISHED, NO_MAP = "won", "drawn", "unfinished", "no-map"
ENDS = (WON, DRAWN, UNFINISHED, NO_MAP)
"""How a game may end: somebody wins, nobody does, it is left off, or there was no map to play it on."""
MOST_IN_A_TURN = 1000
"""After so many directives in one turn a game is left off."""
MOST_AT_ONCE = 20
"""How many games, at the most, one process is given at a time."""


class SimulationPlan(NamedTuple):
    """What is to be played, with nothing in it that cannot cross to another process.

    `deal(number)` is the map of a game, counted from 1, or None where none was found. `who` are the kinds of the
    players, who change seats after every game. `turns` is how many a game may last, `options` are those of the table.
    """

    deal: Callable[[int], Map[Any] | None]
    who: tuple[str, ...]
    seed: str
    turns: int
    options: Mapping[str, str]


@dataclass
class Frequency:
    """How often something came up: in how many games, how often in all, and the sum of the squares game by game."""

    games: int = 0
    total: int = 0
    squares: int = 0

    def add(self, other: Frequency) -> None:
        """Add what was counted in other games."""
        self.games += other.games
        self.total += other.total
        self.squares += other.squares


@dataclass
class Tally:
    """What was counted in a number of games.

    `ends` is how they ended, `lengths` the turns of those that came to an end. `seats` is how often each place in the
    order of turns won, `players` how often each player of the plan; both count from 0. `came_up` are
    the keys of what was heard, and noted where a rule stands behind it; `measured` is what the game itself measures.
    """

    ends: Counter[str] = field(default_factory=Counter)
    lengths: Counter[int] = field(default_factory=Counter)
    seats: Counter[int] = field(default_factory=Counter)
    players: Counter[int] = field(default_factory=Counter)
    came_up: dict[str, Frequency] = field(default_factory=dict)
    measured: dict[str, Frequency] = field(default_factory=dict)

    @property
    def games(self) -> int:
        """How many games were played."""
        return self.ends.total() - self.ends[NO_MAP]

    def add(self, other: Tally) -> None:
        """Add what was counted in other games."""
        self.ends += other.ends
        self.lengths += other.lengths
        self.seats += other.seats
        self.players += other.players
        for mine, theirs in ((self.came_up, other.came_up), (self.measured, other.measured)):
            for key, count in theirs.items():
                mine.setdefault(key, Frequency()).add(count)


# --- who plays ---------------------------------------------------------------------------------------------------


def kinds(game: Game[Any]) -> tuple[str, ...]:
    """The kinds of players that a game has, the weakest first; raises BadSetting where it has no referee."""
    return tuple(machines(table_of(game)))


# --- a game ------------------------------------------------------------------------------------------------------


def opened(plan: SimulationPlan, drawn: Map[Any]) -> Ruling[Any]:
    """How a game of a plan begins on a map; raises BadSetting where it cannot."""
    game = _game(plan, drawn, 1)
    opening = next(game).ruling
    if not table_of(drawn.game).referee.mover(opening.state):
        raise BadSetting("the game is over before it begins")
    return opening


def _game(plan: SimulationPlan, drawn: Map[Any], number: int) -> Iterator[Observed[Any]]:
    """A game of a plan, directive by directive."""
    table, seed = table_of(drawn.game), f"{plan.seed} {number}"
    known = machines(table)
    who = _who_is_who(plan, number)
    seats = {name: known[plan.who[n]](name, Chance(f"{name} plays {seed}")) for name, n in who.items()}
    return carried_out(table.referee, drawn, seats, dice_of(seed), plan.options)


def _who_is_who(plan: SimulationPlan, number: int) -> Mapping[str, int]:
    """Which player of the plan has which name; they move on by one after every game, so that nobody keeps a seat."""
    players = len(plan.who)
    return {name: (place - number + 1) % players for place, name in enumerate(NAMES[:players])}


def _counted(plan: SimulationPlan, number: int) -> Tally:
    """What is counted in one game."""
    drawn = plan.deal(number)
    if drawn is None:
        return Tally(Counter({NO_MAP: 1}))
    table, game = table_of(drawn.game), _game(plan, drawn, number)
    referee, counted = table.referee, table.statistics
    opening = next(game).ruling
    rules = phrases(drawn.game.name, "en").rules
    rulings = tuple(_in_time(plan, referee, opening, game))
    tally = Tally(
        came_up=_summed((key, 1) for ruling in rulings for key in _keys(ruling, rules)),
        measured=_summed(each for ruling in rulings for each in (counted.tally(ruling) if counted else ())),
    )
    last = (rulings or (opening,))[-1].state
    if referee.mover(last):
        tally.ends[UNFINISHED] += 1
        return tally
    tally.lengths[sum(map(_turns, (opening, *rulings)))] += 1
    won = counted.winners(last) if counted else ()
    tally.ends[WON if won else DRAWN] += 1
    who, order = _who_is_who(plan, number), [seat.name for seat in referee.seats(opening.state)]
    tally.players.update(who[name] for name in won)
    tally.seats.update(order.index(name) for name in won)
    return tally


def _in_time(
    plan: SimulationPlan, referee: Referee[Any], opening: Ruling[Any], game: Iterable[Observed[Any]]
) -> Iterator[Ruling[Any]]:
    """The rulings of a game after its opening, up to its end or until it has lasted too long."""
    turns, in_turn = _turns(opening), 0
    for said in game:
        begun = _turns(said.ruling)
        turns += begun
        in_turn = 0 if begun else in_turn + 1
        if in_turn > MOST_IN_A_TURN or (turns > plan.turns and referee.mover(said.ruling.state)):
            return
        yield said.ruling


def _summed(amounts: Iterable[tuple[str, int]]) -> dict[str, Frequency]:
    """What came up in one game, added up by its name."""
    sums = Counter[str]()
    for name, amount in amounts:
        sums[name] += amount
    return {name: Frequency(1, total, total**2) for name, total in sums.items()}


def _turns(ruling: Ruling[Any]) -> int:
    """How many turns begin with a ruling."""
    return sum(each.key == "turn" for each in ruling.heard)


def _keys(ruling: Ruling[Any], rules: Container[str]) -> Iterable[str]:
    """What is heard but whose turn it is, and of the notes those of rules that nobody hears of."""
    yield from (each.key for each in ruling.heard if each.key != "turn")
    yield from (note.key for note in ruling.notes if note.key in rules)


# --- many games --------------------------------------------------------------------------------------------------


def simulate(
    plan: SimulationPlan, games: int, executor: Executor | None = None, told: Callable[[int], object] = lambda _: None
) -> Tally:
    """What is counted in so many games, played here or by an executor; `told` hears how many more are done.

    Raises what a referee raises.
    """
    step, whole = max(1, min(MOST_AT_ONCE, games // 50)), Tally()
    parts = [range(first, min(first + step, games + 1)) for first in range(1, games + 1, step)]
    for part, tally in zip(parts, _played(plan, parts, executor), strict=True):
        whole.add(tally)
        told(len(part))
    return whole


def _played(plan: SimulationPlan, parts: Iterable[range], executor: Executor | None) -> Iterator[Tally]:
    if executor is None:
        yield from (play(plan, part) for part in parts)
        return
    futures = [executor.submit(play, plan, part) for part in parts]
    try:
        yield from (future.result() for future in futures)
    finally:
        for future in futures:
            future.cancel()


def play(plan: SimulationPlan, numbers: Iterable[int]) -> Tally:
    """What is counted in the games of these numbers."""
    tally = Tally()
    for number in numbers:
        tally.add(_counted(plan, number))
    return tally


# --- what it means -----------------------------------------------------------------------------------------------


class Estimate(NamedTuple):
    """A figure and the interval that holds the true one in 95 cases of 100; without ends where too little is known."""

    value: float
    low: float | None = None
    high: float | None = None


_Z = 1.959963984540054
"""The 97.5 % point of the normal distribution."""
FEWEST = 4
"""Of fewer games no mean has an interval."""


def share(part: int, whole: int) -> Estimate:
    """A share of games, with the score interval of Wilson (1927)."""
    p, z2 = part / whole, _Z**2 / whole
    middle, half = p + z2 / 2, _Z * sqrt(p * (1 - p) / whole + z2 / (4 * whole))
    return Estimate(p, max(0.0, (middle - half) / (1 + z2)), min(1.0, (middle + half) / (1 + z2)))


def mean(count: Frequency, games: int) -> Estimate:
    """What comes up in a game on average, with Student's interval; less than nothing never comes up."""
    middle = count.total / games
    if games < FEWEST:
        return Estimate(middle)
    spread = (games * count.squares - count.total**2) / (games * (games - 1))
    half = _student(games - 1) * sqrt(spread / games)
    return Estimate(middle, max(0.0, middle - half), middle + half)


def _student(freedom: int) -> float:
    """The 97.5 % point of Student's t by its series (Abramowitz and Stegun 26.7.5), good to 0.004 from 3 degrees on."""
    z, v = _Z, freedom
    g1 = (z**3 + z) / 4
    g2 = (5 * z**5 + 16 * z**3 + 3 * z) / 96
    g3 = (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384
    g4 = (79 * z**9 + 776 * z**7 + 1482 * z**5 - 1920 * z**3 - 945 * z) / 92160
    return z + g1 / v + g2 / v**2 + g3 / v**3 + g4 / v**4


def mean_length(tally: Tally) -> Estimate | None:
    """The turns of a game that comes to an end, on average; None where none does."""
    lengths, games = tally.lengths, tally.lengths.total()
    if not games:
        return None
    total = sum(turns * times for turns, times in lengths.items())
    return mean(Frequency(games, total, sum(turns**2 * times for turns, times in lengths.items())), games)


def percentile(tally: Tally, percent: int) -> float:
    """The turns within which so many of 100 games are over; `inf` where fewer came to an end (nearest rank)."""
    wanted, over = percent * tally.games, 0
    for turns in sorted(tally.lengths):
        over += tally.lengths[turns]
        if 100 * over >= wanted:
            return turns
    return inf
