"""What a person who drew a map meant: which of the maps that are equally near a repair takes.

In this order: what breaks no advice, what touches the newest strokes, what lies where the fault is, and what keeps
things apart and symmetric halves symmetric.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from mapkit.model.design import Legend
from mapkit.model.grid import Border, Cell, Place, beside, cell_of, sides
from mapkit.model.map import Map
from mapkit.model.rule import WHOLE_MAP, Fact
from mapkit.model.symmetry import symmetries
from mapkit.solve.checker import Fault
from mapkit.solve.legality import advice_claims

if TYPE_CHECKING:
    from mapkit.solve.solver import Ties

FAR = 12
"""From so many steps on, all places are equally far from a fault."""
OLD = 30
"""From so many strokes on, all are equally old."""
APART = 4
"""From so many steps on, two things are apart."""
MOST_HOMES = 12
"""The most cells, all apart from each other, to which missing things are put rather than elsewhere."""
MOSTLY = 0.8
"""The share of what is drawn that has its image in a symmetry, for a map that is meant to be symmetric."""
FEW = 8
"""The fewest things and walls of which such a share says anything."""


def ties(map_: Map[Any], found: Iterable[Fault], facts: Iterable[Fact], strokes: Sequence[Collection[Place]]) -> Ties:
    """The ties of a repair. `facts` may change; `strokes` are the places of what was drawn, the newest first."""
    from mapkit.solve.solver import Ties

    facts = [*facts]
    costs = [_ages(facts, strokes), _distances(map_, found, facts), _crowding(map_, facts)]
    return Ties(advice_claims(map_), tuple(each for each in costs if each), tuple(_images(map_, facts)))


def _ages(facts: Iterable[Fact], strokes: Sequence[Collection[Place]]) -> Mapping[Fact, int]:
    """How many strokes are newer than the one that drew a place."""
    age = {place: number for number, places in reversed([*enumerate(strokes[:OLD])]) for place in places}
    return {fact: old for fact in facts if (old := age.get(fact.place, OLD))} if age else {}


def _distances(map_: Map[Any], found: Iterable[Fault], facts: Sequence[Fact]) -> Mapping[Fact, int]:
    """How many steps a place is away from a fault; nothing where no fault has a place.

    A thing that is put where nothing is has room rather than a fault beside it.
    """
    shown = {fault.place for fault in found if fault.place not in (WHOLE_MAP, fault.fallback_place)}
    near = _steps_from(map_, (cell for place in shown for cell in _cells(map_, place)))
    if not near:
        return {}
    steps = {place: min(near.get(cell, FAR) for cell in _cells(map_, place)) for place in {f.place for f in facts}}
    legend = map_.game.design.legend(map_.params)
    return {
        fact: far
        for fact in facts
        if not (fact.mark in legend.cell_marks and map_.kinds.get(str(fact.place), legend.plain) == legend.plain)
        if (far := steps[fact.place])
    }


def _cells(map_: Map[Any], place: Place) -> Iterable[Cell]:
    if not isinstance(place, Border):
        return (place,)
    return (cell for cell in sides(map_.params.grid, place) if cell is not None)


def _steps_from(map_: Map[Any], cells: Iterable[Cell], most: int = FAR) -> Mapping[Cell, int]:
    """The steps to the nearest of these cells without walls, for the cells that have fewer than `most`."""
    known = dict.fromkeys(cells, 0)
    queue = deque(known)
    while queue:
        cell = queue.popleft()
        if known[cell] + 1 < most:
            for other in beside(map_.params.grid, cell):
                if other not in known:
                    known[other] = known[cell] + 1
                    queue.append(other)
    return known


def _crowding(map_: Map[Any], facts: Iterable[Fact]) -> Mapping[Fact, int]:
    """How near to other things a thing comes, and how far from the cells that lie apart from all things."""
    legend, cells = map_.game.design.legend(map_.params), map_.params.grid.cells()
    things = [cell for cell, kind in map_.kinds.items() if kind != legend.plain and " " not in kind]
    near, homes = _steps_from(map_, things, APART), list[Cell]()
    apart = (
        _steps_from(map_, things, len(cells)) if things else dict.fromkeys(cells, 0) | {cells[len(cells) // 2]: APART}
    )
    while len(homes) < MOST_HOMES and apart[home := max(cells, key=lambda cell: apart.get(cell, 0))] >= APART - 1:
        homes.append(home)
        apart = _steps_from(map_, (*things, *homes), len(cells))
    there = _steps_from(map_, homes, APART)
    gaps = _steps_from(map_, (cell_of(fact.place) for fact in map_.facts if fact.mark == legend.gap), APART)
    return {
        fact: cost
        for fact in facts
        if fact not in map_.facts and fact.mark != legend.plain and " " not in fact.mark
        if (cost := _crowd(fact, legend, near, there, gaps))
    }


def _crowd(
    fact: Fact, legend: Legend, near: Mapping[Cell, int], there: Mapping[Cell, int], gaps: Mapping[Cell, int]
) -> int:
    cell = cell_of(fact.place)
    if fact.mark in legend.cell_marks:
        return 3 * (APART - near.get(cell, APART)) + there.get(cell, APART)
    return APART - gaps.get(cell, APART) if fact.mark == legend.gap else 0


def _images(map_: Map[Any], facts: Collection[Fact]) -> Iterable[tuple[Fact, Fact]]:
    """Each fact with its image in the symmetry that most of what is drawn keeps; none where little does."""
    legend = map_.game.design.legend(map_.params)
    if any(listing.bars(map_.params) for listing in legend.listings):
        return

    def shows(fact: Fact) -> bool:
        return fact.mark in legend.cell_marks or isinstance(fact.place, Border)

    drawn = {fact for fact in map_.facts if fact.mark != legend.plain and shows(fact)}
    if len(drawn) < FEW:
        return
    turns, possible = symmetries(map_.params.grid), frozenset(facts)
    alike, best = max(
        ((sum(each.fact(f) in drawn for f in drawn), n) for n, each in enumerate(turns) if n), default=(0, 0)
    )
    if alike < MOSTLY * len(drawn):
        return
    for fact in facts:
        image = turns[best].fact(fact)
        if image in possible and fact < image and shows(fact):
            yield fact, image
