"""A match: a game that is played or looked at. Its state follows from the events of its log alone."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import takewhile, zip_longest
from pathlib import Path
from types import TracebackType
from typing import Any

from mapkit.mapfile import writer
from mapkit.model.chance import Chance
from mapkit.model.errors import MapkitError
from mapkit.model.files import BadLog
from mapkit.model.game import table_of
from mapkit.model.letters import composed
from mapkit.model.map import Map
from mapkit.model.message import Message, Name, message
from mapkit.model.ruling import Announcement, Dice, Ruling, Seat, Situation, recorded, turns_begun
from mapkit.model.version import __version__
from mapkit.table import saved_games
from mapkit.table.history import History, PlayedDirective, check_names, of_the_game, opened, ruling_of
from mapkit.table.log import (
    BeginEntry,
    DirectiveEntry,
    HintEntry,
    Log,
    LogContents,
    RedoEntry,
    RulingEntry,
    UndoEntry,
    read_log,
)

MapReader = Callable[[str, str], Map[Any]]
"""Reads a map from the text of a map file and its name; raises ValueError for a map that cannot be played."""


class Match:
    """A game that is played, or looked at while others may play it.

    `name` is the path of its log, `begun` how it began, `opening` the ruling that began it, and `torn_line` the torn
    last line of its log, if any. The state is computed from the log's events alone, so that state and log always
    agree, even after an interruption.
    """

    def __init__(self, drawn: Map[Any], name: str, contents: LogContents, log: Log | None = None) -> None:
        """Not to be called directly: use `start`, `resume` or `look`."""
        begun = contents.events[0].entry
        assert isinstance(begun, BeginEntry)
        self.map, self.begun, self.torn_line, self.log = drawn, begun, contents.torn_line, log
        self.name, self._events = name, log.events if log else contents.events
        self._history = opened(drawn, begun, name)
        self.table, self.opening, self.referee = self._history.table, self._history.opening, self._history.referee
        self._now()

    @property
    def standing_directives(self) -> tuple[PlayedDirective, ...]:
        return tuple(self._now().played)

    @property
    def latest_directive(self) -> PlayedDirective | None:
        """The last directive that stands; None where there is none."""
        played = self._now().played
        return played[-1] if played else None

    @property
    def redoable_directives(self) -> tuple[PlayedDirective, ...]:
        """The directives that may be redone, the next one last."""
        return tuple(self._now().undone)

    @property
    def agreements(self) -> tuple[Announcement, ...]:
        """What was announced at the beginning of what was agreed on."""
        return tuple(said for said in self.opening.heard if said.key.startswith(self.table.seating.agreed))

    @property
    def turns(self) -> int:
        """How many turns have been played to their end."""
        rulings = (self.opening, *(directive.ruling for directive in self.standing_directives))
        return max(0, sum(turns_begun(ruling.heard) for ruling in rulings) - bool(self.mover))

    @property
    def events(self) -> int:
        return len(self._events)

    @property
    def seal(self) -> str:
        """The checksum of the log so far: another game has another one, even in a file of the same name."""
        return self._events[-1].seal

    @property
    def hints(self) -> tuple[HintEntry, ...]:
        return tuple(self._now().hints)

    @property
    def hints_now(self) -> tuple[HintEntry, ...]:
        """The hints that were given since anything else happened."""
        latest = takewhile(lambda event: isinstance(event.entry, HintEntry), reversed(self._events))
        return tuple(directive.entry for directive in latest if isinstance(directive.entry, HintEntry))

    @property
    def state(self) -> Any:
        return self._now().state

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

    def say(self, words: str) -> Ruling[Any]:
        """Carry out a directive, which is on disk when this returns; raises InvalidMove, IllegalMove or FileTrouble.

        The dice depend on the seed and the number of the event. So they show the same after a game was closed, or after
        the log could not be written.
        """
        log, state, rolls = self._held(), self.state, list[int]()
        number = len(log.events) - len(self._now().hints)  # a hint changes no roll of the dice
        ruling = self.referee.play(state, words, _rolling(self.begun.seed, number, rolls))
        by, turn = self._history.speaker(state, words), self.referee.mover(ruling.state)
        log.append(DirectiveEntry(by, words, tuple(rolls), ruling.heard, turn))
        return self._now().played[-1].ruling

    def rule(self, words: str) -> Ruling[Any]:
        """Carry out a ruling by the game master, which is on disk when this returns; raises NoRuling or FileTrouble."""
        ruling = ruling_of(self.table.screen, self.state, words)
        self._held().append(RulingEntry(words, ruling.heard, self.referee.mover(ruling.state)))
        return self._now().played[-1].ruling

    def give_hint(self, by: str, about: Message, because: Sequence[int]) -> None:
        """Write down a hint, which is on disk when this returns; raises FileTrouble."""
        self._held().append(HintEntry(by, about, tuple(because)))

    def undo(self, turns: int) -> tuple[PlayedDirective, ...]:
        """Take back the last `turns` turns or rulings by the game master; returns what was taken back, latest first.

        A turn that has begun counts as one. It goes back to the directive that ended the turn before it, and does not
        include that directive. Raises FileTrouble.
        """
        back, latest_first = list[PlayedDirective](), self.standing_directives[::-1]
        for played, older in zip_longest(latest_first, latest_first[1:]):
            if turns < 1:
                break
            back.append(played)
            turns -= older is not None and (older.ends_turn or _apart(played, older))
        return self._move(UndoEntry, tuple(back))

    def undo_one(self) -> tuple[PlayedDirective, ...]:
        """Take back the last directive or ruling alone, if there is one; returns it. Raises FileTrouble."""
        return self._move(UndoEntry, self.standing_directives[-1:])

    def redo(self, turns: int) -> tuple[PlayedDirective, ...]:
        """Bring back the last `turns` turns or rulings that were taken back; returns them. Raises FileTrouble."""
        forth, next_first = list[PlayedDirective](), self.redoable_directives[::-1]
        for played, after in zip_longest(next_first, next_first[1:]):
            if turns < 1:
                break
            forth.append(played)
            turns -= played.ends_turn or (after is not None and _apart(played, after))
        return self._move(RedoEntry, tuple(forth))

    def redo_one(self) -> tuple[PlayedDirective, ...]:
        """Bring back the next directive or ruling alone, if there is one; returns it. Raises FileTrouble."""
        return self._move(RedoEntry, self.redoable_directives[-1:])

    def _move(
        self, entry: type[UndoEntry | RedoEntry], moved: tuple[PlayedDirective, ...]
    ) -> tuple[PlayedDirective, ...]:
        if moved:
            self._held().append(entry(tuple(directive.number for directive in moved)))
        return moved

    def close(self) -> None:
        """Close the log, so that others may go on with the game."""
        if self.log:
            self.log.close()

    def __enter__(self) -> Match:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.close()

    def speaker(self, words: str) -> str:
        """The player who says a directive, mostly the one whose turn it is; raises InvalidMove."""
        return self._history.speaker(self.state, words)

    def _now(self) -> History:
        """The history after all events so far; only those that were added since the last call are read."""
        for event in self._events[self._history.events :]:
            self._history.follow(event)
        return self._history

    def _held(self) -> Log:
        assert self.log is not None, "a table that is looked at is not played"
        return self.log


def begin(drawn: Map[Any], names: Sequence[str], options: Mapping[str, str], seed: str, log: str = "") -> Match:
    """Begin a game on a faultless map, with its log at `log` or as a saved game; raises BadSetting or FileTrouble."""
    folder = saved_games.games_folder()
    path = Path(log) if log else saved_games.saved_path(folder, saved_games.new_id(folder))
    return start(drawn, writer.show(drawn), names, options, seed, path)


def resume_name(played: Match) -> str:
    """What `mapkit play --resume` takes to go on with a game: the id of a saved game, or else the path of its log."""
    path = Path(played.name)
    saved_here = path.suffix == saved_games.SUFFIX and path.parent == saved_games.games_folder()
    return path.stem if saved_here else played.name


def start(drawn: Map[Any], text: str, names: Sequence[str], options: Mapping[str, str], seed: str, path: Path) -> Match:
    """Begin a game whose log is at `path`; raises BadSetting or FileTrouble.

    `text` is the map's file, which is written into the log. The caller makes sure that the map has no faults (see
    `legality.check`). Nothing is written where the game cannot begin.
    """
    table, players, rolls = table_of(drawn.game), tuple(map(composed, names)), list[int]()
    check_names(players, table.seating.speech)
    opening = table.referee.begin(drawn, players, of_the_game(table, options), _rolling(seed, 0, rolls))
    turn = table.referee.mover(opening.state)
    begun = BeginEntry(
        drawn.game.name, text, seed, __version__, players, dict(options), tuple(rolls), opening.heard, turn
    )
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
    assert isinstance(begun, BeginEntry)
    try:
        return read(begun.map, "map")
    except ValueError as error:
        why = error.said if isinstance(error, MapkitError) else Name(str(error))
        raise BadLog(str(path), 1, message("its map cannot be played: {why}", why)) from None


def _apart(one: PlayedDirective, other: PlayedDirective) -> bool:
    """Whether two neighbours belong to different turns because one of them is a ruling by the game master."""
    return one.by_the_game_master or other.by_the_game_master


def _rolling(seed: str, event: int, rolls: list[int]) -> Dice:
    """The dice of an event, which add what they show to `rolls`; closing and resuming the game does not change them."""
    return recorded(Chance(f"dice {seed} {event}".encode(errors="backslashreplace").decode()).die, rolls)
