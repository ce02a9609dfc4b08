"""Edits: what a gesture makes of the text of a map file. Every function here is pure."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace
from typing import Any, NamedTuple

from mapkit.games import maps
from mapkit.mapfile import writer
from mapkit.mapfile.document import Document
from mapkit.mapfile.drawing import UnwritableMap
from mapkit.mapfile.text import UnreadableMap
from mapkit.model.map import Map
from mapkit.model.rule import Facts
from mapkit.solve import legality
from mapkit.solve.checker import Fault
from mapkit.studio.places import Spot, spot_named
from mapkit.studio.selection import region
from mapkit.studio.settings_panel import written
from mapkit.studio.tools import BadStroke, tool_named


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


def _becomes(map_: Map[Any], gesture: Gesture) -> Map[Any]:
    """The map after a gesture; raises BadStroke."""
    path = spots_named(map_, gesture.path)
    if not path:
        raise BadStroke("the stroke passed no place of this board")
    tool = tool_named(map_, gesture.tool)
    if gesture.how == "fill":
        if not tool.fills:
            raise BadStroke(f"a region is filled with a kind of cell or with the eraser, not with {tool.words}")
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


def with_line_ends(typed: str, before: str) -> str:
    """A text that was typed in a page, where all lines end alike, with the line ends that the file had before."""
    ends = "\r\n" if "\r\n" in before else "\n"
    return typed.replace("\r\n", "\n").replace("\n", ends)


def _refuse_what_follows(map_: Map[Any], becomes: Map[Any]) -> None:
    """Raise Refused for a change of what follows from another listing of the file."""
    listings = map_.game.design.legend(map_.params).listings
    for source in (each for each in listings if each.implies and each.show(map_.facts)[0]):
        for listing in (each for each in listings if each.key in source.implies):
            if listing.show(map_.facts)[0] != listing.show(becomes.facts)[0]:
                raise BadStroke(
                    f"{listing.key} follows from {source.key} in this file; change {source.key} in its text"
                )
