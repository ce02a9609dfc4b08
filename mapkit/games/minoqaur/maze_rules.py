"""The legal moves in a code: walks, tunnels and the crossing of trails, and the minoqaur's answer (MQ-8 to MQ-41).

Modules are numbered row by row from the top left. A set of modules, or of links between neighbours, is one whole number
with a bit for each, so that a search can look at many positions. All functions are pure.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

Module = int
Bits = int
DIRECTIONS = "NESW"
SWORD, CLOAK, KEY, TREASURE = 1, 2, 4, 8
"""What a player may hold, as bits of one number."""
OUTSIDE = -1
"""The module that stands for outside at the end of a walk that leaves the board (MQ-39.a)."""


@dataclass(frozen=True)
class Maze:
    """A code to walk in."""

    side: int
    """How many modules it is wide and high."""
    light: Bits
    """The light modules, which are corridors; all others are walls (MQ-3, MQ-4)."""
    finds: Mapping[Module, int]
    """What a player who passes a module takes there, as bits (MQ-5, MQ-6)."""
    entrances: frozenset[Module]
    """Where players enter and leave (MQ-9)."""
    dot: Module
    """Where the minoqaur starts (MQ-8)."""
    sideways: bool = True
    """Whether the minoqaur goes along a row first where rows and columns are equal (MQ-30.a)."""
    restless: bool = False
    """Whether the minoqaur prefers a move that leads farther away to waiting (MQ-30.d)."""
    step_out: bool = False
    """Whether a player leaves by stepping off the edge at an entrance (MQ-39.a)."""

    @property
    def rays(self) -> Mapping[str, Sequence[range]]:
        """For each direction and each module the modules from there to the edge."""
        return _rays(self.side)

    def link(self, one: Module, other: Module) -> Bits:
        """The link between two neighbours."""
        low = min(one, other)
        return 1 << (low if abs(one - other) == 1 else low + self.side * self.side)

    def apart(self, one: Module, other: Module) -> tuple[int, int]:
        """The number of rows down and of columns to the right from one module to another."""
        (row, column), (to_row, to_column) = divmod(one, self.side), divmod(other, self.side)
        return to_row - row, to_column - column

    def distance(self, one: Module, other: Module) -> int:
        """The number of rows and columns between two modules, added up."""
        side = self.side
        return abs(one // side - other // side) + abs(one % side - other % side)


@lru_cache(maxsize=4)
def _rays(side: int) -> Mapping[str, Sequence[range]]:
    every = range(side * side)
    return {
        "N": [range(module - side, -1, -side) for module in every],
        "E": [range(module + 1, module - module % side + side) for module in every],
        "S": [range(module + side, side * side, side) for module in every],
        "W": [range(module - 1, module - module % side - 1, -1) for module in every],
    }


class Trail(NamedTuple):
    """The trail of a piece (MQ-12)."""

    head: Module
    """The module where the piece stands; less than 0 for one that is not on the board."""
    modules: Bits
    """All modules that it has been on, as bits."""
    links: Bits
    """The links between neighbouring modules that it has drawn, as bits."""

    @classmethod
    def at(cls, module: Module) -> Trail:
        """The trail of a piece that has not moved yet."""
        return cls(module, 1 << module, 0)


NOWHERE = Trail(-1, 0, 0)
"""The trail of a piece that is not on the board."""


class Move(NamedTuple):
    """One straight walk or tunnel."""

    direction: str
    """The letter of its direction."""
    tunnels: bool
    """Whether it is a tunnel."""
    way: tuple[Module, ...]
    """The modules from the next one to the last."""
    holds: int = 0
    """What the player holds after it, as bits."""

    @property
    def end(self) -> Module:
        """The module where the move ends."""
        return self.way[-1]


def trail_after(maze: Maze, trail: Trail, move: Move) -> Trail:
    """The trail after a move; nothing is drawn off the board."""
    modules, links, before = trail.modules, trail.links, trail.head
    for module in move.way:
        if module == OUTSIDE:
            break
        modules |= 1 << module
        links |= maze.link(before, module)
        before = module
    return Trail(before, modules, links)


# --- the player --------------------------------------------------------------------------------------------------


class _Bars(NamedTuple):
    """What bars a piece."""

    closed: Bits
    """Modules that it cannot enter."""
    cloaked: Bits
    """Modules that it cannot enter without the cloak."""
    crossed: Bits
    """Modules that it cannot stop on."""
    links: Bits
    """Links that it cannot use."""


def moves(maze: Maze, own: Trail, holds: int, minoqaur: Trail, others: tuple[Trail, ...] = ()) -> Iterator[Move]:
    """The legal moves of a player: walks to all modules where the player may stop, and tunnels (MQ-11 to 24, MQ-47).

    A player cannot cross their own trail (MQ-16), the minoqaur's trail without the cloak, or its head at all (MQ-15,
    MQ-22). On trails that the player may cross, they use no link and stop on no module (MQ-23, MQ-48). With the
    treasure the player may walk off the board where `step_out` says so (MQ-39.a).
    """
    head = 1 << minoqaur.head if minoqaur.head >= 0 else 0
    crossed, links = _modules_and_links((minoqaur, *others)) if others else minoqaur[1:]
    bars = _Bars(own.modules | head, minoqaur.modules, crossed, links)
    for direction in DIRECTIONS:
        ray = maze.rays[direction][own.head]
        if not ray or maze.light >> ray[0] & 1:
            yield from _walks(maze, own.head, holds, bars, direction)
        else:
            yield from _tunnels(maze, own.head, holds, bars, direction)


def _walks(maze: Maze, head: Module, holds: int, bars: _Bars, direction: str) -> Iterator[Move]:
    ray, before = maze.rays[direction][head], head
    closed = bars.closed if holds & CLOAK else bars.closed | bars.cloaked
    for length, module in enumerate(ray, 1):
        if not maze.light >> module & 1 or closed >> module & 1 or maze.link(before, module) & bars.links:
            return
        holds |= maze.finds.get(module, 0)
        if holds & CLOAK:  # the cloak holds for the rest of the walk (MQ-21.b)
            closed = bars.closed
        if not bars.crossed >> module & 1:
            yield Move(direction, False, tuple(ray[:length]), holds)
        before = module
    if maze.step_out and holds & TREASURE and before in maze.entrances:
        yield Move(direction, False, (*ray, OUTSIDE), holds)


def _tunnels(maze: Maze, head: Module, holds: int, bars: _Bars, direction: str) -> Iterator[Move]:
    way = wall(maze, head, direction)
    if not way or (len(way) > 2 and not holds & SWORD):
        return
    closed = bars.closed if holds & CLOAK else bars.closed | bars.cloaked
    if _free(maze, head, way, closed, bars.links) and not bars.crossed >> way[-1] & 1:
        yield Move(direction, True, way, holds | maze.finds.get(way[-1], 0))


def wall(maze: Maze, head: Module, direction: str) -> tuple[Module, ...]:
    """The dark modules ahead and the first light one behind them; empty where they go on to the edge."""
    ray = maze.rays[direction][head]
    for length, module in enumerate(ray, 1):
        if maze.light >> module & 1:
            return tuple(ray[:length])
    return ()


def _free(maze: Maze, head: Module, way: tuple[Module, ...], closed: Bits, links: Bits) -> bool:
    """Whether a tunnel meets no closed module and runs along no trail (MQ-12.b)."""
    before = head
    for module in way:
        if closed >> module & 1 or maze.link(before, module) & links:
            return False
        before = module
    return True


def _modules_and_links(trails: tuple[Trail, ...]) -> tuple[Bits, Bits]:
    """All modules and all links of some trails."""
    modules = links = 0
    for trail in trails:
        modules |= trail.modules
        links |= trail.links
    return modules, links


def has_won(maze: Maze, move: Move) -> bool:
    """Whether a move wins: the player then holds key and treasure, or leaves with the treasure (MQ-25, MQ-39)."""
    leaves = move.end == OUTSIDE if maze.step_out else move.end in maze.entrances
    return bool(move.holds & TREASURE) and (bool(move.holds & KEY) or leaves)


# --- the minoqaur ------------------------------------------------------------------------------------------------


class MinoqaurTurn(NamedTuple):
    """The minoqaur's turn."""

    move: Move | None
    """Its move; None where it waits."""
    tried: tuple[str, ...]
    """The directions that it tried, in order."""
    catches: bool = False
    """Whether it catches a player."""
    trapped: bool = False
    """Whether its own trail leaves it no move, whatever the players have drawn (MQ-40)."""
    nearer: bool = False
    """Whether the move leads nearer to the hunted player; if not, a move is the least bad one (MQ-30.d)."""


def answer(maze: Maze, minoqaur: Trail, player: Trail, others: tuple[Trail, ...] = ()) -> MinoqaurTurn:
    """The minoqaur's turn by its rule (MQ-28 to MQ-37): it goes as near to the player as a straight line leads.

    It hunts `player`. Of several ends that are equally near, it takes the first on its way. A restless minoqaur that
    cannot come nearer takes the least bad end, and of equal ones the first to the north, east, south, west (MQ-30.d).
    """
    tried = tuple(towards(maze, minoqaur.head, player.head))
    players, now = (player, *others), maze.distance(minoqaur.head, player.head)
    for direction in tried:
        best = _nearest(maze, player, strides(maze, minoqaur, players, direction))
        if best and maze.distance(best.end, player.head) < now:
            return MinoqaurTurn(best, tried, _is_head(players, best.end), nearer=True)
    anywhere = (move for each in DIRECTIONS for move in strides(maze, minoqaur, players, each))
    best = _nearest(maze, player, anywhere) if maze.restless else next(anywhere, None)
    if best is None:
        return MinoqaurTurn(None, tried, trapped=is_trapped(maze, minoqaur))
    return MinoqaurTurn(best, tried, _is_head(players, best.end)) if maze.restless else MinoqaurTurn(None, tried)


def _nearest(maze: Maze, player: Trail, found: Iterable[Move]) -> Move | None:
    return min(found, key=lambda move: maze.distance(move.end, player.head), default=None)


def _is_head(players: tuple[Trail, ...], module: Module) -> bool:
    return any(player.head == module for player in players)


def towards(maze: Maze, head: Module, player: Module) -> Iterator[str]:
    """The directions that lead nearer: along the smaller number of rows or columns first (MQ-30)."""
    rows, columns = maze.apart(head, player)
    upright_first = abs(rows) < abs(columns) or (abs(rows) == abs(columns) and not maze.sideways)
    upright = ("S" if rows > 0 else "N",) if rows else ()
    across = ("E" if columns > 0 else "W",) if columns else ()
    yield from (*upright, *across) if upright_first else (*across, *upright)


def strides(maze: Maze, minoqaur: Trail, players: tuple[Trail, ...], direction: str) -> Iterator[Move]:
    """The minoqaur's legal moves in a direction. It tunnels walls of any thickness, and crosses players' trails.

    It cannot stop on a player's trail, except on its head: then it catches the player (MQ-32 to MQ-35, MQ-41).
    """
    ray = maze.rays[direction][minoqaur.head]
    crossed, links = _modules_and_links(players)
    if ray and not maze.light >> ray[0] & 1:
        way = wall(maze, minoqaur.head, direction)
        lands = bool(way) and (not crossed >> way[-1] & 1 or _is_head(players, way[-1]))
        if lands and _free(maze, minoqaur.head, way, minoqaur.modules, links):
            yield Move(direction, True, way)
        return
    before = minoqaur.head
    for length, module in enumerate(ray, 1):
        if not maze.light >> module & 1 or minoqaur.modules >> module & 1 or maze.link(before, module) & links:
            return
        if not crossed >> module & 1:
            yield Move(direction, False, tuple(ray[:length]))
        elif _is_head(players, module):
            yield Move(direction, False, tuple(ray[:length]))
            return
        before = module


def is_trapped(maze: Maze, minoqaur: Trail) -> bool:
    """Whether its own trail leaves it no move, with no trail of a player in its way (MQ-40).

    If walls up to the edge shut it in on all sides, its own trail is not the reason, and it is not trapped.
    """
    if any(next(strides(maze, minoqaur, (), direction), None) for direction in DIRECTIONS):
        return False
    return any(_meets_itself(maze, minoqaur, direction) for direction in DIRECTIONS)


def _meets_itself(maze: Maze, minoqaur: Trail, direction: str) -> bool:
    """Whether its own trail bars it in a direction: beside it, or on its way through a wall (MQ-40.b)."""
    ray = maze.rays[direction][minoqaur.head]
    tunnels = bool(ray) and not maze.light >> ray[0] & 1
    return any(
        minoqaur.modules >> module & 1 for module in (wall(maze, minoqaur.head, direction) if tunnels else ray[:1])
    )
