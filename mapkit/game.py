"""What a game is: one frozen record; and what a map of it is."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from functools import cached_property
from importlib import import_module
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Generic, NamedTuple, Protocol, Self, TypeVar, cast

from mapkit.ear import Ear
from mapkit.grid import Board, Cell, Place, Square, inner_borders, outer_borders
from mapkit.listing import Listing
from mapkit.rule import Amount, Fact, Facts, Rule
from mapkit.track import Track

if TYPE_CHECKING:
    from mapkit.chance import Chance
    from mapkit.printing.edition import Edition
    from mapkit.printing.sheet import Sheet


class Params(Protocol):
    """What every game's parameters have; the settings are the further fields of the dataclass."""

    @property
    def grid(self) -> Board:
        """The board that the map is drawn on."""
        ...


DRAFTS = 6
"""How many drafts are drawn, at the most, for one without faults that also keeps the advice."""

P = TypeVar("P", bound=Params)
S = TypeVar("S")


class Line(NamedTuple):
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
    A long `series` of further glyphs of cells is explained by `told`, an example with its meaning. Unless they are
    `movable`, a mark that leaves one cell and comes to another is told, and counted, as two edits. Where `undecided` is
    the number of a rule, a drawer may mark a border as not decided yet, and that rule is broken until it is.
    """

    cells: Mapping[str, str]
    words: Mapping[str, str]
    lines: tuple[Line, ...]
    gap: str
    listings: tuple[Listing, ...] = ()
    outer: tuple[Line, ...] = ()
    series: Mapping[str, str] = field(default_factory=dict)
    told: Mapping[str, str] = field(default_factory=dict)
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


class Remark(NamedTuple):
    """What was measured on a map and is worth a word: the rule, where, what was found, and the places that show it."""

    rule: Rule[Any]
    place: Place
    found: str
    places: tuple[Place, ...] = ()


class Measure(NamedTuple):
    """Something measured on a map for the game master: what, and how much or how many in words."""

    what: str
    found: str


class Route(NamedTuple):
    """A shortest way to win: what to say turn by turn, the cell where each of these leads, and what is found there."""

    start: Cell
    words: tuple[str, ...]
    cells: tuple[Cell, ...]
    finds: tuple[tuple[Cell, str], ...] = ()


class Public(NamedTuple):
    """All that a player may know of a map before the game; public sheets are made from this and nothing else."""

    title: str
    params: Any


class BadSetting(ValueError):
    """A setting's value cannot be understood; the text says what would do."""


def read_size(text: str) -> Square:
    """The board of a size such as `8x8` or `12x9x3` (columns by rows by floors); raises BadSetting."""
    found = re.fullmatch(r"([0-9]{1,2})\s*[xX×]\s*([0-9]{1,2})(?:\s*[xX×]\s*([1-8]))?", text.strip())
    if not found or not all(2 <= int(n) <= 64 for n in found.groups()[:2]):
        raise BadSetting(
            f"size is {text!r:.40}; it takes columns x rows, each from 2 to 64, such as 8x8, or with floors 8x8x2"
        )
    return Square(int(found[1]), int(found[2]), int(found[3] or 1))


def _as_given(p: P, _: Facts) -> P:
    return p


def _as_they_are(p: P) -> P:
    return p


def _nothing(_: object) -> tuple[Any, ...]:
    return ()


class Misfit(NamedTuple):
    """Something in another program's file that cannot be read: where it is, counted from 1, and what would do."""

    line: int
    column: int
    message: str


class Imported(NamedTuple):
    """What another program's file draws, and all that cannot be read in it; the board is then as good as can be."""

    grid: Board
    facts: Facts
    misfits: tuple[Misfit, ...]


class Exchange(NamedTuple):
    """How drawings go to another program and come back.

    `show(map)` is what the program's file says of the drawing, `read(text)` its inverse; files end in `ending`. Lines
    that begin with `#` are the program's comments.
    """

    program: str
    ending: str
    show: Callable[[Map[Any]], str]
    read: Callable[[str], Imported]


class Pictured(NamedTuple):
    """What a picture shows: the board, settings by their names, and the facts as they look; what to say of it.

    `sure` are the facts with what is in doubt set right; a repair comes to the same, unless settings leave room.
    """

    grid: Board
    given: Mapping[str, object]
    facts: Facts
    sure: Facts
    told: tuple[str, ...]


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


class Loose(NamedTuple):
    """The cells that may change in a random map, and the facts to begin with: a first guess of what will do."""

    cells: frozenset[Cell]
    facts: Facts


def _while_it_goes_on(track: Track) -> bool:
    return not track.over


class Later:
    """A module that is loaded when one of its functions is called, and no sooner.

    A game names its sheets so, as only printing needs them. Beside it stands an import for the type checker alone,
    which then knows every function and what it takes.
    """

    def __init__(self, module: str) -> None:
        """Takes the full name of the module."""
        self._module = module

    def __getattr__(self, name: str) -> Callable[..., Any]:
        """The function of that name; whether there is one is found out when it is called."""
        return _Called(self._module, name)


@dataclass(frozen=True)
class _Called:
    """A function of a module that may not be loaded yet."""

    module: str
    name: str

    @property
    def __wrapped__(self) -> Callable[..., Any]:
        """The function itself, which is also what `inspect` tells of."""
        found: Callable[..., Any] = getattr(import_module(self.module), self.name)
        return found

    def __call__(self, *given: Any) -> Any:
        return self.__wrapped__(*given)


class Book(NamedTuple, Generic[P]):
    """One book of many maps: why a map does not go into it, in words, and empty where it does; and its pages."""

    unfit: Callable[[Map[P], Edition], str]
    sheets: Callable[[Sequence[Map[P]], Edition], tuple[Sheet, ...]]


@dataclass(frozen=True)
class Game(Generic[P]):
    """A game on the shelf: what its maps are, which rules they keep, and what is printed of them.

    `draft(params, chance, drawn)` makes a random map, nearly legal, that keeps the facts already drawn.
    `advice` are rules whose breach is worth a word and no fault. A map has up to `most_floors` floors.
    `played_sheets` shows a played game: the map with the paths walked, and its turns. `secret_play` is whether that
    tells what players may not know; else it does so while the game goes on.
    `book` is one book of many maps, such as puzzles with their solutions at the back.
    `open_sheets` are made from the map and may be seen by everybody, where what they show is no secret. A sheet that a
    map does not have raises NoSheet.
    `later` are settings that the rules only announce, with their numbers: they are refused by name.

    `arranged(params)` is the board that settings ask for, where they do, such as how many levels there are.
    `fit(params, facts)` adds to the parameters what claims must know of a drawing beforehand, such as how long its
    chains are. `clashes` are settings that do not go together, `told` says the parameters in words. `faulted` and
    `advised` are measured on a whole map, for what no claim can say; `measures` is what a game master may want to
    know of it. `routes` are shortest ways to win. `sized(players, minutes)` is the board for such an evening.
    `outlook(map, plies)` is what is found out of a position by looking so many moves ahead; with None the game chooses.
    With an `ear()` one of mapkit's own players understands the game.

    `size` is how the size of a board is typed. Maps of most games are drawn. `board` is for those that are not: the
    board of the `size` at the head of their files. Both raise BadSetting. `drafts` is how many random maps are drawn,
    at the most, for one that keeps the advice, too: 1 where the draw itself is the rule. With an `exchange`, drawings
    go to another program and come back.

    `written(text, given)` is the smallest board for a text, in games with a setting `text`; `pictured(data)` is the map
    in a picture. Both raise BadSetting. `mended(map)` is what a damaged drawing was, where the
    game can tell by more than its rules. `loose(map, chance)` is what may still change in a random map; without it all
    may.
    """

    name: str
    title: str
    params: type[P]
    rules: tuple[Rule[P], ...]
    advice: tuple[Rule[P], ...]
    legend: Callable[[P], Legend]
    draft: Callable[[P, Chance, Facts], Facts]
    secret_sheets: Mapping[str, Callable[[Map[P], Edition], tuple[Sheet, ...]]]
    public_sheets: Mapping[str, Callable[[Public, Edition], tuple[Sheet, ...]]]
    referee: Referee[Any] | None = None
    played_sheets: Callable[[Map[P], Track, Edition], tuple[Sheet, ...]] | None = None
    secret_play: Callable[[Track], bool] = _while_it_goes_on
    book: Book[P] | None = None
    open_sheets: Mapping[str, Callable[[Map[P], Edition], tuple[Sheet, ...]]] = field(default_factory=dict)
    most_floors: int = 1
    later: Mapping[str, str] = field(default_factory=dict)
    arranged: Callable[[P], P] = _as_they_are
    fit: Callable[[P, Facts], P] = _as_given
    clashes: Callable[[P], tuple[Clash, ...]] = _nothing
    told: Callable[[P], tuple[Section, ...]] = _nothing
    size: Callable[[str], Board] = read_size
    board: Callable[[object], Square] | None = None
    drafts: int = DRAFTS
    faulted: Callable[[Map[P]], tuple[Remark, ...]] = _nothing
    advised: Callable[[Map[P]], tuple[Remark, ...]] = _nothing
    measures: Callable[[Map[P]], tuple[Measure, ...]] = _nothing
    routes: Callable[[Map[P], tuple[Cell, ...]], tuple[Route, ...]] | None = None
    sized: Callable[[int, int], Square] | None = None
    outlook: Callable[[Map[P], int | None], tuple[Measure, ...]] | None = None
    ear: Callable[[], Ear] | None = None
    exchange: Exchange | None = None
    written: Callable[[str, Mapping[str, object]], Board] | None = None
    pictured: Callable[[bytes], Pictured] | None = None
    mended: Callable[[Map[P]], Mended | None] | None = None
    loose: Callable[[Map[P], Chance], Loose] | None = None


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
        drawn = self.game.legend(self.params).drawn
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

    @cached_property
    def fitted(self) -> P:
        """The parameters that the rules of this map are read with; they know of the drawing, and are no player's."""
        return self.game.fit(self.params, self.facts)

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


class Kind(Protocol):
    """What values a setting takes; `read` and `show` are inverse."""

    @property
    def takes(self) -> str:
        """What would do, in words."""
        ...

    def read(self, raw: object, grid: Board) -> Any:
        """The value that a person wrote; raises BadSetting."""
        ...

    def show(self, value: Any) -> int | str:
        """The value as a map file has it."""
        ...


_RANGE = re.compile(r"(\d{1,6})(?:-(\d{1,6})?)?", re.ASCII)
_SHARE = re.compile(r"(\d{1,3})%", re.ASCII)


@dataclass(frozen=True)
class Amounts:
    """A number, a range, a share of the board, or `any`; shares are of `tiles`, `inner borders` or `outer borders`.

    A share of more than nothing is one at the least.
    """

    low: int = 0
    share_of: str = "tiles"
    takes: str = 'a whole number, a range such as "6-10", a share such as "12%", or "any"'

    def read(self, raw: object, grid: Board) -> Amount:
        """8, "8", "6-10", "6-", "12%" or "any"."""
        text = _written(raw)
        found, share = _RANGE.fullmatch(text), _SHARE.fullmatch(text)
        if text == "any":
            value = Amount(self.low, None)
        elif share and int(share[1]) <= 100:
            part = max(round(int(share[1]) * whole(grid, self.share_of) / 100), self.low, min(1, int(share[1])))
            value = Amount(part, part)
        elif found:
            low = int(found[1])
            value = Amount(low, int(found[2]) if found[2] else None if "-" in text else low)
        else:
            raise BadSetting(f"is {raw!r:.60}; it takes {self.takes}")
        if value.low < self.low:
            raise BadSetting(f"is {value.low}; the least is {self.low}")
        if value.high is not None and value.high < value.low:
            raise BadSetting(f"is {text}; the range ends before it begins")
        return value

    def show(self, value: Amount) -> int | str:
        """A number, `"6-10"`, `"6-"` or `"any"`."""
        if value.low == value.high:
            return value.low
        if value.high is None:
            return f"{value.low}-" if value.low > self.low else "any"
        return f"{value.low}-{value.high}"


@dataclass(frozen=True)
class Number:
    """One whole number, up to `high` if there is a limit."""

    low: int = 0
    takes: str = "a whole number"
    high: int | None = None

    def read(self, raw: object, _: Board) -> int:
        """8 or "8"."""
        text = _written(raw)
        if not _RANGE.fullmatch(text) or "-" in text:
            raise BadSetting(f"is {raw!r:.60}; it takes {self.takes}")
        if int(text) < self.low:
            raise BadSetting(f"is {int(text)}; the least is {self.low}")
        if self.high is not None and int(text) > self.high:
            raise BadSetting(f"is {int(text)}; the most is {self.high}")
        return int(text)

    def show(self, value: int) -> int | str:
        """The number."""
        return value


@dataclass(frozen=True)
class Limit:
    """One whole number, or `any` for none: the value is then None."""

    low: int = 0
    takes: str = 'a whole number or "any"'
    high: int | None = None

    def read(self, raw: object, grid: Board) -> int | None:
        """8, "8" or "any"."""
        return None if _written(raw) == "any" else Number(self.low, self.takes, self.high).read(raw, grid)

    def show(self, value: int | None) -> int | str:
        """The number or `"any"`."""
        return "any" if value is None else value


@dataclass(frozen=True)
class Choice:
    """One of some words."""

    words: tuple[str, ...]

    @property
    def takes(self) -> str:
        """The words."""
        return f"{', '.join(self.words[:-1])} or {self.words[-1]}"

    def read(self, raw: object, _: Board) -> str:
        """One of the words, in capitals or not; true and false are yes and no, with quotes or without."""
        text = yes_or_no((raw if isinstance(raw, str) else repr(raw)).strip())
        if text not in self.words:
            raise BadSetting(f"is {raw!r:.60}; say {self.takes}")
        return text

    def show(self, value: str) -> int | str:
        """The word; one that is a number is shown as a number."""
        return int(value) if value.isdecimal() else value


def yes_or_no(text: str) -> str:
    """The word in small letters, with `yes` for `true` and `no` for `false`."""
    word = text.lower()
    return {"true": "yes", "false": "no"}.get(word, word)


def _written(raw: object) -> str:
    """The text or number that a person wrote; nothing for other values."""
    return str(raw).strip() if isinstance(raw, int | str) and not isinstance(raw, bool) else ""


def number_within(amount: Amount, name: str, chance: Chance, most: int) -> int:
    """A number out of a range, up to `most`, each as likely; one without an end goes to half as many again.

    For the same seed and name it is the same in every draft, so that no number is favoured as it is easier to draw.
    """
    high = amount.low + max(1, amount.low // 2) if amount.high is None else amount.high
    return chance.apart(name).between(amount.low, max(amount.low, min(high, most)))


class Setting(NamedTuple):
    """One setting of a game: its name, default and meaning, the rule that it belongs to, and the values it takes.

    One with `header` stands at the head of a map file, not below `[settings]`. Where `loose` is a value, the default is
    how maps are usually drawn and no rule of the game: a file that leaves the setting out asks for the loose value.
    """

    name: str
    default: Any
    says: str
    rule: str
    kind: Kind
    header: bool
    loose: Any


def setting(default: Any, says: str, rule: str, kind: Kind, *, header: bool = False, loose: Any = None) -> Any:
    """A dataclass field for a setting of that kind."""
    return field(default=default, metadata={"setting": (says, rule, kind, header, loose)})


def amount(
    default: int | Amount,
    says: str,
    rule: str,
    *,
    low: int = 0,
    share_of: str = "tiles",
    loose: Amount | None = None,
) -> Any:
    """A dataclass field for a setting that is a number, a range, a share or `any`."""
    value = default if isinstance(default, Amount) else Amount(default, default)
    return setting(value, says, rule, Amounts(low, share_of), loose=loose)


def number(
    default: int, says: str, rule: str, *, low: int = 0, high: int | None = None, loose: int | None = None
) -> Any:
    """A dataclass field for a setting that is one whole number."""
    return setting(default, says, rule, Number(low, high=high), loose=loose)


def limit(says: str, rule: str, *, low: int = 0, high: int | None = None, header: bool = False) -> Any:
    """A dataclass field for a setting that is a whole number or `any`, which is None and the default."""
    return setting(None, says, rule, Limit(low, high=high), header=header)


def choice(words: str, says: str, rule: str, *, loose: str | None = None) -> Any:
    """A dataclass field for a setting that is one of these words, by default the first."""
    known = tuple(words.split())
    return setting(known[0], says, rule, Choice(known), loose=loose)


def settings(params: type[Params]) -> Iterator[Setting]:
    """The settings of a game, in the order of its rules."""
    for each in fields(params):  # type: ignore[arg-type]
        if "setting" in each.metadata:
            yield Setting(each.name, cast(Any, each.default), *each.metadata["setting"])


def not_yet(game: Game[Any], name: str) -> str:
    """What to say of a setting that the rules announce without giving rules for it; empty for any other."""
    rule = game.later.get(name.strip().lower().replace("-", "_"), "")
    return f"{name} is announced for later ({rule}) and has no rules yet" if rule else ""


def read_setting(setting: Setting, raw: object, grid: Board) -> Any:
    """The value that a person wrote for a setting; raises BadSetting with all that is wrong."""
    try:
        return setting.kind.read(raw, grid)
    except BadSetting as bad:
        raise BadSetting(f"{setting.name} {bad}") from None


def show_setting(setting: Setting, value: Any) -> int | str:
    """The inverse of `read_setting`: a number or a text."""
    return setting.kind.show(value)


def whole(grid: Board, share_of: str) -> int:
    """How many tiles or borders a board has, for settings that are a share of them."""
    if share_of == "tiles":
        return len(grid.cells())
    if share_of == "outer borders":
        return len(outer_borders(grid))
    return sum(line.side != "U" for line in inner_borders(grid))


class Heard(NamedTuple):
    """Something said at the table: a key of the phrase file and what stands in its braces."""

    key: str
    args: tuple[tuple[str, str], ...] = ()


def heard(key: str, **args: str) -> Heard:
    """What is heard, its arguments by name."""
    return Heard(key, tuple(args.items()))


class MoveError(Exception):
    """A directive that changes nothing; `refusal` says why, in words of the phrase file."""

    def __init__(self, refusal: Heard) -> None:
        """Takes the refusal to say."""
        super().__init__(refusal.key)
        self.refusal = refusal


class InvalidMove(MoveError):
    """The words cannot be read as a directive."""


class IllegalMove(MoveError):
    """The words are a directive that a rule forbids now; the key of the refusal begins with the rule's number."""


class NoRuling(MoveError):
    """A correction by the game master that cannot be made; `refusals` tell all that is wrong with it."""

    def __init__(self, first: Heard, *others: Heard) -> None:
        """Takes the refusals, one at least."""
        super().__init__(first)
        self.refusals = (first, *others)


Dice = Callable[[int], int]
"""Rolls a die of so many sides: a number from 1 to that."""


class Ruling(NamedTuple, Generic[S]):
    """What a directive leads to: what everybody hears, what the game master alone is told, and the state after it."""

    heard: tuple[Heard, ...]
    notes: tuple[Heard, ...]
    state: S


class Telling(NamedTuple, Generic[S]):
    """A ruling in the making: the state so far, and what has been said on the way to it. Games add what is theirs."""

    state: S
    heard: tuple[Heard, ...] = ()
    notes: tuple[Heard, ...] = ()

    def say(self, key: str, **args: str) -> Self:
        """Say it to everybody."""
        return self._replace(heard=(*self.heard, heard(key, **args)))

    def note(self, key: str, **args: str) -> Self:
        """Tell the game master alone."""
        return self._replace(notes=(*self.notes, heard(key, **args)))

    def then(self, state: S) -> Self:
        """Go on from another state."""
        return self._replace(state=state)

    @property
    def ruling(self) -> Ruling[S]:
        """All of it."""
        return Ruling(self.heard, self.notes, self.state)


class Seat(NamedTuple):
    """Where a player is, for the game master and for the map of the paths walked."""

    name: str
    cell: Cell
    words: str


class Survey(NamedTuple):
    """A moment as the game master's book has it.

    `rows` are the players in turn order: a name, a cell, and what stands under the further `heads`. `things` are what
    else is on the board, such as creatures and treasures: what, and the cell. `holds` is what players carry that the
    board is to show beside their names. Heads, things, what is carried and all that stands below heads but names are
    words of the phrase file. `notes` tell the rest.
    """

    heads: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    things: tuple[tuple[str, Cell], ...] = ()
    notes: tuple[Heard, ...] = ()
    holds: Mapping[str, str] = MappingProxyType({})


def _openly(_: object) -> bool:
    return False


class Look(NamedTuple):
    """How a board is drawn: in `plain` ASCII or not, `whole`, with what only a game master sees, and in `colour`.

    Colour shows nothing that signs do not tell, too.
    """

    plain: bool = False
    whole: bool = False
    colour: bool = False


def _anybody(_: Map[Any]) -> int:
    return 1


def _anywhere(_: Map[Any]) -> tuple[str, ...]:
    return ()


DIRECTIVES = frozenset(
    """
n e s w u d l r north east south west up down left right go move walk step shoot fire attack fight use kit shop roll
take pick drop throw put heal stay end done with bullet all first the aid treasure dice knife stab grenade cement
boomerang skip pass after
север юг запад восток вверх вниз влево вправо налево направо наверх шаг ход огонь стреляю выстрел граната гранату нож
ножом цемент бумеранг пропуск пропускаю конец готово после на
""".split()  # noqa: SIM905 (a hundred words, each in quotes, are harder to read)
)
"""The words of directives in games of steps and weapons."""


@dataclass(frozen=True)
class Referee(Generic[S]):
    """The judge of a game; pure: no clock, no printing, no randomness but the dice.

    `begin(map, names, options, dice)` seats the players and opens the first turn; it raises BadSetting for names or
    options that will not do. `play(state, words, dice)` carries out one directive of the player whose turn it is; it
    raises InvalidMove or IllegalMove. `ways(state)` are the directives that may be said now, as far as the player can
    know, and `mover(state)` whose turn it is; both are empty when the game is over. `seats(state)` is where everybody
    is, for the game master alone. Where a turn begins, `turn` is heard. `options` says what each option does.
    `seating` says how starts and the order of turns are given. While `secret(state)`, what is typed is not to be seen,
    such as the start that a player chooses.

    `directives` are the words that what is said is made of: nobody is called so.

    `company(map)` is the fewest who can play. `chairs(map)` are what the seats are called, in the order of the players'
    names. `bots` are machine players, the weakest first: `bots[level](state, chance)` is what one would say, the best
    first. It uses no more than the player whose turn it is can know, and the same chance gives the same words.

    A machine may play a seat called `guest` beside the people, the last one at the table.

    `shown(state, look)` is what lies open before everybody, as lines for a terminal.

    `speaker(state, words)` is whose a directive is that can be carried out, where others than the mover may speak.

    `asides` are words by which players ask what they themselves have, at any time: `asides[word](state, name)` is what
    the player of that name hears. That is no directive, changes nothing, and is in no log.

    Signs of `between` stand between two directives in one line. With one of the options of `curtains` answers are for
    the player alone whom they name.

    For many games at once: `winners(state)` are who has won by then, and `rules` are the ledger's numbers behind the
    keys of what is heard and noted. `tally(ruling)` is what the game is measured by besides, such as what was paid on a
    level: names of its own, with whole amounts, none below 0, that are added up over a game.

    For the game master alone: `board(state)` is the map as it is by now, `survey(state)` what his book says of the
    moment. `correct(state, words)` is a ruling of his own, "the wall was there after all"; it raises NoRuling, and what
    everybody hears of it gives no secret away.
    """

    begin: Callable[[Map[Any], tuple[str, ...], Mapping[str, str], Dice], Ruling[S]]
    play: Callable[[S, str, Dice], Ruling[S]]
    ways: Callable[[S], tuple[str, ...]]
    mover: Callable[[S], str]
    seats: Callable[[S], tuple[Seat, ...]]
    options: Mapping[str, str]
    seating: Mapping[str, str] = field(default_factory=dict)
    secret: Callable[[S], bool] = _openly
    shown: Callable[[S, Look], tuple[str, ...]] | None = None
    board: Callable[[S], Map[Any]] | None = None
    survey: Callable[[S], Survey] | None = None
    correct: Callable[[S, str], Ruling[S]] | None = None
    between: str = ";,"
    curtains: frozenset[str] = frozenset({"private-answers"})
    company: Callable[[Map[Any]], int] = _anybody
    speaker: Callable[[S, str], str] | None = None
    asides: Mapping[str, Callable[[S, str], Heard]] = field(default_factory=dict)
    bots: Mapping[str, Callable[[S, Chance], Sequence[str]]] = field(default_factory=dict)
    guest: str = ""
    chairs: Callable[[Map[Any]], Sequence[str]] = _anywhere
    winners: Callable[[S], Sequence[str]] | None = None
    rules: Mapping[str, str] = field(default_factory=dict)
    tally: Callable[[Ruling[S]], Iterable[tuple[str, int]]] = _nothing
    directives: frozenset[str] = DIRECTIVES
