"""Boards of hexes on paper: the place, outline and name of each hex, and the rose of directions."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import cos, radians, sin, sqrt
from typing import NamedTuple

from mapkit.model.grid import Border, Cell, Direction, Hex
from mapkit.paper.board import Panel
from mapkit.paper.drawing import SMALL, Block, Point, arrow, balanced_height, columns, fill
from mapkit.paper.sheet import Box, Circle, Ink, Mark, cap_height, centred_text, lines, polygon, width

POINTY, FLAT = "pointy", "flat"
"""The two ways a hex may lie: with a corner on top, or with a side on top."""

RIM = 6.2
"""The margin for the names of rows and diagonals beside a board, in mm."""

_ANGLES = {"E": 0.0, "SE": 60.0, "SW": 120.0, "W": 180.0, "NW": 240.0, "NE": 300.0}
"""The angle of each direction with a corner on top, in degrees clockwise from the right."""


class Hexagon(NamedTuple):
    """A hex on paper around the middle (x, y); lengths are in mm."""

    x: float
    y: float
    side: float
    top: str = POINTY
    """`POINTY` for a corner on top. With `FLAT` everything, directions too, is turned clockwise by 30 degrees."""

    @property
    def box(self) -> Box:
        wide, high = (measure * self.side for measure in measures(0, self.top))
        return Box(self.x - wide / 2, self.y - high / 2, wide, high)

    def corners(self, share: float = 1.0) -> tuple[Point, ...]:
        """The corners, clockwise; with a smaller `share` those of a smaller hex around the same middle."""
        return tuple(self._spot(angle + 30, self.side * share) for angle in range(0, 360, 60))

    def edge(self, direction: Direction) -> tuple[Point, Point]:
        """The ends of the side in a direction, clockwise."""
        angle = _ANGLES[direction]
        return self._spot(angle - 30, self.side), self._spot(angle + 30, self.side)

    def towards(self, direction: Direction, far: float) -> Point:
        """The point `far` mm from the middle in a direction."""
        return self._spot(_ANGLES[direction], far)

    def beside(self, direction: Direction) -> Hexagon:
        x, y = self.towards(direction, self.side * sqrt(3))
        return self._replace(x=x, y=y)

    def _spot(self, angle: float, far: float) -> Point:
        turned = radians(angle + (30 if self.top == FLAT else 0))
        return self.x + far * cos(turned), self.y + far * sin(turned)


def measures(radius: int, top: str) -> tuple[float, float]:
    """The width and height of a board of hexes with this radius, in sides of a hex."""
    long, short = sqrt(3) * (2 * radius + 1), 3.0 * radius + 2
    return (long, short) if top == POINTY else (short, long)


# --- boards ------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class HexBoard:
    """A floor of a board of hexes on paper around the middle (x, y); lengths are in mm."""

    grid: Hex
    x: float
    y: float
    side: float
    top: str = POINTY
    floor: int = 1

    @property
    def box(self) -> Box:
        """The rectangle around the hexes, without names."""
        wide, high = (measure * self.side for measure in measures(self.grid.radius, self.top))
        return Box(self.x - wide / 2, self.y - high / 2, wide, high)

    @property
    def across(self) -> float:
        """The distance from side to side of a hex, in mm."""
        return self.side * sqrt(3)

    @property
    def tile(self) -> float:
        """The width, in mm, that paths side by side may take in a hex without touching the rows above and below."""
        return min(self.across, 1.15 * self.side + 2.8)

    @property
    def abreast(self) -> Point:
        """The direction in which paths over the same hexes are set apart; no path runs in it."""
        return (0.0, -1.0) if self.top == POINTY else (1.0, 0.0)

    def tile_box(self, cell: Cell) -> Box:
        """The rectangle in a hex for texts and pictures."""
        x, y, *_ = self.hexagon(cell)
        wide, high = self.across, 1.5 * self.side
        wide, high = (wide, high) if self.top == POINTY else (high, wide)
        return Box(x - wide / 2, y - high / 2, wide, high)

    def cells(self) -> tuple[Cell, ...]:
        return tuple(cell for row in self.grid.rows(self.floor) for cell in row)

    @property
    def outlines(self) -> dict[Cell, tuple[Point, ...]]:
        return {cell: self.hexagon(cell).corners() for cell in self.cells()}

    def border_ends(self, line: Border) -> tuple[Point, Point]:
        """The ends of a border, clockwise around its cell."""
        return self.hexagon(line.cell).edge(line.side)

    def hexagon(self, cell: Cell) -> Hexagon:
        q, r = self.grid.axial(cell)
        middle = Hexagon(self.x, self.y, self.side, self.top)
        (ex, ey), (sx, sy) = (middle.towards(direction, self.across) for direction in ("E", "SE"))
        x = self.x + q * (ex - self.x) + r * (sx - self.x)
        return middle._replace(x=x, y=self.y + q * (ey - self.y) + r * (sy - self.y))


AnyBoard = Panel | HexBoard
"""A floor of a board on paper, or a part of one."""


def largest(grid: Hex, room: Box, top: str, floor: int = 1, most: float = 24.0) -> HexBoard:
    """The largest board that fits into a box with its names, at the upper edge and in the middle of the width.

    `most` is the greatest side of a hex, in mm.
    """
    wide, high = measures(grid.radius, top)
    side = min((room.width - 2 * RIM) / wide, (room.height - 2 * RIM) / high, most)
    side = int(side * 20) / 20
    return HexBoard(grid, room.x + room.width / 2, room.y + RIM + high * side / 2, side, top, floor)


def above_key(grid: Hex, room: Box, key: Sequence[Block], top: str, floor: int = 1) -> tuple[HexBoard, Sequence[Mark]]:
    """The largest board that leaves room for a key, and the key in three columns at the bottom of the box."""
    high = balanced_height(key, room, 3) or room.height / 2
    board = largest(grid, room._replace(height=room.height - high - 4.0), top, floor)
    return board, fill(key, columns(room._replace(y=room.bottom - high, height=high), 3))[0]


def short_name(cell: Cell) -> str:
    """The name of a hex without its level."""
    return cell.partition("/")[0]


def hex_lines(board: HexBoard) -> Iterator[Mark]:
    grid = board.grid
    inner = [
        board.hexagon(cell).edge(direction)
        for cell in board.cells()
        for direction in grid.directions[:3]
        if grid.step(cell, direction) is not None
    ]
    yield lines(Ink.TILE, inner)


def outline(board: HexBoard) -> Iterator[Mark]:
    grid = board.grid
    ends = [
        board.hexagon(cell).edge(direction)
        for cell in board.cells()
        for direction in grid.directions
        if grid.step(cell, direction) is None
    ]
    (left, top), _ = ends[0]
    wide, high = (board.across, board.side) if board.top == POINTY else (board.side, board.across)

    def corner(spot: Point) -> tuple[int, int]:
        """The number of a corner across and down, which is the same from all hexes that share it."""
        return round(2 * (spot[0] - left) / wide), round(2 * (spot[1] - top) / high)

    follows = {corner(start): end for start, end in ends}
    corners = [spot := ends[0][1]]
    while len(corners) < len(follows):
        corners.append(spot := follows[corner(spot)])
    yield polygon(Ink.WALL, *corners)


def edge_names(board: HexBoard) -> Iterator[Mark]:
    """The letters of the rows at their west ends, and the numbers of the diagonals at their south-east ends."""
    size = _edge_size(board)
    for name, (x, y) in edge_spots(board):
        yield centred_text(Ink.TEXT, x, y, size, name, True)


def edge_spots(board: HexBoard) -> Iterator[tuple[str, Point]]:
    """The names beside a board, each with its middle point."""
    away = 0.5 * board.across + 2.2 + 0.3 * _edge_size(board)
    for side, part in (("W", slice(0, 1)), ("SE", slice(1, None))):
        for cell in board.cells():
            if board.grid.step(cell, side) is None:
                yield short_name(cell)[part], board.hexagon(cell).towards(side, away)


def _edge_size(board: HexBoard) -> float:
    return min(4.4, max(SMALL, board.side * 0.3))


class Lettering(NamedTuple):
    """The baseline of names in the hexes of a board, and the middle of pictures, in mm downwards from that of a hex."""

    size: float
    """The size of names; 0 where there is no room for them."""
    base: float
    picture: float
    radius: float
    """The radius of a picture, in mm."""


def lettering(board: HexBoard) -> Lettering:
    """The layout with names as low as the widest name fits, and pictures above them."""
    side, size = board.side, min(4.4, max(SMALL, board.side * 0.3))
    half = max(width(short_name(cell), size) for cell in board.cells()) / 2 + 0.8
    if board.top == POINTY:
        base = min(0.74 * side, side - half / sqrt(3))
    else:
        base = min(0.74 * side, sqrt(3) * (side - half), sqrt(3) / 2 * side - 0.6)
    above = base - cap_height(size) - 0.4
    if above < 0:
        return Lettering(0.0, 0.0, 0.0, 0.55 * side)
    ceiling = -0.78 * side
    radius = min(0.55 * side, (above - ceiling) / 2)
    return Lettering(size, base, (above + ceiling) / 2, radius)


def within(shape: Sequence[Point], start: Point, end: Point) -> tuple[Point, Point] | None:
    """The part of a line inside a convex shape, given by its corners clockwise; None if the line misses it."""
    (x1, y1), (x2, y2) = start, end
    first, last = 0.0, 1.0
    for (ax, ay), (bx, by) in zip(shape, (*shape[1:], shape[0]), strict=True):
        inside = (bx - ax) * (y1 - ay) - (by - ay) * (x1 - ax)
        change = (bx - ax) * (y2 - y1) - (by - ay) * (x2 - x1)
        if abs(change) < 1e-9:
            if inside < 0:
                return None
        elif change > 0:
            first = max(first, -inside / change)
        else:
            last = min(last, -inside / change)
    if last - first < 1e-6:
        return None
    return (
        (x1 + first * (x2 - x1), y1 + first * (y2 - y1)),
        (x1 + last * (x2 - x1), y1 + last * (y2 - y1)),
    )


def hatching(hexagon: Hexagon, share: float, gap: float, angle: float) -> Iterator[tuple[Point, Point]]:
    """Parallel lines over a hex, `gap` mm apart, at an angle in degrees clockwise from the right."""
    shape, far = hexagon.corners(share), hexagon.side
    ux, uy = cos(radians(angle)), sin(radians(angle))
    number = int(far / gap)
    for i in range(-number, number + 1):
        x, y = hexagon.x - uy * i * gap, hexagon.y + ux * i * gap
        piece = within(shape, (x - ux * far, y - uy * far), (x + ux * far, y + uy * far))
        if piece:
            yield piece


ROSE = 25.0
"""The width and height of a rose of directions, in mm."""


def rose(x: float, y: float, top: str, words: Mapping[Direction, str]) -> Iterator[Mark]:
    """The six directions as arrows around a point, each with its word."""
    middle = Hexagon(x, y, 2.4, top)
    yield polygon(Ink.OUTLINE, *middle.corners())
    for direction, said in words.items():
        yield from arrow(middle.towards(direction, 2.8), middle.towards(direction, 7.4), 1.8)
        right, down = middle.towards(direction, 9.9)
        yield centred_text(Ink.TEXT, right, down, SMALL, said, True)
    yield Circle(Ink.SOLID, x, y, 0.5)
