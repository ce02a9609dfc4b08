"""What was found over many games and many maps, for people and for programs."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from math import inf
from statistics import median
from typing import TYPE_CHECKING, Any, NamedTuple

from mapkit.language.catalogue import ENGLISH
from mapkit.language.phrases import phrases
from mapkit.model.game import table_of
from mapkit.model.map import Map
from mapkit.model.message import Message, Name, for_program, message, plural, said_of
from mapkit.model.ruling import Announcement
from mapkit.study.balance import EVEN, BalanceRound, Trial
from mapkit.study.simulation import (
    Estimate,
    Frequency,
    SimulationPlan,
    Tally,
    mean,
    mean_length,
    percentile,
    possible_ends,
    share,
)
from mapkit.study.variety import Survey

if TYPE_CHECKING:
    from mapkit.paper.plots import PlotChart

PERCENTS = (5, 50, 95)
"""The percentiles of the number of turns that are told."""
Row = tuple[Message | Name, ...]


def seat_names(first: Map[Any], players: int) -> tuple[Message | Name, ...]:
    ordinals = (
        message("first to move"), message("second to move"), message("third to move"), message("fourth to move"),
        message("fifth to move"), message("sixth to move"), message("seventh to move"), message("eighth to move"),
    )  # fmt: skip
    return tuple(map(Name, table_of(first.game).seating.seat_names(first))) or ordinals[:players]


class Wins(NamedTuple):
    """How often each of several seats or players has won."""

    names: Sequence[Message | Name]
    counted: Mapping[int, int]
    shares: Sequence[Estimate]
    """The share of each, with its interval; none where nobody has won."""

    @property
    def rows(self) -> list[Row]:
        rows = list[Row]()
        for n, (name, won) in enumerate(zip(self.names, self.shares, strict=False)):
            low, high = (Name(f"{100 * (end or 0.0):.1f}") for end in (won.low, won.high))
            between = message("{low}% to {high}%", low, high)
            rows.append((name, Name(str(self.counted[n])), Name(f"{won.value:.1%}"), between))
        return rows

    def data(self, called: str, say: Callable[[Message | Name], str]) -> list[dict[str, Any]]:
        """The same for programs; `called` is the key of the name."""
        return [
            {**for_program(say, **{called: name}), "wins": self.counted[n], **_estimate(won)}
            for n, (name, won) in enumerate(zip(self.names, self.shares, strict=False))
        ]

    def chart(self, heading: str, put: Callable[[Message | Name], str], widest: float = 0.0) -> PlotChart:
        """Bars for the shares, with names in words; `widest` is the share at which their scale ends at least."""
        from mapkit.paper.plots import ShareBar, bars

        named = zip(map(put, self.names), self.shares, strict=True)
        rows = [ShareBar(name, won.value, won.low or 0.0, won.high or 0.0) for name, won in named]
        return bars(heading, rows, 1 / len(rows), widest)


class RuleCount(NamedTuple):
    """How often a rule came up."""

    number: str
    """The number of the rule; empty where an announcement has none."""
    key: str
    """The key of what is announced or noted then."""
    says: str
    """What is announced or noted, with the names of its gaps where something stands."""
    often: Frequency


class Simulation(NamedTuple):
    """What was counted in many games."""

    of: Name
    """What was played: a file, a game, or a map."""
    first: Map[Any]
    """The map of the first game."""
    plan: SimulationPlan
    tally: Tally

    @property
    def seats(self) -> Wins:
        """How often each seat won, in the order of turns."""
        return self._wins(seat_names(self.first, len(self.plan.seat_kinds)), self.tally.seats)

    @property
    def players(self) -> Wins:
        """How often each player of the plan won, whatever their seat."""
        return self._wins(tuple(map(Name, self.plan.seat_kinds)), self.tally.players)

    def _wins(self, names: Sequence[Message | Name], counted: Mapping[int, int]) -> Wins:
        return Wins(names, counted, [share(counted[n], self.tally.games) for n in range(len(names))])

    @property
    def length(self) -> Estimate | None:
        """The mean number of turns of a game that came to an end; None where none did."""
        return mean_length(self.tally)

    def percentile(self, percent: int) -> float:
        """The turns within which so many of a hundred games are over; `inf` where fewer came to an end."""
        return percentile(self.tally, percent)

    def rules(self, language: str = ENGLISH) -> list[RuleCount]:
        """What came up, the most frequent first."""
        name = self.first.game.name
        words, numbers = phrases(name, language), phrases(name, ENGLISH).rules  # only there do comments name them
        found = list[RuleCount]()
        for key, count in sorted(self.tally.came_up.items(), key=lambda item: (-item[1].total, item[0])):
            says = words.say if key in words.heard else words.note
            found.append(RuleCount(numbers.get(key, ""), key, says(Announcement(key)), count))
        return found

    def to_json(self, say: Callable[[Message | Name], str] = str) -> dict[str, Any]:
        """The same for `json.dumps`, with texts as `say` puts them; its schema is `simulate`."""
        tally, games, game = self.tally, self.tally.games, self.first.game
        return {
            "of": self.of,
            "game": game.name,
            "size": str(self.first.params.grid),
            "seed": self.plan.seed,
            "games": tally.ends.total(),
            "most_turns": self.plan.turns,
            "ended": {end: tally.ends[end] for end in possible_ends(game)},
            "turns": {
                **{f"percentile_{p}": None if (at := self.percentile(p)) == inf else at for p in PERCENTS},
                "mean": _estimate(self.length) if self.length else None,
            },
            **({"seats": self.seats.data("seat", say)} if table_of(game).statistics is not None else {}),
            "players": self.players.data("kind", say),
            "rules": [
                {"rule": number, "key": key, "says": says, **_frequency(count, games)}
                for number, key, says, count in self.rules()
            ],
            "measured": [
                {**for_program(say, what=said_of(name)), **_frequency(count, games)}
                for name, count in sorted(tally.measured.items())
            ],
        }


class Balance(NamedTuple):
    """How even the seats of a game are, and what was tried to make them even."""

    of: Name
    first: Map[Any]
    seed: str
    kinds: tuple[str, ...]
    """The kind of each player."""
    games: int
    """How many games a trial has that is played to the end."""
    turns: int
    """The most turns of a game."""
    trials: Sequence[Trial]
    rounds: Sequence[BalanceRound]
    stopped: bool = False

    @property
    def chosen(self) -> Trial | None:
        """The second trial of what was best, where it is even or proven to be better than the game as it is."""
        last = self.trials[-1]
        sure = last.verdict == EVEN or self.trials[0].is_worse_than(last)
        return last if last.again and sure and not self.stopped else None

    @property
    def best(self) -> Trial:
        """The last trial where it was played again and was better then, too; else the game as it is."""
        first, last = self.trials[0], self.trials[-1]
        return last if last.again and last.farthest.value < first.farthest.value else first

    def wins(self, trial: Trial) -> Wins:
        return Wins(seat_names(self.first, len(self.kinds)), trial.tally.seats, trial.shares)

    def to_json(self, say: Callable[[Message | Name], str] = str) -> dict[str, Any]:
        """The same for `json.dumps`, with texts as `say` puts them; its schema is `balance`."""
        return {
            "of": self.of,
            "game": self.first.game.name,
            "size": str(self.first.params.grid),
            "seed": self.seed,
            "players": len(self.kinds),
            "kind": self.kinds[0],
            "games": self.games,
            "most_turns": self.turns,
            "stopped": self.stopped,
            "rounds": [
                {
                    "games": each.games,
                    "trials": [self.trials.index(trial) for trial in each.trials],
                    "best": self.trials.index(each.best),
                }
                for each in self.rounds
            ],
            "trials": [self._trial(trial, say) for trial in self.trials],
            "chosen": self._trial(self.chosen, say) if self.chosen else None,
        }

    def _trial(self, trial: Trial, say: Callable[[Message | Name], str]) -> dict[str, Any]:
        middle, remedies = percentile(trial.tally, 50), [remedy.words for remedy in trial.remedies]
        return {
            **for_program(say, remedies=remedies, why_not_played=trial.why),
            "settings": dict(trial.changes),
            "again": trial.again,
            "verdict": trial.verdict,
            "farthest": _estimate(trial.farthest),
            "left": trial.left,
            "games": trial.games,
            "ended": {end: trial.tally.ends[end] for end in possible_ends(self.first.game)},
            "median_turns": None if middle == inf else middle,
            "seats": self.wins(trial).data("seat", say),
        }


class MapSurvey(NamedTuple):
    """What was found on many maps."""

    first: Map[Any]
    survey: Survey
    without: int
    """For how many seeds no map was found."""
    source: Message | Name
    """Where the maps come from, in words."""

    @property
    def maps(self) -> Message:
        return plural("{number} map, {source}", "{number} maps, {source}", self.survey.maps, self.source)

    def to_json(self, say: Callable[[Message | Name], str] = str) -> dict[str, Any]:
        """The same for `json.dumps`, with texts as `say` puts them; its schema is `survey`."""
        survey, pairs = self.survey, self.survey.likeness.pairs()
        keys = ("least", "percentile_5", "median", "percentile_95", "most")
        return {
            "game": self.first.game.name,
            "size": str(survey.grid),
            "source": self.source,
            "maps": survey.maps,
            "seeds_without_a_map": self.without,
            "measures": {
                label: {**for_program(say, label=label), "maps": len(numbers)}
                | dict(zip(keys, summary(numbers), strict=True))
                for label, numbers in survey.numbers.items()
            },
            "things": [spread._asdict() for spread in survey.spreads()],
            "twins": survey.likeness.twins,
            "nearest": pairs.nearest if pairs else None,
            "farthest": pairs.farthest if pairs else None,
            "median_difference": pairs.median if pairs else None,
        }


def summary(numbers: Sequence[float]) -> tuple[float, ...]:
    """The least of some numbers, their 5th percentile, median and 95th percentile, and the most."""
    ranked = sorted(numbers)
    last = len(ranked) - 1
    return ranked[0], ranked[round(0.05 * last)], median(ranked), ranked[round(0.95 * last)], ranked[-1]


def _estimate(found: Estimate) -> dict[str, float | None]:
    return {name: None if value is None else round(value, 6) for name, value in found._asdict().items()}


def _frequency(count: Frequency, games: int) -> dict[str, Any]:
    return {"games": count.games, "total": count.total, "a_game": _estimate(mean(count, games))}
