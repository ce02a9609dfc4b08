"""The measures of Dungeon, on levels small enough to count."""

import json
from typing import Any

import pytest
from jsonschema import validate
from typer.testing import CliRunner

import mapkit
from mapkit.cli.main import app
from mapkit.games import maps
from mapkit.games.dungeon.analysis import analyse
from mapkit.games.dungeon.draft import is_fair
from mapkit.games.shelf import GAMES
from mapkit.model.analysis import Ask
from mapkit.model.grid import beside
from tests.drawings import drawn

SHUT = """
C # #
# # # .
# # R # #
# # # #
# # O
"""


def values(text: str) -> dict[str, Any]:
    return {key: measure.value for key, measure in analyse(drawn(text.strip("\n"), "dungeon"), Ask()).measures.items()}


def test_what_is_reached_from_the_centre_is_counted_by_its_steps() -> None:
    found = values(". . C\n. M # .\n. O R . #\n. . # #\nC . #")
    assert found["hexes-in-reach"] == [{"reached": 14, "open": 14}]
    assert found["chests-in-reach"] == [{"cells": ["a1", "e5"], "of": 2, "nearest": 2}]
    assert found["pits-in-reach"] == [{"cells": ["c2"], "of": 1, "nearest": 1}]
    assert found["enemies-near"] == [["d3"]]
    steps = {"E": 3, "W": None, "SW": 2, "NW": 3}  # the Pit in the west ends the way
    assert found["directions"] == [{"steps": steps, "difference": 1}]


def test_a_centre_that_is_shut_in_reaches_nothing() -> None:
    found = values(SHUT)
    assert found["hexes-in-reach"] == [{"reached": 1, "open": 4}]
    assert found["chests-in-reach"] == [{"cells": [], "of": 1, "nearest": None}]
    assert found["directions"] == [{"steps": {}, "difference": None}]
    words = {key: each.in_words for key, each in analyse(drawn(SHUT.strip("\n"), "dungeon"), Ask()).measures.items()}
    assert words["pits-in-reach"] == "none of 1"
    assert words["directions"] == "no direction is open"


@pytest.mark.parametrize("seed", ["one", "two", "three"])
def test_a_level_is_fair_just_where_its_measures_say_so(seed: str) -> None:
    made = maps.generate("dungeon", seed)
    found: dict[str, Any] = {key: measure.value for key, measure in analyse(made, Ask()).measures.items()}
    goals: Any = (found["chests-in-reach"], found["pits-in-reach"])
    met = {*found["enemies-near"][0]} & {*beside(made.params.grid, "d4")}
    assert is_fair(3, made.kinds) == (all(goal[0]["cells"] for goal in goals) and not met)


def test_solve_tells_of_each_level_and_keeps_its_schema() -> None:
    text = mapkit.generate("dungeon", "levels", size="2", settings={"levels": 2}).to_text()
    told = CliRunner().invoke(app, ["solve", "-"], input=text)
    assert told.exit_code == 0
    assert "Chests that can be reached: level 1: " in told.stdout
    fair = mapkit.generate("dungeon", "levels", size="2", settings={"levels": 2, "fair": "yes"}).to_text()
    verdict = "verdict: every level: fair; all begin on the centre, which leads to a Chest and a Pit"
    assert verdict in CliRunner().invoke(app, ["solve", "-"], input=fair).stdout
    told = CliRunner().invoke(app, ["solve", "--json", "-"], input=text)
    validate(json.loads(told.stdout), mapkit.json_schema("solve"))
    assert len(json.loads(told.stdout)["values"]["directions"]) == 2
    told = CliRunner().invoke(app, ["solve", "--from", "a1", "-"], input=text)
    assert (told.exit_code, told.stderr) == (2, "error: --from is not for dungeon; leave it out\n")


def test_every_game_is_analysed() -> None:
    assert all(game.study for game in GAMES.values())
