"""The signs that people write by hand into the cells of a map, and the glyphs of map files that they stand for.

They are easier than glyphs: an empty cell is plain, a river is an arrow, and the two ends of a pair have one letter.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace
from itertools import groupby
from typing import Any, NamedTuple

from mapkit.model.design import Legend
from mapkit.model.game import Game
from mapkit.model.grid import Board, Border
from mapkit.model.handwork import BoxRow, HandSheet
from mapkit.model.message import NOTHING, Message

ARROW = ">"
"""The sign of an arrow in a strip of samples; in cells it is turned as the river flows."""
TURNS = {">": 0, "^": 1, "<": 2, "v": 3}
"""By how many quarter turns, counterclockwise, each arrow is turned."""
_CHAIN = re.compile(r"([A-Z])([1-9])", re.ASCII)


class SheetKey(NamedTuple):
    """What people draw and write on the drawing sheets of a map."""

    signs: Mapping[str, Message]
    """The signs of the strip of samples, each with what it means."""
    walls: bool
    """Whether lines are drawn along borders."""
    outer: bool = False
    """Whether the outer wall is drawn, too."""
    bars: Mapping[str, tuple[Border, ...]] | None = None
    """The bars that these lines make, by their names; None where every line stands for itself."""
    rows: tuple[BoxRow, ...] = ()
    form: int = 0
    """The number of the sheet's form, which tells settings beside the size; 0 where the size tells all."""

    @property
    def numbered(self) -> bool:
        return any(sign.isdigit() for sign in self.signs)

    @property
    def row_lengths(self) -> tuple[int, ...]:
        return tuple(len(row.boxes) for row in self.rows)


def sheet_key(game: Game[Any], params: Any) -> SheetKey:
    """What people draw and write on the drawing sheets of a map with these settings; raises BadSetting."""
    by_hand, legend = game.design.board.by_hand, game.design.legend(params)
    if by_hand is None:
        meanings = {sign: meaning(legend, sign) for sign in signs(legend)}
        return SheetKey(meanings, bool(legend.lines), bool(legend.gap))
    sheet: HandSheet = by_hand.sheet(params)
    return SheetKey(sheet.signs, bool(sheet.bars), False, sheet.bars, sheet.rows, sheet.form)


def settings_of(game: Game[Any], grid: Board, form: int) -> Any:
    """The settings that the marks of a sheet tell, else the usual ones; raises BadSetting."""
    by_hand = game.design.board.by_hand
    return by_hand.settings(grid, form) if by_hand else replace(game.design.params(), grid=grid)


def signs(legend: Legend) -> tuple[str, ...]:
    """The signs of a game's strip of samples: single signs, letters of pairs and of chains, and digits."""
    single = dict.fromkeys(_single(glyph) for glyph in legend.by_hand if not _CHAIN.fullmatch(glyph))
    pairs, chains = pairs_and_chains(legend)
    most = max((len(numbers) for numbers in chains.values()), default=0)
    return (*filter(None, single), *pairs, *chains, *map(str, range(1, most + 1)))


def _single(glyph: str) -> str:
    """The sign for a glyph without a number; empty for a plain cell."""
    if glyph == ".":
        return ""
    inner = glyph.removeprefix("~") or glyph
    return ARROW if inner in TURNS else inner


def meaning(legend: Legend, sign: str) -> Message:
    """What a sign means, in a word or two; empty for digits."""
    if sign == ARROW:
        return legend.words.get("flows", NOTHING)
    glyph = next((g for g in legend.marks if _single(g) == sign or (_CHAIN.fullmatch(g) and g[0] == sign)), "")
    return called(legend, glyph)


def called(legend: Legend, glyph: str) -> Message:
    """What a glyph stands for; those that are a letter and a number have one name."""
    mark = legend.marks.get(glyph, "")
    return legend.kind(mark) if _CHAIN.fullmatch(glyph) else legend.noun(mark)


def pairs_and_chains(legend: Legend) -> tuple[Mapping[str, tuple[str, ...]], Mapping[str, tuple[str, ...]]]:
    """The glyphs of each letter that stands for a pair, and of each letter of a longer chain."""
    found = [*filter(_CHAIN.fullmatch, legend.marks)]
    groups = {letter: tuple(glyphs) for letter, glyphs in groupby(found, key=lambda glyph: glyph[0])}
    pairs = [letter for letter, glyphs in groups.items() if len(glyphs) == 2]
    chains = [letter for letter, glyphs in groups.items() if len(glyphs) > 2]
    # people may write two letters of pairs, and two of longer chains
    return tuple({letter: groups[letter] for letter in kind[:2]} for kind in (pairs, chains))  # type: ignore[return-value]


def glyph_of(sign: str) -> str:
    """The glyph of a sign in a cell; arrows are told as they point."""
    return f"~{sign}" if sign in TURNS or sign in ("o", "u", "d") else sign or "."


def written(legend: Legend, glyph: str) -> tuple[str, str]:
    """How people write a glyph: the sign, with arrows as they point, and the number beside it; two empty for plain."""
    if glyph == ".":
        return "", ""
    chained = _CHAIN.fullmatch(glyph)
    if not chained:
        return glyph.removeprefix("~") or glyph, ""
    pairs, _ = pairs_and_chains(legend)
    return chained[1], "" if chained[1] in pairs else chained[2]
