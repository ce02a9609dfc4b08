"""The measures of Treasures, compared with play that tries everything, and with examples small enough to count."""

from collections import Counter
from heapq import heappop, heappush
from typing import Any

import pytest

from mapkit.games import maps
from mapkit.games.treasures.analysis import LOST_TURN, TreasuresTurnGraph, analyse, routes
from mapkit.games.treasures.referee import REFEREE
from mapkit.games.treasures.state import State
from mapkit.model.analysis import Ask
from mapkit.model.grid import Cell
from mapkit.model.map import Map
from tests.drawings import drawn
from tests.playthrough import no_dice

SEEDS = ["one", "two", "three"]
ROW = "hospital=3\n+---+---+---+\n| .   T   .\n+---+---+---+\n| H   H   H |\n+---+---+---+"
MARSH = """
marsh=1 hospital=4
+---+---+---+---+
| .   M   T   .
+---+---+---+---+
| H   H   H   H |
+---+---+---+---+
"""


def begun(map_: Map[Any], start: Cell) -> State:
    return REFEREE.begin(map_, ("Ann",), {"starts": start, "order": "given"}, no_dice).state


def after(state: State, words: str) -> tuple[State, int]:
    """The state after a directive, and the number of turns it took: the turn of the move, and turns lost."""
    ruling = REFEREE.play(state, words, no_dice)
    keys = [announcement.key for announcement in ruling.heard]
    moved = words in ("north", "east", "south", "west") and not {"blocked", "exit"} & set(keys)
    return ruling.state, moved + keys.count("loses")


def fewest(map_: Map[Any], start: Cell) -> int:
    """The fewest turns to win, found by trying everything that may be said."""
    first = begun(map_, start)
    heap: list[tuple[int, int, State]] = [(0, 0, first)]
    seen: set[object] = set()
    for number in range(1, 100_000):
        turns, _, state = heappop(heap)
        if state.winner:
            return turns
        if (key := (state.player, state.moved)) in seen:
            continue
        seen.add(key)
        for words in REFEREE.ways(state):
            if words in ("north", "east", "south", "west", "take", "end"):
                then, more = after(state, words)
                heappush(heap, (turns + more, number * 10 + len(heap) % 10, then))
    raise AssertionError("no way to win")


@pytest.mark.parametrize("seed", SEEDS)
def test_par_is_the_same_as_trying_everything_finds(seed: str) -> None:
    """TL-56, TL-65, TL-66, TL-73: marsh, river and portals are included."""
    map_ = maps.generate("treasures", seed, preset="small")
    pars = TreasuresTurnGraph(map_).pars
    assert set(pars) == {cell for cell, kind in map_.kinds.items() if kind == "safe"}
    for start in list(pars)[::4]:
        assert pars[start] == fewest(map_, start)


@pytest.mark.parametrize("seed", SEEDS)
def test_a_route_can_be_said_turn_by_turn_and_wins(seed: str) -> None:
    """TL-56."""
    map_ = maps.generate("treasures", seed)
    starts = tuple(TreasuresTurnGraph(map_).pars)[::5]
    found = routes(TreasuresTurnGraph(map_), starts)
    assert [route.start for route in found] == list(starts)
    for route in found:
        state, turns = begun(map_, route.start), 0
        for words, cell in zip(route.words, route.cells, strict=True):
            owed = ["end"] if state.moved else []  # a shop may still be used
            for word in (*owed, *(words.split("; ") if words != LOST_TURN else ())):
                state, more = after(state, word)
                turns += more
            assert state.player.cell == cell
        assert state.winner == "Ann"
        assert turns == len(route.words) == TreasuresTurnGraph(map_).pars[route.start]


def test_a_marsh_on_the_way_costs_a_turn() -> None:
    """TL-65."""
    (route,) = routes(TreasuresTurnGraph(drawn(MARSH, "treasures")), ("a2",))
    assert route.words == ("east", LOST_TURN, "east; take", "east", "east")
    assert route.finds == (("c2", "treasure"),)


def test_a_start_from_which_there_is_no_way_has_no_route() -> None:
    shut = drawn(ROW.replace("| .   T", "| . | T"), "treasures")
    assert routes(TreasuresTurnGraph(shut), ("a2",)) == ()
    assert set(TreasuresTurnGraph(shut).pars) == {"c2"}


def test_a_player_with_the_map_asks_until_only_one_tile_is_left() -> None:
    """TL-29.b: nothing is heard at the start; to the east one of two tiles has a treasure, and the other an exit."""
    assert TreasuresTurnGraph(drawn(ROW, "treasures")).answers_needed == Counter({1: 2})
    knows = "answers until a player with the map knows their tile"
    assert [tuple(measure) for measure in analyse(drawn(ROW, "treasures"), Ask()).measures.values()] == [
        (
            "interest",
            "interest",
            {"score": 56, "dead_ends": 3, "choices": 0, "goal": 3.0, "meeting": 1.0},
            "56 of 100; 3 dead ends; 0 choices; goal after 3 turns; meeting after 1 turn",
        ),
        ("turns-to-win", "turns to win", {"a2": 3, "c2": 3}, "least 3 (a2), median 3 (a2), most 3 (a2)"),
        ("difference-of-starts", "difference of the starts", 0, "0 turns"),
        ("fairness", "verdict", "fair", "fair; the starts differ by 0 turns at most"),
        ("answers-to-know", knows, {"mean": 1.0, "most": 1}, "1.0 on average, 1 at the worst"),
        ("random-walk", "where a random walk is", {"cell": "b2", "share": 0.25}, "most often on b2: 25 %"),
        (
            "pieces",
            "pieces",
            {"by_walls": 2, "by_moves": 2, "apart": [["a1", "b1", "c1"]]},
            "by walls alone 2, by real moves 2",
        ),
        ("dead-ends", "dead ends", 3, "3"),
        (
            "inner-walls",
            "inner walls",
            {"walls": 3, "most": 2},
            "3, 150 % of the 2 that leave the board in one piece",
        ),
        ("cells-without-rest", "tiles where nobody can stay", [], "none"),
        ("cells-without-need", "tiles that nobody needs", ["a2"], "a2"),
    ]


def test_pieces_and_tiles_without_rest_follow_rivers_and_portals() -> None:
    """The portals join the upper row and the lower one; nobody who enters the source of the river stays there."""
    text = """
river=3 two_way=1
+---+---+---+
| T   A1  .
+---+---+---+
| ~>  ~>  ~>|
+---+---+---+
| A2  .   . |
+---+---+---+
"""
    found = analyse(drawn(text), Ask(measures=("pieces", "cells-without-rest", "dead-ends"))).measures
    assert found["cells-without-rest"].value == ["a2"]
    value: Any = found["pieces"].value
    assert (value["by_walls"], value["by_moves"], sorted(value["apart"])) == (3, 4, [["a2"], ["b2"], ["c2"]])
    assert found["dead-ends"].value == 5
