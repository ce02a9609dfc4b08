"""The pack of hearing: answers that the mover alone hears, and dark moves (MX-85 to MX-87)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import NamedTuple

from mapkit.games.labyrinth.design import Params
from mapkit.games.labyrinth.pack import OptionPack, idle, option
from mapkit.games.labyrinth.referee import answer_step, understood_as
from mapkit.games.labyrinth.speech import LEADS, Directive, answer_in, read
from mapkit.games.labyrinth.state import State, Telling
from mapkit.model.design import Clash
from mapkit.model.map import Map
from mapkit.model.message import NOTHING, Message, message
from mapkit.model.observation import Meaning
from mapkit.model.ruling import Announcement, Dice, IllegalMove, heard
from mapkit.model.settings import choice, number

DARK, HALF = "dark", "half"
"""The words beside a step whose answer the mover alone hears: all of it, or all but whether there was a wall."""
_RULES = {DARK: "MX-86", HALF: "MX-87"}
_VERBS = {DARK: ("step", "skip"), HALF: ("step",)}
_FOR_THE_MOVER = frozenset({*LEADS[1:], "stock", "corpse", "back", "false", "ill", "robbed", "torch", "around"})
"""What the keys of the answer to a step begin with; wounds, deaths, weapons and turns are heard by all."""
_OF_CREATURES = frozenset({"meets-leprechaun", "meets-leprechaun-here", "meets-leprechaun-none", "meets-bear"})


@dataclass(frozen=True)
class HearingSettings(Params):
    """The settings of the pack; with the defaults it is off."""

    answers_for: str = option(choice("all mover", "Who hears the answer to a step", "MX-85"))
    dark_moves: int = option(number(0, "Dark moves of each player, whose answers they alone hear", "MX-86"))
    half_dark_moves: int = option(
        number(0, "Half-dark moves of each player, of which the others hear only whether there was a wall", "MX-87")
    )


class DarkMoves(NamedTuple):
    """The dark and half-dark moves that were made."""

    made: tuple[tuple[str, str], ...] = ()
    """The word of each, and the player."""


class _Hearing(OptionPack[HearingSettings]):
    name = "hearing"
    settings = HearingSettings
    words = beside = frozenset({DARK, HALF})
    untold = frozenset({"untold", "untold-dark", "untold-half", "untold-half-wall"})
    means: Mapping[str, Meaning | None] = MappingProxyType(dict.fromkeys(sorted(untold)))

    def keeps(self, drawn: Map[Params]) -> Sequence[object]:
        return (DarkMoves(),)

    def reads(self, words: str) -> bool:
        return not self.words.isdisjoint(words.split())

    def act(self, state: State, asked: Directive, words: str, dice: Dice) -> Telling | None:
        """Carry out a step, with the answer for the mover alone."""
        how = next((word for word in words.split() if word in self.words), "")
        if how:
            beside = " ".join(word for word in words.split() if word not in self.words)
            if read(state.params, beside).verb not in _VERBS[how]:
                raise IllegalMove(heard(f"{_RULES[how]}.step"))
            asked = understood_as(state, beside)
            if not self._left(state, how):
                raise IllegalMove(heard(f"{_RULES[how]}.none"))
        elif self.of(state).answers_for == "all" or asked.verb not in ("step", "skip"):
            return None
        else:
            asked = understood_as(state, words)
        mover = state.player.name
        if how:
            state = state.with_extra(DarkMoves((*state.extra(DarkMoves).made, (how, mover))))
        telling = answer_step(state, asked, dice)
        private = (said._replace(to=(mover,)) if _is_private(said, mover) else said for said in telling.heard)
        wall = how == HALF and answer_in(telling.heard)[0] == "impossible"
        told = heard("-".join(filter(None, ("untold", how, "wall" if wall else ""))), player=mover)
        return telling._replace(heard=(told, *private))

    def may_say(self, state: State, ways: Sequence[str]) -> Sequence[str]:
        verbs = {way: read(state.params, way).verb for way in ways}
        left = {how: fits for how, fits in _VERBS.items() if self._left(state, how)}
        more = (f"{how} {way}" for how, fits in left.items() for way in ways if verbs[way] in fits)
        return (*ways, *more)

    def _left(self, state: State, how: str) -> int:
        """How many moves of that sort the player whose turn it is has left."""
        p = self.of(state)
        most = {DARK: p.dark_moves, HALF: p.half_dark_moves}[how]
        return 0 if p.answers_for == "mover" else most - state.extra(DarkMoves).made.count((how, state.player.name))

    def unused(self, p: HearingSettings) -> Message:
        return message("what half-dark moves say of walls") if p.half_dark_moves else NOTHING

    def follows_turns(self, p: HearingSettings) -> bool:
        return False

    def clashes(self, p: HearingSettings) -> Sequence[Clash]:
        asked = {"dark_moves": "MX-86", "half_dark_moves": "MX-87"} if p.answers_for == "mover" else {}
        why = message("every answer is for the mover alone")
        return [idle(p, name, why, rule) for name, rule in asked.items() if getattr(p, name)]


def _is_private(said: Announcement, mover: str) -> bool:
    of_others = dict(said.args).get("player", mover) != mover  # whom creatures meet
    return not of_others and (said.key in _OF_CREATURES or said.key.partition("-")[0] in _FOR_THE_MOVER)


HEARING = _Hearing()
