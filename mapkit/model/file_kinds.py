"""What a file is that is not mapkit's: its kind in words, by its first bytes or by what its text looks like."""

from __future__ import annotations

import json
import re
from codecs import BOM_UTF8
from collections.abc import Sequence
from csv import reader
from functools import cache
from itertools import islice

from mapkit.model.message import NOTHING, Message, message
from mapkit.model.resources import spoken

_BEGINNINGS = {
    b"{\\rtf": message("an RTF file"),
    b"\xd0\xcf\x11\xe0": message("a document of a word processor"),
    b"PK\x03\x04": message("a zip file, as documents of word processors are"),
    b"%PDF-": message("a PDF file"),
    b"\x89PNG": message("a PNG picture"),
    b"\xff\xd8\xff": message("a JPEG picture"),
    b"GIF8": message("a GIF file"),
    b"II*\0": message("a TIFF file"),
    b"MM\0*": message("a TIFF file"),
    b"\x1f\x8b": message("a gzip file"),
    b"7z\xbc\xaf": message("a 7z file"),
    b"PAR1": message("a Parquet file"),
    b"SQLite format 3\0": message("a SQLite database"),
    b"ID3": message("a sound file"),
    b"OggS": message("a sound file"),
    b"\x7fELF": message("a program"),
    b"gimp xcf": message("a GIMP picture"),
    b"8BPS": message("a Photoshop picture"),
    b"Rar!": message("a RAR file"),
}
_FROM_THE_NINTH = {
    b"WEBP": message("a WebP file"),
    **dict.fromkeys((b"heic", b"heix", b"mif1", b"msf1"), message("a HEIC file")),
    b"avif": message("an AVIF file"),
    b"WAVE": message("a sound file"),
}
_PICTURES = frozenset(
    (
        *(_BEGINNINGS[begins] for begins in (b"\x89PNG", b"\xff\xd8\xff", b"GIF8", b"II*\0", b"8BPS", b"gimp xcf")),
        *(kind for begins, kind in _FROM_THE_NINTH.items() if begins != b"WAVE"),
        message("a BMP file"),
    )
)
_PARTS_OF_ZIPS = {
    b"word/": message("a document of Word"),
    b"xl/": message("a workbook of Excel"),
    b"application/vnd.oasis": message("a document of LibreOffice"),
    b"application/x-krita": message("a Krita picture"),
    b"application/epub": message("an e-book"),
}
NOTES = message("the notes of a game")
_LOG = re.compile(rb'[\s>]*{\s*"n"\s*:')
CONFLICT = re.compile(r"^(?:<{7}|>{7})(?: .*)?\r?$", re.MULTILINE)
"""A line that git puts above or below two versions of a part of a file, of which a person is to choose one."""
TWO_VERSIONS = message("git has left two versions here; keep one, and take out the lines <<<<<<<, ======= and >>>>>>>")
_UTF_16 = (b"\xff\xfe", b"\xfe\xff")
_TAG = re.compile(r"\s*<[!?A-Za-z]")
_HEAD_OF_A_MAIL = (
    r"(?i)(?:(?:from|to|cc|subject|date|sender|reply-to|received|return-path|delivered-to|message-id|mime-version"
    r"|content-[a-z-]{1,30}|dkim-signature|x-[\w-]{1,60}): .*\n(?:[ \t].*\n)*){2}|From \S+@"
)
_TEXTS = {
    message("a calendar"): re.compile("BEGIN:VCALENDAR"),
    message("an address book"): re.compile("BEGIN:VCARD"),
    message("a key or a certificate"): re.compile("-----BEGIN "),
    message("a PostScript file"): re.compile("%!PS"),
    message("a patch"): re.compile(r"diff -{2}git |--- .*\n\+\+\+ "),
    message("a mail"): re.compile(_HEAD_OF_A_MAIL),
}
_YAML = re.compile(r"(?P<alone>(?:---|%YAML|- |\s+- |[^\s:={][^:={]*:\s*(?:[>|&].*)?$).*)|\s.*|[^\s:={][^:={]*:\s.*")
"""A line of YAML: a beginning, an item of a list or a name without a value, as in YAML alone; or one in, or a value."""
_SETTING = re.compile(r"""\s*(?:\[.*\]|[^\s=:]+ *[=:] *(?P<toml>["'\[{]|[+-]?\d|true\b|false\b)?.*|;.*)""")
"""A line of settings: a section, or a name with its value, which TOML writes in quotes, as a number or so."""
_ENOUGH = 4000
"""How many bytes of a file are enough to know it by its text."""
_FEW = 50
"""In text at most one byte of so many may be one that no text has, by mistake."""
_NOT_IN_TEXT = bytes({*range(32)} - {*b"\t\n\f\r\x1a\x1b"})
_LOOKED_AT, _LONG = 20, 1000
"""How many lines of a text are looked at, and how many characters of each."""


def is_log(start: bytes) -> bool:
    """Whether a file that begins like this is the log of a game, be it damaged later; other JSON begins otherwise."""
    return _LOG.match(start.removeprefix(BOM_UTF8)) is not None


def is_picture(data: bytes) -> bool:
    return kind_of(data) in _PICTURES


def kind_of(data: bytes) -> Message:
    """What a file that begins like this is, if it holds no plain text; else empty. UTF-16 counts as plain text."""
    found = (kind for begins, kind in _BEGINNINGS.items() if data.startswith(begins))
    kind = next(found, NOTHING) or _FROM_THE_NINTH.get(data[8:12], NOTHING)
    if kind == _BEGINNINGS[b"PK\x03\x04"]:
        return next((part for mark, part in _PARTS_OF_ZIPS.items() if mark in data), kind)
    if not kind and data.startswith(b"BM") and 0 in data[:32]:
        return message("a BMP file")
    start = data[:_ENOUGH]
    binary = not is_utf_16(data) and _FEW * (len(start) - len(start.translate(None, _NOT_IN_TEXT))) > len(start)
    return kind or (message("data of another program") if binary else NOTHING)


@cache
def _line_of_notes() -> re.Pattern[str]:
    """A line of notes: one that stands above them, in any language, or a command with its answer."""
    heads = {"game", "size", "players"}
    said = (re.escape(form) for form, word in spoken("table", "notes").items() if word in heads)
    return re.compile(rf"(?i)(?:{'|'.join((*heads, *said))})\s*:\s*\S|[^\W\d][^:=]*:[\w ]+=\s*\w")


def is_utf_16(data: bytes) -> bool:
    return data[:2] in _UTF_16 or data[:2].count(0) == data[2:4].count(0) == 1


def any_kind_of(data: bytes) -> Message:
    """What a file is by its first bytes or by what its text looks like; empty for other text."""
    if is_utf_16(data):
        return message("text in UTF-16")
    text = data[:_ENOUGH].decode(errors="replace")
    return kind_of(data) or kind_of_text(text) or kind_of_settings(text)


def kind_of_text(text: str) -> Message:
    """What a text is, if it is of a kind that other programs write; else empty."""
    if _is_json(text):
        return message("JSON")
    if _TAG.match(text):
        start = text[:2000].lower()
        if "<svg" in start:
            return message("an SVG picture")
        return message("an HTML page") if "<html" in start or "<!doctype html" in start else message("XML")
    if kind := next((kind for kind, begins in _TEXTS.items() if begins.match(text)), NOTHING):
        return kind
    lines = _first_lines(text)
    if len(lines) < 2 and "\t" not in "".join(lines):
        return NOTHING
    if not lines[0][:1].isspace() and all(found := [*map(_YAML.fullmatch, lines)]):
        alone = any(columns and columns["alone"] for columns in found)
        return NOTES if not alone and any(map(_line_of_notes().match, lines)) else message("YAML")
    return message("a table of values") if any(_are_columns(lines, sign) for sign in ",;\t") else NOTHING


def kind_of_settings(text: str) -> Message:
    """What a text is whose lines are settings of a program, by sections; else empty."""
    lines = _first_lines(text)
    found = [*map(_SETTING.fullmatch, lines)]
    values = [each for line, each in zip(lines, found, strict=True) if each and "=" in line and line[:1] != "["]
    if values and found[0] and all(value["toml"] for value in values):
        return message("TOML")
    return message("an INI file") if lines and lines[0].lstrip("\ufeff").startswith("[") and all(found) else NOTHING


def _first_lines(text: str) -> list[str]:
    """The first lines that say something."""
    lines = (line[:_LONG].rstrip("\r\n ") for line in text.splitlines() if line.strip() and not line.startswith("#"))
    return [*islice(lines, _LOOKED_AT)]


def _is_json(text: str) -> bool:
    begins = text.removeprefix("\ufeff").lstrip()[:1]
    if begins != "[":
        return begins == "{"
    try:
        return isinstance(json.loads(text.removeprefix("\ufeff")), list)
    except (ValueError, RecursionError):
        return False


def _are_columns(lines: Sequence[str], sign: str) -> bool:
    """Whether all lines have the same number of a sign, and words between."""
    rows = [*reader(lines, delimiter=sign)]
    first = [word.strip() for word in rows[0]]
    wordy = sign != ";" or any(len(word) > 1 for word in first)
    return {*map(len, rows)} == {len(first)} != {1} and wordy and all(first) and "=" not in lines[0]
