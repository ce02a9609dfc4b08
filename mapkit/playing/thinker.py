"""The thinker: an explorer that concludes what follows from all answers, and plans on maps that fit them.

It draws no map of its own. It samples worlds, maps that fit all that was said, and takes the step that is best on
average: few turns to win, and an answer that tells these worlds apart. What an answer would tell counts, as the next
step is chosen when it is known. The effort of a step is counted in conflicts of the solver, and not in seconds.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from math import log2
from typing import TYPE_CHECKING, Any

from mapkit.chance import Chance
from mapkit.grid import COMPASS, Cell
from mapkit.observation import Ear
from mapkit.playing.explorer import Explorer
from mapkit.ruling import Heard

if TYPE_CHECKING:
    from mapkit.deduction.knowledge import Listener
    from mapkit.deduction.worlds import World, Worlds

LEVEL = tuple(COMPASS[way] for way in "NESW")
"""The steps with which it plans."""
WORLDS = 16
"""How many worlds are sampled."""
FEWEST = 4
"""The fewest worlds that lead somewhere with which it plans; with fewer it explores."""
BIT = 0.3
"""How many turns an answer is worth for each bit that it tells of the worlds."""
FAR = 40
"""The turns to win from a cell without a way to win."""
HIT = 0.4
"""The least share of the worlds in which a shot must hit."""
REACH = 3
"""How many cells a shot reaches."""

Planned = tuple["World", Mapping[Cell, int]]
"""A world, and the turns to win on it from each cell."""


class Thinker(Explorer):
    """A machine player for games whose evidence tells what each step leads to."""

    def __init__(self, name: str, ear: Ear, chance: Chance, game: Any, params: Any) -> None:
        """Takes what an explorer takes, and the game with the settings of its map, which everybody knows."""
        super().__init__(name, ear, chance)
        self._name, self._of, self._thoughts = name, (game, params), chance
        self._listener: Listener | None = None
        self._worlds: Worlds | None = None

    def watch(
        self, names: Sequence[str], mover: str, words: str, heard: Sequence[Heard], missed: Sequence[Heard]
    ) -> None:
        """Hear a directive and its answer, or the opening, which comes first; `names` are those of all players."""
        if self._listener is not None:
            self._listener.hear(mover, words, heard, missed)
            return
        from mapkit.deduction.knowledge import Listener  # it is slow to load
        from mapkit.deduction.worlds import Worlds
        from mapkit.game import Public

        game, params = self._of
        self._listener = Listener(Public("", params), game, names, heard)
        if self._listener.evidence.leads(frozenset()):
            self._worlds = Worlds(self._listener, WORLDS, self._thoughts)

    def _sought(self, now: Sequence[str]) -> str:
        """The step that is best on average; that of an explorer where too few worlds were found."""
        return self._best_on_average([step for step in now if step in LEVEL]) or super()._sought(now)

    def _attacks(self, ways: Sequence[str]) -> Sequence[str]:
        """Attacks on players on the same cell, and shots that hit in enough worlds."""
        me, manners = self.memory.me, self._ear.manners
        others = [] if me.held or me.injured else [*self.memory.others]
        attacks = [attack.format(name) for name in others for attack in manners.attacks[-1:]]
        shots = [way for way in (f"shoot {step}" for step in LEVEL) if way in ways]
        shots = [way for way in shots if way not in self.memory.tried]
        worlds = self._worlds.now() if shots and self._worlds else []
        hits = {way: sum(self._hits(world, way.removeprefix("shoot ")) for world in worlds) for way in shots}
        return [*attacks, *(way for way in shots if worlds and hits[way] >= HIT * len(worlds))]

    def _hits(self, world: World, step: str) -> bool:
        """Whether a shot hits somebody who is well."""
        cell, (_, params) = world.places[self._name], self._of
        well = {at for name, at in world.places.items() if name != self._name and not self._injured(name)}
        way = step[:1].upper()
        for _ in range(REACH):
            if world.leads[cell, step].answer in ("blocked", "exit"):
                return False
            cell = params.grid.step(cell, way)
            if cell in well:
                return True
        return False

    def _injured(self, name: str) -> bool:
        return name in self.memory.others and self.memory.others[name].injured

    # --- the best step -----------------------------------------------------------------------------------------------

    def _best_on_average(self, steps: Sequence[str]) -> str:
        """The step with the fewest turns to be expected; empty where there are too few worlds."""
        if self._worlds is None or not steps:
            return ""
        leaving, injured = self.memory.me.held >= self._chart.announced.to_win.prizes, self.memory.me.injured
        found = [(world, world.turns(leaving=leaving, injured=injured)) for world in self._worlds.now()]
        planned = [(world, turns) for world, turns in found if world.places[self._name] in turns]
        if len(planned) < FEWEST:
            return ""
        costs = {step: self._cost(step, steps, planned, leaving) for step in steps}
        return min((step for step in steps if costs[step] < FAR * 2), key=lambda step: costs[step], default="")

    def _cost(self, step: str, steps: Sequence[str], planned: Sequence[Planned], leaving: bool) -> float:
        """The turns to be expected with a step, less what its answer is worth."""
        by_answer: dict[str, list[Planned]] = defaultdict(list)
        for world, turns in planned:
            by_answer[world.leads[world.places[self._name], step].answer].append((world, turns))
        told = Counter({answer: len(group) for answer, group in by_answer.items()})
        if len(told) == 1 and not self._leads_on(step, planned[0][0], leaving):
            return FAR * 3  # everybody knows already that this leads nowhere
        shares = {answer: number / len(planned) for answer, number in told.items()}
        bits = -sum(share * log2(share) for share in shares.values())
        costs = (share * self._cost_after(step, steps, by_answer[answer], leaving) for answer, share in shares.items())
        return sum(costs) - BIT * bits

    def _leads_on(self, step: str, world: World, leaving: bool) -> bool:
        lead = world.leads[world.places[self._name], step]
        return lead.turns > 0 or (leaving and lead.finds == "exit")

    def _cost_after(self, step: str, steps: Sequence[str], group: Sequence[Planned], leaving: bool) -> float:
        """The turns to be expected in the worlds that give the same answer, with one next step for all of them."""
        first = group[0][0].leads[group[0][0].places[self._name], step]
        if leaving and first.finds == "exit":
            return 0.0
        ways = [other for other in steps if other != step] if not first.turns else LEVEL
        sums = (sum(self._cost_of_next(step, other, each, leaving) for each in group) for other in ways)
        return first.turns + min(sums, default=FAR * len(group)) / len(group)

    def _cost_of_next(self, step: str, other: str, planned: Planned, leaving: bool) -> float:
        """The turns that a world takes from the step on, with another one after it."""
        world, turns = planned
        cell = world.leads[world.places[self._name], step].to
        lead = world.leads[cell, other]
        if leaving and lead.finds == "exit":
            return 0.0
        return lead.turns + turns.get(lead.to, FAR) if lead.turns else turns.get(cell, FAR) + 1.0
