"""Packs: rules that a group may switch on beside those of a game. Each is one object of a class of its own.

Treasures and Maze on paper ask the packs of their own classes wherever these may change something. A `HousePack` is put
around a game, and works with every one.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, fields, replace
from functools import cache, cached_property, partial
from types import MappingProxyType
from typing import Any, ClassVar, Generic, Self, TypeVar, cast

from mapkit.games.kit.movement import Move, Onward, Terrain
from mapkit.language.directives import player_named, vocabulary
from mapkit.model.chance import Chance
from mapkit.model.design import Clash, DrawnSetting, Legend
from mapkit.model.errors import BadSetting
from mapkit.model.frozen import SetOnce, frozen
from mapkit.model.game import Game
from mapkit.model.grid import Square
from mapkit.model.letters import names, shown
from mapkit.model.listing import OrderedCells
from mapkit.model.map import Map
from mapkit.model.message import Message, Name, message
from mapkit.model.rule import Facts, Node, Rule, Way
from mapkit.model.ruling import Dice, Ruling
from mapkit.model.table import Table

P = TypeVar("P")
S = TypeVar("S")
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
    settings: type[Any]
    """The class with its settings, and with those of no other pack; by default nothing differs."""
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

    around: ClassVar[bool] = False
    """Whether it is put around a game that has the other packs already."""

    def on(self, p: Any) -> bool:
        """Whether the settings switch it on; by default where one of its own has another value than usual."""
        return any(getattr(p, name, usual) != usual for name, usual in _defaults(cast(Any, self.settings)))

    def added_to(self, game: Game[Any]) -> Game[Any]:
        """The game with this pack, which is off until its settings switch it on.

        Raises BadSetting for a setting, a symbol or a sentence of a rule that the game cannot take.
        """
        if game.with_settings is None:
            raise BadSetting(message("{name} takes packs of the class HousePack", Name(game.name)))
        return game.with_settings(_with_settings(game, self, packs=(*game.design.params.packs, self)))

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

    def as_drawn(self, grid: Square, marks: Counter[str], facts: Facts) -> Mapping[str, DrawnSetting]:
        """What a drawing on a board says of its settings, with the numbers of its marks, as in `Design.as_drawn`."""
        return {}


class HousePack(PackDesign[P], Generic[P, S]):
    """A pack for any game. Of what packs add to maps it has `rules`, `advice`, `finished` and `clashes`.

    The settings of the map are in `state.drawn.params`. What mapkit works out of a position by the game's own search,
    such as the best move, knows nothing of the pack.
    """

    around = True

    def begins(self, ruling: Ruling[S], dice: Dice) -> Ruling[S]:
        """What happens when the game has begun."""
        return ruling

    def act(self, state: S, words: str, dice: Dice) -> Ruling[S] | None:
        """Carry out a directive, in plain words such as `shoot up`, whatever the language in which it was said.

        A name stands before it where somebody other than the player to move says it. None where it is for the game.
        Raises InvalidMove or IllegalMove.
        """
        return None

    def follows(self, before: S, ruling: Ruling[S], dice: Dice) -> Ruling[S]:
        """What a directive leads to, whoever carried it out; raises IllegalMove to forbid it after all."""
        return ruling

    def may_say(self, state: S, ways: Sequence[str]) -> Sequence[str]:
        """The directives that may be said now: those of the game, with its own and without those it forbids."""
        return ways

    def added_to(self, game: Game[Any]) -> Game[Any]:
        return self._around(game, _with_settings(game, self))

    def _around(self, game: Game[Any], settings: type[Any]) -> Game[Any]:
        """The game with these settings, those of the pack among them, and the pack around it."""
        design, solving, table, packed = game.design, game.solving, game.table, game.with_settings

        def draft(p: P, chance: Chance, drawn: Facts) -> Facts:
            facts: Facts = solving.draft(p, chance, drawn) if solving else drawn
            return self.finished(p, chance, facts) if self.on(p) else facts

        kept = replace(
            design,
            params=settings,
            rules=(*design.rules, *self.rules),
            advice=(*design.advice, *self.advice),
            conflicts=lambda p: (*design.conflicts(p), *(self.clashes(p) if self.on(p) else ())),
        )
        return replace(
            game,
            design=kept,
            solving=solving and replace(solving, draft=draft),
            table=table and self._table(table, game.name),
            with_settings=packed and (lambda further: self._around(packed(further), further)),
        )

    def _table(self, table: Table[S], name: str) -> Table[S]:
        game = table.referee

        def begin(drawn: Map[Any], names: tuple[str, ...], options: Mapping[str, str], dice: Dice) -> Ruling[S]:
            begun = game.begin(drawn, names, options, dice)
            return self.begins(begun, dice) if self.on(drawn.params) else begun

        def play(state: S, words: str, dice: Dice) -> Ruling[S]:
            if not self._plays(state):
                return game.play(state, words, dice)
            named, colon, rest = words.partition(":")
            by_mover = colon and player_named(named, [game.mover(state)])
            said = vocabulary(name)  # most commands read no words
            made = self.act(state, said.plain(rest if by_mover else words), dice)
            return self.follows(state, game.play(state, words, dice) if made is None else made, dice)

        def ways(state: S) -> tuple[str, ...]:
            may = game.ways(state)
            return tuple(self.may_say(state, may)) if may and self._plays(state) else may

        return replace(table, referee=replace(game, begin=begin, play=play, ways=ways))

    def _plays(self, state: S) -> bool:
        return self.on(cast(Any, state).drawn.params)


@cache
def _defaults(kind: Any) -> tuple[tuple[str, object], ...]:
    own = vars(kind).get("__annotations__", {})
    return tuple((each.name, each.default) for each in fields(kind) if each.name in own)


def _with_settings(game: Game[Any], pack: PackDesign[Any], **further: object) -> type[Any]:
    """The settings of a game with those of a pack; raises BadSetting where the two do not go together."""
    kind: Any = pack.settings
    known, own = {each.name for each in fields(game.design.params)}, {name for name, _ in _defaults(kind)}
    two = Name(pack.name), Name(game.name)
    if not own or not known.union(own).issuperset(each.name for each in fields(kind)):
        raise BadSetting(message("the settings of {pack} are no dataclass that adds fields to Params of {game}", *two))
    if taken := own & known:
        raise BadSetting(message("{pack} and {game} both have a setting {name}", *two, names(sorted(taken))))
    usual = game.design.params
    return dataclass(frozen=True)(type(usual.__name__, (kind, usual), {"__module__": usual.__module__, **further}))


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

    @cached_property
    def tiles_on(self) -> tuple[str, ...]:
        """The kinds of cells that maps with these settings may have beside those of the base."""
        return tuple(mark for pack in self.on for mark in pack.tiles_on(self))


def marks_off(p: PackedParams, legend: Legend, facts: Facts) -> frozenset[str]:
    """The marks of what is drawn or listed although the packs that know it are off."""
    off = {mark for pack in p.packs for mark in pack.tiles}.difference(p.tiles_on)
    listed = (fact.mark for each in legend.listings if not each.explained for fact in each.show(facts)[1])
    return frozenset(mark for _, mark in facts if mark in off).union(listed)


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
