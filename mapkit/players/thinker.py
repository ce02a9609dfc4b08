"""The thinker: an explorer that concludes what follows from all answers, and plans on maps that fit them.

It draws no map of its own. It samples worlds, maps that fit all that was said, and takes the step that is best on
average: few turns to win, and an answer that tells these worlds apart. What an answer would tell counts, as the next
step is chosen when it is known. The effort of a step is counted in conflicts of the solver, and not in seconds.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from mapkit.model.chance import Chance
from mapkit.model.grid import COMPASS
from mapkit.model.observation import Ear
from mapkit.model.ruling import Announcement
from mapkit.players.explorer import Explorer
from mapkit.players.foresight import FAR, Aim, LikelyWorld, Planner, outlook_of

if TYPE_CHECKING:
    from mapkit.knowledge.deduction import Listener
    from mapkit.knowledge.worlds import World, Worlds

LEVEL = tuple(COMPASS[way] for way in "NESW")
WORLDS = 32
FEWEST = 4
"""The fewest worlds that lead somewhere with which it plans; with fewer it explores."""
DEPTH = 2
HUNT = 8.0
"""How many turns it costs to win a prize from the player who carries it."""
HIT = 0.4
"""The least share of the worlds in which a shot must hit."""


class Thinker(Explorer):
    """A machine player for games whose evidence tells what each step leads to."""

    def __init__(self, name: str, ear: Ear, chance: Chance, game: Any, params: Any) -> None:
        """Takes what an explorer takes, and the game with the settings of its map, which everybody knows."""
        super().__init__(name, ear, chance)
        self._name, self._of, self._thoughts = name, (game, params), chance
        self._listener: Listener | None = None
        self._worlds: Worlds | None = None
        self._outlooks: dict[int, Any] = {}
        centres = {cell: params.grid.centre(cell) for cell in params.grid.cells()}
        self._at = {cell: (int(x), int(y)) for cell, (x, y) in centres.items()}

    def watch(
        self,
        names: Sequence[str],
        mover: str,
        words: str,
        heard: Sequence[Announcement],
        missed: Sequence[Announcement],
    ) -> None:
        super().watch(names, mover, words, heard, missed)
        if self._listener is not None:
            self._listener.hear(mover, words, heard, missed)
            return
        from mapkit.knowledge.deduction import Listener  # it is slow to load
        from mapkit.knowledge.worlds import Worlds
        from mapkit.model.map import Public

        game, params = self._of
        self._listener = Listener(Public("", params, game), game, names, heard)
        if self._listener.evidence.leads(frozenset()):
            self._worlds = Worlds(self._listener, game.design.rules, self._name, WORLDS, self._thoughts)

    def _sought(self, now: Sequence[str]) -> str:
        """The step that is best on average; that of an explorer where too few worlds were found."""
        me, steps = self.memory.me, [step for step in now if step in LEVEL]
        leaving = me.held >= self._chart.briefing.to_win.prizes
        aim = Aim.EXIT if leaving else Aim.HEALING if me.injured else Aim.PRIZE
        spots = self._spots(self._worlds.now()) if self._worlds is not None and steps else []
        spots = [spot for spot in spots if spot.cell in spot.outlook.goals[aim]]
        if not spots:
            return super()._sought(now)
        costs = Planner(LEVEL, DEPTH, self._at).costs(spots, aim, steps)
        best = min((step for step in steps if costs[step] < FAR * 2), key=lambda step: costs[step], default="")
        return best or super()._sought(now)

    def _attacks(self, ways: Sequence[str]) -> Sequence[str]:
        """Attacks on players on the same cell, and shots that hit in enough worlds."""
        me, tactics = self.memory.me, self._ear.tactics
        others = [] if me.held or me.injured else [*self.memory.others]
        attacks = [attack.format(name) for name in others for attack in tactics.attacks[-1:]]
        shots = {f"{aim} {step}": (step, reach) for aim, reach in tactics.sure_aims.items() for step in LEVEL}
        shots = {way: shot for way, shot in shots.items() if way in ways and way not in self.memory.tried}
        worlds = self._worlds.now() if shots and self._worlds else []
        hits = {way: sum(w.weight * self._hits(w, *shot) for w in worlds) for way, shot in shots.items()}
        return [*attacks, *(way for way in shots if worlds and hits[way] >= HIT)]

    def _hits(self, world: World, step: str, reach: int) -> bool:
        """Whether a shot hits somebody who is well."""
        cell, (_, params) = world.places[self._name], self._of
        hurt = {name for name, other in self.memory.others.items() if other.injured}
        well = {at for name, at in world.places.items() if name != self._name and name not in hurt}
        way = step[:1].upper()
        for _ in range(reach):
            if world.leads[cell, step].answer in ("blocked", "exit"):
                return False
            cell = params.grid.step(cell, way)
            if cell in well:
                return True
        return False

    def _spots(self, worlds: Sequence[World]) -> list[LikelyWorld]:
        """The worlds as a planner sees them; what was worked out for the same leads and prey before is kept."""
        rich = [name for name, other in self.memory.others.items() if other.held]
        known, self._outlooks = self._outlooks, {}
        spots = list[LikelyWorld]()
        for world in worlds:
            hunted, key = {world.places[name]: HUNT for name in rich}, id(world.leads)
            leads, before, outlook = known.get(key, (None, None, None))
            if outlook is None or leads is not world.leads or before != hunted:
                outlook = outlook_of(world.leads, hunted)
            self._outlooks[key] = world.leads, hunted, outlook
            spots.append(LikelyWorld(world.weight, outlook, world.places[self._name]))
        return spots
