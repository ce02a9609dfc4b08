"""The words of directives and answers in Treasures, and what announcements mean."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import NamedTuple

from mapkit.model.observation import Meaning, Observation, Vector

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
    "healed": "healed",
    "wins": "won",
}
"""The words for answers in notes, and the keys of the announcements that they stand for."""
ANSWERS_TO = {"meets": "meets-healthy", "hits": "shot", "beats": "battle-lost", "loses to": "battle-lost"}
"""The words with another player's name behind them."""

MEANINGS = {
    "blocked": Observation(Meaning.WALL, ground="wall"),
    "exit": Observation(Meaning.EXIT),
    "river-wall": Observation(Meaning.STAYS, ground="river"),
    "treasure": Observation(Meaning.PRIZE),
    "takes": Observation(Meaning.TAKEN),
    "puts-down": Observation(Meaning.PUT_DOWN),
    **dict.fromkeys(
        ("shot", "battle-lost", "battle-bullet", "injured", "gm-injured", "gm-infected"), Observation(Meaning.INJURED)
    ),
    **dict.fromkeys(("kit", "healed", "gm-healthy"), Observation(Meaning.HEALTHY)),
    "rolls-junk": Observation(Meaning.BURDENED),
    "drops-junk": Observation(Meaning.RELIEVED),
}
"""What announcements mean for the player, or for the `other` if they name two, beside those of entering a tile.

Those are called as the tile is. The ear hears what they mean, and evidence proves things by it.
"""


class PackSpeech(NamedTuple):
    """The words of a pack."""

    words: frozenset[str] = frozenset()
    """The words that its directives are made of; no player may have one of them as a name."""
    of_others: frozenset[str] = frozenset()
    """The words among these by which other players agree; no player's name may contain one."""
    forms: Mapping[str, str] = MappingProxyType({})
    """Other forms of these, in any language, and the words that they stand for."""
    meanings: Mapping[str, Observation] = MappingProxyType({})
    """What its announcements mean, as in `MEANINGS`."""
    passages: Mapping[str, tuple[Vector, str]] = MappingProxyType({})
    """Its steps that lead on from one ground alone, such as up the stairs: where each leads, and that ground."""
    eager: tuple[str, ...] = ()
    """Directives that a machine player says whenever they may be said."""
    for_all: tuple[str, ...] = ()
    """The keys of announcements that everybody hears, even where answers are private (TX-3)."""
    corrections: Mapping[str, str] = MappingProxyType({})
    """The words of its corrections by the game master, in any language, and the word that each means."""
    of_players: tuple[str, ...] = ()
    """The words among these that may follow a player's name."""
    of_things: tuple[str, ...] = ()
    """The words among these that begin a correction about a thing."""


def meanings(packs: Iterable[PackSpeech]) -> Mapping[str, Observation]:
    """What announcements mean where these packs are on."""
    return {**MEANINGS, **{key: means for pack in packs for key, means in pack.meanings.items()}}
