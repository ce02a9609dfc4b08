"""Minoqaur a second time, small and slow, from the ledger alone; and mazes from drawings and random ones.

Modules are pairs of a row from the top and a column; a trail is the list of all modules that a pen has drawn
through.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import pairwise

from mapkit.games.minoqaur.maze_rules import CLOAK, KEY, OUTSIDE, SWORD, TREASURE, Maze, Trail
from mapkit.model.chance import Chance

Spot = tuple[int, int]
Pen = tuple[Spot, ...]
SHIFTS = {"N": (-1, 0), "E": (0, 1), "S": (1, 0), "W": (0, -1)}
SIGNS = {"S": SWORD, "C": CLOAK, "K": KEY, "T": TREASURE}
OUT: Spot = (-1, -1)


def maze_of(drawing: str, **given: bool) -> Maze:
    """The maze of a square drawing: `X` dark, `.` light, `E` an entrance, `M` the dot, `S C K T` items."""
    rows = [line.split() for line in drawing.strip().splitlines()]
    side, signs = len(rows), [sign for row in rows for sign in row]
    if any(len(row) != side for row in rows) or not set(signs) <= {*"X.EMSCKT"} or signs.count("M") != 1:
        raise ValueError("a drawing is a square of X . E S C K T and one M, with blanks between")
    return Maze(
        side,
        sum(1 << module for module, sign in enumerate(signs) if sign != "X"),
        {module: SIGNS[sign] for module, sign in enumerate(signs) if sign in SIGNS},
        frozenset(module for module, sign in enumerate(signs) if sign == "E"),
        signs.index("M"),
        **given,
    )


def maze_at_random(chance: Chance, side: int) -> Maze:
    """A small random maze with everything in it, two thirds light."""
    signs = ["X" if chance.below(3) == 0 else "." for _ in range(side * side)]
    border = [m for m in range(side * side) if {m // side, m % side} & {0, side - 1}]
    for module in chance.shuffled(border)[:4]:
        signs[module] = "E"
    inner = [m for m in range(side * side) if m not in border]
    for module, sign in zip(chance.shuffled(inner), "MSCKT", strict=False):
        signs[module] = sign
    drawing = "\n".join(" ".join(signs[row * side : (row + 1) * side]) for row in range(side))
    return maze_of(drawing, sideways=chance.below(2) == 0, restless=chance.below(2) == 0, step_out=chance.below(2) == 0)


@dataclass(frozen=True)
class Twin:
    """A maze, as sets."""

    maze: Maze

    def spot(self, module: int) -> Spot:
        return OUT if module == OUTSIDE else (module // self.maze.side, module % self.maze.side)

    def inside(self, spot: Spot) -> bool:
        return all(0 <= each < self.maze.side for each in spot)

    def light(self, spot: Spot) -> bool:
        return self.inside(spot) and bool(self.maze.light >> (spot[0] * self.maze.side + spot[1]) & 1)

    def found(self, spot: Spot) -> int:
        return self.maze.finds.get(spot[0] * self.maze.side + spot[1], 0) if self.inside(spot) else 0

    def line(self, head: Spot, direction: str) -> list[Spot]:
        down, right = SHIFTS[direction]
        spots = [(head[0] + n * down, head[1] + n * right) for n in range(1, self.maze.side)]
        return [spot for spot in spots if self.inside(spot)]

    def trail(self, pen: Pen) -> Trail:
        """The trail that mapkit would keep for it."""
        modules, links = 0, 0
        numbers = [row * self.maze.side + column for row, column in pen]
        for number in numbers:
            modules |= 1 << number
        for one, other in pairwise(numbers):
            links |= self.maze.link(one, other)
        return Trail(numbers[-1], modules, links)

    # The player

    def moves(self, own: Pen, holds: int, minoqaur: Pen, others: tuple[Pen, ...]) -> set[tuple[str, bool, Spot, int]]:
        """All legal moves: the direction, whether it tunnels, where it ends, and what the player then holds."""
        return {
            (direction, tunnels, way[-1], held)
            for direction in SHIFTS
            for tunnels, way in self._lines(own[-1], direction)
            for held in [self._held(own, holds, way, tunnels=tunnels, minoqaur=minoqaur, others=others)]
            if held is not None
        }

    def _lines(self, head: Spot, direction: str) -> Iterator[tuple[bool, list[Spot]]]:
        """All straight lines, legal or not; a tunnel goes on to the first light module (MQ-18.a)."""
        line = self.line(head, direction)
        for length in range(1, len(line) + 1):
            yield False, line[:length]
            dark = [spot for spot in line[:length] if not self.light(spot)]
            if length > 1 and dark == line[: length - 1]:
                yield True, line[:length]
        if self.maze.step_out:
            yield False, [*line, OUT]

    def _held(
        self, own: Pen, holds: int, way: list[Spot], *, tunnels: bool, minoqaur: Pen, others: tuple[Pen, ...]
    ) -> int | None:
        """What the player holds after the line; None if a rule forbids it."""
        on_board = [spot for spot in way if spot != OUT]
        if not tunnels and not all(map(self.light, on_board)):
            return None  # MQ-13, MQ-14
        if tunnels and not (self.light(way[-1]) and (len(way) == 2 or holds & SWORD)):
            return None  # MQ-18, MQ-19
        drawn = [own[-1], *on_board]
        used = {frozenset(pair) for pair in pairwise(drawn)}
        if set(on_board) & {*own} or minoqaur[-1] in on_board:
            return None  # MQ-16, MQ-22.a
        if used & {*_links(minoqaur), *(link for other in others for link in _links(other))}:
            return None  # MQ-23, MQ-48
        held = holds
        for spot in on_board:
            if spot in minoqaur and not held & CLOAK:
                return None  # MQ-15, MQ-21.b
            held |= self.found(spot)
        if way[-1] == OUT:
            leaves = drawn[-1][0] * self.maze.side + drawn[-1][1] in self.maze.entrances
            return held if leaves and held & TREASURE else None  # MQ-39.a
        if any(way[-1] in pen for pen in (minoqaur, *others)):
            return None  # MQ-15.a, MQ-18.d, MQ-23.b
        return held

    # The minoqaur

    def strides(self, minoqaur: Pen, players: tuple[Pen, ...], out: tuple[bool, ...]) -> set[tuple[str, bool, Spot]]:
        """The minoqaur's legal moves in all directions; players who are `out` have no head to be caught."""
        heads = {pen[-1] for pen, gone in zip(players, out, strict=True) if not gone}
        inside = replace(self.maze, step_out=False)
        return {
            (direction, tunnels, way[-1])
            for direction in SHIFTS
            for tunnels, way in Twin(inside)._lines(minoqaur[-1], direction)
            if self._may_stride(minoqaur, players, heads, tunnels=tunnels, way=way)
        }

    def _may_stride(
        self, minoqaur: Pen, players: tuple[Pen, ...], heads: set[Spot], *, tunnels: bool, way: list[Spot]
    ) -> bool:
        straight = self.light(way[-1]) if tunnels else all(map(self.light, way))
        drawn = [minoqaur[-1], *way]
        used = {frozenset(pair) for pair in pairwise(drawn)}
        along = any(used & _links(pen) for pen in players)  # MQ-35
        stops = way[-1] in heads or not any(way[-1] in pen for pen in players)  # MQ-34.a, MQ-41
        return straight and not along and stops and not set(way) & {*minoqaur} and not set(way[:-1]) & heads

    def answers(
        self, minoqaur: Pen, players: tuple[Pen, ...], out: tuple[bool, ...]
    ) -> tuple[set[tuple[str, bool, Spot]], bool]:
        """The minoqaur's possible answers to the first player by its rule, and whether it is trapped.

        There are several answers if ends are equally near.
        """
        row, column = minoqaur[-1]
        rows, columns = players[0][-1][0] - row, players[0][-1][1] - column
        across, upright = "E" if columns > 0 else "W", "S" if rows > 0 else "N"
        upright_first = abs(rows) < abs(columns) or (abs(rows) == abs(columns) and not self.maze.sideways)
        order = [upright, across] if upright_first else [across, upright]
        wanted = [way for way in order if (rows if way == upright else columns)]
        every = self.strides(minoqaur, players, out)

        def far(spot: Spot) -> int:
            return abs(players[0][-1][0] - spot[0]) + abs(players[0][-1][1] - spot[1])

        for direction in wanted:
            nearer = {move for move in every if move[0] == direction and far(move[2]) < far(minoqaur[-1])}
            if nearer:
                least = min(far(move[2]) for move in nearer)
                return {move for move in nearer if far(move[2]) == least}, False
        if not every:
            alone = not self.strides(minoqaur, (), ())
            return set(), alone and any(self._bars_itself(minoqaur, (), direction) for direction in SHIFTS)
        least = min(far(move[2]) for move in every)
        return ({move for move in every if far(move[2]) == least} if self.maze.restless else set()), False

    def _bars_itself(self, minoqaur: Pen, players: tuple[Pen, ...], direction: str) -> bool:
        """Whether it meets its own path when it goes on as far as walls and players let it (MQ-40.b)."""
        line, before = self.line(minoqaur[-1], direction), minoqaur[-1]
        if not line:
            return False
        if not self.light(line[0]):  # a tunnel: to the first light module, if there is one
            ends = [n for n, spot in enumerate(line) if self.light(spot)]
            line = line[: ends[0] + 1] if ends else []
            walls: set[Spot] = set()
        else:
            walls = {spot for spot in line if not self.light(spot)}
        for spot in line:
            if spot in minoqaur:
                return True
            if spot in walls or any(frozenset((before, spot)) in _links(pen) for pen in players):
                return False
            before = spot
        return False


def _links(pen: Pen) -> set[frozenset[Spot]]:
    return {frozenset(pair) for pair in pairwise(pen)}
