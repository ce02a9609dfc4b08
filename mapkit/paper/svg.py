"""A page as an SVG picture."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple, assert_never

import svgwrite  # type: ignore[import-untyped]
from svgwrite.extensions import Inkscape  # type: ignore[import-untyped]

from mapkit.paper.faces import EM, FAMILY, FontSource, font_face, letters_of, outlines, short_name
from mapkit.paper.pens import UNSEEN, PenMark, Theme, page_drawn, usual_theme
from mapkit.paper.sheet import FONTS, Box, Circle, Ink, Page, Path, Text, extent, mark_lines, path_text, printable


def write(page: Page, title: str, theme: Theme | None = None, letters: FontSource = "embedded") -> bytes:
    """The page as an SVG with a title, its size in mm and layers for Inkscape; equal pages give equal bytes.

    Fonts are embedded; with `outlines` the letters are shapes instead, for programs that ignore such fonts. Several
    pictures may stand in one web page: styles, fonts and names are those of this picture alone.
    """
    wide, high = page.paper.width, page.paper.height
    # texts whose letters are drawn as shapes already are left out
    svg = _svg_of(
        tuple(mark for mark in page_drawn(page, theme or usual_theme()) if mark.pen is not UNSEEN),
        letters == "outlines",
    )
    size = tuple(f"{side}mm" for side in page.paper.printed)
    view = f"0 0 {_round(wide)} {_round(high)}"
    drawing = svgwrite.Drawing(size=size, viewBox=view, class_=svg.own, debug=False)
    inkscape = Inkscape(drawing)
    drawing.set_desc(title=printable(title))
    drawing.defs.add(drawing.style(_rules(svg)))
    drawing.add(drawing.rect((0, 0), (wide, high), fill="#ffffff"))
    for number, (label, marks) in enumerate(layers(svg.marks, "secrets" if page.secret else "things"), 1):
        layer = drawing.add(inkscape.layer(label, id=f"{svg.own}-{number}-{label}"))
        for mark in marks:
            layer.add(_element(drawing, mark, svg))
    written: str = drawing.tostring()
    return f'<?xml version="1.0" encoding="utf-8"?>\n{written}\n'.encode()


class _Svg(NamedTuple):
    """What is drawn in a picture, and how its letters are written."""

    own: str
    """The name of the picture, which its styles and its parts begin with."""
    marks: tuple[PenMark, ...]
    outlines: bool
    letters: set[str]
    """The names of the shapes of letters so far."""


def _svg_of(marks: tuple[PenMark, ...], outlines: bool) -> _Svg:
    """The picture; its name follows from what is written, as sums may differ in their last digit elsewhere."""
    pens, lines = [mark.pen for mark in marks], mark_lines(mark.mark for mark in marks)
    return _Svg(short_name(f"{outlines} {pens} {list(lines)}"), marks, outlines, set())


def _element(drawing: Any, drawn: PenMark, svg: _Svg) -> Any:
    name, mark = _classes(drawn), drawn.mark
    match mark:
        case Path(_, steps):
            return drawing.path(path_text(steps), class_=name)
        case Circle(_, x, y, radius):
            return drawing.circle((_round(x), _round(y)), _round(radius), class_=name)
        case Text() if svg.outlines:
            group = _outlined(drawing, mark, svg)
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


def _outlined(drawing: Any, text: Text, svg: _Svg) -> Any:
    """A text as the shapes of its letters; each letter is drawn once in a picture, and used wherever it comes."""
    words = printable(text.text, text.bold)
    ways = [f"translate({_round(text.x)} {_round(text.y)})"]
    ways += [f"rotate({text.turn})"] if text.turn else []
    size = text.size / EM
    group = drawing.g(transform=" ".join((*ways, f"scale({size:.5g} {-size:.5g})")), aria_label=words)
    for letter, strokes, x in outlines(text):
        name = f"{svg.own}-{'bold' if text.bold else 'plain'}-{ord(letter):x}"
        if name not in svg.letters:
            svg.letters.add(name)
            drawing.defs.add(drawing.path(strokes, id=name))
        group.add(drawing.use(f"#{name}", x=x))
    return group


def _rules(svg: _Svg) -> str:
    """The style rules of a picture; they name the picture, so that they are for no other one in a web page.

    They embed the letters of each face that the picture needs.
    """
    family, inside = f"{FAMILY} {svg.own}", f".{svg.own} "
    texts, faces, rules = [mark.mark for mark in svg.marks if isinstance(mark.mark, Text)], list[str](), list[str]()
    for bold in FONTS if not svg.outlines else ():
        if letters := letters_of(texts, bold):
            faces.append(font_face(family, bold, letters, "ttf"))
    looks = {mark.name: mark.pen for mark in svg.marks}
    writes = {mark.name for mark in svg.marks if isinstance(mark.mark, Text)}
    for name, pen in sorted(looks.items(), key=lambda look: look[0]):
        parts = [f"fill:{pen.colour if name in writes else pen.fill}"] if name in writes or pen.fill else []
        if pen.colour and name not in writes:
            parts += [f"stroke:{pen.colour}", f"stroke-width:{_round(pen.line)}", f"stroke-linecap:{pen.cap}"]
            dash = " ".join(str(_round(length)) for length in pen.dash)
            parts += [f"stroke-dasharray:{dash}"] if dash else []
            parts += ["stroke-linejoin:miter"] if pen.cap != "round" else []
        rules.append(f"{inside}.{name}{{{';'.join(parts)}}}")
    base = f'{inside}text{{font-family:"{family}","Noto Sans",sans-serif;font-kerning:none;white-space:pre}}'
    return "\n".join(
        (
            "",
            *faces,
            base,
            f".{svg.own}{{fill:none;stroke-linejoin:round}}",
            *rules,
            f"{inside}.bold{{font-weight:700}}",
            "",
        )
    )


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
