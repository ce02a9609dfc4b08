"""The command `balance`, which measures the seats of a game and looks for what makes them even."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from mapkit.cli.commands import FileCommand, command
from mapkit.cli.inputs import NOT_PLAYED, is_faulty
from mapkit.cli.languages import in_words
from mapkit.cli.many_games import GamesOptions, MapSupply, ends_and_turns, table
from mapkit.cli.options import AsJson
from mapkit.cli.outputs import file_writer, map_place
from mapkit.cli.plots import PlotFile, PlotOptions, plain_board
from mapkit.cli.streams import BREAKS_RULES, progress, say, say_json, say_on_stderr, tell, tell_seed
from mapkit.games import maps
from mapkit.games.shelf import GAMES
from mapkit.mapfile import writer
from mapkit.model.files import FileTrouble, printable_name
from mapkit.model.message import Message, Name, joined, message, sentences
from mapkit.solve import legality
from mapkit.study.balance import ENOUGH, Trial
from mapkit.study.bench import GamesOrder, label
from mapkit.study.fresh_maps import FreshMaps
from mapkit.study.reports import Balance

if TYPE_CHECKING:
    from mapkit.paper.plots import PlotChart


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
    order = asked.order(of, asked.seats.kinds_alike(of.first), asked.games or ENOUGH)
    as_it_is = order.changed(())
    assert as_it_is is not None
    as_it_is[0].plan()
    if order.games < ENOUGH:
        say_on_stderr(message("{number} games a trial are few; take {enough} or more to be sure", order.games, ENOUGH))
    tell_seed(asked.work.seed, of.seed)
    told = list[Trial]()
    with asked.work.workers(order.games) as workers:
        reports = order.balance(workers, progress)
        report = next(reports)
        with _told(report, told, as_json):
            if not as_json:
                tell(joined([of.first.game.title, Name(str(of.first.params.grid)), asked.source_in_words]))
                tell(_in_words(report))
            for _ in reports:
                if not as_json:
                    _say_trial(report)
                told.append(report.trials[-1])
    if place:
        _write(asked, of, order, report.chosen, place, plot.force)
    if drawing:
        _draw(drawing, report, known=asked.what not in GAMES)


def _in_words(report: Balance) -> Message:
    kind = Name(report.kinds[0])
    return message("{number} players, all {name}; {games} games a trial", len(report.kinds), kind, report.games)


@contextmanager
def _told(report: Balance, told: Sequence[Trial], as_json: bool) -> Iterator[None]:
    """Say at the end what was found; also after Ctrl-C, or where a process or a scheduler is lost."""
    try:
        yield
    except BaseException:
        stopped = report._replace(stopped=True)
        if as_json and report.trials:
            say_json(stopped.to_json(in_words))
        elif len(told) < len(report.trials):
            _say_trial(stopped)
        raise
    if as_json:
        say_json(report.to_json(in_words))
    else:
        last = report.trials[-1]
        say("")
        if last.again and last.even and last.remedies:
            tell(message("{message} {what}", message("even with:"), label(last.remedies)))
            quoted = {key: f'"{value}"' if isinstance(value, str) else value for key, value in last.changes.items()}
            say(", ".join(f"{key} = {value}" for key, value in quoted.items()))
        elif last.again and last.even:
            tell(message("even as it is"))
        elif len(report.trials) > 1:
            tell(message("nothing that was tried is even"))
        else:
            tell(message("not even, and the game has no remedies"))


def _verdict(report: Balance, trial: Trial) -> Message:
    if trial.why:
        return message("{message} {what}", message("it cannot be played:"), trial.why)
    if report.stopped:
        return message("stopped")
    if not trial.shares:
        return message("nobody has won")
    if trial.tally.ends.total() < report.games:
        return message("far from even; left after {number} games", trial.tally.ends.total())
    return message("even") if trial.even else message("not even")


def _say_trial(report: Balance) -> None:
    """Say the last of the trials; one that is played again keeps its number."""
    trial, number = report.trials[-1], len([trial for trial in report.trials if not trial.again])
    again = [message("again with another seed")] if trial.again else []
    tried = joined([label(trial.remedies), *again])
    say("")
    tell(message("{number}. {message}: {what}", number, tried, _verdict(report, trial)))
    if not trial.tally.ends:
        return
    for line in ends_and_turns(report.first.game, trial.tally, report.turns):
        tell(line)
    heads = message("seat"), message("wins"), message("share"), message("99 % interval")
    for row in table(heads, report.wins(trial).rows) if trial.shares else ():
        say(row)


def _write(
    asked: GamesOptions, of: MapSupply, order: GamesOrder, chosen: Trial | None, place: str, force: bool
) -> None:
    """Write the map or the preset with what was chosen, and say so on stderr; nothing where nothing was chosen."""
    if chosen is None or not chosen.remedies:
        why = message("nothing is even") if chosen is None else message("it is even as it is")
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
        nothing = message("What makes it even"), message("nothing that was tried is even")
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
