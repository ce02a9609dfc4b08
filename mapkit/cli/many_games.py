"""What the commands that play many games share: the maps that are played, and who does the work."""

from __future__ import annotations

import logging
import re
from collections.abc import Iterator, Sequence
from concurrent import futures
from contextlib import contextmanager
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, NamedTuple

import typer

from mapkit import files, maps
from mapkit.cli.maps import Order, for_any_size, made_to_size, params_of, with_code
from mapkit.cli.shell import is_log, process_pool, read_document, stoppable
from mapkit.cli.table import playable
from mapkit.files import printable_name
from mapkit.game import Map, table_of
from mapkit.games import GAMES
from mapkit.letters import refused_word, suggestion
from mapkit.mapfile import document
from mapkit.mapfile.document import Document
from mapkit.rule import NoSuchMap, SolverGaveUp
from mapkit.settings import BadSetting, seed_of, settings
from mapkit.version import __version__

if TYPE_CHECKING:
    from concurrent.futures import Executor

PLAYERS = 3
"""The number of players when neither the map nor an option gives one."""
PATIENCE = 5
"""The seconds that a scheduler may take to answer."""
ADDRESS = re.compile(r"(?:(?:tcp|tls|wss?)://)?(?:[\w.-]+|\[[0-9a-fA-F:]+\]):[0-9]{1,5}")
"""The form of a scheduler's address."""


class OneMap(NamedTuple):
    """One map for all games; as a text it can be sent to other processes."""

    text: str
    """The text of its map file."""

    def deal(self, _: int) -> Map[Any]:
        """The map."""
        return _read(self.text)


@lru_cache(maxsize=1)
def _read(text: str) -> Map[Any]:
    return maps.read_from_log(text, "map")


class FreshMaps(NamedTuple):
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


# --- what is played ----------------------------------------------------------------------------------------------


class Dealt(NamedTuple):
    """What the games are played on."""

    source: OneMap | FreshMaps
    """The maps."""
    first: Map[Any]
    """The map of the first game."""
    seed: str
    """The seed."""
    read: Document | None = None
    """The file of the map, where it is one."""


def dealt(
    command: str,
    what: str,
    preset: str | None,
    size: str | None,
    given: Sequence[str] | None,
    code: str | None,
    players: int | None,
    seed: str | None,
) -> Dealt:
    """The maps of a file, or fresh ones of a game.

    Raises BadSetting, UnreadableMap, FileTrouble, NoSuchPreset, NoSuchMap and SolverGaveUp, and exits with code 1 for a
    map with faults.
    """
    if what in GAMES:
        return _of_game(what, preset or "default", size, with_code(GAMES[what], given, code), players, seed)
    fresh = {"--preset": preset, "--size": size, "--set": given, "--rules": code}
    return _of_file(command, what, [name for name, value in fresh.items() if value], seed)


def _of_file(command: str, name: str, fresh: Sequence[str], seed: str | None) -> Dealt:
    path, coded = Path(name), files.is_share_code(name)
    if name != "-" and not coded and not path.exists() and not path.suffix and path.name == name:
        raise BadSetting(f"there is no file and no game {refused_word(name, 60)}; {suggestion(name, tuple(GAMES))}")
    if not coded and files.is_file(name) and is_log(name):
        raise BadSetting(f"{printable_name(name)} is a played game; {command} takes a map file or a game")
    read = read_document(name)
    drawn = playable(read)
    if fresh:
        instead = f"name a game, such as {drawn.game.name}, in place of a file"
        raise BadSetting(f"{', '.join(fresh)}: for fresh maps; {instead}")
    return Dealt(OneMap(document.show(drawn)), drawn, seed_of(seed), read)


def _of_game(
    name: str, preset: str, size: str | None, given: Sequence[str], players: int | None, seed: str | None
) -> Dealt:
    game = GAMES[name]
    table_of(game)
    if players is not None and "players" in [setting.name for setting in settings(game.design.params)]:
        given = [*given, f"players={players}"]
    chosen = seed_of(seed)
    order = Order(name, preset, params_of(game, preset, size, given), "toml")
    order, first = made_to_size(order, for_any_size(order, size, given, {}), f"{chosen}-1")
    return Dealt(FreshMaps(name, order.preset, order.params, chosen), first, chosen)


def player_count(first: Map[Any], players: int | None) -> int:
    """How many players play: as asked for, else as the map says."""
    return players or int(getattr(first.params, "players", PLAYERS))


# --- who does the work -------------------------------------------------------------------------------------------


Dask = Annotated[
    str | None,
    typer.Option("--dask", metavar="ADDRESS", help="Spread the games over the workers of a dask scheduler."),
]


def refuse_two_crews(jobs: int, dask: str | None) -> None:
    """Raise BadSetting where both options share the work out."""
    if dask is not None and jobs != 1:
        raise BadSetting("--jobs and --dask both share the work out; use one of them")


@contextmanager
def crew(jobs: int, dask: str | None) -> Iterator[Executor | None]:
    """The executor that plays the games: processes, or the workers of a scheduler; None for this process."""
    if dask is not None:
        with _cluster(dask) as workers:
            yield workers
    elif jobs == 1:
        with stoppable():
            yield None
    else:
        with _processes(jobs) as workers:
            yield workers


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
