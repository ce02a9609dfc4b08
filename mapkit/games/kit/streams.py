"""Streams of water through tiles: their course, their beds, banks and ponds."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import groupby
from math import asin, cos, degrees, dist, pi, sin
from operator import itemgetter

from mapkit.model.grid import Cell, Direction, Square, natural
from mapkit.paper.drawing import Point
from mapkit.paper.icons import SIDES, arc, draw, upright
from mapkit.paper.sheet import Box, Circle, Ink, Mark, Path, Text, cap_height, line, lines, polygon, rectangle


@dataclass(frozen=True)
class Streams:
    """The streams of a board."""

    grid: Square
    flows: Mapping[Cell, Direction | None]
    """For each cell of a stream the direction of its flow, `U` and `D` among them; None where it ends in the cell."""

    def inflows(self, cell: Cell) -> tuple[Direction, ...]:
        """The sides from which other river cells flow into this one."""
        grid = self.grid
        return tuple(side for side in grid.directions if self.flows.get(grid.step(cell, side) or "") == grid.back(side))

    def leaves(self, cell: Cell) -> bool:
        """Whether a cell is the mouth of a river, where it leaves the board."""
        flow = self.flows.get(cell)
        return flow is not None and self.grid.step(cell, flow) is None

    def courses(self) -> tuple[tuple[Cell, ...], ...]:
        """The cells of each river from its source on; the rivers are sorted by their sources."""
        sources = sorted((cell for cell in self.flows if not self.inflows(cell)), key=natural)
        return tuple(self._course(source) for source in sources)

    def _course(self, source: Cell) -> tuple[Cell, ...]:
        course, here = [source], self._next(source)
        while here is not None and here in self.flows and here not in course:
            course.append(here)
            here = self._next(here)
        return tuple(course)

    def _next(self, cell: Cell) -> Cell | None:
        flow = self.flows[cell]
        return None if flow is None else self.grid.step(cell, flow)

    def ground(self, cell: Cell, box: Box) -> Iterator[Mark]:
        """The water in a cell, to be drawn below the grid."""
        for source in self._sources(cell):
            yield from _bed(box, source, self.flows[cell], self.grid.floor(cell))

    def picture(self, cell: Cell, box: Box) -> Iterator[Mark]:
        """Banks, waves and the arrow of the flow in a cell; ponds where a river springs or ends."""
        if sources := self._sources(cell):
            yield from _lines(box, sources, self.flows[cell], self.grid.floor(cell), self.leaves(cell))

    def _sources(self, cell: Cell) -> tuple[Direction | None, ...]:
        """The sides from which water flows into a cell; None where it springs there, and nothing where it is dry."""
        return (self.inflows(cell) or (None,)) if cell in self.flows else ()


@lru_cache(maxsize=2048)  # a board is drawn again and again while people draw on it
def _bed(box: Box, source: Direction | None, target: Direction | None, floor: int) -> Sequence[Mark]:
    return tuple(stream_bed(Stream(box, source, target, floor)))


@lru_cache(maxsize=2048)
def _lines(
    box: Box, sources: tuple[Direction | None, ...], target: Direction | None, floor: int, mouth: bool
) -> Sequence[Mark]:
    streams = [Stream(box, source, target, floor) for source in sources]
    return tuple(_confluence(streams) if streams[1:] else stream_lines(streams[0], mouth))


def stream_sample(source: Direction | None, target: Direction | None) -> Callable[[Box], Iterator[Mark]]:
    """A tile with a river from one side to another, for a legend; with None the river springs or ends there."""

    def draw(box: Box) -> Iterator[Mark]:
        stream = Stream(box, source, target)
        yield from stream_bed(stream)
        yield rectangle(Ink.TILE, box)
        yield from stream_lines(stream, False)

    return draw


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
        yield polygon(Ink.BLUE_TINT, *stream.along(-_BED), *reversed(stream.along(_BED)))
    if stream.source is None or stream.target is None:
        yield Circle(Ink.BLUE_TINT, *stream.box.middle, stream.box.width * _POND)


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
    yield lines(Ink.BLUE_LINE, [stream.along(side * _BED) for side in (-1, 1)])
    end = 0.78 if mouth else 1.0
    fine = [(-0.17, 0.04, 0.5), (-0.17, 0.62, end), (0.17, 0.04, 0.42), (0.17, 0.55, end)]
    wave = 0.028 if stream.box.width > 9 else 0.0
    yield lines(Ink.FINE_BLUE_LINE, [stream.along(aside, a, b, wave) for aside, a, b in fine])
    yield _flow_head(stream, 0.52)


def _confluence(streams: Sequence[Stream]) -> Iterator[Mark]:
    """Streams that meet in a tile: their banks and the shore of a pond where no water flows, plates, and arrows."""
    (x, y), tile, steps = streams[0].box.middle, streams[0].box.width, range(49)
    shores, waters = list[tuple[int, list[Point]]](), dict[int, tuple[list[Point], float]]()
    for n, stream in enumerate(streams):
        if stream.source or stream.target:
            waters[n] = [stream.at(t / 48) for t in steps], _BED
            shores += [(n, [stream.at(t / 48, side * _BED) for t in steps]) for side in (-1, 1)]
    if any(stream.source is None or stream.target is None for stream in streams):
        waters[-1] = [(x, y)], _POND
        turns = [2 * pi * t / 48 for t in steps]
        shores.append((-1, [(x + _POND * tile * cos(turn), y + _POND * tile * sin(turn)) for turn in turns]))
    for n, shore in shores:
        others = [(spots, far * tile - 0.01 * tile) for other, (spots, far) in waters.items() if other != n]
        in_water = [any(dist(spot, middle) < far for spots, far in others for middle in spots) for spot in shore]
        for wet, run in groupby(zip(in_water, shore, strict=True), key=itemgetter(0)):
            if not wet and len(dry := [spot for _, spot in run]) > 1:
                yield line(Ink.BLUE_LINE, *dry)
    climbing = [stream for stream in streams if any(stream.climbs)]
    for stream in sorted(climbing, key=lambda stream: -sum(map(bool, stream.climbs)))[:1]:
        yield from _climb(stream)
    if not climbing and streams[0].target is None:
        yield from _still_water(streams[0])
    if streams[0].target:
        yield _flow_head(Stream(streams[0].box, None, streams[0].target), 0.6)
    else:
        yield from (_flow_head(stream, 0.3) for stream in streams if stream.source)


def _pond(stream: Stream) -> Iterator[Mark]:
    """A pond where a river springs, ends or changes floors; its shore is open towards the river."""
    (x, y), tile = stream.box.middle, stream.box.width
    tx, ty = stream.onward
    begins = stream.source is None
    ox, oy = (tx, ty) if begins else (-tx, -ty)
    half = degrees(asin(_BED / _POND)) if stream.source or stream.target else 0.0
    out = {(1.0, 0.0): 0, (0.0, 1.0): 90, (-1.0, 0.0): 180, (0.0, -1.0): 270}.get((ox, oy), 0)
    yield Path(Ink.BLUE_LINE, tuple(arc(x, y, _POND * tile, out + half, out + 360 - half)))
    if any(stream.climbs):
        yield from _climb(stream)
    elif begins:
        yield Circle(Ink.SOLID, x - tx * 0.05 * tile, y - ty * 0.05 * tile, max(0.4, 0.045 * tile))
        for ring in (0.12, 0.2):
            left, top = x - tx * 0.05 * tile, y - ty * 0.05 * tile
            yield Path(Ink.FINE_BLUE_LINE, tuple(arc(left, top, ring * tile, out + 55, out + 305)))
    else:
        yield from _still_water(stream)
    open_ = (_POND**2 - _BED**2) ** 0.5 * 2
    if stream.target:
        yield lines(Ink.BLUE_LINE, [stream.along(side * _BED, open_) for side in (-1, 1)])
    elif stream.source:
        yield lines(Ink.BLUE_LINE, [stream.along(side * _BED, 0, 1 - open_) for side in (-1, 1)])
    if (stream.source or stream.target) and (tile > 13 or not any(stream.climbs)):
        yield _flow_head(stream, 0.74 if begins else 0.3)


def _still_water(stream: Stream) -> Iterator[Mark]:
    """Waves on the pond in which a river ends."""
    (x, y), tile = stream.box.middle, stream.box.width
    tx, ty = stream.onward
    x, y = x + 0.06 * tx * tile, y + 0.06 * ty * tile
    for down, half in ((-0.12, 0.13), (0.0, 0.19), (0.12, 0.13)):
        spots = [(x + (t / 12 - 0.5) * 2 * half * tile, y + (down + 0.02 * sin(t * pi / 3)) * tile) for t in range(13)]
        yield line(Ink.BLUE_LINE, *spots)


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
        yield upright(Ink.SOLID if comes else Ink.PAPER, right if comes else left, base, size * 0.36, way)
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
        yield line(Ink.BAR, spot(0.34, aside), spot(0.5, aside))
    yield line(Ink.BAR, spot(0.34, -_BED), spot(0.34, _BED))


def reeds(box: Box) -> Iterator[Mark]:
    """Three tufts of reeds, or one on a small tile. The tint is drawn separately, below the grid."""
    tile = box.width
    if tile < 10:
        yield from draw("reeds", box.middle[0], box.middle[1] + 0.04 * tile, 0.34 * tile)
        return
    for right, down, size in ((0.29, 0.31, 0.17), (0.71, 0.43, 0.19), (0.38, 0.75, 0.19)):
        yield from draw("reeds", box.x + right * tile, box.y + down * tile, size * tile)
