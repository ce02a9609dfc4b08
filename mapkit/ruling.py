"""What a referee says: what is heard, refusals, rulings, and what a game master sees of a moment."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Generic, NamedTuple, Self, TypeVar

from mapkit.grid import Cell

S = TypeVar("S")


class Heard(NamedTuple):
    """Something said at the table: a key of the phrase file and what stands in its braces."""

    key: str
    args: tuple[tuple[str, str], ...] = ()


def heard(key: str, **args: str) -> Heard:
    """What is heard, its arguments by name."""
    return Heard(key, tuple(args.items()))


class MoveError(Exception):
    """A directive that changes nothing; `refusal` says why, in words of the phrase file."""

    def __init__(self, refusal: Heard) -> None:
        """Takes the refusal to say."""
        super().__init__(refusal.key)
        self.refusal = refusal


class InvalidMove(MoveError):
    """The words cannot be read as a directive."""


class IllegalMove(MoveError):
    """The words are a directive that a rule forbids now; the key of the refusal begins with the rule's number."""


class NoRuling(MoveError):
    """A correction by the game master that cannot be made; `refusals` tell all that is wrong with it."""

    def __init__(self, first: Heard, *others: Heard) -> None:
        """Takes the refusals, one at least."""
        super().__init__(first)
        self.refusals = (first, *others)


Dice = Callable[[int], int]
"""Rolls a die of so many sides: a number from 1 to that."""


class Ruling(NamedTuple, Generic[S]):
    """What a directive leads to: what everybody hears, what the game master alone is told, and the state after it."""

    heard: tuple[Heard, ...]
    notes: tuple[Heard, ...]
    state: S


class Telling(NamedTuple, Generic[S]):
    """A ruling in the making: the state so far, and what has been said on the way to it. Games add what is theirs."""

    state: S
    heard: tuple[Heard, ...] = ()
    notes: tuple[Heard, ...] = ()

    def say(self, key: str, **args: str) -> Self:
        """Say it to everybody."""
        return self._replace(heard=(*self.heard, heard(key, **args)))

    def note(self, key: str, **args: str) -> Self:
        """Tell the game master alone."""
        return self._replace(notes=(*self.notes, heard(key, **args)))

    def then(self, state: S) -> Self:
        """Go on from another state."""
        return self._replace(state=state)

    @property
    def ruling(self) -> Ruling[S]:
        """All of it."""
        return Ruling(self.heard, self.notes, self.state)


class Seat(NamedTuple):
    """Where a player is, for the game master and for the map of the paths walked."""

    name: str
    cell: Cell
    words: str


class Survey(NamedTuple):
    """A moment as the game master's book has it.

    `rows` are the players in turn order: a name, a cell, and what stands under the further `heads`. `things` are what
    else is on the board, such as creatures and treasures: what, and the cell. `holds` is what players carry that the
    board is to show beside their names. Heads, things, what is carried and all that stands below heads but names are
    words of the phrase file. `notes` tell the rest.
    """

    heads: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    things: tuple[tuple[str, Cell], ...] = ()
    notes: tuple[Heard, ...] = ()
    holds: Mapping[str, str] = MappingProxyType({})


class Look(NamedTuple):
    """How a board is drawn: in `plain` ASCII or not, `whole`, with what only a game master sees, and in `colour`.

    Colour shows nothing that signs do not tell, too.
    """

    plain: bool = False
    whole: bool = False
    colour: bool = False
