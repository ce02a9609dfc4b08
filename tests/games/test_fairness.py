"""Whether starts are fair, what is seen from a start, and the cells that nobody needs."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from mapkit.games import maps
from mapkit.games.kit.measures import FAIR, NEARLY_FAIR, TurnGraph
from mapkit.games.labyrinth.analysis import LabyrinthTurnGraph
from mapkit.games.shelf import GAMES
from mapkit.games.treasures.analysis import TreasuresTurnGraph
from mapkit.model.analysis import Ask, Prospect
from mapkit.model.grid import Cell
from mapkit.model.map import Map
from mapkit.solve import legality
from mapkit.study.evenings import settings_of
from tests.drawings import drawn

CORRIDOR = """
{settings}
+---+---+---+---+---+---+---+---+---+
| T   .   .   .   .   .   .   .   .
+---+---+---+---+---+---+---+---+---+
| H   H   H   H   H   H   H   H   H |
+---+---+---+---+---+---+---+---+---+
"""
MADE = [("treasures", "small"), ("treasures", "default"), ("labyrinth", "basic"), ("labyrinth", "classic-x")]


def verdict(map_: Map[Any]) -> tuple[Any, str]:
    assert map_.game.study
    found = map_.game.study.analyse(map_, Ask(measures=["fairness"])).measures["fairness"]
    return found.value, str(found.in_words)


def seen(map_: Map[Any], start: Cell = "") -> Prospect:
    assert map_.game.study
    return map_.game.study.prospect(map_, start)


def graph(map_: Map[Any]) -> TurnGraph:
    if map_.game.name == "treasures":
        return TreasuresTurnGraph(map_)
    return LabyrinthTurnGraph(map_.params, map_.facts)


@pytest.fixture(scope="module", params=MADE, ids=" ".join)
def made(request: pytest.FixtureRequest) -> Map[Any]:
    game, preset = request.param
    return maps.generate(game, "fairness", preset=preset)


@pytest.mark.parametrize(
    ("starts", "value", "words"),
    [
        ("b2,b2", "fair", "fair; the starts differ by 0 turns at most"),
        ("b2,d2", "fair", "fair; the starts differ by 2 turns at most"),
        ("d2,b2", "fair", "fair; the starts differ by 2 turns at most"),
        ("b2,e2", "nearly fair", "nearly fair; the start at e2 is 3 turns worse than that at b2"),
        ("b2,g2", "nearly fair", "nearly fair; the start at g2 is 5 turns worse than that at b2"),
        ("b2,h2", "unfair", "unfair; the start at h2 is 6 turns worse than that at b2"),
    ],
)
def test_the_verdict_follows_from_the_difference_in_turns(starts: str, value: str, words: str) -> None:
    assert verdict(drawn(CORRIDOR.format(settings=f"players=2 starts={starts}"), "labyrinth")) == (value, words)


def test_the_evenings_that_mapkit_offers_are_fair() -> None:
    assert [settings_of(name)[key] for name, key in (("treasures", "fair_starts"), ("labyrinth", "fairness"))] == [
        FAIR
    ] * 2
    assert FAIR < NEARLY_FAIR


def test_a_start_without_a_way_is_unfair() -> None:
    text = CORRIDOR.format(settings="players=2 starts=b2,i2").replace(".   .\n", ". | . |\n").replace("| T", "  T")
    assert verdict(drawn(text, "labyrinth")) == ("unfair", "unfair; no way to win from i2")


def test_starts_of_treasures_are_fair_where_the_map_draws_them_so() -> None:
    """TX-79."""
    row = CORRIDOR.replace("{settings}", "hospital=9 players=2 {settings}")
    told = "unfair; the start at i2 is 7 turns worse than that at b2; "
    assert verdict(drawn(row.format(settings=""), "treasures"))[1].startswith(told)
    fair = drawn(row.format(settings="fair_starts=2"), "treasures")
    assert verdict(fair) == ("fair", "fair; the starts differ by 2 turns at most")


@pytest.mark.parametrize(("game", "settings"), [("treasures", "hospital=9 players=2"), ("labyrinth", "players=2")])
def test_a_map_that_is_not_fair_has_a_fair_one_beside_it(game: str, settings: str) -> None:
    """Issue 48: the red verdict named nothing that a person could do about it."""
    unfair = drawn(CORRIDOR.format(settings=settings), game)
    assert verdict(unfair)[0] == "unfair"
    assert unfair.game.study
    even = unfair.game.study.evened(unfair)
    assert even
    assert verdict(even.map)[0] == "fair"
    assert legality.check(even.map) == legality.check(unfair)
    assert even.map.game.study
    assert even.map.game.study.evened(even.map) is None
    others = {fact for fact in even.map.facts if not fact.mark.startswith("start ")}
    assert others == unfair.facts


def test_fair_starts_of_a_labyrinth_are_on_empty_cells_where_these_suffice() -> None:
    map_ = drawn(CORRIDOR.replace("{settings}", "players=2").replace("H   H", "A   H"), "labyrinth")
    assert map_.game.study
    even = map_.game.study.evened(map_)
    assert even
    starts = [str(place) for place, mark in even.map.facts if mark.startswith("start ")]
    assert len(starts) == 2
    assert all(map_.kinds[cell] == "empty" for cell in starts)
    assert str(even.words) == f"Draw fair starts: {', '.join(sorted(starts))}"


def test_a_map_without_fair_starts_has_none_to_offer() -> None:
    alone = drawn(CORRIDOR.replace("{settings}", "players=9 starts=" + ",".join(["b2"] * 8 + ["i2"])), "labyrinth")
    assert verdict(alone)[0] == "unfair"
    assert alone.game.study
    assert alone.game.study.evened(alone) is None


def test_in_quoridor_the_move_counts_and_so_do_walls() -> None:
    for text, found in {
        "size=5 pawns=c1,c5": ("fair", "fair; nobody is ahead by a whole round; S moves first"),
        "size=5 pawns=c1,c4": ("fair", "fair; nobody is ahead by a whole round; S moves first"),
        "size=5 pawns=c2,c5": ("nearly fair", "nearly fair; N would be home 1 round after S; S moves first"),
        "size=5 pawns=c1,c3": ("nearly fair", "nearly fair; S would be home 1 round after N; S moves first"),
        "size=5 pawns=c3,c5": ("unfair", "unfair; N would be home 2 rounds after S; S moves first"),
    }.items():
        assert verdict(drawn(text, "quoridor")) == found


def test_a_level_is_fair_by_the_rules_of_fair_levels() -> None:
    """HD-13.a."""
    fair = drawn(". . .\n. . C .\n. O R . .\n. . . .\n. . .", "dungeon")
    assert verdict(fair) == ([{"verdict": "fair"}], "fair; all begin on the centre, which leads to a Chest and a Pit")
    bad = drawn("# C .\n. . M .\n. # R . .\n. . . .\n. . .", "dungeon")
    assert verdict(bad) == (
        [{"verdict": "unfair"}],
        "unfair; no Pit can be reached; an Enemy is beside the centre, on d4",
    )


# --- what is seen from a start -----------------------------------------------------------------------------------


def test_the_way_from_a_start_is_as_long_as_its_par_and_no_cell_is_farther_than_turns_lead(made: Map[Any]) -> None:
    ground = graph(made)
    assert {*seen(made).starts} == {*ground.starts}
    assert ground.pars[seen(made).start] == max(ground.pars.values())
    for start in [*ground.pars][::9]:
        found = seen(made, start)
        ((_, (first, *others)),) = found.ways
        assert (found.start, first, len(others)) == (start, start, ground.pars[start])
        assert found.starts[start].startswith(f"{start}: {ground.pars[start]} turn")
        (rest,) = (cell for cell, turns in found.reach.items() if not turns)
        far, turned = {rest: 0}, True
        while turned:
            nearer = {
                onto: far[cell] + turns
                for cell, onto, turns in ground.turns_between()
                if cell in far and far[cell] + turns < far.get(onto, 10**6)
            }
            turned = bool(nearer)
            far |= nearer
        assert found.reach == far


def test_everybody_wins_as_soon_without_the_cells_that_nobody_needs(made: Map[Any]) -> None:
    ground, whole = graph(made), graph(made)
    gone = {*whole.unneeded}
    assert gone

    def fewer() -> Iterator[tuple[Cell, Cell, int]]:
        return ((cell, onto, turns) for cell, onto, turns in whole.turns_between() if onto not in gone)

    ground.turns_between = fewer  # type: ignore[method-assign]
    assert ground.pars == whole.pars


@pytest.mark.parametrize("game", GAMES)
def test_every_game_tells_of_a_map_what_it_is_worth_and_shows_it_from_a_start(game: str) -> None:
    map_ = maps.generate(game, "prospect")
    cells = {*map_.params.grid.cells()}
    assert map_.game.study
    assert map_.game.study.analyse(map_, Ask()).measures[map_.game.study.verdict].in_words
    found = seen(map_, "nowhere")
    assert found.start in found.starts
    for start in found.starts:
        found = seen(map_, start)
        assert found.start == start
        assert found.ways
        assert all(way and cells.issuperset(way) for _, way in found.ways)
        assert cells.issuperset((*found.reach, *found.dead_ends, *found.unneeded, *found.starts))
