"""Drawings of boards that are no rectangles: the cells that they leave out are read as cells that nobody enters."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property
from itertools import product

from mapkit.mapfile.bare import TypedLine, filled, plain_lines
from mapkit.model.design import BorderGlyphs, Legend
from mapkit.model.walk import reached

_Spot = tuple[int, int]
"""A row and a column of the board, counted from 0 at the upper left."""


def completed(lines: Sequence[TypedLine], legend: Legend) -> tuple[Sequence[TypedLine], Sequence[_Spot]]:
    """The drawing with all of its cells, and those that it leaves out; the lines as they are where it leaves out none.

    A cell is left out where nothing is drawn in it and one of its corners is missing, with all that could meet there;
    and so is each blank cell that is open to it or, in such a drawing, to the outside. A gap between such a cell and
    one of the board is a gap in the outer wall.
    """
    drawing = _Outline(plain_lines(filled(lines)), legend)
    return (drawing.whole, drawing.left_out) if drawing.left_out else (lines, ())


class _Outline:
    def __init__(self, lines: Sequence[TypedLine], legend: Legend) -> None:
        self.lines, self.legend = lines, legend
        texts = [line.text.rstrip() for line in lines]
        self.indent = min((len(text) - len(text.lstrip()) for text in texts if text), default=0)
        wide, high = max(map(len, texts), default=0) - self.indent, len(texts)
        fits = wide % 4 == 1 and high % 2 == 1 and not any("\t" in text for text in texts)
        self.columns, self.rows = (wide // 4, high // 2) if fits else (0, 0)

    def _drawn(self, row: int, column: int, width: int) -> str:
        start = self.indent + column
        return self.lines[row].text[max(0, start) : start + width].strip() if 0 <= row < len(self.lines) else ""

    def _cell(self, spot: _Spot) -> str:
        y, x = spot
        return self._drawn(2 * y + 1, 4 * x + 1, 3) if self._is_inside(spot) else ""

    def _is_inside(self, spot: _Spot) -> bool:
        return 0 <= spot[0] < self.rows and 0 <= spot[1] < self.columns

    def _around(self, spot: _Spot) -> Iterator[tuple[_Spot, tuple[int, int, int]]]:
        """The cells beside a cell, also those outside, each with the row, the column and the width of the border."""
        y, x = spot
        yield (y - 1, x), (2 * y, 4 * x + 1, 3)
        yield (y + 1, x), (2 * y + 2, 4 * x + 1, 3)
        yield (y, x - 1), (2 * y + 1, 4 * x, 1)
        yield (y, x + 1), (2 * y + 1, 4 * x + 4, 1)

    def _is_missing(self, y: int, x: int) -> bool:
        """Whether a corner is missing with all that could meet there: walls, and what stands in the cells around it."""
        row, column = 2 * y, 4 * x
        if self._drawn(row, column, 1):
            return False
        ends = ((row, column - 3, 7), (row - 1, column, 1), (row + 1, column, 1))
        cells = product((y - 1, y), (x - 1, x))
        return not any(self._drawn(*end) for end in ends) and not any(map(self._cell, cells))

    @cached_property
    def left_out(self) -> Sequence[_Spot]:
        corners = product(range(self.rows + 1), range(self.columns + 1))
        missing = [(y, x) for y, x in corners if self._is_missing(y, x)]
        first = [spot for y, x in missing for spot in product((y - 1, y), (x - 1, x)) if self._is_inside(spot)]
        if not first:
            return ()
        rim = [*product((-1, self.rows), range(self.columns))]
        rim += product(range(self.rows), (-1, self.columns))
        found = reached([*first, *rim], self._open)
        cells = tuple(spot for spot in product(range(self.rows), range(self.columns)) if spot in found)
        return cells if len(cells) < self.rows * self.columns else ()

    def _open(self, spot: _Spot) -> Iterator[_Spot]:
        """The blank cells of the rectangle beside a spot, where no border is drawn between the two."""
        for other, border in self._around(spot):
            if self._is_inside(other) and not self._drawn(*border) and not self._cell(other):
                yield other

    @cached_property
    def whole(self) -> Sequence[TypedLine]:
        """The lines of the whole rectangle; what is added stands at the place of the character nearest to it."""
        signs = [list(line.text[self.indent :].ljust(4 * self.columns + 1)) for line in self.lines]
        solid = next(glyph for glyph, mark in self.legend.marks.items() if mark == self.legend.solid)
        _, across, upright = self.legend.inner_gap or BorderGlyphs("", "   ", " ")
        out = frozenset(self.left_out)
        for y, x in self.left_out:
            row, column = 2 * y + 1, 4 * x + 1
            signs[row][column : column + 3] = f" {solid} "
            for corner in product((row - 1, row + 1), (column - 1, column + 3)):
                signs[corner[0]][corner[1]] = "+"
            for other, (at, start, width) in self._around((y, x)):
                level = width == 3
                if not self._is_inside(other):
                    sign = "---" if level else "|"
                elif other in out or self._drawn(at, start, width):
                    sign = " " * width
                else:
                    sign = across if level else upright
                signs[at][start : start + width] = sign
        return [self._placed("".join(line), number) for number, line in enumerate(signs)]

    def _placed(self, text: str, number: int) -> TypedLine:
        offsets = self.lines[number].offsets
        last = len(offsets) - 1
        return TypedLine(text, tuple(offsets[min(last, self.indent + at)] for at in range(len(text) + 1)))
