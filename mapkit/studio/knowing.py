"""What players could know, for the game master's page: in words, and as pictures of the board.

`mapkit know` tells the same. It takes up to seconds, so the server asks for it in a thread; what it needs of a game is
taken before.
"""

from __future__ import annotations

from typing import NamedTuple

from mapkit.playing.known import Ears, board, ears, lines
from mapkit.settings import BadSetting
from mapkit.studio.sitting import Sitting
from mapkit.studio.tools import Refused


class Question(NamedTuple):
    """What a page asks: what somebody could know now."""

    heard: Ears
    """The game as they have heard it."""
    event: int
    """The last event of the log that counts."""
    language: str
    """The language of the answer."""


class Known(NamedTuple):
    """What somebody could know."""

    lines: tuple[str, ...]
    """In words."""
    pictures: tuple[bytes, ...]
    """A picture of each floor, as SVG."""


def question(played: Sitting, player: str) -> Question:
    """The question for a player, or for everybody where answers are for all; raises Refused."""
    try:
        heard = ears(played.match, player if played.private else "")
    except BadSetting as wrong:
        raise Refused(str(wrong)) from None
    return Question(heard, played.record[-1].event, played.phrases.language)


def answer(asked: Question) -> Known:
    """What follows from what was heard; raises BadSetting, also where the extra `deduction` is missing."""
    from mapkit.pages.moments import known_board_alone
    from mapkit.printing.press import press_of

    ((moment, known),) = asked.heard.moments(None, None)
    grid = moment.params.grid
    boards = [board(moment, known, asked.heard, floor, asked.language) for floor in range(1, grid.floors + 1)]
    press = press_of({"format": "svg", "language": asked.language}, crop=True)
    pages = [known_board_alone(grid, each) for each in boards]
    said = lines(moment, known, asked.heard, asked.language, boards=False)
    return Known(tuple(said), press.written(pages, asked.heard.match.map.game.title))
