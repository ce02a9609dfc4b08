"""Keys of map files that name facts in words, outside the drawing: `holes = "b2/1 c3/1"`, `starts = "a1 d4"`."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, NamedTuple

from mapkit.model.grid import Border, Cell, Direction, cells_of, natural
from mapkit.model.rule import Fact, Facts
from mapkit.model.settings import Params

_BEYOND = {"N": "north of", "E": "east of", "S": "south of", "W": "west of", "U": "above", "D": "below"}


class ListedFact(NamedTuple):
    """A fact that a word means."""

    number: int
    """The number of the word, counted from 0."""
    fact: Fact


class UnreadWord(NamedTuple):
    """A word that means nothing."""

    number: int
    """The number of the word, counted from 0."""
    why: str
    """The rest of a sentence that begins with the word itself."""


class Bar(NamedTuple):
    """A bar that a listing names after a cell, and that a person can put on a board by pointing.

    Its middle is the upper right corner of that cell, and it lies beside two cells.
    """

    mark: str
    """The mark of the cell that it is named after."""
    words: str
    lies: Literal["across", "upright"]
    sign: str = "━"
    """A sign for it, such as one that says whose it is."""


class Listing(ABC):
    """A key of map files whose text names facts, word by word; `read` and `show` are inverse."""

    key: str
    says: str
    """What the key lists, in words."""
    left_by_repair: bool = True
    """Whether only people decide what is listed, so that repair leaves it as it is."""
    explained: bool = True
    """Whether people who draw are told of it; of what settings leave off they are not, and a rule names it."""
    implies: tuple[str, ...] = ()
    """The keys whose values follow from what is listed here; a file may not have them beside this one."""

    @abstractmethod
    def read(self, words: Sequence[str], params: Params) -> Iterator[ListedFact | UnreadWord]:
        """What the words mean."""

    @abstractmethod
    def show(self, facts: Facts) -> tuple[tuple[str, ...], Facts]:
        """The words for all facts that belong to this listing, and these facts."""

    def bars(self, _: Params) -> tuple[Bar, ...]:
        """The bars that it lists; none in most listings."""
        return ()

    def allotted(self, _: Params) -> Mapping[Cell, str]:
        """The places that bear one thing each, with what lies there where a file lists nothing; none in most listings.

        The listing says which thing lies in which of these places, so that people can exchange them.
        """
        return {}


@dataclass(frozen=True)
class OrderedCells(Listing):
    """Cells in an order; a cell may be named more than once."""

    key: str
    mark: str
    """The mark without its number: the cells bear `mark 1`, `mark 2` and so on."""
    says: str
    most: int | None = None
    """The most cells that it lists; None for no limit."""
    explained: bool = True

    def read(self, words: Sequence[str], params: Params) -> Iterator[ListedFact | UnreadWord]:
        cells = set(params.grid.cells())
        for number, cell in enumerate(words):
            if self.most is not None and number >= self.most:
                yield UnreadWord(number, f"in {self.key} is one too many; the most is {self.most}")
            elif cell in cells:
                yield ListedFact(number, Fact(cell, f"{self.mark} {number + 1}"))
            else:
                yield UnreadWord(number, f"in {self.key} is no cell of this board; {cells_of(params.grid)}")

    def show(self, facts: Facts) -> tuple[tuple[str, ...], Facts]:
        mine = [fact for fact in facts if isinstance(fact.place, Cell) and self.lists(fact)]
        mine.sort(key=lambda fact: int(fact.mark.rpartition(" ")[2]))
        return tuple(str(fact.place) for fact in mine), frozenset(mine)

    def lists(self, fact: Fact) -> bool:
        mark, _, number = fact.mark.rpartition(" ")
        return mark == self.mark and number.isdecimal()


@dataclass(frozen=True)
class CellsBySide(Listing):
    """Cells that have a mark on the same side."""

    key: str
    mark: str
    """The mark that the border of each cell bears."""
    says: str
    side: Direction
    """The side of each cell on which that border lies."""
    left_by_repair = False

    def read(self, words: Sequence[str], params: Params) -> Iterator[ListedFact | UnreadWord]:
        """Each word is the name of a cell, and no cell is named twice."""
        grid, cells, named = params.grid, set(params.grid.cells()), set[Cell]()
        for number, cell in enumerate(words):
            if cell not in cells:
                yield UnreadWord(number, f"in {self.key} is no cell of this board; {cells_of(grid)}")
            elif grid.step(cell, self.side) is None:
                yield UnreadWord(number, f"in {self.key} has no cell {_BEYOND[self.side]} it")
            elif cell in named:
                yield UnreadWord(number, f"stands in {self.key} twice; name it once")
            else:
                named.add(cell)
                yield ListedFact(number, Fact(Border(cell, self.side), self.mark))

    def show(self, facts: Facts) -> tuple[tuple[str, ...], Facts]:
        """The cells, sorted as people do."""
        marked = ((f, f.place) for f in facts if isinstance(f.place, Border) and f.mark == self.mark)
        mine = {line.cell: f for f, line in marked if line.side == self.side}
        return tuple(sorted(mine, key=natural)), frozenset(mine.values())
