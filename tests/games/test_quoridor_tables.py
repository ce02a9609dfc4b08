"""Perfect play and forced wins of Quoridor: the tables agree with plain minimax, and the search with the tables."""

from collections import Counter
from collections.abc import Iterator
from functools import reduce

import pytest

from mapkit.games.quoridor.position import PASS, Position, after, board, cut_off, moves, opening, winner, without_walls
from mapkit.games.quoridor.search import SearchLimit, WinSearch
from mapkit.games.quoridor.tables import Tables
from mapkit.model.chance import Chance


@pytest.fixture(scope="module")
def tables() -> Tables:
    """The tables of 5 x 5, which all tests here fill together."""
    return Tables(board(5))


# The tables


def minimax(first: Position) -> dict[Position, int]:
    """The outcome of every position that play can lead to, found by going over all of them again and again."""
    after_it: dict[Position, list[Position]] = {}
    edge = [first]
    while edge:
        position = edge.pop()
        if position not in after_it:
            after_it[position] = [after(position, move) for move in moves(position)]
            edge += after_it[position]
    values = {position: -1 if winner(position) is not None else 0 for position in after_it}  # -1: lost 0 plies ago
    decided = {position for position in values if winner(position) is not None}
    plies = dict.fromkeys(decided, 0)
    for depth in range(1, len(after_it)):
        found = {}
        for position, onward in after_it.items():
            if position in decided:
                continue
            if any(state in decided and values[state] < 0 and plies[state] == depth - 1 for state in onward):
                found[position] = 1
            elif all(state in decided and values[state] > 0 for state in onward):
                found[position] = -1
        if not found:
            break
        values |= found
        decided |= set(found)
        plies |= dict.fromkeys(found, depth)
    return {position: values[position] * plies[position] for position in after_it if winner(position) is None}


@pytest.mark.parametrize("walls_each", [0, 1])
def test_the_tables_of_3x3_are_those_of_plain_minimax(walls_each: int) -> None:
    wanted, found = minimax(opening(3, 2, walls_each)), Tables(board(3))
    assert len(wanted) > 20
    assert {position: found.outcome(position) for position in wanted} == wanted


@pytest.mark.parametrize(("walls_each", "outcome"), [(0, -8), pytest.param(1, -12, marks=pytest.mark.long)])
def test_the_second_player_wins_on_5x5_with_no_wall_and_with_one_each(
    tables: Tables, walls_each: int, outcome: int
) -> None:
    assert tables.outcome(opening(5, 2, walls_each)) == outcome


@pytest.mark.long
def test_the_second_player_wins_on_5x5_with_two_walls_each() -> None:
    assert Tables(board(5)).outcome(opening(5, 2, 2)) == -18


def test_the_tables_refuse_a_finished_game(tables: Tables) -> None:
    home = without_walls(board(5), (board(5).squares_by_name["c5"], board(5).squares_by_name["c4"]), (0, 0), 1)
    with pytest.raises(ValueError, match="the game is over"):
        tables.outcome(home)


def midgames(seed: str, sets: int, each_set: int, most_left: int = 1) -> Iterator[Position]:
    """Positions of 5 x 5 with few walls left: this many sets of walls, each with pawns in this many places."""
    on = board(5)
    for number in range(sets):
        chance, start = Chance(f"{seed} {number}"), opening(5, 2, 9)
        for _ in range(chance.between(4, 8)):
            start = after(start, chance.choice([move for move in moves(start) if move[-1] in "hv"] or [PASS]))
        left = (chance.between(0, most_left), chance.between(0, most_left))
        for _ in range(each_set):
            south, north = chance.shuffled(on.names)[:2]
            position = start._replace(pawns=(south, north), stock=left, turn=chance.between(0, 1))
            if winner(position) is None and not [*cut_off(position)]:
                yield position


def test_the_best_move_has_the_outcome_of_the_position(tables: Tables) -> None:
    for position in midgames("best", 6, 10):
        best = tables.best(position)
        assert {move for move, _ in best} == set(moves(position))
        assert best[0][1] == tables.outcome(position)


# The search


@pytest.mark.parametrize(
    ("seed", "games", "plies_each", "least"),
    [("search", 8, 25, 2), pytest.param("search at length", 120, 40, 100, marks=pytest.mark.long)],
)
def test_the_search_finds_the_wins_of_the_tables_and_no_others(
    tables: Tables, seed: str, games: int, plies_each: int, least: int
) -> None:
    """Wins in 3, 5 and 7 plies."""
    told: Counter[int | None] = Counter()
    for position in midgames(seed, games, plies_each):
        outcome = tables.outcome(position)
        for plies in (3, 5, 7):
            wanted = outcome if 0 < outcome <= plies else None
            assert WinSearch().shortest(position, plies) == wanted, (position, plies)
        told[wanted] += 1
        if 0 < outcome <= 5:
            winning = {move for move, value in tables.best(position) if 0 < value <= 5}
            assert set(WinSearch().wins(position, 5)) == winning, position
    assert min(told[each] for each in (None, 1, 3, 5, 7)) > least, told
    assert told.total() > 100


def wins(position: Position, plies: int) -> bool:
    """Whether the player to move wins within this many plies, by trying every move against every answer."""
    after_it = [after(position, move) for move in moves(position)]
    if any(onward.home(position.turn) for onward in after_it):
        return True
    return plies > 2 and any(all(not_lost(after(o, answer), plies - 2) for answer in moves(o)) for o in after_it)


def not_lost(position: Position, plies: int) -> bool:
    """Whether the other player is not home yet, and the player to move still wins in time."""
    return winner(position) is None and wins(position, plies)


@pytest.mark.parametrize(
    ("seed", "games", "plies"),
    [("many walls", 20, 3), pytest.param("many walls at length", 60, 5, marks=pytest.mark.long)],
)
def test_the_search_finds_wins_with_more_walls(seed: str, games: int, plies: int) -> None:
    """Every move is tried against every answer, on boards with too many walls for tables."""
    told: Counter[bool] = Counter()
    for position in midgames(seed, games, 10, 4):
        wanted = wins(position, plies)
        assert (WinSearch().shortest(position, plies) is not None) == wanted, (position, plies)
        told[wanted] += 1
    assert min(told.values()) > 5


def test_one_search_may_be_asked_about_many_positions(tables: Tables) -> None:
    """What the search remembers from one question never changes the answer to another."""
    search = WinSearch()
    for position in midgames("many", 5, 20):
        outcome = tables.outcome(position)
        for plies in (7, 3, 5, 1):
            assert search.shortest(position, plies) == (outcome if 0 < outcome <= plies else None)


def test_a_winning_line_is_legal_and_as_long_as_the_win(tables: Tables) -> None:
    lengths = Counter[int]()
    for position in midgames("line", 6, 25):
        outcome = tables.outcome(position)
        if not 0 < outcome <= 5:
            continue
        line = WinSearch().line(position, 5)
        assert len(line) == outcome
        for ply, move in enumerate(line):
            now = reduce(after, line[:ply], position)
            assert move in moves(now)
            assert tables.outcome(now) == (outcome - ply) * (-1) ** ply
        assert winner(reduce(after, line, position)) == position.turn
        lengths[outcome] += 1
    assert set(lengths) == {1, 3, 5}


def test_a_search_without_end_is_given_up() -> None:
    start = opening(9, 2, 10)
    near = start._replace(pawns=(board(9).squares_by_name["e5"], board(9).squares_by_name["e6"]))
    with pytest.raises(SearchLimit):
        WinSearch(most=50).shortest(near, 9)
