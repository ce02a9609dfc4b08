"""What the sheets of all games are composed of: pages, boards with coordinates, columns of text, boxes for pencils."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from typing import NamedTuple

from mapkit.grid import Border, Cell, Direction, Square, column_name
from mapkit.sheet import (
    LEAST_TEXT,
    Box,
    Ink,
    Mark,
    Paper,
    Sheet,
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

SMALL, BODY, LARGE = LEAST_TEXT, 3.6, 4.4
"""The sizes of running text, in mm."""
LEADING = 1.36
"""From baseline to baseline, in sizes of the text."""
HEADER, FOOTER = 19.5, 8.0
"""What the head and the foot of a page take from the paper, in mm."""
BAND = 5.0
"""The width of the band that the coordinates of a board stand in, in mm."""


# --- pages -------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Running:
    """What stands on every page of a set of sheets; `badge` is a warning in the upper right corner."""

    paper: Paper
    name: str
    title: str
    kind: str
    badge: str = ""

    @property
    def body(self) -> Box:
        """The room between head and foot."""
        inside = self.paper.inside
        return Box(inside.x, inside.y + HEADER, inside.width, inside.height - HEADER - FOOTER)


def bound(running: Running, pages: Sequence[Iterable[Mark]]) -> tuple[Sheet, ...]:
    """The pages as sheets, with head, foot and page numbers."""
    return tuple(
        Sheet(running.paper, f"{running.name}-{number}", (*_head(running), *marks, *_foot(running, number, len(pages))))
        for number, marks in enumerate(pages, 1)
    )


def _head(running: Running) -> Iterator[Mark]:
    inside = running.paper.inside
    right = inside.right
    if running.badge:
        wide = width(running.badge, SMALL, bold=True) + 5
        right -= wide + 5
        yield rectangle(Ink.SOLID, Box(inside.right - wide, inside.y + 1, wide, 6), 1.2)
        yield Text(Ink.REVERSE, inside.right - wide / 2, inside.y + 5.15, SMALL, running.badge, True, "middle")
    yield from _title(running, right - inside.x)
    yield line(Ink.HEAVY_RULE, (inside.x, inside.y + 14.2), (inside.right, inside.y + 14.2))
    yield line(Ink.HAIRLINE, (inside.x, inside.y + 15.2), (inside.right, inside.y + 15.2))


def _title(running: Running, room: float) -> Iterator[Mark]:
    """The title as large as it fits, a long one in two lines, and the kind of sheet below it."""
    x, y = running.paper.inside.x, running.paper.inside.y
    size = fit(running.title, room, 7.0, 4.6, bold=True)[1]
    rows = wrap(running.title, room, 4.2, bold=True) if width(running.title, size, bold=True) > room else ()
    if rows:
        last = fit(" ".join(rows[1:]), room, 4.2, 4.2, bold=True)[0]
        yield Text(Ink.TEXT, x, y + 3.4, 4.2, rows[0], True)
        yield Text(Ink.TEXT, x, y + 8.4, 4.2, last, True)
    else:
        yield Text(Ink.TEXT, x, y + 6.0, size, running.title, True)
    kind, small = fit(running.kind, running.paper.inside.width, SMALL if rows else BODY)
    yield Text(Ink.QUIET, x, y + (12.8 if rows else 11.6), small, kind)


def _foot(running: Running, number: int, of: int) -> Iterator[Mark]:
    inside = running.paper.inside
    base = inside.bottom - 0.8
    yield line(Ink.HAIRLINE, (inside.x, inside.bottom - 5), (inside.right, inside.bottom - 5))
    words = fit(f"{running.kind} · {running.title}", inside.width - 20, SMALL)[0]
    yield Text(Ink.QUIET, inside.x, base, SMALL, words)
    yield Text(Ink.QUIET, inside.right, base, SMALL, f"{number} / {of}", anchor="end")


def scale(x: float, y: float) -> Iterator[Mark]:
    """A line of exactly 50 mm with its words below, from x and y, and which way north is; 56 mm wide, 8 mm high."""
    ticks = [((x + at, y), (x + at, y + (2.6 if at % 50 == 0 else 1.6))) for at in range(0, 60, 10)]
    yield lines(Ink.RULE, [((x, y), (x + 50, y)), *ticks])
    yield Text(Ink.QUIET, x, y + 6.6, SMALL, "50 mm if printed at 100 %")
    yield from arrow((x + 54.5, y + 3.6), (x + 54.5, y - 0.4), 2.0)
    yield Text(Ink.TEXT, x + 54.5, y + 6.6, SMALL, "N", True, "middle")


# --- blocks of text in columns -----------------------------------------------------------------------------------


@dataclass(frozen=True)
class Block:
    """Something of a known height that is drawn at the upper left corner given.

    `above` is room kept free above it, except at the top of a column; a block with `keep` never ends a column.
    """

    height: float
    draw: Callable[[float, float], Iterable[Mark]]
    above: float = 0.0
    keep: bool = False


def columns(box: Box, number: int, gap: float = 8.0) -> tuple[Box, ...]:
    """The box as so many columns of one width."""
    wide = (box.width - gap * (number - 1)) / number
    return tuple(Box(box.x + i * (wide + gap), box.y, wide, box.height) for i in range(number))


def fill(blocks: Sequence[Block], boxes: Sequence[Box]) -> tuple[list[Mark], int]:
    """The blocks one below the other through the boxes: the marks, and how many blocks found room.

    A block higher than a whole box is drawn all the same, alone in its box.
    """
    marks: list[Mark] = []
    done = 0
    for box in boxes:
        taken = _taken(blocks[done:], box.height)
        y = box.y
        for i, block in enumerate(blocks[done : done + taken]):
            y += block.above if i else 0
            marks += block.draw(box.x, y)
            y += block.height
        done += taken
    return marks, done


def _taken(blocks: Sequence[Block], room: float) -> int:
    """How many blocks a column of that height takes."""
    used, taken = 0.0, 0
    for i, block in enumerate(blocks):
        used += block.height + (block.above if i else 0)
        if used > room + 1e-6:
            break
        taken = i + 1
    if taken < len(blocks):
        while taken and blocks[taken - 1].keep:
            taken -= 1
    return taken or min(1, len(blocks))


def height(blocks: Sequence[Block]) -> float:
    """The height of the blocks one below the other."""
    return sum(block.height + (block.above if i else 0) for i, block in enumerate(blocks))


def together(blocks: Sequence[Block]) -> Block:
    """The blocks as one, never parted by the end of a column."""
    high = height(blocks)
    return Block(high, lambda x, y: fill(blocks, [Box(x, y, 0, high)])[0], blocks[0].above)


def level(blocks: Sequence[Block], box: Box, number: int, gap: float = 8.0) -> float | None:
    """The least height at which the blocks fit into so many columns of the box; None if it is too low for them."""
    tallest = max((block.height for block in blocks), default=0.0)
    high = max(height(blocks) / number, tallest)
    while high < box.height + 0.5 and tallest <= box.height:
        tried = box._replace(height=min(high, box.height))
        if fill(blocks, columns(tried, number, gap))[1] == len(blocks):
            return tried.height
        high += 0.5
    return None


def paged(blocks: Sequence[Block], box: Box, number: int, gap: float = 8.0) -> Iterator[list[Mark]]:
    """The blocks in columns, page after page; the columns of the last page end level."""
    while blocks:
        high = level(blocks, box, number, gap)
        marks, done = fill(blocks, columns(box._replace(height=high or box.height), number, gap))
        blocks = blocks[done:]
        yield marks


def paragraph(
    text: str, wide: float, size: float = BODY, *, ink: Ink = Ink.TEXT, bold: bool = False, above: float = 0.0
) -> tuple[Block, ...]:
    """A text in lines, as blocks of at most six lines, so that even a long one flows over columns."""
    rows = wrap(text, wide, size, bold)
    pieces = [rows[i : i + 6] for i in range(0, len(rows), 6)]
    return tuple(
        Block(len(piece) * size * LEADING, _rows(piece, size, ink, bold), 0.0 if i else above)
        for i, piece in enumerate(pieces)
    )


def _rows(rows: Sequence[str], size: float, ink: Ink, bold: bool) -> Callable[[float, float], Iterator[Mark]]:
    def draw(x: float, y: float) -> Iterator[Mark]:
        for i, row in enumerate(rows):
            yield Text(ink, x, y + (i + 0.8) * size * LEADING, size, row, bold)

    return draw


def heading(text: str, wide: float, above: float = 5.0) -> Block:
    """A heading with a rule below it that stays with what follows."""
    words, size = fit(text, wide, LARGE, bold=True)

    def draw(x: float, y: float) -> Iterator[Mark]:
        yield Text(Ink.TEXT, x, y + 4.2, size, words, True)
        yield line(Ink.RULE, (x, y + 6.0), (x + wide, y + 6.0))

    return Block(8.0, draw, above, keep=True)


def entry(
    number: str, text: str, wide: float, margin: float, *, size: float = BODY, above: float = 1.6
) -> tuple[Block, ...]:
    """A text with a small number in the margin to its left."""
    small = fit(number, margin - 2, SMALL)[0]
    body = paragraph(text, wide - margin, size, above=above)

    def draw(x: float, y: float) -> Iterator[Mark]:
        if small:
            yield Text(Ink.QUIET, x, y + 0.8 * size * LEADING, SMALL, small)
        yield from body[0].draw(x + margin, y)

    rest = tuple(replace(block, draw=shifted(block.draw, margin)) for block in body[1:])
    return (replace(body[0], draw=draw), *rest)


def shifted(draw: Callable[[float, float], Iterable[Mark]], right: float) -> Callable[[float, float], Iterable[Mark]]:
    """The same drawing, further to the right."""
    return lambda x, y: draw(x + right, y)


class Column(NamedTuple):
    """A column of a table: how wide it is and how its text is set."""

    wide: float
    size: float = BODY
    ink: Ink = Ink.TEXT
    bold: bool = False


def row(cells: Sequence[str], table: Sequence[Column], *, keep: bool = False, ink: Ink = Ink.HAIRLINE) -> Block:
    """A row of a table with wrapped texts and a line below it."""
    wrapped = [wrap(cell, each.wide - 3, each.size, each.bold) for cell, each in zip(cells, table, strict=True)]
    high = max(len(rows) * each.size * LEADING for rows, each in zip(wrapped, table, strict=True)) + 2.4
    first = max(each.size for each in table) * LEADING * 0.8

    def draw(x: float, y: float) -> Iterator[Mark]:
        at = x
        for rows, each in zip(wrapped, table, strict=True):
            for i, words in enumerate(rows):
                base = y + 1.0 + first + i * each.size * LEADING
                if words:
                    yield Text(each.ink, at, base, each.size, words, each.bold)
            at += each.wide
        yield line(ink, (x, y + high), (at, y + high))

    return Block(high, draw, keep=keep)


def panel(blocks: Sequence[Block], wide: float, above: float = 5.0, pad: float = 4.0) -> Block:
    """Blocks that are `2 * pad` narrower, on a tinted ground with a heavy bar at its left: something to read aloud."""
    high = height(blocks) + 2 * pad

    def draw(x: float, y: float) -> Iterator[Mark]:
        yield rectangle(Ink.PANEL, Box(x, y, wide, high))
        yield rectangle(Ink.SOLID, Box(x, y, 1.2, high))
        yield from fill(blocks, [Box(x + pad + 1, y + pad, wide - 2 * pad, high)])[0]

    return Block(high, draw, above)


def arrowed(x: float, y: float, size: float, words: str, ink: Ink = Ink.TEXT) -> Iterator[Mark]:
    """A text from x on the baseline y; in it every ` > ` is drawn as an arrow and ` <> ` as one with two heads."""
    for piece in _ARROWS.split(words):
        if piece in (">", "<>"):
            yield from _little_arrow(x, y - cap_height(size) / 2, size, both=piece == "<>")
        elif piece:
            yield Text(ink, x, y, size, piece)
        x += _piece_width(piece, size)


def arrowed_width(size: float, words: str) -> float:
    """How wide a text of `arrowed` is."""
    return sum(_piece_width(piece, size) for piece in _ARROWS.split(words))


_ARROWS = re.compile(r" ?(?<!\S)(<?>)(?!\S) ?")


def _piece_width(piece: str, size: float) -> float:
    """The width of an arrow with the room around it, or of a piece of text."""
    return size * 1.65 if piece in (">", "<>") else width(piece, size)


def _little_arrow(x: float, y: float, size: float, *, both: bool) -> Iterator[Mark]:
    x, long, head, side = x + size * 0.25, size * 1.1, size * 0.4, size * 0.22
    yield line(Ink.ARROW, (x + (head if both else 0), y), (x + long - head, y))
    yield polygon(Ink.SOLID, (x + long, y), (x + long - head, y - side), (x + long - head, y + side))
    if both:
        yield polygon(Ink.SOLID, (x, y), (x + head, y - side), (x + head, y + side))


# --- boxes and lines for the pencil ------------------------------------------------------------------------------


def boxes(x: float, y: float, number: int, wide: float, high: float) -> Iterator[Mark]:
    """A row of boxes, side by side, to write into."""
    yield rectangle(Ink.BOX, Box(x, y, number * wide, high))
    if number > 1:
        yield lines(Ink.HAIRLINE, [((x + i * wide, y), (x + i * wide, y + high)) for i in range(1, number)])


def ticks(x: float, y: float, words: Iterable[str], size: float = SMALL) -> Iterator[Mark]:
    """Small boxes to tick, each followed by its words, from x on the baseline y."""
    for each in words:
        yield rectangle(Ink.BOX, Box(x, y - 3.1, 3.6, 3.6), 0.6)
        yield Text(Ink.TEXT, x + 4.8, y, size, each)
        x += 4.8 + width(each, size) + 4.0


def ticks_width(words: Iterable[str], size: float = SMALL) -> float:
    """How wide a row of `ticks` is."""
    return sum(8.8 + width(each, size) for each in words) - 4.0


def blank(x: float, y: float, to: float, label: str, size: float = BODY) -> Iterator[Mark]:
    """A label and a line to write on, up to `to`, on the baseline y."""
    yield Text(Ink.QUIET, x, y, size, label)
    yield line(Ink.RULE, (x + width(label, size) + 1.5, y + 0.8), (to, y + 0.8))


def squared(x: float, y: float, across: int, down: int, square: float) -> Iterator[Mark]:
    """Graph paper: so many squares across and down, every fifth line stronger, framed."""
    right, bottom = x + across * square, y + down * square
    upright = [(i, ((x + i * square, y), (x + i * square, bottom))) for i in range(1, across)]
    level_ = [(i, ((x, y + i * square), (right, y + i * square))) for i in range(1, down)]
    for ink, every in ((Ink.GRAPH, False), (Ink.GRAPH_FIFTH, True)):
        chosen = [points for i, points in (*upright, *level_) if (i % 5 == 0) is every]
        if chosen:
            yield lines(ink, chosen)
    yield rectangle(Ink.EDGE, Box(x, y, right - x, bottom - y))


def ledger(box: Box, headings: Sequence[tuple[str, float]], high: float, first: int = 0) -> Iterator[Mark]:
    """An empty table to write into, its rows at least `high` and, if `first` is given, numbered from it."""
    number = int((box.height - 5.5) / high)
    high = (box.height - 5.5) / number
    top, edges = box.y + 5.5, [box.x]
    for label, wide in headings:
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


# --- boards ------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Board:
    """A part of a square board on the paper: which columns and rows, where its corner is, how large a tile is."""

    grid: Square
    columns: range
    rows: range
    x: float
    y: float
    tile: float

    @property
    def box(self) -> Box:
        """The tiles without coordinates."""
        return Box(self.x, self.y, len(self.columns) * self.tile, len(self.rows) * self.tile)

    def tile_box(self, cell: Cell) -> Box:
        """Where a cell is drawn."""
        column, row = (int(at) for at in self.grid.centre(cell))
        x = self.x + (column - self.columns.start) * self.tile
        return Box(x, self.y + (self.rows.stop - 1 - row) * self.tile, self.tile, self.tile)

    def cells(self) -> Iterator[Cell]:
        """The cells of this part in reading order."""
        for row in reversed(self.rows):
            for column in self.columns:
                yield self.grid.name(column, row)

    def ends(self, side: str) -> bool:
        """Whether the part's edge on that side is the board's own edge."""
        return {
            "N": self.rows.stop == self.grid.rows,
            "S": self.rows.start == 0,
            "W": self.columns.start == 0,
            "E": self.columns.stop == self.grid.columns,
        }[side]


def parts(total: int, most: int) -> tuple[range, ...]:
    """A length cut into as few even parts as possible, none longer than `most`."""
    number = -(-total // max(1, most))
    return tuple(range(total * i // number, total * (i + 1) // number) for i in range(number))


class Part(NamedTuple):
    """One page's part of a board, with its place in the plan of parts (column and row of pages, from upper left)."""

    columns: range
    rows: range
    across: int
    down: int


def plan(grid: Square, most_across: int, most_down: int) -> tuple[Part, ...]:
    """The board cut into pages, in reading order from the upper left; a board that fits is one part."""
    across = parts(grid.columns, most_across)
    down = tuple(reversed(parts(grid.rows, most_down)))
    return tuple(Part(c, r, i, j) for j, r in enumerate(down) for i, c in enumerate(across))


def grid_lines(board: Board) -> Iterator[Mark]:
    """The thin lines between the tiles."""
    box, tile = board.box, board.tile
    upright = [((box.x + i * tile, box.y), (box.x + i * tile, box.bottom)) for i in range(1, len(board.columns))]
    flat = [((box.x, box.y + i * tile), (box.right, box.y + i * tile)) for i in range(1, len(board.rows))]
    if upright or flat:
        yield lines(Ink.GRID, [*upright, *flat])


def torn_edges(board: Board) -> Iterator[Mark]:
    """A dotted line where the board continues on another page."""
    box = board.box
    edge = {
        "N": ((box.x, box.y), (box.right, box.y)),
        "S": ((box.x, box.bottom), (box.right, box.bottom)),
        "W": ((box.x, box.y), (box.x, box.bottom)),
        "E": ((box.right, box.y), (box.right, box.bottom)),
    }
    torn = [edge[side] for side in "NESW" if not board.ends(side)]
    if torn:
        yield lines(Ink.TORN, torn)


def coordinates(board: Board, signs: Collection[Box] = (), away: float = 1.4) -> Iterator[Mark]:
    """The names of columns and rows on all four sides, `away` from the tiles, or beyond a sign that is in the way."""
    size = min(4.4, max(LEAST_TEXT, board.tile * 0.24))
    sides = (
        ("N", board.columns, column_name),
        ("S", board.columns, column_name),
        ("W", board.rows, _row_name),
        ("E", board.rows, _row_name),
    )
    for side, numbers, name in sides:
        for i, number in enumerate(numbers):
            label = name(number)
            near = _label(board, side, i, away, size, label)
            taken = any(sign.meets(extent(near)) for sign in signs)
            yield _label(board, side, i, SIGN, size, label) if taken else near


def _label(board: Board, side: Direction, i: int, away: float, size: float, label: str) -> Text:
    x, y = spot(board, side, i + 0.5, away + BAND / 2)
    drop = cap_height(size) * (0.4 if side in "NS" else 0.5)
    return Text(Ink.TEXT, x, y + drop, size, label, anchor="middle")


def _row_name(row: int) -> str:
    return str(row + 1)


def key_plan(all_parts: Sequence[Part], here: int, right: float, bottom: float) -> Iterator[Mark]:
    """A small plan of the pages with this one in black, its lower right corner as given."""
    across, down = max(p.across for p in all_parts) + 1, max(p.down for p in all_parts) + 1
    wide, high = 7.0, 5.4
    x, y = right - across * wide, bottom - down * high
    for i, part in enumerate(all_parts):
        box = Box(x + part.across * wide, y + part.down * high, wide, high)
        yield rectangle(Ink.SOLID if i == here else Ink.OUTLINE, box)
        ink = Ink.REVERSE if i == here else Ink.TEXT
        yield Text(ink, box.middle[0], box.middle[1] + 1.15, SMALL, str(i + 1), i == here, "middle")


def spread_over(part: Part) -> str:
    """Which columns and rows a part has, in words."""
    c, r = part.columns, part.rows
    return f"Columns {column_name(c.start)} to {column_name(c.stop - 1)}, rows {r.start + 1} to {r.stop}"


def outer_wall(board: Board, gaps: Collection[Border] = (), ink: Ink = Ink.OUTER_WALL) -> Iterator[Mark]:
    """The outer wall, just outside the tiles, with its gaps; nothing where the board continues elsewhere."""
    pieces = [piece for side in "NESW" if board.ends(side) for piece in _wall_runs(board, side, gaps)]
    if pieces:
        yield lines(ink, pieces)


WALL_OUT = 0.65
"""How far the middle of the outer wall lies outside the tiles, in mm."""


def _wall_runs(board: Board, side: Direction, gaps: Collection[Border]) -> Iterator[list[Point]]:
    """The pieces of one side of the outer wall between its gaps; at a corner of the board two of them meet."""
    along = board.columns if side in "NS" else board.rows
    before, after = ("W", "E") if side in "NS" else ("S", "N")
    edge = {"N": board.grid.rows - 1, "S": 0, "W": 0, "E": board.grid.columns - 1}[side]
    closed = [_border_of(board.grid, at, edge, side) not in gaps for at in along]
    for start, stop in _runs(closed):
        first = start - (WALL_OUT / board.tile if start == 0 and board.ends(before) else 0)
        last = stop + (WALL_OUT / board.tile if stop == len(closed) and board.ends(after) else 0)
        yield [spot(board, side, first, WALL_OUT), spot(board, side, last, WALL_OUT)]


def _border_of(grid: Square, at: int, edge: int, side: Direction) -> Border:
    return Border(grid.name(at, edge) if side in "NS" else grid.name(edge, at), side)


def _runs(flags: Sequence[bool]) -> Iterator[tuple[int, int]]:
    """The stretches of True, as where they start and stop."""
    for value, group in groupby(range(len(flags)), key=lambda i: flags[i]):
        if value:
            members = list(group)
            yield members[0], members[-1] + 1


def spot(board: Board, side: Direction, along: float, out: float) -> Point:
    """A point by a side of the board: `along` tiles from its west or south end, `out` mm outside the tiles."""
    box = board.box
    match side:
        case "N":
            return box.x + along * board.tile, box.y - out
        case "S":
            return box.x + along * board.tile, box.bottom + out
        case "W":
            return box.x - out, box.bottom - along * board.tile
        case _:
            return box.right + out, box.bottom - along * board.tile


def inner_walls(board: Board, walls: Iterable[Border]) -> Iterator[Mark]:
    """The walls between tiles, those on a torn edge too."""
    pieces = [ends for wall in walls if (ends := _wall_ends(board, wall)) is not None]
    if pieces:
        yield lines(Ink.WALL, pieces)


def _wall_ends(board: Board, wall: Border) -> tuple[Point, Point] | None:
    """Where a wall is drawn; None if this part does not touch it."""
    column, row = (int(at) for at in board.grid.centre(wall.cell))
    near = range(board.columns.start - (wall.side == "E"), board.columns.stop + (wall.side == "W"))
    level_ = range(board.rows.start - (wall.side == "N"), board.rows.stop + (wall.side == "S"))
    if column not in near or row not in level_:
        return None
    box = board.tile_box(wall.cell)
    x = box.x if wall.side == "W" else box.right
    y = box.bottom if wall.side == "S" else box.y
    return ((box.x, y), (box.right, y)) if wall.side in "NS" else ((x, box.y), (x, box.bottom))


class Sign(NamedTuple):
    """A sign outside the wall: its side, the gaps that share it, its middle and half width along the side, in tiles."""

    side: Direction
    gaps: range
    at: float
    half: float


SIGN = 7.6
"""How far the sign of an exit reaches outside the tiles, in mm."""
_SIGN_TEXT = 3.4


def signs(board: Board, exits: Collection[Border], words: str) -> Iterator[Sign]:
    """A sign for each gap in the outer wall of this part; neighbouring gaps share one."""
    half = (width(words, _SIGN_TEXT, bold=True) / 2 + 1.4) / board.tile
    for side in "NESW":
        along = board.columns if side in "NS" else board.rows
        edge = {"N": board.grid.rows - 1, "S": 0, "W": 0, "E": board.grid.columns - 1}[side]
        if board.ends(side):
            for start, stop in _runs([_border_of(board.grid, at, edge, side) in exits for at in along]):
                yield Sign(
                    side, range(start, stop), min(max((start + stop) / 2, half), max(half, len(along) - half)), half
                )


def sign_box(board: Board, sign: Sign) -> Box:
    """The paper that a sign takes."""
    (x1, y1), (x2, y2) = (
        spot(board, sign.side, sign.at - sign.half, 1.8),
        spot(board, sign.side, sign.at + sign.half, SIGN),
    )
    return Box(min(x1, x2), min(y1, y2), abs(x2 - x1), abs(y2 - y1))


def exit_sign(board: Board, sign: Sign, words: str) -> Iterator[Mark]:
    """An arrow through each gap, and a black sign outside that points away."""

    def on(along: float, out: float) -> Point:
        return spot(board, sign.side, along, out)

    at, half = sign.at, sign.half
    stem = 0.45 / board.tile
    for gap in sign.gaps:
        middle = gap + 0.5
        yield polygon(Ink.SOLID, *(on(middle + s, out) for s, out in ((-stem, 0), (stem, 0), (stem, 2), (-stem, 2))))
    yield polygon(
        Ink.SOLID, on(at - half, 1.8), on(at + half, 1.8), on(at + half, 6.2), on(at, SIGN), on(at - half, 6.2)
    )
    turn, lift = {"N": (0, -1), "S": (0, 1), "E": (90, -1), "W": (270, -1)}[sign.side]
    x, y = on(at, 4.1 + lift * cap_height(_SIGN_TEXT) / 2)
    yield Text(Ink.REVERSE, x, y, _SIGN_TEXT, words, True, "middle", turn)


# --- lines with heads --------------------------------------------------------------------------------------------


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
