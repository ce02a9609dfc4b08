"""Perfect play for two on small boards with few walls left: the outcome of every position (retrograde analysis).

Each set of walls that may come to stand has a table of all places of the pawns. A wall leads to the table with one
more wall, and a pawn's steps lead to other places of the same table.
"""

from __future__ import annotations

from array import array
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property

from mapkit.games.quoridor.position import (
    Bits,
    Layout,
    Move,
    Position,
    after,
    each,
    moves,
    near_squares,
    reached,
    steps,
    winner,
)
from mapkit.model.message import message

Key = tuple[Bits, Bits, tuple[int, ...]]


@dataclass
class Tables:
    """The outcomes of positions; each table is worked out when it is first asked for."""

    on: Layout
    _known: dict[Key, array[int]] = field(default_factory=dict, repr=False)

    @cached_property
    def squares(self) -> tuple[Bits, ...]:
        return tuple(each(self.on.squares))

    @cached_property
    def _number(self) -> dict[Bits, int]:
        return {bit: i for i, bit in enumerate(self.squares)}

    def outcome(self, position: Position) -> int:
        """The number of plies in which the player to move wins, negative where that player loses; 0 for a draw.

        Raises ValueError when the game is over.
        """
        if winner(position) is not None:
            raise ValueError(message("the game is over"))
        return self.table(position)[self.place((position.pawns[0], position.pawns[1]), position.turn)]

    def best(self, position: Position) -> list[tuple[Move, int]]:
        """Every move with its outcome for the player who makes it.

        They are in order, the best first: quick wins, draws, then losses, the slowest first.
        """
        found = list[tuple[Move, int]]()
        for move in moves(position):
            onward, value = after(position, move), 1
            if winner(onward) is None:
                theirs = self.outcome(onward)
                value = theirs and (1 - theirs if theirs < 0 else -1 - theirs)
            found.append((move, value))
        return sorted(found, key=lambda pair: ((pair[1] <= 0) + (pair[1] < 0), pair[1], pair[0]))

    def place(self, pawns: tuple[Bits, Bits], turn: int) -> int:
        """The index of a position in the table of its walls."""
        south, north = pawns
        return (self._number[south] * len(self.squares) + self._number[north]) * 2 + turn

    def table(self, position: Position) -> array[int]:
        """The table for a position's walls, with an outcome for all places of the pawns."""
        key = (position.north, position.east, position.stock)
        if key not in self._known:
            self._known[key] = _Retrograde(self, position).table()
        return self._known[key]


class _Retrograde:
    """One table under construction: every place of the two pawns among one set of walls."""

    def __init__(self, tables: Tables, position: Position) -> None:
        self.tables, self.position = tables, position
        self.values = array("h", bytes(4 * len(tables.squares) ** 2))
        self.events: dict[int, list[tuple[int, bool]]] = defaultdict(list)
        self.before: dict[int, list[int]] = defaultdict(list)
        self.open: dict[int, int] = {}
        self.longest: dict[int, int] = {}

    def table(self) -> array[int]:
        """The values of all places; places that no game can reach stay 0."""
        near = {square: near_squares(self.position, square) for square in self.tables.squares}
        free = _free(self.position)
        for turn in (0, 1):
            behind = list(self._behind_walls(turn))
            # where the pawns may be while nobody is home or cut off
            for pawns in ((south, north) for south in each(free[0]) for north in each(free[1] & ~south)):
                here, other = pawns[turn], pawns[1 - turn]
                targets = (
                    near[here] if not near[here] & other else steps(self.position._replace(pawns=pawns, turn=turn))
                )
                self._begin(pawns, turn, targets)
                # value the walls by the other player's best answers, and find the places where every move loses
                place, (south, north) = self.tables.place(pawns, turn), pawns
                found = [values[place ^ 1] for open_to, values in behind if south & open_to[0] and north & open_to[1]]
                lost = [-value for value in found if value < 0]
                if lost:
                    self.events[min(lost) + 1].append((place, True))
                if lost or 0 in found:
                    self.open[place] += 1  # so that this place is never counted as lost
                elif found and place in self.longest:
                    self.longest[place] = max(found) + 1
                if not self.open[place]:
                    self.events[self.longest[place]].append((place, False))
        depth = 0
        while self.events:
            depth += 1
            for place, wins in self.events.pop(depth, ()):
                if not self.values[place]:
                    self._decide(place, depth if wins else -depth)
        return self.values

    def _behind_walls(self, turn: int) -> Iterator[tuple[tuple[Bits, Bits], array[int]]]:
        """The tables that a player's walls lead to, each with the squares from which nobody is cut off."""
        position = self.position._replace(turn=turn)
        if not position.stock[turn]:
            return
        on = position.board
        for wall in [*map(on.across.get, each(position.across)), *map(on.upright.get, each(position.upright))]:
            onward = after(position, str(wall))
            yield _free(onward), self.tables.table(onward)

    def _begin(self, pawns: tuple[Bits, Bits], turn: int, targets: Bits) -> None:
        place = self.tables.place(pawns, turn)
        if targets & self.position.board.edges["NS"[turn]]:
            self.events[1].append((place, True))
            self.open[place] = 1
            return
        self.open[place], self.longest[place] = targets.bit_count(), 0
        for target in each(targets):
            moved = (target, pawns[1]) if turn == 0 else (pawns[0], target)
            self.before[self.tables.place(moved, 1 - turn)].append(place)

    def _decide(self, place: int, value: int) -> None:
        self.values[place] = value
        for earlier in self.before.get(place, ()):
            if self.values[earlier]:
                continue
            if value < 0:
                self.events[-value + 1].append((earlier, True))
                continue
            self.open[earlier] -= 1
            self.longest[earlier] = max(self.longest[earlier], value + 1)
            if not self.open[earlier]:
                self.events[self.longest[earlier]].append((earlier, False))


def _free(position: Position) -> tuple[Bits, Bits]:
    """For each of two players the squares from which that player can get home, without the goal squares."""
    on, north, east = position.board, position.north, position.east
    south_ends, north_ends = on.edges["S"], on.edges["N"]
    return (
        reached(north_ends, north, east, on.width) & ~north_ends,
        reached(south_ends, north, east, on.width) & ~south_ends,
    )
