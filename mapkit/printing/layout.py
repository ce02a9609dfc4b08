"""How a page lies, upright or on its side, so that what is drawn on it is as large as it can be."""

from __future__ import annotations

from collections.abc import Callable

from mapkit.printing.drawing import Running

_GAIN = 1.04
"""How many times as large a board must be for a page to lie on its side."""


def ways_to_lie(running: Running) -> tuple[Running, ...]:
    """The page upright and on its side; only one of them where the edition names its orientation."""
    upright = running if running.paper.width <= running.paper.height else running.turned
    both = {"portrait": upright, "landscape": upright.turned}
    named = both.get(running.edition.orientation)
    return tuple(both.values()) if named is None else (named,)


def roomier(running: Running, size: Callable[[Running], float]) -> Running:
    """The page as it should lie; `size` tells how large a board is on a page, such as the side of its tiles in mm.

    It lies on its side only where that gains something that can be seen.
    """
    first, *others = ways_to_lie(running)
    return next((other for other in others if size(other) > _GAIN * size(first)), first)
