"""Levels as the rules draw them, hex by hex (HD-4 to HD-13), and drafts of maps made of such levels."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import accumulate

from mapkit.games.dungeon.design import CREATURES, Params, centre, floors, open_ways
from mapkit.model.chance import Chance
from mapkit.model.grid import Cell, Hex, beside
from mapkit.model.rule import Facts, has
from mapkit.model.ruling import Dice
from mapkit.model.walk import reached

TRIES = 200
"""The largest number of levels that are drawn to find a fair one (HD-13.a)."""

Level = Mapping[Cell, str]
"""The kind of each hex of a level; hexes are named as on a board of one floor."""


def draft(p: Params, chance: Chance, drawn: Facts) -> Facts:
    """The facts already drawn, and a random kind for every other hex."""
    known = {str(fact.place): fact.mark for fact in drawn}
    found = set(drawn)
    for level in floors(p.grid):
        cells = (cell for cell in p.grid.cells() if p.grid.floor(cell) == level)
        names = dict(zip(Hex(p.grid.radius).cells(), cells, strict=True))
        given = {cell: known[name] for cell, name in names.items() if name in known}
        for _ in range(TRIES):
            made = fresh_level(p, level, chance.die, {**given, **_dealt(p, level, chance, given)})
            if p.fair != "yes" or is_fair(p.grid.radius, made):
                break
        found |= {has(names[cell], kind) for cell, kind in made.items()}
    return frozenset(found)


def _dealt(p: Params, number: int, chance: Chance, given: Level) -> Level:
    """The hexes that are dealt on a level, each on a random hex that is free; none where nothing is to be dealt."""
    deck, grid = Counter(p.deck[number - 1] if p.deck else ()), Hex(p.grid.radius)
    free = [cell for cell in grid.cells() if cell not in given and cell != centre(grid, 1)]
    kinds = (deck - Counter(given.values())).elements()
    return dict(zip(chance.shuffled(free), kinds, strict=False)) if deck else {}


def fresh_level(p: Params, number: int, dice: Dice, given: Level | None = None) -> Level:
    """A level whose hexes are drawn row by row from the north, except those given (HD-4, HD-13.b).

    Where levels must be fair, levels are drawn until one is (HD-13.a).
    """
    hexes, creatures, grid = p.hexes(number), p.creatures(number), Hex(p.grid.radius)
    middle = centre(grid, 1)
    for _ in range(TRIES):
        level = dict[Cell, str]()
        for cell in grid.cells():
            kind = (given or {}).get(cell) or ("rope" if cell == middle else draw_from(hexes, dice))
            if kind == "enemy":
                kind = draw_from(creatures, dice)
                kind = "minotaur" if number == 1 else kind  # HD-53
            level[cell] = kind
        if p.fair != "yes" or is_fair(p.grid.radius, level):
            break
    return level


def draw_from(pool: Sequence[tuple[str, int]], dice: Dice) -> str:
    """One of the things in a pool, drawn by weight; nothing is rolled where there is only one."""
    left = [(thing, weight) for thing, weight in pool if weight]
    if len(left) == 1:
        return left[0][0]
    rolled = dice(sum(weight for _, weight in left))
    return next(thing for (thing, _), most in zip(left, accumulate(w for _, w in left), strict=True) if rolled <= most)


def is_fair(radius: int, level: Level) -> bool:
    """Whether no Enemy is beside the centre, and a Chest and a Pit can be reached from it (HD-13.a)."""
    grid = Hex(radius)
    start = centre(grid, 1)
    if any(level[cell] in CREATURES for cell in beside(grid, start)):
        return False
    return {"chest", "pit"} <= {level[cell] for cell in reached([start], open_ways(grid, level))}
