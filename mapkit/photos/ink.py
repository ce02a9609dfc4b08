"""How dark the drawer's ink is at every point of a page that is laid flat, and which borders bear a wall."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import cv2
import numpy as np
import numpy.typing as npt

from mapkit.model.grid import Border, borders
from mapkit.paper.board import Panel
from mapkit.paper.sheet import Box
from mapkit.photos.marks import MARGIN, SCALE

Pixels = npt.NDArray[Any]

THICK = 5.5 * SCALE
"""How thick the thickest line of a pen may be, in pixels of a page that is laid flat."""
BANDS = (0.13, 0.27)
"""The widths of the two bands in which a wall is looked for, in sides of a cell."""
LEAST_BANDS = (1.8, 2.6)
"""Their least widths in mm where few cells bear signs: a hand strays as far from a line in small cells as in others."""
ENDS = 0.16
"""How much of a border is left out at each end, where other walls meet it."""
NONE, _WALL = 0.34, 0.70
"""The shares of a border under ink below which it is sure to be open, and above which it is sure to be a wall."""
_BESIDE, _LEAST_BESIDE, _STROKE, _LONG = 0.08, 1.1, 3, 0.4
"""How far beside a wall, in sides of a cell and in mm, a stroke across it is seen; how wide one is, in pixels, and how
long one beside it, as a share of the wall."""
_SHADE = 0.12
"""How dark the edge of a shadow may make the paper of a box."""
_BOX_RIM = 0.7
"""How far from the edges of a box to cross ink is looked for, in mm."""
EMPTY, CROSSED = 0.01, 0.05
"""The shares of such a box under ink below which it is sure to be empty, and above which it is sure to be crossed."""
LEAST_INK, _MORE = 0.13, 0.09
"""How much darker than the paper ink must be at a point, and how much more for the most part."""


def grounds(flat: Pixels, thick: float = THICK) -> Sequence[Pixels]:
    """How light the ground is in red, green and blue."""
    return [ground(flat[..., colour], thick) for colour in range(3)]


def ground(colour: Pixels, thick: float) -> Pixels:
    """How light the ground is on which something is drawn, in one colour of a page.

    What is thicker than so many pixels belongs to the ground, such as a hand; and where a shadow begins, another ground
    begins, without a dark line between them.
    """
    half = cv2.resize(
        np.ascontiguousarray(colour).astype(np.float32), None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA
    )
    side = round(thick / 2) | 1
    closed = cv2.morphologyEx(cv2.GaussianBlur(half, (0, 0), 0.7), cv2.MORPH_CLOSE, np.ones((side, side), np.uint8))
    return np.asarray(cv2.resize(closed, colour.shape[::-1], interpolation=cv2.INTER_LINEAR))


def darkness(colour: Pixels, below: Pixels, around: float = 7 * SCALE) -> Pixels:
    """How dark each point is in one colour of a page, from 0 for paper to 1 for black.

    Paper is the lightest within `around` pixels, but where that is clearly another lightness than the ground `below`,
    as beside a shadow. The pale red lines of a drawing sheet are nearly paper in its red.
    """
    seen = np.ascontiguousarray(colour).astype(np.float32)
    small, side = cv2.resize(seen, None, fx=0.25, fy=0.25, interpolation=cv2.INTER_AREA), round(around / 4) | 1
    lightest = cv2.dilate(cv2.GaussianBlur(small, (0, 0), 1.0), np.ones((side, side), np.uint8))
    wide = cv2.resize(cv2.GaussianBlur(lightest, (0, 0), side / 2), seen.shape[::-1], interpolation=cv2.INTER_LINEAR)
    paper = np.clip(wide, below * (1 - LEAST_INK), below / (1 - LEAST_INK))
    return dark_on(paper, seen)


def dark_on(ground: Pixels, colour: Pixels) -> Pixels:
    """How dark each point of a colour is on a ground, from 0 for the ground itself to 1 for black."""
    return np.asarray(np.clip(1 - colour / np.maximum(ground, 1), 0, 1).astype(np.float32))


def ink_level(dark: Pixels, board: Panel, drawn_on: Sequence[Border], least: float) -> float:
    """How dark the drawer's ink is: the middle of what lies along borders and is darker than `least`; 0 for none."""
    paths = darkest(np.stack([strip(dark, board, line, BANDS[1]) for line in drawn_on]))
    if level := level_of(paths, 0.02, least):
        return level
    along = np.median(paths, axis=1)  # few lines are drawn, and in a shadow there is more of the printed ones
    inked = along[along > least + _MORE]
    return float(np.median(inked)) if len(inked) else 0.0


def level_of(dark: Pixels, share: float, least: float) -> float:
    """The darkness of ink among points of which that share is ink at least; else 0."""
    inked = dark[dark > least]
    if len(inked) < share * dark.size:
        return 0.0
    level = float(np.quantile(inked, 0.7))
    return level if level > least + _MORE else 0.0


class Inks(NamedTuple):
    """The ink of a page."""

    dark: Pixels
    """The darkness of each point in the colour in which ink stands out most from the printed lines."""
    inked: float
    """The darkness there from which a point is ink."""
    above: Sequence[float]
    """The darkness in red, green and blue from which a point is no printed line."""


class Contrast(NamedTuple):
    """How ink stands out from the lines of the paper in one colour."""

    inked: float
    """The darkness from which a point is ink."""
    apart: float
    """How much darker ink is than the lines."""
    above: float
    """The darkness from which a point is no line of the paper."""


def contrast(dark: Pixels, board: Panel) -> Contrast:
    """The darkness that parts borders best into those with ink and those without, and how far these are apart."""
    paths = np.median(darkest(np.stack([strip(dark, board, line, BANDS[1]) for line in lines(board)])), axis=1)
    levels = np.sort(paths).astype(np.float64)
    below, every = np.arange(1, len(levels)), np.cumsum(levels)
    low, high = every[:-1] / below, (every[-1] - every[:-1]) / below[::-1]
    best = int((below * below[::-1] * (high - low) ** 2).argmax())
    inked, apart = max(LEAST_INK, float(low[best] + high[best]) / 2), float(high[best] - low[best])
    return Contrast(inked, apart, above_lines(float(low[best])))


def above_lines(level: float) -> float:
    """The darkness from which a point is no printed line, where these are that dark for the most part."""
    return max(LEAST_INK, 1.3 * level + 0.05)


def cut(layer: Pixels, box: Box, scale: float = SCALE) -> Pixels:
    """What a layer shows in a box of the page, in mm."""
    x, y, right, low = (round((edge + MARGIN) * scale) for edge in (box.x, box.y, box.right, box.bottom))
    return layer[max(0, y) : low, max(0, x) : right]


def walls(
    dark: Pixels, board: Panel, inked: float, drawn_on: Sequence[Border], least_bands: tuple[float, float] = (0.0, 0.0)
) -> Mapping[Border, tuple[float, bool]]:
    """The share of each border that is covered with ink, and whether it is sure that a wall is drawn there, or none.

    Ink is darker than `inked`; bands are `least_bands` mm wide at least.
    """
    covered = []
    for band in (max(share, wide / board.tile) for share, wide in zip(BANDS, least_bands, strict=True)):
        paths = darkest(np.stack([strip(dark, board, line, band) for line in drawn_on]))
        covered.append((paths > inked).mean(1))
    narrow, wide = covered
    return {
        line: (float(b), bool((a > _WALL and b > _WALL) or (a < NONE and b < NONE)))
        for line, a, b in zip(drawn_on, narrow, wide, strict=True)
    }


def struck(dark: Pixels, board: Panel, line: Border, inked: float) -> bool:
    """Whether ink leads away from a border: to both of its sides, as what strikes a wall out does, or as a sign's."""
    near = max(_BESIDE * board.tile, _LEAST_BESIDE)
    seen = (strip(dark, board, line, 2 * (2 * near / board.tile + _BESIDE)) > inked).astype(np.uint8)
    rows, columns = np.arange(len(seen))[:, None] - len(seen) // 2, np.arange(seen.shape[1])
    core = seen * (np.abs(rows) <= near * SCALE)
    thick = core.sum(0)
    middles = (core * rows).sum(0) / np.maximum(thick, 1)
    aside = rows - np.polyval(np.polyfit(columns, middles, 1, w=np.sqrt(thick) + 1e-3), columns)
    _, of = cv2.connectedComponents(seen)
    joined = np.isin(of, np.unique(of[np.abs(aside) <= 1])) & (seen > 0)  # signs and numbers near the wall are not
    far = joined & (np.abs(aside) > near * SCALE) & (np.abs(aside) <= (near + _BESIDE * board.tile) * SCALE)
    beside = [int((far & (side * aside > 0)).any(0).sum()) for side in (1, -1)]
    return min(beside) >= _STROKE or max(beside) > _LONG * len(columns)


def lines(board: Panel) -> Sequence[Border]:
    """The borders of this part of the board, each once."""
    here = set(board.cells())
    return [
        line
        for line in borders(board.grid)
        if line.side not in "UD" and (line.cell in here or board.grid.step(line.cell, line.side) in here)
    ]


def inner_lines(board: Panel) -> Sequence[Border]:
    """The same without the outer wall."""
    return [line for line in lines(board) if board.grid.step(line.cell, line.side) is not None]


def crosses(dark: Pixels, boxes: Sequence[Box], inked: float) -> Sequence[float]:
    """The share of each box under ink, also under paler ink than `inked`: crosses are small and drawn quickly."""
    pale, found = max(LEAST_INK, 0.7 * inked), []
    for box in boxes:
        seen = cut(dark, box.inset(_BOX_RIM))
        shade = min(float(np.quantile(seen, 0.2)), _SHADE)
        found.append(float((seen - shade > pale).mean()))
    return found


def strip(dark: Pixels, board: Panel, line: Border, band: float, cut_off: float = ENDS) -> Pixels:
    """The band along a border, as many rows as it is wide; its columns run along it, less a share at its ends."""
    (x1, y1), (_, y2) = board.border_ends(line)
    half, cut = round(band / 2 * board.tile * SCALE), cut_off * board.tile
    flat = y1 == y2
    x, y = (((x1 if flat else y1) + MARGIN + cut) * SCALE), (((y1 if flat else x1) + MARGIN) * SCALE)
    long = round((board.tile - 2 * cut) * SCALE)
    start, middle = round(x), round(y)
    seen = dark if flat else dark.T
    return np.asarray(seen[middle - half : middle + half + 1, start : start + long])


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
