"""The table: a game being played or looked at, whose state is the fold of its log."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import zip_longest
from pathlib import Path
from types import TracebackType
from typing import Any, NamedTuple, assert_never

from mapkit.chance import Chance
from mapkit.files import shown
from mapkit.game import Map, Referee, Screen, Speech, Table, table_of
from mapkit.playing.log import (
    BadLog,
    Begun,
    Contents,
    Event,
    Log,
    Redone,
    RuledEntry,
    SaidEntry,
    Undone,
    plain,
    read_log,
)
from mapkit.ruling import Dice, MoveError, NoRuling, Ruling, Seat, Survey, heard
from mapkit.settings import BadSetting
from mapkit.version import __version__

MOST_NAME = 20
MapReader = Callable[[str, str], Map[Any]]
"""Reads the text of a map file, told its name; raises ValueError for a map that cannot be played on."""


class Played(NamedTuple):
    """One directive that was carried out: the number of its event, whose it was, its words, and the ruling.

    It is nobody's where the game master corrected the game or spoke. What was typed in `secret` is told to nobody.
    """

    number: int
    mover: str
    words: str
    ruling: Ruling[Any]
    secret: bool = False

    @property
    def by_the_game_master(self) -> bool:
        """Whether it is a ruling of the game master's own."""
        return not self.mover

    @property
    def spoken(self) -> str:
        """The words without the name of the player who said them; other colons are theirs, as in the hex `2:d4/1`."""
        name, colon, rest = self.words.partition(":")
        named = colon and name.strip().casefold() == self.mover.casefold()
        return (rest if named else self.words).strip()

    @property
    def ends_turn(self) -> bool:
        """Whether the next turn was announced with it."""
        return any(each.key == "turn" for each in self.ruling.heard)


class _Folded(NamedTuple):
    """What so many events lead to: the directives that stand, and those that may be redone, the next one last."""

    events: int
    played: tuple[Played, ...] = ()
    undone: tuple[Played, ...] = ()


class Match:
    """A game that is played, or looked at while others may play it.

    `name` is where its log lies, `begun` how it began, `opening` the ruling that began it, and `dropped` the torn last
    line of its log, if any.
    What stands is worked out from the log's events alone, so that the two cannot part, whatever interrupts.
    """

    def __init__(self, drawn: Map[Any], name: str, contents: Contents, log: Log | None = None) -> None:
        """Use `start`, `resume` or `look`."""
        begun = contents.events[0].entry
        assert isinstance(begun, Begun)
        self.map, self.begun, self.dropped, self.log = drawn, begun, contents.dropped, log
        self.name, self._events = name, log.events if log else contents.events
        self.table, self.opening = self._open()
        self.referee = self.table.referee
        self._folded = _Folded(1)
        self._fold()

    @property
    def played(self) -> tuple[Played, ...]:
        """The directives that stand, in their order."""
        return self._fold().played

    @property
    def undone(self) -> tuple[Played, ...]:
        """The directives that may be redone, the next one last."""
        return self._fold().undone

    @property
    def state(self) -> Any:
        """The state now."""
        return self._after(self.played)

    @property
    def mover(self) -> str:
        """Whose turn it is; empty when the game is over."""
        return self.referee.mover(self.state)

    @property
    def secret(self) -> bool:
        """Whether what is typed now is not to be seen."""
        return self.referee.secret(self.state)

    @property
    def ways(self) -> tuple[str, ...]:
        """The directives that may be said now."""
        return self.referee.ways(self.state)

    @property
    def seats(self) -> tuple[Seat, ...]:
        """Where everybody is: for the game master alone."""
        return self.referee.seats(self.state)

    @property
    def survey(self) -> Survey:
        """What the game master's book says of the moment."""
        if self.table.screen.survey is None:
            return Survey(("condition",), self.seats)
        return self.table.screen.survey(self.state)

    @property
    def board(self) -> Map[Any]:
        """The map as it is by now, where the game tells it: for the game master alone."""
        board = self.table.screen.board
        return board(self.state) if board is not None else self.map

    def say(self, words: str) -> Ruling[Any]:
        """Carry out a directive; it is on disk when this returns. Raises InvalidMove, IllegalMove, FileTrouble.

        Dice depend on the seed and the number of the event, so that closing a game, or a full disk, rolls no others.
        """
        log, state, rolls = self._held(), self.state, list[int]()
        ruling = self.referee.play(state, words, _rolling(self.begun.seed, len(log.events), rolls))
        by, turn = self._speaker(state, words), self.referee.mover(ruling.state)
        log.append(SaidEntry(by, words, tuple(rolls), ruling.heard, turn))
        return self.played[-1].ruling

    def rule(self, words: str) -> Ruling[Any]:
        """A ruling by the game master, on disk when this returns. Raises NoRuling, FileTrouble."""
        ruling = _ruled(self.table.screen, self.state, words)
        self._held().append(RuledEntry(words, ruling.heard, self.referee.mover(ruling.state)))
        return self.played[-1].ruling

    def undo(self, turns: int) -> tuple[Played, ...]:
        """Take back the last so many turns or rulings, the turn begun included; what was taken back, latest first."""
        back = tuple(_last_turns(self.played, turns))
        if back:
            self._held().append(Undone(tuple(each.number for each in back)))
        return back

    def redo(self, turns: int) -> tuple[Played, ...]:
        """Bring back the last so many turns or rulings that were taken back, in their order."""
        forth = tuple(_next_turns(self.undone, turns))
        if forth:
            self._held().append(Redone(tuple(each.number for each in forth)))
        return forth

    def close(self) -> None:
        """Let the log go, for others to play on."""
        if self.log:
            self.log.close()

    def __enter__(self) -> Match:
        """The table itself."""
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        """Let the log go."""
        self.close()

    def speaker(self, words: str) -> str:
        """Whose a directive is: mostly of the player whose turn it is. Raises InvalidMove."""
        return self._speaker(self.state, words)

    def _speaker(self, state: Any, words: str) -> str:
        speaker = self.table.seating.speech.speaker
        return speaker(state, words) if speaker is not None else self.referee.mover(state)

    def _held(self) -> Log:
        assert self.log is not None, "a table that is looked at is not played"
        return self.log

    def _open(self) -> tuple[Table[Any], Ruling[Any]]:
        """How the game is played, and the ruling that began it; raises BadLog where it begins otherwise by now."""
        begun = self.begun
        if begun.game != self.map.game.name:
            raise BadLog(self.name, 1, f"the game is {begun.game!r:.40}, but its map is of {self.map.game.name}")
        try:
            table = table_of(self.map.game)
            check_names(begun.players, table.seating.speech)
            dice = _Recorded(begun.rolls)
            opening = table.referee.begin(self.map, begun.players, begun.options, dice)
        except (BadSetting, _OtherDice) as error:
            raise BadLog(self.name, 1, f"the game cannot begin as it is told here: {error}") from None
        self._compare(0, begun, opening, table.referee, dice)
        return table, opening

    def _fold(self) -> _Folded:
        """What stands by now; the events that came since it was asked last are folded in one step."""
        done = self._folded
        if done.events < len(self._events):
            played, undone = list(done.played), list(done.undone)
            for event in self._events[done.events :]:
                self._follow(event, played, undone)
            self._folded = done = _Folded(len(self._events), tuple(played), tuple(undone))
        return done

    def _follow(self, event: Event, played: list[Played], undone: list[Played]) -> None:
        """Fold one event; raises BadLog where it leads elsewhere than it says."""
        match event.entry:
            case SaidEntry() as said:
                played.append(self._replayed(event.number, said, self._after(played)))
                undone.clear()
            case RuledEntry() as ruled:
                played.append(self._ruled_again(event.number, ruled, self._after(played)))
                undone.clear()
            case Undone(numbers):
                self._shift(event, numbers, played, undone)
            case Redone(numbers):
                self._shift(event, numbers, undone, played)
            case Begun():
                raise BadLog(self.name, event.number + 1, "a game begins within a game")
            case _:
                assert_never(event.entry)

    def _replayed(self, number: int, said: SaidEntry, state: Any) -> Played:
        dice = _Recorded(said.rolls)
        try:
            ruling = self.referee.play(state, said.words, dice)
            mover = self._speaker(state, said.words)
        except (MoveError, _OtherDice):
            raise self._otherwise(number) from None
        if mover != said.by:
            raise self._otherwise(number)
        self._compare(number, said, ruling, self.referee, dice)
        return Played(number, mover, said.words, ruling, self.referee.secret(state))

    def _ruled_again(self, number: int, ruled: RuledEntry, state: Any) -> Played:
        try:
            ruling = _ruled(self.table.screen, state, ruled.words)
        except MoveError:
            raise self._otherwise(number) from None
        self._compare(number, ruled, ruling, self.referee, _Recorded(()))
        return Played(number, "", ruled.words, ruling)

    def _shift(self, event: Event, numbers: Iterable[int], source: list[Played], target: list[Played]) -> None:
        """Move what an undo or redo names from the end of one pile onto the other."""
        for number in numbers:
            if not source or source[-1].number != number:
                raise BadLog(self.name, event.number + 1, "it takes back or brings back what was not said last")
            target.append(source.pop())

    def _after(self, played: Sequence[Played]) -> Any:
        return played[-1].ruling.state if played else self.opening.state

    def _compare(
        self,
        number: int,
        told: Begun | SaidEntry | RuledEntry,
        ruling: Ruling[Any],
        referee: Referee[Any],
        dice: _Recorded,
    ) -> None:
        same = plain(ruling.heard) == plain(told.heard) and referee.mover(ruling.state) == told.turn
        if not same or dice.left:
            raise self._otherwise(number)

    def _otherwise(self, number: int) -> BadLog:
        writer = f"mapkit {self.begun.version}"
        says = f"this mapkit rules otherwise than the one that wrote the log, {writer:.40}; play it on with that one"
        return BadLog(self.name, number + 1, shown(says))


def start(drawn: Map[Any], text: str, names: Sequence[str], options: Mapping[str, str], seed: str, path: Path) -> Match:
    """Begin a game; `text` is the map's file, which goes into the log. Raises BadSetting or FileTrouble.

    The map is to be one without faults: see `maps.check`. Nothing is written where the game cannot begin.
    """
    table, players, rolls = table_of(drawn.game), tuple(names), list[int]()
    check_names(players, table.seating.speech)
    opening = table.referee.begin(drawn, players, options, _rolling(seed, 0, rolls))
    turn = table.referee.mover(opening.state)
    game, told = drawn.game.name, dict(options)
    begun = Begun(game, text, seed, __version__, players, told, tuple(rolls), opening.heard, turn)
    log = Log.create(path, begun)
    return Match(drawn, str(path), Contents(tuple(log.events), ""), log)


def resume(path: Path, read: MapReader) -> Match:
    """A game to be played on (TL-4), held against other writers; raises FileTrouble or BadLog."""
    log = Log.resume(path)
    try:
        contents = Contents(tuple(log.events), log.dropped)
        return Match(_map(contents, path, read), str(path), contents, log)
    except BaseException:
        log.close()
        raise


def look(path: Path, read: MapReader) -> Match:
    """A game as it stands, even while others play it; raises FileTrouble or BadLog."""
    contents = read_log(path)
    return Match(_map(contents, path, read), str(path), contents)


def _map(contents: Contents, path: Path, read: MapReader) -> Map[Any]:
    begun = contents.events[0].entry
    assert isinstance(begun, Begun)
    try:
        return read(begun.map, "map")
    except ValueError as error:
        raise BadLog(str(path), 1, f"its map cannot be played on: {error}") from None


SAYS = ("say", "скажи", "сказать")
"""What the game master begins words of his own with."""


def _ruled(screen: Screen[Any], state: Any, words: str) -> Ruling[Any]:
    """What a ruling by the game master leads to: words that are said, or a correction that the game knows."""
    said = " ".join(words.split())
    first, _, rest = said.partition(" ")
    if not said.isprintable():
        raise NoRuling(heard("unprintable"))
    if first.casefold() in SAYS:
        if not rest:
            raise NoRuling(heard("says-nothing"))
        return Ruling((heard("gm-says", words=rest),), (), state)
    if screen.correct is None:
        raise NoRuling(heard("no-corrections"))
    return screen.correct(state, said)


def _last_turns(played: Sequence[Played], turns: int) -> Iterator[Played]:
    """The directives of the last turns, latest first; a turn goes back to the directive that ended the one before.

    A ruling by the game master counts for itself.
    """
    latest_first = played[::-1]
    for each, older in zip_longest(latest_first, latest_first[1:]):
        if turns < 1:
            return
        yield each
        turns -= older is not None and (older.ends_turn or _apart(each, older))


def _next_turns(undone: Sequence[Played], turns: int) -> Iterator[Played]:
    next_first = undone[::-1]
    for each, after in zip_longest(next_first, next_first[1:]):
        if turns < 1:
            return
        yield each
        turns -= each.ends_turn or (after is not None and _apart(each, after))


def _apart(one: Played, other: Played) -> bool:
    """Whether two neighbours are not of one turn, because either is a ruling by the game master."""
    return one.by_the_game_master or other.by_the_game_master


# Names


_WORDS_OF_THE_TABLE = frozenset(
    """
help undo redo quit exit repeat peek map moves ways say log save list resume delete start restart again state gm
помощь помоги отмена отменить отмени вернуть верни повтор повтори повторить карта поле состояние таблица выйти хватит
старт ведущий скажи
""".split()  # noqa: SIM905 (a hundred words, each in quotes, are harder to read)
)


def check_names(names: Sequence[str], speech: Speech[Any]) -> None:
    """Raise BadSetting, with all that is wrong, for names that are too much alike or look like something to say.

    `speech` has the words of the game's own directives.
    """
    wrong = [problem for name in names if (problem := _name_problem(name, speech))]
    seen: dict[str, str] = {}
    for name in names:
        other = seen.get(_sound(name))
        if other is not None:
            twice = f"two players are called {name!r:.40}"
            wrong.append(twice if other == name else f"{other!r:.40} and {name!r:.40} are too much alike")
        seen[_sound(name)] = name
    if wrong:
        raise BadSetting("; ".join(dict.fromkeys(wrong)))


def _name_problem(name: str, speech: Speech[Any]) -> str:
    words = _WORDS_OF_THE_TABLE | speech.directives
    if not name or not name.isprintable() or name != " ".join(name.split()) or len(name) > MOST_NAME:
        return f"{name!r:.40} is no name: take 1 to {MOST_NAME} printable characters, with single spaces between words"
    if any(c in name for c in ":;,\"'") or set(_sound(name).split()) <= words or not name[0].isalpha():
        return f"{name!r:.40} cannot be a name: it looks like a directive; add a letter to it"
    if any(word in speech.within or word.isdigit() for word in _sound(name).split()):
        return f"{name!r:.40} cannot be a name: it looks like part of a directive"
    return ""


def _sound(name: str) -> str:
    """A name as it is compared: capitals and ways to write the same letter do not matter."""
    return unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", name).casefold())


# Dice


def _rolling(seed: str, event: int, rolls: list[int]) -> Dice:
    """Dice of their own for each event, so that they do not depend on how often the game was closed and resumed."""
    chance = Chance(f"dice {seed} {event}".encode(errors="backslashreplace").decode())

    def roll(faces: int) -> int:
        rolls.append(chance.between(1, faces))
        return rolls[-1]

    return roll


class _OtherDice(Exception):
    """A ruling asks for other dice than were rolled."""


class _Recorded:
    """Dice that fall as a log says; `left` are those that nobody has asked for."""

    def __init__(self, rolls: Iterable[int]) -> None:
        self.left = list(rolls)

    def __call__(self, faces: int) -> int:
        if not self.left or not 1 <= self.left[0] <= faces:
            raise _OtherDice("other dice are rolled than it tells")
        return self.left.pop(0)
