"""Explorers at one table: they draw the ways of all players, and nobody knows more than they have heard."""

from collections.abc import Mapping
from itertools import islice
from typing import Any

import pytest

from mapkit.games import maps
from mapkit.games.labyrinth.ear import LabyrinthEar
from mapkit.model.chance import Chance
from mapkit.model.game import table_of
from mapkit.model.map import Map
from mapkit.model.ruling import Announcement, heard
from mapkit.model.settings import read_size
from mapkit.players.explorer import Explorer
from mapkit.players.explorer_memory import CommonMap
from mapkit.players.machines import Machine, dice_of, machines, play_directives

NAMES = ("Ann", "Bob", "Cid")
SHOTS = ("shoot up", "shoot down", "shoot left", "shoot right")
STEPS = ("up", "down", "left", "right", "skip")


def drawn_for(game: str, **given: str) -> Map[Any]:
    preset = "any-size" if game == "treasures" else "default"
    return maps.generate(game, "together", size=read_size("6x6"), preset=preset, given=given)


def words_of(map_: Map[Any], seats: Mapping[str, Machine[Any]]) -> list[str]:
    """What is said in a game, or in the first part of it."""
    return [
        said.words for said in islice(play_directives(table_of(map_.game).referee, map_, seats, dice_of("1"), {}), 300)
    ]


def seat(map_: Map[Any], name: str, kinds: Mapping[str, Any]) -> Machine[Any]:
    made: Machine[Any] = kinds["explorer"](name, Chance(name), map_.params)
    return made


@pytest.mark.parametrize(
    ("game", "given"),
    [("treasures", {}), ("labyrinth", {"rules": "CLASSIC-X"}), ("labyrinth", {"rules": "BASIC"})],
    ids=str,
)
def test_explorers_who_share_a_map_play_as_if_each_drew_their_own(game: str, given: dict[str, str]) -> None:
    map_ = drawn_for(game, **given)
    kinds = machines(table_of(map_.game))
    together = words_of(map_, {name: seat(map_, name, kinds) for name in NAMES})
    apart = words_of(map_, {name: seat(map_, name, machines(table_of(map_.game))) for name in NAMES})
    assert together == apart
    assert len(together) > 30


def opened(*, code: str = "G2-S2-F1-V2-T2-A2-H3-W5-O2", start: str = "arsenal") -> list[Announcement]:
    """The opening of a game, in which both players are put on such ground."""
    counts = "exits: 1; treasures: 1; false-treasures: 1; arsenals: 1"
    placed = [heard("placed", player=name, what=start) for name in ("Ann", "Bob")]
    told = [heard("size", size="6x6"), heard("counts", what=counts), heard("code", code=code)]
    return [heard("begin", players="Ann, Bob"), *told, *placed, heard("turn", player="Bob")]


def players(opening: list[Announcement], *names: str) -> list[Explorer]:
    """Players of one company after an opening."""
    company = list[CommonMap]()
    made = [Explorer(name, LabyrinthEar(), Chance(name), company) for name in names]
    for player in made:
        player.watch(("Ann", "Bob"), "", "", opening, ())
    return made


def bob_goes(*listeners: Explorer, words: str, what: str = "") -> None:
    told = heard("executed-what", what=what) if what else heard("executed")
    for listener in listeners:
        listener.watch(("Ann", "Bob"), "Bob", words, [told, heard("turn", player="Bob")], ())


def test_those_who_have_heard_the_same_share_a_map_until_somebody_hears_something_else() -> None:
    ann, bob = players(opened(), "Ann", "Bob")
    bob_goes(ann, bob, words="up")
    assert ann.memory.common is bob.memory.common
    bob_goes(ann, words="right")
    bob_goes(bob, words="right", what="treasure")
    assert ann.memory.common is not bob.memory.common
    assert (bob.memory.me.held, ann.memory.others["Bob"].held) == (1, 0)


def test_nobody_knows_what_others_will_have_heard_later() -> None:
    ann, bob = players(opened(), "Ann", "Bob")
    bob_goes(bob, words="up", what="treasure")
    assert ann.memory.common is bob.memory.common
    ann.choose(opened(), STEPS)
    assert ann.memory.others["Bob"].held == 0
    assert len(ann.memory.chart.ground) == 1
    assert bob.memory.me.held == 1


def test_what_others_walk_through_is_drawn() -> None:
    """Bob was put where Ann is, on the only arsenal; the treasure that he has found and left lies up there."""
    (ann,) = players(opened(), "Ann")
    bob_goes(ann, words="up")
    ann.watch(
        ("Ann", "Bob"), "Bob", "up", [heard("executed-what", what="treasure"), heard("wounded", player="Bob")], ()
    )
    assert [ann.choose([], STEPS) for _ in range(3)] == ["up"] * 3


def test_a_player_whose_answer_was_not_heard_may_be_anywhere() -> None:
    (ann,) = players(opened(), "Ann")
    bob_goes(ann, words="up")
    assert "Bob" in ann.memory.chart.at
    ann.watch(("Ann", "Bob"), "Bob", "up", [heard("turn", player="Bob")], ())
    assert "Bob" not in ann.memory.chart.at


def test_a_carrier_in_a_straight_line_is_shot_at_and_one_behind_a_wall_is_not() -> None:
    (ann,) = players(opened(), "Ann")
    bob_goes(ann, words="up")
    bob_goes(ann, words="up", what="treasure")
    assert ann.choose([], (*STEPS, *SHOTS)) == "shoot up"
    assert ann.choose([], (*STEPS, *SHOTS)) != "shoot up", "it has just missed"
    (ann,) = players(opened(), "Ann")
    bob_goes(ann, words="up")
    bob_goes(ann, words="right", what="treasure")
    assert ann.choose([], (*STEPS, *SHOTS)) == "up", "from there Bob is in a straight line"


def test_where_nobody_can_be_hurt_nobody_is_shot_at_or_hunted() -> None:
    (ann,) = players(opened(code="G2-S2-F1-V2-T2-A2-H1-W5-O2"), "Ann")
    bob_goes(ann, words="up")
    bob_goes(ann, words="up", what="treasure")
    assert ann.choose([], (*STEPS, *SHOTS)) in STEPS
