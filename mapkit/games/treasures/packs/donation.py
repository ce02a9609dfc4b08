"""The pack of donation centers, where items are left for anybody (TX-14 to TX-19)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import NamedTuple

from mapkit.games.kit.claims import each, rooms
from mapkit.games.kit.corrections import CorrectionParser
from mapkit.games.treasures.design import Params
from mapkit.games.treasures.draft import random_number
from mapkit.games.treasures.pack import ModuleOn, Pack, names_of_items
from mapkit.games.treasures.packs.items import NAMES, ItemWords, items_on
from mapkit.games.treasures.speech import PackSpeech
from mapkit.games.treasures.state import Player, State, Telling
from mapkit.model.chance import Chance
from mapkit.model.design import Clash, DrawnSetting, drawn_number
from mapkit.model.grid import Cell, Square
from mapkit.model.letters import names
from mapkit.model.map import Map
from mapkit.model.message import Name, message, noun
from mapkit.model.rule import Amount, Facts, count_rule
from mapkit.model.ruling import Announcement, Dice, IllegalMove, InvalidMove, heard, row
from mapkit.model.settings import Amounts, amount, of_module, setting

CENTER = "donation"
"""The kind of tile, as it is drawn and as its setting is called."""
DONATED = ("bullet", "kit", *NAMES)
"""The items that may lie on a shelf."""
_ON_SHELVES = ItemWords(message("the names of items with spaces between them: {names}", names(DONATED)), DONATED)


@dataclass(frozen=True)
class DonationSettings(Params):
    """The settings of the pack; with the defaults it is off."""

    donation: Amount = of_module(amount(0, "Donation centers", "TX-14"))
    donated: tuple[str, ...] = of_module(
        setting(("kit",), "What lies on the shelf of a donation center at the beginning", "TX-15", _ON_SHELVES)
    )


class Shelves(NamedTuple):
    """What lies in the donation centers, and who has received something."""

    items: Mapping[Cell, tuple[str, ...]]
    """The items on the shelf of each center."""
    served: frozenset[tuple[str, Cell]] = frozenset()
    """The players who have received something in this visit, each with the center."""

    def with_shelf(self, cell: Cell, items: tuple[str, ...]) -> Shelves:
        return self._replace(items=MappingProxyType({**self.items, cell: items}))


def _mine(p: Params) -> DonationSettings:
    return p if isinstance(p, DonationSettings) else DonationSettings()


class _Donation(Pack):
    name = "donation"
    tiles: Mapping[str, tuple[str, str]] = {CENTER: ("O", noun("donation center"))}
    lit = MappingProxyType({CENTER: "a DONATION CENTER"})
    says = MappingProxyType({CENTER: CENTER})
    speaking = PackSpeech(eager=tuple(f"receive {item}" for item in ("kit", "bullet", "shield")), of_things=("shelf",))
    rules = (
        count_rule("TX-14", "Donation centers: {donation}.", CENTER, each(CENTER),
            rooms("donation=0-1", lower="| O   O |"), applies=lambda p: _mine(p).donation.high != 0),
    )  # fmt: skip

    def on(self, p: Params) -> bool:
        return _mine(p).donation.high != 0

    def scattered(self, p: Params, chance: Chance) -> Sequence[str]:
        return [CENTER] * random_number(_mine(p).donation, CENTER, chance, 1, len(p.grid.cells()))

    def as_drawn(self, grid: Square, marks: Counter[str], facts: Facts) -> Mapping[str, DrawnSetting]:
        return {CENTER: drawn_number(noun("donation centers"), marks[CENTER])} if marks[CENTER] else {}

    def clashes(self, p: Params) -> Sequence[Clash]:
        known = {"bullet", "kit", *items_on(p)}
        off = [item for item in dict.fromkeys(_mine(p).donated) if item not in known]
        said = (message("the module of the {item} is off", Name(item)) for item in off)
        return tuple(Clash("donated", words, "TX-15", True) for words in said)

    def modules(self, p: Params) -> Sequence[ModuleOn]:
        return [ModuleOn("donation-centers", str(Amounts().show(_mine(p).donation)), counted=True)]

    def keeps(self, drawn: Map[Params]) -> Sequence[object]:
        return [Shelves(MappingProxyType(dict.fromkeys(drawn.cells_of(CENTER), _mine(drawn.params).donated)))]

    def rests(self, telling: Telling, dice: Dice) -> Telling:
        """Tell what lies on the shelf (TX-16), and begin a new visit of the player (TX-18.a)."""
        shelves, name, cell = telling.state.extra(Shelves), telling.state.player.name, telling.state.player.cell
        if cell in shelves.items:
            lies = row(names_of_items(telling.state)[item] for item in shelves.items[cell])
            telling = telling.say("shelf", player=name, what=lies) if lies else telling.say("shelf-empty", player=name)
        others = frozenset(shelf for shelf in shelves.served if shelf[0] != name)
        if others == shelves.served:
            return telling
        return telling.then(telling.state.with_extra(shelves._replace(served=others)))

    def act(self, state: State, verb: str, rest: str, dice: Dice) -> Telling | None:
        match verb:
            case "donate":
                return _donate(state, rest)
            case "receive":
                return _receive(state, rest)
        return None

    def may_say(self, state: State, ways: Sequence[str]) -> Sequence[str]:
        player = state.player
        if state.on(player.cell) != CENTER:
            return ways
        shelves = state.extra(Shelves)
        gives = [f"donate {item}" for item in dict.fromkeys(player.items)]
        free = len(player.items) < state.drawn.params.most_items
        may = free and not player.carried and (player.name, player.cell) not in shelves.served
        takes = [f"receive {item}" for item in dict.fromkeys(shelves.items[player.cell])] if may else []
        return (*ways, *gives, *takes)

    def due(self, state: State) -> Collection[Announcement]:
        shelves = state.extra(Shelves).items
        return [heard("gm-shelf", cell=cell, what=row(items or ["nothing"])) for cell, items in shelves.items()]

    def may_correct(self, state: State) -> Sequence[str]:
        return ("gm-help-shelf",)

    def corrects(
        self, said: CorrectionParser[State, Telling], player: Player | None, words: Sequence[str]
    ) -> Telling | None:
        """Say what lies on a shelf (TL-G4)."""
        match [word for word in words if word not in ("and", "has", "at")]:
            case ["shelf", place, *items] if not player and items:
                cell = said.cell(place)
                return None if cell is None else _shelved(said, cell, [item for item in items if item != "nothing"])
        return None


def _shelved(said: CorrectionParser[State, Telling], cell: Cell, items: Sequence[str]) -> Telling | None:
    shelves = said.state.extra(Shelves)
    known = [item for item in names_of_items(said.state) if item != "junk"]
    if cell not in shelves.items:
        said.refuse("gm-no-shelf", cell=cell)
    for item in items:
        if item not in known:
            said.refuse("gm-no-item", words=item[:20], ways=", ".join(known))
    if said.refusals:
        return None
    telling = Telling(said.state.with_extra(shelves.with_shelf(cell, tuple(items)))).say("gm-notes")
    return telling.note("gm-shelf", cell=cell, what=row(items or ["nothing"]))


def _named(rest: str, items: Sequence[str]) -> str:
    """The one of the items that is named, or the only one there is; empty where neither says which."""
    said = [item for item in items if item in rest.split()]
    return said[0] if said else next(iter(items)) if not rest and len({*items}) == 1 else ""


def _donate(state: State, rest: str) -> Telling:
    """Leave an item on the shelf; junk is thrown away (TX-17)."""
    player = state.player
    if state.on(player.cell) != CENTER:
        raise IllegalMove(heard("TX-17.place"))
    if "treasure" in rest.split() and "scanner" not in rest.split():
        raise IllegalMove(heard("TX-17.treasure"))
    if not player.items:
        raise IllegalMove(heard("TX-17.nothing"))
    item = _named(rest, player.items)
    if not item and rest:
        raise IllegalMove(heard("TX-17.mine", what=rest))
    if not item:
        raise InvalidMove(heard("TX-17.which", what=row(dict.fromkeys(player.items))))
    shelves = state.extra(Shelves)
    there = shelves.items[player.cell]
    shelves = shelves.with_shelf(player.cell, there if item == "junk" else (*there, item))
    telling = Telling(state.with_extra(shelves)).change(player.without(item))
    return telling.say("donates", player=player.name, what=names_of_items(state)[item])


def _receive(state: State, rest: str) -> Telling:
    """Take an item from the shelf, once a visit, without a treasure and with a free hand (TX-18)."""
    player = state.player
    if state.on(player.cell) != CENTER:
        raise IllegalMove(heard("TX-18.place"))
    shelves = state.extra(Shelves)
    there = shelves.items[player.cell]
    if player.carried:
        raise IllegalMove(heard("TX-18.treasure"))
    if (player.name, player.cell) in shelves.served:
        raise IllegalMove(heard("TX-18.again"))
    if len(player.items) >= state.drawn.params.most_items:
        raise IllegalMove(heard("TX-18.hands"))
    item = _named(rest, there)
    if not item and (rest or not there):
        raise IllegalMove(heard("TX-18.shelf"))
    if not item:
        raise InvalidMove(heard("TX-18.which", what=row(dict.fromkeys(there))))
    at = there.index(item)
    shelves = shelves.with_shelf(player.cell, there[:at] + there[at + 1 :])
    shelves = shelves._replace(served=shelves.served | {(player.name, player.cell)})
    telling = Telling(state.with_extra(shelves)).change(player._replace(items=(*player.items, item)))
    return telling.say("receives", player=player.name, what=names_of_items(state)[item])


DONATION = _Donation()
