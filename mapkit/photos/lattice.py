"""Squared paper without marks: a board is laid flat by its four corners, and its lines are fitted to what is drawn."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import NamedTuple

import cv2
import numpy as np

from mapkit.model.grid import Border, Square
from mapkit.model.message import Name, clauses, message
from mapkit.model.settings import BadSetting
from mapkit.paper.board import Panel
from mapkit.paper.photo_frame import PhotoFrame
from mapkit.paper.sheet import Box
from mapkit.photos import ink, marks
from mapkit.photos.marks import Pixels

Corner = tuple[float, float]
"""A point of a photo in pixels: x from the left, y from the top."""
_RIM, _LONGEST, _TILE = 6.0, 160.0, 20.0
"""The room around the board, its longest side, and the largest tile, in mm of the page that is laid flat."""
_REACHES = (0.35, 0.2, 0.12)
"""How far from its place a line is looked for in each of the rounds, in sides of a cell."""
_WIDEST = 3.0
"""How thick the thickest line may be, in mm of the page that is laid flat."""
THICK = 6.5 * marks.SCALE
"""How thick the thickest line of a pen may be, in pixels of it; small cells are laid out enlarged."""
_PEAK = 4
"""How many pixels beside the middle of a line are part of it, on the page that is laid flat."""
_FAINT = 0.04
"""How much darker than what is beside it a line must be to count."""
APART = 0.12
"""How much darker ink must be than the lines of the paper."""
_SEARCHED = 1000
"""The longest side of a photo in which a board is looked for, in pixels."""
_INKED = (0.2, 0.35, 0.12, 0.5)
"""The darkness from which a point counts as ink there, in the order in which they are tried."""
_THICK = 10
"""How thick, in pixels, is too thick for a stroke of a pen."""
_JOINED = ((28, 3), (28, 10), (0, 3), (50, 8), (28, 25))
"""The pairs that are tried: the least length of a spot, and half the gap that joins spots to a group, in pixels."""
_GROUPS = 3
"""How many groups may make up a board."""
_GROUP = 0.06
"""The least longer side of a group, as a share of the photo's longer side."""
_LEAST = 0.2
"""The least side of a board, as a share of the photo's shorter side."""
_SAME = 12.0
"""How far apart, in pixels, corners may lie and count as the same."""
_ASIDE = 0.4
"""How far from its border a long line is looked for, in sides of a cell."""
_NEAR = 0.13
"""How far from its border a line may lie and count as in place, in sides of a cell."""
_LONG = 0.88
"""The share of a border that a long line covers."""
_SQUARE = 0.86
"""The least ratio of the sides of a cell in a photo, the shorter to the longer; cells are square."""
_LINES = 0.5
"""How many lines count as out of place in every case, since few lines prove little."""
_AS_LIGHT = 0.7
"""How light the paper beside the board must be, as a share of the board's lightness."""
GUESSED = 1600
"""The longest side of a photo in which guesses are tried, in pixels."""
MOST_GUESSES = 9
FITS = 0.8
"""How well a board that is found must fit."""
CLEAR = 0.85
"""How well a board fits when no better one is looked for."""
_HARDLY = 0.8
"""How well a board must fit that a person points at."""
_TIMES = (2, 3)
"""A size with so many times as many cells each way as are drawn counts as wrong."""
_FEW = 0.12
"""The share of walls that proves nothing about the size."""
_MANY = 4
"""How many walls or lines prove something."""
_WORTH = 0.4
"""How well a board must fit before its size is called wrong."""
_THROUGH = 0.85
"""The share of a border that a wall covers."""
_AROUND = 0.06
"""How far beyond its corners a board is taken off a photo, as a share of their distance from its middle."""
_OUTLINED = 0.75
"""The least share of the sides of what may be a board that has ink on it."""
_FLAT = 0.005
"""The least area of a corner of a board, as a share of the photo."""


class FlatBoard(NamedTuple):
    """A board on squared paper, laid flat."""

    flat: Pixels
    """Rows of red, green and blue."""
    board: Panel
    frame: PhotoFrame
    """The board with room around it; it has no marks."""
    corners: tuple[Corner, ...]
    """The corners of the board in the photo, as its lines tell."""


def lay(pixels: Pixels, corners: Sequence[Corner], grid: Square) -> FlatBoard:
    """The board with those corners in a photo, clockwise from its upper left one; its lines become straight."""
    tile = min(_TILE, _LONGEST / max(grid.columns, grid.rows))
    wide, high = grid.columns * tile, grid.rows * tile
    frame = PhotoFrame(Box(_RIM, _RIM, wide, high), (), (), wide + 2 * _RIM, high + 2 * _RIM)
    board = Panel(grid, range(grid.columns), range(grid.rows), _RIM, _RIM, tile)
    known = np.array([(_RIM, _RIM), (_RIM + wide, _RIM), (_RIM + wide, _RIM + high), (_RIM, _RIM + high)], np.float32)
    view = cv2.getPerspectiveTransform(known, np.array(corners, np.float32))
    bend, thin = np.zeros((6, 2)), np.ones((round(_WIDEST * marks.SCALE),) * 2, np.uint8)

    def photo_points(points: Pixels) -> Pixels:
        return marks.in_view(view, points + marks.quadratic_terms(points, frame) @ bend)

    for reach in _REACHES:
        flat = marks.laid(pixels, frame, photo_points)
        # the colour in which a point is darkest, so that lines of every colour count; what is thicker than a line, such
        # as the table beside the page, counts as paper
        least = _least(flat)
        dark = cv2.morphologyEx(ink.darkness(least, ink.ground(least, THICK)), cv2.MORPH_TOPHAT, thin)
        bend = bend + _bend(np.asarray(dark), board, frame, reach)
    seen = tuple((float(x), float(y)) for x, y in photo_points(known.astype(float)))
    return FlatBoard(marks.laid(pixels, frame, photo_points), board, frame, seen)


def within(corners: Sequence[Corner], size: tuple[int, int], pixels: Pixels) -> Sequence[Corner]:
    """Corners in pixels of a file of that size as points of its photo.

    Raises BadSetting unless they are a board's four corners, clockwise.
    """
    wide, high = size
    for x, y in corners:
        if not (0 <= x <= wide and 0 <= y <= high):
            named = Name(f"{x:.0f},{y:.0f}"), Name(f"{wide}x{high}")
            raise BadSetting(message("corner {corner} lies outside of the photo, which has {size} pixels", *named))
    turns = [_turn(*(corners[(at + i) % 4] for i in range(3))) for at in range(4)]
    if all(turn < 0 for turn in turns):
        clockwise = message("name them clockwise from the upper left one of the board")
        raise BadSetting(clauses(message("the corners run counterclockwise"), clockwise))
    if min(turns) <= _FLAT * wide * high:
        raise BadSetting(message("the corners are those of no board; name all four, clockwise from its upper left one"))
    factor = pixels.shape[1] / wide
    return [(x * factor, y * factor) for x, y in corners]


def _turn(one: Corner, two: Corner, three: Corner) -> float:
    """Twice the area of a triangle in pixels; more than 0 where it runs clockwise."""
    return (two[0] - one[0]) * (three[1] - two[1]) - (two[1] - one[1]) * (three[0] - two[0])


# --- where a board may be ----------------------------------------------------------------------------------------


def guesses(pixels: Pixels) -> Iterator[Sequence[Corner]]:
    """The corners of what may be a board in a photo: large drawings, each with the four sides that enclose it.

    They are sought first where points are dark in every colour, as pens are and the lines of paper are not.
    """
    factor = max(pixels.shape[:2]) / _SEARCHED
    small = marks.smaller(pixels, factor)
    found = list[Pixels]()
    for colour in (_most(small), _least(small)):
        dark = ink.darkness(colour, ink.ground(colour, _SEARCHED // 24), _SEARCHED // 24)
        for inked in _INKED:
            # without what is too thick for a pen, such as the table and the edges of shadows
            spots: Pixels = (dark > inked).astype(np.uint8)
            pen = np.ones((_THICK, _THICK), np.uint8)
            thick = cv2.dilate(cv2.morphologyEx(spots, cv2.MORPH_OPEN, pen), pen)
            spots = np.asarray(spots & (1 - thick))
            near = cv2.dilate(spots, np.ones((5, 5), np.uint8))
            quads = [(_outlined(near, quad), quad) for quad in _quads(spots)]
            for share, quad in sorted(quads, key=lambda outlined: -outlined[0]):
                if share > _OUTLINED and all(float(np.abs(quad - other).max()) > _SAME for other in found):
                    found.append(quad)
                    yield [(float(x) * factor, float(y) * factor) for x, y in quad]


def area(corners: Sequence[Corner]) -> float:
    return float(cv2.contourArea(np.array(corners, np.float32)))


def without(pixels: Pixels, corners: Sequence[Corner]) -> Pixels:
    """A photo with nothing but paper where a board lies, and on a rim around it."""
    points, mask = np.array(corners, np.float32), np.zeros(pixels.shape[:2], np.uint8)
    cv2.fillConvexPoly(mask, np.round(points + _AROUND * (points - points.mean(0))).astype(np.int32), 1)
    wide = cv2.dilate(mask, np.ones((9, 9), np.uint8)) - mask
    return np.where(mask[..., None] > 0, np.quantile(pixels[wide > 0], 0.8, axis=0), pixels).astype(np.uint8)


def _outlined(inked: Pixels, quad: Pixels) -> float:
    """How much of the four sides has ink on it or near it."""
    side, rim, reach = 240, 20, 12
    low, high = rim, side - rim
    square = np.array([(low, low), (high, low), (high, high), (low, high)], np.float32)
    flat = cv2.warpPerspective(inked, cv2.getPerspectiveTransform(quad.astype(np.float32), square), (side, side))
    bands = [picture[at - reach : at + reach, low:high] for picture in (flat, flat.T) for at in (low, high)]
    return float(np.mean([band.any(0).mean() for band in bands]))


def _quads(inked: Pixels) -> Iterator[Pixels]:
    """The four sides around each large group of spots, and around several together; groups with wide gaps come last."""
    _, of, stats, _ = cv2.connectedComponentsWithStats(inked, connectivity=8)
    for least, reach in _JOINED:
        kept = np.maximum(stats[:, cv2.CC_STAT_WIDTH], stats[:, cv2.CC_STAT_HEIGHT]) >= least  # letters are smaller
        kept[0] = False
        groups = sorted(_groups(np.asarray(kept[of], np.uint8), reach), key=_extent, reverse=True)[:_GROUPS]
        for number in range(1, len(groups) + 1):
            for chosen in combinations(groups, number):
                hull = cv2.convexHull(np.vstack(chosen))
                if _extent(hull) < _LEAST * min(inked.shape) or len(hull) < 4:
                    continue
                if len(quad := cv2.approxPolyN(hull, 4).reshape(-1, 2)) == 4:
                    clockwise = quad if _turn(*(tuple(corner) for corner in quad[:3])) >= 0 else quad[::-1]
                    yield np.roll(clockwise, -int(clockwise.sum(1).argmin()), axis=0)  # from the upper left


def _groups(inked: Pixels, reach: int) -> Iterator[Pixels]:
    """The hulls of groups of spots that lie no farther apart than twice the reach."""
    wide = cv2.dilate(inked, np.ones((2 * reach + 1,) * 2, np.uint8))
    _, of, stats, _ = cv2.connectedComponentsWithStats(wide)
    for at, (left, top, across, down, _) in enumerate(stats):
        if at and max(across, down) > _GROUP * max(inked.shape):
            here = slice(top, top + down), slice(left, left + across)
            spots = (of[here] == at) & (inked[here] > 0)
            rows = np.flatnonzero(spots.any(1))
            first, last = spots[rows].argmax(1), across - 1 - spots[rows, ::-1].argmax(1)
            if len(rows):
                ends = np.column_stack([np.concatenate([first, last]) + left, np.concatenate([rows, rows]) + top])
                yield cv2.convexHull(ends.astype(np.int32))


def _extent(hull: Pixels) -> float:
    """The lesser side of the upright box around a hull."""
    return float(np.ptp(hull.reshape(-1, 2), axis=0).min())


class Fit(NamedTuple):
    """How well a board fits what is drawn."""

    outer: float
    """The share of its outer wall that is drawn."""
    on: int
    """The number of long lines within it that lie in place."""
    lines: int
    """The number of all long lines within it."""
    other_size: bool
    """Whether its walls fit a board with more or fewer cells in the same place better."""
    paper: bool
    """Whether paper lies beside it; else it is the page on a table, and no board."""
    aspect: float
    """The width of a cell in the photo, divided by its height."""

    @property
    def sure(self) -> float:
        """How sure it is that the board is there, from 0 to 1; few lines prove little."""
        right = self.paper and not self.other_size and _SQUARE < self.aspect < 1 / _SQUARE
        return self.outer * self.on / (self.lines + _LINES) if right else 0.0

    @property
    def refuted(self) -> bool:
        """Whether the lines speak against the board, even where a person says that it is there."""
        return self.other_size or (self.lines >= _MANY and self.outer * self.on < _HARDLY * self.lines)


def fit(drawn: FlatBoard, dark: Pixels, inked: float) -> Fit:
    """How well a board fits the ink, which is what is darker than `inked`."""
    tile, grid = drawn.board.tile, drawn.board.grid
    on, lines, outer = 0, 0, list[float]()
    for line in ink.lines(drawn.board):
        strip = ink.strip(dark, drawn.board, line, 2 * _ASIDE)
        near = np.abs(np.arange(len(strip)) - len(strip) // 2) <= _NEAR * tile * marks.SCALE
        if grid.step(line.cell, line.side) is None:
            outer.append(float((strip[near] > inked).any(0).mean()))
        else:
            long = (strip > inked).mean(1) > _LONG
            on, lines = on + bool((long & near).any()), lines + bool(long.any())
    corners = np.array(drawn.corners)
    top, right, low, left = np.hypot(*(np.roll(corners, -1, axis=0) - corners).T)
    aspect = float((top + low) / grid.columns / ((right + left) / grid.rows))
    # whether what lies beside the board is about as light as the board
    light, rim = _most(drawn.flat), round((marks.MARGIN + _RIM) * marks.SCALE)
    near, far = light[rim:-rim, rim:-rim], rim // 2
    sides = (light[:far], light[-far:], light[:, :far], light[:, -far:])
    inner = (near[:rim], near[-rim:], near[:, :rim], near[:, -rim:])
    paper = all(np.median(out) > _AS_LIGHT * np.median(each) for out, each in zip(sides, inner, strict=True))
    found = Fit(float(np.mean(outer)), on, lines, False, paper, aspect)
    worth = found.outer * on > _WORTH * lines or lines < _MANY
    return found._replace(other_size=worth and _of_another_size(dark, drawn.board, inked))


def _of_another_size(dark: Pixels, board: Panel, inked: float) -> bool:
    """Whether walls lie between the lines of the board, or only on every second or third of them."""
    grid, (wide, high) = board.grid, (2 * board.grid.columns, 2 * board.grid.rows)
    walls = _through(dark, board, inked, ink.inner_lines(board))
    fine = Panel(Square(wide, high), range(wide), range(high), board.x, board.y, board.tile / 2)
    between = [line for line in ink.inner_lines(fine) if _number(fine.grid, line) % 2]
    if len(_through(dark, fine, inked, between)) > _FEW * 2 * len(walls):
        return True
    return len(walls) >= _MANY and any(
        grid.columns % times == 0 == grid.rows % times
        and sum(_number(grid, line) % times > 0 for line in walls) < _FEW * len(walls)
        for times in _TIMES
    )


def _through(dark: Pixels, board: Panel, inked: float, among: Sequence[Border]) -> Sequence[Border]:
    """Those of some borders along which ink runs from one end to the other, as walls do and signs do not."""
    strips = np.stack([ink.strip(dark, board, line, ink.BANDS[1], 0.0) for line in among])
    covered = (ink.darkest(strips) > inked).mean(1)
    return [line for line, share in zip(among, covered, strict=True) if share > _THROUGH]


def _number(grid: Square, line: Border) -> int:
    """On which of the parallel lines of the board a border lies, counted from 0 at the left or below."""
    column, row = (int(at) for at in grid.centre(line.cell))
    return column + (line.side == "E") if line.side in "EW" else row + (line.side == "N")


# --- lines -------------------------------------------------------------------------------------------------------


def _most(pixels: Pixels) -> Pixels:
    """The largest of red, green and blue of each point."""
    red, green, blue = cv2.split(pixels)
    return np.asarray(cv2.max(cv2.max(red, green), blue))


def _least(pixels: Pixels) -> Pixels:
    """The least of red, green and blue of each point."""
    red, green, blue = cv2.split(pixels)
    return np.asarray(cv2.min(cv2.min(red, green), blue))


def _bend(dark: Pixels, board: Panel, frame: PhotoFrame, reach: float) -> Pixels:
    """How far the lines lie beside their places all over the page, as squares tell; stray lines count little."""
    every = ink.lines(board)
    strips = np.stack([ink.strip(dark, board, line, 2 * reach) for line in every])
    # how far from the middle of each strip a line runs, in pixels, and how clearly
    profiles = cv2.GaussianBlur(np.minimum(strips, 0.5).mean(2), (13, 1), 2.0)
    across, usual = np.arange(profiles.shape[1]), np.median(profiles, axis=1)
    near = np.abs(across - profiles.argmax(1)[:, None]) <= _PEAK
    above = np.where(near, np.maximum(profiles - usual[:, None], 1e-6), 0)
    offs, weights = (above * across).sum(1) / above.sum(1) - len(across) // 2, profiles.max(1) - usual
    middles = np.array([board.border_ends(line) for line in every]).mean(1)
    level = np.array([line.side in "NS" for line in every])
    seen = np.column_stack([middles, offs / marks.SCALE, weights])
    clear = weights > _FAINT
    return np.stack([_fitted(seen[clear & way], frame, reach * board.tile) for way in (~level, level)], 1)


def _fitted(lines: Pixels, frame: PhotoFrame, reach: float) -> Pixels:
    """The squares that fit offsets best, each counted by its weight, and less the farther it strays."""
    if len(lines) < 6:
        return np.zeros(6)
    terms, off = marks.quadratic_terms(lines[:, :2], frame), lines[:, 2]
    fit, weight = np.zeros(6), lines[:, 3]
    for narrow in (0.5, 0.35, 0.25, 0.18, 0.12, 0.12):
        away = (off - terms @ fit) / (narrow * reach)
        each = weight / (1 + away**2)
        normal = terms.T @ (terms * each[:, None]) + 1e-3 * each.sum() * np.diag([0, 0, 0, 1, 1, 1])
        fit = np.linalg.solve(normal + 1e-9 * np.eye(6), terms.T @ (each * off))
    return fit
