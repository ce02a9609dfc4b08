"""The game master's screen: a sheet to fold and to stand up; inside what to say, outside what everybody may see."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace

from mapkit.model.grid import Square
from mapkit.paper.board import coordinates, grid_lines, outer_wall, whole_board
from mapkit.paper.drawing import (
    SMALL,
    Block,
    PageDraft,
    PageSetup,
    balanced_height,
    columns,
    entry,
    fill,
    heading,
    in_pages,
    one_block,
    paragraph,
)
from mapkit.paper.map_pages import Entries, Script
from mapkit.paper.sheet import Box, Ink, Mark, line

PANELS, _GAP = 3, 14.0
"""The number of panels, and the gap between the text of two of them, in mm; the paper is folded in its middle."""
_SIZES = tuple(tenths / 10 for tenths in range(60, round(10 * SMALL) - 1, -1))
"""The sizes of the type that are tried, in mm, the largest first."""
Sized = Callable[[float, float], Sequence[Block]]
"""The blocks of a text for a width and a size of type, both in mm."""


def screen_pages(
    setup: PageSetup, inside: Sized, outside: Sized, picture: Callable[[Box], Iterable[Mark]]
) -> list[PageDraft]:
    """The screen, inside and outside in turn, for paper that is printed on both sides.

    The type is as large as the fewest pages allow. `outside` has the text on the side to the players, and `picture`
    draws what stands in its middle panel; neither may tell a secret.
    """
    lying = setup.turned if setup.paper.width < setup.paper.height else setup
    room = lying.body._replace(height=lying.body.height - 8)
    wide = columns(room, PANELS, _GAP)[0].width
    found = [[*in_pages(inside(wide, size), room, PANELS, _GAP)] for size in _SIZES]
    pages = next(row for row in found if len(row) == len(found[-1]))
    back = replace(lying, badge="", edition=replace(lying.edition, source=""))
    left, middle, right = columns(room, PANELS, _GAP)
    texts = [outside(wide, size) for size in _SIZES]
    highs = [balanced_height(blocks, room._replace(width=2 * wide + _GAP), 2, _GAP) for blocks in texts]
    blocks, high = next(
        ((text, high) for text, high in zip(texts, highs, strict=True) if high), (texts[-1], room.height)
    )
    said = fill(blocks, [left._replace(height=high), right._replace(height=high)])[0]
    how = fill(
        paragraph(setup.words["screen"]["how"], room.width, SMALL, ink=Ink.QUIET, leading=1.2),
        [room.below(room.bottom)],
    )[0]
    front = [*said, *picture(middle), *_folds(lying)]
    return [
        page for marks in pages for page in (PageDraft(lying, [*marks, *_folds(lying), *how]), PageDraft(back, front))
    ]


def _folds(setup: PageSetup) -> Iterator[Mark]:
    body = setup.body
    for column in columns(body, PANELS, _GAP)[1:]:
        x = column.x - _GAP / 2
        yield line(Ink.FOLD, (x, body.y - 2), (x, body.bottom - 8))


def script_screen(setup: PageSetup, script: Script, grid: Square) -> list[PageDraft]:
    """The screen of a game on squares: a turn and the announcements inside, outside what players are told."""
    words = setup.words["script"]

    def inside(wide: float, size: float) -> list[Block]:
        found = [heading(words["turn"], wide)]
        for number, text in script.turn:
            found += entry(number, text, wide, 15, size=size)
        found.append(heading(words["announcements"], wide))
        for number, event, says, then in script.announcements:
            row = [*paragraph(f"{event} {number}".strip(), wide, max(SMALL, size * 0.85), ink=Ink.QUIET)]
            row += paragraph(says, wide, size, bold=True) if says else ()
            row += paragraph(then, wide, max(SMALL, size * 0.85)) if then else ()
            found.append(replace(one_block(row), above=size * 0.6))
        return found

    def picture(box: Box) -> Iterator[Mark]:
        tile = min((box.width - 16) / grid.columns, (box.height - 16) / grid.rows, 24.0)
        x, y = box.middle[0] - tile * grid.columns / 2, box.middle[1] - tile * grid.rows / 2
        board = whole_board(grid, x, y, tile)
        yield from grid_lines(board)
        yield from outer_wall(board)
        if tile >= 3.4:  # so that the names of columns and rows have room
            yield from coordinates(board, away=1.6)

    return screen_pages(setup, inside, entries_sized(words["aloud"], script.aloud), picture)


def entries_sized(title: str, entries: Entries) -> Sized:

    def blocks(wide: float, size: float) -> list[Block]:
        told = [block for number, text in entries for block in entry(number, text, wide, 15, size=size)]
        return [heading(title, wide), *told]

    return blocks
