"""Sheets as PNG pictures, one for each page: the pages of the PDF, rendered."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from io import BytesIO
from math import dist
from typing import Any

import pypdfium2

from mapkit.printing import pdf
from mapkit.printing.pens import pens
from mapkit.sheet import Sheet

_DOTS = 110
"""Dots per inch."""
_MOST = 2400
"""The most dots on a side."""
_COLOURS = 32
_NEAR = 9.0
"""How far colours that are told apart lie from each other, in steps of 1/255."""


def write(sheets: Sequence[Sheet], title: str) -> tuple[bytes, ...]:
    """The pictures of the sheets, in few colours; equal sheets give equal bytes with one version of the libraries."""
    with pypdfium2.PdfDocument(pdf.write(sheets, title)) as document:
        return tuple(_picture(page, sheet) for page, sheet in zip(document, sheets, strict=True))


def _picture(page: Any, sheet: Sheet) -> bytes:
    """A page in the colours of its inks, and in those that come up most often where inks meet."""
    scale = min(_DOTS / 72, _MOST / max(page.get_size()))
    picture, buffer = page.render(scale=scale).to_pil(), BytesIO()
    used = [pens()[ink] for ink in sorted({mark.ink for mark in sheet.marks}, key=str)]
    inks = [tuple(bytes.fromhex(colour[1:])) for pen in used for colour in (pen.colour, pen.fill) if colour]
    met = [colour for _, colour in sorted(picture.getcolors(picture.width * picture.height), reverse=True)]
    palette = picture.quantize(2)
    palette.putpalette([value for colour in _apart([(255, 255, 255), *inks, *met]) for value in colour])
    picture.quantize(palette=palette, dither=0).save(buffer, "PNG", optimize=True)
    return buffer.getvalue()


def _apart(colours: Iterable[tuple[int, ...]]) -> list[tuple[int, ...]]:
    """The first colours that can be told apart; pillow would take any of those that are nearly the same."""
    found: list[tuple[int, ...]] = []
    for colour in colours:
        if len(found) < _COLOURS and all(dist(colour, other) > _NEAR for other in found):
            found.append(colour)
    return found
