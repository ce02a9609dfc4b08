"""The sheets of a game."""

from __future__ import annotations

from typing import TypeVar

from mapkit.model.game import Game, Paper
from mapkit.model.settings import Params

P = TypeVar("P", bound=Params)


def paper_of(game: Game[P]) -> Paper[P]:
    """The sheets of a game: its own, or the default ones where it has none."""
    if game.paper is not None:
        return game.paper()
    from mapkit.paper.default_sheets import default_paper  # loaded for games that draw no sheets

    return default_paper(game)
