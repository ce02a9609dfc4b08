"""Drawings as people paste and type them: files without a head, box lines, and the labels around a board on screen."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Literal, NamedTuple

from mapkit.mapfile.text import Source
from mapkit.model.grid import column_name

_LEVEL, _UPRIGHT = "─━═╌╍┄┅┈┉╴╶╸╺╼╾", "│┃║╎╏┆┇┊┋╵╷╹╻╽╿"
_SLANTED = range(0x2571, 0x2574)
_BOXES = str.maketrans(
    {
        **{chr(code): "+" for code in range(0x2500, 0x2580) if code not in _SLANTED},
        **dict.fromkeys(_LEVEL, "-"),
        **dict.fromkeys(_UPRIGHT, "|"),
    }
)
"""What each box character is typed as: `+`, `-` or `|`."""
_AS_BOXES = str.maketrans({"-": "─", "|": "│"})
_FOR_A_CORNER = frozenset("-| ·•.")
"""What may stand for a corner among box lines, where a wall runs through it or none meets there."""
_KEY = re.compile(r"""(?m)^[ \t]*["']?(?:mapkit|game|map|preset)["']?[ \t]*=""")
_HEADING = re.compile(r"(?:\s*+/[0-9]++)?+\s++([a-z]{1,2}(?:\s++[a-z]{1,2})++|[0-9]{1,2}(?:\s++[0-9]{1,2})++)\s*+")
"""The names of the columns above or below a board, after the number of a floor."""
_LEVEL_OF = re.compile(r"\s*(?:dungeon [0-9]+, )?level [0-9]+\s*")
_PEOPLE = re.compile(r"\s*[0-9]+ .+ [a-z][0-9]+(?:/[0-9]+)?\s*")
_LABELLED = re.compile(r"\s*([a-z])[0-9]{1,2}((?:\s+\S{1,3})+)\s+\1[0-9]{1,2}\s*")
"""A row of hexes with the names of its first hex and its last."""
_CORNER_OR_WALL = re.compile(r"(?<!\w)\+|\|")
_PEOPLED = re.compile(r"(\S)([A-Z]?)[A-Z0-9]{0,2}\+?")
"""A hex, and who is on it: creatures by their glyphs and players by their numbers, or a crowd."""
_FEWEST_LINES, _FEWEST_ROWS, _MOST_ROWS, _FEWEST_MODULES, _MOST_LINES = 3, 5, 13, 21, 5000


class TypedLine(NamedTuple):
    """A line of a drawing."""

    text: str
    offsets: tuple[int, ...] | range
    """The offset in the file of each character, and of the end of the line."""

    def blanked(self, start: int, end: int) -> TypedLine:
        """The line with spaces from one column up to another."""
        return self._replace(text=self.text[:start] + " " * (end - start) + self.text[end:])

    def cut(self, end: int) -> TypedLine:
        return TypedLine(self.text[:end], self.offsets[: end + 1])


def lines_of(value: str, offsets: Sequence[int]) -> list[TypedLine]:
    """The lines of a text, given the offset of each of its characters and of its end."""
    lines: list[TypedLine] = []
    start, every = 0, offsets if isinstance(offsets, range) else tuple(offsets)
    for text in value.split("\n"):
        end = start + len(text) + 1
        lines.append(TypedLine(text, every[start:end]))
        start = end
    return lines


def joined(lines: Sequence[TypedLine]) -> tuple[str, list[int]]:
    """The text of the lines, with the offset of each of its characters and of its end; the inverse of `lines_of`."""
    return "\n".join(line.text for line in lines), [offset for line in lines for offset in line.offsets]


def plain_lines(lines: Iterable[TypedLine]) -> list[TypedLine]:
    """The lines with `+`, `-` and `|` for box characters."""
    return [TypedLine(text.translate(_BOXES), offsets) for text, offsets in lines]


def filled(lines: Sequence[TypedLine]) -> Sequence[TypedLine]:
    """The lines without the blank ones before and after them."""
    numbers = [number for number, line in enumerate(lines) if line.text.strip()]
    return lines[numbers[0] : numbers[-1] + 1] if numbers else []


def kind_drawn(drawn: Sequence[TypedLine]) -> Literal["squares with walls", "hexes", "modules", ""]:
    """What a drawing looks like: squares with walls, rows of hexes or of modules; empty where none of them."""
    texts = (line.text.translate(_BOXES) for line in drawn)
    lines = [text for text in texts if text.strip() and not is_heading(text)]
    if lines and lines[0].lstrip().startswith("+-"):
        return "squares with walls"
    if _FEWEST_ROWS <= len(lines) <= _MOST_ROWS and all(map(_is_row_of_hexes, lines)):
        return "hexes"
    alike = len({len(line.strip()) for line in lines}) == 1 and not any(" " in line.strip() for line in lines)
    return "modules" if len(lines) >= _FEWEST_MODULES and alike else ""


def without_strays(lines: Sequence[TypedLine]) -> tuple[list[TypedLine], list[TypedLine]]:
    """The lines of a drawing, and those above and below it that are no part of one, such as a title."""
    # a corner or a wall beside a cell; a crowd on a hex, such as A2+, is none
    for is_drawn, fewest in ((_has_corner_or_wall, _FEWEST_LINES), (_is_row_of_hexes, _FEWEST_ROWS)):
        drawn = [number for number, line in enumerate(lines) if is_drawn(line.text)]
        if len(drawn) >= fewest:
            inside = range(drawn[0], drawn[-1] + 1)
            kept, strays = list[TypedLine](), list[TypedLine]()
            for number, line in enumerate(lines):
                is_part = number in inside or not line.text.strip() or _is_beside(line.text)
                (kept if is_part else strays).append(line)
            return kept, strays
    return [*lines], []


def _has_corner_or_wall(text: str) -> bool:
    return _CORNER_OR_WALL.search(text.translate(_BOXES)) is not None


def _is_row_of_hexes(text: str) -> bool:
    """Whether a line has nothing but single characters with spaces between, or is a row of a level on screen."""
    tokens = text.split()
    return (len(tokens) > 1 and all(len(token) == 1 for token in tokens)) or _LABELLED.fullmatch(text) is not None


def is_bare(text: str) -> bool:
    """Whether a text has no key of a map file."""
    return not _KEY.search(text)


def looks_drawn(text: str) -> bool:
    """Whether a text looks like a drawing: it begins with a corner or a heading, or is made of hexes or of modules."""
    start = "\n".join(text.split("\n", _MOST_LINES)[:_MOST_LINES])
    drawn, _ = without_strays(lines_of(start, range(len(start) + 1)))
    lines = [line.text.strip() for line in drawn if line.text.strip()]
    if not lines or lines[0].translate(_BOXES).startswith("+-") or is_heading(f" {lines[0]}"):
        return bool(lines)
    rows = len(lines) >= _FEWEST_ROWS and all(len(token) == 1 for line in lines for token in line.split())
    modules = len(lines) >= _FEWEST_MODULES and {len(lines[0])} == {*map(len, lines)}
    return rows or modules or any(_LABELLED.fullmatch(line) for line in lines)


def is_heading(line: str) -> bool:
    """Whether a line names a level, or columns, by letters or numbers, perhaps after the number of a floor."""
    if _LEVEL_OF.fullmatch(line):
        return True
    found = _HEADING.fullmatch(line)
    names = found[1].split() if found else []
    return bool(names) and names in ([*map(namer, range(len(names)))] for namer in (column_name, lambda x: str(x + 1)))


class BareSource(Source):
    """A file that is a drawing alone. Where it may have several floors, empty lines and headings divide them."""

    def __init__(self, text: str, most_floors: int) -> None:
        """Takes the text without a byte order mark, and how many floors the drawing may have."""
        super().__init__(text)
        lines = lines_of(text.replace("\r", " "), range(len(text) + 1))  # a space at the end of a line means nothing
        floors = [joined(floor) for floor in (_floors(lines) if most_floors > 1 else [lines])]
        self.texts = {("map", number): floor for number, floor in enumerate(floors)}
        if len(floors) == 1:
            self.texts["map",] = floors[0]
        drawn = [drawing for drawing, _ in floors]
        self.drawn: object = drawn[0] if len(drawn) == 1 else drawn
        """What the key `map` of a map file would hold."""


def _floors(lines: Sequence[TypedLine]) -> list[list[TypedLine]]:
    floors: list[list[TypedLine]] = [[]]
    for line in lines:
        if not line.text.strip() or is_heading(line.text):
            floors.append([])
        if line.text.strip():
            floors[-1].append(line)
    drawn = [floor for floor in floors if any(not _is_beside(line.text) for line in floor)]
    # lines that are no part of a drawing belong to the floor after them, or else to the last
    apart = {line.offsets for line in without_strays(lines)[1]}
    whole, above = list[list[TypedLine]](), list[TypedLine]()
    for floor in drawn:
        if all(line.offsets in apart for line in floor):
            above += floor
        else:
            whole.append([*above, *floor])
            above = []
    return [*whole[:-1], [*whole[-1], *above]] if whole else drawn or [[*lines]]


def _is_beside(text: str) -> bool:
    """Whether a line stands beside a board on screen: a heading, or who is where."""
    return is_heading(text) or _PEOPLE.fullmatch(text) is not None


def boxed(text: str) -> str:
    """A text that was typed, with box characters for its walls."""
    return text.translate(_AS_BOXES)


def typed(text: str) -> str:
    """A text with `+`, `-` and `|` for its box characters."""
    return text.translate(_BOXES)


def has_boxes(text: str) -> bool:
    return typed(text) != text


def as_typed(drawn: Sequence[TypedLine]) -> Sequence[TypedLine]:
    """A drawing of squares as it would be typed.

    Box characters become `+`, `-` and `|`. The labels of a board on screen go: the names of columns above and below it,
    numbers of rows beside it and, in a board with these, names behind its rows and stars in its cells. What is unclear
    stays as it is.
    """
    lines = plain_lines(filled(drawn) or drawn)
    while len(lines) > 1 and is_heading(lines[0].text):
        del lines[0]
    while len(lines) > 1 and is_heading(lines[-1].text):
        del lines[-1]
    top = lines[0].text.rstrip()
    indent = len(top) - len(top.lstrip())
    right = indent + (len(top) - indent + 2) // 4 * 4
    if not top.lstrip().startswith("+"):
        return lines
    if any(has_boxes(line.text) for line in drawn):
        lines = [_with_corners(line, indent, right) if not row % 2 else line for row, line in enumerate(lines)]
    return [*_without_labels(lines, indent, right)]


def _with_corners(line: TypedLine, indent: int, right: int) -> TypedLine:
    text, offsets = line
    text = text[:indent] + text[indent:].rstrip()
    missing = right + 1 - len(text)
    text, offsets = text.ljust(right + 1), (*offsets[: len(text)], *[offsets[len(text)]] * (max(0, missing) + 1))
    corners = {at for at in range(indent, right + 1, 4) if text[at] in _FOR_A_CORNER}
    return TypedLine("".join("+" if at in corners else sign for at, sign in enumerate(text)), offsets)


def _without_labels(lines: Sequence[TypedLine], indent: int, right: int) -> Iterator[TypedLine]:
    """The lines without the numbers of rows, if all rows have the right ones before or behind them."""
    rows = range(1, len(lines), 2)
    names = [str(number // 2 + 1) for number in rows]
    before = [lines[number].text[:indent].strip() for number in rows] in (names, names[::-1])
    behind = [lines[number].text[right + 1 :].strip() for number in rows] in (names, names[::-1])
    for number, line in enumerate(lines):
        line = line.blanked(0, indent) if before and number in rows else line
        line = line.cut(right + 1) if (before or behind) and number in rows else line
        for column in range(indent + 1, min(right, len(line.text)), 4) if before and number in rows else ():
            line = line.blanked(column, column + 1) if line.text[column] == "*" else line
        yield line


def hexes_as_typed(lines: Sequence[TypedLine]) -> Sequence[TypedLine]:
    """A drawing of hexes as it would be typed.

    In a level on screen, whose rows begin and end with the names of their hexes, the names go, and whoever is on a hex
    but a creature on a Blank one. What is unclear stays as it is.
    """
    rows = [line for line in lines if _LABELLED.fullmatch(line.text)]
    others = [line.text for line in lines if line.text.strip() and line not in rows]
    if len(rows) < _FEWEST_ROWS or not all(map(_is_beside, others)):
        return lines
    return [_without_people(line) for line in rows]


def _without_people(line: TypedLine) -> TypedLine:
    """A row with one character for each hex."""
    first, *hexes, last = re.finditer(r"\S+", line.text)
    for label in (first, last):
        line = line.blanked(*label.span())
    for token in hexes:
        found = _PEOPLED.fullmatch(token[0])
        if found is not None:
            kept = found.span(2) if found[1] == "." and found[2] else found.span(1)
            start = token.start()
            line = line.blanked(start, start + kept[0]).blanked(start + kept[1], token.end())
    return line
