"""How a page is laid out: upright or on its side, its legend below or beside the board, so that the board is large."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, NamedTuple, TypeVar

from mapkit.paper.drawing import Block, PageSetup, balanced_height, columns
from mapkit.paper.sheet import Box

GAIN = 1.04
"""How many times as large a board must be for a page to be laid out in a way that is less usual."""
COLUMN = 56.5
"""The least width of a column of a legend, in mm; a scale fits into it."""
GAP = 8.0
"""The gap between columns, in mm."""
BELOW = 5.0
"""The gap between a board and its legend below it, in mm."""
Legend = Callable[[float], Iterable[Block]]
"""Gives the blocks of a legend for columns of a width, in mm."""


def ways_to_lie(setup: PageSetup) -> tuple[PageSetup, ...]:
    """The page upright and on its side; only one of them where the edition names its orientation."""
    upright = setup if setup.paper.width <= setup.paper.height else setup.turned
    both = {"portrait": upright, "landscape": upright.turned}
    named = both.get(setup.edition.orientation)
    return tuple(both.values()) if named is None else (named,)


def roomier(setup: PageSetup, size: Callable[[PageSetup], float]) -> PageSetup:
    """The page as it should lie; `size` tells how large a board is on a page, such as the side of its tiles in mm.

    It lies on its side only where that gains something that can be seen.
    """
    first, *others = ways_to_lie(setup)
    return next((other for other in others if size(other) > GAIN * size(first)), first)


T = TypeVar("T", bound=tuple[Any, ...])


def preferred(tried: Sequence[T]) -> T:
    """The way to lay out a page with the largest tiles; their side stands first in each.

    A later one, which is less usual, wins only where it gains something that can be seen.
    """
    best, *others = tried
    for other in others:
        best = other if other[0] > GAIN * best[0] else best
    return best


class LegendPage(NamedTuple):
    """A page with a legend on it, and the room that is left to a board."""

    setup: PageSetup
    room: Box
    legend: Sequence[Block]
    columns: tuple[Box, ...]
    """The columns of the legend, no higher than it needs; below a board they begin where its room ends."""
    beside: bool
    """Whether the legend is to the right of the board; otherwise it is below."""

    def columns_below(self, bottom: float) -> tuple[Box, ...]:
        """The columns of the legend with a board that ends at `bottom` (mm), perhaps before the end of its room."""
        return self.columns if self.beside else tuple(column._replace(y=bottom + BELOW) for column in self.columns)


def spreads(setup: PageSetup, legend: Legend, foot: float = 0.0) -> Iterator[LegendPage]:
    """The ways to lay out a page as it lies, the usual one first; `foot` mm at its end stay free."""
    body = setup.body._replace(height=setup.body.height - foot)
    most = min(4, int((body.width + GAP) / (COLUMN + GAP)))  # a legend has four columns at most
    for number in range(most, max(0, most - 2), -1):
        blocks = tuple(legend(columns(body, number, GAP)[0].width))
        high = balanced_height(blocks, body, number, GAP)
        if high is not None:
            room = body._replace(height=body.height - high - (BELOW if blocks else 0))
            under = body._replace(y=body.bottom - high, height=high)
            yield LegendPage(setup, room, blocks, columns(under, number, GAP), beside=False)
    blocks = tuple(legend(COLUMN))
    for number in (1, 2):
        wide = number * (COLUMN + GAP)
        aside = Box(body.right - wide + GAP, body.y, wide - GAP, body.height)
        # a legend beside a board leaves more than 60 mm of the width to it
        high = balanced_height(blocks, aside, number, GAP) if body.width - wide > 60.0 else None
        if blocks and high is not None:
            room = body._replace(width=body.width - wide)
            yield LegendPage(setup, room, blocks, columns(aside._replace(height=high), number, GAP), beside=True)
            return
