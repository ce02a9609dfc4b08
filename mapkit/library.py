"""The library for programs: `import mapkit` gives the names in `__all__`, and loads them when they are used.

A program can make, check, repair, analyse and print a map, and referee a game on it, without any file. What can go
wrong is an exception of this module, whose text is for people.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import wraps
from inspect import signature
from itertools import chain
from os import PathLike
from types import MappingProxyType, NoneType
from typing import Any, ParamSpec, TypeVar, Unpack, cast

from mapkit.formats import shelf
from mapkit.games import maps
from mapkit.games.maps import Preset, presets
from mapkit.games.shelf import GAMES, NAMES, Shelf
from mapkit.language.catalogue import languages
from mapkit.language.phrases import Phrases
from mapkit.mapfile import json_file, share_code, writer
from mapkit.mapfile.drawing import UnwritableMap
from mapkit.mapfile.text import UnreadableMap
from mapkit.model import resources
from mapkit.model.analysis import Analysis, Ask, Measure, Route
from mapkit.model.chance import Chance
from mapkit.model.errors import MapkitError, Problem, WrongType
from mapkit.model.frozen import frozen
from mapkit.model.game import Game, GameOver, NoSheet, table_of
from mapkit.model.letters import composed, refused_word, shown, suggestion, visible
from mapkit.model.map import Map
from mapkit.model.message import NOTHING, Message, Name, clauses, either, lines_of, message, plural, sentences
from mapkit.model.presets import NoSuchPreset, preset_settings
from mapkit.model.rule import Fact, NoSuchMap, Rule, SolverGaveUp
from mapkit.model.ruling import Announcement, IllegalMove, InvalidMove, MoveError, Ruling
from mapkit.model.settings import BadSetting, seed_of
from mapkit.model.table import Referee
from mapkit.paper.description import description
from mapkit.paper.game_sheets import paper_of
from mapkit.paper.options import PrintOptions
from mapkit.solve import legality, repairs, search
from mapkit.solve.checker import Fault
from mapkit.solve.repairs import Edit, Repair

# A name a line would take a page.
# fmt: off
__all__ = [
    "Analysis", "Announcement", "BadSetting", "Edit", "Fact", "Fault", "FaultyMap", "Game", "GameOver", "IllegalMove",
    "InvalidMove", "Map", "MapkitError", "Measure", "MoveError", "NoSheet", "NoSuchMap", "NoSuchPreset", "PlayedGame",
    "Preset", "Problem", "Repair", "Route", "Rule", "Ruling", "SolverGaveUp", "UnreadableMap", "UnwritableMap",
    "WrongType", "advise", "analyse", "begin", "check", "complete", "describe", "from_json", "game_names", "generate",
    "json_schema", "new", "presets", "print_map", "read", "repair", "share", "sheets", "show", "svg", "to_json",
    "use_templates",
]
# fmt: on


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


# --- what programs give ------------------------------------------------------------------------------------------

_READ = 'Path("{}").read_text(encoding="utf-8")'
"""How a program reads a file."""
_Arguments = ParamSpec("_Arguments")
_Result = TypeVar("_Result")
_TAKES: Mapping[str, tuple[type | tuple[type, ...], Message]] = {
    "game": ((str, Game, NoneType), message('a game, or the name of one, such as "treasures"')),
    "seed": ((str, int), message("a text, such as {example}", Name('"rain"'))),
    "preset": (str, message("a text, such as {example}", Name('"small"'))),
    "settings": (Mapping, message("a mapping, such as {example}", Name('{"walls": "20-25"}'))),
    "options": (Mapping, message("a mapping, such as {example}", Name('{"order": "given"}'))),
    "text": ((str, bytes), message("the text of a map, such as {example}", Name(_READ.format("map.toml")))),
    "name": (str, message('the name of a file, such as "map.toml"')),
    "folder": ((str, PathLike), message("the name of a folder")),
    "command": (str, message('the name of a command, such as "check"')),
    "refused": (MoveError, message("the error that `say` raised")),
    "words": (str, message("the text of one command, such as one of `ways`")),
    "sheet": (str, message('the name of a sheet, such as "card"')),
    "by": (str, message("a text, such as {example}", Name('"things"'))),
    "language": (str, message("a text, such as {example}", Name('"en"'))),
    "theme": (str, message("a text, such as {example}", Name('"none"'))),
    "plies": ((int, NoneType), message("a whole number")),
    "floor": (int, message("a whole number")),
    "crop": (bool, message("True or False")),
    "anyway": (bool, message("True or False")),
}
"""The arguments of the library, each with its types and what would do."""


def _checked(function: Callable[_Arguments, _Result]) -> Callable[_Arguments, _Result]:
    """The function; what it is given is looked at first. Raises WrongType, and BadSetting for an unfit seed."""
    parameters = tuple(signature(function).parameters)

    @wraps(function)
    def checked(*args: _Arguments.args, **kwargs: _Arguments.kwargs) -> _Result:
        for name, given in chain(zip(parameters, args, strict=False), kwargs.items()):
            if name == "map_" and not isinstance(given, Map):
                makers = ["mapkit.read(text)"] if isinstance(given, str | bytes) else ["mapkit.generate", "mapkit.read"]
                told = Name(function.__name__), _kind(given), either([*map(Name, makers)])
                raise WrongType(message("mapkit.{name} takes a Map, not {found}; {names} gives one", *told))
            if name in _TAKES:
                kinds, would_do = _TAKES[name]
                if not isinstance(given, kinds) or (isinstance(given, bool) and kinds is not bool):
                    raise WrongType(message("{name} takes {what}, not {found}", Name(name), would_do, _kind(given)))
            if name == "seed":
                seed_of(cast(str, given))
        return function(*args, **kwargs)

    checked.__module__ = __name__  # a function goes to another process as its name in its module
    return checked


def _texts(what: str, given: object, example: str) -> tuple[str, ...]:
    """The texts in a list; raises WrongType for something else, such as one text, which is no list of letters."""
    two = Name(what), Name(example)
    if isinstance(given, str | bytes) or not isinstance(given, Iterable):
        raise WrongType(message("{name} takes a list of texts, such as {example}, not {found}", *two, _kind(given)))
    texts = tuple(given)
    for text in texts:
        if not isinstance(text, str):
            raise WrongType(message("each of {name} takes a text, as in {example}, not {found}", *two, _kind(text)))
    return texts


def _kind(given: object) -> Message | Name:
    return Name("None") if given is None else message("{name} {found}", Name(type(given).__name__), shown(given))


# --- maps --------------------------------------------------------------------------------------------------------

check = _checked(legality.check)
advise = _checked(legality.advise)
repair = _checked(repairs.repair)
complete = _checked(search.complete)

new = _checked(maps.new)

game_names = NAMES


@_checked
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


@_checked
def read(text: str | bytes, name: str = "map", *, game: str | Game[Any] = "") -> Map[Any]:
    """The map in a map file (TOML or JSON) or a share code; raises UnreadableMap with lines and columns.

    `name` is the name of the file in errors. With a `game` the text may be a drawing alone, or a board as `play` prints
    it; maps of a group's own game are read with that game itself. Where the text names no preset and no settings, the
    map is taken as drawn. Raises BadSetting for no known game.
    """
    return shelf.read(_bytes("read", text, name), name, maps.game_named(game) if game else "").map


@_checked
def show(map_: Map[Any]) -> str:
    """The text of a map file; the inverse of `read`."""
    return writer.show(map_)


@_checked
def to_json(map_: Map[Any]) -> str:
    """A map as JSON, with its cells and borders as data; the inverse of `from_json`. Its schema is `map`."""
    return json_file.show(map_)


@_checked
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
        right = Name(f"mapkit.{taker}({_READ.format(f'{visible(text.strip()):.60}')})")
        why = message("this is the name of a file, and {name} takes its text; write {example}", Name(taker), right)
        raise UnreadableMap(name, [Problem(1, 1, why)])
    return text.encode(errors="surrogatepass") if isinstance(text, str) else text


@_checked
def share(map_: Map[Any]) -> str:
    """The share code of a map, which `read` reads; the code holds the whole map, so it is for its game master alone.

    Raises UnwritableMap for a map that is too large for a code.
    """
    return share_code.show(map_)


@_checked
def describe(map_: Map[Any], *, by: str = "all", language: str = "en") -> str:
    """A map in words, for a screen reader or a chat: by `things`, by `rows`, by `cells`, or `all`: things and rows.

    Most maps are secret; the text then says so. Raises BadSetting for another word, or an unknown language.
    """
    return "\n".join(description(map_, by, _known_language(map_, language))) + "\n"


def _known_language(map_: Map[Any], language: str) -> str:
    """A language that the words of the map's game are in; raises BadSetting for another."""
    if language not in languages(map_.game.name):
        known = either([*map(Name, languages(map_.game.name))])
        raise BadSetting(message("{name} is {found}; say {takes}", Name("language"), refused_word(language), known))
    return language


@_checked
def analyse(
    map_: Map[Any], *, starts: Sequence[str] = (), plies: int | None = None, measures: Collection[str] | None = None
) -> Analysis:
    """The analysis of a legal map, for its game master.

    `starts` are the cells from which to find ways to win, and `plies` is how far to look ahead; a game uses one of the
    two. With the keys of some `measures` nothing else is computed. Raises BadSetting where the game has no analysis or
    takes no such question, and where a start is no cell of the board. Raises FaultyMap for a map with faults.
    """
    starts = _texts("starts", starts, '["a1"]')
    measures = measures if measures is None else _texts("measures", measures, '["turns-to-win"]')
    ask = Ask(starts, plies, measures)
    study = maps.study_for(map_.game, ask)
    grid = map_.params.grid
    if unknown := [grid.no_such(cell).said for cell in starts if cell not in grid.cells()]:
        raise BadSetting(clauses(*unknown))
    _refuse(check(map_))
    return cast(Analysis, frozen(study.analyse(map_, ask)))


@_checked
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


@_checked
def sheets(game: str | Game[Any]) -> tuple[str, ...]:
    """The names of the sheets of a game, but for `map`, the board alone; raises BadSetting for an unknown game."""
    return paper_of(maps.game_named(game)).names


@_checked
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
        _refuse(check(map_), message("`anyway=True` prints this one"))
    return press.printed(map_, sheet)


@_checked
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


@_checked
def use_templates(folder: str) -> None:
    """Let the templates in a folder, such as words and themes, go before those of mapkit, from now on in all threads.

    Raises MapkitError where it is no folder, and UnreadableMap with all that is wrong in it.
    """
    from mapkit.games import own_templates

    own_templates.use(folder)


# --- playing -----------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class PlayedGame:
    """A moment of a game that a program plays. It never changes: `say` gives the next moment.

    `heard` is for everybody. `notes` and `ruling` are for the game master alone. What is heard is in the language and
    the theme that `begin` was given.
    """

    map: Map[Any] = field(repr=False)
    players: tuple[str, ...]
    seed: str
    said: tuple[str, ...]
    ruling: Ruling[Any] = field(repr=False)
    """The ruling of the last directive, or of the beginning."""
    _words: Phrases = field(repr=False, compare=False)

    @property
    def heard(self) -> tuple[str, ...]:
        """What everybody heard at the last directive, or at the beginning."""
        return self.heard_by("")

    def heard_by(self, player: str) -> tuple[str, ...]:
        """What that player heard at the last directive, or at the beginning, with what only they may hear."""
        return tuple(map(self._words.say, self.ruling.heard_by(player)))

    @property
    def notes(self) -> tuple[str, ...]:
        """The notes to the game master at the last directive, or at the beginning."""
        return tuple(map(self._words.note, self.ruling.notes))

    @property
    def mover(self) -> str:
        """The player whose turn it is; empty when the game is over."""
        return self._referee.mover(self.ruling.state)

    @property
    def ways(self) -> tuple[str, ...]:
        """The directives that may be said now, as far as everybody may know."""
        return tuple(map(self._words.word, self._referee.certain(self.ruling.state)))

    @property
    def perhaps(self) -> tuple[str, ...]:
        """The directives of which nobody is told whether they may be said now; empty in most games."""
        return tuple(map(self._words.word, self._referee.perhaps(self.ruling.state)))

    @property
    def over(self) -> bool:
        """Whether the game is over."""
        return not self.mover

    @_checked
    def say(self, words: str) -> PlayedGame:
        """The moment after a directive, or after several with `;` between them, and all that was heard since.

        Raises InvalidMove for words that are no directive, and IllegalMove.
        """
        speech, game = table_of(self.map.game).seating.speech, self

        def play(directive: str) -> Ruling[Any]:
            nonlocal game
            ruling = self._referee.play(game.ruling.state, directive, _dice(self.seed, len(game.said) + 1))
            game = replace(game, said=(*game.said, directive), ruling=ruling)
            return ruling

        try:
            rulings = [*speech.carry_out(self.ruling.state, self._words.understood(words, self.players), play)]
        except MoveError as refused:
            raise type(refused)(refused.refusal, self.why_not(refused)) from None
        heard = tuple(chain.from_iterable(ruling.heard for ruling in rulings))
        notes = tuple(chain.from_iterable(ruling.notes for ruling in rulings))
        return replace(game, ruling=Ruling(heard, notes, rulings[-1].state))

    @_checked
    def why_not(self, refused: MoveError) -> str:
        """Why a directive was refused."""
        return self._words.refuse(refused.refusal)

    @property
    def _referee(self) -> Referee[Any]:
        return table_of(self.map.game).referee


@_checked
def begin(
    map_: Map[Any],
    players: Sequence[str],
    *,
    options: Mapping[str, str] = MappingProxyType({}),
    seed: str = "",
    language: str = "en",
    theme: str = "",
    anyway: bool = False,
) -> PlayedGame:
    """The beginning of a game on a map, with the players in the given order; the dice follow from the seed.

    What is heard is in the `language`, in the words of the map's theme, or of the `theme` that is named; `none` names
    none. Players may speak every language of mapkit, in any case.

    With `anyway` a map that only has more or fewer of something than its settings say is played, too; its settings then
    follow the map. Raises BadSetting for wrong names, options or numbers of players, AlreadyOver for a game that has
    ended, and FaultyMap for faults that are found without a search for ways.
    """
    from mapkit.table.history import check_names  # they know the log, which only a game needs
    from mapkit.table.voice import phrases_of

    table, names = table_of(map_.game), _texts("players", players, '["Ann", "Bob"]')
    names = tuple(composed(name) for name in names)
    map_ = legality.with_counted_settings(map_)[0] if anyway else map_
    would_do = message("`anyway=True` plays one that has more or fewer of something than its settings say")
    _refuse(legality.check_at_the_table(map_), NOTHING if anyway else would_do)
    check_names(names, table.seating.speech)
    words = phrases_of(map_, _known_language(map_, language), theme)
    return PlayedGame(map_, names, seed, (), table.referee.begin(map_, names, options, _dice(seed, 0)), words)


def _refuse(faults: tuple[Fault, ...], instead: Message = NOTHING) -> None:
    if faults:
        raise FaultyMap(faults, instead)


def _dice(seed: str, number: int) -> Callable[[int], int]:
    return Chance(f"dice {seed} {number}").die
