"""Every rule has a smallest drawing that breaks it and no other rule, and repair finds the nearest legal map."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any

import pytest

from mapkit import maps
from mapkit.game import Map
from mapkit.games import GAMES
from mapkit.language import languages
from mapkit.rule import Measured, NoSuchMap, Rule, SolverGaveUp
from mapkit.wording import translated
from tests.drawings import drawn
from tests.russian import left_in_english

BREACHES = [
    pytest.param(game.name, rule, text, id=f"{rule.number}-{i}-{rule.sentence[:24]}")
    for game in GAMES.values()
    for rule in game.design.rules
    for i, text in enumerate(rule.breaches)
]
DEAR = {"MQ-V5"}
"""Rules whose breach is repaired, or given up, in seconds; other rules that are measured show the same faster."""
REPAIRED = [
    pytest.param(game.name, rule, text, id=f"{rule.number}-{i}-{rule.sentence[:24]}", marks=[pytest.mark.long] * later)
    for game in GAMES.values()
    for rule in game.design.rules
    for i, text in enumerate(rule.breaches)
    for later in [i > 0 or rule.number in DEAR]
]
ADVICE = [
    pytest.param(game.name, rule, text, id=f"{rule.number}-{i}-{rule.sentence[:24]}")
    for game in GAMES.values()
    for rule in game.design.advice
    for i, text in enumerate(rule.breaches)
]


EXPLAINED = {"At most one enclosure, smaller than the rest, that a grenade opens."}
"""Advice that only explains: a map that breaks it breaks MP-32 first."""


def test_every_rule_has_a_breach() -> None:
    rules = [rule for game in GAMES.values() for rule in (*game.design.rules, *game.design.advice)]
    assert {rule.sentence for rule in rules if not rule.breaches} == EXPLAINED


@pytest.mark.parametrize(("game", "rule", "text"), BREACHES)
def test_a_breach_breaks_its_rule_and_no_other(game: str, rule: Rule[Any], text: str) -> None:
    found = maps.check(drawn(text, game))
    assert found
    assert {fault.rule for fault in found} == {rule}
    assert untranslated(game, [fault.found for fault in found]) == []


@pytest.mark.parametrize(("game", "rule", "text"), ADVICE)
def test_a_breach_of_advice_is_no_fault(game: str, rule: Rule[Any], text: str) -> None:
    """For boards too small to be good, there is advice on the size and the like beside it."""
    assert maps.check(drawn(text, game)) == ()
    told = [fault.rule for fault in maps.advise(drawn(text, game))]
    assert rule in told
    assert told == [rule] or game == "labyrinth"
    assert untranslated(game, [each.found for each in maps.advise(drawn(text, game))]) == []


def untranslated(game: str, said: Iterable[str]) -> list[str]:
    """The texts that stay English in Russian; none for a game without Russian words."""
    known = "ru" in languages(game)
    return [text for text in said if known and left_in_english(in_russian(text))]


def in_russian(text: str) -> str:
    """The Russian of what was found, or of an edit; what a code says stays as it is."""
    return re.sub('".*"', "", translated(text, "ru"))


def nearest(broken: Map[Any]) -> maps.Repair | NoSuchMap | SolverGaveUp:
    try:
        return maps.repair(broken)
    except (NoSuchMap, SolverGaveUp) as failure:
        return failure


@pytest.mark.parametrize(("game", "rule", "text"), REPAIRED)
def test_the_repair_of_a_breach_is_legal_and_told_in_words(game: str, rule: Rule[Any], text: str) -> None:
    broken = drawn(text, game)
    repaired = nearest(broken)
    if isinstance(repaired, SolverGaveUp):
        assert isinstance(rule, Measured)
        assert f"{rule.number}, which is measured" in str(repaired)
        return
    if isinstance(repaired, NoSuchMap):  # four tiles cannot hold four players and a treasure
        assert rule in {each for conflict in repaired.conflicts for each in conflict}
        return
    assert maps.check(repaired.map) == ()
    assert repaired.proven or (isinstance(rule, Measured) and repaired.doubt)
    assert repaired.edits
    said = [edit.words for edit in repaired.edits] + [repaired.note, repaired.doubt, repaired.kind_of_map]
    assert untranslated(game, said) == []
    touched = {place for edit in repaired.edits for place in edit.places}
    assert touched == {fact.place for fact in broken.facts ^ repaired.map.facts}
