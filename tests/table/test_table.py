"""The table and its log: a line is on disk before it is announced, and the state is the fold of what is on disk."""

import errno
import json
import os
import resource
import signal
import stat
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import closing, contextmanager, suppress
from functools import cache, partial
from hashlib import sha256
from pathlib import Path
from types import FrameType
from typing import IO, Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mapkit.games import maps
from mapkit.games.shelf import GAMES
from mapkit.mapfile import writer
from mapkit.model.chance import Chance
from mapkit.model.files import BadLog, FileTrouble
from mapkit.model.game import table_of
from mapkit.model.map import Map
from mapkit.model.ruling import Announcement, MoveError, NoRuling
from mapkit.model.settings import BadSetting, read_size
from mapkit.model.table import Speech
from mapkit.table import history, log, match, saved_games
from mapkit.table.history import check_names, ruling_of
from mapkit.table.history import opened as history_of
from mapkit.table.log import BeginEntry, DirectiveEntry, RedoEntry, RulingEntry, UndoEntry
from mapkit.table.match import Match
from tests.same_bytes import PATHS, RUN

ROOT = Path(__file__).parents[2]
NAMES = ("Ann", "Bob", "Čeněk")


@cache
def labyrinth() -> Map[Any]:
    return maps.generate("treasures", "table", preset="any-size", size=read_size("6x5"))


@cache
def read(text: str, name: str) -> Map[Any]:
    return maps.read(text.encode(), name).map


def begun(path: Path, seed: str = "seed", names: Sequence[str] = NAMES) -> Match:
    return match.start(labyrinth(), writer.show(labyrinth()), names, {"heal-now": "yes"}, seed, path)


def wander(played: Match, directives: int, seed: str = "wander") -> None:
    """Say this many directives, chosen from those that may be said, without leaving the labyrinth."""
    chance = Chance(seed)
    for _ in range(directives):
        way = chance.choice(played.ways)
        played.say(way)
        if not played.mover:
            played.undo(1)


@cache
def thirty_events() -> bytes:
    """A log of about thirty events; some of them were undone and redone."""
    with tempfile.TemporaryDirectory() as folder, begun(Path(folder, "game.jsonl")) as played:
        wander(played, 14)
        played.undo(3)
        played.redo(2)
        wander(played, 12, "onward")
        played.undo(2)
        return played.log.path.read_bytes() if played.log else b""


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "game.jsonl"


@pytest.fixture
def thirty(path: Path) -> Path:
    path.write_bytes(thirty_events())
    return path


@contextmanager
def without_waiting_for_the_disk() -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(os, "fsync", lambda handle: None)
        yield


def told(played: Match) -> object:
    """All that can be known of a table, for comparing two tables."""
    return (
        played.state,
        [directive[:3] for directive in played.standing_directives],
        [directive.ruling for directive in played.redoable_directives],
    )


# On disk first


def test_a_line_is_written_and_synced_before_it_is_announced(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    synced: list[bytes] = []
    with begun(path) as played:
        monkeypatch.setattr(os, "fsync", lambda handle: synced.append(path.read_bytes()))
        heard = played.say(played.ways[0]).heard
    last = log.read_log(path).events[-1].entry
    assert synced == [path.read_bytes()]
    assert isinstance(last, DirectiveEntry)
    assert last.heard == heard


def test_a_new_log_is_synced_with_its_name_and_the_folders_made_for_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    synced: list[int] = []

    def noted(handle: int) -> None:
        found = os.fstat(handle)
        synced.append(found.st_ino if stat.S_ISDIR(found.st_mode) else 0)

    monkeypatch.setattr(os, "fsync", noted)
    with begun(tmp_path / "new" / "folder" / "game.jsonl"):
        folders = [tmp_path / "new" / "folder", tmp_path / "new", tmp_path]
        assert synced == [0, *(each.stat().st_ino for each in folders)]


def test_a_game_that_cannot_begin_leaves_nothing_behind(tmp_path: Path) -> None:
    with pytest.raises(BadSetting):
        begun(tmp_path / "game.jsonl", names=["Ann", "Ann"])
    with pytest.raises(BadSetting):
        match.start(labyrinth(), "", NAMES, {"no-such": "yes"}, "seed", tmp_path / "game.jsonl")
    assert list(tmp_path.iterdir()) == []


def test_a_directive_that_is_refused_leaves_nothing_in_the_log(path: Path) -> None:
    with begun(path) as played:
        before, other = path.read_bytes(), next(name for name in NAMES if name != played.mover)
        for words in ("end", "sing", "", "\udc80", "attack nobody", f"{other}: north"):
            with pytest.raises(MoveError):
                played.say(words)
        assert path.read_bytes() == before


@pytest.mark.parametrize("step", [1, 7, 100])
def test_a_system_that_writes_little_at_a_time_is_asked_again(path: Path, step: int) -> None:
    with begun(path) as played:
        through(played, lambda file, data: file.write(data[:step]))
        wander(played, 3)
        assert told(match.look(path, read)) == told(played)


# A full disk, a disk that is read-only, a file that goes away

Write = Callable[[IO[bytes], bytes], int | None]


class Through:
    """A log's file that passes its writes and cuts to functions of the test."""

    def __init__(self, file: IO[bytes], write: Write, cut: Callable[[], None]) -> None:
        self._file, self._write, self._cut = file, write, cut

    def write(self, data: bytes) -> int | None:
        return self._write(self._file, data)

    def truncate(self, size: int) -> int:
        self._cut()
        return self._file.truncate(size)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._file, name)


def through(played: Match, write: Write, cut: Callable[[], None] = lambda: None) -> None:
    assert played.log is not None
    file: Any = played.log._file
    played.log._file = Through(file, write, cut)  # type: ignore[assignment]


def room(size: int) -> Write:
    """A disk with room for this many more bytes."""
    left = [size]

    def write(file: IO[bytes], data: bytes) -> int:
        if not left[0]:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        count = file.write(data[: left[0]])
        left[0] -= count
        return count

    return write


@pytest.mark.parametrize("size", [0, 1, 50])
def test_a_full_disk_is_told_and_changes_nothing(thirty: Path, size: int) -> None:
    with match.resume(thirty, read) as played:
        before, way = told(played), played.ways[0]
        file: Any = played.log._file if played.log else None
        through(played, room(size))
        for act in (lambda: played.say(way), lambda: played.undo(1)):
            with pytest.raises(FileTrouble, match=r"game\.jsonl: .*nothing was announced: no space left on device"):
                act()
        assert told(played) == before
        assert thirty.read_bytes() == thirty_events()
        if played.log:
            played.log._file = file  # somebody made room
        played.say(way)
        assert told(match.look(thirty, read)) == told(played) != before


def test_a_file_that_may_not_grow_is_told_and_changes_nothing(thirty: Path) -> None:
    """Like a full disk, but here the system refuses, after it has written half a line."""
    limits = resource.getrlimit(resource.RLIMIT_FSIZE)
    with match.resume(thirty, read) as played:
        before, way = told(played), played.ways[0]
        try:
            resource.setrlimit(resource.RLIMIT_FSIZE, (len(thirty_events()) + 40, limits[1]))
            with pytest.raises(FileTrouble, match="nothing was announced"):
                played.say(way)
        finally:
            resource.setrlimit(resource.RLIMIT_FSIZE, limits)
        assert told(played) == before
        assert thirty.read_bytes() == thirty_events()
        played.say(way)
    assert told(match.look(thirty, read)) == told(played)


def test_if_half_a_line_cannot_be_cut_off_the_next_line_replaces_it(thirty: Path) -> None:
    def stuck() -> None:
        raise OSError(errno.EIO, os.strerror(errno.EIO))

    with match.resume(thirty, read) as played:
        before, way = told(played), played.ways[0]
        file: Any = played.log._file if played.log else None
        through(played, room(50), stuck)
        for _ in range(2):
            with pytest.raises(FileTrouble, match="it may be found done when the game is resumed"):
                played.say(way)
        assert told(played) == before
        assert len(thirty.read_bytes()) == len(thirty_events()) + 50
        assert told(match.look(thirty, read)) == before
        if played.log:
            played.log._file = file
        played.say(way)
    assert told(match.look(thirty, read)) == told(played)


@pytest.mark.parametrize("ruin", [Path.unlink, lambda path: os.truncate(path, 100)], ids=["deleted", "cut"])
def test_a_log_that_goes_away_while_it_is_played_is_told(path: Path, ruin: Callable[[Path], object]) -> None:
    with begun(path) as played:
        ruin(path)
        with pytest.raises(FileTrouble, match="was deleted or cut"):
            played.say(played.ways[0])
        assert played.standing_directives == ()


def test_a_folder_that_cannot_be_written_is_told(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refused(*words: object, **named: object) -> Any:
        raise OSError(errno.EROFS, os.strerror(errno.EROFS))

    monkeypatch.setattr("mapkit.model.files._begin", refused)
    with pytest.raises(FileTrouble, match=r"game\.jsonl: cannot be written: read-only file system.*--log"):
        begun(path)


def test_a_log_that_may_only_be_read_can_be_looked_at(thirty: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    plainly = Path.open

    def refused(self: Path, mode: str = "r", *words: Any, **named: Any) -> Any:
        if "+" in mode:
            raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))
        return plainly(self, mode, *words, **named)

    monkeypatch.setattr(Path, "open", refused)
    with pytest.raises(FileTrouble, match="cannot be opened: permission denied"):
        match.resume(thirty, read)
    assert match.look(thirty, read).standing_directives


# What is no log


def test_a_name_that_is_taken_is_refused(path: Path, tmp_path: Path) -> None:
    begun(path).close()
    link = tmp_path / "link.jsonl"
    link.symlink_to("nowhere")
    for taken in (path, tmp_path, link):
        with pytest.raises(FileTrouble, match="exists already; resume it with --resume, or give another name"):
            begun(taken)
    assert not (tmp_path / "nowhere").exists()


def test_a_folder_a_pipe_and_a_device_are_no_logs(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    for name in (tmp_path, tmp_path / "pipe", Path("/dev/zero"), tmp_path / "none", Path("nul\0")):
        for opened in (match.resume, match.look):
            with pytest.raises(FileTrouble, match=r"cannot be opened|no such log"):
                opened(name, read)


@pytest.mark.parametrize("size", [0, 1, 200])
def test_a_log_without_a_whole_line_has_no_game_in_it(path: Path, size: int) -> None:
    data = thirty_events()[:size]
    path.write_bytes(data)
    for opened in (match.resume, match.look):
        with pytest.raises(BadLog, match=r"game\.jsonl:1: no game is in it"):
            opened(path, read)
    assert path.read_bytes() == data


@pytest.mark.parametrize("data", [b"\0" * 500 + b"\n", b'mapkit = 1\ngame = "treasures"\n', b'{"n":0}\n'])
def test_another_file_is_no_log(path: Path, data: bytes) -> None:
    path.write_bytes(data)
    with pytest.raises(BadLog, match=r"game\.jsonl:1: this is no log of mapkit"):
        match.resume(path, read)


def test_a_file_larger_than_any_game_is_not_read(path: Path) -> None:
    with path.open("wb") as file:
        file.truncate(log.MOST_BYTES + 1)
    with pytest.raises(BadLog, match="larger than any game"):
        match.look(path, read)


MARK = b"\xef\xbb\xbf"


AROUND = [
    (b"", b"\r\n", b"\r\n"),
    (MARK, b"\n", b"\n\n\n"),
    (MARK, b"\r\n", b""),
    (b"", b"\n", b""),
    (b"\n", b" \t\n", b"\n  \n"),
    (b"  ", b"\r\r  ", b"\r"),
    (b"> ", b"\n> ", b"\n>\n> \n"),
    (MARK + b"> > ", b"\r\n>>", b""),
]
"""What stands before the first line, between two lines, and behind the last one."""


@pytest.mark.parametrize("around", AROUND)
def test_a_log_keeps_through_an_editor_git_and_a_mail(path: Path, around: tuple[bytes, bytes, bytes]) -> None:
    """They change or leave out the ends of lines, put marks before them, and add blanks; the game goes on."""
    first, end, last = around
    data = thirty_events()
    path.write_bytes(first + end.join(data.splitlines()) + last)
    assert log.begins_as_log(path)
    assert [event.entry for event in log.read_log(path).events] == [event.entry for event in log_of(data)]
    with match.resume(path, read) as played:
        wander(played, 3)
    kept = log.read_log(path)
    assert len(kept.events) >= len(log_of(data)) + 3
    assert kept.torn_line == ""
    path.write_bytes(b"\n".join(filter(None, map(bytes.strip, path.read_bytes().removeprefix(MARK).splitlines()))))
    assert log.read_log(path).events[-1].seal == kept.events[-1].seal


# Damage


@pytest.mark.parametrize("stride", [11, pytest.param(1, marks=pytest.mark.long)])
def test_a_log_cut_at_every_byte_opens_with_all_whole_lines(path: Path, stride: int) -> None:
    """The last two lines are always cut at every byte."""
    data, whole = thirty_events(), log_of(thirty_events())
    first, last = data.index(b"\n") + 1, whole[-3].end - 1
    for size in (*range(first, last, stride), *range(last, len(data) + 1)):
        path.write_bytes(data[:size])
        found = log.read_log(path)
        lines = data[: size + 1].count(b"\n")  # an editor may have left out the end of the last line
        assert found.events == whole[:lines]
        assert found.torn_line == data[whole[lines - 1].end : size].decode(errors="replace")
    for size in {*range(0, first - 1, 97), first - 2}:
        path.write_bytes(data[:size])
        with pytest.raises(BadLog, match="no game is in it"):
            log.read_log(path)


def log_of(data: bytes) -> tuple[log.Event, ...]:
    with tempfile.TemporaryDirectory() as folder:
        Path(folder, "log").write_bytes(data)
        return log.read_log(Path(folder, "log")).events


def test_a_torn_last_line_is_told_and_played_over(path: Path) -> None:
    data = thirty_events()
    last = data.rindex(b"\n", 0, -1) + 1
    path.write_bytes(data[:-7])
    assert match.look(path, read).torn_line == data[last:-7].decode()
    with match.resume(path, read) as played:
        assert played.torn_line == data[last:-7].decode()
        assert path.read_bytes() == data[:-7], "looking at it changes nothing"
        played.say(played.ways[0])
    assert match.look(path, read).torn_line == ""
    assert path.read_bytes()[:last] == data[:last]


@pytest.mark.parametrize("flips", [300, pytest.param(1000, marks=pytest.mark.long)])
def test_every_flipped_bit_is_noticed(path: Path, flips: int) -> None:
    data, chance = thirty_events(), Chance("flips")
    whole = log_of(data)
    for _ in range(flips):
        place, bit = chance.below(len(data)), chance.below(8)
        flipped = bytearray(data)
        flipped[place] ^= 1 << bit
        path.write_bytes(flipped)
        if place == len(data) - 1:  # the last line has no line end any more
            found = log.read_log(path)
            assert found.torn_line
            assert found.events == whole[:-1]
            continue
        with pytest.raises(BadLog) as caught:
            log.read_log(path)
        assert f":{data[:place].count(10) + 1}: " in str(caught.value)


def test_a_log_damaged_in_the_middle_is_refused_with_the_line_and_what_would_do(path: Path) -> None:
    lines = thirty_events().splitlines(keepends=True)
    for spoilt in (lines[:4] + lines[5:], [*lines[:4], lines[5], lines[4], *lines[6:]], [*lines[:4], *lines[3:]]):
        path.write_bytes(b"".join(spoilt))
        with pytest.raises(BadLog, match=r"game\.jsonl:5: damaged: .* copy lines 1 to 4 to another file to go on"):
            match.resume(path, read)
    path.write_bytes(b"".join(lines[:4]))
    match.resume(path, read).close()


def wrapped(line: bytes) -> bytes:
    return b"\n".join(line[start : start + 76] for start in range(0, len(line), 76))


HARM: list[tuple[Callable[[list[bytes]], Iterable[bytes]], str]] = [
    (lambda lines: map(wrapped, lines), "1: this line is broken into several, as mail programs do"),
    (lambda lines: [*lines[:3], *map(wrapped, lines[3:])], "4: this line is broken into several"),
    (lambda lines: (b"> " + wrapped(line).replace(b"\n", b"\n> ") for line in lines), "1: this line is broken"),
    (
        lambda lines: [*lines[:3], b"<<<<<<< HEAD", *lines[3:5], b"=======", lines[5], b">>>>>>> theirs"],
        "4: git has left two versions here",
    ),
    (lambda lines: [b"<<<<<<< HEAD", *lines, b"=======", lines[0], b">>>>>>> theirs"], "1: git has left two versions"),
    (lambda lines: [b"Bob wrote:", b"", *(b"> " + line for line in lines)], "1: the log begins in line 3; take out"),
]


@pytest.mark.parametrize(("harm", "says"), HARM, ids=[says for _, says in HARM])
def test_what_a_mail_program_or_git_has_done_to_a_log_is_told(
    path: Path, harm: Callable[[list[bytes]], Iterable[bytes]], says: str
) -> None:
    path.write_bytes(b"\n".join(harm(thirty_events().splitlines())))
    with pytest.raises(BadLog, match=rf"game\.jsonl:{says}"):
        log.read_log(path)


# Lines with correct checksums that mapkit would not have written


def forged(path: Path, *lines: object) -> Path:
    seal, data = "", b""
    for line in lines:
        body = line if isinstance(line, bytes) else json.dumps(line, ensure_ascii=False, separators=(",", ":")).encode()
        seal = sha256(seal.encode() + body).hexdigest()[:16]
        data += body[:-1] + f',"sum":"{seal}"}}\n'.encode()
    path.write_bytes(data)
    return path


def lines_of(data: bytes) -> list[dict[str, Any]]:
    found = [json.loads(line) for line in data.splitlines()]
    for event in found:
        del event["sum"]
    return found


def test_the_checksums_are_what_the_tests_take_them_for(path: Path) -> None:
    assert forged(path, *lines_of(thirty_events())).read_bytes() == thirty_events()


@pytest.mark.parametrize("missing", ["n", "kind", "mapkit", "game", "map", "seed", "version", "players", "options"])
def test_a_beginning_that_lacks_something_is_refused(path: Path, missing: str) -> None:
    first = lines_of(thirty_events())[0]
    del first[missing]
    with pytest.raises(BadLog, match=r"game\.jsonl:1: this line cannot be understood"):
        log.read_log(forged(path, first))


@pytest.mark.parametrize(
    "change",
    [
        {"n": 1},
        {"n": False},
        {"kind": "say"},
        {"kind": ["game"]},
        {"mapkit": "1"},
        {"map": None},
        {"players": "Ann"},
        {"players": [1]},
        {"options": []},
        {"options": {"peek": 1}},
        {"rolls": [True]},
        {"rolls": ["1"]},
        {"rolls": 1},
        {"heard": [["begin"]]},
        {"heard": [["begin", {"players": 1}]]},
        {"heard": ["begin"]},
        {"heard": [[[], {}]]},
        {"turn": None},
    ],
    ids=str,
)
def test_a_beginning_with_something_of_another_kind_is_refused(path: Path, change: dict[str, Any]) -> None:
    with pytest.raises(BadLog, match=r"game\.jsonl:1: this line cannot be understood"):
        log.read_log(forged(path, lines_of(thirty_events())[0] | change))


def test_a_log_of_the_first_format_stays_readable(path: Path) -> None:
    """Logs are kept for years: who changes their format keeps reading this one."""
    first = lines_of(thirty_events())[0]
    assert first["mapkit"] == 1
    assert len(log.read_log(forged(path, first)).events) == 1


@pytest.mark.parametrize(
    ("change", "says"),
    [
        ({"mapkit": 2}, "it is of format 2; take the mapkit that wrote it, or a newer one"),
        ({"game": "chess"}, "the game is 'chess', but its map is of treasures"),
        ({"map": 'mapkit = 1\ngame = "chess"'}, r"its map cannot be played: map:.* \"chess\" is no game"),
        ({"map": ""}, "its map cannot be played"),
        ({"players": ["Ann", "Ann"]}, "cannot begin as this line says: two players are called 'Ann'"),
        ({"players": []}, "cannot begin as this line says: found 0 players"),
        ({"options": {"wings": ""}}, "cannot begin as this line says: there is no option 'wings'"),
        ({"rolls": []}, "it takes other rolls of the dice"),
        ({"rolls": [99] * 9}, "it takes other rolls of the dice"),
        ({"rolls": [0] * 9}, "it takes other rolls of the dice"),
        ({"rolls": [1] * 99}, "rules differently from the one that wrote the log"),
        ({"turn": "Eve"}, "rules differently"),
        ({"heard": []}, "rules differently"),
    ],
    ids=str,
)
def test_a_game_that_does_not_begin_as_it_says_is_refused(path: Path, change: dict[str, Any], says: str) -> None:
    forged(path, lines_of(thirty_events())[0] | change)
    for opened in (match.resume, match.look):
        with pytest.raises(BadLog, match=rf"(?s)game\.jsonl:1: .*{says}"):
            opened(path, read)
    saved_games.delete(path.parent, "game")  # the lock is free


@pytest.mark.parametrize(
    "line",
    [
        {"n": 3, "kind": "sing"},
        {"n": 3},
        {"n": 3, "kind": "undo"},
        {"n": 3, "kind": "undo", "events": 2},
        {"n": 3, "kind": "undo", "events": ["2"]},
        {"n": 3, "kind": "redo", "events": None},
        {"n": 3, "kind": "say", "by": "Ann", "words": "north"},
        {"n": 3, "kind": "say", "by": "Ann", "words": 1, "rolls": [], "heard": [], "turn": ""},
        {"n": 3, "kind": "ruling", "words": "say hello", "heard": []},
        {"n": 3, "kind": "ruling", "words": 1, "heard": [], "turn": ""},
        {"n": 3, "kind": "ruling", "words": "say hello", "heard": ["gm-says"], "turn": ""},
        {"n": 2, "kind": "undo", "events": [2]},
        b"[1]}",
        b'{"n":3,"kind":"undo","events":[' + b"9" * 5000 + b"]}",
        b'{"n":3,"kind":"undo","events":' + b"[" * 100_000 + b"}",
        b'{"n":3,"kind":"\xff"}',
    ],
    ids=lambda line: str(line)[:40],
)
def test_a_line_that_cannot_be_understood_is_refused(path: Path, line: object) -> None:
    forged(path, *lines_of(thirty_events())[:3], line)
    with pytest.raises(BadLog, match=r"game\.jsonl:4: this line cannot be understood"):
        log.read_log(path)


def test_a_game_that_begins_within_a_game_is_refused(path: Path) -> None:
    first, second, *_ = lines_of(thirty_events())
    for lines in ([first, second, first | {"n": 2}], [second | {"n": 0}]):
        with pytest.raises(BadLog, match=rf"game\.jsonl:{len(lines)}: this line cannot be understood"):
            log.read_log(forged(path, *lines))


@pytest.mark.parametrize(
    "changed",
    [
        {"kind": "undo", "events": [0]},
        {"kind": "undo", "events": [1]},
        {"kind": "undo", "events": [1, 2]},
        {"kind": "undo", "events": [2, 1, 0]},
        {"kind": "undo", "events": [2, 2]},
        {"kind": "undo", "events": [-1]},
        {"kind": "redo", "events": [2]},
    ],
    ids=str,
)
def test_an_undo_or_redo_of_other_than_the_last_is_refused(path: Path, changed: dict[str, Any]) -> None:
    forged(path, *lines_of(thirty_events())[:3], {"n": 3, **changed})
    with pytest.raises(BadLog, match=r"game\.jsonl:4: it undoes or redoes a command that was not the last one"):
        match.look(path, read)
    assert [type(game) for game in saved_games.saved_games(path.parent)] == [saved_games.SavedGame]


@pytest.mark.parametrize(
    "change",
    [
        {"by": "Eve"},
        {"words": "sing"},
        {"words": "end; end"},
        {"words": "attack Ann"},
        {"rolls": [3]},
        {"heard": []},
        {"turn": ""},
    ],
    ids=str,
)
def test_a_directive_that_leads_elsewhere_than_it_says_is_refused(path: Path, change: dict[str, Any]) -> None:
    first, second, *_ = lines_of(thirty_events())
    forged(path, first, second | change)
    with pytest.raises(BadLog, match=r"game\.jsonl:2: this mapkit rules differently from .* mapkit 0"):
        match.look(path, read)


@pytest.mark.parametrize("rolls", [[], [7], [0], [-1], [3, 3]])
def test_rolls_that_are_too_few_too_many_or_no_rolls_of_that_die_are_refused(
    path: Path, rolls: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    lines = lines_of(rolled(path))
    number = next(line["n"] for line in lines[1:] if line.get("rolls"))
    lines[number]["rolls"] = rolls
    with pytest.raises(BadLog, match=rf"game\.jsonl:{number + 1}: this mapkit rules differently"):
        match.look(forged(path, *lines), read)


def rolled(path: Path) -> bytes:
    for seed in range(50):
        path.unlink(missing_ok=True)
        with begun(path, str(seed)) as played:
            wander(played, 25)
            if any(isinstance(e.entry, DirectiveEntry) and e.entry.rolls for e in log.read_log(path).events):
                return path.read_bytes()
    raise AssertionError("nobody found the shop")


heards = st.lists(
    st.builds(Announcement, st.text(), st.dictionaries(st.text(), st.text()).map(lambda d: tuple(d.items()))),
    max_size=3,
).map(tuple)
wholes = st.lists(st.integers(-99, 10**9), max_size=4).map(tuple)
texts = st.dictionaries(st.text(), st.text(), max_size=3)
people = st.lists(st.text(), max_size=3).map(tuple)
entries = st.one_of(
    st.builds(DirectiveEntry, st.text(), st.text(st.characters()), wholes, heards, st.text()),
    st.builds(RulingEntry, st.text(st.characters()), heards, st.text()),
    st.builds(UndoEntry, wholes),
    st.builds(RedoEntry, wholes),
)
beginnings = st.builds(BeginEntry, st.text(), st.text(), st.text(), st.text(), people, texts, wholes, heards, st.text())


@settings(max_examples=15 if settings().max_examples < 500 else settings().max_examples)
@given(beginnings, st.lists(entries, max_size=5))
def test_whatever_is_written_is_read_back(first: BeginEntry, others: list[log.Entry]) -> None:
    with tempfile.TemporaryDirectory() as folder, without_waiting_for_the_disk():
        path = Path(folder, "log")
        with closing(log.Log.create(path, first)) as written:
            for other in others:
                written.append(other)
        found = log.read_log(path)
    assert found.events == tuple(written.events)
    assert [(type(e.entry), e.entry) for e in found.events] == [(type(other), other) for other in (first, *others)]


def test_a_seed_that_no_file_can_hold_is_kept_all_the_same(path: Path) -> None:
    with begun(path, "half a pair: \udc80, a line: \u2028\n") as played:
        wander(played, 3)
        assert told(match.look(path, read)) == told(played)
        assert match.look(path, read).begun == played.begun


# Undo, redo, and the fold

Act = tuple[str, int]
IN_FULL = settings().max_examples >= 500
"""Whether many and long games are played."""
acts = st.lists(
    st.tuples(
        st.sampled_from(["say", "say", "say", "say", "rule", "correct", "undo", "redo", "reopen"]), st.integers(0, 20)
    ),
    max_size=50 if IN_FULL else 25,
)


class Model:
    """A model of the table, built from its answers alone: the directives that stand, and those that may be redone."""

    def __init__(self) -> None:
        self.stand: list[tuple[int, str]] = []
        self.undone: list[tuple[int, str]] = []

    def do(self, played: Match, act: Act) -> None:
        match act:
            case "say", number if played.ways:
                words = played.ways[number % len(played.ways)]
                played.say(words)
                self.stand.append((played.standing_directives[-1].number, words))
                self.undone.clear()
            case "rule", number:
                played.rule(f"say {number}")
                self.stand.append((played.standing_directives[-1].number, f"say {number}"))
                self.undone.clear()
            case "correct", number:
                seat, cells = played.seats[number % 2], played.map.params.grid.cells()
                words = f"{seat.name} at {cells[number]}"
                with suppress(NoRuling):
                    played.rule(words)
                    self.stand.append((played.standing_directives[-1].number, words))
                    self.undone.clear()
            case "undo", number:
                for directive in played.undo(number % 4):
                    assert self.stand[-1] == (directive.number, directive.words)
                    self.undone.append(self.stand.pop())
            case "redo", number:
                for directive in played.redo(number % 4):
                    assert self.undone[-1] == (directive.number, directive.words)
                    self.stand.append(self.undone.pop())


@settings(max_examples=2_000 if IN_FULL else settings().max_examples // 2)
@given(acts, st.sampled_from(["a", "b", "c"]))
def test_the_state_is_the_fold_of_the_log_and_what_stands_leads_to_it(sequence: list[Act], seed: str) -> None:
    model = Model()
    with tempfile.TemporaryDirectory() as folder, without_waiting_for_the_disk():
        path = Path(folder, "game.jsonl")
        played = begun(path, seed)
        for act in sequence:
            if act[0] == "reopen":
                played.close()
                played = match.resume(path, read)
            model.do(played, act)
            assert [(directive.number, directive.words) for directive in played.standing_directives] == model.stand
            assert [(directive.number, directive.words) for directive in played.redoable_directives] == model.undone
            assert told(match.look(path, read)) == told(played)
        events = log.read_log(path).events
        assert [event.number for event in log.standing(events)] == [number for number, _ in model.stand]
        assert replayed(events) == played.state
        played.close()


def replayed(events: Sequence[log.Event]) -> object:
    """The state after the opening and all directives that stand, with the dice as they were rolled."""
    first, referee = events[0].entry, table_of(labyrinth().game).referee
    assert isinstance(first, BeginEntry)
    state = referee.begin(labyrinth(), first.players, first.options, dice(first.rolls)).state
    for event in log.standing(events):
        if isinstance(event.entry, RulingEntry):
            state = ruling_of(table_of(labyrinth().game).screen, state, event.entry.words).state
            continue
        assert isinstance(event.entry, DirectiveEntry)
        state = referee.play(state, event.entry.words, dice(event.entry.rolls)).state
    return state


def dice(rolls: Sequence[int]) -> Callable[[int], int]:
    left = list(rolls)
    return lambda faces: left.pop(0)


def test_an_undo_takes_back_the_turn_begun_and_then_whole_turns(path: Path) -> None:
    with begun(path) as played:
        wander(played, 20)
        while played.standing_directives and played.standing_directives[-1].ends_turn:
            played.say(next(way for way in played.ways if way in ("north", "east", "south", "west")))
        part = played.undo(1)
        assert part
        assert not part[0].ends_turn
        assert not any(each.ends_turn for each in part)
        assert all(each.mover == part[0].mover for each in part)
        turn = played.undo(1)
        assert turn[0].ends_turn
        assert not any(event.ends_turn for event in turn[1:])
        assert played.redo(1) == tuple(reversed(turn))
        assert played.redo(1) == tuple(reversed(part))
        assert played.redo(1) == ()


@pytest.mark.parametrize("turns", [0, -1])
def test_no_turns_are_taken_back_or_brought_back(thirty: Path, turns: int) -> None:
    with match.resume(thirty, read) as played:
        assert played.undo(turns) == played.redo(turns) == ()
    assert thirty.read_bytes() == thirty_events()


def test_all_turns_are_taken_back_and_brought_back(thirty: Path) -> None:
    with match.resume(thirty, read) as played:
        before, count = played.state, len(played.standing_directives)
        played.redo(99)
        played.undo(2)
        assert len(played.undo(10**9)) > 0
        assert (played.standing_directives, played.state) == ((), played.opening.state)
        assert played.undo(1) == ()
        while len(played.standing_directives) < count:
            played.redo(1)
        assert played.state == before


def test_one_directive_is_taken_back_and_the_next_one_brought_back(thirty: Path) -> None:
    with match.resume(thirty, read) as played:
        while played.redo_one():
            pass
        before = played.standing_directives
        assert [played.undo_one() for _ in range(3)] == [(directive,) for directive in before[:-4:-1]]
        for directive in before[-3:]:
            assert [again.ruling for again in played.redo_one()] == [directive.ruling]
        assert played.redo_one() == ()


def test_a_history_tells_which_directives_the_next_event_moves(thirty: Path) -> None:
    """Latest first where they are taken back, and in their order where they are brought back."""
    with match.resume(thirty, read) as played:
        played.redo(99)
        played.undo(4)
        played.redo(3)
        assert played.log is not None
        walked, most = history_of(played.map, played.begun, "game"), 0
        for event in played.log.events[1:]:
            standing, undone = walked.standing_directives, walked.redoable_directives
            moved = walked.moved(event.entry)
            walked.follow(event.entry)
            match event.entry:
                case log.UndoEntry():
                    assert standing == (*walked.standing_directives, *reversed(moved))
                case log.RedoEntry():
                    rulings = [entry.ruling for entry in walked.standing_directives]
                    assert rulings == [each.ruling for each in (*standing, *moved)]
                    assert undone == (*walked.redoable_directives, *reversed(moved))
                case _:
                    assert moved == ()
            most = max(most, len(moved))
        assert most > 2


def test_what_is_undone_stays_in_the_log(thirty: Path) -> None:
    with match.resume(thirty, read) as played:
        played.undo(99)
    assert thirty.read_bytes().startswith(thirty_events())


# Dice


def test_dice_depend_on_the_seed_and_the_number_of_the_event_alone() -> None:
    def thrown(seed: str, event: int) -> list[int]:
        return [history.rolling(seed, event, [])(6) for _ in range(1)] + rolls(history.rolling(seed, event, []))

    def rolls(roll: Callable[[int], int]) -> list[int]:
        return [roll(1000) for _ in range(5)]

    assert thrown("a", 3) == thrown("a", 3)
    assert len({tuple(thrown(seed, event)) for seed in "ab" for event in range(20)}) == 40


def test_closing_and_resuming_rolls_no_other_dice_but_an_undo_does(path: Path) -> None:
    data = rolled(path)
    lines = lines_of(data)
    number = next(line["n"] for line in lines[1:] if line.get("rolls"))
    forged(path, *lines[:number])
    with match.resume(path, read) as played:
        played.say(lines[number]["words"])
        assert log.read_log(path).events[number].entry == log_of(data)[number].entry
        seen = set()
        for _ in range(12):
            for directive in reversed(played.undo(1)):
                heard = played.say(directive.words).heard
            seen.add(heard)
        assert len(seen) > 1


# Ctrl-C


def stopped_at(step: int, act: Callable[[], object], again: int = 0) -> bool:
    """Whether Ctrl-C came before the act was done; it is pressed at this step (an opcode of log, history or table)."""
    files, count, steps = {log.__file__, match.__file__, history.__file__}, 0, [step, step + again] if again else [step]

    def trace(frame: FrameType, event: str, arg: object) -> Any:
        nonlocal count
        if frame.f_code.co_filename not in files:
            return None
        frame.f_trace_opcodes = True
        if event == "opcode":
            count += 1
            if count in steps:
                raise KeyboardInterrupt
        return trace

    before = sys.gettrace()
    sys.settrace(trace)
    try:
        act()
    except KeyboardInterrupt:
        return True
    finally:
        sys.settrace(before)
    return False


@pytest.mark.parametrize("stride", [11, *(pytest.param(stride, marks=pytest.mark.long) for stride in (5, 1))])
@pytest.mark.parametrize("verb", ["say", "undo", "redo"])
def test_ctrl_c_at_any_moment_leaves_table_and_log_together(thirty: Path, verb: str, stride: int) -> None:
    step, stopped, outcomes = 0, True, set()
    with without_waiting_for_the_disk():
        while stopped:
            step += stride
            thirty.write_bytes(thirty_events())
            with match.resume(thirty, read) as played:
                way = played.ways[0]
                acts: dict[str, Callable[[], object]] = {
                    "say": partial(played.say, way),
                    "undo": partial(played.undo, 2),
                    "redo": partial(played.redo, 1),
                }
                stopped = stopped_at(step, acts[verb])
                now = told(match.look(thirty, read))
                assert told(played) == now
                outcomes.add(len(played.log.events) if played.log else 0)
                played.say(played.ways[0])
                assert told(match.look(thirty, read)) == told(played)
    assert step > 100
    assert len(outcomes) == 2, "it came before the line was written, and after"


@pytest.mark.parametrize("stride", [9, pytest.param(3, marks=pytest.mark.long)])
def test_ctrl_c_twice_is_made_good_by_the_next_directive(thirty: Path, stride: int) -> None:
    with without_waiting_for_the_disk():
        for step in range(100, 700, stride):
            thirty.write_bytes(thirty_events())
            with match.resume(thirty, read) as played:
                way = played.ways[0]
                stopped_twice(step, 1 + step % 40, partial(played.say, way))
                played.say(played.ways[0])
                assert told(match.look(thirty, read)) == told(played)


def stopped_twice(step: int, again: int, act: Callable[[], object]) -> None:
    """Press Ctrl-C, and press it again while the log is being repaired."""
    mend = log.Log._take_back

    def repaired(self: log.Log) -> bool:
        found = False

        def doing() -> None:
            nonlocal found
            found = mend(self)

        if stopped_at(again, doing):
            raise KeyboardInterrupt
        return found

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(log.Log, "_take_back", repaired)
        stopped_at(step, act)


# Kills

# For each log named on stdin, start a player by a fork. The player plays until killed, and reports what is heard once
# `say` returns.
NURSERY = """
import json, os, sys
from pathlib import Path
from mapkit.games import maps
from mapkit.table import log, match
from mapkit.model.ruling import MoveError

def lazy(played):
    file = played.log._file
    played.held, played.log._file = file, Path(played.log.path).open("r+b")
    played.log._file.seek(0, os.SEEK_END)
    log.Log._cut = log.Log._check_still_there = lambda self: None
    os.fsync = lambda handle: None

def play(path, words):
    os.write(1, f"pid {os.getpid()}\\n".encode())
    with match.resume(path, maps.read_from_log) as played:
        if sys.argv[1] == "lazy":
            lazy(played)
        while True:
            for each in words:
                try:
                    heard = log.as_logged(played.say(each).heard)
                except MoveError:  # other dice fell
                    continue
                os.write(1, (json.dumps([played.standing_directives[-1].number, heard]) + "\\n").encode())
            played.undo(10**6)

words = json.loads(sys.stdin.readline())
while line := sys.stdin.readline():
    child = os.fork()
    if not child:
        play(Path(line.strip()), words)
    os.waitpid(child, 0)
    os.write(1, b"dead\\n")
"""


def announced_and_kept(folder: Path, how: str, kills: int) -> Iterator[tuple[int, int]]:
    """For each kill: how many announcements were read, and how many of them the log has.

    The player is killed up to 20 ms after one of the first 12 announcements, however fast the machine is.
    """
    with begun(folder / "words.jsonl") as played:
        for seed in "0123456789":
            wander(played, 8, seed)
        words = [directive.words for directive in played.standing_directives]
        first = (folder / "words.jsonl").read_bytes().splitlines(keepends=True)[0]
    chance = Chance(f"kills {how}")
    command = [sys.executable, "-c", NURSERY, how]
    pipe = subprocess.PIPE
    with subprocess.Popen(command, cwd=ROOT, stdin=pipe, stdout=pipe, text=True, encoding="utf-8") as nursery:
        assert nursery.stdin
        assert nursery.stdout
        print(json.dumps(words), file=nursery.stdin, flush=True)
        for number in range(kills):
            path = folder / f"{number}.jsonl"
            path.write_bytes(first)
            print(path, file=nursery.stdin, flush=True)
            child = int(nursery.stdout.readline().removeprefix("pid "))
            heard = [json.loads(nursery.stdout.readline()) for _ in range(1 + chance.below(12))]
            time.sleep(chance.below(20) / 1000)
            os.kill(child, signal.SIGKILL)
            heard += [json.loads(line) for line in iter(nursery.stdout.readline, "dead\n")]
            yield len(heard), kept(path, heard)
        nursery.stdin.close()


def kept(path: Path, heard: Sequence[tuple[int, Any]]) -> int:
    match.resume(path, read).close()  # the log leads where it says, and the lock is free
    events = log.read_log(path).events
    found = {each.number: log.as_logged(each.entry.heard) for each in events if isinstance(each.entry, DirectiveEntry)}
    return sum(found.get(number) == what for number, what in heard)


needs_fork = pytest.mark.skipif(not hasattr(os, "fork"), reason="kills children that it forks")


@needs_fork
@pytest.mark.parametrize("kills", [20, *(pytest.param(kills, marks=pytest.mark.long) for kills in (40, 500))])
def test_a_kill_at_any_moment_loses_nothing_that_was_announced(tmp_path: Path, kills: int) -> None:
    counts = list(announced_and_kept(tmp_path, "plain", kills))
    assert [kept for _, kept in counts] == [heard for heard, _ in counts]
    assert sum(heard for heard, _ in counts) > kills, "they were killed before they had said anything"
    assert len({heard for heard, _ in counts}) > 5


@needs_fork
def test_a_log_that_is_only_buffered_would_lose_what_was_announced(tmp_path: Path) -> None:
    """If this log lost nothing, the kills above would prove nothing."""
    counts = list(announced_and_kept(tmp_path, "lazy", 15))
    assert sum(kept for _, kept in counts) < sum(heard for heard, _ in counts)


# Two at a time


SECOND = """
import sys
from pathlib import Path
from mapkit.table import log
from mapkit.model.files import BadLog, FileTrouble
try:
    log.Log.resume(Path(sys.argv[1]))
except FileTrouble as trouble:
    print(trouble)
"""


def second(path: Path) -> str:
    """What a second process prints when it tries to play the same game."""
    done = subprocess.run([sys.executable, "-c", SECOND, path], cwd=ROOT, capture_output=True, text=True, check=True)
    return done.stdout


def test_a_second_writer_is_refused_until_the_first_is_gone(path: Path, tmp_path: Path) -> None:
    link = tmp_path / "link.jsonl"
    link.symlink_to(path)
    with begun(path) as played:
        assert "another mapkit is playing this game; end that one first" in second(path)
        assert "another mapkit is playing" in second(link)
        wander(played, 2)
    assert second(path) == ""


def test_a_game_is_looked_at_while_it_is_played(path: Path) -> None:
    with begun(path) as played:
        for count in range(1, 6):
            wander(played, 1, str(count))
            assert told(match.look(path, read)) == told(played)
            with path.open("ab") as file:  # as far as the writer has come
                file.write(b'{"n":' + b"9" * count)
            seen = match.look(path, read)
            assert told(seen) == told(played)
            assert seen.torn_line == '{"n":' + "9" * count


def test_a_log_is_played_on_through_a_link(thirty: Path, tmp_path: Path) -> None:
    link = tmp_path / "link.jsonl"
    link.symlink_to(thirty)
    with match.resume(link, read) as played:
        played.say(played.ways[0])
    assert link.is_symlink()
    assert told(match.look(thirty, read)) == told(played)


ELSEWHERE = """
import sys
from pathlib import Path
from mapkit.games import maps
from mapkit.table import match
played = match.look(Path(sys.argv[1]), maps.read_from_log)
heard = [each.ruling.heard for each in played.standing_directives]
print(ascii((played.mover, played.ways, played.seats, played.state.treasures, heard)))
"""


def test_a_log_leads_to_the_same_state_on_another_machine(thirty: Path, tmp_path: Path) -> None:
    """The map's file is missing there; hashes, language and time zone differ."""
    places = [
        {"PYTHONHASHSEED": "1", "LC_ALL": "C", "PYTHONUTF8": "0", "TZ": "UTC"},
        {"PYTHONHASHSEED": "2", "LC_ALL": "tr_TR.UTF-8", "TZ": "Asia/Tokyo"},
    ]
    said = set()
    for place in places:
        run = [*RUN, "-c", ELSEWHERE, str(thirty)]
        environment = {**os.environ, **place, "PYTHONPATH": PATHS}
        said.add(subprocess.run(run, cwd=tmp_path, env=environment, capture_output=True, check=True).stdout)
    played = match.look(thirty, read)
    heard = [directive.ruling.heard for directive in played.standing_directives]
    here = ascii((played.mover, played.ways, played.seats, played.state.treasures, heard))
    assert {line.decode().strip() for line in said} == {here}


# Names


SPEECH: Speech[Any] = table_of(GAMES["treasures"]).seating.speech


@pytest.mark.parametrize(
    "names",
    [
        ("Ann", "Bob"),
        ("Ann-Marie", "Bob 2nd", "Žofie", "李", "O-Ren"),
        ("Northrop", "Enda", "Withers", "Bulleta"),
    ],
)
def test_names_that_can_be_told_apart_are_accepted(names: tuple[str, ...]) -> None:
    check_names(names, SPEECH)


@pytest.mark.parametrize(
    ("names", "says"),
    [
        (("Ann", "Ann"), "two players are called 'Ann'"),
        (("Ann", "ANN"), "'Ann' and 'ANN' are too much alike"),
        (("Zoë", "Zoe\u0308"), "too much alike"),
        (("Ann", "Ａnn"), "too much alike"),
        (("",), "is no name"),
        ((" Ann",), "is no name"),
        (("Ann  Lee",), "single spaces"),
        (("Ann\n",), "is no name"),
        (("An\u200bn",), "is no name"),
        (("A\x1b[31m",), "is no name"),
        (("A" * 21,), "1 to 20"),
        (("north",), "looks like a command"),
        (("N",), "looks like a command"),
        (("ＥＮＤ",), "looks like a command"),
        (("undo",), "looks like a command"),
        (("Ann: north",), "looks like a command"),
        (("Ann;Bob",), "looks like a command"),
        (("42",), "looks like a command"),
        (("Ann 6",), "looks like part of a command"),
        (("Ann with bullet",), "looks like part of a command"),
        (("Ann agreed",), "looks like part of a command"),
    ],
)
def test_names_that_cannot_be_told_from_others_or_from_directives_are_refused(
    names: tuple[str, ...], says: str
) -> None:
    with pytest.raises(BadSetting, match=says):
        check_names(names, SPEECH)


def test_everything_wrong_with_the_names_is_told_at_once() -> None:
    with pytest.raises(BadSetting) as caught:
        check_names(["north", "Ann", "ann", ""], SPEECH)
    assert all(each in str(caught.value) for each in ("'north' cannot", "'' is no name", "'Ann' and 'ann' are"))


# Saved games


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Three saved games, one of them over, among other files."""
    folder = tmp_path / "games"
    for name in ("bodufa", "kobila", "Rimo"):
        with begun(saved_games.saved_path(folder, name), name) as played:
            wander(played, 5)
            if name == "kobila":
                end(played)
    (folder / "map.toml").write_text("mapkit = 1")
    (folder / ".mapkit-torn").write_text("")
    return folder


def end(played: Match) -> None:
    """Play until somebody wins: every player who may pick up a treasure does so, and walks until they find an exit."""
    chance = Chance("end")
    while played.mover:
        ways = played.ways
        played.say("take" if "take" in ways else chance.choice([way for way in ways if not way.startswith("attack")]))


def test_saved_games_are_listed_with_what_is_needed_to_choose(folder: Path) -> None:
    """TL-3."""
    found = {game.id: game for game in saved_games.saved_games(folder) if isinstance(game, saved_games.SavedGame)}
    assert list(found) == ["Rimo", "bodufa", "kobila"]
    assert [verdict.over for verdict in found.values()] == [False, False, True]
    assert {(verdict.game, verdict.players) for verdict in found.values()} == {("treasures", NAMES)}
    for name, data in found.items():
        played = match.look(saved_games.saved_path(folder, name), read)
        assert (data.turn, data.directives) == (played.mover, len(played.standing_directives))


def test_an_undo_of_the_end_shows_in_the_list(folder: Path) -> None:
    path = saved_games.find(folder, "kobila")
    with match.resume(path, read) as played:
        played.undo(1)
        assert [game.over for game in saved_games.saved_games(folder) if isinstance(game, saved_games.SavedGame)] == [
            False
        ] * 3
        played.redo(1)
        assert any(game.over for game in saved_games.saved_games(folder) if isinstance(game, saved_games.SavedGame))


def test_logs_that_cannot_be_read_are_listed_with_the_reason(folder: Path) -> None:
    (folder / "empty.jsonl").write_bytes(b"")
    (folder / "folder.jsonl").mkdir()
    (folder / "link.jsonl").symlink_to("nowhere")
    os.mkfifo(folder / "pipe.jsonl")
    found = {
        game.id: game.why for game in saved_games.saved_games(folder) if isinstance(game, saved_games.UnreadableGame)
    }
    assert list(found) == ["empty", "folder", "link", "pipe"]
    assert "no game is in it" in found["empty"]
    assert "no such log" in found["link"]
    assert "no plain file" in found["pipe"]


def test_a_missing_folder_has_no_games_and_an_unreadable_one_is_told(tmp_path: Path) -> None:
    assert list(saved_games.saved_games(tmp_path / "none")) == []
    (tmp_path / "file").write_text("")
    with pytest.raises(FileTrouble, match="saved games cannot be listed"):
        list(saved_games.saved_games(tmp_path / "file"))


def test_a_saved_game_is_found_by_its_id_and_any_log_by_its_path(folder: Path, tmp_path: Path) -> None:
    """TL-4."""
    for text in ("bodufa", " BODUFA ", "bodufa.jsonl"):
        assert saved_games.find(folder, text) == folder / "bodufa.jsonl"
    elsewhere = tmp_path / "elsewhere"
    begun(elsewhere).close()
    assert saved_games.find(folder, str(elsewhere)) == elsewhere
    with match.resume(saved_games.find(folder, "rimo"), read) as played:
        assert len(played.standing_directives) == 5


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("bodufo", "bodufo: there is no saved game .* did you mean bodufa?"),
        ("kobilla", "did you mean kobila?"),
        ("xyz", "saved are Rimo, bodufa, kobila"),
        ("", "saved are"),
        (" ", "saved are"),
        ("a\x1bb\0", "a�b�: there is no saved game"),
    ],
)
def test_an_unknown_id_is_told_with_the_one_that_was_probably_meant(folder: Path, text: str, says: str) -> None:
    with pytest.raises(FileTrouble, match=says):
        saved_games.find(folder, text)
    with pytest.raises(FileTrouble, match=says.replace("game and no file", "game")):
        saved_games.delete(folder, text)


def test_ids_differ_in_capitals_only_where_they_are_typed_so(folder: Path) -> None:
    begun(folder / "RIMO.jsonl").close()
    assert saved_games.find(folder, "RIMO") == folder / "RIMO.jsonl"
    assert saved_games.find(folder, "Rimo") == folder / "Rimo.jsonl"
    with pytest.raises(FileTrouble, match="did you mean"):
        saved_games.find(folder, "rimo")


def test_a_saved_game_is_deleted_and_no_other_file(folder: Path) -> None:
    """TL-5."""
    outside = folder.parent / "outside.jsonl"
    begun(outside).close()
    for text in ("../outside", "../outside.jsonl", str(outside), str(outside.with_suffix("")), "map", "map.toml", "*"):
        with pytest.raises(FileTrouble, match="there is no saved game of that name"):
            saved_games.delete(folder, text)
    saved_games.delete(folder, "bodufa")
    assert [game.id for game in saved_games.saved_games(folder)] == ["Rimo", "kobila"]
    assert outside.exists()
    assert (folder / "map.toml").exists()


def test_a_link_is_deleted_and_not_what_it_leads_to(folder: Path, path: Path) -> None:
    begun(path).close()
    (folder / "link.jsonl").symlink_to(path)
    saved_games.delete(folder, "link")
    assert path.exists()
    assert not (folder / "link.jsonl").is_symlink()


def test_a_game_that_somebody_plays_is_not_deleted(folder: Path, system: None) -> None:
    with match.resume(saved_games.find(folder, "bodufa"), read) as played:
        with pytest.raises(FileTrouble, match="another mapkit is playing this game"):
            saved_games.delete(folder, "bodufa")
        (folder / "broken.jsonl").write_bytes(b"x\n")
        (folder / "folder.jsonl").mkdir()
        gone, troubles = saved_games.delete_all(folder)
        assert gone == ["Rimo", "kobila"]
        assert len(troubles) == 3
        assert "another mapkit is playing" in troubles[0]
        assert "broken.jsonl: does not begin as a log of mapkit" in troubles[1]
        assert "folder.jsonl: cannot be opened: it is no plain file" in troubles[2]
        played.say(played.ways[0])
    assert (folder / "map.toml").exists()
    saved_games.delete(folder, "bodufa")
    assert not saved_games.saved_path(folder, "bodufa").exists()


def test_a_log_deleted_between_its_opening_and_its_lock_is_not_played(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun(path).close()
    hold = log.lock_file

    def late(file: IO[bytes], name: Path) -> None:
        name.unlink()
        hold(file, name)

    monkeypatch.setattr(log, "lock_file", late)
    with pytest.raises(FileTrouble, match="was deleted just now"):
        match.resume(path, read)


def test_a_fresh_id_is_free_and_can_be_typed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    found = saved_games.new_id(tmp_path)
    assert found.isascii()
    assert found.isalpha()
    assert found == found.lower()
    offers = iter(["taken", "linked", "free"])
    (tmp_path / "taken.jsonl").write_text("")
    (tmp_path / "linked.jsonl").symlink_to("nowhere")
    monkeypatch.setattr(saved_games, "fresh_seed", lambda: next(offers))
    assert saved_games.new_id(tmp_path) == "free"


def test_games_are_saved_in_the_folder_asked_for_or_in_the_one_of_the_system(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MAPKIT_GAMES", "/some/where")
    assert saved_games.games_folder() == Path("/some/where")
    for unset in ("", None):
        monkeypatch.delenv("MAPKIT_GAMES")
        if unset is not None:
            monkeypatch.setenv("MAPKIT_GAMES", unset)
        assert saved_games.games_folder().parts[-2:] == ("mapkit", "games")
        monkeypatch.setenv("MAPKIT_GAMES", "set again")


def test_looking_at_a_game_loads_nothing_that_only_saved_games_need() -> None:
    code = "import sys; from mapkit.table import saved_games as saved, match; print('platformdirs' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    assert done.stdout == "False\n"
