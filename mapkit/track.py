"""A played game as everybody's way through the map: who went where, what was said and what was heard.

Pure data for the sheets that are printed when a game is over; it tells everything, so it is the game master's.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple, Protocol

from mapkit.game import Heard, Ruling
from mapkit.grid import Cell


class Start(NamedTuple):
    """A player and where he started."""

    player: str
    cell: Cell


class Step(NamedTuple):
    """One directive that was carried out, in turn `number` of the game, counted from 1.

    `heard` is what was said at the table, in words; `through` are the cells that the player passed before he came to
    rest on `cell`, by river or portal. A turn may have several steps, and most of them lead nowhere new.
    """

    number: int
    player: str
    words: str
    heard: tuple[str, ...]
    through: tuple[Cell, ...]
    cell: Cell


@dataclass(frozen=True)
class Track:
    """A played game: the players in the order of turns, the steps, and who left the map (empty: nobody yet)."""

    starts: tuple[Start, ...]
    steps: tuple[Step, ...]
    left: str = ""

    def steps_of(self, player: str) -> tuple[Step, ...]:
        """The steps of one player."""
        return tuple(step for step in self.steps if step.player == player)


class Played(Protocol):
    """One directive that was carried out, as `mapkit.table` keeps it."""

    @property
    def mover(self) -> str:
        """Whose turn it was."""
        ...

    @property
    def words(self) -> str:
        """What he said."""
        ...

    @property
    def ruling(self) -> Ruling[Any]:
        """What it led to."""
        ...

    @property
    def ends_turn(self) -> bool:
        """Whether the next turn began with it."""
        ...


class PlayedGame(Protocol):
    """A played game, as `mapkit.table` keeps it."""

    @property
    def opening(self) -> Ruling[Any]:
        """How it began."""
        ...

    @property
    def played(self) -> Sequence[Played]:
        """The directives in their order, without those taken back."""
        ...


class Words(Protocol):
    """The words of a language, as `mapkit.phrases` has them."""

    def say(self, heard: Heard) -> str:
        """The words of something heard."""
        ...


def track_of(table: PlayedGame, phrases: Words) -> Track:
    """The track of a game, from the notes `starts`, `through`, `at` and `left`; whose turn is next is left out."""
    starts = tuple(Start(*_who_where(note)) for note in table.opening.notes if note.key == "starts")
    at = dict(starts)
    steps: list[Step] = []
    number, left = 1, ""
    for each in table.played:
        notes = each.ruling.notes
        at.update(_who_where(note) for note in notes if note.key == "at")
        left = next((_who_where(note)[0] for note in notes if note.key == "left"), left)
        through = tuple(_who_where(note)[1] for note in notes if note.key == "through")
        heard = tuple(phrases.say(said) for said in each.ruling.heard if said.key != "turn")
        steps.append(Step(number, each.mover, each.words, heard, through, at[each.mover]))
        number += each.ends_turn
    return Track(starts, tuple(steps), left)


def _who_where(note: Heard) -> tuple[str, Cell]:
    told = dict(note.args)
    return told["player"], told["cell"]
