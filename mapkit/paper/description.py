"""A map in words, for a person who hears it read out or reads it in a chat: things and their places, rows, or cells.

All words come from the records of the game: its legend, its listings and its settings. The sentences around them are
the words `describe` that all sheets share.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from functools import cache, cached_property
from itertools import groupby
from typing import Any

from mapkit.language.catalogue import ENGLISH, Words, texts
from mapkit.language.wording import translated
from mapkit.model.design import UNDECIDED, Legend
from mapkit.model.grid import COMPASS, Board, Border, Cell, Direction, Hex, cell_of, natural, sides
from mapkit.model.letters import refused_word, suggestion
from mapkit.model.map import Map
from mapkit.model.message import Name, clauses, message
from mapkit.model.rule import Fact
from mapkit.model.settings import BadSetting, settings, show_setting
from mapkit.paper.game_sheets import paper_of

PARTS = ("all", "things", "rows", "cells")
"""How a map can be told: its things and then its rows, only one of them, or cell by cell."""


def description(map_: Map[Any], by: str = "all", language: str = ENGLISH) -> Iterator[str]:
    """The lines of a map in words; the first two say what it is, and whether it is secret.

    `by` is one of `PARTS`. Raises BadSetting for another word, and where the game has no words in the language.
    """
    if by not in PARTS:
        found = message("{name} is {found}", Name("by"), refused_word(by))
        raise BadSetting(clauses(found, suggestion(by, PARTS, "say one of {names}")))
    told = _MapDescription(map_, language)
    yield from told.head()
    if by in ("all", "things"):
        yield from told.things()
    if by in ("all", "rows"):
        yield from told.rows()
    for cell in map_.params.grid.cells() if by == "cells" else ():
        kind, beside = told.inside(cell)
        yield f"{cell}: {kind}{'; ' if beside else ''}{beside}."


def cells_in_words(map_: Map[Any], language: str = ENGLISH) -> dict[Cell, str]:
    """What is in each cell and on its sides, such as `c3, river, wall north`; raises BadSetting."""
    told = _MapDescription(map_, language)
    return {cell: ", ".join(filter(None, (cell, *told.inside(cell)))) for cell in map_.params.grid.cells()}


class _MapDescription:
    def __init__(self, map_: Map[Any], language: str) -> None:
        self.map, self.language = map_, language
        self.words: Words = texts("sheets", language)
        self.says: Words = self.words["describe"]
        self.legend: Legend = map_.game.design.legend(map_.params)
        self.grid: Board = map_.params.grid
        self.noun = cache(self._noun)
        self.listed = [
            (translated(listing.title, language), *listing.show(map_.facts)) for listing in self.legend.listings
        ]

    def _noun(self, mark: str) -> str:
        """What a mark is called, without words in brackets; empty for a mark without a name."""
        known = {mark, mark.rpartition(" ")[0]} & self.legend.words.keys() or self.legend.is_in_series(mark)
        return translated(self.legend.noun(mark), self.language) if known else ""

    def head(self) -> Iterator[str]:
        """The title, the game, the board, whether it is secret, and the settings that are not the usual ones."""
        game, grid, says = self.map.game, self.grid, self.says
        name = game.title if self.language == ENGLISH else str(texts(game.name, self.language).get("name", game.title))
        cells = [cell for cell in grid.cells() if grid.floor(cell) == 1]
        ends = {"first": min(cells, key=self._spot), "last": max(cells, key=self._spot)}
        size = {"steps": grid.radius} if isinstance(grid, Hex) else {"columns": grid.columns, "rows": grid.rows}
        board = says["hexes" if isinstance(grid, Hex) else "squares"].format(**size, **ends)
        if grid.floors > 1:
            board += says["floors"].format(number=grid.floors)
        yield says["head" if self.map.title else "untitled"].format(title=self.map.title, game=name, board=board)
        yield says["secret" if "map" in paper_of(game).all_secret else "open"]
        usual = game.design.params(grid=grid)
        named = (
            (setting.name, show_setting(setting, getattr(self.map.params, setting.name)))
            for setting in settings(game.design.params)
            if getattr(self.map.params, setting.name) != getattr(usual, setting.name)
        )
        if given := ", ".join(f"{name} {value}" for name, value in named):
            yield says["settings"].format(settings=given)

    def _spot(self, cell: Cell) -> tuple[float, float]:
        x, y = self.grid.centre(cell)
        return y, x

    # --- by things

    def things(self) -> Iterator[str]:
        """A line for each thing with its places; what flows is told as a way."""
        of_listings = {fact for _, _, mine in self.listed for fact in mine}
        for key, words, _ in self.listed:
            if words:
                yield self._line(key, [self.noun(word) or word for word in words])
        here = sorted(self.map.facts - of_listings, key=lambda f: (natural(cell_of(f.place)), f.mark, str(f.place)))
        lines = [(fact.place, fact.mark) for fact in here if isinstance(fact.place, Border)]
        if gaps := [line for line, mark in lines if mark == self.legend.gap]:
            yield self._line(self.noun(self.legend.gap), self._along(gaps))
        kinds = self.map.kinds
        ways, flowing = self._chains()
        for noun, chains in ways.items():
            for number, chain in enumerate(chains, 1):
                named = f"{noun} {number}" if len(chains) > 1 else noun
                told = {"thing": named, "first": chain[0], "last": chain[-1], "path": ", ".join(chain)}
                yield self.says["way"].format_map(told)
        plain, *others = dict.fromkeys(self.legend.marks.values()) or [""]
        for mark in others:
            if cells := [cell for cell in kinds if kinds[cell] == mark and cell not in flowing]:
                yield self._line(self.noun(mark), cells)
        if number := sum(mark == plain for mark in kinds.values()):
            yield self.says["rest"].format(thing=self.noun(plain), number=number)
        blank = (
            [cell for cell in self.grid.cells() if cell not in kinds]
            if self.map.game.design.board.drawn_in_files
            else []
        )
        if blank:
            yield self._line(self.says["blank"], blank)
        for mark in dict.fromkeys((*(line.mark for line in self.legend.lines), UNDECIDED)):
            if places := [line for line, each in lines if each == mark]:
                noun = self.says["undecided"] if mark == UNDECIDED else self.noun(mark)
                yield self._line(noun, self._along(places), len(places))

    def _chains(self) -> tuple[Mapping[str, list[list[Cell]]], Collection[Cell]]:
        """The ways of what flows, by what it is called, and their cells: its marks end in directions.

        They are told in this way where the game has a word for what flows: a mark without its direction.
        """
        grid, kinds = self.grid, self.map.kinds
        stems = {cell: mark.rpartition(" ")[::2] for cell, mark in kinds.items()}
        arrows = {c: (s, d) for c, (s, d) in stems.items() if s in self.legend.words and d in grid.directions}
        goals = {cell: grid.step(cell, side) for cell, (_, side) in arrows.items()}
        fed = set(goals.values())
        found, seen = defaultdict[str, list[list[Cell]]](list), set[Cell]()
        for start in sorted(arrows, key=lambda cell: cell in fed):  # springs first, then what runs in a ring
            chain = list[Cell]()
            here: Cell | None = start
            while here in arrows and here not in seen:
                seen.add(here)
                chain.append(here)
                here = goals[here]
            if here is not None and chain:
                chain.append(here)
            if chain:
                found[translated(self.legend.word(arrows[start][0]), self.language)].append(chain)
        return found, arrows

    def _along(self, places: Iterable[Border]) -> list[str]:
        """Borders in words: `north of a1 to c1` for a straight row of them."""
        by_side = defaultdict[Direction, list[Cell]](list)
        for cell, side in places:
            by_side[side].append(cell)
        told = []
        for side, cells in by_side.items():
            towards: Direction = "E" if side in "NSUD" else "N"
            step = self.grid.step if towards in self.grid.directions else (lambda _c, _d: None)
            left, back = set(cells), self.grid.back(towards)
            for cell in sorted(cells, key=natural):
                if cell in left and step(cell, back) not in left:
                    run = [cell]
                    while (after := step(run[-1], towards)) in left:
                        run.append(after)
                    left -= set(run)
                    told.append(f"{self.says['of'][side]} {self._span(run)}")
        return told

    def _span(self, run: Sequence[Cell]) -> str:
        return run[0] if len(run) == 1 else self.says["span"].format(first=run[0], last=run[-1])

    def _line(self, noun: str, places: Sequence[str], number: int = 0) -> str:
        """A thing and its places: with their number where there are several, and only that where there are many."""
        number = number or len(places)
        listed = ", ".join(places) if len(places) <= 40 else ""
        says = self.says["many" if number > 1 and listed else "one" if listed else "too_many"]
        return str(says.format(thing=noun, number=number, places=listed))

    # --- by rows and cells

    def rows(self) -> Iterator[str]:
        """A line for each row, from the top; neighbours that are alike are told together."""
        for (floor, _), row in groupby(self.grid.cells(), key=lambda c: (self.grid.floor(c), self._spot(c)[0])):
            cells = list(row)
            name = cells[0].partition("/")[0]
            number = name[0] if isinstance(self.grid, Hex) else name.lstrip("abcdefghijklmnopqrstuvwxyz")
            told = []
            for (kind, beside), alike in groupby(cells, key=self.inside):
                told.append(f"{self._span(list(alike))} {kind}{f' ({beside})' if beside else ''}")
            where = self.words["floor"].format(number=floor, of=self.grid.floors) + ". " if self.grid.floors > 1 else ""
            yield where + self.says["row"].format(row=number, cells="; ".join(told))

    def inside(self, cell: Cell) -> tuple[str, str]:
        """The kind of a cell and what else is in it, and what stands on its sides; empty for nothing."""
        kinds = self.map.kinds
        kind = (
            self.noun(kinds[cell])
            if cell in kinds
            else self.says["blank" if self.map.game.design.board.drawn_in_files else "empty"]
        )
        if cell not in self._at and cell not in self._beside:
            return kind, ""
        others = [noun for fact in self._at.get(cell, ()) if (noun := self.noun(fact.mark))]
        if others:
            kind = ", ".join([*([kind] if cell in kinds else []), *others])
        by_noun = defaultdict[str, list[str]](list)
        beside = self._beside.get(cell, {})
        for side in self.grid.directions if beside else ():
            for fact in beside.get(side, ()):
                noun = self.says["undecided"] if fact.mark == UNDECIDED else self.noun(fact.mark)
                by_noun[noun].append(self.says["side"].get(side, COMPASS[side]))
        return kind, "; ".join(f"{noun} {', '.join(sides)}" for noun, sides in by_noun.items())

    @cached_property
    def _at(self) -> Mapping[Cell, list[Fact]]:
        """What is in cells besides their kinds."""
        found = defaultdict[Cell, list[Fact]](list)
        for fact in sorted(self.map.facts - {Fact(c, k) for c, k in self.map.kinds.items()}, key=lambda f: f.mark):
            if not isinstance(fact.place, Border):
                found[cell_of(fact.place)].append(fact)
        return found

    @cached_property
    def _beside(self) -> Mapping[Cell, Mapping[Direction, list[Fact]]]:
        """What stands on the borders of each cell that has something there, by its sides."""
        found = defaultdict[Cell, dict[Direction, list[Fact]]](dict)
        for fact in self.map.facts:
            if isinstance(fact.place, Border):
                one, other = sides(self.grid, fact.place)
                found[one].setdefault(fact.place.side, []).append(fact)
                if other is not None:
                    found[other].setdefault(self.grid.back(fact.place.side), []).append(fact)
        return found
