"""The paper and the language that sheets are printed in."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal

from mapkit.language.catalogue import ENGLISH, SHARED, Words, texts, without_absent

if TYPE_CHECKING:
    from mapkit.paper.sheet import PaperSize

Orientation = Literal["auto", "portrait", "landscape"]
"""How a page lies: upright, on its side, or as suits what is drawn on it."""


@dataclass(frozen=True)
class Edition:
    """The paper and the language that sheets are printed in."""

    paper: PaperSize
    language: str = ENGLISH
    """The code of the language, one of `languages(game)`, or the tag of one in the words of a theme."""
    orientation: Orientation = "auto"
    """How pages with a board on them lie; `auto` for the way that makes the board larger."""
    square: float = 0.0
    """The side of a square on players' boards, in mm; 0 for as large as fits."""
    big: bool = False
    """Whether players' sheets are for weak eyes: cards in large type, and boards in large squares."""
    numbers: bool = False
    """Whether rule cards have the numbers of the rules."""
    keeper: str = "person"
    """Who keeps the secret map: a `person`, or `mapkit`."""
    scale: float = 0.0
    """The side of a square cell on maps, in mm; 0 for as large as fits."""
    rounds: int = 0
    """The rounds for which logs have rows; 0 where nobody has counted them."""
    players: int = 0
    """The players for whom forms have places where the map does not say it; 0 for as many as play at most."""
    force: frozenset[str] | None = None
    """The words of conditions that hold in the game; None where no text of it has a condition."""
    source: str = ""
    """What the foot says of the map's file: on pages for the game master alone its name, and on others a code of it."""

    @property
    def words(self) -> Mapping[str, Any]:
        """The words that the sheets of all games share; those of the ruler name its length on this paper."""
        force = frozenset({"others"}) if self.force is None else self.force
        words: Words = without_absent(texts(SHARED, self.language), force)
        if self.paper.reduced == 1:
            return words
        parts, step = self.paper.ruler
        return {**words, "ruler": words["ruler"].replace("50", str(10 * parts)), "ruler_parts": (parts, step)}

    @property
    def conditions(self) -> frozenset[str]:
        """The words of conditions that hold whatever the map is: `master` where a person keeps the map."""
        return frozenset({"master"} if self.keeper == "person" else ())

    def of(self, game: str) -> Words:
        """The words of a game; the key `language` names the language that they are in."""
        words = texts(game, self.language)
        return {
            **(words if self.force is None else without_absent(words, self.force | self.conditions)),
            "language": self.language,
        }
