"""Damaged hand copies: the nearest true code, and what to change to have it."""

from __future__ import annotations

from collections.abc import Iterator

from mapkit.game import Map, Mended
from mapkit.games.minoqaur import code, correction
from mapkit.games.minoqaur.correction import Shades, TrueCode
from mapkit.games.minoqaur.design import Params, allowed, drawn_facts
from mapkit.grid import Cell

_KIND = "true code"


def mended(map: Map[Params]) -> Mended:
    """The true code that a drawing is a copy of; without edits where it is one, or where none is near."""
    p, drawn = map.params, map.kinds
    if not any(cell in drawn for cell in code.stream(p.version)):  # no copy of a code, but a blank file
        return Mended(map.facts, (), _KIND, correction.TOO_MUCH, False)
    true = _true_code(p, drawn)
    if true is None:
        return Mended(
            map.facts,
            (),
            _KIND,
            correction.TOO_MUCH,
            False,
            "it is a copy of no code that can be told: too much differs",
        )
    true = true._replace(shades=_as_designed(p, true, drawn))
    listed = frozenset(fact for fact in map.facts if fact.mark not in ("dark", "light"))
    said = correction.said(p.version, true.shades)
    note = f'the code says "{said}"' if said and not p.text else ""
    return Mended(
        drawn_facts(true.shades) | listed,
        tuple(_edits(p.version, true, drawn)),
        _KIND,
        true.doubt,
        not true.doubt,
        note,
    )


def _true_code(p: Params, drawn: Shades) -> TrueCode | None:
    """The nearest true code, and one that says the text where there is one."""
    found = correction.nearest_code(p.version, drawn)
    said = correction.said(p.version, found.shades) if found else None
    if said is not None and p.text in ("", said):
        return found
    return min(_codes_of_text(p, drawn), key=lambda each: len(correction.differing(each.shades, drawn)), default=None)


def _codes_of_text(p: Params, drawn: Shades) -> Iterator[TrueCode]:
    """The codes of the text, as segno writes it, with the level and the mask that are asked for."""
    for level, mask in code.near_formats(p.version, drawn):
        if p.text and p.error in ("", level) and p.mask in (None, mask):
            try:
                yield TrueCode(code.encoded(p.text, p.version, level, mask), level, mask, correction.TOO_MUCH)
            except code.TooLong:
                continue


def _as_designed(p: Params, true: TrueCode, drawn: Shades) -> Shades:
    """The true code with the changes that are within the budget: they may be what was asked for (MQ-X1)."""
    kept = dict(true.shades)
    for wrong, block in correction.wrong_codewords(p.version, true.level, true.shades, drawn):
        if wrong <= allowed(p, block):
            kept.update({cell: drawn.get(cell, kept[cell]) for codeword in block.codewords for cell in codeword})
    return kept


def _edits(version: int, true: TrueCode, drawn: Shades) -> Iterator[tuple[str, tuple[Cell, ...]]]:
    alike, formats = code.fixed(version), frozenset(code.format_modules(version))
    for cell in code.matrix(version).cells():
        shade = true.shades[cell]
        if cell not in drawn:
            yield f"fill in {cell}: {shade}", (cell,)
        elif drawn[cell] != shade:
            why = ""
            if cell in formats:
                why = f", where the code tells level {true.level} and mask {true.mask}"
            elif cell in alike:
                why = ", as in all codes of this size"
            yield f"make {cell} {shade}{why}", (cell,)
