"""How the pieces of an explorer's map are joined.

A piece is joined to another by what there is only one of, by the outer wall, which tells rows and columns, or by
agreement in enough. Pieces that contradict each other show that the map is wrong: it is begun anew.
"""

from __future__ import annotations

from collections.abc import Sequence

from mapkit.observation import Vector
from mapkit.playing.explorer_map import HOME, Chart, ChartCell, Edge, Side

PLAIN, TELLING, ENOUGH = 1, 3, 12
"""How much agreement is in plain ground or an open side, how much in anything else, and how much is believed."""


def recognise(chart: Chart) -> None:
    """Join the piece where the walker is to another one by the ground there, where that tells enough."""
    ground = chart.ground[chart.here]
    if chart.announced.amounts.get(ground) == 1:
        others = [spot for spot, what in chart.ground.items() if what == ground and spot != chart.here]
        like = others[0] if others else None
    else:
        like = _most_alike(chart, ground) if ground != chart.announced.plain else None
    if like is not None:
        _unite(chart, chart.here, like)


def locate(chart: Chart, vector: Vector) -> None:
    """The outer wall tells the column, the row or the floor; a piece is joined to the board when all are known."""
    axis = next(n for n, far in enumerate(vector) if far)
    found = (chart.announced.size[axis] - 1 if vector[axis] > 0 else 0) - chart.here[axis + 1]
    piece = chart.here.piece
    origin = list(_origin(chart, piece))
    if origin[axis] not in (None, found):
        chart.clear()
        return
    origin[axis] = found
    chart.origins[piece] = tuple(origin)
    _settle(chart, piece)


def _origin(chart: Chart, piece: int) -> tuple[int | None, ...]:
    """How far from the corner of the board the first cell of a piece is, as far as that is known."""
    if piece == HOME:
        return (0, 0, 0)
    return chart.origins.get(piece, tuple(0 if far == 1 else None for far in chart.announced.size))


def _settle(chart: Chart, piece: int) -> None:
    """Join a piece to the board if its place there is known."""
    x, y, z = _origin(chart, piece)
    if piece != HOME and x is not None and y is not None and z is not None:
        _join(chart, piece, ChartCell(HOME, x, y, z))


def _most_alike(chart: Chart, ground: str) -> ChartCell | None:
    """The spot on another piece that agrees best with the walker's, where one agrees in enough."""
    here = chart.here
    tiles = [(spot, what) for spot, what in chart.ground.items() if spot.piece == here.piece]
    edges = [(edge, what) for edge, what in chart.edges.items() if edge[0].piece == here.piece]
    best, like = ENOUGH - 1, None
    for spot, what in chart.ground.items():
        if what == ground and spot.piece != here.piece:
            agreed = _agreement(chart, tiles, edges, _onto(spot, here))
            if agreed > best:
                best, like = agreed, spot
    return like


def _agreement(
    chart: Chart, tiles: Sequence[tuple[ChartCell, str]], edges: Sequence[tuple[Edge, Side]], onto: ChartCell
) -> int:
    """In how much a piece agrees with another, were its first cell at that spot; less than 0 if it contradicts."""
    agreed = 0
    for spot, ground in tiles:
        found = chart.ground.get(_moved(spot, onto))
        if found == ground:
            agreed += PLAIN if ground == chart.announced.plain else TELLING
        elif found is not None:
            return -1
    for (spot, step), what in edges:
        side = chart.edges.get((_moved(spot, onto), step))
        if side == what:
            agreed += PLAIN if what == "open" else TELLING
        elif side is not None:
            return -1
    return agreed


def _unite(chart: Chart, one: ChartCell, other: ChartCell) -> None:
    """Two spots are the same cell, so their pieces are one; begin anew where that cannot be."""
    if one.piece == other.piece:
        chart.clear()
    elif one.piece == HOME:
        _join(chart, other.piece, _onto(one, other))
    else:
        _join(chart, one.piece, _onto(other, one))


def _join(chart: Chart, piece: int, onto: ChartCell) -> None:
    """Draw a piece of the map on another, its first cell at that spot; begin anew if they contradict each other."""

    def moved(spot: ChartCell) -> ChartCell:
        return _moved(spot, onto) if spot.piece == piece else spot

    if any(chart.ground.get(moved(spot), ground) != ground for spot, ground in chart.ground.items()):
        chart.clear()
        return
    chart.here = moved(chart.here)
    chart.ground = {moved(spot): ground for spot, ground in chart.ground.items()}
    chart.edges = {(moved(spot), step): what for (spot, step), what in chart.edges.items()}
    chart.firm = {(moved(spot), step) for spot, step in chart.firm}
    chart.prizes = {moved(spot) for spot in chart.prizes}
    lands = [(moved(spot), moved(land)) for spot, land in chart.lands.items()]
    chart.lands = dict(lands)
    if chart.announced.size and onto.piece != HOME:
        known = zip(_origin(chart, piece), _origin(chart, onto.piece), onto[1:], strict=True)
        chart.origins[onto.piece] = tuple(there if mine is None else mine - shift for mine, there, shift in known)
        _settle(chart, onto.piece)
    differ = next(((land, chart.lands[spot]) for spot, land in lands if chart.lands.get(spot, land) != land), None)
    if differ:
        _unite(chart, *differ)


def _moved(spot: ChartCell, onto: ChartCell) -> ChartCell:
    return ChartCell(onto.piece, spot.x + onto.x, spot.y + onto.y, spot.z + onto.z)


def _onto(spot: ChartCell, here: ChartCell) -> ChartCell:
    """Where the first cell of the piece of `here` must be for `here` to be that spot."""
    return ChartCell(spot.piece, spot.x - here.x, spot.y - here.y, spot.z - here.z)
