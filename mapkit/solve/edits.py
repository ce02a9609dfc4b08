"""Edits: the changes that lead from one map to another, in words."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from typing import Any, NamedTuple, TypeVar

from mapkit.model.design import UNDECIDED, Legend
from mapkit.model.grid import Board, Border, Place, spell
from mapkit.model.listing import OrderedCells
from mapkit.model.map import Map
from mapkit.model.message import Message, Name, for_program, message
from mapkit.model.rule import Facts
from mapkit.model.settings import BadSetting, Params
from mapkit.solve.checker import at_border, thing_at

P = TypeVar("P", bound=Params)


class Edit(NamedTuple):
    """One change of a map."""

    words: Message
    places: tuple[Place, ...]
    grid: Board
    """The board, on which borders have their names."""
    gone: Facts = frozenset()
    come: Facts = frozenset()
    key: str = ""
    """The key of the listing that it changes, if repair leaves that to people; such edits make sense only together."""

    def apply(self, map_: Map[P]) -> Map[P]:
        """The map with this change; raises BadSetting for a map to which it does not belong."""
        if not self.gone <= map_.facts or self.come & map_.facts:
            raise BadSetting(message("the edit is of another map: {what}", self.words))
        return replace(map_, facts=map_.facts - self.gone | self.come).as_drawn

    def to_json(self, say: Callable[[Message | Name], str] = str) -> dict[str, Any]:
        """The edit for `json.dumps`, with texts as `say` puts them; its schema is `edit` in that of `repair`."""
        return {**for_program(say, words=self.words), "places": [say(spell(self.grid, place)) for place in self.places]}


def edits(old: Map[Any], new: Map[Any]) -> tuple[Edit, ...]:
    """The edits that lead from one map to another: cells in reading order, then borders, then listings."""
    grid, legend = old.params.grid, old.game.design.legend(old.params)
    gone, come = old.facts - new.facts, new.facts - old.facts
    was, becomes = ({f.place: f.mark for f in facts if isinstance(f.place, Border)} for facts in (gone, come))
    lines = [
        (_line_edit(grid, line, was.get(line, ""), becomes.get(line, ""), legend), (line,))
        for line in sorted(was.keys() | becomes.keys(), key=str)
    ]
    before, after = (
        {f.place: f.mark for f in facts if isinstance(f.place, str) and f.mark in legend.cell_marks}
        for facts in (gone, come)
    )
    listed = tuple(_listed_edits(grid, legend, gone, come))
    left = [gone.difference(*(edit.gone for edit in listed)), come.difference(*(edit.come for edit in listed))]
    return (*with_facts(grid, (*_cell_edits(grid.cells(), before, after, legend), *lines), *left), *listed)


def with_facts(
    grid: Board, made: Iterable[tuple[Message, tuple[Place, ...]]], gone: Facts, come: Facts
) -> Iterator[Edit]:
    """The edits with the facts that each changes at its places, each fact once."""
    for words, places in made:
        here = [frozenset(fact for fact in facts if fact.place in places) for facts in (gone, come)]
        gone, come = gone - here[0], come - here[1]
        yield Edit(words, places, grid, here[0], here[1])


def _listed_edits(grid: Board, legend: Legend, gone: Facts, come: Facts) -> Iterator[Edit]:
    """The edits of listings. In a listing with an order, a change of a place is a move; others add or take out."""
    for listing in legend.listings:
        key = listing.key if listing.left_by_repair else ""
        left, added = (sorted(listing.show(facts)[1], key=str) for facts in (gone, come))
        for fact in left:
            same = (other for other in added if other.mark == fact.mark and isinstance(listing, OrderedCells))
            if moved := next(same, None):
                added.remove(moved)
                way = fact.place, moved.place
                what = legend.words.get(fact.mark) or Name(fact.mark)
                words = message("move {thing} from {cell} to {cell2}", what, *(Name(str(each)) for each in way))
                yield Edit(words, way, grid, frozenset({fact}), frozenset({moved}), key)
            elif isinstance(fact.place, str):
                word = Name(listing.show(frozenset({fact}))[0][0])
                words = message("take {word} out of {key}", word, Name(listing.key))
                yield Edit(words, (fact.place,), grid, frozenset({fact}), key=key)
        for fact in added:
            if isinstance(fact.place, str):
                word = Name(listing.show(frozenset({fact}))[0][0])
                words = message("add {word} to {key}", word, Name(listing.key))
                yield Edit(words, (fact.place,), grid, come=frozenset({fact}), key=key)


def _line_edit(grid: Board, line: Border, was: str, becomes: str, legend: Legend) -> Message:
    where, words = at_border(grid, line), legend.words
    if was not in ("", UNDECIDED) and becomes:
        return message("make the {thing} {where} {other:a}", words[was], where, words[becomes])
    if was == UNDECIDED and not becomes:
        return message("put nothing {where}", where)
    thing, gap = words[becomes or was], line.side == "U" or (becomes or was) == legend.gap
    if becomes:
        there = thing_at(grid, message("{thing:a}", thing), line)
        return message("open {thing}", there) if gap else message("build {thing}", there)
    there = thing_at(grid, thing, line)
    return message("close the {thing}", there) if gap else message("take away the {thing}", there)


def _cell_edits(
    cells: Iterable[str], before: Mapping[str, str], after: Mapping[str, str], legend: Legend
) -> Iterator[tuple[Message, tuple[Place, ...]]]:
    """The edits of cells. A thing that leaves one cell and comes to another is moved; other changes stand alone."""
    word, plain = legend.word, legend.plain
    left = [cell for cell in cells if cell in before or cell in after]
    while left:
        cell = left.pop(0)
        was, becomes = before.get(cell, ""), after.get(cell, "")
        others = left if legend.movable and plain in (was, becomes) else ()
        partner = next((c for c in others if (before.get(c, ""), after.get(c, "")) == (becomes, was)), None)
        if partner is not None:
            left.remove(partner)
            source, target = (cell, partner) if becomes == plain else (partner, cell)
            what, *way = word(before[source]), Name(source), Name(target)
            yield message("move the {thing} from {cell} to {cell2}", what, *way), (source, target)
        elif was:
            both = word(becomes), word(was)
            yield message("make {cell} {thing:a} instead of {other:a}", Name(cell), *both), (cell,)
        else:
            yield message("fill in {cell}: {thing:a}", Name(cell), word(becomes)), (cell,)
