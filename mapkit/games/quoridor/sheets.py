"""The printed sheets of Quoridor: boards, walls and pawns to cut out, score sheet, rule card."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial

from mapkit.games.quoridor.design import Params, wall_fact
from mapkit.games.quoridor.design import pawn as pawn_fact
from mapkit.games.quoridor.figures import (
    SEAT_ROW,
    folded_pawn,
    inner_names,
    pawn,
    rims,
    seat_row,
    seat_rows,
    seat_signs,
    squares,
    standing_strip,
    starts,
    strip,
    strip_size,
    wall_box,
)
from mapkit.games.quoridor.position import Move, is_wall
from mapkit.games.quoridor.rules import RULES
from mapkit.language.catalogue import Words, form
from mapkit.language.phrases import phrases
from mapkit.model.design import Section
from mapkit.model.game import NoSheet, table_of
from mapkit.model.grid import Cell, Square, column_name
from mapkit.model.map import Map, Public
from mapkit.paper.board import Panel, coordinates, whole_board
from mapkit.paper.card import Example, ExampleRow, in_brief, rule_card, rules_section
from mapkit.paper.drawing import (
    BAND,
    BODY,
    FOOT,
    LEADING,
    SMALL,
    Block,
    PageSetup,
    above_foot,
    arrow,
    as_pages,
    balanced_height,
    blank,
    blanks,
    fill,
    heading,
    height,
    in_pages,
    ledgers,
    measured_foot,
    page_setup_of,
    paragraph,
    raster,
    ruler,
)
from mapkit.paper.edition import Edition
from mapkit.paper.sheet import Box, Ink, Mark, Page, Text, centred_text, lines, rectangle, width, wrap

MOST_LARGE = 30.0
"""The greatest side of a square of the large board, in mm."""
GAIN = 1.25
"""How many times as large as on one page the squares of the large board are at least."""
# --- heads and feet of sheets ------------------------------------------------------------------------------------

NAME = "quoridor"
EXAMPLE_BOARD = Square(5, 5)
"""The board of the examples on the card."""
on_every_page = partial(page_setup_of, NAME)


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


def foot(setup: PageSetup, above: str = "") -> Iterator[Mark]:
    """The foot of a page: the ruler, how the board lies, and above that a further sentence."""
    return measured_foot(setup, setup.game_words["orientation"], above)


# --- boards ------------------------------------------------------------------------------------------------------


def page_square(p: Params, edition: Edition) -> float:
    """The side of a square of the board that fills a page, in mm: as large as the paper allows."""
    box = above_foot(on_every_page(edition, "board", ""), FOOT + SEAT_ROW * p.players + 1)
    beside, above = rims(p.seats)
    room = min(box.width - 2 * beside, box.height - 2 * above)
    return int(room / p.grid.columns * 10) / 10


def board_sheets(public: Public, edition: Edition) -> tuple[Page, ...]:
    p, setup, words = public.params, on_every_page(edition, "board", public.title), edition.of(NAME)
    square, box, above = page_square(p, edition), setup.body, rims(p.seats)[1]
    board = whole_board(p.grid, box.x + (box.width - p.grid.columns * square) / 2, box.y + above, square)
    marks = [*squares(board), *seat_signs(board, p.seats), *starts(board, p.seats)]
    y = board.box.bottom + above + 1
    said = {seat: words["board"]["seat"].format(**seat_words(p, words, seat)) for seat in p.seats}
    rows = {seat: seat_rows(box.width, text, p.supply) for seat, text in said.items()}
    room = (above_foot(setup).bottom - y) / SEAT_ROW >= sum(rows.values())
    for seat in p.seats:
        high = SEAT_ROW * (rows[seat] if room else 1)
        marks += seat_row(box._replace(y=y, height=high), seat, said[seat], p.supply)
        y += high
    across = words["board"]["square"].format(square=setup.paper.mm(square))
    return as_pages(setup, [[*marks, *foot(setup, across)]])


def large_square(p: Params, edition: Edition) -> float:
    """The side of a square of the large board, in mm. Raises NoSheet where the gain is too small."""
    body, size = _on_its_side(on_every_page(edition, "large", "")).body, p.grid.columns
    edge, below = 1.3, 7.6  # the room for the outer edge of the board, and for the ruler
    room = min((body.width - 2 * edge) / size, (body.height - below - edge / 2) / -(-size // 2))
    square = min(int(room * 10) / 10, MOST_LARGE)
    if square < GAIN * page_square(p, edition):
        raise NoSheet(edition.of(NAME)["large"]["small"].format(size=size))
    return square


def _on_its_side(setup: PageSetup) -> PageSetup:
    return setup.turned if setup.paper.width < setup.paper.height else setup


def large_sheets(public: Public, edition: Edition) -> tuple[Page, ...]:
    """The board on two pages that lie on their sides; the second one has a flap to glue the first one onto."""
    p, setup = public.params, _on_its_side(on_every_page(edition, "large", public.title))
    square, size = large_square(p, edition), p.grid.columns
    pages = []
    for rows in (range(size // 2, size), range(size // 2)):
        flap = 0.0 if rows.start else 8.0  # for glue
        left = setup.body.x + (setup.body.width - size * square) / 2
        board = Panel(p.grid, range(size), rows, left, setup.body.y + flap, square)
        words, body, box = setup.game_words, setup.body, board.box
        said = {"row": board.rows.stop, "above": board.rows.stop + 1}
        marks = list[Mark]()
        if flap:
            # the flap for glue, with the board's lines continued on it
            says = words["large"]["glue"]
            marks.append(rectangle(Ink.GREY_TINT, Box(box.x, box.y - flap, box.width, flap)))
            ends = [box.x + i * square for i in range(size + 1)]
            marks.append(lines(Ink.TILE, [((x, box.y), (x, box.y - 2.5)) for x in ends]))
            x, y, wide = box.middle[0], box.y - (flap + 2.5) / 2, width(says, SMALL)
            marks.append(rectangle(Ink.PAPER, Box(x - wide / 2 - 1.5, y - 1.9, wide + 3, 3.8)))
            marks.append(centred_text(Ink.QUIET, x, y, SMALL, says))
        marks += (*squares(board, named=False), *inner_names(board), *starts(board, p.seats, 0.25))
        named = words["board"]["square"].format(square=setup.paper.mm(square))
        if flap:
            for block in paragraph(words["large"]["how"].format(**said), body.width):
                marks += block.draw(body.x, box.bottom + 4)
            marks += foot(setup)
            marks.append(Text(Ink.TEXT, body.x + 66, body.bottom - 1.0, BODY, named, True))
        else:
            marks.append(lines(Ink.CUT, [((body.x, box.bottom), (body.right, box.bottom))]))
            bar, *_ = ruler(body.x, body.bottom - 3.4, setup.words)
            length = setup.words["ruler"]  # beside its bar, so that both stay away from the cutting line
            marks += (bar, Text(Ink.QUIET, body.x + 52, body.bottom - 1.0, SMALL, length))
            left, lies = body.x + 60 + width(length, SMALL), words["orientation"]
            marks.append(Text(Ink.TEXT, left, body.bottom - 1.0, BODY, named, True))
            if left + width(named, BODY, bold=True) + 3 <= body.right - width(lies, SMALL):
                marks.append(Text(Ink.QUIET, body.right, body.bottom - 1.0, SMALL, lies, anchor="end"))
        pages.append(marks)
    return as_pages(setup, pages)


# --- walls and pawns to cut out ----------------------------------------------------------------------------------


def pieces_sheets(public: Public, edition: Edition) -> tuple[Page, ...]:
    """Walls and pawns to cut out, for the board on one page."""
    return _piece_sheets("board", page_square(public.params, edition), public, edition)


def large_pieces_sheets(public: Public, edition: Edition) -> tuple[Page, ...]:
    """Walls and pawns to cut out, for the large board; raises NoSheet where there is none."""
    return _piece_sheets("large", large_square(public.params, edition), public, edition)


def _piece_sheets(kind: str, square: float, public: Public, edition: Edition) -> tuple[Page, ...]:
    """The pieces for a sheet with a board: on as few pages as the lowest walls need, and the walls as high as fits."""
    p, setup = public.params, on_every_page(edition, "pieces" if kind == "board" else "large-pieces", public.title)
    thin = square / edition.paper.reduced < _THIN
    low, room = max(5.0 if thin else _LOWEST * edition.paper.reduced, round(square * 0.25, 1)), above_foot(setup)
    fewest = len([*in_pages(_piece_blocks(p, setup, kind, square, low), room, 1)])
    for high in (low + step * max(0.0, max(0.6 * square, 12.0) - low) / 8 for step in range(8, -1, -1)):
        blocks = _piece_blocks(p, setup, kind, square, round(high, 1))
        if even := balanced_height(blocks, room, fewest):
            break
    for apart in (16, 12, 8, 4, 0) if fewest > 1 else ():  # the pieces fill several pages evenly
        spread = [replace(block, above=block.above + apart * (block.above >= 2.0)) for block in blocks]
        if further := balanced_height(spread, room, fewest):
            blocks, even = spread, further
            break
    pages = in_pages(blocks, room._replace(height=even or room.height), 1)
    return as_pages(setup, [[*marks, *foot(setup)] for marks in pages])


def _piece_blocks(p: Params, setup: PageSetup, kind: str, square: float, high: float) -> list[Block]:
    words = setup.game_words
    said, wide = words["pieces"], setup.body.width
    blocks = [
        heading(said[kind].format(square=setup.paper.mm(square)), wide),
        *(paragraph(said["thin"], wide, SMALL, bold=True) if square / setup.paper.reduced < _THIN else ()),
        *paragraph(said["how"], wide, SMALL, above=1),
    ]
    # the walls of a seat, edge to edge, in blocks of a few rows
    mm, (long, feet) = setup.paper.mm, strip_size(square)
    across, flat = int((wide - 2 * _CROP) / long), 2 * high + feet
    most = across * max(1, int(_MOST_ROWS / flat))
    for seat in p.seats:
        told = said["walls"].format(**seat_words(p, words, seat), long=mm(long), wide=mm(feet), high=mm(high))
        for first in range(0, p.supply, most):
            number, title = min(most, p.supply - first), "" if first else told
            blocks.append(_strips(seat, number, across, Box(0, 0, long, flat), feet, title))
    tall = square * 0.6
    named = (words["pieces"]["pawn"].format(**seat_words(p, words, seat)) for seat in p.seats)
    labels = [wrap(label, wide / p.players - 2, SMALL) for label in named]

    def pawns(x: float, y: float) -> Iterator[Mark]:
        """A pawn for each seat: two triangles with a common base, to be folded along it."""
        for i, seat in enumerate(p.seats):
            mx = x + (i + 0.5) * wide / p.players
            yield from folded_pawn(seat, mx, y + tall, tall)
            for row, label in enumerate(labels[i]):
                yield Text(Ink.TEXT, mx, y + 2 * tall + 5 + 4.4 * row, SMALL, label, anchor="middle")

    return [*blocks, Block(2 * tall + 1.6 + 4.4 * max(map(len, labels)), pawns, 4)]


_LOWEST = 8.0
"""The least height of a wall to fold, in mm on the paper, unless it is too thin to stand at all."""
_THIN = 15.0
"""The side of a square, in mm on the paper, below which walls are better drawn."""
_CROP, _MOST_ROWS = 3.0, 90.0
"""How far cutting lines extend beyond the pieces, and how high the rows of walls that stay together are, in mm."""


def _strips(seat: str, number: int, across: int, size: Box, feet: float, said: str) -> Block:
    long, flat = size.width, size.height
    rows = [min(across, number - i) for i in range(0, number, across)]
    above = 6.0 if said else 0.0

    def draw(x: float, y: float) -> Iterator[Mark]:
        if said:
            yield Text(Ink.TEXT, x, y + 3.6, BODY, said, True)
        left, top = x + _CROP, y + above + _CROP
        cuts = []
        for row in range(len(rows) + 1):
            end = left + max(rows[max(0, row - 1) : row + 1]) * long + _CROP
            cuts.append(((x, top + row * flat), (end, top + row * flat)))
        for column in range(rows[0] + 1):
            high = sum(count >= column for count in rows) * flat
            cuts.append(((left + column * long, top - _CROP), (left + column * long, top + high + _CROP)))
        for row, count in enumerate(rows):
            for column in range(count):
                box = Box(left + column * long, top + row * flat, long, flat)
                yield from standing_strip(seat, box, feet)
        yield lines(Ink.CUT, cuts)

    return Block(above + 2 * _CROP + len(rows) * flat, draw, 2.0 if said else 0.0)


def score_sheets(public: Public, edition: Edition) -> tuple[Page, ...]:
    """Numbered lines for the moves of a game, below the date and a line for the name of each player."""
    p, setup, words = public.params, on_every_page(edition, "score", public.title), edition.of(NAME)
    body, said = setup.body, words["score"]
    half, y = body.width / 2, body.y + 4
    edges = (body.x, body.x + half * 0.5, body.x + half * 1.2 - 4)
    marks: list[Mark] = [*blanks(y, edges, (said["date"], said["place"]))]
    size = said["size"].format(size=p.grid.columns, walls=_walls(p.supply, words))
    marks.append(Text(Ink.QUIET, body.right, y, BODY, size, anchor="end"))
    for i, seat in enumerate(p.seats):
        x, base = body.x + i % 2 * half, y + 9 + 8 * (i // 2)
        marks += pawn(seat, x + 2.4, base - 1.3, 2.2)
        marks += blank(x + 7, base, x + half - 4, words["seats"][seat])
    top = body.y + 9 + 8 * -(-p.players // 2) + 4
    notation = paragraph(said["notation"].format(**examples(p)), body.width, SMALL, ink=Ink.QUIET)
    table = Box(body.x, top, body.width, body.bottom - 27 - (height(notation) - SMALL * LEADING) - top)
    number, high = (3 if p.players == 2 else 2), 6.4
    seats = [words["seats"][seat] for seat in p.seats]
    marks += ledgers(table, number, 5, lambda wide: [("", 8.0), *((s, (wide - 8) / p.players) for s in seats)], high)
    y = table.bottom + 7
    marks += blanks(y, (body.x, body.x + min(76.0, body.width / 2), body.right), (said["result"], said["remarks"]), 6)
    marks += fill(notation, [body.below(y + 4.6)])[0]
    return as_pages(setup, [[*marks, *foot(setup)]])


# --- the rule card -----------------------------------------------------------------------------------------------


def card_sheets(public: Public, edition: Edition) -> tuple[Page, ...]:
    """The rule card: how to play in brief on this board, and the rules of a position that are in force."""
    p, words = public.params, edition.of(NAME)
    own = (rule for rule in public.game.design.rules if rule not in RULES)
    rules = rules_section(words["in_force"]["heading"], own, p, edition.language)
    brief = played_in_brief(p, edition)
    return rule_card(on_every_page(edition, "card", public.title), (*brief, _example(public, edition)), rules)


_EXAMPLES = (
    ("straight", "c2 c3", "", "c4"),
    ("aside", "c2 c3", "c3h", "d3"),
    ("across", "c2 c4", "", "b3h"),
    ("upright", "c2 c4", "", "d2v"),
)
"""The moves on the card: the key of the remark, the pawns, a wall of the second player, and what the first says."""


def _example(public: Public, edition: Edition) -> Example:
    """Moves on a small board, with what the referee says: a jump, a jump beside a wall, and the names of walls."""
    words, spoken, p = (
        edition.of(NAME)["example"],
        phrases(NAME, edition.language),
        public.game.design.params(EXAMPLE_BOARD),
    )
    rows, names = [], tuple(edition.words["example"]["names"])
    for remark, pawns, wall, said in _EXAMPLES if public.params.supply else _EXAMPLES[:1]:
        stands = dict(zip(p.seats, pawns.split(), strict=True))
        facts = {pawn_fact(number, cell) for number, cell in enumerate(stands.values(), 1)}
        facts |= {wall_fact(wall, p.seats[1])} if wall else set()
        referee = table_of(public.game).referee
        begun = referee.begin(Map(public.game, p, frozenset(facts)), names, {}, lambda _: 1)
        heard = referee.play(begun.state, said, lambda _: 1).heard
        told = edition.words["example"]["says"].format(player=names[0], words=said)
        draw = partial(_drawn_move, stands, [(wall, p.seats[1])] if wall else [], said)
        rows.append(ExampleRow(told, [spoken.say(each) for each in heard[:1]], words[remark], draw))
    return Example(words["heading"], rows)


def _drawn_move(stands: Mapping[str, Cell], walls: Sequence[tuple[Move, str]], said: Move, box: Box) -> Iterator[Mark]:
    board, (mover, *_) = (
        whole_board(EXAMPLE_BOARD, box.x + BAND, box.y, (box.width - BAND) / EXAMPLE_BOARD.columns),
        stands,
    )
    yield lines(Ink.TILE, raster(board.box, len(board.columns), len(board.rows), rim=True))
    yield from coordinates(board, sides="SW")
    for wall, seat in [*walls, *([(said, mover)] if is_wall(said) else [])]:
        yield from strip(seat, wall_box(board, wall))
    for seat, cell in stands.items():
        yield from pawn(seat, *board.tile_box(cell).middle, board.tile * 0.3)
    if not is_wall(said):
        yield from arrow(board.tile_box(stands[mover]).middle, board.tile_box(said).middle, board.tile * 0.3)


def played_in_brief(p: Params, edition: Edition) -> tuple[Section, ...]:
    there = {"four": p.players == 4, "walls": p.supply > 0 or p.standing.high != 0, "supply": p.supply > 0}
    words = replace(edition, force=frozenset(name for name in there if there[name])).of(NAME)
    seats = [words["seats"][seat] for seat in p.seats]
    starts = [
        words["start"].format(seat=name, start=p.board.names[p.board.start(seat)])
        for seat, name in zip(p.seats, seats, strict=True)
    ]
    told = {"first": seats[0], "others": ", ".join(seats[1:]), "starts": ", ".join(starts), **examples(p)}
    told["supply"] = _walls(p.supply, words)
    return tuple(
        Section(heading, tuple((number, text.format(**told)) for number, text in entries))
        for heading, entries in in_brief(words)
    )


def examples(p: Params) -> Words:
    """The columns for examples of moves: the middle one, where pawns begin on every board, and the next."""
    middle = p.grid.columns // 2
    return {"column": column_name(middle), "next": column_name(middle + 1)}
