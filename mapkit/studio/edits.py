"""Edits: what a gesture makes of the text of a map file, and what a person means who points. All of it is pure."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from typing import Any, NamedTuple

from mapkit.games import maps
from mapkit.mapfile import writer
from mapkit.mapfile.document import Document
from mapkit.mapfile.drawing import UnwritableMap
from mapkit.mapfile.text import UnreadableMap
from mapkit.model import walk
from mapkit.model.grid import Border, Cell, border
from mapkit.model.listing import CellsBySide
from mapkit.model.map import Map
from mapkit.model.message import Message, Name, joined, message
from mapkit.model.rule import Facts
from mapkit.solve import legality
from mapkit.solve.checker import Fault
from mapkit.studio.places import Corner, Spot, spot_named
from mapkit.studio.settings_panel import written
from mapkit.studio.tools import BadStroke, tool_named, tools


class Gesture(NamedTuple):
    """What a person did on the board."""

    tool: str
    path: tuple[str, ...]
    """The names of the spots that the stroke passed, in their order."""
    how: str = "stroke"
    """`stroke` for the spots themselves, `fill` for the region that the first cell is in."""


MOST_SPOTS = 4096
"""The most spots of a stroke that are heeded."""


def edited(read: Document, gesture: Gesture) -> Document:
    """The document after a gesture, with comments and spacing as they are; raises BadStroke."""
    return redrawn(read, _becomes(read.map, gesture))


def new_faults(read: Document, gesture: Gesture) -> tuple[Fault, ...]:
    """The faults that a gesture would bring to a map; raises BadStroke."""
    becomes = _becomes(read.map, gesture)
    _refuse_what_follows(read.map, becomes)
    known = {(fault.rule.number, fault.place) for fault in legality.check(read.map)}
    return tuple(fault for fault in legality.check(becomes) if (fault.rule.number, fault.place) not in known)


def in_a_sentence(fault: Fault) -> Message:
    """A fault in words, after the number of its rule."""
    return joined([Name(fault.rule.number), *(part for part in (fault.sentence, fault.found) if part)], " ")


def _becomes(map_: Map[Any], gesture: Gesture) -> Map[Any]:
    """The map after a gesture; raises BadStroke."""
    path = spots_named(map_, gesture.path)
    if not path:
        raise BadStroke(message("the stroke passed no place of this board"))
    tool = tool_named(map_, gesture.tool)
    if gesture.how == "fill":
        if not tool.fills:
            why = message("a region is filled with a kind of cell or with the eraser, not with {thing}", tool.words)
            raise BadStroke(why)
        path = region(map_, path)
    return with_facts(map_, tool.stroke(map_, path))


def spots_named(map_: Map[Any], names: Sequence[str]) -> Sequence[Spot]:
    """The spots of a board that have these names, each once; other names are left out."""
    spots = (spot_named(name, map_.params.grid) for name in names[:MOST_SPOTS])
    return tuple(dict.fromkeys(spot for spot in spots if spot is not None))


def with_facts(map_: Map[Any], facts: Facts) -> Map[Any]:
    """The map with other facts, and with the settings that are taken from its drawing."""
    return replace(map_, facts=facts).as_drawn


def redrawn(read: Document, becomes: Map[Any]) -> Document:
    """The document of a map that has become another; raises BadStroke where its file cannot hold that map."""
    if becomes.facts == read.map.facts:
        return read
    _refuse_what_follows(read.map, becomes)
    with suppress(UnreadableMap, UnwritableMap):  # where it cannot be in place, it is drawn anew
        if (text := writer.in_place(read, becomes)) is not None:
            now = maps.read(text.encode(), read.name, game=becomes.game)
            if now.map == becomes:
                return now
    return written(read, becomes, writer.redraw)


def _refuse_what_follows(map_: Map[Any], becomes: Map[Any]) -> None:
    """Raise BadStroke for a change of what follows from another listing of the file."""
    listings = map_.game.design.legend(map_.params).listings
    for source in (each for each in listings if each.implies and each.show(map_.facts)[0]):
        for listing in (each for each in listings if each.key in source.implies):
            if listing.show(map_.facts)[0] != listing.show(becomes.facts)[0]:
                key, other = Name(listing.key), Name(source.key)
                why = message("{key} follows from {other} in this file; change {other} in its text", key, other)
                raise BadStroke(why)


def tool_there(map_: Map[Any], path: Sequence[Spot], chosen: str = "") -> str:
    """The name of the tool that draws what is on the first spot that bears something; raises BadStroke.

    Where several things are there, the one after the tool that is `chosen`, so that picking again leads to each.
    """
    known = tools(map_)
    for spot in path:
        fit = [tool for tool in reversed(known) if (tool.aims == "corners") == isinstance(spot, Corner)]
        found = list[str]()
        for mark in _marks_on(map_, spot):  # those that draw it with a number behind it where there are no others
            exactly = [tool.name for tool in fit if mark in tool.marks]
            found += exactly or [tool.name for tool in fit if mark.rpartition(" ")[0] in tool.marks]
        if found:
            return found[(found.index(chosen) + 1) % len(found)] if chosen in found else found[0]
    raise BadStroke(message("nothing is drawn there yet, so there is no tool to take"))


def _marks_on(map_: Map[Any], spot: Spot) -> Sequence[str]:
    """The marks on a spot; those of a cell with what is listed for it on one of its sides."""
    place = spot.cell if isinstance(spot, Corner) else spot
    found = {fact.mark for fact in map_.facts if fact.place == place}
    if isinstance(spot, str):
        listings = (each for each in map_.game.design.legend(map_.params).listings if isinstance(each, CellsBySide))
        sides = {(Border(spot, listing.side), listing.mark) for listing in listings}
        found |= {fact.mark for fact in map_.facts if (fact.place, fact.mark) in sides}
    drawn = map_.game.design.legend(map_.params).cell_marks
    return sorted((mark.rstrip("+") for mark in found), key=lambda mark: (mark in drawn, mark))


def region(map_: Map[Any], path: Sequence[Spot]) -> tuple[Cell, ...]:
    """The cells that are to be filled from the first cell of a stroke; raises BadStroke.

    They are of its kind, or blank as it is, and joined with it on its floor without a mark on the borders between.
    """
    first = next((spot for spot in path if isinstance(spot, str)), None)
    if first is None:
        raise BadStroke(message("point at a cell of the region to fill"))
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
