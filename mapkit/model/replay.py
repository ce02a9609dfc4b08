"""A played game as the way of each player through the map: their moves, what they said and what was heard.

These records are for the sheets that are printed when a game is over. They keep no secret, so they are for the game
master alone.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, NamedTuple, assert_never

from mapkit.model.grid import Cell

if TYPE_CHECKING:
    from mapkit.model.ruling import Ruling


class Start(NamedTuple):
    """Where a player started."""

    player: str
    cell: Cell
    carried_to: Cell = ""
    """The cell where the player came to rest before the first turn; empty where it is the start."""


class ReplayStep(NamedTuple):
    """One directive that was carried out. A turn may have several, and many of them lead to no other cell."""

    number: int
    """The turn of the game, counted from 1."""
    player: str
    words: str
    heard: tuple[str, ...]
    """What was said at the table, in words."""
    through: tuple[Cell, ...]
    """The cells that the player passed by river or portal before they came to rest.

    Where the first of these is the cell on which the player stood, they did not walk at all.
    """
    cell: Cell
    outside: bool = False
    """Whether the player stands outside, before an exit of that cell."""
    others: tuple[Placement, ...] = ()
    """Where this directive has put others, such as a creature that moves by its rule."""


class Placement(NamedTuple):
    """Where a player stands."""

    player: str
    cell: Cell
    outside: bool = False


class MasterRuling(NamedTuple):
    """A ruling by the game master."""

    number: int
    """The turn that was played last; 0 before the first turn."""
    words: str
    heard: tuple[str, ...]
    moved: tuple[Placement, ...] = ()
    """The players whom the ruling has put on a cell."""


class ReplayMoment(NamedTuple):
    """A directive as the referee carried it out, or the beginning of the game."""

    player: str
    """The player who said it; empty for a ruling by the game master, and for the beginning."""
    words: str
    said: tuple[str, ...]
    """What was heard, in words, a line for each announcement."""
    ruling: Ruling[Any]


@dataclass(frozen=True)
class Track:
    """A played game."""

    starts: tuple[Start, ...]
    """The players and their starts, in the order of turns."""
    entries: tuple[ReplayStep | MasterRuling, ...]
    left: str = ""
    """The player who won by leaving; empty while the game goes on, and where it ended in another way."""
    over: bool = False
    rebuilt: frozenset[str] = frozenset()
    """The marks of borders, such as `wall` and `exit`, that the game master has put on the map or removed."""
    options: Mapping[str, str] = field(default_factory=dict)
    moments: tuple[ReplayMoment, ...] = field(default=(), compare=False, repr=False)
    """The beginning and all directives, for games in which a directive concerns several players."""

    def moves_of(self, player: str) -> Iterator[ReplayStep | Placement]:
        """What moved one player from cell to cell, in order: steps and rulings."""
        for entry in self.entries:
            match entry:
                case ReplayStep():
                    yield from (entry,) if entry.player == player else ()
                case MasterRuling():
                    yield from (placement for placement in entry.moved if placement.player == player)
                case _:
                    assert_never(entry)
