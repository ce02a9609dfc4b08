"""What packs do in play, as far as those of Treasures and of Maze on paper share it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, Generic, TypeVar

from mapkit.games.kit.corrections import CorrectionParser, without_breaks
from mapkit.model.map import Map
from mapkit.model.ruling import Dice, Telling

S = TypeVar("S")
A = TypeVar("A")
T = TypeVar("T", bound=Telling[Any])


class PlayedPack(Generic[S, A, T]):
    """A pack in play, for a class of states, of players and of tellings."""

    def keeps(self, drawn: Map[Any]) -> Sequence[object]:
        """The records that the pack keeps of a game, as they are at the beginning (`State.extras`)."""
        return ()

    def begins(self, telling: T, dice: Dice) -> T:
        """What happens when the players are seated or placed, before the first turn."""
        return telling

    def may_say(self, state: S, ways: Sequence[str]) -> Sequence[str]:
        """The directives that may be said now: those of the base and of packs before it, with its own."""
        return ways

    def condition(self, state: S, player: A) -> Sequence[str]:
        """What else a player is or has, in words of the phrase file, such as `infected`."""
        return ()

    def corrects(self, said: CorrectionParser[S, T], player: A | None, words: Sequence[str]) -> T | None:
        """Carry out a correction of the state by the game master: about a player, or else about a thing.

        None where the words are not for the pack, or where `said` has refused them.
        """
        return None


def corrected_by(
    packs: Iterable[PlayedPack[S, A, T]], said: CorrectionParser[S, T], player: A | None, rest: list[str]
) -> T | None:
    """The telling of a correction that one of the packs carries out; None where none does."""
    made = (pack.corrects(said, player, without_breaks(rest)) for pack in packs)
    return next((telling for telling in made if telling is not None), None)
