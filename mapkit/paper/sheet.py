"""Pages of sheets: marks in millimetres, each in an ink.

A page says what is drawn. The writers know how thick, how dark and in which colour. x runs to the right and y
downwards from the upper left corner of the paper. Of mapkit, this module imports `resources` only, for the fonts.
"""

from __future__ import annotations

import re
import struct
import unicodedata
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from enum import Enum
from functools import cache, lru_cache
from itertools import groupby
from math import dist, fsum
from typing import Literal, NamedTuple, assert_never

from mapkit.model import resources

LEAST_TEXT = 3.2
"""The smallest size of text, in mm: smaller cannot be read at a table by lamp light."""

SUBSTITUTE = "\N{REPLACEMENT CHARACTER}"
"""What is printed for a character that the fonts lack."""

FONTS = {False: "NotoSans-Regular.ttf", True: "NotoSans-Bold.ttf"}
"""The font files, by whether the face is bold."""


class Ink(Enum):
    """What a mark looks like on paper, or what it does there.

    The value of an ink is its name in themes, in the text form of a page and in SVG. Some of these names tell of the
    game that first used the ink; they stay, so that sheets keep their bytes.
    """

    OUTER_WALL = "outer wall"
    WALL = "wall"
    WHITE_BAR = "indestructible wall"
    HATCH = "hatching"
    GREY_TINT = "stone"
    PANE = "window"
    GRID = "grid"
    TILE = "edge of a tile"
    TORN = "torn edge"
    CUT = "line to cut along"
    FOLD = "line to fold along"
    GREY = "safe"
    BLUE_TINT = "river"
    BLUE_LINE = "bank"
    FINE_BLUE_LINE = "wave"
    GREEN_TINT = "marsh"
    GREEN_LINE = "reed"
    ROSE_TINT = "portal"
    RING = "ring"
    RING_WITHIN = "ring within"
    BAR = "grate"
    GOLD_SHAPE = "treasure"
    WHITE_SHAPE = "shop"
    ORANGE_SHAPE = "hospital"
    GREEN_SHAPE = "hat"
    BLANK = "blank"
    SOLID = "solid"
    DARK_SHAPE = "dark shape"
    PAPER = "paper"
    OUTLINE = "outline"
    DETAIL = "detail"
    TEXT = "text"
    QUIET = "quiet text"
    REVERSE = "reverse text"
    HEAVY_RULE = "heavy rule"
    RULE = "rule"
    HAIRLINE = "hairline"
    PANEL = "panel"
    BOX = "box"
    GRAPH = "graph paper"
    EDGE = "edge of graph paper"
    GUIDE = "line to draw on"
    ARROW = "arrow"
    FIRST_WAY = "way of the first player"
    SECOND_WAY = "way of the second player"
    THIRD_WAY = "way of the third player"
    FOURTH_WAY = "way of the fourth player"
    FIFTH_WAY = "way of the fifth player"
    SIXTH_WAY = "way of the sixth player"
    SEVENTH_WAY = "way of the seventh player"
    EIGHTH_WAY = "way of the eighth player"
    GREY_SHAPE = "dark modules"
    PALE_LINE = "between dark modules"
    CREAM_TINT = "chamber"
    BLUE_PATH = "path of the player"
    ORANGE_PATH = "path of the hunter"
    DISC = "disc"


class Box(NamedTuple):
    """A rectangle on the paper; all lengths are in mm."""

    x: float
    y: float
    width: float
    height: float

    @classmethod
    def between(cls, *points: tuple[float, float]) -> Box:
        """The least rectangle around points, such as two corners that lie opposite each other.

        >>> Box.between((3, 1), (0, 2))
        Box(x=0, y=1, width=3, height=1)
        """
        xs, ys = zip(*points, strict=True)
        left, top = min(xs), min(ys)
        return cls(left, top, max(xs) - left, max(ys) - top)

    @classmethod
    def over(cls, boxes: Iterable[Box]) -> Box:
        """The least rectangle that holds some others."""
        lefts, tops, rights, bottoms = zip(*((x, y, x + wide, y + high) for x, y, wide, high in boxes), strict=True)
        return cls.between((min(lefts), min(tops)), (max(rights), max(bottoms)))

    @property
    def right(self) -> float:
        return self.x + self.width

    @property
    def bottom(self) -> float:
        return self.y + self.height

    @property
    def middle(self) -> tuple[float, float]:
        return self.x + self.width / 2, self.y + self.height / 2

    @property
    def corners(self) -> tuple[tuple[float, float], ...]:
        """Its corners, clockwise from the upper left one."""
        return (self.x, self.y), (self.right, self.y), (self.right, self.bottom), (self.x, self.bottom)

    def edge(self, side: str) -> tuple[tuple[float, float], tuple[float, float]]:
        """The ends of its edge on a side, `N`, `E`, `S` or `W`: from the left to the right, or downwards.

        >>> Box(0, 0, 3, 2).edge("S")
        ((0, 2), (3, 2))
        """
        one, two, three, four = self.corners
        return {"N": (one, two), "E": (two, three), "S": (four, three), "W": (one, four)}[side]

    def inset(self, by: float) -> Box:
        """The rectangle that lies inside by that much on every side."""
        return Box(self.x + by, self.y + by, self.width - 2 * by, self.height - 2 * by)

    def below(self, y: float) -> Box:
        """The part of the rectangle below a height; of a rectangle that ends above it, one of no height or less."""
        return self._replace(y=y, height=self.bottom - y)

    @classmethod
    def around(cls, middle: tuple[float, float], half: float) -> Box:
        return cls(*middle, 0, 0).inset(-half)

    def blocks(self, side: float) -> Iterator[tuple[int, int]]:
        """The squares of a raster in which it lies, so that it is compared only with what is near."""
        for i in range(int(self.x // side), int(self.right // side) + 1):
            for j in range(int(self.y // side), int(self.bottom // side) + 1):
                yield i, j

    def has(self, point: tuple[float, float]) -> bool:
        """Whether a point lies within it, not on its edge."""
        return self.x < point[0] < self.right and self.y < point[1] < self.bottom

    def holds(self, other: Box) -> bool:
        """Whether all of the other lies within it."""
        return self.x <= other.x and other.right <= self.right and self.y <= other.y and other.bottom <= self.bottom

    def meets(self, other: Box) -> bool:
        """Whether the two share more than an edge."""
        return (
            self.x < other.right - 1e-6
            and other.x < self.right - 1e-6
            and self.y < other.bottom - 1e-6
            and other.y < self.bottom - 1e-6
        )


@dataclass(frozen=True, slots=True)
class PaperSize:
    """A size of paper; all lengths are in mm."""

    name: str
    width: float
    height: float
    square: float
    """The side of a square of graph paper, as is usual where this paper is."""
    margin: float = 12.0
    reduced: float = 1.0
    """How many times smaller all of it is printed than drawn; pages of other sizes are drawn for a usual one."""

    @property
    def printed(self) -> tuple[float, float]:
        """The width and the height of the paper in the printer."""
        return round(self.width / self.reduced, 2), round(self.height / self.reduced, 2)

    def with_margin(self, margin: float) -> PaperSize:
        """The same paper in the printer with another margin (mm), with at least the room that pages need."""
        return PaperSize(self.name, *self.printed, self.square, margin).with_room(*LEAST_INSIDE)

    def with_room(self, wide: float, high: float) -> PaperSize:
        """The paper as it is drawn with at least so much room between the margins, in mm.

        Where the paper has less, pages are drawn larger and printed reduced.
        """
        smaller = max(1.0, wide / self.inside.width, high / self.inside.height)
        return PaperSize(
            self.name,
            self.width * smaller,
            self.height * smaller,
            self.square,
            self.margin * smaller,
            self.reduced * smaller,
        )

    @property
    def inside(self) -> Box:
        return Box(0, 0, self.width, self.height).inset(self.margin)

    def mm(self, drawn: float) -> str:
        """A length that is drawn on a page, in words: what it is on the paper.

        It is given to a tenth of a mm, below 2 mm to a hundredth.
        """
        length = drawn / self.reduced
        return f"{length:.2f}" if length < 2 else f"{length:.1f}".removesuffix(".0")

    @property
    def ruler(self) -> tuple[int, float]:
        """How many parts of 10 mm on the paper fit into 50 mm that are drawn, and how long one is drawn."""
        return int(5 / self.reduced), 10 * self.reduced

    @property
    def turned(self) -> PaperSize:
        """The same paper on its side: width and height change places."""
        return replace(self, width=self.height, height=self.width)


LEAST_INSIDE = 140.0, 206.0
"""The least width and height between the margins for which pages are laid out, in mm: about those of A5.

With them the smallest text is printed in 8.5 points on A5.
"""

A4 = PaperSize("a4", 210.0, 297.0, 5.0)
LETTER = PaperSize("letter", 215.9, 279.4, 6.35)
PAPERS = {
    paper.name: paper
    for paper in (
        PaperSize("a3", 297.0, 420.0, 5.0),
        A4,
        PaperSize("a5", 148.0, 210.0, 5.0).with_margin(8.0),
        LETTER,
        PaperSize("legal", 215.9, 355.6, 6.35),
        PaperSize("tabloid", 279.4, 431.8, 6.35),
    )
}
"""The sizes of paper that people have in their printers."""


class Segment(NamedTuple):
    """A stroke of the pen."""

    verb: Literal["M", "L", "C", "Z"]
    """`M` go to, `L` line to, `C` curve to, `Z` close the shape."""
    points: tuple[float, ...] = ()
    """x and y in turn, in mm: of the end, for a curve of its two handles before it; empty for `Z`."""


class Icon(NamedTuple):
    """An icon as it is placed on a page, around the point (x, y)."""

    name: str
    """Its name in `templates/icons.toml`."""
    x: float
    y: float
    radius: float
    """From its middle to its edges, in mm."""


@dataclass(frozen=True, slots=True)
class Path:
    """A line or a shape, straight or curved."""

    ink: Ink
    steps: tuple[Segment, ...]
    """The strokes; the first is an `M`."""
    icon: Icon | None = None
    """The icon that it is a part of, in place of which a theme may draw another; None for none."""


@dataclass(frozen=True, slots=True)
class Circle:
    """A circle or a dot around the point (x, y)."""

    ink: Ink
    x: float
    y: float
    radius: float


@dataclass(frozen=True, slots=True)
class Text:
    """One line of text."""

    ink: Ink
    x: float
    """Where the `anchor` lies, in mm from the left edge of the paper."""
    y: float
    """Where the baseline lies, in mm from the upper edge of the paper; for a turned text it passes through x, y."""
    size: float
    text: str
    """The words, without a line break."""
    bold: bool = False
    anchor: Literal["start", "middle", "end"] = "start"
    """The point of the baseline that lies at x, y."""
    turn: int = 0
    """By how many degrees the text is turned clockwise around x, y: 0, 90 or 270."""
    title: bool = field(default=False, repr=False)
    """Whether it is the title of a page or a heading on it, for which a theme may have a face of its own."""


Mark = Path | Circle | Text
Picture = tuple[tuple[Ink, tuple[Segment, ...]], ...]
"""Strokes with their inks, in a box from -1 to 1; each covers those before it."""


@dataclass(frozen=True, slots=True)
class Page:
    """One printed page; a sheet such as `gm` has one or several."""

    paper: PaperSize
    name: str
    """The end of its file's name, such as `gm-1`."""
    marks: tuple[Mark, ...]
    """What is drawn; each mark covers the marks before it."""
    bookmark: str = ""
    """The page's name in the list of contents of a PDF; empty for none."""
    kind: str = ""
    """What its sheet is, in words, such as `Rule card`."""
    secret: bool = False
    glued: bool = False
    cut: bool = False
    """Whether something is cut out of the page, so that its back stays free."""
    front: bool = False
    """Whether it begins a leaf, because it is needed at once with the page before it."""
    corner: tuple[float, float] = (0.0, 0.0)
    """The point that lies in the upper left corner of the paper, in mm."""


def line(ink: Ink, *points: tuple[float, float]) -> Path:
    return Path(ink, tuple(Segment("L" if i else "M", point) for i, point in enumerate(points)))


def lines(ink: Ink, pieces: Iterable[Iterable[tuple[float, float]]]) -> Path:
    return Path(ink, tuple(step for points in pieces for step in line(ink, *points).steps))


def polygon(ink: Ink, *points: tuple[float, float]) -> Path:
    return Path(ink, (*line(ink, *points).steps, Segment("Z")))


def rectangle(ink: Ink, box: Box, rounded: float = 0.0) -> Path:
    """A rectangle, with round corners if a radius is given."""
    x, y, right, bottom = box.x, box.y, box.right, box.bottom
    if not rounded:
        return polygon(ink, *box.corners)
    r, h = rounded, rounded * 0.4477
    return Path(
        ink,
        (
            Segment("M", (x + r, y)),
            Segment("L", (right - r, y)),
            Segment("C", (right - h, y, right, y + h, right, y + r)),
            Segment("L", (right, bottom - r)),
            Segment("C", (right, bottom - h, right - h, bottom, right - r, bottom)),
            Segment("L", (x + r, bottom)),
            Segment("C", (x + h, bottom, x, bottom - h, x, bottom - r)),
            Segment("L", (x, y + r)),
            Segment("C", (x, y + h, x + h, y, x + r, y)),
            Segment("Z"),
        ),
    )


def placed(picture: Picture, icon: Icon) -> Iterator[Path]:
    _, x, y, radius = icon
    for ink, steps in picture:
        moved_steps = (
            Segment(verb, tuple((y if i % 2 else x) + value * radius for i, value in enumerate(points)))
            for verb, points in steps
        )
        yield Path(ink, tuple(moved_steps), icon)


def centred_text(ink: Ink, x: float, y: float, size: float, text: str, bold: bool = False) -> Text:
    """A line of text; the point is in the middle of its capital letters."""
    return Text(ink, x, y + cap_height(size) / 2, size, text, bold, "middle")


def lacking(text: str) -> str:
    """The characters of a text that the fonts lack, each once."""
    return "".join(dict.fromkeys(c for c in text if printable(c) == SUBSTITUTE and c != SUBSTITUTE))


def printable(text: str, bold: bool = False) -> str:
    """The text as the font can draw it.

    Letters are composed, control characters are removed, and `SUBSTITUTE` stands for what the font lacks.
    """
    if text.isascii() and text.isprintable():
        return text
    widths = _face(bold).widths
    composed = unicodedata.normalize("NFC", text)
    return "".join(
        c if c in widths else " " if c.isspace() else SUBSTITUTE
        for c in composed
        if c.isspace() or unicodedata.category(c) not in ("Cc", "Cf", "Cs")
    )


def width(text: str, size: float, bold: bool = False) -> float:
    """The width of the printed text, in mm."""
    return _advance(text, bold) * size


@lru_cache(4096)  # pages are filled several times until their columns are even, with the same words
def _advance(text: str, bold: bool) -> float:
    """The width of the printed text, at size 1."""
    widths = _face(bold).widths
    return fsum(map(widths.__getitem__, printable(text, bold)))


def cap_height(size: float) -> float:
    """The height of a capital letter of that size, in mm."""
    return _face(False).cap_height * size


def fit(text: str, room: float, size: float, least: float = LEAST_TEXT, bold: bool = False) -> tuple[str, float]:
    """The text and the size at which it fits into `room` mm.

    A text that is too wide is made smaller, down to `least`; if that is not enough, it is cut and ends in an ellipsis.
    """
    wide = width(text, size, bold)
    if wide <= room:
        return text, size
    smaller = max(least, int(size * room / wide * 20) / 20)
    if width(text, smaller, bold) <= room:
        return text, smaller
    kept = printable(text, bold)
    return kept[: _fitting(kept, room, smaller, bold, "…")].rstrip() + "…", smaller


def _fitting(text: str, room: float, size: float, bold: bool, end: str = "") -> int:
    """How many characters of a printable text fit into `room` mm, with `end` after them."""
    return max(0, bisect_right(range(len(text) + 1), room, key=lambda n: width(text[:n] + end, size, bold)) - 1)


def wrap(text: str, room: float, size: float, bold: bool = False) -> tuple[str, ...]:
    """The text in lines no wider than `room` mm, which end at plain spaces; a word that is wider is broken."""
    done: list[str] = []
    row = ""
    for word in re.findall(r"[^ \t\n]+", printable(text, bold)):
        longer = f"{row} {word}" if row else word
        if width(longer, size, bold) <= room:
            row = longer
            continue
        if row:
            done.append(row)
        while width(word, size, bold) > room and len(word) > 1:
            kept = max(1, _fitting(word, room, size, bold))
            done.append(word[:kept])
            word = word[kept:]
        row = word
    return (*done, row) if row or not done else tuple(done)


def extent(mark: Mark) -> Box:
    """The rectangle that a mark fills, without the thickness of its ink; that of a text includes its descenders."""
    match mark:
        case Path(_, steps):
            xs = [value for step in steps for value in step.points[::2]]
            ys = [value for step in steps for value in step.points[1::2]]
            return Box(min(xs), min(ys), max(xs) - min(xs), max(ys) - min(ys))
        case Circle(_, x, y, radius):
            return Box(x - radius, y - radius, 2 * radius, 2 * radius)
        case Text(_, x, y, size, text, bold, anchor, turn):
            wide = width(text, size, bold)
            before = {"start": 0.0, "middle": wide / 2, "end": wide}[anchor]
            box = Box(-before, -0.76 * size, wide, 0.98 * size)
            match turn % 360:
                case 0:
                    return Box(x + box.x, y + box.y, box.width, box.height)
                case 90:
                    return Box(x - box.bottom, y + box.x, box.height, box.width)
                case 270:
                    return Box(x + box.y, y - box.right, box.height, box.width)
            raise ValueError(f"a text is turned by {turn} degrees; 0, 90 and 270 will do")
        case _:
            assert_never(mark)


def reduced(marks: Iterable[Mark], by: float) -> Iterator[Mark]:
    """Marks `by` times as large, without the words and numbers that could no longer be read."""
    for mark in marks:
        match mark:
            case Path(ink, steps, icon):
                smaller = (Segment(step.verb, tuple(value * by for value in step.points)) for step in steps)
                placed_icon = icon and Icon(icon.name, icon.x * by, icon.y * by, icon.radius * by)
                yield Path(ink, tuple(smaller), placed_icon)
            case Circle(ink, x, y, radius):
                yield Circle(ink, x * by, y * by, radius * by)
            case Text():
                if mark.size * by >= LEAST_TEXT:
                    yield replace(mark, x=mark.x * by, y=mark.y * by, size=mark.size * by)
            case _:
                assert_never(mark)


def moved(mark: Mark, right: float, down: float) -> Mark:
    match mark:
        case Path(ink, steps, icon):
            strokes = tuple([Segment(verb, _moved(points, right, down)) for verb, points in steps])
            return Path(ink, strokes, icon and icon._replace(x=icon.x + right, y=icon.y + down))
        case Circle() | Text():
            return replace(mark, x=mark.x + right, y=mark.y + down)
        case _:
            assert_never(mark)


def _moved(points: tuple[float, ...], right: float, down: float) -> tuple[float, ...]:
    if len(points) == 2:  # most are, and boards have thousands
        return points[0] + right, points[1] + down
    return tuple([value + (down if i % 2 else right) for i, value in enumerate(points)])


def thinned(steps: Sequence[Segment], near: float) -> list[Segment]:
    """The strokes without points of straight lines that are not needed: no line runs further than `near` beside."""
    found, at = [steps[0]], steps[0].points
    for straight, run in groupby(steps[1:], lambda step: step.verb == "L"):
        strokes = [*run]
        points = _bends([at, *(step.points for step in strokes)], near)[1:] if straight else ()
        found += [Segment("L", point) for point in points] if straight else strokes
        at = next((step.points[-2:] for step in reversed(strokes) if step.points), at)
    return found


def _bends(points: Sequence[tuple[float, ...]], near: float) -> list[tuple[float, ...]]:
    """The points that are needed to draw a line through all of them, or nearly (Douglas and Peucker)."""
    first, last = points[0], points[-1]
    long = dist(first, last)
    far = [
        abs((last[0] - first[0]) * (first[1] - y) - (first[0] - x) * (last[1] - first[1])) / long
        if long > 1e-6
        else dist(first, (x, y))
        for x, y in points[1:-1]
    ]
    if not far or max(far) < near:
        return [first, last]
    middle = far.index(max(far)) + 1
    return [*_bends(points[: middle + 1], near)[:-1], *_bends(points[middle:], near)]


def show(page: Page) -> str:
    """The text form of a page: a line with name, paper and bookmark, then a line for each mark."""
    head = f"sheet {page.name} {page.paper.name} {_mm(page.paper.width)} x {_mm(page.paper.height)}"
    head += f" {page.bookmark!r}" if page.bookmark else ""
    return "\n".join((head, *mark_lines(page.marks))) + "\n"


def path_text(steps: Iterable[Segment]) -> str:
    """The strokes as SVG writes them, such as `M1 2L3 4Z`."""
    return "".join(step.verb + " ".join(_mm(value) for value in step.points) for step in steps)


def mark_lines(marks: Iterable[Mark]) -> Iterator[str]:
    """A line of text for each mark, with lengths to a hundredth of a mm."""
    for mark in marks:
        match mark:
            case Path(ink, steps):
                yield f"path    {ink.value}: {path_text(steps)}"
            case Circle(ink, x, y, radius):
                yield f"circle  {ink.value}: {_mm(x)} {_mm(y)} r {_mm(radius)}"
            case Text(ink, x, y, size, text, bold, anchor, turn):
                face = f"{_mm(size)}{' bold' if bold else ''} {anchor}{f' turned {turn}' if turn else ''}"
                yield f"text    {ink.value}: {_mm(x)} {_mm(y)} {face} {text!r}"
            case _:
                assert_never(mark)


def _mm(value: float) -> str:
    return "0" if abs(value) < 0.005 else f"{value:.2f}".rstrip("0").rstrip(".")


class _Face(NamedTuple):
    widths: dict[str, float]
    cap_height: float
    """The height of a capital letter, at size 1."""


@cache
def _face(bold: bool) -> _Face:
    """The measures of a face, a TrueType font of mapkit, whose characters stand in ranges (format 4).

    To read them with fontTools would take as long as to load all that prints.
    """
    font = resources.path("fonts", FONTS[bold]).read_bytes()
    at = dict(struct.Struct(">4s4xI4x").iter_unpack(font[12 : 12 + 16 * _numbers(font, 4, 1)[0]]))
    (em,) = _numbers(font, at[b"head"] + 18, 1)
    (measured,) = _numbers(font, at[b"hhea"] + 34, 1)
    advances, table = _numbers(font, at[b"hmtx"], 2 * measured)[::2], font[at[b"cmap"] :]
    parts = struct.Struct(">HHI").iter_unpack(table[4 : 4 + 8 * _numbers(table, 2, 1)[0]])
    start = next(offset for system, coding, offset in parts if (system, coding) == (3, 1))
    size = _numbers(table, start + 6, 1)[0]
    lasts, firsts, steps, offsets = (
        _numbers(table, start + 14 + number * size + (2 if number else 0), size // 2) for number in range(4)
    )
    widths = dict[str, float]()
    for number, (first, last, step, offset) in enumerate(zip(firsts, lasts, steps, offsets, strict=True)):
        listed = start + 16 + 3 * size + 2 * number + offset
        for code in range(first, min(last, 0xFFFE) + 1):
            glyph = _numbers(table, listed + 2 * (code - first), 1)[0] if offset else code
            if glyph or not offset:
                widths[chr(code)] = advances[min((glyph + step) % 0x10000, measured - 1)] / em
    return _Face(widths, _numbers(font, at[b"OS/2"] + 88, 1)[0] / em)


def _numbers(data: bytes, start: int, count: int) -> tuple[int, ...]:
    return struct.unpack_from(f">{count}H", data, start)
