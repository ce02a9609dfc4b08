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
    STAYS = auto()
    FLUSHED = auto()
    PORTAL = auto()
    TREASURE = auto()
    TAKEN = auto()
    PUT_DOWN = auto()
    INJURED = auto()
    HEALTHY = auto()
    JUNK = auto()
    NO_JUNK = auto()


class Sense(NamedTuple):
    """The meaning of something heard, and the ground underfoot where it tells of one."""

    means: Means
    ground: str = ""


class Words(NamedTuple):
    """A game as an explorer understands it: what is heard, and which ways are good, the best first.

    `eager` are said whenever they may be, `attacks` with the name of somebody who holds a treasure; `hospital` is the
    ground on which the injured are healed.
    """

    senses: Mapping[str, Sense]
    eager: tuple[str, ...]
    attacks: tuple[str, ...]
    throw_away: str
    hospital: str


TREASURES = Words(
    senses={
        "blocked": Sense(Means.WALL),
        "exit": Sense(Means.EXIT),
        "safe": Sense(Means.STAYS, "safe"),
        "shop": Sense(Means.STAYS, "shop"),
        "marsh": Sense(Means.STAYS, "marsh"),
        "hospital": Sense(Means.STAYS, "hospital"),
        "river-wall": Sense(Means.STAYS, "river"),
        "river": Sense(Means.FLUSHED, "river"),
        "portal": Sense(Means.PORTAL, "portal"),
        "treasure": Sense(Means.TREASURE),
        "takes": Sense(Means.TAKEN),
        "puts-down": Sense(Means.PUT_DOWN),
        "shot": Sense(Means.INJURED),
        "battle-lost": Sense(Means.INJURED),
        "battle-bullet": Sense(Means.INJURED),
        "kit": Sense(Means.HEALTHY),
        "healed": Sense(Means.HEALTHY),
        "rolls-junk": Sense(Means.JUNK),
        "drops-junk": Sense(Means.NO_JUNK),
    },
    eager=("take", "use kit", "heal", "shop"),
    attacks=("attack {} with bullet", "attack {}"),
    throw_away="drop",
    hospital="hospital",
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
    """The map that an explorer draws as he walks, and where on it he is.

    Whoever is carried off begins a new piece of the map, but knows where he will be when he enters that tile again. A
    river carries to the tile beside it: once all but one of the four are excluded, the new piece is joined to the old.
    """

    def __init__(self) -> None:
        self.here = Spot(0, 0, 0)
        self.ground: dict[Spot, str] = {}
        self.edges: dict[Edge, str] = {}
        self.treasures: set[Spot] = set()
        self.lands: dict[Spot, Spot] = {}
        self._pieces = 1
        self._flushed: dict[int, Spot] = {}

    def mark(self, step: str, what: str) -> None:
        """What was found on that side, `wall`, `open` or `exit`; it is the same from both sides."""
        self.edges[self.here, step] = self.edges[self.here.beside(step), BACK[step]] = what
        self._join()

    def walk(self, step: str, ground: str) -> None:
        """A step onto ground that keeps the walker."""
        self._enter(step, ground)
        self.here = self.here.beside(step)
        self.treasures.discard(self.here)
        self._join()

    def carry(self, step: str, ground: str, beside: Means) -> None:
        """A step onto ground that carries the walker off, to the same kind of ground, by `FLUSHED` one tile."""
        self._enter(step, ground)
        entered = self.here.beside(step)
        if entered not in self.lands:
            self.lands[entered] = Spot(self._pieces, 0, 0)
            if beside is Means.FLUSHED:
                self._flushed[self._pieces] = entered
            self._pieces += 1
        self.here = self.lands[entered]
        self.ground[self.here] = ground
        self.treasures.discard(self.here)
        self._join()

    def _enter(self, step: str, ground: str) -> None:
        self.edges[self.here, step] = self.edges[self.here.beside(step), BACK[step]] = "open"
        self.ground[self.here.beside(step)] = ground

    def _join(self) -> None:
        """Join the pieces of which there is only one place left where they can be."""
        for piece, river in list(self._flushed.items()):
            left = [step for step in STEPS if self._fits(piece, river, step)]
            if len(left) == 1:
                del self._flushed[piece]
                self.edges[river, left[0]] = self.edges[river.beside(left[0]), BACK[left[0]]] = "open"
                self._move(piece, river.beside(left[0]))

    def _fits(self, piece: int, river: Spot, step: str) -> bool:
        """Whether the piece may begin on that side of the river tile, as far as is known."""
        if self.edges.get((river, step)) in ("wall", "exit"):
            return False
        onto = river.beside(step)
        if any(self.ground.get(_moved(spot, onto), g) != g for spot, g in self._within(piece)):
            return False
        return all(
            self.edges.get((_moved(spot, onto), side), what) == what
            for (spot, side), what in self.edges.items()
            if spot.piece == piece
        )

    def _within(self, piece: int) -> list[tuple[Spot, str]]:
        return [(spot, ground) for spot, ground in self.ground.items() if spot.piece == piece]

    def _move(self, piece: int, onto: Spot) -> None:
        """Write a piece of the map on another."""

        def moved(spot: Spot) -> Spot:
            return _moved(spot, onto) if spot.piece == piece else spot

        self.here = moved(self.here)
        self.ground = {moved(spot): ground for spot, ground in self.ground.items()}
        self.edges = {(moved(spot), side): what for (spot, side), what in self.edges.items()}
        self.treasures = {moved(spot) for spot in self.treasures}
        self.lands = {moved(spot): moved(land) for spot, land in self.lands.items()}
        self._flushed = {at: moved(river) for at, river in self._flushed.items()}

    def untried(self, spot: Spot, step: str) -> bool:
        """Whether nobody knows what is there."""
        return (spot, step) not in self.edges

    def new(self, spot: Spot, step: str) -> bool:
        """Whether nobody knows what is there, nor has been on the tile behind it."""
        return (spot, step) not in self.edges and spot.beside(step) not in self.ground

    def onward(self, spot: Spot, step: str) -> Spot | None:
        """Where a step is known to lead."""
        entered = spot.beside(step)
        return self.lands.get(entered, entered) if self.edges.get((spot, step)) == "open" else None

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


def _moved(spot: Spot, onto: Spot) -> Spot:
    return Spot(onto.piece, spot.x + onto.x, spot.y + onto.y)


class Explorer:
    """A player who keeps a map of his own and goes where it is useful; he knows his name and the game's words."""

    def __init__(self, name: str, words: Words, chance: Chance) -> None:
        self._name, self._words, self._chance = name, words, chance
        self._sketch = Sketch()
        self._step = ""
        self._read = 0
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
        sense, args = self._words.senses.get(heard.key), dict(heard.args)
        if sense is None:
            return
        who = args["other" if sense.means is Means.INJURED else "player"]
        if sense.means is Means.TAKEN:
            self._holders[who] = None
        if sense.means in (Means.PUT_DOWN, Means.INJURED) and who in self._holders:
            del self._holders[who]
            self._sketch.treasures |= {self._sketch.here} if who == self._name else set()
        if who == self._name:
            self._note(sense)

    def _note(self, sense: Sense) -> None:
        """Draw what happened to the explorer himself."""
        sketch, means = self._sketch, sense.means
        match means:
            case Means.WALL:
                sketch.mark(self._step, "wall")
            case Means.EXIT:
                sketch.mark(self._step, "exit")
            case Means.STAYS:
                sketch.walk(self._step, sense.ground)
            case Means.FLUSHED | Means.PORTAL:
                sketch.carry(self._step, sense.ground, means)
            case Means.TREASURE:
                sketch.treasures.add(sketch.here)
            case Means.TAKEN:
                sketch.treasures.discard(sketch.here)
            case Means.INJURED | Means.HEALTHY:
                self._injured = means is Means.INJURED
            case Means.JUNK | Means.NO_JUNK:
                self._junk = means is Means.JUNK
            case Means.PUT_DOWN:
                pass  # drawn with the holders
            case _:
                assert_never(means)

    def _useful(self) -> list[str]:
        """What is worth saying before any step, as far as it may be said."""
        rich = self._name in self._holders
        attacks = [] if rich else [a.format(name) for name in self._holders for a in self._words.attacks]
        return [*self._words.eager, *attacks, *([self._words.throw_away] if self._junk else [])]

    def _next_step(self) -> str:
        sketch, steps = self._sketch, self._chance.shuffled(STEPS)
        goals = (self._goal, sketch.new, sketch.untried)
        found = (sketch.towards(goal, steps) for goal in goals)
        return next(filter(None, found), "") or steps[0]

    def _goal(self, spot: Spot, step: str) -> bool:
        """Whether that step leads to what he needs now: an exit, a hospital or a treasure."""
        sketch = self._sketch
        if self._name in self._holders:
            return sketch.edges.get((spot, step)) == "exit"
        onward = sketch.onward(spot, step)
        if onward is None:
            return False
        return sketch.ground.get(onward) == self._words.hospital if self._injured else onward in sketch.treasures
