"""A match: a game that is played or looked at. Its state follows from the events of its log alone."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import takewhile
from pathlib import Path
from types import TracebackType
from typing import Any

from mapkit.mapfile import writer
from mapkit.model.errors import MapkitError
from mapkit.model.files import BadLog
from mapkit.model.map import Map
from mapkit.model.message import Message, Name, message
from mapkit.model.ruling import Ruling
from mapkit.table import history, saved_games
from mapkit.table.history import History, PlayedDirective, opened
from mapkit.table.log import BeginEntry, Entry, HintEntry, Log, LogContents, RedoEntry, UndoEntry, read_log

MapReader = Callable[[str, str], Map[Any]]
"""Reads a map from the text of a map file and its name; raises ValueError for a map that cannot be played."""


class Match(History):
    """A game that is played, or looked at while others may play it.

    `name` is the path of its log, `log` is None where it is looked at, and `torn_line` is the torn last line of the
    log, if any. The state follows from the log's events alone, so that state and log always agree, even after an
    interruption.
    """

    def __init__(self, drawn: Map[Any], name: str, contents: LogContents, log: Log | None = None) -> None:
        """Not to be called directly: use `start`, `resume` or `look`."""
        begun = contents.events[0].entry
        assert isinstance(begun, BeginEntry)
        beginning = opened(drawn, begun, name)
        super().__init__(drawn, begun, beginning.table, beginning.opening, name)
        self.torn_line, self.log = contents.torn_line, log
        self._logged = log.events if log else contents.events
        self._catch_up()

    @property
    def seal(self) -> str:
        """The checksum of the log so far: another game has another one, even in a file of the same name."""
        return self._logged[-1].seal

    @property
    def hints_now(self) -> tuple[HintEntry, ...]:
        """The hints that were given since anything else happened."""
        latest = takewhile(lambda event: isinstance(event.entry, HintEntry), reversed(self._logged))
        return tuple(event.entry for event in latest if isinstance(event.entry, HintEntry))

    def say(self, words: str) -> Ruling[Any]:
        """Carry out a directive, which is on disk when this returns; raises InvalidMove, IllegalMove or FileTrouble."""
        return self._played(*self.judged(words))

    def rule(self, words: str) -> Ruling[Any]:
        """Carry out a ruling by the game master, which is on disk when this returns; raises NoRuling or FileTrouble."""
        return self._played(*self.ruled(words))

    def give_hint(self, by: str, about: Message, because: Sequence[int]) -> None:
        """Write down a hint, which is on disk when this returns; raises FileTrouble."""
        self._append(HintEntry(by, about, tuple(because)))

    def undo(self, turns: int) -> tuple[PlayedDirective, ...]:
        """Take back turns or rulings by the game master; returns them, the latest first. Raises FileTrouble."""
        return self._move(UndoEntry, self.turns_back(turns))

    def undo_one(self) -> tuple[PlayedDirective, ...]:
        """Take back the last directive or ruling alone, if there is one; returns it. Raises FileTrouble."""
        return self._move(UndoEntry, self.standing_directives[-1:])

    def redo(self, turns: int) -> tuple[PlayedDirective, ...]:
        """Bring back turns or rulings that were taken back; returns them. Raises FileTrouble."""
        return self._move(RedoEntry, self.turns_forth(turns))

    def redo_one(self) -> tuple[PlayedDirective, ...]:
        """Bring back the next directive or ruling alone, if there is one; returns it. Raises FileTrouble."""
        return self._move(RedoEntry, self.redoable_directives[-1:])

    def close(self) -> None:
        """Close the log, so that others may go on with the game."""
        if self.log:
            self.log.close()

    def __enter__(self) -> Match:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.close()

    def _move(
        self, entry: type[UndoEntry | RedoEntry], moved: tuple[PlayedDirective, ...]
    ) -> tuple[PlayedDirective, ...]:
        if moved:
            self._append(entry(tuple(directive.number for directive in moved)))
        return moved

    def _played(self, entry: Entry, played: PlayedDirective) -> Ruling[Any]:
        try:
            self._held().append(entry)
            self.add(played)
        finally:
            self._catch_up()
        return played.ruling

    def _append(self, entry: Entry) -> None:
        try:
            self._held().append(entry)
            self._catch_up()
        finally:
            self._catch_up()  # again, for Ctrl-C may have stopped the first

    def _catch_up(self) -> None:
        """Follow the events that are in the log already, also where Ctrl-C came as the last one was written."""
        for event in self._logged[self.events :]:
            self.follow(event.entry)

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
    saved_here = path.suffix == saved_games.SUFFIX and path.absolute().parent == saved_games.games_folder().absolute()
    return path.stem if saved_here else played.name


def start(drawn: Map[Any], text: str, names: Sequence[str], options: Mapping[str, str], seed: str, path: Path) -> Match:
    """Begin a game whose log is at `path`; raises BadSetting or FileTrouble.

    `text` is the map's file, which is written into the log. The caller makes sure that the map has no faults (see
    `legality.check`). Nothing is written where the game cannot begin.
    """
    log = Log.create(path, history.begin(drawn, text, names, options, seed).begun)
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
