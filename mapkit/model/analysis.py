"""What is found out about a map."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Generic, NamedTuple, TypeAlias, TypeVar

from mapkit.model.errors import refuse_all
from mapkit.model.grid import Cell
from mapkit.model.letters import refused_word, suggestion
from mapkit.model.message import Message, Name, as_data, clauses, for_program, message
from mapkit.model.settings import Params

if TYPE_CHECKING:
    from mapkit.model.map import Map

P = TypeVar("P", bound=Params, covariant=True)
Value: TypeAlias = "str | int | float | bool | Sequence[Value] | Mapping[str, Value] | None"
"""The value of a measure for programs: numbers, cells and words, and sequences and mappings of these."""


class Measure(NamedTuple):
    """Something measured on a map, for the game master alone."""

    key: str
    """Its name for programs, such as `turns-to-win`."""
    label: Message
    """What is measured; measures of several keys may share it."""
    value: Value
    in_words: Message | Name

    def to_json(self, say: Callable[[Message | Name], str] = str) -> dict[str, Any]:
        """The measure for `json.dumps`, with texts as `say` puts them; its schema is `measure` in that of `solve`."""
        return {"key": self.key, "value": self.value, **for_program(say, label=self.label, words=self.in_words)}


class Route(NamedTuple):
    """A shortest way to win."""

    start: Cell
    words: tuple[str, ...]
    cells: tuple[Cell, ...]
    """The cell where the player is after each of these turns."""
    finds: tuple[tuple[Cell, Message | Name], ...] = ()
    """What is found on the way: the cell, and the thing."""

    def to_json(self) -> dict[str, Any]:
        """The route for `json.dumps`; its schema is `route` in that of `solve`."""
        return {"start": self.start, "turns": len(self.words), "words": self.words, "cells": self.cells}


MOST_PLIES = 15
"""The most plies that an analysis may be asked to look ahead."""


class Ask(NamedTuple):
    """What an analysis is to find out. The game chooses what is left out."""

    starts: tuple[Cell, ...] = ()
    """The starts from which to find ways to win."""
    plies: int | None = None
    measures: Collection[str] | None = None
    """The keys of the measures to find, and then no ways to win; None asks for everything."""

    def wanted(self, known: Collection[str]) -> tuple[str, ...]:
        """Those of a game's keys whose measures are asked for; raises BadSetting for keys that the game lacks."""
        asked, keys = known if self.measures is None else self.measures, tuple(known)
        unknown = [key for key in asked if key not in keys]
        wrong = [
            clauses(message("there is no measure {name}", refused_word(key)), suggestion(key, keys)) for key in unknown
        ]
        refuse_all(wrong)
        return tuple(key for key in keys if key in asked)


class Prospect(NamedTuple):
    """What a map holds for players, seen from one place where they may begin, to be drawn on the board."""

    starts: Mapping[Cell, Message | Name]
    """Where players may begin, each with how far it is from a win, in words."""
    start: Cell = ""
    """The one that the rest is seen from; empty where there is none."""
    reach: Mapping[Cell, int] = {}
    """The fewest turns, steps or the like from there to each cell."""
    ways: Sequence[tuple[Message, Sequence[Cell]]] = ()
    """Shortest ways: what each leads to or whose it is, and its cells in their order."""
    dead_ends: Sequence[Cell] = ()
    unneeded: Sequence[Cell] = ()
    """The open cells without which everybody wins as soon."""


class CellNumbers(NamedTuple):
    """A number for each of some cells, such as the turns from there to a win."""

    label: Message
    numbers: Mapping[Cell, float]
    is_share: bool = False
    """Whether they are shares, from 0 to 1, which people read in hundredths."""


class Analysis(NamedTuple):
    """What an analysis has found out about a map."""

    measures: Mapping[str, Measure]
    routes: tuple[Route, ...] | None = None
    """Shortest ways to win; None where the game or the question has none."""

    def to_json(self) -> dict[str, Any]:
        """The analysis for `json.dumps`, with texts in English; its schema is `solve`."""
        known = self.measures
        return {
            **({"routes": [route.to_json() for route in self.routes]} if self.routes is not None else {}),
            "measures": {measure.label: measure.in_words for measure in known.values()},
            "messages": {
                key: {"label": as_data(each.label), "words": as_data(each.in_words)} for key, each in known.items()
            },
            "values": {key: measure.value for key, measure in known.items()},
        }


class Gauge(NamedTuple):
    """What a drawing uses up of something that is limited."""

    label: Message
    used: int
    most: int


class FairMap(NamedTuple):
    """A fair map that is made of an unfair one; only the starts differ, or the settings of starts."""

    map: Map[Any]
    words: Message
    """What is done, for a button."""


class Study(NamedTuple, Generic[P]):
    """How a map is analysed for its game master."""

    analyse: Callable[[Map[P], Ask], Analysis]
    """Analyses a legal map: one answer for the screen, for sheets and for programs."""
    asked_fields: frozenset[str] = frozenset()
    """Which of the fields `starts` and `plies` of `Ask` this game takes into account."""
    by_cell: Callable[[Map[P], Ask], Sequence[CellNumbers]] = lambda *_: ()
    """What is measured cell by cell, to be drawn on the board; there may be nothing."""
    prospect: Callable[[Map[P], Cell], Prospect] = lambda *_: Prospect({})
    """What is seen from a start; from the one that the game finds most telling where the cell is no start."""
    verdict: str = "fairness"
    """The key of the measure that tells in a sentence whether the map is fair, or what else it is worth."""
    evened: Callable[[Map[P]], FairMap | None] = lambda _: None
    """The map with fair starts; None for a fair map, and where there are no such starts."""
    ranked_by: str = ""
    """The key of the measure by which a book's index sorts maps, by the median of its numbers; empty for none."""
    gauges: Callable[[Map[P]], Sequence[Gauge]] = lambda *_: ()
    """What a map that is still being drawn uses up; asked after every stroke, so it is worked out quickly."""
