"""The forms of mapkit itself: map files, drawings, JSON and share codes, which `games.maps` reads."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from mapkit.formats.record import ExportOrder, FileFormat, FileToRead
from mapkit.games import maps
from mapkit.mapfile import json_file, share_code, writer
from mapkit.mapfile.bare import is_bare, looks_drawn
from mapkit.mapfile.document import Document
from mapkit.model.letters import in_quotes
from mapkit.model.map import Map
from mapkit.model.message import Message, Name, message
from mapkit.model.rule import has
from mapkit.model.settings import BadSetting


def _read(asked: FileToRead) -> Document:
    return maps.read(asked.data, asked.name, asked.left_out, asked.game)


def _own(
    name: str, title: Message, ending: str, recognise: Callable[[str], bool], show: Callable[[Map[Any]], str]
) -> FileFormat:
    def write(map_: Map[Any], _: ExportOrder) -> Mapping[str, bytes]:
        return {ending: show(maps.readable_elsewhere(map_)).encode()}

    return FileFormat(name, title, (ending,), recognise=recognise, read=_read, write=write)


MAP = _own(
    "map",
    message("a map file of mapkit, which people type"),
    ".toml",
    lambda text: not is_bare(text) and text.lstrip()[:1] not in ("<", "{"),
    writer.show,
)
_AS_JSON, _AS_CODE = message("a map as JSON, for programs of all kinds"), message("a share code, for chats and links")
JSON = _own("json", _AS_JSON, ".json", lambda text: json_file.is_map(text.encode()), json_file.show)
SHARE = _own("share", _AS_CODE, ".code", lambda text: share_code.is_code(text.encode()), share_code.show)


def _read_drawing(asked: FileToRead) -> Document:
    """The map of a drawing; where `blank` stands for a symbol, its blank cells hold that."""
    read = _read(asked)
    legend, symbol = read.map.game.design.legend(read.map.params), asked.words.get("blank", "")
    if wrong := asked.words.keys() - {"blank"}:
        raise BadSetting(message("--as {name}: a drawing takes --as blank=SYMBOL", Name(min(wrong))))
    if symbol and symbol not in legend.marks:
        raise BadSetting(
            message(
                "--as blank is {found}; say a symbol of {name}, such as {example}",
                in_quotes(symbol),
                Name(read.map.game.name),
                Name(next(iter(legend.cells), "")),
            )
        )
    blank = {cell for cell in read.map.params.grid.cells() if cell not in read.map.kinds}
    if symbol:
        filled = replace(read.map, facts=read.map.facts | {has(cell, legend.marks[symbol]) for cell in blank})
        unused = () if blank else (message("--as blank: no cell is blank"),)
        return replace(read, map=filled.as_drawn, remarks=(*read.remarks, *unused))
    if not read.map.kinds and read.map.facts and legend.cells:
        said = message(
            "no cell is filled in; --as blank={symbol} takes all as {thing}",
            Name(next(iter(legend.cells))),
            legend.noun(next(iter(legend.cells.values()))),
        )
        return replace(read, remarks=(*read.remarks, said))
    return read


_ALONE = message("a drawing alone, typed or pasted from a screen")
DRAWING = FileFormat("drawing", _ALONE, (".txt",), takes_words=True, recognise=looks_drawn, read=_read_drawing)
