"""What the maps of a game are, which rules they keep, and how they are found."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, fields
from functools import cached_property
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Generic, NamedTuple, TypeVar, cast

from mapkit.model.chance import Chance
from mapkit.model.errors import Problem
from mapkit.model.frozen import Frozen, FrozenDict
from mapkit.model.grid import Board, Cell, Square
from mapkit.model.handwork import ByHand
from mapkit.model.interest import Interest
from mapkit.model.letters import suggestion
from mapkit.model.listing import Listing
from mapkit.model.message import NOTHING, Message, Name, joined, message
from mapkit.model.rule import Amount, Fact, Facts, Rule, RuleClaim
from mapkit.model.settings import BadSetting, Params, read_size

if TYPE_CHECKING:
    from mapkit.model.map import Map

P = TypeVar("P", bound=Params, covariant=True)


class BorderGlyphs(NamedTuple):
    """How a mark on a border is drawn in a map file."""

    mark: str
    across: str
    """Its glyph on a border that lies across, such as `---`; empty where the mark cannot be drawn there."""
    upright: str
    """Its glyph on a border that stands upright, such as `|`; empty where the mark cannot be drawn there."""


class Barrier(NamedTuple):
    """What a mark on a border or in a cell keeps out, for other programs."""

    steps: bool = True
    sight: bool = True
    door: bool = False
    """Whether it opens."""


AS_DRAWN = "as-drawn"
"""The preset of a map whose settings are taken from its drawing."""
UNDECIDED = "undecided"
"""The mark of a border where the drawer has not decided yet what stands there; no claim speaks of it."""


@dataclass(frozen=True)
class GlyphSeries(Frozen):
    """Glyphs of cells that are explained by examples."""

    marks: Mapping[str, str] = field(default_factory=dict)
    examples: Mapping[str, Message] = field(default_factory=dict)
    """Some of the glyphs, each text of them with its meaning in words."""
    noun: Message = NOTHING
    """What each is called, before its mark; nothing where the words of the legend name them one by one."""


@dataclass(frozen=True)
class Legend(Frozen):
    """The glyphs of a game's drawings. An empty cell is one that nobody has filled in yet."""

    cells: Mapping[str, str]
    """The mark for each glyph of a cell."""
    words: Mapping[str, Message]
    """What each mark is called: nouns, some with more words in brackets."""
    lines: tuple[BorderGlyphs, ...]
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
    nouns: Mapping[str, Message] = field(default_factory=dict)
    """What faults call a mark, or what `flows`, where it is not as in `words`."""
    kinds: Mapping[str, Message] = field(default_factory=dict)
    """What marks are called that differ in a letter or a direction, such as `portal` for `A1`."""
    barriers: Mapping[str, Barrier] = field(default_factory=lambda: {"wall": Barrier()})
    """The marks of cells and borders that nobody enters or passes, or sees through."""
    solid: str = ""
    """The mark of a cell that nobody enters; cells that a drawing leaves out bear it. Empty: boards are whole."""
    inner_gap: BorderGlyphs | None = None
    """How a gap in the outer wall is drawn between a cell and a solid one; None where there are none."""

    def word(self, mark: str) -> Message:
        """What a mark is; the mark itself where it has no words."""
        if mark not in self.words and self.is_in_series(mark):
            return message("{thing} {mark}", self.series.noun, Name(mark))
        if not self._is_numbered(mark):
            return self.words.get(mark) or joined([Name(mark)])
        stem, _, number = mark.rpartition(" ")
        return message("{thing} {number}", self.word(stem), Name(number))

    @property
    def plain(self) -> str:
        """The mark of a cell without anything on it; empty where there is none."""
        return next(iter(self.cells.values()), "")

    def is_in_series(self, mark: str) -> bool:
        return bool(self.series.noun) and mark in self.cell_marks and mark not in self.cells.values()

    def _is_numbered(self, mark: str) -> bool:
        return mark not in self.words and mark.rpartition(" ")[0] in self.words

    def noun(self, mark: str) -> Message:
        """What a mark is called, without words in brackets."""
        if self._is_numbered(mark):
            stem, _, number = mark.rpartition(" ")
            return message("{thing} {number}", self.noun(stem), Name(number))
        return self.nouns.get(mark) or self.word(mark)

    def kind(self, mark: str) -> Message:
        """What a mark is called together with those that differ from it in a letter, a number or a direction."""
        return self.kinds.get(mark) or self.unnumbered(mark)

    def unnumbered(self, mark: str) -> Message:
        stem, _, _ = mark.rpartition(" ")
        return self.noun(stem if stem in self.words and mark not in self.words else mark)

    @property
    def explained(self) -> tuple[Listing, ...]:
        return tuple(listing for listing in self.listings if listing.explained)

    @cached_property
    def marks(self) -> Mapping[str, str]:
        """The marks of all glyphs that a cell may have."""
        return FrozenDict({**self.cells, **self.series.marks})

    @cached_property
    def by_hand(self) -> Mapping[str, str]:
        """The marks of the glyphs that people draw with: those that are explained, and of solid cells in any case."""
        solid = {glyph: mark for glyph, mark in self.series.marks.items() if mark == self.solid}
        return FrozenDict({**self.cells, **solid})

    @cached_property
    def cell_marks(self) -> frozenset[str]:
        return frozenset(self.marks.values())


class Section(NamedTuple):
    """A heading with numbered sentences below it, in the words of a language."""

    heading: str
    entries: tuple[tuple[str, str], ...]
    """Each sentence with its number before it; a number may be empty."""


class Clash(NamedTuple):
    """Settings that do not go together."""

    setting: str
    words: Message
    rule: str
    fatal: bool


class DrawnSetting(NamedTuple):
    """What a drawing says of a setting, for maps whose files name no settings."""

    thing: Message
    """What the setting is about, as in `shops 2` and `no shops`."""
    value: Any
    """The value that the finished drawing has."""
    opened: Any
    """The value while the drawing may still change: things that are drawn stay, and more may come."""
    towards: Callable[[Any], Iterable[Any]] = lambda _: ()
    """Values on the way from a given one to this one, for a setting that says several things."""


def drawn_number(thing: Message, number: int, least: int = 0, *, stays: bool = True) -> DrawnSetting:
    """What a drawing says of a number of things, at least `least`; without `stays` a repair may take some."""
    exact = Amount(number, number) if number >= least else Amount(least, None)
    return DrawnSetting(thing, exact, Amount(max(number, least) if stays else least, None))


class DrawnBoard(NamedTuple):
    """A board as people draw it or other programs hold it, and as no map file draws it."""

    grid: Board
    """The board; a best guess where there are problems."""
    facts: Mapping[Fact, tuple[int, int]] = MappingProxyType({})
    """What stands on it, each with its line and column, counted from 0."""
    given: Mapping[str, tuple[object, tuple[int, int]]] = MappingProxyType({})
    """The settings that are drawn, such as whose turn it is, by their names, each with its line and column."""
    problems: tuple[Problem, ...] = ()
    remarks: tuple[Message, ...] = ()
    """What to tell the person who reads it in, a sentence each."""


class PicturedBoard(NamedTuple):
    """A board as a picture shows it."""

    grid: Board
    facts: Facts
    """The facts as they look."""
    given: Mapping[str, object]
    """The settings that the picture shows, by their names."""
    sure: Facts
    """The facts with every doubtful one set right. A repair finds the same, unless settings leave a choice."""
    remarks: tuple[Message, ...]
    """What to tell the person who reads it in, a sentence each."""


@dataclass(frozen=True)
class Boards(Generic[P]):
    """The boards that a game is drawn on."""

    read: Callable[[Any], Board] = read_size
    """Reads a size, as a person types it or as a file has it, into a board; raises BadSetting."""
    drawn_in_files: bool = True
    """Whether map files draw the board; if not, they give its `size` at their head."""
    most_floors: int = 1
    floor: Callable[[int], Message] = lambda number, *_: message("Floor {number}", number)
    """What a floor is called; the first one is 1."""
    arrange: Callable[[P], P] = lambda p, *_: p
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
    read_picture: Callable[[bytes], PicturedBoard] | None = None
    """Reads a photo or a scan; raises BadSetting."""
    blocks: Mapping[str, str] = field(default_factory=FrozenDict)
    """The marks that signs of a maze of blocks stand for: of a cell, of a gap, or of a listing without its number.

    A blank stands for a free cell. Empty where the game reads no such mazes.
    """
    by_hand: ByHand | None = None
    """What people draw by hand, where map files list what stands on the board; else the legend tells it."""


@dataclass(frozen=True)
class Design(Frozen, Generic[P]):
    """What the maps of a game are, and which rules they keep."""

    params: type[P]
    rules: tuple[Rule[P], ...]
    legend: Callable[[P], Legend]
    advice: tuple[Rule[P], ...] = ()
    """Rules whose breach is only advice, and no fault."""
    board: Boards[P] = Boards()
    conflicts: Callable[[P], Iterable[Clash]] = lambda *_: ()
    describe: Callable[[P, str], tuple[Section, ...]] = lambda *_: ()
    """The parameters in words, where there is more to say than the sentence of each setting."""
    reserved: Mapping[str, str] = field(default_factory=dict)
    """Settings that the rules only announce, with the rules' numbers. An error tells a person who asks for one."""
    as_drawn: Callable[[Any, Facts], Mapping[str, DrawnSetting]] | None = None
    """What a drawing on a board says of the settings, by their names.

    A game that has this has a preset `as-drawn`, for map files that name neither a preset nor settings.
    """
    breach: Callable[[Mapping[str, str]], tuple[Mapping[str, str], str]] = lambda words: (words, "")
    """The words at the head of a breach with those that go without saying, and the drawing that they give, if any."""

    def __post_init__(self) -> None:
        """Raises BadSetting for a rule whose sentence names no setting of the game."""
        super().__post_init__()
        known = tuple(each.name for each in fields(cast(Any, self.params)))
        for rule in (*self.rules, *self.advice):
            if wrong := next((name for name in rule.settings if name not in known), ""):
                of = Name(rule.number), Name(f"{{{wrong}}}"), suggestion(wrong, known)
                raise BadSetting(message("rule {rule} names {setting}, which is no setting; {message}", *of))

    def drawn_settings(self, grid: Board, facts: Facts) -> Mapping[str, DrawnSetting]:
        """What a drawing says of the settings; nothing in a game without a preset `as-drawn`."""
        return self.as_drawn(grid, facts) if self.as_drawn else {}


DRAFTS = 6
"""The most drafts that are drawn to find one that has no faults and keeps the advice."""


class RecognisedMap(NamedTuple):
    """The map that a damaged drawing was, as the game itself has recognised it."""

    facts: Facts
    edits: tuple[tuple[Message, tuple[Cell, ...]], ...]
    """Each edit in words, with the cells that it changes."""
    doubt: Message
    """Where `nearest` is false: why a map of that kind may be nearer."""
    nearest: bool
    """Whether it is proven that no map of that kind is nearer."""
    note: Message = NOTHING
    known_of_nearer: Message = NOTHING
    """What is known of nearer maps of that kind, in words."""


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
    like: Callable[[P, Facts], P] = lambda p, *_: p
    """Adds to the parameters what maps like a drawing have besides the numbers that rules count."""
    fit: Callable[[P, Facts], P] = lambda p, *_: p
    """Adds to the parameters what the claims must know of a drawing beforehand, such as the length of its chains."""
    mutable: Callable[[Map[P], Chance], MutablePart] | None = None
    """What may still change in a random map; without this function everything may."""
    left_by_repair: Callable[[Map[P]], Message] = lambda _: NOTHING
    """What repair leaves as it is drawn because the rules of the map depend on it; empty for nothing."""
    settle: Callable[[Map[Any], Facts], Facts] = lambda map_, _: map_.facts
    """The facts of a map with as little changed of what is listed as its measured rules ask for, such as its starts.

    The given facts stay. Where nothing listed will do, what comes nearest to it.
    """
    repair_hints: Callable[[Map[P]], RepairHints] = lambda _: RepairHints()
    """What a repair heeds besides the claims of the rules; asked for a map that breaks some of these."""
    interest: Callable[[Map[P]], Interest] | None = None
    """How interesting a legal map is; presets say how interesting their maps are at least."""
    recognise: Callable[[Map[P]], RecognisedMap | None] | None = None
    """Recognises the map that a damaged drawing was, where the game can do so by more than its rules."""
