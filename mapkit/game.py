"""What a game is: one frozen record; and what a map of it is."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, fields
from functools import cached_property
from typing import TYPE_CHECKING, Any, Generic, NamedTuple, Protocol, TypeVar, cast

from mapkit.grid import Cell, Square, inner_borders, outer_borders
from mapkit.rule import Amount, Facts, Rule
from mapkit.track import Track

if TYPE_CHECKING:
    from mapkit.chance import Chance
    from mapkit.sheet import Paper, Sheet


class Params(Protocol):
    """What every game's parameters have; the settings are the further fields of the dataclass."""

    @property
    def grid(self) -> Square:
        """The board that the map is drawn on."""
        ...


P = TypeVar("P", bound=Params)
S = TypeVar("S")


class Line(NamedTuple):
    """How a mark on a border is drawn in a map file: across (`---`) and upright (`|`)."""

    mark: str
    across: str
    upright: str


@dataclass(frozen=True)
class Legend:
    """The glyphs of a game's drawings.

    `cells` gives the mark for each glyph, `words` the noun for each mark, `lines` the marks on inner borders;
    a gap in the outer wall is the mark `gap`, and an empty cell is one that nobody has filled in yet.
    """

    cells: Mapping[str, str]
    words: Mapping[str, str]
    lines: tuple[Line, ...]
    gap: str


class Public(NamedTuple):
    """All that a player may know of a map before the game; public sheets are made from this and nothing else."""

    title: str
    params: Any


@dataclass(frozen=True)
class Game(Generic[P]):
    """A game on the shelf: what its maps are, which rules they keep, and what is printed of them.

    `draft(params, chance, drawn)` makes a random map, nearly legal, that keeps the facts already drawn.
    `advice` are rules whose breach is worth a word and no fault. A map has up to `most_floors` floors.
    `played_sheets` shows a played game: the map with the paths walked, and its turns.
    `later` are settings that the rules only announce, with their numbers: they are refused by name.
    """

    name: str
    title: str
    params: type[P]
    rules: tuple[Rule[P], ...]
    advice: tuple[Rule[P], ...]
    legend: Callable[[P], Legend]
    draft: Callable[[P, Chance, Facts], Facts]
    secret_sheets: Mapping[str, Callable[[Map[P], Paper], tuple[Sheet, ...]]]
    public_sheets: Mapping[str, Callable[[Public, Paper], tuple[Sheet, ...]]]
    referee: Referee[Any] | None = None
    played_sheets: Callable[[Map[P], Track, Paper], tuple[Sheet, ...]] | None = None
    most_floors: int = 1
    later: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class Map(Generic[P]):
    """A map: the facts that hold on a board. A cell without a fact is one that nobody has filled in yet."""

    game: Game[P]
    params: P
    facts: Facts
    title: str = ""
    preset: str = "default"

    @cached_property
    def kinds(self) -> Mapping[Cell, str]:
        """The mark of each cell that has one."""
        return {fact.place: fact.mark for fact in self.facts if isinstance(fact.place, str)}

    @property
    def public(self) -> Public:
        """What a player may know of this map before the game."""
        return Public(self.title, self.params)


class Setting(NamedTuple):
    """One setting of a game: its name, default and meaning, the rule that it belongs to, and its limits.

    `share_of` says what a percentage is a share of: `tiles`, `inner borders` or `outer borders`.
    """

    name: str
    default: Amount | int
    says: str
    rule: str
    low: int
    share_of: str


def amount(default: int | Amount, says: str, rule: str, *, low: int = 0, share_of: str = "tiles") -> Any:
    """A dataclass field for a setting that is a number, a range, a share or `any`."""
    value = default if isinstance(default, Amount) else Amount(default, default)
    return field(default=value, metadata={"setting": (says, rule, low, share_of)})


def number(default: int, says: str, rule: str, *, low: int = 0) -> Any:
    """A dataclass field for a setting that is one whole number."""
    return field(default=default, metadata={"setting": (says, rule, low, "")})


def settings(params: type[Params]) -> Iterator[Setting]:
    """The settings of a game, in the order of its rules."""
    for each in fields(params):  # type: ignore[arg-type]
        if "setting" in each.metadata:
            yield Setting(each.name, cast(Any, each.default), *each.metadata["setting"])


def not_yet(game: Game[Any], name: str) -> str:
    """What to say of a setting that the rules announce without giving rules for it; empty for any other."""
    rule = game.later.get(name.strip().lower().replace("-", "_"), "")
    return f"{name} is announced for later ({rule}) and has no rules yet" if rule else ""


class BadSetting(ValueError):
    """A setting's value cannot be understood; the text says what would do."""


_RANGE = re.compile(r"(\d{1,6})(?:-(\d{1,6})?)?", re.ASCII)
_SHARE = re.compile(r"(\d{1,3})%", re.ASCII)


def read_setting(setting: Setting, raw: object, grid: Square) -> Amount | int:
    """The value that a person wrote for a setting: 8, "8", "6-10", "6-", "12%" or "any"; raises BadSetting."""
    wanted = setting.share_of and 'a whole number, a range such as "6-10", a share such as "12%", or "any"'
    text = str(raw).strip() if isinstance(raw, (int, str)) and not isinstance(raw, bool) else ""
    found, share = _RANGE.fullmatch(text), _SHARE.fullmatch(text)
    if setting.share_of and text == "any":
        value = Amount(setting.low, None)
    elif setting.share_of and share:
        part = round(int(share[1]) * whole(grid, setting.share_of) / 100)
        value = Amount(max(part, setting.low), max(part, setting.low))
    elif found and (setting.share_of or "-" not in text):
        low = int(found[1])
        value = Amount(low, int(found[2]) if found[2] else None if "-" in text else low)
    else:
        raise BadSetting(f"{setting.name} is {raw!r:.60}; it takes {wanted or 'a whole number'}")
    if value.low < setting.low:
        raise BadSetting(f"{setting.name} is {value.low}; the least is {setting.low}")
    if value.high is not None and value.high < value.low:
        raise BadSetting(f"{setting.name} is {text}; the range ends before it begins")
    return value if setting.share_of else value.low


def whole(grid: Square, share_of: str) -> int:
    """How many tiles or borders a board has, for settings that are a share of them."""
    if share_of == "tiles":
        return len(grid.cells())
    return len(inner_borders(grid) if share_of == "inner borders" else outer_borders(grid))


def show_setting(value: Amount | int) -> int | str:
    """The inverse of `read_setting`: a number, `"6-10"`, `"6-"` or `"any"`."""
    if isinstance(value, Amount):
        if value.low == value.high:
            return value.low
        if value.high is None:
            return f"{value.low}-" if value.low else "any"
        return f"{value.low}-{value.high}"
    return value


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


Dice = Callable[[int], int]
"""Rolls a die of so many sides: a number from 1 to that."""


class Ruling(NamedTuple, Generic[S]):
    """What a directive leads to: what everybody hears, what the game master alone is told, and the state after it."""

    heard: tuple[Heard, ...]
    notes: tuple[Heard, ...]
    state: S


class Seat(NamedTuple):
    """Where a player is, for the game master and for the map of the paths walked."""

    name: str
    cell: Cell
    words: str


@dataclass(frozen=True)
class Referee(Generic[S]):
    """The judge of a game; pure: no clock, no printing, no randomness but the dice.

    `begin(map, names, options, dice)` seats the players and opens the first turn; it raises BadSetting for names or
    options that will not do. `play(state, words, dice)` carries out one directive of the player whose turn it is; it
    raises InvalidMove or IllegalMove. `ways(state)` are the directives that may be said now, as far as the player can
    know, and `mover(state)` whose turn it is; both are empty when the game is over. `seats(state)` is where everybody
    is, for the game master alone. Where a turn begins, `turn` is heard. `options` says what each option does.
    """

    begin: Callable[[Map[Any], tuple[str, ...], Mapping[str, str], Dice], Ruling[S]]
    play: Callable[[S, str, Dice], Ruling[S]]
    ways: Callable[[S], tuple[str, ...]]
    mover: Callable[[S], str]
    seats: Callable[[S], tuple[Seat, ...]]
    options: Mapping[str, str]
