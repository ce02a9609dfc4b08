"""The record of a format, and how what a file draws becomes a document."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType
from typing import Any, NamedTuple

from mapkit.games.shelf import GAMES, Shelf
from mapkit.mapfile import document
from mapkit.mapfile.document import Document, MapFile
from mapkit.mapfile.text import Source, parse_toml, refused
from mapkit.model import files
from mapkit.model.design import AS_DRAWN
from mapkit.model.files import FileTrouble, printable_name
from mapkit.model.frozen import Frozen
from mapkit.model.game import Game
from mapkit.model.grid import Cell
from mapkit.model.letters import in_quotes_with_hint
from mapkit.model.map import Map
from mapkit.model.message import Message, Name, either, message
from mapkit.model.presets import preset_settings

MARK = "#: "
"""What the lines of a map file begin with in the comments of another program's file."""


class FileToRead(NamedTuple):
    """The bytes of a file, and what was said of it."""

    data: bytes
    name: str
    """Its name in errors."""
    game: str | Game[Any] = ""
    """The game that was named, or a group's own; empty for none."""
    left_out: str = AS_DRAWN
    """The preset of a file that names neither a preset nor settings."""
    words: Mapping[str, str] = MappingProxyType({})
    """Words of the file, each with the word of mapkit that it stands for."""
    folder: Path | None = None
    """Where other files lie that the file names; None where it lies in no folder."""

    def beside(self, name: str) -> bytes:
        """The bytes of a file in the same folder; raises FileTrouble, also for a name that leads out of the folder."""
        if self.folder is None or Path(name).name != name or name in ("", ".", ".."):
            raise FileTrouble(message("{file} does not lie beside the map", printable_name(name)))
        return files.read(str(self.folder / name), "map files")


class ExportOrder(NamedTuple):
    """What was said of a file to write."""

    stem: str = "map"
    """The name of the file without its ending, for formats of several files that name each other."""
    in_words: Callable[[Message], str] = str
    """Puts the comments into a language."""
    language: str = "en"
    lit: frozenset[Cell] | None = None
    """The cells that a player knows, where the map is what they know; None for the game master's map."""


class Loss(NamedTuple):
    """Something that a format cannot hold."""

    what: Message
    has: Callable[[Map[Any]], bool] = lambda _: True
    """Whether a map has it."""


SETTINGS = Loss(message("the settings"))
HEAD = (Loss(message("the title"), lambda map_: bool(map_.title)), SETTINGS)
"""What stands above and below the drawing in a map file."""


@dataclass(frozen=True)
class FileFormat(Frozen):
    """A kind of file that maps come from, go to, or both."""

    name: str
    """What is typed after `--format`."""
    title: Message
    endings: tuple[str, ...]
    """How the names of its files end; the first is given to those that mapkit writes."""
    suits: Callable[[Game[Any]], bool] = lambda _: True
    """Whether it holds maps of a game."""
    recognise: Callable[[str], bool] = lambda _: False
    """Whether a text looks like one of these files, be it damaged."""
    read: Callable[[FileToRead], Document] | None = None
    """The map in a file; raises UnreadableMap with all that is wrong in it at once."""
    write: Callable[[Map[Any], ExportOrder], Mapping[str, bytes]] | None = None
    """The files of a map by the ends of their names, the first that of the format; raises BadSetting."""
    takes_words: bool = False
    """Whether `read` looks at the words that stand for others."""
    losses: tuple[Loss, ...] = ()
    parts: Callable[[str], tuple[str, ...]] = lambda text: (text,)
    """The texts of the maps in a text, each with blanks for the others, so that all characters keep their places."""


def commented(text: str) -> Source:
    """The lines of a map file in the comments of a text, where they stand; all else is blank."""
    kept = (
        line[len(MARK) :].rjust(len(line)) if line.startswith(MARK) else " " * len(line)
        for line in text.removeprefix("\ufeff").split("\n")
    )
    return Source("\n".join(kept))


def document_in(
    asked: FileToRead,
    text: str,
    source: Source,
    draw: Callable[[Game[Any], MapFile], None],
    suits: Callable[[Game[Any]], bool],
    what: Message,
) -> Document:
    """The document of a text with the lines of a map file in it, which is known for `what`; raises UnreadableMap.

    The game is the one in these lines, or that was named, or else the first that suits. `draw` puts into the map file
    what the rest of the text says.
    """
    values = parse_toml(source, asked.name)
    games, own = (Shelf(asked.game), asked.game.name) if isinstance(asked.game, Game) else (GAMES, asked.game)
    named = values.get("game", own)
    if named not in {"", *games} or (named and not suits(games[named])):
        known = either([Name(each.name) for each in games.values() if suits(each)])
        says = message("this is {what}, and no map of {found}", what, in_quotes_with_hint(str(named)))
        raise refused(asked.name, says, message("its game is {names}", known), at=source.value("game"))
    game = games[named] if named else next(filter(suits, games.values()))
    file = MapFile(source, {"mapkit": document.FORMAT, "game": game.name, **values}, text, asked.name)
    file.imported = True
    draw(game, file)
    return document.read_values(file, games, preset_settings, asked.left_out)
