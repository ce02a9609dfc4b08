"""The rulings of `cases/minoqaur.cases`: every rule and every resolution has one."""

from __future__ import annotations

import pytest

from mapkit.games.minoqaur.referee import OPTIONS
from mapkit.language.phrases import phrases
from tests.case_files import MINOQAUR, BadCase
from tests.games.test_minoqaur_maze_rules import REASONS

NO_RULING = {
    "MQ-2": "what is printed",
    "MQ-2.a": "which codes there are: see design.py",
    "MQ-2.b": "what is printed",
    "MQ-6.a": "a code of version 1 is refused before anybody plays: see design.py",
    "MQ-6.d": "what check tells",
    "MQ-8.b": "it cannot happen",
    "MQ-38": "it refers to the variants",
    "MQ-38.a": "it refers to the variants",
    "MQ-50": "the board in a terminal: see test_minoqaur_referee.py",
    "MQ-51.a": "a picture that is missing",
    "MQ-53": "a remark",
    "MQ-54": "another game",
}
"""Rules and resolutions that no directive can prove."""


def test_every_rule_and_every_resolution_has_a_case() -> None:
    wanted = [number for number, _ in MINOQAUR.numbered(MINOQAUR.ledger)]
    shown = {case.number for case in MINOQAUR.cases}
    assert len(wanted) > 100
    assert [number for number in wanted if number not in shown] == [*NO_RULING]


def test_every_option_of_the_table_is_played_in_a_case() -> None:
    assert {words for case in MINOQAUR.cases for words in case.said("option")} == set(OPTIONS)


def test_every_reason_that_forbids_a_line_has_words() -> None:
    told = {key for key in phrases("minoqaur", "en").refused if key.startswith("MQ-")}
    elsewhere = {"door", "turn", "entered", "one", "pass", "line", "bent", "out", "over", "all", "which", "taken"}
    assert told - {key for key in told if key.rpartition(".")[2] in elsewhere} == set(REASONS)


ONE_WALK = """
MQ-13  One walk.
E . . X X
X X X X X
X X X X X
X X X X X
X X M X X
Ann on a5; Max on c1
Ann: b5
     1. Ann walks east to b5.
     It is Max's turn.
"""
BAD = {
    "no drawing follows": (ONE_WALK.replace("E . . X X\n", "north\n").replace("X", "W"), 2),
    "a drawing is a square": (ONE_WALK.replace("E . . X X", "E . . X"), 2),
    "one M": (ONE_WALK.replace("X X M X X", "X X . X X"), 2),
    "a drawn maze takes": (ONE_WALK.replace("E . .", "tie=both\nE . ."), 2),
    "a trail goes straight": (ONE_WALK.replace("on a5;", "on a5, from b3;"), 8),
    "an explorer has from a1 b1": (ONE_WALK.replace("on a5;", "on a5, wings;"), 8),
    "there is no option 'flying'": (ONE_WALK.replace("Ann on", "option flying\nAnn on"), 9),
    "found 2 explorers": (ONE_WALK.replace("Ann on a5;", "Ann on a5; Bob on b5;"), 8),
}


@pytest.mark.parametrize("problem", BAD)
def test_a_case_that_cannot_be_read_or_played_is_told_with_its_line(problem: str) -> None:
    text, line = BAD[problem]
    with pytest.raises(BadCase) as told:
        [list(MINOQAUR.opened(case).follow()) for case in MINOQAUR.read(text)]
    assert str(told.value).startswith(f"minoqaur.cases:{line}: ")
    assert problem in str(told.value)


@pytest.mark.parametrize("wrong", [("1. Ann walks", "2. Ann walks"), ("b5.\n", "b5.\n     Ann waits.\n")])
def test_a_case_with_a_wrong_announcement_fails(wrong: tuple[str, str]) -> None:
    (good,), (bad,) = MINOQAUR.read(ONE_WALK), MINOQAUR.read(ONE_WALK.replace(*wrong))
    assert all(outcome.wanted == outcome.found for outcome in MINOQAUR.opened(good).follow())
    assert any(outcome.wanted != outcome.found for outcome in MINOQAUR.opened(bad).follow())
