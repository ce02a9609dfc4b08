"""A played game as everybody's way through the map: who went where, what was said and what was heard.

Pure data for the sheets that are printed when a game is over; it tells everything, so it is the game master's.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, NamedTuple, assert_never

from mapkit.grid import Cell

if TYPE_CHECKING:
    from mapkit.ruling import Ruling


class Start(NamedTuple):
    """A player and the start, and the cell where the player came to rest if that was another one."""

    player: str
    cell: Cell
    carried_to: Cell = ""


class Step(NamedTuple):
    """One directive that was carried out, in turn `number` of the game, counted from 1.

    `heard` is what was said at the table, in words; `through` are the cells that the player passed before he came to
    rest on `cell`, by river or portal; where the first of them is the cell on which he stood, he did not walk at all.
    He may stand `outside`, before an exit of that cell. A turn may have several steps, and most of them lead nowhere
    new. `others` are who else came somewhere with it, such as what goes by its rule.
    """

    number: int
    player: str
    words: str
    heard: tuple[str, ...]
    through: tuple[Cell, ...]
    cell: Cell
    outside: bool = False
    others: tuple[Placed, ...] = ()


class Placed(NamedTuple):
    """Where a player stands, perhaps outside, before an exit of that cell."""

    player: str
    cell: Cell
    outside: bool = False


class Ruled(NamedTuple):
    """A ruling of the game master's own, in the turn that was played last: `number` is 0 before all turns.

    `heard` is what was said at the table, in words; `moved` are the players who were put somewhere.
    """

    number: int
    words: str
    heard: tuple[str, ...]
    moved: tuple[Placed, ...] = ()


class Moment(NamedTuple):
    """A directive as the referee carried it out: whose it was, its words, and the ruling.

    `said` is what was heard in words, a line for each thing heard. The player is empty where the game master ruled, and
    for the beginning.
    """

    player: str
    words: str
    said: tuple[str, ...]
    ruling: Ruling[Any]


@dataclass(frozen=True)
class Track:
    """A played game: the players in the order of turns, what happened, who won by leaving, and whether it is over.

    `left` is empty where nobody has, be it that the game goes on or that it ended in another way. `rebuilt` are the
    marks of borders, such as `wall` and `exit`, that the game master has put on the map or taken away. `options` are
    those that it is played with. `moments` are all directives and the beginning before them, for games in which a step
    is not one player's alone.
    """

    starts: tuple[Start, ...]
    entries: tuple[Step | Ruled, ...]
    left: str = ""
    over: bool = False
    rebuilt: frozenset[str] = frozenset()
    options: Mapping[str, str] = field(default_factory=dict)
    moments: tuple[Moment, ...] = field(default=(), compare=False, repr=False)

    def moves_of(self, player: str) -> Iterator[Step | Placed]:
        """How one player came from cell to cell: by steps, and by rulings."""
        for entry in self.entries:
            match entry:
                case Step():
                    yield from (entry,) if entry.player == player else ()
                case Ruled():
                    yield from (each for each in entry.moved if each.player == player)
                case _:
                    assert_never(entry)
