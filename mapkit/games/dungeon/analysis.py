"""Measures of levels of Dungeon: what can be reached from the centre, where all players begin, and how soon.

All of them follow the steps of a player without a torch. That player never walks on from a Pit (HD-14 to HD-24, HD-63).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cached_property

from mapkit.games.dungeon.design import CREATURES, SHUT, Params, centre, floors, open_ways
from mapkit.games.kit.measures import shares_of_walk
from mapkit.model.analysis import Analysis, Ask, CellNumbers, Measure, Value
from mapkit.model.grid import Cell, natural
from mapkit.model.map import Map
from mapkit.model.rule import many
from mapkit.model.walk import distances

NEAR = 3
"""What is this near can be met in the first period: three actions (HD-36), and a charge of three hexes (HD-41)."""


class LevelGround:
    """One level, with the steps from its centre."""

    def __init__(self, map_: Map[Params], level: int) -> None:
        grid = map_.params.grid
        self.level, self.centre, self.kinds = level, centre(grid, level), map_.kinds
        self.cells = tuple(cell for cell in grid.cells() if grid.floor(cell) == level)
        self.beside = {d: other for d in grid.directions if (other := grid.step(self.centre, d)) is not None}
        self.ways = open_ways(grid, map_.kinds)

    @cached_property
    def steps(self) -> Mapping[Cell, int]:
        """The fewest steps from the centre to each hex that can be reached."""
        return distances([self.centre], self.ways)

    @property
    def shares(self) -> Mapping[Cell, float]:
        """The share of time of a random walk on each hex; it begins on the centre, and anew after a fall into a Pit."""
        found = shares_of_walk({cell: tuple(self.ways(cell)) or (self.centre,) for cell in self.steps}, 1)
        return {cell: found[cell] for cell in self.steps}

    def of(self, *kinds: str) -> tuple[Cell, ...]:
        return tuple(cell for cell in self.cells if self.kinds.get(cell) in kinds)

    def reached(self, *kinds: str) -> list[Cell]:
        """The hexes of these kinds that can be reached, nearest first."""
        return sorted(
            filter(self.steps.__contains__, self.of(*kinds)), key=lambda cell: (self.steps[cell], natural(cell))
        )

    @cached_property
    def by_direction(self) -> Mapping[str, int | None]:
        """For each direction that is open from the centre, the fewest steps to a Chest; None where none is reached."""
        open_ones = {d: cell for d, cell in self.beside.items() if cell in self.steps}
        return {d: self._to_a_chest(cell) for d, cell in open_ones.items()}

    def _to_a_chest(self, first: Cell) -> int | None:
        far = distances([first], lambda cell: (other for other in self.ways(cell) if other != self.centre))
        return min((1 + far[cell] for cell in self.of("chest") if cell in far), default=None)


def analyse(map_: Map[Params], ask: Ask) -> Analysis:
    wanted = ask.wanted([key for key, _, _ in _LOOKS])
    grounds = [LevelGround(map_, level) for level in floors(map_.params.grid)]
    return Analysis({key: _measure(key, what, look, grounds) for key, what, look in _LOOKS if key in wanted})


def by_cell(map_: Map[Params], _: Ask) -> tuple[CellNumbers, ...]:
    """The steps from the centre of each level, and where a random walk from there is."""
    grounds = [LevelGround(map_, level) for level in floors(map_.params.grid)]
    far = {cell: steps for ground in grounds for cell, steps in ground.steps.items()}
    walk = {cell: share for ground in grounds for cell, share in ground.shares.items()}
    return (
        CellNumbers("steps from the centre, without a torch", far),
        CellNumbers("where a random walk from the centre is, in %", walk, is_share=True),
    )


_Look = Callable[[LevelGround], tuple[Value, str]]
"""What is found on a level, as a value for programs and in words."""


def _measure(key: str, what: str, look: _Look, grounds: Sequence[LevelGround]) -> Measure:
    """A measure of all levels: a list with a value for each, and the words, with the levels where there are several."""
    found = [look(ground) for ground in grounds]
    words = [words for _, words in found]
    if len(grounds) > 1:
        words = [f"level {ground.level}: {word}" for ground, word in zip(grounds, words, strict=True)]
    return Measure(key, what, [value for value, _ in found], "; ".join(words))


def _hexes(ground: LevelGround) -> tuple[Value, str]:
    free = sum(ground.kinds.get(cell) not in SHUT for cell in ground.cells)
    return {"reached": len(ground.steps), "open": free}, f"{len(ground.steps)} of {free}"


def _things(kind: str) -> _Look:
    def look(ground: LevelGround) -> tuple[Value, str]:
        near, there = ground.reached(kind), len(ground.of(kind))
        value: Value = {"cells": near, "of": there, "nearest": ground.steps[near[0]] if near else None}
        if not near:
            return value, f"none of {there}" if there else "none drawn"
        return value, f"{len(near)} of {there}, the nearest after {many(ground.steps[near[0]], 'step')} ({near[0]})"

    return look


def _enemies(ground: LevelGround) -> tuple[Value, str]:
    near = [cell for cell in ground.reached(*CREATURES) if ground.steps[cell] <= NEAR]
    return near, ", ".join(near) or "none"


def _directions(ground: LevelGround) -> tuple[Value, str]:
    found = ground.by_direction
    steps = [far for far in found.values() if far is not None]
    words = ", ".join(f"{d} {'no way' if far is None else far}" for d, far in found.items()) or "no direction is open"
    if not steps:
        return {"steps": found, "difference": None}, words
    apart = max(steps) - min(steps)
    return {"steps": found, "difference": apart}, f"{words}; difference {many(apart, 'step')}"


def _everything() -> Iterator[tuple[str, str, _Look]]:
    yield "hexes-in-reach", "open hexes that can be reached without a torch", _hexes
    yield "chests-in-reach", "Chests that can be reached", _things("chest")
    yield "pits-in-reach", "Pits that can be reached", _things("pit")
    yield "enemies-near", f"Enemies within {NEAR} steps of the centre", _enemies
    yield "directions", "steps to a Chest, by the first direction", _directions


_LOOKS = tuple(_everything())
