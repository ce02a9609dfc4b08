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
from mapkit.mapfile.text import MOST_BYTES, UnreadableMap, refused
from mapkit.model import resources
from mapkit.model.game import Game
from mapkit.model.letters import in_quotes_with_hint, names
from mapkit.model.map import Map
from mapkit.model.message import LargeNumber, Message, Name, clauses, message

VERSION = "1"
"""The first character of the codes that this mapkit writes: the folder of examples that they are deflated with."""
MOST = 10_000
_SIGNS = digits + ascii_letters
_VALUES = {sign: value for value, sign in enumerate(_SIGNS)}
_CODE = re.compile(rb"(?!BEGIN:)\s*+[A-Za-z]{2,}+:(?:(?=\S)[^=:\"+|]++)?")
_NEARLY = re.compile(rb"\s*+(?:https?://\S++|[A-Za-z]{2,}+1[0-9A-Za-z]{60,}+)\s*+")
"""A web address, or a code without its colon."""
_WHOLE = message("copy the whole code again")


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
        most = LargeNumber(MOST)
        raise UnwritableMap(message("the map is too large for a share code of {most} characters; send its file", most))
    return code


def read(data: bytes, name: str, games: Mapping[str, Game[Any]], presets: document.Presets) -> document.Document:
    """The map in a share code, in which white space does not count; raises UnreadableMap.

    Lines and columns of the document are those of the map file that the code holds.
    """
    code = "".join(data.decode(errors="replace").split())
    held = document.read(_text(code, name, games), name, games, presets)
    if held.map.game.name != code.partition(":")[0].lower():
        raise _unreadable(name, message("it holds a map of {name}", Name(held.map.game.name)), _WHOLE)
    return held


def _text(code: str, name: str, games: Mapping[str, Game[Any]]) -> bytes:
    """The text of the map file in a code; raises UnreadableMap."""
    game, colon, signs = code.partition(":")
    if signs.startswith("//"):
        web = message("this is a web address; give the code in it alone, which begins like treasures:1")
        raise _unreadable(name, web)
    if not colon:
        raise _unreadable(name, message("its colon is missing; write it after the name of the game, as in treasures:1"))
    game, version, signs = game.lower(), signs[:1], signs[1:]
    if game not in games:
        hint = would_do(game, tuple(games), message("use one of {names}", names(games)))
        raise _unreadable(name, message("{found} is no game", in_quotes_with_hint(game)), hint)
    if len(code) > MOST:
        has = message("it has {number} characters", LargeNumber(len(code)))
        raise _unreadable(name, has, message("{number} are the most", LargeNumber(MOST)))
    strange = next((sign for sign in version + signs if sign not in _VALUES), "")
    if strange:
        why = message("it has {found}, and a code has letters and digits", in_quotes_with_hint(strange))
        raise _unreadable(name, why, _WHOLE)
    number = 0
    for sign in signs:
        number = number * len(_SIGNS) + _VALUES[sign]
    held = number.to_bytes(len(signs), "big").lstrip(b"\0")
    checksum, squeezed = held[1:5], held[5:]
    its, ours = Name(version), Name(VERSION)
    is_whole = held[:1] == b"\1" and checksum == _checksum(game, squeezed)
    if is_whole and version != VERSION:
        why = message("{found} stands after its colon; write {version} there, for the rest is whole", its, ours)
        raise _unreadable(name, why)
    if version > VERSION:
        why = message("it needs a newer mapkit: its version is {found}, and this one reads {version}", its, ours)
        raise _unreadable(name, why, message("or the character after the colon is wrong: {message}", _WHOLE))
    if version != VERSION or not is_whole:
        raise _unreadable(name, message("its checksum is wrong: a character is missing or another one"), _WHOLE)
    unpacker = zlib.decompressobj(-15, _examples(game))
    try:
        text = unpacker.decompress(squeezed, MOST_BYTES)
    except zlib.error:
        text = b""
    if not unpacker.eof or unpacker.unused_data:
        raise _unreadable(name, message("no map file is in it; make a code with mapkit share"))
    return text


def _checksum(game: str, squeezed: bytes) -> bytes:
    return zlib.crc32(squeezed, zlib.crc32(f"{game}:{VERSION}".encode())).to_bytes(4, "big")


def _examples(game: str) -> bytes:
    """The examples of a game's map files; none for a game that came later."""
    try:
        return resources.path("share", VERSION, f"{game}.txt").read_bytes().replace(b"\r\n", b"\n")
    except FileNotFoundError:
        return b""


def _unreadable(name: str, *why: Message) -> UnreadableMap:
    return refused(name, message("the share code cannot be read: {message}", clauses(*why)))
