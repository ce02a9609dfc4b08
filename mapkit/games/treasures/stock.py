"""What maps of Treasures of the Abandoned Labyrinth are made of, where their settings are fixed numbers."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, pairwise

from mapkit.games.kit.claims import inner_walls, outer_exits
from mapkit.games.treasures.design import Params, portals
from mapkit.model.evidence import Pool, Shape, Stock
from mapkit.model.grid import Cell, Direction, border
from mapkit.model.rule import Amount, Fact, flows, has, wall

MOST_SHAPES = 6_000
"""The most ways in which rivers may run; where there are more, maps are not counted."""

River = tuple[tuple[Cell, Direction], ...]
"""The cells of a river from source to mouth, each with where it flows."""


def stock(p: Params) -> Stock | None:
    """What every map with these settings is made of; None where that is not known."""
    fixed = ("shop", "hospital", "marsh", "fake", "treasures", "river", "rivers", "walls", "exits")
    if p.on or p.modules_off or p.grid.floors > 1 or any(_number(getattr(p, name)) is None for name in fixed):
        return None
    number = {name: _number(getattr(p, name)) or 0 for name in fixed}
    kinds = {"treasure": number["treasures"], **{kind: number[kind] for kind in ("shop", "hospital", "marsh", "fake")}}
    kinds |= dict.fromkeys(portals(p), 1)
    safe = len(p.grid.cells()) - number["river"] - sum(kinds.values())
    shapes = _shapes(p, number["river"], number["rivers"])
    if shapes is None or safe < 0:
        return None
    pools = Pool(tuple(inner_walls(p)), number["walls"]), Pool(tuple(outer_exits(p)), number["exits"])
    return Stock({"safe": safe, **kinds}, shapes, pools)


def _number(amount: Amount) -> int | None:
    return amount.low if amount.low == amount.high else None


def _shapes(p: Params, tiles: int, rivers: int) -> tuple[Shape, ...] | None:
    """All ways in which so many rivers may run with so many tiles; None for too many."""
    if not tiles or not rivers:
        return (Shape(frozenset(), frozenset()),) if not tiles else None
    most = p.bends.high
    if rivers > 2 or most is None or most > 4:
        return None
    edge = [(cell, d) for cell in p.grid.cells() for d in "NESW" if p.grid.step(cell, d) is None]
    lengths = {tiles} if rivers == 1 else range(1, tiles)
    single = [run for length in lengths for mouth in edge for run in _upstream(p, (mouth,), length, most)]
    if rivers == 1:
        found: list[tuple[River, ...]] = [(run,) for run in single]
    else:
        found = []
        for one, other in combinations(single, 2):
            if len(one) + len(other) == tiles and not {c for c, _ in one} & {c for c, _ in other}:
                found.append((one, other))
                if len(found) > MOST_SHAPES:
                    return None
    if not 0 < len(found) <= MOST_SHAPES:
        return None
    shapes = list[Shape]()
    for runs in found:
        bars = set[Fact]()  # the walls and exits that the rivers forbid (TL-17.b, TL-19.c)
        for cell, d in (item for run in runs for item in run):
            line = border(p.grid, cell, d)
            bars.add(has(line, "exit") if p.grid.step(cell, d) is None else wall(line))
            if p.dry_exits == "yes":
                bars |= {has(border(p.grid, cell, e), "exit") for e in "NESW" if p.grid.step(cell, e) is None}
        shapes.append(Shape(frozenset(flows(cell, d) for run in runs for cell, d in run), frozenset(bars)))
    return tuple(shapes)


def _upstream(p: Params, run: River, length: int, bends: int) -> Iterator[River]:
    """The rivers of so many tiles that end in this run."""
    if len(run) == length:
        turns = sum(one != other for (_, one), (_, other) in pairwise(run))
        at_the_edge = any(p.grid.step(run[0][0], d) is None for d in "NESW")
        if at_the_edge and turns >= p.bends.low:
            yield run
        return
    for d in "NESW":
        before = p.grid.step(run[0][0], p.grid.back(d))
        bent = bends - (d != run[0][1])
        if before is not None and bent >= 0 and before not in (cell for cell, _ in run):
            yield from _upstream(p, ((before, d), *run), length, bent)
