"""Quoridor's hard against the hard before it, which looked at 8,000 positions, at the same CPU time a move.

MAPKIT_GAMES names the number of games; 100 take about ten minutes on two cores.
"""

from __future__ import annotations

import os
from concurrent.futures import ProcessPoolExecutor
from math import sqrt
from time import process_time
from typing import Any, NamedTuple

from benchmarks.conftest import Note
from mapkit.games.quoridor.bots import Effort, LookAhead, choose
from mapkit.games.quoridor.position import Move, Position, after, is_wall, moves, opening, winner
from mapkit.model.chance import Chance

GAMES = int(os.environ.get("MAPKIT_GAMES", "20"))
BEFORE = Effort(12, 12, 8_000)
"""How hard the level hard thought before."""
PLIES = 300
"""A game without a winner after so many plies counts as half a win."""


class Played(NamedTuple):
    """A game: what the new player has of it, and by player, the old one first, CPU seconds and moves."""

    score: float
    seconds: tuple[float, float]
    moves: tuple[int, int]


def begun(seed: str) -> Position:
    """A position after four random plies, every other one of the pawn."""
    chance, position = Chance(seed), opening(9, 2, 10)
    for _ in range(4):
        known = sorted(moves(position))
        pawn = [move for move in known if not is_wall(move)]
        position = after(position, chance.choice(pawn if chance.below(2) else known))
    return position


def chosen(position: Position, chance: Chance, new: bool) -> Move:
    """The move of either player; both play perfectly where nobody has walls."""
    if new or not any(position.stock):
        return choose(position, "hard", chance)[0]
    return LookAhead(position.board, chance, BEFORE).ranked(position)[0].move


def played(number: int) -> Played:
    """Game by game the players change seats; two games each begin alike."""
    position, seconds, counted = begun(f"strength {number // 2}"), [0.0, 0.0], [0, 0]
    for ply in range(PLIES):
        won = winner(position)
        if won is not None:
            return Played(float(won == number % 2), (seconds[0], seconds[1]), (counted[0], counted[1]))
        new, start = position.turn == number % 2, process_time()
        move = chosen(position, Chance(f"{number} {ply}"), new)
        if any(position.stock):
            seconds[new] += process_time() - start
            counted[new] += 1
        position = after(position, move)
    return Played(0.5, (seconds[0], seconds[1]), (counted[0], counted[1]))


def wilson(score: float, games: int) -> tuple[float, float]:
    """The 95 % interval of Wilson for a share."""
    z, share = 1.96, score / games
    middle, wide = share + z * z / 2 / games, z * sqrt(share * (1 - share) / games + z * z / 4 / games**2)
    return (middle - wide) / (1 + z * z / games), (middle + wide) / (1 + z * z / games)


def match() -> list[Played]:
    with ProcessPoolExecutor(2) as workers:
        return [*workers.map(played, range(GAMES))]


def test_hard_against_the_hard_before_it(benchmark: Any, note: Note) -> None:
    games = benchmark.pedantic(match, rounds=1)
    score = sum(game.score for game in games)
    low, high = wilson(score, GAMES)
    before, now = (sum(game.seconds[who] for game in games) / sum(game.moves[who] for game in games) for who in (0, 1))
    note(f"hard loses to the hard before it, of {GAMES} games", 100 - 100 * score / GAMES, "%", 35)
    note("  by Wilson's interval at least", 100 - 100 * high, "%", None)
    note("  by Wilson's interval at most", 100 - 100 * low, "%", None)
    note("  CPU a move of hard", 1000 * now, "ms", None)
    note("  CPU a move of hard, now : before", 100 * now / before, "%", 100)
