"""Puzzles: positions that the player to move wins in so many moves, by one first move alone (QC-35)."""

from __future__ import annotations

from functools import lru_cache

from mapkit.games.quoridor.design import Params
from mapkit.games.quoridor.position import Move, Position, after, distance, each, steps, winner
from mapkit.games.quoridor.search import Search, TooLong

EFFORT = 6_000
"""How many positions are looked at, at the most, to prove a win."""


def unsolvable(p: Params, position: Position) -> str:
    """Why a position is no such puzzle, in words; empty where it is one, or where none is asked for."""
    if p.win_in is None:
        return ""
    plies = 2 * p.win_in - 1
    if winner(position) is not None:
        return "The game is over."
    shortest, wins, seen = _solved(position, plies)
    if seen > EFFORT:
        return "No win was proven in time."
    if shortest != plies:
        return f"It is won in {(shortest + 1) // 2} already." if shortest else "The player to move has no such win."
    if len(wins) > 1:
        return f"It is won by {', '.join(wins[:6])}."
    return "" if tempting(position, wins[0]) else f"{wins[0]} is the only way on."


def tempting(position: Position, win: Move) -> bool:
    """Whether another move looks as good: the win is a wall, or another step brings the player as near to his goal."""
    if win[-1] in "hv":
        return True
    near = distance(after(position, win), position.turn) or 0
    others = (position.board.names[bit] for bit in each(steps(position)))
    return any((distance(after(position, move), position.turn) or 0) <= near for move in others if move != win)


def looked_at(p: Params, position: Position) -> int:
    """How many positions are looked at to find out whether a position is such a puzzle."""
    return 0 if p.win_in is None or winner(position) is not None else _solved(position, 2 * p.win_in - 1)[2]


def solution(position: Position, moves_to_win: int) -> list[Move]:
    """The winning line: the winner's moves and the longest defence, by turns."""
    return Search().line(position, 2 * moves_to_win - 1)


@lru_cache(maxsize=4)
def _solved(position: Position, plies: int) -> tuple[int | None, tuple[Move, ...], int]:
    """In how many plies the player to move wins at the soonest, the first moves that do, and how many were looked at.

    These are more than EFFORT where it was too long to be found out.
    """
    search = Search(EFFORT)
    try:
        shortest = search.shortest(position, plies)
        wins = tuple(search.wins(position, plies)) if shortest == plies else ()
    except TooLong:
        return None, (), search.seen
    return shortest, wins, search.seen
