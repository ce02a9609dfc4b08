"""What makes up a turn (docs/rules/house-options.md, MX-25 to MX-28)."""

from typing import Any

import pytest

import mapkit
from mapkit.games.labyrinth.clashes import clashes
from mapkit.games.labyrinth.code import read_code
from mapkit.games.labyrinth.packs import LabyrinthSettings
from mapkit.study.simulation import WON, SimulationPlan, play

TURNS = ("weapon-or-step", "weapon-then-step", "weapon-and-step", "three-actions")


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ({"rules": "BASIC", "turn": "weapon-or-step"}, "turn is weapon-or-step; there are no weapons"),  # MX-25.d
        ({"rules": "BASIC", "turn": "three-actions"}, ""),
        # MX-25.e
        (
            {"weapons_first": "yes", "turn": "three-actions"},
            "turn and weapons_first exclude each other: with it weapons are named before the step",
        ),
        (
            {"rules": "G2-S1-F1-V1-T1-A1-H2-W59-O1", "turn": "weapon-then-step"},
            "turn and W9 exclude each other: with it weapons are used after the step",
        ),
        ({"rules": "G2-S1-F1-V1-T1-A1-H2-W59-O1", "turn": "weapon-and-step"}, ""),
    ],
)
def test_what_does_not_go_with_a_turn_is_told(given: dict[str, Any], words: str) -> None:
    p = LabyrinthSettings(**{**given, "rules": read_code(given.get("rules", "CLASSIC"))})
    told = [clash.words for clash in clashes(p) if clash.setting == "turn"]
    assert "".join(told) == words


@pytest.mark.parametrize("turn", TURNS)
def test_machines_win_games_with_such_turns(turn: str) -> None:
    drawn = mapkit.generate("labyrinth", turn, size="5x5", settings={"turn": turn})
    tally = play(SimulationPlan(lambda _: drawn, ("explorer", "explorer"), "won", 400, {}), range(1, 6))
    assert tally.ends[WON] == tally.games
