"""What programs ask by the name of a game, or make of a text: maps, presets, sheets, schemas."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from os import PathLike
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Literal, TypedDict, TypeVar, Unpack, overload

from mapkit.formats import shelf
from mapkit.games import maps, own_templates
from mapkit.games.maps import Preset
from mapkit.games.rule_list import RuleList, rules_of
from mapkit.language import wording
from mapkit.language.catalogue import ENGLISH, languages
from mapkit.library.arguments import READ, checked, known_language, one_of
from mapkit.mapfile.text import UnreadableMap
from mapkit.model import resources
from mapkit.model.errors import MapkitError, Problem, WrongType
from mapkit.model.game import Game
from mapkit.model.letters import refused_word, shown, suggestion, visible
from mapkit.model.map import Map
from mapkit.model.message import Message, Name, clauses, message
from mapkit.model.settings import BadSetting, Params
from mapkit.paper.game_sheets import paper_of

if TYPE_CHECKING:
    from mapkit.games.shelf import DungeonParams, LabyrinthParams, MinoqaurParams, QuoridorParams, TreasuresParams

P = TypeVar("P", bound=Params)


class MapOrder(TypedDict, total=False):
    """What `generate` takes beside a game and a seed."""

    preset: str
    size: str | None
    settings: Mapping[str, object]


@overload
def generate(game: Literal["treasures"], seed: str, **order: Unpack[MapOrder]) -> Map[TreasuresParams]: ...


@overload
def generate(game: Literal["labyrinth"], seed: str, **order: Unpack[MapOrder]) -> Map[LabyrinthParams]: ...


@overload
def generate(game: Literal["quoridor"], seed: str, **order: Unpack[MapOrder]) -> Map[QuoridorParams]: ...


@overload
def generate(game: Literal["dungeon"], seed: str, **order: Unpack[MapOrder]) -> Map[DungeonParams]: ...


@overload
def generate(game: Literal["minoqaur"], seed: str, **order: Unpack[MapOrder]) -> Map[MinoqaurParams]: ...


@overload
def generate(game: Game[P], seed: str, **order: Unpack[MapOrder]) -> Map[P]: ...


@overload
def generate(game: str, seed: str, **order: Unpack[MapOrder]) -> Map[Any]: ...


@checked
def generate(
    game: str | Game[Any],
    seed: str,
    *,
    preset: str = "default",
    size: str | None = None,
    settings: Mapping[str, object] = MappingProxyType({}),
) -> Map[Any]:
    """A fresh legal map of a game, which is named or given itself; the same seed gives the same map.

    `size` and the values of `settings` are as people write them, such as `8x8` and `6-10`. Raises BadSetting,
    NoSuchPreset, NoSuchMap where no map keeps the rules with these settings, and SolverGaveUp.

    >>> import mapkit
    >>> mapkit.generate("treasures", "rain", preset="small", settings={"treasures": 2})
    <Map treasures 6x6 small>
    """
    return maps.generate(game, seed, preset=preset, size=size, given=settings)


@checked
def read(text: str | bytes | Mapping[str, Any], name: str = "map", *, game: str | Game[Any] = "") -> Map[Any]:
    """The map in the text of a file of any format, in a share code, or in the data that `to_json` gives.

    Raises UnreadableMap, whose `problems` have lines and columns; `name` is the name of the file there. With a `game`
    the text may be a drawing alone, or a board as `play` prints it; maps of a group's own game are read with that game
    itself. Where the text names no preset and no settings, the map is taken as drawn. Raises BadSetting for no known
    game.

    >>> import mapkit
    >>> mapkit.read(mapkit.generate("treasures", "rain").share())
    <Map treasures 8x8 default>
    """
    return shelf.read(_bytes(text, name), name, maps.game_named(game) if game else "").map


def _bytes(text: str | bytes | Mapping[str, Any], name: str) -> bytes:
    """The bytes of a file; halves of characters, which no file can hold, become bytes that no reader takes.

    Raises UnreadableMap for the name of a file.
    """
    if isinstance(text, Mapping):
        try:
            text = json.dumps(dict(text))
        except (ValueError, TypeError, RecursionError):
            raise UnreadableMap(name, [Problem(1, 1, message("this is no data that JSON can hold"))]) from None
    endings = (".toml", ".json", ".jsonl", ".txt")
    if isinstance(text, str) and text.strip().lower().endswith(endings) and len(text.split("\n")) == 1:
        right = Name(f"mapkit.read({READ.format(f'{visible(text.strip()):.60}')})")
        why = message("this is the name of a file, and {name} takes its text; write {example}", Name("read"), right)
        raise UnreadableMap(name, [Problem(1, 1, why)])
    return text.encode(errors="surrogatepass") if isinstance(text, str) else text


@checked
def new(game: str | Game[Any], *, preset: str = "default", size: str | None = None) -> str:
    """The text of a blank map file with its legend, to fill in by hand; raises BadSetting and NoSuchPreset.

    >>> import mapkit
    >>> mapkit.new("treasures", preset="small").splitlines()[0]
    '# A map of Treasures of the Abandoned Labyrinth. Fill in the drawing; lines that begin with # are for you alone.'
    """
    return maps.new(game, preset=preset, size=size)


@checked
def presets(game: str | Game[Any]) -> tuple[Preset, ...]:
    """The presets of a game, the one named `default` first; raises BadSetting for a game or a preset not known.

    >>> import mapkit
    >>> [preset.name for preset in mapkit.presets("quoridor")]
    ['default', 'fair', 'four', 'handicap', 'middle', 'opening', 'puzzle']
    """
    return maps.presets(game)


@checked
def bots(game: str | Game[Any]) -> tuple[str, ...]:
    """The kinds of machine players that play a game; raises BadSetting for an unknown game.

    >>> import mapkit
    >>> mapkit.bots("quoridor")
    ('easy', 'medium', 'hard', 'random')
    """
    from mapkit.table.bots import kinds_of_machines  # they know the table

    return kinds_of_machines(maps.game_named(game))


@checked
def translated(said: Message | Name | MapkitError, language: str) -> str:
    """What mapkit says in English, such as what a fault found, or an error, in another language.

    Raises BadSetting for a language that mapkit does not speak.

    >>> import mapkit
    >>> fault, *_ = mapkit.read(mapkit.new("treasures")).check()
    >>> mapkit.translated(fault.found, "de")
    'a8 ist nicht ausgefüllt.'
    """
    one_of("language", language, languages())
    return wording.translated(said.said if isinstance(said, MapkitError) else said, language)


@checked
def json_schema(command: str) -> dict[str, Any]:
    """The JSON Schema (draft 2020-12) of what a command prints with `--json`; raises BadSetting where it has none.

    The schema of `moves --why` has the name `moves-why`. Commands that write a map share the schema `map`.

    >>> import mapkit
    >>> mapkit.json_schema("check")["title"]
    'mapkit check --json'
    """
    command = "map" if command in ("generate", "complete", "export") else command
    known = {path.stem: path for path in resources.path("schemas").iterdir()}
    if command not in known:
        nothing = message("{found} prints nothing for programs", refused_word(command))
        raise BadSetting(clauses(nothing, suggestion(command, sorted(known), "say one of {names}")))
    schema: dict[str, Any] = json.loads(known[command].read_text(encoding="utf-8"))
    return schema


@checked
def sheets(game: str | Game[Any]) -> tuple[str, ...]:
    """The names of the sheets of a game, but for `map`, the board alone; raises BadSetting for an unknown game.

    >>> import mapkit
    >>> mapkit.sheets("quoridor")
    ('gm', 'diagram', 'puzzle', 'board', 'pieces', 'large', 'large-pieces', 'score', 'card')
    """
    return paper_of(maps.game_named(game)).names


@checked
def rules(
    game: str | Game[Any],
    *,
    preset: str = "default",
    size: str | None = None,
    settings: Mapping[str, object] = MappingProxyType({}),
    language: str = ENGLISH,
) -> RuleList:
    """The rules of a game's maps with some settings, and what else is agreed on; raises BadSetting, NoSuchPreset.

    >>> import mapkit
    >>> mapkit.rules("quoridor").rules[0]
    RuleSentence(rule='QC-8', sentence='Every player has one pawn on the board.')
    """
    found = maps.game_named(game)
    return rules_of(found, maps.params(found, preset, size, settings), known_language(found, language))


@contextmanager
def templates(folder: str | PathLike[str]) -> Iterator[None]:
    """Within it, the templates in a folder, such as words and themes, go before those of mapkit.

    They do so for what happens in the same thread or task. Raises MapkitError where it is no folder, and UnreadableMap
    with all that is wrong in it.
    """
    if not isinstance(folder, str | PathLike):
        raise WrongType(
            message("{name} takes {what}, not {found}", Name("folder"), message("the name of a folder"), shown(folder))
        )
    with resources.used_here(own_templates.checked(str(folder))):
        yield
