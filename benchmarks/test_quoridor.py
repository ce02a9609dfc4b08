"""Quoridor against packages of PyPI that know its rules: lists of legal moves, and games; same positions for all."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import lru_cache, reduce
from statistics import median
from time import perf_counter
from typing import Any

import pytest

from benchmarks.conftest import Note
from mapkit.chance import Chance
from mapkit.games.quoridor.position import Move, Position, after, moves, opening, winner

LINES, GAMES = 20, 4
"""The numbers of mid-game positions and of games."""
Line = tuple[Move, ...]


class Ours:
    """A game on the rules of mapkit."""

    def __init__(self, line: Line = ()) -> None:
        self.position = reduce(after, line, opening(9, 2, 10))

    def listed(self) -> set[Move]:
        return set(moves(self.position))

    def push(self, move: Move) -> None:
        self.position = after(self.position, move)


class PythonQuoridor:
    """A game on python-quoridor."""

    def __init__(self, line: Line = ()) -> None:
        self.game: Any = pytest.importorskip("quoridor", reason="python-quoridor is not installed").Quoridor()
        for move in line:
            self.push(move)

    def listed(self) -> set[Move]:
        return set(self.game.get_legal_moves())

    def push(self, move: Move) -> None:
        self.game.make_move(move)


class PyQuoridor:
    """A game on pyquoridor; its list is two grids of walls, and names their squares only on request."""

    def __init__(self, line: Line = ()) -> None:
        module = pytest.importorskip("pyquoridor.board", reason="pyquoridor is not installed")
        self.over: type[Exception] = module.GameOver
        self.board: Any = module.Board()
        for move in line:
            self.push(move)

    def listed(self) -> object:
        player = self.board.current_player()
        return self.board.valid_pawn_moves(player), self.board.valid_fence_moves(player)

    def push(self, move: Move) -> None:
        row, column = int(move[1]) - 1, ord(move[0]) - 97
        if len(move) == 3:
            self.board.place_fence(row, column, move[2])
            return
        try:
            self.board.move_pawn(self.board.current_player(), row, column)
        except self.over:
            return


PEERS: tuple[Callable[[Line], Any], ...] = (PythonQuoridor, PyQuoridor)
IDS = ("python-quoridor", "pyquoridor")


def random_game(size: int, walls_each: int, seed: str) -> Iterator[tuple[Move, Position]]:
    """The moves of a random game, every other one of the pawn, each with the position after it."""
    chance, position = Chance(seed), opening(size, 2, walls_each)
    while winner(position) is None:
        known = sorted(moves(position))
        pawn = [move for move in known if move[-1] not in "hv"]
        move = chance.choice(pawn if chance.below(2) else known)
        position = after(position, move)
        yield move, position


@lru_cache
def midgames(size: int, walls_each: int) -> tuple[tuple[Line, Position], ...]:
    """Positions after 6 to 16 moves with 10 walls each, or in proportion; both players have walls left."""
    found = list[tuple[Line, Position]]()
    for number in range(10 * LINES):
        game = list(random_game(size, walls_each, f"bench {number}"))[: _moves_made(walls_each, number)]
        if len(found) < LINES and min(game[-1][1].stock) and winner(game[-1][1]) is None:
            found.append((tuple(move for move, _ in game), game[-1][1]))
    assert len(found) == LINES
    return tuple(found)


def _moves_made(walls_each: int, number: int) -> int:
    return 3 * walls_each // 5 + number % (walls_each + 1)


@lru_cache
def games() -> tuple[Line, ...]:
    """Random games to their end."""
    return tuple(tuple(move for move, _ in random_game(9, 10, f"game {number}")) for number in range(GAMES))


def clocked(act: Callable[[], object]) -> float:
    start = perf_counter()
    act()
    return perf_counter() - start


def listing(make: Callable[[Line], Any]) -> list[float]:
    """The seconds for the list of each mid-game position, each on a game of its own."""
    return [clocked(make(line).listed) for line, _ in midgames(9, 10)]


def playing(make: Callable[[Line], Any]) -> list[float]:
    """The seconds for each game, in which every move is chosen from the list of all."""

    def play(line: Line) -> None:
        game = make(())
        for move in line:
            game.listed()
            game.push(move)

    return [clocked(lambda line=line: play(line)) for line in games()]  # type: ignore[misc]


@pytest.mark.parametrize("peer", PEERS, ids=IDS)
def test_legal_moves_against_a_peer(benchmark: Any, note: Note, peer: Callable[[Line], Any]) -> None:
    theirs = list[float]()
    benchmark.pedantic(listing, (Ours,), setup=lambda: theirs.extend(listing(peer)), rounds=5, warmup_rounds=1)
    ours = [each for _ in range(20) for each in listing(Ours)]
    name = IDS[PEERS.index(peer)]
    note("legal moves of a 9x9 position", median(ours) * 1e6, "us", None)
    note(f"legal moves of a 9x9 position: {name}", median(theirs) * 1e6, "us", None)
    note(f"legal moves of a 9x9 position, mapkit : {name}", 100 * median(ours) / median(theirs), "%", 5)


@pytest.mark.parametrize("peer", PEERS, ids=IDS)
def test_random_games_against_a_peer(benchmark: Any, note: Note, peer: Callable[[Line], Any]) -> None:
    theirs = playing(peer)
    benchmark.pedantic(playing, (Ours,), rounds=5, warmup_rounds=1)
    ours = benchmark.stats.stats.median
    name = IDS[PEERS.index(peer)]
    note("a random game of 9x9, a list at every move", ours / GAMES * 1000, "ms", None)
    note(f"a random game of 9x9, mapkit : {name}", 100 * ours / sum(theirs), "%", 5)


def test_legal_moves_of_the_largest_board_against_the_usual_one(benchmark: Any, note: Note) -> None:
    large, usual = ([position for _, position in midgames(n, w)] for n, w in ((17, 36), (9, 10)))
    floor = list[float]()

    def usual_first() -> None:
        floor.append(clocked(lambda: [*map(moves, usual)]))

    benchmark.pedantic(lambda: [*map(moves, large)], setup=usual_first, rounds=50, warmup_rounds=2)
    note("legal moves of a 17x17 position : of a 9x9 one", benchmark.stats.stats.min / min(floor), "times", 6)


@pytest.mark.parametrize("peer", PEERS, ids=IDS)
def test_the_lists_of_a_peer_are_ours(benchmark: Any, note: Note, peer: Callable[[Line], Any]) -> None:
    """What is measured must be the same work; a list that differs is a fault of the other package, and is reported."""

    def same() -> int:
        return sum(named(peer(line).listed()) == set(moves(position)) for line, position in midgames(9, 10))

    equal = benchmark.pedantic(same, rounds=1)
    note(f"mid-game lists of {IDS[PEERS.index(peer)]} that differ from mapkit's", LINES - equal, "", 0)


def named(listed: Any) -> set[Move]:
    """A list of moves by their names, whichever package gave it."""
    if isinstance(listed, set):
        return listed
    pawn, (across, upright) = listed
    found = {f"{chr(97 + square.col)}{square.row + 1}" for square in pawn}
    for way, grid in (("h", across["white"]), ("v", upright["white"])):
        rows = range(8)
        found |= {f"{chr(97 + x)}{y + 1}{way}" for y in rows for x in rows if grid[(y, x)] >= 0}
    return found
