"""Walks, tunnels and the minoqaur's answer, compared with a slow twin on positions that random play leads to."""

from collections import Counter
from dataclasses import replace

import pytest

from mapkit.games import maps
from mapkit.games.minoqaur.code import matrix
from mapkit.games.minoqaur.design import maze as maze_on
from mapkit.games.minoqaur.maze_rules import (
    CLOAK,
    DIRECTIONS,
    NOWHERE,
    OUTSIDE,
    SWORD,
    TREASURE,
    Maze,
    Trail,
    answer,
    has_won,
    moves,
    strides,
    trail_after,
)
from mapkit.games.minoqaur.notation import Hunter, Piece, Traveller, forbidden
from mapkit.model.chance import Chance
from tests.minoqaur_twin import Pen, Twin, maze_at_random, maze_of


class Game:
    """Two explorers and a minoqaur move at random; every position is compared with the twin."""

    def __init__(self, maze: Maze, chance: Chance, seen: Counter[str]) -> None:
        self.maze, self.chance, self.twin, self.seen = maze, chance, Twin(maze), seen
        light = [m for m in range(maze.side**2) if maze.light >> m & 1 and m != maze.dot]
        starts = [*(e for e in chance.shuffled(sorted(maze.entrances)) if e != maze.dot), *chance.shuffled(light)]
        starts = list(dict.fromkeys(starts))[:2]
        self.pens: list[Pen] = [(self.twin.spot(start),) for start in starts]
        self.holds = [chance.choice((0, 0, CLOAK, SWORD, CLOAK | SWORD, TREASURE)) for _ in starts]
        self.minoqaur: Pen = (self.twin.spot(maze.dot),)

    def play(self, rounds: int) -> None:
        for _ in range(rounds):
            stands = [self._step(seat) for seat in range(len(self.pens))]
            if not all(stands) or not self._hunt():
                return

    def _step(self, seat: int) -> bool:
        """Make a random legal move of an explorer; returns whether they still stand somewhere."""
        others = tuple(pen for n, pen in enumerate(self.pens) if n != seat)
        own, holds = self.pens[seat], self.holds[seat]
        args = (self.twin.trail(own), holds, self.twin.trail(self.minoqaur), tuple(map(self.twin.trail, others)))
        found = list(moves(self.maze, *args))
        told = {(m.direction, m.tunnels, self.twin.spot(m.end), m.holds) for m in found}
        assert len(found) == len(told)
        assert told == self.twin.moves(own, holds, self.minoqaur, others)
        if self.chance.below(3) == 0:
            told_why(Traveller(self.maze, *args), self.seen)
        self.seen["positions"] += 1
        going = [move for move in found if move.end != OUTSIDE]
        self.seen["leaves"] += len(found) - len(going)
        self.seen["stuck"] += not found
        if not going:
            return False
        move = self.chance.choice(going)
        self.seen["tunnels"] += move.tunnels
        self.seen["crosses"] += any(
            self.twin.spot(module) in pen for module in move.way for pen in (self.minoqaur, *others)
        )
        self.pens[seat] = (*own, *map(self.twin.spot, move.way))
        self.holds[seat] = move.holds
        assert trail_after(self.maze, args[0], move) == self.twin.trail(self.pens[seat])
        return True

    def _hunt(self) -> bool:
        """Make the minoqaur's answer, or now and then a random move, as a person might."""
        gone = (False, self.chance.below(4) == 0)[: len(self.pens)]
        trails = tuple(
            self.twin.trail(pen)._replace(head=-1) if out else self.twin.trail(pen)
            for pen, out in zip(self.pens, gone, strict=True)
        )
        own, pens = self.twin.trail(self.minoqaur), tuple(self.pens)
        every = [move for each in DIRECTIONS for move in strides(self.maze, own, trails, each)]
        told = {(m.direction, m.tunnels, self.twin.spot(m.end)) for m in every}
        assert len(every) == len(told)
        assert told == self.twin.strides(self.minoqaur, pens, gone)
        if self.chance.below(3) == 0:
            told_why(Hunter(self.maze, own, trails), self.seen)
        done = answer(self.maze, own, trails[0], trails[1:])
        wanted, trapped = self.twin.answers(self.minoqaur, pens, gone)
        assert done.trapped == trapped
        assert (done.move is None) == (not wanted)
        self.seen["trapped"] += trapped
        self.seen["waits"] += done.move is None and bool(every)
        if done.move:
            assert (done.move.direction, done.move.tunnels, self.twin.spot(done.move.end)) in wanted
            heads = [trail.head for trail in trails if trail.head >= 0]
            assert done.catches == (done.move.end in heads)
            self.seen["catches"] += done.catches
        self.seen["positions"] += 1
        move = self.chance.choice(every) if every and self.chance.below(3) == 0 else done.move
        if move:
            self.minoqaur = (*self.minoqaur, *map(self.twin.spot, move.way))
        return self.minoqaur[-1] not in [pen[-1] for pen in self.pens]


def told_why(piece: Piece, seen: Counter[str]) -> None:
    """Check that a rule forbids exactly the lines that are not legal."""
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


@pytest.mark.parametrize(
    ("seed", "mazes"), [("random mazes", 350), pytest.param("more random mazes", 700, marks=pytest.mark.long)]
)
def test_trails_agree_with_their_twin_on_random_mazes(seed: str, mazes: int) -> None:
    chance, seen = Chance(seed), Counter[str]()
    for number in range(mazes):
        Game(maze_at_random(chance, 4 + number % 5), chance, seen).play(25)
    wanted = ("leaves", "stuck", "tunnels", "crosses", "trapped", "waits", "catches", *REASONS)
    assert {what: seen[what] > 5 for what in wanted} == dict.fromkeys(wanted, True)
    assert seen["positions"] > 5000 * mazes / 700


@pytest.mark.parametrize("version", [2, 5, *(pytest.param(each, marks=pytest.mark.long) for each in (3, 4, 6))])
def test_trails_agree_with_their_twin_on_codes(version: int) -> None:
    chance, seen = Chance(f"codes {version}"), Counter[str]()
    for number in range(4):
        code = maps.generate("minoqaur", f"twin {number}", size=matrix(version))
        Game(maze_on(code.params, code.facts), chance, seen).play(30)
    assert seen["positions"] > 60


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
