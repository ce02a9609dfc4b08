"""What was known of a map, moment by moment: small boards, several on a page, for the talk after the game."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from math import ceil, sqrt
from typing import NamedTuple

from mapkit.model.grid import Border, Cell, Square, inner_borders
from mapkit.paper.board import Panel, border_marks, coordinates, outer_wall, whole_board
from mapkit.paper.drawing import BAND, BODY, SMALL, as_pages, heading, one_block, page_setup, paragraph, plots
from mapkit.paper.edition import Edition
from mapkit.paper.sheet import Box, Ink, Mark, Page, PaperSize, Text, centred_text, fit, lines, rectangle, width

_HEADED = 10.0
"""The height of a heading with the room below it, in mm."""
_LEAST_TILE = 5.0
"""The least side of a tile on a page of several boards, in mm."""
_TILE_ALONE = 14.0
"""The side of a tile of a board alone, in mm."""
_GAP = 8.0
"""The gap between boards, in mm."""
_EDGE = 1.5
"""The room around a board, in mm."""


class KnownBoard(NamedTuple):
    """What was known of a floor of the board at a moment."""

    caption: str
    signs: Mapping[Cell, str]
    """A sign for each cell whose kind is certain; it is drawn white, and all others grey."""
    walls: Collection[Border]
    """The inner walls that are certain."""
    gaps: Collection[Border]
    """The borders of the outer wall that are certainly exits."""
    doubtful: Collection[Border]
    """The borders where it is not known what stands there, drawn dotted."""
    players: Mapping[str, Collection[Cell]]
    """The cells where each player may be, for players with few of them."""
    floor: int = 1


def known_pages(
    title: str, kind: str, key: str, grid: Square, boards: Sequence[KnownBoard], edition: Edition
) -> tuple[Page, ...]:
    """The boards, as many on a page as are still easily read, and what the drawing means."""
    setup = page_setup(edition, "known", title, "", kind, "")
    foot = one_block(paragraph(key, setup.body.width, SMALL, ink=Ink.QUIET))
    body = setup.body._replace(height=setup.body.height - (foot.height + 2.0))
    across = down = 1  # at most six on a page
    for most in range(min(6, len(boards)), 0, -1):
        wide = max(1, round(sqrt(most * body.width / body.height)))
        box = plots(body, wide, ceil(most / wide), _GAP, 2.0)[0]
        if _tile(box.below(box.y + _HEADED), grid) >= _LEAST_TILE:
            across, down = wide, ceil(most / wide)
            break
    pages = []
    for first in range(0, len(boards), across * down):
        marks = list[Mark]()
        rooms = plots(body, across, down, _GAP, 2.0)
        for board, box in zip(boards[first : first + across * down], rooms, strict=False):
            marks += heading(board.caption, box.width, size=BODY).draw(box.x, box.y)
            marks += _drawn(board, _panel(grid, board.floor, box.below(box.y + _HEADED)))
        pages.append([*marks, *foot.draw(body.x, body.bottom + 2.0)])
    return as_pages(setup, pages)


def known_board_alone(grid: Square, board: KnownBoard) -> Page:
    """A board on paper as large as itself, with the names of columns and rows and without its caption, for a screen."""
    names = BAND + 0.5
    wide = _TILE_ALONE * grid.columns + 2 * _EDGE
    high = _TILE_ALONE * grid.rows + 2 * _EDGE
    paper = PaperSize("cropped", names + wide, high + names, 0.0, 0.0)
    panel = _panel(grid, board.floor, Box(names, 0.0, wide, high))
    marks = (*_drawn(board, panel), *coordinates(panel, sides="SW"))
    return Page(paper, f"known-{board.floor}", marks)


def _tile(box: Box, grid: Square) -> float:
    return min((box.width - 2 * _EDGE) / grid.columns, (box.height - 2 * _EDGE) / grid.rows)


def _panel(grid: Square, floor: int, box: Box) -> Panel:
    """A floor of the board, as large as it fits into a box, in the middle of its width."""
    tile = _tile(box, grid)
    left = box.x + (box.width - tile * grid.columns) / 2
    return whole_board(grid, left, box.y + _EDGE, tile, floor)


def _drawn(known: KnownBoard, board: Panel) -> Iterator[Mark]:
    grid = board.grid
    cells = [cell for cell in grid.cells() if grid.floor(cell) == known.floor]
    yield from (rectangle(Ink.GREY, board.tile_box(cell)) for cell in cells if cell not in known.signs)
    doubtful = {line for line in known.doubtful if grid.floor(line.cell) == known.floor}
    flat = (line for line in inner_borders(grid) if line.side not in "UD" and grid.floor(line.cell) == known.floor)
    within = [line for line in flat if line not in doubtful]
    for ink, sides in ((Ink.GRID, within), (Ink.TORN, sorted(doubtful))):
        if sides:
            yield lines(ink, [board.border_ends(line) for line in sides])
    yield from border_marks(board, {line: "wall" for line in known.walls if grid.floor(line.cell) == known.floor})
    outside = [line for line in (*known.gaps, *doubtful) if grid.step(line.cell, line.side) is None]
    yield from outer_wall(board, outside)
    for cell in cells:
        # the sign, and the first letters of the players who may be there; bold for a player who is
        box = board.tile_box(cell)
        size = min(4.5, 0.42 * box.width)
        sign = known.signs.get(cell, "")
        if sign:
            yield centred_text(Ink.TEXT, box.x + box.width / 2, box.y + 0.5 * box.height, size, sign)
        here = [name for name, at in known.players.items() if cell in at]
        sure = [name for name in here if len(known.players[name]) == 1]
        letters = " ".join(name[:1] for name in here)
        small = fit(letters, box.width - 1.0, max(SMALL * 0.8, 0.24 * box.width))[1] if letters else 0.0
        if letters:
            x = box.right - 0.5 - width(letters, small, bool(sure))
            yield Text(Ink.TEXT if sure else Ink.QUIET, x, box.bottom - 0.6, small, letters, bool(sure))
