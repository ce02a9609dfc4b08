"""Settle what is not sure in a photo: which readings the rules exclude, and what a person answers.

The rules only speak of places that are not sure. A place that was read as sure stays as it is, fault or not.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Mapping
from typing import Any

from mapkit.language.directives import cell_name, player_named
from mapkit.model.errors import BadSetting, refuse_all
from mapkit.model.grid import COMPASS, Border, Cell, Place, border
from mapkit.model.letters import alike, in_quotes, refused_word
from mapkit.model.map import Map
from mapkit.model.message import Message, Name, clauses, either, message
from mapkit.paper import hand_signs
from mapkit.photos import sheet
from mapkit.photos.sheet import OPEN, PLAIN, WALL, MapReading, place_name
from mapkit.solve import legality

_BORDER = re.compile(r"(.+)-(\w+)")
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
    told, wrong = dict[Place, str](), list[Message]()
    for part in said.split():
        try:
            place, word = _answer(found, part)
        except BadSetting as why:
            wrong.append(why.said)
        else:
            if told.setdefault(place, word) != word:
                three = map(Name, (place_name(place), told[place], word))
                wrong.append(message("{place}: answered twice, {one} and {other}; say one of them", *three))
    refuse_all(wrong)
    return told


def _answer(found: MapReading, said: str) -> tuple[Place, str]:
    name, sign, word = said.partition("=")
    if not sign or not word:
        write = message("write a place and what stands there, such as c3=T")
        raise BadSetting(clauses(message("answer is {found}", refused_word(said)), write))
    rows = {row.name: row.boxes for row in found.key.rows}
    place = _place(found, name, rows)
    if isinstance(place, Border):
        meant = _SAME.get(word.lower(), word.lower())
        over = [bar for bar, lines in (found.key.bars or {}).items() if place in lines]
        if meant not in (WALL, OPEN, *over):
            known = either([*map(Name, (WALL, OPEN, *over))])
            raise BadSetting(message("{found} stands on no border; say {names}", in_quotes(word), known))
        return place, meant
    if place in rows:
        box = next((box for box in (*rows[place], PLAIN) if alike(box) == alike(word)), None)
        if box is None:
            three = Name(place), in_quotes(word), either([*map(Name, rows[place])])
            raise BadSetting(message("{row}: {found} is none of its boxes; say {names}, or .", *three))
        return place, box
    return place, _of_cell(found, place, word)


def _place(found: MapReading, name: str, rows: Collection[str]) -> Place:
    """The place of a name such as `c3` or `d4-east`; raises BadSetting."""
    cells, plain = found.grid.cells(), cell_name(name, found.grid)
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
    no_place = message("{found} is no place of this board", in_quotes(name))
    raise BadSetting(clauses(no_place, message("name a cell such as c3 or a border such as d4-east")))


def _of_cell(found: MapReading, cell: Cell, word: str) -> str:
    """The sign that a person says of a cell; glyphs of map files will do, too. Raises BadSetting."""
    legend = found.game.design.legend(found.params)
    pairs, chains = hand_signs.pairs_and_chains(legend)
    said = word if word.startswith(".") else word.removeprefix("~") or word
    said = said if said in hand_signs.TURNS or said in legend.marks else said.upper()
    if said in chains:
        numbered = either([*map(Name, chains[said])])
        raise BadSetting(message("{cell}: {sign} lacks its number; say {names}", Name(cell), in_quotes(word), numbered))
    if said in pairs or said == PLAIN or hand_signs.glyph_of(said) in legend.marks:
        return said
    if said in found.key.signs:
        return said
    known = [sign for sign in found.key.signs if not sign.isdigit()]
    listed = Name(" ".join([*(f"{sign}1" if sign in chains else sign for sign in known), in_quotes(PLAIN)]))
    four = Name(cell), in_quotes(word), Name(found.game.name), listed
    raise BadSetting(message("{cell}: {found} is no sign of {game}; it takes {signs}", *four))
