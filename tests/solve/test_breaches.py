"""Every rule has a smallest drawing that breaks it and no other rule, and repair finds the nearest legal map."""

import re
from collections.abc import Iterable
from dataclasses import replace
from typing import Any

import pytest

from mapkit.games import maps
from mapkit.games.shelf import GAMES
from mapkit.language.catalogue import languages
from mapkit.language.wording import translated
from mapkit.model import symmetry
from mapkit.model.map import Map
from mapkit.model.message import Message
from mapkit.model.rule import Rule
from mapkit.solve import legality
from mapkit.testing import of_games
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
    map_ = drawn(text, game)
    of_games.breaks_its_rule_alone(rule, map_)
    said_in_words(game, [rule.text(map_.params), *(fault.found for fault in legality.check(map_))])


@pytest.mark.parametrize(("game", "rule", "text"), [*BREACHES, *ADVICE])
def test_beside_what_breaks_a_bound_is_what_just_keeps_it(game: str, rule: Rule[Any], text: str) -> None:
    of_games.bounds_are_kept(game, rule, text, drawn)


ONCE_BROKEN = [
    pytest.param(game.name, rule, id=f"{rule.number}-{rule.sentence[:24]}", marks=marks)
    for game in GAMES.values()
    for rule in game.design.rules
    if len(rule.breaches) == 1
    for marks in [[pytest.mark.long] if rule.number in DEAR else []]
]


def breach_again(game: str, rule: Rule[Any]) -> Map[Any]:
    """The breach of a rule mirrored or turned, where that is another map."""
    first = drawn(rule.breaches[0], game)
    for move in (symmetry.mirrored(first.params.grid), symmetry.turned(first.params.grid)):
        params = maps.arranged(first.game, replace(first.params, grid=move.board))
        moved = replace(first, params=params, facts=frozenset(map(move.fact, first.facts)))
        if (moved.params.grid, moved.facts) != (first.params.grid, first.facts):
            return moved
    raise AssertionError(f"{rule.number} has one breach only, and it is the same from all sides")


@pytest.mark.parametrize(("game", "rule"), ONCE_BROKEN)
def test_a_second_map_breaks_each_rule_and_no_other(game: str, rule: Rule[Any]) -> None:
    """One map could be told by chance; the nearest legal map of the first one is tested below."""
    second = breach_again(game, rule)
    found = legality.check(second)
    assert {fault.rule for fault in found} == {rule}
    assert second != drawn(rule.breaches[0], game)


@pytest.mark.parametrize(("game", "rule", "text"), ADVICE)
def test_a_breach_of_advice_is_no_fault(game: str, rule: Rule[Any], text: str) -> None:
    """For boards too small to be good, there is advice on the size and the like beside it."""
    of_games.advice_is_no_fault(rule, drawn(text, game))
    told = [fault.rule for fault in legality.advise(drawn(text, game))]
    assert told == [rule] or game == "labyrinth"
    said_in_words(game, [fault.found for fault in legality.advise(drawn(text, game))])


def said_in_words(game: str, said: Iterable[Message]) -> None:
    """Each text has its words in the language whose letters tell; what a code says stays as it is."""
    asked = said if "ru" in languages(game) else ()
    told = {text: left_in_english(re.sub('".*"', "", translated(text, "ru"))) for text in asked}
    assert {text: left for text, left in told.items() if left} == {}


@pytest.mark.parametrize(("game", "rule", "text"), REPAIRED)
def test_the_repair_of_a_breach_is_legal_and_told_in_words(game: str, rule: Rule[Any], text: str) -> None:
    repaired = of_games.repairs_are_legal(rule, drawn(text, game))
    if repaired:  # four tiles cannot hold four players and a treasure
        said = [edit.words for edit in repaired.edits] + [repaired.note, repaired.doubt, repaired.words]
        said_in_words(game, said)
