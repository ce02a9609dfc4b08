"""What comes on the desk next: a new map, a recent file, or a file or a code that somebody brings.

The studio opens no path that a page names: a page sends bytes, or the sign of a recent file.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import suppress
from functools import cache
from itertools import count
from pathlib import Path
from typing import NamedTuple

from mapkit.formats import shelf
from mapkit.games import maps
from mapkit.games.shelf import GAMES
from mapkit.mapfile import writer
from mapkit.mapfile.document import Document
from mapkit.mapfile.text import UnreadableMap, decoded
from mapkit.model import files
from mapkit.model.files import FileTrouble, printable_name
from mapkit.model.message import NOTHING, Message, joined, message, sentences
from mapkit.model.settings import BadSetting
from mapkit.paper.press import MAP, press_of
from mapkit.studio.recent import RecentFile
from mapkit.studio.tools import BadStroke

MOST_PROBLEMS_TOLD = 5
MOST_TRIED = 100_000
"""The most bytes of a drawing that is read for each game."""
_KEPT_FORMATS = ("map", "drawing")
"""The formats of files that the studio saves again as they are."""


class DeskStart(NamedTuple):
    """What a desk begins with."""

    path: Path
    text: str
    held: bytes | None
    """The bytes of the file, None where there is none yet."""
    game: str = ""
    """The game of a drawing alone."""
    blank: bool = False
    """Whether nobody has drawn on it yet."""
    said: Message = NOTHING
    """What to tell the person who opened it."""


def free_path(stem: str) -> Path:
    """Where a new map is saved: the first name in `output/` that is free."""
    names = (Path(files.OUTPUT, f"{stem}{f'-{number}' if number > 1 else ''}.toml") for number in count(1))
    return next(path for path in names if not path.exists())


def blank_start(text: str, game: str, path: Path | None = None) -> DeskStart:
    """A new map with the text of a blank file."""
    return DeskStart(path or free_path(f"{game}-drawing"), text, None, blank=True)


def start_of(read: Document, path: Path | None, stem: str = "", game: str = "") -> DeskStart:
    """A map that was read; saved in its own file where that is a map file or a drawing, else under a free name."""
    if path is not None and read.format in _KEPT_FORMATS:
        return DeskStart(path, read.text, read.text.encode(), game if read.bare else "")
    text = (writer.show_as_drawn if read.map.drawn_settings else writer.show)(read.map)
    return DeskStart(free_path(stem or f"{read.map.game.name}-drawing"), text, None)


def recent_start(found: RecentFile) -> DeskStart:
    """A recent file; raises FileTrouble, UnreadableMap, BadSetting."""
    name = printable_name(found.path.name)
    if not files.is_file(str(found.path)):
        raise BadStroke(message("{file} is gone from its folder; put it back, or open another file", name))
    data, game = files.read_bytes(str(found.path)), found.game if found.game in GAMES else ""
    read = shelf.read(data, name, game, folder=found.path.parent)
    return start_of(read, found.path, files.file_name(found.path.stem), game)


def games_of_drawing(data: bytes, name: str) -> list[str] | None:
    """The games in which bytes that are a drawing alone can be read; None for other bytes, all for a large drawing."""
    form = shelf.format_of(data) if len(data) <= files.MOST_BYTES else None
    if form is None or form.name != "drawing":
        return None
    return [game for game in GAMES if len(data) > MOST_TRIED or _reads(data, name, game)]


def _reads(data: bytes, name: str, game: str) -> bool:
    try:
        shelf.read(data, name, game)
    except (UnreadableMap, BadSetting, FileTrouble):
        return False
    return True


def brought_start(data: bytes, name: str, game: str, folders: Iterable[Path]) -> DeskStart:
    """What is in the bytes of a file, or in a text, that somebody brings.

    Where one of the folders has the very file, it is saved there, else under a free name. Raises BadStroke, BadSetting.
    """
    shown, there = printable_name(name), next(_places(data, name, folders), None)
    try:
        if len(data) > files.MOST_BYTES:
            decoded(data, shown)  # which refuses it, before anybody looks at all of it
        part, *others = shelf.parts_of(data, game)
        read = shelf.read(part, shown, game, folder=there.parent if there else None)
    except UnreadableMap as error:
        lines = [message("{line}: {message}", each.line, each.message) for each in error.problems]
        rest = len(lines) - MOST_PROBLEMS_TOLD
        more = [message("and {number} more errors", rest)] if rest > 0 else []
        wrong = message("{file}: no map can be read in it:", shown)
        raise BadStroke(joined([wrong, *lines[:MOST_PROBLEMS_TOLD], *more], "\n")) from None
    except FileTrouble as error:
        raise BadStroke(error.said) from None
    start = start_of(read, there, files.file_name(Path(name).stem) if name else "", game)
    said = [*read.remarks]
    if others:
        said.insert(0, message("{file} has {number} maps; this is the first.", shown, len(others) + 1))
    if start.held is None and name:
        copy = message("This is a copy of {file}.", shown)
        said.insert(0, sentences(copy, message("Save writes it to {file}.", printable_name(str(start.path)))))
    return start._replace(said=sentences(*said))


def _places(data: bytes, name: str, folders: Iterable[Path]) -> Iterator[Path]:
    """The files of that name in the folders that have these bytes."""
    if Path(name).name == name and name not in ("", ".", ".."):
        for folder in folders:
            with suppress(OSError, ValueError):
                if files.holds(folder / name, data):
                    yield folder / name


@cache
def picture_of(game: str) -> bytes:
    """The picture of a game: a fresh map of it, as SVG; raises BadSetting for no known game."""
    map_ = maps.generate(game, "gallery")
    return press_of({"format": "svg"}, crop=True).in_theme_of(map_).printed(map_, MAP)[0]
