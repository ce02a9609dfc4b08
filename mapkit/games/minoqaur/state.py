"""A moment of a game of Minoqaur: the trails, what the players hold, and whose turn it is."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, NamedTuple

from mapkit.games.minoqaur.maze_rules import CLOAK, KEY, NOWHERE, SWORD, TREASURE, Maze, Module, Trail
from mapkit.games.minoqaur.notation import Hunter, Piece, Traveller, cells
from mapkit.language.directives import seated
from mapkit.model.frozen import replaced
from mapkit.model.grid import Cell
from mapkit.model.map import Map
from mapkit.model.message import Message, Name
from mapkit.model.ruling import Telling, keyed, row

ITEMS = {"sword": SWORD, "cloak": CLOAK, "key": KEY, "treasure": TREASURE}
"""The things that a player may hold, as bits, by their names."""
MINOQAUR = "minoqaur"
"""The name of a minoqaur that no player plays."""


def things(items: int) -> Message:
    return row(what for what, item in ITEMS.items() if items & item)


class Player(NamedTuple):
    """An explorer."""

    name: str
    trail: Trail = NOWHERE
    """The trail; NOWHERE before the explorer enters."""
    holds: int = 0
    """The things that the explorer holds, as bits."""
    gone: bool = False


@dataclass(frozen=True)
class State:
    """A moment of a game; nothing in it changes."""

    maze: Maze
    explorers: tuple[Player, ...]
    minoqaur: Trail
    keeper: str = ""
    """The name of the player who plays the minoqaur; empty where mapkit runs it."""
    turn: int = 0
    """The index of the explorer to move; the number of explorers stands for the minoqaur."""
    round: int = 0
    """The number of the round; 0 while explorers choose where they enter."""
    steal_one: bool = False
    """Whether an explorer who robs another takes one thing, not all (MQ-49.a)."""
    at_random: bool = False
    """Whether a die decides the minoqaur's way where rows and columns are equal (MQ-30)."""
    winners: tuple[Message | Name, ...] = ()
    """The names of the winners; empty until the game is over."""
    drawn: Map[Any] | None = None
    """The code with its settings; None in a maze without one."""

    @property
    def hunting(self) -> bool:
        """Whether it is the turn of a person who plays the minoqaur."""
        return not self.winners and self.turn == len(self.explorers)

    @property
    def mover(self) -> str:
        return "" if self.winners else self.keeper if self.hunting else seated(self.explorers, self.turn).name

    @property
    def entering(self) -> bool:
        """Whether the explorer whose turn it is has yet to enter."""
        return not self.winners and not self.hunting and seated(self.explorers, self.turn).trail == NOWHERE

    @property
    def cells(self) -> tuple[Cell, ...]:
        return cells(self.maze.side)

    @property
    def playing(self) -> tuple[Player, ...]:
        return tuple(player for player in self.explorers if not player.gone)

    @cached_property
    def piece(self) -> Piece:
        """The piece of the player whose turn it is, without wishes for what to steal."""
        return Hunter(self.maze, self.minoqaur, self.trails()) if self.hunting else self.explorer(())

    def explorer(self, wishes: Sequence[int]) -> Traveller:
        """The piece of the explorer whose turn it is, with these wishes for what to steal."""
        own = seated(self.explorers, self.turn)
        finds = {module: item & self.lying for module, item in self.maze.finds.items()}
        for victim in self.victims:
            finds[victim.trail.head] = finds.get(victim.trail.head, 0) | self.loot(victim, wishes)
        others = tuple(explorer.trail for explorer in self.explorers if explorer is not own)
        return Traveller(replace(self.maze, finds=finds), own.trail, own.holds, self.minoqaur, others)

    @property
    def victims(self) -> tuple[Player, ...]:
        """The other explorers who hold something."""
        own = None if self.hunting else seated(self.explorers, self.turn)
        return tuple(player for player in self.playing if player is not own and player.holds)

    def loot(self, victim: Player, wishes: Sequence[int]) -> int:
        """The loot from a victim: everything or, with `steal_one`, the first wish found or the only thing (MQ-49.a)."""
        if not self.steal_one or victim.holds.bit_count() == 1:
            return victim.holds
        return next((wish for wish in wishes if victim.holds & wish), 0)

    @property
    def lying(self) -> int:
        """The things that are still in their chambers, as bits (MQ-49.b)."""
        return sum(item for item in ITEMS.values() if not any(player.holds & item for player in self.playing))

    def trails(self, first: Player | None = None) -> tuple[Trail, ...]:
        """The trails of all explorers, that of `first` in front; the trails of those who are out have no head."""
        order = sorted(self.explorers, key=lambda explorer: explorer is not first)
        return tuple(each.trail._replace(head=NOWHERE.head) if each.gone else each.trail for each in order)

    @property
    def doors(self) -> tuple[Cell, ...]:
        """The names of the entrances, in the order of their numbers: row by row from the top."""
        return tuple(self.named(module) for module in sorted(self.maze.entrances) if self.maze.light >> module & 1)

    @property
    def free_doors(self) -> tuple[Cell, ...]:
        taken = {player.trail.head for player in self.explorers}
        return tuple(door for door in self.doors if self.cells.index(door) not in taken)

    def named(self, module: Module) -> Cell:
        return self.cells[module]

    def at(self, trail: Trail) -> Cell:
        """The module of a trail's head; empty for a piece that has not entered."""
        return "" if trail == NOWHERE else self.named(trail.head)

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(player.name for player in self.explorers)

    def with_player(self, seat: int, player: Player) -> State:
        return replaced(self, explorers=(*self.explorers[:seat], player, *self.explorers[seat + 1 :]))


def out(telling: Telling[State], seat: int, key: str) -> Telling[State]:
    """Put an explorer out of the game: what they held goes back to its chambers, their trail stays (MQ-49.d, MQ-G1)."""
    state = telling.state
    player = state.explorers[seat]
    telling = telling.then(state.with_player(seat, player._replace(gone=True, holds=0))).say(key, player=player.name)
    if telling.state.playing:
        return telling.say("returns", what=things(player.holds)) if player.holds else telling
    winner = Name(state.keeper) if state.keeper else keyed("the minoqaur")
    telling = telling.then(replaced(telling.state, winners=(winner,)))
    if state.keeper:
        return telling.say("minoqaur-wins", player=state.keeper)
    return telling.say("lost", players=", ".join(state.names))
