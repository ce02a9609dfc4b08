"""Joining the pieces of an explorer's map.

A piece is joined to another in one of three ways: by a ground of which there is only one cell, by the outer wall, which
gives rows and columns, or where the two agree in enough places. Pieces that contradict each other show that the map is
wrong; then a new map is begun.
"""

from __future__ import annotations

from collections.abc import Sequence

from mapkit.observation import Vector
from mapkit.playing.explorer_map import HOME, Chart, ChartCell, Edge, Side

PLAIN, TELLING, ENOUGH = 1, 3, 12
"""The points for agreement in plain ground or an open side, for any other agreement, and the points that suffice."""


def recognise(chart: Chart) -> None:
    """Join the walker's piece to another one, if the ground under the walker shows that two cells are the same."""
    ground = chart.ground[chart.here]
    if chart.announced.amounts.get(ground) == 1:
        others = [spot for spot, what in chart.ground.items() if what == ground and spot != chart.here]
        like = others[0] if others else None
    else:
        like = _most_alike(chart, ground) if ground != chart.announced.plain else None
    if like is not None:
        _unite(chart, chart.here, like)


def locate(chart: Chart, vector: Vector) -> None:
    """Note the column, row or floor that the outer wall gives; join the piece to the board when all are known.

    `vector` is the direction of the outer wall from the walker's cell.
    """
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
    """The distance of a piece's first cell from the corner of the board, with None for what is not known."""
    if piece == HOME:
        return (0, 0, 0)
    return chart.origins.get(piece, tuple(0 if far == 1 else None for far in chart.announced.size))


def _settle(chart: Chart, piece: int) -> None:
    """Join a piece to the board if its place there is known."""
    x, y, z = _origin(chart, piece)
    if piece != HOME and x is not None and y is not None and z is not None:
        _join(chart, piece, ChartCell(HOME, x, y, z))


def _most_alike(chart: Chart, ground: str) -> ChartCell | None:
    """The cell of another piece that agrees best with the walker's; None where none agrees enough."""
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
    """The points for agreement if the first cell of a piece lay at `onto`; -1 where there is a contradiction."""
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
    """Join the pieces of two spots that are the same cell; begin a new map where that is impossible."""
    if one.piece == other.piece:
        chart.clear()
    elif one.piece == HOME:
        _join(chart, other.piece, _onto(one, other))
    else:
        _join(chart, one.piece, _onto(other, one))


def _join(chart: Chart, piece: int, onto: ChartCell) -> None:
    """Draw a piece on another one, with its first cell at `onto`; begin a new map where they contradict each other."""

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
    """A spot of a piece whose first cell is moved to `onto`."""
    return ChartCell(onto.piece, spot.x + onto.x, spot.y + onto.y, spot.z + onto.z)


def _onto(spot: ChartCell, here: ChartCell) -> ChartCell:
    """The spot where the first cell of the piece of `here` must lie so that `here` lies at `spot`."""
    return ChartCell(spot.piece, spot.x - here.x, spot.y - here.y, spot.z - here.z)
