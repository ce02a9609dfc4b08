"""The printed sheets of Quoridor."""

import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from io import BytesIO
from itertools import combinations, pairwise
from pathlib import Path as File
from typing import NamedTuple

import pytest
from pypdf import PageObject, PdfReader

from mapkit.games.quoridor import GAME
from mapkit.games.quoridor.design import MoveList, Params, pawn, wall_fact
from mapkit.games.quoridor.diagrams import diagram_sheets, gm_sheets, puzzle_sheets
from mapkit.games.quoridor.figures import pawn as drawn_pawn
from mapkit.games.quoridor.figures import strip, strip_size, wall_box
from mapkit.games.quoridor.position import ACROSS, SEATS, SIZES, after, moves, opening, winner
from mapkit.games.quoridor.search import SearchLimit, WinSearch
from mapkit.games.quoridor.sheets import (
    board_sheets,
    card_sheets,
    large_pieces_sheets,
    large_sheets,
    large_square,
    page_square,
    pieces_sheets,
    played_in_brief,
    score_sheets,
)
from mapkit.model.chance import Chance
from mapkit.model.game import NoSheet
from mapkit.model.grid import Square
from mapkit.model.listing import ListedFact
from mapkit.model.map import Map, Public
from mapkit.paper import pdf
from mapkit.paper.board import whole_board
from mapkit.paper.edition import Edition
from mapkit.paper.sheet import Box, Ink, Page, Path, Text, extent, show
from tests.command import outcome, refusal
from tests.paper.test_sheet import (
    ON_A4,
    ON_LETTER,
    assert_golden,
    assert_printable,
    both_papers,
    faults,
    in_turn,
    titled,
)
from tests.sheet_measures import inked, prose, words

PUBLIC = (board_sheets, large_sheets, pieces_sheets, large_pieces_sheets, score_sheets, card_sheets)
OF_MAP = (diagram_sheets, puzzle_sheets, gm_sheets)
all_boards = pytest.mark.parametrize(
    ("size", "players"), [(size, players) for size in SIZES for players in (2, 4)], ids=str
)
each_board = in_turn(
    "size players", [(size, players) for n, size in enumerate(SIZES) for players in ((4, 2), (2, 4))[n % 2]]
)


def game(size: int, players: int, plies: int = 60, title: str = "The club") -> Map[Params]:
    """A game of random moves, half of them walls."""
    params, chance = Params(grid=Square(size, size), players=players), Chance(f"{size} {players}")
    position, line = opening(size, players, params.supply), list[str]()
    while len(line) < plies and winner(position) is None:
        known = moves(position)
        walls = [move for move in known if move[-1] in "hv"]
        chosen = walls if walls and chance.below(2) else known
        line.append(chosen[chance.below(len(chosen))])
        position = after(position, line[-1])
    meant = MoveList().read(line, params)
    return Map(GAME, params, frozenset(each.fact for each in meant if isinstance(each, ListedFact)), title)


def puzzle() -> Map[Params]:
    """A puzzle in which South wins in two moves."""
    walls = {wall_fact("a4v", "S"), wall_fact("b1v", "S"), wall_fact("b3v", "N")}
    facts = {pawn(1, "a3"), pawn(2, "b3"), *walls}
    return Map(GAME, Params(grid=Square(5, 5), win_in=2), frozenset(facts), "Two moves")


def printed(map_: Map[Params], edition: Edition) -> Iterator[tuple[Page, ...]]:
    for public in PUBLIC:
        try:
            yield public(map_.public, edition)
        except NoSheet:
            assert public in (large_sheets, large_pieces_sheets)
            assert map_.params.grid.columns < 9
    for of_map in OF_MAP:
        if of_map is not puzzle_sheets or map_.params.win_in:
            yield of_map(map_, edition)


def spaces(path: Path) -> tuple[set[float], set[float]]:
    """The distances between neighbouring lines, vertical and horizontal, to a hundredth of a mm."""
    ends = [(a.points, b.points) for a, b in pairwise(path.steps) if b.verb == "L"]
    xs = sorted({round(a[0], 3) for a, b in ends if a[0] == b[0]})
    ys = sorted({round(a[1], 3) for a, b in ends if a[1] == b[1]})
    return {round(b - a, 2) for a, b in pairwise(xs)}, {round(b - a, 2) for a, b in pairwise(ys)}


def covered(each: Page) -> list[str]:
    plain = [mark for mark in each.marks if isinstance(mark, Text) and mark.ink is not Ink.REVERSE]
    figures = [
        extent(mark) for mark in inked(each, Ink.SOLID, Ink.DARK_SHAPE, Ink.OUTLINE, Ink.CUT, Ink.OUTER_WALL, Ink.TILE)
    ]
    boxes = [figure for figure in figures if figure.width * figure.height < 900]
    return [text.text for text in plain if len(text.text) > 1 and any(extent(text).meets(box) for box in boxes)]


# --- all sheets --------------------------------------------------------------------------------------------------


@each_board
def test_nothing_is_clipped_or_small_or_overlaps(size: int, players: int, edition: Edition) -> None:
    for sheets in printed(game(size, players), edition):
        assert faults(sheets) == []
        assert [covered(sheet) for sheet in sheets] == [[]] * len(sheets)


@both_papers
def test_a_puzzle_has_all_sheets_without_faults(edition: Edition) -> None:
    for sheets in printed(puzzle(), edition):
        assert faults(sheets) == []


@titled("", "x" * 100, "Ы" * 100, "A title of many words " * 5, "<&\x00\n漢")
def test_any_title_fits(title: str, edition: Edition) -> None:
    assert_printable([*printed(game(9, 4, title=title), edition)], title)


@pytest.mark.parametrize("size", [5, 9, 17])
def test_every_sheet_says_where_a1_is(size: int) -> None:
    """QC-5.a."""
    for sheets in printed(game(size, 2), ON_A4):
        for sheet in sheets:
            assert re.search(r"a1 is in the south-west, row 1 is the south\s+edge", prose((sheet,))), sheet.name


@pytest.mark.parametrize("walls_each", [0, 1, 28, 300])
def test_any_supply_of_walls_is_printed(walls_each: int) -> None:
    public = Public("", Params(grid=Square(9, 9), walls_each=walls_each), GAME)
    for make in PUBLIC:
        assert faults(make(public, ON_LETTER)) == []
    assert prose(board_sheets(public, ON_A4)).count(f"{walls_each} wall{'s' * (walls_each != 1)}") == 2


def test_a_position_with_faults_can_be_printed() -> None:
    """Pawns are missing, too many, or on the same square; walls cross, overlap and leave the board."""
    walls = [wall_fact(wall, "") for wall in ("b2h", "b2v", "c2h", "e2h", "c5v", "a1h")]
    for pawns in ((), (pawn(1, "c3"), pawn(2, "c3")), (pawn(1, "a1"), pawn(2, "c1"), pawn(3, "e5"))):
        drawn = Map(GAME, Params(grid=Square(5, 5), win_in=2), frozenset({*pawns, *walls}))
        for make in OF_MAP:
            assert faults(make(drawn, ON_A4)) == []


def test_pages_of_a_long_game_have_all_moves() -> None:
    drawn = game(17, 2, 700)
    line = GAME.design.legend(drawn.params).listings[0].show(drawn.facts)[0]
    sheets = diagram_sheets(drawn, ON_A4)
    assert len(line) > 400
    assert len(sheets) > 1
    assert faults(sheets) == []
    said = [word for word in words(sheets) if re.fullmatch(r"[a-q][0-9]{1,2}[hv]?", word)]
    assert [word for word in said if word in set(line)] == list(line)


# --- sizes -------------------------------------------------------------------------------------------------------


@both_papers
@all_boards
def test_a_square_of_the_board_is_as_large_as_the_sheet_says(size: int, players: int, edition: Edition) -> None:
    public = Public("", Params(grid=Square(size, size), players=players), GAME)
    sheets, square = board_sheets(public, edition), page_square(public.params, edition)
    assert len(sheets) == 1
    (grid,) = inked(sheets[0], Ink.TILE)
    assert spaces(grid) == ({square}, {square})
    assert f"One square is {square:g} mm wide" in words(sheets)
    assert extent(grid).width == pytest.approx(size * square)
    signs = 6 if players == 4 else 0
    assert edition.paper.inside.width - size * square < 13 + signs + 0.1 * size, "it fills the width of the paper"


@both_papers
@pytest.mark.parametrize("size", [9, 11, 13, 15, 17])
def test_the_large_board_lies_on_two_pages_with_every_square_once(size: int, edition: Edition) -> None:
    public = Public("", Params(grid=Square(size, size)), GAME)
    sheets, square = large_sheets(public, edition), large_square(public.params, edition)
    assert square >= 1.25 * page_square(public.params, edition), "else it would gain too little"
    assert square >= 27.9 or size > 9, "about 30 mm on the board of the boxed game"
    rows = 0
    for sheet in sheets:
        assert sheet.paper.width > sheet.paper.height
        grid = inked(sheet, Ink.TILE)[-1]
        assert spaces(grid) == ({square}, {square})
        assert round(extent(grid).width / square) == size
        rows += round(extent(grid).height / square)
        assert f"One square is {square:g} mm wide" in words((sheet,))
    assert rows == size
    assert len(sheets) == 2
    (cut,) = inked(sheets[0], Ink.CUT)
    below = [extent(mark).y for mark in sheets[0].marks if extent(mark).y > extent(cut).bottom]
    assert min(below) > extent(cut).bottom + 3, "nothing stands on the cutting line"


@both_papers
@pytest.mark.parametrize("size", [9, 17])
def test_the_second_page_of_the_large_board_has_a_flap_for_the_first(size: int, edition: Edition) -> None:
    first, second = large_sheets(Public("", Params(grid=Square(size, size)), GAME), edition)
    assert (len(inked(first, Ink.CUT)), len(inked(second, Ink.CUT))) == (1, 0), "the first one is cut"
    assert (len(inked(first, Ink.GREY_TINT)), len(inked(second, Ink.GREY_TINT))) == (0, 1)
    assert "glue page 1 on here" in words((second,))
    assert f"broken line below row {size // 2 + 1}, and glue it onto the shaded flap above row {size // 2}." in prose(
        (second,)
    )
    columns, rows = "abcdefghijklmnopq"[:size], [str(row + 1) for row in range(size)]
    named = [text for text in words((first, second)) if text in {*columns, *rows}]
    assert sorted(named) == sorted([*columns, *rows] * 2), "each column at both ends, and each row"


@pytest.mark.parametrize("size", [5, 9])
def test_the_signs_of_the_seats_are_clear_of_the_names_beside_the_board(size: int) -> None:
    for sheet in (
        *board_sheets(Public("", Params(grid=Square(size, size), players=4), GAME), ON_A4),
        *diagram_sheets(game(size, 4), ON_LETTER),
    ):
        board = extent(inked(sheet, Ink.TILE)[0])
        around = board.inset(-9.3)
        shapes = [extent(mark) for mark in inked(sheet, Ink.OUTLINE, Ink.SOLID, Ink.DARK_SHAPE, Ink.PAPER)]
        beside = [box for box in shapes if box.meets(around) and not box.meets(board.inset(-1)) and box.width < 7]
        assert len(beside) >= 4
        names = [mark for mark in sheet.marks if isinstance(mark, Text) and extent(mark).meets(around)]
        cover = [(mark.text, box) for mark in names for box in beside if len(mark.text) < 3 and extent(mark).meets(box)]
        assert cover == []


def test_a_small_board_has_no_large_one() -> None:
    with pytest.raises(NoSheet, match="print the sheet board"):
        large_sheets(Public("", Params(grid=Square(7, 7)), GAME), ON_A4)


@both_papers
@all_boards
def test_walls_to_cut_out_have_the_size_that_the_sheet_says(size: int, players: int, edition: Edition) -> None:
    params = Params(grid=Square(size, size), players=players)
    pieces = pieces_sheets(Public("", params, GAME), edition)
    sets = [(page_square(params, edition), pieces)]
    if size >= 9:
        sets.append((large_square(params, edition), large_pieces_sheets(Public("", params, GAME), edition)))
    for square, pages in sets:
        long, wide = strip_size(square)
        assert long == pytest.approx(2 * square - wide - 0.5, abs=0.051)
        said = f"{params.supply} wall{'s' * (params.supply != 1)} of {long:g} x {wide:g} mm"
        assert prose(pages).count(said) == players
        assert f"squares of {square:g} mm" in prose(pages)
        (high,) = {float(number) for number in re.findall(r"mm, ([0-9.]+) mm high", prose(pages))}
        assert high >= 0.25 * square - 0.1, "it can be folded"
        cuts = [path for page in pages for path in inked(page, Ink.CUT) if path.steps[-1].verb != "Z"]
        assert cuts
        for path in cuts:
            across, down = spaces(path)
            assert across == {long}
            assert down == {round(2 * high + wide, 2)}, "two faces and two feet"


@pytest.mark.parametrize("square", [10.2, 14.9, 20.0, 34.6])
def test_walls_that_are_cut_out_never_overlap(square: float) -> None:
    """The tightest places: one wall after another, one that ends at the middle of another, and three at a corner."""
    long, wide = strip_size(square)
    assert long <= 2 * square
    assert long / 2 + wide / 2 <= square, "it ends before the side of a wall across its end"
    assert long / 2 > square * 0.8, "and stands in the way along both squares"


@both_papers
def test_there_are_as_many_walls_to_cut_out_as_the_players_have(edition: Edition) -> None:
    params = Params(grid=Square(17, 17))
    pages = pieces_sheets(Public("", params, GAME), edition)
    (high,) = {float(number) for number in re.findall(r"mm, ([0-9.]+) mm high", prose(pages))}
    face = round(strip_size(page_square(params, edition))[0] - 1.2, 2), round(high - 1.2, 2)
    for ink in (Ink.DARK_SHAPE, Ink.OUTLINE):
        found = [extent(mark) for page in pages for mark in inked(page, ink)]
        sizes = [(round(box.width, 2), round(box.height, 2)) for box in found]
        assert sizes.count(face) == 2 * params.supply == 72, "two faces each"


class Stroked(NamedTuple):
    """A path of a PDF: where its lines begin and end, in mm from the lower left corner, and its dashes."""

    ends: tuple[tuple[float, float, float, float], ...]
    dashes: tuple[float, ...]

    @property
    def spaces(self) -> tuple[set[float], set[float]]:
        """The distances between neighbouring lines, vertical and horizontal, to a hundredth of a mm."""
        xs = sorted({round(x1, 2) for x1, y1, x2, y2 in self.ends if abs(x1 - x2) < 0.01 < abs(y1 - y2)})
        ys = sorted({round(y1, 2) for x1, y1, x2, y2 in self.ends if abs(y1 - y2) < 0.01 < abs(x1 - x2)})
        return {round(b - a, 2) for a, b in pairwise(xs)}, {round(b - a, 2) for a, b in pairwise(ys)}


def stroked(page: PageObject) -> Iterator[Stroked]:
    """The paths of straight lines on a page, as a printer reads them."""
    content = page.get_contents()
    assert content is not None
    ends, numbers = list[tuple[float, float, float, float]](), list[float]()
    here, dashes = (0.0, 0.0), tuple[float, ...]()
    plain = re.sub(r"\((?:\\.|[^()\\])*\)", " ", content.get_data().decode("latin-1"), flags=re.DOTALL)
    for word in re.findall(r"[-+.0-9]+|[A-Za-z]+|[\[\]]", plain):
        if re.fullmatch(r"[-+]?[0-9]*\.?[0-9]+", word):
            numbers.append(float(word) / 72 * 25.4)
            continue
        if word == "l":
            ends.append((*here, numbers[-2], numbers[-1]))
        if word in ("m", "l"):
            here = (numbers[-2], numbers[-1])
        if word == "d":
            dashes = tuple(round(number, 1) for number in numbers[:-1])
        if word == "S" and ends:
            yield Stroked(tuple(ends), dashes)
        if word in ("S", "f", "B", "n", "b", "s"):
            ends.clear()
        if word not in ("[", "]"):
            numbers = []


def near(found: set[float], value: float) -> bool:
    """Whether these numbers are that size in mm, as exactly as a PDF gives it."""
    return bool(found) and all(abs(each - value) <= 0.021 for each in found)


CUT = (2.0, 1.0)
"""The dashes of lines to cut along, in mm."""
measured = in_turn("size players", [(5, 2), (9, 2), (9, 4), (17, 4)])


@measured
def test_squares_have_the_size_that_the_sheet_says_in_the_pdf(size: int, players: int, edition: Edition) -> None:
    """The size in the file that the printer gets is compared with the size written on the same page."""
    public = Public("", Params(grid=Square(size, size), players=players), GAME)
    made = [board_sheets(public, edition), *([large_sheets(public, edition)] if size >= 9 else [])]
    for page in PdfReader(BytesIO(pdf.write([sheet for sheets in made for sheet in sheets], "t"))).pages:
        found = re.search(r"One square is ([0-9.]+) mm wide", page.extract_text())
        assert found is not None
        square = float(found[1])
        (grid,) = [path for path in stroked(page) if all(near(space, square) for space in path.spaces)]
        across = {round(x1) for x1, y1, x2, y2 in grid.ends if abs(x1 - x2) < 0.01}
        assert 2 < len(across) <= size + 1
        ruler = [path for path in stroked(page) if near(path.spaces[0], 10)]
        assert len(ruler) == 1, "and the ruler has a mark every 10 mm"


@measured
def test_walls_are_cut_to_the_size_that_the_sheet_says_in_the_pdf(size: int, players: int, edition: Edition) -> None:
    public = Public("", Params(grid=Square(size, size), players=players), GAME)
    made = [pieces_sheets(public, edition), *([large_pieces_sheets(public, edition)] if size >= 9 else [])]
    for sheets in made:
        pages = PdfReader(BytesIO(pdf.write(sheets, "t"))).pages
        text = " ".join(page.extract_text() for page in pages)
        said = re.findall(r"\d+ walls? of ([0-9.]+) x ([0-9.]+) mm, ([0-9.]+) mm high", text)
        assert len(said) == players
        assert len(set(said)) == 1
        long, wide, high = map(float, said[0])
        cuts = [path.spaces for page in pages for path in stroked(page) if path.dashes == CUT and len(path.ends) > 3]
        walls = [cut for cut in cuts if near(cut[0], long)]
        assert len(walls) >= players
        assert all(near(wall[1], 2 * high + wide) for wall in walls)
        head = re.search(r"squares of ([0-9.]+) mm", text)
        assert head is not None
        assert long <= 2 * float(head[1]) - wide, "it leaves room for a wall across its end"


# --- what is drawn -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seat", "SWNE")
def test_a_pawn_points_at_its_goal(seat: str) -> None:
    """QC-12."""
    shape = next(mark for mark in drawn_pawn(seat, 0, 0, 10) if isinstance(mark, Path))
    tip = shape.steps[0].points
    expected = {"N": (0, -1), "S": (0, 1), "E": (1, 0), "W": (-1, 0)}[ACROSS[seat]]
    assert [round(angle / 10) for angle in tip] == list(expected)
    box = extent(shape)
    assert abs(box.middle[0]) < 1.5
    assert abs(box.middle[1]) < 1.5


def test_every_owner_has_a_pattern_of_their_own() -> None:
    """QC-7.a, QC-18: the patterns differ without colour, in whatever direction a wall stands."""
    for box in (Box(0, 0, 40, 4), Box(0, 0, 4, 40)):
        patterns = [tuple(strip(owner, box)) for owner in ("S", "W", "N", "E", "")]
        assert len(set(patterns)) == 5
    assert {mark.ink for owner in "SWNE" for mark in strip(owner, box)} == {Ink.DARK_SHAPE, Ink.SOLID, Ink.OUTLINE}


@all_boards
def test_drawn_walls_stay_on_the_board_and_never_meet(size: int, players: int) -> None:
    drawn = game(size, players)
    board = whole_board(drawn.params.grid, 0, 0, 10)
    names = [f"{fact.place}{fact.mark[0]}" for fact in drawn.facts if re.fullmatch(r"[hv]( .)?", fact.mark)]
    boxes = [wall_box(board, name) for name in names]
    assert boxes
    assert not any(one.meets(other) for one, other in combinations(boxes, 2))
    assert all(box.x >= 0 and box.right <= size * 10 and box.y >= 0 and box.bottom <= size * 10 for box in boxes)


def test_a_wall_is_drawn_where_its_name_says() -> None:
    """QC-17: e3h is on the north sides of e3 and f3, c3v on the east sides of c3 and c4."""
    board = whole_board(Square(9, 9), 0, 0, 10)
    across, upright = wall_box(board, "e3h"), wall_box(board, "c3v")
    assert across.middle == pytest.approx((50, 60))
    assert (across.width, across.height) == pytest.approx((18.03, 1.67), abs=0.01)
    assert upright.middle == pytest.approx((30, 60))
    assert (upright.width, upright.height) == pytest.approx((1.67, 18.03), abs=0.01)


@pytest.mark.parametrize("turn", "SWNE")
def test_a_bar_marks_the_edge_of_the_player_to_move(turn: str) -> None:
    """QC-7.a."""
    facts = frozenset(pawn(i, cell) for i, cell in enumerate(("c1", "a3", "c5", "e3"), 1))
    (page,) = diagram_sheets(Map(GAME, Params(grid=Square(5, 5), players=4, turn=turn), facts), ON_A4)
    seat = {"S": "South", "W": "West", "N": "North", "E": "East"}[turn]
    assert f"{seat} to move" in words((page,))
    board = extent(inked(page, Ink.TILE)[0])
    (bar,) = [
        box for box in map(extent, inked(page, Ink.SOLID)) if max(box.width, box.height) == pytest.approx(board.width)
    ]
    beyond = {
        "S": bar.y > board.bottom,
        "N": bar.bottom < board.y,
        "W": bar.right < board.x,
        "E": bar.x > board.right,
    }
    assert [side for side, there in beyond.items() if there] == [turn]


def test_a_diagram_shows_pawns_walls_and_moves() -> None:
    facts = {
        each.fact for each in MoveList().read(["e2", "e8", "e3h", "d7v"], Params()) if isinstance(each, ListedFact)
    }
    said = prose(diagram_sheets(Map(GAME, Params(), frozenset(facts)), ON_A4))
    for each in (
        "South to move",
        "South, black: on e2, makes for row 9, walls left: 9",
        "North, white: on e8, makes for row 1, walls left: 9",
        "The moves so far South North 1 2 e2 e8 e3h d7v",
    ):
        assert each in said, each


def test_walls_without_an_owner_are_explained() -> None:
    facts = frozenset({pawn(1, "c1"), pawn(2, "c5"), wall_fact("b2h", "")})
    drawn = Map(GAME, Params(grid=Square(5, 5)), facts)
    assert "Shaded walls: nobody knows who placed them." in words(diagram_sheets(drawn, ON_A4))
    assert "Shaded" not in prose(diagram_sheets(game(5, 2), ON_A4))


def test_a_finished_game_has_no_player_to_move() -> None:
    facts = frozenset({pawn(1, "c5"), pawn(2, "a3")})
    said = words(diagram_sheets(Map(GAME, Params(grid=Square(5, 5)), facts), ON_A4))
    assert "South has reached the goal: the game is over" in said


def test_a_puzzle_is_set_without_its_solution_and_solved_for_the_game_master() -> None:
    drawn = puzzle()
    task, solved = prose(puzzle_sheets(drawn, ON_A4)), prose(gm_sheets(drawn, ON_A4))
    found = re.search(r"one first move alone: (\S+)\. It is marked", solved)
    assert found is not None, solved
    assert "South to move wins in 2 moves" in task
    assert found[1] not in task
    assert f"The line, with the longest defence: 1. {found[1]} " in solved
    assert "South's shortest way home, pawns aside: " in solved
    assert "SOLUTION" in solved


def test_a_line_that_is_too_long_is_not_printed(monkeypatch: pytest.MonkeyPatch) -> None:
    def too_long(*_: object) -> list[str]:
        raise SearchLimit

    monkeypatch.setattr(WinSearch, "line", too_long)
    said = prose(gm_sheets(puzzle(), ON_A4))
    assert "The line is too long to be worked out." in said
    assert "It is marked" not in said


def test_only_puzzles_have_a_puzzle_sheet() -> None:
    with pytest.raises(NoSheet, match="preset puzzle"):
        puzzle_sheets(game(5, 2), ON_A4)
    said = prose(gm_sheets(game(5, 2), ON_A4))
    assert "SOLUTION" not in said
    assert "What was measured" in said


@pytest.mark.parametrize("players", [2, 4])
def test_the_score_sheet_has_a_column_for_everybody_and_lines_for_a_long_game(players: int) -> None:
    (page,) = score_sheets(Public("", Params(players=players), GAME), ON_LETTER)
    said = words((page,))
    seats = {"S": "South", "W": "West", "N": "North", "E": "East"}
    heads = [text for text in said if text in seats.values()]
    columns = 3 if players == 2 else 2
    assert heads == [seats[each] for each in SEATS[players]] * (columns + 1)
    numbers = [int(text) for text in said if text.isdecimal()]
    assert numbers == list(range(1, len(numbers) + 1))
    assert len(numbers) * players >= 150


def test_the_card_has_the_rules_in_force_with_their_numbers() -> None:
    numbered = replace(ON_A4, numbers=True)
    for p in (Params(), Params(win_in=3)):
        said = card_sheets(Public("", p, GAME), numbered)
        assert {number for section in played_in_brief(p, numbered) for number, _ in section.entries} <= {*words(said)}
        assert "only one first move" not in prose(said), "what a position is found by is nothing to play by"


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("players", [2, 4])
def test_the_card_tells_the_order_and_examples_of_its_own_board(size: int, players: int) -> None:
    """QC-X1, QC-8, QC-17: the walls that the card and the score sheet name can stand there."""
    public = Public("", Params(Square(size, size), players=players), GAME)
    said, score = (prose(sheets(public, ON_A4)) for sheets in (card_sheets, score_sheets))
    begins = "South begins, then West, North, East." if players == 4 else "South begins, then North."
    assert begins in said
    middle = "abcdefghi"[size // 2]
    assert f"South on {middle}1" in said
    assert f"North on {middle}{size}" in said
    board = opening(size, players, 1).board
    for text in (said, score):
        walls = re.findall(r"\b([a-q][0-9]+)([hv])\b", text.partition("Moves, for example")[0])
        assert len(walls) == 2
        assert all(board.squares_by_name[cell] & board.walls for cell, _ in walls)
        assert all(cell in board.squares_by_name for cell in re.findall(r"\b[a-q][0-9]+\b", text))


def test_the_card_follows_another_order_of_turns() -> None:
    """QC-X1."""
    assert "North begins, then South." in prose(card_sheets(Public("", Params(order="NS"), GAME), ON_A4))


# --- the command -------------------------------------------------------------------------------------------------


def test_sheets_that_a_map_lacks_are_left_out_and_refused_by_name(tmp_path: File) -> None:
    file = tmp_path / "club.toml"
    file.write_text('mapkit = 1\ngame = "quoridor"\npreset = "opening"\nsize = 5\npawns = "c1 c5"\n')
    code, out, err = outcome("print", file, "-o", tmp_path)
    assert code == 0
    assert re.findall(r"(\w+)\.pdf", out) == ["gm", "diagram", "board", "pieces", "score", "card"]
    assert "for the game master alone: club-gm.pdf\n" in err
    refused = refusal("print", file, "-o", tmp_path, "--sheets", "puzzle")
    assert "the sheet puzzle is for maps with win_in" in refused


# --- as they were ------------------------------------------------------------------------------------------------

GOLDEN: dict[str, Callable[[], tuple[Page, ...]]] = {
    "board": lambda: board_sheets(Public("Tiny", Params(grid=Square(5, 5)), GAME), ON_A4),
    "large": lambda: large_sheets(Public("", Params(), GAME), ON_LETTER),
    "pieces": lambda: pieces_sheets(Public("", Params(grid=Square(5, 5), players=4), GAME), ON_A4),
    "large-pieces": lambda: large_pieces_sheets(Public("", Params(walls_each=3), GAME), ON_LETTER),
    "score": lambda: score_sheets(Public("", Params(players=4), GAME), ON_LETTER),
    "diagram": lambda: diagram_sheets(game(5, 4, 12), ON_A4),
    "puzzle": lambda: puzzle_sheets(puzzle(), ON_LETTER),
    "gm": lambda: gm_sheets(puzzle(), ON_A4),
    "card": lambda: card_sheets(Public("", Params(win_in=3), GAME), ON_A4),
}


@pytest.mark.parametrize("kind", GOLDEN)
def test_the_sheets_are_as_they_were(kind: str) -> None:
    assert_golden(f"quoridor-{kind}.txt", "".join(map(show, GOLDEN[kind]())))
