"""The laws that every game keeps, and what the rules of Lanterns say of play."""

from collections.abc import Sequence

import pytest

import mapkit
from lanterns import GAME
from mapkit import testing

HALL = '''
mapkit = 1
game = "lanterns"
map = """
+---+---+---+
| .   . | * |
+   +   +   +
| .   .   . |
+---+---+---+
"""
settings.lights = 1
settings.walls = 1
'''


@pytest.mark.parametrize("law", testing.laws(GAME), ids=str)
def test_a_law_of_every_game_holds(law: testing.Law) -> None:
    law.check()


def said(*lines: str) -> Sequence[str]:
    """What Ann in a1 and Bob in b2 hear, in words, of the last line."""
    game = mapkit.read(HALL).begin(["Ann", "Bob"], options={"starts": "a1 b2"})
    for line in lines:
        game = game.say(line)
    return game.heard


def test_a_wall_costs_nothing_and_a_step_ends_the_turn() -> None:
    """LN-6, LN-7."""
    assert said("north") == ("Ann comes into a dark room.", "It is Bob's turn.")
    assert said("north", "east") == ("Bob walks into a wall in the east.",)
    assert said("north", "east", "south") == ("Bob comes into a dark room.", "It is Ann's turn.")


def test_the_first_player_to_find_a_lantern_wins() -> None:
    """LN-8."""
    won = ("north", "south", "south", "east", "north", "Bob: north")
    assert said(*won) == ("Bob finds a lantern and wins.",)
    with pytest.raises(mapkit.IllegalMove, match="The game is over"):
        said(*won, "south")


def test_the_darkest_room_is_measured() -> None:
    """From a2 to the lantern in c2, around the wall beside it."""
    assert mapkit.read(HALL).solve().measures["steps-to-light"].value == 4
