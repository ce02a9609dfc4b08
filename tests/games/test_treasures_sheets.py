"""The printed sheets of Treasures of the Abandoned Labyrinth."""

import re
from dataclasses import replace
from functools import cache
from io import BytesIO
from itertools import pairwise

import pytest
from pypdf import PdfReader

from mapkit.games import maps
from mapkit.games.kit.measures import windows
from mapkit.games.treasures import GAME
from mapkit.games.treasures.design import SETS, Params
from mapkit.games.treasures.packs import Settings, evenness
from mapkit.games.treasures.packs.monsters import lairs
from mapkit.games.treasures.referee import begin
from mapkit.games.treasures.sheets import board_alone, card_sheets, gm_sheets, log_sheets, player_sheets
from mapkit.language.catalogue import languages, texts
from mapkit.language.phrases import phrases
from mapkit.model.chance import Chance
from mapkit.model.grid import Square, border, inner_borders, outer_borders
from mapkit.model.map import Map, Public
from mapkit.model.rule import Fact, flows, has, wall
from mapkit.model.settings import read_size
from mapkit.paper import pdf, svg
from mapkit.paper.edition import Edition
from mapkit.paper.sheet import A4, LETTER, Ink, Page, Path, Text, extent, show
from tests.games.test_expansions import EVERYTHING
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
from tests.sheet_measures import highest_band, inked, prose, words

SIZES = [(2, 2), (8, 8), (12, 9), (9, 30), (40, 40), (64, 64)]


def full(columns: int, rows: int, seed: str = "sheets", title: str = "The cellar") -> Map[Params]:
    """A map with as much on it as possible: walls, exits, all portals, a river along the lowest row, marshes."""
    grid, chance = Square(columns, rows), Chance(seed)
    facts = {flows(grid.name(x, 0), "E") for x in range(columns)}
    marks = ["treasure", "shop", "hospital", "fake", *(mark for marks in SETS for mark in marks)]
    free = chance.shuffled(grid.name(x, y) for x in range(columns) for y in range(1, rows))
    for i, cell in enumerate(free):
        facts.add(has(cell, marks[i] if i < len(marks) else "marsh" if i % 7 == 0 else "safe"))
    inner = chance.shuffled(inner_borders(grid))
    facts |= {wall(line) for line in inner[: len(inner) // 5]}
    outer = chance.shuffled(outer_borders(grid))
    facts |= {has(line, "exit") for line in outer[: max(2, len(outer) // 8)]}
    return Map(GAME, Settings(grid=grid), frozenset(facts), title)


@cache
def both(size: tuple[int, int], edition: Edition) -> tuple[tuple[Page, ...], tuple[Page, ...]]:
    """The sheets of the game master and of a player for a board of this size."""
    drawn = full(*size)
    return gm_sheets(drawn, edition), player_sheets(drawn.public, edition)


def tiny() -> Map[Params]:
    grid = Square(3, 2)
    cells = {"a1": "flows E", "b1": "flows E", "c1": "flows E", "a2": "A1", "b2": "treasure", "c2": "A2"}
    lines = {wall(border(grid, "b2", "E")), has(border(grid, "a2", "N"), "exit")}
    return Map(GAME, Settings(grid=grid), frozenset({Fact(cell, mark) for cell, mark in cells.items()} | lines), "Tiny")


@in_turn("size", SIZES)
def test_nothing_is_clipped_or_small_or_overlaps(size: tuple[int, int], edition: Edition) -> None:
    for sheets in (*both(size, edition), card_sheets(full(*size).public, edition)):
        assert faults(sheets) == []


@titled("", "x" * 100, "Ы" * 100, "A title of many words " * 5, "<&\x00\n\u202e漢")
def test_any_title_fits(title: str, edition: Edition) -> None:
    drawn = full(4, 3, title=title)
    every = (gm_sheets(drawn, edition), player_sheets(drawn.public, edition), card_sheets(drawn.public, edition))
    assert_printable(every, title)


def test_a_map_that_nobody_has_filled_in_can_be_printed() -> None:
    drawn = Map(GAME, Settings(grid=Square(8, 8)), frozenset(), "")
    assert faults(gm_sheets(drawn, ON_A4)) == []
    assert "Treasures of the Abandoned Labyrinth" in words(gm_sheets(drawn, ON_A4))


def test_a_map_with_faults_can_be_printed() -> None:
    """Streams meet, run in rings and leave the board at odd places, and portals lack a partner."""
    grid = Square(4, 3)
    marks = [
        "flows E",
        "flows S",
        "flows W",
        "A1",
        "flows N",
        "flows W",
        "Z2",
        "Z2",
        "flows E",
        "flows W",
        "shop",
        "A1",
    ]
    facts = frozenset(Fact(cell, mark) for cell, mark in zip(grid.cells(), marks, strict=True))
    assert faults(gm_sheets(Map(GAME, Settings(grid=grid), facts, "Faulty"), ON_A4)) == []


def test_every_exit_may_be_next_to_another() -> None:
    grid = Square(40, 3)
    facts = frozenset(has(line, "exit") for line in outer_borders(grid))
    assert faults(gm_sheets(Map(GAME, Settings(grid=grid), facts), ON_LETTER)) == []


def test_the_game_master_finds_portals_river_and_exits_in_the_legend() -> None:
    said = words(gm_sheets(tiny(), ON_A4))
    legend = said[said.index("Treasure") :]
    assert legend[1] == "b2"
    for name, details in [("Two-way portals A", ["A1 a2", "A2 c2"]), ("River of 3 tiles", ["source a1", "mouth c1"])]:
        at = legend.index(name)
        assert legend[at + 1 : at + 3] == details
    assert "north of a2" in prose(gm_sheets(tiny(), ON_A4))


def test_a_portal_on_a_large_tile_tells_where_it_leads() -> None:
    ((_, marks),) = board_alone(full(8, 8), ON_A4, A4.inside)
    said = [mark.text for mark in marks if isinstance(mark, Text)]
    for mark, partner in [("A1", "A2"), ("A2", "A1"), ("X1", "X2"), ("X3", "X1")]:
        assert said[said.index(mark) + 1].startswith(partner + " ")


def test_exits_are_gaps_with_a_sign() -> None:
    assert words(gm_sheets(tiny(), ON_A4)).count("EXIT") == 1
    drawn = tiny()
    walled = Map(GAME, drawn.params, frozenset(fact for fact in drawn.facts if fact.mark != "exit"))
    with_gap, without = (outer_wall_of(gm_sheets(each, ON_A4)[0]) for each in (drawn, walled))
    assert len(with_gap.steps) == len(without.steps), "a corner's gap shortens a wall"
    assert with_gap != without


def outer_wall_of(each: Page) -> Path:
    return next(mark for mark in each.marks if isinstance(mark, Path) and mark.ink is Ink.OUTER_WALL)


@both_papers
def test_all_coordinates_are_printed_on_all_four_sides(edition: Edition) -> None:
    for sheets in both((12, 9), edition):
        said = words(sheets[:1])
        for name in [*"abcdefghijkl", *map(str, range(1, 10))]:
            assert said.count(name) >= 2, name


def test_a_large_map_is_cut_into_parts_that_show_every_coordinate() -> None:
    sheets, _ = both((64, 64), ON_LETTER)
    parts = [sheet for sheet in sheets if any(text.startswith("Part ") for text in words((sheet,)))]
    assert len(parts) > 1
    assert {*words(tuple(parts))} >= {*"abcxyz", "aa", "bl", *map(str, range(1, 65))}


@in_turn("size", SIZES)
def test_every_sheet_with_a_scale_has_a_line_of_50_mm(size: tuple[int, int], edition: Edition) -> None:
    for sheets in both(size, edition):
        assert "50 mm if printed at 100 %" in words(sheets[:1])
        starts = [
            mark.steps[1].points[0] - mark.steps[0].points[0]
            for mark in sheets[0].marks
            if isinstance(mark, Path) and mark.ink is Ink.RULE and len(mark.steps) == 14
        ]
        assert starts == pytest.approx([50.0])


def square(sheets: tuple[Page, ...]) -> float:
    """The side that all squares have on a page with the board or with fragments to be glued onto it."""
    drawn = [sheet for sheet in sheets if {"The labyrinth", "Fragments"} & {*words((sheet,))}]
    graph = [mark for sheet in drawn for mark in sheet.marks if isinstance(mark, Path) and mark.ink is Ink.GRAPH]
    across = [sorted({round(step.points[0], 6) for step in mark.steps}) for mark in graph]
    sides = [b - a for xs in across for a, b in pairwise(xs)]
    assert max(sides) - min(sides) < 1e-4
    return sides[0]


@both_papers
@pytest.mark.parametrize(("size", "least", "most"), [(4, 15, 15), (8, 10, 15), (12, 8, 10), (20, 8, 10), (40, 5, 9)])
def test_squares_for_players_are_as_large_as_fits(size: int, least: float, most: float, edition: Edition) -> None:
    sheets = player_sheets(Public("", Settings(grid=Square(size, size)), GAME), edition)
    assert faults(sheets) == []
    assert least <= square(sheets) <= most
    board_pages = [sheet for sheet in sheets if "The labyrinth" in words((sheet,))]
    assert len(board_pages) == 1 or size == 40


@both_papers
@pytest.mark.parametrize("size", [8, 20, 40])
def test_squares_for_players_have_the_size_that_is_asked_for(size: int, edition: Edition) -> None:
    sheets = player_sheets(Public("", Settings(grid=Square(size, size)), GAME), replace(edition, square=5.0))
    assert faults(sheets) == []
    assert square(sheets) == pytest.approx(5)
    assert (A4.square, LETTER.square) == (5, 6.35)


@both_papers
@pytest.mark.parametrize("size", [4, 8, 30])
def test_sheets_for_weak_eyes_have_large_type_and_squares(size: int, edition: Edition) -> None:
    public, big = Public("", Settings(grid=Square(size, size)), GAME), replace(edition, big=True)
    board, card = player_sheets(public, big), card_sheets(public, big)
    assert faults(board) == faults(card) == []
    assert square(board) >= 20
    assert min(m.size for name in card for m in name.marks if isinstance(m, Text) and m.ink is Ink.TEXT) >= 5.6
    assert {m.size for m in board[0].marks if isinstance(m, Text) and m.text == "hospital"} <= {5.65}


def test_a_wide_board_for_players_lies_on_its_side() -> None:
    upright, lying = (
        player_sheets(Public("", Settings(grid=Square(26, 12)), GAME), replace(ON_A4, orientation=orientation))
        for orientation in ("portrait", "auto")
    )
    assert [each.paper.width > each.paper.height for each in (upright[0], lying[0], lying[-1])] == [False, True, False]
    assert square(lying) > 1.3 * square(upright)


@pytest.mark.parametrize(("size", "least"), [(6, 15), (8, 11), (10, 8)])
def test_a_page_on_its_side_has_squares_for_fragments_beside_the_board(size: int, least: float) -> None:
    board, *_ = player_sheets(
        Public("", Settings(grid=Square(size, size)), GAME), replace(ON_A4, orientation="landscape")
    )
    assert faults((board,)) == []
    assert square((board,)) >= least
    assert highest_band(board)[1] < 20


@both_papers
@pytest.mark.parametrize(("size", "pages"), [(5, 1), (6, 1), (8, 2), (12, 2)])
def test_a_player_may_begin_in_the_middle_of_a_board_of_twice_the_size(size: int, pages: int, edition: Edition) -> None:
    """TL-29: nobody knows where they start."""
    sheets = player_sheets(Public("", Settings(grid=Square(size, size)), GAME), edition)
    drawn = [sheet for sheet in sheets if inked(sheet, Ink.GRAPH)]
    assert len(drawn) == pages
    (scratch,) = (sheet for sheet in drawn if "Start unknown: twice the size" in words((sheet,)))
    boards = [[*extent(mark)[2:]] for mark in scratch.marks if isinstance(mark, Path) and mark.ink is Ink.GRAPH]
    (start,) = (extent(mark) for mark in scratch.marks if mark.ink is Ink.GREY)
    assert any(wide / start.width == pytest.approx(2 * size - 1) for wide, _ in boards)


def test_players_cannot_tell_two_maps_of_the_same_settings_apart() -> None:
    """TL-10, TL-35: a player's sheets are made from public facts, and from nothing else."""
    one, other = full(8, 8, "one"), full(8, 8, "two")
    assert one.facts != other.facts
    for make in (player_sheets, card_sheets):
        first, second = make(one.public, ON_A4), make(other.public, ON_A4)
        assert first == second
        assert pdf.write(first, "t") == pdf.write(second, "t")
        assert svg.write(first[-1], "t") == svg.write(second[-1], "t")


@in_turn("players", [1, 3, 5, 8, 30])
def test_every_player_has_a_place_in_the_log(players: int, edition: Edition) -> None:
    drawn = Map(GAME, Settings(grid=Square(8, 8), players=players), full(8, 8).facts)
    log = log_sheets(drawn.public, edition)
    assert [faults(sheets) for sheets in (log, gm_sheets(drawn, edition), player_sheets(drawn.public, edition))] == [
        [],
        [],
        [],
    ]
    assert words(log).count("starts on") == players


@both_papers
@pytest.mark.parametrize("treasures", [56, 230])
def test_the_game_master_has_a_line_for_each_of_many_treasures(edition: Edition, treasures: int) -> None:
    cells = [*Square(16, 16).cells()][:treasures]
    drawn = Map(GAME, Settings(grid=Square(16, 16)), frozenset(has(cell, "treasure") for cell in cells))
    sheets = gm_sheets(drawn, edition)
    assert faults(sheets) == []
    assert {f"{cell}, then" for cell in cells} <= set(words(sheets))


@pytest.mark.parametrize("players", [1, 3])
def test_a_log_fills_its_pages_and_tells_the_state_of_each_player_in_every_row(players: int) -> None:
    log = log_sheets(Public("", Settings(grid=Square(4, 4), players=players), GAME), replace(ON_A4, rounds=40))
    said = words(log)
    rows = max(int(mark.text) for page in log for mark in page.marks if isinstance(mark, Text) and mark.text.isdigit())
    assert rows >= 40
    assert [said.count(letter) - len(log) for letter in "BKJL"] == [rows * players] * 4, "the letters stand below, too"
    for page in log:
        lines = [extent(mark).bottom for mark in page.marks if isinstance(mark, Path) and mark.ink is Ink.HAIRLINE]
        assert ON_A4.paper.inside.bottom - sorted(lines)[-2] < 40


def test_a_state_of_a_player_can_begin_more_than_once() -> None:
    page = player_sheets(Public("", Settings(grid=Square(4, 4), players=3), GAME), ON_A4)[1]
    boxes = [extent(mark) for mark in page.marks if not isinstance(mark, Text)]
    assert sum((round(box.width, 1), round(box.height, 1)) == (3.6, 3.6) for box in boxes) == 3 * 2 * 3
    assert any("make it an X when the state ends" in text for text in words((page,)))


@pytest.mark.parametrize("players", [2, 5])
def test_the_game_master_is_told_starts_that_are_as_even_as_can_be(players: int) -> None:
    """TL-29, TX-79: for this number of players, far apart, with the turns of the shortest way to win."""
    drawn = maps.generate("treasures", "even", given={"players": players})
    told = re.search(r"in the order of turns, on ([^;]*);", prose(gm_sheets(drawn, ON_A4)))
    assert told
    starts = {cell: int(turns) for cell, turns in re.findall(r"(\w+) \((\d+)\)", told[1])}
    pars = evenness.pars(drawn)
    assert len(starts) == players
    assert starts.items() <= pars.items()
    spread = max(starts.values()) - min(starts.values())
    assert not spread or not windows(pars, players, spread - 1)


def test_the_card_has_the_numbers_of_the_map_but_not_how_it_is_drawn() -> None:
    said = words(card_sheets(Public("", Settings(), GAME), replace(ON_A4, numbers=True)))
    assert said[said.index("River tiles") + 1] == "12"
    for_drawing = {"TL-9", "TL-12", "TL-17.b", "TL-18", "TL-19.b", "TL-26.a", "TL-27.a", "TL-28.a"}
    for_drawing |= {"TL-13.a", "TL-21.a", "TL-23.b"}
    assert {rule.number for rule in GAME.design.rules if rule.number[:2] == "TL"} - for_drawing <= {*said}
    assert not for_drawing & {*said}


@both_papers
def test_the_card_is_one_leaf_and_its_type_as_large_as_fits(edition: Edition) -> None:
    front, back = card_sheets(Public("", Settings(), GAME), edition)
    for page in (front, back):
        lowest = max(extent(mark).bottom for mark in page.marks[:-3])
        assert edition.paper.inside.bottom - lowest < 30
        assert any(isinstance(mark, Text) and mark.size >= 4.23 and not mark.bold for mark in page.marks)


def test_the_card_answers_what_beginners_ask() -> None:
    """TL-45.c, TL-76.1.a, TL-73, TL-74: portals have their names of the map."""
    said = prose(card_sheets(Public("", Settings(), GAME), ON_A4))
    assert "If that person is injured already, nothing else changes." in said
    assert "You cannot put it down again." in said
    assert "A1 to A2 and A2 to A1; X1 to X2 to X3 to X1" in said


def test_a_cyrillic_title_can_be_copied_from_the_pdf() -> None:
    title = "Подвал под старой мельницей"
    data = pdf.write(gm_sheets(full(4, 3, title=title), ON_A4), title)
    assert data == pdf.write(gm_sheets(full(4, 3, title=title), ON_A4), title)
    assert title in PdfReader(BytesIO(data)).pages[0].extract_text()


@pytest.mark.parametrize("kind", ["gm", "player"])
def test_the_sheets_of_a_tiny_map_are_as_they_were(kind: str) -> None:
    sheets = gm_sheets(tiny(), ON_A4) if kind == "gm" else player_sheets(tiny().public, ON_LETTER)
    assert_golden(f"treasures-{kind}.txt", "".join(map(show, sheets)))


def test_sheets_have_the_words_of_the_modules_that_are_on_and_no_others() -> None:
    """TX-85: cards, scripts, trackers and logs; public sheets follow from the settings alone."""
    given = {"trading": "yes", "donation": 1, "shield": "yes", "fools": 1, "last_round": "yes"}
    map_ = maps.generate("treasures", "modules", given=given)
    card = {*words(card_sheets(map_.public, ON_A4))}
    assert {"Trading", "Donation center", "Shield", "Fool's gold", "The last round"} <= card
    assert not {"Dynamite", "Floors", "Booby traps", "TL-84", "TL-33"} & card
    gm = {*words(gm_sheets(map_, ON_A4)), *words(log_sheets(map_.public, ON_A4))}
    assert {"Hand 1", "O", "out", "TX-13", "TX-25", "TX-31"} <= gm
    assert not {"infected", "Z", "Bear"} & gm
    plain = maps.generate("treasures", "modules")
    said = words((*card_sheets(plain.public, ON_A4), *gm_sheets(plain, ON_A4), *log_sheets(plain.public, ON_A4)))
    assert "Hand 1" not in said
    assert not [text for text in said if text[:2] == "TX"]


@pytest.mark.parametrize("edition", [ON_A4, ON_LETTER, Edition(A4, "ru")], ids=["a4", "letter", "ru"])
def test_the_game_master_has_a_place_for_all_that_modules_keep(edition: Edition) -> None:
    """TX-85: each shelf beside the map; in the log rounds, each hand and each monster. Nothing overlaps."""
    map_ = tracked_map()
    gm, log = gm_sheets(map_, edition), log_sheets(map_.public, edition)
    assert [faults(gm), faults(log)] == [[], []]
    shelf, columns = texts("expansions", edition.language)["tracker"], texts("expansions", edition.language)["log"]
    centers = [cell for cell, mark in map_.kinds.items() if mark == "donation"]
    assert [words(gm).count(shelf["shelf"].format(cell=cell)) for cell in centers] == [1, 1]
    assert any(shelf["fallen"] in text for text in words(gm))
    said, rows = words(log), len(map_.params.grid.cells())
    assert {*columns["monsters"].values()} <= {*said}
    assert {*map(str, range(1, rows + 1))} <= {*said}
    crowds = said.count("1")
    for number in (1, 2):
        assert said.count(f"{columns['hand']} {number}") == map_.params.players * len(log) / crowds
    assert not {*lairs(map_.params, map_.facts).values()} & {*said}, "the log is made from what is public"


def tracked_map() -> Map[Params]:
    """A map with all modules, and with two donation centers."""
    return maps.generate(
        "treasures", "tracked", preset="small", size=read_size("6x6"), given=EVERYTHING | {"donation": 2}
    )


@pytest.mark.parametrize("language", languages())
def test_the_sheet_tells_the_modules_as_the_referee_does(language: str) -> None:
    """TX-2: with their numbers, in the same order."""
    map_ = maps.generate("treasures", "tracked", preset="small", size=read_size("6x6"), given=EVERYTHING)
    opening = begin(map_, ("Ann", "Bob", "Cid"), {}, lambda sides: 1)
    heard = next(said for said in opening.heard if said.key == "modules")
    assert phrases("treasures", language).say(heard) in " ".join(words(gm_sheets(map_, Edition(A4, language))))
