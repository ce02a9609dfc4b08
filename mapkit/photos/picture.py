"""A picture of the pages that were read, with a frame around everything that is not sure."""

from __future__ import annotations

from io import BytesIO

import cv2
import numpy as np
from PIL import Image

from mapkit.grid import Border
from mapkit.pages.board import Panel
from mapkit.photos import ink
from mapkit.photos.finding import MARGIN, SCALE, Pixels
from mapkit.photos.reading import Page, Reading

_FRAME = (200, 30, 120)
"""The colour of the frames: none that pens have."""
_BESIDE = 0.16
"""How far a frame around a border reaches to its sides, in sides of a cell."""


def doubts_framed(found: Reading) -> bytes:
    """The pages side by side as PNG, with all places framed that are not sure."""
    pages = [_framed(page, found) for page in found.pages]
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


def _framed(page: Page, found: Reading) -> Pixels:
    """A page with frames, at half its size."""
    seen = page.flat.copy()
    for place in found.doubts:
        if place not in page.looks:
            continue
        if isinstance(place, Border) and isinstance(page.board, Panel):
            (x1, y1), (x2, y2) = ink.ends(page.board, place)
            out = _BESIDE * page.board.tile
            box = (x1 - out * (x1 == x2), y1 - out * (y1 == y2), x2 + out * (x1 == x2), y2 + out * (y1 == y2))
        elif not isinstance(place, Border):
            at = page.board.tile_box(place).inset(0.05 * page.board.tile)
            box = at.x, at.y, at.right, at.bottom
        left, top, right, low = (round((each + MARGIN) * SCALE) for each in box)
        cv2.rectangle(seen, (left, top), (right, low), _FRAME, 5)
    return np.asarray(cv2.resize(seen, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA))
