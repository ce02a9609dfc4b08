"""The rulings of `cases/quoridor.cases`: every rule of play and every option has one."""

from __future__ import annotations

import re
from itertools import product

import pytest

from mapkit.games.quoridor.notation import FORBIDS, forbidden
from mapkit.games.quoridor.position import PASS, moves, winner
from mapkit.games.quoridor.referee import OPTIONS
from mapkit.language.phrases import phrases
from mapkit.model.chance import Chance
from tests.case_files import QUORIDOR
from tests.games.test_quoridor_position import crowded

NO_RULING = {
    "QC-7.a": "marks on paper and in a terminal",
    "QC-14.a": "a table of numbers: see test_quoridor.py",
    "QC-18.a": "the board in a terminal: see test_quoridor_commands.py",
    "QC-36.d": "a full board: see test_quoridor_referee.py",
    "QC-36.f": "a list, and no ruling: see test_quoridor_referee.py",
}
"""Resolutions that no directive can prove."""


def test_every_rule_of_play_has_a_case() -> None:
    tags = re.compile(r"`\[(?:move|effect|announce|win|variant)\]`")
    wanted = [number for number, rest in QUORIDOR.numbered(QUORIDOR.ledger) if tags.search(rest)]
    shown = {case.number for case in QUORIDOR.cases}
    assert len(wanted) > 20
    assert [number for number in wanted if number not in shown] == []


def test_every_resolution_has_a_case() -> None:
    wanted = [number for number, _ in QUORIDOR.numbered(QUORIDOR.ledger) if number[-1].isalpha()]
    shown = {case.number for case in QUORIDOR.cases}
    assert len(wanted) > 10
    assert [number for number in wanted if number not in shown] == [*NO_RULING]


def test_every_option_of_the_table_is_played_in_a_case() -> None:
    assert {words for case in QUORIDOR.cases for words in case.said("option")} == set(OPTIONS)


def test_every_reason_that_forbids_a_move_has_words() -> None:
    said = {key.partition(".")[0] for key in phrases("quoridor", "en").refused} - {"nobody"}
    assert said == {*FORBIDS, "QC-36", "QC-X1"}


@pytest.mark.parametrize("players", [2, 4])
def test_a_rule_forbids_exactly_the_moves_that_are_not_legal(players: int) -> None:
    """All words are tried that name a square of the board, a wall or a pass; every reason comes up."""
    seen = set[str]()
    for number in range(60):
        position = crowded(5, players, Chance(f"forbidden {players} {number}")).position
        names = [f"{column}{row}" for column, row in product("abcdef", "123456")]
        words = [*names, *(name + way for name in names for way in "hvx"), PASS]
        legal = set(moves(position))
        assert {word for word in words if not forbidden(position, word)} == legal
        reasons = {forbidden(position, word) for word in words} - {""}
        assert (reasons == {"QC-35"}) == (winner(position) is not None)
        seen |= reasons
    never = {"QC-30"} if players == 2 else set()
    assert seen == set(FORBIDS) - never
