"""Rules that no claim can express: a code is true except for slips, says its text, and keeps its budget and par."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain

from mapkit.games.minoqaur import code, true_code
from mapkit.games.minoqaur.design import (
    ANY_PAR,
    SHADES,
    WALL,
    WORDS,
    Params,
    allowed_changes,
    chambers,
    is_on_par,
    par_in_words,
    reached,
    solved,
)
from mapkit.games.minoqaur.repair import askew_of, code_by_format, most_slips, says_text, true_code_of
from mapkit.games.minoqaur.true_code import TrueCode
from mapkit.model.analysis import Gauge
from mapkit.model.grid import Cell
from mapkit.model.letters import in_quotes
from mapkit.model.map import Map
from mapkit.model.message import Message, Name, message, plural
from mapkit.model.rule import WHOLE_MAP, MeasuredRule, Remark


def behind_walls(map_: Map[Params]) -> Iterator[Remark]:
    """Remark on chambers that cannot be reached without the sword, unless `asks` wants that."""
    return _unreached(map_, 1, ("treasure",) if map_.params.asks in WALL else ())


def _unreached(map_: Map[Params], thickest: int, asked: Sequence[str] = ()) -> Iterator[Remark]:
    """Remark on chambers to which no way leads through walls up to `thickest` modules, except those `asked` for."""
    rooms = {cell: item for cell, item in chambers(map_.params, map_.facts).items() if item not in asked}
    seen = reached(map_.params, map_.facts, thickest)
    for what in dict.fromkeys(rooms.values()):
        cells = tuple(cell for cell, item in rooms.items() if item == what)
        if not seen & set(cells):
            goal = WORDS.get(what) or message("the treasure")
            yield Remark(cells[0], message("No way leads to {goal}.", goal), cells)


def lies_askew(map_: Map[Params]) -> Iterator[Remark]:
    lies = askew_of(map_.params, map_.facts)
    if lies:
        yield Remark(WHOLE_MAP, message("It is {how}; `mapkit repair` sets it right.", lies.how), tuple(map_.kinds))


def unsure(map_: Map[Params]) -> Iterator[Remark]:
    """Remark why readers of codes cannot be sure which code this is: its data, or its level and mask (MQ-V6)."""
    p = map_.params
    true = true_code_of(p, map_.facts)
    if true is None:
        level, mask = code.stated_format(p.version, map_.kinds)
        found = message(
            "With level {level} and mask {mask}, the nearest, more codewords are wrong than can be corrected; "
            "with text = in the file, `mapkit repair` draws the code of that text.",
            Name(level),
            mask,
        )
        yield Remark(WHOLE_MAP, found)
        return
    formats = code.near_formats(p.version, map_.kinds)
    mine = next(found for found in formats if (found.level, found.mask) == (true.level, true.mask))
    if not mine.is_read:
        stated = tuple(cell for cell in code.format_modules(p.version) if map_.kinds[cell] != true.shades[cell])
        found = message(
            "Of the {number} modules that state level and mask, {first} are wrong in one place and {second} in the "
            "other, and {most} can be corrected.",
            *(code.FORMAT_MODULES, *mine.wrong, code.FORMAT_CORRECTABLE),
        )
        yield Remark(stated[0], found, stated)
    for wrong, block, cells in _blocks(map_, true):
        if not p.text and not (p.budget and wrong > allowed_changes(p, block)) and wrong > most_slips(block):
            most = most_slips(block)
            found = message("{wrong}; with more than {most} nobody can be sure which code it is.", _off(wrong), most)
            yield Remark(cells[0], found, cells)


def over_budget(map_: Map[Params]) -> Iterator[Remark]:
    p = map_.params
    for wrong, block, cells in _blocks(map_, true_code_of(p, map_.facts)):
        if wrong > allowed_changes(p, block):
            found = plural(
                "{number} codewords of its block are changed, and {most} may be.",
                "{number} codewords of its block are changed, and {most} may be.",
                wrong,
                allowed_changes(p, block),
            )
            yield Remark(cells[0], found, cells)


def unreadable_text(map_: Map[Params]) -> Iterator[Remark]:
    p = map_.params
    true = true_code_of(p, map_.facts)
    if true is None:
        return
    for wrong, block, cells in _blocks(map_, true):
        if not (p.budget and wrong > allowed_changes(p, block)) and wrong > block.correctable:
            found = message("{wrong}, and {most} can be corrected.", _off(wrong), block.correctable)
            yield Remark(cells[0], found, cells)
    if not says_text(p, true):
        said = in_quotes(true_code.text_read(p.version, true.shades) or "")
        yield Remark(WHOLE_MAP, message("It says {words}.", said))


def _off(number: int) -> Message:
    return plural("{number} codewords of its block are wrong", "{number} codewords of its block are wrong", number)


def _blocks(map_: Map[Params], true: TrueCode | None) -> Iterator[tuple[int, code.CodewordBlock, tuple[Cell, ...]]]:
    """The blocks of a code, if there is one: each with its number of wrong codewords, and with its wrong modules."""
    if true is not None:
        off = frozenset(true_code.modules_that_differ(true.shades, map_.kinds))
        for block in code.blocks(map_.params.version, true.level):
            cells = tuple(cell for cell in chain.from_iterable(block.codewords) if cell in off)
            yield sum(not off.isdisjoint(codeword) for codeword in block.codewords), block, cells


def unlike(map_: Map[Params]) -> Iterator[Remark]:
    p = map_.params
    true = true_code_of(p, map_.facts)
    if true is not None and p.error not in ("", true.level):
        found = message("It has level {level}, and error is {asked}.", Name(true.level), Name(p.error))
        yield Remark(WHOLE_MAP, found)
    if true is not None and p.mask is not None and p.mask != true.mask:
        yield Remark(WHOLE_MAP, message("It has mask {mask}, and mask is {asked}.", true.mask, p.mask))


def slips(map_: Map[Params]) -> Iterator[Remark]:
    """Remark on each module that differs from the true code, except patterns and changes that may be on purpose."""
    p, drawn = map_.params, map_.kinds
    true = true_code_of(p, map_.facts)
    if true is None:
        # another block may be ruined: each block that can be read is sure
        for block, shades in () if p.budget else true_code.correctable_blocks(p.version, drawn):
            off = true_code.modules_that_differ(shades, drawn)
            if sum(not set(off).isdisjoint(codeword) for codeword in block.codewords) <= most_slips(block):
                for cell in off:
                    both = SHADES[drawn[cell]], SHADES[shades[cell]]
                    found = message("It is {shade}, and {true} in the true code; its block can still be read.", *both)
                    yield Remark(cell, found, (cell,))
        return
    free = frozenset[Cell]()
    if p.budget:
        blocks = code.blocks(p.version, true.level)
        free = frozenset(cell for block in blocks for codeword in block.codewords for cell in codeword)
    for cell in true_code.modules_that_differ(true.shades, drawn):
        if cell not in free and cell not in code.fixed_modules(p.version):
            both = SHADES[drawn[cell]], SHADES[true.shades[cell]]
            found = message("It is {shade}, and {true} in the true code, which `mapkit repair` draws.", *both)
            yield Remark(cell, found, (cell,))


def budgets(map_: Map[Params]) -> tuple[Gauge, ...]:
    """How many codewords of each block are wrong, and how many may be; nothing while the code is not known."""
    p = map_.params
    whole = len(map_.kinds) == len(p.grid.cells())
    true = true_code_of(p, map_.facts) if whole or not p.text else code_by_format(p, map_.kinds)
    blocks = [*_blocks(map_, true)]
    gauges = list[Gauge]()
    for number, (wrong, block, _) in enumerate(blocks, 1):
        allowed = allowed_changes(p, block) if p.budget else block.correctable if p.text else most_slips(block)
        of_block = message("wrong codewords, block {number}", number)
        gauges.append(Gauge(of_block if len(blocks) > 1 else message("wrong codewords"), wrong, allowed))
    return tuple(gauges)


def off_par(map_: Map[Params]) -> Iterator[Remark]:
    p = map_.params
    if p.tie != "random" and not is_on_par(found := solved(p, map_.facts), p.par):
        par = par_in_words(found)
        said = message("{par}.", par) if found.proven and found.line else message("No par: {par}.", par)
        yield Remark(WHOLE_MAP, said)


# fmt: off
SAYS: MeasuredRule[Params] = MeasuredRule(
    "MQ-2", "The code says its text.", breaches=("size=2 text=HI says=HO", "size=2 text=NO says=HO"),
    applies=lambda p: bool(p.text),
    measure=unreadable_text,
)
PAR: MeasuredRule[Params] = MeasuredRule(
    "MQ-V5", "The shortest win takes {par} moves.",
    breaches=("size=2 text=GO par=12 win=treasure\nlegal par=10-12", "size=2 text=GO par=10 win=treasure"),
    applies=lambda p: p.par != ANY_PAR, measure=off_par,
)
MEASURED_RULES: tuple[MeasuredRule[Params], ...] = (
    MeasuredRule(
        "MQ-V8", "A code is neither mirrored nor turned, and its dark modules are dark.",
        breaches=("size=2 text=HI flip=all",), measure=lies_askew, alone=True,
    ),
    MeasuredRule(
        "MQ-V3", "Every chamber can be reached.",
        breaches=("size=1 treasure=k11 flip=k11", "size=1 treasure=j13 flip=j13"),
        measure=lambda map_: _unreached(map_, map_.params.grid.columns),
    ),
    MeasuredRule(
        "MQ-V6", "There is no doubt which code it is.",
        breaches=("size=2 flip=x2,x6,x10,x14", "size=2 text=HI flip=a17,b17,c17,d17,r17,s17,t17,u17"), measure=unsure,
    ),
    MeasuredRule(
        "MQ-X1", "What is asked for takes at most {budget} percent of the correction of each block.",
        breaches=("size=2 text=HI budget=19 flip=x2", "size=2 text=HI budget=19 flip=x10"),
        applies=lambda p: p.budget > 0, measure=over_budget,
    ),
    SAYS,
    MeasuredRule(
        "MQ-V7", "The code has the level and the mask that are asked for.",
        breaches=("size=2 text=HI error=H", "size=2 text=HI mask=3"),
        applies=lambda p: bool(p.error) or p.mask is not None, measure=unlike,
    ),
    PAR,
)
MEASURED_ADVICE: tuple[MeasuredRule[Params], ...] = (
    MeasuredRule(
        "MQ-V4", "Every chamber can be reached without the sword.",
        breaches=("size=1 treasure=u9\nlegal treasure=k11",),
        measure=behind_walls,
    ),
    MeasuredRule(
        "MQ-2.a", "Each module is as in a true code.", breaches=("size=2 text=HI flip=x2",), measure=slips
    ),
)
# fmt: on
