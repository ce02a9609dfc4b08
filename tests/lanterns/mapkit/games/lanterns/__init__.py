"""Lanterns: hang lanterns in a labyrinth, and find one in the dark (`docs/rules/lanterns.md`)."""

from __future__ import annotations

from mapkit.game import Design, Game, Solving, Table
from mapkit.games.lanterns.design import RULES, Params, draft, legend
from mapkit.games.lanterns.referee import REFEREE

GAME: Game[Params] = Game("lanterns", "Lanterns", Design(Params, RULES, legend), Solving(draft), table=Table(REFEREE))
