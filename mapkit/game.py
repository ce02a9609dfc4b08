"""What a game is: one record of small records; and what a map of it is.

An absent record is an absent ability: a game without a `Table` is drawn and printed, and nobody referees it.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Generic, NamedTuple, Protocol, TypeAlias, TypeVar, cast

from mapkit.chance import Chance
from mapkit.grid import Board, Cell, Place, Square
from mapkit.listing import Listing
from mapkit.observation import Ear
from mapkit.replay import Track
from mapkit.rule import Fact, Facts, Rule
from mapkit.ruling import Dice, Heard, Look, Ruling, Seat, Survey
from mapkit.settings import BadSetting, Params, read_setting, read_size, settings

if TYPE_CHECKING:
    from mapkit.language import Edition
    from mapkit.sheet import Sheet

P = TypeVar("P", bound=Params)
S = TypeVar("S")


class BorderGlyphs(NamedTuple):
    """How a mark on a border is drawn in a map file: across (`---`) and upright (`|`); empty where it cannot be."""

    mark: str
    across: str
    upright: str


UNDECIDED = "undecided"
"""The mark of a border of which the drawer has not decided yet what stands there; no claim speaks of it."""


@dataclass(frozen=True)
class Legend:
    """The glyphs of a game's drawings.

    `cells` gives the mark for each glyph, `words` the noun for each mark, `lines` the marks on inner borders;
    a gap in the outer wall is the mark `gap`, and an empty cell is one that nobody has filled in yet. What is not
    drawn stands in `listings`. Marks of `outer` can be read in the outer wall, for the rules to forbid them there.
    A long `series` of further glyphs of cells is explained by `notes`, an example with its meaning. Unless they are
    `movable`, a mark that leaves one cell and comes to another is told, and counted, as two edits. Where `undecided` is
    the number of a rule, a drawer may mark a border as not decided yet, and that rule is broken until it is.
    """

    cells: Mapping[str, str]
    words: Mapping[str, str]
    lines: tuple[BorderGlyphs, ...]
    gap: str
    listings: tuple[Listing, ...] = ()
    outer: tuple[BorderGlyphs, ...] = ()
    series: Mapping[str, str] = field(default_factory=dict)
    notes: Mapping[str, str] = field(default_factory=dict)
    movable: bool = True
    undecided: str = ""

    @cached_property
    def marks(self) -> Mapping[str, str]:
        """The marks of all glyphs that a cell may have."""
        return {**self.cells, **self.series}

    @cached_property
    def drawn(self) -> frozenset[str]:
        """The marks that a cell may have in a drawing."""
        return frozenset(self.marks.values())


class Section(NamedTuple):
    """A heading with numbered sentences below it; a number may be empty."""

    heading: str
    entries: tuple[tuple[str, str], ...]


class Clash(NamedTuple):
    """Settings that do not go together: which one to change, why, and whether no map can be made or played so."""

    setting: str
    words: str
    rule: str
    fatal: bool


def _as_given(p: P, _: Facts) -> P:
    return p


def _as_they_are(p: P) -> P:
    return p


def _nothing(_: object) -> tuple[Any, ...]:
    return ()


def _in_no_way(_: object) -> str:
    return ""


# --- what maps are -----------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Boards(Generic[P]):
    """The boards that a game is drawn on."""

    read: Callable[[Any], Board] = read_size
    """The board of a size as people type it, or as files have it; raises BadSetting."""
    drawn: bool = True
    """Whether map files draw the board. Those of other games give its `size` at their head."""
    most_floors: int = 1
    """How many floors a board may have."""
    arrange: Callable[[P], P] = _as_they_are
    """The parameters with the board that the other settings ask for, such as how many levels there are."""
    for_evening: Callable[[int, int], Square] | None = None
    """The board for so many players and minutes."""
    for_text: Callable[[str, Mapping[str, object]], Board] | None = None
    """The smallest board for a text, beside settings as people give them; raises BadSetting. Needs a setting `text`."""


@dataclass(frozen=True)
class Design(Generic[P]):
    """What the maps of a game are, and which rules they keep."""

    params: type[P]
    """The settings, and the board."""
    rules: tuple[Rule[P], ...]
    """What a legal map keeps."""
    legend: Callable[[P], Legend]
    """The glyphs of the drawings."""
    advice: tuple[Rule[P], ...] = ()
    """Rules whose breach is worth a word and no fault."""
    board: Boards[P] = Boards()
    """The boards that maps are drawn on."""
    conflicts: Callable[[P], tuple[Clash, ...]] = _nothing
    """Settings that do not go together."""
    describe: Callable[[P], tuple[Section, ...]] = _nothing
    """The parameters in words, where more is to be said than each setting does."""
    reserved: Mapping[str, str] = field(default_factory=dict)
    """Settings that the rules only announce, with the rules' numbers: a person who asks for one is told so."""


# --- how maps are found ------------------------------------------------------------------------------------------


DRAFTS = 6
"""How many drafts are drawn, at the most, for one without faults that also keeps the advice."""


class Mended(NamedTuple):
    """What a game itself knows a damaged drawing to be: the facts, each edit in words with its cells, and a note.

    `nearest` is whether none of that `kind` is proven to be nearer, and `doubt` why none is excluded otherwise.
    """

    facts: Facts
    edits: tuple[tuple[str, tuple[Cell, ...]], ...]
    kind: str
    doubt: str
    nearest: bool
    note: str = ""


class Mutable(NamedTuple):
    """The cells that may change in a random map, and the facts to begin with: a first guess of what will do."""

    cells: frozenset[Cell]
    facts: Facts


@dataclass(frozen=True)
class Solving(Generic[P]):
    """How maps of a game are found and repaired."""

    draft: Callable[[P, Chance, Facts], Facts]
    """A random map, nearly legal, that keeps the facts already drawn."""
    tries: int = DRAFTS
    """The most drafts that are drawn for one that keeps the advice, too: 1 where the draw itself is the rule."""
    fit: Callable[[P, Facts], P] = _as_given
    """The parameters with what claims must know of a drawing beforehand, such as how long its chains are."""
    mutable: Callable[[Map[P], Chance], Mutable] | None = None
    """What may still change in a random map; without it all may."""
    keeps: Callable[[Map[P]], str] = _in_no_way
    """What repair leaves as it is drawn, in words, as the rules of this map are read by it; empty for nothing."""
    recognise: Callable[[Map[P]], Mended | None] | None = None
    """What a damaged drawing was, where the game can tell by more than its rules."""


# --- what is printed ---------------------------------------------------------------------------------------------


class Public(NamedTuple):
    """All that a player may know of a map before the game; public sheets are made from this and nothing else."""

    title: str
    params: Any


def _while_it_goes_on(track: Track) -> bool:
    return not track.over


class PlayedSheets(NamedTuple, Generic[P]):
    """The sheets of a played game: the map with the paths walked, and its turns."""

    sheets: Callable[[Map[P], Track, Edition], tuple[Sheet, ...]]
    """The sheets."""
    secret: Callable[[Track], bool] = _while_it_goes_on
    """Whether they tell what players may not know."""


class Book(NamedTuple, Generic[P]):
    """One book of many maps, such as puzzles with their solutions at the back."""

    unfit: Callable[[Map[P], Edition], str]
    """Why a map does not go into the book, in words; empty where it does."""
    sheets: Callable[[Sequence[Map[P]], Edition], tuple[Sheet, ...]]
    """The pages."""


@dataclass(frozen=True)
class Paper(Generic[P]):
    """The sheets of a game, by their names. A sheet that a map does not have raises NoSheet."""

    secret: Mapping[str, Callable[[Map[P], Edition], tuple[Sheet, ...]]] = field(default_factory=dict)
    """Sheets for the game master alone."""
    open: Mapping[str, Callable[[Map[P], Edition], tuple[Sheet, ...]]] = field(default_factory=dict)
    """Sheets made from the map that everybody may see, as what they show is no secret."""
    public: Mapping[str, Callable[[Public, Edition], tuple[Sheet, ...]]] = field(default_factory=dict)
    """Sheets made from what players know before the game, and from nothing else."""
    played: PlayedSheets[P] | None = None
    """The sheets of a played game."""
    book: Book[P] | None = None
    """One book of many maps."""

    @property
    def names(self) -> tuple[str, ...]:
        """The names of all sheets of a map."""
        return (*self.secret, *self.open, *self.public)


# --- what is played ----------------------------------------------------------------------------------------------


def _openly(_: object) -> bool:
    return False


@dataclass(frozen=True)
class Referee(Generic[S]):
    """The judge of a game; pure: no clock, no printing, no randomness but the dice."""

    begin: Callable[[Map[Any], tuple[str, ...], Mapping[str, str], Dice], Ruling[S]]
    """Seats players of these names under these options, and opens the first turn. Raises BadSetting."""
    play: Callable[[S, str, Dice], Ruling[S]]
    """Carries out one directive of the player whose turn it is. Raises InvalidMove or IllegalMove."""
    ways: Callable[[S], tuple[str, ...]]
    """The directives that may be said now, as far as the player can know; empty when the game is over."""
    mover: Callable[[S], str]
    """Whose turn it is; empty when the game is over. Where a turn begins, `turn` is heard."""
    seats: Callable[[S], tuple[Seat, ...]]
    """Where everybody is, for the game master alone."""
    secret: Callable[[S], bool] = _openly
    """Whether what is typed now is not to be seen, such as the start that a player chooses."""
    perhaps: Callable[[S], tuple[str, ...]] = _nothing
    """The directives of which nobody is told whether they may be said, as that is a secret; `help` tells the others."""


def _anybody(_: Map[Any]) -> int:
    return 1


def _anywhere(_: Map[Any]) -> tuple[str, ...]:
    return ()


@dataclass(frozen=True)
class Speech(Generic[S]):
    """How players speak."""

    directives: frozenset[str] = frozenset()
    """The words that directives are made of: nobody is called so."""
    within: frozenset[str] = frozenset()
    """Of these words, those that no name may have in it."""
    separators: str = ";,"
    """The signs that stand between two directives in one line."""
    speaker: Callable[[S, str], str] | None = None
    """Whose a directive is that can be carried out, where others than the mover may speak. Raises InvalidMove."""


@dataclass(frozen=True)
class Seating(Generic[S]):
    """Who sits at the table, and what they hear."""

    player_count: Callable[[Map[Any]], int] = _anybody
    """The fewest people that can play a map."""
    seat_names: Callable[[Map[Any]], Sequence[str]] = _anywhere
    """What the seats are called, in the order of the players' names."""
    options: Mapping[str, str] = field(default_factory=dict)
    """What each option of the table does."""
    starts: Mapping[str, str] = field(default_factory=dict)
    """How starts and the order of turns are given."""
    speech: Speech[S] = Speech()
    """How they speak."""
    private_by: frozenset[str] = frozenset({"private-answers"})
    """The options with which answers are for the player alone whom they name."""
    for_all: frozenset[str] = frozenset()
    """The keys of what everybody hears even then."""


@dataclass(frozen=True)
class Screen(Generic[S]):
    """What can be seen, asked and set right at the table."""

    shown: Callable[[S, Look], tuple[str, ...]] | None = None
    """What lies open before everybody, as lines for a terminal."""
    board: Callable[[S], Map[Any]] | None = None
    """The map as it is by now, for the game master alone."""
    survey: Callable[[S], Survey] | None = None
    """What the game master's book says of the moment."""
    correct: Callable[[S, str], Ruling[S]] | None = None
    """A ruling of the game master's own, "the wall was there after all", told without secrets. Raises NoRuling."""
    asides: Mapping[str, Callable[[S, str], Heard]] = field(default_factory=dict)
    """What the player of a name hears who asks, at any time, what they themselves have. It is in no log."""


class _Won(Protocol):
    @property
    def winner(self) -> str:
        """The name of the player who has won; empty while nobody has."""


def sole_winner(state: _Won) -> tuple[str, ...]:
    """The player whose name stands as that of the winner; nobody while there is none."""
    return (state.winner,) if state.winner else ()


@dataclass(frozen=True)
class Statistics(Generic[S]):
    """What is counted over many games."""

    winners: Callable[[S], Sequence[str]]
    """The players who have won by then."""
    tally: Callable[[Ruling[S]], Iterable[tuple[str, int]]] = _nothing
    """What else a game is measured by, such as what was paid on a level: names, and whole amounts from 0 up to add."""


@dataclass(frozen=True)
class Table(Generic[S]):
    """How a game is played with a referee."""

    referee: Referee[S]
    """The judge."""
    seating: Seating[S] = Seating()
    """Who sits there, and how they speak."""
    screen: Screen[S] = Screen()
    """What can be seen, asked and set right."""
    statistics: Statistics[S] | None = None
    """What is counted over many games."""
    bots: Mapping[str, Callable[[S, Chance], Sequence[str]]] = field(default_factory=dict)
    """Machine players, the weakest first: what one would say, the best first. They know no more than the mover may."""
    guest: str = ""
    """A seat that a machine may have beside the people, the last one at the table."""
    ear: Callable[[], Ear] | None = None
    """How a player understands what is heard; with it, mapkit's explorer plays the game."""


# --- what is found out -------------------------------------------------------------------------------------------


Value: TypeAlias = "str | int | float | bool | Sequence[Value] | Mapping[str, Value] | None"
"""What a program reads of a measure: numbers, cells and words, and sequences and mappings of these."""


class Measure(NamedTuple):
    """Something measured on a map, for the game master alone."""

    key: str
    """What programs call it, such as `turns-to-win`."""
    what: str
    """What is measured, in words; measures of several keys may share them."""
    value: Value
    """What was found, for programs."""
    found: str
    """The same in words, in the language that was asked for."""


class Route(NamedTuple):
    """A shortest way to win: what to say turn by turn, the cell where each of these leads, and what is found there."""

    start: Cell
    words: tuple[str, ...]
    cells: tuple[Cell, ...]
    finds: tuple[tuple[Cell, str], ...] = ()


class Ask(NamedTuple):
    """What an analysis is to find out. What is left out, the game chooses."""

    starts: tuple[Cell, ...] = ()
    """The cells from which ways to win are asked for."""
    plies: int | None = None
    """How many plies to look ahead."""
    measures: Collection[str] | None = None
    """The keys of the only measures that are asked for, with no ways to win; None asks for everything."""
    language: str = "en"
    """The language of the words, in games that have more than one."""

    def wants(self, key: str) -> bool:
        """Whether the measures of a key are asked for."""
        return self.measures is None or key in self.measures


class Analysis(NamedTuple):
    """What was found out of a map: measures by their keys, and shortest ways to win (None where none are told)."""

    measures: Mapping[str, Measure]
    routes: tuple[Route, ...] | None = None


class Study(NamedTuple, Generic[P]):
    """How a map is analysed for its game master."""

    analyse: Callable[[Map[P], Ask], Analysis]
    """What is found out of a legal map: one answer for the screen, for sheets and for programs."""
    asks: frozenset[str]
    """The fields of `Ask` that this game heeds, of `starts` and `plies`."""


# --- where drawings come from and go to --------------------------------------------------------------------------


class Misfit(NamedTuple):
    """Something in another program's file that cannot be read: where it is, counted from 1, and what would do."""

    line: int
    column: int
    message: str


class Imported(NamedTuple):
    """What a file of another kind draws: the board, the facts as they look, and settings by their names.

    `misfits` is all that cannot be read in it; the board is then as good as can be. `sure` are the facts with what is
    in doubt set right; a repair comes to the same, unless settings leave room. `remarks` is what to say of it.
    """

    grid: Board
    facts: Facts
    misfits: tuple[Misfit, ...] = ()
    given: Mapping[str, object] = {}
    sure: Facts = frozenset()
    remarks: tuple[str, ...] = ()


class FileFormat(NamedTuple):
    """A kind of file that drawings come from, go to, or both.

    Files end in `ending`; in those of text, lines that begin with `#` are comments.
    """

    program: str
    ending: str
    read: Callable[[bytes], Imported] | None = None
    show: Callable[[Map[Any]], str] | None = None


# --- a game, and a map of it -------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Game(Generic[P]):
    """A game on the shelf. What needs loading waits in functions until it is asked for."""

    name: str
    """What files and commands call it."""
    title: str
    """What people call it."""
    design: Design[P]
    """What its maps are."""
    solving: Solving[P] | None = None
    """How its maps are found and repaired."""
    paper: Callable[[], Paper[P]] | None = None
    """What is printed of them."""
    table: Table[Any] | None = None
    """How it is played."""
    study: Study[P] | None = None
    """How its maps are analysed."""
    formats: Mapping[str, FileFormat] = field(default_factory=dict)
    """Which files of others it reads and writes, by name."""


@dataclass(frozen=True)
class Map(Generic[P]):
    """A map: the facts that hold on a board. A cell without a fact is one that nobody has filled in yet.

    `usual` are settings that its file leaves out and that are loose then, with the values that maps are usually drawn
    by: where the map does not keep these, that is advice.
    """

    game: Game[P]
    params: P
    facts: Facts
    title: str = ""
    preset: str = "default"
    usual: tuple[tuple[str, Any], ...] = field(default=(), compare=False)

    @cached_property
    def kinds(self) -> Mapping[Cell, str]:
        """The mark that is drawn in each cell that has one, in reading order."""
        drawn = self.game.design.legend(self.params).drawn
        marks = {fact.place: fact.mark for fact in self.facts if fact.mark in drawn}
        return {cell: marks[cell] for cell in self.params.grid.cells() if cell in marks}

    @cached_property
    def undecided(self) -> frozenset[Place]:
        """The borders that are marked as not decided yet."""
        return frozenset(fact.place for fact in self.facts if fact.mark == UNDECIDED)

    @property
    def decided(self) -> Map[P]:
        """The same map with nothing on the borders that are not decided yet."""
        return replace(self, facts=self.facts - {Fact(line, UNDECIDED) for line in self.undecided})

    @property
    def finished(self) -> bool:
        """Whether nothing is blank or undecided any more; nothing is measured before."""
        blank = self.game.design.board.drawn and len(self.kinds) < len(self.params.grid.cells())
        return not (blank or self.undecided)

    @cached_property
    def fitted(self) -> P:
        """The parameters that the rules of this map are read with; they know of the drawing, and are no player's."""
        return self.game.solving.fit(self.params, self.facts) if self.game.solving else self.params

    @property
    def as_usual(self) -> Map[P]:
        """The same drawing as a map that asks for all that is usual."""
        return replace(self, params=replace(cast(Any, self.params), **dict(self.usual)), usual=())

    @property
    def public(self) -> Public:
        """What a player may know of this map before the game."""
        return Public(self.title, self.params)


class AlreadyOver(BadSetting):
    """A map is of a game that has ended; the text says who has won."""


class NoSheet(BadSetting):
    """A map lacks a sheet that others of its game have; the text says why."""


class Wrong(NamedTuple):
    """What is wrong with a setting as people gave it: its name, and why; no words where nothing is called so."""

    name: str
    why: str


class Assembled(NamedTuple, Generic[P]):
    """Parameters as good as can be, and what is wrong with the settings of the preset and with those that are given.

    A setting that cannot be read keeps its default.
    """

    params: P
    of_preset: tuple[Wrong, ...]
    of_given: tuple[Wrong, ...]


def assemble(
    game: Game[P],
    preset: Mapping[str, object],
    grid: Board,
    given: Mapping[str, object],
    left_out: Mapping[str, Any] = MappingProxyType({}),
) -> Assembled[P]:
    """The parameters of a map on a board: the settings of its preset, and above them those that are given.

    Both are as people write them. `left_out` are values that stand above the preset where they are not given.
    """
    base, of_preset = _read(game, preset, grid)
    own, of_given = _read(game, given, grid)
    return Assembled(cast(Any, game.design.params)(grid=grid, **{**base, **left_out, **own}), of_preset, of_given)


def _read(game: Game[Any], given: Mapping[str, object], grid: Board) -> tuple[dict[str, Any], tuple[Wrong, ...]]:
    known = {each.name: each for each in settings(game.design.params)}
    values, wrong = dict[str, Any](), list[Wrong]()
    for name, raw in given.items():
        try:
            if name in known:
                values[name] = read_setting(known[name], raw, grid)
            else:
                wrong.append(Wrong(name, _reserved(game, name)))
        except BadSetting as bad:
            wrong.append(Wrong(name, str(bad)))
    return values, tuple(wrong)


def _reserved(game: Game[Any], name: str) -> str:
    """What to say of a setting that the rules announce without giving rules for it; empty for any other."""
    rule = game.design.reserved.get(name.strip().lower().replace("-", "_"), "")
    return f"{name} is announced for later ({rule}) and has no rules yet" if rule else ""


def fatal(game: Game[P], params: P) -> tuple[Clash, ...]:
    """The settings that do not go together, so that no map can be made or played with them."""
    return tuple(clash for clash in game.design.conflicts(params) if clash.fatal)


def solving_of(game: Game[P]) -> Solving[P]:
    """How maps of a game are found; raises BadSetting where it does not say."""
    if game.solving is None:
        raise BadSetting(f"{game.name} has no maps to be drawn at random yet")
    return game.solving


def paper_of(game: Game[P]) -> Paper[P]:
    """The sheets of a game; raises BadSetting where it has none."""
    if game.paper is None:
        raise BadSetting(f"{game.name} has no sheets to print yet")
    return game.paper()


def table_of(game: Game[Any]) -> Table[Any]:
    """How a game is played; raises BadSetting where it has no referee."""
    if game.table is None:
        raise BadSetting(f"{game.name} has no referee yet")
    return game.table
