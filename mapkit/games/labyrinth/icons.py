"""The icons that only Maze on paper has."""

from __future__ import annotations

from mapkit.pages.icons import Picture, oval
from mapkit.scenery.things import sword
from mapkit.sheet import Ink

FALSE: Picture = (
    (Ink.OUTLINE, "M-.86 -.08 C-.86 -.5 -.62 -.72 -.36 -.72 L.36 -.72 C.62 -.72 .86 -.5 .86 -.08 Z"),
    (Ink.OUTLINE, "M-.86 -.08 L.86 -.08 L.86 .7 L-.86 .7 Z"),
    (Ink.PAPER, "M-.86 -.98 L1.12 .78 L.86 1.06 L-1.12 -.7 Z M.86 -.98 L-1.12 .78 L-.86 1.06 L1.12 -.7 Z"),
    (Ink.SOLID, "M-.84 -.92 L1.0 .78 L.84 .96 L-1.0 -.74 Z"),
    (Ink.SOLID, "M.84 -.92 L-1.0 .78 L-.84 .96 L1.0 -.74 Z"),
)
"""An empty chest, crossed out."""

ARSENAL: Picture = (*sword(-1), *sword(1))
"""Two crossed swords."""


def _cartridge(x: float) -> Picture:
    """An upright cartridge: the case, and the bullet above it."""
    return (
        (Ink.OUTLINE, f"M{x - 0.2:.2f} -.12 L{x + 0.2:.2f} -.12 L{x + 0.2:.2f} .76 L{x - 0.2:.2f} .76 Z"),
        (Ink.SOLID, f"M{x - 0.24:.2f} .7 L{x + 0.24:.2f} .7 L{x + 0.24:.2f} .86 L{x - 0.24:.2f} .86 Z"),
        (
            Ink.SOLID,
            f"M{x - 0.2:.2f} -.12 C{x - 0.2:.2f} -.5 {x - 0.1:.2f} -.74 {x:.2f} -.86 "
            f"C{x + 0.1:.2f} -.74 {x + 0.2:.2f} -.5 {x + 0.2:.2f} -.12 Z",
        ),
    )


BULLETS: Picture = (*_cartridge(-0.58), *_cartridge(0), *_cartridge(0.58))
"""Three cartridges."""

GRENADE: Picture = (
    (Ink.SOLID, oval(-0.06, 0.3, 0.52, 0.58)),
    (Ink.SOLID, "M-.26 -.3 L-.26 -.62 L.14 -.62 L.14 -.3 Z"),
    (
        Ink.SOLID,
        "M-.3 -.84 L.36 -.84 C.6 -.84 .74 -.6 .76 -.3 L.78 .1 L.62 .1 L.6 -.28 C.58 -.5 .48 -.66 .34 -.66 L-.3 -.66 Z",
    ),
    (Ink.PAPER, "M-.56 .1 L.44 .1 L.44 .17 L-.56 .17 Z M-.56 .45 L.44 .45 L.44 .52 L-.56 .52 Z"),
    (Ink.PAPER, "M-.26 -.2 L-.19 -.2 L-.19 .84 L-.26 .84 Z M.07 -.2 L.14 -.2 L.14 .84 L.07 .84 Z"),
)
"""A hand grenade with its lever."""

BEAR: Picture = (
    (
        Ink.SOLID,
        "M0 -.06 C.36 -.06 .74 .34 .7 .62 C.66 .92 .32 .76 0 .76 "
        "C-.32 .76 -.66 .92 -.7 .62 C-.74 .34 -.36 -.06 0 -.06 Z",
    ),
    *(
        (Ink.SOLID, oval(x, y, wide, high))
        for x, y, wide, high in (
            (-0.74, -0.1, 0.17, 0.24),
            (-0.28, -0.46, 0.19, 0.28),
            (0.28, -0.46, 0.19, 0.28),
            (0.74, -0.1, 0.17, 0.24),
        )
    ),
    *(
        (Ink.SOLID, f"M{x - 0.06:.2f} {y:.2f} L{x:.2f} {y - 0.26:.2f} L{x + 0.06:.2f} {y:.2f} Z")
        for x, y in ((-0.76, -0.36), (-0.3, -0.74), (0.3, -0.74), (0.76, -0.36))
    ),
)
"""A paw with claws."""

LEPRECHAUN: Picture = (
    (Ink.GREEN_SHAPE, "M-.5 .44 L-.58 -.66 C-.3 -.86 .3 -.86 .58 -.66 L.5 .44 Z"),
    (Ink.SOLID, "M-.535 0 L.535 0 L.5 .44 L-.5 .44 Z"),
    (Ink.OUTLINE, "M-.2 -.02 L.2 -.02 L.2 .42 L-.2 .42 Z"),
    (Ink.SOLID, "M-.07 .12 L.07 .12 L.07 .28 L-.07 .28 Z"),
    (
        Ink.GREEN_SHAPE,
        "M-.5 .42 L.5 .42 C.7 .42 .9 .36 .96 .44 C1.02 .56 .6 .8 0 .8 "
        "C-.6 .8 -1.02 .56 -.96 .44 C-.9 .36 -.7 .42 -.5 .42 Z",
    ),
)
"""A tall hat with a buckle."""

START: Picture = (
    (Ink.SOLID, "M-.6 -.92 L-.44 -.92 L-.44 .84 L-.6 .84 Z"),
    (Ink.SOLID, "M-.86 .76 L-.18 .76 L-.18 .92 L-.86 .92 Z"),
    (Ink.SOLID, "M-.44 -.86 C-.1 -1.02 .2 -.62 .84 -.82 L.6 -.42 L.84 -.02 C.2 .18 -.1 -.22 -.44 -.06 Z"),
)
"""A flag."""
