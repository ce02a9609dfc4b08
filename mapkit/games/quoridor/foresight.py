"""How the levels medium and hard look ahead with two players, on bits alone.

An alpha-beta search that goes one ply further each time. It follows the better moves in full, and the others only if a
shorter look shows that they are better than they seemed. It counts what it does and never reads the clock, so it plays
the same on every machine.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from mapkit.games.quoridor.position import (
    PASS,
    Bits,
    Layout,
    Move,
    Position,
    descent,
    distance,
    each,
    legal_walls,
    spread,
    steps,
    with_wall_at,
)
from mapkit.model.chance import Chance

WON = 100_000
STEP, WALL, FEW, FREE = 100, 100, 200, 400
"""The worth of a step, of a wall in stock, of the last wall, and of a lead that no wall can stop."""
RETREAT = 300
"""How much better than any other move a step away from home must be: a player who waits gets nowhere."""
BREADTH, FIRST_BREADTH, IN_FULL = 12, 25, 3
"""How many moves are followed up, how many of the first move, and how many of them as far as the best."""
PLIES = 20

Steps = tuple[int, int]
"""For each player the number of steps home, pawns aside."""
Layers = Sequence[Bits]
"""The squares from which home is 0, at most 1, at most 2, ... steps away."""
Way = list[tuple[str, Bits, int]]
"""A shortest way: for each border the way of walls that block it, its bit, and the steps home from behind it."""


class SearchedMove(NamedTuple):
    """A move as the search knows it; the best comes first."""

    loss: int
    """What it is worth to the other player, without looking ahead."""
    luck: int
    way: str
    """`h` or `v` for a wall, an empty text for a step, and `pass`."""
    bit: Bits
    """The bit of the square or of the wall."""
    home: Steps


@dataclass(slots=True, eq=False)
class SearchNode:
    """A position in the search, and what is known of its worth."""

    position: Position
    home: Steps
    replies: list[SearchedMove] | None = None
    """The moves that are thought about, once they are known, the best first."""
    plies: int = 0
    """How many plies were looked ahead from here."""
    low: int = -WON
    """The lower bound of the position's worth to the player to move, as seen so far ahead."""
    high: int = WON


class BotEffortSpent(Exception):
    """The player has done as much work as it may."""


@dataclass
class Foresight:
    """One player's thinking about one move."""

    on: Layout
    chance: Chance
    """Decides between moves that look equally good."""
    effort: int
    most_plies: int = PLIES
    done: int = 0
    plies: int = 0
    _layers: dict[tuple[Bits, Bits], tuple[Layers, Layers]] = field(default_factory=dict)
    _moments: dict[tuple[object, ...], SearchNode] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.names = {"": self.on.names, "h": self.on.across, "v": self.on.upright, PASS: {0: PASS}}
        moves = [(way, bit) for way, names in self.names.items() for bit in names]
        self.luck = {move: number for number, move in enumerate(self.chance.shuffled(moves))}
        self.stocks = [WALL * left + FEW - (FEW >> left) for left in range(self.on.size**2)]

    def ranked(self, position: Position) -> tuple[Move, ...]:
        """The promising moves, the best first."""
        first = self._moment(position, (distance(position, 0) or 0, distance(position, 1) or 0))
        replies = self._all_replies(first)[:FIRST_BREADTH]
        for plies in range(2, self.most_plies + 1):
            if -replies[0].loss == WON or len(replies) == 1:
                break
            replies, done = self._looked(first, replies, plies)
            if not done:
                break
            self.plies = plies
        return tuple(self.names[reply.way][reply.bit] for reply in replies)

    def _looked(self, first: SearchNode, replies: list[SearchedMove], plies: int) -> tuple[list[SearchedMove], bool]:
        """The replies, the best first as seen this many plies ahead; and whether looking further is of any use."""
        best, best_reply, tried, far = -WON - 1, replies[0], 0, first.home[first.position.turn]
        try:
            for reply in replies:
                toll = RETREAT if not reply.way and reply.home[first.position.turn] > far else 0
                found = self._worth(first, reply, plies, best + toll, WON + 1, tried) - toll
                tried += 1
                if found > best:
                    best, best_reply = found, reply
        except BotEffortSpent:
            if best <= -WON:
                return [*replies[tried:], *replies[:tried]], False
            return _foremost(best_reply, replies), False
        if best <= -WON:  # every move loses: the one that looked best before loses last
            return replies, False
        return _foremost(best_reply, replies), best < WON

    def _worth(self, moment: SearchNode, reply: SearchedMove, plies: int, alpha: int, beta: int, tried: int) -> int:
        """The worth of a reply as seen so many plies ahead, within the bounds alpha and beta.

        All but the first are only asked whether they are better; all but the best ones at first with a shorter look.
        """
        if -reply.loss == WON:
            return WON
        onward = self._after(moment, reply)
        if tried >= IN_FULL and plies > 2:
            found = -self._search(onward, max(1, plies - 2), -alpha - 1, -alpha)
            if found <= alpha:
                return found
        if tried:
            found = -self._search(onward, plies - 1, -alpha - 1, -alpha)
            if not alpha < found < beta:
                return found
        return -self._search(onward, plies - 1, -beta, -alpha)

    def _search(self, moment: SearchNode, plies: int, alpha: int, beta: int) -> int:
        """The worth of a position to the player to move, within the bounds alpha and beta (alpha-beta search)."""
        if moment.plies >= plies:
            if moment.low >= beta or moment.low == moment.high:
                return moment.low
            if moment.high <= alpha:
                return moment.high
        if plies == 1 and moment.replies is None and self._at_a_glance(moment) >= beta:
            return beta
        replies = self._replies(moment)
        if plies == 1 or -replies[0].loss == WON:
            return -replies[0].loss
        best, first = -WON - 1, replies[0]
        for tried, reply in enumerate(replies[:BREADTH]):
            found = self._worth(moment, reply, plies, max(alpha, best), beta, tried)
            if found > best:
                best, first = found, reply
            if best >= beta:
                break
        if first is not replies[0]:
            moment.replies = _foremost(first, replies)  # the next search looks at the best move first
        moment.plies, moment.low, moment.high = plies, best if best > alpha else -WON, best if best < beta else WON
        return best

    def _at_a_glance(self, moment: SearchNode) -> int:
        """What a step on the shortest way is worth, if no pawn is near; a lower bound of the position's worth."""
        position, w = moment.position, self.on.width
        here, other = position.pawns[position.turn], position.pawns[1 - position.turn]
        far = moment.home[position.turn] - 1
        if not far or (here << w | here >> w | here << 1 | here >> 1) & other:
            return -WON
        return self._estimate(position.turn, position.stock, far, moment.home[1 - position.turn])

    def _estimate(self, mover: int, stock: Sequence[int], far: int, others: int) -> int:
        """The worth of a position to the player who has just moved, by both players' steps home and walls left."""
        mine, theirs = stock[mover], stock[1 - mover]
        found = STEP * (others - far) - STEP // 2 + self.stocks[mine] - self.stocks[theirs]
        if far < others:
            return found if theirs else found + FREE
        return found if mine else found - FREE

    def _replies(self, moment: SearchNode) -> list[SearchedMove]:
        """The steps, and the walls across the rival's way, the best first."""
        if moment.replies is None:
            if self.done >= self.effort:
                raise BotEffortSpent
            moment.replies = self._ordered(moment, self._across(moment))
        return moment.replies

    def _all_replies(self, moment: SearchNode) -> list[SearchedMove]:
        across, upright = legal_walls(moment.position)
        walls = [(way, bit, 0) for way, bits in (("h", across), ("v", upright)) for bit in each(bits)]
        return self._ordered(moment, walls)

    def _ordered(self, moment: SearchNode, walls: Iterable[tuple[str, Bits, int]]) -> list[SearchedMove]:
        """The steps, and the legal ones among walls that are told as a `Way`, the best first."""
        self.done += 2
        position, mover, w, home = moment.position, moment.position.turn, self.on.width, moment.home
        mine, theirs = self._fields(position)[mover], self._fields(position)[1 - mover]
        found = list[SearchedMove]()
        for bit in each(steps(position)):
            far, others = (
                next(far for far in range(max(0, home[mover] - 2), len(mine)) if mine[far] & bit),
                home[1 - mover],
            )
            loss = -self._estimate(mover, position.stock, far, others) if far else -WON
            after = (far, others) if mover == 0 else (others, far)
            found.append(SearchedMove(loss, self.luck["", bit], "", bit, after))
        if not position.stock[mover]:
            return sorted(found) or [SearchedMove(0, 0, PASS, 0, home)]
        own = {(way, border): behind for way, border, behind in self._way(moment, mover)}
        stock = tuple(left - (player == mover) for player, left in enumerate(position.stock))
        for way, bit, behind in walls:
            aside = 1 if way == "h" else w
            wall, aim = bit | bit << aside, w + 1 - aside
            north = position.north & ~wall if way == "h" else position.north
            east = position.east & ~wall if way == "v" else position.east
            others = self._measured(theirs, behind, position.pawns[1 - mover], wall, aim, north, east)
            crossed = own.get((way, bit), own.get((way, bit << aside)))
            far = home[mover]
            if others and crossed is not None:
                far = self._measured(mine, crossed, position.pawns[mover], wall, aim, north, east)
            if far and others:
                loss, after = -self._estimate(mover, stock, far, others), (far, others) if mover == 0 else (others, far)
                found.append(SearchedMove(loss, self.luck[way, bit], way, bit, after))
        return sorted(found) or [SearchedMove(0, 0, PASS, 0, home)]

    def _across(self, moment: SearchNode) -> Iterator[tuple[str, Bits, int]]:
        """The walls across the rival's shortest way that meet no other, as a `Way`; some may cut a player off."""
        position, w = moment.position, self.on.width
        tried = set[tuple[str, Bits]]()
        for way, border, behind in self._way(moment, 1 - position.turn):
            free, beside = (position.across, border >> 1) if way == "h" else (position.upright, border >> w)
            for bit in (border, beside):
                if bit & free and (way, bit) not in tried:
                    tried.add((way, bit))
                    yield way, bit, behind

    # --- ways home

    def _measured(self, layers: Layers, behind: int, pawn: Bits, wall: Bits, aim: int, north: Bits, east: Bits) -> int:
        """The steps home with one more wall; 0 where there is no way. The layers as far as `behind` stay as they are.

        That is so unless the wall stands within the last of them.
        """
        self.done += 1
        seen, before, w = layers[behind], 0, self.on.width
        if seen & wall & seen >> aim:
            seen, behind = layers[0], 0
        while not seen & pawn:
            if seen == before:
                return 0
            before = seen
            seen = seen | (seen & north) << w | seen >> w & north | (seen & east) << 1 | seen >> 1 & east
            behind += 1
        return behind

    def _way(self, moment: SearchNode, player: int) -> Way:
        """A player's shortest way, from the pawn on."""
        layers = self._fields(moment.position)[player][: moment.home[player]]
        crossed = descent(moment.position, moment.position.pawns[player], layers)
        return [(way, bit, len(layers) - number) for number, (way, bit) in enumerate(crossed, 1)]

    def _fields(self, position: Position) -> tuple[Layers, Layers]:
        key = position.north, position.east
        if key not in self._layers:
            goals = position.board.goals
            self._layers[key] = spread(position, goals[0]), spread(position, goals[1])
        return self._layers[key]

    def _after(self, moment: SearchNode, reply: SearchedMove) -> SearchNode:
        on, pawns, stock, mover, *rest = moment.position
        if not reply.way:
            pawns = (reply.bit, pawns[1]) if mover == 0 else (pawns[0], reply.bit)
        elif reply.way != PASS:
            stock = (stock[0] - 1, stock[1]) if mover == 0 else (stock[0], stock[1] - 1)
        onward = Position(on, pawns, stock, 1 - mover, *rest)
        if reply.way in ("h", "v"):
            onward = with_wall_at(onward, reply.bit, reply.way)
        return self._moment(onward, reply.home)

    def _moment(self, position: Position, home: Steps) -> SearchNode:
        key = position[1:6]
        if key not in self._moments:
            self._moments[key] = SearchNode(position, home)
        return self._moments[key]


def _foremost(first: SearchedMove, replies: list[SearchedMove]) -> list[SearchedMove]:
    return [first, *(reply for reply in replies if reply is not first)]
