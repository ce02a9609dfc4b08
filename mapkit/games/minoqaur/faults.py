"""What no claim can say of a code: it is a true one but for slips, says its text, keeps its budget and has its par."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain

from mapkit.game import Map, Remark
from mapkit.games.minoqaur import code, correction
from mapkit.games.minoqaur.correction import TrueCode
from mapkit.games.minoqaur.design import (
    ANY_PAR,
    BUDGET,
    COPY,
    FORMAT,
    NEEDS_SWORD,
    PAR,
    REACHED,
    SAYS,
    TRUE,
    WALL,
    Params,
    allowed,
    chambers,
    is_on_par,
    reached,
    solved,
    told,
)
from mapkit.games.minoqaur.mending import meant, most_slips, says_text
from mapkit.grid import Cell
from mapkit.rule import WHOLE_MAP, Rule
from mapkit.source import named


def faulted(map: Map[Params]) -> tuple[Remark, ...]:
    """Chambers that nobody reaches, a code that nobody can read, or that is not as asked for, or has another par."""
    unreached = _unreached(map, REACHED, map.params.grid.columns)
    return (*unreached, *_unread(map), *_unlike(map), *_off_par(map))


def advised(map: Map[Params]) -> tuple[Remark, ...]:
    """Chambers that nobody reaches without the sword, and each module that a reader of codes corrects."""
    asked = ("treasure",) if map.params.asks in WALL else ()
    return (*_unreached(map, NEEDS_SWORD, 1, asked), *_slips(map))


def _unreached(map: Map[Params], rule: Rule[Params], thickest: int, asked: Sequence[str] = ()) -> Iterator[Remark]:
    """Chambers to which no way leads, but for those where that is asked for."""
    rooms = {cell: item for cell, item in chambers(map.params, map.facts).items() if item not in asked}
    seen = reached(map.params, map.facts, thickest)
    for what in dict.fromkeys(rooms.values()):
        cells = tuple(cell for cell, item in rooms.items() if item == what)
        if not seen & set(cells):
            yield Remark(rule, cells[0], f"No way leads to the {what}.", cells)


# --- the true code -----------------------------------------------------------------------------------------------


def _unread(map: Map[Params]) -> Iterator[Remark]:
    """Why no reader of codes tells for sure which code this is: its data, or its level and mask (MQ-V6)."""
    p = map.params
    true = meant(p, map.facts)
    if true is None:
        level, mask = code.told_format(p.version, map.kinds)
        found = f"With level {level} and mask {mask}, the nearest, more codewords are wrong than can be corrected; "
        found += "with text = in the file, what it says is drawn by `mapkit repair`."
        yield Remark(COPY, WHOLE_MAP, found)
        return
    yield from _illegible(map, true)
    for wrong, block in correction.wrong_codewords(p.version, true.level, true.shades, map.kinds):
        cells = _off(map, true, block)
        many = f"{wrong} codewords of its block are"
        if p.budget and wrong > allowed(p, block):
            yield Remark(BUDGET, cells[0], f"{many} changed, and {allowed(p, block)} may be.", cells)
        elif p.text and wrong > block.correctable:
            yield Remark(SAYS, cells[0], f"{many} wrong, and {block.correctable} can be corrected.", cells)
        elif not p.text and wrong > most_slips(block):
            found = f"{many} wrong; with more than {most_slips(block)} nobody can be sure which code it is."
            yield Remark(COPY, cells[0], found, cells)


def _off(map: Map[Params], true: TrueCode, block: code.Block) -> tuple[Cell, ...]:
    """The modules of a block that are not as in a true code."""
    every = chain.from_iterable(block.codewords)
    return tuple(cell for cell in every if map.kinds[cell] != true.shades[cell])


def _illegible(map: Map[Params], true: TrueCode) -> Iterator[Remark]:
    """Both copies of level and mask with more wrong modules than can be corrected."""
    formats = code.near_formats(map.params.version, map.kinds)
    mine = next(each for each in formats if (each.level, each.mask) == (true.level, true.mask))
    if not mine.is_read:
        cells = tuple(cell for cell in code.format_modules(map.params.version) if map.kinds[cell] != true.shades[cell])
        first, second = mine.wrong
        found = f"Of the {code.FORMAT_MODULES} modules that tell level and mask, {first} are wrong in one place and "
        found += f"{second} in the other, and {code.FORMAT_CORRECTABLE} can be corrected."
        yield Remark(COPY, cells[0], found, cells)


def _unlike(map: Map[Params]) -> Iterator[Remark]:
    """A text, a level or a mask that is not the one asked for (MQ-2, MQ-V7)."""
    p = map.params
    true = meant(p, map.facts)
    if true is None:
        return
    if p.text and not says_text(p, true):
        yield Remark(SAYS, WHOLE_MAP, f"It says {named(correction.said(p.version, true.shades) or '')}.")
    if p.error not in ("", true.level):
        yield Remark(FORMAT, WHOLE_MAP, f"It has level {true.level}, and error is {p.error}.")
    if p.mask not in (None, true.mask):
        yield Remark(FORMAT, WHOLE_MAP, f"It has mask {true.mask}, and mask is {p.mask}.")


def _slips(map: Map[Params]) -> Iterator[Remark]:
    """Each module that is not as in the true code, but for the patterns, and for what may be changed on purpose."""
    p = map.params
    true = meant(p, map.facts)
    if true is None:
        return
    free = frozenset[Cell]()
    if p.budget:
        blocks = correction.wrong_codewords(p.version, true.level, true.shades, map.kinds)
        free = frozenset(cell for _, block in blocks for codeword in block.codewords for cell in codeword)
    for cell in correction.differing(true.shades, map.kinds):
        if cell not in free and cell not in code.fixed(p.version):
            found = f"It is {map.kinds[cell]}, and {true.shades[cell]} in the true code, which `mapkit repair` draws."
            yield Remark(TRUE, cell, found, (cell,))


# --- the par -----------------------------------------------------------------------------------------------------


def _off_par(map: Map[Params]) -> Iterator[Remark]:
    p = map.params
    if p.par != ANY_PAR and p.tie != "random" and not is_on_par(solved(p, map.facts), p.par):
        yield Remark(PAR, WHOLE_MAP, f"{told(solved(p, map.facts)).capitalize()}.")
