"""Settle what is not sure in a photo: which readings the rules exclude, and what a person answers.

The rules only speak of places that are not sure. A place that was read as sure stays as it is, fault or not.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from mapkit import maps
from mapkit.grid import COMPASS, Border, Cell, Place, border
from mapkit.letters import in_quotes, refused_word
from mapkit.pages import hand_signs
from mapkit.photos import choices
from mapkit.photos.reading import OPEN, PLAIN, WALL, Look, Reading
from mapkit.settings import BadSetting

_BORDER = re.compile(r"([a-z]{1,2}\d{1,3}(?:/\d)?)-(\w+)", re.IGNORECASE)
_SAME = {"exit": OPEN, "none": OPEN, "no": OPEN, "|": WALL, "---": WALL}
"""Other words that people may say of borders."""


def excluded(found: Reading) -> Mapping[Place, tuple[str, ...]]:
    """The readings of each doubtful place with which the map would have faults, whatever the other doubts are.

    They are told only where the map can be legal, and where there are few doubts.
    """
    doubts = {place: ways(look) for place, look in found.doubts.items()}
    return choices.excluded(doubts, lambda words: not maps.check(found.answered(words).map))


def ways(look: Look) -> tuple[str, ...]:
    """The readings of a place that is not sure, the likeliest first."""
    return tuple(filter(None, (look.word, look.other)))


# --- answers -----------------------------------------------------------------------------------------------------


def answers(found: Reading, said: str) -> Mapping[Place, str]:
    """What a person says of places, such as `c3=T d4-east=wall`. Raises BadSetting with all that cannot be read."""
    told, wrong = dict[Place, str](), list[str]()
    for each in said.split():
        try:
            place, word = _answer(found, each)
        except BadSetting as why:
            wrong.append(str(why))
        else:
            told[place] = word
    if wrong:
        raise BadSetting("\n".join(wrong))
    return told


def _answer(found: Reading, said: str) -> tuple[Place, str]:
    name, sign, word = said.partition("=")
    if not sign or not word:
        raise BadSetting(f"answer is {refused_word(said)}; write a place and what stands there, such as c3=T")
    place = _place(found, name)
    return (place, _of_border(word)) if isinstance(place, Border) else (place, _of_cell(found, place, word))


def _place(found: Reading, name: str) -> Place:
    """The place of a name such as `c3` or `d4-east`; raises BadSetting."""
    cells = found.grid.cells()
    if name.lower() in cells:
        return name.lower()
    line = _BORDER.fullmatch(name)
    if line and line[1].lower() in cells:
        sides = {word: side for side, word in COMPASS.items() if side in found.grid.directions}
        side = next((sides[word] for word in sides if word.startswith(line[2].lower())), None)
        if side:
            return border(found.grid, line[1].lower(), side)
    raise BadSetting(f"{in_quotes(name)} is no place of this board; name a cell such as c3 or a border such as d4-east")


def _of_border(word: str) -> str:
    said = _SAME.get(word.lower(), word.lower())
    if said not in (WALL, OPEN):
        raise BadSetting(f"{in_quotes(word)} stands on no border; say wall or open")
    return said


def _of_cell(found: Reading, cell: Cell, word: str) -> str:
    """The sign that a person says of a cell; glyphs of map files will do, too. Raises BadSetting."""
    legend = found.game.design.legend(found.params)
    pairs, chains = hand_signs.pairs_and_chains(legend)
    said = word if word.startswith(".") else word.removeprefix("~") or word
    said = said if said in hand_signs.TURNS or said in legend.marks else said.upper()
    if said in pairs or said == PLAIN or hand_signs.glyph_of(said) in legend.marks:
        return said
    known = [each for each in hand_signs.signs(legend) if not each.isdigit()]
    listed = " ".join(f"{each}1" if each in chains else each for each in known)
    raise BadSetting(f"{cell}: {in_quotes(word)} is no sign of {found.game.name}; it takes {listed} {in_quotes(PLAIN)}")
