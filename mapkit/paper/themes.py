"""Themes by name or from a file of the user's own: every fault of a file with its line and column, all at once."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from mapkit.language.catalogue import NO_THEME
from mapkit.mapfile.text import Source, UnreadableMap, decode_file, not_ours, parse_toml
from mapkit.model import files, resources
from mapkit.model.errors import Problem
from mapkit.model.letters import composed, did_you_mean, in_quotes, is_unfit, names, near, refused_word, suggestion
from mapkit.model.message import Message, Name, clauses, either, listed, message, said_of
from mapkit.model.settings import BadSetting
from mapkit.paper.faces import Face
from mapkit.paper.own_icons import ICONS, LETTERS, are_numbers, is_number, read_icons, read_picture
from mapkit.paper.page_border import PageBorder
from mapkit.paper.pens import FACES, FEWER_INKS, USUAL, InkSet, Theme, theme_of, usual_tables, usual_theme
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
        says = message("did you mean {name}? The name of a file with a theme ends in {end}", Name(close), Name(_FILE))
        raise BadSetting(says)
    file = message("the name of a file that ends in {end}", Name(_FILE))
    raise BadSetting(message("say {names}", either([*map(Name, known), Name(NO_THEME), file])))


def theme_text(name: str, in_words: Callable[[Message], str] = str) -> str:
    """The text of a theme that mapkit has, for a user to change; raises BadSetting.

    `in_words` puts its comments into a language.
    """
    known = resources.toml_files("themes")
    if name.lower() not in known:
        raise BadSetting(message("there is no theme {found}", refused_word(name)), suggestion(name, theme_names()))
    text = known[name.lower()].read_text(encoding="utf-8")
    return COMMENT.sub(lambda found: found[1] + in_words(said_of(found[2])), text)


COMMENT = re.compile(r"^((?:[\w-]+ = .*?  )?# (?:  [a-z]+ +)?)(.+)", re.MULTILINE)
"""A comment of a theme: what stands before its words, such as the name of a key, and these."""


def load(name: str, inks: InkSet = "colour") -> Theme:
    """The theme of that name, or in that file, with what the printer has.

    Raises UnreadableMap with all faults of a file, and FileTrouble where there is no such file.
    """
    known = resources.toml_files("themes")
    if name == USUAL and inks == "colour" and known[USUAL] == resources.path("themes", f"{USUAL}{_FILE}"):
        return usual_theme()
    path = known.get(name, Path(name))
    data = path.read_bytes() if name in known else files.read(name, "themes")
    return read(data, f"{name}{_FILE}" if name in known else files.printable_name(name), path.parent).theme(inks)


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
        raise not_ours(name, message("TOML"), "theme")
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
        return found, [Problem(*source.key(_FONTS), message("fonts is a table: write [fonts]"))]
    for key, value in table.items():
        if key not in faces:
            says = message("there is no face {found}; there are {names}", in_quotes(key), listed([*map(Name, FACES)]))
            wrong.append(Problem(*source.key(_FONTS, key), says))
            continue
        face, refused = Name(key), refused_word(value, 30)
        try:
            if not isinstance(value, str) or not re.fullmatch(r"\w[\w .-]{0,80}\.(ttf|otf)", value, re.IGNORECASE):
                takes = message("it takes the name of a .ttf or .otf file beside the theme")
                raise BadFont(message("{face} is {found}", face, refused), takes)
            shelves = (shelf / value for shelf in (folder, resources.path("fonts")) if shelf)
            path = next((path for path in shelves if path.is_file()), None)
            if path is None:
                raise BadFont(message("{face} is {found}, and there is no such file beside the theme", face, refused))
            if path.resolve().parent != path.parent.resolve():
                leads = message("{face} is {found}, which leads out of its folder", face, refused)
                raise BadFont(leads, message("put the file itself there"))
            found[faces[key]] = OwnFont(path, faces[key])
        except BadFont as why:
            wrong.append(Problem(*source.value(_FONTS, key), why.said))
    return found, wrong


def _border(source: Source, table: object) -> tuple[PageBorder | None, list[Problem]]:
    if not isinstance(table, dict):
        return None, [Problem(*source.key(_BORDER), message("border is a table: write [border]"))]
    reader, pictures, lengths, wrong = _ThemeReader(source), dict[str, Picture](), dict[str, float](), list[Problem]()
    for key, value in table.items():
        if key in _PICTURES:
            pictures[key], problems = read_picture(source, (_BORDER, key), value)
            wrong += problems
        elif key not in _LENGTHS:
            wrong.append(reader.unknown(key, (*_PICTURES, *_LENGTHS), _BORDER, key))
        elif not _LENGTHS[key].fits(value):
            wrong.append(reader.wrong(value, _LENGTHS[key], _BORDER, key))
        else:
            lengths[key] = float(value)
    if not table.keys() & {*_PICTURES}:
        wrong.append(Problem(*source.key(_BORDER), message("a border takes a corner, an edge, or both")))
    size = lengths.get("size", _USUAL_SIZE)
    border = PageBorder(pictures.get("corner", ()), pictures.get("edge", ()), size, lengths.get("length", size))
    if not wrong and border.edge_height > size + 1e-6:
        high, room = Name(f"{border.edge_height:.1f}"), Name(f"{size:g}")
        says = message("the edge is {high} mm high at that length, and size is {room}", high, room)
        says = clauses(says, message("draw it flatter, or shorten length"))
        wrong.append(Problem(*source.value(_BORDER, "edge"), says))
    strokes = sum(len(steps) for _, steps in border.edge)
    if strokes > _MOST_STROKES:
        says = message("the edge has at most {most} strokes, as it is drawn many times", _MOST_STROKES)
        wrong.append(Problem(*source.value(_BORDER, "edge"), clauses(says, message("this has {number}", strokes))))
    return border, wrong


# --- what an ink takes -------------------------------------------------------------------------------------------


class _Value(NamedTuple):
    fits: Callable[[Any], bool]
    takes: Message
    """What to say where something else is given."""

    @property
    def or_none(self) -> _Value:
        return _Value(lambda given: given == "none" or self.fits(given), message('{takes}, or "none"', self.takes))


def _number(low: float, high: float) -> _Value:
    says = message("it takes a number from {low} to {high}", Name(f"{low:g}"), Name(f"{high:g}"))
    return _Value(lambda given: is_number(given, low, high), says)


_PICTURES = ("corner", "edge")
_LENGTHS = {"size": _number(1, 20), "length": _number(1, 100)}
"""The keys of a border: its pictures, and lengths in mm."""
_USUAL_SIZE = 5.0
"""The width of a border that names none, in mm: the usual margin has room for it."""
_MOST_STROKES = 400
_COLOUR = _Value(
    lambda given: isinstance(given, str) and re.fullmatch("#[0-9A-Fa-f]{6}", given) is not None,
    message('it takes a colour in six digits, such as "#1c4f6e"'),
)
_DASH = _Value(
    lambda given: are_numbers(given, (2, 4, 6), 0.01, 50),
    message("it takes a list of 2, 4 or 6 numbers from 0.01 to 50, such as [0.01, 1]"),
)
_HATCH: Mapping[str, _Value] = {
    "angles": _Value(
        lambda given: are_numbers(given, (1, 2, 3), -180, 180),
        message("it takes a list of 1 to 3 numbers from -180 to 180, such as [-180, 180]"),
    ),
    "gap": _number(0.3, 10),
    "line": _number(0.05, 2),
    "dash": _DASH,
    "colour": _COLOUR,
}
_INK: Mapping[str, _Value] = {
    "line": _number(0.05, 5),
    "colour": _COLOUR.or_none,
    "fill": _COLOUR.or_none,
    "dash": _DASH.or_none,
    "cap": _Value(lambda given: given in ("butt", "square", "round"), message('it takes "butt", "square" or "round"')),
    "hatch": _Value(
        lambda given: isinstance(given, dict), message("it takes a table such as {{angles = [45], gap = 1.2}}")
    ).or_none,
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
                    yield self._at(message("says takes one line of at most {number} characters", _MOST_SAYS), key)
            elif key not in inks:
                yield self.unknown(key, _KNOWN, key)
            elif not isinstance(value, dict):
                head = Name(_in_toml(key))
                says = message("{ink} is an ink, so a table belongs there: write [{head}]", in_quotes(key), head)
                yield self._at(says, key)
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
                says = message("{key} takes keys of its own, such as {one}", Name(key), Name(f"{key}.fill"))
                yield self._at(says, *path, key)
            elif key not in known:
                yield self.unknown(key, (*known, *below), *path, key)
            elif not known[key].fits(value):
                yield self.wrong(value, known[key], *path, key)
            elif isinstance(value, dict):
                yield from self._ink((*path, key), value, _HATCH)

    def _lacking(self, ink: Ink, table: Mapping[str, Any], key: str) -> Iterator[Problem]:
        if ink in LETTERS:
            if table.get("colour", "none") == "none":
                yield self._at(message("{found} writes letters, so it needs a colour", in_quotes(key)), key)
        elif table.get("colour", "none") != "none" and "line" not in table:
            says = message("{ink} has a colour for lines and no line", in_quotes(key))
            yield self._at(clauses(says, message("write line = 0.3, or no colour")), key)

    def _at(self, sentence: Message, *path: str) -> Problem:
        return Problem(*self.source.key(*path), sentence)

    def unknown(self, word: str, known: tuple[str, ...], *path: str) -> Problem:
        shown = in_quotes(word)
        no_such = message("there is no key {found}", shown) if path[1:] else message("there is no ink {found}", shown)
        would_do = message("there are {names}", names(known))
        if len(known) > _MOST_LISTED:
            would_do = message("`mapkit theme` writes them all")
        return self._at(clauses(no_such, did_you_mean(_in_toml(near(word, known))) or would_do), *path)

    def wrong(self, value: object, kind: _Value, *path: str) -> Problem:
        found = message("{key} is {found}", Name(path[-1]), refused_word(value, 30))
        return Problem(*self.source.value(*path), clauses(found, kind.takes))


def _in_toml(key: str) -> str:
    return key if re.fullmatch(r"[\w-]*", key) else f'"{key}"'
