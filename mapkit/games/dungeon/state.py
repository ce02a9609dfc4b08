"""A moment of a game of Dungeon: the levels made so far, the creatures on them, the players and their orders."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple, Self

from mapkit.games.dungeon.design import CREATURES, KINDS, Params, centre
from mapkit.games.dungeon.draft import Level, fresh_level
from mapkit.language.directives import seated
from mapkit.model.frozen import FrozenDict, replaced
from mapkit.model.grid import Cell, Hex
from mapkit.model.map import Map
from mapkit.model.message import Message, joined, noun, plural
from mapkit.model.ruling import Dice, keyed
from mapkit.model.ruling import Telling as _Telling

NAMES = {name: kind.words for name, kind in KINDS.items()} | {"blank": noun("Blank"), "dark": noun("Dark")}
"""The names of the kinds of hexes at the table, such as `Stone Wall`."""
COINS = {"one_coin": 1, "two_coins": 2}
"""The coins of each kind of loot (HD-47, HD-48)."""


@lru_cache(maxsize=8)
def board(radius: int) -> Hex:
    return Hex(radius)


@lru_cache(maxsize=8)
def middle(radius: int) -> Cell:
    return centre(board(radius), 1)


@lru_cache(maxsize=8)
def neighbours(radius: int) -> Mapping[Cell, tuple[tuple[str, Cell], ...]]:
    """For each hex the directions from it and the hexes there, clockwise from the north-east."""
    grid = board(radius)
    near = {cell: [(side.lower(), grid.step(cell, side)) for side in grid.directions] for cell in grid.cells()}
    return {cell: tuple((side, other) for side, other in sides if other) for cell, sides in near.items()}


class Spot(NamedTuple):
    """A hex on a level of a dungeon; both are counted from 1, the levels from the top."""

    dungeon: int
    level: int
    cell: Cell
    """The hex on that level, without a floor in its name."""

    def is_called(self, word: str) -> bool:
        """Whether a word names this hex: `c3`, with its level `c3/2`, or with its dungeon `2:c3/2`."""
        there = f"{self.cell}/{self.level}"
        return word in (self.cell, there, f"{self.dungeon}:{there}")


class Bag(NamedTuple):
    """The contents of a Pocket or a Store: coins, Mining Tools and torches (HD-47, HD-48, HD-59, HD-65)."""

    coins: int = 0
    tools: int = 0
    torches: int = 0

    def and_(self, other: Bag) -> Bag:
        return Bag(*(one + more for one, more in zip(self, other, strict=True)))

    @property
    def words(self) -> Message:
        coins = plural("{number} coin", "{number} coins", self.coins)
        tools = plural("{number} Mining Tools", "{number} Mining Tools", self.tools)
        torches = plural("{number} torch", "{number} torches", self.torches)
        return joined([each for each in (coins, tools, torches) if each.args["number"]]) or keyed("nothing")


EMPTY = Bag()


class Player(NamedTuple):
    """A player, inside a dungeon or outside all of them."""

    name: str
    spot: Spot | None
    """Where the player is; None outside the dungeons."""
    pocket: Bag = EMPTY
    store: Bag = EMPTY
    """What the player has brought out of the dungeons (HD-29)."""


class Enemy(NamedTuple):
    """A creature."""

    kind: str
    number: int
    """Its place among the creatures of its level: the lower, the sooner it was drawn. Not all numbers are taken."""
    spot: Spot

    @property
    def rank(self) -> tuple[int, int, int]:
        """Its place in the order of acting (HD-39): by dungeon, by level, which it never leaves, and by number."""
        return self.spot.dungeon, self.spot.level, self.number


class Dungeon(NamedTuple):
    """A dungeon as far as it is made."""

    levels: tuple[Level, ...]
    """The levels made so far, as they are now."""
    escaped: frozenset[str] = frozenset()
    """The names of the players who have ever escaped from it (HD-32.a)."""
    made: tuple[Level, ...] = ()
    """The levels as they were at first, with the creatures on them."""


class Action(NamedTuple):
    """One of three things to do in a period."""

    verb: str
    """`move`, `mine`, `climb` or `wait`."""
    to: str = ""
    """A direction or the name of a hex; empty where the verb needs none."""
    climbs: str | None = None
    """For a move onto a Rope that is climbed at once: the name of a hex above, or "" for any. None for no climb."""


class PeriodOrder(NamedTuple):
    """What a player orders for a period (HD-36), perhaps a new dungeon (HD-32)."""

    actions: tuple[Action, ...] = ()
    enters: int | None = None
    """The number of the dungeon to enter first, 0 for a new one; None for a player who enters none (HD-30)."""
    asks: bool = False


@dataclass(frozen=True)
class State:
    """A moment of a game; nothing in it changes."""

    drawn: Map[Params]
    """The map, with the settings as they are now: a ruling may change them."""
    options: frozenset[str]
    """The options of the table that are on, such as `fog`."""
    players: tuple[Player, ...]
    """The players, in the order of their names at the start."""
    dungeons: tuple[Dungeon, ...] = ()
    """The dungeons, the oldest first."""
    enemies: tuple[Enemy, ...] = ()
    orders: tuple[tuple[str, PeriodOrder], ...] = ()
    """The orders handed in so far for this period, each with the player's name."""
    period: int = 1
    """The number of the period that players give orders for, counted from 1."""
    looted: tuple[tuple[str, Spot], ...] = ()
    """Which player was at which Chest in this period."""
    winner: str = ""
    """The name of the winner; empty until the game is over."""

    @property
    def params(self) -> Params:
        """The settings of the map: the shape of levels, and the weights."""
        return self.drawn.params

    @property
    def grid(self) -> Hex:
        return board(self.drawn.params.grid.radius)

    @property
    def middle(self) -> Cell:
        return middle(self.drawn.params.grid.radius)

    @property
    def fog(self) -> bool:
        """Whether players learn only what is around them (HD-G1); the fog lifts when the game is over."""
        return "fog" in self.options and not self.winner

    def waited_for(self) -> tuple[Player, ...]:
        """The players who have not handed in their orders yet."""
        done = {name for name, _ in self.orders}
        return tuple(player for player in self.players if player.name not in done)

    def player(self, name: str) -> Player:
        return seated(self.players, name)

    def with_player(self, changed: Player) -> State:
        return replaced(self, players=tuple(changed if p.name == changed.name else p for p in self.players))

    def level(self, spot: Spot) -> Level:
        return self.dungeons[spot.dungeon - 1].levels[spot.level - 1]

    def kind(self, spot: Spot) -> str:
        return self.level(spot)[spot.cell]

    def with_hexes(self, spots: Sequence[Spot], kind: str) -> State:
        if not spots:
            return self
        dungeons = [list(dungeon.levels) for dungeon in self.dungeons]
        for spot in spots:
            levels = dungeons[spot.dungeon - 1]
            levels[spot.level - 1] = FrozenDict({**levels[spot.level - 1], spot.cell: kind})
        made = zip(self.dungeons, dungeons, strict=True)
        return replaced(self, dungeons=tuple(dungeon._replace(levels=tuple(levels)) for dungeon, levels in made))

    def with_escaped(self, number: int, name: str, *, there: bool) -> State:
        """The state in which a player has, or has not, ever escaped from a dungeon (HD-32.a)."""
        dungeons = list(self.dungeons)
        others = dungeons[number - 1].escaped - {name}
        dungeons[number - 1] = dungeons[number - 1]._replace(escaped=others | {name} if there else others)
        return replaced(self, dungeons=tuple(dungeons))

    def around(self, spot: Spot) -> tuple[Spot, ...]:
        """The hexes beside a hex, clockwise from the north-east."""
        sides = neighbours(self.drawn.params.grid.radius)[spot.cell]
        return tuple(Spot(spot.dungeon, spot.level, cell) for _, cell in sides)

    def towards(self, spot: Spot, word: str) -> Spot | None:
        """The hex beside a hex, given its direction or its name; None where there is none."""
        if word.upper() in self.grid.directions:
            cell = self.grid.step(spot.cell, word.upper())
            return spot._replace(cell=cell) if cell else None
        return next((other for other in self.around(spot) if other.is_called(word)), None)

    def enemies_on(self, spot: Spot) -> tuple[Enemy, ...]:
        return tuple(enemy for enemy in self.enemies if enemy.spot == spot)

    def name_of(self, spot: Spot | None) -> str:
        """The name of a hex: `d4`, on deeper levels `d4/2`, in further dungeons `2:d4/1`; `outside` for None."""
        if spot is None:
            return "outside"
        level = f"/{spot.level}" if spot.level > 1 or spot.dungeon > 1 else ""
        return f"{spot.dungeon}:{spot.cell}{level}" if spot.dungeon > 1 else f"{spot.cell}{level}"


def spot_named(name: str) -> Spot | None:
    """The hex with this name, the inverse of `State.name_of`; None for `outside`."""
    if name == "outside":
        return None
    dungeon, colon, rest = name.rpartition(":")
    cell, _, level = rest.partition("/")
    return Spot(int(dungeon) if colon else 1, int(level or 1), cell)


def with_dungeon(state: State, dice: Dice) -> State:
    """The state with one more dungeon, of one level (HD-1, HD-32)."""
    return with_level(replaced(state, dungeons=(*state.dungeons, Dungeon(()))), len(state.dungeons) + 1, dice)


def with_level(state: State, dungeon: int, dice: Dice) -> State:
    """The state with the next level of a dungeon: from the map if it was made ahead, else drawn now (HD-21, HD-25).

    A creature's hex is otherwise Blank (HD-22).
    """
    levels = state.dungeons[dungeon - 1].levels
    number = len(levels) + 1
    grid, kinds = state.drawn.params.grid, state.drawn.kinds
    if dungeon == 1 and number <= grid.floors:
        level = FrozenDict(
            {cell: kinds[cell if grid.floors == 1 else f"{cell}/{number}"] for cell in state.grid.cells()}
        )
    else:
        level = FrozenDict(fresh_level(state.params, number, dice))
    born = tuple(
        Enemy(kind, place, Spot(dungeon, number, cell))
        for place, (cell, kind) in enumerate(level.items())
        if kind in CREATURES
    )
    plain = FrozenDict({cell: "blank" if kind in CREATURES else kind for cell, kind in level.items()})
    before = state.dungeons[dungeon - 1]
    made = before._replace(levels=(*levels, plain), made=(*before.made, level))
    dungeons = tuple(made if n == dungeon else old for n, old in enumerate(state.dungeons, 1))
    return replaced(state, dungeons=dungeons, enemies=tuple(sorted((*state.enemies, *born), key=lambda e: e.rank)))


class Telling(_Telling[State]):
    """A ruling in the making; in fog an announcement that names a player is for that player alone."""

    def show(self, key: str, **args: str) -> Self:
        """Announce a change that everybody sees on the map; in fog it is a note for the game master."""
        return self.note(key, **args) if self.state.fog else self.say(key, **args)

    def change(self, player: Player) -> Self:
        return self.then(self.state.with_player(player))


def in_dungeon(state: State) -> Iterator[tuple[Player, Spot]]:
    for player in state.players:
        if player.spot is not None:
            yield player, player.spot
