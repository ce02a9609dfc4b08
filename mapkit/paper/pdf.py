"""Sheets as one PDF file."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from io import BytesIO
from itertools import groupby
from typing import Any, NamedTuple, assert_never
from zlib import crc32

from reportlab import rl_config  # type: ignore[import-untyped]
from reportlab.lib.colors import Color  # type: ignore[import-untyped]
from reportlab.lib.units import mm  # type: ignore[import-untyped]
from reportlab.pdfbase import pdfdoc, pdfmetrics  # type: ignore[import-untyped]
from reportlab.pdfbase.ttfonts import TTFont  # type: ignore[import-untyped]
from reportlab.pdfgen.canvas import FILL_NON_ZERO, Canvas  # type: ignore[import-untyped]

from mapkit.model import resources
from mapkit.model.lock import one_at_a_time
from mapkit.paper.faces import face, letters_of
from mapkit.paper.pens import Pen, PenMark, Theme, page_drawn, usual_theme
from mapkit.paper.sheet import FONTS, Circle, Mark, Page, Path, Text, printable, thinned, width

rl_config.useA85 = 0  # pages as bytes, not as ASCII letters: a fifth shorter
_CAPS = {"butt": 0, "round": 1, "square": 2}
_FINE = 2
"""The digits after the point in the shapes of letters, in points: they have many strokes, all of them small."""
_INVISIBLE = 3
"""The way of writing that leaves no ink."""
_JOINS = {"butt": 0, "round": 1, "square": 0}


@one_at_a_time()
def write(pages: Sequence[Page], title: str, theme: Theme | None = None, language: str = "en") -> bytes:
    """The pages as a PDF with a title, bookmarks, headings and embedded fonts; equal pages give equal bytes."""
    for name in FONTS.values():
        if name not in pdfmetrics.getRegisteredFontNames():
            pdfmetrics.registerFont(TTFont(name, str(resources.path("fonts", name))))
    return _written(pages, title, language, _PdfPen(theme or usual_theme(), FONTS, 6, 0.0, tagged=True))


@one_at_a_time()
def write_small(pages: Sequence[Page], title: str, theme: Theme | None = None, language: str = "en") -> bytes:
    """The same in few bytes: lengths are rounded to a tenth of a point, and the fonts have only the letters in use."""
    names = {}
    for bold, name in FONTS.items():
        letters = letters_of((mark for page in pages for mark in page.marks), bold) or frozenset("a")
        names[bold] = f"{name.partition('.')[0]}-{crc32(''.join(sorted(letters)).encode()):08x}"
        if names[bold] not in pdfmetrics.getRegisteredFontNames():
            font = TTFont(names[bold], BytesIO(face(bold, letters)))
            font.face.name = names[bold].encode()  # reportlab takes faces of one name for the same
            pdfmetrics.registerFont(font)
    return _written(pages, title, language, _PdfPen(theme or usual_theme(), names, 1, 0.06, tagged=False))


class _PdfPen(NamedTuple):
    theme: Theme
    fonts: Mapping[bool, str]
    """The names of the fonts, by whether the face is bold."""
    digits: int
    """The digits after the point in lengths of paths, in points."""
    near: float
    """How far a line may run beside the line that was drawn, in mm."""
    tagged: bool
    """Whether the file says what is a heading and what is text, for a screen reader."""


def _written(pages: Sequence[Page], title: str, language: str, hand: _PdfPen) -> bytes:
    buffer = BytesIO()
    canvas = Canvas(buffer, invariant=1, pageCompression=1, initialFontName=hand.fonts[False], lang=language)
    kinds = [*dict.fromkeys(page.kind for page in pages if page.kind)]
    canvas.setTitle(printable(" · ".join((title, *kinds)) if len(kinds) == 1 else title))
    canvas.setSubject(printable(", ".join(kinds)))
    canvas.setAuthor("mapkit")
    canvas.setCreator("mapkit")
    canvas._doc.Catalog.ViewerPreferences = pdfdoc.PDFDictionary(_PREFERENCES)
    outline = _outline(pages)
    tags = _Tags(canvas) if hand.tagged else None
    for number, page in enumerate(pages):
        canvas.setPageSize(tuple(side * mm for side in page.paper.printed))
        if page.paper.reduced != 1:
            canvas.scale(1 / page.paper.reduced, 1 / page.paper.reduced)
        if any(page.corner):
            canvas.translate(-page.corner[0] * mm, page.corner[1] * mm)
        for level, words in outline[number]:
            canvas.bookmarkPage(str(number))
            canvas.addOutlineEntry(printable(words), str(number), level, closed=level)
        for role, run in groupby(page_drawn(page, hand.theme), lambda each: _role(each.mark)):
            if tags:
                tags.begin(role)
            for mark in run:
                _draw(canvas, mark, page.paper.height, hand)
            if tags:
                tags.end()
        canvas.showPage()
        if tags:
            tags.end_page()
    if tags:
        tags.finish()
    canvas.save()
    return buffer.getvalue()


_PREFERENCES = {"PrintScaling": pdfdoc.PDFName("None"), "PickTrayByPDFSize": "true", "DisplayDocTitle": "true"}
"""What viewers are asked for: print at 100 %, take the paper of that size, and show the title of the document."""
_FEW = 2
"""A file with more pages than this has bookmarks, even where its pages name none."""


def _outline(pages: Sequence[Page]) -> list[list[tuple[int, str]]]:
    """The bookmarks of each page: how deep each is, and its words.

    Where no page names its bookmarks, each kind of sheet has one, and each of its further pages one below that.
    """
    if len(pages) <= _FEW or any(page.bookmark for page in pages):
        return [[(0, page.bookmark)] if page.bookmark else [] for page in pages]
    found: list[list[tuple[int, str]]] = []
    for words, run in groupby(pages, lambda page: page.kind or page.name.rpartition("-")[0]):
        alike = [*run]
        found += [
            [(0, words)] if number == 1 else [(1, f"{number} / {len(alike)}")] for number in range(1, len(alike) + 1)
        ]
    return found


# --- tags: what a screen reader reads aloud ----------------------------------------------------------------------


def _role(mark: Mark) -> str:
    """The role of a mark: H for a heading, P for a paragraph, or empty for what is only drawn."""
    if not isinstance(mark, Text):
        return ""
    return "H" if mark.title else "P"


class _Tags:
    """The structure of a document: its pages as sections, and their parts; reportlab writes it without knowing it."""

    def __init__(self, canvas: Any) -> None:
        self._canvas = canvas
        self._refer = canvas._doc.Reference
        self._root, self._document = _object("StructTreeRoot"), _object("StructElem", S="Document")
        self._pages: list[tuple[Any, list[Any]]] = []
        """For each page, its section and the parts in that."""
        self._here: list[str] = []
        """The roles of the parts of this page."""

    def begin(self, role: str) -> None:
        """Begin a part of this role; the first heading of a page is its title."""
        if role:
            role = role if role != "H" else "H2" if "H1" in self._here else "H1"
            self._canvas._code.append(f"/{role} <</MCID {len(self._here)}>> BDC")
            self._here.append(role)
        else:
            self._canvas._code.append("/Artifact BMC")

    def end(self) -> None:
        self._canvas._code.append("EMC")

    def end_page(self) -> None:
        """Note the parts of a page that has just been shown."""
        page = self._canvas._doc.Pages.pages[-1]
        page.__NoDefault__ = [*page.__NoDefault__, "StructParents", "Tabs"]
        page.StructParents, page.Tabs = len(self._pages), pdfdoc.PDFName("S")
        section = _object("StructElem", S="Sect")
        above, here = self._refer(section), self._refer(page)
        parts = [_object("StructElem", S=role) for role in self._here]
        for number, part in enumerate(parts):
            part.dict |= {"P": above, "Pg": here, "K": number}
        references = [self._refer(part) for part in parts]
        section.dict |= {"P": self._refer(self._document), "K": pdfdoc.PDFArray(references)}
        self._pages.append((above, references))
        self._here = []

    def finish(self) -> None:
        numbers = [part for number, (_, parts) in enumerate(self._pages) for part in (number, pdfdoc.PDFArray(parts))]
        tree = self._refer(pdfdoc.PDFDictionary({"Nums": pdfdoc.PDFArray(numbers)}))
        sections = pdfdoc.PDFArray([section for section, _ in self._pages])
        self._document.dict |= {"P": self._refer(self._root), "K": sections}
        self._root.dict |= {"K": self._refer(self._document), "ParentTree": tree}
        self._canvas._doc.Catalog.StructTreeRoot = self._root
        self._canvas._doc.Catalog.MarkInfo = pdfdoc.PDFDictionary({"Marked": "true"})


def _object(kind: str, **names: str) -> Any:
    return pdfdoc.PDFDictionary({key: pdfdoc.PDFName(name) for key, name in {"Type": kind, **names}.items()})


# --- marks -------------------------------------------------------------------------------------------------------


def _draw(canvas: Any, drawn: PenMark, height: float, hand: _PdfPen) -> None:
    pen, mark = drawn.pen, drawn.mark
    shown = {"stroke": int(pen.colour is not None), "fill": int(pen.fill is not None)}
    match mark:
        case Path(_, steps, icon):
            outline = canvas.beginPath()
            digits = min(hand.digits, _FINE) if drawn.shows_letters else hand.digits
            for verb, points in thinned(steps, hand.near) if hand.near else steps:
                spots = [round((height - v if i % 2 else v) * mm, digits) for i, v in enumerate(points)]
                {"M": outline.moveTo, "L": outline.lineTo, "C": outline.curveTo, "Z": outline.close}[verb](*spots)
            _set(canvas, pen)
            canvas.drawPath(outline, **shown, fillMode=FILL_NON_ZERO if icon else None)  # as in SVG
        case Circle(_, x, y, radius):
            _set(canvas, pen)
            canvas.circle(x * mm, (height - y) * mm, radius * mm, **shown)
        case Text(_, x, y, size, text, bold, anchor, turn):
            wide = width(text, size, bold)
            before = {"start": 0.0, "middle": wide / 2, "end": wide}[anchor]
            canvas.saveState()
            if pen.colour is not None:
                _colour(pen.colour, canvas.setFillGray, canvas.setFillColor)
            canvas.setFont(hand.fonts[bold], size * mm)
            canvas.translate(x * mm, (height - y) * mm)
            canvas.rotate(-turn)
            mode = None if pen.colour is not None else _INVISIBLE
            canvas.drawString(-before * mm, 0, printable(text, bold), mode=mode)
            canvas.restoreState()
        case _:
            assert_never(mark)


def _set(canvas: Any, pen: Pen) -> None:
    if pen.fill is not None:
        _colour(pen.fill, canvas.setFillGray, canvas.setFillColor)
    if pen.colour is not None:
        _colour(pen.colour, canvas.setStrokeGray, canvas.setStrokeColor)
        canvas.setLineWidth(pen.line * mm)
        canvas.setLineCap(_CAPS[pen.cap])
        canvas.setLineJoin(_JOINS[pen.cap])
        canvas.setDash([length * mm for length in pen.dash])


def _colour(colour: str, set_grey: Callable[[float], None], set_colour: Callable[[Any], None]) -> None:
    """Set a colour; a pure grey is set as a grey, so that a printer takes its black alone."""
    red, green, blue = (int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5))
    if red == green == blue:
        set_grey(red)
    else:
        set_colour(Color(red, green, blue))
