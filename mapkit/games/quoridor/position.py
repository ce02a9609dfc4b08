"""Positions of Quoridor and their legal moves (`docs/rules/quoridor.md`, B to E).

A set of squares is a whole number. The square in column x and row y, counted from 0 in the south-west, is bit
`y * width + x`. A spare column keeps steps to the east and west from leading into another row. A wall has the bit of
the square that it is named after, and a corner has the bit of the square to its north-east. Moves are words of the
notation: `e2`, `c3v`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import NamedTuple

from mapkit.model.frozen import FrozenDict
from mapkit.model.grid import Cell, Square

SIZES = (5, 7, 9, 11, 13, 15, 17)
"""The sizes that a board may have (QC-3)."""
SEATS = {2: "SN", 4: "SWNE"}
"""By the number of players, the seats in the order of turns; each is the edge of a start (QC-10, QC-X1)."""
ACROSS = {"S": "N", "N": "S", "W": "E", "E": "W"}
"""The goal edge of each seat (QC-35)."""
PASS = "pass"
"""The move of a player who has no other move (QC-X4)."""

Bits = int
"""A set of squares, walls or corners."""
Move = str

_ASIDE = {"N": "EW", "S": "EW", "E": "NS", "W": "NS"}
_NAMES_KEPT = 2**14
"""How many sets a layout keeps the names of, so that memory stays flat."""


class Naming(FrozenDict[Bits, tuple[Move, ...]]):
    """The names in a set, the lowest bit first: made of the names of single bits, and the first sets remembered."""

    __slots__ = ()

    def __missing__(self, bits: Bits) -> tuple[Move, ...]:
        found = tuple([self[bit][0] for bit in each(bits)])
        if len(self) < _NAMES_KEPT:
            dict.__setitem__(self, bits, found)
        return found


@dataclass(frozen=True)
class Layout:
    """What all positions on boards of one size share: where squares, walls and corners are, and their names."""

    size: int
    seats: str = "SN"
    """The edges where the players start, in the order of turns."""

    @cached_property
    def width(self) -> int:
        """The number of bits in a row."""
        return self.size + 1

    @cached_property
    def edges(self) -> Mapping[str, Bits]:
        row, column = (1 << self.size) - 1, sum(1 << y * self.width for y in range(self.size))
        last = self.size - 1
        return FrozenDict({"S": row, "N": row << last * self.width, "W": column, "E": column << last})

    @cached_property
    def squares(self) -> Bits:
        return sum(self.edges["S"] << y * self.width for y in range(self.size))

    @cached_property
    def walls(self) -> Bits:
        """The walls that lie wholly on the board, by their bits; the same for horizontal and vertical walls (QC-16)."""
        return self.squares & ~self.edges["N"] & ~self.edges["E"]

    @cached_property
    def rim(self) -> Bits:
        """The corners on the outer edge."""
        row, ends = (1 << self.width) - 1, 1 | 1 << self.size
        return row | row << self.size * self.width | sum(ends << y * self.width for y in range(self.size))

    @cached_property
    def squares_by_name(self) -> Mapping[Cell, Bits]:
        grid = Square(self.size, self.size)
        places = ((x, y) for x in range(self.size) for y in range(self.size))
        return FrozenDict({grid.name(x, y): 1 << y * self.width + x for x, y in places})

    @cached_property
    def names(self) -> Mapping[Bits, Cell]:
        return FrozenDict({bit: name for name, bit in self.squares_by_name.items()})

    @cached_property
    def across(self) -> Mapping[Bits, Move]:
        """The names of horizontal walls (QC-17)."""
        return FrozenDict({bit: f"{name}h" for bit, name in self.names.items() if bit & self.walls})

    @cached_property
    def upright(self) -> Mapping[Bits, Move]:
        """The names of vertical walls (QC-17)."""
        return FrozenDict({bit: f"{name}v" for bit, name in self.names.items() if bit & self.walls})

    @cached_property
    def goals(self) -> tuple[Bits, ...]:
        """The goal squares of each player, in the order of turns (QC-35)."""
        return tuple(self.edges[ACROSS[seat]] for seat in self.seats)

    @cached_property
    def strips(self) -> tuple[Bits, ...]:
        """The walls in two rows each: small sets, so that few differ and their names can be remembered."""
        strip = (self.edges["S"] | self.edges["S"] << self.width) & self.walls
        return tuple(strip << y * self.width & self.walls for y in range(0, self.size - 1, 2))

    @cached_property
    def naming(self) -> tuple[Naming, Naming, Naming]:
        known = (self.names, self.across, self.upright)
        squares, across, upright = (Naming((bit, (name,)) for bit, name in names.items()) for names in known)
        return squares, across, upright

    def start(self, seat: str) -> Bits:
        """The middle square of a seat's own edge (QC-8)."""
        middle = self.size // 2
        return self.edges[seat] & (
            self.edges["W"] << middle if seat in "NS" else self.edges["S"] << middle * self.width
        )


@lru_cache(maxsize=16)
def board(size: int, seats: str = "SN") -> Layout:
    return Layout(size, seats)


class Position(NamedTuple):
    """A position in bits, for a search that looks at many."""

    board: Layout
    """What it shares with the other positions on boards of this size."""
    pawns: tuple[Bits, ...]
    """The square of each pawn, in the order of turns."""
    stock: tuple[int, ...]
    """The walls left to each player, in the order of turns."""
    turn: int
    north: Bits
    """The squares from which a step to the north is open."""
    east: Bits
    """The squares from which a step to the east is open."""
    across: Bits
    """The horizontal walls that would meet no other (QC-19, QC-20)."""
    upright: Bits
    """The vertical walls that would meet no other (QC-19, QC-20)."""
    touched: Bits
    """The corners that walls or the outer edge touch."""

    def home(self, player: int) -> bool:
        return bool(self.pawns[player] & self.board.goals[player])


def opening(size: int, players: int, walls_each: int) -> Position:
    on = board(size, SEATS[players])
    return without_walls(on, tuple(on.start(seat) for seat in on.seats), (walls_each,) * players, 0)


def without_walls(on: Layout, pawns: tuple[Bits, ...], stock: tuple[int, ...], turn: int) -> Position:
    """The position with those pawns in which no wall stands."""
    north, east = on.squares & ~on.edges["N"], on.squares & ~on.edges["E"]
    return Position(on, pawns, stock, turn, north, east, on.walls, on.walls, on.rim)


def winner(position: Position) -> int | None:
    """The index of the player who has reached the goal; None while nobody has."""
    for player, pawn in enumerate(position.pawns):
        if pawn & position.board.goals[player]:
            return player
    return None


# --- moves -------------------------------------------------------------------------------------------------------


def moves(position: Position) -> list[Move]:
    """Every legal move: pawn moves, then horizontal, then vertical walls; none when the game is over."""
    if winner(position) is not None:
        return []
    across, upright = legal_walls(position)
    of_squares, of_across, of_upright = position.board.naming
    found = [*of_squares[steps(position)]]
    for strip in position.board.strips:
        found += of_across[across & strip]
    for strip in position.board.strips:
        found += of_upright[upright & strip]
    return found or [PASS]


def count(position: Position) -> int:
    if winner(position) is not None:
        return 0
    across, upright = legal_walls(position)
    return max(1, steps(position).bit_count() + across.bit_count() + upright.bit_count())


def is_wall(move: Move) -> bool:
    return move[-1] in "hv"


def after(position: Position, move: Move) -> Position:
    """The position after a legal move. The move is not checked."""
    turn = (position.turn + 1) % len(position.pawns)
    if move == PASS:
        return position._replace(turn=turn)
    if not is_wall(move):
        pawns = list(position.pawns)
        pawns[position.turn] = position.board.squares_by_name[move]
        return position._replace(pawns=tuple(pawns), turn=turn)
    stock = list(position.stock)
    stock[position.turn] -= 1
    return with_wall(position, move)._replace(stock=tuple(stock), turn=turn)


def with_wall(position: Position, wall: Move) -> Position:
    """The position with one more wall; turn and stock stay as they are."""
    return with_wall_at(position, position.board.squares_by_name[wall[:-1]], wall[-1])


def with_wall_at(position: Position, bit: Bits, way: str) -> Position:
    """The same for a horizontal (`h`) or vertical (`v`) wall that is named by its bit."""
    w, north, east, across, upright, touched = position.board.width, *position[4:]
    if way == "h":
        across &= ~(bit | bit << 1 | bit >> 1)
        upright &= ~bit
        return Position(
            *position[:4], north & ~(bit | bit << 1), east, across, upright, touched | (bit | bit << 1 | bit << 2) << w
        )
    upright &= ~(bit | bit << w | bit >> w)
    across &= ~bit
    touched |= (bit | bit << w | bit << 2 * w) << 1
    return Position(*position[:4], north, east & ~(bit | bit << w), across, upright, touched)


def with_walls(position: Position, walls: Iterable[Move]) -> Position:
    made = without_walls(*position[:4])
    for wall in walls:
        made = with_wall(made, wall)
    return made


def each(bits: Bits) -> Iterator[Bits]:
    """The bits of a set, one by one."""
    while bits:
        low = bits & -bits
        yield low
        bits ^= low


# --- pawns -------------------------------------------------------------------------------------------------------


def steps(position: Position) -> Bits:
    """The squares to which the player to move may move their pawn (QC-25 to QC-34)."""
    here = position.pawns[position.turn]
    others, near, found = sum(position.pawns) - here, near_squares(position, here), 0
    if not near & others:
        return near
    for direction, aside in _ASIDE.items():
        ahead = beside(position, here, direction)
        if not ahead & others:
            found |= ahead
            continue
        beyond = beside(position, ahead, direction)
        if beyond and not beyond & others:
            found |= beyond
            continue
        for side in aside:
            found |= beside(position, ahead, side) & ~others
    return found


def near_squares(position: Position, squares: Bits) -> Bits:
    """The squares that one open step leads to from any of some squares, pawns aside."""
    w, north, east = position.board.width, position.north, position.east
    return (squares & north) << w | squares >> w & north | (squares & east) << 1 | squares >> 1 & east


def possible_steps(position: Position) -> Bits:
    """The squares of `steps`, and those that further walls would open to a jump, because they obstruct another one."""
    here = position.pawns[position.turn]
    others = sum(position.pawns) - here
    found = steps(position)
    for direction in _ASIDE:
        ahead = beside(position, here, direction) & others
        for side in _ASIDE if ahead else ():
            found |= beside(position, ahead, side) & ~(others | here)
    return found


def beside(position: Position, square: Bits, direction: str) -> Bits:
    """The next square in a direction, or 0 where a wall or the edge is in the way."""
    match direction:
        case "N":
            return (square & position.north) << position.board.width
        case "S":
            return square >> position.board.width & position.north
        case "E":
            return (square & position.east) << 1
        case _:
            return square >> 1 & position.east


# --- walls -------------------------------------------------------------------------------------------------------


def legal_walls(position: Position) -> tuple[Bits, Bits]:
    """The horizontal and the vertical walls that the player to move may place (QC-19 to QC-22, QC-X2).

    A wall can close an area only if it joins two corners that are touched already. So a player who gets home although
    all those walls stand at once is cut off by none of them. Mostly one look at the board tells that of everybody.
    """
    on, pawns, stock, turn, north, east, across, upright, touched = position
    if not stock[turn]:
        return 0, 0
    middle, left, right = touched >> on.width + 1, touched >> on.width, touched >> on.width + 2
    low, high = touched >> 1, touched >> 2 * on.width + 1
    joining = across & (middle & (left | right) | left & right), upright & (middle & (low | high) | low & high)
    north, east = north & ~(joining[0] | joining[0] << 1), east & ~(joining[1] | joining[1] << on.width)
    seen = 0
    for player, pawn in enumerate(pawns):
        goal, start = on.goals[player], seen if pawn & seen else pawn
        seen = reached(start, north, east, on.width, goal)
        if not seen & goal:
            cutting = _cutting(position, joining, seen, reached(goal, north, east, on.width))
            across, upright = across & ~cutting[0], upright & ~cutting[1]
    return across, upright


def _cutting(position: Position, joining: tuple[Bits, Bits], near: Bits, far: Bits) -> tuple[Bits, Bits]:
    """Those of the joining walls each of which cuts one area off from another, if both are whole while all stand.

    Only a wall across the way between them can do that.
    """
    north, east, w = position.north, position.east, position.board.width
    up, right = _way(position, near, far)
    across, upright = (up | up >> 1) & joining[0], (right | right >> w) & joining[1]
    if reached(near, north & ~(across | across << 1), east & ~(upright | upright << w), w, far) & far:
        return 0, 0
    for bit in each(across):
        if reached(near, north & ~(bit | bit << 1), east, w, far) & far:
            across ^= bit
    for bit in each(upright):
        if reached(near, north, east & ~(bit | bit << w), w, far) & far:
            upright ^= bit
    return across, upright


def reached(start: Bits, north: Bits, east: Bits, width: int, wanted: Bits = 0) -> Bits:
    """The squares that can be got to from any of some squares by the steps that are open, pawns aside.

    As soon as a wanted square is among them, others may be missing.
    """
    seen, before = start, 0
    while seen != before and not seen & wanted:
        before = seen
        seen |= (seen & north) << width | seen >> width & north
        seen |= (east + (seen & east)) ^ east | seen >> 1 & east  # the sum carries on eastwards, up to the next wall
        seen |= (seen & north) << width | seen >> width & north
    return seen


def waves(position: Position, player: int) -> list[Bits]:
    """The squares that a player's pawn can reach within 0, 1, 2, ... steps, pawns aside, until it is home or stuck."""
    return spread(position, position.pawns[player], position.board.goals[player])


def spread(position: Position, seen: Bits, wanted: Bits = 0) -> list[Bits]:
    """The squares within 0, 1, 2, ... steps of some squares, until a wanted one is among them or there are no more."""
    w, north, east = position.board.width, position.north, position.east
    found = [seen]
    while not seen & wanted:  # the squares near those seen, written out, as no line of mapkit runs more often
        grown = seen | (seen & north) << w | seen >> w & north | (seen & east) << 1 | seen >> 1 & east
        if grown == seen:
            break
        found.append(seen := grown)
    return found


def distance(position: Position, player: int) -> int | None:
    """The number of steps that a player needs to the goal, pawns aside; None where there is no way."""
    found = waves(position, player)
    return len(found) - 1 if found[-1] & position.board.goals[player] else None


def route(position: Position, player: int) -> tuple[Bits, Bits]:
    """A shortest way home: the squares whose northern and those whose eastern side it crosses; all without a way."""
    return _way(position, position.pawns[player], position.board.goals[player])


def _way(position: Position, start: Bits, wanted: Bits) -> tuple[Bits, Bits]:
    """A shortest way from some squares to wanted ones, as `route` tells it."""
    *before, last = spread(position, start, wanted)
    here = last & wanted
    if not here:
        return position.north, position.east
    crossed = [*descent(position, here & -here, before)]
    return sum(bit for way, bit in crossed if way == "h"), sum(bit for way, bit in crossed if way == "v")


def descent(position: Position, here: Bits, layers: Sequence[Bits]) -> Iterator[tuple[str, Bits]]:
    """The borders on a way inwards through layers, each within the next: the way of walls that bar it, and its bit."""
    w, north, east = position.board.width, position.north, position.east
    for seen in reversed(layers):
        if step := (here & north) << w & seen:
            yield "h", here
        elif step := here >> w & north & seen:
            yield "h", step
        elif step := (here & east) << 1 & seen:
            yield "v", here
        else:
            step = here >> 1 & east & seen
            yield "v", step
        here = step


def cut_off(position: Position) -> Iterator[tuple[int, Bits]]:
    """The indices of the players who cannot get home, each with all squares within that player's reach (QC-22)."""
    for player in range(len(position.pawns)):
        reached = waves(position, player)[-1]
        if not reached & position.board.goals[player]:
            yield player, reached
