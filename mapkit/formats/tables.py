"""Maps as tables for spreadsheets: a row for each cell, and in a second file one for each border that bears a mark."""

from __future__ import annotations

import csv
from collections.abc import Iterable, Mapping
from io import StringIO
from typing import Any

from mapkit.formats.record import HEAD, ExportOrder, FileFormat
from mapkit.mapfile import json_file
from mapkit.model.map import Map
from mapkit.model.message import message


def _table(heads: Iterable[str], rows: Iterable[Iterable[object]]) -> bytes:
    """A table as spreadsheets read it, with a byte order mark, by which they know its letters."""
    text = StringIO()
    csv.writer(text, lineterminator="\n").writerows([heads, *rows])
    return text.getvalue().encode("utf-8-sig")


def _write(map_: Map[Any], order: ExportOrder) -> Mapping[str, bytes]:
    legend, told = map_.game.design.legend(map_.params), json_file.data(map_)

    def words(marks: Iterable[str]) -> str:
        return ", ".join(order.in_words(legend.noun(mark)) for mark in marks)

    cells = (
        (each["cell"], each["x"], each["y"], each["floor"], ", ".join(each["marks"]), words(each["marks"]))
        for each in told["cells"]
    )
    borders = (
        (each["cell"], each["side"], each["beyond"] or "", each["mark"], words([each["mark"]]))
        for each in told["borders"]
    )
    return {
        ".csv": _table(("cell", "x", "y", "floor", "marks", "words"), cells),
        "-borders.csv": _table(("cell", "side", "beyond", "mark", "words"), borders),
    }


CSV = FileFormat(
    "csv",
    message("two tables for spreadsheets, of the cells and of the borders"),
    (".csv",),
    recognise=lambda text: text.startswith("cell,"),
    write=_write,
    losses=HEAD,
)
