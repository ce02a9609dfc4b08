"""The code on paper: walls light enough for pens, chambers, entrances and the dot; and the paths of a game on it."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from itertools import pairwise
from typing import NamedTuple, TypeVar

from mapkit.games.minoqaur.design import RING, Params, chambers, entrances, items, maze
from mapkit.games.minoqaur.maze_rules import Move
from mapkit.games.minoqaur.search import SearchResult
from mapkit.model.grid import Cell, Matrix
from mapkit.model.map import Map
from mapkit.paper import icons
from mapkit.paper.board import Panel, coordinate, grid_lines, names_along, point_beside, torn_edges
from mapkit.paper.drawing import BAND, SMALL, Point
from mapkit.paper.sheet import (
    LEAST_TEXT,
    Box,
    Circle,
    Ink,
    Mark,
    Path,
    Segment,
    Text,
    centred_text,
    extent,
    fit,
    line,
    lines,
    polygon,
    rectangle,
    width,
)
from mapkit.paper.trails import strip

RIM = BAND + 1.6
"""The margin beside the code for names and entrances, in mm."""
PICTURES: Mapping[str, str] = {"sword": "sword", "cloak": "cloak", "key": "key", "treasure": "chest"}
QUIET_ZONE = 4
"""How many modules around a code stay white so that it can be scanned (ISO/IEC 18004)."""


class DrawnCode(NamedTuple):
    """A code for drawing."""

    params: Params
    dark: frozenset[Cell]
    chambers: Mapping[Cell, str]
    """The modules of the chambers, each with what a player who passes it takes there (MQ-5.a, MQ-6.c)."""
    items: Mapping[Cell, str]
    doors: Mapping[Cell, int]
    """The six entrances, each with the number that it has at the table."""
    others: frozenset[Cell]
    """All further entrances."""
    dot: Cell
    """The module where the minoqaur starts (MQ-8)."""

    @property
    def grid(self) -> Matrix:
        return self.params.grid

    @property
    def treasure(self) -> Cell:
        """The middle of the lower right alignment pattern, or the module that the setting names for the treasure."""
        p = self.params
        return p.grid.name(p.grid.columns - 7, 6) if p.treasure == RING else p.treasure


def ground(map_: Map[Params]) -> DrawnCode:
    """The code of a map, ready for drawing. Raises BadSetting where it has no light module."""
    p, cells = map_.params, map_.params.grid.cells()
    played = maze(p, map_.facts)
    numbers = {cells[module]: number for number, module in enumerate(sorted(played.entrances), 1)}
    doors = {cell: number for cell, number in numbers.items() if cell in entrances(p.grid)}
    others = frozenset(numbers) - doors.keys()
    return ground_without_ways(map_)._replace(doors=doors, others=others, dot=cells[played.dot])


def ground_without_ways(map_: Map[Params]) -> DrawnCode:
    """The code of a map that may have no light module yet; without entrances and the minoqaur's start."""
    p, dark = map_.params, frozenset(map_.cells_of("dark"))
    return DrawnCode(p, dark, chambers(p, map_.facts), items(p, map_.facts), {}, frozenset(), "")


# --- the code ----------------------------------------------------------------------------------------------------


def region(ink: Ink, board: Panel, cells: Collection[Cell]) -> Iterator[Mark]:
    """Cells as one shape along the outlines of connected cells, so that no seams show."""
    x, y, tile = board.x, board.y, board.tile
    steps: list[Segment] = []
    for loop in _outlines(board, cells):
        spots = [(x + column * tile, y + row * tile) for column, row in loop]
        steps += [Segment("L" if i else "M", spot) for i, spot in enumerate(spots)]
        steps.append(Segment("Z"))
    if steps:
        yield Path(ink, tuple(steps))


Corner = tuple[int, int]


def _outlines(board: Panel, cells: Collection[Cell]) -> Iterator[list[Corner]]:
    """The closed lines around cells as corners, in tiles from the upper left, clockwise, around holes anticlockwise.

    Cells that touch only at a corner are separate.
    """
    spots = (board.grid.centre(cell) for cell in cells)
    here = {(int(column) - board.columns.start, board.rows.stop - 1 - int(row)) for column, row in spots}
    onward: dict[Corner, list[Corner]] = {}
    for column, row in sorted(here):
        for (dx, dy), start, end in _EDGES:
            if (column + dx, row + dy) not in here:
                onward.setdefault((column + start[0], row + start[1]), []).append((column + end[0], row + end[1]))
    for first in sorted(onward):
        while first in onward:
            loop, before, at = list[Corner](), first, first
            while not loop or at != first:
                ends = onward[at]
                right = (at[0] - at[1] + before[1], at[1] + at[0] - before[0])
                after = ends.pop(ends.index(right) if right in ends else 0)  # of two edges the one that turns right
                if not ends:
                    del onward[at]
                if not loop or (at[0] - before[0], at[1] - before[1]) != (after[0] - at[0], after[1] - at[1]):
                    loop.append(at)
                before, at = at, after
            yield loop


_EDGES = (
    ((0, -1), (0, 0), (1, 0)),
    ((1, 0), (1, 0), (1, 1)),
    ((0, 1), (1, 1), (0, 1)),
    ((-1, 0), (0, 1), (0, 0)),
)
"""For each neighbour of a cell the edge on that side, directed so that the cell lies to its right."""


def playable(board: Panel, ground: DrawnCode) -> Iterator[Mark]:
    """The code to draw paths on: tinted chambers, light walls with lines between modules, names and entrances."""
    here = set(board.cells())
    for cell in sorted(here & ground.chambers.keys()):
        yield rectangle(Ink.CREAM_TINT, board.tile_box(cell))
    yield from _walls(board, here & ground.dark)
    long = {side: len(board.columns if side in "NS" else board.rows) for side in "NESW" if board.ends(side)}
    if long:
        yield lines(
            Ink.EDGE,
            [(point_beside(board, side, 0, 0), point_beside(board, side, along, 0)) for side, along in long.items()],
        )
    yield from torn_edges(board)
    for cell, item in sorted(ground.items.items()):
        if cell in here:
            yield from icons.draw(PICTURES[item], *board.tile_box(cell).middle, board.tile * 1.22)
    if ground.treasure in here:
        around = 1.2 if ground.params.treasure == RING else 0.5
        radius = min(board.tile * around, max(board.tile * 0.46, _LEAST_PICTURE))
        yield from icons.draw(PICTURES["treasure"], *board.tile_box(ground.treasure).middle, radius)
    if ground.dot in here:
        yield from dot(board, ground.dot)
    signs = [*_signs(board, ground, here)]
    yield from names(board, [box for box, _ in signs])
    for _, marks in signs:
        yield from marks


def _walls(board: Panel, dark: Collection[Cell]) -> Iterator[Mark]:
    """Dark modules in a light tint; large ones with an edge, and with lines to count them by."""
    if board.tile < LEAST_MODULE:
        yield from region(Ink.GREY_TINT, board, dark)
        return
    yield from (Path(Ink.GRAPH, mark.steps) for mark in grid_lines(board) if isinstance(mark, Path))
    yield from region(Ink.GREY_SHAPE, board, dark)
    pieces, short = [], board.tile * 0.12
    for cell in sorted(dark):
        box = board.tile_box(cell)
        if board.grid.step(cell, "E") in dark:
            pieces.append(((box.right, box.y + short), (box.right, box.bottom - short)))
        if board.grid.step(cell, "S") in dark:
            pieces.append(((box.x + short, box.bottom), (box.right - short, box.bottom)))
    if pieces:
        yield lines(Ink.PALE_LINE, pieces)


LEAST_MODULE = 1.8
"""The least side of modules between which lines are drawn, and of those on the game master's maze, in mm."""
_LEAST_PICTURE = 3.0
"""A small picture grows to this size over the modules around it, in mm from its middle."""


def dot(board: Panel, cell: Cell) -> Iterator[Mark]:
    yield Circle(Ink.ORANGE_PATH, *board.tile_box(cell).middle, board.tile * 0.36)


def names(board: Panel, signs: Collection[Box]) -> Iterator[Mark]:
    """The names of columns and rows on all four sides, as many as have room beside the signs."""
    size = min(3.8, max(LEAST_TEXT, board.tile * 0.52))
    for side in "NSWE":
        named = names_along(board, side)
        room = max(width(name, size) for _, name in named) + 1.0 if side in "NS" else size * 0.98
        every = next(step for step in (1, 2, 5, 10, 20, 50) if step * board.tile >= room)
        for number, name in named:
            label = coordinate(board, side, number, name, size, (RIM - BAND) / 2)
            if number % every == 0 and not any(sign.meets(extent(label).inset(-_CLEARANCE)) for sign in signs):
                yield label


_CLEARANCE = 0.5
"""The least gap between a name and a sign beside it, in mm."""


# --- entrances ---------------------------------------------------------------------------------------------------

_SIGN = 2.15
"""The radius of the sign of an entrance, in mm."""


def _signs(board: Panel, ground: DrawnCode, here: AbstractSet[Cell]) -> Iterator[tuple[Box, tuple[Mark, ...]]]:
    """The signs outside the code: numbered dots with a pointer for the six entrances, small pointers for the others."""
    for cell, number in ground.doors.items():
        if cell not in here:
            continue
        side = next(_edges(ground.grid, cell))
        x, y = _beside(board, cell, side, 1.5 + _SIGN)
        pointer = _pointer(board, cell, side, 1.5 + _SIGN, _SIGN * 0.8)
        inside = Circle(Ink.BLUE_PATH, *board.tile_box(cell).middle, board.tile * 0.2)
        sign = Circle(Ink.BLUE_PATH, x, y, max(_SIGN, width(str(number), LEAST_TEXT, bold=True) / 2 + 0.3))
        text = centred_text(Ink.REVERSE, x, y, LEAST_TEXT, str(number), True)
        yield Box(x - _SIGN, y - _SIGN, 2 * _SIGN, 2 * _SIGN), (pointer, inside, sign, text)
    for cell in sorted(ground.others & here):
        for side in _edges(ground.grid, cell):
            yield Box(0, 0, 0, 0), (_pointer(board, cell, side, 1.2, min(0.6, board.tile * 0.3)),)


def _edges(grid: Matrix, cell: Cell) -> Iterator[str]:
    return (side for side in "NSWE" if grid.step(cell, side) is None)


def _beside(board: Panel, cell: Cell, side: str, out: float) -> Point:
    """The point `out` mm outside a module at the edge of the code."""
    dx, dy = icons.SIDES[side]
    x, y = board.tile_box(cell).middle
    return x + dx * (board.tile / 2 + out), y + dy * (board.tile / 2 + out)


def _pointer(board: Panel, cell: Cell, side: str, out: float, half: float) -> Mark:
    """A wedge from `out` mm outside to the edge of a module."""
    (x, y), (dx, dy) = _beside(board, cell, side, out), icons.SIDES[side]
    tip = _beside(board, cell, side, 0.15)
    return polygon(Ink.BLUE_PATH, tip, (x - dy * half, y + dx * half), (x + dy * half, y - dx * half))


# --- paths -------------------------------------------------------------------------------------------------------


T = TypeVar("T")


def paths(board: Panel, ground: DrawnCode, won: SearchResult) -> Iterator[Mark]:
    """Both paths of a win with their turns: the player's blue and solid, the minoqaur's dashed (MQ-50, MQ-51)."""
    cells = ground.grid.cells()
    answers = [turn.answer.move if turn.answer else None for turn in won.line]
    hunter = dict(_legs(board, cells.index(ground.dot), answers))
    player = dict(_legs(board, won.entrance, [turn.move for turn in won.line]))
    wide = min(1.8, max(0.45, board.tile * 0.24))
    yield from _stroke(Ink.ORANGE_PATH, [*hunter.values()], wide, (2.6 * wide, 1.5 * wide))
    yield from _stroke(Ink.BLUE_PATH, [*player.values()], wide, ())
    yield from dot(board, ground.dot)
    yield Circle(Ink.BLUE_PATH, *board.tile_box(cells[won.entrance]).middle, board.tile * 0.36)
    ends = [
        (end, str(turn), ink)
        for legs, ink in ((player, Ink.BLUE_PATH), (hunter, Ink.ORANGE_PATH))
        for turn, (_, end) in _labelled([*legs.items()], board.tile)
    ]
    yield from _number_marks(board, ends)


def _labelled(ends: Sequence[T], tile: float) -> Sequence[T]:
    """The ends of turns that have a label: all of them, or on small modules every fifth and the last one."""
    return ends if tile >= _FULLY_LABELLED else [*ends[:-1][::5], *ends[-1:]]


_FULLY_LABELLED = 3.0
"""The least side of modules on which every turn of a path has a label, in mm."""


def _legs(board: Panel, start: int, moves: Iterable[Move | None]) -> Iterator[tuple[int, tuple[Point, Point]]]:
    """The ends of each line of a path, in mm, by the number of the turn in which it was drawn."""
    cells, here = board.grid.cells(), board.tile_box(board.grid.cells()[start]).middle
    for turn, move in enumerate(moves, 1):
        if move is None:
            continue
        inside = [module for module in move.way if module >= 0]
        there = board.tile_box(cells[inside[-1]]).middle if inside else here
        if len(inside) < len(move.way):
            dx, dy = icons.SIDES[move.direction]
            there = there[0] + dx * board.tile, there[1] + dy * board.tile
        yield turn, (here, there)
        here = there


class DrawnPath(NamedTuple):
    """The path of a piece in a game."""

    ink: Ink
    dash: tuple[float, ...]
    """Its dashes and gaps in turn, in mm; empty for a solid line."""
    parts: Sequence[Sequence[tuple[Cell, str]]]
    """Modules with the labels of turns; several parts where the game master put the piece elsewhere."""


DASHES = ((), (4.0, 1.2), (1.6, 1.2), (5.0, 1.0, 1.0, 1.0), (0.9, 0.9), (7.0, 2.2))
"""The dashes of the explorers' paths, one pattern for each explorer, in mm; an empty pattern is a solid line."""
BROKEN = (2.6, 1.5)
"""The dashes of the minoqaur's path, in mm."""


def all_paths(board: Panel, drawn: Sequence[DrawnPath]) -> Iterator[Mark]:
    """The paths of all pieces, with labels where turns ended and a dot in the path's ink where it begins."""
    wide = min(1.4, max(0.45, board.tile * 0.2))
    ends: list[tuple[Point, str, Ink]] = []
    for way in drawn:
        for part in way.parts:
            points = [board.tile_box(cell).middle for cell, _ in part]
            yield from _stroke(way.ink, [*pairwise(points)], wide, way.dash)
            yield Circle(way.ink, *points[0], board.tile * 0.36)
            told = [(point, label, way.ink) for point, (_, label) in zip(points, part, strict=True) if label]
            ends += _labelled(told, board.tile)
    yield from _number_marks(board, ends)


def _stroke(ink: Ink, legs: Sequence[tuple[Point, Point]], wide: float, dash: tuple[float, ...]) -> Iterator[Mark]:
    """Lines with a white edge; dashed lines are solid at their ends."""
    for line_ink, thick, broken in ((Ink.PAPER, wide * 1.7, ()), (ink, wide, dash)):
        for leg in legs:
            yield from strip(line_ink, *leg, thick, broken)
        for point in dict.fromkeys(point for leg in legs for point in leg):
            yield Circle(line_ink, *point, thick / 2)


def _number_marks(board: Panel, ends: Sequence[tuple[Point, str, Ink]]) -> Iterator[Mark]:
    """The numbers of turns where they end, or beside it if another number stands there; none where there is no room."""
    taken: list[Box] = []
    signs: list[Mark] = []
    for (x, y), label, ink in ends:
        half = max(width(label, LEAST_TEXT, bold=True) / 2 + 0.35, min(2.05, max(1.65, board.tile / 2)))
        tried = ((far, *side) for far in (0.0, 2.2, 3.3, 4.4, 6.6) for side in _AROUND)
        boxes = (Box(x + r * far - half, y + d * far - half, 2 * half, 2 * half) for far, r, d in tried)
        # a sign lies no further outside the board than entrances do
        free = (box for box in boxes if board.box.inset(-1).holds(box) and not any(box.meets(other) for other in taken))
        box = next(free, None)
        if box is not None:
            taken.append(box)
            signs += turn_sign(*box.middle, half, label, ink)
            if abs(box.middle[0] - x) + abs(box.middle[1] - y) > 0.01:
                yield line(Ink.RULE, (x, y), box.middle)
    yield from signs


_AROUND = ((1, 0), (-1, 0), (0, -1), (0, 1), (1, -1), (-1, -1), (1, 1), (-1, 1))


def turn_sign(x: float, y: float, half: float, label: str, ink: Ink) -> Iterator[Mark]:
    """The number of a turn on a sign of this half width: a dot for the player, a square for the minoqaur."""
    if ink is Ink.BLUE_PATH:
        yield Circle(Ink.PAPER, x, y, half + 0.3)
        yield Circle(ink, x, y, half)
    else:
        square = Box(x - half, y - half, 2 * half, 2 * half)
        yield rectangle(Ink.PAPER, square.inset(-0.3), 0.5)
        yield rectangle(ink, square.inset(0.15), 0.4)
    yield centred_text(Ink.REVERSE, x, y, LEAST_TEXT, label, True)


def legend_row(
    x: float, y: float, wide: float, says: str, ink: Ink, dash: tuple[float, ...] = (), label: str = "1"
) -> Iterator[Mark]:
    """A row of a legend: a piece of a path with the sign of a turn at its end, and what it is, in words."""
    start, end = (x + 2, y + 3), (x + 2 + 13, y + 3)
    yield from _stroke(ink, [(start, end)], 1.2, dash or (() if ink is Ink.BLUE_PATH else (3.1, 1.8)))
    yield from turn_sign(*end, 2.05 + 0.5 * (len(label) - 1), label, ink)
    yield Text(Ink.TEXT, x + 19.5, y + 4.2, SMALL, fit(says, wide - 21, SMALL)[0])
