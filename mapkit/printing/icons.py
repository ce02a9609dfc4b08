"""Pictures for tiles, in one style: black lines, few solid shapes, and a light tint that is not needed to read them.

The small pictures are data: strokes in a box from -1 to 1, in the notation of SVG paths.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from functools import cache
from math import asin, cos, degrees, pi, radians, sin, tan
from typing import TypeVar

from mapkit.grid import Direction
from mapkit.printing.drawing import SMALL, Point, arrowed, arrowed_width
from mapkit.sheet import (
    Box,
    Circle,
    Ink,
    Mark,
    Path,
    Segment,
    Text,
    cap_height,
    centred_text,
    line,
    lines,
    polygon,
    rectangle,
    width,
)

Picture = tuple[tuple[Ink, str], ...]

SIDES: dict[Direction, Point] = {"N": (0.0, -1.0), "E": (1.0, 0.0), "S": (0.0, 1.0), "W": (-1.0, 0.0)}
"""The sides of a tile, as they lie on the paper."""

CHEST: Picture = (
    (Ink.TREASURE, "M-.86 -.08 C-.86 -.5 -.62 -.72 -.36 -.72 L.36 -.72 C.62 -.72 .86 -.5 .86 -.08 Z"),
    (Ink.TREASURE, "M-.86 -.08 L.86 -.08 L.86 .7 L-.86 .7 Z"),
    (Ink.DETAIL, "M-.52 .7 L-.52 -.7 M.52 .7 L.52 -.7"),
    (Ink.SOLID, "M-.2 -.24 L.2 -.24 L.2 .16 C.2 .3 .1 .36 0 .36 C-.1 .36 -.2 .3 -.2 .16 Z"),
    (Ink.PAPER, "M-.06 -.06 L.06 -.06 L.06 .16 L-.06 .16 Z"),
)
"""A chest with straps and a lock."""

CROSS: Picture = (
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


def oval(x: float, y: float, wide: float, high: float) -> str:
    """An upright oval."""
    w, h = 0.552 * wide, 0.552 * high
    return (
        f"M{x:.3f} {y - high:.3f} C{x + w:.3f} {y - high:.3f} {x + wide:.3f} {y - h:.3f} {x + wide:.3f} {y:.3f} "
        f"C{x + wide:.3f} {y + h:.3f} {x + w:.3f} {y + high:.3f} {x:.3f} {y + high:.3f} "
        f"C{x - w:.3f} {y + high:.3f} {x - wide:.3f} {y + h:.3f} {x - wide:.3f} {y:.3f} "
        f"C{x - wide:.3f} {y - h:.3f} {x - w:.3f} {y - high:.3f} {x:.3f} {y - high:.3f} Z"
    )


def sword(side: int) -> Picture:
    """A sword whose tip is at the upper left (`side` -1) or the upper right (1)."""

    def strokes(*points: tuple[float, float]) -> str:
        """A closed shape; its points are given by their distances from the tip and aside of the blade."""
        spots = ((side * (0.86 - 0.7071 * (on + aside)), -0.9 + 0.7071 * (on - aside)) for on, aside in points)
        return "M" + " L".join(f"{x:.3f} {y:.3f}" for x, y in spots) + " Z"

    return (
        (Ink.OUTLINE, strokes((0, 0), (0.2, 0.13), (1.6, 0.13), (1.6, -0.13), (0.2, -0.13))),
        (Ink.DETAIL, strokes((0.3, 0), (1.6, 0))),
        (Ink.SOLID, strokes((1.56, 0.42), (1.76, 0.42), (1.76, -0.42), (1.56, -0.42))),
        (Ink.SOLID, strokes((1.7, 0.1), (2.2, 0.1), (2.2, -0.1), (1.7, -0.1))),
        (Ink.SOLID, strokes((2.1, 0), (2.26, 0.17), (2.44, 0), (2.26, -0.17))),
    )


BULL: Picture = (
    *(
        (
            Ink.SOLID,
            f"M{s * 0.26:.2f} -.3 C{s * 0.5:.2f} -.36 {s * 0.72:.2f} -.5 {s * 0.74:.2f} -.94 "
            f"C{s * 1.06:.2f} -.62 {s * 1.02:.2f} -.04 {s * 0.38:.2f} .0 Z",
        )
        for s in (-1, 1)
    ),
    *(
        (
            Ink.SOLID,
            f"M{s * 0.4:.2f} .04 C{s * 0.6:.2f} .02 {s * 0.76:.2f} .1 {s * 0.84:.2f} .26 "
            f"C{s * 0.66:.2f} .34 {s * 0.5:.2f} .3 {s * 0.36:.2f} .2 Z",
        )
        for s in (-1, 1)
    ),
    (
        Ink.SOLID,
        "M-.42 -.26 C-.24 -.42 .24 -.42 .42 -.26 C.48 .1 .36 .36 .32 .62 "
        "C.28 1.0 -.28 1.0 -.32 .62 C-.36 .36 -.48 .1 -.42 -.26 Z",
    ),
    (Ink.PAPER, "M-.34 .0 L-.1 .14 L-.16 .22 L-.34 .14 Z M.34 .0 L.1 .14 L.16 .22 L.34 .14 Z"),
    (Ink.PAPER, oval(0, 0.66, 0.22, 0.17)),
    (Ink.SOLID, f"{oval(-0.09, 0.64, 0.05, 0.07)} {oval(0.09, 0.64, 0.05, 0.07)}"),
)
"""The head of a bull."""

TUFT: Picture = (
    (Ink.REED, "M-.62 .5 C-.4 .42 -.2 .42 0 .5 C.2 .58 .4 .58 .62 .5"),
    (Ink.REED, "M-.04 .36 C-.06 0 -.2 -.36 -.42 -.56 M0 .36 L0 -.8 M.04 .36 C.06 0 .2 -.36 .42 -.56"),
    (Ink.REED, "M-.1 .36 C-.2 .12 -.42 -.06 -.66 -.12 M.1 .36 C.2 .12 .42 -.06 .66 -.12"),
)
"""A tuft of reeds over a ripple."""

_STEP = re.compile(r"([MLCZ])([^MLCZ]*)")


@cache
def _steps(strokes: str) -> tuple[Segment, ...]:
    return tuple(Segment(verb, tuple(float(n) for n in numbers.split())) for verb, numbers in _STEP.findall(strokes))


def draw(picture: Picture, x: float, y: float, radius: float) -> Iterator[Mark]:
    """A picture around a point, `radius` mm from its middle to its edges."""
    for ink, strokes in picture:
        moved = (
            Segment(verb, tuple((y if i % 2 else x) + value * radius for i, value in enumerate(points)))
            for verb, points in _steps(strokes)
        )
        yield Path(ink, tuple(moved))


def marsh(box: Box) -> Iterator[Mark]:
    """Three tufts of reeds, or one on a small tile. The tint is drawn separately, below the grid."""
    tile = box.width
    if tile < 10:
        yield from draw(TUFT, box.middle[0], box.middle[1] + 0.04 * tile, 0.34 * tile)
        return
    for right, down, size in ((0.29, 0.31, 0.17), (0.71, 0.43, 0.19), (0.38, 0.75, 0.19)):
        yield from draw(TUFT, box.x + right * tile, box.y + down * tile, size * tile)


def portal(x: float, y: float, radius: float, label: str, arcs: int) -> Iterator[Mark]:
    """A ring around a label: two turning arrows for a two-way portal, three for a three-way one, dashes with none."""
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
    yield centred_text(Ink.TEXT, x, y, size, label, True)


def wormhole(x: float, y: float, radius: float, label: str) -> Iterator[Mark]:
    """A whirl around a label."""
    half = width(label, 3.2, bold=True) / 2
    inner = max(radius * 0.7, min(radius - 0.35, max(2.6, (half**2 + 1.3) ** 0.5 + 0.15)))
    arms = 7
    yield Circle(Ink.PORTAL, x, y, radius)
    for i in range(arms):
        yield _arm(x, y, inner, radius, 2 * pi * i / arms, 2 * pi / arms)
    yield Circle(Ink.OUTLINE, x, y, inner)
    size = max(3.2, min(7.0, inner * 0.95))
    yield centred_text(Ink.TEXT, x, y, size, label, True)


def _arm(x: float, y: float, inner: float, radius: float, start: float, turn: float) -> Mark:
    """A solid arm of a whirl, which narrows from the inner circle to the outer one."""

    def spot(angle: float, far: float) -> Point:
        return x + far * cos(angle), y + far * sin(angle)

    outer = [spot(start + turn * 1.15 * i / 6, inner + (radius - inner) * (i / 6) ** 0.8) for i in range(7)]
    within = [spot(start + turn * (0.55 + 0.6 * i / 6), inner + (radius - inner) * (i / 6) ** 1.4) for i in range(7)]
    return polygon(Ink.SOLID, *outer, *reversed(within[:-1]))


def leading(box: Box, leads: str, ring: Callable[[float, float, float], Iterable[Mark]]) -> Iterator[Mark]:
    """A ring (drawn from its middle and radius) in a tile, and below it the words for where it leads, if any."""
    (x, y), tile = box.middle, box.width
    if leads:
        up = min(tile * 0.41, (tile - 4.6) / 2 + 0.35)
        yield from ring(x, box.y + up, min(tile * 0.31, up - 1.0))
        yield from arrowed(x - arrowed_width(SMALL, leads) / 2, box.bottom - 1.5, SMALL, leads)
    else:
        yield from ring(x, y, tile * 0.4)


K = TypeVar("K")
LEAST_LED = 12.0
"""The least side of tiles, in mm, that have words below a ring."""


def leads_that_fit(choices: Iterable[Mapping[K, str]], tile: float) -> Mapping[K, str]:
    """The first set of words that fits below rings on tiles of this size; empty where none fits."""
    if tile >= LEAST_LED:
        for words in choices:
            if all(arrowed_width(SMALL, text) <= tile - 1.2 for text in words.values()):
                return words
    return {}


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
        yield _upright(Ink.PAPER, x, plate.middle[1], plate.height * 0.37, way)


def hole_sample(ways: Collection[Direction]) -> Callable[[Box], Iterator[Mark]]:
    """A tile with holes in its ceiling (`U`) or floor (`D`), for a legend."""

    def draw(box: Box) -> Iterator[Mark]:
        yield rectangle(Ink.TILE, box)
        half = 2.0 * (0.45 + 0.55 * len(set(ways)))
        yield from _hole_plate(Box(box.middle[0] - half, box.middle[1] - 2.0, 2 * half, 4.0), ways)

    return draw


def _upright(ink: Ink, x: float, y: float, half: float, way: Direction) -> Mark:
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


def _arc(x: float, y: float, radius: float, start: float, end: float) -> Iterator[Segment]:
    pieces = max(1, round(abs(end - start) / 60))
    turn = radians(end - start) / pieces
    pull = 4 / 3 * tan(turn / 4) * radius
    for i in range(pieces):
        a, b = radians(start) + turn * i, radians(start) + turn * (i + 1)
        ax, ay, bx, by = x + radius * cos(a), y + radius * sin(a), x + radius * cos(b), y + radius * sin(b)
        if i == 0:
            yield Segment("M", (ax, ay))
        yield Segment("C", (ax - pull * sin(a), ay + pull * cos(a), bx + pull * sin(b), by - pull * cos(b), bx, by))


def _head(x: float, y: float, radius: float, at: float) -> Mark:
    """A solid arrow head on the ring at the end of an arc."""
    long, side = 20 * pi / 180, max(0.55, radius * 0.13)
    a = radians(at)
    tip = (x + radius * cos(a + long), y + radius * sin(a + long))
    inner, outer = radius - side, radius + side
    return polygon(Ink.SOLID, tip, (x + inner * cos(a), y + inner * sin(a)), (x + outer * cos(a), y + outer * sin(a)))


# --- rivers ------------------------------------------------------------------------------------------------------

_BED = 0.29
"""Half the width of a river, in tiles."""
_POND = 0.36
"""The radius of the pond from which a river springs, in tiles."""


class Stream:
    """A river's way through one tile, from `source` to `target`; None where it springs or ends in the tile.

    Each is a side, or `U` or `D` where the river comes from or goes to another floor; `floor` is that of the tile.
    """

    def __init__(self, box: Box, source: Direction | None, target: Direction | None, floor: int = 1) -> None:
        self.box, self.floor = box, floor
        self.source = source if source in SIDES else None
        self.target = target if target in SIDES else None
        self.climbs = (source if source and not self.source else "", target if target and not self.target else "")

    def at(self, along: float, aside: float = 0.0) -> Point:
        """The point at `along` (0 to 1) on the way, `aside` tiles to its right."""
        (mx, my), tile = self.box.middle, self.box.width
        tx, ty = self.onward
        if self.source is None or self.target in (None, self.source) or SIDES[self.source] == (-tx, -ty):
            start = 0.0 if self.source is None or self.source == self.target else -0.5
            end = 0.0 if self.target is None else 0.5
            far = start + along * (end - start)
            return mx + (tx * far - ty * aside) * tile, my + (ty * far + tx * aside) * tile
        sx, sy = SIDES[self.source]
        right = 1.0 if sx * ty - sy * tx > 0 else -1.0
        radius = 0.5 + aside * right
        a = along * pi / 2
        across, on = 0.5 - radius * cos(a), 0.5 - radius * sin(a)
        return mx + (tx * across + sx * on) * tile, my + (ty * across + sy * on) * tile

    @property
    def onward(self) -> Point:
        """The direction in which the water leaves, on paper; (0, 0) if it comes and goes between floors."""
        if self.target is not None:
            return SIDES[self.target]
        x, y = SIDES[self.source] if self.source is not None else (0.0, 0.0)
        return -x, -y

    def along(self, aside: float, start: float = 0.0, end: float = 1.0, wave: float = 0.0) -> list[Point]:
        """A line that follows the way `aside` tiles to its right, with waves of this height in tiles."""
        count = 24 if wave else 12
        spots = [start + (end - start) * i / count for i in range(count + 1)]
        return [self.at(t, aside + wave * sin(4 * pi * t)) for t in spots]


def stream_bed(stream: Stream) -> Iterator[Mark]:
    """The water of a stream, to be drawn below the grid."""
    if stream.source or stream.target:
        yield polygon(Ink.RIVER, *stream.along(-_BED), *reversed(stream.along(_BED)))
    if stream.source is None or stream.target is None:
        yield Circle(Ink.RIVER, *stream.box.middle, stream.box.width * _POND)


def stream_lines(stream: Stream, mouth: bool) -> Iterator[Mark]:
    """Banks, waves and the arrow of the flow; a pond with rings at the source or at the end, a grate at the mouth."""
    if stream.source is None or stream.target is None:
        yield from _pond(stream)
    else:
        yield from _course(stream, mouth)
    if mouth and stream.target:
        yield from _grate(stream)


def _course(stream: Stream, mouth: bool) -> Iterator[Mark]:
    """Banks, waves and arrow of a river from side to side."""
    yield lines(Ink.BANK, [stream.along(side * _BED) for side in (-1, 1)])
    end = 0.78 if mouth else 1.0
    fine = [(-0.17, 0.04, 0.5), (-0.17, 0.62, end), (0.17, 0.04, 0.42), (0.17, 0.55, end)]
    wave = 0.028 if stream.box.width > 9 else 0.0
    yield lines(Ink.WAVE, [stream.along(aside, a, b, wave) for aside, a, b in fine])
    yield _flow_head(stream, 0.52)


def _pond(stream: Stream) -> Iterator[Mark]:
    """A pond where a river springs, ends or changes floors; its shore is open towards the river."""
    (x, y), tile = stream.box.middle, stream.box.width
    tx, ty = stream.onward
    begins = stream.source is None
    ox, oy = (tx, ty) if begins else (-tx, -ty)
    half = degrees(asin(_BED / _POND)) if stream.source or stream.target else 0.0
    out = {(1.0, 0.0): 0, (0.0, 1.0): 90, (-1.0, 0.0): 180, (0.0, -1.0): 270}.get((ox, oy), 0)
    yield Path(Ink.BANK, tuple(_arc(x, y, _POND * tile, out + half, out + 360 - half)))
    if any(stream.climbs):
        yield from _climb(stream)
    elif begins:
        yield Circle(Ink.SOLID, x - tx * 0.05 * tile, y - ty * 0.05 * tile, max(0.4, 0.045 * tile))
        for ring in (0.12, 0.2):
            yield Path(
                Ink.WAVE, tuple(_arc(x - tx * 0.05 * tile, y - ty * 0.05 * tile, ring * tile, out + 55, out + 305))
            )
    else:
        yield from _still_water(stream)
    open_ = (_POND**2 - _BED**2) ** 0.5 * 2
    if stream.target:
        yield lines(Ink.BANK, [stream.along(side * _BED, open_) for side in (-1, 1)])
    elif stream.source:
        yield lines(Ink.BANK, [stream.along(side * _BED, 0, 1 - open_) for side in (-1, 1)])
    if (stream.source or stream.target) and (tile > 13 or not any(stream.climbs)):
        yield _flow_head(stream, 0.74 if begins else 0.3)


def _still_water(stream: Stream) -> Iterator[Mark]:
    """Waves on the pond in which a river ends."""
    (x, y), tile = stream.box.middle, stream.box.width
    tx, ty = stream.onward
    x, y = x + 0.06 * tx * tile, y + 0.06 * ty * tile
    for down, half in ((-0.12, 0.13), (0.0, 0.19), (0.12, 0.13)):
        spots = [(x + (t / 12 - 0.5) * 2 * half * tile, y + (down + 0.02 * sin(t * pi / 3)) * tile) for t in range(13)]
        yield line(Ink.BANK, *spots)


def _climb(stream: Stream) -> Iterator[Mark]:
    """Plates for the floor from which a river comes (white) and to which it goes (black), with an arrow up or down."""
    (x, y), size = stream.box.middle, max(3.2, min(5.0, stream.box.width * 0.2))
    here = [(ink, climb) for ink, climb in zip((Ink.OUTLINE, Ink.SOLID), stream.climbs, strict=True) if climb]
    for i, (ink, climb) in enumerate(here):
        base = y + (i - (len(here) - 1) / 2) * (size + 0.4)
        floor = str(stream.floor + (1 if climb == "U" else -1))
        plate = Box(x - size * 0.72, base - size / 2, size * 1.44, size)
        yield rectangle(ink, plate, 0.5)
        comes = ink is Ink.OUTLINE
        way = {"U": "D", "D": "U"}[climb] if comes else climb
        shown = Ink.TEXT if comes else Ink.REVERSE
        left, right = plate.x + size * 0.4, plate.right - size * 0.42
        yield _upright(Ink.SOLID if comes else Ink.PAPER, right if comes else left, base, size * 0.36, way)
        yield Text(
            shown,
            left if comes else right,
            base + cap_height(size * 0.9) / 2,
            max(3.2, size * 0.8),
            floor,
            True,
            "middle",
        )


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
    tx, ty = stream.onward
    (mx, my) = stream.box.middle

    def spot(on: float, aside: float) -> Point:
        return mx + (tx * on - ty * aside) * tile, my + (ty * on + tx * aside) * tile

    yield polygon(Ink.PAPER, spot(0.34, -_BED), spot(0.34, _BED), spot(0.5, _BED), spot(0.5, -_BED))
    for aside in (-0.2, -0.1, 0.0, 0.1, 0.2):
        yield line(Ink.GRATE, spot(0.34, aside), spot(0.5, aside))
    yield line(Ink.GRATE, spot(0.34, -_BED), spot(0.34, _BED))
