"""The log of a game: JSON Lines on disk.

The first line says how the game began (map, players, options, seed). Each further line is an event. A line carries a
checksum over itself and all lines before it. An event is written and synced to disk before anybody hears of it. Nothing
that was announced is ever removed from a log: an undo is an event that names the events that it undoes.
"""

from __future__ import annotations

import json
import os
import re
import stat
from codecs import BOM_UTF8
from collections.abc import Iterable, Iterator, Mapping, Sequence
from hashlib import sha256
from pathlib import Path
from typing import IO, Any, Literal, NamedTuple, assert_never

from mapkit.model.file_kinds import CONFLICT, TWO_VERSIONS, any_kind_of, is_log
from mapkit.model.files import BadLog, FileTrouble, heed, is_there, lock, printable_name, reason, sync_folder, write_new
from mapkit.model.frozen import FrozenDict
from mapkit.model.message import Message, Name, as_data, clauses, from_data, message
from mapkit.model.ruling import Announcement

FORMAT = 1
MOST_BYTES = 1 << 28
_FIRST_LINE = 1 << 23
"""More bytes than the first line of a log has, which holds a map file."""
_SEAL = 16
_TAIL = len(',"sum":""}') + _SEAL
_SEALED = re.compile(rb',"sum":"[0-9a-f]+"}$')


class BeginEntry(NamedTuple):
    """How a game began."""

    game: str
    map: str
    """The map, as the text of a map file."""
    seed: str
    version: str
    players: tuple[str, ...]
    options: Mapping[str, str]
    rolls: tuple[int, ...]
    heard: tuple[Announcement, ...]
    turn: str


class DirectiveEntry(NamedTuple):
    """A directive that was carried out."""

    by: str
    words: str
    rolls: tuple[int, ...]
    heard: tuple[Announcement, ...]
    turn: str
    """The player whose turn it is after it; empty when the game is over."""


class RulingEntry(NamedTuple):
    """A ruling by the game master."""

    words: str
    """What the game master corrected or said."""
    heard: tuple[Announcement, ...]
    turn: str


class UndoEntry(NamedTuple):
    """Directives and rulings that are taken back."""

    events: tuple[int, ...]
    """The numbers of their events, the latest first."""


class RedoEntry(NamedTuple):
    """Directives and rulings that are brought back."""

    events: tuple[int, ...]
    """The numbers of their events, the earliest first."""


class HintEntry(NamedTuple):
    """A hint that a player asked for; it changes nothing in the game, and is never taken back."""

    by: str
    about: Message
    because: tuple[int, ...]
    """The numbers of the events that prove it."""


Entry = BeginEntry | DirectiveEntry | RulingEntry | UndoEntry | RedoEntry | HintEntry


class Event(NamedTuple):
    """A line of a log."""

    number: int
    """The number of the line, counted from 0."""
    entry: Entry
    seal: str
    end: int
    """The size of the log in bytes up to the end of the line."""


class LogContents(NamedTuple):
    """What is in a log."""

    events: tuple[Event, ...]
    torn_line: str
    """The torn last line, which was dropped; empty if there is none."""


class Log:
    """An append-only file of events, held by one writer at a time.

    `events` are the events on disk. Whatever else is in the file was never announced, and the next append cuts it off.
    """

    def __init__(self, path: Path, file: IO[bytes], contents: LogContents) -> None:
        """Not to be called directly: use `create` or `resume`."""
        self.path, self.events, self.torn_line = path, list(contents.events), contents.torn_line
        self._file = file

    @classmethod
    def create(cls, path: Path, begun: BeginEntry) -> Log:
        """A new log, its first line on disk; raises FileTrouble where the name is taken or cannot be written.

        It holds the secret map, and so only this account may read it.
        """
        if os.path.lexists(path):
            would_do = message("resume it with --resume, or give another name with --log")
            raise FileTrouble(clauses(message("{file}: exists already", printable_name(str(path))), would_do))
        missing = [folder for folder in path.absolute().parents if not is_there(str(folder))]
        write_new(path, _sealed_line(begun, ())[0], 0o600, option="--log")
        for folder in (path.absolute().parent, *(folder.parent for folder in missing)):
            sync_folder(folder)
        return cls.resume(path)

    @classmethod
    def resume(cls, path: Path) -> Log:
        """An existing log, opened to be continued; raises FileTrouble or BadLog."""
        file = open_plain_file(path, "r+b")
        try:
            lock_file(file, path)
            return cls(path, file, _contents(file, path))
        except BaseException:
            file.close()
            raise

    def append(self, entry: Entry) -> Event:
        """Write an event, which is on disk when this returns; raises FileTrouble, and then nothing was written.

        The file and `events` stay equal whatever is raised.
        """
        line, event = _sealed_line(entry, self.events)
        self._check_still_there()
        try:
            self._cut()
            _write_whole(self._file, line)
            os.fsync(self._file.fileno())
            self.events.append(event)  # one step: Ctrl-C comes before it or after it
        except OSError as error:
            what = message("cannot be written, so nothing was announced")
            if not self._take_back():
                what = message("{what} (but it may be found done when the game is resumed)", what)
            raise file_trouble(self.path, what, error) from None
        except BaseException:
            self._take_back()
            raise
        return event

    def close(self) -> None:
        """Close the file, so that others may open it."""
        self._file.close()

    def _check_still_there(self) -> None:
        """Raise FileTrouble where a program that ignores the lock has deleted or cut the file."""
        found = os.fstat(self._file.fileno())
        if found.st_nlink == 0 or found.st_size < self.events[-1].end - 1:
            file = printable_name(str(self.path))
            raise FileTrouble(message("{file}: was deleted or cut while it was played; nothing was announced", file))

    def _cut(self) -> None:
        """Cut off what follows the last event: a line torn by a kill, or one that was never announced."""
        end, size = self.events[-1].end, os.fstat(self._file.fileno()).st_size
        if size > end:
            self._file.truncate(end)
        self._file.seek(min(end, size))
        if size < end:
            _write_whole(self._file, b"\n")  # an editor has left out the end of the last line

    def _take_back(self) -> bool:
        """Cut off what a failed append has written; whether that could be done."""
        try:
            self._cut()
        except OSError:
            return False
        return True


def read_log(path: Path) -> LogContents:
    """What is in a log, which another process may be writing meanwhile; raises FileTrouble or BadLog."""
    with open_plain_file(path, "rb") as file:
        return _contents(file, path)


def begins_as_log(path: Path) -> bool:
    """Whether the first line is one that mapkit wrote, whatever the rest is or its format; raises FileTrouble."""
    with open_plain_file(path, "rb") as file:
        try:
            return _begins_sealed(file.read(_FIRST_LINE))
        except OSError as error:
            raise file_trouble(path, message("cannot be read"), error) from None


def _begins_sealed(data: bytes) -> bool:
    """Whether the first line is as mapkit wrote it."""
    line = _as_written(next(iter(data.strip().splitlines()), b""))
    return line[-_TAIL:] == _tail(_seal("", line[:-_TAIL] + b"}"))


def standing(events: Iterable[Event]) -> tuple[Event, ...]:
    """The events of the directives and rulings that stand: those not taken back, or brought back since."""
    said: list[Event] = []
    gone: set[int] = set()
    for event in events:
        match event.entry:
            case DirectiveEntry() | RulingEntry():
                said.append(event)
            case UndoEntry(numbers):
                gone.update(numbers)
            case RedoEntry(numbers):
                gone.difference_update(numbers)
            case BeginEntry() | HintEntry():
                pass
            case _:
                assert_never(event.entry)
    return tuple(event for event in said if event.number not in gone)


# The file


def open_plain_file(path: Path, mode: Literal["rb", "r+b"]) -> IO[bytes]:
    """An open plain file; raises FileTrouble for others, since a pipe or a device might never end."""
    try:
        found = path.stat()
        if not stat.S_ISREG(found.st_mode):
            raise OSError(message("it is no plain file"))
        heed(found)
        return path.open(mode, buffering=0)
    except FileNotFoundError:
        file = printable_name(str(path))
        raise FileTrouble(message("{file}: there is no such log; `mapkit play FILE` begins one", file)) from None
    except (OSError, ValueError) as error:
        raise file_trouble(path, message("cannot be opened"), error) from None


def _contents(file: IO[bytes], path: Path) -> LogContents:
    """What is in an open log; raises FileTrouble or BadLog."""
    try:
        if os.fstat(file.fileno()).st_size > MOST_BYTES:
            raise BadLog(str(path), 1, message("larger than any game; this is no log of mapkit"))
        data = file.read()
    except OSError as error:
        raise file_trouble(path, message("cannot be read"), error) from None
    return contents(data, str(path))


def contents(data: bytes, name: str) -> LogContents:
    """What is in the bytes of a log; raises BadLog. `name` is the name of the log in errors."""
    begun = is_log(data) or _begins_sealed(data) or b'{"n":'.startswith(data)
    if not begun and (kind := any_kind_of(data)):
        raise BadLog(name, 1, message("this is no log of mapkit but {thing}; `mapkit play FILE` writes one", kind))
    lines = data.splitlines(keepends=True)
    whole = not lines or lines[-1].endswith((b"\n", b"\r")) or _SEALED.search(_as_written(lines[-1]))
    rest = b"" if whole else lines.pop()
    return LogContents(tuple(_events(lines, name)), rest.decode(errors="replace"))


def written(entries: Iterable[Entry]) -> str:
    """The text of the log with these entries."""
    lines, events = list[bytes](), list[Event]()
    for entry in entries:
        line, event = _sealed_line(entry, events)
        lines.append(line)
        events.append(event)
    return b"".join(lines).decode()


def lock_file(file: IO[bytes], path: Path) -> None:
    """Lock the file until this process ends, in whatever way; raises FileTrouble where another holds the lock."""
    name = printable_name(str(path))
    try:
        lock(file.fileno(), "now")
        if not os.path.samestat(os.fstat(file.fileno()), path.stat()):
            raise FileNotFoundError
    except BlockingIOError:
        raise FileTrouble(message("{file}: another mapkit is playing this game; end that one first", name)) from None
    except FileNotFoundError:
        raise FileTrouble(message("{file}: was deleted just now", name)) from None
    except OSError as error:
        raise file_trouble(path, message("cannot be kept from other writers; copy it to another disk"), error) from None


def _write_whole(file: IO[bytes], line: bytes) -> None:
    """Write all bytes, since an unbuffered file may take them in parts; raises OSError."""
    written = 0
    while written < len(line):
        count = file.write(line[written:])
        if not count:
            raise OSError(message("nothing more can be written"))
        written += count


def file_trouble(path: Path, what: Message, error: Exception) -> FileTrouble:
    """The error for something that the system refuses."""
    return FileTrouble(message("{file}: {what}: {why}", printable_name(str(path)), what, reason(error)))


# The lines


def _sealed_line(entry: Entry, before: Sequence[Event]) -> tuple[bytes, Event]:
    number, seal, end = (len(before), before[-1].seal, before[-1].end) if before else (0, "", 0)
    data = {"n": number, "kind": _KINDS[type(entry)], **({"mapkit": FORMAT} if isinstance(entry, BeginEntry) else {})}
    data |= entry._asdict()
    if isinstance(entry, HintEntry):
        data["about"] = as_data(entry.about)
    if not isinstance(entry, UndoEntry | RedoEntry | HintEntry):
        data["heard"] = as_logged(entry.heard)
    text = json.dumps(data, ensure_ascii=False, separators=(",", ":"))
    body = text.encode(errors="backslashreplace")  # half a surrogate pair becomes the escape that JSON has for it
    seal = _seal(seal, body)
    line = body[:-1] + _tail(seal)
    return line + b"\n", Event(number, entry, seal, end + len(line) + 1)


_KINDS: Mapping[type[Entry], str] = {
    BeginEntry: "game",
    DirectiveEntry: "say",
    RulingEntry: "ruling",
    UndoEntry: "undo",
    RedoEntry: "redo",
    HintEntry: "hint",
}
"""The kinds of entries as the lines of a log name them."""


def _seal(before: str, body: bytes) -> str:
    """The checksum of a line, given that of the line before."""
    return sha256(before.encode() + body).hexdigest()[:_SEAL]


def _tail(seal: str) -> bytes:
    return f',"sum":"{seal}"}}'.encode()


def _events(lines: Sequence[bytes], name: str) -> Iterator[Event]:
    """The events of whole lines; raises BadLog."""
    seal, number, end = "", 0, 0
    if not any(map(_as_written, lines)):
        raise BadLog(name, 1, message("no game is in it; `mapkit play FILE` begins one"))
    for place, kept in enumerate(lines, 1):
        end += len(kept) + (not kept.endswith((b"\n", b"\r")))
        if line := _as_written(kept):
            body = line[:-_TAIL] + b"}"
            seal = _seal(seal, body)
            if line[-_TAIL:] != _tail(seal):
                raise BadLog(name, place, _damage_in_words(lines, place, number))
            try:
                data = json.loads(body)
                if number == 0 and _whole(data["mapkit"]) != FORMAT:
                    found = Name(str(data["mapkit"]))
                    made_by = message("it is of format {found}; take the mapkit that wrote it, or a newer one", found)
                    raise BadLog(name, 1, made_by)
                entry = _understood(data)
                if _whole(data["n"]) != number or isinstance(entry, BeginEntry) != (number == 0):
                    raise ValueError(number)
            except (ValueError, KeyError, TypeError, RecursionError):  # mapkit would not have written it
                why = message("this line cannot be understood; a newer mapkit may know it")
                raise BadLog(name, number + 1, why) from None
            yield Event(number, entry, seal, end)
            number += 1


def _as_written(line: bytes) -> bytes:
    """A line as mapkit wrote it, without what an editor, git or a mail has put around it, such as `> `."""
    return line.removeprefix(BOM_UTF8).strip().lstrip(b"> ")


def _damage_in_words(lines: Sequence[bytes], place: int, number: int) -> Message:
    """What has happened to a line, counted from 1, that is not as mapkit wrote it; so many events are before it."""
    line, after = lines[place - 1], b"".join(lines[place : place + 2])
    if CONFLICT.match(line.decode(errors="replace")):
        return TWO_VERSIONS
    if is_log(line) and not _SEALED.search(_as_written(line)) and after.strip() and not is_log(after):
        broken = message("this line is broken into several, as mail programs do with long ones")
        return clauses(broken, message("send the log as an attached file"))
    first = next((n for n, each in enumerate(lines, 1) if _begins_sealed(each)), 0)
    if not number and first:
        return message("the log begins in line {number}; take out what stands above it", first)
    if not number:
        return message("this is no log of mapkit, or its beginning is damaged; nothing in it can be believed")
    return clauses(
        message("damaged: this line is not as mapkit wrote it, so neither it nor what follows can be believed"),
        message("copy lines 1 to {number} to another file to go on from there", place - 1),
    )


def _understood(data: Any) -> Entry:
    """The entry that the data of a line describe; raises ValueError, KeyError or TypeError for wrong data."""
    if data["kind"] == "say":  # as most lines
        return DirectiveEntry(_text(data["by"]), _text(data["words"]), *_outcome(data))
    match data:
        case {"kind": "game", "players": [*players], "options": dict(options)}:
            game, text, seed, version = (_text(data[key]) for key in ("game", "map", "seed", "version"))
            names = tuple(map(_text, players))
            return BeginEntry(game, text, seed, version, names, FrozenDict(_texts(options)), *_outcome(data))
        case {"kind": "ruling", "words": str(words)}:
            return RulingEntry(words, _heard(data["heard"]), _text(data["turn"]))
        case {"kind": "undo", "events": [*numbers]}:
            return UndoEntry(_wholes(numbers))
        case {"kind": "redo", "events": [*numbers]}:
            return RedoEntry(_wholes(numbers))
        case {"kind": "hint", "by": str(by), "about": about, "because": [*numbers]}:
            return HintEntry(by, from_data(about), _wholes(numbers))
        case _:
            raise ValueError


def _outcome(data: Mapping[str, Any]) -> tuple[tuple[int, ...], tuple[Announcement, ...], str]:
    """The rolls of the dice, what was heard, and the player whose turn it is then."""
    return _wholes(data["rolls"]), _heard(data["heard"]), _text(data["turn"])


def as_logged(heard: Iterable[Announcement]) -> list[list[Any]]:
    """What was heard, as a log writes it."""
    return [[said.key, dict(said.args), *said.to] for said in heard]


def _heard(pairs: Iterable[Any]) -> tuple[Announcement, ...]:
    """The inverse of `as_logged`; raises ValueError for what `as_logged` does not write."""
    found = list[Announcement]()
    for key, args, *to in pairs:
        if type(args) is not dict or not all(type(text) is str for text in (key, *args.values(), *to)):
            raise ValueError(key)
        found.append(Announcement(key, tuple(args.items()), tuple(to)))
    return tuple(found)


def _text(value: Any) -> str:
    if not isinstance(value, str):
        raise ValueError(value)
    return value


def _texts(values: Mapping[Any, Any]) -> dict[str, str]:
    return {_text(key): _text(value) for key, value in values.items()}


def _wholes(values: Iterable[Any]) -> tuple[int, ...]:
    return tuple(map(_whole, values))


def _whole(value: Any) -> int:
    if type(value) is not int:  # True is an int, too, and no number here
        raise ValueError(value)
    return value
