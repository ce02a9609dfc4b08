"""The shortest win of one player against a minoqaur that follows its rule: proven, or with bounds (MQ-V5).

A beam search along the ways to the treasure finds some win. Iterative deepening over all entrances then finds the
shortest, or proves that none is shorter. The effort is counted in moves looked at, so that all machines give the same
answer.

Two lower bounds cut the deepening, one for each way to win.

*The treasure* (MQ-25, MQ-39). The fewest moves without trails and without a minoqaur. Trails and the minoqaur only take
moves away from a player; the cloak gives back no more than a trail has taken.

*The trap* (MQ-40). Only the minoqaur's own trail traps it, so it walks into a trap, and no move of the player traps it.
For a win with one move left, it must stand in a trap. With two to `FORESEEN` left, it must stand in one, or the player
must be able to lead it into one with as many moves less one (`lures.py`). With more moves left, there is no bound.

A position with a shorter trail is not always better: the trail that a player draws also bars the minoqaur.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import suppress
from functools import cached_property
from itertools import count
from typing import NamedTuple

from mapkit.games.minoqaur.lures import Lures
from mapkit.games.minoqaur.maze_rules import (
    DIRECTIONS,
    KEY,
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
    wins_at,
)
from mapkit.model import walk

EFFORT = 300_000
"""The largest number of moves looked at; fewer in mazes larger than `USUAL`, where each takes longer."""
USUAL = 41
"""The modules on a side of the largest codes that have only the four squares of the rules (MQ-2.a)."""
WIDTHS = (8, 32, 128)
"""The number of positions that each beam keeps after each turn."""
FORESEEN = 5
"""The most moves for which all ways to lead the minoqaur into a trap are looked at."""
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


def search_in(maze: Maze, win: str = "any", effort: int = EFFORT, most: int = FAR) -> ParSearch:
    """The search of a win of at most `most` moves, as far as the effort suffices; for `treasure` without traps."""
    return (_TreasureHunt if win == "treasure" else ParSearch)(maze, effort, most)


class ParSearch:
    """A search in one maze: what it knows about the maze, and how many moves it has looked at."""

    def __init__(self, maze: Maze, effort: int, most: int) -> None:
        self.maze, self.most = maze, most
        self.effort = min(effort, effort * USUAL**2 // maze.side**2)
        self.looked = 0
        self.cut = False
        self.far = distances(maze)
        self.lures = Lures(maze)
        self.lost: dict[_MazePosition, int] = {}
        dot = Trail.at(maze.dot)
        doors = sorted(maze.entrances - {maze.dot})
        self.starts = tuple(_MazePosition(Trail.at(door), dot, maze.finds.get(door, 0)) for door in doors)

    @cached_property
    def found(self) -> SearchResult:
        """The shortest win, as far as the effort suffices."""
        entrance, line = self.some_win()
        for limit in count(1):
            if limit == len(line) or limit > self.most:
                break
            self.cut = False
            try:
                won = self.within(limit)
            except _SearchSpent:
                break
            if won:
                return SearchResult(*won, limit, self.looked)
            if not self.cut:
                return SearchResult(-1, (), FAR, self.looked)
        return SearchResult(entrance, line, limit, self.looked)

    def first_moves(self, par: int) -> tuple[int, int] | None:
        """The number of first moves that keep a win within `par` moves, and of all first moves; None if it is too much.

        It goes on from the search of the shortest win, with as much effort again.
        """
        assert self.found
        self.looked = 0
        try:
            firsts = [after for place in self.starts for _, after in self.turns(place)]
            return sum(after is None or self.wins(after, par - 1) is not None for after in firsts), len(firsts)
        except _SearchSpent:
            return None

    def turns(self, place: _MazePosition, left: int = FAR + 1) -> Iterator[tuple[AnsweredMove, _MazePosition | None]]:
        """Every move that does not lose at once, with the minoqaur's answer and the position after it.

        A win has no position after it. Most moves that leave no win within the moves that are left, whatever the
        minoqaur answers, are left out.
        """
        maze, (own, minoqaur, holds) = self.maze, place
        for move in moves(maze, own, holds, minoqaur):
            if self.looked >= self.effort:
                raise _SearchSpent
            self.looked += 1
            if has_won(maze, move):
                yield AnsweredMove(move, None), None
                continue
            if self.far.get((move.way[-1], move.holds & USEFUL), FAR) >= left and not self._lures(minoqaur, move, left):
                self.cut = True
                continue
            after = trail_after(maze, own, move)
            reply = answer(maze, minoqaur, after)
            if reply.trapped:
                yield AnsweredMove(move, reply), None
            elif not reply.catches:
                moved = trail_after(maze, minoqaur, reply.move) if reply.move else minoqaur
                yield AnsweredMove(move, reply), _MazePosition(after, moved, move.holds)

    def _lures(self, minoqaur: Trail, move: Move, left: int) -> bool:
        """Whether the bound on traps allows a trap after a move that is one of those left."""
        return left > FORESEEN or self.lures.may_follow(minoqaur[:2], (move.way[-1], move.holds & SWORD), left)

    def misses(self, low: int, high: int) -> bool:
        """Whether it is soon seen that the shortest win takes fewer moves than `low`, or more than `high`."""
        return self._at_least() > high or (self._first_win is not None and len(self._first_win[1]) < low)

    def _at_least(self) -> int:
        return 1

    @cached_property
    def _first_win(self) -> tuple[Module, tuple[AnsweredMove, ...]] | None:
        """What the narrowest beam finds, which is a shortest win most often."""
        with suppress(_SearchSpent):
            return self._beam(WIDTHS[0])
        return None

    def some_win(self) -> tuple[Module, tuple[AnsweredMove, ...]]:
        """The entrance and the line of the shortest win that the beams find; an empty line where they find none."""
        wins = [*filter(None, [self._first_win])]
        with suppress(_SearchSpent):
            for width in WIDTHS[1:]:
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
        for turn, after in self.turns(place, left):
            if after is None:
                return (turn,)
            line = self.wins(after, left - 1)
            if line is not None:
                return (turn, *line)
        if left > 1:
            self.lost[place] = left
        return None

    def _bound(self, place: _MazePosition, left: int) -> int:
        """A lower bound on the moves to a win, exact enough to say whether the moves that are left may do."""
        distance = self._distance(place)
        return distance if distance <= left else left if self._may_trap(place, left) else left + 1

    def _may_trap(self, place: _MazePosition, left: int) -> bool:
        """Whether the bound on traps allows a trap within the moves that are left."""
        own, minoqaur, holds = place
        return left > FORESEEN or self.lures.may_trap(minoqaur[:2], (own.head, holds & SWORD), left)


class _TreasureHunt(ParSearch):
    """A search in which traps do not count as wins and end the line like a catch."""

    def turns(self, place: _MazePosition, left: int = FAR + 1) -> Iterator[tuple[AnsweredMove, _MazePosition | None]]:
        return ((turn, after) for turn, after in super().turns(place, left) if after or not turn.answer)

    def _at_least(self) -> int:
        return min(map(self._distance, self.starts), default=FAR)

    def _bound(self, place: _MazePosition, _: int) -> int:
        return self._distance(place)

    def _lures(self, *_: object) -> bool:
        return False


def distances(maze: Maze) -> Mapping[tuple[Module, int], int]:
    """The fewest moves to win with the treasure, by module and things held, without trails and minoqaur."""
    before: dict[tuple[Module, int], list[tuple[Module, int]]] = {}
    last: dict[tuple[Module, int], None] = {}
    rich = TREASURE | KEY
    holding = [holds for holds in range(USEFUL + 1) if holds & ~USEFUL == 0 and holds & rich != rich]
    for module in (number for number in range(maze.side**2) if maze.light >> number & 1):
        for direction in DIRECTIONS:
            ahead, taken = maze.ahead(module, direction), 0
            for step in ahead.steps:
                end = step.way[-1]
                taken |= maze.finds.get(end, 0) & USEFUL
                for holds in holding if len(step.way) < 3 or not ahead.tunnels else (h for h in holding if h & SWORD):
                    if wins_at(maze, end, holds | taken):
                        last[module, holds] = None
                    else:
                        before.setdefault((end, holds | taken), []).append((module, holds))
            if ahead.leaves:
                last.update(((module, holds), None) for holds in holding if (holds | taken) & TREASURE)
    return {place: far + 1 for place, far in walk.distances(last, before.get).items()}
