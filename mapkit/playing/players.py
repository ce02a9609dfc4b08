"""Players for the machine to seat: a wanderer and an explorer, and a function that plays a whole game.

A player knows his name, what everybody heard and what may be said now. Neither the state nor the map is within his
reach, so what he achieves is what a person could achieve with pen and paper.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Generic, NamedTuple, Protocol, TypeVar, assert_never

from mapkit.chance import Chance
from mapkit.game import Dice, Heard, Map, Referee, Ruling
from mapkit.playing.hearing import Ear, Means, Told
from mapkit.playing.sketch import SKIP, Sketch, Spot

S = TypeVar("S")


class Player(Protocol):
    """Somebody who plays, knowing nothing but what is given here."""

    def choose(self, heard: Sequence[Heard], ways: Sequence[str]) -> str:
        """What he says, given everything heard since the game began and what may be said now."""
        ...


class Said(NamedTuple, Generic[S]):
    """A directive that was carried out: whose, its words, what the dice showed, and the ruling."""

    mover: str
    words: str
    rolls: tuple[int, ...]
    ruling: Ruling[S]


@dataclass(frozen=True)
class Playthrough(Generic[S]):
    """A game from its opening (which nobody said) to its end, or to the limit where it is not `over`."""

    opening: Said[S]
    said: tuple[Said[S], ...]
    over: bool

    @property
    def state(self) -> S:
        """The state in which the game was left."""
        return (self.said[-1] if self.said else self.opening).ruling.state

    @property
    def heard(self) -> tuple[Heard, ...]:
        """Everything that was heard."""
        return tuple(each for said in (self.opening, *self.said) for each in said.ruling.heard)

    @property
    def turns(self) -> tuple[str, ...]:
        """What was said, a line a turn, such as `Ann: shoot left; up; end`: so it may be typed at the table."""
        lines, last = list[str](), self.opening
        for said in self.said:
            if said.mover != last.mover or any(each.key == "turn" for each in last.ruling.heard):
                lines.append(f"{said.mover}: {said.words}")
            else:
                lines[-1] += f"; {said.words}"
            last = said
        return tuple(lines)


def play_out(
    referee: Referee[S],
    map: Map[Any],
    names: Sequence[str],
    players: Sequence[Player],
    seed: str,
    most_directives: int,
    options: Mapping[str, str] | None = None,
) -> Playthrough[S]:
    """Play a game to its end or for so many directives; raises what the referee raises.

    The dice follow from the seed alone; the first player has the first name.
    """
    chance, seated = Chance(f"dice of the game {seed}"), dict(zip(names, players, strict=True))
    rolls: list[int] = []
    ruling = referee.begin(map, tuple(names), options or {}, _dice(chance, rolls))
    opening, said, heard = Said("", "", tuple(rolls), ruling), list[Said[S]](), list(ruling.heard)
    while (mover := referee.mover(ruling.state)) and len(said) < most_directives:
        words = seated[mover].choose(heard, referee.ways(ruling.state))
        rolls.clear()
        ruling = referee.play(ruling.state, words, _dice(chance, rolls))
        said.append(Said(mover, words, tuple(rolls), ruling))
        heard += ruling.heard
    return Playthrough(opening, tuple(said), not mover)


def _dice(chance: Chance, rolls: list[int]) -> Dice:
    def roll(faces: int) -> int:
        rolls.append(chance.between(1, faces))
        return rolls[-1]

    return roll


class Wanderer:
    """A player who says anything that may be said."""

    def __init__(self, chance: Chance) -> None:
        self._chance = chance

    def choose(self, heard: Sequence[Heard], ways: Sequence[str]) -> str:  # noqa: ARG002 -- he does not listen
        """One of the ways."""
        return self._chance.choice(ways)


START = "start "
"""How a way begins that chooses where to start."""
MOVES = (Means.PLACED, Means.STAYS, Means.CARRIED, Means.RIDES, Means.OUTSIDE)
"""After what somebody is elsewhere."""
HOPE = 0.1
"""How likely a hit must be for a weapon to be worth it."""


class Explorer:
    """A player who keeps a map of his own and goes where it is useful; he has his name and an ear for the game.

    He explores, fetches what he needs to win and leaves; injured he goes to the hospital. He uses a weapon where, by
    what everybody heard of the others, it may hit.
    """

    def __init__(self, name: str, ear: Ear, chance: Chance) -> None:
        self._name, self._ear, self._chance = name, ear, chance
        self._read = 0
        self._said = ""
        self._held: dict[str, int] = {}
        self._injured: set[str] = set()
        self._dead: set[str] = set()
        self._on: dict[str, str] = {}
        self._gate = ""
        self._junk = False
        self._tried: set[str] = set()
        self._stuck = False
        self._breaker = False

    def choose(self, heard: Sequence[Heard], ways: Sequence[str]) -> str:
        """What helps at once, otherwise a step towards what would help, otherwise anything."""
        for each in heard[self._read :]:
            for told in self._ear.hear(each):
                self._hear(told)
        self._read = len(heard)
        breaks = self._ear.manners.breaks
        self._breaker |= any(way.startswith(f"{breaks} ") for way in ways)
        self._said = self._best(ways)
        self._tried.add(self._said)
        self._breaker &= not self._said.startswith(f"{breaks} ")
        return self._said

    # --- listening -----------------------------------------------------------------------------------------------

    @cached_property
    def sketch(self) -> Sketch:
        """His map."""
        return Sketch(self._ear.board)

    @property
    def _aimed(self) -> str:
        """The direction that he named last, of a step or of a weapon."""
        return self._said.split()[-1]

    def _hear(self, told: Told) -> None:
        """What concerns anybody; then what happened to the explorer himself is drawn."""
        means, who = told.means, told.who
        mine = who == self._name
        if means is Means.TAKEN:
            self._held[who] = self._held.get(who, 0) + 1
        if means is Means.FALSE:
            self._held[who] = max(0, self._held.get(who, 0) - 1)
        if means in (Means.PUT_DOWN, Means.INJURED, Means.DEAD) and self._held.pop(who, 0) and mine:
            self.sketch.treasures.add(self.sketch.here)
        if means in (Means.INJURED, Means.HEALTHY):
            (self._injured.add if means is Means.INJURED else self._injured.discard)(who)
        if means is Means.DEAD:
            self._dead.add(who)
        if means is Means.CHANGED and not mine:
            self.sketch.changes += 1
        if means in MOVES:
            self._on[who] = told.ground
        if means in (*MOVES, Means.INJURED, Means.DEAD):
            self._tried.clear()
        if mine:
            self._draw(told)

    def _draw(self, told: Told) -> None:
        """What happened to the explorer himself."""
        sketch, means = self.sketch, told.means
        match means:
            case Means.TREASURE:
                sketch.treasures.add(sketch.here)
            case Means.TAKEN:
                sketch.treasures.discard(sketch.here)
            case Means.JUNK | Means.NO_JUNK:
                self._junk = means is Means.JUNK
            case Means.OPENED:
                sketch.redraw(self._aimed, "open")
            case Means.STANDS:
                sketch.redraw(self._aimed, "solid")
            case Means.WALL | Means.EXIT | Means.OUTSIDE:
                self._bump(means, told.ground)
            case Means.PLACED | Means.STAYS | Means.CARRIED | Means.RIDES:
                self._come(means, told)
            case Means.PUT_DOWN | Means.FALSE | Means.INJURED | Means.HEALTHY | Means.DEAD | Means.CHANGED:
                pass  # not of the map, or drawn with something else
            case _:
                assert_never(means)

    def _bump(self, means: Means, obstacle: str) -> None:
        """What the step met; whoever stands outside knows that all but the way back is barred."""
        if means is Means.OUTSIDE:
            self._gate = self._said
        elif not self._gate:
            self.sketch.mark(self._said, "exit" if means is Means.EXIT else obstacle)

    def _come(self, means: Means, told: Told) -> None:
        """Where the step led to, also back in through an exit."""
        sketch = self.sketch
        if means is Means.PLACED:
            known = self._said.startswith(START) and not told.entered
            sketch.place(told.ground, sketch.board.vector(self._said.removeprefix(START)) if known else None)
        elif means is Means.RIDES:
            sketch.ride(told.ground)
        elif self._gate:
            sketch.back_in(told.ground, carried=bool(told.entered))
        elif means is Means.CARRIED:
            sketch.carry(self._said, told.entered, told.ground)
        else:
            sketch.walk(self._said, told.ground)
        self._gate = ""

    # --- choosing ------------------------------------------------------------------------------------------------

    def _best(self, ways: Sequence[str]) -> str:
        if all(way.startswith(START) for way in ways):
            return self._chance.choice(ways)
        if self._gate:
            back = self.sketch.board.back(self._gate)
            return back if back in ways else ways[-1]
        fit = next((words for words in (*self._useful(), *self._attacks(ways)) if words in ways), "")
        if fit:
            return fit
        steps = [way for way in ways if way in self.sketch.board.steps]
        if steps:
            return self._next_step([way for way in ways if way in (*steps, SKIP)], ways)
        return self._breach(ways) or ways[-1]

    def _useful(self) -> Iterator[str]:
        """What is worth saying before any step, as far as it may be said."""
        manners = self._ear.manners
        yield from manners.eager
        if not self._held.get(self._name):
            yield from (attack.format(name) for name in self._held for attack in manners.attacks)
        if self._junk:
            yield manners.throw_away

    def _attacks(self, ways: Sequence[str]) -> Sequence[str]:
        """The uses of weapons that are likely enough to hit, the most likely first; none that has just missed."""
        manners, hopes = self._ear.manners, dict[str, float]()
        for way in (way for way in ways if way not in self._tried):
            aim, _, step = way.partition(" ")
            if aim in manners.aims:
                hopes[way] = self._hope(self.sketch.line(step, manners.aims[aim]))
            elif way == manners.stab:
                hopes[way] = self._hope([self._on.get(self._name, "")])
        likely = [way for way in hopes if hopes[way] > HOPE]
        return sorted(likely, key=lambda way: -hopes[way])

    def _hope(self, line: Sequence[str]) -> float:
        """How many of the others are to be expected on cells of that ground."""
        others = [on for name, on in self._on.items() if name != self._name and name not in self._dead]
        return sum(self.sketch.board.chance_of(ground) for ground in line for on in others if on == ground)

    def _next_step(self, now: Sequence[str], ways: Sequence[str]) -> str:
        """One of the steps that may be said now, on the way to what is most useful."""
        sketch = self.sketch
        steps = self._chance.shuffled((*sketch.board.steps, *((SKIP,) if sketch.board.carriers else ())))
        if self._name in self._injured and sketch.ground.get(sketch.here) == self._ear.manners.hospital and SKIP in now:
            return SKIP
        self._stuck = False
        for goal in self._goals():
            if found := sketch.towards(goal, steps, now):
                return found
        self._stuck = True
        if throw := self._breach(ways):
            return throw
        step = sketch.towards(sketch.shut, steps, now) if self._breaker else ""
        if step and not sketch.shut(sketch.here, step):
            return step
        return SKIP if step and SKIP in now else self._stroll(now)

    def _goals(self) -> Iterator[Callable[[Spot, str], bool]]:
        """What a step may lead to, the most useful first."""
        sketch = self.sketch
        held, enough = self._held.get(self._name, 0), self._has_enough
        if enough:
            yield from (self._exit, sketch.outward)
        elif self._name in self._injured:
            yield lambda spot, step: self._ground(spot, step) == self._ear.manners.hospital
        else:
            yield lambda spot, step: sketch.onward(spot, step) in sketch.treasures
        yield from (sketch.new, sketch.untried)
        if held and not self._must_hunt:
            yield self._exit

    @property
    def _has_enough(self) -> bool:
        return self._held.get(self._name, 0) >= self.sketch.board.needed and not self._must_hunt

    @property
    def _must_hunt(self) -> bool:
        """Whether others have to die first."""
        return self.sketch.board.alone and bool(self._on.keys() - self._dead - {self._name})

    def _exit(self, spot: Spot, step: str) -> bool:
        return self.sketch.edges.get((spot, step)) == "exit"

    def _ground(self, spot: Spot, step: str) -> str:
        onward = self.sketch.onward(spot, step)
        return self.sketch.ground.get(onward, "") if onward else ""

    def _breach(self, ways: Sequence[str]) -> str:
        """To break a wall with nobody knows what behind it, where no way leads on."""
        sketch, breaks = self.sketch, self._ear.manners.breaks
        walls = [step for step in sketch.board.steps if f"{breaks} {step}" in ways and sketch.shut(sketch.here, step)]
        return f"{breaks} {walls[0]}" if walls and self._stuck else ""

    def _stroll(self, now: Sequence[str]) -> str:
        """Anywhere that is not known to be barred."""
        open_ways = [step for step in now if self.sketch.onward(self.sketch.here, step)]
        return self._chance.choice(open_ways or now)
