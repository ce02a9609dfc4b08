"""Pictures of what was counted or measured: bars, the lengths of games, and boards with a number in every cell.

They are marks on a sheet like all that is printed. So they come as PDF, SVG and PNG, and the same numbers give the same
bytes. All that is drawn fits on one page.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from math import ceil, fsum, sqrt
from typing import NamedTuple

from mapkit.language.catalogue import Words
from mapkit.model.grid import Border, Cell, Grid, Hex, Square
from mapkit.paper.board import Panel, names_along, point_beside, whole_board
from mapkit.paper.drawing import (
    BODY,
    SMALL,
    Point,
    as_pages,
    columns,
    fill,
    heading,
    height,
    page_setup,
    paragraph,
    plots,
)
from mapkit.paper.edition import Edition
from mapkit.paper.hexes import AnyBoard, HexBoard, short_name
from mapkit.paper.layout import roomier, ways_to_lie
from mapkit.paper.sheet import (
    Box,
    Circle,
    Ink,
    Mark,
    Page,
    Text,
    cap_height,
    centred_text,
    fit,
    line,
    lines,
    polygon,
    rectangle,
    width,
)

_HEADED = 10.0
"""The height of a heading with the room below it, in mm."""
_BETWEEN = 4.0
"""The gap between rows of charts and boards, in mm."""
_KEY = 3.0
"""The gap above the meanings of the signs, in mm."""


# --- a page ------------------------------------------------------------------------------------------------------


class PlotChart(NamedTuple):
    """Something that is drawn into a box below its heading; heights are in mm, without the heading."""

    heading: str
    draw: Callable[[Box, Words], Iterable[Mark]]
    """Draws it, with the words `plots` of a language."""
    least: float
    """The height that it needs where it has the width of the page."""
    most: float
    """The height beyond which it gains nothing."""


class PlainBoard(NamedTuple):
    """A board as it is drawn behind numbers: without pictures."""

    grid: Grid
    walls: Collection[Border] = ()
    solid: Collection[Cell] = ()
    """The cells that are drawn dark: nobody stands there."""
    signs: Mapping[Cell, str] = {}
    """A sign for what lies in a cell."""
    meanings: Mapping[str, str] = {}
    """What each of the signs stands for, in words."""


class CellPlot(NamedTuple):
    """A board with numbers in its cells, each as a disc that is the larger the larger the number."""

    caption: str
    numbers: Mapping[Cell, float]
    """The numbers; cells without one are left empty."""
    in_words: Callable[[float], str]
    """A number as it stands in a cell."""


def plot_page(
    title: str,
    kind: str,
    badge: str,
    charts: Sequence[PlotChart],
    board: PlainBoard,
    numbers: Sequence[CellPlot],
    edition: Edition,
) -> tuple[Page, ...]:
    """One page: the charts, below them the boards, as large as they fit, and what the signs on these stand for."""
    floors = _floors(board)
    drawn = [(plot, floor) for plot in numbers for floor in floors]
    setup = ways_to_lie(page_setup(edition, "plot", title, "", kind, badge))[0]
    if drawn and not charts:
        setup = roomier(setup, lambda lying: _tile(board, _rooms(lying.body, board, len(drawn))[0]))
    body, marks, words = setup.body, list[Mark](), edition.words["plots"]
    # what the signs stand for, one after the other
    by_meaning = dict[str, list[str]]()
    for sign in dict.fromkeys(board.signs[cell] for cell in board.grid.cells() if cell in board.signs):
        if meaning := board.meanings.get(sign):
            by_meaning.setdefault(meaning, []).append(sign)
    meant = " · ".join(f"{' '.join(signs)}: {meaning}" for meaning, signs in by_meaning.items())
    key = paragraph(meant, body.width, SMALL, ink=Ink.QUIET) if meant else ()
    boxes, rooms = _arranged(charts, body._replace(height=body.height - height(key) - _KEY), board, len(drawn))
    if not rooms or not _signed(board, _tile(board, rooms[0])):
        key = ()
        boxes, rooms = _arranged(charts, body, board, len(drawn))
    for chart, box in zip(charts, boxes, strict=True):
        marks += heading(chart.heading, box.width).draw(box.x, box.y)
        marks += chart.draw(box.below(box.y + _HEADED), words)
    for (plot, (number, cells)), box in zip(drawn, rooms, strict=True):
        caption = words["on_floor"].format(caption=plot.caption, floor=number) if len(floors) > 1 else plot.caption
        marks += heading(caption, box.width, size=BODY).draw(box.x, box.y)
        marks += _board(box.below(box.y + _HEADED), board, cells, plot)
    bottom = max((box.y + _HEADED + _board_height(board, _tile(board, box)) for box in rooms), default=body.y)
    lowest = max(bottom, *(box.bottom for box in boxes), body.y)
    marks += fill(key, [Box(body.x, lowest + _KEY, body.width, height(key))])[0]
    return as_pages(setup, [marks])


def _arranged(
    charts: Sequence[PlotChart], body: Box, board: PlainBoard, boards: int
) -> tuple[Sequence[Box], Sequence[Box]]:
    """The rooms of the charts and of so many boards; the last chart takes a room that boards leave free."""
    if len(charts) > 1 and boards:
        strip, rooms = _above_boards(charts[:-1], body, board, boards)
        free = rooms[boards : boards + 1]
        if free and free[0].height >= _HEADED + charts[-1].least:
            return (*strip, *free), _spread(rooms, board)[:boards]
    strip, rooms = _above_boards(charts, body, board, boards)
    return strip, _spread(rooms, board)[:boards]


def _above_boards(
    charts: Sequence[PlotChart], body: Box, board: PlainBoard, boards: int
) -> tuple[Sequence[Box], Sequence[Box]]:
    """The rooms of charts, and below all of these those of so many boards, of which some may be left free."""
    strip = _strip(charts, body, board, boards)
    top = max((box.bottom + _BETWEEN for box in strip), default=body.y)
    return strip, _rooms(Box(body.x, top, body.width, body.bottom - top), board, boards) if boards else ()


def _spread(rooms: Sequence[Box], board: PlainBoard) -> Sequence[Box]:
    """The rooms of boards, with what their boards leave free shared out above and between their rows."""
    spare = rooms[0].height - _HEADED - _board_height(board, _tile(board, rooms[0])) if rooms else 0.0
    if spare <= 45.0:  # so little below each row may stay free, in mm
        return rooms
    rows = sorted({room.y for room in rooms})
    down = {y: spare * (len(rows) - n) / (len(rows) + 1) for n, y in enumerate(rows)}
    return tuple(room._replace(y=room.y + down[room.y], height=room.height - spare) for room in rooms)


def _strip(charts: Sequence[PlotChart], body: Box, board: PlainBoard, boards: int) -> Sequence[Box]:
    """The rooms of the charts above so many boards: below each other where the boards leave so much, else in a row."""
    if not charts:
        return ()
    high = body.height
    if boards:
        # charts are 68 mm high where the boards need the rest
        low = 68.0 if len(charts) > 1 else _HEADED + charts[0].least
        rooms = _rooms(body._replace(height=body.height - low - _BETWEEN), board, boards)
        rows = len({room.y for room in rooms})
        high = low + rows * max(0.0, rooms[0].height - _HEADED - _board_height(board, _tile(board, rooms[0])))
    least = [_HEADED + chart.least for chart in charts]
    spare = high - fsum(least) - _BETWEEN * (len(charts) - 1)
    if spare < 0:
        most = max(_HEADED + chart.most for chart in charts)
        return columns(body._replace(height=min(high, most)), len(charts))
    found, y = list[Box](), body.y
    wanted = fsum(chart.most - chart.least for chart in charts)
    for chart, low in zip(charts, least, strict=True):
        more = (chart.most - chart.least) * min(1.0, spare / wanted) if wanted else 0.0
        found.append(Box(body.x, y, body.width, low + more))
        y += low + more + _BETWEEN
    return found


def _rooms(body: Box, board: PlainBoard, number: int) -> Sequence[Box]:
    """Boxes of equal size for so many boards, arranged so that their cells are as large as they can be."""
    ways = [plots(body, across, ceil(number / across), 8.0, _BETWEEN) for across in range(1, number + 1)]
    return max(ways, key=lambda boxes: _tile(board, boxes[0]))


# --- charts ------------------------------------------------------------------------------------------------------


class ShareBar(NamedTuple):
    """A share of games with its interval."""

    name: str
    """What it is the share of, such as a seat."""
    value: float
    """The share, from 0 to 1."""
    low: float
    high: float


def bars(named: str, rows: Sequence[ShareBar], even: float, least: float = 0.0) -> PlotChart:
    """Bars with their intervals as lines; a dashed line stands where all would be equal.

    The scale ends at `least` or further on, so that charts below each other may have the same.
    """

    def draw(box: Box, words: Words) -> Iterator[Mark]:
        high = min(24.0, (box.height - foot) / len(rows))  # a bar with its words has 24 mm at most
        half = min(10.0, high - 6) / 2
        most = min(1.0, ceil(10 * max(even, least, *(row.high for row in rows)) + 0.5) / 10)
        bottom = box.y + high * len(rows)
        for number, row in enumerate(rows):
            y, end = box.y + number * high, box.x + box.width * row.value / most
            said = words["bar"].format(
                name=row.name, share=f"{row.value:.1%}", low=f"{row.low:.1%}", high=f"{row.high:.1%}"
            )
            yield Text(Ink.TEXT, box.x + 1, y + 3.4, SMALL, fit(said, box.width - 1, SMALL)[0])
            middle = y + 4.6 + half
            yield rectangle(Ink.DISC, Box(box.x, middle - half, max(end - box.x, 0.1), 2 * half))
            low, top = (box.x + box.width * at / most for at in (row.low, row.high))
            ticks = [((at, middle - 1.2), (at, middle + 1.2)) for at in (low, top)]
            yield lines(Ink.RULE, [((low, middle), (top, middle)), *ticks])
            at = box.x + box.width * even / most
            yield line(Ink.CUT, (at, middle - half), (at, middle + half))
        yield line(Ink.RULE, (box.x, box.y), (box.x, bottom))
        said = fit(words["even"].format(share=f"{even:.1%}"), box.width, SMALL)[0]
        yield Text(Ink.QUIET, box.x, bottom + 5, SMALL, said)

    foot = 8.0  # the height of the words below the bars
    return PlotChart(named, draw, foot + 9.5 * len(rows), foot + 16.0 * len(rows))


def lengths(named: str, games: Mapping[int, int], unfinished: int) -> PlotChart:
    """How many games lasted how long, and how many came to no end."""

    def draw(box: Box, words: Words) -> Iterator[Mark]:
        step = _bin(max(games) - min(games) + 1)
        first = min(games) // step
        counts = dict.fromkeys(range(first, max(games) // step + 1), 0)
        for turns, times in games.items():
            counts[turns // step] += times
        most, wide = max(counts.values()), min(20.0, box.width / len(counts))
        top, bottom = box.y + 5, box.bottom - 11
        highest = max(counts, key=counts.__getitem__)
        for number, (place, games_there) in enumerate(counts.items()):
            x, high = box.x + number * wide, (bottom - top) * games_there / most
            if games_there:
                yield rectangle(Ink.DISC, Box(x + 0.3, bottom - high, wide - 0.6, high))
            said, half = str(games_there), width(str(games_there), SMALL) / 2
            if games_there and (2 * half <= wide or place == highest):
                middle = min(max(x + wide / 2, box.x + half), box.right - half)
                yield Text(Ink.TEXT, middle, bottom - high - 1, SMALL, said, anchor="middle")
            every = ceil(max(7.0, width(str(max(games)), SMALL) + 2) / wide)
            if number % every == 0:
                yield Text(Ink.QUIET, x, bottom + 4.2, SMALL, str(place * step))
        yield line(Ink.RULE, (box.x, bottom), (box.right, bottom))
        says = words["steps"].format(step=step) if step > 1 else words["turns"]
        says += f"; {words['unfinished'].format(number=unfinished)}" if unfinished else ""
        yield Text(Ink.QUIET, box.x, bottom + 9, SMALL, fit(says, box.width, SMALL)[0])

    return PlotChart(named, draw, 40.0, 120.0)


def said(named: str, sentence: str) -> PlotChart:
    def draw(box: Box, _: Words) -> Iterator[Mark]:
        return iter(fill(paragraph(sentence, box.width), [box])[0])

    return PlotChart(named, draw, 8.0, 8.0)


def scatter(across: str, up: str, points: Sequence[Point]) -> PlotChart:
    """How often two measures come together: a disc for each pair of values, the larger the more often.

    The name of the one that grows upwards is the heading, that of the other stands below.
    """

    def draw(box: Box, _: Words) -> Iterator[Mark]:
        columns, rows = (_Axis.of([point[way] for point in points]) for way in (0, 1))
        left, bottom = box.x + 10, box.bottom - 9
        wide, high = (box.right - left) / columns.bins, (bottom - box.y) / rows.bins
        times = Counter((columns.bin(x), rows.bin(y)) for x, y in points)
        most = max(times.values())
        for (x, y), number in sorted(times.items()):
            # no disc is wider than 9 mm
            radius = max(0.5 * min(wide, high, 9.0) * sqrt(number / most), 0.25)
            yield Circle(Ink.DISC, left + (x + 0.5) * wide, bottom - (y + 0.5) * high, radius)
        for number in columns.named(ceil((width(columns.longest, SMALL) + 3) / wide)):
            yield centred_text(Ink.QUIET, left + (number + 0.5) * wide, bottom + 2.8, SMALL, columns.name(number))
        for number in rows.named(ceil(5 / high)):
            middle = bottom - (number + 0.5) * high
            yield Text(Ink.QUIET, left - 1.5, middle + cap_height(SMALL) / 2, SMALL, rows.name(number), anchor="end")
        yield lines(Ink.RULE, [((left, box.y), (left, bottom), (box.right, bottom))])
        yield Text(Ink.QUIET, left, bottom + 8.6, SMALL, fit(across, box.right - left, SMALL)[0])

    return PlotChart(up, draw, 50.0, 130.0)


class _Axis(NamedTuple):
    """The values of a measure, shared out among bins of the same width."""

    least: float
    """The least value that the first bin holds."""
    step: float
    bins: int

    @staticmethod
    def of(values: Collection[float]) -> _Axis:
        """The axis for some values: a bin for each whole number, or each half, where these are few."""
        least, most = min(values), max(values)
        for unit in (1.0, 0.5):
            if all((value / unit).is_integer() for value in values):
                units = int((most - least) / unit) + 1
                step = _bin(units)
                return _Axis(least, unit * step, ceil(units / step))
        return _Axis(least, (most - least) / _BINS, _BINS)

    def bin(self, value: float) -> int:
        return min(int((value - self.least) / self.step), self.bins - 1)

    def name(self, number: int) -> str:
        """What stands at a bin: its least value."""
        return f"{self.least + number * self.step:.3g}"

    @property
    def longest(self) -> str:
        return max(map(self.name, range(self.bins)), key=len)

    def named(self, every: int) -> range:
        """The bins whose names have room, where a name takes so many bins."""
        return range(0, self.bins, max(1, every))


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
_SIGNED, _SIGNED_HEX = 10.0, 13.0
"""The least distance of the middles of squares, and of hexes, for a sign in each cell as well, in mm."""
_LEAST_SPOT, _LEAST_DISC = 0.4, 1.3
"""The least radius of a disc without a number, which is darker, and of one behind a number, in mm."""
_WEST, _SOUTH, _CLEAR = 8.5, 6.0, 1.0
"""The room for the names of rows and of columns, and that on the other sides, in mm."""


def _floors(board: PlainBoard) -> tuple[tuple[str, tuple[Cell, ...]], ...]:
    by_floor = groupby(board.grid.cells(), lambda cell: cell.partition("/")[2])
    return tuple((floor, tuple(cells)) for floor, cells in by_floor)


def _extent(board: PlainBoard) -> tuple[float, float, float, float]:
    """The least and the greatest x and y of the middles of cells."""
    xs, ys = zip(*(board.grid.centre(cell) for cell in _floors(board)[0][1]), strict=True)
    return min(xs), max(xs), min(ys), max(ys)


def _tile(board: PlainBoard, box: Box) -> float:
    """The distance of the middles of neighbours on a board in a box with a heading."""
    return _side(board, box.below(box.y + _HEADED))


def _side(board: PlainBoard, box: Box) -> float:
    """The distance of the middles of neighbours on a board that fills a box."""
    west, east, south, north = _extent(board)
    wide, high = box.width - _WEST - _CLEAR, box.height - _names_below(board) - _CLEAR
    return min(wide / (east - west + 1.2), high / (north - south + 1.2))


def _names_below(board: PlainBoard) -> float:
    """The room below a board for the names of its columns, in mm."""
    return _SOUTH if isinstance(board.grid, Square) else _CLEAR


def _board_height(board: PlainBoard, side: float) -> float:
    """The height of a board with the names around it."""
    *_, south, north = _extent(board)
    return side * (north - south + 1.2) + _names_below(board) + _CLEAR


def _signed(board: PlainBoard, side: float) -> bool:
    return bool(board.signs) and side >= (_SIGNED_HEX if isinstance(board.grid, Hex) else _SIGNED)


def _inside(board: PlainBoard, side: float) -> tuple[float, float, float, float]:
    """How far below the middle of a cell a number is, the radius of its disc, and how far the sign and how wide.

    They are below each other, so that none touches another or the border. The width is 0 where cells have no sign.
    """
    high = cap_height(SMALL)
    if not _signed(board, side):
        return 0.0, 0.44 * side, 0.0, 0.0
    if isinstance(board.grid, Hex):
        foot = 0.28 * side  # the sign stands on a line so far above the middle
        far = side / sqrt(3) - foot - high
        middle = (side / 2 - foot) / (1 + sqrt(3) / 2)  # as far from the sign as from the two lower sides
        return middle, middle + foot - 0.6, -foot - high / 2, min(2 * sqrt(3) * far, side) - 1.0
    top = -side / 2 + 1.1 + high
    return (top + side / 2 + 0.2) / 2, (side / 2 - top) / 2 - 0.7, top - high / 2, side - 2.4


def _board(box: Box, board: PlainBoard, cells: Sequence[Cell], numbers: CellPlot) -> Iterator[Mark]:
    grid, (west, east, _, north) = board.grid, _extent(board)
    side, floor = _side(board, box), int(cells[0].partition("/")[2] or 1)
    left = box.x + _WEST + (box.width - _WEST - _CLEAR - side * (east - west)) / 2 - side * west
    top = box.y + _CLEAR + side * (north + 0.6)
    place: AnyBoard
    if isinstance(grid, Square):
        place = whole_board(grid, left - side / 2, top - (grid.rows - 0.5) * side, side, floor)
    else:
        assert isinstance(grid, Hex)
        place = HexBoard(grid, left, top, side / sqrt(3), floor=floor)
    most = max(numbers.numbers.values(), default=0.0)
    shapes = place.outlines
    yield from (polygon(Ink.GREY_SHAPE, *shapes[cell]) for cell in cells if cell in board.solid)
    yield lines(Ink.TILE, [(*shape, shape[0]) for shape in shapes.values()])
    down, largest, sign_down, sign_room = _inside(board, side)
    for cell in cells:
        if (number := numbers.numbers.get(cell, 0.0)) > 0:
            x, y = place.tile_box(cell).middle
            radius = largest * sqrt(number / most)
            if side < _NUMBERED:
                yield Circle(Ink.ORANGE_PATH, x, y, max(_LEAST_SPOT, radius))
            else:
                yield Circle(Ink.DISC, x, y + down, max(_LEAST_DISC, radius))
    walls = [place.border_ends(line) for line in board.walls if line.cell in shapes and line.side not in "UD"]
    if walls:
        yield lines(Ink.WALL, walls)
    yield from _names(place, side, cells)
    for cell in cells:
        (x, y), sign = place.tile_box(cell).middle, board.signs.get(cell)
        if sign and sign_room:
            yield centred_text(Ink.QUIET, x, y + sign_down, SMALL, fit(sign, sign_room, SMALL)[0])
        if side >= _NUMBERED and cell in numbers.numbers:
            words = numbers.in_words(numbers.numbers[cell])
            if width(words, SMALL) <= 0.9 * side:
                size = min(0.32 * side, 5.0, SMALL * 0.9 * side / width(words, SMALL))
                yield centred_text(Ink.TEXT, x, y + down, max(size, SMALL), words)


def _names(place: AnyBoard, side: float, cells: Sequence[Cell]) -> Iterator[Mark]:
    if isinstance(place, Panel):
        columns = names_along(place, "S")
        for i, name in columns[:: ceil((max(width(name, SMALL) for _, name in columns) + 1) / side)]:
            x, y = point_beside(place, "S", i + 0.5, 4.2)
            yield Text(Ink.QUIET, x, y, SMALL, name, anchor="middle")
        for i, name in names_along(place, "W")[:: ceil(SMALL / side)]:
            x, y = point_beside(place, "W", i + 0.5, 1.5)
            yield Text(Ink.QUIET, x, y + 1.15, SMALL, name, anchor="end")
        return
    for _, row_cells in groupby(cells, lambda cell: place.grid.centre(cell)[1]):
        cell = next(row_cells)
        at, middle = place.tile_box(cell).middle
        yield Text(Ink.QUIET, at - 0.5 * side - 1.5, middle + 1.15, SMALL, short_name(cell), anchor="end")
