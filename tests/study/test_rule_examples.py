"""What a rule says, with a drawing that breaks it and one that does not."""

from collections import Counter

import pytest

from mapkit.games.shelf import GAMES
from mapkit.model import ledger
from mapkit.model.settings import BadSetting
from mapkit.study.rule_examples import explained


def test_a_rule_of_maps_has_a_drawing_that_breaks_it_and_the_nearest_legal_one() -> None:
    rule = explained("TL-19.c")
    (example,) = rule.examples
    assert example.broken != example.kept
    assert not example.advice
    assert [str(each) for each in example.edits] == ["take away the wall between a1 and b1"]
    assert [each.number for each in rule.related] == ["TL-19"]
    lines = [*rule.lines()]
    assert lines[0] == "TL-19.c  Treasures of the Abandoned Labyrinth"
    assert "  breaks it    keeps it" in lines


def test_advice_is_told_as_advice() -> None:
    assert {example.advice for example in explained("MP-34").examples} == {True}
    assert {example.advice for example in explained("TL-27.a").examples} == {True, False}


def test_where_no_map_keeps_a_rule_by_its_settings_this_is_told() -> None:
    (example,) = (each for each in explained("TL-27").examples if "Inner walls" in str(each.sentence))
    assert [str(each) for each in example.edits] == ["no map with these settings keeps it"]
    assert example.kept == ""


def test_a_rule_of_play_has_a_game_in_which_it_comes_up_and_a_rule_its_questions() -> None:
    rule = explained("TL-7")
    assert rule.examples == ()
    assert "Ann has exited the maze" in rule.case
    assert [each.number for each in rule.related] == ["TL-7.a"]


def test_for_a_number_that_no_rule_has_the_nearest_are_named() -> None:
    for number, near in (
        ("TL-27.z", "near it: TL-27, TL-27.a, TL-27.b"),
        ("TL-270", "TL-27"),
        ("ZZ-0", "begin with HD, "),
    ):
        with pytest.raises(BadSetting, match=near):
            explained(number)


@pytest.mark.long
def test_every_rule_is_explained() -> None:
    """Each rule about maps has an example whose drawing breaks it; most rules of play have a case."""
    kinds = Counter[str]()
    for number in ledger.entries():
        rule = explained(number)
        assert all(example.broken and example.found for example in rule.examples), number
        assert all(example.edits or example.advice for example in rule.examples), number
        assert next(rule.lines()).startswith(f"{number}  ")
        kinds["example" if rule.examples else "case" if rule.case else "sentence"] += 1
    drawn = {
        rule.number for game in GAMES.values() for rule in (*game.design.rules, *game.design.advice) if rule.breaches
    }
    assert kinds["example"] == len(drawn)
    assert kinds["case"] > 750
