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


ANSWERS = {
    **dict.fromkeys(("executed", "step executed"), "executed"),
    "skipped": "skipped",
    **dict.fromkeys(("impossible", "step impossible"), "impossible"),
    "wall": "impossible-wall",
    "monolith": "impossible-monolith",
    "destroyed": "destroyed-",
    "no wall": "no-wall",
    **dict.fromkeys(("stands", "wall stands"), "wall-stands"),
    **dict.fromkeys(("built", "wasted", "miss", "nobody", "false"), ""),
    "boomerang back": "boomerang-back",
    "boomerang falls": "boomerang-falls",
    "back": "back",
    "bear": "meets-bear",
    "bear wounded": "bear-wounded",
    "leprechaun killed": "leprechaun-killed",
    "somebody wounded": "somebody-wounded",
    "somebody killed": "somebody-killed",
    "wins": "wins",
}
"""The words for answers in notes, and the keys of the announcements that they stand for; empty for the word itself."""
FOUND = {
    **dict.fromkeys(("empty", "empty cell"), "empty"),
    **{each.replace("-", " "): each for each in ("river", "river-source", "river-end", "wormhole", "moved")},
    "source": "river-source",
    **{each: each for each in ("arsenal", "hospital", "swamp", "exit", "treasure", "trophy", "boomerang")},
}
"""The words for what a step finds, and the keys of these."""
ANSWERS_TO = ("wounded", "killed", "corpse")
"""The words with a player's name behind them, or before them."""
RUSSIAN_ANSWERS = {
    **dict.fromkeys(("прошли", "прошел", "прошла", "проход"), "executed"),
    "пропуск": "skipped",
    "хода нет": "impossible",
    "стена": "wall",
    "монолит": "monolith",
    **dict.fromkeys(("взорвана", "стена взорвана"), "destroyed"),
    "стены нет": "no wall",
    **dict.fromkeys(("устояла", "стена устояла"), "stands"),
    **dict.fromkeys(("построена", "стена построена"), "built"),
    **dict.fromkeys(("зря", "потрачен зря"), "wasted"),
    "мимо": "miss",
    **dict.fromkeys(("никого", "никого нет", "здесь никого нет"), "nobody"),
    **dict.fromkeys(("ложный", "клад ложный"), "false"),
    "бумеранг вернулся": "boomerang back",
    "бумеранг упал": "boomerang falls",
    "старт": "back",
    "медведь": "bear",
    "медведь ранен": "bear wounded",
    "лепрекон убит": "leprechaun killed",
    "кто-то ранен": "somebody wounded",
    "кто-то убит": "somebody killed",
    "победа": "wins",
    **dict.fromkeys(("пусто", "пустая клетка"), "empty"),
    "перенос": "moved",
    **dict.fromkeys(("дырка", "дыра"), "wormhole"),
    "река": "river",
    "исток": "river source",
    "устье": "river end",
    "арсенал": "arsenal",
    "госпиталь": "hospital",
    "болото": "swamp",
    "выход": "exit",
    "клад": "treasure",
    "трофей": "trophy",
    "бумеранг": "boomerang",
    **dict.fromkeys(("ранен", "ранена"), "wounded"),
    **dict.fromkeys(("убит", "убита"), "killed"),
    "труп": "corpse",
}
"""The Russian words for answers in notes, with `е` for `ё`, and the English ones that they stand for."""


def directions(params: Params) -> Mapping[str, Direction]:
    """The words for directions. Where there are floors, up and down lead to other floors (MP-47, MP-G-3.b)."""
    upright = {request(params, d): d for d in params.grid.directions}
    words = {word: upright[way] for way, words in _UPRIGHT.items() if way in upright for word in words}
    return {**_COMPASS, **words}
