"""Picking: what a person means who points at a board, a tool or a whole region. Every function here is pure."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from mapkit.model import walk
from mapkit.model.grid import Border, Cell, border
from mapkit.model.listing import CellsBySide
from mapkit.model.map import Map
from mapkit.studio.places import Corner, Spot
from mapkit.studio.tools import BadStroke, Tool, tools


def tool_there(map_: Map[Any], path: Sequence[Spot], chosen: str = "") -> str:
    """The name of the tool that draws what is on the first spot that bears something; raises BadStroke.

    Where several things are there, the one after the tool that is `chosen`, so that picking again leads to each.
    """
    known = tools(map_)
    for spot in path:
        fit = [tool for tool in reversed(known) if (tool.aims == "corners") == isinstance(spot, Corner)]
        found = [tool.name for mark in _marks_on(map_, spot) for tool in _that_draw(fit, mark)]
        if found:
            return found[(found.index(chosen) + 1) % len(found)] if chosen in found else found[0]
    raise BadStroke("nothing is drawn there yet, so there is no tool to take")


def _marks_on(map_: Map[Any], spot: Spot) -> Sequence[str]:
    """The marks on a spot; those of a cell with what is listed for it on one of its sides."""
    place = spot.cell if isinstance(spot, Corner) else spot
    found = {fact.mark for fact in map_.facts if fact.place == place}
    if isinstance(spot, str):
        listings = (each for each in map_.game.design.legend(map_.params).listings if isinstance(each, CellsBySide))
        sides = {(Border(spot, each.side), each.mark) for each in listings}
        found |= {fact.mark for fact in map_.facts if (fact.place, fact.mark) in sides}
    drawn = map_.game.design.legend(map_.params).cell_marks
    return sorted((mark.rstrip("+") for mark in found), key=lambda mark: (mark in drawn, mark))


def _that_draw(known: Iterable[Tool], mark: str) -> Sequence[Tool]:
    """The tools that draw a mark; those that draw it with a number behind it where there are no others."""
    exactly = [tool for tool in known if mark in tool.marks]
    return exactly or [tool for tool in known if mark.rpartition(" ")[0] in tool.marks]


def region(map_: Map[Any], path: Sequence[Spot]) -> tuple[Cell, ...]:
    """The cells that are to be filled from the first cell of a stroke; raises BadStroke.

    They are of its kind, or blank as it is, and joined with it on its floor without a mark on the borders between.
    """
    first = next((spot for spot in path if isinstance(spot, str)), None)
    if first is None:
        raise BadStroke("point at a cell of the region to fill")
    grid, closed = map_.params.grid, {fact.place for fact in map_.facts if isinstance(fact.place, Border)}
    kind = map_.kinds.get(first)
    flat = [way for way in grid.directions if way not in ("U", "D")]

    def onward(cell: Cell) -> Iterator[Cell]:
        for way in flat:
            other = grid.step(cell, way)
            if other is not None and map_.kinds.get(other) == kind and border(grid, cell, way) not in closed:
                yield other

    inside = walk.reached([first], onward)
    return tuple(cell for cell in grid.cells() if cell in inside)
