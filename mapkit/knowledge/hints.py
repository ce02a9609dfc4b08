"""Hints: what a player could know now, with the announcements that prove it, the least telling first.

A hint is worked out from what was heard and from the public settings. The map is not among what it is made from.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from typing import NamedTuple

from mapkit.knowledge.audit import Auditor
from mapkit.knowledge.clauses import Literal
from mapkit.knowledge.deduction import Knowledge, Listener, Verdict, verdicts_on
from mapkit.knowledge.encoding import Model
from mapkit.knowledge.fragments import BARRED, Fragment, Trait
from mapkit.model.evidence import HeardCommand
from mapkit.model.grid import Board, Cell
from mapkit.model.message import Message, Name, either, message
from mapkit.model.rule import Fact
from mapkit.solve.checker import thing_at

MOST_TRIED = 24
"""The most conclusions of which the proof is looked for."""
FEW = 6
"""Of the cells where a player may be, at most so many are named."""


class Hint(NamedTuple):
    """Something that a player could know."""

    about: Message
    because: tuple[int, ...]
    """The numbers of the remarks that prove it, without any that could be spared."""


class _Conclusion(NamedTuple):
    """Something that follows."""

    about: Message
    denied: Callable[[Model], Sequence[Literal]]
    """The assumptions, in a model of the same announcements, under which it would be false."""
    passes: bool = False
    """Whether it is so at this moment alone."""


def hint(
    listener: Listener,
    remarks: Sequence[HeardCommand],
    who: str,
    told: Collection[str] = (),
    told_now: Collection[str] = (),
) -> Hint | None:
    """The least telling thing that a player could know and was not told yet, as far as two answers or more prove it.

    The listener has heard nothing but the opening. What passes, such as where a player is, may be told again: for that,
    only what was `told_now` counts. None where nothing of that kind was found. Raises Contradiction.
    """
    for remark in remarks:
        listener.hear_command(remark)
    known = {True: told_now, False: told}
    found = [each for each in _conclusions(listener, who) if each.about not in known[each.passes]]
    if not found:
        return None
    prover = Auditor(listener.game, listener.public.params, listener.names, listener.opening)
    for rule in listener.game.design.rules:
        prover.model.obey(rule, prover.params)
    for remark in remarks:
        if remark.own_secret:
            for proof in prover.evidence.chooses(remark.mover, remark.own_secret):
                prover.model.hear(proof.statement)
        prover.hear(remark.number, remark.mover, remark.words, remark.heard, remark.missed)
    for following in found[:MOST_TRIED]:
        because = prover.proof(following.denied(prover.model))
        if because is not None and len(because) > 1:
            return Hint(following.about, because)
    return None


# --- what follows ------------------------------------------------------------------------------------------------


def _conclusions(listener: Listener, who: str) -> Iterator[_Conclusion]:
    """What follows, the least telling first: where the player themselves is comes last."""
    known, grid = listener.knows(), listener.params.grid
    yield from _beside(listener, who)
    cells = known.cells_of(who)
    if 1 < len(cells) <= FEW and Verdict.UNDECIDED not in known.places[who].values():
        yield _on(who, cells)
    facts = [fact for fact, verdict in known.facts.items() if verdict is Verdict.CERTAIN]
    excluded = [fact for fact, verdict in known.facts.items() if verdict is Verdict.EXCLUDED]
    inner, gap = known.asked.borders[:2]
    yield from (_about(fact, True, known, grid) for fact in facts if fact.mark == inner)
    yield from (_about(fact, False, known, grid) for fact in excluded if fact.mark == inner)
    yield from (_about(fact, True, known, grid) for fact in facts if fact.mark in known.asked.kinds)
    yield from (_about(fact, True, known, grid) for fact in facts if fact.mark == gap)
    for name in sorted(known.places, key=lambda name: name == who):
        if len(cells := known.cells_of(name)) == 1:
            yield _on(name, cells)


def _about(fact: Fact, holds: bool, known: Knowledge, grid: Board) -> _Conclusion:
    word = known.asked.words[fact.mark]
    about = thing_at(grid, message("{thing:a}", word) if holds else message("no {thing}", word), fact.place)
    return _Conclusion(about, lambda model: [-model.fact(fact) if holds else model.fact(fact)])


def _on(name: str, cells: Sequence[Cell]) -> _Conclusion:
    def elsewhere(model: Model) -> Sequence[Literal]:
        denied = model.clauses.new()
        model.clauses.add(-denied, *(literal for cell, literal in model.place(name).items() if cell not in cells))
        return [denied]

    about = message("the cell of {player} is {cells}", Name(name), either([*map(Name, cells)]))
    return _Conclusion(about, elsewhere, passes=True)


def _beside(listener: Listener, who: str) -> Iterator[_Conclusion]:
    """What is around the player, wherever that is on the board."""
    own = {trait: literal for trait, literal in _own_traits(listener, listener.model, who).items() if trait.side}
    verdicts = verdicts_on(listener, tuple(own.values()))
    gap, me = listener.evidence.asks.borders[1], Name(who)
    sides = {
        "N": (message("on the north side"), message("north of {name}", me)),
        "E": (message("on the east side"), message("east of {name}", me)),
        "S": (message("on the south side"), message("south of {name}", me)),
        "W": (message("on the west side"), message("west of {name}", me)),
    }
    for trait, literal in own.items():
        verdict, (side, way) = verdicts[literal], sides[trait.side]
        if trait.mark == gap and verdict is Verdict.CERTAIN:
            about = message("{thing:a} beside {name}, {side}", listener.evidence.asks.words[gap], me, side)
            yield _own(listener, who, trait, True, about)
        elif trait.mark == BARRED and verdict is Verdict.CERTAIN:
            yield _own(listener, who, trait, True, message("the way {where} is barred", way))
        elif trait.mark == BARRED and verdict is Verdict.EXCLUDED:
            yield _own(listener, who, trait, False, message("the way {where} is open", way))


def _own(listener: Listener, who: str, trait: Trait, holds: bool, words: Message) -> _Conclusion:
    def denied(model: Model) -> Sequence[Literal]:
        literal = _own_traits(listener, model, who)[trait]
        return [-literal if holds else literal]

    return _Conclusion(words, denied, passes=True)


def _own_traits(listener: Listener, model: Model, who: str) -> Mapping[Trait, Literal]:
    here = Fragment(who, 0, model.place(who))
    return listener.fragments.traits(here, listener.evidence.asks, model)
