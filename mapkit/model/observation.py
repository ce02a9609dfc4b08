"""What a player understands of announcements, in terms that all games share. Each game has an ear that gives them.

An ear knows only what everybody hears. So a player who draws a map from its observations needs no rule of the game.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from enum import Enum, auto
from typing import TYPE_CHECKING, NamedTuple, Protocol

from mapkit.model.frozen import FrozenDict
from mapkit.model.grid import Cell, Square

if TYPE_CHECKING:
    from mapkit.model.ruling import Announcement

Vector = tuple[int, int, int]
"""A distance in cells: east, north and up."""
NOTHING: Mapping[str, int] = FrozenDict()


class Carriers(NamedTuple):
    """The grounds that carry players on, or hold them up."""

    grounds: frozenset[str] = frozenset()
    """The grounds on which a player who stays is carried on."""
    rings: Mapping[str, int] = NOTHING
    """For a ground whose cells carry players around a ring, the number of cells in each ring."""
    loops: frozenset[str] = frozenset()
    """The grounds whose cells carry players in a circle, so that no two of them lead to the same cell."""
    passages: Mapping[str, str] = FrozenDict()
    """For a step that can be made from one ground alone, such as from stairs, that ground."""
    near: frozenset[str] = frozenset()
    """The grounds that carry players to a neighbouring cell of the same ground."""
    slow: frozenset[str] = frozenset()
    """The grounds that cost a player who comes there the next turn."""


class Victory(NamedTuple):
    """What a player has to do to win."""

    prizes: int = 1
    alone: bool = False
    """Whether they win only when all others are dead."""


class Briefing(NamedTuple):
    """What everybody knows of a board before the first turn."""

    steps: Mapping[str, Vector]
    """The words for steps, and where they lead."""
    plain: str
    """The ground that is too common for players to find out from it where they are."""
    size: tuple[int, ...] = ()
    """How many columns, rows and floors there are; () where that is not known."""
    amounts: Mapping[str, int] = NOTHING
    """How many cells of each ground there are, as far as that is known.

    Where the outer wall sounds like any other wall, also how many inner borders are a `wall`, and how many outer ones
    an `exit`.
    """
    carriers: Carriers = Carriers()
    stay: str = ""
    """What a player says to stay on a cell; empty where players cannot."""
    fickle: bool = False
    """Whether a border may be different from its two sides."""
    healing: str = ""
    """The ground on which injured players are healed."""
    to_win: Victory = Victory()
    names: tuple[str, str] = ("up", "letters")
    """How cells are named, as in `Square.names_as`."""

    def back(self, step: str) -> str:
        x, y, z = self.steps[step]
        return next(word for word, vector in self.steps.items() if vector == (-x, -y, -z))

    @property
    def ways_back(self) -> Iterator[tuple[str, str]]:
        """Each step, with the one in the opposite direction."""
        return ((step, self.back(step)) for step in self.steps)

    def vector(self, cell: Cell) -> Vector:
        """The distance of the cell of that name from the cell at the lower left."""
        columns, rows, floors = self.size
        square = Square(columns, rows, floors).names_as(*self.names)
        x, y = square.centre(cell)
        return int(x), int(y), square.floor(cell) - 1

    def chance_of(self, ground: str) -> float:
        """The probability that a player on such ground is on one particular cell of it; 0.0 where that is not known."""
        cells = self.amounts.get(ground, 0)
        return 1 / cells if cells else 0.0


class Tactics(NamedTuple):
    """The directives of a game that are good to say."""

    start: str = ""
    """The words before the cell to start on; empty where players do not choose their starts."""
    eager: tuple[str, ...] = ()
    """Directives to say whenever they may be said, the best first."""
    attacks: tuple[str, ...] = ()
    """Directives against a player who holds a prize, with braces for the name, the best first."""
    throw_away: str = ""
    """The directive that throws a burden away."""
    aims: Mapping[str, int] = NOTHING
    """The words for weapons with a direction, and how many cells they reach."""
    sure_aims: Mapping[str, int] = NOTHING
    """The same for weapons that are worth using only where the player has worked out where the others are."""
    stab: str = ""
    """The directive for the weapon that hits the player's own cell."""
    breaks: str = ""
    probes: bool = False
    """Whether a step that a wall or an exit stops costs nothing."""


class Meaning(Enum):
    """What an announcement means for the player whom it is about."""

    PLACED = auto()
    """They were put on a cell."""
    WALL = auto()
    """A wall stopped their step."""
    EXIT = auto()
    """There is an exit on that side."""
    OUTSIDE = auto()
    """They stand outside, before the exit that they stepped through."""
    STAYS = auto()
    """Their step led to a cell where they stay."""
    CARRIED = auto()
    """Their step led to a cell that carried them on."""
    RIDES = auto()
    """The cell where they were has carried them on."""
    PRIZE = auto()
    TAKEN = auto()
    PUT_DOWN = auto()
    FALSE = auto()
    """What they brought out was no prize."""
    INJURED = auto()
    HEALTHY = auto()
    DEAD = auto()
    BURDENED = auto()
    """They hold something useless."""
    RELIEVED = auto()
    """They no longer hold something useless."""
    OPENED = auto()
    """What they threw has opened a way on that side."""
    STANDS = auto()
    """What they threw did nothing to the wall."""
    CHANGED = auto()
    """They changed a wall; the others do not know which."""


RIM = "rim"
"""The outer wall, where it sounds different from other walls."""


class Observation(NamedTuple):
    """What a player understands of an announcement."""

    means: Meaning
    who: str = ""
    ground: str = ""
    """The ground that they are on afterwards, or what stopped their step or their throw: `wall` or `RIM`."""
    entered: str = ""
    """The ground that carried them there; empty where none did."""


class Ear(Protocol):
    """How a player understands the announcements of a game; it must hear them all, from the beginning."""

    @property
    def briefing(self) -> Briefing: ...

    @property
    def tactics(self) -> Tactics:
        """The directives that are good to say."""

    def hear(self, heard: Announcement) -> Iterator[Observation]:
        """What an announcement means; nothing where a player has no use for it."""
