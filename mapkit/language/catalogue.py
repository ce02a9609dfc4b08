"""The languages and themes in which mapkit speaks, and their words.

Messages have theirs in catalogues in the form of gettext (`templates/messages`), sheets in tables (`templates/cards`).

A theme may tell a game in other words of the same language. Its words are a language of their own, with a language tag
such as `en-x-pirate-ship` (BCP 47): English with private words after the `x`. So whatever takes the code of a language
takes such a tag, too.
"""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from functools import cache
from gettext import c2py
from pathlib import Path
from typing import Any

from mapkit.model import resources
from mapkit.model.letters import names
from mapkit.model.message import Name, message
from mapkit.model.settings import BadSetting

Words = Mapping[str, Any]
"""The words of a language, or a part of them."""

ENGLISH = "en"
SHARED = "sheets"
"""The name of a language's file with the words that the sheets of all games share."""
NO_THEME = "none"
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
    start, files = f"{game}.", resources.toml_files("phrases", ENGLISH)
    return tuple(sorted(name.removeprefix(start) for name in files if name.startswith(start)))


def themed(tables: Mapping[str, Any], kind: str, language: str, name: str) -> dict[str, Any]:
    """The tables of a file such as `cards/en/treasures.toml`, with what the theme of the tag says in their place.

    A theme has words for some of the files. Raises BadSetting for a file that cannot be read.
    """
    file = kind, plain_language(language), f"{name}.{theme_in(language)}.toml"
    path = next(iter(resources.places(*file)), resources.path(kind).joinpath(*file[1:]))
    try:
        said = resources.with_own(tables, kind, plain_language(language), f"{name}.toml")
        if not theme_in(language):
            return said
        if path.is_file():
            said = resources.merged(said, tomllib.loads(path.read_text(encoding="utf-8")))
        return resources.with_own(said, *path.parts[-3:])
    except ValueError as error:
        raise _unreadable(path, error) from None


def texts(game: str, language: str) -> dict[str, Any]:
    """The words on the sheets of a game in a language, the user's own first.

    Raises BadSetting for a file that cannot be read or lacks words.
    """
    return _texts(game, language, resources.own_folder())


@cache
def _texts(game: str, language: str, _own: Path | None) -> dict[str, Any]:
    file = "cards", plain_language(language), f"{game}.toml"
    path = resources.path(*file)
    try:
        found = resources.tables(*file)
    except (ValueError, OSError) as error:
        raise _unreadable(path, error) from None
    lacks = [] if plain_language(language) == ENGLISH else list(_lacking(texts(game, ENGLISH), found))
    if lacks:
        there = message("{file} lacks {keys}, which the English file has", Name(str(path)), names(lacks[:_MOST_NAMED]))
        raise BadSetting(there)
    return themed(found, "cards", language, game)


def _unreadable(path: Path, error: Exception) -> BadSetting:
    return BadSetting(message("{file}: no words can be read in it: {why}", Name(str(path)), Name(str(error))))


_MOST_NAMED = 5


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
    known = {folder.name for folder in resources.path("cards").iterdir() if (folder / f"{SHARED}.toml").is_file()}
    there = {each for each in known if resources.places("cards", each, f"{game}.toml")}
    return (ENGLISH, *sorted((there & known) - {ENGLISH}))


def form(forms: Sequence[str], number: int, language: str) -> str:
    """The form of a noun beside a number; the last one where there are fewer forms than the language has."""
    return forms[min(catalogue(language)[1](number), len(forms) - 1)]


def in_number(forms: Sequence[str], number: int, words: Words) -> str:
    """A number with its noun, in the language of the words of a game."""
    return form(forms, number, words["language"]).format(number=number)


FOLDER = "messages"
"""The templates with the catalogues, in a folder for each language."""
Key = tuple[str, str, int]
"""The context of a text in a catalogue (empty for none), its English, and the number of its plural form."""
_HEAD: Key = ("", "", 0)
"""The entry whose words are about the catalogue itself; one of its lines has the language's rule of plurals."""
_TEXT = r'(?:".*"\n)+'
_ENTRY = re.compile(
    rf"^(#,.*fuzzy.*\n(?:#.*\n)*)?(?:msgctxt +({_TEXT}))?msgid +({_TEXT})(?:msgid_plural +{_TEXT})?"
    rf"((?:msgstr(?:\[[0-9]\])? +{_TEXT})+)",
    re.MULTILINE,
)
"""An entry: the mark of one whose words are those of another English, its context, its English, and its words."""
_WORDS = re.compile(rf"^msgstr(?:\[([0-9])\])? +({_TEXT})", re.MULTILINE)


def catalogue(language: str) -> tuple[Mapping[Key, str], Callable[[int], int]]:
    """The messages of a language, and its rule of plurals; a theme goes before them, and the user's own before all."""
    return _catalogue(language, resources.own_folder())


@cache
def _catalogue(language: str, own: Path | None) -> tuple[dict[Key, str], Callable[[int], int]]:
    plain, theme, said, plural_of = plain_language(language), theme_in(language), dict[Key, str](), c2py("n != 1")
    for folder in [*reversed(resources.places(FOLDER)), *([own / FOLDER] if own else [])]:
        files = sorted((folder / plain).glob("*.po"))
        of_all = [file for file in files if "." not in file.stem]
        for file in (*of_all, *(file for file in files if theme and file.stem.endswith(f".{theme}"))):
            said |= entries(file)
            rule = re.search(r"plural=([^;]+);", said.pop(_HEAD, ""))
            if rule and folder.parent != own:
                plural_of = c2py(rule[1])
    return said, plural_of


def entries(file: Path) -> Iterator[tuple[Key, str]]:
    """What a catalogue says, but for what is empty or fuzzy; raises BadSetting for a file that cannot be read."""
    try:
        yield from entries_in(file.read_text(encoding="utf-8-sig"))
    except (OSError, ValueError) as error:
        raise _unreadable(file, error) from None


def entries_in(text: str) -> Iterator[tuple[Key, str]]:
    """What the text of a catalogue says, with its head; raises ValueError for words that are wrongly quoted."""
    for fuzzy, context, english, words in _ENTRY.findall(f"{text}\n"):
        if not fuzzy and words != 'msgstr ""\n':
            key = context and _unquoted(context), _unquoted(english)
            said = ((int(number or 0), _unquoted(text)) for number, text in _WORDS.findall(words))
            yield from (((*key, number), text) for number, text in said if text)


def unread(text: str) -> Iterator[int]:
    """Where the lines begin that belong to no entry, such as those of one with a blank line in it."""
    others = _ENTRY.sub(lambda entry: re.sub(".", " ", entry[0]), f"{text}\n")
    return (line.start() for line in re.finditer('^(?:msg|").*', others, re.MULTILINE))


def _unquoted(text: str) -> str:
    plain = "\\" not in text and text.find("\n") == len(text) - 1
    return text[1:-2] if plain else "".join(map(json.loads, text.splitlines()))
