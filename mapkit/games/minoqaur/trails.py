"""Who may go where in a code: walks, tunnels, trails crossed or not, and the minoqaur's answer (MQ-8 to MQ-41).

Modules are numbered row by row from the top left; sets of them, and of the links between neighbours, are bits of one
number, so that a search can look at many positions. All is pure.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

Module = int
Bits = int
DIRECTIONS = "NESW"
SWORD, CLOAK, KEY, TREASURE = 1, 2, 4, 8
"""What a player may hold, as bits of one number."""


@dataclass(frozen=True)
class Maze:
    """A code to walk in: `light` modules are corridors, all others walls (MQ-3, MQ-4).

    `finds` is what who passes a module takes there (MQ-5, MQ-6), `entrances` are where one enters and leaves (MQ-9),
    `dot` is where the minoqaur starts (MQ-8). With `sideways` it goes along a row first where rows and columns are as
    many (MQ-30.a), with `restless` it goes where it can, though that be farther, before it waits (MQ-30.d).
    """

    side: int
    light: Bits
    finds: Mapping[Module, int]
    entrances: frozenset[Module]
    dot: Module
    sideways: bool = True
    restless: bool = False
    step_out: bool = False

    @cached_property
    def rays(self) -> Mapping[str, tuple[tuple[Module, ...], ...]]:
        """For each direction and module, the modules from there to the edge."""
        n = self.side
        modules = [divmod(module, n) for module in range(n * n)]
        return {
            "N": tuple(tuple(r * n + c for r in reversed(range(row))) for row, c in modules),
            "E": tuple(tuple(row * n + c for c in range(column + 1, n)) for row, column in modules),
            "S": tuple(tuple(r * n + c for r in range(row + 1, n)) for row, c in modules),
            "W": tuple(tuple(row * n + c for c in reversed(range(column))) for row, column in modules),
        }

    def link(self, one: Module, other: Module) -> Bits:
        """The link between two neighbours."""
        low = min(one, other)
        return 1 << (low if abs(one - other) == 1 else low + self.side * self.side)

    def apart(self, one: Module, other: Module) -> tuple[int, int]:
        """How many rows down and columns to the right lead from one module to another."""
        (row, column), (to_row, to_column) = divmod(one, self.side), divmod(other, self.side)
        return to_row - row, to_column - column

    def distance(self, one: Module, other: Module) -> int:
        """Rows and columns between two modules."""
        return sum(map(abs, self.apart(one, other)))


class Trail(NamedTuple):
    """What a piece has drawn: the module where it stands, all that it has been on, and the links between (MQ-12)."""

    head: Module
    modules: Bits
    links: Bits

    @classmethod
    def at(cls, module: Module) -> Trail:
        """The trail of a piece that has not moved yet."""
        return cls(module, 1 << module, 0)


NOWHERE = Trail(-1, 0, 0)
"""The trail of a piece that is not there."""


class Move(NamedTuple):
    """One straight walk or tunnel: the modules from the next one to the last, and what is held after it."""

    direction: str
    tunnels: bool
    way: tuple[Module, ...]
    holds: int = 0

    @property
    def end(self) -> Module:
        """Where it ends."""
        return self.way[-1]


def drawn(maze: Maze, trail: Trail, move: Move) -> Trail:
    """The trail after a move."""
    modules, links, before = trail.modules, trail.links, trail.head
    for module in move.way:
        modules |= 1 << module
        links |= maze.link(before, module)
        before = module
    return Trail(before, modules, links)


# --- the player --------------------------------------------------------------------------------------------------


def moves(maze: Maze, own: Trail, holds: int, minoqaur: Trail, others: tuple[Trail, ...] = ()) -> Iterator[Move]:
    """The legal moves of a player: walks to every module where he may stop, and tunnels (MQ-11 to MQ-24, MQ-47).

    His own trail bars him (MQ-16), the minoqaur's does until he holds the cloak, and its head always (MQ-15, MQ-22).
    Of trails that he may cross he uses no link, and stops on no module (MQ-23, MQ-48).
    """
    for direction in DIRECTIONS:
        ray = maze.rays[direction][own.head]
        if ray and maze.light >> ray[0] & 1:
            yield from _walks(maze, own, holds, minoqaur, others, direction)
        elif ray:
            yield from _tunnels(maze, own, holds, minoqaur, others, direction)


def _walks(
    maze: Maze, own: Trail, holds: int, minoqaur: Trail, others: tuple[Trail, ...], direction: str
) -> Iterator[Move]:
    before, crossed, links = own.head, _modules(others), _links(others)
    barred = own.modules | 1 << minoqaur.head if minoqaur.head >= 0 else own.modules
    for length, module in enumerate(maze.rays[direction][own.head], 1):
        cloaked = holds & CLOAK
        if not maze.light >> module & 1 or barred >> module & 1:
            return
        if minoqaur.modules >> module & 1 and not cloaked:
            return
        if maze.link(before, module) & (links | minoqaur.links):
            return
        holds |= maze.finds.get(module, 0)
        if not (crossed | minoqaur.modules) >> module & 1:
            yield Move(direction, False, maze.rays[direction][own.head][:length], holds)
        before = module


def _tunnels(
    maze: Maze, own: Trail, holds: int, minoqaur: Trail, others: tuple[Trail, ...], direction: str
) -> Iterator[Move]:
    way = _wall(maze, own.head, direction)
    if not way or (len(way) > 2 and not holds & SWORD):
        return
    crossed = (*others, minoqaur) if holds & CLOAK else others
    barred = own.modules | (0 if holds & CLOAK else minoqaur.modules)
    if _free(maze, own.head, way, barred, crossed):
        yield Move(direction, True, way, holds | maze.finds.get(way[-1], 0))


def _wall(maze: Maze, head: Module, direction: str) -> tuple[Module, ...]:
    """The modules of the wall ahead and the first light one beyond; nothing where the wall goes on to the edge."""
    ray = maze.rays[direction][head]
    for length, module in enumerate(ray, 1):
        if maze.light >> module & 1:
            return ray[:length]
    return ()


def _free(maze: Maze, head: Module, way: tuple[Module, ...], barred: Bits, crossed: tuple[Trail, ...]) -> bool:
    """Whether a tunnel meets nothing that bars it, walks along no trail and ends on none (MQ-12.b, MQ-18.d)."""
    links, before = _links(crossed), head
    for module in way:
        if barred >> module & 1 or maze.link(before, module) & links:
            return False
        before = module
    return not _modules(crossed) >> way[-1] & 1


def _modules(trails: tuple[Trail, ...]) -> Bits:
    found = 0
    for trail in trails:
        found |= trail.modules
    return found


def _links(trails: tuple[Trail, ...]) -> Bits:
    found = 0
    for trail in trails:
        found |= trail.links
    return found


def has_won(maze: Maze, move: Move) -> bool:
    """Whether a move wins: key and treasure are held, or it ends on an entrance with the treasure (MQ-25, MQ-39)."""
    escapes = move.end in maze.entrances and not maze.step_out
    return bool(move.holds & TREASURE) and (bool(move.holds & KEY) or escapes)


# --- the minoqaur ------------------------------------------------------------------------------------------------


class Answer(NamedTuple):
    """The minoqaur's turn: its move or None, the directions it tried, and whether it catches the player.

    It is `trapped` where it has no legal move, its own trail being one of the reasons (MQ-40).
    """

    move: Move | None
    tried: tuple[str, ...]
    catches: bool = False
    trapped: bool = False


def answer(maze: Maze, minoqaur: Trail, player: Trail, others: tuple[Trail, ...] = ()) -> Answer:
    """What the minoqaur does by its rule (MQ-28 to MQ-37): it goes as near to the player as a straight line leads."""
    tried = tuple(towards(maze, minoqaur.head, player.head))
    for direction in tried:
        nearer = [
            move
            for move in strides(maze, minoqaur, (player, *others), direction)
            if maze.distance(move.end, player.head) < maze.distance(minoqaur.head, player.head)
        ]
        if nearer:
            best = min(nearer, key=lambda move: maze.distance(move.end, player.head))
            return Answer(best, tried, catches=best.end == player.head)
    anywhere = [move for each in DIRECTIONS for move in strides(maze, minoqaur, (player, *others), each)]
    if not anywhere:
        return Answer(None, tried, trapped=_barred_by_itself(maze, minoqaur))
    if not maze.restless:
        return Answer(None, tried)
    best = min(anywhere, key=lambda move: maze.distance(move.end, player.head))
    return Answer(best, tried, catches=best.end == player.head)


def towards(maze: Maze, head: Module, player: Module) -> Iterator[str]:
    """The directions that lead nearer: along the shorter of rows and columns first (MQ-30)."""
    rows, columns = maze.apart(head, player)
    row_first = abs(rows) < abs(columns) or (abs(rows) == abs(columns) and not maze.sideways)
    upright = ("S" if rows > 0 else "N",) if rows else ()
    across = ("E" if columns > 0 else "W",) if columns else ()
    yield from (*upright, *across) if row_first else (*across, *upright)


def strides(maze: Maze, minoqaur: Trail, players: tuple[Trail, ...], direction: str) -> Iterator[Move]:
    """The minoqaur's legal moves in a direction: it tunnels walls of any thickness, and may cross players' trails.

    It stops on none of them, but for a head, which it catches (MQ-32 to MQ-35, MQ-41).
    """
    ray = maze.rays[direction][minoqaur.head]
    heads = {player.head for player in players}
    if ray and not maze.light >> ray[0] & 1:
        way = _wall(maze, minoqaur.head, direction)
        if way and _through(maze, minoqaur, way, players, heads):
            yield Move(direction, True, way)
        return
    before, crossed, links = minoqaur.head, _modules(players), _links(players)
    for length, module in enumerate(ray, 1):
        if not maze.light >> module & 1 or minoqaur.modules >> module & 1 or maze.link(before, module) & links:
            return
        if module in heads or not crossed >> module & 1:
            yield Move(direction, False, ray[:length])
        if module in heads:
            return
        before = module


def _through(
    maze: Maze, minoqaur: Trail, way: tuple[Module, ...], players: tuple[Trail, ...], heads: set[Module]
) -> bool:
    if way[-1] in heads:
        crossed = tuple(player._replace(modules=player.modules & ~(1 << player.head)) for player in players)
        return _free(maze, minoqaur.head, way, minoqaur.modules, crossed)
    return _free(maze, minoqaur.head, way, minoqaur.modules, players)


def _barred_by_itself(maze: Maze, minoqaur: Trail) -> bool:
    """Whether its own trail is in the way in one direction at least (MQ-40.b)."""
    return any(_first_barred(maze, minoqaur, direction) for direction in DIRECTIONS)


def _first_barred(maze: Maze, minoqaur: Trail, direction: str) -> bool:
    ray = maze.rays[direction][minoqaur.head]
    if not ray:
        return False
    ahead = ray[:1] if maze.light >> ray[0] & 1 else _wall(maze, minoqaur.head, direction)
    return any(minoqaur.modules >> module & 1 for module in ahead)
