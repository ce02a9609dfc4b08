"""Which sheets a game has."""

from __future__ import annotations

from typing import TypeVar

from mapkit.model.game import Game
from mapkit.model.settings import Params
from mapkit.paper.sheets import Paper

P = TypeVar("P", bound=Params)


def paper_of(game: Game[P]) -> Paper[P]:
    """The sheets of a game: its own, or the default ones where it has none."""
    if game.paper is not None:
        own: Paper[P] = game.paper()
        return own
    from mapkit.paper.default_sheets import default_paper  # loaded for games that draw no sheets

    return default_paper(game)
