"""Squared paper without marks: a board is laid flat by its four corners, and its lines are fitted to what is drawn."""

from __future__ import annotations

from collections.abc import Sequence
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


def lay(pixels: Pixels, corners: Sequence[Corner], grid: Square) -> Laid:
    """The board whose corners lie there in a photo, clockwise from its upper left one, with its lines put straight."""
    tile = min(_TILE, _LONGEST / max(grid.columns, grid.rows))
    wide, high = grid.columns * tile, grid.rows * tile
    frame = Frame(Box(_RIM, _RIM, wide, high), (), wide + 2 * _RIM, high + 2 * _RIM)
    board = Panel(grid, range(grid.columns), range(grid.rows), _RIM, _RIM, tile)
    known = np.array([(_RIM, _RIM), (_RIM + wide, _RIM), (_RIM + wide, _RIM + high), (_RIM, _RIM + high)], np.float32)
    view = cv2.getPerspectiveTransform(known, np.array(corners, np.float32))
    bend = np.zeros((6, 2))

    def photo_points(points: Pixels) -> Pixels:
        return finding.in_view(view, points + finding.squares(points, frame) @ bend)

    for reach in _REACHES:
        flat = finding.laid(pixels, frame, photo_points)
        bend = bend + _bend(_any_darkness(flat), board, frame, reach)
    return Laid(finding.laid(pixels, frame, photo_points), board, frame)


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
