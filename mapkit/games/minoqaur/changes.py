"""The modules of a code that may be changed to meet the settings: few enough for readers to read the code still.

The codewords that may change are chosen first for what stands in the way of the settings, then at random. Changing the
modules in the way is the first guess. Where that does not do, the solver finds other modules in these codewords.
"""

from __future__ import annotations

from collections.abc import Mapping
from heapq import heappop, heappush

from mapkit.games.minoqaur import code
from mapkit.games.minoqaur.design import (
    WALL,
    WAY,
    Params,
    allowed_changes,
    before_treasure,
    by_sword_and_cloak,
    drawn_facts,
)
from mapkit.model.chance import Chance
from mapkit.model.design import MutablePart
from mapkit.model.grid import Cell
from mapkit.model.map import Map

Codeword = tuple[Cell, ...]
MODULE, CODEWORD = 1, 20
"""The cost of opening a module in a codeword that is changed already, and in another one; chance adds to both."""


def mutable(map_: Map[Params], chance: Chance) -> MutablePart:
    """The modules that may change, in as many codewords of each block as the budget allows (MQ-X1); a first guess."""
    p = map_.params
    level, _ = code.stated_format(p.version, map_.kinds)
    blocks = code.blocks(p.version, level)
    home = {cell: codeword for block in blocks for codeword in block.codewords for cell in codeword}
    # what has to change: light modules in the place of the wall, and dark ones on the way
    wanted = [cell for cell in before_treasure(p.grid) if map_.kinds[cell] == "light"] if p.asks in WALL else []
    ends = by_sword_and_cloak(map_.fitted_params) if p.asks in WAY else None
    if ends:
        wanted += _way(map_, ends, home, frozenset(home[cell] for cell in wanted if cell in home), chance)
    first = dict.fromkeys(home[cell] for cell in wanted if cell in home)
    cells = frozenset(code.stream(p.version)) - home.keys()
    for block in blocks:  # the wanted codewords, then others at random
        mine = [codeword for codeword in first if codeword in block.codewords]
        others = [codeword for codeword in chance.shuffled(block.codewords) if codeword not in mine]
        cells = cells.union(*[*mine, *others][: allowed_changes(p, block)])
    turned = {cell: code.OTHER[map_.kinds[cell]] for cell in wanted if cell in cells}
    return MutablePart(cells, frozenset(fact for fact in map_.facts if fact.place not in turned) | drawn_facts(turned))


def _way(
    map_: Map[Params],
    ends: tuple[Cell, Cell],
    home: Mapping[Cell, Codeword],
    changed: frozenset[Codeword],
    chance: Chance,
) -> tuple[Cell, ...]:
    """The dark modules on a way that changes few codewords."""
    grid, data = map_.params.grid, frozenset(code.stream(map_.params.version))
    price = {
        word: MODULE if word in changed else CODEWORD + chance.below(CODEWORD) for word in dict.fromkeys(home.values())
    }
    shut = before_treasure(grid) if map_.params.asks == "both" else ()
    reached: dict[Cell, tuple[Cell, ...]] = {}
    edge: list[tuple[int, Cell, tuple[Cell, ...]]] = [(0, ends[0], ())]
    while edge:
        cost, cell, opened = heappop(edge)
        if cell in reached:
            continue
        reached[cell] = opened
        if cell == ends[1]:
            return opened
        paid = {home.get(other) for other in opened}
        for onward in (grid.step(cell, side) for side in "NESW"):
            if onward is None or onward in reached or onward in shut:
                continue
            if map_.kinds[onward] == "light":
                heappush(edge, (cost, onward, opened))
            elif onward in data:
                word = home.get(onward)
                more = MODULE if word is None or word in paid else price[word]
                heappush(edge, (cost + more, onward, (*opened, onward)))
    return ()
