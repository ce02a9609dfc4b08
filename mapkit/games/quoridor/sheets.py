"""The printed sheets: boards, walls and pawns to cut out, score sheet, positions, puzzles and solutions, rule card."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

from mapkit.game import Map, NoSheet, Public
from mapkit.games.quoridor.design import Params, position_of, recorded, standing_walls, stock
from mapkit.games.quoridor.figures import (
    RIM,
    SEAT_ROW,
    folded,
    pawn,
    seat_row,
    squares,
    starts,
    strip,
    strip_size,
    wall_box,
    whole,
)
from mapkit.games.quoridor.position import Move, Position, count, distance, winner
from mapkit.games.quoridor.puzzle import solution, unsolvable
from mapkit.games.quoridor.rules import PUZZLE, RULES
from mapkit.games.quoridor.search import TooLong
from mapkit.grid import Cell, Direction, column_name, natural
from mapkit.printing.board import Board, Part, key_plan, plan, spot, spread_over
from mapkit.printing.card import in_brief, rule_card, stated
from mapkit.printing.drawing import (
    BODY,
    LEADING,
    SMALL,
    Block,
    Point,
    Running,
    arrow,
    blank,
    bound,
    columns,
    fill,
    headed,
    heading,
    height,
    ledger,
    ledger_rows,
    level,
    paged,
    paragraph,
    scale,
)
from mapkit.printing.edition import Edition, form, texts
from mapkit.printing.sheet import Box, Circle, Ink, Mark, Sheet, Text, lines, rectangle

LARGE_SQUARE = 20.0
"""The side of a square of the large board, in mm."""
LEAST_LARGE = 9
"""The smallest size of which there is a large board; smaller ones have larger squares on one page."""
_LARGE_RIM, _TURN_RIM = 7.0, 8.6
"""The room beside the large board with its larger names, and beside one where a bar tells whose turn it is, in mm."""
_FLAP = 8.0
"""How wide a flap to glue on is, in mm."""
_FOOT, _PLAN = 11.0, 21.0
"""The room at the foot of a page, and of one with a plan of all pages, in mm."""


# --- what a sheet is called and says -----------------------------------------------------------------------------


def _words(edition: Edition) -> dict[str, Any]:
    return {**texts("quoridor", edition.language), "language": edition.language}


def _running(edition: Edition, name: str, title: str) -> Running:
    words = _words(edition)
    return headed(edition, name, words["name"], title, words["kinds"][name])


def _seat_words(p: Params, words: Mapping[str, Any], seat: str) -> dict[str, str]:
    """What the texts may name of a seat."""
    last = {"last": str(p.grid.rows), "last_column": column_name(p.grid.columns - 1)}
    return {
        "seat": words["seats"][seat],
        "pattern": words["patterns"][seat],
        "goal": words["goals"][seat].format(**last),
        "start": p.board.names[p.board.start(seat)],
        "walls": _walls(p.supply, words),
    }


def _walls(number: int, words: Mapping[str, Any]) -> str:
    return f"{number} {form(words['walls']['forms'], number, words['language'])}"


def _mm(value: float) -> str:
    return f"{value:.1f}".removesuffix(".0")


def _foot(running: Running, above: str = "") -> Iterator[Mark]:
    """The ruler, and how the board lies, at the foot of a page; above the latter what else is to be said."""
    body, words = running.body, _words(running.edition)
    yield from scale(body.x, body.bottom - 7.6, running.words)
    if above:
        yield Text(Ink.TEXT, body.right, body.bottom - 6.2, BODY, above, True, "end")
    yield Text(Ink.QUIET, body.right, body.bottom - 1.0, SMALL, words["orientation"], anchor="end")


def _upper(running: Running, foot: float = _FOOT) -> Box:
    """The room above the foot of a page."""
    body = running.body
    return body._replace(height=body.height - foot)


# --- boards ------------------------------------------------------------------------------------------------------


def page_square(p: Params, edition: Edition) -> float:
    """The side of a square of the board that fills a page, in mm: as large as the paper allows."""
    box = _upper(_running(edition, "board", ""), _FOOT + SEAT_ROW * p.players + 1)
    room = min(box.width, box.height) - 2 * RIM
    return int(room / p.grid.columns * 10) / 10


def board_sheets(public: Public, edition: Edition) -> tuple[Sheet, ...]:
    """The board on one page, as large as the paper allows."""
    p, running, words = public.params, _running(edition, "board", public.title), _words(edition)
    square, box = page_square(p, edition), running.body
    board = whole(p.grid, box.x + (box.width - p.grid.columns * square) / 2, box.y + RIM, square)
    marks = [*squares(board, p.seats), *starts(board, p.seats)]
    y = board.box.bottom + RIM + 1
    for seat in p.seats:
        said = words["board"]["seat"].format(**_seat_words(p, words, seat))
        marks += seat_row(box._replace(y=y, height=SEAT_ROW), seat, said, p.supply)
        y += SEAT_ROW
    return bound(running, [[*marks, *_foot(running, words["board"]["square"].format(square=_mm(square)))]])


def large_sheets(public: Public, edition: Edition) -> tuple[Sheet, ...]:
    """The board with squares of `LARGE_SQUARE`, on as many pages as it takes, with flaps to glue them together."""
    p, running, words = public.params, _running(edition, "large", public.title), _words(edition)
    if p.grid.columns < LEAST_LARGE:
        raise NoSheet(words["large"]["small"].format(size=p.grid.columns))
    room = _upper(running, _PLAN)
    across, down = (_most(p.grid.columns, each) for each in (room.width, room.height))
    pages = plan(p.grid, across, down)
    return bound(running, [[*_large_page(p, running, pages, number)] for number in range(len(pages))])


def _most(size: int, room: float) -> int:
    """How many squares of a large board have room on a page, side by side."""
    in_one = size * LARGE_SQUARE + 2 * _LARGE_RIM <= room
    return size if in_one else int((room - _LARGE_RIM - _FLAP) / LARGE_SQUARE)


def _large_page(p: Params, running: Running, pages: Sequence[Part], number: int) -> Iterator[Mark]:
    words, body, part = _words(running.edition), running.body, pages[number]
    board = Board(p.grid, part.columns, part.rows, body.x + _LARGE_RIM, body.y + _LARGE_RIM, LARGE_SQUARE)
    letters = [column_name(i).upper() for i in range(len(pages))]
    yield from _flaps(board, dict(_beside(pages, number, letters)), words["large"]["glue"])
    yield from squares(board, p.seats)
    yield from starts(board, p.seats)
    cuts = [*_cuts(board)]
    if cuts:
        yield lines(Ink.CUT, cuts)
    square = words["board"]["square"].format(square=_mm(LARGE_SQUARE))
    if len(pages) == 1:
        yield from _foot(running, square)
    else:
        yield from _foot(running)
        yield from _page_plan(running, pages, number, letters)
        yield Text(Ink.TEXT, body.x + 72, body.bottom - _PLAN + 4.5, BODY, square, True)


def _page_plan(running: Running, pages: Sequence[Part], number: int, letters: Sequence[str]) -> Iterator[Mark]:
    """The letter of a page, what to do with it, and the plan of all pages."""
    words, body = _words(running.edition)["large"], running.body
    top, right = body.bottom - _PLAN + 4.5, body.right
    yield Text(Ink.TEXT, body.x, top, 4.4, words["page"].format(page=letters[number]), True)
    yield Text(Ink.QUIET, body.x + 20, top, SMALL, spread_over(pages[number], running.words))
    yield Text(Ink.QUIET, body.x, top + 5, SMALL, words["how"])
    down = max(part.down for part in pages) + 1
    yield from key_plan(pages, number, right, body.bottom - _PLAN + 1 + 5.4 * down, letters)


def _beside(pages: Sequence[Part], number: int, letters: Sequence[str]) -> Iterator[tuple[Direction, str]]:
    """The letters of the pages to the east and to the south of a page."""
    here = pages[number]
    for side, step in (("E", (1, 0)), ("S", (0, 1))):
        for part, letter in zip(pages, letters, strict=True):
            if (part.across - here.across, part.down - here.down) == step:
                yield side, letter


def _flaps(board: Board, beside: Mapping[Direction, str], says: str) -> Iterator[Mark]:
    """The flaps at the east and south sides on which the next pages are glued, with the lines of the board going on."""
    box, square = board.box, board.tile
    if "E" in beside:
        yield rectangle(Ink.PANEL, Box(box.right, box.y, _FLAP, box.height))
        ends = [box.y + i * square for i in range(len(board.rows) + 1)]
        yield lines(Ink.TILE, [((box.right, y), (box.right + _TICK, y)) for y in ends])
        x = box.right + (_FLAP + _TICK) / 2 - 1.2
        yield Text(Ink.QUIET, x, box.middle[1], SMALL, says.format(page=beside["E"]), anchor="middle", turn=90)
    if "S" in beside:
        yield rectangle(Ink.PANEL, Box(box.x, box.bottom, box.width, _FLAP))
        ends = [box.x + i * square for i in range(len(board.columns) + 1)]
        yield lines(Ink.TILE, [((x, box.bottom), (x, box.bottom + _TICK)) for x in ends])
        y = box.bottom + (_FLAP + _TICK) / 2 + 1.2
        yield Text(Ink.QUIET, box.middle[0], y, SMALL, says.format(page=beside["S"]), anchor="middle")


_TICK = 2.5
"""How far the lines of a board go on over a flap, in mm."""


def _cuts(board: Board) -> Iterator[tuple[Point, Point]]:
    """Where a page is cut so that it can be glued onto its neighbours to the north and west."""
    box, more = board.box, RIM - 1.4
    if not board.ends("W"):
        yield (box.x, box.y - more), (box.x, box.bottom + more)
    if not board.ends("N"):
        yield (box.x - more, box.y), (box.right + more, box.y)


# --- walls and pawns to cut out ----------------------------------------------------------------------------------


def pieces_sheets(public: Public, edition: Edition) -> tuple[Sheet, ...]:
    """Walls and pawns to cut out, for the board on one page and for the large one."""
    p, running = public.params, _running(edition, "pieces", public.title)
    pages = [*_piece_pages(p, running, "board", page_square(p, edition))]
    if p.grid.columns >= LEAST_LARGE:
        pages += _piece_pages(p, running, "large", LARGE_SQUARE)
    return bound(running, pages)


def _piece_pages(p: Params, running: Running, kind: str, square: float) -> Iterator[list[Mark]]:
    words = _words(running.edition)
    said, wide = words["pieces"], running.body.width
    blocks = [
        heading(said[kind].format(square=_mm(square)), wide),
        *paragraph(said["how"], wide, SMALL),
        *(paragraph(said["thin"], wide, SMALL, bold=True, above=1) if square < _HANDY else ()),
        _pawns_block(p, words, square, wide),
    ]
    for seat in p.seats:
        blocks += _strip_blocks(p, words, seat, square, wide)
    for marks in paged(blocks, _upper(running), 1):
        yield [*marks, *_foot(running)]


_HANDY = 15.0
"""Squares smaller than this, in mm, have walls too thin to handle."""


def _pawns_block(p: Params, words: Mapping[str, Any], square: float, wide: float) -> Block:
    """A pawn for each seat: two triangles with one base, to be folded along it."""
    tall = square * 0.6

    def draw(x: float, y: float) -> Iterator[Mark]:
        for i, seat in enumerate(p.seats):
            mx = x + (i + 0.5) * wide / p.players
            yield from folded(seat, mx, y + tall, tall)
            label = words["pieces"]["pawn"].format(**_seat_words(p, words, seat))
            yield Text(Ink.TEXT, mx, y + 2 * tall + 5, SMALL, label, anchor="middle")

    return Block(2 * tall + 6, draw, 4)


def _strip_blocks(p: Params, words: Mapping[str, Any], seat: str, square: float, wide: float) -> Iterator[Block]:
    """The walls of a seat edge to edge, in pieces of a few rows."""
    long, thin = strip_size(square)
    across = int((wide - 2 * _CROP) / long)
    said = words["pieces"]["walls"].format(**_seat_words(p, words, seat), long=_mm(long), wide=_mm(thin))
    for first in range(0, p.supply, across * _ROWS):
        number = min(across * _ROWS, p.supply - first)
        yield _strips(seat, number, across, (long, thin), "" if first else said)


_CROP, _ROWS = 3.0, 10
"""How far cutting lines go beyond the pieces, in mm, and how many rows of walls stay together."""


def _strips(seat: str, number: int, across: int, size: tuple[float, float], said: str) -> Block:
    long, thin = size
    rows = [min(across, number - i) for i in range(0, number, across)]
    above = 6.0 if said else 0.0

    def draw(x: float, y: float) -> Iterator[Mark]:
        if said:
            yield Text(Ink.TEXT, x, y + 3.6, BODY, said, True)
        left, top = x + _CROP, y + above + _CROP
        cuts = []
        for row in range(len(rows) + 1):
            end = left + max(rows[max(0, row - 1) : row + 1]) * long + _CROP
            cuts.append(((x, top + row * thin), (end, top + row * thin)))
        for column in range(rows[0] + 1):
            high = sum(each >= column for each in rows) * thin
            cuts.append(((left + column * long, top - _CROP), (left + column * long, top + high + _CROP)))
        for row, each in enumerate(rows):
            for column in range(each):
                box = Box(left + column * long, top + row * thin, long, thin)
                yield from strip(seat, box.inset(_INSET))
        yield lines(Ink.CUT, cuts)

    return Block(above + 2 * _CROP + len(rows) * thin, draw, 2.0 if said else 0.0)


_INSET = 0.6
"""How far the pattern of a wall stays away from where it is cut, in mm."""


# --- the score sheet ---------------------------------------------------------------------------------------------


def score_sheets(public: Public, edition: Edition) -> tuple[Sheet, ...]:
    """Numbered lines for the moves of a game."""
    p, running, words = public.params, _running(edition, "score", public.title), _words(edition)
    body, said = running.body, words["score"]
    marks: list[Mark] = [*_score_head(p, running)]
    top = body.y + 9 + 8 * -(-p.players // 2) + 4
    table = Box(body.x, top, body.width, body.bottom - 27 - top)
    number, high = (3 if p.players == 2 else 2), 6.4
    rows = ledger_rows(table, high)
    for i, each in enumerate(columns(table, number, 5)):
        wide = (each.width - 8) / p.players
        headings = [("", 8.0), *((words["seats"][seat], wide) for seat in p.seats)]
        marks += ledger(each, headings, high, 1 + i * rows)
    y = table.bottom + 7
    marks += blank(body.x, y, body.x + 70, said["result"])
    marks += blank(body.x + 76, y, body.right, said["remarks"])
    marks.append(Text(Ink.QUIET, body.x, y + 8, SMALL, said["notation"]))
    return bound(running, [[*marks, *_foot(running)]])


def _score_head(p: Params, running: Running) -> Iterator[Mark]:
    """The date, and a line for the name of each player."""
    words, body = _words(running.edition), running.body
    half, y = body.width / 2, body.y + 4
    size = words["score"]["size"].format(size=p.grid.columns, walls=_walls(p.supply, words))
    yield from blank(body.x, y, body.x + half * 0.5 - 4, words["score"]["date"])
    yield from blank(body.x + half * 0.5, y, body.x + half * 1.2 - 4, words["score"]["place"])
    yield Text(Ink.QUIET, body.right, y, BODY, size, anchor="end")
    for i, seat in enumerate(p.seats):
        x, base = body.x + i % 2 * half, y + 9 + 8 * (i // 2)
        yield from pawn(seat, x + 2.4, base - 1.3, 2.2)
        yield from blank(x + 7, base, x + half - 4, words["seats"][seat])


# --- positions ---------------------------------------------------------------------------------------------------


class _Wall(NamedTuple):
    name: Move
    owner: str


@dataclass(frozen=True)
class _Drawn:
    """A position as it is drawn; `position` is None where pawns are missing."""

    params: Params
    pawns: tuple[tuple[str, Cell], ...]
    walls: tuple[_Wall, ...]
    left: tuple[int, ...]
    position: Position | None

    @property
    def mover(self) -> str:
        """The seat whose turn it is."""
        return self.params.turn or self.params.seats[0]


def _read(map_: Map[Params]) -> _Drawn:
    p = map_.fitted
    placed = standing_walls(p, map_.facts)
    pawns = sorted(
        (int(fact.mark.removeprefix("pawn ")), str(fact.place)) for fact in map_.facts if fact.mark.startswith("pawn ")
    )
    try:
        position = position_of(p, map_.facts)
    except ValueError:
        position = None
    return _Drawn(
        p,
        tuple((p.seats[number - 1] if number <= p.players else "", cell) for number, cell in pawns),
        tuple(_Wall(f"{fact.place}{fact.mark[0]}", fact.mark.partition(" ")[2]) for fact in placed),
        stock(p, placed),
        position,
    )


def diagram_sheets(map_: Map[Params], edition: Edition) -> tuple[Sheet, ...]:
    """The position: pawns, walls, whose turn it is, the walls left, and the moves so far if the file has them."""
    running, drawn, words = _running(edition, "diagram", map_.title), _read(map_), _words(edition)
    body, line_ = running.body, recorded(map_.facts)
    high = body.height - _FOOT - (60 if line_ else 0)
    blocks = [*_position(drawn, words, _turn(drawn, words), (body.width, high))]
    marks, _ = fill(blocks, [body])
    pages = [marks]
    if line_:
        top = body.y + height(blocks) + 2
        pages = _with_moves(running, drawn.params, line_, marks, Box(body.x, top, body.width, 0))
    return bound(running, [[*page, *_foot(running)] for page in pages])


def _with_moves(
    running: Running, p: Params, moves: Sequence[Move], marks: Sequence[Mark], below: Box
) -> list[list[Mark]]:
    """The page with the moves so far below the position, and further pages if there are many."""
    words, room = _words(running.edition)["diagram"], _upper(running)
    number = 5 if p.players == 2 else 3
    blocks = [_round(i, each) for i, each in enumerate(_rounds(moves, p.players), 1)]
    title = heading(words["moves"], below.width)
    first = Box(below.x, below.y + title.height, below.width, room.bottom - below.y - title.height)
    high = level(blocks, first, number)
    drawn, done = fill(blocks, columns(first._replace(height=high or first.height), number))
    return [[*marks, *title.draw(below.x, below.y), *drawn], *paged(blocks[done:], room, number)]


def _rounds(moves: Sequence[Move], players: int) -> Iterator[Sequence[Move]]:
    return (moves[i : i + players] for i in range(0, len(moves), players))


def _round(number: int, moves: Sequence[Move]) -> Block:
    """The moves of a round with its number."""

    def draw(x: float, y: float) -> Iterator[Mark]:
        base = y + BODY * LEADING * 0.8
        yield Text(Ink.QUIET, x + 8, base, BODY, f"{number}.", anchor="end")
        for i, move in enumerate(moves):
            yield Text(Ink.TEXT, x + 9.5 + i * 11.5, base, BODY, move)

    return Block(BODY * LEADING, draw)


def _turn(drawn: _Drawn, words: Mapping[str, Any]) -> str:
    """Whose turn it is, in words (QC-7.a)."""
    if drawn.position is None:
        return str(words["no_turn"])
    won = winner(drawn.position)
    said = words["to_move"] if won is None else words["over"]
    return str(said.format(seat=words["seats"][drawn.mover if won is None else drawn.params.seats[won]]))


def _position(
    drawn: _Drawn,
    words: Mapping[str, Any],
    says: str,
    room: tuple[float, float],
    more: Callable[[Board], Iterable[Mark]] = lambda _: (),
) -> Iterator[Block]:
    """A sentence, the board below it and a row for each seat, within the room (mm); `more` is drawn on the board."""
    p, (wide, high) = drawn.params, room
    rows = [*p.seats, *[""][: any(not wall.owner for wall in drawn.walls)]]
    size = min(wide, high - 9 - SEAT_ROW * len(rows), _MOST_BOARD)
    square = int((size - 2 * _TURN_RIM) / p.grid.columns * 10) / 10
    side = square * p.grid.columns

    def sentence(x: float, y: float) -> Iterator[Mark]:
        yield Text(Ink.TEXT, x, y + 4.6, 5.0, says, True)

    def board(x: float, y: float) -> Iterator[Mark]:
        at = whole(p.grid, x + (wide - side) / 2, y + _TURN_RIM, square)
        yield from _placed(drawn, at)
        yield from more(at)

    def seats(x: float, y: float) -> Iterator[Mark]:
        for i, seat in enumerate(rows):
            box = Box(x, y + i * SEAT_ROW, wide, SEAT_ROW)
            if seat:
                yield from seat_row(box, seat, _standing(drawn, words, seat))
            else:
                yield from strip("", Box(x + 7.5, box.middle[1] - 0.9, 13, 1.8))
                yield Text(Ink.TEXT, x + 23, box.middle[1] + 1.3, BODY, words["patterns"]["nobody"])

    yield Block(7.0, sentence)
    yield Block(side + 2 * _TURN_RIM, board)
    yield Block(SEAT_ROW * len(rows), seats)


_MOST_BOARD = 160.0


def _standing(drawn: _Drawn, words: Mapping[str, Any], seat: str) -> str:
    """Where a pawn stands, and the walls left to its player."""
    p = drawn.params
    cells = [cell for owner, cell in drawn.pawns if owner == seat]
    said = words["diagram"]["seat" if cells else "seat_lost"]
    left = drawn.left[p.seats.index(seat)]
    return str(said.format(**_seat_words(p, words, seat), cell=", ".join(cells), left=left))


def _placed(drawn: _Drawn, board: Board) -> Iterator[Mark]:
    """The board with walls and pawns, and a bar at the edge of the player to move."""
    yield from squares(board, drawn.params.seats)
    for wall in sorted(drawn.walls, key=lambda wall: natural(wall.name)):
        yield from strip(wall.owner, wall_box(board, wall.name))
    for seat, cell in drawn.pawns:
        x, y = board.tile_box(cell).middle
        if seat:
            yield from pawn(seat, x, y, board.tile * 0.3)
        else:
            yield Circle(Ink.OUTLINE, x, y, board.tile * 0.25)
    if drawn.position is not None and winner(drawn.position) is None:
        (x1, y1), (x2, y2) = (
            spot(board, drawn.mover, along, out) for along, out in ((0, 6.6), (len(board.columns), 7.9))
        )
        yield rectangle(Ink.SOLID, Box(min(x1, x2), min(y1, y2), abs(x2 - x1), abs(y2 - y1)))


# --- puzzles and solutions ---------------------------------------------------------------------------------------


def puzzle_sheets(map_: Map[Params], edition: Edition) -> tuple[Sheet, ...]:
    """A position to be solved, without the solution."""
    running, drawn, words = _running(edition, "puzzle", map_.title), _read(map_), _words(edition)
    p, body, said = drawn.params, running.body, words["puzzle"]
    if p.win_in is None:
        raise NoSheet(said["none"])
    seat = words["seats"][drawn.mover]
    how = paragraph(said["how"].format(seat=seat, number=p.win_in), body.width, above=3)
    task = said["task"].format(seat=seat, moves=_counted(said["one"], p.win_in, words["language"]))
    blocks = [*_position(drawn, words, task, (body.width, _PUZZLE)), *how, _answer(said, body.width)]
    return bound(running, [[*fill(blocks, [body])[0], *_foot(running)]])


_PUZZLE = 150.0
"""The height of a puzzle, in mm."""


def _answer(said: Mapping[str, str], wide: float) -> Block:
    """Lines to write the solution on."""

    def draw(x: float, y: float) -> Iterator[Mark]:
        yield from blank(x, y + 6, x + wide / 3 - 4, said["first"])
        yield from blank(x + wide / 3, y + 6, x + wide, said["line"])

    return Block(9, draw, 4)


def _counted(forms: Sequence[str], number: int, language: str) -> str:
    return form(forms, number, language).format(number=number)


def gm_sheets(map_: Map[Params], edition: Edition) -> tuple[Sheet, ...]:
    """What was measured of the position and, of a puzzle, the solution. It is secret."""
    drawn, words = _read(map_), _words(edition)
    badge = words["gm"]["badge"] if drawn.params.win_in else ""
    running = replace(_running(edition, "gm", map_.title), badge=badge)
    wide, (moves, unsolved) = running.body.width, _solved(drawn, words)

    def first(board: Board) -> Iterator[Mark]:
        return _marked(drawn, board, moves[0]) if moves else iter(())

    blocks = [*_position(drawn, words, _turn(drawn, words), (wide, _MEASURED), first)]
    if drawn.params.win_in:
        blocks.append(heading(words["gm"]["solution"], wide))
        blocks += _told(drawn, words, moves, wide) if moves else paragraph(unsolved, wide)
    blocks.append(heading(words["gm"]["measures"], wide))
    for text in _measured(drawn, words):
        blocks += paragraph(text, wide)
    return bound(running, [[*marks, *_foot(running)] for marks in paged(blocks, _upper(running), 1)])


_MEASURED = 170.0
"""The height of a position with what was measured below it, in mm."""


def _solved(drawn: _Drawn, words: Mapping[str, Any]) -> tuple[Sequence[Move], str]:
    """The winning line of a puzzle, or why it is none."""
    position, p = drawn.position, drawn.params
    if position is None or p.win_in is None:
        return (), words["no_turn"]
    wrong = unsolvable(p, position)
    try:
        return ((), wrong) if wrong else (solution(position, p.win_in), "")
    except TooLong:
        return (), words["gm"]["too_long"]


def _told(drawn: _Drawn, words: Mapping[str, Any], moves: Sequence[Move], wide: float) -> Iterator[Block]:
    said, seat = words["gm"], words["seats"][drawn.mover]
    many = _counted(words["puzzle"]["one"], -(-len(moves) // 2), words["language"])
    in_rounds = " ".join(f"{i}. {' '.join(each)}" for i, each in enumerate(_rounds(moves, 2), 1))
    yield from paragraph(said["first"].format(seat=seat, moves=many, move=moves[0]), wide)
    yield from paragraph(said["line"].format(line=in_rounds), wide, bold=True)


def _marked(drawn: _Drawn, board: Board, move: Move) -> Iterator[Mark]:
    """A move on the board: a wall with a ring around it, or an arrow from the pawn to its next square."""
    if move[-1] in "hv":
        box = wall_box(board, move)
        yield from strip(drawn.mover, box)
        yield Circle(Ink.RING, *box.middle, board.tile * 0.45)
        return
    start = next(cell for seat, cell in drawn.pawns if seat == drawn.mover)
    (x1, y1), (x2, y2) = board.tile_box(start).middle, board.tile_box(move).middle
    long = ((x2 - x1) ** 2 + (y2 - y1) ** 2) ** 0.5
    part = board.tile * 0.36 / long
    yield from arrow((x1 + (x2 - x1) * part, y1 + (y2 - y1) * part), (x2, y2), min(3.0, board.tile * 0.3))


def _measured(drawn: _Drawn, words: Mapping[str, Any]) -> Iterator[str]:
    """The lengths of the shortest ways, and the number of legal moves."""
    said, position = words["gm"], drawn.position
    if position is None:
        yield words["no_turn"]
        return
    for i, seat in enumerate(drawn.params.seats):
        far = distance(position, i)
        name = words["seats"][seat]
        yield (
            said["cut_off"].format(seat=name)
            if far is None
            else said["way"].format(seat=name, steps=_counted(said["steps"], far, words["language"]))
        )
    if winner(position) is None:
        yield said["moves"].format(seat=words["seats"][drawn.mover], count=count(position))


# --- the rule card -----------------------------------------------------------------------------------------------


def card_sheets(public: Public, edition: Edition) -> tuple[Sheet, ...]:
    """The rule card: how to play in brief, and the rules of a position that are in force."""
    rules = stated(_words(edition)["in_force"]["heading"], (*RULES, PUZZLE), public.params)
    return rule_card(_running(edition, "card", public.title), in_brief("quoridor", edition.language), rules)
