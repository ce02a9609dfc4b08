"""Joining the pieces of an explorer's map.

A piece is joined to another in one of three ways: by a ground of which there is only one cell, by the outer wall, which
gives rows and columns, or where the two agree in enough places. Pieces that contradict each other show that the map is
wrong; then a new map is begun.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from math import exp

from mapkit.model.observation import Vector
from mapkit.players.explorer_map import HOME, Chart, ChartCell, Trait

Lead = tuple[ChartCell, ChartCell]
"""A cell, and the one to which it carries."""

LIKELY, ENOUGH = 0.8, 5.0
"""How likely a join must be, and how much must be told of two pieces that are compared."""


def locate(chart: Chart, vector: Vector) -> None:
    """Note the column, row or floor that the outer wall gives; join the piece to the board when all are known.

    `vector` is the direction of the outer wall from the walker's cell.
    """
    axis = next(n for n, far in enumerate(vector) if far)
    found = (chart.briefing.size[axis] - 1 if vector[axis] > 0 else 0) - chart.here[axis + 1]
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
    found = chart.puzzle.origins.get(piece)
    return found or tuple([0 if far == 1 else None for far in chart.briefing.size])


def _settle(chart: Chart, piece: int) -> None:
    """Join a piece to the board if its place there is known."""
    x, y, z = _origin(chart, piece)
    if piece != HOME and x is not None and y is not None and z is not None:
        _join(chart, piece, ChartCell(HOME, x, y, z))


class CellNumbering:
    """The numbers of cells and distances on a board: the number of a sum is the sum of the numbers.

    Rows are so wide that pieces that fit on the board together do not run into each other's rows.
    """

    def __init__(self, size: Sequence[int]) -> None:
        columns, rows, floors = size
        self._wide = 2 * max(size)
        self.least = -self.number(columns, rows, floors - 1)
        """The least number that a distance on the board may have; the greatest is the same without its sign."""

    def number(self, x: int, y: int, z: int) -> int:
        """The number of a distance, or of the cell that lies so far from the first one of its piece."""
        return x + self._wide * (y + self._wide * z)

    def box(self, spans: Sequence[tuple[int, int]]) -> int:
        """A bit for each distance in these spans on the three axes, counted from twice the least one."""
        (x0, x1), (y0, y1), (z0, z1) = spans
        row = _every(1, x1 - x0 + 1)
        box = row * _every(self._wide, y1 - y0 + 1) * _every(self._wide**2, z1 - z0 + 1)
        return box << max(0, self.number(x0, y0, z0) - 2 * self.least)

    def distance(self, number: int, spans: Sequence[tuple[int, int]]) -> Vector:
        (x0, _), (y0, _), (z0, _) = spans
        rows, x = divmod(number - self.number(x0, y0, z0), self._wide)
        z, y = divmod(rows, self._wide)
        return x0 + x, y0 + y, z0 + z


_frame = lru_cache(8)(CellNumbering)


@lru_cache(256)
def _every(step: int, times: int) -> int:
    """So many bits, one in each `step`."""
    return sum(1 << step * n for n in range(times))


class PieceBits:
    """What is known of a piece, as bits that are shifted to compare it with another one; a bit stands for a cell."""

    def __init__(self, before: PieceBits | None = None) -> None:
        """Takes what was known of the piece before; None for a new piece."""
        self.cells: dict[int, list[Trait]] = before.cells.copy() if before else {}
        """What each cell has whose ground is known, by its number."""
        self.having: dict[Trait, int] = before.having.copy() if before else {}
        """The cells that have a trait; of two opposite directions only one is kept."""
        self.known: dict[str, int] = before.known.copy() if before else {}
        """The cells with a known side in a direction; for the empty direction, the cells with a known ground."""
        self.told: float = before.told if before else 0.0
        """How many points it gives if another piece agrees with it in everything."""
        self.spans: tuple[tuple[int, int], ...] = before.spans if before else ()
        """The least and the greatest distance of a cell from the first one, on each axis."""

    def read(self, chart: Chart, frame: CellNumbering, spot: ChartCell) -> None:
        """Note what the map has of a cell now."""
        edges, known, having, points = chart.edges, self.known, self.having, chart.odds.points
        traits: list[Trait] = [("", chart.ground[spot])]
        traits += [(step, edges[spot, step]) for step in chart.named_steps if (spot, step) in edges]
        _, x, y, z = spot
        number = frame.number(x, y, z)
        before = self.cells.get(number, [])
        if not before:
            (x0, x1), (y0, y1), (z0, z1) = self.spans or ((x, x), (y, y), (z, z))
            self.spans = (min(x, x0), max(x, x1)), (min(y, y0), max(y, y1)), (min(z, z0), max(z, z1))
        if traits == before or abs(number) > -frame.least:
            return  # a cell so far off is on no board, so the map is wrong; that shows when the piece is compared
        bit = 1 << number - frame.least
        for trait in before:
            if trait not in traits:
                known[trait[0]] ^= bit
                having[trait] ^= bit
                self.told -= points[trait]
        for trait in traits:
            if trait not in before:
                known[trait[0]] = known.get(trait[0], 0) | bit
                having[trait] = having.get(trait, 0) | bit
                self.told += points[trait]
        self.cells[number] = traits


def likeliest(chart: Chart) -> tuple[ChartCell, float] | None:
    """Where the first cell of the walker's piece most likely lies on another one, and how likely; None if unlikely.

    A map with pieces that do not fit on one board is wrong.
    """
    piece, puzzle = chart.here.piece, chart.puzzle
    if not chart.briefing.size:
        return None
    frame = _frame(chart.briefing.size)
    _read_changes(chart, frame)
    if piece not in puzzle.prints:
        return None  # nothing is drawn of it since a new map was begun
    mine, best, amounts = puzzle.prints[piece], (ChartCell(piece), LIKELY), chart.odds.amounts
    counted = [
        (trait, bits.bit_count() - amounts[trait[1]])
        for trait, bits in mine.having.items()
        if trait[1] in amounts and not trait[0]
    ]
    loops = chart.briefing.carriers.loops
    ends = [lead for lead in chart.lands.items() if chart.ground.get(lead[0]) in loops] if loops else []
    for other, theirs in puzzle.prints.items():
        if other != piece:
            # For each ground that both have, in how many cells they must agree, as the board has no more of them
            having = theirs.having
            fewest = {
                trait: over
                for trait, fewer in counted
                if trait in having and (over := fewer + having[trait].bit_count()) > 0
            }
            if fewest or min(mine.told, theirs.told) > ENOUGH:
                found = _shares(chart, frame, other, fewest, ends)
                if found is None:
                    chart.clear()
                    return None
                best = max(best, found, key=lambda each: each[1])
    return best if best[1] > LIKELY else None


def _read_changes(chart: Chart, frame: CellNumbering) -> None:
    """Read the cells of the walker's piece that have changed, and the pieces that were never read."""
    piece, puzzle, prints = chart.here.piece, chart.puzzle, chart.puzzle.prints
    new = [spot for spot in puzzle.changed if spot[0] == piece or spot[0] not in prints]
    puzzle.changed.difference_update(new)
    new = [spot for spot in new if spot in chart.ground]
    for other in {spot[0] for spot in new}:
        prints[other] = PieceBits(prints.get(other))
    for spot in new:
        prints[spot[0]].read(chart, frame, spot)


def _shares(
    chart: Chart, frame: CellNumbering, other: int, fewest: Mapping[Trait, int], ends: Sequence[Lead]
) -> tuple[ChartCell, float] | None:
    """Where the walker's piece most likely lies on another one, and how likely; None where it fits nowhere.

    In a set of distances, the bit of a number is counted from twice the least one.
    """
    piece, puzzle, points, start = chart.here.piece, chart.puzzle, chart.odds.points, -2 * frame.least
    mine, theirs = puzzle.prints[piece], puzzle.prints[other]
    here, there = _origin(chart, piece), _origin(chart, other)
    spans = list(map(_span, chart.briefing.size, here, there, mine.spans, theirs.spans))
    meets, clashes = _meetings(frame, mine, theirs)
    fits = frame.box(spans) & puzzle.fits.get((piece, other), -1) & ~clashes
    for one, spot in puzzle.unlike:
        if (one, spot[0]) == (piece, other):
            fits &= ~(1 << start + frame.number(*spot[1:]))
    for begin, end in (lead for lead in ends if lead[1][0] == piece):
        for first, last in ends:
            if last[0] == other and first[0] == begin[0] and first != begin:  # so the ends differ, too
                fits &= ~(1 << start + frame.number(last[1] - end[1], last[2] - end[2], last[3] - end[3]))
    apart = 0 if fewest else fits & ~meets
    near, fits, whole, most, where = fits & meets, apart, float(apart.bit_count()), 1.0, apart
    both = [
        (bits, theirs.having[trait] << start, points[trait], fewest.get(trait, 0))
        for trait, bits in mine.having.items()
        if near and trait in theirs.having
    ]
    while near:
        place = near & -near
        near ^= place
        likely = _likely(both, place.bit_length() - 1)
        if likely:
            fits |= place
            whole += likely
            if likely > most or not where:
                most, where = likely, place
    puzzle.fits[piece, other] = fits
    if not fits:
        return None
    return ChartCell(other, *frame.distance((where & -where).bit_length() - 1 - start, spans)), most / whole


def _meetings(frame: CellNumbering, mine: PieceBits, theirs: PieceBits) -> tuple[int, int]:
    """The distances at which cells of two pieces meet, and those at which cells that meet contradict each other."""
    against = {trait: theirs.known.get(trait[0], 0) & ~theirs.having.get(trait, 0) for trait in mine.having}
    everywhere, meets, clashes = theirs.known[""], 0, 0
    for number, traits in mine.cells.items():
        wrong = 0
        for trait in traits:
            wrong |= against[trait]
        meets |= everywhere << (-frame.least - number)
        clashes |= wrong << (-frame.least - number)
    return meets, clashes


def _likely(both: Sequence[tuple[int, int, float, int]], shift: int) -> float:
    """How much likelier two pieces meet at this distance, by what both have; 0.0 if they agree in too few cells."""
    points = 0.0
    for mine, theirs, start, fewest in both:
        met = (mine << shift & theirs).bit_count()
        if met < fewest:
            return 0.0
        points += met * start
    return exp(points)


def _span(
    size: int, here: int | None, there: int | None, mine: tuple[int, int], theirs: tuple[int, int]
) -> tuple[int, int]:
    """The least and the greatest distance on an axis at which two pieces fit on the board.

    `here` and `there` are the distances of their first cells from the corner of the board, where they are known.
    """
    (low, high), (near, far) = mine, theirs
    if here is not None and there is not None:
        return here - there, here - there
    if there is not None:
        return -there - low, size - 1 - there - high
    if here is not None:
        return far + here - size + 1, near + here
    return far - size + 1 - low, near + size - 1 - high


def unite(chart: Chart, one: ChartCell, other: ChartCell) -> None:
    """Join the pieces of two spots that are the same cell; begin a new map where that is impossible."""
    if one.piece == other.piece:
        chart.clear()
    elif one.piece == HOME:
        _join(chart, other.piece, one.plus((-other.x, -other.y, -other.z)))
    else:
        _join(chart, one.piece, other.plus((-one.x, -one.y, -one.z)))


def _join(chart: Chart, piece: int, onto: ChartCell) -> None:
    """Draw a piece on another one, with its first cell at `onto`; begin a new map where they contradict each other."""

    def moved(spot: ChartCell) -> ChartCell:
        return onto.plus(spot[1:]) if spot[0] == piece else spot

    ground, edges = chart.ground, chart.edges
    mine = {spot: moved(spot) for spot in ground if spot[0] == piece}
    if any(ground.get(onto_it, ground[spot]) != ground[spot] for spot, onto_it in mine.items()):
        chart.clear()
        return
    chart.at = {name: moved(spot) for name, spot in chart.at.items()}
    for spot, onto_it in mine.items():
        ground[onto_it] = ground.pop(spot)
    for edge in [edge for edge in edges if edge[0][0] == piece]:
        edges[moved(edge[0]), edge[1]] = edges.pop(edge)
    chart.firm = {(moved(spot), step) for spot, step in chart.firm}
    chart.prizes = {moved(spot) for spot in chart.prizes}
    chart.known_moves.clear()
    puzzle, both = chart.puzzle, (piece, onto.piece)
    puzzle.prints.pop(piece, None)
    puzzle.changed = {spot for spot in puzzle.changed if spot[0] != piece}.union(mine.values())
    puzzle.fits = {pair: fits for pair, fits in puzzle.fits.items() if not {*pair} & {*both}}
    lands = [(moved(spot), moved(land)) for spot, land in chart.lands.items()]
    chart.lands = dict(lands)
    if chart.briefing.size and onto.piece != HOME:
        known = zip(_origin(chart, piece), _origin(chart, onto.piece), onto[1:], strict=True)
        chart.puzzle.origins[onto.piece] = tuple(
            there if mine is None else mine - shift for mine, there, shift in known
        )
        _settle(chart, onto.piece)
    loops, before = chart.briefing.carriers.loops, dict[ChartCell, ChartCell]()
    for spot, land in chart.lands.items():
        if chart.ground.get(spot) in loops and before.setdefault(land, spot) != spot:
            unite(chart, spot, before[land])
            return
    differ = next(((land, chart.lands[spot]) for spot, land in lands if chart.lands.get(spot, land) != land), None)
    if differ:
        unite(chart, *differ)
