"""Find where each module of a code lies in a picture, on flat or curved paper, by the borders between modules.

The search begins at the corners of the finders and goes on from known places, a few modules at a time. So it needs
neither the insides of the finders nor straight lines.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np

from mapkit.games.minoqaur.squares import FINDER, Array, brightness_at, homography, mapped_points

WINDOW = 5
"""How many modules around a place are used to measure the borders there."""
FINE = 6
"""The number of points of a module that are looked at, in each direction."""
MOST_PLACES = 35
"""The largest number of places, across a code, at which borders are measured."""
UNCLEAR = 0.2
"""Where the borders agree less than this, they count for next to nothing."""
OFF = 0.15
"""A place that lies further, in modules, from where its neighbours suggest counts for less than half."""
EVEN, EVEN_SHARE = 0.15, 0.8
"""Paper counts as flat if this share of places (the second) is within this many modules (the first) of a flat view."""
BAND, TIMED = 10.5, 0.7
"""Borders up to this far from the edge, in modules, along the timing patterns, are looked at first. Only if this share
of the timing modules is as in a code are all others looked at, which takes long."""
AGREED = 0.08
"""How well, on average, borders must lie where they are expected: 1 if all do, 0 if by chance."""
AGREED_ALL = 0.6
"""The same at the end, for clear borders only."""
AGREED_LEVEL = 0.75
"""The same where the paper is assumed to be flat."""


class Mesh(NamedTuple):
    """Where the modules of a code lie in a picture."""

    modules: int
    """How many modules the code is wide and high."""
    flat: Array
    """The view as if the paper lay flat: a 3 x 3 matrix from modules, counted from the upper left, to pixels."""
    shifts: Array
    """By how much the paper departs from that at the points of a grid over the code, in modules, as x and y."""

    def at(self, places: Array) -> Array:
        """The points in the picture, in pixels, of places in modules; x and y are in the last axis."""
        most = len(self.shifts) - 1
        scaled = places / self.modules * most
        first = np.clip(np.floor(scaled), 0, most - 1).astype(np.intp)
        part, x, y = scaled - first, first[..., 0], first[..., 1]
        right, down = part[..., :1], part[..., 1:]
        above = self.shifts[y, x] * (1 - right) + self.shifts[y, x + 1] * right
        below = self.shifts[y + 1, x] * (1 - right) + self.shifts[y + 1, x + 1] * right
        return mapped_points(self.flat, places + above * (1 - down) + below * down)


class _KnownShifts(NamedTuple):
    """Places whose shifts are known, in modules, with x and y in the last axis."""

    places: Array
    shifts: Array
    weights: Array
    """The weight of each shift, in x and in y."""

    def and_(self, other: _KnownShifts) -> _KnownShifts:
        return _KnownShifts(*(np.concatenate(pair) for pair in zip(self, other, strict=True)))

    def of(self, which: Array) -> _KnownShifts:
        return _KnownShifts(*(point[which] for point in self))


class FirstView(NamedTuple):
    """A first guess of how a code lies."""

    modules: int
    """How many modules the code is wide and high."""
    flat: Array
    """The view by its finders alone, as a 3 x 3 matrix."""
    corners: _KnownShifts
    """The corners of the finders, with their shifts from that view."""
    even: Array | None
    """The view by its edges, as a 3 x 3 matrix; None where the paper does not lie flat."""
    timed: float
    """The share of its timing patterns that is right, 0 to 1."""


def first_view(picture: Array, modules: int, finders: Array) -> FirstView | None:
    """A quick first look at the timing patterns; None where no such code can be seen from that side."""
    middles = _middles(modules)
    plane = np.concatenate([FINDER + (middle - 3.5) for middle in middles])
    flat = homography(plane, finders)
    edge = np.array([(0, 0), (modules, 0), (modules, modules), (0, modules)], float)
    depth = edge @ flat[2, :2] + flat[2, 2]
    if (depth * depth[0] <= 0).any():
        return None
    corners = _KnownShifts(plane, mapped_points(np.linalg.inv(flat), finders) - plane, np.full((12, 2), 0.15))
    places, away = _places_to_measure(modules)
    beside = places.min(1) < BAND
    known = _growing(picture, flat, corners, places[beside], away[beside], _step(modules))
    timed = 0.0 if known is None else _alternating(picture, modules, flat, corners.and_(known))
    return None if known is None or timed < TIMED else FirstView(modules, flat, corners, _edge_view(flat, known), timed)


def _edge_view(flat: Array, known: _KnownShifts) -> Array | None:
    """A flat view fitted to two edges, as three finders may misplace the far corner; None for uneven paper."""
    seen, fit = mapped_points(flat, known.places + known.shifts), np.full(len(known.places), True)
    for _ in range(2):
        better = homography(known.places[fit], seen[fit])
        fit = np.abs(mapped_points(np.linalg.inv(better), seen) - known.places).max(1) < EVEN
        if fit.mean() < EVEN_SHARE:
            return None
    return better


def meshes_of(picture: Array, start: FirstView) -> Iterator[Mesh]:
    """The meshes that a code may have: on flat paper, and on curved paper as its borders lead on from the finders."""
    modules, flat, corners, even, _ = start
    places, away = _places_to_measure(modules)
    if even is not None:
        level = _measured(picture, even, places, np.zeros(places.shape), np.zeros((*places.shape, 2)))
        agreed = float((level.weights * np.cos(2 * np.pi * level.shifts)).sum())
        if agreed >= AGREED_LEVEL * float(level.weights.sum()):  # the borders are where the flat view has them
            finders = mapped_points(np.linalg.inv(even), mapped_points(flat, corners.places + corners.shifts))
            yield _mesh(picture, modules, even, corners._replace(shifts=finders - corners.places), level)
    grown = _growing(picture, flat, corners, places, away, _step(modules))
    if grown is not None:
        yield _mesh(picture, modules, flat, corners, grown)


def _mesh(picture: Array, modules: int, flat: Array, corners: _KnownShifts, known: _KnownShifts) -> Mesh:
    """The mesh through measured places; each is measured again where the places around it suggest."""
    for width in (4.0, 3.0):
        expected = _expected(known.places, corners.and_(_with_steadier_weights(known, corners, width)), width)
        known = _measured(picture, flat, known.places, *expected)
    across = round(modules / _step(modules))
    shifts = _expected(_grid(0, modules, across), corners.and_(_with_steadier_weights(known, corners, 3.0)), 2.5)[0]
    return Mesh(modules, flat, shifts.reshape(across + 1, across + 1, 2))


def _middles(modules: int) -> Array:
    return np.array([(3.5, 3.5), (modules - 3.5, 3.5), (3.5, modules - 3.5)])


def _places_to_measure(modules: int) -> tuple[Array, Array]:
    """The places outside the finders at which borders are measured, and the distance of each to the nearest finder."""
    places = _grid(2.5, modules - 2.5, round((modules - 5) / _step(modules)))
    away = np.abs(places[:, None] - _middles(modules)).max(2).min(1)
    free = away > 3.6
    return places[free], away[free]


def _step(modules: int) -> float:
    return max(2.0, modules / MOST_PLACES)


def _grid(first: float, last: float, across: int) -> Array:
    along = np.linspace(first, last, across + 1)
    x, y = np.meshgrid(along, along)
    return np.stack([x.ravel(), y.ravel()], -1)


def _growing(
    picture: Array, flat: Array, corners: _KnownShifts, places: Array, away: Array, step: float
) -> _KnownShifts | None:
    """Measure all places from the finders outwards, each where the places before it suggest.

    None where the borders do not lie as expected, which is so for anything but a code of this size.
    """
    zero = np.zeros(places.shape)
    known, seen, reach = _KnownShifts(places, zero, zero.copy()), np.zeros(len(places), bool), 4.5
    agreed, weight = 0.0, 0.0
    while not seen.all():
        reach += 0.8 * step
        new = (away <= reach) & ~seen
        if new.any():
            expected = _expected(places[new], corners.and_(known.of(seen)), 4.0)
            found = _measured(picture, flat, places[new], *expected)
            known.shifts[new], known.weights[new] = found.shifts, found.weights
            seen |= new
            agreed += float((found.weights * np.cos(2 * np.pi * (found.shifts - expected[0]))).mean(1).sum())
            weight += float(found.weights.mean(1).sum())
            if agreed < AGREED * seen.sum():
                return None
    return known if agreed >= AGREED_ALL * weight else None


def _alternating(picture: Array, modules: int, flat: Array, known: _KnownShifts) -> float:
    """The share of modules in the timing patterns that are darker or lighter than their neighbours as in a code."""
    along = np.arange(7, modules - 7)
    lines = np.array([(along + 0.5, np.full(len(along), 6.5)), (np.full(len(along), 6.5), along + 0.5)])
    middles = lines.transpose(0, 2, 1).reshape(-1, 2)
    shifted = middles + _expected(middles, known, 3.0)[0]
    inner = _grid(-0.25, 0.25, 2)
    bright = brightness_at(picture, mapped_points(flat, shifted[:, None] + inner)).mean(1).reshape(2, -1)
    lighter = bright[:, 1:-1] - (bright[:, :-2] + bright[:, 2:]) / 2
    return float((lighter * np.where(along[1:-1] % 2, 1, -1) > 0).mean())


def _with_steadier_weights(known: _KnownShifts, corners: _KnownShifts, width: float) -> _KnownShifts:
    """The same places with less weight for those that do not lie where their neighbours suggest."""
    expected = _expected(known.places, corners.and_(known), width)[0]
    return known._replace(weights=known.weights / (1 + ((known.shifts - expected) / OFF) ** 2))


def _expected(places: Array, known: _KnownShifts, width: float) -> tuple[Array, Array]:
    """The shifts at places, and how they change there: a plane fitted to those within about `width` modules."""
    apart = [np.subtract.outer(places[:, axis], known.places[:, axis]) for axis in (0, 1)]
    near = np.exp((apart[0] ** 2 + apart[1] ** 2) / (-2 * width**2)) + 1e-9
    to_here = np.tile(np.eye(4), (len(places), 1, 1))
    to_here[:, 1:3, 0] = -places
    shifts, slopes = np.empty((len(places), 2)), np.empty((len(places), 2, 2))
    for axis in (0, 1):
        terms = np.column_stack([np.ones(len(known.places)), known.places, known.shifts[:, axis]])
        products = known.weights[:, axis, None, None] * terms[:, :, None] * terms[:, None]
        sums = to_here @ (near @ products.reshape(-1, 16)).reshape(-1, 4, 4) @ to_here.transpose(0, 2, 1)
        normal = sums[:, :3, :3] + 1e-9 * np.eye(3)
        normal[:, [1, 2], [1, 2]] += 0.3 * sums[:, :1, 0]  # a slope needs evidence
        plane = np.linalg.solve(normal, sums[:, :3, 3:])[..., 0]
        shifts[:, axis], slopes[:, axis] = plane[:, 0], plane[:, 1:]
    return shifts, slopes


def _measured(picture: Array, flat: Array, places: Array, shifts: Array, slopes: Array) -> _KnownShifts:
    """The places with their shifts corrected by the borders between modules around them."""
    along = np.arange(WINDOW * FINE + 1) / FINE - WINDOW / 2
    spots = places + shifts
    middle = mapped_points(flat, spots)
    ways = (1.5 * (slopes[:, :, axis] + np.eye(2)[axis]) for axis in (0, 1))
    # the vectors in the picture, in pixels, of one module to the right and one down
    right, down = ((mapped_points(flat, spots + way) - mapped_points(flat, spots - way)) / 3 for way in ways)
    points = middle[:, None, None] + along[None, None, :, None] * right[:, None, None]
    seen = brightness_at(picture, points + along[None, :, None, None] * down[:, None, None])
    across = (along[:-1] + along[1:]) / 2
    found, weights = shifts.copy(), np.empty(shifts.shape)
    for axis in (0, 1):
        change = np.abs(np.diff(seen, axis=2 - axis)).sum(1 + axis)
        turns = np.exp(2j * np.pi * (across[None] + places[:, axis, None]))  # a whole turn is a whole module
        wave, total = (change * turns).sum(1), change.sum(1)
        clear = np.abs(wave) / np.maximum(total, 1e-9)
        found[:, axis] += np.angle(wave) / (2 * np.pi)
        strong = np.minimum(1, total / (np.median(total) + 1e-9))
        weights[:, axis] = np.where(clear > UNCLEAR, clear, 0.01) * strong
    return _KnownShifts(places, found, weights)
