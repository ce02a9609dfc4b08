"""The only source of randomness: a stream of choices from a seed.

Python promises only of `random.Random(text).random()` that it stays the same between versions. So every choice is drawn
from that one method.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator, Sequence
from typing import TypeVar

T = TypeVar("T")


class Chance:
    """A stream of choices; the same seed text gives the same choices on every machine."""

    def __init__(self, seed: str) -> None:
        self._seed, self._draw = seed, random.Random(seed).random

    def separate_stream(self, name: str) -> Chance:
        """A separate stream for that name; it does not depend on what was drawn before."""
        return Chance(f"{self._seed} {name}")

    def below(self, bound: int) -> int:
        """A random whole number from 0 to `bound` - 1."""
        return int(self._draw() * bound)

    def numbers(self, many: int) -> Iterator[float]:
        return (self._draw() for _ in range(many))

    def choice(self, things: Sequence[T]) -> T:
        """One of the things, chosen at random; there must be one at least."""
        return things[self.below(len(things))]

    def shuffled(self, things: Iterable[T]) -> list[T]:
        """The things in random order; give them in a fixed order, never a set."""
        pile = list(things)
        for i in range(len(pile) - 1, 0, -1):
            j = self.below(i + 1)
            pile[i], pile[j] = pile[j], pile[i]
        return pile

    def die(self, faces: int) -> int:
        """A roll of a die: a random whole number from 1 to `faces`."""
        return self.below(faces) + 1

    def between(self, low: int, high: int) -> int:
        """A random whole number from `low` to `high`, both included."""
        return low + self.below(high - low + 1)


def fresh_seed() -> str:
    """A new seed from the system's randomness, short enough to be read aloud."""
    syllables = [c + v for c in "bdfgklmnprstvz" for v in "aeiou"]
    system = random.SystemRandom()
    return "".join(system.choice(syllables) for _ in range(5))
