"""Pages that a person draws on and photographs: a board of squares or hexes, its marks, and a strip of samples."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from mapkit.language.catalogue import Words
from mapkit.language.wording import translated
from mapkit.model.grid import Board, Cell, Hex, Square
from mapkit.paper import hand_signs, photo_frame
from mapkit.paper.board import Panel, coordinates, floor_name, torn_edges
from mapkit.paper.drawing import (
    SMALL,
    Block,
    PageSetup,
    arrow,
    balanced_height,
    columns,
    fill,
    measured_foot,
    paragraph,
    raster,
    ruler,
)
from mapkit.paper.hand_signs import SheetKey
from mapkit.paper.hexes import POINTY, AnyBoard, HexBoard, edge_names, measures
from mapkit.paper.photo_frame import Label, PhotoFrame
from mapkit.paper.sheet import LEAST_TEXT, Box, Ink, Mark, Text, fit, lines, rectangle, width, wrap
from mapkit.paper.tiling import STRIP, evenly, largest, part_foot, plan

_LEAST, _LEAST_EMPTY, _MOST = 9.0, photo_frame.TILES[0], 34.0
"""The least side of a cell that people can write into, of one that has no box for a number, and the greatest, in mm."""
_COLUMNS = 3
"""The number of columns of lines to write lists on."""
_ABOVE, FOOT = 2.0, 9.0
"""The gap above these lines, and the height of the ruler at the foot of the page, in mm."""
RIM, _IN_HEX = 0.12, 0.72
"""How far from the edges of a square people write, in sides of it; and the square in a hex, in its width."""
NUMBER = Box(0.6, 0.58, 0.25, 0.28)
"""The small box for the number of a chain in a cell, in sides of the cell from its upper left corner."""


def framed_pages(
    grid: Square, number: int, key: SheetKey, setup: PageSetup, lists: Sequence[Block]
) -> Iterator[list[Mark]]:
    """The board in a frame of marks, in as few parts as fit, and below it the lines for lists.

    `number` is that of the game in the marks.
    """
    grid = grid.names_as("up", "letters")  # as the map has that a photo becomes
    high = (balanced_height(lists, setup.body, _COLUMNS) or 0.0) + (_ABOVE if lists else 0.0)
    body = setup.body
    for foot in (FOOT, STRIP):  # the foot of a board that is one part names no part
        room = body._replace(height=body.height - high - foot)
        # one part for each floor, if its tiles are not too small, or else several
        wide, tall = photo_frame.room_for_board(room.width, room.height, len(key.signs), key.row_lengths)
        most, side = photo_frame.MOST_PARTS, _LEAST if key.numbered else _LEAST_EMPTY
        pages = plan(
            grid, max(int(wide / side), -(-grid.columns // most)), max(int(tall / side), -(-grid.rows // most))
        )
        across, down = largest(pages)
        most_tile = min(wide / across, tall / down, _MOST)
        tile = max(side for side in photo_frame.TILES if side <= most_tile)
        if len(pages) == 1:
            break
    below = columns(Box(body.x, room.bottom + _ABOVE, body.width, high), _COLUMNS)
    for page, part in enumerate(pages):
        side_by_side, low = max(each.across for each in pages) + 1, max(each.down for each in pages) + 1
        size, floor = (grid.columns, grid.rows), (grid.floors, part.floor)
        label = Label(number, size, floor, (side_by_side, part.across), (low, part.down), tile, key.form)
        frame, lies = framed_board(grid, label, key)
        x, y = room.x + (room.width - frame.width) / 2, room.y
        assert isinstance(lies, Panel), "the board has squares"
        board = replace(lies, x=x + lies.x, y=y + lies.y)
        # the lines to draw on, all around every cell, and in the cells the small boxes for numbers
        marks = [*torn_edges(board), *coordinates(board, away=1.9)]
        marks.append(lines(Ink.GUIDE, raster(board.box, len(board.columns), len(board.rows), rim=True)))
        for cell in board.cells() if key.numbered else ():
            at, small = board.tile_box(cell), Box(*(side * tile for side in NUMBER))
            marks.append(rectangle(Ink.GUIDE, small._replace(x=at.x + small.x, y=at.y + small.y)))
        names = ("walls", "cells") if key.bars is None else ("bars", "squares")
        yield [
            *marks,
            *photo_frame.marks(frame, label, x, y),
            *_strip(key, setup.edition.language, frame, x, y),
            *_told(frame, setup.words["drawing"], x, y, *names),
            *fill(lists, below)[0],
            *part_foot(body, board, pages, page, setup.words),
        ]


def framed_hexes(grid: Hex, number: int, key: SheetKey, setup: PageSetup) -> Iterator[list[Mark]]:
    """Each floor of hexes in a frame of marks; `number` is that of the game in the marks."""
    room = setup.body._replace(height=setup.body.height - FOOT)
    wide, high = photo_frame.room_for_board(room.width, room.height, len(key.signs), key.row_lengths)
    long, tall = (measure / 3**0.5 for measure in measures(grid.radius, POINTY))
    tile = max(side for side in photo_frame.TILES if side <= min(wide / long, high / tall, _MOST))
    for floor in range(1, grid.floors + 1):
        label = Label(number, (grid.radius, 0), (grid.floors, floor), tile=tile, form=key.form)
        frame, lies = framed_board(grid, label, key)
        x, y = room.x + (room.width - frame.width) / 2, room.y
        assert isinstance(lies, HexBoard), "the board has hexes"
        board = replace(lies, x=x + lies.x, y=y + lies.y)
        gap, named = photo_frame.gaps(frame)[1], floor_name(floor, grid.floors, setup.words)
        yield [
            lines(Ink.GUIDE, [(*corners, corners[0]) for corners in board.outlines.values()]),
            *edge_names(board),
            *([Text(Ink.TEXT, x + gap.x, y + gap.y + 5, 5.0, named, True)] if grid.floors > 1 else []),
            *photo_frame.marks(frame, label, x, y),
            *_strip(key, setup.edition.language, frame, x, y),
            *_told(frame, setup.words["drawing"], x, y, "hexes"),
            *measured_foot(setup, rule=ruler),
        ]


def framed_board(grid: Board, label: Label, key: SheetKey) -> tuple[PhotoFrame, AnyBoard]:
    """The frame of a page with this label, and the part or the floor of the board in it."""
    if isinstance(grid, Hex):
        wide, high = (measure * label.tile / 3**0.5 for measure in measures(grid.radius, POINTY))
        frame = photo_frame.frame_of(wide, high, len(key.signs), key.row_lengths)
        return frame, HexBoard(grid, *frame.board.middle, label.tile / 3**0.5, POINTY, label.floor[1])
    columns = evenly(label.size[0], label.across[0])[label.across[1]]
    rows = evenly(label.size[1], label.down[0])[-1 - label.down[1]]
    frame = photo_frame.frame_of(label.tile * len(columns), label.tile * len(rows), len(key.signs), key.row_lengths)
    return frame, Panel(grid, columns, rows, frame.board.x, frame.board.y, label.tile, label.floor[1])


def writing_box(board: AnyBoard, cell: Cell) -> Box:
    """Where people write into a cell: a square that leaves out its edges."""
    if isinstance(board, Panel):
        return board.tile_box(cell).inset(RIM * board.tile)
    (x, y), side = board.tile_box(cell).middle, _IN_HEX * board.across
    return Box(x - side / 2, y - side / 2, side, side)


def _strip(key: SheetKey, language: str, frame: PhotoFrame, x: float, y: float) -> Iterator[Mark]:
    """Two boxes for samples of each sign, below it and what it means, in two lines if need be; then rows of boxes."""
    for (sign, noun), pair in zip(key.signs.items(), frame.samples, strict=True):
        yield from (rectangle(Ink.GUIDE, box._replace(x=x + box.x, y=y + box.y)) for box in pair)
        room, (left, top) = 2 * pair[0].width + 2, (x + pair[0].x, y + pair[0].y)
        first, *rest = wrap(f"{sign} {translated(noun, language)}", room, LEAST_TEXT)
        base, beside = top - (3.5 if rest else 1.2), width(sign, LEAST_TEXT, bold=True) + 1.2
        if sign == hand_signs.ARROW:
            yield from arrow((left, base - 1.2), (left + 3.2, base - 1.2), 1.6)
            beside = 4.4
        else:
            yield Text(Ink.TEXT, left, base, LEAST_TEXT, sign, True)
        yield Text(Ink.QUIET, left + beside, base, LEAST_TEXT, first[len(sign) + 1 :])
        if rest:
            yield Text(Ink.QUIET, left, base + 3.14, LEAST_TEXT, fit(" ".join(rest), room, LEAST_TEXT)[0])
    for row, boxes in zip(key.rows, frame.rows, strict=True):
        says, size = fit(translated(row.words, language), photo_frame.ROW_LABEL - 1, SMALL)
        yield Text(Ink.TEXT, x + boxes[0].x - photo_frame.ROW_LABEL, y + boxes[0].middle[1] + 1, size, says)
        for box, stands_for in zip(boxes, row.boxes, strict=True):
            yield rectangle(Ink.GUIDE, box._replace(x=x + box.x, y=y + box.y))
            yield Text(Ink.QUIET, x + box.middle[0], y + box.y - 0.7, LEAST_TEXT, stands_for, anchor="middle")


def _told(frame: PhotoFrame, words: Words, x: float, y: float, *names: str) -> Iterator[Mark]:
    """How to draw and to take the photo, between the marks; `names` are those of the texts above the board."""
    texts = [*names, *[""] * (2 - len(names)), "samples", "photo"]
    for name, gap in zip(texts, photo_frame.gaps(frame), strict=True):
        if not name:
            continue
        said = paragraph(words[name], gap.width, LEAST_TEXT, ink=Ink.QUIET, leading=1.25)
        yield from fill(said, [gap._replace(x=x + gap.x, y=y + gap.y)])[0]
