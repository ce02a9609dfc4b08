"""The packs that come with Treasures, and the settings of the game with all of them (`docs/rules/expansions.md`)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from mapkit.games.treasures.design import Params
from mapkit.games.treasures.pack import Pack
from mapkit.games.treasures.packs.donation import DONATION, DonationSettings
from mapkit.games.treasures.packs.evenness import EVENNESS, EvennessSettings
from mapkit.games.treasures.packs.floors import FLOORS, FloorsSettings
from mapkit.games.treasures.packs.items import ITEMS_PACK, ItemsSettings
from mapkit.games.treasures.packs.kinds import KINDS, KindsSettings
from mapkit.games.treasures.packs.monsters import MONSTERS_PACK, MonstersSettings
from mapkit.games.treasures.packs.trading import TRADING, TradingSettings

PACKS: tuple[Pack, ...] = (TRADING, DONATION, FLOORS, KINDS, ITEMS_PACK, MONSTERS_PACK, EVENNESS)
"""The packs, in the order in which they are asked."""


@dataclass(frozen=True)
class Settings(
    EvennessSettings,
    MonstersSettings,
    ItemsSettings,
    KindsSettings,
    FloorsSettings,
    DonationSettings,
    TradingSettings,
    Params,
):
    """The settings of a map, with those of all packs."""

    packs: ClassVar[tuple[Pack, ...]] = PACKS
