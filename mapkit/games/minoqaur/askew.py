"""Drawings that show a code mirrored, turned or light on dark, and how to set them right."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain
from operator import itemgetter
from typing import NamedTuple

from mapkit.games.minoqaur import code, true_code
from mapkit.games.minoqaur.true_code import Shades, TrueCode
from mapkit.model.grid import Cell
from mapkit.model.message import NOTHING, Message, listed, message

_LIKE_A_CODE = 0.8
"""The least share of the patterns of all codes that a drawing has when it is set right."""
_MOST_OFF = 0.03
"""The largest share of modules that may differ then from a true code: no other drawing is that near by chance."""
_TURNS = (
    NOTHING,
    message("turn the drawing to the right"),
    message("turn the drawing upside down"),
    message("turn the drawing to the left"),
)
_TURNED = (NOTHING, message("turned to the left"), message("upside down"), message("turned to the right"))
_MIRRORED = (
    message("mirrored from left to right"),
    message("mirrored along a diagonal"),
    message("mirrored from top to bottom"),
)


class CodeTurn(NamedTuple):
    """A code that was drawn in another way than it is printed."""

    mirrored: bool
    """Whether left and right are to be exchanged first."""
    turns: int
    """How many quarter turns to the right then set it right, 0 to 3."""
    light: bool
    shades: Shades

    @property
    def how(self) -> Message:
        lies = (*_MIRRORED, _MIRRORED[1])[self.turns] if self.mirrored else _TURNED[self.turns]
        return listed([*filter(None, (lies, message("light on dark") if self.light else NOTHING))])

    @property
    def steps(self) -> tuple[Message, ...]:
        """What sets it right, in words, step by step."""
        first = message("mirror the drawing from left to right") if self.mirrored else NOTHING
        last = message("swap dark and light") if self.light else NOTHING
        return tuple(filter(None, (first, _TURNS[self.turns], last)))


def askew(version: int, drawn: Shades, nearest: TrueCode | None) -> CodeTurn | None:
    """How a drawing lies that shows a code askew, else None; `nearest` is what it can be corrected to as it lies."""
    if _off(nearest, drawn) <= _MOST_OFF:
        return None
    ways = ((_off(true_code.nearest_code(version, way.shades), way.shades), way) for way in _ways(version, drawn))
    off, lies = min(ways, key=itemgetter(0), default=(1.0, None))
    return lies if off <= _MOST_OFF else None


def _off(true: TrueCode | None, shades: Shades) -> float:
    """In which share of its modules a drawing differs from a true code; 1 where there is none."""
    return 1.0 if true is None else len(true_code.modules_that_differ(true.shades, shades)) / len(shades)


def _ways(version: int, drawn: Shades) -> Iterator[CodeTurn]:
    """The other ways in which a code may lie there that have the patterns of all codes."""
    cells, side, fixed = code.matrix(version).cells(), code.size(version), code.fixed_modules(version)
    for mirrored in (False, True):
        rows: list[Sequence[Cell]] = [cells[start : start + side] for start in range(0, len(cells), side)]
        rows = [row[::-1] for row in rows] if mirrored else rows
        for turns in range(4):
            pairs = zip(cells, chain.from_iterable(rows), strict=True)
            placed = {cell: drawn[at] for cell, at in pairs if at in drawn}
            rows = [*zip(*rows[::-1], strict=True)]
            for light in (False, True) if mirrored or turns else (True,):
                shades = {cell: code.OTHER[shade] for cell, shade in placed.items()} if light else placed
                known = [shades[cell] == shade for cell, shade in fixed.items() if cell in shades]
                if sum(known) > _LIKE_A_CODE * len(known):
                    yield CodeTurn(mirrored, turns, light, shades)
