"""In which language and on what paper sheets are printed, and the words of a language (`templates/cards`)."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

from mapkit import shelf
from mapkit.printing.sheet import Paper

ENGLISH = "en"
SHARED = "sheets"
"""The file of a language with the words that the sheets of all games share."""


@cache
def texts(game: str, language: str = ENGLISH) -> dict[str, Any]:
    """The words that stand on the sheets of a game, as the file of that language has them."""
    return tomllib.loads(shelf.path("cards", language, f"{game}.toml").read_text(encoding="utf-8"))


def languages(game: str = SHARED) -> tuple[str, ...]:
    """The languages that the sheets of a game can be printed in, English first; without a game all that there are."""
    there = {folder.name for folder in shelf.path("cards").iterdir() if (folder / f"{game}.toml").is_file()}
    known = {folder.name for folder in shelf.path("cards").iterdir() if (folder / f"{SHARED}.toml").is_file()}
    return (ENGLISH, *sorted((there & known) - {ENGLISH}))


@dataclass(frozen=True)
class Edition:
    """How sheets are printed: on which paper, and in which language."""

    paper: Paper
    language: str = ENGLISH

    @property
    def words(self) -> Mapping[str, Any]:
        """The words that the sheets of all games share."""
        return texts(SHARED, self.language)


def form(forms: Sequence[str], number: int, language: str = ENGLISH) -> str:
    """The form of a noun beside a number: for one and for more; in Russian for 1, for 2 to 4 and for 5 and more.

    Russian goes by the last digit, but 11 to 14 take the third form: 21 takes the first one.
    """
    if language != "ru":
        return forms[number != 1]
    last = 0 if number % 100 in range(11, 15) else number % 10
    return forms[0 if last == 1 else 1 if last in (2, 3, 4) else 2]
