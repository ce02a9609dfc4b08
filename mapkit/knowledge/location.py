"""How soon a player without a map can know where they are, and how much of the map is known at a moment.

The player explores: they go towards the nearest side that they have not tried, and never leave the board on purpose.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator, Mapping, Sequence
from statistics import median_low
from typing import Any, NamedTuple

from mapkit.knowledge.deduction import Knowledge, Listener, Verdict
from mapkit.model.chance import Chance
from mapkit.model.game import table_of
from mapkit.model.grid import Cell
from mapkit.model.map import Map
from mapkit.model.message import Message, Name, clauses, message
from mapkit.model.observation import Ear, Meaning, Vector
from mapkit.model.ruling import Announcement, MoveError, Ruling
from mapkit.model.settings import BadSetting

PATIENCE = 150
"""The most answers for which a player is followed."""
SAMPLE = 8
"""The most starts that are tried, evenly spread over all that the game allows."""
ALONE = "one"


class LocationAnswers(NamedTuple):
    """How many answers it takes to know where one is."""

    answers: Mapping[Cell, int | None]
    """For each start that was tried, the number of answers; None where `patience` answers or the game did not do."""
    patience: int = PATIENCE

    @property
    def median(self) -> int | None:
        """The number of answers for the start in the middle; None where half of the starts take too many."""
        found = median_low(self.patience + 1 if answer is None else answer for answer in self.answers.values())
        return found if found <= self.patience else None

    @property
    def words(self) -> Message:
        known = sorted((answer, Name(cell)) for cell, answer in self.answers.items() if answer is not None)
        starts, never = len(self.answers), len(self.answers) - len(known)
        tried = message("not within {most} from {never} of {starts} starts", self.patience, never, starts)
        if not known:
            return tried
        ranked = (*known[0], *known[(len(known) - 1) // 2], *known[-1])
        told = message("least {number} ({cell}), median {mid} ({cell2}), most {most} ({cell3})", *ranked)
        return clauses(told, tried) if never else told


class MapCoverage(NamedTuple):
    """How much of a map is known."""

    cells: float
    """The share of the cells whose kind is certain."""
    borders: float
    """The share of the borders of which it is certain whether something stands there, or a gap is."""


def located(drawn: Map[Any], patience: int = PATIENCE) -> LocationAnswers:
    """How many answers it takes from some of the starts; raises BadSetting where the game proves nothing."""
    if table_of(drawn.game).evidence is None:
        game = Name(drawn.game.name)
        raise BadSetting(message("{name} has no announcements that a map could be worked out from", game))
    allowed = [cell for cell in drawn.params.grid.cells() if _opening(drawn, cell, Chance("")) is not None]
    tried = allowed[:: -(-len(allowed) // SAMPLE) or 1]
    if not tried:
        raise BadSetting(message("one player alone can begin nowhere on this map"))
    return LocationAnswers({cell: _answers(drawn, cell, patience) for cell in tried}, patience)


def share_known(known: Knowledge) -> MapCoverage:
    cells = {fact.place for fact in known.facts if isinstance(fact.place, str)}
    lines = {fact: verdict for fact, verdict in known.facts.items() if not isinstance(fact.place, str)}
    sure = sum(line in (Verdict.CERTAIN, Verdict.EXCLUDED) for line in lines.values())
    certain = sum(len(known.kinds(str(cell))) == 1 for cell in cells)
    return MapCoverage(certain / len(cells), sure / len(lines) if lines else 1.0)


def _opening(drawn: Map[Any], start: Cell, chance: Chance) -> Ruling[Any] | None:
    """The beginning of a game of one player from a start; None where the game does not allow that start."""
    try:
        return table_of(drawn.game).referee.begin(drawn, (ALONE,), {"starts": start}, chance.die)
    except BadSetting:
        return None


def _answers(drawn: Map[Any], start: Cell, patience: int) -> int | None:
    """How many answers it takes from a start; None for too many."""
    chance, table = Chance(f"located from {start}"), table_of(drawn.game)
    opening, hearing = _opening(drawn, start, chance), table.ear
    assert opening is not None
    assert hearing is not None, "a game with evidence has an ear"
    listener = Listener(drawn.public, drawn.game, (ALONE,), opening.heard)
    walker, state, answers = _Walker(hearing(drawn.params), opening.heard, chance), opening.state, 0
    while table.referee.mover(state) and answers < patience:
        for words in walker.wishes(table.referee.ways(state)):
            try:
                ruling = table.referee.play(state, words, chance.die)
            except MoveError:
                continue
            break
        else:
            return None
        listener.hear(ALONE, words, ruling.heard)
        state = ruling.state
        if walker.hear(words, ruling.heard):
            answers += 1
            if listener.is_located(ALONE):
                return answers
    return None


class _Walker:
    """Somebody who explores, and remembers the way since something last carried them elsewhere."""

    def __init__(self, ear: Ear, opening: Iterable[Announcement], chance: Chance) -> None:
        self._ear, self._chance = ear, chance
        for announcement in opening:
            for _ in ear.hear(announcement):
                pass
        self._steps: Mapping[str, Vector] = ear.briefing.steps
        self._forget()

    def _forget(self) -> None:
        self._at: Vector = (0, 0, 0)
        self._ways: dict[tuple[Vector, str], Vector | None] = {}

    def wishes(self, ways: Sequence[str]) -> Iterator[str]:
        """What they would say, the best first."""
        steps = [*self._chance.shuffled([way for way in ways if way in self._steps])]
        yield from filter(None, [self._nearest(steps)])
        yield from steps
        yield from reversed(ways)

    def _nearest(self, now: Sequence[str]) -> str:
        """The first step towards the nearest side that was not tried; empty where there is none."""
        seen, edge = {self._at}, deque([(self._at, "")])
        order = self._chance.shuffled(list(self._steps))
        while edge:
            spot, first = edge.popleft()
            for step in order if first else now:
                if (spot, step) not in self._ways:
                    return first or step
                onward = self._ways[spot, step]
                if onward is not None and onward not in seen:
                    seen.add(onward)
                    edge.append((onward, first or step))
        return ""

    def hear(self, words: str, heard: Iterable[Announcement]) -> bool:
        """Learn from the answer to their words; returns whether these were a step."""
        means = {seen.means for each in heard for seen in self._ear.hear(each) if seen.who in ("", ALONE)}
        if means & {Meaning.CARRIED, Meaning.RIDES, Meaning.OUTSIDE, Meaning.PLACED}:
            self._forget()
        elif words in self._steps and Meaning.STAYS in means:
            x, y, z = self._at
            east, north, up = self._steps[words]
            there = x + east, y + north, z + up
            self._ways[self._at, words], self._ways[there, self._ear.briefing.back(words)] = there, self._at
            self._at = there
        elif words in self._steps:
            self._ways[self._at, words] = None
        return words in self._steps
