"""The sheet `draw`: an empty board for a person who draws a map by hand, for any game.

Boards of hexes, and of squares with walls between them, lie in a frame of marks, so that a photo of the page can be
read. Other boards are typed in afterwards; their legend says which signs a map file has.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from typing import Any

from mapkit.language.wording import translated
from mapkit.model.design import Legend
from mapkit.model.game import Game, NoSheet
from mapkit.model.grid import Hex
from mapkit.model.map import Public
from mapkit.model.message import Message
from mapkit.model.settings import BadSetting
from mapkit.paper import photo_frame
from mapkit.paper.board import coordinates, grid_lines, outer_wall, torn_edges
from mapkit.paper.drawing import BODY, SMALL, Block, as_pages, balanced_height, blank, columns, entry, fill, page_setup
from mapkit.paper.edition import Edition
from mapkit.paper.hand_signs import called, settings_of, sheet_key
from mapkit.paper.photo_pages import framed_hexes, framed_pages
from mapkit.paper.sheet import Mark, Page, lacking
from mapkit.paper.tiling import STRIP, divided, largest, panel_of, part_foot

_LEAST, _MOST, _RIM = 4.6, 34.0, 7.5
"""The least side of a cell, the greatest, and the room beside the board, in mm."""
_COLUMNS = 3
"""The number of columns of the legend."""


def drawing_sheets(game: Game[Any], title: str, public: Public, edition: Edition) -> tuple[Page, ...]:
    """The empty board in parts as large as the pages allow, with the legend of the map file; made of what is public.

    `title` is the name of the game for people.
    """
    legend = game.design.legend(public.params)
    edition = replace(edition, paper=edition.paper.with_room(*photo_frame.LEAST_ROOM))
    setup = page_setup(edition, "draw", title, public.title, edition.words["drawing"]["kind"])
    wide = columns(setup.body, _COLUMNS)[0].width
    grid, number = public.params.grid, photo_frame.number_of(game.name)
    try:
        sheet = sheet_key(game, public.params)
    except BadSetting as why:
        raise NoSheet(why.said) from None
    if isinstance(grid, Hex):
        return as_pages(setup, [*framed_hexes(grid, number, sheet, setup)])
    # the marks do not tell settings that bring further signs
    if sheet.walls and sheet == sheet_key(game, settings_of(game, grid, sheet.form)):
        lists = [] if game.design.board.by_hand else [*_lists(legend, wide)]
        return as_pages(setup, [*framed_pages(grid, number, sheet, setup, lists)])
    key = [*_key(legend, edition, wide), *_lists(legend, wide)]
    # the board in as few parts as cells of the least size allow, with the legend below each part
    body, made = setup.body, list[list[Mark]]()
    high = balanced_height(key, body, _COLUMNS) or body.height / 3
    room = body._replace(height=body.height - STRIP - high - 4).inset(_RIM)
    pages = divided(grid, room, _LEAST)
    across, down = largest(pages)
    tile = min(room.width / across, room.height / down, _MOST)
    for page, part in enumerate(pages):
        board = panel_of(part, room, tile)
        below = columns(body._replace(y=body.bottom - STRIP - high, height=high), _COLUMNS)
        empty = (*torn_edges(board), *coordinates(board, away=1.6), *grid_lines(board), *outer_wall(board))
        foot = part_foot(body, board, pages, page, setup.words)
        made.append([*empty, *fill(key, below)[0], *foot])
    return as_pages(setup, made)


# --- the legend --------------------------------------------------------------------------------------------------


def _key(legend: Legend, edition: Edition, wide: float) -> Iterator[Block]:
    """Each sign of the map file with its meaning; signs of one kind, such as portals, are told together."""
    signs = defaultdict[Message, list[str]](list)
    for glyph in legend.cells:
        signs[called(legend, glyph)].append(glyph)
    for glyph, noun in legend.series.examples.items():
        signs[noun].append(" ".join(sign for sign in glyph.split() if not lacking(sign)))  # people draw the others
    for line in legend.lines:
        signs[legend.word(line.mark)].append("  ".join(filter(None, (line.across, line.upright))))
    if legend.gap:
        signs[legend.word(legend.gap)].append(edition.words["drawing"]["gap"])
    for noun, glyphs in signs.items():
        shown = ", ".join(glyphs) if len(glyphs) < 4 else f"{glyphs[0]} … {glyphs[-1]}"
        yield from entry(shown, translated(noun, edition.language), wide, margin=19.0, size=SMALL, above=0.8)


def _lists(legend: Legend, wide: float) -> Iterator[Block]:
    """A line to write on for each key of the map file that names what is not drawn."""
    for listing in legend.explained:
        yield Block(7.0, partial(_list, f"{listing.key} =", wide), 1.0)


def _list(label: str, wide: float, x: float, y: float) -> Iterator[Mark]:
    return blank(x, y + 5, x + wide, label, BODY)
