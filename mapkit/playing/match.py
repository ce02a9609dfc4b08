"""A match: a game that is played or looked at. Its state follows from the events of its log alone."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import zip_longest
from pathlib import Path
from types import TracebackType
from typing import Any, NamedTuple, assert_never

from mapkit.chance import Chance
from mapkit.files import printable_name
from mapkit.game import Map, Referee, Screen, Speech, Table, table_of
from mapkit.playing.log import (
    BadLog,
    Begun,
    Event,
    Log,
    LogContents,
    Redone,
    RuledEntry,
    SaidEntry,
    Undone,
    as_logged,
    read_log,
)
from mapkit.ruling import Dice, MoveError, NoRuling, Ruling, Seat, Survey, heard
from mapkit.settings import BadSetting
from mapkit.version import __version__

MOST_NAME = 20
MapReader = Callable[[str, str], Map[Any]]
"""Reads a map from the text of a map file and its name; raises ValueError for a map that cannot be played."""


class PlayedDirective(NamedTuple):
    """One directive that was carried out, or one ruling by the game master."""

    number: int
    """The number of its event in the log."""
    mover: str
    """The player who said it; empty for a ruling by the game master."""
    words: str
    """The words."""
    ruling: Ruling[Any]
    """The ruling that it led to."""
    secret: bool = False
    """Whether it was typed in secret, so that nobody may see its words."""

    @property
    def by_the_game_master(self) -> bool:
        """Whether it is a ruling by the game master."""
        return not self.mover

    @property
    def words_alone(self) -> str:
        """The words without the player's name before a colon; other colons stay, such as in the hex `2:d4/1`."""
        name, colon, rest = self.words.partition(":")
        named = colon and name.strip().casefold() == self.mover.casefold()
        return (rest if named else self.words).strip()

    @property
    def ends_turn(self) -> bool:
        """Whether its ruling announced the next turn."""
        return any(each.key == "turn" for each in self.ruling.heard)


class _Folded(NamedTuple):
    """What the first events of a log lead to."""

    events: int
    """How many events were read."""
    played: tuple[PlayedDirective, ...] = ()
    """The directives that stand."""
    undone: tuple[PlayedDirective, ...] = ()
    """The directives that may be redone, the next one last."""


class Match:
    """A game that is played, or looked at while others may play it.

    `name` is the path of its log, `begun` how it began, `opening` the ruling that began it, and `torn_line` the torn
    last line of its log, if any. The state is computed from the log's events alone, so that state and log always
    agree, even after an interruption.
    """

    def __init__(self, drawn: Map[Any], name: str, contents: LogContents, log: Log | None = None) -> None:
        """Not to be called directly: use `start`, `resume` or `look`."""
        begun = contents.events[0].entry
        assert isinstance(begun, Begun)
        self.map, self.begun, self.torn_line, self.log = drawn, begun, contents.torn_line, log
        self.name, self._events = name, log.events if log else contents.events
        self.table, self.opening = self._open()
        self.referee = self.table.referee
        self._folded = _Folded(1)
        self._fold()

    @property
    def standing_directives(self) -> tuple[PlayedDirective, ...]:
        """The directives that stand, in their order."""
        return self._fold().played

    @property
    def redoable_directives(self) -> tuple[PlayedDirective, ...]:
        """The directives that may be redone, the next one last."""
        return self._fold().undone

    @property
    def state(self) -> Any:
        """The state now."""
        return self._after(self.standing_directives)

    @property
    def mover(self) -> str:
        """The player whose turn it is; empty when the game is over."""
        return self.referee.mover(self.state)

    @property
    def secret(self) -> bool:
        """Whether the next words must stay hidden while they are typed."""
        return self.referee.secret(self.state)

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
    def survey(self) -> Survey:
        """What the game master's book says of the moment."""
        if self.table.screen.survey is None:
            return Survey(("condition",), self.seats)
        return self.table.screen.survey(self.state)

    @property
    def board(self) -> Map[Any]:
        """The map as it is now, for the game master alone; the map of the beginning in games that do not give it."""
        board = self.table.screen.board
        return board(self.state) if board is not None else self.map

    def say(self, words: str) -> Ruling[Any]:
        """Carry out a directive, which is on disk when this returns; raises InvalidMove, IllegalMove or FileTrouble.

        The dice depend on the seed and the number of the event. So they show the same after a game was closed, or after
        the log could not be written.
        """
        log, state, rolls = self._held(), self.state, list[int]()
        ruling = self.referee.play(state, words, _rolling(self.begun.seed, len(log.events), rolls))
        by, turn = self._speaker(state, words), self.referee.mover(ruling.state)
        log.append(SaidEntry(by, words, tuple(rolls), ruling.heard, turn))
        return self.standing_directives[-1].ruling

    def rule(self, words: str) -> Ruling[Any]:
        """Carry out a ruling by the game master, which is on disk when this returns; raises NoRuling or FileTrouble."""
        ruling = _ruling_of(self.table.screen, self.state, words)
        self._held().append(RuledEntry(words, ruling.heard, self.referee.mover(ruling.state)))
        return self.standing_directives[-1].ruling

    def undo(self, turns: int) -> tuple[PlayedDirective, ...]:
        """Take back the last `turns` turns or rulings by the game master; returns what was taken back, latest first.

        A turn that has begun counts as one. Raises FileTrouble.
        """
        back = tuple(_last_turns(self.standing_directives, turns))
        if back:
            self._held().append(Undone(tuple(each.number for each in back)))
        return back

    def redo(self, turns: int) -> tuple[PlayedDirective, ...]:
        """Bring back the last `turns` turns or rulings that were taken back; returns them in order.

        Raises FileTrouble.
        """
        forth = tuple(_next_turns(self.redoable_directives, turns))
        if forth:
            self._held().append(Redone(tuple(each.number for each in forth)))
        return forth

    def close(self) -> None:
        """Close the log, so that others may go on with the game."""
        if self.log:
            self.log.close()

    def __enter__(self) -> Match:
        """The match itself."""
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        """Close the log."""
        self.close()

    def speaker(self, words: str) -> str:
        """The player who says a directive, mostly the one whose turn it is; raises InvalidMove."""
        return self._speaker(self.state, words)

    def _speaker(self, state: Any, words: str) -> str:
        speaker = self.table.seating.speech.speaker
        return speaker(state, words) if speaker is not None else self.referee.mover(state)

    def _held(self) -> Log:
        assert self.log is not None, "a table that is looked at is not played"
        return self.log

    def _open(self) -> tuple[Table[Any], Ruling[Any]]:
        """The table of the game, and the ruling that began it; raises BadLog where that differs from the log."""
        begun = self.begun
        if begun.game != self.map.game.name:
            raise BadLog(self.name, 1, f"the game is {begun.game!r:.40}, but its map is of {self.map.game.name}")
        try:
            table = table_of(self.map.game)
            check_names(begun.players, table.seating.speech)
            dice = _Recorded(begun.rolls)
            opening = table.referee.begin(self.map, begun.players, begun.options, dice)
        except (BadSetting, _OtherDice) as error:
            raise BadLog(self.name, 1, f"the game cannot begin as this line says: {error}") from None
        self._compare(0, begun, opening, table.referee, dice)
        return table, opening

    def _fold(self) -> _Folded:
        """What all events so far lead to; only those that were added since the last call are read."""
        done = self._folded
        if done.events < len(self._events):
            played, undone = list(done.played), list(done.undone)
            for event in self._events[done.events :]:
                self._follow(event, played, undone)
            self._folded = done = _Folded(len(self._events), tuple(played), tuple(undone))
        return done

    def _follow(self, event: Event, played: list[PlayedDirective], undone: list[PlayedDirective]) -> None:
        """Carry out one event of the log; raises BadLog where the ruling differs from what the event says."""
        match event.entry:
            case SaidEntry() as said:
                played.append(self._replayed(event.number, said, self._after(played)))
                undone.clear()
            case RuledEntry() as ruled:
                played.append(self._ruling_replayed(event.number, ruled, self._after(played)))
                undone.clear()
            case Undone(numbers):
                self._shift(event, numbers, played, undone)
            case Redone(numbers):
                self._shift(event, numbers, undone, played)
            case Begun():
                raise BadLog(self.name, event.number + 1, "a game begins within a game")
            case _:
                assert_never(event.entry)

    def _replayed(self, number: int, said: SaidEntry, state: Any) -> PlayedDirective:
        """A directive of the log, carried out again; raises BadLog where the ruling differs."""
        dice = _Recorded(said.rolls)
        try:
            ruling = self.referee.play(state, said.words, dice)
            mover = self._speaker(state, said.words)
        except (MoveError, _OtherDice):
            raise self._different(number) from None
        if mover != said.by:
            raise self._different(number)
        self._compare(number, said, ruling, self.referee, dice)
        return PlayedDirective(number, mover, said.words, ruling, self.referee.secret(state))

    def _ruling_replayed(self, number: int, ruled: RuledEntry, state: Any) -> PlayedDirective:
        """A ruling by the game master in the log, carried out again; raises BadLog where it differs."""
        try:
            ruling = _ruling_of(self.table.screen, state, ruled.words)
        except MoveError:
            raise self._different(number) from None
        self._compare(number, ruled, ruling, self.referee, _Recorded(()))
        return PlayedDirective(number, "", ruled.words, ruling)

    def _shift(
        self, event: Event, numbers: Iterable[int], source: list[PlayedDirective], target: list[PlayedDirective]
    ) -> None:
        """Move the directives that an undo or redo names from the end of one list to the end of the other."""
        for number in numbers:
            if not source or source[-1].number != number:
                raise BadLog(self.name, event.number + 1, "it undoes or redoes a directive that was not the last one")
            target.append(source.pop())

    def _after(self, played: Sequence[PlayedDirective]) -> Any:
        """The state after the last of these directives, or after the opening."""
        return played[-1].ruling.state if played else self.opening.state

    def _compare(
        self,
        number: int,
        entry: Begun | SaidEntry | RuledEntry,
        ruling: Ruling[Any],
        referee: Referee[Any],
        dice: _Recorded,
    ) -> None:
        """Raise BadLog where a ruling differs from what the log has for it."""
        same = as_logged(ruling.heard) == as_logged(entry.heard) and referee.mover(ruling.state) == entry.turn
        if not same or dice.left:
            raise self._different(number)

    def _different(self, number: int) -> BadLog:
        """The error for an event whose ruling differs now."""
        writer = f"mapkit {self.begun.version}"
        says = f"this mapkit rules differently from the one that wrote the log, {writer:.40}; play on with that one"
        return BadLog(self.name, number + 1, printable_name(says))


def start(drawn: Map[Any], text: str, names: Sequence[str], options: Mapping[str, str], seed: str, path: Path) -> Match:
    """Begin a game whose log is at `path`; raises BadSetting or FileTrouble.

    `text` is the map's file, which is written into the log. The caller makes sure that the map has no faults (see
    `maps.check`). Nothing is written where the game cannot begin.
    """
    table, players, rolls = table_of(drawn.game), tuple(names), list[int]()
    check_names(players, table.seating.speech)
    opening = table.referee.begin(drawn, players, options, _rolling(seed, 0, rolls))
    turn = table.referee.mover(opening.state)
    begun = Begun(drawn.game.name, text, seed, __version__, players, dict(options), tuple(rolls), opening.heard, turn)
    log = Log.create(path, begun)
    return Match(drawn, str(path), LogContents(tuple(log.events), ""), log)


def resume(path: Path, read: MapReader) -> Match:
    """A game to be continued (TL-4), locked against other writers; raises FileTrouble or BadLog."""
    log = Log.resume(path)
    try:
        contents = LogContents(tuple(log.events), log.torn_line)
        return Match(_map(contents, path, read), str(path), contents, log)
    except BaseException:
        log.close()
        raise


def look(path: Path, read: MapReader) -> Match:
    """A game as it is now, which others may be playing; raises FileTrouble or BadLog."""
    contents = read_log(path)
    return Match(_map(contents, path, read), str(path), contents)


def _map(contents: LogContents, path: Path, read: MapReader) -> Map[Any]:
    """The map in a log; raises BadLog where it cannot be played."""
    begun = contents.events[0].entry
    assert isinstance(begun, Begun)
    try:
        return read(begun.map, "map")
    except ValueError as error:
        raise BadLog(str(path), 1, f"its map cannot be played: {error}") from None


SAYS = ("say", "скажи", "сказать")
"""The words with which the game master begins to speak to everybody."""


def _ruling_of(screen: Screen[Any], state: Any, words: str) -> Ruling[Any]:
    """What the game master's words lead to: they are said to everybody, or they are a correction of the game.

    Raises NoRuling.
    """
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


def _last_turns(played: Sequence[PlayedDirective], turns: int) -> Iterator[PlayedDirective]:
    """The directives of the last `turns` turns, latest first; a ruling by the game master counts as a turn.

    A turn goes back to the directive that ended the turn before it, and does not include that directive.
    """
    latest_first = played[::-1]
    for each, older in zip_longest(latest_first, latest_first[1:]):
        if turns < 1:
            return
        yield each
        turns -= older is not None and (older.ends_turn or _apart(each, older))


def _next_turns(undone: Sequence[PlayedDirective], turns: int) -> Iterator[PlayedDirective]:
    """The directives of the next `turns` turns that may be redone, in order; rulings count as in `_last_turns`."""
    next_first = undone[::-1]
    for each, after in zip_longest(next_first, next_first[1:]):
        if turns < 1:
            return
        yield each
        turns -= each.ends_turn or (after is not None and _apart(each, after))


def _apart(one: PlayedDirective, other: PlayedDirective) -> bool:
    """Whether two neighbours belong to different turns because one of them is a ruling by the game master."""
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
    """Raise BadSetting, with all that is wrong, for names that are too similar or look like directives.

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
    """What is wrong with a player's name, in words; empty where nothing is."""
    words = _WORDS_OF_THE_TABLE | speech.directives
    if not name or not name.isprintable() or name != " ".join(name.split()) or len(name) > MOST_NAME:
        return f"{name!r:.40} is no name: take 1 to {MOST_NAME} printable characters, with single spaces between words"
    if any(c in name for c in ":;,\"'") or set(_sound(name).split()) <= words or not name[0].isalpha():
        return f"{name!r:.40} cannot be a name: it looks like a directive; add a letter to it"
    if any(word in speech.barred_in_names or word.isdigit() for word in _sound(name).split()):
        return f"{name!r:.40} cannot be a name: it looks like part of a directive"
    return ""


def _sound(name: str) -> str:
    """A name in the form in which names are compared: capitals, and ways to write the same letter, do not matter."""
    return unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", name).casefold())


# Dice


def _rolling(seed: str, event: int, rolls: list[int]) -> Dice:
    """The dice of an event, which add what they show to `rolls`.

    Each event has dice of its own, so that the rolls do not depend on how often the game was closed and resumed.
    """
    chance = Chance(f"dice {seed} {event}".encode(errors="backslashreplace").decode())

    def roll(faces: int) -> int:
        rolls.append(chance.between(1, faces))
        return rolls[-1]

    return roll


class _OtherDice(Exception):
    """A ruling asks for other dice than the log has."""


class _Recorded:
    """Dice that show what a log says; `left` are the rolls that are not used yet."""

    def __init__(self, rolls: Iterable[int]) -> None:
        self.left = list(rolls)

    def __call__(self, faces: int) -> int:
        if not self.left or not 1 <= self.left[0] <= faces:
            raise _OtherDice("it takes other rolls of the dice")
        return self.left.pop(0)
