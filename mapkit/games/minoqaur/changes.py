"""The modules of a code that may be changed to meet the settings: few enough for readers to read the code still.

The codewords that may change are chosen first for what stands in the way of the settings, then at random. Changing the
modules in the way is the first guess. Where that does not do, the solver finds other modules in these codewords.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from heapq import heappop, heappush

from mapkit.games.minoqaur import code
from mapkit.games.minoqaur.code import CodewordBlock
from mapkit.games.minoqaur.design import Params, allowed_changes, before_treasure, by_sword_and_cloak, drawn_facts
from mapkit.model.chance import Chance
from mapkit.model.design import MutablePart
from mapkit.model.grid import Cell
from mapkit.model.map import Map

Codeword = tuple[Cell, ...]
_OTHER = {"dark": "light", "light": "dark"}
MODULE, CODEWORD = 1, 20
"""The cost of opening a module in a codeword that is changed already, and in another one; chance adds to both."""


def mutable(map_: Map[Params], chance: Chance) -> MutablePart:
    """The modules that may change, in as many codewords of each block as the budget allows (MQ-X1); a first guess."""
    p = map_.params
    level, _ = code.stated_format(p.version, map_.kinds)
    blocks = code.blocks(p.version, level)
    home = {cell: codeword for block in blocks for codeword in block.codewords for cell in codeword}
    wanted = tuple(_wanted(map_, home, chance))
    first = dict.fromkeys(home[cell] for cell in wanted if cell in home)
    spare = frozenset(code.stream(p.version)) - home.keys()
    cells = spare | {cell for block in blocks for codeword in _chosen(p, block, first, chance) for cell in codeword}
    turned = {cell: _OTHER[map_.kinds[cell]] for cell in wanted if cell in cells}
    return MutablePart(cells, frozenset(fact for fact in map_.facts if fact.place not in turned) | drawn_facts(turned))


def _chosen(p: Params, block: CodewordBlock, first: Iterable[Codeword], chance: Chance) -> list[Codeword]:
    """The codewords of a block that may change: the wanted ones, then others at random."""
    mine = [codeword for codeword in first if codeword in block.codewords]
    others = [codeword for codeword in chance.shuffled(block.codewords) if codeword not in mine]
    return [*mine, *others][: allowed_changes(p, block)]


def _wanted(map_: Map[Params], home: Mapping[Cell, Codeword], chance: Chance) -> Iterator[Cell]:
    """The modules that have to change: light ones in the place of the wall, and dark ones on the way."""
    asks = map_.params.asks
    wall = before_treasure(map_.params.grid) if asks in ("wall", "both") else ()
    wanted = [cell for cell in wall if map_.kinds[cell] == "light"]
    yield from wanted
    ends = by_sword_and_cloak(map_.fitted_params) if asks in ("way", "both") else None
    if ends:
        changed = frozenset(home[cell] for cell in wanted if cell in home)
        yield from _way(map_, ends, home, changed, chance)


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
