"""The numbered rulings of `cases/treasures.cases`: each is played as written, and heard word for word.

The form of a case is told at the top of that file. What cannot be read there is told as `treasures.cases:LINE: ...`.
"""

from __future__ import annotations

import re
from collections import Counter, deque
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from mapkit.game import BadSetting, Dice, Map, MoveError, Ruling
from mapkit.games.treasures.design import THREE_WAY, TWO_WAY
from mapkit.games.treasures.referee import OPTIONS, Player, State, begin, play, seats, ways
from mapkit.playing.phrases import phrases
from mapkit.source import UnreadableMap
from tests.drawings import drawn, numbers

FILE = Path(__file__).parent / "cases" / "treasures.cases"
LEDGER = Path(__file__).parents[1] / "docs" / "rules" / "treasures.md"
WORDS = phrases("treasures", "en")

NO_RULING = {
    "TL-34": "what players tell each other is their own affair",
    "TL-35.a": "a slip of the README: how to read TL-35",
    "TL-36": "the log is shown by the table, not by the referee",
    "TL-37": "the table offers the look at the board",
    "TL-37.a": "the table offers the look at the board",
    "TL-38": "a dispute is settled by people",
}
"""Rules of play that no directive can prove."""
HOSTED = {"peek", "private-answers"}
"""Options that the host of the evening carries out; the referee rules as without them."""


# Reading


class BadCase(ValueError):
    """A case cannot be read or played; the text begins with its file and line."""

    def __init__(self, line: int, problem: str) -> None:
        super().__init__(f"{FILE.name}:{line}: {problem}")


class Step(NamedTuple):
    """One line of a case with what is heard after it; its verb is a key of STEPS."""

    line: int
    verb: str
    words: str
    heard: tuple[str, ...]


class Case(NamedTuple):
    """A ruling: the line where it begins, its number in the ledger, its sentence, its drawing and its steps."""

    line: int
    number: str
    sentence: str
    drawing: str
    steps: tuple[Step, ...]


HEAD = re.compile(r"(?P<number>TL-\S+)  (?P<sentence>\S.*)")
STEPS = {
    "says": re.compile(r"([^\W\d][\w ]*: .+)"),
    "breaks": re.compile(r"breaks (TL-.+)"),
    "option": re.compile(r"option (\S+)"),
    "dice": re.compile(r"dice ([1-9][0-9 ]*)"),
    "then": re.compile(r"then (.+)"),
    "may": re.compile(r"may say (.+)"),
    "begin": re.compile(r"(.+) begin"),
    "seats": re.compile(r"(.+ on .+)"),
}
"""The lines of a case after its drawing, by what they do; the first that fits is meant."""


def read(text: str) -> Iterator[Case]:
    """The cases of a file; raises BadCase."""
    lines = deque((n, line.rstrip()) for n, line in enumerate(text.splitlines(), 1) if not line.startswith("#"))
    while lines:
        number, line = lines.popleft()
        if not line:
            continue
        head = HEAD.fullmatch(line)
        if not head:
            raise BadCase(number, f"found {line!r}; a case begins with a rule's number, two blanks and a sentence")
        yield Case(number, head["number"], head["sentence"], _drawing(number, lines), tuple(_steps(lines)))


def _drawing(number: int, lines: deque[tuple[int, str]]) -> str:
    """Lines of walls, and each line that has one above and one below."""
    rows: list[str] = []
    while lines and lines[0][1].startswith("+"):
        rows.append(lines.popleft()[1])
        if len(lines) > 1 and lines[1][1].startswith("+"):
            rows.append(lines.popleft()[1])
    if len(rows) < 3:
        raise BadCase(number, "no drawing follows; it begins with a line of walls, +---+---+")
    return "\n".join(rows)


def _steps(lines: deque[tuple[int, str]]) -> Iterator[Step]:
    while lines and lines[0][1]:
        number, line = lines.popleft()
        found = next(((verb, each[1]) for verb, form in STEPS.items() if (each := form.fullmatch(line))), None)
        if found is None:
            raise BadCase(number, f"found {line!r}; a line is one of {', '.join(STEPS)}")
        heard = []
        while lines and lines[0][1].startswith("  "):
            heard.append(lines.popleft()[1].strip())
        if heard and found[0] not in ("says", "begin"):
            raise BadCase(number, f"nothing is heard after {line!r}")
        yield Step(number, *found, tuple(heard))


# Playing

ITEMS = ("bullet", "kit", "junk")
SEAT = re.compile(r"(?P<name>\S+) on (?P<cell>\w+)(?P<has>(?:, [a-z ]+)*)")
LOOSE = re.compile(r"(?:(?P<count>no|\d) )?treasures? on (?P<cell>\w+)")


@dataclass
class Game:
    """A case being played: what is drawn, the options and the dice to come, and once it has begun the state."""

    case: Case
    map: Map[Any]
    options: dict[str, str] = field(default_factory=dict)
    dice: deque[int] = field(default_factory=deque)
    state: State | None = None

    def now(self, step: Step) -> State:
        """The state; raises BadCase before the players are seated."""
        if self.state is None:
            raise BadCase(step.line, "nobody is seated yet; say who is where, `Ann on a1; Bob on b2`")
        return self.state

    def roll(self, step: Step) -> Dice:
        """Dice that show what the case says; raises BadCase when it says nothing, or more than there are sides."""

        def die(sides: int) -> int:
            if not self.dice or self.dice[0] > sides:
                raise BadCase(step.line, f"a die with {sides} sides is rolled, and dice says {[*self.dice][:1]}")
            return self.dice.popleft()

        return die


class Outcome(NamedTuple):
    """What came of a step: what the case wants, what was found, and the keys of the words that were said for it."""

    step: Step
    wanted: object
    found: object
    keys: frozenset[tuple[str, str]] = frozenset()


def opened(case: Case) -> Game:
    """A case of which nothing is played yet; raises BadCase where the drawing cannot be read."""
    return Game(case, _map(case))


def follow(game: Game) -> Iterator[Outcome]:
    """Play a case step by step; raises BadCase where it cannot be played."""
    case = game.case
    breaks = [number for step in case.steps if step.verb == "breaks" for number in step.words.split(", ")]
    yield Outcome(Step(case.line, "breaks", "the rules that its drawing breaks", ()), breaks, numbers(game.map))
    for step in case.steps:
        if step.verb in ("says", "begin"):
            yield _told(game, step)
        elif step.verb in ("seats", "then"):
            if step.verb == "seats":
                game.state = _seated(game, step)
            yield from _standing(game.now(step), step)
        elif step.verb == "may":
            named = () if step.words == "nothing" else tuple(step.words.split(", "))
            yield Outcome(step, named, ways(game.now(step)))
        elif step.verb == "option":
            game.options[step.words] = "yes"
        elif step.verb == "dice":
            game.dice.extend(map(int, step.words.split()))
    if game.dice:
        raise BadCase(case.line, f"dice {' '.join(map(str, game.dice))} were never rolled")


def _map(case: Case) -> Map[Any]:
    """The map of the drawing, with settings that ask for nothing but what is there."""
    kinds = ("shop", "hospital", "marsh", "river", "rivers", "bends", "fake", "treasures", "exits")
    sets = {"two_way": TWO_WAY, "three_way": THREE_WAY}
    given = {name: str(sum(f"{letter}1" in case.drawing for letter in letters)) for name, letters in sets.items()}
    try:
        return drawn(case.drawing, **dict.fromkeys(kinds, "any"), **given)
    except UnreadableMap as bad:
        raise BadCase(case.line, f"its drawing cannot be read: {bad}") from None


def _seated(game: Game, step: Step) -> State:
    """The state that a line such as `Ann on a1, injured; treasure on b2` tells."""
    players, loose = [], []
    for told in map(str.strip, step.words.split(";")):
        if found := LOOSE.fullmatch(told):
            loose += [found["cell"]] * int(found["count"] or 1)
        elif found := SEAT.fullmatch(told):
            players.append(_player(found, step))
        else:
            raise BadCase(step.line, f"found {told!r}; say `Ann on a1, injured, kit` or `treasure on b2`")
    kinds = game.map.kinds
    for cell in (*(player.cell for player in players), *loose):
        if cell not in kinds:
            raise BadCase(step.line, f"there is no tile {cell} in the drawing")
    safe = sorted(cell for cell, kind in kinds.items() if kind == "safe")[: len(players)]
    options = {**game.options, "starts": " ".join(safe), "order": "given"}
    try:
        state = begin(game.map, tuple(player.name for player in players), options, game.roll(step)).state
    except BadSetting as bad:
        raise BadCase(step.line, str(bad)) from None
    placed = tuple(player._replace(may_roll=kinds[player.cell] == "shop") for player in players)
    return replace(state, players=placed, treasures=(*state.treasures, *loose))


def _player(found: re.Match[str], step: Step) -> Player:
    has = found["has"].split(", ")[1:]
    items = [each for each in has if each in ITEMS]
    if len(items) > 1 or not set(has) <= {*ITEMS, "injured", "treasure"}:
        raise BadCase(step.line, f"found {found[0]!r}; a player may have injured, treasure, one of {', '.join(ITEMS)}")
    return Player(found["name"], found["cell"], "injured" not in has, "".join(items), "treasure" in has)


def _told(game: Game, step: Step) -> Outcome:
    try:
        ruling = _ruling(game, step)
    except MoveError as bad:
        said = f"refused: {WORDS.refuse(bad.refusal)}"
        return Outcome(step, step.heard, (said,), frozenset({("refused", bad.refusal.key)}))
    game.state = ruling.state
    assert all(map(WORDS.note, ruling.notes))
    keys = {("heard", each.key) for each in ruling.heard} | {("notes", each.key) for each in ruling.notes}
    return Outcome(step, step.heard, tuple(map(WORDS.say, ruling.heard)), frozenset(keys))


def _ruling(game: Game, step: Step) -> Ruling[State]:
    if step.verb == "says":
        return play(game.now(step), step.words, game.roll(step))
    return begin(game.map, tuple(map(str.strip, step.words.split(","))), game.options, game.roll(step))


def _standing(state: State, step: Step) -> Iterator[Outcome]:
    """What each part of a `then` line wants, and what is so."""
    standing = {each.name: each for each in seats(state)}
    for told in map(str.strip, step.words.split(";")):
        loose, seat = LOOSE.fullmatch(told), SEAT.fullmatch(told)
        if loose:
            count = 0 if loose["count"] == "no" else int(loose["count"] or 1)
            yield Outcome(step, (loose["cell"], count), (loose["cell"], state.treasures.count(loose["cell"])))
        elif seat and seat["name"] in standing:
            found = standing[seat["name"]]
            has = {each for each in found.words.split(", ") if each != "healthy"}
            yield Outcome(step, (seat["cell"], {*seat["has"].split(", ")[1:]}), (found.cell, has))
        else:
            raise BadCase(step.line, f"found {told!r}; say where one of the players is, or `treasure on b2`")


# The rulings

CASES = tuple(read(FILE.read_text(encoding="utf-8")))


each_case = pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case.number}  {case.sentence}")


@each_case
def test_the_ruling(case: Case) -> None:
    for step, wanted, found, _ in follow(opened(case)):
        assert wanted == found, f"{FILE.name}:{step.line}: {step.words}"


def test_no_two_cases_are_called_the_same() -> None:
    told = Counter((case.number, case.sentence) for case in CASES)
    assert [each for each, count in told.items() if count > 1] == []


def test_every_case_is_of_a_rule_in_the_ledger() -> None:
    ledger = set(re.findall(r"^(?:\*\*|- )(TL-G?[\d.]+(?:\.[a-z])?)(?=\*\*| )", _ledger(), re.MULTILINE))
    assert [case.number for case in CASES if case.number not in ledger] == []


def test_every_rule_of_play_has_a_case() -> None:
    """Sections D to G of the ledger, whatever their tags, and each of their lettered resolutions."""
    play_ = _ledger().partition("\n## D.")[2].partition("\n## H.")[0]
    wanted = re.findall(r"^(?:\*\*|- )(TL-G?[\d.]+(?:\.[a-z])?)(?=\*\*| )", play_, re.MULTILINE)
    shown = {case.number for case in CASES}
    assert len(wanted) > 100
    assert [number for number in wanted if number not in shown] == [n for n in wanted if n in NO_RULING]
    assert set(NO_RULING) <= set(wanted)
    assert "TL-7" in shown, "the aim stands in section B"


def _ledger() -> str:
    return LEDGER.read_text(encoding="utf-8")


def test_every_phrase_is_heard_in_a_case_and_no_other() -> None:
    heard = {key for case in CASES for outcome in follow(opened(case)) for key in outcome.keys}
    phrased = {(part, key) for part in ("heard", "notes", "refused") for key in getattr(WORDS, part)}
    assert heard == phrased


def test_every_option_of_the_table_is_played_in_a_case() -> None:
    played = {step.words for case in CASES for step in case.steps if step.verb == "option"}
    assert played == set(OPTIONS) - HOSTED


@each_case
def test_what_a_player_may_say_is_not_refused(case: Case) -> None:
    """At each moment of a case every directive on offer can be carried out, and twice with the same ruling."""
    game = opened(case)
    for _ in follow(game):
        if game.state is not None:
            for words in ways(game.state):
                once, again = (play(game.state, words, lambda sides: sides) for _ in range(2))
                assert once == again


# Reading says what would do

GOOD = """
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

BAD = {
    "a case begins": (GOOD.replace("TL-55  One step.", "One step."), 2),
    "no drawing follows": (re.sub(r"^[+|].*\n", "", GOOD, flags=re.MULTILINE), 2),
    "cannot be read": (GOOD.replace("| T", "| Q"), 2),
    "found 'Ann east'": (GOOD.replace("Ann: east", "Ann east"), 9),
    "nothing is heard after": (GOOD.replace("Ann: east", "then Ann on a2"), 9),
    "say who is where": (GOOD.replace("Ann on a2; Bob on b2\n", ""), 8),
    "there is no tile c9": (GOOD.replace("b2", "c9"), 8),
    "one of bullet, kit, junk": (GOOD.replace("Ann on a2", "Ann on a2, kit, junk"), 8),
    "a player may have": (GOOD.replace("Ann on a2", "Ann on a2, sword"), 8),
    "say `Ann on a1, injured, kit`": (GOOD.replace("Ann on a2", "Ann flies on a2"), 8),
    "there is no option 'luck'": (GOOD.replace("Ann on a2", "option luck\nAnn on a2"), 9),
    "found 1 players": (GOOD.replace(".", "M").replace("Ann on a2; Bob on b2", "Ann on a2"), 8),
    "a die with 6 sides": (GOOD.replace("Ann: east", "Ann: attack Bob").replace("b2", "a2"), 9),
    "were never rolled": (GOOD.replace("Ann: east", "dice 3\nAnn: east"), 2),
    "say where one of the players is": (GOOD + "then Cid on a2\n", 11),
}


@pytest.mark.parametrize("problem", BAD)
def test_a_case_that_cannot_be_read_or_played_is_told_with_its_line(problem: str) -> None:
    text, line = BAD[problem]
    with pytest.raises(BadCase) as told:
        [list(follow(opened(case))) for case in read(text)]
    assert str(told.value).startswith(f"treasures.cases:{line}: ")
    assert problem in str(told.value)


def test_a_case_that_hears_something_else_is_found_out() -> None:
    for wrong in (GOOD.replace("SAFE", "safe"), GOOD + "then Ann on a1\n", GOOD + "may say north\n"):
        (case,) = read(wrong)
        assert any(outcome.wanted != outcome.found for outcome in follow(opened(case)))
