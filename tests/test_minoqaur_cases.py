"""The rulings of `cases/minoqaur.cases`: every rule and every resolution has one."""

from __future__ import annotations

from mapkit.games.minoqaur.referee import OPTIONS
from mapkit.playing.phrases import phrases
from tests.case_files import MINOQAUR
from tests.test_minoqaur_trails import REASONS

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
}
"""Rules and resolutions that no directive can prove."""


def test_every_rule_and_every_resolution_has_a_case() -> None:
    wanted = [number for number, _ in MINOQAUR.numbered(MINOQAUR.ledger)]
    shown = {case.number for case in MINOQAUR.cases}
    assert len(wanted) > 100
    assert [number for number in wanted if number not in shown] == [*NO_RULING]


def test_every_option_of_the_table_is_played_in_a_case() -> None:
    assert {words for case in MINOQAUR.cases for words in case.said("option")} == set(OPTIONS)


def test_whatever_forbids_a_line_is_said_in_words() -> None:
    told = {key for key in phrases("minoqaur", "en").refused if key.startswith("MQ-")}
    elsewhere = {"door", "turn", "entered", "one", "pass", "line", "bent", "out", "over", "all", "which", "taken"}
    assert told - {key for key in told if key.rpartition(".")[2] in elsewhere} == set(REASONS)
