"""Fonts of the user's own, whose letters are drawn as shapes."""

from __future__ import annotations

import struct
from collections.abc import Mapping
from io import BytesIO
from logging import NullHandler, getLogger
from math import fsum, radians
from pathlib import Path as File
from typing import Any, NamedTuple

from fontTools.misc.psCharStrings import T2OutlineExtractor
from fontTools.misc.transform import Transform
from fontTools.pens.basePen import BasePen
from fontTools.pens.recordingPen import DecomposingRecordingPen
from fontTools.pens.transformPen import TransformPen
from fontTools.ttLib import TTFont, TTLibError

from mapkit.model.errors import MapkitError
from mapkit.model.lock import one_at_a_time
from mapkit.model.message import Name, message
from mapkit.paper.faces import Face, whole_font
from mapkit.paper.sheet import Path, Segment, Text, printable, width

getLogger("fontTools").addHandler(NullHandler())  # what it says of damaged fonts is not for the user

MOST_FONT_BYTES = 8 << 20
_TROUBLES = (
    TTLibError,
    LookupError,
    ValueError,
    TypeError,
    AttributeError,
    AssertionError,
    RecursionError,
    struct.error,
)
"""What fontTools raises for a damaged font."""


class BadFont(MapkitError, ValueError):
    """A face of a theme names no font that letters can be taken from; the text says why."""


class OwnFont:
    """A font of the user's own: its letters are drawn as shapes, so that no file has to carry it.

    Pages are laid out for mapkit's own fonts. A text that is wider in this font is condensed to the same width, a title
    that is narrower is drawn larger, and a letter that the font lacks is taken from mapkit's own.
    """

    def __init__(self, path: File, face: Face) -> None:
        """Takes the file, and the face that takes letters from it; raises BadFont."""
        data = path.read_bytes() if path.stat().st_size <= MOST_FONT_BYTES else b""
        if data[:4] not in (b"\x00\x01\x00\x00", b"true", b"OTTO"):
            most = MOST_FONT_BYTES >> 20
            raise BadFont(message("{face} takes a TrueType or OpenType font of at most {number} MB", Name(face), most))
        try:
            font = TTFont(BytesIO(data), lazy=True)
            self._source = _letters_in(font)
        except _TROUBLES as error:
            why = Name(str(error) or type(error).__name__)
            raise BadFont(message("{face} cannot be read as a font: {why}", Name(face), why)) from None
        self._bold = face != "regular"
        self._drawn: dict[str, _GlyphOutline] = {}

    def shape(self, text: Text) -> Path | None:
        """The letters of a text as one shape; None for a text that shows nothing."""
        words = printable(text.text, text.bold)
        found = [self._letter(letter) for letter in words]
        own, planned = fsum(glyph.wide for glyph in found), width(text.text, 1, text.bold)
        squeezed = min(1.0, planned / own) if own else 1.0
        # a title is drawn a little larger at most, as the line below it needs its room
        size = text.size * (min(1.2, max(1.0, planned / own)) if own and text.title else 1.0)
        before = {"start": 0.0, "middle": own / 2, "end": own}[text.anchor]
        place = Transform().translate(text.x, text.y).rotate(radians(text.turn))
        place = place.scale(size * squeezed, -size).translate(-before, 0)
        pen = Strokes()
        for glyph in found:
            glyph.strokes.replay(TransformPen(pen, place.scale(1 / glyph.em, 1 / glyph.em)))
            place = place.translate(glyph.wide, 0)
        return Path(text.ink, tuple(pen.steps)) if pen.steps else None

    @one_at_a_time()
    def _letter(self, letter: str) -> _GlyphOutline:
        if letter not in self._drawn:
            try:
                self._drawn[letter] = _strokes_of(self._source, letter)
            except _TROUBLES:
                self._drawn[letter] = _strokes_of(_letters_in(whole_font(self._bold)), letter)
        return self._drawn[letter]


class _Letters(NamedTuple):
    glyphs: Any
    names: Mapping[int, str]
    """The name of the glyph of a character."""
    em: float


def _letters_in(font: TTFont) -> _Letters:
    return _Letters(font.getGlyphSet(), font.getBestCmap() or {}, float(font["head"].unitsPerEm or 1))


def _strokes_of(letters: _Letters, letter: str) -> _GlyphOutline:
    """The shape of a letter; raises one of `_TROUBLES` where the font lacks it, or is damaged."""
    name, pen = letters.names[ord(letter)], _FewStrokes(letters.glyphs)
    if hasattr(letters.glyphs, "charStrings"):
        letters.glyphs.charStrings[name].outlineExtractor = _FewCalls
    glyph = letters.glyphs[name]
    glyph.draw(pen)
    wide = glyph.width / letters.em
    if not 0 <= wide < _WIDEST or len(pen.value) > _MOST_STROKES:
        raise ValueError(f"{letter} is {wide} em wide and has {len(pen.value)} strokes")
    return _GlyphOutline(pen, wide, letters.em)


_WIDEST, _MOST_STROKES = 10.0, 2000
"""The width of a letter, in em, and the number of its strokes; no real letter has more."""


class _FewStrokes(DecomposingRecordingPen):  # type: ignore[misc]  # fontTools has no types
    """Records the strokes of a letter; raises ValueError where parts that hold parts make it endless."""

    parts = 0

    def addComponent(self, *part: Any, **more: Any) -> None:  # noqa: N802 - fontTools calls it so
        self.parts += 1
        if self.parts > _MOST_STROKES or len(self.value) > _MOST_STROKES:
            raise ValueError("a letter has too many parts")
        super().addComponent(*part, **more)


class _FewCalls(T2OutlineExtractor):  # type: ignore[misc]
    """Carries out the program of a letter in an OpenType font; raises ValueError where routines make it endless."""

    steps = 0

    def execute(self, program: Any) -> None:
        self.steps += 1 + len(program.bytecode or program.program)
        if self.steps > 100 * _MOST_STROKES:
            raise ValueError("a letter has too long a program")
        super().execute(program)


class _GlyphOutline(NamedTuple):
    strokes: Any
    """Its strokes, in the units of its font."""
    wide: float
    """How far it advances, in em."""
    em: float


class Strokes(BasePen):  # type: ignore[misc]  # fontTools has no types
    """Collects strokes as those of a mark."""

    def __init__(self) -> None:
        super().__init__(None)
        self.steps: list[Segment] = []

    def _moveTo(self, pt: tuple[float, float]) -> None:  # noqa: N802 - fontTools calls it so, as the next ones
        self.steps.append(Segment("M", pt))

    def _lineTo(self, pt: tuple[float, float]) -> None:  # noqa: N802
        self.steps.append(Segment("L", pt))

    def _curveToOne(self, *pts: tuple[float, float]) -> None:  # noqa: N802
        self.steps.append(Segment("C", tuple(value for pt in pts for value in pt)))

    def _closePath(self) -> None:  # noqa: N802
        self.steps.append(Segment("Z"))
