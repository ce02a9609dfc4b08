"""The shortest win of one player against a minoqaur that follows its rule: proven, or with bounds (MQ-V5).

A beam search along the ways to the treasure finds some win. Iterative deepening over all entrances then finds the
shortest, or proves that none is shorter. The effort is counted in moves looked at, so that all machines give the same
answer.

Two lower bounds cut the deepening, one for each way to win.

*The treasure* (MQ-25, MQ-39). The fewest moves without trails and without a minoqaur. Trails and the minoqaur only take
moves away from a player; the cloak gives back no more than a trail has taken.

*The trap* (MQ-40). Only the minoqaur's own trail traps it, so it walks into a trap, and no move of the player traps it.
For a win with one move left, it must stand in a trap. With two to four left, it must stand in one or have as many moves
less one into one, by its rule or not: trails of the player only take moves away from it. With more moves left, there is
no bound.

A position with a shorter trail is not always better: the trail that a player draws also bars the minoqaur.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import suppress
from itertools import count
from typing import NamedTuple

from mapkit.games.minoqaur.maze_rules import (
    KEY,
    NOWHERE,
    SWORD,
    TREASURE,
    Maze,
    MinoqaurTurn,
    Module,
    Move,
    Trail,
    answer,
    has_won,
    moves,
    trail_after,
)
from mapkit.model import walk

EFFORT = 300_000
"""The largest number of moves looked at; fewer in mazes larger than `USUAL`, where each takes longer."""
USUAL = 41
"""The modules on a side of the largest codes that have only the four squares of the rules (MQ-2.a)."""
WIDTHS = (8, 32, 128)
"""The number of positions that each beam keeps after each turn."""
FORESEEN = 4
"""The most moves for which all that the minoqaur may do is looked at for traps."""
FAR = 1 << 30
"""A number of moves that stands for no win at all."""
USEFUL = SWORD | KEY | TREASURE
"""The things that bring a player nearer to a win if there are no trails."""


class AnsweredMove(NamedTuple):
    """A move of the player, and the minoqaur's answer."""

    move: Move
    answer: MinoqaurTurn | None
    """The minoqaur's turn after it; None where the move has won."""


class SearchResult(NamedTuple):
    """The result of a search for a shortest win."""

    entrance: Module
    line: tuple[AnsweredMove, ...]
    """The shortest line that was found; empty for none."""
    at_least: int
    """A lower bound on the moves of a win; FAR where it is proven that nobody can win."""
    positions_seen: int
    """The number of moves that the search looked at."""

    @property
    def proven(self) -> bool:
        """Whether it is proven that the line is a shortest one, or that there is none."""
        return self.at_least == (len(self.line) or FAR)


class _MazePosition(NamedTuple):
    own: Trail
    minoqaur: Trail
    holds: int


class _SearchSpent(Exception):
    """The search has spent its effort."""


def shortest(maze: Maze, win: str = "any", effort: int = EFFORT, most: int = FAR) -> SearchResult:
    """The shortest win, of at most `most` moves, as far as the effort suffices; for `treasure` without traps."""
    search = _SEARCHES[win](maze, effort)
    entrance, line = search.some_win()
    for limit in count(1):
        if limit == len(line) or limit > most:
            return SearchResult(entrance, line, limit, search.looked)
        search.cut = False
        try:
            won = search.within(limit)
        except _SearchSpent:
            return SearchResult(entrance, line, limit, search.looked)
        if won:
            return SearchResult(*won, limit, search.looked)
        if not search.cut:
            return SearchResult(-1, (), FAR, search.looked)
    raise AssertionError("counting ends")  # pragma: no cover


def first_moves(maze: Maze, par: int, win: str = "any", effort: int = EFFORT) -> tuple[int, int] | None:
    """The number of first moves that keep a win within `par` moves, and of all first moves; None if it is too much."""
    search = _SEARCHES[win](maze, effort)
    try:
        firsts = [after for place in search.starts for _, after in search.turns(place)]
        return sum(after is None or search.wins(after, par - 1) is not None for after in firsts), len(firsts)
    except _SearchSpent:
        return None


class _Search:
    """A search in one maze: what it knows about the maze, and how many moves it has looked at."""

    def __init__(self, maze: Maze, effort: int) -> None:
        self.maze = maze
        self.effort = min(effort, effort * USUAL**2 // maze.side**2)
        self.looked = 0
        self.cut = False
        self.far = distances(maze)
        self.lost: dict[_MazePosition, int] = {}
        dot = Trail.at(maze.dot)
        doors = sorted(maze.entrances - {maze.dot})
        self.starts = tuple(_MazePosition(Trail.at(door), dot, maze.finds.get(door, 0)) for door in doors)

    def turns(self, place: _MazePosition, far: int = FAR + 1) -> Iterator[tuple[AnsweredMove, _MazePosition | None]]:
        """Every move that does not lose at once, with the minoqaur's answer and the position after it.

        A win has no position after it. Moves after which the treasure is `far` moves away or more are left out.
        """
        maze, (own, minoqaur, holds) = self.maze, place
        for move in moves(maze, own, holds, minoqaur):
            if self.looked >= self.effort:
                raise _SearchSpent
            self.looked += 1
            if has_won(maze, move):
                yield AnsweredMove(move, None), None
                continue
            if self.far.get((move.way[-1], move.holds & USEFUL), FAR) >= far:
                self.cut = True
                continue
            after = trail_after(maze, own, move)
            reply = answer(maze, minoqaur, after)
            if reply.trapped:
                yield AnsweredMove(move, reply), None
            elif not reply.catches:
                moved = trail_after(maze, minoqaur, reply.move) if reply.move else minoqaur
                yield AnsweredMove(move, reply), _MazePosition(after, moved, move.holds)

    def some_win(self) -> tuple[Module, tuple[AnsweredMove, ...]]:
        """The entrance and the line of the shortest win that the beams find; an empty line where they find none."""
        wins = list[tuple[Module, tuple[AnsweredMove, ...]]]()
        with suppress(_SearchSpent):
            for width in WIDTHS:
                wins += filter(None, [self._beam(width)])
        return min(wins, key=lambda won: len(won[1]), default=(-1, ()))

    def _beam(self, width: int) -> tuple[Module, tuple[AnsweredMove, ...]] | None:
        layer: list[tuple[_MazePosition, Module, tuple[AnsweredMove, ...]]] = [
            (place, place.own.head, ()) for place in self.starts
        ]
        while layer:
            found: dict[_MazePosition, tuple[Module, tuple[AnsweredMove, ...]]] = {}
            for place, entrance, line in layer:
                for turn, after in self.turns(place):
                    if after is None:
                        return entrance, (*line, turn)
                    found.setdefault(after, (entrance, (*line, turn)))
            near = sorted(found, key=self._distance)[:width]  # sorting is stable, so nothing is random
            layer = [(place, *found[place]) for place in near]
        return None

    def _distance(self, place: _MazePosition) -> int:
        return self.far.get((place.own.head, place.holds & USEFUL), FAR)

    def within(self, limit: int) -> tuple[Module, tuple[AnsweredMove, ...]] | None:
        """A win within `limit` moves, with its entrance; None where there is none."""
        lines = ((place.own.head, self.wins(place, limit)) for place in self.starts)
        return next(((door, line) for door, line in lines if line is not None), None)

    def wins(self, place: _MazePosition, left: int) -> tuple[AnsweredMove, ...] | None:
        """A win within the moves that are left; None where there is none."""
        if self.lost.get(place, -1) >= left:
            return None  # no cut: a position that is reached with most moves left is looked at again for each limit
        bound = self._bound(place, left)
        if bound > left:
            self.cut = self.cut or bound < FAR
            return None
        for turn, after in self.turns(place, self._too_far(place, left)):
            if after is None:
                return (turn,)
            line = self.wins(after, left - 1)
            if line is not None:
                return (turn, *line)
        if left > 1:
            self.lost[place] = left
        return None

    def _too_far(self, place: _MazePosition, left: int) -> int:
        """The distance of the treasure after a move from which on the minoqaur's answer to it cannot matter.

        Most moves lead so far. The bound on traps holds for all answers at once.
        """
        return FAR + 1 if self._may_trap(place.minoqaur, left) else left

    def _bound(self, place: _MazePosition, left: int) -> int:
        """A lower bound on the moves to a win, exact enough to say whether the moves that are left may do."""
        distance = self._distance(place)
        return distance if distance <= left else left if self._may_trap(place.minoqaur, left) else left + 1

    def _may_trap(self, minoqaur: Trail, left: int) -> bool:
        """Whether the bound on traps allows a trap within the moves that are left."""
        return left > FORESEEN or self.maze.may_trap(minoqaur, left)


class _MazeHunt(_Search):
    """A search in which traps do not count as wins and end the line like a catch."""

    def turns(self, place: _MazePosition, far: int = FAR + 1) -> Iterator[tuple[AnsweredMove, _MazePosition | None]]:
        return ((turn, after) for turn, after in super().turns(place, far) if after or not turn.answer)

    def _bound(self, place: _MazePosition, _: int) -> int:
        return self._distance(place)

    def _too_far(self, _: _MazePosition, left: int) -> int:
        return left


_SEARCHES = {"any": _Search, "treasure": _MazeHunt}
"""The searches by the wins that count."""


def distances(maze: Maze) -> Mapping[tuple[Module, int], int]:
    """The fewest moves to win with the treasure, by module and things held, without trails and minoqaur."""
    before: dict[tuple[Module, int], list[tuple[Module, int]]] = {}
    last: dict[tuple[Module, int], None] = {}
    rich = TREASURE | KEY
    for module in (number for number in range(maze.side**2) if maze.light >> number & 1):
        for holds in range(USEFUL + 1):
            if holds & USEFUL != holds or holds & rich == rich:
                continue
            for move in moves(maze, Trail.at(module), holds, NOWHERE):
                after = (move.end, move.holds & USEFUL)
                if not has_won(maze, move):
                    before.setdefault(after, []).append((module, holds))
                else:
                    last[module, holds] = None
    return {place: far + 1 for place, far in walk.distances(last, before.get).items()}
