"""Quoridor in the rules of Corridor Quest (`docs/rules/quoridor.md`)."""

from __future__ import annotations

from mapkit.game import Game
from mapkit.games.quoridor.design import Params, clashes, fit, legend, read_size
from mapkit.games.quoridor.draft import draft
from mapkit.games.quoridor.outlook import outlook
from mapkit.games.quoridor.referee import REFEREE
from mapkit.games.quoridor.rules import ADVICE, RULES, faulted

GAME: Game[Params] = Game(
    name="quoridor",
    title="Quoridor",
    params=Params,
    rules=RULES,
    advice=ADVICE,
    legend=legend,
    draft=draft,
    secret_sheets={},
    public_sheets={},
    fit=fit,
    faulted=faulted,
    clashes=clashes,
    board=read_size,
    outlook=outlook,
    referee=REFEREE,
)
