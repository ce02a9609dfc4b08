"""A picture of the pages that were read, with a frame around everything that is not sure."""

from __future__ import annotations

from io import BytesIO

import cv2
import numpy as np
from PIL import Image

from mapkit.model.grid import Border, Place
from mapkit.paper.board import Panel
from mapkit.paper.sheet import Box
from mapkit.photos.marks import MARGIN, SCALE, Pixels
from mapkit.photos.sheet import MapReading, PageReading

_FRAME = (200, 30, 120)
"""The colour of the frames: none that pens have."""
_AROUND = 1.0
"""How far a frame around a row of boxes reaches beyond them, in mm."""
_BESIDE = 0.16
"""How far a frame around a border reaches to its sides, in sides of a cell."""


def doubts_framed(found: MapReading) -> bytes:
    """The pages side by side as PNG, with all places framed that are not sure."""
    pages = list[Pixels]()
    for page in found.pages:
        seen = page.flat.copy()
        for box in filter(None, (_box(page, place) for place in found.doubts)):
            left, top, right, low = (round((edge + MARGIN) * SCALE) for edge in (box.x, box.y, box.right, box.bottom))
            cv2.rectangle(seen, (left, top), (right, low), _FRAME, 5)
        pages.append(cv2.resize(seen, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA))
    high = max(len(page) for page in pages)
    filled = [
        cv2.copyMakeBorder(page, 0, high - len(page), 0, 0, cv2.BORDER_CONSTANT, value=[255] * 3) for page in pages
    ]
    written = BytesIO()
    Image.fromarray(np.hstack(filled)).quantize(256, Image.Quantize.FASTOCTREE).save(written, "PNG", optimize=True)
    return written.getvalue()


def as_jpeg(pixels: Pixels, longest: int) -> tuple[bytes, int, int]:
    """Rows of red, green and blue as JPEG, made smaller to a longest side, with the width and height in pixels."""
    shown, written = Image.fromarray(np.ascontiguousarray(pixels)), BytesIO()
    shown.thumbnail((longest, longest))
    shown.save(written, "JPEG", quality=82)
    return written.getvalue(), *shown.size


def _box(page: PageReading, place: Place) -> Box | None:
    """The box around a place of a page, in mm; None where it is on another page."""
    if place not in page.looks:
        return None
    if isinstance(place, Border):
        assert isinstance(page.board, Panel), "hexes have no lines"
        (x1, y1), (x2, y2) = page.board.border_ends(place)
        out = _BESIDE * page.board.tile
        aside, above = out * (x1 == x2), out * (y1 == y2)
        return Box.between((x1 - aside, y1 - above), (x2 + aside, y2 + above))
    if place in page.rows:
        return Box.over(page.rows[place]).inset(-_AROUND)
    return page.board.tile_box(place).inset(0.05 * page.board.tile)
