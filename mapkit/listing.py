"""What map files name in words outside their drawing: `holes = "b2/1 c3/1"`, `starts = "a1 d4"`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple, Protocol

from mapkit.grid import Board as Grid
from mapkit.grid import Border, Cell, Direction, natural
from mapkit.rule import Fact, Facts

_BEYOND = {"N": "north of", "E": "east of", "S": "south of", "W": "west of", "U": "above", "D": "below"}


class Sized(Protocol):
    """Parameters, as far as every listing needs them."""

    @property
    def grid(self) -> Grid:
        """The board."""
        ...


class Meant(NamedTuple):
    """A fact that a word means; words are counted from 0."""

    number: int
    fact: Fact


class Puzzle(NamedTuple):
    """A word that means nothing, and why, to be read after the word itself."""

    number: int
    why: str


class Listing(Protocol):
    """A key of map files whose text names facts, word by word; `read` and `show` are inverse.

    `lasting` is what people alone decide: repair does not change it. `implies` are keys whose values follow from what
    is listed, so that they do not stand beside it.
    """

    @property
    def key(self) -> str:
        """The key."""
        ...

    @property
    def says(self) -> str:
        """What is listed, in words."""
        ...

    @property
    def lasting(self) -> bool:
        """Whether what is listed is the people's own choice, which repair leaves as it is."""
        ...

    @property
    def implies(self) -> tuple[str, ...]:
        """The keys whose values follow from what is listed here."""
        ...

    def read(self, words: Sequence[str], params: Sized) -> Iterator[Meant | Puzzle]:
        """What the words mean."""
        ...

    def show(self, facts: Facts) -> tuple[tuple[str, ...], Facts]:
        """The words for all facts that belong here, and these facts."""
        ...


@dataclass(frozen=True)
class Ordered:
    """Cells in an order: they bear `mark 1`, `mark 2`, ..., and one may be named more than once."""

    key: str
    mark: str
    says: str
    lasting: bool = True
    implies: tuple[str, ...] = ()

    def read(self, words: Sequence[str], params: Sized) -> Iterator[Meant | Puzzle]:
        """A cell a word."""
        cells = set(params.grid.cells())
        for number, cell in enumerate(words):
            if cell in cells:
                yield Meant(number, Fact(cell, f"{self.mark} {number + 1}"))
            else:
                yield Puzzle(number, f"in {self.key} is no cell of this board; {cells_of(params.grid)}")

    def show(self, facts: Facts) -> tuple[tuple[str, ...], Facts]:
        """The cells in their order."""
        mine = [fact for fact in facts if isinstance(fact.place, Cell) and self.lists(fact)]
        mine.sort(key=lambda fact: int(fact.mark.rpartition(" ")[2]))
        return tuple(str(fact.place) for fact in mine), frozenset(mine)

    def lists(self, fact: Fact) -> bool:
        """Whether a fact belongs here."""
        mark, _, number = fact.mark.rpartition(" ")
        return mark == self.mark and number.isdecimal()


@dataclass(frozen=True)
class Sided:
    """Cells whose border on one side bears the mark."""

    key: str
    mark: str
    says: str
    side: Direction
    lasting: bool = False
    implies: tuple[str, ...] = ()

    def read(self, words: Sequence[str], params: Sized) -> Iterator[Meant | Puzzle]:
        """A cell a word, each once."""
        grid, cells = params.grid, set(params.grid.cells())
        for number, cell in enumerate(words):
            if cell not in cells:
                yield Puzzle(number, f"in {self.key} is no cell of this board; {cells_of(grid)}")
            elif grid.step(cell, self.side) is None:
                yield Puzzle(number, f"in {self.key} has no cell {_BEYOND[self.side]} it")
            elif cell in words[:number]:
                yield Puzzle(number, f"stands in {self.key} twice; name it once")
            else:
                yield Meant(number, Fact(Border(cell, self.side), self.mark))

    def show(self, facts: Facts) -> tuple[tuple[str, ...], Facts]:
        """The cells as people sort them."""
        mine = {f.place.cell: f for f in facts if isinstance(f.place, Border) and self._lists(f.place, f.mark)}
        return tuple(sorted(mine, key=natural)), frozenset(mine.values())

    def _lists(self, line: Border, mark: str) -> bool:
        return mark == self.mark and line.side == self.side


def cells_of(grid: Grid) -> str:
    """How the cells of a board are named."""
    cells = grid.cells()
    return f"cells are named {min(cells, key=natural)} to {max(cells, key=natural)}"
