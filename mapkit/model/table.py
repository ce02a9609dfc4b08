"""How a game is played: its referee, the seats, what can be seen, and what is counted over many games."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Generic, NamedTuple, TypeVar

from mapkit.model.chance import Chance
from mapkit.model.evidence import Evidence, Stock
from mapkit.model.frozen import Frozen
from mapkit.model.grid import Cell
from mapkit.model.message import Message
from mapkit.model.observation import Ear
from mapkit.model.ruling import Announcement, Dice, Look, MoveError, Ruling, Seat, Situation, heard

if TYPE_CHECKING:
    from mapkit.model.map import Map

S = TypeVar("S")


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
    secret: Callable[[S], bool] = lambda *_: False
    """Whether the next words must stay hidden while they are typed, such as the start that a player chooses."""
    perhaps: Callable[[S], tuple[str, ...]] = lambda *_: ()
    """The directives that may or may not be allowed now, where that is a secret; only `certain` ones are listed."""
    tells: Callable[[S, str], bool] = lambda *_: False
    """Whether the answer to a directive tells such a secret, so that nobody hears it but by saying the directive."""

    def certain(self, state: S) -> tuple[str, ...]:
        """The directives that may be said now, whatever is secret: what everybody may see listed."""
        untold = self.perhaps(state)
        return tuple(way for way in self.ways(state) if way not in untold)


STEP = "step"
"""The kind of directives that lead a piece to a neighbouring cell, or onward from it."""


def kind_with(steps: Collection[str]) -> Callable[[str], str]:
    """Tells the kind of a directive: its first word, or `step` where that word is among `steps`."""
    return lambda way: STEP if (first := way.partition(" ")[0]) in steps else first


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
    beside: Callable[[str], bool] = lambda _: False
    """Whether words say no more than how the directive before them in the line is meant."""
    joined: int = 1
    """The most ways that one directive may hold, with commas between them."""
    read: Callable[[S, str], object] = lambda *_: None
    """Raises InvalidMove for words that are no directive, whoever says them and whenever in the game."""
    speaker: Callable[[S, str], str] | None = None
    """The player who says a directive, in games where not only the mover may speak; raises InvalidMove."""
    kind: Callable[[str], str] = lambda way: way.partition(" ")[0]
    """What kind of directive each of the ways is, in English: its verb, for programs that sort them."""
    refuse_alone: Callable[[S, str, str], None] = lambda _state, _words, _name: None
    """Raises InvalidMove where the player of that name may not say the words on a phone, with nobody watching.

    So it is with dice that were rolled on the table, and with words that speak for other players.
    """

    def split(self, line: str) -> tuple[str, ...]:
        """The directives in a line, of which there is at least one."""
        found = list[str]()
        for part in filter(None, map(str.strip, re.split(f"[{self.separators}]", line))):
            if found and self.beside(part):
                found[-1] += f" {part}"
            else:
                found.append(part)
        return tuple(found) or (line.strip(),)

    def carry_out(self, state: S, line: str, say: Callable[[str], Ruling[S]]) -> Iterator[Ruling[S]]:
        """Say the directives of a line one after the other, once all of them are understood.

        Raises InvalidMove, before anything is said, where one of them cannot be read. Raises MoveError where the turn
        has ended and the next directive names nobody: it is not said for the next player. `say` may raise, too.
        """
        directives, next_player = self.split(line), ""
        for directive in directives if len(directives) > 1 else ():
            self.read(state, directive)
        for number, directive in enumerate(directives):
            if next_player and ":" not in directive:
                left = "; ".join(directives[number:])
                raise MoveError(heard("not-carried-out", player=next_player, words=left))
            ruling = say(directive)
            next_player = next((dict(said.args)["player"] for said in ruling.heard if said.key == "turn"), "")
            yield ruling


@dataclass(frozen=True)
class Seating(Frozen, Generic[S]):
    """The players' seats at the table, and what the players hear."""

    player_count: Callable[[Map[Any]], int] = lambda _: 1
    """The fewest people that can play a map."""
    seat_names: Callable[[Map[Any]], Sequence[str]] = lambda *_: ()
    """The names of the seats, in the order of the players' names."""
    options: Mapping[str, Message] = field(default_factory=dict)
    """The options of the table, each with what it does, in words."""
    starts: Mapping[str, Message] = field(default_factory=dict)
    """The options that give starts and the order of turns, each with what it does, in words."""
    speech: Speech[S] = Speech()
    private_options: frozenset[str] = frozenset({"private-answers"})
    """With these options answers are private: only the player named in an answer hears it."""
    heard_by_all: frozenset[str] = frozenset()
    """The keys of announcements that everybody hears even then."""
    agreed: tuple[str, ...] = ("agreed-",)
    """How the keys of opening announcements begin that tell what was agreed on."""
    asks_start: str = ""
    """The key of the phrase that asks a player for a secret start; empty where players choose none."""
    preset: str = ""
    """The preset of a new map that people play on at once; empty where the settings of the drawing will do."""
    peek: str = ""
    """The option that allows players to ask for the public facts, or all together for the board; empty for none.

    In games that have it, an earlier answer is told again as well when all players agree, with the option or without.
    """


class OpenBoard(NamedTuple):
    """A board that lies open, as everybody may see it."""

    map: Map[Any]
    pieces: tuple[tuple[str, Cell], ...]
    """The players and the other pieces on it, each with its cell; in words of the phrase file but for names."""
    trails: Mapping[str, tuple[tuple[Cell, Cell], ...]] = MappingProxyType({})
    """The steps that pieces have drawn on it, each from a cell to the next, by the names of the pieces."""


@dataclass(frozen=True)
class Screen(Frozen, Generic[S]):
    """What can be seen, asked and corrected at the table."""

    public_view: Callable[[S, Look], tuple[str, ...]] | None = None
    """What everybody may see, as lines for a terminal."""
    board: Callable[[S], Map[Any]] | None = None
    """The map as it is now, for the game master alone."""
    open_board: Callable[[S], OpenBoard | None] | None = None
    """The board as everybody may see it, as `public_view`; None while it is hidden."""
    floors: Callable[[S], Sequence[Message]] = lambda _: ()
    """What the floors of these boards are called, where the design does not tell."""
    place: Callable[[S, str], Cell] | None = None
    """The cell of these boards for a name of the referee's, empty for none; None where the names are the same."""
    bars: Callable[[Map[Any]], Mapping[str, tuple[Cell, str]]] = lambda _: {}
    """The directives that lay a bar on a map, whether it may lie there or not.

    Each comes with the cell over whose upper right corner the bar lies, and with `across` or `upright`.
    """
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


def pocket_of(seats: Callable[[S], Iterable[Seat]]) -> Mapping[str, Callable[[S, str], Announcement]]:
    """The question `pocket`, which the words of the player's seat answer."""

    def pocket(state: S, name: str) -> Announcement:
        return heard("pocket", player=name, what=next(seat.words for seat in seats(state) if seat.name == name))

    return {"pocket": pocket}


def sole_winner(state: Any) -> tuple[str, ...]:
    """The `winner` of a state, if there is one, for `Statistics.winners`."""
    return (state.winner,) if state.winner else ()


class Remedy(NamedTuple):
    """Something that may make the seats of a game even, as `mapkit balance` tries it."""

    words: Message
    """What it is, such as `a first aid kit for the last player`."""
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
    tally: Callable[[Ruling[S]], Iterable[tuple[str, int]]] = lambda *_: ()
    """What a ruling adds to the game's own counts, such as coins paid: names with whole amounts from 0 up."""
    falls: Mapping[str, str] = field(default_factory=dict)
    """The announcements and notes by which a player is killed, wounded, caught or stuck: the name of the player's brace
    by their keys. Where they have a `cell`, it is the one where that happens."""
    remedies: Sequence[Remedy] = ()
    """What may make the seats even: first what players need least to learn."""
    slow: Mapping[str, int] = field(default_factory=dict)
    """How many times as long as others slow kinds of machine players think about a turn."""


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
