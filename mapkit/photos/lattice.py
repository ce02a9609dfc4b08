"""Squared paper without marks: a board is laid flat by its four corners, and its lines are fitted to what is drawn."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

import cv2
import numpy as np

from mapkit.grid import Square
from mapkit.pages.board import Panel
from mapkit.pages.photo_frame import Frame
from mapkit.photos import finding, ink
from mapkit.photos.finding import Pixels
from mapkit.settings import BadSetting
from mapkit.sheet import Box

Corner = tuple[float, float]
"""A point of a photo in pixels: x from the left, y from the top."""
_RIM, _LONGEST, _TILE = 6.0, 160.0, 20.0
"""The room around the board, the longest side of it, and the largest tile, in mm of the page that is laid flat."""
_REACHES = (0.35, 0.2, 0.12)
"""How far from its place a line is looked for each time, in sides of a cell."""
_FAINT = 0.04
"""How much darker than what is beside it a line must be to count."""
APART = 0.12
"""How much darker ink must be than the lines of the paper."""
_SEARCHED, _INKED, _JOINED = 1000, (0.2, 0.35, 0.5), (1, 8, 25)
"""The longest side of a photo in which a board is looked for; from which darkness on a point is ink there; and how near
spots belong together, in pixels."""
_LEAST, _SAME = 0.2, 12.0
"""The least side of a board, as a share of the photo's, and how near corners are the same ones, in pixels."""
_ASIDE, _NEAR, _LONG = 0.4, 0.13, 0.88
"""How far beside its place long lines are looked for, how near they are in place, in sides of a cell, and how much of
the border they cover."""
_LINES, _AS_LIGHT = 0.5, 0.7
"""How many lines count as out of place in every case, since few lines prove little; how light paper beside paper is."""
FITS, CLEAR = 0.82, 0.88
"""How well a board fits that was found, and how well one fits beside which no other is looked for."""
_FLAT = 0.005
"""The least area of a corner of a board, as a share of the photo."""


class Laid(NamedTuple):
    """A board on squared paper, laid flat."""

    flat: Pixels
    """Rows of red, green and blue."""
    board: Panel
    """Where its cells lie, in mm."""
    frame: Frame
    """The board with room around it; it has no marks."""
    corners: tuple[Corner, ...]
    """The corners of the board in the photo, as its lines tell."""


def lay(pixels: Pixels, corners: Sequence[Corner], grid: Square) -> Laid:
    """The board whose corners lie there in a photo, clockwise from its upper left one, with its lines put straight."""
    tile = min(_TILE, _LONGEST / max(grid.columns, grid.rows))
    wide, high = grid.columns * tile, grid.rows * tile
    frame = Frame(Box(_RIM, _RIM, wide, high), (), (), wide + 2 * _RIM, high + 2 * _RIM)
    board = Panel(grid, range(grid.columns), range(grid.rows), _RIM, _RIM, tile)
    known = np.array([(_RIM, _RIM), (_RIM + wide, _RIM), (_RIM + wide, _RIM + high), (_RIM, _RIM + high)], np.float32)
    view = cv2.getPerspectiveTransform(known, np.array(corners, np.float32))
    bend = np.zeros((6, 2))

    def photo_points(points: Pixels) -> Pixels:
        return finding.in_view(view, points + finding.squares(points, frame) @ bend)

    for reach in _REACHES:
        flat = finding.laid(pixels, frame, photo_points)
        bend = bend + _bend(_any_darkness(flat), board, frame, reach)
    seen = tuple((float(x), float(y)) for x, y in photo_points(known.astype(float)))
    return Laid(finding.laid(pixels, frame, photo_points), board, frame, seen)


def within(corners: Sequence[Corner], size: tuple[int, int], pixels: Pixels) -> Sequence[Corner]:
    """Corners in pixels of a file of that size, as points of its photo as it is opened.

    Raises BadSetting where they are not four corners of a board, clockwise.
    """
    wide, high = size
    for x, y in corners:
        if not (0 <= x <= wide and 0 <= y <= high):
            raise BadSetting(f"corner {x:.0f},{y:.0f} lies outside of the photo, which has {wide}x{high} pixels")
    turns = [_turn(*(corners[(at + i) % 4] for i in range(3))) for at in range(4)]
    if all(turn < 0 for turn in turns):
        raise BadSetting("the corners run counterclockwise; name them clockwise from the upper left one of the board")
    if min(turns) <= _FLAT * wide * high:
        raise BadSetting("the corners are those of no board; name all four, clockwise from its upper left one")
    factor = pixels.shape[1] / wide
    return [(x * factor, y * factor) for x, y in corners]


def _turn(one: Corner, two: Corner, three: Corner) -> float:
    """Twice the area of a triangle in pixels; more than 0 where it runs clockwise."""
    return (two[0] - one[0]) * (three[1] - two[1]) - (two[1] - one[1]) * (three[0] - two[0])


# --- where a board may be ----------------------------------------------------------------------------------------


def guesses(pixels: Pixels) -> Sequence[Sequence[Corner]]:
    """The corners of what may be a board in a photo: large drawings, each with the four sides that enclose it."""
    factor = max(pixels.shape[:2]) / _SEARCHED
    small = cv2.resize(pixels, None, fx=1 / factor, fy=1 / factor, interpolation=cv2.INTER_AREA)
    dark = ink.darkness(small.min(-1), _SEARCHED // 24)
    found = list[Pixels]()
    for inked in _INKED:
        for reach in _JOINED:
            for quad in _quads((dark > inked).astype(np.uint8), reach):
                if all(float(np.abs(quad - each).max()) > _SAME for each in found):
                    found.append(quad)
    return [[(float(x) * factor, float(y) * factor) for x, y in quad] for quad in found]


def _quads(inked: Pixels, reach: int) -> Iterator[Pixels]:
    """The four sides around each large group of spots that lie no farther apart than twice the reach."""
    _, of, stats, _ = cv2.connectedComponentsWithStats(cv2.dilate(inked, np.ones((2 * reach + 1,) * 2, np.uint8)))
    for at, (_, _, wide, high, _) in enumerate(stats):
        if at and min(wide, high) > _LEAST * min(inked.shape):
            y, x = np.nonzero((of == at) & (inked > 0))
            hull = cv2.convexHull(np.stack([x, y], 1).astype(np.int32))
            if len(hull) > 3 and len(quad := cv2.approxPolyN(hull, 4).reshape(-1, 2)) == 4:
                yield _from_upper_left(quad)


def _from_upper_left(quad: Pixels) -> Pixels:
    """Four corners clockwise, the one first that lies most to the upper left."""
    if _turn(*(tuple(each) for each in quad[:3])) < 0:
        quad = quad[::-1]
    return np.roll(quad, -int(quad.sum(1).argmin()), axis=0)


def fit(laid: Laid, dark: Pixels, inked: float) -> float:
    """How well a board fits the ink: the share of its outer wall that is drawn, and of long lines that lie in place.

    Where another thing than paper lies beside the board, such as a table, it is the page and no board: 0.
    """
    if not _paper_around(laid):
        return 0.0
    tile, grid = laid.board.tile, laid.board.grid
    on, lines, outer = 0.0, 0.0, list[float]()
    for line in ink.lines(laid.board):
        strip = ink.strip(dark, laid.board, line, 2 * _ASIDE)
        long = (strip > inked).mean(1) > _LONG
        near = np.abs(np.arange(len(strip)) - len(strip) // 2) <= _NEAR * tile * finding.SCALE
        if grid.step(line.cell, line.side) is None:
            outer.append(float((strip[near] > inked).any(0).mean()))
        else:
            on, lines = on + bool((long & near).any()), lines + bool(long.any())
    return float(np.mean(outer)) * on / (lines + _LINES)


def _paper_around(laid: Laid) -> bool:
    """Whether what lies beside the board is about as light as the board."""
    light, rim = laid.flat.max(-1), round((finding.MARGIN + _RIM) * finding.SCALE)
    near, far = light[rim:-rim, rim:-rim], rim // 2
    sides = (light[:far], light[-far:], light[:, :far], light[:, -far:])
    inner = (near[:rim], near[-rim:], near[:, :rim], near[:, -rim:])
    return all(np.median(out) > _AS_LIGHT * np.median(each) for out, each in zip(sides, inner, strict=True))


# --- lines -------------------------------------------------------------------------------------------------------


def _any_darkness(flat: Pixels) -> Pixels:
    """How dark each point is in that colour in which it is darkest, so that lines of every colour count."""
    return ink.darkness(flat.min(-1))


def _bend(dark: Pixels, board: Panel, frame: Frame, reach: float) -> Pixels:
    """How far the lines lie beside their places all over the page, as squares tell; stray lines count little."""
    found: tuple[list[tuple[float, float, float, float]], ...] = ([], [])
    for line in ink.lines(board):
        (x1, y1), (x2, y2) = ink.ends(board, line)
        off, weight = _offset(ink.strip(dark, board, line, 2 * reach))
        if weight > _FAINT:
            found[y1 == y2].append(((x1 + x2) / 2, (y1 + y2) / 2, off / finding.SCALE, weight))
    return np.stack([_fitted(np.array(each).reshape(-1, 4), frame, reach * board.tile) for each in found], 1)


def _offset(strip: Pixels) -> tuple[float, float]:
    """How far from the middle of a strip a line runs, in pixels, and how clearly."""
    profile = cv2.GaussianBlur(np.minimum(strip, 0.5).mean(1, keepdims=True), (1, 13), 2.0).ravel()
    peak = int(profile.argmax())
    around = slice(max(0, peak - 4), peak + 5)
    above = np.maximum(profile[around] - np.median(profile), 1e-6)
    middle = float((above * np.arange(len(profile))[around]).sum() / above.sum())
    return middle - len(profile) // 2, float(profile[peak] - np.median(profile))


def _fitted(lines: Pixels, frame: Frame, reach: float) -> Pixels:
    """The squares that fit offsets best, each counted by its weight, and less the farther it strays."""
    if len(lines) < 6:
        return np.zeros(6)
    terms, off = finding.squares(lines[:, :2], frame), lines[:, 2]
    fit, weight = np.zeros(6), lines[:, 3]
    for narrow in (0.5, 0.35, 0.25, 0.18, 0.12, 0.12):
        away = (off - terms @ fit) / (narrow * reach)
        each = weight / (1 + away**2)
        normal = terms.T @ (terms * each[:, None]) + 1e-3 * each.sum() * np.diag([0, 0, 0, 1, 1, 1])
        fit = np.linalg.solve(normal + 1e-9 * np.eye(6), terms.T @ (each * off))
    return fit
