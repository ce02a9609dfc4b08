"""Maze on paper, also known as Labyrinth and Terra Incognita (`docs/rules/labyrinth.md`)."""

from __future__ import annotations

from mapkit.game import Game
from mapkit.games.labyrinth.design import Params, clashes, fit, legend, sized, told
from mapkit.games.labyrinth.draft import draft
from mapkit.games.labyrinth.rules import ADVICE, RULES

GAME: Game[Params] = Game(
    name="labyrinth",
    title="Maze on paper",
    params=Params,
    rules=RULES,
    advice=ADVICE,
    legend=legend,
    draft=draft,
    secret_sheets={},
    public_sheets={},
    most_floors=8,
    fit=fit,
    clashes=clashes,
    told=told,
    sized=sized,
)
