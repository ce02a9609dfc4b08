"""A played game on paper: the players' paths over a board, and the list of turns."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import chain, cycle, groupby, islice, pairwise
from math import fsum, hypot
from typing import NamedTuple, assert_never

from mapkit.model.grid import Cell, Direction, Square, natural
from mapkit.model.replay import MasterRuling, Placement, ReplayStep, Start, Track
from mapkit.model.walk import reached
from mapkit.paper.board import Panel
from mapkit.paper.drawing import (
    BODY,
    LEADING,
    SMALL,
    Block,
    Point,
    arrowed,
    arrowed_rows,
    arrowed_width,
    balanced_height,
    columns,
    fill,
    heading,
    height,
    is_half_empty,
    notes,
)
from mapkit.paper.hexes import AnyBoard
from mapkit.paper.sheet import (
    Box,
    Circle,
    Ink,
    Mark,
    Text,
    cap_height,
    centred_text,
    fit,
    line,
    lines,
    polygon,
    printable,
    rectangle,
    width,
    wrap,
)

# --- paths over a board ------------------------------------------------------------------------------------------


class Leg(NamedTuple):
    """A piece of a path."""

    start: Cell
    end: Cell
    """The cell where it ends; it need not be next to `start`."""
    jump: bool
    """Whether something carried the player on; otherwise it is a step to the next cell."""
    climb: int = 0
    """By how many floors it leads up; less than 0 for down."""
    put: bool = False
    """Whether the game master put the player there."""


@dataclass(frozen=True)
class Walk:
    """A player's path over a board."""

    letter: str
    """The sign of the player on the map."""
    start: Cell
    """The cell where it begins; empty where the player never came to this board."""
    legs: tuple[Leg, ...]
    stops: Mapping[Cell, tuple[int, ...]]
    """The numbers of the turns that ended on a cell."""
    out: Direction | None = None
    """The side on which the player left the board; None for a player who did not, or where it is not known."""

    @property
    def end(self) -> Cell:
        return self.legs[-1].end if self.legs else self.start

    @property
    def cells(self) -> frozenset[Cell]:
        """Every cell that the player came to."""
        return frozenset(cell for cell in (self.start, *(leg.end for leg in self.legs)) if cell)


def walks(track: Track, grid: Square, out: Direction | None = None) -> tuple[Walk, ...]:
    """The players' paths in a track; `out` is the side on which the player who left went out, if it is known."""
    signs_of = letters([start.player for start in track.starts])
    return tuple(
        _walk(grid, signs_of[i], start, track.moves_of(start.player), out if start.player == track.left else None)
        for i, start in enumerate(track.starts)
    )


def _walk(
    grid: Square, letter: str, start: Start, moves: Iterable[ReplayStep | Placement], out: Direction | None
) -> Walk:
    legs: list[Leg] = []
    stops: dict[Cell, tuple[int, ...]] = {}
    here = start.carried_to or start.cell
    if start.carried_to:
        legs.append(_leg(grid, start.cell, here, jump=True))
    for move in moves:
        match move:
            case ReplayStep():
                if move.through or move.cell != here:
                    legs += _legs(grid, (here, *move.through, move.cell))
                    stops[move.cell] = (*stops.get(move.cell, ()), move.number)
            case Placement():
                legs += [_leg(grid, here, move.cell, jump=True)._replace(put=True)] if move.cell != here else []
            case _:
                assert_never(move)
        here = move.cell
    return Walk(letter, start.cell, tuple(legs), stops, out)


def _legs(grid: Square, cells: Sequence[Cell]) -> Iterator[Leg]:
    """The legs from cell to cell; only the first may be a step, if it leads to a neighbour."""
    for number, (one, other) in enumerate(pairwise(cells)):
        if one != other:
            yield _leg(grid, one, other, jump=number > 0 or grid.steps_apart(one, other) != 1)


def _leg(grid: Square, start: Cell, end: Cell, *, jump: bool) -> Leg:
    return Leg(start, end, jump, grid.floor(end) - grid.floor(start))


_ALIKE = str.maketrans("АВЕКМНОРСТХУ", "ABEKMHOPCTXY")  # noqa: RUF001 - these are the point
"""Cyrillic capitals that look like Latin ones."""


def letters(names: Sequence[str]) -> tuple[str, ...]:
    """A letter for each name: the first printable one that looks like no earlier player's letter, else a number."""
    taken: list[str] = []
    for number, name in enumerate(names, 1):
        used = {letter.translate(_ALIKE) for letter in taken}
        own = (c for c in printable(name, bold=True).upper() if c.isalpha() and c.translate(_ALIKE) not in used)
        taken.append(next(own, str(number)))
    return tuple(taken)


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
        """The width of all of it."""
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

_HALO = 0.35
_MARK = 2.1
"""Half the width of the marks for start and end, in mm."""


def trails(board: AnyBoard, ways: Sequence[Walk]) -> Iterator[Mark]:
    """The players' paths over a board, side by side where several run."""
    lanes = _lanes(board, ways)
    for way, lane, stroke in zip(ways, lanes, cycle(_STROKES), strict=False):
        yield from _trodden(board, way, lane, stroke)
    for way, lane, stroke in zip(ways, lanes, cycle(_STROKES), strict=False):
        here = set(board.cells())
        jumps = (leg for leg in way.legs if leg.jump and leg.start != leg.end and not leg.climb)
        for leg in dict.fromkeys(leg for leg in jumps if {leg.start, leg.end} & here):
            bow = _bow(lane.at(leg.start), lane.at(leg.end), board.tile)
            spots = [spot for spot in bow if _within(board.box, spot)]
            yield lines(Ink.ARROW, [_dot(one, other) for one, other in pairwise(spots)])
            middle = len(bow) // 2
            yield from _pointer(board, _STROKES[0], bow[middle - 1], bow[middle + 1], 0.85, 1.7)
        for box, tip in _stairs_of(board, way, lane):
            yield from _stair(box, stroke.ink, tip)


def milestones(board: AnyBoard, ways: Sequence[Walk], busy: Collection[Box]) -> Iterator[Mark]:
    """The marks of the paths' starts and ends, and the numbers of turns, as far as there is room.

    Of a long path some turns are numbered; the first and the last have their number wherever there is room for it.
    `busy` are boxes to keep clear.
    """
    taken = _TakenPlaces(board, busy, ways)
    posts = [*(taken.start(i, way) for i, way in enumerate(ways)), *(taken.end(i, way) for i, way in enumerate(ways))]
    numbered = [(i, stop) for i, way in enumerate(ways) for stop in _numbered(way) if stop.cell in taken.here]
    numbered.sort(key=lambda each: (not each[1].needed, each[1].turns))
    posts += [taken.numbers(i, stop) for i, stop in numbered]
    yield from chain.from_iterable(post.leader for post in posts)
    yield from chain.from_iterable(post.marks for post in posts)


class _Stop(NamedTuple):
    """Turns that are numbered on a cell."""

    cell: Cell
    turns: tuple[int, ...]
    needed: tuple[int, ...]
    """Those of them that are the player's first or last."""


_MOST_NUMBERS = 16
"""The most numbers on the path of a player; with more turns, only every second, fifth, tenth ... has one."""
_EVERY = (1, 2, 5, 10, 20, 50, 100, 200, 500)


def _numbered(way: Walk) -> Iterator[_Stop]:
    """The turns of a path that are numbered, cell by cell: the first, the last, and others at even distances."""
    turns = sorted({turn for stops in way.stops.values() for turn in stops})
    every = next((step for step in _EVERY if len(turns) <= _MOST_NUMBERS * step), _EVERY[-1])
    ends = {*turns[:1], *turns[-1:]}
    chosen = {*turns[every - 1 :: every], *ends}
    for cell, stops in way.stops.items():
        if some := tuple(turn for turn in stops if turn in chosen):
            yield _Stop(cell, some, tuple(turn for turn in some if turn in ends))


class _Post(NamedTuple):
    """The mark of a start or an end, or the numbers of turns."""

    leader: Sequence[Mark] = ()
    """A line from the path to the mark, where the mark stands beside it."""
    marks: Sequence[Mark] = ()
    """The mark; empty where there is no room for it."""


class _Lane:
    """A player's lane, beside the other players' lanes on every tile, from the lower left to the upper right."""

    def __init__(self, board: AnyBoard, number: int, of: int) -> None:
        self.board = board
        self.apart = min(_APART, _BAND * board.tile / of)
        self.aside = (number - (of - 1) / 2) * self.apart

    def at(self, cell: Cell) -> Point:
        """The point of the lane on a cell, which may lie outside this part of the board."""
        (x, y), (right, down) = self.board.tile_box(cell).middle, self.board.abreast
        return x + self.aside * right, y + self.aside * down


def _lanes(board: AnyBoard, ways: Sequence[Walk]) -> tuple[_Lane, ...]:
    """As few lanes as possible: players who were never on the same cell may share one."""
    trodden = [way.cells for way in ways]
    near = [{j for j, other in enumerate(trodden) if j != i and own & other} for i, own in enumerate(trodden)]
    lane: dict[int, int] = {}
    for i in range(len(ways)):
        lane[i] = min(set(range(len(ways))) - {lane[j] for j in near[i] if j in lane})
    of = {i: max(lane[j] for j in reached([i], near.__getitem__)) + 1 for i in lane}
    return tuple(_Lane(board, lane[i], of[i]) for i in lane)


def _edges(board: AnyBoard, way: Walk) -> dict[tuple[Cell, Cell], set[Cell]]:
    """Each border that was crossed on foot, as its two cells in reading order, and the cells that were entered."""
    here, found = set(board.cells()), dict[tuple[Cell, Cell], set[Cell]]()
    for leg in way.legs:
        if not leg.jump and (leg.start in here or leg.end in here) and not leg.climb:
            one, other = sorted((leg.start, leg.end), key=natural)
            found.setdefault((one, other), set()).add(leg.end)
    return found


def _trodden(board: AnyBoard, way: Walk, lane: _Lane, stroke: _Stroke) -> Iterator[Mark]:
    """The steps of a path: a white edge, the stroke, its core, and arrow heads for the direction."""
    edges = _edges(board, way)
    ends = [(lane.at(one), lane.at(other)) for one, other in edges]
    if way.out and way.end in set(board.cells()):
        ends.append((lane.at(way.end), _outside(board, way, lane)))
    joints = {end for pair in ends for end in pair if _within(board.box, end)}
    halo = min(_HALO, max(0.1, (lane.apart - stroke.across) / 2))
    for ink, wide, dash in (
        (Ink.PAPER, stroke.across + 2 * halo, ()),
        (stroke.ink, stroke.ticks, _TICKS),
        (stroke.ink, stroke.wide, stroke.dash),
        (Ink.PAPER, stroke.core, ()),
    ):
        if wide:
            for start, end in ends:
                yield from _strip(board, ink, start, end, wide, dash)
            for x, y in sorted(joints if dash is not _TICKS else ()):
                yield Circle(ink, x, y, wide / 2)
    long = min(2.0, 0.2 * board.tile, 0.8 + 0.8 * lane.apart)
    for (one, other), entered in edges.items():
        both = len(entered) == 2
        for cell in sorted(entered):
            start, end = (lane.at(one), lane.at(other)) if cell == other else (lane.at(other), lane.at(one))
            yield from _pointer(board, stroke, start, end, long * (1.05 if both else 0.5), long)


def _outside(board: AnyBoard, way: Walk, lane: _Lane) -> Point:
    """The end of the path of a player who left: just outside the gap."""
    (x, y), box = lane.at(way.end), board.tile_box(way.end)
    return {"N": (x, box.y), "S": (x, box.bottom), "W": (box.x, y), "E": (box.right, y)}[way.out or "N"]


def _within(box: Box, at: Point) -> bool:
    return box.x < at[0] < box.right and box.y < at[1] < box.bottom


def _strip(board: AnyBoard, ink: Ink, start: Point, end: Point, wide: float, dash: tuple[float, ...]) -> Iterator[Mark]:
    """A straight line of this width as a shape within the board, with dashes that fit its length."""
    long = hypot(end[0] - start[0], end[1] - start[1])
    ux, uy = (end[0] - start[0]) / long, (end[1] - start[1]) / long
    for first, last in dashes(long, dash):
        (x1, y1), (x2, y2) = (
            _clamp(board.box, (start[0] + ux * at, start[1] + uy * at)) for at in (max(0.0, first), min(long, last))
        )
        if abs(x2 - x1) + abs(y2 - y1) > 0.05:
            x, y = uy * wide / 2, ux * wide / 2
            yield polygon(ink, (x1 - x, y1 - y), (x2 - x, y2 - y), (x2 + x, y2 + y), (x1 + x, y1 + y))


def dashes(long: float, dash: tuple[float, ...]) -> Iterator[tuple[float, float]]:
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


def _clamp(box: Box, at: Point) -> Point:
    return min(max(at[0], box.x), box.right), min(max(at[1], box.y), box.bottom)


def _pointer(board: AnyBoard, stroke: _Stroke, start: Point, end: Point, beyond: float, long: float) -> Iterator[Mark]:
    """A solid arrow head, its tip `beyond` mm from the middle of a line."""
    (x1, y1), (x2, y2) = start, end
    far = ((x2 - x1) ** 2 + (y2 - y1) ** 2) ** 0.5
    ux, uy = (x2 - x1) / far, (y2 - y1) / far
    tip = ((x1 + x2) / 2 + ux * beyond, (y1 + y2) / 2 + uy * beyond)
    back, side = (tip[0] - ux * long, tip[1] - uy * long), max(0.5 * long, stroke.wide / 2 + 0.2)
    if _within(board.box, tip) and _within(board.box, back):
        left, right = (back[0] - uy * side, back[1] + ux * side), (back[0] + uy * side, back[1] - ux * side)
        yield polygon(stroke.ink, tip, left, right)


def _stairs_of(board: AnyBoard, way: Walk, lane: _Lane) -> Iterator[tuple[Box, int]]:
    """The places where a path leaves this floor, each with -1 for a floor above or 1 for a floor below."""
    here, half = set(board.cells()), min(1.5, max(0.8, lane.apart / 2))
    left = {(leg.start, -1 if leg.climb > 0 else 1) for leg in way.legs if leg.climb and leg.start in here}
    for cell, tip in sorted(left):
        yield Box(*lane.at(cell), 0, 0).inset(-half), tip


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


def _dot(one: Point, other: Point) -> tuple[Point, Point]:
    """A short stroke from a point towards the next."""
    far = max(((other[0] - one[0]) ** 2 + (other[1] - one[1]) ** 2) ** 0.5, 1e-9)
    return one, (one[0] + (other[0] - one[0]) * 0.4 / far, one[1] + (other[1] - one[1]) * 0.4 / far)


class _TakenPlaces:
    """The places that are taken on a board; finds room for marks and turn numbers beside them."""

    def __init__(self, board: AnyBoard, busy: Iterable[Box], ways: Sequence[Walk]) -> None:
        self.board, self.lanes, self.cells = board, _lanes(board, ways), [way.cells for way in ways]
        self.here = frozenset(board.cells())
        self.near: dict[tuple[int, int], list[tuple[Box, int]]] = {}
        for box in busy:
            self._take(box, _NOBODY)
        for i, (way, lane) in enumerate(zip(ways, self.lanes, strict=True)):
            for box, _ in _stairs_of(board, way, lane):
                self._take(box, _NOBODY)
            for one, other in _edges(board, way):
                for ends in _pieces(lane.at(one), lane.at(other)):
                    self._take(Box.between(*ends).inset(-0.5), i)

    def start(self, number: int, way: Walk) -> _Post:
        """The player's letter in a black circle."""
        return self._post(number, way.start, partial(start_mark, letter=way.letter))

    def end(self, number: int, way: Walk) -> _Post:
        """The player's letter in a white square."""
        return self._post(number, way.end, partial(end_mark, letter=way.letter))

    def numbers(self, number: int, stop: _Stop) -> _Post:
        """The numbers of turns on a cell: all of them, else the first and the last, else those that are needed."""
        tile, point, turns = self.board.tile_box(stop.cell), self.lanes[number].at(stop.cell), stop.turns
        needed = ", ".join(map(str, stop.needed))
        some = (", ".join(map(str, turns)), f"{turns[0]}…{turns[-1]}", needed or str(turns[0]))
        for text in dict.fromkeys(some):
            wide = width(text, SMALL) + 1.0
            tried = _around(point, wide, _NUMBER_HIGH, _shifts(wide, _NUMBER_HIGH))
            fits = wide < tile.width - 0.8
            found = self._room(
                number, stop.cell, [box for box in tried if fits and _within(tile, box.middle)], _NUMBER_CLEAR
            )
            if found:
                return _Post((), _number(found, text))
        tried = _around(point, width(needed, SMALL) + 1.0, _NUMBER_HIGH, _AFIELD) if needed else []
        found = self._room(number, stop.cell, tried, _NUMBER_CLEAR, led=True)
        return _Post((line(Ink.DETAIL, point, found.middle),), _number(found, needed)) if found else _Post()

    def _post(self, number: int, cell: Cell, draw: Callable[[float, float], Iterable[Mark]]) -> _Post:
        """A mark on a cell, with a line to the player's point if the mark does not cover it."""
        if cell not in self.here:
            return _Post()
        size, point = 2 * _MARK + 0.4, self.lanes[number].at(cell)
        found = self._room(number, cell, _around(point, size, size, (*_shifts(size, size), *_FAR, *_AFIELD)), led=True)
        if found is None:
            return _Post()
        away = not _within(found, point)
        return _Post((line(Ink.DETAIL, point, found.middle),) if away else (), tuple(draw(*found.middle)))

    def _room(
        self, number: int, cell: Cell, tried: Sequence[Box], clear: Point = (0.0, 0.0), *, led: bool = False
    ) -> Box | None:
        """Take the first free box; if all lie on other players' paths, the first one over the player's point.

        `clear` is what stays free beside it, and above and below it, in mm. Where a line is to lead to it, boxes come
        first to which no line crosses what is taken.
        """
        point = self.lanes[number].at(cell)
        over = [box for box in tried if _within(box, point)]
        for strict in (True, False) if led else (False,):
            for alone, boxes in ((True, tried), (False, over)):
                for box in boxes:
                    if self._free(box, number, cell, alone=alone) and not (strict and self._crosses(point, box)):
                        aside, above = clear
                        wide, high = box.width + 2 * aside, box.height + 2 * above
                        self._take(Box(box.x - aside, box.y - above, wide, high), _NOBODY)
                        return box
        return None

    def _crosses(self, point: Point, box: Box) -> bool:
        """Whether a line from a point to a box crosses something that is taken, other than paths.

        Of a box around the point itself, the rim does not count: there is room around words.
        """
        (x1, y1), (x2, y2) = point, box.middle
        parts = max(1, round(hypot(x2 - x1, y2 - y1) / 0.8))
        spots = ((x1 + (x2 - x1) * i / parts, y1 + (y2 - y1) * i / parts) for i in range(1, parts))
        outside = (spot for spot in spots if not _within(box, spot))
        return any(
            owner == _NOBODY and _within(each.inset(_RIM) if _within(each, point) else each, spot)
            for spot in outside
            for key in _squares(Box(*spot, 0, 0))
            for each, owner in self.near.get(key, ())
        )

    def _free(self, box: Box, number: int, cell: Cell, *, alone: bool) -> bool:
        inside = self.board.box.inset(0.3)
        if box.x < inside.x or box.y < inside.y or box.right > inside.right or box.bottom > inside.bottom:
            return False
        met = {owner for key in _squares(box) for each, owner in self.near.get(key, ()) if box.meets(each)}
        if _NOBODY in met or (alone and met - {number}):
            return False
        others = (self.lanes[i].at(cell) for i, cells in enumerate(self.cells) if cell in cells and i != number)
        return not any(_within(box, other) for other in others)

    def _take(self, box: Box, owner: int) -> None:
        for key in _squares(box):
            self.near.setdefault(key, []).append((box, owner))


def _pieces(start: Point, end: Point) -> Iterator[tuple[Point, Point]]:
    """A line in pieces whose rectangles stay close to it; one piece if it is level or upright."""
    (x1, y1), (x2, y2) = start, end
    number = 1 + int(min(abs(x2 - x1), abs(y2 - y1)))
    spots = [(x1 + (x2 - x1) * i / number, y1 + (y2 - y1) * i / number) for i in range(number + 1)]
    return pairwise(spots)


_NOBODY = -1


def _squares(box: Box) -> Iterator[tuple[int, int]]:
    """The squares of 8 mm in which a box lies, so that it is compared only with what is near."""
    for i in range(int(box.x // 8), int(box.right // 8) + 1):
        for j in range(int(box.y // 8), int(box.bottom // 8) + 1):
            yield i, j


_FAR = tuple((i * by, j * by) for by in (5.0, 7.0, 10.0, 13.0) for i in (1, -1, 0) for j in (1, -1, 0) if i or j)
"""The places, in mm from its point, for a mark that finds no room near it."""


_RIM = 0.7
"""The room around words and pictures that are to stay clear, in mm."""
_AFIELD = tuple(sorted(((2.0 * i, 2.0 * j) for i in range(-12, 13) for j in range(-12, 13)), key=lambda at: hypot(*at)))
"""The places, in mm from its point, for a number that is needed and finds no room on its cell, nearest first."""
_NUMBER_HIGH, _NUMBER_CLEAR = 3.2, (0.8, 0.5)
"""The height of the numbers of turns, and what stays free beside, and above and below them, in mm."""


def _around(point: Point, wide: float, high: float, shifts: Iterable[Point]) -> list[Box]:
    """Boxes whose middles are shifted from a point by these distances (mm)."""
    return [Box(point[0] + right - wide / 2, point[1] + down - high / 2, wide, high) for right, down in shifts]


def _shifts(wide: float, high: float) -> tuple[Point, ...]:
    """The shifts of a box from its point, nearest first: over it, then beside a mark that is over it."""
    near = [(i * wide * 0.3, j * high * 0.3) for i in (-1, 0, 1) for j in (-1, 0, 1)]
    across, down = wide / 2 + _MARK + 0.2, high / 2 + _MARK + 0.2
    beside = [(i * across, j * down) for i in (-1, -0.5, 0, 0.5, 1) for j in (-1, 0, 1) if abs(i) == 1 or j]
    near.sort(key=lambda at: (abs(at[0]) + abs(at[1]), at))
    beside.sort(key=lambda at: (-abs(at[0] * at[1]), at))
    return (*near, *beside)


def _number(box: Box, text: str) -> tuple[Mark, ...]:
    """Numbers of turns in a box, over the paths below it."""
    return rectangle(Ink.PAPER, box, 1.2), centred_text(Ink.TEXT, *box.middle, SMALL, text)


def start_mark(x: float, y: float, letter: str) -> Iterator[Mark]:
    """A letter in a black circle, for the start of a path."""
    yield Circle(Ink.PAPER, x, y, _MARK + 0.3)
    yield Circle(Ink.SOLID, x, y, _MARK)
    yield centred_text(Ink.REVERSE, x, y, SMALL, letter, True)


def end_mark(x: float, y: float, letter: str) -> Iterator[Mark]:
    """A letter in a white square, for the end of a path."""
    yield rectangle(Ink.OUTLINE, Box(x, y, 0, 0).inset(-_MARK + 0.1))
    yield centred_text(Ink.TEXT, x, y, SMALL, letter, True)


def sample_trail(x: float, y: float, wide: float, number: int, letter: str) -> Iterator[Mark]:
    """A short path in the style of a player, for a legend, from x to the right at height y."""
    board = Panel(Square(1, 1), range(1), range(1), x, y - wide / 2, wide)
    stroke = _STROKES[number % len(_STROKES)]
    start, end = (x + _MARK + 0.3, y), (x + wide - _MARK, y)
    yield from _strip(board, stroke.ink, start, end, stroke.wide, stroke.dash)
    if stroke.ticks:
        yield from _strip(board, stroke.ink, start, end, stroke.ticks, _TICKS)
    if stroke.core:
        yield from _strip(board, Ink.PAPER, start, end, stroke.core, ())
    yield from _pointer(board, stroke, start, end, 1.0, 2.0)
    yield from start_mark(*start, letter)
    yield from end_mark(*end, letter)


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
        yield _sign(words["jump"], wide, _sample_jump)
    if any(leg.put for way in ways for leg in way.legs):
        yield _sign(rulings["jump"], wide, _sample_jump)
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
        yield from sample_trail(x, y + 7.6, _SAMPLE, number, way.letter)
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


def _sample_jump(x: float, y: float) -> Iterator[Mark]:
    bow = _bow((x, y + 2), (x + _SAMPLE, y + 2), 3.5)
    yield lines(Ink.ARROW, [_dot(one, other) for one, other in pairwise(bow)])


def _sample_stairs(x: float, y: float) -> Iterator[Mark]:
    for right, tip in ((0.4, -1), (0.6, 1)):
        yield from _stair(Box(x + right * _SAMPLE, y, 0, 0).inset(-1.5), Ink.SOLID, tip)


def _sample_turn(x: float, y: float) -> Iterator[Mark]:
    half = width("12", SMALL) / 2 + 0.5
    yield rectangle(Ink.SOLID, Box(x, y - 0.25, _SAMPLE / 2 - half, 0.5))
    yield rectangle(Ink.SOLID, Box(x + _SAMPLE / 2 + half, y - 0.25, _SAMPLE / 2 - half, 0.5))
    yield Text(Ink.TEXT, x + _SAMPLE / 2, y + cap_height(SMALL) / 2, SMALL, "12", anchor="middle")


# --- the list of turns -------------------------------------------------------------------------------------------

_NUMBER, _LETTER = 8.0, 6.0
"""The widths of the number of a turn and of the player's letter, in mm."""
_LIST_COLUMN = 84.0
"""The least width of a column of turns, in mm."""
_HEAD = 14.5
"""The height of the head of a page of turns, in mm."""
_MOST_PHRASES, _MOST_LETTERS, _MOST_STEPS, _MOST_LINES = 12, 700, 10, 12
"""The most phrases of an answer, letters of a phrase, and steps and lines in a block; only a forged log has more."""


def turn_pages(
    track: Track,
    ways: Sequence[Walk],
    words: Mapping[str, str],
    rulings: Mapping[str, str],
    box: Box,
    remarks: str,
    before: Sequence[Block] = (),
) -> list[list[Mark]]:
    """The list of turns in columns, page after page, with a head on each; on the first page it is below `before`.

    Below the end of the list is room for notes, with the heading `remarks`. Lines are closer where that saves a page.

    `words` are `turns`, and `outside` where players may stand outside the map. `rulings` has `who` and `puts`.
    """
    letter_of = {start.player: way.letter for start, way in zip(track.starts, ways, strict=True)}
    turns = (*_turns(_list_rows(track, letter_of, rulings)),)
    number = max(1, int((box.width + _GAP) / (_LIST_COLUMN + _GAP)))
    wide = columns(box, number, _GAP)[0].width

    def laid_out(leading: float) -> list[list[Mark]]:
        blocks = tuple(block for rows in turns for block in _turn_blocks(rows, words, wide, leading))
        return [*_turn_pages(blocks, number, letter_of, words["turns"], box, remarks, before)]

    pages = laid_out(LEADING)
    if len(pages) > 1 and is_half_empty(pages[-1], box) and len(closer := laid_out(_CLOSE)) < len(pages):
        return closer
    return pages


_CLOSE = 1.2
"""The distance from baseline to baseline in a list whose lines are close, in sizes of the type."""


def _turn_pages(
    blocks: Sequence[Block],
    number: int,
    letter_of: Mapping[str, str],
    title: str,
    box: Box,
    remarks: str,
    before: Sequence[Block],
) -> Iterator[list[Mark]]:
    """The pages of turns in so many columns."""
    marks, used = fill(before, [box])[0], height(before) + 7 if before else 0.0
    if box.height - used < 60:
        yield marks
        marks, used = [], 0.0
    while True:
        room = Box(box.x, box.y + used + _HEAD, box.width, box.height - used - _HEAD)
        high = balanced_height(blocks, room, number, _GAP) or room.height
        drawn, taken = fill(blocks, columns(room._replace(height=high), number, _GAP))
        page = [*marks, *_turn_head(title, letter_of, room), *drawn]
        marks, used, blocks = [], 0.0, blocks[taken:]
        if not blocks:
            left = box.bottom - room.y - high - 7
            yield [*page, *notes(Box(box.x, room.y + high + 7, box.width, left), remarks)] if left > _NOTES else page
            return
        yield page


_GAP = 8.0
"""The gap between the columns of turns, in mm."""
_NOTES = 30.0
"""The least height of room for notes, in mm."""


def _turn_head(title: str, letter_of: Mapping[str, str], room: Box) -> Iterator[Mark]:
    """A heading above the room, and whose letters they are."""
    yield from heading(title, room.width).draw(room.x, room.y - _HEAD)
    x, y = room.x, room.y - 2.4
    share = room.width / max(1, len(letter_of))
    for player, letter in letter_of.items():
        name = fit(player, share - 8.5, SMALL)[0]
        yield Text(Ink.TEXT, x, y, SMALL, letter, True)
        yield Text(Ink.QUIET, x + 4.5, y, SMALL, name)
        x += width(name, SMALL) + 8.5


class _TurnRow(NamedTuple):
    number: int
    who: str
    """The player's name, or the word for a ruling."""
    letter: str
    """The player's letter on the map; empty for a ruling."""
    words: str
    heard: tuple[str, ...]
    """What was heard, phrase by phrase."""
    place: str
    """The cells that the player came to, with ` > ` between them; empty for a player who stayed."""
    outside: bool = False


def _list_rows(track: Track, letter_of: Mapping[str, str], rulings: Mapping[str, str]) -> Iterator[_TurnRow]:
    """A row for every step and every ruling, and one for each player whom a ruling put somewhere."""
    at = {start.player: start.carried_to or start.cell for start in track.starts}
    for entry in track.entries:
        match entry:
            case ReplayStep(number, player, words, heard, through, cell, outside, _):
                place = " > ".join((*through, cell)) if through or cell != at.get(player) else ""
                at[player] = cell
                yield _TurnRow(number, player, letter_of.get(player, ""), words, heard, place, outside)
            case MasterRuling(number, words, heard, moved):
                yield _TurnRow(number, rulings["who"], "", words, heard, "")
                for player, cell, outside in moved:
                    at[player] = cell
                    yield _TurnRow(number, rulings["who"], "", rulings["puts"].format(player=player), (), cell, outside)
            case _:
                assert_never(entry)


def _turns(rows: Iterable[_TurnRow]) -> Iterator[tuple[_TurnRow, ...]]:
    for _, found in groupby(rows, key=lambda row: (row.number, row.who, row.letter)):
        while some := tuple(islice(found, _MOST_STEPS)):
            yield some


class _Word(NamedTuple):
    """A word in the list of turns, or a place with arrows."""

    text: str
    """The word; a place has arrows, as `drawing.arrowed` draws them."""
    ink: Ink = Ink.TEXT
    bold: bool = False
    place: bool = False

    @property
    def width(self) -> float:
        """Its width, in mm."""
        return arrowed_width(SMALL, self.text) if self.place else width(self.text, SMALL, self.bold)


def _turn_words(rows: Sequence[_TurnRow], words: Mapping[str, str], room: float) -> Iterator[_Word]:
    """What was said, in bold, what was heard, and where the player came to, step by step."""
    if not rows[0].letter:
        yield from _set_in(f"{rows[0].who}:", Ink.QUIET, True, room)
    for row in rows:
        yield from _set_in(row.words, Ink.TEXT, True, room)
        for phrase in row.heard[:_MOST_PHRASES]:
            yield from _set_in(phrase, Ink.TEXT, False, room)
        if row.place:
            yield from (_Word(each, place=True) for each in arrowed_rows(f"> {row.place}", room, SMALL))
        if row.outside:
            yield from _set_in(words["outside"], Ink.TEXT, False, room)


def _set_in(text: str, ink: Ink, bold: bool, room: float) -> Iterator[_Word]:
    """The words of a text, broken where they are wider than the room."""
    for word in text[:_MOST_LETTERS].split():
        yield from (_Word(piece, ink, bold) for piece in wrap(word, room, SMALL, bold))


def _turn_blocks(rows: Sequence[_TurnRow], words: Mapping[str, str], wide: float, leading: float) -> Iterator[Block]:
    """A turn in lines, a few in a block: its number, the player's letter, and what was said and heard."""
    lined: list[list[tuple[float, _Word]]] = [[]]
    room, x = wide - _NUMBER - _LETTER, 0.0
    for word in _turn_words(rows, words, room):
        if lined[-1] and x + word.width > room:
            lined.append([])
            x = 0.0
        lined[-1].append((x, word))
        x += word.width + width(" ", SMALL)
    for first in range(0, len(lined), _MOST_LINES):
        some = lined[first : first + _MOST_LINES]
        yield Block(len(some) * SMALL * leading + 1.6, partial(_draw_turn, rows[0], some, wide, SMALL * leading))


def _draw_turn(
    turn: _TurnRow, lined: Sequence[Sequence[tuple[float, _Word]]], wide: float, lead: float, x: float, y: float
) -> Iterator[Mark]:
    base, left = y + 0.8 + lead * 0.8, x + _NUMBER + _LETTER
    yield line(Ink.HAIRLINE, (x, y), (x + wide, y))
    if turn.number:
        yield Text(Ink.TEXT, x, base, SMALL, str(turn.number), True)
    if turn.letter:
        yield Text(Ink.TEXT, x + _NUMBER + 2, base, SMALL, turn.letter, True, "middle")
    for i, found in enumerate(lined):
        for (ink, bold, place), run in groupby(found, key=lambda pair: pair[1][1:]):
            some = list(run)
            if place:
                yield from chain.from_iterable(arrowed(left + at, base + i * lead, SMALL, w.text) for at, w in some)
            else:
                said = " ".join(word.text for _, word in some)
                yield Text(ink, left + some[0][0], base + i * lead, SMALL, said, bold)
