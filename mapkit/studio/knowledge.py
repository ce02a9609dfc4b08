"""What players could know, for the game master's page and for phones: in words, and as pictures of the board.

`mapkit know` tells the same. It may take some seconds, so the servers ask for it in a thread; before that, they take
what it needs of a game.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from typing import Any, NamedTuple

from mapkit.model.settings import BadSetting
from mapkit.studio.session import Sitting
from mapkit.studio.tools import BadStroke
from mapkit.table.ears import Ears, ears, own_ears
from mapkit.table.knowledge import board, lines, moments


class KnowledgeQuery(NamedTuple):
    """What a page asks: what somebody could know at a moment."""

    heard: Ears
    """The game as they have heard it."""
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

    @property
    def shown(self) -> Mapping[str, Any]:
        """What a page shows, beside the pictures: their number, and the words."""
        return {"lines": self.lines, "floors": len(self.pictures)}

    def picture(self, floor: int) -> bytes:
        """The picture of a floor, counted from 1; raises BadStroke."""
        if not 1 <= floor <= len(self.pictures):
            raise BadStroke("there is no such floor")
        return self.pictures[floor - 1]


def question(played: Sitting, player: str, turn: int | None = None) -> KnowledgeQuery:
    """The game master's question for a player, or for everybody where none is named; raises BadStroke."""
    try:
        return KnowledgeQuery(ears(played.match, player), played.phrases.language, turn)
    except BadSetting as wrong:
        raise BadStroke(str(wrong)) from None


def own_question(played: Sitting, player: str) -> KnowledgeQuery:
    """A player's own question, where the group has agreed on it; raises BadStroke."""
    if not played.knowing:
        raise BadStroke("the group has not agreed that players may look up what is known")
    return KnowledgeQuery(own_ears(played.match, player), played.phrases.language)


def answer(asked: KnowledgeQuery) -> KnowledgeAnswer:
    """What follows from what was heard; raises BadSetting, also where the extra `deduction` is missing."""
    from mapkit.paper.moments import known_board_alone
    from mapkit.paper.press import press_of

    ((moment, known),) = moments(asked.heard, asked.turn)
    grid = moment.params.grid
    boards = [board(moment, known, asked.heard, floor, asked.language) for floor in range(1, grid.floors + 1)]
    press = press_of({"format": "svg", "language": asked.language}, crop=True)
    pages = [known_board_alone(grid, each) for each in boards]
    said = lines(moment, known, asked.heard, asked.language, boards=False)
    return KnowledgeAnswer(tuple(said), press.written(pages, asked.heard.match.map.game.title))
