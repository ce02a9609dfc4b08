"""The checker, as people draw: after a small change it finds what it would find on the map alone."""

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mapkit import maps
from mapkit.checker import Checker, faults_of_each
from mapkit.games import GAMES
from mapkit.grid import borders
from mapkit.rule import Fact, claims_of, facts_of_claims

SIZES = {"treasures": "3x2", "labyrinth": "3x2x2", "quoridor": "5", "dungeon": "2", "minoqaur": "2"}


@pytest.mark.parametrize("game", SIZES)
@settings(max_examples=4)
@given(data=st.data())
def test_after_each_change_a_checker_finds_what_a_fresh_one_finds(game: str, data: st.DataObject) -> None:
    p = maps.params(GAMES[game], "default", GAMES[game].design.board.read(SIZES[game]), {})
    claims: Any = claims_of(GAMES[game].design.rules, p)
    marks = sorted({fact.mark for fact in facts_of_claims(each.claim for each in claims)})
    changes = st.builds(Fact, st.sampled_from([*p.grid.cells(), *borders(p.grid)]), st.sampled_from(marks))
    checker, facts = Checker(claims, p, p.grid, str), frozenset[Fact]()
    for changed in data.draw(st.lists(st.frozensets(changes, max_size=3), max_size=6)):
        facts ^= changed
        assert checker.faults_of_each(facts) == tuple(faults_of_each(claims, p, p.grid, facts))
