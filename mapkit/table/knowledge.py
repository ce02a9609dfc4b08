"""What players of a game could know of the secret map, by what they have heard: moments of it, its words, its boards.

A player forgets nothing, and concludes all that follows; `mapkit.knowledge` does that for them.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any, NamedTuple

from mapkit.knowledge import drawing
from mapkit.knowledge.deduction import Knowledge, Listener, Verdict
from mapkit.knowledge.shares import Chances, NoChances, Share
from mapkit.language.wording import translated
from mapkit.model.design import UNDECIDED
from mapkit.model.grid import Board, Border, Cell, natural, spell
from mapkit.model.map import Map
from mapkit.model.message import Message, Name, either, joined, listed, message, noun, plural
from mapkit.model.rule import Fact, has
from mapkit.model.ruling import turns_begun
from mapkit.model.settings import BadSetting
from mapkit.paper.game_sheets import paper_of
from mapkit.paper.moments import KnownBoard
from mapkit.table.ears import Ears

FEW = 12
"""The most cells that are named; of more, the number is told."""
STRIDE = 2
"""After so many commands the listener keeps up."""
LIKELIEST = 5
"""The most places for which a line tells a chance."""


class KnowledgeMoment(NamedTuple):
    """A moment of a game."""

    listener: Listener
    """Somebody who has heard all up to then."""
    over: int

    @property
    def params(self) -> Any:
        """The settings of the map, with what was announced of it."""
        return self.listener.params


def moments(
    heard: Ears, language: str, turn: int | None = None, every: int | None = None
) -> Iterator[tuple[KnowledgeMoment, Knowledge]]:
    """What is known after every so many turns, and at last after that turn or now; raises BadSetting.

    It is drawn with the signs that players note in that language.
    """
    if turn is not None and turn > heard.turns:
        raise BadSetting(message("--turn {turn}: the game has {number} turns that are over", turn, heard.turns))
    match = heard.match
    listener = Listener(match.map.public, match.map.game, heard.names, heard.opening)
    signs = paper_of(match.map.game).signs(language)

    def known_now() -> Knowledge:
        known = listener.knows()
        return known._replace(asked=known.asked._replace(glyphs={**known.asked.glyphs, **signs}))

    begun, last = turns_begun(heard.opening), heard.turns if turn is None else turn
    for number, remark in enumerate(heard.remarks, 1):
        if turn is not None and begun > turn:
            break
        listener.hear_command(remark)
        if number % STRIDE == 0:
            listener.keep_up()
        ended, begun = begun, begun + turns_begun(remark.heard)
        if every and begun > ended > 0 and ended % every == 0 and ended != last:
            yield KnowledgeMoment(listener, ended), known_now()
    yield KnowledgeMoment(listener, last), known_now()


def lines(moment: KnowledgeMoment, known: Knowledge, heard: Ears, *, boards: bool = True) -> Iterator[Message | Name]:
    """What is known, as lines for people; without `boards`, the board is shown in another way."""
    grid, over, turns, who = moment.params.grid, moment.over, heard.turns, Name(heard.player)
    if who:
        yield message("After turn {number} of {turns}, this follows from what {name} heard:", over, turns, who)
    else:
        yield message("After turn {number} of {turns}, this follows from what everybody heard:", over, turns)
    for floor in range(1, grid.floors + 1) if boards else ():
        if grid.floors > 1:
            yield message("Floor {number}:", floor)
        yield from map(Name, drawing.board(known, grid, floor))
    if boards:
        yield message("An empty cell and ? are not known.")
    for name in known.places:
        yield message("{name}: {cells}", Name(name), _one_of(known.cells_of(name)))
    for kind in known.asked.kinds:
        certain = [cell for cell in grid.cells() if known.facts[has(cell, kind)] is Verdict.CERTAIN]
        perhaps = [cell for cell in grid.cells() if known.facts[has(cell, kind)] in (Verdict.OPEN, Verdict.UNDECIDED)]
        if perhaps:
            thing, sure, may = known.asked.words[kind], joined(_in_order(certain)), _one_of(perhaps)
            all_of_it = message("{thing}: certainly {cells}; perhaps {others}", thing, sure, may)
            yield all_of_it if certain else message("{thing}: perhaps {cells}", thing, may)
    for each in known.fragments:
        of = Name(each.who), each.begun, len(each.places)
        yield message("fragment of {name}, at @, from turn {number}; it fits in {fits} places:", *of)
        yield from map(Name, drawing.fragment(each, known))
    if known.undecided:
        (lines, of_lines), (cells, of_cells) = known.undecided_of(Border), known.undecided_of(str)
        open_to = [message("{number} of {all} borders", lines, of_lines)] if lines else []
        open_to += [message("{number} of {all} cells", cells, of_cells)] if cells else []
        for name, places in known.places.items():
            if unsure := sum(verdict is Verdict.UNDECIDED for verdict in places.values()):
                open_to.append(message("{number} of {all} cells for {name}", unsure, len(places), Name(name)))
        yield message("Not decided, because that takes too long: {things}.", listed(open_to))
        millions = math.ceil(known.tried / 1_000_000)
        yield message("The solver made {number} million steps; what is near players was asked first.", millions)
    yield drawing.not_used(known.unused)


def chance_lines(moment: KnowledgeMoment, known: Knowledge, found: Chances | NoChances) -> Iterator[Message]:
    """How likely open facts are, as lines for people; a line tells only the likeliest places."""
    if isinstance(found, NoChances):
        yield found.value
        return
    yield plural(
        "Sampled, not proven: chances from {number} maps, each with its interval of 95 %:",
        "Sampled, not proven: chances from {number} maps, each with its interval of 95 %:",
        found.samples,
    )
    grid, asked, facts = moment.params.grid, known.asked, found.facts.items()
    for who, cells in found.places.items():
        yield from _likeliest(grid, Name(who), cells)
    for kind in asked.kinds:
        of_kind = {fact.place: share for fact, share in facts if fact.mark == kind}
        yield from _likeliest(grid, asked.words[kind], of_kind)
    gaps = {fact.place: share for fact, share in facts if fact.mark == asked.borders[1]}
    yield from _likeliest(grid, noun("exit"), gaps)


def _likeliest(grid: Board, what: Message | Name, shares: Mapping[Any, Share]) -> Iterator[Message]:
    """The line of the likeliest places of something; none where nothing of it is open."""
    first = sorted(shares, key=lambda place: (-shares[place].chance, natural(spell(grid, place))))
    told = list[Message]()
    for place in first[:LIKELIEST]:  # in whole percent, never as 0 or 100; the interval is rounded outwards
        share = shares[place]
        chance, low, high = round(100 * share.chance), math.floor(100 * share.low), math.ceil(100 * share.high)
        said = message("{chance} %", chance) if chance else message("under 1 %")
        said = said if chance < 100 else message("over 99 %")
        told.append(message("{place} {chance} ({low} to {high})", spell(grid, place), said, low, high))
    some, more = message("{thing}, sampled: {places}", what, joined(told)), len(first) - LIKELIEST
    if first:
        yield message("{some}; {number} more", some, more) if more > 0 else some


def _one_of(cells: Sequence[Cell]) -> Message:
    """Some cells of which one is meant."""
    if len(cells) <= FEW:
        return either(_in_order(cells))
    return plural("one of {number} cells", "one of {number} cells", len(cells))


def _in_order(cells: Sequence[Cell]) -> list[Name]:
    """The names of cells in the order in which people look for them."""
    return [Name(cell) for cell in sorted(cells, key=natural)]


def board(moment: KnowledgeMoment, known: Knowledge, heard: Ears, floor: int, language: str) -> KnownBoard:
    """A floor of the board as it was known at a moment."""
    grid, (inner, gap) = moment.params.grid, known.asked.borders[:2]
    of = {verdict: [fact for fact, each in known.facts.items() if each is verdict] for verdict in Verdict}
    sure = of[Verdict.CERTAIN]
    marks = ((cell, drawing.finest(known, cell)) for cell in grid.cells())
    caption = message("after turn {number} of {turns}", moment.over, heard.turns)
    caption = caption if grid.floors == 1 else message("{caption}: Floor {floor}", caption, floor)
    return KnownBoard(
        translated(caption, language),
        {cell: known.asked.glyphs.get(mark, "") for cell, mark in marks if mark},
        [_line(fact) for fact in sure if fact.mark == inner],
        [_line(fact) for fact in sure if fact.mark == gap],
        [_line(fact) for each in (Verdict.OPEN, Verdict.UNDECIDED) for fact in of[each] if fact.mark in (inner, gap)],
        {name: cells for name in known.places if len(cells := known.cells_of(name)) <= FEW},
        floor,
    )


def known_map(of: Map[Any], moment: KnowledgeMoment, known: Knowledge) -> tuple[Map[Any], frozenset[Cell]]:
    """The map as it is known at a moment, with its unknown cells blank and its unknown borders undecided.

    With it go the cells of which anything is known.
    """
    legend, grid = of.game.design.legend(moment.params), moment.params.grid
    told = {
        fact for fact, verdict in known.facts.items() if verdict is Verdict.CERTAIN and isinstance(fact.place, Border)
    }
    drawn = ((cell, drawing.finest(known, cell)) for cell in grid.cells())
    told |= {has(cell, mark) for cell, mark in drawn if mark in legend.cell_marks}
    unsure = {fact.place for fact, verdict in known.facts.items() if verdict in (Verdict.OPEN, Verdict.UNDECIDED)}
    told |= {Fact(place, UNDECIDED) for place in unsure if isinstance(place, Border)}
    lit = frozenset(cell for cell in grid.cells() if len(known.kinds(cell)) == 1)
    return replace(of, params=moment.params, facts=frozenset(told)), lit


def _line(fact: Fact) -> Border:
    assert isinstance(fact.place, Border)
    return fact.place
