"""What takes the studio seconds of thought: hints, and what players could know, in words and as pictures of the board.

`mapkit know` tells the same of what players could know. The servers take what that needs of a game, and then ask for it
in a thread. One thread thinks, so that the pages go on. Everybody has at most one question in the queue, and questions
are answered in the order in which they came. So a phone that asks again and again delays every other by at most one
answer.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Callable, Hashable
from typing import NamedTuple

from mapkit.language.wording import translated
from mapkit.model.message import message
from mapkit.model.settings import BadSetting
from mapkit.studio.session import Sitting
from mapkit.studio.tools import BadStroke
from mapkit.table.ears import Ears, ears, own_ears
from mapkit.table.knowledge import board, lines, moments
from mapkit.table.voice import Line

MOST_KEPT = 32
"""The most answers that are kept; what was heard may be asked again by each phone and for each turn."""
GAME_MASTER = ""
"""The name of the game master among those who ask."""


class KnowledgeQuery(NamedTuple):
    """What a page asks: what somebody could know at a moment."""

    heard: Ears
    language: str
    turn: int | None = None
    """After which turn; None for now."""

    @property
    def key(self) -> Hashable:
        """What the answer depends on."""
        return self.heard.key, self.language, self.turn


class KnowledgeAnswer(NamedTuple):
    """What somebody could know."""

    lines: tuple[str, ...]
    pictures: tuple[bytes, ...]
    """A picture of each floor, as SVG."""


def question(sitting: Sitting, player: str, turn: int | None = None) -> KnowledgeQuery:
    """The game master's question for a player, or for everybody where none is named; raises BadStroke."""
    try:
        return KnowledgeQuery(ears(sitting.match, player), sitting.phrases.language, turn)
    except BadSetting as wrong:
        raise BadStroke(wrong.said) from None


def own_question(sitting: Sitting, player: str) -> KnowledgeQuery:
    """A player's own question, where the group has agreed on it; raises BadStroke."""
    if not sitting.knowing:
        raise BadStroke(message("the group has not agreed that players may look up what is known"))
    return KnowledgeQuery(own_ears(sitting.match, player), sitting.phrases.language)


def answer(asked: KnowledgeQuery) -> KnowledgeAnswer:
    """What follows from what was heard; raises BadSetting, also where the extra `deduction` is missing."""
    from mapkit.paper.moments import known_board_alone
    from mapkit.paper.press import press_of

    ((moment, known),) = moments(asked.heard, asked.language, asked.turn)
    grid = moment.params.grid
    boards = [board(moment, known, asked.heard, floor, asked.language) for floor in range(1, grid.floors + 1)]
    press = press_of({"format": "svg", "language": asked.language}, crop=True)
    pages = [known_board_alone(grid, drawing) for drawing in boards]
    said = (translated(line, asked.language) for line in lines(moment, known, asked.heard, boards=False))
    return KnowledgeAnswer(tuple(said), press.written(pages, asked.heard.match.map.game.title))


class SlowAnswers:
    """Answers to questions that take long, for those who ask: players by their names, and the game master."""

    def __init__(self, at_table: Callable[[], Sitting | None]) -> None:
        self._at_table, self._one = at_table, asyncio.Lock()
        self._own: dict[str, asyncio.Lock] = {}
        self._kept: OrderedDict[Hashable, KnowledgeAnswer] = OrderedDict()

    def _turn(self, who: str) -> asyncio.Lock:
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

    async def hint(self, who: str, sitting: Sitting) -> tuple[Line, ...]:
        """Give a hint to the player whose turn it is; returns what is said of it and is not in the record.

        Raises FileTrouble.
        """
        async with self._turn(who), self._one:
            if sitting is not self._at_table() or who not in (GAME_MASTER, sitting.mover):
                return ()
            asked = sitting.hints.question()
            if isinstance(asked, Line):
                return (asked,)
            try:
                found = await asyncio.to_thread(asked.answer)
            except BadSetting as wrong:
                return (sitting.hints.failed(wrong),)
            return sitting.give_hint(asked, found) if sitting is self._at_table() else ()
