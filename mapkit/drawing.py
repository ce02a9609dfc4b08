"""What the sheets of all games are composed of: pages, boards with coordinates, columns of text, boxes for pencils."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import cycle, groupby, islice, pairwise
from typing import NamedTuple

from mapkit.grid import Border, Cell, Direction, Square, column_name, natural
from mapkit.sheet import (
    LEAST_TEXT,
    Box,
    Circle,
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
    printable,
    rectangle,
    width,
    wrap,
)
from mapkit.track import Step as Said
from mapkit.track import Track

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


LEDGER_HEAD = 5.5
"""The room for the headings of a `ledger`, in mm."""


def ledger_rows(box: Box, high: float) -> int:
    """How many rows a `ledger` has."""
    return int((box.height - LEDGER_HEAD) / high)


def ledger(box: Box, headings: Sequence[tuple[str, float]], high: float, first: int = 0) -> Iterator[Mark]:
    """An empty table to write into, its rows at least `high` and, if `first` is given, numbered from it."""
    number = ledger_rows(box, high)
    high = (box.height - LEDGER_HEAD) / number
    top, edges = box.y + LEDGER_HEAD, [box.x]
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


def wall_boxes(board: Board, walls: Iterable[Border]) -> Iterator[Box]:
    """The paper that the walls between tiles take."""
    for wall in walls:
        ends = _wall_ends(board, wall)
        if ends is not None:
            (x1, y1), (x2, y2) = ends
            yield Box(min(x1, x2), min(y1, y2), abs(x2 - x1), abs(y2 - y1)).inset(-0.6)


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


# --- everybody's way over a board --------------------------------------------------------------------------------


class Leg(NamedTuple):
    """A piece of a way: a step to the next cell, or a jump, when something carried the player on."""

    start: Cell
    end: Cell
    jump: bool


@dataclass(frozen=True)
class Walk:
    """A player's way over a board: his letter, his legs, in which turns he came to rest where, and his way out."""

    letter: str
    start: Cell
    legs: tuple[Leg, ...]
    stops: Mapping[Cell, tuple[int, ...]]
    out: Direction | None = None

    @property
    def end(self) -> Cell:
        """Where he is at last."""
        return self.legs[-1].end if self.legs else self.start

    @property
    def cells(self) -> frozenset[Cell]:
        """Every cell that he came to."""
        return frozenset((self.start, *(leg.end for leg in self.legs)))


def walks(track: Track, grid: Square, out: Direction | None = None) -> tuple[Walk, ...]:
    """The ways of a track; `out` is the side on which the player who left went out, where that is known."""
    signs_of = letters([start.player for start in track.starts])
    return tuple(
        _walk(grid, signs_of[i], start.cell, track.steps_of(start.player), out if start.player == track.left else None)
        for i, start in enumerate(track.starts)
    )


def _walk(grid: Square, letter: str, start: Cell, steps: Iterable[Said], out: Direction | None) -> Walk:
    legs: list[Leg] = []
    stops: dict[Cell, tuple[int, ...]] = {}
    here = start
    for step in steps:
        if step.through or step.cell != here:
            for one, other in pairwise((here, *step.through, step.cell)):
                jump = one != here or grid.steps_apart(one, other) != 1
                legs.append(Leg(one, other, jump))
            stops[step.cell] = (*stops.get(step.cell, ()), step.number)
        here = step.cell
    return Walk(letter, start, tuple(legs), stops, out)


_ALIKE = str.maketrans("АВЕКМНОРСТХУ", "ABEKMHOPCTXY")
"""Cyrillic capitals that look like Latin ones."""


def letters(names: Sequence[str]) -> tuple[str, ...]:
    """A letter for each name: the first of it that looks like nobody's before and the fonts can print, else a number."""
    taken: list[str] = []
    for number, name in enumerate(names, 1):
        used = {letter.translate(_ALIKE) for letter in taken}
        own = (c for c in printable(name, bold=True).upper() if c.isalpha() and c.translate(_ALIKE) not in used)
        taken.append(next(own, str(number)))
    return tuple(taken)


class _Stroke(NamedTuple):
    """How a way is drawn: its width, strokes and gaps in turn (none: unbroken), and the width of its white core."""

    ink: Ink
    wide: float
    dash: tuple[float, ...] = ()
    core: float = 0.0


_STROKES = (
    _Stroke(Ink.FIRST_WAY, 0.95),
    _Stroke(Ink.SECOND_WAY, 0.8, (2.7, 1.5)),
    _Stroke(Ink.THIRD_WAY, 1.35, core=0.7),
    _Stroke(Ink.FOURTH_WAY, 1.0, (1.0, 1.1)),
    _Stroke(Ink.FIFTH_WAY, 0.35),
    _Stroke(Ink.SIXTH_WAY, 0.8, (3.2, 1.1, 0.8, 1.1)),
    _Stroke(Ink.SEVENTH_WAY, 1.35, (2.9, 1.3), core=0.6),
    _Stroke(Ink.EIGHTH_WAY, 0.45, (1.3, 0.8)),
)
"""Told apart in black and white; a ninth player walks as the first."""

_HALO = 0.35
_MARK = 2.1
"""Half the width of the marks of start and end, in mm."""


def trails(board: Board, ways: Sequence[Walk]) -> Iterator[Mark]:
    """Everybody's way over a board, side by side where several went."""
    lanes = _lanes(board, ways)
    for way, lane, stroke in zip(ways, lanes, cycle(_STROKES), strict=False):
        yield from _trodden(board, way, lane, stroke)
    for way, lane in zip(ways, lanes, strict=True):
        yield from _jumps(board, way, lane)


def milestones(board: Board, ways: Sequence[Walk], busy: Collection[Box]) -> Iterator[Mark]:
    """Where everybody started and is at last, and the turns in which he came where, as far as there is room.

    `busy` are places to be kept clear.
    """
    taken = _Taken(board, busy, ways)
    for i, way in enumerate(ways):
        yield from taken.start(i, way)
    for i, way in enumerate(ways):
        yield from taken.end(i, way)
    for i, way in enumerate(ways):
        yield from taken.turns(i, way)


class _Lane:
    """Where one of several players walks on every tile: beside the others, from the lower left to the upper right."""

    def __init__(self, board: Board, number: int, of: int) -> None:
        self.board = board
        self.apart = min(4.6, (board.tile - 2.8) / of)
        self.aside = (number - (of - 1) / 2) * self.apart

    def at(self, cell: Cell) -> Point:
        """The point of the lane on a cell, which may lie outside this part of the board."""
        x, y = self.board.tile_box(cell).middle
        return x + self.aside, y - self.aside


def _lanes(board: Board, ways: Sequence[Walk]) -> tuple[_Lane, ...]:
    """As few lanes as will do: players who never came to the same cell may have the same one."""
    trodden = [way.cells for way in ways]
    near = [{j for j, other in enumerate(trodden) if j != i and own & other} for i, own in enumerate(trodden)]
    lane: dict[int, int] = {}
    for i in range(len(ways)):
        lane[i] = min(set(range(len(ways))) - {lane[j] for j in near[i] if j in lane})
    of = {i: max(lane[j] for j in _joined(i, near)) + 1 for i in lane}
    return tuple(_Lane(board, lane[i], of[i]) for i in lane)


def _joined(start: int, near: Sequence[Collection[int]]) -> set[int]:
    """Everybody who is near to somebody who is near, and so on."""
    found, edge = {start}, [start]
    while edge:
        edge = [j for j in near[edge.pop()] if j not in found] + edge
        found.update(edge)
    return found


def _edges(board: Board, way: Walk) -> dict[tuple[Cell, Cell], set[Cell]]:
    """Each border that was crossed on foot, by its two cells in reading order, and the cells that were entered so."""
    here, found = set(board.cells()), dict[tuple[Cell, Cell], set[Cell]]()
    for leg in way.legs:
        if not leg.jump and (leg.start in here or leg.end in here):
            one, other = sorted((leg.start, leg.end), key=natural)
            found.setdefault((one, other), set()).add(leg.end)
    return found


def _trodden(board: Board, way: Walk, lane: _Lane, stroke: _Stroke) -> Iterator[Mark]:
    """What a player went on foot: a white edge, the stroke, its core, and heads that show the direction."""
    edges = _edges(board, way)
    ends = [(lane.at(one), lane.at(other)) for one, other in edges]
    if way.out and way.end in set(board.cells()):
        ends.append((lane.at(way.end), _outside(board, way, lane)))
    joints = {end for pair in ends for end in pair if _within(board.box, end)}
    halo = min(_HALO, max(0.1, (lane.apart - stroke.wide) / 2))
    for ink, wide, dash in (
        (Ink.PAPER, stroke.wide + 2 * halo, ()),
        (stroke.ink, stroke.wide, stroke.dash),
        (Ink.PAPER, stroke.core, ()),
    ):
        if wide:
            for start, end in ends:
                yield from _strip(board, ink, start, end, wide, dash)
            for x, y in sorted(joints):
                yield Circle(ink, x, y, wide / 2)
    long = min(2.0, 0.2 * board.tile, 0.5 + lane.apart)
    for (one, other), entered in edges.items():
        both = len(entered) == 2
        for cell in sorted(entered):
            start, end = (lane.at(one), lane.at(other)) if cell == other else (lane.at(other), lane.at(one))
            yield from _pointer(board, stroke, start, end, long * (1.05 if both else 0.5), long)


def _outside(board: Board, way: Walk, lane: _Lane) -> Point:
    """Where the way of a player who leaves ends: just outside the gap."""
    (x, y), box = lane.at(way.end), board.tile_box(way.end)
    return {"N": (x, box.y), "S": (x, box.bottom), "W": (box.x, y), "E": (box.right, y)}[way.out or "N"]


def _within(box: Box, at: Point) -> bool:
    return box.x < at[0] < box.right and box.y < at[1] < box.bottom


def _strip(board: Board, ink: Ink, start: Point, end: Point, wide: float, dash: tuple[float, ...]) -> Iterator[Mark]:
    """A straight line of that width as a shape, broken into dashes that fit its length, within the board."""
    long = max(abs(end[0] - start[0]), abs(end[1] - start[1]))
    ux, uy = (end[0] - start[0]) / long, (end[1] - start[1]) / long
    for first, last in _dashes(long, dash):
        (x1, y1), (x2, y2) = (
            _clamp(board.box, (start[0] + ux * at, start[1] + uy * at)) for at in (max(0.0, first), min(long, last))
        )
        if abs(x2 - x1) + abs(y2 - y1) > 0.05:
            x, y = uy * wide / 2, ux * wide / 2
            yield polygon(ink, (x1 - x, y1 - y), (x2 - x, y2 - y), (x2 + x, y2 + y), (x1 + x, y1 + y))


def _dashes(long: float, dash: tuple[float, ...]) -> Iterator[tuple[float, float]]:
    """Where dashes begin and end on a length; one is cut in half by each end, so that corners are never gaps."""
    if not dash:
        yield 0, long
        return
    number = max(1, round(long / sum(dash)))
    by = long / (number * sum(dash))
    at = -dash[0] * by / 2
    while at < long:
        for on, off in zip(dash[::2], dash[1::2], strict=True):
            yield at, at + on * by
            at += (on + off) * by


def _clamp(box: Box, at: Point) -> Point:
    return min(max(at[0], box.x), box.right), min(max(at[1], box.y), box.bottom)


def _pointer(board: Board, stroke: _Stroke, start: Point, end: Point, beyond: float, long: float) -> Iterator[Mark]:
    """A solid head, its tip so far beyond the middle of a line."""
    (x1, y1), (x2, y2) = start, end
    far = ((x2 - x1) ** 2 + (y2 - y1) ** 2) ** 0.5
    ux, uy = (x2 - x1) / far, (y2 - y1) / far
    tip = ((x1 + x2) / 2 + ux * beyond, (y1 + y2) / 2 + uy * beyond)
    back, side = (tip[0] - ux * long, tip[1] - uy * long), max(0.5 * long, stroke.wide / 2 + 0.2)
    if _within(board.box, tip) and _within(board.box, back):
        left, right = (back[0] - uy * side, back[1] + ux * side), (back[0] + uy * side, back[1] - ux * side)
        yield polygon(stroke.ink, tip, left, right)


def _jumps(board: Board, way: Walk, lane: _Lane) -> Iterator[Mark]:
    """Thin dotted bows where a player was carried, each with a head in its middle."""
    here = set(board.cells())
    jumps = (leg for leg in way.legs if leg.jump and leg.start != leg.end)
    for leg in dict.fromkeys(leg for leg in jumps if {leg.start, leg.end} & here):
        bow = _bow(lane.at(leg.start), lane.at(leg.end), board.tile)
        spots = [spot for spot in bow if _within(board.box, spot)]
        yield lines(Ink.ARROW, [_dot(one, other) for one, other in pairwise(spots)])
        middle = len(bow) // 2
        yield from _pointer(board, _STROKES[0], bow[middle - 1], bow[middle + 1], 0.85, 1.7)


def _bow(start: Point, end: Point, tile: float) -> list[Point]:
    """Points on a flat arc, a good millimetre apart."""
    (x1, y1), (x2, y2) = start, end
    far = ((x2 - x1) ** 2 + (y2 - y1) ** 2) ** 0.5
    out = min(0.3 * far, 0.7 * tile) / far
    x, y = (x1 + x2) / 2 - (y2 - y1) * out, (y1 + y2) / 2 + (x2 - x1) * out
    count = max(4, round(far * 1.05 / 1.1))
    weights = [((1 - t) ** 2, 2 * t * (1 - t), t * t) for t in (i / count for i in range(count + 1))]
    return [(a * x1 + b * x + c * x2, a * y1 + b * y + c * y2) for a, b, c in weights]


def _dot(one: Point, other: Point) -> tuple[Point, Point]:
    """A short stroke from a point towards the next."""
    far = max(((other[0] - one[0]) ** 2 + (other[1] - one[1]) ** 2) ** 0.5, 1e-9)
    return one, (one[0] + (other[0] - one[0]) * 0.4 / far, one[1] + (other[1] - one[1]) * 0.4 / far)


class _Taken:
    """Finds room for marks and turn numbers beside what is on the board already."""

    def __init__(self, board: Board, busy: Iterable[Box], ways: Sequence[Walk]) -> None:
        self.board, self.lanes, self.cells = board, _lanes(board, ways), [way.cells for way in ways]
        self.here = frozenset(board.cells())
        self.near: dict[tuple[int, int], list[tuple[Box, int]]] = {}
        for box in busy:
            self._take(box, _NOBODY)
        for i, (way, lane) in enumerate(zip(ways, self.lanes, strict=True)):
            for one, other in _edges(board, way):
                (x1, y1), (x2, y2) = lane.at(one), lane.at(other)
                self._take(Box(min(x1, x2), min(y1, y2), abs(x2 - x1), abs(y2 - y1)).inset(-0.5), i)

    def start(self, number: int, way: Walk) -> Iterator[Mark]:
        """The player's letter in a black circle."""
        for x, y, leader in self._mark(number, way.start):
            yield from leader
            yield from start_mark(x, y, way.letter)

    def end(self, number: int, way: Walk) -> Iterator[Mark]:
        """The player's letter in a white square."""
        for x, y, leader in self._mark(number, way.end):
            yield from leader
            yield from end_mark(x, y, way.letter)

    def turns(self, number: int, way: Walk) -> Iterator[Mark]:
        """The numbers of the turns in which the player came to rest on a cell."""
        for cell, turns in way.stops.items():
            if cell in self.here:
                yield from self._label(number, cell, turns)

    def _mark(self, number: int, cell: Cell) -> Iterator[tuple[float, float, tuple[Mark, ...]]]:
        """Where a mark finds room, with a line to the player's point if that is not on it."""
        size = 2 * _MARK + 0.4
        if cell in self.here:
            point = self.lanes[number].at(cell)
            found = self._room(number, cell, _around(point, size, size, (*_shifts(size, size), *_FAR)))
            if found:
                yield *found.middle, () if _within(found, point) else (line(Ink.DETAIL, point, found.middle),)

    def _label(self, number: int, cell: Cell, turns: tuple[int, ...]) -> Iterator[Mark]:
        """The turns on the cell itself: all of them, else the first and the last, else the first."""
        tile = self.board.tile_box(cell)
        some = ("·".join(map(str, turns)), f"{turns[0]}…{turns[-1]}", str(turns[0]))
        for text in dict.fromkeys(some):
            wide = width(text, SMALL) + 1.0
            tried = _around(self.lanes[number].at(cell), wide, 3.2, _shifts(wide, 3.2))
            fits = wide < tile.width - 0.8
            found = self._room(number, cell, [box for box in tried if fits and _within(tile, box.middle)])
            if found:
                yield rectangle(Ink.PAPER, found, 1.2)
                x, y = found.middle
                yield Text(Ink.TEXT, x, y + cap_height(SMALL) / 2, SMALL, text, anchor="middle")
                return

    def _room(self, number: int, cell: Cell, tried: Sequence[Box]) -> Box | None:
        """The first free box, which is then taken; if all lie on ways of others, the first on the player's point."""
        point = self.lanes[number].at(cell)
        for alone, boxes in ((True, tried), (False, [box for box in tried if _within(box, point)])):
            for box in boxes:
                if self._free(box, number, cell, alone=alone):
                    self._take(box, _NOBODY)
                    return box
        return None

    def _free(self, box: Box, number: int, cell: Cell, *, alone: bool) -> bool:
        inside = self.board.box.inset(0.3)
        if box.x < inside.x or box.y < inside.y or box.right > inside.right or box.bottom > inside.bottom:
            return False
        met = {owner for key in _squares(box) for each, owner in self.near.get(key, ()) if box.meets(each)}
        if _NOBODY in met or (alone and met - {number}):
            return False
        others = (self.lanes[i].at(cell) for i, cells in enumerate(self.cells) if cell in cells and i != number)
        return not any(_within(box, other) for other in others)

    def _take(self, box: Box, owner: int) -> None:
        for key in _squares(box):
            self.near.setdefault(key, []).append((box, owner))


_NOBODY = -1


def _squares(box: Box) -> Iterator[tuple[int, int]]:
    """The squares of 8 mm that a box lies in, so that it is compared with what is near only."""
    for i in range(int(box.x // 8), int(box.right // 8) + 1):
        for j in range(int(box.y // 8), int(box.bottom // 8) + 1):
            yield i, j


_FAR = tuple((i * by, j * by) for by in (5.0, 7.0, 10.0, 13.0) for i in (1, -1, 0) for j in (1, -1, 0) if i or j)
"""Where a mark is put that finds no room near its point."""


def _around(point: Point, wide: float, high: float, shifts: Iterable[Point]) -> list[Box]:
    """Boxes whose middles lie so far from a point."""
    return [Box(point[0] + right - wide / 2, point[1] + down - high / 2, wide, high) for right, down in shifts]


def _shifts(wide: float, high: float) -> tuple[Point, ...]:
    """How far a box may lie from its point, nearest first: on it, then beside a mark that is on it."""
    near = [(i * wide * 0.3, j * high * 0.3) for i in (-1, 0, 1) for j in (-1, 0, 1)]
    across, down = wide / 2 + _MARK + 0.2, high / 2 + _MARK + 0.2
    beside = [(i * across, j * down) for i in (-1, -0.5, 0, 0.5, 1) for j in (-1, 0, 1) if abs(i) == 1 or j]
    near.sort(key=lambda at: (abs(at[0]) + abs(at[1]), at))
    beside.sort(key=lambda at: (-abs(at[0] * at[1]), at))
    return (*near, *beside)


def start_mark(x: float, y: float, letter: str) -> Iterator[Mark]:
    """A letter in a black circle: here a player began."""
    yield Circle(Ink.PAPER, x, y, _MARK + 0.3)
    yield Circle(Ink.SOLID, x, y, _MARK)
    yield Text(Ink.REVERSE, x, y + cap_height(SMALL) / 2, SMALL, letter, True, "middle")


def end_mark(x: float, y: float, letter: str) -> Iterator[Mark]:
    """A letter in a white square: here a player is at last."""
    yield rectangle(Ink.OUTLINE, Box(x, y, 0, 0).inset(-_MARK + 0.1))
    yield Text(Ink.TEXT, x, y + cap_height(SMALL) / 2, SMALL, letter, True, "middle")


def sample_trail(x: float, y: float, wide: float, number: int, letter: str) -> Iterator[Mark]:
    """A short way of that player from start to end, for a legend, from x on the height y."""
    board = Board(Square(1, 1), range(1), range(1), x, y - wide / 2, wide)
    stroke = _STROKES[number % len(_STROKES)]
    start, end = (x + _MARK + 0.3, y), (x + wide - _MARK, y)
    yield from _strip(board, stroke.ink, start, end, stroke.wide, stroke.dash)
    if stroke.core:
        yield from _strip(board, Ink.PAPER, start, end, stroke.core, ())
    yield from _pointer(board, stroke, start, end, 1.0, 2.0)
    yield from start_mark(*start, letter)
    yield from end_mark(*end, letter)


def walkers(track: Track, ways: Sequence[Walk], words: Mapping[str, str], wide: float) -> Iterator[Block]:
    """Who is who on a map with `trails`, and what its signs mean, as blocks of a legend."""
    for i, (start, way) in enumerate(zip(track.starts, ways, strict=True)):
        yield _walker(i, start.player, way, words["left" if start.player == track.left else "walked"], wide)
    if any(leg.jump for way in ways for leg in way.legs):
        yield _sign(words["jump"], wide, _sample_jump)
    yield _sign(words["turn"], wide, _sample_turn)


def _walker(number: int, name: str, way: Walk, says: str, wide: float) -> Block:
    title = fit(name, wide, BODY, bold=True)[0]
    told = says.format(start=way.start, end=way.end, moves=sum(map(len, way.stops.values())))
    if arrowed_width(SMALL, told) > wide - _SAMPLE - 2.5:
        told = f"{way.start} > {way.end}"

    def draw(x: float, y: float) -> Iterator[Mark]:
        yield Text(Ink.TEXT, x, y + 3.4, BODY, title, True)
        yield from sample_trail(x, y + 7.6, _SAMPLE, number, way.letter)
        yield from arrowed(x + _SAMPLE + 2.5, y + 7.6 + cap_height(SMALL) / 2, SMALL, told, Ink.QUIET)

    return Block(9.8, draw, above=2.6)


_SAMPLE = 18.0
"""How long the sample of a way is, in mm."""


def _sign(words: str, wide: float, sample: Callable[[float, float], Iterable[Mark]]) -> Block:
    said = fit(words, wide - _SAMPLE - 2.5, SMALL)[0]

    def draw(x: float, y: float) -> Iterator[Mark]:
        yield from sample(x, y + 2.4)
        yield Text(Ink.QUIET, x + _SAMPLE + 2.5, y + 2.4 + cap_height(SMALL) / 2, SMALL, said)

    return Block(4.8, draw, above=2.6)


def _sample_jump(x: float, y: float) -> Iterator[Mark]:
    bow = _bow((x, y + 2), (x + _SAMPLE, y + 2), 3.5)
    yield lines(Ink.ARROW, [_dot(one, other) for one, other in pairwise(bow)])


def _sample_turn(x: float, y: float) -> Iterator[Mark]:
    half = width("12", SMALL) / 2 + 0.5
    yield rectangle(Ink.SOLID, Box(x, y - 0.475, _SAMPLE / 2 - half, 0.95))
    yield rectangle(Ink.SOLID, Box(x + _SAMPLE / 2 + half, y - 0.475, _SAMPLE / 2 - half, 0.95))
    yield Text(Ink.TEXT, x + _SAMPLE / 2, y + cap_height(SMALL) / 2, SMALL, "12", anchor="middle")


# --- the list of turns -------------------------------------------------------------------------------------------

_TURN_COLUMNS = (10.0, 6.5, 35.0, 33.0)
"""Number, letter, player, words; what was heard takes the rest but for the place."""
_PLACE = 25.0
_MOST_TURNS = 80
"""More rows than a page has."""
_MOST_ROWS, _MOST_LETTERS = 12, 700
"""So much of one text is printed; nobody says more, but a log may be forged."""


def turn_pages(
    track: Track, ways: Sequence[Walk], words: Mapping[str, str], box: Box, before: Sequence[Block] = ()
) -> Iterator[list[Mark]]:
    """The list of turns, page after page, each with the headings of its columns; the first below the blocks given."""
    letter_of = {start.player: way.letter for start, way in zip(track.starts, ways, strict=True)}
    marks, used, done = fill(before, [box])[0], height(before) + 7 if before else 0.0, 0
    if box.height - used < 60:
        yield marks
        marks, used = [], 0.0
    while True:
        room = Box(box.x, box.y + used, box.width, box.height - used)
        blocks = tuple(_turn_rows(track.steps[done : done + _MOST_TURNS], letter_of, box.width))
        drawn, taken = fill(blocks, [room._replace(y=room.y + 14.5, height=room.height - 14.5)])
        yield [*marks, *_turn_head(words, room), *drawn]
        marks, used, done = [], 0.0, done + taken
        if done >= len(track.steps):
            return


def _turn_head(words: Mapping[str, str], box: Box) -> Iterator[Mark]:
    yield from heading(words["turns"], box.width).draw(box.x, box.y)
    for label, x in zip(words["columns"], _turn_edges(box.x, box.width), strict=True):
        yield Text(Ink.QUIET, x, box.y + 12.2, SMALL, label)


def _turn_edges(x: float, wide: float) -> tuple[float, float, float, float, float]:
    """Where number, player, words, answer and place begin."""
    number, letter, player, said = _TURN_COLUMNS
    return x, x + number, x + number + letter + player, x + number + letter + player + said, x + wide - _PLACE


def _turn_rows(steps: Sequence[Said], letter_of: Mapping[str, str], wide: float) -> Iterator[Block]:
    """A block a step; the first of a turn, or of a page, has the number and the player, and a line above it."""
    before = 0
    for step in steps:
        yield _turn_row(step, letter_of.get(step.player, ""), wide, first=step.number != before)
        before = step.number


def _turn_row(step: Said, letter: str, wide: float, *, first: bool) -> Block:
    number, mark, player, said = _TURN_COLUMNS
    answer = wide - number - mark - player - said - _PLACE
    names = _cut([step.player], player - 3) if first else ()
    spoken, heard = _cut([step.words], said - 3), _cut(step.heard, answer - 3)
    place = " > ".join((*step.through, step.cell))
    lead = SMALL * LEADING
    high = max(map(len, (names, spoken, heard, ("",)))) * lead + 1.6

    def draw(x: float, y: float) -> Iterator[Mark]:
        base = y + 0.8 + lead * 0.8
        edges = _turn_edges(x, wide)
        if first:
            yield line(Ink.HAIRLINE, (x, y), (x + wide, y))
            yield Text(Ink.TEXT, x, base, SMALL, str(step.number), True)
            yield Text(Ink.TEXT, edges[1] + 2, base, SMALL, letter, True, "middle")
        for rows, at in ((names, edges[1] + mark), (spoken, edges[2]), (heard, edges[3])):
            for i, words in enumerate(rows):
                yield Text(Ink.TEXT, at, base + i * lead, SMALL, words)
        yield from arrowed(edges[4], base, SMALL, place)

    return Block(high, draw)


def _cut(texts: Iterable[str], wide: float) -> tuple[str, ...]:
    """The texts in lines, each text on its own, up to so many."""
    rows = [row for text in islice(texts, _MOST_ROWS) for row in wrap(text[:_MOST_LETTERS], wide, SMALL)]
    return tuple(rows) if len(rows) <= _MOST_ROWS else (*rows[: _MOST_ROWS - 1], "…")
