"""Every rule has a smallest drawing that breaks it and no other rule, and repair finds the nearest legal map."""

import re
from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import replace
from typing import Any

import pytest

from mapkit.games import maps
from mapkit.games.shelf import GAMES
from mapkit.language.catalogue import languages
from mapkit.language.wording import translated
from mapkit.model import symmetry
from mapkit.model.errors import MapkitError
from mapkit.model.map import Map
from mapkit.model.message import Message
from mapkit.model.rule import Amount, MeasuredRule, NoSuchMap, Rule, SolverGaveUp
from mapkit.solve import legality, repairs
from tests.drawings import drawn, just_legal
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
    found = legality.check(map_)
    assert {fault.rule for fault in found} == {rule}
    said_in_words(game, [rule.text(map_.params), *(fault.found for fault in found)])


def one_step_on(rule: Rule[Any], game: str, text: str) -> Iterator[Map[Any]]:
    """A breach with the numbers that the rule names, each one less or one more."""
    params = drawn(text, game).params
    for name in rule.settings:
        for by in (-1, 1):
            match getattr(params, name):
                case Amount(low, high):
                    given = f"{low + by}-{'' if high is None else high + by}"
                case int(number):
                    given = str(number + by)
                case _:
                    continue
            with suppress(MapkitError):
                yield drawn(text, game, **{name: given})


def keeps(map_: Map[Any], rule: Rule[Any]) -> bool:
    return legality.check(map_) == () and rule not in (fault.rule for fault in legality.advise(map_))


@pytest.mark.parametrize(("game", "rule", "text"), [*BREACHES, *ADVICE])
def test_beside_what_breaks_a_bound_is_what_just_keeps_it(game: str, rule: Rule[Any], text: str) -> None:
    """A breach says what is changed; else, where the rule names a number, that setting is one less or more."""
    near = [*just_legal(text, game)]
    assert [map_ for map_ in near if not keeps(map_, rule) or not rule.applies(map_.fitted_params)] == []
    moved = [] if near else [*one_step_on(rule, game, text)]
    assert not moved or any(keeps(map_, rule) for map_ in moved)


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
    assert legality.check(drawn(text, game)) == ()
    told = [fault.rule for fault in legality.advise(drawn(text, game))]
    assert rule in told
    assert told == [rule] or game == "labyrinth"
    said_in_words(game, [fault.found for fault in legality.advise(drawn(text, game))])


def said_in_words(game: str, said: Iterable[Message]) -> None:
    """Each text has its words in the language whose letters tell; what a code says stays as it is."""
    asked = said if "ru" in languages(game) else ()
    told = {text: left_in_english(re.sub('".*"', "", translated(text, "ru"))) for text in asked}
    assert {text: left for text, left in told.items() if left} == {}


def nearest(broken: Map[Any]) -> repairs.Repair[Any] | NoSuchMap | SolverGaveUp:
    try:
        return repairs.repair(broken)
    except (NoSuchMap, SolverGaveUp) as failure:
        return failure


@pytest.mark.parametrize(("game", "rule", "text"), REPAIRED)
def test_the_repair_of_a_breach_is_legal_and_told_in_words(game: str, rule: Rule[Any], text: str) -> None:
    broken = drawn(text, game)
    repaired = nearest(broken)
    if isinstance(repaired, SolverGaveUp):
        assert isinstance(rule, MeasuredRule)
        assert f"{rule.number}, which is measured" in str(repaired)
        return
    if isinstance(repaired, NoSuchMap):  # four tiles cannot hold four players and a treasure
        assert rule in {each for conflict in repaired.conflicts for each in conflict}
        return
    assert legality.check(repaired.map) == ()
    assert repaired.proven or (isinstance(rule, MeasuredRule) and repaired.doubt)
    assert repaired.edits
    said = [edit.words for edit in repaired.edits] + [repaired.note, repaired.doubt, repaired.words]
    said_in_words(game, said)
    touched = {place for edit in repaired.edits for place in edit.places}
    assert touched == {fact.place for fact in broken.facts ^ repaired.map.facts}
