"""What goes on in the mind of an explorer of Treasures: what is likely, where the edge is, which maps it believes in.

A scene is a script of what Ann says and hears: `north safe; east blocked; hears takes`. Her map begins where she does:
one cell east of there is (1, 0).
"""

from math import exp
from typing import Any

import pytest

from mapkit.games.treasures.ear import TreasuresEar
from mapkit.model.chance import Chance
from mapkit.model.game import table_of
from mapkit.model.map import Map
from mapkit.model.observation import Ear
from mapkit.model.ruling import Announcement, heard
from mapkit.players.explorer import Explorer
from mapkit.players.explorer_map import HOME, Chart, ChartCell, Odds, Side
from mapkit.players.explorer_memory import MOST_MAPS
from mapkit.players.explorer_pieces import likeliest
from mapkit.players.explorer_search import SideValues
from tests.drawings import drawn

STEPS = ("north", "east", "south", "west")
WIDE = (9, 9)
"""A board on which a walk of few steps does not come to the edge."""


def ear(size: tuple[int, int], amounts: dict[str, int]) -> TreasuresEar:
    """The ear of a player who knows that the board has this size and these amounts of tiles, walls and exits."""
    found = TreasuresEar()
    found.briefing = found.briefing._replace(size=(*size, 1), amounts=amounts)
    return found


class Scene:
    """Ann in a labyrinth, after what the script tells."""

    def __init__(self, script: str = "", size: tuple[int, int] = WIDE, /, **amounts: int) -> None:
        self.ann = Explorer("Ann", ear(size, amounts), Chance(script))
        self.told: list[Announcement] = [heard("begin", players="Ann, Bob, Cid")]
        for line in filter(None, script.split(";")):
            step, *keys = line.split()
            if step != "hears":
                self.ann.recall(self.told, STEPS, step)
            self.told += [heard(key, player="Ann") for key in keys]
        self.ann.memory.listen(self.told)

    @property
    def chart(self) -> Chart:
        """Ann's likeliest map."""
        return self.ann.memory.chart

    def outer(self, step: str) -> float:
        """How likely that side of Ann's cell is on the edge of the board."""
        return SideValues(self.chart, leaving=False).outer(self.chart.here, step)

    def says(self, *ways: str) -> str:
        """What Ann says when she may say this."""
        return self.ann.choose(self.told, ways)

    def spots(self) -> list[tuple[int, int]]:
        """Where Ann may be: her spot on each of her maps, the likeliest first. This gives up all maps but one."""
        found = [self.chart.here]
        while self.ann.memory.doubt():
            found.append(self.chart.here)
        return [(spot.x, spot.y) for spot in found]


# Odds


@pytest.mark.parametrize(("ground", "share"), [("shop", 2 / 12), ("marsh", 3 / 12), ("safe", 7 / 12), ("portal", 0.1)])
def test_a_ground_is_as_likely_as_there_are_tiles_of_it(ground: str, share: float) -> None:
    """On 12 tiles; what is left is Safe, and a ground of which nothing is told is rare."""
    odds = Odds(ear((4, 3), {"shop": 2, "marsh": 3}).briefing)
    assert exp(odds.ground(ground)) == pytest.approx(share)


@pytest.mark.parametrize(("walls", "share"), [(3, 3 / 17), (8, 8 / 17), (17, 0.99)])
def test_a_wall_is_as_likely_as_there_are_inner_walls(walls: int, share: float) -> None:
    """Between 4 x 3 tiles there are 17 inner borders, and around them 14 outer ones. Nothing is quite certain."""
    odds = Odds(ear((4, 3), {"wall": walls, "exit": 2}).briefing)
    sides: dict[Side, float] = {"wall": share, "open": 1 - share}
    assert {side: exp(odds.side(side)) for side in sides} == pytest.approx(sides)
    assert odds.exit == pytest.approx(2 / 14)


def test_of_two_maps_the_one_on_which_a_rare_tile_is_not_new_is_likelier() -> None:
    """The river flows north or south, where Ann has seen the only marsh but one; west of its end there is a marsh."""
    assert Scene("south marsh; north safe; east river; west marsh", river=9, marsh=2).spots() == [(0, -1), (0, 1)]


def test_a_map_that_was_begun_anew_is_like_no_other_piece() -> None:
    chart = Chart(ear(WIDE, {}).briefing, walker="Ann")
    chart.clear()
    assert likeliest(chart) is None


# Rims


def test_a_wall_is_more_likely_the_edge_of_the_board_than_one_inside() -> None:
    """On 3 x 3 tiles 1 of 12 inner borders is a wall, and 11 of 12 outer ones. So the east is 11 times likelier."""
    scene = Scene("east blocked", (3, 3), wall=1, exit=1)
    assert {step: scene.outer(step) for step in STEPS} == pytest.approx(
        {"north": 1 / 3, "east": 11 / 13, "south": 1 / 3, "west": 1 / 13}
    )


def test_walls_in_a_row_make_the_edge_likelier() -> None:
    one = Scene("east blocked; north safe", wall=20, exit=2)
    two = Scene("east blocked; north safe; east blocked", wall=20, exit=2)
    assert 0.1 < one.outer("east") < two.outer("east") < 1


def test_a_board_that_is_crossed_has_its_edges_at_both_ends() -> None:
    scene = Scene("east safe; east safe", (3, 9), wall=20, exit=2)
    assert (scene.outer("east"), scene.outer("west")) == (1, 0)


def test_an_exit_tells_the_row() -> None:
    """It is the northern one of 3 rows, so two steps to the south there is the southern one."""
    scene = Scene("north exit", (5, 3), wall=1, exit=1)
    assert (scene.outer("north"), scene.outer("south")) == (1, 0)
    scene = Scene("north exit; south safe; south safe", (5, 3), wall=1, exit=1)
    assert (scene.outer("north"), scene.outer("south")) == (0, 1)


def test_two_exits_at_a_corner_tell_the_place_on_the_board() -> None:
    scene = Scene("north exit; west exit; south safe", (5, 3), wall=1, exit=2)
    assert scene.chart.here == ChartCell(HOME, 0, 1)
    assert [scene.outer(step) for step in STEPS] == [0, 0, 0, 1]


def test_exits_that_cannot_be_in_one_row_show_that_the_map_is_wrong() -> None:
    scene = Scene("north exit; east safe; north safe; north exit")
    assert scene.chart.ground == {}


@pytest.mark.parametrize(("edge", "onward"), [("east", "north"), ("north", "west"), ("west", "south")])
def test_a_side_that_is_likely_the_edge_is_tried_before_any_other(edge: str, onward: str) -> None:
    """A wall or an exit costs nothing (TL-55): beside three tiles in a row there was a wall."""
    row = "; ".join([f"{edge} blocked; {onward} safe"] * 3)
    assert Scene(row, wall=20, exit=2).says(*STEPS) == edge


# Forks


def test_a_river_whose_flow_is_unknown_forks_the_map() -> None:
    """It did not flow back to where Ann stood, and may flow on in three directions."""
    assert Scene("east river", river=9).spots() == [(1, 1), (2, 0), (1, -1)]


def test_a_river_that_can_flow_to_one_tile_alone_forks_nothing() -> None:
    """The tiles north and south of it are Safe."""
    around = "north safe; east safe; west safe; south safe; south safe; east safe; west safe; north safe; east river"
    assert Scene(around, river=9).spots() == [(2, 0)]


def test_of_nine_maps_the_four_likeliest_are_kept() -> None:
    """A river flows on as it flowed more often than not; these three maps are likelier than any with a bend."""
    assert MOST_MAPS == 4
    found = Scene("east river; east river", river=9).spots()
    assert {*found[:3]} == {(2, 2), (4, 0), (2, -2)}
    assert len(found) == MOST_MAPS


def test_a_map_that_is_contradicted_is_forgotten() -> None:
    """West of the river's end is a Marsh, but north of the start it is Safe, and in the west there is the river."""
    assert Scene("north safe; south safe; east river; west marsh", river=9, marsh=9).spots() == [(0, -1)]


def test_a_map_is_begun_anew_when_none_is_left() -> None:
    scene = Scene("north shop; south safe; north marsh")
    assert {*scene.chart.ground.values()} == {"safe", "marsh"}
    assert scene.spots() == [(0, 1)]


def without_a_way_on(chart: Chart) -> None:
    """Draw walls on all sides that are unknown."""
    chart.edges |= {(spot, step): "wall" for spot in chart.ground for step in STEPS if (spot, step) not in chart.edges}


def test_a_map_that_leads_nowhere_is_given_up_for_the_next_one() -> None:
    scene = Scene("east river", river=9)
    without_a_way_on(scene.chart)
    assert scene.says(*STEPS) in STEPS
    assert scene.spots() == [(2, 0), (1, -1)]


def test_when_the_last_map_leads_nowhere_it_is_begun_anew() -> None:
    scene = Scene("east shop")
    without_a_way_on(scene.chart)
    assert scene.says(*STEPS) in STEPS
    assert scene.chart.ground == {}


# Joins

ROW = "east shop; east marsh; east hospital; north blocked; south portal; south safe; east shop; east marsh"
"""After the portal Ann comes to a shop and a marsh as before; there may be another hospital beyond, or the same."""
TWO_EACH = {"shop": 2, "marsh": 2, "hospital": 2, "portal": 4, "exit": 2}


def pieces(chart: Chart) -> set[int]:
    return {spot.piece for spot in chart.ground}


def test_a_tile_of_which_there_is_only_one_joins_pieces() -> None:
    """Behind the portal Ann comes to the only shop from the other side."""
    scene = Scene("east shop; south portal; west shop", shop=1, portal=4)
    assert len(pieces(scene.chart)) == 1
    assert scene.spots() == [(1, 0)]


def test_a_tile_of_which_there_are_two_joins_nothing_by_itself() -> None:
    scene = Scene("east shop; south portal; west shop", shop=2, portal=4)
    assert len(pieces(scene.chart)) == 2
    assert len(scene.spots()) == 1


def test_pieces_that_agree_in_two_rare_tiles_are_likely_joined_and_the_doubt_is_kept_in_mind() -> None:
    """So there are two maps: one with a shop and a marsh, and one with two of each."""
    scene = Scene(ROW, **TWO_EACH, wall=20)
    assert len(pieces(scene.chart)) == 1
    assert scene.ann.memory.doubt()
    assert len(pieces(scene.chart)) == 2
    assert not scene.ann.memory.doubt()


@pytest.mark.parametrize(("found", "joined"), [("north blocked", True), ("north safe; south shop", False)])
def test_pieces_are_never_joined_where_they_contradict_what_was_heard(found: str, joined: bool) -> None:
    """North of the shop there was a wall. If there is one now, it is the same shop; if there is none, another."""
    seen = ROW.replace("east shop", "east shop; north blocked", 1)
    scene = Scene(seen.replace("safe; east shop", f"safe; east shop; {found}"), **TWO_EACH, wall=20)
    assert len(pieces(scene.chart)) == 2 - joined
    assert len(scene.spots()) == 1


def test_pieces_that_were_joined_are_parted_when_that_is_contradicted() -> None:
    """North of the hospital there was a wall, and now there is none."""
    scene = Scene(f"{ROW}; east hospital; north safe", **TWO_EACH, wall=20)
    assert len(pieces(scene.chart)) == 2
    assert len(scene.spots()) == 1


@pytest.mark.parametrize(("side", "joined"), [("north", True), ("south", False)])
def test_pieces_in_different_rows_are_not_joined_though_they_look_alike(side: str, joined: bool) -> None:
    """North of the marsh there was an exit; on a board of 9 rows there is none south of that row."""
    seen = "east shop; east marsh; north exit; west shop; west safe; west portal"
    scene = Scene(f"{seen}; west safe; {side} exit; west marsh; west shop", **TWO_EACH, wall=0)
    assert len(pieces(scene.chart)) == 2 - joined


def test_when_the_only_shop_is_two_shops_the_map_is_begun_anew() -> None:
    """West of the only shop there was a Safe tile, and now there is a portal."""
    assert Scene("east shop; south portal; east shop", shop=1, portal=4).chart.ground == {}


def test_a_treasure_on_another_piece_is_fetched_when_the_pieces_are_joined() -> None:
    scene = Scene("east shop; north safe treasure; south shop; south portal; west shop", shop=1, portal=4)
    assert scene.says(*STEPS) == "north"


# Attacks

MET = ("attack Bob", "attack Cid", "attack Bob with bullet", "attack Cid with bullet", "end")


def takes(name: str) -> Announcement:
    return heard("takes", player=name)


def test_before_moving_the_carrier_is_attacked_and_nobody_else() -> None:
    scene = Scene()
    assert scene.says(*MET[:-1], *STEPS) in STEPS
    scene.told.append(takes("Cid"))
    assert scene.says(*MET[:-1], *STEPS) == "attack Cid with bullet"
    assert scene.says(*MET[:2], *STEPS) == "attack Cid"


@pytest.mark.parametrize("lost", [heard("puts-down", player="Cid"), heard("shot", player="Bob", other="Cid")])
def test_a_player_who_no_longer_carries_a_treasure_is_let_go(lost: Announcement) -> None:
    scene = Scene()
    scene.told += [takes("Cid"), lost]
    assert scene.says(*MET[:-1], *STEPS) in STEPS


def test_after_moving_a_player_with_nothing_to_lose_attacks_with_a_bullet_alone() -> None:
    """A bullet is sure to win (TL-82); a battle with dice may be lost, and here there is nothing to win by it."""
    scene = Scene()
    assert scene.says(*MET[:2], "end") == "end"
    assert scene.says(*MET) == "attack Bob with bullet"


def test_a_carrier_goes_on_before_moving_and_attacks_whom_it_meets_after() -> None:
    scene = Scene("hears treasure takes")
    scene.told.append(takes("Cid"))
    assert scene.says(*MET[:-1], *STEPS) in STEPS
    assert scene.says("attack Bob", "end") == "attack Bob"


def test_a_bullet_is_kept_for_those_who_are_met() -> None:
    """Nobody hears where others are, so a shot along a row would hit by luck alone."""
    scene = Scene()
    scene.told.append(takes("Bob"))
    shots = [f"shoot {step}" for step in STEPS]
    assert scene.says(*STEPS, *shots) in STEPS
    assert scene.says(*shots, "end") == "end"


BEAR: Map[Any] = drawn("bear=c1 hospital=1\n+---+---+---+\n| T   .   .\n+   +   +   +\n| .   H   . |\n+---+---+---+")


@pytest.mark.parametrize("moved", [STEPS, ("end",)])
def test_a_monster_is_driven_off_whenever_that_is_possible(moved: tuple[str, ...]) -> None:
    """TX-55: before moving and after it."""
    made = table_of(BEAR.game).ear
    assert made is not None
    listening: Ear = made(BEAR.params)
    ann = Explorer("Ann", listening, Chance(""))
    assert ann.choose([heard("begin", players="Ann")], (*moved, "attack bear with bullet")) == "attack bear with bullet"
