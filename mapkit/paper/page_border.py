"""The page border of a theme: an ornament in the margin around a page, outside all that is printed on it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import dist
from typing import NamedTuple

from mapkit.paper.sheet import Box, Icon, Page, Path, Picture, Segment, extent

_FROM_EDGE = 5.0
"""How far from the edge of the paper a border stays, in mm: what most printers cannot print is a little narrower."""
_FROM_PAGE = 1.5
"""How far from all else on the page a border stays, in mm."""


@dataclass(frozen=True, slots=True)
class PageBorder:
    """What is drawn around a page: pictures for its upper edge, which are turned for the other three."""

    corner: Picture
    """The picture in the upper left corner; empty for none."""
    edge: Picture
    """The picture that repeats along the upper edge from corner to corner; empty for none."""
    size: float
    """The width of the border, and so the side of a corner, in mm."""
    length: float
    """About how long each picture along an edge is, in mm: a whole number of them fills the edge."""

    @property
    def edge_height(self) -> float:
        """How high the picture along an edge is, in mm."""
        return self.length * max((abs(value) for value in _values(self.edge, 1)), default=0.0)

    def around(self, page: Page) -> Iterator[Path]:
        """The border of a page; nothing where the margin has no room for it, or where pages are glued to each other."""
        scale = page.paper.reduced
        wide, outside = self.size * scale, page.paper.margin - (_FROM_PAGE + self.size) * scale
        whole_page = Box(0, 0, page.paper.width, page.paper.height)
        if page.glued or outside < _FROM_EDGE * scale - 1e-6:
            return
        room = whole_page.inset(outside + wide)
        if not all(room.holds(extent(mark)) for mark in page.marks):
            return
        whole = Icon("border", *whole_page.middle, whole_page.width / 2)  # writers fill its shapes as those of icons
        corners, spots = whole_page.inset(outside + wide / 2).corners, list[_BorderSpot]()
        for turn, ((x, y), end) in enumerate(zip(corners, (*corners[1:], corners[0]), strict=True)):
            long = dist((x, y), end) - wide
            number = max(1, round(long / (self.length * scale)))
            for place in range(number):
                far = (wide / 2 + long * (place + 0.5) / number) / dist((x, y), end)
                at = x + (end[0] - x) * far, y + (end[1] - y) * far
                spots.append(_BorderSpot(*at, turn, long / number / 2, self.length * scale / 2))
        yield from _drawn(self.edge, spots, whole)
        half = wide / 2 / max(1.0, *map(abs, _values(self.corner, 0)), *map(abs, _values(self.corner, 1)))
        yield from _drawn(self.corner, [_BorderSpot(*at, turn, half, half) for turn, at in enumerate(corners)], whole)


class _BorderSpot(NamedTuple):
    """Where a picture of a border stands, around the point (x, y)."""

    x: float
    y: float
    turn: int
    """How many quarters it is turned clockwise."""
    along: float
    """How many mm a unit of the picture takes along the edge."""
    across: float
    """How many mm a unit of the picture takes across the edge."""

    def placed(self, points: Sequence[float]) -> tuple[float, ...]:
        (cos, sin) = ((1, 0), (0, 1), (-1, 0), (0, -1))[self.turn]
        pairs = ((u * self.along, v * self.across) for u, v in zip(points[::2], points[1::2], strict=True))
        spots = ((self.x + u * cos - v * sin, self.y + u * sin + v * cos) for u, v in pairs)
        return tuple(value for spot in spots for value in spot)


def _drawn(picture: Picture, spots: Sequence[_BorderSpot], whole: Icon) -> Iterator[Path]:
    """A picture in many places, as one mark for each of its paths."""
    for ink, steps in picture:
        yield Path(ink, tuple(Segment(verb, spot.placed(points)) for spot in spots for verb, points in steps), whole)


def _values(picture: Picture, axis: int) -> Iterator[float]:
    """How far to the right (axis 0) or down (axis 1) the points of a picture lie."""
    return (value for _, steps in picture for step in steps for value in step.points[axis::2])
