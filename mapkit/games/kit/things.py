"""Small pictures of things: reeds."""

from __future__ import annotations

from collections.abc import Iterator

from mapkit.paper.icons import draw
from mapkit.paper.sheet import Box, Mark


def reeds(box: Box) -> Iterator[Mark]:
    """Three tufts of reeds, or one on a small tile. The tint is drawn separately, below the grid."""
    tile = box.width
    if tile < 10:
        yield from draw("reeds", box.middle[0], box.middle[1] + 0.04 * tile, 0.34 * tile)
        return
    for right, down, size in ((0.29, 0.31, 0.17), (0.71, 0.43, 0.19), (0.38, 0.75, 0.19)):
        yield from draw("reeds", box.x + right * tile, box.y + down * tile, size * tile)
