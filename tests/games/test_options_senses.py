"""What players see and hear of the cells around (docs/rules/house-options.md, MX-75 and MX-76)."""

from typing import Any

import pytest

import mapkit
from mapkit.study.simulation import WON, SimulationPlan, play


@pytest.mark.parametrize("settings", [{"walls_seen": "mover"}, {"cells_heard": "all"}], ids=str)
def test_machines_win_games_with_senses(settings: dict[str, Any]) -> None:
    drawn = mapkit.generate("labyrinth", "senses", size="5x5", settings=settings)
    tally = play(SimulationPlan(lambda _: drawn, ("explorer", "explorer"), "won", 500, {}), range(1, 11))
    assert tally.ends[WON] == tally.games
