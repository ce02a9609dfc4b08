"""The machine players of Minoqaur: they play legal moves, always the same from a seed, and looking ahead pays."""

from typing import Any

import pytest

from mapkit.games import maps
from mapkit.games.minoqaur import GAME, code
from mapkit.games.minoqaur.bots import LEVELS, hunter
from mapkit.games.minoqaur.maze_rules import Trail, is_trapped
from mapkit.games.minoqaur.state import Player, State
from mapkit.model.chance import Chance
from mapkit.model.game import table_of
from mapkit.model.map import Map
from mapkit.model.settings import BadSetting
from mapkit.table.bots import seat_players
from tests.drawings import maze_of

TABLE = table_of(GAME)
REFEREE: Any = TABLE.referee
BOUND = 120


def played(map_: Map[Any], levels: dict[str, str], seed: str, **options: str) -> tuple[str, ...]:
    """The winner of a game of machines alone; each of their words is legal."""
    chance = Chance(seed)
    state = REFEREE.begin(map_, tuple(levels), options, lambda sides: 1 + chance.below(sides)).state
    for _ in range(BOUND):
        if state.winners:
            return tuple(state.winners)
        words = TABLE.bots[levels[state.mover]](state, chance)[0]
        state = REFEREE.play(state, words, lambda sides: 1 + chance.below(sides)).state
    raise AssertionError("a game has an end: every move takes modules away")


def won(level: str, explorer: str, games: int) -> int:
    """How many of this many games the minoqaur wins, by its rule or at a level; each game has another code."""
    found = 0
    for number in range(games):
        map_ = maps.generate("minoqaur", f"bots {number}")
        keeper = {"Max": level} if level else {}
        winners = played(map_, {"Ann": explorer, **keeper}, f"{number}", **({} if level else {"machine": "yes"}))
        found += "Ann" not in winners
    return found


def test_machines_play_to_the_end_and_the_same_from_the_same_seed() -> None:
    """All levels play: an explorer of each, and a clever minoqaur; after it a simple one with one explorer."""
    map_ = maps.generate("minoqaur", "ends", size=code.matrix(1), given={"treasure": "k9"})
    levels = {"Ann": "simple", "Bob": "clever", "Max": "clever"}
    assert played(map_, levels, "1") == played(map_, levels, "1")
    assert played(map_, {"Ann": "simple", "Max": "simple"}, "1")


@pytest.mark.long
@pytest.mark.parametrize("version", [1, 2])
def test_machines_of_all_levels_play_to_the_end_and_the_same_from_the_same_seed(version: int) -> None:
    treasure = {"treasure": "k9"} if version == 1 else {}
    map_ = maps.generate("minoqaur", "ends", size=code.matrix(version), given=treasure)
    for level in LEVELS:
        levels = {"Ann": "simple", "Bob": "clever", "Max": level}
        assert played(map_, levels, "1") == played(map_, levels, "1")


def test_a_clever_minoqaur_catches_when_it_can_and_walks_into_no_trap() -> None:
    """MQ-38.a, MQ-40: the simple one follows its rule."""
    maze = maze_of("E . . X X\nX . X X X\nX . X X X\nX . . . M\nX X X X X")
    at = Trail.at(maze.dot)
    for row, level in ((1, "clever"), (3, "clever"), (3, "simple")):
        player = Trail.at(row * 5 + 1)
        best = hunter(State(maze, (Player("Ann", player),), at, "Max", turn=1), level, Chance("catch"))[0]
        assert best.end == (player.head if row == 3 else best.end)
        assert not is_trapped(maze, at)


def test_the_minoqaur_is_a_seat_that_a_machine_takes_beside_the_people() -> None:
    map_ = maps.generate("minoqaur", "seat")
    for people in (("Ann",), ("Ann", "Bob", "Cid")):
        found = seat_players(map_, people, ["minoqaur=clever"])
        assert found.names == (*people, "Bot minoqaur")
        assert found.bots == {"Bot minoqaur": "clever"}
        assert seat_players(map_, found.names, ["minoqaur=clever"]) == found
    assert seat_players(map_, ("Ann", "Max"), ["Max=clever"]).bots == {"Max": "clever"}
    with pytest.raises(BadSetting, match="say one of simple, clever"):
        seat_players(map_, ("Ann",), ["minoqaur=wise"])


@pytest.mark.long
@pytest.mark.parametrize("explorer", LEVELS)
def test_a_clever_minoqaur_wins_more_often_than_one_by_the_rule(explorer: str) -> None:
    """The codes and the explorer are the same; MQ-38."""
    assert won("clever", explorer, 40) >= won("", explorer, 40) + 4
