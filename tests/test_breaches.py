"""Every rule has a smallest drawing that breaks it and no other, and the nearest legal map is found."""

from __future__ import annotations

from typing import Any

import pytest

from mapkit import maps
from mapkit.game import Map
from mapkit.games import GAMES
from mapkit.rule import NoSuchMap, Rule
from tests.drawings import drawn

BREACHES = [
    pytest.param(game.name, rule, text, id=f"{rule.number}-{i}-{rule.sentence[:24]}")
    for game in GAMES.values()
    for rule in game.rules
    for i, text in enumerate(rule.breaches)
]
ADVICE = [
    pytest.param(game.name, rule, text, id=f"{rule.number}-{i}-{rule.sentence[:24]}")
    for game in GAMES.values()
    for rule in game.advice
    for i, text in enumerate(rule.breaches)
]


def test_every_rule_has_a_breach() -> None:
    assert all(rule.breaches for game in GAMES.values() for rule in (*game.rules, *game.advice))


@pytest.mark.parametrize(("game", "rule", "text"), BREACHES)
def test_a_breach_breaks_its_rule_and_no_other(game: str, rule: Rule[Any], text: str) -> None:
    found = maps.check(drawn(text, game))
    assert found
    assert {fault.rule for fault in found} == {rule}


@pytest.mark.parametrize(("game", "rule", "text"), ADVICE)
def test_a_breach_of_advice_is_no_fault(game: str, rule: Rule[Any], text: str) -> None:
    """Of boards too small to be good, the size and the like are told beside it."""
    assert maps.check(drawn(text, game)) == ()
    told = [fault.rule for fault in maps.advise(drawn(text, game))]
    assert rule in told
    assert told == [rule] or game == "labyrinth"


def nearest(broken: Map[Any]) -> maps.Repair | NoSuchMap:
    try:
        return maps.repair(broken)
    except NoSuchMap as impossible:
        return impossible


@pytest.mark.parametrize(("game", "rule", "text"), BREACHES)
def test_the_nearest_legal_map_of_a_breach_is_legal_and_said_in_words(game: str, rule: Rule[Any], text: str) -> None:
    broken = drawn(text, game)
    mended = nearest(broken)
    if isinstance(mended, NoSuchMap):  # four tiles hold no four players and a treasure
        assert rule in {each for conflict in mended.conflicts for each in conflict}
        return
    assert maps.check(mended.map) == ()
    assert mended.proven
    assert mended.edits
    touched = {place for edit in mended.edits for place in edit.places}
    assert touched == {fact.place for fact in broken.facts ^ mended.map.facts}
