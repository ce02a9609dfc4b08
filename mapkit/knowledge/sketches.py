"""Sketches: maps of which only what was heard is drawn, thousands at a time, each with the number of maps behind it.

A sketch says of some cells and borders what is there, and where the players have been. How many maps fit a sketch is
counted, and they are not drawn: kinds on the cells that are left, walls on the borders that are left, and the rivers
that still fit. So a sketch becomes lighter by a known factor where an answer asks for something new.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, fields
from functools import cached_property
from math import inf
from typing import Any, NamedTuple, Self

import numpy as np
import numpy.typing as npt

from mapkit.model.chance import Chance
from mapkit.model.evidence import Stock
from mapkit.model.grid import Cell
from mapkit.model.rule import Fact

Numbers = npt.NDArray[Any]
"""Numbers or truth values in rows and columns."""
UNKNOWN = -1
"""Nothing is drawn there."""

Case = dict[int, int]
"""What is drawn anew: for each column its value."""


class Condition(NamedTuple):
    """What a sketch must have for a fact to hold, or not to hold."""

    column: int
    """The column where it was drawn at first."""
    values: frozenset[int]
    """The values of which it has one."""
    changed: int | None = None
    """The column that says how it is now; where that is `UNKNOWN`, it is as it was at first. None for what stays."""
    value: int = 0
    """What that column must have."""


class Columns:
    """The columns of a table of sketches: one for the kind of each cell, one for each other fact.

    The last ones are for facts that change, and say how they are now.
    """

    def __init__(self, cells: Sequence[Cell], stock: Stock, changing: Iterable[Fact]) -> None:
        """Takes the cells of the board, what maps are made of, and the facts that change in the game."""
        self.cells, self.stock = tuple(cells), stock
        self.cell = {cell: n for n, cell in enumerate(self.cells)}
        self.dry = len(stock.kinds)
        """How many of the kinds are not part of shapes; these come first."""
        wet = dict.fromkeys(fact.mark for shape in stock.shapes for fact in shape.holds)
        self.kinds = {kind: n for n, kind in enumerate((*stock.kinds, *sorted(wet)))}
        self.column: dict[Fact, int] = {}
        self.pools: list[range] = []
        for pool in stock.pools:
            begun = len(self.cells) + len(self.column)
            self.column |= {fact: begun + n for n, fact in enumerate(pool.facts)}
            self.pools.append(range(begun, begun + len(pool.facts)))
        self.pool_of = {column: n for n, pool in enumerate(self.pools) for column in pool}
        self.fixed = len(self.cells) + len(self.column)
        self.changing = {fact: self.fixed + n for n, fact in enumerate(dict.fromkeys(changing))}
        self.derived: dict[Fact, tuple[Fact, ...]] = {}
        """Facts that hold where one of others does."""

    def values(self, column: int) -> range:
        return range(len(self.kinds)) if column < len(self.cells) else range(2)

    def asks(self, fact: Fact, holds: bool) -> Condition:
        """What a sketch must have for a fact to hold, or not to hold."""
        now = (self.changing.get(fact), int(holds))
        if fact in self.column:
            return Condition(self.column[fact], frozenset({int(holds)}), *now)
        cases = self.derived.get(fact, (fact,))
        of = frozenset(self.kinds[each.mark] for each in cases if each.mark in self.kinds)
        return Condition(self.cell[str(fact.place)], of if holds else frozenset(range(len(self.kinds))) - of, *now)

    # --- shapes ------------------------------------------------------------------------------------------------------

    @cached_property
    def shape_kinds(self) -> Numbers:
        """For each shape the kind of each cell; `UNKNOWN` off the shape."""
        kinds = np.full((len(self.stock.shapes), len(self.cells)), UNKNOWN, np.int16)
        for n, shape in enumerate(self.stock.shapes):
            for fact in shape.holds:
                kinds[n, self.cell[str(fact.place)]] = self.kinds[fact.mark]
        return kinds

    @cached_property
    def shape_bars(self) -> Numbers:
        """For each shape and each column of a pool, counted from the first such column, whether the shape bars it."""
        bars = np.zeros((len(self.stock.shapes), self.fixed - len(self.cells)), bool)
        for n, shape in enumerate(self.stock.shapes):
            bars[n, [self.column[fact] - len(self.cells) for fact in shape.bars]] = True
        return bars

    @cached_property
    def _masks(self) -> dict[tuple[int, int], Numbers]:
        found = dict[tuple[int, int], Numbers]()
        for column in range(self.fixed):
            for value in self.values(column):
                if column < len(self.cells):
                    fits = self.shape_kinds[:, column] == (UNKNOWN if value < self.dry else value)
                else:
                    fits = ~self.shape_bars[:, column - len(self.cells)] | (value == 0)
                found[column, value] = packed(np.asarray(fits))
        return found

    def mask(self, column: int, value: int) -> Numbers | None:
        """The shapes that go together with a value, as bits; None where all do."""
        return None if column >= len(self.cells) and not value else self._masks[column, value]


def packed(bits: Numbers) -> Numbers:
    """Bits as words of 64, along the last axis."""
    room = np.zeros((*bits.shape[:-1], -(-bits.shape[-1] // 64) * 64), bool)
    room[..., : bits.shape[-1]] = bits
    return np.packbits(room, axis=-1, bitorder="little").view(np.uint64)


def unpacked(words: Numbers, number: int) -> Numbers:
    """So many bits of words of 64, along the last axis."""
    bits: Numbers = np.unpackbits(np.ascontiguousarray(words).view(np.uint8), axis=-1, bitorder="little")
    return np.asarray(bits[..., :number].astype(bool))


def counted(words: Numbers) -> Numbers:
    """The number of bits in words of 64, along the last axis."""
    number: Numbers = np.bitwise_count(words).sum(axis=-1, dtype=np.int32)
    return number


class Logarithms:
    """Logarithms of whole numbers, and of the number of ways to choose some of many."""

    def __init__(self, most: int) -> None:
        numbers = np.arange(most + 1)
        with np.errstate(divide="ignore"):
            self.of = np.log(numbers)
        grown = np.concatenate(([0.0], np.cumsum(self.of[1:])))
        many, some = numbers[:, None], numbers[None, :]
        ways = grown[many] - grown[some] - grown[np.maximum(many - some, 0)]
        self._choose = np.where(some <= many, ways, -inf)

    def choose(self, many: Numbers, some: Numbers) -> Numbers:
        """The number of ways to choose `some` of `many`; -inf where there is none."""
        none = (many < 0) | (some < 0)
        return np.where(none, -inf, self._choose[np.maximum(many, 0), np.maximum(some, 0)])


@dataclass
class Sketches:
    """A table of sketches, a row each."""

    known: Numbers
    """For each column what is drawn, or `UNKNOWN`."""
    places: Numbers
    """Where players have been: the numbers of cells, a column for each player and moment."""
    left: Numbers
    """For each kind how many are not drawn yet."""
    open: Numbers
    """For each pool how many of its facts are not drawn yet, as true or as false."""
    true: Numbers
    """For each pool how many of these hold."""
    shapes: Numbers
    """The shapes that fit, as bits."""
    run: Numbers
    """To which run each sketch belongs."""
    origin: Numbers
    """From which sketch it has grown, of those that were left when some were left out for the first time."""
    weight: Numbers

    def __len__(self) -> int:
        return len(self.weight)

    def at(self, rows: Numbers) -> Self:
        """Some of the rows, in that order; a row may come several times."""
        return type(self)(*(getattr(self, field.name)[rows] for field in fields(self)))

    def draw(self, rows: Numbers, case: Case, columns: Columns) -> None:
        """Draw a case into rows in which nothing stands there yet."""
        for column, value in case.items():
            self.known[rows, column] = value
            if column in columns.pool_of:
                self.open[rows, columns.pool_of[column]] -= 1
                self.true[rows, columns.pool_of[column]] -= value
            elif value < columns.dry:
                self.left[rows, value] -= 1
            mask = columns.mask(column, value)
            if mask is not None:
                self.shapes[rows] &= mask


def blank(columns: Columns, moments: int) -> Sketches:
    """One sketch of which nothing is drawn, with room for so many moments of players."""
    stock, number = columns.stock, len(columns.stock.shapes)
    return Sketches(
        known=np.full((1, columns.fixed + len(columns.changing)), UNKNOWN, np.int8),
        places=np.full((1, moments), UNKNOWN, np.int16),
        left=np.array([[*stock.kinds.values()]], np.int16),
        open=np.array([[len(pool.facts) for pool in stock.pools]], np.int16),
        true=np.array([[pool.number for pool in stock.pools]], np.int16),
        shapes=packed(np.ones((1, number), bool)),
        run=np.zeros(1, np.int16),
        origin=np.zeros(1, np.int32),
        weight=np.zeros(1),
    )


def thinned(weights: Numbers, most: int, chance: Chance) -> tuple[Numbers, Numbers]:
    """At most so many of the logarithms of weights, with new ones: each has on average the weight that it had.

    Heavy ones stay as they are. Of light ones some are drawn, all with one weight then (Fearnhead and Clifford, 2003).
    """
    if len(weights) <= most:
        return np.arange(len(weights)), weights
    top = weights.max()
    share = np.exp(weights - top)
    falling = np.sort(share)[::-1]
    rest = falling.sum() - np.concatenate(([0.0], np.cumsum(falling[: most - 1])))
    limits = rest / (most - np.arange(most))  # the weight of each light one, if the n heaviest stay
    enough = np.flatnonzero(falling[:most] <= limits)
    limit = limits[enough[0] if len(enough) else -1]
    heavy, light = np.flatnonzero(share > limit), np.flatnonzero(share <= limit)
    light = light[np.argsort(numbers(chance, len(light)), kind="stable")]
    reached = np.cumsum(share[light]) / limit
    marks = numbers(chance, 1) + np.arange(most - len(heavy))
    drawn = light[np.searchsorted(reached, marks[marks < reached[-1]], side="right")] if len(light) else light
    return np.concatenate((heavy, drawn)), np.concatenate((weights[heavy], np.full(len(drawn), top + np.log(limit))))


def numbers(chance: Chance, *shape: int) -> Numbers:
    many = int(np.prod(shape))
    return np.fromiter(chance.numbers(many), float, many).reshape(shape)
