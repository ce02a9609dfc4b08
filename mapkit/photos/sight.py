"""What of a page was seen: paper, and the lines that are printed on it. Nothing else is surely empty, or surely drawn.

There is no list of things that may lie on a sheet. Each place is compared with this sheet's own paper, lines and ink.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple, TypeVar

import cv2
import numpy as np

from mapkit.model.grid import Cell, Place
from mapkit.paper.board import Panel
from mapkit.paper.hexes import AnyBoard
from mapkit.paper.photo_frame import MARK, MODULES, PhotoFrame
from mapkit.paper.sheet import Box
from mapkit.photos import ink
from mapkit.photos.marks import MARGIN, SCALE, Pixels

Line = tuple[tuple[float, float], tuple[float, float]]
"""The two ends of a line on the page, in mm."""
_Part = TypeVar("_Part", bound=Place)
_COARSE = 4
"""How many times smaller than the page the ground is looked at."""
_STEP, _STEPS = 0.14, 3.0
"""A change of the ground within 2 mm, as a logarithm, that light does not make, and how many times the usual it is."""
_WHITE, _PAPER, _WASHED = 252.0, 245.0, round(5 * SCALE / _COARSE) | 1
"""The lightness beyond which a camera sees nothing, unless most of the paper is nearly as light; and how wide about it
ink is washed out to the paleness of printed lines, in pixels of the coarse ground."""
_BLACK = 0.22
"""The share of the lightness of most paper below which the ground is no paper in a shadow."""
_BESIDE, _BOX_BESIDE, _BETWEEN = 0.13, 1.3, 0.03
"""How far beside its place a printed line is looked for, in sides of a cell, around a box in mm; and bare paper."""
_ASIDE = 0.125
"""How far from its border bare paper is looked for, in sides of a cell; squared paper has no lines there."""
_ALONG = 4.0
"""The length over which a printed line is looked for, in mm."""
_FAINT = 0.3
"""The share of its usual darkness below which a printed line is not seen."""
_NOISE, _NOISES = 1.3, 0.15
"""How many times darker a line is than noise makes what is beside it lighter, at most, and as a share of the usual."""
_STRIPE, _DARK = 0.3, 0.08
"""How far beside a border the ground is lighter than a stripe, in sides of a cell, and how much, as a logarithm."""
_CLEAR = 7.0
"""How many times darker than bare paper the printed lines must be, if their absence is to tell anything."""
_HIDDEN, _HIDDEN_SIDES, _HIDDEN_BOX = 0.2, 0.3, 0.5
"""The shares of a border, of the sides of a cell and of those of a box from which on it counts as hidden."""
_SPOT = 1.2
"""The area in a cell, in mm², of broken ground or of another ink that makes it doubtful."""
_BROKEN_BOX = 0.3
"""The same in a small box, as a share of it; a dense sign fills much of one."""
_PALE, _MORE = 0.09, 2.5
"""The darkness of the palest ink, and how much of it, in mm², is more than what is printed in every cell."""
_THICKER, _TINT, _DRAWN = 1.7, 0.035, 0.5
"""How many times as dark as the printed line a line is on which more is drawn, how much darker, and on what share."""
_DARKER_LINE, _SPREADS = 1.3, 1.5
"""How many times darker than most a printed line is on which more is drawn, and how many times the usual difference."""
_STEP_UP, _NEAR = 0.4, 2.0
"""How dark a printed line is at least beside the lightest paper on each of its sides, as a share of the usual, and how
near that is, in mm."""
_PEN, _SHARP = 4.0, 0.6
"""How far across a line the paper about it reaches, in mm; how much of their usual sharpness printed lines have."""
_WIDER = 2.0
"""How many times as much darkness as usual lies across a line that is more than the printed one."""
_TINTED = 0.3
"""How far the ground's colour may be from the paper's, as a logarithm, and half as far where no lines are seen."""
_DARKER, _LIGHTER = 0.15, 0.05
"""How much darker or lighter a cell may be within than all along its sides, as logarithms."""
_HUE, _PALER_INK = 0.2, 0.75
"""How far the shares of the colours in an ink may be from the usual ones, and how pale it may be beside most ink."""
_BEYOND, _PALER, _MOST = (2.2, 6.0), 0.7, 0.8
"""How far beyond the board, in mm, no wall reaches; the share of the darkness of ink, and of the way, for what does."""
_SIDES = 0.12
"""How wide the sides of a cell are, in sides of it."""


class PageSight(NamedTuple):
    """What of a page was seen."""

    ground: Pixels
    """The logarithm of the lightness of what lies below all lines, in three colours, coarsely."""
    broken: Pixels
    """Where the ground is no paper, coarsely: it changes at once, is white with light, or is cut off from the paper."""
    other: Pixels
    """Where something is drawn with another ink than most is, or more palely."""
    pale: Pixels
    """Where it is darker than the ground, however little."""
    colours: Sequence[tuple[Pixels, float, bool]]
    """The darkness in each colour, how dark the printed lines are in it, and whether they are clearly seen there."""
    lines: Pixels
    """The darkness in the colour in which the printed lines are seen best."""
    faint: float
    """The darkness below which a printed line is not seen; 0 where this sheet's lines are seen nowhere."""
    noise: float
    """How many times darker a line is than noise makes what is beside it lighter."""
    ruled: bool
    """Whether it is any ruled paper, whose lines may be as dark as a pale ink, and not a sheet with marks."""

    def shows_lines(
        self, lines: Sequence[Line], tile: float, inked: Sequence[float]
    ) -> tuple[Sequence[bool], Sequence[bool]]:
        """For each border, whether enough is seen: as printed, or under one ink, and not on a dark stripe.

        And whether no more than the printed line is seen, which a pale ink makes darker; what is hidden of it may be
        inked as the share that is seen.
        """
        hidden = self._hidden(lines, _BESIDE * tile)
        drawn = (_bands(self.other, lines, ink.BANDS[0] / 2 * tile).max(1) > 0.5).mean(1)
        across = _bands(self.ground, lines, _STRIPE * tile, SCALE / _COARSE).mean(2)
        level = (across.min(1) > np.minimum(across[:, 0], across[:, -1]) - _DARK).all(1)
        seen = (hidden < ink.NONE) & (drawn < _HIDDEN) & level
        return seen.tolist(), self._bare(lines, tile, inked, hidden).tolist()

    def _bare(self, lines: Sequence[Line], tile: float, inked: Sequence[float], hidden: Pixels) -> Pixels:
        open_ = np.asarray(hidden + inked < ink.NONE)
        if not self.faint:
            return open_
        sharp, upright = _sharp(_bands(self.lines, lines, _BESIDE * tile)), np.array([a[0] == b[0] for a, b in lines])
        for way in (upright, ~upright):
            open_ &= ~way | ((sharp < _SHARP * np.quantile(sharp[way], 0.25)).mean(1) + inked < _DRAWN)
        for dark, usual, is_clear in self.colours:
            bands = _bands(dark, lines, _BESIDE * tile)
            open_ &= _is_more(bands, usual, _length(lines)).mean(1) < _DRAWN
            if self.ruled:
                dips = np.median(_dips(bands, _length(lines))[0], axis=1)
                low, most, high = np.quantile(dips[np.array(inked) < ink.NONE], (0.1, 0.5, 0.9))
                open_ &= dips < max(_DARKER_LINE * most, most + _SPREADS * (high - low))
            if is_clear:
                open_ &= (_steps(bands, _length(lines)) < _STEP_UP * usual).mean(1) + inked < _DRAWN
        return open_

    def shows_boxes(self, boxes: Sequence[Box]) -> bool:
        """Whether small boxes are seen: paper, and the lines around them."""
        seen = self._replace(noise=0.0)  # strokes of a cross lie beside the lines
        hidden = seen._hidden(around(boxes), _BOX_BESIDE).reshape(-1, 4).mean(1)
        broken = any(self._is_broken(box, _BROKEN_BOX * box.width * box.height) for box in boxes)
        return bool(np.all(hidden < _HIDDEN_BOX)) and not broken

    def shows_cells(self, board: AnyBoard, written: Mapping[Cell, Box]) -> Mapping[Cell, bool]:
        """For each cell, whether all of it is seen: its sides, level paper, and one ink in what is `written`."""
        outlines = board.outlines
        sides = [_sides(outlines[cell]) for cell in written]
        every = self._hidden([side for each in sides for side in each], _BESIDE * board.tile)
        hidden = every.reshape(len(sides), -1).mean(1) > _HIDDEN_SIDES
        return {
            cell: not (covered or self._is_broken(box := board.tile_box(cell)) or self._is_uneven(box, board.tile))
            and _area(ink.cut(self.other, written[cell]), SCALE) <= _SPOT
            for cell, covered in zip(written, hidden, strict=True)
        }

    def other_inks(self, inks: ink.Inks, parts: Mapping[_Part, Callable[[Pixels], Pixels]]) -> frozenset[_Part]:
        """The parts of the page, each cut out of it, whose ink has another hue than that of most, or is much paler."""
        drawn = {name: cut(inks.dark) > inks.inked for name, cut in parts.items()}
        found = {
            name: [float(np.median(cut(dark)[drawn[name]])) for dark, *_ in self.colours]
            for name, cut in parts.items()
            if drawn[name].any()
        }
        if not found:
            return frozenset()
        darks = np.maximum([*found.values()], 1e-3)
        most = darks.max(1, keepdims=True)
        hues = darks / most
        other = (np.abs(hues - np.median(hues, axis=0)) > _HUE).any(1) | (most[:, 0] < _PALER_INK * np.median(most))
        return frozenset(name for name, is_other in zip(found, other, strict=True) if is_other)

    def with_more(self, written: Mapping[Cell, Box]) -> frozenset[Cell]:
        """The cells in which more is seen than what is printed in all of them, however pale."""
        areas = {cell: _area(ink.cut(self.pale, box.inset(_SIDES * box.width)), SCALE) for cell, box in written.items()}
        most = _MORE + 1.2 * float(np.quantile([*areas.values()], 0.3))
        return frozenset(cell for cell, area in areas.items() if area > most)

    def _hidden(self, lines: Sequence[Line], beside: float) -> Pixels:
        """The share of each line along which neither the printed line nor ink is seen, or the ground is broken."""
        dips, noise = _dips(_bands(self.lines, lines, beside), _length(lines))
        usual = self.faint / _FAINT
        unseen = (dips < self.faint) | ((dips < self.noise * noise) & (dips < _THICKER * usual))
        broken = (_bands(self.broken, lines, 0.7, SCALE / _COARSE).max(1) > 0.3).astype(np.uint8)
        return np.asarray((unseen | (cv2.resize(broken, unseen.shape[::-1], interpolation=0) > 0)).mean(1))

    def _is_broken(self, box: Box, most: float = _SPOT) -> bool:
        return _area(ink.cut(self.broken, box, SCALE / _COARSE), SCALE / _COARSE) > most

    def _is_uneven(self, box: Box, tile: float) -> bool:
        """Whether it is darker or lighter within a cell than along its sides, as no edge of a shadow makes it."""
        ground, rim = ink.cut(self.ground, box, SCALE / _COARSE), max(1, round(_SIDES * tile * SCALE / _COARSE))
        within = np.zeros(ground.shape[:2], bool)
        within[rim:-rim, rim:-rim] = True
        inner, outer = ground[within], ground[~within]
        return bool(np.any(inner.min(0) < outer.min(0) - _DARKER) or np.any(inner.max(0) > outer.max(0) + _LIGHTER))


def sight_of(flat: Pixels, grounds: Sequence[Pixels], board: AnyBoard, inks: ink.Inks, *, ruled: bool) -> PageSight:
    """What of a page was seen that is laid flat on its grounds."""
    darks = [ink.dark_on(below, flat[..., colour]) for colour, below in enumerate(grounds)]
    light = np.dstack([below[::_COARSE, ::_COARSE] for below in grounds])
    ground, near = np.log(np.maximum(light, 4.0)), np.ones((3, 3), np.uint8)

    def of_board(layer: Pixels) -> Pixels:
        return ink.cut(layer, board.box, SCALE / _COARSE)

    change = (cv2.dilate(ground, near) - cv2.erode(ground, near)).max(2)
    mine = cv2.dilate((inks.dark > inks.inked).astype(np.uint8), np.ones((9, 9), np.uint8))
    drawn = np.any([dark > least for dark, least in zip(darks, inks.above, strict=True)], axis=0) & (mine == 0)
    sides = sorted({line for corners in board.outlines.values() for line in map(_upwards, _sides(corners))})
    found = [_clearness(dark, sides, board.tile, least) for dark, least in zip(darks, inks.above, strict=True)]
    colours = [(dark, usual, clear >= _CLEAR) for dark, (clear, usual, _) in zip(darks, found, strict=True)]
    (clear, usual, beyond), (lines, *_) = max(zip(found, colours, strict=True), key=lambda each: each[0][0])
    step = max(_STEP if clear > _CLEAR else _STEP / 2, _STEPS * float(np.quantile(of_board(change), 0.9)))
    usual_light = np.quantile(of_board(light), (0.25, 0.75))
    broken = (change > step) | (light.mean(2) < _BLACK * usual_light[1])
    if usual_light[0] < _PAPER:
        broken |= cv2.dilate((light.min(2) > _WHITE).astype(np.uint8), np.ones((_WASHED, _WASHED), np.uint8)) > 0
    tint = ground - ground[..., 1:2]
    strange = np.abs(tint - np.median(of_board(tint), axis=(0, 1))).max(2)
    broken |= strange > (_TINTED if clear >= _CLEAR else _TINTED / 2)
    if clear < _CLEAR:  # without lines, paper is what is not cut off from it
        _, of, stats, _ = cv2.connectedComponentsWithStats((~broken).astype(np.uint8), connectivity=4)
        if len(stats) > 1:
            broken |= of != 1 + int(stats[1:, cv2.CC_STAT_AREA].argmax())
    other = cv2.morphologyEx(drawn.astype(np.float32), cv2.MORPH_OPEN, np.ones((2, 2), np.uint8))
    pale = np.any([cv2.GaussianBlur(dark, (0, 0), 1.5) > _PALE for dark in darks], axis=0)
    faint, noise = (_FAINT * usual, min(_NOISE, _NOISES * beyond)) if clear >= _CLEAR else (0.0, 0.0)
    return PageSight(ground, broken.astype(np.float32), other, pale, colours, lines, faint, noise, ruled)


def smear(flat: Pixels, frame: PhotoFrame) -> float:
    """How wide the edges of the printed marks are in a photo, in mm, where they are widest."""
    grey = cv2.cvtColor(flat, cv2.COLOR_RGB2GRAY).astype(np.float32)
    lines = around([Box(x, y, MARK, MARK) for x, y in frame.corners])
    across = _bands(grey, lines, 0.9 * MARK / MODULES).mean(2)
    wide = np.ptp(across, axis=1) / np.maximum(np.abs(np.diff(across, axis=1)).max(1), 1e-3) / SCALE
    return float(np.median(wide.reshape(-1, 2, 2), axis=(0, 1)).max())


def goes_on(inks: ink.Inks, board: Panel, lines: Sequence[Line]) -> Sequence[bool]:
    """For each border, whether something dark runs along it and on beyond the board, as folds and shadows do."""
    box, (near, far) = board.box, _BEYOND
    ends = [
        end
        for (x1, y1), (x2, _) in lines
        for end in (
            (((x1, box.y - far), (x1, box.y - near)), ((x1, box.bottom + near), (x1, box.bottom + far)))
            if x1 == x2
            else (((box.x - far, y1), (box.x - near, y1)), ((box.right + near, y1), (box.right + far, y1)))
        )
    ]
    covered = (_bands(inks.dark, ends, _BESIDE * board.tile).max(1) > _PALER * inks.inked).mean(1)
    return [bool(pair) for pair in (covered > _MOST).reshape(-1, 2).any(1)]


def around(boxes: Sequence[Box]) -> Sequence[Line]:
    return [side for box in boxes for side in _sides(box.corners)]


def darkness_around(dark: Pixels, boxes: Sequence[Box]) -> float:
    return float(np.median(_bands(dark, around(boxes), 0.8).max(1)))


def _sides(corners: Sequence[tuple[float, float]]) -> Sequence[Line]:
    return [*zip(corners, [*corners[1:], corners[0]], strict=True)]


def _upwards(line: Line) -> Line:
    """A side as both cells beside it name it."""
    one, other = ((round(x, 3), round(y, 3)) for x, y in line)
    return (one, other) if one < other else (other, one)


def _clearness(dark: Pixels, lines: Sequence[Line], tile: float, above: float) -> tuple[float, float, float]:
    """How many times darker than bare paper the printed lines are in a colour, how dark, and how much beyond noise."""
    long, aside = _length(lines), _ASIDE * tile
    dips, noise = _dips(_bands(dark, lines, _BESIDE * tile), long)
    bare = dips[dips < above]
    usual = float(np.quantile(bare, 0.7)) if bare.size else 0.0
    beside = [((x1 + aside, y1 + aside), (x2 + aside, y2 + aside)) for (x1, y1), (x2, y2) in lines]
    paper = float(np.median(_dips(_bands(dark, beside, _BETWEEN * tile), long)[0]))
    return usual / max(paper, 1e-3), usual, float(np.median(dips / np.maximum(noise, 1e-3)))


def _length(lines: Sequence[Line]) -> float:
    """The length of the first of some lines, which are about as long as each other."""
    (x1, y1), (x2, y2) = lines[0]
    return float(np.hypot(x2 - x1, y2 - y1))


def _bands(layer: Pixels, lines: Sequence[Line], beside: float, scale: float = SCALE) -> Pixels:
    """The bands along lines without their ends, that many mm to both sides: rows across each, columns along it."""
    ends, middle = np.array(lines), 1 - 2 * ink.ENDS
    one, way = ends[:, None, None, 0], ends[:, None, None, 1] - ends[:, None, None, 0]
    across = np.arange(-round(beside * scale), round(beside * scale) + 1)[:, None, None] / scale
    number = max(8, round(_length(lines) * middle * scale))
    along = ink.ENDS + middle * (np.arange(number)[:, None] + 0.5) / number
    aside = np.stack([-way[..., 1], way[..., 0]], -1) / np.hypot(way[..., 0], way[..., 1])[..., None]
    points = ((one + way * along + aside * across + MARGIN) * scale).astype(np.float32)
    rows = points.reshape(-1, number, 2)
    found = [
        cv2.remap(layer, part[..., 0], part[..., 1], cv2.INTER_LINEAR)
        for part in np.array_split(rows, -(-len(rows) // 16000))  # remap takes 32,767 rows at most
    ]
    return np.concatenate(found).reshape(*points.shape[:3], *layer.shape[2:])


def _dips(bands: Pixels, long: float) -> tuple[Pixels, Pixels]:
    """How much darker the darkest row of each band is than what is beside it, and how much lighter the lightest."""
    soft, thick = _softened(bands, long)
    middle = np.median(soft, axis=1)
    return np.asarray(thick.max(1) - middle), np.asarray(middle - thick.min(1))


def _steps(bands: Pixels, long: float) -> Pixels:
    """The same beside the lightest row on each side of the middle, where the step is smaller: an edge is no line."""
    off = max(0, bands.shape[1] // 2 - round(_NEAR * SCALE))
    soft, thick = _softened(bands[:, off : bands.shape[1] - off], long)
    half = soft.shape[1] // 2
    return np.asarray(thick.max(1) - np.maximum(soft[:, :half].min(1), soft[:, half + 1 :].min(1)))


def _softened(bands: Pixels, long: float) -> tuple[Pixels, Pixels]:
    """Bands without most of their noise, and the means of three rows of each."""
    number, rows, columns = bands.shape
    reach = max(1, round(_ALONG / (long * (1 - 2 * ink.ENDS)) * columns))
    soft = cv2.blur(bands.reshape(number * rows, columns), (reach, 1)).reshape(number, rows, columns)
    return soft, (soft[:, :-2] + soft[:, 1:-1] + soft[:, 2:]) / 3 if rows > 2 else soft


def _is_more(bands: Pixels, usual: float, long: float) -> Pixels:
    """Where along bands more is seen than a line as dark as usual and as wide as most; ink that ran is wide."""
    more = _dips(bands, long)[0] > max(_THICKER * usual, usual + _TINT)
    amount = np.clip(bands - np.median(bands, axis=1, keepdims=True), 0, None).sum(1)
    return np.asarray(more if more.all() else more | (amount > _WIDER * np.median(amount[~more])))


def _sharp(bands: Pixels) -> Pixels:
    """How much darker than all within a pen's width the darkest row of each band is; ink that ran hardly is."""
    number, rows, columns = bands.shape
    across = cv2.blur(bands.transpose(1, 0, 2).reshape(rows, -1), (1, 3))
    beyond = across - cv2.blur(across, (1, round(_PEN * SCALE) | 1))
    return np.asarray(cv2.blur(beyond.max(0).reshape(number, columns), (columns // 4, 1)))


def _area(layer: Pixels, scale: float) -> float:
    return float(layer.sum()) / scale**2
