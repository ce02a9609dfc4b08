"""Clips: a piece of a board that was copied, and what becomes of it where it is pasted. Every function here is pure."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from mapkit.mapfile.document import Document
from mapkit.model.grid import Board, Border, Cell, border, sides
from mapkit.model.listing import CellsBySide, OrderedCells
from mapkit.model.map import Map
from mapkit.model.message import Message, Name, listed, message, plural
from mapkit.model.rule import Fact
from mapkit.model.symmetry import moved_place
from mapkit.studio.edits import redrawn, spots_named, with_facts
from mapkit.studio.places import Spot, is_flat, numbers
from mapkit.studio.tools import ERASER, BadStroke, bars_at, numbered, tool_named, with_kinds, with_lines, with_listed


class Clip(NamedTuple):
    """Cells that were copied, with the borders around them."""

    map: Map[Any]
    cells: tuple[Cell, ...]
    """The cells in reading order; the first comes to lie where the clip is pasted."""


def copied(map_: Map[Any], names: Sequence[str]) -> Clip:
    """The cells with these names; raises BadStroke where there are none."""
    chosen = set(spots_named(map_, names))
    cells = tuple(cell for cell in map_.params.grid.cells() if cell in chosen)
    if not cells:
        raise BadStroke(message("nothing is selected; drag over some cells first"))
    return Clip(map_, cells)


def cleared(read: Document, names: Sequence[str]) -> Document:
    """The document without what is on some cells and on the borders between them; raises BadStroke."""
    clip = copied(read.map, names)
    path: list[Spot] = [*clip.cells, *(line for line in _lines(clip) if _is_inside(clip, line))]
    return redrawn(read, with_facts(read.map, tool_named(read.map, ERASER).stroke(read.map, path)))


def pasted(read: Document, clip: Clip, at: str) -> tuple[Document, tuple[Message, ...]]:
    """The document with a clip whose first cell lies on the cell `at`; raises BadStroke where nothing of it fits.

    A blank cell of the clip leaves what is there. Numbered things get the next number that is free, and named ones,
    of which there is one, move.
    """
    map_ = read.map
    if clip.map.game.name != map_.game.name:
        mine, this = clip.map.game.title, map_.game.title
        raise BadStroke(message("the copy is of a map of {game}; this one is of {game2}", mine, this))
    if at not in map_.params.grid.cells():
        raise BadStroke(message("choose the cell where the copy is to lie"))
    to = _shift(clip.map.params.grid, map_.params.grid, clip.cells[0], at)
    landed = {cell: there for cell in clip.cells if (there := to(cell)) is not None}
    legend, left = map_.game.design.legend(map_.params), list[Message]()
    if beyond := len(clip.cells) - len(landed):
        left.append(
            plural(
                "{number} cell of the copy would lie beyond the board.",
                "{number} cells of the copy would lie beyond the board.",
                beyond,
            )
        )
    targets, kinds = frozenset(landed.values()), dict[Cell, str]()
    taken = {mark for cell, mark in map_.kinds.items() if cell not in targets}
    sets = {mark: marks for marks in numbered(legend).values() for mark in marks}
    for cell, there in landed.items():
        kind = clip.map.kinds.get(cell, "")
        if kind in sets:
            kind = next((each for each in (kind, *sets[kind]) if each not in taken), "")
            if not kind:
                left.append(message("{names} are all on the board.", listed([*map(Name, sets[clip.map.kinds[cell]])])))
        if kind:
            kinds[there] = kind
            taken.add(kind)
    becomes = with_facts(map_, with_kinds(map_, kinds))
    marks = {fact.place: fact.mark for fact in clip.map.facts if isinstance(fact.place, Border)}
    lines = dict[Border, str]()  # all of them inside the clip, and around it those that bear a mark
    for line in _lines(clip):
        lies = moved_place(clip.map.params.grid, map_.params.grid, line, to)
        mark = marks.get(line, "")
        if isinstance(lies, Border) and (mark or _is_inside(clip, line)):
            lines[lies] = mark
        elif lies is None and mark and mark == legend.gap:
            left.append(message("{thing}: there is no outer wall where it would be.", legend.word(mark)))
    becomes = with_facts(becomes, with_lines(becomes, lines))
    becomes, more = _with_listings(becomes, clip, landed)
    return redrawn(read, becomes), tuple(dict.fromkeys((*left, *more)))


def _shift(old: Board, new: Board, first: Cell, at: Cell) -> Callable[[Cell], Cell | None]:
    """Where each cell comes to lie when the first one lies at another cell; None beyond the board."""
    there = {numbers(new, cell): cell for cell in new.cells()}
    (x, y, z), (u, v, w) = numbers(old, first), numbers(new, at)

    def to(cell: Cell) -> Cell | None:
        across, up, floor = numbers(old, cell)
        return there.get((across + u - x, up + v - y, floor + w - z))

    return to


def _lines(clip: Clip) -> Iterator[Border]:
    grid = clip.map.params.grid
    found = (border(grid, cell, way) for cell in clip.cells for way in grid.directions)
    yield from dict.fromkeys(line for line in found if is_flat(line))


def _is_inside(clip: Clip, line: Border) -> bool:
    return all(cell in clip.cells for cell in sides(clip.map.params.grid, line))


def _with_listings(map_: Map[Any], clip: Clip, landed: Mapping[Cell, Cell]) -> tuple[Map[Any], Sequence[Message]]:
    """The map with what listings name on the cells of the clip, and what does not fit."""
    legend, grid, left = map_.game.design.legend(map_.params), map_.params.grid, list[Message]()
    for listing in legend.listings:
        facts = map_.facts
        match listing:
            case OrderedCells():  # named things of the clip move; others are listed after those that are
                listed, named = list(listing.show(facts)[0]), f"{listing.mark} 1" in legend.words
                for number, cell in enumerate(listing.show(clip.map.facts)[0]):
                    if cell in landed and named and number <= len(listed):
                        listed[number : number + 1] = [landed[cell]]
                    elif cell in landed and not named and landed[cell] not in listed:
                        listed.append(landed[cell])
                facts = with_listed(map_, listing, listed)
            case CellsBySide():
                for cell, there in landed.items():
                    fact = Fact(Border(there, listing.side), listing.mark)
                    if Fact(Border(cell, listing.side), listing.mark) not in clip.map.facts:
                        facts -= {fact}
                    elif grid.step(there, listing.side) is None:
                        thing = legend.word(listing.mark)
                        left.append(message("{thing}: nothing is above the cell where it would be.", thing))
                    else:
                        facts |= {fact}
            case _:
                bars = listing.bars(map_.params)
                for cell, there in landed.items():
                    mine = bars_at(bars, clip.map.facts, cell)
                    if mine and None in (grid.step(there, "N"), grid.step(there, "E")):
                        left.append(message("{thing}: it would lie beyond the board.", bars[0].words))
                    else:
                        facts = facts - bars_at(bars, facts, there) | {Fact(there, fact.mark) for fact in mine}
        map_ = with_facts(map_, facts)
    return map_, left
