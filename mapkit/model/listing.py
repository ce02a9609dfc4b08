"""Keys of map files that name facts in words, outside the drawing: `holes = "b2/1 c3/1"`, `starts = "a1 d4"`."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, NamedTuple

from mapkit.model.grid import Board, Border, Cell, Direction, cells_of, natural
from mapkit.model.letters import in_quotes_with_hint
from mapkit.model.message import Message, Name, message
from mapkit.model.rule import Fact, Facts
from mapkit.model.settings import Params

_BEYOND = {
    "N": message("north of it"),
    "E": message("east of it"),
    "S": message("south of it"),
    "W": message("west of it"),
    "U": message("above it"),
    "D": message("below it"),
}
WORD = Name("")
"""The word itself, in a sentence on what is wrong with it."""


class ListedFact(NamedTuple):
    """A fact that a word means, with the number of the word, counted from 0."""

    number: int
    fact: Fact


class UnreadWord(NamedTuple):
    """A word that means nothing, with its number, counted from 0."""

    number: int
    sentence: Message
    """What is wrong, with `WORD` in its first gap, `{found}`."""

    def of(self, word: str) -> Message:
        """The sentence about the word as a file has it."""
        return self.sentence.filled(found=in_quotes_with_hint(word))


class Bar(NamedTuple):
    """A bar that a listing names after a cell, and that a person can put on a board by pointing.

    Its middle is the upper right corner of that cell, and it lies beside two cells.
    """

    mark: str
    """The mark of the cell that it is named after."""
    words: Message
    lies: Literal["across", "upright"]


class Listing(ABC):
    """A key of map files whose text names facts, word by word; `read` and `show` are inverse."""

    key: str
    title: Message
    says: Message
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


def one_too_many(key: str, most: int) -> Message:
    return message("{found} in {key} is one too many; the most is {number}", WORD, Name(key), most)


def _no_cell(key: str, grid: Board) -> Message:
    return message("{found} in {key} is no cell of this board; {cells}", WORD, Name(key), cells_of(grid))


@dataclass(frozen=True)
class OrderedCells(Listing):
    """Cells in an order; a cell may be named more than once."""

    key: str
    mark: str
    """The mark without its number: the cells bear `mark 1`, `mark 2` and so on."""
    title: Message
    says: Message
    most: int | None = None
    """The most cells that it lists; None for no limit."""
    explained: bool = True

    def read(self, words: Sequence[str], params: Params) -> Iterator[ListedFact | UnreadWord]:
        cells = set(params.grid.cells())
        for number, cell in enumerate(map(params.grid.with_names, words)):
            if self.most is not None and number >= self.most:
                yield UnreadWord(number, one_too_many(self.key, self.most))
            elif cell in cells:
                yield ListedFact(number, Fact(cell, f"{self.mark} {number + 1}"))
            else:
                yield UnreadWord(number, _no_cell(self.key, params.grid))

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
    title: Message
    says: Message
    side: Direction
    left_by_repair = False

    def read(self, words: Sequence[str], params: Params) -> Iterator[ListedFact | UnreadWord]:
        """Each word is the name of a cell, and no cell is named twice."""
        grid, cells, named = params.grid, set(params.grid.cells()), set[Cell]()
        for number, cell in enumerate(map(grid.with_names, words)):
            if cell not in cells:
                yield UnreadWord(number, _no_cell(self.key, grid))
            elif grid.step(cell, self.side) is None:
                where = _BEYOND[self.side]
                yield UnreadWord(number, message("{found} in {key} has no cell {where}", WORD, Name(self.key), where))
            elif cell in named:
                yield UnreadWord(number, message("{found} stands in {key} twice; name it once", WORD, Name(self.key)))
            else:
                named.add(cell)
                yield ListedFact(number, Fact(Border(cell, self.side), self.mark))

    def show(self, facts: Facts) -> tuple[tuple[str, ...], Facts]:
        marked = ((f, f.place) for f in facts if isinstance(f.place, Border) and f.mark == self.mark)
        mine = {line.cell: f for f, line in marked if line.side == self.side}
        return tuple(sorted(mine, key=natural)), frozenset(mine.values())
