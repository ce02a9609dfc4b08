"""A player's paper on a square board: the empty board, a key of pencil marks, and squares for fragments.

It is made only from what is public, and knows no map. All squares are as large as fits, so that there is room to draw.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import product
from math import ceil
from typing import Any, NamedTuple

from mapkit.model.grid import Square
from mapkit.paper.board import Panel, coordinates, floor_name, outer_wall, torn_edges, whole_board
from mapkit.paper.drawing import (
    BAND,
    LARGE,
    SMALL,
    Block,
    PageDraft,
    PageSetup,
    arrow,
    blank,
    blanks,
    columns,
    fill,
    heading,
    height,
    paragraph,
    scale,
    squared,
)
from mapkit.paper.layout import GAIN, ways_to_lie
from mapkit.paper.sheet import (
    LETTER,
    Box,
    Circle,
    Ink,
    Mark,
    Path,
    Segment,
    Text,
    cap_height,
    centred_text,
    fit,
    line,
    lines,
    rectangle,
    width,
)
from mapkit.paper.tiling import STRIP, BoardPart, divided, index_pages, is_cut, largest, panel_of, part_foot

Key = Sequence[tuple[str, str]]
"""Pencil marks with their meanings."""

_FRAME = BAND + 1.4
"""The width of the band for coordinates on each side of the board, in mm."""
_TITLE = 8.5
"""The height of a heading, in mm."""
_GAP = 6.0
"""The gap between floors on a page, in mm."""
_ADVICE = 10.0
"""The height of the line of advice and the ruler below squares for fragments, in mm."""

LEAST, LEAST_TWICE, MOST, MOST_ALONE = 8.0, 10.0, 15.0, 26.0
"""The least side of a square where all stands on one page, without and with a board of twice the size; the greatest
there, and of a board that stands alone; mm.

On paper larger than Letter the greatest ones grow with it.
"""
FOR_WEAK_EYES = 20.0
"""The least side of a square for weak eyes, in mm."""
_STEP = 0.25


def paper_pages(
    setup: PageSetup, grid: Square, words: Mapping[str, str], key: Key, twice: Square | None = None
) -> list[PageDraft]:
    """The board, a key of pencil marks and squares for fragments: on one page if its squares can have `LEAST` mm.

    `twice` is a board about twice as wide and high, to begin in its middle when a player does not know where they
    start. Its `words` are `scratch` and `scratch_say`, and `floor_blank` where there are floors. It has a page of its
    own where there is no other room for it.

    `key` pairs marks with their meanings. `|` is drawn as a wall, `-` as no wall, `->` as an exit, `~` as a river, `.`
    as a dot, and all else as letters. `words` are `board`, `key`, `fragments` and `fragments_say`.
    """
    paper = _PlayerPaper(ways_to_lie(setup)[0], grid, words, key)
    # the sides that squares on a page with everything may have, the largest first; one alone if it is given
    edition, most = setup.edition, int((MOST * _grown(paper.setup) - LEAST) / _STEP)
    given = edition.square or (FOR_WEAK_EYES if edition.big else 0.0)
    sizes = [given] if given else [LEAST + _STEP * i for i in reversed(range(most + 1))]

    for side in (side for side in sizes if side >= LEAST_TWICE or given) if twice else ():
        boards = _boards_and_key(paper, side)
        if twice and boards and _room_beside(boards[1], paper, twice, side) >= paper.cells:
            marks = [*_name_row(paper.setup), *boards[0], *_twice(boards[1], paper, twice, side)]
            return [PageDraft(paper.setup, marks, cut=True)]
    much = [(side, 2.0 if twice is None else 1.0) for side in sizes] + [(sizes[-1], 1.0)]
    apart = [] if twice is None else _twice_page(setup, paper, twice, sizes)
    pages = (way(paper, side, boards) for side, boards in much for way in (_with_fragments, _with_fragments_aside))
    if found := next(filter(None, pages), None):
        return [found, *apart]
    return [*_board_and_fragments(_PlayerPaper(setup, grid, words, key)), *apart]


def large_pages(setup: PageSetup, grid: Square, words: Mapping[str, str], key: Key) -> list[PageDraft]:
    """The board alone with the key, floor by floor: for players who are never lost.

    `words` are `board` and `key`, and `north` if the game has a word of its own for it.
    """
    paper = _PlayerPaper(setup, grid, words, key)
    how = _best(paper, MOST_ALONE, ("below", "beside"))
    pages = [PageDraft(how.setup, [*_part_page(paper, how, n)], is_cut(how.parts)) for n in range(len(how.parts))]
    return [*index_pages(how.setup, how.parts), *pages]


class _PlayerPaper(NamedTuple):
    setup: PageSetup
    grid: Square
    words: Mapping[str, str]
    key: Key

    @property
    def body(self) -> Box:
        """The room below the row for the name."""
        return _below_name(self.setup)

    @property
    def key_size(self) -> float:
        """The size of type in the key, in mm."""
        return _KEY_FOR_WEAK_EYES if self.setup.edition.big else SMALL

    @property
    def cells(self) -> int:
        return len(self.grid.cells())

    @property
    def strip_words(self) -> Mapping[str, Any]:
        """The words of all sheets, with the game's own word for north if it has one."""
        return {**self.setup.words, "north": self.words.get("north", self.setup.words["north"])}


def _below_name(setup: PageSetup) -> Box:
    return setup.body.below(setup.body.y + 11.0)


def _name_row(setup: PageSetup) -> Iterator[Mark]:
    body = setup.body
    edges = (body.x, body.x + body.width * 0.6 + 6, body.right)
    yield from blanks(body.y + 4.5, edges, (setup.words["name"], setup.words["date"]), 6)


def _grown(setup: PageSetup) -> float:
    """How many times as wide as Letter the paper is, at least once."""
    return max(1.0, min(setup.paper.width, setup.paper.height) / LETTER.width)


# --- everything on one page --------------------------------------------------------------------------------------


def _with_fragments(paper: _PlayerPaper, side: float, boards: float) -> PageDraft | None:
    """A page with board, key and squares for fragments; None if these would be fewer than so many boards have."""
    drawn = _boards_and_key(paper, side)
    if drawn is None or _room_for(drawn[1], paper, side) < boards * paper.cells:
        return None
    return PageDraft(paper.setup, [*_name_row(paper.setup), *drawn[0], *_scratch(drawn[1], paper, side)], cut=True)


def _with_fragments_aside(paper: _PlayerPaper, side: float, boards: float) -> PageDraft | None:
    """A page on its side with squares for fragments to the right of the board; None as above, or on an upright page.

    The key stands below the board. Where it has no room there it is above the fragments, and more squares are below
    the board.
    """
    body = paper.body
    drawn = _boards(paper, body._replace(width=paper.grid.columns * side + 2 * _FRAME), side)
    if drawn is None or body.height > body.width:
        return None
    marks, taken = drawn
    below = body._replace(width=taken.width).below(taken.bottom + 2.5)
    aside = Box(taken.right + 8, body.y, body.right - taken.right - 8, body.height)
    if aside.width < _side_width(paper):
        return None
    key, under = _key_above(below, paper)
    if under.height < -_BELOW_KEY:
        key, aside = _key_above(aside, paper)
        under = below
    squares = int(under.width / side) * int(max(0.0, under.height) / side)
    if _room_for(aside, paper, side) + squares < boards * paper.cells:
        return None
    marks += [*heading(paper.words["board"], taken.width).draw(body.x, body.y), *key, *_most_squares(under, side)]
    return PageDraft(paper.setup, [*_name_row(paper.setup), *marks, *_scratch(aside, paper, side)], cut=True)


def _boards_and_key(paper: _PlayerPaper, side: float) -> tuple[list[Mark], Box] | None:
    """All floors of the board at the top of a page, the key beside or below them, and the box that is left."""
    body, drawn = paper.body, _boards(paper, paper.body, side)
    if drawn is None:
        return None
    boards, taken = drawn
    beside = Box(taken.right + 8, body.y, body.right - taken.right - 8, body.height)
    at_the_side = beside.width >= _side_width(paper)
    title = taken.width if at_the_side else body.width
    marks = [*heading(paper.words["board"], title).draw(body.x, body.y), *boards]
    below = body.below(taken.bottom + 2.5)
    if not at_the_side:
        key, rest = _key_above(below, paper)
        return [*marks, *key], rest
    key, under = _key_above(beside, paper, taken.height)
    return [*marks, *key], body.below(max(under.y, below.y))


def _boards(paper: _PlayerPaper, box: Box, side: float) -> tuple[list[Mark], Box] | None:
    """All floors of the board below the room for a heading, and the part of the box that they take with it."""
    grid, floors = paper.grid, paper.grid.floors
    above = 6.0 if floors > 1 else 0.0  # for the name of a floor
    wide, high = grid.columns * side + 2 * _FRAME, grid.rows * side + 2 * _FRAME + above
    across = min(floors, int((box.width + _GAP + 1e-6) / (wide + _GAP)))
    if not across:
        return None
    taken = Box(box.x, box.y, across * (wide + _GAP) - _GAP, _TITLE - _GAP + ceil(floors / across) * (high + _GAP))
    if taken.bottom > box.bottom:
        return None
    marks = list[Mark]()
    for i in range(floors):
        x, y = box.x + i % across * (wide + _GAP), box.y + _TITLE + i // across * (high + _GAP)
        if above:
            said = floor_name(i + 1, floors, paper.setup.words)
            marks.append(Text(Ink.TEXT, x + _FRAME, y + 3.4, SMALL, said, True))
        marks += _empty_board(whole_board(grid, x + _FRAME, y + above + _FRAME, side, i + 1))
    return marks, taken


# --- a board on pages of its own ---------------------------------------------------------------------------------


class _BoardLayout(NamedTuple):
    """How the board lies on pages of its own."""

    setup: PageSetup
    """The pages, upright or on their side."""
    parts: Sequence[BoardPart]
    side: float
    key: str
    """Where the key stands: `below` or `beside` the board, or nowhere."""
    room: Box


def _board_and_fragments(paper: _PlayerPaper) -> Iterator[PageDraft]:
    """The board as large as fits, and squares of the same size for fragments, where there is room for them."""
    how = _best(paper, MOST, ("below", "beside", ""))
    marks, rest = _part(paper, how, 0)
    if len(how.parts) == 1 and how.key and _room_for(rest, paper, how.side) >= paper.cells:
        yield PageDraft(how.setup, [*marks, *_scratch(rest, paper._replace(setup=how.setup), how.side)], cut=True)
        return
    yield from index_pages(how.setup, how.parts)
    for n in range(len(how.parts)):
        yield PageDraft(how.setup, [*_part_page(paper, how, n)], is_cut(how.parts))
    upright = paper._replace(setup=ways_to_lie(paper.setup)[0])
    marks, body = [*_name_row(upright.setup)], upright.body
    if not how.key:
        key, rest = _key_above(body, upright)
        marks += key
        if rest.height < _LEAST_SCRATCH:
            yield PageDraft(upright.setup, marks)
            marks = [*_name_row(upright.setup)]
        else:
            body = rest
    yield PageDraft(upright.setup, [*marks, *_scratch(body, upright, how.side)], cut=True)


def _best(paper: _PlayerPaper, most: float, keys: Sequence[str]) -> _BoardLayout:
    """The way to lay the board that takes the fewest pages, and of these one with about the largest squares.

    Each way has as few parts as squares of the least side allow, and squares as large as fit.
    """
    found = list[_BoardLayout]()
    for lying, key in product(ways_to_lie(paper.setup), keys):
        given, big = lying.edition.square, FOR_WEAK_EYES if lying.edition.big else 0.0
        least, grown = given or max(big, lying.paper.square), max(most * _grown(lying), MOST_ALONE if big else 0.0)
        for foot in (_ADVICE, STRIP):  # the foot of a board that is one part names no part
            body = _below_name(lying)
            wide = body.width - 2 * _FRAME - (_side_width(paper) + 8 if key == "beside" else 0)
            high = body.height - _TITLE - 2 * _FRAME - foot
            high -= _key_height(paper, body.width) + 4 if key == "below" else 0
            room = Box(body.x + _FRAME, body.y + _TITLE + _FRAME, wide, high)
            parts = divided(paper.grid, room, least)
            if len(parts) == 1:
                break
        across, down = largest(parts)
        side = given or min(grown, room.width / across, room.height / down)
        found.append(_BoardLayout(lying, parts, side, key, room))
    fewest = min(len(layout.parts) for layout in found)
    found = [layout for layout in found if len(layout.parts) == fewest]
    largest_side = max(layout.side for layout in found)
    return next(layout for layout in found if layout.side * GAIN >= largest_side)


def _part_page(paper: _PlayerPaper, how: _BoardLayout, number: int) -> Iterator[Mark]:
    """A page with a part of the board, with lines to write on where it leaves room, and its foot."""
    marks, rest = _part(paper, how, number)
    yield from marks
    board = panel_of(how.parts[number], how.room, how.side)
    yield from part_foot(_below_name(how.setup), board, how.parts, number, paper.strip_words)
    room = rest.height - STRIP
    if room >= 36.0:  # the least height of room for notes here, in mm
        yield from heading(how.setup.words["notes"], rest.width).draw(rest.x, rest.y)
        bases = (rest.y + _TITLE + 8.0 * i for i in range(1, int((room - _TITLE) / 8.0) + 1))
        yield lines(Ink.HAIRLINE, [((rest.x, y), (rest.right, y)) for y in bases])


def _part(paper: _PlayerPaper, how: _BoardLayout, number: int) -> tuple[list[Mark], Box]:
    """A part of the board with the key, and the box that is left below them."""
    setup, board = how.setup, panel_of(how.parts[number], how.room, how.side)
    body, room = _below_name(setup), how.room
    marks = [*_name_row(setup), *heading(paper.words["board"], room.width + 2 * _FRAME).draw(body.x, body.y)]
    marks += _empty_board(board)
    rest = body.below(board.box.bottom + _FRAME + 4)
    if how.key == "below":
        key, rest = _key_above(rest, paper)
        marks += key
    elif how.key == "beside":
        wide = _side_width(paper)
        key, under = _key_above(Box(body.right - wide, body.y, wide, body.height), paper)
        marks += key
        rest = body.below(max(rest.y, under.y))
    return marks, rest


# --- the board of twice the size ---------------------------------------------------------------------------------


def _twice_page(setup: PageSetup, paper: _PlayerPaper, twice: Square, sizes: Sequence[float]) -> list[PageDraft]:
    """A page with the larger board alone, in squares as large as fit; none where even the least do not."""
    least = setup.paper.square
    free = [least + _STEP * i for i in reversed(range(int((MOST * _grown(setup) - least) / _STEP)))]
    tries = sizes if setup.edition.square else [*sizes, *free]
    for side in tries:
        for lying in ways_to_lie(setup):
            if _beside(_below_name(lying), paper, twice, side) is not None:
                drawn = _twice(_below_name(lying), paper._replace(setup=lying), twice, side)
                return [PageDraft(lying, [*_name_row(lying), *drawn])]
    return []


def _floor_row(twice: Square) -> float:
    return 8.0 if twice.floors > 1 else 0.0


def _beside(box: Box, paper: _PlayerPaper, twice: Square, side: float) -> tuple[Box, Box, Box] | None:
    """The boxes of the larger board, of what is beside it and of what is below it; None if there is no room."""
    wide, high = twice.columns * side, twice.rows * side + _floor_row(twice)
    across = min(twice.floors, int((box.width + _GAP) / (wide + _GAP)))
    if not across:
        return None
    long, down = across * (wide + _GAP) - _GAP, -(-twice.floors // across)
    # the board stands to the left where there is room for fragments beside it, else in the middle
    x = box.x if box.width - long - 8 >= _LEAST_ASIDE else box.x + (box.width - long) / 2
    taken = Box(x, box.y + _TITLE, long, down * (high + _GAP) - _GAP)
    long = max(taken.right - box.x, width(paper.words["scratch"], LARGE, bold=True) + 1)
    aside = Box(box.x + long + 8, box.y, box.width - long - 8, box.height)
    long = long if aside.width >= _LEAST_ASIDE else box.width
    said = taken.bottom + _SAID + height(paragraph(paper.words["scratch_say"], long, SMALL))
    return (taken, aside, Box(box.x, said + 3, long, box.bottom - said - 3)) if said <= box.bottom - _LINES else None


def _room_beside(box: Box, paper: _PlayerPaper, twice: Square, side: float) -> int:
    """The number of squares for fragments beside or below the larger board; -1 if there is no room for the board."""
    found = _beside(box, paper, twice, side)
    if found is None:
        return -1
    _, aside, below = found
    free = aside if aside.width >= _LEAST_ASIDE else below
    long = free.height - _TITLE - _ADVICE >= min(5, paper.grid.rows) * side
    return _room_for(free, paper, side) if long else 0


def _twice(box: Box, paper: _PlayerPaper, twice: Square, side: float) -> Iterator[Mark]:
    """The larger board with its middle marked, and squares for fragments in the room beside and below it."""
    words, found = paper.words, _beside(box, paper, twice, side)
    assert found is not None
    taken, aside, below = found
    across = round((taken.width + _GAP) / (twice.columns * side + _GAP))
    for i in range(twice.floors):
        x = taken.x + i % across * (twice.columns * side + _GAP)
        y = taken.y + i // across * (twice.rows * side + _floor_row(twice) + _GAP) + _floor_row(twice)
        if twice.floors > 1:
            yield from blank(x, y - 3, x + 30, words["floor_blank"], SMALL)
        if i == 0:
            middle = twice.columns // 2, twice.rows // 2
            yield rectangle(Ink.GREY, Box(x + middle[0] * side, y + middle[1] * side, side, side))
        yield from squared(x, y, twice.columns, twice.rows, side)
    yield from heading(words["scratch"], below.width).draw(box.x, box.y)
    said = paragraph(words["scratch_say"], below.width, SMALL, ink=Ink.QUIET)
    yield from fill(said, [below._replace(y=taken.bottom + _SAID, height=box.height)])[0]
    if aside.width >= _LEAST_ASIDE:
        yield from heading(words["fragments"], aside.width).draw(aside.x, aside.y)
        yield from _most_squares(Box(aside.x, taken.y, aside.width, box.bottom - _ADVICE - taken.y), side)
        if below.height >= _ADVICE + 4 * side:
            yield from _most_squares(below._replace(height=below.height - _ADVICE), side)
        yield from _advice(box, paper)
    elif _room_for(below, paper, side) >= 2 * int(below.width / side):
        yield from _scratch(below, paper, side)
    else:
        yield from scale(box.right - 56, box.bottom - 7, paper.strip_words)


_SAID, _LINES = 0.8, 8.2
"""The gap above what is said below the larger board, and the height of the line of advice at the foot, in mm."""
_LEAST_ASIDE = 52.0
"""The least width of the squares beside the larger board, in mm."""

_LEAST_SCRATCH = 60.0
"""The least height of the squares below a key, in mm; a longer key has a page of its own."""


# --- squares for fragments ---------------------------------------------------------------------------------------


def _room_for(box: Box, paper: _PlayerPaper, side: float) -> int:
    """The number of squares for fragments that the box has room for."""
    return max(0, int(box.width / side)) * max(0, int((box.height - _TITLE - _advice_height(box, paper)) / side))


def _scratch(box: Box, paper: _PlayerPaper, side: float) -> Iterator[Mark]:
    """As many squares as the box has room for, with a line of advice and the ruler below them."""
    yield from heading(paper.words["fragments"], box.width).draw(box.x, box.y)
    high = box.height - _advice_height(box, paper) - _TITLE
    yield from _most_squares(Box(box.x, box.y + _TITLE, box.width, high), side)
    yield from _advice(box, paper)


def _most_squares(box: Box, side: float) -> Iterator[Mark]:
    across, down = int(box.width / side + 1e-6), int(box.height / side + 1e-6)
    if across and down:
        yield from squared(box.x + (box.width - across * side) / 2, box.y, across, down, side)


def _advice(box: Box, paper: _PlayerPaper) -> Iterator[Mark]:
    yield from _said(box, paper).draw(box.x, box.bottom - _advice_height(box, paper) + _ADVICE - _LINES)
    yield from scale(box.right - 56, box.bottom - 7, paper.strip_words)


def _said(box: Box, paper: _PlayerPaper) -> Block:
    """The advice, beside the ruler."""
    return paragraph(paper.words["fragments_say"], box.width - 64, SMALL, ink=Ink.QUIET)[0]


def _advice_height(box: Box, paper: _PlayerPaper) -> float:
    return max(_ADVICE, _said(box, paper).height + 1.2)


def _empty_board(board: Panel) -> Iterator[Mark]:
    yield from squared(board.x, board.y, len(board.columns), len(board.rows), board.tile)
    yield from torn_edges(board)
    yield from outer_wall(board, ink=Ink.WALL)
    yield from coordinates(board)


# --- the key of pencil marks -------------------------------------------------------------------------------------

_ITEM, _ITEM_GAP, _COLUMN_GAP, _BELOW_KEY = 6.0, 1.6, 4.0, 4.0
"""The height of an entry of the key, the gap below it, between columns, and below the key, in mm."""
_KEY_FOR_WEAK_EYES = 5.65
"""The size of type in a key for weak eyes, which is 16 points; in mm."""
_MARK = 9.5
"""The width of an entry before its meaning, in mm."""


def _side_width(paper: _PlayerPaper) -> float:
    """The width of a key beside a board, with its heading in type that is small but whole."""
    return max(_item_width(paper), width(paper.words["key"], SMALL, bold=True) + 0.1)


def _item_width(paper: _PlayerPaper) -> float:
    longest = max((width(meaning, paper.key_size) for _, meaning in paper.key), default=0.0)
    return _MARK * paper.key_size / SMALL + longest + 0.1


def _most_columns(paper: _PlayerPaper, wide: float) -> int:
    """The number of columns that a key can have without a meaning that is cut off."""
    return max(1, min(6, len(paper.key), int((wide + _COLUMN_GAP) / (_item_width(paper) + _COLUMN_GAP))))


def _key_height(paper: _PlayerPaper, wide: float, number: int = 0) -> float:
    """The height of a key with its heading, in so many columns, or as many as there is room for."""
    rows = -(-len(paper.key) // (number or _most_columns(paper, wide)))
    return _TITLE + rows * (_ITEM * paper.key_size / SMALL + _ITEM_GAP) - _ITEM_GAP


def _key_above(box: Box, paper: _PlayerPaper, high: float = 0.0) -> tuple[list[Mark], Box]:
    """The key at the top of the box, and the box that is left; no wider than needed to be as low as `high`."""
    most = _most_columns(paper, box.width)
    number = next((n for n in range(1, most) if _key_height(paper, box.width, n) <= high), most)
    wide = columns(box, number, _COLUMN_GAP)[0].width
    items = tuple(key_item(mark, meaning, wide, paper.key_size) for mark, meaning in paper.key)
    used = _key_height(paper, box.width, number)
    marks = [*heading(paper.words["key"], box.width).draw(box.x, box.y)]
    marks += fill(items, columns(Box(box.x, box.y + _TITLE, box.width, used - _TITLE), number, _COLUMN_GAP))[0]
    return marks, box.below(box.y + used + _BELOW_KEY)


def key_item(mark: str, meaning: str, wide: float, size: float = SMALL) -> Block:
    """An entry of a key: a pencil mark in a square, as `paper_pages` takes it, and its meaning in type of this size."""
    grown = size / SMALL
    said, side = fit(meaning, wide - _MARK * grown, size)[0], _ITEM * grown

    def drawn(x: float, y: float) -> Iterator[Mark]:
        box = Box(x, y, side, side)
        (middle, half), right = box.middle, box.right
        yield rectangle(Ink.TILE, box)
        match mark:
            case "|":
                yield line(Ink.WALL, (right, y), (right, box.bottom))
            case "-":
                yield line(Ink.RULE, (right - 1.6, half), (right + 1.6, half))
            case "->":
                yield from arrow((x + 1.5, half), (right + 1.6, half))
            case "~":
                left = x + 1
                wave = Segment("C", (left + 1.4, half - 2.4, left + 2.6, half + 2.4, left + 4, half))
                yield Path(Ink.RULE, (Segment("M", (left, half)), wave))
            case ".":
                yield Circle(Ink.SOLID, middle, half, 0.5)
            case _:
                yield centred_text(Ink.TEXT, middle, half, size, mark, True)
        yield Text(Ink.TEXT, x + 9 * grown, y + side / 2 + cap_height(size) / 2, size, said)

    return Block(side, drawn, above=_ITEM_GAP)
