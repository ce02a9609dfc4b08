"""Chances as they are told: each with its interval, or the reason why there are none."""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum
from typing import NamedTuple

from mapkit.model.grid import Cell
from mapkit.model.message import message
from mapkit.model.rule import Fact


class Share(NamedTuple):
    """A chance, with the interval that contains it with a probability of 95 %; all from 0 to 1."""

    chance: float
    """The chance; never 0 or 1."""
    low: float
    high: float


class Chances(NamedTuple):
    """How likely open facts are."""

    facts: Mapping[Fact, Share]
    places: Mapping[str, Mapping[Cell, Share]]
    """For each player the chance of each cell where they may be."""
    samples: int
    """How many independent samples those that were drawn are worth."""


class NoChances(Enum):
    """Why no chances are told, in words."""

    GAME = message("No chances are told for this game.")
    SETTINGS = message(
        "No chances are told: maps are counted only without packs, where the numbers of the settings are fixed."
    )
    EVENTS = message("No chances are told: after a correction or private answers, maps are not counted.")
    SAMPLES = message("No chances are told: there are not enough samples.")
