"""The rulings of `cases/labyrinth.cases`: each rule of play, option and setting has some; and conduct at the table."""

import re
import tomllib
from collections import defaultdict
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from mapkit.games.labyrinth.code import OPTIONS, Code, StartingKit
from mapkit.games.labyrinth.design import SIZES
from mapkit.games.labyrinth.packs import LabyrinthSettings as Params
from mapkit.games.labyrinth.referee import _agreements as agreements
from mapkit.games.labyrinth.referee import begin, play, seats, ways
from mapkit.games.labyrinth.rules import some_walls
from mapkit.games.labyrinth.sheets import card_sheets, gm_sheets
from mapkit.games.labyrinth.state import State
from mapkit.games.labyrinth.weapons import _offset as offset
from mapkit.games.shelf import GAMES
from mapkit.language.catalogue import texts
from mapkit.model import resources
from mapkit.model.game import assemble
from mapkit.model.rule import Amount, Count
from mapkit.model.ruling import Ruling
from mapkit.model.settings import BadSetting, Choice, read_size, settings
from mapkit.paper.edition import Edition
from mapkit.paper.sheet import A4
from mapkit.table import match
from tests.case_files import HOUSE_OPTIONS, LABYRINTH, Case
from tests.drawings import drawn
from tests.sheet_measures import prose

OF_THE_MAP = {"fill", "course", "advice", "enclosure", "rows", "columns"}
"""Choices about how a map is made, checked or read; they do not change play."""
IN_PLAY = {"grenades", "bullets", "knives", "boomerang", "swamps"}
"""Settings that are numbers and change play."""


@cache
def code_of(case: Case) -> Code:
    params: Params = LABYRINTH.opened(case).map.params
    return params.code


@pytest.mark.parametrize("option", OPTIONS)
def test_every_option_of_the_code_has_two_cases_whose_codes_differ_in_another_group(option: str) -> None:
    number = OPTIONS[option]
    named = [case for case in LABYRINTH.cases if re.fullmatch(rf"{number}(\.[a-z])?", case.number)]
    others = {frozenset(each for each in code_of(case).options if each[0] != option[0]) for case in named}
    assert len(others) >= 2
    assert [case.sentence for case in named if option not in code_of(case)] == []


def test_every_value_of_a_setting_that_changes_play_has_a_case() -> None:
    played = defaultdict[str, set[object]](set)
    for book, case in ((each, case) for each in (LABYRINTH, HOUSE_OPTIONS) for case in each.cases):
        params = book.opened(case).map.params
        for setting in settings(Params):
            played[setting.name].add(getattr(params, setting.name))
    for setting in settings(Params):
        if isinstance(setting.value_kind, Choice) and setting.name not in OF_THE_MAP:
            assert played[setting.name] == set(setting.value_kind.words), setting.name
        elif setting.name in IN_PLAY:
            assert played[setting.name] > {setting.default}, setting.name


# Conduct at the table (part A of the ledger)

OPEN = """
rules=W5-H34-A2
+---+---+---+
| .   A   H
+   +   +   +
| T   .   . |
+---+---+---+
"""


@cache
def rulings(verb: str) -> list[Ruling[State]]:
    """The ruling after every directive of all cases (`says`), or at each beginning (`begin`), without refusals."""
    outcomes = [outcome for case in LABYRINTH.cases for outcome, _ in LABYRINTH.played(case)]
    return [outcome.ruling for outcome in outcomes if outcome.ruling and outcome.step.verb == verb]


def test_no_announcement_names_a_cell() -> None:
    """MP-8: the place of a player is for the game master alone; `size` names the corner, a2 in one case (MP-36.a)."""
    cell = re.compile(r"\b[a-z]\d+(/\d)?\b")
    heard = [announcement for verb in ("says", "begin") for ruling in rulings(verb) for announcement in ruling.heard]
    assert {said.key for said in heard if said.to} == {"yours"}, "a player's own start, which nobody else hears"
    told = [announcement for announcement in heard if not announcement.to]
    assert len(told) > 1000
    named = [line for line in told if any(cell.search(value) for _, value in line.args)]
    assert {line.key for line in named} == {"size"}
    assert {dict(line.args)["cell"] for line in named} == {"a1", "a2"}
    assert not any(cell.search(text) for text in LABYRINTH.words["en"].heard.values())


def test_a_lost_game_is_found_in_its_log_and_nobody_is_asked(tmp_path: Path) -> None:
    """MP-9: the log holds everything that a game master may lose; on paper, the game master's sheet says how to ask."""
    path = tmp_path / "game.jsonl"
    with match.start(drawn(OPEN, "labyrinth"), OPEN, ("Ann", "Bob"), {}, "seed", path) as begun:
        for said in ("start a2", "start b1", "right", "shoot right"):
            begun.say(said)
        state = begun.state
    again = match.look(path, lambda _text, _name: drawn(OPEN, "labyrinth"))
    assert again.state == state
    asked = [{announcement.key for announcement in ruling.heard} for ruling in rulings("says")]
    assert all("chosen" in keys for keys in asked if "asks" in keys), "only starts are asked for"
    printed = prose(gm_sheets(drawn(OPEN, "labyrinth"), Edition(A4)))
    assert "If you lose track, ask a player publicly; they answer in secret." in printed


def test_every_secret_start_gets_the_same_answer() -> None:
    """MP-10: the answer to a secret start tells nobody anything, whichever cell it is."""
    first = begin(drawn(OPEN, "labyrinth"), ("Ann", "Bob"), {}, lambda sides: sides).state
    heard = {play(first, words, lambda sides: sides).heard for words in ways(first)}
    assert len(ways(first)) == 6
    assert len(heard) == 1


def test_on_paper_the_sheets_say_what_the_table_does() -> None:
    """MP-12, MP-13: the rulings themselves are evenings at the table."""
    assert "Wait until everybody has noted the turn" in prose(gm_sheets(drawn(OPEN, "labyrinth"), Edition(A4)))
    card = prose(card_sheets(drawn(OPEN, "labyrinth").public, Edition(A4)))
    assert "You may have the very last move repeated, but no older one." in card


def test_the_answer_comes_with_the_directive_and_asks_nothing_back() -> None:
    """MP-14: nobody waits for the referee; each directive gets its whole answer, without another word from anybody."""
    answers = [ruling.heard for ruling in rulings("says")]
    assert len(answers) > 400
    assert all(answers)
    assert not [text for text in LABYRINTH.words["en"].heard.values() if "?" in text]


# Words


def test_both_languages_have_the_same_keys_and_braces() -> None:
    english, russian = (
        tomllib.loads(resources.path("phrases", language, "labyrinth.toml").read_text(encoding="utf-8"))
        for language in ("en", "ru")
    )
    for part in ("heard", "notes", "refused"):
        braces = [
            {key: sorted(re.findall(r"\{\w+\}", text)) for key, text in words[part].items()}
            for words in (english, russian)
        ]
        assert braces[0] == braces[1]
    assert set(english["words"]) <= set(russian["words"])


@pytest.mark.parametrize("name", ["bear", "leprechaun"])
def test_a_player_may_have_the_name_of_a_creature(name: str) -> None:
    """MP-56, MP-61: weapons hit that player as any other."""
    begun = begin(
        drawn(OPEN.replace("rules=W5-H34-A2", "rules=W6-H2-A2").replace("H\n", ".\n"), "labyrinth"),
        ("Ann", name),
        {"starts": "a2 b2"},
        lambda _: 1,
    )
    shot = play(begun.state, "shoot right", lambda _: 1)
    assert [announcement.key for announcement in shot.heard] == ["killed"]
    assert [seat.words.partition(",")[0] for seat in seats(shot.state)] == ["healthy", "dead"]


def test_a_random_order_of_turns_leaves_all_players_their_starts() -> None:
    """MP-44.a: starts stand in the order of the names, whatever the order of turns."""
    options = {"starts": "a2 b1 b2", "order": "drawn"}
    begun = begin(drawn(OPEN, "labyrinth"), ("Ann", "Bob", "Cid"), options, lambda faces: faces)
    assert [(seat.name, seat.cell) for seat in seats(begun.state)] == [("Cid", "b2"), ("Bob", "b1"), ("Ann", "a2")]


def test_listed_starts_in_an_enclosure_are_refused_at_the_table() -> None:
    """MP-33.b: the map lists a cell that no player can leave without a grenade."""
    shut = """
rules=A2-W3-H2 starts=c2,a1 players=2
+---+---+---+
| A   . | . |
+   +   +---+
| T   .   .
+---+---+---+
"""
    with pytest.raises(BadSetting, match=r"a player who starts on c2, .* \(MP-33\.b\)"):
        begin(drawn(shut, "labyrinth"), ("Ann", "Bob"), {}, lambda _: 1)


def test_what_the_rule_card_tells_beside_the_code_is_announced_too() -> None:
    """MP-102: a choice that the card mentions is told at the table, for each of its values but the first."""
    entries, phrases = texts("labyrinth", "en")["agreed"]["entries"], texts("labyrinth", "en")["phrases"]
    named = [phrases[name] for _, text, *_ in entries for name in re.findall(r"{(\w+)}", text) if name in phrases]
    written = [*(entry[2] for entry in entries), *(each[1] for phrase in named for each in phrase[:-1])]
    conditions = {word.lstrip("!") for condition in written for word in condition.split()}
    spoken = {word.partition("=")[0] for word in conditions if "=" in word}
    choices = [
        (each, each.value_kind) for each in settings(Params) if each.agreed and isinstance(each.value_kind, Choice)
    ]
    names = {each.name for each, _ in choices}
    assert spoken == names - {"course"}, "the flow of rivers is a rule of the map, which the card has anyway"
    for setting, kind in choices:
        for value in (word for word in kind.words if word != setting.default):
            key = f"agreed-{setting.name.replace('_', '-')}" + ("" if value == "yes" else f"-{value}")
            assert all(key in words.heard for words in LABYRINTH.words.values()), key


def test_every_number_that_is_agreed_upon_is_told_with_it() -> None:
    """MP-102, MX-98: but for those of the kit, which everybody hears anyway."""
    kits = {*SIZES, *StartingKit._fields}
    told = [each for each in settings(Params) if each.agreed and not isinstance(each.value_kind, Choice)]
    for name in (each.name for each in told if each.name not in kits):
        key = f"agreed-{name.replace('_', '-')}"
        assert all("{count}" in words.heard[key] for words in LABYRINTH.words.values()), key


def test_each_limit_of_geometry_is_declared_before_the_game() -> None:
    """MP-101, MP-102."""
    limits: dict[str, Any] = {"course": "south", "bends": Amount(1, 1), "wormhole_distance": 3}
    assert limits.keys() == {setting.name for setting in settings(Params) if setting.rule == "MP-101"}
    params: Any = assemble(GAMES["labyrinth"], {}, read_size("3x3"), {"rules": "CLASSIC-X"}).params
    for name, value in limits.items():
        [(key, _)] = agreements(replace(params, **{name: value}))
        assert key.startswith(f"agreed-{name.replace('_', '-')}")


@pytest.mark.parametrize(
    ("there", "words"), [("c1/3", "2 right, 2 up"), ("a3/1", "2 north"), ("a1/2", "1 up"), ("a1/1", "")]
)
def test_the_way_between_two_cells_is_told_column_row_and_floor(there: str, words: str) -> None:
    """MP-95.a, MP-G-3.b: and the way back with the other words."""
    back = {"right": "left", "up": "down", "north": "south"}
    params = assemble(GAMES["labyrinth"], {}, read_size("3x3x3"), {"rules": "BASIC"}).params
    assert offset(params, "a1/1", there) == words
    assert offset(params, there, "a1/1") == re.sub(r"[a-z]+", lambda found: back[found[0]], words)


@pytest.mark.parametrize(("size", "least"), [("4x4", 4), ("3x3", 3), ("6x5", 8)])
def test_a_quarter_as_many_walls_as_cells_is_enough(size: str, least: int) -> None:
    """MP-34: that is its bound, and it asks for no more."""
    params = assemble(GAMES["labyrinth"], {}, read_size(size), {"rules": "BASIC"}).params
    ((_, claim),) = some_walls(params)
    assert isinstance(claim, Count)
    assert claim.low == least
