"""Saved games: a folder of logs. Each game has an id that people can type."""

from __future__ import annotations

import os
import shlex
import sys
from collections.abc import Iterable, Iterator, Sequence
from contextlib import ExitStack, suppress
from datetime import datetime
from pathlib import Path
from typing import NamedTuple

from mapkit.model.chance import fresh_seed
from mapkit.model.files import BadLog, FileTrouble, is_file, printable_name, sync_folder, write_new
from mapkit.model.letters import suggestion
from mapkit.model.message import Message, Name, clauses, message, shortened
from mapkit.table.log import (
    BeginEntry,
    DirectiveEntry,
    Event,
    RulingEntry,
    begins_as_log,
    contents,
    file_trouble,
    lock_file,
    open_plain_file,
    read_log,
    standing,
)

SUFFIX = ".jsonl"


class SavedGame(NamedTuple):
    """A saved game."""

    id: str
    game: str
    players: tuple[str, ...]
    directives: int
    turn: str
    """The player whose turn it is; empty when the game is over."""
    written: datetime
    """When its log was last written, in local time; `datetime.min` where the disk has a time of no calendar."""

    @property
    def over(self) -> bool:
        return not self.turn

    @property
    def when(self) -> str:
        """When its log was last written, as people read it."""
        return f"{self.written:%Y-%m-%d %H:%M}" if self.written > datetime.min else "?"


class UnreadableGame(NamedTuple):
    """A saved game that cannot be read."""

    id: str
    why: Message


def games_folder() -> Path:
    """The folder of saved games: that of the variable `MAPKIT_GAMES`, or the system's folder for data of programs."""
    chosen = os.environ.get("MAPKIT_GAMES")
    if chosen:
        return Path(chosen)
    import platformdirs  # only saved games need it

    return platformdirs.user_data_path("mapkit", appauthor=False) / "games"


def new_id(folder: Path) -> str:
    """A new id that people can read aloud and type, and that no saved game has."""
    while True:
        name = fresh_seed()
        if not os.path.lexists(saved_path(folder, name)):
            return name


def saved_path(folder: Path, game_id: str) -> Path:
    return folder / f"{game_id}{SUFFIX}"


def saved_games(folder: Path) -> Iterator[SavedGame | UnreadableGame]:
    """The games saved in a folder, sorted by id (TL-3), with those that cannot be read; raises FileTrouble."""
    for game_id, path in _logs(folder).items():
        try:
            yield _summary(game_id, read_log(path).events, _written(path))
        except (BadLog, FileTrouble) as trouble:
            yield UnreadableGame(game_id, trouble.said)


def latest_games(folder: Path) -> Iterator[SavedGame]:
    """The readable games of a folder, last written first, each read when asked for; raises FileTrouble."""
    for written, game_id, path in _latest_first(folder):
        with suppress(BadLog, FileTrouble):
            yield _summary(game_id, read_log(path).events, written)


def _summary(game_id: str, events: Sequence[Event], written: datetime) -> SavedGame:
    begun, played = events[0].entry, standing(events)
    last = played[-1].entry if played else begun
    assert isinstance(begun, BeginEntry)
    assert isinstance(last, BeginEntry | DirectiveEntry | RulingEntry)
    directives = sum(isinstance(directive.entry, DirectiveEntry) for directive in played)
    return SavedGame(game_id, begun.game, begun.players, directives, last.turn, written)


def _written(path: Path) -> datetime:
    """When a log was last written; raises FileTrouble."""
    try:
        seconds = path.stat().st_mtime
    except OSError as error:
        raise file_trouble(path, message("cannot be read"), error) from None
    with suppress(ValueError, OverflowError, OSError):  # such as that of a year after 9999
        return datetime.fromtimestamp(seconds)
    return datetime.min


def _latest_first(folder: Path) -> list[tuple[datetime, str, Path]]:
    """When each plain file of a saved game was written, its id and its path, the last written first."""
    found = list[tuple[datetime, str, Path]]()
    for game_id, path in _logs(folder).items():
        if is_file(str(path)):
            with suppress(FileTrouble):  # it is gone by now
                found.append((_written(path), game_id, path))
    return sorted(found, reverse=True)


def latest(folder: Path) -> str:
    """The id of the saved game that was written last; raises FileTrouble where nothing is saved."""
    for _, game_id, _ in _latest_first(folder):
        return game_id
    raise FileTrouble(message("no game is saved; begin one by mapkit play FILE"))


def count(folder: Path) -> int:
    """How many games are saved that `delete_all` may delete; raises FileTrouble where the folder cannot be read."""
    return sum(_foreign(game_id, path) is None for game_id, path in _logs(folder).items())


def find(folder: Path, text: str) -> Path:
    """The log of a saved game by its id, or else the file of that name (TL-4); raises FileTrouble."""
    logs = _logs(folder)
    found = _meant(logs, text)
    if found is not None:
        return logs[found]
    if text.strip() and os.path.lexists(text):
        return Path(text)
    raise _no_such(logs, text, message("there is no saved game and no file of that name"))


def take_in(folder: Path, data: bytes, name: str) -> str:
    """The id of the game whose log somebody brings: that of a saved game which holds all of it, else a new one.

    `name` is the name of the log in errors. Raises BadLog or FileTrouble.
    """
    brought = [event.seal for event in contents(data, name).events]
    for game_id, path in _logs(folder).items():
        with suppress(BadLog, FileTrouble):
            if [event.seal for event in read_log(path).events[: len(brought)]] == brought:
                return game_id
    found = new_id(folder)
    write_new(saved_path(folder, found), data, 0o600, option="--log")
    return found


def delete(folder: Path, game_id: str) -> None:
    """Delete a saved game by its id (TL-5); raises FileTrouble where there is none, or where it is being played."""
    logs = _logs(folder)
    found = _meant(logs, game_id)
    if found is None:
        raise _no_such(logs, game_id, message("there is no saved game of that name"))
    _delete(logs[found])


def delete_all(folder: Path) -> tuple[Sequence[str], Sequence[Message]]:
    """Delete all saved games (TL-5) except those that are being played; gives their ids, and why others stay.

    What does not begin as a log does is left where it is, since corpora have the same ending, and is told among the
    troubles; `delete` deletes it by its id. Raises FileTrouble where the folder cannot be read.
    """
    gone, troubles = list[str](), list[Message]()
    for game_id, path in _logs(folder).items():
        try:
            if foreign := _foreign(game_id, path):
                raise foreign
            _delete(path)
            gone.append(game_id)
        except FileTrouble as trouble:
            troubles.append(trouble.said)
    return gone, troubles


def _foreign(game_id: str, path: Path) -> FileTrouble | None:
    """Why a file in the folder of saved games is not taken for one; None where it is."""
    try:
        if begins_as_log(path):
            return None
    except FileTrouble as trouble:
        return trouble
    stays = message("{file}: does not begin as a log of mapkit and stays", printable_name(str(path)))
    typed = Name(shlex.quote(printable_name(game_id)))
    return FileTrouble(clauses(stays, message("`mapkit play --delete {id}` deletes it", typed)))


def _delete(path: Path) -> None:
    with ExitStack() as held:
        if path.is_file():  # nobody can be playing what is no file
            lock_file(held.enter_context(open_plain_file(path, "r+b")), path)
        if sys.platform == "win32":  # Windows deletes no file that is open, not even by ourselves
            held.close()
        try:
            path.unlink()
        except OSError as error:
            raise file_trouble(path, message("cannot be deleted"), error) from None
    sync_folder(path.parent)


def _logs(folder: Path) -> dict[str, Path]:
    """The files of saved games by their ids; raises FileTrouble where the folder cannot be read."""
    try:
        return {path.stem: path for path in sorted(folder.iterdir()) if path.suffix == SUFFIX}
    except FileNotFoundError:
        return {}
    except OSError as error:
        raise file_trouble(folder, message("saved games cannot be listed"), error) from None


def _meant(ids: Iterable[str], text: str) -> str | None:
    """The id that a person means; capitals do not matter unless two ids differ only in them."""
    typed = text.strip().removesuffix(SUFFIX)
    meant = [game_id for game_id in ids if game_id.casefold() == typed.casefold()]
    if typed in meant:
        return typed
    return meant[0] if len(meant) == 1 else None


def _no_such(ids: Iterable[str], text: str, why: Message) -> FileTrouble:
    """The error for a text that is no saved game, with the id that was probably meant."""
    known = [*map(printable_name, ids)]
    saved = message("saved are {names}", shortened(known, 8)) if known else message("nothing is saved yet")
    lacks = message("{file}: {why}", printable_name(text[:80]), why)
    return FileTrouble(clauses(lacks, suggestion(text, known, saved)))
