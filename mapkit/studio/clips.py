"""Clips: pieces of a board that are copied, moved, mirrored and turned. Every function here is pure."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import product
from typing import Any, NamedTuple

from mapkit.mapfile.document import Document
from mapkit.model.design import Legend
from mapkit.model.grid import Board, Border, Cell, Direction, Hex, Place, border, sides
from mapkit.model.listing import Bar, CellsBySide, OrderedCells
from mapkit.model.map import Map
from mapkit.model.message import Message, Name, listed, message, plural
from mapkit.model.rule import Fact, Facts
from mapkit.model.symmetry import Symmetry, moved_place
from mapkit.studio.edits import redrawn, spots_named, with_facts
from mapkit.studio.places import Spot, is_flat, numbers
from mapkit.studio.tools import ERASER, BadStroke, bars_at, numbered, tool_named, with_listed, with_marks

Shift = Callable[[Cell], Cell | None]
"""Where each cell comes to lie; None beyond the board."""

_SLANT = 3**0.5 / 4
_HALF_STEPS: Mapping[Direction, tuple[float, float]] = {
    "": (0, 0), "N": (0, 0.5), "E": (0.5, 0), "S": (0, -0.5), "W": (-0.5, 0),
    "NE": (0.25, _SLANT), "SE": (0.25, -_SLANT), "SW": (-0.25, -_SLANT), "NW": (-0.25, _SLANT),
}  # fmt: skip
"""The way from the middle of a cell to the middle of each of its sides, upwards."""


class Clip(NamedTuple):
    """Cells that were copied, with the borders around them."""

    map: Map[Any]
    cells: tuple[Cell, ...]
    """The cells in reading order; the first comes to lie where the clip is pasted."""
    corners: tuple[Cell, ...]
    """The cells whose bars belong to the clip."""

    def reshaped(self, how: Callable[[Board], Symmetry]) -> Clip:
        """The clip mirrored or turned, with all that lies in it."""
        grid, legend = self.map.params.grid, self.map.game.design.legend(self.map.params)
        move = how(grid)
        bars = [bar for listing in legend.listings for bar in listing.bars(self.map.params)]
        lies = {"across": "upright", "upright": "across"} if "N" in move.ways else {}
        marks = {
            bar.mark: each.mark
            for bar, each in product(bars, repeat=2)
            if (each.words, each.lies) == (bar.words, lies.get(bar.lies, bar.lies))
        }

        def corner(cell: Cell) -> Cell | None:  # the neighbour comes to lie where the cell of that corner lies
            beside = grid.step(cell, "E")
            return str(move.places[beside]) if beside else None

        def fact(each: Fact) -> Fact | None:
            mark = each.mark.rstrip("+")
            if mark not in marks or isinstance(each.place, Border):
                return move.fact(each)
            there = corner(each.place)
            return Fact(there, each.mark.replace(mark, marks[mark])) if there else None

        params = replace(self.map.params, grid=move.board)
        facts = frozenset(filter(None, map(fact, self.map.facts)))
        there = {move.places[cell] for cell in self.cells}
        cells = tuple(cell for cell in move.board.cells() if cell in there)
        return Clip(
            replace(self.map, params=params, facts=facts), cells, tuple(filter(None, map(corner, self.corners)))
        )

    @property
    def for_page(self) -> dict[str, Any]:
        """How the clip lies: its cells and what they bear, and its lines with a mark, in steps from its first cell."""
        grid, marks = self.map.params.grid, _marks(self)
        x, y = grid.centre(self.cells[0])

        def lies(cell: Cell, side: Direction = "") -> list[float]:
            u, v = grid.centre(cell)
            dx, dy = _HALF_STEPS[side]
            return [round(u + dx - x, 3), round(y - v - dy, 3), grid.floor(cell) - grid.floor(self.cells[0])]

        return {
            "cells": [[*lies(cell), self.map.kinds.get(cell, "")] for cell in self.cells],
            "lines": [lies(*line) for line in _lines(self) if marks.get(line)],
        }


def copied(map_: Map[Any], names: Sequence[str]) -> Clip:
    """The cells with these names; raises BadStroke where there are none."""
    chosen = set(spots_named(map_, names))
    cells = tuple(cell for cell in map_.params.grid.cells() if cell in chosen)
    if not cells:
        raise BadStroke(message("nothing is selected; drag over some cells first"))
    return Clip(map_, cells, cells)


def cleared(read: Document, names: Sequence[str]) -> Document:
    """The document without what is on some cells and on the borders between them; raises BadStroke."""
    clip = copied(read.map, names)
    return redrawn(read, _without(clip, lambda line: _is_inside(clip, line)))


def _without(clip: Clip, goes: Callable[[Border], bool]) -> Map[Any]:
    """The map of a clip without what is on its cells, and on those of its lines that go."""
    path: list[Spot] = [*clip.cells, *filter(goes, _lines(clip))]
    return with_facts(clip.map, tool_named(clip.map, ERASER).stroke(clip.map, path))


def pasted(read: Document, clip: Clip, at: str) -> tuple[Document, tuple[Message, ...]]:
    """The document with a clip whose first cell lies on the cell `at`, and what does not fit; raises BadStroke.

    A blank cell of the clip leaves what is there. Named things, of which there is one, move. Numbered things go on
    with the free numbers, in their order; where these are too few, they take the next letter that is free.
    """
    map_ = read.map
    if clip.map.game.name != map_.game.name:
        mine, this = clip.map.game.title, map_.game.title
        raise BadStroke(message("the copy is of a map of {game}; this one is of {game2}", mine, this))
    if at not in map_.params.grid.cells():
        raise BadStroke(message("choose the cell where the copy is to lie"))
    old, new = clip.map.params.grid, map_.params.grid
    to, left = _shift(old, new, _apart(numbers(old, clip.cells[0]), numbers(new, at))), list[Message]()
    if beyond := sum(to(cell) is None for cell in clip.cells):
        left.append(
            plural(
                "{number} cell of the copy would lie beyond the board.",
                "{number} cells of the copy would lie beyond the board.",
                beyond,
            )
        )
    becomes, more = _laid(map_, clip, to)
    return redrawn(read, becomes), tuple(dict.fromkeys((*left, *more)))


class Moved(NamedTuple):
    """What has become of a part of a board that was moved."""

    document: Document
    cells: tuple[Cell, ...]
    """Where the part lies now."""
    left: tuple[Message, ...]
    """What does not fit there."""


def moved(read: Document, names: Sequence[str], start: str, end: str) -> Moved:
    """The document with some cells, and the walls around them, moved by the way from one cell to another.

    Numbered things keep their numbers, and what is listed its place in the list. Raises BadStroke.
    """
    grid = read.map.params.grid
    clip = copied(read.map, names)
    if start not in grid.cells() or end not in grid.cells():
        raise BadStroke(message("choose the cell where the copy is to lie"))
    to = _shift(grid, grid, _apart(numbers(grid, start), numbers(grid, end)))
    if beyond := sum(to(cell) is None for cell in clip.cells):
        raise BadStroke(
            plural(
                "{number} cell would lie beyond the board; move the selection less far",
                "{number} cells would lie beyond the board; move the selection less far",
                beyond,
            )
        )
    return _in_its_place(read, clip, clip, to, to, {})


def reshaped(read: Document, names: Sequence[str], how: Callable[[Board], Symmetry]) -> Moved:
    """The document with some cells, and the walls around them, mirrored or turned where they lie.

    Where they would leave the board, they come to lie as near as the board has room. Raises BadStroke.
    """
    grid, before = read.map.params.grid, copied(read.map, names)
    clip, move = before.reshaped(how), how(grid)
    spots = {numbers(grid, cell) for cell in grid.cells()}
    mine = [numbers(move.board, cell) for cell in clip.cells]
    x, y = _wanted(grid, before, move)
    most, hexes = 2 * max(max(map(abs, spot[:2])) for spot in spots), isinstance(grid, Hex)
    ways = sorted(
        product(range(-most, most + 1), repeat=2),
        key=lambda way: (_far(*way) if hexes else way[0] ** 2 + way[1] ** 2, way),
    )
    fit = ((x + dx, y + dy) for dx, dy in ways if all((u + x + dx, v + y + dy, w) in spots for u, v, w in mine))
    if (way := next(fit, None)) is None:
        raise BadStroke(message("what is selected has no room on the board when it is turned; select less"))
    here = _shift(move.board, grid, (*way, 0))
    return _in_its_place(read, before, clip, here, lambda cell: here(str(move.places[cell])), move.ways)


def _wanted(grid: Board, clip: Clip, move: Symmetry) -> Sequence[int]:
    """The way back from where a symmetry of the board takes a clip to its place, so that it stays where it is."""
    if isinstance(grid, Hex):
        spots = [grid.axial(cell) for cell in clip.cells]
        q, r = (sum(values) / len(spots) for values in zip(*spots, strict=True))

        middle = min(grid.cells(), key=lambda cell: _far(grid.axial(cell)[0] - q, grid.axial(cell)[1] - r))
        return _apart(numbers(grid, str(move.places[middle])), numbers(grid, middle))[:2]
    (left, right), (low, high) = _box(grid, clip.cells)
    ends, heights = _box(move.board, [str(move.places[cell]) for cell in clip.cells])
    across, up, longer = left + right - sum(ends), low + high - sum(heights), 1 if right - left > high - low else -1
    return (across - longer * (across % 2)) // 2, (up + longer * (up % 2)) // 2


def _far(q: float, r: float) -> float:
    """How far a way on hexes leads, squared."""
    return q**2 + r**2 + q * r


def _box(grid: Board, cells: Sequence[Cell]) -> tuple[tuple[int, int], tuple[int, int]]:
    """The first and the last column and row of some cells."""
    across, up, _ = zip(*(numbers(grid, cell) for cell in cells), strict=True)
    return (min(across), max(across)), (min(up), max(up))


def _in_its_place(
    read: Document, before: Clip, clip: Clip, here: Shift, to: Shift, ways: Mapping[Direction, Direction]
) -> Moved:
    """The document with a clip laid in place of the one before, of which `to` says where each cell comes to lie."""
    grid, legend = read.map.params.grid, read.map.game.design.legend(read.map.params)
    marks = _marks(before)

    def goes(line: Border) -> bool:  # what has no place elsewhere stays where it is
        moves = line in marks and moved_place(grid, grid, line, to, ways) is not None
        return moves or _is_inside(before, line)

    becomes, left = _laid(_without(before, goes), clip, here)
    for listing in legend.listings:
        if isinstance(listing, OrderedCells):  # each keeps its place in the list
            was, mine = listing.show(read.map.facts)[0], set(before.cells)
            over = set() if _is_named(legend, listing) else {to(cell) for cell in was if cell in mine} - mine
            cells = [to(cell) or cell if cell in mine else cell for cell in was if cell not in over]
            becomes = with_facts(becomes, with_listed(becomes, listing, cells))
    return Moved(redrawn(read, becomes), tuple(cell for each in clip.cells if (cell := here(each))), left)


def _laid(map_: Map[Any], clip: Clip, to: Shift) -> tuple[Map[Any], tuple[Message, ...]]:
    """The map with a clip laid on it, and what does not fit."""
    old, new, legend = clip.map.params.grid, map_.params.grid, map_.game.design.legend(map_.params)
    landed = {cell: there for cell in clip.cells if (there := to(cell)) is not None}
    kinds, left = _kinds(map_, clip, landed)
    # all borders inside the clip, and around it those with a mark
    marks, becoming = _marks(clip), dict[Place, str](kinds.items())
    for line in _lines(clip):
        lies, mark = moved_place(old, new, line, to), marks.get(line, "")
        if isinstance(lies, Border) and (mark or _is_inside(clip, line)):
            becoming[lies] = mark
        elif lies is None and mark and mark == legend.gap:
            left.append(message("{thing}: there is no outer wall where it would be.", legend.word(mark)))
        elif lies is None and mark not in ("", "wall") and to(line.cell):
            left.append(message("{thing}: it would lie beyond the board.", legend.word(mark)))
    becomes = with_facts(map_, with_marks(map_, becoming))
    becomes, more = _with_listings(becomes, clip, landed, to)
    return becomes, tuple(dict.fromkeys((*left, *more)))


def _kinds(map_: Map[Any], clip: Clip, landed: Mapping[Cell, Cell]) -> tuple[dict[Cell, str], list[Message]]:
    """What the cells of a clip become where they lie, and what does not fit."""
    legend, left, targets = map_.game.design.legend(map_.params), list[Message](), set(landed.values())
    drawn = {there: kind for cell, there in landed.items() if (kind := clip.map.kinds.get(cell))}
    sets, taken = numbered(legend), {mark for cell, mark in map_.kinds.items() if cell not in targets}
    of_sets = {mark for marks in sets.values() for mark in marks}
    kinds = {there: kind for there, kind in drawn.items() if kind not in of_sets}
    for letter, marks in sets.items():
        mine = {there: marks.index(kind) for there, kind in drawn.items() if kind in marks}
        given: Sequence[str] = [marks[number] for number in sorted(mine.values())]
        if not taken.isdisjoint(given):
            given = [mark for mark in marks if mark not in taken]
            if len(given) < len(mine):
                alike = [some for some in sets.values() if legend.kind(some[0]) == legend.kind(marks[0])]
                alike.sort(key=lambda some: len(some) != len(sets[letter]))
                unused = (some for some in alike if len(some) >= len(mine) and taken.isdisjoint(some))
                given = next(unused, given)
        kinds |= zip(sorted(mine, key=mine.__getitem__), given, strict=False)
        taken.update(given[: len(mine)])
        if len(given) < len(mine):
            left.append(message("{names} are all on the board.", listed([*map(Name, sets[letter])])))
    return kinds, left


def _apart(one: Sequence[int], other: Sequence[int]) -> tuple[int, ...]:
    return tuple(there - here for here, there in zip(one, other, strict=True))


def _shift(old: Board, new: Board, way: Sequence[int]) -> Shift:
    """Where each cell comes to lie that goes this way."""
    there = {numbers(new, cell): cell for cell in new.cells()}

    def to(cell: Cell) -> Cell | None:
        across, up, floor = (at + by for at, by in zip(numbers(old, cell), way, strict=True))
        return there.get((across, up, floor))

    return to


def _lines(clip: Clip) -> Iterator[Border]:
    grid = clip.map.params.grid
    found = (border(grid, cell, way) for cell in clip.cells for way in grid.directions)
    yield from dict.fromkeys(line for line in found if is_flat(line))


def _marks(clip: Clip) -> dict[Border, str]:
    """What the borders of the map bear that a clip is of."""
    return {fact.place: fact.mark for fact in clip.map.facts if isinstance(fact.place, Border)}


def _is_inside(clip: Clip, line: Border) -> bool:
    return all(cell in clip.cells for cell in sides(clip.map.params.grid, line))


def _is_named(legend: Legend, listing: OrderedCells) -> bool:
    """Whether each thing that is listed has a name of its own."""
    return f"{listing.mark} 1" in legend.words


def _with_listings(
    map_: Map[Any], clip: Clip, landed: Mapping[Cell, Cell], to: Shift
) -> tuple[Map[Any], Sequence[Message]]:
    """The map with what listings name on the cells of the clip, and what does not fit."""
    legend, left = map_.game.design.legend(map_.params), list[Message]()
    for listing in legend.listings:
        facts = map_.facts
        match listing:
            case OrderedCells():  # named things of the clip move; others are listed after those that are
                listed, named = list(listing.show(facts)[0]), _is_named(legend, listing)
                for number, cell in enumerate(listing.show(clip.map.facts)[0]):
                    if cell in landed and named and number <= len(listed):
                        listed[number : number + 1] = [landed[cell]]
                    elif cell in landed and not named and landed[cell] not in listed:
                        listed.append(landed[cell])
                facts = with_listed(map_, listing, listed)
            case CellsBySide():
                facts, more = _with_sides(map_, clip, landed, listing)
                left += more
            case _:
                facts, more = _with_bars(map_, clip, listing.bars(map_.params), to)
                left += more
        map_ = with_facts(map_, facts)
    return map_, left


def _with_sides(
    map_: Map[Any], clip: Clip, landed: Mapping[Cell, Cell], listing: CellsBySide
) -> tuple[Facts, Sequence[Message]]:
    facts, left = map_.facts, list[Message]()
    for cell, there in landed.items():
        fact = Fact(Border(there, listing.side), listing.mark)
        if Fact(Border(cell, listing.side), listing.mark) not in clip.map.facts:
            facts -= {fact}
        elif map_.params.grid.step(there, listing.side) is None:
            thing = map_.game.design.legend(map_.params).word(listing.mark)
            left.append(message("{thing}: nothing is above the cell where it would be.", thing))
        else:
            facts |= {fact}
    return facts, left


def _with_bars(map_: Map[Any], clip: Clip, bars: Sequence[Bar], to: Shift) -> tuple[Facts, Sequence[Message]]:
    facts, grid, left = map_.facts, map_.params.grid, list[Message]()
    for corner in clip.corners if bars else ():
        mine, lies = bars_at(bars, clip.map.facts, corner), to(corner)
        if lies and not (mine and None in (grid.step(lies, "N"), grid.step(lies, "E"))):
            facts = facts - bars_at(bars, facts, lies) | {Fact(lies, fact.mark) for fact in mine}
        elif mine:
            left.append(message("{thing}: it would lie beyond the board.", bars[0].words))
    return facts, left
