"""The parts of all sheets: pages, columns of text, boxes and lines to write on."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import pairwise
from math import fsum
from typing import Any, NamedTuple

from mapkit.language.catalogue import Words
from mapkit.paper.edition import Edition
from mapkit.paper.sheet import (
    LEAST_TEXT,
    Box,
    Ink,
    Mark,
    Page,
    PaperSize,
    Text,
    cap_height,
    extent,
    fit,
    line,
    lines,
    polygon,
    rectangle,
    width,
    wrap,
)

Point = tuple[float, float]
Ruler = Callable[[float, float, Mapping[str, Any]], Iterable[Mark]]
"""Draws a ruler from x and y, with its words."""

SMALL, BODY, LARGE = LEAST_TEXT, 3.6, 4.4
"""The sizes of running text, in mm."""
LEADING = 1.36
"""The distance from baseline to baseline, in sizes of the text."""
HEADER, FOOTER = 19.5, 8.0
"""The height of the head and of the foot of a page, in mm."""
BAND = 5.0
"""The width of the band for the coordinates of a board, in mm."""


# --- pages -------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class PageSetup:
    """What the pages of a sheet share: their paper, their head and their foot."""

    edition: Edition
    name: str
    """The name of the sheet, such as `gm`; the names of its pages begin with it."""
    title: str
    sheet_kind: str
    """What the sheet is, in words, beside the title."""
    badge: str = ""
    """A warning in the upper right corner; empty for none."""
    game: str = ""
    """The name of the game whose words the sheets use; empty for the shared words only."""

    @property
    def paper(self) -> PaperSize:
        return self.edition.paper

    @property
    def words(self) -> Mapping[str, Any]:
        """The words that the sheets of all games share."""
        return self.edition.words

    @property
    def game_words(self) -> Words:
        return self.edition.of(self.game)

    @property
    def turned(self) -> PageSetup:
        """The same with the paper on its side."""
        return replace(self, edition=replace(self.edition, paper=self.paper.turned))

    @property
    def body(self) -> Box:
        inside = self.paper.inside
        return Box(inside.x, inside.y + HEADER, inside.width, inside.height - HEADER - FOOTER)


def page_setup(edition: Edition, name: str, game: str, title: str, kind: str, badge: str = "") -> PageSetup:
    """The setup of a sheet of a map; the title is that of the map, or of the game if the map has none."""
    return PageSetup(edition, name, title or game, f"{kind} · {game}" if title else kind, badge)


def page_setup_of(game: str, edition: Edition, name: str, title: str, badge: str = "") -> PageSetup:
    """The setup of a sheet in the words of the game: its `name`, and the sheet's name among its `kinds`."""
    words = edition.of(game)
    return replace(page_setup(edition, name, words["name"], title, words["kinds"][name], badge), game=game)


class PageDraft(NamedTuple):
    """A page without its head and foot; it need not lie as the others of its sheet."""

    setup: PageSetup
    """That of the sheet, perhaps with the paper as this page lies."""
    marks: Sequence[Mark]
    glued: bool = False
    cut: bool = False
    """Whether pieces without lines to cut along are cut out of it."""
    front: bool = False
    """Whether it begins a leaf."""


def as_pages(setup: PageSetup, pages: Sequence[Iterable[Mark] | PageDraft]) -> tuple[Page, ...]:
    """The pages of a sheet, with head, foot and page numbers; a `PageDraft` lies on paper of its own."""
    found = [page if isinstance(page, PageDraft) else PageDraft(setup, tuple(page)) for page in pages]
    return tuple(
        Page(
            own.paper,
            f"{own.name}-{number}",
            (*_head(own), *marks, *_foot(own, number, len(found))),
            kind=own.sheet_kind,
            glued=glued,
            cut=cut or glued or any(mark.ink is Ink.CUT for mark in marks),
            front=front,
        )
        for number, (own, marks, glued, cut, front) in enumerate(found, 1)
    )


def renumbered(pages: Iterable[Page], first: int, of: int) -> tuple[Page, ...]:
    """Pages from `as_pages` with the page numbers of a book in place of their own; pages without any stay so."""
    return tuple(
        replace(page, marks=(*page.marks[:-1], replace(last, text=f"{number} / {of}")))
        if page.marks and isinstance(last := page.marks[-1], Text)
        else page
        for number, page in enumerate(pages, first)
    )


def _head(setup: PageSetup) -> Iterator[Mark]:
    inside = setup.paper.inside
    right = inside.right
    if setup.badge:
        wide = width(setup.badge, SMALL, bold=True) + 5
        right -= wide + 5
        yield rectangle(Ink.SOLID, Box(inside.right - wide, inside.y + 1, wide, 6), 1.2)
        yield Text(Ink.REVERSE, inside.right - wide / 2, inside.y + 5.15, SMALL, setup.badge, True, "middle")
    # the title as large as it fits, in two lines if it is long, and the kind of sheet below it
    x, y, room = inside.x, inside.y, right - inside.x
    size = fit(setup.title, room, 7.0, 4.6, bold=True)[1]
    rows = wrap(setup.title, room, 4.2, bold=True) if width(setup.title, size, bold=True) > room else ()
    if rows:
        last = fit(" ".join(rows[1:]), room, 4.2, 4.2, bold=True)[0]
        yield Text(Ink.TEXT, x, y + 3.4, 4.2, rows[0], True, title=True)
        yield Text(Ink.TEXT, x, y + 8.4, 4.2, last, True, title=True)
    else:
        yield Text(Ink.TEXT, x, y + 6.0, size, setup.title, True, title=True)
    kind, small = fit(setup.sheet_kind, setup.paper.inside.width, SMALL if rows else BODY)
    yield Text(Ink.QUIET, x, y + (12.8 if rows else 11.6), small, kind)
    yield line(Ink.HEAVY_RULE, (inside.x, inside.y + 14.2), (inside.right, inside.y + 14.2))
    yield line(Ink.HAIRLINE, (inside.x, inside.y + 15.2), (inside.right, inside.y + 15.2))


def _foot(setup: PageSetup, number: int, of: int) -> Iterator[Mark]:
    inside = setup.paper.inside
    base = inside.bottom - 0.8
    yield line(Ink.HAIRLINE, (inside.x, inside.bottom - 5), (inside.right, inside.bottom - 5))
    source = f" · {setup.edition.source}" if setup.edition.source else ""
    room = inside.width - 20
    begins = fit(f"{setup.sheet_kind} · {setup.title}", max(room - width(source, SMALL), room / 4), SMALL)[0]
    yield Text(Ink.QUIET, inside.x, base, SMALL, fit(f"{begins}{source}", room, SMALL)[0])
    yield Text(Ink.QUIET, inside.right, base, SMALL, f"{number} / {of}", anchor="end")


def ruler(x: float, y: float, words: Mapping[str, Any]) -> Iterator[Mark]:
    """A line of at most 50 mm with its words below, from x and y; 8 mm high in all. `words` are `ruler`.

    On a page that is printed reduced, the words of an edition name another length, and have the `ruler_parts`.
    """
    parts, step = words.get("ruler_parts", (5, 10.0))
    ticks = [((x + i * step, y), (x + i * step, y + (1.6 if 0 < i < parts else 2.6))) for i in range(parts + 1)]
    yield lines(Ink.RULE, [((x, y), (x + parts * step, y)), *ticks])
    yield Text(Ink.QUIET, x, y + 6.6, SMALL, words["ruler"])


def scale(x: float, y: float, words: Mapping[str, Any]) -> Iterator[Mark]:
    """A `ruler` and an arrow to the north; 56 mm wide, 8 mm high. `words` are `ruler`, and `north` below the arrow."""
    yield from ruler(x, y, words)
    yield from arrow((x + 54.5, y + 3.6), (x + 54.5, y - 0.4), 2.0)
    left = min(x + 54.5, x + 56 - width(words["north"], SMALL, bold=True) / 2)
    yield Text(Ink.TEXT, left, y + 6.6, SMALL, words["north"], True, "middle")


FOOT = 11.0
"""The height of a `measured_foot`, in mm."""


def above_foot(setup: PageSetup, high: float = FOOT) -> Box:
    """The body of a page without `high` mm at its foot."""
    return setup.body._replace(height=setup.body.height - high)


def measured_foot(setup: PageSetup, says: str = "", strong: str = "", rule: Ruler = scale) -> Iterator[Mark]:
    """A `scale` or a `ruler` at the foot of a page, with a sentence to its right and a bold one above that."""
    body = setup.body
    yield from rule(body.x, body.bottom - 7.6, setup.words)
    rows = wrap(says, body.width - 58, SMALL) if says else ()
    if strong:
        yield Text(Ink.TEXT, body.right, body.bottom - 2.0 - 4.2 * max(1, len(rows)), BODY, strong, True, "end")
    for i, words in enumerate(reversed(rows)):
        yield Text(Ink.QUIET, body.right, body.bottom - 1.0 - 4.2 * i, SMALL, words, anchor="end")


# --- blocks of text in columns -----------------------------------------------------------------------------------


@dataclass(frozen=True)
class Block:
    """A drawing of known height, in mm."""

    height: float
    """How much room it takes, without the gap above it."""
    draw: Callable[[float, float], Iterable[Mark]]
    """Draws it; takes its left and its upper edge."""
    above: float = 0.0
    """The gap above it, except at the top of a column."""
    keep: bool = False
    """Whether it stays with the next block, so that it never ends a column."""
    again: tuple[Block, ...] = ()
    """What is repeated above it where it begins a page after the first: the head of its table."""


def columns(box: Box, number: int, gap: float = 8.0) -> tuple[Box, ...]:
    wide = (box.width - gap * (number - 1)) / number
    return tuple(Box(box.x + i * (wide + gap), box.y, wide, box.height) for i in range(number))


def plots(box: Box, across: int, down: int, gap: float = 0.0, below: float = 0.0) -> tuple[Box, ...]:
    """The box divided into plots of equal size, row by row; `gap` is between neighbours, `below` between rows."""
    high = (box.height - below * (down - 1)) / down
    rows = (box._replace(y=box.y + i * (high + below), height=high) for i in range(down))
    return tuple(column for row_ in rows for column in columns(row_, across, gap))


def fill(blocks: Sequence[Block], boxes: Sequence[Box]) -> tuple[list[Mark], int]:
    """The blocks, one below the other, through the boxes: the marks, and the number of blocks that found room.

    A block that is higher than a box is drawn all the same, alone in its box.
    """
    marks: list[Mark] = []
    done = 0
    for box, taken in zip(boxes, _shares(blocks, boxes), strict=True):
        y = box.y
        for i, block in enumerate(blocks[done : done + taken]):
            y += block.above if i else 0
            marks += block.draw(box.x, y)
            y += block.height
        done += taken
    return marks, done


def _shares(blocks: Sequence[Block], boxes: Sequence[Box]) -> Iterator[int]:
    """The number of blocks that each box takes, in turn."""
    for box in boxes:
        used, taken = 0.0, 0
        for i, block in enumerate(blocks):
            used += block.height + (block.above if i else 0)
            if used > box.height + 1e-6:
                break
            taken = i + 1
        if taken < len(blocks):
            while taken and blocks[taken - 1].keep:
                taken -= 1
        taken = taken or min(1, len(blocks))
        blocks = blocks[taken:]
        yield taken


def height(blocks: Sequence[Block]) -> float:
    return fsum(block.height + (block.above if i else 0) for i, block in enumerate(blocks))


def one_block(blocks: Sequence[Block]) -> Block:
    """The blocks as one block, which no column can divide."""
    high = height(blocks)
    return Block(high, lambda x, y: fill(blocks, [Box(x, y, 0, high)])[0], blocks[0].above)


def balanced_height(blocks: Sequence[Block], box: Box, number: int, gap: float = 8.0) -> float | None:
    """The least height at which the blocks fit into `number` columns of the box; None if the box is too low."""
    tallest = max((block.height for block in blocks), default=0.0)
    high = max(height(blocks) / number, tallest)
    while high < box.height + 0.5 and tallest <= box.height:
        tried = box._replace(height=min(high, box.height))
        if sum(_shares(blocks, columns(tried, number, gap))) == len(blocks):
            return tried.height
        high += 0.5
    return None


def in_pages(blocks: Sequence[Block], box: Box, number: int, gap: float = 8.0) -> Iterator[list[Mark]]:
    """The blocks in columns, page after page; on the last page the columns are about equally high."""
    while blocks:
        high = balanced_height(blocks, box, number, gap)
        marks, done = fill(blocks, columns(box._replace(height=high or box.height), number, gap))
        blocks = blocks[done:]
        if blocks and height(repeated := (*blocks[0].again, blocks[0])) <= box.height:
            blocks = (*repeated, *blocks[1:])
        yield marks


def is_half_empty(marks: Iterable[Mark], box: Box) -> bool:
    """Whether texts take less than the upper half of a box."""
    return max(mark.y for mark in marks if isinstance(mark, Text)) < box.y + box.height / 2


def paragraph(
    text: str,
    wide: float,
    size: float = BODY,
    *,
    ink: Ink = Ink.TEXT,
    bold: bool = False,
    above: float = 0.0,
    leading: float = LEADING,
) -> tuple[Block, ...]:
    """A text in lines, as blocks of three to six lines, so that a long text can continue in the next column."""

    def draw(piece: Sequence[str], x: float, y: float) -> Iterator[Mark]:
        for i, row in enumerate(piece):
            yield Text(ink, x, y + (i + 0.8) * size * leading, size, row, bold)

    rows = wrap(text, wide, size, bold)
    number = -(-len(rows) // 6)
    ends = [len(rows) * i // max(1, number) for i in range(number + 1)]
    pieces = [rows[start:end] for start, end in pairwise(ends)]
    return tuple(
        Block(len(piece) * size * leading, partial(draw, piece), 0.0 if i else above) for i, piece in enumerate(pieces)
    )


def heading(text: str, wide: float, above: float = 5.0, size: float = LARGE) -> Block:
    """A heading with a line below it; it stays with the block that follows."""
    words, small = fit(text, wide, size, bold=True)
    high = size / LARGE

    def draw(x: float, y: float) -> Iterator[Mark]:
        yield Text(Ink.TEXT, x, y + 4.2 * high, small, words, True, title=True)
        yield line(Ink.RULE, (x, y + 6.0 * high), (x + wide, y + 6.0 * high))

    return Block(8.0 * high, draw, above, keep=True)


def entry(
    number: str,
    text: str,
    wide: float,
    margin: float,
    *,
    size: float = BODY,
    above: float = 1.6,
    leading: float = LEADING,
) -> tuple[Block, ...]:
    small = fit(number, margin - 2, SMALL)[0] if number else ""
    body = paragraph(text, wide - margin, size, above=above, leading=leading)

    def draw(x: float, y: float) -> Iterator[Mark]:
        if small:
            yield Text(Ink.QUIET, x, y + 0.8 * size * leading, SMALL, small)
        yield from body[0].draw(x + margin, y)

    rest = tuple(replace(block, draw=moved_right(block.draw, margin)) for block in body[1:])
    return (replace(body[0], draw=draw), *rest)


def moved_right(
    draw: Callable[[float, float], Iterable[Mark]], right: float
) -> Callable[[float, float], Iterable[Mark]]:
    """The same drawing, moved to the right (mm)."""
    return lambda x, y: draw(x + right, y)


class Column(NamedTuple):
    """A column of a table."""

    wide: float
    size: float = BODY
    ink: Ink = Ink.TEXT
    bold: bool = False


def row(cells: Sequence[str], table: Sequence[Column], ink: Ink = Ink.HAIRLINE, spare: float = 2.4) -> Block:
    """A row of a table with wrapped texts and a line below it; `spare` mm of its height are above and below them."""
    wrapped = [wrap(cell, column.wide - 3, column.size, column.bold) for cell, column in zip(cells, table, strict=True)]
    high = max(len(rows) * column.size * LEADING for rows, column in zip(wrapped, table, strict=True)) + spare
    first = max(column.size for column in table) * LEADING * 0.8

    def draw(x: float, y: float) -> Iterator[Mark]:
        at = x
        for rows, column in zip(wrapped, table, strict=True):
            for i, words in enumerate(rows):
                base = y + spare / 2.4 + first + i * column.size * LEADING
                if words:
                    yield Text(column.ink, at, base, column.size, words, column.bold)
            at += column.wide
        yield line(ink, (x, y + high), (at, y + high))

    return Block(high, draw)


def panel(blocks: Sequence[Block], wide: float) -> Block:
    """Blocks that are 8 mm narrower, on a tinted ground with a heavy bar at its left: something to read aloud."""
    pad = 4.0
    high = height(blocks) + 2 * pad

    def draw(x: float, y: float) -> Iterator[Mark]:
        yield rectangle(Ink.PANEL, Box(x, y, wide, high))
        yield rectangle(Ink.SOLID, Box(x, y, 1.2, high))
        yield from fill(blocks, [Box(x + pad + 1, y + pad, wide - 2 * pad, high)])[0]

    return Block(high, draw, 5.0)


def arrowed(x: float, y: float, size: float, words: str, ink: Ink = Ink.TEXT) -> Iterator[Mark]:
    """A text from x on the baseline y, with every ` > ` drawn as an arrow and ` <> ` as an arrow with two heads."""
    for piece in _ARROWS.split(words):
        if piece in (">", "<>"):
            left, middle, head, side = x + size * 0.25, y - cap_height(size) / 2, size * 0.4, size * 0.22
            both, right = piece == "<>", left + size * 1.1
            yield line(Ink.ARROW, (left + (head if both else 0), middle), (right - head, middle))
            yield polygon(Ink.SOLID, (right, middle), (right - head, middle - side), (right - head, middle + side))
            if both:
                yield polygon(Ink.SOLID, (left, middle), (left + head, middle - side), (left + head, middle + side))
        elif piece:
            yield Text(ink, x, y, size, piece)
        x += _piece_width(piece, size)


def arrowed_width(size: float, words: str) -> float:
    return fsum(_piece_width(piece, size) for piece in _ARROWS.split(words))


def arrowed_rows(words: str, room: float, size: float) -> tuple[str, ...]:
    """A text for `arrowed` in lines no wider than the room, broken before arrows; a longer piece stays whole."""
    first, *links = words.split(" > ")
    rows = [first]
    for link in links:
        longer = f"{rows[-1]} > {link}"
        rows[-1:] = [longer] if arrowed_width(size, longer) <= room else [rows[-1], f"> {link}"]
    return tuple(rows)


_ARROWS = re.compile(r" ?(?<!\S)(<?>)(?!\S) ?")


def _piece_width(piece: str, size: float) -> float:
    """The width of an arrow with the room around it, or of a piece of text."""
    return size * 1.65 if piece in (">", "<>") else width(piece, size)


# --- boxes and lines to write on ---------------------------------------------------------------------------------


def boxes(x: float, y: float, number: int, wide: float, high: float) -> Iterator[Mark]:
    """A row of boxes, side by side, to write into."""
    yield rectangle(Ink.BOX, Box(x, y, number * wide, high))
    if number > 1:
        yield lines(Ink.HAIRLINE, [((x + i * wide, y), (x + i * wide, y + high)) for i in range(1, number)])


def ticks(x: float, y: float, words: Iterable[str]) -> Iterator[Mark]:
    """Small boxes to tick, each followed by its words, from x on the baseline y."""
    for word in words:
        yield rectangle(Ink.BOX, Box(x, y - 3.1, 3.6, 3.6), 0.6)
        yield Text(Ink.TEXT, x + 4.8, y, SMALL, word)
        x += 4.8 + width(word, SMALL) + 4.0


def ticks_width(words: Iterable[str]) -> float:
    return fsum(8.8 + width(word, SMALL) for word in words) - 4.0


BESIDE_TITLE = 24.0
"""The least width of the title beside blank lines, in mm."""


def blank(x: float, y: float, to: float, label: str, size: float = BODY) -> Iterator[Mark]:
    """A label and a line to write on, from x to `to`, on the baseline y."""
    yield Text(Ink.QUIET, x, y, size, label)
    yield line(Ink.RULE, (x + width(label, size) + 1.5, y + 0.8), (to, y + 0.8))


def blanks(y: float, edges: Sequence[float], labels: Sequence[str], gap: float = 4.0) -> Iterator[Mark]:
    """A `blank` from each edge to the next; each but the last leaves a gap."""
    for label, left, right in zip(labels, edges, edges[1:], strict=False):
        yield from blank(left, y, right - (0 if right == edges[-1] else gap), label)


def titled_blanks(title: str, labels: Sequence[str], across: int, wide: float) -> Block:
    """A row with room for so many `blank` lines across; the title stands at the left."""
    left = max(BESIDE_TITLE, width(title, BODY, bold=True) + 4)
    each = (wide - left) / across

    def draw(x: float, y: float) -> Iterator[Mark]:
        yield Text(Ink.TEXT, x, y + 5, BODY, title, True)
        for i, label in enumerate(labels):
            yield from blank(x + left + i * each, y + 5, x + left + (i + 1) * each - 5, label)

    return Block(8.0, draw)


def raster(box: Box, across: int, down: int, *, rim: bool = False) -> list[tuple[Point, Point]]:
    """The lines between equal parts of a box, the upright ones first; with a `rim` also those around them.

    >>> raster(Box(0, 0, 2, 1), 2, 1)
    [((1.0, 0), (1.0, 1))]
    """
    wide, high, skipped = box.width / across, box.height / down, 0 if rim else 1
    upright = [box.x + i * wide for i in range(skipped, across + 1 - skipped)]
    level = [box.y + i * high for i in range(skipped, down + 1 - skipped)]
    return [*(((x, box.y), (x, box.bottom)) for x in upright), *(((box.x, y), (box.right, y)) for y in level)]


def cut_lines(box: Box, across: int, down: int, beyond: float = 0.0) -> Mark:
    """Lines to cut along, around and between equal parts of the box; they extend `beyond` mm."""
    pieces = raster(box, across, down, rim=True)
    upright = [((x, y1 - beyond), (x, y2 + beyond)) for (x, y1), (_, y2) in pieces[: across + 1]]
    level = [((x1 - beyond, y), (x2 + beyond, y)) for (x1, y), (x2, _) in pieces[across + 1 :]]
    return lines(Ink.CUT, [*level, *upright])


def squared(x: float, y: float, across: int, down: int, square: float) -> Iterator[Mark]:
    """Empty squares in a frame; `across` and `down` are their numbers.

    No line is stronger than the others, because it would look like a wall.
    """
    box = Box(x, y, across * square, down * square)
    if pieces := raster(box, across, down):
        yield lines(Ink.GRAPH, pieces)
    yield rectangle(Ink.EDGE, box)


def notes(box: Box, title: str) -> Iterator[Mark]:
    yield from heading(title, box.width).draw(box.x, box.y)
    number = int((box.height - 8) / 8)
    yield lines(Ink.HAIRLINE, [((box.x, box.y + 14 + i * 8), (box.right, box.y + 14 + i * 8)) for i in range(number)])


LEAST_NOTES = 30.0
"""The least height of room for notes, in mm."""


def with_notes(marks: Sequence[Mark], box: Box, setup: PageSetup, gap: float = 7.0) -> list[Mark]:
    """The marks in a box, and `gap` mm below them room for notes where a good part of the box is free."""
    free = box.below(max(extent(mark).bottom for mark in marks) + gap) if marks else box
    return [*marks, *(notes(free, setup.words["notes"]) if free.height > LEAST_NOTES else ())]


LEDGER_HEAD = 5.5
"""The height of the headings of a `ledger`, in mm."""


def ledger_rows(box: Box, high: float) -> int:
    return int((box.height - LEDGER_HEAD) / high)


def ledger(box: Box, headings: Sequence[tuple[str, float]], high: float, first: int = 0) -> Iterator[Mark]:
    """An empty table to write into; its rows are at least `high` mm and, if `first` is given, numbered from it."""
    number = ledger_rows(box, high)
    high = (box.height - LEDGER_HEAD) / number
    top, edges = box.y + LEDGER_HEAD, [box.x]
    for label, wide in headings:
        if label:
            yield Text(Ink.QUIET, edges[-1] + 1, box.y + 3.6, SMALL, fit(label, wide - 1, SMALL)[0])
        edges.append(edges[-1] + wide)
    right = edges[-1]
    yield lines(Ink.HAIRLINE, [((box.x, top + i * high), (right, top + i * high)) for i in range(1, number + 1)])
    if len(headings) > 1:
        yield lines(Ink.HAIRLINE, [((x, top), (x, top + number * high)) for x in edges[1:-1]])
    yield line(Ink.RULE, (box.x, top), (right, top))
    for i in range(number if first else 0):
        base = top + (i + 0.5) * high + cap_height(SMALL) / 2
        yield Text(Ink.QUIET, edges[1] - 1.2, base, SMALL, str(first + i), anchor="end")


def ledgers(
    box: Box, across: int, gap: float, headings: Callable[[float], Sequence[tuple[str, float]]], high: float
) -> Iterator[Mark]:
    """Ledgers side by side with continued row numbers; `headings` gives the headings for a width."""
    for i, column in enumerate(columns(box, across, gap)):
        yield from ledger(column, headings(column.width), high, 1 + i * ledger_rows(box, high))


def arrow(start: Point, end: Point, head: float = 1.6) -> Iterator[Mark]:
    """A thin line with a solid head at its end."""
    (x1, y1), (x2, y2) = start, end
    long = max(((x2 - x1) ** 2 + (y2 - y1) ** 2) ** 0.5, 1e-9)
    ux, uy = (x2 - x1) / long, (y2 - y1) / long
    neck = (x2 - ux * head, y2 - uy * head)
    yield line(Ink.ARROW, start, neck)
    side = head * 0.42
    yield polygon(
        Ink.SOLID, end, (neck[0] - uy * side, neck[1] + ux * side), (neck[0] + uy * side, neck[1] - ux * side)
    )
