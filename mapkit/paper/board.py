"""Square boards on paper: tiles, coordinates, walls and exits, and the parts of a large board."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby, pairwise
from typing import NamedTuple

from mapkit.model.grid import Border, Cell, Direction, Square
from mapkit.paper import icons
from mapkit.paper.drawing import BAND, Point, raster
from mapkit.paper.sheet import (
    LEAST_TEXT,
    Box,
    Ink,
    Mark,
    Text,
    cap_height,
    extent,
    line,
    lines,
    polygon,
    rectangle,
    width,
)

# --- boards ------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Panel:
    """A part of a square board on paper; lengths are in mm.

    On a board with floors it shows one floor; cells and borders of the other floors are not drawn.
    """

    grid: Square
    columns: range
    """The columns that are shown, counted from 0 at the left."""
    rows: range
    """The rows that are shown, counted from 0 at the bottom."""
    x: float
    """The left edge of the tiles."""
    y: float
    """Their upper edge."""
    tile: float
    floor: int = 1

    @property
    def box(self) -> Box:
        """The tiles without coordinates."""
        return Box(self.x, self.y, len(self.columns) * self.tile, len(self.rows) * self.tile)

    @property
    def abreast(self) -> tuple[float, float]:
        """The direction in which paths over the same tiles are set apart; no path runs in it."""
        return 1.0, -1.0

    def tile_box(self, cell: Cell) -> Box:
        column, row = (int(at) for at in self.grid.centre(cell))
        x = self.x + (column - self.columns.start) * self.tile
        return Box(x, self.y + (self.rows.stop - 1 - row) * self.tile, self.tile, self.tile)

    @property
    def outlines(self) -> dict[Cell, tuple[Point, ...]]:
        """The corners of the tiles, clockwise from the upper left one."""
        lefts = [self.x + i * self.tile for i in range(len(self.columns))]
        tops = [self.y + i * self.tile for i in range(len(self.rows))]
        boxes = (Box(x, y, self.tile, self.tile) for y in tops for x in lefts)
        return {cell: box.corners for cell, box in zip(self.cells(), boxes, strict=True)}

    def border_ends(self, line: Border) -> tuple[Point, Point]:
        """The ends of a border, which may be one of a cell beside this part."""
        return self.tile_box(line.cell).edge(line.side)

    def cells(self) -> Iterator[Cell]:
        for row in reversed(self.rows):
            for column in self.columns:
                yield self.grid.name(column, row, self.floor)

    def ends(self, side: str) -> bool:
        """Whether the part's edge on a side is the edge of the board."""
        return {
            "N": self.rows.stop == self.grid.rows,
            "S": self.rows.start == 0,
            "W": self.columns.start == 0,
            "E": self.columns.stop == self.grid.columns,
        }[side]


def whole_board(grid: Square, x: float, y: float, tile: float, floor: int = 1) -> Panel:
    """A whole board, or one floor of it, with its upper left corner at (x, y) and tiles of this side (mm)."""
    return Panel(grid, range(grid.columns), range(grid.rows), x, y, tile, floor)


def grid_lines(board: Panel) -> Iterator[Mark]:
    if pieces := raster(board.box, len(board.columns), len(board.rows)):
        yield lines(Ink.GRID, pieces)


def torn_edges(board: Panel) -> Iterator[Mark]:
    """A dotted line along each edge where the board continues on another page."""
    torn = [board.box.edge(side) for side in "NESW" if not board.ends(side)]
    if torn:
        yield lines(Ink.TORN, torn)


def coordinates(board: Panel, signs: Collection[Box] = (), away: float = 1.4, sides: str = "NESW") -> Iterator[Mark]:
    """The names of columns and rows on these sides, `away` mm from the tiles, or outside a sign that is in the way."""
    widest = width(str(max(int(board.grid.row(row)) for row in board.rows)), 1)
    size = min(4.4, max(LEAST_TEXT, min(board.tile * 0.24, (BAND - 0.8) / widest)))
    for side in "NSWE":
        for number, name in names_along(board, side) if side in sides else ():
            near = coordinate(board, side, number, name, size, away)
            taken = any(sign.meets(extent(near)) for sign in signs)
            yield coordinate(board, side, number, name, size, SIGN) if taken else near


def names_along(board: Panel, side: Direction) -> list[tuple[int, str]]:
    """The names of the columns or rows along a side of this part, each with its number on the whole board."""
    grid = board.grid
    return [(i, grid.column(i)) for i in board.columns] if side in "NS" else [(i, grid.row(i)) for i in board.rows]


def coordinate(board: Panel, side: Direction, number: int, name: str, size: float, away: float) -> Text:
    """The name of a column or a row beside a board, `away` mm from the tiles."""
    first = (board.columns if side in "NS" else board.rows).start
    x, y = point_beside(board, side, number - first + 0.5, away + BAND / 2)
    drop = cap_height(size) * (0.4 if side in "NS" else 0.5)
    return Text(Ink.TEXT, x, y + drop, size, name, anchor="middle")


FLOOR_NAME = 7.0
"""The height of the name above a floor, in mm."""


def floor_name(floor: int, of: int, words: Mapping[str, str]) -> str:
    """A floor in words, counted from the lowest: `Floor 2 of 3`."""
    return words["floor"].format(number=floor, of=of)


def outer_wall(board: Panel, gaps: Collection[Border] = (), ink: Ink = Ink.OUTER_WALL) -> Iterator[Mark]:
    """The outer wall with its gaps, just outside the tiles; nothing where the board continues on another page."""
    pieces, corner = list[list[Point]](), WALL_OUT / board.tile
    for side in filter(board.ends, "NESW"):
        before, after = ("W", "E") if side in "NS" else ("S", "N")
        closed = [line not in gaps for line in _borders_along(board, side)]
        for start, stop in _runs(closed):  # pieces meet at the corners of the board
            first = start - (corner if start == 0 and board.ends(before) else 0)
            last = stop + (corner if stop == len(closed) and board.ends(after) else 0)
            pieces.append([point_beside(board, side, at, WALL_OUT) for at in (first, last)])
    if pieces:
        yield lines(ink, pieces)


WALL_OUT = 0.65
"""How far the middle of the outer wall lies outside the tiles, in mm."""


def _borders_along(board: Panel, side: Direction) -> list[Border]:
    """The borders on a side of the board, as far as they lie on this part, from the west or south end."""
    edge = {"N": board.grid.rows - 1, "S": 0, "W": 0, "E": board.grid.columns - 1}[side]
    spots = [(at, edge) for at in board.columns] if side in "NS" else [(edge, at) for at in board.rows]
    return [Border(board.grid.name(column, row, board.floor), side) for column, row in spots]


def _runs(flags: Sequence[bool]) -> Iterator[tuple[int, int]]:
    for value, group in groupby(range(len(flags)), key=lambda i: flags[i]):
        if value:
            members = list(group)
            yield members[0], members[-1] + 1


def point_beside(board: Panel, side: Direction, along: float, out: float) -> Point:
    """A point beside the board: `along` tiles from the west or south end of a side, `out` mm outside the tiles."""
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


def border_marks(board: Panel, kinds: Mapping[Border, str], full: Collection[Cell] = ()) -> Iterator[Mark]:
    """The borders between tiles, including those on a torn edge, each drawn by its kind.

    A kind is `wall` or `solid` (an indestructible wall), followed or replaced by what is in the wall: `window`,
    `door N` (a door that opens only to the north), or both: `solid window`, `door N window`. Doors are not in the
    middle of borders of the `full` cells, whose pictures reach close to it.
    """
    here = [(kind, ends) for kind in sorted(kinds) if (ends := _wall_ends(board, kind)) is not None]
    walls = [ends for border, ends in here if kinds[border] == "wall"]
    if walls:
        yield lines(Ink.WALL, walls)
    for border, ends in here:
        if kinds[border] != "wall":
            aside = border.cell in full or board.grid.step(border.cell, border.side) in full
            yield from _border(kinds[border], *ends, at_door=0.22 if aside else 0.5)


def undirected(kind: str) -> str:
    """A kind of border without the directions of doors, such as `door window` for `door N window`."""
    return " ".join(word for word in kind.split() if word not in icons.SIDES)


def border_sample(kind: str) -> Callable[[Box], Iterator[Mark]]:
    """A tile with a border of this kind in its middle, for a legend: across for `door N` and `door S`, else upright."""

    def draw(box: Box) -> Iterator[Mark]:
        yield rectangle(Ink.TILE, box)
        (x, y), across = box.middle, {"N", "S"} & {*kind.split()}
        ends = ((box.x, y), (box.right, y)) if across else ((x, box.y), (x, box.bottom))
        yield from [line(Ink.WALL, *ends)] if kind == "wall" else _border(kind, *ends)

    return draw


def _border(kind: str, start: Point, end: Point, at_door: float = 0.5) -> Iterator[Mark]:
    """A wall from point to point, across or upright, with the doors and windows in it."""
    words = kind.split()
    across = end[0] - start[0] > end[1] - start[1]
    long = max(end[0] - start[0], end[1] - start[1])
    half = min(3.0, 0.14 * long)
    spots = (min(at_door, 0.31), 0.71) if {"door", "window"} <= set(words) else (at_door if "door" in words else 0.5,)
    at = dict(zip((word for word in ("door", "window") if word in words), spots, strict=False))

    def spot(on: float, aside: float) -> Point:
        return (start[0] + on, start[1] + aside) if across else (start[0] + aside, start[1] + on)

    edges = [0.0, *(on * long + by for on in at.values() for by in (-half, half)), long]
    for first, last in zip(edges[::2], edges[1::2], strict=True):
        aside = 0.95 if "solid" in words else 0.5  # half the thickness
        corners = spot(first, -aside), spot(last, -aside), spot(last, aside), spot(first, aside)
        if "solid" in words:  # a hatched bar
            number = max(1, round((last - first) / 1.25))
            step = (last - first) / number
            slant, middles = min(step, 1.0) / 2, [first + (i + 0.5) * step for i in range(number)]
            yield polygon(Ink.WHITE_BAR, *corners)
            yield lines(Ink.HATCH, [(spot(on - slant, aside), spot(on + slant, -aside)) for on in middles])
        else:  # a wall whose end at an opening is square
            ends = first + (aside if first else 0), last - (aside if last < long else 0)
            if ends[1] > ends[0]:
                yield line(Ink.WALL, spot(ends[0], 0), spot(ends[1], 0))
            yield polygon(Ink.SOLID, *corners)
    if "window" in at:
        # a window in a wall: a white opening with a pane of glass
        first, last, aside = at["window"] * long - half, at["window"] * long + half, 0.75
        yield polygon(Ink.PANE, spot(first, -aside), spot(last, -aside), spot(last, aside), spot(first, aside))
        yield line(Ink.PANE, spot(first, 0), spot(last, 0))
    if "door" in at:
        side = next((word for word in words if word in icons.SIDES), "N" if across else "E")
        middle = spot(at["door"] * long, 0)
        yield from icons.pointing(*middle, side, min(3.4, max(1.75, 0.15 * long)))


def _wall_ends(board: Panel, wall: Border) -> tuple[Point, Point] | None:
    """The ends of a wall on the paper; None if it does not touch this part."""
    if wall.side not in "NESW" or board.grid.floor(wall.cell) != board.floor:
        return None
    column, row = (int(at) for at in board.grid.centre(wall.cell))
    near = range(board.columns.start - (wall.side == "E"), board.columns.stop + (wall.side == "W"))
    level_ = range(board.rows.start - (wall.side == "N"), board.rows.stop + (wall.side == "S"))
    if column not in near or row not in level_:
        return None
    return board.border_ends(wall)


def border_boxes(board: Panel, kinds: Mapping[Border, str]) -> Iterator[Box]:
    for wall, kind in kinds.items():
        ends = _wall_ends(board, wall)
        if ends is not None:
            yield Box.between(*ends).inset(-1.8 if "door" in kind else -1.0 if "solid" in kind else -0.6)


class WallSign(NamedTuple):
    """A sign outside the wall; lengths are in tiles along the wall."""

    side: Direction
    gaps: range
    """The borders along this side, counted from its first tile, that share the sign."""
    at: float
    """The middle of the sign, from the first tile of this side."""
    half: float
    """Half of its width."""
    words: str
    """What stands on it; empty where it would cover the names of neighbouring columns or rows."""
    size: float
    """The size of the words, in mm."""


SIGN = 7.6
"""How far the sign of an exit extends outside the tiles, in mm."""
_SIGN_TEXTS, _NAME = (3.4, LEAST_TEXT), 2.2
"""The sizes of the words on a sign, and about half the width of the name of a row, in mm."""


def signs(board: Panel, exits: Collection[Border], words: str) -> Iterator[WallSign]:
    """A sign for each gap in the outer wall of this part; neighbouring gaps share one."""
    wide = {size: width(words, size, bold=True) / 2 + 1.4 for size in _SIGN_TEXTS}
    for side in "NESW":
        gaps = [line in exits for line in _borders_along(board, side)] if board.ends(side) else []
        for start, stop in _runs(gaps):
            room = max((stop - start) * board.tile / 2, board.tile - _NAME)
            size = next((size for size in _SIGN_TEXTS if wide[size] < room), 0.0)
            half = wide.get(size, _NAME) / board.tile
            at = min(max((start + stop) / 2, half), max(half, len(gaps) - half))
            yield WallSign(side, range(start, stop), at, half, words if size else "", size)


def sign_box(board: Panel, sign: WallSign) -> Box:
    """The box that a sign covers, from the first to the last of the gaps that share it."""
    ends = (sign.at - sign.half, sign.at + sign.half)
    if len(sign.gaps) > 1:
        ends = min(ends[0], sign.gaps.start), max(ends[1], sign.gaps.stop)
    return Box.between(point_beside(board, sign.side, ends[0], 1.8), point_beside(board, sign.side, ends[1], SIGN))


def exit_sign(board: Panel, sign: WallSign) -> Iterator[Mark]:
    """An arrow through each gap, and a black sign outside that points away."""

    def on(along: float, out: float) -> Point:
        return point_beside(board, sign.side, along, out)

    at, half = sign.at, sign.half
    stem = 0.45 / board.tile
    for gap in sign.gaps:
        middle = gap + 0.5
        yield polygon(Ink.SOLID, *(on(middle + s, out) for s, out in ((-stem, 0), (stem, 0), (stem, 2), (-stem, 2))))
    yield polygon(
        Ink.SOLID, on(at - half, 1.8), on(at + half, 1.8), on(at + half, 6.2), on(at, SIGN), on(at - half, 6.2)
    )
    turn, lift = {"N": (0, -1), "S": (0, 1), "E": (90, -1), "W": (270, -1)}[sign.side]
    x, y = on(at, 4.1 + lift * cap_height(sign.size) / 2)
    if sign.words:
        yield Text(Ink.REVERSE, x, y, sign.size, sign.words, True, "middle", turn)


def rock(box: Box, walls: Iterable[Direction]) -> Iterator[Mark]:
    """A tile of rock, which is cross-hatched so that it goes on in the next one, with walls on these of its sides."""
    yield rectangle(Ink.GREY_TINT, box)
    number = max(2, round(box.width / 3.2))
    step = box.width / number
    far = [number * step - i * step for i in range(number)]
    rising = [((box.x, box.y + at), (box.x + at, box.y)) for at in far]
    rising += [((box.right - at, box.bottom), (box.right, box.bottom - at)) for at in far[1:]]
    falling = [((box.x, box.bottom - at), (box.x + at, box.bottom)) for at in far]
    falling += [((box.right - at, box.y), (box.right, box.y + at)) for at in far[1:]]
    yield lines(Ink.HATCH, [*rising, *falling])
    if edges := [box.edge(side) for side in walls]:
        yield lines(Ink.WALL, edges)


def way_out(box: Box, side: Direction) -> Iterator[Mark]:
    """An arrow out of the board into a tile of rock, through its border on a side."""
    across = side in "EW"
    start, sign = {"W": (box.x, 1), "E": (box.right, -1), "N": (box.y, 1), "S": (box.bottom, -1)}[side]
    middle = box.middle[1 if across else 0]
    long, half = min(0.62 * box.width, 6.5), min(0.3 * box.width, 2.6)

    def on(out: float, aside: float) -> Point:
        along = start + sign * out
        return (along, middle + aside) if across else (middle + aside, along)

    yield polygon(Ink.PAPER, on(-0.7, -half), on(-0.7, half), on(0.7, half), on(0.7, -half))
    stem, head = 0.16 * half + 0.2, 0.45 * long
    corners = (
        (-0.1 * long, -stem),
        (head, -stem),
        (head, -half),
        (long, 0),
        (head, half),
        (head, stem),
        (-0.1 * long, stem),
    )
    yield polygon(Ink.OUTLINE, *(on(*corner) for corner in corners))
    yield polygon(Ink.SOLID, *(on(*corner) for corner in corners))


def exit_sample(box: Box) -> Iterator[Mark]:
    """A gap in the outer wall with a small sign, for a legend."""
    y, x = box.middle[1], box.x + 3
    yield line(Ink.OUTER_WALL, (x, box.y), (x, box.y + 1.6))
    yield line(Ink.OUTER_WALL, (x, box.bottom - 1.6), (x, box.bottom))
    yield rectangle(Ink.SOLID, Box(box.x, y - 0.45, 4.6, 0.9))
    yield polygon(
        Ink.SOLID,
        (box.x + 4.4, y - 2),
        (box.right - 2, y - 2),
        (box.right, y),
        (box.right - 2, y + 2),
        (box.x + 4.4, y + 2),
    )


def dotted_path(board: Panel, cells: Sequence[Cell]) -> Iterator[Mark]:
    """A dotted line through neighbouring cells, as far as they lie on this part: a creature's path to and fro."""
    here = set(board.cells())
    pieces = []
    for one, other in pairwise(cells):
        if board.grid.floor(one) == board.grid.floor(other) and board.grid.steps_apart(one, other) == 1:
            (x1, y1), (x2, y2) = board.tile_box(one).middle, board.tile_box(other).middle
            between = ((x1 + x2) / 2, (y1 + y2) / 2)
            pieces += [(end, between) for cell, end in ((one, (x1, y1)), (other, (x2, y2))) if cell in here]
    if pieces:
        yield lines(Ink.TORN, pieces)
