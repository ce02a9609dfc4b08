"""Commitments: a code on players' sheets that shows after the game whether the map is the one that was promised.

The code is the first half of the SHA-256 of a salt and a map's file, so people need no mapkit to try it:
`cat cellar.salt cellar.toml | sha256sum`. Nobody can guess the salt, so the code tells nothing of the map.
"""

from __future__ import annotations

import re
import secrets
from hashlib import sha256
from os.path import lexists
from pathlib import Path

from mapkit.model import files
from mapkit.model.files import FileTrouble, printable_name
from mapkit.model.message import clauses, message

ENDING = ".salt"
"""How the name of the file with a map's salt ends, beside the map's file."""
SALT = re.compile(r"[0-9a-f]{32}")
"""A salt; in its file, the end of a line follows."""
DIGITS = 32
"""The number of digits of a code and of a salt, from 0 to f."""
OF_THE_MAP = 12
"""How many digits at the end of a salt are of the SHA-256 of its map's file, so that no other map takes this salt."""
GROUP = 4
"""The number of digits that stand together."""


def code_of(salt: str, data: bytes) -> str:
    """The code for the bytes of a map's file, in eight groups of four digits from 0 to f."""
    return grouped(sha256(f"{salt}\n".encode() + data).hexdigest()[:DIGITS])


def grouped(digits: str) -> str:
    return " ".join(digits[at : at + GROUP] for at in range(0, DIGITS, GROUP))


def salt_place(name: str) -> Path:
    """Where the salt for a map's file is kept."""
    return Path(name).with_suffix(ENDING)


def kept_salt(name: str, data: bytes) -> str:
    """The salt beside a map's file. A new one is drawn and written where there is none yet.

    `data` are the bytes of the file. Raises FileTrouble, also where the salt is that of another map: players know it
    after the game, and could try guesses at this map with it.
    """
    place, of_the_map = salt_place(name), sha256(data).hexdigest()[:OF_THE_MAP]
    shown = printable_name(str(place))
    if not lexists(place):
        files.write_new(place, f"{secrets.token_hex((DIGITS - OF_THE_MAP) // 2)}{of_the_map}\n".encode())
    if not files.is_file(str(place)):
        of_map = printable_name(name)
        raise FileTrouble(message("{file}: is no file, and the salt of {map} belongs there; rename it", shown, of_map))
    salt = read_salt(place)
    if not salt.endswith(of_the_map):
        other = message("{file}:1:1: it was drawn for another map, or the map was changed since", shown)
        raise FileTrouble(clauses(other, message("rename this file")))
    return salt


def read_salt(place: Path) -> str:
    """The salt in a file; raises FileTrouble where none is in it."""
    found = files.read_bytes(str(place)).decode(errors="replace")
    if not SALT.fullmatch(found.removesuffix("\n")):
        shown = printable_name(str(place))
        no_salt = message("{file}:1:1: it holds no salt, which is a line of 32 digits from 0 to f", shown)
        raise FileTrouble(clauses(no_salt, message("rename this file")))
    return found.removesuffix("\n")
