"""A moment of a game of Quoridor: the position, the owners of the walls, and which walls are hidden."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from mapkit.games.quoridor.design import Params
from mapkit.games.quoridor.position import Move, Position, winner, with_walls
from mapkit.model.frozen import Frozen
from mapkit.model.map import Map

ARROWS = {"S": "north", "N": "south", "W": "east", "E": "west"}
"""The direction in which each seat's goal lies."""


@dataclass(frozen=True)
class State(Frozen):
    """A moment of a game; nothing in it changes."""

    drawn: Map[Params]
    names: tuple[str, ...]
    """The players' names, in the order of turns."""
    position: Position
    owners: Mapping[Move, str] = field(default_factory=dict)
    """The seat that placed each wall, by the wall's name; an empty text where that is unknown."""
    hidden: frozenset[Move] = frozenset()
    """The walls that only their owners know of."""
    options: frozenset[str] = frozenset()
    line: tuple[Move, ...] = ()

    @property
    def over(self) -> bool:
        return winner(self.position) is not None

    @property
    def name(self) -> str:
        return self.names[self.position.turn]

    @property
    def seat(self) -> str:
        return self.position.board.seats[self.position.turn]

    @property
    def known(self) -> Position:
        """The position as the player whose turn it is knows it: without the hidden walls of the others."""
        unseen = {wall for wall in self.hidden if self.owners[wall] != self.seat}
        if not unseen:
            return self.position
        return with_walls(self.position, (wall for wall in self.owners if wall not in unseen))

    @property
    def seen(self) -> Position:
        """The position as everybody sees it: without any hidden wall."""
        return with_walls(self.position, (wall for wall in self.owners if wall not in self.hidden))
