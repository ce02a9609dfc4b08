"""Maps of the games on the shelf: their presets and parameters, blank files, fresh maps, and reading any of them.

Every map that these functions make has passed `check`.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import replace
from functools import lru_cache
from pathlib import Path
from types import MappingProxyType
from typing import Any, NamedTuple, TypeVar, cast

from mapkit.games.installed import BrokenPackage
from mapkit.games.shelf import GAMES, Shelf
from mapkit.mapfile import document, json_file, share_code, writer
from mapkit.model import resources
from mapkit.model.analysis import MOST_PLIES, Ask, Study
from mapkit.model.design import AS_DRAWN
from mapkit.model.errors import BadSetting, MapkitError, refuse_all
from mapkit.model.frozen import frozen
from mapkit.model.game import Game, assemble, fatal
from mapkit.model.grid import Board, Square
from mapkit.model.letters import composed, refused_word, shown, suggestion
from mapkit.model.letters import names as list_of
from mapkit.model.map import Map
from mapkit.model.message import NOTHING, Message, Name, clauses, joined, message, plural, said_of
from mapkit.model.presets import NoSuchPreset, preset_file, preset_files, preset_settings, unreadable
from mapkit.model.settings import Params, settings, show_setting
from mapkit.model.symmetry import renamed
from mapkit.solve.legality import check_at_the_table
from mapkit.solve.search import generate_from

P = TypeVar("P", bound=Params)


class Preset(NamedTuple):
    """A named set of settings."""

    name: str
    says: Message | Name
    grid: Board
    settings: Mapping[str, object]
    """The settings that differ from the defaults of the game, as people write them."""
    holds: Message | Name = NOTHING
    """Which rules hold, in few words, for the preset `as-drawn`."""
    any_size: bool = False
    """Whether its numbers grow and shrink with the board, so that they fit almost every size."""


def game_named(name: str | Game[Any]) -> Game[Any]:
    """The game of that name, or the game itself; raises BadSetting with the names that would do."""
    if isinstance(name, Game):
        return name
    try:
        return GAMES[name]
    except BrokenPackage:
        raise
    except KeyError:
        hint = suggestion(name, tuple(GAMES), "say one of {names}")
        raise BadSetting(message("there is no game {found}", refused_word(name, 60)), hint) from None


def presets(game: str | Game[Any]) -> tuple[Preset, ...]:
    """The presets of a game, the one named `default` first; raises BadSetting for a game or a preset not known."""
    return tuple(_preset(name, path) for name, path in preset_files(game_named(game).name).items())


_tables = lru_cache(maxsize=128)(tomllib.loads)  # the studio reads the presets of a game at each stroke


def _preset(name: str, path: Path) -> Preset:
    """The preset in a file; raises BadSetting where it cannot be read."""
    try:
        data, own = _tables(path.read_text(encoding="utf-8")), resources.own_folder()
        says = Name if own and path.is_relative_to(own) else said_of
        return Preset(
            name,
            says(str(data["says"])),
            GAMES[path.parent.name].design.board.read(str(data["size"])),
            frozen(data.get("settings", {})),
            says(str(data.get("holds", ""))),
            bool(data.get("any_size", False)),
        )
    except (ValueError, KeyError, TypeError, OSError) as error:
        raise unreadable(path, error) from None


def preset(game: str, name: str) -> Preset:
    """The preset of that name; raises NoSuchPreset with the names that would do."""
    path = preset_file(game_named(game).name, name)
    return _preset(composed(path.stem), path)


def preset_in_files(game: str, name: str) -> str:
    """The preset that a map file names for a map of a preset; `default` for one of the user's own.

    A map file has all settings, so it can be read where nobody has that preset.
    """
    own, path = resources.own_folder(), preset_files(game_named(game).name).get(composed(name).lower())
    return "default" if own and path and path.is_relative_to(own) else name


def readable_elsewhere(map_: Map[P]) -> Map[P]:
    """The map as it is written for others, and into logs: it names no preset of the user's own."""
    return replace(map_, preset=preset_in_files(map_.game.name, map_.preset))


def named_as(map_: Map[P], other: Map[P]) -> Map[P]:
    """The map with the names that another map of its game and size has for its cells."""
    here, there = map_.params.grid, other.params.grid
    if map_.game is not other.game or str(here) != str(there) or here.cells() == there.cells():
        return map_
    assert isinstance(here, Square)
    assert isinstance(there, Square)
    move, names = renamed(here, there.rows_go, there.columns_are), {"rows": there.rows_go, "columns": there.columns_are}
    return replace(map_, params=replace(cast(Any, map_.params), **names), facts=frozenset(map(move.fact, map_.facts)))


def params(game: Game[Any], preset_name: str, size: str | Board | None, given: Mapping[str, object]) -> Any:
    """The parameters of a map: the settings of the preset, replaced by those given, on its board or one of this size.

    Raises NoSuchPreset where only the preset is wrong, and else BadSetting with a line for all that is wrong.
    """
    wrong = list[MapkitError]()
    try:
        chosen = preset(game.name, preset_name)
    except (BadSetting, NoSuchPreset) as bad:
        chosen = presets(game)[0]
        wrong.append(bad)
    grid = size if isinstance(size, Board) else chosen.grid
    try:
        grid = grid if size is None or isinstance(size, Board) else game.design.board.read(size)
    except BadSetting as bad:
        wrong.append(bad)
    built, known = assemble(game, chosen.settings, grid, given), [each.name for each in settings(game.design.params)]
    for name, why in built.wrong_in_given:
        unknown = message("there is no setting {found} in {name}", refused_word(name), Name(game.name))
        wrong.append(BadSetting(why) if why else BadSetting(unknown, suggestion(name, known)))
    if len(wrong) == 1:
        raise wrong[0]
    refuse_all([error.said for error in wrong])
    return arranged(game, built.params)


def arranged(game: Game[Any], params: Any) -> Any:
    """The parameters on the board that they ask for; raises BadSetting where no map can be made with them."""
    most = game.design.board.most_floors
    if params.grid.floors > most:
        name = Name(game.name)
        has = plural("{name} has boards of {number} floor", "{name} has boards of {number} floors", most, name)
        raise BadSetting(has, message("leave the floors out of the size"))
    made = game.design.board.arrange(params)
    refuse_all([clash.words for clash in fatal(game, made)])
    return made


def study_for(game: Game[Any], ask: Ask, names: Mapping[str, str] = MappingProxyType({})) -> Study[Any]:
    """How maps of the game are analysed; raises BadSetting where they are not, or where the game takes no such `ask`.

    `names` are what the fields of `ask` are called in errors, where not by their own names.
    """
    if game.study is None:
        name, others = Name(game.name), list_of(each.name for each in GAMES.values() if each.study)
        raise BadSetting(message("{name} has no ways to solve yet; solve takes maps of {names}", name, others))
    for field, given in (("starts", ask.starts), ("plies", ask.plies)):
        if given not in ((), None) and field not in game.study.asked_fields:
            wrong = message("{option} is not for {game}", Name(names.get(field, field)), Name(game.name))
            raise BadSetting(wrong, message("leave it out"))
    if ask.plies is not None and not 1 <= ask.plies <= MOST_PLIES:
        name = Name(names.get("plies", "plies"))
        raise BadSetting(message("{name} is {found}; it takes 1 to {most}", name, shown(ask.plies), MOST_PLIES))
    return game.study


def new(game: str | Game[Any], *, preset: str = "default", size: str | Board | None = None) -> str:
    """The text of a blank map file with its legend, to fill in by hand; raises BadSetting, NoSuchPreset."""
    found = game_named(game)
    return writer.blank(found, params(found, preset, size, {}), preset)


def read(data: bytes, name: str, left_out: str = AS_DRAWN, game: str | Game[Any] = "") -> document.Document:
    """The map in the bytes of a file, TOML or JSON, or of a share code; raises UnreadableMap.

    `left_out` is the preset of a file that names neither a preset nor settings, and `game` the game of a file that is a
    drawing alone. A group's own game stands in the place of the game that has its name.
    """
    games, named = (Shelf(game), game.name) if isinstance(game, Game) else (GAMES, game)
    if share_code.is_code(data):
        return share_code.read(data, name, games, preset_settings)
    if json_file.is_map(data):
        return json_file.read(data, name, games, preset_settings, left_out)
    return document.read(data, name, games, preset_settings, left_out, named)


def read_from_log(text: str, name: str, game: str | Game[Any] = "") -> Map[Any]:
    """The map in the text of a log; raises ValueError for a map that cannot be played."""
    drawn = read(text.encode(), name, left_out="default", game=game).map  # as in logs of before there was as-drawn
    if check_at_the_table(drawn):
        raise BadSetting(message("it breaks the rules of its game"))
    return drawn


def taken_as_drawn(map_: Map[Any]) -> Message:
    """A sentence for a map whose file names no settings: what is taken from its drawing, and which rules hold."""
    drawn = map_.game.design.drawn_settings(map_.params.grid, map_.facts)
    there, lacking = list[Message](), list[Message]()
    for setting in (each for each in settings(type(map_.params)) if each.name in map_.drawn_settings):
        thing, value = drawn[setting.name].thing, show_setting(setting, getattr(map_.params, setting.name))
        if value == 0:
            lacking.append(thing)
        elif value != "any":
            least = str(value).removesuffix("-")
            number = Name(str(value)) if least == str(value) else message("{number} or more", Name(least))
            there.append(joined([thing, number], " "))
    return message(
        "the file names no preset and no settings, so the map is taken as drawn: {things}; these rules hold: {rules} "
        "(`{command}` lists them)",
        clauses(joined(there), message("no {things}", joined(lacking)) if lacking else NOTHING),
        preset(map_.game.name, AS_DRAWN).holds,
        Name(f"mapkit rules {map_.game.name} --preset {AS_DRAWN}"),
    )


def generate(
    game: str | Game[Any],
    seed: str,
    *,
    preset: str = "default",
    size: str | Board | None = None,
    given: Mapping[str, object] | None = None,
) -> Map[Any]:
    """A fresh legal map from a seed; raises BadSetting, NoSuchPreset, NoSuchMap or SolverGaveUp."""
    found = game_named(game)
    return generate_from(found, params(found, preset, size, given or {}), preset, seed)
