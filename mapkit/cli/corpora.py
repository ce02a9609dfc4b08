"""Many maps of one order: in a folder, on stdout, or in a corpus, which is one file for all of them.

While a corpus is being made, its maps are in a file whose name ends in `.part`, a line each. Whatever ends the work,
the same command goes on after the last whole line, and the finished file is the same.
"""

from __future__ import annotations

import json
import os
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from mapkit import files, maps
from mapkit.cli import parquet
from mapkit.cli.crew import in_order
from mapkit.cli.orders import Order, Refused
from mapkit.cli.shell import (
    FOLDER,
    NO_MAP,
    Store,
    folder_place,
    is_log,
    map_place,
    progress,
    say,
    say_on_stderr,
    shell_quoted,
    tell_seed,
)
from mapkit.files import FileTrouble, printable_name, reason
from mapkit.mapfile.document import Document
from mapkit.mapfile.text import UnreadableMap
from mapkit.settings import BadSetting

if TYPE_CHECKING:
    from concurrent.futures import Executor
    from typing import BinaryIO

AT_ONCE = 16
"""The most maps that a process gets at a time."""
ENDINGS = (".jsonl", parquet.ENDING)
"""How the names of corpora end."""


class Series(NamedTuple):
    """The maps of some of the seeds `seed-1`, `seed-2` and so on."""

    order: Order
    """What is asked for of each map."""
    seed: str
    """What their seeds begin with."""
    numbers: Sequence[int]
    """What their seeds end with, in order."""

    def texts(self, workers: Executor | None, after: int = 0) -> Iterator[tuple[int, str | Refused]]:
        """The number of each map that follows the map of the number `after`, and its text or why there is none.

        The first one is drawn before any worker is asked, since the order may be hopeless.
        """
        numbers = self.numbers[bisect_right(self.numbers, after) :]
        if numbers:
            first = self.order.attempt(self._seed(numbers[0]))
            yield numbers[0], first
            if not (isinstance(first, Refused) and first.hopeless):
                rest = numbers[1:]
                size = max(1, min(AT_ONCE, len(rest) // 8))
                parts = (rest[n : n + size] for n in range(0, len(rest), size))
                drawn: Iterator[str | Refused] = chain.from_iterable(in_order(workers, self.part, parts))
                yield from zip(rest, drawn, strict=True)

    def part(self, numbers: Sequence[int]) -> list[str | Refused]:
        """The texts of the maps of some numbers."""
        return [self.order.attempt(self._seed(number)) for number in numbers]

    def _seed(self, number: int) -> str:
        return f"{self.seed}-{number}"

    def number_of(self, line: bytes) -> int:
        """The number of the map in a line of a corpus; 0 where it is none of this series."""
        try:
            seed = json.loads(line)["seed"]
        except (ValueError, KeyError, TypeError, RecursionError):
            return 0
        number = str(seed).removeprefix(f"{self.seed}-")
        whole = seed == f"{self.seed}-{number}" and number.isascii() and number.isdecimal() and len(number) < 10
        same = whole and self.order.attempt(seed) == line.decode().rstrip("\n")
        return int(number) if same else 0


def is_corpus(name: str) -> bool:
    """Whether a name is that of one file with many maps."""
    return name.lower().endswith(ENDINGS)


def _is_table(name: str) -> bool:
    return name.lower().endswith(parquet.ENDING)


def place_of(name: str, force: bool) -> str:
    """The folder or the file for many maps, or `-`; raises BadSetting and FileTrouble before any map is made."""
    shown = printable_name(name)
    if is_corpus(name):
        if _is_table(name):
            parquet.require()
        if os.path.lexists(name) and not force:
            raise FileTrouble(f"{shown}: exists already; name another with -o, or replace it with --force")
        return map_place(name)
    if files.is_file(name):
        raise FileTrouble(f"{shown}: {shown} is no folder; with --count, -o names a folder")
    if Path(name).suffix.lower() in (".toml", ".json"):
        raise BadSetting(f"-o {shown}: this is the name of a file; with --count, -o names a folder")
    if name != FOLDER and Path(name).parent != Path(FOLDER):
        folder_place(name)
    return name


def generate_many(series: Series, given: str | None, place: str, workers: Executor | None, store: Store) -> int:
    """Write the maps of a series where they belong; returns the exit code. `given` is the seed that a person gave."""
    if is_corpus(place):
        return _Corpus(Path(place), series).make(given, workers)
    order, code, made = series.order, 0, 0
    stem, digits = f"{order.game}-{files.file_name(series.seed)}", max(3, len(str(series.numbers[-1])))
    with progress("Drawing maps", len(series.numbers)) as advance:
        for number, text in series.texts(workers):
            path = Path(place, f"{stem}-{number:0{digits}}.{'toml' if order.form == 'toml' else 'json'}")
            if isinstance(text, Refused):
                say_on_stderr(f"{printable_name(str(path))}: {text.words}")
                code = NO_MAP
            elif place == "-":
                say(text)
            else:
                store(path, text.encode())
                say(printable_name(str(path)))
            made += not isinstance(text, Refused)
            advance(1)
    if made:
        tell_seed(given, series.seed)
    if made and order.form != "line":
        say_on_stderr(f"print them: mapkit print {shell_quoted(place)}/*.{order.form}")
    return code


class _Corpus(NamedTuple):
    """A file for the maps of a series."""

    path: Path
    """The file."""
    series: Series
    """The maps."""

    @property
    def part(self) -> Path:
        """The file that holds the maps while some are lacking."""
        return self.path.with_name(f"{self.path.name}.part")

    def make(self, given: str | None, workers: Executor | None) -> int:
        """Make the file, or go on with it; returns the exit code."""
        code, series = 0, self.series
        with _troubles(self.part), self._begun() as (file, begun):
            if begun:
                say_on_stderr(f"{printable_name(str(self.part))} goes on after map {begun}")
            with progress("Drawing maps", len(series.numbers)) as advance, self._told_when_stopped():
                advance(bisect_right(series.numbers, begun))
                for number, text in series.texts(workers, begun):
                    if isinstance(text, Refused):
                        say_on_stderr(f"{series.seed}-{number}: {text.words}")
                        code = NO_MAP
                    else:
                        file.write(f"{text}\n".encode())
                        file.flush()
                    advance(1)
            os.fsync(file.fileno())
            if file.tell():
                self._finish(file)
                say(printable_name(str(self.path)))
                tell_seed(given, series.seed)
            else:
                self.part.unlink()
        return code

    def _finish(self, file: BinaryIO) -> None:
        """Give the file its name; what becomes a table is written anew first."""
        if _is_table(self.path.name):
            table = self.path.with_name(f"{self.path.name}.new")
            file.seek(0)
            try:
                parquet.write(table, file)
                table.replace(self.path)
            finally:
                table.unlink(missing_ok=True)
            self.part.unlink()
        else:
            self.part.replace(self.path)

    @contextmanager
    def _begun(self) -> Iterator[tuple[BinaryIO, int]]:
        """The file of the lines so far, at its end, with the number of its last map; 0 for none."""
        with self.part.open("a+b") as file:
            files.keep_others_out(file, self.part)
            end, last = _last_whole_line(file)
            number = self.series.number_of(last) if last else 0
            if last and number not in self.series.numbers:
                shown = printable_name(str(self.part))
                raise FileTrouble(f"{shown}: holds maps of another command; finish that one, or delete {shown}")
            file.truncate(end)
            file.seek(end)
            yield file, number

    @contextmanager
    def _told_when_stopped(self) -> Iterator[None]:
        """Say where the maps are that are made when the work ends before its end."""
        try:
            yield
        except BaseException:
            shown = printable_name(str(self.part))
            say_on_stderr(f"what is made is in {shown}; the same command with --seed {self.series.seed} goes on")
            raise


def _last_whole_line(file: BinaryIO) -> tuple[int, bytes]:
    """Where the last line that has an end ends, and that line; 0 and no line where there is none."""
    end = at = file.seek(0, os.SEEK_END)
    tail = b""
    while at and tail.count(b"\n") < 2:
        back = min(at, 1 << 16)
        at -= back
        file.seek(at)
        tail = file.read(back) + tail
    whole = tail[: tail.rfind(b"\n") + 1]
    lines = whole.splitlines(keepends=True)
    return end - len(tail) + len(whole), lines[-1] if lines else b""


@contextmanager
def _troubles(path: Path) -> Iterator[None]:
    """Raise FileTrouble where the file cannot be written."""
    try:
        yield
    except OSError as failure:
        advice = "make room, or name another with -o"
        raise FileTrouble(f"{printable_name(str(path))}: cannot be written: {reason(failure)}; {advice}") from None


# --- maps that are read ------------------------------------------------------------------------------------------


def holds_many(name: str) -> bool:
    """Whether the file of that name is a corpus; the log of a game, whose name may end alike, is none."""
    return is_corpus(name) and not is_log(name)


def documents(name: str) -> Iterator[Document | UnreadableMap]:
    """The maps of a corpus, each under the name of its line, and for a line that is no map what is wrong with it.

    One line at a time is in memory. Raises FileTrouble.
    """
    shown = printable_name(name)
    with _readable(shown):
        for number, line in enumerate(_lines(name), 1):
            if line.strip():
                try:
                    yield maps.read(line, f"{shown}:{number}")
                except UnreadableMap as wrong:
                    yield wrong


def _lines(name: str) -> Iterator[bytes]:
    """The lines of a corpus, or the rows of one that is a table; raises OSError, FileTrouble and BadSetting."""
    with Path(name).open("rb") as file:
        if _is_table(name):
            parquet.require()
            yield from parquet.rows(file)
        else:
            yield from iter(lambda: file.readline(_MOST_IN_A_LINE), b"")


_MOST_IN_A_LINE = 10_000_000
"""The most bytes of a line; a longer one is read in pieces, which are no maps."""


@contextmanager
def _readable(shown: str) -> Iterator[None]:
    """Raise FileTrouble where the file cannot be read."""
    try:
        yield
    except OSError as failure:
        raise FileTrouble(f"{shown}: cannot be read: {reason(failure)}") from None
