"""Dungeon, the hexes of the nomic game (`docs/rules/dungeon.md`)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mapkit.game import Game, Later
from mapkit.games.dungeon.design import ADVICE, RULES, Params, arranged, clashes, legend, read_size
from mapkit.games.dungeon.draft import draft
from mapkit.games.dungeon.referee import REFEREE
from mapkit.games.dungeon.text_mapper import TEXT_MAPPER

if TYPE_CHECKING:
    from mapkit.games.dungeon import sheets as _sheets
else:
    _sheets = Later("mapkit.games.dungeon.sheets")

GAME: Game[Params] = Game(
    name="dungeon",
    title="Dungeon",
    params=Params,
    rules=RULES,
    advice=ADVICE,
    legend=legend,
    draft=draft,
    secret_sheets={"gm": _sheets.gm_sheets},
    open_sheets={"level": _sheets.level_sheets},
    public_sheets={
        "player": _sheets.player_sheets,
        "counters": _sheets.counters_sheets,
        "orders": _sheets.orders_sheets,
        "tracker": _sheets.tracker_sheets,
        "log": _sheets.log_sheets,
        "card": _sheets.card_sheets,
    },
    played_sheets=_sheets.played_sheets,
    secret_play=_sheets.secret_play,
    size=read_size,
    arranged=arranged,
    clashes=clashes,
    most_floors=8,
    referee=REFEREE,
    drafts=1,
    exchange=TEXT_MAPPER,
)
