"""Packs: rules that a group may switch on beside those of a game. Each is one object of a class of its own."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from functools import cached_property, partial
from types import MappingProxyType
from typing import Any, ClassVar, Generic, Self, TypeVar

from mapkit.games.kit.movement import Move, Onward, Terrain
from mapkit.model.chance import Chance
from mapkit.model.design import Clash, DrawnSetting
from mapkit.model.errors import BadSetting
from mapkit.model.frozen import SetOnce, frozen
from mapkit.model.grid import Square
from mapkit.model.letters import shown
from mapkit.model.listing import OrderedCells
from mapkit.model.message import Message, message
from mapkit.model.rule import Facts, Node, Rule, Way

P = TypeVar("P")
X = TypeVar("X")


class PackDesign(SetOnce, Generic[P]):
    """What a pack adds to maps; what it does not add, it leaves out. Its functions are pure.

    They take the settings of the map, and are asked only where the pack is on.
    """

    def __init_subclass__(cls) -> None:
        """What a pack says does not change."""
        for name, said in tuple(vars(cls).items()):
            if not name.startswith("_"):
                setattr(cls, name, frozen(said))

    name: str
    tiles: Mapping[str, tuple[str, str]] = MappingProxyType({})
    """The kinds of cells that it adds, with the glyph of each in a drawing and the noun for it."""
    solid: str = ""
    """The kind among these that nobody enters; cells that a drawing leaves out bear it."""
    listings: tuple[OrderedCells, ...] = ()
    """The keys of map files that it adds, for what is not drawn."""
    nouns: Mapping[str, str] = MappingProxyType({})
    """The nouns for the marks of these."""
    rules: tuple[Rule[Any], ...] = ()
    """The rules of its maps; each applies only where its settings ask for it."""
    advice: tuple[Rule[Any], ...] = ()
    says: Mapping[str, str] = MappingProxyType({})
    """The key of what is said of a player who has entered a cell of a kind; by default nothing is."""

    def on(self, p: Any) -> bool:
        """Whether the settings switch it on."""
        raise NotImplementedError

    def tiles_on(self, p: P) -> Collection[str]:
        """The kinds of cells that maps with these settings may have, where the pack is on; by default all of them."""
        return self.tiles

    def listings_on(self, p: P) -> Collection[OrderedCells]:
        """The keys that files with these settings may have, where the pack is on; by default all of them."""
        return self.listings

    def moves(self, p: P, onward: Onward, node: Node, request: str, terrain: Terrain) -> Iterable[Move]:
        """The moves from a node at a request; `onward` gives those of the base and of packs before it.

        By default a player who enters one of its cells stays there.
        """
        yield from onward(node, request, terrain)
        match node:
            case ("in", str() as cell):
                for fact in terrain.borne(cell, self.rests_on(p)):
                    says = (self.says[fact.mark],) if fact.mark in self.says else ()
                    yield Move(Way(node, cell, (fact,)), says)

    def rests_on(self, p: P) -> tuple[str, ...]:
        """The kinds among its cells where a player who enters them stays, as far as `moves` is to say so."""
        return tuple(self.tiles_on(p))

    def scattered(self, p: P, chance: Chance) -> Sequence[str]:
        """The kinds of the cells that a random map has because of it, for cells anywhere off rivers."""
        return ()

    def finished(self, p: P, chance: Chance, facts: Facts) -> Facts:
        """The facts of a random map after all else is drawn."""
        return facts

    def clashes(self, p: P) -> Sequence[Clash]:
        """Its settings that do not go together, or with others."""
        return ()

    def as_drawn(self, grid: Square, marks: Counter[str]) -> Mapping[str, DrawnSetting]:
        """What the numbers of the marks in a drawing on a board say of its settings, as in `Design.as_drawn`."""
        return {}


class PackedParams:
    """What parameters with packs have, beside their fields."""

    grid: Square
    rows: str
    columns: str

    def __post_init__(self) -> None:
        """Name the cells of the board as the group does."""
        object.__setattr__(self, "grid", self.grid.names_as(self.rows, self.columns))

    packs: ClassVar[tuple[PackDesign[Any], ...]] = ()
    """The packs that these settings may switch on, in the order in which they are asked."""

    @cached_property
    def on(self) -> tuple[Any, ...]:
        """The packs that are on."""
        return tuple(pack for pack in self.packs if pack.on(self))


def with_packs(p: PackedParams, onward: Onward) -> Onward:
    """The moves, as each pack that is on changes them."""
    for pack in p.on:
        onward = partial(pack.moves, p, onward)
    return onward


class PackRecords:
    """The records that packs keep of a game, a record of a type of its own each; a moment of a game has them."""

    extras: tuple[object, ...]

    def extra(self, kind: type[X]) -> X:
        """The record of this type that a pack keeps; the pack that keeps it gives it at the beginning."""
        return next(each for each in self.extras if isinstance(each, kind))

    def with_extra(self, record: object) -> Self:
        """The moment with a pack's record changed, or added."""
        others = tuple(each for each in self.extras if type(each) is not type(record))
        state: Any = self
        changed: Self = replace(state, extras=(*others, record))
        return changed


def as_noun(said: str) -> Message:
    """A noun of a pack; that of a group's own pack may be a plain text."""
    return said if isinstance(said, Message) else Message(said, is_noun=True)


def refuse_symbols(usual: Mapping[str, str], packs: Iterable[PackDesign[Any]]) -> None:
    """Raise BadSetting where a pack has a cell with a symbol that cannot be drawn, or that another cell has.

    `usual` are the symbols of the game without packs, by the kinds of cells.
    """
    taken = {symbol: mark for mark, symbol in usual.items()}
    for mark, (symbol, _) in (tile for pack in packs for tile in pack.tiles.items()):
        if not (1 <= len(symbol) <= 3 and symbol.isprintable() and not any(map(_has_other_meaning, symbol))):
            would_do = message("a symbol is one to three characters, without spaces, question marks and box lines")
            told = (shown(mark), shown(symbol), would_do)
            raise BadSetting(message("the symbol of the tile {tile} is {symbol}; {would_do}", *told))
        if taken.setdefault(symbol, mark) != mark:
            two = shown(taken[symbol]), shown(mark), shown(symbol)
            raise BadSetting(message("{one} and {other} have the same symbol {symbol}; give one of them another", *two))


def _has_other_meaning(sign: str) -> bool:
    return sign.isspace() or sign == "?" or "\u2500" <= sign <= "\u257f"
