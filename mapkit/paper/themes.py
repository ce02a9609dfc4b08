"""Themes by name or from a file of the user's own: every fault of a file with its line and column, all at once."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from mapkit.language.catalogue import NO_THEME
from mapkit.mapfile.text import FilePosition, Source, UnreadableMap, decode_file, not_ours, parse_toml
from mapkit.model import files, resources
from mapkit.model.errors import Problem
from mapkit.model.letters import composed, in_a_row, in_quotes, is_unfit, near, refused_word, suggestion
from mapkit.model.settings import BadSetting
from mapkit.paper.own_icons import ICONS, LETTERS, is_number, read_icons, read_picture
from mapkit.paper.page_border import PageBorder
from mapkit.paper.pens import FACES, FEWER_INKS, USUAL, Face, InkSet, Theme, theme_of, usual_tables, usual_theme
from mapkit.paper.sheet import Ink, Picture

if TYPE_CHECKING:
    from mapkit.paper.own_fonts import OwnFont

_FILE = ".toml"


def theme_names() -> tuple[str, ...]:
    """The names of the themes that mapkit has, the usual one first."""
    return (USUAL, *sorted(resources.toml_files("themes").keys() - {USUAL}))


def theme_name(typed: str) -> str:
    """The name of a theme, or of the file of one, or NO_THEME; raises BadSetting for other words."""
    name, known = typed.strip(), theme_names()
    if (plain := composed(name).lower()) in (*known, NO_THEME):
        return plain
    if name.lower().endswith(_FILE) or files.is_file(name):
        return name
    if close := near(name, known):
        raise BadSetting(f"did you mean {close}? The name of a file with a theme ends in {_FILE}")
    raise BadSetting(f"say {in_a_row([*known, NO_THEME, f'the name of a file that ends in {_FILE}'], 'or')}")


def theme_text(name: str) -> str:
    """The text of a theme that mapkit has, for a user to change; raises BadSetting."""
    known = resources.toml_files("themes")
    if name.lower() not in known:
        raise BadSetting(f"there is no theme {refused_word(name)}; {suggestion(name, theme_names())}")
    return known[name.lower()].read_text(encoding="utf-8")


def load(name: str, inks: InkSet = "colour") -> Theme:
    """The theme of that name, or in that file, with what the printer has.

    Raises UnreadableMap with all faults of a file, and FileTrouble where there is no such file.
    """
    known = resources.toml_files("themes")
    if name == USUAL and inks == "colour" and known[USUAL] == resources.path("themes", f"{USUAL}{_FILE}"):
        return usual_theme()
    path = known.get(name, Path(name))
    data = path.read_bytes() if name in known else files.read(name, "themes")
    shown = f"{name}{_FILE}" if name in known else files.printable_name(name)
    return read(data, shown, path.parent).theme(inks)


class ThemeFile(NamedTuple):
    """What the file of a theme says."""

    tables: Mapping[str, Any]
    fonts: Mapping[Face, OwnFont]
    icons: Mapping[str, Picture]
    border: PageBorder | None
    """What it draws around pages; None for nothing."""

    def theme(self, inks: InkSet) -> Theme:
        return theme_of(usual_tables(), self.tables, inks, self.fonts, self.icons, self.border)


def read(data: bytes, name: str, folder: Path | None = None) -> ThemeFile:
    """What the file of a theme says; raises UnreadableMap with all faults, each with line and column.

    Its fonts are files in the same folder, or mapkit's own.
    """
    source = Source(decode_file(data, name, "theme").removeprefix("\ufeff"))
    values = parse_toml(source, name)
    if values and not any(key in _KNOWN or near(key, _KNOWN) for key in values):
        raise not_ours(name, "TOML", "theme")
    fonts, wrong = _fonts(source, values.get(_FONTS, {}), folder)
    icons, misread = read_icons(source, values.get(ICONS, {}))
    border, misdrawn = _border(source, values[_BORDER]) if _BORDER in values else (None, ())
    problems = [*_ThemeReader(source).problems(values), *wrong, *misread, *misdrawn]
    if problems:
        raise UnreadableMap(name, problems)
    return ThemeFile({key: value for key, value in values.items() if isinstance(value, dict)}, fonts, icons, border)


def _fonts(source: Source, table: object, folder: Path | None) -> tuple[dict[Face, OwnFont], list[Problem]]:
    found, wrong = dict[Face, "OwnFont"](), list[Problem]()
    if table == {}:
        return found, wrong
    from mapkit.paper.own_fonts import BadFont, OwnFont  # most themes have none

    faces: Mapping[str, Face] = {face: face for face in FACES}
    if not isinstance(table, dict):
        return found, [Problem(*source.key(_FONTS), "fonts is a table: write [fonts]")]
    for key, value in table.items():
        if key not in faces:
            message = f"there is no face {in_quotes(key)}; there are {in_a_row(FACES)}"
            wrong.append(Problem(*source.key(_FONTS, key), message))
            continue
        try:
            if not isinstance(value, str) or not re.fullmatch(r"\w[\w .-]{0,80}\.(ttf|otf)", value, re.IGNORECASE):
                takes = "the name of a .ttf or .otf file beside the theme"
                raise BadFont(f"is {refused_word(value, 30)}; it takes {takes}")
            shelves = (shelf / value for shelf in (folder, resources.path("fonts")) if shelf)
            path = next((path for path in shelves if path.is_file()), None)
            if path is None:
                raise BadFont(f"is {refused_word(value, 30)}, and there is no such file beside the theme")
            if path.resolve().parent != path.parent.resolve():
                leads = "which leads out of its folder; put the file itself there"
                raise BadFont(f"is {refused_word(value, 30)}, {leads}")
            found[faces[key]] = OwnFont(path, bold=key != "regular")
        except BadFont as why:
            wrong.append(Problem(*source.value(_FONTS, key), f"{key} {why}"))
    return found, wrong


def _border(source: Source, table: object) -> tuple[PageBorder | None, list[Problem]]:
    if not isinstance(table, dict):
        return None, [Problem(*source.key(_BORDER), "border is a table: write [border]")]
    reader, pictures, lengths, wrong = _ThemeReader(source), dict[str, Picture](), dict[str, float](), list[Problem]()
    for key, value in table.items():
        if key in _PICTURES:
            pictures[key], problems = read_picture(source, (_BORDER, key), value)
            wrong += problems
        elif key not in _LENGTHS:
            wrong.append(reader.unknown("key", key, (*_PICTURES, *_LENGTHS), _BORDER, key))
        elif not _LENGTHS[key].fits(value):
            wrong.append(reader.wrong(value, _LENGTHS[key], _BORDER, key))
        else:
            lengths[key] = float(value)
    if not table.keys() & {*_PICTURES}:
        wrong.append(Problem(*source.key(_BORDER), "a border takes a corner, an edge, or both"))
    size = lengths.get("size", _USUAL_SIZE)
    border = PageBorder(pictures.get("corner", ()), pictures.get("edge", ()), size, lengths.get("length", size))
    if not wrong and border.edge_height > size + 1e-6:
        high = f"the edge is {border.edge_height:.1f} mm high at that length, and size is {size:g}"
        wrong.append(Problem(*source.value(_BORDER, "edge"), f"{high}; draw it flatter, or shorten length"))
    strokes = sum(len(steps) for _, steps in border.edge)
    if strokes > _MOST_STROKES:
        says = f"the edge has at most {_MOST_STROKES} strokes, as it is drawn many times; this has {strokes}"
        wrong.append(Problem(*source.value(_BORDER, "edge"), says))
    return border, wrong


# --- what an ink takes -------------------------------------------------------------------------------------------


class _Value(NamedTuple):
    fits: Callable[[Any], bool]
    takes: str


def _number(low: float, high: float) -> _Value:
    return _Value(lambda given: is_number(given, low, high), f"a number from {low:g} to {high:g}")


def _numbers(least: int, most: int, low: float, high: float, even: bool = False) -> _Value:
    how_many = "2, 4 or 6" if even else f"{least} to {most}"

    def fits(given: object) -> bool:
        if not isinstance(given, list) or not least <= len(given) <= most or (even and len(given) % 2):
            return False
        return all(is_number(number, low, high) for number in given)

    return _Value(
        fits, f"a list of {how_many} numbers from {low:g} to {high:g}, such as [{low:g}, {1 if even else high:g}]"
    )


def _or_none(value: _Value) -> _Value:
    return _Value(lambda given: given == "none" or value.fits(given), f'{value.takes}, or "none"')


_COLOUR = _Value(
    lambda given: isinstance(given, str) and re.fullmatch("#[0-9A-Fa-f]{6}", given) is not None,
    'a colour in six digits, such as "#1c4f6e"',
)
_PICTURES = ("corner", "edge")
_LENGTHS = {"size": _number(1, 20), "length": _number(1, 100)}
"""The keys of a border: its pictures, and lengths in mm."""
_USUAL_SIZE = 5.0
"""The width of a border that names none, in mm: the usual margin has room for it."""
_MOST_STROKES = 400
"""The most strokes of an edge."""
_DASH = _numbers(2, 6, 0.01, 50, even=True)
_HATCH: Mapping[str, _Value] = {
    "angles": _numbers(1, 3, -180, 180),
    "gap": _number(0.3, 10),
    "line": _number(0.05, 2),
    "dash": _DASH,
    "colour": _COLOUR,
}
_INK: Mapping[str, _Value] = {
    "line": _number(0.05, 5),
    "colour": _or_none(_COLOUR),
    "fill": _or_none(_COLOUR),
    "dash": _or_none(_DASH),
    "cap": _Value(lambda given: given in ("butt", "square", "round"), '"butt", "square" or "round"'),
    "hatch": _or_none(_Value(lambda given: isinstance(given, dict), "a table such as {angles = [45], gap = 1.2}")),
}
_SAYS, _MOST_SAYS = "says", 100
_FONTS, _BORDER = "fonts", "border"
_KNOWN = (*(ink.value for ink in Ink), _SAYS, _FONTS, ICONS, _BORDER)
_MOST_LISTED = 12
"""The most known words that an error lists."""


class _ThemeReader(NamedTuple):
    source: Source

    def problems(self, values: Mapping[str, Any]) -> Iterator[Problem]:
        inks = {ink.value: ink for ink in Ink}
        for key, value in values.items():
            if key in (_FONTS, ICONS, _BORDER):
                continue
            if key == _SAYS:
                if not isinstance(value, str) or len(value) > _MOST_SAYS or any(map(is_unfit, value)):
                    yield self._at(f"says takes one line of at most {_MOST_SAYS} characters", key)
            elif key not in inks:
                yield self.unknown("ink", key, _KNOWN, key)
            elif not isinstance(value, dict):
                yield self._at(f"{in_quotes(key)} is an ink, so a table belongs there: write [{_in_toml(key)}]", key)
            else:
                yield from self._ink((key,), value)
                yield from self._lacking(inks[key], value, key)

    def _ink(
        self, path: tuple[str, ...], table: Mapping[str, Any], known: Mapping[str, _Value] = _INK
    ) -> Iterator[Problem]:
        below = FEWER_INKS if len(path) == 1 else ()
        for key, value in table.items():
            if key in below and isinstance(value, dict):
                yield from self._ink((*path, key), value)
            elif key in below:
                yield self._at(f"{key} takes keys of its own, such as {key}.fill", *path, key)
            elif key not in known:
                yield self.unknown("key", key, (*known, *below), *path, key)
            elif not known[key].fits(value):
                yield self.wrong(value, known[key], *path, key)
            elif isinstance(value, dict):
                yield from self._ink((*path, key), value, _HATCH)

    def _lacking(self, ink: Ink, table: Mapping[str, Any], key: str) -> Iterator[Problem]:
        if ink in LETTERS:
            if table.get("colour", "none") == "none":
                yield self._at(f"{in_quotes(key)} writes letters, so it needs a colour", key)
        elif table.get("colour", "none") != "none" and "line" not in table:
            yield self._at(f"{in_quotes(key)} has a colour for lines and no line; write line = 0.3, or no colour", key)

    def _at(self, message: str, *path: str) -> Problem:
        return Problem(*self.source.key(*path), message)

    def unknown(self, what: str, word: str, known: tuple[str, ...], *path: str) -> Problem:
        close = near(word, known)
        would_do = f"did you mean {_in_toml(close)}?" if close else f"there are {', '.join(known)}"
        if not close and len(known) > _MOST_LISTED:
            would_do = "`mapkit theme` writes them all"
        return self._at(f"there is no {what} {in_quotes(word)}; {would_do}", *path)

    def wrong(self, value: object, kind: _Value, *path: str) -> Problem:
        """A value that the key does not take."""
        spot: FilePosition = self.source.value(*path)
        return Problem(*spot, f"{path[-1]} is {refused_word(value, 30)}; it takes {kind.takes}")


def _in_toml(key: str) -> str:
    return key if re.fullmatch(r"[\w-]+", key) else f'"{key}"'
