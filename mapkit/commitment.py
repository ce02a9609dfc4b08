"""Commitments: a code on players' sheets that shows after the game whether the map is the one that was promised.

The code is the first half of the SHA-256 of a salt and a map's file, so people need no mapkit to try it:
`cat cellar.salt cellar.toml | sha256sum`. Nobody can guess the salt, so the code tells nothing of the map.
"""

from __future__ import annotations

import re
import secrets
from hashlib import sha256
from pathlib import Path

from mapkit import files
from mapkit.files import FileTrouble, printable_name

ENDING = ".salt"
"""How the name of the file with a map's salt ends, beside the map's file."""
SALT = re.compile(r"[0-9a-f]{32}")
"""A salt; in its file, the end of a line follows."""
DIGITS = 32
"""The number of digits of a code, from 0 to f."""
GROUP = 4
"""The number of digits that stand together."""


def code_of(salt: str, data: bytes) -> str:
    """The code for the bytes of a map's file, in eight groups of four digits from 0 to f."""
    return grouped(sha256(f"{salt}\n".encode() + data).hexdigest()[:DIGITS])


def grouped(digits: str) -> str:
    """The digits of a code in its groups."""
    return " ".join(digits[at : at + GROUP] for at in range(0, DIGITS, GROUP))


def salt_place(name: str) -> Path:
    """Where the salt for a map's file is kept."""
    return Path(name).with_suffix(ENDING)


def kept_salt(name: str) -> str:
    """The salt beside a map's file. A new one is drawn and written where there is none yet; raises FileTrouble."""
    place = salt_place(name)
    if not files.is_file(str(place)):
        files.write_new(place, f"{secrets.token_hex(DIGITS // 2)}\n".encode())
    return read_salt(place)


def read_salt(place: Path) -> str:
    """The salt in a file; raises FileTrouble where none is in it."""
    found = files.read_bytes(str(place)).decode(errors="replace")
    if not SALT.fullmatch(found.removesuffix("\n")):
        shown = printable_name(str(place))
        raise FileTrouble(f"{shown}:1:1: it holds no salt, which is a line of 32 digits from 0 to f; rename this file")
    return found.removesuffix("\n")
