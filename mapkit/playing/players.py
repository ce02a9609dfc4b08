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
    CARRIED = auto()
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

    `eager` are said whenever they may be, `attacks` with the name of somebody who holds a treasure; `plain` is the
    ground that tells nothing of where one is, `hospital` the one on which the injured are healed.
    """

    senses: Mapping[str, Sense]
    eager: tuple[str, ...]
    attacks: tuple[str, ...]
    throw_away: str
    plain: str
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
        "river": Sense(Means.CARRIED, "river"),
        "portal": Sense(Means.CARRIED, "portal"),
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
    plain="safe",
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

PLAIN, TELLING, ENOUGH = 1, 3, 12
"""How much agreement is in plain ground or an open side, how much in anything else, and how much is believed."""


class Sketch:
    """The map that an explorer draws as he walks, and where on it he is.

    Whoever is carried off begins a new piece of the map, but knows where he will be when he enters that tile again. A
    piece that agrees with another in enough is taken for the same place; whoever finds his map wrong begins anew.
    """

    def __init__(self, plain: str) -> None:
        self._plain = plain
        self.clear()

    def clear(self) -> None:
        """Forget everything."""
        self.here = Spot(0, 0, 0)
        self.ground: dict[Spot, str] = {}
        self.edges: dict[Edge, str] = {}
        self.treasures: set[Spot] = set()
        self.lands: dict[Spot, Spot] = {}
        self._pieces = 1

    def mark(self, step: str, what: str) -> None:
        """What was found on that side, `wall`, `open` or `exit`; it is the same from both sides."""
        if self.edges.get((self.here, step), what) != what:
            self.clear()
        self.edges[self.here, step] = self.edges[self.here.beside(step), BACK[step]] = what

    def walk(self, step: str, ground: str) -> None:
        """A step onto ground that keeps the walker."""
        self._come(self._enter(step, ground), ground)

    def carry(self, step: str, ground: str) -> None:
        """A step onto ground that carries the walker off, to ground of the same kind."""
        entered = self._enter(step, ground)
        if entered not in self.lands:
            self.lands[entered] = Spot(self._pieces, 0, 0)
            self._pieces += 1
        self._come(self.lands[entered], ground)

    def _enter(self, step: str, ground: str) -> Spot:
        if self.ground.get(self.here.beside(step), ground) != ground:
            self.clear()
        self.mark(step, "open")
        self.ground[self.here.beside(step)] = ground
        return self.here.beside(step)

    def _come(self, spot: Spot, ground: str) -> None:
        self.here = spot
        self.ground[spot] = ground
        self.treasures.discard(spot)
        if ground != self._plain:
            self._recognise(ground)

    def _recognise(self, ground: str) -> None:
        """Join this piece of the map to the piece that it agrees with best, where it agrees in enough."""
        here = self.here
        tiles = [(spot, what) for spot, what in self.ground.items() if spot.piece == here.piece]
        edges = [(edge, what) for edge, what in self.edges.items() if edge[0].piece == here.piece]
        best, onto = ENOUGH - 1, here
        for spot, what in self.ground.items():
            if what == ground and spot.piece != here.piece:
                start = Spot(spot.piece, spot.x - here.x, spot.y - here.y)
                agreed = self._agreement(tiles, edges, start)
                if agreed > best:
                    best, onto = agreed, start
        if onto.piece != here.piece:
            self._join(here.piece, onto)

    def _agreement(self, tiles: Sequence[tuple[Spot, str]], edges: Sequence[tuple[Edge, str]], onto: Spot) -> int:
        """In how much a piece agrees with another, were its first tile at that spot; less than 0 if it contradicts."""
        agreed = 0
        for spot, ground in tiles:
            found = self.ground.get(_moved(spot, onto))
            if found == ground:
                agreed += PLAIN if ground == self._plain else TELLING
            elif found is not None:
                return -1
        for (spot, step), what in edges:
            found = self.edges.get((_moved(spot, onto), step))
            if found == what:
                agreed += PLAIN if what == "open" else TELLING
            elif found is not None:
                return -1
        return agreed

    def _join(self, piece: int, onto: Spot) -> None:
        """Draw a piece of the map on another, its first tile at that spot."""

        def moved(spot: Spot) -> Spot:
            return _moved(spot, onto) if spot.piece == piece else spot

        self.here = moved(self.here)
        self.ground = {moved(spot): ground for spot, ground in self.ground.items()}
        self.edges = {(moved(spot), step): what for (spot, step), what in self.edges.items()}
        self.treasures = {moved(spot) for spot in self.treasures}
        self.lands = {moved(spot): moved(land) for spot, land in self.lands.items()}

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
        self._sketch = Sketch(words.plain)
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
            case Means.CARRIED:
                sketch.carry(self._step, sense.ground)
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
