"""What programs give: each argument of the library is looked at first, and what is wrong is told in a sentence."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from functools import wraps
from inspect import signature
from itertools import chain
from os import PathLike
from types import NoneType
from typing import Any, ParamSpec, Protocol, TypeVar, cast, runtime_checkable

from mapkit.language.catalogue import languages
from mapkit.model.errors import MapkitError, WrongType
from mapkit.model.game import Game
from mapkit.model.letters import refused_word, shown
from mapkit.model.map import Map
from mapkit.model.message import NOTHING, Message, Name, clauses, either, message, plural, sentences
from mapkit.model.settings import BadSetting, seed_of
from mapkit.model.version import lacking
from mapkit.solve.checker import Fault

READ = 'Path("{}").read_text(encoding="utf-8")'
"""How a program reads a file."""


@runtime_checkable
class _Submits(Protocol):
    """An executor; `concurrent.futures` is slow to load."""

    submit: Callable[..., object]


_Arguments = ParamSpec("_Arguments")
_Result = TypeVar("_Result")
_TEXTS = {"preset": "small", "by": "things", "language": "en", "theme": "none", "kind": "random", "experience": "new"}
"""Arguments that are texts, each with an example."""
_TAKES: Mapping[str, tuple[type | tuple[type, ...], Message]] = {
    "game": ((str, Game, NoneType), message('a game, or the name of one, such as "treasures"')),
    "seed": ((str, int), message("a text, such as {example}", Name('"rain"'))),
    "settings": (Mapping, message("a mapping, such as {example}", Name('{"walls": "20-25"}'))),
    "options": (Mapping, message("a mapping, such as {example}", Name('{"order": "given"}'))),
    "text": ((str, bytes, Mapping), message("the text of a map, such as {example}", Name(READ.format("map.toml")))),
    "name": (str, message('the name of a file, such as "map.toml"')),
    "folder": ((str, PathLike), message("the name of a folder")),
    "command": (str, message('the name of a command, such as "check"')),
    "words": (str, message("the text of one command, such as {example}", Name('"north"'))),
    "sheet": (str, message('the name of a sheet, such as "card"')),
    "player": (str, message('the name of a player, such as "Ann"')),
    "plies": ((int, NoneType), message("a whole number")),
    **{name: (str, message("a text, such as {example}", Name(f'"{example}"'))) for name, example in _TEXTS.items()},
    **dict.fromkeys(("turns", "floor", "games", "count", "people", "minutes"), (int, message("a whole number"))),
    **dict.fromkeys(("crop", "anyway", "apart"), (bool, message("True or False"))),
    "workers": ((_Submits, NoneType), message("an executor, such as {example}", Name("ProcessPoolExecutor()"))),
}
"""The arguments of the library, each with its types and what would do."""


def checked(function: Callable[_Arguments, _Result]) -> Callable[_Arguments, _Result]:
    """The function; what it is given is looked at first.

    Raises WrongType, and BadSetting for an unfit seed, and where a library is not installed.
    """
    parameters = tuple(signature(function).parameters)

    @wraps(function)
    def looked_at(*args: _Arguments.args, **kwargs: _Arguments.kwargs) -> _Result:
        for name, given in chain(zip(parameters, args, strict=False), kwargs.items()):
            if name in _TAKES:
                kinds, would_do = _TAKES[name]
                if not isinstance(given, kinds) or (isinstance(given, bool) and kinds is not bool):
                    raise wrong_type(name, would_do, given)
            if name == "seed":
                seed_of(cast(str, given))
        try:
            return function(*args, **kwargs)
        except ModuleNotFoundError as missing:
            raise lacking(missing) from missing

    return looked_at


def wrong_type(name: str, would_do: Message, given: object) -> WrongType:
    return WrongType(message("{name} takes {what}, not {found}", Name(name), would_do, _kind(given)))


def maps_in(name: str, given: object) -> tuple[Map[Any], ...]:
    """The maps in a list; raises WrongType for something else, such as one map."""
    found = tuple(given) if isinstance(given, Iterable) else (given,)
    for each in found:
        if not isinstance(each, Map) or each is given:
            raise wrong_type(name, message("a list of maps"), each)
    return found


def texts(what: str, given: object, example: str) -> tuple[str, ...]:
    """The texts in a list; raises WrongType for something else, such as one text, which is no list of letters."""
    two = Name(what), Name(example)
    if isinstance(given, str | bytes) or not isinstance(given, Iterable):
        raise WrongType(message("{name} takes a list of texts, such as {example}, not {found}", *two, _kind(given)))
    found = tuple(given)
    for text in found:
        if not isinstance(text, str):
            raise WrongType(message("each of {name} takes a text, as in {example}, not {found}", *two, _kind(text)))
    return found


def one_of(name: str, word: str, known: Collection[str]) -> str:
    """The word that an argument of this name is; raises BadSetting for one that is not known."""
    if word not in known:
        told = Name(name), refused_word(word), either([*map(Name, known)])
        raise BadSetting(message("{name} is {found}; say {takes}", *told))
    return word


def known_language(game: Game[Any], language: str) -> str:
    """A language that the words of the game are in; raises BadSetting for another."""
    return one_of("language", language, languages(game.name))


def _kind(given: object) -> Message | Name:
    return Name("None") if given is None else message("{name} {found}", Name(type(given).__name__), shown(given))


class FaultyMap(MapkitError):
    """A map has faults where a legal one is needed; `faults` are all of them, and the text gives the first."""

    def __init__(self, faults: tuple[Fault, ...], instead: Message = NOTHING) -> None:
        """Takes the faults, and what would do other than a repair."""
        first = faults[0]
        number = plural("{number} fault on the map", "{number} faults on the map", len(faults))
        found = message("{name}: {what}", Name(first.rule.number), sentences(first.sentence, first.found))
        repairs = clauses(message("`repair()` repairs a map"), instead)
        super().__init__(sentences(clauses(number, found), message("{what}.", repairs)))
        self.faults = faults


def refuse(faults: tuple[Fault, ...], instead: Message = NOTHING) -> None:
    """Raise FaultyMap where there are faults; `instead` is what would do other than a repair."""
    if faults:
        raise FaultyMap(faults, instead)
