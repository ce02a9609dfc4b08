"""The history of a game: what the events of its log lead to, and what may come next."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import zip_longest
from typing import Any, NamedTuple, assert_never

from mapkit.language.directives import player_named, vocabulary
from mapkit.model.chance import Chance
from mapkit.model.errors import MapkitError, refuse_all
from mapkit.model.files import BadLog, printable_name
from mapkit.model.frozen import FrozenDict
from mapkit.model.game import table_of
from mapkit.model.letters import alike, composed, refused_word
from mapkit.model.map import Map
from mapkit.model.message import NOTHING, Message, Name, clauses, message
from mapkit.model.ruling import (
    Announcement,
    Dice,
    IllegalMove,
    MoveError,
    NoRuling,
    Ruling,
    Seat,
    Situation,
    heard,
    recorded,
    turns_begun,
)
from mapkit.model.settings import BadSetting
from mapkit.model.table import Referee, Screen, Speech, Table
from mapkit.model.version import __version__
from mapkit.table.log import BeginEntry, DirectiveEntry, Entry, HintEntry, RedoEntry, RulingEntry, UndoEntry, as_logged


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


class FollowedEvents(NamedTuple):
    """What the events of a log lead to, as far as they were followed."""

    number: int = 1
    played: tuple[PlayedDirective, ...] = ()
    """The directives that stand, in their order."""
    undone: tuple[PlayedDirective, ...] = ()
    """The directives that may be redone, the next one last."""
    hints: tuple[HintEntry, ...] = ()


@dataclass(eq=False)
class History:
    """A game so far: what the events of its log lead to.

    An event takes one step, so Ctrl-C comes before it or after it.
    """

    map: Map[Any]
    begun: BeginEntry
    table: Table[Any]
    opening: Ruling[Any]
    """The ruling that began the game."""
    name: str
    """The name of the log in errors."""
    followed: FollowedEvents = field(default_factory=FollowedEvents)

    # What stands

    @property
    def events(self) -> int:
        return self.followed.number

    @property
    def hints(self) -> tuple[HintEntry, ...]:
        return self.followed.hints

    @property
    def standing_directives(self) -> tuple[PlayedDirective, ...]:
        return self.followed.played

    @property
    def latest_directive(self) -> PlayedDirective | None:
        """The last directive that stands; None where there is none."""
        return self.standing_directives[-1] if self.standing_directives else None

    @property
    def redoable_directives(self) -> tuple[PlayedDirective, ...]:
        """The directives that may be redone, the next one last."""
        return self.followed.undone

    @property
    def agreements(self) -> tuple[Announcement, ...]:
        """What was announced at the beginning of what was agreed on."""
        return tuple(said for said in self.opening.heard if said.key.startswith(self.table.seating.agreed))

    @property
    def in_order(self) -> tuple[str, ...]:
        """The players in the order of turns, as it was announced at the beginning."""
        told = dict(self.opening.heard[0].args).get("players", "").split(", ")
        return tuple(told) if sorted(told) == sorted(self.begun.players) else self.begun.players

    @property
    def turns(self) -> int:
        """How many turns have been played to their end."""
        rulings = (self.opening, *(directive.ruling for directive in self.standing_directives))
        return max(0, sum(turns_begun(ruling.heard) for ruling in rulings) - bool(self.mover))

    @property
    def referee(self) -> Referee[Any]:
        return self.table.referee

    @property
    def state(self) -> Any:
        """The state after the last directive, or after the opening."""
        return (self.latest_directive.ruling if self.latest_directive else self.opening).state

    @property
    def mover(self) -> str:
        """The player whose turn it is; empty when the game is over."""
        return self.referee.mover(self.state)

    @property
    def speakers(self) -> tuple[str, ...]:
        """The players who may speak now: the mover, or all of them in games where others may speak, too."""
        if not self.mover:
            return ()
        return self.begun.players if self.table.seating.speech.speaker is not None else (self.mover,)

    @property
    def secret(self) -> bool:
        """Whether the next words must stay hidden while they are typed."""
        return self.referee.secret(self.state)

    @property
    def asks_start(self) -> str:
        """The key of the phrase that asks the player to move for a start; empty where they choose none now."""
        return self.table.seating.asks_start if self.secret else ""

    @property
    def ways(self) -> tuple[str, ...]:
        """The directives that may be said now, for the player to move alone."""
        return self.referee.ways(self.state)

    @property
    def certain(self) -> tuple[str, ...]:
        """The directives that may be said now, for everybody to see."""
        return self.referee.certain(self.state)

    @property
    def perhaps(self) -> tuple[str, ...]:
        """The directives of which nobody is told whether they may be said now."""
        return self.referee.perhaps(self.state)

    @property
    def seats(self) -> tuple[Seat, ...]:
        """Where each player is, for the game master alone."""
        return self.referee.seats(self.state)

    @property
    def situation(self) -> Situation:
        """The moment as the game master sees it."""
        if self.table.screen.situation is None:
            return Situation(("condition",), self.seats)
        return self.table.screen.situation(self.state)

    @property
    def board(self) -> Map[Any]:
        """The map as it is now, for the game master alone; the map of the beginning in games that do not give it."""
        board = self.table.screen.board
        return board(self.state) if board is not None else self.map

    @property
    def winners(self) -> tuple[str, ...]:
        statistics = self.table.statistics
        return tuple(statistics.winners(self.state)) if statistics is not None else ()

    @property
    def is_private(self) -> bool:
        """Whether answers are private: only the players named in them hear them."""
        return any(self.begun.options.get(key, "no") == "yes" for key in self.table.seating.private_options)

    def asides(self, line: str) -> Mapping[str, Announcement]:
        """What each player hears who asks what they themselves have; nothing where the line is no such question.

        The question is of the player named before a colon, or else of the player whose turn it is. When the game is
        over, the answer is for all players, and no secret any more.
        """
        before, _, word = line.rpartition(":")
        aside = self.table.screen.asides.get(vocabulary("table").forms.get(alike(word), alike(word)))
        called, known = before.strip() or self.mover, self.begun.players
        names = [player_named(called, known)] if called else known
        found = {} if aside is None else {name: aside(self.state, name) for name in names if name}
        if not self.mover:
            return {name: said._replace(to=()) for name, said in found.items()}
        alone = self.is_private or is_agreed(PRIVATE_POCKET, self.table, self.begun.options)
        return {name: said._replace(to=(name,)) for name, said in found.items()} if alone else found

    # What may come

    def speaker(self, words: str) -> str:
        """The player who says a directive, mostly the one whose turn it is; raises InvalidMove."""
        speaker = self.table.seating.speech.speaker
        return speaker(self.state, words) if speaker is not None else self.mover

    def carry_out(self, line: str, by: str, say: Callable[[str], Ruling[Any]]) -> Iterator[Ruling[Any]]:
        """Say the directives of a line; raises MoveError as `Speech.carry_out` does.

        With `by`, they are refused where it is not that player who says them, or where that player may not say them
        alone, with nobody watching.
        """
        speech, line = self.table.seating.speech, self.map.params.grid.with_names(line)
        for directive in speech.split(line) if by else ():
            speech.refuse_alone(self.state, directive, by)
        yield from speech.carry_out(self.state, line, lambda words: say(self._words_of(by, words) if by else words))

    def _words_of(self, by: str, words: str) -> str:
        """A directive as that player says it; raises IllegalMove where it is not for them to speak."""
        named = player_named(words.partition(":")[0], self.begun.players) if ":" in words else ""
        if by in self.speakers and by != self.mover and named != by:
            words = f"{by}: {words}"
        if self.mover and self.speaker(words) != by:
            raise IllegalMove(heard("turn", player=self.mover))
        return words

    def judged(self, words: str) -> tuple[DirectiveEntry, PlayedDirective]:
        """A directive as it would be written down and carried out now; raises InvalidMove or IllegalMove.

        The dice depend on the seed and the number of the event. So they show the same after a game was closed, or after
        the log could not be written.
        """
        rolls = list[int]()
        number = self.events - len(self.hints)  # a hint changes no roll of the dice
        ruling = self.referee.play(self.state, words, rolling(self.begun.seed, number, rolls))
        by = self.speaker(words)
        entry = DirectiveEntry(by, words, tuple(rolls), ruling.heard, self.referee.mover(ruling.state))
        return entry, PlayedDirective(self.events, by, words, ruling, self.secret)

    def ruled(self, words: str) -> tuple[RulingEntry, PlayedDirective]:
        """A ruling by the game master as it would be written down and carried out now; raises NoRuling."""
        words = words if says(words) else self.map.params.grid.with_names(words, apart=True)
        ruling = ruling_of(self.table.screen, self.state, words)
        entry = RulingEntry(words, ruling.heard, self.referee.mover(ruling.state))
        return entry, PlayedDirective(self.events, "", words, ruling)

    def turns_back(self, turns: int) -> tuple[PlayedDirective, ...]:
        """The last `turns` turns or rulings by the game master, the latest directive first.

        A turn that has begun counts as one. It goes back to the directive that ended the turn before it, and does not
        include that directive.
        """
        back, latest_first = list[PlayedDirective](), self.standing_directives[::-1]
        for played, older in zip_longest(latest_first, latest_first[1:]):
            if turns < 1:
                break
            back.append(played)
            turns -= older is not None and (older.ends_turn or _apart(played, older))
        return tuple(back)

    def turns_forth(self, turns: int) -> tuple[PlayedDirective, ...]:
        """The last `turns` turns or rulings that were taken back, the earliest directive first."""
        forth, next_first = list[PlayedDirective](), self.followed.undone[::-1]
        for played, after in zip_longest(next_first, next_first[1:]):
            if turns < 1:
                break
            forth.append(played)
            turns -= played.ends_turn or (after is not None and _apart(played, after))
        return tuple(forth)

    # What has come

    def copy(self) -> History:
        """The same game, which may go on in another way."""
        return History(self.map, self.begun, self.table, self.opening, self.name, self.followed)

    def moved(self, entry: Entry) -> tuple[PlayedDirective, ...]:
        """The directives that the next event takes back or brings back, in its order; none for other events."""
        match entry:
            case UndoEntry(numbers):
                return self.standing_directives[: -len(numbers) - 1 : -1]
            case RedoEntry(numbers):
                return self.followed.undone[: -len(numbers) - 1 : -1]
            case _:
                return ()

    def add(self, played: PlayedDirective) -> None:
        """Add what was judged or ruled, as the next event."""
        self.followed = FollowedEvents(self.events + 1, (*self.standing_directives, played), (), self.hints)

    def follow(self, entry: Entry) -> None:
        """Carry out the next event of the log; raises BadLog where the ruling differs from what the event says."""
        number, standing, undone, hints = self.followed
        match entry:
            case DirectiveEntry():
                self.add(self._replayed(entry))
                return
            case RulingEntry():
                try:
                    _, played = self.ruled(entry.words)
                except MoveError:
                    raise self._different(self.events) from None
                self._compare(self.events, entry, played.ruling, ())
                self.add(played)
                return
            case UndoEntry(numbers):
                standing, undone = self._shifted(numbers, standing, undone)
            case RedoEntry(numbers):
                undone, standing = self._shifted(numbers, undone, standing)
            case HintEntry():
                hints = (*hints, entry)
            case BeginEntry():
                raise BadLog(self.name, self.events + 1, message("a game begins within a game"))
            case _:
                assert_never(entry)
        self.followed = FollowedEvents(number + 1, standing, undone, hints)

    def _replayed(self, said: DirectiveEntry) -> PlayedDirective:
        """A directive of the log, carried out again; raises BadLog where the ruling differs."""
        dice = _RecordedDice(said.rolls)
        try:
            ruling = self.referee.play(self.state, said.words, dice)
            mover = self.speaker(said.words)
        except (MoveError, _OtherDice):
            raise self._different(self.events) from None
        if mover != said.by:
            raise self._different(self.events)
        self._compare(self.events, said, ruling, dice.left)
        return PlayedDirective(self.events, mover, said.words, ruling, self.secret)

    def _shifted(
        self, numbers: Sequence[int], source: tuple[PlayedDirective, ...], target: tuple[PlayedDirective, ...]
    ) -> tuple[tuple[PlayedDirective, ...], tuple[PlayedDirective, ...]]:
        """Both with the directives that an undo or redo names at the end of the other one."""
        kept = max(0, len(source) - len(numbers))
        moved = source[kept:][::-1]
        if [each.number for each in moved] != [*numbers]:
            why = message("it undoes or redoes a command that was not the last one")
            raise BadLog(self.name, self.events + 1, why)
        return source[:kept], (*target, *moved)

    def _compare(
        self, number: int, entry: BeginEntry | DirectiveEntry | RulingEntry, ruling: Ruling[Any], left: Sequence[int]
    ) -> None:
        """Raise BadLog where a ruling differs from what the log has for it; `left` are the rolls not used for it."""
        same = ruling.heard == entry.heard or as_logged(ruling.heard) == as_logged(entry.heard)
        if not same or left or self.referee.mover(ruling.state) != entry.turn:
            raise self._different(number)

    def _different(self, number: int) -> BadLog:
        writer = printable_name(f"mapkit {self.begun.version}"[:40])
        says = message("this mapkit rules differently from the one that wrote the log, {writer}", writer)
        return BadLog(self.name, number + 1, clauses(says, message("play on with that one")))


def begin(drawn: Map[Any], text: str, names: Sequence[str], options: Mapping[str, str], seed: str) -> History:
    """A game that begins on a faultless map, whose map file is `text`; raises BadSetting."""
    table, players, rolls = table_of(drawn.game), tuple(map(composed, names)), list[int]()
    check_names(players, table.seating.speech)
    opening = table.referee.begin(drawn, players, of_the_game(table, options), rolling(seed, 0, rolls))
    heard, turn = opening.heard, table.referee.mover(opening.state)
    agreed = FrozenDict(options)
    begun = BeginEntry(drawn.game.name, text, seed, __version__, players, agreed, tuple(rolls), heard, turn)
    return History(drawn, begun, table, opening, "")


def opened(drawn: Map[Any], begun: BeginEntry, name: str) -> History:
    """The history at the beginning of a game, by its log; raises BadLog where the ruling differs from `begun`."""
    if begun.game != drawn.game.name:
        found, of_map = Name(repr(begun.game)), Name(drawn.game.name)
        raise BadLog(name, 1, message("the game is {found}, but its map is of {name}", found, of_map))
    try:
        table = table_of(drawn.game)
        check_names(begun.players, table.seating.speech)
        dice, options = _RecordedDice(begun.rolls), of_the_game(table, begun.options)
        opening = table.referee.begin(drawn, begun.players, options, dice)
    except (BadSetting, _OtherDice) as error:
        raise BadLog(name, 1, message("the game cannot begin as this line says: {why}", error.said)) from None
    history = History(drawn, begun, table, opening, name)
    history._compare(0, begun, opening, dice.left)
    return history


def rolling(seed: str, event: int, rolls: list[int]) -> Dice:
    """The dice of an event, which add what they show to `rolls`; closing and resuming the game does not change them."""
    return recorded(Chance(f"dice {seed} {event}".encode(errors="backslashreplace").decode()).die, rolls)


def _apart(one: PlayedDirective, other: PlayedDirective) -> bool:
    """Whether two neighbours belong to different turns because one of them is a ruling by the game master."""
    return one.by_the_game_master or other.by_the_game_master


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
    refuse_all([*dict.fromkeys(wrong)], in_a_line=True)


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
