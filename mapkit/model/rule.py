"""Facts, claims about facts, and rules made of them.

A rule is data: a number, the sentence that the rule card prints, and claims. The checker reads the claims of a drawn
map, and the solver reads the same claims of an unknown map. No rule knows the checker or the solver.
"""

from __future__ import annotations

import gc
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Generic, NamedTuple, Self, TypeVar, overload

from mapkit.model.errors import MapkitError
from mapkit.model.frozen import SetOnce
from mapkit.model.grid import Border, Cell, Direction, Place, Square, cell_of, close_cells
from mapkit.model.letters import names
from mapkit.model.message import Message, Name, gaps, joined, message

P = TypeVar("P")
T = TypeVar("T")
Node = Hashable


@contextmanager
def garbage_left() -> Iterator[None]:
    """Python does not look for garbage meanwhile: there is none among claims, of which a large board has 100,000.

    Looking through them again and again, while they were made, took half of the time.
    """
    looked_for = gc.isenabled()
    if looked_for:  # else another thread may begin to look again just now, and nobody would after this one
        gc.disable()
    try:
        yield
    finally:
        if looked_for:
            gc.enable()


class Lazy(SetOnce, Sequence[T]):
    """A long sequence that is made when it is read; in all else it is the tuple."""

    def __init__(self, make: Callable[[], Iterable[T]]) -> None:
        self._make = make

    @property
    def is_made(self) -> bool:
        return "_made" in vars(self)

    @cached_property
    def _made(self) -> tuple[T, ...]:
        with garbage_left():
            return tuple(self._make())

    def once(self) -> Iterator[T]:
        """Its members for whoever keeps none of them; where they are not made yet, they are not kept."""
        return iter(self._made if self.is_made else self._make())

    def __iter__(self) -> Iterator[T]:
        return iter(self._made)

    def __len__(self) -> int:
        return len(self._made)

    @overload
    def __getitem__(self, at: int) -> T: ...
    @overload
    def __getitem__(self, at: slice) -> tuple[T, ...]: ...
    def __getitem__(self, at: int | slice) -> T | tuple[T, ...]:
        return self._made[at]

    def __eq__(self, other: object) -> bool:
        return self is other or (isinstance(other, tuple | Lazy) and self._made == tuple(other))

    def __hash__(self) -> int:
        return hash(self._made)

    def __reduce__(self) -> tuple[Any, ...]:
        return tuple, (self._made,)


class Fact(NamedTuple):
    """A place bears a mark: a cell bears its kind or a thing, a border a wall or an exit."""

    place: Place
    mark: str


Facts = frozenset[Fact]


def has(place: Place, mark: str) -> Fact:
    return Fact(place, mark)


def wall(line: Border) -> Fact:
    return Fact(line, "wall")


def flows(cell: Cell, direction: Direction) -> Fact:
    """The fact that what is in the cell flows in that direction."""
    return Fact(cell, "flows " + direction)


def differ_in_number(one: str, other: str) -> bool:
    """Whether two different marks are the same letter, each with a number, as the marks of two portals are."""
    return one != other and one[:1] == other[:1] != "" and one[1:].isdecimal() and other[1:].isdecimal()


def differ_in_direction(one: str, other: str) -> bool:
    """Whether two marks differ only in their direction, as the marks of two cells that flow do."""
    kind, _, direction = one.partition(" ")
    return bool(direction) and one != other and kind == other.partition(" ")[0]


class Count(NamedTuple):  # a large board has 100,000, and a dataclass takes twice as long
    """Between `low` and `high` of the facts hold, both included."""

    facts: tuple[Fact, ...]
    low: int
    high: int
    called: Callable[[Fact], Message | Name] | None = None
    """The name of a fact in faults, where its place alone is not clear."""


class When(NamedTuple):
    """If all of the facts hold, the claim holds."""

    facts: tuple[Fact, ...]
    claim: Claim


class Way(NamedTuple):
    """A directed way from one node to another, open while all `needs` hold and no `bars` holds."""

    source: Node
    target: Node
    needs: tuple[Fact, ...] = ()
    bars: tuple[Fact, ...] = ()


class LazyWays(Lazy[Way]):
    """Ways that are made when they are read; where open ones lead on a map is known without the others."""

    def __init__(
        self, make: Callable[[], Iterable[Way]], opened: Callable[[Facts], Mapping[Node, Sequence[Node]]]
    ) -> None:
        """Takes what makes them, and what gives nodes that open ways lead to on a map, by the nodes before them.

        It may be ways with nodes of its own between, and nothing where it is not sure that there are such ways.
        """
        super().__init__(make)
        self.opened = opened


@dataclass(frozen=True, slots=True)
class Joins:
    """The cells are one piece by the ways between them, which are walked in both directions."""

    cells: tuple[Cell, ...]
    ways: tuple[Way, ...]
    """The ways that may join them; each may be given in one direction only."""


class Endpoint(NamedTuple):
    """A node where play may start or should arrive. It counts while all `needs` hold and no `bars` holds."""

    node: Node
    needs: tuple[Fact, ...] = ()
    bars: tuple[Fact, ...] = ()
    cell: Cell = ""
    """The cell that faults name for it; empty where the node is itself the name of a cell."""


@dataclass(frozen=True, slots=True)
class Reaches:
    """Open ways lead from every start that counts to every goal that counts."""

    ways: Sequence[Way]
    starts: tuple[Endpoint, ...]
    goals: tuple[Endpoint, ...]
    names: tuple[tuple[Fact, Message | Name], ...] = ()
    """Names of facts that may close ways. A fault then says which of them shut something in."""


@dataclass(frozen=True, slots=True)
class Length:
    """From every start that counts, the shortest open way to the nearest goal has as many steps as the amount allows.

    Where there is no way, it counts as longer than any.
    """

    ways: tuple[Way, ...]
    """All ways there may be, open or not; each is one step."""
    starts: tuple[Endpoint, ...]
    goals: tuple[Endpoint, ...]
    steps: Amount


class Link(NamedTuple):
    """One cell leads on to another while a fact holds, as a river cell leads on to the next."""

    fact: Fact
    source: Cell
    target: Cell | None
    """The cell that it leads to; None where it leads off the board."""
    direction: Direction


class Amount(NamedTuple):
    """How many there may be: from `low` to `high`, both included; a `high` of None is no upper limit."""

    low: int
    high: int | None

    def __str__(self) -> str:
        """The amount in words, as a sentence has it: `8`, `6 to 10`, `at least 3`, `any number`."""
        return str(self.words)

    @property
    def words(self) -> Message | Name:
        if self.low == self.high:
            return Name(str(self.low))
        if self.high is None:
            return message("at least {number}", self.low) if self.low else message("any number")
        return message("{low} to {high}", self.low, self.high)

    def within(self, other: Amount) -> Amount:
        """The amount that both allow; its `high` is below its `low` where they allow nothing in common."""
        ends = [high for high in (self.high, other.high) if high is not None]
        return Amount(max(self.low, other.low), min(ends, default=None))


@dataclass(frozen=True, slots=True)
class BendingChain:
    """No links that hold form a ring, and each chain of them has as many bends as `bends` allows."""

    links: tuple[Link, ...]
    bends: Amount


@dataclass(frozen=True, slots=True)
class Spacing:
    """Any two of the facts that hold are at least `steps` steps apart, without walls; 1 is for two cells."""

    facts: tuple[Fact, ...]
    steps: int
    board: Square

    def counts(self) -> Iterator[Count]:
        """The same in counts: at most one of the facts holds on cells that are close together."""
        of_cell: dict[Cell, list[Fact]] = {}
        for fact in self.facts:
            of_cell.setdefault(cell_of(fact.place), []).append(fact)
        for cells in close_cells(self.board, self.steps):
            if len(near := tuple(fact for cell in cells for fact in of_cell.get(cell, ()))) > 1:
                yield Count(near, 0, 1)


Claim = Count | When | Joins | Reaches | Length | BendingChain | Spacing
Claims = Iterable[tuple[Place, Claim]]
"""The claims of a rule, each with the place where a fault of it is shown."""

WHOLE_MAP = ""
"""The place of a claim that speaks of the whole map: a cell without a name."""


def exactly(number: int, facts: Iterable[Fact]) -> Count:
    return Count(tuple(facts), number, number)


def none(facts: Iterable[Fact]) -> Count:
    return Count(tuple(facts), 0, 0)


def within(amount: Amount, facts: Iterable[Fact]) -> Count:
    pool = tuple(facts)
    return Count(pool, amount.low, len(pool) if amount.high is None else amount.high)


def _always(_: object) -> bool:
    return True


def claims_nothing(_: object) -> Claims:
    """The claims of a rule that claims cannot express."""
    return iter(())


@dataclass(frozen=True)
class Rule(Generic[P]):
    """One numbered rule of a game."""

    number: str
    sentence: str
    """What a legal map keeps, in words; it may name parameters in braces."""
    claims: Callable[[P], Claims]
    """Yields each claim with the place where a fault of it is shown."""
    breaches: tuple[str, ...]
    """The smallest drawings that break this rule and no other, each with what makes it just legal."""
    applies: Callable[[P], bool] = _always
    """Whether the rule is in force for these parameters; otherwise it claims nothing."""

    def __deepcopy__(self, _: object) -> Self:
        """The rule itself, since nothing in it changes."""
        return self

    def text(self, params: P) -> Message:
        """The sentence with the numbers of these parameters."""
        given = {name: vars(params)[name] for name in self.settings}
        said = {name: value.words if isinstance(value, Amount) else value for name, value in given.items()}
        return Message(self.sentence, {name: v if isinstance(v, Message) else Name(str(v)) for name, v in said.items()})

    @property
    def settings(self) -> tuple[str, ...]:
        return gaps(self.sentence)


def count_rule(
    number: str,
    sentence: str,
    amount: str | Amount,
    facts: Callable[[P], Iterable[Fact]],
    breaches: tuple[str, ...],
    applies: Callable[[P], bool] = _always,
) -> Rule[P]:
    """The rule that as many of the facts hold as the amount allows; a text names the setting that has the amount."""

    def claims(params: P) -> Iterator[tuple[Place, Claim]]:
        yield WHOLE_MAP, within(getattr(params, amount) if isinstance(amount, str) else amount, facts(params))

    return Rule(number, sentence, claims, breaches, applies)


def settings_rule(
    number: str,
    sentence: str,
    is_kept: Callable[[P], bool],
    breaches: tuple[str, ...],
    applies: Callable[[P], bool] = _always,
) -> Rule[P]:
    """A rule about the settings alone, whatever is drawn; `is_kept` says whether they keep it."""

    def claims(params: P) -> Iterator[tuple[Place, Claim]]:
        if not is_kept(params):
            yield WHOLE_MAP, Count((), 1, 1)

    return Rule(number, sentence, claims, breaches, applies)


class Remark(NamedTuple):
    """A measured breach of a rule."""

    place: Place
    found: Message
    places: tuple[Place, ...] = ()
    off: int = 1
    """How far the map is from keeping the rule, in what the rule measures; a search heeds it."""
    least: int = 1
    """How many edits at least put it right."""


@dataclass(frozen=True)
class MeasuredRule(Rule[P]):
    """A rule that claims cannot express in full.

    The solver knows only the claims, if there are any. So a map that breaks the rest is drawn or repaired again and
    measured again, and is never proven impossible.
    """

    claims: Callable[[P], Claims] = claims_nothing
    """Yields what claims can express of the rule, each with the place of a fault; nothing by default."""
    breaches: tuple[str, ...] = ()
    """Drawings that break the rule, as in `Rule`; empty where no drawing of a few cells does."""
    measure: Callable[[Any], Iterable[Remark]] = field(kw_only=True)
    """Gives what a finished map breaks of the rest of the rule; empty for a map that keeps it."""
    of_unfinished: bool = field(default=False, kw_only=True)
    """Whether the rule says why a map is not finished, and so is measured on every map."""
    without: Callable[[Any], Any] | None = field(default=None, kw_only=True)
    """Gives the map as it is without what the rule tells; all other faults and advice are told of that map."""
    alone: bool = field(default=False, kw_only=True)
    """Whether a breach explains all other faults, and so is told alone; it is measured on every map."""


class RuleClaim(NamedTuple):
    """A claim with the rule that makes it."""

    rule: Rule[object]
    place: Place
    """Where such a fault is shown; `WHOLE_MAP` for no single place."""
    claim: Claim


def claims_of(rules: Iterable[Rule[P]], params: P) -> tuple[RuleClaim, ...]:
    return tuple(each_claim(rules, params))


def each_claim(rules: Iterable[Rule[P]], params: P) -> Iterator[RuleClaim]:
    for rule in rules:
        if rule.applies(params):
            for place, claim in rule.claims(params):
                yield RuleClaim(rule, place, claim)  # type: ignore[arg-type]


class NoSuchMap(MapkitError):
    """It is proven that no map keeps all the rules for these parameters."""

    def __init__(self, params: object, conflicts: Callable[[], Iterable[tuple[Rule[object], ...]]]) -> None:
        """Takes the parameters, and a search for the rules in conflict, which runs only when `conflicts` is read."""
        super().__init__(message("it is proven that there is no such map"))
        self.params, self.size_stays = params, False
        self._search: Callable[[], Iterable[tuple[Rule[object], ...]]] = conflicts

    @cached_property
    def conflicts(self) -> tuple[tuple[Rule[object], ...], ...]:
        """Sets of rules that contradict each other, as small as the search made them; none where time was short."""
        search, self._search = self._search, tuple
        return tuple(search())

    def conflicts_in_words(self) -> Iterator[Message]:
        """The rules in conflict and the settings that would do with other values, a line each."""
        for conflict in self.conflicts:
            if len(conflict) > 1:
                yield message("These rules contradict each other:")
            else:
                yield message("This rule cannot be kept on this board:")
            for rule in conflict:
                yield Message("  {number} {rule}", {"number": f"{rule.number:8}", "rule": rule.text(self.params)})
        named = names(dict.fromkeys(name for rules in self.conflicts for rule in rules for name in rule.settings))
        if named and self.size_stays:
            yield message("What would do: other numbers for {names}.", named)
        elif named:
            yield message("What would do: other numbers for {names}, or another size of board.", named)
        elif not self.conflicts:
            yield message("There was not enough time to find the rules that contradict each other.")

    def __reduce__(self) -> tuple[Any, ...]:
        """As of every error, when the rules in conflict are found: the search for them stays where it is."""
        _ = self.conflicts
        return super().__reduce__()

    @property
    def said(self) -> Message:
        """All of it, a line each; the first time, this searches for the rules in conflict."""
        return joined([*self.args, *self.conflicts_in_words()], "\n")


class SolverGaveUp(MapkitError):
    """The search reached its limit before it found a map or proved that there is none."""


def facts_of_claim(claim: Claim) -> Iterator[Fact]:
    """Every fact that the claim speaks of, some of them more than once."""
    match claim:
        case Count(facts) | Spacing(facts):
            yield from facts
        case When(facts, inner):
            yield from facts
            yield from facts_of_claim(inner)
        case Joins(_, ways):
            yield from _needed(ways)
        case Reaches(ways, starts, goals) | Length(ways, starts, goals):
            yield from _needed((*ways, *starts, *goals))
        case BendingChain(links):
            yield from (link.fact for link in links)


def facts_of_claims(claims: Iterable[Claim]) -> Iterator[Fact]:
    """Every fact that the claims speak of; parts that many claims share, such as ways, are read once."""
    seen: set[int] = set()
    for claim in claims:
        shared: object = claim
        while isinstance(shared, When):
            yield from shared.facts
            shared = shared.claim
        shared = shared.ways if isinstance(shared, Reaches | Joins | Length) else shared
        if id(shared) not in seen:
            seen.add(id(shared))
            yield from facts_of_claim(claim)


def _needed(by: Iterable[Way | Endpoint]) -> Iterator[Fact]:
    for each in by:
        yield from each.needs
        yield from each.bars
