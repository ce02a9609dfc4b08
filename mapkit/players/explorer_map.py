"""The map that an explorer has drawn so far, and what it shows."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from math import log, prod
from typing import Any, Literal, NamedTuple, cast

from mapkit.model.observation import Briefing, Vector

HOME = -1
"""The piece of the map whose place on the board is known."""

Side = Literal["wall", "rim", "open", "exit"]


class ChartCell(NamedTuple):
    """A spot on an explorer's map."""

    piece: int
    x: int = 0
    """How far east of the first cell of the piece it is."""
    y: int = 0
    """How far north of it."""
    z: int = 0
    """How far above it."""

    def plus(self, vector: Vector) -> ChartCell:
        return ChartCell(self.piece, self.x + vector[0], self.y + vector[1], self.z + vector[2])


Edge = tuple[ChartCell, str]
Trait = tuple[str, str]
"""What a cell may have: a side in a direction, or its ground with an empty direction."""
INNER_WALLS, EXITS, RARE = 0.2, 0.06, 0.1
"""The shares of inner walls, of exits in the outer wall, and of any ground, where nothing is told of them."""

MOST = 0.99
"""The largest share that is believed, so that nothing is impossible."""


class Odds:
    """How likely it is to find something on a board, by what is announced of it."""

    def __init__(self, briefing: Briefing) -> None:
        self.amounts, self.wall, self.exit = dict(briefing.amounts), INNER_WALLS, EXITS
        walls, exits, cells = self.amounts.pop("wall", None), self.amounts.pop("exit", None), prod(briefing.size)
        if briefing.size and walls is not None and exits is not None:
            x, y, z = briefing.size
            self.wall = min(MOST, max(0.01, walls / max(1, z * (x * (y - 1) + y * (x - 1)))))
            self.exit = min(MOST, exits / (2 * z * (x + y)))
        shares = {ground: n / cells for ground, n in self.amounts.items()} if briefing.size else {}
        rest = max(0.1, 1 - sum(shares.values()))
        self._grounds = {ground: log(max(share, 0.001)) for ground, share in {briefing.plain: rest, **shares}.items()}
        self._sides = {"wall": log(self.wall), "rim": log(INNER_WALLS), "exit": log(EXITS), "open": log(1 - self.wall)}

    @cached_property
    def points(self) -> Mapping[Trait, float]:
        """The points for two pieces of a map that agree in a trait of a cell."""
        return _Points(self)

    def ground(self, ground: str) -> float:
        """The logarithm of how likely a cell has such ground."""
        return self._grounds.get(ground, _RARE)

    def side(self, what: Side) -> float:
        """The logarithm of how likely that is on a side of a cell."""
        return self._sides[what]


_RARE = log(RARE)


class _Points(dict[Trait, float]):
    """The points of traits. Each is worked out when it is first asked for."""

    def __init__(self, odds: Odds) -> None:
        super().__init__()
        self._odds = odds

    def __missing__(self, trait: Trait) -> float:
        step, what = trait
        self[trait] = -self._odds.side(cast(Side, what)) if step else -self._odds.ground(what)
        return self[trait]


def _copied(value: Any) -> Any:
    """A copy of a dict or a set; any other value itself."""
    return value.copy() if isinstance(value, dict | set) else value


@dataclass
class Puzzle:
    """How the pieces of a map lie to each other, as far as that is known."""

    pieces: int = 0
    origins: dict[int, tuple[int | None, ...]] = field(default_factory=dict)
    """The distance of each piece's first cell from the corner of the board, with None for what is not known."""
    unlike: set[tuple[int, ChartCell]] = field(default_factory=set)
    """Pieces, and spots of other pieces where their first cells are taken not to be."""
    prints: dict[int, Any] = field(default_factory=dict, compare=False)
    """What is known of pieces, in a form in which it is compared; drawn anew when it is missing."""
    changed: set[ChartCell] = field(default_factory=set, compare=False)
    """The cells of which something was drawn since their pieces were compared with others."""
    fits: dict[tuple[int, int], int] = field(default_factory=dict, compare=False)
    """For two pieces, the distances at which they may lie, a bit for each."""
    news: bool = True
    """Whether something was found since the walker's piece was compared with others."""

    def copy(self) -> Puzzle:
        return Puzzle(**{name: _copied(value) for name, value in vars(self).items()})


@dataclass
class Chart:
    """Pieces of a map, and the spots where the walkers are."""

    briefing: Briefing
    """What the answers of this game mean for a map; it also has the steps of the board."""
    at: dict[str, ChartCell] = field(default_factory=dict)
    """Where each walker is, by name; a walker whose spot is not known is not in it."""
    walker: str = ""
    """The walker of whom something is drawn or asked."""
    ground: dict[ChartCell, str] = field(default_factory=dict)
    edges: dict[Edge, Side] = field(default_factory=dict)
    firm: set[Edge] = field(default_factory=set)
    """The walls that could not be broken."""
    prizes: set[ChartCell] = field(default_factory=set)
    lands: dict[ChartCell, ChartCell] = field(default_factory=dict)
    """For cells that carry the walker on, the cell that they lead to."""
    puzzle: Puzzle = field(default_factory=Puzzle)
    wrong: bool = False
    """Whether the map has contradicted itself, so that it was begun anew."""

    def draw(self, spot: ChartCell, ground: str) -> None:
        self.ground[spot] = ground
        self.puzzle.changed.add(spot)

    def draw_side(self, spot: ChartCell, step: str, side: Side) -> None:
        self.edges[spot, step] = side
        self.known_moves.pop(spot, None)
        if step in self.named_steps:
            self.puzzle.changed.add(spot)

    def draw_land(self, spot: ChartCell, land: ChartCell) -> None:
        self.lands[spot] = land
        self.known_moves.pop(spot, None)
        for beside in self.around(spot).values():
            self.known_moves.pop(beside, None)

    def clear(self) -> None:
        """Forget everything, because the map is wrong."""
        vars(self).update(vars(Chart(self.briefing, walker=self.walker, wrong=True)))
        self.known_moves.clear()

    def copy(self) -> Chart:
        """The same map, on which something else can be drawn."""
        other = Chart(self.briefing)
        shared = {"_around"}  # what it says holds on every map
        vars(other).update((name, value if name in shared else _copied(value)) for name, value in vars(self).items())
        other.puzzle = self.puzzle.copy()
        return other

    @cached_property
    def odds(self) -> Odds:
        return Odds(self.briefing)

    @cached_property
    def named_steps(self) -> tuple[str, ...]:
        """The steps that name borders: of two opposite steps only one, unless a border may have two sides."""
        briefing = self.briefing
        return tuple(step for step, vector in briefing.steps.items() if briefing.fickle or sum(vector) > 0)

    @cached_property
    def known_moves(self) -> dict[ChartCell, dict[str, ChartCell]]:
        """What `moves` has found; nothing once cells lie elsewhere on the map than before."""
        return {}

    @cached_property
    def _around(self) -> dict[ChartCell, dict[str, ChartCell]]:
        """The spots around others. A map and its copies work them out once."""
        return {}

    @property
    def here(self) -> ChartCell:
        """Where the walker is. One whose spot is not known begins a new piece."""
        found = self.at.get(self.walker)
        if found is None:
            found = self.at[self.walker] = self.fresh()
        return found

    @here.setter
    def here(self, spot: ChartCell) -> None:
        self.at[self.walker] = spot

    def fresh(self) -> ChartCell:
        """The first cell of a new piece."""
        self.puzzle.pieces += 1
        return ChartCell(self.puzzle.pieces - 1)

    def beside(self, spot: ChartCell, step: str) -> ChartCell:
        """The spot one step from another, whatever is between the two."""
        return self.around(spot)[step]

    def around(self, spot: ChartCell) -> Mapping[str, ChartCell]:
        """The spots around another, by the steps to them."""
        found = self._around.get(spot)
        if found is None:
            found = self._around[spot] = {word: spot.plus(vector) for word, vector in self.briefing.steps.items()}
        return found

    def both(self, step: str) -> tuple[Edge, Edge]:
        """One side of the walker's cell, and the same border as a side of the cell behind it."""
        return (self.here, step), (self.beside(self.here, step), self.ways_back[step])

    @cached_property
    def ways_back(self) -> Mapping[str, str]:
        return dict(self.briefing.ways_back)

    # --- what a step may lead to ---------------------------------------------------------------------------------

    def untried(self, spot: ChartCell, step: str) -> bool:
        """Whether it is not known what a step leads to."""
        if step == self.briefing.stay:
            return self.ground.get(spot) in self.briefing.carriers.grounds and spot not in self.lands
        if (spot, step) in self.edges:
            return False
        passages = self.briefing.carriers.passages
        return step not in passages or self.ground.get(spot) == passages[step]

    def new(self, spot: ChartCell, step: str) -> bool:
        """Whether a step is untried, and leads to a cell on the board where the walker has not been."""
        if step == self.briefing.stay:
            return False
        beyond = self.beside(spot, step)
        return self.untried(spot, step) and beyond not in self.ground and not self.off(beyond)

    def outward(self, spot: ChartCell, step: str) -> bool:
        """Whether a step may lead through an exit: it leads off the board, and is untried."""
        return step != self.briefing.stay and (spot, step) not in self.edges and self.off(self.beside(spot, step))

    def shut(self, spot: ChartCell, step: str) -> bool:
        """Whether a breakable wall stops a step, and the walker has not been on the cell behind it."""
        breakable = self.edges.get((spot, step)) == "wall" and (spot, step) not in self.firm
        return breakable and self.beside(spot, step) not in self.ground

    def exit(self, spot: ChartCell, step: str) -> bool:
        return self.edges.get((spot, step)) == "exit"

    def prize(self, spot: ChartCell, step: str) -> bool:
        return self.onward(spot, step) in self.prizes

    def healing(self, spot: ChartCell, step: str) -> bool:
        """Whether a step leads to ground where injured players are healed."""
        onward = self.onward(spot, step)
        return onward is not None and self.ground.get(onward) == self.briefing.healing

    def off(self, spot: ChartCell) -> bool:
        """Whether a spot is known to be off the board."""
        if not self.briefing.size:
            return False
        (piece, x, y, z), (columns, rows, floors) = spot, self.briefing.size
        if piece == HOME:
            return not (0 <= x < columns and 0 <= y < rows and 0 <= z < floors)
        return not (-columns < x < columns and -rows < y < rows and -floors < z < floors)

    # --- ways ----------------------------------------------------------------------------------------------------

    def onward(self, spot: ChartCell, step: str) -> ChartCell | None:
        """The spot that a step leads to; None where that is not known."""
        return self.moves(spot).get(step)

    def moves(self, spot: ChartCell) -> Mapping[str, ChartCell]:
        """The steps whose ends are known, each with the spot that it leads to."""
        found = self.known_moves.get(spot)
        if found is None:
            edges, lands = self.edges, self.lands
            around = self.around(spot).items()
            found = {step: lands.get(there, there) for step, there in around if edges.get((spot, step)) == "open"}
            if spot in lands and self.briefing.stay:
                found[self.briefing.stay] = lands[spot]
            self.known_moves[spot] = found
        return found

    def line(self, step: str, reach: int) -> dict[ChartCell, float]:
        """The cells in a direction, up to a known wall, each with how likely nothing is in the way.

        Borders of which nothing is known come only before the first `reach` of them.
        """
        found, likely, spot = dict[ChartCell, float](), 1.0, self.here
        while (side := self.edges.get((spot, step))) in ("open", None):
            spot = self.beside(spot, step)
            if side is None:
                if len(found) >= reach or self.off(spot):
                    break
                likely *= 1 - self.odds.wall
            found[spot] = likely
        return found

    def in_sight(self, spot: ChartCell) -> Iterator[ChartCell]:
        """The cell, and those from which a known straight way leads to it."""
        yield spot
        for step in self.briefing.steps:
            beyond = spot
            while self.edges.get((beyond, step)) == "open":
                beyond = self.beside(beyond, step)
                yield beyond

    def towards(self, wanted: Callable[[ChartCell, str], bool], steps: Sequence[str], now: Sequence[str]) -> str:
        """The first step of a shortest known way that ends with a wanted step; empty where there is none.

        The first step is one of `now`, the steps that may be said now.
        """
        first, edge = {self.here: ""}, [self.here]
        for spot in edge:  # the list grows meanwhile
            before, moves = first[spot], self.moves(spot)
            for step in steps if before else [step for step in steps if step in now]:
                if wanted(spot, step):
                    return before or step
                onward = moves.get(step)
                if onward is not None and onward not in first:
                    first[onward] = before or step
                    edge.append(onward)
        return ""
