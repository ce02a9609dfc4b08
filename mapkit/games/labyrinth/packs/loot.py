"""The pack of loot: treasure is taken and laid down at will (MX-65 to MX-69)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import NamedTuple

from mapkit.games.labyrinth.design import Params
from mapkit.games.labyrinth.moves import MoveOutcome
from mapkit.games.labyrinth.pack import FollowedGame, OptionPack, option
from mapkit.games.labyrinth.referee import over_or_on, pick_up
from mapkit.games.labyrinth.speech import Directive, answer_in
from mapkit.games.labyrinth.state import Player, State, Telling
from mapkit.games.labyrinth.weapons import lay_down
from mapkit.model.evidence import Proof, Stands
from mapkit.model.grid import Cell
from mapkit.model.map import Map
from mapkit.model.observation import Meaning
from mapkit.model.ruling import Announcement, Dice, IllegalMove, heard, row
from mapkit.model.settings import choice

TAKE, DROP = "take", "drop"


@dataclass(frozen=True)
class LootSettings(Params):
    """The settings of the pack; with the defaults it is off."""

    treasure_taken: str = option(choice("always at-will", "When a player takes what lies on their cell", "MX-65"))
    treasure_dropped: str = option(choice("no at-will", "Whether a player may lay treasure down", "MX-67"))


class Finds(NamedTuple):
    """What players have heard to lie on their cells, and have not taken."""

    cells: frozenset[tuple[str, Cell]] = frozenset()
    """Each player with the cell."""
    taking: bool = False
    """Whether somebody is taking what lies there."""

    def of(self, player: Player, found: bool) -> Finds:
        others = frozenset(each for each in self.cells if each[0] != player.name)
        return Finds(others | {(player.name, player.cell)} if found else others)


class _Loot(OptionPack[LootSettings]):
    name = "loot"
    settings = LootSettings
    words = frozenset({TAKE, DROP})
    eager = (TAKE,)
    means: Mapping[str, Meaning | None] = MappingProxyType(
        {
            "taken": Meaning.TAKEN,
            "taken-other": None,
            "taken-nothing": None,
            "reaches": Meaning.TAKEN,
            "laid-down": Meaning.PUT_DOWN,
        }
    )
    noted = MappingProxyType({"takes": "taken", "takes none": "taken-nothing", "lays down": "laid-down"})

    def _at_will(self, state: State) -> Sequence[str]:
        p = self.of(state)
        return [verb for verb, how in ((TAKE, p.treasure_taken), (DROP, p.treasure_dropped)) if how == "at-will"]

    def keeps(self, drawn: Map[Params]) -> Sequence[object]:
        return (Finds(),)

    def begins(self, telling: Telling, dice: Dice) -> Telling:
        lying = {thing.cell for thing in telling.state.loose}
        found = frozenset((p.name, p.cell) for p in telling.state.players if p.cell in lying)
        return telling.then(telling.state.with_extra(Finds(found)))

    def rests(self, telling: Telling, before: Player, move: MoveOutcome, dice: Dice) -> Telling:
        state, player = telling.state, telling.state.player
        found = not {"treasure", "boomerang"}.isdisjoint(answer_in(telling.heard)[1])
        return telling.then(state.with_extra(state.extra(Finds).of(player, found)))

    def lets_lie(self, state: State, player: Player) -> bool:
        return self.of(state).treasure_taken == "at-will" and not state.extra(Finds).taking

    def picks_up(self, p: LootSettings) -> bool:
        return p.treasure_taken != "at-will"

    def reads(self, words: str) -> bool:
        return words in self.words

    def may_say(self, state: State, ways: Sequence[str]) -> Sequence[str]:
        """What is said without effect is left out, as far as the player knows (MX-66.a, MX-67.b)."""
        player, nameless, more = state.player, state.params.anonymous_hits == "yes", list[str]()
        if player.outside:
            return ways
        for verb in self._at_will(state):
            if verb == TAKE and (player.name, player.cell) in state.extra(Finds).cells:
                more += [TAKE] * (nameless or not player.wounded)
            elif verb == DROP and not nameless and player.genuine + player.false:
                more += [DROP]
        last = [way for way in ways if way == "end"]
        return (*(way for way in ways if way not in last), *more, *last)

    def act(self, state: State, asked: Directive, words: str, dice: Dice) -> Telling | None:
        if words not in self._at_will(state):
            return None
        if state.player.outside:
            raise IllegalMove(heard("MX-65.outside"))
        telling = _taken(state) if words == TAKE else _laid_down(state)
        return over_or_on(telling, dice) if state.phase == "after" else telling

    def proves(self, so_far: FollowedGame, who: str, verb: str, heard: Sequence[Announcement]) -> Iterator[Proof]:
        well = not (so_far.nameless or who in so_far.wounded | so_far.ill)
        for key in (each.key for each in heard):
            match key:
                case "taken":
                    yield from so_far.finds(who, lies=True)
                    yield from so_far.takes(who)
                case "taken-other" | "taken-nothing" if well:
                    yield from so_far.finds(who, lies=False)
                case "reaches":
                    yield from so_far.no_more_treasures()
                case "laid-down" if so_far.follows_treasures and who not in so_far.holders:
                    yield from () if so_far.params.anonymous_hits == "yes" else [Proof("MX-67", key, Stands(who, ()))]
                case "laid-down":
                    yield from so_far.falls(who)


def _taken(state: State) -> Telling:
    """The player takes what lies there; the wounded take nothing (MX-66)."""
    before = state.player
    taking = state.with_extra(state.extra(Finds).of(before, found=False)._replace(taking=True))
    telling, found = pick_up(Telling(taking), before.name)
    telling = telling.then(telling.state.with_extra(taking.extra(Finds)._replace(taking=False)))
    if state.params.anonymous_hits == "yes":
        return telling.say("reaches", player=before.name)
    if telling.state.player == before:
        return telling.say("taken-nothing", player=before.name)
    return telling.say("taken" if "treasure" in found else "taken-other", player=before.name, what=row(found))


def _laid_down(state: State) -> Telling:
    """The player lays down all treasure that they carry (MX-67)."""
    player = state.player
    if state.params.anonymous_hits != "yes" and not player.genuine + player.false:
        raise IllegalMove(heard("MX-67.none"))
    telling = Telling(state).say("laid-down", player=player.name)
    return lay_down(telling.then(state.with_extra(state.extra(Finds).of(player, found=True))), player.name)


LOOT = _Loot()
