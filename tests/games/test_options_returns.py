"""The dead come back (docs/rules/house-options.md, MX-45 to MX-47)."""

from typing import Any

import pytest

import mapkit
from mapkit.games.labyrinth.clashes import clashes
from mapkit.games.labyrinth.code import read_code
from mapkit.games.labyrinth.evidence import LabyrinthEvidence
from mapkit.games.labyrinth.packs import LabyrinthSettings
from mapkit.model.evidence import Vanishes
from mapkit.model.ruling import heard
from mapkit.study.simulation import SimulationPlan, play


@pytest.mark.parametrize(
    ("code", "given", "words"),
    [
        # MX-45.c
        ("CLASSIC", {"dead_return": "hospital"}, "dead_return is hospital; there is no hospital"),
        # MX-45.f
        ("BASIC", {"dead_return": "start"}, "dead_return is start; nobody can be killed"),
        ("CLASSIC", {"dead_return": "start"}, ""),
        # MX-46.b
        ("CLASSIC", {"turns_dead": 2}, "turns_dead is 2; the dead do not return"),
        ("CLASSIC", {"lives": 2}, "lives is 2; the dead do not return"),
    ],
)
def test_what_does_not_go_with_a_return_is_told(code: str, given: dict[str, Any], words: str) -> None:
    told = clashes(LabyrinthSettings(rules=read_code(code), **given))
    assert "".join(clash.words for clash in told if clash.setting in given) == words


@pytest.mark.parametrize("where", ["place", "start", "random"])
def test_machines_play_on_when_they_are_back(where: str) -> None:
    asked = {"dead_return": where, "turns_dead": "1", "rules": "G2-S1-F3-V2-T2-A2-H2-W5-O2"}
    drawn = mapkit.generate("labyrinth", where, size="5x5", settings=asked)
    tally = play(SimulationPlan(lambda _: drawn, ("explorer", "explorer"), "won", 600, {}), range(1, 6))
    assert sum(tally.ends.values()) == tally.games


def test_a_player_who_is_back_may_be_anywhere() -> None:
    """MX-45.d."""
    p = LabyrinthSettings(rules=read_code("CLASSIC"), dead_return="random")
    proofs = LabyrinthEvidence(p, ("Ann", "Bob")).hears(
        "Ann", "end", (heard("placed-back", player="Bob", what="empty"),)
    )
    assert [proof.statement for proof in proofs if proof.rule == "MX-45"] == [Vanishes("Bob")]
