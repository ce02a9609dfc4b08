"""Pictures of what was counted or measured: bars, the lengths of games, and boards with a number in every cell.

They are marks on a sheet like all that is printed. So they come as PDF, SVG and PNG, and the same numbers give the same
bytes. All that is drawn fits on one page.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from math import ceil, sqrt
from typing import NamedTuple

from mapkit.grid import Border, Cell, Direction, Grid, Hex, Square, column_name
from mapkit.language import Edition
from mapkit.pages.drawing import BODY, SMALL, Point, as_sheets, columns, heading, page_head, paragraph, plots
from mapkit.pages.layout import roomier
from mapkit.sheet import Box, Circle, Ink, Mark, Sheet, Text, centred_text, fit, line, lines, polygon, rectangle, width

Chart = Callable[[Box], Iterable[Mark]]
"""Draws a chart into a box."""

_HEADED = 10.0
"""The height of a heading with the room below it, in mm."""
_STRIP, _HIGH = 78.0, 140.0
"""The least and the greatest height of the charts above the boards, in mm."""


# --- a page ------------------------------------------------------------------------------------------------------


class PlainBoard(NamedTuple):
    """A board as it is drawn behind numbers: without pictures."""

    grid: Grid
    """Its cells."""
    walls: Collection[Border] = ()
    """The borders that are drawn as walls."""
    solid: Collection[Cell] = ()
    """The cells that are drawn dark: nobody stands there."""
    signs: Mapping[Cell, str] = {}
    """A sign for what lies in a cell."""


class CellPlot(NamedTuple):
    """A board with numbers in its cells, each as a disc that is the larger the larger the number."""

    caption: str
    """What the numbers are."""
    numbers: Mapping[Cell, float]
    """The numbers; cells without one are left empty."""
    in_words: Callable[[float], str]
    """A number as it stands in a cell."""


def plot_page(
    title: str,
    kind: str,
    badge: str,
    charts: Sequence[tuple[str, Chart]],
    board: PlainBoard,
    numbers: Sequence[CellPlot],
    edition: Edition,
) -> tuple[Sheet, ...]:
    """One page: the charts side by side below their headings, and below them the boards, as large as they fit."""
    floors = _floors(board)
    drawn = [(each, floor) for each in numbers for floor in floors]
    running = page_head(edition, "plot", title, "", kind, badge)
    if drawn and not charts:
        running = roomier(running, lambda lying: _tile(board, _rooms(lying.body, board, len(drawn))[0]))
    body, marks = running.body, list[Mark]()
    if charts:
        strip = _strip(body, board, len(drawn))
        for (words, chart), box in zip(charts, columns(strip, len(charts)), strict=True):
            marks += heading(words, box.width).draw(box.x, box.y)
            marks += chart(_below_heading(box))
        body = Box(body.x, strip.bottom + 4, body.width, body.bottom - strip.bottom - 4)
    for (each, floor), box in zip(drawn, _rooms(body, board, len(drawn)) if drawn else (), strict=False):
        named = f"{each.caption}: floor {floor[0]}" if len(floors) > 1 else each.caption
        marks += heading(named, box.width, size=BODY).draw(box.x, box.y)
        marks += _board(_below_heading(box), board, floor[1], each)
    return as_sheets(running, [marks])


def _strip(body: Box, board: PlainBoard, number: int) -> Box:
    """The room for charts above so many boards; it takes what the boards cannot use."""
    if not number:
        return body._replace(height=_HIGH)
    rooms = _rooms(Box(body.x, 0, body.width, body.height - _STRIP - 4), board, number)
    spare = rooms[0].height - _HEADED - _board_height(board, _tile(board, rooms[0]))
    rows = len({room.y for room in rooms})
    return body._replace(height=min(_HIGH, _STRIP + rows * max(spare, 0.0)))


def _below_heading(box: Box) -> Box:
    return Box(box.x, box.y + _HEADED, box.width, box.height - _HEADED)


def _rooms(body: Box, board: PlainBoard, number: int) -> Sequence[Box]:
    """Boxes of equal size for so many boards, arranged so that their cells are as large as they can be."""
    ways = [plots(body, across, ceil(number / across), 8.0, 4.0) for across in range(1, number + 1)]
    return max(ways, key=lambda boxes: _tile(board, boxes[0]))


# --- charts ------------------------------------------------------------------------------------------------------


class Bar(NamedTuple):
    """A share of games with its interval."""

    name: str
    """What it is the share of, such as a seat."""
    value: float
    """The share, from 0 to 1."""
    low: float
    """The lower end of the interval."""
    high: float
    """The upper end of the interval."""


def bars(rows: Sequence[Bar], even: float) -> Chart:
    """Bars with their intervals as lines; a dashed line stands where all would be equal."""

    def draw(box: Box) -> Iterator[Mark]:
        high = min(16.0, (box.height - 8) / len(rows))
        most = min(1.0, ceil(10 * max(even, *(row.high for row in rows)) + 0.5) / 10)
        bottom = box.y + high * len(rows)
        for number, row in enumerate(rows):
            y, end = box.y + number * high, box.x + box.width * row.value / most
            words = f"{row.name}: {row.value:.1%} ({row.low:.1%} to {row.high:.1%})"
            yield Text(Ink.TEXT, box.x + 1, y + 3.4, SMALL, fit(words, box.width - 1, SMALL)[0])
            middle, half = y + 4.6 + (high - 6) / 2, (high - 6) / 2
            yield rectangle(Ink.GREY, Box(box.x, middle - half, max(end - box.x, 0.1), 2 * half))
            low, top = (box.x + box.width * at / most for at in (row.low, row.high))
            ticks = [((at, middle - 1.2), (at, middle + 1.2)) for at in (low, top)]
            yield lines(Ink.RULE, [((low, middle), (top, middle)), *ticks])
            at = box.x + box.width * even / most
            yield line(Ink.CUT, (at, middle - half), (at, middle + half))
        yield line(Ink.RULE, (box.x, box.y), (box.x, bottom))
        yield Text(Ink.QUIET, box.x, bottom + 5, SMALL, fit(f"dashed: all equal, {even:.1%}", box.width, SMALL)[0])

    return draw


def lengths(games: Mapping[int, int], unfinished: int) -> Chart:
    """How many games lasted how long, and how many came to no end."""

    def draw(box: Box) -> Iterator[Mark]:
        step = _bin(max(games) - min(games) + 1)
        first = min(games) // step
        counts = dict.fromkeys(range(first, max(games) // step + 1), 0)
        for turns, times in games.items():
            counts[turns // step] += times
        most, wide = max(counts.values()), min(20.0, box.width / len(counts))
        top, bottom = box.y + 5, box.bottom - 11
        for number, (place, games_there) in enumerate(counts.items()):
            x, high = box.x + number * wide, (bottom - top) * games_there / most
            if games_there:
                yield rectangle(Ink.GREY, Box(x + 0.3, bottom - high, wide - 0.6, high))
            if wide >= 5 and games_there:
                words, size = fit(str(games_there), wide + 0.5, SMALL)
                yield Text(Ink.TEXT, x + wide / 2, bottom - high - 1, size, words, anchor="middle")
            every = ceil(max(7.0, width(str(max(games)), SMALL) + 2) / wide)
            if number % every == 0:
                yield Text(Ink.QUIET, x, bottom + 4.2, SMALL, str(place * step))
        yield line(Ink.RULE, (box.x, bottom), (box.right, bottom))
        says = f"turns, from the number on in steps of {step}" if step > 1 else "turns"
        says += f"; not finished: {unfinished}" if unfinished else ""
        yield Text(Ink.QUIET, box.x, bottom + 9, SMALL, fit(says, box.width, SMALL)[0])

    return draw


def said(words: str) -> Chart:
    """A sentence in place of a chart."""

    def draw(box: Box) -> Iterator[Mark]:
        y = box.y
        for block in paragraph(words, box.width):
            yield from block.draw(box.x, y)
            y += block.height

    return draw


_BINS = 20
"""The most bars of the lengths of games."""
_STEPS = (1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10_000)
"""The turns that a bar may stand for."""


def _bin(spread: int) -> int:
    """The turns that each bar stands for, where the lengths of games differ by so many."""
    return next((step for step in _STEPS if spread <= _BINS * step), _STEPS[-1])


# --- boards ------------------------------------------------------------------------------------------------------

_NUMBERED = 5.9
"""The least side of a cell that a number is written in, in mm."""
_SIGNED = 11.0
"""The least side of a cell that a sign is written in as well, in mm."""
_RIM = 7.0
"""The room for the names of columns and rows, in mm."""


def _floors(board: PlainBoard) -> tuple[tuple[str, tuple[Cell, ...]], ...]:
    """The floors by their numbers, each with its cells."""
    by_floor = groupby(board.grid.cells(), lambda cell: cell.partition("/")[2])
    return tuple((floor, tuple(cells)) for floor, cells in by_floor)


class _Place(NamedTuple):
    """How the cells of a floor lie on the paper."""

    left: float
    top: float
    side: float
    """The distance of the middles of neighbours, in mm."""

    def middle(self, grid: Grid, cell: Cell) -> Point:
        x, y = grid.centre(cell)
        return self.left + x * self.side, self.top - y * self.side


def _extent(board: PlainBoard) -> tuple[float, float, float, float]:
    """The least and the greatest x and y of the middles of cells."""
    xs, ys = zip(*(board.grid.centre(cell) for cell in _floors(board)[0][1]), strict=True)
    return min(xs), max(xs), min(ys), max(ys)


def _tile(board: PlainBoard, box: Box) -> float:
    """The distance of the middles of neighbours on a board in a box with a heading."""
    return _side(board, _below_heading(box))


def _side(board: PlainBoard, box: Box) -> float:
    """The distance of the middles of neighbours on a board that fills a box."""
    west, east, south, north = _extent(board)
    return min((box.width - 2 * _RIM) / (east - west + 1.2), (box.height - 2 * _RIM) / (north - south + 1.2))


def _board_height(board: PlainBoard, side: float) -> float:
    """The height of a board with the names around it."""
    *_, south, north = _extent(board)
    return side * (north - south + 1.2) + 2 * _RIM


def _board(box: Box, board: PlainBoard, cells: Sequence[Cell], numbers: CellPlot) -> Iterator[Mark]:
    grid, (west, east, _, north) = board.grid, _extent(board)
    side = _side(board, box)
    place = _Place(box.middle[0] - side * (west + east) / 2, box.y + side * (north + 0.6), side)
    most = max(numbers.numbers.values(), default=0.0)
    shapes = {cell: _corners(grid, *place.middle(grid, cell), side) for cell in cells}
    yield from (polygon(Ink.GREY_SHAPE, *shapes[cell]) for cell in cells if cell in board.solid)
    yield lines(Ink.TILE, [(*shape, shape[0]) for shape in shapes.values()])
    for cell in cells:
        if (number := numbers.numbers.get(cell, 0.0)) > 0:
            yield Circle(Ink.GREY, *place.middle(grid, cell), max(0.4, 0.44 * side * sqrt(number / most)))
    walls = [_wall(grid, place, border) for border in board.walls if border.cell in shapes and border.side not in "UD"]
    if walls:
        yield lines(Ink.WALL, walls)
    yield from _names(grid, place, cells)
    for cell in cells:
        x, y = place.middle(grid, cell)
        if side >= _SIGNED and cell in board.signs:
            yield Text(
                Ink.QUIET, x - 0.4 * side, y - 0.5 * side + 3.4, SMALL, fit(board.signs[cell], side * 0.8, SMALL)[0]
            )
        if side >= _NUMBERED and cell in numbers.numbers:
            words = numbers.in_words(numbers.numbers[cell])
            if width(words, SMALL) <= 0.9 * side:
                size = min(0.32 * side, 5.0, SMALL * 0.9 * side / width(words, SMALL))
                yield centred_text(Ink.TEXT, x, y + (0.08 * side if side >= _SIGNED else 0), max(size, SMALL), words)


def _corners(grid: Grid, x: float, y: float, side: float) -> tuple[Point, ...]:
    """The corners of a cell."""
    if isinstance(grid, Hex):
        far, half = side / sqrt(3), side / 2
        return (
            *((x, y - far), (x + half, y - far / 2), (x + half, y + far / 2)),
            *((x, y + far), (x - half, y + far / 2), (x - half, y - far / 2)),
        )
    half = side / 2
    return (x - half, y - half), (x + half, y - half), (x + half, y + half), (x - half, y + half)


def _wall(grid: Grid, place: _Place, border: Border) -> tuple[Point, Point]:
    """The ends of a border."""
    x, y = place.middle(grid, border.cell)
    right, up = _way(border.side)
    half = place.side / 2 / (sqrt(3) if isinstance(grid, Hex) else 1)
    at = (x + right * place.side / 2, y - up * place.side / 2)
    return (at[0] - up * half, at[1] - right * half), (at[0] + up * half, at[1] + right * half)


_WAYS = {"N": (0.0, 1.0), "E": (1.0, 0.0), "S": (0.0, -1.0), "W": (-1.0, 0.0)}


def _way(direction: Direction) -> tuple[float, float]:
    """The way of a step, to the right and up, in steps."""
    if direction in _WAYS:
        return _WAYS[direction]
    across = 1 if "E" in direction else -1
    return across / 2, (sqrt(3) / 2) * (1 if "N" in direction else -1)


def _names(grid: Grid, place: _Place, cells: Sequence[Cell]) -> Iterator[Mark]:
    """The names of columns and rows, or of the first hex of each row."""
    side = place.side
    if isinstance(grid, Square):
        wide = max(width(column_name(x), SMALL) for x in range(grid.columns)) + 1
        every = 1 if wide <= side else ceil(wide / side)
        for x in range(0, grid.columns, every):
            yield Text(
                Ink.QUIET, place.left + x * side, place.top + side / 2 + 4.2, SMALL, column_name(x), anchor="middle"
            )
        for row in range(0, grid.rows, ceil(SMALL / side)):
            base = place.top - row * side + 1.15
            yield Text(Ink.QUIET, place.left - side / 2 - 1.5, base, SMALL, str(row + 1), anchor="end")
        return
    for _, row_cells in groupby(cells, lambda cell: grid.centre(cell)[1]):
        cell = next(row_cells)
        at, middle = place.middle(grid, cell)
        yield Text(Ink.QUIET, at - 0.5 * side - 1.5, middle + 1.15, SMALL, cell.partition("/")[0], anchor="end")
