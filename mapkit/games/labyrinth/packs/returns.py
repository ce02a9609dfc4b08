"""The pack of returns: the dead come back into the game (MX-45 to MX-48)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import NamedTuple

from mapkit.games.labyrinth.design import Params
from mapkit.games.labyrinth.pack import FollowedGame, OptionPack, clash, idle, option
from mapkit.games.labyrinth.referee import possible_starts, put_down
from mapkit.games.labyrinth.state import Player, State, Telling
from mapkit.games.labyrinth.words import in_force
from mapkit.model.design import Clash
from mapkit.model.evidence import Proof, Vanishes
from mapkit.model.grid import Cell
from mapkit.model.map import Map
from mapkit.model.message import NOTHING, Message, message
from mapkit.model.observation import Meaning
from mapkit.model.ruling import Announcement, Dice
from mapkit.model.settings import choice, limit, number


@dataclass(frozen=True)
class ReturnsSettings(Params):
    """The settings of the pack; with the defaults it is off."""

    dead_return: str = option(choice("no place start hospital random", "Where the dead return to", "MX-45"))
    turns_dead: int = option(number(0, "Turns that the dead miss before they return", "MX-46"))
    lives: int | None = option(limit("Lives of each player; a player who has lost the last is out", "MX-47", low=1))


class Deaths(NamedTuple):
    """How often a player has died, and how many turns they still miss."""

    player: str
    number: int
    misses: int


class Fallen(NamedTuple):
    """The deaths of those who have died."""

    deaths: tuple[Deaths, ...] = ()

    def of(self, name: str) -> Deaths:
        return next((each for each in self.deaths if each.player == name), Deaths(name, 0, 0))

    def with_(self, one: Deaths) -> Fallen:
        return Fallen((*(each for each in self.deaths if each.player != one.player), one))


class _Returns(OptionPack[ReturnsSettings]):
    name = "returns"
    settings = ReturnsSettings
    means: Mapping[str, Meaning | None] = MappingProxyType({"misses-dead": None, "placed-back": None})

    def keeps(self, drawn: Map[Params]) -> Sequence[object]:
        return (Fallen(),)

    def dies(self, telling: Telling, name: str) -> Telling:
        fallen = telling.state.extra(Fallen)
        died = fallen.of(name)._replace(number=fallen.of(name).number + 1, misses=self.of(telling.state).turns_dead)
        return telling.then(telling.state.with_extra(fallen.with_(died)))

    def returns(self, state: State, player: Player) -> bool:
        if self.of(state).dead_return == "no":
            return False
        lives = self.of(state).lives
        return lives is None or state.extra(Fallen).of(player.name).number < lives

    def turn_passes(self, telling: Telling, dice: Dice) -> Telling:
        """The dead whose turns come next miss them; the first who has missed enough is back and moves (MX-46)."""
        seats, turn = len(telling.state.players), telling.state.turn
        while (player := telling.state.players[(turn := turn + 1) % seats]).dead:
            died = telling.state.extra(Fallen).of(player.name)
            if not self.returns(telling.state, player):
                continue
            if not died.misses:
                cells = self._places(telling.state, player)
                cell = cells[0] if len(cells) == 1 else cells[dice(len(cells)) - 1]
                alive = telling.change(player._replace(dead=False, wounded=False, loses=False))
                return put_down(alive, player.name, cell, "placed-back")
            fallen = telling.state.extra(Fallen).with_(died._replace(misses=died.misses - 1))
            telling = telling.say("misses-dead", player=player.name).then(telling.state.with_extra(fallen))
        return telling

    def _places(self, state: State, player: Player) -> Sequence[Cell]:
        """The cells on which a player may come back."""
        match self.of(state).dead_return:
            case "place" if state.lay.kinds.get(player.cell) not in state.params.barred:
                return (player.cell,)
            case "place" | "start":
                return (player.start,)
            case "hospital":
                return [cell for cell, kind in state.lay.kinds.items() if kind == "hospital"]
        return possible_starts(state)

    def condition(self, state: State, player: Player) -> Sequence[str]:
        return ["comes back"] if player.dead and self.returns(state, player) else []

    def proves(self, so_far: FollowedGame, who: str, verb: str, heard: Sequence[Announcement]) -> Iterator[Proof]:
        """A player who is back is alive and well, and may be anywhere (MX-45.d)."""
        for name in (dict(each.args)["player"] for each in heard if each.key == "placed-back"):
            so_far.dead.discard(name)
            so_far.wounded.discard(name)
            so_far.ill.discard(name)
            so_far.outside.pop(name, None)
            yield Proof("MX-45", "placed-back", Vanishes(name))

    def unused(self, p: ReturnsSettings) -> Message:
        return NOTHING if p.dead_return in ("no", "random") else message("where the dead come back")

    def follows_turns(self, p: ReturnsSettings) -> bool:
        return False

    def clashes(self, p: ReturnsSettings) -> Sequence[Clash]:
        own = ("dead_return", "turns_dead", "lives")
        why = message("the dead do not return") if p.dead_return == "no" else message("nobody can be killed")
        if p.dead_return == "no" or "deaths" not in in_force(p):
            agreed = [name for name in own if getattr(p, name) != getattr(ReturnsSettings, name)]
            return [idle(p, name, why, "MX-45") for name in agreed]
        if p.dead_return == "hospital" and not p.code.has_any("H4", "H5"):
            return [clash(p, "dead_return", message("there is no hospital"), "MX-45")]
        return []


RETURNS = _Returns()
