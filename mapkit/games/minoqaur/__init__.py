"""Minoqaur, the labyrinth in a QR code (`docs/rules/minoqaur.md`)."""

from __future__ import annotations

from mapkit.game import Game
from mapkit.games.minoqaur.design import RULES, Params, advised, clashes, faulted, legend, read_size
from mapkit.games.minoqaur.draft import draft
from mapkit.games.minoqaur.outlook import measures, outlook
from mapkit.games.minoqaur.referee import REFEREE

GAME: Game[Params] = Game(
    name="minoqaur",
    title="Minoqaur",
    params=Params,
    rules=RULES,
    advice=(),
    legend=legend,
    draft=draft,
    secret_sheets={},
    public_sheets={},
    referee=REFEREE,
    size=read_size,
    clashes=clashes,
    faulted=faulted,
    advised=advised,
    measures=measures,
    outlook=outlook,
)
