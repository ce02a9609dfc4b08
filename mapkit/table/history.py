"""The history of a game: what the events of a log lead to, each carried out once more."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple, assert_never

from mapkit.language.directives import player_named, vocabulary
from mapkit.model.errors import MapkitError
from mapkit.model.files import BadLog, printable_name
from mapkit.model.game import table_of
from mapkit.model.letters import alike, refused_word
from mapkit.model.map import Map
from mapkit.model.message import NOTHING, Message, Name, clauses, message
from mapkit.model.ruling import MoveError, NoRuling, Ruling, heard
from mapkit.model.settings import BadSetting
from mapkit.model.table import Referee, Screen, Speech, Table
from mapkit.table.log import BeginEntry, DirectiveEntry, Event, HintEntry, RedoEntry, RulingEntry, UndoEntry, as_logged


class PlayedDirective(NamedTuple):
    """One directive that was carried out, or one ruling by the game master."""

    number: int
    """The number of its event in the log."""
    mover: str
    """The player who said it; empty for a ruling by the game master."""
    words: str
    ruling: Ruling[Any]
    secret: bool = False
    """Whether it was typed in secret, so that nobody may see its words."""

    @property
    def by_the_game_master(self) -> bool:
        return not self.mover

    @property
    def words_alone(self) -> str:
        """The words without the player's name before a colon; other colons stay, such as in the hex `2:d4/1`."""
        name, colon, rest = self.words.partition(":")
        return (rest if colon and player_named(name, [self.mover]) else self.words).strip()

    @property
    def ends_turn(self) -> bool:
        """Whether its ruling announced the next turn."""
        return any(announcement.key == "turn" for announcement in self.ruling.heard)


@dataclass
class History:
    """What the events of a log lead to, as far as it has followed them.

    It only adds to its lists and takes from their ends, so a command of a long game takes no longer than the first.
    """

    begun: BeginEntry
    table: Table[Any]
    opening: Ruling[Any]
    name: str
    """The name of the log in errors."""
    events: int = 1
    played: list[PlayedDirective] = field(default_factory=list)
    """The directives that stand, in their order."""
    undone: list[PlayedDirective] = field(default_factory=list)
    """The directives that may be redone, the next one last."""
    hints: list[HintEntry] = field(default_factory=list)

    @property
    def referee(self) -> Referee[Any]:
        return self.table.referee

    @property
    def state(self) -> Any:
        """The state after the last directive, or after the opening."""
        return (self.played[-1].ruling if self.played else self.opening).state

    def speaker(self, state: Any, words: str) -> str:
        """The player who says a directive, mostly the one whose turn it is; raises InvalidMove."""
        speaker = self.table.seating.speech.speaker
        return speaker(state, words) if speaker is not None else self.referee.mover(state)

    def moved(self, event: Event) -> tuple[PlayedDirective, ...]:
        """The directives that the next event takes back or brings back, in its order; none for other events."""
        match event.entry:
            case UndoEntry(numbers):
                return tuple(self.played[: -len(numbers) - 1 : -1])
            case RedoEntry(numbers):
                return tuple(self.undone[: -len(numbers) - 1 : -1])
            case _:
                return ()

    def follow(self, event: Event) -> None:
        """Carry out the next event of the log; raises BadLog where the ruling differs from what the event says."""
        match event.entry:
            case DirectiveEntry() as said:
                self.played.append(self._replayed(event.number, said))
                self.undone.clear()
            case RulingEntry() as ruled:
                try:
                    ruling = ruling_of(self.table.screen, self.state, ruled.words)
                except MoveError:
                    raise self._different(event.number) from None
                self._compare(event.number, ruled, ruling, _RecordedDice(()))
                self.played.append(PlayedDirective(event.number, "", ruled.words, ruling))
                self.undone.clear()
            case UndoEntry(numbers):
                self._shift(event, numbers, self.played, self.undone)
            case RedoEntry(numbers):
                self._shift(event, numbers, self.undone, self.played)
            case HintEntry() as hinted:
                self.hints.append(hinted)
            case BeginEntry():
                raise BadLog(self.name, event.number + 1, message("a game begins within a game"))
            case _:
                assert_never(event.entry)
        self.events += 1

    def _replayed(self, number: int, said: DirectiveEntry) -> PlayedDirective:
        """A directive of the log, carried out again; raises BadLog where the ruling differs."""
        state, dice = self.state, _RecordedDice(said.rolls)
        try:
            ruling = self.referee.play(state, said.words, dice)
            mover = self.speaker(state, said.words)
        except (MoveError, _OtherDice):
            raise self._different(number) from None
        if mover != said.by:
            raise self._different(number)
        self._compare(number, said, ruling, dice)
        return PlayedDirective(number, mover, said.words, ruling, self.referee.secret(state))

    def _shift(
        self, event: Event, numbers: Iterable[int], source: list[PlayedDirective], target: list[PlayedDirective]
    ) -> None:
        """Move the directives that an undo or redo names from the end of one list to the end of the other."""
        for number in numbers:
            if not source or source[-1].number != number:
                why = message("it undoes or redoes a command that was not the last one")
                raise BadLog(self.name, event.number + 1, why)
            target.append(source.pop())

    def _compare(
        self, number: int, entry: BeginEntry | DirectiveEntry | RulingEntry, ruling: Ruling[Any], dice: _RecordedDice
    ) -> None:
        """Raise BadLog where a ruling differs from what the log has for it."""
        same = as_logged(ruling.heard) == as_logged(entry.heard) and self.referee.mover(ruling.state) == entry.turn
        if not same or dice.left:
            raise self._different(number)

    def _different(self, number: int) -> BadLog:
        writer = printable_name(f"mapkit {self.begun.version}"[:40])
        says = message("this mapkit rules differently from the one that wrote the log, {writer}", writer)
        return BadLog(self.name, number + 1, clauses(says, message("play on with that one")))


def opened(drawn: Map[Any], begun: BeginEntry, name: str) -> History:
    """The history at the beginning of a game, by its log; raises BadLog where the ruling differs from `begun`."""
    if begun.game != drawn.game.name:
        found, of_map = Name(repr(begun.game)), Name(drawn.game.name)
        raise BadLog(name, 1, message("the game is {found}, but its map is of {name}", found, of_map))
    try:
        table = table_of(drawn.game)
        check_names(begun.players, table.seating.speech)
        dice, options = _RecordedDice(begun.rolls), of_the_game(table, begun.options)
        history = History(begun, table, table.referee.begin(drawn, begun.players, options, dice), name)
    except (BadSetting, _OtherDice) as error:
        raise BadLog(name, 1, message("the game cannot begin as this line says: {why}", error.said)) from None
    history._compare(0, begun, history.opening, dice)
    return history


HINTS = "hints"
"""The option that says how many hints each player may ask for."""
MOST_HINTS = 99
KNOWLEDGE = "knowledge"
"""The option by which players may ask what follows from what they have heard."""
PRIVATE_POCKET = "private-pocket"
"""The option by which a player alone hears what they have."""
CONCLUDED: Mapping[str, tuple[str, Message]] = {
    HINTS: ("3", message("each player may ask for so many hints, of what follows from the answers")),
    KNOWLEDGE: ("yes", message("players may look at all that follows from the answers, also on their phones")),
    PRIVATE_POCKET: ("yes", message("a player who asks what they have is answered in private")),
}
"""The options of games in which players can conclude something: a value that each takes, and what it does."""


def hints_agreed(table: Table[Any], options: Mapping[str, str]) -> int:
    """How many hints each player may ask for; raises BadSetting for what is no such number."""
    said = options.get(HINTS, "0") if table.evidence is not None else "0"
    if not (said.isascii() and said.isdecimal() and int(said[:4]) <= MOST_HINTS):
        found = refused_word(said)
        raise BadSetting(message("hints takes a number from {low} to {high}, not {found}", 0, MOST_HINTS, found))
    return int(said)


def is_agreed(option: str, table: Table[Any], options: Mapping[str, str]) -> bool:
    """Whether players have agreed on `knowledge` or `private-pocket`; raises BadSetting for what is no yes or no."""
    said = options.get(option, "no") if table.evidence is not None else "no"
    if said not in ("yes", "no"):
        raise BadSetting(message("{name} takes yes or no, not {found}", Name(option), refused_word(said)))
    return said == "yes"


def of_the_game(table: Table[Any], options: Mapping[str, str]) -> Mapping[str, str]:
    """The options that the game's referee knows, not mapkit itself; raises BadSetting for wrong ones of mapkit."""
    hints_agreed(table, options)
    is_agreed(KNOWLEDGE, table, options)
    is_agreed(PRIVATE_POCKET, table, options)
    return {key: option for key, option in options.items() if key not in CONCLUDED or table.evidence is None}


def agreed_on(table: Table[Any], options: Mapping[str, str]) -> Iterator[tuple[Message, str]]:
    """The options that players have agreed on: what each does, and how it is typed."""
    words = {**table.seating.options, **{key: said for key, (_, said) in CONCLUDED.items()}}
    for key, value in options.items():
        if key in words and value not in ("no", "0"):
            yield words[key], f"{key}={value}"


def says(words: str) -> bool:
    """Whether the game master's words are to be said to everybody, and are no correction."""
    return vocabulary("table").plain(words.partition(" ")[0]) == "say"


def ruling_of(screen: Screen[Any], state: Any, words: str) -> Ruling[Any]:
    """What the game master's words lead to: they are said to everybody, or they correct the game. Raises NoRuling."""
    said = " ".join(words.split())
    if not said.isprintable():
        raise NoRuling(heard("unprintable"))
    if says(said):
        _, _, rest = said.partition(" ")
        if not rest:
            raise NoRuling(heard("says-nothing"))
        return Ruling((heard("gm-says", words=rest),), (), state)
    if screen.correct is None:
        raise NoRuling(heard("no-corrections"))
    return screen.correct(state, said)


MOST_NAME = 20
"""The most characters of a player's name."""
_FURTHER = frozenset("exit resume delete list log moves restart save say start ways".split())  # noqa: SIM905 (as words)
"""Words that look like those of the table."""


def check_names(names: Sequence[str], speech: Speech[Any]) -> None:
    """Raise BadSetting, with all that is wrong, for names that are too similar or look like directives."""
    wrong = [problem for name in names if (problem := _name_problem(name, speech))]
    seen: dict[str, str] = {}
    for name in names:
        other = seen.get(alike(name))
        if other is not None:
            this, that = Name(repr(name)), Name(repr(other))
            twice = message("two players are called {found}, so give one another name", this)
            wrong.append(twice if other == name else message("{name} and {other} are too much alike", that, this))
        seen[alike(name)] = name
    if wrong:
        raise BadSetting(clauses(*dict.fromkeys(wrong)))


def _name_problem(name: str, speech: Speech[Any]) -> Message:
    """What is wrong with a player's name, in words; empty where nothing is."""
    words, found = _FURTHER | vocabulary("table").directives | speech.directives, Name(repr(name))
    if not name or not name.isprintable() or name != " ".join(name.split()) or len(name) > MOST_NAME:
        takes = message("take 1 to {number} printable characters, with single spaces between words", MOST_NAME)
        return message("{found} is no name: {takes}", found, takes)
    if between := next((sign for sign in name if sign in ":;,\"'"), ""):
        has = message("{found} cannot be a name: it looks like a command, as it has {sign}", found, Name(repr(between)))
        return clauses(has, message("leave that out"))
    if set(alike(name).split()) <= words:
        return message("{found} cannot be a name: it looks like a command; add a letter to it", found)
    if name[0].isdigit():
        return message("{found} cannot be a name: it looks like a command; begin it with a letter", found)
    if not name[0].isalpha():
        sign = Name(repr(name[0]))
        return message("{found} cannot be a name: it begins with {sign}; begin it with a letter", found, sign)
    if any(word in speech.barred_in_names or word.isdigit() for word in alike(name).split()):
        return message("{found} cannot be a name: it looks like part of a command", found)
    return NOTHING


class _OtherDice(MapkitError):
    """A ruling asks for other dice than the log has."""


class _RecordedDice:
    """Dice that show what a log says; `left` are the rolls that are not used yet."""

    def __init__(self, rolls: Iterable[int]) -> None:
        self.left = list(rolls)

    def __call__(self, faces: int) -> int:
        if not self.left or not 1 <= self.left[0] <= faces:
            raise _OtherDice(message("it takes other rolls of the dice"))
        return self.left.pop(0)
