"""All games of mapkit keep the laws that `mapkit.testing` holds a game of your own to; what breaks one is told."""

import pytest

from mapkit import testing
from mapkit.games.shelf import GAMES
from tests.drawings import drawn

SOON = {"minoqaur": {"win": "treasure"}}
"""Settings with which a shortest win is found much sooner."""
LAWS = [
    pytest.param(law, id=f"{name}: {law.name}")
    for name, game in GAMES.items()
    for law in testing.laws(game, drawn=drawn, settings=SOON.get(name, {}))
    if ", breach " not in law.name  # tests/solve/test_breaches.py has these, and the words of what is said
]


@pytest.mark.parametrize("law", LAWS)
def test_a_law_of_every_game_holds(law: testing.Law) -> None:
    law.check()
