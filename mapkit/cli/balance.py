"""The command `balance`, which measures the seats of a game and looks for what makes them even."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from functools import partial
from math import inf
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, NamedTuple

import typer

from mapkit.cli.commands import FileCommand, command
from mapkit.cli.inputs import NOT_PLAYED, is_faulty
from mapkit.cli.languages import in_words
from mapkit.cli.many_games import GamesOptions, MapSupply, Wins, ends_and_turns, seat_names, table
from mapkit.cli.options import AsJson
from mapkit.cli.outputs import file_writer, map_place
from mapkit.cli.plots import PlotFile, PlotOptions, plain_board
from mapkit.cli.streams import BREAKS_RULES, for_program, progress, say, say_json, say_on_stderr, tell, tell_seed
from mapkit.games import maps
from mapkit.games.shelf import GAMES
from mapkit.mapfile import writer
from mapkit.model.chance import Chance
from mapkit.model.files import FileTrouble, printable_name
from mapkit.model.game import table_of
from mapkit.model.map import Map
from mapkit.model.message import Message, Name, joined, listed, message, sentences
from mapkit.model.rule import NoSuchMap, SolverGaveUp
from mapkit.model.settings import BadSetting, settings, show_setting
from mapkit.solve import legality
from mapkit.study.balance import ENOUGH, Remedies, Trial, add_games, changes, choices, read_changes, tune
from mapkit.study.fresh_maps import FreshMaps, OneMap
from mapkit.study.simulation import SimulationPlan, Tally, opening_of, percentile, player_kinds, possible_ends

if TYPE_CHECKING:
    from concurrent.futures import Executor

    from mapkit.paper.plots import PlotChart


class _ChangedMaps(NamedTuple):
    """The maps that are played with remedies."""

    source: OneMap | FreshMaps
    first: Map[Any]
    settings: dict[str, int | str]


class _Bench(NamedTuple):
    """All that is asked for, before anything is tried."""

    asked: GamesOptions
    dealt: MapSupply
    kinds: tuple[str, ...]
    games: int
    """How many games a trial has."""

    @property
    def players(self) -> int:
        return len(self.kinds)

    @property
    def in_words(self) -> Message:
        kind = Name(self.kinds[0])
        return message("{number} players, all {name}; {games} games a trial", self.players, kind, self.games)

    def changed(self, remedies: Remedies, seed: str) -> _ChangedMaps | None:
        """What is played with remedies; None where they change nothing.

        Raises BadSetting, NoSuchMap and SolverGaveUp where it cannot be played.
        """
        source, first, _, _ = self.dealt
        fresh = isinstance(source, FreshMaps)
        params = source.order.params if isinstance(source, FreshMaps) else first.params
        given = dict(changes(remedies, self.players))
        if remedies and not fresh and self.asked.players and hasattr(params, "players"):
            given["players"] = str(self.players)
        values = read_changes(params, given)
        known = {setting.name: setting for setting in settings(type(params))}
        shown = {name: show_setting(known[name], value) for name, value in values.items()}
        params = maps.arranged(first.game, replace(params, **values)) if values else params
        if isinstance(source, FreshMaps):
            if remedies and not values:
                return None
            order = source.order._replace(params=params)
            return _ChangedMaps(FreshMaps(order, seed), order.draw(f"{seed}-1"), shown)
        now = replace(first, params=params)
        for remedy in reversed(remedies):
            if remedy.redraw and (not remedy.settings(self.players) or values.keys() & remedy.settings(self.players)):
                now = remedy.redraw(now, Chance(f"{seed} {remedy.words}"))
        if remedies and now == first:
            return None
        for fault in legality.check(now) if remedies else ():
            raise BadSetting(sentences(fault.sentence, fault.found))
        return _ChangedMaps(OneMap(writer.show(now)) if remedies else source, now, shown)

    def wins(self, trial: Trial) -> Wins:
        return Wins(seat_names(self.dealt.first, self.players), trial.tally.seats, trial.shares)

    def seed(self, again: bool) -> str:
        return f"{self.dealt.seed} again" if again else self.dealt.seed

    def plan(self, changed: _ChangedMaps, seed: str) -> SimulationPlan:
        """The plan of a trial; raises BadSetting where no game can begin."""
        plan = self.asked.plan(self.dealt._replace(source=changed.source, seed=seed), self.kinds)
        opening_of(plan, changed.first)
        return plan


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
    bench = _Bench(asked, of, _kinds(asked, of.first), asked.games or ENOUGH)
    as_it_is = bench.changed((), of.seed)
    assert as_it_is is not None
    bench.plan(as_it_is, of.seed)
    if bench.games < ENOUGH:
        say_on_stderr(message("{number} games a trial are few; take {enough} or more to be sure", bench.games, ENOUGH))
    tell_seed(asked.work.seed, of.seed)
    found, told = list[Trial](), list[Trial]()
    # fresh maps are drawn anew, so only settings can change
    statistics, fresh = table_of(of.first.game).statistics, isinstance(of.source, FreshMaps)
    assert statistics is not None
    with _told(bench, found, told, as_json), asked.work.workers(bench.games) as workers:
        if not as_json:
            first = bench.dealt.first
            tell(joined([first.game.title, Name(str(first.params.grid)), bench.asked.source_in_words]))
            tell(bench.in_words)
        able = [remedy for remedy in statistics.remedies if not fresh or remedy.settings(bench.players)]
        for trial in tune(choices(able, bench.players), partial(_played, bench, workers, found)):
            if not as_json:
                _say_trial(bench, found)
            told.append(trial)
    chosen = found[-1] if found[-1].again and found[-1].even else None
    if place:
        _write(bench, chosen, place, plot.force)
    if drawing:
        _draw(drawing, bench, found[0], chosen)


@contextmanager
def _told(bench: _Bench, found: Sequence[Trial], told: Sequence[Trial], as_json: bool) -> Iterator[None]:
    """Say at the end what was found; also after Ctrl-C, or where a process or a scheduler is lost."""
    try:
        yield
    except BaseException:
        if as_json and found:
            say_json(_for_program(bench, found, stopped=True))
        elif len(told) < len(found):
            _say_trial(bench, found, stopped=True)
        raise
    if as_json:
        say_json(_for_program(bench, found, stopped=False))
    else:
        last = found[-1]
        say("")
        if last.again and last.even and last.remedies:
            tell(message("{message} {what}", message("even with:"), _label(last.remedies)))
            quoted = {key: f'"{value}"' if isinstance(value, str) else value for key, value in last.changes.items()}
            say(", ".join(f"{key} = {value}" for key, value in quoted.items()))
        elif last.again and last.even:
            tell(message("even as it is"))
        elif len(found) > 1:
            tell(message("nothing that was tried is even"))
        else:
            tell(message("not even, and the game has no remedies"))


def _kinds(asked: GamesOptions, first: Map[Any]) -> tuple[str, ...]:
    """The kind of each player, the strongest unless one is named; raises BadSetting where nothing can be measured."""
    game, known = first.game, player_kinds(first.game)
    if table_of(game).statistics is None:
        raise BadSetting(message("{name} does not tell who has won; so its seats cannot be measured", Name(game.name)))
    if asked.player_count(first) < 2:
        raise BadSetting(message("1 player has nobody to be even with; use --players 2 or more"))
    if asked.who is None and len(known) == 1:
        shown, least = Name(game.name), Name(known[0])
        why = message("{game} has no machine player that thinks; --who {kind} plays at random", shown, least)
        raise BadSetting(why)
    kinds = asked.kinds(first, known[-1:])
    if (several := len(set(kinds))) > 1:
        why = message("--who names {number} kinds, and seats are compared with players of one; name one", several)
        raise BadSetting(why)
    return kinds


def _played(
    bench: _Bench, workers: Executor | None, found: list[Trial], remedies: Remedies, again: bool
) -> Trial | None:
    """The trial of remedies, which is also added to what was found before it begins; None where they change nothing."""
    try:
        seed = bench.seed(again)
        changed = bench.changed(remedies, seed)
        if changed is None:
            return None
        plan = bench.plan(changed, seed)
    except (BadSetting, NoSuchMap, SolverGaveUp) as failure:
        found.append(Trial(remedies, {}, bench.players, Tally(), again, failure.said))
        return found[-1]
    found.append(Trial(remedies, changed.settings, bench.players, Tally(), again))
    with progress(_label(remedies), bench.games) as advance:
        add_games(plan, bench.games, workers, advance, found[-1].tally, to_the_end=again or not remedies)
    if not remedies and not found[-1].tally.games:
        raise SolverGaveUp(message("no map was found for any of the games"))
    return found[-1]


def _label(remedies: Remedies) -> Message:
    return listed([remedy.words for remedy in remedies]) or message("as it is")


def _verdict(bench: _Bench, trial: Trial, stopped: bool) -> Message:
    if trial.why:
        return message("{message} {what}", message("it cannot be played:"), trial.why)
    if stopped:
        return message("stopped")
    if not trial.shares:
        return message("nobody has won")
    if trial.tally.ends.total() < bench.games:
        return message("far from even; left after {number} games", trial.tally.ends.total())
    return message("even") if trial.even else message("not even")


def _say_trial(bench: _Bench, found: Sequence[Trial], *, stopped: bool = False) -> None:
    """Say the last of the trials; one that is played again keeps its number."""
    trial, number = found[-1], len([trial for trial in found if not trial.again])
    again = [message("again with another seed")] if trial.again else []
    tried = joined([_label(trial.remedies), *again])
    say("")
    tell(message("{number}. {message}: {what}", number, tried, _verdict(bench, trial, stopped)))
    if not trial.tally.ends:
        return
    for line in ends_and_turns(bench.dealt.first.game, trial.tally, bench.asked.turns):
        tell(line)
    heads = message("seat"), message("wins"), message("share"), message("99 % interval")
    for row in table(heads, bench.wins(trial).rows) if trial.shares else ():
        say(row)


def _for_program(bench: _Bench, found: Sequence[Trial], *, stopped: bool) -> dict[str, Any]:
    last = found[-1]
    return {
        "of": bench.asked.shown,
        "game": bench.dealt.first.game.name,
        "size": str(bench.dealt.first.params.grid),
        "seed": bench.dealt.seed,
        "players": bench.players,
        "kind": bench.kinds[0],
        "games": bench.games,
        "most_turns": bench.asked.turns,
        "stopped": stopped,
        "trials": [_trial_data(bench, trial) for trial in found],
        "chosen": _trial_data(bench, last) if last.again and last.even and not stopped else None,
    }


def _trial_data(bench: _Bench, trial: Trial) -> dict[str, Any]:
    median = percentile(trial.tally, 50)
    return {
        **for_program(remedies=[remedy.words for remedy in trial.remedies], why_not_played=trial.why),
        "settings": dict(trial.changes),
        "again": trial.again,
        "even": trial.even,
        "games": trial.tally.ends.total(),
        "ended": {end: trial.tally.ends[end] for end in possible_ends(bench.dealt.first.game)},
        "median_turns": None if median == inf else median,
        "seats": bench.wins(trial).data("seat"),
    }


def _write(bench: _Bench, chosen: Trial | None, place: str, force: bool) -> None:
    """Write the map or the preset with what was chosen, and say so on stderr; nothing where nothing was chosen."""
    if chosen is None or not chosen.remedies:
        why = message("nothing is even") if chosen is None else message("it is even as it is")
        say_on_stderr(message("{file}: not written; {why}", printable_name(place), why))
        return
    changed = bench.changed(chosen.remedies, bench.seed(True))
    assert changed is not None
    if isinstance(changed.source, FreshMaps):
        order = changed.source.order
        preset = bench.asked.maps.preset_name if order.preset == "default" else order.preset
        says = sentences(maps.preset(order.game, preset).says, message("With {things}.", _label(chosen.remedies)))
        text = writer.show_preset(order.params, says)
    else:
        assert bench.dealt.read is not None
        text = writer.redraw(bench.dealt.read, changed.first)
    file_writer(force)(Path(place), text.encode())
    say_on_stderr(message("written: {file}", printable_name(place)))


def _draw(drawing: PlotFile, bench: _Bench, before: Trial, after: Trial | None) -> None:
    from mapkit.paper.plots import said

    widest = max((share.high or 0.0 for trial in (before, after) if trial for share in trial.shares), default=0.0)
    charts = [_chart(bench, before, message("as it is"), widest)]
    if after is None:
        nothing = message("What makes it even"), message("nothing that was tried is even")
        charts.append(said(*map(in_words, nothing)))
    else:
        name = _label(after.remedies) if after.remedies else message("again with another seed")
        charts.append(_chart(bench, after, name, widest))
    first, known = bench.dealt.first, bench.asked.what not in GAMES
    of = [first.game.title] if first.title and known else []
    title = drawing.press.title_of(first) if known else drawing.press.title(first.game)
    drawing.write(title, in_words(joined([*of, bench.in_words], " · ")), charts, plain_board(first, known=False))


def _chart(bench: _Bench, trial: Trial, name: Message, widest: float) -> PlotChart:
    from mapkit.paper.plots import said

    heading = in_words(message("Share of the wins, with 99 % intervals: {what}", name))
    nobody = in_words(message("nobody has won"))
    return bench.wins(trial).chart(heading, widest) if trial.shares else said(heading, nobody)
