"""The game master's empty log, and the sheets of a game that was played."""

import re
from itertools import combinations, pairwise
from math import cos, dist, radians, sin
from pathlib import Path as File

import pytest

from mapkit.games.treasures import GAME
from mapkit.games.treasures.packs import Settings
from mapkit.games.treasures.sheets import log_sheets, played_sheets
from mapkit.language.phrases import phrases
from mapkit.mapfile.writer import show as show_map
from mapkit.model.chance import Chance
from mapkit.model.grid import Square, border
from mapkit.model.map import Map, Public
from mapkit.model.replay import ReplayStep, Start, Track
from mapkit.model.rule import Fact, has, wall
from mapkit.paper import pdf, svg
from mapkit.paper.board import Panel
from mapkit.paper.edition import Edition
from mapkit.paper.milestones import milestones
from mapkit.paper.paths import letters, walks
from mapkit.paper.sheet import A4, SUBSTITUTE, Ink, Page, Path, Text, extent, show
from mapkit.paper.trails import strip, trails
from mapkit.table import match
from mapkit.table.tracks import track_of
from tests.games.test_treasures_sheets import full, tiny
from tests.paper.test_sheet import HOSTILE, ON_A4, ON_LETTER, assert_golden, faults
from tests.sheet_measures import measure, prose, words

NAMES = ("Ann", "Bob", "Анна-Мария Вдовиченко", "Ш" * 20, "ann b", "W" * 20, "漢字A", "bob b")
both_papers = pytest.mark.parametrize("edition", [ON_A4, ON_LETTER], ids=["a4", "letter"])


def steps(track: Track) -> tuple[ReplayStep, ...]:
    """What the players did, without the rulings."""
    return tuple(entry for entry in track.entries if isinstance(entry, ReplayStep))


def wandering(grid: Square, players: int, turns: int, seed: str = "walk") -> Track:
    """All players walk at random, whatever the walls; at times something carries them on."""
    chance, cells = Chance(seed), grid.cells()
    at = {name: chance.choice(cells) for name in NAMES[:players]}
    starts, steps = tuple(Start(name, cell) for name, cell in at.items()), []
    for number in range(1, turns + 1):
        name = NAMES[number % players]
        entered = next(c for d in chance.shuffled("NESW") if (c := grid.step(at[name], d)) is not None)
        carried = chance.below(6) == 0
        steps += [ReplayStep(number, name, "north", (f"{name} cannot move north. Blocked by wall.",), (), at[name])]
        at[name] = chance.choice(cells) if carried else entered
        steps += [ReplayStep(number, name, "east", (f"{name} is on.",), (entered,) if carried else (), at[name])]
    return Track(starts, tuple(steps))


def short() -> Track:
    """A game on the tiny map: Ann comes through a portal, Bob by the river, and Ann leaves with the treasure."""
    steps = (
        ReplayStep(1, "Ann", "west", ("Ann enters and exits a portal.",), ("a2",), "c2"),
        ReplayStep(2, "Bob", "east", ("Bob is flushed by the river one tile.",), ("b1",), "c1"),
        ReplayStep(3, "Ann", "west", ("Ann cannot move west. Blocked by wall.",), (), "c2"),
        ReplayStep(
            3, "Ann", "south", ("The river tries to flush Ann, but a wall prevents him/her from moving.",), (), "c1"
        ),
        ReplayStep(4, "Bob", "west", ("Bob is flushed by the river one tile.",), ("b1",), "c1"),
        ReplayStep(5, "Ann", "north", ("Ann has exited the maze with the treasure and won the game!",), (), "a2"),
    )
    return Track((Start("Ann", "b2"), Start("Bob", "a1")), steps, "Ann", over=True)


# --- the track ---------------------------------------------------------------------------------------------------


def begun(folder: File) -> match.Match:
    # A river along the lowest row of 3 x 3 tiles, a portal pair, a marsh and a wall above it
    grid = Square(3, 3)
    cells = {"a1": "flows E", "b1": "flows E", "c1": "flows E", "a2": "safe", "b2": "marsh", "c2": "safe"}
    cells |= {"a3": "A1", "b3": "safe", "c3": "A2"}
    lines = {wall(border(grid, "b3", "E")), has(border(grid, "a2", "W"), "exit")}
    drawn = Map(GAME, Settings(grid=grid), frozenset({Fact(cell, mark) for cell, mark in cells.items()} | lines))
    options = {"order": "given", "starts": "a2 b3"}
    return match.start(drawn, show_map(drawn), ("Ann", "Bob"), options, "seed", folder / "log.jsonl")


def test_a_track_tells_who_went_where_and_what_was_heard(tmp_path: File) -> None:
    with begun(tmp_path) as game:
        for said in ("south", "east", "west", "east", "north"):
            game.say(said)
        track = track_of(game, phrases("treasures", "en"))
    assert track.starts == (Start("Ann", "a2"), Start("Bob", "b3"))
    assert track.left == ""
    assert track.entries == (
        ReplayStep(1, "Ann", "south", ("Ann is flushed by the river one tile.",), ("a1",), "b1"),
        ReplayStep(2, "Bob", "east", ("Bob cannot move east. Blocked by wall.",), (), "b3"),
        ReplayStep(2, "Bob", "west", ("Bob enters and exits a portal.",), ("a3",), "c3"),
        ReplayStep(
            3,
            "Ann",
            "east",
            ("The river tries to flush Ann, but a wall prevents him/her from moving.",),
            (),
            "c1",
        ),
        ReplayStep(4, "Bob", "north", ("Bob cannot move north. Blocked by wall.",), (), "c3"),
    )
    assert [step.number for step in steps(track) if step.player == "Bob"] == [2, 2, 4]


def test_turns_taken_back_are_in_no_track(tmp_path: File) -> None:
    with begun(tmp_path) as game:
        game.say("south")
        game.say("west")
        game.undo(1)
        track = track_of(game, phrases("treasures", "en"))
    assert [step.player for step in steps(track)] == ["Ann"]


# --- the played game ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("size", "players", "turns", "edition"),
    [
        pytest.param(
            *each, edition, id=f"{each[0]}-{each[1]}-{edition.paper.name}", marks=[pytest.mark.long] * (n % 2 != k)
        )
        for n, each in enumerate(
            [((2, 2), 2, 20), ((8, 8), 2, 20), ((8, 8), 8, 60), ((12, 9), 5, 60), ((40, 40), 3, 30), ((64, 64), 8, 90)]
        )
        for k, edition in enumerate((ON_A4, ON_LETTER))
    ],
)
def test_nothing_is_clipped_or_small_or_overlaps(
    size: tuple[int, int], players: int, turns: int, edition: Edition
) -> None:
    drawn = full(*size)
    assert faults(played_sheets(drawn, wandering(drawn.params.grid, players, turns), edition)) == []


@both_papers
def test_any_names_and_words_fit(edition: Edition) -> None:
    steps = (
        ReplayStep(1, HOSTILE, HOSTILE * 40, (HOSTILE, "слово" * 200), (), "b2"),
        ReplayStep(2, "Ш" * 20, "w" * 2000, (), ("c2",), "e5"),
        ReplayStep(3, HOSTILE, "\n" * 500, ("x " * 4000,) * 3, (), "b3"),
    )
    track = Track((Start(HOSTILE, "a2"), Start("Ш" * 20, "c3")), steps)
    sheets = played_sheets(full(8, 8, title=HOSTILE), track, edition)
    assert faults(sheets) == []
    assert pdf.write(sheets, HOSTILE)
    assert all(svg.write(sheet, HOSTILE) for sheet in sheets)


def test_a_game_that_nobody_has_begun_can_be_printed() -> None:
    track = Track((Start("Ann", "a2"), Start("Bob", "b2")), ())
    assert faults(played_sheets(full(8, 8), track, ON_A4)) == []
    assert faults(played_sheets(full(8, 8), Track((), ()), ON_A4)) == []


@pytest.mark.parametrize(
    ("size", "edition"),
    [
        ((2, 2), ON_A4),
        ((8, 8), ON_LETTER),
        ((40, 40), ON_A4),
        *(
            pytest.param(size, edition, marks=pytest.mark.long)
            for size, edition in (((2, 2), ON_LETTER), ((8, 8), ON_A4), ((40, 40), ON_LETTER))
        ),
    ],
    ids=str,
)
def test_every_player_has_a_start_and_an_end_on_the_map(size: tuple[int, int], edition: Edition) -> None:
    drawn = full(*size)
    players = 3 if size == (2, 2) else 8
    track = wandering(drawn.params.grid, players, 40)
    marks = [mark for sheet in played_sheets(drawn, track, edition) for mark in sheet.marks if isinstance(mark, Text)]
    for letter in letters(NAMES[:players]):
        found = [mark.ink for mark in marks if mark.text == letter and mark.bold and mark.anchor == "middle"]
        legends = found.count(Ink.REVERSE) - 1
        assert legends >= 1, letter
        assert found.count(Ink.TEXT) >= 1 + legends, letter


def test_letters_are_those_of_the_names_and_all_differ() -> None:
    assert letters(("Ann", "Bob", "Alan", "анна", "a")) == ("A", "B", "L", "Н", "5")
    assert letters(("漢字", "漢")) == ("1", "2")
    assert len({*letters(NAMES)}) == len(NAMES)
    assert SUBSTITUTE not in letters(NAMES)


def test_players_on_the_same_cells_walk_side_by_side() -> None:
    grid = Square(8, 3)
    steps = [ReplayStep(n, name, "east", (), (), f"{'abcdefgh'[n]}2") for n in range(1, 8) for name in ("Ann", "Bob")]
    ways = walks(Track((Start("Ann", "a2"), Start("Bob", "a2")), tuple(steps)), grid)
    board = Panel(grid, range(8), range(3), 20, 20, 20)
    boxes = [extent(mark) for mark in trails(board, ways) if isinstance(mark, Path) and mark.ink is not Ink.PAPER]
    heights = sorted({round(box.middle[1], 3) for box in boxes})
    assert len(heights) == 2
    assert heights[1] - heights[0] > 2


def test_players_who_never_meet_walk_in_the_middle() -> None:
    grid = Square(8, 3)
    steps = (ReplayStep(1, "Ann", "east", (), (), "b1"), ReplayStep(2, "Bob", "east", (), (), "b3"))
    ways = walks(Track((Start("Ann", "a1"), Start("Bob", "a3")), steps), grid)
    board = Panel(grid, range(8), range(3), 0, 0, 20)
    middles = {round(extent(mark).middle[1], 3) for mark in trails(board, ways) if isinstance(mark, Path)}
    assert middles == {10.0, 50.0}


def test_a_jump_is_dotted_and_a_step_is_not() -> None:
    first = played_sheets(tiny(), short(), ON_A4)[0]
    bows = [mark for mark in first.marks if isinstance(mark, Path) and mark.ink is Ink.ARROW and len(mark.steps) > 10]
    assert len(bows) == 4, "Ann's portal twice, Bob's river, and the sample in the legend"
    ways = walks(short(), Square(3, 2))
    assert [(leg.start, leg.end) for leg in ways[1].legs if leg.jump] == [("b1", "c1"), ("b1", "c1")]


def test_turn_numbers_are_printed_where_the_turn_ended() -> None:
    said = words(played_sheets(tiny(), short(), ON_A4)[:1])
    assert {"1", "3", "2, 4"} <= {*said}


def test_the_list_tells_every_turn_in_order() -> None:
    said = words(played_sheets(tiny(), short(), ON_A4))
    listed = " ".join(said[said.index("The turns") :]).split()
    assert [note for note in listed if note in ("west", "east", "south", "north")] == [s.words for s in steps(short())]
    assert [note for note in listed if note.isdigit()][:5] == ["1", "2", "3", "4", "5"]
    assert "Bob is flushed by the river one tile." in " ".join(listed)
    assert listed.count("b1") == 2, "through which cell"


def test_a_page_that_begins_within_a_turn_names_it_again() -> None:
    steps = tuple(
        ReplayStep(1, "Ann", "north", ("Ann cannot move north. Blocked by wall.",), (), "b2") for _ in range(400)
    )
    pages = played_sheets(tiny(), Track((Start("Ann", "b2"),), steps), ON_A4)[1:]
    assert len(pages) > 2
    assert all(words((page,)).count("Ann") == 1 for page in pages)
    assert all("1" in words((page,)) for page in pages)
    assert sum(words((page,)).count("north") for page in pages) == 400


def test_a_played_game_is_secret_until_somebody_has_left() -> None:
    """TL-G1: afterwards the whole map and all positions may be shown."""
    assert "SECRET" not in words(played_sheets(tiny(), short(), ON_A4))
    unfinished = Track(short().starts, short().entries[:-1])
    for sheet in played_sheets(tiny(), unfinished, ON_A4):
        assert "SECRET" in words((sheet,))


# --- the empty log -----------------------------------------------------------------------------------------------


@both_papers
@pytest.mark.parametrize("players", [1, 2, 5, 8, 30])
def test_the_log_fits_with_any_number_of_players(players: int, edition: Edition) -> None:
    for title in ("", HOSTILE, "Ш" * 100):
        assert faults(log_sheets(Public(title, Settings(players=players), GAME), edition)) == []


@both_papers
def test_the_rows_of_the_log_are_numbered_and_high_enough_to_write_in(edition: Edition) -> None:
    sheets = log_sheets(Public("", Settings(players=8), GAME), edition)
    numbered = [numbers(sheet) for sheet in sheets]
    crowd = numbered[: next(i for i, page in enumerate(numbered) if i and page[0].text == "1")]
    assert len(numbered) == 2 * len(crowd), "eight players have no room side by side"
    assert [int(mark.text) for page in crowd for mark in page] == list(range(1, sum(map(len, crowd)) + 1))
    for page in numbered:
        assert min(b.y - a.y for a, b in pairwise(page)) >= 8


def numbers(each: Page) -> list[Text]:
    return [m for m in each.marks if isinstance(m, Text) and m.anchor == "end" and m.text.isdigit()]


def test_the_log_is_for_the_game_master_and_explains_its_letters() -> None:
    for sheet in log_sheets(Public("", Settings(), GAME), ON_A4):
        said = prose((sheet,))
        assert "GAME MASTER" in said
        for pair in ("S safe", "M marsh", "~ river", "P portal", "H hospital", "$ shop", "W wall", "X exit"):
            assert pair in said
        for pair in ("B rusty bullet", "K first aid kit", "J pile of junk", "T has a treasure"):
            assert pair in said
    assert {"Round", "1  Name", "3  Name", "starts on"} <= {*words(log_sheets(Public("", Settings(), GAME), ON_A4))}


def test_two_maps_of_the_same_settings_have_the_same_log() -> None:
    """TL-10, TL-35: the game master fills it with secrets, but it is printed without any."""
    one, other = full(8, 8, "one"), full(8, 8, "two")
    assert pdf.write(log_sheets(one.public, ON_A4), "t") == pdf.write(log_sheets(other.public, ON_A4), "t")


# --- as they were ------------------------------------------------------------------------------------------------


def test_the_log_is_as_it_was() -> None:
    assert_golden("treasures-log.txt", "".join(map(show, log_sheets(tiny().public, ON_LETTER))))


def test_the_sheets_of_a_tiny_game_are_as_they_were() -> None:
    assert_golden("treasures-played.txt", "".join(map(show, played_sheets(tiny(), short(), ON_A4))))


# --- long games --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("players", "turns", "side", "tile"), [(3, 150, 8, 20.0), (2, 400, 5, 30.0), (4, 90, 20, 8.0)])
def test_of_a_long_game_few_turns_are_numbered_the_first_and_the_last_always(
    players: int, turns: int, side: int, tile: float
) -> None:
    """No number touches another one or is struck by a path."""
    grid = Square(side, side)
    ways, board = walks(wandering(grid, players, turns), grid), Panel(grid, range(side), range(side), 20, 20, tile)
    marks = (*trails(board, ways), *milestones(board, ways, ()))
    numbers = [mark for mark in marks if isinstance(mark, Text) and not mark.bold]
    printed = {int(number) for mark in numbers for number in re.findall(r"\d+", mark.text)}
    for way in ways:
        stops = sorted(turn for cell in way.stops.values() for turn in cell)
        assert {stops[0], stops[-1]} <= printed
        assert len(printed & {*stops}) <= 18 < len(stops)
    boxes = [extent(mark).inset(-0.3) for mark in numbers]
    assert not any(one.meets(other) for one, other in combinations(boxes, 2))
    found = measure(Page(A4, "played-1", marks))
    assert (found.overlapping, found.hidden, found.struck) == ((), (), ())


@pytest.mark.parametrize("angle", range(0, 360, 30))
def test_a_path_is_as_wide_in_every_direction(angle: int) -> None:
    """Hexes have neighbours at 60 degrees."""
    (shape,) = strip(Ink.FIRST_WAY, (5.0, 7.0), (5 + 10 * cos(radians(angle)), 7 + 10 * sin(radians(angle))), 0.8)
    assert isinstance(shape, Path)
    one, two, three, four = (step.points for step in shape.steps[:-1])
    assert [dist(one, four), dist(two, three)] == pytest.approx([0.8, 0.8])
    assert [dist(one, two), dist(one, three)] == pytest.approx([10, (10**2 + 0.8**2) ** 0.5])
