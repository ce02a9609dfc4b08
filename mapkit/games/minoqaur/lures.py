"""Whether a player could lead the minoqaur into a trap within a few moves (MQ-40): a bound for the search of a win.

Trails of players are left out, which only take moves away: from the player, and from the minoqaur, which may then wait.
So a player may have no such way where this finds one, and has none where this finds none.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from mapkit.games.minoqaur.maze_rules import DIRECTIONS, NOWHERE, OUTSIDE, SWORD, Bits, Maze, Module, Trail, moves

Hunter = tuple[Module, Bits]
"""The module where the minoqaur stands, and all modules of its trail."""
Player = tuple[Module, int]
"""The module where a player stands, and `SWORD` if they hold it, else 0."""


class _Surroundings(NamedTuple):
    """What lies around a minoqaur on a module."""

    ahead: tuple[tuple[tuple[Module, Bits], ...], ...]
    """In each direction the ends of its moves, the shortest first, each with the modules that the move draws."""
    first: tuple[Bits, ...]
    """The modules of the shortest move in each direction; its trail traps it if it has been on one of each."""


class Lures:
    """What a search finds out about the traps of a maze; it is kept, because searches ask again and again."""

    def __init__(self, maze: Maze) -> None:
        self.maze = maze
        self._around: dict[Module, _Surroundings] = {}
        self._onward: dict[Player, tuple[Player, ...]] = {}
        self._anyhow: dict[tuple[Hunter, int], bool] = {}
        self._open: dict[tuple[Hunter, int], tuple[Hunter, ...]] = {}
        self._followed: dict[tuple[Hunter, Player, int], bool] = {}
        self._led: dict[tuple[Hunter, Player, int], bool] = {}

    def may_trap(self, minoqaur: Hunter, player: Player, left: int) -> bool:
        """Whether the minoqaur may be trapped at the answer to one of the moves that a player has left."""
        asked = minoqaur, player, left
        found = self._led.get(asked)
        if found is None:
            found = self._led[asked] = self._may_walk_in(minoqaur, left) and (
                left < 2 or any(self.may_follow(minoqaur, onward, left) for onward in self._after(player))
            )
        return found

    def may_follow(self, minoqaur: Hunter, onward: Player, left: int) -> bool:
        """The same if the first of the moves that are left leads the player to a module."""
        asked = minoqaur, onward, left
        found = self._followed.get(asked)
        if found is None:
            useful = () if left < 2 else self._useful(minoqaur, left - 1)
            found = self._followed[asked] = self._is_trapped(minoqaur) or any(
                self.may_trap(after, onward, left - 1)
                for after in useful
                if after[0] == minoqaur[0] or self._may_answer(minoqaur[0], after[0], onward[0])
            )
        return found

    def _useful(self, minoqaur: Hunter, left: int) -> tuple[Hunter, ...]:
        """The minoqaur after each answer after which it could walk into a trap anyhow; last if it waits."""
        asked = minoqaur, left
        found = self._open.get(asked)
        if found is None:
            answered = (*self._strides(minoqaur), minoqaur)
            found = self._open[asked] = tuple(after for after in answered if self._may_walk_in(after, left))
        return found

    def _may_answer(self, head: Module, end: Module, player: Module) -> bool:
        """Whether the minoqaur may go from a module to another, and does not catch a player there."""
        return end != player and (
            self.maze.restless or self.maze.distance(end, player) < self.maze.distance(head, player)
        )

    def _may_walk_in(self, minoqaur: Hunter, left: int) -> bool:
        """The same if the minoqaur could go anywhere in each of its turns."""
        if left > _ANYHOW:
            return True
        if left < 2:
            return left > 0 and self._is_trapped(minoqaur)
        asked = minoqaur, left
        found = self._anyhow.get(asked)
        if found is None:
            onward = (self._may_walk_in(after, left - 1) for after in self._strides(minoqaur))
            found = self._anyhow[asked] = any(onward) or self._is_trapped(minoqaur)
        return found

    def _is_trapped(self, minoqaur: Hunter) -> bool:
        head, trail = minoqaur
        first = self._surroundings(head).first
        for modules in first:  # all() would take three times as long, and this is asked most
            if not modules & trail:
                return False
        return bool(first)

    def _strides(self, minoqaur: Hunter) -> Iterator[Hunter]:
        head, trail = minoqaur
        for steps in self._surroundings(head).ahead:
            for end, modules in steps:
                if modules & trail:
                    break
                yield end, trail | modules

    def _surroundings(self, head: Module) -> _Surroundings:
        if head not in self._around:
            ahead = tuple(self._moves_ahead(head, direction) for direction in DIRECTIONS)
            self._around[head] = _Surroundings(ahead, tuple(steps[0][1] for steps in ahead if steps))
        return self._around[head]

    def _moves_ahead(self, head: Module, direction: str) -> tuple[tuple[Module, Bits], ...]:
        return tuple((step.way[-1], step.modules) for step in self.maze.ahead(head, direction).steps)

    def _after(self, player: Player) -> tuple[Player, ...]:
        """Where a move of the player can end on the board."""
        if player not in self._onward:
            ends = (
                (move.end, move.holds & SWORD) for move in moves(self.maze, Trail.at(player[0]), player[1], NOWHERE)
            )
            self._onward[player] = tuple(dict.fromkeys(end for end in ends if end[0] != OUTSIDE))
        return self._onward[player]


_ANYHOW = 4
"""The most moves for which it pays to ask first whether the minoqaur could walk in anyhow."""
