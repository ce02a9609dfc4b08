"""What an explorer knows: the map drawn so far, and what was heard of all players."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import assert_never

from mapkit.model.observation import RIM, Ear, Meaning, Observation
from mapkit.model.ruling import Announcement
from mapkit.players.explorer_hypothesis import MapHypothesis
from mapkit.players.explorer_map import Chart, Side

MOVES = (Meaning.PLACED, Meaning.STAYS, Meaning.CARRIED, Meaning.RIDES, Meaning.OUTSIDE)
"""The meanings after which a player is elsewhere."""
MOST_MAPS = 4
"""The most maps that a player keeps in mind."""
DROPS = (Meaning.PUT_DOWN, Meaning.INJURED, Meaning.DEAD)
"""The meanings after which a player's prizes lie on their cell."""
NEW_TARGETS = frozenset((*MOVES, *DROPS))
"""The meanings after which a weapon that missed may be worth another try."""


@dataclass
class Person:
    """What everybody heard of a player."""

    ground: str = ""
    """The ground that they are on; empty before they start and outside."""
    held: int = 0
    burdened: bool = False
    """Whether they hold something useless."""
    injured: bool = False
    dead: bool = False

    def hear(self, observed: Observation) -> None:
        if observed.means in MOVES:
            self.ground = observed.ground
            return
        match observed.means:
            case Meaning.TAKEN:
                self.held += 1
            case Meaning.FALSE:
                self.held = max(0, self.held - 1)
            case Meaning.INJURED | Meaning.HEALTHY:
                self.injured = observed.means is Meaning.INJURED
            case Meaning.DEAD:
                self.dead = True
            case Meaning.BURDENED | Meaning.RELIEVED:
                self.burdened = observed.means is Meaning.BURDENED
        if observed.means in DROPS:
            self.held = 0


class Memory:
    """What the player of a name knows. It listens to all announcements, and draws what happens to the player."""

    def __init__(self, name: str, ear: Ear) -> None:
        """Takes the player's name and an ear; nothing has been heard yet."""
        self._name, self._ear = name, ear
        self.me = Person()
        self.others: dict[str, Person] = {}
        self.said = ""
        self.exit_side = ""
        """The step by which the player went out of an exit, while they stand outside."""
        self.tried: set[str] = set()
        """What the player has said since anybody moved or was hit, so that they do not shoot there again."""
        self._read = 0
        """How many announcements the player has listened to."""

    def say(self, words: str) -> None:
        self.said = words
        self.tried.add(words)

    def listen(self, heard: Sequence[Announcement]) -> None:
        """Listen to what is new in `heard`, which has all announcements since the beginning."""
        for announcement in heard[self._read :]:
            for observed in self._ear.hear(announcement):
                mine = observed.who == self._name
                person = self.me if mine else self.others.setdefault(observed.who, Person())
                if mine:
                    self._draw(observed)
                elif observed.means is Meaning.CHANGED:
                    for hypothesis in self._hypotheses:
                        hypothesis.changes += 1
                person.hear(observed)
                if observed.means in NEW_TARGETS:
                    self.tried.clear()
        self._read = len(heard)

    @property
    def chart(self) -> Chart:
        return self._hypotheses[0].chart

    @cached_property
    def _hypotheses(self) -> list[MapHypothesis]:
        """What draws the maps, the likeliest first. They are made when the board has been announced."""
        return [MapHypothesis(self._ear.briefing)]

    def doubt(self) -> bool:
        """Give up the likeliest map, which leads nowhere; returns whether there is another one left."""
        if len(self._hypotheses) > 1:
            del self._hypotheses[0]
            return True
        return False

    @property
    def _aimed(self) -> str:
        """The direction that the player named last, of a step or of a weapon; empty where they named none."""
        last = self.said.rpartition(" ")[2]
        return last if last in self.chart.briefing.steps else ""

    def _draw(self, observed: Observation) -> None:
        """Draw what happened to the player on each map, and keep the maps that it does not contradict."""
        told = observed.ground if observed.means in (Meaning.EXIT, Meaning.OUTSIDE) else ""
        aimed, exit_side = told or self._aimed, self.exit_side
        drawn = [list(self._drawn(hypothesis, observed, aimed)) for hypothesis in self._hypotheses]
        right = [hypothesis for forks in drawn for hypothesis in forks if not hypothesis.chart.wrong] or drawn[0]
        for hypothesis in right:
            hypothesis.chart.wrong = False
        if len(right) > 1:
            right.sort(key=lambda hypothesis: -hypothesis.points)
        self._hypotheses[:] = right[:MOST_MAPS]
        if observed.means is Meaning.OUTSIDE:
            self.exit_side = aimed or exit_side
        elif observed.means in MOVES:
            self.exit_side = ""

    def _drawn(self, hypothesis: MapHypothesis, observed: Observation, aimed: str) -> Iterator[MapHypothesis]:
        """The map with what happened, and its forks where that may have happened in several ways."""
        chart, means = hypothesis.chart, observed.means
        match means:
            case Meaning.PRIZE:
                chart.prizes.add(chart.here)
            case Meaning.TAKEN:
                chart.prizes.discard(chart.here)
            case Meaning.PUT_DOWN | Meaning.INJURED | Meaning.DEAD:
                if self.me.held:
                    chart.prizes.add(chart.here)
            case Meaning.OPENED | Meaning.STANDS | Meaning.WALL | Meaning.EXIT | Meaning.OUTSIDE:
                if aimed:
                    # A player who stands outside draws no walls, since only the way back is open to them
                    side: Side = "rim" if observed.ground == RIM else "wall"
                    if observed.means is Meaning.OPENED:
                        hypothesis.open_up(aimed)
                    elif observed.means is Meaning.STANDS:
                        hypothesis.withstand(aimed, side)
                    elif observed.means is not Meaning.OUTSIDE and not self.exit_side:
                        hypothesis.mark(aimed, "exit" if observed.means is Meaning.EXIT else side)
            case Meaning.PLACED | Meaning.STAYS | Meaning.CARRIED | Meaning.RIDES:
                self._come(hypothesis, observed, aimed)
            case Meaning.FALSE | Meaning.HEALTHY | Meaning.BURDENED | Meaning.RELIEVED | Meaning.CHANGED:
                pass  # it does not concern the map, or it is drawn with another observation
            case _:
                assert_never(means)
        yield hypothesis
        yield from hypothesis.forks
        hypothesis.forks.clear()

    def _come(self, hypothesis: MapHypothesis, observed: Observation, aimed: str) -> None:
        """Draw where the player has come to, by a step or back in through an exit.

        After a step in an unknown direction the map is begun anew.
        """
        start = self._ear.tactics.start
        if observed.means is Meaning.PLACED:
            known = bool(start) and self.said.startswith(start) and not observed.entered
            cell = self.said.removeprefix(start)
            hypothesis.place(observed.ground, hypothesis.chart.briefing.vector(cell) if known else None)
        elif observed.means is Meaning.RIDES or (self.exit_side and observed.entered):
            hypothesis.ride(observed.ground)
        elif self.exit_side:  # they are back on the cell of the exit
            hypothesis.place(observed.ground, None)
        elif not aimed:
            hypothesis.chart.clear()
            hypothesis.place(observed.ground, None)
        elif observed.means is Meaning.CARRIED:
            hypothesis.carry(aimed, observed.entered, observed.ground)
        else:
            hypothesis.walk(aimed, observed.ground)
