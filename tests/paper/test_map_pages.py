"""What the sheets of all games on square boards share: borders, signs, floors, map pages and blank forms."""

from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import partial
from math import hypot

import pytest

from mapkit.games.kit import rings
from mapkit.games.kit.streams import Streams, stream_sample
from mapkit.language.catalogue import SHARED, texts
from mapkit.model.grid import Border, Cell, Square, inner_borders, outer_borders
from mapkit.model.replay import ReplayStep, Start, Track
from mapkit.paper import icons
from mapkit.paper.blank_forms import ColumnPart, PlayerColumn, RoundTable, round_pages
from mapkit.paper.board import (
    Panel,
    border_marks,
    border_sample,
    coordinates,
    dotted_path,
    exit_sample,
    sign_box,
    signs,
    whole_board,
)
from mapkit.paper.drawing import Block, PageDraft, arrowed_rows, arrowed_width, as_pages, page_setup
from mapkit.paper.edition import Edition
from mapkit.paper.map_pages import (
    MapPicture,
    Script,
    board_floors,
    border_items,
    cells_item,
    gm_pages,
    item,
    map_and_notes,
    played_pages,
)
from mapkit.paper.player_paper import paper_pages
from mapkit.paper.sheet import A4, Box, Ink, Mark, Page, Path, Text, extent, rectangle, show
from tests.paper.test_sheet import ON_A4, ON_LETTER, faults

KINDS = ("wall", "solid", "window", "solid window", "door N", "door S", "door N window", "solid door N")
PICTURES = ("chest", "crossed-chest", "swords", "paw", "hat", "flag", "cross")
SIZES = (6.5, 8.0, 13.0, 30.0)


def board(tile: float = 10.0, floor: int = 1) -> Panel:
    return Panel(Square(3, 2, 2), range(3), range(2), 20, 20, tile, floor)


def drawn(marks: Iterable[Mark]) -> str:
    return show(Page(A4, "x", tuple(marks)))


def within(marks: Iterable[Mark], room: Box) -> bool:
    boxes = [extent(mark) for mark in marks]
    return bool(boxes) and all(
        box.x >= room.x and box.y >= room.y and box.right <= room.right and box.bottom <= room.bottom for box in boxes
    )


# --- borders -----------------------------------------------------------------------------------------------------


def test_every_kind_of_border_looks_different() -> None:
    assert len({drawn(border_marks(board(), {Border("b1/1", "N"): kind})) for kind in KINDS}) == len(KINDS)


@pytest.mark.parametrize("way", "NESW")
def test_the_arrow_of_a_door_points_where_the_door_leads(way: str) -> None:
    """Its tip is the only corner that lies furthest on that side."""
    border = Border("b1/1", "N" if way in "NS" else "E")
    arrow = list(border_marks(board(), {border: f"door {way}"}))[-1]
    assert isinstance(arrow, Path)
    along = [step.points[1 if way in "NS" else 0] * (1 if way in "ES" else -1) for step in arrow.steps if step.points]
    assert [sum(abs(at - end) < 0.01 for at in along) for end in (max(along), min(along))] == [1, 2]


def test_a_door_beside_a_full_cell_is_clear_of_its_picture() -> None:
    """Its arrow would cover the ring or the words in the middle of the cell."""
    for tile in (8.0, 12.0):
        panel, picture = board(tile), Box(0, 0, 0, 0).inset(-0.4 * tile)
        x, y = panel.tile_box("a1/1").middle
        for side, way in (("N", "S"), ("E", "W")):
            *_, arrow = border_marks(panel, {Border("a1/1", side): f"door {way}"}, {"a1/1"})
            assert isinstance(arrow, Path)
            corners = [step.points for step in arrow.steps if step.points]
            assert all(hypot(at[0] - x, at[1] - y) > picture.width / 2 - 0.05 for at in corners)


@pytest.mark.parametrize("tile", [6.5, 7.0, 9.0, 20.0])
def test_a_sign_at_an_exit_is_clear_of_its_neighbours_names(tile: float) -> None:
    grid = Square(20, 12)
    panel = whole_board(grid, 30, 30, tile)
    exits = {Border("e12", "N"), Border("a7", "W")}
    posted = list(signs(panel, exits, "EXIT"))
    assert all(bool(sign.words) is (tile > 8) for sign in posted)
    boxes = [sign_box(panel, sign) for sign in posted]
    assert not any(box.meets(extent(label)) for box in boxes for label in coordinates(panel, boxes, 1.6))
    kept = set(coordinates(panel, (), 1.6)) & set(coordinates(panel, boxes, 1.6))
    near = {mark.text for mark in kept if isinstance(mark, Text)}
    assert {"d", "f", "6", "8"} <= near


def test_borders_and_cells_of_other_floors_are_not_drawn() -> None:
    kinds = {Border("a1/1", "N"): "wall", Border("a1/1", "U"): "hole"}
    assert list(border_marks(board(floor=1), kinds))
    assert not list(border_marks(board(floor=2), kinds))
    assert {cell[-1] for cell in board(floor=2).cells()} == {"2"}


def test_a_creatures_path_is_drawn_on_its_own_floor_and_part() -> None:
    path = ("a1/1", "b1/1", "b1/2", "c1/2")
    assert within(dotted_path(board(floor=1), path), Box(20, 20, 20, 20))
    assert within(dotted_path(board(floor=2), path), Box(30, 20, 20, 20))
    part = Panel(Square(3, 2), range(1, 3), range(2), 20, 20, 10)
    assert within(dotted_path(part, ("a1", "b1")), part.box)


@pytest.mark.parametrize("tile", SIZES)
@pytest.mark.parametrize("kind", KINDS)
def test_a_border_takes_little_of_its_tiles(kind: str, tile: float) -> None:
    for side in "NE":
        line = next(border_marks(board(tile), {Border("a1/1", side): "wall"}))
        room = extent(line).inset(-0.36 * tile)
        assert within(border_marks(board(tile), {Border("a1/1", side): kind}), room)


# --- pictures and signs ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("picture", PICTURES)
def test_pictures_stay_within_their_radius(picture: str) -> None:
    assert within(icons.draw(picture, 50, 50, 10), Box(37.5, 37.5, 25, 25))


@pytest.mark.parametrize("tile", SIZES)
def test_signs_stay_within_their_tile(tile: float) -> None:
    box = Box(20, 20, tile, tile)
    for ways in ("U", "D", "UD"):
        assert within(icons.holes(box, ways), box)
    assert not list(icons.holes(box, ""))
    marks = rings.ring_with_words(box, "", lambda x, y, r: rings.whirl(x, y, r, "W1"))
    assert within((mark for mark in marks if not isinstance(mark, Text)), box)


def test_samples_stay_within_their_box() -> None:
    box = Box(20, 20, 8, 8)
    samples = [*map(border_sample, KINDS), *map(icons.hole_sample, ("U", "D", "UD")), exit_sample]
    samples += [stream_sample(*way) for way in (("W", "E"), (None, "E"), ("N", None), ("W", "U"), ("D", "S"))]
    assert all(within(sample(box), box.inset(-0.4)) for sample in samples)


def test_a_sample_of_a_door_shows_its_direction() -> None:
    box = Box(20, 20, 8, 8)
    assert len({tuple(border_sample(f"door {side}")(box)) for side in "NESW"}) == 4


def test_words_below_rings_are_placed_where_all_have_room() -> None:
    long, short = {1: "> W2 c10", 2: "> W1 d4"}, {1: "> c10", 2: "> d4"}
    assert rings.words_that_fit([long, short], 30) == long
    assert rings.words_that_fit([long, short], 14) == short
    assert rings.words_that_fit([long, short], 8) == {}


def test_rivers_are_followed_to_their_end_over_floors() -> None:
    rivers = Streams(Square(3, 2, 2), {"a1/1": "E", "b1/1": "U", "b1/2": "N", "b2/2": None, "c1/1": "E"})
    assert rivers.courses() == (("a1/1", "b1/1", "b1/2", "b2/2"), ("c1/1",))
    assert rivers.leaves("c1/1")
    assert not rivers.leaves("b2/2")


def test_a_river_tells_the_floor_that_it_comes_from_and_goes_to() -> None:
    rivers = Streams(Square(1, 1, 3), {"a1/1": "U", "a1/2": "U", "a1/3": None})
    said = [
        [mark.text for mark in rivers.picture(f"a1/{n}", Box(20, 20, 15, 15)) if isinstance(mark, Text)]
        for n in (1, 2, 3)
    ]
    assert said == [["2"], ["1", "3"], ["2"]]


def test_a_chain_of_arrows_is_broken_before_an_arrow() -> None:
    rows = arrowed_rows("W1 a1 > W2 b2 > W3 c3 > W1", 24, 3.2)
    assert len(rows) > 1
    assert all(arrowed_width(3.2, row) <= 24 for row in rows)
    assert all(row.startswith("> ") for row in rows[1:])


# --- pages -------------------------------------------------------------------------------------------------------


def scene(columns: int, rows: int, floors: int) -> MapPicture:
    """A scene with borders of all kinds, pictures and rings in every second cell, and two exits."""
    grid = Square(columns, rows, floors)
    inner = [line for line in inner_borders(grid) if line.side in "NE"]
    kinds = {line: KINDS[i % len(KINDS)] for i, line in enumerate(inner) if i % 3 == 0}
    shown = {cell: i for i, cell in enumerate(grid.cells()) if i % 2 == 0}

    def picture(cell: Cell, box: Box) -> Iterator[Mark]:
        if cell in shown and shown[cell] % 3:
            yield from icons.draw(PICTURES[shown[cell] % len(PICTURES)], *box.middle, box.width * 0.36)
        elif cell in shown:
            yield from rings.ring_with_words(box, "", lambda x, y, r: rings.whirl(x, y, r, "W1"))

    exits = frozenset(outer_borders(grid)[:2])
    return MapPicture(
        grid,
        picture,
        texts(SHARED, "en"),
        borders=kinds,
        exits=exits,
        corner_pictures=frozenset(shown),
    )


def legend(drawn_: MapPicture, wide: float) -> list[Block]:
    def sample(box: Box) -> Iterator[Mark]:
        yield rectangle(Ink.TILE, box)

    chain = " > ".join(f"W{i} {cell}" for i, cell in enumerate(drawn_.grid.cells()[:6], 1))
    cells = cells_item(sample, "A name that is much too long for one column", drawn_.grid.cells()[:5], wide)
    return [cells, item(sample, "Wormholes W", [chain], wide), *border_items(drawn_, wide)]


WORDS = texts("treasures", "en")
SIZES_OF_BOARDS = [(2, 2, 1), (3, 2, 2), (5, 4, 2), (8, 8, 3), (12, 12, 8), (30, 10, 2), (2, 2, 8)]
each_board = pytest.mark.parametrize(
    ("size", "edition"),
    [
        pytest.param(size, edition, id=f"{size}-{edition.paper.name}", marks=[pytest.mark.long] * ((n + k) % 2))
        for n, size in enumerate(SIZES_OF_BOARDS)
        for k, edition in enumerate((ON_A4, ON_LETTER))
    ],
)
"""Each board on one paper, and the next board on the other; both papers take longer."""


@each_board
def test_no_page_clips_or_overlaps(size: tuple[int, int, int], edition: Edition) -> None:
    shown = scene(*size)
    setup = page_setup(edition, "gm", "Labyrinth", "The cellar", "Game master", "SECRET")
    script = Script([("MP-40", "Ask.")], [("MP-36", "Listen.")], [("1", "Move.")], [("MP-53", "A wall", "“Wall.”", "")])
    states = (("wounded", 1), ("grenades", 3), ("bullets", 5), ("knives", 3), ("bags of cement", 3), ("treasures", 4))
    columns = [PlayerColumn(f"{number} Name", [states], "starts on") for number in range(8)]
    parts = (ColumnPart("says"), ColumnPart("on", 12.0), ColumnPart("Circle", 12.0, letters="ABC"))
    log = round_pages(setup, RoundTable("Rounds", "Round", columns, parts, [("Bear", 20.0)]), 50)
    assert faults(as_pages(setup, [*gm_pages(shown, setup, partial(legend, shown), script), *log])) == []
    pages = paper_pages(setup, shown.grid, WORDS["player"], (("|", "wall"), ("W", "wormhole")))
    assert faults(as_pages(setup, pages)) == []


@each_board
def test_no_page_of_a_played_game_clips_or_overlaps(size: tuple[int, int, int], edition: Edition) -> None:
    shown = scene(*size)
    cells = shown.grid.cells()
    steps = [ReplayStep(i, "Ann", "up", ("step executed",), cells[i - 1 : i], cells[-i]) for i in range(1, len(cells))][
        :30
    ]
    track = Track((Start("Ann", cells[0]), Start("Bob", cells[-1])), tuple(steps), "Ann")
    setup = page_setup(edition, "played", "Labyrinth", "", "As played")
    words = {**WORDS["played"], "climb": "up or down a floor"}
    assert faults(as_pages(setup, played_pages(shown, track, setup, words, partial(legend, shown)))) == []


def test_a_floor_has_a_page_and_its_name() -> None:
    setup = page_setup(ON_A4, "gm", "Labyrinth", "", "Game master")
    script = Script([], [("1", "Listen.")], [], [("1", "a", "b", "c")])
    pages = gm_pages(scene(9, 9, 3), setup, lambda _: (), script)
    said = [{mark.text for mark in page.marks if isinstance(mark, Text)} for page in pages[:3]]
    assert all(f"Floor {number} of 3" in words for number, words in enumerate(said, 1))


def test_small_floors_stand_under_each_other_on_one_page_with_the_legend() -> None:
    shown = scene(5, 5, 2)
    setup = page_setup(ON_A4, "gm", "Labyrinth", "", "Game master")
    (page,) = map_and_notes(shown, setup, partial(legend, shown))
    names = {mark.text: mark for mark in page.marks if isinstance(mark, Text)}
    above, below = names["Floor 1 of 2"], names["Floor 2 of 2"]
    assert above.x == below.x
    assert below.y - above.y > 5 * 15
    assert "Wormholes W" in names


def tile_of(page: PageDraft) -> float:
    """The distance between the names of two neighbouring columns, in mm."""
    at = {mark.text: mark for mark in page.marks if isinstance(mark, Text) and mark.anchor == "middle"}
    return at["b"].x - at["a"].x


@pytest.mark.parametrize(("edition", "least"), [(ON_A4, 9.5), (ON_LETTER, 9.0)])
def test_a_wide_map_lies_on_its_side(edition: Edition, least: float) -> None:
    shown, setup = scene(26, 12, 1), page_setup(edition, "gm", "Labyrinth", "", "Game master")
    page, *_ = map_and_notes(shown, setup, partial(legend, shown))
    assert page.setup.paper == edition.paper.turned
    assert tile_of(page) > least
    upright = page_setup(replace(edition, orientation="portrait"), "gm", "Labyrinth", "", "Game master")
    page, *_ = map_and_notes(shown, upright, partial(legend, shown))
    assert page.setup.paper == edition.paper


@pytest.mark.parametrize("scale", [6.0, 25.4])
def test_a_scale_gives_the_side_of_cells_on_as_many_pages_as_they_need(scale: float) -> None:
    shown, edition = scene(8, 8, 1), replace(ON_A4, scale=scale)
    setup = page_setup(edition, "gm", "Labyrinth", "", "Game master")
    pages = map_and_notes(shown, setup, partial(legend, shown))
    assert tile_of(pages[0]) == pytest.approx(scale)
    assert faults(as_pages(setup, pages)) == []
    boards = [*board_floors(shown, A4.inside, scale)]
    assert tile_of(PageDraft(setup, boards[0][1])) == pytest.approx(scale)
    assert len(boards) == (1 if scale == 6.0 else 2)


def test_a_table_of_announcements_repeats_its_head_on_every_page() -> None:
    setup = page_setup(ON_A4, "gm", "Labyrinth", "", "Game master")
    script = Script([], [("1", "Listen.")], [], [(str(i), "An event", "“Words.”", "") for i in range(60)])
    pages = gm_pages(scene(3, 3, 1), setup, lambda _: (), script)
    said = [{mark.text for mark in page.marks if isinstance(mark, Text)} for page in pages]
    table = [words for words in said if "An event" in words]
    assert len(table) > 1
    assert all({"Announcements", "When", "You say", "Then"} <= words for words in table)


def test_small_floors_stand_side_by_side_on_a_players_page() -> None:
    setup = page_setup(ON_A4, "player", "Labyrinth", "", "Player")
    one, *others = paper_pages(setup, Square(5, 5, 3), WORDS["player"], (("|", "wall"),))
    assert others == []
    assert [f"Floor {n} of 3" for n in (1, 2, 3)] == [
        m.text for m in one.marks if isinstance(m, Text) and "Floor" in m.text
    ]
