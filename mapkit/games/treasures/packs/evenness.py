"""The pack that evens out chances: fair starts, a last round, gifts (TX-79 to TX-81)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, NamedTuple

from mapkit.games.kit.claims import rooms
from mapkit.games.kit.measures import windows
from mapkit.games.treasures.design import Params
from mapkit.games.treasures.pack import USUAL_ITEMS, ModuleOn, Pack, names_of_items
from mapkit.games.treasures.packs.items import ItemWords, items_on
from mapkit.games.treasures.referee import close_turn
from mapkit.games.treasures.speech import PackSpeech
from mapkit.games.treasures.state import State, Telling
from mapkit.model.design import Clash
from mapkit.model.frozen import replaced
from mapkit.model.grid import Cell
from mapkit.model.letters import names
from mapkit.model.map import Map
from mapkit.model.message import Message, Name, message, plural
from mapkit.model.rule import WHOLE_MAP, MeasuredRule, Remark
from mapkit.model.ruling import Dice
from mapkit.model.settings import BadSetting, choice, limit, of_module, setting
from mapkit.model.table import Remedy

GIFTS = ("none", "bullet", "kit", "junk", "scanner", "flashlight", "battery", "dynamite", "shield")
_GIVEN = ItemWords(
    message("for each place in the order of turns one of {names}, with spaces between them", names(GIFTS)),
    GIFTS,
    "none",
)


def _fair(most: int, _: int) -> Mapping[str, str]:
    return {"fair_starts": str(most)}


@dataclass(frozen=True)
class EvennessSettings(Params):
    """The settings of the pack; with the defaults it is off."""

    fair_starts: int | None = of_module(
        limit("Turns by which the shortest ways to win may differ between two starts", "TX-79")
    )
    last_round: str = of_module(
        choice("no yes", "Whether the round is played to its end after a player has won", "TX-80")
    )
    gifts: tuple[str, ...] = of_module(
        setting((), "The item that each player begins with, by the order of turns", "TX-81", _GIVEN)
    )


def _gift(item: str, words: Message, seats: int = 1) -> Remedy:
    """A gift for the last seats; none where everybody would get it."""

    def given(players: int) -> Mapping[str, str]:
        listed = (players - seats) * ["none"] + seats * [item]
        return {"gifts": " ".join(listed)} if seats < players else {}

    return Remedy(words, given)


REMEDIES = (
    Remedy(message("a last round"), lambda _: {"last_round": "yes"}),
    _gift("kit", message("a first aid kit for the last player")),
    _gift("kit", message("a first aid kit for the last two players"), 2),
    _gift("bullet", message("a bullet for the last player")),
    *(Remedy(message("fair starts within {number} turns", most), partial(_fair, most)) for most in (4, 2, 0)),
)
"""What `mapkit balance` tries, the lightest first (TX-82)."""


class _Finishers(NamedTuple):
    """The players who have left with a treasure that wins, in that order."""

    names: tuple[str, ...] = ()


def _mine(p: Params) -> EvennessSettings:
    assert isinstance(p, EvennessSettings)
    return p


def pars(map_: Map[Any]) -> Mapping[Cell, int]:
    """The fewest turns to win from each Safe tile that has a way to win."""
    from mapkit.games.treasures.analysis import ground_of  # loaded only where a map is measured

    return ground_of(map_).pars


def _unfair(map_: Map[Any]) -> Iterator[Remark]:
    p = _mine(map_.params)
    if p.fair_starts is not None and not windows(found := pars(map_), p.players, p.fair_starts):
        ranked = sorted(found.values())
        apart = (high - low for low, high in zip(ranked, ranked[p.players - 1 :], strict=False))
        wanted = plural(
            "There are no starts for {players} players with ways to win that differ by {number} turn at most.",
            "There are no starts for {players} players with ways to win that differ by {number} turns at most.",
            p.fair_starts,
            p.players,
        )
        yield Remark(WHOLE_MAP, wanted, (), min(apart, default=100) - p.fair_starts)


class _Evenness(Pack):
    name = "evenness"
    speaking = PackSpeech(for_all=("gift", "out", "shared", "alone"))
    remedies = REMEDIES
    rules = (
        MeasuredRule("TX-79",
            "Starts for all players differ in their shortest ways to win by so many turns at most: {fair_starts}.",
            breaches=rooms("fair_starts=0 players=3"), applies=lambda p: getattr(p, "fair_starts", None) is not None,
            measure=_unfair),
    )  # fmt: skip

    def on(self, p: Params) -> bool:
        mine = p if isinstance(p, EvennessSettings) else EvennessSettings()
        return mine.fair_starts is not None or mine.last_round == "yes" or bool(mine.gifts)

    def clashes(self, p: Params) -> Sequence[Clash]:
        known = {"none", *USUAL_ITEMS, *items_on(p)}
        off = [item for item in dict.fromkeys(_mine(p).gifts) if item not in known]
        said = (message("the module of the {item} is off", Name(item)) for item in off)
        return tuple(Clash("gifts", words, "TX-81", True) for words in said)

    def counts_rounds(self, p: Params) -> bool:
        return _mine(p).last_round == "yes"

    def modules(self, p: Params) -> Sequence[ModuleOn]:
        return [ModuleOn("a last round")] if _mine(p).last_round == "yes" else []

    def starts(self, state: State, free: Sequence[Cell], players: int, dice: Dice) -> Sequence[Cell]:
        """The starts of one group, chosen at random among the groups that are even enough (TX-79).

        Where the free tiles have no such group, tiles near a lair may be in it, too (TX-51).
        """
        most = _mine(state.drawn.params).fair_starts
        if most is None:
            return free
        found = pars(state.drawn)
        groups = windows({cell: par for cell, par in found.items() if cell in free}, players, most)
        groups = groups or windows(found, players, most)
        if not groups:
            wrong = message("the map has no {players} starts as fair_starts={most} asks for (TX-79)", players, most)
            raise BadSetting(wrong)
        return groups[dice(len(groups)) - 1]

    def keeps(self, drawn: Map[Params]) -> Sequence[object]:
        return [_Finishers()]

    def begins(self, telling: Telling, dice: Dice) -> Telling:
        gifts = _mine(telling.state.drawn.params).gifts
        players = telling.state.players
        if gifts and len(gifts) != len(players):
            places = plural("{number} place", "{number} places", len(gifts))
            there = plural("{number} player", "{number} players", len(players))
            raise BadSetting(message("gifts names {places}; the game has {players} (TX-81)", places, there))
        for player, item in zip(players, gifts, strict=False):
            if item != "none":
                telling = telling.change(player._replace(items=(item,)))
                telling = telling.say("gift", player=player.name, what=names_of_items(telling.state)[item])
        return telling

    def leaves(self, telling: Telling, dice: Dice) -> Telling | None:
        """Let a player leave who wins with the others of this round (TX-80)."""
        state, player = telling.state, telling.state.player
        if _mine(state.drawn.params).last_round == "no":
            return None
        telling = telling.note("left", player=player.name, cell=player.cell).say("out", player=player.name)
        # the game master may have put a player back onto a tile, and then the player leaves again
        before = [name for name in state.extra(_Finishers).names if name != player.name]
        telling = telling.change(player._replace(cell="", carried="", may_roll=False))
        return close_turn(telling.then(telling.state.with_extra(_Finishers((*before, player.name)))), dice)

    def round_ends(self, telling: Telling) -> Telling:
        state = telling.state
        gone = {player.name for player in state.players if not player.cell}
        winners = tuple(name for name in state.extra(_Finishers).names if name in gone)
        if not winners:
            return telling
        telling = telling.then(replaced(state, winners=winners))
        if len(winners) > 1:
            return telling.say("shared", players=", ".join(winners)).say("buried")
        return telling.say("alone", player=winners[0]).say("buried")


EVENNESS = _Evenness()
