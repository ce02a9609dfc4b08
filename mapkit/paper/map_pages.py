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

from mapkit.model.grid import Border, Cell, Square, natural
from mapkit.model.replay import Track
from mapkit.paper.board import (
    FLOOR_NAME,
    SIGN,
    Panel,
    border_boxes,
    border_marks,
    border_sample,
    coordinates,
    dotted_path,
    exit_sample,
    exit_sign,
    floor_name,
    grid_lines,
    outer_wall,
    sign_box,
    signs,
    torn_edges,
    undirected,
    whole_board,
)
from mapkit.paper.drawing import (
    BAND,
    BODY,
    FOOT,
    LARGE,
    SMALL,
    Block,
    Column,
    PageDraft,
    PageSetup,
    above_foot,
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
    with_notes,
)
from mapkit.paper.layout import Legend, preferred, spreads, ways_to_lie
from mapkit.paper.milestones import milestones
from mapkit.paper.paths import Walk, walks
from mapkit.paper.sheet import Box, Ink, Mark, Text, extent, fit, rectangle, width, wrap
from mapkit.paper.sheets import Floor
from mapkit.paper.tiling import OVERLAP, STRIP, BoardPart, divided, index_pages, is_cut, largest, part_foot, plan
from mapkit.paper.trails import trails, walkers
from mapkit.paper.turn_list import turn_pages

Sample = Callable[[Box], Iterable[Mark]]
"""Draws in a box what an entry of a legend explains."""


@dataclass(frozen=True)
class MapPicture:
    """A map for drawing."""

    grid: Square
    picture: Callable[[Cell, Box], Iterable[Mark]]
    """Draws the contents of a cell in a box."""
    words: Mapping[str, Any]
    """The words of all sheets, some perhaps replaced by the game's own."""
    ground: Callable[[Cell, Box], Iterable[Mark]] = lambda _cell, _box: ()
    """Draws the tint of a cell in a box, below the grid lines."""
    borders: Mapping[Border, str] = field(default_factory=dict)
    """The kind of each inner border that is drawn, as `border_marks` takes it."""
    exits: frozenset[Border] = frozenset()
    dotted: tuple[tuple[Cell, ...], ...] = ()
    """The paths that creatures walk to and fro, cell by cell."""
    walks: tuple[Walk, ...] = ()
    """The players' paths in a game; empty for a map that is printed before it."""
    corner_pictures: frozenset[Cell] = frozenset()
    """The cells whose pictures are small, in a corner of the tile, when there are `walks`."""
    full: frozenset[Cell] = frozenset()
    """The cells whose pictures reach close to their borders, except where there are walks."""
    remarks: Mapping[str, str] = field(default_factory=dict)
    """Further words of the legend about kinds of borders and exits, even if the map has none of them."""


Entries = Sequence[tuple[str, str]]
"""Texts with their numbers."""


class Script(NamedTuple):
    """What the game master does and says."""

    prepare: Entries
    aloud: Entries
    turn: Entries
    announcements: Sequence[Sequence[str]]
    """For each announcement its number, its event, its words, and what to do."""
    measured: tuple[str, Entries] = ("", ())
    """A heading and a table below it: the measures of the map and their values. An empty table is not printed."""
    kept: Callable[[float], Iterable[Block]] = lambda _: ()
    """What the game master writes beside the map as it changes, for a width in mm."""


def gm_pages(scene: MapPicture, setup: PageSetup, legend: Legend, script: Script) -> list[PageDraft]:
    """Pages with the map, its legend and what is kept beside it, then the script; room that is left is for notes.

    The measures stand below the map, below what is read aloud, or below the announcements, where there is room.
    """
    wide = setup.body.width
    kept, found = tuple(script.kept(wide)), tuple(_measure_blocks(script, wide))
    tries = (height((*kept, *found)), height(kept)) if kept else (height(found),)
    tried = [(page, wanted) for wanted in tries if (page := _on_a_page(scene, setup, legend, wanted))]
    whole = next((page for page, wanted in tried if page[1].height >= wanted), tried[-1][0] if tried else None)
    pages, left = whole or _parts(scene, setup, legend)
    marks = list[Mark]()
    if kept and height(below := tuple(script.kept(left.width))) <= left.height + 1e-6:
        marks += fill(below, [left])[0]
        kept = ()
    if abs(left.width - wide) < 1 and not kept:
        rest = left.below(_below(marks) - 3) if marks else left
        if found and height(found) <= rest.height + 1e-6:
            marks += fill(found, [rest])[0]
            found = ()
    pages[-1] = _with_more(pages[-1], with_notes(marks, left, setup))
    further = min((_script_pages(setup, script, size, kept, found) for size in _TYPE), key=len)
    return [*pages, *further]


def map_and_notes(scene: MapPicture, setup: PageSetup, legend: Legend) -> list[PageDraft]:
    """Pages with the map and its legend, without a script; the rest is for notes."""
    pages, left = _on_a_page(scene, setup, legend) or _parts(scene, setup, legend)
    return [*pages[:-1], _with_more(pages[-1], with_notes([], left, setup))]


def _with_more(page: PageDraft, marks: Iterable[Mark]) -> PageDraft:
    return page._replace(marks=[*page.marks, *marks])


def board_floors(scene: MapPicture, box: Box, scale: float = 0.0) -> Iterator[Floor]:
    """The map alone, floor by floor, as large as each fits into a box.

    A floor stands in several parts if its tiles would be too small, or are to have a side of `scale` mm.
    """
    grid, rim, room = scene.grid, _rim(scene), box
    parts = plan(grid, grid.columns, grid.rows)
    tile = _BoardParts(*largest(parts), rim).tile(box, scale, _MOST_ALONE)
    if tile < (scale or _SMALLEST_TILE):
        room = box._replace(height=box.height - STRIP)
        parts = divided(grid, rim.inside(room), scale or _LEAST_TILE, OVERLAP)
        boards = _BoardParts(*largest(parts), rim)
        tile = scale or boards.tile(room)
        free = (room.height - boards.size(tile)[1]) / 2
        room = room.below(room.y + free)
    for number, part in enumerate(parts):
        board = _panel(grid, part, rim, room, tile)
        foot = part_foot(box, board, parts, number, scene.words) if room is not box else ()
        yield board, [*_map(scene, board), *foot]


def played_pages(
    scene: MapPicture, track: Track, setup: PageSetup, words: Mapping[str, Any], legend: Legend
) -> list[PageDraft]:
    """Pages of a played game: the map with the players' paths, its legend, and the list of turns."""
    ends = [move.cell for move in track.moves_of(track.left)][-1:]
    sides = [border.side for border in scene.exits if border.cell in ends]  # the side is told where it is the only one
    went = walks(track, scene.grid, sides[0] if len(sides) == 1 else None)
    rulings = setup.words["rulings"]
    walked = replace(scene, walks=went)

    def who(wide: float) -> Iterator[Block]:
        return walkers(track, went, words, rulings, wide)

    def all_of_it(wide: float) -> Iterator[Block]:
        yield from who(wide)
        yield from legend(wide)

    whole = _on_a_page(walked, setup, all_of_it)
    partly = None if whole else _on_a_page(walked, setup, who)
    pages, left = whole or partly or _parts(walked, setup, lambda _: ())
    pages[-1] = _with_more(pages[-1], with_notes([], left, setup))
    later = () if whole else tuple((legend if partly else all_of_it)(third(setup)))
    key, before, body = list[list[Mark]](), tuple[Block, ...](), setup.body
    if later:
        # in three columns: pages of its own if it is long, else a block that the list of turns follows
        high, title = balanced_height(later, body, 3), words["legend"]
        if high is None or high > body.height - 85.0:  # a list below it has 85 mm or more, with its head
            key = list(in_pages((heading(title, third(setup)), *later), body, 3))
        else:
            before = (heading(title, body.width), replace(_in_columns(later, body.width, high, 3), above=3))
    further = [*key, *turn_pages(track, went, words, rulings, setup.body, setup.words["notes"], before)]
    return [*pages, *(PageDraft(setup, marks) for marks in further)]


# --- the map -----------------------------------------------------------------------------------------------------

_NEAR = 1.6
"""The distance of coordinates from the tiles, outside the wall, in mm."""
_SMALLEST_TILE, _LEAST_TILE, _MOST_TILE, _MOST_ALONE = 5.5, 6.5, 36.0, 48.0
_SHRUNK, _SHRUNK_PARTS = 0.65, 0.95
"""The least side of tiles with the legend on their page, as a share of what it could be without; of parts."""
_EASY = 9.0
"""The side of tiles that are easy to read, in mm; no legend makes larger ones smaller than this."""


class _Rim(NamedTuple):
    """The margins for signs and coordinates, in mm."""

    left: float
    right: float
    above: float
    below: float

    def inside(self, box: Box) -> Box:
        left, right, above, below = self
        return Box(box.x + left, box.y + above, box.width - left - right, box.height - above - below)


def _rim(scene: MapPicture) -> _Rim:
    sides = {border.side for border in scene.exits}
    return _Rim(*(BAND + (SIGN if side in sides else _NEAR) for side in "WENS"))


def third(setup: PageSetup) -> float:
    """The width of one of three columns of the legend, in mm."""
    return (setup.body.width - 16) / 3


@dataclass(frozen=True)
class _BoardParts:
    """Parts of a map of the same size that stand together on a page, such as its floors."""

    columns: int
    rows: int
    rim: _Rim
    across: int = 1
    down: int = 1

    @property
    def title(self) -> float:
        """The height above each of them for its name, in mm; 0 for one that stands alone."""
        return FLOOR_NAME if self.across * self.down > 1 else 0.0

    def size(self, tile: float) -> tuple[float, float]:
        """How wide and how high the boards are with tiles of this side, and with all that is around them; in mm."""
        left, right, above, below = self.rim
        wide, high = left + self.columns * tile + right, self.title + above + self.rows * tile + below
        return self.across * wide, self.down * high

    def tile(self, room: Box, scale: float = 0.0, largest: float = _MOST_TILE) -> float:
        """The side of the tiles in a room, in mm: `scale` if it is given, but 0 where they do not fit."""
        wide, high = self.size(0)
        across, down = self.across * self.columns, self.down * self.rows
        most = max(0.0, min((room.width - wide) / across, (room.height - high) / down))
        return min(most, largest) if not scale else scale if scale <= most + 1e-6 else 0.0

    def corners(self, room: Box, tile: float) -> Iterator[tuple[float, float]]:
        """The upper left corner of the tiles of each, from the top of the room, in the middle of its width."""
        wide, high = self.size(tile)
        x, y = room.x + (room.width - wide) / 2 + self.rim.left, room.y + self.title + self.rim.above
        for i in range(self.across * self.down):
            row, column = divmod(i, self.across)
            yield x + column * wide / self.across, y + row * high / self.down


def _on_a_page(
    scene: MapPicture, setup: PageSetup, legend: Legend, wanted: float = 0.0
) -> tuple[list[PageDraft], Box] | None:
    """The whole map on a page with its legend, and the room that is left; None where tiles would be too small.

    Tiles are made a little smaller if that leaves the `wanted` room (mm) below.
    """
    grid, rim, asked = scene.grid, _rim(scene), setup.edition.scale

    def ruled(wide: float) -> Sequence[Block]:
        return (*legend(wide), Block(8, partial(scale, words=scene.words), 5))

    tried = [
        (boards.tile(spread.room, asked), boards, spread)
        for lying in ways_to_lie(setup)
        for spread in spreads(lying, ruled)
        for across, down in dict.fromkeys(((1, grid.floors), (grid.floors, 1)))
        for boards in (_BoardParts(grid.columns, grid.rows, rim, across, down),)
    ]
    if not tried:
        return None
    tile, boards, spread = preferred(tried)
    alone = max(boards.tile(above_foot(lying)) for lying in ways_to_lie(setup))
    # all floors stand on one page only with tiles of 10 mm or more
    least = max(10.0 if grid.floors > 1 else _LEAST_TILE, _SHRUNK * alone, _EASY if alone >= _EASY else 0)
    if tile < (asked or least):
        return None
    if wanted and not asked and not spread.beside and spread.setup == setup:
        smaller = boards.tile(spread.room._replace(height=spread.room.height - wanted - 8))
        tile = smaller if max(least, 0.86 * tile) <= smaller < tile else tile
    marks = list[Mark]()
    for floor, (x, y) in enumerate(boards.corners(spread.room, tile), 1):
        if boards.title:
            name = floor_name(floor, grid.floors, scene.words)
            marks.append(Text(Ink.TEXT, x, y - boards.rim.above - 1.6, LARGE, name, True))
        marks += _map(scene, whole_board(grid, x, y, tile, floor))
    key, body = spread.columns_below(spread.room.y + boards.size(tile)[1]), spread.setup.body
    marks += fill(spread.legend, key)[0]
    top = key[0].bottom + 8
    left = Box(key[0].x, top, key[-1].right - key[0].x, max(0.0, body.bottom - top))
    return [PageDraft(spread.setup, marks)], left


def _panel(grid: Square, part: BoardPart, rim: _Rim, room: Box, tile: float) -> Panel:
    """A part of a board, at the top of a room and in the middle of its width."""
    ((x, y),) = _BoardParts(len(part.columns), len(part.rows), rim).corners(room, tile)
    return Panel(grid, part.columns, part.rows, x, y, tile, part.floor)


def _parts(scene: MapPicture, setup: PageSetup, legend: Legend) -> tuple[list[PageDraft], Box]:
    """The map in parts, each with the legend, or with the legend on its own pages if it makes tiles too small.

    Also the room that is left below the legend on a page of its own.
    """
    grid, rim, asked = scene.grid, _rim(scene), setup.edition.scale
    # the side of the tiles without a legend, the page as it lies, the parts, and the largest of them
    cuts = list[tuple[float, PageSetup, tuple[BoardPart, ...], _BoardParts]]()
    for lying in ways_to_lie(setup):
        room = above_foot(lying, STRIP)
        parts = divided(grid, rim.inside(room), asked or _LEAST_TILE, OVERLAP)
        room, boards = above_foot(lying) if len(parts) == 1 else room, _BoardParts(*largest(parts), rim)
        cuts.append((asked or boards.tile(room), lying, parts, boards))
    fewest = min(len(cut[2]) for cut in cuts)
    alone, lying, parts, boards = preferred([cut for cut in cuts if len(cut[2]) == fewest])
    share = _SHRUNK if len(parts) == grid.floors else _SHRUNK_PARTS
    several = list(spreads(lying, legend, STRIP)) if len(parts) > 1 else []
    tried = [(boards.tile(each.room, asked), each) for each in several]
    tile, spread = preferred(tried) if tried else (0.0, None)
    if spread is None or tile < (asked or max(_LEAST_TILE, share * alone)):
        tile, spread = alone, None
    room, free = spread.room if spread else lying.body, above_foot(lying, STRIP if several else FOOT)
    key = fill(spread.legend, spread.columns_below(room.y + boards.size(tile)[1]))[0] if spread else []
    pages = index_pages(lying, parts)
    for number, part in enumerate(parts):
        board = _panel(grid, part, rim, room, tile)
        foot = part_foot(lying.body, board, parts, number, scene.words)
        marks = [*_map(scene, board), *key]
        pages.append(PageDraft(lying, [*with_notes(marks, free, setup), *foot], is_cut(parts)))
    if spread:
        return pages, setup.body._replace(height=0)
    blocks = tuple(legend(third(setup)))
    if not blocks:
        return pages, setup.body._replace(height=0)
    further = list(in_pages((heading(setup.words["legend"], third(setup)), *blocks), setup.body, 3))
    left = setup.body.below(_below(further[-1]) + 1)
    return [*pages, *(PageDraft(setup, marks) for marks in further)], left


def _map(scene: MapPicture, board: Panel) -> Iterator[Mark]:
    cells = tuple(board.cells())
    for cell in cells:
        yield from scene.ground(cell, board.tile_box(cell))
    yield from grid_lines(board)
    for cells_walked in scene.dotted:
        yield from dotted_path(board, cells_walked)
    if scene.walks:
        yield from _pictures(scene, board, (cell for cell in cells if cell not in scene.corner_pictures))
        yield from trails(board, scene.walks)
        cells = tuple(cell for cell in cells if cell in scene.corner_pictures)
    yield from _pictures(scene, board, cells)
    yield from torn_edges(board)
    yield from border_marks(board, scene.borders, () if scene.walks else scene.full)
    yield from outer_wall(board, scene.exits)
    posted = tuple(signs(board, scene.exits, scene.words["exit"]))
    for sign in posted:
        yield from exit_sign(board, sign)
    yield from coordinates(board, [sign_box(board, sign) for sign in posted], _NEAR)
    if scene.walks:
        busy = [*border_boxes(board, scene.borders)]
        for cell in cells:  # pictures in the corners of tiles, or the letters of one that fills its tile
            box = _corner_of(board.tile_box(cell))
            x, y = box.middle
            busy.append(box if box.width < 0.8 * board.tile else Box(x - 2.7, y - 1.8, 5.4, 3.6))
        yield from milestones(board, scene.walks, busy)


def _pictures(scene: MapPicture, board: Panel, cells: Iterable[Cell]) -> Iterator[Mark]:
    """The pictures in the cells; below players' paths they stand in the corners of their tiles."""
    for cell in cells:
        box = board.tile_box(cell)
        yield from scene.picture(cell, _corner_of(box) if scene.walks and cell in scene.corner_pictures else box)


def _corner_of(box: Box) -> Box:
    """The upper left part of a tile, but no smaller than a legible picture."""
    side = min(box.width, max(0.42 * box.width, 7.0))
    return Box(box.x, box.y, side, side)


# --- the legend --------------------------------------------------------------------------------------------------


class Detail(NamedTuple):
    """The type of the details of an `item`."""

    size: float
    ink: Ink


ASIDE, READ = Detail(SMALL, Ink.QUIET), Detail(BODY, Ink.TEXT)
"""The type of details that are looked up now and then, and of those that the game master reads all the time."""


def item(sample: Sample, name: str, details: Iterable[str], wide: float, how: Detail = ASIDE) -> Block:
    """An entry of a legend: a sample tile, its name in bold, and details below; ` > ` in a detail becomes an arrow.

    A name that does not fit into a line stands in several.
    """
    aside, step = 11.0, 4.3 + 1.3 * (how.size - SMALL)  # the words begin to the right of the sample
    room = wide - aside
    rows = [
        piece  # a chain with arrows is broken before an arrow
        for text in filter(None, details)
        for piece in (arrowed_rows if " > " in text or " <> " in text else wrap)(text, room, how.size)
    ]
    first, size = fit(name, room, BODY, bold=True)
    titles, size = ((name,), size) if first == name else (wrap(name, room, BODY, bold=True), BODY)
    lower = step * (len(titles) - 1)

    def draw(x: float, y: float) -> Iterator[Mark]:
        yield from sample(Box(x, y, 8, 8))
        base = y + (3.2 if rows or lower else 5.3)
        for i, title in enumerate(titles):
            yield Text(Ink.TEXT, x + aside, base + i * step, size, title, True)
        for i, words in enumerate(rows):
            yield from arrowed(x + aside, base + lower + (i + 1) * step, how.size, words, how.ink)

    return Block(max(8.0, 4.6 + lower + step * len(rows)), draw, above=2.4)


def in_tile(draw: Sample) -> Sample:
    return lambda box: (rectangle(Ink.TILE, box), *draw(box))


_MOST_LISTED = 24


def cells_item(sample: Sample, name: str, cells: Collection[Cell], wide: float, instead: str = "") -> Block:
    """An `item` with the number of cells and their names, or other words instead of the names."""
    listed = ", ".join(cells) if len(cells) <= _MOST_LISTED else ""
    return item(sample, f"{name} × {len(cells)}" if len(cells) > 1 else name, [instead or listed], wide)


def border_items(scene: MapPicture, wide: float) -> Iterator[Block]:
    """An `item` for each kind of inner border on the map, and for its exits."""
    here = Counter(map(undirected, scene.borders.values()))
    kinds = ("wall", "solid", "window", "solid window", "door", "door window", "solid door", "solid door window")
    for kind in kinds:  # without the directions of doors
        remark = scene.remarks.get(kind, "")
        if here[kind] or remark:
            name, says = scene.words["borders"][kind]
            yield item(border_sample(kind), f"{name} × {here[kind]}", [", ".join(filter(None, (says, remark)))], wide)
    if scene.exits or "exit" in scene.remarks:
        in_order = sorted(scene.exits, key=lambda border: (natural(border.cell), border.side))
        words = ", ".join(f"{scene.words['sides'][pick.side]} {pick.cell}" for pick in in_order)
        listed = words if len(in_order) <= _MOST_LISTED else ""
        name, says = scene.words["borders"]["exit"]
        yield item(exit_sample, f"{name} × {len(in_order)}", [says, scene.remarks.get("exit", ""), listed], wide)


# --- what the game master says -----------------------------------------------------------------------------------


_TYPE = (BODY, 3.4, SMALL)
"""The sizes of the script's type that are tried, in mm: smaller ones where they save a page."""


def _script_pages(
    setup: PageSetup, script: Script, size: float, kept: Sequence[Block], found: Sequence[Block]
) -> list[PageDraft]:
    """The script, in type of this size, with what had no room below the map.

    What is needed at once, from the steps of a turn on, never stands on two sides of one leaf.
    """
    words, body, wide = setup.words["script"], setup.body, setup.body.width
    before = [heading(words["prepare"], wide)]
    for number, text in script.prepare:
        before += entry(number, text, wide, 14, size=size)
    aloud = [heading(words["aloud"], wide - 8)]
    for number, text in script.aloud:
        more = entry(number, text, wide - 8, 14, size=size + 0.4)
        if height((*aloud, *more)) > 0.9 * body.height:  # a panel goes on no further page, so another one does
            before.append(panel(aloud, wide))
            aloud = []
        aloud += more
    before.append(panel(aloud, wide))
    steps = [block for number, text in script.turn for block in entry(number, text, wide, 14, size=size)]
    turn = [heading(words["turn"], wide, 7), *(replace(step, keep=step is not steps[-1]) for step in steps)]
    turn += [replace(block, above=0.0 if i else 6.0) for i, block in enumerate(kept)]
    table = tuple(_announcements(script, setup, size))
    if len(whole := list(in_pages((*before, *turn, *table, *found), body, 1))) == 1:
        return [PageDraft(setup, with_notes(whole[0], body, setup), front=True)]

    def laid_out(first: Sequence[Block], then: Sequence[Block], behind: bool) -> list[PageDraft]:
        """Two parts, each from the top of a page; the second may stand on the back of the first."""
        opening = list(in_pages(first, body, 1))
        rest = () if found and _fitted_below(opening[-1], found, body) else found
        played = [*in_pages((*then, *rest), body, 1)]
        fronts = [*(not i for i in range(len(opening))), *(bool(i) or not behind for i in range(len(played)))]
        pages = zip((*opening, *played), fronts, strict=True)
        return [PageDraft(setup, with_notes(marks, body, setup), front=front) for marks, front in pages]

    return min(laid_out(before, (*turn, *table), True), laid_out((*before, *turn), table, False), key=len)


def _below(marks: Sequence[Mark]) -> float:
    """The y where notes may begin, below some marks."""
    return max(extent(mark).bottom for mark in marks) + 7


def _fitted_below(marks: list[Mark], blocks: Sequence[Block], box: Box) -> bool:
    """Add blocks to the marks in a box, below them, if there is room; returns whether there was."""
    top = _below(marks) - 3
    fits = top + height(blocks) <= box.bottom
    if fits:
        marks += fill(blocks, [box.below(top)])[0]
    return fits


def _announcements(script: Script, setup: PageSetup, size: float) -> Iterator[Block]:
    words, wide = setup.words["script"], setup.body.width
    title = heading(words["announcements"], wide)
    yield title
    yield replace(paragraph(words["who"], wide, SMALL, ink=Ink.QUIET)[0], height=5.2, keep=True)
    first = max(15.0, *(width(cells[0], SMALL) + 3.5 for cells in script.announcements))
    event, said = (min(most, share * (wide - first)) for most, share in ((40, 0.24), (76, 0.45)))
    last = Column(wide - first - event - said, SMALL)
    table = (Column(first, SMALL, Ink.QUIET), Column(event, size), Column(said, size, bold=True), last)
    small = [mark._replace(size=SMALL, ink=Ink.QUIET, bold=False) for mark in table]
    head = replace(row(("", *words["columns"]), small, Ink.RULE), keep=True)
    yield head
    alone, spare = len(script.announcements) - 3, 2.4 - 2 * (BODY - size)  # at least three on their last page
    for i, cells in enumerate(script.announcements):
        yield replace(
            row(cells, table, spare=spare), again=(title, head), keep=alone <= i < len(script.announcements) - 1
        )


def _measure_blocks(script: Script, wide: float) -> Iterator[Block]:
    """A small table that stays in one piece, in two columns."""
    title, found = script.measured
    if found:
        half = (wide - 8) / 2
        rows = [row(cells, (Column(30, SMALL, Ink.QUIET), Column(half - 30, SMALL))) for cells in found]
        high = balanced_height(rows, Box(0, 0, wide, height(rows)), 2) or height(rows)
        yield one_block([heading(title, wide), _in_columns(rows, wide, high, 2)])


def _in_columns(blocks: Sequence[Block], wide: float, high: float, number: int) -> Block:
    return Block(high, lambda x, y: fill(blocks, columns(Box(x, y, wide, high), number))[0])
