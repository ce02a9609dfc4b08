"""The drawings of a dungeon's hexes: each kind has its own fill or picture, clear in black and white too."""

from __future__ import annotations

from collections.abc import Iterator
from math import pi, sin

from mapkit.paper import icons
from mapkit.paper.drawing import LARGE, Point
from mapkit.paper.hexes import Hexagon, Lettering, hatching, short_name, within
from mapkit.paper.sheet import (
    Box,
    Circle,
    Ink,
    Mark,
    Text,
    cap_height,
    centred_text,
    line,
    lines,
    polygon,
    rectangle,
    width,
)

PICTURES = {"chest": "chest", "minotaur": "bull", "rot_bird": "bird", "pit": "pit", "rope": "rope"}
"""The icons of the kinds that have one."""
_FULL = ("stone_wall", "steel_wall", "dark", "pool")
"""The kinds that fill their hex, if only with waves, so that names need a light ground."""


def ground(kind: str, hexagon: Hexagon) -> Iterator[Mark]:
    """The fill of a hex of this kind, to be drawn below the lines between hexes."""
    match kind:
        case "stone_wall":
            yield polygon(Ink.GREY_TINT, *hexagon.corners())
            yield lines(Ink.DETAIL, _bricks(hexagon))
        case "pool":
            yield polygon(Ink.BLUE_TINT, *hexagon.corners())
        case "steel_wall":
            yield polygon(Ink.DARK_SHAPE, *hexagon.corners(0.95))
            yield polygon(Ink.PAPER, *hexagon.corners(0.78))
            yield polygon(Ink.DARK_SHAPE, *hexagon.corners(0.78 - max(0.06, 0.5 / hexagon.side)))
            for x, y in hexagon.corners(0.5):
                yield Circle(Ink.PAPER, x, y, max(0.3, 0.06 * hexagon.side))
        case "dark":
            gap = max(0.9, 0.13 * hexagon.side)
            for angle in (45.0, 135.0):
                yield lines(Ink.HATCH, hatching(hexagon, 0.97, gap, angle))


def _bricks(hexagon: Hexagon) -> Iterator[tuple[Point, Point]]:
    shape, far, course = hexagon.corners(), hexagon.side, hexagon.side * 0.36
    for row in range(-3, 4):
        y = hexagon.y + (row - 0.5) * course
        level = within(shape, (hexagon.x - far, y), (hexagon.x + far, y))
        if level:
            yield level
        for brick in range(-2, 3):
            x = hexagon.x + (brick + (0.25 if row % 2 else -0.25)) * course * 2.2
            upright = within(shape, (x, y), (x, y + course))
            if upright:
                yield upright


def picture(kind: str, x: float, y: float, radius: float) -> Iterator[Mark]:
    """The picture of a kind around a point; nothing for a kind without one."""
    if kind == "pool":
        for down, half in ((-0.5, 0.66), (0.0, 0.9), (0.5, 0.66)):
            wide, middle, high = half * radius, y + down * radius, 0.1 * radius
            wave = ((x + (i / 8 - 1) * wide, middle - high * sin(i / 4 * pi)) for i in range(17))
            yield line(Ink.BLUE_LINE, *wave)
    elif kind in PICTURES:
        yield from icons.draw(PICTURES[kind], x, y, radius)


def hex_name(hexagon: Hexagon, cell: str, kind: str, where: Lettering, *, clear: bool = False) -> Iterator[Mark]:
    """The name of a hex, on a light ground if it is to be `clear` or the kind fills the hex.

    Nothing where there is no room.
    """
    if not where.size:
        return
    name = short_name(cell)
    base, high, wide = hexagon.y + where.base, cap_height(where.size), width(name, where.size)
    if clear or kind in _FULL:
        yield rectangle(Ink.PAPER, Box(hexagon.x - wide / 2 - 0.5, base - high - 0.6, wide + 1.0, high + 1.2), 0.6)
    yield Text(Ink.TEXT, hexagon.x, base, where.size, name, anchor="middle")


def inside(hexagon: Hexagon, kind: str, where: Lettering) -> Iterator[Mark]:
    """What stands in a hex, above its name; a question mark in an unknown one."""
    x, y, *_ = hexagon
    if kind:
        yield from picture(kind, x, y + where.picture, where.radius)
    else:
        yield centred_text(Ink.TEXT, x, y + where.picture, LARGE, "?", True)


def tile(hexagon: Hexagon, cell: str, kind: str, where: Lettering) -> Iterator[Mark]:
    yield from ground(kind, hexagon)
    yield from inside(hexagon, kind, where)
    yield from hex_name(hexagon, cell, kind, where)
    yield polygon(Ink.CUT, *hexagon.corners())


def sample(kind: str, top: str, box: Box) -> Iterator[Mark]:
    x, y = box.middle
    hexagon = Hexagon(x, y, min(box.width, box.height) / 2, top)
    yield from ground(kind, hexagon)
    yield polygon(Ink.TILE, *hexagon.corners())
    yield from picture(kind, x, y, hexagon.side * 0.58)


def centre_sample(top: str, box: Box) -> Iterator[Mark]:
    """A single hex in a box: the centre of a level."""
    yield from sample("rope", top, box)
    x, y = box.middle
    yield from ring(Hexagon(x, y, min(box.width, box.height) / 2, top))


def ring(hexagon: Hexagon) -> Iterator[Mark]:
    """The mark of a centre: a heavy line just inside the hex."""
    yield polygon(Ink.HEAVY_RULE, *hexagon.corners(0.96))


def player(letter: str, number: int, box: Box) -> Iterator[Mark]:
    """The counter of a player: a letter on one of four grounds, which repeat from the fifth player on."""
    (x, y), side = box.middle, box.width
    size = max(3.2, side * 0.5)
    ink = Ink.TEXT
    match number % 4:
        case 0:
            yield rectangle(Ink.SOLID, box, side * 0.12)
            ink = Ink.REVERSE
        case 1:
            yield rectangle(Ink.OUTLINE, box, side * 0.12)
        case 2:
            yield rectangle(Ink.SOLID, box, side * 0.12)
            yield Circle(Ink.PAPER, x, y, side * 0.42)
        case _:
            yield rectangle(Ink.OUTLINE, box, side * 0.12)
            yield rectangle(Ink.OUTLINE, box.inset(side * 0.1), side * 0.06)
    yield centred_text(ink, x, y, size, letter, True)
