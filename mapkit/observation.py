"""What a player understands of what is heard, in terms that all games share: each game has an ear that tells it.

An ear knows nothing but what everybody heard. A player who draws a map of it needs no rule of the game.
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
NOTHING: Mapping[str, int] = MappingProxyType({})
"""No amounts of anything."""


class Announced(NamedTuple):
    """What everybody knows of a board before they have seen anything of it."""

    steps: Mapping[str, Vector]
    """The words for steps, and where they lead."""
    plain: str
    """The ground that does not tell players where they are."""
    size: tuple[int, ...] = ()
    """How many columns, rows and floors there are; () where the outer wall sounds like any other."""
    amounts: Mapping[str, int] = NOTHING
    """How many cells of a ground there are, as far as that is known."""
    rings: Mapping[str, int] = NOTHING
    """How many cells of a carrying ground form a ring, where all its rings are alike: the last leads to the first."""
    carriers: frozenset[str] = frozenset()
    """The grounds on which a player who stays is carried on."""
    stay: str = ""
    """What a player says to stay there; empty where nobody can."""
    fickle: bool = False
    """Whether a side is not always the same from both sides."""
    healing: str = ""
    """The ground on which the injured are healed."""
    needed: int = 1
    """How many prizes a player has to bring out."""
    alone: bool = False
    """Whether nobody wins before all others are dead."""

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
    """Which ways of a game are good, the best first."""

    start: str = ""
    """What is said before the cell to start on; empty where nobody chooses one."""
    eager: tuple[str, ...] = ()
    """What is said whenever it may be."""
    attacks: tuple[str, ...] = ()
    """What is said against a player who holds a prize, with braces for the name."""
    throw_away: str = ""
    """What is said to be rid of a burden."""
    aims: Mapping[str, int] = NOTHING
    """The weapons with a direction, and how many cells they reach."""
    stab: str = ""
    """The weapon for the player's own cell."""
    breaks: str = ""
    """The weapon for walls."""


class Meaning(Enum):
    """What something heard means for the player whom it is about."""

    PLACED = auto()
    WALL = auto()
    EXIT = auto()
    OUTSIDE = auto()
    """They stand before the exit that they stepped through."""
    STAYS = auto()
    CARRIED = auto()
    RIDES = auto()
    """They were carried on from where they were."""
    PRIZE = auto()
    """What is to be brought out lies where they are."""
    TAKEN = auto()
    """They took a prize."""
    PUT_DOWN = auto()
    FALSE = auto()
    """What they brought out was no prize."""
    INJURED = auto()
    HEALTHY = auto()
    DEAD = auto()
    BURDENED = auto()
    """They hold something useless."""
    RELIEVED = auto()
    """They got rid of it."""
    OPENED = auto()
    """What they threw leaves a way on that side."""
    STANDS = auto()
    """What they threw could do nothing to the wall."""
    CHANGED = auto()
    """They changed a wall; nobody else knows which."""


RIM = "rim"
"""The outer wall, where it sounds like no other."""


class Observation(NamedTuple):
    """The meaning of something heard."""

    means: Meaning
    who: str = ""
    """The player whom it is about."""
    ground: str = ""
    """What they are on then, or what refused their step or their throw: `wall` or `RIM`."""
    entered: str = ""
    """The ground that carried them there."""


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
