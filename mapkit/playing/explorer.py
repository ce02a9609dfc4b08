"""The explorer: mapkit's own player of games with a secret board, who goes by what is heard.

An explorer knows their name, what they heard and what they may say now. Neither the state nor the map is within their
reach: what they achieve a person could achieve with pen and paper.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import assert_never

from mapkit.chance import Chance
from mapkit.observation import Ear, Meaning, Observation
from mapkit.playing.explorer_map import SKIP, ChartCell, Side, Sketch
from mapkit.ruling import Heard

START = "start "
"""How a way begins that chooses where to start."""
MOVES = (Meaning.PLACED, Meaning.STAYS, Meaning.CARRIED, Meaning.RIDES, Meaning.OUTSIDE)
"""After what somebody is elsewhere."""
DROPS = (Meaning.PUT_DOWN, Meaning.INJURED, Meaning.DEAD)
"""After what somebody's treasures lie where he is."""
HOPE = 0.1
"""How likely a hit must be for a weapon to be worth it."""


@dataclass
class _Person:
    """What everybody heard of a player; the ground that he is on is empty before his start and outside."""

    ground: str = ""
    held: int = 0
    junk: bool = False
    injured: bool = False
    dead: bool = False

    def hear(self, told: Observation) -> None:
        """What is told of him."""
        match told.means:
            case Meaning.TAKEN:
                self.held += 1
            case Meaning.FALSE:
                self.held = max(0, self.held - 1)
            case Meaning.INJURED | Meaning.HEALTHY:
                self.injured = told.means is Meaning.INJURED
            case Meaning.DEAD:
                self.dead = True
            case Meaning.JUNK | Meaning.NO_JUNK:
                self.junk = told.means is Meaning.JUNK
        if told.means in DROPS:
            self.held = 0
        if told.means in MOVES:
            self.ground = told.ground


class Explorer:
    """A player who keeps a map of his own and goes where it is useful; he has his name and an ear for the game.

    He explores, fetches what he needs to win and leaves; injured he goes to the hospital. He uses a weapon where, by
    what everybody heard of the others, it may hit.
    """

    def __init__(self, name: str, ear: Ear, chance: Chance) -> None:
        """He has heard nothing yet."""
        self._name, self._ear, self._chance = name, ear, chance
        self._me = _Person()
        self._others: dict[str, _Person] = {}
        self._read = 0
        """How much of what was heard he has listened to."""
        self._said = ""
        """What he said last."""
        self._gate = ""
        """The step by which he went out of an exit, while he stands outside."""
        self._tried: set[str] = set()
        """What he has said since somebody moved or was hit, so that he does not shoot there again."""
        self._breaker = False
        """Whether he has what breaks walls; where it is for after the step, the ways before it do not tell."""

    def choose(self, heard: Sequence[Heard], ways: Sequence[str]) -> str:
        """What helps at once, otherwise a step towards what would help, otherwise anything."""
        self._listen(heard)
        self._say(self._best(ways), ways)
        return self._said

    def recall(self, heard: Sequence[Heard], ways: Sequence[str], words: str) -> None:
        """That these words were said, by the explorer or by somebody else in the same seat."""
        self._listen(heard)
        self._say(words, ways)

    def _say(self, words: str, ways: Sequence[str]) -> None:
        self._said = words
        self._tried.add(words)
        breaks = self._ear.manners.breaks
        if breaks and any(way.startswith(f"{breaks} ") for way in ways):
            self._breaker = not words.startswith(f"{breaks} ")

    # --- listening -----------------------------------------------------------------------------------------------

    def _listen(self, heard: Sequence[Heard]) -> None:
        """All that was heard since the explorer listened last."""
        for each in heard[self._read :]:
            for told in self._ear.hear(each):
                self._hear(told)
        self._read = len(heard)

    @cached_property
    def sketch(self) -> Sketch:
        """His map, begun when he first has something to draw: by then all has been announced."""
        return Sketch(self._ear.announced)

    @property
    def _aimed(self) -> str:
        """The direction that he named last, of a step or of a weapon; empty where it is not known."""
        last = self._said.rpartition(" ")[2]
        return last if last in self.sketch.announced.steps else ""

    def _hear(self, told: Observation) -> None:
        """What concerns anybody; then what happened to the explorer himself is drawn."""
        mine = told.who == self._name
        person = self._me if mine else self._others.setdefault(told.who, _Person())
        if mine:
            self._draw(told)
        elif told.means is Meaning.CHANGED:
            self.sketch.changes += 1
        person.hear(told)
        if told.means in (*MOVES, *DROPS):
            self._tried.clear()

    def _draw(self, told: Observation) -> None:
        """What happened to the explorer himself."""
        sketch, means = self.sketch, told.means
        match means:
            case Meaning.TREASURE:
                sketch.treasures.add(sketch.here)
            case Meaning.TAKEN:
                sketch.treasures.discard(sketch.here)
            case Meaning.PUT_DOWN | Meaning.INJURED | Meaning.DEAD:
                if self._me.held:
                    sketch.treasures.add(sketch.here)
            case Meaning.OPENED | Meaning.STANDS | Meaning.WALL | Meaning.EXIT | Meaning.OUTSIDE:
                if self._aimed:
                    self._face(told, self._aimed)
            case Meaning.PLACED | Meaning.STAYS | Meaning.CARRIED | Meaning.RIDES:
                self._come(told)
            case Meaning.FALSE | Meaning.HEALTHY | Meaning.JUNK | Meaning.NO_JUNK | Meaning.CHANGED:
                pass  # not of the map, or drawn with something else
            case _:
                assert_never(means)

    def _face(self, told: Observation, step: str) -> None:
        """What is on that side; whoever stands outside knows that all but the way back is barred."""
        sketch = self.sketch
        if told.means is Meaning.OPENED:
            sketch.blow_up(step)
        elif told.means is Meaning.STANDS:
            sketch.withstand(step, _side(told.ground))
        elif told.means is Meaning.OUTSIDE:
            self._gate = step
        elif not self._gate:
            sketch.mark(step, "exit" if told.means is Meaning.EXIT else _side(told.ground))

    def _come(self, told: Observation) -> None:
        """Where the step led to, also back in through an exit; after a step that nobody knows the map begins anew."""
        sketch = self.sketch
        if told.means is Meaning.PLACED:
            known = self._said.startswith(START) and not told.entered
            cell = self._said.removeprefix(START)
            sketch.place(told.ground, sketch.announced.vector(cell) if known else None)
        elif told.means is Meaning.RIDES:
            sketch.ride(told.ground)
        elif self._gate:
            sketch.back_in(told.ground, carried=bool(told.entered))
        elif not self._aimed:
            sketch.clear()
            sketch.place(told.ground, None)
        elif told.means is Meaning.CARRIED:
            sketch.carry(self._aimed, told.entered, told.ground)
        else:
            sketch.walk(self._aimed, told.ground)
        self._gate = ""

    # --- choosing ------------------------------------------------------------------------------------------------

    def _best(self, ways: Sequence[str]) -> str:
        if all(way.startswith(START) for way in ways):
            return self._chance.choice(ways)
        if self._gate:
            back = self.sketch.announced.back(self._gate)
            return back if back in ways else ways[-1]
        fit = next((words for words in (*self._useful(), *self._attacks(ways)) if words in ways), "")
        if fit:
            return fit
        steps, throw = self._steps, self._breach(ways)
        if any(way in self.sketch.announced.steps for way in ways):
            now = [way for way in ways if way in steps or way == SKIP]
            return self._sought(now) or throw or self._nearer(now)
        return throw if throw and not self._sought(steps) else ways[-1]

    @property
    def _steps(self) -> tuple[str, ...]:
        """All that may lead anywhere."""
        announced = self.sketch.announced
        return (*announced.steps, *((SKIP,) if announced.carriers else ()))

    def _useful(self) -> Iterator[str]:
        """What is worth saying before any step, as far as it may be said."""
        manners = self._ear.manners
        yield from manners.eager
        if not self._me.held:
            rich = [name for name, other in self._others.items() if other.held]
            yield from (attack.format(name) for name in rich for attack in manners.attacks)
        if self._me.junk:
            yield manners.throw_away

    def _attacks(self, ways: Sequence[str]) -> Sequence[str]:
        """The uses of weapons that are likely enough to hit, the most likely first; none that has just missed."""
        manners, hopes = self._ear.manners, dict[str, float]()
        for way in (way for way in ways if way not in self._tried):
            aim, _, step = way.partition(" ")
            if aim in manners.aims:
                hopes[way] = self._hope(self.sketch.line(step, manners.aims[aim]))
            elif way == manners.stab:
                hopes[way] = self._hope([self._me.ground])
        likely = [way for way in hopes if hopes[way] > HOPE]
        return sorted(likely, key=lambda way: -hopes[way])

    def _hope(self, line: Sequence[str]) -> float:
        """How many of the others are to be expected on cells of that ground."""
        alive = [other.ground for other in self._others.values() if not other.dead]
        return sum(self.sketch.announced.chance_of(ground) for ground in line for on in alive if on == ground)

    def _sought(self, now: Sequence[str]) -> str:
        """Of the steps that may be said now, one on the way to what is most useful; empty where no way leads on."""
        sketch = self.sketch
        healing = self._me.injured and sketch.ground.get(sketch.here) == sketch.announced.hospital
        if healing and SKIP in now:
            return SKIP
        steps = self._chance.shuffled(self._steps)
        return next((found for goal in self._goals() if (found := sketch.towards(goal, steps, now))), "")

    def _goals(self) -> Iterator[Callable[[ChartCell, str], bool]]:
        """What a step may lead to, the most useful first."""
        sketch = self.sketch
        if self._me.held >= sketch.announced.needed and not self._must_hunt:
            yield from (self._exit, sketch.outward)
        elif self._me.injured:
            yield self._hospital
        else:
            yield lambda spot, step: sketch.onward(spot, step) in sketch.treasures
        yield from (sketch.new, sketch.untried)
        if self._me.held and not self._must_hunt:
            yield self._exit

    @property
    def _must_hunt(self) -> bool:
        """Whether others have to die first."""
        return self.sketch.announced.alone and not all(other.dead for other in self._others.values())

    def _exit(self, spot: ChartCell, step: str) -> bool:
        return self.sketch.edges.get((spot, step)) == "exit"

    def _hospital(self, spot: ChartCell, step: str) -> bool:
        onward = self.sketch.onward(spot, step)
        return onward is not None and self.sketch.ground.get(onward) == self.sketch.announced.hospital

    def _breach(self, ways: Sequence[str]) -> str:
        """To break a wall with nobody knows what behind it, if that may be said; empty otherwise."""
        sketch, breaks = self.sketch, self._ear.manners.breaks
        throws = {f"{breaks} {step}": step for step in sketch.announced.steps} if breaks else {}
        return next((throw for throw in throws if throw in ways and sketch.shut(sketch.here, throws[throw])), "")

    def _nearer(self, now: Sequence[str]) -> str:
        """Where no way leads on: to a wall that he can break, to wait there for his turn to do so, or anywhere."""
        sketch = self.sketch
        step = sketch.towards(sketch.shut, self._chance.shuffled(self._steps), now) if self._breaker else ""
        if step and not sketch.shut(sketch.here, step):
            return step
        return SKIP if step and SKIP in now else self._stroll(now)

    def _stroll(self, now: Sequence[str]) -> str:
        """Anywhere that is not known to be barred."""
        open_ways = [step for step in now if self.sketch.onward(self.sketch.here, step)]
        return self._chance.choice(open_ways or now)


def _side(obstacle: str) -> Side:
    return "monolith" if obstacle == "monolith" else "wall"
