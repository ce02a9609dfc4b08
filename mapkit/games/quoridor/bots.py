"""Machine players of Quoridor: what easy, medium and hard would say in a position.

They are pure: the same position, level and chance give the same moves on every machine. They count the positions that
they look at, never the time. A position is all that they are told, so that walls hidden from a player are hidden from
them.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from typing import NamedTuple

from mapkit.chance import Chance
from mapkit.games.quoridor.position import (
    PASS,
    Bits,
    Board,
    Move,
    Position,
    after,
    each,
    goal,
    legal_walls,
    steps,
)
from mapkit.games.quoridor.tables import Tables

WON = 100_000
"""What a won game is worth."""
STEP, WALL, FEW, FREE = 100, 50, 200, 400
"""What counts in an open game: a step, a wall in stock, the last of them, a lead that nobody has a wall against."""
RETREAT = 300
"""By how much a step away from home must be better than anything else: a player who waits gets nowhere."""

Ways = tuple[int, ...]
"""How many steps each player is from home, pawns aside."""
Layers = tuple[Bits, ...]
"""The squares from which home is 0, at most 1, at most 2, ... steps away."""
Key = tuple[tuple[Bits, ...], tuple[int, ...], int, Bits, Bits]
"""What tells two positions on one board apart."""


class Effort(NamedTuple):
    """How hard a player thinks: plies ahead, moves of a position that he goes on with, positions that he looks at."""

    plies: int
    breadth: int
    positions: int


EFFORTS = {
    ("medium", 2): Effort(2, 8, 2_000),
    ("medium", 4): Effort(2, 6, 2_000),
    ("hard", 2): Effort(12, 12, 8_000),
    ("hard", 4): Effort(4, 6, 4_000),
}
"""How hard the levels think, by the number of players; easy does not."""

LEVELS = ("easy", "medium", "hard")
"""The levels, the weakest first."""


def choose(position: Position, level: str, chance: Chance) -> tuple[Move, ...]:
    """The moves that a machine player would make, the best first and the first always legal in the position."""
    players = len(position.pawns)
    thought = Thought(position.board, chance, EFFORTS.get((level, players), EFFORTS["medium", 2]))
    if level == "easy":
        return _at_ease(position, thought, chance)
    if players == 2 and not any(position.stock):
        return _race(position, thought)
    return tuple(child.move for child in thought.ranked(position))


def _at_ease(position: Position, thought: Thought, chance: Chance) -> tuple[Move, ...]:
    """Mostly a step on a shortest way; one time in four a wall that costs a rival more than the player himself."""
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


def _race(position: Position, thought: Thought) -> tuple[Move, ...]:
    """When nobody has walls, perfect play; where neither can force a win, the shortest way that keeps it so."""
    outcomes = dict(_tables(position.board, position.north, position.east).best(position))
    far = {child.move: number for number, child in enumerate(thought.children(position))}
    ranks = {move: (0, n) if n > 0 else (1, far[move]) if n == 0 else (2, n) for move, n in outcomes.items()}
    return tuple(sorted(outcomes, key=lambda move: (ranks[move], far[move])))


@lru_cache(maxsize=2)
def _tables(on: Board, _north: Bits, _east: Bits) -> Tables:
    """Perfect play among the walls that stand; kept, as a race goes on for some moves."""
    return Tables(on)


def is_wall(move: Move) -> bool:
    """Whether a move places a wall."""
    return move != PASS and move[-1] in "hv"


# --- what a position is worth ------------------------------------------------------------------------------------


def worth(position: Position, ways: Ways, player: int) -> int:
    """What a position is worth to a player at first sight."""
    if 0 in ways:
        return WON if not ways[player] else -WON
    players, stock = len(ways), position.stock
    far = plies_home(position, ways)
    nearest = min(each for number, each in enumerate(far) if number != player)
    found = STEP * (nearest - far[player]) // players
    stocks = [WALL * left + FEW - (FEW >> left) for left in stock]
    found += (players * stocks[player] - sum(stocks)) // (players - 1)
    leader = far.index(min(far))
    if sum(stock) == stock[leader]:
        found += FREE if leader == player else -FREE
    return found


def plies_home(position: Position, ways: Ways) -> list[int]:
    """After how many plies each player's last step would come, if all went straight home."""
    players = len(ways)
    return [far * players + (player - position.turn) % players for player, far in enumerate(ways)]


# --- thinking ahead ----------------------------------------------------------------------------------------------


class Child(NamedTuple):
    """A move, what it is worth to who makes it as far as is known, and the position after it."""

    worth: int
    move: Move
    position: Position


class Kept(NamedTuple):
    """What is known of a position: how many plies ahead, between which bounds its worth is."""

    plies: int
    low: int
    high: int


class Spent(Exception):
    """A player has looked at as many positions as he may."""


@dataclass
class Thought:
    """One player's thinking about one move: what he remembers, and how many positions he has looked at.

    Chance decides between moves that look alike.
    """

    on: Board
    chance: Chance
    effort: Effort
    seen: int = 0
    _tolls: dict[Move, int] = field(default_factory=dict)
    _layers: dict[tuple[Bits, Bits], tuple[Layers, ...]] = field(default_factory=dict)
    _children: dict[Key, list[Child]] = field(default_factory=dict)
    _kept: dict[Key, Kept] = field(default_factory=dict)
    _outlooks: dict[tuple[Key, int], Ways] = field(default_factory=dict)

    def __post_init__(self) -> None:
        names = [*self.on.names.values(), *self.on.across.values(), *self.on.upright.values(), PASS]
        self.luck: Mapping[Move, int] = {move: n for n, move in enumerate(self.chance.shuffled(names))}

    def ranked(self, position: Position) -> list[Child]:
        """The moves worth a thought, the best first: looks one ply further each time, as long as that is allowed."""
        far, mover = self.ways(position), position.turn
        children = self._weighed(position, self._all_moves(position))[: 2 * self.effort.breadth + 1]
        away = (
            child for child in children if self.ways(child.position)[mover] > far[mover] and not is_wall(child.move)
        )
        self._tolls = {child.move: RETREAT for child in away}
        for plies in range(2, self.effort.plies + 1):
            if children[0].worth == WON or len(children) == 1:
                break
            children, done = self._looked(children, plies)
            if not done:
                break
        return children

    def _looked(self, children: list[Child], plies: int) -> tuple[list[Child], bool]:
        """The children with the best of so many plies ahead first; and whether there is any use in looking further."""
        best, first, tried = -WON - 1, children[0], 0
        try:
            for child in children:
                toll = self._tolls.get(child.move, 0)
                found = self._prospect(child, plies - 1, best + toll) - toll
                tried += 1
                if found > best:
                    best, first = found, child
        except Spent:
            if best <= -WON:
                return [*children[tried:], *children[:tried]], False
            return _foremost(first, children), False
        if best <= -WON:  # all is lost: what looked best before is lost the latest
            return children, False
        return _foremost(first._replace(worth=best), children), True

    def _prospect(self, child: Child, plies: int, best: int) -> int:
        """What a move is worth so many plies ahead, or anything up to the best if it is not better than that."""
        if child.worth == WON:
            return WON
        if len(child.position.pawns) == 2:
            return -self._search(child.position, plies, -WON - 1, -best)
        mover = (child.position.turn - 1) % len(child.position.pawns)
        return self._outlook(child.position, plies)[mover]

    def _search(self, position: Position, plies: int, alpha: int, beta: int) -> int:
        """What a position is worth to the one of two players who is to move; bounded by alpha and beta (alpha-beta)."""
        key = _key(position)
        kept = self._kept.get(key)
        if kept is not None and kept.plies >= plies:
            if kept.low >= beta or kept.low == kept.high:
                return kept.low
            if kept.high <= alpha:
                return kept.high
        children = self.children(position)
        if plies == 1 or children[0].worth == WON:
            return children[0].worth
        best, first, least = -WON - 1, children[0], alpha
        for child in children[: self.effort.breadth]:
            found = -self._search(child.position, plies - 1, -beta, -max(alpha, best))
            if found > best:
                best, first = found, child
            if best >= beta:
                break
        children.remove(first)
        children.insert(0, first)  # what was best is looked at first the next time
        self._kept[key] = Kept(plies, best if best > least else -WON, best if best < beta else WON)
        return best

    def _outlook(self, position: Position, plies: int) -> Ways:
        """What a position is worth to each player, if all of them play for themselves (max-n)."""
        players, ways = range(len(position.pawns)), self.ways(position)
        if plies == 0 or 0 in ways:
            return tuple(worth(position, ways, player) for player in players)
        key = _key(position), plies
        if key not in self._outlooks:
            found = (
                self._outlook(child.position, plies - 1) for child in self.children(position)[: self.effort.breadth]
            )
            self._outlooks[key] = max(found, key=lambda each: each[position.turn])
        return self._outlooks[key]

    # --- moves to think about

    def children(self, position: Position) -> list[Child]:
        """The steps, and the walls across the way of the rival who is nearest to his home, the best first."""
        key = _key(position)
        if key not in self._children:
            if self.seen >= self.effort.positions:
                raise Spent
            self._children[key] = self._weighed(position, self._moves(position))
            self.seen += len(self._children[key])
        return self._children[key]

    def _weighed(self, position: Position, moves: Iterator[Move]) -> list[Child]:
        """The legal ones among moves, by what they are worth at first sight."""
        found = list[Child]()
        for move in moves:
            onward = after(position, move)
            if self._open(onward):
                found.append(Child(worth(onward, self.ways(onward), position.turn), move, onward))
        found.sort(key=lambda child: (-child.worth, self.luck[child.move]))
        return found or [Child(0, PASS, after(position, PASS))]

    def _moves(self, position: Position) -> Iterator[Move]:
        on, w = position.board, position.board.width
        yield from (on.names[bit] for bit in each(steps(position)))
        if position.stock[position.turn]:
            north, east = self._route(position, self._rival(position))
            yield from (on.across[bit] for bit in each(position.across & (north | north >> 1)))
            yield from (on.upright[bit] for bit in each(position.upright & (east | east >> w)))

    def _all_moves(self, position: Position) -> Iterator[Move]:
        on = position.board
        across, upright = legal_walls(position)
        yield from (on.names[bit] for bit in each(steps(position)))
        yield from (on.across[bit] for bit in each(across))
        yield from (on.upright[bit] for bit in each(upright))

    def _rival(self, position: Position) -> int:
        """The rival of the player to move who would be home first."""
        far = plies_home(position, self.ways(position))
        return min((player for player in range(len(far)) if player != position.turn), key=far.__getitem__)

    def _route(self, position: Position, player: int) -> tuple[Bits, Bits]:
        """A shortest way home: the squares whose northern and those whose eastern side it crosses."""
        w, north, east = position.board.width, position.north, position.east
        here = position.pawns[player]
        up = right = 0
        for nearer in reversed([layer for layer in self.layers(position)[player] if not layer & here]):
            if step := (here & north) << w & nearer:
                up |= here
            elif step := here >> w & north & nearer:
                up |= step
            elif step := (here & east) << 1 & nearer:
                right |= here
            else:
                step = here >> 1 & east & nearer
                right |= step
            here = step
        return up, right

    # --- ways

    def ways(self, position: Position) -> Ways:
        """How far everybody is from home."""
        return tuple(
            next(far for far, near in enumerate(layers) if near & pawn)
            for layers, pawn in zip(self.layers(position), position.pawns, strict=True)
        )

    def _open(self, position: Position) -> bool:
        """Whether nobody is cut off (QC-22)."""
        return all(layers[-1] & pawn for layers, pawn in zip(self.layers(position), position.pawns, strict=True))

    def layers(self, position: Position) -> tuple[Layers, ...]:
        """The layers around each player's goal."""
        key = position.north, position.east
        if key not in self._layers:
            self._layers[key] = tuple(_layers(position, player) for player in range(len(position.pawns)))
        return self._layers[key]


def _layers(position: Position, player: int) -> Layers:
    """The layers around a goal; the last one is all from which it can be reached."""
    w, north, east, seen = position.board.width, position.north, position.east, goal(position, player)
    found = list[Bits]()
    while not found or seen != found[-1]:
        found.append(seen)
        seen |= (seen & north) << w | seen >> w & north | (seen & east) << 1 | seen >> 1 & east
    return tuple(found)


def _foremost(first: Child, children: list[Child]) -> list[Child]:
    """The children with one of them before the others."""
    return [first, *(child for child in children if child.move != first.move)]


def _key(position: Position) -> Key:
    return position.pawns, position.stock, position.turn, position.north, position.east
