"""Which readings of doubtful places the rules exclude. It needs no picture, and so no library for pictures.

The rules only speak of places that are not sure. A place that was read as sure stays as it is, fault or not.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import product
from math import prod

from mapkit.model.grid import Place

_MOST = 128
"""The most ways to settle all doubts that are checked."""


def excluded(
    ways: Mapping[Place, Sequence[str]], is_legal: Callable[[Mapping[Place, str]], bool]
) -> Mapping[Place, tuple[str, ...]]:
    """The readings of each doubtful place with which the map would have faults, whatever the other doubts are.

    They are told only where the map can be legal, and where there are few doubts.
    """
    if not ways or not 0 < prod(map(len, ways.values())) <= _MOST:
        return {}
    settled = (dict(zip(ways, words, strict=True)) for words in product(*ways.values()))
    legal = [words for words in settled if is_legal(words)]
    if not legal:
        return {}
    return {
        place: tuple(way for way in some if all(words[place] != way for words in legal)) for place, some in ways.items()
    }
