"""Worlds: maps that fit all that was heard, found by a solver that begins with random guesses.

They are a sample, and not a fair one: what the solver finds more easily comes up more often.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from heapq import heapify, heappop, heappush
from typing import NamedTuple

from mapkit.chance import Chance
from mapkit.deduction.clauses import Literal
from mapkit.deduction.knowledge import Listener
from mapkit.evidence import Lead
from mapkit.grid import Cell
from mapkit.rule import Fact

AT_RANDOM = 10
"""One in so many facts is guessed to hold."""
EACH, MOST_EFFORT = 2_000, 8_000
"""The most conflicts for one world, and for all that are looked for at a moment."""


class World(NamedTuple):
    """A map that may be the true one, and where the players are then."""

    facts: frozenset[Fact]
    """What holds at this moment."""
    places: Mapping[str, Cell]
    """The cells of the players."""
    leads: Mapping[tuple[Cell, str], Lead]
    """What each step leads to."""

    def turns(self, *, leaving: bool, injured: bool) -> Mapping[Cell, int]:
        """The fewest turns to win from each cell: to be healed, then to a prize, and then out."""
        exits = {cell: 1 for (cell, _), lead in self.leads.items() if lead.finds == "exit"}
        found = dict(self._spread(exits))
        if not leaving:
            found = dict(self._spread({cell: found[cell] for cell in self._with("prize") if cell in found}))
        if injured:
            found = dict(self._spread({cell: found[cell] + 1 for cell in self._with("healing") if cell in found}))
        return found

    def _with(self, finds: str) -> frozenset[Cell]:
        return frozenset(lead.to for lead in self.leads.values() if lead.finds == finds)

    def _spread(self, goals: Mapping[Cell, int]) -> Iterator[tuple[Cell, int]]:
        """The cells that lead to a goal, with the fewest turns, the nearest first."""
        back: dict[Cell, list[tuple[Cell, int]]] = {}
        for (cell, _), lead in self.leads.items():
            if lead.turns:
                back.setdefault(lead.to, []).append((cell, lead.turns))
        edge, done = [(turns, cell) for cell, turns in goals.items()], set[Cell]()
        heapify(edge)
        while edge:
            turns, cell = heappop(edge)
            if cell not in done:
                done.add(cell)
                yield cell, turns
                for before, more in back.get(cell, ()):
                    heappush(edge, (turns + more, before))


class Worlds:
    """A number of worlds, of which those that a new answer contradicts are replaced."""

    def __init__(self, listener: Listener, number: int, chance: Chance) -> None:
        """Takes a listener who has heard nothing but the opening."""
        self._listener, self._number, self._chance = listener, number, chance
        model = listener.model
        places = [each for name in listener.names for each in model.place(name).values()]
        self._drawn: tuple[Literal, ...] = (*model.facts.values(), *places)
        """The literals of the beginning; what came later follows from them."""
        self._guessed: list[list[Literal]] = []

    def now(self) -> list[World]:
        """Worlds that fit all that was heard by now; fewer where the effort does not suffice."""
        clauses = self._listener.model.clauses
        kept = [guess for guess in self._guessed if clauses.solve(guess)]
        found = [self._world() for guess in kept if clauses.solve(guess)]
        begun = clauses.effort_spent
        while len(kept) < self._number and clauses.effort_spent - begun < MOST_EFFORT:
            clauses.prefer([each if self._chance.below(AT_RANDOM) == 0 else -each for each in self._drawn])
            if not clauses.solve((), EACH):
                break
            true = clauses.model()
            kept.append([each if true[each - 1] > 0 else -each for each in self._drawn])
            found.append(self._world())
        self._guessed = kept
        return found

    def _world(self) -> World:
        """The world that the solver has just found."""
        model, true = self._listener.model, self._listener.model.clauses.model()
        facts = frozenset(fact for fact, each in model.facts.items() if true[abs(each) - 1] == each)
        places = {
            name: next(cell for cell, each in model.place(name).items() if true[abs(each) - 1] == each)
            for name in self._listener.names
        }
        return World(facts, places, self._listener.evidence.leads(facts))
