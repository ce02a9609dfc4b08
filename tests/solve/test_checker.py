"""Checks as people draw: after a small change they find what is found on the map alone."""

import gc
from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mapkit.games import maps
from mapkit.games.shelf import GAMES
from mapkit.model.chance import Chance
from mapkit.model.grid import Square, borders, inner_borders
from mapkit.model.map import Map
from mapkit.model.message import noun
from mapkit.model.rule import (
    WHOLE_MAP,
    Claim,
    Endpoint,
    Fact,
    Joins,
    LazyWays,
    Reaches,
    Rule,
    RuleClaim,
    Way,
    claims_of,
    facts_of_claims,
    garbage_left,
    wall,
)
from mapkit.solve.checker import faults_of_each
from mapkit.solve.rechecker import Checker, _CountedNodes

SIZES = {"treasures": "3x2", "labyrinth": "3x2x2", "quoridor": "5", "dungeon": "2", "minoqaur": "2"}


@pytest.mark.parametrize("game", SIZES)
@settings(max_examples=4)
@given(data=st.data())
def test_after_each_change_a_checker_finds_what_a_fresh_one_finds(game: str, data: st.DataObject) -> None:
    p = maps.params(GAMES[game], "default", GAMES[game].design.board.read(SIZES[game]), {})
    claims: Any = claims_of(GAMES[game].design.rules, p)
    marks = sorted({fact.mark for fact in facts_of_claims(claim.claim for claim in claims)})
    changes = st.builds(Fact, st.sampled_from([*p.grid.cells(), *borders(p.grid)]), st.sampled_from(marks))
    checker, facts = Checker(claims, p, p.grid, noun), frozenset[Fact]()
    for changed in data.draw(st.lists(st.frozensets(changes, max_size=3), max_size=6)):
        facts ^= changed
        assert checker.faults_of_each(facts) == tuple(faults_of_each(claims, p, p.grid, facts))


BOARDS = {
    "treasures": ("default", "8x8"),
    "labyrinth": ("classic-x", "8x8"),
    "quoridor": ("default", "9x9"),
    "dungeon": ("additions", "3"),
}
"""Boards that people draw on, each with a preset."""


def strokes(game: str, number: int, seed: str) -> Iterator[tuple[Checker, Map[Any]]]:
    """A legal map, changed stroke by stroke, and the checker that follows it.

    Some strokes are taken back, and now and then there is another map altogether.
    """
    preset, size = BOARDS[game]
    map_, other = (
        maps.generate(game, each, preset=preset, size=GAMES[game].design.board.read(size))
        for each in (seed, f"other {seed}")
    )
    p, chance = map_.params, Chance(f"strokes {seed}")
    claims = claims_of(GAMES[game].design.rules, p)
    possible = defaultdict[Any, list[Fact]](list)
    for fact in sorted(facts_of_claims(claim.claim for claim in claims), key=str):
        possible[fact.place].append(fact)
    checker, places, legal = Checker(claims, p, p.grid, noun), [*possible], map_.facts
    checker.faults_of_each(legal)
    for n in range(number):
        place, facts = chance.choice(places), other.facts if n % 7 == 6 else legal if n % 5 == 0 else map_.facts
        left = {fact for fact in facts if fact.place != place}
        drawn = chance.choice([None, *possible[place]])
        map_ = replace(map_, facts=frozenset(left if drawn is None or drawn in facts else {*left, drawn}))
        yield checker, map_


def assert_followed(followed: Iterator[tuple[Checker, Map[Any]]]) -> None:
    for checker, map_ in followed:
        claims = claims_of(map_.game.design.rules, map_.params)
        alone = tuple(faults_of_each(claims, map_.params, map_.params.grid, map_.facts))
        assert checker.faults_of_each(map_.facts) == alone, map_.to_text()


@pytest.mark.parametrize("game", BOARDS)
@pytest.mark.parametrize(
    ("number", "seed"),
    [(40, "short"), *(pytest.param(251, f"long {seed}", marks=pytest.mark.long) for seed in range(10))],
)
def test_strokes_on_a_whole_board_are_followed(game: str, number: int, seed: str) -> None:
    """Ten thousand in the long test."""
    assert_followed(strokes(game, number, seed))


def things_in_a_closed_cell(game: str, seed: str, number: int) -> Iterator[tuple[Checker, Map[Any]]]:
    """A map with a walled cell, in which things are drawn and rubbed out, and the checker that follows it.

    Such a cell is no way to anywhere, so what stands in it alone decides whether claims about ways hold.
    """
    preset, size = BOARDS[game]
    map_ = maps.generate(game, seed, preset=preset, size=GAMES[game].design.board.read(size))
    chance, grid = Chance(f"closed {seed}"), map_.params.grid
    closed = chance.choice([*grid.cells()])
    around = [line for line in inner_borders(grid) if closed in (line.cell, grid.step(line.cell, line.side))]
    claims = claims_of(GAMES[game].design.rules, map_.params)
    possible = sorted(
        {fact for fact in facts_of_claims(claim.claim for claim in claims) if fact.place == closed}, key=str
    )
    outer = sorted({fact for fact in map_.facts if fact.mark == "exit"}, key=str)
    checker, facts = Checker(claims, map_.params, grid, noun), map_.facts | {wall(line) for line in around}
    checker.faults_of_each(facts)
    for _ in range(number):
        others = {fact for fact in facts if fact.place != closed}
        drawn = chance.choice([*possible, *outer])
        facts = (
            facts ^ {drawn} if drawn.place != closed else frozenset({*others, drawn} if drawn not in facts else others)
        )
        yield checker, replace(map_, facts=facts)


@pytest.mark.parametrize("game", ["treasures", "labyrinth"])
@pytest.mark.parametrize("seed", range(3))
def test_things_in_a_closed_cell_are_followed(game: str, seed: int) -> None:
    assert_followed(things_in_a_closed_cell(game, f"{seed}", 40))


def test_a_node_counts_as_long_as_one_of_its_endpoints_does() -> None:
    """Of two endpoints at one node either may go without the other."""
    one, other = Fact("a1", "treasure"), Fact("b1", "key")
    stops = (Endpoint("n", (one,)), Endpoint("n", (other,)))
    standing = _CountedNodes(stops, frozenset())
    for facts, new, nodes in (
        ({one}, {"n"}, {"n": 1}),
        ({one, other}, set(), {"n": 2}),
        ({other}, set(), {"n": 1}),
        (set(), set(), {}),
        ({one, other}, {"n"}, {"n": 2}),
    ):
        assert standing.change(("a1", "b1"), frozenset(facts)) == new
        assert standing.nodes == nodes


def test_ways_that_a_stroke_leaves_alone_are_not_read(monkeypatch: pytest.MonkeyPatch) -> None:
    """A wall with a way around it; the claims about ways over the whole board are kept without a reader."""
    read = list[Claim]()

    def noted(claims: Iterable[RuleClaim], *others: Any) -> Any:
        claims = list(claims)
        read.extend(claim.claim for claim in claims)
        return faults_of_each(claims, *others)

    monkeypatch.setattr("mapkit.solve.rechecker.faults_of_each", noted)
    map_ = maps.generate("treasures", "strokes")
    claims, lines = claims_of(GAMES["treasures"].design.rules, map_.params), inner_borders(map_.params.grid)
    ways = [claim.claim for claim in claims if isinstance(claim.claim, Joins | Reaches)]
    checker, kept = Checker(claims, map_.params, map_.params.grid, noun), 0
    checker.faults_of_each(map_.facts)
    for line in lines:
        checker.faults_of_each(map_.facts)
        read.clear()
        checker.faults_of_each(map_.facts ^ {wall(line)})
        kept += sum(claim not in read for claim in ways)
    assert kept > 0.8 * len(lines) * len(ways)


def test_ways_of_which_nobody_has_others_with_their_id_are_read_each() -> None:
    """A rule may make ways for each claim, which are gone when the next is read."""

    def ways(target: str) -> LazyWays:
        return LazyWays(lambda: [Way("a1", target)], lambda _: {"a1": [target]})

    targets = ["b1", "c1"] * 20
    claims = ((WHOLE_MAP, Reaches(ways(to), (Endpoint("a1"),), (Endpoint("b1"),))) for to in targets)
    found = faults_of_each(
        (RuleClaim(Rule("X-1", "All is reached.", lambda _: (), ()), *each) for each in claims),
        None,
        Square(3, 3),
        frozenset(),
    )
    assert [bool(faults) for faults in found] == [to != "b1" for to in targets]


def test_garbage_is_looked_for_after_two_threads_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """One of them ends when the other has just asked whether it is looked for."""
    first, is_looked_for = garbage_left(), gc.isenabled
    first.__enter__()

    def asked() -> bool:
        so = is_looked_for()
        first.__exit__(None, None, None)
        return so

    monkeypatch.setattr(gc, "isenabled", asked)
    with garbage_left():
        pass
    assert is_looked_for()
