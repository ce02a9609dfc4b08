"""The formats on one shelf. A format is loaded only when it is looked up, or when a file may be one of its files."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from importlib import import_module
from itertools import chain
from pathlib import Path
from types import MappingProxyType
from typing import Any, cast

from mapkit.formats.record import ExportOrder, FileFormat, FileToRead
from mapkit.games import maps
from mapkit.mapfile.document import Document
from mapkit.mapfile.text import UnreadableMap, refused
from mapkit.model.design import AS_DRAWN
from mapkit.model.files import printable_name
from mapkit.model.game import Game
from mapkit.model.letters import names, refused_word, suggestion
from mapkit.model.map import Map
from mapkit.model.message import Name, listed, message
from mapkit.model.settings import BadSetting

MODULES = {
    "map": "own",
    "json": "own",
    "share": "own",
    "tmx": "tiled",
    "tmj": "tiled",
    "text-mapper": "text_mapper",
    "donjon": "dungeons",
    "one-page-dungeon": "dungeons",
    "moves": "moves",
    "moves-top": "moves",
    "blocks": "mazes",
    "maze": "mazes",
    "uvtt": "uvtt",
    "graphml": "graph",
    "dot": "graph",
    "csv": "tables",
    "drawing": "own",
}
"""The module of each format, in the order in which a file is looked at."""


class FormatShelf(Mapping[str, FileFormat]):
    """The formats by their names."""

    def __getitem__(self, name: str) -> FileFormat:
        module = import_module(f"{__package__}.{MODULES[name]}")
        return cast(FileFormat, getattr(module, name.upper().replace("-", "_")))

    def __iter__(self) -> Iterator[str]:
        return iter(MODULES)

    def __len__(self) -> int:
        return len(MODULES)


FORMATS: Mapping[str, FileFormat] = FormatShelf()


def format_named(name: str) -> FileFormat:
    """The format of that name; raises BadSetting with the names that would do."""
    if name.lower() not in MODULES:
        hint = suggestion(name.lower(), [*FORMATS], "say one of {names}")
        raise BadSetting(message("there is no format {found}", refused_word(name)), hint)
    return FORMATS[name.lower()]


def format_of(data: bytes, game: str | Game[Any] = "") -> FileFormat | None:
    """The format that the bytes of a file look like, one that holds maps of the game if there is one."""
    text = data.decode(errors="replace").removeprefix("\ufeff")
    alike = (each for each in FORMATS.values() if each.read and each.recognise(text))
    first = next(alike, None)
    if not first or not game:
        return first
    wanted = maps.game_named(game)
    return next((each for each in chain([first], alike) if each.suits(wanted)), first)


def parts_of(data: bytes, game: str | Game[Any] = "") -> tuple[bytes, ...]:
    """The bytes of each map in those of a file, such as the games in a list of several."""
    found = format_of(data, game)
    parts = found.parts(data.decode(errors="replace")) if found else ()
    return tuple(part.encode() for part in parts) if len(parts) > 1 else (data,)


def read(
    data: bytes,
    name: str,
    game: str | Game[Any] = "",
    left_out: str = AS_DRAWN,
    words: Mapping[str, str] = MappingProxyType({}),
    folder: Path | None = None,
) -> Document:
    """The map in the bytes of a file of any format; raises UnreadableMap and BadSetting.

    `left_out` is the preset of a file that names neither a preset nor settings, and `game` the game of a file that
    names none. Other files that it names are looked for in `folder`.
    """
    found = format_of(data, game) or FORMATS["drawing"]
    assert found.read is not None
    if words and not found.takes_words:
        able = listed([Name(each.name) for each in FORMATS.values() if each.takes_words])
        wrong = message("{file} is {thing}, and --as is for {names}", printable_name(name), found.title, able)
        raise BadSetting(wrong, message("leave {name} out", Name(f"--as {next(iter(words))}")))
    try:
        return replace(found.read(FileToRead(data, name, game, left_out, words, folder)), format=found.name)
    except UnreadableMap as error:
        if not error.kind:
            raise
        text = data.decode(errors="replace").removeprefix("\ufeff")
        if form := next((each for each in FORMATS.values() if not each.read and each.recognise(text)), None):
            says = message("this is {thing}, and such files are only written", form.title)
            raise refused(name, says, message("read the map that it was made of")) from None
        known = names(each.name for each in FORMATS.values() if each.read)
        says = message("this is {thing}, and no map that mapkit reads ({names})", error.kind, known)
        would_do = message("`mapkit formats` tells of them, and `mapkit new GAME` writes a map to fill in")
        raise refused(name, says, would_do) from None


def written(map_: Map[Any], form: FileFormat, order: ExportOrder) -> Mapping[str, bytes]:
    """The files of a map in a format, by the ends of their names, the format's own first; raises BadSetting."""
    if form.write is None or not form.suits(map_.game):
        wrong = message("maps of {name} are not written as {format}", Name(map_.game.name), Name(form.name))
        able = names(each.name for each in _writers(map_.game))
        raise BadSetting(wrong, message("maps of {name} are written as {names}", Name(map_.game.name), able))
    return form.write(map_, order)


def _writers(game: Game[Any]) -> list[FileFormat]:
    return [each for each in FORMATS.values() if each.write and each.suits(game)]


def format_for(map_: Map[Any], place: str) -> FileFormat:
    """The format of the file that a map is to be written to, by the end of its name; raises BadSetting."""
    able = _writers(map_.game)
    fits = [each for each in able if place.lower().endswith(each.endings)]
    if len(fits) == 1:
        return fits[0]
    raise BadSetting(message("say the format with --format: {names}", names(each.name for each in fits or able)))
