"""The command `simulate`, in which machine players play many games."""

from __future__ import annotations

import logging
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent import futures
from contextlib import contextmanager
from functools import lru_cache
from math import inf
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, NamedTuple

import typer

from mapkit import files, maps
from mapkit.cli import completion
from mapkit.cli.languages import answer_language, in_words
from mapkit.cli.maps import Order, for_any_size, made_to_size, params_of, with_code
from mapkit.cli.plots import Plot, Plotted, plain_board, plot_file, with_plot_options
from mapkit.cli.shell import (
    AsJson,
    FileCommand,
    Force,
    Jobs,
    RuleCode,
    RuleCodeCommand,
    Seed,
    Settings,
    Size,
    app,
    is_log,
    process_pool,
    progress,
    read_document,
    say,
    say_json,
    stoppable,
    tell_seed,
)
from mapkit.cli.table import options_of, playable
from mapkit.files import printable_name
from mapkit.game import Map, table_of
from mapkit.games import GAMES
from mapkit.language import ENGLISH
from mapkit.letters import refused_word, suggestion
from mapkit.mapfile import document
from mapkit.playing.phrases import Phrases, phrases
from mapkit.playing.simulation import (
    DRAWN,
    NAMES,
    NO_MAP,
    OVER,
    UNFINISHED,
    WON,
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
)
from mapkit.printing.options import PrintOptions
from mapkit.rule import NoSuchMap, SolverGaveUp, many
from mapkit.ruling import Heard
from mapkit.settings import BadSetting, seed_of, settings
from mapkit.version import __version__

if TYPE_CHECKING:
    from concurrent.futures import Executor

MOST_GAMES = 100_000
MOST_TURNS = 100_000
MOST_ROWS = 20
"""The most rows of the table of rules; a program gets all of them."""
PLAYERS = 3
"""The number of players when neither the map nor an option gives one."""
PATIENCE = 5
"""The seconds that a scheduler may take to answer."""
ADDRESS = re.compile(r"(?:(?:tcp|tls|wss?)://)?(?:[\w.-]+|\[[0-9a-fA-F:]+\]):[0-9]{1,5}")
"""The form of a scheduler's address."""
PERCENTS = (5, 50, 95)
"""The percentiles of the number of turns that are printed."""


class _OneMap(NamedTuple):
    """One map for all games; as a text it can be sent to other processes."""

    text: str
    """The text of its map file."""

    def deal(self, _: int) -> Map[Any]:
        """The map."""
        return _read(self.text)


@lru_cache(maxsize=1)
def _read(text: str) -> Map[Any]:
    return maps.read_from_log(text, "map")


class _FreshMaps(NamedTuple):
    """A fresh map for each game: the maps that `generate --count` draws from the same seed."""

    game: str
    """The name of the game."""
    preset: str
    """The name of the preset."""
    params: Any
    """The parameters of the game."""
    seed: str
    """The seed; the map of each game also depends on the game's number."""

    def made(self, number: int) -> Map[Any]:
        """The map of the game of that number; raises NoSuchMap or SolverGaveUp."""
        return maps.generate_from(GAMES[self.game], self.params, self.preset, f"{self.seed}-{number}")

    def deal(self, number: int) -> Map[Any] | None:
        """The map of the game of that number; None where none is found."""
        try:
            return self.made(number)
        except (NoSuchMap, SolverGaveUp):
            return None


class _Report(NamedTuple):
    """The result of a simulation."""

    what: str
    """The file or the game, as it was named on the command line."""
    first: Map[Any]
    """The map of the first game."""
    plan: SimulationPlan
    """What was played."""
    tally: Tally
    """What was counted."""


class _SimulateCommand(FileCommand, RuleCodeCommand):
    """The command `simulate`, which takes a map file, or a game with a rule code."""


@app.command("simulate", cls=_SimulateCommand)
@with_plot_options
def simulated(
    *,
    what: Annotated[
        str,
        typer.Argument(
            metavar="FILE|GAME",
            help="A map file, or a game for a fresh map each time.",
            autocompletion=completion.games_or_maps,
        ),
    ],
    games: Annotated[int, typer.Option(min=1, max=MOST_GAMES, metavar="N", help="How many games.")] = 100,
    players: Annotated[
        int | None, typer.Option(min=1, max=len(NAMES), metavar="K", help="How many players; else as the map says.")
    ] = None,
    who: Annotated[
        str | None, typer.Option(metavar="random,explorer", help="A kind for each player, or one for all.")
    ] = None,
    turns: Annotated[
        int, typer.Option(min=1, max=MOST_TURNS, metavar="T", help="Leave a game unfinished after T turns.")
    ] = 1000,
    preset: Annotated[
        str | None,
        typer.Option(
            metavar="P", help="For fresh maps: a preset of `mapkit games`.", autocompletion=completion.presets
        ),
    ] = None,
    size: Size = None,
    given: Settings = None,
    code: RuleCode = None,
    option: Annotated[
        list[str] | None,
        typer.Option(
            "--option",
            metavar="KEY=VALUE",
            help="An option of `mapkit play --options`.",
            autocompletion=completion.table_options,
        ),
    ] = None,
    seed: Seed = None,
    jobs: Jobs = 1,
    dask: Annotated[
        str | None, typer.Option(metavar="ADDRESS", help="Spread the games over the workers of a dask scheduler.")
    ] = None,
    plot: Plot = None,
    printing: PrintOptions,
    force: Force = False,
    as_json: AsJson = False,
) -> None:
    """How long games last, who wins, and how often each rule comes up."""
    if dask is not None and jobs != 1:
        raise BadSetting("--jobs and --dask both share the work out; use one of them")
    drawing = plot_file(plot, printing)
    fresh = {"--preset": preset, "--size": size, "--set": given, "--rules": code}
    source, first, chosen = (
        _of_game(what, preset or "default", size, with_code(GAMES[what], given, code), players, seed)
        if what in GAMES
        else _of_file(what, [name for name, value in fresh.items() if value], seed)
    )
    wanted = _kinds(first, who)
    usual = len(wanted) if len(wanted) > 1 else int(getattr(first.params, "players", PLAYERS))
    seats = _kind_of_each(wanted, players or usual)
    plan = SimulationPlan(source.deal, seats, chosen, turns, options_of(option or [], "--option", "order=given"))
    plan = plan._replace(places=drawing is not None)
    opening_of(plan, first)
    with _crew(min(jobs, games), dask) as crew, progress("Playing games", games) as advance:
        tally = simulate(plan, games, crew, advance)
    if not tally.games:
        raise SolverGaveUp("no map was found for any of the games")
    tell_seed(seed, chosen)
    report = _Report(printable_name(what), first, plan, tally)
    if as_json:
        say_json(_for_program(report))
    else:
        for line in map(in_words, _lines(report)):
            say(line)
    if drawing:
        drawing.write(first.game, _plotted(report), force)


# --- what is played ----------------------------------------------------------------------------------------------


def _of_file(name: str, fresh: Sequence[str], seed: str | None) -> tuple[_OneMap, Map[Any], str]:
    """The map of a file, and the seed; raises BadSetting, UnreadableMap or FileTrouble."""
    path, coded = Path(name), files.is_share_code(name)
    if name != "-" and not coded and not path.exists() and not path.suffix and path.name == name:
        raise BadSetting(f"there is no file and no game {refused_word(name, 60)}; {suggestion(name, tuple(GAMES))}")
    if not coded and files.is_file(name) and is_log(name):
        raise BadSetting(f"{printable_name(name)} is a played game; simulate takes a map file or a game")
    drawn = playable(read_document(name))
    if fresh:
        instead = f"name a game, such as {drawn.game.name}, in place of a file"
        raise BadSetting(f"{', '.join(fresh)}: for fresh maps; {instead}")
    return _OneMap(document.show(drawn)), drawn, seed_of(seed)


def _of_game(
    name: str, preset: str, size: str | None, given: Sequence[str], players: int | None, seed: str | None
) -> tuple[_FreshMaps, Map[Any], str]:
    """The maps of a game, the first of them, and the seed; raises BadSetting, NoSuchPreset, NoSuchMap, SolverGaveUp."""
    game = GAMES[name]
    table_of(game)
    if players is not None and "players" in [setting.name for setting in settings(game.design.params)]:
        given = [*given, f"players={players}"]
    chosen = seed_of(seed)
    order = Order(name, preset, params_of(game, preset, size, given), "toml")
    order, first = made_to_size(order, for_any_size(order, size, given, {}), f"{chosen}-1")
    return _FreshMaps(name, order.preset, order.params, chosen), first, chosen


def _kinds(first: Map[Any], who: str | None) -> tuple[str, ...]:
    """The kinds named by --who; raises BadSetting with all that are unknown.

    Without --who it is the second weakest kind, which does not play at random, or else the only one.
    """
    known = player_kinds(first.game)
    if who is None:
        return known[:2][-1:]
    wanted = tuple(each.strip().casefold() for each in who.split(","))
    unknown = [each for each in dict.fromkeys(wanted) if each not in known]
    if unknown:
        lines = (f"{first.game.name} has no player {refused_word(each)}; {suggestion(each, known)}" for each in unknown)
        raise BadSetting("\n".join(lines))
    return wanted


def _kind_of_each(wanted: tuple[str, ...], players: int) -> tuple[str, ...]:
    """The kind of each player; raises BadSetting where the numbers differ."""
    if len(wanted) not in (1, players):
        raise BadSetting(f"--who names {len(wanted)} players, and {players} play; name one for each, or one for all")
    return wanted * players if len(wanted) == 1 else wanted


# --- who does the work -------------------------------------------------------------------------------------------


@contextmanager
def _crew(jobs: int, dask: str | None) -> Iterator[Executor | None]:
    """The executor that plays the games: processes, or the workers of a scheduler; None for this process."""
    if dask is not None:
        with _cluster(dask) as crew:
            yield crew
    elif jobs == 1:
        with stoppable():
            yield None
    else:
        with _processes(jobs) as crew:
            yield crew


@contextmanager
def _processes(jobs: int) -> Iterator[Executor]:
    """A pool of processes; raises BadSetting where one of them is ended."""
    from concurrent.futures.process import BrokenProcessPool

    try:
        with process_pool(jobs) as crew:
            yield crew
    except BrokenProcessPool:
        raise BadSetting("a process was ended, perhaps because memory ran out; use fewer --jobs") from None


@contextmanager
def _cluster(address: str) -> Iterator[Executor]:
    """The workers of a dask scheduler; raises BadSetting where they cannot play."""
    where = f"--dask {address!r:.80}"
    if not ADDRESS.fullmatch(address):
        raise BadSetting(f"{where} is no address; give the scheduler's, such as tcp://192.168.1.5:8786")
    try:
        from distributed import CancelledError, Client, KilledWorker
    except ImportError:
        raise BadSetting("--dask needs the library distributed: pip install 'mapkit[dask]'") from None
    with _silently():
        try:
            client = Client(address, timeout=PATIENCE, set_as_default=False)
        except OSError:
            raise BadSetting(f"{where}: no scheduler answers there") from None
        with client:
            try:
                _compare(client, where)
                yield client.get_executor(pure=False)
            except ImportError:
                raise BadSetting(f"{where}: a worker has no mapkit; install mapkit {__version__} there") from None
            except (KilledWorker, CancelledError, futures.CancelledError):
                lost = "the scheduler or a worker was lost, and so are the results"
                raise BadSetting(f"{where}: {lost}") from None


@contextmanager
def _silently() -> Iterator[None]:
    """Keep libraries from logging; the command says what goes wrong."""
    logging.disable()
    try:
        yield
    finally:
        logging.disable(logging.NOTSET)


def _compare(client: Any, where: str) -> None:
    """Check the workers: raises BadSetting where there are none or their mapkit is of another version.

    Raises ImportError where a worker has no mapkit.
    """
    found = set(client.run(lambda: __import__("mapkit").__version__).values())
    if not found:
        raise BadSetting(f"{where}: the scheduler has no workers; start some")
    if found != {__version__}:
        raise BadSetting(f"{where}: its workers have mapkit {', '.join(sorted(found))}; install {__version__} there")


# --- what is printed ---------------------------------------------------------------------------------------------


def _lines(report: _Report) -> Iterator[str]:
    """The result as lines for people."""
    first, plan, tally = report.first, report.plan, report.tally
    source = "fresh maps" if report.what in GAMES else report.what
    games = many(tally.ends.total(), "game")
    yield f"{first.game.title}, {first.params.grid}, {source}: {games} of {_players_in_words(plan.seat_kinds)}"
    yield f"ended  {', '.join(_ends(report))}"
    yield f"turns  {_spread(plan, tally)}"
    average = mean_length(tally)
    if average is not None:
        which = "of a game" if tally.lengths.total() == tally.games else "of a finished game"
        yield f"       mean {which} {_with_interval(average, 1)}"
    for heading, rows in _tables(report):
        yield ""
        yield from _columns([tuple(map(in_words, row)) for row in (heading, *rows)])


def _players_in_words(who: Sequence[str]) -> str:
    """The players by their kinds, such as `3 players, all explorer`."""
    if len(set(who)) > 1:
        return f"{len(who)} players: {', '.join(who)}"
    return f"{many(len(who), 'player')}, {'all ' if len(who) > 1 else ''}{who[0]}"


def _ends(report: _Report) -> Iterator[str]:
    """How many games ended in each way, in words."""
    words = {WON: "won", DRAWN: "without a winner", OVER: "over", NO_MAP: "without a map"}
    words[UNFINISHED] = f"not finished within {many(report.plan.turns, 'turn')}"
    ends = report.tally.ends
    yield from (f"{ends[end]} {words[end]}" for end in possible_ends(report.first.game) if ends[end])


def _spread(plan: SimulationPlan, tally: Tally) -> str:
    """The percentiles of the number of turns, in words."""
    low, middle, high = (_turns(percentile(tally, percent), plan.turns) for percent in PERCENTS)
    return f"median {middle}, 5th percentile {low}, 95th percentile {high}"


def _turns(found: float, most: int) -> str:
    return f"more than {most}" if found == inf else f"{found:g}"


def _with_interval(found: Estimate, digits: int) -> str:
    """A number with its interval, in words."""
    if found.low is None:
        return f"{found.value:.{digits}f}"
    return f"{found.value:.{digits}f} (95 %: {_range(found, digits)})"


def _range(found: Estimate, digits: int) -> str:
    return "" if found.low is None else f"{found.low:.{digits}f} to {found.high:.{digits}f}"


Row = tuple[str, ...]


def _tables(report: _Report) -> Iterator[tuple[Row, Sequence[Row]]]:
    """The tables of wins, of rules that came up, and of the game's own counts, each with its heading and rows."""
    first, plan, tally = report.first, report.plan, report.tally
    if table_of(first.game).statistics is not None:
        rates = ("wins", "share", "95 % interval")
        yield ("seat", *rates), _wins(_seat_names(report), tally.seats, tally.games)
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
    """How often something came up: the mean in a game, its interval, and the share of games."""
    found = mean(count, games)
    return f"{found.value:.2f}", _range(found, 2), f"{count.games / games:.0%}"


def _seat_names(report: _Report) -> tuple[str, ...]:
    """The names of the seats, in the order of turns."""
    ordinals = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth")
    names = tuple(table_of(report.first.game).seating.seat_names(report.first))
    return names or tuple(f"{each} to move" for each in ordinals[: len(report.plan.seat_kinds)])


def _rules(report: _Report, language: str = ENGLISH) -> list[tuple[str, str, str, Frequency]]:
    """What came up, the most frequent first: the rule's number (may be empty), the key, its words, and how often."""
    game = report.first.game
    words = phrases(game.name, language)
    numbers = phrases(game.name, ENGLISH).rules  # only there do comments name them
    found = [(numbers.get(key, ""), key, _words(words, key), count) for key, count in report.tally.came_up.items()]
    return sorted(found, key=lambda each: (-each[3].total, each[1]))


def _words(words: Phrases, key: str) -> str:
    """What is said or noted, with the names of the braces in place of what stands there."""
    return words.say(Heard(key)) if key in words.heard else words.note(Heard(key))


def _measured_rows(tally: Tally) -> list[tuple[str, Frequency]]:
    return sorted(tally.measured.items())


def _columns(rows: Sequence[Row]) -> Iterator[str]:
    """Rows in columns, with words on the left of a column and numbers on the right."""
    widths = [max(len(row[n]) for row in rows) for n in range(len(rows[0]))]
    right = [all(row[n][:1].isdigit() for row in rows[1:]) for n in range(len(rows[0]))]
    for row in rows:
        cells = (
            cell.rjust(width) if at else cell.ljust(width) for cell, width, at in zip(row, widths, right, strict=True)
        )
        yield "  ".join(cells).rstrip()


def _for_program(report: _Report) -> dict[str, Any]:
    """The result as data for JSON."""
    plan, tally, games = report.plan, report.tally, report.tally.games
    average = mean_length(tally)
    wins: Callable[[Mapping[int, int]], Iterator[dict[str, Any]]] = lambda won: (  # noqa: E731
        {"wins": won[n], **_estimate_data(share(won[n], games))} for n in range(len(plan.seat_kinds))
    )
    seats = [{"seat": name, **each} for name, each in zip(_seat_names(report), wins(tally.seats), strict=True)]
    people = [{"kind": kind, **each} for kind, each in zip(plan.seat_kinds, wins(tally.players), strict=True)]
    return {
        "of": report.what,
        "game": report.first.game.name,
        "size": str(report.first.params.grid),
        "seed": plan.seed,
        "games": tally.ends.total(),
        "most_turns": plan.turns,
        "ended": {end: tally.ends[end] for end in possible_ends(report.first.game)},
        "turns": {
            **{f"percentile_{p}": None if (at := percentile(tally, p)) == inf else at for p in PERCENTS},
            "mean": _estimate_data(average) if average else None,
        },
        **({"seats": seats} if table_of(report.first.game).statistics is not None else {}),
        "players": people,
        "rules": [
            {"rule": number, "key": key, "says": says, **_frequency_data(count, games)}
            for number, key, says, count in _rules(report)
        ],
        "measured": [{"what": name, **_frequency_data(count, games)} for name, count in _measured_rows(tally)],
    }


def _estimate_data(found: Estimate) -> dict[str, float | None]:
    return {name: None if value is None else round(value, 6) for name, value in found._asdict().items()}


def _frequency_data(count: Frequency, games: int) -> dict[str, Any]:
    return {"games": count.games, "total": count.total, "a_game": _estimate_data(mean(count, games))}


# --- what is drawn -----------------------------------------------------------------------------------------------


def _plotted(report: _Report) -> Plotted:
    """The result as a page: wins, lengths, and where the players were."""
    from mapkit.pages.plots import Bar, CellPlot, bars, lengths, said

    first, plan, tally = report.first, report.plan, report.tally
    known, games = report.what not in GAMES, tally.games
    charts = []
    if table_of(first.game).statistics is not None:
        shares = [(in_words(name), share(tally.seats[n], games)) for n, name in enumerate(_seat_names(report))]
        rows = [Bar(name, each.value, each.low or 0.0, each.high or 0.0) for name, each in shares]
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
    played = f"{many(games, 'game')} of {_players_in_words(plan.seat_kinds)}, seed {plan.seed}"
    board = plain_board(first, known)
    return Plotted(first.title if known else "", of + in_words(played), charts, board, numbers, known)


def _times(number: float) -> str:
    """How often a game, in a cell."""
    return f"{number:.0f}" if number >= 10 else f"{number:.1f}" if number >= 0.05 else f"{number:.2f}".lstrip("0")
