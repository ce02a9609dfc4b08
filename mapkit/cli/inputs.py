"""What commands read: map files, share codes and played games."""

from __future__ import annotations

from contextvars import ContextVar
from pathlib import Path
from typing import TYPE_CHECKING

from mapkit.cli.streams import say_on_stderr, shell_quoted
from mapkit.games import maps
from mapkit.games.shelf import GAMES
from mapkit.mapfile.document import Document
from mapkit.model import file_kinds, files
from mapkit.model.files import FileTrouble, printable_name
from mapkit.model.settings import BadSetting

if TYPE_CHECKING:
    from mapkit.table.match import Match


_game_of_drawings = ContextVar("game of drawings", default="")
"""The game that a command names for drawings without a head; empty for none."""


def keep_game(game: str | None) -> None:
    """Keep the game that was named, for drawings without a head; raises BadSetting."""
    _game_of_drawings.set(maps.game_named(game).name if game is not None else "")


def game_of_drawings() -> str:
    """The game that the option `--game` of the running command names; empty for none."""
    return _game_of_drawings.get()


def read_document(name: str) -> Document:
    """The map in a file; raises UnreadableMap or FileTrouble."""
    _refuse_game(name)
    if name != "-" and files.is_file(name) and is_log(name):
        shown = shell_quoted(name)
        raise BadSetting(f"{shown} is a played game, and a map file belongs there; mapkit print {shown} prints it")
    wanted = _game_of_drawings.get()
    read = maps.read(files.read_bytes(name), printable_name(name), game=wanted)
    if wanted and read.map.game.name != wanted:  # a share code and a map as JSON name their game, and no drawing does
        raise BadSetting(f"{read.name} is a map of {read.map.game.name}, and --game says {wanted}; leave --game out")
    if read.names_no_preset:
        say_on_stderr(f"{read.name}: {maps.taken_as_drawn(read.map)}")
    return read


def _refuse_game(name: str) -> None:
    """Raise FileTrouble for the name of a game in place of a file."""
    if name.lower() in GAMES and not files.is_file(name):
        made = f"`mapkit generate {name.lower()}` makes one"
        raise FileTrouble(f"{name} is a game, and a map file belongs there; {made}")


def open_to_look(text: str) -> Match:
    """The played game of an id or a log file, opened only to be looked at; raises FileTrouble or BadLog."""
    from mapkit.table import match, saved_games  # maps need none of it

    _refuse_game(text)
    try:
        found = saved_games.find(saved_games.games_folder(), text)
    except FileTrouble as trouble:
        meant = files.meant_instead(text)
        raise FileTrouble(f"{trouble}; {meant}" if meant else str(trouble)) from None
    return match.look(found, maps.read_from_log)


def is_log(name: str) -> bool:
    """Whether a name is that of a played game: the id of one, or a file that is a log.

    A name without an ending that is no file is taken for an id.
    """
    if files.is_share_code(name):
        return False
    if not files.is_file(name):
        path = Path(name)
        return not files.is_there(name) and path.name == name and not path.suffix
    return file_kinds.is_log(files.read_start(name))
