"""Quoridor by brute force: sets of squares and edges, and a search for each wall; the fast rules must agree with it."""

from dataclasses import dataclass, field

from mapkit.games.quoridor.position import ACROSS, PASS, SEATS, Move, Position, with_wall, without_walls
from mapkit.games.quoridor.position import board as board_of

Square = tuple[int, int]
STEPS = {"N": (0, 1), "E": (1, 0), "S": (0, -1), "W": (-1, 0)}


@dataclass
class Twin:
    """A position: pawns and walls left in the order of turns, and each wall by its corner and its direction."""

    size: int
    pawns: list[Square]
    stock: list[int]
    turn: int = 0
    walls: set[tuple[Square, str]] = field(default_factory=set)

    def blocked(self, walls: set[tuple[Square, str]]) -> set[frozenset[Square]]:
        lines = set()
        for (x, y), way in walls:
            for i in (0, 1):
                pair = ((x + i, y), (x + i, y + 1)) if way == "h" else ((x, y + i), (x + 1, y + i))
                lines.add(frozenset(pair))
        return lines

    def open(self, square: Square, step: str, lines: set[frozenset[Square]]) -> Square | None:
        """The next square, unless the edge or a wall is in the way."""
        x, y = square[0] + STEPS[step][0], square[1] + STEPS[step][1]
        inside = 0 <= x < self.size and 0 <= y < self.size
        return (x, y) if inside and frozenset((square, (x, y))) not in lines else None

    def home(self, player: int, square: Square) -> bool:
        last = self.size - 1
        edge = ACROSS[SEATS[len(self.pawns)][player]]
        return {"N": square[1] == last, "S": square[1] == 0, "E": square[0] == last, "W": square[0] == 0}[edge]

    def over(self) -> bool:
        return any(self.home(player, pawn) for player, pawn in enumerate(self.pawns))

    def free(self, player: int, lines: set[frozenset[Square]]) -> bool:
        """Whether a player can get home, if pawns are ignored."""
        seen, edge = {self.pawns[player]}, [self.pawns[player]]
        while edge:
            here = edge.pop()
            if self.home(player, here):
                return True
            for step in STEPS:
                there = self.open(here, step, lines)
                if there and there not in seen:
                    seen.add(there)
                    edge.append(there)
        return False

    def steps(self) -> set[Square]:
        """Where the pawn of the player to move may go."""
        lines, here = self.blocked(self.walls), self.pawns[self.turn]
        found = set()
        for step in STEPS:
            there = self.open(here, step, lines)
            if there is None:
                continue
            if there not in self.pawns:
                found.add(there)
                continue
            beyond = self.open(there, step, lines)
            if beyond is not None and beyond not in self.pawns:
                found.add(beyond)
                continue
            for side in "EW" if step in "NS" else "NS":
                aside = self.open(there, side, lines)
                if aside is not None and aside not in self.pawns:
                    found.add(aside)
        return found

    def fits(self, corner: Square, way: str) -> bool:
        """Whether a wall meets no other and cuts no player off."""
        (x, y), other = corner, "v" if way == "h" else "h"
        near = [(x - 1, y), (x + 1, y)] if way == "h" else [(x, y - 1), (x, y + 1)]
        if any((each, way) in self.walls for each in (corner, *near)) or (corner, other) in self.walls:
            return False
        lines = self.blocked(self.walls | {(corner, way)})
        return all(self.free(player, lines) for player in range(len(self.pawns)))

    def moves(self) -> set[Move]:
        if self.over():
            return set()
        found = {name(square) for square in self.steps()}
        if self.stock[self.turn]:
            corners = [(x, y) for x in range(self.size - 1) for y in range(self.size - 1)]
            found |= {name(c) + way for c in corners for way in "hv" if self.fits(c, way)}
        return found or {PASS}

    @property
    def position(self) -> Position:
        on = board_of(self.size, SEATS[len(self.pawns)])
        pawns = tuple(on.squares_by_name[name(pawn)] for pawn in self.pawns)
        made = without_walls(on, pawns, tuple(self.stock), self.turn)
        for corner, way in sorted(self.walls):
            made = with_wall(made, name(corner) + way)
        return made


def name(square: Square) -> str:
    """A square as in chess."""
    return f"{chr(97 + square[0])}{square[1] + 1}"
