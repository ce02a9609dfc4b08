"""Answers that the mover alone hears, and dark moves (docs/rules/house-options.md, MX-85 to MX-87)."""

from typing import Any

import pytest

import mapkit
from mapkit.games.labyrinth import GAME
from mapkit.games.labyrinth.clashes import clashes
from mapkit.games.labyrinth.code import read_code
from mapkit.games.labyrinth.evidence import LabyrinthEvidence
from mapkit.games.labyrinth.packs import LabyrinthSettings
from mapkit.model.evidence import Vanishes
from mapkit.model.game import table_of
from mapkit.model.ruling import heard
from mapkit.study.simulation import WON, SimulationPlan, play
from tests.knowledge.test_deduction import played


def test_dark_moves_are_odd_where_every_answer_is_for_the_mover() -> None:
    """MX-86.c, MX-87.d."""
    p = LabyrinthSettings(rules=read_code("CLASSIC"), answers_for="mover", dark_moves=3, half_dark_moves=2)
    assert [str(clash.words) for clash in clashes(p)] == [
        "dark_moves is 3; every answer is for the mover alone",
        "half_dark_moves is 2; every answer is for the mover alone",
    ]


def test_a_player_whose_answer_is_not_heard_may_be_anywhere() -> None:
    """MX-85.b."""
    p = LabyrinthSettings(rules=read_code("CLASSIC"), answers_for="mover")
    proofs = LabyrinthEvidence(p, ("Ann", "Bob")).hears("Ann", "left", (heard("untold", player="Ann"),))
    assert Vanishes("Ann") in [proof.statement for proof in proofs]


def test_what_a_half_dark_move_says_of_walls_is_named_as_not_used() -> None:
    """MX-87.c."""
    p = LabyrinthSettings(rules=read_code("CLASSIC"), half_dark_moves=2)
    proofs = LabyrinthEvidence(p, ("Ann", "Bob")).hears("Ann", "half left", (heard("untold-half", player="Ann"),))
    assert Vanishes("Ann") in [proof.statement for proof in proofs]
    assert [str(pack.unused(p)) for pack in p.on] == ["what half-dark moves say of walls"]


def test_a_line_with_a_dark_move_is_one_command() -> None:
    split = table_of(GAME).seating.speech.split
    assert split("right, do not tell; end") == ("right do not tell", "end")
    assert split("right, only whether there was a wall") == ("right only whether there was a wall",)
    assert split("right, skip") == ("right", "skip")


@pytest.mark.parametrize(
    "settings", [{"answers_for": "mover"}, {"dark_moves": "99"}, {"half_dark_moves": "99"}], ids=str
)  # MX-86.a
def test_nobody_else_hears_an_answer_and_machines_win(settings: dict[str, Any]) -> None:
    drawn = mapkit.generate("labyrinth", "hearing", size="5x5", settings=settings)
    tally = play(SimulationPlan(lambda _: drawn, ("explorer", "explorer"), "won", 500, {}), range(1, 11))
    assert tally.ends[WON] == tally.games
    for each in played(drawn, "hearing", ("explorer", "random")):
        if each.words and settings.keys() == {"answers_for"}:
            others = {seat.name for seat in table_of(drawn.game).referee.seats(each.ruling.state)} - {each.mover}
            told = [said.key for name in others for said in each.ruling.heard_by(name)]
            assert not [key for key in told if key.startswith(("executed", "skipped", "impossible"))]
