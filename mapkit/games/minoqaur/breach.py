"""Codes in a few words: how the breaches of the rules are written."""

from __future__ import annotations

from collections.abc import Mapping

from mapkit.games.minoqaur.code import code_of_text, matrix, size


def breach(words: Mapping[str, str]) -> tuple[Mapping[str, str], str]:
    """A code and its settings: `size=2 text=HI says=HO flip=a21 blank=j10`; `flip=all` makes it light on dark.

    The modules are those of `says`, or else of the text, apart from those that are flipped or blank.
    """
    rest = dict(words)
    version, text = int(rest.pop("size")), rest.setdefault("text", "")
    shades = dict(code_of_text(rest.pop("says", text or "MINOQAUR"), version, "L", 0))
    flipped = rest.pop("flip", "")
    for cell in shades if flipped == "all" else filter(None, flipped.split(",")):
        shades[cell] = {"dark": "light", "light": "dark"}[shades[cell]]
    for cell in filter(None, rest.pop("blank", "").split(",")):
        del shades[cell]
    glyphs = "".join({"dark": "#", "light": ".", "?": "?"}[shades.get(cell, "?")] for cell in matrix(version).cells())
    side = size(version)
    return rest, "\n".join(glyphs[start : start + side] for start in range(0, len(glyphs), side))
