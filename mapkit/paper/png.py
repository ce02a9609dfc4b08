"""Sheets as PNG pictures, one for each page: the pages of the PDF, rendered."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from io import BytesIO
from math import dist

import pypdfium2

from mapkit.model.lock import one_at_a_time
from mapkit.model.message import LargeNumber, Name, clauses, message
from mapkit.model.settings import BadSetting
from mapkit.paper import pdf
from mapkit.paper.pens import Theme, usual_theme
from mapkit.paper.sheet import Page

_DOTS = 110
"""Dots per inch where nobody asks for more."""
_MOST = 2400
"""The most dots on a side where nobody asks for more."""
MOST_PIXELS = 40_000_000
"""The most pixels of a page."""
_COLOURS = 32
_NEAR = 9.0
"""How far colours that are told apart lie from each other, in steps of 1/255."""


@one_at_a_time()
def write(pages: Sequence[Page], title: str, theme: Theme | None = None, dpi: float | None = None) -> tuple[bytes, ...]:
    """The pictures of the pages, in few colours; equal pages give equal bytes with one version of the libraries.

    Raises BadSetting for a page with more than `MOST_PIXELS`; the text says how many dots per inch would do.
    """
    theme = theme or usual_theme()
    if dpi is not None:
        wide, high = max((page.paper.printed for page in pages), key=lambda size: size[0] * size[1])
        most = int((MOST_PIXELS / (wide * high)) ** 0.5 * 25.4)
        if dpi > most:
            shown, pixels = Name(f"{wide:.0f} x {high:.0f} mm"), LargeNumber(MOST_PIXELS)
            would_do = message("a page of {size} takes {most} at most, which is {pixels} pixels", shown, most, pixels)
            raise BadSetting(clauses(message("dpi is {number}", round(dpi)), would_do))
    with pypdfium2.PdfDocument(pdf.write(pages, title, theme)) as document:
        found = list[bytes]()
        for printed, page in zip(document, pages, strict=True):
            # in the colours of its inks, and in those that come up most often where inks meet
            dots = dpi or min(_DOTS, 72 * _MOST / max(printed.get_size()))
            picture, buffer = printed.render(scale=dots / 72).to_pil(), BytesIO()
            used = [theme.pens[ink] for ink in sorted({mark.ink for mark in page.marks}, key=str)]
            inks = [tuple(bytes.fromhex(colour[1:])) for pen in used for colour in (pen.colour, pen.fill) if colour]
            met = [colour for _, colour in sorted(picture.getcolors(picture.width * picture.height), reverse=True)]
            palette = picture.crop((0, 0, 1, 1)).quantize(2)  # any picture with a palette will do
            palette.putpalette([value for colour in _apart([(255, 255, 255), *inks, *met]) for value in colour])
            size = {"dpi": (dpi, dpi)} if dpi else {}
            picture.quantize(palette=palette, dither=0).save(buffer, "PNG", compress_level=8, **size)
            found.append(buffer.getvalue())
    return tuple(found)


def _apart(colours: Iterable[tuple[int, ...]]) -> list[tuple[int, ...]]:
    """The first colours that can be told apart: pillow would take any of those that are nearly the same.

    It also rounds colours down to fours, and would take white for some, so that the page would look grey.
    """
    found, white, rounded = list[tuple[int, ...]](), (255, 255, 255), (252, 252, 252)
    for colour in colours:
        if len(found) < _COLOURS and all(dist(colour, other) > _NEAR for other in found):
            found += [colour] if dist(colour, rounded) >= dist(white, rounded) else []
    return found
