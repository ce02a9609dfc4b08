"""Measures of levels of Dungeon: what can be reached from the centre, where all players begin, and how soon.

All of them follow the steps of a player without a torch. That player never walks on from a Pit (HD-14 to HD-24, HD-63).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cached_property

from mapkit.games.dungeon.design import BARRED, CREATURES, SHUT, Params, centre, floors, open_ways
from mapkit.games.kit.measures import shares_of_walk
from mapkit.model.analysis import Analysis, Ask, CellNumbers, Measure, Prospect, Value
from mapkit.model.grid import Cell, beside, natural
from mapkit.model.interest import Interest, interest_of
from mapkit.model.letters import names
from mapkit.model.map import Map
from mapkit.model.message import Message, Name, clauses, joined, message, plural
from mapkit.model.walk import distances, shortest

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

    def of(self, *kinds: str) -> tuple[Cell, ...]:
        return tuple(cell for cell in self.cells if self.kinds.get(cell) in kinds)

    def reached(self, *kinds: str) -> list[Cell]:
        """The hexes of these kinds that can be reached, nearest first."""
        return sorted(
            filter(self.steps.__contains__, self.of(*kinds)), key=lambda cell: (self.steps[cell], natural(cell))
        )


def analyse(map_: Map[Params], ask: Ask) -> Analysis:
    wanted = ask.wanted(["interest", *(key for key, _, _ in _LOOKS)])
    grounds, measures = [LevelGround(map_, level) for level in floors(map_.params.grid)], dict[str, Measure]()
    if "interest" in wanted:
        measures["interest"] = interest(map_).measure
    for key, what, look in _LOOKS:
        if key in wanted:
            found = {ground.level: look(ground) for ground in grounds}
            words = [said for _, said in found.values()]
            if len(found) > 1 and len({*map(str, words)}) == 1:
                words = [message("every level: {found}", words[0])]
            elif len(found) > 1:
                words = [message("level {number}: {found}", *each) for each in zip(found, words, strict=True)]
            measures[key] = Measure(key, what, [value for value, _ in found.values()], clauses(*words))
    return Analysis(measures)


def interest(map_: Map[Params]) -> Interest:
    """How interesting levels are: what can be reached from the centre, and the steps to Chests, which win."""
    grounds = [LevelGround(map_, level) for level in floors(map_.params.grid)]
    onward = {cell: [*ground.ways(cell)] for ground in grounds for cell in ground.steps}
    chests = [ground.steps[cell] for ground in grounds for cell in ground.reached("chest")]
    ways = [(len(leads), len(beside(map_.params.grid, cell)) - len(leads)) for cell, leads in onward.items()]
    return interest_of(ways, onward, chests)


def by_cell(map_: Map[Params], _: Ask) -> tuple[CellNumbers, ...]:
    """The steps from the centre of each level, and where a random walk from there is."""
    grounds = [LevelGround(map_, level) for level in floors(map_.params.grid)]
    far = {cell: steps for ground in grounds for cell, steps in ground.steps.items()}
    walk = dict[Cell, float]()
    for ground in grounds:  # a random walk begins on the centre, and anew after a fall into a Pit
        shares = shares_of_walk({cell: tuple(ground.ways(cell)) or (ground.centre,) for cell in ground.steps}, 1)
        walk |= {cell: shares[cell] for cell in ground.steps}
    return (
        CellNumbers(message("steps from the centre, without a torch"), far),
        CellNumbers(message("where a random walk from the centre is, in %"), walk, is_share=True),
    )


def prospect(map_: Map[Params], asked: Cell) -> Prospect:
    """What is seen from the centre of a level, with the ways to the nearest Chest and the nearest Pit."""
    grounds = {ground.centre: ground for ground in (LevelGround(map_, n) for n in floors(map_.params.grid))}
    starts = {cell: message("the centre of level {number}", ground.level) for cell, ground in grounds.items()}
    ground = grounds.get(asked) or next(iter(grounds.values()))
    goals = {"chest": message("to the nearest Chest"), "pit": message("to the nearest Pit")}
    found = ((words, shortest(ground.centre, ground.of(kind), ground.ways)) for kind, words in goals.items())
    ways = [(words, way) for words, way in found if way]
    closed = BARRED if "dark" not in ground.kinds.values() else SHUT
    unneeded = (cell for cell in ground.cells if ground.kinds.get(cell) not in closed and cell not in ground.steps)
    ends = (
        cell for cell in ground.steps if ground.kinds.get(cell) == "blank" and sum(1 for _ in ground.ways(cell)) == 1
    )
    return Prospect(starts, ground.centre, ground.steps, ways, tuple(ends), tuple(unneeded))


_Look = Callable[[LevelGround], tuple[Value, Message]]
"""What is found on a level, as a value for programs and in words."""


def _hexes(ground: LevelGround) -> tuple[Value, Message]:
    free = sum(ground.kinds.get(cell) not in SHUT for cell in ground.cells)
    return {"reached": len(ground.steps), "open": free}, message("{reached} of {open}", len(ground.steps), free)


def _things(kind: str) -> _Look:
    def look(ground: LevelGround) -> tuple[Value, Message]:
        near, there = ground.reached(kind), len(ground.of(kind))
        value: Value = {"cells": near, "of": there, "nearest": ground.steps[near[0]] if near else None}
        if not near:
            return value, message("none of {number}", there) if there else message("none drawn")
        return value, plural(
            "{reached} of {all}, the nearest after {number} step ({cell})",
            "{reached} of {all}, the nearest after {number} steps ({cell})",
            ground.steps[near[0]],
            *(len(near), there, Name(near[0])),
        )

    return look


def _enemies(ground: LevelGround) -> tuple[Value, Message]:
    near = [cell for cell in ground.reached(*CREATURES) if ground.steps[cell] <= NEAR]
    return near, names(near) or message("none")


def _fairness(ground: LevelGround) -> tuple[Value, Message]:
    """Whether the level is worth a game (HD-13.a): all players begin on the centre, so nobody is ahead."""
    lacking = {"chest": message("no Chest can be reached"), "pit": message("no Pit can be reached")}
    wrong = [words for kind, words in lacking.items() if not ground.reached(kind)]
    if beside := [cell for cell in ground.beside.values() if ground.kinds.get(cell) in CREATURES]:
        wrong.append(message("an Enemy is beside the centre, on {cells}", names(beside)))
    found = message("unfair") if wrong else message("fair")
    words = clauses(*wrong) if wrong else message("all begin on the centre, which leads to a Chest and a Pit")
    return {"verdict": str(found)}, clauses(found, words)


def _directions(ground: LevelGround) -> tuple[Value, Message]:
    found = dict[str, int | None]()  # for each direction that is open, the fewest steps to a Chest
    for direction, first in ground.beside.items():
        if first in ground.steps:
            far = distances([first], lambda cell: (other for other in ground.ways(cell) if other != ground.centre))
            found[direction] = min((1 + far[cell] for cell in ground.of("chest") if cell in far), default=None)
    steps = [far for far in found.values() if far is not None]
    ways = [
        message("{direction} no way", _SIDES[d]) if far is None else message("{direction} {steps}", _SIDES[d], far)
        for d, far in found.items()
    ]
    words = joined(ways) or message("no direction is open")
    if not steps:
        return {"steps": found, "difference": None}, words
    apart = max(steps) - min(steps)
    difference = plural("difference {number} step", "difference {number} steps", apart)
    return {"steps": found, "difference": apart}, clauses(words, difference)


_SIDES: dict[str, Message] = {
    side: side for side in (message("NE"), message("E"), message("SE"), message("SW"), message("W"), message("NW"))
}
_LOOKS: tuple[tuple[str, Message, _Look], ...] = (
    ("hexes-in-reach", message("open hexes that can be reached without a torch"), _hexes),
    ("chests-in-reach", message("Chests that can be reached"), _things("chest")),
    ("pits-in-reach", message("Pits that can be reached"), _things("pit")),
    ("enemies-near", message("Enemies within {number} steps of the centre", NEAR), _enemies),
    ("directions", message("steps to a Chest, by the first direction"), _directions),
    ("fairness", message("verdict"), _fairness),
)
