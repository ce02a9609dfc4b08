"""What takes the studio seconds of thought: what players could know, and hints.

One thread thinks, so that the pages go on. Everybody has at most one question in the queue, and questions are answered
in the order in which they came. So a phone that asks again and again delays every other by at most one answer.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Callable, Hashable

from mapkit.model.settings import BadSetting
from mapkit.studio.knowledge import KnowledgeAnswer, KnowledgeQuery, answer
from mapkit.studio.session import Sitting
from mapkit.table.voice import Line

MOST_KEPT = 32
"""The most answers that are kept; what was heard may be asked again by each phone and for each turn."""
GAME_MASTER = ""
"""The name of the game master among those who ask."""


class SlowAnswers:
    """Answers to questions that take long, for those who ask: players by their names, and the game master."""

    def __init__(self, at_table: Callable[[], Sitting | None]) -> None:
        self._at_table, self._one = at_table, asyncio.Lock()
        self._own: dict[str, asyncio.Lock] = {}
        self._kept: OrderedDict[Hashable, KnowledgeAnswer] = OrderedDict()

    def _turn(self, who: str) -> asyncio.Lock:
        """The lock of somebody who asks, held while they wait."""
        game = self._at_table()
        names = (GAME_MASTER, *(game.names if game else ()))
        self._own = {name: lock for name, lock in self._own.items() if name in names or lock.locked()}
        return self._own.setdefault(who, asyncio.Lock())

    async def known(self, who: str, ask: Callable[[], KnowledgeQuery]) -> KnowledgeAnswer:
        """What somebody could know, by the question as it is when their turn in the queue comes.

        Raises BadStroke or BadSetting.
        """
        if (found := self._kept.get(ask().key)) is not None:
            return found
        async with self._turn(who), self._one:
            asked = ask()
            if (found := self._kept.get(asked.key)) is None:
                found = self._kept[asked.key] = await asyncio.to_thread(answer, asked)
            self._kept.move_to_end(asked.key)
            while len(self._kept) > MOST_KEPT:
                self._kept.popitem(last=False)
            return found

    async def hint(self, who: str, played: Sitting) -> tuple[Line, ...]:
        """Give a hint to the player whose turn it is; returns what is said of it and is not in the record.

        Raises FileTrouble.
        """
        async with self._turn(who), self._one:
            if played is not self._at_table() or who not in (GAME_MASTER, played.mover):
                return ()
            asked = played.hints.question()
            if isinstance(asked, Line):
                return (asked,)
            try:
                found = await asyncio.to_thread(asked.answer)
            except BadSetting as wrong:
                return (played.hints.failed(wrong),)
            return played.give_hint(asked, found) if played is self._at_table() else ()
