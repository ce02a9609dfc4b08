"""Moves in a labyrinth: where each request leads, and what everybody hears (`docs/rules/labyrinth.md`, D to F)."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from functools import cached_property
from typing import NamedTuple, cast

from mapkit.games.kit.movement import MoveCourse, is_just_entered
from mapkit.games.labyrinth.design import CHAINS, FLOWS, PLACE, STAY, TREASURES, Params, known_moves
from mapkit.model.frozen import FrozenDict, SetOnce
from mapkit.model.grid import Border, Cell, Direction, Place, border
from mapkit.model.rule import Facts, has

SKIP: Direction = ""
"""The request to stay, which is always possible (MP-48)."""

_WORDS = {"N": "up", "S": "down", "W": "left", "E": "right", SKIP: "skip"}
_WORDS_WITH_FLOORS = {**_WORDS, "N": "north", "S": "south", "U": "up", "D": "down"}


def request(params: Params, direction: Direction) -> str:
    """The word for a direction or SKIP (MP-47). Where there are floors, up and down lead to other floors (MP-G-3.b)."""
    return requests(params)[direction]


def requests(params: Params) -> Mapping[Direction, str]:
    return _WORDS_WITH_FLOORS if "G3" in params.code or params.grid.floors > 1 else _WORDS


class MoveOutcome(NamedTuple):
    """What a request leads to.

    The first key of `heard` is "executed", "impossible", "skipped" or "placed". Then come any of "wall", "monolith",
    "exit", "wormhole", "river", "river-source", "river-end", "arsenal", "hospital", "swamp" and "treasure".
    """

    executed: bool
    """Whether the step was carried out, in contrast to refused."""
    spot: Place
    """Where the marker is afterwards: a cell or, outside, the border of an exit."""
    heard: tuple[str, ...]
    """The answer in keys, in the order in which they are said."""
    entered: Cell | None = None
    """The cell that the step entered, before any automatic move; None where it entered none."""
    obstacle: str = ""
    """For a refused step `wall` or `monolith`, as the game master knows it; else empty."""
    exit_border: Border | None = None
    """The exit that the marker went through; None for no exit."""
    costs_a_turn: bool = False
    """Whether the next turn is lost (MP-89)."""

    def moves(self, before: Place) -> bool:
        """Whether it moves a marker, also through a wormhole that leads to itself (MX-20)."""
        return self.spot != before or "wormhole" in self.heard


class LabyrinthLayout(SetOnce):
    """The lay of a labyrinth: made once from the facts of a map, and then asked for moves.

    When a treasure is taken or a wall falls, a new lay is made from the facts that are left.
    """

    def __init__(self, params: Params, facts: Facts) -> None:
        self.params, self.grid = params, params.grid
        kinds = sorted((place, mark) for place, mark in facts if isinstance(place, str) and mark in params.cell_marks)
        self.kinds: Mapping[Cell, str] = FrozenDict(kinds)
        self.cells = tuple(cell for cell in params.grid.cells() if self.kinds.get(cell) not in params.closed)
        """The cells that somebody can enter."""
        self.treasures: Collection[Cell] = frozenset(c for c, kind in self.kinds.items() if kind in TREASURES)
        """The cells with treasures, genuine and false alike."""
        self._slow = frozenset({"swamp"}).union(*(pack.slow(params) for pack in params.on))
        self._outcomes: dict[tuple[Place, str], MoveOutcome] = {}
        self.moves = known_moves(params, facts)

    @property
    def requests(self) -> tuple[Direction, ...]:
        return (*self.grid.directions, SKIP)

    def onto(self, cell: Cell, direction: Direction) -> Cell | None:
        """The cell that a step enters; None where it enters none."""
        onto = (move.way.target for move in self.moves.open(cell, direction))
        return next((str(node[1]) for node in onto if isinstance(node, tuple) and is_just_entered(node)), None)

    @cached_property
    def carried(self) -> Mapping[Cell, Cell]:
        """For each river cell, wormhole and the like where a marker comes to rest that enters it, or skips there."""
        carriers = self.params.carriers
        moving = (cell for cell, kind in self.kinds.items() if kind in FLOWS or kind in CHAINS or kind in carriers)
        return FrozenDict((cell, str(self.place(cell).spot)) for cell in moving)

    @cached_property
    def steps(self) -> Sequence[tuple[Cell, Cell]]:
        """The steps that nothing bars: each cell with one that a step enters from there."""
        steps = ((cell, self.onto(cell, d)) for cell in self.cells for d in self.grid.directions)
        return tuple((cell, onto) for cell, onto in steps if onto is not None)

    @cached_property
    def exits(self) -> Sequence[Border]:
        """The exits, as seen from the cells that lead to them."""
        lines = [Border(cell, d) for cell in self.cells for d in "NESW"]
        return tuple(line for line in lines if has(border(self.grid, *line), "exit") in self.moves.facts)

    def place(self, cell: Cell) -> MoveOutcome:
        """Put a marker on a cell; a river or a wormhole moves it on at once (MP-42, MP-43)."""
        return self._outcome(cell, PLACE)

    def turn(self, spot: Place, direction: Direction) -> MoveOutcome:
        return self._outcome(spot, direction or STAY)

    def _outcome(self, spot: Place, request: str) -> MoveOutcome:
        if (spot, request) not in self._outcomes:
            self._outcomes[spot, request] = self._outcome_of(self.moves.course(spot, request), spot, request)
        return self._outcomes[spot, request]

    def _outcome_of(self, course: MoveCourse, spot: Place, request: str) -> MoveOutcome:
        said = course.keys
        if "exit" in said:
            line = cast(Border, course.to)
            return MoveOutcome(True, spot if self.params.stay_inside == "yes" else line, said, exit_border=line)
        executed, obstacle = said[0] != "impossible", ""
        if not executed:
            obstacle = "wall" if isinstance(spot, str) and self.grid.step(spot, request) is not None else "monolith"
        if course.to in self.treasures and (executed or course.to != spot):
            said = (*said, "treasure")
        entered = next(iter(course.cells_entered), None)
        slow = request != PLACE and not self._slow.isdisjoint(said)
        return MoveOutcome(executed, course.to, said, entered, obstacle, None, slow)
