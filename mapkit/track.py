"""A played game as everybody's way through the map: who went where, what was said and what was heard.

Pure data for the sheets that are printed when a game is over; it tells everything, so it is the game master's.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from mapkit.grid import Cell


class Start(NamedTuple):
    """A player and where he started, and the cell where he came to rest if that was another one."""

    player: str
    cell: Cell
    carried_to: Cell = ""


class Step(NamedTuple):
    """One directive that was carried out, in turn `number` of the game, counted from 1.

    `heard` is what was said at the table, in words; `through` are the cells that the player passed before he came to
    rest on `cell`, by river or portal; where the first of them is the cell on which he stood, he did not walk at all.
    He may stand `outside`, before an exit of that cell. A turn may have several steps, and most of them lead nowhere
    new.
    """

    number: int
    player: str
    words: str
    heard: tuple[str, ...]
    through: tuple[Cell, ...]
    cell: Cell
    outside: bool = False


@dataclass(frozen=True)
class Track:
    """A played game: the players in the order of turns, the steps, who won by leaving the map, and whether it is over.

    `left` is empty where nobody has, be it that the game goes on or that it ended in another way.
    """

    starts: tuple[Start, ...]
    steps: tuple[Step, ...]
    left: str = ""
    over: bool = False

    def steps_of(self, player: str) -> tuple[Step, ...]:
        """The steps of one player."""
        return tuple(step for step in self.steps if step.player == player)
