"""What the commands that play many games share: the maps that are played, and who does the work."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path
from typing import Annotated, Any, NamedTuple

import typer

from mapkit.cli import completion
from mapkit.cli.inputs import is_log, read_document
from mapkit.cli.orders import Order, for_any_size, made_to_size, params_of, with_code
from mapkit.cli.table import playable
from mapkit.games import maps
from mapkit.games.shelf import GAMES
from mapkit.mapfile import writer
from mapkit.mapfile.document import Document
from mapkit.model import files
from mapkit.model.files import printable_name
from mapkit.model.game import table_of
from mapkit.model.letters import refused_word, suggestion
from mapkit.model.map import Map
from mapkit.model.rule import NoSuchMap, SolverGaveUp
from mapkit.model.settings import BadSetting, seed_of, settings
from mapkit.solve import search

Played = Annotated[
    str,
    typer.Argument(
        metavar="FILE|GAME",
        help="A map file, or a game for a fresh map each time.",
        autocompletion=completion.games_or_maps,
    ),
]
Turns = Annotated[
    int, typer.Option("--turns", min=1, max=100_000, metavar="T", help="Leave a game unfinished after T turns.")
]
TableOptions = Annotated[
    list[str] | None,
    typer.Option(
        "--option",
        metavar="KEY=VALUE",
        help="An option of `mapkit play --options`.",
        autocompletion=completion.table_options,
    ),
]

PLAYERS = 3
"""The number of players when neither the map nor an option gives one."""


class OneMap(NamedTuple):
    """One map for all games; as a text it can be sent to other processes."""

    text: str

    def deal(self, _: int) -> Map[Any]:
        return _read(self.text)


@lru_cache(maxsize=1)
def _read(text: str) -> Map[Any]:
    return maps.read_from_log(text, "map")


class FreshMaps(NamedTuple):
    """A fresh map for each game: the maps that `generate --count` draws from the same seed."""

    game: str
    preset: str
    params: Any
    seed: str
    """The seed; the map of each game also depends on the game's number."""

    def made(self, number: int) -> Map[Any]:
        """The map of the game of that number; raises NoSuchMap or SolverGaveUp."""
        return search.generate_from(GAMES[self.game], self.params, self.preset, f"{self.seed}-{number}")

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
    first: Map[Any]
    seed: str
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
    if name != "-" and not coded and not files.is_there(name) and not path.suffix and path.name == name:
        raise BadSetting(f"there is no file and no game {refused_word(name, 60)}; {suggestion(name, tuple(GAMES))}")
    if not coded and files.is_file(name) and is_log(name):
        raise BadSetting(f"{printable_name(name)} is a played game; {command} takes a map file or a game")
    read = read_document(name)
    drawn = playable(read)
    if fresh:
        instead = f"name a game, such as {drawn.game.name}, in place of a file"
        raise BadSetting(f"{', '.join(fresh)}: for fresh maps; {instead}")
    return Dealt(OneMap(writer.show(drawn)), drawn, seed_of(seed), read)


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
