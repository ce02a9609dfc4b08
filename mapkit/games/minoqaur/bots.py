"""Machine players of Minoqaur: the minoqaur and explorers, each simple or clever (MQ-38.a).

Everything lies open, so they know what everybody knows. A simple minoqaur follows its rule. A clever one looks at each
of its moves, at every reply, and at whether it can catch after that; it avoids trapping itself. Chance breaks ties.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache, partial

from mapkit.games.minoqaur.maze_rules import (
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
from mapkit.games.minoqaur.notation import Traveller, move_in_words
from mapkit.games.minoqaur.search import USEFUL, distances
from mapkit.games.minoqaur.state import Player, State
from mapkit.model.chance import Chance

LEVELS = ("simple", "clever")
"""The levels of play, weakest first."""
BREADTH = 48
"""The largest number of moves that are looked at with their replies: those that end nearest to the hunted player."""
WON, UNREACHED = 100_000, 99
"""The worth of a win, far above any number of moves to go; and the number of moves that stands for never."""


def moves_in_words(level: str, state: State, chance: Chance) -> tuple[str, ...]:
    """The moves that a machine player of this level considers, in words, the best first."""
    maze = state.maze
    if state.entering:
        taken = {player.trail.head for player in state.explorers}
        free = chance.shuffled(sorted(maze.entrances - taken))
        free.sort(key=lambda door: moves_left(maze, door, maze.finds.get(door, 0)))
        return tuple(f"enter {state.named(door)}" for door in free)
    piece = state.piece
    found = explorer(piece, level, chance) if isinstance(piece, Traveller) else hunter(state, level, chance)
    return tuple(move_in_words(piece, move) for move in found)


def hunter(state: State, level: str, chance: Chance) -> tuple[Move, ...]:
    """The legal moves of the minoqaur, whose turn it is, the best first at this level."""
    maze, heads = state.maze, [quarry.trail.head for quarry in state.playing]
    found = chance.shuffled(state.piece.moves)
    near = sorted(found, key=lambda move: min(maze.distance(move.end, head) for head in heads))
    if level == "simple":
        away, nowhere = partial(maze.distance, state.minoqaur.head), 2 * maze.side
        first, *others = sorted(state.trails(), key=lambda trail: away(trail.head) if trail.head >= 0 else nowhere)
        ruled = answer(maze, state.minoqaur, first, tuple(others)).move
        return tuple(sorted(near, key=lambda move: move != ruled))
    tried = near[:BREADTH]
    worth = {move: min(_worth_of_hunt(state, quarry, move) for quarry in state.playing) for move in tried}
    return (*sorted(tried, key=lambda move: -worth[move]), *near[BREADTH:])


def _worth_of_hunt(state: State, quarry: Player, move: Move) -> int:
    """The worth of a minoqaur's move against one explorer, who then replies as badly for it as possible."""
    maze, after = state.maze, trail_after(state.maze, state.minoqaur, move)
    if any(move.end == player.trail.head for player in state.playing):
        return WON
    if is_trapped(maze, after):
        return -WON
    others = tuple(trail for trail in state.trails() if trail != quarry.trail)
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


def explorer(piece: Traveller, level: str, chance: Chance) -> tuple[Move, ...]:
    """The legal moves of an explorer, the best first at this level."""
    worth = _moves_left if level == "simple" else _worth_of_escape
    return tuple(sorted(chance.shuffled(piece.moves), key=lambda move: worth(piece, move)))


def _moves_left(piece: Traveller, move: Move) -> int:
    """The number of moves that a win still takes after a move; fewer is better."""
    return -1 if has_won(piece.maze, move) else moves_left(piece.maze, move.end, move.holds)


def _worth_of_escape(piece: Traveller, move: Move) -> int:
    """`_moves_left`, but also considering whether the minoqaur can catch next, and how many moves are left."""
    maze = piece.maze
    if has_won(maze, move):
        return -WON
    trail = trail_after(maze, piece.own, move)
    if catches(maze, piece.minoqaur, trail):
        return WON
    ways = sum(1 for _ in moves(maze, trail, move.holds, piece.minoqaur, piece.others))
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
