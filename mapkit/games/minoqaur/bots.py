"""Machine players of Minoqaur: a minoqaur by its rule or one that looks ahead, and explorers of both kinds (MQ-38.a).

All lies open, so they know what everybody knows. A clever minoqaur looks at each of its moves, at every reply to it,
and at whether it catches then; it walks into no trap of its own. Ties are settled by the chance that is given.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import NamedTuple

from mapkit.chance import Chance
from mapkit.games.minoqaur.maze_rules import (
    DIRECTIONS,
    NOWHERE,
    Maze,
    Module,
    Move,
    Trail,
    answer,
    drawn,
    has_won,
    is_trapped,
    moves,
    strides,
)
from mapkit.games.minoqaur.notation import spoken
from mapkit.games.minoqaur.search import USEFUL, distances
from mapkit.games.minoqaur.state import State

LEVELS = ("simple", "clever")
"""How machine players think, the weakest first."""
BREADTH = 48
"""How many moves, at the most, are looked at with their replies: those that end nearest to the hunted player."""
WON, UNREACHED = 100_000, 99
"""What a win is worth, far above any number of moves to go; and the moves to what nobody reaches."""


class Quarry(NamedTuple):
    """An explorer as a minoqaur sees one: the trail, and what is held."""

    trail: Trail
    holds: int


class Hunt(NamedTuple):
    """A moment: the players who are hunted, the mover first, and the trails of those who are out."""

    maze: Maze
    minoqaur: Trail
    quarries: tuple[Quarry, ...]
    gone: tuple[Trail, ...] = ()

    @property
    def trails(self) -> tuple[Trail, ...]:
        """All trails of explorers; those who are out have no head."""
        return (*(each.trail for each in self.quarries), *self.gone)


def said(level: str, state: State, chance: Chance) -> tuple[str, ...]:
    """What a machine player of that level would say, the best first."""
    maze = state.maze
    if state.entering:
        taken = {each.trail.head for each in state.explorers}
        free = chance.shuffled(sorted(maze.entrances - taken))
        free.sort(key=lambda door: far(maze, door, maze.finds.get(door, 0)))
        return tuple(f"enter {state.named(door)}" for door in free)
    mine = None if state.hunting else state.explorers[state.turn]
    order = sorted(state.playing, key=lambda each: each is not mine)
    gone = tuple(each.trail._replace(head=NOWHERE.head) for each in state.explorers if each.gone)
    piece, quarries = state.piece, tuple(Quarry(each.trail, each.holds) for each in order)
    hunt = Hunt(piece.maze, state.minoqaur, quarries, gone)
    found = hunter(hunt, level, chance) if state.hunting else explorer(hunt, level, chance)
    return tuple(spoken(piece, move) for move in found)


# --- the minoqaur ------------------------------------------------------------------------------------------------


def hunter(hunt: Hunt, level: str, chance: Chance) -> tuple[Move, ...]:
    """The legal moves of the minoqaur, the best first by that level."""
    found = [move for each in DIRECTIONS for move in strides(hunt.maze, hunt.minoqaur, hunt.trails, each)]
    near = sorted(chance.shuffled(found), key=lambda move: _nearest(hunt, move.end))
    if level == "simple":
        first, *others = sorted(hunt.trails, key=lambda trail: _apart(hunt.maze, hunt.minoqaur.head, trail))
        ruled = answer(hunt.maze, hunt.minoqaur, first, tuple(others)).move
        return tuple(sorted(near, key=lambda move: move != ruled))
    tried = near[:BREADTH]
    worth = {move: min(_hunted(hunt, quarry, move) for quarry in hunt.quarries) for move in tried}
    return (*sorted(tried, key=lambda move: -worth[move]), *near[BREADTH:])


def _apart(maze: Maze, module: Module, trail: Trail) -> int:
    return maze.distance(module, trail.head) if trail.head >= 0 else 2 * maze.side


def _nearest(hunt: Hunt, module: Module) -> int:
    return min(hunt.maze.distance(module, quarry.trail.head) for quarry in hunt.quarries)


def _hunted(hunt: Hunt, quarry: Quarry, move: Move) -> int:
    """What a move of the minoqaur is worth against one explorer, who then does what is worst for it."""
    maze, after = hunt.maze, drawn(hunt.maze, hunt.minoqaur, move)
    if any(move.end == each.trail.head for each in hunt.quarries):
        return WON
    if is_trapped(maze, after):
        return -WON
    others = tuple(trail for trail in hunt.trails if trail != quarry.trail)
    replies = moves(maze, quarry.trail, quarry.holds, after, others)
    return min((_after(maze, after, quarry, reply) for reply in replies), default=WON)


def _after(maze: Maze, minoqaur: Trail, quarry: Quarry, reply: Move) -> int:
    """What is left for the minoqaur once an explorer has replied: caught at once, or how many moves from winning."""
    if has_won(maze, reply):
        return -WON
    trail = drawn(maze, quarry.trail, reply)
    if catches(maze, minoqaur, trail):
        return WON // 2
    return 20 * far(maze, trail.head, reply.holds) - maze.distance(minoqaur.head, trail.head)


def catches(maze: Maze, minoqaur: Trail, player: Trail) -> bool:
    """Whether the minoqaur has a move that ends on the head of a trail."""
    down, right = maze.apart(minoqaur.head, player.head)
    if down and right:
        return False
    direction = "S" if down > 0 else "N" if down < 0 else "E" if right > 0 else "W"
    return any(move.end == player.head for move in strides(maze, minoqaur, (player,), direction))


# --- an explorer -------------------------------------------------------------------------------------------------


def explorer(hunt: Hunt, level: str, chance: Chance) -> tuple[Move, ...]:
    """The legal moves of the first of those who are hunted, the best first by that level."""
    me, others = hunt.quarries[0], hunt.trails[1:]
    found = chance.shuffled(moves(hunt.maze, me.trail, me.holds, hunt.minoqaur, others))
    worth = _gone if level == "simple" else _escaped
    return tuple(sorted(found, key=lambda move: worth(hunt, move)))


def _gone(hunt: Hunt, move: Move) -> int:
    """How many moves are left to a win after a move; less is better."""
    return -1 if has_won(hunt.maze, move) else far(hunt.maze, move.end, move.holds)


def _escaped(hunt: Hunt, move: Move) -> int:
    """The same with a look at whether the minoqaur catches then, and at how many ways are left."""
    maze, me = hunt.maze, hunt.quarries[0]
    if has_won(maze, move):
        return -WON
    trail = drawn(maze, me.trail, move)
    if catches(maze, hunt.minoqaur, trail):
        return WON
    ways = sum(1 for _ in moves(maze, trail, move.holds, hunt.minoqaur, hunt.trails[1:]))
    return 20 * far(maze, trail.head, move.holds) - min(ways, 10) + (WON // 2 if not ways else 0)


# --- how far it is -----------------------------------------------------------------------------------------------


def far(maze: Maze, module: Module, holds: int) -> int:
    """The fewest moves to a win with the treasure, with no trail drawn and no minoqaur."""
    finds = tuple(sorted(maze.finds.items()))
    return _far(maze.side, maze.light, finds, maze.entrances, maze.step_out).get((module, holds & USEFUL), UNREACHED)


@lru_cache(maxsize=4)
def _far(
    side: int, light: int, finds: tuple[tuple[Module, int], ...], doors: frozenset[Module], step_out: bool
) -> Mapping[tuple[Module, int], int]:
    return distances(Maze(side, light, dict(finds), doors, NOWHERE.head, step_out=step_out))
