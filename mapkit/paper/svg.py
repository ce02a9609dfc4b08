"""A page as an SVG picture."""

from __future__ import annotations

import base64
import hashlib
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from itertools import groupby
from math import dist
from typing import Any, Literal, NamedTuple, assert_never

import svgwrite  # type: ignore[import-untyped]
from svgwrite.extensions import Inkscape  # type: ignore[import-untyped]

from mapkit.paper.faces import face, letters_of, outline
from mapkit.paper.pens import UNSEEN, PenMark, Theme, page_drawn, usual_theme
from mapkit.paper.sheet import (
    FONTS,
    Box,
    Circle,
    Ink,
    Page,
    Path,
    Segment,
    Text,
    extent,
    mark_lines,
    path_text,
    printable,
    width,
)

_FAMILY = "Mapkit Sans"


def write(page: Page, title: str, theme: Theme | None = None, *, outlines: bool = False) -> bytes:
    """The page as an SVG with a title, its size in mm and layers for Inkscape; equal pages give equal bytes.

    Fonts are embedded; with `outlines` the letters are shapes instead, for programs that ignore such fonts. Several
    pictures may stand in one web page: styles, fonts and names are those of this picture alone.
    """
    wide, high = page.paper.width, page.paper.height
    svg = _svg_of(_seen(page, theme), outlines)
    size = tuple(f"{side}mm" for side in page.paper.printed)
    view = f"0 0 {_round(wide)} {_round(high)}"
    drawing = svgwrite.Drawing(size=size, viewBox=view, class_=svg.own, debug=False)
    inkscape = Inkscape(drawing)
    drawing.set_desc(title=printable(title))
    drawing.defs.add(drawing.style(_rules(svg, f".{svg.own}{{fill:none;stroke-linejoin:round}}", 1, "ttf")))
    drawing.add(drawing.rect((0, 0), (wide, high), fill="#ffffff"))
    for number, (label, marks) in enumerate(layers(svg.marks, "secrets" if page.secret else "things"), 1):
        layer = drawing.add(inkscape.layer(label, id=f"{svg.own}-{number}-{label}"))
        for mark in marks:
            layer.add(_element(drawing, mark, svg))
    written: str = drawing.tostring()
    return f'<?xml version="1.0" encoding="utf-8"?>\n{written}\n'.encode()


def write_small(page: Page, title: str, theme: Theme | None = None, *, outlines: bool = False) -> bytes:
    """The same picture in few bytes, without layers and with lengths in whole `_UNITS`.

    A shape that comes again is written once; equal names are those of equal shapes.
    """
    wide, high = round(page.paper.width * _UNITS), round(page.paper.height * _UNITS)
    size = (f"{page.paper.width}mm", f"{page.paper.height}mm")
    svg = _svg_of(tuple(_joined(_seen(page, theme))), outlines)
    drawing = svgwrite.Drawing(size=size, viewBox=f"0 0 {wide} {high}", class_=svg.own, debug=False)
    drawing.set_desc(title=printable(title))
    sizes = Counter(round(mark.mark.size * _UNITS) for mark in svg.marks if isinstance(mark.mark, Text))
    usual = sizes.most_common(1)[0][0] if sizes else 0
    base = f".{svg.own}{{fill:none;stroke-linejoin:round}}.{svg.own} text{{text-anchor:middle;font-size:{usual}px}}"
    drawing.defs.add(drawing.style(_rules(svg, base, _UNITS, "woff")))
    drawing.add(drawing.rect((0, 0), (wide, high), fill="#ffffff"))
    times = Counter(_strokes(mark.mark) for mark in svg.marks if isinstance(mark.mark, Path))
    shapes = dict[str, Any]()
    for name, run in groupby(svg.marks, _classes):
        elements = [_small_element(drawing, mark, svg, times, shapes, usual) for mark in run]
        group = elements[0] if len(elements) == 1 else drawing.g()
        group["class"] = name
        for each in elements if len(elements) > 1 else ():
            group.add(each)
        drawing.add(group)
    written: str = drawing.tostring()
    return written.replace(" />", "/>").encode()


class _Svg(NamedTuple):
    """What is drawn in a picture, and how its letters are written."""

    own: str
    """The name of the picture, which its styles and its parts begin with."""
    marks: tuple[PenMark, ...]
    outlines: bool
    letters: set[str]
    """The names of the shapes of letters so far."""


def _seen(page: Page, theme: Theme | None) -> tuple[PenMark, ...]:
    """The marks with their pens, without texts whose letters are drawn as shapes already."""
    return tuple(mark for mark in page_drawn(page, theme or usual_theme()) if mark.pen is not UNSEEN)


def _svg_of(marks: tuple[PenMark, ...], outlines: bool) -> _Svg:
    """The picture; its name follows from what is written, as sums may differ in their last digit elsewhere."""
    pens, lines = [mark.pen for mark in marks], mark_lines(mark.mark for mark in marks)
    return _Svg(_short_name(f"{outlines} {pens} {list(lines)}"), marks, outlines, set())


def _short_name(content: str) -> str:
    """A short name for use in a web page; other content hardly has the same, equal content always has."""
    digest = hashlib.blake2b(content.encode(), digest_size=5).digest()
    return f"m{base64.b32encode(digest).decode().lower()[:6]}"


_UNITS = 12
"""The units of a small picture in a mm."""


def _joined(marks: Iterable[PenMark]) -> Iterator[PenMark]:
    """The marks, with lines of one pen that follow each other and begin near each other as one mark."""
    held: PenMark | None = None
    for mark in marks:
        if held:
            one, other = _steps(held), _steps(mark)
            alike = held.name == mark.name and held.pen.fill is None  # shapes that are filled may cover each other
            if alike and one and other and dist(one[0].points, other[0].points) < 11.0:
                held = held._replace(mark=Path(held.mark.ink, (*one, *other)))
                continue
            yield held
        held = mark
    if held:
        yield held


def _steps(drawn: PenMark) -> tuple[Segment, ...]:
    return drawn.mark.steps if isinstance(drawn.mark, Path) else ()


def _small_element(
    drawing: Any, drawn: PenMark, svg: _Svg, times: Mapping[str, int], shapes: dict[str, Any], usual: int
) -> Any:
    mark = drawn.mark
    match mark:
        case Path(_, steps):
            strokes = _strokes(mark)
            x, y = (round(value * _UNITS) for value in steps[0].points)
            if times[strokes] == 1 or len(strokes) < 24:
                return drawing.path(f"M{x} {y}{strokes}")
            if strokes not in shapes:
                shapes[strokes] = drawing.defs.add(drawing.path(f"M0 0{strokes}", id=_short_name(strokes)))
            return drawing.use(shapes[strokes], insert=(x, y))
        case Circle(_, x, y, radius):
            return drawing.circle((round(x * _UNITS), round(y * _UNITS)), round(radius * _UNITS))
        case Text() if svg.outlines:
            return _outlined(drawing, mark, svg, _UNITS)
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


def _element(drawing: Any, drawn: PenMark, svg: _Svg) -> Any:
    name, mark = _classes(drawn), drawn.mark
    match mark:
        case Path(_, steps):
            return drawing.path(path_text(steps), class_=name)
        case Circle(_, x, y, radius):
            return drawing.circle((_round(x), _round(y)), _round(radius), class_=name)
        case Text() if svg.outlines:
            group = _outlined(drawing, mark, svg, 1)
            group["class"] = name
            return group
        case Text(_, x, y, size, text, bold, anchor, turn):
            spot = (_round(x), _round(y))
            extra: dict[str, str] = {} if anchor == "start" else {"text_anchor": anchor}
            if turn:
                extra["transform"] = f"rotate({turn} {spot[0]} {spot[1]})"
            return drawing.text(printable(text, bold), insert=spot, font_size=_round(size), class_=name, **extra)
        case _:
            assert_never(mark)


def _outlined(drawing: Any, text: Text, svg: _Svg, units: int) -> Any:
    """A text as the shapes of its letters; each letter is drawn once in a picture, and used wherever it comes."""
    words, wide = printable(text.text, text.bold), width(text.text, 1, text.bold)
    before = {"start": 0.0, "middle": wide / 2, "end": wide}[text.anchor]
    ways = [f"translate({_round(text.x * units)} {_round(text.y * units)})"]
    ways += [f"rotate({text.turn})"] if text.turn else []
    size = text.size * units / _EM
    group = drawing.g(transform=" ".join((*ways, f"scale({size:.5g} {-size:.5g})")), aria_label=words)
    at = -before
    for letter in words:
        if strokes := outline(letter, text.bold, _EM):
            name = f"{svg.own}-{'bold' if text.bold else 'plain'}-{ord(letter):x}"
            if name not in svg.letters:
                svg.letters.add(name)
                drawing.defs.add(drawing.path(strokes, id=name))
            group.add(drawing.use(f"#{name}", x=round(at * _EM)))
        at += width(letter, 1, text.bold)
    return group


_EM = 1000
"""The size of a letter in the units of its shape."""


def _rules(svg: _Svg, more: str, units: int, flavour: Literal["ttf", "woff"]) -> str:
    """The style rules of a picture; they name the picture, so that they are for no other one in a web page.

    They embed the letters of each face that the picture needs.
    """
    family, inside = f"{_FAMILY} {svg.own}", f".{svg.own} "
    texts, faces, rules = [mark.mark for mark in svg.marks if isinstance(mark.mark, Text)], list[str](), list[str]()
    for bold in FONTS if not svg.outlines else ():
        if letters := letters_of(texts, bold):
            code, weight = base64.b64encode(face(bold, letters, flavour)).decode("ascii"), 700 if bold else 400
            source = f'url("data:font/{flavour};base64,{code}")'
            faces.append(f'@font-face{{font-family:"{family}";font-weight:{weight};src:{source}}}')
    looks = {mark.name: mark.pen for mark in svg.marks}
    writes = {mark.name for mark in svg.marks if isinstance(mark.mark, Text)}
    for name, pen in sorted(looks.items(), key=lambda look: look[0]):
        parts = [f"fill:{pen.colour if name in writes else pen.fill}"] if name in writes or pen.fill else []
        if pen.colour and name not in writes:
            parts += [f"stroke:{pen.colour}", f"stroke-width:{_round(pen.line * units)}", f"stroke-linecap:{pen.cap}"]
            dash = " ".join(str(_round(length * units)) for length in pen.dash)
            parts += [f"stroke-dasharray:{dash}"] if dash else []
            parts += ["stroke-linejoin:miter"] if pen.cap != "round" else []
        rules.append(f"{inside}.{name}{{{';'.join(parts)}}}")
    base = f'{inside}text{{font-family:"{family}","Noto Sans",sans-serif;font-kerning:none;white-space:pre}}'
    return "\n".join(("", *faces, base, more, *rules, f"{inside}.bold{{font-weight:700}}", ""))


def _classes(drawn: PenMark) -> str:
    return drawn.name + (" bold" if isinstance(drawn.mark, Text) and drawn.mark.bold else "")


def _round(value: float) -> float:
    return round(value + 0.0, 2)


# --- layers, for a program in which people change the picture ----------------------------------------------------

_GRID = (Ink.GRID, Ink.TILE, Ink.TORN, Ink.BLANK, Ink.GRAPH, Ink.EDGE, Ink.PALE_LINE)
_WALLS = (Ink.OUTER_WALL, Ink.WALL, Ink.WHITE_BAR, Ink.HATCH, Ink.GREY_TINT, Ink.PANE, Ink.BAR, Ink.GREY_SHAPE)
_TERRAIN = (Ink.BLUE_TINT, Ink.BLUE_LINE, Ink.FINE_BLUE_LINE, Ink.GREEN_TINT, Ink.GREEN_LINE, Ink.CREAM_TINT, Ink.GREY)
_PAGE = (Ink.CUT, Ink.FOLD, Ink.HEAVY_RULE, Ink.RULE, Ink.HAIRLINE, Ink.PANEL, Ink.BOX)
_LAYERS = {
    ink: layer
    for layer, inks in {"grid": _GRID, "walls": _WALLS, "terrain": _TERRAIN, "page": _PAGE}.items()
    for ink in inks
}
"""The layer of each ink; all others draw the things on a map."""
_BLOCK = 15.0
"""The side of the blocks of a page, in mm, in which marks that may lie above each other are looked for."""


def layers(marks: Iterable[PenMark], things: str) -> Iterator[tuple[str, list[PenMark]]]:
    """The marks in layers, lowest first; `things` is the name of the layer of things.

    A mark goes into the last layer of its name, unless something between the two may lie below it: nothing is covered
    that was not covered before. So a name may come more than once.
    """
    found: list[_Layer] = []
    for mark in marks:
        name = "text" if isinstance(mark.mark, Text) else _LAYERS.get(mark.mark.ink, things)
        placed = [(block, box) for box in _boxes(mark) for block in box.blocks(_BLOCK)]
        last = None
        for layer in reversed(found):
            if layer.name == name:
                last = layer
            if last or any(box.meets(other) for block, box in placed for other in layer.boxes.get(block, ())):
                break
        if last is None:
            found.append(last := _Layer(name, [], {}))
        last.marks.append(mark)
        for block, box in placed:
            last.boxes.setdefault(block, []).append(box)
    yield from ((layer.name, layer.marks) for layer in found)


class _Layer(NamedTuple):
    name: str
    marks: list[PenMark]
    boxes: dict[tuple[int, int], list[Box]]
    """The boxes that the marks lie in, by the blocks of the page."""


def _boxes(drawn: PenMark) -> Iterator[Box]:
    """Boxes that a mark lies in: one for each stroke of a line, one for a shape that is filled."""
    mark, wide = drawn.mark, drawn.pen.line / 2
    if not isinstance(mark, Path) or drawn.pen.fill is not None:
        yield extent(mark).inset(-wide)
        return
    first = at = mark.steps[0].points
    for verb, points in mark.steps:
        stroke = (*at, *(points or first))
        if verb == "M":
            first = points
        else:
            yield Box.between(*zip(stroke[::2], stroke[1::2], strict=True)).inset(-wide)
        at = stroke[-2:]
