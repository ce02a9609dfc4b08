"""The paths of players drawn over a board, and the legend that tells what they are."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from itertools import cycle, pairwise
from math import fsum, hypot, inf
from typing import NamedTuple

from mapkit.model.grid import Cell, natural
from mapkit.model.replay import Track
from mapkit.model.walk import reached
from mapkit.paper.drawing import BODY, SMALL, Block, Point, arrowed, arrowed_width
from mapkit.paper.hexes import AnyBoard
from mapkit.paper.paths import Walk
from mapkit.paper.sheet import (
    Box,
    Circle,
    Ink,
    Mark,
    Text,
    cap_height,
    centred_text,
    fit,
    lines,
    polygon,
    rectangle,
    width,
)


class _Stroke(NamedTuple):
    """The style of a path; lengths are in mm."""

    ink: Ink
    wide: float
    dash: tuple[float, ...] = ()
    """Dashes and gaps in turn; empty for a solid line."""
    core: float = 0.0
    """The width of the white line in its middle; 0 for none."""
    ticks: float = 0.0
    """The length of the short strokes across it; 0 for none."""

    @property
    def across(self) -> float:
        return max(self.wide, self.ticks)


_STROKES = (
    _Stroke(Ink.FIRST_WAY, 0.5),
    _Stroke(Ink.SECOND_WAY, 0.8, (2.7, 1.5)),
    _Stroke(Ink.THIRD_WAY, 1.35, core=0.75),
    _Stroke(Ink.FOURTH_WAY, 0.95, (0.95, 1.1)),
    _Stroke(Ink.FIFTH_WAY, 0.3, ticks=1.35),
    _Stroke(Ink.SIXTH_WAY, 0.7, (3.2, 1.1, 0.7, 1.1)),
    _Stroke(Ink.SEVENTH_WAY, 1.35, (2.9, 1.3), core=0.65),
    _Stroke(Ink.EIGHTH_WAY, 0.4, (1.2, 0.9)),
)
"""The styles of the players' paths, distinct in black and white; the ninth player has the first style again.

None is a solid line as heavy as a wall.
"""
_TICKS = (0.35, 1.25)
"""The dashes and gaps that make ticks."""
_BAND, _APART = 0.64, 3.4
"""The part of a tile in which paths run, in its middle; and the most that lanes are apart, in mm."""

MARK = 2.1
"""Half the width of the marks for start and end, in mm."""


def trails(board: AnyBoard, ways: Sequence[Walk]) -> Iterator[Mark]:
    aside = lanes(board, ways)
    for way, lane, stroke in zip(ways, aside, cycle(_STROKES), strict=False):
        # the steps: a white edge, the stroke, its core, and arrow heads for the direction
        crossed = edges(board, way)
        ends = [(lane.at(one), lane.at(other)) for one, other in crossed]
        if way.out and way.end in set(board.cells()):
            (x, y), box = lane.at(way.end), board.tile_box(way.end)  # just outside the gap
            gap = {"N": (x, box.y), "S": (x, box.bottom), "W": (box.x, y), "E": (box.right, y)}[way.out]
            ends.append(((x, y), gap))
        joints = {end for pair in ends for end in pair if board.box.has(end)}
        halo = min(0.35, max(0.1, (lane.apart - stroke.across) / 2))
        for ink, wide, dash in (
            (Ink.PAPER, stroke.across + 2 * halo, ()),
            (stroke.ink, stroke.ticks, _TICKS),
            (stroke.ink, stroke.wide, stroke.dash),
            (Ink.PAPER, stroke.core, ()),
        ):
            if wide:
                for start, end in ends:
                    yield from strip(ink, start, end, wide, dash, board.box)
                for x, y in sorted(joints if dash is not _TICKS else ()):
                    yield Circle(ink, x, y, wide / 2)
        long = min(2.0, 0.2 * board.tile, 0.8 + 0.8 * lane.apart)
        for (one, other), entered in crossed.items():
            both = len(entered) == 2
            for cell in sorted(entered):
                start, end = (lane.at(one), lane.at(other)) if cell == other else (lane.at(other), lane.at(one))
                yield from _pointer(board.box, stroke, start, end, long * (1.05 if both else 0.5), long)
    for way, lane, stroke in zip(ways, aside, cycle(_STROKES), strict=False):
        here = set(board.cells())
        jumps = (leg for leg in way.legs if leg.jump and leg.start != leg.end and not leg.climb)
        for leg in dict.fromkeys(leg for leg in jumps if {leg.start, leg.end} & here):
            bow = _bow(lane.at(leg.start), lane.at(leg.end), board.tile)
            spots = [spot for spot in bow if board.box.has(spot)]
            yield lines(Ink.ARROW, _dashed(spots) if leg.put else _dotted(spots))
            middle = len(bow) // 2
            yield from _pointer(board.box, _STROKES[0], bow[middle - 1], bow[middle + 1], 0.85, 1.7)
        for box, tip in stairs_of(board, way, lane):
            yield from _stair(box, stroke.ink, tip)


class Lane:
    """A player's lane, beside the other players' lanes on every tile, from the lower left to the upper right."""

    def __init__(self, board: AnyBoard, number: int, of: int) -> None:
        self.board = board
        self.apart = min(_APART, _BAND * board.tile / of)
        self.aside = (number - (of - 1) / 2) * self.apart

    def at(self, cell: Cell) -> Point:
        """The point of the lane on a cell, which may lie outside this part of the board."""
        (x, y), (right, down) = self.board.tile_box(cell).middle, self.board.abreast
        return x + self.aside * right, y + self.aside * down


def lanes(board: AnyBoard, ways: Sequence[Walk]) -> tuple[Lane, ...]:
    """As few lanes as possible: players who were never on the same cell may share one."""
    trodden = [way.cells for way in ways]
    near = [{j for j, other in enumerate(trodden) if j != i and own & other} for i, own in enumerate(trodden)]
    lane: dict[int, int] = {}
    for i in range(len(ways)):
        lane[i] = min(set(range(len(ways))) - {lane[j] for j in near[i] if j in lane})
    of = {i: max(lane[j] for j in reached([i], near.__getitem__)) + 1 for i in lane}
    return tuple(Lane(board, lane[i], of[i]) for i in lane)


def edges(board: AnyBoard, way: Walk) -> dict[tuple[Cell, Cell], set[Cell]]:
    """Each border that was crossed on foot, as its two cells in reading order, and the cells that were entered."""
    here, found = set(board.cells()), dict[tuple[Cell, Cell], set[Cell]]()
    for leg in way.legs:
        if not leg.jump and (leg.start in here or leg.end in here) and not leg.climb:
            one, other = sorted((leg.start, leg.end), key=natural)
            found.setdefault((one, other), set()).add(leg.end)
    return found


def strip(
    ink: Ink, start: Point, end: Point, wide: float, dash: tuple[float, ...] = (), within: Box | None = None
) -> Iterator[Mark]:
    """A straight line of this width as a shape, with dashes that fit its length; only its part `within` a box."""
    (x1, y1), (x2, y2) = within.corners[::2] if within else ((-inf, -inf), (inf, inf))
    long = hypot(end[0] - start[0], end[1] - start[1])
    ux, uy = (end[0] - start[0]) / long, (end[1] - start[1]) / long
    for first, last in _dashes(long, dash):
        (ax, ay), (bx, by) = (
            (min(max(start[0] + ux * at, x1), x2), min(max(start[1] + uy * at, y1), y2))
            for at in (max(0.0, first), min(long, last))
        )
        if abs(bx - ax) + abs(by - ay) > 0.05:
            # to the side; a level line and an upright one begin at the same corner as ever
            x, y = (-uy * wide / 2, ux * wide / 2) if ux else (uy * wide / 2, 0.0)
            yield polygon(ink, (ax - x, ay - y), (bx - x, by - y), (bx + x, by + y), (ax + x, ay + y))


def _dashes(long: float, dash: tuple[float, ...]) -> Iterator[tuple[float, float]]:
    """The start and end of each dash on a length. Half a dash stands at either end, so that corners are never gaps."""
    if not dash:
        yield 0, long
        return
    number = max(1, round(long / fsum(dash)))
    by = long / (number * fsum(dash))
    at = -dash[0] * by / 2
    while at < long:
        for on, off in zip(dash[::2], dash[1::2], strict=True):
            yield at, at + on * by
            at += (on + off) * by


def _pointer(box: Box, stroke: _Stroke, start: Point, end: Point, beyond: float, long: float) -> Iterator[Mark]:
    """A solid arrow head, its tip `beyond` mm from the middle of a line."""
    (x1, y1), (x2, y2) = start, end
    far = ((x2 - x1) ** 2 + (y2 - y1) ** 2) ** 0.5
    ux, uy = (x2 - x1) / far, (y2 - y1) / far
    tip = ((x1 + x2) / 2 + ux * beyond, (y1 + y2) / 2 + uy * beyond)
    back, side = (tip[0] - ux * long, tip[1] - uy * long), max(0.5 * long, stroke.wide / 2 + 0.2)
    if box.has(tip) and box.has(back):
        left, right = (back[0] - uy * side, back[1] + ux * side), (back[0] + uy * side, back[1] - ux * side)
        yield polygon(stroke.ink, tip, left, right)


def stairs_of(board: AnyBoard, way: Walk, lane: Lane) -> Iterator[tuple[Box, int]]:
    """The places where a path leaves this floor, each with -1 for a floor above or 1 for a floor below."""
    here, half = set(board.cells()), min(1.5, max(0.8, lane.apart / 2))
    left = {(leg.start, -1 if leg.climb > 0 else 1) for leg in way.legs if leg.climb and leg.start in here}
    for cell, tip in sorted(left):
        yield Box.around(lane.at(cell), half), tip


def _stair(box: Box, ink: Ink, tip: int) -> Iterator[Mark]:
    (x, y), half = box.middle, box.width / 2
    yield Circle(Ink.PAPER, x, y, half + 0.5)
    base = y - 0.8 * tip * half
    yield polygon(ink, (x, y + tip * half), (x + half, base), (x - half, base))


def _bow(start: Point, end: Point, tile: float) -> list[Point]:
    """Points on a flat arc, a little more than a millimetre apart."""
    (x1, y1), (x2, y2) = start, end
    far = ((x2 - x1) ** 2 + (y2 - y1) ** 2) ** 0.5
    out = min(0.3 * far, 0.7 * tile) / far
    x, y = (x1 + x2) / 2 - (y2 - y1) * out, (y1 + y2) / 2 + (x2 - x1) * out
    count = max(4, round(far * 1.05 / 1.1))
    weights = [((1 - t) ** 2, 2 * t * (1 - t), t * t) for t in (i / count for i in range(count + 1))]
    return [(a * x1 + b * x + c * x2, a * y1 + b * y + c * y2) for a, b, c in weights]


def _dotted(bow: Sequence[Point]) -> Iterator[tuple[Point, Point]]:
    """A short stroke from each point towards the next."""
    for one, other in pairwise(bow):
        far = max(((other[0] - one[0]) ** 2 + (other[1] - one[1]) ** 2) ** 0.5, 1e-9)
        yield one, (one[0] + (other[0] - one[0]) * 0.4 / far, one[1] + (other[1] - one[1]) * 0.4 / far)


def _dashed(bow: Sequence[Point]) -> Iterator[Sequence[Point]]:
    """Three of four pieces of a bow, joined to long strokes."""
    return (bow[first : first + 4] for first in range(0, len(bow) - 1, 4))


def start_mark(x: float, y: float, letter: str) -> Iterator[Mark]:
    """A letter in a black circle, for the start of a path."""
    yield Circle(Ink.PAPER, x, y, MARK + 0.3)
    yield Circle(Ink.SOLID, x, y, MARK)
    yield centred_text(Ink.REVERSE, x, y, SMALL, letter, True)


def end_mark(x: float, y: float, letter: str) -> Iterator[Mark]:
    """A letter in a white square, for the end of a path."""
    yield rectangle(Ink.OUTLINE, Box(x, y, 0, 0).inset(-MARK + 0.1))
    yield centred_text(Ink.TEXT, x, y, SMALL, letter, True)


def walkers(
    track: Track, ways: Sequence[Walk], words: Mapping[str, str], rulings: Mapping[str, str], wide: float
) -> Iterator[Block]:
    """The legend of a map with `trails`, as blocks: the players' paths, and the meanings of the signs.

    `words` are `walked`, `left`, `jump` and `turn`, `climb` where there are floors, and `absent` where some players
    never came to this board. `rulings` has `jump`.
    """
    for i, (start, way) in enumerate(zip(track.starts, ways, strict=True)):
        key = "absent" if not way.start else "left" if start.player == track.left else "walked"
        yield _walker(i, start.player, way, words[key], wide)
    if any(leg.jump and not leg.put for way in ways for leg in way.legs):
        yield _sign(words["jump"], wide, partial(_sample_jump, _dotted))
    if any(leg.put for way in ways for leg in way.legs):
        yield _sign(rulings["jump"], wide, partial(_sample_jump, _dashed))
    if any(leg.climb for way in ways for leg in way.legs):
        yield _sign(words["climb"], wide, _sample_stairs)
    yield _sign(words["turn"], wide, _sample_turn)


def _walker(number: int, name: str, way: Walk, says: str, wide: float) -> Block:
    title, size = fit(name, wide, BODY, bold=True)
    told = says.format(start=way.start, end=way.end, moves=sum(map(len, way.stops.values())))
    if arrowed_width(SMALL, told) > wide - _SAMPLE - 2.5:
        told = f"{way.start} > {way.end}"

    def draw(x: float, y: float) -> Iterator[Mark]:
        yield Text(Ink.TEXT, x, y + 3.4, size, title, True)
        stroke, box = _STROKES[number % len(_STROKES)], Box(x, y + 7.6 - _SAMPLE / 2, _SAMPLE, _SAMPLE)
        start, end = (x + MARK + 0.3, y + 7.6), (x + _SAMPLE - MARK, y + 7.6)
        for ink, across, dash in (
            (stroke.ink, stroke.wide, stroke.dash),
            (stroke.ink, stroke.ticks, _TICKS),
            (Ink.PAPER, stroke.core, ()),
        ):
            if across:
                yield from strip(ink, start, end, across, dash)
        yield from (*_pointer(box, stroke, start, end, 1.0, 2.0), *start_mark(*start, way.letter))
        yield from end_mark(*end, way.letter)
        yield from arrowed(x + _SAMPLE + 2.5, y + 7.6 + cap_height(SMALL) / 2, SMALL, told, Ink.QUIET)

    return Block(9.8, draw, above=2.6)


_SAMPLE = 18.0
"""The length of the sample of a path, in mm."""


def _sign(words: str, wide: float, sample: Callable[[float, float], Iterable[Mark]]) -> Block:
    said = fit(words, wide - _SAMPLE - 2.5, SMALL)[0]

    def draw(x: float, y: float) -> Iterator[Mark]:
        yield from sample(x, y + 2.4)
        yield Text(Ink.QUIET, x + _SAMPLE + 2.5, y + 2.4 + cap_height(SMALL) / 2, SMALL, said)

    return Block(4.8, draw, above=2.6)


def _sample_jump(stroked: Callable[[Sequence[Point]], Iterable[Sequence[Point]]], x: float, y: float) -> Iterator[Mark]:
    yield lines(Ink.ARROW, stroked(_bow((x, y + 2), (x + _SAMPLE, y + 2), 3.5)))


def _sample_stairs(x: float, y: float) -> Iterator[Mark]:
    for right, tip in ((0.4, -1), (0.6, 1)):
        yield from _stair(Box(x + right * _SAMPLE, y, 0, 0).inset(-1.5), Ink.SOLID, tip)


def _sample_turn(x: float, y: float) -> Iterator[Mark]:
    half = width("12", SMALL) / 2 + 0.5
    yield rectangle(Ink.SOLID, Box(x, y - 0.25, _SAMPLE / 2 - half, 0.5))
    yield rectangle(Ink.SOLID, Box(x + _SAMPLE / 2 + half, y - 0.25, _SAMPLE / 2 - half, 0.5))
    yield Text(Ink.TEXT, x + _SAMPLE / 2, y + cap_height(SMALL) / 2, SMALL, "12", anchor="middle")
