"""The sheets of a game."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Generic, NamedTuple, TypeAlias, TypeVar

from mapkit.model.frozen import Frozen
from mapkit.model.map import Map, Public
from mapkit.model.replay import Track
from mapkit.model.settings import Params

if TYPE_CHECKING:
    from mapkit.paper.edition import Edition
    from mapkit.paper.hexes import AnyBoard
    from mapkit.paper.sheet import Box, Mark, Page
P = TypeVar("P", bound=Params)


class PlayedSheets(NamedTuple, Generic[P]):
    """The sheets of a played game: the map with the paths walked, and its turns."""

    sheets: Callable[[Map[P], Track, Edition], tuple[Page, ...]]
    secret: Callable[[Track], bool] = lambda track: not track.over
    """Whether the sheets show what players may not know."""


class BoundPages(NamedTuple):
    """The pages of a book."""

    pages: tuple[Page, ...]
    """The pages that everybody may see, in the order of the book."""
    back: tuple[Page, ...]
    """The game master's pages, or the solutions: after the others, or in a file of their own."""


class Book(NamedTuple, Generic[P]):
    """One book of many maps, such as puzzles with their solutions at the back."""

    sheets: Callable[[Sequence[Map[P]], Edition, bool], BoundPages]
    """The pages. Where the last is true, the back is for a file of its own, with page numbers from 1."""
    unfit: Callable[[Map[P], Edition], str] = lambda *_: ""
    """Why a map cannot be in the book, in words; empty where it can."""


Floor: TypeAlias = "tuple[AnyBoard, Sequence[Mark]]"
"""Where a floor of a board lies, and what is drawn of it."""


class BoardPicture(NamedTuple, Generic[P]):
    """The board of a map alone, with no words beside it."""

    floors: Callable[[Map[P], Edition, Box], Iterable[Floor]]
    """Each floor, lowest first, as large as it fits into a box of the paper."""
    secret: bool


@dataclass(frozen=True)
class Paper(Frozen, Generic[P]):
    """The sheets of a game, by their names. The function of a sheet raises NoSheet for a map that does not have it."""

    secret: Mapping[str, Callable[[Map[P], Edition], tuple[Page, ...]]] = field(default_factory=dict)
    open: Mapping[str, Callable[[Map[P], Edition], tuple[Page, ...]]] = field(default_factory=dict)
    """Sheets made from the map that show nothing secret, so everybody may see them."""
    public: Mapping[str, Callable[[Public, Edition], tuple[Page, ...]]] = field(default_factory=dict)
    """Sheets made from what players know before the game, and from nothing else."""
    played: PlayedSheets[P] | None = None
    book: Book[P] | None = None
    board: BoardPicture[P] | None = None
    signs: Callable[[str], Mapping[str, str]] = lambda _: {}
    """What players note in a language for cells, by their marks; so mapkit draws what they know."""

    @property
    def names(self) -> tuple[str, ...]:
        """The names of all sheets of a map, but for `map`, which is printed only where it is asked for."""
        return (*self.secret, *self.open, *self.public)

    @property
    def all_secret(self) -> frozenset[str]:
        """The names of all sheets for the game master alone, perhaps with `map`."""
        return frozenset([*self.secret, *(["map"] if self.board and self.board.secret else [])])
