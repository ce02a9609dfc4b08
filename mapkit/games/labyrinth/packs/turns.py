"""The pack of turns: what a player may do in a turn (MX-25 to MX-28)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from mapkit.games.labyrinth.design import Params, most_weapons
from mapkit.games.labyrinth.pack import OptionPack, idle, option
from mapkit.games.labyrinth.referee import close_turn
from mapkit.games.labyrinth.speech import Directive
from mapkit.games.labyrinth.state import State, Telling
from mapkit.model.design import Clash
from mapkit.model.grid import Direction, Place
from mapkit.model.map import Map
from mapkit.model.message import Message, Name, message
from mapkit.model.ruling import Dice
from mapkit.model.settings import choice

ACTIONS = 3
"""The actions of a turn with `three-actions` (MX-28)."""


@dataclass(frozen=True)
class TurnsSettings(Params):
    """The settings of the pack; with the defaults it is off."""

    turn: str = option(
        choice("usual weapon-or-step weapon-then-step weapon-and-step three-actions", "What makes up a turn", "MX-25")
    )


class ActionsDone(NamedTuple):
    """What the player whose turn it is has done in it."""

    number: int = 0
    weapons: int = 0


class _Turns(OptionPack[TurnsSettings]):
    name = "turns"
    settings = TurnsSettings

    def keeps(self, drawn: Map[Params]) -> Sequence[object]:
        return (ActionsDone(),)

    def forbids(self, state: State, verb: str, place: Place) -> str:
        used = state.extra(ActionsDone).weapons and self.of(state).turn in ("weapon-then-step", "weapon-and-step")
        return "MX-26.one" if used else ""

    def goes_on(self, telling: Telling, did: str, dice: Dice) -> Telling | None:
        state, turn = telling.state, self.of(telling.state).turn
        if _is_idle(self.of(state)):
            return None
        done = state.extra(ActionsDone)
        done = ActionsDone(done.number + 1, done.weapons + (did == "weapon"))
        stepped, ended = state.phase == "after", state.player.dead or state.decided
        telling = telling.then(state.with_extra(done))
        match turn:
            case "three-actions":
                if ended or done.number == ACTIONS:
                    return close_turn(telling, dice)
                refused = frozenset[Direction]() if did == "step" else state.refused
                return telling.then(replace(telling.state, phase="before", refused=refused))
            case "weapon-or-step":
                return close_turn(telling, dice) if stepped or did == "weapon" else None
            case "weapon-then-step":
                return close_turn(telling, dice) if stepped or ended else telling
        if ended or (stepped and done.weapons):
            return close_turn(telling, dice)
        return None if stepped else telling

    def _may_end(self, state: State) -> bool:
        return self.of(state).turn == "three-actions" and state.extra(ActionsDone).number > 0

    def act(self, state: State, asked: Directive, words: str, dice: Dice) -> Telling | None:
        return close_turn(Telling(state), dice) if asked.verb == "end" and self._may_end(state) else None

    def may_say(self, state: State, ways: Sequence[str]) -> Sequence[str]:
        return (*ways, "end") if self._may_end(state) else ways

    def turn_passes(self, telling: Telling, dice: Dice) -> Telling:
        return telling.then(telling.state.with_extra(ActionsDone()))

    def follows_turns(self, p: TurnsSettings) -> bool:
        return False

    def clashes(self, p: TurnsSettings) -> Sequence[Clash]:
        found = [idle(p, "turn", message("there are no weapons"), "MX-25")] if _is_idle(p) else []
        if p.weapons_first == "yes":
            found.append(_excludes("weapons_first", message("with it weapons are named before the step")))
        if "W9" in p.code and p.turn != "weapon-and-step":
            found.append(_excludes("W9", message("with it weapons are used after the step")))
        return found


def _is_idle(p: TurnsSettings) -> bool:
    return p.turn != "three-actions" and not (p.boomerang or any(most_weapons(p)))


def _excludes(other: str, why: Message) -> Clash:
    return Clash("turn", message("turn and {other} exclude each other: {why}", Name(other), why), "MX-25", fatal=True)


TURNS = _Turns()
