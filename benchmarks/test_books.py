"""A book of many maps against the least that it could take: reportlab alone, with as many pages and texts."""

from __future__ import annotations

import sys
from pathlib import Path
from subprocess import DEVNULL, run
from time import perf_counter
from typing import Any, NamedTuple

import pytest
from pypdf import PdfReader

from benchmarks.conftest import Note
from mapkit.games import maps
from mapkit.mapfile import writer

MAPS = 200
"""How many maps the book has."""
MEMORY = """
import re
from pathlib import Path
print(int(re.search(r"VmHWM:\\s+(\\d+)", Path("/proc/self/status").read_text())[1]) / 1024)
"""
"""Prints the most memory that the process took, in MB; `ru_maxrss` begins with that of the process that started it."""
BOOK = f"""
import sys
from mapkit.cli.main import app
app(sys.argv[1:], standalone_mode=False)
{MEMORY}"""
PAGES = f"""
import sys
from reportlab.pdfgen.canvas import Canvas
canvas = Canvas(sys.argv[1], pageCompression=1)
for _ in range(int(sys.argv[2])):
    for line in range(50):
        canvas.drawString(72, 72 + 12 * line, "Any text of a map, as long as most")
    canvas.showPage()
canvas.save()
{MEMORY}"""


class Spent(NamedTuple):
    """What a program takes, start and all."""

    seconds: float
    megabytes: float


def spent(program: str, *words: str) -> Spent:
    start = perf_counter()
    told = run([sys.executable, "-c", program, *words], check=True, capture_output=True, stdin=DEVNULL, text=True)
    return Spent(perf_counter() - start, float(told.stdout.split()[-1]))


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="reads the memory where Linux tells it")
def test_a_book_against_reportlab_alone(benchmark: Any, note: Note, tmp_path: Path) -> None:
    names = [str(tmp_path / f"{number}.toml") for number in range(MAPS)]
    for name in names:
        Path(name).write_text(writer.show(maps.generate("treasures", Path(name).stem)), encoding="utf-8")
    path = tmp_path / "book.pdf"
    ours = benchmark.pedantic(spent, (BOOK, "book", *names, "-o", str(path)), rounds=1)
    floor = spent(PAGES, str(tmp_path / "floor.pdf"), str(len(PdfReader(path).pages)))
    note(f"mapkit book, {MAPS} maps of 8x8", ours.seconds, "s", 60)
    note(f"mapkit book, {MAPS} maps of 8x8, memory", ours.megabytes, "MB", 250)
    note("mapkit book : reportlab alone, time", ours.seconds / floor.seconds, "times", 30)
    note("mapkit book : reportlab alone, memory", ours.megabytes / floor.megabytes, "times", 8)
