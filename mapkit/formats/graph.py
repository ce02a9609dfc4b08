"""Maps as graphs, for networkx, Gephi and Graphviz: cells, steps that are open, and where a step really leads."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from mapkit.formats.record import SETTINGS, ExportOrder, FileFormat
from mapkit.mapfile import json_file
from mapkit.model.grid import Cell, border
from mapkit.model.map import Map
from mapkit.model.message import message
from mapkit.model.rule import Node, Reaches, Way, claims_of
from mapkit.model.walk import reached

OUT = "out"
"""The node for all that lies outside."""


class GraphEdge(NamedTuple):
    """What leads from a cell to another, or out."""

    source: Cell
    target: Cell
    open: bool
    """Whether a step leads there."""
    move: bool
    """Whether a player who takes a step rests there: at once, or because something carries them on."""


def edges(map_: Map[Any]) -> Iterator[GraphEdge]:
    """The edges of a map's graph, in reading order."""
    grid, ahead = map_.params.grid, dict[Node, list[Node]]()
    cells = {cell: at for at, cell in enumerate((*grid.cells(), OUT))}
    for way in _ways(map_):
        if way.source != way.target and map_.facts.issuperset(way.needs) and map_.facts.isdisjoint(way.bars):
            ahead.setdefault(way.source, []).append(way.target)
    for cell in grid.cells():
        beside = ahead.get(cell, ())
        # a node that is no cell lies between, and leads on by itself
        rests = reached(beside, lambda node: () if node in cells else ahead.get(node, ()))
        near = {OUT, *(grid.step(cell, side) for side in grid.directions)}
        steps = near & {_cell(node, cells) for node in beside}
        moves = {_cell(node, cells) for node in rests if node in cells or node not in ahead}
        for target in sorted(steps | moves - {cell}, key=cells.__getitem__):
            yield GraphEdge(cell, target, target in steps, target in moves)


def _cell(node: Node, cells: Mapping[Cell, int]) -> Cell:
    """The cell of a node, such as of a player who has just entered it; `OUT` for a node outside."""
    return next((str(part) for part in (node if type(node) is tuple else (node,)) if part in cells), OUT)


def _ways(map_: Map[Any]) -> Iterator[Way]:
    """The ways by which the rules of a map say that something is reached, or else those that no barrier bars."""
    claims = (each.claim for each in claims_of(map_.game.design.rules, map_.fitted_params))
    found = next((claim.ways for claim in claims if isinstance(claim, Reaches)), None)
    if found is not None:
        yield from found
        return
    grid, barriers = map_.params.grid, map_.game.design.legend(map_.params).barriers
    barred = {place for place, mark in map_.facts if mark in barriers and barriers[mark].steps}
    for cell in grid.cells():
        for side in grid.directions:
            other = grid.step(cell, side)
            if other is not None and barred.isdisjoint({cell, other, border(grid, cell, side)}):
                yield Way(cell, other)


def _graphml(map_: Map[Any], _: ExportOrder) -> Mapping[str, bytes]:
    import networkx as nx  # loading it takes longer than looking for the format of a file

    graph: nx.DiGraph[str] = nx.DiGraph(game=map_.game.name, title=map_.title)
    for each in json_file.data(map_)["cells"]:
        graph.add_node(each["cell"], x=each["x"], y=each["y"], floor=each["floor"], marks=", ".join(each["marks"]))
    graph.add_node(OUT)
    for edge in edges(map_):
        graph.add_edge(edge.source, edge.target, open=edge.open, move=edge.move)
    return {".graphml": "\n".join(['<?xml version="1.0" encoding="UTF-8"?>', *nx.generate_graphml(graph), ""]).encode()}


def _dot(map_: Map[Any], _: ExportOrder) -> Mapping[str, bytes]:
    """The graph in the language of Graphviz; a step that is open both ways is a line, and dashes are where it leads."""
    cells, found = json_file.data(map_)["cells"], [*edges(map_)]
    both = {(edge.source, edge.target) for edge in found if edge.open and edge.move}
    top, left = max(each["y"] for each in cells) + 2, min(each["x"] for each in cells) - 1.5

    def lines() -> Iterator[str]:
        yield f"digraph {json.dumps(map_.title or map_.game.name, ensure_ascii=False)} {{\n"
        yield "  layout=neato\n  node [shape=circle fixedsize=shape width=0.6 fontsize=9]\n"
        for each in cells:
            cell, x, y = each["cell"], each["x"], each["y"] + top * (each["floor"] - 1)
            label = "\\n".join([cell, *([", ".join(each["marks"])] if each["marks"] else [])])
            yield f'  "{cell}" [pos="{x:.3f},{y:.3f}!" label="{label}"]\n'
        yield f'  "{OUT}" [pos="{left:.3f},0!" shape=plain]\n'
        for edge in found:
            if (edge.source, edge.target) in both and (edge.target, edge.source) in both:
                look = "" if edge.source > edge.target else "dir=none"
            else:
                look = "style=dashed constraint=false" if edge.move and not edge.open else "style=solid"
            if look:
                yield f'  "{edge.source}" -> "{edge.target}" [{look}]\n'
        yield "}\n"

    return {".dot": "".join(lines()).encode()}


GRAPHML = FileFormat(
    "graphml",
    message("a graph of the cells, for networkx and Gephi"),
    (".graphml",),
    recognise=lambda text: "<graphml" in text[:1000],
    write=_graphml,
    losses=(SETTINGS,),
)
DOT = FileFormat(
    "dot",
    message("a graph of the cells, for Graphviz"),
    (".dot", ".gv"),
    recognise=lambda text: text.startswith(("digraph ", "graph ", "strict ")),
    write=_dot,
    losses=(SETTINGS,),
)
