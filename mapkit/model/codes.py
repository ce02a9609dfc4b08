"""Share codes in what people paste: a code alone, in a link, or in a mail that has broken it into lines.

A checksum tells where a code ends among other words.
"""

from __future__ import annotations

import re
import zlib
from string import ascii_letters, digits

VERSION = "1"
"""The first character of the codes that this mapkit writes."""
MOST = 10_000
"""The most characters of a code."""
SIGNS = digits + ascii_letters
VALUES = {sign: value for value, sign in enumerate(SIGNS)}
_MOST_SOUGHT = 100_000
"""How many characters of a text are searched for a code among other words."""
_GAP = r"(?:=?[\s\u00ad\u200b-\u200d\u2060\ufeff]++(?:[>|]\s*+)*+)?+"
"""What a mail puts into a code: the end of a line, with the signs around it; and what copying brings along."""
_BEGINS = re.compile(rf"(?<![A-Za-z])([A-Za-z]{{2,}}+)[ \u00a0\u202f]?+:{_GAP}{VERSION}")
_PART = re.compile(rf"{_GAP}([0-9A-Za-z]++)")
_ALONE = re.compile(r"(?!BEGIN:)\s*+[A-Za-z]{2,}+:(?:(?=\S)[^=:\"+|]++)?|\s*+[A-Za-z]{2,}+1[0-9A-Za-z]{60,}+\s*+")
"""A code, perhaps a damaged one, or one without its colon."""
_LINK = re.compile(r"\s*+https?://\S++\s*+")
_DAMAGED = re.compile(rf"(?<![A-Za-z])[A-Za-z]{{2,}}+:{VERSION}[0-9A-Za-z]{{20,}}+")
_COLON = re.compile(r"%(?:25)*3[Aa]")
"""A colon as programs write it in links, and in links within links."""


def code_in(text: str) -> str:
    """The code in a text, without white space, or what is most like one; a link without a code is given itself.

    Empty where there is nothing like one.
    """
    if whole := whole_code_in(text):
        return whole
    if _ALONE.fullmatch(text):
        return "".join(text.split())
    damaged = _DAMAGED.search(_COLON.sub(":", text[:_MOST_SOUGHT]))
    return damaged[0] if damaged else text.strip() if _LINK.fullmatch(text) else ""


def whole_code_in(text: str) -> str:
    """The first code in a text whose checksum is right; empty where there is none."""
    sought = _COLON.sub(":", text[:_MOST_SOUGHT])
    return next(filter(None, (_whole(sought, begin) for begin in _BEGINS.finditer(sought))), "")


def _whole(text: str, begin: re.Match[str]) -> str:
    at, signs, number = begin.end(), "", 0
    while len(signs) < MOST and (part := _PART.match(text, at)):
        at, signs = part.end(), signs + part[1]
        for sign in part[1][:MOST]:
            number = number * len(SIGNS) + VALUES[sign]
        if is_whole(begin[1].lower(), bytes_of(number)):
            return f"{begin[1]}:{VERSION}{signs}"
    return ""


def bytes_of(number: int) -> bytes:
    """What a code holds, given its characters as a number: a byte 1, a checksum, and the text, deflated."""
    return number.to_bytes((number.bit_length() + 7) // 8, "big")


def is_whole(game: str, held: bytes) -> bool:
    return held[:1] == b"\1" and held[1:5] == checksum(game, held[5:])


def checksum(game: str, squeezed: bytes) -> bytes:
    return zlib.crc32(squeezed, zlib.crc32(f"{game}:{VERSION}".encode())).to_bytes(4, "big")
