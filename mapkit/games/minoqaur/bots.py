"""Machine players of Minoqaur: the minoqaur and explorers, each simple or clever (MQ-38.a).

Everything lies open, so they know what everybody knows. A simple minoqaur follows its rule. A clever one looks at each
of its moves, at every reply, and at whether it can catch after that; it avoids trapping itself. Chance breaks ties.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache, partial
from typing import NamedTuple

from mapkit.games.minoqaur.maze_rules import (
    DIRECTIONS,
    NOWHERE,
    Maze,
    Module,
    Move,
    Trail,
    answer,
    has_won,
    is_trapped,
    moves,
    strides,
    trail_after,
)
from mapkit.games.minoqaur.notation import move_in_words
from mapkit.games.minoqaur.search import USEFUL, distances
from mapkit.games.minoqaur.state import Player, State
from mapkit.model.chance import Chance

LEVELS = ("simple", "clever")
"""The levels of play, weakest first."""
BREADTH = 48
"""The largest number of moves that are looked at with their replies: those that end nearest to the hunted player."""
WON, UNREACHED = 100_000, 99
"""The worth of a win, far above any number of moves to go; and the number of moves that stands for never."""


class Hunt(NamedTuple):
    """A moment as the minoqaur sees it."""

    maze: Maze
    minoqaur: Trail
    quarries: tuple[Player, ...]
    """The players who are hunted, the mover first."""
    gone: tuple[Trail, ...] = ()
    """The trails of the players who are out."""

    @property
    def trails(self) -> tuple[Trail, ...]:
        """The trails of all explorers; the trails of those who are out have no head."""
        return (*(quarry.trail for quarry in self.quarries), *self.gone)


def moves_in_words(level: str, state: State, chance: Chance) -> tuple[str, ...]:
    """The moves that a machine player of this level considers, in words, the best first."""
    maze = state.maze
    if state.entering:
        taken = {player.trail.head for player in state.explorers}
        free = chance.shuffled(sorted(maze.entrances - taken))
        free.sort(key=lambda door: moves_left(maze, door, maze.finds.get(door, 0)))
        return tuple(f"enter {state.named(door)}" for door in free)
    mine = None if state.hunting else state.explorers[state.turn]
    order = sorted(state.playing, key=lambda player: player is not mine)
    gone = tuple(player.trail._replace(head=NOWHERE.head) for player in state.explorers if player.gone)
    piece = state.piece
    hunt = Hunt(piece.maze, state.minoqaur, tuple(order), gone)
    found = hunter(hunt, level, chance) if state.hunting else explorer(hunt, level, chance)
    return tuple(move_in_words(piece, move) for move in found)


def hunter(hunt: Hunt, level: str, chance: Chance) -> tuple[Move, ...]:
    """The legal moves of the minoqaur, the best first at this level."""
    found = [move for direction in DIRECTIONS for move in strides(hunt.maze, hunt.minoqaur, hunt.trails, direction)]
    heads = [quarry.trail.head for quarry in hunt.quarries]
    near = sorted(chance.shuffled(found), key=lambda move: min(hunt.maze.distance(move.end, head) for head in heads))
    if level == "simple":
        away, nowhere = partial(hunt.maze.distance, hunt.minoqaur.head), 2 * hunt.maze.side
        first, *others = sorted(hunt.trails, key=lambda trail: away(trail.head) if trail.head >= 0 else nowhere)
        ruled = answer(hunt.maze, hunt.minoqaur, first, tuple(others)).move
        return tuple(sorted(near, key=lambda move: move != ruled))
    tried = near[:BREADTH]
    worth = {move: min(_worth_of_hunt(hunt, quarry, move) for quarry in hunt.quarries) for move in tried}
    return (*sorted(tried, key=lambda move: -worth[move]), *near[BREADTH:])


def _worth_of_hunt(hunt: Hunt, quarry: Player, move: Move) -> int:
    """The worth of a minoqaur's move against one explorer, who then replies as badly for it as possible."""
    maze, after = hunt.maze, trail_after(hunt.maze, hunt.minoqaur, move)
    if any(move.end == player.trail.head for player in hunt.quarries):
        return WON
    if is_trapped(maze, after):
        return -WON
    others = tuple(trail for trail in hunt.trails if trail != quarry.trail)
    replies = moves(maze, quarry.trail, quarry.holds, after, others)
    return min((_after(maze, after, quarry, reply) for reply in replies), default=WON)


def _after(maze: Maze, minoqaur: Trail, quarry: Player, reply: Move) -> int:
    """The worth for the minoqaur after an explorer's reply: a catch, or the explorer's moves to a win."""
    if has_won(maze, reply):
        return -WON
    trail = trail_after(maze, quarry.trail, reply)
    if catches(maze, minoqaur, trail):
        return WON // 2
    return 20 * moves_left(maze, trail.head, reply.holds) - maze.distance(minoqaur.head, trail.head)


def catches(maze: Maze, minoqaur: Trail, player: Trail) -> bool:
    """Whether the minoqaur has a move that ends on the head of a trail."""
    down, right = maze.apart(minoqaur.head, player.head)
    if down and right:
        return False
    direction = "S" if down > 0 else "N" if down < 0 else "E" if right > 0 else "W"
    return any(move.end == player.head for move in strides(maze, minoqaur, (player,), direction))


def explorer(hunt: Hunt, level: str, chance: Chance) -> tuple[Move, ...]:
    """The legal moves of the first hunted player, the best first at this level."""
    me, others = hunt.quarries[0], hunt.trails[1:]
    found = chance.shuffled(moves(hunt.maze, me.trail, me.holds, hunt.minoqaur, others))
    worth = _moves_left if level == "simple" else _worth_of_escape
    return tuple(sorted(found, key=lambda move: worth(hunt, move)))


def _moves_left(hunt: Hunt, move: Move) -> int:
    """The number of moves that a win still takes after a move; fewer is better."""
    return -1 if has_won(hunt.maze, move) else moves_left(hunt.maze, move.end, move.holds)


def _worth_of_escape(hunt: Hunt, move: Move) -> int:
    """`_moves_left`, but also considering whether the minoqaur can catch next, and how many moves are left."""
    maze, me = hunt.maze, hunt.quarries[0]
    if has_won(maze, move):
        return -WON
    trail = trail_after(maze, me.trail, move)
    if catches(maze, hunt.minoqaur, trail):
        return WON
    ways = sum(1 for _ in moves(maze, trail, move.holds, hunt.minoqaur, hunt.trails[1:]))
    return 20 * moves_left(maze, trail.head, move.holds) - min(ways, 10) + (WON // 2 if not ways else 0)


def moves_left(maze: Maze, module: Module, holds: int) -> int:
    """The fewest moves to a win with the treasure if there were no trails and no minoqaur."""
    finds = tuple(sorted(maze.finds.items()))
    return _far(maze.side, maze.light, finds, maze.entrances, maze.step_out).get((module, holds & USEFUL), UNREACHED)


@lru_cache(maxsize=4)
def _far(
    side: int, light: int, finds: tuple[tuple[Module, int], ...], doors: frozenset[Module], step_out: bool
) -> Mapping[tuple[Module, int], int]:
    return distances(Maze(side, light, dict(finds), doors, NOWHERE.head, step_out=step_out))
