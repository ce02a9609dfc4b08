"""Corpora as Parquet: a table with a row a map, for databases and data frames. It needs the extra `parquet`.

Each row has the whole map as JSON, and in columns of their own what people search for.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from itertools import islice
from typing import Any, BinaryIO

from mapkit.files import FileTrouble, printable_name
from mapkit.settings import BadSetting

ENDING = ".parquet"
COLUMNS = ("seed", "game", "preset", "size", "title", "settings", "map")
"""The columns, all of them text; `settings` and `map` are JSON."""
ROWS = 1000
"""The rows that are written together."""
ROWS_AT_ONCE = 64
"""The rows that are read together."""
MOST_BYTES = 256_000_000
"""The most bytes of maps in a group of rows; a group that mapkit writes has a few million."""


def require() -> None:
    """Raise BadSetting where the library is lacking."""
    try:
        import pyarrow.parquet  # noqa: F401
    except ImportError:
        raise BadSetting(".parquet needs the library pyarrow: pip install 'mapkit-games[parquet]'") from None


def write(table: BinaryIO, lines: Iterable[bytes]) -> None:
    """Write the lines of a corpus, which are maps as JSON, as a table into an open file; raises OSError."""
    import pyarrow
    from pyarrow.parquet import ParquetWriter

    schema, left = pyarrow.schema([(name, pyarrow.string()) for name in COLUMNS]), iter(lines)
    with ParquetWriter(table, schema, compression="zstd") as file:
        while rows := [_row(line) for line in islice(left, ROWS)]:
            file.write_table(pyarrow.Table.from_pylist(rows, schema))


def _row(line: bytes) -> dict[str, str]:
    """The columns of a map."""
    text = line.decode().rstrip("\n")
    data = json.loads(text)
    found = {name: data[name] for name in COLUMNS[:-1]}
    return {**found, "settings": json.dumps(data["settings"], ensure_ascii=False), "map": text}


def rows(source: BinaryIO) -> Iterator[bytes]:
    """The maps in a table, a few at a time in memory; raises FileTrouble for a file that is no such table."""
    from pyarrow.parquet import ParquetFile

    name = source.name
    with _troubles(name), ParquetFile(source) as file:
        if COLUMNS[-1] not in file.schema_arrow.names:
            raise FileTrouble(f"{printable_name(name)}: has no column `map` with maps as JSON")
        for number in range(file.num_row_groups):
            if _bytes_of_maps(file.metadata.row_group(number)) > MOST_BYTES:
                raise FileTrouble(
                    f"{printable_name(name)}: has too many bytes in one group of rows; use smaller groups"
                )
        for batch in file.iter_batches(ROWS_AT_ONCE, columns=[COLUMNS[-1]]):
            yield from (str(each or "").encode() for each in batch.column(0).to_pylist())


def _bytes_of_maps(group: Any) -> int:
    """How much memory the maps of a group of rows take."""
    columns = map(group.column, range(group.num_columns))
    return sum(each.total_uncompressed_size for each in columns if each.path_in_schema == COLUMNS[-1])


@contextmanager
def _troubles(name: str) -> Iterator[None]:
    """Raise FileTrouble where a file is no Parquet file, or a spoilt one; raises OSError where the disk fails."""
    from pyarrow import ArrowException

    try:
        yield
    except (ArrowException, OSError, UnicodeDecodeError) as failure:
        if isinstance(failure, OSError) and failure.errno:  # else the library speaks, perhaps with bytes of the file
            raise
        raise FileTrouble(f"{printable_name(name)}: cannot be read: it is no Parquet file, or a spoilt one") from None
