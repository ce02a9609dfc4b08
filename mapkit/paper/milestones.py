"""The signs on the paths of players: where they start and end, and the numbers of the turns."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from functools import partial
from itertools import chain, pairwise
from math import hypot
from typing import NamedTuple

from mapkit.model.grid import Cell
from mapkit.paper.drawing import SMALL, Point
from mapkit.paper.hexes import AnyBoard
from mapkit.paper.paths import Walk
from mapkit.paper.sheet import Box, Ink, Mark, centred_text, line, rectangle, width
from mapkit.paper.trails import MARK, edges, end_mark, lanes, stairs_of, start_mark


def milestones(board: AnyBoard, ways: Sequence[Walk], busy: Collection[Box]) -> Iterator[Mark]:
    """The marks of the paths' starts and ends, and the numbers of turns, as far as there is room.

    Of a long path some turns are numbered; the first and the last have their number wherever there is room for it.
    `busy` are boxes to keep clear.
    """
    taken = _TakenSpots(board, busy, ways)
    posts = [taken.post(i, way.start, partial(start_mark, letter=way.letter)) for i, way in enumerate(ways)]
    posts += [taken.post(i, way.end, partial(end_mark, letter=way.letter)) for i, way in enumerate(ways)]
    numbered = list[tuple[int, _Milestone]]()
    for i, way in enumerate(ways):
        turns = sorted({turn for stops in way.stops.values() for turn in stops})
        # at most 16 of them; with more turns only every second, fifth, tenth ... is numbered
        every = next((step for step in (1, 2, 5, 10, 20, 50, 100, 200) if len(turns) <= 16 * step), 500)
        ends = {*turns[:1], *turns[-1:]}
        chosen = {*turns[every - 1 :: every], *ends}
        for cell, stops in way.stops.items():
            some = tuple(turn for turn in stops if turn in chosen)
            if some and cell in taken.here:
                numbered.append((i, _Milestone(cell, some, tuple(turn for turn in some if turn in ends))))
    numbered.sort(key=lambda each: (not each[1].needed, each[1].turns))
    posts += [taken.numbers(i, stop) for i, stop in numbered]
    for part in zip(*posts, strict=True):
        yield from chain.from_iterable(part)


class _Milestone(NamedTuple):
    cell: Cell
    turns: tuple[int, ...]
    needed: tuple[int, ...]
    """Those of them that are the player's first or last."""


_Post = tuple[Sequence[Mark], Sequence[Mark]]
"""A line from the path to a mark, where the mark stands beside it, and the mark, where there is room for it."""


class _TakenSpots:
    """The places that are taken on a board; finds room for marks and turn numbers beside them."""

    def __init__(self, board: AnyBoard, busy: Iterable[Box], ways: Sequence[Walk]) -> None:
        self.board, self.lanes, self.cells = board, lanes(board, ways), [way.cells for way in ways]
        self.here = frozenset(board.cells())
        self.near: dict[tuple[int, int], list[tuple[Box, int]]] = {}
        for box in busy:
            self._take(box, _NOBODY)
        for i, (way, lane) in enumerate(zip(ways, self.lanes, strict=True)):
            for box, _ in stairs_of(board, way, lane):
                self._take(box, _NOBODY)
            for one, other in edges(board, way):
                # in pieces whose rectangles stay close to the line; one piece if it is level or upright
                (x, y), (to_x, to_y) = lane.at(one), lane.at(other)
                number = 1 + int(min(abs(to_x - x), abs(to_y - y)))
                spots = [(x + (to_x - x) * n / number, y + (to_y - y) * n / number) for n in range(number + 1)]
                for ends in pairwise(spots):
                    self._take(Box.between(*ends).inset(-0.5), i)

    def numbers(self, number: int, stop: _Milestone) -> _Post:
        """The numbers of turns on a cell: all of them, else the first and the last, else those that are needed."""
        tile, point, turns = self.board.tile_box(stop.cell), self.lanes[number].at(stop.cell), stop.turns
        needed = ", ".join(map(str, stop.needed))
        some = (", ".join(map(str, turns)), f"{turns[0]}…{turns[-1]}", needed or str(turns[0]))
        for text in dict.fromkeys(some):
            wide = width(text, SMALL) + 1.0
            tried = _around(point, wide, _NUMBER_HIGH, _shifts(wide, _NUMBER_HIGH))
            fits = wide < tile.width - 0.8
            found = self._room(
                number, stop.cell, [box for box in tried if fits and tile.has(box.middle)], _NUMBER_CLEAR
            )
            if found:
                return (), _number(found, text)
        tried = _around(point, width(needed, SMALL) + 1.0, _NUMBER_HIGH, _AFIELD) if needed else []
        found = self._room(number, stop.cell, tried, _NUMBER_CLEAR, led=True)
        return ((line(Ink.DETAIL, point, found.middle),), _number(found, needed)) if found else ((), ())

    def post(self, number: int, cell: Cell, draw: Callable[[float, float], Iterable[Mark]]) -> _Post:
        """A mark on a cell, with a line to the player's point if the mark does not cover it."""
        if cell not in self.here:
            return (), ()
        size, point = 2 * MARK + 0.4, self.lanes[number].at(cell)
        found = self._room(number, cell, _around(point, size, size, (*_shifts(size, size), *_FAR, *_AFIELD)), led=True)
        if found is None:
            return (), ()
        return () if found.has(point) else (line(Ink.DETAIL, point, found.middle),), tuple(draw(*found.middle))

    def _room(
        self, number: int, cell: Cell, tried: Sequence[Box], clear: Point = (0.0, 0.0), *, led: bool = False
    ) -> Box | None:
        """Take the first free box; if all lie on other players' paths, the first one over the player's point.

        `clear` is what stays free beside it, and above and below it, in mm. Where a line is to lead to it, boxes come
        first to which no line crosses what is taken.
        """
        point = self.lanes[number].at(cell)
        over = [box for box in tried if box.has(point)]
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
        outside = (spot for spot in spots if not box.has(spot))
        return any(
            owner == _NOBODY and (each.inset(_RIM) if each.has(point) else each).has(spot)
            for spot in outside
            for key in Box(*spot, 0, 0).blocks(_RASTER)
            for each, owner in self.near.get(key, ())
        )

    def _free(self, box: Box, number: int, cell: Cell, *, alone: bool) -> bool:
        if not self.board.box.inset(0.3).holds(box):
            return False
        met = {owner for key in box.blocks(_RASTER) for each, owner in self.near.get(key, ()) if box.meets(each)}
        if _NOBODY in met or (alone and met - {number}):
            return False
        others = (self.lanes[i].at(cell) for i, cells in enumerate(self.cells) if cell in cells and i != number)
        return not any(box.has(other) for other in others)

    def _take(self, box: Box, owner: int) -> None:
        for key in box.blocks(_RASTER):
            self.near.setdefault(key, []).append((box, owner))


_NOBODY, _RASTER = -1, 8.0
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
    across, down = wide / 2 + MARK + 0.2, high / 2 + MARK + 0.2
    beside = [(i * across, j * down) for i in (-1, -0.5, 0, 0.5, 1) for j in (-1, 0, 1) if abs(i) == 1 or j]
    near.sort(key=lambda at: (abs(at[0]) + abs(at[1]), at))
    beside.sort(key=lambda at: (-abs(at[0] * at[1]), at))
    return (*near, *beside)


def _number(box: Box, text: str) -> tuple[Mark, ...]:
    return rectangle(Ink.PAPER, box, 1.2), centred_text(Ink.TEXT, *box.middle, SMALL, text)
