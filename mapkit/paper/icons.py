"""Pictures for tiles, in one style: black lines, few solid shapes, and a light tint that is not needed to read them.

The icons are data: strokes in a box from -1 to 1, in `templates/icons.toml`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator, Mapping
from functools import cache, lru_cache
from math import cos, radians, sin, tan

from mapkit.model import resources
from mapkit.model.grid import Direction
from mapkit.paper.drawing import Point
from mapkit.paper.sheet import Box, Icon, Ink, Mark, Picture, Segment, placed, polygon, rectangle

SIDES: dict[Direction, Point] = {"N": (0.0, -1.0), "E": (1.0, 0.0), "S": (0.0, 1.0), "W": (-1.0, 0.0)}
"""The sides of a tile, as they lie on the paper."""
_STEP = re.compile(r"([MLCZ])([^MLCZ]*)")


@cache
def pictures() -> Mapping[str, Picture]:
    found = dict[str, Picture]()
    for name, strokes in resources.tables("icons.toml").items():
        paths = [(Ink(stroke["ink"]), _STEP.findall(stroke["path"])) for stroke in strokes]
        found[name] = tuple(
            (ink, tuple(Segment(verb, tuple(map(float, numbers.split()))) for verb, numbers in steps))
            for ink, steps in paths
        )
    return found


def draw(name: str, x: float, y: float, radius: float) -> Iterator[Mark]:
    """An icon of mapkit around a point, `radius` mm from its middle to its edges."""
    return iter(_drawn(Icon(name, x, y, radius)))


@lru_cache(maxsize=4096)  # a board is drawn again and again while people draw on it
def _drawn(icon: Icon) -> tuple[Mark, ...]:
    return tuple(placed(pictures()[icon.name], icon))


# --- signs -------------------------------------------------------------------------------------------------------


def holes(box: Box, ways: Collection[Direction]) -> Iterator[Mark]:
    """A black plate in the lower right corner of a tile, for holes in the ceiling (`U`), the floor (`D`) or both."""
    side = min(5.0, max(2.1, 0.24 * box.width))
    wide = side * (0.45 + 0.55 * len(set(ways)))
    gap = min(0.9, 0.07 * box.width)
    if ways:
        yield from _hole_plate(Box(box.right - gap - wide, box.bottom - gap - side, wide, side), ways)


def _hole_plate(plate: Box, ways: Collection[Direction]) -> Iterator[Mark]:
    yield rectangle(Ink.PAPER, plate.inset(-0.3), 0.6)
    yield rectangle(Ink.SOLID, plate, 0.12 * plate.height)
    here = [way for way in "UD" if way in ways]
    for i, way in enumerate(here):
        x = plate.x + plate.width * (0.5 if len(here) == 1 else 0.29 + 0.42 * i)
        yield upright(Ink.PAPER, x, plate.middle[1], plate.height * 0.37, way)


def hole_sample(ways: Collection[Direction]) -> Callable[[Box], Iterator[Mark]]:
    """A tile with holes in its ceiling (`U`) or floor (`D`), for a legend."""

    def draw(box: Box) -> Iterator[Mark]:
        yield rectangle(Ink.TILE, box)
        half = 2.0 * (0.45 + 0.55 * len(set(ways)))
        yield from _hole_plate(Box(box.middle[0] - half, box.middle[1] - 2.0, 2 * half, 4.0), ways)

    return draw


def upright(ink: Ink, x: float, y: float, half: float, way: Direction) -> Mark:
    """An arrow up or down around a point, `half` mm from the point to its tip."""
    down = 1 if way == "D" else -1
    spots = ((0, 1), (0.8, 0.1), (0.28, 0.1), (0.28, -1), (-0.28, -1), (-0.28, 0.1), (-0.8, 0.1))
    return polygon(ink, *((x + right * half, y + on * half * down) for right, on in spots))


def pointing(x: float, y: float, side: Direction, half: float) -> Iterator[Mark]:
    """A solid arrow with a white edge around a point, to one of four sides; `half` mm from the point to its tip."""
    tx, ty = SIDES[side]
    thick, head = 0.28, min(2.2, half)

    def shape(more: float) -> list[Point]:
        neck, wing = half - head, 0.42 * head + more
        rim = ((-half - more, thick + more), (neck - more * 0.6, thick + more), (neck - more * 0.6, wing + more * 0.6))
        spots = [*rim, (half + more * 1.6, 0.0), *((on, -aside) for on, aside in reversed(rim))]
        return [(x + tx * on - ty * aside, y + ty * on + tx * aside) for on, aside in spots]

    yield polygon(Ink.PAPER, *shape(0.35))
    yield polygon(Ink.SOLID, *shape(0.0))


def arc(x: float, y: float, radius: float, start: float, end: float) -> Iterator[Segment]:
    """An arc around a point from one angle to another, in degrees clockwise from the right."""
    pieces = max(1, round(abs(end - start) / 60))
    turn = radians(end - start) / pieces
    pull = 4 / 3 * tan(turn / 4) * radius
    for i in range(pieces):
        a, b = radians(start) + turn * i, radians(start) + turn * (i + 1)
        ax, ay, bx, by = x + radius * cos(a), y + radius * sin(a), x + radius * cos(b), y + radius * sin(b)
        if i == 0:
            yield Segment("M", (ax, ay))
        yield Segment("C", (ax - pull * sin(a), ay + pull * cos(a), bx + pull * sin(b), by - pull * cos(b), bx, by))
