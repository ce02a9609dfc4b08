"""A sheet as an SVG picture."""

from __future__ import annotations

import base64
import hashlib
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from itertools import groupby
from math import dist
from typing import Any, Literal, assert_never

import svgwrite  # type: ignore[import-untyped]

from mapkit.printing.faces import face, letters_of
from mapkit.printing.pens import Pen, pens
from mapkit.sheet import FONTS, Circle, Ink, Mark, Path, Sheet, Text, path_text, printable

_FAMILY = "Mapkit Sans"


def write(sheet: Sheet, title: str) -> bytes:
    """The sheet as an SVG with a title, its size in mm and embedded fonts; equal sheets give equal bytes."""
    wide, high = sheet.paper.width, sheet.paper.height
    size = tuple(f"{side}mm" for side in sheet.paper.printed)
    drawing = svgwrite.Drawing(size=size, viewBox=f"0 0 {_round(wide)} {_round(high)}", debug=False)
    drawing.set_desc(title=printable(title))
    drawing.defs.add(drawing.style(_style(sheet.marks)))
    drawing.add(drawing.rect((0, 0), (wide, high), fill="#ffffff"))
    for mark in sheet.marks:
        drawing.add(_element(drawing, mark))
    picture: str = drawing.tostring()
    return f'<?xml version="1.0" encoding="utf-8"?>\n{picture}\n'.encode()


def write_small(sheet: Sheet, title: str) -> bytes:
    """The same picture in few bytes, with lengths in whole `_UNITS`; a shape that comes again is written once.

    Several of them may stand in one web page: styles and fonts are for this picture alone, and equal names are those of
    equal shapes.
    """
    wide, high = round(sheet.paper.width * _UNITS), round(sheet.paper.height * _UNITS)
    size = (f"{sheet.paper.width}mm", f"{sheet.paper.height}mm")
    own = _short_name(repr(sheet))
    drawing = svgwrite.Drawing(size=size, viewBox=f"0 0 {wide} {high}", class_=own, debug=False)
    drawing.set_desc(title=printable(title))
    sizes = Counter(round(mark.size * _UNITS) for mark in sheet.marks if isinstance(mark, Text))
    usual = sizes.most_common(1)[0][0] if sizes else 0
    drawing.defs.add(drawing.style(_style_of_own(own, sheet.marks, usual)))
    drawing.add(drawing.rect((0, 0), (wide, high), fill="#ffffff"))
    joined = tuple(_joined(sheet.marks))
    times = Counter(_strokes(mark) for mark in joined if isinstance(mark, Path))
    shapes = dict[str, Any]()
    for name, run in groupby(joined, _name):
        elements = [_small_element(drawing, mark, times, shapes, usual) for mark in run]
        group = elements[0] if len(elements) == 1 else drawing.g()
        group["class"] = name
        for each in elements if len(elements) > 1 else ():
            group.add(each)
        drawing.add(group)
    picture: str = drawing.tostring()
    return picture.replace(" />", "/>").encode()


def _short_name(content: str) -> str:
    """A short name for use in a web page; other content hardly has the same, equal content always has."""
    digest = hashlib.blake2b(content.encode(), digest_size=5).digest()
    return f"m{base64.b32encode(digest).decode().lower()[:6]}"


_UNITS = 12
"""The units of a small picture in a mm."""
_SHORT = 24
"""Strokes with fewer characters are written each time."""
_TOGETHER = 11.0
"""How far from each other, in mm, lines may begin that are written as one shape."""


def _joined(marks: Iterable[Mark]) -> Iterator[Mark]:
    """The marks, with lines of one ink that follow each other and begin near each other as one mark."""
    held: Path | None = None
    for mark in marks:
        if held and isinstance(mark, Path) and _belong(held, mark):
            held = Path(held.ink, (*held.steps, *mark.steps))
            continue
        if held:
            yield held
        held = mark if isinstance(mark, Path) else None
        if held is None:
            yield mark
    if held:
        yield held


def _belong(one: Path, other: Path) -> bool:
    """Whether two paths may be written as one; shapes that are filled stay alone, since they may cover each other."""
    near = dist(one.steps[0].points, other.steps[0].points) < _TOGETHER
    return near and one.ink == other.ink and pens()[one.ink].fill is None


def _small_element(drawing: Any, mark: Mark, times: Mapping[str, int], shapes: dict[str, Any], usual: int) -> Any:
    match mark:
        case Path(_, steps):
            strokes = _strokes(mark)
            x, y = (round(value * _UNITS) for value in steps[0].points)
            if times[strokes] == 1 or len(strokes) < _SHORT:
                return drawing.path(f"M{x} {y}{strokes}")
            if strokes not in shapes:
                shapes[strokes] = drawing.defs.add(drawing.path(f"M0 0{strokes}", id=_short_name(strokes)))
            return drawing.use(shapes[strokes], insert=(x, y))
        case Circle(_, x, y, radius):
            return drawing.circle((round(x * _UNITS), round(y * _UNITS)), round(radius * _UNITS))
        case Text(_, x, y, size, text, bold, anchor, turn):
            spot, tall = (round(x * _UNITS), round(y * _UNITS)), round(size * _UNITS)
            looks = [f"font-size:{tall}px"] if tall != usual else []
            looks += [f"text-anchor:{anchor}"] if anchor != "middle" else []
            extra = {"style": ";".join(looks)} if looks else {}
            extra |= {"transform": f"rotate({turn} {spot[0]} {spot[1]})"} if turn else {}
            return drawing.text(printable(text, bold), insert=spot, **extra)
        case _:
            assert_never(mark)


def _strokes(path: Path) -> str:
    """The strokes after the first point, in whole units from point to point.

    They are measured from the first point, so that equal shapes have equal strokes wherever they stand.
    """
    x0, y0 = path.steps[0].points
    at = start = (0, 0)
    words, last = list[str](), ""
    for verb, points in path.steps[1:]:
        scaled = [round((value - (y0 if i % 2 else x0)) * _UNITS) for i, value in enumerate(points)]
        ends = [*zip(scaled[::2], scaled[1::2], strict=True)]
        moves = " ".join(f"{x - at[0]} {y - at[1]}" for x, y in ends)
        words.append(f" {moves}" if verb == last in ("L", "C") else f"{verb.lower()}{moves}")
        at, last = ends[-1] if ends else start, verb
        start = at if verb == "M" else start
    return "".join(words).replace(" -", "-")


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
            return drawing.text(printable(text, bold), insert=spot, font_size=_round(size), class_=_name(mark), **extra)
        case _:
            assert_never(mark)


def _style(marks: Iterable[Mark]) -> str:
    return _rules(marks, "path,circle{fill:none;stroke-linejoin:round}")


def _style_of_own(own: str, marks: Iterable[Mark], size: int) -> str:
    """The style of a small picture, whose class is `own`, with texts of that size."""
    more = f".{own}{{fill:none;stroke-linejoin:round}}.{own} text{{text-anchor:middle;font-size:{size}px}}"
    return _rules(marks, more, own, _UNITS, "woff")


def _rules(
    marks: Iterable[Mark], more: str, own: str = "", units: int = 1, flavour: Literal["ttf", "woff"] = "ttf"
) -> str:
    family, inside = f"{_FAMILY} {own}".strip(), f".{own} " if own else ""
    texts = [mark for mark in marks if isinstance(mark, Text)]
    faces = [_face(family, bold, letters_of(texts, bold), flavour) for bold in FONTS]
    inks = sorted({mark.ink for mark in marks}, key=lambda ink: ink.value)
    rules = [inside + _rule(ink, pens()[ink], ink in {mark.ink for mark in texts}, units) for ink in inks]
    base = f'{inside}text{{font-family:"{family}","Noto Sans",sans-serif;font-kerning:none;white-space:pre}}'
    return "\n".join(
        (
            "",
            *filter(None, faces),
            base,
            more,
            *rules,
            f"{inside}.bold{{font-weight:700}}",
            "",
        )
    )


def _rule(ink: Ink, pen: Pen, writes: bool, units: int) -> str:
    if writes:
        return f".{_class(ink)}{{fill:{pen.colour}}}"
    parts = [f"fill:{pen.fill}"] if pen.fill else []
    if pen.colour:
        parts += [f"stroke:{pen.colour}", f"stroke-width:{_round(pen.line * units)}", f"stroke-linecap:{pen.cap}"]
        parts += [f"stroke-dasharray:{' '.join(str(length * units) for length in pen.dash)}"] if pen.dash else []
        parts += ["stroke-linejoin:miter"] if pen.cap != "round" else []
    return f".{_class(ink)}{{{';'.join(parts)}}}"


def _face(family: str, bold: bool, letters: frozenset[str], flavour: Literal["ttf", "woff"]) -> str:
    """The style rule that embeds the letters of one face; empty if there are none."""
    if not letters:
        return ""
    code = base64.b64encode(face(bold, letters, flavour)).decode("ascii")
    weight = 700 if bold else 400
    return f'@font-face{{font-family:"{family}";font-weight:{weight};src:url("data:font/{flavour};base64,{code}")}}'


def _name(mark: Mark) -> str:
    """The names of the style rules for a mark."""
    return _class(mark.ink) + (" bold" if isinstance(mark, Text) and mark.bold else "")


def _class(ink: Ink) -> str:
    return ink.value.replace(",", "").replace(" ", "-")


def _round(value: float) -> float:
    return round(value + 0.0, 2)
