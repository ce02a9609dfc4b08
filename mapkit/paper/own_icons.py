"""Icons in place of mapkit's, as a theme says: another icon of mapkit, or paths of the user's own, parsed strictly."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping
from itertools import pairwise
from typing import Any, NamedTuple

from mapkit.mapfile.text import FilePosition, Source
from mapkit.model.errors import MapkitError, Problem
from mapkit.model.letters import in_quotes, refused_word, suggestion
from mapkit.model.message import NOTHING, Message, Name, clauses, listed, message
from mapkit.paper.icons import pictures
from mapkit.paper.sheet import Ink, Picture, Segment

ICONS = "icons"
_MOST_PATHS, _MOST_CHARACTERS, _MOST_STROKES = 24, 4000, 400
"""The most paths of an icon, characters of a path and strokes of it."""
_EDGE = 1.25
"""How far from the middle of its box a point may lie, handles of curves included; the box ends at 1."""
_USUAL_BOX = (-1.0, -1.0, 2.0, 2.0)
_MOST_BOX = 100_000.0
LETTERS = (Ink.TEXT, Ink.QUIET, Ink.REVERSE)
_TOKEN = re.compile(
    r"(?P<letter>[MmLlHhVvCcSsQqTtAaZz])|(?P<number>[+-]?(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][+-]?[0-9]+)?)|[ \t\r\n,]+"
)
_TAKES = {"m": 2, "l": 2, "h": 1, "v": 1, "c": 6, "s": 4, "q": 4, "t": 2, "a": 7, "z": 0}
"""The numbers after each letter of a path, a letter as small as a capital."""
_Where = tuple[str | int, ...]


def read_icons(source: Source, table: object) -> tuple[Mapping[str, Picture], tuple[Problem, ...]]:
    """The pictures of the table `[icons]` of a theme that are not those of mapkit, and all that is wrong."""
    if not isinstance(table, dict):
        return {}, (Problem(*source.key(ICONS), message("icons is a table: write [icons]")),)
    reader, known = _IconReader(source, []), pictures()
    for name in table:
        if name not in known:
            reader.tell(source.key(ICONS, name), _no_icon(name, in_quotes(name)))
    found = {name: reader.picture((ICONS, name), value) for name, value in table.items() if name in known}
    return {name: own for name, own in found.items() if own != known[name]}, tuple(reader.wrong)


def read_picture(source: Source, where: _Where, value: object) -> tuple[Picture, tuple[Problem, ...]]:
    """A picture that a theme names or draws as it does an icon, and all that is wrong with it."""
    reader = _IconReader(source, [])
    return reader.picture(where, value), tuple(reader.wrong)


def _no_icon(name: str, found: Message | Name) -> Message:
    there = message("there are {names}", listed([*map(Name, pictures())]))
    return clauses(message("there is no icon {found}", found), suggestion(name, tuple(pictures()), there))


class _IconReader(NamedTuple):
    """Reads icons, and collects what is wrong with them."""

    source: Source
    wrong: list[Problem]

    def tell(self, spot: FilePosition, *said: Message) -> None:
        self.wrong.append(Problem(*spot, clauses(*said)))

    def picture(self, where: _Where, value: object) -> Picture:
        """The picture that a theme names or draws; what is left of it, where something is wrong."""
        if isinstance(value, str):
            if value not in pictures():
                self.tell(self.source.value(*where), _no_icon(value, refused_word(value, 30)))
            return pictures().get(value, ())
        parts: list[tuple[_Where, object]] = [(where, value)]
        if isinstance(value, list):
            parts = [((*where, number), part) for number, part in enumerate(value)]
        if not 0 < len(parts) <= _MOST_PATHS:
            says = message("an icon has 1 to {most} paths, and this has {number}", _MOST_PATHS, len(parts))
            self.tell(self.source.value(*where), says)
            return ()
        return tuple(stroke for at, each in parts for stroke in self._stroke(at, each))

    def _stroke(self, where: _Where, table: object) -> Iterator[tuple[Ink, tuple[Segment, ...]]]:
        """A path of an icon with its ink; nothing where something is wrong with it."""
        if not isinstance(table, dict):
            says = message('an icon is the name of an icon, or a path such as {{path = "M-1 0 L1 0", ink = "detail"}}')
            self.tell(self.source.value(*where), says)
            return
        for key in (key for key in table if key not in ("path", "ink", "box")):
            no_key = message("there is no key {found}; there are path, ink and box", in_quotes(key))
            self.tell(self.source.key(*where, key), no_key)
        ink, box = self._ink(where, table.get("ink", Ink.SOLID.value)), self._box(where, table)
        text = table.get("path")
        if not isinstance(text, str):
            spot = self.source.value(*where, *(("path",) if "path" in table else ()))
            self.tell(spot, message('path takes the path of an SVG, such as "M-1 0 L1 0"'))
            return
        try:
            steps = _strokes(text, box)
        except _BadPath as why:
            _, offsets = self.source.characters(*where, "path")
            self.tell(self.source.spot(offsets[why.at]), why.said)
            return
        yield ink, steps

    def _ink(self, where: _Where, value: object) -> Ink:
        """The ink of a path; solid where another is refused."""
        inks = {ink.value: ink for ink in Ink if ink not in LETTERS}
        if isinstance(value, str) and value in inks:
            return inks[value]
        take = message("take an ink of a theme that draws shapes, such as solid")
        would_do = suggestion(value, tuple(inks), take) if isinstance(value, str) else take
        found = message("{name} is {found}", Name("ink"), refused_word(value, 30))
        self.tell(self.source.value(*where, "ink"), found, would_do)
        return Ink.SOLID

    def _box(self, where: _Where, table: Mapping[str, Any]) -> tuple[float, ...]:
        """The box around a path: its left and upper edge, its width and its height."""
        given = table.get("box", [*_USUAL_BOX])
        if are_numbers(given, (4,), -_MOST_BOX, _MOST_BOX) and min(given[2:]) >= 0.001:
            return tuple(map(float, given))
        takes = message("it takes four numbers: left, top, width and height, such as [0, 0, 512, 512]")
        found = message("{name} is {found}", Name("box"), refused_word(given, 30))
        self.tell(self.source.value(*where, "box"), found, takes)
        return _USUAL_BOX


def is_number(given: object, low: float, high: float) -> bool:
    return isinstance(given, int | float) and not isinstance(given, bool) and low <= given <= high


def are_numbers(given: object, lengths: Collection[int], low: float, high: float) -> bool:
    return isinstance(given, list) and len(given) in lengths and all(is_number(number, low, high) for number in given)


class _BadPath(MapkitError):
    """A path cannot be read; the text says why, and what would do."""

    def __init__(self, at: int, *says: Message) -> None:
        """Takes the place of the character where that is."""
        super().__init__(*says)
        self.at = at


class _PathCommand(NamedTuple):
    at: int
    letter: str
    numbers: list[str]

    @property
    def wrong(self) -> Message:
        """What is wrong with its numbers; empty for nothing."""
        takes, count, letter = _TAKES[self.letter.lower()], len(self.numbers), Name(self.letter)
        if (count % takes or not count) if takes else count:
            numbers = message("{letter} takes {number} numbers at a time", letter, takes)
            right = numbers if takes else message("{letter} takes no number", letter)
            return clauses(right, message("it has {number} here", count))
        if any(abs(float(number)) > _MOST_BOX for number in self.numbers):
            most = Name(f"{_MOST_BOX:g}")
            return message("a number of a path is at most {most}, and one after {letter} is larger", most, letter)
        flags = {*self.numbers[3::7], *self.numbers[4::7]} if takes == _TAKES["a"] else set()
        if flags - {"0", "1"}:
            return message("the fourth and the fifth number after {letter} are 0 or 1, with spaces around them", letter)
        return NOTHING


def _commands(text: str) -> list[_PathCommand]:
    """The letters of a path with their numbers; raises _BadPath."""
    if len(text) > _MOST_CHARACTERS:
        says = message("a path has at most {most} characters, and this has {number}", _MOST_CHARACTERS, len(text))
        raise _BadPath(_MOST_CHARACTERS, says)
    found, at = list[_PathCommand](), 0
    while at < len(text):
        token = _TOKEN.match(text, at)
        if not token:
            known = message("it has the letters M, L, H, V, C, S, Q, T, A and Z, small or large, and numbers")
            raise _BadPath(at, message("a path has no {found}", in_quotes(text[at])), known)
        if token["letter"]:
            found.append(_PathCommand(at, token[0], []))
        if not found or found[0].letter not in "Mm":
            raise _BadPath(at, message("a path begins with M, such as M-1 0 L1 0"))
        if token["number"]:
            found[-1].numbers.append(token[0])
        at = token.end()
    if not found:
        raise _BadPath(0, message("a path begins with M, such as M-1 0 L1 0"))
    for before, command in pairwise((found[0], *found)):
        if command.wrong:
            raise _BadPath(command.at, command.wrong)
        if before.letter in "Zz" and command.letter not in "MmZz":
            raise _BadPath(command.at, message("after Z a path goes on with M, not with {name}", Name(command.letter)))
    return found


def _strokes(text: str, box: tuple[float, ...]) -> tuple[Segment, ...]:
    """A path as strokes in a box from -1 to 1; arcs and quadratic curves become cubic ones. Raises _BadPath."""
    from fontTools.pens.transformPen import TransformPen  # only themes with icons of one's own need them
    from fontTools.svgLib.path import parse_path

    from mapkit.paper.own_fonts import Strokes

    plain = " ".join(" ".join((command.letter, *map(_plainly, command.numbers))) for command in _commands(text))
    left, top, wide, high = box
    by, pen = 2 / max(wide, high), Strokes()
    parse_path(plain, TransformPen(pen, (by, 0, 0, by, -by * (left + wide / 2), -by * (top + high / 2))))
    steps = tuple(pen.steps)
    if len(steps) > _MOST_STROKES:
        says = message("a path has at most {most} strokes, and this has {number}", _MOST_STROKES, len(steps))
        raise _BadPath(0, says)
    if not all(abs(value) <= _EDGE for step in steps for value in step.points):
        sides = [Name(f"{side:g}") for side in (wide, high, left, top)]
        outside = message("the path leaves its box, which is {wide} wide and {high} high from {left}, {top}", *sides)
        raise _BadPath(0, outside, message("name another one, such as box = [0, 0, 512, 512]"))
    return steps


def _plainly(number: str) -> str:
    """A number without what readers of paths understand in different ways."""
    return number if number in ("0", "1") else f"{float(number):.6f}"
