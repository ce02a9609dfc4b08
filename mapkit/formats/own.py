"""The forms of mapkit itself: map files, drawings, JSON and share codes, which `games.maps` reads."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from mapkit.formats.record import ExportOrder, FileFormat, FileToRead
from mapkit.games import maps
from mapkit.mapfile import json_file, share_code, writer
from mapkit.mapfile.bare import is_bare, looks_drawn
from mapkit.mapfile.document import Document
from mapkit.model.map import Map
from mapkit.model.message import message


def _read(asked: FileToRead) -> Document:
    return maps.read(asked.data, asked.name, asked.left_out, asked.game)


def _written(ending: str, show: Callable[[Map[Any]], str]) -> Callable[[Map[Any], ExportOrder], Mapping[str, bytes]]:
    return lambda map_, _: {ending: show(maps.readable_elsewhere(map_)).encode()}


MAP = FileFormat(
    "map",
    message("a map file of mapkit, which people type"),
    (".toml",),
    recognise=lambda text: not is_bare(text) and text.lstrip()[:1] not in ("<", "{"),
    read=_read,
    write=_written(".toml", writer.show),
)
JSON = FileFormat(
    "json",
    message("a map as JSON, for programs of all kinds"),
    (".json",),
    recognise=lambda text: json_file.is_map(text.encode()),
    read=_read,
    write=_written(".json", json_file.show),
)
SHARE = FileFormat(
    "share",
    message("a share code, for chats and links"),
    (".code",),
    recognise=lambda text: share_code.is_code(text.encode()),
    read=_read,
    write=_written(".code", share_code.show),
)
DRAWING = FileFormat(
    "drawing",
    message("a drawing alone, typed or pasted from a screen"),
    (".txt",),
    recognise=looks_drawn,
    read=_read,
)
