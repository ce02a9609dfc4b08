"""What a player understands of what is heard, in terms that all games share: each game has an ear that tells it.

An ear knows nothing but what everybody heard. Who draws a map of it needs no rule of the game.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from enum import Enum, auto
from types import MappingProxyType
from typing import TYPE_CHECKING, NamedTuple, Protocol

from mapkit.grid import Cell, Square

if TYPE_CHECKING:
    from mapkit.ruling import Heard

Vector = tuple[int, int, int]
"""How far east, north and up."""


class Announced(NamedTuple):
    """What everybody knows of a board before he has seen anything of it.

    `steps` are the words for steps and where they lead, `plain` is the ground that tells nothing of where one is.
    `size` is how many columns, rows and floors there are; () where the outer wall sounds like any other. `amounts` is
    how many cells of a ground there are, as far as that is known, and `chain` the length of every chain of wormholes,
    0 if nobody knows. Who skips on one of the `carriers` is carried on. Where walls are `fickle`, a side is not always
    the same from both sides. The injured are healed on `hospital`. A player wins with `needed` treasures, where `alone`
    not before all others are dead.
    """

    steps: Mapping[str, Vector]
    plain: str
    size: tuple[int, ...] = ()
    amounts: Mapping[str, int] = MappingProxyType({})
    chain: int = 0
    carriers: frozenset[str] = frozenset()
    fickle: bool = False
    hospital: str = "hospital"
    needed: int = 1
    alone: bool = False

    def back(self, step: str) -> str:
        """The step that undoes a step."""
        x, y, z = self.steps[step]
        return next(word for word, vector in self.steps.items() if vector == (-x, -y, -z))

    def vector(self, cell: Cell) -> Vector:
        """How far a cell is from the corner of the board, by its name."""
        square = Square(*self.size)
        x, y = square.centre(cell)
        return int(x), int(y), square.floor(cell) - 1

    def chance_of(self, ground: str) -> float:
        """How likely it is that somebody who is on such ground is on a certain cell of it."""
        cells = self.amounts.get(ground, 0)
        return 1 / cells if cells else 0.0


class Manners(NamedTuple):
    """Which ways of a game are good, the best first.

    `eager` are said whenever they may be, `attacks` with the name of somebody who holds a treasure, `throw_away` to be
    rid of junk. `aims` are weapons with a direction, and how many cells they reach; `stab` is the one for the player's
    own cell, `breaks` the one for walls.
    """

    eager: tuple[str, ...] = ()
    attacks: tuple[str, ...] = ()
    throw_away: str = ""
    aims: Mapping[str, int] = MappingProxyType({})
    stab: str = ""
    breaks: str = ""


class Meaning(Enum):
    """What something heard means for whom it is about."""

    PLACED = auto()
    WALL = auto()
    EXIT = auto()
    OUTSIDE = auto()
    """He stands before the exit that he stepped through."""
    STAYS = auto()
    CARRIED = auto()
    RIDES = auto()
    """He was carried on from where he was."""
    TREASURE = auto()
    TAKEN = auto()
    PUT_DOWN = auto()
    FALSE = auto()
    INJURED = auto()
    HEALTHY = auto()
    DEAD = auto()
    JUNK = auto()
    NO_JUNK = auto()
    OPENED = auto()
    """His grenade leaves a way where he threw it."""
    STANDS = auto()
    """His grenade could do nothing to the wall."""
    CHANGED = auto()
    """He changed a wall; nobody else knows which."""


class Observation(NamedTuple):
    """The meaning of something heard, and whom it is about.

    `ground` is what he is on then, or what refused his step or his grenade: `wall` or `monolith`. `entered` is the
    ground that carried him there.
    """

    means: Meaning
    who: str = ""
    ground: str = ""
    entered: str = ""


class Ear(Protocol):
    """How a game is understood; it belongs to one player, and listens from the beginning."""

    @property
    def announced(self) -> Announced:
        """What has been announced of the board."""
        ...

    @property
    def manners(self) -> Manners:
        """Which ways are good."""
        ...

    def hear(self, heard: Heard) -> Iterator[Observation]:
        """What it means; nothing where a player has no use for it."""
        ...
