"""Codes to play on: of a given text, or of random letters, with a par where one is asked for."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice, permutations, product
from typing import Any, NamedTuple

from mapkit.games.kit.drafts import keep_drawn
from mapkit.games.minoqaur import code
from mapkit.games.minoqaur.design import (
    ANY_PAR,
    ITEMS,
    Params,
    corners,
    drawn_facts,
    interest,
    is_on_par,
    par_search,
    solved,
)
from mapkit.games.minoqaur.measured import PAR, SAYS
from mapkit.games.minoqaur.repair import codes_of
from mapkit.games.minoqaur.search import FAR
from mapkit.model.chance import Chance
from mapkit.model.message import Name, clauses, message, plural
from mapkit.model.rule import Facts, NoSuchMap, Rule, SolverGaveUp, has

LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
SOLVED = 60
"""The largest number of codes that are solved to find one with the par that is asked for."""


class _CodeChoice(NamedTuple):
    text: str
    level: str
    mask: int
    lying: tuple[str, ...]
    """Its items, in the order of the corners."""


def draft(p: Params, chance: Chance, drawn: Facts) -> Facts:
    """A code of the text that keeps the facts already drawn; what the settings leave open is chosen at random.

    With a `par`, codes are solved until one has it (MQ-V5). Raises NoSuchMap where no code has it, and SolverGaveUp
    where none was found.
    """
    if drawn or p.par == ANY_PAR:
        first = next(_choices(p, chance))
        masks = code.MASKS if p.best == "yes" and p.mask is None else (first.mask,)
        masked = [first._replace(mask=mask) for mask in masks]
        return _facts_of(p, max(masked, key=lambda chosen: interest(p, _modules(p, chosen))), drawn)
    drafts = list[Facts]()
    for chosen in islice(_choices(p, chance), SOLVED):
        facts = _facts_of(p, chosen, drawn)
        if not par_search(p, facts).misses(p.par.low, p.par.high or FAR) and is_on_par(solved(p, facts), p.par):
            return facts
        drafts.append(facts)
    found = [solved(p, facts) for facts in drafts]
    if p.text and len(found) < SOLVED and all(solution.proven for solution in found):
        conflict: tuple[Rule[Any], ...] = (PAR, SAYS)
        raise NoSuchMap(p, lambda: [conflict])
    pars = [len(solution.line) for solution in found if solution.line]
    none = message("of {number} codes none takes {par} moves to win", len(found), p.par.words)
    if pars:
        took = plural(
            "the shortest wins took {least} to {number} move",
            "the shortest wins took {least} to {number} moves",
            max(pars),
            min(pars),
        )
        none = clauses(none, took)
    raise SolverGaveUp(message("{message} ({rule})", none, Name("MQ-V5")))


def _modules(p: Params, chosen: _CodeChoice) -> Facts:
    return drawn_facts(code.code_of_text(chosen.text, p.version, chosen.level, chosen.mask))


def _choices(p: Params, chance: Chance) -> Iterator[_CodeChoice]:
    """Random choices of codes: with a given text each possible one once, else without end."""
    lying = tuple(permutations(ITEMS)) if p.corners == "drawn" else ((),)
    levels, masks = [*(p.error or code.LEVELS)], tuple(code.MASKS) if p.mask is None else (p.mask,)
    if p.text:
        levels = [found.level for found in codes_of(p, p.text, product(levels, masks[:1]))]  # those that hold it
        yield from (_CodeChoice(p.text, *rest) for rest in chance.shuffled(product(levels, masks, lying)))
        return
    # letters that fill most of a code of any level, because the rest is filled with stripes
    room = sum(len(block.codewords) - 2 * block.correctable for block in code.blocks(p.version, "H"))
    while True:
        level, mask = chance.choice(levels), chance.choice(masks)
        text = "".join(chance.choice(LETTERS) for _ in range(max(8 * p.version, room * 3 // 4)))
        yield _CodeChoice(text, level, mask, chance.choice(lying))


def _facts_of(p: Params, chosen: _CodeChoice, drawn: Facts) -> Facts:
    """The modules of a code, and its items where they do not lie by the rules."""
    listed = any(fact.mark in ITEMS for fact in drawn)
    lying = () if listed else zip(corners(p.grid), chosen.lying, strict=False)
    return keep_drawn(drawn, _modules(p, chosen)) | {has(cell, item) for cell, item in lying}
