"""The disk: the file of a drawing where it is saved, and what somebody else does to it meanwhile."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from contextlib import suppress
from itertools import count
from pathlib import Path

from mapkit.model import files
from mapkit.model.message import NOTHING, Message, clauses, message

BACKUP = ".backup"
"""What the name of a backup has after the name of the file."""
CHANGED = message("The file on the disk has changed since it was read.")
GONE = message("The file on the disk is gone.")


class Disk:
    """The file of a drawing, and its bytes when the studio last read or wrote it."""

    def __init__(self, path: Path, held: bytes | None) -> None:
        """Takes where the file is, and its bytes, None where there is no file yet."""
        self.path, self.held = path, held
        self.differs = False
        """Whether the file was gone, or had other bytes than `held`, when it was last read."""
        self._backed_up = False
        self.unsaved: tuple[Path, bytes] | None = None
        """A file with bytes that nobody has saved, and these bytes; another program may have written it since."""
        self._earlier: list[Path] = []
        self._lock: int | None = None
        self._sign: tuple[int, ...] | None = None

    def touched(self) -> bool:
        """Whether the file may have changed since this was last asked; it is asked often, and so it is cheap."""
        was, self._sign = self._sign, ()
        with suppress(OSError, ValueError):
            found = self.path.stat()
            self._sign = found.st_mtime_ns, found.st_size, found.st_ino
        return was != self._sign

    def now(self) -> bytes | None:
        """The bytes of the file, at most one more than a map file may have; None where it is gone."""
        name = str(self.path)
        found = files.read_bytes(name) if files.is_file(name) else None
        self.differs = found != self.held
        return found

    def hold(self, data: bytes) -> None:
        """Know that the file has these bytes, and that the studio has read or written them."""
        self.held, self.differs = data, False

    def save(self, data: bytes, *, anyway: bool) -> Message:
        """Save bytes; returns why they are not saved, where somebody else has changed the file, else nothing.

        What the file was at first is kept in a backup, and so is what somebody else made of it; no backup is ever
        replaced by another. Raises FileTrouble.
        """
        name = str(self.path)
        if files.is_there(name) and not files.is_file(name):  # a pipe would wait for somebody who reads it
            wrong = message("{file}: cannot be written: it is no plain file", files.printable_name(name))
            raise files.FileTrouble(clauses(wrong, _WHERE_ELSE))
        now = self.now()
        others = now not in (self.held, data)
        if others and not anyway:
            return CHANGED if now is not None else GONE
        if now not in (None, data) and (others or not self._backed_up):
            files.back_up(self.path, _numbered(self.path, f"{self.path.name}{BACKUP}"), _WHERE_ELSE)
        files.replace(self.path, data, _WHERE_ELSE)
        self._backed_up = self._backed_up or now != data
        self._earlier = [path for path in self._earlier if self.unsaved is None or path != self.unsaved[0]]
        self.hold(data)
        return NOTHING

    def keep(self, data: bytes) -> Path:
        """Keep bytes that nobody has saved in a file beside the file, in place of those kept before; returns its path.

        The file has a name of its own, is as readable as the file at most, and is locked: so another studio sees that
        this one lives. Raises FileTrouble or OSError.
        """
        with suppress(OSError):
            files.heed(self.path.stat())
        kept = self.unsaved
        if kept is None or not files.holds(*kept):
            names = _numbered(self.path, *self._around_number)
            path = next(one for one in names if not os.path.lexists(one) or (files.holds(one, data) and _is_left(one)))
            files.write_new(path, data)
        elif kept[1] != data:
            path = kept[0]
            self._unlock()  # some systems replace no file that is open
            files.replace(path, data, _WHERE_ELSE)
        else:
            return kept[0]
        self.go_on_keeping(path, data)
        return path

    def go_on_keeping(self, path: Path, data: bytes) -> None:
        """Take a file with unsaved bytes for one that this studio has written; raises OSError."""
        self._unlock()
        self._lock = files.held(path)
        self.unsaved = (path, data) if self._lock is not None else None

    def _unlock(self) -> None:
        if self._lock is not None:
            os.close(self._lock)
            self._lock = None

    def let_go(self) -> None:
        """Let go of the file with unsaved bytes: one of an earlier studio stays until it is saved; raises OSError."""
        if self.unsaved is not None:
            (path, data), self.unsaved = self.unsaved, None
            self._unlock()
            if path not in self._earlier and files.holds(path, data):
                path.unlink()

    def kept(self) -> list[Path]:
        """The files beside the file with drawings that studios have not saved that are gone, the oldest first."""
        begins, ends = map(re.escape, self._around_number)
        name = re.compile(rf"{begins}(-[0-9]+)?{ends}")
        with suppress(OSError):
            found = [file for file in files.beside(self.path) if name.fullmatch(file.name) and files.is_file(str(file))]
            self._earlier = sorted(filter(_is_left, found), key=os.path.getmtime)
        return self._earlier

    @property
    def _around_number(self) -> tuple[str, str]:
        return f"{self.path.stem}.unsaved", self.path.suffix


def _is_left(path: Path) -> bool:
    """Whether a file can be read, and no living studio writes it."""
    with suppress(OSError):
        lock = files.held(path)
        if lock is not None:
            os.close(lock)
            return True
    return False


_WHERE_ELSE = message("make room or free the place, and save again; the drawing is still on the page")


def _numbered(path: Path, begins: str, ends: str = "") -> Iterator[Path]:
    """Names beside a path that begin and end so: the first without a number, then from 2 on."""
    return (path.with_name(f"{begins}{f'-{number}' if number > 1 else ''}{ends}") for number in count(1))
