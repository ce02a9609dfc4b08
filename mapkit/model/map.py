"""A map of a game."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property, partial
from importlib import import_module
from typing import TYPE_CHECKING, Any, Generic, Literal, NamedTuple, TypeVar, Unpack, cast, overload

from mapkit.model.analysis import Analysis
from mapkit.model.design import UNDECIDED
from mapkit.model.errors import WrongType
from mapkit.model.frozen import FrozenDict
from mapkit.model.game import Game
from mapkit.model.grid import Board, Border, Cell, Direction, Place, border, borders
from mapkit.model.letters import in_quotes, names, refused_word, shown, suggestion
from mapkit.model.message import Message, Name, message, noun, plural
from mapkit.model.rule import Fact, Facts, MeasuredRule, Remark, wall
from mapkit.model.settings import BadSetting, Params, PlayableMap

P = TypeVar("P", bound=Params, covariant=True)
S = TypeVar("S")

if TYPE_CHECKING:
    from mapkit.library import verbs
else:

    class _Verbs:
        """The verbs of maps, which rooms above this one make; they are loaded when one is used."""

        def __getattr__(self, name):
            home = import_module("mapkit.library.verbs")
            return getattr(home if hasattr(home, name) else import_module("mapkit"), name)  # types are loaded there

    verbs = _Verbs()


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

    # What can be done with it; `mapkit/library/verbs.py` does it

    def check(self) -> tuple[verbs.Fault, ...]:
        """All faults, each with its rule, its place and what was found; none for a legal map.

        >>> import mapkit
        >>> mapkit.generate("quoridor", "club").check()
        ()
        """
        return verbs.check(self)

    def advise(self) -> tuple[verbs.Fault, ...]:
        """What a game master might change: advice that the map does not follow, in the form of faults.

        >>> import mapkit
        >>> mapkit.generate("quoridor", "club").advise()
        ()
        """
        return verbs.advise(self)

    def repair(self) -> verbs.Repair[P]:
        """The nearest legal map, and the edits that lead to it; raises NoSuchMap or SolverGaveUp.

        >>> import mapkit
        >>> mapkit.generate("quoridor", "club").repair().edits
        ()
        """
        return verbs.repair(self)

    def complete(self, seed: str) -> Map[P]:
        """The map with its blank cells and undecided borders filled in; all that is drawn stays.

        Raises NoSuchMap where no legal map has all that is drawn, and SolverGaveUp.

        >>> import mapkit
        >>> blank = mapkit.read(mapkit.new("treasures", preset="small"))
        >>> blank.complete("rain").check()
        ()
        """
        return verbs.complete(self, seed)

    def solve(
        self, *, starts: Sequence[Cell] = (), plies: int | None = None, measures: Collection[str] | None = None
    ) -> Analysis:
        """Shortest ways to win and what else is measured on a legal map, for its game master.

        `starts` are the cells from which to find ways to win, and `plies` is how far to look ahead; a game uses one of
        the two. With the keys of some `measures` nothing else is computed. Raises BadSetting where the game has no such
        question, and for a start that is no cell of the board, and FaultyMap for a map with faults.

        >>> import mapkit
        >>> found = mapkit.generate("treasures", "club", preset="small").solve(measures=["inner-walls"])
        >>> found.measures["inner-walls"].value
        {'walls': 11, 'most': 25}
        """
        return verbs.solve(self, starts=starts, plies=plies, measures=measures)

    @overload
    def begin(
        self: PlayableMap[S], players: Sequence[str], **order: Unpack[verbs.GameOrder]
    ) -> verbs.PlayedGame[S]: ...
    @overload
    def begin(self, players: Sequence[str], **order: Unpack[verbs.GameOrder]) -> verbs.PlayedGame[Any]: ...
    def begin(
        self,
        players: Sequence[str],
        *,
        options: Mapping[str, str] = FrozenDict(),
        seed: str = "",
        language: str = "en",
        theme: str = "",
        anyway: bool = False,
    ) -> verbs.PlayedGame[Any]:
        """The beginning of a game, with the players in the given order; the dice follow from the seed.

        Without a seed the game gets one from the system, and its `seed` says which. What is heard is in the
        `language`, in the words of the map's theme, or of the `theme` that is named; `none` names none.

        With `anyway` a map that only has more or fewer of something than its settings say is played, too; its settings
        then follow the map. Raises BadSetting for wrong names, options or numbers of players, GameOver for a game that
        has ended, and FaultyMap for faults that are found without a search for ways.

        >>> import mapkit
        >>> mapkit.generate("quoridor", "club").begin(["Ann", "Bob"]).to_move
        'Ann'
        """
        return verbs.begin(self, players, options=options, seed=seed, language=language, theme=theme, anyway=anyway)

    def print(
        self, sheet: str, *, crop: bool = False, anyway: bool = False, **printing: Unpack[verbs.PrintOptions]
    ) -> tuple[bytes, ...]:
        """A sheet, as the bytes of one PDF, or of an SVG or PNG for each page.

        The options of printing are those of the command `print`: `format` is `pdf`, `svg` or `png`, `paper` is `a4` or
        another, `language` is `en` or another, and so on. The sheet `map`, which every map has, is the board alone;
        with `crop` it comes without a page around it. Raises BadSetting for names that are not known, NoSheet where
        this map lacks the sheet, and FaultyMap for a map with faults, unless it is to be printed `anyway`.

        >>> import mapkit
        >>> (pdf,) = mapkit.generate("quoridor", "club").print("gm", paper="letter")
        >>> pdf[:5]
        b'%PDF-'
        """
        return verbs.print_sheet(self, sheet, crop=crop, anyway=anyway, **printing)

    def svg(self, *, floor: int = 1, font: Literal["embedded", "inherit", "outlines"] = "embedded") -> str:
        """The board alone as an SVG picture, even of a map with faults; most games keep it secret.

        Its letters come from a font inside it, or as shapes with `outlines`. A web page with many pictures has the
        font once: with `inherit` they take it from `mapkit.font_style()`, which stands in the page. Raises BadSetting
        for a floor that the map lacks, and for another font.

        >>> import mapkit
        >>> mapkit.generate("quoridor", "club").svg(font="inherit")[:4]
        '<svg'
        """
        return verbs.svg(self, floor=floor, font=font)

    def describe(self, *, by: str = "all", language: str = "en") -> str:
        """The map in words, for a screen reader or a chat: by `things`, `rows` or `cells`, or `all`: things and rows.

        Most maps are secret; the text then says so. Raises BadSetting for another word, or an unknown language.

        >>> import mapkit
        >>> mapkit.generate("quoridor", "club").describe(by="things").splitlines()[0]
        'A map of Quoridor. 9 columns and 9 rows: a1 is in the south-west, i9 in the north-east.'
        """
        return verbs.describe(self, by=by, language=language)

    def share(self) -> str:
        """The share code, which `mapkit.read` reads; it holds the whole map, so it is for its game master alone.

        Raises UnwritableMap for a map that is too large for a code.

        >>> import mapkit
        >>> mapkit.generate("quoridor", "club").share()
        'quoridor:1cN4O7TtjCMS2q8H6Kn3hh6'
        """
        return verbs.share(self)

    def to_text(self) -> str:
        """The text of its map file, which `mapkit.read` reads; raises UnwritableMap.

        >>> import mapkit
        >>> map = mapkit.generate("quoridor", "club")
        >>> mapkit.read(map.to_text()) == map
        True
        """
        return verbs.to_text(self)

    def to_json(self) -> dict[str, Any]:
        """The map for `json.dumps`, with its cells and borders as data; its schema is `map`. Raises UnwritableMap.

        `mapkit.read` reads what `json.dumps` makes of it.

        >>> import mapkit
        >>> mapkit.generate("quoridor", "club").to_json()["size"]
        '9x9'
        """
        return verbs.to_json(self)

    # What is on it

    @cached_property
    def kinds(self) -> Mapping[Cell, str]:
        """The mark that is drawn in each cell that has one, in reading order."""
        drawn = self.game.design.legend(self.params).cell_marks
        marks = {fact.place: fact.mark for fact in self.facts if fact.mark in drawn}
        return FrozenDict({cell: marks[cell] for cell in self.params.grid.cells() if cell in marks})

    def cells_of(self, kind: str) -> tuple[Cell, ...]:
        """The cells of a kind, in reading order; raises BadSetting for a kind that the game does not have.

        >>> import mapkit
        >>> mapkit.generate("treasures", "club").cells_of("treasure")
        ('e6', 'c1')
        """
        legend = self.game.design.legend(self.params)
        if kind not in tuple(legend.cell_marks):
            usual = names(dict.fromkeys(legend.cells.values())) or message("none: no cell has a kind")
            would_do = suggestion(kind, tuple(legend.cell_marks), message("say one of {names}", usual))
            raise BadSetting(message("{name} is {found}", Name("kind"), refused_word(kind)), would_do)
        return tuple(cell for cell, mark in self.kinds.items() if mark == kind)

    def onward(self, cell: Cell, direction: Direction) -> Cell | None:
        """The cell that a step leads to; None where a wall bars it or the board ends. Raises BadSetting.

        >>> import mapkit
        >>> mapkit.generate("treasures", "club").onward("a1", "N")
        'a2'
        """
        try:
            return self._steps[cell, direction]
        except (KeyError, TypeError):
            raise self.params.grid.no_such(cell, direction) from None

    def open_neighbours(self, cell: Cell) -> tuple[Cell, ...]:
        """The cells that a step leads to.

        >>> import mapkit
        >>> mapkit.generate("treasures", "club").open_neighbours("a1")
        ('a2', 'b1')
        """
        steps = (self.onward(cell, direction) for direction in self.params.grid.directions)
        return tuple(other for other in steps if other is not None)

    @cached_property
    def _steps(self) -> Mapping[tuple[Cell, Direction], Cell | None]:
        """The cell that each step leads to, by the cell it starts from and its direction; None where none does.

        >>> import mapkit
        >>> mapkit.generate("treasures", "club").open_neighbours("a1")
        ('a2', 'b1')
        """
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
    undecided = map_.undecided_borders
    lines = tuple(line for line in borders(map_.params.grid) if line in undecided) if undecided else ()
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
