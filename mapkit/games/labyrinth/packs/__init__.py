"""The packs that come with Maze on paper, and its settings with all of them (`docs/rules/house-options.md`)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

from mapkit.games.labyrinth.design import Params
from mapkit.games.labyrinth.pack import OptionPack
from mapkit.games.labyrinth.packs.arms import ARMS, ArmsSettings
from mapkit.games.labyrinth.packs.exits import EXITS, ExitsSettings
from mapkit.games.labyrinth.packs.hearing import HEARING, HearingSettings
from mapkit.games.labyrinth.packs.loot import LOOT, LootSettings
from mapkit.games.labyrinth.packs.pits import PITS, PitsSettings
from mapkit.games.labyrinth.packs.returns import RETURNS, ReturnsSettings
from mapkit.games.labyrinth.packs.senses import SENSES, SensesSettings
from mapkit.games.labyrinth.packs.shapes import SHAPES, ShapesSettings
from mapkit.games.labyrinth.packs.traps import TRAPS, TrapsSettings
from mapkit.games.labyrinth.packs.turns import TURNS, TurnsSettings
from mapkit.games.labyrinth.packs.waters import WATERS, WatersSettings

PACKS: tuple[OptionPack[Any], ...] = (TRAPS, WATERS, PITS, TURNS, EXITS, ARMS, SENSES, RETURNS, LOOT, HEARING, SHAPES)
"""The packs, in the order in which they are asked."""


@dataclass(frozen=True)
class LabyrinthSettings(
    HearingSettings,
    SensesSettings,
    LootSettings,
    ExitsSettings,
    ReturnsSettings,
    ArmsSettings,
    TurnsSettings,
    PitsSettings,
    WatersSettings,
    TrapsSettings,
    ShapesSettings,
    Params,
):
    """The settings of a map, with those of all packs."""

    packs: ClassVar[tuple[OptionPack[Any], ...]] = PACKS
