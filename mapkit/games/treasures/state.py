"""A moment of a game of Treasures: the players, whose turn it is, and where treasures lie."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import NamedTuple, Self

from mapkit.game import Map
from mapkit.games.treasures.design import Params
from mapkit.grid import Cell
from mapkit.rule import Fact
from mapkit.ruling import Telling as _Telling


class Player(NamedTuple):
    """A player."""

    name: str
    """The name."""
    cell: Cell
    """The tile where the player is."""
    healthy: bool = True
    """Whether the player is healthy; otherwise the player is injured."""
    item: str = ""
    """The name of the item that the player carries; empty for none."""
    treasure: bool = False
    """Whether the player carries a treasure."""
    lost: str = ""
    """Why the next turn is lost, such as `marsh`; empty where it is not."""
    may_roll: bool = False
    """Whether the player has come to a Shop and has not rolled for an item there yet."""


@dataclass(frozen=True)
class State:
    """A moment of a game."""

    drawn: Map[Params]
    """The map; rulings of the game master change its walls and exits."""
    players: tuple[Player, ...]
    """The players, in the order of turns."""
    treasures: tuple[Cell, ...]
    """The tiles on which a treasure lies."""
    options: frozenset[str]
    """The options of the table that are on, such as `kit-costs-turn`."""
    turn: int = 0
    """The index of the player whose turn it is."""
    moved: bool = False
    """Whether that player has moved in this turn."""
    winner: str = ""
    """The name of the winner; empty until the game is over."""
    rebuilt: frozenset[Fact] = frozenset()
    """The walls and exits that rulings have added to the map or taken from it."""

    @property
    def player(self) -> Player:
        """The player whose turn it is."""
        return self.players[self.turn]

    def fact(self, fact: Fact) -> bool:
        """Whether the fact holds on the map."""
        return fact in self.drawn.facts

    def on(self, cell: Cell) -> str:
        """The kind of a tile; a treasure tile counts as Safe (TL-23.a)."""
        kind = self.drawn.kinds[cell]
        return "safe" if kind == "treasure" else kind

    def others_here(self) -> tuple[Player, ...]:
        """The other players on the tile of the player whose turn it is."""
        return tuple(p for p in self.players if p.cell == self.player.cell and p.name != self.player.name)

    def with_player(self, changed: Player) -> State:
        """The state with one player changed."""
        return replace(self, players=tuple(changed if p.name == changed.name else p for p in self.players))


class Telling(_Telling[State]):
    """A ruling in the making."""

    def change(self, player: Player) -> Self:
        """Change one player."""
        return self.then(self.state.with_player(player))
