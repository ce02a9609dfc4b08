"""Machine players of Quoridor: the moves that the levels easy, medium and hard choose in a position.

They are pure: the same position, level and chance give the same moves on every machine. They limit the number of
positions that they look at, never the time. They see only the position as their player knows it, so walls that are
hidden from a player are hidden from them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import accumulate, repeat
from operator import mul
from typing import NamedTuple

from mapkit.games.quoridor.foresight import Foresight
from mapkit.games.quoridor.position import (
    PASS,
    Bits,
    Layout,
    Move,
    Position,
    after,
    descent,
    each,
    is_wall,
    moves,
    spread,
    steps,
)
from mapkit.games.quoridor.tables import Tables
from mapkit.model.chance import Chance

WON = 100_000
STEP, WALL, FEW, FREE = 100, 50, 200, 400
"""The worth, in an open game, of a step, of a wall in stock, of the last wall, and of a lead that no wall can stop."""

Ways = tuple[int, ...]
"""For each player the number of steps home, pawns aside."""
Layers = tuple[Bits, ...]
"""Sets of squares: those from which home is 0, at most 1, at most 2, ... steps away."""
PositionKey = tuple[tuple[Bits, ...], tuple[int, ...], int, Bits, Bits]
"""The parts of a position by which two positions on one board differ."""
MEDIUM, HARD = 400, 19_000
"""How many ways home each level measures for a move with two players, at most; easy does not look ahead."""
MEDIUM_PLIES = 2
MEDIUM_FOR_FOUR, HARD_FOR_FOUR = 0, 24
"""With four players: how many games each level imagines for a move in the first of three rounds."""

LEVELS = ("easy", "medium", "hard")
"""The levels, weakest first."""


def choose(position: Position, level: str, chance: Chance) -> tuple[Move, ...]:
    """The moves that a machine player considers, the best first; the first is always legal in the position."""
    players = len(position.pawns)
    thought = Glance(position.board, chance)
    if level == "easy":
        # mostly a step on a shortest way; one time in four a wall that costs a rival more steps than the player
        children = thought.children(position)
        before, mover = thought.ways(position), position.turn
        walks, walls = list[tuple[int, int, Move]](), list[Move]()
        for luck, (_, move, onward) in enumerate(children):
            now = thought.ways(onward)
            if not is_wall(move):
                walks.append((now[mover], luck, move))
            elif sum(now) - sum(before) > 2 * (now[mover] - before[mover]):
                walls.append(move)
        straight = tuple(move for *_, move in sorted(walks))
        if walls and (chance.below(4) == 0 or not straight):
            return (chance.choice(walls), *straight)
        return straight or (children[0].move,)
    if players > 2:
        return ImaginedGames(thought, position, chance).ranked(MEDIUM_FOR_FOUR if level == "medium" else HARD_FOR_FOUR)
    if not any(position.stock):
        # perfect play; where neither can force a win, the shortest way that keeps the draw
        outcomes = dict(_tables(position.board, position.north, position.east).best(position))
        far = {child.move: number for number, child in enumerate(thought.children(position))}
        ranks = {move: (0, n) if n > 0 else (1, far[move]) if n == 0 else (2, n) for move, n in outcomes.items()}
        return tuple(sorted(outcomes, key=lambda move: (ranks[move], far[move])))
    if level == "hard":
        return Foresight(position.board, chance, HARD).ranked(position)
    return Foresight(position.board, chance, MEDIUM, MEDIUM_PLIES).ranked(position)


@lru_cache(maxsize=2)
def _tables(on: Layout, _north: Bits, _east: Bits) -> Tables:
    """The tables of perfect play among the walls that stand, kept because a race goes on for several moves."""
    return Tables(on)


def worth(position: Position, ways: Ways, player: int) -> int:
    """The worth of a position to a player, without looking ahead."""
    if 0 in ways:
        return WON if not ways[player] else -WON
    players, stock = len(ways), position.stock
    far = plies_home(position, ways)
    nearest = min(distance for number, distance in enumerate(far) if number != player)
    found = STEP * (nearest - far[player]) // players
    stocks = [WALL * left + FEW - (FEW >> left) for left in stock]
    found += (players * stocks[player] - sum(stocks)) // (players - 1)
    leader = far.index(min(far))
    if sum(stock) == stock[leader]:
        found += FREE if leader == player else -FREE
    return found


def plies_home(position: Position, ways: Ways) -> list[int]:
    """For each player the number of plies until they are home, if every player goes straight home."""
    players = len(ways)
    return [far * players + (player - position.turn) % players for player, far in enumerate(ways)]


class Child(NamedTuple):
    """A move, and what it leads to."""

    worth: int
    """Its worth to the player who makes it, as far as is known."""
    move: Move
    position: Position


@dataclass
class Glance:
    """What a player sees of positions without looking ahead: moves and ways home, which it remembers."""

    on: Layout
    chance: Chance
    _layers: dict[tuple[Bits, Bits], tuple[Layers, ...]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        names = [*self.on.names.values(), *self.on.across.values(), *self.on.upright.values(), PASS]
        self.luck: Mapping[Move, int] = {move: n for n, move in enumerate(self.chance.shuffled(names))}

    # --- moves to think about

    def children(self, position: Position) -> list[Child]:
        """The steps, and the walls across the way of the rival who is nearest to home, the best first."""
        on = position.board
        moves = [on.names[bit] for bit in each(steps(position))]
        if position.stock[position.turn]:
            far = plies_home(position, self.ways(position))
            rival = min((player for player in range(len(far)) if player != position.turn), key=far.__getitem__)
            moves += self.walls_across(position, rival)
        return self.weighed(position, moves)

    def weighed(self, position: Position, moves: Iterable[Move]) -> list[Child]:
        """The legal moves among these, ordered by their worth without looking ahead."""
        found = list[Child]()
        for move in moves:
            onward = after(position, move)
            if self.is_open(onward):
                found.append(Child(worth(onward, self.ways(onward), position.turn), move, onward))
        found.sort(key=lambda child: (-child.worth, self.luck[child.move]))
        return found or [Child(0, PASS, after(position, PASS))]

    def walls_across(self, position: Position, player: int) -> Iterator[Move]:
        """The walls across a player's shortest way that meet no other wall; some of them may cut a player off."""
        on, pawn = position.board, position.pawns[player]
        layers = [layer for layer in self.layers(position)[player] if not layer & pawn]
        crossed = [*descent(position, pawn, layers)]
        north, east = (sum(bit for way, bit in crossed if way == barred) for barred in "hv")
        yield from (on.across[bit] for bit in each(position.across & (north | north >> 1)))
        yield from (on.upright[bit] for bit in each(position.upright & (east | east >> on.width)))

    # --- shortest ways

    def ways(self, position: Position) -> Ways:
        """For each player the number of steps home."""
        return tuple(
            next(far for far, near in enumerate(layers) if near & pawn)
            for layers, pawn in zip(self.layers(position), position.pawns, strict=True)
        )

    def is_open(self, position: Position) -> bool:
        """Whether nobody is cut off (QC-22)."""
        return all(layers[-1] & pawn for layers, pawn in zip(self.layers(position), position.pawns, strict=True))

    def layers(self, position: Position) -> tuple[Layers, ...]:
        key = position.north, position.east
        if key not in self._layers:
            self._layers[key] = tuple(tuple(spread(position, goal)) for goal in position.board.goals)
        return self._layers[key]


ODDS = tuple(accumulate(repeat(0.905, 400), mul, initial=1.0))
"""By the number of plies that a player is behind the leader: the odds of winning, compared with the leader's.

A table, so that the numbers are the same on every machine.
"""
WORTH_OF_A_WALL = 2
"""The worth of a wall in stock, in plies."""
PLIES_IMAGINED = 12
"""The length of an imagined game, in plies."""
FIRST_LOOK, CLOSE_LOOK = 24, 10
"""How many moves get a second look, and for how many of these games are imagined."""
TRIED_WALLS = 4
"""In an imagined game: how many walls across a way a player chooses from when placing one."""
BACK = 0.03
"""By how much a step away from home must raise the odds of winning."""


@dataclass
class ImaginedGames:
    """The odds of winning after each move of the player to move, found in imagined games of steps and walls.

    With four players no search can tell what the other three will do, because they help and hinder each other. So
    every promising move is tried in the same imagined games, and after each round the worse half is dropped.
    """

    thought: Glance
    """What the player remembers."""
    position: Position
    chance: Chance
    """Decides how imagined games go on."""
    _walks: dict[PositionKey, Position] = field(default_factory=dict)
    _walls: dict[tuple[PositionKey, int], list[Move]] = field(default_factory=dict)

    @property
    def me(self) -> int:
        return self.position.turn

    def ranked(self, games: int) -> tuple[Move, ...]:
        """The promising moves, the best first. In the first round `games` games are imagined for each."""
        thought = self.thought
        known = thought.weighed(self.position, moves(self.position))
        if known[0].worth == WON:
            return tuple(child.move for child in known)
        known.sort(key=lambda child: -self.hope(child.position))
        known[:FIRST_LOOK] = sorted(known[:FIRST_LOOK], key=self._at_second_sight, reverse=True)
        close = known[:CLOSE_LOOK]
        if all(is_wall(child.move) for child in close):
            close += [child for child in known if not is_wall(child.move)][:1]
        best = self._compared(close, games) if games else close
        told = [child.move for child in best]
        return (*told, *(child.move for child in known if child.move not in told))

    def hope(self, position: Position) -> float:
        """The player's odds of winning, estimated from all players' ways home and walls."""
        ways = self.thought.ways(position)
        if 0 in ways:
            return float(ways[self.me] == 0)
        far = plies_home(position, ways)
        late = [plies - WORTH_OF_A_WALL * left for plies, left in zip(far, position.stock, strict=True)]
        odds = [ODDS[min(plies - min(late), len(ODDS) - 1)] for plies in late]
        return odds[self.me] / sum(odds)

    def _at_second_sight(self, child: Child) -> float:
        """The player's odds after a move, going mostly by the worst wall with which another player may answer."""
        onward, least = child.position, 1.0
        while onward.turn != self.me and not self._over(onward):
            for wall in self._across(onward, self.me) if onward.stock[onward.turn] else ():
                placed = after(onward, wall)
                if self.thought.is_open(placed):
                    while placed.turn != self.me and not self._over(placed):
                        placed = self.walked(placed)
                    least = min(least, self.hope(placed))
            onward = self.walked(onward)
        least = min(least, self.hope(onward)) - self._toll(child)
        return self.hope(child.position) / 10 + least

    def _compared(self, children: list[Child], games: int) -> list[Child]:
        """The children, best first. After each round the worse half is dropped; the rest get twice as many games."""
        out, sums, played = list[Child](), dict.fromkeys((child.move for child in children), 0.0), 0
        seed = self.chance.below(2**30)
        for sitting in (games, 2 * games, 4 * games):
            for number in range(played, played + sitting):
                for child in children:
                    sums[child.move] += self._game(child.position, Chance(f"{seed} {number}"))
            played += sitting
            children.sort(key=lambda child: self._toll(child) - sums[child.move] / played)
            keep = max(2, len(children) // 2)
            children, out = children[:keep], [*children[keep:], *out]
        return [*children, *out]

    def _toll(self, child: Child) -> float:
        """The penalty for a step away from home: a player who waits gets nowhere."""
        before, now = (self.thought.ways(position)[self.me] for position in (self.position, child.position))
        return BACK if now > before and not is_wall(child.move) else 0.0

    def _game(self, position: Position, chance: Chance) -> float:
        """The player's odds of winning after some plies of an imagined game."""
        for _ in range(PLIES_IMAGINED):
            if self._over(position):
                break
            places = position.stock[position.turn] and chance.below(4) == 0
            position = (self._walled(position, chance) if places else None) or self.walked(position)
        return self.hope(position)

    def _over(self, position: Position) -> bool:
        return 0 in self.thought.ways(position)

    def walked(self, position: Position) -> Position:
        """The position after a step on a shortest way, or a pass where there is no step."""
        key = position[1:6]
        if key not in self._walks:
            layers, on = self.thought.layers(position)[position.turn], position.board
            found = [(next(n for n, near in enumerate(layers) if near & bit), bit) for bit in each(steps(position))]
            self._walks[key] = after(position, on.names[min(found)[1]] if found else PASS)
        return self._walks[key]

    def _walled(self, position: Position, chance: Chance) -> Position | None:
        """The position after the best of a few walls across the leader's or any other's way; None where none helps."""
        ways, mover = self.thought.ways(position), position.turn
        far = plies_home(position, ways)
        others = sorted((player for player in range(len(far)) if player != mover), key=far.__getitem__)
        rival = others[0 if chance.below(5) < 2 else chance.below(len(others))]
        best, most = None, 0
        walls = self._across(position, rival)
        for wall in {chance.choice(walls): None for _ in range(TRIED_WALLS)} if walls else ():
            placed = after(position, wall)
            if self.thought.is_open(placed):
                now = self.thought.ways(placed)
                gain = sum(now) - sum(ways) - 2 * (now[mover] - ways[mover])
                best, most = (placed, gain) if gain > most else (best, most)
        return best

    def _across(self, position: Position, player: int) -> list[Move]:
        """The walls across a player's shortest way, including those that cut a player off."""
        key = position[1:6], player
        if key not in self._walls:
            self._walls[key] = list(self.thought.walls_across(position, player))
        return self._walls[key]
