"""Many maps of one board at once: what is measured on them, where things lie, and how different they are.

Two maps that differ only in that one is turned or mirrored count as the same map.
"""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache, partial
from math import exp, inf, sqrt
from statistics import NormalDist, median
from typing import TYPE_CHECKING, Any, NamedTuple

from mapkit.model.analysis import Ask, Value
from mapkit.model.chance import Chance
from mapkit.model.grid import Board, Border, Cell, Matrix, Place, inner_borders, outer_borders, sides
from mapkit.model.map import Map
from mapkit.model.message import Message, Name, message, plural
from mapkit.model.rule import Facts, claims_of
from mapkit.model.settings import settings
from mapkit.model.symmetry import Symmetry, symmetries
from mapkit.solve.checker import faults
from mapkit.study.fresh_maps import Order, in_order

if TYPE_CHECKING:
    from concurrent.futures import Executor

MOST_COMPARED = 2000
"""The most maps that are compared pair by pair: the first ones. Duplicates are looked for among all."""
AT_ONCE = 5
"""The maps that a process looks at in one part of its work."""
CANDIDATES = 8
"""How many maps are drawn for each one that is chosen."""
MOST_CHOSEN = 500
"""The most maps that may be chosen, so that there are at least four times as many to choose from."""
CERTAIN = 0.001
"""Below this probability, mapkit says that something is not the work of chance."""


# --- what is kept of a map ---------------------------------------------------------------------------------------


class MapFigures(NamedTuple):
    """What a survey keeps of a map. It can be sent to another process."""

    name: str
    """The name of the map: that of its file, or its seed."""
    numbers: Mapping[Message, float]
    """What was measured, by its label."""
    things: Mapping[Message, Sequence[Place]]
    """The places of each kind of thing, by its name."""
    facts: Facts
    """What tells the map from others: all facts but those of cells with nothing in them."""


def figures_of(map_: Map[Any], name: str, keys: Sequence[str] | None = None) -> MapFigures:
    """What a survey keeps of a legal map; `keys` are those of the measures to find, None for all.

    Raises BadSetting for keys that the game does not have.
    """
    legend, things = map_.game.design.legend(map_.params), defaultdict[Message, list[Place]](list)
    facts = frozenset(fact for fact in map_.facts if fact.mark != legend.marks.get(_PLAIN))
    for fact in sorted(facts, key=str):
        things[legend.kind(fact.mark)].append(fact.place)
    numbers = dict[Message, float]()
    if map_.game.study is not None:
        for measure in map_.game.study.analyse(map_, Ask(measures=keys)).measures.values():
            numbers.update(_numbers(measure.label, measure.value))
    numbers |= _side_by_side(map_)
    flows = {f.place: f.mark.removeprefix("flows ") for f in map_.facts if f.mark.startswith("flows ")}
    if flows:
        onward = ((way, flows.get(map_.params.grid.step(cell, way))) for cell, way in flows.items())
        numbers[message("bends of the river")] = float(sum(further not in (None, way) for way, further in onward))
    return MapFigures(name, numbers, dict(things), facts)


def _side_by_side(map_: Map[Any]) -> dict[Message, float]:
    """How many pairs of things lie side by side that settings may keep apart; nothing in a game without such."""
    keep = {setting.name: 2 for setting in settings(type(map_.params)) if setting.crowd is not None}
    p, rules = replace(map_.fitted_params, **keep), map_.game.design.rules
    asked = claims_of([rule for rule in rules if not keep.keys().isdisjoint(rule.settings)], p)
    return {_SIDE_BY_SIDE: float(len(faults(asked, p, p.grid, map_.facts)))} if keep else {}


_SIDE_BY_SIDE = message("alike things side by side")
_PLAIN = "."
"""The glyph of a cell with nothing in it."""


def _numbers(label: Message, value: Value) -> Iterator[tuple[Message, float]]:
    """The numbers in the value of a measure, each with its label.

    A list of words counts as its length. Where a list has an entry for each floor, the numbers of the floors are added.
    """
    if isinstance(value, bool | int | float):
        yield label, float(value)
    elif isinstance(value, Mapping):
        numbers = [item for item in value.values() if isinstance(item, int | float)]
        if len(numbers) > _MOST_KEYS:
            yield message("{label}, median", label), float(median(numbers))
        else:
            for key, item in value.items():
                yield from _numbers(message("{label}, {key}", label, _KEYS.get(key) or Name(key)), item)
    elif isinstance(value, Sequence) and not isinstance(value, str):
        if all(isinstance(item, str) for item in value):
            yield label, float(len(value))
        else:
            added = Counter[Message]()
            for each in value:
                added.update(dict(_numbers(label, each)))
            yield from added.items()


_KEYS = {
    "apart": message("apart"), "at_least": message("at least"), "borders": message("borders"),
    "by_moves": message("by moves"), "by_walls": message("by walls"), "cells": message("cells"),
    "choices": message("choices"), "dead_ends": message("dead ends"), "difference": message("difference"),
    "from_centre": message("from centre"), "games": message("games"), "goal": message("turns to the goal"),
    "mean": message("mean"), "meeting": message("turns to a meeting"), "most": message("most"),
    "moves": message("moves"),
    "nearest": message("nearest"), "open": message("open"), "plies": message("plies"), "proven": message("proven"),
    "reached": message("reached"), "score": message("of 100"), "share": message("share"), "steps": message("steps"),
    "walls": message("walls"), "within": message("within"),
}  # fmt: skip
"""What the numbers in the value of a measure are called, by their keys; those of players and floors have their own."""

_MOST_KEYS = 8
"""A measure with more numbers than this has one for each cell or start; their median stands for them."""


# --- many maps ---------------------------------------------------------------------------------------------------


@dataclass
class Survey:
    """What was found on a number of maps of one board."""

    grid: Board
    likeness: Likeness
    maps: int = 0
    numbers: dict[Message, list[float]] = field(default_factory=dict)
    """What was measured on each map that has it, by its label, in the order of the maps."""
    places: dict[Message, Counter[Place]] = field(default_factory=dict)
    """How many maps have a thing of a kind at each place."""
    samples: dict[Message, Counter[Place]] = field(default_factory=dict)
    """The same for one thing a map, chosen at random: these do not depend on each other."""

    def add(self, found: MapFigures) -> None:
        self.maps += 1
        for label, number in found.numbers.items():
            self.numbers.setdefault(label, []).append(number)
        for kind in dict.fromkeys((*self.places, *found.things)):
            earlier = self.numbers.setdefault(kind, [0.0] * (self.maps - 1))
            earlier.append(float(len(found.things.get(kind, ()))))
        chance = Chance(found.name)
        for kind, places in found.things.items():
            self.places.setdefault(kind, Counter()).update(places)
            self.samples.setdefault(kind, Counter())[chance.choice(places)] += 1
        self.likeness.add(found.name, found.facts)

    @property
    def varying(self) -> tuple[Message, ...]:
        """What is measured on every map, and is not the same on all."""
        return tuple(label for label, each in self.numbers.items() if len(each) == self.maps and min(each) < max(each))

    def spreads(self) -> tuple[PlaceSpread, ...]:
        """Where things lie, a kind after the other, the most frequent first."""
        kinds = sorted(self.places, key=lambda kind: (-self.places[kind].total(), kind))
        return tuple(_spread(kind, self) for kind in kinds)


def begun(map_: Map[Any]) -> Survey:
    """A survey without maps yet, for maps on the same board."""
    grid, legend = map_.params.grid, map_.game.design.legend(map_.params)
    one_way_up = isinstance(grid, Matrix) or any(listing.bars(map_.params) for listing in legend.listings)
    return Survey(grid, Likeness(symmetries(grid)[: 1 if one_way_up else None]))


# --- how different maps are --------------------------------------------------------------------------------------


@dataclass
class Likeness:
    """Which maps are alike."""

    symmetries: tuple[Symmetry, ...]
    """The moves of a board after which a map counts as the same."""
    twins: list[tuple[str, str]] = field(default_factory=list)
    """The names of maps that are the same as an earlier one, each with the name of that one."""
    compared: list[tuple[str, Forms]] = field(default_factory=list)
    """The first maps, each with its name."""
    _first: dict[int, str] = field(default_factory=dict)
    _bits: dict[tuple[Place, str], int] = field(default_factory=dict)

    def add(self, name: str, facts: Facts) -> None:
        turned = (map(symmetry.fact, facts) for symmetry in self.symmetries)
        forms = tuple(sum(1 << self._bits.setdefault(fact, len(self._bits)) for fact in form) for form in turned)
        earlier = self._first.setdefault(min(forms), name)
        if earlier is not name:
            self.twins.append((name, earlier))
        if len(self.compared) < MOST_COMPARED:
            self.compared.append((name, forms))

    def pairs(self) -> Pairs | None:
        """How different the first maps are, pair by pair; None for fewer than two maps."""
        if len(self.compared) < 2:
            return None
        nearest, farthest, steps = ("", "", inf), ("", "", -1.0), Counter[int]()
        for n, (name, forms) in enumerate(self.compared):
            for other, (still, *_) in self.compared[:n]:
                apart = _apart(forms, still)
                steps[int(apart * _STEPS)] += 1
                nearest = min(nearest, (other, name, apart), key=lambda pair: pair[2])
                farthest = max(farthest, (other, name, apart), key=lambda pair: pair[2])
        half = sorted(steps.elements())[steps.total() // 2]
        return Pairs(nearest, farthest, half / _STEPS)


Forms = tuple[int, ...]
"""What a map has, as the bits of a number: for each move of its board one such number, for it as it is the first."""


class Pairs(NamedTuple):
    """How different maps are: the share of what either has that only one of them has, at the best of all turns."""

    nearest: tuple[str, str, float]
    """The two most alike, and how different they are, from 0 to 1."""
    farthest: tuple[str, str, float]
    """The two most different."""
    median: float
    """What is exceeded by half of the pairs."""


_STEPS = 1000
"""The steps in which the median of differences is told."""


def _apart(forms: Iterable[int], other: int) -> float:
    """How different a map in all its turns is from another one."""
    return min((form ^ other).bit_count() / ((form | other).bit_count() or 1) for form in forms)


def spread_out(forms: Sequence[Forms], wanted: int) -> list[int]:
    """The numbers of maps that are as different from each other as can be found quickly, the first map among them.

    Each further one is the map whose nearest one among those chosen is farthest away; of equals, the first. There are
    fewer than wanted where all others are the same as one of those chosen.
    """
    chosen, away = [0], [inf] * len(forms)
    while len(chosen) < min(wanted, len(forms)):
        last = forms[chosen[-1]][0]
        away = [min(known, _apart(form, last)) for known, form in zip(away, forms, strict=True)]
        if not any(away):
            break
        chosen.append(max(range(len(forms)), key=lambda n: (n not in chosen, away[n], -n)))
    return sorted(chosen)


def least_apart(forms: Sequence[Forms]) -> float:
    return min(_apart(form, other[0]) for n, form in enumerate(forms) for other in forms[:n])


# --- fresh maps that are looked at together ----------------------------------------------------------------------


def sample(
    order: Order,
    seed: str,
    count: int,
    workers: Executor | None,
    keys: Sequence[str] | None,
    advance: Callable[[int], object] = lambda _: None,
) -> tuple[Map[Any], Survey, int]:
    """The first of the maps that chance draws from the seed, their survey, and how many were not found.

    They are those of `generate --count`, which draws again where one repeats another; a survey counts it.

    `keys` are those of the measures, None for all. Raises BadSetting for keys that the game lacks, NoSuchMap and
    SolverGaveUp.
    """
    first = order.draw(f"{seed}-1")
    survey, without = begun(first), 0
    survey.add(figures_of(first, f"{seed}-1", keys))
    names = [f"{seed}-{n}" for n in range(2, count + 1)]
    parts = [names[n : n + AT_ONCE] for n in range(0, len(names), AT_ONCE)]
    for part in in_order(workers, partial(_figures, order, keys), parts):
        for result in part:
            if result is not None:
                survey.add(result)
            without += result is None
        advance(len(part))
    return first, survey, without


def _figures(order: Order, keys: Sequence[str] | None, seeds: Sequence[str]) -> list[MapFigures | None]:
    found = ((seed, order.draw_or_none(seed)) for seed in seeds)
    return [None if made is None else figures_of(made, seed, keys) for seed, made in found]


def least_alike(
    order: Order, seed: str, count: int, workers: Executor | None, advance: Callable[[int], object]
) -> tuple[Sequence[int], Message]:
    """The ends of the seeds, `seed-1` and so on, of maps that are as different as can be found quickly; and how much.

    Raises NoSuchMap and SolverGaveUp.
    """
    named = sample(order, seed, candidates(count), workers, (), advance)[1].likeness.compared
    forms = [result for _, result in named]
    chosen = spread_out(forms, count)
    numbers = [int(named[n][0].rpartition("-")[2]) for n in chosen]
    if len(chosen) < count:
        return numbers, plural(
            "all {maps} maps looked at are the same one, or it turned or mirrored; set less, or leave --spread out",
            "only {number} of the {maps} maps looked at differ, turned and mirrored ones left out; set less, "
            "or leave --spread out",
            len(chosen),
            len(forms),
        )
    apart, usual = least_apart([forms[n] for n in chosen]), least_apart(forms[:count])
    counts = len(forms), round(100 * apart), len(chosen), round(100 * usual)
    words = message(
        "chosen from {number} maps: any two differ in at least {apart} % of what lies on them, "
        "and any two of the first {count} in at least {usual} %",
        *counts,
    )
    return numbers, words


def candidates(count: int) -> int:
    """How many maps are drawn to choose so many of them."""
    return min(CANDIDATES * count, MOST_COMPARED)


# --- where things lie --------------------------------------------------------------------------------------------


class PlaceSpread(NamedTuple):
    """Where the things of a kind lie on many maps."""

    kind: Message
    a_map: float
    """How many a map has on average."""
    parts: Mapping[str, float]
    """For each of `PARTS` that has places: how many times as often they lie there as at a random place."""
    unused: int
    """At how many of the possible places none ever lies."""
    possible: int
    """How many possible places there are."""
    even: float | None
    """The probability of such a difference between places where all are equally likely; None for too few maps."""
    sides: float | None
    """The same, where only places are compared that lie alike when the board is turned or mirrored."""

    @property
    def skewed(self) -> bool:
        """Whether chance prefers a side of the board, which no rule asks for."""
        return self.sides is not None and self.sides < CERTAIN


PARTS = (message("corners"), message("edges"), message("inside"))
"""The parts of a board: cells with neighbours on all sides are inside, and those with the fewest are corners."""


def _spread(kind: Message, survey: Survey) -> PlaceSpread:
    counts, samples, grid = survey.places[kind], survey.samples[kind], survey.grid
    possible = possible_places(grid, counts)
    parts, total = defaultdict[str, list[Place]](list), counts.total()
    for place in possible:
        cells = sides(grid, place) if isinstance(place, Border) else (place,)  # a border belongs to the outer one
        parts[PARTS[-1 - max(_missing(grid)[cell] for cell in cells if cell is not None)]].append(place)
    shares: dict[str, float] = {
        part: sum(counts[place] for place in parts[part]) / total / (len(parts[part]) / len(possible))
        for part in PARTS
        if part in parts
    }
    orbits, left = list[set[Place]](), dict.fromkeys(possible)
    while left:  # the places, those together that lie alike when the board is turned or mirrored
        orbits.append({symmetry.places[next(iter(left))] for symmetry in survey.likeness.symmetries})
        left = {place: None for place in left if place not in orbits[-1]}
    average = samples.total() / len(possible)
    expected = {place: sum(samples[each] for each in orbit) / len(orbit) for orbit in orbits for place in orbit}
    even = alike = None
    if average >= _FEWEST:
        even = chi_square([(samples[place], average) for place in possible], len(possible) - 1)
        alike = chi_square([(samples[place], expected[place]) for place in possible], len(possible) - len(orbits))
    unused = sum(not counts[place] for place in possible)
    return PlaceSpread(kind, total / survey.maps, shares, unused, len(possible), even, alike)


_FEWEST = 5
"""The fewest things a place, on average, from which the test of differences is to be trusted."""


def possible_places(grid: Board, counts: Mapping[Place, int]) -> tuple[Place, ...]:
    """The places of one sort where things may lie: cells, borders between cells, or borders of the outer wall."""
    if not any(isinstance(place, Border) for place in counts):
        return grid.cells()
    outer = [isinstance(place, Border) and sides(grid, place)[1] is None for place in counts]
    if all(outer):
        return outer_borders(grid)
    return inner_borders(grid) if not any(outer) else (*inner_borders(grid), *outer_borders(grid))


@lru_cache(8)
def _missing(grid: Board) -> Mapping[Cell, int]:
    """For each cell, 0 where it has neighbours on all sides of its floor, 2 where it has the fewest, else 1."""
    ways = [way for way in grid.directions if way not in ("U", "D")]
    lacks = {cell: sum(grid.step(cell, way) is None for way in ways) for cell in grid.cells()}
    most = max(lacks.values())
    return {cell: 0 if not number else 2 if number == most else 1 for cell, number in lacks.items()}


def heat(grid: Board, counts: Mapping[Place, int], maps: int) -> dict[Cell, float]:
    """For each cell the share of maps in which a thing lies there, or of its borders on which one does."""
    if not any(isinstance(place, Border) for place in counts):
        return {cell: counts.get(cell, 0) / maps for cell in grid.cells()}
    around = defaultdict[Cell, list[float]](list)
    for place in possible_places(grid, counts):
        if isinstance(place, Border):
            for cell in filter(None, sides(grid, place)):
                around[cell].append(counts.get(place, 0) / maps)
    return {cell: sum(shares) / len(shares) for cell, shares in around.items()}


# --- how likely that is by chance --------------------------------------------------------------------------------


def chi_square(cells: Iterable[tuple[float, float]], degrees: int) -> float:
    """The probability that chance alone makes such a difference between what was counted and what was expected.

    `cells` gives both numbers for each place (Pearson's test; Wilson and Hilferty's approximation, within 0.01).
    """
    statistic = sum((counted - expected) ** 2 / expected for counted, expected in cells if expected)
    if degrees < 1 or not statistic:
        return 1.0
    spread = 2 / (9 * degrees)
    return 1 - NormalDist().cdf(((statistic / degrees) ** (1 / 3) - (1 - spread)) / sqrt(spread))


def kolmogorov(one: Sequence[float], other: Sequence[float]) -> float:
    """The probability that chance alone makes two samples of the same thing differ so much (Kolmogorov and Smirnov)."""
    first, second = sorted(one), sorted(other)
    if not first or not second:
        return 1.0
    shares = [[bisect_right(some, value) / len(some) for some in (first, second)] for value in {*first, *second}]
    apart = max(abs(one_share - other_share) for one_share, other_share in shares)
    scaled = apart * sqrt(len(first) * len(second) / (len(first) + len(second)))
    if scaled < _ALIKE:
        return 1.0
    return max(0.0, min(1.0, 2 * sum((1 if k % 2 else -1) * exp(-2 * (k * scaled) ** 2) for k in range(1, 101))))


_ALIKE = 0.2
"""Below this scaled distance the series converges slowly, and the probability is 1 to ten digits."""
