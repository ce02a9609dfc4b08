"""The cover of an evening: what is in the pile and for whom, what else you need, and how to begin; its invitation."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from itertools import product
from typing import NamedTuple

from mapkit.model.design import Section
from mapkit.paper.drawing import (
    BODY,
    LEADING,
    Block,
    Column,
    PageSetup,
    as_pages,
    columns,
    fill,
    heading,
    height,
    in_pages,
    one_block,
    paragraph,
    row,
    with_notes,
)
from mapkit.paper.sheet import (
    LEAST_TEXT,
    LETTER,
    Box,
    Circle,
    Ink,
    Mark,
    Page,
    PaperSize,
    Text,
    centred_text,
    extent,
    fit,
    line,
    lines,
    moved,
    rectangle,
    width,
    wrap,
)

BoardDrawer = Callable[[Box], Sequence[Mark]]
"""Draws a board as large as it fits into a box."""

_LARGEST = 5.2
"""The largest type on A4 and Letter, in mm."""
_LEFT, _GAP = 0.54, 9.0
"""The left column's share of the width, and the gap between the two, in mm."""
_LEAST_PICTURE = 54.0
"""The least height of the picture of a board, in mm, but less on narrow pages; without so much room there is none."""
_VALUE = re.compile(r"(--\S+) (?!--)")
"""An option and the space before its value, where no line of a command ends."""
_CARD = PaperSize("invitation", 120.0, 160.0, 0.0, 9.0)
"""The picture for an invitation, upright for the screen of a phone."""


class CoverText(NamedTuple):
    """What a cover and an invitation say, in the words of a language."""

    about: str
    facts: str
    """The number of people, and the minutes."""
    picture: str = ""
    """What is below the picture of a board."""
    first: Sequence[Section] = ()
    """The steps, and what is below them."""
    needs: Section = Section("", ())
    pile: tuple[str, Sequence[Sequence[str]]] = ("", ())
    """A heading, and rows: the sheets, how many leaves, and for whom they are."""
    foot: Section = Section("", ())
    """What is below all of it, on the whole width."""


def cover_pages(setup: PageSetup, text: CoverText, draw: BoardDrawer | None) -> tuple[Page, ...]:
    """One page in type as large as fits, with the picture where it has room; or else as many as it takes."""
    body = setup.body
    largest = _LARGEST * max(1.0, body.width / LETTER.inside.width)
    sizes = [largest - step / 10 for step in range(int((largest - LEAST_TEXT) * 10) + 1)]
    for drawer, size in product([draw, None] if draw else [None], sizes):
        if (marks := _page(body, text, drawer, size)) is not None:
            return as_pages(setup, [marks])
    found = [pages for size in sizes if len(pages := _in_columns(body, text, 2, size)) == 1]
    tight = (_in_columns(body, text, number, LEAST_TEXT) for number in (2, 1))
    return as_pages(setup, found[0] if found else min(tight, key=len))


def _in_columns(body: Box, text: CoverText, number: int, size: float) -> list[list[Mark]]:
    wide = columns(body, number)[0].width
    blocks = [
        *paragraph(text.facts, wide, size * 1.15, bold=True),
        *_first(text, wide, size),
        *_pile(text, wide, size),
        *_lists((text.foot,), wide, size),
    ]
    return [*in_pages(blocks, body, number)]


def _page(body: Box, text: CoverText, draw: BoardDrawer | None, size: float) -> list[Mark] | None:
    """The marks of a page in type of a size; None where it has too little room."""
    facts = paragraph(text.facts, body.width, size * 1.15, bold=True)
    foot = [*_lists((text.foot,), body.width, size)]
    top = body.y + height(facts) + 3.0
    room = body.below(top)._replace(height=body.bottom - top - height(foot) - 6.0)
    left = room._replace(width=(room.width - _GAP) * _LEFT)
    right = room._replace(x=left.right + _GAP, width=room.right - left.right - _GAP)
    first, second = [*_first(text, left.width, size)], [*_pile(text, right.width, size)]
    named = paragraph(text.picture, right.width, LEAST_TEXT, ink=Ink.QUIET, above=1.0) if draw and text.picture else ()
    free = room.height - height(second) - height(named) - 6.0
    if height(first) > room.height or (
        free < min(_LEAST_PICTURE, 0.75 * right.width) if draw else height(second) > room.height
    ):
        return None
    marks = [*fill(facts, [body])[0], *fill(first, [left])[0]]
    if draw:
        picture, low = _placed(draw, right._replace(height=min(free, right.width)))
        marks += [*picture, *fill(named, [right.below(low + 1.0)])[0]]
        right = right.below(low + height(named) + 6.0)
    marks += fill(second, [right])[0]
    low = max(extent(mark).bottom for mark in marks)
    return [*marks, *fill(foot, [body.below(low + 6.0)])[0]]


def series_page(setup: PageSetup, text: CoverText, people: int) -> tuple[Page, ...]:
    """How a series of games goes, and a table with a line for each person and a column for each game."""
    body, said, size = setup.body, setup.words["series"], _LARGEST
    while True:  # in type as large as leaves each line of the table enough room
        blocks = [*paragraph(text.facts, body.width, size * 1.15, bold=True), *_first(text, body.width, size)]
        blocks.append(heading(said["points"], body.width, size, size * 1.2))
        foot = [*_lists((text.foot,), body.width, size)]
        high = min(16.0, (body.height - height(blocks) - height(foot) - 20.0) / people)
        if high >= 11.0 or size <= LEAST_TEXT:
            break
        size -= 0.1
    top = body.y + height(blocks) + 9.0
    marks = [*fill(blocks, [body])[0], *_points(Box(body.x, top, body.width, high * people), setup, people)]
    marks += fill(foot, [body.below(top + high * people + 6.0)])[0]
    return as_pages(setup, [with_notes(marks, body, setup)])


def _points(table: Box, setup: PageSetup, people: int) -> Iterator[Mark]:
    said, high, total = setup.words["series"], table.height / people, table.width * 0.13
    first = table.width * 0.32
    wide = (table.width - first - total) / people
    edges = [table.x + first + wide * n for n in range(people + 1)]
    yield rectangle(Ink.BOX, table)
    yield Text(Ink.QUIET, table.x + 8.0, table.y - 2.0, BODY, setup.words["name"])
    yield Text(Ink.QUIET, table.right - total / 2, table.y - 2.0, BODY, said["total"], anchor="middle")
    for n, left in enumerate(edges[:-1]):
        own = Box(left, table.y + high * n, wide, high)
        words, small = fit(said["game"].format(number=n + 1), wide - 1.0, BODY)
        yield Text(Ink.QUIET, own.middle[0], table.y - 2.0, small, words, anchor="middle")
        yield Text(Ink.TEXT, table.x + 2.0, own.middle[1] + 1.2, BODY, str(n + 1), True)
        yield rectangle(Ink.GREY_TINT, own)
        yield centred_text(Ink.TEXT, *own.middle, LEAST_TEXT, said["master"], bold=True)
    level = [((table.x, table.y + high * n), (table.right, table.y + high * n)) for n in range(1, people)]
    yield lines(Ink.RULE, [*level, *(((x, table.y), (x, table.bottom)) for x in edges)])


def _first(text: CoverText, wide: float, size: float) -> Iterator[Block]:
    yield from paragraph(text.about, wide, size)
    yield from _lists(text.first, wide, size)


def _pile(text: CoverText, wide: float, size: float) -> Iterator[Block]:
    """A table of the parts of the pile, and what else is needed."""
    (title, rows), small = text.pile, max(LEAST_TEXT, size * 0.85)
    yield heading(title, wide, size, size * 1.2)
    table = Column(wide * 0.42, small, bold=True), Column(wide * 0.22, small), Column(wide * 0.36, small)
    yield from (row(cells, table) for cells in rows)
    yield from _lists((text.needs,), wide, size)


def _lists(sections: Sequence[Section], wide: float, size: float) -> Iterator[Block]:
    for title, entries in sections:
        if entries:
            yield heading(title, wide, size, size * 1.2)
            yield from (_item(sign, said, wide, size) for sign, said in entries)


def _item(sign: str, said: str, wide: float, size: float) -> Block:
    """Some words, with their number or sign before them; after a line break comes a command."""
    margin = 2.1 * size if sign.isdigit() else 1.1 * size if sign else 0.0
    words, _, typed = said.partition("\n")
    rows = one_block(paragraph(words.rstrip(), wide - margin, size))
    widest = max((width(word, LEAST_TEXT, bold=True) for word in typed.split()), default=0.0)
    indent = max(0.0, min(margin, wide - widest))
    small = max(LEAST_TEXT, min(size, LEAST_TEXT * (wide - indent) / widest)) if typed else size  # no path is broken
    kept = _VALUE.sub("\\1\N{NO-BREAK SPACE}", typed)
    commands = [
        block
        for each in (wrap(kept, wide - indent, small, bold=True) if typed else ())
        for block in paragraph(each.replace("\N{NO-BREAK SPACE}", " "), wide - indent, small, bold=True)
    ]
    high = rows.height + height(commands)

    def draw(x: float, y: float) -> Iterator[Mark]:
        middle = (x + 0.78 * size, y + 0.76 * size)
        if sign.isdigit():
            yield Circle(Ink.SOLID, *middle, 0.78 * size)
            yield centred_text(Ink.REVERSE, *middle, max(LEAST_TEXT, size * 0.9), sign, bold=True)
        elif sign:
            yield Text(Ink.TEXT, x, y + 0.8 * size * LEADING, size, sign)
        yield from rows.draw(x + margin, y)
        yield from fill(commands, [Box(x + indent, y + rows.height, wide, high)])[0]

    return Block(high, draw, size * 0.4)


def _placed(draw: BoardDrawer, room: Box) -> tuple[list[Mark], float]:
    """A board in the middle of the width of a room, at its upper edge, and the height where it ends."""
    drawn = [*draw(Box(0, 0, room.width, room.height))]
    box = Box.over(map(extent, drawn))
    left = room.x + (room.width - box.width) / 2
    return [moved(mark, left - box.x, room.y - box.y) for mark in drawn], room.y + box.height


def invitation(title: str, text: CoverText, draw: BoardDrawer | None, blanks: Sequence[str]) -> Page:
    """What the game is, for how many and how long, with lines to write on: when, where and from whom."""
    inside, size = _CARD.inside, 4.0
    words, large = fit(title, inside.width, 9.0, 5.0, bold=True)
    said = [
        *paragraph(text.facts, inside.width, size, bold=True),
        *paragraph(text.about, inside.width, size, above=1.5),
    ]
    lines_from = inside.bottom - 9.0 * len(blanks)
    below = lines_from - 3.0 - height(said)
    marks: list[Mark] = [Text(Ink.TEXT, inside.x, inside.y + large * 0.8, large, words, True, title=True)]
    top = inside.y + large + 2.0
    marks += [rectangle(Ink.SOLID, Box(inside.x, top, inside.width, 0.8))]
    if draw:
        room = Box(inside.x, top + 3.0, inside.width, below - top - 9.0)
        picture, low = _placed(draw, room._replace(height=room.height - 6.0))
        down = (room.bottom - low - 6.0) / 2  # in the middle of its room, with what it is below it
        marks += [moved(mark, 0, down) for mark in picture]
        marks.append(Text(Ink.QUIET, room.middle[0], low + down + 4.5, LEAST_TEXT, text.picture, anchor="middle"))
    marks += fill(said, [inside.below(below)])[0]
    wide = max(width(label, size, bold=True) for label in blanks) + 3.0
    for number, label in enumerate(blanks, 1):
        base = lines_from + 9.0 * number - 2.0
        marks += (
            Text(Ink.TEXT, inside.x, base, size, label, True),
            line(Ink.RULE, (inside.x + wide, base + 0.8), (inside.right, base + 0.8)),
        )
    return Page(_CARD, "invitation", tuple(marks))
