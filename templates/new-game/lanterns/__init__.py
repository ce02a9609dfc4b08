"""Lanterns: hang lights in a labyrinth, and find one in the dark (`templates/rules/lanterns.md`)."""

from __future__ import annotations

from lanterns.design import DESIGN, SOLVING, STUDY, Params
from lanterns.referee import TABLE
from mapkit.model.game import Game
from mapkit.model.message import message

GAME: Game[Params] = Game("lanterns", message("Lanterns"), DESIGN, SOLVING, table=TABLE, study=STUDY)
