"""Small pictures of things: a chest, a cross, a sword, a bull, reeds."""

from __future__ import annotations

from collections.abc import Iterator

from mapkit.pages.icons import Picture, draw, oval
from mapkit.sheet import Box, Ink, Mark

CHEST: Picture = (
    (Ink.GOLD_SHAPE, "M-.86 -.08 C-.86 -.5 -.62 -.72 -.36 -.72 L.36 -.72 C.62 -.72 .86 -.5 .86 -.08 Z"),
    (Ink.GOLD_SHAPE, "M-.86 -.08 L.86 -.08 L.86 .7 L-.86 .7 Z"),
    (Ink.DETAIL, "M-.52 .7 L-.52 -.7 M.52 .7 L.52 -.7"),
    (Ink.SOLID, "M-.2 -.24 L.2 -.24 L.2 .16 C.2 .3 .1 .36 0 .36 C-.1 .36 -.2 .3 -.2 .16 Z"),
    (Ink.PAPER, "M-.06 -.06 L.06 -.06 L.06 .16 L-.06 .16 Z"),
)
"""A chest with straps and a lock."""

CROSS: Picture = (
    (
        Ink.OUTLINE,
        "M-.55 -.85 L.55 -.85 C.72 -.85 .85 -.72 .85 -.55 L.85 .55 C.85 .72 .72 .85 .55 .85 "
        "L-.55 .85 C-.72 .85 -.85 .72 -.85 .55 L-.85 -.55 C-.85 -.72 -.72 -.85 -.55 -.85 Z",
    ),
    (
        Ink.ORANGE_SHAPE,
        "M-.2 -.62 L.2 -.62 L.2 -.2 L.62 -.2 L.62 .2 L.2 .2 L.2 .62 L-.2 .62 L-.2 .2 L-.62 .2 L-.62 -.2 L-.2 -.2 Z",
    ),
)
"""A cross on a plate."""


def sword(side: int) -> Picture:
    """A sword whose tip is at the upper left (`side` -1) or the upper right (1)."""

    def strokes(*points: tuple[float, float]) -> str:
        """A closed shape; its points are given by their distances from the tip and aside of the blade."""
        spots = ((side * (0.86 - 0.7071 * (on + aside)), -0.9 + 0.7071 * (on - aside)) for on, aside in points)
        return "M" + " L".join(f"{x:.3f} {y:.3f}" for x, y in spots) + " Z"

    return (
        (Ink.OUTLINE, strokes((0, 0), (0.2, 0.13), (1.6, 0.13), (1.6, -0.13), (0.2, -0.13))),
        (Ink.DETAIL, strokes((0.3, 0), (1.6, 0))),
        (Ink.SOLID, strokes((1.56, 0.42), (1.76, 0.42), (1.76, -0.42), (1.56, -0.42))),
        (Ink.SOLID, strokes((1.7, 0.1), (2.2, 0.1), (2.2, -0.1), (1.7, -0.1))),
        (Ink.SOLID, strokes((2.1, 0), (2.26, 0.17), (2.44, 0), (2.26, -0.17))),
    )


BULL: Picture = (
    *(
        (
            Ink.SOLID,
            f"M{s * 0.26:.2f} -.3 C{s * 0.5:.2f} -.36 {s * 0.72:.2f} -.5 {s * 0.74:.2f} -.94 "
            f"C{s * 1.06:.2f} -.62 {s * 1.02:.2f} -.04 {s * 0.38:.2f} .0 Z",
        )
        for s in (-1, 1)
    ),
    *(
        (
            Ink.SOLID,
            f"M{s * 0.4:.2f} .04 C{s * 0.6:.2f} .02 {s * 0.76:.2f} .1 {s * 0.84:.2f} .26 "
            f"C{s * 0.66:.2f} .34 {s * 0.5:.2f} .3 {s * 0.36:.2f} .2 Z",
        )
        for s in (-1, 1)
    ),
    (
        Ink.SOLID,
        "M-.42 -.26 C-.24 -.42 .24 -.42 .42 -.26 C.48 .1 .36 .36 .32 .62 "
        "C.28 1.0 -.28 1.0 -.32 .62 C-.36 .36 -.48 .1 -.42 -.26 Z",
    ),
    (Ink.PAPER, "M-.34 .0 L-.1 .14 L-.16 .22 L-.34 .14 Z M.34 .0 L.1 .14 L.16 .22 L.34 .14 Z"),
    (Ink.PAPER, oval(0, 0.66, 0.22, 0.17)),
    (Ink.SOLID, f"{oval(-0.09, 0.64, 0.05, 0.07)} {oval(0.09, 0.64, 0.05, 0.07)}"),
)
"""The head of a bull."""

TUFT: Picture = (
    (Ink.GREEN_LINE, "M-.62 .5 C-.4 .42 -.2 .42 0 .5 C.2 .58 .4 .58 .62 .5"),
    (Ink.GREEN_LINE, "M-.04 .36 C-.06 0 -.2 -.36 -.42 -.56 M0 .36 L0 -.8 M.04 .36 C.06 0 .2 -.36 .42 -.56"),
    (Ink.GREEN_LINE, "M-.1 .36 C-.2 .12 -.42 -.06 -.66 -.12 M.1 .36 C.2 .12 .42 -.06 .66 -.12"),
)
"""A tuft of reeds over a ripple."""


def reeds(box: Box) -> Iterator[Mark]:
    """Three tufts of reeds, or one on a small tile. The tint is drawn separately, below the grid."""
    tile = box.width
    if tile < 10:
        yield from draw(TUFT, box.middle[0], box.middle[1] + 0.04 * tile, 0.34 * tile)
        return
    for right, down, size in ((0.29, 0.31, 0.17), (0.71, 0.43, 0.19), (0.38, 0.75, 0.19)):
        yield from draw(TUFT, box.x + right * tile, box.y + down * tile, size * tile)
