"""The record of a game, made of small records, and a map of a game.

What a game lacks is an absent record: a game without a `Table` is drawn and printed, and has no referee.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from functools import cached_property, partial
from types import MappingProxyType
from typing import Any, Generic, Literal, NamedTuple, Protocol, Self, TypeAlias, TypeVar, cast

from mapkit.model import above
from mapkit.model.chance import Chance
from mapkit.model.errors import WrongType
from mapkit.model.evidence import Evidence, Stock
from mapkit.model.frozen import Frozen, FrozenDict
from mapkit.model.grid import Board, Border, Cell, Direction, Place, Square, border, borders
from mapkit.model.handwork import ByHand
from mapkit.model.letters import in_quotes, near, refused_word, shown, suggestion, written
from mapkit.model.listing import Listing
from mapkit.model.observation import Ear
from mapkit.model.rule import Amount, Fact, Facts, MeasuredRule, Remark, Rule, RuleClaim, wall
from mapkit.model.ruling import Announcement, Dice, Look, Ruling, Seat, Situation
from mapkit.model.settings import BadSetting, Params, read_setting, read_size, settings

P = TypeVar("P", bound=Params)
S = TypeVar("S")


class BorderGlyphs(NamedTuple):
    """How a mark on a border is drawn in a map file."""

    mark: str
    across: str
    """Its glyph on a border that lies across, such as `---`; empty where the mark cannot be drawn there."""
    upright: str
    """Its glyph on a border that stands upright, such as `|`; empty where the mark cannot be drawn there."""


AS_DRAWN = "as-drawn"
"""The preset of a map whose settings are taken from its drawing."""
UNDECIDED = "undecided"
"""The mark of a border where the drawer has not decided yet what stands there; no claim speaks of it."""


@dataclass(frozen=True)
class GlyphSeries(Frozen):
    """Glyphs of cells that are explained by examples."""

    marks: Mapping[str, str] = field(default_factory=dict)
    examples: Mapping[str, str] = field(default_factory=dict)
    """Some of the glyphs, each text of them with its meaning in words."""


@dataclass(frozen=True)
class Legend(Frozen):
    """The glyphs of a game's drawings. An empty cell is one that nobody has filled in yet."""

    cells: Mapping[str, str]
    """The mark for each glyph of a cell."""
    words: Mapping[str, str]
    lines: tuple[BorderGlyphs, ...]
    """The marks on inner borders."""
    gap: str
    """The mark of a gap in the outer wall; empty where the wall has no gaps."""
    listings: tuple[Listing, ...] = ()
    """The keys that name what is not drawn."""
    outer: tuple[BorderGlyphs, ...] = ()
    """The marks that can be read in the outer wall, so that a rule can forbid them there."""
    series: GlyphSeries = GlyphSeries()
    """Further glyphs of cells, too many to list in the explanation of a file."""
    movable: bool = True
    """Whether a mark that leaves one cell and comes to another counts as one edit, not as two."""
    undecided: bool = False
    """Whether a border may be marked as not decided yet. The game then has the rule `every_border_decided`."""

    @property
    def explained(self) -> tuple[Listing, ...]:
        """The keys that a person is told of who draws a map."""
        return tuple(each for each in self.listings if each.explained)

    @cached_property
    def marks(self) -> Mapping[str, str]:
        """The marks of all glyphs that a cell may have."""
        return FrozenDict({**self.cells, **self.series.marks})

    @cached_property
    def cell_marks(self) -> frozenset[str]:
        """The marks that a cell may have in a drawing."""
        return frozenset(self.marks.values())


class Section(NamedTuple):
    """A heading with numbered sentences below it."""

    heading: str
    entries: tuple[tuple[str, str], ...]
    """Each sentence with its number before it; a number may be empty."""


class Clash(NamedTuple):
    """Settings that do not go together."""

    setting: str
    words: str
    rule: str
    """The number of the rule that says so."""
    fatal: bool


class DrawnSetting(NamedTuple):
    """What a drawing says of a setting, for maps whose files name no settings."""

    value: Any
    """The value that the finished drawing has."""
    opened: Any
    """The value while the drawing may still change: things that are drawn stay, and more may come."""


def drawn_number(number: int, least: int = 0, *, stays: bool = True) -> DrawnSetting:
    """What a drawing says of a number of things, at least `least`; without `stays` a repair may take some."""
    exact = Amount(number, number) if number >= least else Amount(least, None)
    return DrawnSetting(exact, Amount(max(number, least) if stays else least, None))


def _unchanged(p: P, *_: object) -> P:
    return p


def _nothing(*_: object) -> tuple[Any, ...]:
    return ()


def _never(*_: object) -> bool:
    return False


# --- what maps are -----------------------------------------------------------------------------------------------


class Misfit(NamedTuple):
    """Something in a drawn board, or in another program's file, that cannot be read; lines and columns begin at 1."""

    line: int
    column: int
    message: str
    """What was found, and what would do."""


class DrawnBoard(NamedTuple):
    """A board as people draw it, in games whose map files list what stands on it."""

    grid: Board
    """The board; a best guess where there are misfits."""
    facts: Mapping[Fact, tuple[int, int]] = MappingProxyType({})
    """What stands on it, each with its line and column, counted from 0."""
    given: Mapping[str, tuple[object, tuple[int, int]]] = MappingProxyType({})
    """The settings that are drawn, such as whose turn it is, by their names, each with its line and column."""
    misfits: tuple[Misfit, ...] = ()


@dataclass(frozen=True)
class Boards(Generic[P]):
    """The boards that a game is drawn on."""

    read: Callable[[Any], Board] = read_size
    """Reads a size, as a person types it or as a file has it, into a board; raises BadSetting."""
    drawn_in_files: bool = True
    """Whether map files draw the board; if not, they give its `size` at their head."""
    most_floors: int = 1
    arrange: Callable[[P], P] = _unchanged
    """Gives the parameters the board that their other settings ask for, such as a number of levels."""
    for_evening: Callable[[int, int], Square] | None = None
    """The board for a number of players and of minutes, in this order."""
    minutes: Callable[[Board, int], int] | None = None
    """How many minutes a game on a board lasts with a number of players, where the game has `for_evening`."""
    for_text: Callable[[str, Mapping[str, object]], Board] | None = None
    """The smallest board that holds a text under the other settings, which are as people typed them.

    The game then has a setting `text`. Raises BadSetting.
    """
    read_drawing: Callable[[Sequence[str]], DrawnBoard] | None = None
    """Reads the lines of a drawn board, for a game whose map files do not draw it but may have one instead."""
    by_hand: ByHand | None = None
    """What people draw by hand, where map files list what stands on the board; else the legend tells it."""


@dataclass(frozen=True)
class Design(Frozen, Generic[P]):
    """What the maps of a game are, and which rules they keep."""

    params: type[P]
    """The dataclass of the board and the settings."""
    rules: tuple[Rule[P], ...]
    legend: Callable[[P], Legend]
    advice: tuple[Rule[P], ...] = ()
    """Rules whose breach is only advice, and no fault."""
    board: Boards[P] = Boards()
    conflicts: Callable[[P], Iterable[Clash]] = _nothing
    describe: Callable[[P, str], tuple[Section, ...]] = _nothing
    """The parameters in words, where there is more to say than the sentence of each setting."""
    reserved: Mapping[str, str] = field(default_factory=dict)
    """Settings that the rules only announce, with the rules' numbers. An error tells a person who asks for one."""
    as_drawn: Callable[[Any, Facts], Mapping[str, DrawnSetting]] | None = None
    """What a drawing on a board says of the settings, by their names.

    A game that has this has a preset `as-drawn`, for map files that name neither a preset nor settings.
    """

    def __post_init__(self) -> None:
        """Raises BadSetting for a rule whose sentence names no setting of the game."""
        super().__post_init__()
        known = tuple(each.name for each in fields(cast(Any, self.params)))
        for rule in (*self.rules, *self.advice):
            if wrong := next((name for name in rule.settings if name not in known), ""):
                would_do = suggestion(wrong, known)
                raise BadSetting(f"rule {rule.number} names {{{wrong}}}, which is no setting; {would_do}")

    def drawn_settings(self, grid: Board, facts: Facts) -> Mapping[str, DrawnSetting]:
        """What a drawing says of the settings; nothing in a game without a preset `as-drawn`."""
        return self.as_drawn(grid, facts) if self.as_drawn else {}


# --- how maps are found ------------------------------------------------------------------------------------------


DRAFTS = 6
"""The most drafts that are drawn to find one that has no faults and keeps the advice."""


class RecognisedMap(NamedTuple):
    """The map that a damaged drawing was, as the game itself has recognised it."""

    facts: Facts
    edits: tuple[tuple[str, tuple[Cell, ...]], ...]
    """Each edit in words, with the cells that it changes."""
    kind_of_map: str
    """The kind of map that was looked for, in words."""
    doubt: str
    """Where `nearest` is false: why a map of that kind may be nearer, in words."""
    nearest: bool
    """Whether it is proven that no map of that kind is nearer."""
    note: str = ""


class MutablePart(NamedTuple):
    """What may change in a random map."""

    cells: frozenset[Cell]
    facts: Facts
    """The facts to begin with: a first guess."""


class RepairHints(NamedTuple):
    """What a repair heeds besides the claims of the rules."""

    claims: tuple[RuleClaim, ...] = ()
    """What every legal map keeps because of a measured rule, as far as claims can say it of this drawing."""
    preferred: Facts = frozenset()
    """Drawn facts that stay rather than others, because they say more."""


@dataclass(frozen=True)
class Solving(Generic[P]):
    """How maps of a game are found and repaired."""

    draft: Callable[[P, Chance, Facts], Facts]
    """A random map, nearly legal, that keeps the facts already drawn."""
    tries: int = DRAFTS
    """The most drafts that are drawn to find one that keeps the advice, too; 1 where a rule prescribes the draw."""
    fit: Callable[[P, Facts], P] = _unchanged
    """Adds to the parameters what the claims must know of a drawing beforehand, such as the length of its chains."""
    mutable: Callable[[Map[P], Chance], MutablePart] | None = None
    """What may still change in a random map; without this function everything may."""
    left_by_repair: Callable[[Map[P]], str] = lambda _: ""
    """What repair leaves as it is drawn, in words, because the rules of the map depend on it; empty for nothing."""
    repair_hints: Callable[[Map[P]], RepairHints] = lambda _: RepairHints()
    """What a repair heeds besides the claims of the rules; asked for a map that breaks some of these."""
    recognise: Callable[[Map[P]], RecognisedMap | None] | None = None
    """Recognises the map that a damaged drawing was, where the game can do so by more than its rules."""


# --- what is printed ---------------------------------------------------------------------------------------------


class Public(NamedTuple):
    """All that a player may know of a map before the game; public sheets are made from this and nothing else."""

    title: str
    params: Any
    rules: tuple[Rule[Any], ...] | None = None
    """The rules of its game; None for those that mapkit comes with."""

    def rules_or(self, usual: tuple[Rule[Any], ...]) -> tuple[Rule[Any], ...]:
        """The rules of its game; those of mapkit are given as `usual`."""
        return usual if self.rules is None else self.rules


# --- what is played ----------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Referee(Generic[S]):
    """The judge of a game. Its functions are pure: they use no clock, print nothing, and only the dice are random."""

    begin: Callable[[Map[Any], tuple[str, ...], Mapping[str, str], Dice], Ruling[S]]
    """Begins a game of the map with these players' names and options; raises BadSetting."""
    play: Callable[[S, str, Dice], Ruling[S]]
    """Carries out one directive of the player whose turn it is; raises InvalidMove or IllegalMove."""
    ways: Callable[[S], tuple[str, ...]]
    """The directives that may be said now, as far as the player can know; empty when the game is over."""
    mover: Callable[[S], str]
    """The player whose turn it is; empty when the game is over. At the beginning of a turn, `turn` is heard."""
    seats: Callable[[S], tuple[Seat, ...]]
    """Where each player is, for the game master alone."""
    secret: Callable[[S], bool] = _never
    """Whether the next words must stay hidden while they are typed, such as the start that a player chooses."""
    perhaps: Callable[[S], tuple[str, ...]] = _nothing
    """The directives that may or may not be allowed now, where that is a secret; only `certain` ones are listed."""
    tells: Callable[[S, str], bool] = _never
    """Whether the answer to a directive tells such a secret, so that nobody hears it but by saying the directive."""

    def certain(self, state: S) -> tuple[str, ...]:
        """The directives that may be said now, whatever is secret: what everybody may see listed."""
        untold = self.perhaps(state)
        return tuple(way for way in self.ways(state) if way not in untold)


@dataclass(frozen=True)
class Speech(Frozen, Generic[S]):
    """How players speak."""

    directives: frozenset[str] = frozenset()
    """The words that directives are made of; no player may have one of them as a name."""
    barred_in_names: frozenset[str] = frozenset()
    """The words among these that no player's name may contain."""
    fillers: frozenset[str] = frozenset()
    """The words that may stand beside them and mean nothing."""
    separators: str = ";,"
    """The signs that stand between two directives in one line."""
    joined: int = 1
    """The most ways that one directive may hold, with commas between them."""
    speaker: Callable[[S, str], str] | None = None
    """The player who says a directive, in games where not only the mover may speak; raises InvalidMove."""
    refuse_alone: Callable[[S, str, str], None] = lambda _state, _words, _name: None
    """Raises InvalidMove where the player of that name may not say the words on a phone, with nobody watching.

    So it is with dice that were rolled on the table, and with words that speak for other players.
    """


@dataclass(frozen=True)
class Seating(Frozen, Generic[S]):
    """The players' seats at the table, and what the players hear."""

    player_count: Callable[[Map[Any]], int] = lambda _: 1
    """The fewest people that can play a map."""
    seat_names: Callable[[Map[Any]], Sequence[str]] = _nothing
    """The names of the seats, in the order of the players' names."""
    options: Mapping[str, str] = field(default_factory=dict)
    """The options of the table, each with what it does, in words."""
    starts: Mapping[str, str] = field(default_factory=dict)
    """The options that give starts and the order of turns, each with what it does, in words."""
    speech: Speech[S] = Speech()
    private_options: frozenset[str] = frozenset({"private-answers"})
    """The options that make answers private: only the player whom an answer names hears it."""
    heard_by_all: frozenset[str] = frozenset()
    """The keys of announcements that everybody hears even then."""
    asks_start: str = ""
    """The key of the phrase that asks a player for a secret start; empty where players choose none."""
    peek: str = ""
    """The option that allows players to ask for the public facts, or all together for the board; empty for none.

    In games that have it, an earlier answer is told again as well when all players agree, with the option or without.
    """


@dataclass(frozen=True)
class Screen(Frozen, Generic[S]):
    """What can be seen, asked and corrected at the table."""

    public_view: Callable[[S, Look], tuple[str, ...]] | None = None
    """What everybody may see, as lines for a terminal."""
    board: Callable[[S], Map[Any]] | None = None
    """The map as it is now, for the game master alone."""
    situation: Callable[[S], Situation] | None = None
    """The moment as the game master sees it: the players in a table, and what else is on the board."""
    correct: Callable[[S, str], Ruling[S]] | None = None
    """Carries out a correction by the game master, such as "the wall was there after all"; raises NoRuling.

    The ruling announces it without secrets.
    """
    asides: Mapping[str, Callable[[S, str], Announcement]] = field(default_factory=dict)
    """The questions that players may ask at any time about what they themselves have; no log keeps them.

    Each function takes the state and the name of the player who asks, and returns what that player hears.
    """


class _HasWinner(Protocol):
    @property
    def winner(self) -> str:
        """The name of the player who has won; empty while nobody has."""


def sole_winner(state: _HasWinner) -> tuple[str, ...]:
    """The one player who has won, if any, for `Statistics.winners`."""
    return (state.winner,) if state.winner else ()


class Remedy(NamedTuple):
    """Something that may make the seats of a game even, as `mapkit balance` tries it."""

    words: str
    """What it is, in words, such as `a first aid kit for the last player`."""
    settings: Callable[[int], Mapping[str, str]] = lambda _: {}
    """The settings that it changes, as people type them, for a number of players; none where it changes nothing."""
    redraw: Callable[[Map[Any], Chance], Map[Any]] | None = None
    """What else it changes on a map that is drawn already and has these settings, such as the starts that are listed.

    Fresh maps need none of it: they are drawn with the settings.
    """


@dataclass(frozen=True)
class Statistics(Frozen, Generic[S]):
    """What is counted over many games."""

    winners: Callable[[S], Sequence[str]]
    """The players who have won so far."""
    tally: Callable[[Ruling[S]], Iterable[tuple[str, int]]] = _nothing
    """What a ruling adds to the game's own counts, such as coins paid: names with whole amounts from 0 up."""
    falls: Mapping[str, str] = field(default_factory=dict)
    """The announcements and notes by which a player is killed, wounded, caught or stuck: the name of the player's brace
    by their keys. Where they have a `cell`, it is the one where that happens."""
    remedies: Sequence[Remedy] = ()
    """What may make the seats even, in the order in which it is tried: first what players need least to learn."""


@dataclass(frozen=True)
class Table(Frozen, Generic[S]):
    """How a game is played with a referee."""

    referee: Referee[S]
    seating: Seating[S] = Seating()
    """The players' seats at the table, and how the players speak."""
    screen: Screen[S] = Screen()
    statistics: Statistics[S] | None = None
    bots: Mapping[str, Callable[[S, Chance], Sequence[str]]] = field(default_factory=dict)
    """The game's machine players by name, the weakest first.

    Each gives the directives that it would say now, the best first. It knows no more than the mover may know.
    """
    guest: str = ""
    """The name of a last seat that a machine may take beside the people; empty for none."""
    ear: Callable[[Any], Ear] | None = None
    """How a player understands what is heard; with it, mapkit's explorer plays the game.

    Takes the settings of the map, which everybody knows.
    """
    evidence: Callable[[Any, Sequence[str]], Evidence] | None = None
    """What the announcements prove; with it, mapkit works out what everybody can know.

    Takes the settings of the map, which everybody knows, and the names of the players.
    """
    stock: Callable[[Any], Stock | None] | None = None
    """What every map with these settings is made of; with it, mapkit tells chances. None where that is not known."""


# --- what is found out -------------------------------------------------------------------------------------------


Value: TypeAlias = "str | int | float | bool | Sequence[Value] | Mapping[str, Value] | None"
"""The value of a measure for programs: numbers, cells and words, and sequences and mappings of these."""


class Measure(NamedTuple):
    """Something measured on a map, for the game master alone."""

    key: str
    """Its name for programs, such as `turns-to-win`."""
    label: str
    """What is measured, in words; measures of several keys may share them."""
    value: Value
    in_words: str
    """The result in words, in the language that was asked for."""


class Route(NamedTuple):
    """A shortest way to win."""

    start: Cell
    words: tuple[str, ...]
    cells: tuple[Cell, ...]
    """The cell where the player is after each of these turns."""
    finds: tuple[tuple[Cell, str], ...] = ()
    """What is found on the way: the cell, and the thing."""


MOST_PLIES = 15
"""The most plies that an analysis may be asked to look ahead."""


class Ask(NamedTuple):
    """What an analysis is to find out. The game chooses what is left out."""

    starts: tuple[Cell, ...] = ()
    """The starts from which to find ways to win."""
    plies: int | None = None
    measures: Collection[str] | None = None
    """The keys of the measures to find, and then no ways to win; None asks for everything."""
    language: str = "en"
    """The language of the words, in games that have words in several."""

    def wanted(self, known: Collection[str]) -> tuple[str, ...]:
        """Those of a game's keys whose measures are asked for; raises BadSetting for keys that the game lacks."""
        asked, keys = known if self.measures is None else self.measures, tuple(known)
        unknown = [key for key in asked if key not in keys]
        wrong = [f"there is no measure {refused_word(key)}; {suggestion(key, keys)}" for key in unknown]
        if wrong:
            raise BadSetting("\n".join(wrong))
        return tuple(key for key in keys if key in asked)


class CellNumbers(NamedTuple):
    """A number for each of some cells, such as the turns from there to a win."""

    label: str
    numbers: Mapping[Cell, float]
    is_share: bool = False
    """Whether they are shares, from 0 to 1, which people read in hundredths."""


class Analysis(NamedTuple):
    """What an analysis has found out about a map."""

    measures: Mapping[str, Measure]
    routes: tuple[Route, ...] | None = None
    """Shortest ways to win; None where the game or the question has none."""


class Gauge(NamedTuple):
    """What a drawing uses up of something that is limited."""

    label: str
    used: int
    """How many of them the drawing has."""
    most: int


class Study(NamedTuple, Generic[P]):
    """How a map is analysed for its game master."""

    analyse: Callable[[Map[P], Ask], Analysis]
    """Analyses a legal map: one answer for the screen, for sheets and for programs."""
    asked_fields: frozenset[str] = frozenset()
    """Which of the fields `starts` and `plies` of `Ask` this game takes into account."""
    by_cell: Callable[[Map[P], Ask], Sequence[CellNumbers]] = _nothing
    """What is measured cell by cell, to be drawn on the board; there may be nothing."""
    ranked_by: str = ""
    """The key of the measure by which a book's index sorts maps, by the median of its numbers; empty for none."""
    gauges: Callable[[Map[P]], Sequence[Gauge]] = _nothing
    """What a map that is still being drawn uses up; asked after every stroke, so it is worked out quickly."""


# --- where drawings come from and go to --------------------------------------------------------------------------


class ImportedDrawing(NamedTuple):
    """What a file of another kind draws."""

    grid: Board
    """The board; a best guess where there are misfits."""
    facts: Facts
    """The facts as they look in the file."""
    misfits: tuple[Misfit, ...] = ()
    given: Mapping[str, object] = {}
    """The settings that the file gives, by their names."""
    sure: Facts = frozenset()
    """The facts with every doubtful one set right. A repair finds the same, unless settings leave a choice."""
    remarks: tuple[str, ...] = ()
    """What to tell the person who reads the file in, a sentence each."""


class FileFormat(NamedTuple):
    """A kind of file that drawings come from, go to, or both. In text files, lines that begin with `#` are comments."""

    program: str
    ending: str
    read: Callable[[bytes], ImportedDrawing] | None = None
    show: Callable[[Map[Any]], str] | None = None
    """The text of a file for a map."""


# --- a game, and a map of it -------------------------------------------------------------------------------------


@dataclass(frozen=True, eq=False)
class Game(Frozen, Generic[P]):
    """A game of the shelf, or a group's own. Its functions load what is slow to load, when they are called first.

    A game is equal to itself alone, so that nothing that is kept for one is taken for another of the same name.
    """

    name: str
    """Its name in files and commands."""
    title: str
    design: Design[P]
    solving: Solving[P] | None = None
    paper: Callable[[], Any] | None = None
    """What is printed of them, a `paper.sheets.Paper`; without it, the default sheets (`paper.default_sheets`)."""
    table: Table[Any] | None = None
    study: Study[P] | None = None
    formats: Mapping[str, FileFormat] = field(default_factory=dict)
    """The files of other programs that it reads and writes, by the names of the formats."""
    public_params: Callable[[P], P] = _unchanged
    """The parameters as players may know them before the game: without what the settings themselves keep secret."""

    def __deepcopy__(self, _: object) -> Self:
        """The game itself, as a copy would be another game."""
        return self


@dataclass(frozen=True)
class Map(Generic[P]):
    """A map: the facts that hold on a board. A cell without a mark is a blank: nobody has filled it in yet."""

    game: Game[P]
    params: P
    facts: Facts
    title: str = ""
    preset: str = "default"
    """The name of the preset that the settings come from."""
    usual_values: tuple[tuple[str, Any], ...] = field(default=(), compare=False)
    """The settings with a usual value that the map's file leaves out, each with that value.

    Where the map does not keep these values, that is advice and no fault.
    """
    drawn_settings: tuple[str, ...] = field(default=(), compare=False)
    """The names of the settings that are taken from the drawing."""
    locked: frozenset[Place] = field(default=frozenset(), compare=False)
    """The places that repair and complete leave as they are."""

    def __post_init__(self) -> None:
        """Raises WrongType, also for parameters of another game that has the same name."""
        for name, kind, would_do in _FIELDS:
            given, kind = getattr(self, name), kind or self.game.design.params
            if not isinstance(given, kind):
                raise WrongType(f"{name} takes {would_do}, not {type(given).__name__} {shown(given)}")

    def __hash__(self) -> int:
        return hash((self.game.name, self.params, self.facts, self.title, self.preset))

    @property
    def theme(self) -> str:
        """The name of the theme that its settings ask for, which tells the game in other words; empty for none."""
        return str(getattr(self.params, "theme", ""))

    def __repr__(self) -> str:
        """The map in short, such as `<Map treasures 8x8 small "The cellar">`."""
        named = f" {in_quotes(self.title)}" if self.title else ""
        return f"<Map {self.game.name} {self.params.grid} {self.preset}{named}>"

    def text(self) -> str:
        """The text of its map file; raises UnwritableMap. The same as `mapkit.show`."""
        return str(above.library().show(self))

    def svg(self, *, floor: int = 1) -> str:
        """The board alone as an SVG picture. The same as `mapkit.svg`."""
        return str(above.library().svg(self, floor=floor))

    def describe(self, *, by: str = "all", language: str = "en") -> str:
        """The map in words, for a screen reader or a chat. The same as `mapkit.describe`."""
        return str(above.library().describe(self, by=by, language=language))

    def to_json(self) -> str:
        """The map as JSON; raises UnwritableMap. `mapkit.from_json` reads it back."""
        return str(above.library().to_json(self))

    @cached_property
    def kinds(self) -> Mapping[Cell, str]:
        """The mark that is drawn in each cell that has one, in reading order."""
        drawn = self.game.design.legend(self.params).cell_marks
        marks = {fact.place: fact.mark for fact in self.facts if fact.mark in drawn}
        return FrozenDict({cell: marks[cell] for cell in self.params.grid.cells() if cell in marks})

    def cells_of(self, kind: str) -> tuple[Cell, ...]:
        """The cells of a kind, in reading order; raises BadSetting for a kind that the game does not have."""
        legend = self.game.design.legend(self.params)
        if kind not in tuple(legend.cell_marks):
            meant, usual = near(kind, tuple(legend.cell_marks)), ", ".join(dict.fromkeys(legend.cells.values()))
            would_do = f"did you mean {meant}?" if meant else f"say one of {usual or 'none: no cell has a kind'}"
            raise BadSetting(f"kind is {refused_word(kind)}; {would_do}")
        return tuple(cell for cell, mark in self.kinds.items() if mark == kind)

    def onward(self, cell: Cell, direction: Direction) -> Cell | None:
        """The cell that a step leads to; None where a wall bars it or the board ends. Raises BadSetting."""
        try:
            return self._steps[cell, direction]
        except (KeyError, TypeError):
            raise self.params.grid.no_such(cell, direction) from None

    def open_neighbours(self, cell: Cell) -> tuple[Cell, ...]:
        """The cells that one step leads to."""
        steps = (self.onward(cell, direction) for direction in self.params.grid.directions)
        return tuple(other for other in steps if other is not None)

    @cached_property
    def _steps(self) -> Mapping[tuple[Cell, Direction], Cell | None]:
        """The cell that each step leads to, by the cell it starts from and its direction; None where none does."""
        grid = self.params.grid
        steps = ((cell, way, grid.step(cell, way)) for cell in grid.cells() for way in grid.directions)
        return {(a, way): None if wall(border(grid, a, way)) in self.facts else b for a, way, b in steps}

    @cached_property
    def undecided_borders(self) -> frozenset[Place]:
        """The borders that are marked as not decided yet."""
        return frozenset(fact.place for fact in self.facts if fact.mark == UNDECIDED)

    @property
    def without_undecided(self) -> Map[P]:
        """The same map without the marks of borders that are not decided yet."""
        return replace(self, facts=self.facts - {Fact(line, UNDECIDED) for line in self.undecided_borders})

    @property
    def finished(self) -> bool:
        """Whether no cell is blank and no border undecided; only a finished map is measured."""
        blank = self.game.design.board.drawn_in_files and len(self.kinds) < len(self.params.grid.cells())
        return not (blank or self.undecided_borders)

    @cached_property
    def fitted_params(self) -> P:
        """The parameters that the rules of this map are read with; they depend on the drawing, so they are secret."""
        return self.game.solving.fit(self.params, self.facts) if self.game.solving else self.params

    @property
    def as_usual(self) -> Map[P]:
        """The same drawing with the usual values as its settings."""
        return replace(self, params=replace(cast(Any, self.params), **dict(self.usual_values)), usual_values=())

    @property
    def as_drawn(self) -> Map[P]:
        """The same map with the settings that are taken from the drawing as the drawing is now."""
        return self._with_drawn("value" if self.finished else "opened")

    @property
    def opened(self) -> Map[P]:
        """The same map with the settings that are taken from the drawing left open, so that the drawing may change."""
        return self._with_drawn("opened")

    def _with_drawn(self, state: Literal["value", "opened"]) -> Map[P]:
        said = self.game.design.drawn_settings(self.params.grid, self.facts) if self.drawn_settings else {}
        values = {name: getattr(each, state) for name, each in said.items() if name in self.drawn_settings}
        return replace(self, params=replace(cast(Any, self.params), **values))

    @property
    def public(self) -> Public:
        """What a player may know of this map before the game."""
        return Public(self.title, self.game.public_params(self.params), self.game.design.rules)


_FIELDS: tuple[tuple[str, type | None, str], ...] = (
    ("game", Game, "a game"),
    ("params", None, "the parameters that its game makes"),
    ("facts", frozenset, "a frozenset of facts"),
    ("title", str, "a text"),
    ("preset", str, "a text"),
)


def every_border_decided(number: str, breaches: tuple[str, ...]) -> MeasuredRule[Any]:
    """The rule that no border is undecided, for a game whose legend has the mark; its number and breaches."""
    sentence = "Every border is decided."
    return MeasuredRule(number, sentence, breaches=breaches, measure=_remark_undecided, of_sketches=True)


def _remark_undecided(map: Map[Any]) -> Iterator[Remark]:
    """What is said of undecided borders, shown at the first of them."""
    lines = tuple(line for line in borders(map.params.grid) if line in map.undecided_borders)
    if lines:
        these = "1 border is" if len(lines) == 1 else f"{len(lines)} borders are"
        found = f"The map is not finished: {these} not decided yet (?), this one first; `mapkit complete` decides."
        yield Remark(min(lines, key=partial(_as_drawn, map.params.grid)), found, lines)


def _as_drawn(grid: Board, line: Border) -> tuple[int, float, float]:
    """Where a border stands in the drawings: floor, line and column."""
    column, row = grid.centre(line.cell)
    aside, up = {"N": (0, 0.5), "S": (0, -0.5), "E": (0.5, 0), "W": (-0.5, 0)}[line.side]
    return grid.floor(line.cell), -row - up, column + aside


class GameOver(BadSetting):
    """The map is a position of a game that has ended; the text says who has won."""


class NoSheet(BadSetting):
    """The map lacks a sheet that other maps of its game have; the text says why."""


class WrongSetting(NamedTuple):
    """What is wrong with a setting as a person gave it."""

    name: str
    why: str
    """What is wrong, in words; empty where the game has no setting of that name."""


class AssembledParams(NamedTuple, Generic[P]):
    """Parameters, and what is wrong with the settings that they were made from."""

    params: P
    wrong_in_preset: tuple[WrongSetting, ...]
    wrong_in_given: tuple[WrongSetting, ...]


def assemble(
    game: Game[P],
    preset: Mapping[str, object],
    grid: Board,
    given: Mapping[str, object],
    left_out: Mapping[str, Any] = MappingProxyType({}),
) -> AssembledParams[P]:
    """The parameters of a map on a board; the settings that are `given` replace those of its preset.

    Both are as people write them. `left_out` are values, already read, that replace those of the preset for settings
    that are not given.
    """
    base, of_preset = _values_read(game, preset, grid)
    own, of_given = _values_read(game, given, grid)
    return AssembledParams(cast(Any, game.design.params)(grid=grid, **{**base, **left_out, **own}), of_preset, of_given)


def _values_read(
    game: Game[Any], given: Mapping[str, object], grid: Board
) -> tuple[dict[str, Any], tuple[WrongSetting, ...]]:
    """The values of settings as people wrote them, and what is wrong with those that cannot be read."""
    known = {each.name: each for each in settings(game.design.params)}
    values, wrong = dict[str, Any](), list[WrongSetting]()
    for name, raw in given.items():
        try:
            if name in known:
                values[name] = read_setting(known[name], raw, grid)
            else:
                wrong.append(WrongSetting(name, _reserved(game, name)))
        except BadSetting as bad:
            wrong.append(WrongSetting(name, str(bad)))
    return values, tuple(wrong)


def _reserved(game: Game[Any], name: str) -> str:
    """The sentence for a setting that the rules only announce for later; empty for any other name."""
    rule = game.design.reserved.get(written(name).lower().replace("-", "_"), "")
    return f"{name} is announced for later ({rule}) and has no rules yet" if rule else ""


def fatal(game: Game[P], params: P) -> tuple[Clash, ...]:
    """The conflicts of settings with which no map can be made or played."""
    return tuple(clash for clash in game.design.conflicts(params) if clash.fatal)


def solving_of(game: Game[P]) -> Solving[P]:
    """How maps of a game are found; raises BadSetting where the game does not draw maps at random."""
    if game.solving is None:
        raise BadSetting(f"{game.name} has no maps to be drawn at random yet")
    return game.solving


def table_of(game: Game[Any]) -> Table[Any]:
    """How a game is played; raises BadSetting where it has no referee."""
    if game.table is None:
        raise BadSetting(f"{game.name} has no referee yet")
    return game.table


def evidence_of(game: Game[Any], params: Any, names: Sequence[str]) -> Evidence:
    """What the announcements of a game prove, on a map with these settings; raises BadSetting where they prove none."""
    evidence = table_of(game).evidence
    if evidence is None:
        raise BadSetting(f"{game.name} has no announcements that a map could be worked out from")
    return evidence(params, names)
