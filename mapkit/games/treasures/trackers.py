"""What changes on a map during a game, for the game master to write beside it: treasures, shelves, a fallen zombie."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from mapkit.games.treasures.modules import ModuleWords
from mapkit.model.grid import Cell
from mapkit.paper.drawing import BODY, Block, blank
from mapkit.paper.sheet import Ink, Mark, Text, width

Places = Callable[[str], Sequence[Cell]]
"""Returns the cells of a kind."""

_HIGH = 8.0
"""The height of a line to write on, in mm."""


def changing(places: Places, more: ModuleWords, wide: float) -> Iterator[Block]:
    """For each treasure where it lies and room for where it lies later; then what modules keep."""
    words, of_modules = more.base["tracker"], more.of_modules.get("tracker", {})
    kinds, found = more.kinds_of_treasures, list(places("treasure"))
    found += [f"{cell} ({name})" for kind, name in kinds.items() for cell in places(kind)]
    across = (2 if kinds else 3) if len(found) <= (8 if kinds else 12) else 4
    labels = [words["then"].format(cell=cell) for cell in found]
    for first in range(0, len(labels), across):
        yield _blanks("" if first else words["treasures"], labels[first : first + across], across, wide)
    for cell in places("donation"):
        label = of_modules["shelf"].format(cell=cell)
        yield _blanks(label, [of_modules["then"].format(items=more.filled("{donated}"))], 1, wide)
    if "zombie" in more.on:
        yield _blanks(f"{more.monsters['zombie']}, {of_modules['fallen']}", [""] * 6, 6, wide)


def _blanks(title: str, labels: Sequence[str], across: int, wide: float) -> Block:
    """A row of lines to write on, each after its label; the title stands at the left."""
    left = max(24.0, width(title, BODY, bold=True) + 4)
    each = (wide - left) / across

    def draw(x: float, y: float) -> Iterator[Mark]:
        yield Text(Ink.TEXT, x, y + 5, BODY, title, True)
        for i, label in enumerate(labels):
            yield from blank(x + left + i * each, y + 5, x + left + (i + 1) * each - 5, label)

    return Block(_HIGH, draw)
