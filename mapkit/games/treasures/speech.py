"""The words of directives in Treasures, in English and Russian."""

from __future__ import annotations

DIRECTIONS = {
    **dict.fromkeys(("n", "north", "up", "u"), "N"),
    **dict.fromkeys(("e", "east", "right", "r"), "E"),
    **dict.fromkeys(("s", "south", "down", "d"), "S"),
    **dict.fromkeys(("w", "west", "left", "l"), "W"),
}
WITHIN = frozenset({"with", "bullet"})
"""What may stand behind a player's name."""
WORDS = WITHIN | frozenset(
    """
shoot fire attack fight use kit first aid shop roll take pick drop throw put the treasure heal all dice
""".split()  # noqa: SIM905 (twenty words, each in quotes, are harder to read)
)
"""What else directives are made of, beside steps."""
RUSSIAN = {
    **dict.fromkeys(("север", "вверх", "наверх"), "north"),
    **dict.fromkeys(("восток", "вправо", "направо"), "east"),
    **dict.fromkeys(("юг", "вниз"), "south"),
    **dict.fromkeys(("запад", "влево", "налево"), "west"),
    **dict.fromkeys(("на", "кубик"), ""),
    **dict.fromkeys(("шаг", "иду", "идти"), "go"),
    **dict.fromkeys(("огонь", "выстрел", "стрелять", "стреляю"), "shoot"),
    **dict.fromkeys(("напасть", "нападаю", "атака", "атакую"), "attack"),
    "с": "with",
    **dict.fromkeys(("пуля", "пулю", "пулей"), "bullet"),
    **dict.fromkeys(("применить", "применяю"), "use"),
    **dict.fromkeys(("аптечка", "аптечку"), "kit"),
    **dict.fromkeys(("лавка", "бросить", "бросаю"), "shop"),
    **dict.fromkeys(("взять", "беру", "забрать", "забираю"), "take"),
    **dict.fromkeys(("выбросить", "выбрасываю"), "drop"),
    "хлам": "junk",
    **dict.fromkeys(("положить", "кладу"), "put down"),
    "клад": "treasure",
    **dict.fromkeys(("лечиться", "лечусь"), "heal"),
    **dict.fromkeys(("конец", "готово"), "end"),
}
"""The Russian words of directives, and the English ones that they stand for."""
WAYS_IN_BOTH = {**DIRECTIONS, **{word: DIRECTIONS[said] for word, said in RUSSIAN.items() if said in DIRECTIONS}}
"""The words for directions in corrections, in English and Russian."""
ANSWERS = {
    **dict.fromkeys(("wall", "blocked"), "blocked"),
    "exit": "exit",
    **dict.fromkeys(("safe", "safe tile", "safe clearing"), "safe"),
    "shop": "shop",
    "hospital": "hospital",
    "marsh": "marsh",
    "river": "river",
    "river end": "river-wall",
    "portal": "portal",
    "treasure": "treasure",
    "takes": "takes",
    "puts down": "puts-down",
    "misses": "missed",
    "stays": "stays",
    "wins": "won",
}
"""The words for answers in notes, and the keys of the announcements that they stand for."""
ANSWERS_TO = {
    "meets": "meets-healthy",
    "hits": "shot",
    "beats": "battle-lost",
    "loses to": "battle-lost",
}
"""The words with another player's name behind them."""
RUSSIAN_ANSWERS = {
    "стена": "wall",
    "выход": "exit",
    **dict.fromkeys(("безопасно", "безопасная", "безопасная поляна", "безопасная клетка", "поляна"), "safe"),
    "лавка": "shop",
    "госпиталь": "hospital",
    "болото": "marsh",
    "река": "river",
    "конец реки": "river end",
    "портал": "portal",
    "клад": "treasure",
    **dict.fromkeys(("забирает", "берет", "взял", "взяла"), "takes"),
    **dict.fromkeys(("кладет", "положил", "положила"), "puts down"),
    **dict.fromkeys(("мимо", "промах"), "misses"),
    **dict.fromkeys(("остается", "лечится"), "stays"),
    **dict.fromkeys(("победа", "выиграл", "выиграла"), "wins"),
    **dict.fromkeys(("встречает", "встретил", "встретила"), "meets"),
    **dict.fromkeys(("попадает в", "попал в", "попала в"), "hits"),
    "побеждает": "beats",
    "проигрывает": "loses to",
}
"""The Russian words for answers in notes, with `е` for `ё`, and the English ones that they stand for."""
