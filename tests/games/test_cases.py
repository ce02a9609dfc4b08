"""The numbered rulings of `cases/*.cases`: each is played as written, and heard word for word as written."""

import re
from collections import Counter
from collections.abc import Collection, Sequence
from itertools import groupby
from typing import Any

import pytest

from mapkit.games.dungeon import referee as dungeon
from mapkit.games.labyrinth.code import OPTIONS as CODE
from mapkit.games.minoqaur import referee as minoqaur
from mapkit.games.quoridor import referee as quoridor
from mapkit.games.treasures import referee as treasures
from mapkit.model.settings import BadSetting
from tests.case_files import (
    BOOKS,
    DUNGEON,
    LABYRINTH,
    MINOQAUR,
    QUORIDOR,
    TREASURES,
    BadCase,
    Case,
    CaseBook,
)

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
    referee = book.referee
    for state in states:
        if state is not None and not referee.secret(state):
            ways = referee.ways(state)
            for words in ways:
                once, again = (referee.play(state, words, lambda sides: sides) for _ in range(2))
                assert once == again
            assert bool(referee.mover(state)) == bool(ways)
        assert state is None or referee.mover(state) or not referee.secret(state)


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
    of_game = [name for name in BOOKS if name.game == book.game]
    told = {key for each in of_game for case in each.cases for outcome, _ in each.played(case) for key in outcome.keys}
    for words in book.words.values():
        heard = {(part, key) for part, key in told if key in getattr(words, part) or key not in words.table}
        assert heard == {(part, key) for part in ("heard", "notes", "refused") for key in getattr(words, part)}


# Each rule of play has a case

NO_RULING: dict[str, dict[str, str]] = {
    "treasures.cases": {
        "TL-34": "what players tell each other is their own affair",
        "TL-35.a": "a slip of the README: how to read TL-35",
        "TL-36": "the log is shown by the table, not by the referee",
        "TL-36.a": "the table repeats answers, not the referee",
        "TL-37": "the table offers the look at the board",
        "TL-37.a": "the table offers the look at the board",
        "TL-38": "a dispute is settled by people",
    },
    "labyrinth.cases": {
        **dict.fromkeys((f"MP-{n}" for n in (7, 8, 9, 10, 12, 13, 14)), "conduct: see test_labyrinth_cases.py"),
        **dict.fromkeys(("MP-82", "MP-83", "MP-84", "MP-101"), "a limit of the map"),
        "MP-110": "how a code is written",
        **dict.fromkeys((f"MP-{n}" for n in range(120, 125)), "a code: its options have cases"),
        **dict.fromkeys(("MP-125", "MP-126"), "advice on codes"),
    },
    "quoridor.cases": {
        "QC-7.a": "marks on paper and in a terminal",
        "QC-14.a": "a table of numbers: see test_quoridor.py",
        "QC-18.a": "the board in a terminal: see test_quoridor_commands.py",
        "QC-36.d": "a full board: see test_quoridor_referee.py",
        "QC-36.f": "a list, and no ruling: see test_quoridor_referee.py",
    },
    "dungeon.cases": {
        "HD-3.a": "the shape of levels",
        "HD-3.b": "how they are printed",
        "HD-13.a": "what makes a level fair",
        "HD-13.b": "in which order its hexes are drawn",
        **dict.fromkeys(("HD-56.2", "HD-56.2.a", "HD-56.2.c"), "being hunted: see test_dungeon_referee.py"),
    },
    "minoqaur.cases": {
        "MQ-2": "what is printed",
        "MQ-2.a": "which codes there are: see design.py",
        "MQ-2.b": "what is printed",
        "MQ-6.a": "a code of version 1 is refused before anybody plays: see design.py",
        "MQ-6.d": "what check tells",
        "MQ-8.b": "it cannot happen",
        **dict.fromkeys(("MQ-38", "MQ-38.a"), "it refers to the variants"),
        "MQ-50": "the board in a terminal: see test_minoqaur_referee.py",
        "MQ-51.a": "a picture that is missing",
        "MQ-53": "a remark",
        "MQ-54": "another game",
    },
}
"""Rules and resolutions of play that no directive can prove."""
HOSTED = {"peek", "private-answers"}
"""Options that the host carries out; the rulings of the referee are the same with and without them."""
TAGS = r"`\[(?:move|effect|announce|win|variant)\]`"


def told(book: CaseBook, kind: str, part: str = "") -> list[str]:
    """The numbers of the ledger, or of a part of it, whose line, after the number, looks like that."""
    start, _, end = part.partition(" to ")
    text = book.ledger.partition(f"\n## {start}.")[2].partition(f"\n## {end}.")[0] if part else book.ledger
    return [number for number, rest in book.numbered(text) if re.match(kind, f"{number} {rest}")]


LETTERED = r"\S+[a-z] "
WANTED = [
    (TREASURES, [*told(TREASURES, "", "D to H"), "TL-7"], 100),
    (LABYRINTH, [each for each in told(LABYRINTH, f".*{TAGS}") if each not in CODE.values()], 80),
    (QUORIDOR, told(QUORIDOR, f"{LETTERED}|.*{TAGS}"), 30),
    (DUNGEON, told(DUNGEON, rf"{LETTERED}|HD-(G|1[4-9]|[2-6]\d)|.*{TAGS}"), 120),
    (MINOQAUR, told(MINOQAUR, "MQ-[^VX]"), 100),
]
"""The rules of play, and their lettered resolutions; those of the labyrinth are below. There are more than so many."""


@pytest.mark.parametrize(("book", "wanted", "least"), WANTED, ids=lambda each: getattr(each, "name", ""))
def test_every_rule_of_play_has_a_case(book: CaseBook, wanted: list[str], least: int) -> None:
    shown = {case.number for case in book.cases}
    assert len(set(wanted)) > least
    assert {number for number in wanted if number not in shown} == {*NO_RULING[book.name]}


def test_every_resolution_about_play_of_the_labyrinth_is_cited_by_a_case() -> None:
    """A case may bear the number, or name it in its sentence."""
    named = "\n".join(f"{case.number} {case.sentence}" for case in LABYRINTH.cases)
    wanted, cited = told(LABYRINTH, LETTERED, "C to H"), {*re.findall(r"MP-[\w.-]+\w", named)}
    assert len(wanted) > 75
    assert [number for number in wanted if number not in cited] == ["MP-53.a"], "the words stand in the phrase files"


@pytest.mark.parametrize(
    ("book", "options"),
    [
        (TREASURES, treasures.OPTIONS),
        (QUORIDOR, quoridor.OPTIONS),
        (DUNGEON, dungeon.OPTIONS),
        (MINOQAUR, minoqaur.OPTIONS),
    ],
    ids=lambda each: getattr(each, "name", ""),
)
def test_every_option_of_the_table_is_played_in_a_case(book: CaseBook, options: Collection[str]) -> None:
    assert {words for case in book.cases for words in case.said("option")} == set(options) - HOSTED


HEXES = "\n".join(["  . . .", " . . . .", ". . R . .", " . . . .", "  . . ."])
OPEN = "+---+---+\n| .   .\n+   +   +\n| T   . |\n+---+---+"
POSITION, MODULES = "size=5 pawns=c1,c5", "size=2 mask=0"
SEVEN = "Ann, Bob, Cyd, Dan, Eve, Fay, Max"
BEGINNINGS = [
    (DUNGEON, HEXES, "", "", "found 0 players; Dungeon takes 1 to 8"),
    (DUNGEON, HEXES, "A, B, C, D, E, F, G, H, I", "", "found 9 players"),
    (DUNGEON, HEXES, "Ann", "smoke=yes fog=thick", "there is no option 'smoke'"),
    (DUNGEON, HEXES, "Ann", "smoke=yes fog=thick", "fog takes yes or no, not 'thick'"),
    (LABYRINTH, OPEN, "Ann, Bob", "luck=yes", "there is no option 'luck'"),
    (LABYRINTH, OPEN, "Ann, Bob", "order=backwards", "order takes given or drawn"),
    (LABYRINTH, OPEN, "", "", "found 0 players; 1 to 8 can play"),
    (LABYRINTH, OPEN, "A, B, C, D, E, F, G, H, I", "", "found 9 players; 1 to 8 can play"),
    (LABYRINTH, OPEN, "Ann, Bob", "starts=a1", "starts takes a cell for each player in their order"),
    (QUORIDOR, POSITION, "Ann", "", "found 1 player; this position is for 2 (QC-9, QC-11)"),
    (QUORIDOR, POSITION, "Ann, Bob, Cyd", "", "found 3 players"),
    (QUORIDOR, POSITION, "Ann, Bob", "hidden=yes", "there is no option 'hidden'; there are masked, invisible"),
    (QUORIDOR, POSITION, "Ann, Bob", "masked=maybe", "masked takes yes or no"),
    (QUORIDOR, POSITION, "Ann, s", "", "'s' is a seat, and s sits on N"),
    (QUORIDOR, "size=5 pawns=c5,c4", "Ann, Bob", "", "S is home: the game is over"),
    (QUORIDOR, f"{POSITION} walls=b2h walls_left=3,3", "Ann, Bob", "", 'say "2 3"'),
    (MINOQAUR, MODULES, "Ann", "wings=yes", "there is no option 'wings'; there are machine, steal-one"),
    (MINOQAUR, MODULES, "Ann, Max", "machine=maybe", "machine takes yes or no"),
    (MINOQAUR, MODULES, SEVEN, "machine=yes", "found 7 explorers; there are entrances for 1 to 6 (MQ-49.e)"),
    (MINOQAUR, MODULES, f"{SEVEN}, Gil", "", "found 7 explorers"),
    (MINOQAUR, MODULES, "Minoqaur", "", "no player can be called minoqaur; mapkit runs it"),
    (MINOQAUR, MODULES, "", "", "found 0 explorers"),
]
"""Boards, the names of players, options, and what is said of it that nobody can begin so."""


@pytest.mark.parametrize(
    ("book", "drawing", "names", "options", "problem"), BEGINNINGS, ids=lambda part: str(part)[:30]
)
def test_a_game_that_cannot_begin_says_what_would_do(
    book: CaseBook, drawing: str, names: str, options: str, problem: str
) -> None:
    """QC-9, QC-11, QC-X6, MQ-49.e."""
    given = dict(option.split("=") for option in options.split())
    with pytest.raises(BadSetting, match=re.escape(problem)):
        book.referee.begin(book.board(drawing), tuple(filter(None, names.split(", "))), given, lambda sides: sides)


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
     Ann has stumbled across a HEALTHY Bob.
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
    "Cid is none of the players": (TREASURES, ONE_STEP + "then Cid on a2\n", 12),
    "drift is '9'": (LABYRINTH, ONE_REQUEST.replace("rules=W5", "drift=9"), 2),
    "a player has": (LABYRINTH, ONE_REQUEST.replace("Ann on a2", "Ann on a2, sword"), 9),
    "two-handed on a2": (LABYRINTH, ONE_REQUEST.replace("Ann on a2", "Ann, two-handed on a2"), 9),
    "no drawing follows;": (QUORIDOR, ONE_PLY.replace("size=5 pawns=c1,c5\n", ""), 2),
    "say `Ann, Bob play`": (QUORIDOR, ONE_PLY.replace("Ann, Bob play", "Ann on c1; Bob on c5"), 4),
    "found 3 players": (QUORIDOR, ONE_PLY.replace("Ann, Bob play", "Ann, Bob, Cid play"), 4),
    "it begins with a line of walls": (MINOQAUR, ONE_WALK.replace("E . . X X\n", "north\n").replace("X", "W"), 2),
    "a drawing is a square": (MINOQAUR, ONE_WALK.replace("E . . X X", "E . . X"), 2),
    "one M": (MINOQAUR, ONE_WALK.replace("X X M X X", "X X . X X"), 2),
    "a drawn maze takes": (MINOQAUR, ONE_WALK.replace("E . .", "tie=both\nE . ."), 2),
    "a trail goes straight": (MINOQAUR, ONE_WALK.replace("on a5;", "on a5, from b3;"), 8),
    "an explorer has from a1 b1": (MINOQAUR, ONE_WALK.replace("on a5;", "on a5, wings;"), 8),
    "there is no option 'flying'": (MINOQAUR, ONE_WALK.replace("Ann on", "option flying\nAnn on"), 9),
    "found 2 explorers": (MINOQAUR, ONE_WALK.replace("Ann on a5;", "Ann on a5; Bob on b5;"), 8),
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
    (MINOQAUR, ONE_WALK.replace("1. Ann walks", "2. Ann walks")),
    (MINOQAUR, ONE_WALK.replace("b5.\n", "b5.\n     Ann waits.\n")),
]


@pytest.mark.parametrize(
    ("book", "text"), [(TREASURES, ONE_STEP), (LABYRINTH, ONE_REQUEST), (QUORIDOR, ONE_PLY), (MINOQAUR, ONE_WALK)]
)
def test_these_cases_without_a_mistake_can_be_played(book: CaseBook, text: str) -> None:
    (case,) = book.read(text)
    assert all(outcome.wanted == outcome.found for outcome in book.opened(case).follow())


@pytest.mark.parametrize(("book", "text"), WRONG)
def test_a_case_with_a_wrong_announcement_fails(book: CaseBook, text: str) -> None:
    (case,) = book.read(text)
    assert any(outcome.wanted != outcome.found for outcome in book.opened(case).follow())
