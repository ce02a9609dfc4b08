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
from mapkit.cli.streams import for_program, progress, say, say_json, tell, tell_seed
from mapkit.games.shelf import GAMES
from mapkit.language.catalogue import ENGLISH
from mapkit.language.phrases import phrases
from mapkit.model.game import table_of
from mapkit.model.letters import names
from mapkit.model.map import Map
from mapkit.model.message import Message, Name, joined, message, plural, said_of
from mapkit.model.rule import SolverGaveUp
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
    with asked.work.workers(games) as workers, progress(message("Playing games"), games) as advance:
        tally = simulate(plan, games, workers, advance)
    if not tally.games:
        raise SolverGaveUp(message("no map was found for any of the games"))
    tell_seed(asked.work.seed, dealt.seed)
    kinds = tuple(map(Name, plan.seat_kinds))
    counted = (seat_names(dealt.first, len(kinds)), tally.seats), (kinds, tally.players)
    seats, players = (
        Wins(named, won, [share(won[n], tally.games) for n in range(len(named))]) for named, won in counted
    )
    report = _Report(asked, dealt.first, plan, tally, seats, players)
    if as_json:
        say_json(_for_program(report))
    else:
        first = dealt.first
        on = joined([first.game.title, Name(str(first.params.grid)), asked.source_in_words])
        tell(message("{message}: {what}", on, games_in_words(tally.ends.total(), plan.seat_kinds)))
        for line in ends_and_turns(first.game, tally, plan.turns):
            tell(line)
        average = mean_length(tally)
        if average is not None:
            shown: Message | Name = Name(f"{average.value:.1f}")
            if average.low is not None:
                shown = message("{name} (95 %: {rest})", shown, _range(average, 1))
            finished = message("       mean of a finished game {name}", shown)
            tell(message("       mean of a game {name}", shown) if tally.lengths.total() == tally.games else finished)
        for heading, rows in _tables(report):
            say("")
            for row in table(heading, rows):
                say(row)
    if drawing:
        _draw(drawing, report)


# --- what is printed ---------------------------------------------------------------------------------------------


def games_in_words(number: int, who: Sequence[str]) -> Message:
    """How many games, and the players by their kinds, such as `2 games of 3 players, all explorer`."""
    if len(who) == 1:
        players = message("1 player, {name}", Name(who[0]))
    elif len(set(who)) == 1:
        players = message("{number} players, all {name}", len(who), Name(who[0]))
    else:
        players = message("{number} players: {names}", len(who), names(who))
    return plural("{number} game of {message}", "{number} games of {message}", number, players)


def _range(found: Estimate, digits: int) -> Message | Name:
    if found.low is None:
        return Name("")
    return message("{low} to {high}", Name(f"{found.low:.{digits}f}"), Name(f"{found.high:.{digits}f}"))


def _tables(report: _Report) -> Iterator[tuple[Row, Sequence[Row]]]:
    """The tables of wins, of rules that came up, and of the game's own counts, each with its heading and rows."""
    first, plan, tally = report.first, report.plan, report.tally
    if table_of(first.game).statistics is not None:
        rates = message("wins"), message("share"), message("95 % interval")
        yield (message("seat"), *rates), report.seats.rows
        if len(set(plan.seat_kinds)) > 1:
            named = [Name(f"{kind} {number}") for number, kind in enumerate(plan.seat_kinds, 1)]
            yield (message("player"), *rates), report.players._replace(names=named).rows
    heads = message("a game"), message("95 % interval"), message("in games")
    if tally.came_up:
        rows = (
            (Name(number), *_often(count, tally.games), Name(says))
            for number, _, says, count in _rules(report, answer_language())[:MOST_ROWS]
        )
        yield (message("rule"), *heads, message("what is said or noted")), tuple(rows)
    if tally.measured:
        counts = sorted(tally.measured.items())
        yield (message("measured"), *heads), [(said_of(name), *_often(count, tally.games)) for name, count in counts]


def _often(count: Frequency, games: int) -> Row:
    found = mean(count, games)
    return Name(f"{found.value:.2f}"), _range(found, 2), Name(f"{count.games / games:.0%}")


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
        "measured": [
            {**for_program(what=said_of(name)), **_frequency_data(count, games)}
            for name, count in sorted(tally.measured.items())
        ],
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
        charts = [report.seats.chart(in_words(message("Wins by seat, with 95 % intervals")))]
    named, none = in_words(message("How long games last")), in_words(message("No game came to an end."))
    charts.append(lengths(named, tally.lengths, tally.ends[UNFINISHED]) if tally.lengths else said(named, none))
    where = (
        (message("where players come, times a game"), tally.visits),
        (message("where players are hit, caught or fall, times a game"), tally.falls),
        (message("where players stand when a game is left, times a game"), tally.left),
    )
    cells = set(first.params.grid.cells())
    numbers = [
        CellPlot(in_words(caption), {cell: times / games for cell, times in counted.items() if cell in cells}, _times)
        for caption, counted in where
        if cells & counted.keys()
    ]
    of = [first.game.title] if first.title and known else []
    seed = message("seed {seed}", Name(plan.seed))
    kind = joined([*of, joined([games_in_words(games, plan.seat_kinds), seed])], " · ")
    title = drawing.press.title_of(first) if known else drawing.press.title(first.game)
    drawing.write(title, in_words(kind), charts, plain_board(first, known), numbers, secret=known)


def _times(number: float) -> str:
    return f"{number:.0f}" if number >= 10 else f"{number:.1f}" if number >= 0.05 else f"{number:.2f}".lstrip("0")
