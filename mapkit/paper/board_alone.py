"""The sheet `map`: the board of a map alone, on a page or cut out of it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from mapkit.model.map import Map
from mapkit.model.message import Name, message
from mapkit.model.settings import BadSetting
from mapkit.paper.board import FLOOR_NAME, floor_name
from mapkit.paper.drawing import LARGE, PageSetup, as_pages, page_setup
from mapkit.paper.edition import Edition
from mapkit.paper.game_sheets import paper_of
from mapkit.paper.layout import roomier
from mapkit.paper.sheet import Box, Ink, Mark, Page, PaperSize, Text, extent, moved
from mapkit.paper.sheets import BoardPicture, Floor

_NAME = "map"
_SIDE, _CELL = 140.0, 8.0
"""The side of a board that is cut out, in mm; larger where its cells would be narrower than `_CELL`."""


def map_sheets(map_: Map[Any], title: str, edition: Edition) -> tuple[Page, ...]:
    """The board on a page for each floor, below the usual head; `title` is the name of the game for people."""
    words, board = edition.words, board_of(map_)
    setup = page_setup(edition, _NAME, title, map_.title, words["map"], words["secret"] if board.secret else "")
    named = FLOOR_NAME if map_.params.grid.floors > 1 else 0.0

    def room(lying: PageSetup) -> Box:
        return lying.body.below(lying.body.y + named)

    setup = roomier(setup, lambda lying: _largeness([*board.floors(map_, edition, room(lying))]))
    box, pages = room(setup), list[tuple[Mark, ...]]()
    for _, marks in board.floors(map_, edition, box):
        # as far from the upper edge of the page as from the lower one
        boxes = [extent(mark) for mark in marks]
        above = min((around.y for around in boxes), default=box.y) - box.y
        below = box.bottom - max((around.bottom for around in boxes), default=box.bottom)
        pages.append(tuple(moved(mark, 0, max(0.0, (below - above) / 2)) for mark in marks))
    if named and len(pages) == map_.params.grid.floors:
        names = [floor_name(floor, len(pages), setup.words) for floor in range(1, len(pages) + 1)]
        x, y = setup.body.x, setup.body.y + 4.0
        pages = [(Text(Ink.TEXT, x, y, LARGE, name, True), *marks) for name, marks in zip(names, pages, strict=True)]
    return as_pages(setup, pages)


def _largeness(floors: Sequence[Floor]) -> float:
    """How well a board is drawn: how far it reaches across, in mm, and on how few pages."""
    marks = [*floors[0][1]] if floors else []
    return Box.over(map(extent, marks)).width / len(floors) ** 2 if marks else 0.0


def cropped(map_: Map[Any], edition: Edition) -> tuple[Page, ...]:
    """The board of each floor on paper as large as the board itself, with nothing else on it."""
    pages = list[Page]()
    grid = map_.params.grid
    places = [grid.centre(cell) for cell in grid.cells()]
    across = max(max(numbers) - min(numbers) + 1 for numbers in zip(*places, strict=True))
    # with room around the board for coordinates and signs
    side = max(_SIDE, _CELL * across, (edition.scale * across + 30.0) if edition.scale else 0.0)
    for number, (_, drawn) in enumerate(board_of(map_).floors(map_, edition, Box(0, 0, side, side)), 1):
        box = Box.over(map(extent, drawn)).inset(-1.5)
        paper = PaperSize("cropped", round(box.width, 2), round(box.height, 2), 0.0, 0.0)
        pages.append(Page(paper, f"{_NAME}-{number}", tuple(drawn), corner=(box.x, box.y)))
    return tuple(pages)


def board_of(map_: Map[Any]) -> BoardPicture[Any]:
    """How the board of a map is drawn alone; raises BadSetting where its game does not say."""
    board = paper_of(map_.game).board
    if board is None:
        raise BadSetting(message("{name} draws no board alone; print another sheet", Name(map_.game.name)))
    return board
