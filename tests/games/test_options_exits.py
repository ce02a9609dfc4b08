"""Starts outside, blown exits, and another cell for the wounded (docs/rules/house-options.md, MX-55 to MX-58)."""

from dataclasses import replace
from typing import Any

import pytest

import mapkit
from mapkit.games.labyrinth.clashes import clashes
from mapkit.games.labyrinth.code import read_code
from mapkit.games.labyrinth.design import arsenal_gives
from mapkit.games.labyrinth.evidence import LabyrinthEvidence
from mapkit.games.labyrinth.packs import LabyrinthSettings
from mapkit.games.labyrinth.referee import REFEREE
from mapkit.model.evidence import Alters, Forgets, Proof, Stands, Vanishes
from mapkit.model.grid import Border
from mapkit.model.rule import has
from mapkit.model.ruling import Announcement, heard
from mapkit.model.settings import BadSetting
from mapkit.study.simulation import SimulationPlan, play


@pytest.mark.parametrize(
    ("code", "given", "words"),
    [
        # MX-55.f
        ("BASIC", {"start_outside": "yes", "fairness": 3}, "start_outside is yes; with it the starts are at the exits"),
        ("BASIC", {"start_outside": "yes"}, ""),
        # MX-57.e
        ("BASIC", {"blown_exits": "yes"}, "blown_exits is yes; there are no grenades"),
        ("CLASSIC", {"blown_exits": "yes"}, ""),
        # MX-58.d
        ("CLASSIC", {"elsewhere": "yes"}, "elsewhere is yes; nobody can be wounded"),
        ("G2-S1-F3-V1-T2-A2-H3-W57-O2", {"elsewhere": "yes"}, ""),
        (
            "G2-S1-F3-V1-T2-A2-H3-W57-O2",
            {"elsewhere": "yes", "anonymous_hits": "yes"},
            "elsewhere is yes; with anonymous_hits nobody knows who is wounded",
        ),
    ],
)
def test_what_does_not_go_with_exits_is_told(code: str, given: dict[str, Any], words: str) -> None:
    told = clashes(LabyrinthSettings(rules=read_code(code), **given))
    assert "".join(clash.words for clash in told if clash.setting in given) == words


@pytest.mark.parametrize("rules", ["CLASSIC", "G1-S2-F5-V1-T2-A2-H34-W57-O1"])
def test_machines_play_on(rules: str) -> None:
    asked = {"blown_exits": "yes", "rules": rules, **({"elsewhere": "yes"} if "H34" in rules else {})}
    drawn = mapkit.generate("labyrinth", rules, size="5x5", settings=asked)
    tally = play(SimulationPlan(lambda _: drawn, ("explorer", "explorer"), "won", 600, {}), range(1, 11))
    assert sum(tally.ends.values()) == tally.games


@pytest.mark.parametrize("rules", ["CLASSIC", "G1-S2-F5-V1-T2-A2-H34-W57-O1"])
def test_machines_come_in_from_outside(rules: str) -> None:
    drawn = mapkit.generate("labyrinth", rules, size="5x5", settings={"start_outside": "yes", "rules": rules})
    tally = play(SimulationPlan(lambda _: drawn, ("explorer", "explorer"), "won", 600, {}), range(1, 11))
    assert sum(tally.ends.values()) == tally.games
    assert tally.ends["won"] == tally.games


def test_listed_starts_without_an_exit_are_refused() -> None:
    """MX-55.f."""
    drawn = mapkit.generate("labyrinth", "listed", size="5x5", settings={"start_outside": "yes"})
    inside = next(cell for cell in drawn.params.grid.cells() if all(drawn.params.grid.step(cell, d) for d in "NESW"))
    changed = replace(drawn, facts=drawn.facts | {has(inside, "start 1")})
    with pytest.raises(BadSetting) as told:
        REFEREE.begin(changed, ("Ann",), {}, lambda _: 1)
    assert str(told.value) == f"nobody can start on {inside}, as the map lists: there is no exit (MX-55)"


def test_the_exits_that_are_told_are_all() -> None:
    """MX-55, MX-56: players stand before those on the side that is told; notes may leave it out."""
    drawn = mapkit.generate("labyrinth", "told", size="5x5", settings={"start_outside": "yes", "rules": "CLASSIC"})
    opening = REFEREE.begin(drawn, ("Ann", "Bob"), {}, lambda _: 1)
    evidence = LabyrinthEvidence(drawn.params, ("Ann", "Bob"))
    told = [proof.statement for proof in evidence.begins(opening.heard) if proof.rule.startswith("MX")]
    exits = {fact for fact in drawn.facts if fact.mark == "exit"}
    assert isinstance(told[0], Stands)
    assert {*told[0].spots[0].needs} == exits
    (exit_,) = {fact.place for fact in exits}
    assert isinstance(exit_, Border)
    assert evidence.outside == dict.fromkeys(("Ann", "Bob"), exit_.side)
    notes = LabyrinthEvidence(drawn.params, ("Ann", "Bob"))
    assert [*notes.begins([each for each in opening.heard if each.key in ("size", "code", "chains", "no-rivers")])]
    assert notes.unsure == {"Ann", "Bob"}


def proofs(words: str, *said: Announcement, **given: Any) -> list[Proof]:
    p = LabyrinthSettings(rules=read_code("G2-S1-F3-V1-T2-A2-H3-W57-O2"), **given)
    made = LabyrinthEvidence(p, ("Ann", "Bob")).hears("Ann", words, said)
    return [proof for proof in made if proof.rule.startswith("MX")]


def test_a_blown_exit_tells_on_which_side_a_player_stands() -> None:
    """MX-57.c."""
    stands, alters = (proof.statement for proof in proofs("grenade left", heard("destroyed-exit"), blown_exits="yes"))
    assert isinstance(stands, Stands)
    assert isinstance(alters, Alters)
    p = LabyrinthSettings()
    west = [cell for cell in p.grid.cells() if p.grid.step(cell, "W") is None]
    assert [spot.node for spot in stands.spots] == west
    assert all(has(spot.bars[0].place, "exit") in alters.becomes[str(spot.node)] for spot in stands.spots)
    named = proofs("left", heard("destroyed-exit"), blown_exits="yes", weapons_first="yes")
    assert [proof.statement for proof in named] == [Forgets(frozenset({"exit"}))]
    reworded = [
        proof.statement
        for proof in proofs("grenade left", heard("exploded"), blown_exits="yes", grenades_tell="nothing")
    ]
    assert Forgets(frozenset({"exit"})) in reworded
    none_stands = proofs("grenade left", heard("monolith-stands"), blown_exits="yes")
    assert [proof.statement for proof in none_stands] == [Stands("Ann", ())]


def test_notes_say_that_an_exit_was_opened() -> None:
    """MX-57.c."""
    p = LabyrinthSettings(blown_exits="yes")
    assert LabyrinthEvidence(p, ("Ann", "Bob")).answer("Ann", "exit opened") == heard("destroyed-exit", player="Ann")


def test_a_player_on_another_cell_may_be_anywhere() -> None:
    """MX-58.c."""
    said = heard("placed-elsewhere", player="Ann", what="empty")
    assert [proof.statement for proof in proofs("elsewhere", said, elsewhere="yes")] == [Vanishes("Ann")]


def test_closed_rooms_need_no_option() -> None:
    """MX-57.f: `enclosure` makes one on each map where arsenals give grenades."""
    drawn = mapkit.generate("labyrinth", "closed", settings={"rules": "CLASSIC", "enclosure": "always"})
    assert arsenal_gives(drawn.params).grenades
    assert drawn.fitted_params.drawn.enclosed
