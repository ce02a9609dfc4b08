"""Find the one wrong arrow of a drawing: set right, it removes faults and brings no new ones.

Only the claims that an arrow can change are read again. First come the counts that speak of the arrow. The wide claims,
such as ways over the whole board, are read only for the few arrows that may leave fewer faults.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import NamedTuple

from mapkit.model.grid import Cell, Grid
from mapkit.model.message import noun
from mapkit.model.rule import Claim, Count, Fact, Facts, RuleClaim, Spacing, When, differ_in_direction
from mapkit.solve.checker import Fault, Nouns, facts_to_change, faults_of_each, inside
from mapkit.solve.rechecker import ClaimIndex

MOST_READ = 40
"""The most arrows for which the wide claims are read again; where more might help, no arrow is blamed."""


class DrawnMap(NamedTuple):
    """A drawing, and the claims that it is checked by."""

    claims: Sequence[RuleClaim]
    params: object
    grid: Grid
    facts: Facts
    kinds: Mapping[Cell, str]
    """The mark of each cell, in reading order."""
    broken: Sequence[tuple[Fault, ...]]
    """The faults of each claim, in the order of `claims`."""
    noun: Nouns = noun
    speaking: ClaimIndex | None = None
    """Where the claims speak, if that is known."""


class TurnedArrow(NamedTuple):
    """An arrow, and another direction for it."""

    drawn: Fact
    would_do: Fact
    left: tuple[Fault, ...]
    """The faults that are left once the arrow is turned."""

    def applied(self, facts: Facts) -> Facts:
        return facts - {self.drawn} | {self.would_do}


def turned_arrow(drawing: DrawnMap, marks: Collection[str]) -> TurnedArrow | None:
    """The one arrow that explains some of the faults, turned to the mark that leaves the fewest faults.

    The marks are tried in their order. The result is None where no arrow is to blame, or where more than one may be.
    """
    every = tuple(dict.fromkeys(marks))
    arrows = {mark for mark in drawing.kinds.values() if mark in every}
    others = {mark: [other for other in every if differ_in_direction(mark, other)] for mark in arrows}
    turns = [
        TurnedArrow(Fact(cell, mark), Fact(cell, other), ())
        for cell, mark in drawing.kinds.items()
        for other in others.get(mark, ())
    ]
    search = _ArrowSearch(drawing, turns)
    best: TurnedArrow | None = None
    alone = False
    for turn in turns if search.found else ():
        left = search.left(turn, len(best.left) if best else _number(search.found) - 1)
        if search.readings > MOST_READ:
            return None
        if left is not None:
            fewer = best is None or len(left) < len(best.left)
            alone = fewer or (alone and best is not None and best.drawn == turn.drawn)
            best = turn._replace(left=left)
    return best if alone else None


Broken = dict[int, tuple[Fault, ...]]
"""The faults of each claim, by the claim's number; claims without faults may be left out."""


class _ArrowSearch:
    """The faults of a drawing, claim by claim, and the faults that are left when an arrow is turned.

    `speaking` gives the numbers of the counts that speak of an arrow. `wide` are the numbers of all claims that are no
    counts. `found` are the faults as drawn, and `narrow` those of them that counts have.
    """

    def __init__(self, drawing: DrawnMap, turns: Iterable[TurnedArrow]) -> None:
        self.drawing = drawing
        self.speaking: dict[Fact, list[int]] = {fact: [] for turn in turns for fact in (turn.drawn, turn.would_do)}
        every = range(len(drawing.claims)) if self.speaking else range(0)
        near: Iterable[int] = every
        self.wide: Collection[int]
        if every and drawing.speaking:
            near = sorted(drawing.speaking.of_places({fact.place for fact in self.speaking}))
            self.wide = drawing.speaking.wide
        else:  # all claims have to be looked through
            self.wide = {
                number for number in every if not isinstance(inside(drawing.claims[number].claim), Count | Spacing)
            }
        self.found = {number: drawing.broken[number] for number in every if drawing.broken[number]}
        self.narrow = {number: broken for number, broken in self.found.items() if number not in self.wide}
        self.rules = _rules(self.found)
        self.levers = [facts_to_change(fault) for number in self.wide for fault in self.found.get(number, ())]
        self.readings = 0
        for number in near:
            if number not in self.wide:
                for fact in self._spoken_of(drawing.claims[number].claim):
                    self.speaking[fact].append(number)

    def left(self, turn: TurnedArrow, most: int) -> tuple[Fault, ...] | None:
        """The faults that are left after a turn; None where the turn is no repair or leaves more than `most` faults.

        A turn is a repair if it makes the map keep some rule, and breaks no rule that the map kept. A rule that is
        broken anyway may have new faults, as long as they are few enough.
        """
        facts = turn.applied(self.drawing.facts)
        one, other = set(self.speaking[turn.drawn]), set(self.speaking[turn.would_do])
        claims, right = self.drawing.claims, (one & other).difference(self.found)
        # read again are the counts that speak of the arrow, except those that hold and count it either way
        near = (one | other) - {number for number in right if isinstance(claims[number].claim, Count)}
        then = {**self.narrow, **self._read(near, facts)}
        staying = sum(turn.drawn not in lever and turn.would_do not in lever for lever in self.levers)
        kept = self._kept(self.narrow, then)
        if kept is None or not (kept or staying < len(self.levers)) or _number(then) + staying > most:
            return None
        self.readings += 1
        then |= self._read(self.wide if self.readings <= MOST_READ else (), facts)
        if not self._kept(self.found, then) or _number(then) > most:
            return None
        return tuple(fault for number in sorted(then) for fault in then[number])

    def _spoken_of(self, claim: Claim) -> Facts:
        """The facts of arrows that a count depends on; none where its conditions fail, however the arrows point."""
        if isinstance(claim, When):
            if any(fact not in self.drawing.facts and fact not in self.speaking for fact in claim.facts):
                return frozenset()
            return self._spoken_of(claim.claim).union(self.speaking.keys() & claim.facts)
        assert isinstance(claim, Count | Spacing), "only counts are read one by one"
        return frozenset(self.speaking.keys() & claim.facts)

    def _kept(self, before: Broken, then: Broken) -> set[int] | None:
        """The rules that are no longer broken; None where another one is broken now, or one is repaired only in part.

        Rules are given by their `id`.
        """
        kept = {
            id(fault.rule)
            for number, broken in before.items()
            if then.get(number) is not broken
            for fault in broken
            if fault not in then.get(number, ())
        }
        return kept if _rules(then) <= self.rules - kept else None

    def _read(self, numbers: Iterable[int], facts: Facts) -> Broken:
        drawing, these = self.drawing, sorted(numbers)
        claims = (drawing.claims[number] for number in these)
        return dict(zip(these, faults_of_each(claims, drawing.params, drawing.grid, facts, drawing.noun), strict=True))


def _rules(broken: Broken) -> set[int]:
    """The rules that are broken, by their `id`."""
    return {id(fault.rule) for each in broken.values() for fault in each}


def _number(broken: Broken) -> int:
    return sum(map(len, broken.values()))
