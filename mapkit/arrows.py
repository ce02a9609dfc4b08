"""A turned arrow: the one of a drawing that, set right, makes faults go and brings no others.

Only what an arrow can change is read anew: the counts that speak of it, and then what is wide, such as ways over the
whole board, for those few arrows that may leave fewer faults.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from mapkit.checker import Fault, faults_of_each, levers
from mapkit.grid import Cell, Grid
from mapkit.rule import Claim, Claimed, Count, Fact, Facts, When, turned

MOST_READ = 40
"""For how many arrows the whole board is read anew: where more might do good, none of them is to blame."""


class Drawing(NamedTuple):
    """What is drawn, and the claims that it is read by.

    `kinds` are the marks of the cells, in reading order, and `broken` the faults of each claim.
    """

    claims: tuple[Claimed, ...]
    params: object
    grid: Grid
    facts: Facts
    kinds: Mapping[Cell, str]
    broken: Sequence[tuple[Fault, ...]]


class Turn(NamedTuple):
    """An arrow as it is drawn and as it would do, and the faults that are left then."""

    drawn: Fact
    would_do: Fact
    left: tuple[Fault, ...]

    def applied(self, facts: Facts) -> Facts:
        """The facts with the arrow set right."""
        return facts - {self.drawn} | {self.would_do}


def turned_arrow(drawing: Drawing, marks: Collection[str]) -> Turn | None:
    """The arrow that alone is to blame for some of the faults, turned to one of the marks that leaves the fewest.

    The marks are tried in their order. None where no arrow is to blame, or more than one may be.
    """
    turns = list(_turns(drawing.kinds, marks))
    search = _Search(drawing, turns)
    best: Turn | None = None
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


def _turns(kinds: Mapping[Cell, str], marks: Collection[str]) -> Iterator[Turn]:
    """Every arrow with each direction that it might have."""
    every = tuple(dict.fromkeys(marks))
    others = {mark: [o for o in every if turned(mark, o)] if mark in every else () for mark in {*kinds.values()}}
    for cell, mark in kinds.items():
        yield from (Turn(Fact(cell, mark), Fact(cell, other), ()) for other in others[mark])


Broken = dict[int, tuple[Fault, ...]]
"""The faults of claims, by their numbers; claims without any may be left out."""


class _Search:
    """The faults of a drawing, claim by claim, and what becomes of them when an arrow is turned."""

    def __init__(self, drawing: Drawing, turns: Iterable[Turn]) -> None:
        self.drawing = drawing
        self.speaking: dict[Fact, list[int]] = {fact: [] for turn in turns for fact in (turn.drawn, turn.would_do)}
        every = range(len(drawing.claims)) if self.speaking else range(0)
        self.wide = {number for number in every if not isinstance(_inner(drawing.claims[number].claim), Count)}
        self.found = {number: drawing.broken[number] for number in every if drawing.broken[number]}
        self.narrow = {number: broken for number, broken in self.found.items() if number not in self.wide}
        self.rules = _rules(self.found)
        self.levers = [levers(fault.finding) for number in self.wide for fault in self.found.get(number, ())]
        self.readings = 0
        for number in every:
            if number not in self.wide:
                for fact in self._spoken_of(drawing.claims[number].claim):
                    self.speaking[fact].append(number)

    def left(self, turn: Turn, most: int) -> tuple[Fault, ...] | None:
        """The faults that are left, at most so many, if some rules are kept by the turn and it changes no other fault.

        New faults of rules that are broken anyway are no reason against it, as long as they are few enough.
        """
        facts = turn.applied(self.drawing.facts)
        then = {**self.narrow, **self._read(self._near(turn), facts)}
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
        """The facts of arrows that a count depends on; none where its conditions do not hold, however arrows point."""
        if isinstance(claim, When):
            if any(fact not in self.drawing.facts and fact not in self.speaking for fact in claim.facts):
                return frozenset()
            return self._spoken_of(claim.claim).union(self.speaking.keys() & claim.facts)
        assert isinstance(claim, Count), "only counts are read one by one"
        return frozenset(self.speaking.keys() & claim.facts)

    def _near(self, turn: Turn) -> set[int]:
        """The counts that speak of the arrow, but for those that are right and count it either way."""
        one, other = set(self.speaking[turn.drawn]), set(self.speaking[turn.would_do])
        claims, right = self.drawing.claims, (one & other).difference(self.found)
        return (one | other) - {number for number in right if isinstance(claims[number].claim, Count)}

    def _kept(self, before: Broken, then: Broken) -> set[int] | None:
        """The rules that are no longer broken; None where another is broken, or one is mended in part."""
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
        return dict(zip(these, faults_of_each(claims, drawing.params, drawing.grid, facts), strict=True))


def _inner(claim: Claim) -> Claim:
    """What is claimed where all conditions hold."""
    return _inner(claim.claim) if isinstance(claim, When) else claim


def _rules(broken: Broken) -> set[int]:
    return {id(fault.rule) for each in broken.values() for fault in each}


def _number(broken: Broken) -> int:
    return sum(map(len, broken.values()))
