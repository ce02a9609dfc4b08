"""Share codes: a whole map in a line of letters and digits, such as `treasures:1k3Xq...`, for chats and web addresses.

A code holds the text of a map file, deflated. Text that the examples in `templates/share` contain costs next to
nothing. So these examples never change: the codes of a later version need a further folder of them.
"""

from __future__ import annotations

import zlib
from collections.abc import Mapping
from typing import Any

from mapkit.mapfile import document, writer
from mapkit.mapfile.bare import is_bare, looks_drawn
from mapkit.mapfile.drawing import UnwritableMap, would_do
from mapkit.mapfile.text import MOST_BYTES, UnreadableMap, refused
from mapkit.model import resources
from mapkit.model.codes import MOST, SIGNS, VALUES, VERSION, bytes_of, checksum, code_in, is_whole
from mapkit.model.game import Game
from mapkit.model.letters import in_quotes_with_hint, names
from mapkit.model.map import Map
from mapkit.model.message import LargeNumber, Message, Name, clauses, message

_WHOLE = message("copy the whole code again")


def is_code(data: bytes) -> bool:
    """Whether the bytes of a file look like a share code, perhaps a damaged one, alone or in a letter or a link.

    A map file or a drawing that names a code is none.
    """
    text = data.decode(errors="replace")
    code, begins = code_in(text), text.lstrip("\ufeff \t\r\n")
    if not code or code == "".join(text.split()):
        return bool(code)
    return not begins.startswith(("{", "<?", "<map")) and is_bare(text) and not looks_drawn(text)


def show(map_: Map[Any]) -> str:
    """The share code of a map; raises UnwritableMap for a map that no file or no code can hold."""
    squeezer = zlib.compressobj(9, zlib.DEFLATED, -15, 9, zlib.Z_DEFAULT_STRATEGY, _examples(map_.game.name))
    squeezed = squeezer.compress(writer.show(map_).encode()) + squeezer.flush()
    number = int.from_bytes(b"\1" + checksum(map_.game.name, squeezed) + squeezed, "big")
    signs = ""
    while number and len(signs) < MOST:
        number, value = divmod(number, len(SIGNS))
        signs = SIGNS[value] + signs
    code = f"{map_.game.name}:{VERSION}{signs}"
    if number or len(code) > MOST:
        most = LargeNumber(MOST)
        raise UnwritableMap(message("the map is too large for a share code of {most} characters; send its file", most))
    return code


def read(data: bytes, name: str, games: Mapping[str, Game[Any]], presets: document.Presets) -> document.Document:
    """The map in a share code, in a text or a link with one; raises UnreadableMap.

    Lines and columns of the document are those of the map file that the code holds.
    """
    text = data.decode(errors="replace")
    code = code_in(text) or "".join(text.split())
    held = document.read(_text(code, name, games), name, games, presets)
    if held.map.game.name != code.partition(":")[0].lower():
        raise _unreadable(name, message("it holds a map of {name}", Name(held.map.game.name)), _WHOLE)
    return held


def _text(code: str, name: str, games: Mapping[str, Game[Any]]) -> bytes:
    """The text of the map file in a code; raises UnreadableMap."""
    game, colon, signs = code.partition(":")
    if signs.startswith("//"):
        web = message("this web address has no code; a code begins like treasures:1")
        raise _unreadable(name, web, message("give the whole link, or the code alone"))
    if not colon:
        raise _unreadable(name, message("its colon is missing; write it after the name of the game, as in treasures:1"))
    game, version, signs = game.lower(), signs[:1], signs[1:]
    if game not in games:
        hint = would_do(game, tuple(games), message("use one of {names}", names(games)))
        raise _unreadable(name, message("{found} is no game", in_quotes_with_hint(game)), hint)
    if len(code) > MOST:
        has = message("it has {number} characters", LargeNumber(len(code)))
        raise _unreadable(name, has, message("{number} are the most", LargeNumber(MOST)))
    strange = next((sign for sign in version + signs if sign not in VALUES), "")
    if strange:
        why = message("it has {found}, and a code has letters and digits", in_quotes_with_hint(strange))
        raise _unreadable(name, why, _WHOLE)
    number = 0
    for sign in signs:
        number = number * len(SIGNS) + VALUES[sign]
    held, its, ours = bytes_of(number), Name(version), Name(VERSION)
    whole = is_whole(game, held)
    if whole and version != VERSION:
        why = message("{found} stands after its colon; write {version} there, for the rest is whole", its, ours)
        raise _unreadable(name, why)
    if version > VERSION:
        why = message("it needs a newer mapkit: its version is {found}, and this one reads {version}", its, ours)
        raise _unreadable(name, why, message("or the character after the colon is wrong: {message}", _WHOLE))
    if version != VERSION or not whole:
        raise _unreadable(name, message("its checksum is wrong: a character is missing or another one"), _WHOLE)
    unpacker = zlib.decompressobj(-15, _examples(game))
    try:
        text = unpacker.decompress(held[5:], MOST_BYTES)
    except zlib.error:
        text = b""
    if not unpacker.eof or unpacker.unused_data:
        raise _unreadable(name, message("no map file is in it; make a code with mapkit share"))
    return text


def _examples(game: str) -> bytes:
    """The examples of a game's map files; none for a game that came later."""
    try:
        return resources.path("share", VERSION, f"{game}.txt").read_bytes().replace(b"\r\n", b"\n")
    except FileNotFoundError:
        return b""


def _unreadable(name: str, *why: Message) -> UnreadableMap:
    return refused(name, message("the share code cannot be read: {message}", clauses(*why)))
