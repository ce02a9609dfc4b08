"""Read the signs in cells: by the drawer's own samples, and by strokes of many letters that mapkit brings along."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from typing import NamedTuple

import cv2
import numpy as np

from mapkit.model import resources
from mapkit.paper.photo_pages import NUMBER, RIM
from mapkit.photos.marks import SCALE, Pixels

SIDE, _DRAWN = 32, 24
"""The side of the picture of a sign whose features are taken, and the longest side of the sign in it, in pixels."""
_SPECK = 0.35
"""The area of a speck that is no part of a sign, in mm²."""
_THIN = 0.09
"""The thickest stroke along the edge of a cell that counts as a wall's and not a sign's, in sides of the cell."""
_THIN_ALONE = 1.2
"""The same where no numbers stand beside signs, in mm, if that is more."""
_ZONES, _DIRECTIONS = 5, 8
"""The rows and columns of zones in which directions of edges are counted, and the number of directions."""
_INKED_ZONE, _BARE_ZONES = 0.02, 3
"""The share of a zone that is inked from which on it counts, and how many zones may be bare along the edges of a
filled cell, and how many in its middle."""
OF_STROKES = 1.25
"""How many times farther a brought stroke counts than a sample of the drawer at the same distance."""


class CellSign(NamedTuple):
    """A sign in a cell, as pictures of its parts."""

    whole: Pixels | None
    """All ink of the cell; None in an empty one."""
    main: Pixels | None = None
    """What stands outside the small box; None where the box is empty."""
    number: Pixels | None = None
    """What stands in the small box; None where it is empty."""


class RankedSign(NamedTuple):
    """What a picture may show."""

    sign: str
    other: str
    distance: float
    """How far the best is from the picture."""
    ratio: float
    """How much nearer the best is than the next, from 0 to 1; a small number is sure."""


def parts(dark: Pixels, inked: float, numbered: bool) -> CellSign:
    """The sign in a cell, of which every point has its darkness; what is darker than `inked` is ink.

    Where a spot of ink reaches from the sign into the small box for a number, it is cut at the box.
    """
    side = dark.shape[0]
    thin = _THIN * side if numbered else max(_THIN * side, _THIN_ALONE * SCALE)
    number, of, stats, middles = cv2.connectedComponentsWithStats((dark > inked).astype(np.uint8), connectivity=8)
    kept, small = list[int](), list[int]()
    # the edges of the small box for a number, in a cell whose rim is left out
    edges = (NUMBER.x, NUMBER.y, NUMBER.right, NUMBER.bottom)
    x, y, right, low = (round((edge - RIM) * (side / (1 - 2 * RIM))) for edge in edges)
    off = 0.08 * side
    for label in range(1, number):
        left, top, wide, high, area = (int(value) for value in stats[label])
        # a spot along the edge of the cell that is as thin as this is a wall
        is_level = high < thin and (top <= 1 or top + high >= side - 1)
        is_upright = wide < thin and (left <= 1 or left + wide >= side - 1)
        if area < _SPECK * SCALE * SCALE or is_level or is_upright:
            continue
        middle_x, middle_y = middles[label]
        within = x - off <= middle_x <= right + off and y - off <= middle_y <= low + off
        larger = left < x - 1.5 * off or top < y - 1.5 * off or wide >= 0.4 * side or high >= 0.45 * side
        (small if within and not larger else kept).append(label)
    every = np.isin(of, [*kept, *small])
    whole = _cut(dark, every)
    if whole is None or not numbered:
        return CellSign(whole)
    boxed = np.isin(of, small)
    if not small:
        boxed[y:low, x:right] = every[y:low, x:right]
    if boxed.sum() < _SPECK * SCALE * SCALE or not kept:
        return CellSign(whole)
    return CellSign(whole, _cut(dark, every & ~boxed), _cut(dark, boxed))


def is_filled(dark: Pixels, inked: float) -> bool:
    """Whether ink lies nearly all over a cell, within walls, as where somebody hatched or blackened it.

    A large ring lies along the edges, too, but leaves the middle bare.
    """
    rim = round(_THIN * dark.shape[0])
    inside = (dark[rim:-rim, rim:-rim] > inked).astype(np.float32)
    shares = cv2.resize(inside, (_ZONES, _ZONES), interpolation=cv2.INTER_AREA)
    around = np.concatenate([shares[0], shares[-1], shares[1:-1, 0], shares[1:-1, -1]])
    return all((zones <= _INKED_ZONE).sum() <= _BARE_ZONES for zones in (around, shares[1:-1, 1:-1]))


def sample(dark: Pixels, inked: float) -> Pixels | None:
    """The sign in a box for a sample; None where that is empty."""
    number, of, stats, _ = cv2.connectedComponentsWithStats((dark > inked).astype(np.uint8), connectivity=8)
    kept = [label for label in range(1, number) if stats[label, cv2.CC_STAT_AREA] >= _SPECK * SCALE * SCALE]
    return _cut(dark, np.isin(of, kept))


def _cut(dark: Pixels, mask: Pixels) -> Pixels | None:
    """The picture of some ink, as large as it fits into a square; None where there is none."""
    if not mask.any():
        return None
    rows, columns = np.flatnonzero(mask.any(1)), np.flatnonzero(mask.any(0))
    top, low, left, right = rows[0], rows[-1] + 1, columns[0], columns[-1] + 1
    near = cv2.dilate(mask.astype(np.uint8), np.ones((3, 3), np.uint8))
    return fitted((dark * near)[top:low, left:right])


def fitted(picture: Pixels) -> Pixels:
    """A picture of a sign, as large as it fits into the middle of a square."""
    high, wide = picture.shape
    scale = _DRAWN / max(high, wide)
    shrunk = (picture / max(float(picture.max()), 1e-6)).astype(np.float32)
    size = max(1, round(wide * scale)), max(1, round(high * scale))
    way = cv2.INTER_AREA if scale < 1 else cv2.INTER_LINEAR
    resized = cv2.resize(shrunk, size, interpolation=way)
    square = np.zeros((SIDE, SIDE), np.float32)
    x, y = (SIDE - size[0]) // 2, (SIDE - size[1]) // 2
    square[y : y + size[1], x : x + size[0]] = resized
    return square


def features(pictures: Sequence[Pixels]) -> Pixels:
    """Of each picture, how many edges run in which direction in each zone, and where its ink is; rows of numbers."""
    found = list[Pixels]()
    for picture in pictures:
        seen = cv2.GaussianBlur(picture, (0, 0), 1.0)
        across, down = cv2.Sobel(seen, cv2.CV_32F, 1, 0), cv2.Sobel(seen, cv2.CV_32F, 0, 1)
        strength, angle = np.hypot(across, down), np.mod(np.arctan2(down, across), np.pi) / np.pi * _DIRECTIONS
        first = np.floor(angle).astype(int)
        after = angle - first
        zones = []
        for direction in range(_DIRECTIONS):
            share = (first % _DIRECTIONS == direction) * (1 - after) + ((first + 1) % _DIRECTIONS == direction) * after
            zones.append(_in_zones((strength * share).astype(np.float32)))
        edges, ink = np.sqrt(np.concatenate(zones)), np.sqrt(_in_zones(seen))
        both = [edges / (np.linalg.norm(edges) + 1e-6), 0.5 * ink / (np.linalg.norm(ink) + 1e-6)]
        found.append(np.concatenate(both))
    return np.stack(found)


def _in_zones(layer: Pixels) -> Pixels:
    """The sums of a layer in its zones, each with a part of its neighbours."""
    soft = cv2.GaussianBlur(layer, (0, 0), SIDE / _ZONES / 3)
    return np.asarray(cv2.resize(soft, (_ZONES, _ZONES), interpolation=cv2.INTER_AREA)).ravel()


@cache
def _strokes() -> tuple[Sequence[str], Pixels, Pixels]:
    """What mapkit brings along, made by `benchmarks.strokes`: signs, and a point for each.

    The projection between them turns features into numbers in which one sign by many hands is alike.
    """
    with np.load(resources.path("marks", "strokes.npz")) as kept:
        signs = [str(sign) for sign in kept["signs"]]
        return signs, kept["projection"].astype(np.float32), kept["points"].astype(np.float32)


class Reader:
    """Tells signs by the samples of one drawer, and by strokes of others for signs without samples."""

    def __init__(self, samples: Mapping[str, Sequence[Pixels]], signs: Sequence[str]) -> None:
        brought, _, points = _strokes()
        chosen = [at for at, sign in enumerate(brought) if sign in signs]
        self._signs = [brought[at] for at in chosen]
        self._points, self._far = points[chosen], np.full(len(chosen), OF_STROKES)
        own = [(sign, picture) for sign, pictures in samples.items() if sign in signs for picture in pictures]
        varied = [(sign, picture) for sign, each in own for picture in _varied(each)]
        if varied:
            self._signs += [sign for sign, _ in varied]
            self._points = np.vstack([self._points, _placed([picture for _, picture in varied])])
            self._far = np.concatenate([self._far, np.ones(len(varied))])

    def distances(self, picture: Pixels) -> Mapping[str, float]:
        """How far each sign is from a picture, the nearest first."""
        away = np.linalg.norm(self._points - _placed([picture]), axis=1) * self._far
        nearest = dict[str, float]()
        for at in np.argsort(away):
            nearest.setdefault(self._signs[at], float(away[at]))
        return nearest


def ranked(distances: Mapping[str, float]) -> RankedSign:
    (best, first), (other, second) = (*sorted(distances.items(), key=lambda item: item[1]), ("", 1e9), ("", 1e9))[:2]
    return RankedSign(best, other, first, first / max(second, 1e-6))


def _placed(pictures: Sequence[Pixels]) -> Pixels:
    return np.asarray(features(pictures) @ _strokes()[1])


def _varied(picture: Pixels) -> list[Pixels]:
    """A sample, and what it would look like a little turned, slanted, wider or higher."""
    middle = SIDE / 2
    found = [picture]
    for turn in (-0.14, 0.0, 0.14):
        for slant in (-0.15, 0.15):
            for wide in (0.88, 1.12):
                linear = np.array([[wide * np.cos(turn), slant - np.sin(turn)], [np.sin(turn), np.cos(turn) / wide]])
                shift = middle - linear @ (middle, middle)
                seen = cv2.warpAffine(picture, np.hstack([linear, shift[:, None]]), (SIDE, SIDE))
                rows, columns = np.flatnonzero((seen > 0.25).any(1)), np.flatnonzero((seen > 0.25).any(0))
                found.append(fitted(seen[rows[0] : rows[-1] + 1, columns[0] : columns[-1] + 1]))
    return found
