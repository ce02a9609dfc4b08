"""The languages and themes in which a game is told, and their words on sheets (`templates/cards`).

A theme may tell a game in other words of the same language. Its words are a language of their own, with a language tag
such as `en-x-pirate-ship` (BCP 47): English with private words after the `x`. So whatever takes the code of a language
takes such a tag, too.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any

from mapkit.model import resources
from mapkit.model.settings import BadSetting

Words = Mapping[str, Any]
"""The words of a language, or a part of them."""

ENGLISH = "en"
SHARED = "sheets"
"""The name of a language's file with the words that the sheets of all games share."""
NO_THEME = "none"
"""The name that asks for no theme."""
_PRIVATE = "-x-"
"""The part of a tag between the code of a language and the name of a theme."""


def in_theme(language: str, theme: str) -> str:
    """The tag of a language in the words of a theme; without a theme, the code of the language."""
    return f"{plain_language(language)}{_PRIVATE}{theme}" if theme else plain_language(language)


def plain_language(language: str) -> str:
    return language.partition(_PRIVATE)[0]


def theme_in(language: str) -> str:
    """The name of the theme in a tag; empty where there is none."""
    return language.partition(_PRIVATE)[2]


def themes_of(game: str) -> tuple[str, ...]:
    """The names of the themes that tell a game in words of their own."""
    start = f"{game}."
    return tuple(
        sorted(name.removeprefix(start) for name in resources.toml_files("phrases", ENGLISH) if name.startswith(start))
    )


def themed(tables: Mapping[str, Any], kind: str, language: str, name: str) -> dict[str, Any]:
    """The tables of a file such as `cards/en/treasures.toml`, with what the theme of the tag says in their place.

    A theme has words for some of the files. Raises BadSetting for a file that cannot be read.
    """
    path = resources.path(kind) / plain_language(language) / f"{name}.{theme_in(language)}.toml"
    try:
        said = resources.with_own(tables, kind, plain_language(language), f"{name}.toml")
        if not theme_in(language):
            return said
        if path.is_file():
            said = resources.merged(said, tomllib.loads(path.read_text(encoding="utf-8")))
        return resources.with_own(said, *path.parts[-3:])
    except ValueError as error:
        raise BadSetting(f"{path}: no words can be read in it: {error}") from None


def texts(game: str, language: str) -> dict[str, Any]:
    """The words on the sheets of a game in a language, the user's own first.

    Raises BadSetting for a file that cannot be read or lacks words.
    """
    return _texts(game, language, resources.own_folder())


@cache
def _texts(game: str, language: str, _own: Path | None) -> dict[str, Any]:
    path = resources.path("cards", plain_language(language), f"{game}.toml")
    try:
        found = tomllib.loads(path.read_text(encoding="utf-8"))
    except (ValueError, OSError) as error:
        raise BadSetting(f"{path}: no words can be read in it: {error}") from None
    lacks = [] if plain_language(language) == ENGLISH else list(_lacking(texts(game, ENGLISH), found))
    if lacks:
        raise BadSetting(f"{path} lacks {', '.join(lacks[:_MOST_NAMED])}, which the English file has")
    return themed(found, "cards", language, game)


_MOST_NAMED = 5
"""The most missing keys that an error names."""


def _lacking(english: Mapping[str, Any], other: Mapping[str, Any], above: str = "") -> Iterator[str]:
    """The keys that another language's file lacks, each with the keys of the tables around it."""
    for key, part in english.items():
        if key not in other:
            yield above + key
        elif isinstance(part, dict) and isinstance(other[key], dict):
            yield from _lacking(part, other[key], f"{above}{key}.")


def holds(condition: str, force: Collection[str]) -> bool:
    """Whether all words of a condition hold; `|` separates alternatives, and `!` means not."""
    return all(
        any((word[1:] not in force) if word.startswith("!") else word in force for word in part.split("|"))
        for part in condition.split()
    )


def without_absent(said: Any, force: Collection[str]) -> Any:
    """The words of a table, without the parts in square brackets whose condition does not hold, as in `[shop?S shop]`.

    Lists lose what is empty then; a row of a table is left out whole.
    """
    if isinstance(said, str):
        return _PART.sub(lambda part: part[2] if holds(part[1], force) else "", said)
    if isinstance(said, Mapping):
        return {key: without_absent(text, force) for key, text in said.items()}
    if not isinstance(said, list):
        return said
    found = [(without_absent(text, force), text) for text in said]
    rows = all(isinstance(text, list) and all(isinstance(word, str) for word in text) for text in said)
    return [now for now, text in found if now or not text if not rows or len(now) == len(text)]


_PART = re.compile(r"\[([^][?]+)\?([^]]*)\]")


def languages(game: str = SHARED) -> tuple[str, ...]:
    """The languages that the sheets of a game can be printed in, English first; without a game, all languages."""
    there = {folder.name for folder in resources.path("cards").iterdir() if (folder / f"{game}.toml").is_file()}
    known = {folder.name for folder in resources.path("cards").iterdir() if (folder / f"{SHARED}.toml").is_file()}
    return (ENGLISH, *sorted((there & known) - {ENGLISH}))


def form(forms: Sequence[str], number: int, language: str) -> str:
    """The form of a noun beside a number, by the rule that the language's shared words name as `plural`.

    With `one-other` a noun has a form for 1 and a form for every other number. With `one-few-many` it has a form for 1,
    one for 2 to 4 and one for 5 and more. The last digit decides, so 21 takes the first form; only 11 to 14 take the
    last. Raises BadSetting where the file names no known rule.
    """
    named = texts(SHARED, language)["plural"]
    if named not in _PLURALS:
        path = resources.path("cards", plain_language(language), f"{SHARED}.toml")
        raise BadSetting(f"{path}: plural = {named!r:.40}: say one of {', '.join(_PLURALS)}")
    return forms[_PLURALS[named](number)]


def in_number(forms: Sequence[str], number: int, words: Words) -> str:
    """A number with its noun, in the language of the words of a game."""
    return form(forms, number, words["language"]).format(number=number)


def _one_few_many(number: int) -> int:
    last = 0 if number % 100 in range(11, 15) else number % 10
    return 0 if last == 1 else 1 if last in (2, 3, 4) else 2


_PLURALS: Mapping[str, Callable[[int], int]] = {
    "one-other": lambda number: int(number != 1),
    "one-few-many": _one_few_many,
}
"""The known plural rules, each from a number to the place of its form; many languages share each of them."""
