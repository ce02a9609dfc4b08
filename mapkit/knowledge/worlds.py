"""Worlds: maps that fit all that was heard, each with a weight.

A solver finds some, which differ in what statements speak of. Others are made from these, and differ in the rest. A
world counts more if there are more ways to draw the rest of its map, since it stands for all of these maps. Worlds are
not quite a fair sample: maps of a kind that the solver did not find do not count.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import cycle, islice
from math import exp
from typing import Any, NamedTuple

from mapkit.knowledge.clauses import Literal
from mapkit.knowledge.deduction import Listener
from mapkit.knowledge.particles import BoardPlaces, IndexedStatement, Particle, indexed
from mapkit.model.chance import Chance
from mapkit.model.evidence import Lead
from mapkit.model.grid import Cell
from mapkit.model.rule import Rule

Rules = Sequence[Rule[Any]]
LAST = 1_500
"""The most conflicts for one world where no world is left."""
AT_RANDOM = 10
"""One in so many facts is guessed to hold."""
SIGNS = 4999
"""How many guesses are drawn beforehand; a guess at everything begins at a random one of them."""
EACH, MOST_EFFORT = 200, 800
"""The most conflicts for one world, and for all that are looked for at a moment."""
MODES = 12
"""How many worlds are kept that differ in what statements speak of."""
ASKED = 2
"""How many new ones the solver looks for at a moment."""


class World(NamedTuple):
    """A map that may be the true one, and where the players are then."""

    weight: float
    places: Mapping[str, Cell]
    leads: Mapping[tuple[Cell, str], Lead]


class Worlds:
    """A number of worlds, of which those that a new answer contradicts are replaced."""

    def __init__(self, listener: Listener, rules: Rules, who: str, number: int, chance: Chance) -> None:
        """Takes a listener who has heard nothing but the opening, the rules of the map, and who looks for worlds."""
        self._who = who
        self._listener, self._number, self._chance = listener, number, chance
        self._board = BoardPlaces(rules, listener.params)
        self._heard = list[IndexedStatement]()
        self._signs = [1 if chance.below(AT_RANDOM) == 0 else -1 for _ in range(SIGNS)]
        self.particles: list[Particle] = []
        self._found: list[World] = []

    def now(self) -> list[World]:
        """Worlds that fit all that was heard by now; fewer where the effort does not suffice."""
        if len(self._heard) < len(self._listener.told) or not self._found:
            self._heard += [indexed(statement.statement) for statement in self._listener.told[len(self._heard) :]]
            self.particles = [particle for particle in self.particles if particle.follow(self._heard)]
            self.particles += [*self._sought({particle.mode for particle in self.particles})]
            self._found = [*self._weighted()]
        return self._found

    # --- what the solver finds ---------------------------------------------------------------------------------------

    def _sought(self, modes: set[object]) -> Iterator[Particle]:
        """Further particles that the solver finds, with players on cells where no particle has them yet."""
        clauses, found = self._listener.model.clauses, 0
        each, most = (EACH, MOST_EFFORT) if modes else (LAST, LAST)
        begun = clauses.effort_spent
        for assumed in self._elsewhere():
            if found >= ASKED or len(modes) >= MODES or clauses.effort_spent - begun >= most:
                return
            first = self._chance.below(len(self._signs))
            signs = islice(cycle(self._signs), first, None)
            clauses.prefer(
                [sign * literal for sign, literal in zip(signs, self._listener.beginning.drawn, strict=False)]
            )
            answer = clauses.solve(assumed, each)
            if answer is False:
                clauses.add(*(-literal for literal in assumed))
            if answer:
                particle = self._listener.beginning.particle(clauses.model())
                if particle.follow(self._heard) and particle.mode not in modes:
                    modes.add(particle.mode)
                    yield particle
            found += answer is not False

    def _elsewhere(self) -> Iterator[list[Literal]]:
        """What is assumed to find further particles: nothing, or that the player is on another cell."""
        known = {particle.places[self._who] for particle in self.particles}
        here = self._listener.model.place(self._who).items()
        yield []
        yield from self._chance.shuffled([fact] for cell, fact in here if cell not in known)

    # --- what is made of it ------------------------------------------------------------------------------------------

    def _weighted(self) -> Iterator[World]:
        """As many worlds as are wanted, of each mode by its weight, and one at least."""
        modes: dict[object, list[Particle]] = {}
        for particle in self.particles:
            modes.setdefault(particle.mode, []).append(particle)
        freedom = {mode: self._board.freedom(found[0]) for mode, found in modes.items()}
        kept = sorted(modes, key=lambda mode: -freedom[mode])[:MODES]
        weights = {mode: exp(freedom[mode] - freedom[kept[0]]) for mode in kept}
        whole = sum(weights.values())
        self.particles = []
        for mode in kept:
            share = weights[mode] / whole
            # At most half of them are old ones, and the others are made from these
            number, choice = max(1, round(self._number * share)), self._chance.choice
            group = [*self._chance.shuffled(modes[mode])[: (number + 1) // 2]]
            more = range(number - len(group))
            group += [
                self._board.cousin(choice(modes[mode]), self._listener.beginning.holds, self._chance) for _ in more
            ]
            self.particles += group
            for sample in group:
                sample.leads = sample.leads or self._listener.evidence.leads(frozenset(sample.facts))
                yield World(share / len(group), sample.places, sample.leads)
