"""The sheet `map`: the board of a map alone, on a page or cut out of it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import groupby
from math import dist
from typing import Any

from mapkit.model.map import Map
from mapkit.model.settings import BadSetting
from mapkit.paper.board import floor_name
from mapkit.paper.drawing import LARGE, Header, as_sheets, page_head
from mapkit.paper.edition import Edition
from mapkit.paper.game_sheets import paper_of
from mapkit.paper.layout import roomier
from mapkit.paper.sheet import Box, Ink, Mark, PaperSize, Path, Segment, Sheet, Text, extent, moved
from mapkit.paper.sheets import BoardPicture, Floor

_NAME = "map"
_SIDE, _CELL = 140.0, 8.0
"""The side of a board that is cut out, in mm; larger where its cells would be narrower than `_CELL`."""
_RIM = 1.5
"""The room around what is drawn, in mm."""
_SIGNS = 30.0
"""The room around a board for coordinates and signs, in mm."""
_FLOOR_NAME = 7.0
"""The height of the name of a floor, in mm."""
_NEAR = 0.06
"""How far a line that is cut out may run beside the line that was drawn, in mm."""


def map_sheets(map_: Map[Any], title: str, edition: Edition) -> tuple[Sheet, ...]:
    """The board on a page for each floor, below the usual head; `title` is the name of the game for people."""
    words, board = edition.words, board_of(map_)
    running = page_head(edition, _NAME, title, map_.title, words["map"], words["secret"] if board.secret else "")
    named = _FLOOR_NAME if map_.params.grid.floors > 1 else 0.0

    def room(lying: Header) -> Box:
        return lying.body._replace(y=lying.body.y + named, height=lying.body.height - named)

    running = roomier(running, lambda lying: _largeness([*board.floors(map_, edition, room(lying))]))
    pages = [_in_the_middle(marks, room(running)) for _, marks in board.floors(map_, edition, room(running))]
    if named and len(pages) == map_.params.grid.floors:
        pages = [(_name_of(floor, len(pages), running), *marks) for floor, marks in enumerate(pages, 1)]
    return as_sheets(running, pages)


def _name_of(floor: int, of: int, running: Header) -> Mark:
    """The name of a floor, at the top of its page."""
    body = running.body
    return Text(Ink.TEXT, body.x, body.y + 4.0, LARGE, floor_name(floor, of, running.words), True)


def _in_the_middle(marks: Sequence[Mark], box: Box) -> tuple[Mark, ...]:
    """The marks as far from the upper edge of a box as from the lower one."""
    boxes = [extent(mark) for mark in marks]
    above = min((each.y for each in boxes), default=box.y) - box.y
    below = box.bottom - max((each.bottom for each in boxes), default=box.bottom)
    return tuple(moved(mark, 0, max(0.0, (below - above) / 2)) for mark in marks)


def _largeness(floors: Sequence[Floor]) -> float:
    """How well a board is drawn: how far it reaches across, in mm, and on how few pages."""
    boxes = [extent(mark) for mark in floors[0][1]] if floors else []
    across = max((box.right for box in boxes), default=0.0) - min((box.x for box in boxes), default=0.0)
    return across / max(1, len(floors)) ** 2


def cropped(map_: Map[Any], edition: Edition) -> tuple[Sheet, ...]:
    """The board of each floor on paper as large as the board itself, with nothing else on it."""
    return tuple(_cut_out(map_, edition))


def _cut_out(map_: Map[Any], edition: Edition) -> Iterator[Sheet]:
    grid = map_.params.grid
    places = [grid.centre(cell) for cell in grid.cells()]
    across = max(max(each) - min(each) + 1 for each in zip(*places, strict=True))
    side = max(_SIDE, _CELL * across, (edition.scale * across + _SIGNS) if edition.scale else 0.0)
    for number, (_, drawn) in enumerate(board_of(map_).floors(map_, edition, Box(0, 0, side, side)), 1):
        boxes = [extent(mark) for mark in drawn]
        left, top = min(box.x for box in boxes) - _RIM, min(box.y for box in boxes) - _RIM
        wide, high = max(box.right for box in boxes) + _RIM - left, max(box.bottom for box in boxes) + _RIM - top
        paper = PaperSize("cropped", round(wide, 2), round(high, 2), 0.0, 0.0)
        yield Sheet(paper, f"{_NAME}-{number}", tuple(moved(_thinned(mark), -left, -top) for mark in drawn))


def board_of(map_: Map[Any]) -> BoardPicture[Any]:
    """How the board of a map is drawn alone; raises BadSetting where its game does not say."""
    board = paper_of(map_.game).board
    if board is None:
        raise BadSetting(f"{map_.game.name} draws no board alone; print another sheet")
    return board


def _thinned(mark: Mark) -> Mark:
    """The mark without points of lines that hardly bend there."""
    return replace(mark, steps=(mark.steps[0], *_needed(mark.steps))) if isinstance(mark, Path) else mark


def _needed(steps: Sequence[Segment]) -> Iterator[Segment]:
    """The strokes after the first, without points of lines that hardly bend there."""
    at = steps[0].points
    for straight, run in groupby(steps[1:], lambda step: step.verb == "L"):
        found = list(run)
        if straight:
            yield from (Segment("L", point) for point in _bends([at, *(step.points for step in found)])[1:])
        else:
            yield from found
        at = next((step.points[-2:] for step in reversed(found) if step.points), at)


def _bends(points: Sequence[tuple[float, ...]]) -> list[tuple[float, ...]]:
    """The points that are needed to draw a line through all of them, or nearly (Douglas and Peucker)."""
    first, last = points[0], points[-1]
    long = dist(first, last)
    far = [
        abs((last[0] - first[0]) * (first[1] - y) - (first[0] - x) * (last[1] - first[1])) / long
        if long > 1e-6
        else dist(first, (x, y))
        for x, y in points[1:-1]
    ]
    if not far or max(far) < _NEAR:
        return [first, last]
    middle = far.index(max(far)) + 1
    return [*_bends(points[: middle + 1])[:-1], *_bends(points[middle:])]
