"""How hard looks ahead: the ways home that it keeps are those of the board, its work is limited, and it sees wins."""

import pytest

from mapkit.games.quoridor.foresight import Foresight, SearchNode
from mapkit.games.quoridor.position import (
    Position,
    after,
    board,
    cut_off,
    distance,
    is_wall,
    moves,
    opening,
    winner,
    with_wall,
    without_walls,
)
from mapkit.games.quoridor.search import WinSearch
from mapkit.model.chance import Chance


def on_the_way(size: int, walls: int, seed: str) -> Position:
    """A position that random play leads to, with many walls."""
    chance, position = Chance(seed), opening(size, 2, walls)
    for _ in range(chance.between(0, 3 * walls)):
        known = sorted(moves(position))
        onward = after(position, chance.choice(known))
        position = position if winner(onward) is not None else onward
    return position


def home(position: Position) -> tuple[int, int]:
    return distance(position, 0) or 0, distance(position, 1) or 0


@pytest.mark.parametrize(("size", "walls", "number"), [(5, 3, 30), (7, 6, 20), (9, 10, 20), (17, 36, 2)])
def test_all_legal_moves_and_the_steps_home_after_them_are_those_of_the_board(
    size: int, walls: int, number: int
) -> None:
    for n in range(number):
        position = on_the_way(size, walls, f"home {n}")
        thought = Foresight(position.board, Chance(str(n)), 10_000)
        replies = {
            thought.names[reply.way][reply.bit]: reply
            for reply in thought._all_replies(SearchNode(position, home(position)))
        }
        assert set(replies) == set(moves(position))
        assert all(reply.home == home(after(position, move)) for move, reply in replies.items())


def test_walls_across_the_way_of_the_rival_have_the_same_worth_among_all_moves_and_among_the_few() -> None:
    for n in range(30):
        position = on_the_way(9, 10, f"few {n}")
        thought, moment = Foresight(position.board, Chance(str(n)), 10_000), SearchNode(position, home(position))
        assert set(thought._replies(moment)) <= set(thought._all_replies(moment))


def test_a_move_follows_in_the_search_as_it_does_on_the_board() -> None:
    for n in range(10):
        position = on_the_way(7, 6, f"after {n}")
        thought, moment = Foresight(position.board, Chance(str(n)), 10_000), SearchNode(position, home(position))
        for reply in thought._all_replies(moment):
            onward = thought._after(moment, reply)
            assert onward.position == after(position, thought.names[reply.way][reply.bit])


@pytest.mark.parametrize("effort", [1, 50, 1_000])
def test_it_stops_when_its_effort_is_spent(effort: int) -> None:
    position = opening(9, 2, 10)
    thought = Foresight(position.board, Chance("effort"), effort)
    assert set(thought.ranked(position)) <= set(moves(position))
    first, most = 2 + 2 * 128, 2 + 2 * 2 * 40
    assert thought.done <= max(first, effort) + most


def test_it_wins_where_a_win_within_three_plies_is_proven() -> None:
    """QC-35."""
    chance, proven = Chance("wins"), 0
    while proven < 12:
        pawns = chance.shuffled(list(board(5).names))
        free = without_walls(board(5), (pawns[0], pawns[1]), (1, 1), chance.below(2))
        position = with_wall(free, chance.choice([move for move in moves(free) if is_wall(move)] or ["b2h"]))
        if winner(position) is not None or any(cut_off(position)):
            continue
        search = WinSearch()
        if search.shortest(position, 3) == 3:
            proven += 1
            said = Foresight(position.board, chance, 20_000).ranked(position)[0]
            assert said in search.wins(position, 5)
