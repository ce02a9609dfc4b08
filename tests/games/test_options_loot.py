"""Treasure is taken and laid down at will, or there is none (docs/rules/house-options.md, MX-65 to MX-68)."""

import pytest

import mapkit
from mapkit.games.labyrinth import GAME
from mapkit.games.labyrinth.analysis import ground_of, routes
from mapkit.games.labyrinth.clashes import clashes
from mapkit.games.labyrinth.code import PRESETS
from mapkit.games.labyrinth.packs import LabyrinthSettings
from mapkit.model.game import assemble
from mapkit.model.grid import Square, border
from mapkit.model.rule import has
from mapkit.study.simulation import WON, SimulationPlan, play

AT_WILL = {"treasure_taken": "at-will", "treasure_dropped": "at-will"}


@pytest.mark.parametrize("rules", ["CLASSIC", "G2-S1-F3-V1-T2-A2-H34-W57-O2"])
def test_machines_take_treasure_and_win(rules: str) -> None:
    drawn = mapkit.generate("labyrinth", "loot", size="5x5", settings={**AT_WILL, "rules": rules})
    tally = play(SimulationPlan(lambda _: drawn, ("explorer", "explorer"), "won", 500, {}), range(1, 11))
    assert tally.ends[WON] == tally.games


OUT = {"goal": "out"}


@pytest.mark.parametrize("rules", ["CLASSIC", "EXTREME", "G1-S2-F1-V2-T1-A1-H1-W1-O1"])
def test_maps_without_treasure_are_drawn_and_machines_go_for_the_exit(rules: str) -> None:
    drawn = mapkit.generate("labyrinth", "out", size="6x6", settings={**OUT, "rules": rules})
    assert not drawn.cells_of("treasure") + drawn.cells_of("false")
    assert drawn.check() == ()
    tally = play(SimulationPlan(lambda _: drawn, ("explorer", "explorer"), "won", 500, {}), range(1, 6))
    assert tally.ends[WON] == tally.games


def test_the_shortest_way_to_win_is_the_shortest_way_out() -> None:
    """MX-68.e."""
    p = LabyrinthSettings(Square(4, 1), PRESETS["BASIC"], goal="out")
    facts = {*(has(cell, "empty") for cell in p.grid.cells()), has(border(p.grid, "d1", "E"), "exit")}
    (route,) = routes(ground_of(p, frozenset(facts)), ("a1",))
    assert (route.words, route.finds) == (("right",) * 4, ())


@pytest.mark.parametrize(
    ("given", "told"),
    [
        ({"rules": "CLASSIC-X"}, {"rules": False}),
        ({"treasures": "2", "false_treasures": "1"}, {"treasures": False, "false_treasures": False}),
        ({"treasure_dropped": "at-will", "stay_inside": "yes"}, {"treasure_dropped": False, "stay_inside": False}),
        ({"treasure_taken": "at-will", "rules": "BASIC"}, {"treasure_taken": False}),
        ({"rules": "EXTREME"}, {"creatures": False}),
        ({"robbers": "1"}, {"robbers_take": True}),
        ({"robbers": "1", "robbers_take": "weapons"}, {}),
        ({"start_outside": "yes"}, {"start_outside": True}),
    ],
)
def test_what_asks_for_treasure_is_odd_without_it(given: dict[str, str], told: dict[str, bool]) -> None:
    """MX-68.b, MX-68.c, MX-68.d: the settings that are told, and whether they are refused."""
    p = assemble(GAME, {}, Square(6, 6), {**OUT, **given}).params
    assert {each.setting: each.fatal for each in clashes(p) if each.rule == "MX-68"} == told
