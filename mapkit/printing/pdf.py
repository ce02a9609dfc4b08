"""Sheets as one PDF file."""

from __future__ import annotations

from collections.abc import Sequence
from io import BytesIO
from typing import Any, assert_never

from reportlab.lib.colors import HexColor  # type: ignore[import-untyped]
from reportlab.lib.units import mm  # type: ignore[import-untyped]
from reportlab.pdfbase import pdfmetrics  # type: ignore[import-untyped]
from reportlab.pdfbase.ttfonts import TTFont  # type: ignore[import-untyped]
from reportlab.pdfgen.canvas import Canvas  # type: ignore[import-untyped]

from mapkit import resources
from mapkit.printing.pens import Pen, pens
from mapkit.sheet import FONTS, Circle, Mark, Path, Sheet, Text, printable, width

_CAPS = {"butt": 0, "round": 1, "square": 2}
_JOINS = {"butt": 0, "round": 1, "square": 0}


def write(sheets: Sequence[Sheet], title: str) -> bytes:
    """The sheets as a PDF with a title, bookmarks and embedded fonts; equal sheets give equal bytes."""
    for name in FONTS.values():
        if name not in pdfmetrics.getRegisteredFontNames():
            pdfmetrics.registerFont(TTFont(name, str(resources.path("fonts", name))))
    buffer = BytesIO()
    canvas = Canvas(buffer, invariant=1, pageCompression=1, initialFontName=FONTS[False])
    canvas.setTitle(printable(title))
    canvas.setAuthor("mapkit")
    canvas.setCreator("mapkit")
    for number, sheet in enumerate(sheets):
        canvas.setPageSize((sheet.paper.width * mm, sheet.paper.height * mm))
        if sheet.bookmark:
            canvas.bookmarkPage(str(number))
            canvas.addOutlineEntry(printable(sheet.bookmark), str(number))
        for mark in sheet.marks:
            _draw(canvas, mark, sheet.paper.height)
        canvas.showPage()
    canvas.save()
    return buffer.getvalue()


def _draw(canvas: Any, mark: Mark, height: float) -> None:
    pen = pens()[mark.ink]
    match mark:
        case Path(_, steps):
            outline = canvas.beginPath()
            for verb, points in steps:
                spots = [(height - value if i % 2 else value) * mm for i, value in enumerate(points)]
                {"M": outline.moveTo, "L": outline.lineTo, "C": outline.curveTo, "Z": outline.close}[verb](*spots)
            _set(canvas, pen)
            canvas.drawPath(outline, stroke=int(pen.colour is not None), fill=int(pen.fill is not None))
        case Circle(_, x, y, radius):
            _set(canvas, pen)
            drawn = {"stroke": int(pen.colour is not None), "fill": int(pen.fill is not None)}
            canvas.circle(x * mm, (height - y) * mm, radius * mm, **drawn)
        case Text():
            _write(canvas, mark, pen, height)
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


def _write(canvas: Any, mark: Text, pen: Pen, height: float) -> None:
    text = printable(mark.text, mark.bold)
    wide = width(mark.text, mark.size, mark.bold)
    canvas.saveState()
    canvas.setFillColor(HexColor(pen.colour or "#000000"))
    canvas.setFont(FONTS[mark.bold], mark.size * mm)
    canvas.translate(mark.x * mm, (height - mark.y) * mm)
    canvas.rotate(-mark.turn)
    canvas.drawString(-{"start": 0.0, "middle": wide / 2, "end": wide}[mark.anchor] * mm, 0, text)
    canvas.restoreState()
