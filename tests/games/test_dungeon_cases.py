"""The rulings of `cases/dungeon.cases`: every rule of play, every resolution and every option has one."""

from __future__ import annotations

import re

import pytest

from mapkit.games.dungeon.period import in_line, with_ruins_around
from mapkit.games.dungeon.referee import OPTIONS, REFEREE
from mapkit.games.dungeon.state import Bag, Player, Spot, State, Telling, with_level
from tests.case_files import DUNGEON
from tests.drawings import drawn

NO_RULING = {
    "HD-3.a": "the shape of levels",
    "HD-3.b": "how they are printed",
    "HD-13.a": "what makes a level fair",
    "HD-13.b": "in which order its hexes are drawn",
    "HD-56.2": "a player next to a Rot Bird is hunted: see below",
    "HD-56.2.a": "see below",
    "HD-56.2.c": "see below",
}
"""Rules and resolutions that no orders can prove; other tests prove those about levels."""

BIRD = """rot_bird=1
  . . .
 . . . .
. . R . .
 . . . .
  . . .

  C . .
 # B . .
. . R . .
 . . . .
  . . ."""


def with_a_bird(*players: Player) -> State:
    """A game on two levels, with a Rot Bird on d3 of the second."""
    state: State = REFEREE.begin(drawn(BIRD, "dungeon"), tuple(p.name for p in players), {}, lambda sides: sides).state
    for player in players:
        state = state.with_player(player)
    return with_level(state, 1, lambda sides: sides)


def test_every_rule_of_play_has_a_case() -> None:
    tags = re.compile(r"`\[(?:move|effect|announce|win|variant)\]`")
    wanted = [number for number, rest in DUNGEON.numbered(DUNGEON.ledger) if tags.search(rest)]
    wanted += [number for number, _ in DUNGEON.numbered(DUNGEON.ledger) if re.match(r"HD-(G|1[4-9]|[2-6]\d)", number)]
    shown = {case.number for case in DUNGEON.cases}
    assert len(set(wanted)) > 120
    assert sorted({number for number in wanted if number not in shown} - {*NO_RULING}) == []


def test_every_resolution_has_a_case() -> None:
    wanted = [number for number, _ in DUNGEON.numbered(DUNGEON.ledger) if number[-1].isalpha()]
    shown = {case.number for case in DUNGEON.cases}
    assert len(wanted) > 70
    assert {number for number in wanted if number not in shown} == {*NO_RULING} - {"HD-56.2"}


def test_every_option_of_the_table_is_played_in_a_case() -> None:
    assert {words for case in DUNGEON.cases for words in case.said("option")} == set(OPTIONS)


@pytest.mark.parametrize("cell", ["e3", "e4", "d2", "d4", "c2"])
def test_a_player_struck_by_ruin_is_on_the_centre_of_level_1_with_an_empty_pocket(cell: str) -> None:
    """HD-56.2, HD-56.2.a: this holds on any affected hex, also on a Blank one.

    The Store stays, and so do other players.
    """
    struck = Player("Ann", Spot(1, 2, cell), Bag(3, 1, 1), Bag(7))
    others = [Player("Bob", Spot(1, 2, "b2"), Bag(2)), Player("Cid", Spot(1, 2, "c3"), Bag(1))]
    state = with_a_bird(struck, *others)
    told = with_ruins_around(Telling(state), state.enemies[0])
    assert told.state.player("Ann") == Player("Ann", Spot(1, 1, "c3"), Bag(), Bag(7))
    assert [told.state.player(other.name) for other in others] == others
    assert [each.key for each in told.heard] == ["ruins", "captured"]


def test_a_player_who_could_be_struck_by_ruin_is_hunted_instead() -> None:
    """HD-56.2.c: every hex around a Rot Bird is in line with it, whatever is there."""
    state = with_a_bird(Player("Ann", None))
    bird = state.enemies[0]
    for spot in state.around(bird.spot):
        moved = state.with_player(Player("Ann", spot))
        assert [player.name for player, _ in in_line(moved, bird)] == ["Ann"]
