"""The pack of hearing: answers that the mover alone hears, and dark moves (MX-85, MX-86)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import NamedTuple

from mapkit.games.labyrinth.design import Params
from mapkit.games.labyrinth.pack import OptionPack, idle, option
from mapkit.games.labyrinth.referee import answer_step, understood_as
from mapkit.games.labyrinth.speech import LEADS, Directive, read
from mapkit.games.labyrinth.state import State, Telling
from mapkit.model.design import Clash
from mapkit.model.map import Map
from mapkit.model.message import message
from mapkit.model.observation import Meaning
from mapkit.model.ruling import Announcement, Dice, IllegalMove, heard
from mapkit.model.settings import choice, number

DARK = "dark"
_FOR_THE_MOVER = frozenset({*LEADS[1:], "stock", "corpse", "back", "false", "ill", "robbed", "torch", "around"})
"""What the keys of the answer to a step begin with; wounds, deaths, weapons and turns are heard by all."""
_OF_CREATURES = frozenset({"meets-leprechaun", "meets-leprechaun-here", "meets-leprechaun-none", "meets-bear"})


@dataclass(frozen=True)
class HearingSettings(Params):
    """The settings of the pack; with the defaults it is off."""

    answers_for: str = option(choice("all mover", "Who hears the answer to a step", "MX-85"))
    dark_moves: int = option(number(0, "Dark moves of each player, whose answers they alone hear", "MX-86"))


class DarkMoves(NamedTuple):
    """The players who have made dark moves, once for each."""

    made: tuple[str, ...] = ()


class _Hearing(OptionPack[HearingSettings]):
    name = "hearing"
    settings = HearingSettings
    words = beside = frozenset({DARK})
    means: Mapping[str, Meaning | None] = MappingProxyType({"untold": None, "untold-dark": None})
    untold = frozenset({"untold", "untold-dark"})

    def keeps(self, drawn: Map[Params]) -> Sequence[object]:
        return (DarkMoves(),)

    def reads(self, words: str) -> bool:
        return DARK in words.split()

    def act(self, state: State, asked: Directive, words: str, dice: Dice) -> Telling | None:
        """Carry out a step, with the answer for the mover alone."""
        dark = DARK in words.split()
        if dark:
            asked = understood_as(state, " ".join(word for word in words.split() if word != DARK))
            if asked.verb not in ("step", "skip"):
                raise IllegalMove(heard("MX-86.step"))
            if not self._left(state):
                raise IllegalMove(heard("MX-86.none"))
        elif self.of(state).answers_for == "all" or asked.verb not in ("step", "skip"):
            return None
        else:
            asked = understood_as(state, words)
        mover = state.player.name
        if dark:
            state = state.with_extra(DarkMoves((*state.extra(DarkMoves).made, mover)))
        telling = answer_step(state, asked, dice)
        private = (said._replace(to=(mover,)) if _is_private(said, mover) else said for said in telling.heard)
        return telling._replace(heard=(heard("untold-dark" if dark else "untold", player=mover), *private))

    def may_say(self, state: State, ways: Sequence[str]) -> Sequence[str]:
        steps = [way for way in ways if read(state.params, way).verb in ("step", "skip")] if self._left(state) else []
        return (*ways, *(f"{DARK} {way}" for way in steps))

    def _left(self, state: State) -> int:
        """How many dark moves the player whose turn it is has left."""
        p = self.of(state)
        made = Counter(state.extra(DarkMoves).made)[state.player.name]
        return 0 if p.answers_for == "mover" else max(0, p.dark_moves - made)

    def follows_turns(self, p: HearingSettings) -> bool:
        return False

    def clashes(self, p: HearingSettings) -> Sequence[Clash]:
        void = p.dark_moves and p.answers_for == "mover"
        return [idle(p, "dark_moves", message("every answer is for the mover alone"), "MX-86")] if void else []


def _is_private(said: Announcement, mover: str) -> bool:
    of_others = dict(said.args).get("player", mover) != mover  # whom creatures meet
    return not of_others and (said.key in _OF_CREATURES or said.key.partition("-")[0] in _FOR_THE_MOVER)


HEARING = _Hearing()
