"""The command `simulate`, in which machine players play many games."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import inf
from typing import Any, NamedTuple

from mapkit.cli.commands import FileCommand, command
from mapkit.cli.languages import answer_language, in_words
from mapkit.cli.many_games import PERCENTS, GamesOptions, Row, Wins, ends_and_turns, estimate_data, seat_names, table
from mapkit.cli.options import AsJson
from mapkit.cli.plots import PlotFile, PlotOptions, plain_board
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
    seats: Wins
    players: Wins


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
    counted = (seat_names(dealt.first, len(plan.seat_kinds)), tally.seats), (plan.seat_kinds, tally.players)
    seats, players = (
        Wins(names, won, [share(won[n], tally.games) for n in range(len(names))]) for names, won in counted
    )
    report = _Report(asked, dealt.first, plan, tally, seats, players)
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
            all_ended, interval = tally.lengths.total() == tally.games, f" (95 %: {_range(average, 1)})"
            shown = f"{average.value:.1f}{'' if average.low is None else interval}"
            say(in_words(f"       mean of a game {shown}" if all_ended else f"       mean of a finished game {shown}"))
        for heading, rows in _tables(report):
            say("")
            for line in table(heading, rows):
                say(in_words(line))
    if drawing:
        _draw(drawing, report)


# --- what is printed ---------------------------------------------------------------------------------------------


def players_in_words(who: Sequence[str]) -> str:
    """The players by their kinds, such as `3 players, all explorer`."""
    if len(set(who)) > 1:
        return f"{len(who)} players: {', '.join(who)}"
    return f"{many(len(who), 'player')}, {'all ' if len(who) > 1 else ''}{who[0]}"


def _range(found: Estimate, digits: int) -> str:
    return "" if found.low is None else f"{found.low:.{digits}f} to {found.high:.{digits}f}"


def _tables(report: _Report) -> Iterator[tuple[Row, Sequence[Row]]]:
    """The tables of wins, of rules that came up, and of the game's own counts, each with its heading and rows."""
    first, plan, tally = report.first, report.plan, report.tally
    if table_of(first.game).statistics is not None:
        rates = ("wins", "share", "95 % interval")
        yield ("seat", *rates), report.seats.rows
        if len(set(plan.seat_kinds)) > 1:
            names = [f"{kind} {number}" for number, kind in enumerate(plan.seat_kinds, 1)]
            yield ("player", *rates), report.players._replace(names=names).rows
    heads = ("a game", "95 % interval", "in games")
    if tally.came_up:
        rows = (
            (number, *_often(count, tally.games), says)
            for number, _, says, count in _rules(report, answer_language())[:MOST_ROWS]
        )
        yield ("rule", *heads, "what is said or noted"), tuple(rows)
    if tally.measured:
        counts = sorted(tally.measured.items())
        yield ("measured", *heads), [(name, *_often(count, tally.games)) for name, count in counts]


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


def _for_program(report: _Report) -> dict[str, Any]:
    first, plan, tally, games = report.first, report.plan, report.tally, report.tally.games
    average = mean_length(tally)
    return {
        "of": report.asked.shown,
        "game": first.game.name,
        "size": str(first.params.grid),
        "seed": plan.seed,
        "games": tally.ends.total(),
        "most_turns": plan.turns,
        "ended": {end: tally.ends[end] for end in possible_ends(first.game)},
        "turns": {
            **{f"percentile_{p}": None if (at := percentile(tally, p)) == inf else at for p in PERCENTS},
            "mean": estimate_data(average) if average else None,
        },
        **({"seats": report.seats.data("seat")} if table_of(first.game).statistics is not None else {}),
        "players": report.players.data("kind"),
        "rules": [
            {"rule": number, "key": key, "says": says, **_frequency_data(count, games)}
            for number, key, says, count in _rules(report)
        ],
        "measured": [{"what": name, **_frequency_data(count, games)} for name, count in sorted(tally.measured.items())],
    }


def _frequency_data(count: Frequency, games: int) -> dict[str, Any]:
    return {"games": count.games, "total": count.total, "a_game": estimate_data(mean(count, games))}


# --- what is drawn -----------------------------------------------------------------------------------------------


def _draw(drawing: PlotFile, report: _Report) -> None:
    from mapkit.paper.plots import CellPlot, lengths, said

    first, plan, tally = report.first, report.plan, report.tally
    known, games = report.asked.what not in GAMES, tally.games
    charts = []
    if table_of(first.game).statistics is not None:
        charts = [report.seats.chart(in_words("Wins by seat, with 95 % intervals"))]
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
    title = drawing.press.title_of(first) if known else drawing.press.title(first.game)
    drawing.write(title, of + in_words(played), charts, plain_board(first, known), numbers, secret=known)


def _times(number: float) -> str:
    return f"{number:.0f}" if number >= 10 else f"{number:.1f}" if number >= 0.05 else f"{number:.2f}".lstrip("0")
