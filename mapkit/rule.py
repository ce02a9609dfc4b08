"""Facts, claims about facts, and rules made of them.

A rule is data: a number, the sentence that the rule card prints, and claims. `check` reads the claims of a
drawn map, `solve` reads the same claims of an unknown map; no rule names either of them.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Generic, NamedTuple, TypeVar

from mapkit.grid import Border, Cell, Direction, Place

P = TypeVar("P")
Node = Hashable


class Fact(NamedTuple):
    """A place bears a mark: a cell its kind or a thing, a border its wall or exit."""

    place: Place
    mark: str


Facts = frozenset[Fact]


def has(place: Place, mark: str) -> Fact:
    """The place bears that mark."""
    return Fact(place, mark)


def wall(line: Border) -> Fact:
    """A wall stands on the border."""
    return Fact(line, "wall")


def flows(cell: Cell, direction: Direction) -> Fact:
    """What is in the cell flows in that direction."""
    return Fact(cell, "flows " + direction)


def numbered(one: str, other: str) -> bool:
    """Whether two marks are a letter with a number each, and the letter is the same, as those of two portals."""
    return one != other and one[:1] == other[:1] != "" and one[1:].isdecimal() and other[1:].isdecimal()


def turned(one: str, other: str) -> bool:
    """Whether two marks are the same but for their direction, as those of two cells that flow."""
    kind, _, direction = one.partition(" ")
    return bool(direction) and one != other and kind == other.partition(" ")[0]


@dataclass(frozen=True, slots=True)
class Count:
    """Between `low` and `high` of the facts hold, both included.

    `called` is what a fact is called in a fault, where its place alone does not tell.
    """

    facts: tuple[Fact, ...]
    low: int
    high: int
    called: Callable[[Fact], str] | None = None


@dataclass(frozen=True, slots=True)
class When:
    """Where all of the facts hold, the claim holds."""

    facts: tuple[Fact, ...]
    claim: Claim


class Way(NamedTuple):
    """A directed way from one node to another, open while all `needs` hold and no `bars` holds."""

    source: Node
    target: Node
    needs: tuple[Fact, ...] = ()
    bars: tuple[Fact, ...] = ()


@dataclass(frozen=True, slots=True)
class Joined:
    """The cells are one piece by the ways between them, which are walked in both directions."""

    cells: tuple[Cell, ...]
    ways: tuple[Way, ...]


class Stop(NamedTuple):
    """A node where play may start or should arrive, standing while all `needs` hold and no `bars` holds.

    `cell` is what faults call it; a node that is a cell's name needs none.
    """

    node: Node
    needs: tuple[Fact, ...] = ()
    bars: tuple[Fact, ...] = ()
    cell: Cell = ""


@dataclass(frozen=True, slots=True)
class Reaches:
    """From every start that stands every goal that stands is reached by open ways.

    `told` are the words for what may close ways, where it is to be named beside whom it shuts in.
    """

    ways: tuple[Way, ...]
    starts: tuple[Stop, ...]
    goals: tuple[Stop, ...]
    told: tuple[tuple[Fact, str], ...] = ()


@dataclass(frozen=True, slots=True)
class Length:
    """From every start that stands, the shortest open way to the nearest goal takes as many steps as the amount says.

    No way at all is longer than any.
    """

    ways: tuple[Way, ...]
    starts: tuple[Stop, ...]
    goals: tuple[Stop, ...]
    steps: Amount


class Link(NamedTuple):
    """While the fact holds, the cell leads on in that direction; to None where it leads off the board."""

    fact: Fact
    source: Cell
    target: Cell | None
    direction: Direction


class Amount(NamedTuple):
    """How many there may be: from `low` to `high`, both included; None is no upper limit."""

    low: int
    high: int | None

    def __str__(self) -> str:
        """The amount in words, as a sentence has it: `8`, `6 to 10`, `at least 3`, `any number`."""
        if self.low == self.high:
            return str(self.low)
        if self.high is None:
            return f"at least {self.low}" if self.low else "any number"
        return f"{self.low} to {self.high}"

    def within(self, other: Amount) -> Amount:
        """What both allow; it ends before it begins where that is nothing."""
        ends = [high for high in (self.high, other.high) if high is not None]
        return Amount(max(self.low, other.low), min(ends, default=None))


@dataclass(frozen=True, slots=True)
class Trail:
    """No links that hold close into a ring, and each chain of them has as many bends as `turns` says."""

    links: tuple[Link, ...]
    turns: Amount


Claim = Count | When | Joined | Reaches | Length | Trail
Claims = Iterator[tuple[Place, Claim]]
"""What a rule claims: claims, each with the place that a fault of it is shown at."""

WHOLE_MAP = ""
"""The place of a claim that speaks of the whole map: a cell without a name."""


def many(number: int, thing: str) -> str:
    """A number of things, such as `1 edit` and `3 edits`."""
    return f"{number} {thing}" if number == 1 else f"{number} {thing}s"


def exactly(number: int, facts: Iterable[Fact]) -> Count:
    """That many of the facts hold."""
    return Count(tuple(facts), number, number)


def none(facts: Iterable[Fact]) -> Count:
    """Not one of the facts holds."""
    return Count(tuple(facts), 0, 0)


def within(amount: Amount, facts: Iterable[Fact]) -> Count:
    """As many of the facts hold as the amount says."""
    pool = tuple(facts)
    return Count(pool, amount.low, len(pool) if amount.high is None else amount.high)


def _always(_: object) -> bool:
    return True


@dataclass(frozen=True)
class Rule(Generic[P]):
    """One numbered rule of a game.

    `sentence` may name parameters in braces; `claims` yields each claim with the place that a fault of it is
    shown at; `breaches` are the smallest drawings that break this rule and no other, as the case files write them.
    A rule that only some parameters bring into force says so in `applies`; out of force it claims nothing.
    """

    number: str
    sentence: str
    claims: Callable[[P], Iterator[tuple[Place, Claim]]]
    breaches: tuple[str, ...]
    applies: Callable[[P], bool] = _always

    def text(self, params: P) -> str:
        """The sentence with the numbers of these parameters."""
        return self.sentence.format_map(vars(params))


def counted(
    number: str,
    sentence: str,
    amount: str | Amount,
    facts: Callable[[P], Iterable[Fact]],
    breaches: tuple[str, ...],
    applies: Callable[[P], bool] = _always,
) -> Rule[P]:
    """The rule that as many of the facts hold as the amount says; a name stands for the setting of that name."""

    def claims(params: P) -> Iterator[tuple[Place, Claim]]:
        wanted = getattr(params, amount) if isinstance(amount, str) else amount
        yield WHOLE_MAP, within(wanted, facts(params))

    return Rule(number, sentence, claims, breaches, applies)


def of_settings(
    number: str,
    sentence: str,
    kept: Callable[[P], bool],
    breaches: tuple[str, ...],
    applies: Callable[[P], bool] = _always,
) -> Rule[P]:
    """The rule that the settings alone keep or break, whatever is drawn."""

    def claims(params: P) -> Iterator[tuple[Place, Claim]]:
        if not kept(params):
            yield WHOLE_MAP, Count((), 1, 1)

    return Rule(number, sentence, claims, breaches, applies)


class Remark(NamedTuple):
    """What was measured on a map and breaks a rule: where, what was found, and the places that show it."""

    place: Place
    found: str
    places: tuple[Place, ...] = ()


def _claims_nothing(_: object) -> Iterator[tuple[Place, Claim]]:
    return iter(())


@dataclass(frozen=True)
class Measured(Rule[P]):
    """A rule of which more can be said than claims do: `measure(map)` is what a finished map breaks of it.

    The solver knows only what it claims, if anything. So a map that breaks the rest is drawn or repaired anew, and
    then measured, and never proven impossible.
    """

    claims: Callable[[P], Iterator[tuple[Place, Claim]]] = _claims_nothing
    breaches: tuple[str, ...] = ()
    measure: Callable[[Any], Iterable[Remark]] = field(kw_only=True)


class Claimed(NamedTuple):
    """A claim, the place where its fault is shown, and the rule that makes it."""

    rule: Rule[object]
    place: Place
    claim: Claim


def claimed(rules: Iterable[Rule[P]], params: P) -> tuple[Claimed, ...]:
    """All claims of the rules for these parameters."""
    return tuple(
        Claimed(rule, place, claim)  # type: ignore[arg-type]
        for rule in rules
        if rule.applies(params)
        for place, claim in rule.claims(params)
    )


class NoSuchMap(Exception):
    """Proven: no map keeps all the rules for these parameters."""

    def __init__(self, params: object, conflicts: Callable[[], Iterable[tuple[Rule[object], ...]]]) -> None:
        """Takes the search for the rules in conflict, which is made only when somebody asks."""
        super().__init__("there is no such map")
        self.params = params
        self._search = conflicts

    @cached_property
    def conflicts(self) -> tuple[tuple[Rule[object], ...], ...]:
        """Sets of rules that contradict each other, each as small as was shown; empty where none was found in time."""
        return tuple(self._search())


class SolverGaveUp(Exception):
    """The limit of effort was reached before a map was found or excluded."""


def mentioned(claim: Claim) -> Iterator[Fact]:
    """Every fact that the claim speaks of, some of them more than once."""
    match claim:
        case Count(facts):
            yield from facts
        case When(facts, inner):
            yield from facts
            yield from mentioned(inner)
        case Joined(_, ways):
            yield from _of_ways(ways)
        case Reaches(ways, starts, goals) | Length(ways, starts, goals):
            yield from _of_ways(ways)
            for stop in (*starts, *goals):
                yield from stop.needs
                yield from stop.bars
        case Trail(links):
            yield from (link.fact for link in links)


def all_mentioned(claims: Iterable[Claim]) -> Iterator[Fact]:
    """Every fact that the claims speak of; what many of them share, such as ways, is gone through once."""
    seen: set[int] = set()
    for claim in claims:
        shared: object = claim
        while isinstance(shared, When):
            yield from shared.facts
            shared = shared.claim
        shared = shared.ways if isinstance(shared, Reaches | Joined | Length) else shared
        if id(shared) not in seen:
            seen.add(id(shared))
            yield from mentioned(claim)


def _of_ways(ways: Iterable[Way]) -> Iterator[Fact]:
    for way in ways:
        yield from way.needs
        yield from way.bars
