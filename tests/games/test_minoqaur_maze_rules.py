"""Walks, tunnels and the minoqaur's answer: why a line is forbidden, and small examples by hand."""

from collections import Counter
from dataclasses import replace

import pytest

from mapkit.games.minoqaur.maze_rules import (
    DIRECTIONS,
    NOWHERE,
    OUTSIDE,
    TREASURE,
    Maze,
    Trail,
    has_won,
    moves,
    strides,
)
from mapkit.games.minoqaur.notation import Hunter, Piece, forbidden
from tests.drawings import maze_of
from tests.games.test_minoqaur_twin import Both


def told_why(piece: Piece, seen: Counter[str]) -> None:
    legal = {(move.direction, move.tunnels, len(move.way)) for move in piece.moves}
    for direction in DIRECTIONS:
        for length in range(piece.maze.side + 2):
            for tunnels in (False, True):
                reason = forbidden(piece, direction, length, tunnels)
                assert (reason == "") == ((direction, tunnels, length) in legal), (direction, length, tunnels, reason)
                seen[reason] += 1
            either = {(direction, tunnels, length) for tunnels in (False, True)}
            assert (forbidden(piece, direction, length, None) == "") == bool(either & legal)
        tunnels_so = any(move.direction == direction and move.tunnels for move in piece.moves)
        assert (forbidden(piece, direction, None, True) == "") == tunnels_so


REASONS = """
MQ-11.c.none MQ-13.dark MQ-14.wall MQ-14.b.edge MQ-15.trail MQ-16.own MQ-17.light MQ-18.a.on MQ-18.c.edge
MQ-18.d.landing MQ-19.thick MQ-22.a.head MQ-23.along MQ-23.b.stop MQ-33.own MQ-34.a.stop MQ-35.along MQ-39.entrance
MQ-39.treasure MQ-41.caught MQ-48.along MQ-48.stop
""".split()  # noqa: SIM905 (numbers in quotes are harder to read)


@pytest.mark.parametrize("games", [60, pytest.param(1000, marks=pytest.mark.long)])
def test_a_rule_forbids_exactly_the_lines_that_are_not_legal(games: int) -> None:
    """What is legal, both referees of the game agree on; here what is said of a line is compared with that."""
    seen = Counter[str]()
    for number in range(games):
        game = Both(f"lines {number}")
        for _ in range(12):
            if game.state.mover and not game.state.entering:
                told_why(game.state.piece, seen)
                told_why(Hunter(game.state.maze, game.state.minoqaur, game.state.trails()), seen)
            if game.state.mover:
                assert [*game.directive()]
    assert {reason: seen[reason] > 5 for reason in REASONS} == dict.fromkeys(REASONS, True)


# Small examples by hand


def test_the_cloak_works_for_the_rest_of_the_walk_on_which_it_is_found() -> None:
    """MQ-21.b, MQ-22: the minoqaur has gone down the fourth column."""
    maze = maze_of("""
        E C . . .
        X X X . X
        . . . M .
        . . . . .
        . . . . .
    """)
    minoqaur = Trail(18, 1 << 3 | 1 << 8 | 1 << 13 | 1 << 18, 1 << 28 | 1 << 33 | 1 << 38)
    assert walks(maze, 0, 0, minoqaur) == {1: False, 2: False, 4: False}
    assert walks(replace(maze, finds={}), 0, 0, minoqaur) == {1: False, 2: False}


def test_a_player_with_key_and_treasure_has_won_wherever_they_are() -> None:
    """MQ-25, MQ-39: a player who ends a move on an entrance with the treasure has won too."""
    maze = maze_of("E . T E\nX X K X\n. M . .\n. . . .")
    assert walks(maze, 0, 0, NOWHERE) == {1: False, 2: False, 3: True}
    assert walks(maze, 2, TREASURE, NOWHERE) == {3: True, 6: True, 10: True, 14: True, 1: False, 0: True}
    outside = replace(maze, step_out=True)
    assert walks(outside, 0, 0, NOWHERE) == {1: False, 2: False, 3: False, OUTSIDE: True}


def test_a_tunnel_catches_a_head_even_if_another_trail_crosses_it() -> None:
    """MQ-34.a, MQ-41, MQ-47: one explorer has crossed the head of another. The other stands in front of the tunnel."""
    maze = maze_of("E . . .\n. . . .\n. X X X\n. . M .")
    caught = Trail(6, 1 << 2 | 1 << 6, 1 << 18)
    thief = Trail(7, 1 << 4 | 1 << 5 | 1 << 6 | 1 << 7, 1 << 4 | 1 << 5 | 1 << 6)
    minoqaur, gone = Trail.at(maze.dot), caught._replace(head=-1)
    assert [move.end for move in strides(maze, minoqaur, (caught, thief), "N")] == [6]
    assert [move.end for move in strides(maze, minoqaur, (gone, thief), "N")] == []


def walks(maze: Maze, start: int, holds: int, minoqaur: Trail) -> dict[int, bool]:
    """Where walks lead, and whether they win."""
    found = [move for move in moves(maze, Trail.at(start), holds, minoqaur) if not move.tunnels]
    return {move.end: has_won(maze, move) for move in found}
