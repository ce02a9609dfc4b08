"""The measures of labyrinths, compared with play that tries everything, and with examples small enough to count."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

import pytest

from mapkit.games import labyrinth
from mapkit.games.kit.measures import NEVER
from mapkit.games.labyrinth import analysis
from mapkit.games.labyrinth.analysis import (
    EXACT,
    LOST_TURN,
    LabyrinthTurnGraph,
    analyse,
    attractors,
    fair_starts,
    far_from_arsenals,
    pieces_by_moves,
    pieces_by_walls,
    remark_unequal_starts,
    remark_unfair_starts,
)
from mapkit.games.labyrinth.code import PRESETS, read_code
from mapkit.games.labyrinth.design import GLYPHS
from mapkit.games.labyrinth.moves import LabyrinthLayout, request
from mapkit.games.labyrinth.packs import LabyrinthSettings as Params
from mapkit.model.analysis import Ask, Measure, Route
from mapkit.model.chance import Chance
from mapkit.model.game import solving_of
from mapkit.model.grid import Border, Cell, Place, Square
from mapkit.model.map import Map
from mapkit.model.rule import Amount, Remark, has
from mapkit.solve import legality
from tests.drawings import drawn

BASIC = "G1-S1-F5-V1-T1-A1-H1-W1-O1"

CODES = (
    *(str(code) for code in PRESETS.values()),
    "G1-S2-F5-V3-T3-A4-H1-W1-O135",
    "G2-S1-F5-V4-T3-A2-H2-W5-O156",
)
FLOORS = "G23-S1-F5-V3-T3-A2-H2-W5-O157"


def drafted(code: str, size: Square, seed: str, **given: Any) -> Map[Params]:
    params = Params(grid=size, rules=read_code(code), **given)
    return Map(labyrinth.GAME, params, solving_of(labyrinth.GAME).draft(params, Chance(seed), frozenset()))


def pars(map_: Map[Params]) -> Mapping[Cell, int]:
    return LabyrinthTurnGraph(map_.params, map_.facts).pars


def routes(map_: Map[Params], starts: tuple[Cell, ...]) -> tuple[Route, ...]:
    return analysis.routes(LabyrinthTurnGraph(map_.params, map_.facts), starts)


def measures(map_: Map[Params]) -> tuple[Measure, ...]:
    return tuple(analyse(map_, Ask()).measures.values())


def some_maps() -> Iterator[Map[Params]]:
    for seed in "123":
        for code in CODES:
            for size in (Square(3, 4), Square(5, 4)):
                yield drafted(code, size, seed, drift="1" if seed == "1" else "2")
            yield drafted(code, Square(4, 4), seed, swamps=Amount(4, 4), treasures=Amount(1, 3))
        yield drafted(FLOORS, Square(3, 2, 2), seed, drift="mouth")


MAPS = list(some_maps())


def held(lay: LabyrinthLayout, spot: Place, before: frozenset[Place]) -> frozenset[Place]:
    return before | {spot} if spot in lay.treasures else before


def won(lay: LabyrinthLayout, treasures: frozenset[Place]) -> bool:
    genuine = {cell for cell in lay.cells if lay.kinds[cell] == "treasure"}
    every = lay.params.code.has_any("V3", "V4")
    return genuine <= treasures if every else not genuine.isdisjoint(treasures)


def least_turns(lay: LabyrinthLayout, start: Cell) -> int | None:
    """The fewest turns, found by trying everything, the way outside and in again included."""
    spot = lay.place(start).spot
    first = (spot, held(lay, spot, frozenset()))
    levels, seen, turns = {0: [first]}, {first}, 0
    while any(level >= turns for level in levels):
        for spot, treasures in levels.get(turns, ()):
            for direction in lay.requests:
                move = lay.turn(spot, direction)
                if move.exit_border and won(lay, treasures):
                    return turns + 1
                after = (move.spot, held(lay, move.spot, treasures))
                if after not in seen or move.costs_a_turn:
                    seen.add(after)
                    levels.setdefault(turns + 1 + move.costs_a_turn, []).append(after)
        turns += 1
        if turns > 200:
            return None
    return None


@pytest.mark.parametrize("map_", MAPS, ids=lambda map_: f"{map_.params.rules} {map_.params.grid}")
def test_pars_and_routes_are_as_short_as_trying_everything_finds(map_: Map[Params]) -> None:
    lay, found = LabyrinthLayout(map_.params, map_.facts), pars(map_)
    truth = {start: least_turns(lay, start) for start in LabyrinthTurnGraph(map_.params, map_.facts).allowed}
    assert found == {start: turns for start, turns in truth.items() if turns is not None}
    assert {route.start: len(route.words) for route in routes(map_, tuple(truth))} == found


@pytest.mark.parametrize("map_", MAPS, ids=lambda map_: f"{map_.params.rules} {map_.params.grid}")
def test_a_player_who_says_the_words_of_a_route_comes_to_its_cells_and_wins(map_: Map[Params]) -> None:
    lay = LabyrinthLayout(map_.params, map_.facts)
    said = {request(map_.params, direction): direction for direction in lay.requests}
    for route in routes(map_, map_.params.grid.cells()):
        spot: Place = lay.place(route.start).spot
        treasures, gate, lost = held(lay, spot, frozenset()), None, False
        for words, cell in zip(route.words, route.cells, strict=True):
            assert (words == LOST_TURN) == lost
            if not lost:
                move = lay.turn(spot, said[words])
                assert move.executed
                spot, gate, lost = move.spot, move.exit_border, move.costs_a_turn
                treasures = held(lay, spot, treasures)
                assert cell == (gate.cell if gate else spot)
            else:
                lost = False
        assert gate is not None
        assert won(lay, treasures)


def row(glyphs: str, rules: str = "", *, starts: str = "", **given: Any) -> Map[Params]:
    """A labyrinth of one row; `
    ` is a wall, at the end of the row the monolith. Without it there is an exit at the end.
    """
    parts = re.findall(r"([A-Z.])([|]?)", glyphs)
    grid = Square(len(parts), 1)
    groups = {group[0]: group for group in (*BASIC.split("-"), *rules.split("-")) if group}
    cells = grid.cells()
    facts = {has(cell, GLYPHS[glyph]) for cell, (glyph, _) in zip(cells, parts, strict=True)}
    facts |= {has(Border(cell, "E"), "wall") for cell, (_, wall) in zip(cells[:-1], parts, strict=False) if wall}
    facts |= {has(cell, f"start {n}") for n, cell in enumerate(starts.split(), 1)}
    if not parts[-1][1]:
        facts.add(has(Border(cells[-1], "E"), "exit"))
    return Map(labyrinth.GAME, Params(grid=grid, rules=read_code("-".join(groups.values())), **given), frozenset(facts))


CORRIDOR = "T...."


def test_without_starts_the_least_the_median_and_the_most_turns_are_shown() -> None:
    assert pars(row(CORRIDOR)) == {"a1": 5, "b1": 6, "c1": 7, "d1": 8, "e1": 9}
    assert [route.start for route in routes(row(CORRIDOR), ())] == ["a1", "c1", "e1"]
    listed = row(CORRIDOR, starts="d1 b1")
    assert [route.start for route in routes(listed, ())] == ["d1", "b1"]
    assert pars(listed) == {"d1": 8, "b1": 6}


def test_if_players_are_never_placed_on_treasures_no_turns_are_told_from_there() -> None:
    assert "a1" not in pars(row(CORRIDOR, "G2"))


def test_a_start_without_a_way_has_no_route() -> None:
    map_ = row("T.|.")
    assert routes(map_, ("a1", "c1")) == ()
    assert pars(map_) == {}
    (told,) = analyse(map_, Ask(measures=("turns-to-win", "starts-without-a-way"))).measures.values()
    assert (told.label, told.value) == ("turns to win", ["a1", "b1", "c1"])
    assert told.in_words == "no way to win from a1, b1, c1"


@pytest.mark.parametrize("number", [1, EXACT, EXACT + 1, 10])
def test_all_treasures_are_fetched_however_many(number: int) -> None:
    map_ = row("T" * number + "." * (11 - number), "V3-T3")
    assert len(routes(map_, ("a1",))[0].words) == pars(map_)["a1"] == 11
    assert pars(map_)["k1"] == 21


def test_a_swamp_costs_a_turn() -> None:
    (route,) = routes(row("TS."), ("a1",))
    assert route.words == ("right", LOST_TURN, "right", "right")
    assert route.cells == ("b1", "b1", "c1", "c1")


def needed(map_: Map[Params]) -> dict[int, int]:
    return dict(LabyrinthTurnGraph(map_.params, map_.facts).answers_needed)


def test_a_player_with_the_map_finds_out_where_they_are() -> None:
    assert needed(row("TA", "A2")) == {0: 2}
    assert needed(row("T..")) == {0: 1, 1: 2}
    assert needed(row("T..", starts="c1")) == {1: 1}


def test_a_player_on_one_of_two_pieces_that_sound_alike_never_finds_out() -> None:
    assert needed(row("T.|T.|", "T3", one_obstacle="yes")) == {NEVER: 4}


def test_if_no_request_tells_anything_a_player_goes_where_one_does() -> None:
    assert needed(row("....|.....|", one_obstacle="yes")) == {4: 1, 5: 2, 6: 2, 7: 2, 8: 2}


def shares(map_: Map[Params]) -> dict[str, float]:
    return {str(cell): round(share, 3) for cell, share in LabyrinthTurnGraph(map_.params, map_.facts).shares.items()}


def test_the_share_of_a_random_walk_on_a_cell_is_that_of_the_ways_there() -> None:
    assert shares(row("T..|")) == {"a1": 0.25, "b1": 0.5, "c1": 0.25}
    assert shares(row("T..|", "S2")) == {"a1": 0.333, "b1": 0.333, "c1": 0.333}


def advised(map_: Map[Params]) -> list[Remark]:
    return [*attractors(map_), *far_from_arsenals(map_), *remark_unequal_starts(map_)]


def test_a_cell_that_attracts_a_random_walk_is_advised_against() -> None:
    map_ = drawn(
        """
+---+---+---+---+---+
| .   .   .   .   . |
+   +   +   +   +   +
| ~>  ~>  ~>  ~v  ~<|
+   +   +   +   +   +
| .   .   .   ~o  ~^|
+   +---+---+---+   +
| T   .   .   .   ~^
+---+---+---+---+---+
""",
        "labyrinth",
    )
    assert "d2" in {remark.place for remark in attractors(map_)}
    assert advised(row(CORRIDOR)) == []


def test_cells_far_from_every_arsenal_are_advised_against() -> None:
    (remark,) = far_from_arsenals(row("A..T....", "A2"))
    assert (remark.place, remark.places) == ("h1", ("d1", "e1", "f1", "g1", "h1"))
    assert remark.found == "Farther: d1, e1, f1, g1, h1; from h1 it takes 7 moves."


def test_listed_starts_keep_the_limit_if_one_is_set() -> None:
    map_ = row("..T..", starts="b1 e1", players=2)
    assert pars(map_) == {"b1": 4, "e1": 5}
    assert [*remark_unfair_starts(map_)] == advised(map_) == []
    strict = replace(map_, params=replace(map_.params, fairness=0))
    (remark,) = remark_unfair_starts(strict)
    told = {fault.rule.text(strict.params) for fault in legality.check(strict)}
    assert "The players' starts differ by at most 0 moves." in told
    assert (remark.place, remark.found) == ("e1", "It takes 4 moves from b1 and 5 from e1.")
    bare = replace(strict, facts=frozenset(f for f in map_.facts if "start" not in f.mark))
    assert [start.found for start in remark_unfair_starts(bare)] == ["No starts are listed; 2 are wanted."]


def test_starts_of_very_different_length_are_advised_against() -> None:
    map_ = row(".......T.", starts="a1 h1", players=2)
    assert pars(map_) == {"a1": 9, "h1": 2}
    assert "It takes 2 moves from h1 and 9 from a1." in {remark.found for remark in remark_unequal_starts(map_)}


def test_a_listed_start_without_a_way_to_win_is_unfair() -> None:
    (remark,) = remark_unfair_starts(row(".|.T.", starts="a1 b1", players=2, fairness=9))
    assert (remark.place, remark.found) == ("a1", "No way to win from a1.")


@pytest.mark.parametrize("code", CODES)
@pytest.mark.parametrize("fairness", [0, 2, 5])
def test_fair_starts_differ_by_no_more_than_allowed_or_as_little_as_possible(code: str, fairness: int) -> None:
    for seed in "12345":
        map_ = drafted(code, Square(6, 5), seed, players=4)
        map_ = replace(map_, params=replace(map_.params, fairness=fairness))
        starts = fair_starts(map_.params, map_.facts, Chance(seed))
        assert starts == fair_starts(map_.params, map_.facts, Chance(seed))
        assert len(set(starts)) == 4
        lay = LabyrinthLayout(map_.params, map_.facts)
        assert all(lay.place(cell).spot == cell and cell not in lay.treasures for cell in starts)
        listed = replace(map_, facts=map_.facts | {has(cell, f"start {n}") for n, cell in enumerate(starts, 1)})
        if any(remark_unfair_starts(listed)):
            ranked = sorted(n for cell, n in pars(map_).items() if cell not in {*lay.treasures, *lay.carried})
            apart = min(high - low for low, high in zip(ranked, ranked[3:], strict=False))
            assert max(pars(listed).values()) - min(pars(listed).values()) == apart > fairness


def test_fair_starts_vary_with_chance_and_a_board_too_small_has_none() -> None:
    map_ = drafted("G2-S1-F3-V1-T2-A2-H2-W57-O2", Square(8, 8), "1", fairness=3, players=4)
    assert len({fair_starts(map_.params, map_.facts, Chance(str(seed))) for seed in range(20)}) > 15
    assert fair_starts(replace(map_.params, players=200), map_.facts, Chance("1")) == ()


def test_pieces_by_walls_and_by_moves_are_told_apart() -> None:
    map_ = drawn(
        """
rules=O15
+---+---+---+---+
| T > .   .   .
+---+   +---+   +
| . | . | . | . |
+   +   +   +   +
| .   ~>  ~o  . |
+---+---+---+---+
""",
        "labyrinth",
    )
    ground = LabyrinthTurnGraph(map_.params, map_.facts)
    assert [len(piece) for piece in pieces_by_walls(ground)] == [12]
    found = sorted(sorted(piece) for piece in pieces_by_moves(ground))
    assert found == [["a1", "a2"], ["a3"], ["b1", "b2", "b3", "c1", "c2", "c3", "d1", "d2", "d3"]]


def test_the_measures_of_a_small_map_are_these() -> None:
    map_ = drawn(
        """
players=2
+---+---+---+
| T   .   .
+---+---+   +
| .   ~>  ~o|
+---+---+---+
""",
        "labyrinth",
    )
    assert [f"{measure.label}: {measure.in_words}" for measure in measures(map_)] == [
        "interest: 65 of 100; 2 dead ends; 0 choices; goal after 6 turns; meeting after 1 turn",
        "turns to win: least 3 (a2), median 5 (c2), most 7 (a1)",
        "difference of the starts: 4 turns",
        "verdict: nearly fair; the start at a1 is 4 turns worse than that at a2",
        "playing time: 2 players about 5 min, 3 players about 15 min, 4 players about 30 min, 5 players about 45 min",
        "answers until a player with the map knows where they are: 0.5 on average, 1 at the worst",
        "where a random walk is: most often on c2: 33 %",
        "pieces: by walls alone 1, by real moves 2; apart: a1",
        "dead ends: 2",
        "inner walls: 2, 100 % of the 2 that cut nothing off",
        "cells where nobody can stay: b1",
        "cells that nobody needs: a1",
    ]


@pytest.mark.parametrize(
    "size", [Square(2, 2), Square(64, 2), Square(12, 12), Square(64, 64), Square(10, 10, 8)], ids=str
)
def test_boards_of_every_size_are_measured(size: Square) -> None:
    code = FLOORS if size.floors > 1 else "G2-S2-F5-V3-T3-A5-H34-W67-O135"
    map_ = drafted(code, size, "1")
    assert len(measures(map_)) >= 8
    advised(map_)
    routes(map_, ())


def test_a_map_full_of_faults_is_measured_as_well() -> None:
    map_ = drawn(
        """
rules=V3-T3 starts=a1,c2
+---+---+---+
# ~>  ~v  W3|
+   +   +   +
| ~^  ~<  T |
+---+-^-+---+
| ~v  F   ~^|
+---+---+---+
""",
        "labyrinth",
        drift="mouth",
        fairness=1,
    )
    assert measures(map_)
    assert routes(map_, ("a1",)) == ()
    assert [*remark_unfair_starts(map_)] == []
    advised(map_)
    fair_starts(map_.params, map_.facts, Chance("1"))
    bare = replace(map_, facts=frozenset())
    assert measures(bare)
    assert fair_starts(bare.params, bare.facts, Chance("1")) == ()
