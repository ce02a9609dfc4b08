"""The tools of a game: what a person can draw with, made from the legend of its drawings.

A tool turns the facts of a map and a stroke, the spots that it passes in their order, into other facts. Nothing here
knows a game: portals are numbered because their marks differ in a number only, and rivers follow the stroke because
theirs differ in a direction.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from itertools import pairwise
from math import dist
from typing import Any, Literal

from mapkit.model.design import UNDECIDED, Legend
from mapkit.model.errors import MapkitError
from mapkit.model.game import Game
from mapkit.model.grid import Board, Border, Cell, Direction, Place, border, sides
from mapkit.model.listing import Bar, CellsBySide, Listing, OrderedCells
from mapkit.model.map import Map
from mapkit.model.message import Message, Name, listed, message, noun
from mapkit.model.rule import Fact, Facts
from mapkit.model.settings import Params
from mapkit.studio.places import Corner, Spot, is_flat

Aim = Literal["cells", "borders", "steps", "corners"]
"""What a stroke is made of: cells; borders; the cells of a path, or else one border; or corners."""
Stroke = Callable[[Map[Any], Sequence[Spot]], Facts]
"""The facts after a stroke; raises BadStroke."""

_SIDES = frozenset("NESW")


class BadStroke(MapkitError):
    """A stroke that changes nothing; the text says why, and what would do."""


@dataclass(frozen=True)
class Tool:
    """Something to draw with."""

    name: str
    sign: str
    """What stands on its button where there is no picture: a symbol of map files."""
    words: Message
    heading: Message
    """The group that it stands in."""
    aims: Aim
    stroke: Stroke = field(compare=False)
    sample: str = ""
    """A mark of a cell or border whose picture stands on its button; empty for none."""
    marks: tuple[str, ...] = ()
    """What it draws, as marks; a listed mark without its number. The eraser has none."""
    shown: Callable[[Cell], Facts] | None = field(default=None, compare=False)
    """The facts whose picture around a cell stands on the button of a tool of listings."""

    @property
    def fills(self) -> bool:
        """Whether it can fill a region: where it makes all cells alike."""
        return not self.marks or (self.heading == CELLS and len(self.marks) < 2)


CELLS, BORDERS, LISTED = message("Cells"), message("Borders"), message("Pieces and places")
ERASER = "eraser"
"""The name of the tool that every game has."""


def tools(map_: Map[Any]) -> tuple[Tool, ...]:
    """What a person can draw a map with, the eraser first. The signs of numbered things are those that come next."""
    legend = map_.game.design.legend(map_.params)
    found = (*_of_cells(map_, legend), *_of_borders(legend), *_of_listings(map_, legend))
    return Tool(ERASER, "", noun("eraser"), found[0].heading if found else CELLS, "cells", _erase), *found


# --- cells -------------------------------------------------------------------------------------------------------


def _of_cells(map_: Map[Any], legend: Legend) -> Iterator[Tool]:
    glyphs = {mark: glyph for glyph, mark in reversed(list(legend.by_hand.items()))}
    directed: dict[str, dict[Direction, str]] = {}  # marks such as `flows N`, by the word and the direction
    for mark in legend.by_hand.values():
        kind, _, direction = mark.partition(" ")
        if direction in ("U", "D") or direction in _SIDES or direction in ("NE", "SE", "SW", "NW"):
            directed.setdefault(kind, {})[direction] = mark
    sets, flows = numbered(legend), {kind: ways for kind, ways in directed.items() if len(ways) > 1}
    for mark in dict.fromkeys(legend.by_hand.values()):
        kind = mark.partition(" ")[0]
        if mark in flows.get(kind, {}).values():
            if mark == next(iter(flows[kind].values())):
                flow, marks = partial(_flow, flows[kind]), tuple(flows[kind].values())
                yield Tool(f"cell {kind}", glyphs[mark], legend.word(kind), CELLS, "cells", flow, mark, marks)
        elif not (mark[1:].isdecimal() and mark in sets.get(mark[0], ())):
            words, paint = legend.word(mark), partial(_paint, mark)
            yield Tool(f"cell {mark}", glyphs[mark], words, CELLS, "cells", paint, mark, (mark,))
    placed = set(map_.kinds.values())
    begun = [letter for letter, marks in sets.items() if placed.intersection(marks)]
    fresh = [letter for letter in sets if letter not in begun]
    shown = {*begun, *(fresh if len(sets) <= _MOST_SETS else fresh[:1])}
    for letter, marks in ((letter, marks) for letter, marks in sets.items() if letter in shown):
        following = next((mark for mark in marks if mark not in placed), marks[0])
        named = legend.kind(marks[0]), Name(letter)
        of_set = message("{thing} {letter}", *named)
        if len(marks) <= _FEW:
            of_set = message("{thing} {letter} (a set of {number})", *named, len(marks))
        words = of_set if marks[0] in legend.kinds else legend.word(marks[0])
        yield Tool(
            f"cell {letter}*", following, words, legend.kind(marks[0]), "cells", partial(_number, marks), "", marks
        )


_FEW = 3
"""The most marks of a set whose number is told."""
_MOST_SETS = 12
"""The most sets of numbered marks that all have a tool; of more, those begun have one, and the next."""


def numbered(legend: Legend) -> dict[str, tuple[str, ...]]:
    """The marks of cells that are a letter and a number, by their letter and in the order of their numbers."""
    found: dict[str, list[str]] = {}
    for mark in dict.fromkeys(legend.marks.values()):
        if mark[:1].isalpha() and mark[1:].isdecimal():
            found.setdefault(mark[0], []).append(mark)
    return {letter: tuple(sorted(some, key=lambda mark: int(mark[1:]))) for letter, some in found.items()}


def _paint(mark: str, map_: Map[Any], path: Sequence[Spot]) -> Facts:
    return with_marks(map_, {cell: mark for cell in path if isinstance(cell, str)})


def with_marks(map_: Map[Any], marks: Mapping[Cell, str] | Mapping[Border, str] | Mapping[Place, str]) -> Facts:
    """The facts with these kinds of cells and marks of borders in place of others; an empty mark for nothing."""
    legend = map_.game.design.legend(map_.params)
    drawn = legend.cell_marks | drawn_on_borders(legend)
    kept = (fact for fact in map_.facts if not (fact.place in marks and fact.mark in drawn))
    return frozenset((*kept, *(Fact(place, mark) for place, mark in marks.items() if mark)))


def _number(marks: Sequence[str], map_: Map[Any], path: Sequence[Spot]) -> Facts:
    """Each cell gets the lowest number that is still free."""
    cells = [cell for cell in path if isinstance(cell, str) and map_.kinds.get(cell) not in marks]
    free = [mark for mark in marks if mark not in map_.kinds.values()]
    if cells and not free:
        all_of_them = listed([Name(mark) for mark in marks])
        raise BadStroke(message("{names} are all on the board; erase one to place it elsewhere", all_of_them))
    return with_marks(map_, dict(zip(cells, free, strict=False)))


def _flow(marks: Mapping[Direction, str], map_: Map[Any], path: Sequence[Spot]) -> Facts:
    """Each cell flows to the next one of the stroke, and the last one straight on; a single one turns by a step."""
    cells = [cell for cell in path if isinstance(cell, str)]
    if len(cells) == 1:
        now = map_.kinds.get(cells[0])
        turns = list(marks.values())
        return with_marks(map_, {cells[0]: turns[(turns.index(now) + 1) % len(turns)] if now in turns else turns[0]})
    found: dict[Cell, str] = {}
    for one, other in pairwise(cells):
        way = _way(map_.params.grid, one, other)
        if way in marks:
            found[one] = marks[way]
            if map_.kinds.get(other) not in marks.values():
                found.setdefault(other, marks[way])
    return with_marks(map_, found)


def _way(grid: Board, one: Cell, other: Cell) -> Direction:
    """The direction from a cell to the next; empty where they are not neighbours."""
    return next((way for way in grid.directions if grid.step(one, way) == other), "")


# --- borders -----------------------------------------------------------------------------------------------------


def _of_borders(legend: Legend) -> Iterator[Tool]:
    doors: dict[str, dict[Direction, str]] = {}
    for line in legend.lines:
        if side := next((word for word in line.mark.split() if word in _SIDES), ""):
            doors.setdefault(_kind_of_door(line.mark), {})[side] = line.mark
    seen: set[str] = set()
    for line in legend.lines:
        mark, kind = line.mark, _kind_of_door(line.mark)
        if kind not in doors:
            sign, draw = line.upright or line.across, partial(_line, mark)
            yield Tool(f"border {mark}", sign, legend.word(mark), BORDERS, "borders", draw, mark, (mark,))
        elif kind not in seen:
            seen.add(kind)
            sign, draw, ways = line.across or line.upright, partial(_door, doors[kind]), tuple(doors[kind].values())
            yield Tool(f"border {kind}*", sign, legend.kind(mark), BORDERS, "steps", draw, mark, ways)
    if legend.gap:
        gap, words = legend.gap, legend.word(legend.gap)
        yield Tool(f"border {gap}", "⇥", words, BORDERS, "borders", partial(_line, gap), gap, (gap,))
    if legend.undecided:
        draw, words = partial(_line, UNDECIDED), message("not decided yet")
        yield Tool(f"border {UNDECIDED}", "?", words, BORDERS, "borders", draw, "", (UNDECIDED,))


def _kind_of_door(mark: str) -> str:
    return " ".join(word for word in mark.split() if word not in _SIDES)


def drawn_on_borders(legend: Legend) -> frozenset[str]:
    return frozenset((*(line.mark for line in (*legend.lines, *legend.outer)), legend.gap, UNDECIDED))


def _line(mark: str, map_: Map[Any], path: Sequence[Spot]) -> Facts:
    """Draw along borders; a stroke that begins where the mark is already takes it away.

    A wall of the outer wall is there already, so a stroke with walls opens and closes gaps in it; one that also passes
    borders between cells, as a wall does that is drawn from the outer wall inwards, leaves the outer wall as it is.
    """
    legend, grid = map_.game.design.legend(map_.params), map_.params.grid
    lines = [spot for spot in path if isinstance(spot, Border) and is_flat(spot)]
    inner = [line for line in lines if sides(grid, line)[1] is not None]
    pairs = {line: _pair(legend, mark, line, outer=line not in inner) for line in (mark == "wall" and inner) or lines}
    becomes = {line: pair for line, pair in pairs.items() if pair}
    if not becomes:
        thing = message("undecided") if mark == UNDECIDED else legend.word(mark)
        outside = message("{thing}: point at a border in the outer wall", thing)
        inside = message("{thing}: point at a border between two cells", thing)
        raise BadStroke(outside if mark == legend.gap else inside)
    first = next(iter(becomes))
    now = next((fact.mark for fact in map_.facts if fact.place == first and fact.mark in drawn_on_borders(legend)), "")
    take = becomes[first][0] == now
    return with_marks(map_, {line: pair[take] for line, pair in becomes.items()})


def _pair(legend: Legend, mark: str, line: Border, *, outer: bool) -> tuple[str, str] | None:
    """The mark of a border with a line drawn there, and without; None where it cannot be drawn."""
    if mark == UNDECIDED:
        return UNDECIDED, ""
    if outer:
        if mark == "wall" and legend.gap:
            return "", legend.gap
        return (mark, "") if mark == legend.gap else None
    glyphs = next((each for each in (*legend.lines, legend.inner_gap) if each and each.mark == mark), None)
    fits = glyphs and (glyphs.across if line.side in ("N", "S") else glyphs.upright)
    return (mark, "") if fits else None


def _door(marks: Mapping[Direction, str], map_: Map[Any], path: Sequence[Spot]) -> Facts:
    """A door on each border that the path crosses, in its direction; on a single border, each way and none in turn."""
    grid = map_.params.grid
    cells = [cell for cell in path if isinstance(cell, str)]
    if len(cells) > 1:
        crossed = ((_way(grid, one, other), one) for one, other in pairwise(cells))
        return with_marks(map_, {border(grid, cell, way): marks[way] for way, cell in crossed if way in marks})
    lines = [spot for spot in path if isinstance(spot, Border) and sides(grid, spot)[1] is not None and is_flat(spot)]
    if not lines:
        raise BadStroke(message("a door: drag from one cell into the next, or point at a border between two cells"))
    ways = [marks[way] for way in ("NS" if lines[0].side in ("N", "S") else "EW") if way in marks] + [""]
    now = next((fact.mark for fact in map_.facts if fact.place == lines[0] and fact.mark in ways), "")
    return with_marks(map_, {lines[0]: ways[(ways.index(now) + 1) % len(ways)]})


# --- listings ----------------------------------------------------------------------------------------------------


def _of_listings(map_: Map[Any], legend: Legend) -> Iterator[Tool]:
    for listing in legend.explained:
        match listing:
            case OrderedCells():
                # one that lists a cell after the others; or one for each number, where each has a name of its own
                named = [n for n in range(1, 10) if f"{listing.mark} {n}" in legend.words]
                for number in named:
                    mark = f"{listing.mark} {number}"
                    move = partial(_move, listing, number)
                    yield _listed(mark, legend.word(mark), "cells", move, (mark,), partial(_alone, mark))
                if not named:
                    words, draw, first = legend.word(listing.mark), partial(_append, listing), f"{listing.mark} 1"
                    yield _listed(listing.key, words, "cells", draw, (listing.mark,), partial(_alone, first))
            case CellsBySide() if listing.side in map_.params.grid.directions:
                words, draw = legend.word(listing.mark), partial(_beside, listing)
                shown = partial(_alone, listing.mark, side=listing.side)
                yield _listed(listing.key, words, "cells", draw, (listing.mark,), shown)
            case _:
                # one for each kind of bar, however it lies
                bars = listing.bars(map_.params)
                for words in dict.fromkeys(bar.words for bar in bars):
                    mine = [bar for bar in bars if bar.words == words]
                    name = listing.key if mine[0] is bars[0] else mine[0].mark
                    draw, drawn = partial(_bar, bars, mine), tuple(bar.mark for bar in mine)
                    yield _listed(name, words, "corners", draw, drawn, partial(_alone, mine[0].mark))
                for mark in listing.allotted(map_.params).values():
                    words, draw = legend.word(mark), partial(_exchange, listing, mark)
                    shown = partial(_elsewhere, listing.allotted(map_.params))
                    yield _listed(mark, words, "cells", draw, (mark,), shown)


def _listed(
    name: str, words: Message, aims: Aim, stroke: Stroke, marks: tuple[str, ...], shown: Callable[[Cell], Facts]
) -> Tool:
    return Tool(f"list {name}", "", words, LISTED, aims, stroke, f"list {name}", marks, shown)


def _alone(mark: str, cell: Cell, side: Direction = "") -> Facts:
    return frozenset([Fact(Border(cell, side) if side else cell, mark)])


def _elsewhere(usual: Mapping[Cell, str], _: Cell) -> Facts:
    """Things that all have a place, each on that of the next, where no map has them by itself."""
    places, marks = [*usual], [*usual.values()]
    return frozenset(Fact(place, mark) for place, mark in zip(places, (*marks[1:], *marks[:1]), strict=True))


def with_listed(map_: Map[Any], listing: OrderedCells, cells: Sequence[Cell]) -> Facts:
    """The facts with these cells in the listing, in their order; of too many, the last ones."""
    others = map_.facts - listing.show(map_.facts)[1]
    cells = cells if listing.most is None else cells[-listing.most :]
    return others | {Fact(cell, f"{listing.mark} {number}") for number, cell in enumerate(cells, 1)}


def _append(listing: OrderedCells, map_: Map[Any], path: Sequence[Spot]) -> Facts:
    """Cells come to the end of the listing; a single one that is listed leaves it."""
    listed, cells = list(listing.show(map_.facts)[0]), [cell for cell in path if isinstance(cell, str)]
    if len(cells) == 1 and cells[0] in listed:
        return with_listed(map_, listing, [cell for cell in listed if cell != cells[0]])
    return with_listed(map_, listing, [*listed, *(cell for cell in cells if cell not in listed)])


def _move(listing: OrderedCells, number: int, map_: Map[Any], path: Sequence[Spot]) -> Facts:
    """The thing of that number goes to the last cell of the stroke."""
    listed, cells = list(listing.show(map_.facts)[0]), [cell for cell in path if isinstance(cell, str)]
    if len(listed) < number - 1:
        first = map_.game.design.legend(map_.params).word(f"{listing.mark} {len(listed) + 1}")
        raise BadStroke(message("place {thing} first", first))
    return with_listed(map_, listing, [*listed[: number - 1], *cells[-1:], *listed[number:]])


def _beside(listing: CellsBySide, map_: Map[Any], path: Sequence[Spot]) -> Facts:
    """Each cell gets the mark on its side, or loses it where the first one has it."""
    grid = map_.params.grid
    cells = [cell for cell in path if isinstance(cell, str) and grid.step(cell, listing.side) is not None]
    if not cells:
        thing = map_.game.design.legend(map_.params).word(listing.mark)
        raise BadStroke(message("{thing}: point at a cell of a lower floor; nothing is above this one", thing))
    made = {Fact(Border(cell, listing.side), listing.mark) for cell in cells}
    return map_.facts - made if Fact(Border(cells[0], listing.side), listing.mark) in map_.facts else map_.facts | made


def _exchange(listing: Listing, mark: str, map_: Map[Any], path: Sequence[Spot]) -> Facts:
    """The thing comes to the place nearest to the last cell of the stroke, and what lay there to its old place."""
    usual, centre = listing.allotted(map_.params), map_.params.grid.centre
    cells = [cell for cell in path if isinstance(cell, str)]
    if not cells:
        thing = map_.game.design.legend(map_.params).word(mark)
        raise BadStroke(message("{thing}: point at the place where it is to lie", thing))
    mine = listing.show(map_.facts)[1]
    lying = {str(fact.place): fact.mark for fact in mine} or dict(usual)
    there = min(usual, key=lambda place: dist(centre(place), centre(cells[-1])))
    before = next((place for place, each in lying.items() if each == mark), there)
    lying[before], lying[there] = lying.get(there, ""), mark
    new = (Fact(place, each) for place, each in lying.items() if each)
    return map_.facts - mine | (frozenset() if lying == usual else frozenset(new))


def _bar(bars: Sequence[Bar], mine: Sequence[Bar], map_: Map[Any], path: Sequence[Spot]) -> Facts:
    """A bar of one kind over each corner, in place of one of another kind that lies alike; or none where one lies."""
    facts, lies = map_.facts, {bar.mark: bar.lies for bar in bars}
    for corner in (spot for spot in path if isinstance(spot, Corner)):
        there = bars_at(bars, facts, corner.cell)
        mark = next((bar.mark for bar in mine if bar.lies == corner.lies), "")
        marks = {fact.mark.rstrip("+") for fact in there}
        other = mark not in marks and {lies[each] for each in marks} == {corner.lies}
        facts = facts - there if there and not other else facts - there | {Fact(corner.cell, mark)}
    return facts


def bars_at(bars: Sequence[Bar], facts: Facts, cell: Cell) -> Facts:
    """The bars that are named after a cell, with those that a file lists again."""
    marks = {bar.mark for bar in bars}
    return frozenset(fact for fact in facts if fact.place == cell and fact.mark.rstrip("+") in marks)


# --- the eraser --------------------------------------------------------------------------------------------------


def _erase(map_: Map[Any], path: Sequence[Spot]) -> Facts:
    """Nothing is left on the spots, but for things that only move, such as those that every game needs."""
    legend = map_.game.design.legend(map_.params)
    cells = {spot for spot in path if isinstance(spot, str)}
    facts = with_marks(map_, dict.fromkeys((spot for spot in path if isinstance(spot, Cell | Border)), ""))
    for listing in legend.listings:
        now = Map(map_.game, map_.params, facts)
        match listing:
            case OrderedCells() if listing.most == 1 or f"{listing.mark} 1" not in legend.words:
                listed = listing.show(facts)[0]
                facts = with_listed(now, listing, [cell for cell in listed if cell not in cells])
            case CellsBySide():
                facts -= {Fact(Border(cell, listing.side), listing.mark) for cell in cells}
            case _:
                bars = listing.bars(map_.params)
                for spot in path:
                    named = spot.cell if isinstance(spot, Corner) else spot
                    facts -= bars_at(bars, facts, named) if isinstance(named, str) else frozenset()
    return facts


def tool_named(map_: Map[Any], name: str) -> Tool:
    """The tool of that name; raises BadStroke."""
    found = next((tool for tool in tools(map_) if tool.name == name), None)
    if found is None:
        wrong = Name(repr(name[:40]))
        raise BadStroke(message("there is no tool {found} for this map; choose one of the palette", wrong))
    return found


def samples(game: Game[Any], params: Params) -> tuple[tuple[str, ...], tuple[str, ...], tuple[Tool, ...]]:
    """What has a picture on a button: marks of cells and of borders, and tools of listings, named as their samples."""
    legend, bare = game.design.legend(params), Map(game, params, frozenset())
    cells = tuple(tool.sample for tool in _of_cells(bare, legend) if tool.sample)
    borders = tuple(tool.sample for tool in _of_borders(legend) if tool.sample)
    return cells, borders, tuple(_of_listings(bare, legend))
