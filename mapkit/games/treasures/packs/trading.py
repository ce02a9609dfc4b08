"""The pack of trading: players on one tile exchange items and treasures (TX-8 to TX-13)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from mapkit.games.treasures.design import Params
from mapkit.games.treasures.pack import ModuleOn, Pack, names_of_items
from mapkit.games.treasures.speech import PackSpeech
from mapkit.games.treasures.state import Player, State, Telling
from mapkit.language.directives import first_player
from mapkit.model.ruling import Dice, IllegalMove, InvalidMove, heard
from mapkit.model.settings import choice, of_module

_TREASURE = "treasure"
_ASKED = ("bullet", "kit", _TREASURE)
"""What mapkit lists that a player may ask for; they may ask for anything (TX-10.c)."""


@dataclass(frozen=True)
class TradingSettings(Params):
    """The setting of the pack; with the default it is off."""

    trading: str = of_module(choice("no yes", "Whether players on one tile may trade", "TX-8"))


class _Trading(Pack):
    name = "trading"
    speaking = PackSpeech(of_others=frozenset({"agreed"}))

    def on(self, p: Params) -> bool:
        return isinstance(p, TradingSettings) and p.trading == "yes"

    def modules(self, p: Params) -> Sequence[ModuleOn]:
        return [ModuleOn("trading")]

    def act(self, state: State, verb: str, rest: str, dice: Dice) -> Telling | None:
        """Offer a trade, or carry it out where the other player has agreed (TX-10)."""
        if verb != "trade":
            return None
        player = state.player
        others = {p.name: p for p in state.players if p is not state.player}
        if not others:
            raise InvalidMove(heard("alone"))
        name, words = first_player(rest.removeprefix("with "), others)
        if not name:
            raise InvalidMove(heard("trade-whom", name=next(iter(others))))
        other = others[name]
        said = f" {words} "
        agreed = said.endswith(" agreed ")  # as a word of its own, which a player alone may not say
        given, _, taken = f"{said.removesuffix(' agreed ')} ".partition(" for ")
        gives, takes = _thing(state, other, given), _thing(state, other, taken)
        if other not in state.others_here():
            raise IllegalMove(heard("TX-8.apart", other=other.name))
        if not gives and not takes:
            raise IllegalMove(heard("TX-9.nothing"))
        if gives and gives not in _things(player):
            raise IllegalMove(heard("TX-9.mine", what=_in_words(state, gives)))
        if agreed and takes and takes not in _things(other):
            raise IllegalMove(heard("TX-10.theirs", other=other.name, what=_in_words(state, takes)))
        if agreed:
            return _exchange(state, other, gives, takes)
        # what is offered is said, which changes nothing
        named = {"player": player.name, "other": other.name, "what": _in_words(state, gives or takes)}
        if gives and takes:
            return Telling(state).say("offers", **named, words=_in_words(state, takes))
        return Telling(state).say("offers-gift" if gives else "asks", **named)

    def may_say(self, state: State, ways: Sequence[str]) -> Sequence[str]:
        mine = dict.fromkeys(_things(state.player))
        others = [other.name for other in state.others_here()]
        offers = [f"trade {name} {thing}" for name in others for thing in mine]
        return (*ways, *offers, *(f"trade {name} for {thing}" for name in others for thing in _ASKED))


def _things(player: Player) -> tuple[str, ...]:
    return (*player.items, *([_TREASURE] if player.carried else []))


def _thing(state: State, other: Player, words: str) -> str:
    """The thing that the words name; empty for nothing."""
    said = words.split()
    found = [thing for thing in (*names_of_items(state), _TREASURE) if thing in said]
    if not found and {*said} - {"nothing"}:
        raise InvalidMove(heard("trade-whom", name=other.name))
    return found[0] if found else ""


def _in_words(state: State, thing: str) -> str:
    return "a pile of treasure" if thing == _TREASURE else names_of_items(state)[thing]


def _exchange(state: State, other: Player, gives: str, takes: str) -> Telling:
    """Carry out a trade; raises IllegalMove where somebody could not hold what they get (TX-11)."""
    player = state.player
    left, right = _without(player, gives), _without(other, takes)
    one, two = _with(left, takes, other.carried), _with(right, gives, player.carried)
    for trader, gets, before in ((one, takes, left), (two, gives, right)):
        if len(trader.items) > state.drawn.params.most_items:
            raise IllegalMove(heard("TX-11.hands", player=trader.name))
        if gets == _TREASURE and not trader.healthy:
            raise IllegalMove(heard("TX-11.injured", player=trader.name))
        if gets == _TREASURE and before.carried:
            raise IllegalMove(heard("TX-11.one", player=trader.name))
    telling = Telling(state).change(one).change(two)
    if gives and takes:
        given, taken = _in_words(state, gives), _in_words(state, takes)
        return telling.say("trades", player=player.name, other=other.name, what=given, words=taken)
    giver, getter, thing = (player, other, gives) if gives else (other, player, takes)
    return telling.say("gives", player=giver.name, other=getter.name, what=_in_words(state, thing))


def _without(player: Player, thing: str) -> Player:
    if thing == _TREASURE:
        return player._replace(carried="")
    return player.without(thing) if thing else player


def _with(player: Player, thing: str, carried: str) -> Player:
    """The player with one more thing; `carried` is the kind of the treasure that the other player carried."""
    if thing == _TREASURE:
        return player._replace(carried=carried)
    return player._replace(items=(*player.items, thing)) if thing else player


TRADING = _Trading()
