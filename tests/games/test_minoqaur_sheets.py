"""The printed sheets of Minoqaur: the maze, the code that scans, solutions, measures, cards and the puzzle book."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import cache
from io import BytesIO
from itertools import chain, pairwise
from pathlib import Path as File
from typing import Any

import pytest
import zxingcpp
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image, ImageChops, ImageDraw
from pypdf import PdfReader

from mapkit.games.minoqaur import GAME, code, solutions
from mapkit.games.minoqaur.design import Params, entrances, maze, solved
from mapkit.games.minoqaur.draft import draft
from mapkit.games.minoqaur.figures import LEAST_MODULE, PICTURES, ground, paths, playable, region
from mapkit.games.minoqaur.maze_rules import Move, Trail, answer, moves, trail_after
from mapkit.games.minoqaur.search import FAR, AnsweredMove, SearchResult
from mapkit.games.minoqaur.sheets import board_sheets, card_sheets, code_sheets, large_sheets, log_sheets
from mapkit.games.minoqaur.solutions import book_sheets, gm_sheets, solution_sheets, unfit
from mapkit.mapfile.writer import show as show_map
from mapkit.model.analysis import Analysis
from mapkit.model.chance import Chance
from mapkit.model.game import NoSheet, table_of
from mapkit.model.grid import Matrix
from mapkit.model.map import Map
from mapkit.model.rule import has
from mapkit.paper import icons
from mapkit.paper.board import whole_board
from mapkit.paper.edition import Edition
from mapkit.paper.game_sheets import paper_of
from mapkit.paper.pens import usual_theme
from mapkit.paper.sheet import Circle, Ink, Mark, Page, Path, Text, extent, show
from tests.command import outcome, output
from tests.paper.test_sheet import HOSTILE, ON_A4, ON_LETTER, assert_golden, assert_printable, faults, in_turn, titled
from tests.sheet_measures import prose, words

HERDSMAN = "MINOQAUR AT PLAY"


@cache
def board(version: int = 2, seed: str = "x", title: str = "", **given: Any) -> Map[Params]:
    p = Params(code.matrix(version), **given)
    return Map(GAME, p, draft(p, Chance(seed), frozenset()), title)


@cache
def herdsman() -> Map[Params]:
    """A maze that is won in eight moves."""
    return board(text=HERDSMAN, title="The herdsman's code")


@cache
def hurried() -> Map[Params]:
    """The same maze, where traps do not count: its shortest win is found sooner."""
    return board(text=HERDSMAN, title="The herdsman's code", win="treasure")


@cache
def gm_of_herdsman() -> tuple[Page, ...]:
    return gm_sheets(herdsman(), ON_A4)


@cache
def wandering(version: int, turns: int) -> SearchResult:
    """A line of at most this many turns, in which the players move at random."""
    map_ = board(version)
    played, chance = maze(map_.params, map_.facts), Chance("wander")
    own, hunter, holds = Trail.at(min(played.entrances)), Trail.at(played.dot), 0
    entrance, line = own.head, list[AnsweredMove]()
    while len(line) < turns:
        known = sorted(moves(played, own, holds, hunter))
        if not known:
            break
        move = chance.choice(known)
        own, holds = trail_after(played, own, move), move.holds
        reply = answer(played, hunter, own)
        hunter = trail_after(played, hunter, reply.move) if reply.move else hunter
        line.append(AnsweredMove(move, reply))
    return SearchResult(entrance, tuple(line), len(line), 0)


def inked(each: Page, *inks: Ink) -> list[Mark]:
    return [mark for mark in each.marks if mark.ink in inks]


def blackened(each: Page) -> Path:
    """The shape of the dark modules of a code."""
    return max((mark for mark in inked(each, Ink.SOLID) if isinstance(mark, Path)), key=lambda mark: len(mark.steps))


def of_map(map_: Map[Params], edition: Edition) -> Iterator[tuple[Page, ...]]:
    """Every sheet that needs no solution."""
    yield board_sheets(map_, edition)
    yield code_sheets(map_, edition)
    yield card_sheets(map_.public, edition)
    yield log_sheets(map_.public, edition)


# --- the picture of a code ---------------------------------------------------------------------------------------


def covers(path: Path, x: float, y: float) -> tuple[bool, int]:
    """Whether a point lies in a shape, by crossings and by how often its outlines wind around it."""
    crossings = winds = 0
    corners: list[tuple[float, ...]] = []
    for step in path.steps:
        if step.verb != "Z":
            corners.append(step.points)
            continue
        for (x1, y1), (_, y2) in pairwise([*corners, corners[0]]):
            if x1 > x and min(y1, y2) < y < max(y1, y2):
                crossings, winds = crossings + 1, winds + (1 if y2 > y1 else -1)
        corners = []
    return crossings % 2 == 1, winds


@given(st.sets(st.sampled_from(Matrix(4, 4).cells()), min_size=1))
def test_a_shape_covers_its_cells_and_no_others_however_it_is_filled(cells: set[str]) -> None:
    grid = Matrix(4, 4)
    on_paper = whole_board(grid, 10, 20, 3)
    (path,) = region(Ink.SOLID, on_paper, cells)
    assert isinstance(path, Path)
    for cell in grid.cells():
        inside, winds = covers(path, *on_paper.tile_box(cell).middle)
        assert inside == (winds != 0) == (cell in cells)


def test_no_cells_make_no_shape() -> None:
    assert [*region(Ink.SOLID, whole_board(Matrix(4, 4), 0, 0, 1), set())] == []


# --- the code to scan --------------------------------------------------------------------------------------------

DOTS = 6
"""Dots per mm, about 150 dpi, as a bad camera sees a sheet."""


def painted(each: Page) -> Image.Image:
    """The shapes of a sheet as a black and white picture, filled as the writers fill them."""
    size = (round(each.paper.width * DOTS), round(each.paper.height * DOTS))
    picture = Image.new("1", size, 1)
    for mark in each.marks:
        fill = usual_theme().pens[mark.ink].fill
        if not isinstance(mark, Path) or fill is None:
            continue
        mask = Image.new("1", size, 0)
        corners: list[tuple[float, float]] = []
        for step in mark.steps:
            if step.verb == "Z":
                loop = Image.new("1", size, 0)
                ImageDraw.Draw(loop).polygon(corners, fill=1)
                mask, corners = ImageChops.logical_xor(mask, loop), []
            else:
                corners.append((step.points[-2] * DOTS, step.points[-1] * DOTS))
        picture.paste(0 if fill == "#000000" else 1, mask=mask)
    return picture


@pytest.mark.parametrize(
    ("version", "error", "edition"),
    [
        (2, "L", ON_A4),
        (2, "H", ON_LETTER),
        (6, "Q", ON_A4),
        (20, "M", ON_LETTER),
        pytest.param(6, "Q", ON_LETTER, marks=pytest.mark.long),
        pytest.param(20, "M", ON_A4, marks=pytest.mark.long),
    ],
)
def test_the_printed_code_scans(version: int, error: str, edition: Edition) -> None:
    """MQ-2: the printed code can still be scanned as long as nothing is drawn on it."""
    (each,) = code_sheets(board(version, text="MINOQAUR", error=error, title="Scan me"), edition)
    (read,) = zxingcpp.read_barcodes(painted(each).convert("L"))
    assert (read.text, str(read.format)) == ("MINOQAUR", "QR Code")


def test_a_code_with_one_wrong_shape_is_noticed() -> None:
    (each,) = code_sheets(board(text="MINOQAUR"), ON_A4)
    dark = blackened(each)
    holes = replace(each, marks=tuple(replace(mark, ink=Ink.PAPER) if mark is dark else mark for mark in each.marks))
    assert zxingcpp.read_barcodes(painted(holes).convert("L")) == []


@in_turn("version", [1, 2, 7, 40])
def test_the_code_keeps_its_quiet_zone(version: int, edition: Edition) -> None:
    (each,) = code_sheets(board(version, treasure="k11" if version == 1 else "ring"), edition)
    dark = blackened(each)
    box = extent(dark)
    module = box.width / code.size(version)
    quiet = box.inset(-4 * module + 0.01)
    assert not [mark for mark in each.marks if mark is not dark and extent(mark).meets(quiet)]


def test_a_long_text_is_shortened_on_the_sheet() -> None:
    text = "A word of it, and another. " * 60
    (each,) = code_sheets(board(40, text=text.strip()), ON_LETTER)
    assert "It says: A word of it" in prose((each,))
    assert sum("…" in row for row in words((each,))) == 1


# --- the maze ----------------------------------------------------------------------------------------------------


@in_turn("version", [1, 2, 6, 15, 3, 40, 7])
def test_nothing_is_clipped_or_small_or_overlaps(version: int, edition: Edition) -> None:
    map_ = board(version, treasure="k11" if version == 1 else "ring", title="The herdsman's code")
    for sheets in of_map(map_, edition):
        assert faults(sheets) == []


@titled("", "x" * 100, "Ы" * 60, HOSTILE, "A title of many words " * 5)
def test_any_title_fits(title: str, edition: Edition) -> None:
    map_ = replace(hurried(), title=title)
    assert_printable([*of_map(map_, edition), solution_sheets(map_, edition), gm_sheets(map_, edition)], title)


@in_turn("version", [2, 3])
def test_every_option_has_sheets_without_faults(version: int, edition: Edition) -> None:
    given: dict[str, Any] = {"corners": "drawn", "chamber": "centre-line", "border_exits": "all", "treasure": "m11"}
    one: dict[str, Any] = {"tie": "random", "step_out": "yes"}
    other: dict[str, Any] = {"tie": "vertical", "stuck": "least-bad", "win": "treasure"}
    map_ = board(version, **given, **(one if version == 2 else other))
    for sheets in (*of_map(map_, edition), gm_sheets(map_, edition)):
        assert faults(sheets) == []


def test_the_maze_fills_the_page() -> None:
    (each,) = board_sheets(herdsman(), ON_A4)
    (walls,) = inked(each, Ink.GREY_SHAPE)
    assert extent(walls).width > 160
    assert "A module is 6.5 mm wide" in words((each,))


def test_dark_modules_are_walls_and_light_ones_are_white() -> None:
    """MQ-3, MQ-4."""
    map_ = herdsman()
    (each,) = board_sheets(map_, ON_A4)
    (walls,) = inked(each, Ink.GREY_SHAPE)
    assert isinstance(walls, Path)
    box = extent(walls)
    on_paper = whole_board(map_.params.grid, box.x, box.y, box.width / 25)
    for cell, shade in map_.kinds.items():
        assert covers(walls, *on_paper.tile_box(cell).middle)[0] == (shade == "dark")


def test_walls_are_light_enough_for_pens() -> None:
    for ink in (Ink.GREY_SHAPE, Ink.GREY_TINT, Ink.CREAM_TINT):
        fill = usual_theme().pens[ink].fill
        assert fill is not None
        assert min(bytes.fromhex(fill[1:])) > 0xBF


@pytest.mark.parametrize("version", [2, 5])
def test_the_items_lie_on_the_blocks_and_the_treasure_in_its_square(version: int) -> None:
    """MQ-5, MQ-6, MQ-7: sword upper left, cloak upper right, key lower left, treasure lower right."""
    drawn_on = ground(board(version))
    n, last = drawn_on.grid.columns, drawn_on.grid.columns - 4
    on_paper = whole_board(drawn_on.grid, 20, 20, 6)
    marks = {*playable(on_paper, drawn_on)}
    for item, cell in (
        ("sword", drawn_on.grid.name(3, last)),
        ("cloak", drawn_on.grid.name(last, last)),
        ("key", drawn_on.grid.name(3, 3)),
    ):
        assert {*icons.draw(PICTURES[item], *on_paper.tile_box(cell).middle, 6 * 1.22)} <= marks
    middle = on_paper.tile_box(drawn_on.grid.name(n - 7, 6)).middle
    assert any(extent(mark).middle == pytest.approx(middle, abs=1.5) for mark in marks if mark.ink is Ink.GOLD_SHAPE)


def test_items_lie_where_a_file_puts_them() -> None:
    map_ = board()
    moved = replace(map_, facts=map_.facts | {has("d22", "key"), has("v22", "sword"), has("d4", "cloak")})
    assert ground(moved).items == {"d22": "key", "v22": "sword", "d4": "cloak"}
    on_paper = whole_board(map_.params.grid, 20, 20, 6)
    marks = {*playable(on_paper, ground(moved))}
    assert {*icons.draw(PICTURES["key"], *on_paper.tile_box("d22").middle, 6 * 1.22)} <= marks


def test_chambers_are_tinted() -> None:
    """MQ-5.a, MQ-6.c."""
    for chamber, number in (("ring", 3 * 16 + 8), ("centre-line", 3 * 12 + 8)):
        (each,) = board_sheets(board(chamber=chamber), ON_A4)
        assert len(inked(each, Ink.CREAM_TINT)) == number


def test_the_dot_lies_on_the_module_of_the_minoqaur() -> None:
    """MQ-8."""
    map_ = herdsman()
    on_paper = whole_board(map_.params.grid, 20, 20, 6)
    (dot,) = [mark for mark in playable(on_paper, ground(map_)) if mark.ink is Ink.ORANGE_PATH]
    assert isinstance(dot, Circle)
    assert (dot.x, dot.y) == on_paper.tile_box(ground(map_).dot).middle
    assert "The minoqaur begins on m13" in words(board_sheets(map_, ON_A4))


def test_six_entrances_have_numbers_outside_the_maze() -> None:
    """MQ-9."""
    map_ = herdsman()
    on_paper = whole_board(map_.params.grid, 20, 20, 6)
    marks = [*playable(on_paper, ground(map_))]
    signs = [mark for mark in marks if isinstance(mark, Text) and mark.ink is Ink.REVERSE]
    assert [sign.text for sign in signs] == list("123456")
    doors = ("h25", "r25", "a18", "y18", "a8", "h1")
    assert {*doors} == {*entrances(map_.params.grid)}
    for sign, cell in zip(signs, doors, strict=True):
        assert not extent(sign).meets(on_paper.box)
        x, y = on_paper.tile_box(cell).middle
        assert min(abs(sign.x - x), abs(extent(sign).middle[1] - y)) < 1
    dots = [mark for mark in marks if isinstance(mark, Circle) and mark.ink is Ink.BLUE_PATH and mark.radius < 2]
    assert [(mark.x, mark.y) for mark in dots] == [on_paper.tile_box(c).middle for c in doors]


@pytest.mark.parametrize("exits", ["named", "all"])
def test_entrances_have_the_same_numbers_as_at_the_table(exits: str) -> None:
    """MQ-9: `enter 2` is the entrance with a 2 on the sheet."""
    map_ = board(border_exits=exits)
    assert table_of(GAME).referee is not None
    for cell, number in ground(map_).doors.items():
        state = table_of(GAME).referee.begin(map_, ("Ann",), {}, lambda _: 1).state
        heard = table_of(GAME).referee.play(state, f"enter {number}", lambda _: 1).heard
        assert any(dict(each.args).get("cell") == cell for each in heard if each.key == "enters")


def test_all_light_modules_of_the_edge_may_be_entrances() -> None:
    """MQ-9.d."""
    map_ = board(border_exits="all")
    light = {cell for cell, shade in map_.kinds.items() if shade == "light"}
    edge = {cell for cell in light if any(map_.params.grid.step(cell, side) is None for side in "NESW")}
    assert ground(map_).others == edge - {*entrances(map_.params.grid)}
    assert "White modules of the edge are entrances, too." in prose(board_sheets(map_, ON_A4))
    assert "White modules of the edge" not in prose(board_sheets(board(), ON_A4))


@pytest.mark.parametrize(("version", "every"), [(2, 1), (7, 1), (40, 5)])
def test_columns_and_rows_are_named_on_all_four_sides(version: int, every: int) -> None:
    map_ = board(version)
    (each,) = board_sheets(map_, ON_A4)
    (walls,) = inked(each, Ink.GREY_SHAPE, Ink.GREY_TINT)
    box = extent(walls)
    rows = [mark for mark in each.marks if isinstance(mark, Text) and mark.text == str(1 + every * 9)]
    beside = [mark for mark in rows if mark.y < box.bottom and mark.size < 4]
    assert [mark.x < box.x or mark.x > box.right for mark in beside] == [True, True]
    columns = [mark for mark in each.marks if isinstance(mark, Text) and mark.text == "a" and mark.ink is Ink.TEXT]
    assert {mark.y < box.y for mark in columns} == {True, False}


def test_the_rules_in_brief_tell_the_options() -> None:
    said = " ".join(prose(board_sheets(board(tie="vertical", stuck="least-bad", step_out="yes"), ON_A4)).split())
    assert "along the column if they are equal" in said
    assert "it goes where it is nearest" in said
    assert "step off at an entrance" in said
    assert "The shaded rings, without their blocks." in said


@pytest.mark.parametrize(("version", "pages"), [(10, 2), (25, 6), pytest.param(40, 12, marks=pytest.mark.long)])
def test_a_maze_with_small_modules_is_printed_on_several_pages_too(version: int, pages: int) -> None:
    sheets = large_sheets(board(version), ON_A4)
    assert len(sheets) == pages
    assert faults(sheets) == []
    numbers = [text for text in words(sheets) if re.fullmatch(r"A module is [3-9](\.\d)? mm wide", text)]
    assert len(numbers) == pages
    icon_marks = [mark for sheet in sheets for mark in inked(sheet, Ink.GREEN_SHAPE)]
    assert len(icon_marks) == 1, "the cloak lies on one page"


def module_sizes(sheets: tuple[Page, ...]) -> list[float]:
    """The side of a module as the foot of each page tells it, in mm."""
    return [float(found[1]) for text in words(sheets) if (found := re.search(r"A module is ([\d.]+) mm", text))]


def test_the_pages_of_a_large_maze_lie_as_makes_its_modules_larger() -> None:
    lying, upright = (large_sheets(board(10), replace(ON_A4, orientation=way)) for way in ("auto", "portrait"))
    assert [sheet.paper.width > sheet.paper.height for sheet in lying] == [True, True]
    assert [sheet.paper.width > sheet.paper.height for sheet in upright] == [False, False]
    assert min(module_sizes(lying)) > max(module_sizes(upright)) > 3.5


def test_the_game_masters_maze_can_be_read_at_every_size() -> None:
    """Where the words would make it small, the minoqaur's move has a page of its own."""
    for version, pages in ((3, 1), (6, 1), (10, 2)):
        sheets = gm_sheets(board(version, tie="random"), ON_A4)
        assert len(sheets) == pages
        assert faults(sheets) == []
        assert min(module_sizes(sheets)) >= 2.6


@pytest.mark.parametrize(("version", "edition"), [(25, ON_A4), pytest.param(40, ON_LETTER, marks=pytest.mark.long)])
def test_the_game_masters_maze_is_on_several_pages_where_its_modules_would_be_very_small(
    version: int, edition: Edition
) -> None:
    sheets = gm_sheets(board(version, tie="random"), edition)
    assert [sheet.glued for sheet in sheets] == [True] * (len(sheets) - 1) + [False]
    assert faults(sheets) == []
    assert min(module_sizes(sheets)) >= LEAST_MODULE


def test_a_maze_with_large_modules_is_printed_on_one_page_alone() -> None:
    with pytest.raises(NoSheet, match="sheet board"):
        large_sheets(herdsman(), ON_A4)


@in_turn("version", [15, 40])
def test_large_mazes_have_no_faults(version: int, edition: Edition) -> None:
    assert faults(large_sheets(board(version), edition)) == []


# --- solutions ---------------------------------------------------------------------------------------------------


def test_a_solution_is_secret_and_tells_its_line() -> None:
    """MQ-50, MQ-51."""
    sheets = solution_sheets(herdsman(), ON_A4)
    said = words(sheets)
    assert "SECRET" in said
    assert "Won in 8 moves. No win is shorter." in said
    assert "enter at 6, h1" in said
    assert "tunnel west 2 to f2, take" in said
    assert "tunnel east 3 to q11" in said
    assert "treasure: won" in said
    signs = [mark.text for mark in sheets[0].marks if isinstance(mark, Text) and mark.ink is Ink.REVERSE]
    assert sorted(signs) == sorted(["SECRET", *"123456", *"12345678", *"1234567", "1", "1"])


def test_the_two_paths_differ_in_colour_dashes_and_signs() -> None:
    """MQ-50."""
    map_ = herdsman()
    found, drawn_on = solved(map_.params, map_.facts), ground(map_)
    on_paper = whole_board(map_.params.grid, 20, 20, 7)
    marks = [*paths(on_paper, drawn_on, found)]
    assert usual_theme().pens[Ink.BLUE_PATH].fill == "#0072b2"
    assert usual_theme().pens[Ink.ORANGE_PATH].fill == "#d55e00"
    own = [mark for mark in marks if mark.ink is Ink.BLUE_PATH and isinstance(mark, Path)]
    its = [mark for mark in marks if mark.ink is Ink.ORANGE_PATH and isinstance(mark, Path) and len(mark.steps) == 5]
    assert len(own) == len(found.line), "one whole piece a move"
    assert len(its) > 2 * len(found.line), "many dashes"
    squares = [mark for mark in marks if mark.ink is Ink.ORANGE_PATH and isinstance(mark, Path) and len(mark.steps) > 5]
    assert len(squares) == sum(turn.answer is not None and turn.answer.move is not None for turn in found.line)


@in_turn("version", [2, 6, 15, 40])
def test_lines_of_any_length_are_told_whole(version: int, edition: Edition, monkeypatch: pytest.MonkeyPatch) -> None:
    map_, line = board(version), wandering(version, 12 if version == 2 else 40)
    assert len(line.line) > 5
    monkeypatch.setattr(solutions, "solved", lambda *_: line)
    sheets = solution_sheets(map_, edition)
    assert faults(sheets) == []
    cells = map_.params.grid.cells()
    for turn in line.line:
        assert f" to {cells[turn.move.end]}" in prose(sheets)


def test_a_bound_is_not_called_proven(monkeypatch: pytest.MonkeyPatch) -> None:
    line = wandering(2, 9)._replace(at_least=4)
    monkeypatch.setattr(solutions, "solved", lambda *_: line)
    said = prose(solution_sheets(board(), ON_A4))
    assert "A win takes at least 4 moves" in said
    assert "No win is shorter" not in said


def test_a_player_who_steps_off_the_board_is_drawn_off_the_board(monkeypatch: pytest.MonkeyPatch) -> None:
    """MQ-39.a."""
    map_ = board(step_out="yes")
    door = map_.params.grid.cells().index("h25")
    line = SearchResult(door, (AnsweredMove(Move("N", False, (-1,), 8), None),), 1, 0)
    monkeypatch.setattr(solutions, "solved", lambda *_: line)
    sheets = solution_sheets(map_, ON_A4)
    assert faults(sheets) == []
    assert "north, off the maze" in prose(sheets)
    assert "out with the treasure: won" in prose(sheets)


def test_a_maze_without_a_line_has_no_solution(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(NoSheet, match="at random"):
        solution_sheets(board(tie="random"), ON_A4)
    for found, says in (
        (SearchResult(-1, (), FAR, 9), "Nobody can win"),
        (SearchResult(-1, (), 3, 9), "No win is known"),
    ):
        monkeypatch.setattr(solutions, "solved", lambda *_, found=found: found)
        with pytest.raises(NoSheet, match=says):
            solution_sheets(board(), ON_A4)


@in_turn("version", [2, 3])
def test_the_game_master_has_measures_and_places(version: int, edition: Edition) -> None:
    map_ = board(version, text=HERDSMAN, border_exits="all", win="treasure")
    sheets = gm_sheets(map_, edition)
    assert faults(sheets) == []
    said = prose(sheets)
    for part in ("SECRET", "moves, proven", HERDSMAN, "All white modules of the edge", "along the row if they are"):
        assert part in said
    assert {"MQ-28", "MQ-29", "MQ-30", "MQ-33", "MQ-36", "MQ-37", "MQ-40"} <= {*words(sheets)}
    assert ground(map_).dot in said


def test_places_are_told_by_their_corners() -> None:
    said = prose(gm_of_herdsman())
    for part in ("around d22: b20 – f24", "around v22: t20 – x24", "around d4: b2 – f6", "around s7: r6 – t8"):
        assert part in said
    assert "m13, the middle of the maze" in said
    assert "Treasure m11" in prose(gm_sheets(board(treasure="m11", win="treasure"), ON_A4))


# --- cards and lists ---------------------------------------------------------------------------------------------


def test_the_card_tells_the_options() -> None:
    given: dict[str, Any] = {"corners": "drawn", "chamber": "centre-line", "border_exits": "all", "treasure": "m11"}
    map_ = board(tie="random", stuck="least-bad", step_out="yes", **given)
    said = prose(card_sheets(map_.public, ON_A4))
    for part in ("at random", "12 modules", "lies on m11", "All white modules", "a coin", "all the same", "off the"):
        assert part in said
    plain = prose(card_sheets(board().public, ON_A4))
    for part in ("16 modules", "8 modules", "six entrances", "looks along the row", "comes nearer waits"):
        assert part in plain.replace("cannot come nearer waits", "comes nearer waits")


def test_public_sheets_know_nothing_of_the_code() -> None:
    one, other = board(seed="one"), board(seed="other")
    for public in paper_of(GAME).public.values():
        assert public(one.public, ON_A4) == public(other.public, ON_A4)


def test_the_list_has_a_line_for_each_turn() -> None:
    said = words(log_sheets(board().public, ON_A4))
    numbers = [text for text in said if text.isdecimal()]
    assert numbers == [str(i) for i in range(1, 61)]
    assert "You to" in said


# --- the puzzle book ---------------------------------------------------------------------------------------------


@cache
def mazes() -> tuple[Map[Params], ...]:
    seeds = (44, 17, 52, 0, 65)
    return tuple(
        board(2, f"x 2 {i}", f"Maze {letter}", win="treasure") for i, letter in zip(seeds, "ABCDE", strict=True)
    )


def whole(maps: Iterable[Map[Params]], edition: Edition) -> tuple[Page, ...]:
    return tuple(chain(*book_sheets([*maps], edition, False)))


@cache
def book(edition: Edition) -> tuple[Page, ...]:
    return whole(mazes(), edition)


@pytest.mark.parametrize("edition", [ON_A4, pytest.param(ON_LETTER, marks=pytest.mark.long)], ids=["a4", "letter"])
def test_a_book_has_title_rules_mazes_and_solutions(edition: Edition) -> None:
    sheets = book(edition)
    assert faults(sheets) == []
    marks = [sheet.bookmark for sheet in sheets if sheet.bookmark]
    title = next(name for name in ("Maze A", "Maze B", "Maze C", "Maze D", "Maze E") if marks[4].endswith(name))
    front = ["Minoqaur", "Rules", "Mazes 1 and 2", "Mazes 3 and 4", f"Maze 5: {title}"]
    assert marks == [*front, "Solutions 1 and 2", "Solutions 3 and 4", f"Solution 5: {title}"]
    assert "5 mazes in QR codes" in words(sheets[:1])
    numbers = [text for text in words(sheets) if re.fullmatch(r"\d+ / \d+", text)]
    assert numbers == [f"{i} / {len(sheets)}" for i in range(2, len(sheets) + 1)]


def test_two_small_mazes_share_a_page_and_a_large_one_has_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(solutions, "solved", lambda *_: wandering(2, 3))
    monkeypatch.setattr(solutions, "analyse", lambda *_: Analysis({}))
    maps = [board(2), board(3), board(4), board(2), board(2), board(2)]
    marks = [one_map.bookmark for one_map in whole(maps, ON_A4)]
    assert marks[2:6] == ["Mazes 1 and 2", "Maze 3", "Mazes 4 and 5", "Maze 6"]


def test_mazes_are_in_the_order_of_par() -> None:
    sheets = book(ON_A4)
    pars = [
        int(found[1])
        for text in words(sheets)
        if (found := re.fullmatch(r"Can you win in (\d+) moves(?: or fewer)?\?", text))
    ]
    assert len(pars) == 5
    assert pars == sorted(pars)
    numbers = [text for text in words(sheets) if re.fullmatch(r"\d\.", text)]
    assert numbers == [f"{i}." for i in range(1, 6)] * 2


def test_an_index_names_the_par_of_each_maze_and_both_its_pages(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(solutions, "INDEXED", 5)
    sheets = whole(mazes(), ON_A4)
    at = next(i for i, sheet in enumerate(sheets) if sheet.bookmark == "Index of the maps")
    said, first = words(sheets[at : at + 1]), next(i for i, sheet in enumerate(sheets, 1) if "1." in words((sheet,)))
    start = next(i for i, text in enumerate(said) if text.startswith("1. "))
    assert re.fullmatch(r"\d+ moves(?: or fewer)?", said[start + 1])
    assert said[start + 2 : start + 4] == [str(first), str(at + 2)]
    pages, back = book_sheets(mazes()[:2], ON_A4, True)
    assert "The solutions are in a file of their own." in prose(pages)
    assert f"1 / {len(back)}" in words(back)


def test_a_maze_is_asked_without_its_solution() -> None:
    sheets = book(ON_A4)
    back = next(i for i, sheet in enumerate(sheets) if sheet.bookmark.startswith("Solution"))
    assert f"Solutions from page {back + 1} on." in prose(sheets[:back])
    assert not re.search(r" \d+ to [a-z]+\d+", prose(sheets[2:back]))
    assert len(re.findall(r"(?:north|east|south|west) \d+ to [a-z]+\d+", prose(sheets[back:]))) >= 2 * 5


def test_options_that_differ_are_printed_with_each_maze(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(solutions, "solved", lambda *_: wandering(2, 3))
    monkeypatch.setattr(solutions, "analyse", lambda *_: Analysis({}))
    maps = [board(seed="a", win="treasure"), board(seed="b", tie="vertical", win="treasure")]
    sheets = whole(maps, ON_A4)
    rows, both = "looks along the row first", "A minoqaur that cannot come nearer waits"
    rules, asked = prose(sheets[1:2]), " ".join(prose(sheets[2:3]).split())
    assert both.split(" come")[0] in rules
    assert rows not in rules
    assert rows in asked
    assert "looks along the column first" in asked


def test_long_solutions_continue_on_further_pages(monkeypatch: pytest.MonkeyPatch) -> None:
    line = wandering(2, 40)
    monkeypatch.setattr(solutions, "solved", lambda *_: line._replace(line=line.line * 4, at_least=4 * len(line.line)))
    monkeypatch.setattr(solutions, "analyse", lambda *_: Analysis({}))
    sheets = whole([board()], ON_A4)
    assert faults(sheets) == []
    assert "1., continued" in words(sheets)
    rows = [text for text in words(sheets) if re.search(r" \d+ to [a-z]+\d+", text)]
    assert len(rows) >= 4 * len(line.line)


def test_only_mazes_that_can_be_won_go_into_a_book(monkeypatch: pytest.MonkeyPatch) -> None:
    assert unfit(herdsman(), ON_A4) == ""
    assert "tie = random" in unfit(board(tie="random"), ON_A4)
    monkeypatch.setattr(solutions, "solved", lambda *_: SearchResult(-1, (), 4, 9))
    assert "no win is known" in unfit(board(), ON_A4)


def test_a_book_is_printed_with_its_bookmarks(tmp_path: File) -> None:
    names = [tmp_path / f"{i}.toml" for i in range(2)]
    for name, map_ in zip(names, mazes(), strict=False):
        name.write_text(show_map(map_), encoding="utf-8")
    assert "minoqaur-book.pdf" in output("book", *names, "-o", tmp_path)
    reader = PdfReader(BytesIO((tmp_path / "minoqaur-book.pdf").read_bytes()))
    found = [(each.title, reader.get_destination_page_number(each)) for each in reader.outline]  # type: ignore[union-attr,arg-type]
    assert found == [("Minoqaur", 0), ("Rules", 1), ("Mazes 1 and 2", 2), ("Solutions 1 and 2", 3)]


def test_the_commands_print_all_sheets(tmp_path: File) -> None:
    path = tmp_path / "herdsman.toml"
    path.write_text(show_map(hurried()), encoding="utf-8")
    code, out, err = outcome("print", path, "-o", tmp_path)
    assert code == 0
    kinds = {re.sub(r".*-(\w+)\.pdf", r"\1", line) for line in out.split()}
    assert kinds == {"gm", "solution", "board", "code", "card", "log"}
    assert "for the game master alone: herdsman-gm.pdf, herdsman-solution.pdf" in err


# --- golden ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", ["board", "code", "solution", "gm", "card", "log"])
def test_the_sheets_are_as_they_were(kind: str) -> None:
    made = {**paper_of(GAME).secret, **paper_of(GAME).open, "gm": lambda *_: gm_of_herdsman()}
    sheets = made[kind](herdsman(), ON_A4) if kind in made else paper_of(GAME).public[kind](herdsman().public, ON_A4)
    assert_golden(f"minoqaur-{kind}.txt", "".join(map(show, sheets)))
