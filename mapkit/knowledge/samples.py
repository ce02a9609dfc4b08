"""Sketches are filled in at random, and maps that are not legal are thrown away: what is left is a sample."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from math import inf
from typing import Any, NamedTuple

import numpy as np

from mapkit.knowledge.growth import Grower
from mapkit.knowledge.map_table import MapTable
from mapkit.knowledge.sketches import UNKNOWN, Numbers, counted, numbers, unpacked
from mapkit.model.rule import Fact, Rule

AT_ONCE = 4_096
"""How many sketches are weighed at once, to bound the memory."""


class MapSample(NamedTuple):
    """The maps of one run that fit all that was heard and are legal."""

    maps: MapTable
    places: Numbers
    """For each map the cells of the players at all moments."""
    each: float
    """What each map weighs, against those of other runs."""

    def __len__(self) -> int:
        return len(self.places)


class _ShapeFits(NamedTuple):
    row: Numbers
    """A row for each shape that fits it, in order."""
    shape: Numbers
    ways: Numbers
    """The logarithms of the number of maps with each."""


class SketchFiller:
    """Fills in sketches that have grown by all that was heard."""

    def __init__(self, grower: Grower) -> None:
        self._grower, self._columns, self._rows = grower, grower.columns, grower.rows
        weight = np.concatenate(
            [self._weights(rows) for rows in self._parts(np.arange(len(self._rows)))] or [np.zeros(0)]
        )
        self.weight: Numbers = np.exp(weight - weight.max()) if (weight > -inf).any() else np.zeros(len(weight))
        """The weight of each sketch: how many maps fit it, against the others."""

    def samples(self, most: int, rules: Iterable[Rule[Any]], params: object) -> Iterator[MapSample]:
        """A sample for each run, from so many maps; some of these are not legal."""
        drawn, each = list[Numbers](), list[float]()
        for run in range(self._grower.runs):
            mine = np.flatnonzero(self._rows.run == run) if self._grower.is_thinned else np.arange(len(self._rows))
            reached = self.weight[mine].cumsum()
            if len(mine) and reached[-1] > 0:
                each.append(float(reached[-1]) / most)
                marks = (numbers(self._grower.chance, 1) + np.arange(most)) * each[-1]
                drawn.append(mine[np.minimum(np.searchsorted(reached, marks, side="right"), len(mine) - 1)])
        if not drawn:
            return
        picked = np.concatenate(drawn)  # so many for each run, heavy ones several times
        table = np.concatenate([self._filled(rows) for rows in self._parts(picked)])
        good = np.flatnonzero(MapTable(self._fact_columns, table).keep(rules, params))
        for run, weight in enumerate(each):
            mine = good[good // most == run]
            yield MapSample(MapTable(self._fact_columns, table[mine]), self._rows.places[picked[mine]], weight)

    @staticmethod
    def _parts(rows: Numbers) -> list[Numbers]:
        return np.split(rows, range(AT_ONCE, len(rows), AT_ONCE)) if len(rows) else []

    def _fits(self, rows: Numbers) -> _ShapeFits:
        """The shapes that fit some sketches. Here walls and exits are counted right: none where the shape bars them."""
        of, choose = self._rows, self._grower.logarithms.choose
        row, shape = np.nonzero(unpacked(of.shapes[rows], len(self._columns.stock.shapes)))
        ways = np.zeros(len(row))
        for n, pool in enumerate(self._columns.pools):
            free = (of.known[rows, pool.start : pool.stop] == UNKNOWN).astype(np.float32)
            barred = np.rint(free @ self._bars(pool).T.astype(np.float32)).astype(np.int64)[row, shape]
            ways += choose(of.open[rows, n][row] - barred, of.true[rows, n][row])
        return _ShapeFits(row, shape, ways)

    def _weights(self, rows: Numbers) -> Numbers:
        """The logarithms of the weights of some sketches: as they have grown, with the shapes counted right."""
        of, fits = self._rows, self._fits(rows)
        weight = of.weight[rows] - np.log(np.maximum(counted(of.shapes[rows]), 1))
        for n in range(len(self._columns.pools)):
            weight -= self._grower.logarithms.choose(of.open[rows, n], of.true[rows, n])
        top = fits.ways.max(initial=-inf)
        if top == -inf:
            return np.full(len(rows), -inf)
        with np.errstate(divide="ignore"):
            return np.asarray(weight + top + np.log(np.bincount(fits.row, np.exp(fits.ways - top), len(rows))))

    # --- one map for each sketch -------------------------------------------------------------------------------------

    @property
    def _fact_columns(self) -> Mapping[Fact, int]:
        """The columns of a table of maps: one for each kind on each cell, then one for each fact of a pool."""
        columns, width = self._columns, len(self._columns.kinds)
        kinds = {Fact(c, k): at * width + n for c, at in columns.cell.items() for k, n in columns.kinds.items()}
        more = len(columns.cells) * (width - 1)
        return {**kinds, **{fact: column + more for fact, column in columns.column.items()}}

    def _filled(self, rows: Numbers) -> Numbers:
        """A random map for each of some sketches; which facts hold on it."""
        fits = self._fits(rows)
        reached = np.exp(fits.ways - fits.ways.max()).cumsum()
        last = np.searchsorted(fits.row, np.arange(len(rows)), side="right") - 1
        begun = np.concatenate(([0.0], reached[last[:-1]]))
        marks = begun + numbers(self._grower.chance, len(rows)) * (reached[last] - begun)
        shape = np.asarray(fits.shape[np.minimum(np.searchsorted(reached, marks, side="right"), last)])
        # Kinds that are not known are drawn in random order
        wet, known = self._columns.shape_kinds[shape], self._rows.known[rows, : len(self._columns.cells)]
        known = np.where(wet != UNKNOWN, wet, known)
        order = self._order(known == UNKNOWN)
        others = (order[:, :, None] >= self._rows.left[rows].cumsum(axis=1)[:, None, :]).sum(axis=2)
        kinds = np.where(known == UNKNOWN, others, known)
        table = np.zeros((*kinds.shape, len(self._columns.kinds)), bool)
        np.put_along_axis(table, kinds[:, :, None].astype(np.int64), True, axis=2)
        return np.concatenate((table.reshape(len(rows), -1), *self._pools(rows, shape)), axis=1)

    def _bars(self, pool: range) -> Numbers:
        """For each shape and each column of a pool, whether the shape bars it."""
        first = len(self._columns.cells)
        bars: Numbers = self._columns.shape_bars[:, pool.start - first : pool.stop - first]
        return bars

    def _pools(self, rows: Numbers, shape: Numbers) -> Iterator[Numbers]:
        for n, pool in enumerate(self._columns.pools):
            known = self._rows.known[rows, pool.start : pool.stop]
            order = self._order((known == UNKNOWN) & ~self._bars(pool)[shape])
            yield (known == 1) | (order < self._rows.true[rows, n, None])

    def _order(self, which: Numbers) -> Numbers:
        """For each row a random order of those in question, from 0; the others come behind."""
        keys = np.where(which, numbers(self._grower.chance, *which.shape), 2.0)
        order: Numbers = keys.argsort(axis=1).argsort(axis=1)
        return order
