"""The icons that only Minoqaur has."""

from __future__ import annotations

from mapkit.pages.drawing import Point
from mapkit.pages.icons import Picture, oval
from mapkit.scenery.things import sword
from mapkit.sheet import Ink

SWORD: Picture = sword(1)
"""A sword, its tip at the upper right."""

CLOAK: Picture = (
    (
        Ink.GREEN_SHAPE,
        "M0 -.94 C.32 -.94 .44 -.68 .4 -.42 C.64 -.28 .72 .2 .88 .8 C.7 .96 .54 .78 .32 .9 C.2 .98 .1 .86 0 .86 "
        "C-.1 .86 -.2 .98 -.32 .9 C-.54 .78 -.7 .96 -.88 .8 C-.72 .2 -.64 -.28 -.4 -.42 C-.44 -.68 -.32 -.94 0 -.94 Z",
    ),
    (Ink.SOLID, "M0 -.74 C.2 -.74 .26 -.52 .2 -.36 C.1 -.2 -.1 -.2 -.2 -.36 C-.26 -.52 -.2 -.74 0 -.74 Z"),
    (Ink.DETAIL, "M0 .02 L0 .84 M.26 -.12 C.36 .2 .42 .5 .48 .8 M-.26 -.12 C-.36 .2 -.42 .5 -.48 .8"),
    (Ink.DETAIL, "M-.4 -.42 C-.3 -.2 -.14 -.1 0 -.1 C.14 -.1 .3 -.2 .4 -.42"),
    (Ink.GOLD_SHAPE, oval(0, -0.1, 0.1, 0.1)),
)
"""A hooded cloak with a clasp."""


def _turned(*points: Point) -> str:
    """A shape that lies along the x axis, turned to rise to the upper right."""
    return "M" + " L".join(f"{0.7071 * (x + y):.3f} {0.7071 * (y - x):.3f}" for x, y in points) + " Z"


KEY: Picture = (
    (Ink.GOLD_SHAPE, _turned((-0.2, -0.11), (1.1, -0.11), (1.1, 0.11), (-0.2, 0.11))),
    (Ink.GOLD_SHAPE, _turned((0.5, 0.11), (0.68, 0.11), (0.68, 0.42), (0.5, 0.42))),
    (Ink.GOLD_SHAPE, _turned((0.86, 0.11), (1.1, 0.11), (1.1, 0.52), (0.86, 0.52))),
    (Ink.GOLD_SHAPE, oval(-0.46, 0.46, 0.44, 0.44)),
    (Ink.OUTLINE, oval(-0.46, 0.46, 0.2, 0.2)),
)
"""A key, its bow at the lower left."""
