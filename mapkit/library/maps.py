"""The library for maps: a program makes, reads, checks, repairs, completes, analyses and prints them without a file.

What can go wrong is an exception, whose text is for people.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from types import MappingProxyType
from typing import Any, Unpack, cast

from mapkit.formats import shelf
from mapkit.games import maps
from mapkit.games.shelf import GAMES, NAMES, Shelf
from mapkit.library.arguments import READ, checked, known_language, texts
from mapkit.mapfile import json_file, share_code, writer
from mapkit.mapfile.text import UnreadableMap
from mapkit.model import resources
from mapkit.model.analysis import Analysis, Ask
from mapkit.model.errors import MapkitError, Problem
from mapkit.model.frozen import frozen
from mapkit.model.game import Game
from mapkit.model.letters import refused_word, shown, suggestion, visible
from mapkit.model.map import Map
from mapkit.model.message import NOTHING, Message, Name, clauses, lines_of, message, plural, sentences
from mapkit.model.presets import preset_settings
from mapkit.model.settings import BadSetting
from mapkit.paper.description import description
from mapkit.paper.game_sheets import paper_of
from mapkit.paper.options import PrintOptions
from mapkit.solve import legality, repairs, search
from mapkit.solve.checker import Fault


class FaultyMap(MapkitError):
    """A map has faults where a legal one is needed; `faults` are all of them, and the text gives the first."""

    def __init__(self, faults: tuple[Fault, ...], instead: Message = NOTHING) -> None:
        """Takes the faults, and what would do other than a repair."""
        first = faults[0]
        number = plural("{number} fault on the map", "{number} faults on the map", len(faults))
        found = message("{name}: {what}", Name(first.rule.number), sentences(first.sentence, first.found))
        repairs = clauses(message("`mapkit.repair` repairs maps"), instead)
        super().__init__(sentences(clauses(number, found), message("{what}.", repairs)))
        self.faults = faults


# --- maps --------------------------------------------------------------------------------------------------------

check = checked(legality.check)
advise = checked(legality.advise)
repair = checked(repairs.repair)
complete = checked(search.complete)

new = checked(maps.new)
for _each in (check, advise, repair, complete, new):
    _each.__module__ = __name__  # a function goes to another process as its name in its module

game_names = NAMES


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
    """
    return maps.generate(game, seed, preset=preset, size=size, given=settings)


@checked
def read(text: str | bytes, name: str = "map", *, game: str | Game[Any] = "") -> Map[Any]:
    """The map in a map file (TOML or JSON) or a share code; raises UnreadableMap with lines and columns.

    `name` is the name of the file in errors. With a `game` the text may be a drawing alone, or a board as `play` prints
    it; maps of a group's own game are read with that game itself. Where the text names no preset and no settings, the
    map is taken as drawn. Raises BadSetting for no known game.
    """
    return shelf.read(_bytes("read", text, name), name, maps.game_named(game) if game else "").map


@checked
def show(map_: Map[Any]) -> str:
    """The text of a map file; the inverse of `read`."""
    return writer.show(map_)


@checked
def to_json(map_: Map[Any]) -> str:
    """A map as JSON, with its cells and borders as data; the inverse of `from_json`. Its schema is `map`."""
    return json_file.show(map_)


@checked
def from_json(text: str | bytes, name: str = "map", *, game: str | Game[Any] = "") -> Map[Any]:
    """The map in JSON that a program wrote; raises UnreadableMap, whose `problems` have lines and columns.

    The JSON may leave out the drawing, or the cells and borders. `name` is the name of the file in errors. Maps of a
    group's own `game` are read with that game.
    """
    games = Shelf(maps.game_named(game)) if game else GAMES
    return json_file.read(_bytes("from_json", text, name), name, games, preset_settings).map


def _bytes(taker: str, text: str | bytes, name: str) -> bytes:
    """The bytes of a file; halves of characters, which no file can hold, become bytes that no reader takes.

    Raises UnreadableMap for the name of a file.
    """
    endings = (".toml", ".json", ".jsonl", ".txt")
    if isinstance(text, str) and text.strip().lower().endswith(endings) and len(text.split("\n")) == 1:
        right = Name(f"mapkit.{taker}({READ.format(f'{visible(text.strip()):.60}')})")
        why = message("this is the name of a file, and {name} takes its text; write {example}", Name(taker), right)
        raise UnreadableMap(name, [Problem(1, 1, why)])
    return text.encode(errors="surrogatepass") if isinstance(text, str) else text


@checked
def share(map_: Map[Any]) -> str:
    """The share code of a map, which `read` reads; the code holds the whole map, so it is for its game master alone.

    Raises UnwritableMap for a map that is too large for a code.
    """
    return share_code.show(map_)


@checked
def describe(map_: Map[Any], *, by: str = "all", language: str = "en") -> str:
    """A map in words, for a screen reader or a chat: by `things`, by `rows`, by `cells`, or `all`: things and rows.

    Most maps are secret; the text then says so. Raises BadSetting for another word, or an unknown language.
    """
    return "\n".join(description(map_, by, known_language(map_.game, language))) + "\n"


@checked
def analyse(
    map_: Map[Any], *, starts: Sequence[str] = (), plies: int | None = None, measures: Collection[str] | None = None
) -> Analysis:
    """The analysis of a legal map, for its game master.

    `starts` are the cells from which to find ways to win, and `plies` is how far to look ahead; a game uses one of the
    two. With the keys of some `measures` nothing else is computed. Raises BadSetting where the game has no analysis or
    takes no such question, and where a start is no cell of the board. Raises FaultyMap for a map with faults.
    """
    starts = texts("starts", starts, '["a1"]')
    measures = measures if measures is None else texts("measures", measures, '["turns-to-win"]')
    ask = Ask(starts, plies, measures)
    study = maps.study_for(map_.game, ask)
    grid = map_.params.grid
    if unknown := [grid.no_such(cell).said for cell in starts if cell not in grid.cells()]:
        raise BadSetting(clauses(*unknown))
    refuse(check(map_))
    return cast(Analysis, frozen(study.analyse(map_, ask)))


@checked
def json_schema(command: str) -> dict[str, Any]:
    """The JSON Schema (draft 2020-12) of what a command prints with `--json`; raises BadSetting where it has none.

    The schema of `moves --why` has the name `moves-why`. Commands that write a map share the schema `map`.
    """
    import json

    command = "map" if command in ("generate", "complete", "export") else command
    known = {path.stem: path for path in resources.path("schemas").iterdir()}
    if command not in known:
        nothing = message("{found} prints nothing for programs", refused_word(command))
        raise BadSetting(clauses(nothing, suggestion(command, sorted(known), "say one of {names}")))
    schema: dict[str, Any] = json.loads(known[command].read_text(encoding="utf-8"))
    return schema


# --- printing ----------------------------------------------------------------------------------------------------


@checked
def sheets(game: str | Game[Any]) -> tuple[str, ...]:
    """The names of the sheets of a game, but for `map`, the board alone; raises BadSetting for an unknown game."""
    return paper_of(maps.game_named(game)).names


@checked
def print_map(
    map_: Map[Any], sheet: str, *, crop: bool = False, anyway: bool = False, **printing: Unpack[PrintOptions]
) -> tuple[bytes, ...]:
    """A sheet of a map, as the bytes of one PDF, or of an SVG or PNG for each page.

    The options of printing are those of the command `print`: `format` is `pdf`, `svg` or `png`, `paper` is `a4` or
    another, `language` is `en` or another, and so on. The sheet `map`, which every map has, is the
    board alone; with `crop` it comes without a page around it. Raises BadSetting for names that are not known, NoSheet
    where this map lacks the sheet, and FaultyMap for a map with faults, unless it is to be printed `anyway`.
    """
    from mapkit.paper.press import MAP, ON_REQUEST, press_of

    names, wrong = (*paper_of(map_.game).names, *ON_REQUEST), list[Message | Name]()
    if sheet not in names:
        unknown = message("{name} is {found}", Name("sheet"), refused_word(sheet))
        wrong.append(clauses(unknown, suggestion(sheet, names, "say one of {names}")))
    if crop and sheet != MAP:
        wrong.append(message("crop is for the sheet {name} alone", Name(MAP)))
    try:
        press = press_of(printing, crop).in_theme_of(map_)
        press.edition(map_.game)
    except BadSetting as why:
        wrong += lines_of(why.said)
    if wrong:
        raise BadSetting(clauses(*wrong))
    if not anyway:
        refuse(check(map_), message("`anyway=True` prints this one"))
    return press.printed(map_, sheet)


@checked
def svg(map_: Map[Any], *, floor: int = 1) -> str:
    """The board of a map alone as an SVG picture, even of a map with faults; most games keep it secret.

    Raises BadSetting for a floor that the map lacks.
    """
    from mapkit.paper.press import MAP, press_of

    pictures = press_of({"format": "svg"}, crop=True).printed(map_, MAP)
    if not 1 <= floor <= len(pictures):
        there = plural("this map has {number} floor", "this map has {number} floors", len(pictures))
        raise BadSetting(clauses(message("{name} is {found}", Name("floor"), shown(floor)), there))
    return pictures[floor - 1].decode()


@checked
def use_templates(folder: str) -> None:
    """Let the templates in a folder, such as words and themes, go before those of mapkit, from now on in all threads.

    Raises MapkitError where it is no folder, and UnreadableMap with all that is wrong in it.
    """
    from mapkit.games import own_templates

    own_templates.use(folder)


def refuse(faults: tuple[Fault, ...], instead: Message = NOTHING) -> None:
    """Raise FaultyMap where there are faults; `instead` is what would do other than a repair."""
    if faults:
        raise FaultyMap(faults, instead)
