"""Every rule has a smallest drawing that breaks it and no other rule, and repair finds the nearest legal map."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import replace
from typing import Any

import pytest

from mapkit.games import maps
from mapkit.games.shelf import GAMES
from mapkit.language.catalogue import languages
from mapkit.language.translation import translated
from mapkit.model import symmetry
from mapkit.model.map import Map
from mapkit.model.rule import MeasuredRule, NoSuchMap, Rule, SolverGaveUp
from mapkit.solve import legality, repairs
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
    found = legality.check(drawn(text, game))
    assert found
    assert {fault.rule for fault in found} == {rule}
    assert untranslated(game, [fault.found for fault in found]) == []


BY_HAND: dict[tuple[str, str], str] = {
    ("QC-27", "No two pawns stand"): "size=7 pawns=d4,d4",
    ("QC-16", "Every wall lies"): "size=5 pawns=c1,c5 walls=c5v",
    ("QC-22", "No player is cut off"): "size=5 pawns=c1,c5 walls=b4v,d4v,c3h walls_each=5",
    ("QC-13", "Nobody has more walls"): "size=5 pawns=c1,c5 walls=a1h:N,c1h:N,a3h:N,c3h:N",
    ("QC-X6", "The walls that stand"): "size=5 pawns=c1,c5 walls=a1v,b1v,c1v,d1v,a3v,b3v,c3v",
    ("QC-35", "At most one player"): "size=7 pawns=d7,d1",
    ("QC-22", "Steps by which"): "size=5 pawns=c1,c4 apart=0",
    ("QC-22", "Steps of each"): "size=5 pawns=c1,c5 shortest=6-",
    ("QC-22", "No square is walled"): "size=5 pawns=c1,c5 walls=d1h,d3h,c2v walls_each=5 pockets=no",
    ("QC-35", "Moves in which"): "size=5 pawns=c3,c2 win_in=3",
    ("MQ-3", ""): "size=1 treasure=k11 blank=k12",
    ("MQ-V2", ""): "size=1 treasure=k11 flip=a14",
    ("MQ-X2", ""): "size=2 text=HELLO asks=wall",
    ("MQ-X3", ""): "size=2 text=HELLO asks=way",
    ("MQ-V3", ""): "size=1 treasure=j13 flip=j13",
    ("MQ-X1", ""): "size=2 text=HI budget=5 flip=x10",
    ("MQ-2", ""): "size=2 text=NO says=HO",
    ("MQ-V5", ""): "size=2 text=HI par=29 win=treasure",
}
"""Second breaches of rules of boards that may not be turned, by the number of the rule and how its sentence begins."""

ONCE_BROKEN = [
    pytest.param(game.name, rule, id=f"{rule.number}-{rule.sentence[:24]}", marks=marks)
    for game in GAMES.values()
    for rule in game.design.rules
    if len(rule.breaches) == 1
    for marks in [[pytest.mark.long] if rule.number in DEAR else []]
]


def breach_again(game: str, rule: Rule[Any]) -> Map[Any]:
    """Another map that breaks a rule: one by hand, or its breach mirrored or turned, where that is another map."""
    for (number, begins), text in BY_HAND.items():
        if number == rule.number and rule.sentence.startswith(begins):
            return drawn(text, game)
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
    assert untranslated(game, [each.found for each in legality.advise(drawn(text, game))]) == []


def untranslated(game: str, said: Iterable[str]) -> list[str]:
    """The texts that stay English in Russian; none for a game without Russian words."""
    known = "ru" in languages(game)
    return [text for text in said if known and left_in_english(in_russian(text))]


def in_russian(text: str) -> str:
    """The Russian of what was found, or of an edit; what a code says stays as it is."""
    return re.sub('".*"', "", translated(text, "ru"))


def nearest(broken: Map[Any]) -> repairs.Repair | NoSuchMap | SolverGaveUp:
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
    said = [edit.words for edit in repaired.edits] + [repaired.note, repaired.doubt, repaired.kind_of_map]
    assert untranslated(game, said) == []
    touched = {place for edit in repaired.edits for place in edit.places}
    assert touched == {fact.place for fact in broken.facts ^ repaired.map.facts}
