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
    """A player. `lost` says why the next turn is lost; it is empty when the turn is not lost."""

    name: str
    cell: Cell
    healthy: bool = True
    item: str = ""
    treasure: bool = False
    lost: str = ""
    may_roll: bool = False


@dataclass(frozen=True)
class State:
    """A moment of a game: the players in the order of turns, whose turn it is, and where treasures lie.

    `rebuilt` are the walls and exits that rulings have added to the map or taken from it.
    """

    drawn: Map[Params]
    players: tuple[Player, ...]
    treasures: tuple[Cell, ...]
    options: frozenset[str]
    turn: int = 0
    moved: bool = False
    winner: str = ""
    rebuilt: frozenset[Fact] = frozenset()

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
