"""The command `simulate`, in which machine players play many games."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from math import inf
from typing import Any, NamedTuple

from mapkit.cli.commands import FileCommand, command
from mapkit.cli.languages import answer_language, in_words
from mapkit.cli.many_games import PERCENTS, GamesOptions, Row, columns, ends_and_turns, estimate_data, seat_names
from mapkit.cli.options import AsJson
from mapkit.cli.plots import PlotContent, PlotOptions, plain_board
from mapkit.cli.streams import progress, say, say_json, tell_seed
from mapkit.games.shelf import GAMES
from mapkit.language.catalogue import ENGLISH
from mapkit.language.phrases import phrases
from mapkit.model.game import table_of
from mapkit.model.map import Map
from mapkit.model.rule import SolverGaveUp, many
from mapkit.model.ruling import Announcement
from mapkit.study.simulation import (
    UNFINISHED,
    Estimate,
    Frequency,
    SimulationPlan,
    Tally,
    mean,
    mean_length,
    opening_of,
    percentile,
    player_kinds,
    possible_ends,
    share,
    simulate,
    slow_kinds,
)

MOST_ROWS = 20
"""The most rows of the table of rules; a program gets all of them."""


class _Report(NamedTuple):
    asked: GamesOptions
    first: Map[Any]
    plan: SimulationPlan
    tally: Tally


@command("simulate", FileCommand)
def simulated(*, asked: GamesOptions, plot: PlotOptions, as_json: AsJson = False) -> None:
    """How long games last, who wins, and how often each rule comes up."""
    drawing, games = plot.file(), asked.games or 100
    dealt = asked.dealt("simulate")
    usual = (*player_kinds(dealt.first.game), *slow_kinds(dealt.first.game))[:2][-1:]  # the second weakest
    plan = asked.plan(dealt, asked.kinds(dealt.first, usual), places=drawing is not None)
    opening_of(plan, dealt.first)
    with asked.work.workers(games) as workers, progress("Playing games", games) as advance:
        tally = simulate(plan, games, workers, advance)
    if not tally.games:
        raise SolverGaveUp("no map was found for any of the games")
    tell_seed(asked.work.seed, dealt.seed)
    report = _Report(asked, dealt.first, plan, tally)
    if as_json:
        say_json(_for_program(report))
    else:
        first = dealt.first
        source, number = asked.source_in_words, many(tally.ends.total(), "game")
        played = f"{number} of {players_in_words(plan.seat_kinds)}"
        say(in_words(f"{first.game.title}, {first.params.grid}, {source}: {played}"))
        for line in ends_and_turns(first.game, tally, plan.turns):
            say(in_words(line))
        average = mean_length(tally)
        if average is not None:
            all_ended, shown = tally.lengths.total() == tally.games, _with_interval(average, 1)
            say(in_words(f"       mean of a game {shown}" if all_ended else f"       mean of a finished game {shown}"))
        for heading, rows in _tables(report):
            say("")
            for line in columns([tuple(map(in_words, row)) for row in (heading, *rows)]):
                say(in_words(line))
    if drawing:
        drawing.write(dealt.first.game, _plotted(report))


# --- what is printed ---------------------------------------------------------------------------------------------


def players_in_words(who: Sequence[str]) -> str:
    """The players by their kinds, such as `3 players, all explorer`."""
    if len(set(who)) > 1:
        return f"{len(who)} players: {', '.join(who)}"
    return f"{many(len(who), 'player')}, {'all ' if len(who) > 1 else ''}{who[0]}"


def _with_interval(found: Estimate, digits: int) -> str:
    if found.low is None:
        return f"{found.value:.{digits}f}"
    return f"{found.value:.{digits}f} (95 %: {_range(found, digits)})"


def _range(found: Estimate, digits: int) -> str:
    return "" if found.low is None else f"{found.low:.{digits}f} to {found.high:.{digits}f}"


def _tables(report: _Report) -> Iterator[tuple[Row, Sequence[Row]]]:
    """The tables of wins, of rules that came up, and of the game's own counts, each with its heading and rows."""
    first, plan, tally = report.first, report.plan, report.tally
    if table_of(first.game).statistics is not None:
        rates = ("wins", "share", "95 % interval")
        yield ("seat", *rates), _wins(seat_names(first, len(plan.seat_kinds)), tally.seats, tally.games)
        if len(set(plan.seat_kinds)) > 1:
            names = [f"{kind} {number}" for number, kind in enumerate(plan.seat_kinds, 1)]
            yield ("player", *rates), _wins(names, tally.players, tally.games)
    heads = ("a game", "95 % interval", "in games")
    if tally.came_up:
        rows = (
            (number, *_often(count, tally.games), says)
            for number, _, says, count in _rules(report, answer_language())[:MOST_ROWS]
        )
        yield ("rule", *heads, "what is said or noted"), tuple(rows)
    if tally.measured:
        yield ("measured", *heads), [(name, *_often(count, tally.games)) for name, count in _measured_rows(tally)]


def _wins(names: Sequence[str], wins: Mapping[int, int], games: int) -> list[Row]:
    return [
        (name, str(wins[n]), f"{found.value:.1%}", f"{found.low:.1%} to {found.high:.1%}")
        for n, name in enumerate(names)
        for found in [share(wins[n], games)]
    ]


def _often(count: Frequency, games: int) -> Row:
    found = mean(count, games)
    return f"{found.value:.2f}", _range(found, 2), f"{count.games / games:.0%}"


def _rules(report: _Report, language: str = ENGLISH) -> list[tuple[str, str, str, Frequency]]:
    """What came up, the most frequent first: the rule's number (may be empty), the key, its words, and how often."""
    game = report.first.game
    words = phrases(game.name, language)
    numbers = phrases(game.name, ENGLISH).rules  # only there do comments name them
    found = []
    for key, count in sorted(report.tally.came_up.items(), key=lambda item: (-item[1].total, item[0])):
        says = words.say if key in words.heard else words.note  # with the names of the braces where something stands
        found.append((numbers.get(key, ""), key, says(Announcement(key)), count))
    return found


def _measured_rows(tally: Tally) -> list[tuple[str, Frequency]]:
    return sorted(tally.measured.items())


def _for_program(report: _Report) -> dict[str, Any]:
    first, plan, tally, games = report.first, report.plan, report.tally, report.tally.games
    average = mean_length(tally)
    wins: Callable[[Mapping[int, int]], Iterator[dict[str, Any]]] = lambda won: (  # noqa: E731
        {"wins": won[n], **estimate_data(share(won[n], games))} for n in range(len(plan.seat_kinds))
    )
    seats = [
        {"seat": name, **won}
        for name, won in zip(seat_names(first, len(plan.seat_kinds)), wins(tally.seats), strict=True)
    ]
    people = [{"kind": kind, **won} for kind, won in zip(plan.seat_kinds, wins(tally.players), strict=True)]
    return {
        "of": report.asked.shown,
        "game": report.first.game.name,
        "size": str(report.first.params.grid),
        "seed": plan.seed,
        "games": tally.ends.total(),
        "most_turns": plan.turns,
        "ended": {end: tally.ends[end] for end in possible_ends(report.first.game)},
        "turns": {
            **{f"percentile_{p}": None if (at := percentile(tally, p)) == inf else at for p in PERCENTS},
            "mean": estimate_data(average) if average else None,
        },
        **({"seats": seats} if table_of(report.first.game).statistics is not None else {}),
        "players": people,
        "rules": [
            {"rule": number, "key": key, "says": says, **_frequency_data(count, games)}
            for number, key, says, count in _rules(report)
        ],
        "measured": [{"what": name, **_frequency_data(count, games)} for name, count in _measured_rows(tally)],
    }


def _frequency_data(count: Frequency, games: int) -> dict[str, Any]:
    return {"games": count.games, "total": count.total, "a_game": estimate_data(mean(count, games))}


# --- what is drawn -----------------------------------------------------------------------------------------------


def _plotted(report: _Report) -> PlotContent:
    from mapkit.paper.plots import CellPlot, ShareBar, bars, lengths, said

    first, plan, tally = report.first, report.plan, report.tally
    known, games = report.asked.what not in GAMES, tally.games
    charts = []
    if table_of(first.game).statistics is not None:
        shares = [
            (in_words(name), share(tally.seats[n], games))
            for n, name in enumerate(seat_names(first, len(plan.seat_kinds)))
        ]
        rows = [ShareBar(name, each.value, each.low or 0.0, each.high or 0.0) for name, each in shares]
        charts = [bars(in_words("Wins by seat, with 95 % intervals"), rows, 1 / len(rows))]
    named = in_words("How long games last")
    if tally.lengths:
        charts.append(lengths(named, tally.lengths, tally.ends[UNFINISHED]))
    else:
        charts.append(said(named, in_words("No game came to an end.")))
    where = (
        (in_words("where players come, times a game"), tally.visits),
        (in_words("where players are hit, caught or fall, times a game"), tally.falls),
        (in_words("where players stand when a game is left, times a game"), tally.left),
    )
    cells = set(first.params.grid.cells())
    numbers = [
        CellPlot(caption, {cell: times / games for cell, times in counted.items() if cell in cells}, _times)
        for caption, counted in where
        if cells & counted.keys()
    ]
    of = f"{in_words(first.game.title)} · " if first.title and known else ""
    played = f"{many(games, 'game')} of {players_in_words(plan.seat_kinds)}, seed {plan.seed}"
    board = plain_board(first, known)
    return PlotContent(first.title if known else "", of + in_words(played), charts, board, numbers, known)


def _times(number: float) -> str:
    return f"{number:.0f}" if number >= 10 else f"{number:.1f}" if number >= 0.05 else f"{number:.2f}".lstrip("0")
