"""The game master's sheets of a game on a square board: the map with its legend, the script, and a played game.

A game says how its cells are drawn, and what is in its legend and its script. This module makes pages, parts and
columns of them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any, NamedTuple

from mapkit.grid import Border, Cell, Direction, Square, natural
from mapkit.printing.board import (
    SIGN,
    STRIP,
    Panel,
    border_boxes,
    border_marks,
    border_sample,
    coordinates,
    dotted_path,
    exit_sample,
    exit_sign,
    grid_lines,
    outer_wall,
    part_foot,
    plan,
    sign_box,
    signs,
    torn_edges,
    undirected,
    whole_board,
)
from mapkit.printing.drawing import (
    BAND,
    BODY,
    SMALL,
    Block,
    Column,
    Running,
    arrowed,
    arrowed_rows,
    balanced_height,
    columns,
    entry,
    fill,
    heading,
    height,
    in_pages,
    one_block,
    panel,
    paragraph,
    row,
    scale,
)
from mapkit.printing.paths import Walk, milestones, trails, turn_pages, walkers, walks
from mapkit.replay import Track
from mapkit.sheet import Box, Ink, Mark, Text, extent, fit, lines, width, wrap

Sample = Callable[[Box], Iterable[Mark]]
"""Draws in a box what an entry of a legend explains."""


@dataclass(frozen=True)
class PathsOnMap:
    """The paths that are drawn over a map."""

    dotted: tuple[tuple[Cell, ...], ...] = ()
    """The paths that creatures walk to and fro, cell by cell."""
    walks: tuple[Walk, ...] = ()
    """The players' paths in a game; empty for a map that is printed before it."""
    corner_pictures: frozenset[Cell] = frozenset()
    """The cells whose pictures are small, in a corner of the tile, when there are `walks`."""


@dataclass(frozen=True)
class MapPicture:
    """A map for drawing."""

    grid: Square
    """The board."""
    picture: Callable[[Cell, Box], Iterable[Mark]]
    """Draws the contents of a cell in a box."""
    words: Mapping[str, Any]
    """The words of all sheets, some perhaps replaced by the game's own."""
    ground: Callable[[Cell, Box], Iterable[Mark]] = lambda _cell, _box: ()
    """Draws the tint of a cell in a box, below the grid lines."""
    borders: Mapping[Border, str] = field(default_factory=dict)
    """The kind of each inner border that is drawn, as `border_marks` takes it."""
    exits: frozenset[Border] = frozenset()
    """The gaps in the outer wall."""
    paths: PathsOnMap = PathsOnMap()
    """The paths that are drawn over it."""
    least_tile: float = 0.0
    """The side of a tile, in mm, below which pictures lose their words."""
    remarks: Mapping[str, str] = field(default_factory=dict)
    """Further words of the legend about kinds of borders and exits, even if the map has none of them."""


Entries = Sequence[tuple[str, str]]
"""Texts with their numbers."""


class Script(NamedTuple):
    """What the game master does and says."""

    prepare: Entries
    """What to do before the game."""
    aloud: Entries
    """What to read to the players."""
    turn: Entries
    """What to do in a turn."""
    announcements: Sequence[Sequence[str]]
    """For each announcement its number, its event, its words, and what to do."""
    measured: tuple[str, Entries] = ("", ())
    """A heading and a table below it: the measures of the map and their values. An empty table is not printed."""


def gm_pages(scene: MapPicture, running: Running, legend: Sequence[Block], script: Script) -> list[list[Mark]]:
    """Pages with the map, its legend, whose blocks are a `third` wide, and the script; room that is left is for notes.

    The measures stand below the map or below the script, where there is room; but below the last announcements if
    these leave most of a page free.
    """
    table = tuple(_announcements(script, running))
    short = _ends_short(table, running.body)
    found = () if short else tuple(_measure_blocks(script, running.body.width))
    pages, left = _map_pages(scene, running, legend, height(found))
    beside, further = _script_pages(running, script, table, left, short)
    return [*pages[:-1], [*pages[-1], *beside], *further]


def map_and_notes(scene: MapPicture, running: Running, legend: Sequence[Block]) -> list[list[Mark]]:
    """Pages with the map and its legend, whose blocks are a `third` wide, without a script; the rest is for notes."""
    pages, left = _map_pages(scene, running, legend)
    if left.height > 30:
        pages[-1] += _notes(left, running.words["notes"])
    return pages


def board_floors(scene: MapPicture, box: Box) -> list[list[Mark]]:
    """The map alone, floor by floor, as large as each fits into a box."""
    grid, rim = scene.grid, _rim(scene)
    tile = _tile(grid.columns, grid.rows, box, rim)
    x, y = _corner(grid.columns, tile, box, rim)
    return [[*_map(scene, whole_board(grid, x, y, tile, floor))] for floor in range(1, grid.floors + 1)]


def played_pages(
    scene: MapPicture, track: Track, running: Running, words: Mapping[str, Any], legend: Sequence[Block]
) -> list[list[Mark]]:
    """Pages of a played game: the map with the players' paths, its legend, and the list of turns."""
    went = walks(track, scene.grid, _way_out(scene.exits, track))
    who = tuple(walkers(track, went, words, running.words["rulings"], third(running)))
    pages, _ = _map_pages(replace(scene, paths=replace(scene.paths, walks=went)), running, who)
    key, before = _below_map(legend, running, words["legend"])
    return [*pages, *key, *turn_pages(track, went, words, running.words["rulings"], running.body, before)]


def _way_out(exits: Iterable[Border], track: Track) -> Direction | None:
    """The side on which a player left, if the last cell of that player has only one exit; else None."""
    cells = [move.cell for move in track.moves_of(track.left)]
    sides = [each.side for each in exits if cells and each.cell == cells[-1]]
    return sides[0] if len(sides) == 1 else None


# --- the map -----------------------------------------------------------------------------------------------------

_NEAR = 1.6
"""The distance of coordinates from the tiles, outside the wall, in mm."""
_LEAST_TILE, _MOST_TILE = 6.5, 36.0


class _Rim(NamedTuple):
    """The margins for signs and coordinates, in mm."""

    beside: float
    """To the left and to the right of the tiles."""
    above: float
    """Above and below the tiles."""


def _rim(scene: MapPicture) -> _Rim:
    sides = {each.side for each in scene.exits}
    return _Rim(*(BAND + (SIGN if sides & set(pair) else _NEAR) for pair in ("EW", "NS")))


def third(running: Running) -> float:
    """The width of one of three columns of the legend, in mm."""
    return (running.body.width - 16) / 3


def _map_pages(
    scene: MapPicture, running: Running, legend: Sequence[Block], wanted: float = 0.0
) -> tuple[list[list[Mark]], Box]:
    """The map on one page with its legend, or in parts with the legend on its own pages; and the room left below.

    Tiles are made a little smaller if that leaves the `wanted` room (mm).
    """
    body, grid, rim = running.body, scene.grid, _rim(scene)
    ruled = (*legend, Block(8, partial(scale, words=scene.words), 5))
    high = balanced_height(ruled, body, 3)
    if high is not None and grid.floors == 1:
        tile = _tile(grid.columns, grid.rows, body._replace(height=body.height - high - 5), rim)
        alone = _tile(grid.columns, grid.rows, body._replace(height=body.height - STRIP), rim)
        if tile >= _least(scene, alone):
            room = body._replace(height=body.height - high - 13 - wanted)
            smaller = _tile(grid.columns, grid.rows, room, rim)
            tile = smaller if wanted and max(_least(scene, alone), 0.86 * tile) <= smaller < tile else tile
            board = whole_board(grid, *_corner(grid.columns, tile, body, rim), tile)
            below = Box(body.x, board.box.bottom + rim.above + 5, body.width, high)
            left = Box(body.x, below.bottom + 8, body.width, body.bottom - below.bottom - 8)
            return [[*_map(scene, board), *fill(ruled, columns(below, 3))[0]]], left
    return _parts(scene, running, legend)


def _least(scene: MapPicture, alone: float) -> float:
    """The least side of tiles with the legend on the same page; `alone` is their side without it, in mm."""
    return max(_LEAST_TILE, 0.75 * alone, scene.least_tile if alone >= scene.least_tile else 0.0)


def _tile(across: int, down: int, room: Box, rim: _Rim) -> float:
    return min((room.width - 2 * rim.beside) / across, (room.height - 2 * rim.above) / down, _MOST_TILE)


def _corner(across: int, tile: float, room: Box, rim: _Rim) -> tuple[float, float]:
    """The upper left corner of a board, in the middle of the room's width."""
    return room.x + (room.width - across * tile) / 2, room.y + rim.above


def _parts(scene: MapPicture, running: Running, legend: Sequence[Block]) -> tuple[list[list[Mark]], Box]:
    """The map in parts, with the legend below each part, or on its own pages if it is too long for that.

    Also the room that is left below the legend on a page of its own.
    """
    grid, body, rim = scene.grid, running.body, _rim(scene)
    room = body._replace(height=body.height - STRIP)
    most_across = int((room.width - 2 * rim.beside) / _LEAST_TILE)
    parts = plan(grid, most_across, int((room.height - 2 * rim.above) / _LEAST_TILE))
    tile = min(_tile(len(part.columns), len(part.rows), room, rim) for part in parts)
    if len(parts) == grid.floors > 1 and (least := balanced_height(legend, room, 3)) is not None:
        tried = _tile(grid.columns, grid.rows, room._replace(height=room.height - least - 5), rim)
        tile = tried if tried >= _least(scene, tile) else tile
    top = max(len(part.rows) for part in parts) * tile + 2 * rim.above + 5
    below = Box(body.x, body.y + top, body.width, room.height - top)
    high = balanced_height(legend, below, 3)
    pages: list[list[Mark]] = []
    for number, part in enumerate(parts):
        x, y = _corner(len(part.columns), tile, room, rim)
        board = Panel(grid, part.columns, part.rows, x, y, tile, part.floor)
        key = fill(legend, columns(below._replace(height=high), 3))[0] if high is not None else ()
        pages.append([*_map(scene, board), *key, *part_foot(body, parts, number, scene.words)])
    if high is not None:
        return pages, body._replace(height=0)
    pages += in_pages((heading(running.words["legend"], third(running)), *legend), body, 3)
    top = max(extent(mark).bottom for mark in pages[-1]) + 8
    return pages, Box(body.x, top, body.width, body.bottom - top)


def _map(scene: MapPicture, board: Panel) -> Iterator[Mark]:
    cells = tuple(board.cells())
    for cell in cells:
        yield from scene.ground(cell, board.tile_box(cell))
    yield from grid_lines(board)
    for cells_walked in scene.paths.dotted:
        yield from dotted_path(board, cells_walked)
    if scene.paths.walks:
        yield from _pictures(scene, board, (cell for cell in cells if cell not in scene.paths.corner_pictures))
        yield from trails(board, scene.paths.walks)
        cells = tuple(cell for cell in cells if cell in scene.paths.corner_pictures)
    yield from _pictures(scene, board, cells)
    yield from torn_edges(board)
    yield from border_marks(board, scene.borders)
    yield from outer_wall(board, scene.exits)
    posted = tuple(signs(board, scene.exits, scene.words["exit"]))
    for sign in posted:
        yield from exit_sign(board, sign, scene.words["exit"])
    yield from coordinates(board, [sign_box(board, sign) for sign in posted], _NEAR)
    if scene.paths.walks:
        yield from milestones(board, scene.paths.walks, [*_busy(board, cells), *border_boxes(board, scene.borders)])


def _pictures(scene: MapPicture, board: Panel, cells: Iterable[Cell]) -> Iterator[Mark]:
    """The pictures in the cells; below players' paths they stand in the corners of their tiles."""
    for cell in cells:
        box = board.tile_box(cell)
        yield from scene.picture(
            cell, _corner_of(box) if scene.paths.walks and cell in scene.paths.corner_pictures else box
        )


def _corner_of(box: Box) -> Box:
    """The upper left part of a tile, but no smaller than a legible picture."""
    side = min(box.width, max(0.42 * box.width, 7.0))
    return Box(box.x, box.y, side, side)


def _busy(board: Panel, cells: Iterable[Cell]) -> Iterator[Box]:
    """The boxes that no mark may cover: pictures in the corners of tiles, or the letters of one that fills its tile."""
    for cell in cells:
        box = _corner_of(board.tile_box(cell))
        x, y = box.middle
        yield box if box.width < 0.8 * board.tile else Box(x - 2.7, y - 1.8, 5.4, 3.6)


# --- the legend --------------------------------------------------------------------------------------------------


class Detail(NamedTuple):
    """The type of the details of an `item`."""

    size: float
    """Its size, in mm."""
    ink: Ink
    """Its ink."""


ASIDE, READ = Detail(SMALL, Ink.QUIET), Detail(BODY, Ink.TEXT)
"""The type of details that are looked up now and then, and of those that the game master reads all the time."""


def item(sample: Sample, name: str, details: Iterable[str], wide: float, how: Detail = ASIDE) -> Block:
    """An entry of a legend: a sample tile, its name in bold, and details below; ` > ` in a detail becomes an arrow.

    A name that does not fit into a line stands in several.
    """
    room, step = wide - _SAMPLE, 4.3 + 1.3 * (how.size - SMALL)
    rows = [piece for text in details if text for piece in _detail(text, room, how.size)]
    first, size = fit(name, room, BODY, bold=True)
    titles, size = ((name,), size) if first == name else (wrap(name, room, BODY, bold=True), BODY)
    lower = step * (len(titles) - 1)

    def draw(x: float, y: float) -> Iterator[Mark]:
        yield from sample(Box(x, y, 8, 8))
        base = y + (3.2 if rows or lower else 5.3)
        for i, title in enumerate(titles):
            yield Text(Ink.TEXT, x + _SAMPLE, base + i * step, size, title, True)
        for i, words in enumerate(rows):
            yield from arrowed(x + _SAMPLE, base + lower + (i + 1) * step, how.size, words, how.ink)

    return Block(max(8.0, 4.6 + lower + step * len(rows)), draw, above=2.4)


_SAMPLE = 11.0
"""The width for the sample of an `item`, in mm."""
_MOST_LISTED = 24


def _detail(text: str, room: float, size: float) -> Sequence[str]:
    """The lines of a detail; a chain with arrows is broken before an arrow."""
    if " > " in text or " <> " in text:
        return arrowed_rows(text, room, size)
    return wrap(text, room, size)


def cells_item(sample: Sample, name: str, cells: Collection[Cell], wide: float, instead: str = "") -> Block:
    """An `item` with the number of cells and their names, or other words instead of the names."""
    listed = ", ".join(cells) if len(cells) <= _MOST_LISTED else ""
    return item(sample, f"{name} × {len(cells)}" if len(cells) > 1 else name, [instead or listed], wide)


def border_items(scene: MapPicture, wide: float) -> Iterator[Block]:
    """An `item` for each kind of inner border on the map, and for its exits."""
    here = Counter(map(undirected, scene.borders.values()))
    for kind in _BORDERS:
        remark = scene.remarks.get(kind, "")
        if here[kind] or remark:
            name, says = scene.words["borders"][kind]
            yield item(border_sample(kind), f"{name} × {here[kind]}", [", ".join(filter(None, (says, remark)))], wide)
    if scene.exits or "exit" in scene.remarks:
        in_order = sorted(scene.exits, key=lambda each: (natural(each.cell), each.side))
        words = ", ".join(f"{scene.words['sides'][each.side]} {each.cell}" for each in in_order)
        listed = words if len(in_order) <= _MOST_LISTED else ""
        name, says = scene.words["borders"]["exit"]
        yield item(exit_sample, f"{name} × {len(in_order)}", [says, scene.remarks.get("exit", ""), listed], wide)


_BORDERS = ("wall", "solid", "window", "solid window", "door", "door window", "solid door", "solid door window")
"""The kinds of inner borders, without the directions of doors, in the order of the legend."""


def _below_map(legend: Sequence[Block], running: Running, title: str) -> tuple[list[list[Mark]], tuple[Block, ...]]:
    """The legend of the map in three columns: pages of its own if it is long, else blocks that more may follow."""
    body = running.body
    high = balanced_height(legend, body, 3)
    if high is None or high > body.height / 2:
        return list(in_pages((heading(title, third(running)), *legend), body, 3)), ()

    def draw(x: float, y: float) -> Iterable[Mark]:
        return fill(legend, columns(Box(x, y, body.width, high), 3))[0]

    return [], (heading(title, body.width), Block(high, draw, 3))


# --- what the game master says -----------------------------------------------------------------------------------


def _script_pages(
    running: Running, script: Script, table: Sequence[Block], left: Box, last: bool
) -> tuple[list[Mark], list[list[Mark]]]:
    """The script: its beginning in the room left below the map, if that is enough, and further pages.

    `table` holds the announcements; `last` tells whether the measures stand below them.
    """
    body = running.body
    start, found = tuple(_start(script, running)), tuple(_measure_blocks(script, body.width))
    beside: list[Mark] = []
    if left.height > 70:
        beside, done = fill(start, [left])
        start = start[done:]
        found = () if not start and not last and _fitted_below(beside, found, left) else found
    elif found and not last and height(found) <= left.height + 1e-6:
        beside, found = fill(found, [left])[0], ()
    if height((*start, *table, *found)) <= body.height or height(start) > body.height or (beside and start and found):
        start, table, found = (), (*start, *found, *table), ()
    first = list(in_pages(start, body, 1))
    if first and found and not last and _fitted_below(first[-1], found, body):
        found = ()
    *full, end = in_pages((*table, *found), body, 1)
    top = _below(end)
    if body.bottom - top > 30:
        end += _notes(Box(body.x, top, body.width, body.bottom - top), running.words["notes"])
    return beside, [*first, *full, end]


def _ends_short(table: Sequence[Block], body: Box) -> bool:
    """Whether the last page of the announcements holds only a few of them."""
    *full, end = in_pages(table, body, 1)
    return bool(full) and max(extent(mark).bottom for mark in end) < body.y + body.height / 3


def _below(marks: Sequence[Mark]) -> float:
    """The y where notes may begin, below some marks."""
    return max(extent(mark).bottom for mark in marks) + 7


def _fitted_below(marks: list[Mark], blocks: Sequence[Block], box: Box) -> bool:
    """Add blocks to the marks in a box, below them, if there is room; returns whether there was."""
    top = _below(marks) - 2
    fits = top + height(blocks) <= box.bottom
    if fits:
        marks += fill(blocks, [box._replace(y=top, height=box.bottom - top)])[0]
    return fits


def _start(script: Script, running: Running) -> Iterator[Block]:
    words, wide = running.words["script"], running.body.width
    yield heading(words["prepare"], wide)
    for number, text in script.prepare:
        yield from entry(number, text, wide, 14)
    inner = wide - 8
    aloud = [heading(words["aloud"], inner)]
    for number, text in script.aloud:
        aloud += entry(number, text, inner, 14, size=4.0)
    yield panel(aloud, wide)
    yield heading(words["turn"], wide, 7)
    for number, text in script.turn:
        yield from entry(number, text, wide, 14)


def _announcements(script: Script, running: Running) -> Iterator[Block]:
    words, wide = running.words["script"], running.body.width
    yield heading(words["announcements"], wide)
    yield replace(paragraph(words["who"], wide, SMALL, ink=Ink.QUIET)[0], height=5.2, keep=True)
    first = max(15.0, *(width(cells[0], SMALL) + 3.5 for cells in script.announcements))
    last = Column(wide - 116 - first, SMALL)
    table = (Column(first, SMALL, Ink.QUIET), Column(40), Column(76, BODY, bold=True), last)
    for cells in script.announcements:
        yield row(cells, table)


def _measure_blocks(script: Script, wide: float) -> Iterator[Block]:
    """A small table that stays in one piece, in two columns."""
    title, found = script.measured
    if found:
        half = (wide - 8) / 2
        rows = [row(cells, (Column(30, SMALL, Ink.QUIET), Column(half - 30, SMALL))) for cells in found]
        high = balanced_height(rows, Box(0, 0, wide, height(rows)), 2) or height(rows)

        def draw(x: float, y: float) -> Iterable[Mark]:
            return fill(rows, columns(Box(x, y, wide, high), 2))[0]

        yield one_block([heading(title, wide), Block(high, draw)])


def _notes(box: Box, title: str) -> Iterator[Mark]:
    yield from heading(title, box.width).draw(box.x, box.y)
    number = int((box.height - 8) / 8)
    yield lines(Ink.HAIRLINE, [((box.x, box.y + 14 + i * 8), (box.right, box.y + 14 + i * 8)) for i in range(number)])
