"""Files: read within limits, written beside and then renamed, never overwritten unasked."""

from __future__ import annotations

import os
import re
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

MOST_BYTES = 1 << 20
"""A map file's size at most; one more byte is read, so that the reader can refuse it."""

_RESERVED = re.compile(r"(?i)(con|prn|aux|nul|com\d|lpt\d)(\..*)?")


class FileTrouble(Exception):
    """A file cannot be read or written; the text says which, why, and what would do."""


def read_bytes(name: str) -> bytes:
    """The bytes of a file, or of stdin where the name is `-`; raises FileTrouble."""
    try:
        if name == "-":
            return sys.stdin.buffer.read(MOST_BYTES + 1)
        with Path(name).open("rb") as file:
            return file.read(MOST_BYTES + 1)
    except (OSError, ValueError) as error:
        raise FileTrouble(f"{shown(name)}: cannot be read: {_reason(error)}") from None


def write_new(path: Path, data: bytes) -> None:
    """Write a file whole or not at all; raises FileTrouble where the name is taken.

    A file that holds these very bytes already is left as it is.
    """
    if not _holds(path, data):
        _write(path, data, _name_if_free)


def replace(path: Path, data: bytes) -> None:
    """Write a file whole or not at all, in the place of the one that is there; raises FileTrouble."""
    _write(path, data, _take_name)


def _write(path: Path, data: bytes, settle: Callable[[Path, Path], None]) -> None:
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        handle, beside = tempfile.mkstemp(prefix=f".{path.name[:40]}.", dir=path.parent)
        try:
            with os.fdopen(handle, "wb") as file:
                os.fchmod(file.fileno(), 0o666 & ~_umask())
                file.write(data)
                file.flush()
                os.fsync(file.fileno())
            settle(Path(beside), path)
        finally:
            Path(beside).unlink(missing_ok=True)
    except FileExistsError:
        taken = f"{shown(str(path))}: exists already; give another name with -o, or --force to replace it"
        raise FileTrouble(taken) from None
    except (OSError, ValueError) as error:
        raise FileTrouble(f"{shown(str(path))}: cannot be written: {_reason(error)}") from None


def _holds(path: Path, data: bytes) -> bool:
    try:
        return path.is_file() and path.stat().st_size == len(data) and path.read_bytes() == data
    except (OSError, ValueError):
        return False


def _name_if_free(beside: Path, path: Path) -> None:
    """Give the finished file its name; a link fails where the name is taken, even in the same instant."""
    try:
        os.link(beside, path)
    except FileExistsError:
        raise
    except OSError:  # a file system without links
        with path.open("xb"):
            pass
        beside.replace(path)


def _take_name(beside: Path, path: Path) -> None:
    beside.replace(path)


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask


def _reason(error: Exception) -> str:
    return (getattr(error, "strerror", None) or str(error)).lower()


def shown(name: str) -> str:
    """A file's name as it may be printed: without characters that would steer a terminal."""
    return "".join(c if c.isprintable() else "�" for c in name)


def file_name(text: str) -> str:
    """A file name made of a text: letters, digits and dashes, at most 40, none that Windows keeps for itself."""
    kept = re.sub(r"[^\w]+", "-", text, flags=re.UNICODE).strip("-_")[:40].rstrip("-_").lower()
    return f"map-{kept}".rstrip("-") if not kept or _RESERVED.fullmatch(kept) else kept
