"""Many games at once: how they end, how long they last, who wins, and how often each rule comes up.

A game depends only on the seed and its own number, and only whole numbers are counted. So the result is the same in
whatever order the games are played, and on however many machines.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Container, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache, partial
from itertools import chain
from math import inf, sqrt
from typing import TYPE_CHECKING, Any, NamedTuple

from mapkit.language.phrases import phrases
from mapkit.model.chance import Chance
from mapkit.model.game import Game, table_of
from mapkit.model.grid import Cell
from mapkit.model.map import Map
from mapkit.model.message import message
from mapkit.model.ruling import Ruling, turns_begun
from mapkit.model.settings import BadSetting
from mapkit.players.machines import ObservedDirective, dice_of, machines, play_directives, ponderers
from mapkit.study.fresh_maps import in_order

if TYPE_CHECKING:
    from concurrent.futures import Executor

NAMES = ("Ann", "Bob", "Cid", "Dan", "Eve", "Fay", "Gus", "Hal")
"""The names of the players; no simulation has more players than these."""
WON, DRAWN, OVER, UNFINISHED, NO_MAP = "won", "drawn", "over", "unfinished", "no-map"
"""How a game may end: somebody wins, nobody wins, it is over, it is left unfinished, or no map was found for it."""
MOST_IN_A_TURN = 1000
"""The most directives in one turn; a game with more is left unfinished."""
MOST_AT_ONCE = 20
"""The most games that one process gets at a time."""


class SimulationPlan(NamedTuple):
    """What is to be played. It can be sent to another process."""

    deal: Callable[[int], Map[Any] | None]
    """The map of the game of a number, counted from 1; None where none was found."""
    seat_kinds: tuple[str, ...]
    """The kinds of the players. The players change seats after every game."""
    seed: str
    turns: int
    options: Mapping[str, str]
    places: bool = False
    """Whether it is also counted where the players are, which takes a little longer."""


@dataclass
class Frequency:
    """How often something came up."""

    games: int = 0
    """In how many games it came up."""
    total: int = 0
    """How often it came up in all games together."""
    squares: int = 0
    """The sum, over the games, of the square of how often it came up in the game."""

    def add(self, other: Frequency) -> None:
        self.games += other.games
        self.total += other.total
        self.squares += other.squares


@dataclass
class Tally:
    """What was counted in a number of games."""

    ends: Counter[str] = field(default_factory=Counter)
    """How many games ended in each way, by the words of `possible_ends`."""
    lengths: Counter[int] = field(default_factory=Counter)
    """How many games that came to an end had each number of turns."""
    seats: Counter[int] = field(default_factory=Counter)
    """How often each seat won, by its place in the order of turns, counted from 0."""
    players: Counter[int] = field(default_factory=Counter)
    """How often each player of the plan won, by their place in `seat_kinds`, counted from 0."""
    came_up: dict[str, Frequency] = field(default_factory=dict)
    """How often each announcement came up, and each note that has a rule behind it, by keys."""
    measured: dict[str, Frequency] = field(default_factory=dict)
    visits: Counter[Cell] = field(default_factory=Counter)
    """How often players came to each cell; counted where the plan says so, as are the next two."""
    falls: Counter[Cell] = field(default_factory=Counter)
    """How often a player was killed, wounded, caught or stuck on each cell."""
    left: Counter[Cell] = field(default_factory=Counter)
    """How many players stood on each cell when a game was left unfinished."""

    @property
    def games(self) -> int:
        """How many games were played, without those for which no map was found."""
        return self.ends.total() - self.ends[NO_MAP]

    def add(self, other: Tally) -> None:
        for name, mine in vars(self).items():
            theirs = getattr(other, name)
            if isinstance(mine, Counter):
                mine.update(theirs)
            else:
                for key, count in theirs.items():
                    mine.setdefault(key, Frequency()).add(count)


# --- who plays ---------------------------------------------------------------------------------------------------


def player_kinds(game: Game[Any]) -> tuple[str, ...]:
    """The kinds of players that a game has, the weakest first; raises BadSetting where it has no referee."""
    return tuple(machines(table_of(game)))


def slow_kinds(game: Game[Any]) -> tuple[str, ...]:
    """The kinds of players that take seconds for a turn, which nobody meets without asking for them."""
    return tuple(ponderers(game))


def possible_ends(game: Game[Any]) -> tuple[str, ...]:
    """How games may end; a game without statistics does not tell who has won, so it is just over."""
    return (*((WON, DRAWN) if table_of(game).statistics else (OVER,)), UNFINISHED, NO_MAP)


# --- a game ------------------------------------------------------------------------------------------------------


def opening_of(plan: SimulationPlan, drawn: Map[Any]) -> Ruling[Any]:
    """The ruling that begins a game of a plan on a map; raises BadSetting where no game can begin."""
    game = _game(plan, drawn, 1)
    opening = next(game).ruling
    if not table_of(drawn.game).referee.mover(opening.state):
        raise BadSetting(message("the game is over before it begins"))
    return opening


def _game(plan: SimulationPlan, drawn: Map[Any], number: int) -> Iterator[ObservedDirective[Any]]:
    table, seed = table_of(drawn.game), f"{plan.seed} {number}"
    known = dict(machines(table))
    if not known.keys() >= {*plan.seat_kinds}:
        known |= ponderers(drawn.game)
    who = _players_by_name(plan, number)
    seats = {
        name: known[plan.seat_kinds[n]](name, Chance(f"{name} plays {seed}"), drawn.params) for name, n in who.items()
    }
    return play_directives(table.referee, drawn, seats, dice_of(seed), plan.options)


def _players_by_name(plan: SimulationPlan, number: int) -> Mapping[str, int]:
    """For each name, the place of the player in `plan.seat_kinds`; players move on by one seat after every game."""
    players = len(plan.seat_kinds)
    return {name: (place - number + 1) % players for place, name in enumerate(NAMES[:players])}


def _tally_of_game(plan: SimulationPlan, number: int, rules_of: Callable[[str], Container[str]]) -> Tally:
    """What is counted in one game; `rules_of` gives the keys of a game's notes that have a rule behind them."""
    drawn = plan.deal(number)
    if drawn is None:
        return Tally(Counter({NO_MAP: 1}))
    table, game = table_of(drawn.game), _game(plan, drawn, number)
    referee, counted = table.referee, table.statistics
    opening = next(game).ruling
    rules = rules_of(drawn.game.name)
    turns, in_turn, rulings = turns_begun(opening.heard), 0, list[Ruling[Any]]()
    for said in game:  # up to the end, or to the last directive that the plan allows
        begun = turns_begun(said.ruling.heard)
        turns, in_turn = turns + begun, 0 if begun else in_turn + 1
        if in_turn > MOST_IN_A_TURN or (turns > plan.turns and referee.mover(said.ruling.state)):
            break
        rulings.append(said.ruling)
    heard = (spoken for ruling in rulings for spoken in ruling.heard if spoken.key != "turn")
    noted = (note for ruling in rulings for note in ruling.notes if note.key in rules)
    tally = Tally(
        came_up=_sums_by_name((event.key, 1) for event in chain(heard, noted)),
        measured=_sums_by_name(event for ruling in rulings for event in (counted.tally(ruling) if counted else ())),
    )
    last = (rulings or [opening])[-1].state
    if plan.places:
        falls, at = counted.falls if counted else {}, dict[str, Cell]()
        for ruling in (opening, *rulings):
            now = {seat.name: seat.cell for seat in referee.seats(ruling.state)}
            tally.visits.update(cell for name, cell in now.items() if cell and at.get(name) != cell)
            for note in (*ruling.heard, *ruling.notes):
                args = dict(note.args)
                if note.key in falls and (name := args.get(falls[note.key], "")):
                    tally.falls[args.get("cell") or now.get(name) or at.get(name, "")] += 1
            at = now
        if referee.mover(last):
            tally.left.update(filter(None, at.values()))
    if referee.mover(last):
        tally.ends[UNFINISHED] += 1
        return tally
    tally.lengths[turns] += 1
    won = counted.winners(last) if counted else ()
    tally.ends[OVER if counted is None else WON if won else DRAWN] += 1
    who, order = _players_by_name(plan, number), [seat.name for seat in referee.seats(opening.state)]
    tally.players.update(who[name] for name in won)
    tally.seats.update(order.index(name) for name in won)
    return tally


def _sums_by_name(amounts: Iterable[tuple[str, int]]) -> dict[str, Frequency]:
    sums = Counter[str]()
    for name, amount in amounts:
        sums[name] += amount
    return {name: Frequency(1, total, total**2) for name, total in sums.items()}


# --- many games --------------------------------------------------------------------------------------------------


def simulate(
    plan: SimulationPlan,
    games: int,
    executor: Executor | None = None,
    advance: Callable[[int], object] = lambda _: None,
    after: int = 0,
) -> Tally:
    """What is counted in a number of games, played by the executor or in this process.

    `advance` is called with the number of games that have just been played. The first game has the number that follows
    `after`. Raises what a referee raises.
    """
    step, whole, last = max(1, min(MOST_AT_ONCE, games // 50)), Tally(), after + games
    parts = [range(first, min(first + step, last + 1)) for first in range(after + 1, last + 1, step)]
    for part, tally in zip(parts, in_order(executor, partial(play, plan), parts), strict=True):
        whole.add(tally)
        advance(len(part))
    return whole


def play(plan: SimulationPlan, numbers: Iterable[int]) -> Tally:
    tally, rules_of = Tally(), cache(lambda game: phrases(game, "en").rules)
    for number in numbers:
        tally.add(_tally_of_game(plan, number, rules_of))
    return tally


# --- what it means -----------------------------------------------------------------------------------------------


class Estimate(NamedTuple):
    """A number with its 95 % confidence interval."""

    value: float
    low: float | None = None
    """The lower end of the interval; None where too little is known."""
    high: float | None = None
    """The upper end of the interval; None where too little is known."""


_Z = 1.959963984540054
"""The 97.5 % point of the normal distribution."""
FEWEST = 4
"""The fewest games for which a mean has an interval."""


def share(part: int, whole: int, z: float = _Z) -> Estimate:
    """A share of games, with the score interval of Wilson (1927); `z` is a point of the normal distribution."""
    p, z2 = part / whole, z**2 / whole
    middle, half = p + z2 / 2, z * sqrt(p * (1 - p) / whole + z2 / (4 * whole))
    return Estimate(p, max(0.0, (middle - half) / (1 + z2)), min(1.0, (middle + half) / (1 + z2)))


def mean(count: Frequency, games: int) -> Estimate:
    """How often something comes up in a game on average, with Student's interval, which is cut off at 0."""
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
    """The average number of turns of games that came to an end; None where none did."""
    lengths, games = tally.lengths, tally.lengths.total()
    if not games:
        return None
    total = sum(turns * times for turns, times in lengths.items())
    return mean(Frequency(games, total, sum(turns**2 * times for turns, times in lengths.items())), games)


def percentile(tally: Tally, percent: int) -> float:
    """The turns within which `percent` of 100 games are over (nearest rank); `inf` where fewer came to an end."""
    wanted, over = percent * tally.games, 0
    for turns in sorted(tally.lengths):
        over += tally.lengths[turns]
        if 100 * over >= wanted:
            return turns
    return inf
