"""What an explorer knows: the map drawn so far, and what was heard of everybody."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import assert_never

from mapkit.observation import RIM, Ear, Meaning, Observation
from mapkit.playing.explorer_map import Chart, Side
from mapkit.playing.explorer_sketch import Sketch
from mapkit.ruling import Heard

MOVES = (Meaning.PLACED, Meaning.STAYS, Meaning.CARRIED, Meaning.RIDES, Meaning.OUTSIDE)
"""After what somebody is elsewhere."""
DROPS = (Meaning.PUT_DOWN, Meaning.INJURED, Meaning.DEAD)
"""After what somebody's prizes lie where they are."""


@dataclass
class Person:
    """What everybody heard of a player."""

    ground: str = ""
    """What they are on; empty before they start and outside."""
    held: int = 0
    """How many prizes they hold."""
    burdened: bool = False
    """Whether they hold something useless."""
    injured: bool = False
    dead: bool = False

    def hear(self, told: Observation) -> None:
        """What is told of them."""
        match told.means:
            case Meaning.TAKEN:
                self.held += 1
            case Meaning.FALSE:
                self.held = max(0, self.held - 1)
            case Meaning.INJURED | Meaning.HEALTHY:
                self.injured = told.means is Meaning.INJURED
            case Meaning.DEAD:
                self.dead = True
            case Meaning.BURDENED | Meaning.RELIEVED:
                self.burdened = told.means is Meaning.BURDENED
        if told.means in DROPS:
            self.held = 0
        if told.means in MOVES:
            self.ground = told.ground


class Memory:
    """Listens for a player of that name, and draws what happens to them."""

    def __init__(self, name: str, ear: Ear) -> None:
        """Nothing has been heard yet."""
        self._name, self._ear = name, ear
        self.me = Person()
        self.others: dict[str, Person] = {}
        self.said = ""
        """What the player said last."""
        self.gate = ""
        """The step by which they went out of an exit, while they stand outside."""
        self.tried: set[str] = set()
        """What they have said since somebody moved or was hit, so that they do not shoot there again."""
        self._read = 0
        """How much of what was heard they have listened to."""

    def say(self, words: str) -> None:
        """The player says it."""
        self.said = words
        self.tried.add(words)

    def listen(self, heard: Sequence[Heard]) -> None:
        """All that was heard since the player listened last."""
        for each in heard[self._read :]:
            for told in self._ear.hear(each):
                self._hear(told)
        self._read = len(heard)

    @property
    def chart(self) -> Chart:
        """What is drawn by now."""
        return self._sketch.chart

    @cached_property
    def _sketch(self) -> Sketch:
        """Begun when there is something to draw: by then all has been announced."""
        return Sketch(self._ear.announced)

    @property
    def _aimed(self) -> str:
        """The direction that the player named last, of a step or of a weapon; empty where it is not known."""
        last = self.said.rpartition(" ")[2]
        return last if last in self.chart.announced.steps else ""

    def _hear(self, told: Observation) -> None:
        """What concerns anybody; then what happened to the player is drawn."""
        mine = told.who == self._name
        person = self.me if mine else self.others.setdefault(told.who, Person())
        if mine:
            self._draw(told)
        elif told.means is Meaning.CHANGED:
            self._sketch.changes += 1
        person.hear(told)
        if told.means in (*MOVES, *DROPS):
            self.tried.clear()

    def _draw(self, told: Observation) -> None:
        """What happened to the player."""
        chart, means = self.chart, told.means
        match means:
            case Meaning.PRIZE:
                chart.prizes.add(chart.here)
            case Meaning.TAKEN:
                chart.prizes.discard(chart.here)
            case Meaning.PUT_DOWN | Meaning.INJURED | Meaning.DEAD:
                if self.me.held:
                    chart.prizes.add(chart.here)
            case Meaning.OPENED | Meaning.STANDS | Meaning.WALL | Meaning.EXIT | Meaning.OUTSIDE:
                if self._aimed:
                    self._face(told, self._aimed)
            case Meaning.PLACED | Meaning.STAYS | Meaning.CARRIED | Meaning.RIDES:
                self._come(told)
            case Meaning.FALSE | Meaning.HEALTHY | Meaning.BURDENED | Meaning.RELIEVED | Meaning.CHANGED:
                pass  # not of the map, or drawn with something else
            case _:
                assert_never(means)

    def _face(self, told: Observation, step: str) -> None:
        """What is on that side; a player who stands outside knows that all but the way back is barred."""
        side: Side = "rim" if told.ground == RIM else "wall"
        if told.means is Meaning.OPENED:
            self._sketch.open_up(step)
        elif told.means is Meaning.STANDS:
            self._sketch.withstand(step, side)
        elif told.means is Meaning.OUTSIDE:
            self.gate = step
        elif not self.gate:
            self._sketch.mark(step, "exit" if told.means is Meaning.EXIT else side)

    def _come(self, told: Observation) -> None:
        """Where the step led to, also back in through an exit; after a step that nobody knows the map begins anew."""
        sketch, start = self._sketch, self._ear.manners.start
        if told.means is Meaning.PLACED:
            known = bool(start) and self.said.startswith(start) and not told.entered
            cell = self.said.removeprefix(start)
            sketch.place(told.ground, self.chart.announced.vector(cell) if known else None)
        elif told.means is Meaning.RIDES:
            sketch.ride(told.ground)
        elif self.gate:
            sketch.back_in(told.ground, carried=bool(told.entered))
        elif not self._aimed:
            self.chart.clear()
            sketch.place(told.ground, None)
        elif told.means is Meaning.CARRIED:
            sketch.carry(self._aimed, told.entered, told.ground)
        else:
            sketch.walk(self._aimed, told.ground)
        self.gate = ""
