"""Games, and packs of house rules, that other packages bring along: a broken one is told in a line and hides no other.

The name of an entry point in the group `mapkit.games` is that of its game, and in `mapkit.packs` `GAME.PACK`.
"""

from __future__ import annotations

import re
import tomllib
from collections import Counter
from collections.abc import Collection, Iterable, Iterator
from functools import cache
from importlib import import_module
from keyword import iskeyword
from typing import Any

from mapkit.model import packages, resources
from mapkit.model.files import printable_name
from mapkit.model.game import Game, assemble
from mapkit.model.letters import in_quotes, names
from mapkit.model.message import Message, Name, clauses, message
from mapkit.model.packages import EntryPoint
from mapkit.model.presets import preset_files, unreadable
from mapkit.model.settings import BadSetting

_MOST_LETTERS = 200


class BrokenPackage(BadSetting, KeyError):
    """What a package brings along cannot be used; the text names the package and says why."""


def is_name(text: str) -> bool:
    """Whether a text may be the name of a game."""
    return re.fullmatch("[a-z]+", text) is not None and not iskeyword(text)


def names_of_games(own: Collection[str]) -> tuple[str, ...]:
    """The games that may be there beside mapkit's own; none of them is loaded."""
    return tuple(name for name, point in _games(tuple(own)).items() if isinstance(point, EntryPoint))


def load(name: str, own: Collection[str]) -> Game[Any]:
    """The game of that name, without the packs for it.

    Raises BrokenPackage where it cannot be used, and KeyError where no package has one.
    """
    found = _games(tuple(own))[name]
    game = _game(found) if isinstance(found, EntryPoint) else found
    if isinstance(game, Message):
        raise BrokenPackage(game)
    return game


def with_packs(game: Game[Any]) -> Game[Any]:
    """The game with the packs that packages bring along for it; the game itself where there are none."""
    return _packed(game, _points_for(game.name))[0] if packages.entry_points(packages.PACKS) else game


def broken(own: Collection[str]) -> Iterator[Message]:
    """A line for each game and each pack that cannot be used; all of them are loaded for that."""
    for name, found in _games(tuple(own)).items():
        game = _game(found) if isinstance(found, EntryPoint) else found
        if isinstance(game, Message):
            yield game
        else:
            yield from _packed(game, _points_for(name))[1]
    for name in dict.fromkeys(point.name.partition(".")[0] for point in packages.entry_points(packages.PACKS)):
        if name in own:
            yield from _packed(import_module(f"{__package__}.{name}").GAME, _points_for(name))[1]
    known = {*own, *names_of_games(own)}
    for point in packages.entry_points(packages.PACKS):
        of, dot, _ = point.name.partition(".")
        if not dot or of not in known:
            takes = message("{found} is no name of a pack; it is GAME.PACK, and a game is one of {names}",
                            in_quotes(point.name), names(sorted(known)))  # fmt: skip
            yield _unusable(point, takes)


def _points_for(name: str) -> tuple[EntryPoint, ...]:
    return tuple(each for each in packages.entry_points(packages.PACKS) if each.name.partition(".")[0] == name)


def _games(own: tuple[str, ...]) -> dict[str, EntryPoint | Message]:
    """The entry points of games by their names, and for those that cannot be used why."""
    points = packages.entry_points(packages.GAMES)
    counts = Counter(point.name for point in points)
    found = dict[str, EntryPoint | Message]()
    for point in points:
        if not is_name(point.name):
            takes = message("the name of a game is small letters from a to z, and no word of Python")
            found[point.name] = _unusable(point, clauses(_called(point), takes))
        elif point.name in own:
            found[f"{point.name} of {point.package}"] = _unusable(
                point, clauses(_called(point), message("mapkit has a game of that name itself"))
            )
        elif counts[point.name] > 1:
            others = [each.package for each in points if each.name == point.name and each != point]
            two = message("{names} has a game of that name, too; uninstall one of them", names(others))
            found[point.name] = _unusable(point, clauses(_called(point), two))
        else:
            found[point.name] = point
    return found


def _called(point: EntryPoint) -> Message:
    return message("its game is called {found}", in_quotes(point.name))


def _unusable(point: EntryPoint, why: Message) -> Message:
    return message("the package {package} cannot be used: {why}", printable_name(point.package), why)


@cache
def _game(point: EntryPoint) -> Game[Any] | Message:
    """The game that an entry point names, or why it cannot be used."""
    found = _named(point)
    if isinstance(found, Message):
        return found
    if not isinstance(found, Game) or found.name != point.name:
        wanted = message("{place} is no game called {name}", printable_name(point.place), Name(point.name))
        return _unusable(point, wanted)
    tried: Game[Any] | Message = _tried(point, lambda: _looked_through(found))
    return tried


def _looked_through(game: Game[Any]) -> Game[Any]:
    """The game itself; raises what is wrong with what is asked of every game before anything else."""
    needed = [f"presets/{game.name}/default.toml", *([f"phrases/en/{game.name}.toml"] if game.table else [])]
    if lacking := [file for file in needed if not resources.places(*file.split("/"))]:
        raise BadSetting(message("its folder of templates lacks {names}", names(lacking)))
    game.design.legend(game.design.params())
    for path in preset_files(game.name).values():
        try:
            said = tomllib.loads(path.read_text(encoding="utf-8"))
            grid, _ = game.design.board.read(str(said["size"])), str(said["says"])
        except (ValueError, KeyError, OSError) as error:
            raise unreadable(path, error) from None
        for name, why in assemble(game, said.get("settings", {}), grid, {}).wrong_in_preset:
            unknown = message("there is no setting {found} in {name}", in_quotes(name), Name(game.name))
            raise unreadable(path, BadSetting(why or unknown))
    return game


@cache
def _packed(game: Game[Any], points: Iterable[EntryPoint]) -> tuple[Game[Any], tuple[Message, ...]]:
    """The game with the packs of entry points, and why some of these cannot be used."""
    from mapkit.games.kit.packs import PackDesign  # a command without packs needs nothing of it

    broken, packs = list[Message](), list[tuple[EntryPoint, Any]]()
    for point in points:
        pack = _named(point)
        if isinstance(pack, Message):
            broken.append(pack)
        elif not isinstance(pack, PackDesign):
            takes = message("{place} is no pack, an object of a class such as HousePack", printable_name(point.place))
            broken.append(_unusable(point, takes))
        else:
            packs.append((point, pack))
    for point, pack in sorted(packs, key=lambda each: each[1].around):
        added = _tried(point, lambda pack=pack, game=game: _looked_through(pack.added_to(game)))
        if isinstance(added, Message):
            broken.append(added)
        else:
            game = added
    return game, tuple(broken)


@cache
def _named(point: EntryPoint) -> Any:
    """What an entry point names, or a Message why it cannot be loaded."""

    def loaded() -> Any:
        module, _, name = point.place.partition(":")
        found = import_module(module)
        for part in name.split(".") if name else ():
            found = getattr(found, part)
        return found

    return _tried(point, loaded)


def _tried(point: EntryPoint, made: Any) -> Any:
    """What a package's own code makes, or a Message with what it raises, which may be anything."""
    try:
        return made()
    except (Exception, SystemExit) as error:  # noqa: BLE001 (a stranger's module must not stop mapkit)
        told = " ".join(str(error).split())[:_MOST_LETTERS]
        said = message(
            "{place}: {kind}: {what}", printable_name(point.place), Name(type(error).__name__), printable_name(told)
        )
        return _unusable(point, error.said if isinstance(error, BadSetting) else said)
