"""Cells, borders, directions and their names.

A cell is only a name (`c4`, `b2/2`); the grid knows the neighbours and stores nothing.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from typing import ClassVar, Literal, NamedTuple, Protocol, Self, TypeVar

from mapkit.model.errors import BadSetting
from mapkit.model.letters import did_you_mean, names, refused_word, written
from mapkit.model.message import Message, Name, message

Cell = str
Direction = str
SquareBoard = TypeVar("SquareBoard", bound="Square")

COMPASS = {
    "N": "north",
    "E": "east",
    "S": "south",
    "W": "west",
    "U": "up",
    "D": "down",
    "NE": "north-east",
    "SE": "south-east",
    "SW": "south-west",
    "NW": "north-west",
}

_SHIFT = {"N": (0, 1, 0), "E": (1, 0, 0), "U": (0, 0, 1), "S": (0, -1, 0), "W": (-1, 0, 0), "D": (0, 0, -1)}
_NAME = re.compile(r"(?:([a-z]{1,2})|([0-9]{1,2})-)([0-9]{1,3})(?:/([1-9]))?", re.ASCII)
_PAIR = r"(?<![\w-])(?:\(\s*)?([0-9]{{1,2}})\s*{}\s*([0-9]{{1,2}})(?:\s*\))?(?![\w-])"
_TYPED_PAIR = re.compile(_PAIR.format("[-,;.]"), re.ASCII)
_PAIR_OR_WORDS = re.compile(_PAIR.format(r"(?:[-,;.]|\s)"), re.ASCII)
_BACK = {"N": "S", "E": "W", "U": "D", "S": "N", "W": "E", "D": "U", "NE": "SW", "SE": "NW", "SW": "NE", "NW": "SE"}
_AXIAL = {"NE": (1, -1, 0), "E": (1, 0, 0), "SE": (0, 1, 0), "SW": (-1, 1, 0), "W": (-1, 0, 0), "NW": (0, -1, 0)}
_NAMING = frozenset((*tuple(_SHIFT)[:3], *tuple(_AXIAL)[:3]))
"""The directions in the first half of those of a board: a border between two cells is named by one of them."""


class Border(NamedTuple):
    """The line between two cells, or between a cell and the outside.

    The function `border` gives the one name of a border, whichever of its two cells one starts from.
    """

    cell: Cell
    """One of its two cells, or the only one at the edge of the board."""
    side: Direction
    """The side of that cell on which it lies."""


Place = Cell | Border


class Grid(Protocol):
    """What a grid must know; everything else follows from these five members."""

    @property
    def directions(self) -> tuple[Direction, ...]:
        """Every direction. Those in the first half name the borders between cells."""

    def cells(self) -> tuple[Cell, ...]:
        """All cells in reading order: floor by floor, top row first."""

    def step(self, cell: Cell, direction: Direction) -> Cell | None:
        """The neighbour in that direction, or None beyond the edge."""

    def back(self, direction: Direction) -> Direction: ...

    def centre(self, cell: Cell) -> tuple[float, float]:
        """The point where the middle of a cell is drawn: x to the right and y upwards, in steps between cells."""


class _CellBoard:
    """What boards of squares and of hexes have alike, once it is known where their cells lie."""

    _shifts: ClassVar[Mapping[Direction, tuple[int, int, int]]]
    """The way of a step: along both axes, and in floors."""

    @property
    def directions(self) -> tuple[Direction, ...]:
        raise NotImplementedError

    def _laid_out(self) -> dict[Cell, tuple[int, int, int]]:
        """Where each cell lies: on both axes, and on which floor, counted from 0."""
        raise NotImplementedError

    @cached_property
    def _spots(self) -> dict[Cell, tuple[int, int, int]]:
        return _spots(self)

    def cells(self) -> tuple[Cell, ...]:
        return self._cells

    def step(self, cell: Cell, direction: Direction) -> Cell | None:
        """The neighbour in that direction, or None beyond the edge; raises BadSetting for a name of neither."""
        try:
            return self._steps[direction][cell]
        except (KeyError, TypeError):
            raise self.no_such(cell, direction) from None

    def back(self, direction: Direction) -> Direction:
        """The opposite direction; raises BadSetting for an unknown one."""
        try:
            return _BACK[direction]
        except (KeyError, TypeError):
            raise self.no_such(self._cells[0], direction) from None

    def with_names(self, line: str, *, apart: bool = False) -> str:  # noqa: ARG002 (as boards of squares have it)
        """A line that somebody typed, with the names of cells as the board has them."""
        return line

    def floor(self, cell: Cell) -> int:
        """The cell's floor, counted from 1."""
        return self._spot(cell)[2] + 1

    def _spot(self, cell: Cell) -> tuple[int, int, int]:
        """Where a cell lies; raises BadSetting for one that is not on the board."""
        try:
            return self._spots[cell]
        except (KeyError, TypeError):
            raise self.no_such(cell) from None

    def no_such(self, cell: object, direction: object = "") -> BadSetting:
        """The error for a cell that is not on the board, or else for an unknown direction."""
        if cell not in self._cells:
            return BadSetting(message("{found} is no cell of this board", refused_word(cell)), cells_of(self))
        known = self.directions
        meant = [each for each in known if written(direction).lower() in (each.lower(), COMPASS[each])]
        would_do = did_you_mean(*meant[:1]) if meant else message("say one of {names}", names(known))
        return BadSetting(message("{name} is {found}", Name("direction"), refused_word(direction)), would_do)

    @cached_property
    def _cells(self) -> tuple[Cell, ...]:
        return tuple(self._spots)

    @cached_property
    def _steps(self) -> dict[Direction, dict[Cell, Cell | None]]:
        return _steps(self)


@lru_cache(64)  # boards of one size are made again and again
def _spots(board: _CellBoard) -> dict[Cell, tuple[int, int, int]]:
    return board._laid_out()


@lru_cache(64)
def _steps(board: _CellBoard) -> dict[Direction, dict[Cell, Cell | None]]:
    spots = _spots(board)
    at = {spot: cell for cell, spot in spots.items()}
    return {
        d: {c: at.get((x + dx, y + dy, z + dz)) for c, (x, y, z) in spots.items()}
        for d, (dx, dy, dz) in board._shifts.items()
    }


@dataclass(frozen=True)
class Square(_CellBoard):
    """A board of square cells, named by column and row: as in chess, with a1 at the lower left, or as a group names it.

    The same cell of a board with other names is another name; `renamed` leads from one to the other.
    """

    columns: int
    """How many cells it is wide."""
    rows: int
    """How many cells it is high."""
    floors: int = 1
    """How many such boards lie one above the other; from 2 on, a cell's name ends with its floor, as in a1/2."""
    rows_go: Literal["up", "down"] = "up"
    """Whether the rows are counted from the bottom or from the top, from 1 on."""
    columns_are: Literal["letters", "numbers"] = "letters"
    """Whether the columns, from the left, are named a, b, c and so on, or 1, 2, 3: then a cell is 3-5."""
    _shifts = _SHIFT

    def __str__(self) -> str:
        """The size as it is typed: `8x8`, with floors `8x8x2`."""
        return "x".join(str(n) for n in (self.columns, self.rows, self.floors)[: 2 + (self.floors > 1)])

    @property
    def directions(self) -> tuple[Direction, ...]:
        return ("N", "E", "S", "W") if self.floors == 1 else ("N", "E", "U", "S", "W", "D")

    def centre(self, cell: Cell) -> tuple[float, float]:
        """The cell's column and row, counted from 0 at the lower left."""
        x, y, _ = self._spot(cell)
        return x, y

    def column(self, x: int) -> str:
        """The name of a column, counted from 0 at the left."""
        return column_name(x) if self.columns_are == "letters" else str(x + 1)

    def row(self, y: int) -> str:
        """The name of a row, counted from 0 at the bottom."""
        return str(y + 1 if self.rows_go == "up" else self.rows - y)

    def name(self, x: int, y: int, floor: int = 1) -> Cell:
        """The cell of column x and row y, both counted from 0 at the lower left."""
        between = "" if self.columns_are == "letters" else "-"
        return f"{self.column(x)}{between}{self.row(y)}" + (f"/{floor}" if self.floors > 1 else "")

    @property
    def corner(self) -> str:
        """The name of the cells at the lower left, without a floor: mostly a1."""
        return self.name(0, 0).partition("/")[0]

    def with_names(self, line: str, *, apart: bool = False) -> str:
        """A line with the cells in it as the board names them: where columns have numbers, 3-5 for `3,5` or `(3; 5)`.

        With `apart`, also for `3 5`.
        """
        if self.columns_are == "letters":
            return line
        return (_PAIR_OR_WORDS if apart else _TYPED_PAIR).sub(r"\1-\2", line)

    def laid_as(self, kind: type[SquareBoard]) -> SquareBoard:
        """The same cells as a board of another kind."""
        return kind(self.columns, self.rows, self.floors, self.rows_go, self.columns_are)

    def names_as(self, rows_go: str, columns_are: str) -> Self:
        """The same board with these names."""
        if (self.rows_go, self.columns_are) == (rows_go, columns_are):
            return self
        return replace(self, rows_go=rows_go, columns_are=columns_are)  # type: ignore[arg-type]

    def steps_apart(self, one: Cell, other: Cell) -> int:
        """The number of steps between two cells without walls (the Manhattan distance)."""
        return sum(abs(a - b) for a, b in zip(self._spot(one), self._spot(other), strict=True))

    def _laid_out(self) -> dict[Cell, tuple[int, int, int]]:
        return {
            self.name(x, y, z + 1): (x, y, z)
            for z in range(self.floors)
            for y in reversed(range(self.rows))
            for x in range(self.columns)
        }


@dataclass(frozen=True)
class Matrix(Square):
    """A square of modules, dark or light, as a QR code has them; nothing stands on the borders between modules."""


@dataclass(frozen=True)
class Storeys(Square):
    """Floors of squares that no step joins, as in a house: what leads to another floor stands on its tiles."""

    @property
    def directions(self) -> tuple[Direction, ...]:
        return ("N", "E", "S", "W")

    def step(self, cell: Cell, direction: Direction) -> Cell | None:
        return None if direction in ("U", "D") else super().step(cell, direction)

    def on_floor(self, cell: Cell, floor: int) -> Cell | None:
        """The cell of the same column and row on another floor, counted from 1; None where there is no such floor."""
        x, y, _ = self._spot(cell)
        return self.name(x, y, floor) if 1 <= floor <= self.floors else None


@dataclass(frozen=True)
class Hex(_CellBoard):
    """A hexagon of hexes, whose rows lie level.

    Hexes are named as in Abalone, by the letter of the row, from the bottom, and the number of the diagonal. So a board
    of radius 3 has a1 to a4 at the bottom, d4 in the middle and g4 to g7 at the top.
    """

    radius: int
    """The steps from the middle hex to the edge; 0 is a single hex."""
    floors: int = 1
    """How many such boards lie one above the other; from 2 on, a hex's name ends with its floor, as in a1/2."""
    _shifts = _AXIAL

    def __str__(self) -> str:
        """The size as it is typed: `3`, with floors `3x2`."""
        return f"{self.radius}x{self.floors}" if self.floors > 1 else str(self.radius)

    @property
    def directions(self) -> tuple[Direction, ...]:
        """The six directions clockwise from north-east; there are no steps between floors."""
        return tuple(_AXIAL)

    def centre(self, cell: Cell) -> tuple[float, float]:
        """The point where the middle of a hex is drawn, in steps from the middle of the board."""
        q, r, _ = self._spot(cell)
        return q + r / 2, -r * 3**0.5 / 2

    def axial(self, cell: Cell) -> tuple[int, int]:
        """The axial coordinates q, to the east, and r, to the south-east, from the middle hex."""
        q, r, _ = self._spot(cell)
        return q, r

    def name(self, q: int, r: int, floor: int = 1) -> Cell:
        return f"{chr(97 + self.radius - r)}{self.radius + q + 1}" + (f"/{floor}" if self.floors > 1 else "")

    def rows(self, floor: int = 1) -> tuple[tuple[Cell, ...], ...]:
        """The hexes of a floor row by row, from the top."""
        n = self.radius
        return tuple(
            tuple(self.name(q, r, floor) for q in range(max(-n, -n - r), min(n, n - r) + 1)) for r in range(-n, n + 1)
        )

    def _laid_out(self) -> dict[Cell, tuple[int, int, int]]:
        n = self.radius
        return {
            self.name(q, r, z + 1): (q, r, z)
            for z in range(self.floors)
            for r in range(-n, n + 1)
            for q in range(max(-n, -n - r), min(n, n - r) + 1)
        }


Board = Square | Hex
"""The boards that maps are made on."""


@lru_cache(1024)  # codes and large boards name thousands of cells
def column_name(x: int) -> str:
    """The letters of a column, counted from 0: a..z, aa, ab, .."""
    return chr(97 + x) if x < 26 else column_name(x // 26 - 1) + chr(97 + x % 26)


def beside(grid: Grid, cell: Cell) -> tuple[Cell, ...]:
    """The cells next to one, in the order of the directions."""
    return tuple(other for direction in grid.directions if (other := grid.step(cell, direction)) is not None)


def border(grid: Grid, cell: Cell, direction: Direction) -> Border:
    """The border of the cell on that side, under the one name that it has for both of its cells."""
    other = grid.step(cell, direction)
    if other is None or direction in _NAMING:
        return Border(cell, direction)
    return Border(other, grid.back(direction))


def borders(grid: Grid) -> Iterator[Border]:
    """Every border once, cell by cell in reading order."""
    for cell in grid.cells():
        for direction in grid.directions:
            line = border(grid, cell, direction)
            if line.cell == cell:
                yield line


def cell_of(place: Place) -> Cell:
    """The cell itself, or the one that a border is named after."""
    return place if isinstance(place, Cell) else place.cell


def sides(grid: Grid, line: Border) -> tuple[Cell, Cell | None]:
    """The two cells that a border divides; the second is None on the outer wall."""
    return line.cell, grid.step(line.cell, line.side)


@lru_cache(maxsize=8)
def inner_borders(grid: Grid) -> tuple[Border, ...]:
    return tuple(b for b in borders(grid) if sides(grid, b)[1] is not None)


@lru_cache(maxsize=8)
def doorways(grid: Grid) -> tuple[tuple[Border, Cell, Cell], ...]:
    """The borders between two cells, each with these cells."""
    return tuple((line, line.cell, other) for line in borders(grid) if (other := sides(grid, line)[1]) is not None)


@lru_cache(maxsize=8)
def outer_borders(grid: Grid) -> tuple[Border, ...]:
    """The borders of the outer wall of each floor; ceilings and ground are not among them."""
    return tuple(b for b in borders(grid) if sides(grid, b)[1] is None and b.side not in "UD")


def within_steps(grid: Grid, cell: Cell, steps: int) -> tuple[Cell, ...]:
    """The cells at most `steps` steps away without walls, nearest first, with the cell itself; none below 0."""
    seen = dict.fromkeys([cell] if steps >= 0 else [])
    edge = list(seen)
    for _ in range(steps):  # in waves, which is faster than `walk` for so few cells
        if not edge:
            break
        edge = [o for c in edge for d in grid.directions if (o := grid.step(c, d)) is not None and o not in seen]
        edge = list(dict.fromkeys(edge))
        seen.update(dict.fromkeys(edge))
    return tuple(seen)


@lru_cache(maxsize=16)
def close_cells(board: Square, steps: int) -> tuple[tuple[Cell, ...], ...]:
    """Groups of cells of which any two are fewer than `steps` apart; any two such cells share a group."""
    board, half = board.laid_as(Square), (steps - 1) // 2
    around = {cell: within_steps(board, cell, half) for cell in board.cells()}
    if steps % 2:
        return tuple(around.values())
    pairs = ((line.cell, str(board.step(line.cell, line.side))) for line in inner_borders(board))
    return tuple(tuple(dict.fromkeys((*around[one], *around[other]))) for one, other in pairs)


def spell(grid: Grid, place: Place) -> Message | Name:
    """A place in words: `c4`, `between c3 and c4`, `the east side of d2`."""
    if isinstance(place, str):
        return Name(place)
    one, other = (Name(cell or "") for cell in sides(grid, place))
    if other:
        return message("between {cell} and {cell2}", *((one, other) if place.side in ("E", "U") else (other, one)))
    return _OUTER[place.side].filled(cell=one)


A_CELL = Name("")
"""The cell, in a message that is filled where it is known."""
_OUTER: Mapping[Direction, Message] = {
    "N": message("the north side of {cell}", A_CELL),
    "E": message("the east side of {cell}", A_CELL),
    "S": message("the south side of {cell}", A_CELL),
    "W": message("the west side of {cell}", A_CELL),
    "U": message("the up side of {cell}", A_CELL),
    "D": message("the down side of {cell}", A_CELL),
    "NE": message("the north-east side of {cell}", A_CELL),
    "SE": message("the south-east side of {cell}", A_CELL),
    "SW": message("the south-west side of {cell}", A_CELL),
    "NW": message("the north-west side of {cell}", A_CELL),
}


def natural(cell: Cell) -> tuple[int, int, str, int]:
    """A key for sorting cell names as people do: by floor, then z1 before aa1, and a2 before a10."""
    found = _NAME.fullmatch(cell)
    if found is None:
        return (0, 0, cell, 0)
    letters, column, number, floor = found.groups()
    return (int(floor or 1), len(letters or column), letters or column, int(number))


@lru_cache(maxsize=8)
def cells_of(grid: Grid) -> Message:
    return message("cells are named {cell} to {cell2}", *ends(grid))


def ends(grid: Grid) -> tuple[Name, Name]:
    """The names of the first and the last cell of a board, as people sort them."""
    return Name(min(grid.cells(), key=natural)), Name(max(grid.cells(), key=natural))
