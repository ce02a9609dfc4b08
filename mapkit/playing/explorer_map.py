"""The map that an explorer draws for himself as he walks, and where on it he is."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Sequence
from typing import Literal, NamedTuple

from mapkit.observation import Announced, Vector

SKIP = "skip"
"""To stay, where that is a way to be carried on."""
HOME = -1
"""The piece of the map whose place on the board is known."""
PLAIN, TELLING, ENOUGH = 1, 3, 12
"""How much agreement is in plain ground or an open side, how much in anything else, and how much is believed."""

Side = Literal["wall", "monolith", "open", "exit"]
"""What may be on a side of a cell."""


class ChartCell(NamedTuple):
    """A cell as an explorer counts them: on which piece of his map, and how far east, north and up of its first."""

    piece: int
    x: int = 0
    y: int = 0
    z: int = 0

    def plus(self, vector: Vector) -> ChartCell:
        """The spot that lies so far from here."""
        return ChartCell(self.piece, self.x + vector[0], self.y + vector[1], self.z + vector[2])


Edge = tuple[ChartCell, str]
"""One side of a spot."""


class Sketch:
    """Pieces of a map, and the spot where the walker is.

    Whoever is carried off begins a new piece, but knows where he will be when he enters that cell again. Pieces are
    joined by what there is only one of, by the outer wall, which tells rows and columns, and by agreement in enough.
    Whoever finds his map wrong begins anew; `changes` is how many walls may have changed unseen and prove nothing.
    """

    def __init__(self, announced: Announced) -> None:
        self.announced = announced
        self.changes = 0
        self.clear()

    def clear(self) -> None:
        """Forget everything."""
        self.here = ChartCell(0)
        self.ground: dict[ChartCell, str] = {}
        self.edges: dict[Edge, Side] = {}
        self.firm: set[Edge] = set()
        self.treasures: set[ChartCell] = set()
        self.lands: dict[ChartCell, ChartCell] = {}
        self._origins: dict[int, tuple[int | None, ...]] = {}
        self._pieces = 1

    # --- drawing -------------------------------------------------------------------------------------------------

    def place(self, ground: str, at: Vector | None) -> None:
        """The walker is put somewhere, or on a cell of the board that he knows."""
        self.here = ChartCell(HOME, *at) if at else self.here
        self._come(self.here, ground)

    def mark(self, step: str, what: Side) -> None:
        """What was found on that side."""
        announced, known = self.announced, self.edges.get((self.here, step), what)
        if known != what and not announced.fickle:
            if self.changes:
                self.changes -= 1
            else:
                self.clear()
        mine, other = self._both(step)
        self.edges[mine] = what
        if not announced.fickle or other not in self.edges:
            self.edges[other] = what
        if what in ("monolith", "exit") and announced.size:
            self._locate(announced.steps[step])

    def walk(self, step: str, ground: str) -> None:
        """A step onto ground that keeps the walker."""
        self._come(self._enter(step, ground), ground)

    def carry(self, step: str, entered: str, ground: str) -> None:
        """A step onto ground that carries the walker off, and the ground that he comes to."""
        self._ride(self._enter(step, entered), ground)

    def ride(self, ground: str) -> None:
        """The walker is carried on from where he is."""
        self._ride(self.here, ground)

    def back_in(self, ground: str, *, carried: bool) -> None:
        """From outside, back onto the cell of the exit, and carried on from there where it carries."""
        if carried:
            self.ride(ground)
        else:
            self._come(self.here, ground)

    def blow_up(self, step: str) -> None:
        """No wall is on that side from now on; a side that nobody knew may be an exit and stays unknown."""
        for edge in self._both(step):
            if self.edges.get(edge) in ("wall", "monolith"):
                self.edges[edge] = "open"

    def withstand(self, step: str, what: Side) -> None:
        """A wall was found on that side that cannot be broken."""
        self.mark(step, what)
        self.firm.update(self._both(step))

    def _ride(self, spot: ChartCell, ground: str) -> None:
        if spot not in self.lands:
            self.lands[spot] = self._round(spot) or self._fresh()
        self._come(self.lands[spot], ground)

    def _fresh(self) -> ChartCell:
        self._pieces += 1
        return ChartCell(self._pieces - 1)

    def _round(self, spot: ChartCell) -> ChartCell | None:
        """Where a chain began, if this spot is the last of it."""
        if not self.announced.chain or self.ground.get(spot) != "wormhole":
            return None
        before, chain = {land: start for start, land in self.lands.items()}, [spot]
        while len(chain) < self.announced.chain and chain[-1] in before:
            chain.append(before[chain[-1]])
        return chain[-1] if len(chain) == self.announced.chain else None

    def _enter(self, step: str, ground: str) -> ChartCell:
        if self.ground.get(self._beside(self.here, step), ground) != ground:
            self.clear()
        self.mark(step, "open")
        entered = self._beside(self.here, step)
        self.ground[entered] = ground
        return entered

    def _come(self, spot: ChartCell, ground: str) -> None:
        if self.ground.get(spot, ground) != ground:
            self.clear()
            spot = self.here
        self.here = spot
        self.ground[spot] = ground
        self.treasures.discard(spot)
        if self.announced.amounts.get(ground) == 1:
            self._join_at_the_only(ground)
        elif ground != self.announced.plain:
            self._recognise(ground)

    # --- joining pieces ------------------------------------------------------------------------------------------

    def _join_at_the_only(self, ground: str) -> None:
        """There is one cell of that ground, so all that were seen are the same."""
        others = [spot for spot, what in self.ground.items() if what == ground and spot != self.here]
        if others:
            self._unite(self.here, others[0])

    def _locate(self, vector: Vector) -> None:
        """The outer wall tells the column, the row or the floor; a piece is joined to the board when all are known."""
        axis = next(n for n, far in enumerate(vector) if far)
        found = (self.announced.size[axis] - 1 if vector[axis] > 0 else 0) - self.here[axis + 1]
        piece = self.here.piece
        origin = list(self._origin(piece))
        if origin[axis] not in (None, found):
            self.clear()
            return
        origin[axis] = found
        self._origins[piece] = tuple(origin)
        self._settle(piece)

    def _origin(self, piece: int) -> tuple[int | None, ...]:
        """How far from the corner of the board the first cell of a piece is, as far as that is known."""
        if piece == HOME:
            return (0, 0, 0)
        return self._origins.get(piece, tuple(0 if far == 1 else None for far in self.announced.size))

    def _settle(self, piece: int) -> None:
        x, y, z = self._origin(piece)
        if piece != HOME and x is not None and y is not None and z is not None:
            self._join(piece, ChartCell(HOME, x, y, z))

    def _recognise(self, ground: str) -> None:
        """Join this piece of the map to the piece that it agrees with best, where it agrees in enough."""
        here = self.here
        tiles = [(spot, what) for spot, what in self.ground.items() if spot.piece == here.piece]
        edges = [(edge, what) for edge, what in self.edges.items() if edge[0].piece == here.piece]
        best, like = ENOUGH - 1, here
        for spot, what in self.ground.items():
            if what == ground and spot.piece != here.piece:
                agreed = self._agreement(tiles, edges, _onto(spot, here))
                if agreed > best:
                    best, like = agreed, spot
        if like != here:
            self._unite(here, like)

    def _agreement(
        self, tiles: Sequence[tuple[ChartCell, str]], edges: Sequence[tuple[Edge, Side]], onto: ChartCell
    ) -> int:
        """In how much a piece agrees with another, were its first cell at that spot; less than 0 if it contradicts."""
        agreed = 0
        for spot, ground in tiles:
            found = self.ground.get(_moved(spot, onto))
            if found == ground:
                agreed += PLAIN if ground == self.announced.plain else TELLING
            elif found is not None:
                return -1
        for (spot, step), what in edges:
            side = self.edges.get((_moved(spot, onto), step))
            if side == what:
                agreed += PLAIN if what == "open" else TELLING
            elif side is not None:
                return -1
        return agreed

    def _unite(self, one: ChartCell, other: ChartCell) -> None:
        """Two spots are the same cell, so their pieces are one; begin anew where that cannot be."""
        if one.piece == other.piece:
            self.clear()
        elif one.piece == HOME:
            self._join(other.piece, _onto(one, other))
        else:
            self._join(one.piece, _onto(other, one))

    def _join(self, piece: int, onto: ChartCell) -> None:
        """Draw a piece of the map on another, its first cell at that spot; begin anew if they contradict each other."""

        def moved(spot: ChartCell) -> ChartCell:
            return _moved(spot, onto) if spot.piece == piece else spot

        if any(self.ground.get(moved(spot), ground) != ground for spot, ground in self.ground.items()):
            self.clear()
            return
        self.here = moved(self.here)
        self.ground = {moved(spot): ground for spot, ground in self.ground.items()}
        self.edges = {(moved(spot), step): what for (spot, step), what in self.edges.items()}
        self.firm = {(moved(spot), step) for spot, step in self.firm}
        self.treasures = {moved(spot) for spot in self.treasures}
        lands = [(moved(spot), moved(land)) for spot, land in self.lands.items()]
        self.lands = dict(lands)
        if self.announced.size and onto.piece != HOME:
            known = zip(self._origin(piece), self._origin(onto.piece), onto[1:], strict=True)
            self._origins[onto.piece] = tuple(there if mine is None else mine - shift for mine, there, shift in known)
            self._settle(onto.piece)
        differ = next(((land, self.lands[spot]) for spot, land in lands if self.lands.get(spot, land) != land), None)
        if differ:
            self._unite(*differ)

    # --- reading -------------------------------------------------------------------------------------------------

    def _both(self, step: str) -> tuple[Edge, Edge]:
        """That side of the cell where the walker is, and the same side seen from the cell behind it."""
        return (self.here, step), (self._beside(self.here, step), self.announced.back(step))

    def _beside(self, spot: ChartCell, step: str) -> ChartCell:
        return spot.plus(self.announced.steps[step])

    def untried(self, spot: ChartCell, step: str) -> bool:
        """Whether nobody knows what is there."""
        if step == SKIP:
            return self.ground.get(spot) in self.announced.carriers and spot not in self.lands
        return (spot, step) not in self.edges

    def new(self, spot: ChartCell, step: str) -> bool:
        """Whether nobody knows what is there, nor has been on the cell behind it, which is on the board."""
        if step == SKIP:
            return self.untried(spot, step)
        beyond = self._beside(spot, step)
        return (spot, step) not in self.edges and beyond not in self.ground and not self._off(beyond)

    def outward(self, spot: ChartCell, step: str) -> bool:
        """Whether an exit may be there: a side of the board where nobody knows what is there."""
        return step != SKIP and (spot, step) not in self.edges and self._off(self._beside(spot, step))

    def shut(self, spot: ChartCell, step: str) -> bool:
        """Whether there is a wall that may be broken, and nobody has been on the cell behind it."""
        breakable = self.edges.get((spot, step)) == "wall" and (spot, step) not in self.firm
        return breakable and self._beside(spot, step) not in self.ground

    def _off(self, spot: ChartCell) -> bool:
        size = self.announced.size
        return spot.piece == HOME and not all(0 <= n < far for n, far in zip(spot[1:], size, strict=True))

    def onward(self, spot: ChartCell, step: str) -> ChartCell | None:
        """Where a step is known to lead."""
        if step == SKIP:
            return self.lands.get(spot)
        entered = self._beside(spot, step)
        return self.lands.get(entered, entered) if self.edges.get((spot, step)) == "open" else None

    def line(self, step: str, reach: int) -> list[str]:
        """The ground of the cells in that direction up to what is known to stand there; plain if unknown."""
        found, beyond = list[str](), self._beside(self.here, step)
        spot = self.here
        while len(found) < reach and self.edges.get((spot, step), "open") == "open" and not self._off(beyond):
            spot, beyond = beyond, self._beside(beyond, step)
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


def _moved(spot: ChartCell, onto: ChartCell) -> ChartCell:
    return ChartCell(onto.piece, spot.x + onto.x, spot.y + onto.y, spot.z + onto.z)


def _onto(spot: ChartCell, here: ChartCell) -> ChartCell:
    """Where the first cell of the piece of `here` must be for `here` to be that spot."""
    return ChartCell(spot.piece, spot.x - here.x, spot.y - here.y, spot.z - here.z)
