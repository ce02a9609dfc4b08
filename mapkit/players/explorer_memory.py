"""What an explorer knows: the map drawn so far, and what was heard of all players."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple, assert_never

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


class HeardAtTable(NamedTuple):
    """What is said by a player, and what is heard of it; the opening of a game has no speaker."""

    speaker: str
    words: str
    heard: tuple[Announcement, ...]
    partly: bool = False
    """Whether others heard more."""


class CommonMap:
    """What players know who have heard the same: maps of what happened to everybody, and what each player has.

    The ways of players whose words are not heard are not drawn.
    """

    def __init__(self, ear: Ear) -> None:
        """Takes an ear; nothing has been heard yet."""
        self.ear = ear
        self.people: dict[str, Person] = {}
        self.said: dict[str, str] = {}
        """What each player said last, of those whose ways are drawn."""
        self.exit_sides: dict[str, str] = {}
        """The steps by which players went out of an exit, while they stand outside."""
        self.moved = 0
        """How often somebody has moved or was hit."""
        self.hearings: list[HeardAtTable] = []
        self.sharers = 0
        """How many players share it."""

    def person(self, name: str) -> Person:
        return self.people.setdefault(name, Person())

    def follow(self, hearing: HeardAtTable, names: Sequence[str]) -> None:
        """Listen to what is heard at the table of players of these names."""
        if not self.hearings:
            self.said = dict.fromkeys(names, "")
        self.hearings.append(hearing)
        speaker, words, heard, _ = hearing
        if speaker:
            self.said[speaker] = words
        told = [observed.who for announcement in heard for observed in self.hear(announcement)]
        if hearing.partly or (words in self.ear.briefing.steps and speaker not in told):
            for hypothesis in self.hypotheses:  # they may have moved
                hypothesis.chart.at.pop(speaker, None)

    def hear(self, announcement: Announcement) -> list[Observation]:
        """Draw what an announcement tells of players whose words are heard; returns what it tells of all."""
        told = list(self.ear.hear(announcement))
        for observed in told:
            if observed.who in self.said:
                self._draw(observed)
            if observed.means is Meaning.CHANGED and not self.said.get(observed.who):
                for hypothesis in self.hypotheses:
                    hypothesis.changes += 1
            self.person(observed.who).hear(observed)
            self.moved += observed.means in NEW_TARGETS
        return told

    def chart_of(self, name: str) -> Chart:
        """The likeliest map, as the player of that name sees it."""
        chart = self.hypotheses[0].chart
        chart.walker = name
        return chart

    @cached_property
    def hypotheses(self) -> list[MapHypothesis]:
        """What draws the maps, the likeliest first. They are made when the board has been announced."""
        return [MapHypothesis(self.ear.briefing)]

    def doubt(self) -> bool:
        """Give up the likeliest map; returns whether there is another one left."""
        if len(self.hypotheses) > 1:
            del self.hypotheses[0]
            return self._likeliest_is_joined()
        return False

    def _likeliest_is_joined(self) -> bool:
        """Join what is alike on the likeliest map; returns whether that is right, or else one of the others."""
        for hypothesis in self.hypotheses[:]:
            if not hypothesis.first:
                hypothesis.first = True
                hypothesis.join_alike()
            if not hypothesis.chart.wrong:
                self.hypotheses += hypothesis.forks
                hypothesis.forks.clear()
                return True
            if len(self.hypotheses) > 1:
                del self.hypotheses[0]
        self.hypotheses[0].chart.wrong = False
        return False

    def _aimed(self, name: str) -> str:
        """The direction that a player named last, of a step or of a weapon; empty where they named none."""
        last = self.said.get(name, "").rpartition(" ")[2]
        return last if last in self.ear.briefing.steps else ""

    def _draw(self, observed: Observation) -> None:
        """Draw what happened to a player on each map, and keep the maps that it does not contradict."""
        who = observed.who
        told = observed.ground if observed.means in (Meaning.EXIT, Meaning.OUTSIDE) else ""
        aimed, exit_side = told or self._aimed(who), self.exit_sides.get(who, "")
        for hypothesis in self.hypotheses:
            hypothesis.chart.walker = who
        drawn = [list(self._drawn(hypothesis, observed, aimed)) for hypothesis in self.hypotheses]
        right = [hypothesis for forks in drawn for hypothesis in forks if not hypothesis.chart.wrong] or drawn[0]
        for hypothesis in right:
            hypothesis.chart.wrong = False
        if len(right) > 1:
            right.sort(key=lambda hypothesis: -hypothesis.points)
        self.hypotheses[:] = right[:MOST_MAPS]
        for hypothesis in right[1:]:
            hypothesis.first = False
        if not right[0].first:
            self._likeliest_is_joined()
        if observed.means is Meaning.OUTSIDE:
            self.exit_sides[who] = aimed or exit_side
        elif observed.means in MOVES:
            self.exit_sides[who] = ""

    def _drawn(self, hypothesis: MapHypothesis, observed: Observation, aimed: str) -> Iterator[MapHypothesis]:
        """The map with what happened, and its forks where that may have happened in several ways."""
        chart, means = hypothesis.chart, observed.means
        match means:
            case Meaning.PRIZE:
                chart.prizes.add(chart.here)
            case Meaning.TAKEN:
                chart.prizes.discard(chart.here)
            case Meaning.PUT_DOWN | Meaning.INJURED | Meaning.DEAD:
                if self.person(observed.who).held:
                    chart.prizes.add(chart.here)
            case Meaning.OPENED | Meaning.STANDS | Meaning.WALL | Meaning.EXIT | Meaning.OUTSIDE:
                if aimed:
                    # A player who stands outside draws no walls, since only the way back is open to them
                    side: Side = "rim" if observed.ground == RIM else "wall"
                    if observed.means is Meaning.OPENED:
                        hypothesis.open_up(aimed)
                    elif observed.means is Meaning.STANDS:
                        hypothesis.withstand(aimed, side)
                    elif observed.means is not Meaning.OUTSIDE and not self.exit_sides.get(observed.who):
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

        After a step in an unknown direction the player begins a new piece of the map.
        """
        start, said, chart = self.ear.tactics.start, self.said[observed.who], hypothesis.chart
        outside = self.exit_sides.get(observed.who)
        if observed.means is Meaning.PLACED:
            known = bool(start) and said.startswith(start) and not observed.entered
            cell = said.removeprefix(start)
            hypothesis.place(observed.ground, chart.briefing.vector(cell) if known else None)
        elif observed.means is Meaning.RIDES or (outside and observed.entered):
            hypothesis.ride(observed.ground)
        elif outside:  # they are back on the cell of the exit
            hypothesis.place(observed.ground, None)
        elif not aimed:
            chart.at.pop(chart.walker, None)
            hypothesis.place(observed.ground, None)
        elif observed.means is Meaning.CARRIED:
            hypothesis.carry(aimed, observed.entered, observed.ground)
        else:
            hypothesis.walk(aimed, observed.ground)


class Memory:
    """What the player of a name knows. Players who have heard the same share what they know in common."""

    def __init__(self, name: str, ear: Ear) -> None:
        """Takes the player's name and an ear; nothing has been heard yet."""
        self._name, self._ear, self.common = name, ear, CommonMap(ear)
        self._names: Sequence[str] = ()
        self._hearings: list[HeardAtTable] = []
        self._tried: set[str] = set()
        self._tried_at = 0
        self._read = 0
        """How many announcements the player has listened to."""

    @property
    def me(self) -> Person:
        return self.common.person(self._name)

    @property
    def others(self) -> Mapping[str, Person]:
        return {name: person for name, person in self.common.people.items() if name != self._name and name}

    @property
    def exit_side(self) -> str:
        """The step by which the player went out of an exit, while they stand outside."""
        return self.common.exit_sides.get(self._name, "")

    @property
    def said(self) -> str:
        return self.common.said.get(self._name, "")

    @property
    def tried(self) -> set[str]:
        """What the player has said since anybody moved or was hit, so that they do not shoot there again."""
        if self._tried_at != self.common.moved:
            self._tried_at = self.common.moved
            self._tried.clear()
        return self._tried

    def say(self, words: str) -> None:
        self.common.said[self._name] = words
        self.tried.add(words)

    def listen(self, heard: Sequence[Announcement]) -> None:
        """Listen to what is new in `heard`, which has all announcements since the beginning."""
        if len(self.common.hearings) > len(self._hearings):
            self._alone()  # others have heard what this player has not heard yet
        self.common.said.setdefault(self._name, "")
        for announcement in heard[self._read :]:
            self.common.hear(announcement)
        self._read = len(heard)

    def follow(self, names: Sequence[str], hearing: HeardAtTable, company: list[CommonMap]) -> None:
        """Listen to what is heard at the table by everybody of these names.

        What one of the company knows in common is shared as long as it has heard the same.
        """
        at = len(self._hearings)
        self._hearings.append(hearing)
        self._read += len(hearing.heard)
        if not at:
            self._names = names
            self.common = next((common for common in company if common.hearings == self._hearings), self.common)
            self.common.sharers += 1
            company[:] = [self.common]
        if len(self.common.hearings) == at:
            self.common.follow(hearing, names)
        elif self.common.hearings[at] != hearing:
            self._alone()

    def _alone(self) -> None:
        """Draw what one has heard on maps that are not shared."""
        if self.common.sharers > 1:
            self.common.sharers -= 1
            self.common = CommonMap(self._ear)
            for hearing in self._hearings:
                self.common.follow(hearing, self._names)

    @property
    def chart(self) -> Chart:
        return self.common.chart_of(self._name)

    def doubt(self) -> bool:
        """Give up the likeliest map, which leads nowhere; returns whether there is another one left."""
        self._alone()
        return self.common.doubt()

    def begin_anew(self) -> None:
        """Forget the map, which leads nowhere."""
        self._alone()
        self.chart.clear()
        self.chart.wrong = False
