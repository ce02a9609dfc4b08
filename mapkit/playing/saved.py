"""Saved games: the folder of logs, each by an id that people can type."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Sequence
from contextlib import ExitStack
from difflib import get_close_matches
from pathlib import Path
from typing import NamedTuple

from mapkit.chance import fresh_seed
from mapkit.files import FileTrouble, shown
from mapkit.playing.log import (
    BadLog,
    Begun,
    Event,
    RuledEntry,
    SaidEntry,
    failed,
    hold,
    opened,
    read_log,
    standing,
    sync_folder,
)

SUFFIX = ".jsonl"


class Saved(NamedTuple):
    """A saved game: the id to resume it by, its game, its players, the directives that stand, and whose turn it is."""

    id: str
    game: str
    players: tuple[str, ...]
    directives: int
    turn: str

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return not self.turn


class Unread(NamedTuple):
    """A saved game that cannot be read, and why."""

    id: str
    why: str


class Deleted(NamedTuple):
    """The ids of the games that were deleted, and why others were not."""

    ids: tuple[str, ...]
    troubles: tuple[str, ...]


def games_folder() -> Path:
    """The folder of saved games: `MAPKIT_GAMES`, or the place where this system keeps what programs save."""
    chosen = os.environ.get("MAPKIT_GAMES")
    if chosen:
        return Path(chosen)
    import platformdirs  # needed by saved games alone

    return platformdirs.user_data_path("mapkit", appauthor=False) / "games"


def new_id(folder: Path) -> str:
    """A fresh id that people can read aloud and type, and that no saved game bears."""
    while True:
        name = fresh_seed()
        if not os.path.lexists(saved_path(folder, name)):
            return name


def saved_path(folder: Path, game_id: str) -> Path:
    """Where the log of a saved game lies."""
    return folder / f"{game_id}{SUFFIX}"


def saved_games(folder: Path) -> Iterator[Saved | Unread]:
    """The games saved in a folder, by id (TL-3), those that cannot be read among them; raises FileTrouble."""
    for game_id, path in _logs(folder).items():
        try:
            yield _saved(game_id, read_log(path).events)
        except (BadLog, FileTrouble) as trouble:
            yield Unread(game_id, str(trouble))


def _saved(game_id: str, events: Sequence[Event]) -> Saved:
    begun, played = events[0].entry, standing(events)
    last = played[-1].entry if played else begun
    assert isinstance(begun, Begun)
    assert isinstance(last, Begun | SaidEntry | RuledEntry)
    directives = sum(isinstance(each.entry, SaidEntry) for each in played)
    return Saved(game_id, begun.game, begun.players, directives, last.turn)


def find(folder: Path, text: str) -> Path:
    """The log of a saved game by its id, or else the file of that name (TL-4); raises FileTrouble."""
    logs = _logs(folder)
    found = _meant(logs, text)
    if found is not None:
        return logs[found]
    if text.strip() and os.path.lexists(text):
        return Path(text)
    raise _no_such(logs, text, "no saved game and no file")


def delete(folder: Path, game_id: str) -> None:
    """Delete a saved game (TL-5), by its id alone; raises FileTrouble where there is none, or somebody plays it."""
    logs = _logs(folder)
    found = _meant(logs, game_id)
    if found is None:
        raise _no_such(logs, game_id, "no saved game")
    _delete(logs[found])


def delete_all(folder: Path) -> Deleted:
    """Delete all saved games (TL-5) but those that somebody is playing; raises FileTrouble for the folder."""
    gone: list[str] = []
    troubles: list[str] = []
    for game_id, path in _logs(folder).items():
        try:
            _delete(path)
            gone.append(game_id)
        except FileTrouble as trouble:
            troubles.append(str(trouble))
    return Deleted(tuple(gone), tuple(troubles))


def _delete(path: Path) -> None:
    with ExitStack() as held:
        if path.is_file():  # nobody plays what is none
            hold(held.enter_context(opened(path, "r+b")), path)
        if os.name == "nt":  # deletes no file that anybody has open, us included
            held.close()
        try:
            path.unlink()
        except OSError as error:
            raise failed(path, "cannot be deleted", error) from None
    sync_folder(path.parent)


def _logs(folder: Path) -> dict[str, Path]:
    """The files of saved games by their ids; raises FileTrouble where the folder cannot be read."""
    try:
        return {path.stem: path for path in sorted(folder.iterdir()) if path.suffix == SUFFIX}
    except FileNotFoundError:
        return {}
    except OSError as error:
        raise failed(folder, "saved games cannot be listed", error) from None


def _meant(ids: Iterable[str], text: str) -> str | None:
    """The id that a person means, whose capitals do not matter where that is clear."""
    typed = text.strip().removesuffix(SUFFIX)
    meant = [each for each in ids if each.casefold() == typed.casefold()]
    if typed in meant:
        return typed
    return meant[0] if len(meant) == 1 else None


def _no_such(ids: Iterable[str], text: str, what: str) -> FileTrouble:
    known = list(ids)
    close = get_close_matches(text[:40].lower(), known, 1)
    if close:
        hint = f"did you mean {shown(close[0])}?"
    elif known:
        hint = f"saved are {', '.join(map(shown, known[:8]))}" + (f" and {len(known) - 8} more" if known[8:] else "")
    else:
        hint = "nothing is saved yet"
    return FileTrouble(f"{shown(text[:80])}: there is {what} of that name; {hint}")
