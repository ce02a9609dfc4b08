"""The words of directives and answers in Treasures."""

from __future__ import annotations

from mapkit.language.directives import vocabulary

SPOKEN = vocabulary("treasures")
"""What players say, where no group's own pack has further words."""
DIRECTIONS = {"north": "N", "up": "N", "east": "E", "right": "E", "south": "S", "down": "S", "west": "W", "left": "W"}
WITHIN = frozenset({"with", "bullet"})
"""What may stand behind a player's name."""
ANSWERS = {
    "wall": "blocked",
    "exit": "exit",
    "safe": "safe",
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
ANSWERED = vocabulary("treasures", part="answers")
"""What is said for the answers in notes."""
