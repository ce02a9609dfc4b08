"""Lanterns: hang lanterns in a labyrinth, and find one in the dark (`docs/rules/lanterns.md`)."""

from __future__ import annotations

from mapkit.games.lanterns.design import DESIGN, SOLVING, STUDY, Params
from mapkit.games.lanterns.referee import TABLE
from mapkit.model.game import Game
from mapkit.model.message import message

GAME: Game[Params] = Game("lanterns", message("Lanterns"), DESIGN, SOLVING, table=TABLE, study=STUDY)
