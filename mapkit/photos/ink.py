"""How dark the drawer's ink is at every point of a page that is laid flat, and which borders bear a wall."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import cv2
import numpy as np
import numpy.typing as npt

from mapkit.grid import Border, borders
from mapkit.pages.board import Panel
from mapkit.photos.finding import MARGIN, SCALE
from mapkit.sheet import Box

Pixels = npt.NDArray[Any]

BANDS = (0.13, 0.27)
"""The widths of the two bands in which a wall is looked for, in sides of a cell."""
LEAST_BANDS = (1.8, 2.6)
"""Their least widths in mm where few cells bear signs: a hand strays as far from a line in small cells as in others."""
_ENDS = 0.16
"""How much of a border is left out at each end, where other walls meet it."""
_NONE, _WALL = 0.34, 0.70
"""The shares of a border under ink below which it is sure to be open, and above which it is sure to be a wall."""
_SHADE = 0.12
"""How dark the edge of a shadow may make the paper of a box."""
_BOX_RIM = 0.7
"""How far from the edges of a box to cross ink is looked for, in mm."""
_EMPTY, _CROSSED = 0.01, 0.05
"""The shares of such a box under ink below which it is sure to be empty, and above which it is sure to be crossed."""
LEAST_INK, _LEAST_LEVEL = 0.13, 0.22
"""How much darker than the paper ink must be at a point, and for the most part; printed lines are paler."""


class Certainty(NamedTuple):
    """How sure it is that something stands in a place."""

    wall: float
    """The share of the border that is covered with ink."""
    sure: bool
    """Whether both bands agree."""


def darkness(colour: Pixels, around: float = 7 * SCALE) -> Pixels:
    """How dark each point is in one colour of a page, from 0 for the paper around it to 1 for black.

    Paper is the lightest within so many pixels. The pale red lines of a drawing sheet are nearly paper in its red.
    """
    seen = np.ascontiguousarray(colour).astype(np.float32)
    small = cv2.resize(seen, None, fx=0.25, fy=0.25, interpolation=cv2.INTER_AREA)
    side = round(around / 4) | 1
    paper = cv2.dilate(cv2.GaussianBlur(small, (0, 0), 1.0), np.ones((side, side), np.uint8))
    paper = cv2.GaussianBlur(paper, (0, 0), side / 2)
    wide = cv2.resize(paper, seen.shape[::-1], interpolation=cv2.INTER_LINEAR)
    return np.asarray(np.clip(1 - seen / np.maximum(wide, 1), 0, 1))


def ink_level(dark: Pixels, board: Panel, drawn_on: Sequence[Border]) -> float:
    """How dark the drawer's ink is: the middle of what lies along borders and is no paper; 0 where there is none."""
    paths = darkest(np.stack([strip(dark, board, line, BANDS[1]) for line in drawn_on]))
    if level := _level(paths, 0.02):
        return level
    along = np.median(paths, axis=1)  # few lines are drawn, and in a shadow there is more of the printed ones
    inked = along[along > _LEAST_LEVEL]
    return float(np.median(inked)) if len(inked) else 0.0


def level_of_signs(patches: Sequence[Pixels]) -> float:
    """How dark the drawer's ink is where signs are written; 0 where there is none."""
    return _level(np.concatenate([each.ravel() for each in patches]), 0.002)


def _level(dark: Pixels, share: float) -> float:
    """The darkness of ink among points of which that share is ink at least; else 0."""
    inked = dark[dark > LEAST_INK]
    if len(inked) < share * dark.size:
        return 0.0
    level = float(np.quantile(inked, 0.7))
    return level if level > _LEAST_LEVEL else 0.0


def least(level: float) -> float:
    """The darkness from which a point is ink, where ink is that dark."""
    return max(LEAST_INK, 0.5 * level)


def pen(colours: Sequence[Pixels], board: Panel) -> tuple[Pixels, float, float]:
    """The colour in which the pen stands out most from the lines of the paper.

    Returns the darkness in that colour; from which one a point is ink; and how much darker ink is than the lines.
    """
    return max((_apart(dark, board) for dark in colours), key=lambda each: each[2])


def _apart(dark: Pixels, board: Panel) -> tuple[Pixels, float, float]:
    """The darkness that parts borders best into those with ink and those without, and how far these are apart."""
    paths = np.median(darkest(np.stack([strip(dark, board, line, BANDS[1]) for line in lines(board)])), axis=1)
    levels = np.sort(paths).astype(np.float64)
    below, every = np.arange(1, len(levels)), np.cumsum(levels)
    low, high = every[:-1] / below, (every[-1] - every[:-1]) / below[::-1]
    best = int((below * below[::-1] * (high - low) ** 2).argmax())
    inked, apart = max(LEAST_INK, float(low[best] + high[best]) / 2), float(high[best] - low[best])
    return dark, inked, apart


def cut(dark: Pixels, box: Box) -> Pixels:
    """The darkness in a box of the page, in mm."""
    x, y, right, low = (round((each + MARGIN) * SCALE) for each in (box.x, box.y, box.right, box.bottom))
    return dark[y:low, x:right]


def walls(
    dark: Pixels, board: Panel, inked: float, drawn_on: Sequence[Border], least_bands: tuple[float, float] = (0.0, 0.0)
) -> Mapping[Border, Certainty]:
    """For each border that is drawn on, whether a wall is drawn there; what is darker than `inked` is ink.

    The bands are as wide as `least_bands` at least, in mm.
    """
    covered = []
    for band in (max(share, wide / board.tile) for share, wide in zip(BANDS, least_bands, strict=True)):
        paths = darkest(np.stack([strip(dark, board, line, band) for line in drawn_on]))
        covered.append((paths > inked).mean(1))
    narrow, wide = covered
    return {
        line: Certainty(float(b), bool((a > _WALL and b > _WALL) or (a < _NONE and b < _NONE)))
        for line, a, b in zip(drawn_on, narrow, wide, strict=True)
    }


def lines(board: Panel) -> Sequence[Border]:
    """The borders of this part of the board, each once."""
    here = set(board.cells())
    return [line for line in borders(board.grid) if line.side not in "UD" and _touches(board, line, here)]


def inner_lines(board: Panel) -> Sequence[Border]:
    """The same without the outer wall."""
    return [line for line in lines(board) if board.grid.step(line.cell, line.side) is not None]


class Cross(NamedTuple):
    """Whether a box of a row is crossed."""

    share: float
    """The share of the box that is covered with ink."""

    @property
    def empty(self) -> bool:
        """Whether it is sure to be empty."""
        return self.share < _EMPTY

    @property
    def crossed(self) -> bool:
        """Whether it is sure to be crossed."""
        return self.share > _CROSSED


def crosses(dark: Pixels, boxes: Sequence[Box], inked: float) -> Sequence[Cross]:
    """For each box of a row, whether it is crossed; what is darker than `inked` is ink elsewhere.

    Crosses are small and drawn quickly, so paler ink counts, too.
    """
    pale, found = max(LEAST_INK, 0.7 * inked), []
    for box in boxes:
        seen = cut(dark, box.inset(_BOX_RIM))
        shade = min(float(np.quantile(seen, 0.2)), _SHADE)
        found.append(Cross(float((seen - shade > pale).mean())))
    return found


def _touches(board: Panel, line: Border, here: set[str]) -> bool:
    return line.cell in here or board.grid.step(line.cell, line.side) in here


def strip(dark: Pixels, board: Panel, line: Border, band: float, cut_off: float = _ENDS) -> Pixels:
    """The band along a border, as many rows as it is wide; its columns run along it, less a share at its ends."""
    (x1, y1), (_, y2) = ends(board, line)
    half, cut = round(band / 2 * board.tile * SCALE), cut_off * board.tile
    flat = y1 == y2
    x, y = (((x1 if flat else y1) + MARGIN + cut) * SCALE), (((y1 if flat else x1) + MARGIN) * SCALE)
    long = round((board.tile - 2 * cut) * SCALE)
    start, middle = round(x), round(y)
    seen = dark if flat else dark.T
    return np.asarray(seen[middle - half : middle + half + 1, start : start + long])


def ends(board: Panel, line: Border) -> tuple[tuple[float, float], tuple[float, float]]:
    """The two ends of a border, in mm; it may be one of a cell beside this part of the board."""
    column, row = (int(at) for at in board.grid.centre(line.cell))
    x = board.x + (column - board.columns.start) * board.tile
    y = board.y + (board.rows.stop - 1 - row) * board.tile
    tile = board.tile
    return {
        "N": ((x, y), (x + tile, y)),
        "E": ((x + tile, y), (x + tile, y + tile)),
        "S": ((x, y + tile), (x + tile, y + tile)),
        "W": ((x, y), (x, y + tile)),
    }[line.side]


def darkest(strips: Pixels) -> Pixels:
    """The darkness along the darkest path through each strip, from its first column to its last."""
    number, rows, long = strips.shape
    total, came = np.full((number, rows + 2), -1, strips.dtype), np.zeros((long, number, rows), np.int64)
    at, inner = np.arange(rows), slice(1, rows + 1)
    total[:, inner] = strips[:, :, 0]
    for i in range(1, long):
        up, same, down = total[:, :-2], total[:, inner], total[:, 2:]
        best = np.maximum(np.maximum(up, same), down)
        came[i] = at + np.where(up == best, -1, np.where(same == best, 0, 1))
        total[:, inner] = best + strips[:, :, i]
    total = total[:, inner]
    row, path = total.argmax(1), np.zeros((number, long), strips.dtype)
    every = np.arange(number)
    for i in range(long - 1, -1, -1):
        path[:, i] = strips[every, row, i]
        row = came[i, every, row]
    return path
