"""Players for the machine to seat: a wanderer and an explorer, and a function that plays a whole game.

A player knows his name, what everybody heard and what may be said now. Neither the state nor the map is within his
reach, so what he achieves is what a person could achieve with pen and paper.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum, auto
from typing import Any, Generic, NamedTuple, Protocol, TypeVar, assert_never

from mapkit.chance import Chance
from mapkit.game import Dice, Heard, Map, Referee, Ruling

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


class Means(Enum):
    """What something heard means to an explorer; of the player named, or of the other one for `INJURED`."""

    WALL = auto()
    EXIT = auto()
    TILE = auto()
    HOSPITAL = auto()
    CARRIED = auto()
    TREASURE = auto()
    TAKEN = auto()
    PUT_DOWN = auto()
    INJURED = auto()
    HEALTHY = auto()
    JUNK = auto()
    NO_JUNK = auto()


class Words(NamedTuple):
    """A game as an explorer understands it: what is heard, and which ways are good, the best first.

    `eager` are said whenever they may be, `attacks` with the name of somebody who holds a treasure.
    """

    means: Mapping[str, Means]
    eager: tuple[str, ...]
    attacks: tuple[str, ...]
    throw_away: str


TREASURES = Words(
    means={
        "blocked": Means.WALL,
        "exit": Means.EXIT,
        "safe": Means.TILE,
        "shop": Means.TILE,
        "marsh": Means.TILE,
        "river-wall": Means.TILE,
        "hospital": Means.HOSPITAL,
        "river": Means.CARRIED,
        "portal": Means.CARRIED,
        "treasure": Means.TREASURE,
        "takes": Means.TAKEN,
        "puts-down": Means.PUT_DOWN,
        "shot": Means.INJURED,
        "battle-lost": Means.INJURED,
        "battle-bullet": Means.INJURED,
        "kit": Means.HEALTHY,
        "healed": Means.HEALTHY,
        "rolls-junk": Means.JUNK,
        "drops-junk": Means.NO_JUNK,
    },
    eager=("take", "use kit", "heal", "shop"),
    attacks=("attack {} with bullet", "attack {}"),
    throw_away="drop",
)
"""Treasures of the Abandoned Labyrinth in an explorer's eyes."""

STEPS = {"north": (0, 1), "east": (1, 0), "south": (0, -1), "west": (-1, 0)}
BACK = {"north": "south", "east": "west", "south": "north", "west": "east"}


class Spot(NamedTuple):
    """A tile as an explorer counts them: on which piece of his map, and how far east and north of its first tile."""

    piece: int
    x: int
    y: int

    def beside(self, step: str) -> Spot:
        """The next spot in that direction."""
        across, up = STEPS[step]
        return Spot(self.piece, self.x + across, self.y + up)


Edge = tuple[Spot, str]
"""One side of a spot."""


class Sketch:
    """The map that an explorer draws as he walks.

    Whoever is carried off does not know where to, so a new piece of the map begins there; but entering that tile again
    leads to the same place again.
    """

    def __init__(self) -> None:
        self.here = Spot(0, 0, 0)
        self.seen = {self.here}
        self.walls: set[Edge] = set()
        self.opened: set[Edge] = set()
        self.exits: set[Edge] = set()
        self.lands: dict[Spot, Spot] = {}

    def wall(self, step: str) -> None:
        """A wall stands there."""
        self.walls |= {(self.here, step), (self.here.beside(step), BACK[step])}

    def walk(self, step: str) -> None:
        """One step, on a tile that stays underfoot."""
        entered = self._enter(step)
        self.here = entered

    def carry(self, step: str) -> None:
        """One step, on a tile that carries off."""
        entered = self._enter(step)
        self.here = self.lands.setdefault(entered, Spot(len(self.lands) + 1, 0, 0))
        self.seen.add(self.here)

    def _enter(self, step: str) -> Spot:
        entered = self.here.beside(step)
        self.opened |= {(self.here, step), (entered, BACK[step])}
        self.seen.add(entered)
        return entered

    def untried(self, spot: Spot, step: str) -> bool:
        """Whether nobody knows what is there."""
        edge = (spot, step)
        return edge not in self.opened and edge not in self.walls and edge not in self.exits

    def new(self, spot: Spot, step: str) -> bool:
        """Whether nobody knows what is there, nor has been on the tile behind it."""
        return self.untried(spot, step) and spot.beside(step) not in self.seen

    def onward(self, spot: Spot, step: str) -> Spot | None:
        """Where a step is known to lead."""
        entered = spot.beside(step)
        return self.lands.get(entered, entered) if (spot, step) in self.opened else None

    def towards(self, wanted: Callable[[Spot, str], bool], steps: Sequence[str]) -> str:
        """The first step of a shortest known way that ends with a wanted step; empty where there is none."""
        first, edge = {self.here: ""}, deque([self.here])
        while edge:
            spot = edge.popleft()
            for step in steps:
                begins = first[spot] or step
                if wanted(spot, step):
                    return begins
                onward = self.onward(spot, step)
                if onward is not None and onward not in first:
                    first[onward] = begins
                    edge.append(onward)
        return ""


class Explorer:
    """A player who keeps a map of his own and goes where it is useful; he knows his name and the game's words."""

    def __init__(self, name: str, words: Words, chance: Chance) -> None:
        self._name, self._words, self._chance = name, words, chance
        self._sketch = Sketch()
        self._steps = chance.shuffled(STEPS)
        self._step = ""
        self._read = 0
        self._hospitals: set[Spot] = set()
        self._treasures: set[Spot] = set()
        self._holders: dict[str, None] = {}
        self._injured = False
        self._junk = False

    def choose(self, heard: Sequence[Heard], ways: Sequence[str]) -> str:
        """What helps at once, otherwise a step towards what would help, otherwise anything."""
        for each in heard[self._read :]:
            self._hear(each)
        self._read = len(heard)
        useful = [words for words in self._useful() if words in ways]
        if useful:
            return useful[0]
        if not any(step in ways for step in STEPS):
            return ways[-1]
        self._step = self._next_step()
        return self._step

    def _hear(self, heard: Heard) -> None:
        means, args = self._words.means.get(heard.key), dict(heard.args)
        if means is None:
            return
        who = args["other" if means is Means.INJURED else "player"]
        if means is Means.TAKEN:
            self._holders[who] = None
        if means in (Means.PUT_DOWN, Means.INJURED) and who in self._holders:
            del self._holders[who]
            self._treasures |= {self._sketch.here} if who == self._name else set()
        if who == self._name:
            self._note(means)

    def _note(self, means: Means) -> None:
        """Draw what happened to the explorer himself."""
        sketch = self._sketch
        match means:
            case Means.WALL:
                sketch.wall(self._step)
            case Means.EXIT:
                sketch.exits.add((sketch.here, self._step))
            case Means.TILE | Means.HOSPITAL:
                sketch.walk(self._step)
                self._treasures.discard(sketch.here)
                self._hospitals |= {sketch.here} if means is Means.HOSPITAL else set()
            case Means.CARRIED:
                sketch.carry(self._step)
                self._treasures.discard(sketch.here)
            case Means.TREASURE:
                self._treasures.add(sketch.here)
            case Means.TAKEN:
                self._treasures.discard(sketch.here)
            case Means.INJURED | Means.HEALTHY:
                self._injured = means is Means.INJURED
            case Means.JUNK | Means.NO_JUNK:
                self._junk = means is Means.JUNK
            case Means.PUT_DOWN:
                pass  # told with the holders
            case _:
                assert_never(means)

    def _useful(self) -> list[str]:
        """What is worth saying before any step, as far as it may be said."""
        rich = self._name in self._holders
        attacks = [] if rich else [a.format(name) for name in self._holders for a in self._words.attacks]
        return [*self._words.eager, *attacks, *([self._words.throw_away] if self._junk else [])]

    def _next_step(self) -> str:
        sketch, rich = self._sketch, self._name in self._holders
        goals: list[Callable[[Spot, str], bool]] = [sketch.new, sketch.untried]
        if rich:
            goals.insert(0, lambda spot, step: (spot, step) in sketch.exits)
        elif self._injured:
            goals.insert(0, lambda spot, step: sketch.onward(spot, step) in self._hospitals)
        else:
            goals.insert(0, lambda spot, step: sketch.onward(spot, step) in self._treasures)
        found = (sketch.towards(goal, self._steps) for goal in goals)
        return next(filter(None, found), "") or self._chance.choice(self._steps)
