"""The printed sheets: the game master's map, script and tracker, the player's paper, the rule card."""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from typing import Any, NamedTuple

from mapkit import icons, shelf
from mapkit.board import (
    SIGN,
    Board,
    Part,
    coordinates,
    exit_sign,
    grid_lines,
    inner_walls,
    key_plan,
    outer_wall,
    plan,
    sign_box,
    signs,
    spread_over,
    torn_edges,
    wall_boxes,
)
from mapkit.card import Section, rule_card
from mapkit.drawing import (
    BAND,
    BODY,
    LARGE,
    LEADING,
    LEDGER_HEAD,
    SMALL,
    Block,
    Column,
    Running,
    arrow,
    arrowed,
    arrowed_width,
    blank,
    bound,
    boxes,
    columns,
    entry,
    fill,
    heading,
    height,
    ledger,
    ledger_rows,
    level,
    paged,
    panel,
    paragraph,
    row,
    scale,
    squared,
    ticks,
    ticks_width,
)
from mapkit.game import Map, Public
from mapkit.games.treasures.design import LEADS_TO, RULES, SETS, Params
from mapkit.grid import COMPASS, Border, Cell, Direction, column_name, natural
from mapkit.rule import Amount
from mapkit.sheet import (
    Box,
    Circle,
    Ink,
    Mark,
    Paper,
    Path,
    Sheet,
    Step,
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
from mapkit.track import Track
from mapkit.trails import Walk, milestones, trails, turn_pages, walkers, walks

NAME = "Treasures of the Abandoned Labyrinth"


def gm_sheets(map_: Map[Params], paper: Paper) -> tuple[Sheet, ...]:
    """The game master's sheets: the map with its legend, what to say, and a tracker. They are secret."""
    running = Running(paper, "gm", map_.title or NAME, _kind(map_.title, "Game master"), "SECRET")
    drawn = _read(map_)
    legend = (*_legend(drawn, _third(running)), Block(8, scale, 5))
    pages, left = _map_pages(drawn, running, legend)
    pages += _script_pages(map_.params, running, pages[-1], left)
    return bound(running, [*pages, *_tracker_pages(drawn, map_.params.players, running)])


def player_sheets(public: Public, paper: Paper) -> tuple[Sheet, ...]:
    """A player's empty paper, from what is public: the board, a scratch grid, a log of moves."""
    running = Running(paper, "player", public.title or NAME, _kind(public.title, "Player"))
    return bound(running, [*_paper_pages(public.params, running), _log_page(public.params, running)])


def log_sheets(public: Public, paper: Paper) -> tuple[Sheet, ...]:
    """The game master's empty log, to keep the game by hand; from what is public, to be filled with secrets."""
    words = _texts()["log"]
    running = Running(paper, "log", public.title or NAME, _kind(public.title, words["kind"]), words["badge"])
    return bound(running, list(_log_pages(public.params, running)))


def played_sheets(map_: Map[Params], track: Track, paper: Paper) -> tuple[Sheet, ...]:
    """The game as it was played: the map with everybody's way on it, and the list of turns.

    It tells everything; while nobody has left the labyrinth it is marked as secret.
    """
    words, drawn = _texts()["played"], _read(map_)
    badge = "" if track.left else "SECRET"
    running = Running(paper, "played", map_.title or NAME, _kind(map_.title, words["kind"]), badge)
    went = walks(track, map_.params.grid, _way_out(drawn, track))
    who = (*walkers(track, went, words, _third(running)), Block(8, scale, 5))
    pages, _ = _map_pages(replace(drawn, walks=went), running, who)
    legend, before = _map_legend(drawn, running, words["legend"])
    return bound(running, [*pages, *legend, *turn_pages(track, went, words, running.body, before)])


def _way_out(drawn: _Drawn, track: Track) -> Direction | None:
    """The side on which the player who left went out, if there is but one exit where he was last."""
    cells = [step.cell for step in track.steps_of(track.left)]
    sides = [each.side for each in drawn.exits if cells and each.cell == cells[-1]]
    return sides[0] if len(sides) == 1 else None


def card_sheets(public: Public, paper: Paper) -> tuple[Sheet, ...]:
    """The rule card: how to play in brief, and the rules of the map with the numbers of this game."""
    brief = [Section(part["heading"], tuple(map(tuple, part["entries"]))) for part in _texts()["card"]]
    kind = _kind(public.title, "Rule card")
    return rule_card(
        public.title or NAME, public.params, RULES, paper, brief, kind=kind, heading_of_rules="How the map is made"
    )


def _kind(title: str, kind: str) -> str:
    return f"{kind} · {NAME}" if title else kind


@cache
def _texts() -> dict[str, Any]:
    return tomllib.loads(shelf.path("cards", "en", "treasures.toml").read_text(encoding="utf-8"))


# --- reading the map ---------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class _Drawn:
    """A map as it is drawn: the kind of each cell, walls and exits."""

    params: Params
    kinds: dict[Cell, str]
    walls: frozenset[Border]
    exits: frozenset[Border]
    walks: tuple[Walk, ...] = ()
    """Who walked where; then pictures stand small in a corner of their tiles, to leave room for the ways."""

    def cells(self, *marks: str) -> tuple[Cell, ...]:
        """The cells that bear one of the marks, sorted."""
        return tuple(sorted((cell for cell, mark in self.kinds.items() if mark in marks), key=natural))

    def flow(self, cell: Cell | None) -> Direction | None:
        """Where a river tile flows; None for others."""
        mark = self.kinds.get(cell, "") if cell else ""
        return mark.removeprefix("flows ") if mark.startswith("flows ") else None

    def inflows(self, cell: Cell) -> tuple[Direction, ...]:
        """The sides from which other river tiles flow into this one."""
        grid = self.params.grid
        return tuple(side for side in "NESW" if self.flow(grid.step(cell, side)) == grid.back(side))

    def mouth(self, cell: Cell) -> bool:
        """Whether the river leaves the board here."""
        flow = self.flow(cell)
        return flow is not None and self.params.grid.step(cell, flow) is None

    def streams(self, cell: Cell, box: Box) -> tuple[icons.Stream, ...]:
        """The ways of the river through a cell."""
        flow = self.flow(cell)
        if flow is None:
            return ()
        return tuple(icons.Stream(box, side, flow) for side in self.inflows(cell) or (None,))


def _read(map_: Map[Params]) -> _Drawn:
    kinds = {str(place): mark for place, mark in sorted(map_.facts, key=str) if isinstance(place, str)}
    lines = [(place, mark) for place, mark in map_.facts if isinstance(place, Border)]
    walls = frozenset(place for place, mark in lines if mark == "wall")
    return _Drawn(map_.params, kinds, walls, frozenset(place for place, mark in lines if mark == "exit"))


# --- the map -----------------------------------------------------------------------------------------------------

_NEAR = 1.6
"""How far from the tiles coordinates stand, outside the wall, in mm."""
_LEAST_TILE, _MOST_TILE = 6.5, 36.0
_STRIP = 17.5
"""The room for ruler and key plan below a part of a map, in mm."""


class _Rim(NamedTuple):
    """The room for signs and coordinates to the left and right, and above and below the tiles, in mm."""

    beside: float
    above: float


def _rim(drawn: _Drawn) -> _Rim:
    sides = {each.side for each in drawn.exits}
    return _Rim(*(BAND + (SIGN if sides & set(pair) else _NEAR) for pair in ("EW", "NS")))


def _third(running: Running) -> float:
    """The width of one of three columns."""
    return (running.body.width - 16) / 3


def _map_pages(drawn: _Drawn, running: Running, legend: Sequence[Block]) -> tuple[list[list[Mark]], Box]:
    """The map on one page with its legend, or in parts with the legend on pages of its own; and the room left below.

    The last block of the legend is the scale, which the parts of a large map have at their foot.
    """
    body, grid, rim = running.body, drawn.params.grid, _rim(drawn)
    high = level(legend, body, 3)
    if high is not None:
        tile = _tile(grid.columns, grid.rows, body._replace(height=body.height - high - 5), rim)
        alone = _tile(grid.columns, grid.rows, body._replace(height=body.height - _STRIP), rim)
        if tile >= max(_LEAST_TILE, 0.75 * alone):
            board = Board(grid, range(grid.columns), range(grid.rows), *_corner(grid.columns, tile, body, rim), tile)
            below = Box(body.x, board.box.bottom + rim.above + 5, body.width, high)
            left = Box(body.x, below.bottom + 8, body.width, body.bottom - below.bottom - 8)
            return [[*_map(drawn, board), *fill(legend, columns(below, 3))[0]]], left
    return _parts(drawn, running, legend[:-1]), body._replace(height=0)


def _tile(across: int, down: int, room: Box, rim: _Rim) -> float:
    return min((room.width - 2 * rim.beside) / across, (room.height - 2 * rim.above) / down, _MOST_TILE)


def _corner(across: int, tile: float, room: Box, rim: _Rim) -> tuple[float, float]:
    """The upper left corner of a board, in the middle of the room's width."""
    return room.x + (room.width - across * tile) / 2, room.y + rim.above


def _parts(drawn: _Drawn, running: Running, legend: Sequence[Block]) -> list[list[Mark]]:
    """The map in parts, with the legend below each of them, or on pages of its own if it is too long for that."""
    grid, body, rim = drawn.params.grid, running.body, _rim(drawn)
    room = body._replace(height=body.height - _STRIP)
    most_across = int((room.width - 2 * rim.beside) / _LEAST_TILE)
    parts = plan(grid, most_across, int((room.height - 2 * rim.above) / _LEAST_TILE))
    tile = min(_tile(len(part.columns), len(part.rows), room, rim) for part in parts)
    top = max(len(part.rows) for part in parts) * tile + 2 * rim.above + 5
    below = Box(body.x, body.y + top, body.width, room.height - top)
    high = level(legend, below, 3)
    pages: list[list[Mark]] = []
    for number, part in enumerate(parts):
        board = Board(grid, part.columns, part.rows, *_corner(len(part.columns), tile, room, rim), tile)
        key = fill(legend, columns(below._replace(height=high), 3))[0] if high is not None else ()
        pages.append([*_map(drawn, board), *key, *_strip(body, parts, number)])
    titled = (heading("Legend", (body.width - 16) / 3), *legend)
    return pages if high is not None else [*pages, *paged(titled, body, 3)]


def _strip(body: Box, pages: Sequence[Part], number: int) -> Iterator[Mark]:
    """Ruler, name of the part and key plan at the foot of a part of a map."""
    yield from scale(body.x, body.bottom - 7.6)
    if len(pages) > 1:
        yield from key_plan(pages, number, body.right, body.bottom)
        right = body.right - 7.0 * (max(part.across for part in pages) + 1) - 4
        yield Text(Ink.TEXT, right, body.bottom - 5.6, BODY, f"Part {number + 1} of {len(pages)}", True, "end")
        yield Text(Ink.QUIET, right, body.bottom - 1.2, SMALL, spread_over(pages[number]), anchor="end")


def _map(drawn: _Drawn, board: Board) -> Iterator[Mark]:
    cells = tuple(board.cells())
    yield from _grounds(drawn, board, cells)
    yield from grid_lines(board)
    if drawn.walks:
        cells, pictures = _parted(drawn, cells)
        yield from _tiles(drawn, board, cells)
        yield from trails(board, drawn.walks)
        cells = pictures
    yield from _tiles(drawn, board, cells)
    yield from torn_edges(board)
    yield from inner_walls(board, sorted(drawn.walls))
    yield from outer_wall(board, drawn.exits)
    posted = tuple(signs(board, drawn.exits, "EXIT"))
    for sign in posted:
        yield from exit_sign(board, sign, "EXIT")
    yield from coordinates(board, [sign_box(board, sign) for sign in posted], _NEAR)
    if drawn.walks:
        yield from milestones(board, drawn.walks, [*_picture_boxes(board, cells), *wall_boxes(board, drawn.walls)])


def _parted(drawn: _Drawn, cells: Iterable[Cell]) -> tuple[tuple[Cell, ...], tuple[Cell, ...]]:
    """The cells that are walked over, and those with a picture that ways pass below."""
    flat = [cell for cell in cells if drawn.flow(cell) or drawn.kinds.get(cell, "safe") in ("safe", "marsh")]
    return tuple(flat), tuple(cell for cell in cells if cell not in set(flat))


def _corner_of(box: Box) -> Box:
    """The upper left part of a tile, no smaller than a picture can be read in."""
    side = min(box.width, max(0.42 * box.width, 7.0))
    return Box(box.x, box.y, side, side)


def _picture_boxes(board: Board, cells: Iterable[Cell]) -> Iterator[Box]:
    """What no mark may cover: pictures in the corners of tiles; of one that fills its tile, its letters only."""
    for cell in cells:
        box = _corner_of(board.tile_box(cell))
        x, y = box.middle
        yield box if box.width < 0.8 * board.tile else Box(x - 2.7, y - 1.8, 5.4, 3.6)


def _tiles(drawn: _Drawn, board: Board, cells: Iterable[Cell]) -> Iterator[Mark]:
    leads = {} if drawn.walks else _leads(drawn, board.tile)
    for cell in cells:
        yield from _tile_marks(drawn, cell, board.tile_box(cell), leads)


def _grounds(drawn: _Drawn, board: Board, cells: Iterable[Cell]) -> Iterator[Mark]:
    """The tints of marsh and water, below the grid."""
    for cell in cells:
        if drawn.kinds.get(cell) == "marsh":
            yield rectangle(Ink.MARSH, board.tile_box(cell))
        for stream in drawn.streams(cell, board.tile_box(cell)):
            yield from icons.stream_bed(stream)


def _tile_marks(drawn: _Drawn, cell: Cell, box: Box, leads: Mapping[str, str]) -> Iterator[Mark]:
    kind = drawn.kinds.get(cell, "")
    if drawn.walks and not drawn.flow(cell) and kind not in ("safe", "marsh"):
        box = _corner_of(box)
    if drawn.flow(cell):
        for stream in drawn.streams(cell, box):
            yield from icons.stream_lines(stream, drawn.mouth(cell))
    elif kind in LEADS_TO:
        yield from _portal(kind, box, leads.get(kind, ""))
    else:
        yield from _plain(kind, box)


def _plain(kind: str, box: Box) -> Iterator[Mark]:
    """The picture of a tile that is the same wherever it lies."""
    x, y = box.middle
    match kind:
        case "safe":
            yield Circle(Ink.SAFE, x, y, 0.35)
        case "treasure" | "shop" | "hospital":
            picture = {"treasure": icons.TREASURE, "shop": icons.SHOP, "hospital": icons.HOSPITAL}[kind]
            yield from icons.draw(picture, x, y, box.width * 0.36)
        case "marsh":
            yield from icons.marsh(box)
        case "fake":
            yield from icons.portal(x, y, box.width * 0.36, "F", 0)


def _leads(drawn: _Drawn, tile: float) -> dict[str, str]:
    """What stands below the portals: partner and its cell, the cell only, or nothing, as there is room for all."""
    goals = {mark: drawn.cells(LEADS_TO[mark]) for mark in LEADS_TO if drawn.cells(mark)}
    short = {mark: f"> {cells[0] if cells else '?'}" for mark, cells in goals.items()}
    long = {mark: f"> {LEADS_TO[mark]} {short[mark][2:]}" for mark in goals}
    fitting = (all(arrowed_width(SMALL, text) <= tile - 2 for text in texts.values()) for texts in (long, short))
    return next((texts for texts, fits in zip((long, short), fitting, strict=True) if fits and tile >= 12), {})


def _portal(mark: str, box: Box, leads: str) -> Iterator[Mark]:
    """A ring with its name and, where there is room, where it leads."""
    (x, y), tile = box.middle, box.width
    arcs = 2 if mark in _TWO_WAY else 3
    if leads:
        up = min(tile * 0.41, (tile - 5.4) / 2 + 0.4)
        yield from icons.portal(x, box.y + up, min(tile * 0.31, up - 1.2), mark, arcs)
        yield from arrowed(x - arrowed_width(SMALL, leads) / 2, box.bottom - 1.5, SMALL, leads)
    else:
        yield from icons.portal(x, y, tile * 0.4, mark, arcs)


_TWO_WAY = frozenset(mark for marks in SETS for mark in marks if len(marks) == 2)


# --- the legend --------------------------------------------------------------------------------------------------


def _legend(drawn: _Drawn, wide: float) -> Iterator[Block]:
    """A block for each kind that the map has, with the cells that the game master looks for."""
    for kind, name, says in _LEGEND:
        found = drawn.cells(kind)
        if found:
            yield _item(_sample(kind), _times(name, found), [_listed(found, says)], wide)
    yield from _river_items(drawn, wide)
    yield from _portal_items(drawn, wide)
    if drawn.walls:
        yield _item(_wall_sample, f"Inner wall × {len(drawn.walls)}", [], wide)
    if drawn.exits:
        in_order = sorted(drawn.exits, key=lambda each: (natural(each.cell), each.side))
        words = ", ".join(f"{COMPASS[each.side]} of {each.cell}" for each in in_order)
        yield _item(_exit_sample, f"Exit × {len(drawn.exits)}", [words if len(drawn.exits) <= 24 else ""], wide)


_LEGEND = (
    ("treasure", "Treasure", ""),
    ("shop", "Shop", ""),
    ("hospital", "Hospital", ""),
    ("marsh", "Marsh", "loses the next turn"),
    ("safe", "Safe tile", "players start on these"),
    ("fake", "Fake portal", ""),
)


def _times(name: str, found: Sequence[Cell]) -> str:
    return f"{name} × {len(found)}" if len(found) > 1 else name


def _listed(found: Sequence[Cell], instead: str) -> str:
    """The cells, if they are few enough to be looked up."""
    return instead or (", ".join(found) if len(found) <= 24 else "")


def _item(sample: Callable[[Box], Iterable[Mark]], name: str, details: Sequence[str], wide: float) -> Block:
    """A sample tile with its name in bold and details below; ` > ` in a detail is an arrow."""
    rows = [
        piece
        for text in details
        if text
        for piece in ([text] if " > " in text or " <> " in text else wrap(text, wide - 11, SMALL))
    ]
    title = fit(name, wide - 11, BODY, bold=True)[0]

    def draw(x: float, y: float) -> Iterator[Mark]:
        yield from sample(Box(x, y, 8, 8))
        base = y + (3.2 if rows else 5.3)
        yield Text(Ink.TEXT, x + 11, base, BODY, title, True)
        for i, words in enumerate(rows):
            yield from arrowed(x + 11, base + (i + 1) * 4.3, SMALL, words, Ink.QUIET)

    return Block(max(8.0, 4.6 + 4.3 * len(rows)), draw, above=2.4)


def _sample(kind: str) -> Callable[[Box], Iterator[Mark]]:
    def draw(box: Box) -> Iterator[Mark]:
        if kind == "marsh":
            yield rectangle(Ink.MARSH, box)
        yield rectangle(Ink.TILE, box)
        yield from _plain(kind, box)

    return draw


def _river_items(drawn: _Drawn, wide: float) -> Iterator[Block]:
    """Each river with its source, mouth and length."""
    tiles = [cell for cell in drawn.kinds if drawn.flow(cell)]
    for source in sorted((cell for cell in tiles if not drawn.inflows(cell)), key=natural):
        course = _course(drawn, source)
        end = "mouth" if drawn.mouth(course[-1]) else "end"
        details = [f"source {source} > {end} {course[-1]}", "flushes one tile downstream"]
        yield _item(_river_sample, f"River of {len(course)} tiles", details, wide)


def _course(drawn: _Drawn, source: Cell) -> list[Cell]:
    """The river's tiles from its source on."""
    course, here = [source], drawn.params.grid.step(source, drawn.flow(source) or "")
    while here is not None and drawn.flow(here) and here not in course:
        course.append(here)
        here = drawn.params.grid.step(here, drawn.flow(here) or "")
    return course


def _portal_items(drawn: _Drawn, wide: float) -> Iterator[Block]:
    """Each set of portals, with the cell of each and where it leads."""
    for marks in SETS:
        at = {mark: ", ".join(drawn.cells(mark)) or "?" for mark in marks}
        if any(drawn.cells(mark) for mark in marks):
            arrow = "<>" if len(marks) == 2 else ">"
            pairs = [(mark, LEADS_TO[mark]) for mark in (marks[:1] if len(marks) == 2 else marks)]
            details = [f"{one} {at[one]} {arrow} {other} {at[other]}" for one, other in pairs]
            name = f"{'Two' if len(marks) == 2 else 'Three'}-way portals {marks[0][0]}"
            yield _item(_ring_sample(marks), name, details, wide)


def _ring_sample(marks: Sequence[str]) -> Callable[[Box], Iterator[Mark]]:
    def draw(box: Box) -> Iterator[Mark]:
        yield rectangle(Ink.TILE, box)
        yield from icons.portal(*box.middle, 3.1, marks[0][0], len(marks))

    return draw


def _river_sample(box: Box) -> Iterator[Mark]:
    stream = icons.Stream(box, "W", "E")
    yield from icons.stream_bed(stream)
    yield rectangle(Ink.TILE, box)
    yield from icons.stream_lines(stream, False)


def _wall_sample(box: Box) -> Iterator[Mark]:
    yield rectangle(Ink.TILE, box)
    yield line(Ink.WALL, (box.middle[0], box.y), (box.middle[0], box.bottom))


def _exit_sample(box: Box) -> Iterator[Mark]:
    y, x = box.middle[1], box.x + 3
    yield line(Ink.OUTER_WALL, (x, box.y), (x, box.y + 1.6))
    yield line(Ink.OUTER_WALL, (x, box.bottom - 1.6), (x, box.bottom))
    yield rectangle(Ink.SOLID, Box(box.x, y - 0.45, 4.6, 0.9))
    yield polygon(
        Ink.SOLID,
        (box.x + 4.4, y - 2),
        (box.right - 2, y - 2),
        (box.right, y),
        (box.right - 2, y + 2),
        (box.x + 4.4, y + 2),
    )


def _map_legend(drawn: _Drawn, running: Running, title: str) -> tuple[list[list[Mark]], tuple[Block, ...]]:
    """The legend of the map in three columns: as blocks that something may follow, or on pages of its own if long."""
    legend, body = tuple(_legend(drawn, _third(running))), running.body
    high = level(legend, body, 3)
    if high is None or high > body.height / 2:
        return list(paged((heading(title, _third(running)), *legend), body, 3)), ()

    def draw(x: float, y: float) -> Iterable[Mark]:
        return fill(legend, columns(Box(x, y, body.width, high), 3))[0]

    return [], (heading(title, body.width), Block(high, draw, 3))


# --- what the game master says -----------------------------------------------------------------------------------


def _script_pages(p: Params, running: Running, last: list[Mark], left: Box) -> list[list[Mark]]:
    """What to do and say, on further pages; the beginning is added to the last page where there is room left on it."""
    body = running.body
    start, table = tuple(_start(p, body.width)), tuple(_announcements(body.width))
    if left.height > 70:
        marks, done = fill(start, [left])
        last += marks
        start = start[done:]
    if height((*start, *table)) <= body.height:
        start, table = (), (*start, *table)
    *full, end = paged(table, body, 1)
    top = max(extent(mark).bottom for mark in end) + 7
    if body.bottom - top > 30:
        end += _notes(Box(body.x, top, body.width, body.bottom - top))
    return [*paged(start, body, 1), *full, end]


def _start(p: Params, wide: float) -> Iterator[Block]:
    texts, words = _texts()["start"], _public_words(p)
    yield heading("Before you begin", wide)
    for number, text in texts["prepare"]:
        yield from entry(number, text.format(**words), wide, 14)
    inner = wide - 8
    aloud = [heading("Read aloud", inner)]
    for number, text in texts["aloud"]:
        aloud += entry(number, text.format(**words), inner, 14, size=4.0)
    yield panel(aloud, wide)
    yield heading("Every turn", wide, 7)
    for number, text in texts["turn"]:
        yield from entry(number, text, wide, 14)


def _public_words(p: Params) -> dict[str, str]:
    size = f"{p.grid.columns} tiles from west to east and {p.grid.rows} from south to north"
    last = column_name(p.grid.columns - 1)
    return {"board": size, "last_column": last, "last_row": str(p.grid.rows), "counts": _counts(p)}


def _counts(p: Params) -> str:
    """Everything that the map holds, in words: `2 treasures, 6 to 10 marsh tiles and no shop`."""
    counted = []
    for name, (one, many) in _texts()["nouns"].items():
        value = getattr(p, name)
        amount = value if isinstance(value, Amount) else Amount(value, value)
        if name == "rivers" and (p.river.high == 0 or amount == Amount(1, 1)):
            continue  # how many tiles they have says enough
        if amount.high == 0:
            counted.append(f"no {one if name in ('shop', 'hospital') else many}")
        else:
            counted.append(f"{amount} {one if amount.low == amount.high == 1 else many}")
    return ", ".join(counted[:-1]) + " and " + counted[-1]


def _announcements(wide: float) -> Iterator[Block]:
    yield heading("Announcements", wide)
    text = "A is the player whose turn it is, B another one. Everybody hears these words, and no more."
    yield replace(paragraph(text, wide, SMALL, ink=Ink.QUIET)[0], height=5.2, keep=True)
    table = (Column(15, SMALL, Ink.QUIET), Column(40), Column(76, BODY, bold=True), Column(wide - 131, SMALL))
    for cells in _texts()["announcements"]["rows"]:
        yield row(cells, table)


def _notes(box: Box) -> Iterator[Mark]:
    yield from heading("Notes", box.width).draw(box.x, box.y)
    number = int((box.height - 8) / 8)
    yield lines(Ink.HAIRLINE, [((box.x, box.y + 14 + i * 8), (box.right, box.y + 14 + i * 8)) for i in range(number)])


# --- the tracker -------------------------------------------------------------------------------------------------


def _tracker_pages(drawn: _Drawn, players: int, running: Running) -> Iterator[list[Mark]]:
    """Boxes for everything that the game master must remember of each player, and of the treasures."""
    body = running.body
    treasures = _treasure_tracker(drawn, body.width)
    room = body.height - _TITLE - treasures.height - 6
    pages = -(-players // max(1, int(room / 36)))
    most = -(-players // pages)
    high = min(62.0, room / most - 4)
    for i in range(pages):
        numbers = range(i * most + 1, min((i + 1) * most, players) + 1)
        blocks = [heading("Tracker", body.width), *(_player_tracker(n, body.width, high) for n in numbers)]
        yield fill([*blocks, treasures] if i == pages - 1 else blocks, [body])[0]


def _player_tracker(number: int, wide: float, high: float) -> Block:
    state = ("injured", "bullet", "kit", "junk", "treasure", "loses a turn")

    def draw(x: float, y: float) -> Iterator[Mark]:
        left = x + wide - ticks_width(state)
        yield Text(Ink.TEXT, x, y + 5, 4.4, str(number), True)
        yield from blank(x + 6, y + 5, left - 6, "Name")
        yield from ticks(left, y + 5, state)
        yield from _moves(Box(x, y + 9, wide, high - 11))

    return Block(high, draw, 4)


def _moves(box: Box) -> Iterator[Mark]:
    """Boxes for the start and every place after it, every fifth of them numbered."""
    rows, across = max(1, int(box.height / 9.5)), 17
    wide, high = box.width / across, box.height / rows
    for i in range(rows):
        y = box.y + i * high
        yield from boxes(box.x, y, across, wide, high - 1.2)
        for j in range(across):
            move = i * across + j
            if move % 5 == 0:
                label = str(move) if move else "start"
                yield Text(Ink.QUIET, box.x + j * wide + 0.8, y + 3.1, SMALL, label)


def _treasure_tracker(drawn: _Drawn, wide: float) -> Block:
    found = drawn.cells("treasure")[:12]

    def draw(x: float, y: float) -> Iterator[Mark]:
        yield Text(Ink.TEXT, x, y + 5, BODY, "Treasures", True)
        for i, cell in enumerate(found):
            at = x + 24 + (i % 3) * (wide - 24) / 3
            yield from blank(at, y + 5 + i // 3 * 8, at + (wide - 24) / 3 - 5, f"{cell}, then")

    return Block(8.0 * max(1, -(-len(found) // 3)), draw, 6)


# --- a player's paper --------------------------------------------------------------------------------------------


_NAME_ROW = 11.0
"""The room for the player's name at the top of a page, in mm."""
_FRAME = BAND + 1.4
"""The room for coordinates on each side of the player's board, in mm."""
_TITLE = 8.5
"""The room for a heading, in mm."""


def _paper_pages(p: Params, running: Running) -> Iterator[list[Mark]]:
    """The board in squares of graph paper and a scratch grid: on one page if there is room, else apart."""
    body, square = _below_name(running), running.paper.square
    wide, high = (side * square + 2 * _FRAME for side in (p.grid.columns, p.grid.rows))
    if wide <= body.width - 92 and high + _TITLE <= body.height / 2:
        yield [*_name_row(running), *_board_beside_key(p, body, Box(body.x, body.y, max(wide, 44), high), running)]
    else:
        yield from _board_pages(p, running)
        marks, below = _key_above(body, 4)
        yield [*_name_row(running), *marks, *_scratch(below, running)]


def _board_beside_key(p: Params, body: Box, place: Box, running: Running) -> Iterator[Mark]:
    words, square = _texts()["player"], running.paper.square
    board = Board(p.grid, range(p.grid.columns), range(p.grid.rows), body.x + _FRAME, body.y + _TITLE + _FRAME, square)
    yield from heading(words["board"], place.width).draw(body.x, body.y)
    yield from _empty_board(board)
    marks, below = _key_above(Box(place.right + 8, body.y, body.right - place.right - 8, body.height), 2)
    yield from marks
    top = max(below.y, body.y + _TITLE + place.height + 3)
    yield from _scratch(Box(body.x, top, body.width, body.bottom - top), running)


def _key_above(box: Box, number: int) -> tuple[list[Mark], Box]:
    """The key of pencil marks at the top of the box, in so many columns; and what of the box is left."""
    wide = columns(box, number, 4)[0].width
    key = tuple(_key_item(draw, words, wide) for draw, words in _KEY)
    top = box.y + _TITLE
    high = level(key, Box(box.x, top, box.width, box.height), number, 4) or 0
    marks = [*heading(_texts()["player"]["key"], box.width).draw(box.x, box.y)]
    marks += fill(key, columns(Box(box.x, top, box.width, high), number, 4))[0]
    return marks, Box(box.x, top + high + 4, box.width, box.bottom - top - high - 4)


def _below_name(running: Running) -> Box:
    body = running.body
    return Box(body.x, body.y + _NAME_ROW, body.width, body.height - _NAME_ROW)


def _name_row(running: Running) -> Iterator[Mark]:
    body = running.body
    yield from blank(body.x, body.y + 4.5, body.x + body.width * 0.6, "Name")
    yield from blank(body.x + body.width * 0.6 + 6, body.y + 4.5, body.right, "Date")


def _empty_board(board: Board) -> Iterator[Mark]:
    yield from squared(board.x, board.y, len(board.columns), len(board.rows), board.tile)
    yield from torn_edges(board)
    yield from outer_wall(board, ink=Ink.WALL)
    yield from coordinates(board)


def _board_pages(p: Params, running: Running) -> Iterator[list[Mark]]:
    """The board in squares of the paper's true size, on as many pages as it takes."""
    body, square = _below_name(running), running.paper.square
    room = body._replace(height=body.height - _STRIP - _TITLE)
    most = [int((side - 2 * _FRAME) / square) for side in (room.width, room.height)]
    pages = plan(p.grid, most[0], most[1])
    for number, part in enumerate(pages):
        x = body.x + (body.width - len(part.columns) * square) / 2
        board = Board(p.grid, part.columns, part.rows, x, body.y + _TITLE + _FRAME, square)
        title = heading(_texts()["player"]["board"], body.width).draw(body.x, body.y)
        yield [*_name_row(running), *title, *_empty_board(board), *_strip(body, pages, number)]


def _scratch(box: Box, running: Running) -> Iterator[Mark]:
    """As much graph paper as the box takes, with a line of advice above and the ruler below it."""
    words, square = _texts()["player"], running.paper.square
    yield from heading(words["fragments"], box.width).draw(box.x, box.y)
    advice = paragraph(words["fragments_say"], box.width - 64, SMALL, ink=Ink.QUIET)[0]
    top = box.y + _TITLE
    across, down = int(box.width / square), int((box.bottom - 10 - top) / square)
    yield from squared(box.x + (box.width - across * square) / 2, top, across, down, square)
    yield from advice.draw(box.x, box.bottom - 8.2)
    yield from scale(box.right - 56, box.bottom - 7)


def _key_item(draw: Callable[[Box], Iterable[Mark]], words: str, wide: float) -> Block:
    said = fit(words, wide - 9.5, SMALL)[0]

    def drawn(x: float, y: float) -> Iterator[Mark]:
        yield rectangle(Ink.TILE, Box(x, y, 6, 6))
        yield from draw(Box(x, y, 6, 6))
        yield Text(Ink.TEXT, x + 9, y + 3 + cap_height(SMALL) / 2, SMALL, said)

    return Block(6.0, drawn, above=1.6)


def _letter(letter: str) -> Callable[[Box], Iterator[Mark]]:
    def draw(box: Box) -> Iterator[Mark]:
        x, y = box.middle
        yield Text(Ink.TEXT, x, y + cap_height(SMALL) / 2, SMALL, letter, True, "middle")

    return draw


def _key_wall(box: Box) -> Iterator[Mark]:
    yield line(Ink.WALL, (box.right, box.y), (box.right, box.bottom))


def _key_open(box: Box) -> Iterator[Mark]:
    yield line(Ink.RULE, (box.right - 1.6, box.middle[1]), (box.right + 1.6, box.middle[1]))


def _key_exit(box: Box) -> Iterator[Mark]:
    yield from arrow((box.x + 1.5, box.middle[1]), (box.right + 1.6, box.middle[1]))


def _key_river(box: Box) -> Iterator[Mark]:
    x, y = box.x + 1, box.middle[1]
    yield Path(Ink.RULE, (Step("M", (x, y)), Step("C", (x + 1.4, y - 2.4, x + 2.6, y + 2.4, x + 4, y))))


def _key_safe(box: Box) -> Iterator[Mark]:
    yield Circle(Ink.SOLID, *box.middle, 0.5)


_KEY: tuple[tuple[Callable[[Box], Iterator[Mark]], str], ...] = (
    (_key_wall, "wall"),
    (_key_open, "no wall"),
    (_key_exit, "exit"),
    (_key_safe, "safe"),
    (_letter("T"), "treasure"),
    (_letter("S"), "shop"),
    (_letter("H"), "hospital"),
    (_letter("M"), "marsh"),
    (_key_river, "river"),
    (_letter("P1"), "portal, numbered"),
    (_letter("?"), "not sure"),
    (_letter("A"), "Ann was here"),
)


def _log_page(p: Params, running: Running) -> list[Mark]:
    """Numbered lines for moves and answers, and a table for the other players."""
    body, words = running.body, _texts()["player"]
    others = min(max(p.players - 1, 1), 7)
    foot = _TITLE + 5.5 + others * 8.5
    log = Box(body.x, body.y + _TITLE, body.width, body.height - _TITLE - foot - 5)
    marks = [*heading(words["moves"], body.width).draw(body.x, body.y)]
    rows = int((log.height - 5.5) / 7)
    for i, each in enumerate(columns(log, 2, 6)):
        wide = (8.0, 17.0, 17.0, each.width - 42.0)
        marks += ledger(each, tuple(zip(("", "Who", "Move", "Answer"), wide, strict=True)), 7, 1 + i * rows)
    top = body.bottom - foot
    marks += heading(words["others"], body.width).draw(body.x, top)
    rest = body.width - 40 - 24 - 30 - 22
    table = (
        ("Name", 40.0),
        ("Healthy?", 24.0),
        ("Item", 30.0),
        ("Treasure?", 22.0),
        ("Seen where, when; what to believe", rest),
    )
    return [*marks, *ledger(Box(body.x, top + _TITLE, body.width, foot - _TITLE), table, 8.5)]


# --- the game master's log ---------------------------------------------------------------------------------------

_LOG_ROW = 8.0
"""The least height of a row to write in, in mm."""
_LOG_PAGES = 2


def _log_pages(p: Params, running: Running) -> Iterator[list[Mark]]:
    """Front and back of a leaf: numbered rows, on the front below the players, on both above the abbreviations."""
    body, words = running.body, _texts()["log"]
    foot = tuple(_abbreviations(body.width))
    bottom, first = body.bottom - height(foot), 1
    for page in range(_LOG_PAGES):
        marks, top = _log_head(p, running) if page == 0 else ([], body.y)
        table = Box(body.x, top, body.width, bottom - 4 - top)
        headings = _log_columns(body.width)
        marks += ledger(table, tuple((words["columns"][name], wide) for name, wide in headings), _LOG_ROW, first)
        marks += _log_circles(table, headings)
        marks += fill(foot, [Box(body.x, bottom, body.width, body.bottom - bottom)])[0]
        first += ledger_rows(table, _LOG_ROW)
        yield marks


def _log_columns(wide: float) -> tuple[tuple[str, float], ...]:
    """The columns of the log and their widths; the answer and the notes share what is left."""
    fixed = {"number": 9.0, "player": 19.0, "says": 27.0, "place": 15.0, "marks": 35.0}
    rest = wide - sum(fixed.values())
    share = {"answer": rest * 0.55, "notes": rest * 0.45}
    return tuple((name, fixed.get(name) or share[name]) for name in _texts()["log"]["columns"])


def _log_circles(table: Box, headings: Sequence[tuple[str, float]]) -> Iterator[Mark]:
    """Pale letters in every row, to circle what holds of the player after his turn."""
    left = table.x + sum(wide for _, wide in headings[: [name for name, _ in headings].index("marks")])
    stamps = _texts()["log"]["circle"]
    number = ledger_rows(table, _LOG_ROW)
    high = (table.height - LEDGER_HEAD) / number
    step = dict(headings)["marks"] / len(stamps)
    for i in range(number):
        base = table.y + LEDGER_HEAD + (i + 0.5) * high + cap_height(SMALL) / 2
        for j, stamp in enumerate(stamps):
            yield Text(Ink.QUIET, left + (j + 0.5) * step, base, SMALL, stamp, anchor="middle")


def _log_head(p: Params, running: Running) -> tuple[list[Mark], float]:
    """Lines for date and game master, then a box for each player in the order of turns; and where it ends."""
    body, words = running.body, _texts()["log"]
    marks: list[Mark] = []
    edges = [body.x + body.width * share for share in (0, 0.28, 0.68, 1)]
    for label, left, right in zip(words["head"], edges, edges[1:], strict=False):
        marks += blank(left, body.y + 4.5, right - (0 if right == edges[-1] else 5), label)
    top = body.y + 9
    marks += heading(words["order"], body.width).draw(body.x, top)
    number = min(max(p.players, 2), 8)
    across = number if number <= 5 else -(-number // 2)
    wide, high = (body.width + 1.5) / across, 13.0
    for i in range(number):
        box = Box(body.x + i % across * wide, top + 10 + i // across * (high + 1.5), wide - 1.5, high)
        marks += _seat(box, i + 1, words)
    return marks, top + 10 + -(-number // across) * (high + 1.5) + 2.5


def _seat(box: Box, number: int, words: Mapping[str, str]) -> Iterator[Mark]:
    """A box for a player's name, with his number, and his start below."""
    yield rectangle(Ink.BOX, box, 1.0)
    yield Text(Ink.TEXT, box.x + 1.8, box.y + 5.0, LARGE, str(number), True)
    yield line(Ink.HAIRLINE, (box.x + 6.5, box.y + 6.2), (box.right - 1.8, box.y + 6.2))
    yield Text(Ink.QUIET, box.x + 1.8, box.y + 11.2, SMALL, words["start"])
    after = box.x + 3.4 + width(words["start"], SMALL)
    yield line(Ink.HAIRLINE, (after, box.y + 11.8), (box.right - 1.8, box.y + 11.8))


def _abbreviations(wide: float) -> Iterator[Block]:
    """What the letters of the log mean, in lines of small print."""
    for title, pairs in _texts()["log"]["abbreviations"]:
        yield _glossary(title, [tuple(pair.split(" ", 1)) for pair in pairs], wide)


def _glossary(title: str, pairs: Sequence[tuple[str, ...]], wide: float) -> Block:
    """Letters in bold with their meanings, side by side on a line below which the next begins."""
    placed: list[tuple[float, int, str, str]] = []
    at, down = 18.0, 0
    for letter, meaning in pairs:
        long = width(letter, SMALL, bold=True) + 1.2 + width(meaning, SMALL)
        if at + long > wide:
            at, down = 18.0, down + 1
        placed.append((at, down, letter, meaning))
        at += long + 3.2

    def draw(x: float, y: float) -> Iterator[Mark]:
        yield Text(Ink.QUIET, x, y + 3.6, SMALL, title)
        for right, row_, letter, meaning in placed:
            base = y + 3.6 + row_ * SMALL * LEADING
            yield Text(Ink.TEXT, x + right, base, SMALL, letter, True)
            yield Text(Ink.TEXT, x + right + width(letter, SMALL, bold=True) + 1.2, base, SMALL, meaning)

    return Block((down + 1) * SMALL * LEADING + 0.6, draw)
