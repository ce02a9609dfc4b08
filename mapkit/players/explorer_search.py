"""Where it is worth looking: how far each known cell is, and what an unknown side of it may lead to.

Everybody knows the size of the board, and how many walls and exits there are. A piece of the map fits on the board only
in so many ways. A row of walls along its edge makes it likely that the edge is that of the board.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from heapq import heappop, heappush
from typing import NamedTuple

from mapkit.players.explorer_map import HOME, Chart, ChartCell, Odds


class KnownWay(NamedTuple):
    """A shortest known way to a cell."""

    spot: ChartCell
    turns: int
    first: str
    """Its first step; empty for the cell where the walker is."""


def walks(chart: Chart, steps: Sequence[str], now: Sequence[str]) -> Iterator[KnownWay]:
    """The shortest known ways to all cells, the nearest first; their first steps are among `now`."""
    slow, ground = chart.briefing.carriers.slow, chart.ground
    found, edge, serial = set[ChartCell](), [(0, 0, "", chart.here)], 0
    while edge:
        turns, _, first, spot = heappop(edge)
        if spot in found:
            continue
        found.add(spot)
        yield KnownWay(spot, turns, first)
        moves = chart.moves(spot)
        for step in steps if first else now:
            onward = moves.get(step)
            if onward is not None and onward not in found:
                serial += 1
                heappush(edge, (turns + 1 + (ground.get(onward) in slow), serial, first or step, onward))


class Rims:
    """How likely the sides of one piece of the map are on the edge of the board.

    Where the amount of walls is announced, walls tell how likely each place of the piece on the board is.
    """

    def __init__(self, chart: Chart, piece: int, odds: Odds) -> None:
        self._size = chart.briefing.size
        self._home = piece == HOME and bool(self._size)
        self._ends: dict[int, tuple[int, int, list[float]]] = {}
        """What `_along` has found for an axis."""
        self._inferred = not self._home and bool(self._size) and "wall" in chart.briefing.amounts
        if self._inferred:
            self._chart, self._more = chart, (1 - odds.exit) / max(odds.wall, 0.01)
            self._spots = [spot for spot in chart.ground if spot[0] == piece] or [ChartCell(piece)]

    def _along(self, axis: int) -> tuple[int, int, list[float]]:
        """The lowest and the highest place of the cells on an axis, and how likely each place of the piece is.

        The lowest place of the piece on the board comes first.
        A wall at an end of the piece is `_more` times as likely where the end is the edge of the board.
        """
        chart, spots = self._chart, self._spots
        places = [spot[axis + 1] for spot in spots]
        low, high = min(places), max(places)
        slack = max(0, self._size[axis] - 1 - high + low)
        origin = chart.puzzle.origins.get(spots[0].piece, (None, None, None))[axis]
        if origin is not None:
            return low, high, [float(place == origin + low) for place in range(slack + 1)]
        share, edges = [1.0] * (slack + 1), chart.edges
        for step, vector in chart.briefing.steps.items():
            if vector[axis]:
                end, place = (high, slack) if vector[axis] > 0 else (low, 0)
                sides = [edges.get((spot, step)) for spot in spots if spot[axis + 1] == end]
                share[place] *= self._more ** sides.count("wall")
        whole = sum(share)
        return low, high, [chance / whole for chance in share]

    def outer(self, spot: ChartCell, vector: Sequence[int]) -> float:
        """The probability that a side of a cell is on the edge of the board."""
        axis = 0 if vector[0] else 1 if vector[1] else 2
        if self._home:
            return float(spot[axis + 1] == (self._size[axis] - 1 if vector[axis] > 0 else 0))
        if not self._inferred or axis == 2:
            return 0.0
        if axis not in self._ends:
            self._ends[axis] = self._along(axis)
        low, high, share = self._ends[axis]
        place = low - spot[axis + 1] if vector[axis] < 0 else len(share) - 1 + high - spot[axis + 1]
        return share[place] if 0 <= place < len(share) else 0.0


NEW, WIDE, EXIT = 1.0, 0.15, 0.6
"""What it is worth to come to a new cell, to see one more unknown cell from there, and to find an exit."""
KNOWN, WAY_OUT = 0.05, 10.0
"""What it is worth to come to a known cell, and to find an exit when the walker looks for one alone."""


class SideValues:
    """What the unknown sides of the cells of a map are worth."""

    def __init__(self, chart: Chart, *, leaving: bool) -> None:
        """Takes the map, and whether the walker has what they need and looks for an exit alone."""
        self._chart, self._odds, self._leaving = chart, chart.odds, leaving
        self._rims = dict[int, Rims]()
        self._steps = chart.briefing.steps
        exits = len(self._steps) * self._exit(1.0)
        beyond = KNOWN + exits if leaving else NEW + WIDE * len(self._steps)
        self._most = 1.001 * (exits + beyond)
        """A little more than the unknown sides of a cell can be worth, as sums are rounded."""

    def outer(self, spot: ChartCell, step: str) -> float:
        """The probability that a side of a cell is on the edge of the board."""
        rims = self._rims.get(spot.piece)
        if rims is None:
            rims = self._rims[spot.piece] = Rims(self._chart, spot.piece, self._odds)
        return rims.outer(spot, self._steps[step])

    def sides(self, spot: ChartCell, steps: Sequence[str]) -> tuple[float, list[str]]:
        """What the unknown sides of a cell are worth together, and these sides, the best first."""
        found, chart, edges = [], self._chart, self._chart.edges
        for step in steps:
            if (spot, step) not in edges and chart.untried(spot, step):
                outer = self.outer(spot, step)
                onward = (1 - outer) * (1 - self._odds.wall)
                found.append((self._exit(outer) + onward * self._beyond(chart.beside(spot, step)), onward, step))
        if len(found) > 1:
            found.sort(key=lambda each: -each[0])
        worth, reached = 0.0, 1.0
        for gain, onward, _ in found:
            worth += reached * gain
            reached *= 1 - onward
        return worth, [step for *_, step in found]

    def _exit(self, outer: float) -> float:
        """What an unknown side is worth for the exit that may be there."""
        return outer * self._odds.exit * (WAY_OUT if self._leaving else EXIT)

    def _beyond(self, spot: ChartCell) -> float:
        """What it is worth to come to a cell behind an unknown side."""
        chart, steps = self._chart, self._steps
        if spot in chart.ground:
            return KNOWN
        if self._leaving:
            return KNOWN + sum(self._exit(self.outer(spot, step)) for step in steps)
        around = chart.around(spot).values()
        return NEW + WIDE * (len(around) - sum(map(chart.ground.__contains__, around)))

    def best(self, walks: Iterable[KnownWay], steps: Sequence[str], now: Sequence[str]) -> str:
        """The first step towards the unknown sides that are worth most a turn; empty where nothing is unknown.

        The nearest of the walks come first.
        """
        most, best = 0.0, ""
        for spot, turns, first in walks:
            if self._most / (turns + 1) < most:
                break  # the walks that follow are no shorter
            worth, sides = self.sides(spot, steps if first else now)
            if sides and worth / (turns + 1) > most:
                most, best = worth / (turns + 1), first or sides[0]
        return best
