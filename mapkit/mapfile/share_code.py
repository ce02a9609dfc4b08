"""Share codes: a whole map in a line of letters and digits, such as `treasures:1k3Xq...`, for chats and web addresses.

A code holds the text of a map file, deflated. Text that the examples in `templates/share` contain costs next to
nothing. So these examples never change: the codes of a later version need a further folder of them.
"""

from __future__ import annotations

import re
import zlib
from collections.abc import Mapping
from string import ascii_letters, digits
from typing import Any

from mapkit.mapfile import document, writer
from mapkit.mapfile.drawing import UnwritableMap, would_do
from mapkit.mapfile.text import MOST_BYTES, UnreadableMap
from mapkit.model import resources
from mapkit.model.errors import Problem
from mapkit.model.game import Game
from mapkit.model.letters import in_quotes_with_hint
from mapkit.model.map import Map

VERSION = "1"
"""The first character of the codes that this mapkit writes: the folder of examples that they are deflated with."""
MOST = 10_000
_SIGNS = digits + ascii_letters
_VALUES = {sign: value for value, sign in enumerate(_SIGNS)}
_CODE = re.compile(rb"(?!BEGIN:)\s*+[A-Za-z]{2,}+:(?:(?=\S)[^=:\"+|]++)?")
_NEARLY = re.compile(rb"\s*+(?:https?://\S++|[A-Za-z]{2,}+1[0-9A-Za-z]{60,}+)\s*+")
"""A web address, or a code without its colon."""
_WHOLE = "copy the whole code again"


def is_code(data: bytes) -> bool:
    """Whether the bytes of a file look like a share code, perhaps a damaged one or one in a web address."""
    return _CODE.fullmatch(data) is not None or _NEARLY.fullmatch(data) is not None


def show(map_: Map[Any]) -> str:
    """The share code of a map; raises UnwritableMap for a map that no file or no code can hold."""
    squeezer = zlib.compressobj(9, zlib.DEFLATED, -15, 9, zlib.Z_DEFAULT_STRATEGY, _examples(map_.game.name))
    squeezed = squeezer.compress(writer.show(map_).encode()) + squeezer.flush()
    number = int.from_bytes(b"\1" + _checksum(map_.game.name, squeezed) + squeezed, "big")
    signs = ""
    while number and len(signs) < MOST:
        number, value = divmod(number, len(_SIGNS))
        signs = _SIGNS[value] + signs
    code = f"{map_.game.name}:{VERSION}{signs}"
    if number or len(code) > MOST:
        raise UnwritableMap(f"the map is too large for a share code of {MOST:,} characters; send its file")
    return code


def read(data: bytes, name: str, games: Mapping[str, Game[Any]], presets: document.Presets) -> document.Document:
    """The map in a share code, in which white space does not count; raises UnreadableMap.

    Lines and columns of the document are those of the map file that the code holds.
    """
    code = "".join(data.decode(errors="replace").split())
    text = _text(code, name, games)
    held = document.read(text, name, games, presets)
    if held.map.game.name != code.partition(":")[0].lower():
        raise _unreadable(name, f"it holds a map of {held.map.game.name}; {_WHOLE}")
    return held


def _text(code: str, name: str, games: Mapping[str, Game[Any]]) -> bytes:
    """The text of the map file in a code; raises UnreadableMap."""
    game, colon, signs = code.partition(":")
    if signs.startswith("//"):
        raise _unreadable(name, "this is a web address; give the code in it alone, which begins like treasures:1")
    if not colon:
        raise _unreadable(name, "its colon is missing; write it after the name of the game, as in treasures:1")
    game, version, signs = game.lower(), signs[:1], signs[1:]
    if game not in games:
        otherwise = f"use one of {', '.join(games)}"
        raise _unreadable(name, f"{in_quotes_with_hint(game)} is no game; {would_do(game, tuple(games), otherwise)}")
    if len(code) > MOST:
        raise _unreadable(name, f"it has {len(code):,} characters; {MOST:,} are the most")
    strange = next((sign for sign in version + signs if sign not in _VALUES), "")
    if strange:
        raise _unreadable(name, f"it has {in_quotes_with_hint(strange)}, and a code has letters and digits; {_WHOLE}")
    number = 0
    for sign in signs:
        number = number * len(_SIGNS) + _VALUES[sign]
    held = number.to_bytes(len(signs), "big").lstrip(b"\0")
    checksum, squeezed = held[1:5], held[5:]
    is_whole = held[:1] == b"\1" and checksum == _checksum(game, squeezed)
    if is_whole and version != VERSION:
        raise _unreadable(name, f"{version} stands after its colon; write {VERSION} there, for the rest is whole")
    if version > VERSION:
        why = f"it needs a newer mapkit: its version is {version}, and this one reads {VERSION}"
        raise _unreadable(name, f"{why}; or the character after the colon is wrong: {_WHOLE}")
    if version != VERSION or not is_whole:
        raise _unreadable(name, f"its checksum is wrong: a character is missing or another one; {_WHOLE}")
    unpacker = zlib.decompressobj(-15, _examples(game))
    try:
        text = unpacker.decompress(squeezed, MOST_BYTES)
    except zlib.error:
        text = b""
    if not unpacker.eof or unpacker.unused_data:
        raise _unreadable(name, "no map file is in it; make a code with mapkit share")
    return text


def _checksum(game: str, squeezed: bytes) -> bytes:
    return zlib.crc32(squeezed, zlib.crc32(f"{game}:{VERSION}".encode())).to_bytes(4, "big")


def _examples(game: str) -> bytes:
    """The examples of a game's map files; none for a game that came later."""
    try:
        return resources.path("share", VERSION, f"{game}.txt").read_bytes().replace(b"\r\n", b"\n")
    except FileNotFoundError:
        return b""


def _unreadable(name: str, why: str) -> UnreadableMap:
    return UnreadableMap(name, [Problem(1, 1, f"the share code cannot be read: {why}")])
