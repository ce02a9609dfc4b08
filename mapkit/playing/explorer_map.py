"""The map that an explorer has drawn so far, and what can be read off it."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Literal, NamedTuple

from mapkit.observation import Announced, Vector

HOME = -1
"""The piece of the map whose place on the board is known."""

Side = Literal["wall", "rim", "open", "exit"]
"""What may be on a side of a cell."""


class ChartCell(NamedTuple):
    """A cell as an explorer counts them: on which piece of the map, and how far east, north and up of its first."""

    piece: int
    x: int = 0
    y: int = 0
    z: int = 0

    def plus(self, vector: Vector) -> ChartCell:
        """The spot that lies so far from here."""
        return ChartCell(self.piece, self.x + vector[0], self.y + vector[1], self.z + vector[2])


Edge = tuple[ChartCell, str]
"""One side of a spot."""


@dataclass
class Chart:
    """Pieces of a map, and the spot where the walker is."""

    announced: Announced
    here: ChartCell = field(default=ChartCell(0))
    """Where the walker is."""
    ground: dict[ChartCell, str] = field(default_factory=dict)
    """What was found on cells."""
    edges: dict[Edge, Side] = field(default_factory=dict)
    """What was found on their sides."""
    firm: set[Edge] = field(default_factory=set)
    """The walls that could not be broken."""
    prizes: set[ChartCell] = field(default_factory=set)
    """Where prizes lie."""
    lands: dict[ChartCell, ChartCell] = field(default_factory=dict)
    """Where a cell carries the walker."""
    origins: dict[int, tuple[int | None, ...]] = field(default_factory=dict)
    """How far from the corner of the board the first cell of a piece is, as far as something is known of it."""
    pieces: int = 1
    """How many pieces were begun."""

    def clear(self) -> None:
        """Forget everything."""
        vars(self).update(vars(Chart(self.announced)))

    def fresh(self) -> ChartCell:
        """The first cell of a new piece."""
        self.pieces += 1
        return ChartCell(self.pieces - 1)

    def beside(self, spot: ChartCell, step: str) -> ChartCell:
        """The spot that lies one step from here, whatever is between the two."""
        return spot.plus(self.announced.steps[step])

    def both(self, step: str) -> tuple[Edge, Edge]:
        """That side of the cell where the walker is, and the same side seen from the cell behind it."""
        return (self.here, step), (self.beside(self.here, step), self.announced.back(step))

    # --- what a step may lead to ---------------------------------------------------------------------------------

    def untried(self, spot: ChartCell, step: str) -> bool:
        """Whether nobody knows what is there."""
        if step == self.announced.stay:
            return self.ground.get(spot) in self.announced.carriers and spot not in self.lands
        return (spot, step) not in self.edges

    def new(self, spot: ChartCell, step: str) -> bool:
        """Whether nobody knows what is there, nor has been on the cell behind it, which is on the board."""
        if step == self.announced.stay:
            return self.untried(spot, step)
        beyond = self.beside(spot, step)
        return (spot, step) not in self.edges and beyond not in self.ground and not self._off(beyond)

    def outward(self, spot: ChartCell, step: str) -> bool:
        """Whether an exit may be there: a side of the board where nobody knows what is there."""
        return step != self.announced.stay and (spot, step) not in self.edges and self._off(self.beside(spot, step))

    def shut(self, spot: ChartCell, step: str) -> bool:
        """Whether there is a wall that may be broken, and nobody has been on the cell behind it."""
        breakable = self.edges.get((spot, step)) == "wall" and (spot, step) not in self.firm
        return breakable and self.beside(spot, step) not in self.ground

    def exit(self, spot: ChartCell, step: str) -> bool:
        """Whether an exit is there."""
        return self.edges.get((spot, step)) == "exit"

    def prize(self, spot: ChartCell, step: str) -> bool:
        """Whether it leads to a prize."""
        return self.onward(spot, step) in self.prizes

    def healing(self, spot: ChartCell, step: str) -> bool:
        """Whether it leads to where the injured are healed."""
        onward = self.onward(spot, step)
        return onward is not None and self.ground.get(onward) == self.announced.healing

    def _off(self, spot: ChartCell) -> bool:
        size = self.announced.size
        return spot.piece == HOME and not all(0 <= n < far for n, far in zip(spot[1:], size, strict=True))

    # --- ways ----------------------------------------------------------------------------------------------------

    def onward(self, spot: ChartCell, step: str) -> ChartCell | None:
        """Where a step is known to lead."""
        if step == self.announced.stay:
            return self.lands.get(spot)
        entered = self.beside(spot, step)
        return self.lands.get(entered, entered) if self.edges.get((spot, step)) == "open" else None

    def line(self, step: str, reach: int) -> list[str]:
        """The ground of the cells in that direction up to what is known to stand there; plain if unknown."""
        found, beyond = list[str](), self.beside(self.here, step)
        spot = self.here
        while len(found) < reach and self.edges.get((spot, step), "open") == "open" and not self._off(beyond):
            spot, beyond = beyond, self.beside(beyond, step)
            found.append(self.ground.get(spot, self.announced.plain))
        return found

    def towards(self, wanted: Callable[[ChartCell, str], bool], steps: Sequence[str], now: Sequence[str]) -> str:
        """The first step of a shortest known way that ends with a wanted step; empty where there is none.

        Of the steps, only those that may be said now are first.
        """
        first, edge = {self.here: ""}, deque([self.here])
        while edge:
            spot = edge.popleft()
            for step in steps if first[spot] else [step for step in steps if step in now]:
                begins = first[spot] or step
                if wanted(spot, step):
                    return begins
                onward = self.onward(spot, step)
                if onward is not None and onward not in first:
                    first[onward] = begins
                    edge.append(onward)
        return ""
