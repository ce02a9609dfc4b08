"""The numbered rulings of `cases/*.cases`: each is played as written, and heard word for word as written."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from itertools import groupby
from typing import Any

import pytest

from tests.case_files import BOOKS, LABYRINTH, QUORIDOR, TREASURES, BadCase, Case, CaseBook

each_case = pytest.mark.parametrize(
    ("book", "case"),
    [pytest.param(book, case, id=f"{case.number}  {case.sentence}") for book in BOOKS for case in book.cases],
)
each_book = pytest.mark.parametrize("book", BOOKS, ids=lambda book: book.name)


@each_case
def test_the_ruling_and_what_a_player_may_say(book: CaseBook, case: Case) -> None:
    """What is heard is what is written. In the end every directive on offer can be carried out, twice alike."""
    for (step, wanted, found, *_), _ in book.played(case):
        assert wanted == found, f"{step.place[0]}:{step.place[1]}: {step.words}"
    what_is_on_offer_can_be_said(book, states_of(book, case)[-1:])


@pytest.mark.long
@each_book
def test_in_every_state_of_a_case_what_is_on_offer_can_be_said(book: CaseBook) -> None:
    for case in book.cases:
        what_is_on_offer_can_be_said(book, states_of(book, case))


def states_of(book: CaseBook, case: Case) -> list[Any]:
    return [state for state, _ in groupby(state for _, state in book.played(case))]


def what_is_on_offer_can_be_said(book: CaseBook, states: Sequence[Any]) -> None:
    """Every directive on offer can be carried out, and twice with the same ruling."""
    referee = book.referee
    for state in states:
        if state is not None and not referee.secret(state):
            ways = referee.ways(state)
            for words in ways:
                once, again = (referee.play(state, words, lambda sides: sides) for _ in range(2))
                assert once == again
            assert bool(referee.mover(state)) == bool(ways)


@each_book
def test_no_two_cases_are_called_the_same(book: CaseBook) -> None:
    told = Counter((case.number, case.sentence) for case in book.cases)
    assert [each for each, count in told.items() if count > 1] == []


@each_book
def test_every_case_belongs_to_a_rule_in_the_ledger(book: CaseBook) -> None:
    ledger = {number for number, _ in book.numbered(book.ledger)}
    assert [case.number for case in book.cases if case.number not in ledger] == []


@each_book
def test_every_phrase_is_heard_in_a_case_and_no_other(book: CaseBook) -> None:
    """The words about corrections are among the words of the table: see test_corrections.py."""
    of_game = [each for each in BOOKS if each.game == book.game]
    told = {key for each in of_game for case in each.cases for outcome, _ in each.played(case) for key in outcome.keys}
    for words in book.words.values():
        heard = {(part, key) for part, key in told if key in getattr(words, part) or key not in words.table}
        assert heard == {(part, key) for part in ("heard", "notes", "refused") for key in getattr(words, part)}


# An unreadable case is told with what would do

ONE_STEP = """
TL-55  One step.
+---+---+
| .   .
+   +   +
| T   . |
+---+---+
Ann on a2; Bob on b2
Ann: east
     Ann walks into a SAFE clearing.
"""

ONE_REQUEST = """
MP-53  One step.
rules=W5
+---+---+
| .   .
+   +   +
| T   . |
+---+---+
Ann on a2; Bob on b2
Ann: right
     Step executed.
     It is Bob's turn.
"""

ONE_PLY = """
QC-25  One step.
size=5 pawns=c1,c5
Ann, Bob play
Ann: c2
     Ann moves to c2.
     It is Bob's turn.
"""

BAD = {
    "a case begins": (TREASURES, ONE_STEP.replace("TL-55  One step.", "One step."), 2),
    "no drawing follows": (TREASURES, re.sub(r"^[+|].*\n", "", ONE_STEP, flags=re.MULTILINE), 2),
    "cannot be read": (TREASURES, ONE_STEP.replace("| T", "| Q"), 2),
    "found 'Ann east'": (TREASURES, ONE_STEP.replace("Ann: east", "Ann east"), 9),
    "nothing is heard after": (TREASURES, ONE_STEP.replace("Ann: east", "then Ann on a2"), 9),
    "say who is where": (TREASURES, ONE_STEP.replace("Ann on a2; Bob on b2\n", ""), 8),
    "there is no cell c9": (TREASURES, ONE_STEP.replace("b2", "c9"), 8),
    "one of bullet, kit, junk": (TREASURES, ONE_STEP.replace("Ann on a2", "Ann on a2, kit, junk"), 8),
    "a player may have": (TREASURES, ONE_STEP.replace("Ann on a2", "Ann on a2, sword"), 8),
    "say `Ann on a1, wounded`": (TREASURES, ONE_STEP.replace("Ann on a2", "Ann flies on a2"), 8),
    "there is no option 'luck'": (TREASURES, ONE_STEP.replace("Ann on a2", "option luck\nAnn on a2"), 9),
    "found 1 player": (TREASURES, ONE_STEP.replace(".", "M").replace("Ann on a2; Bob on b2", "Ann on a2"), 8),
    "a die with 6 sides": (TREASURES, ONE_STEP.replace("Ann: east", "Ann: attack Bob").replace("b2", "a2"), 9),
    "were never rolled": (TREASURES, ONE_STEP.replace("Ann: east", "dice 3\nAnn: east"), 2),
    "Cid is none of the players": (TREASURES, ONE_STEP + "then Cid on a2\n", 11),
    "drift is '9'": (LABYRINTH, ONE_REQUEST.replace("rules=W5", "drift=9"), 2),
    "a player has": (LABYRINTH, ONE_REQUEST.replace("Ann on a2", "Ann on a2, sword"), 9),
    "two-handed on a2": (LABYRINTH, ONE_REQUEST.replace("Ann on a2", "Ann, two-handed on a2"), 9),
    "no drawing follows;": (QUORIDOR, ONE_PLY.replace("size=5 pawns=c1,c5\n", ""), 2),
    "say `Ann, Bob play`": (QUORIDOR, ONE_PLY.replace("Ann, Bob play", "Ann on c1; Bob on c5"), 4),
    "found 3 players": (QUORIDOR, ONE_PLY.replace("Ann, Bob play", "Ann, Bob, Cid play"), 4),
    "there is no option 'skill'": (LABYRINTH, ONE_REQUEST.replace("Ann on a2", "option skill=3\nAnn on a2"), 10),
}


@pytest.mark.parametrize("problem", BAD)
def test_a_case_that_cannot_be_read_or_played_is_told_with_its_line(problem: str) -> None:
    book, text, line = BAD[problem]
    with pytest.raises(BadCase) as told:
        [list(book.opened(case).follow()) for case in book.read(text)]
    assert str(told.value).startswith(f"{book.name}:{line}: ")
    assert problem in str(told.value)


WRONG: list[tuple[CaseBook, str]] = [
    (TREASURES, ONE_STEP.replace("SAFE", "safe")),
    (TREASURES, ONE_STEP + "then Ann on a1\n"),
    (TREASURES, ONE_STEP + "then Ann on b2, half-dead\n"),
    (TREASURES, ONE_STEP + "then 2 treasures on a1\n"),
    (TREASURES, ONE_STEP + "may say north\n"),
    (LABYRINTH, ONE_REQUEST.replace("executed", "made")),
    (LABYRINTH, ONE_REQUEST + "then no treasure on a1\n"),
    (QUORIDOR, ONE_PLY.replace("moves", "goes")),
    (QUORIDOR, ONE_PLY + "may say c3\n"),
]


@pytest.mark.parametrize(("book", "text"), WRONG)
def test_a_case_with_a_wrong_announcement_fails(book: CaseBook, text: str) -> None:
    (case,) = book.read(text)
    assert any(outcome.wanted != outcome.found for outcome in book.opened(case).follow())
