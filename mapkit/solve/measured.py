"""Reach what measured rules ask for: no claim says it, so maps near one that keeps all claims are tried and measured.

What is listed, such as starts, is changed first; then one place after another, towards the rule; at last a part of the
map is drawn anew, and what need not differ is put back.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import replace
from typing import Any, NamedTuple

from mapkit.model.chance import Chance
from mapkit.model.game import solving_of
from mapkit.model.grid import Border, Place, borders, inner_borders, sides, within_steps
from mapkit.model.map import Map
from mapkit.model.message import Message, Name, clauses, message, plural
from mapkit.model.rule import WHOLE_MAP, Fact, Facts, MeasuredRule, NoSuchMap, SolverGaveUp
from mapkit.solve.edits import edits
from mapkit.solve.legality import check, claimed_faults, measured_remarks

MOST_TRIED = 15_000
"""The most cells of all maps that are measured near one map, taken together; they take some seconds."""
STEPS = 4
"""The most places that are changed one after another towards a rule."""
SHARES = (0.15, 0.3, 0.6, 1.0)
"""The shares of the cells that are drawn anew, one after another, where no few changes will do."""
DRAWN_ANEW = 3
"""How often a map is drawn anew for each of these shares."""
TRYING = message("a number is asked for that is measured: maps near this one are tried, which may take a minute")


class HeldMap(NamedTuple):
    """A map that keeps all rules, and how it was found."""

    map: Map[Any]
    doubt: Message
    """Why a nearer one may exist."""


def reached(map_: Map[Any], stays: Facts, may: Collection[Place] | None = None, seed: str = "") -> HeldMap:
    """A map near one that breaks measured rules alone, which keeps these, too; raises SolverGaveUp.

    The facts that stay are kept, and of places only those that `may` change do; None allows all that are not locked.
    """
    search = _NearbySearch(map_, stays, may)
    if solving_of(map_.game).recognise is None:  # else the game itself has looked for what was meant
        chance = Chance(f"{map_.game.name} measured {seed}")
        if (found := search.towards() or search.anew(chance)) is not None:
            return HeldMap(found, plural("{number} map was tried", "{number} maps were tried", search.tried))
    broken = next(fault for fault in check(map_) if isinstance(fault.rule, MeasuredRule))
    said = message("it breaks {rule}, which is measured ({sentence})", Name(broken.rule.number), broken.found)
    if not search.tried:
        raise SolverGaveUp(said)
    tried = plural(
        "{number} map near it was tried: other starts or things in their places, other walls, and parts drawn anew",
        "{number} maps near it were tried: other starts or things in their places, other walls, and parts drawn anew",
        search.tried,
    )
    raise SolverGaveUp(clauses(said, tried))


def settled(map_: Map[Any], stays: Facts) -> Map[Any]:
    """The map with what is listed as its measured rules ask for, as far as that is possible."""
    return replace(map_, facts=solving_of(map_.game).settle(map_, stays))


class _NearbySearch:
    """What is tried near a map."""

    def __init__(self, map_: Map[Any], stays: Facts, may: Collection[Place] | None) -> None:
        self.map, self.stays, self.may, self.tried = map_, stays, may, 0
        self.legend = map_.game.design.legend(map_.params)
        self.most = max(40, MOST_TRIED // len(map_.params.grid.cells()))

    def _free(self, place: Place) -> bool:
        return place not in self.map.locked and (self.may is None or place in self.may)

    def _off(self, map_: Map[Any]) -> float:
        """How far a map is from keeping the measured rules; without end where it breaks a claim."""
        if claimed_faults(map_):
            return float("inf")
        self.tried += 1
        return sum(remark.off for remark in measured_remarks(map_))

    def towards(self) -> Map[Any] | None:
        """The first map that keeps all rules, with one place after another changed that leads towards them."""
        best = settled(self.map, self.stays)
        off = self._off(best)
        if not off:
            return best
        seen = {best.facts}
        for _ in range(STEPS):
            nearer, best_off = None, off
            for facts in self._beside(best):
                if self.tried >= self.most:
                    return None
                other = settled(replace(best, facts=facts), self.stays)
                if other.facts in seen or not self.stays <= other.facts:
                    continue
                seen.add(other.facts)
                found = self._off(other)
                if not found and not check(other):
                    return other
                if found < best_off:
                    nearer, best_off = other, found
            if nearer is None:
                return None
            best, off = nearer, best_off
        return None

    def _beside(self, map_: Map[Any]) -> Iterator[Facts]:
        """The facts of maps with one place changed: walls first, those near what was measured before others."""
        grid, legend = map_.params.grid, self.legend
        named = {place for remark in measured_remarks(map_) for place in (remark.place, *remark.places)} - {WHOLE_MAP}
        near = {other for place in named if isinstance(place, str) for other in within_steps(grid, place, 2)}

        def first(place: Place) -> tuple[bool, bool]:
            beside = (place, *sides(grid, place)) if isinstance(place, Border) else (place,)
            return named.isdisjoint(beside), near.isdisjoint(beside)

        changes = [frozenset({fact}) for fact in map_.facts if isinstance(fact.place, Border)]
        if legend.lines:
            drawn = {fact.place for fact in map_.facts}
            mark = legend.lines[0].mark
            changes += [frozenset({Fact(line, mark)}) for line in inner_borders(grid) if line not in drawn]
        changes += self._moves(map_)
        free = [change for change in changes if all(self._free(fact.place) for fact in change)]
        order = sorted(free, key=lambda change: (*min(first(f.place) for f in change), *sorted(map(str, change))))
        return (map_.facts ^ change for change in order)

    def _moves(self, map_: Map[Any]) -> Iterator[Facts]:
        """Changes that move a thing, or take what is listed away or to another cell."""
        grid, marks = map_.params.grid, self.legend.cell_marks
        plain = self.legend.plain
        for fact in map_.facts:
            if not isinstance(fact.place, str) or fact.mark == plain:
                continue
            if fact.mark not in marks:
                yield frozenset({fact})
            for other in within_steps(grid, fact.place, 3)[1:]:
                if fact.mark not in marks:
                    if Fact(other, fact.mark) not in map_.facts:
                        yield frozenset({fact, Fact(other, fact.mark)})
                elif map_.kinds.get(other) == plain:
                    places = fact.place, other
                    yield frozenset(Fact(place, mark) for place in places for mark in (fact.mark, plain))

    def anew(self, chance: Chance) -> Map[Any] | None:
        """A map of which a part is drawn anew until it keeps all rules, with what need not differ put back."""
        for share in SHARES:
            for _ in range(DRAWN_ANEW):
                kept = self._kept(chance, share)
                try:
                    made = solving_of(self.map.game).draft(self.map.params, chance, kept)
                except (NoSuchMap, SolverGaveUp):
                    continue
                made = frozenset(fact for fact in made if self._free(fact.place)) | self.stays | kept
                drawn = settled(replace(self.map, facts=made), self.stays)
                self.tried += 1
                if not check(drawn):
                    return self._put_back(drawn)
        return None

    def _kept(self, chance: Chance, share: float) -> Facts:
        """The facts that stay while a share of the map is drawn anew; of a position, that of what is listed second."""
        grid = self.map.params.grid
        if self.map.game.design.board.drawn_in_files:
            middle = chance.choice(grid.cells())
            around = within_steps(grid, middle, len(grid.cells()))[: max(1, round(share * len(grid.cells())))]
            gone = {*around, *(line for line in borders(grid) if not set(around).isdisjoint(sides(grid, line)))}
            return frozenset(f for f in self.map.facts if f.place not in gone or not self._free(f.place)) | self.stays
        first = self.legend.listings[0].show(self.map.facts)[1]
        others = chance.shuffled(sorted(self.map.facts - first, key=str))
        left = frozenset(others[round(share * len(others)) :])
        return left | self.stays | {fact for fact in self.map.facts if not self._free(fact.place)}

    def _put_back(self, drawn: Map[Any]) -> Map[Any]:
        """The map with each change taken back that the rules do not need."""
        for each in edits(self.map, drawn):
            if self.tried < 2 * self.most:
                self.tried += 1
                other = replace(drawn, facts=drawn.facts - each.come | each.gone)
                drawn = other if not check(other) else drawn
        return drawn
