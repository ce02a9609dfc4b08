"""The sheets of a played game of Maze on paper: all paths, and what was said and heard turn by turn."""

from collections.abc import Sequence

import pytest

from mapkit.games.labyrinth.packs import LabyrinthSettings as Params
from mapkit.games.labyrinth.sheets import played_sheets
from mapkit.model.chance import Chance
from mapkit.model.grid import Square
from mapkit.model.map import Map
from mapkit.model.replay import ReplayStep, Start, Track
from mapkit.paper.edition import Edition
from mapkit.paper.paths import walks
from mapkit.paper.sheet import A4, LETTER, Ink, PaperSize, Path, Text, show
from tests.drawings import drawn
from tests.games.test_labyrinth_sheets import EDITIONS, EXTREME, FLOORS, every_edition, full
from tests.paper.test_log_sheet import steps
from tests.paper.test_sheet import ON_A4, assert_golden, faults, in_turn
from tests.playthrough import at_the_table
from tests.sheet_measures import prose, words

CELLAR = """
rules=G2-S2-F4-V1-T1-A1-H34-W6-O1 swamps=any players=2 tell_starts=yes
+---+---+---+---+
| W1  .   S   T |
+   +   +   +   +
| ~>  ~>  ~>  ~o|
+   +   +   +   +
| .   H   W2  .
+---+---+---+---+
"""
EVENING = (
    *("right", "end", "left", "end", "left", "end", "right", "shoot left", "end", "up", "shoot down", "end", "right"),
    *("left", "end", "up", "left", "down", "end", "left", "down", "end", "skip", "right"),
)
TOWER = """
rules=G13-S1-F5-V1-T1-A1-H2-W5-O1 players=2
holes=a1/1
+---+---+
| T   .
+   +   +
| .   W1|
+---+---+

+---+---+
| .   W2|
+   +   +
| .   . |
+---+---+
"""


def played(text: str, says: Sequence[str], language: str = "en", **options: str) -> tuple[Map[Params], Track]:
    """The map and the track of a game of Ann and Bob."""
    map_ = drawn(text, "labyrinth")
    return map_, at_the_table(map_, ("Ann", "Bob"), says, language, **options)


def evening(language: str = "en") -> tuple[Map[Params], Track]:
    return played(CELLAR, EVENING, language, starts="a2 b3")


def elimination(language: str = "en") -> tuple[Map[Params], Track]:
    """Both players choose their starts in secret; a wormhole carries Ann up to Bob, and Ann shoots Bob."""
    return played(TOWER, ("start b1/1", "start a2/2", "shoot left", "left"), language)


def wandering(grid: Square, turns: int, seed: str = "walk") -> Track:
    """Four players walk at random; at times something carries a player on, or a player stands outside."""
    chance, cells, names = Chance(seed), grid.cells(), ("Ann", "Боря", "Вика Ш", "W" * 20)
    at = {name: chance.choice(cells) for name in names}
    starts = tuple(Start(name, cell, chance.choice(cells)) for name, cell in at.items())
    at = {start.player: start.carried_to for start in starts}
    steps: list[ReplayStep] = []
    for number in range(1, turns + 1):
        name = names[number % 4]
        way = next(d for d in chance.shuffled(grid.directions) if grid.step(at[name], d) is not None)
        entered = str(grid.step(at[name], way))
        carried = chance.below(5) == 0
        at[name] = chance.choice(cells) if carried else entered
        said = ("Прошли, река, устье.", f"{name} встречает медведя и получает рану.")
        steps.append(
            ReplayStep(number, name, "вправо", said, (entered,) if carried else (), at[name], chance.below(6) == 0)
        )
        steps.append(ReplayStep(number, name, "конец", (), (), at[name]))
    return Track(starts, tuple(steps))


# --- the track ---------------------------------------------------------------------------------------------------


def test_a_track_tells_who_was_carried_from_their_start_and_who_stood_outside() -> None:
    """MP-43, MP-78."""
    _, track = evening()
    assert track.starts == (Start("Ann", "a2", "c2"), Start("Bob", "b3"))
    assert (track.left, track.over) == ("Ann", True)
    outside = [(step.player, step.words, step.cell) for step in steps(track) if step.outside]
    assert outside == [("Bob", "right", "d1"), ("Bob", "up", "d1")]
    assert [step.through for step in steps(track) if step.through] == [("a3",), ("c2",), ("c2",), ("c1",)]


def test_starts_that_were_typed_in_secret_are_starts_and_no_steps() -> None:
    """MP-40, MP-63."""
    _, track = elimination()
    assert track.starts == (Start("Ann", "b1/1", "b2/2"), Start("Bob", "a2/2"))
    assert [step.words for step in steps(track)] == ["shoot left", "left"]
    assert (track.left, track.over) == ("", True)


def test_a_game_that_waits_for_a_start_is_not_over() -> None:
    map_, track = played(TOWER, ("start b1/1",))
    assert track == Track((Start("Ann", "b1/1"),), ())
    assert faults(played_sheets(map_, track, ON_A4)) == []


# --- on paper ----------------------------------------------------------------------------------------------------


@in_turn("size", [(2, 2, 1), (8, 8, 1), (12, 9, 1), (6, 6, 2), (5, 4, 8), (40, 40, 1)], EDITIONS)
def test_nothing_is_clipped_or_small_or_overlaps(size: tuple[int, int, int], edition: Edition) -> None:
    map_ = full(size, FLOORS if size[2] > 1 else EXTREME, title="Погреб")
    assert faults(played_sheets(map_, wandering(map_.params.grid, 40), edition)) == []


@every_edition
def test_a_game_that_nobody_has_begun_can_be_printed(edition: Edition) -> None:
    assert faults(played_sheets(full((8, 8, 1)), Track((), ()), edition)) == []


@pytest.mark.parametrize(("language", "badge"), [("en", "SECRET"), ("ru", "СЕКРЕТНО")])
def test_the_played_game_is_secret_until_it_is_over(language: str, badge: str) -> None:
    """MP-8; it ends when a player leaves and wins, with the last player alive (MP-76), and with a draw (MP-76.b)."""
    edition = Edition(A4, language)
    for over in (evening, elimination):
        map_, track = over()
        assert badge not in words(played_sheets(map_, track, edition))
        unfinished = Track(track.starts, track.entries[:-1])
        for sheet in played_sheets(map_, unfinished, edition):
            assert badge in words((sheet,))
    assert badge not in words(played_sheets(full((8, 8, 1)), Track((), (), over=True), edition))


def test_the_list_tells_what_was_said_and_heard_and_where_players_were() -> None:
    map_, track = evening()
    marks = [m for sheet in played_sheets(map_, track, ON_A4) for m in sheet.marks if isinstance(m, Text)]
    listed = marks[[mark.text for mark in marks].index("The turns") :]
    spoken = " ".join(mark.text for mark in listed if mark.bold).split()
    assert "end" not in spoken, "nothing is answered to it"
    commands = ("left", "right", "up", "down", "skip", "shoot")
    assert [note for note in spoken if note in commands] == [
        word for each in EVENING for word in each.split() if word in commands
    ]
    told = " ".join(mark.text for mark in listed)
    for line in ("Step executed, river, river end.", "Bob is wounded.", "Ann leaves with the treasure and wins."):
        assert line in told
    assert told.split().count("outside") == 2


def test_a_skip_on_a_wormhole_is_not_printed_as_a_walk() -> None:
    """MP-66: this holds even if the next wormhole lies beside it."""
    text = """
rules=G2-F2 players=2
+---+---+---+
| W1  W2  T
+---+---+---+
| .   .   . |
+---+---+---+
"""
    map_, track = played(text, ("skip",), starts="a2 c1")
    assert track.starts[0] == Start("Ann", "a2", "b2")
    sheets = played_sheets(map_, track, ON_A4)
    said = words(sheets)
    assert said[said.index("Skipped, wormhole.") :][1:3] == ["b2", "a2"]
    assert "by wormhole or river" in words(sheets[:1])


def test_a_path_begins_at_the_cell_from_which_a_player_was_carried() -> None:
    track = Track((Start("Ann", "a1", "c3"),), (ReplayStep(1, "Ann", "up", (), (), "c4"),))
    (way,) = walks(track, Square(4, 4))
    assert [(leg.start, leg.end, leg.jump) for leg in way.legs] == [("a1", "c3", True), ("c3", "c4", False)]
    assert way.start == "a1"


def test_holes_have_their_own_corner_and_starts_are_no_flags() -> None:
    map_ = full((3, 2, 2), FLOORS)
    sheets = played_sheets(map_, Track((Start("Ann", "a1/1"),), ()), ON_A4)
    assert "Starts" not in words(sheets)
    assert "Hole up" in words(sheets)


def test_a_printed_game_tells_where_treasures_are_at_the_end() -> None:
    """MP-127: its map shows where they were at the beginning; a false one is gone once it was taken out (MP-87)."""
    text = """
rules=G2-V3-T2 players=2
+---+---+---+---+
| T   .   .   . |
+---+---+---+---+
| .   F   T   .
+---+---+---+---+
"""
    bob_back = ("left", "left", "skip", "left", *("skip", "right") * 2)
    went = (
        ((), "on a2, on c1", "on b1"),
        (("skip", "left"), "on a2, with Bob", "on b1"),
        (bob_back, "on a2, with Bob", "with Bob"),
        ((*bob_back, "skip", "right"), "on a2, with Bob", "taken out"),
        ((*bob_back, "left"), "with Ann, with Bob", "with Bob"),
    )
    for says, genuine, false in went:
        said = words(played_sheets(*played(text, says, starts="c2 d1"), ON_A4))
        assert said[said.index("Treasures at the end") + 1] == genuine
        assert said[said.index("False treasures at the end") + 1] == false


def test_a_played_game_in_russian() -> None:
    map_, track = evening("ru")
    said = prose(played_sheets(map_, track, Edition(LETTER, "ru")))
    for each in ("Как прошла игра", "Ходы", "снаружи", "Ann выходит с кладом: победа!", "дырка или река"):
        assert each in said, each


# --- as they were ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("language", "end", "paper"), [("en", "", A4), ("ru", "-ru", LETTER)])
def test_the_sheets_of_a_game_are_as_they_were(language: str, end: str, paper: PaperSize) -> None:
    map_, track = evening(language)
    sheets = played_sheets(map_, track, Edition(paper, language))
    assert_golden(f"labyrinth-played{end}.txt", "".join(map(show, sheets)))


def test_a_wormhole_leaves_dots_and_the_game_master_dashes() -> None:
    map_, track = played(CELLAR, ("right", "end", "left", "end", "gm Ann at d1"), starts="a2 b3")
    first, *_ = played_sheets(map_, track, ON_A4)
    arrows = (mark for mark in first.marks if isinstance(mark, Path) and mark.ink is Ink.ARROW)
    arcs = ["".join(step.verb for step in mark.steps) for mark in arrows]
    assert sorted({"MLLL" in arc for arc in arcs if arc.count("M") > 2}) == [False, True]
