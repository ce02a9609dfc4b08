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
