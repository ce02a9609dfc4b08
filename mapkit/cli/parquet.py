"""Corpora as Parquet: a table with a row a map, for databases and data frames. It needs the extra `parquet`.

Each row has the whole map as JSON, and in columns of their own what people search for.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from itertools import islice
from typing import BinaryIO

from mapkit.model.files import MOST_BYTES as MAP_BYTES
from mapkit.model.files import FileTrouble, printable_name
from mapkit.model.message import message
from mapkit.model.settings import BadSetting
from mapkit.model.version import added_by

ENDING = ".parquet"
COLUMNS = ("seed", "game", "preset", "size", "title", "settings", "map")
"""The columns, all of them text; `settings` and `map` are JSON."""
ROWS = 1000
"""The rows that are written together."""
ROWS_AT_ONCE = 64
"""The most rows that are read together."""
MOST_AT_ONCE = 64_000_000
"""The most bytes of maps that are read together, where there is more than one."""
MOST_TIMES = 200
"""How many times as large as the file its maps may be; those that mapkit writes are up to 35 times as large."""
MOST_BYTES = 256_000_000
"""The most bytes of maps in a group of rows; a group that mapkit writes has a few million."""


def require() -> None:
    """Raise BadSetting where the library is lacking."""
    try:
        import pyarrow.parquet  # noqa: F401
    except ImportError:
        raise BadSetting(message(".parquet needs an extra library: {line}", added_by("parquet"))) from None


def write(table: BinaryIO, lines: Iterable[bytes]) -> None:
    """Write the lines of a corpus, which are maps as JSON, as a table into an open file; raises OSError."""
    import pyarrow
    from pyarrow.parquet import ParquetWriter

    schema, left = pyarrow.schema([(name, pyarrow.string()) for name in COLUMNS]), iter(lines)
    with ParquetWriter(table, schema, compression="zstd") as file:
        while rows := [_row(line) for line in islice(left, ROWS)]:
            file.write_table(pyarrow.Table.from_pylist(rows, schema))


def _row(line: bytes) -> dict[str, str]:
    text = line.decode().rstrip("\n")
    data = json.loads(text)
    found = {name: data[name] for name in COLUMNS[:-1]}
    return {**found, "settings": json.dumps(data["settings"], ensure_ascii=False), "map": text}


def rows(source: BinaryIO) -> Iterator[bytes]:
    """The maps in a table, a few at a time in memory; raises FileTrouble for a file that is no such table.

    Of a map that is longer than a map file may be, only the beginning comes, one byte too long, as of other files.
    """
    from pyarrow.parquet import ParquetFile

    shown, most = printable_name(source.name), MOST_TIMES * os.fstat(source.fileno()).st_size
    too_large = FileTrouble(
        message("{name}: unpacks to more than {number} times its size; give its maps as .jsonl", shown, MOST_TIMES)
    )
    with _troubles(source.name), ParquetFile(source) as file:
        at = file.schema_arrow.get_field_index(COLUMNS[-1])
        if not (at >= 0 and str(file.schema_arrow.field(at).type) in ("string", "large_string", "string_view")):
            raise FileTrouble(message("{name}: has no column `map` with maps as JSON", shown))
        parts = [file.metadata.row_group(number) for number in range(file.num_row_groups)]
        columns = ([part.column(number) for number in range(part.num_columns)] for part in parts)
        groups = [sum(c.total_uncompressed_size for c in some if c.path_in_schema == COLUMNS[-1]) for some in columns]
        largest = max(groups, default=0)
        if largest > MOST_BYTES:
            raise FileTrouble(message("{name}: has too many bytes in one group of rows; use smaller groups", shown))
        if sum(groups) > most:
            raise too_large
        unpacked, at_once = 0, MOST_AT_ONCE // max(1, largest)  # no map is longer than its group
        for batch in file.iter_batches(max(1, min(ROWS_AT_ONCE, at_once)), columns=[COLUMNS[-1]]):
            for value in batch.column(0):
                text = value.as_buffer() or b""
                unpacked += max(len(text), MOST_TIMES)  # so no more rows than the file has bytes
                if unpacked > most:
                    raise too_large
                yield bytes(text[: MAP_BYTES + 1])


@contextmanager
def _troubles(name: str) -> Iterator[None]:
    """Raise FileTrouble where a file is no Parquet file, or a spoilt one; raises OSError where the disk fails."""
    from pyarrow import ArrowException

    try:
        yield
    except (ArrowException, OSError, UnicodeDecodeError) as failure:
        if isinstance(failure, OSError) and failure.errno:  # else the library speaks, perhaps with bytes of the file
            raise
        shown = printable_name(name)
        raise FileTrouble(message("{name}: cannot be read: it is no Parquet file, or a spoilt one", shown)) from None
