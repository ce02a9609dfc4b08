"""The legal moves in a code: walks, tunnels and the crossing of trails, and the minoqaur's answer (MQ-8 to MQ-41).

Modules are numbered row by row from the top left. A set of modules, or of links between neighbours, is one whole number
with a bit for each, so that a search can look at many positions. All functions are pure.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import NamedTuple

from mapkit.model.frozen import Frozen, FrozenDict

Module = int
Bits = int
DIRECTIONS = "NESW"
SWORD, CLOAK, KEY, TREASURE = 1, 2, 4, 8
"""What a player may hold, as bits of one number."""
OUTSIDE = -1
"""The module that stands for outside at the end of a walk that leaves the board (MQ-39.a)."""


@dataclass(frozen=True)
class Maze(Frozen):
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

    def link(self, one: Module, other: Module) -> Bits:
        low = min(one, other)
        return 1 << (low if abs(one - other) == 1 else low + self.side * self.side)

    def ahead(self, module: Module, direction: str) -> OpenWay:
        """What lies ahead of a piece on a module. It is worked out once, because a search asks again and again."""
        found = self._known.get((module, direction))
        if found is None:
            found = self._known[module, direction] = _ahead(self, module, direction)
        return found

    @cached_property
    def _known(self) -> dict[tuple[Module, str], OpenWay]:
        return {}

    def apart(self, one: Module, other: Module) -> tuple[int, int]:
        """The number of rows down and of columns to the right from one module to another."""
        (row, column), (to_row, to_column) = divmod(one, self.side), divmod(other, self.side)
        return to_row - row, to_column - column

    def distance(self, one: Module, other: Module) -> int:
        """The number of rows and columns between two modules, added up."""
        side = self.side
        return abs(one // side - other // side) + abs(one % side - other % side)


@lru_cache(maxsize=4)
def rays(side: int) -> Mapping[str, Sequence[range]]:
    """For each direction and each module the modules of a straight line from there to the edge (MQ-13)."""
    every = range(side * side)
    return FrozenDict(
        N=tuple(range(module - side, -1, -side) for module in every),
        E=tuple(range(module + 1, module - module % side + side) for module in every),
        S=tuple(range(module + side, side * side, side) for module in every),
        W=tuple(range(module - 1, module - module % side - 1, -1) for module in every),
    )


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
    tunnels: bool
    way: tuple[Module, ...]
    """The modules from the next one to the last."""
    holds: int = 0
    """What the player holds after it, as bits."""

    @property
    def end(self) -> Module:
        return self.way[-1]


class MazeStep(NamedTuple):
    """A straight way from a module on which a piece can stop at its end."""

    bit: Bits
    link: Bits
    """Its last link, as a bit; of a tunnel all links."""
    way: tuple[Module, ...]
    modules: Bits
    move: Move
    """The move of a piece that holds nothing."""


class OpenWay(NamedTuple):
    """What lies ahead of a piece in a direction, as far as walls go."""

    tunnels: bool
    """Whether the next module is a wall."""
    steps: tuple[MazeStep, ...]
    """The ways to walk, the shortest first; or the one tunnel, or none where the wall goes on to the edge."""
    leaves: tuple[Module, ...]
    """The way off the board, with `OUTSIDE` at its end; empty where there is none (MQ-39.a)."""


def _ahead(maze: Maze, head: Module, direction: str) -> OpenWay:
    ray, light = rays(maze.side)[direction][head], maze.light
    if ray and not light >> ray[0] & 1:
        way = wall(maze, head, direction)
        if not way:
            return OpenWay(True, (), ())
        modules, links = _drawn(maze.side, head, way)
        return OpenWay(True, (MazeStep(1 << way[-1], links, way, modules, Move(direction, True, way)),), ())
    length = next((length for length, module in enumerate(ray) if not light >> module & 1), len(ray))
    steps, here, modules = list[MazeStep](), head, 0
    for number, module in enumerate(ray[:length], 1):
        way, bit = tuple(ray[:number]), 1 << module
        modules |= bit
        steps.append(MazeStep(bit, maze.link(here, module), way, modules, Move(direction, False, way)))
        here = module
    leaves = maze.step_out and length == len(ray) and (ray[-1] if ray else head) in maze.entrances
    return OpenWay(False, tuple(steps), (*ray, OUTSIDE) if leaves else ())


@lru_cache(maxsize=1 << 14)  # a search draws the same moves again and again
def _drawn(side: int, head: Module, way: tuple[Module, ...]) -> tuple[Bits, Bits]:
    """The modules and the links that a move draws on the board."""
    modules = links = 0
    for module in way:
        low = min(head, module)
        modules |= 1 << module
        links |= 1 << (low if abs(head - module) == 1 else low + side * side)
        head = module
    return modules, links


def trail_after(maze: Maze, trail: Trail, move: Move) -> Trail:
    """The trail after a move; nothing is drawn off the board."""
    way = move.way[:-1] if move.way[-1] == OUTSIDE else move.way
    if not way:
        return trail
    modules, links = _drawn(maze.side, trail.head, way)
    return Trail(way[-1], trail.modules | modules, trail.links | links)


# --- the player --------------------------------------------------------------------------------------------------


class _Bars(NamedTuple):
    closed: Bits
    cloaked: Bits
    """Modules that it cannot enter without the cloak."""
    crossed: Bits
    links: Bits


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
        ahead = maze.ahead(own.head, direction)
        if ahead.steps or ahead.leaves:
            yield from (_tunnels if ahead.tunnels else _walks)(maze, ahead, holds, bars, direction)


def _walks(maze: Maze, ahead: OpenWay, holds: int, bars: _Bars, direction: str) -> Iterator[Move]:
    closed = bars.closed if holds & CLOAK else bars.closed | bars.cloaked
    for bit, link, way, _, move in ahead.steps:
        if closed & bit or bars.links & link:
            return
        holds |= maze.finds.get(way[-1], 0)
        if holds & CLOAK:  # the cloak holds for the rest of the walk (MQ-21.b)
            closed = bars.closed
        if not bars.crossed & bit:
            yield Move(direction, False, way, holds) if holds else move
    if ahead.leaves and holds & TREASURE:
        yield Move(direction, False, ahead.leaves, holds)


def _tunnels(maze: Maze, ahead: OpenWay, holds: int, bars: _Bars, direction: str) -> Iterator[Move]:
    """A tunnel through a wall of one module, or of any thickness with the sword (MQ-19)."""
    (step,) = ahead.steps
    if len(step.way) > 2 and not holds & SWORD:
        return
    closed = bars.closed if holds & CLOAK else bars.closed | bars.cloaked
    if not (step.modules & closed or step.link & bars.links or step.bit & bars.crossed):
        yield Move(direction, True, step.way, holds | maze.finds.get(step.way[-1], 0))


def wall(maze: Maze, head: Module, direction: str) -> tuple[Module, ...]:
    """The dark modules ahead and the first light one behind them; empty where they go on to the edge."""
    ray = rays(maze.side)[direction][head]
    return tuple(ray[: next((length for length, module in enumerate(ray, 1) if maze.light >> module & 1), 0)])


def _modules_and_links(trails: tuple[Trail, ...]) -> tuple[Bits, Bits]:
    if len(trails) == 1:
        return trails[0][1:]
    modules = links = 0
    for trail in trails:
        modules |= trail.modules
        links |= trail.links
    return modules, links


def has_won(maze: Maze, move: Move) -> bool:
    """Whether a move wins (MQ-25, MQ-39)."""
    return wins_at(maze, move.end, move.holds)


def wins_at(maze: Maze, end: Module, holds: int) -> bool:
    """Whether a player wins by a move to a module: they then hold key and treasure, or leave with the treasure."""
    if not holds & TREASURE:
        return False
    leaves = end == OUTSIDE if maze.step_out else end in maze.entrances
    return bool(holds & KEY) or leaves


# --- the minoqaur ------------------------------------------------------------------------------------------------


class MinoqaurTurn(NamedTuple):
    """What the minoqaur does in its turn, and what comes of it."""

    move: Move | None
    """Its move; None where it waits."""
    tried: tuple[str, ...]
    """The directions that it tried, in order."""
    catches: bool = False
    trapped: bool = False
    """Whether its own trail leaves it no move, whatever the players have drawn (MQ-40)."""
    nearer: bool = False
    """Whether the move leads nearer to the hunted player; if not, a move is the least bad one (MQ-30.d)."""


def answer(maze: Maze, minoqaur: Trail, player: Trail, others: tuple[Trail, ...] = ()) -> MinoqaurTurn:
    """The minoqaur's turn by its rule (MQ-28 to MQ-37): it goes as near to the player as a straight line leads.

    It hunts `player`. Of several ends that are equally near, it takes the first on its way. A restless minoqaur that
    cannot come nearer takes the least bad end, and of equal ones the first to the north, east, south, west (MQ-30.d).
    """
    rows, columns = maze.apart(minoqaur.head, player.head)
    players, tried = (player, *others), _nearer(rows, columns, maze.sideways)
    for direction in tried:
        best = _nearest(maze, player, strides(maze, minoqaur, players, direction), abs(rows) + abs(columns))
        if best:
            return MinoqaurTurn(best, tried, _is_head(players, best.end), nearer=True)
    anywhere = (move for each in DIRECTIONS for move in strides(maze, minoqaur, players, each))
    best = _nearest(maze, player, anywhere, maze.side * 2) if maze.restless else next(anywhere, None)
    if best is None:
        return MinoqaurTurn(None, tried, trapped=is_trapped(maze, minoqaur))
    return MinoqaurTurn(best, tried, _is_head(players, best.end)) if maze.restless else MinoqaurTurn(None, tried)


def _nearest(maze: Maze, player: Trail, found: Iterable[Move], below: int) -> Move | None:
    """The first of the moves that end nearest to a player; None where none ends nearer than `below`."""
    side, best = maze.side, None
    row, column = divmod(player.head, side)
    for move in found:
        end = move.way[-1]
        far = abs(end // side - row) + abs(end % side - column)
        if far < below:
            best, below = move, far
    return best


def _is_head(players: tuple[Trail, ...], module: Module) -> bool:
    return any(player.head == module for player in players)


@lru_cache(maxsize=1 << 14)
def _nearer(rows: int, columns: int, sideways: bool) -> tuple[str, ...]:
    """The directions nearer to what is so many rows down and columns to the right, smaller number first (MQ-30)."""
    upright_first = abs(rows) < abs(columns) or (abs(rows) == abs(columns) and not sideways)
    upright = ("S" if rows > 0 else "N",) if rows else ()
    across = ("E" if columns > 0 else "W",) if columns else ()
    return (*upright, *across) if upright_first else (*across, *upright)


def strides(maze: Maze, minoqaur: Trail, players: tuple[Trail, ...], direction: str) -> Iterator[Move]:
    """The minoqaur's legal moves in a direction. It tunnels walls of any thickness, and crosses players' trails.

    It cannot stop on a player's trail, except on its head: then it catches the player (MQ-32 to MQ-35, MQ-41).
    """
    ahead = maze.ahead(minoqaur.head, direction)
    crossed, links = _modules_and_links(players)
    own = minoqaur.modules
    if ahead.tunnels:
        for bit, link, way, modules, move in ahead.steps:
            if (not crossed & bit or _is_head(players, way[-1])) and not (modules & own or link & links):
                yield move
        return
    for bit, link, way, _, move in ahead.steps:
        if own & bit or links & link:
            return
        if not crossed & bit:
            yield move
        elif _is_head(players, way[-1]):
            yield move
            return


def is_trapped(maze: Maze, minoqaur: Trail) -> bool:
    """Whether its own trail leaves it no move, with no trail of a player in its way (MQ-40).

    If walls up to the edge shut it in on all sides, its own trail is not the reason, and it is not trapped.
    """
    if any(next(strides(maze, minoqaur, (), direction), None) for direction in DIRECTIONS):
        return False
    # beside it, or on its way through a wall (MQ-40.b)
    ahead = (maze.ahead(minoqaur.head, direction).steps for direction in DIRECTIONS)
    return any(steps and steps[0].modules & minoqaur.modules for steps in ahead)
