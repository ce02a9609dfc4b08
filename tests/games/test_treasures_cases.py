"""The rulings of `cases/treasures.cases`: every rule of play and every option has one."""

from __future__ import annotations

from mapkit.games.treasures.referee import OPTIONS
from tests.case_files import TREASURES

NO_RULING = {
    "TL-34": "what players tell each other is their own affair",
    "TL-35.a": "a slip of the README: how to read TL-35",
    "TL-36": "the log is shown by the table, not by the referee",
    "TL-36.a": "the table repeats answers, not the referee",
    "TL-37": "the table offers the look at the board",
    "TL-37.a": "the table offers the look at the board",
    "TL-38": "a dispute is settled by people",
}
"""Rules of play that no directive can prove."""
HOSTED = {"peek", "private-answers"}
"""Options that the host carries out; the rulings of the referee are the same with and without them."""


def test_every_rule_of_play_has_a_case() -> None:
    """These are sections D to G of the ledger, whatever the tags, with each of their lettered resolutions."""
    sections = TREASURES.ledger.partition("\n## D.")[2].partition("\n## H.")[0]
    wanted = [number for number, _ in TREASURES.numbered(sections)]
    shown = {case.number for case in TREASURES.cases}
    assert len(wanted) > 100
    assert [number for number in wanted if number not in shown] == [n for n in wanted if n in NO_RULING]
    assert set(NO_RULING) <= set(wanted)
    assert "TL-7" in shown, "the aim stands in section B"


def test_every_option_of_the_table_is_played_in_a_case() -> None:
    played = {words for case in TREASURES.cases for words in case.said("option")}
    assert played == set(OPTIONS) - HOSTED
