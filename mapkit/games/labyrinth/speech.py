"""The words of directives in Maze on paper, in English and Russian."""

from __future__ import annotations

from collections.abc import Mapping

from mapkit.games.labyrinth.design import Params
from mapkit.games.labyrinth.moves import request
from mapkit.grid import Direction

VERBS = {
    **dict.fromkeys(("shoot", "fire", "огонь", "стреляю", "выстрел"), "shoot"),
    **dict.fromkeys(("grenade", "граната", "гранату"), "grenade"),
    **dict.fromkeys(("knife", "stab", "нож", "ножом"), "knife"),
    **dict.fromkeys(("cement", "цемент"), "cement"),
    **dict.fromkeys(("boomerang", "бумеранг"), "boomerang"),
    **dict.fromkeys(("step", "go", "move", "шаг", "ход"), "step"),
    **dict.fromkeys(("skip", "pass", "пропуск", "пропускаю"), "skip"),
    **dict.fromkeys(("end", "done", "конец", "готово"), "end"),
    **dict.fromkeys(("start", "старт"), "start"),
}
LATER = ("after", "после")
"""The word before a weapon that is to be used after the step."""
_COMPASS = {
    **dict.fromkeys(("north", "n", "север"), "N"),
    **dict.fromkeys(("south", "s", "юг"), "S"),
    **dict.fromkeys(("right", "r", "east", "e", "вправо", "направо", "восток"), "E"),
    **dict.fromkeys(("left", "l", "west", "w", "влево", "налево", "запад"), "W"),
}
_UPRIGHT = {"up": ("up", "u", "вверх", "наверх"), "down": ("down", "d", "вниз")}


def directions(params: Params) -> Mapping[str, Direction]:
    """The words for directions. Where there are floors, up and down lead to other floors (MP-47, MP-G-3.b)."""
    upright = {request(params, d): d for d in params.grid.directions}
    words = {word: upright[way] for way, words in _UPRIGHT.items() if way in upright for word in words}
    return {**_COMPASS, **words}
