"""A page as an SVG picture in few bytes: for web pages with many of them, and for chats."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import lru_cache
from math import dist
from typing import NamedTuple
from xml.sax.saxutils import escape, quoteattr

from mapkit.paper.faces import EM, FAMILY, FontSource, font_face, letters_of, outlines, short_name
from mapkit.paper.pens import UNSEEN, Pen, PenMark, Theme, page_drawn, usual_theme
from mapkit.paper.sheet import FONTS, Box, Circle, Ink, Mark, Page, Path, Segment, Text, extent, printable, thinned

_UNITS = 12
"""The units of a picture in a mm."""
_NEAR = 0.72
"""How far a line may run beside the line that was drawn, in units."""
_LONG = 24
"""A shape with fewer letters is written out wherever it comes."""


def write(page: Page, title: str, theme: Theme | None = None, letters: FontSource = "embedded") -> bytes:
    """The page as an SVG without layers, with lengths in whole `_UNITS`; equal pages give equal bytes.

    Marks are sorted into groups of one pen, and a shape that comes again is written once. Equal names are those of
    equal shapes, so that several pictures may stand in one web page.
    """
    marks = [mark for mark in page_drawn(page, theme or usual_theme()) if mark.pen is not UNSEEN]
    shapes, size = dict[str, str](), (page.paper.width, page.paper.height)
    body = "".join(map(str, _groups(marks, letters == "outlines", shapes)))
    family, style = FAMILY, ""
    if letters == "embedded":
        family, style = _embedded([mark.mark for mark in marks])
    left, top, wide, high = (round(length * _UNITS) for length in (*page.corner, *size))
    known = "".join(f'<path id="{name}" d="{strokes}"/>' for strokes, name in shapes.items())
    defs = f"<defs>{style}{known}</defs>" if style or known else ""
    head = f'<svg xmlns="http://www.w3.org/2000/svg" width="{size[0]}mm" height="{size[1]}mm"'
    head += f' viewBox="{left} {top} {wide} {high}" fill="none" stroke-linejoin="round" text-anchor="middle"'
    head += f' font-family="{family},Noto Sans,sans-serif" style="font-kerning:none;white-space:pre">'
    head += f"<title>{escape(printable(title))}</title>"
    paper = f'<path fill="#fff" d="M{left} {top}h{wide}v{high}h-{wide}z"/>'
    return f"{head}{defs}{paper}{body}</svg>".encode()


def font_style() -> str:
    """The `<style>` of a web page whose pictures have the font `inherit`: the letters of Europe, Greek left out.

    >>> import mapkit
    >>> mapkit.font_style()[:7]
    '<style>'
    """
    letters = frozenset(map(chr, (*range(0x20, 0x7F), *range(0xA0, 0x180), *range(0x400, 0x460))))
    kept = (frozenset(letter for letter in letters if printable(letter, bold) == letter) for bold in FONTS)
    faces = (font_face(FAMILY, bold, known, "woff") for bold, known in zip(FONTS, kept, strict=True))
    return f"<style>{''.join(faces)}</style>"


def _embedded(marks: Iterable[Mark]) -> tuple[str, str]:
    """The family of a font with the letters of some marks, and its style."""
    marks = [*marks]
    letters = {bold: found for bold in FONTS if (found := letters_of(marks, bold))}
    family = f"{FAMILY} {short_name(str([*map(sorted, letters.values())]))}"
    faces = "".join(font_face(family, bold, found, "woff") for bold, found in letters.items())
    return family, f"<style>{faces}</style>" if faces else ""


# --- groups of one pen -------------------------------------------------------------------------------------------


@dataclass
class _PenGroup:
    """What one pen draws; nothing that is drawn between two of its elements meets the later one."""

    pen: str
    fields: int = 0
    """The fields of the page where it draws, as the bits of a number."""
    elements: list[str] = field(default_factory=list)
    line: list[str] = field(default_factory=list)
    """The strokes of paths that do not meet, which are written as one."""
    line_fields: int = 0

    def end_line(self) -> None:
        self.elements += [f'<path d="{"".join(self.line)}"/>'] if self.line else []
        self.line, self.line_fields = [], 0

    def __str__(self) -> str:
        self.end_line()
        if len(self.elements) > 1 or self.elements[0].startswith("<g"):
            return f"<g{self.pen}>{''.join(self.elements)}</g>"
        return self.elements[0].replace(" ", f"{self.pen} ", 1)


_FIELD, _ACROSS = 48.0, 64
"""The side of a field, in units, and the most fields in a row; on wider pages, fields are larger."""


def _groups(marks: Iterable[PenMark], outlines: bool, shapes: dict[str, str]) -> list[_PenGroup]:
    """The groups in the order in which they are drawn; `shapes` gets the names of the shapes that come again."""
    drawn = [(mark, *_shape(mark.mark, mark.pen.line / 2)) for mark in _joined(marks)]
    side = max(_FIELD, max((max(box.right, box.bottom) for *_, box in drawn), default=0.0) / (_ACROSS - 2))
    times = Counter(shape.strokes for _, shape, _ in drawn if shape)
    found = list[_PenGroup]()
    for mark, shape, box in drawn:
        pen, fields = _attributes(mark, outlines), _fields(box, side)
        group = next((group for group in reversed(found) if group.pen == pen or group.fields & fields), None)
        if group is None or group.pen != pen:
            found.append(group := _PenGroup(pen))
        group.fields |= fields
        if group.line_fields & fields and mark.pen.fill:
            group.end_line()
        if shape is None:
            group.elements.append(_element(mark.mark, outlines, shapes))
            continue
        x, y, strokes = shape
        if times[strokes] > 1 and len(strokes) > _LONG:
            group.elements.append(f'<use href="#{_named(f"M0 0{strokes}", shapes)}" x="{x}" y="{y}"/>')
            continue
        group.line.append(f"M{x} {y}{strokes}")
        group.line_fields |= fields
    return found


def _fields(box: Box, side: float) -> int:
    left, right, top, bottom = (max(0, int(edge / side)) for edge in (box.x, box.right, box.y, box.bottom))
    row = (1 << right + 1) - (1 << left)
    return sum(row << _ACROSS * down for down in range(top, bottom + 1))


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


def _attributes(drawn: PenMark, outlines: bool) -> str:
    """What the elements of a pen have in common, each attribute after a space."""
    pen, mark = drawn.pen, drawn.mark
    if not isinstance(mark, Text):
        return _strokes_of(pen)
    fill = f' fill="{_colour(pen.colour)}"'
    if outlines:
        return fill
    bold = ' font-weight="700"' if mark.bold else ""
    anchor = "" if mark.anchor == "middle" else f' text-anchor="{mark.anchor}"'
    return f'{fill} font-size="{round(mark.size * _UNITS)}"{anchor}{bold}'


@lru_cache(maxsize=512)
def _strokes_of(pen: Pen) -> str:
    found = f' fill="{_colour(pen.fill)}"' if pen.fill else ""
    if pen.colour:
        found += f' stroke="{_colour(pen.colour)}" stroke-width="{pen.line * _UNITS:.3g}"'
        found += f' stroke-linecap="{pen.cap}"' if pen.cap != "butt" else ""
        found += ' stroke-linejoin="miter"' if pen.cap != "round" else ""
        dash = " ".join(f"{length * _UNITS:.3g}" for length in pen.dash)
        found += f' stroke-dasharray="{dash}"' if dash else ""
    return found


def _colour(colour: str | None) -> str:
    """A colour in as few letters as it takes."""
    if colour is None:
        return "none"
    return f"#{colour[1::2]}" if colour[1::2] == colour[2::2] else colour


# --- elements ----------------------------------------------------------------------------------------------------


class _PathShape(NamedTuple):
    """A path: where it begins, in units, and its strokes from there."""

    x: int
    y: int
    strokes: str


def _shape(mark: Mark, around: float) -> tuple[_PathShape | None, Box]:
    """The shape of a path, and the box in units that a mark fills, with `around` mm on every side."""
    if not isinstance(mark, Path):
        return None, Box(*(length * _UNITS for length in extent(mark).inset(-around)))
    (_, (x, y)), *steps = mark.steps
    strokes, box = _strokes((Segment("M", (0, 0)), *[Segment(verb, _from(x, y, points)) for verb, points in steps]))
    left, top = round(x * _UNITS), round(y * _UNITS)
    return _PathShape(left, top, strokes), Box(box.x + left, box.y + top, box.width, box.height).inset(-around * _UNITS)


def _from(x: float, y: float, points: tuple[float, ...]) -> tuple[int, ...]:
    """Points from x and y, in whole units, so that equal shapes have equal strokes wherever they stand."""
    if len(points) == 2:  # most are, and boards have thousands
        return round((points[0] - x) * _UNITS), round((points[1] - y) * _UNITS)
    return tuple([round((value - (y if i % 2 else x)) * _UNITS) for i, value in enumerate(points)])


@lru_cache(maxsize=4096)  # boards have the same pictures again and again
def _strokes(steps: tuple[Segment, ...]) -> tuple[str, Box]:
    """Strokes in whole units as SVG writes them after the first point, from point to point, and the box around them."""
    at: tuple[float, float] = (0, 0)
    start = at
    words, last = list[str](), ""
    for verb, points in thinned(steps, _NEAR)[1:]:
        ends = [*zip(points[::2], points[1::2], strict=True)]
        moves = " ".join(f"{x - at[0]} {y - at[1]}" for x, y in ends)
        match verb, moves.split():
            case "L", [right, "0"]:
                stroke, moves = "h", right
            case "L", ["0", down]:
                stroke, moves = "v", down
            case _:
                stroke = verb.lower()
        words.append(f" {moves}" if stroke == last in ("l", "c") else f"{stroke}{moves}")
        at, last = ends[-1] if ends else start, stroke
        start = at if verb == "M" else start
    return "".join(words).replace(" -", "-"), extent(Path(Ink.TEXT, steps))


def _element(mark: Mark, outlines: bool, shapes: dict[str, str]) -> str:
    """A circle or a text without what its pen says."""
    if isinstance(mark, Circle):
        x, y, radius = (round(length * _UNITS) for length in (mark.x, mark.y, mark.radius))
        return f'<circle cx="{x}" cy="{y}" r="{radius}"/>'
    assert isinstance(mark, Text)
    if outlines:
        return _outlined(mark, shapes)
    x, y = round(mark.x * _UNITS), round(mark.y * _UNITS)
    turned = f' transform="rotate({mark.turn} {x} {y})"' if mark.turn else ""
    return f'<text x="{x}" y="{y}"{turned}>{escape(printable(mark.text, mark.bold))}</text>'


def _named(strokes: str, shapes: dict[str, str]) -> str:
    """The name of a shape that is written once in the picture."""
    return shapes.setdefault(strokes, short_name(strokes))


def _outlined(text: Text, shapes: dict[str, str]) -> str:
    """A text as the shapes of its letters; each letter is drawn once in a picture, and used wherever it comes."""
    words, size = printable(text.text, text.bold), text.size * _UNITS / EM
    used = [f'<use href="#{_named(strokes, shapes)}" x="{x}"/>' for _, strokes, x in outlines(text)]
    turned = f" rotate({text.turn})" if text.turn else ""
    ways = f"translate({round(text.x * _UNITS)} {round(text.y * _UNITS)}){turned} scale({size:.5g} {-size:.5g})"
    return f'<g transform="{ways}" aria-label={quoteattr(words)}>{"".join(used)}</g>'
