"""The rulings of `cases/labyrinth.cases`: every rule of play, every option of the code and every setting has some."""

from __future__ import annotations

import re
import tomllib
from collections import Counter

from mapkit import shelf
from mapkit.games.labyrinth.code import OPTIONS
from tests.case_files import LABYRINTH

NO_RULING = {
    "MP-82": "a limit of the map",
    "MP-83": "a limit of the map",
    "MP-84": "a limit of the map",
    "MP-101": "a limit of the map",
    "MP-102": "the rule card tells the limits",
}
"""Rules of play that no directive can prove."""
NOT_IN_PLAY = {*(f"F{n}" for n in range(1, 6)), "T1", "T3", "A1", "W1", "O1", "O2"}
"""Options that only say what there is on a map, or that something is missing."""
BASIC = {"G1", "S1", "V1", "H1"}
"""Options that every case has which says nothing else."""


def test_every_rule_of_play_has_a_case() -> None:
    """Parts C to G of the ledger, as far as they are tagged as rules of play."""
    parts = LABYRINTH.ledger.partition("\n## C.")[2].partition("\n## H.")[0]
    tags = re.compile(r"`\[(?:move|effect|announce|win|variant)\]`")
    wanted = [number for number, rest in LABYRINTH.numbered(parts) if tags.search(rest)]
    shown = {case.number for case in LABYRINTH.cases}
    assert len(wanted) > 60
    assert [number for number in wanted if number not in shown] == [n for n in wanted if n in NO_RULING]
    assert set(NO_RULING) <= set(wanted)


def test_every_option_of_the_code_that_changes_play_has_two_cases() -> None:
    played = Counter(o for case in LABYRINTH.cases for o in LABYRINTH.opened(case).map.params.code.options)
    named = Counter(case.number for case in LABYRINTH.cases)
    wanted = [option for option in OPTIONS if option not in NOT_IN_PLAY]
    assert [o for o in wanted if played[o] < 2] == []
    assert [o for o in wanted if o not in BASIC and not named[f"MP-{o[0]}-{o[1]}"]] == []


# Words


def test_both_languages_have_the_same_keys_and_braces() -> None:
    english, russian = (
        tomllib.loads(shelf.path("phrases", language, "labyrinth.toml").read_text(encoding="utf-8"))
        for language in ("en", "ru")
    )
    for part in ("heard", "notes", "refused"):
        braces = [
            {key: sorted(re.findall(r"\{\w+\}", text)) for key, text in words[part].items()}
            for words in (english, russian)
        ]
        assert braces[0] == braces[1]
    assert set(english["words"]) <= set(russian["words"])


def test_no_english_word_is_left_in_what_is_said_in_russian() -> None:
    """But names, cells, and the code with its digits."""
    words = LABYRINTH.words["ru"]
    for text in (*words.heard.values(), *words.refused.values()):
        assert not re.search("[A-Za-z]{2}", re.sub(r"\{\w+\}", "", text))
