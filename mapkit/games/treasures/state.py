"""A moment of a game of Treasures: the players, whose turn it is, and where treasures lie."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple, Self

from mapkit.games.kit.movement import KnownMoves
from mapkit.games.kit.packs import PackRecords
from mapkit.games.treasures.design import Params, known_moves
from mapkit.language.directives import seated
from mapkit.model.frozen import replaced
from mapkit.model.grid import Cell
from mapkit.model.map import Map
from mapkit.model.rule import Fact
from mapkit.model.ruling import Telling as _Telling

RANGE_OF_A_BULLET = 3


class Player(NamedTuple):
    """A player."""

    name: str
    cell: Cell
    """The tile where the player is; empty for a player who has left the labyrinth and won (TX-80)."""
    healthy: bool = True
    """Whether the player is healthy; otherwise the player is injured."""
    items: tuple[str, ...] = ()
    """The names of the items that the player carries, the one held longest first."""
    carried: str = ""
    """The kind of the treasure that the player carries, as it is drawn on the map; empty for none."""
    lost: str = ""
    """Why the next turn is lost, such as `marsh`; empty where it is not."""
    may_roll: bool = False
    """Whether the player has come to a Shop and has not rolled for an item there yet."""
    infected: bool = False
    """Whether only the hospital heals the injured player (TX-64)."""

    @property
    def health(self) -> str:
        return "healthy" if self.healthy else "infected" if self.infected else "injured"

    def healed(self) -> Self:
        return self._replace(healthy=True, infected=False)

    def without(self, item: str) -> Self:
        at = self.items.index(item)
        return self._replace(items=self.items[:at] + self.items[at + 1 :])


class LyingTreasure(NamedTuple):
    """A treasure that lies on a tile."""

    cell: Cell
    kind: str = "treasure"
    """Its kind, as it is drawn on the map."""


@dataclass(frozen=True)
class State(PackRecords):
    """A moment of a game."""

    drawn: Map[Params]
    """The map; rulings of the game master change its walls and exits."""
    players: tuple[Player, ...]
    """The players, in the order of turns."""
    lying: tuple[LyingTreasure, ...]
    """The treasures that lie on tiles; of several on one tile the last came last, and is taken first (TX-27)."""
    options: frozenset[str]
    """The options of the table that are on, such as `kit-costs-turn`."""
    turn: int = 0
    """The index of the player whose turn it is."""
    moved: bool = False
    winners: tuple[str, ...] = ()
    """The names of those who have won; empty until the game is over."""
    round: int = 1
    """The number of the round, counted from 1 (TX-4)."""
    extras: tuple[object, ...] = ()
    rebuilt: frozenset[Fact] = frozenset()
    """The walls and exits that rulings have added to the map or taken from it."""

    @property
    def player(self) -> Player:
        return seated(self.players, self.turn)

    @property
    def winner(self) -> str:
        """The name of the first who has won; empty until the game is over."""
        return self.winners[0] if self.winners else ""

    @property
    def treasures(self) -> tuple[Cell, ...]:
        """The tiles on which treasures lie, one for each treasure."""
        return tuple(treasure.cell for treasure in self.lying)

    @property
    def moves(self) -> KnownMoves:
        """The moves of play with the walls as they are now."""
        return known_moves(self.drawn.params, self.drawn.facts)

    def on(self, cell: Cell) -> str:
        """The kind of a tile; a treasure tile counts as Safe (TL-23.a)."""
        if (kind := self.drawn.kinds.get(cell)) is None:
            raise self.drawn.params.grid.no_such(cell)
        return "safe" if kind in self.drawn.params.treasure_marks else kind

    def others_here(self) -> tuple[Player, ...]:
        """The other players on the tile of the player whose turn it is."""
        return tuple(p for p in self.players if p.cell == self.player.cell and p.name != self.player.name)

    def with_player(self, changed: Player) -> State:
        return replaced(self, players=tuple(changed if p.name == changed.name else p for p in self.players))


class Telling(_Telling[State]):
    """A ruling in the making."""

    def drop(self, player: Player) -> Self:
        """Lay the treasure that a player carries on the player's tile, where they carry one."""
        if not player.carried:
            return self
        laid = LyingTreasure(player.cell, player.carried)
        return self.then(replaced(self.state, lying=(*self.state.lying, laid)).with_player(player._replace(carried="")))

    def change(self, player: Player) -> Self:
        return self.then(self.state.with_player(player))
