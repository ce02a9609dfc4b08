"""Rings with a label on a tile, and the words below them for where they lead."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from math import cos, pi, radians, sin
from typing import TypeVar

from mapkit.paper.drawing import SMALL, Point, arrowed, arrowed_width
from mapkit.paper.icons import arc
from mapkit.paper.sheet import Box, Circle, Ink, Mark, Path, cap_height, centred_text, polygon, width


def turning_ring(x: float, y: float, radius: float, label: str, arcs: int) -> Iterator[Mark]:
    """A ring around a label: two turning arrows for a two-way portal, three for a three-way one, dashes with none."""
    yield Circle(Ink.ROSE_TINT, x, y, radius)
    gap = 26.0 if arcs else 18.0
    number = arcs or 10
    pieces = [(360 * i / number - 90, 360 * (i + 1) / number - 90 - gap) for i in range(number)]
    yield Path(Ink.RING, tuple(step for start, end in pieces for step in arc(x, y, radius, start, end)))
    if arcs:
        for _, end in pieces:
            yield _head(x, y, radius, end)
    if radius > 5 and arcs:
        yield Circle(Ink.RING_WITHIN, x, y, radius * 0.72)
    size = max(3.2, min(7.0, radius * 0.8))
    yield centred_text(Ink.TEXT, x, y, size, label, True)


def whirl(x: float, y: float, radius: float, label: str) -> Iterator[Mark]:
    half = width(label, 3.2, bold=True) / 2
    inner = max(radius * 0.7, min(radius - 0.35, max(2.6, (half**2 + 1.3) ** 0.5 + 0.15)))
    arms = 7
    yield Circle(Ink.ROSE_TINT, x, y, radius)
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


def ring_with_words(
    box: Box, leads: str, ring: Callable[[float, float, float], Iterable[Mark]], above: bool = False
) -> Iterator[Mark]:
    """A ring (drawn from its middle and radius) in a tile, and the words for where it leads below it, or above it."""
    (x, y), tile = box.middle, box.width
    if leads:
        up = min(tile * 0.41, (tile - 4.6) / 2 + 0.35)
        yield from ring(x, box.bottom - up if above else box.y + up, min(tile * 0.31, up - 1.0))
        base = box.y + 1.5 + cap_height(SMALL) if above else box.bottom - 1.5
        yield from arrowed(x - arrowed_width(SMALL, leads) / 2, base, SMALL, leads)
    else:
        yield from ring(x, y, max(0.4 * tile, min(0.46 * tile, 3.0)))  # on small tiles the label needs the room


K = TypeVar("K")
Leads = Callable[[float], Mapping[str, str]]
"""Gives the words below the rings of a map on tiles of a size (mm), by what stands in the rings."""
LEAST_WITH_WORDS = 11.2
"""The least side of tiles, in mm, that have words below a ring."""


def words_that_fit(choices: Iterable[Mapping[K, str]], tile: float) -> Mapping[K, str]:
    """The first set of words that fits below rings on tiles of this size; empty where none fits."""
    if tile >= LEAST_WITH_WORDS:
        for words in choices:
            if all(arrowed_width(SMALL, text) <= tile - 1.2 for text in words.values()):
                return words
    return {}


def _head(x: float, y: float, radius: float, at: float) -> Mark:
    """A solid arrow head on the ring at the end of an arc."""
    long, side = 20 * pi / 180, max(0.55, radius * 0.13)
    a = radians(at)
    tip = (x + radius * cos(a + long), y + radius * sin(a + long))
    inner, outer = radius - side, radius + side
    return polygon(Ink.SOLID, tip, (x + inner * cos(a), y + inner * sin(a)), (x + outer * cos(a), y + outer * sin(a)))
