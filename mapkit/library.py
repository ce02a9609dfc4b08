"""The library for programs: `import mapkit` gives the names in `__all__`, and loads them when they are used.

A program can make, check, repair, analyse and print a map, and referee a game on it, without any file. What can go
wrong is an exception of this module, whose text is for people.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any

from mapkit import maps, resources
from mapkit.chance import Chance
from mapkit.checker import Fault
from mapkit.errors import MapkitError
from mapkit.game import AlreadyOver, Analysis, Ask, Game, Map, Measure, NoSheet, Referee, Route, table_of
from mapkit.games import GAMES, NAMES
from mapkit.letters import refused_word, suggestion
from mapkit.listing import cells_of
from mapkit.mapfile import document, json_file, share_code
from mapkit.mapfile.document import NoSuchPreset
from mapkit.mapfile.drawing import UnwritableMap
from mapkit.mapfile.text import Problem, UnreadableMap
from mapkit.maps import Edit, Preset, Repair, advise, check, complete, presets, repair
from mapkit.playing.names import check_names
from mapkit.playing.phrases import Phrases, phrases
from mapkit.printing import paper_of
from mapkit.rule import Fact, NoSuchMap, Rule, SolverGaveUp, many
from mapkit.ruling import Heard, IllegalMove, InvalidMove, MoveError, Ruling
from mapkit.settings import BadSetting

# A name a line would take a page.
# fmt: off
__all__ = [
    "AlreadyOver", "Analysis", "BadSetting", "Edit", "Fact", "Fault", "FaultyMap", "Game", "Heard", "IllegalMove",
    "InvalidMove", "Map", "MapkitError", "Measure", "MoveError", "NoSheet", "NoSuchMap", "NoSuchPreset",
    "PlayedGame", "Preset", "Problem", "Repair", "Route", "Rule", "Ruling", "SolverGaveUp", "UnreadableMap",
    "UnwritableMap", "advise", "analyse", "begin", "check", "complete", "from_json", "game_names", "generate",
    "json_schema", "new", "presets", "print_map", "read", "repair", "share", "sheets", "show", "svg", "to_json",
]
# fmt: on


class FaultyMap(MapkitError):
    """A map has faults where a legal one is needed; `faults` are all of them, and the text gives the first."""

    def __init__(self, faults: tuple[Fault, ...], instead: str = "") -> None:
        """Takes the faults, and words for what would do other than a repair."""
        first = faults[0]
        found = f"{many(len(faults), 'fault')} on the map; {first.rule.number}: {first.sentence} {first.found}".rstrip()
        super().__init__(f"{found} `mapkit.repair` repairs maps{instead}.")
        self.faults = faults


game_names = NAMES
"""The names of the games."""


def generate(
    game: str,
    seed: str,
    *,
    preset: str = "default",
    size: str | None = None,
    settings: Mapping[str, object] = MappingProxyType({}),
) -> Map[Any]:
    """A fresh legal map; the same seed gives the same map.

    `size` and the values of `settings` are as people write them, such as `8x8` and `6-10`. Raises BadSetting,
    NoSuchPreset, NoSuchMap where no map keeps the rules with these settings, and SolverGaveUp.
    """
    board = maps.game_named(game).design.board.read(size) if size is not None else None
    return maps.generate(game, seed, preset=preset, size=board, given=settings)


def new(game: str, *, preset: str = "default", size: str | None = None) -> str:
    """The text of a blank map file, to fill in by hand; raises BadSetting or NoSuchPreset."""
    board = maps.game_named(game).design.board.read(size) if size is not None else None
    return maps.new(game, preset=preset, size=board)


def read(text: str | bytes, name: str = "map", *, game: str = "") -> Map[Any]:
    """The map in a map file (TOML or JSON) or a share code; raises UnreadableMap with lines and columns.

    `name` is the name of the file in errors. With a `game` the text may be a drawing alone, or a board as `play` prints
    it. Where the text names no preset and no settings, the map is taken as drawn. Raises BadSetting for no known game.
    """
    of_game = maps.game_named(game).name if game else ""
    return maps.read(_bytes(text), name, game=of_game).map


def show(map: Map[Any]) -> str:
    """The text of a map file; the inverse of `read`."""
    return document.show(map)


def to_json(map: Map[Any]) -> str:
    """A map as JSON, with its cells and borders as data; the inverse of `from_json`. Its schema is `map`."""
    return json_file.show(map)


def from_json(text: str | bytes, name: str = "map") -> Map[Any]:
    """The map in JSON that a program wrote; raises UnreadableMap, whose `problems` have lines and columns.

    The JSON may leave out the drawing, or the cells and borders. `name` is the name of the file in errors.
    """
    return json_file.read(_bytes(text), name, GAMES, maps.preset_settings).map


def _bytes(text: str | bytes) -> bytes:
    """The bytes of a file; halves of characters, which no file can hold, become bytes that no reader takes."""
    return text.encode(errors="surrogatepass") if isinstance(text, str) else text


def share(map: Map[Any]) -> str:
    """The share code of a map, which `read` reads; the code holds the whole map, so it is for its game master alone.

    Raises UnwritableMap for a map that is too large for a code.
    """
    return share_code.show(map)


def analyse(
    map: Map[Any], *, starts: Sequence[str] = (), plies: int | None = None, measures: Collection[str] | None = None
) -> Analysis:
    """The analysis of a legal map, for its game master.

    `starts` are the cells from which to find ways to win, and `plies` is how far to look ahead; a game uses one of the
    two. With the keys of some `measures` nothing else is computed. Raises BadSetting where the game has no analysis or
    takes no such question, and where a start is no cell of the board. Raises FaultyMap for a map with faults.
    """
    ask = Ask(tuple(starts), plies, measures)
    study = maps.study_for(map.game, ask)
    unknown = [cell for cell in starts if cell not in map.params.grid.cells()]
    if unknown:
        raise BadSetting(f"{', '.join(unknown)}: no such cell on this board; {cells_of(map.params.grid)}")
    _refuse(check(map))
    return study.analyse(map, ask)


_WRITES_MAPS = ("generate", "complete", "export")


def json_schema(command: str) -> dict[str, Any]:
    """The JSON Schema (draft 2020-12) of what a command prints with `--json`; raises BadSetting where it has none.

    The schema of `moves --why` has the name `moves-why`. Commands that write a map share the schema `map`.
    """
    import json

    command = "map" if command in _WRITES_MAPS else command
    known = {path.stem: path for path in resources.path("schemas").iterdir()}
    if command not in known:
        would_do = suggestion(command, sorted(known), "say one of")
        raise BadSetting(f"{refused_word(command)} prints nothing for programs; {would_do}")
    schema: dict[str, Any] = json.loads(known[command].read_text(encoding="utf-8"))
    return schema


# --- printing ----------------------------------------------------------------------------------------------------


def sheets(game: str) -> tuple[str, ...]:
    """The names of the sheets of a game, but for `map`, the board alone; raises BadSetting for an unknown game."""
    return paper_of(maps.game_named(game)).names


def print_map(
    map: Map[Any],
    sheet: str,
    *,
    format: str = "pdf",
    paper: str = "a4",
    language: str = "en",
    crop: bool = False,
    anyway: bool = False,
) -> tuple[bytes, ...]:
    """A sheet of a map, as the bytes of one PDF, or of an SVG or PNG for each page.

    `format` is `pdf`, `svg` or `png`, and `paper` is `a4` or `letter`. The sheet `map`, which every map has, is the
    board alone; with `crop` it comes without a page around it. Raises BadSetting for names that are not known, NoSheet
    where this map lacks the sheet, and FaultyMap for a map with faults, unless it is to be printed `anyway`.
    """
    from mapkit.language import languages
    from mapkit.printing.press import FORMATS, MAP, PAPERS, Press

    names = (*paper_of(map.game).names, MAP)
    known = {"sheet": names, "format": FORMATS, "paper": PAPERS, "language": languages(map.game.name)}
    given = {"sheet": sheet, "format": format, "paper": paper, "language": language}
    wrong = [
        f"{what} is {refused_word(word)}; {suggestion(word, known[what], 'say one of')}"
        for what, word in given.items()
        if word not in known[what]
    ]
    if crop and sheet != MAP:
        wrong.append(f"crop is for the sheet {MAP} alone")
    if wrong:
        raise BadSetting("; ".join(wrong))
    if not anyway:
        _refuse(check(map), "; `anyway=True` prints this one")
    return Press(format, paper, language, crop).printed(map, sheet)


def svg(map: Map[Any], *, floor: int = 1) -> str:
    """The board of a map alone as an SVG picture, even of a map with faults; most games keep it secret.

    Raises BadSetting for a floor that the map lacks.
    """
    from mapkit.printing.press import MAP, Press

    pictures = Press("svg", "a4", "en", crop=True).printed(map, MAP)
    if not 1 <= floor <= len(pictures):
        raise BadSetting(f"floor is {floor}; this map has {many(len(pictures), 'floor')}")
    return pictures[floor - 1].decode()


# --- playing -----------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class PlayedGame:
    """A moment of a game that a program plays. It never changes: `say` gives the next moment.

    `heard` is for everybody. `notes` and `ruling` are for the game master alone.
    """

    map: Map[Any] = field(repr=False)
    """The map of the beginning."""
    seed: str
    """The seed of the dice."""
    said: tuple[str, ...]
    """The directives so far."""
    ruling: Ruling[Any] = field(repr=False)
    """The ruling of the last directive, or of the beginning."""

    @property
    def heard(self) -> tuple[str, ...]:
        """What everybody heard at the last directive, or at the beginning, in English."""
        return tuple(map(self._words.say, self.ruling.heard))

    @property
    def notes(self) -> tuple[str, ...]:
        """The notes to the game master at the last directive, or at the beginning, in English."""
        return tuple(map(self._words.note, self.ruling.notes))

    @property
    def mover(self) -> str:
        """The player whose turn it is; empty when the game is over."""
        return self._referee.mover(self.ruling.state)

    @property
    def ways(self) -> tuple[str, ...]:
        """The directives that may be said now, as far as everybody may know."""
        return self._referee.certain(self.ruling.state)

    @property
    def perhaps(self) -> tuple[str, ...]:
        """The directives of which nobody is told whether they may be said now; empty in most games."""
        return self._referee.perhaps(self.ruling.state)

    @property
    def over(self) -> bool:
        """Whether the game is over."""
        return not self.mover

    def say(self, words: str) -> PlayedGame:
        """The moment after a directive; raises InvalidMove for words that are no directive, and IllegalMove."""
        try:
            ruling = self._referee.play(self.ruling.state, words, _dice(self.seed, len(self.said) + 1))
        except MoveError as refused:
            raise type(refused)(refused.refusal, self.why_not(refused)) from None
        return PlayedGame(self.map, self.seed, (*self.said, words), ruling)

    def why_not(self, refused: MoveError) -> str:
        """Why a directive was refused, in English."""
        return self._words.refuse(refused.refusal)

    @property
    def _referee(self) -> Referee[Any]:
        return table_of(self.map.game).referee

    @property
    def _words(self) -> Phrases:
        return phrases(self.map.game.name, "en")


def begin(
    map: Map[Any],
    players: Sequence[str],
    *,
    options: Mapping[str, str] = MappingProxyType({}),
    seed: str = "",
    anyway: bool = False,
) -> PlayedGame:
    """The beginning of a game on a map, with the players in the given order; the dice follow from the seed.

    With `anyway` a map that only has more or fewer of something than its settings say is played, too; its settings then
    follow the map. Raises BadSetting for wrong names, options or numbers of players, AlreadyOver for a game that has
    ended, and FaultyMap for faults that are found without a search for ways.
    """
    table, names = table_of(map.game), tuple(players)
    map = maps.with_counted_settings(map)[0] if anyway else map
    _refuse(maps.check_at_the_table(map), "" if anyway else _PLAYED)
    check_names(names, table.seating.speech)
    return PlayedGame(map, seed, (), table.referee.begin(map, names, options, _dice(seed, 0)))


_PLAYED = "; `anyway=True` plays one that has more or fewer of something than its settings say"


def _refuse(faults: tuple[Fault, ...], instead: str = "") -> None:
    """Raise FaultyMap where there are faults."""
    if faults:
        raise FaultyMap(faults, instead)


def _dice(seed: str, number: int) -> Callable[[int], int]:
    """The dice of the directive of that number."""
    return Chance(f"dice {seed} {number}").die
