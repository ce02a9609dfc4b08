"""Themes: the pen of each ink, that is its thickness, colour, fill and hatching. Only the writers use them.

A theme is read from a file in `templates/themes`, or from one of the user's own, which `mapkit.themes` checks.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from itertools import groupby, pairwise
from math import ceil, cos, radians, sin
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, get_args

from mapkit.model import resources
from mapkit.paper.faces import Face
from mapkit.paper.page_border import PageBorder
from mapkit.paper.sheet import Circle, Ink, Mark, Page, Path, Picture, Text, extent, lines, placed

if TYPE_CHECKING:
    from mapkit.paper.own_fonts import OwnFont

Point = tuple[float, float]

InkSet = Literal["colour", "grey", "black"]
INK_SETS: tuple[InkSet, ...] = get_args(InkSet)
"""What the printer has: all colours, greys, or black alone, for a copier."""
FEWER_INKS = ("grey", "black")
"""The tables of an ink that say what is different without colours."""
USUAL = "paper"
"""The theme that is used where none is named, and that has the inks that another theme leaves out."""

FACES: tuple[Face, ...] = get_args(Face)
"""The faces for which a theme may have fonts: for texts, for bold texts, and for titles and headings."""

BLACK, WHITE = "#000000", "#ffffff"
_DARK, _LIGHT = 0.03, 0.97
"""The luminance up to which a colour counts as black, and from which it counts as white."""


class Hatch(NamedTuple):
    """Parallel lines, or dots, that fill a shape; lengths in mm, colours as `#rrggbb`."""

    angles: tuple[float, ...] = (45.0,)
    """The directions of the lines, in degrees counterclockwise from the right; two directions cross."""
    gap: float = 1.2
    line: float = 0.15
    dash: tuple[float, ...] = ()
    """Dashes and gaps in turn; empty for solid lines."""
    colour: str = BLACK


@dataclass(frozen=True, slots=True)
class Pen:
    """How an ink is drawn: lengths in mm, colours as `#rrggbb`."""

    line: float = 0.0
    colour: str | None = None
    """The colour of lines and of text; None for no lines."""
    fill: str | None = None
    """The colour of surfaces; None for none."""
    dash: tuple[float, ...] = ()
    """Dashes and gaps in turn; empty for a solid line."""
    cap: Literal["butt", "square", "round"] = "round"
    hatch: Hatch | None = None
    """What is drawn over the fill; None for nothing."""


@dataclass(frozen=True, slots=True)
class Theme:
    """How all inks are drawn with what a printer has."""

    pens: Mapping[Ink, Pen]
    fonts: Mapping[Face, OwnFont] = field(default_factory=dict)
    """The fonts in place of mapkit's own."""
    icons: Mapping[str, Picture] = field(default_factory=dict)
    """The pictures in place of mapkit's icons, by their names."""
    border: PageBorder | None = None
    """What is drawn around pages; None for nothing."""

    def font(self, text: Text) -> OwnFont | None:
        """The font that draws a text in place of mapkit's own; None where the theme has none for it."""
        own = self.fonts.get("title") if text.title else None
        return own or self.fonts.get("bold" if text.bold else "regular")


@cache
def usual_theme() -> Theme:
    return theme_of(usual_tables(), {}, "colour")


def usual_tables() -> Mapping[str, Any]:
    """What the file of the theme `paper` says of each ink."""
    tables: Mapping[str, Any] = tomllib.loads(resources.path("themes", f"{USUAL}.toml").read_text(encoding="utf-8"))
    return tables


def theme_of(
    usual: Mapping[str, Any],
    tables: Mapping[str, Any],
    inks: InkSet,
    fonts: Mapping[Face, OwnFont] = MappingProxyType({}),
    icons: Mapping[str, Picture] = MappingProxyType({}),
    border: PageBorder | None = None,
) -> Theme:
    """The theme of a file's tables, with the inks that they leave out as `usual` has them."""
    pens = {ink: _pen(tables.get(ink.value, usual.get(ink.value, {})), inks) for ink in Ink}
    return Theme(pens, fonts, icons, border)


def _pen(table: Mapping[str, Any], inks: InkSet) -> Pen:
    """The pen of an ink: in greys or black its colours are changed, and the table may say what is different."""
    pen = _changed(Pen(), table)
    fill, hatch = pen.fill, pen.hatch
    if inks == "grey":
        hatch = hatch and hatch._replace(colour=grey_of(hatch.colour))
        pen = replace(pen, colour=pen.colour and grey_of(pen.colour), fill=fill and grey_of(fill), hatch=hatch)
    elif inks == "black":
        # lines are black or white, and a tint is hatched, closer where it is darker
        hatch = hatch and hatch._replace(colour=BLACK)
        if fill is not None:
            light = luminance(fill)
            hatch = hatch or (Hatch(gap=round(0.7 + 1.3 * light, 2)) if _DARK < light < _LIGHT else None)
            fill = BLACK if light <= _DARK else WHITE
        colour = pen.colour and (WHITE if luminance(pen.colour) >= _LIGHT else BLACK)
        pen = replace(pen, colour=colour, fill=fill, hatch=hatch)
    return _changed(pen, {} if inks == "colour" else table.get(inks, {}))


def _changed(pen: Pen, table: Mapping[str, Any]) -> Pen:
    """The pen with what a table says of it; the word `none` takes away."""
    new: dict[str, Any] = {
        key: None if value == "none" else value for key, value in table.items() if key not in FEWER_INKS
    }
    if isinstance(new.get("hatch"), Mapping):
        words: dict[str, Any] = {
            key: tuple(value) if isinstance(value, list) else value for key, value in new["hatch"].items()
        }
        new["hatch"] = Hatch(**words)
    if "dash" in new:
        new["dash"] = tuple(new["dash"] or ())
    return replace(pen, **new)


# --- greys, and black alone --------------------------------------------------------------------------------------


def luminance(colour: str) -> float:
    """How light a colour is, from 0 for black to 1 for white, as an eye or a copier without colours sees it."""
    parts = (int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5))
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def grey_of(colour: str) -> str:
    light = luminance(colour)
    part = light * 12.92 if light <= 0.0031308 else 1.055 * light ** (1 / 2.4) - 0.055
    return f"#{round(part * 255):02x}" + f"{round(part * 255):02x}" * 2


_TOO_SMALL = 1.5
"""A shape that is not so many gaps wide is filled in place of hatched, so that it does not get lost."""
UNSEEN = Pen()
"""The pen of a text whose letters are drawn as shapes; a PDF has it all the same, for a search and a screen reader."""


# --- marks with their pens ---------------------------------------------------------------------------------------


class PenMark(NamedTuple):
    """A mark with the pen that draws it."""

    name: str
    """The name of the pen; hatching has one of its own."""
    pen: Pen
    mark: Mark
    shows_letters: bool = False
    """Whether the mark is the shape of letters."""


def page_drawn(page: Page, theme: Theme) -> Iterator[PenMark]:
    """The border of the theme, where the page has room for it, and the marks of a page, with their pens."""
    border = theme.border.around(page) if theme.border else ()
    return drawn((*border, *page.marks), theme)


def drawn(marks: Iterable[Mark], theme: Theme) -> Iterator[PenMark]:
    """The marks with their pens; the hatching of a shape comes after it as lines, so that every program shows it."""
    found = list[Mark]()
    for icon, run in groupby(marks, lambda mark: mark.icon if isinstance(mark, Path) else None):
        found += placed(theme.icons[icon.name], icon) if icon and icon.name in theme.icons else run
    for mark in found:
        pen, name = theme.pens[mark.ink], mark.ink.value.replace(",", "").replace(" ", "-")
        if isinstance(mark, Text) and (font := theme.font(mark)):
            shape = font.shape(mark)
            yield PenMark(f"{name}-unseen", UNSEEN, mark)
            if shape:
                yield PenMark(f"{name}-letters", Pen(fill=pen.colour), shape, shows_letters=True)
            continue
        hatch = None if isinstance(mark, Text) else pen.hatch
        if hatch and max(extent(mark)[2:]) < _TOO_SMALL * hatch.gap:
            yield PenMark(f"{name}-small", replace(pen, fill=hatch.colour), mark)
            continue
        yield PenMark(name, pen, mark)
        if hatch is None or isinstance(mark, Text):
            continue
        if strokes := tuple(_strokes(tuple(_edges(mark)), hatch)):
            cap: Literal["butt", "round"] = "round" if hatch.dash else "butt"
            lined = Pen(hatch.line, hatch.colour, None, hatch.dash, cap)
            yield PenMark(f"{name}-hatch", lined, lines(mark.ink, strokes))


def _edges(shape: Path | Circle) -> Iterator[tuple[Point, Point]]:
    """The straight edges of a shape; curves and circles become polygons."""
    if isinstance(shape, Circle):
        turns = [radians(10 * i) for i in range(37)]
        yield from pairwise([(shape.x + shape.radius * cos(a), shape.y + shape.radius * sin(a)) for a in turns])
        return
    first = at = (0.0, 0.0)
    for verb, points in shape.steps:
        ends = [*zip(points[::2], points[1::2], strict=True)]
        if verb == "M":
            if at != first:
                yield at, first
            first = at = ends[0]
            continue
        if verb == "C":
            (u, v), (one, two, (w, z)) = at, ends
            shares = [
                ((1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t**2 * (1 - t), t**3) for t in (i / 8 for i in range(1, 9))
            ]
            ends = [
                (a * u + b * one[0] + c * two[0] + d * w, a * v + b * one[1] + c * two[1] + d * z)
                for a, b, c, d in shares
            ]
        path = [at, *(ends or [first])]
        yield from pairwise(path)
        at = path[-1]
    if at != first:
        yield at, first


def _strokes(edges: Sequence[tuple[Point, Point]], hatch: Hatch) -> Iterator[tuple[Point, Point]]:
    """The lines of a hatching inside a shape; they lie on one raster for the whole page, so that neighbours join."""
    for angle in hatch.angles:
        along = cos(radians(angle)), -sin(radians(angle))
        across = -along[1], along[0]
        found: dict[int, list[float]] = {}
        for one, other in edges:
            (u, v), (w, z) = ((x * along[0] + y * along[1], x * across[0] + y * across[1]) for x, y in (one, other))
            if v > z:
                u, v, w, z = w, z, u, v
            for number in range(ceil(v / hatch.gap), ceil(z / hatch.gap)):
                found.setdefault(number, []).append(u + (w - u) * (number * hatch.gap - v) / (z - v))
        for number, cuts in sorted(found.items()):
            cuts.sort()
            for start, end in zip(cuts[::2], cuts[1::2], strict=False):
                if end - start > 0.05:
                    far = number * hatch.gap
                    yield (
                        (start * along[0] + far * across[0], start * along[1] + far * across[1]),
                        (end * along[0] + far * across[0], end * along[1] + far * across[1]),
                    )
