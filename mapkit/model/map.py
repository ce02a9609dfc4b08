"""A map of a game."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property, partial
from typing import Any, Generic, Literal, NamedTuple, TypeVar, cast

from mapkit import model
from mapkit.model.design import UNDECIDED
from mapkit.model.errors import WrongType
from mapkit.model.frozen import FrozenDict
from mapkit.model.game import Game
from mapkit.model.grid import Board, Border, Cell, Direction, Place, border, borders
from mapkit.model.letters import in_quotes, names, refused_word, shown, suggestion
from mapkit.model.message import Message, Name, message, noun, plural
from mapkit.model.rule import Fact, Facts, MeasuredRule, Remark, wall
from mapkit.model.settings import BadSetting, Params

P = TypeVar("P", bound=Params)


class Public(NamedTuple):
    """All that a player may know of a map before the game; public sheets are made from this and nothing else."""

    title: str
    params: Any
    game: Game[Any]


@dataclass(frozen=True)
class Map(Generic[P]):
    """A map: the facts that hold on a board. A cell without a mark is a blank: nobody has filled it in yet."""

    game: Game[P]
    params: P
    facts: Facts
    title: str = ""
    preset: str = "default"
    usual_values: tuple[tuple[str, Any], ...] = field(default=(), compare=False)
    """The settings with a usual value that the map's file leaves out, each with that value.

    Where the map does not keep these values, that is advice and no fault.
    """
    drawn_settings: tuple[str, ...] = field(default=(), compare=False)
    """The names of the settings that are taken from the drawing."""
    locked: frozenset[Place] = field(default=frozenset(), compare=False)
    """The places that repair and complete leave as they are."""

    def __post_init__(self) -> None:
        """Raises WrongType, also for parameters of another game that has the same name."""
        for name, kind, would_do in _FIELDS:
            given, kind = getattr(self, name), kind or self.game.design.params
            if not isinstance(given, kind):
                found = Name(type(given).__name__), shown(given)
                raise WrongType(message("{name} takes {what}, not {type} {found}", Name(name), would_do, *found))

    def __hash__(self) -> int:
        return hash((self.game.name, self.params, self.facts, self.title, self.preset))

    @property
    def theme(self) -> str:
        """The name of the theme that its settings ask for, which tells the game in other words; empty for none."""
        return str(getattr(self.params, "theme", ""))

    def __repr__(self) -> str:
        """The map in short, such as `<Map treasures 8x8 small "The cellar">`."""
        named = f" {in_quotes(self.title)}" if self.title else ""
        return f"<Map {self.game.name} {self.params.grid} {self.preset}{named}>"

    def text(self) -> str:
        """The text of its map file; raises UnwritableMap. The same as `mapkit.show`."""
        return str(model.library().show(self))

    def svg(self, *, floor: int = 1) -> str:
        """The board alone as an SVG picture. The same as `mapkit.svg`."""
        return str(model.library().svg(self, floor=floor))

    def describe(self, *, by: str = "all", language: str = "en") -> str:
        """The map in words, for a screen reader or a chat. The same as `mapkit.describe`."""
        return str(model.library().describe(self, by=by, language=language))

    def to_json(self) -> str:
        """The map as JSON; raises UnwritableMap. `mapkit.from_json` reads it back."""
        return str(model.library().to_json(self))

    @cached_property
    def kinds(self) -> Mapping[Cell, str]:
        """The mark that is drawn in each cell that has one, in reading order."""
        drawn = self.game.design.legend(self.params).cell_marks
        marks = {fact.place: fact.mark for fact in self.facts if fact.mark in drawn}
        return FrozenDict({cell: marks[cell] for cell in self.params.grid.cells() if cell in marks})

    def cells_of(self, kind: str) -> tuple[Cell, ...]:
        """The cells of a kind, in reading order; raises BadSetting for a kind that the game does not have."""
        legend = self.game.design.legend(self.params)
        if kind not in tuple(legend.cell_marks):
            usual = names(dict.fromkeys(legend.cells.values())) or message("none: no cell has a kind")
            would_do = suggestion(kind, tuple(legend.cell_marks), message("say one of {names}", usual))
            raise BadSetting(message("{name} is {found}", Name("kind"), refused_word(kind)), would_do)
        return tuple(cell for cell, mark in self.kinds.items() if mark == kind)

    def onward(self, cell: Cell, direction: Direction) -> Cell | None:
        """The cell that a step leads to; None where a wall bars it or the board ends. Raises BadSetting."""
        try:
            return self._steps[cell, direction]
        except (KeyError, TypeError):
            raise self.params.grid.no_such(cell, direction) from None

    def open_neighbours(self, cell: Cell) -> tuple[Cell, ...]:
        steps = (self.onward(cell, direction) for direction in self.params.grid.directions)
        return tuple(other for other in steps if other is not None)

    @cached_property
    def _steps(self) -> Mapping[tuple[Cell, Direction], Cell | None]:
        """The cell that each step leads to, by the cell it starts from and its direction; None where none does."""
        grid = self.params.grid
        steps = ((cell, way, grid.step(cell, way)) for cell in grid.cells() for way in grid.directions)
        return {(a, way): None if wall(border(grid, a, way)) in self.facts else b for a, way, b in steps}

    @cached_property
    def undecided_borders(self) -> frozenset[Place]:
        return frozenset(fact.place for fact in self.facts if fact.mark == UNDECIDED)

    @property
    def without_undecided(self) -> Map[P]:
        return replace(self, facts=self.facts - {Fact(line, UNDECIDED) for line in self.undecided_borders})

    @property
    def finished(self) -> bool:
        """Whether no cell is blank and no border undecided; only a finished map is measured."""
        blank = self.game.design.board.drawn_in_files and len(self.kinds) < len(self.params.grid.cells())
        return not (blank or self.undecided_borders)

    @cached_property
    def fitted_params(self) -> P:
        """The parameters that the rules of this map are read with; they depend on the drawing, so they are secret."""
        return self.game.solving.fit(self.params, self.facts) if self.game.solving else self.params

    @property
    def as_usual(self) -> Map[P]:
        """The same drawing with the usual values as its settings."""
        return replace(self, params=replace(cast(Any, self.params), **dict(self.usual_values)), usual_values=())

    @property
    def as_drawn(self) -> Map[P]:
        """The same map with the settings that are taken from the drawing as the drawing is now."""
        return self._with_drawn("value" if self.finished else "opened")

    @property
    def opened(self) -> Map[P]:
        """The same map with the settings that are taken from the drawing left open, so that the drawing may change."""
        return self._with_drawn("opened")

    def _with_drawn(self, state: Literal["value", "opened"]) -> Map[P]:
        said = self.game.design.drawn_settings(self.params.grid, self.facts) if self.drawn_settings else {}
        values = {name: getattr(player, state) for name, player in said.items() if name in self.drawn_settings}
        return replace(self, params=replace(cast(Any, self.params), **values))

    @property
    def public(self) -> Public:
        return Public(self.title, self.game.public_params(self.params), self.game)


_FIELDS: tuple[tuple[str, type | None, Message], ...] = (
    ("game", Game, message("{thing:a}", noun("game"))),
    ("params", None, message("the parameters that its game makes")),
    ("facts", frozenset, message("a frozenset of facts")),
    ("title", str, message("a text")),
    ("preset", str, message("a text")),
)


def every_border_decided(number: str, breaches: tuple[str, ...]) -> MeasuredRule[Any]:
    """The rule that no border is undecided, for a game whose legend has the mark; its number and breaches."""
    sentence = message("Every border is decided.")
    return MeasuredRule(number, sentence, breaches=breaches, measure=_remark_undecided, of_unfinished=True)


def _remark_undecided(map_: Map[Any]) -> Iterator[Remark]:
    """What is said of undecided borders, shown at the first of them."""
    lines = tuple(line for line in borders(map_.params.grid) if line in map_.undecided_borders)
    if lines:
        found = plural(
            "The map is not finished: {number} border is not decided yet (?), this one first; "
            "`mapkit complete` decides.",
            "The map is not finished: {number} borders are not decided yet (?), this one first; "
            "`mapkit complete` decides.",
            len(lines),
        )
        yield Remark(min(lines, key=partial(_as_drawn, map_.params.grid)), found, lines)


def _as_drawn(grid: Board, line: Border) -> tuple[int, float, float]:
    """Where a border stands in the drawings: floor, line and column."""
    column, row = grid.centre(line.cell)
    aside, up = {"N": (0, 0.5), "S": (0, -0.5), "E": (0.5, 0), "W": (-0.5, 0)}[line.side]
    return grid.floor(line.cell), -row - up, column + aside
