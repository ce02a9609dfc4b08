"""Puzzles: the player to move wins in a given number of moves, with only one right first move (QC-35)."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from mapkit.games.quoridor.design import Params
from mapkit.games.quoridor.position import Move, Position, after, distance, each, is_wall, steps, winner
from mapkit.games.quoridor.search import SearchLimit, WinSearch
from mapkit.model.letters import names
from mapkit.model.message import NOTHING, Message, Name, message

EFFORT = 6_000
"""The largest number of positions that a search looks at to prove a win."""
MOST_TRIED = 400_000
"""The largest number of moves that such a search tries."""


class _PuzzleResult(NamedTuple):
    shortest: int | None
    """In how many plies the player to move wins; None where no such win was found."""
    wins: tuple[Move, ...]
    """The first moves that win so soon."""
    tried: int
    given_up: bool = False
    """Whether the search gave up before it had proven anything."""


def unsolvable(p: Params, position: Position) -> Message:
    """Why a position is not the puzzle that `win_in` asks for; empty where it is, or where none is asked for."""
    if p.win_in is None:
        return NOTHING
    plies = 2 * p.win_in - 1
    if winner(position) is not None:
        return message("The game is over.")
    found = _solved(position, plies)
    if found.given_up:
        return message("No win was proven in time.")
    if found.shortest != plies:
        sooner = message("It is won in {number} already.", ((found.shortest or 0) + 1) // 2)
        return sooner if found.shortest else message("The player to move has no such win.")
    if len(found.wins) > 1:
        return message("It is won by {moves}.", names(found.wins[:6]))
    win = found.wins[0]
    return NOTHING if tempting(position, win) else message("{move} is the only way on.", Name(win))


def tempting(position: Position, win: Move) -> bool:
    """Whether another move looks as good: the win is a wall, or another step leads as near to the goal."""
    if is_wall(win):
        return True
    near = distance(after(position, win), position.turn) or 0
    others = (position.board.names[bit] for bit in each(steps(position)))
    return any((distance(after(position, move), position.turn) or 0) <= near for move in others if move != win)


def number_of_tries(p: Params, position: Position) -> int:
    """The number of moves tried to find out whether a position is the puzzle that `win_in` asks for."""
    return 0 if p.win_in is None or winner(position) is not None else _solved(position, 2 * p.win_in - 1).tried


@lru_cache(maxsize=4)
def _solved(position: Position, plies: int) -> _PuzzleResult:
    search = WinSearch(EFFORT, MOST_TRIED)
    try:
        shortest = search.shortest(position, plies)
        wins = tuple(search.wins(position, plies)) if shortest == plies else ()
    except SearchLimit:
        return _PuzzleResult(None, (), search.tried, given_up=True)
    return _PuzzleResult(shortest, wins, search.tried)
