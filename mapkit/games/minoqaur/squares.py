"""Find the corners of a code in a picture: three dark squares with a light border, whatever is drawn inside them.

Pictures are arrays of brightness, 1 for paper; points are x, y in pixels from the upper left.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from itertools import product
from math import dist, log, sqrt
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

Array = NDArray[Any]
Point = tuple[float, float]

FINDER = np.array([(0, 0), (7, 0), (7, 7), (0, 7)], float)
"""The corners of a finder, clockwise, in modules."""
LEAST_SIDE = 9
"""Squares with a shorter side, in pixels, are not looked at."""
MOST_SHAPES = 80
"""The largest number of shapes that are looked at, the largest shapes first."""
STRETCH = 3.2
"""By how much the longest side of a square, seen askew, may exceed its shortest side, as a factor."""
RIM_DARK, BORDER_LIGHT = 0.75, 0.7
"""The least share of a finder's rim that is dark, and of the border around it that is light."""
FAINT = 0.06
"""If light and dark differ by a smaller share of the paper's brightness, a finder fits only by chance."""
BLOCK = 3.15
"""The apparent width, in modules, of the inner block of a finder."""
MOST_SQUARES = 40
"""The largest number of squares that are tried as finders, the best ones first."""
FINE_SIDE = 21
"""Finders with a shorter side, in pixels, are less likely: single modules that are drawn with lines look like them."""


class FinderCorners(NamedTuple):
    """Three finders in order: upper left, upper right, lower left."""

    points: Array
    """The corners of each, in pixels, in the order of `FINDER`."""
    apart: float
    """The approximate number of modules between the middles of two neighbours."""
    fits: float
    """How much the three look like finders, 1 at best."""


class FinderCandidate(NamedTuple):
    """A square in a picture that may be the finder of a code."""

    corners: Array
    """Its corners in pixels, clockwise."""
    area: float
    """Its area, in pixels."""
    fits: float
    """How well a finder fits there, 1 at best."""


# --- geometry ----------------------------------------------------------------------------------------------------


def homography(plane: Array, seen: Array) -> Array:
    """The 3 x 3 matrix that maps points of a plane to where a camera sees them, by least squares."""
    to_plane, to_seen = _normalizing(plane), _normalizing(seen)
    rows = []
    for (x, y), (u, v) in zip(mapped_points(to_plane, plane), mapped_points(to_seen, seen), strict=True):
        rows.append((x, y, 1, 0, 0, 0, -u * x, -u * y, -u))
        rows.append((0, 0, 0, x, y, 1, -v * x, -v * y, -v))
    whole = len(rows) < 9  # else the whole of it is as large as the square of the rows, and of no use
    found: Array = np.linalg.svd(np.array(rows), full_matrices=whole)[2][-1].reshape(3, 3)
    return np.asarray(np.linalg.inv(to_seen) @ found @ to_plane)


def _normalizing(points: Array) -> Array:
    """The matrix that moves and scales points so that they lie around the origin at a distance of about 1."""
    middle = points.mean(0)
    scale = sqrt(2) / max(1e-9, float(np.sqrt(((points - middle) ** 2).sum(1)).mean()))
    return np.array([[scale, 0, -scale * middle[0]], [0, scale, -scale * middle[1]], [0, 0, 1]])


def mapped_points(matrix: Array, points: Array) -> Array:
    """The images of points under a homography; x and y are in the last axis of the array."""
    there = points @ matrix[:, :2].T + matrix[:, 2]
    return np.asarray(there[..., :2] / there[..., 2:])


def brightness_at(picture: Array, points: Array) -> Array:
    """The brightness at points, interpolated between the middles of pixels; beyond the edge that of the edge."""
    high, wide = picture.shape
    x = np.clip(points[..., 0] - 0.5, 0, wide - 1.001)
    y = np.clip(points[..., 1] - 0.5, 0, high - 1.001)
    left, top = x.astype(np.intp), y.astype(np.intp)
    dx, dy = x - left, y - top
    flat, here = picture.ravel(), top * wide + left
    above = flat.take(here) * (1 - dx) + flat.take(here + 1) * dx
    below = flat.take(here + wide) * (1 - dx) + flat.take(here + wide + 1) * dx
    return np.asarray(above * (1 - dy) + below * dy)


# --- dark shapes -------------------------------------------------------------------------------------------------


def _joined(many: int, one: Array, other: Array) -> Array:
    """The number of the shape of each run, given the pairs of runs that touch."""
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
    """The outer points of dark shapes that are about as wide as high, the largest first."""
    # the stretches of dark pixels, row by row; those that touch, side by side, are of one shape
    line = picture.shape[1] + 2
    edges = np.diff(np.pad(picture < dark, ((0, 0), (1, 1))).astype(np.int8), axis=1)
    (row, start), end = np.nonzero(edges == 1), np.nonzero(edges == -1)[1]
    if not len(row):
        return
    first, last = row * line + start, row * line + end
    low = np.searchsorted(last, first + line, side="right")
    touching = np.maximum(np.searchsorted(first, last + line, side="left") - low, 0)
    upper = np.repeat(np.arange(len(row)), touching)
    lower = np.repeat(low - np.cumsum(touching) + touching, touching) + np.arange(touching.sum())
    shapes = _joined(len(row), upper, lower)
    many, most = int(shapes.max()) + 1, max(picture.shape)
    left, right, top, bottom = np.full(many, most), np.zeros(many, int), np.full(many, most), np.zeros(many, int)
    for least, value in ((left, start), (top, row)):
        np.minimum.at(least, shapes, value)
    for greatest, value in ((right, end), (bottom, row + 1)):
        np.maximum.at(greatest, shapes, value)
    wide, high = right - left, bottom - top
    fit = (np.minimum(wide, high) >= LEAST_SIDE) & (np.maximum(wide, high) <= most / 2)
    fit &= (wide < STRETCH * high) & (high < STRETCH * wide)
    chosen = np.nonzero(fit)[0]
    order = np.argsort(shapes, kind="stable")
    bounds = np.searchsorted(shapes[order], np.arange(many + 1))
    for shape in chosen[np.argsort(-(wide * high)[chosen])][:MOST_SHAPES]:
        own, above = order[bounds[shape] : bounds[shape + 1]], int(top[shape])
        # the corners of the first and the last pixel in each row
        least, greatest = np.full(int(high[shape]), 1 << 30), np.full(int(high[shape]), -1)
        np.minimum.at(least, row[own] - above, start[own])
        np.maximum.at(greatest, row[own] - above, end[own])
        ends = zip(least, greatest, strict=True)
        yield [(float(x), float(above + y + down)) for y, pair in enumerate(ends) for x in pair for down in (0, 1)]


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
    """Four corners around a convex shape: sides are removed one by one, each time the one that adds the least area."""
    corners, without = list(hull), cache(_removing_side)
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


def _removing_side(before: Point, a: Point, b: Point, after: Point) -> tuple[float, Point] | None:
    """The area that removing the side from a to b adds, and the corner in its place; None where that is impossible."""
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


# --- squares -----------------------------------------------------------------------------------------------------


def squares(picture: Array, dark: float) -> Iterator[Array]:
    """The corners of squares with a dark rim and a light border; brightness below `dark` counts as dark."""
    for points in _shapes(picture, dark):
        ordered = sorted(set(points))
        hull = [*_half(ordered), *_half(ordered[::-1])]
        corners = _four_sided(hull)
        if corners is None or abs(_area(hull)) < 0.8 * abs(_area(corners)):
            continue
        if _area(corners) < 0:
            corners.reverse()
        sides = [dist(corners[i - 1], corners[i]) for i in range(4)]
        if max(sides) > STRETCH * min(sides):
            continue
        flat = homography(FINDER, np.array(corners))
        rim = float((brightness_at(picture, mapped_points(flat, _frame(0.5, 14))) < dark).mean())
        border = float((brightness_at(picture, mapped_points(flat, _frame(-0.5, 14))) >= dark).mean())
        if rim >= RIM_DARK and border >= BORDER_LIGHT:
            yield np.array(corners)


def _frame(inset: float, many: int) -> Array:
    """Points along the sides of a finder, `many` on each side, `inset` modules inside its edge."""
    along = inset + (np.arange(many) + 0.5) / many * (7 - 2 * inset)
    near, far = np.full(many, inset), np.full(many, 7 - inset)
    sides = [(along, near), (along, far), (near, along), (far, along)]
    return np.concatenate([np.stack(side, -1) for side in sides])


def as_finders(picture: Array, found: Array) -> list[FinderCandidate]:
    """The finders whose outlines or inner blocks some squares may be, adjusted to the picture.

    In a reduced picture a corner is some pixels off. Where the rim of a finder touches other walls, as on our own
    sheets, only its block is found. `found` has n squares of 4 corners each.
    """
    middles = found.mean(1, keepdims=True)
    outlines = np.concatenate([found, middles + (found - middles) * 7 / BLOCK])
    fits = _fits(picture, outlines)
    for step, ways in _STEPS:
        axes = np.stack(_axes(outlines.swapaxes(0, 1)), 1)
        tried = outlines[:, None] + step * (ways @ axes[:, None])
        all_fit = _fits(picture, tried)
        best = all_fit.argmax(1)[:, None]
        outlines = np.take_along_axis(tried, best[..., None, None], 1)[:, 0]
        fits = np.take_along_axis(all_fit, best, 1)[:, 0]
    areas = [max(0.0, _area(outline)) for outline in outlines]
    sized = (min(1.0, sqrt(area) / FINE_SIDE) for area in areas)
    return [FinderCandidate(*measures) for measures in zip(outlines, areas, (fits * [*sized]).tolist(), strict=True)]


def _ways() -> tuple[Array, Array]:
    """The moves that the corners of a square may make, as x and y in modules: sides and the whole, or one corner."""
    sides = [((0, 3), 0), ((1, 2), 0), ((0, 1), 1), ((3, 2), 1), ((0, 1, 2, 3), 0), ((0, 1, 2, 3), 1)]
    ones = [((corner,), axis) for corner in range(4) for axis in (0, 1)]
    made = []
    for moves in (sides, ones):
        ways = np.zeros((2 * len(moves) + 1, 4, 2))  # the last move is to stay
        for i, (moving, axis) in enumerate(moves):
            ways[2 * i, moving, axis], ways[2 * i + 1, moving, axis] = 1, -1
        made.append(ways)
    return made[0], made[1]


_WHOLE, _BENT = _ways()
_STEPS = (*((1.0, _WHOLE),) * 3, *((0.5, _WHOLE),) * 3, *((0.25, _WHOLE),) * 3, *((0.25, _BENT),) * 2,
          *((0.12, _WHOLE),) * 3, *((0.12, _BENT),) * 8)  # fmt: skip


def _weights(*insets: float) -> Array:
    """The weights of the corners of a square at points of it, along frames so many modules inside its edge."""
    x, y = np.concatenate([_frame(inset, 6) for inset in insets]).T / 7
    return np.stack([(1 - x) * (1 - y), x * (1 - y), x * y, (1 - x) * y], -1)


_LIGHT, _DARK = _weights(-0.7, -0.45, -0.2, 1.2, 1.5), _weights(0.2, 0.5, 0.8)


def _fits(picture: Array, outlines: Array) -> Array:
    """How well finders fit outlines of 4 corners: 1 where rims are dark and what is beside them light, 0 by chance.

    The threshold is the middle between light and dark, so thin lines, however dark, count for little.
    """
    dark, light = (brightness_at(picture, weights @ outlines) for weights in (_DARK, _LIGHT))
    low, high = (np.median(each, -1, keepdims=True) for each in (dark, light))
    inked, bare = (
        np.clip((2 * each - low - high) / np.maximum(high - low, FAINT), -1, 1).mean(-1) for each in (dark, light)
    )
    return np.asarray((bare - inked) / 2)


def unlike(found: Iterable[FinderCandidate]) -> list[FinderCandidate]:
    """At most `MOST_SQUARES` squares, the best first; of squares in the same place only the one that fits best."""
    kept: list[FinderCandidate] = []
    for finder_candidate in sorted(found, key=lambda candidate: -candidate.fits):
        middle, side = finder_candidate.corners.mean(0), sqrt(finder_candidate.area)
        # the difference between the middles or the sides of two squares, whichever is larger, in pixels
        apart = (max(*np.abs(middle - o.corners.mean(0)), abs(side - sqrt(o.area))) for o in kept)
        if side and all(pixels > 0.04 * side for pixels in apart):
            kept.append(finder_candidate)
        if len(kept) == MOST_SQUARES:
            break
    return kept


# --- threes of squares -------------------------------------------------------------------------------------------


def threes(found: Sequence[FinderCandidate]) -> list[FinderCorners]:
    """Threes of squares that may be the finders of a code, likeliest first."""
    made = list[tuple[float, FinderCorners]]()  # each with how unlikely it is
    for first, turn in product(found, range(4)):  # the upper left one, turned so often
        own = np.roll(first.corners, -turn, axis=0)
        right, down = _axes(own)
        inward = np.linalg.inv(np.array([right, down]).T)
        places = [inward @ (candidate.corners.mean(0) - own.mean(0)) for candidate in found]
        sized = [0.2 < candidate.area / first.area < 5 for candidate in found]
        beside = [i for i, (x, y) in enumerate(places) if sized[i] and x > 8 and abs(y) < 0.35 * x]
        below = [i for i, (x, y) in enumerate(places) if sized[i] and y > 8 and abs(x) < 0.35 * y]
        for i, j in product(beside, below):
            across = places[i][0] * 2 / (1 + sqrt(found[i].area / first.area))
            along = places[j][1] * 2 / (1 + sqrt(found[j].area / first.area))
            if 0.6 < across / along < 1.66:
                uneven = abs(log(across / along)) + 0.3 * abs(log(found[i].area / found[j].area))
                points = [own, _turned(found[i].corners, right, down), _turned(found[j].corners, right, down)]
                fits = min(candidate.fits for candidate in (first, found[i], found[j]))
                three = FinderCorners(np.concatenate(points), sqrt(across * along), fits)
                made.append((0.2 * uneven - fits, three))
    return [three for _, three in sorted(made, key=lambda ranked: ranked[0])]


def _axes(square: Array) -> tuple[Array, Array]:
    """The vectors, in pixels, of one module to the right and one down, by the sides of a finder."""
    right = (square[1] - square[0] + square[2] - square[3]) / 14
    return right, (square[3] - square[0] + square[2] - square[1]) / 14


def _turned(square: Array, right: Array, down: Array) -> Array:
    """The corners of a square in the same order as in a neighbour with these axes."""

    def agrees(turn: int) -> float:
        x, y = _axes(np.roll(square, -turn, axis=0))
        return float(x @ right / np.linalg.norm(right) + y @ down / np.linalg.norm(down))

    return np.roll(square, -max(range(4), key=agrees), axis=0)
