"""The command `simulate`, in which machine players play many games."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from mapkit.cli.commands import FileCommand, command
from mapkit.cli.languages import answer_language, in_words
from mapkit.cli.many_games import GamesOptions, ends_and_turns, table
from mapkit.cli.options import AsJson
from mapkit.cli.plots import PlotFile, PlotOptions, plain_board
from mapkit.cli.streams import progress, say, say_json, tell, tell_seed
from mapkit.games.shelf import GAMES
from mapkit.model.game import table_of
from mapkit.model.letters import names
from mapkit.model.message import Message, Name, joined, message, plural, said_of
from mapkit.study.reports import Row, Simulation
from mapkit.study.simulation import UNFINISHED, Estimate, Frequency, mean

MOST_ROWS = 20
"""The most rows of the table of rules; a program gets all of them."""


@command("simulate", FileCommand)
def simulated(*, asked: GamesOptions, plot: PlotOptions, as_json: AsJson = False) -> None:
    """How long games last, who wins, and how often each rule comes up."""
    drawing, games = plot.file(), asked.games or 100
    dealt = asked.dealt("simulate")
    order = asked.order(dealt, asked.seats.kinds(dealt.first), games)
    order.plan()
    with asked.work.workers(games) as workers, progress(message("Playing games"), games) as advance:
        report = order.simulate(workers, advance, places=drawing is not None)
    plan, tally = report.plan, report.tally
    tell_seed(asked.work.seed, dealt.seed)
    if as_json:
        say_json(report.to_json(in_words))
    else:
        first = dealt.first
        on = joined([first.game.title, Name(str(first.params.grid)), asked.source_in_words])
        tell(message("{message}: {what}", on, games_in_words(tally.ends.total(), plan.seat_kinds)))
        for line in ends_and_turns(first.game, tally, plan.turns):
            tell(line)
        average = report.length
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
        _draw(drawing, report, known=asked.what not in GAMES)


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


def _tables(report: Simulation) -> Iterator[tuple[Row, Sequence[Row]]]:
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
            for number, _, says, count in report.rules(answer_language())[:MOST_ROWS]
        )
        yield (message("rule"), *heads, message("what is said or noted")), tuple(rows)
    if tally.measured:
        counts = sorted(tally.measured.items())
        yield (message("measured"), *heads), [(said_of(name), *_often(count, tally.games)) for name, count in counts]


def _often(count: Frequency, games: int) -> Row:
    found = mean(count, games)
    return Name(f"{found.value:.2f}"), _range(found, 2), Name(f"{count.games / games:.0%}")


# --- what is drawn -----------------------------------------------------------------------------------------------


def _draw(drawing: PlotFile, report: Simulation, *, known: bool) -> None:
    from mapkit.paper.plots import CellPlot, lengths, said

    first, plan, tally = report.first, report.plan, report.tally
    games = tally.games
    charts = []
    if table_of(first.game).statistics is not None:
        charts = [report.seats.chart(in_words(message("Wins by seat, with 95 % intervals")), in_words)]
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
