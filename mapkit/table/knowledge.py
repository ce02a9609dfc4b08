"""What players of a game could know of the secret map, by what they have heard: moments of it, its words, its boards.

A player forgets nothing, and concludes all that follows; `mapkit.knowledge` does that for them.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from mapkit.knowledge import drawing
from mapkit.knowledge.deduction import Knowledge, Listener, Verdict
from mapkit.knowledge.shares import Chances, NoChances, Share
from mapkit.language.translation import translated
from mapkit.model.grid import Border, Cell, natural, spell
from mapkit.model.letters import in_a_row
from mapkit.model.rule import Fact, has
from mapkit.model.settings import BadSetting
from mapkit.paper.moments import KnownBoard
from mapkit.table.ears import Ears, ends_turn

FEW = 12
"""The most cells that are named; of more, the number is told."""
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
    heard: Ears, turn: int | None = None, every: int | None = None
) -> Iterator[tuple[KnowledgeMoment, Knowledge]]:
    """What is known after every so many turns, and at last after that turn or now; raises BadSetting."""
    if turn is not None and turn > heard.turns:
        raise BadSetting(f"--turn {turn}: the game has {heard.turns} turns that are over")
    match = heard.match
    listener = Listener(match.map.public, match.map.game, heard.names, heard.opening)
    over = 0
    for remark in heard.remarks:
        if turn is not None and over >= turn:
            break
        listener.hear_command(remark)
        over += ends_turn(remark)
        last = over == (heard.turns if turn is None else turn)
        if every and ends_turn(remark) and over % every == 0 and not last:
            yield KnowledgeMoment(listener, over), listener.knows()
    yield KnowledgeMoment(listener, over), listener.knows()


def lines(
    moment: KnowledgeMoment, known: Knowledge, heard: Ears, language: str, *, boards: bool = True
) -> Iterator[str]:
    """What is known, as lines for people; without `boards`, the board is shown in another way."""
    over, whose = moment.over, heard.player or "everybody"
    yield translated(f"After turn {over} of {heard.turns}, this follows from what {whose} heard:", language)
    grid = moment.params.grid
    for floor in range(1, grid.floors + 1) if boards else ():
        if grid.floors > 1:
            yield translated(f"Floor {floor}:", language)
        yield from drawing.board(known, grid, floor)
    if boards:
        yield translated("An empty cell and ? are not known.", language)
    for name in known.places:
        yield f"{name}: {_cells(known.cells_of(name), language)}"
    for kind in known.asked.kinds:
        certain = [cell for cell in grid.cells() if known.facts[has(cell, kind)] is Verdict.CERTAIN]
        perhaps = [cell for cell in grid.cells() if known.facts[has(cell, kind)] in (Verdict.OPEN, Verdict.UNDECIDED)]
        if perhaps:
            sure = f"{translated('certainly', language)} {_listed(certain, language)}; " if certain else ""
            what, may = (translated(words, language) for words in (known.asked.words[kind], "perhaps"))
            yield f"{what}: {sure}{may} {_cells(perhaps, language)}"
    for each in known.fragments:
        yield translated(
            f"fragment of {each.who}, at @, from turn {each.begun}; it fits in {len(each.places)} places:", language
        )
        yield from drawing.fragment(each, known)
    if known.undecided:
        yield translated(f"Not decided, because that takes too long: {known.undecided}.", language)
    yield drawing.not_used(known.unused, language)


def chance_lines(moment: KnowledgeMoment, known: Knowledge, found: Chances | NoChances, language: str) -> Iterator[str]:
    """How likely open facts are, as lines for people; a line tells only the likeliest places."""
    if isinstance(found, NoChances):
        yield translated(found.value, language)
        return
    yield translated(
        f"Sampled, not proven: chances from {found.samples} maps, each with its interval of 95 %:", language
    )
    grid, asked = moment.params.grid, known.asked
    for who, cells in found.places.items():
        yield from _likeliest(who, cells, language)
    for kind in asked.kinds:
        of_kind = {str(fact.place): share for fact, share in found.facts.items() if fact.mark == kind}
        yield from _likeliest(translated(asked.words[kind], language), of_kind, language)
    gaps = {
        translated(spell(grid, fact.place), language): share
        for fact, share in found.facts.items()
        if fact.mark == asked.borders[1]
    }
    yield from _likeliest(translated("exit", language), gaps, language)


def _likeliest(what: str, shares: Mapping[str, Share], language: str) -> Iterator[str]:
    """The line of the likeliest places of something; none where nothing of it is open."""
    first = sorted(shares, key=lambda place: (-shares[place].chance, natural(place)))
    told = list[str]()
    for place in first[:LIKELIEST]:  # in whole percent, never as 0 or 100; the interval is rounded outwards
        share = shares[place]
        chance, low, high = round(100 * share.chance), math.floor(100 * share.low), math.ceil(100 * share.high)
        said = f"{chance} %" if 0 < chance < 100 else "under 1 %" if chance == 0 else "over 99 %"
        told.append(f"{place} {translated(f'{said} ({low} to {high})', language)}")
    rest = translated(f"; {len(first) - LIKELIEST} more", language) if len(first) > LIKELIEST else ""
    sampled = translated("sampled", language)
    if first:
        yield f"{what}, {sampled}: {', '.join(told)}{rest}"


def _cells(cells: Sequence[Cell], language: str) -> str:
    """Some cells of which one is meant."""
    return _listed(cells, language, "or") if len(cells) <= FEW else translated(f"one of {len(cells)} cells", language)


def _listed(cells: Sequence[Cell], language: str, last: str = "") -> str:
    """The names of cells in the order in which people look for them."""
    names = sorted(cells, key=natural)
    return translated(in_a_row(names, last), language) if last else ", ".join(names)


def board(moment: KnowledgeMoment, known: Knowledge, heard: Ears, floor: int, language: str) -> KnownBoard:
    """A floor of the board as it was known at a moment."""
    grid, (inner, gap) = moment.params.grid, known.asked.borders[:2]
    of = {verdict: [fact for fact, each in known.facts.items() if each is verdict] for verdict in Verdict}
    sure = of[Verdict.CERTAIN]
    marks = ((cell, drawing.finest(known, cell)) for cell in grid.cells())
    caption = translated(f"after turn {moment.over} of {heard.turns}", language)
    return KnownBoard(
        caption if grid.floors == 1 else f"{caption}: {translated(f'Floor {floor}:', language).rstrip(':')}",
        {cell: known.asked.glyphs.get(mark, "") for cell, mark in marks if mark},
        [_line(fact) for fact in sure if fact.mark == inner],
        [_line(fact) for fact in sure if fact.mark == gap],
        [_line(fact) for each in (Verdict.OPEN, Verdict.UNDECIDED) for fact in of[each] if fact.mark in (inner, gap)],
        {name: cells for name in known.places if len(cells := known.cells_of(name)) <= FEW},
        floor,
    )


def _line(fact: Fact) -> Border:
    assert isinstance(fact.place, Border)
    return fact.place
