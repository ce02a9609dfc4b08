"""Settings: what people may ask of a map, how a value is read and shown, and the parameters made of settings."""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass, field, fields, replace
from functools import cache
from typing import TYPE_CHECKING, Any, Generic, NamedTuple, Protocol, TypeVar, cast

from mapkit.model.chance import Chance, fresh_seed
from mapkit.model.errors import BadSetting as BadSetting
from mapkit.model.grid import Board, Square, inner_borders, outer_borders
from mapkit.model.letters import refused_word, written
from mapkit.model.message import Filling, LargeNumber, Message, Name, either, message
from mapkit.model.rule import Amount


class Params(Protocol):
    """What every game's parameters have; the settings are the further fields of the dataclass."""

    @property
    def grid(self) -> Board: ...


P = TypeVar("P", bound=Params)
S = TypeVar("S", covariant=True)


class PlayedParams(Generic[S]):
    """The base of the parameters of a game with a referee, by which type checkers know what a moment of it is."""

    if TYPE_CHECKING:

        @property
        def moment(self) -> S: ...


class PlayableMap(Protocol[S]):
    """A map of such a game."""

    @property
    def params(self) -> PlayedParams[S]: ...


def read_size(raw: object) -> Square:
    """The board of a size such as `8x8` or `12x9x3` (columns by rows by floors); raises BadSetting."""
    found = re.fullmatch(r"([0-9]{1,2})\s*[xX×]\s*([0-9]{1,2})(?:\s*[xX×]\s*([1-8]))?", written(raw))
    if not found or not all(2 <= int(n) <= 64 for n in found.groups()[:2]):
        would_do = message("it takes columns x rows, each from 2 to 64, such as 8x8, or with floors 8x8x2")
        raise BadSetting(message("{name} is {found}", Name("size"), refused_word(raw)), would_do)
    return Square(int(found[1]), int(found[2]), int(found[3] or 1))


class BadValue(BadSetting):
    """A value that a setting does not take; `named` says which setting."""

    def __init__(self, template: str, *fillings: Filling) -> None:
        """Takes a sentence that begins with the setting, as `{name}`, and what fills its other gaps."""
        super().__init__(message(template, message("the value"), *fillings))

    def named(self, name: str) -> BadSetting:
        return BadSetting(self.said.filled(name=Name(name)))


class ValueKind(ABC):
    """A kind of value that a setting takes; `read` and `show` are inverse."""

    @property
    @abstractmethod
    def takes(self) -> Message:
        """What would do."""

    @abstractmethod
    def read(self, raw: object, grid: Board) -> Any:
        """The value that a person wrote; raises BadValue."""

    def show(self, value: Any) -> int | str:
        """The value as a map file has it: as it is, unless the kind says otherwise."""
        as_it_is: int | str = value
        return as_it_is

    @property
    def offered(self) -> tuple[str, ...]:
        """The words to choose from, where there are some and nothing else is taken."""
        return ()

    def towards(self, _: Any, drawn: Any) -> Iterable[Any]:
        """The values that are one step from a value towards the one that a drawing needs."""
        return (drawn,)


_RANGE = re.compile(r"(\d{1,6})(?:-(\d{1,6})?)?", re.ASCII)
_SHARE = re.compile(r"(\d{1,3})%", re.ASCII)


@dataclass(frozen=True)
class Amounts(ValueKind):
    """A number, a range, a share of the board, or `any`."""

    low: int = 0
    """The least amount that is taken; `any` begins here."""
    share_of: str = "tiles"
    """What a share is of: `tiles`, `inner borders` or `outer borders`. A share of more than 0 % is at least one."""
    takes = message('a whole number, a range such as "6-10", a share such as "12%", or "any"')

    def read(self, raw: object, grid: Board) -> Amount:
        """Reads 8, "8", "6-10", "6-", "12%" or "any"."""
        text = written(raw)
        found, share = _RANGE.fullmatch(text), _SHARE.fullmatch(text)
        if text == "any":
            value = Amount(self.low, None)
        elif share and int(share[1]) <= 100:
            part = max(round(int(share[1]) * whole_count(grid, self.share_of) / 100), self.low, min(1, int(share[1])))
            value = Amount(part, part)
        elif found:
            low = int(found[1])
            value = Amount(low, int(found[2]) if found[2] else None if "-" in text else low)
        else:
            raise BadValue("{name} is {found}; it takes {takes}", refused_word(raw, 60), self.takes)
        if value.low < self.low:
            raise BadValue("{name} is {found}; the least is {least}", value.low, self.low)
        if value.high is not None and value.high < value.low:
            raise BadValue("{name} is {found}; the range ends before it begins", Name(text))
        return value

    def show(self, value: Amount) -> int | str:
        """A number, `"6-10"`, `"6-"` or `"any"`."""
        if value.low == value.high:
            return value.low
        if value.high is None:
            return f"{value.low}-" if value.low > self.low else "any"
        return f"{value.low}-{value.high}"


@dataclass(frozen=True)
class Number(ValueKind):
    """The kind of setting that is a whole number."""

    low: int = 0
    takes: Message = message("a whole number")
    high: int | None = None
    """The most that is taken; None for no limit."""

    def read(self, raw: object, _: Board) -> int:
        """Reads 8 or "8"."""
        text = written(raw)
        if not _RANGE.fullmatch(text) or "-" in text:
            raise BadValue("{name} is {found}; it takes {takes}", refused_word(raw, 60), self.takes)
        if int(text) < self.low:
            raise BadValue("{name} is {found}; the least is {least}", int(text), self.low)
        if self.high is not None and int(text) > self.high:
            raise BadValue("{name} is {found}; the most is {most}", int(text), self.high)
        return int(text)


@dataclass(frozen=True)
class CountedSetting(Number):
    """One whole number that counts something drawn on the map, so that a map with fewer can be played as it is."""


@dataclass(frozen=True)
class Limit(ValueKind):
    """One whole number, or a word such as `any` for none; the value of the word is None."""

    low: int = 0
    high: int | None = None
    word: str = "any"
    numbers: Message = message("a whole number")
    rule: str = ""
    """The number of the rule that an error names; empty for none."""

    @property
    def takes(self) -> Message:
        return message('{numbers} or "{word}"', self.numbers, Name(self.word))

    def read(self, raw: object, grid: Board) -> int | None:
        """Reads 8, "8" or the word."""
        if written(raw).lower() == self.word:
            return None
        cited = message("{takes} ({rule})", self.takes, Name(self.rule)) if self.rule else self.takes
        return Number(self.low, cited, self.high).read(raw, grid)

    def show(self, value: int | None) -> int | str:
        return self.word if value is None else value


@dataclass(frozen=True)
class Choice(ValueKind):
    """One of some words."""

    words: tuple[str, ...]
    """The words, in small letters, in the order in which they are offered."""

    @property
    def takes(self) -> Message:
        return either([Name(word) for word in self.words])

    @property
    def offered(self) -> tuple[str, ...]:
        return self.words

    def read(self, raw: object, _: Board) -> str:
        """Reads one of the words, in capitals or not; true means yes and false means no, with or without quotes."""
        text = yes_or_no(written(raw))
        if text not in self.words:
            raise BadValue("{name} is {found}; say {takes}", refused_word(raw, 60), self.takes)
        return text

    def show(self, value: str) -> int | str:
        return int(value) if value.isdecimal() else value


def yes_or_no(text: str) -> str:
    """The word in small letters, with `yes` for `true` and `no` for `false`."""
    word = text.lower()
    return {"true": "yes", "false": "no"}.get(word, word)


def number_within(amount: Amount, name: str, chance: Chance, most: int) -> int:
    """A number from a range, up to `most`; all are equally likely.

    A range without an end goes to one and a half times its beginning.

    For the same seed and name the number is the same in every draft. Otherwise the numbers that are easier to draw
    would come up more often.
    """
    high = amount.low + max(1, amount.low // 2) if amount.high is None else amount.high
    return chance.separate_stream(name).between(amount.low, max(amount.low, min(high, most)))


class Setting(NamedTuple):
    """What may be asked of a map, with all that is known of it."""

    name: str
    default: Any
    meaning: Message
    rule: str
    value_kind: ValueKind
    header: bool
    """Whether it stands at the head of a map file, not below `[settings]`."""
    value_left_out: Any
    """The value that a file asks for by leaving the setting out, where that is not the default.

    The default is then how maps are usually drawn, and no rule of the game. None where the default always applies.
    """
    rule_code: bool
    """Whether its value is a code for the rules that the whole game is played by."""
    of_module: bool = False
    """Whether it belongs to rules that its default leaves off; a map names it only where it has another value."""
    crowd: Callable[[Any], int] | None = None
    """For a distance between things: the most of them that there may be; the default is less where they have no room.
    """
    agreed: bool = False
    """Whether it changes play beside the rule code; every value but the default is announced before the game."""


def setting(
    default: Any,
    says: str,
    rule: str,
    kind: ValueKind,
    *,
    header: bool = False,
    value_left_out: Any = None,
    rule_code: bool = False,
) -> Any:
    made = Setting("", default, Message(says), rule, kind, header, value_left_out, rule_code)
    return field(default=default, metadata={"setting": made})  # `settings` knows its name


def of_module(made: Any) -> Any:
    """The dataclass field of a setting, for one of a module that is off by default."""
    return field(default=made.default, metadata={"setting": made.metadata["setting"]._replace(of_module=True)})


def agreed(made: Any) -> Any:
    """The dataclass field of a setting, for one that players agree upon beside the rule code."""
    return field(default=made.default, metadata={"setting": made.metadata["setting"]._replace(agreed=True)})


def amount(
    default: int | Amount,
    says: str,
    rule: str,
    *,
    low: int = 0,
    share_of: str = "tiles",
    value_left_out: Amount | None = None,
) -> Any:
    """A dataclass field for a setting that is a number, a range, a share or `any`."""
    value = default if isinstance(default, Amount) else Amount(default, default)
    return setting(value, says, rule, Amounts(low, share_of), value_left_out=value_left_out)


def number(
    default: int, says: str, rule: str, *, low: int = 0, high: int | None = None, value_left_out: int | None = None
) -> Any:
    return setting(default, says, rule, Number(low, high=high), value_left_out=value_left_out)


def spacing(default: int, says: str, rule: str, crowd: Callable[[Any], int]) -> Any:
    """A dataclass field for the fewest steps between things, of which there are at most as many as `crowd` says.

    A file that leaves it out asks for nothing.
    """
    made = number(default, says, rule, low=1, value_left_out=1)
    return field(default=default, metadata={"setting": made.metadata["setting"]._replace(crowd=crowd)})


def most_of(amount: Amount, usual: int = 1) -> int:
    """The most things that a map has of an amount; at least `usual` where it has no upper end."""
    return max(usual, amount.low + amount.low // 2) if amount.high is None else amount.high


def with_room(params: P, names: Collection[str]) -> P:
    """The parameters with less distance between things that have no room for it, but for distances that are asked for.

    `names` are the settings asked for. Things have room where the board has, for each of them, as many cells as are
    nearer to it than the distance.
    """
    lower = dict[str, int]()
    for each in settings(type(params)):
        if each.crowd is not None and each.name not in names:
            steps, things = getattr(params, each.name), each.crowd(params)
            while steps > 1 and things > 1 and things * (2 * steps * (steps - 1) + 1) > len(params.grid.cells()):
                steps -= 1
            lower[each.name] = steps
    return cast(P, replace(cast(Any, params), **lower))


def limit(says: str, rule: str, *, low: int = 0, high: int | None = None) -> Any:
    """A dataclass field for a setting that is a whole number or `any`; `any` is the default, with the value None."""
    return setting(None, says, rule, Limit(low, high))


def choice(words: str, says: str, rule: str, *, value_left_out: str | None = None) -> Any:
    """A dataclass field for a setting that is one of these words, by default the first."""
    known = tuple(words.split())
    return setting(known[0], says, rule, Choice(known), value_left_out=value_left_out)


def row_names(rule: str) -> Any:
    """A dataclass field for the setting `rows`, which says how rows are counted."""
    return of_module(choice("up down", "Rows are counted from the bottom up, or from the top down", rule))


def column_names(rule: str) -> Any:
    """A dataclass field for the setting `columns`, which says what columns are named by."""
    return of_module(choice("letters numbers", "Columns are named by letters, or by numbers", rule))


def settings(params: type[Params]) -> tuple[Setting, ...]:
    """The settings of a game, in the order of its rules."""
    return _settings(cast(Any, params))


@cache
def _settings(params: type[Params]) -> tuple[Setting, ...]:
    found = (each for each in fields(params) if "setting" in each.metadata)  # type: ignore[arg-type]
    return tuple(each.metadata["setting"]._replace(name=each.name) for each in found)


def named_settings(params: Params) -> tuple[Setting, ...]:
    """The settings that a map names: all, but for those of modules that have their defaults."""
    return tuple(s for s in settings(type(params)) if not s.of_module or getattr(params, s.name) != s.default)


def agreements(params: Params) -> tuple[tuple[Setting, Any], ...]:
    """The settings that were agreed beside the rule code, each with its value, where that is not the default."""
    found = ((each, getattr(params, each.name)) for each in settings(type(params)) if each.agreed)
    return tuple((each, value) for each, value in found if value not in (each.default, each.value_left_out))


_AND = re.compile(r"\s*\+(?=\s*[A-Za-z_]+\s*(?:=|\+|$))")


def whole_code(params: Params) -> str:
    """The rule code with what was agreed beside it, such as `G1-S1+drift=3`; empty where the game has none."""
    codes = [show_setting(each, getattr(params, each.name)) for each in settings(type(params)) if each.rule_code]
    beside = (f"{each.name}={show_setting(each, value)}" for each, value in agreements(params))
    return "+".join(map(str, (*codes, *beside))) if codes else ""


def is_whole_code(text: str) -> bool:
    """Whether settings stand behind a rule code."""
    code, behind, _ = text.partition("+")
    return bool(behind) and "=" not in code


def with_whole_codes(
    known: Mapping[str, Setting], given: Mapping[str, object]
) -> tuple[dict[str, object], Collection[str]]:
    """The settings as people wrote them, where those behind a rule code (`whole_code`) stand as if given alone.

    A setting that is given alone, too, has that value. With it the names that stand in a code more than once.
    """
    found, twice = dict(given), list[str]()
    for name in [name for name in given if name in known and known[name].rule_code]:
        if isinstance(raw := given[name], str):
            found[name], *beside = _AND.split(raw)
            behind = [
                (key.strip().lower(), value.strip()) for key, _, value in (each.partition("=") for each in beside)
            ]
            twice += [key for key, number in Counter([name, *(key for key, _ in behind)]).items() if number > 1]
            found |= {key: value for key, value in behind if key not in found}
    return found, twice


def read_setting(setting: Setting, raw: object, grid: Board) -> Any:
    """The value that a person wrote for a setting; raises BadSetting, whose text begins with the setting's name."""
    try:
        return setting.value_kind.read(raw, grid)
    except BadValue as bad:
        raise bad.named(setting.name) from None


def show_setting(setting: Setting, value: Any) -> int | str:
    """The value as a map file has it, a number or a text; the inverse of `read_setting`."""
    return setting.value_kind.show(value)


def whole_count(grid: Board, share_of: str) -> int:
    """How many tiles or borders a board has, for settings that are a share of them."""
    if share_of == "tiles":
        return len(grid.cells())
    if share_of == "outer borders":
        return len(outer_borders(grid))
    return sum(line.side != "U" for line in inner_borders(grid))


MOST_SEED = 200


def seed_of(given: str | int | None) -> str:
    """The seed given, or a fresh one; raises BadSetting."""
    if given is None:
        return fresh_seed()
    if isinstance(given, int) and abs(given) >= 10**MOST_SEED:
        raise BadSetting(message("the seed has more than {most} digits; {most} are the most", MOST_SEED))
    text = str(given)
    if len(text) > MOST_SEED:
        length = LargeNumber(len(text))
        raise BadSetting(message("the seed has {number} characters; {most} are the most", length, MOST_SEED))
    if unfit := next((sign for sign in text if not sign.isprintable()), None):
        code = Name(f"U+{ord(unfit):04X}")
        raise BadSetting(message("the seed has the character {code}, which is invisible; leave it out", code))
    return text
