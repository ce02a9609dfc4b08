"""The drawings of Quoridor: boards, walls and pawns. Each player's have their own pattern (QC-7.a, QC-12)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from mapkit.games.quoridor.position import ACROSS, Move
from mapkit.model.grid import Direction
from mapkit.paper.board import Panel, coordinates, names_along, outer_wall, point_beside
from mapkit.paper.drawing import BODY, Point, boxes, raster
from mapkit.paper.icons import SIDES
from mapkit.paper.sheet import (
    LEAST_TEXT,
    Box,
    Ink,
    Mark,
    Path,
    Text,
    centred_text,
    fit,
    line,
    lines,
    polygon,
    rectangle,
    width,
)

RIM = 6.4
"""The room for the names of columns and rows beside a board, in mm."""
SIGNED_RIM = 9.2
"""The room beside an edge that has a seat's sign outside these names, in mm."""
SEAT_ROW = 6.0
"""The height of a `seat_row`, in mm."""


# --- walls and pawns ---------------------------------------------------------------------------------------------


def strip_size(square: float) -> tuple[float, float]:
    """The length and width (mm) of a wall to cut out, given the side of a square; walls across its ends have room."""
    wide = max(3.0, round(square / 5, 1))
    return round(2 * square - wide - _PLAY, 1), wide


def standing_strip(owner: str, box: Box, feet: float) -> Iterator[Mark]:
    """A wall that stands: two faces in the pattern of its owner, and above and below them a foot, each half of `feet`.

    It is folded along its middle, and each foot outwards.
    """
    faces = Box(box.x, box.y + feet / 2, box.width, box.height - feet)
    for y in (faces.y, faces.middle[1]):
        yield from strip(owner, Box(box.x, y, box.width, faces.height / 2).inset(FACE_INSET))
    folds = (faces.y, faces.middle[1], faces.bottom)
    yield lines(Ink.FOLD, [((box.x, y), (box.right, y)) for y in folds])


FACE_INSET = 0.6
"""The distance of a face's pattern from the lines around it, in mm."""
_PLAY = 0.5
"""By how much a wall to cut out is shorter than would fit, in mm, because nobody cuts exactly."""


def strip(owner: str, box: Box) -> Iterator[Mark]:
    """A wall in the pattern of its owner: a seat, or empty for nobody."""
    yield rectangle({"S": Ink.DARK_SHAPE, "": Ink.GREY}.get(owner, Ink.OUTLINE), box)
    match owner:
        case "E":
            yield rectangle(Ink.SOLID, box.inset(min(box.width, box.height) * 0.32))
        case "W":
            thin, long = sorted((box.width, box.height))
            number = max(3, round(long / thin / 1.1))
            step = long / number
            for start in ((i + 0.25) * step for i in range(number)):
                upright, across = Box(box.x, box.y + start, thin, step / 2), Box(box.x + start, box.y, step / 2, thin)
                yield rectangle(Ink.SOLID, upright if box.height > box.width else across)
        case "":
            yield rectangle(Ink.DETAIL, box)


def triangle(owner: str, x: float, y: float, radius: float, towards: Direction) -> Iterator[Mark]:
    """A pawn in the pattern of its owner, pointing `towards` a side; its tip is `radius` mm from the point (x, y)."""

    def at(on: float, aside: float) -> Point:
        tx, ty = SIDES[towards]
        return x + (tx * on - ty * aside) * radius, y + (ty * on + tx * aside) * radius

    def across(on: float) -> float:
        return _HALF * (1 - on) / (1 + _BASE)

    shape = (at(1, 0), at(-_BASE, _HALF), at(-_BASE, -_HALF))
    yield polygon(Ink.DARK_SHAPE if owner == "S" else Ink.OUTLINE, *shape)
    if owner == "E":
        yield polygon(Ink.SOLID, at(0.4, 0), at(-0.55, 0.5), at(-0.55, -0.5))
    elif owner == "W":
        for low, high in ((-0.62, -0.35), (-0.08, 0.19), (0.46, 0.7)):
            yield polygon(
                Ink.SOLID, at(low, across(low)), at(high, across(high)), at(high, -across(high)), at(low, -across(low))
            )


_BASE, _HALF = 0.85, 0.95
"""How far the base of a triangle lies behind its middle, and half the base's length, both in radii."""


def pawn(seat: str, x: float, y: float, radius: float) -> Iterator[Mark]:
    """The pawn of a seat, pointing at its goal (QC-12)."""
    side = ACROSS[seat]
    tx, ty = SIDES[side]
    back = (1 - _BASE) / 2 * radius
    return triangle(seat, x - tx * back, y - ty * back, radius, side)


def folded_pawn(seat: str, x: float, y: float, tall: float) -> Iterator[Mark]:
    """A pawn to cut out: two triangles, each `tall` mm high, above and below (x, y), to be folded along their base."""
    within, side = 0.85 * tall / (1 + _BASE), _HALF * tall / (1 + _BASE)
    for towards, down in (("N", -1), ("S", 1)):
        yield from triangle(seat, x, y + down * (_BASE * within + 0.4), within, towards)
    yield polygon(Ink.CUT, (x, y - tall), (x + side, y), (x, y + tall), (x - side, y))
    yield line(Ink.FOLD, (x - side - 3, y), (x + side + 3, y))


def seat_row(box: Box, seat: str, said: str, walls: int = 0) -> Iterator[Mark]:
    """A seat's pawn and wall with the words `said`, and a box for each of its walls beside them or in a row below.

    Where neither has room, the boxes are left out.
    """
    y, left = box.y + SEAT_ROW / 2, box.x + _ASIDE
    for room in (box.right - left - 5 - walls * _LEAST_BOX, box.right - left):
        text, size = fit(said, room, BODY)
        if text == said:
            break
    yield from pawn(seat, box.x + 2.6, y, 2.3)
    yield from strip(seat, Box(box.x + 7.5, y - 0.9, 13, 1.8))
    yield Text(Ink.TEXT, left, y + 1.3, size, text)
    beside = left + width(text, size) + 5
    places = ((beside, y), (left, y + SEAT_ROW))[: int(box.height / SEAT_ROW)]
    for x, middle in places if walls else ():
        if (wide := min(4.5, (box.right - x) / walls)) >= _LEAST_BOX:
            yield from boxes(x, middle - 2.2, walls, wide, 4.4)
            return


def seat_rows(wide: float, said: str, walls: int) -> int:
    """The number of rows, one or two, that a `seat_row` needs."""
    beside, below = ((room / max(1, walls)) for room in (wide - _ASIDE - width(said, BODY) - 5, wide - _ASIDE))
    return 2 if beside < _LEAST_BOX <= below else 1


_ASIDE, _LEAST_BOX = 23.0, 2.2
"""The distance from the left of a seat's row to its words, and the least width of a wall's box, in mm."""


# --- boards ------------------------------------------------------------------------------------------------------


def squares(board: Panel, *, named: bool = True) -> Iterator[Mark]:
    """The squares of a board or a part of one, its outer edge, and the names of columns and rows beside it (QC-5)."""
    yield lines(Ink.TILE, raster(board.box, len(board.columns), len(board.rows), rim=True))
    yield from outer_wall(board)
    if named:
        yield from coordinates(board, sides="".join(side for side in "NESW" if board.ends(side)))


def seat_signs(board: Panel, seats: str) -> Iterator[Mark]:
    """The pawns of the seats beside their edges, outside the names of columns and rows (QC-7), each on a light ground.

    They need the room of a `SIGNED_RIM`.
    """
    radius = min(1.6, board.tile * 0.24)
    aside = 1.6 * radius / board.tile
    for seat, at in _middles(board, seats):
        ends = (point_beside(board, seat, at + 0.5 + by, out) for by, out in ((-aside, 6.4), (aside, 8.1)))
        yield rectangle(Ink.PAPER, Box.between(*ends))
        yield from pawn(seat, *point_beside(board, seat, at + 0.5, SIGNED_RIM - 1.5), radius)


def rims(seats: str) -> tuple[float, float]:
    """The room beside a board with signs of these seats, in mm: to its left and right, and above and below it."""
    return SIGNED_RIM if "W" in seats else RIM, SIGNED_RIM


def inner_names(board: Panel) -> Iterator[Mark]:
    """The names of columns and rows inside the squares at the edges of a part of a board."""
    size = min(4.4, max(LEAST_TEXT, board.tile * 0.15))
    aside = 0.9 + size / 2
    for edge in filter(board.ends, "NSWE"):
        for i, (_, name) in enumerate(names_along(board, edge)):
            yield centred_text(Ink.TEXT, *point_beside(board, edge, i + 0.5, -aside), size, name)


def starts(board: Panel, seats: str, share: float = 0.3) -> Iterator[Mark]:
    """The outlines on which the pawns are put at the beginning (QC-8); `share` is their radius in sides of a square."""
    for seat, at in _middles(board, seats):
        x, y = point_beside(board, seat, at + 0.5, -board.tile / 2)
        shape = next(mark for mark in pawn(seat, x, y, board.tile * share) if isinstance(mark, Path))
        yield replace(shape, ink=Ink.BLANK)


def _middles(board: Panel, seats: str) -> Iterator[tuple[Direction, int]]:
    """The seats whose middle square lies on this part of a board, and its distance in squares from the part's end."""
    middle = board.grid.columns // 2
    for seat in seats:
        along = board.columns if seat in "NS" else board.rows
        if board.ends(seat) and middle in along:
            yield seat, middle - along.start


def wall_box(board: Panel, wall: Move) -> Box:
    """The box in which a wall is drawn, on the lines between squares; it is cut off at the end of the part."""
    square = board.tile_box(wall[:-1])
    thin, edge = board.tile / 6, board.box
    x, y, half = square.right, square.y, board.tile - thin / 2 - 0.15
    if wall[-1] == "h":
        left, right = max(edge.x, x - half), min(edge.right, x + half)
        return Box(left, y - thin / 2, right - left, thin)
    top, bottom = max(edge.y, y - half), min(edge.bottom, y + half)
    return Box(x - thin / 2, top, thin, bottom - top)
