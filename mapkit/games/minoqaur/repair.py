"""Repair of damaged hand copies: the nearest true code, and the changes that lead to it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import replace
from functools import lru_cache
from itertools import product

from mapkit.games.minoqaur import code, true_code
from mapkit.games.minoqaur.askew import CodeTurn, askew
from mapkit.games.minoqaur.design import (
    ANY_PAR,
    ITEMS,
    MOST_BUDGET,
    SHADES,
    Params,
    allowed_changes,
    drawn_facts,
    is_on_par,
    solved,
)
from mapkit.games.minoqaur.true_code import Shades, TrueCode
from mapkit.model.design import RecognisedMap
from mapkit.model.grid import Cell
from mapkit.model.map import Map
from mapkit.model.message import NOTHING, Message, Name, message
from mapkit.model.rule import Facts, SolverGaveUp

SOLVED = 12
"""The most codes of a text that are solved to find one with the par that is asked for, the nearest first."""
SET_RIGHT = message("it was looked for after the drawing as a whole was set right")


def repair_copy(map_: Map[Params]) -> RecognisedMap:
    """Repair a drawing to the true code that it is a copy of; no edits where it is one, or where none is near."""
    p, lies = map_.params, askew_of(map_.params, map_.facts)
    drawn = lies.shades if lies else map_.kinds
    if not any(cell in drawn for cell in code.stream(p.version)):  # not a copy of a code but a blank file
        return RecognisedMap(map_.facts, (), true_code.TOO_MUCH, False)
    true = _asked_for(p, drawn)
    if true is None:
        note = message("no code can be made out: too much differs from every code")
        return RecognisedMap(map_.facts, (), true_code.TOO_MUCH, False, note)
    kept = dict(true.shades)  # with the changes that the budget allows, because they may be on purpose (MQ-X1)
    for wrong, block in true_code.wrong_codewords(p.version, true.level, true.shades, drawn):
        if wrong <= allowed_changes(p, block):
            kept.update({cell: drawn.get(cell, kept[cell]) for codeword in block.codewords for cell in codeword})
    true = true._replace(shades=kept, doubt=SET_RIGHT if lies else true.doubt)
    listed = frozenset(fact for fact in map_.facts if fact.mark not in ("dark", "light"))
    said = true_code.text_read(p.version, true.shades)
    note = message("the code says {words}", Name(f'"{said}"')) if said and not p.text else NOTHING
    nearest = message("a nearer true code may exist: {doubt}", true.doubt)
    return RecognisedMap(
        drawn_facts(true.shades) | listed,
        (*((step, tuple(drawn)) for step in (lies.steps if lies else ())), *_edits(p.version, true, drawn)),
        true.doubt,
        not true.doubt,
        note,
        nearest if true.doubt else message("proven: no true code is nearer"),
    )


@lru_cache(maxsize=8)
def askew_of(p: Params, facts: Facts) -> CodeTurn | None:
    """How a drawing shows its code mirrored, turned or light on dark; None where it does not."""
    return askew(p.version, _shades(facts), _nearest_code(p.version, facts))


@lru_cache(maxsize=8)
def _nearest_code(version: int, facts: Facts) -> TrueCode | None:
    return true_code.nearest_code(version, _shades(facts))


@lru_cache(maxsize=8)
def true_code_of(p: Params, facts: Facts) -> TrueCode | None:
    """The true code that a drawing is a copy of, whatever the settings ask for; None where it is a copy of none.

    If the damage is more than can be corrected, it is the nearest code that says the text of the file, if there is one.
    """
    drawn = _shades(facts)
    found = _nearest_code(p.version, facts)
    if not p.text:
        return found
    if found is not None:
        wrong = true_code.wrong_codewords(p.version, found.level, found.shades, drawn)
        if all(number <= most_slips(block) for number, block in wrong) or says_text(p, found):
            return found
    return _nearest(drawn, codes_of(p, p.text, product(code.LEVELS, code.MASKS)))


def _shades(facts: Facts) -> Shades:
    return {str(fact.place): fact.mark for fact in facts if fact.mark in ("dark", "light")}


def code_by_format(p: Params, drawn: Shades) -> TrueCode | None:
    """The code of the file's text with the level and mask of a drawing or of the settings; None where neither says."""
    fits = [
        file_format
        for file_format in code.near_formats(p.version, drawn)
        if p.error in ("", file_format.level) and p.mask in (None, file_format.mask)
    ]
    nearest = [(file_format.level, file_format.mask) for file_format in fits if file_format.off == fits[0].off]
    return next(codes_of(p, p.text, nearest), None) if len(nearest) == 1 else None


def like(p: Params, facts: Facts) -> Params:
    """The parameters of codes like a drawn one: with its text, its level, and its items in other corners."""
    p = replace(p, corners="drawn") if any(fact.mark in ITEMS for fact in facts) else p
    true = None if p.text else _nearest_code(p.version, facts)
    text = true_code.text_read(p.version, true.shades) if true else None
    fits = true and text and next(codes_of(p, text, [(true.level, true.mask)]), None)
    return replace(p, text=text, error=p.error or true.level) if true and text and fits else p


def most_slips(block: code.CodewordBlock) -> int:
    """The largest number of wrong codewords in a block that leaves no doubt which code it is."""
    return block.correctable * MOST_BUDGET // 100


def says_text(p: Params, true: TrueCode) -> bool:
    """Whether a true code says the text of the file, as segno writes it or otherwise."""
    same = (each.shades == true.shades for each in codes_of(p, p.text, [(true.level, true.mask)]))
    return any(same) or true_code.text_read(p.version, true.shades) == p.text


def _asked_for(p: Params, drawn: Shades) -> TrueCode | None:
    """The true code that repair leads to: with the text, the level and the mask that are asked for."""
    found = true_code_of(p, drawn_facts(drawn))
    fits = found and p.error in ("", found.level) and p.mask in (None, found.mask)
    if found and fits and (not p.text or says_text(p, found)) and _is_on_par(p, found):
        return found
    text = p.text or (true_code.text_read(p.version, found.shades) if found else None)
    if text is None:
        return None
    formats = product(p.error or code.LEVELS, code.MASKS if p.mask is None else (p.mask,))
    codes = [*codes_of(p, text, formats)]
    if p.par != ANY_PAR:
        codes.sort(key=lambda each: len(true_code.modules_that_differ(each.shades, drawn)))
        if (near := next((each for each in codes[:SOLVED] if _is_on_par(p, each)), None)) is not None:
            return near
        number, moves = min(SOLVED, len(codes)), p.par.words
        none = message("of {number} codes of this text none takes {par} moves to win", number, moves)
        raise SolverGaveUp(message("{message} ({rule})", none, Name("MQ-V5")))
    return _nearest(drawn, codes)


def _is_on_par(p: Params, true: TrueCode) -> bool:
    """MQ-V5: whether the shortest win on a code takes as many moves as are asked for."""
    return p.par == ANY_PAR or p.tie == "random" or is_on_par(solved(p, drawn_facts(true.shades)), p.par)


def codes_of(p: Params, text: str, formats: Iterable[tuple[str, int]]) -> Iterator[TrueCode]:
    """The codes of a text, as segno writes it, for these levels and masks, as far as they have room for it."""
    for level, mask in formats:
        with suppress(code.TextTooLong):
            yield TrueCode(code.code_of_text(text, p.version, level, mask), level, mask, true_code.TOO_MUCH)


def _nearest(drawn: Shades, codes: Iterable[TrueCode]) -> TrueCode | None:
    return min(codes, key=lambda each: len(true_code.modules_that_differ(each.shades, drawn)), default=None)


def _edits(version: int, true: TrueCode, drawn: Shades) -> Iterator[tuple[Message, tuple[Cell, ...]]]:
    alike, formats = code.fixed_modules(version), frozenset(code.format_modules(version))
    stated = Name(true.level), true.mask
    for cell in code.matrix(version).cells():
        shade, where = true.shades[cell], Name(cell)
        step = message("make {cell} dark", where) if shade == "dark" else message("make {cell} light", where)
        if cell not in drawn:
            yield message("fill in {cell}: {thing}", where, SHADES[shade]), (cell,)
        elif drawn[cell] != shade and cell in formats:
            yield message("{step}, where the code states level {level} and mask {mask}", step, *stated), (cell,)
        elif drawn[cell] != shade:
            yield message("{step}, as in all codes of this size", step) if cell in alike else step, (cell,)
