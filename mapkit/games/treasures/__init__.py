"""Treasures of the Abandoned Labyrinth (`docs/rules/treasures.md`)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mapkit.game import Game, Later
from mapkit.games.treasures.design import ADVICE, LATER, RULES, Params, legend
from mapkit.games.treasures.draft import draft
from mapkit.games.treasures.ear import TreasuresEar
from mapkit.games.treasures.measure import measures, routes
from mapkit.games.treasures.referee import REFEREE

if TYPE_CHECKING:
    from mapkit.games.treasures import sheets as _sheets
else:
    _sheets = Later("mapkit.games.treasures.sheets")

GAME: Game[Params] = Game(
    name="treasures",
    title="Treasures of the Abandoned Labyrinth",
    params=Params,
    rules=RULES,
    advice=ADVICE,
    legend=legend,
    draft=draft,
    secret_sheets={"gm": _sheets.gm_sheets},
    public_sheets={"player": _sheets.player_sheets, "card": _sheets.card_sheets, "log": _sheets.log_sheets},
    played_sheets=_sheets.played_sheets,
    referee=REFEREE,
    ear=TreasuresEar,
    later=LATER,
    measures=measures,
    routes=routes,
)
