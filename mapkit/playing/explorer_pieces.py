"""Joining the pieces of an explorer's map.

A piece is joined to another in one of three ways: by a ground of which there is only one cell, by the outer wall, which
gives rows and columns, or where the two agree in enough places. Pieces that contradict each other show that the map is
wrong; then a new map is begun.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product
from math import exp
from typing import NamedTuple

from mapkit.observation import Vector
from mapkit.playing.explorer_map import HOME, Chart, ChartCell, Odds, Side

SIDES: tuple[Side, ...] = ("wall", "rim", "open", "exit")
LIKELY, ENOUGH = 0.8, 5.0
"""How likely a join must be, and how much must be told of two pieces that are compared."""


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
    chart.puzzle.origins[piece] = tuple(origin)
    _settle(chart, piece)


def _origin(chart: Chart, piece: int) -> tuple[int | None, ...]:
    """The distance of a piece's first cell from the corner of the board, with None for what is not known."""
    if piece == HOME:
        return (0, 0, 0)
    return chart.puzzle.origins.get(piece, tuple(0 if far == 1 else None for far in chart.announced.size))


def _settle(chart: Chart, piece: int) -> None:
    """Join a piece to the board if its place there is known."""
    x, y, z = _origin(chart, piece)
    if piece != HOME and x is not None and y is not None and z is not None:
        _join(chart, piece, ChartCell(HOME, x, y, z))


def _bits(chart: Chart, x: int, y: int, z: int) -> int:
    """How many bits lie between two cells that are so far from each other.

    Rows are so wide that pieces that fit on the board together do not run into each other's rows.
    """
    wide = 2 * max(chart.announced.size)
    return x + wide * (y + wide * z)


class Print:
    """What is known of a piece, as bits that are shifted to compare it with another one; a bit stands for a cell.

    The first bit stands for the corner of the box around the piece.
    """

    def __init__(self, chart: Chart, piece: int) -> None:
        self.cells = 0
        """The cells whose ground is known."""
        self.grounds = dict[str, int]()
        """The cells of each ground."""
        self.sides = dict[tuple[str, Side], int]()
        """The cells with such a side in a direction; of two opposite directions only one is kept."""
        self.told = 0.0
        """How many points it gives if another piece agrees with it in everything."""
        announced, odds = chart.announced, chart.odds
        steps = [step for step, vector in announced.steps.items() if announced.fickle or sum(vector) > 0]
        spots = [spot for spot in chart.ground if spot[0] == piece]
        self.low, self.high = ([pick(spot[axis] for spot in spots) for axis in (1, 2, 3)] for pick in (min, max))
        x, y, z = self.low
        for spot in spots:
            bit, ground = 1 << _bits(chart, spot[1] - x, spot[2] - y, spot[3] - z), chart.ground[spot]
            self.cells |= bit
            self.grounds[ground] = self.grounds.get(ground, 0) | bit
            self.told -= odds.ground(ground)
            for step in steps:
                if side := chart.edges.get((spot, step)):
                    self.sides[step, side] = self.sides.get((step, side), 0) | bit
                    self.told -= odds.side(side)


class Feature(NamedTuple):
    """Something that two pieces may agree in, such as the cells of a ground."""

    mine: int
    """Where one piece has it."""
    theirs: int
    """Where the other piece has it."""
    against: int
    """Where the other piece has something else."""
    points: float
    """The points for each cell in which they agree."""
    fewest: int
    """In how many cells they must agree, because there are not more such cells on the board."""


def _features(odds: Odds, mine: Print, theirs: Print, left: int) -> list[Feature]:
    """What two pieces may agree in; the bits of the other one are moved to the left."""
    found = []
    for ground, bits in mine.grounds.items():
        others = theirs.grounds.get(ground, 0)
        both = bits.bit_count() + others.bit_count() if others else 0
        fewest = max(0, both - odds.amounts.get(ground, both))
        found.append(Feature(bits, others, theirs.cells & ~others, -odds.ground(ground), fewest))
    for (step, side), bits in mine.sides.items():
        others = theirs.sides.get((step, side), 0)
        known = 0
        for what in SIDES:
            known |= theirs.sides.get((step, what), 0)
        if known:
            found.append(Feature(bits, others, known & ~others, -odds.side(side), 0))
    return [each._replace(theirs=each.theirs << left, against=each.against << left) for each in found]


def likeliest(chart: Chart) -> tuple[ChartCell, float] | None:
    """Where the first cell of the walker's piece most likely lies on another one, and how likely; None if unlikely.

    A map with pieces that do not fit on one board is wrong.
    """
    piece = chart.here.piece
    if not chart.announced.size:
        return None
    chart.puzzle.prints.pop(piece, None)
    for each in {spot[0] for spot in chart.ground} - chart.puzzle.prints.keys():
        chart.puzzle.prints[each] = Print(chart, each)
    mine, best, left = chart.puzzle.prints[piece], (ChartCell(piece), LIKELY), _left(chart)
    for other, theirs in chart.puzzle.prints.items():
        if other != piece:
            features = _features(chart.odds, mine, theirs, left)
            if min(mine.told, theirs.told) > ENOUGH or any(each.fewest for each in features):
                found = _shares(chart, features, piece, other)
                if found is None:
                    chart.clear()
                    return None
                best = max(best, found, key=lambda each: each[1])
    return best if best[1] > LIKELY else None


def _left(chart: Chart) -> int:
    """By how many bits the other piece is moved to the left, so that no piece need be moved to the right."""
    columns, rows, floors = chart.announced.size
    return _bits(chart, columns, rows, floors)


def _shares(chart: Chart, features: Sequence[Feature], piece: int, other: int) -> tuple[ChartCell, float] | None:
    """Where a piece most likely lies on another one, and the probability of that; None where it fits nowhere."""
    mine, theirs = chart.puzzle.prints[piece], chart.puzzle.prints[other]
    (x0, x1), (y0, y1), (z0, z1) = (_span(chart, axis, piece, other, mine, theirs) for axis in range(3))
    places = chart.puzzle.fits.get((piece, other))
    if places is None:
        places = list(product(range(x0, x1 + 1), range(y0, y1 + 1), range(z0, z1 + 1)))
    needy, fits, whole, most, where = any(each.fewest for each in features), [], 0.0, 0.0, None
    left = _left(chart) + _bits(chart, *(one - other for one, other in zip(mine.low, theirs.low, strict=True)))
    cells, others = mine.cells, theirs.cells << _left(chart)
    for place in places:
        x, y, z = place
        if not (x0 <= x <= x1 and y0 <= y <= y1 and z0 <= z <= z1):
            continue
        shift, likely = left + _bits(chart, x, y, z), 1.0
        if needy or (cells << shift) & others:
            points = _points(features, shift)
            if points is None:
                continue
            likely = exp(points)
        if (piece, ChartCell(other, *place)) in chart.puzzle.unlike:
            continue
        fits.append(place)
        whole += likely
        if likely > most:
            most, where = likely, place
    chart.puzzle.fits[piece, other] = fits
    return (ChartCell(other, *where), most / whole) if where is not None else None


def _points(features: Sequence[Feature], shift: int) -> float | None:
    """How well pieces agree: the logarithm of how much likelier it is that they meet so; None if it is impossible."""
    points = 0.0
    for mine, theirs, against, each, fewest in features:
        moved = mine << shift
        if moved & against:
            return None
        if theirs:
            met = (moved & theirs).bit_count()
            if met < fewest:
                return None
            points += met * each
    return points


def _span(chart: Chart, axis: int, piece: int, other: int, mine: Print, theirs: Print) -> tuple[int, int]:
    """The least and the greatest distance on an axis at which both pieces fit on the board."""
    size = chart.announced.size[axis]
    here, there = _origin(chart, piece)[axis], _origin(chart, other)[axis]
    if here is not None and there is not None:
        return here - there, here - there
    if there is not None:
        return -there - mine.low[axis], size - 1 - there - mine.high[axis]
    if here is not None:
        return theirs.high[axis] + here - size + 1, theirs.low[axis] + here
    return theirs.high[axis] - size + 1 - mine.low[axis], theirs.low[axis] + size - 1 - mine.high[axis]


def unite(chart: Chart, one: ChartCell, other: ChartCell) -> None:
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
    chart.puzzle.prints.clear()
    chart.puzzle.fits.clear()
    lands = [(moved(spot), moved(land)) for spot, land in chart.lands.items()]
    chart.lands = dict(lands)
    if chart.announced.size and onto.piece != HOME:
        known = zip(_origin(chart, piece), _origin(chart, onto.piece), onto[1:], strict=True)
        chart.puzzle.origins[onto.piece] = tuple(
            there if mine is None else mine - shift for mine, there, shift in known
        )
        _settle(chart, onto.piece)
    differ = next(((land, chart.lands[spot]) for spot, land in lands if chart.lands.get(spot, land) != land), None)
    if differ:
        unite(chart, *differ)


def _moved(spot: ChartCell, onto: ChartCell) -> ChartCell:
    """A spot of a piece whose first cell is moved to `onto`."""
    return ChartCell(onto.piece, spot.x + onto.x, spot.y + onto.y, spot.z + onto.z)


def _onto(spot: ChartCell, here: ChartCell) -> ChartCell:
    """The spot where the first cell of the piece of `here` must lie so that `here` lies at `spot`."""
    return ChartCell(spot.piece, spot.x - here.x, spot.y - here.y, spot.z - here.z)
