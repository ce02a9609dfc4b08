"""Weapons by house options (docs/rules/house-options.md, MX-35 to MX-41)."""

from typing import Any

import pytest

import mapkit
from mapkit.games.labyrinth.clashes import clashes
from mapkit.games.labyrinth.code import read_code
from mapkit.games.labyrinth.evidence import LabyrinthEvidence
from mapkit.games.labyrinth.packs import LabyrinthSettings
from mapkit.model.evidence import Forgets
from mapkit.model.rule import Amount
from mapkit.model.ruling import heard
from mapkit.study.simulation import SimulationPlan, play


@pytest.mark.parametrize(
    ("code", "given", "words"),
    [
        ("CLASSIC", {"shields": "hospital"}, "shields is hospital; there are no such cells"),
        ("G2-S1-F1-V1-T1-A2-H4-W1-O1", {"shields": "hospital"}, "shields is hospital; no weapon hits anybody"),
        ("G2-S1-F1-V1-T1-A1-H4-W1-O1", {"peace": "hospital"}, "peace is hospital; there are no weapons"),
        ("G2-S1-F1-V1-T1-A1-H2-W2-O1", {"grenades_tell": "nothing"}, "grenades_tell is nothing; there are no grenades"),
        ("CLASSIC", {"wounded_use": "all"}, "wounded_use is all; nobody is ever wounded"),
        ("G2-S1-F1-V1-T1-A2-H3-W5-O1", {"shields": "both", "peace": "both"}, ""),
        (
            "CLASSIC-X",
            {"wounded_use": "grenades", "grenades": 0, "arsenal_grenades": 0},
            "wounded_use is grenades; there are no such weapons",
        ),
        ("G2-S1-F1-V1-T1-A1-H3-W4-O1", {"wounded_use": "grenades", "mines": Amount(1, 1)}, ""),
        ("CLASSIC-X", {"wounded_use": "all", "shields": "both", "peace": "both", "grenades_tell": "success"}, ""),
    ],
)
def test_what_an_option_about_weapons_has_nothing_to_be_about_is_told(
    code: str, given: dict[str, Any], words: str
) -> None:
    """MX-39.1."""
    told = [clash for clash in clashes(LabyrinthSettings(rules=read_code(code), **given)) if clash.setting in given]
    assert "".join(clash.words for clash in told) == words
    assert not any(clash.fatal for clash in told)


def test_after_a_grenade_of_which_nothing_is_told_any_wall_may_be_gone() -> None:
    """MX-37.c."""
    p = LabyrinthSettings(rules=read_code("CLASSIC"), grenades_tell="nothing")
    proofs = LabyrinthEvidence(p, ("Ann", "Bob")).hears("Ann", "grenade up", (heard("exploded"),))
    assert [type(proof.statement) for proof in proofs if proof.rule == "MX-37"] == [Forgets]


@pytest.mark.parametrize(
    ("tell", "words", "key"),
    [
        ("success", "no wall", "grenade-failed"),
        ("success", "stands", "grenade-failed"),
        ("success", "blown up", "destroyed-"),
        ("nothing", "blown up", "exploded"),
        ("nothing", "no wall", "exploded"),
    ],
)
def test_notes_may_say_more_of_a_grenade_than_was_told(tell: str, words: str, key: str) -> None:
    """MX-37.d."""
    p = LabyrinthSettings(rules=read_code("CLASSIC"), grenades_tell=tell)
    noted = LabyrinthEvidence(p, ("Ann", "Bob")).answer("Ann", words)
    assert noted is not None
    assert noted.key == key


def test_machines_win_games_with_such_weapons() -> None:
    asked = {
        "shields": "both",
        "peace": "arsenal",
        "grenades_tell": "nothing",
        "wounded_use": "grenades",
        "first_cement": "1",
    }
    drawn = mapkit.generate("labyrinth", "arms", size="6x6", preset="default", settings={**asked, "rules": "CLASSIC-X"})
    tally = play(SimulationPlan(lambda _: drawn, ("explorer", "explorer"), "won", 600, {}), range(1, 4))
    assert sum(tally.ends.values()) == tally.games


def test_grenades_that_hit_do_not_go_with_those_that_kill_and_decide_no_game() -> None:
    """MX-41.c, MX-41.d."""
    deadly, decisive = (
        LabyrinthSettings(rules=read_code(code), grenades_hit="yes")
        for code in ("G1-S1-F1-V1-T1-A1-H2-W48-O1", "G1-S1-F1-V4-T1-A1-H2-W4-O1")
    )
    assert [str(each.words) for each in clashes(deadly) if each.fatal] == ["grenades_hit is yes; with W8 they kill"]
    assert [each.rule for each in clashes(decisive) if each.fatal] == ["MP-V-4"]
