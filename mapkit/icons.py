"""Pictures for tiles, in one style: black line, few solid shapes, a light tint that only adds.

The small pictures are data: strokes in a box from -1 to 1, as SVG writes them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from math import asin, cos, degrees, pi, radians, sin, tan

from mapkit.grid import Direction
from mapkit.sheet import Box, Circle, Ink, Mark, Path, Step, Text, cap_height, line, lines, polygon

Point = tuple[float, float]
Picture = tuple[tuple[Ink, str], ...]

TREASURE: Picture = (
    (Ink.TREASURE, "M-.86 -.08 C-.86 -.5 -.62 -.72 -.36 -.72 L.36 -.72 C.62 -.72 .86 -.5 .86 -.08 Z"),
    (Ink.TREASURE, "M-.86 -.08 L.86 -.08 L.86 .7 L-.86 .7 Z"),
    (Ink.DETAIL, "M-.52 .7 L-.52 -.7 M.52 .7 L.52 -.7"),
    (Ink.SOLID, "M-.2 -.24 L.2 -.24 L.2 .16 C.2 .3 .1 .36 0 .36 C-.1 .36 -.2 .3 -.2 .16 Z"),
    (Ink.PAPER, "M-.06 -.06 L.06 -.06 L.06 .16 L-.06 .16 Z"),
)
"""A chest with straps and a lock."""

SHOP: Picture = (
    (Ink.SHOP, "M-.74 -.1 L.74 -.1 L.74 .8 L-.74 .8 Z"),
    (Ink.DETAIL, "M-.74 .34 L.74 .34"),
    *(
        (
            Ink.SOLID if i % 2 == 0 else Ink.SHOP,
            f"M{-0.7 + 0.28 * i:.2f} -.8 L{-0.42 + 0.28 * i:.2f} -.8 L{-0.54 + 0.36 * i:.2f} -.2 "
            f"C{-0.54 + 0.36 * i:.2f} .08 {-0.9 + 0.36 * i:.2f} .08 {-0.9 + 0.36 * i:.2f} -.2 Z",
        )
        for i in range(5)
    ),
)
"""A stall with a striped awning."""

HOSPITAL: Picture = (
    (
        Ink.OUTLINE,
        "M-.55 -.85 L.55 -.85 C.72 -.85 .85 -.72 .85 -.55 L.85 .55 C.85 .72 .72 .85 .55 .85 "
        "L-.55 .85 C-.72 .85 -.85 .72 -.85 .55 L-.85 -.55 C-.85 -.72 -.72 -.85 -.55 -.85 Z",
    ),
    (
        Ink.HOSPITAL,
        "M-.2 -.62 L.2 -.62 L.2 -.2 L.62 -.2 L.62 .2 L.2 .2 L.2 .62 L-.2 .62 L-.2 .2 L-.62 .2 L-.62 -.2 L-.2 -.2 Z",
    ),
)
"""A cross on a plate."""

TUFT: Picture = (
    (Ink.REED, "M-.62 .5 C-.4 .42 -.2 .42 0 .5 C.2 .58 .4 .58 .62 .5"),
    (Ink.REED, "M-.04 .36 C-.06 0 -.2 -.36 -.42 -.56 M0 .36 L0 -.8 M.04 .36 C.06 0 .2 -.36 .42 -.56"),
    (Ink.REED, "M-.1 .36 C-.2 .12 -.42 -.06 -.66 -.12 M.1 .36 C.2 .12 .42 -.06 .66 -.12"),
)
"""A tuft of reeds over a ripple."""

_STEP = re.compile(r"([MLCZ])([^MLCZ]*)")


@cache
def _steps(strokes: str) -> tuple[Step, ...]:
    return tuple(Step(verb, tuple(float(n) for n in numbers.split())) for verb, numbers in _STEP.findall(strokes))


def draw(picture: Picture, x: float, y: float, radius: float) -> Iterator[Mark]:
    """The picture around a point, `radius` mm from its middle to its edges."""
    for ink, strokes in picture:
        moved = (
            Step(verb, tuple((y if i % 2 else x) + value * radius for i, value in enumerate(points)))
            for verb, points in _steps(strokes)
        )
        yield Path(ink, tuple(moved))


def marsh(box: Box) -> Iterator[Mark]:
    """Three tufts of reeds, on a small tile one; the tint is drawn apart, below the grid."""
    tile = box.width
    if tile < 10:
        yield from draw(TUFT, box.middle[0], box.middle[1] + 0.04 * tile, 0.34 * tile)
        return
    for right, down, size in ((0.29, 0.31, 0.17), (0.71, 0.43, 0.19), (0.38, 0.75, 0.19)):
        yield from draw(TUFT, box.x + right * tile, box.y + down * tile, size * tile)


def portal(x: float, y: float, radius: float, label: str, arcs: int) -> Iterator[Mark]:
    """A ring around a label: two arrows turning for a two-way portal, three for a three-way one, dashes for none."""
    yield Circle(Ink.PORTAL, x, y, radius)
    gap = 26.0 if arcs else 18.0
    number = arcs or 10
    pieces = [(360 * i / number - 90, 360 * (i + 1) / number - 90 - gap) for i in range(number)]
    yield Path(Ink.RING, tuple(step for start, end in pieces for step in _arc(x, y, radius, start, end)))
    if arcs:
        for _, end in pieces:
            yield _head(x, y, radius, end)
    if radius > 5 and arcs:
        yield Circle(Ink.RING_WITHIN, x, y, radius * 0.72)
    size = max(3.2, min(7.0, radius * 0.8))
    yield Text(Ink.TEXT, x, y + cap_height(size) / 2, size, label, True, "middle")


def _arc(x: float, y: float, radius: float, start: float, end: float) -> Iterator[Step]:
    pieces = max(1, round(abs(end - start) / 60))
    turn = radians(end - start) / pieces
    pull = 4 / 3 * tan(turn / 4) * radius
    for i in range(pieces):
        a, b = radians(start) + turn * i, radians(start) + turn * (i + 1)
        ax, ay, bx, by = x + radius * cos(a), y + radius * sin(a), x + radius * cos(b), y + radius * sin(b)
        if i == 0:
            yield Step("M", (ax, ay))
        yield Step("C", (ax - pull * sin(a), ay + pull * cos(a), bx + pull * sin(b), by - pull * cos(b), bx, by))


def _head(x: float, y: float, radius: float, at: float) -> Mark:
    """A solid arrow head that lies on the ring where an arc ends."""
    long, side = 20 * pi / 180, max(0.55, radius * 0.13)
    a = radians(at)
    tip = (x + radius * cos(a + long), y + radius * sin(a + long))
    inner, outer = radius - side, radius + side
    return polygon(Ink.SOLID, tip, (x + inner * cos(a), y + inner * sin(a)), (x + outer * cos(a), y + outer * sin(a)))


# --- rivers ------------------------------------------------------------------------------------------------------

_SIDE: dict[Direction, Point] = {"N": (0.0, -1.0), "E": (1.0, 0.0), "S": (0.0, 1.0), "W": (-1.0, 0.0)}
_BED = 0.29
"""Half the width of a river, in tiles."""
_POND = 0.36
"""The radius of the pond that it springs from, in tiles."""


class Stream:
    """A river's way through one tile, from a side (None: it springs here) to a side."""

    def __init__(self, box: Box, source: Direction | None, target: Direction) -> None:
        self.box, self.source, self.target = box, source, target

    def at(self, along: float, aside: float = 0.0) -> Point:
        """A point `along` the way (0 to 1) and `aside` of it to the right, in tiles."""
        (mx, my), tile = self.box.middle, self.box.width
        tx, ty = _SIDE[self.target]
        if self.source is None or _SIDE[self.source] == (-tx, -ty) or self.source == self.target:
            start = 0.0 if self.source is None or self.source == self.target else -0.5
            far = start + along * (0.5 - start)
            return mx + (tx * far - ty * aside) * tile, my + (ty * far + tx * aside) * tile
        sx, sy = _SIDE[self.source]
        right = 1.0 if sx * ty - sy * tx > 0 else -1.0
        radius = 0.5 + aside * right
        a = along * pi / 2
        across, on = 0.5 - radius * cos(a), 0.5 - radius * sin(a)
        return mx + (tx * across + sx * on) * tile, my + (ty * across + sy * on) * tile

    def along(self, aside: float, start: float = 0.0, end: float = 1.0, wave: float = 0.0) -> list[Point]:
        """A line that follows the way at that distance, waving by so many tiles."""
        count = 24 if wave else 12
        spots = [start + (end - start) * i / count for i in range(count + 1)]
        return [self.at(t, aside + wave * sin(4 * pi * t)) for t in spots]


def stream_bed(stream: Stream) -> Iterator[Mark]:
    """The water, to be drawn below the grid."""
    yield polygon(Ink.RIVER, *stream.along(-_BED), *reversed(stream.along(_BED)))
    if stream.source is None:
        yield Circle(Ink.RIVER, *stream.box.middle, stream.box.width * _POND)


def stream_lines(stream: Stream, mouth: bool) -> Iterator[Mark]:
    """Banks, waves and the arrow of the flow; a pond with rings at the source, a grate at the mouth."""
    tile = stream.box.width
    if stream.source is None:
        yield from _pond(stream)
    start = 0.0 if stream.source else (_POND**2 - _BED**2) ** 0.5 * 2
    yield lines(Ink.BANK, [stream.along(side * _BED, start) for side in (-1, 1)])
    if stream.source is not None:
        end = 0.78 if mouth else 1.0
        fine = [(-0.17, 0.04, 0.5), (-0.17, 0.62, end), (0.17, 0.04, 0.42), (0.17, 0.55, end)]
        wave = 0.028 if tile > 9 else 0.0
        yield lines(Ink.WAVE, [stream.along(aside, a, b, wave) for aside, a, b in fine])
    yield _flow_head(stream, 0.74 if stream.source is None else 0.52)
    if mouth:
        yield from _grate(stream)


def _pond(stream: Stream) -> Iterator[Mark]:
    """The spring: a shore that is open where the river leaves, and rings in the water."""
    (x, y), tile = stream.box.middle, stream.box.width
    tx, ty = _SIDE[stream.target]
    out = {(1.0, 0.0): 0, (0.0, 1.0): 90, (-1.0, 0.0): 180, (0.0, -1.0): 270}[tx, ty]
    half = degrees(asin(_BED / _POND))
    yield Path(Ink.BANK, tuple(_arc(x, y, _POND * tile, out + half, out + 360 - half)))
    yield Circle(Ink.SOLID, x - tx * 0.05 * tile, y - ty * 0.05 * tile, max(0.4, 0.045 * tile))
    for ring in (0.12, 0.2):
        yield Path(Ink.WAVE, tuple(_arc(x - tx * 0.05 * tile, y - ty * 0.05 * tile, ring * tile, out + 55, out + 305)))


def _flow_head(stream: Stream, along: float) -> Mark:
    """A solid arrow on the water that points downstream."""
    (x1, y1), (x2, y2) = stream.at(along - 0.01), stream.at(along + 0.01)
    far = ((x2 - x1) ** 2 + (y2 - y1) ** 2) ** 0.5
    ux, uy = (x2 - x1) / far, (y2 - y1) / far
    x, y = stream.at(along)
    long, side = stream.box.width * 0.15, stream.box.width * 0.12

    def spot(on: float, aside: float) -> Point:
        return x + ux * on * long - uy * aside * side, y + uy * on * long + ux * aside * side

    return polygon(Ink.SOLID, spot(1.1, 0), spot(-0.9, 1), spot(-0.45, 0), spot(-0.9, -1))


def _grate(stream: Stream) -> Iterator[Mark]:
    """Bars across the end of the river, where it leaves through the wall."""
    tile = stream.box.width
    tx, ty = _SIDE[stream.target]
    (mx, my) = stream.box.middle

    def spot(on: float, aside: float) -> Point:
        return mx + (tx * on - ty * aside) * tile, my + (ty * on + tx * aside) * tile

    yield polygon(Ink.PAPER, spot(0.34, -_BED), spot(0.34, _BED), spot(0.5, _BED), spot(0.5, -_BED))
    for aside in (-0.2, -0.1, 0.0, 0.1, 0.2):
        yield line(Ink.GRATE, spot(0.34, aside), spot(0.5, aside))
    yield line(Ink.GRATE, spot(0.34, -_BED), spot(0.34, _BED))
