"""What is known, drawn with letters as map files draw boards; what is not known is left empty, or marked `?`."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from mapkit.knowledge.deduction import Knowledge, KnownFragment, Verdict
from mapkit.knowledge.fragments import BARRED, BESIDE, Trait
from mapkit.model.grid import Cell, Direction, Square, border
from mapkit.model.message import Message, joined, message
from mapkit.model.observation import Vector
from mapkit.model.rule import has


def finest(known: Knowledge, cell: Cell) -> str:
    """The mark that a cell certainly bears, as fine as it is known; empty where it may be of several kinds."""
    kinds = known.kinds(cell)
    if len(kinds) != 1:
        return ""
    finer = known.asked.finer.get(kinds[0], ())
    return next((mark for mark in finer if known.facts.get(has(cell, mark)) is Verdict.CERTAIN), kinds[0])


def not_used(what: Sequence[Message]) -> Message:
    """What proofs do not use, as a line that stands beside what they prove."""
    return message("Not used: {things}.", joined(what, "; "))


def board(known: Knowledge, grid: Square, floor: int) -> Iterator[str]:
    at = {grid.centre(cell): cell for cell in grid.cells() if grid.floor(cell) == floor}

    def glyph(x: int, y: int) -> str:
        return known.asked.glyphs.get(finest(known, at[x, y]), "")

    def side(x: int, y: int, way: Direction) -> Verdict:
        cell, (inner, gap) = at[x, y], known.asked.borders[:2]
        if grid.step(cell, way) is not None:
            return known.facts[has(border(grid, cell, way), inner)]
        verdict = known.facts[has(border(grid, cell, way), gap)]
        swapped = {Verdict.CERTAIN: Verdict.EXCLUDED, Verdict.EXCLUDED: Verdict.CERTAIN}
        return swapped.get(verdict, verdict)

    yield from _lines(grid.columns, grid.rows, glyph, side)


def fragment(known: KnownFragment, knowledge: Knowledge) -> Iterator[str]:
    """The lines of a fragment; `@` stands where the player was last."""
    flat = [away for away in known.cells if away[2] == known.here[2]]
    left, low = min(x for x, _, _ in flat), min(y for _, y, _ in flat)
    wide, high = max(x for x, _, _ in flat) - left + 1, max(y for _, y, _ in flat) - low + 1

    def away(x: int, y: int) -> Vector:
        return x + left, y + low, known.here[2]

    def glyph(x: int, y: int) -> str:
        if away(x, y) not in flat:
            return ""
        kinds = [k for k in knowledge.asked.kinds if known.traits[Trait(away(x, y), "", k)] is not Verdict.EXCLUDED]
        found = knowledge.asked.glyphs[kinds[0]] if len(kinds) == 1 else ""
        return f"{found[:1]}@" if away(x, y) == known.here else found

    def side(x: int, y: int, way: Direction) -> Verdict:
        far = BESIDE[way]
        for spot, facing in ((away(x, y), way), (away(x + far[0], y + far[1]), _BACK[way])):
            if spot in flat:
                return known.traits[Trait(spot, facing, BARRED)]
        return Verdict.OPEN

    yield from (line.rstrip() for line in _lines(wide, high, glyph, side))


_BACK = {"N": "S", "S": "N", "E": "W", "W": "E"}


def _lines(
    wide: int, high: int, glyph: Callable[[int, int], str], side: Callable[[int, int, Direction], Verdict]
) -> Iterator[str]:
    """The drawing of a board; `side` says whether something stands on a side of a cell."""
    across = {Verdict.CERTAIN: "---", Verdict.EXCLUDED: "   "}
    upright = {Verdict.CERTAIN: "|", Verdict.EXCLUDED: " "}
    for y in reversed(range(high)):
        yield "+" + "".join(f"{across.get(side(x, y, 'N'), ' ? ')}+" for x in range(wide))
        cells = (f" {glyph(x, y):<2}{upright.get(side(x, y, 'E'), '?')}" for x in range(wide))
        yield upright.get(side(0, y, "W"), "?") + "".join(cells)
    yield "+" + "".join(f"{across.get(side(x, 0, 'S'), ' ? ')}+" for x in range(wide))
