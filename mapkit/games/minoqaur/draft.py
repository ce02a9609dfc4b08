"""Codes to play on: of a text that is given, or of one that nobody will read."""

from __future__ import annotations

from mapkit.chance import Chance
from mapkit.games.minoqaur import code
from mapkit.games.minoqaur.design import ITEMS, Params, corners, drawn_facts, interest
from mapkit.rule import Facts, has

LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"


def draft(p: Params, chance: Chance, drawn: Facts) -> Facts:
    """The code of the text with a level and a mask by chance, where none are asked for; what is drawn already stays."""
    level = p.error or chance.choice(code.LEVELS)
    mask = p.mask if p.mask is not None else chance.choice(code.MASKS)
    text = p.text or _words(p, chance)
    try:
        shades = code.encoded(text, p.version, level, mask)
    except code.TooLong:  # at that level; the settings are known to leave one that is long enough
        level = "L"
        shades = code.encoded(text, p.version, level, mask)
    if p.best == "yes" and p.mask is None:
        codes = (code.encoded(text, p.version, level, each) for each in code.MASKS)
        shades = max(codes, key=lambda each: interest(p, drawn_facts(each)))
    known = {fact.place for fact in drawn}
    lying = zip(corners(p.grid), chance.shuffled(ITEMS), strict=True) if p.corners == "drawn" else ()
    placed = frozenset(has(cell, item) for cell, item in lying)
    listed = any(fact.mark in ITEMS for fact in drawn)
    return drawn | {f for f in drawn_facts(shades) if f.place not in known} | (frozenset() if listed else placed)


def _words(p: Params, chance: Chance) -> str:
    """Letters by chance, as many as fill about half of the code."""
    return "".join(chance.choice(LETTERS) for _ in range(8 * p.version))
