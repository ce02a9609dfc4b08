"""The names of players: which ones a table takes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from mapkit.language.directives import vocabulary
from mapkit.model.letters import alike
from mapkit.model.settings import BadSetting
from mapkit.model.table import Speech

MOST_NAME = 20
_FURTHER = frozenset("exit resume delete list log moves restart save say start ways".split())  # noqa: SIM905 (as words)
"""Words that look like those of the table."""


def check_names(names: Sequence[str], speech: Speech[Any]) -> None:
    """Raise BadSetting, with all that is wrong, for names that are too similar or look like directives."""
    wrong = [problem for name in names if (problem := _name_problem(name, speech))]
    seen: dict[str, str] = {}
    for name in names:
        other = seen.get(alike(name))
        if other is not None:
            twice = f"two players are called {name!r:.40}, so give one another name"
            wrong.append(twice if other == name else f"{other!r:.40} and {name!r:.40} are too much alike")
        seen[alike(name)] = name
    if wrong:
        raise BadSetting("; ".join(dict.fromkeys(wrong)))


def _name_problem(name: str, speech: Speech[Any]) -> str:
    """What is wrong with a player's name, in words; empty where nothing is."""
    words = _FURTHER | vocabulary("table").directives | speech.directives
    if not name or not name.isprintable() or name != " ".join(name.split()) or len(name) > MOST_NAME:
        return f"{name!r:.40} is no name: take 1 to {MOST_NAME} printable characters, with single spaces between words"
    if between := next((sign for sign in name if sign in ":;,\"'"), ""):
        return f"{name!r:.40} cannot be a name: it looks like a command, as it has {between!r}; leave that out"
    if set(alike(name).split()) <= words:
        return f"{name!r:.40} cannot be a name: it looks like a command; add a letter to it"
    if name[0].isdigit():
        return f"{name!r:.40} cannot be a name: it looks like a command; begin it with a letter"
    if not name[0].isalpha():
        return f"{name!r:.40} cannot be a name: it begins with {name[0]!r}; begin it with a letter"
    if any(word in speech.barred_in_names or word.isdigit() for word in alike(name).split()):
        return f"{name!r:.40} cannot be a name: it looks like part of a command"
    return ""
