"""Drawings in map files: what each character stands for, and where in a drawing each cell and border stands.

A board of squares is drawn with its walls, and a cell is three characters wide. A board of hexes is drawn in rows of
characters with spaces between, each row shifted by half a hex. Only the `Shape` of a board knows how it is drawn.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from functools import cached_property, lru_cache
from itertools import product
from typing import Literal, NamedTuple

from mapkit.mapfile.bare import TypedLine, as_typed, filled, hexes_as_typed
from mapkit.mapfile.text import MOST_SOUGHT
from mapkit.model.design import UNDECIDED, Legend
from mapkit.model.errors import MapkitError
from mapkit.model.grid import Board, Cell, Hex, Matrix, Place, Square, border, natural
from mapkit.model.letters import in_latin_letters, in_quotes, in_quotes_with_hint, look_alike
from mapkit.model.rule import Fact, Facts

_WORDS = re.compile(r"[^\W\d_]{3}|<|←|#")
"""What only a note has, of what may stand behind a row."""
_NO_PART = "is no part of a drawing; take it out"
_TAB = "a tab has no fixed width; use spaces"
SIDES = range(2, 65)
"""The numbers of columns and of rows that a board of squares may have."""
RADII = range(2, 7)
"""The radii that a board of hexes may have."""
MATRICES = range(21, 178, 4)
"""The numbers of modules that a code may have on a side."""


class UnwritableMap(MapkitError, ValueError):
    """No map file can hold a map: a place bears a mark that cannot be drawn there, or the title is unfit."""


class Slot(NamedTuple):
    """Where a cell or a border stands in a drawing."""

    place: Place
    row: int
    """The line, counted from 0."""
    column: int
    """The column of its first character, counted from 0."""
    width: int
    outer: bool
    """Whether it is a border of the outer wall."""


@dataclass(frozen=True)
class Drawing:
    """One floor as a file draws it, without the blank lines before and after."""

    whole_lines: tuple[str, ...]
    """The lines with their indentation."""
    offsets: tuple[tuple[int, ...], ...]
    """For each line, the offset in the file of each of its characters and of its end."""
    indent: int

    @classmethod
    def of(cls, lines: Sequence[TypedLine], indented_by: Callable[[Iterable[int]], int]) -> Drawing:
        """The drawing in some lines; `indented_by` chooses its indentation from those of the lines."""
        texts = [line.text.rstrip(" ") for line in filled(lines)]
        indents = [len(text) - len(text.lstrip(" ")) for text in texts if text]
        return cls(tuple(texts), tuple(line.offsets for line in filled(lines)), indented_by(indents) if texts else 0)

    @cached_property
    def lines(self) -> tuple[str, ...]:
        """The lines without indentation and without spaces at their ends."""
        return tuple(line[self.indent :] for line in self.whole_lines)

    def text(self, slot: Slot) -> str:
        """What is drawn in a slot, in full width; spaces that are missing at the end of a line are added."""
        return self.lines[slot.row][slot.column : slot.column + slot.width].ljust(slot.width)

    def offset(self, row: int, column: int) -> tuple[int, int]:
        """The offset in the file of a row and column, and how far the column is beyond the end of its line."""
        where, column = self.offsets[row], column + self.indent
        return where[min(column, len(where) - 1)], max(0, column - len(where) + 1)


def first_column(slot: Slot, text: str) -> int:
    """The column of the first character that is drawn in a slot, or of its middle where nothing is drawn."""
    return slot.column + (len(text) - len(text.lstrip(" ")) if text.strip(" ") else slot.width // 2)


class DrawingProblem(NamedTuple):
    """What is wrong at one place of a drawing."""

    row: int
    """The line, counted from 0."""
    column: int
    """The column, counted from 0."""
    message: str
    ends: Literal["nothing", "line", "drawing"] = "line"
    """How much after this place cannot be read because of it."""


@dataclass(frozen=True)
class Glyphs:
    """The marks of a game's glyphs, by the kind of slot that they stand in; a mark of "" stands for nothing."""

    game: str
    cells: Mapping[str, str]
    borders: Mapping[tuple[int, bool], Mapping[str, str]]
    """The glyphs of borders by their width, 3 where they lie across and 1 upright; and whether they are outer ones."""
    words: Mapping[str, str]
    """What each mark is; a mark that an example of a series explains has the words of the example."""

    @classmethod
    def of(cls, game: str, legend: Legend, shape: Shape) -> Glyphs:
        across = dict.fromkeys((" ? ", "?  ", "  ?"), UNDECIDED) if legend.undecided else {}
        upright = {"?": UNDECIDED} if legend.undecided else {}
        gaps = ({"   ": legend.gap}, {" ": legend.gap}) if legend.gap else ({}, {})
        return cls(
            game,
            {**dict.fromkeys(shape.blanks, ""), **legend.marks},
            {
                (3, False): {"   ": "", **{line.across: line.mark for line in legend.lines if line.across}, **across},
                (1, False): {" ": "", **{line.upright: line.mark for line in legend.lines if line.upright}, **upright},
                (3, True): {"---": "", **gaps[0], **{x.across: x.mark for x in legend.outer}, **across},
                (1, True): {"|": "", **gaps[1], **{x.upright: x.mark for x in legend.outer}, **upright},
            },
            {
                **legend.words,
                **dict.fromkeys(legend.series.marks.values(), next(iter(legend.series.examples.values()), "")),
            },
        )

    def marks(self, slot: Slot) -> Mapping[str, str]:
        """The marks of the glyphs that may stand in a slot."""
        return self.cells if isinstance(slot.place, str) else self.borders[slot.width, slot.outer]

    def glyph(self, slot: Slot, mark: str) -> str:
        """The glyph of a mark in full width; raises UnwritableMap where the mark has none."""
        for glyph, meant in self.marks(slot).items():
            if meant == mark:
                return f" {glyph}".ljust(slot.width) if len(glyph) < slot.width else glyph
        raise UnwritableMap(f"{mark!r} cannot be drawn at {slot.place}")

    def fault(self, slot: Slot, text: str) -> DrawingProblem:
        """What is wrong with a text that is no symbol of its slot."""
        marks, meant = self.marks(slot), in_latin_letters(text)
        if meant != text and (meant.strip(" ") if isinstance(slot.place, str) else meant) in marks:
            column = next(n for n, (sign, other) in enumerate(zip(text, meant, strict=False)) if sign != other)
            message = f"{in_quotes(text.strip(' '))} has {look_alike(text)}; type {in_quotes(meant.strip(' '))}"
            return DrawingProblem(slot.row, slot.column + column, message, "nothing")
        known = tuple(glyph for glyph, mark in self.marks(slot).items() if glyph.strip(" ?") and (mark or slot.outer))
        if isinstance(slot.place, str):
            frame = next((n for n, sign in enumerate(text) if sign in "|+"), None)
            if frame is not None and "" in self.cells:
                message = f"{in_quotes(text[frame])} inside a cell; a cell is three characters wide"
                return DrawingProblem(slot.row, slot.column + frame, message)
            some = " ".join(known[:16]) + (" ..." if len(known) > 16 else "")
            word = text.replace(" ", "")
            meant = self._begun(word, known) or would_do(word, known, f"use one of {some}")
            message = f"{in_quotes_with_hint(text.strip(' '))} is no symbol of {self.game}; {meant}"
            return DrawingProblem(slot.row, first_column(slot, text), message, "nothing")
        known = known[:1] if slot.outer else known
        where = "in the outer wall" if slot.outer else "between two cells"
        gap = " or leave a gap" if " " * slot.width in self.marks(slot) else ""
        message = f"{in_quotes(text)} cannot stand {where}; draw {' '.join(known)}{gap}"
        if slot.width == 3:
            return DrawingProblem(slot.row, slot.column, message, "nothing")
        return DrawingProblem(slot.row, slot.column, f"{message}; a cell is three characters wide")

    def _begun(self, word: str, known: tuple[str, ...]) -> str:
        """The symbols that are a letter and a number, and what they are; empty where there are none."""
        begun = [glyph for glyph in known if glyph[0] == word.upper() and glyph[1:].isdecimal()]
        if not begun or word.upper() in known:
            return ""
        words = [self.words.get(self.cells[glyph], self.cells[glyph]) for glyph in begun]
        if len({*words}) == 1 < len(words):
            return f"a number belongs to it: {' '.join(begun[:3])}{' ...' if begun[3:] else ''}, {words[0]}"
        return f"a number belongs to it: {', '.join(map('{} is {}'.format, begun, words))}"


def one_mark_each(facts: Facts) -> dict[Place, str]:
    """The one mark of each place; raises UnwritableMap where a place has two."""
    marks = dict(facts)
    if len(marks) < len(facts):
        place, mark = min((fact for fact in facts if marks[fact.place] != fact.mark), key=str)
        raise UnwritableMap(f"{mark!r} and {marks[place]!r} cannot both be drawn at {place}")
    return marks


def facts(
    drawing: Drawing,
    slots: Mapping[Place, Slot],
    glyphs: Glyphs,
    faults: list[DrawingProblem],
    unread: set[Place],
) -> Iterator[Fact]:
    """The facts of a drawing; adds faults of glyphs to `faults`, and to `unread` the places that cannot be read."""
    last = min((fault.row for fault in faults if fault.ends == "drawing"), default=len(drawing.lines))
    ends = {fault.row: fault.column for fault in faults if fault.ends == "line"}
    for slot in slots.values():
        if slot.row >= last or (slot.row in ends and slot.column + slot.width > ends[slot.row]):
            unread.add(slot.place)
            continue
        text = drawing.text(slot)
        mark = glyphs.marks(slot).get(text.strip(" ") if isinstance(slot.place, str) else text)
        if mark:
            yield Fact(slot.place, mark)
        elif mark is None:
            fault = glyphs.fault(slot, text)
            if fault.ends == "line":  # a sign between two cells, or a wall within a cell
                last = fault.column - isinstance(slot.place, str)
                column, why = _first_shifted(drawing.lines[slot.row], last) or (0, "")
                told = DrawingProblem(slot.row, column, f"{why}; a cell is three characters wide")
                fault = told if why else fault
            faults.append(fault)
            unread.add(slot.place)
            if len(faults) >= MOST_SOUGHT:
                return
            if fault.ends == "line":
                ends[slot.row] = fault.column


class Squares:
    """Boards of squares: lines of walls and lines of cells alternate, and corners stand four characters apart."""

    kind: Literal["squares with walls"] = "squares with walls"
    blanks = ("", "?")
    """The glyphs of a blank cell; mapkit draws the first of them."""

    def drawing(self, lines: Sequence[TypedLine]) -> Drawing:
        """The drawing in some lines, as it would be typed; its first line gives the indentation and the width."""
        return Drawing.of(as_typed(lines), lambda indents: next(iter(indents)))

    def board(self, drawing: Drawing, floors: int) -> Square:
        """The board, by the width of the first line and the number of lines; its size is kept within the limits."""
        return Square(_side(_columns(drawing)), _side((len(drawing.lines) - 1) // 2), floors)

    def frame_faults(self, drawing: Drawing) -> Iterator[DrawingProblem]:
        first = _line_fault(drawing, 0)
        for number, what in ((_columns(drawing), "columns"), (len(drawing.lines) // 2, "rows")):
            if number not in SIDES:
                message = f"the number of {what} is {number}; {SIDES[0]} to {SIDES[-1]} will do"
                first = first or DrawingProblem(0, 0, message)
        if first:
            yield first._replace(ends="drawing")
            return
        for row in range(1, len(drawing.lines)):
            fault = _line_fault(drawing, row)
            if fault:
                yield fault
            if fault and fault.ends == "drawing":
                return
        if len(drawing.lines) % 2 == 0:
            message = "the drawing ends with a line of cells; a line of walls closes it"
            yield DrawingProblem(len(drawing.lines) - 1, 0, message, "nothing")

    def slots(self, _: Drawing, grid: Board, floor: int) -> Mapping[Place, Slot]:
        """The slots of a floor, which are the same for every drawing of the board."""
        return _slots_by_place(grid, floor)

    def drawn(self, grid: Board, floor: int, glyphs: Glyphs, marks: Mapping[Place, str]) -> str:
        assert isinstance(grid, Square)
        width = 4 * grid.columns + 1
        lines = [list(("+   " * width)[:width] if row % 2 == 0 else " " * width) for row in range(2 * grid.rows + 1)]
        for place, slot in _slots_by_place(grid, floor).items():
            lines[slot.row][slot.column : slot.column + slot.width] = glyphs.glyph(slot, marks.get(place, ""))
        return "\n".join("".join(line).rstrip(" ") for line in lines)

    def form(self, _: Board) -> str:
        return "drawn in squares: a line of walls such as +---+---+, then a line of cells such as | .   T |"

    def describe(self, _: Board) -> str:
        return "A cell is three characters wide and holds one of these:"


@lru_cache(maxsize=16)
def _slots_by_place(grid: Board, floor: int) -> Mapping[Place, Slot]:
    """Where each cell and each border of a floor stands in the drawing of a square board, line by line."""
    assert isinstance(grid, Square)
    slots = list[Slot]()
    for y, x in product(range(grid.rows), range(grid.columns)):
        cell, row, column = grid.name(x, y, floor), 2 * (grid.rows - y) - 1, 4 * x + 1
        around = {
            "W": (row, column - 1, 1, x == 0),
            "N": (row - 1, column, 3, y == grid.rows - 1),
            "E": (row, column + 3, 1, x == grid.columns - 1),
            "S": (row + 1, column, 3, y == 0),
        }
        lines = ((border(grid, cell, side), side, where) for side, where in around.items())
        slots.append(Slot(cell, row, column, 3, False))
        slots += [Slot(line, *where) for line, side, where in lines if line == (cell, side)]
    return {slot.place: slot for slot in sorted(slots, key=lambda slot: (slot.row, slot.column))}


def _columns(drawing: Drawing) -> int:
    """How many cells wide the drawing is by its first line; a part of a cell counts as one."""
    return (len(drawing.lines[0]) + 2) // 4 if drawing.lines else 0


def _side(number: int) -> int:
    """The number of columns or rows, or the nearest number within the limits."""
    return min(max(number, SIDES[0]), SIDES[-1])


def _line_fault(drawing: Drawing, row: int) -> DrawingProblem | None:
    """The first thing that is wrong with the frame of a line, since the others follow from it; None if it is right."""
    whole, line, right = drawing.whole_lines[row], drawing.lines[row], 4 * _columns(drawing)
    margin = whole[: drawing.indent]
    turns = "; lines of walls and lines of cells take turns"
    if "\t" in whole:
        return DrawingProblem(row, whole.index("\t") - drawing.indent, _TAB)
    if margin.strip(" "):
        message = f"this line begins left of the drawing's first line; put {drawing.indent} spaces before it"
        return DrawingProblem(row, len(margin) - len(margin.lstrip(" ")) - drawing.indent, message)
    if row % 2 == 0 and "+" not in line and "---" not in line:
        return DrawingProblem(row, 0, f"a line of walls such as +---+   + should be here{turns}", "drawing")
    if row % 2 == 1 and 2 * line[::4].count("+") > len(line[::4]):
        return DrawingProblem(row, 0, f"a line of cells such as | .   T | should be here{turns}", "drawing")
    astray = next((c for c, sign in enumerate(line) if sign == "|" and c % 4), None)
    if row % 2 == 1 and astray is not None and len(line) < right + 1:
        has = f"it has {len(line)} characters, and the first line {right + 1}"
        shifted = _first_shifted(line, astray - 1)
        column, why = shifted or (astray, '"|" inside a cell')
        return DrawingProblem(row, column, f"this line is short: {has}; {why}; a cell is three characters wide")
    corner = next((c for c in range(0, right + 1, 4) if line[c : c + 1] != "+"), right)
    if row % 2 == 0 and line[corner : corner + 1] != "+":
        found = f"{in_quotes(line[corner])} where" if corner < len(line) else "the line ends where"
        message = f"{found} a corner + should be; corners stand four characters apart"
        return DrawingProblem(row, min(corner, len(line)), message)
    behind = line[right + 1 :].lstrip(" ")
    if _WORDS.search(behind):
        return DrawingProblem(row, len(line) - len(behind), f"{in_quotes(behind)} {_NO_PART}")
    if len(line) > right + 1:
        return DrawingProblem(row, right + 1, f"the line is too long; the first line has {right + 1} characters")
    return None


def _first_shifted(line: str, last: int) -> tuple[int, str] | None:
    """The first sign of a line of cells, up to a column, that is not in the middle of its cell, and what would do."""
    for found in re.finditer(r"\||[^|\s]+", line[: last + 1]):
        sign, column = found[0], found.start()
        off = column % 4 if sign == "|" else (column - 2) % 4
        if off == 3 and len(sign) < 3:
            return column, f"a space is missing before {in_quotes(sign)}"
        if off == 1:
            return column, f"a space too many is before {in_quotes(sign)}"
        if off == 2:
            few = line[max(0, column - 3) : column].strip()
            return column, f"two spaces {'are missing' if few else 'too many are'} before {in_quotes(sign)}"
    return None


class Rows:
    """Boards without walls: a line for each row."""

    blanks = ("?",)
    sign, between = re.compile(r"\S+"), " "
    """A cell of a row, and what is drawn between two."""

    def drawing(self, lines: Sequence[TypedLine]) -> Drawing:
        """The drawing in some lines; the one that begins leftmost gives the indentation."""
        return Drawing.of(lines, min)

    def slots(self, drawing: Drawing, grid: Board, floor: int) -> Mapping[Place, Slot]:
        return {
            cell: Slot(cell, row, sign.start(), len(sign[0]), False)
            for row, (cells, line) in enumerate(zip(_rows_of(grid, floor), drawing.lines, strict=False))
            for cell, sign in zip(cells, self.sign.finditer(line), strict=False)
        }

    def drawn(self, grid: Board, floor: int, glyphs: Glyphs, marks: Mapping[Place, str]) -> str:
        """The rows, each in the middle below the longest."""
        rows = _rows_of(grid, floor)
        signs = ([glyphs.glyph(Slot(cell, 0, 0, 1, False), marks.get(cell, "")) for cell in row] for row in rows)
        return "\n".join(" " * (max(map(len, rows)) - len(row)) + self.between.join(row) for row in signs)


class Hexes(Rows):
    """Boards of hexes: a line for each row, with any number of spaces between the characters of its hexes."""

    kind: Literal["hexes"] = "hexes"

    def form(self, grid: Board) -> str:
        assert isinstance(grid, Hex)
        return f"a hexagon: its rows have {', '.join(map(str, _lengths(grid.radius)))} hexes"

    def drawing(self, lines: Sequence[TypedLine]) -> Drawing:
        return super().drawing(hexes_as_typed(lines))

    def board(self, drawing: Drawing, floors: int) -> Hex:
        """The board with the number of rows, or with the length of the first row, whichever fits more of the rows."""
        hexes = [len(line.split()) for line in drawing.lines]
        radii = (len(hexes) - 1) // 2, (hexes[0] if hexes else 0) - 1
        known = [min(max(radius, RADII[0]), RADII[-1]) for radius in radii]
        return Hex(max(known, key=lambda radius: sum(map(int.__eq__, hexes, _lengths(radius)))), floors)

    def frame_faults(self, drawing: Drawing) -> Iterator[DrawingProblem]:
        board = self.board(drawing, 1)
        lengths = _lengths(board.radius)
        counts = {len(line.split()) for line in drawing.lines}
        if len(counts) == 1 and len(drawing.lines) >= len(_lengths(RADII[0])) and max(counts) >= RADII[0]:
            message = f"all rows have {_many(*counts)}; the drawing is {self.form(board)}"
            yield DrawingProblem(0, len(drawing.lines[0]) - len(drawing.lines[0].lstrip()), message, "drawing")
            return
        sizes = f"{len(_lengths(RADII[0]))}, {len(_lengths(RADII[1]))}, ... or {len(_lengths(RADII[-1]))}"
        if len(drawing.lines) != len(lengths):
            wants = f"a board of radius {board.radius} has {len(lengths)} rows; others have {sizes}"
            last = min(len(drawing.lines), len(lengths)) - 1
            yield DrawingProblem(last, 0, f"found {len(drawing.lines)} rows; {wants}", "nothing")
        for row, (line, wanted) in enumerate(zip(drawing.lines, lengths, strict=False)):
            tokens = line.split()
            if "\t" in line:
                yield DrawingProblem(row, line.index("\t"), _TAB)
            elif any(len(token) > 1 for token in tokens[wanted:]):
                words = [*re.finditer(r"\S+", line)][wanted:]
                yield DrawingProblem(row, words[0].start(), f"{in_quotes(line[words[0].start() :])} {_NO_PART}")
            elif len(tokens) != wanted:
                more = "; write ? for a hex that is not filled in yet" if len(tokens) < wanted else ""
                more = " with a space between two" if len(tokens) < wanted <= len("".join(tokens)) else more
                message = f"this row has {_many(len(tokens))}, and row {row + 1} of {len(lengths)} takes {wanted}{more}"
                yield DrawingProblem(row, len(line) - len(line.lstrip()), message)

    def describe(self, grid: Board) -> str:
        return f"A hex is one character. The hexes are named {_ends(grid)}, the rows from the bottom:"


def _lengths(radius: int) -> list[int]:
    """The number of hexes in each row of a board, from the top."""
    return [2 * radius + 1 - abs(row) for row in range(-radius, radius + 1)]


def _many(number: int) -> str:
    return f"{number or 'no'} {'hex' if number == 1 else 'hexes'}"


def _ends(grid: Board) -> str:
    first, last = min(grid.cells(), key=natural), max(grid.cells(), key=natural)
    return f"{first} to {last}"


class Modules(Rows):
    """Codes of modules: a line for each row, a character for each module."""

    kind: Literal["modules"] = "modules"
    sign, between = re.compile("."), ""

    def form(self, _: Board) -> str:
        return "a square of modules: a line for each row, a character for each module"

    def board(self, drawing: Drawing, _: int) -> Matrix:
        """The code whose size is nearest to the number of lines."""
        side = min(MATRICES, key=lambda side: (abs(side - len(drawing.lines)), side))
        return Matrix(side, side)

    def frame_faults(self, drawing: Drawing) -> Iterator[DrawingProblem]:
        side = self.board(drawing, 1).columns
        if len(drawing.lines) != side:
            near = f"{MATRICES[0]}, {MATRICES[1]}, {MATRICES[2]}, ... or {MATRICES[-1]} will do"
            yield DrawingProblem(0, 0, f"the drawing has {len(drawing.lines)} lines; {near}", "nothing")
        for row, line in enumerate(drawing.lines):
            if len(line) != side:
                yield DrawingProblem(row, min(len(line), side), f"this line has {len(line)} modules; all have {side}")

    def describe(self, grid: Board) -> str:
        return f"A module is one character. Modules are named {_ends(grid)}, as squares in chess:"


@lru_cache(maxsize=8)
def _rows_of(grid: Board, floor: int) -> Sequence[Sequence[Cell]]:
    """The cells of a board without walls row by row, from the top."""
    if isinstance(grid, Hex):
        return grid.rows(floor)
    assert isinstance(grid, Square)
    cells = grid.cells()
    return tuple(cells[start : start + grid.columns] for start in range(0, len(cells), grid.columns))


Shape = Squares | Hexes | Modules
"""How boards of one shape are drawn."""


def shape_of(grid: Board) -> Shape:
    return Hexes() if isinstance(grid, Hex) else Modules() if isinstance(grid, Matrix) else Squares()


@lru_cache(maxsize=1024)
def would_do(word: str, known: tuple[str, ...], otherwise: str) -> str:
    """A question such as `did you mean "gap"?` with the known name nearest to the word, or `otherwise`."""
    same = [name for name in known if name.lower() == word.lower()]
    near = known if len(word) > 3 else tuple(name for name in known if name[:1].lower() == word[:1].lower())
    if near and word[1:].isdecimal() and not same:
        return f'did you mean "{near[0]}"?'
    close = same or (get_close_matches(word, near, 1, 0.6 if near is known else 0.5) if len(word) <= 40 else [])
    return f'did you mean "{close[0]}"?' if close else otherwise
