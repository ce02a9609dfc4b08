"""The printed sheets of Dungeon, and boards of hexes on paper."""

import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import cache
from itertools import combinations, pairwise, product
from math import atan2, degrees, hypot, sqrt

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mapkit.games import maps
from mapkit.games.dungeon import GAME
from mapkit.games.dungeon.design import KINDS, NEVER, Params, Weight, centre
from mapkit.games.dungeon.figures import player, sample
from mapkit.games.dungeon.sheets import (
    card_sheets,
    counters_sheets,
    course_sheets,
    deeper_sheets,
    gm_sheets,
    level_sheets,
    log_sheets,
    orders_sheets,
    player_sheets,
    table_board,
    tiles_sheets,
    tracker_sheets,
)
from mapkit.language.catalogue import texts
from mapkit.model.game import NoSheet
from mapkit.model.grid import Hex
from mapkit.model.map import Map, Public
from mapkit.model.rule import has
from mapkit.paper.edition import Edition
from mapkit.paper.hexes import (
    FLAT,
    POINTY,
    RIM,
    ROSE,
    Hexagon,
    HexBoard,
    edge_names,
    hatching,
    hex_lines,
    largest,
    lettering,
    outline,
    rose,
    within,
)
from mapkit.paper.sheet import PAPERS, Box, Ink, Page, Path, Text, extent, show
from tests.drawings import drawn
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

PUBLIC = (player_sheets, counters_sheets, orders_sheets, tracker_sheets, log_sheets, card_sheets)
OF_MAP = (gm_sheets, level_sheets, tiles_sheets)
DIRECTIONS = {"NE": "ne", "E": "e", "SE": "se", "SW": "sw", "W": "w", "NW": "nw"}
both_tops = pytest.mark.parametrize("top", [POINTY, FLAT])
all_radii = pytest.mark.parametrize("radius", range(2, 7))
each_radius_and_top = in_turn(
    "radius top", [(radius, top) for radius in range(2, 7) for top in ((POINTY, FLAT), (FLAT, POINTY))[radius % 2]]
)
ADDITIONS = "Rot Bird", "Steel Wall", "Mining Tools", "Dark", "torch"


@cache
def dungeon(radius: int = 3, levels: int = 1, preset: str = "default", **given: object) -> Map[Params]:
    return maps.generate("dungeon", "print", preset=preset, size=Hex(radius, levels), given=given)


def printed(map_: Map[Params], edition: Edition) -> Iterator[tuple[Page, ...]]:
    yield from (make(map_.public, edition) for make in PUBLIC)
    yield from (make(map_, edition) for make in OF_MAP)


def corners(path: Path) -> list[tuple[float, ...]]:
    return [step.points for step in path.steps if step.points]


def inside(hexagon: Hexagon, spot: tuple[float, ...], play: float = 0.01) -> bool:
    """Whether a point lies in a hex: not beyond any of its sides."""
    right, down = spot[0] - hexagon.x, spot[1] - hexagon.y
    for direction in DIRECTIONS:
        x, y = hexagon.towards(direction, 1.0)
        if right * (x - hexagon.x) + down * (y - hexagon.y) > hexagon.side * sqrt(3) / 2 + play:
            return False
    return True


# --- sheets of further levels, and tiles -------------------------------------------------------------------------


@both_papers
def test_each_further_level_has_a_page_for_the_table_as_large_as_level_1(edition: Edition) -> None:
    """HD-25: it is secret until a player has entered it."""
    map_ = dungeon(2, 3)
    sheets = deeper_sheets(map_, edition)
    assert faults(sheets) == []
    assert [text for text in words(sheets) if text.startswith("Level ")] == ["Level 2 of 3", "Level 3 of 3"]
    assert all("SECRET UNTIL ENTERED" in words((sheet,)) for sheet in sheets)
    outlines = {extent(inked(sheet, Ink.WALL)[0]) for sheet in (*level_sheets(map_, edition), *sheets)}
    assert len(outlines) == 1
    with pytest.raises(NoSheet, match="one level"):
        deeper_sheets(dungeon(2), edition)


@both_papers
@both_tops
def test_every_hex_is_there_once_to_cut_out_and_fits_the_empty_level(edition: Edition, top: str) -> None:
    map_ = dungeon(2, 2, top=top)
    base, *pages = tiles_sheets(map_, edition)
    named = [text for text in words(tuple(pages)) if re.fullmatch(r"[a-e][1-5]", text)]
    assert sorted(named) == sorted([cell.partition("/")[0] for cell in map_.params.grid.cells()])
    shapes = [extent(path) for page in pages for path in inked(page, Ink.CUT)]
    assert len(shapes) == 2 * 19
    on_base = Hexagon(0, 0, table_board(map_.params, edition).side, top).box
    assert all(box.width <= on_base.width and box.height <= on_base.height for box in shapes)
    assert all("SECRET" in words((page,)) for page in (base, *pages))
    assert not any(
        one.meets(other) for page in pages for one, other in combinations(map(extent, inked(page, Ink.CUT)), 2)
    )


# --- hexes on paper ----------------------------------------------------------------------------------------------


def angle(board: HexBoard, start: str, end: str) -> int:
    """The direction from one hex to another, in degrees clockwise from the right."""
    (x1, y1, *_), (x2, y2, *_) = board.hexagon(start), board.hexagon(end)
    assert hypot(x2 - x1, y2 - y1) == pytest.approx(board.across)
    return round(degrees(atan2(y2 - y1, x2 - x1))) % 360


@pytest.mark.parametrize(("top", "turn"), [(POINTY, 0), (FLAT, 30)])
def test_directions_keep_their_sense_on_paper(top: str, turn: int) -> None:
    """HD-3.b: with a flat side on top everything is turned by 30 degrees, so ne still points up and to the right."""
    board = HexBoard(Hex(2), 0, 0, 10, top)
    ways = {"E": 0, "SE": 60, "SW": 120, "W": 180, "NW": 240, "NE": 300}
    for cell in board.cells():
        for direction, there in ways.items():
            other = board.grid.step(cell, direction)
            assert other is None or angle(board, cell, other) == (there + turn) % 360


@both_tops
@all_radii
def test_a1_is_at_the_lower_left_and_the_board_fills_its_box(radius: int, top: str) -> None:
    board = HexBoard(Hex(radius), 100, 100, 5, top)
    xs, ys = zip(*(spot for cell in board.cells() for spot in board.hexagon(cell).corners()), strict=True)
    box = board.box
    assert (min(xs), max(xs), min(ys), max(ys)) == pytest.approx((box.x, box.right, box.y, box.bottom))
    first = board.hexagon("a1")
    assert first.x < board.x
    assert first.y > board.y


@both_tops
@all_radii
def test_every_line_between_hexes_is_drawn_once_and_the_outline_is_closed(radius: int, top: str) -> None:
    board = HexBoard(Hex(radius), 100, 100, 5, top)
    number = len(board.cells())
    (inner,) = (mark for mark in hex_lines(board) if isinstance(mark, Path))
    (around,) = (mark for mark in outline(board) if isinstance(mark, Path))
    rim = corners(around)
    assert len(rim) == len({(round(x, 2), round(y, 2)) for x, y in rim}) == 6 * (2 * radius + 1)
    assert 2 * len(corners(inner)) // 2 + len(rim) == 6 * number
    steps = [hypot(b[0] - a[0], b[1] - a[1]) for a, b in pairwise([*rim, rim[0]])]
    assert steps == pytest.approx([5.0] * len(rim))


@both_tops
@all_radii
def test_rows_and_diagonals_are_named_once_at_the_edge(radius: int, top: str) -> None:
    """The names are as in Abalone: letters for the rows from the bottom, numbers for the diagonals from the left."""
    board = largest(Hex(radius), Box(0, 0, 180, 180), top)
    names = {mark.text: mark for mark in edge_names(board) if isinstance(mark, Text)}
    wide = 2 * radius + 1
    assert set(names) == {*"abcdefghijklm"[:wide], *map(str, range(1, wide + 1))}
    assert len(list(edge_names(board))) == 2 * wide
    room = board.box.inset(-RIM)
    for mark in names.values():
        box = extent(mark)
        assert room.x <= box.x
        assert room.y <= box.y
        assert box.right <= room.right
        assert box.bottom <= room.bottom
        assert not any(inside(board.hexagon(cell), box.middle) for cell in board.cells())


@both_tops
@pytest.mark.parametrize("side", [4.4, 5.2, 6.5, 7.8, 12.0, 20.0])
def test_names_lie_within_their_hexes_and_below_the_pictures(side: float, top: str) -> None:
    board = HexBoard(Hex(6), 0, 0, side, top)
    where = lettering(board)
    if not where.size:
        assert side < 6, "there is room for names in all but the smallest hexes"
        return
    middle = Hexagon(0, 0, side, top)
    name = extent(Text(Ink.TEXT, 0, where.base, where.size, "m13", anchor="middle"))
    for x in (name.x, name.right):
        assert inside(middle, (x, where.base))
        assert inside(middle, (x, where.base - 0.7 * where.size))
    assert where.picture + where.radius <= where.base - 0.7 * where.size
    assert inside(middle, (0.5 * where.radius, where.picture - where.radius))


@each_radius_and_top
def test_the_rose_lies_beside_the_board(radius: int, top: str, edition: Edition) -> None:
    (page,) = level_sheets(dungeon(radius, top=top), edition)
    body = edition.paper.inside
    box = Box(body.right - ROSE, body.y + 19.5, ROSE, ROSE)
    drawn_there = [extent(mark) for mark in page.marks if extent(mark).meets(box)]
    assert {mark.text for mark in page.marks if isinstance(mark, Text) and extent(mark).meets(box)} == {
        *DIRECTIONS.values()
    }
    board = table_board(Params(grid=Hex(radius), top=top), edition)
    spots = [(box.x, box.y), (box.x, box.bottom), (box.right, box.bottom), box.middle, (box.x, box.middle[1])]
    assert drawn_there
    assert not any(inside(board.hexagon(cell), spot, 0.5) for cell in board.cells() for spot in spots)


@both_tops
def test_the_rose_points_where_the_steps_go(top: str) -> None:
    board = HexBoard(Hex(2), 0, 0, 10, top)
    names = {mark.text: mark for mark in rose(0, 0, top, DIRECTIONS) if isinstance(mark, Text)}
    for direction, said in DIRECTIONS.items():
        other = board.grid.step("c3", direction)
        assert other is not None
        there, name = board.hexagon(other), extent(names[said]).middle
        assert abs((degrees(atan2(name[1], name[0])) - degrees(atan2(there.y, there.x)) + 180) % 360 - 180) < 4


@given(*[st.floats(-30, 30)] * 4, st.sampled_from([POINTY, FLAT]))
def test_a_line_is_cut_to_a_hex(x1: float, y1: float, x2: float, y2: float, top: str) -> None:
    hexagon = Hexagon(0, 0, 10, top)
    piece = within(hexagon.corners(), (x1, y1), (x2, y2))
    between = [(x1 + (x2 - x1) * i / 50, y1 + (y2 - y1) * i / 50) for i in range(51)]
    if piece is None:
        assert not any(inside(hexagon, spot, -0.1) for spot in between[1:-1])
        return
    assert all(inside(hexagon, spot) for spot in piece)
    (ax, ay), (bx, by) = piece
    long = hypot(bx - ax, by - ay)
    held = sum(inside(hexagon, spot, 0) for spot in between)
    assert long == pytest.approx(held / 50 * hypot(x2 - x1, y2 - y1), abs=2.1 / 50 * hypot(x2 - x1, y2 - y1) + 0.05)


def test_hatching_keeps_its_distance() -> None:
    ys = sorted(start[1] for start, _ in hatching(Hexagon(0, 0, 10), 1, 1.5, 0))
    assert [round(b - a, 6) for a, b in pairwise(ys)] == [1.5] * 12


# --- all sheets --------------------------------------------------------------------------------------------------


@each_radius_and_top
def test_nothing_is_clipped_or_small_or_overlaps(radius: int, top: str, edition: Edition) -> None:
    preset = "additions" if radius % 2 else "default"
    for sheets in printed(dungeon(radius, 2, preset, top=top), edition):
        assert faults(sheets) == []


@in_turn("kind", [kind for kind in KINDS if kind != "rot_bird"], (ON_LETTER, ON_A4))
@pytest.mark.parametrize("levels", [1, pytest.param(2, marks=pytest.mark.long)])
def test_a_level_full_of_one_kind_can_be_printed(kind: str, edition: Edition, levels: int) -> None:
    """These levels have the longest lists, and the fewest words."""
    name = "enemy" if kind == "minotaur" else kind
    grid = Hex(6, levels)
    middles = {centre(grid, level) for level in range(1, levels + 1)}
    facts = frozenset(has(cell, "rope" if cell in middles else kind) for cell in grid.cells())
    weights: dict[str, object] = dict.fromkeys(("blank", "stone_wall", "pool", "chest", "enemy", "pit", "rope"), 0)
    p = maps.params(GAME, "default", grid, {**weights, name: 1})
    for sheets in printed(Map(GAME, p, facts), edition):
        assert faults(sheets) == []


@titled("", "x" * 100, "Ы" * 100, "A title of many words " * 5, "<&\x00\n漢")
def test_any_title_fits(title: str, edition: Edition) -> None:
    assert_printable([*printed(replace(dungeon(2), title=title), edition)], title)


def test_weights_of_any_size_can_be_printed() -> None:
    huge = dict.fromkeys(("blank", "stone_wall", "pool", "chest", "enemy", "pit", "rope", "dark"), "999+level")
    p = maps.params(GAME, "default", Hex(2), {**huge, "rot_bird": 999, "torch": 999, "one_coin": 999})
    map_ = Map(GAME, p, frozenset())
    for sheets in printed(map_, ON_LETTER):
        assert faults(sheets) == []


def test_hexes_without_a_kind_have_a_question_mark() -> None:
    map_ = Map(GAME, Params(grid=Hex(2)), frozenset())
    for make in OF_MAP:
        sheets = make(map_, ON_A4)
        assert faults(sheets) == []
        assert words(sheets).count("?") == 19


# --- levels ------------------------------------------------------------------------------------------------------

SMALL = """
  C # .
 . ~ ~ M
O R R # #
 . . # C
  M . O
"""


def test_every_level_has_a_page_and_every_hex_its_name() -> None:
    map_ = dungeon(3, 8, "additions")
    pages = gm_sheets(map_, ON_A4)[:8]
    for number, page in enumerate(pages, 1):
        said = words((page,))
        assert f"Level {number} of 8" in said
        assert {cell.partition("/")[0] for cell in map_.params.grid.cells()} <= {*said}
    assert all(badge == "SECRET" for badge in (words((page,))[0] for page in gm_sheets(map_, ON_A4)))


@pytest.mark.parametrize("preset", ["default", "additions"])
def test_the_legend_counts_what_is_on_the_level(preset: str) -> None:
    map_ = dungeon(4, 3, preset)
    names = {kind: name for kind, (name, *_) in texts("dungeon", "en")["hexes"].items()}
    for number, page in enumerate(gm_sheets(map_, ON_A4)[:3], 1):
        here = [kind for cell, kind in map_.kinds.items() if map_.params.grid.floor(cell) == number]
        said = words((page,))
        for kind, name in names.items():
            count = here.count(kind)
            assert (f"{name} × {count}" in said) is (count > 1)
            assert (name in said) is (count == 1)


def test_only_level_1_lies_on_the_table() -> None:
    """HD-G1: deeper levels are not open yet."""
    map_ = dungeon(3, 2, "additions")
    other = Map(GAME, map_.params, frozenset(fact for fact in map_.facts if str(fact.place).endswith("/1")))
    assert level_sheets(map_, ON_A4) == level_sheets(other, ON_A4)
    assert "SECRET" not in words(level_sheets(map_, ON_A4))
    assert len(level_sheets(map_, ON_A4)) == 1


@both_tops
def test_every_kind_is_drawn_in_its_own_way_without_colour(top: str) -> None:
    tinted = {Ink.BLUE_TINT, Ink.GOLD_SHAPE}
    drawings = {kind: [mark for mark in sample(kind, top, Box(0, 0, 8, 8)) if mark.ink not in tinted] for kind in KINDS}
    assert not any(drawings[one] == drawings[other] for one, other in combinations(KINDS, 2))


@each_radius_and_top
def test_a_hex_on_the_table_is_as_wide_as_the_sheet_says(radius: int, top: str, edition: Edition) -> None:
    map_ = dungeon(radius, top=top)
    sheets = level_sheets(map_, edition)
    board = table_board(map_.params, edition)
    assert f"One hex is {board.across:.1f}".removesuffix(".0") in prose(sheets)
    (rim,) = inked(sheets[0], Ink.WALL)
    assert extent(rim) == pytest.approx(board.box)
    body = edition.paper.inside
    assert board.box.width > body.width - 2 * RIM - 1 or board.box.height > 150, "it fills the page"


# --- tables to roll on -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("preset", ["default", "additions"])
def test_a_roll_by_hand_gives_the_same_as_the_draw(preset: str) -> None:
    """HD-4, HD-9, HD-62: in the table for further levels, each thing has as many numbers of dice as its weight says."""
    p = dungeon(2, preset=preset).params
    names = {**{kind: name for kind, (name, *_) in texts("dungeon", "en")["hexes"].items()}, "enemy": "Enemy"}
    said = words(course_sheets(Public("", p, GAME), ON_A4))
    said = said[said.index("Level 8") + 1 :]
    dice = 3 if preset == "additions" else 2
    faces = {"".join(map(str, each)): n for n, each in enumerate(product(range(1, 7), repeat=dice))}
    for level in range(1, 9):
        pool = [*p.hexes(level), ("again", 0)]
        share, at = len(faces) // sum(weight for _, weight in pool), 0
        for thing, weight in pool:
            name = names.get(thing, "roll again")
            if name not in said:
                continue
            low, _, high = said[said.index(name) + level].partition("–")
            assert faces[low] == at
            at = faces[high or low] + 1
            assert thing == "again" or at - faces[low] == share * weight
        assert at == len(faces), "every roll has a meaning"


def test_a_direction_is_rolled_with_a_die_and_the_minotaur_has_its_rule() -> None:
    """HD-41, HD-42.a, HD-G3: a game master needs no other paper, and no die but with six faces."""
    public = Public("", dungeon(2, preset="evening").params, GAME)
    (page,) = course_sheets(public, ON_A4)
    said = " ".join(words((page,)))
    assert "1 ne 2 e 3 se 4 sw 5 w 6 nw" in said
    assert "it charges: up to three hexes" in said
    assert "If that leads off the level, roll again" in said
    assert not re.search(r"roll 1 to|\b(0|[789])[0-9]*–", said)


@pytest.mark.parametrize("preset", ["additions", "long", "default"])
def test_what_the_game_master_does_and_all_tables_are_a_page_each_where_one_is_too_small(preset: str) -> None:
    sheets = course_sheets(Public("", dungeon(2, preset=preset).params, GAME), Edition(ON_A4.paper, "ru"))
    assert [page.front for page in sheets] == [True, True], "both lie open at once"
    assert faults(sheets) == []


# --- for players -------------------------------------------------------------------------------------------------


@all_radii
def test_a_player_has_an_empty_large_level_and_small_ones(radius: int) -> None:
    sheets = player_sheets(Public("", Params(grid=Hex(radius)), GAME), ON_A4)
    assert [len(inked(sheet, Ink.WALL)) for sheet in sheets] == [1, {2: 6, 3: 6, 4: 4, 5: 2, 6: 2}[radius]]
    assert {*Hex(radius).cells()} <= {*words(sheets[:1])}
    for sheet in sheets:
        assert {*DIRECTIONS.values()} <= {*words((sheet,))}


def test_players_are_told_the_kinds_of_hexes_in_the_game() -> None:
    said = words(player_sheets(Public("", Params(stone_wall=NEVER, enemy=NEVER), GAME), ON_A4))
    assert {"Pool", "Chest", "Pit", "Rope"} <= {*said}
    assert not {"Stone Wall", "Minotaur", *ADDITIONS} & {*said}


@each_radius_and_top
def test_counters_fit_into_the_hexes_of_the_table(radius: int, top: str, edition: Edition) -> None:
    p = Params(grid=Hex(radius), top=top)
    middle = Hexagon(0, 0, table_board(p, edition).side, top)
    (page,) = counters_sheets(Public("", p, GAME), edition)
    blanks = [path for path in inked(page, Ink.CUT) if path.steps[-1].verb == "Z"]
    grids = [path for path in inked(page, Ink.CUT) if path.steps[-1].verb != "Z"]
    assert len(grids) == 2
    assert len(blanks) >= 10
    for path in blanks:
        x, y = extent(path).middle
        assert all(inside(middle, (right - x, down - y)) for right, down in corners(path))
    for path in grids:
        xs = sorted({round(a.points[0], 3) for a, b in pairwise(path.steps) if a.points[0] == b.points[0]})
        square = xs[1] - xs[0]
        assert 6 < square <= 22
        assert all(inside(middle, (x * square / 2, y * square / 2)) for x in (-1, 1) for y in (-1, 1))
    for one, other in combinations(blanks, 2):
        assert not extent(one).meets(extent(other))


def test_counters_are_for_the_things_of_the_game() -> None:
    plain, full = (words(counters_sheets(dungeon(preset=preset).public, ON_A4)) for preset in ("default", "additions"))
    assert list("ABCDEFGH") == [text for text in plain if len(text) == 1 and text.isalpha()]
    assert [int(text) for text in plain if text.isdecimal()] == list(range(1, 11))
    assert [int(text) for text in full if text.isdecimal()] == [*range(1, 11), *range(1, 11)]
    none = words(counters_sheets(Public("", Params(enemy=NEVER, chest=NEVER), GAME), ON_A4))
    assert not [text for text in none if text.isdecimal() or "Blank" in text]


def test_players_counters_are_told_apart() -> None:
    box = Box(0, 0, 10, 10)
    drawings = [tuple(player(letter, i, box)) for i, letter in enumerate("ABCDEFGH")]
    assert len(set(drawings)) == 8
    grounds = [tuple(mark for mark in drawing if not isinstance(mark, Text)) for drawing in drawings[:4]]
    assert len(set(grounds)) == 4


@both_papers
@both_tops
def test_a_row_of_orders_has_three_actions_and_there_are_rows_enough(top: str, edition: Edition) -> None:
    """HD-36, HD-37, HD-60."""
    for preset, mines in (("default", 0), ("additions", 3)):
        sheets = orders_sheets(dungeon(preset=preset, top=top).public, replace(edition, rounds=40))
        said, pages = words(sheets), len(sheets)
        rows = said.count("enter")
        assert 40 <= rows < 40 + rows / pages
        assert {*map(str, range(1, rows + 1))} <= {*said}
        for word in DIRECTIONS.values():
            assert said.count(word) == 3 * rows + 1, "in every row, and at the rose"
        assert said.count("wait") == said.count("climb to") == 3 * rows
        assert said.count("mine") == mines * rows


def test_the_tracker_has_pockets_and_stores_for_eight() -> None:
    """HD-29, HD-32, HD-49, HD-50."""
    plain, full = (words(tracker_sheets(dungeon(preset=preset).public, ON_A4)) for preset in ("default", "additions"))
    assert plain.count("Pocket") == plain.count("Store") == plain.count("escaped") == 8
    assert plain.count("51") == plain.count("60") == 8
    assert full.count("torch") == full.count("tools") == 8
    assert plain.count("torch") == plain.count("tools") == 0
    assert re.search(r"51 coins or more .* 5 more than anybody else", " ".join(plain))
    three = words(tracker_sheets(dungeon().public, replace(ON_A4, players=3, rounds=70)))
    assert three.count("Pocket") == 3
    assert {*map(str, range(1, 71))} <= {*three}


def test_the_card_tells_the_rules_in_force_and_no_others() -> None:
    plain, full = (prose(card_sheets(dungeon(preset=preset).public, ON_A4)) for preset in ("default", "additions"))
    for addition in ADDITIONS:
        assert addition in full, addition
        assert not re.search(rf"{addition}(?! hex| Wall, as)", plain.replace(f"There is no {addition}", "")), addition
    assert "Blank 8, Stone Wall 5, Pool 3, Chest 2, Enemy 1 for each level, Pit 2, Rope 1." in plain
    assert "Dark 2 + 1 for each level" in full
    assert "Minotaurs" not in words(card_sheets(Public("", Params(enemy=NEVER), GAME), ON_A4))
    numbers = {number for part in texts("dungeon", "en")["card"] for number, *_ in part["entries"]}
    assert numbers <= {*words(card_sheets(dungeon(preset="additions").public, replace(ON_A4, numbers=True)))}


def test_the_card_tells_what_is_on_levels_and_not_what_is_never_drawn() -> None:
    for p in (Params(), Params(fair="yes"), Params(dark=Weight(2, 1))):
        sheets = card_sheets(Public("", p, GAME), replace(ON_A4, numbers=True))
        assert len(sheets) <= 2
        assert {"HD-4", "HD-13", *(["HD-13.a"] if p.fair == "yes" else [])} <= {*words(sheets)}
        assert "weight is 0" not in prose(sheets)


@pytest.mark.parametrize("language", ["en", "de", "ru", "fr"])
def test_orders_of_a_long_game_on_small_paper_are_written_into_low_rows(language: str) -> None:
    pages = orders_sheets(dungeon().public, Edition(PAPERS["a5"], language, rounds=152))
    texts = [mark for mark in pages[0].marks if isinstance(mark, Text)]
    assert len(pages) <= 8
    assert "152" in {mark.text for mark in pages[-1].marks if isinstance(mark, Text)}
    first = next(mark.y for mark in texts if mark.text == "1" and mark.anchor == "end")
    label = next(mark.y for mark in texts if mark.text == "2" and mark.anchor == "start")
    how = [mark.y for mark in texts if mark.y < first and len(mark.text) > 30]
    assert max(how) < label - 2, "what to do ends above the head of the table"


@pytest.mark.parametrize("top", [POINTY, FLAT])
def test_a_board_has_its_outline_wherever_it_lies(top: str) -> None:
    """A card in large type fell over corners that are the same but for their last digits."""
    for radius, step in product((1, 2, 3), range(40)):
        board = HexBoard(Hex(radius), 60 + step / 7, 50 + step / 11, 4 + step / 13, top)
        (shape,) = outline(board)
        assert isinstance(shape, Path)
        assert len(shape.steps) == 6 * (2 * radius + 1) + 1
        assert extent(shape).width == pytest.approx(board.box.width)
        assert extent(shape).height == pytest.approx(board.box.height)


# --- as they were ------------------------------------------------------------------------------------------------


def of(p: Params, title: str = "") -> Public:
    return Public(title, p, GAME)


FULL = Params(
    grid=Hex(2), steel_wall=Weight(1), dark=Weight(2, 1), rot_bird=Weight(1), mining_tools=Weight(1), torch=Weight(1)
)
GOLDEN: dict[str, Callable[[], tuple[Page, ...]]] = {
    "course": lambda: course_sheets(Public("", dungeon(2, preset="evening").params, GAME), ON_A4),
    "gm": lambda: gm_sheets(replace(drawn(SMALL, "dungeon"), title="The well"), ON_A4),
    "level": lambda: level_sheets(drawn(f"top=flat{SMALL}", "dungeon"), ON_LETTER),
    "player": lambda: player_sheets(of(FULL), ON_A4),
    "counters": lambda: counters_sheets(of(FULL), ON_A4),
    "orders": lambda: orders_sheets(of(replace(FULL, top=FLAT)), ON_LETTER),
    "tracker": lambda: tracker_sheets(of(FULL, "The well"), ON_A4),
    "log": lambda: log_sheets(of(FULL), ON_LETTER),
    "card": lambda: card_sheets(of(FULL), ON_A4),
}


@pytest.mark.parametrize("kind", GOLDEN)
def test_the_sheets_are_as_they_were(kind: str) -> None:
    assert_golden(f"dungeon-{kind}.txt", "".join(map(show, GOLDEN[kind]())))
