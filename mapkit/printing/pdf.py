"""Sheets as one PDF file."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from io import BytesIO
from typing import Any, NamedTuple, assert_never
from zlib import crc32

from reportlab import rl_config  # type: ignore[import-untyped]
from reportlab.lib.colors import HexColor  # type: ignore[import-untyped]
from reportlab.lib.units import mm  # type: ignore[import-untyped]
from reportlab.pdfbase import pdfmetrics  # type: ignore[import-untyped]
from reportlab.pdfbase.ttfonts import TTFont  # type: ignore[import-untyped]
from reportlab.pdfgen.canvas import Canvas  # type: ignore[import-untyped]

from mapkit import resources
from mapkit.printing.faces import face, letters_of
from mapkit.printing.pens import Pen, pens
from mapkit.sheet import FONTS, Circle, Mark, Path, Sheet, Text, printable, width

rl_config.useA85 = 0  # pages as bytes, not as ASCII letters: a fifth shorter
_CAPS = {"butt": 0, "round": 1, "square": 2}
_JOINS = {"butt": 0, "round": 1, "square": 0}


def write(sheets: Sequence[Sheet], title: str) -> bytes:
    """The sheets as a PDF with a title, bookmarks and embedded fonts; equal sheets give equal bytes."""
    for name in FONTS.values():
        if name not in pdfmetrics.getRegisteredFontNames():
            pdfmetrics.registerFont(TTFont(name, str(resources.path("fonts", name))))
    return _written(sheets, title, _Hand(FONTS, 6))


def write_small(sheets: Sequence[Sheet], title: str) -> bytes:
    """The same in few bytes: lengths are rounded to a tenth of a point, and the fonts have only the letters in use."""
    names = {}
    for bold, name in FONTS.items():
        letters = letters_of((mark for sheet in sheets for mark in sheet.marks), bold) or frozenset("a")
        names[bold] = f"{name.partition('.')[0]}-{crc32(''.join(sorted(letters)).encode()):08x}"
        if names[bold] not in pdfmetrics.getRegisteredFontNames():
            font = TTFont(names[bold], BytesIO(face(bold, letters)))
            font.face.name = names[bold].encode()  # reportlab takes faces of one name for the same
            pdfmetrics.registerFont(font)
    return _written(sheets, title, _Hand(names, 1))


class _Hand(NamedTuple):
    """How marks are written."""

    fonts: Mapping[bool, str]
    """The names of the fonts, by whether the face is bold."""
    digits: int
    """The digits after the point in lengths of paths, in points."""


def _written(sheets: Sequence[Sheet], title: str, hand: _Hand) -> bytes:
    buffer = BytesIO()
    canvas = Canvas(buffer, invariant=1, pageCompression=1, initialFontName=hand.fonts[False])
    canvas.setTitle(printable(title))
    canvas.setAuthor("mapkit")
    canvas.setCreator("mapkit")
    for number, sheet in enumerate(sheets):
        canvas.setPageSize(tuple(side * mm for side in sheet.paper.printed))
        if sheet.paper.reduced != 1:
            canvas.scale(1 / sheet.paper.reduced, 1 / sheet.paper.reduced)
        if sheet.bookmark:
            canvas.bookmarkPage(str(number))
            canvas.addOutlineEntry(printable(sheet.bookmark), str(number))
        for mark in sheet.marks:
            _draw(canvas, mark, sheet.paper.height, hand)
        canvas.showPage()
    canvas.save()
    return buffer.getvalue()


def _draw(canvas: Any, mark: Mark, height: float, hand: _Hand) -> None:
    pen = pens()[mark.ink]
    match mark:
        case Path(_, steps):
            outline = canvas.beginPath()
            for verb, points in steps:
                spots = [round((height - v if i % 2 else v) * mm, hand.digits) for i, v in enumerate(points)]
                {"M": outline.moveTo, "L": outline.lineTo, "C": outline.curveTo, "Z": outline.close}[verb](*spots)
            _set(canvas, pen)
            canvas.drawPath(outline, stroke=int(pen.colour is not None), fill=int(pen.fill is not None))
        case Circle(_, x, y, radius):
            _set(canvas, pen)
            drawn = {"stroke": int(pen.colour is not None), "fill": int(pen.fill is not None)}
            canvas.circle(x * mm, (height - y) * mm, radius * mm, **drawn)
        case Text():
            _write(canvas, mark, pen, height, hand.fonts[mark.bold])
        case _:
            assert_never(mark)


def _set(canvas: Any, pen: Pen) -> None:
    if pen.fill is not None:
        canvas.setFillColor(HexColor(pen.fill))
    if pen.colour is not None:
        canvas.setStrokeColor(HexColor(pen.colour))
        canvas.setLineWidth(pen.line * mm)
        canvas.setLineCap(_CAPS[pen.cap])
        canvas.setLineJoin(_JOINS[pen.cap])
        canvas.setDash([length * mm for length in pen.dash])


def _write(canvas: Any, mark: Text, pen: Pen, height: float, font: str) -> None:
    text = printable(mark.text, mark.bold)
    wide = width(mark.text, mark.size, mark.bold)
    canvas.saveState()
    canvas.setFillColor(HexColor(pen.colour or "#000000"))
    canvas.setFont(font, mark.size * mm)
    canvas.translate(mark.x * mm, (height - mark.y) * mm)
    canvas.rotate(-mark.turn)
    canvas.drawString(-{"start": 0.0, "middle": wide / 2, "end": wide}[mark.anchor] * mm, 0, text)
    canvas.restoreState()
