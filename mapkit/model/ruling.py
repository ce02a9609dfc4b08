"""What a referee says: announcements, refusals, rulings, and what a game master sees of a moment."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import Generic, NamedTuple, Self, TypeVar

from mapkit.model.errors import MapkitError
from mapkit.model.grid import Cell
from mapkit.model.letters import columns_of
from mapkit.model.message import Message, joined

S = TypeVar("S")


class Announcement(NamedTuple):
    """Something that is said at the table."""

    key: str
    """The key of a phrase in the phrase file."""
    args: tuple[tuple[str, str], ...] = ()
    """The names in the phrase's braces, each with what stands there."""
    to: tuple[str, ...] = ()
    """The players who hear it; empty for everybody. The game master hears all."""


def heard(key: str, **args: str) -> Announcement:
    return tuple.__new__(Announcement, (key, tuple(args.items()), ()))  # half as long as by its name


def keyed(word: str) -> Message:
    """A word of the phrase file, by its key, in what is announced."""
    return Message(word)


def row(words: Iterable[str], between: str = ", ") -> Message:
    """Words of the phrase file, by their keys, with commas or something else between them."""
    return joined([*map(keyed, words)], between)


def turns_begun(heard: Iterable[Announcement]) -> int:
    """How many turns begin, by what is announced; all turns that are told, printed and counted are these."""
    return sum(said.key == "turn" for said in heard)


class MoveError(MapkitError):
    """A directive is refused and changes nothing; `refusal` says why, by a phrase of the phrase file.

    The text is that phrase where `mapkit.library` raises the error, and its key where a referee does.
    """

    def __init__(self, refusal: Announcement, in_words: str = "") -> None:
        """Takes the refusal, and its phrase with everything filled in, if it is known."""
        super().__init__(in_words or refusal.key)
        self.refusal = refusal


class InvalidMove(MoveError):
    """The words cannot be read as a directive."""


class IllegalMove(MoveError):
    """A rule forbids the directive now; the key of the refusal begins with the rule's number."""


class NoRuling(MoveError):
    """A correction by the game master cannot be made; `refusals` say all that is wrong with it."""

    def __init__(self, first: Announcement, *others: Announcement) -> None:
        super().__init__(first)
        self.refusals = (first, *others)


Dice = Callable[[int], int]
"""Rolls a die: takes the number of its sides, and returns a number from 1 to that."""


def recorded(dice: Dice, rolls: list[int]) -> Dice:
    """The same dice, which add what they show to `rolls`."""

    def roll(faces: int) -> int:
        rolls.append(dice(faces))
        return rolls[-1]

    return roll


class Ruling(NamedTuple, Generic[S]):
    """What a directive leads to."""

    heard: tuple[Announcement, ...]
    """What players hear: everybody, or of some announcements only those named in `to`."""
    notes: tuple[Announcement, ...]
    """What the game master alone learns."""
    state: S

    def heard_by(self, name: str) -> tuple[Announcement, ...]:
        """What is not said to others alone; without a name, what everybody hears."""
        return tuple(said for said in self.heard if not said.to or name in said.to)


class Telling(NamedTuple, Generic[S]):
    """A ruling in the making. Games may add members of their own."""

    state: S
    heard: tuple[Announcement, ...] = ()
    notes: tuple[Announcement, ...] = ()

    def say(self, key: str, **args: str) -> Self:
        return tuple.__new__(type(self), (self[0], (*self[1], heard(key, **args)), *self[2:]))

    def say_to(self, to: str, key: str, **args: str) -> Self:
        """The same with an announcement that one player alone hears."""
        return tuple.__new__(type(self), (self[0], (*self[1], heard(key, **args)._replace(to=(to,))), *self[2:]))

    def note(self, key: str, **args: str) -> Self:
        return tuple.__new__(type(self), (*self[:2], (*self[2], heard(key, **args)), *self[3:]))

    def note_starts(self, starts: Mapping[str, Cell]) -> Self:
        """The same with a note of the cell where each player starts; `starts` are the cells by the players' names."""
        notes = (heard("starts", player=name, cell=cell) for name, cell in starts.items())
        return self._replace(notes=(*self.notes, *notes))

    def then(self, state: S) -> Self:
        return tuple.__new__(type(self), (state, *self[1:]))

    @property
    def ruling(self) -> Ruling[S]:
        return Ruling(self.heard, self.notes, self.state)


class Seat(NamedTuple):
    """Where a player is, for the game master and for the map of the paths walked."""

    name: str
    cell: Cell
    words: Message


class Situation(NamedTuple):
    """A moment as the game master sees it. Everything but names and cells is in words of the phrase file."""

    heads: tuple[str, ...]
    """The headings of the columns after name and cell."""
    rows: tuple[tuple[str, ...], ...]
    """The players in turn order: a name, a cell, and the words below each of the `heads`."""
    things: tuple[tuple[str, Cell], ...] = ()
    """What else is on the board, such as creatures and coins, each with its cell."""
    notes: tuple[Announcement, ...] = ()
    holds: Mapping[str, str] = MappingProxyType({})
    """What players carry, by their names, where the board is to show it beside them."""
    may_correct: tuple[str, ...] = ()
    """The keys of the lines that explain the further corrections of this map, and the words of conditions that hold."""


class Look(NamedTuple):
    """How a board is drawn for a terminal."""

    plain: bool = False
    """Whether in ASCII only."""
    whole: bool = False
    """Whether with what only a game master may see."""
    colour: bool = False
    """Whether in colour; colour shows nothing that a sign does not show as well."""
    columns: int = 0
    """The most columns that the board may take; 0 for as many as it likes."""
    lines: int = 0
    """The most lines that the board may take; 0 for as many as it likes.

    A board that would be larger is drawn smaller, or in part.
    """
    say: Callable[[Message], str] = str
    """Puts the words beside the board into a language."""

    def has_room(self, drawn: Sequence[str]) -> bool:
        """Whether a drawing has no more lines and columns than it may take."""
        wide = max(map(columns_of, drawn), default=0)
        return (not self.lines or len(drawn) <= self.lines) and (not self.columns or wide <= self.columns)
