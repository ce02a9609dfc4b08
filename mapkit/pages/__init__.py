"""Pages of paper: the marks on them in millimetres, and parts that games share. Nothing here knows files and pens."""

from __future__ import annotations

from typing import TypeVar

from mapkit.game import Game, Paper
from mapkit.settings import Params

P = TypeVar("P", bound=Params)


def paper_of(game: Game[P]) -> Paper[P]:
    """The sheets of a game: its own, or the default ones where it has none."""
    if game.paper is not None:
        return game.paper()
    from mapkit.pages.default_sheets import default_paper  # loaded for games that draw no sheets

    return default_paper(game)
