"""Quoridor against packages of PyPI that know its rules: lists of legal moves, and games; same positions for all.

OpenSpiel is written in C++. Its rules differ from ours only where no position here comes (ledger, part G).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import lru_cache, reduce
from statistics import median
from time import perf_counter
from typing import Any

import pytest

from benchmarks.conftest import Note
from mapkit.games.quoridor.position import Move, Position, after, moves, opening, winner
from mapkit.model.chance import Chance

LINES, GAMES = 20, 4
"""The numbers of mid-game positions and of games."""
Line = tuple[Move, ...]


class Ours:
    """A game on the rules of mapkit."""

    def __init__(self, line: Line = ()) -> None:
        self.position = reduce(after, line, opening(9, 2, 10))

    def listed(self) -> list[Move]:
        return moves(self.position)

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


class OpenSpiel:
    """A game on OpenSpiel, whose row 1 is the northern one; its list is numbers, and names their squares on request."""

    def __init__(self, line: Line = ()) -> None:
        module = pytest.importorskip("pyspiel", reason="open_spiel is not installed, and has no wheel for this Python")
        rules = {"board_size": 9, "players": 2, "wall_count": 10}
        self.state: Any = module.load_game("quoridor", rules).new_initial_state()
        self.listed: Callable[[], Any] = self.state.legal_actions
        for move in line:
            self.push(move)

    def named(self) -> dict[Move, int]:
        actions = {self.state.action_to_string(action): action for action in self.state.legal_actions()}
        return {_mirrored(label): action for label, action in actions.items()}

    def push(self, move: Move) -> None:
        self.state.apply_action(self.named()[move])


def _mirrored(label: str) -> Move:
    row = int(label[1])
    return f"{label[0]}{(9 if label[-1] in 'hv' else 10) - row}{label[2:]}"


PEERS: tuple[Callable[[Line], Any], ...] = (PythonQuoridor, PyQuoridor, OpenSpiel)
IDS = ("python-quoridor", "pyquoridor", "OpenSpiel, C++")
GOALS = (5, 5, 300)
"""By the peer: how long ours may take, in hundredths of its time."""


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
def crowded() -> tuple[tuple[Line, Position], ...]:
    """Positions with at least 14 walls, in which the player to move has some left; many of those are not legal."""
    found = list[tuple[Line, Position]]()
    for number in range(100 * LINES):
        game = list(random_game(9, 10, f"crowd {number}"))
        full = [n for n, (_, now) in enumerate(game, 1) if sum(now.stock) <= 6 and now.stock[now.turn]]
        if len(found) < LINES and full and winner(game[full[0] - 1][1]) is None:
            found.append((tuple(move for move, _ in game[: full[0]]), game[full[0] - 1][1]))
    assert len(found) == LINES
    return tuple(found)


@lru_cache
def games() -> tuple[Line, ...]:
    """Random games to their end."""
    return tuple(tuple(move for move, _ in random_game(9, 10, f"game {number}")) for number in range(GAMES))


def clocked(act: Callable[[], object]) -> float:
    start = perf_counter()
    act()
    return perf_counter() - start


def listing(make: Callable[[Line], Any], positions: Callable[[], tuple[tuple[Line, Position], ...]]) -> list[float]:
    """The seconds for the list of each position, each on a game of its own."""
    return [clocked(make(line).listed) for line, _ in positions()]


def usual() -> tuple[tuple[Line, Position], ...]:
    """Mid-game positions of the boxed game."""
    return midgames(9, 10)


def playing(make: Callable[[Line], Any]) -> list[float]:
    """The seconds for each game, in which every move is chosen from the list of all."""

    def play(line: Line) -> None:
        game = make(())
        for move in line:
            game.listed()
            game.push(move)

    return [clocked(lambda line=line: play(line)) for line in games()]  # type: ignore[misc]


@pytest.mark.parametrize("positions", [usual, crowded])
@pytest.mark.parametrize("peer", PEERS, ids=IDS)
def test_legal_moves_against_a_peer(benchmark: Any, note: Note, peer: Callable[[Line], Any], positions: Any) -> None:
    ours, theirs, name = list[float](), list[float](), IDS[PEERS.index(peer)]

    def both() -> None:
        theirs.extend(listing(peer, positions))
        for _ in range(4):
            ours.extend(listing(Ours, positions))

    both()
    ours.clear()
    theirs.clear()
    benchmark.pedantic(both, rounds=5)
    what = "legal moves of a 9x9 position" + ("" if positions is usual else " with 14 walls")
    note(what, median(ours) * 1e6, "us", None)
    note(f"{what}: {name}", median(theirs) * 1e6, "us", None)
    note(f"{what}, mapkit : {name}", 100 * median(ours) / median(theirs), "%", GOALS[PEERS.index(peer)])


@pytest.mark.parametrize("peer", PEERS[:2], ids=IDS[:2])
def test_random_games_against_a_peer(benchmark: Any, note: Note, peer: Callable[[Line], Any]) -> None:
    theirs = playing(peer)
    benchmark.pedantic(playing, (Ours,), rounds=5, warmup_rounds=1)
    ours = benchmark.stats.stats.median
    name = IDS[PEERS.index(peer)]
    note("a random game of 9x9, a list at every move", ours / GAMES * 1000, "ms", None)
    note(f"a random game of 9x9, mapkit : {name}", 100 * ours / sum(theirs), "%", 5)


def test_legal_moves_of_the_largest_board_against_the_usual_one(benchmark: Any, note: Note) -> None:
    large, small = ([position for _, position in midgames(n, w)] for n, w in ((17, 36), (9, 10)))
    floor = list[float]()

    def usual_first() -> None:
        floor.append(clocked(lambda: [*map(moves, small)]))

    benchmark.pedantic(lambda: [*map(moves, large)], setup=usual_first, rounds=50, warmup_rounds=2)
    note("legal moves of a 17x17 position : of a 9x9 one", benchmark.stats.stats.min / min(floor), "times", 6)


@pytest.mark.parametrize("peer", PEERS, ids=IDS)
def test_the_lists_of_a_peer_are_ours(benchmark: Any, note: Note, peer: Callable[[Line], Any]) -> None:
    """What is measured must be the same work; a list that differs is a fault of the other package, and is reported."""

    def same() -> int:
        return sum(named(peer(line)) == set(moves(position)) for line, position in (*midgames(9, 10), *crowded()))

    equal = benchmark.pedantic(same, rounds=1)
    note(f"lists of {IDS[PEERS.index(peer)]} that differ from mapkit's", 2 * LINES - equal, "", 0)


def named(game: Any) -> set[Move]:
    """The list of moves by their names, whichever package gives it."""
    if isinstance(game, OpenSpiel):
        return set(game.named())
    listed = game.listed()
    if isinstance(listed, set):
        return listed
    pawn, (across, upright) = listed
    found = {f"{chr(97 + square.col)}{square.row + 1}" for square in pawn}
    for way, grid in (("h", across["white"]), ("v", upright["white"])):
        rows = range(8)
        found |= {f"{chr(97 + x)}{y + 1}{way}" for y in rows for x in rows if grid[(y, x)] >= 0}
    return found
