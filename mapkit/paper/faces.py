"""The letters that a picture needs, cut out of the fonts."""

from __future__ import annotations

import base64
import hashlib
from collections.abc import Iterable, Iterator
from functools import lru_cache
from io import BytesIO
from typing import Any, Literal, get_args

from mapkit.model import resources
from mapkit.model.lock import one_at_a_time
from mapkit.paper.sheet import FONTS, Mark, Text, printable, width

Face = Literal["regular", "bold", "title"]
FontSource = Literal["embedded", "inherit", "outlines"]
"""Where the letters of a picture come from: its own font, that of the web page around it, or shapes."""
FONT_SOURCES: tuple[FontSource, ...] = get_args(FontSource)
FAMILY = "Mapkit Sans"
EM = 1000
"""The size of a letter in the units of its shape."""


def letters_of(marks: Iterable[Mark], bold: bool) -> frozenset[str]:
    """The letters that are drawn in one of the two faces."""
    texts = (printable(mark.text, bold) for mark in marks if isinstance(mark, Text) and mark.bold is bold)
    return frozenset(letter for text in texts for letter in text)


@lru_cache(maxsize=256)  # a few kB each; sheets of a series have the same letters, and cutting a face is slow
def face(bold: bool, letters: frozenset[str], flavour: Literal["ttf", "woff"] = "ttf") -> bytes:
    """A font file with these letters of a face alone; `woff` is the same, compressed."""
    from fontTools.subset import Options, Subsetter  # imported late: it takes as long as to print a sheet
    from fontTools.ttLib import TTFont

    options = Options(layout_features=[], hinting=False, notdef_outline=True, name_IDs=[1, 2])
    with TTFont(resources.path("fonts", FONTS[bold]), recalcTimestamp=False) as font:
        cut = Subsetter(options)
        cut.populate(unicodes=sorted(map(ord, letters)))
        cut.subset(font)
        font.flavor = "woff" if flavour == "woff" else None
        buffer = BytesIO()
        font.save(buffer)
    return buffer.getvalue()


def font_face(family: str, bold: bool, letters: frozenset[str], flavour: Literal["ttf", "woff"]) -> str:
    """The style rule that embeds these letters of a face in a picture or a web page."""
    code, weight = base64.b64encode(face(bold, letters, flavour)).decode("ascii"), 700 if bold else 400
    source = f'url("data:font/{flavour};base64,{code}")'
    return f'@font-face{{font-family:"{family}";font-weight:{weight};src:{source}}}'


def short_name(content: str) -> str:
    """A short name for use in a web page; other content hardly has the same, equal content always has."""
    digest = hashlib.blake2b(content.encode(), digest_size=5).digest()
    return f"m{base64.b32encode(digest).decode().lower()[:6]}"


@lru_cache(maxsize=1024)
@one_at_a_time()
def outline(letter: str, bold: bool) -> str:
    """The shape of a letter as an SVG path, in an em of `EM` units; y grows upwards. A space has none."""
    from fontTools.pens.svgPathPen import SVGPathPen
    from fontTools.pens.transformPen import TransformPen

    font = whole_font(bold)
    glyphs = font.getGlyphSet()
    pen = SVGPathPen(glyphs, ntos=lambda value: str(round(value)))
    scale = EM / font["head"].unitsPerEm
    glyphs[font.getBestCmap()[ord(letter)]].draw(TransformPen(pen, (scale, 0, 0, scale, 0, 0)))
    return str(pen.getCommands())


def outlines(text: Text) -> Iterator[tuple[str, str, int]]:
    """The letters of a text that have shapes, each with its shape and its distance from the anchor, in `EM` units."""
    words, wide = printable(text.text, text.bold), width(text.text, 1, text.bold)
    at = -{"start": 0.0, "middle": wide / 2, "end": wide}[text.anchor]
    for letter in words:
        if strokes := outline(letter, text.bold):
            yield letter, strokes, round(at * EM)
        at += width(letter, 1, text.bold)


@lru_cache(maxsize=2)
def whole_font(bold: bool) -> Any:
    """A face with all its letters, which fontTools reads when they are asked for: for one thread at a time."""
    from fontTools.ttLib import TTFont

    return TTFont(resources.path("fonts", FONTS[bold]), lazy=True)
