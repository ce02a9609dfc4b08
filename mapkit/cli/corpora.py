"""Many maps of one order: in a folder, on stdout, or in a corpus, which is one file for all of them.

While a corpus is being made, its maps are in a file whose name ends in `.part`, a line each. Whatever ends the work,
the same command goes on after the last whole line, and the finished file is the same.

No map of a series comes twice: one that repeats another is drawn again, from its seed with 2, 3 and so on behind it.
"""

from __future__ import annotations

import json
import os
import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from hashlib import blake2b
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

from mapkit.cli import parquet
from mapkit.cli.commands import failure_lines
from mapkit.cli.inputs import is_log
from mapkit.cli.outputs import FOLDER, file_writer, folder_place, map_place
from mapkit.cli.streams import NO_MAP, progress, say, say_on_stderr, shell_quoted, tell_seed
from mapkit.games import maps
from mapkit.mapfile import json_file, writer
from mapkit.mapfile.document import Document
from mapkit.mapfile.text import UnreadableMap, not_ours
from mapkit.model import files
from mapkit.model.files import FileTrouble, printable_name, reason
from mapkit.model.map import Map
from mapkit.model.message import Message, Name, joined, message, plural
from mapkit.model.rule import NoSuchMap, SolverGaveUp
from mapkit.model.settings import BadSetting
from mapkit.model.version import __version__
from mapkit.study.fresh_maps import Order, in_order

if TYPE_CHECKING:
    from concurrent.futures import Executor
    from typing import BinaryIO

AT_ONCE = 16
"""The most maps that a process gets at a time."""
MOST_REPEATED = 20, 3
"""After so many drawings in a row that only repeat maps, and so many more for each map made, no other is looked for.

Three for each find the last one of equally likely maps in 95 of 100 cases.
"""
ENDINGS = (".jsonl", parquet.ENDING)

Form = Literal["toml", "json", "line"]
"""How a map is written; `line` is JSON in one line."""


def text_of(made: Map[Any], seed: str, form: Form) -> str:
    """The text of a map's file; that of a TOML file has the seed in a comment."""
    if form != "toml":
        return json_file.show(made) if form == "json" else json_file.show_in_a_line(made, seed)
    return writer.show(made, [f"Made by mapkit {__version__}, seed {json.dumps(seed, ensure_ascii=False)}."])


class NoMapForSeed(NamedTuple):
    """Why there is no map for a seed."""

    words: Message
    hopeless: bool
    """Whether there is none for any other seed either."""


class Series(NamedTuple):
    """The maps of some of the seeds `seed-1`, `seed-2` and so on."""

    order: Order
    form: Form
    seed: str
    """What their seeds begin with."""
    numbers: Sequence[int]
    """What their seeds end with, in order."""

    def texts(
        self, workers: Executor | None, seen: set[bytes], after: int = 0
    ) -> Iterator[tuple[int, str | NoMapForSeed]]:
        """The number of each map that follows the map of the number `after`, and its text or why there is none.

        None of them is one of those `seen`, to which they are added; after a hopeless one there are no more.
        """
        numbers = self.numbers[bisect_right(self.numbers, after) :]
        for number, drawn in zip(numbers, self._drawn(numbers, workers), strict=True):
            text = self._unlike(seen, number, drawn)
            yield number, text
            if isinstance(text, NoMapForSeed) and text.hopeless:
                return

    def _drawn(self, numbers: Sequence[int], workers: Executor | None) -> Iterator[str | NoMapForSeed]:
        """The map of each number. The first one is drawn before any worker is asked: the order may be hopeless."""
        yield from self.part(numbers[:1])
        rest = numbers[1:]
        size = max(1, min(AT_ONCE, len(rest) // 8))
        parts = (rest[n : n + size] for n in range(0, len(rest), size))
        yield from chain.from_iterable(in_order(workers, self.part, parts))

    def part(self, numbers: Sequence[int]) -> list[str | NoMapForSeed]:
        return [self.attempt(f"{self.seed}-{number}") for number in numbers]

    def _unlike(self, seen: set[bytes], number: int, text: str | NoMapForSeed) -> str | NoMapForSeed:
        """The text, or that of the first further drawing that repeats none of the maps seen."""
        most = MOST_REPEATED[0] + MOST_REPEATED[1] * len(seen)
        for attempt in range(2, most + 2):
            if isinstance(text, NoMapForSeed):
                return text
            if (this := self.fingerprint(text)) not in seen:
                seen.add(this)
                return text
            text = self.attempt(f"{self.seed}-{number} {attempt}")
        why = plural(
            "no other map found: {drawings} drawings in a row repeat the one map made; set less, or ask for fewer maps",
            "no other map found: {drawings} drawings in a row repeat the {number} maps made; "
            "set less, or ask for fewer maps",
            len(seen),
            most,
        )
        return NoMapForSeed(why, hopeless=True)

    def attempt(self, seed: str) -> str | NoMapForSeed:
        """The text of a map's file, or why there is none; exceptions cannot be sent between processes."""
        try:
            return text_of(self.order.draw(seed), seed, self.form)
        except (NoSuchMap, SolverGaveUp) as failure:
            return NoMapForSeed(joined([*failure_lines(failure)], "\n"), isinstance(failure, NoSuchMap))

    def fingerprint(self, text: str) -> bytes:
        """What tells the map of a text from others: not its seed."""
        map_alone = text if self.form == "json" else text.partition("\n" if self.form == "toml" else ', "mapkit":')[2]
        return blake2b(map_alone.encode(), digest_size=16).digest()

    def named_in(self, line: bytes) -> tuple[int, str]:
        """The number of the map in a line of a corpus, and its seed; 0 where it is none of this series."""
        found = re.fullmatch(re.escape(self._beginning) + rb'(([1-9]\d{0,8})(?: [1-9]\d{0,8})?)", .*\}\n', line)
        if found and int(found[2]) in self.numbers:
            return int(found[2]), f"{self.seed}-{found[1].decode()}"
        return 0, ""

    def begins(self, torn: bytes) -> bool:
        """Whether a line without an end, which was torn, begins as the lines of this series do."""
        return self._beginning.startswith(torn[: len(self._beginning)])

    @property
    def _beginning(self) -> bytes:
        """How each line begins, up to the number of its map."""
        return json.dumps({"seed": f"{self.seed}-"}, ensure_ascii=False).removesuffix('"}').encode()


def is_corpus(name: str) -> bool:
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
            why = message("{file}: exists already; name another with -o, or replace it with --force", shown)
            raise FileTrouble(why)
        map_place(name)
        if files.is_there(name) and not files.is_file(name):
            why = message("{name}: is no plain file, and nothing can replace it; name another with -o", shown)
            raise FileTrouble(why)
        return name
    if files.is_file(name):
        raise FileTrouble(message("{file}: {file} is no folder; with --count, -o names a folder", shown))
    if Path(name).suffix.lower() in (".toml", ".json"):
        raise BadSetting(message("-o {file}: this is the name of a file; with --count, -o names a folder", shown))
    if name != FOLDER and Path(name).parent != Path(FOLDER):
        folder_place(name)
    return name


def generate_many(series: Series, given: str | None, place: str, workers: Executor | None, force: bool) -> int:
    """Write the maps of a series where they belong; returns the exit code. `given` is the seed that a person gave."""
    if is_corpus(place):
        path = Path(place)
        target = Path(os.path.realpath(path)) if path.is_symlink() else path
        return _Corpus(path, target, series, force).make(given, workers)
    order, code, made, store = series.order, 0, 0, file_writer(force)
    stem, digits = f"{order.game}-{files.file_name(series.seed)}", max(3, len(str(series.numbers[-1])))
    with progress(message("Drawing maps"), len(series.numbers)) as advance:
        for number, text in series.texts(workers, set()):
            path = Path(place, f"{stem}-{number:0{digits}}.{'toml' if series.form == 'toml' else 'json'}")
            if isinstance(text, NoMapForSeed):
                say_on_stderr(message("{file}: {message}", printable_name(str(path)), text.words))
                code = NO_MAP
            elif place == "-":
                say(text)
            else:
                store(path, text.encode())
                say(printable_name(str(path)))
            made += not isinstance(text, NoMapForSeed)
            advance(1)
    if made:
        tell_seed(given, series.seed)
    if made and series.form != "line":
        say_on_stderr(message("print them: mapkit print {files}", Name(f"{shell_quoted(place)}/*.{series.form}")))
    return code


class _Corpus(NamedTuple):
    """A file for the maps of a series."""

    path: Path
    target: Path
    """The file that is written: where `path` is a link, the one that it leads to."""
    series: Series
    force: bool

    @property
    def part(self) -> Path:
        """The file that holds the maps while some are lacking."""
        return self.target.with_name(f"{self.target.name}.part")

    def make(self, given: str | None, workers: Executor | None) -> int:
        """Make the file, or go on with it; returns the exit code."""
        code, series = 0, self.series
        with _troubles(self.part), self._begun() as (file, last, seen):
            if last:
                shown = printable_name(str(self.part))
                say_on_stderr(message("{name} goes on after map {number}", shown, last))
            with progress(message("Drawing maps"), len(series.numbers)) as advance, self._told_when_stopped():
                advance(bisect_right(series.numbers, last))
                for number, text in series.texts(workers, seen, last):
                    if isinstance(text, NoMapForSeed):
                        say_on_stderr(message("{name}: {message}", Name(f"{series.seed}-{number}"), text.words))
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
        """Give the file its name; what becomes a table is written anew first. Raises FileTrouble."""
        settle = Path.replace if self.force else files.name_if_free
        with _troubles(self.path):
            try:
                if _is_table(self.path.name):
                    file.seek(0)
                    with files.unfinished(self.target, settle) as table:
                        parquet.write(table, file)
                else:
                    settle(self.part, self.target)
            except FileExistsError:
                why = message(
                    "{file}: appeared while the maps were made, and these are in {part}; "
                    "move it away, or add --force, and give the same command with --seed {seed} again",
                    *(printable_name(str(path)) for path in (self.path, self.part)), shell_quoted(self.series.seed),
                )  # fmt: skip
                raise FileTrouble(why) from None
        files.sync_folder(self.target.parent)
        if _is_table(self.path.name):  # only now, since the lines were the only maps on the disk
            self.part.unlink()

    @contextmanager
    def _begun(self) -> Iterator[tuple[BinaryIO, int, set[bytes]]]:
        """The file of the lines so far, at its end, the number of its last map, 0 for none, and their fingerprints.

        The seed of each line is compared, and only the last map is drawn again to be compared as a whole. Raises
        FileTrouble for a file that does not hold maps of this series.
        """
        with files.held_alone(self.part) as file:
            end, number, seed, last, seen = 0, 0, "", "", set[bytes]()
            for line in iter(lambda: file.readline(_MOST_IN_A_LINE), b""):
                (found, named), whole = self.series.named_in(line), line.endswith(b"\n")
                if found <= number if whole else not self.series.begins(line):
                    raise self._of_another()
                if whole:
                    last = line.decode(errors="replace").removesuffix("\n")
                    end, number, seed = end + len(line), found, named
                    seen.add(self.series.fingerprint(last))
            if last and self.series.attempt(seed) != last:
                raise self._of_another()
            file.truncate(end)
            file.seek(end)
            yield file, number, seen

    def _of_another(self) -> FileTrouble:
        held = message(
            "{name}: holds maps of another command, or something else; finish that command, or move {name} away",
            printable_name(str(self.part)),
        )
        return FileTrouble(held)

    @contextmanager
    def _told_when_stopped(self) -> Iterator[None]:
        """Say where the maps are that are made when the work ends before its end."""
        try:
            yield
        except BaseException:
            made = printable_name(str(self.part)), shell_quoted(self.series.seed)
            say_on_stderr(message("what is made is in {file}; the same command with --seed {seed} goes on", *made))
            raise


@contextmanager
def _troubles(path: Path) -> Iterator[None]:
    """Raise FileTrouble where the file cannot be written."""
    try:
        yield
    except OSError as failure:
        of = printable_name(str(path)), reason(failure)
        why = message("{file}: cannot be written: {what}; make room, or name another with -o", *of)
        raise FileTrouble(why) from None


# --- maps that are read ------------------------------------------------------------------------------------------


def holds_many(name: str) -> bool:
    """Whether the file of that name is a corpus; the log of a game, whose name may end alike, is none."""
    return is_corpus(name) and not is_log(name)


def documents(name: str) -> Iterator[Document | UnreadableMap]:
    """The maps of a corpus, each under the name of its line, and for a line that is no map what is wrong with it.

    One line at a time is in memory. Raises FileTrouble, and UnreadableMap for the lines of another program.
    """
    shown = printable_name(name)
    try:
        for number, line in enumerate(_lines(name), 1):
            if line.strip():
                try:
                    yield maps.read(line, f"{shown}:{number}")
                except UnreadableMap as wrong:
                    if number == 1 and wrong.problems == (theirs := not_ours(shown, message("JSON"))).problems:
                        raise theirs from None
                    yield wrong
    except OSError as failure:
        raise FileTrouble(message("{file}: cannot be read: {what}", shown, reason(failure))) from None


def _lines(name: str) -> Iterator[bytes]:
    """The lines of a corpus, or the rows of one that is a table; raises OSError, FileTrouble and BadSetting."""
    shown = printable_name(name)
    if files.is_device(name):
        raise FileTrouble(message("{file}: cannot be read: it is a device, and may never end; name a file", shown))
    too_long = message(
        "{file}: cannot be read: a line of it is longer than any map; name a file with a map in each line", shown
    )
    with Path(name).open("rb") as file:
        files.heed(os.fstat(file.fileno()))
        if _is_table(name):
            parquet.require()
            yield from parquet.rows(file)
        else:
            for line in iter(lambda: file.readline(_MOST_IN_A_LINE), b""):
                if len(line) == _MOST_IN_A_LINE:
                    raise FileTrouble(too_long)
                yield line


_MOST_IN_A_LINE = 10_000_000
"""A line of this many bytes is no line of a corpus; a map has at most a tenth of them."""
