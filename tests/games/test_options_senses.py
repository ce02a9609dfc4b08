"""What players see and hear of the cells around (docs/rules/house-options.md, MX-75 to MX-77)."""

from typing import Any

import pytest

import mapkit
from mapkit.games.labyrinth.code import read_code
from mapkit.games.labyrinth.evidence import LabyrinthEvidence
from mapkit.games.labyrinth.packs import LabyrinthSettings
from mapkit.model.evidence import Misses, Sees, Statement
from mapkit.model.ruling import heard
from mapkit.study.simulation import WON, SimulationPlan, play


@pytest.mark.parametrize("settings", [{"walls_seen": "mover"}, {"cells_heard": "all"}, {"steps_heard": "all"}], ids=str)
def test_machines_win_games_with_senses(settings: dict[str, Any]) -> None:
    drawn = mapkit.generate("labyrinth", "senses", size="5x5", settings=settings)
    tally = play(SimulationPlan(lambda _: drawn, ("explorer", "explorer"), "won", 500, {}), range(1, 11))
    assert tally.ends[WON] == tally.games


@pytest.mark.parametrize(("names", "seen"), [("Ann Bob", ["Bob"]), ("Ann Bob Cid", [])])
def test_steps_behind_a_wall_are_those_of_the_only_other_player(names: str, seen: list[str]) -> None:
    """MX-77.d."""
    proofs = LabyrinthEvidence(LabyrinthSettings(rules=read_code("CLASSIC"), steps_heard="all"), names.split())
    said = (heard("executed"), heard("steps", player="Ann", what="left"))
    found: list[Statement] = [proof.statement for proof in proofs.hears("Ann", "up", said) if proof.rule == "MX-77"]
    assert [each.other for each in found if isinstance(each, Sees)] == seen
    silent = [each for each in found if isinstance(each, Misses)]
    assert {each.other for each in silent} == {*names.split()[1:]}
    assert not [way for each in silent for way in each.ways if (way.source, way.target) == ("b2", "a2")]
