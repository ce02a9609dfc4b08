"""The command `balance`, which measures the seats of a game and looks for what makes them even."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from mapkit.cli.commands import FileCommand, command
from mapkit.cli.inputs import NOT_PLAYED, is_faulty
from mapkit.cli.languages import in_words
from mapkit.cli.many_games import MOST_GAMES, GamesOptions, MapSupply, ends_and_turns, table
from mapkit.cli.options import AsJson
from mapkit.cli.outputs import file_writer, map_place
from mapkit.cli.plots import PlotFile, PlotOptions, plain_board
from mapkit.cli.streams import BREAKS_RULES, progress, say, say_json, say_on_stderr, tell, tell_seed
from mapkit.games import maps
from mapkit.games.shelf import GAMES
from mapkit.mapfile import writer
from mapkit.model.files import FileTrouble, printable_name
from mapkit.model.message import NOTHING, Message, Name, clauses, joined, message, plural, sentences
from mapkit.solve import legality
from mapkit.study import balance as studied
from mapkit.study.balance import BEHIND, EVEN, FIRST, UNDECIDED, UNEVEN, WORSE, Remedies, Trial
from mapkit.study.bench import GamesOrder, label
from mapkit.study.fresh_maps import FreshMaps
from mapkit.study.reports import Balance

if TYPE_CHECKING:
    from mapkit.paper.plots import PlotChart

_AS_IT_IS, _NOTHING = message("even as it is"), message("nothing that was tried is even")


@command("balance", FileCommand)
def balance(
    *,
    asked: GamesOptions,
    write: Annotated[
        str | None, typer.Option(metavar="FILE", help="Write the map, or the preset, with what makes it even.")
    ] = None,
    plot: PlotOptions,
    as_json: AsJson = False,
) -> None:
    """How even the seats are, and what makes them even."""
    drawing, place = plot.file(), map_place(write) if write is not None else ""
    for path in (place, str(drawing.path) if drawing else ""):
        if path and os.path.lexists(path) and not plot.force:
            shown = printable_name(path)
            raise FileTrouble(message("{file}: exists already; name another, or replace it with --force", shown))
    of = asked.dealt("balance")
    if of.read is not None and is_faulty(of.read, legality.check(of.read.map), NOT_PLAYED):
        raise typer.Exit(BREAKS_RULES)
    order = asked.order(of, asked.seats.kinds_alike(of.first), asked.games or 0)
    as_it_is = order.changed(())
    assert as_it_is is not None
    as_it_is[0].plan()
    tell_seed(asked.work.seed, of.seed)
    few = 0 < order.games < FIRST
    with asked.work.workers(order.games or studied.ENOUGH, usual=1 if few else 2) as workers:
        reports = order.balance(workers, progress)
        report = next(reports)
        title = joined([of.first.game.title, Name(str(of.first.params.grid)), asked.source_in_words])
        with _reported(report, title, as_json):
            for _ in reports:
                _tell_round(report)
    if place:
        _write(asked, of, order, report.chosen, place, plot.force)
    if drawing:
        _draw(drawing, report, known=asked.what not in GAMES)


def _in_words(report: Balance) -> Message:
    kind = Name(report.kinds[0])
    return message("{number} players, all {name}; {games} games a trial", len(report.kinds), kind, report.games)


@contextmanager
def _reported(report: Balance, title: Message, as_json: bool) -> Iterator[None]:
    """Say at the end what was found; also after Ctrl-C, or where a process or a scheduler is lost."""
    said = report._replace(stopped=True)
    try:
        yield
        said = report
    finally:
        if as_json:
            say_json(said.to_json(in_words))
        else:
            tell(title)
            tell(_in_words(said))
            _tell_trials(said)


def _tell_round(report: Balance) -> None:
    over = report.rounds[-1]
    figures = over.games, len(over.trials), label(over.best.remedies), _off(over.best)
    best = message("{games} games, {number} in the race; best: {what}, {points}", *figures)
    before = report.trials[0]
    say_on_stderr(clauses(best, NOTHING if over.best is before else message("as it is: {points}", _off(before))))


def _off(trial: Trial) -> Message:
    if not trial.shares:
        return message("nobody has won")
    return message("{points} points off", Name(_points(trial.farthest.value)))


def _points(share: float | None) -> str:
    return f"{100 * (share or 0.0):.1f}"


def _tell_trials(report: Balance) -> None:
    """Say how each trial went; the seats are told of the game as it is and of what was chosen."""
    last, tried = report.trials[-1], list[Remedies]()
    for trial in report.trials:
        tried += [] if trial.again else [trial.remedies]
        again = [message("again with another seed")] if trial.again else []
        number, name = 1 + tried.index(trial.remedies), joined([label(trial.remedies), *again])
        tell(message("{number}. {message}: {what}", number, name, _verdict(trial)))
        if trial.tally.ends and (trial is report.trials[0] or trial.again):
            for line in ends_and_turns(report.first.game, trial.tally, report.turns):
                tell(line)
            heads = message("seat"), message("wins"), message("share"), message("99 % interval")
            for row in table(heads, report.wins(trial).rows) if trial.shares else ():
                say(row)
    if report.stopped:
        tell(message("stopped"))
    elif report.chosen and last.verdict == EVEN:
        tell(message("{message} {what}", message("even with:"), label(last.remedies)) if last.remedies else _AS_IT_IS)
    elif report.chosen:
        tell(message("plainly better than as it is, with: {what}", label(last.remedies)))
    elif not any(trial.games and trial.left != WORSE and trial.verdict == UNDECIDED for trial in report.trials):
        tell(_NOTHING if len(report.trials) > 1 else message("not even, and the game has no remedies"))
    else:
        more = studied.ENOUGH if report.games < studied.ENOUGH else MOST_GAMES
        tell(message("not decided with {number} games a trial; --games {more} tells more", report.games, more))
        tell(message("the best so far: {what}", label(report.best.remedies)))
    if report.chosen and last.changes:
        quoted = {key: f'"{value}"' if isinstance(value, str) else value for key, value in last.changes.items()}
        say(", ".join(f"{key} = {value}" for key, value in quoted.items()))


def _verdict(trial: Trial) -> Message:
    if trial.why:
        return message("{message} {what}", message("it cannot be played:"), trial.why)
    if not trial.shares:
        return message("nobody has won") if trial.games else message("not played")
    if trial.left:
        words = {WORSE: message("plainly worse"), BEHIND: message("left, as others were better so far")}[trial.left]
    else:
        decided = {EVEN: message("even"), UNEVEN: message("not even")}
        words = decided.get(trial.verdict, message("not decided"))
    off = (Name(_points(figure)) for figure in trial.farthest)
    games = plural("{number} game", "{number} games", trial.games)
    return message("{message}; {games}, the farthest seat {points} points off, {low} to {high}", words, games, *off)


def _write(
    asked: GamesOptions, of: MapSupply, order: GamesOrder, chosen: Trial | None, place: str, force: bool
) -> None:
    """Write the map or the preset with what was chosen, and say so on stderr; nothing where nothing was chosen."""
    if chosen is None or not chosen.remedies:
        why = message("nothing is proven to be better") if chosen is None else message("it is even as it is")
        say_on_stderr(message("{file}: not written; {why}", printable_name(place), why))
        return
    changed = order.again().changed(chosen.remedies)
    assert changed is not None
    now, _ = changed
    if isinstance(now.source, FreshMaps):
        fresh = now.source.order
        preset = asked.maps.preset_name if fresh.preset == "default" else fresh.preset
        says = sentences(maps.preset(fresh.game, preset).says, message("With {things}.", label(chosen.remedies)))
        text = writer.show_preset(fresh.params, says)
    else:
        assert of.read is not None
        text = writer.redraw(of.read, now.first)
    file_writer(force)(Path(place), text.encode())
    say_on_stderr(message("written: {file}", printable_name(place)))


def _draw(drawing: PlotFile, report: Balance, *, known: bool) -> None:
    from mapkit.paper.plots import said

    before, after = report.trials[0], report.chosen
    widest = max((share.high or 0.0 for trial in (before, after) if trial for share in trial.shares), default=0.0)
    charts = [_chart(report, before, message("as it is"), widest)]
    if after is None:
        nothing = message("What makes it even"), _NOTHING
        charts.append(said(*map(in_words, nothing)))
    else:
        name = label(after.remedies) if after.remedies else message("again with another seed")
        charts.append(_chart(report, after, name, widest))
    first = report.first
    of = [first.game.title] if first.title and known else []
    title = drawing.press.title_of(first) if known else drawing.press.title(first.game)
    drawing.write(title, in_words(joined([*of, _in_words(report)], " · ")), charts, plain_board(first, known=False))


def _chart(report: Balance, trial: Trial, name: Message, widest: float) -> PlotChart:
    from mapkit.paper.plots import said

    heading = in_words(message("Share of the wins, with 99 % intervals: {what}", name))
    nobody = in_words(message("nobody has won"))
    return report.wins(trial).chart(heading, in_words, widest) if trial.shares else said(heading, nobody)
