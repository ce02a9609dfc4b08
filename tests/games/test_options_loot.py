"""Treasure is taken and laid down at will (docs/rules/house-options.md, MX-65 to MX-67)."""

import pytest

import mapkit
from mapkit.study.simulation import WON, SimulationPlan, play

AT_WILL = {"treasure_taken": "at-will", "treasure_dropped": "at-will"}


@pytest.mark.parametrize("rules", ["CLASSIC", "G2-S1-F3-V1-T2-A2-H34-W57-O2"])
def test_machines_take_treasure_and_win(rules: str) -> None:
    drawn = mapkit.generate("labyrinth", "loot", size="5x5", settings={**AT_WILL, "rules": rules})
    tally = play(SimulationPlan(lambda _: drawn, ("explorer", "explorer"), "won", 500, {}), range(1, 11))
    assert tally.ends[WON] == tally.games
