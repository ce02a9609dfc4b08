"""What is left in English in a Russian text."""

import re
from functools import cache

from mapkit.games.shelf import GAMES
from mapkit.model.settings import Choice, settings
from mapkit.paper.game_sheets import paper_of
from mapkit.paper.options import KEEPERS

_PARTS = re.compile(
    r"`[^`]*`|mapkit [a-z]+( --[a-z]+)*|--[a-z]+(-[a-z]+)*( [a-z]+=[a-z0-9]+)?"  # commands and their options
    r"|\{[\w -]+\}|\[settings\]|-o [a-z]+\.[a-z]+"
    r"|\b[A-Z]{2}-[\w.-]*\w"  # the number of a rule
    r"|\b([GSFVTAHWO][0-9]+-)+[GSFVTAHWO][0-9]+\b|\b[A-Z][0-9]*\b"  # a code and its options, players, portals, seats
    r"|\b[a-z]{1,2}[0-9]+(/[0-9])?[hv]?\b|\b[a-z]\b"  # cells, walls and columns
)
"""What is not written in words."""
_NAMED = frozenset(
    """
mapkit budget level labyrinth dask output json jsonl parquet pdf png svg PDF PNG SVG JPEG HEIC JSON TOML UTF- RTF QR SN
SWNE GIF INI GIMP Krita Photoshop PostScript RAR git
WebP SQLite gzip LibreOffice Word Excel TIFF Parquet HTML AVIF BMP XML YAML CSV ZIP HEIF PowerPoint
import docs deduction md
MOVE Tab Enter Ctrl Ctrl- Shift Alt Shift Alt Text Mapper auto black seed default FILE ID KEY VALUE NAME SEAT KIND
""".split()  # noqa: SIM905 (thirty words, each in quotes, are harder to read)
)
"""Words that are the same in every language: of programs, files, keys and seats."""


@cache
def _names() -> frozenset[str]:
    """The names of settings and their values, of sheets, of presets' files, of keepers and of options of tables."""
    known = [setting for game in GAMES.values() for setting in settings(game.design.params)]
    values = {word for setting in known if isinstance(setting.value_kind, Choice) for word in setting.value_kind.words}
    options = {name for game in GAMES.values() if game.table for name in game.table.seating.options}
    sheets = {name for game in GAMES.values() for name in paper_of(game).names}
    listed = {listing.key for game in GAMES.values() for listing in game.design.legend(game.design.params()).listings}
    return _NAMED | {*KEEPERS} | {setting.name for setting in known} | values | options | sheets | listed


def left_in_english(text: str) -> set[str]:
    """The English words of a Russian text; not the names of settings, sheets and options, nor what is in backquotes."""
    return {*re.findall(r"[A-Za-z][A-Za-z_-]+", _PARTS.sub(" ", text))} - _names()
