"""Where the players of a game went on a board."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import NamedTuple, assert_never

from mapkit.model.grid import Cell, Direction, Square
from mapkit.model.letters import in_latin_letters
from mapkit.model.replay import Placement, ReplayStep, Track
from mapkit.paper.sheet import printable


class Leg(NamedTuple):
    """A piece of a path."""

    start: Cell
    end: Cell
    """The cell where it ends; it need not be next to `start`."""
    jump: bool
    """Whether something carried the player on; otherwise it is a step to the next cell."""
    climb: int = 0
    """By how many floors it leads up; less than 0 for down."""
    put: bool = False
    """Whether the game master put the player there."""


@dataclass(frozen=True)
class Walk:
    """A player's path over a board."""

    letter: str
    """The sign of the player on the map."""
    start: Cell
    """The cell where it begins; empty where the player never came to this board."""
    legs: tuple[Leg, ...]
    stops: Mapping[Cell, tuple[int, ...]]
    """The numbers of the turns that ended on a cell."""
    out: Direction | None = None
    """The side on which the player left the board; None for a player who did not, or where it is not known."""

    @property
    def end(self) -> Cell:
        return self.legs[-1].end if self.legs else self.start

    @property
    def cells(self) -> frozenset[Cell]:
        return frozenset(cell for cell in (self.start, *(leg.end for leg in self.legs)) if cell)


def walks(track: Track, grid: Square, out: Direction | None = None) -> tuple[Walk, ...]:
    """The players' paths in a track; `out` is the side on which the player who left went out, if it is known."""
    found = list[Walk]()
    for start, letter in zip(track.starts, letters([start.player for start in track.starts]), strict=True):
        legs, stops = list[Leg](), dict[Cell, tuple[int, ...]]()
        here = start.carried_to or start.cell
        if start.carried_to:
            legs.append(_leg(grid, start.cell, here, jump=True))
        for move in track.moves_of(start.player):
            match move:
                case ReplayStep():
                    if move.through or move.cell != here:
                        # only the first leg may be a step, if it leads to a neighbour
                        for number, (one, other) in enumerate(pairwise((here, *move.through, move.cell))):
                            jump = number > 0 or grid.steps_apart(one, other) != 1
                            legs += [_leg(grid, one, other, jump=jump)] if one != other else []
                        stops[move.cell] = (*stops.get(move.cell, ()), move.number)
                case Placement():
                    legs += [_leg(grid, here, move.cell, jump=True)._replace(put=True)] if move.cell != here else []
                case _:
                    assert_never(move)
            here = move.cell
        found.append(Walk(letter, start.cell, tuple(legs), stops, out if start.player == track.left else None))
    return tuple(found)


def _leg(grid: Square, start: Cell, end: Cell, *, jump: bool) -> Leg:
    return Leg(start, end, jump, grid.floor(end) - grid.floor(start))


def letters(names: Sequence[str]) -> tuple[str, ...]:
    """A letter for each name: the first printable one that looks like no earlier player's letter, else a number."""
    taken: list[str] = []
    for number, name in enumerate(names, 1):
        used = {in_latin_letters(letter) for letter in taken}
        own = (c for c in printable(name, bold=True).upper() if c.isalpha() and in_latin_letters(c) not in used)
        taken.append(next(own, str(number)))
    return tuple(taken)
