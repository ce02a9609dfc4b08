"""A sheet as an SVG picture."""

from __future__ import annotations

import base64
from collections.abc import Iterable
from functools import lru_cache
from io import BytesIO
from typing import Any, assert_never

import svgwrite  # type: ignore[import-untyped]
from fontTools.subset import Options, Subsetter
from fontTools.ttLib import TTFont

from mapkit import resources
from mapkit.printing.pens import Pen, pens
from mapkit.sheet import FONTS, Circle, Ink, Mark, Path, Sheet, Text, path_text, printable

_FAMILY = "Mapkit Sans"


def write(sheet: Sheet, title: str) -> bytes:
    """The sheet as an SVG with a title, its size in mm and embedded fonts; equal sheets give equal bytes."""
    wide, high = sheet.paper.width, sheet.paper.height
    drawing = svgwrite.Drawing(size=(f"{wide}mm", f"{high}mm"), viewBox=f"0 0 {wide} {high}", debug=False)
    drawing.set_desc(title=printable(title))
    drawing.defs.add(drawing.style(_style(sheet.marks)))
    drawing.add(drawing.rect((0, 0), (wide, high), fill="#ffffff"))
    for mark in sheet.marks:
        drawing.add(_element(drawing, mark))
    picture: str = drawing.tostring()
    return f'<?xml version="1.0" encoding="utf-8"?>\n{picture}\n'.encode()


def _element(drawing: Any, mark: Mark) -> Any:
    match mark:
        case Path(ink, steps):
            return drawing.path(path_text(steps), class_=_class(ink))
        case Circle(ink, x, y, radius):
            return drawing.circle((_round(x), _round(y)), _round(radius), class_=_class(ink))
        case Text(ink, x, y, size, text, bold, anchor, turn):
            spot = (_round(x), _round(y))
            extra: dict[str, str] = {} if anchor == "start" else {"text_anchor": anchor}
            if turn:
                extra["transform"] = f"rotate({turn} {spot[0]} {spot[1]})"
            name = _class(ink) + (" bold" if bold else "")
            return drawing.text(printable(text, bold), insert=spot, font_size=_round(size), class_=name, **extra)
        case _:
            assert_never(mark)


def _style(marks: Iterable[Mark]) -> str:
    texts = [mark for mark in marks if isinstance(mark, Text)]
    faces = [
        _face(bold, frozenset(c for mark in texts if mark.bold is bold for c in printable(mark.text, bold)))
        for bold in FONTS
    ]
    inks = sorted({mark.ink for mark in marks}, key=lambda ink: ink.value)
    rules = [_rule(ink, pens()[ink], ink in {mark.ink for mark in texts}) for ink in inks]
    base = f'text{{font-family:"{_FAMILY}","Noto Sans",sans-serif;font-kerning:none;white-space:pre}}'
    return "\n".join(
        (
            "",
            *filter(None, faces),
            base,
            "path,circle{fill:none;stroke-linejoin:round}",
            *rules,
            ".bold{font-weight:700}",
            "",
        )
    )


def _rule(ink: Ink, pen: Pen, writes: bool) -> str:
    if writes:
        return f".{_class(ink)}{{fill:{pen.colour}}}"
    parts = [f"fill:{pen.fill}"] if pen.fill else []
    if pen.colour:
        parts += [f"stroke:{pen.colour}", f"stroke-width:{_round(pen.line)}", f"stroke-linecap:{pen.cap}"]
        parts += [f"stroke-dasharray:{' '.join(map(str, pen.dash))}"] if pen.dash else []
        parts += ["stroke-linejoin:miter"] if pen.cap != "round" else []
    return f".{_class(ink)}{{{';'.join(parts)}}}"


@lru_cache(maxsize=16)  # the public sheets of a series have the same letters, and cutting a face is slow
def _face(bold: bool, letters: frozenset[str]) -> str:
    """The style rule that embeds the letters of one face; empty if there are none."""
    if not letters:
        return ""
    options = Options(layout_features=[], hinting=False, notdef_outline=True, name_IDs=[1, 2])
    with TTFont(resources.path("fonts", FONTS[bold]), recalcTimestamp=False) as font:
        cut = Subsetter(options)
        cut.populate(unicodes=sorted(map(ord, letters)))
        cut.subset(font)
        buffer = BytesIO()
        font.save(buffer)
    code = base64.b64encode(buffer.getvalue()).decode("ascii")
    weight = 700 if bold else 400
    return f'@font-face{{font-family:"{_FAMILY}";font-weight:{weight};src:url("data:font/ttf;base64,{code}")}}'


def _class(ink: Ink) -> str:
    return ink.value.replace(",", "").replace(" ", "-")


def _round(value: float) -> float:
    return round(value + 0.0, 2)
