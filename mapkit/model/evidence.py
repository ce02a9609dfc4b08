"""What announcements prove, as statements about facts, and about the cells where players are.

A game says once what each announcement proves. The deduction reads it, and no rule of a game stands there. Facts in
statements are those of the moment: `Alters` changes them, as a grenade changes a wall.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Any, Literal, NamedTuple, Protocol

from mapkit.model.grid import Cell
from mapkit.model.message import Message, message
from mapkit.model.rule import Endpoint, Fact, Facts, Way
from mapkit.model.ruling import Announcement


class Stands(NamedTuple):
    """A player stands on one of these cells, and what the cell asks for holds."""

    who: str
    spots: tuple[Endpoint, ...]
    """The cells with what each needs, and what bars it; a cell may come several times, in different cases."""


class Moves(NamedTuple):
    """A player has moved by one open way of each stage."""

    who: str
    stages: tuple[tuple[Way, ...], ...]
    """The ways of each stage; the first begins on cells, the last ends on cells, and other nodes lie between."""


class Vanishes(NamedTuple):
    """A player may be anywhere now."""

    who: str


class Meets(NamedTuple):
    """Two players stand on one cell."""

    one: str
    other: str


class Apart(NamedTuple):
    """Two players stand on two different cells."""

    one: str
    other: str


class Sees(NamedTuple):
    """An open way leads from one player's cell to that of another, and none of the others stands nearer."""

    one: str
    other: str
    ways: tuple[Way, ...]
    """The ways, from cells to cells; those from one cell lead further and further."""
    others: tuple[str, ...] = ()
    """The players who stand on no cell to which a shorter way leads from there."""


class Misses(NamedTuple):
    """No open way among these leads from one player's cell to that of another."""

    one: str
    other: str
    ways: tuple[Way, ...]


class Holds(NamedTuple):
    """A fact holds if, and only if, one of others does."""

    fact: Fact
    cases: tuple[Fact, ...]
    """The others; a fact without any does not hold."""


class Alters(NamedTuple):
    """Facts change on the cell where a player stands; all at once, so that each is changed by what held before."""

    who: str
    becomes: Mapping[Cell, Mapping[Fact, Fact | bool]]
    """For each cell the facts that change there, each with what it becomes: as true as another fact, true or false."""


class Forgets(NamedTuple):
    """Facts may have changed, and nothing tells how."""

    marks: frozenset[str]


Statement = Stands | Moves | Vanishes | Meets | Apart | Sees | Misses | Holds | Alters | Forgets


class Proof(NamedTuple):
    """What an announcement proves, or one that was not made."""

    rule: str
    """The number of the rule behind it in the ledger."""
    key: str
    """The key of the announcement; where it was not made, a message that says so, such as `no hit`."""
    statement: Statement


WAYS = message("which cells can be reached")
"""What proofs leave out of the rules of maps."""


class Lead(NamedTuple):
    """What a step leads to on a map that is known."""

    answer: str
    """What is answered; steps with different answers can be told apart."""
    to: Cell
    turns: int
    """How many turns that takes; 0 where they may ask again."""
    finds: Literal["", "prize", "healing", "exit"] = ""


def elsewhere(rule: str, who: str, cell: Cell) -> Iterator[Proof]:
    yield Proof(rule, "elsewhere", Vanishes(who))
    if cell:
        yield Proof(rule, "elsewhere", Stands(who, (Endpoint(cell),)))


class Query(NamedTuple):
    """The facts that people ask for."""

    kinds: tuple[str, ...]
    """The kinds of cells; each cell is of one of them."""
    finer: Mapping[str, tuple[str, ...]]
    """For some kinds the marks behind them, of which a cell of that kind has one, such as where its river flows."""
    borders: tuple[str, ...]
    """The marks of borders: what stands between cells, and the gap in the outer wall."""
    glyphs: Mapping[str, str]
    """How each kind and each mark behind it is drawn in a cell, in up to two letters."""
    words: Mapping[str, Message]
    within: Mapping[str, tuple[str, ...]] = MappingProxyType({})
    """For each mark that answers name and that is no kind, the kinds that such a cell may have."""
    alike: Mapping[str, str] = MappingProxyType({})
    """For finer marks that players cannot tell apart, the word for all of them."""


class Shape(NamedTuple):
    """Facts that come together, such as a whole river."""

    holds: frozenset[Fact]
    bars: frozenset[Fact]
    """The facts of pools that do not hold then."""


class Pool(NamedTuple):
    """Facts of which a known number hold, such as walls."""

    facts: tuple[Fact, ...]
    number: int


class Stock(NamedTuple):
    """What every map is made of, so that maps can be counted; the rules of the map may forbid some of these."""

    kinds: Mapping[str, int]
    """The kinds of the cells on which no shape lies, with the number of each."""
    shapes: tuple[Shape, ...]
    """The shapes of which each map has one; each has as many cells as the others."""
    pools: tuple[Pool, ...]


class TurnEffect(NamedTuple):
    """What a directive with its answers does to the order of turns."""

    moved: bool | None = None
    """Whether the player has moved now; False where they may ask again, None where they asked for no movement."""
    loses: Mapping[str, float] = MappingProxyType({})
    """How many turns players lose by it; infinitely many for those who play no more."""
    refused: str = ""
    """The direction that was refused, in a game where a turn may end when all are; else empty."""


class HeardCommand(NamedTuple):
    """A command with its answers, as somebody has heard them."""

    number: int
    """The number of its event; none is smaller than the one before."""
    mover: str
    """The player who said it; empty for a ruling by the game master."""
    words: str
    """The words; empty where they were not heard."""
    heard: tuple[Announcement, ...]
    missed: tuple[Announcement, ...] = ()
    """What others alone have heard."""
    own_secret: str = ""
    """What the listener said in secret."""


class Evidence(Protocol):
    """Tells what the announcements of one game prove; it hears them all, from the beginning."""

    @property
    def params(self) -> Any:
        """The settings of the map, with what was announced of it before the first turn."""

    @property
    def asks(self) -> Query:
        """The facts that people ask for."""

    @property
    def unused(self) -> Collection[Message]:
        """What was heard so far and is not used, or not wholly, such as `where creatures are`."""

    @property
    def announces(self) -> tuple[str, ...]:
        """The names of lines that stand above notes, beside settings: what is announced before the first turn."""

    def announced(self, told: Mapping[str, str]) -> tuple[Announcement, ...]:
        """What is heard before the first turn, from the settings and these lines of notes; raises BadSetting."""

    @property
    def answers(self) -> Mapping[str, bool]:
        """The words for answers in notes, in English, and whether another player's name stands behind them."""

    def answer(self, who: str, words: str) -> Announcement | None:
        """The announcement to a player that a word in notes stands for; None for a word that is no answer."""

    def is_answered(self, words: str) -> bool:
        """Whether a directive always has an answer, as a step has."""

    def can_answer(self, words: str, said: Announcement) -> bool:
        """Whether an announcement can be an answer to a directive, whatever the map is."""

    def turn_taken(self, who: str, words: str, heard: Sequence[Announcement]) -> TurnEffect | None:
        """What a directive with its answers does to the order of turns; None where that is kept secret."""

    def facts_of(self, facts: Facts) -> Facts:
        """The facts of a map with the names that statements have for them, such as for chains of wormholes."""

    def leads(self, facts: Facts) -> Mapping[tuple[Cell, str], Lead]:
        """What each step of a player leads to where these facts hold; empty in a game that does not tell it."""

    def begins(self, heard: Sequence[Announcement]) -> Iterator[Proof]:
        """What everybody knows when the players are seated."""

    def chooses(self, who: str, words: str, /) -> Iterator[Proof]:
        """What a player alone knows by a directive that they are about to say in secret."""

    def put_elsewhere(self, who: str, cell: Cell) -> Iterator[Proof]:
        """What is known where a player was put on a cell by something else than play; "" where that is not known."""

    def hears(
        self, who: str, words: str, heard: Sequence[Announcement], missed: Iterable[Announcement] = ()
    ) -> Iterator[Proof]:
        """What the answer to a player's directive proves.

        `missed` are the announcements that whoever draws the conclusions did not hear. `who` is empty for a ruling by
        the game master, whose words nobody hears.
        """
