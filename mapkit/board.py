"""Square boards on paper: where each tile lies, its coordinates, walls and exits, and the parts of a large one."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import NamedTuple

from mapkit.drawing import BAND, SMALL, Point
from mapkit.grid import Border, Cell, Direction, Square, column_name
from mapkit.sheet import (
    LEAST_TEXT,
    Box,
    Ink,
    Mark,
    Text,
    cap_height,
    extent,
    lines,
    polygon,
    rectangle,
    width,
)

# --- boards ------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Board:
    """A part of a square board on the paper: which columns and rows, where its corner is, how large a tile is."""

    grid: Square
    columns: range
    rows: range
    x: float
    y: float
    tile: float

    @property
    def box(self) -> Box:
        """The tiles without coordinates."""
        return Box(self.x, self.y, len(self.columns) * self.tile, len(self.rows) * self.tile)

    def tile_box(self, cell: Cell) -> Box:
        """Where a cell is drawn."""
        column, row = (int(at) for at in self.grid.centre(cell))
        x = self.x + (column - self.columns.start) * self.tile
        return Box(x, self.y + (self.rows.stop - 1 - row) * self.tile, self.tile, self.tile)

    def cells(self) -> Iterator[Cell]:
        """The cells of this part in reading order."""
        for row in reversed(self.rows):
            for column in self.columns:
                yield self.grid.name(column, row)

    def ends(self, side: str) -> bool:
        """Whether the part's edge on that side is the board's own edge."""
        return {
            "N": self.rows.stop == self.grid.rows,
            "S": self.rows.start == 0,
            "W": self.columns.start == 0,
            "E": self.columns.stop == self.grid.columns,
        }[side]


def parts(total: int, most: int) -> tuple[range, ...]:
    """A length cut into as few even parts as possible, none longer than `most`."""
    number = -(-total // max(1, most))
    return tuple(range(total * i // number, total * (i + 1) // number) for i in range(number))


class Part(NamedTuple):
    """One page's part of a board, with its place in the plan of parts (column and row of pages, from upper left)."""

    columns: range
    rows: range
    across: int
    down: int


def plan(grid: Square, most_across: int, most_down: int) -> tuple[Part, ...]:
    """The board cut into pages, in reading order from the upper left; a board that fits is one part."""
    across = parts(grid.columns, most_across)
    down = tuple(reversed(parts(grid.rows, most_down)))
    return tuple(Part(c, r, i, j) for j, r in enumerate(down) for i, c in enumerate(across))


def grid_lines(board: Board) -> Iterator[Mark]:
    """The thin lines between the tiles."""
    box, tile = board.box, board.tile
    upright = [((box.x + i * tile, box.y), (box.x + i * tile, box.bottom)) for i in range(1, len(board.columns))]
    flat = [((box.x, box.y + i * tile), (box.right, box.y + i * tile)) for i in range(1, len(board.rows))]
    if upright or flat:
        yield lines(Ink.GRID, [*upright, *flat])


def torn_edges(board: Board) -> Iterator[Mark]:
    """A dotted line where the board continues on another page."""
    box = board.box
    edge = {
        "N": ((box.x, box.y), (box.right, box.y)),
        "S": ((box.x, box.bottom), (box.right, box.bottom)),
        "W": ((box.x, box.y), (box.x, box.bottom)),
        "E": ((box.right, box.y), (box.right, box.bottom)),
    }
    torn = [edge[side] for side in "NESW" if not board.ends(side)]
    if torn:
        yield lines(Ink.TORN, torn)


def coordinates(board: Board, signs: Collection[Box] = (), away: float = 1.4) -> Iterator[Mark]:
    """The names of columns and rows on all four sides, `away` from the tiles, or beyond a sign that is in the way."""
    size = min(4.4, max(LEAST_TEXT, board.tile * 0.24))
    sides = (
        ("N", board.columns, column_name),
        ("S", board.columns, column_name),
        ("W", board.rows, _row_name),
        ("E", board.rows, _row_name),
    )
    for side, numbers, name in sides:
        for i, number in enumerate(numbers):
            label = name(number)
            near = _label(board, side, i, away, size, label)
            taken = any(sign.meets(extent(near)) for sign in signs)
            yield _label(board, side, i, SIGN, size, label) if taken else near


def _label(board: Board, side: Direction, i: int, away: float, size: float, label: str) -> Text:
    x, y = spot(board, side, i + 0.5, away + BAND / 2)
    drop = cap_height(size) * (0.4 if side in "NS" else 0.5)
    return Text(Ink.TEXT, x, y + drop, size, label, anchor="middle")


def _row_name(row: int) -> str:
    return str(row + 1)


def key_plan(all_parts: Sequence[Part], here: int, right: float, bottom: float) -> Iterator[Mark]:
    """A small plan of the pages with this one in black, its lower right corner as given."""
    across, down = max(p.across for p in all_parts) + 1, max(p.down for p in all_parts) + 1
    wide, high = 7.0, 5.4
    x, y = right - across * wide, bottom - down * high
    for i, part in enumerate(all_parts):
        box = Box(x + part.across * wide, y + part.down * high, wide, high)
        yield rectangle(Ink.SOLID if i == here else Ink.OUTLINE, box)
        ink = Ink.REVERSE if i == here else Ink.TEXT
        yield Text(ink, box.middle[0], box.middle[1] + 1.15, SMALL, str(i + 1), i == here, "middle")


def spread_over(part: Part) -> str:
    """Which columns and rows a part has, in words."""
    c, r = part.columns, part.rows
    return f"Columns {column_name(c.start)} to {column_name(c.stop - 1)}, rows {r.start + 1} to {r.stop}"


def outer_wall(board: Board, gaps: Collection[Border] = (), ink: Ink = Ink.OUTER_WALL) -> Iterator[Mark]:
    """The outer wall, just outside the tiles, with its gaps; nothing where the board continues elsewhere."""
    pieces = [piece for side in "NESW" if board.ends(side) for piece in _wall_runs(board, side, gaps)]
    if pieces:
        yield lines(ink, pieces)


WALL_OUT = 0.65
"""How far the middle of the outer wall lies outside the tiles, in mm."""


def _wall_runs(board: Board, side: Direction, gaps: Collection[Border]) -> Iterator[list[Point]]:
    """The pieces of one side of the outer wall between its gaps; at a corner of the board two of them meet."""
    along = board.columns if side in "NS" else board.rows
    before, after = ("W", "E") if side in "NS" else ("S", "N")
    edge = {"N": board.grid.rows - 1, "S": 0, "W": 0, "E": board.grid.columns - 1}[side]
    closed = [_border_of(board.grid, at, edge, side) not in gaps for at in along]
    for start, stop in _runs(closed):
        first = start - (WALL_OUT / board.tile if start == 0 and board.ends(before) else 0)
        last = stop + (WALL_OUT / board.tile if stop == len(closed) and board.ends(after) else 0)
        yield [spot(board, side, first, WALL_OUT), spot(board, side, last, WALL_OUT)]


def _border_of(grid: Square, at: int, edge: int, side: Direction) -> Border:
    return Border(grid.name(at, edge) if side in "NS" else grid.name(edge, at), side)


def _runs(flags: Sequence[bool]) -> Iterator[tuple[int, int]]:
    """The stretches of True, as where they start and stop."""
    for value, group in groupby(range(len(flags)), key=lambda i: flags[i]):
        if value:
            members = list(group)
            yield members[0], members[-1] + 1


def spot(board: Board, side: Direction, along: float, out: float) -> Point:
    """A point by a side of the board: `along` tiles from its west or south end, `out` mm outside the tiles."""
    box = board.box
    match side:
        case "N":
            return box.x + along * board.tile, box.y - out
        case "S":
            return box.x + along * board.tile, box.bottom + out
        case "W":
            return box.x - out, box.bottom - along * board.tile
        case _:
            return box.right + out, box.bottom - along * board.tile


def inner_walls(board: Board, walls: Iterable[Border]) -> Iterator[Mark]:
    """The walls between tiles, those on a torn edge too."""
    pieces = [ends for wall in walls if (ends := _wall_ends(board, wall)) is not None]
    if pieces:
        yield lines(Ink.WALL, pieces)


def _wall_ends(board: Board, wall: Border) -> tuple[Point, Point] | None:
    """Where a wall is drawn; None if this part does not touch it."""
    column, row = (int(at) for at in board.grid.centre(wall.cell))
    near = range(board.columns.start - (wall.side == "E"), board.columns.stop + (wall.side == "W"))
    level_ = range(board.rows.start - (wall.side == "N"), board.rows.stop + (wall.side == "S"))
    if column not in near or row not in level_:
        return None
    box = board.tile_box(wall.cell)
    x = box.x if wall.side == "W" else box.right
    y = box.bottom if wall.side == "S" else box.y
    return ((box.x, y), (box.right, y)) if wall.side in "NS" else ((x, box.y), (x, box.bottom))


def wall_boxes(board: Board, walls: Iterable[Border]) -> Iterator[Box]:
    """The paper that the walls between tiles take."""
    for wall in walls:
        ends = _wall_ends(board, wall)
        if ends is not None:
            (x1, y1), (x2, y2) = ends
            yield Box(min(x1, x2), min(y1, y2), abs(x2 - x1), abs(y2 - y1)).inset(-0.6)


class Sign(NamedTuple):
    """A sign outside the wall: its side, the gaps that share it, its middle and half width along the side, in tiles."""

    side: Direction
    gaps: range
    at: float
    half: float


SIGN = 7.6
"""How far the sign of an exit reaches outside the tiles, in mm."""
_SIGN_TEXT = 3.4


def signs(board: Board, exits: Collection[Border], words: str) -> Iterator[Sign]:
    """A sign for each gap in the outer wall of this part; neighbouring gaps share one."""
    half = (width(words, _SIGN_TEXT, bold=True) / 2 + 1.4) / board.tile
    for side in "NESW":
        along = board.columns if side in "NS" else board.rows
        edge = {"N": board.grid.rows - 1, "S": 0, "W": 0, "E": board.grid.columns - 1}[side]
        if board.ends(side):
            for start, stop in _runs([_border_of(board.grid, at, edge, side) in exits for at in along]):
                yield Sign(
                    side, range(start, stop), min(max((start + stop) / 2, half), max(half, len(along) - half)), half
                )


def sign_box(board: Board, sign: Sign) -> Box:
    """The paper that a sign takes."""
    (x1, y1), (x2, y2) = (
        spot(board, sign.side, sign.at - sign.half, 1.8),
        spot(board, sign.side, sign.at + sign.half, SIGN),
    )
    return Box(min(x1, x2), min(y1, y2), abs(x2 - x1), abs(y2 - y1))


def exit_sign(board: Board, sign: Sign, words: str) -> Iterator[Mark]:
    """An arrow through each gap, and a black sign outside that points away."""

    def on(along: float, out: float) -> Point:
        return spot(board, sign.side, along, out)

    at, half = sign.at, sign.half
    stem = 0.45 / board.tile
    for gap in sign.gaps:
        middle = gap + 0.5
        yield polygon(Ink.SOLID, *(on(middle + s, out) for s, out in ((-stem, 0), (stem, 0), (stem, 2), (-stem, 2))))
    yield polygon(
        Ink.SOLID, on(at - half, 1.8), on(at + half, 1.8), on(at + half, 6.2), on(at, SIGN), on(at - half, 6.2)
    )
    turn, lift = {"N": (0, -1), "S": (0, 1), "E": (90, -1), "W": (270, -1)}[sign.side]
    x, y = on(at, 4.1 + lift * cap_height(_SIGN_TEXT) / 2)
    yield Text(Ink.REVERSE, x, y, _SIGN_TEXT, words, True, "middle", turn)
