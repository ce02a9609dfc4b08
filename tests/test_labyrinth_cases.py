"""The numbered rulings of `cases/labyrinth.cases`: each is played as written, and heard word for word.

The form of a case is told at the top of that file. What cannot be read there is told as `labyrinth.cases:LINE: ...`.
"""

from __future__ import annotations

import re
import tomllib
from collections import Counter, deque
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from mapkit import shelf
from mapkit.game import BadSetting, Dice, Heard, Map, MoveError, Ruling
from mapkit.games.labyrinth.code import OPTIONS
from mapkit.games.labyrinth.referee import begin, mover, play, seats, ways
from mapkit.games.labyrinth.weapons import Arms, Loose, Player, State, first_arms
from mapkit.grid import Border
from mapkit.playing.phrases import phrases
from mapkit.source import UnreadableMap
from tests.drawings import drawn, numbers

FILE = Path(__file__).parent / "cases" / "labyrinth.cases"
LEDGER = Path(__file__).parents[1] / "docs" / "rules" / "labyrinth.md"
WORDS = {language: phrases("labyrinth", language) for language in ("en", "ru")}

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


HEAD = re.compile(r"(?P<number>MP-\S+)  (?P<sentence>\S.*)")
STEPS = {
    "says": re.compile(r"([^\W\d][\w ]*: .+)"),
    "breaks": re.compile(r"breaks (MP-.+)"),
    "option": re.compile(r"option (\S+=.+)"),
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
    """Settings, then lines of walls and each line that has one above and one below; floors are parted by a `/`."""
    rows: list[str] = []
    while lines and re.match(r"[a-z_]+=", lines[0][1]):
        rows.append(lines.popleft()[1])
    while lines and lines[0][1].startswith(("+", "/")):
        rows.append(lines.popleft()[1].replace("/", ""))
        if len(lines) > 1 and lines[1][1].startswith("+") and lines[0][1] != "/" and rows[-1]:
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

SEAT = re.compile(r"(?P<name>\S+) on (?P<cell>[\w/]+)(?P<has>(?:, [a-z0-9 NESW]+)*)")
LIES = re.compile(r"(?:(?P<no>no) )?(?P<what>treasure|false treasure|boomerang|bear|leprechaun) on (?P<cell>[\w/]+)")


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
    try:
        return Game(case, drawn(case.drawing, "labyrinth"))
    except UnreadableMap as bad:
        raise BadCase(case.line, f"its drawing cannot be read: {bad}") from None


def follow(game: Game) -> Iterator[Outcome]:
    """Play a case step by step; raises BadCase where it cannot be played."""
    case = game.case
    breaks = [number for step in case.steps if step.verb == "breaks" for number in step.words.split(", ")]
    yield Outcome(Step(case.line, "breaks", "the rules that its drawing breaks", ()), breaks, numbers(game.map))
    for step in case.steps:
        if step.verb in ("says", "begin"):
            yield _told(game, step)
        elif step.verb == "seats":
            game.state = _seated(game, step)
        elif step.verb == "then":
            yield from _standing(game.now(step), step)
        elif step.verb == "may":
            named = () if step.words == "nothing" else tuple(step.words.split(", "))
            yield Outcome(step, named, ways(game.now(step)))
        elif step.verb == "option":
            key, _, value = step.words.partition("=")
            game.options[key] = value
        elif step.verb == "dice":
            game.dice.extend(map(int, step.words.split()))
    if game.dice:
        raise BadCase(case.line, f"dice {' '.join(map(str, game.dice))} were never rolled")


def _seated(game: Game, step: Step) -> State:
    """The state that a line such as `Ann on a1, wounded; treasure on b2` tells."""
    told = list(map(str.strip, step.words.split(";")))
    lies = [found for each in told if (found := LIES.fullmatch(each))]
    sits = [found for each in told if not LIES.fullmatch(each) and (found := SEAT.fullmatch(each))]
    if len(lies) + len(sits) != len(told):
        raise BadCase(step.line, f"found {step.words!r}; say `Ann on a1, wounded, bullets 1` or `treasure on b2`")
    first = game.map.params.grid.cells()[0]
    free = next((cell for cell, kind in game.map.kinds.items() if kind == "empty"), first)
    options = {**game.options, "starts": " ".join([free] * len(sits)), "order": "given"}
    try:
        state = begin(game.map, tuple(each["name"] for each in sits), options, game.roll(step)).state
    except BadSetting as bad:
        raise BadCase(step.line, str(bad)) from None
    players = tuple(_player(each, game, step) for each in sits)
    drops = [(each["cell"], each["what"] == "treasure") for each in lies if "treasure" in each["what"]]
    marked = [(cell, kind == "treasure") for cell, kind in game.map.kinds.items() if kind in ("treasure", "false")]
    held = sum(player.genuine for player in players)
    genuine = sum(real for _, real in (*marked, *drops)) + held
    loose = tuple(Loose(*each) for each in (*marked, *drops))
    fallen = tuple(each["cell"] for each in lies if each["what"] == "boomerang")
    return replace(state, players=players, loose=loose, genuine=genuine, fallen=fallen)


def _player(found: re.Match[str], game: Game, step: Step) -> Player:
    player = Player(found["name"], spot=found["cell"], start=found["cell"])
    for has in found["has"].split(", ")[1:]:
        word, _, rest = has.partition(" ")
        if word in Arms._fields and rest.isdecimal():
            player = player._replace(arms=player.arms._replace(**{word: int(rest)}))
        elif word == "genuine" and rest.isdecimal():
            player = player._replace(genuine=int(rest))
        elif word == "false" and rest.isdecimal():
            player = player._replace(false=int(rest))
        elif has == "kit":
            player = player._replace(arms=first_arms(game.map.params))
        elif word == "outside":
            player = player._replace(spot=Border(found["cell"], rest))
        elif has in ("wounded", "dead"):
            player = player._replace(wounded=True, dead=has == "dead")
        else:
            raise BadCase(step.line, f"found {has!r}; a player has wounded, dead, kit, outside E, genuine 1, bullets 1")
    return player


def _told(game: Game, step: Step) -> Outcome:
    try:
        ruling = _ruling(game, step)
    except BadSetting as bad:
        return Outcome(step, step.heard, (f"refused: {bad}",))
    except MoveError as bad:
        return _refused(step, bad.refusal)
    game.state = ruling.state
    for words in WORDS.values():
        spoken = [*map(words.say, ruling.heard), *map(words.note, ruling.notes)]
        assert not any("{" in each for each in spoken)
    keys = {("heard", each.key) for each in ruling.heard} | {("notes", each.key) for each in ruling.notes}
    language = "ru" if any(re.search("[а-я]", each) for each in step.heard) else "en"
    return Outcome(step, step.heard, tuple(map(WORDS[language].say, ruling.heard)), frozenset(keys))


def _refused(step: Step, refusal: Heard) -> Outcome:
    spoken = [words.refuse(refusal) for words in WORDS.values()]
    assert not any("{" in each for each in spoken)
    return Outcome(step, step.heard, (f"refused: {spoken[0]}",), frozenset({("refused", refusal.key)}))


def _ruling(game: Game, step: Step) -> Ruling[State]:
    if step.verb == "says":
        return play(game.now(step), step.words, game.roll(step))
    return begin(game.map, tuple(map(str.strip, step.words.split(","))), game.options, game.roll(step))


def _standing(state: State, step: Step) -> Iterator[Outcome]:
    """What each part of a `then` line wants, and what is so."""
    standing = {each.name: each for each in seats(state)}
    for told in map(str.strip, step.words.split(";")):
        lies, seat = LIES.fullmatch(told), SEAT.fullmatch(told)
        if lies:
            yield Outcome(step, (told, not lies["no"]), (told, lies["cell"] in _lying(state, lies["what"])))
        elif seat and seat["name"] in standing:
            found = standing[seat["name"]]
            has = {each for each in found.words.split(", ") if each != "healthy"}
            yield Outcome(step, (seat["cell"], {*seat["has"].split(", ")[1:]}), (found.cell, has))
        else:
            raise BadCase(step.line, f"found {told!r}; say where one of the players is, or `treasure on b2`")


def _lying(state: State, what: str) -> list[str]:
    if what in ("bear", "leprechaun"):
        return [each.cell for each in state.creatures if each.kind == what]
    if what == "boomerang":
        return list(state.fallen)
    return [each.cell for each in state.loose if each.genuine == (what == "treasure")]


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


NUMBERED = re.compile(r"^(?:\*\*|- )(MP-(?:[A-Z]-?)?[\d.]+(?:\.[a-z])?)(?=\*\*| )(.*)$", re.MULTILINE)


def test_every_case_is_of_a_rule_in_the_ledger() -> None:
    ledger = {number for number, _ in NUMBERED.findall(_ledger())}
    assert [case.number for case in CASES if case.number not in ledger] == []


def test_every_rule_of_play_has_a_case() -> None:
    """Parts C to G of the ledger, as far as they are tagged as rules of play."""
    parts = _ledger().partition("\n## C.")[2].partition("\n## H.")[0]
    tags = re.compile(r"`\[(?:move|effect|announce|win|variant)\]`")
    wanted = [number for number, rest in NUMBERED.findall(parts) if tags.search(rest)]
    shown = {case.number for case in CASES}
    assert len(wanted) > 60
    assert [number for number in wanted if number not in shown] == [n for n in wanted if n in NO_RULING]
    assert set(NO_RULING) <= set(wanted)


def test_every_option_of_the_code_that_changes_play_has_two_cases() -> None:
    played = Counter(option for case in CASES for option in opened(case).map.params.code.options)
    named = Counter(case.number for case in CASES)
    wanted = [option for option in OPTIONS if option not in NOT_IN_PLAY]
    assert [o for o in wanted if played[o] < 2] == []
    assert [o for o in wanted if o not in BASIC and not named[f"MP-{o[0]}-{o[1]}"]] == []


def _ledger() -> str:
    return LEDGER.read_text(encoding="utf-8")


def test_every_phrase_is_heard_in_a_case_and_no_other() -> None:
    heard = {key for case in CASES for outcome in follow(opened(case)) for key in outcome.keys}
    for words in WORDS.values():
        assert heard == {(part, key) for part in ("heard", "notes", "refused") for key in getattr(words, part)}


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
    for case in CASES:
        for outcome in follow(opened(case)):
            assert outcome.found is not None
    for text in (*WORDS["ru"].heard.values(), *WORDS["ru"].refused.values()):
        assert not re.search("[A-Za-z]{2}", re.sub(r"\{\w+\}", "", text))


@each_case
def test_what_a_player_may_say_is_not_refused(case: Case) -> None:
    """At each moment of a case every directive on offer can be carried out, and twice with the same ruling."""
    game = opened(case)
    for _ in follow(game):
        if game.state is not None and not game.state.secret:
            for words in ways(game.state):
                once, again = (play(game.state, words, lambda sides: sides) for _ in range(2))
                assert once == again
            assert bool(mover(game.state)) == bool(ways(game.state))


# Reading says what would do

GOOD = """
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

BAD = {
    "a case begins": (GOOD.replace("MP-53  One step.", "One step."), 2),
    "no drawing follows": (re.sub(r"^[+|].*\n", "", GOOD, flags=re.MULTILINE), 2),
    "cannot be read": (GOOD.replace("| T", "| Q1"), 2),
    "found 'Ann right'": (GOOD.replace("Ann: right", "Ann right"), 10),
    "nothing is heard after": (GOOD.replace("Ann: right", "then Ann on a2"), 10),
    "say who is where": (GOOD.replace("Ann on a2; Bob on b2\n", ""), 9),
    "a player has": (GOOD.replace("Ann on a2", "Ann on a2, sword"), 9),
    "say `Ann on a1, wounded": (GOOD.replace("Ann on a2", "Ann flies on a2"), 9),
    "there is no option 'luck'": (GOOD.replace("Ann on a2", "option luck=yes\nAnn on a2"), 10),
    "were never rolled": (GOOD.replace("Ann: right", "dice 3\nAnn: right"), 2),
    "say where one of the players is": (GOOD + "then Cid on a2\n", 13),
}


@pytest.mark.parametrize("problem", BAD)
def test_a_case_that_cannot_be_read_or_played_is_told_with_its_line(problem: str) -> None:
    text, line = BAD[problem]
    with pytest.raises(BadCase) as told:
        [list(follow(opened(case))) for case in read(text)]
    assert str(told.value).startswith(f"labyrinth.cases:{line}: ")
    assert problem in str(told.value)


def test_a_case_that_hears_something_else_is_found_out() -> None:
    for wrong in (GOOD.replace("executed", "made"), GOOD + "then Ann on a1\n", GOOD + "may say up\n"):
        (case,) = read(wrong)
        assert any(outcome.wanted != outcome.found for outcome in follow(opened(case)))
