"""Find codes in pictures without the insides of their finders. Pens are known by their colour; paper may be curved.

Pictures are arrays of height, width and three colours, 0 to 255. The results are only likely; other modules prove
whether they are codes.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache
from math import ceil, floor
from typing import NamedTuple

import numpy as np
from PIL import Image

from mapkit.games.minoqaur import code, mesh
from mapkit.games.minoqaur.mesh import Mesh
from mapkit.games.minoqaur.squares import (
    LEAST_SIDE,
    Array,
    FinderCandidate,
    FinderCorners,
    as_finders,
    brightness_at,
    squares,
    threes,
    unlike,
)
from mapkit.model.grid import Cell

WORKED_ON = 2000
"""A picture whose longer side has more pixels is first made smaller, to this number."""
SIZES = (0.45, 0.3, 0.7, 0.2, 1.0, 0.13)
"""The scales at which finders are sought; at small ones thin lines and grain vanish."""
DARK = (0.5, 0.7, 0.93, 0.35, 0.85)
"""What is darker than this share of the paper may be a dark square: black, faded, or printed in light grey."""
MOST_LAID, MOST_THREES = 60_000, 12
"""The largest number of modules laid over a picture in all attempts together, which takes most of the time; and the
largest number of threes of squares that are tried at the end."""
SURE = 0.85
"""Threes of squares that fit finders at least this well are tried before others are sought."""
LIKELY = 0.75
"""The least share of the timing and alignment patterns that must be as in a code."""
PLAIN = 0.9
"""With this share of them right, no other size is tried."""
COLOURED, PALE = 0.2, 0.8
"""A pen's pixel has colours that differ by the first share of the paper's, and is not as bright as the second."""
SEEN = 0.15
"""A module is unknown if a smaller share of it is seen."""
EXTREME = 0.04
"""The share of the modules around a place that may be darker by far than all others, or lighter."""
BLOCKS = 14
"""The number of blocks along the longer side in which the brightness of the paper is measured."""
WIPES = 12
"""The largest half width of a pen's stroke, in pixels."""


class CodeSight(NamedTuple):
    """A code as it is seen."""

    version: int
    """The version of the code, which gives its size."""
    shades: dict[Cell, str]
    sure: dict[Cell, float]
    """How sure that is, from 0 for unknown to 1."""


class _CodeView(NamedTuple):
    """A picture as brightness."""

    bright: Array
    pens: Array
    """The pixels where pens have drawn."""
    wiped: Array
    """The brightness without the pens."""


def sights(picture: Array) -> Iterator[CodeSight]:
    """The codes that a picture may show, likeliest first, whatever is drawn on finders and the fourth square."""
    if min(picture.shape[:2]) < LEAST_SIDE * 3:
        return
    view = _view(picture)
    left = MOST_LAID
    for three in _threes(view.wiped):
        # the ways a code may lie between these finders; those with the best timing patterns come first
        likely = (three.apart + 7 - 17) / 4
        versions = range(max(1, floor(0.8 * likely - 0.7)), min(40, ceil(1.25 * likely + 0.7)) + 1)
        nearest = sorted(versions, key=lambda version: abs(version - likely))[:5]
        starts = (mesh.first_view(view.wiped, code.size(version), three.points) for version in nearest)
        for start in sorted(filter(None, starts), key=lambda start: -start.timed):
            left -= start.modules**2
            best = 0.0
            for laid in mesh.meshes_of(view.wiped, start):
                sight, fits = _sight_of(view, laid)
                best = max(best, fits)
                if fits >= LIKELY:
                    yield sight
            if left <= 0:
                return
            if best >= PLAIN:
                break


def _resized(picture: Array, factor: float) -> Array:
    """A smaller picture; each pixel is the mean of the pixels that it stands for."""
    high, wide = (max(1, round(many * factor)) for many in picture.shape)
    return np.asarray(Image.fromarray(picture).resize((wide, high), Image.Resampling.BOX)) if factor < 1 else picture


def _view(picture: Array) -> _CodeView:
    """The brightness of a picture; each colour is worked on by itself, which takes a third of the memory."""
    levels = [_lit(picture[..., colour]) for colour in range(3)]
    grey = sum(share * level for share, level in zip((0.299, 0.587, 0.114), levels, strict=True))
    bright = np.maximum.reduce(levels)
    least = most = _blurred(levels.pop())
    while levels:
        soft = _blurred(levels.pop())
        least, most = np.minimum(least, soft), np.maximum(most, soft)
    pens = (most - least > COLOURED) & (grey < PALE)
    return _CodeView(bright, pens, _wiped(bright, pens))


def _lit(colour: Array) -> Array:
    """The brightness of each pixel in one colour, 1 for the paper around it, which the lamp may light unevenly."""
    high, wide = colour.shape
    side = max(high, wide) / BLOCKS
    rows, columns = (np.array_split(np.arange(many), max(1, round(many / side))) for many in (high, wide))
    blocks = [[colour[np.ix_(r[:: 1 + len(r) // 24], c[:: 1 + len(c) // 24])] for c in columns] for r in rows]
    bright = np.array([[np.percentile(block, 90) for block in row] for row in blocks])
    bright = _around(_around(bright).max((2, 3))).mean((2, 3), dtype=np.float32)
    paper = np.asarray(Image.fromarray(bright).resize((wide, high), Image.Resampling.BILINEAR))
    return np.asarray(np.minimum(colour / np.maximum(paper, 1), 1))


def _around(picture: Array) -> Array:
    """For each pixel the nine pixels that are itself and those around it."""
    return np.asarray(np.lib.stride_tricks.sliding_window_view(np.pad(picture, 1, mode="edge"), (3, 3)))


def _blurred(picture: Array) -> Array:
    high, wide = picture.shape
    tall = np.pad(picture, ((1, 1), (0, 0)), mode="edge")
    broad = np.pad((tall[:high] + tall[1:-1] + tall[2:]) / 3, ((0, 0), (1, 1)), mode="edge")
    return np.asarray((broad[:, :wide] + broad[:, 1:-1] + broad[:, 2:]) / 3)


def _wiped(bright: Array, pens: Array) -> Array:
    """The brightness with the strokes of pens filled in from their sides, a pixel further each time."""
    wiped, left = np.pad(bright, 1, mode="edge"), np.pad(pens, 1)
    for _ in range(WIPES):
        inside = left[:-2, 1:-1] & left[2:, 1:-1] & left[1:-1, :-2] & left[1:-1, 2:]
        y, x = (index + 1 for index in np.nonzero(left[1:-1, 1:-1] & ~inside))
        if not len(y):
            break
        known, total = np.zeros(len(y), np.uint8), np.zeros(len(y), bright.dtype)
        for beside in ((y, x + 1), (y, x - 1), (y + 1, x), (y - 1, x)):
            free = ~left[beside]
            known += free
            total += wiped[beside] * free
        wiped[y, x] = total / known
        left[y, x] = False
    return np.ascontiguousarray(wiped[1:-1, 1:-1])


def _threes(bright: Array) -> Iterator[FinderCorners]:
    """Possible threes of finders, each once: likely ones as soon as they are found, the others at the end."""
    found: list[FinderCandidate] = []
    known: list[Array] = []
    for size in SIZES:
        small = _resized(bright, size)
        scale = np.array(bright.shape[::-1]) / np.array(small.shape[::-1])
        new = [square * scale for dark in DARK for square in squares(small, dark)]
        if not new:
            continue
        found = unlike([*found, *as_finders(bright, np.array(new))])
        for three in threes(found):
            if three.fits >= SURE and not _among(known, three.points):
                known.append(three.points)
                yield three
    yield from [three for three in threes(found) if not _among(known, three.points)][:MOST_THREES]


def _among(known: Iterable[Array], points: Array) -> bool:
    """Whether points are about the same as some known ones."""
    near = 0.04 * float(np.abs(points[0] - points[2]).max())
    return any(np.abs(points - other).max() < near for other in known)


def _sight_of(view: _CodeView, laid: Mesh) -> tuple[CodeSight, float]:
    """The modules as they look, and the share of timing, alignment and separators that is as in a code."""
    version = (laid.modules - 17) // 4
    everywhere = np.full((laid.modules, laid.modules), True)
    value, seen = (module.reshape(everywhere.shape) for module in _modules(view, laid, everywhere, 0.7))
    hidden = seen < 0.5  # a pen crosses the middle, so the rim of the module is used
    value[hidden], seen[hidden] = _modules(view, laid, hidden, 0.95)
    drawn_on = _drawn_on(version)
    border, contrast = _borders(value, np.where(drawn_on, 0, seen))
    sure = np.where(seen < SEEN, 0, np.minimum(1, np.abs(value - border) / np.maximum(contrast, 0.02)))
    sure = np.where(hidden, sure * np.minimum(1, 2 * seen), sure)
    dark, alike = value < border, _fixed_shades(version)
    told = (alike >= 0) & ~drawn_on & (sure > 0)
    timing = told & (np.add.outer(np.arange(len(dark)) == 6, np.arange(len(dark)) == 6))
    fits = min(float((dark == alike)[which].mean()) if which.any() else 0.0 for which in (told, timing))
    cells = code.matrix(version).cells()
    taken = np.where(drawn_on, alike, dark).ravel().tolist()
    surely = np.where(drawn_on, 1.0, sure).ravel().tolist()
    shades = {cell: "dark" if is_dark else "light" for cell, is_dark in zip(cells, taken, strict=True)}
    return CodeSight(version, shades, dict(zip(cells, surely, strict=True))), fits


def _modules(view: _CodeView, laid: Mesh, which: Array, part: float) -> tuple[Array, Array]:
    """The brightness of the inner part of some modules where no pen is, and the share of it that no pen hides."""
    along = ((np.arange(7) + 0.5) / 7 - 0.5) * part
    inner = np.stack(np.meshgrid(along, along), -1)
    points = laid.at(np.argwhere(which)[:, None, None, ::-1] + 0.5 + inner)
    free = np.clip(1 - 2 * brightness_at(view.pens, points), 0, 1)
    bright = (brightness_at(view.bright, points) * free).sum((1, 2)) / np.maximum(free.sum((1, 2)), 1e-6)
    return bright, free.mean((1, 2))


def _borders(value: Array, seen: Array) -> tuple[Array, Array]:
    """The threshold between dark and light around each module, and the distance of both from it.

    The modules around are divided into two groups, repeatedly, at the middle between the means of both. The few that
    are darkest or lightest by far, such as one with a black dot on it, count like the next ones.
    """
    reach = 5
    known = np.pad(np.where(seen < SEEN, np.nan, value), reach, constant_values=np.nan)
    around = np.lib.stride_tricks.sliding_window_view(known, (2 * reach + 1, 2 * reach + 1))
    around = np.sort(around.reshape(*value.shape, -1), 2)  # what is not known comes last
    there = ~np.isnan(around)
    many = there.sum(2, keepdims=True)
    low, high = (np.take_along_axis(around, (many * part).astype(np.intp), 2) for part in (EXTREME, 1 - EXTREME))
    around = np.where(there, np.clip(around, low, high), 0)
    border = np.nan_to_num(low + high)[..., 0] / 2
    apart = np.zeros(border.shape)
    for _ in range(6):
        dark = there & (around < border[..., None])
        light = there & ~dark
        means = [(around * shade).sum(2) / np.maximum(shade.sum(2), 1) for shade in (dark, light)]
        both = dark.any(2) & light.any(2)
        border = np.where(both, (means[0] + means[1]) / 2, border)
        apart = np.where(both, (means[1] - means[0]) / 2, 0)
    return border, apart


@lru_cache(maxsize=8)
def _fixed_shades(version: int) -> Array:
    """The modules that are alike in all codes, row by row: 1 dark, 0 light, -1 for all others."""
    fixed, side = code.fixed_modules(version), code.size(version)
    shades = (fixed.get(cell, "") for cell in code.matrix(version).cells())
    return np.array([{"dark": 1, "light": 0}.get(shade, -1) for shade in shades]).reshape(side, side)


@lru_cache(maxsize=8)
def _drawn_on(version: int) -> Array:
    """For each module whether it belongs to a finder or to the lower right alignment pattern, which version 1 lacks."""
    place = np.arange(code.size(version))
    first, last, near = place < 7, place >= len(place) - 7, (place >= len(place) - 9) & (place < len(place) - 4)
    finders = np.outer(first, first) | np.outer(first, last) | np.outer(last, first)
    return finders | (np.outer(near, near) & (_fixed_shades(version) >= 0))
