"""A game to begin with: a small one that works, Lanterns, under a name of its own, in a package of its own."""

from __future__ import annotations

import re
from collections.abc import Mapping
from importlib.util import find_spec

from mapkit.games.installed import is_name
from mapkit.games.shelf import GAMES
from mapkit.model import resources
from mapkit.model.letters import in_quotes
from mapkit.model.message import Name, clauses, message
from mapkit.model.settings import BadSetting

_LANTERNS, _LETTERS = "lanterns", "LN"


def package(name: str, letters: str = "") -> Mapping[str, str]:
    """The texts of the files of a package with a game of that name, by their paths.

    The numbers of its rules begin with two capitals; without `letters`, with two of its name. Raises BadSetting for a
    name or for letters that it cannot have.
    """
    _refuse_name(name)
    number = letters or next((two for two in _letters_in(name) if not _owner(two)), "")
    if not re.fullmatch("[A-Z]{2}", number):
        takes = message("the numbers of rules begin with two capitals, as in --letters MO")
        raise BadSetting(clauses(message("letters is {found}", in_quotes(letters)), takes) if letters else takes)
    if owner := _owner(number):
        theirs = Name(owner), Name(number)
        raise BadSetting(message("the rules of {game} have the letters {letters}; give two others", *theirs))
    folder = resources.path("new-game")
    texts = {path: path.read_text(encoding="utf-8") for path in sorted(folder.rglob("*")) if path.suffix in _KINDS}
    named = {str(path.relative_to(folder).as_posix()): text for path, text in texts.items()}
    return {_renamed(path, name, number): _renamed(text, name, number) for path, text in named.items()}


_KINDS = {".py", ".toml", ".md"}


def _refuse_name(name: str) -> None:
    if not is_name(name) or len(name) < 2:
        takes = message("the name of a game is small letters from a to z, and no word of Python, such as moths")
        raise BadSetting(clauses(message("the name is {found}", in_quotes(name)), takes))
    if name in GAMES:
        raise BadSetting(message("there is a game {name} already; give yours another name", Name(name)))
    if find_spec(name) is not None:
        raise BadSetting(message("there is a module {name} of Python already; give yours another name", Name(name)))


def _letters_in(name: str) -> list[str]:
    return [f"{name[0]}{other}".upper() for other in name[1:]]


def _owner(letters: str) -> str:
    """The game whose rules have these letters; empty for none."""
    rules = ((game.name, rule) for game in GAMES.values() for rule in (*game.design.rules, *game.design.advice))
    return next((name for name, rule in rules if rule.number.startswith(f"{letters}-")), "")


def _renamed(text: str, name: str, letters: str) -> str:
    text = text.replace(f"{_LETTERS}-", f"{letters}-").replace(_LANTERNS.title(), name.title())
    return text.replace(_LANTERNS, name)
