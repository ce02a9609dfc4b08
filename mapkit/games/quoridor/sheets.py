"""The printed sheets of Quoridor: boards, walls and pawns to cut out, score sheet, rule card."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import partial

from mapkit.game import NoSheet, Public, Section
from mapkit.games.quoridor.design import Params
from mapkit.games.quoridor.figures import (
    RIM,
    SEAT_ROW,
    folded_pawn,
    pawn,
    seat_row,
    seat_rows,
    squares,
    starts,
    strip,
    strip_size,
)
from mapkit.games.quoridor.rules import RULES
from mapkit.grid import Direction, column_name
from mapkit.language import Edition, Words, form
from mapkit.printing.board import Panel, Part, key_plan, plan, spread_over, whole_board
from mapkit.printing.card import in_brief, rule_card, rules_section
from mapkit.printing.drawing import (
    BODY,
    FOOT,
    SMALL,
    Block,
    Point,
    Running,
    above_foot,
    as_sheets,
    blank,
    blanks,
    heading,
    in_pages,
    ledgers,
    measured_foot,
    mm,
    page_head_of,
    paragraph,
)
from mapkit.sheet import Box, Ink, Mark, Sheet, Text, lines, rectangle

LARGE_SQUARE = 20.0
"""The side of a square of the large board, in mm."""
LEAST_LARGE = 9
"""The smallest size with a large board; smaller boards have larger squares on one page anyway."""
_LARGE_RIM = 7.0
"""The margin beside the large board for its larger names, in mm."""
_FLAP = 8.0
"""The width of a flap for glue, in mm."""
_PLAN = 21.0
"""The height of the foot of a page with a plan of all pages, in mm."""


# --- heads and feet of sheets ------------------------------------------------------------------------------------

NAME = "quoridor"
on_every_page = partial(page_head_of, NAME)
"""The head and foot of a kind of sheet."""


def seat_words(p: Params, words: Words, seat: str) -> dict[str, str]:
    """The words about a seat for the braces of texts."""
    last = {"last": str(p.grid.rows), "last_column": column_name(p.grid.columns - 1)}
    return {
        "seat": words["seats"][seat],
        "pattern": words["patterns"][seat],
        "goal": words["goals"][seat].format(**last),
        "start": p.board.names[p.board.start(seat)],
        "walls": _walls(p.supply, words),
    }


def _walls(number: int, words: Words) -> str:
    return f"{number} {form(words['walls']['forms'], number, words['language'])}"


def foot(running: Running, above: str = "") -> Iterator[Mark]:
    """The foot of a page: the ruler, how the board lies, and above that a further sentence."""
    return measured_foot(running, running.game_words["orientation"], above)


# --- boards ------------------------------------------------------------------------------------------------------


def page_square(p: Params, edition: Edition) -> float:
    """The side of a square of the board that fills a page, in mm: as large as the paper allows."""
    box = above_foot(on_every_page(edition, "board", ""), FOOT + SEAT_ROW * p.players + 1)
    room = min(box.width, box.height) - 2 * RIM
    return int(room / p.grid.columns * 10) / 10


def board_sheets(public: Public, edition: Edition) -> tuple[Sheet, ...]:
    """The board on one page, as large as the paper allows."""
    p, running, words = public.params, on_every_page(edition, "board", public.title), edition.of(NAME)
    square, box = page_square(p, edition), running.body
    board = whole_board(p.grid, box.x + (box.width - p.grid.columns * square) / 2, box.y + RIM, square)
    marks = [*squares(board, p.seats), *starts(board, p.seats)]
    y = board.box.bottom + RIM + 1
    said = {seat: words["board"]["seat"].format(**seat_words(p, words, seat)) for seat in p.seats}
    rows = {seat: seat_rows(box.width, text, p.supply) for seat, text in said.items()}
    room = (above_foot(running).bottom - y) / SEAT_ROW >= sum(rows.values())
    for seat in p.seats:
        high = SEAT_ROW * (rows[seat] if room else 1)
        marks += seat_row(box._replace(y=y, height=high), seat, said[seat], p.supply)
        y += high
    return as_sheets(running, [[*marks, *foot(running, words["board"]["square"].format(square=mm(square)))]])


def large_sheets(public: Public, edition: Edition) -> tuple[Sheet, ...]:
    """The board with squares of `LARGE_SQUARE`, on as many pages as it takes, with flaps to glue them together."""
    p, running, words = public.params, on_every_page(edition, "large", public.title), edition.of(NAME)
    if p.grid.columns < LEAST_LARGE:
        raise NoSheet(words["large"]["small"].format(size=p.grid.columns))
    room = above_foot(running, _PLAN)
    across, down = (_most(p.grid.columns, each) for each in (room.width, room.height))
    pages = plan(p.grid, across, down)
    return as_sheets(running, [[*_large_page(p, running, pages, number)] for number in range(len(pages))])


def _most(size: int, room: float) -> int:
    """The number of squares of a large board that fit side by side on a page."""
    in_one = size * LARGE_SQUARE + 2 * _LARGE_RIM <= room
    return size if in_one else int((room - _LARGE_RIM - _FLAP) / LARGE_SQUARE)


def _large_page(p: Params, running: Running, pages: Sequence[Part], number: int) -> Iterator[Mark]:
    words, body, part = running.game_words, running.body, pages[number]
    board = Panel(p.grid, part.columns, part.rows, body.x + _LARGE_RIM, body.y + _LARGE_RIM, LARGE_SQUARE)
    letters = [column_name(i).upper() for i in range(len(pages))]
    yield from _flaps(board, dict(_beside(pages, number, letters)), words["large"]["glue"])
    yield from squares(board, p.seats)
    yield from starts(board, p.seats)
    cuts = [*_cuts(board)]
    if cuts:
        yield lines(Ink.CUT, cuts)
    square = words["board"]["square"].format(square=mm(LARGE_SQUARE))
    if len(pages) == 1:
        yield from foot(running, square)
    else:
        yield from foot(running)
        yield from _page_plan(running, pages, number, letters)
        yield Text(Ink.TEXT, body.x + 72, body.bottom - _PLAN + 4.5, BODY, square, True)


def _page_plan(running: Running, pages: Sequence[Part], number: int, letters: Sequence[str]) -> Iterator[Mark]:
    """The letter of a page, instructions for gluing, and the plan of all pages."""
    words, body = running.game_words["large"], running.body
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


def _flaps(board: Panel, beside: Mapping[Direction, str], says: str) -> Iterator[Mark]:
    """The flaps at the east and south sides for gluing on the next pages, with the board's lines continued on them."""
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
"""How far the lines of a board continue on a flap, in mm."""


def _cuts(board: Panel) -> Iterator[tuple[Point, Point]]:
    """The lines along which a page is cut, to be glued onto its neighbours to the north and west."""
    box, more = board.box, _LARGE_RIM - 0.1
    if not board.ends("W"):
        yield (box.x, box.y - more), (box.x, box.bottom + more)
    if not board.ends("N"):
        yield (box.x - more, box.y), (box.right + more, box.y)


# --- walls and pawns to cut out ----------------------------------------------------------------------------------


def pieces_sheets(public: Public, edition: Edition) -> tuple[Sheet, ...]:
    """Walls and pawns to cut out, for the board on one page and for the large one."""
    p, running = public.params, on_every_page(edition, "pieces", public.title)
    pages = [*_piece_pages(p, running, "board", page_square(p, edition))]
    if p.grid.columns >= LEAST_LARGE:
        pages += _piece_pages(p, running, "large", LARGE_SQUARE)
    return as_sheets(running, pages)


def _piece_pages(p: Params, running: Running, kind: str, square: float) -> Iterator[list[Mark]]:
    words = running.game_words
    said, wide = words["pieces"], running.body.width
    blocks = [
        heading(said[kind].format(square=mm(square)), wide),
        *paragraph(said["how"], wide, SMALL),
        *(paragraph(said["thin"], wide, SMALL, bold=True, above=1) if square < _HANDY else ()),
        _pawns_block(p, words, square, wide),
    ]
    for seat in p.seats:
        blocks += _strip_blocks(p, words, seat, square, wide)
    for marks in in_pages(blocks, above_foot(running), 1):
        yield [*marks, *foot(running)]


_HANDY = 15.0
"""Squares smaller than this, in mm, have walls too thin to handle."""


def _pawns_block(p: Params, words: Words, square: float, wide: float) -> Block:
    """A pawn for each seat: two triangles with a common base, to be folded along it."""
    tall = square * 0.6

    def draw(x: float, y: float) -> Iterator[Mark]:
        for i, seat in enumerate(p.seats):
            mx = x + (i + 0.5) * wide / p.players
            yield from folded_pawn(seat, mx, y + tall, tall)
            label = words["pieces"]["pawn"].format(**seat_words(p, words, seat))
            yield Text(Ink.TEXT, mx, y + 2 * tall + 5, SMALL, label, anchor="middle")

    return Block(2 * tall + 6, draw, 4)


def _strip_blocks(p: Params, words: Words, seat: str, square: float, wide: float) -> Iterator[Block]:
    """The walls of a seat, edge to edge, in blocks of a few rows."""
    long, thin = strip_size(square)
    across = int((wide - 2 * _CROP) / long)
    said = words["pieces"]["walls"].format(**seat_words(p, words, seat), long=mm(long), wide=mm(thin))
    for first in range(0, p.supply, across * _ROWS):
        number = min(across * _ROWS, p.supply - first)
        yield _strips(seat, number, across, (long, thin), "" if first else said)


_CROP, _ROWS = 3.0, 10
"""How far cutting lines extend beyond the pieces, in mm, and how many rows of walls stay together."""


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
"""The distance of a wall's pattern from its cutting lines, in mm."""


# --- the score sheet ---------------------------------------------------------------------------------------------


def score_sheets(public: Public, edition: Edition) -> tuple[Sheet, ...]:
    """Numbered lines for the moves of a game."""
    p, running, words = public.params, on_every_page(edition, "score", public.title), edition.of(NAME)
    body, said = running.body, words["score"]
    marks: list[Mark] = [*_score_head(p, running)]
    top = body.y + 9 + 8 * -(-p.players // 2) + 4
    table = Box(body.x, top, body.width, body.bottom - 27 - top)
    number, high = (3 if p.players == 2 else 2), 6.4
    seats = [words["seats"][seat] for seat in p.seats]
    marks += ledgers(table, number, 5, lambda wide: [("", 8.0), *((s, (wide - 8) / p.players) for s in seats)], high)
    y = table.bottom + 7
    marks += blanks(y, (body.x, body.x + 76, body.right), (said["result"], said["remarks"]), 6)
    marks.append(Text(Ink.QUIET, body.x, y + 8, SMALL, said["notation"].format(**examples(p))))
    return as_sheets(running, [[*marks, *foot(running)]])


def _score_head(p: Params, running: Running) -> Iterator[Mark]:
    """The date, and a line for the name of each player."""
    words, body = running.game_words, running.body
    half, y = body.width / 2, body.y + 4
    size = words["score"]["size"].format(size=p.grid.columns, walls=_walls(p.supply, words))
    edges = (body.x, body.x + half * 0.5, body.x + half * 1.2 - 4)
    yield from blanks(y, edges, (words["score"]["date"], words["score"]["place"]))
    yield Text(Ink.QUIET, body.right, y, BODY, size, anchor="end")
    for i, seat in enumerate(p.seats):
        x, base = body.x + i % 2 * half, y + 9 + 8 * (i // 2)
        yield from pawn(seat, x + 2.4, base - 1.3, 2.2)
        yield from blank(x + 7, base, x + half - 4, words["seats"][seat])


# --- the rule card -----------------------------------------------------------------------------------------------


def card_sheets(public: Public, edition: Edition) -> tuple[Sheet, ...]:
    """The rule card: how to play in brief on this board, and the rules of a position that are in force."""
    p, words = public.params, edition.of(NAME)
    seats = [words["seats"][seat] for seat in p.seats]
    starts = [words["start"].format(seat=name, **_start(p, seat)) for seat, name in zip(p.seats, seats, strict=True)]
    told = {"first": seats[0], "others": ", ".join(seats[1:]), "starts": ", ".join(starts), **examples(p)}
    brief = (
        Section(heading, tuple((number, text.format(**told)) for number, text in entries))
        for heading, entries in in_brief(NAME, edition.language)
    )
    rules = rules_section(words["in_force"]["heading"], RULES, p, edition.language)
    return rule_card(on_every_page(edition, "card", public.title), tuple(brief), rules)


def _start(p: Params, seat: str) -> Words:
    return {"start": p.board.names[p.board.start(seat)]}


def examples(p: Params) -> Words:
    """The columns for examples of moves: the middle one, where pawns begin on every board, and the next."""
    middle = p.grid.columns // 2
    return {"column": column_name(middle), "next": column_name(middle + 1)}
