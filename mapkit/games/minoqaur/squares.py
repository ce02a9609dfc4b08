"""The corners of a code in a picture: three dark squares with a light border, whatever is drawn inside them.

Pictures are arrays of brightness, 1 for paper; points are x, y in pixels from the upper left.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from math import dist, log, sqrt
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

Array = NDArray[Any]
Point = tuple[float, float]

FINDER = np.array([(0, 0), (7, 0), (7, 7), (0, 7)], float)
"""The corners of a finder, clockwise, in modules."""
LEAST_SIDE = 9
"""Squares with a side of fewer pixels are not looked at."""
MOST_SHAPES = 80
"""So many shapes are looked at, the largest first."""
STRETCH = 3.2
"""The longest side of a square that is seen askew is no more than so many times the shortest."""
RIM_DARK, BORDER_LIGHT = 0.75, 0.7
"""How much of the rim of a finder is dark, and of the border around it light, at the least."""


class Corners(NamedTuple):
    """Three finders in order, upper left, upper right, lower left, each by its corners as in `FINDER`.

    `apart` is how many modules, about, the middles of two neighbours are apart.
    """

    points: Array
    apart: float

    def around(self, wide: float) -> Corners:
        """The finders whose blocks these squares are, so many modules wide, where their rims hang with others."""
        block = FINDER * wide / 7 + (7 - wide) / 2
        finders = [moved(homography(block, self.points[i : i + 4]), FINDER) for i in (0, 4, 8)]
        return Corners(np.concatenate(finders), self.apart * wide / 7)


class _Square(NamedTuple):
    corners: Array
    area: float
    fits: float


# --- geometry ----------------------------------------------------------------------------------------------------


def homography(plane: Array, seen: Array) -> Array:
    """The 3 x 3 matrix that takes points of a plane to where a camera sees them, by least squares."""
    to_plane, to_seen = _evened(plane), _evened(seen)
    rows = []
    for (x, y), (u, v) in zip(moved(to_plane, plane), moved(to_seen, seen), strict=True):
        rows.append((x, y, 1, 0, 0, 0, -u * x, -u * y, -u))
        rows.append((0, 0, 0, x, y, 1, -v * x, -v * y, -v))
    found: Array = np.linalg.svd(np.array(rows))[2][-1].reshape(3, 3)
    return np.asarray(np.linalg.inv(to_seen) @ found @ to_plane)


def _evened(points: Array) -> Array:
    """The matrix that brings points around the origin, about as far from it as 1."""
    middle = points.mean(0)
    scale = sqrt(2) / max(1e-9, float(np.sqrt(((points - middle) ** 2).sum(1)).mean()))
    return np.array([[scale, 0, -scale * middle[0]], [0, scale, -scale * middle[1]], [0, 0, 1]])


def moved(matrix: Array, points: Array) -> Array:
    """Points, in the last axis of an array, where a homography takes them."""
    there = points @ matrix[:, :2].T + matrix[:, 2]
    return np.asarray(there[..., :2] / there[..., 2:])


def sampled(picture: Array, points: Array) -> Array:
    """The brightness at points, between the middles of pixels; beyond the edge that of the edge."""
    high, wide = picture.shape
    x = np.clip(points[..., 0] - 0.5, 0, wide - 1.001)
    y = np.clip(points[..., 1] - 0.5, 0, high - 1.001)
    left, top = x.astype(np.intp), y.astype(np.intp)
    dx, dy = x - left, y - top
    above = picture[top, left] * (1 - dx) + picture[top, left + 1] * dx
    below = picture[top + 1, left] * (1 - dx) + picture[top + 1, left + 1] * dx
    return np.asarray(above * (1 - dy) + below * dy)


# --- dark shapes -------------------------------------------------------------------------------------------------


class _Runs(NamedTuple):
    """The dark pixels row by row: `start` to `end` of each stretch, and the number of its shape."""

    row: Array
    start: Array
    end: Array
    shape: Array


def _runs(dark: Array) -> _Runs:
    """Dark pixels as shapes that hang together side by side."""
    wide = dark.shape[1]
    edges = np.diff(np.pad(dark, ((0, 0), (1, 1))).astype(np.int8), axis=1)
    row, start = np.nonzero(edges == 1)
    end = np.nonzero(edges == -1)[1]
    first, last = row * (wide + 2) + start, row * (wide + 2) + end
    low = np.searchsorted(last, first + wide + 2, side="right")
    many = np.maximum(np.searchsorted(first, last + wide + 2, side="left") - low, 0)
    upper = np.repeat(np.arange(len(row)), many)
    lower = np.repeat(low, many) + np.arange(many.sum()) - np.repeat(np.cumsum(many) - many, many)
    return _Runs(row, start, end, _joined(len(row), upper, lower))


def _joined(many: int, one: Array, other: Array) -> Array:
    """The numbers of the shapes of runs, of which some pairs touch."""
    shape = np.arange(many)
    while True:
        least, new = np.minimum(shape[one], shape[other]), shape.copy()
        np.minimum.at(new, shape[one], least)
        np.minimum.at(new, shape[other], least)
        while (new != new[new]).any():
            new = new[new]
        if (new == shape).all():
            return np.asarray(np.unique(shape, return_inverse=True)[1])
        shape = new


def _shapes(picture: Array, dark: float) -> Iterator[list[Point]]:
    """The points on the outside of dark shapes that are about as wide as high, the largest first."""
    runs = _runs(picture < dark)
    if not len(runs.row):
        return
    many, most = int(runs.shape.max()) + 1, max(picture.shape)
    left, right, top, bottom = np.full(many, most), np.zeros(many, int), np.full(many, most), np.zeros(many, int)
    for least, value in ((left, runs.start), (top, runs.row)):
        np.minimum.at(least, runs.shape, value)
    for greatest, value in ((right, runs.end), (bottom, runs.row + 1)):
        np.maximum.at(greatest, runs.shape, value)
    wide, high = right - left, bottom - top
    fit = (np.minimum(wide, high) >= LEAST_SIDE) & (np.maximum(wide, high) <= most / 2)
    fit &= (wide < STRETCH * high) & (high < STRETCH * wide)
    chosen = np.nonzero(fit)[0]
    order = np.argsort(runs.shape, kind="stable")
    bounds = np.searchsorted(runs.shape[order], np.arange(many + 1))
    for each in chosen[np.argsort(-(wide * high)[chosen])][:MOST_SHAPES]:
        yield _outside(runs, order[bounds[each] : bounds[each + 1]], int(top[each]), int(high[each]))


def _outside(runs: _Runs, own: Array, top: int, high: int) -> list[Point]:
    """The corners of the first and the last pixel of a shape in each row."""
    left, right = np.full(high, 1 << 30), np.full(high, -1)
    np.minimum.at(left, runs.row[own] - top, runs.start[own])
    np.maximum.at(right, runs.row[own] - top, runs.end[own])
    sides = ((float(x), float(top + y + down)) for y in range(high) for x in (left[y], right[y]) for down in (0, 1))
    return list(sides)


def _hull(points: Sequence[Point]) -> list[Point]:
    ordered = sorted(set(points))
    return [*_half(ordered), *_half(ordered[::-1])]


def _half(points: Sequence[Point]) -> list[Point]:
    kept: list[Point] = []
    for point in points:
        while len(kept) > 1 and _turn(kept[-2], kept[-1], point) <= 0:
            kept.pop()
        kept.append(point)
    return kept[:-1]


def _turn(a: Point, b: Point, c: Point) -> float:
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])


def _area(corners: Sequence[Point] | Array) -> float:
    pairs = ((corners[i - 1], corners[i]) for i in range(len(corners)))
    return sum(float(a[0] * b[1] - b[0] * a[1]) for a, b in pairs) / 2


def _four_sided(hull: list[Point]) -> list[Point] | None:
    """Four corners around a convex shape: sides are left out one by one, each time the one that adds least."""
    corners, without = list(hull), cache(_without)
    while len(corners) > 4:
        turns = zip(range(len(corners)), corners[-1:] + corners, corners, corners[1:] + corners, strict=False)
        ways = [(without(before, a, b, corners[(i + 2) % len(corners)]), i) for i, before, a, b in turns]
        found = [(way, i) for way, i in ways if way]
        if not found:
            return None
        (_, corner), i = min(found)
        corners[i] = corner
        del corners[(i + 1) % len(corners)]
    return corners if len(corners) == 4 else None


def _without(before: Point, a: Point, b: Point, after: Point) -> tuple[float, Point] | None:
    """What leaving out the side from a to b adds, and the corner that is instead of it; None where none can be."""
    one, other = (a[0] - before[0], a[1] - before[1]), (b[0] - after[0], b[1] - after[1])
    across = one[0] * other[1] - one[1] * other[0]
    if abs(across) < 1e-9:
        return None
    along = ((b[0] - a[0]) * other[1] - (b[1] - a[1]) * other[0]) / across
    beyond = ((b[0] - a[0]) * one[1] - (b[1] - a[1]) * one[0]) / across
    if along < 0 or beyond < 0:
        return None
    corner = (a[0] + along * one[0], a[1] + along * one[1])
    return abs(_turn(a, b, corner)) / 2, corner


# --- squares and threes of them ----------------------------------------------------------------------------------


def _squares(picture: Array, dark: float) -> Iterator[_Square]:
    """The dark squares with a dark rim and a light border."""
    for points in _shapes(picture, dark):
        hull = _hull(points)
        corners = _four_sided(hull)
        if corners is None or abs(_area(hull)) < 0.8 * abs(_area(corners)):
            continue
        if _area(corners) < 0:
            corners.reverse()
        sides = [dist(corners[i - 1], corners[i]) for i in range(4)]
        if max(sides) > STRETCH * min(sides):
            continue
        flat = homography(FINDER, np.array(corners))
        rim = float((sampled(picture, moved(flat, _frame(0.5))) < dark).mean())
        border = float((sampled(picture, moved(flat, _frame(-0.5))) >= dark).mean())
        if rim >= RIM_DARK and border >= BORDER_LIGHT:
            yield _Square(np.array(corners), _area(corners), rim + border)


def _frame(inset: float) -> Array:
    """Points all along a finder, so far inside its edge, in modules."""
    along = (np.arange(14) + 0.5) / 2
    near, far = np.full(14, inset), np.full(14, 7 - inset)
    sides = [(along, near), (along, far), (near, along), (far, along)]
    return np.concatenate([np.stack(each, -1) for each in sides])


def corners(picture: Array, dark: float) -> list[Corners]:
    """Threes of squares that may be the finders of a code, the likeliest first; what is darker counts as dark."""
    squares = list(_squares(picture, dark))
    found = [each for one in squares for turn in range(4) for each in _threes(squares, one, turn)]
    return [three for _, three in sorted(found, key=lambda each: each[0])]


def _threes(squares: Sequence[_Square], first: _Square, turn: int) -> Iterator[tuple[float, Corners]]:
    """The threes with a square as the upper left one, turned so; how unlikely each is."""
    own = np.roll(first.corners, -turn, axis=0)
    right, down = _axes(own)
    inward = np.linalg.inv(np.array([right, down]).T)
    places = [inward @ (each.corners.mean(0) - own.mean(0)) for each in squares]
    sized = [0.2 < each.area / first.area < 5 for each in squares]
    beside = [i for i, (x, y) in enumerate(places) if sized[i] and x > 8 and abs(y) < 0.35 * x]
    below = [i for i, (x, y) in enumerate(places) if sized[i] and y > 8 and abs(x) < 0.35 * y]
    for i, j in ((i, j) for i in beside for j in below):
        across = places[i][0] * 2 / (1 + sqrt(squares[i].area / first.area))
        along = places[j][1] * 2 / (1 + sqrt(squares[j].area / first.area))
        if 0.6 < across / along < 1.66:
            uneven = abs(log(across / along)) + 0.3 * abs(log(squares[i].area / squares[j].area))
            points = [own, _turned(squares[i].corners, right, down), _turned(squares[j].corners, right, down)]
            unfit = uneven - 0.5 * (squares[i].fits + squares[j].fits)
            yield unfit, Corners(np.concatenate(points), sqrt(across * along))


def _axes(square: Array) -> tuple[Array, Array]:
    """One module to the right and one down, as the sides of a finder show them."""
    right = (square[1] - square[0] + square[2] - square[3]) / 14
    return right, (square[3] - square[0] + square[2] - square[1]) / 14


def _turned(square: Array, right: Array, down: Array) -> Array:
    """The corners of a square in the order that a neighbour with these axes has."""

    def agrees(turn: int) -> float:
        x, y = _axes(np.roll(square, -turn, axis=0))
        return float(x @ right / np.linalg.norm(right) + y @ down / np.linalg.norm(down))

    return np.roll(square, -max(range(4), key=agrees), axis=0)
