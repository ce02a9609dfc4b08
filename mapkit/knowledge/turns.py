"""Whose turn it is in a game that was written down, as far as the answers tell it."""

from __future__ import annotations

import math
from collections.abc import Sequence

from mapkit.model.evidence import TurnEffect


class TurnOrder:
    """Follows the turns of a game, and tells where a command comes out of turn."""

    def __init__(self, names: Sequence[str], ways: int) -> None:
        """Takes the players in the order of turns, and the number of directions that can be refused."""
        self._names, self._ways = tuple(names), ways
        self._lost = dict.fromkeys(names, 0.0)
        self._mover = self._names[0]
        self._moved, self._refused = False, set[str]()
        self._known = True

    def hears(self, who: str, taken: TurnEffect | None) -> str:
        """Hear of a command; what is wrong with its place in the order, or nothing."""
        if not self._known:
            return ""
        if all(math.isinf(turns) for turns in self._lost.values()):
            self._known = False
            return "nobody plays on after what stands above; is a line wrong?"
        if taken is None:
            self._known = False
            return ""
        wrong = ""
        if taken.moved is not None:
            may_be_over = len(self._refused) >= self._ways and who != self._mover
            if self._moved or may_be_over or math.isinf(self._lost[self._mover]):
                # The turn goes to the next player who loses none
                self._refused, at = set(), self._names.index(self._mover) + 1
                while self._lost[self._names[at % len(self._names)]]:
                    self._lost[self._names[at % len(self._names)]] -= 1
                    at += 1
                self._mover = self._names[at % len(self._names)]
            if who != self._mover:
                wrong = f"it is {self._mover}'s turn here; is a line missing?"
                self._mover, self._refused = who, set()
            self._moved = taken.moved
            self._refused |= {taken.refused} if taken.refused else set()
        for player, turns in taken.loses.items():
            self._lost[player] += turns
        return wrong
