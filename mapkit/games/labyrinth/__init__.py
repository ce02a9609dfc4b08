"""Maze on paper, also known as Labyrinth and Terra Incognita (`docs/rules/labyrinth.md`)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mapkit.game import Game, Later
from mapkit.games.labyrinth.clashes import clashes
from mapkit.games.labyrinth.design import Params, fit, legend, sized
from mapkit.games.labyrinth.draft import draft
from mapkit.games.labyrinth.ear import LabyrinthEar
from mapkit.games.labyrinth.measure import advised, faulted, measures, routes
from mapkit.games.labyrinth.referee import REFEREE
from mapkit.games.labyrinth.rules import ADVICE, RULES
from mapkit.games.labyrinth.words import told

if TYPE_CHECKING:
    from mapkit.games.labyrinth import sheets as _sheets
else:
    _sheets = Later("mapkit.games.labyrinth.sheets")

GAME: Game[Params] = Game(
    name="labyrinth",
    title="Maze on paper",
    params=Params,
    rules=RULES,
    advice=ADVICE,
    legend=legend,
    draft=draft,
    secret_sheets={"gm": _sheets.gm_sheets},
    public_sheets={"player": _sheets.player_sheets, "card": _sheets.card_sheets, "log": _sheets.log_sheets},
    played_sheets=_sheets.played_sheets,
    most_floors=8,
    fit=fit,
    clashes=clashes,
    told=told,
    sized=sized,
    referee=REFEREE,
    ear=LabyrinthEar,
    faulted=faulted,
    advised=advised,
    measures=measures,
    routes=routes,
)
