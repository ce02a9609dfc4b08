"""Lanterns: solver and checker agree on its maps, made maps are legal and can be printed, and the referee rules."""

from __future__ import annotations

import pytest

from mapkit.games import maps
from mapkit.games.lanterns import GAME
from mapkit.games.lanterns.design import RULES, STUDY, Params
from mapkit.language import phrases
from mapkit.model.analysis import Ask
from mapkit.model.grid import Square, inner_borders
from mapkit.model.map import Public
from mapkit.model.rule import Amount, claims_of, has, wall
from mapkit.model.ruling import IllegalMove, MoveError
from mapkit.model.settings import BadSetting
from mapkit.paper.edition import Edition
from mapkit.paper.game_sheets import paper_of
from mapkit.paper.sheet import A4, Text
from mapkit.solve import legality
from tests.drawings import drawn
from tests.playthrough import answers
from tests.subsets import found, passed

HALL = """
lanterns=1 walls=1
+---+---+---+
| .   . | * |
+   +   +   +
| .   .   . |
+---+---+---+
"""


def test_solver_and_checker_agree_on_every_tiny_map() -> None:
    p = Params(Square(3, 2), lanterns=Amount(1, 2), walls=Amount(1, 2))
    universe = [*(has(cell, mark) for cell in p.grid.cells() for mark in ("dark", "lantern"))]
    universe += map(wall, inner_borders(p.grid)[:3])
    legal = passed(claims_of(RULES, p), p, p.grid, universe)
    assert legal
    assert set(found(claims_of(RULES, p), p, p.grid, universe)) == legal


def test_the_map_of_a_seed_is_legal_and_always_the_same() -> None:
    made = maps.generate("lanterns", "page")
    assert made == maps.generate("lanterns", "page") != maps.generate("lanterns", "other")
    assert legality.check(made) == ()


def test_the_map_is_printed_with_its_lanterns_and_the_card_without() -> None:
    paper, hall = paper_of(GAME), drawn(HALL, "lanterns")
    secret = paper.secret["gm"](hall, Edition(A4))
    public = paper.public["card"](Public("", hall.params, hall.game), Edition(A4))
    map_, card = ({mark.text for mark in sheet[0].marks if isinstance(mark, Text)} for sheet in (secret, public))
    assert {"SECRET", "lantern", "c2"} <= map_
    assert {"Lanterns", "1"} <= card
    assert "c2" not in card


def said(*lines: str, **options: str) -> list[str]:
    """What Ann in a1 and Bob in b2 hear, in words."""
    return answers(drawn(HALL, "lanterns"), ("Ann", "Bob"), lines, **{"starts": "a1 b2", **options})


def test_a_wall_costs_nothing_and_a_step_ends_the_turn() -> None:
    """LN-6, LN-7."""
    assert said("north", "east", "south")[2:] == [
        "Ann comes into a dark room.",
        "It is Bob's turn.",
        "Bob walks into a wall in the east.",
        "Bob comes into a dark room.",
        "It is Ann's turn.",
    ]


def test_the_first_player_to_find_a_lantern_wins() -> None:
    """LN-8."""
    won = ("north", "south", "south", "east", "north", "Bob: north")
    assert said(*won)[-1] == "Bob finds a lantern and wins."
    with pytest.raises(IllegalMove):
        said(*won, "south")


def test_an_option_that_the_game_does_not_have_is_refused() -> None:
    with pytest.raises(BadSetting, match="no option 'order'"):
        said(order="nonsense")


def test_the_darkest_room_is_measured() -> None:
    """From a2 to the lantern in c2, around the wall beside it."""
    assert STUDY.analyse(drawn(HALL, "lanterns"), Ask()).measures["steps-to-light"].value == 4


@pytest.mark.parametrize("line", ["Bob: south", "Zed: south", "sing"])
def test_a_refusal_has_words(line: str) -> None:
    """LN-7."""
    with pytest.raises(MoveError) as refused:
        said(line)
    assert "zed" not in str(refused.value.refusal)
    assert phrases.phrases("lanterns", "en").refuse(refused.value.refusal)
