"""Settle what is not sure in a photo: which readings the rules exclude, and what a person answers.

The rules only speak of places that are not sure. A place that was read as sure stays as it is, fault or not.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Mapping
from typing import Any

from mapkit.language.directives import cell_name, player_named
from mapkit.model.grid import COMPASS, Border, Cell, Place, border
from mapkit.model.letters import alike, in_a_row, in_quotes, refused_word
from mapkit.model.map import Map
from mapkit.model.settings import BadSetting
from mapkit.paper import hand_signs
from mapkit.photos import sheet
from mapkit.photos.sheet import OPEN, PLAIN, WALL, MapReading, place_name
from mapkit.solve import legality

_BORDER = re.compile(r"([a-z]{1,2}\d{1,3}(?:/\d)?)-(\w+)")
_SAME = {"exit": OPEN, "none": OPEN, "no": OPEN, "|": WALL, "---": WALL}
"""Other words that people may say of borders."""


def excluded(
    found: MapReading, map_of: Callable[[MapReading], Map[Any]] = lambda settled: settled.map
) -> Mapping[Place, tuple[str, ...]]:
    """What `sheet.excluded` gives for the doubts of a reading; `map_of` gives the map of a reading without doubts."""
    looks = found.doubts

    def is_legal(words: Mapping[Place, str]) -> bool:
        settled = found.answered(words)
        return not settled.doubts and not legality.check(map_of(settled))

    out = sheet.excluded({place: ways(found, place) for place in looks}, is_legal)
    seen = {place: {cell for word in look[:2] for cell in _whole(found, word)} for place, look in looks.items()}
    return {place: tuple(way for way in some if way in seen[place]) for place, some in out.items()}


def ways(found: MapReading, place: Place) -> tuple[str, ...]:
    """The readings of a doubtful place, likeliest first: half a wall may be a slip, and a sign struck out."""
    look = found.doubts[place]
    is_half = isinstance(place, Border) and found.looks[place].sure
    slip = (OPEN,) if is_half else (PLAIN,) if place in found.grid.cells() else ()
    read = filter(None, (look.word, look.other, *slip))
    return tuple(dict.fromkeys(cell for word in read for cell in _whole(found, word)))


def _whole(found: MapReading, word: str) -> tuple[str, ...]:
    """A reading as people answer it: a letter of a chain without its number may have any number."""
    _, chains = hand_signs.pairs_and_chains(found.game.design.legend(found.params))
    return chains.get(word, (word,))


def answers(found: MapReading, said: str) -> Mapping[Place, str]:
    """What a person says of places, such as `c3=T d4-east=wall`. Raises BadSetting with all that cannot be read."""
    told, wrong = dict[Place, str](), list[str]()
    for part in said.split():
        try:
            place, word = _answer(found, part)
        except BadSetting as why:
            wrong.append(str(why))
        else:
            if told.setdefault(place, word) != word:
                wrong.append(f"{place_name(place)}: answered twice, {told[place]} and {word}; say one of them")
    if wrong:
        raise BadSetting("\n".join(wrong))
    return told


def _answer(found: MapReading, said: str) -> tuple[Place, str]:
    name, sign, word = said.partition("=")
    if not sign or not word:
        raise BadSetting(f"answer is {refused_word(said)}; write a place and what stands there, such as c3=T")
    rows = {row.name: row.boxes for row in found.key.rows}
    place = _place(found, name, rows)
    if isinstance(place, Border):
        meant = _SAME.get(word.lower(), word.lower())
        over = [bar for bar, lines in (found.key.bars or {}).items() if place in lines]
        if meant not in (WALL, OPEN, *over):
            raise BadSetting(f"{in_quotes(word)} stands on no border; say {in_a_row([WALL, OPEN, *over], 'or')}")
        return place, meant
    if place in rows:
        box = next((box for box in (*rows[place], PLAIN) if alike(box) == alike(word)), None)
        if box is None:
            known = in_a_row(rows[place], "or")
            raise BadSetting(f"{place}: {in_quotes(word)} is none of its boxes; say {known}, or .")
        return place, box
    return place, _of_cell(found, place, word)


def _place(found: MapReading, name: str, rows: Collection[str]) -> Place:
    """The place of a name such as `c3` or `d4-east`; raises BadSetting."""
    cells, plain = found.grid.cells(), cell_name(name)
    if plain in cells:
        return plain
    if row := player_named(name, rows):
        return row
    line = _BORDER.fullmatch(plain)
    if line and line[1] in cells:
        sides = {word: side for side, word in COMPASS.items() if side in found.grid.directions}
        meant = [word for word in sides if word.startswith(line[2])]
        if line[2] in sides or len(meant) == 1:
            return border(found.grid, line[1], sides.get(line[2]) or sides[meant[0]])
    raise BadSetting(f"{in_quotes(name)} is no place of this board; name a cell such as c3 or a border such as d4-east")


def _of_cell(found: MapReading, cell: Cell, word: str) -> str:
    """The sign that a person says of a cell; glyphs of map files will do, too. Raises BadSetting."""
    legend = found.game.design.legend(found.params)
    pairs, chains = hand_signs.pairs_and_chains(legend)
    said = word if word.startswith(".") else word.removeprefix("~") or word
    said = said if said in hand_signs.TURNS or said in legend.marks else said.upper()
    if said in chains:
        raise BadSetting(f"{cell}: {in_quotes(word)} lacks its number; say {in_a_row(chains[said], 'or')}")
    if said in pairs or said == PLAIN or hand_signs.glyph_of(said) in legend.marks:
        return said
    if said in found.key.signs:
        return said
    known = [sign for sign in found.key.signs if not sign.isdigit()]
    listed = " ".join(f"{sign}1" if sign in chains else sign for sign in known)
    raise BadSetting(f"{cell}: {in_quotes(word)} is no sign of {found.game.name}; it takes {listed} {in_quotes(PLAIN)}")
