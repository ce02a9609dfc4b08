"""Forced wins: whether the player to move wins within a given number of plies, whatever the other player does.

The search proves it for two players. It looks at every answer of the other player. Answers that cannot matter are
proven together: a proof stays valid when a wall blocks none of the borders on which the proof rests.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import NamedTuple

from mapkit.games.quoridor.position import (
    Bits,
    Move,
    Position,
    after,
    beside,
    distance,
    each,
    is_wall,
    legal_walls,
    moves,
    route,
    steps,
    winner,
)


class SearchLimit(Exception):
    """The search has looked at as many positions, or tried as many moves, as it may."""


class Zone(NamedTuple):
    """The borders on which a proof rests."""

    north: Bits
    """The squares to whose north such a border is."""
    east: Bits
    """The squares to whose east such a border is."""

    def and_(self, other: Zone) -> Zone:
        return Zone(self.north | other.north, self.east | other.east)


NOWHERE, EVERYWHERE = Zone(0, 0), Zone(-1, -1)


@dataclass
class WinSearch:
    """A search for forced wins, which remembers what it has proven."""

    most: int = 2_000_000
    """The most positions that it looks at; then it raises SearchLimit."""
    most_tried: int = 200_000_000
    """The most moves that it tries; then it raises SearchLimit. A position with few walls has many moves."""
    seen: int = 0
    tried: int = 0
    _won: dict[Position, tuple[int, Zone]] = field(default_factory=dict, repr=False)
    _open: dict[Position, int] = field(default_factory=dict, repr=False)

    def wins(self, position: Position, plies: int) -> list[Move]:
        """The moves that win within this many plies; empty where there is none."""
        return [move for move in self._ordered(position, plies) if self._succeeds(position, move, plies) is not None]

    def shortest(self, position: Position, plies: int) -> int | None:
        """The number of plies in which the player to move wins; None where it takes more than `plies`."""
        return next((n for n in range(1, plies + 1, 2) if self._attack(position, n) is not None), None)

    def line(self, position: Position, plies: int) -> list[Move]:
        """A winning line: the winner's best moves and the other player's longest defence, in turn."""
        found: list[Move] = []
        while winner(position) is None:
            left = plies - len(found)
            if len(found) % 2 == 0:
                left = self.shortest(position, left) or left
                move = self.wins(position, left)[0]
            else:
                move = max(moves(position), key=lambda move: self.shortest(after(position, move), left - 1) or left)
            found.append(move)
            position = after(position, move)
        return found

    def _attack(self, position: Position, plies: int) -> Zone | None:
        """The zone of a proof that the player to move wins within this many plies; None where there is no such win."""
        if not _within_reach(position, position.turn, plies):
            return None
        known = self._won.get(position)
        if known is not None and known[0] <= plies:
            return known[1]
        if self._open.get(position, 0) >= plies:
            return None
        self.seen += 1
        if self.seen > self.most:
            raise SearchLimit
        for move in self._ordered(position, plies):
            zone = self._succeeds(position, move, plies)
            if zone is not None:
                self._won[position] = plies, zone
                return zone
        self._open[position] = plies
        return None

    def _succeeds(self, position: Position, move: Move, plies: int) -> Zone | None:
        """The zone of a proof that a move wins within this many plies; None where it does not."""
        self._try()
        onward = after(position, move)
        rests_on = EVERYWHERE if is_wall(move) else _borders_crossed(position, onward)
        if onward.home(position.turn):
            return rests_on
        answered = self._defend(onward, plies - 1) if plies > 2 else None
        return answered.and_(rests_on) if answered is not None else None

    def _defend(self, position: Position, plies: int) -> Zone | None:
        """The zone of a proof that every move loses for the player to move within this many plies; None without one."""
        rival = 1 - position.turn
        if not _within_reach(position, rival, plies):
            return None
        across = self._walls(position, Zone(*route(position, rival)))
        if any(not _within_reach(after(position, wall), rival, plies - 1) for wall in across):
            return None  # one wall across the rival's shortest way makes that way too long
        on, zone, other = position.board, NOWHERE, position.pawns[rival]
        for step in "NESW":  # a wall behind the rival's pawn, where it can be jumped, would open jumps to its sides
            if beside(position, position.pawns[position.turn], step) == other:
                zone = _border(position, other, step)
        for target in each(steps(position)):
            onward = after(position, on.names[target])
            found = None if onward.home(position.turn) else self._attack(onward, plies - 1)
            if found is None:
                return None
            zone = zone.and_(found)
        if not position.stock[position.turn]:
            return zone
        waited = self._attack(position._replace(turn=rival), plies - 1)
        for wall in self._walls(position, waited or EVERYWHERE):
            self._try()
            found = self._attack(after(position, wall), plies - 1)
            if found is None:
                return None
            zone = zone.and_(found)
        return zone.and_(waited or EVERYWHERE)

    def _walls(self, position: Position, zone: Zone) -> Iterator[Move]:
        """The legal walls across a border of the zone; those across the other player's shortest way come first."""
        on, w = position.board, position.board.width
        across, upright = legal_walls(position)
        across &= zone.north | zone.north >> 1
        upright &= zone.east | zone.east >> w
        north, east = route(position, 1 - position.turn)
        first = across & (north | north >> 1), upright & (east | east >> w)
        for some_across, some_upright in (first, (across & ~first[0], upright & ~first[1])):
            yield from (on.across[bit] for bit in each(some_across))
            yield from (on.upright[bit] for bit in each(some_upright))

    def _ordered(self, position: Position, plies: int) -> Iterator[Move]:
        """The legal moves that may win: first the steps, those nearest to home in front, then the walls.

        No wall wins with the last move.
        """
        on = position.board
        onward = [on.names[bit] for bit in each(steps(position))]
        far = {move: distance(after(position, move), position.turn) or 0 for move in onward}
        yield from sorted(onward, key=lambda move: (far[move], move))
        if plies > 1:
            yield from self._walls(position, EVERYWHERE)

    def _try(self) -> None:
        self.tried += 1
        if self.tried > self.most_tried:
            raise SearchLimit


def _within_reach(position: Position, player: int, plies: int) -> bool:
    """Whether a player could be home within this many plies if nobody built another wall; never wrongly false.

    Each move is a step, or a jump of two steps once the pawns are side by side. Each ply brings the pawns nearer to
    each other by one step at most.
    """
    turns = (plies + (position.turn == player)) // 2
    far = distance(position, player)
    if far is None or far > 2 * turns:
        return False
    if far <= turns:
        return True
    one, other = (divmod(pawn.bit_length(), position.board.width) for pawn in position.pawns)
    before = abs(one[0] - other[0]) + abs(one[1] - other[1]) - 1 - (position.turn != player)
    return far - turns <= turns - max(0, -(-before // 2))


def _borders_crossed(position: Position, onward: Position) -> Zone:
    """The borders that a pawn's move may cross: all ways of one or two steps between the two squares."""
    here, there = position.pawns[position.turn], onward.pawns[position.turn]
    north = east = 0
    for first in "NESW":
        middle = beside(position, here, first)
        if not middle:
            continue
        for second in ("", *"NESW"):
            last = beside(position, middle, second) if second else middle
            if last == there:
                for square, step in ((here, first), *(((middle, second),) if second else ())):
                    one = _border(position, square, step)
                    north, east = north | one.north, east | one.east
    return Zone(north, east)


def _border(position: Position, square: Bits, step: str) -> Zone:
    bit = square >> {"N": 0, "S": position.board.width, "E": 0, "W": 1}[step]
    return Zone(bit, 0) if step in "NS" else Zone(0, bit)
