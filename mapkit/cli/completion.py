"""What a shell offers when somebody presses TAB: games, presets, settings, sheets, and saved games.

Each of these is the `autocompletion` of arguments and options. They give words with what they mean, which zsh and fish
show; where they give none, the shell completes files. Nothing here fails: what is wrong so far completes nothing.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import typer

from mapkit.cli.languages import in_words
from mapkit.games import maps
from mapkit.games.shelf import GAMES
from mapkit.language import catalogue
from mapkit.mapfile.text import UnreadableMap
from mapkit.model import files
from mapkit.model.files import FileTrouble, printable_name
from mapkit.model.game import Game
from mapkit.model.ledger import entries
from mapkit.model.message import NOTHING, Message, Name
from mapkit.model.presets import NoSuchPreset
from mapkit.model.settings import BadSetting, settings, show_setting

PLAIN = re.compile(r"[\w.%][\w.%=,-]*", re.ASCII)
"""Words that no shell reads as anything else; others write the names of files."""

Offer = tuple[str, Message | Name]
"""A word that a shell may complete, and what it means, or nothing."""

Words = Callable[[typer.Context, str], Iterable[Offer]]
"""What is offered after the words that were said before, and the beginning of the word that is being typed."""

Completion = Callable[[typer.Context, str], list[tuple[str, Name]]]


def any_of(*offered: Words) -> Completion:
    """A completion with those of all offers that begin as what was typed and that no shell misreads.

    It is a lambda, because typer works out the annotations of each completion at every start, and a lambda has none.
    """
    return lambda ctx, incomplete: [
        (word, Name(in_words(told)))
        for words in offered
        for word, told in words(ctx, incomplete)
        if word.startswith(incomplete) and PLAIN.fullmatch(word)
    ]


def one_of(words: Callable[[], Iterable[str]]) -> Completion:
    """A completion with words that are worked out only when they are wanted."""
    return any_of(lambda _ctx, _typed: ((word, NOTHING) for word in words()))


def _of_game(words: Callable[[Game[Any]], Iterable[Offer]]) -> Completion:
    """A completion with words of the game that was named, or of that of the map that was named."""
    return any_of(lambda ctx, _typed: (offer for game in _game(ctx) for offer in words(game)))


def _sheets(ctx: typer.Context, typed: str) -> Iterator[Offer]:
    """The sheets of the game of the map that was named, after those that are listed already."""
    from mapkit.paper.game_sheets import paper_of
    from mapkit.paper.press import ON_REQUEST

    listed, comma, _ = typed.rpartition(",")
    for game in _game(ctx):
        names = (name for name in (*paper_of(game).names, *ON_REQUEST) if name not in listed.split(","))
        yield from ((f"{listed}{comma}{name}", NOTHING) for name in names)


def _played() -> Iterator[str]:
    from mapkit.table import saved_games

    names = _names_in(saved_games.games_folder(), saved_games.SUFFIX)
    return (name.removesuffix(saved_games.SUFFIX) for name in names)


def _names_in(folder: Path, ending: str) -> list[str]:
    with suppress(OSError):
        return sorted(path.name for path in folder.glob(f"*{ending}"))
    return []


def _game(ctx: typer.Context) -> Iterator[Game[Any]]:
    """The game that the words before name, or that of the map that they name; nothing without one."""
    # the words that are no options; typer has not given them to arguments where an option still lacks its value
    words = (*ctx.args, *(ctx.params.get(key) for key in ("game", "what", "name", "names")))
    lists = (word if isinstance(word, (list, tuple)) else [word] for word in words)
    for name in (name for some in lists for name in some if isinstance(name, str)):
        if name in GAMES:
            with suppress(BadSetting):
                yield maps.game_named(name)
        elif files.is_share_code(name) or files.is_file(name):
            with suppress(UnreadableMap, NoSuchPreset, BadSetting, FileTrouble, OSError):
                yield maps.read(files.read_bytes(name), printable_name(name)).map.game
        else:
            continue
        return


games, languages = one_of(lambda: GAMES), one_of(catalogue.languages)
games_and_rules = any_of(
    lambda _ctx, _typed: ((name, NOTHING) for name in GAMES),
    lambda _ctx, typed: ((each.number, Name(each.text)) for each in entries().values() if typed),
)
# in other folders than this one the shell completes files
map_files = one_of(lambda: [name for ending in (".toml", ".json") for name in _names_in(Path(), ending)])
presets = _of_game(lambda game: ((preset.name, preset.says) for preset in maps.presets(game.name)))
map_settings = _of_game(
    lambda game: (
        (f"{each.name}={show_setting(each, each.default)}", each.meaning) for each in settings(game.design.params)
    )
)
table_options = _of_game(
    lambda game: ((f"{key}=yes", words) for key, words in game.table.seating.options.items()) if game.table else ()
)
themes_with_words = _of_game(
    lambda game: ((name, NOTHING) for name in (*catalogue.themes_of(game.name), catalogue.NO_THEME))
)
sheets = any_of(_sheets)
played, games_or_maps = one_of(_played), any_of(games, map_files)
maps_or_played, played_or_all = any_of(map_files, played), any_of(played, one_of(lambda: ["all"]))
