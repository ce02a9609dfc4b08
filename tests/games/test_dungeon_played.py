"""The sheets of a played game of Dungeon: all paths over every level, and what happened period by period."""

from collections.abc import Sequence
from dataclasses import replace
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest

from mapkit.games import maps
from mapkit.games.dungeon.bots import BOTS
from mapkit.games.dungeon.design import Params, read_size
from mapkit.games.dungeon.journeys import arrivals, by_period, walks
from mapkit.games.dungeon.sheets import played_sheets
from mapkit.games.dungeon.state import Spot, State, spot_named
from mapkit.games.shelf import GAMES
from mapkit.language.phrases import phrases
from mapkit.mapfile.writer import show as show_map
from mapkit.model.chance import Chance
from mapkit.model.game import table_of
from mapkit.model.grid import Hex
from mapkit.model.map import Map
from mapkit.model.replay import MasterRuling, ReplayStep, Track
from mapkit.model.ruling import MoveError
from mapkit.paper.edition import Edition
from mapkit.paper.game_sheets import paper_of
from mapkit.paper.paths import Leg
from mapkit.paper.sheet import Page, show
from mapkit.table import match
from mapkit.table.tracks import track_of
from tests.drawings import drawn
from tests.paper.test_sheet import ON_A4, assert_golden, faults, in_turn
from tests.playthrough import at_the_table
from tests.sheet_measures import prose

PIT = """
  . . .
 . . . #
. . R O .
 . . C .
  M . .

  . . C
 . . . .
. . R R .
 . O . .
  . . .

  C C C
 C C C C
C C R C C
 C C C C
  C C C"""
EVENING = (
    "Bob: e",
    "Ann: e e climb c3",
    "Ann: w e climb",
    "Bob: e",
    "Ann: wait",
    "Bob: wait",
    "Ann: enter 1 wait",
    "resolve",
)
"""Ann climbs back up from level 2, escapes, waits outside and comes back; nobody ever sees the third level."""
NAMES = ("Ann", "Bob", "Cid", "Dan", "Eve", "Fay")


def played(text: str, says: Sequence[str], **options: str) -> tuple[Map[Any], Track]:
    map_ = drawn(text, "dungeon")
    return map_, at_the_table(map_, NAMES[:2], says, **options)


@cache
def long_game(preset: str, size: str, top: str, players: int, orders: int) -> tuple[Map[Any], Track]:
    """Machines play for a while, in one dungeon after another."""
    given = {"top": top, "pit": "4", "chest": "6", **({"levels": "drawn"} if preset == "ahead" else {})}
    map_ = maps.generate("dungeon", "played", preset=preset, size=read_size(size), given=given)
    chance = Chance("played")
    with TemporaryDirectory() as folder:
        game = match.start(map_, show_map(map_), NAMES[:players], {}, "s", Path(folder) / "log.jsonl")
        for number in range(orders):
            order(game, ("greedy", "random", "careful")[number % players % 3], chance)
        game.close()
        return map_, track_of(game, phrases("dungeon", "en"))


def order(game: match.Match, bot: str, chance: Chance) -> None:
    """The first of a machine's orders that is not refused."""
    for words in (*BOTS[bot](game.state, chance), "wait") if game.mover else ():
        try:
            game.say(words)
        except MoveError:
            continue
        return


def sheets(game: tuple[Map[Any], Track], edition: Edition = ON_A4) -> tuple[Page, ...]:
    return played_sheets(*game, edition)


# The ways


def test_a_path_leads_through_pits_up_ropes_out_and_back() -> None:
    _, track = played(PIT, EVENING)
    ann, bob = walks(track, 1, Hex(2, 3))
    assert ann.start == bob.start == "c3/1"
    assert ann.legs == (
        Leg("c3/1", "c4/1", jump=False),
        Leg("c4/1", "c3/2", jump=True, climb=-1),
        Leg("c3/2", "c4/2", jump=False),
        Leg("c4/2", "c3/1", jump=True, climb=1),
        Leg("c3/1", "c2/1", jump=False),
        Leg("c2/1", "c3/1", jump=False),
        Leg("c3/1", "c3/1", jump=True),
    )
    assert [(arrival.how, arrival.name) for arrival in arrivals(track) if arrival.player == "Ann"][-2:] == [
        ("escapes", "outside"),
        ("enters", "c3"),
    ]
    assert ann.stops == {"c3/1": (1, 4)}
    assert bob.legs[:2] == (Leg("c3/1", "c4/1", jump=False), Leg("c4/1", "c3/2", jump=True, climb=-1))


def test_a_captured_player_is_carried_and_has_not_walked() -> None:
    """HD-44: this holds even if the centre is the next hex."""
    _, track = played(PIT, ("Ann: sw sw", "Bob: wait"))
    (walk, _) = walks(track, 1, Hex(2))
    assert [(leg.start, leg.end, leg.jump) for leg in walk.legs][-1] == ("a1", "c3", True)


@pytest.mark.parametrize("spot", [None, Spot(1, 1, "d4"), Spot(1, 3, "a1"), Spot(2, 1, "d4"), Spot(12, 10, "m13")])
def test_a_hex_is_read_in_the_form_of_the_announcements(spot: Spot | None) -> None:
    state: State = table_of(GAMES["dungeon"]).referee.begin(drawn(PIT, "dungeon"), ("Ann",), {}, lambda _: 1).state
    assert spot_named(state.name_of(spot)) == spot


def test_each_period_has_a_row_for_every_player_with_orders_and_results() -> None:
    _, track = played(PIT, (*EVENING, "Bob: se", "gm say Five minutes."))
    rows = by_period(track, "The dungeon").entries
    first = rows[0]
    assert isinstance(first, ReplayStep)
    assert (first.number, first.player, first.words) == (1, "Ann", "e e climb c3")
    assert (*first.through, first.cell) == ("c3", "c4", "c3/2", "c4/2", "c3")
    assert first.heard[-1] == "Ann climbs to c3."
    periods = [row.number for row in rows if isinstance(row, ReplayStep)]
    assert periods == sorted([1, 2, 3, 4] * 3)
    assert isinstance(rows[-1], MasterRuling)
    assert rows[-1].heard == ("The game master: Five minutes.",)
    others = [row for row in rows if isinstance(row, ReplayStep) and row.player == "The dungeon"]
    assert "Level 2 of dungeon 1 is made." in others[0].heard
    assert all(row.heard[-1].startswith("Stores: ") for row in others)


def test_hexes_that_have_changed_are_told() -> None:
    """HD-19, HD-G5: these are used Chests, and what the game master has ruled.

    A creature's hex was always Blank (HD-22).
    """
    says = ("gm d3 is a Chest", "Ann: nw", "wait", "gm b4 is a Pool", "gm c4 is Blank", "gm b3 is a Pool")
    told = prose(sheets(played(PIT, says)))
    assert "As the level was made. By now: Blank: c4; Pool: b3, b4." in told
    assert "By now" not in prose(sheets(played(PIT, ("wait", "wait"))))


def test_the_hex_of_an_order_is_told_with_its_dungeon_and_level() -> None:
    """HD-14: a hex may be named with its dungeon."""
    _, track = played(PIT, ("ANN: 1:d3/1 wait", "1:d3/1"))
    ann, bob, _ = (row for row in by_period(track, "The dungeon").entries if isinstance(row, ReplayStep))
    assert (ann.words, bob.words) == ("1:d3/1 wait", "1:d3/1")


# Secrets


def test_orders_that_are_not_carried_out_and_levels_that_nobody_has_seen_are_not_printed() -> None:
    """HD-38.b, HD-1.a."""
    told = prose(sheets(played(PIT, (*EVENING, "Bob: sw sw nw"))))
    assert "sw sw nw" not in told
    assert "Level 2 of 2" in told
    assert "Chest × 18" not in told


@pytest.mark.parametrize(("fog", "secret"), [("yes", True), ("no", False)])
def test_in_fog_the_game_is_secret_while_it_goes_on(fog: str, secret: bool) -> None:
    """HD-G1."""
    map_, track = played(PIT, ("wait", "wait"), fog=fog)
    printed = paper_of(GAMES["dungeon"]).played
    assert printed is not None
    assert printed.secret(track) is secret
    assert ("SECRET" in prose(sheets((map_, track)))) is secret
    over = replace(track, over=True)
    assert not printed.secret(over)
    assert "SECRET" not in prose(sheets((map_, over)))


# The pages


PLAYED = (
    ("fair", "2", "pointy", 6),
    ("default", "3", "flat", 3),
    ("additions", "6", "flat", 6),
    ("small", "2", "flat", 1),
)


@in_turn("preset size top players", PLAYED)
@pytest.mark.parametrize("periods", [25, pytest.param(60, marks=pytest.mark.long)])
def test_nothing_is_clipped_or_small_or_overlaps(
    preset: str, size: str, top: str, players: int, edition: Edition, periods: int
) -> None:
    assert faults(sheets(long_game(preset, size, top, players, periods), edition)) == []


def test_every_dungeon_and_level_has_its_page() -> None:
    map_, track = long_game("fair", "2", "pointy", 1, 60)
    state: State = track.moments[-1].ruling.state
    assert len(state.dungeons) > 1
    told = prose(sheets((map_, track)))
    for number, dungeon in enumerate(state.dungeons, 1):
        for level in range(1, len(dungeon.levels) + 1):
            of = f"Level {level} of {len(dungeon.levels)}" if len(dungeon.levels) > 1 else "Level 1"
            assert f"Dungeon {number}: {of}" in told
    assert sum(len(dungeon.made) for dungeon in state.dungeons) == sum(len(each.levels) for each in state.dungeons)


def test_the_same_game_gives_the_same_sheets_and_they_are_as_they_were() -> None:
    text = "".join(map(show, sheets(played(PIT, EVENING))))
    assert text == "".join(map(show, sheets(played(PIT, EVENING))))
    assert_golden("dungeon-played.txt", text)


def test_a_level_that_was_never_played_on_has_no_ways() -> None:
    map_, track = played(PIT, ())
    assert isinstance(map_.params, Params)
    told = prose(sheets((map_, track)))
    assert "Level 1" in told
    assert "The periods" in told
