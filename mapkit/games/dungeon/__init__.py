"""Dungeon, the hexes of the nomic game (`docs/rules/dungeon.md`)."""

from __future__ import annotations

from mapkit.game import Game
from mapkit.games.dungeon.design import ADVICE, RULES, Params, arranged, clashes, legend, read_size
from mapkit.games.dungeon.draft import draft
from mapkit.games.dungeon.referee import REFEREE
from mapkit.games.dungeon.text_mapper import TEXT_MAPPER

GAME: Game[Params] = Game(
    name="dungeon",
    title="Dungeon",
    params=Params,
    rules=RULES,
    advice=ADVICE,
    legend=legend,
    draft=draft,
    secret_sheets={},
    public_sheets={},
    size=read_size,
    arranged=arranged,
    clashes=clashes,
    most_floors=8,
    referee=REFEREE,
    drafts=1,
    exchange=TEXT_MAPPER,
)
