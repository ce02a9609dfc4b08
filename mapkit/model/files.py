"""Reading and writing files safely.

Reading stops at a limit. A file is written under another name beside its place and then renamed, so that it is there
whole or not at all. A file that exists is replaced only when the caller asks for it. What is written can be read by no
account that cannot read all that was read before: it may be made from that.
"""

from __future__ import annotations

import errno
import filecmp
import os
import re
import shlex
import stat
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from contextvars import ContextVar
from functools import cache
from io import UnsupportedOperation
from pathlib import Path
from secrets import token_hex
from shutil import copyfileobj
from typing import BinaryIO, Literal

from mapkit.model.codes import code_in, whole_code_in
from mapkit.model.errors import MapkitError
from mapkit.model.letters import did_you_mean, near
from mapkit.model.message import NOTHING, Message, Name, clauses, joined, message

MOST_BYTES = 1 << 20
"""The most bytes of a map file; one more is read, so that the reader can refuse the file."""
MOST_PICTURE_BYTES = 64 << 20

OUTPUT = "output"
"""The folder in which new files are written by default."""
UNFINISHED = ".mapkit-unfinished-"
"""How the name of a file begins while it is being written, in the folder of its final name."""
_LOCKED_BYTE = (1 << 31) - 2
"""The byte that Windows locks. Nobody else can read a byte that is locked there, so it lies past the end of a file."""
_RESERVED = re.compile(r"(?i)(con|prn|aux|nul|com\d|lpt\d)(\..*)?")
_SHOWN = 24
"""How much of a share code is shown where the name of a file would be."""
_NO_NAME = re.compile(rf"([^/\\]{{{_SHOWN}}})[^/\\]{{{256 - _SHOWN},}}")
"""What is too long for the name of a file; as much of it is shown."""
_MOST_SHOWN = 1000
_SOURCES: ContextVar[tuple[int, frozenset[int]]] = ContextVar("_SOURCES", default=(0, frozenset()))
"""The permissions that what is written must not have, and the only groups that may read what was read."""


def forget_sources() -> None:
    """Begin anew: what is written from now on is made from nothing that was read so far."""
    _SOURCES.set((0, frozenset()))


def heed(found: os.stat_result) -> None:
    """Let nothing that is written from now on be more readable than a file; devices and pipes have no readers."""
    if stat.S_ISREG(found.st_mode):
        barred, groups = _SOURCES.get()
        if not found.st_mode & stat.S_IRGRP:
            barred |= stat.S_IRWXG
        if not found.st_mode & stat.S_IROTH:
            barred, groups = barred | stat.S_IRWXO, groups | {found.st_gid}
        _SOURCES.set((barred, groups))


def _allowed(permissions: int, group: int | None = None) -> int:
    """The permissions, without those that what was read does not have, for a file of a group."""
    barred, groups = _SOURCES.get()
    return permissions & ~barred & ~(0 if groups <= {group} else stat.S_IRWXG)


class FileTrouble(MapkitError):
    """A file cannot be read or written; the text says which file, why, and what would do."""


class BadLog(MapkitError):
    """A log cannot be trusted; the text says which line, why, and what would do."""

    def __init__(self, name: str, line: int, says: Message) -> None:
        super().__init__(message("{file}:{line}: {message}", printable_name(name), line, says))


def is_share_code(name: str) -> bool:
    """Whether a name is no file but the share code of a map, perhaps a damaged one, a link or a text with one."""
    like_a_path = "://" not in name and ("/" in name or "\\" in name)
    return bool(whole_code_in(name) if like_a_path else code_in(name)) and not os.path.lexists(name)


def read_bytes(name: str) -> bytes:
    """The bytes of a map file, of stdin where the name is `-`, or of the share code in a name; raises FileTrouble."""
    if is_share_code(name):
        return code_in(name).encode(errors="replace")
    return read(name, "map files")


_WOULD_DO = {
    "map files": (message("name the map files in it"), message("`mapkit new` and `mapkit generate` make map files")),
    "notes": (message("name the notes in it"), NOTHING),
    "themes": (message("name the themes in it"), message("`mapkit theme > mine.toml` writes a theme to change")),
    "pictures": (message("name the pictures in it"), NOTHING),
    "words": (message("name the file of words in it"), message("docs/table.md shows one")),
}
"""What would do instead of a folder, and of a file that is not there."""


def read(name: str, what: Literal["map files", "notes", "themes", "pictures", "words"]) -> bytes:
    """The bytes of a file, or of stdin where the name is `-`, one more than the most at most; raises FileTrouble."""
    most = MOST_PICTURE_BYTES if what == "pictures" else MOST_BYTES
    try:
        if name != "-":
            with Path(name).open("rb") as file:
                heed(os.fstat(file.fileno()))
                return file.read(most + 1)
        if sys.stdin is not None:
            with suppress(UnsupportedOperation):  # a program gives stdin a text
                heed(os.fstat(sys.stdin.fileno()))
            return sys.stdin.buffer.read(most + 1)
    except FileNotFoundError:
        why: Message | Name = clauses(message("there is no such file"), meant_instead(name) or _WOULD_DO[what][1])
    except IsADirectoryError:
        why = clauses(message("it is a folder"), _WOULD_DO[what][0])
    except (OSError, ValueError) as error:
        why = reason(error)
    else:
        why = clauses(message("stdin is closed"), message("name a file"))
    raise FileTrouble(message("{file}: cannot be read: {what}", printable_name(name), why))


def meant_instead(name: str) -> Message:
    """What to say instead of a missing name: `did you mean friday.toml?`; empty where no file has a name like it."""
    path = Path(name)
    if "*" in path.name or "?" in path.name:
        return message("no file has a name like that")
    known = [each for each in beside(path) if each.name != path.name]  # a link that leads nowhere lies there, too
    stems = {file.stem: file.name for file in sorted(known, key=lambda each: each.suffix == path.suffix)}
    begun = (file.name for file in known if file.name.startswith(f"{path.name} ") or path.stem in file.stem.split())
    found = stems.get(near(path.stem, tuple(stems)), "") or next(begun, "") if path.name else ""
    return did_you_mean(found and shlex.quote(printable_name(str(path.with_name(found)))))


def beside(path: Path) -> list[Path]:
    """All that is in the folder of a path, by name; nothing where that folder cannot be read."""
    with suppress(OSError, ValueError):
        return sorted(path.parent.iterdir())
    return []


def is_folder(name: str) -> bool:
    """Whether a name is that of a folder; a name that no file can have is not."""
    return stat.S_ISDIR(_kind(name))


def is_file(name: str) -> bool:
    return stat.S_ISREG(_kind(name))


def is_device(name: str) -> bool:
    """Whether a name is that of a device, such as /dev/zero; a pipe is none."""
    kind = _kind(name)
    return stat.S_ISCHR(kind) or stat.S_ISBLK(kind)


def is_there(name: str) -> bool:
    """Whether a name is that of anything, be it a file or not; a link counts where it leads to something."""
    return bool(_kind(name))


def _kind(name: str) -> int:
    """The mode of what has the name, 0 for nothing. As in all paths, an empty name is that of the folder around."""
    with suppress(OSError, ValueError):
        return _mode(Path(name))
    return 0


def read_start(name: str) -> bytes:
    """The first 64 bytes of a file, enough to recognise its kind; raises FileTrouble."""
    try:
        with Path(name).open("rb") as file:
            return file.read(64)
    except (OSError, ValueError) as error:
        raise FileTrouble(message("{file}: cannot be read: {what}", printable_name(name), reason(error))) from None


def write_new(path: Path, data: bytes, permissions: int | None = None, *, option: str = "-o") -> None:
    """Write a new file, whole or not at all, or leave one with these bytes; raises FileTrouble for a taken name.

    `option` is the one with which a command takes its name.
    """
    with _troubles(path, option):
        if not holds(path, data):
            _write(path, data, name_if_free, permissions)


def replace(path: Path, data: bytes, advice: Message = NOTHING) -> None:
    """Write a file whole or not at all, where a link leads, too; raises FileTrouble, which ends in `advice`."""
    with _troubles(path, advice=advice):
        _write(Path(os.path.realpath(path)), data, Path.replace)


def back_up(path: Path, names: Iterable[Path], advice: Message) -> None:
    """Copy the whole of a file, whole or not at all, to the first name that is free; its permissions go with it.

    Nothing that has one of the names is replaced or written through, be it a file, a folder or a link. No copy is made
    where a file that has one of the names before the free one is such a copy already. Raises FileTrouble, which ends
    in `advice`.
    """
    for name in names:
        with _troubles(name, advice=advice), suppress(FileExistsError):  # somebody may take the name in this instant
            if not os.path.lexists(name):
                _copy(path, name)
                return
            if _is_copy(name, path):
                return


def _copy(path: Path, name: Path) -> None:
    """Give a file a free name as well, or its copy where the disk has no links, with its permissions: it may be secret.

    Raises OSError, also for a copy that would be too large.
    """
    with path.open("rb") as file:
        found = os.fstat(file.fileno())
        heed(found)
        try:
            os.link(os.path.realpath(path), name)
        except FileExistsError:
            raise
        except OSError:
            if found.st_size > MOST_PICTURE_BYTES:
                raise OSError("it is too large for a copy") from None
            with unfinished(name, name_if_free, stat.S_IMODE(found.st_mode)) as copy:
                copyfileobj(file, copy)


def _is_copy(name: Path, path: Path) -> bool:
    """Whether a file that can be read has the bytes of the one at a path; a link to that one is no copy."""
    filecmp.clear_cache()  # a file of the same size and time would pass for the one it has compared
    with suppress(OSError):
        found = name.lstat()
        if stat.S_ISREG(found.st_mode) and found.st_size <= MOST_PICTURE_BYTES:
            return filecmp.cmp(name, path, shallow=False)
        return stat.S_ISREG(found.st_mode) and name.samefile(path)
    return False


def refuse_unwritable(path: Path, data: bytes, *, new: bool) -> None:
    """Raise FileTrouble where a file cannot be written; with `new` also where its name is taken by another one."""
    with _troubles(path):
        mode = _mode(path)
        if stat.S_ISDIR(mode):
            raise IsADirectoryError
        if mode and not stat.S_ISREG(mode):
            return  # a device or a pipe
        if new and os.path.lexists(path) and not holds(path, data):
            raise FileExistsError
        if path.parent.exists() and not stat.S_ISDIR(_mode(path.parent)):
            raise NotADirectoryError
        if path.parent.exists() and not os.access(path.parent, os.W_OK):
            raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))


@contextmanager
def _troubles(path: Path, option: str = "-o", advice: Message = NOTHING) -> Iterator[None]:
    """Turn each failure to write into FileTrouble."""
    name, typed = printable_name(str(path)), Name(option)
    try:
        yield
    except FileExistsError:
        would_do = message("name another with {option}, or replace it with --force", typed)
        raise FileTrouble(message("{file}: exists already", name), would_do) from None
    except IsADirectoryError:
        would_do = message("name a file with {option}, such as {file}", typed, Name(f"{name}/map.toml"))
        raise FileTrouble(message("{file}: is a folder", name), would_do) from None
    except NotADirectoryError:
        no_folder = message("{file} is no folder", printable_name(str(path.parent)))
        raise FileTrouble(message("{file}: cannot be written: {what}", name, no_folder)) from None
    except (OSError, ValueError) as error:
        would_do = advice or message("name another place with {option}", typed)
        raise FileTrouble(message("{file}: cannot be written: {what}", name, reason(error)), would_do) from None


def _write(path: Path, data: bytes, settle: Callable[[Path, Path], object], permissions: int | None = None) -> None:
    """Write a file beside the path, then let `settle` give it the name; a device or a pipe is written to directly."""
    mode = _mode(path)
    if stat.S_ISDIR(mode):
        raise IsADirectoryError
    if mode and not stat.S_ISREG(mode):
        path.write_bytes(data)
        return
    with unfinished(path, settle, permissions) as file:
        file.write(data)


@contextmanager
def unfinished(
    path: Path, settle: Callable[[Path, Path], object], permissions: int | None = None
) -> Iterator[BinaryIO]:
    """A new file beside the path, open to be written; when all is in it, it is synced, and `settle` gives it the name.

    Its `permissions` are those of a file that it replaces, or the usual ones, where none are given; never more than
    what was read has. A folder that is made for it has no more either. Nothing is left of it where the work ends before
    its end. Raises OSError.
    """
    mode = _mode(path)
    try:
        path.parent.mkdir(_allowed(0o777 if permissions is None else 0o700), parents=True, exist_ok=True)
    except FileExistsError:
        raise NotADirectoryError from None
    _sweep(path.parent.resolve())
    beside = path.parent / f"{UNFINISHED}{token_hex(8)}"  # chosen before it is made, so that Ctrl-C leaves nothing
    with _gone_at_last(beside), _gone_at_last(beside):  # twice, since Ctrl-C may come while the first one deletes
        with os.fdopen(_begin(beside), "wb") as file:
            yield file
            file.flush()
            os.fsync(file.fileno())
            group = os.fstat(file.fileno()).st_gid
        if not (usual := stat.S_IMODE(mode)):
            mask = os.umask(0)
            os.umask(mask)
            usual = 0o666 & ~mask
        beside.chmod(_allowed(usual if permissions is None else permissions, group))
        settle(beside, path)


@contextmanager
def _gone_at_last(path: Path) -> Iterator[None]:
    try:
        yield
    finally:
        path.unlink(missing_ok=True)


def _begin(path: Path) -> int:
    """The handle of a new file, open and locked, so that no other run of mapkit deletes it in `_sweep`."""
    while True:
        handle = os.open(path, os.O_RDWR | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0), 0o600)
        lock(handle, "when free")
        if os.fstat(handle).st_nlink or os.name == "nt":
            return handle
        os.close(handle)  # another run deleted the file in the moment before it was locked


@cache
def _sweep(folder: Path) -> None:
    """Delete the unfinished files that killed runs of mapkit have left in a folder; done once a run."""
    for left in folder.glob(f"{UNFINISHED}*"):
        with suppress(OSError):  # the file belongs to somebody else, or is gone by now
            handle = os.open(left, os.O_RDWR | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0))
            try:
                lock(handle, "now")
                if sys.platform != "win32":
                    left.unlink()
            finally:
                os.close(handle)
            left.unlink(missing_ok=True)  # Windows deletes no file that is open


def held(path: Path) -> int | None:
    """The handle of a file that this run locks until it closes that; None where another run does. Raises OSError."""
    handle = os.open(path, os.O_RDONLY)
    try:
        lock(handle, "now")
    except BlockingIOError:
        os.close(handle)
        return None
    return handle


@contextmanager
def held_alone(path: Path) -> Iterator[BinaryIO]:
    """A file, open to be read and written by this run of mapkit alone, and made where there is none.

    Raises FileTrouble where another run writes it or has just finished it, and where the name is that of a link, or of
    no plain file, or the file has other names, too: whoever made it did not mean it to be written here. Raises OSError.
    """
    shown = printable_name(str(path))
    odd = message("{name}: is no plain file, or has another name, too; move it away, or name another with -o", shown)
    with suppress(FileNotFoundError):
        if not stat.S_ISREG(path.lstat().st_mode):
            raise FileTrouble(odd)
    flags = os.O_RDWR | os.O_CREAT | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_BINARY", 0)
    with os.fdopen(os.open(path, flags, _allowed(0o666)), "r+b") as file:
        try:
            lock(file.fileno(), "now")
            free = os.path.samestat(os.fstat(file.fileno()), path.lstat())
        except (BlockingIOError, FileNotFoundError):
            free = False
        if not free:
            says = message("{name}: another mapkit is writing it; wait for that one, or name another with -o", shown)
            raise FileTrouble(says)
        if os.fstat(file.fileno()).st_nlink > 1:
            raise FileTrouble(odd)
        yield file


def lock(handle: int, when: Literal["now", "when free"]) -> None:
    """Lock an open file: "when free" waits for a process that holds the lock, "now" raises BlockingIOError."""
    if sys.platform == "win32":
        import msvcrt

        place = os.lseek(handle, 0, os.SEEK_CUR)
        os.lseek(handle, _LOCKED_BYTE, os.SEEK_SET)
        try:
            msvcrt.locking(handle, msvcrt.LK_NBLCK if when == "now" else msvcrt.LK_LOCK, 1)
        except OSError:
            raise BlockingIOError(errno.EAGAIN, os.strerror(errno.EAGAIN)) from None
        finally:
            os.lseek(handle, place, os.SEEK_SET)
    else:
        try:
            import fcntl
        except ModuleNotFoundError:  # a system without locks, such as a browser's, runs one process only
            return
        fcntl.flock(handle, fcntl.LOCK_EX | (fcntl.LOCK_NB if when == "now" else 0))


def _mode(path: Path) -> int:
    try:
        return path.stat().st_mode
    except FileNotFoundError:
        return 0


def holds(path: Path, data: bytes) -> bool:
    """Whether a file has exactly these bytes; raises OSError where it cannot be read."""
    return path.is_file() and path.stat().st_size == len(data) and path.read_bytes() == data


def name_if_free(beside: Path, path: Path) -> None:
    """Give a finished file its name; raises FileExistsError where the name is taken, even in the same instant."""
    try:
        os.link(beside, path)
    except FileExistsError:
        raise
    except OSError:  # a file system without links
        path.open("xb").close()
        beside.replace(path)
    else:
        beside.unlink()


def sync_folder(folder: Path) -> None:
    """Put the entry of a new file in its folder on disk as well, where the system can."""
    with suppress(OSError):
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)


_REASONS: Mapping[str, Message] = {
    "no such file or directory": message("there is no such file"),
    "permission denied": message("permission denied"),
    "no space left on device": message("no space left on device"),
    "file name too long": message("file name too long"),
    "read-only file system": message("read-only file system"),
    "it is too large for a copy": message("it is too large for a copy"),
}
"""Reasons that have words in other languages; those that only a system knows stay as it says them."""


def reason(error: Exception) -> Message:
    why = (getattr(error, "strerror", None) or str(error)).lower()
    would_do = [message("give a shorter one")] if getattr(error, "errno", None) == errno.ENAMETOOLONG else []
    return joined([_REASONS.get(why, Name(why)), *would_do], "; ")


_BINDING = "\u00a0\u202f"
"""Spaces that end no line, as French has them before some signs."""


def printable_name(name: str) -> Name:
    """A file's name, safe to print: without characters that would control a terminal, never empty, and short."""
    if len(name) > _SHOWN and is_share_code(name):
        name = f"{code_in(name)[:_SHOWN]}…"
    name = _NO_NAME.sub(r"\1…", name)
    name = name if len(name) <= _MOST_SHOWN else f"{name[: _MOST_SHOWN // 2]}…{name[-_MOST_SHOWN // 2 :]}"
    return Name("".join(c if c.isprintable() or c in _BINDING else "�" for c in name) or '""')


def file_name(text: str) -> str:
    """A file name made from a text: letters, digits and dashes, at most 40, and no name that Windows reserves."""
    kept = re.sub(r"[^\w]+", "-", text, flags=re.UNICODE).strip("-_")[:40].rstrip("-_").lower()
    return f"map-{kept}".rstrip("-") if not kept or _RESERVED.fullmatch(kept) else kept
