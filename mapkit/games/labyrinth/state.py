"""A moment of a game in a labyrinth (`docs/rules/labyrinth.md`, D and G): players, creatures, and the map as it is."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple, Self

from mapkit.games.kit.packs import PackRecords
from mapkit.games.labyrinth.design import Params, arsenal_gives, kit
from mapkit.games.labyrinth.moves import LabyrinthLayout
from mapkit.language.directives import seated
from mapkit.model.frozen import of_the_same, replaced
from mapkit.model.grid import Cell, Direction, Place
from mapkit.model.map import Map
from mapkit.model.message import Message, joined, message
from mapkit.model.rule import Facts
from mapkit.model.ruling import Announcement, heard, keyed
from mapkit.model.ruling import Telling as _Telling


class Arms(NamedTuple):
    """What a player holds to use against others, or on the map."""

    grenades: int = 0
    """Grenades, which destroy walls."""
    bullets: int = 0
    knives: int = 0
    cement: int = 0
    """Bags of cement (MP-91)."""
    boomerangs: int = 0
    """Boomerangs (MP-93)."""

    def plus(self, other: Arms) -> Arms:
        return Arms(*(one + more for one, more in zip(self, other, strict=True)))

    def filled_up_to(self, other: Arms) -> Arms:
        """The same arms, filled up to at least as many of each as the other has (MP-70.a)."""
        return Arms(*map(max, self, other))

    def without(self, verb: str) -> Arms:
        """The same arms with one fewer of the weapon that the verb uses."""
        return self._replace(**{USES[verb]: getattr(self, USES[verb]) - 1})

    @property
    def words(self) -> Message:
        """The arms in words, such as `grenades: 1; bullets: 5`, or `nothing`."""
        return numbers_of(self._asdict())


def numbers_of(things: Mapping[str, int]) -> Message:
    """How many there are of each thing, by its key in the phrase file."""
    some = [message("{thing}: {number}", keyed(thing), number) for thing, number in things.items() if number]
    return joined(some, "; ") or keyed("nothing")


USES = {"shoot": "bullets", "grenade": "grenades", "knife": "knives", "cement": "cement", "boomerang": "boomerangs"}
"""For each directive the weapon that it uses up one of."""


class Player(NamedTuple):
    """A player."""

    name: str
    arms: Arms = Arms()
    spot: Place = ""
    """A cell, or the border of an exit where the player stands outside; empty before the start."""
    start: Cell = ""
    """The cell where the player first came to rest; empty before that."""
    wounded: bool = False
    dead: bool = False
    genuine: int = 0
    false: int = 0
    """The number of false treasures that the player carries (MP-86)."""
    loses: bool = False
    """Whether the next turn is lost (MP-89)."""
    fetched: frozenset[Cell] = frozenset()
    """The arsenals that gave this player their extra kit."""

    @property
    def outside(self) -> bool:
        """Whether the player stands outside, in front of an exit."""
        return not isinstance(self.spot, str)

    @property
    def cell(self) -> Cell:
        """The player's cell, or outside the cell of the exit."""
        return self.spot if isinstance(self.spot, str) else self.spot.cell


class LooseTreasure(NamedTuple):
    """A treasure that nobody carries."""

    cell: Cell
    genuine: bool


class Creature(NamedTuple):
    """A bear or a leprechaun (MP-94)."""

    kind: str
    """`bear` or `leprechaun`."""
    path: tuple[Cell, ...]
    """The cells that it walks over, its cave first; only the cave for a bear that repeats the players' steps."""
    cell: Cell
    done: int = 0
    """How many steps of its way along the path and back it has done."""
    hurt: frozenset[str] = frozenset()
    """The players that a bear has wounded, as long as they stay on its cell (MP-94.e)."""

    @property
    def copies(self) -> bool:
        """Whether the creature repeats the players' steps, as a bear without a path does (MP-94)."""
        return self.kind == "bear" and len(self.path) == 1

    @property
    def at_its_cave(self) -> Creature:
        """The creature back at its cave, where it begins (MP-94.2)."""
        return self._replace(cell=self.path[0], done=0)

    def among(self, players: Collection[Player]) -> Creature:
        """The creature, which forgets the players it has hurt once they are no longer on its cell (MP-94.e)."""
        if not self.hurt:
            return self
        return self._replace(hurt=self.hurt.intersection(p.name for p in players if p.spot == self.cell))


@of_the_same
@lru_cache(maxsize=64)
def _lay(params: Params, facts: Facts) -> LabyrinthLayout:
    return LabyrinthLayout(params, facts)


@dataclass(frozen=True)
class State(PackRecords):
    """A moment of a game."""

    drawn: Map[Params]
    """The map as it was at the beginning."""
    facts: Facts
    """Those of the map as it is now, without treasures."""
    players: tuple[Player, ...]
    """The players, in the order of turns."""
    loose: tuple[LooseTreasure, ...] = ()
    genuine: int = 0
    creatures: tuple[Creature, ...] = ()
    fallen: tuple[Cell, ...] = ()
    """The cells of boomerangs that lie about."""
    phase: str = "starts"
    """`starts` while players choose their cells, `before` while the mover owes a step, then `after`."""
    turn: int = 0
    """The index of the player whose turn it is."""
    refused: frozenset[Direction] = frozenset()
    """The directions in which that player has asked in vain."""
    queued: tuple[tuple[str, Direction], ...] = ()
    """The weapons that this player named for after the step, each with its direction (MP-60)."""
    restocked: tuple[tuple[Cell, Arms], ...] = ()
    """The arsenals that a ruling has changed, each with what a visit gives."""
    winner: str = ""
    """The name of the winner; empty until somebody has won."""
    draw: bool = False
    """Whether the game has ended without a winner."""
    extras: tuple[object, ...] = ()

    @property
    def params(self) -> Params:
        return self.drawn.params

    @property
    def lay(self) -> LabyrinthLayout:
        """The lay of the labyrinth with its walls as they are now."""
        return _lay(self.params, self.facts)

    @property
    def player(self) -> Player:
        return seated(self.players, self.turn)

    @property
    def secret(self) -> bool:
        """Whether what is typed next is a player's start, which is for the game master alone (MP-40)."""
        return self.phase == "starts" and not self.over

    @property
    def over(self) -> bool:
        return bool(self.winner) or self.draw

    @property
    def alive(self) -> tuple[Player, ...]:
        """The players who are alive, or who come back into the game."""
        packs = self.params.on
        return tuple(p for p in self.players if not p.dead or any(pack.returns(self, p) for pack in packs))

    def has(self, option: str) -> bool:
        return option in self.params.code

    @property
    def decided(self) -> bool:
        """Whether a player has won because all others are dead (MP-76)."""
        return self.has("V1") and len(self.players) > 1 and len(self.alive) == 1

    def named(self, name: str) -> Player:
        return seated(self.players, name)

    def visit(self, cell: Cell) -> Arms:
        """What the arsenal on a cell fills up to, or adds: by a ruling (MP-92.b), else as it was agreed."""
        return dict(self.restocked).get(cell, visit(self.params, cell))

    def others(self, cell: Cell) -> tuple[Player, ...]:
        """The other living players on a cell, the next in the order of turns first (MP-56.b)."""
        onward = (*self.players[self.turn + 1 :], *self.players[: self.turn])
        return tuple(p for p in onward if p.spot == cell and not p.dead)

    def targets(self, cell: Cell) -> tuple[Player | Creature, ...]:
        """The targets that a weapon can hit on a cell: players first, then creatures."""
        return (*self.others(cell), *(creature for creature in self.creatures if creature.cell == cell))


class Telling(_Telling[State]):
    """A ruling in the making."""

    def say(self, key: str, **args: str) -> Self:
        said: Announcement | None = heard(key, **args)
        for pack in self.state.params.on:
            said = said and pack.rewords(self.state, said)
        return self._replace(heard=(*self.heard, said)) if said else self

    def change(self, player: Player) -> Self:
        if player in self.state.players:
            return self
        players = tuple(player if p.name == player.name else p for p in self.state.players)
        creatures = tuple(creature.among(players) for creature in self.state.creatures)
        return self.then(replaced(self.state, players=players, creatures=creatures))

    def creature(self, changed: Creature) -> Self:
        here = changed.among(self.state.players)
        creatures = tuple(here if creature.kind == here.kind else creature for creature in self.state.creatures)
        return self.then(replaced(self.state, creatures=creatures)).note(f"{here.kind}-at", cell=here.cell)


def first_arms(p: Params) -> Arms:
    """The kit that each player starts with (MP-44, MP-80), and a boomerang where there are any (MP-93)."""
    return Arms(*kit(p), boomerangs=int(p.boomerang > 0))


def visit(p: Params, cell: Cell = "") -> Arms:
    """What the arsenal on a cell fills up to, or adds (MP-70.a, MP-92); no boomerangs."""
    return Arms(*arsenal_gives(p, cell))
