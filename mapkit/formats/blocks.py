"""Read mazes of blocks: a sign for each square, solid or free, as many programs print and draw them.

Where blocks lie on every second row and column, they are the walls of a board with half as many cells. Else each square
is a cell of the board, and a block is a cell that nobody enters.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from itertools import product
from typing import Any

from mapkit.formats.record import FileFormat, FileToRead, commented, document_in
from mapkit.mapfile.document import Document, MapFile
from mapkit.mapfile.drawing import SIDES
from mapkit.mapfile.text import MOST_SOUGHT, decode_file
from mapkit.model.design import DrawnBoard
from mapkit.model.errors import Problem
from mapkit.model.game import Game
from mapkit.model.grid import Border, Cell, Square, border, spell
from mapkit.model.letters import in_quotes, names
from mapkit.model.listing import OrderedCells
from mapkit.model.message import NOTHING, Message, Name, clauses, message, shortened
from mapkit.model.rule import Fact, has, wall

_SOLID, _FREE = "#█▓■", " .·"
_STEPS = {"S": (1, 0), "E": (0, 1), "N": (-1, 0), "W": (0, -1)}
"""The sides on which an exit is looked for, in this order, each as a step in rows and columns."""
_FEWEST, _CODE, _SHARE, _RIM, _MOST_NAMED = 3, 21, 0.5, 0.8, 12
_AT_EDGE = message("an exit leads from a free cell at the edge out of the maze")
_Spot = tuple[int, int]
"""A row and a column of a maze or of a board, counted from 0 at the upper left."""


def looks_like_blocks(text: str) -> bool:
    """Whether a text is a maze of blocks: nearly all signs are blocks or free, with capitals between.

    Or they fill half of its first and last line, and half of the sides between, and other signs are mistakes.
    """
    lines = [line.strip() for line in _lines(text)]
    if len(lines) < _FEWEST or len(lines[0]) < _FEWEST or any(sign in text for sign in "+|=:"):
        return False
    signs, ends = "".join(lines), "".join(line[0] + line[-1] for line in lines if line)
    if all(len(token) == 1 for line in lines for token in line.split()):
        return False  # rows of hexes
    plain = sum(map(signs.count, _SOLID + _FREE))
    if plain < len(signs) and not all(sign in _SOLID + _FREE or "A" <= sign <= "Z" for sign in signs):
        plain = 0
    edges = [sum(map(part.count, _SOLID)) / len(part) for part in (lines[0], lines[-1], ends)]
    is_code = len(lines) >= _CODE and {*map(len, lines)} == {len(lines)} and " " not in signs
    if is_code:
        return min(edges) >= _RIM
    return min(edges) >= _SHARE or (plain >= _SHARE * len(signs) and any(sign in signs for sign in _SOLID))


def _lines(text: str) -> list[str]:
    """The lines of a text from the first that says something to the last, without what stands before all of them."""
    lines = [line.rstrip("\r") for line in text.removeprefix("\ufeff").split("\n")]
    said = [number for number, line in enumerate(lines) if line.strip()]
    return lines[said[0] : said[-1] + 1] if said else []


def _read(asked: FileToRead) -> Document:
    text = decode_file(asked.data, asked.name)

    def draw(game: Game[Any], file: MapFile) -> None:
        file.board = _BlockMaze(text, game).board

    return document_in(asked, text, commented(text), draw, BLOCKS.suits)


class _BlockMaze:
    """A maze of blocks, and what it says as a map of a game."""

    def __init__(self, text: str, game: Game[Any]) -> None:
        every = text.removeprefix("\ufeff").split("\n")
        self._above = next((number for number, line in enumerate(every) if line.strip()), 0)
        self._lines, self._legend = _lines(text), game.design.legend(game.design.params())
        self._meanings: Mapping[str, str] = game.design.board.blocks
        texts = [line.rstrip() for line in self._lines]
        self._indent = min((len(line) - len(line.lstrip()) for line in texts if line), default=0)
        self._high, self._wide = len(texts), max(map(len, texts), default=0) - self._indent
        self._step = 2 if self._is_lattice else 1
        self._first = 1 if self._step == 2 or self._has_rim else 0
        less = 1 if self._step == 2 else 2 * self._first
        self._rows, self._columns = ((side - less) // self._step for side in (self._high, self._wide))
        self._grid = Square(self._columns, self._rows)
        self._facts = dict[Fact, _Spot]()
        self._problems: list[Problem] = []

    @property
    def board(self) -> DrawnBoard:
        """The board with what stands on it, and what the maze was taken for."""
        if self._rows not in SIDES or self._columns not in SIDES:
            size = Name(f"{self._columns}x{self._rows}"), SIDES[0], SIDES[-1]
            self._problem((0, 0), message("the maze has {size} cells; {least} to {most} on a side will do", *size))
            return DrawnBoard(Square(SIDES[0], SIDES[0]), problems=tuple(self._problems))
        for row, line in enumerate(self._lines):
            has_signs = len(line) - self._indent
            if has_signs < self._wide - self._first:
                short = message("this line is short: it has {has} signs, and others {all}", has_signs, self._wide)
                self._problem((row, max(0, has_signs)), short, message("draw free cells at its end as dots"))
        for y, x in product(range(self._rows), range(self._columns)):
            spot, cell = self._square(y, x), self._grid.name(x, self._rows - 1 - y)
            self._place(has(cell, self._mark(spot, cell)), spot)
            self._draw_borders(spot, cell)
        problems = tuple(sorted(self._problems)[:MOST_SOUGHT])
        return DrawnBoard(self._grid, self._facts, problems=problems, remarks=(self._understood,))

    @property
    def _understood(self) -> Message:
        size, number = Name(str(self._grid)), sum(fact.mark == self._legend.solid for fact in self._facts)
        said = message("a maze of blocks, read as {size} cells with walls between them", size)
        if self._step == 1:
            said = message("a maze whose blocks are cells, read as {size} cells, {number} of them solid", size, number)
        exits = [spell(self._grid, fact.place) for fact in self._facts if fact.mark == self._legend.gap]
        return clauses(said, message("exits: {places}", shortened(exits, _MOST_NAMED)) if exits else NOTHING)

    # --- the maze ----------------------------------------------------------------------------------------------------

    def _sign(self, spot: _Spot) -> str:
        row, column = spot
        return self._lines[row][self._indent + column : self._indent + column + 1] or " "

    def _means(self, spot: _Spot) -> str:
        """The mark that a square stands for; empty for a block and for a sign that means nothing."""
        return self._meanings.get(self._sign(spot), "")

    def _is_solid(self, spot: _Spot) -> bool:
        return self._sign(spot) in _SOLID

    def _is_gap(self, spot: _Spot) -> bool:
        return self._means(spot) in (self._legend.gap, self._meanings[" "])

    @cached_property
    def _is_lattice(self) -> bool:
        """Whether blocks are walls on every second row and column, all around cells that are blocks, too."""
        high, wide = self._high, self._wide
        if high % 2 == 0 or wide % 2 == 0 or min(high, wide) < 2 * 2 + 1:
            return False
        for row, column in product(range(high), range(wide)):
            beside = ((row + down, column + right) for down, right in _STEPS.values())
            walls = [self._is_solid(spot) for spot in beside if 0 <= spot[0] < high and 0 <= spot[1] < wide]
            solid, odd = self._is_solid((row, column)), row % 2 + column % 2
            at_rim = row in (0, high - 1) or column in (0, wide - 1)
            if odd == 1 and not (solid or at_rim or self._is_gap((row, column))):
                return False  # something stands where a wall would be
            if (odd == 2 and solid and not all(walls)) or (odd == 0 and not solid and (any(walls) or at_rim)):
                return False
        return True

    @property
    def _has_rim(self) -> bool:
        """Whether blocks stand all around, but for a few gaps; else the first and the last squares are cells, too."""
        high, wide = self._high, self._wide
        if min(high, wide) < 2 + 2:
            return False
        rim = [*product((0, high - 1), range(wide)), *product(range(1, high - 1), (0, wide - 1))]
        return sum(map(self._is_solid, rim)) >= _RIM * len(rim)

    # --- the board ---------------------------------------------------------------------------------------------------

    def _square(self, y: int, x: int) -> _Spot:
        """Where a cell stands in the maze."""
        return self._first + self._step * y, self._first + self._step * x

    def _place(self, fact: Fact, spot: _Spot) -> None:
        self._facts[fact] = self._above + spot[0], self._indent + spot[1]

    def _problem(self, spot: _Spot, *said: Message) -> None:
        self._problems.append(Problem(self._above + spot[0] + 1, self._indent + spot[1] + 1, clauses(*said)))

    def _mark(self, spot: _Spot, cell: Cell) -> str:
        """The mark of a cell; places what is listed there, and notes a sign that means nothing."""
        if self._is_solid(spot):
            return self._legend.solid
        if not self._means(spot):
            known = names(sign for sign in self._meanings if sign.strip())
            wrong = message("{found} is no sign of a maze of blocks", in_quotes(self._sign(spot)))
            self._problem(spot, wrong, message("use # for a block, a blank for a free cell, or one of {names}", known))
        listed = self._list(spot, cell)
        return self._meanings[" "] if listed or self._is_gap(spot) or not self._means(spot) else self._means(spot)

    def _list(self, spot: _Spot, cell: Cell) -> bool:
        """Place what a square has of a listing on a cell; returns whether it has anything."""
        mark = self._means(spot)
        if not any(isinstance(each, OrderedCells) and each.mark == mark for each in self._legend.listings):
            return False
        self._place(has(cell, f"{mark} {sum(fact.mark.startswith(f'{mark} ') for fact in self._facts) + 1}"), spot)
        return True

    def _draw_borders(self, spot: _Spot, cell: Cell) -> None:
        """Place the walls and the exits of a cell."""
        beyond = {side: (spot[0] + down, spot[1] + right) for side, (down, right) in _STEPS.items()}
        outer = [side for side in _STEPS if self._grid.step(cell, side) is None]
        gaps = [side for side in outer if self._first and self._is_gap(beyond[side])]
        for side in (side for side in outer if self._first and side not in gaps):
            if not self._is_solid(beyond[side]) and not self._list(beyond[side], cell):
                found = message("{found} stands in the outer wall", in_quotes(self._sign(beyond[side])))
                self._problem(beyond[side], found, message("things stand in cells; leave a gap there for an exit"))
        if gaps and self._is_solid(spot):
            self._problem(beyond[gaps[0]], message("a gap in the outer wall, and behind it a block"), _AT_EDGE)
        if self._means(spot) == self._legend.gap and not outer:
            self._problem(spot, message("{found} stands inside the maze", in_quotes(self._sign(spot))), _AT_EDGE)
        elif self._means(spot) == self._legend.gap and not gaps:
            self._place(has(Border(cell, outer[0]), self._legend.gap), spot)
        for side in gaps:
            self._place(has(Border(cell, side), self._legend.gap), beyond[side])
        for side in (side for side in "NE" if side not in outer and self._step == 2):
            if self._is_solid(beyond[side]) and not self._is_filled(spot, beyond[side]):
                self._place(wall(border(self._grid, cell, side)), beyond[side])

    def _is_filled(self, spot: _Spot, between: _Spot) -> bool:
        """Whether the cell on either side of a wall is a block, which needs no wall."""
        other = 2 * between[0] - spot[0], 2 * between[1] - spot[1]
        return self._is_solid(spot) or self._is_solid(other)


BLOCKS = FileFormat(
    "blocks",
    message("a maze of blocks, a sign for each square"),
    (".txt",),
    suits=lambda game: bool(game.design.board.blocks),
    recognise=looks_like_blocks,
    read=_read,
)
