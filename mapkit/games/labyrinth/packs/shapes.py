"""The pack of shapes: solid cells, and boards that are no rectangles (MX-90 to MX-94)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from mapkit.games.kit.claims import each, everywhere, rooms
from mapkit.games.kit.movement import bearing
from mapkit.games.labyrinth.design import HOLE, WALLS, Params
from mapkit.games.labyrinth.pack import OptionPack, option
from mapkit.model.chance import Chance
from mapkit.model.design import DrawnSetting
from mapkit.model.grid import Border, Cell, Direction, Square, beside, border, inner_borders, outer_borders, sides
from mapkit.model.map import Map
from mapkit.model.message import Name, noun, plural, shortened
from mapkit.model.rule import (
    Amount,
    Claims,
    Count,
    Facts,
    MeasuredRule,
    Remark,
    Rule,
    When,
    count_rule,
    exactly,
    has,
    none,
)
from mapkit.model.settings import amount, number_within
from mapkit.model.walk import reached

ROCK, _GLYPH = "rock", "#"
_FEW, _MOST_NAMED = 4, 8


@dataclass(frozen=True)
class ShapesSettings(Params):
    """The settings of the pack; with the defaults it is off."""

    solid_cells: Amount = option(amount(0, "Solid cells, which nobody enters", "MX-90"))


def nothing_there(p: Params) -> Claims:
    for listed in dict.fromkeys((*p.drawn.starts, *p.drawn.bear, *p.drawn.leprechaun)):
        yield listed, none(bearing(listed, p.closed))
    for cave in everywhere(p.grid, *(f"{who} 1" for who in sorted(p.creatures_here))):
        yield cave.place, Count((cave, *bearing(cave.place, p.closed)), 0, 1)
    for line in inner_borders(p.grid):
        for cell in sides(p.grid, line) if line.side == "U" else ():
            yield line, Count((has(line, HOLE), *bearing(str(cell), p.closed)), 0, 1)


def exits_out(p: Params) -> Claims:
    for line in outer_borders(p.grid):
        yield line, Count((has(line, "exit"), *bearing(line.cell, p.closed)), 0, 1)
    outside = _outside(p.grid, p.drawn.solid)
    for line in sorted(p.drawn.gates):
        ends = [str(cell) for cell in sides(p.grid, line)]
        solid = (fact for cell in ends for fact in bearing(cell, p.closed))
        leads_out = not p.drawn.solid or not outside.isdisjoint(ends)
        yield line, When((has(line, "exit"),), exactly(1, solid) if leads_out else Count((), 1, 1))


def _outside(grid: Square, solid: frozenset[Cell]) -> frozenset[Cell]:
    """The solid cells from which solid cells lead to the edge of the board."""
    edge = {line.cell for line in outer_borders(grid)} & solid
    return frozenset(reached(edge, lambda cell: (other for other in beside(grid, cell) if other in solid)))


def walled_in(map_: Map[Any]) -> Iterator[Remark]:
    """What is said of empty cells that walls close off on all sides, at the first of them."""
    if cells := _walled_in(map_):
        found = plural(
            "{cells} is closed off on all sides; open a wall, or draw {glyph} there (solid_cells allows it).",
            "{cells} are closed off on all sides; open walls, or draw {glyph} there (solid_cells allows it).",
            len(cells),
            *(shortened([*map(Name, cells)], _MOST_NAMED), Name(_GLYPH)),
        )
        yield Remark(cells[0], found, cells)


def _walled_in(map_: Map[Any]) -> tuple[Cell, ...]:
    """The cells of pieces of a few empty cells that no way leads into or out of, but for the enclosure (MP-33)."""
    known, grid, kinds, found = map_.fitted_params.drawn, map_.params.grid, map_.kinds, dict[Cell, None]()
    taken = {*known.enclosed, *known.starts, *known.bear, *known.leprechaun}
    empty = {cell for cell, kind in kinds.items() if kind == "empty" and cell not in taken}
    marks = {place: mark for place, mark in map_.facts if isinstance(place, Border)}

    def is_open(cell: Cell, way: Direction) -> bool:
        onto, mark = grid.step(cell, way), marks.get(border(grid, cell, way))
        if way in "UD" or onto is None or onto in known.solid:
            return mark in ("exit", HOLE)
        return mark not in WALLS

    leads_on = set[Cell]()
    for cell in grid.cells():
        if cell not in empty or cell in leads_on or cell in found:
            continue
        piece = [cell]
        for inside in piece:  # the list grows meanwhile
            onto = (grid.step(inside, way) for way in grid.directions if is_open(inside, way))
            piece += dict.fromkeys(other or "" for other in onto if other not in piece)
            if len(piece) > _FEW or not empty.issuperset(piece) or not leads_on.isdisjoint(piece):
                leads_on.update(piece)
                break
        else:
            found |= dict.fromkeys(piece)
    return tuple(cell for cell in grid.cells() if cell in found)


def as_solid(map_: Map[Any]) -> Map[Any]:
    """The map as it is where these cells are solid; where their number alone is not as agreed, any will do."""
    cells, drawn, agreed = _walled_in(map_), len(map_.cells_of(ROCK)), map_.params.solid_cells
    facts = {fact for fact in map_.facts if fact.place not in cells} | {has(cell, ROCK) for cell in cells}
    fits = _allows(agreed, drawn) and not _allows(agreed, drawn + len(cells))
    params = replace(map_.params, solid_cells=Amount(0, None)) if fits else map_.params
    return replace(map_, facts=frozenset(facts), params=params)


def _allows(amount: Amount, number: int) -> bool:
    return amount.low <= number and (amount.high is None or number <= amount.high)


class _Shapes(OptionPack[ShapesSettings]):
    name = "shapes"
    settings = ShapesSettings
    tiles: Mapping[str, tuple[str, str]] = {ROCK: (_GLYPH, noun("solid cell"))}
    solid = ROCK
    rules = (
        count_rule("MX-90", "Solid cells: {solid_cells}.", "solid_cells", each(ROCK),
            rooms("solid_cells=0-1", lower="| #   # |"), applies=lambda p: bool(p.closed)),
        Rule("MX-92", "Nobody starts on a solid cell, no path leads through one, and no hole into one.", nothing_there,
            rooms("solid_cells=1 players=1\nstarts=a1", lower="| #   . |"), applies=lambda p: bool(p.closed)),
        Rule("MX-93", "Exits lead from a cell out of the board, also where solid cells lead to its edge.", exits_out,
            rooms("solid_cells=1 rules=O1", "| T   .", "| .   #"), applies=lambda p: bool(p.closed)),
        MeasuredRule("MX-94", "No cells are closed off on all sides, but for solid ones and the enclosure.",
            measure=walled_in, without=as_solid, breaches=
            rooms("rules=O1", "| T   . | . |", "| .   .   .", between="+   +   +---+")),
    )  # fmt: skip

    def on(self, p: Params) -> bool:
        """Whether solid cells are agreed; where they are drawn in any case, they are what they are, and too many."""
        return super().on(p) or ROCK in p.drawn.off

    def barred(self, p: ShapesSettings) -> Collection[str]:
        return (ROCK,)

    def rests_on(self, p: ShapesSettings) -> tuple[str, ...]:
        return ()

    def grounds(self, p: ShapesSettings) -> Collection[str]:
        return ()

    def scattered(self, p: ShapesSettings, chance: Chance) -> Sequence[str]:
        low, high = p.solid_cells
        most = max(low, len(p.grid.cells()) // 2)
        return [ROCK] * (low if high is None else number_within(p.solid_cells, "solid_cells", chance, most))

    def as_drawn(self, grid: Square, marks: Counter[str], facts: Facts) -> Mapping[str, DrawnSetting]:
        number = Amount(marks[ROCK], marks[ROCK])
        return {"solid_cells": DrawnSetting(noun("solid cells"), number, number)}


SHAPES = _Shapes()
