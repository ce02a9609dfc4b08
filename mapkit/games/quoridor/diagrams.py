"""Printed positions: diagrams, puzzles and their solutions, books of puzzles, played games."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import partial
from math import inf
from typing import NamedTuple, assert_never, cast

from mapkit.games.quoridor import sheets
from mapkit.games.quoridor.analysis import analyse
from mapkit.games.quoridor.corrections import correct
from mapkit.games.quoridor.design import Params, moves_on_file, position_of, standing_walls, stock
from mapkit.games.quoridor.figures import (
    RIM,
    SEAT_ROW,
    SIGNED_RIM,
    pawn,
    seat_row,
    seat_signs,
    squares,
    strip,
    wall_box,
)
from mapkit.games.quoridor.position import Move, Position, count, is_wall, winner
from mapkit.games.quoridor.puzzle import unsolvable
from mapkit.games.quoridor.referee import begin, play, present
from mapkit.games.quoridor.search import SearchLimit, WinSearch
from mapkit.games.quoridor.sheets import NAME, foot, on_every_page, played_in_brief, seat_words
from mapkit.language.catalogue import Words, in_number
from mapkit.model.analysis import Ask
from mapkit.model.game import NoSheet
from mapkit.model.grid import Cell, natural
from mapkit.model.map import Map
from mapkit.model.replay import MasterRuling, ReplayStep, Track
from mapkit.model.ruling import NoRuling
from mapkit.paper.binding import INDEXED, bookmarked, index_before_solutions, level, paginated, solutions
from mapkit.paper.board import Panel, point_beside, whole_board
from mapkit.paper.card import card_pages, numbered
from mapkit.paper.drawing import (
    BODY,
    LARGE,
    LEADING,
    LEDGER_HEAD,
    SMALL,
    Block,
    PageSetup,
    above_foot,
    arrow,
    as_pages,
    blank,
    blanks,
    columns,
    fill,
    heading,
    height,
    in_pages,
    ledger,
    paragraph,
    plots,
)
from mapkit.paper.edition import Edition
from mapkit.paper.sheet import Box, Circle, Ink, Mark, Page, Text, fit, rectangle, width, wrap
from mapkit.paper.sheets import BoardPicture, Book, BoundPages, Floor, Paper, PlayedSheets
from mapkit.paper.tiling import parts

# --- positions ---------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class _PositionPicture:
    params: Params
    pawns: tuple[tuple[str, Cell], ...]
    """The seat and the square of each pawn; the seat is empty for a pawn of nobody."""
    walls: tuple[tuple[Move, str], ...]
    """The name of each wall, and the seat that placed it; the seat is empty where that is unknown."""
    left: tuple[int, ...]
    """The walls left to each player, in the order of turns."""
    position: Position | None
    """The position; None where pawns are missing."""

    @property
    def mover(self) -> str:
        return self.params.turn or self.params.seats[0]


def _drawn_position(map_: Map[Params]) -> _PositionPicture:
    p = map_.fitted_params
    placed = standing_walls(p, map_.facts)
    pawns = sorted(
        (int(fact.mark.removeprefix("pawn ")), str(fact.place)) for fact in map_.facts if fact.mark.startswith("pawn ")
    )
    try:
        position = position_of(p, map_.facts)
    except ValueError:
        position = None
    return _PositionPicture(
        p,
        tuple((p.seats[number - 1] if number <= p.players else "", cell) for number, cell in pawns),
        tuple((f"{fact.place}{fact.mark[0]}", fact.mark.partition(" ")[2]) for fact in placed),
        stock(p, placed),
        position,
    )


def diagram_sheets(map_: Map[Params], edition: Edition) -> tuple[Page, ...]:
    """The position: pawns, walls, whose turn it is, the walls left, and the moves so far if the file has them."""
    setup, drawn, words = on_every_page(edition, "diagram", map_.title), _drawn_position(map_), edition.of(NAME)
    score = _Score(drawn.params, moves_on_file(map_.facts), words["diagram"]["moves"])
    return as_pages(setup, [*_with_score(setup, drawn, _turn(drawn, words), score)])


def board_alone(map_: Map[Params], _: Edition, box: Box) -> list[Floor]:
    grid = map_.params.grid
    square = int((min(box.width, box.height) - 2 * SIGNED_RIM) / grid.columns * 10) / 10
    left, top = (middle - grid.columns * square / 2 for middle in box.middle)
    board = whole_board(grid, left, top, square)
    return [(board, [*_board_marks(_drawn_position(map_), board)])]


@dataclass(frozen=True)
class _Score:
    """The moves of a game under a heading."""

    params: Params
    moves: Sequence[str]
    heading: str
    begins: int = 0
    """The index of the player who moved first."""
    notes: Sequence[str] = ()

    @property
    def rounds(self) -> Sequence[Sequence[str]]:
        n, all_ = self.params.players, (*["…"] * self.begins, *self.moves)  # in place of moves before the first
        return [all_[i : i + n] for i in range(0, len(all_), n)] if self.moves else []

    @property
    def across(self) -> int:
        return 5 if self.params.players == 2 else 3

    @property
    def high(self) -> float:
        """The height in mm that the score needs below a diagram; a long score goes on on further pages."""
        return 13.5 + self.rows(_MOST_BELOW) * _SCORE_ROW if self.moves else 0.0

    def rows(self, most: int, done: int = 0) -> int:
        """The number of rows on a page, at most `most`, when `done` rounds stand on earlier pages."""
        left = len(self.rounds) - done
        return min(most, max(-(-left // self.across), min(left, _LEAST_ROWS)))


_SCORE_ROW = 5.4
"""The height of a row of a score, in mm."""
_LEAST_ROWS, _MOST_BELOW = 5, 9
"""The least number of rows in a column before the next one begins, and the largest number below a diagram."""


def _with_score(
    setup: PageSetup, drawn: _PositionPicture, says: str, score: _Score, names: Sequence[str] = ()
) -> Iterator[list[Mark]]:
    """Pages with a position, and below it the score and the notes, which continue on further pages."""
    words, room = setup.game_words, above_foot(setup)
    notes = [block for note in score.notes for block in paragraph(note, room.width, SMALL, above=1)]
    wanted = score.high + min(height(notes), 30.0)
    blocks = [*_position(drawn, words, says, (room.width, room.height - wanted), names=names)]
    marks, y = fill(blocks, [room])[0], room.y + height(blocks) + 2
    if score.moves:
        title = heading(score.heading, room.width)
        marks += title.draw(room.x, y)
        y += title.height
    rounds, done = score.rounds, 0
    while done < len(rounds):
        table = room.below(y)
        rows = score.rows(int((table.height - LEDGER_HEAD) / _SCORE_ROW), done)
        for column in columns(table._replace(height=LEDGER_HEAD + rows * _SCORE_ROW), score.across):
            marks += _score_column(column, score.params, words, rounds[done : done + rows], done + 1)
            done += rows
        y += LEDGER_HEAD + rows * _SCORE_ROW + 4
        if done < len(rounds):
            yield [*marks, *foot(setup)]
            marks, y = [], room.y
    left = room.below(y)
    noted, said = fill(notes, [left]) if notes and notes[0].height <= left.height else ([], 0)
    for page in ([*marks, *noted], *in_pages(notes[said:], room, 1)):
        yield [*page, *foot(setup)]


def _score_column(box: Box, p: Params, words: Words, rounds: Sequence[Sequence[str]], first: int) -> Iterator[Mark]:
    if not rounds:
        return
    number = 7.6  # the width of the numbers
    wide = (box.width - number) / p.players
    headings = [("", number), *((words["seats"][seat], wide) for seat in p.seats)]
    high = LEDGER_HEAD + len(rounds) * _SCORE_ROW
    yield from ledger(box._replace(height=high + 1e-6), headings, _SCORE_ROW, first)
    for i, moves in enumerate(rounds):
        base = box.y + LEDGER_HEAD + (i + 0.5) * _SCORE_ROW + 1.3
        for k, move in enumerate(moves):
            text, size = fit(move, wide - 1.2, BODY)
            yield Text(Ink.TEXT, box.x + number + k * wide + 1, base, size, text)


def _turn(drawn: _PositionPicture, words: Words) -> str:
    """Whose turn it is, in words (QC-7.a)."""
    if drawn.position is None:
        return str(words["no_turn"])
    won = winner(drawn.position)
    said = words["to_move"] if won is None else words["over"]
    return str(said.format(seat=words["seats"][drawn.mover if won is None else drawn.params.seats[won]]))


def _position(
    drawn: _PositionPicture,
    words: Words,
    says: str,
    room: tuple[float, float],
    more: Callable[[Panel], Iterable[Mark]] = lambda _: (),
    names: Sequence[str] = (),
) -> Iterator[Block]:
    """A sentence, the board below it and a row for each seat, within `room` (width and height in mm).

    `more` is drawn on the board. With `names` the rows say who sits on each seat.
    """
    p, (wide, high) = drawn.params, room
    rows = [*p.seats, *[""][: any(not owner for _, owner in drawn.walls)]]
    size = min(wide, high - 9 - SEAT_ROW * len(rows), 200.0)
    square = int((size - 2 * SIGNED_RIM) / p.grid.columns * 10) / 10
    side = square * p.grid.columns

    def sentence(x: float, y: float) -> Iterator[Mark]:
        text, size_ = fit(says, wide, 5.0, bold=True)
        yield Text(Ink.TEXT, x, y + 4.6, size_, text, True)

    def board(x: float, y: float) -> Iterator[Mark]:
        at = whole_board(p.grid, x + (wide - side) / 2, y + SIGNED_RIM, square)
        yield from _board_marks(drawn, at)
        yield from more(at)

    def seats(x: float, y: float) -> Iterator[Mark]:
        for i, seat in enumerate(rows):
            box = Box(x, y + i * SEAT_ROW, wide, SEAT_ROW)
            if seat:
                cells = [cell for owner, cell in drawn.pawns if owner == seat]
                said = words["diagram"]["seat" if cells else "seat_lost"]
                told = {**seat_words(p, words, seat), "cell": ", ".join(cells), "left": drawn.left[i]}
                named = said.format(**told)
                if names:
                    named = words["played"]["seat"].format(player=names[i], standing=named)
                yield from seat_row(box, seat, named)
            else:
                yield from strip("", Box(x + 7.5, box.middle[1] - 0.9, 13, 1.8))
                yield Text(Ink.TEXT, x + 23, box.middle[1] + 1.3, BODY, words["patterns"]["nobody"])

    yield Block(7.0, sentence)
    yield Block(side + 2 * SIGNED_RIM, board)
    yield Block(SEAT_ROW * len(rows), seats)


def _board_marks(drawn: _PositionPicture, board: Panel) -> Iterator[Mark]:
    """The board with walls and pawns, the seats' signs, and a bar at the edge of the player to move."""
    yield from squares(board)
    yield from _pieces(drawn, board)
    if drawn.position is not None and winner(drawn.position) is None:
        ends = (point_beside(board, drawn.mover, along, out) for along, out in ((0, 6.6), (len(board.columns), 7.9)))
        yield rectangle(Ink.SOLID, Box.between(*ends))
    yield from seat_signs(board, drawn.params.seats)


def _pieces(drawn: _PositionPicture, board: Panel) -> Iterator[Mark]:
    for wall, owner in sorted(drawn.walls, key=lambda wall: natural(wall[0])):
        yield from strip(owner, wall_box(board, wall))
    for seat, cell in drawn.pawns:
        x, y = board.tile_box(cell).middle
        if seat:
            yield from pawn(seat, x, y, board.tile * 0.3)
        else:
            yield Circle(Ink.OUTLINE, x, y, board.tile * 0.25)


# --- puzzles and solutions ---------------------------------------------------------------------------------------


def puzzle_sheets(map_: Map[Params], edition: Edition) -> tuple[Page, ...]:
    """A position to be solved, without the solution."""
    setup, drawn, words = on_every_page(edition, "puzzle", map_.title), _drawn_position(map_), edition.of(NAME)
    p, body, said = drawn.params, setup.body, words["puzzle"]
    if p.win_in is None:
        raise NoSheet(said["none"])
    seat = words["seats"][drawn.mover]
    how = paragraph(said["how"].format(seat=seat, number=p.win_in), body.width, above=3)
    position = _position(drawn, words, _task(drawn, words), (body.width, 190.0))
    wide = body.width
    answer = Block(9, lambda x, y: blanks(y + 6, (x, x + wide / 3, x + wide), (said["first"], said["line"])), 4)
    blocks = [*position, *how, answer]
    return as_pages(setup, [[*fill(blocks, [body])[0], *foot(setup)]])


def _task(drawn: _PositionPicture, words: Words) -> str:
    """The task of a puzzle: the player to move, and in how many moves that player wins."""
    moves = in_number(words["puzzle"]["one"], drawn.params.win_in or 0, words)
    return str(words["puzzle"]["task"].format(seat=words["seats"][drawn.mover], moves=moves))


def gm_sheets(map_: Map[Params], edition: Edition) -> tuple[Page, ...]:
    """The measures of the position and, for a puzzle, the solution. The sheets are secret."""
    drawn, words = _drawn_position(map_), edition.of(NAME)
    said, seats = words["gm"], words["seats"]
    setup = on_every_page(edition, "gm", map_.title, said["badge"] if drawn.params.win_in else "")
    wide, (moves, unsolved) = setup.body.width, _winning_line(drawn, words)

    def first(board: Panel) -> Iterator[Mark]:
        return _move_marks(drawn, board, moves[0]) if moves else iter(())

    told: list[Block] = []
    if drawn.params.win_in:
        told.append(heading(said["solution"], wide))
        if moves:
            many = in_number(words["puzzle"]["one"], -(-len(moves) // 2), words)
            told += paragraph(said["first"].format(seat=seats[drawn.mover], moves=many, move=moves[0]), wide)
            told += paragraph(said["line"].format(line=_in_rounds(moves)), wide, bold=True)
        else:
            told += paragraph(unsolved, wide)
    told.append(heading(said["measures"], wide))
    if drawn.position is None:
        told += paragraph(words["no_turn"], wide)
    else:
        ways = analyse(map_, Ask(measures=("shortest-ways",))).measures["shortest-ways"].value
        for seat, far in cast(Mapping[str, int | None], ways).items():
            key, steps = ("cut_off", "") if far is None else ("way", in_number(said["steps"], far, words))
            told += paragraph(said[key].format(seat=seats[seat], steps=steps), wide)
        if winner(drawn.position) is None:
            told += paragraph(said["moves"].format(seat=seats[drawn.mover], count=count(drawn.position)), wide)
    room = above_foot(setup)
    high = min(190.0, max(room.height - height(told) - told[0].above, 95.0))
    blocks = [*_position(drawn, words, _turn(drawn, words), (wide, high), first), *told]
    return as_pages(setup, [[*marks, *foot(setup)] for marks in in_pages(blocks, room, 1)])


def _winning_line(drawn: _PositionPicture, words: Words) -> tuple[Sequence[Move], str]:
    """The winning line of a puzzle, or in words why there is none."""
    position, p = drawn.position, drawn.params
    if position is None or p.win_in is None:
        return (), words["no_turn"]
    wrong = unsolvable(p, position)
    try:
        return ((), wrong) if wrong else (WinSearch().line(position, 2 * p.win_in - 1), "")
    except SearchLimit:
        return (), words["gm"]["too_long"]


def _in_rounds(moves: Sequence[Move]) -> str:
    """The moves of two players in notation: `1. e2 e8 2. e3h`."""
    return " ".join(f"{i // 2 + 1}. {' '.join(moves[i : i + 2])}" for i in range(0, len(moves), 2))


def _move_marks(drawn: _PositionPicture, board: Panel, move: Move) -> Iterator[Mark]:
    """A move on the board: a wall with a ring around it, or an arrow from the pawn to its next square."""
    if is_wall(move):
        box = wall_box(board, move)
        yield from strip(drawn.mover, box)
        yield Circle(Ink.RING, *box.middle, board.tile * 0.45)
        return
    start = next(cell for seat, cell in drawn.pawns if seat == drawn.mover)
    (x1, y1), (x2, y2) = board.tile_box(start).middle, board.tile_box(move).middle
    long = ((x2 - x1) ** 2 + (y2 - y1) ** 2) ** 0.5
    part = board.tile * 0.36 / long
    yield from arrow((x1 + (x2 - x1) * part, y1 + (y2 - y1) * part), (x2, y2), min(3.0, board.tile * 0.3))


# --- books of puzzles --------------------------------------------------------------------------------------------


def book_sheets(maps: Sequence[Map[Params]], edition: Edition, apart: bool) -> BoundPages:
    """A title page, the rules, the positions in their order, several on a page, an index, and the solutions."""
    words, setup = edition.of(NAME), on_every_page(edition, "book", "")
    entries = list[_Entry]()
    for number, game_map in enumerate(maps, 1):
        position = _drawn_position(game_map)
        line, why = _winning_line(position, words)
        moves, told_as = game_map.params.win_in or 0, _in_rounds(line) if line else why
        entries.append(_Entry(number, game_map.title, position, moves, line, told_as))
    puzzles = [entry for entry in entries if entry.moves]
    rules = as_pages(setup, [*card_pages(setup.body, numbered(played_in_brief(maps[0].params, edition), edition))])
    layouts = ((2, 3), (2, 2), (1, 2), (1, 1))
    room = above_foot(setup, _ABOVE + 4)._replace(y=setup.body.y + _ABOVE)
    asked = _plates(entries, room, layouts, SIGNED_RIM, 18.5, _EASY)
    told = solution_pages(puzzles, room, asked) if puzzles else []
    first, said = len(rules) + 2, words["book"]
    indexed: tuple[Page, ...] = ()
    if len(entries) >= INDEXED:
        rows = partial(_index_rows, entries, asked, told, words, first)
        indexed = index_before_solutions(setup, 0 if apart else first + len(asked), rows, solved=bool(told))
    back = first + len(asked) + len(indexed)
    where = solutions(edition, back, apart=apart)
    drawn = as_pages(setup, [_positions_page(setup, page, where) for page in asked])
    solved = as_pages(setup, [_solutions_page(setup, page) for page in told])
    named = said["puzzles" if len(puzzles) == len(entries) else "positions"]
    contents = {said["rules"]: 2, named: first}
    contents |= {edition.words["book"]["index"]: first + len(asked)} if indexed else {}
    contents |= {said["solutions"]: back} if told and not apart else {}
    (cover,) = as_pages(setup, [[]])
    cover = replace(cover, marks=tuple(_cover(setup, entries, words, contents)), bookmark=words["name"])
    pages = (cover, *bookmarked(rules, said["rules"]), *bookmarked(drawn, named), *indexed)
    return paginated(pages, bookmarked(solved, said["solutions"]), apart=apart)


def _index_rows(
    entries: Sequence[_Entry], asked: _PlatePages, told: _PlatePages, words: Words, first: int, back: int
) -> Sequence[Sequence[str]]:
    """The positions by the moves that win them, their pages from `first` on and their solutions from `back` on."""
    pages = {plate.entry.number: str(first + i) for i, page in enumerate(asked) for plate in page}
    solved = {plate.entry.number: str(back + i) for i, page in enumerate(told) for plate in page}
    rows = []
    for entry in sorted(entries, key=lambda entry: (entry.moves or inf, entry.number)):
        moves = in_number(words["puzzle"]["one"], entry.moves, words) if entry.moves else ""
        title, number = f"{entry.number}. {entry.title}".rstrip(), entry.number
        rows.append((title, moves, pages[number], solved.get(number, "")))
    return rows


def _cover(setup: PageSetup, entries: Sequence[_Entry], words: Words, contents: Mapping[str, int]) -> Iterator[Mark]:
    """The title page: the name of the game, the pawns and walls of its players, and the contents."""
    inside, said = setup.paper.inside, words["book"]
    x, y = inside.middle[0], inside.y + inside.height * 0.22
    yield Text(Ink.TEXT, x, y, 19, words["name"], True, "middle")
    yield rectangle(Ink.SOLID, Box(x - 27, y + 8, 54, 0.8))
    moves = sorted(entry.moves for entry in entries if entry.moves)
    others = len(entries) - len(moves)
    counts = [in_number(said[key], n, words) for key, n in (("subtitle", len(moves)), ("more", others)) if n]
    yield Text(Ink.TEXT, x, y + 18, 6, ", ".join(counts), False, "middle")
    if moves:
        most = in_number(words["puzzle"]["one"], moves[-1], words)
        won = said["par" if moves[0] == moves[-1] else "pars"].format(least=moves[0], most=most)
        yield Text(Ink.QUIET, x, y + 26, LARGE, won, False, "middle")
    middle = inside.middle[1] + (8 if moves else 3)
    for i, seat in enumerate("SWNE"):
        left = x + (i - 1.5) * 36
        yield from pawn(seat, left, middle, 11)
        yield from strip(seat, Box(left - 14, middle + 18, 28, 4))
    for i, (name, page) in enumerate(contents.items()):
        base = (middle + 24 + inside.bottom) / 2 + 8 * (i - (len(contents) - 1) / 2)
        yield Text(Ink.TEXT, x - 40, base, LARGE, name)
        yield Text(Ink.TEXT, x + 40, base, LARGE, str(page), anchor="end")


class _Entry(NamedTuple):
    """A position of a book: a puzzle, or one to play on from."""

    number: int
    title: str
    drawn: _PositionPicture
    moves: int
    """The moves in which a puzzle is won; 0 for another position."""
    line: Sequence[Move]
    """The winning line; empty where there is none."""
    solution: str
    """The line in words, or why there is none."""


_GAP, _ABOVE = 8.0, 9.0
"""The gap between the entries of a page, and the height of the heading above an entry, in mm."""
_EASY_WIN, _MEDIUM_WIN = 2, 3
"""The most moves in which an easy puzzle and one of medium difficulty are won."""
_EASY, _LEGIBLE, _MOST_SQUARE = 6.0, 4.3, 26.0
"""The least side of a square to think about, the least one to look a move up, and the greatest, in mm."""


class _PuzzlePlate(NamedTuple):
    """A puzzle on a page, with the box for its board and its words, and the side of a square in mm."""

    entry: _Entry
    place: Box
    square: float


_PlatePages = Sequence[Sequence[_PuzzlePlate]]


def _plates(
    entries: Sequence[_Entry],
    room: Box,
    layouts: Sequence[tuple[int, int]],
    rim: float,
    words: float,
    least: float,
    most: Mapping[int, float] | None = None,
) -> _PlatePages:
    """The entries page by page in a room, about equally many on each; lengths are in mm.

    `layouts` are the numbers of boards that may stand side by side and one below the other, the most boards first.
    There are as few pages as the largest board allows with squares of the `least` side; then the boards are as large as
    fits, and what is left of the height of a page stands between the rows. `rim` is the margin around a board, and
    `words` the height of its text. `most` has the greatest side of the squares of each entry, by its number.
    """

    def square(place: Box, size: int) -> float:
        side = min(place.width, place.height - words) - 2 * rim
        return min(int(side / size * 10) / 10, _MOST_SQUARE)

    largest = max(entry.drawn.params.grid.columns for entry in entries)
    places = {layout: plots(room, *layout, _GAP, _GAP) for layout in layouts}
    sides = {layout: square(boxes[0], largest) for layout, boxes in places.items()}
    fitting = [layout for layout in layouts if sides[layout] >= least] or layouts[-1:]
    on_page = max(across * down for across, down in fitting)
    pages = list[list[_PuzzlePlate]]()
    for part in parts(len(entries), on_page):
        enough = [(across, down) for across, down in layouts if across * down >= len(part)]
        layout = max(enough, key=lambda layout: (sides[layout], -layout[0] * layout[1]))
        plates = []
        for entry, place in zip((entries[i] for i in part), places[layout], strict=False):
            side = square(place, entry.drawn.params.grid.columns)
            plates.append(_PuzzlePlate(entry, place, min(side, (most or {}).get(entry.number, _MOST_SQUARE))))
        rows = [plates[i : i + layout[0]] for i in range(0, len(plates), layout[0])]
        sizes = [max(side * entry.drawn.params.grid.columns for entry, _, side in row) for row in rows]
        needed = [size + 2 * rim + words for size in sizes]
        spare = (room.height - sum(needed)) / len(rows)
        tops = [room.y + spare * (i + 0.5) + sum(needed[:i]) for i in range(len(rows))]
        pages.append(
            [
                plate._replace(place=plate.place._replace(y=top, height=high))
                for row, top, high in zip(rows, tops, needed, strict=True)
                for plate in row
            ]
        )
    return pages


def solution_pages(entries: Sequence[_Entry], room: Box, puzzles: _PlatePages) -> _PlatePages:
    """The solutions page by page, on boards that are no larger than those of the `puzzles`."""
    rows = max(len(wrap(entry.solution, room.width / 3 - _GAP, SMALL)) for entry in entries)
    layouts = ((3, 3), (2, 3), (2, 2), (1, 2), (1, 1))
    most = {plate.entry.number: plate.square for page in puzzles for plate in page}
    return _plates(entries, room, layouts, RIM, 7 + rows * SMALL * LEADING, _LEGIBLE, most)


def _positions_page(setup: PageSetup, page: Sequence[_PuzzlePlate], where: str) -> list[Mark]:
    """A page of positions; `where` says where their solutions stand."""
    words, body = setup.game_words, setup.body
    puzzles = any(entry.moves for entry, _, _ in page)
    says = words["book"]["how" if puzzles else "play"].format(solutions=where)
    size = BODY if width(says, BODY) <= body.width else SMALL
    marks: list[Mark] = [*fill(paragraph(says, body.width, size, ink=Ink.QUIET, leading=1.2), [body])[0]]
    for entry, place, square in page:
        drawn, p = entry.drawn, entry.drawn.params
        marks += _number(entry, place._replace(width=place.width * (0.5 if entry.moves else 1.0)))
        marks.append(
            Text(Ink.TEXT, place.x, place.y + 9.2, BODY, _task(drawn, words) if entry.moves else _turn(drawn, words))
        )
        board = _plate(p, place, place.y + 10.6 + SIGNED_RIM, square)
        marks += _board_marks(drawn, board)
        y, wide = board.box.bottom + SIGNED_RIM + 4.6, place.width / p.players
        for i, seat in enumerate(p.seats):
            x = place.x + i * wide
            left = words["book"]["left"].format(seat=words["seats"][seat], left=drawn.left[i])
            text, size = fit(left, wide - 8, BODY)
            marks += pawn(seat, x + 2.4, y - 1.3, 2.2)
            marks.append(Text(Ink.TEXT, x + 6.6, y, size, text))
        if entry.moves:
            marks += blank(place.x + 0.52 * place.width, place.y + 4.0, place.right, words["book"]["answer"])
            hard = level(setup.edition, entry.moves, (_EASY_WIN, _MEDIUM_WIN))
            marks.append(Text(Ink.QUIET, place.right, place.y + 9.2, SMALL, hard, anchor="end"))
    return [*marks, *_book_foot(setup, [entry.drawn for entry, _, _ in page])]


def _number(entry: _Entry, place: Box, move: str = "") -> Iterator[Mark]:
    head = f"{entry.number}. {move}".rstrip()
    x = place.x + width(head, LARGE, bold=True) + 2
    yield Text(Ink.TEXT, place.x, place.y + 4.0, LARGE, head, True)
    if entry.title:
        text, size = fit(entry.title, place.right - x, BODY)
        yield Text(Ink.TEXT, x, place.y + 4.0, size, text)


def _plate(p: Params, place: Box, y: float, square: float) -> Panel:
    """The board in the middle of its place, from y downwards."""
    return whole_board(p.grid, place.x + (place.width - square * p.grid.columns) / 2, y, square)


def _solutions_page(setup: PageSetup, page: Sequence[_PuzzlePlate]) -> list[Mark]:
    words, body = setup.game_words, setup.body
    marks: list[Mark] = [*heading(words["book"]["solutions"], body.width).draw(body.x, body.y - 1)]
    for entry, place, square in page:
        first, drawn = entry.line[:1], entry.drawn
        board = _plate(drawn.params, place, place.y + 5.6 + RIM, square)
        marks += [*_number(entry, place, *first), *squares(board), *_pieces(drawn, board)]
        marks += (mark for move in first for mark in _move_marks(drawn, board, move))
        below = Box(place.x, board.box.bottom + RIM + 1, place.width, place.bottom)
        marks += fill(paragraph(entry.solution, place.width, SMALL), [below])[0]
    return [*marks, *_book_foot(setup, [entry.drawn for entry, _, _ in page])]


def _book_foot(setup: PageSetup, drawn: Iterable[_PositionPicture]) -> Iterator[Mark]:
    """The footnote of a book's page: how the boards lie and, if there are any, what grey walls are."""
    words, body = setup.game_words, setup.body
    yield Text(Ink.QUIET, body.right, body.bottom, SMALL, words["orientation"], anchor="end")
    if any(not owner for position in drawn for _, owner in position.walls):
        yield from strip("", Box(body.x, body.bottom - 2, 13, 1.8))
        yield Text(Ink.QUIET, body.x + 15.5, body.bottom, SMALL, words["patterns"]["nobody"])


# --- played games ------------------------------------------------------------------------------------------------


def secret_play(track: Track) -> bool:
    """Whether a game that goes on hides walls or the owners of walls (QC-36)."""
    return not track.over and any(track.options.get(option) == "yes" for option in ("masked", "invisible"))


def played_sheets(map_: Map[Params], track: Track, edition: Edition) -> tuple[Page, ...]:
    """The last position of a played game, how it ended, and its score. See `secret_play`."""
    words, badge = edition.of(NAME), edition.words["secret"] if secret_play(track) else ""
    setup, seats = on_every_page(edition, "played", map_.title, badge), map_.fitted_params.seats
    (now, moves, lost), before = _replay(map_, track), moves_on_file(map_.facts)
    drawn = _drawn_position(now)
    last = [said for entry in track.entries for said in entry.heard[-1:]]
    says = last[-1] if track.over and last else _turn(drawn, words)
    begins = 0 if before else seats.index(map_.fitted_params.turn or seats[0])
    rulings = [entry.words for entry in track.entries if isinstance(entry, MasterRuling)]
    notes = [words["played"]["lost"]] if lost else []
    notes += [f"{edition.words['rulings']['who']}: {ruling}" for ruling in rulings]
    score = _Score(drawn.params, (*before, *moves), words["played"]["score"], begins, notes)
    return as_pages(setup, [*_with_score(setup, drawn, says, score, [start.player for start in track.starts])])


def _replay(map_: Map[Params], track: Track) -> tuple[Map[Params], list[str], bool]:
    """A game carried out once more: its map, its moves as a score shows them, and whether one was lost.

    A move that met a hidden wall stands in brackets, and is lost.
    """
    state = begin(map_, tuple(start.player for start in track.starts), track.options, _no_die).state
    moves, lost = list[str](), False
    for entry in track.entries:
        match entry:
            case ReplayStep():
                ruling = play(state, entry.words, _no_die)
                bumps = any(said.key == "bumps" for said in ruling.heard)
                move, lost, state = "".join(entry.words.casefold().split()), lost or bumps, ruling.state
                moves.append(f"({move})" if bumps else move)
            case MasterRuling():
                with suppress(NoRuling):  # words alone correct nothing
                    state = correct(state, entry.words).state
            case _:
                assert_never(entry)
    return present(state), moves, lost


def _no_die(_: int) -> int:
    raise AssertionError("nothing is drawn in Quoridor")


PAPER: Paper[Params] = Paper(
    secret={"gm": gm_sheets},
    open={"diagram": diagram_sheets, "puzzle": puzzle_sheets},
    public={
        "board": sheets.board_sheets,
        "pieces": sheets.pieces_sheets,
        "large": sheets.large_sheets,
        "large-pieces": sheets.large_pieces_sheets,
        "score": sheets.score_sheets,
        "card": sheets.card_sheets,
    },
    played=PlayedSheets(played_sheets, secret_play),
    book=Book(book_sheets),
    board=BoardPicture(board_alone, secret=False),
)
