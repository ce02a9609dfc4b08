"""The fast rules of Quoridor: perft, and every legal move, agree with the second referee."""

from functools import reduce
from itertools import product

import pytest

from mapkit.games.quoridor.notation import forbidden, forbids
from mapkit.games.quoridor.position import (
    PASS,
    SIZES,
    Position,
    after,
    board,
    count,
    cut_off,
    distance,
    each,
    moves,
    opening,
    route,
    waves,
    winner,
    with_wall,
    without_walls,
)
from mapkit.language.phrases import phrases
from mapkit.model.chance import Chance
from tests.twins.quoridor import SEATS, Player, Square, Twin, named, way_home

PERFT = {
    (5, 2, 3): (35, 1109, 31540),
    (7, 2, 6): (75, 5357, 363872),
    (9, 2, 10): (131, 16677, 2062264, 247569030),
    (11, 2, 15): (203, 40445),
    (5, 4, 1): (35, 1109, 31365),
    (7, 4, 3): (75, 5357, 363681),
    (9, 4, 5): (131, 16677),
}
"""Part G of the ledger: leaves by size, players and walls each, to depth 1, 2, 3, 4."""
MANY = 10_000_000
"""So many leaves are counted in long tests alone."""


def perft(position: Position, depth: int) -> int:
    """The number of move sequences of exactly `depth` plies; a finished game has none that go on."""
    if depth < 2:
        return count(position) if depth else 1
    return sum(perft(after(position, move), depth - 1) for move in moves(position))


@pytest.mark.parametrize(
    ("start", "leaves"),
    [
        *((start, tuple(number for number in leaves if number < MANY)) for start, leaves in PERFT.items()),
        *(pytest.param(*item, marks=pytest.mark.long) for item in PERFT.items() if max(item[1]) >= MANY),
    ],
    ids=str,
)
def test_perft_is_that_of_the_ledger(start: tuple[int, int, int], leaves: tuple[int, ...]) -> None:
    assert tuple(perft(opening(*start), depth) for depth in range(1, len(leaves) + 1)) == leaves


@pytest.mark.long
def test_moves_of_300_positions_after_three_plies_are_those_of_the_twin() -> None:
    """A sample of the positions in which the fourth ply of the boxed game is counted."""
    for number in range(300):
        chance, twin, position = Chance(f"three plies {number}"), seated(9, [(5, 1), (5, 9)], 10), opening(9, 2, 10)
        for _ in range(3):
            move = chance.choice(sorted(moves(position)))
            position = after(position, move)
            twin.play(move)
        assert set(moves(position)) == {*twin.ways()}


def seated(size: int, squares: list[Square], *left: int) -> Twin:
    """The second referee with pawns on these squares; the players have so many walls left, or each the same number."""
    stock = left if len(left) == len(squares) else left * len(squares)
    seats = zip(SEATS[len(squares)], squares, stock, strict=True)
    return Twin(size, [Player(seat, seat, square, walls) for seat, square, walls in seats], {}, 0, 0)


def fast(twin: Twin) -> Position:
    """The position for the fast rules."""
    on = board(twin.size, SEATS[len(twin.players)])
    pawns = tuple(on.squares_by_name[named(player.square)] for player in twin.players)
    return reduce(
        with_wall, sorted(twin.walls), without_walls(on, pawns, tuple(p.left for p in twin.players), twin.turn)
    )


def crowded(size: int, players: int, chance: Chance) -> Twin:
    """A position that play can lead to: random walls that leave every player a way, and pawns close to each other."""
    left, turn = [chance.between(0, 3) for _ in range(players)], chance.between(0, players - 1)
    middle = (chance.between(2, size - 1), chance.between(2, size - 1))
    every = [(x, y) for x in range(1, size + 1) for y in range(1, size + 1)]
    near = [(x, y) for x, y in every if abs(x - middle[0]) + abs(y - middle[1]) <= 2]
    twin = seated(size, [*chance.shuffled(near)[:players]], *left)
    twin.turn = turn
    for _ in range(chance.between(0, size * size // 4)):
        wall = named((chance.between(1, size - 1), chance.between(1, size - 1))) + chance.choice("hv")
        if not twin.against(wall, twin.walls):
            twin.walls[wall] = ""
    twin.whose_turn()
    return twin


@pytest.mark.parametrize("players", [2, 4])
@pytest.mark.parametrize(
    ("size", "number"),
    [
        *((5, 20), (7, 8), (9, 5), (11, 5)),
        *(pytest.param(size, 500, marks=pytest.mark.long) for size in (5, 7, 9, 11, 17)),
    ],
)
def test_the_legal_moves_are_those_of_the_twin(size: int, number: int, players: int) -> None:
    chance, compared = Chance(f"twin {size} {players}"), 0
    for _ in range(number):
        twin = crowded(size, players, chance)
        found = moves(fast(twin))
        assert len(set(found)) == len(found) == (count(fast(twin)) or 0)
        assert set(found) == {*twin.ways()}, twin
        compared += len(found)
    assert compared > number


def test_random_games_are_those_of_the_twin() -> None:
    """In positions that play leads to, move by move: what a position remembers stays right."""
    for number in range(12):
        chance, players = Chance(f"game {number}"), (2, 4)[number % 2]
        twin = seated(5, [(3, 1), (3, 5)] if players == 2 else [(3, 1), (1, 3), (3, 5), (5, 3)], 3)
        position = opening(5, players, 3)
        for _ in range(60):
            assert position == fast(twin)
            if winner(position) is not None:
                break
            move = chance.choice(sorted(moves(position)))
            position = after(position, move)
            twin.play(move)
        assert (winner(position) is None) == (not twin.winner)


@pytest.mark.parametrize("size", SIZES)
def test_players_start_in_the_middle_of_their_edge_and_at_that_distance_from_home(size: int) -> None:
    """QC-8, QC-10 and QC-35 on every size of QC-3."""
    for players in (2, 4):
        start, middle = opening(size, players, 1), board(size).names
        columns = "abcdefghijklmnopq"
        half = size // 2
        south, north = f"{columns[half]}1", f"{columns[half]}{size}"
        west, east = f"a{half + 1}", f"{columns[size - 1]}{half + 1}"
        wanted = [south, north] if players == 2 else [south, west, north, east]
        assert [middle[pawn] for pawn in start.pawns] == wanted
        assert [distance(start, player) for player in range(players)] == [size - 1] * players


def test_a_route_crosses_as_many_borders_as_the_distance() -> None:
    for number in range(40):
        position = fast(crowded(7, 2, Chance(f"route {number}")))
        for player in range(2):
            up, right = route(position, player)
            assert up.bit_count() + right.bit_count() == distance(position, player)


def test_a_player_who_is_walled_in_is_told_with_the_squares_that_they_can_reach() -> None:
    """QC-22."""
    walled = opening(5, 2, 10)
    for wall in ("c1h", "b1v", "d1v"):
        walled = with_wall(walled, wall)
    ((player, reached),) = cut_off(walled)
    assert (player, [board(5).names[bit] for bit in each(reached)]) == (0, ["c1", "d1"])
    assert waves(walled, 0)[-1] == reached
    assert distance(walled, 0) is None
    assert not reached & walled.board.goals[0]


def test_a_pawn_that_is_shut_in_by_pawns_passes() -> None:
    """QC-X4: four players, and no walls left."""
    twin = seated(5, [(1, 1), (2, 1), (3, 4), (3, 1)], 0)
    twin.walls["a1h"] = ""
    assert all(way_home(5, player.seat, player.square, frozenset({"a1h"})) for player in twin.players)
    assert moves(fast(twin)) == [PASS] == twin.ways()
    assert after(fast(twin), PASS).turn == 1


def test_every_reason_that_forbids_a_move_has_words() -> None:
    said = {key.partition(".")[0] for key in phrases("quoridor", "en").refused} - {"nobody"}
    assert said == {*forbids(board(9, "SN")), "QC-36", "QC-X1"}


@pytest.mark.parametrize("players", [2, 4])
def test_a_rule_forbids_exactly_the_moves_that_are_not_legal(players: int) -> None:
    """All words are tried that name a square of the board, a wall or a pass; every reason comes up."""
    seen = set[str]()
    for number in range(60):
        position = fast(crowded(5, players, Chance(f"forbidden {players} {number}")))
        names = [f"{column}{row}" for column, row in product("abcdef", "123456")]
        words = [*names, *(name + way for name in names for way in "hvx"), PASS]
        legal = set(moves(position))
        assert {word for word in words if not forbidden(position, word)} == legal
        reasons = {forbidden(position, word) for word in words} - {""}
        assert (reasons == {"QC-35"}) == (winner(position) is not None)
        seen |= reasons
    never = {"QC-30"} if players == 2 else set()
    assert seen == set(forbids(board(9, "SN"))) - never
