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
from mapkit.model.grid import Board, Cell, Hex, Matrix, Place, Square, border, ends
from mapkit.model.letters import did_you_mean, in_latin_letters, in_quotes, in_quotes_with_hint, look_alike, names
from mapkit.model.message import NOTHING, Message, Name, clauses, either, joined, message, plural
from mapkit.model.rule import Fact, Facts

_WORDS = re.compile(r"[^\W\d_]{3}|<|←|#")
"""What only a note has, of what may stand behind a row."""
_TAB = message("a tab has no fixed width; use spaces")
_THREE_WIDE = message("a cell is three characters wide")
SIDES = range(2, 65)
"""The numbers of columns and of rows that a board of squares may have."""
RADII = range(2, 7)
"""The radii that a board of hexes may have."""
MATRICES = range(21, 178, 4)
"""The numbers of modules that a code may have on a side."""


class UnwritableMap(MapkitError, ValueError):
    """No map file can hold a map: a place bears a mark that cannot be drawn there, or the title is unfit."""


class Slot(NamedTuple):
    """Where a cell or a border stands in a drawing: its line and its first column, both counted from 0."""

    place: Place
    row: int
    column: int
    width: int
    outer: bool


@dataclass(frozen=True)
class Drawing:
    """One floor as a file draws it, without the blank lines before and after."""

    whole_lines: tuple[str, ...]
    """The lines with their indentation."""
    offsets: tuple[tuple[int, ...] | range, ...]
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
    """What is wrong at one line and column of a drawing, both counted from 0."""

    row: int
    column: int
    message: Message
    ends: Literal["nothing", "line", "drawing"] = "line"
    """How much after this place cannot be read because of it."""


@dataclass(frozen=True)
class Glyphs:
    """The marks of a game's glyphs, by the kind of slot that they stand in; a mark of "" stands for nothing."""

    game: str
    cells: Mapping[str, str]
    borders: Mapping[tuple[int, bool], Mapping[str, str]]
    """The glyphs of borders by their width, 3 where they lie across and 1 upright; and whether they are outer ones."""
    words: Mapping[str, Message]
    """What each mark is; a mark that an example of a series explains has the words of the example."""

    @classmethod
    def of(cls, game: str, legend: Legend, shape: Shape) -> Glyphs:
        across = dict.fromkeys((" ? ", "?  ", "  ?"), UNDECIDED) if legend.undecided else {}
        upright = {"?": UNDECIDED} if legend.undecided else {}
        gaps = ({"   ": legend.gap}, {" ": legend.gap}) if legend.gap else ({}, {})
        inner = (*legend.lines, *([legend.inner_gap] if legend.inner_gap else []))
        example = next(iter(legend.series.examples.values()), NOTHING)
        return cls(
            game,
            {**dict.fromkeys(shape.blanks, ""), **legend.marks},
            {
                (3, False): {"   ": "", **{line.across: line.mark for line in inner if line.across}, **across},
                (1, False): {" ": "", **{line.upright: line.mark for line in inner if line.upright}, **upright},
                (3, True): {"---": "", **gaps[0], **{x.across: x.mark for x in legend.outer}, **across},
                (1, True): {"|": "", **gaps[1], **{x.upright: x.mark for x in legend.outer}, **upright},
            },
            {**legend.words, **dict.fromkeys(legend.series.marks.values(), example)},
        )

    def marks(self, slot: Slot) -> Mapping[str, str]:
        return self.cells if isinstance(slot.place, str) else self.borders[slot.width, slot.outer]

    def glyph(self, slot: Slot, mark: str) -> str:
        """The glyph of a mark in full width; raises UnwritableMap where the mark has none."""
        for glyph, meant in self.marks(slot).items():
            if meant == mark:
                return f" {glyph}".ljust(slot.width) if len(glyph) < slot.width else glyph
        raise not_drawn(mark, slot.place)

    def fault(self, slot: Slot, text: str) -> DrawingProblem:
        marks, meant = self.marks(slot), in_latin_letters(text)
        if meant != text and (meant.strip(" ") if isinstance(slot.place, str) else meant) in marks:
            column = next(n for n, (sign, other) in enumerate(zip(text, meant, strict=False)) if sign != other)
            found, wanted = in_quotes(text.strip(" ")), in_quotes(meant.strip(" "))
            sentence = message("{found} has {what}; type {wanted}", found, look_alike(text), wanted)
            return DrawingProblem(slot.row, slot.column + column, sentence, "nothing")
        known = tuple(glyph for glyph, mark in self.marks(slot).items() if glyph.strip(" ?") and (mark or slot.outer))
        if isinstance(slot.place, str):
            frame = next((n for n, sign in enumerate(text) if sign in "|+"), None)
            if frame is not None and "" in self.cells:
                sentence = clauses(message("{found} inside a cell", in_quotes(text[frame])), _THREE_WIDE)
                return DrawingProblem(slot.row, slot.column + frame, sentence)
            word, some = text.replace(" ", ""), Name(" ".join([*known[:16], *(["..."] * (len(known) > 16))]))
            hint = self._begun(word, known) or would_do(word, known, message("use one of {names}", some))
            wrong = message("{found} is no symbol of {name}", in_quotes_with_hint(text.strip(" ")), Name(self.game))
            return DrawingProblem(slot.row, first_column(slot, text), clauses(wrong, hint), "nothing")
        signs = Name(" ".join(known[:1] if slot.outer else known))
        where = message("in the outer wall") if slot.outer else message("between two cells")
        says = message("{found} cannot stand {where}; draw {signs}", in_quotes(text), where, signs)
        if " " * slot.width in self.marks(slot):
            says = message("{found} cannot stand {where}; draw {signs} or leave a gap", in_quotes(text), where, signs)
        across = DrawingProblem(slot.row, slot.column, says, "nothing")
        return across if slot.width == 3 else across._replace(message=clauses(says, _THREE_WIDE), ends="line")

    def _begun(self, word: str, known: tuple[str, ...]) -> Message:
        """The symbols that are a letter and a number, and what they are; empty where there are none."""
        begun = [glyph for glyph in known if glyph[0] == word.upper() and glyph[1:].isdecimal()]
        if not begun or word.upper() in known:
            return NOTHING
        words = [self.words.get(self.cells[glyph]) or Name(self.cells[glyph]) for glyph in begun]
        if len({*words}) == 1 < len(words):
            some = Name(" ".join([*begun[:3], *(["..."] * bool(begun[3:]))]))
            return message("a number belongs to it: {glyphs}, {what}", some, words[0])
        each = [message("{glyph} is {what}", Name(glyph), what) for glyph, what in zip(begun[:3], words, strict=False)]
        return message("a number belongs to it: {things}", joined(each))


def not_drawn(mark: str, place: Place) -> UnwritableMap:
    return UnwritableMap(message("{mark} cannot be drawn at {cell}", Name(repr(mark)), Name(str(place))))


def one_mark_each(facts: Facts) -> dict[Place, str]:
    """The one mark of each place; raises UnwritableMap where a place has two."""
    marks = dict(facts)
    if len(marks) < len(facts):
        place, mark = min((fact for fact in facts if marks[fact.place] != fact.mark), key=str)
        one, other = Name(repr(mark)), Name(repr(marks[place]))
        raise UnwritableMap(message("{one} and {other} cannot both be drawn at {cell}", one, other, Name(str(place))))
    return marks


def facts(
    drawing: Drawing, slots: Mapping[Place, Slot], glyphs: Glyphs, faults: list[DrawingProblem], unread: set[Place]
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
                if shifted := _first_shifted(drawing.lines[slot.row], last):
                    fault = DrawingProblem(slot.row, shifted[0], clauses(shifted[1], _THREE_WIDE))
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
        wide, high, within = _columns(drawing), len(drawing.lines) // 2, (SIDES[0], SIDES[-1])
        says = message("the number of rows is {number}; {least} to {most} will do", high, *within)
        if wide not in SIDES:
            says = message("the number of columns is {number}; {least} to {most} will do", wide, *within)
        first = _line_fault(drawing, 0)
        if first or wide not in SIDES or high not in SIDES:
            yield (first or DrawingProblem(0, 0, says))._replace(ends="drawing")
            return
        for row in range(1, len(drawing.lines)):
            if fault := _line_fault(drawing, row):
                yield fault
                if fault.ends == "drawing":
                    return
        if len(drawing.lines) % 2 == 0:
            sentence = message("the drawing ends with a line of cells; a line of walls closes it")
            yield DrawingProblem(len(drawing.lines) - 1, 0, sentence, "nothing")

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

    def form(self, _: Board) -> Message:
        return message("drawn in squares: a line of walls such as +---+---+, then a line of cells such as | .   T |")

    def describe(self, _: Board) -> Message:
        return message("A cell is three characters wide and holds one of these:")


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
    turns = message("lines of walls and lines of cells take turns")
    if "\t" in whole:
        return DrawingProblem(row, whole.index("\t") - drawing.indent, _TAB)
    if margin.strip(" "):
        at, most = len(margin) - len(margin.lstrip(" ")) - drawing.indent, drawing.indent
        left = message("this line begins left of the drawing's first line; put {number} spaces before it", most)
        return DrawingProblem(row, at, left)
    if row % 2 == 0 and "+" not in line and "---" not in line:
        wants = message("a line of walls such as {example} should be here", Name("+---+   +"))
        return DrawingProblem(row, 0, clauses(wants, turns), "drawing")
    if row % 2 == 1 and 2 * line[::4].count("+") > len(line[::4]):
        wants = message("a line of cells such as {example} should be here", Name("| .   T |"))
        return DrawingProblem(row, 0, clauses(wants, turns), "drawing")
    astray = next((c for c, sign in enumerate(line) if sign == "|" and c % 4), None)
    if row % 2 == 1 and astray is not None and len(line) < right + 1:
        column, why = _first_shifted(line, astray - 1) or (astray, message("{found} inside a cell", in_quotes("|")))
        has, first = len(line), right + 1
        short = message("this line is short: it has {number} characters, and the first line {first}", has, first)
        return DrawingProblem(row, column, clauses(short, why, _THREE_WIDE))
    corner = next((c for c in range(0, right + 1, 4) if line[c : c + 1] != "+"), right)
    if row % 2 == 0 and line[corner : corner + 1] != "+":
        wrong = message("the line ends where a corner + should be")
        if corner < len(line):
            wrong = message("{found} where a corner + should be", in_quotes(line[corner]))
        said = clauses(wrong, message("corners stand four characters apart"))
        return DrawingProblem(row, min(corner, len(line)), said)
    behind = line[right + 1 :].lstrip(" ")
    if _WORDS.search(behind):
        return DrawingProblem(row, len(line) - len(behind), _no_part(behind))
    if len(line) > right + 1:
        long = message("the line is too long; the first line has {number} characters", right + 1)
        return DrawingProblem(row, right + 1, long)
    return None


def _no_part(text: str) -> Message:
    return message("{found} is no part of a drawing; take it out", in_quotes(text))


def _first_shifted(line: str, last: int) -> tuple[int, Message] | None:
    """The first sign of a line of cells, up to a column, that is not in the middle of its cell, and what would do."""
    for found in re.finditer(r"\||[^|\s]+", line[: last + 1]):
        sign, column = found[0], found.start()
        off = column % 4 if sign == "|" else (column - 2) % 4
        if off == 3 and len(sign) < 3:
            return column, message("a space is missing before {sign}", in_quotes(sign))
        if off == 1:
            return column, message("a space too many is before {sign}", in_quotes(sign))
        if off == 2:
            if line[max(0, column - 3) : column].strip():
                return column, message("two spaces are missing before {sign}", in_quotes(sign))
            return column, message("two spaces too many are before {sign}", in_quotes(sign))
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

    def form(self, grid: Board) -> Message:
        assert isinstance(grid, Hex)
        return message("a hexagon: its rows have {names} hexes", names(map(str, _lengths(grid.radius))))

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
            says = message("all rows have {number} hexes; the drawing is {form}", *counts, self.form(board))
            yield DrawingProblem(0, len(drawing.lines[0]) - len(drawing.lines[0].lstrip()), says, "drawing")
            return
        if len(drawing.lines) != len(lengths):
            sizes = either([Name(f"{2 * RADII[0] + 1}, {2 * RADII[1] + 1}, ..."), Name(str(2 * RADII[-1] + 1))])
            told = board.radius, len(lengths), sizes
            wants = message("a board of radius {radius} has {rows} rows; others have {sizes}", *told)
            last = min(len(drawing.lines), len(lengths)) - 1
            yield DrawingProblem(last, 0, clauses(message("found {number} rows", len(drawing.lines)), wants), "nothing")
        for row, (line, wanted) in enumerate(zip(drawing.lines, lengths, strict=False)):
            tokens = line.split()
            if "\t" in line:
                yield DrawingProblem(row, line.index("\t"), _TAB)
            elif any(len(token) > 1 for token in tokens[wanted:]):
                words = [*re.finditer(r"\S+", line)][wanted:]
                yield DrawingProblem(row, words[0].start(), _no_part(line[words[0].start() :]))
            elif len(tokens) != wanted:
                has = plural("{number} hex", "{number} hexes", len(tokens)) if tokens else message("no hexes")
                of = has, row + 1, len(lengths), wanted
                says = message("this row has {hexes}, and row {row} of {rows} takes {wanted}", *of)
                if len(tokens) < wanted <= len("".join(tokens)):
                    says = message(
                        "this row has {hexes}, and row {row} of {rows} takes {wanted} with a space between two", *of
                    )
                elif len(tokens) < wanted:
                    says = clauses(says, message("write ? for a hex that is not filled in yet"))
                yield DrawingProblem(row, len(line) - len(line.lstrip()), says)

    def describe(self, grid: Board) -> Message:
        return message(
            "A hex is one character. The hexes are named {cell} to {cell2}, the rows from the bottom:", *ends(grid)
        )


def _lengths(radius: int) -> list[int]:
    """The number of hexes in each row of a board, from the top."""
    return [2 * radius + 1 - abs(row) for row in range(-radius, radius + 1)]


class Modules(Rows):
    """Codes of modules: a line for each row, a character for each module."""

    kind: Literal["modules"] = "modules"
    sign, between = re.compile("."), ""

    def form(self, _: Board) -> Message:
        return message("a square of modules: a line for each row, a character for each module")

    def board(self, drawing: Drawing, _: int) -> Matrix:
        """The code whose size is nearest to the number of lines."""
        side = min(MATRICES, key=lambda side: (abs(side - len(drawing.lines)), side))
        return Matrix(side, side)

    def frame_faults(self, drawing: Drawing) -> Iterator[DrawingProblem]:
        side = self.board(drawing, 1).columns
        if len(drawing.lines) != side:
            some = either([Name(f"{MATRICES[0]}, {MATRICES[1]}, {MATRICES[2]}, ..."), Name(str(MATRICES[-1]))])
            has = message("the drawing has {number} lines", len(drawing.lines))
            yield DrawingProblem(0, 0, clauses(has, message("{names} will do", some)), "nothing")
        for row, line in enumerate(drawing.lines):
            if len(line) != side:
                says = message("this line has {number} modules; all have {side}", len(line), side)
                yield DrawingProblem(row, min(len(line), side), says)

    def describe(self, grid: Board) -> Message:
        return message(
            "A module is one character. Modules are named {cell} to {cell2}, as squares in chess:", *ends(grid)
        )


@lru_cache(maxsize=8)
def _rows_of(grid: Board, floor: int) -> Sequence[Sequence[Cell]]:
    """The cells of a board without walls row by row, from the top."""
    if isinstance(grid, Hex):
        return grid.rows(floor)
    assert isinstance(grid, Square)
    cells = grid.cells()
    return tuple(cells[start : start + grid.columns] for start in range(0, len(cells), grid.columns))


Shape = Squares | Hexes | Modules


def shape_of(grid: Board) -> Shape:
    return Hexes() if isinstance(grid, Hex) else Modules() if isinstance(grid, Matrix) else Squares()


@lru_cache(maxsize=1024)
def would_do(word: str, known: tuple[str, ...], otherwise: Message) -> Message:
    """A question such as `did you mean "gap"?` with the known name nearest to the word, or `otherwise`."""
    near = known if len(word) > 3 else tuple(name for name in known if name[:1].lower() == word[:1].lower())
    same = [name for name in known if name.lower() == word.lower()]
    alike = get_close_matches(word, near, 1, 0.6 if near is known else 0.5) if len(word) <= 40 else []
    close = same or (near[:1] if word[1:].isdecimal() else alike)
    return did_you_mean(f'"{close[0]}"') if close else otherwise
