"""The search for a turned arrow: a search near the arrows finds what a search through the whole board finds."""

from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from typing import Any

import pytest

from mapkit.games import maps
from mapkit.model.chance import Chance
from mapkit.model.map import Map
from mapkit.model.rule import Fact, Facts, Reaches, differ_in_direction
from mapkit.model.settings import read_size
from mapkit.solve import arrows, checker, legality
from mapkit.solve.arrows import DrawnMap, TurnedArrow, turned_arrow
from mapkit.solve.checker import Fault, faults
from mapkit.solve.rechecker import Checker, _indexed
from tests.drawings import drawn


def through_everything(map_: Map[Any]) -> TurnedArrow | None:
    """The same, found by reading all claims for every arrow and every direction."""
    claims, p = drawing(map_).claims, map_.fitted_params
    found = faults(claims, p, p.grid, map_.facts)
    best, alone, fewest = None, False, len(found) - 1
    for cell, mark in map_.kinds.items():
        for other in dict.fromkeys(map_.game.design.legend(map_.params).marks.values()):
            turn = TurnedArrow(Fact(cell, mark), Fact(cell, other), ())
            left = faults(claims, p, p.grid, turn.applied(map_.facts)) if differ_in_direction(mark, other) else found
            if len(left) <= fewest and does_good(found, left):
                alone = best is None or len(left) < fewest or (alone and best.drawn == turn.drawn)
                best, fewest = turn._replace(left=left), len(left)
    return best if alone else None


def does_good(found: tuple[Fault, ...], left: tuple[Fault, ...]) -> bool:
    kept = {fault.rule.number for fault in found if fault not in left}
    broken = {fault.rule.number for fault in found}
    return bool(kept) and {fault.rule.number for fault in left} <= broken - kept


def drawing(map_: Map[Any]) -> DrawnMap:
    p = map_.fitted_params
    claims = legality.rule_claims(map_.game, p)
    broken = tuple(checker.faults_of_each(claims, p, p.grid, map_.facts))
    return DrawnMap(claims, p, p.grid, map_.facts, map_.kinds, broken)


def found_near(map_: Map[Any]) -> TurnedArrow | None:
    return turned_arrow(drawing(map_), map_.game.design.legend(map_.params).marks.values())


@cache
def wet(game: str, preset: str, size: str = "") -> Map[Any]:
    return maps.generate(game, "arrows", preset=preset, size=read_size(size) if size else None)


def with_turned(map_: Map[Any], chance: Chance, number: int) -> Map[Any]:
    """The map with this many arrows turned, and with two walls moved if there are several arrows."""
    cells = chance.shuffled([cell for cell, mark in map_.kinds.items() if mark.startswith("flows ")])[:number]
    marks = {cell: f"flows {chance.choice('NESW')}" for cell in cells}
    rest = {fact for fact in map_.facts if fact.place not in marks}
    walls = chance.shuffled(sorted((fact for fact in rest if fact.mark == "wall"), key=str))[: 2 * (number > 1)]
    return replace(map_, facts=frozenset(rest - set(walls) | {Fact(*item) for item in marks.items()}))


@pytest.mark.parametrize(
    ("game", "preset", "size", "number"),
    [
        ("treasures", "default", "", 3),
        ("labyrinth", "classic-x", "6x6", 3),
        pytest.param("treasures", "default", "", 12, marks=pytest.mark.long),
        pytest.param("labyrinth", "classic-x", "", 12, marks=pytest.mark.long),
    ],
)
def test_a_search_near_the_arrows_finds_what_a_search_through_everything_finds(
    game: str, preset: str, size: str, number: int
) -> None:
    named = 0
    for n in range(number):
        map_ = with_turned(wet(game, preset, size), Chance(f"{n}"), 1 + n % 3)
        turn = found_near(map_)
        assert turn == through_everything(map_)
        known = drawing(map_)._replace(speaking=_indexed(drawing(map_).claims))
        assert turned_arrow(known, map_.game.design.legend(map_.params).marks.values()) == turn
        named += turn is not None
    assert 3 * named >= number


@pytest.mark.parametrize("number", [1, 20])
def test_for_a_turned_arrow_the_whole_board_is_read_a_few_times(number: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """It was once read three times for every arrow: 11 seconds on a board of 64 x 64."""
    given = {"river": "40", "bends": "any"}
    made = maps.generate("treasures", "long", preset="any-size", size=read_size("20x20"), given=given)
    map_ = with_turned(made, Chance("few"), number)
    read, tell = list[object](), checker._ClaimReader._reaches

    def counted(self: Any, claim: Any) -> Iterator[Any]:
        read.append(claim)
        return tell(self, claim)

    monkeypatch.setattr(checker._ClaimReader, "_reaches", counted)
    assert legality.check(map_)
    claims = sum(isinstance(rule_claim.claim, Reaches) for rule_claim in drawing(map_).claims)
    assert len(read) <= 10 * claims < 3 * 40 * claims


def test_if_too_many_arrows_might_be_to_blame_none_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    map_ = with_turned(wet("treasures", "default"), Chance("1"), 1)
    assert found_near(map_)
    monkeypatch.setattr(arrows, "MOST_READ", 0)
    assert found_near(map_) is None


def test_two_arrows_that_are_equally_likely_to_blame_are_not_named() -> None:
    """TL-19.d: either of the two rivers may be one too many."""
    map_ = drawn("river=2 rivers=1\n+---+---+\n| T   .\n+   +   +\n| ~v  ~v|\n+---+---+")
    assert found_near(map_) is None


def test_advice_that_is_only_a_consequence_of_a_turned_arrow_is_not_told() -> None:
    """TL-17, TL-19.b: with the arrow set right the river has two bends, as usual."""
    text = 'mapkit = 1\ngame = "treasures"\nmap = """\n{}"""\n[settings]\n{}'
    board = """\
+---+---+---+
| T   .   .
+   +   +   +
| ~>  ~v  . |
+   +   +   +
| .   ~v  . |
+   +   +   +
| .   ~>  ~^|
+   +   +   +
| .   .   . |
+---+---+---+
"""
    zero = dict.fromkeys(("shop", "hospital", "marsh", "fake", "two_way", "three_way", "walls"), 0)
    given = {**zero, "river": 5, "treasures": 1, "exits": 1, "exit_distance": 1, "players": 3, "treasure_distance": 0}
    settings = "\n".join(f"{name} = {value}" for name, value in given.items())
    map_ = maps.read(text.format(board, settings).encode(), "typed.toml").map
    (fault,) = legality.check(map_)
    assert (fault.rule.number, fault.place) == ("TL-17", "c2")
    assert fault.found.endswith("A river tile flowing east would do there.")
    assert "TL-19.b" not in {advice.rule.number for advice in legality.advise(map_)}


def test_advice_reads_no_claim_that_a_check_has_read_and_looks_for_no_arrow_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """It once read every claim of a board three times: in `check`, in the search for an arrow, and in `advise`."""
    looked, read = list[object](), list[object]()

    def look(*told: Any) -> TurnedArrow | None:
        looked.append(told)
        return turned_arrow(*told)

    every = Checker.faults_of_each

    def each(self: Checker, facts: Facts) -> tuple[tuple[Fault, ...], ...]:
        read.append(facts)
        return every(self, facts)

    map_ = with_turned(wet("labyrinth", "classic-x"), Chance("3"), 3)
    assert found_near(map_) is None
    monkeypatch.setattr(legality, "turned_arrow", look)
    monkeypatch.setattr(Checker, "faults_of_each", each)
    assert legality.check(map_)
    legality.advise(map_)
    legality.check(map_)
    assert len(looked) == 1
    assert read == [map_.facts]
