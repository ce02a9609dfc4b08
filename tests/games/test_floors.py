"""Maps of Treasures with several floors: stairs and elevators, and what is found out about them (TX-20 to TX-23)."""

from collections import Counter
from typing import Any

import pytest

import mapkit
from mapkit.games import maps
from mapkit.games.treasures.analysis import TreasuresTurnGraph, routes
from mapkit.games.treasures.referee import REFEREE
from mapkit.games.treasures.sheets import played_sheets
from mapkit.model.chance import Chance
from mapkit.model.game import table_of
from mapkit.model.grid import Square, Storeys, borders, outer_borders
from mapkit.model.map import Map
from mapkit.model.observation import Ear
from mapkit.model.replay import ReplayStep, Start, Track
from mapkit.paper.edition import Edition
from mapkit.paper.sheet import A4, Text
from mapkit.players.explorer import Explorer
from mapkit.solve import legality, repairs
from tests.drawings import drawn
from tests.playthrough import play_out


def ear_of(map_: Map[Any]) -> Ear:
    listen = table_of(map_.game).ear
    assert listen
    return listen(map_.params)


HOUSE = """
elevators=1
+---+---+---+
| .   /u| . |
+   +---+   +
| L   .   . |
+---+---+---+

+---+---+---+
| T   /d| .
+---+---+   +
| L   .   . |
+---+---+---+
"""


def test_no_step_leads_to_another_floor_of_storeys() -> None:
    """TX-20.b, TX-20.d: rivers, bullets and walls know no ceiling; distances count floors (TX-20.a)."""
    house = Storeys(3, 2, 3)
    assert house.cells() == Square(3, 2, 3).cells()
    assert {line.side for line in borders(house)} == {*"NESW"}
    assert len(outer_borders(house)) == 3 * 10
    assert house.step("b1/2", "U") is None
    assert (house.on_floor("b1/2", 3), house.on_floor("b1/2", 4)) == ("b1/3", None)
    assert house.steps_apart("a1/1", "b2/3") == 4


@pytest.mark.parametrize("floors", [2, 3])
def test_maps_with_floors_keep_all_rules_and_survive_being_written_down(floors: int) -> None:
    """TX-21, TX-D1: flights between all neighbouring floors, and a shaft through all of them."""
    given = {"elevators": 1, "stairs": 2, "river": 5, "marsh": 4}
    made = maps.generate("treasures", "house", size=Square(6, 5, floors), given=given)
    assert legality.check(made) == ()
    assert len(made.cells_of("stairs up")) == len(made.cells_of("stairs down")) == 2 * (floors - 1)
    assert {cell.partition("/")[0] for cell in made.cells_of("elevator")} == {made.cells_of("elevator")[0][:-2]}
    assert mapkit.from_json(made.to_json()) == mapkit.read(mapkit.share(made)) == made
    assert maps.read(made.text().encode(), "house").map == made


@pytest.mark.long
def test_repair_sets_feet_and_heads_right() -> None:
    """TX-21: a head without its foot gets one, or goes."""
    broken = drawn(HOUSE.replace("/u", ". "))
    assert {fault.rule.number for fault in legality.check(broken)} >= {"TX-20", "TX-21"}
    mended = repairs.repair(broken)
    assert legality.check(mended.map) == ()
    assert len(mended.edits) == 1


def test_the_elevator_stops_on_every_floor_equally_often() -> None:
    """TX-23.a: of 1,000 rides both floors get 45 to 55 %."""
    house, chance = drawn(HOUSE), Chance("rides")
    begun = REFEREE.begin(house, ("Ann",), {"starts": "b1/1"}, chance.die).state
    inside = REFEREE.play(begun, "west", chance.die).state
    stops = Counter(REFEREE.play(inside, "ride", chance.die).state.player.cell for _ in range(1000))
    assert stops.keys() == {"a1/1", "a1/2"}
    assert all(450 <= number <= 550 for number in stops.values())


def test_explorers_climb_to_a_treasure_that_only_stairs_lead_to() -> None:
    """TX-86: they use what is announced, and no game is stuck."""
    house = drawn(HOUSE.replace("elevators=1\n", "").replace("| L ", "| . ").replace("+---+---+   +", "+   +---+   +"))
    assert legality.check(house) == ()
    players = [Explorer(name, ear_of(house), Chance(name)) for name in ("Ann", "Bob")]
    game = play_out(REFEREE, house, ["Ann", "Bob"], players, "house", 400, {"starts": "a1/1 b1/1"})
    assert game.over
    assert "climbs" in {heard.key for said in game.said for heard in said.ruling.heard}


def test_a_route_takes_the_stairs_and_an_elevator_that_leads_where_it_helps() -> None:
    """TX-79: the par of a start; riding may be repeated (TX-D1.a)."""
    ground = TreasuresTurnGraph(drawn(HOUSE))
    (route,) = routes(ground, ("a2/1",))
    assert " ".join(route.words) == "east climb west; take east descend west south east east north east"
    assert len(route.words) == ground.pars["a2/1"]
    assert ground.outcomes["b1/1", "W"][0].heard == ("elevator",)
    assert {step.spot for step in ground.outcomes["b1/1", "W"]} == {"a1/1", "a1/2"}
    measures = mapkit.analyse(drawn(HOUSE)).measures
    assert "answers-to-know" not in measures
    assert measures["pieces"].in_words == "by walls alone 1, by real moves 1"


@pytest.mark.parametrize(("language", "said"), [("en", "to another floor"), ("ru", "на другой этаж")])
def test_the_paths_of_a_played_game_lead_up_the_stairs(language: str, said: str) -> None:
    """TX-85: the sign for it is explained in every language."""
    steps = (ReplayStep(1, "Ann", "east", (), (), "b2/1"), ReplayStep(2, "Ann", "climb", (), (), "b2/2"))
    sheets = played_sheets(drawn(HOUSE), Track((Start("Ann", "a2/1"),), steps), Edition(A4, language))
    assert said in {mark.text for sheet in sheets for mark in sheet.marks if isinstance(mark, Text)}
