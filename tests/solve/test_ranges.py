"""A setting that takes a range gives every number of it, in every game; a census counts the numbers.

The fast form looks at the drafts of forty seeds, the long one at the maps of two hundred.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from types import MappingProxyType
from typing import Any, NamedTuple

import pytest

from mapkit.games import maps
from mapkit.games.labyrinth.design import BARRIERS, CHAINS, END, FLOWS, HOLE, SOLID, WINDOWS
from mapkit.games.minoqaur.design import solved
from mapkit.games.quoridor.design import position_of, standing_walls
from mapkit.games.quoridor.position import distance
from mapkit.games.shelf import GAMES
from mapkit.model.chance import Chance
from mapkit.model.game import solving_of
from mapkit.model.map import Map
from mapkit.model.settings import Amounts, read_size, settings
from mapkit.solve import search

Numbers = Callable[[Map[Any]], list[int]]


class Range(NamedTuple):
    """A range that is asked for, on a board where all of it is possible, and the number that a map shows."""

    game: str
    name: str
    low: int
    high: int
    shows: Numbers
    preset: str = "default"
    size: str = ""
    given: Mapping[str, object] = MappingProxyType({})


def number_of(*marks: str) -> Numbers:
    return lambda map_: [sum(fact.mark in marks for fact in map_.facts)]


def flows(map_: Map[Any]) -> dict[str, str]:
    return {str(fact.place): fact.mark[-1] for fact in map_.facts if fact.mark.startswith("flows ")}


def mouths(map_: Map[Any]) -> list[int]:
    return [sum(map_.params.grid.step(cell, way) is None for cell, way in flows(map_).items())]


def bends(map_: Map[Any]) -> list[int]:
    """The bends of the only river."""
    way, step = flows(map_), map_.params.grid.step
    return [sum(way.get(step(cell, d) or "", d) != d for cell, d in way.items())]


def chain_lengths(map_: Map[Any]) -> list[int]:
    return list(Counter(fact.mark[0] for fact in map_.facts if fact.mark in CHAINS).values())


def ways(map_: Map[Any]) -> list[int]:
    position = position_of(map_.params, map_.facts)
    return [distance(position, player) or 0 for player in range(map_.params.players)]


def standing(map_: Map[Any]) -> list[int]:
    return [len(standing_walls(map_.params, map_.facts))]


def par(map_: Map[Any]) -> list[int]:
    return [len(solved(map_.params, map_.facts).line)]


EXTREME = {"rules": "EXTREME", "walls": "30-"}
RIVER = {"rules": "G1-S1-F4-V1-T1-A1-H1-W1-O1", "rivers": 1}
DOORS = tuple(mark for mark in BARRIERS if mark.startswith("door"))
RANGES = (
    Range("treasures", "safe", 30, 33, number_of("safe"), given={"marsh": "any"}),
    Range("treasures", "safe", 32, 35, number_of("safe"), given={"marsh": "6-12"}),
    Range("treasures", "shop", 0, 3, number_of("shop")),
    Range("treasures", "hospital", 0, 3, number_of("hospital")),
    Range("treasures", "marsh", 5, 8, number_of("marsh")),
    Range("treasures", "river", 5, 8, number_of(*FLOWS)),
    Range("treasures", "rivers", 1, 3, mouths),
    Range("treasures", "bends", 0, 3, bends, given={"river": 8}),
    Range("treasures", "fake", 0, 3, number_of("fake")),
    Range("treasures", "treasures", 1, 4, number_of("treasure")),
    Range("treasures", "fools", 1, 3, number_of("fools")),
    Range("treasures", "trapped", 1, 3, number_of("trapped")),
    Range("treasures", "donation", 1, 3, number_of("donation")),
    Range("treasures", "exits", 1, 3, number_of("exit"), size="6x6", given={"river": 6, "marsh": 4, "walls": 9}),
    Range("treasures", "walls", 18, 21, number_of("wall")),
    Range("labyrinth", "exits", 1, 3, number_of("exit"), preset="basic"),
    Range("labyrinth", "walls", 20, 23, number_of(*BARRIERS)),
    Range("labyrinth", "chains", 0, 3, number_of(*(mark for mark in CHAINS if mark[1:] == "1"))),
    Range("labyrinth", "chain_length", 2, 5, chain_lengths),
    Range("labyrinth", "rivers", 0, 3, number_of(END), given=EXTREME),
    Range("labyrinth", "river", 4, 7, number_of(*FLOWS, END), given=RIVER),
    Range("labyrinth", "bends", 0, 3, bends, given={**RIVER, "river": 6}),
    Range("labyrinth", "hospitals", 1, 4, number_of("hospital"), given={"rules": "G1-S1-F1-V1-T1-A1-H35-W5-O1"}),
    Range("labyrinth", "arsenals", 2, 4, number_of("arsenal"), given=EXTREME),
    Range("labyrinth", "treasures", 1, 4, number_of("treasure"), given=EXTREME),
    Range("labyrinth", "false_treasures", 0, 3, number_of("false"), given=EXTREME),
    Range("labyrinth", "swamps", 2, 5, number_of("swamp")),
    Range("labyrinth", "solid_cells", 1, 4, number_of("rock")),
    Range("labyrinth", "whirlpools", 1, 4, number_of("whirlpool"), given=EXTREME),
    Range("labyrinth", "loops", 1, 4, number_of("loop")),
    Range("labyrinth", "pits", 1, 4, number_of("pit")),
    Range("labyrinth", "mines", 1, 4, number_of("mine")),
    Range("labyrinth", "robbers", 1, 4, number_of("robbers")),
    Range("labyrinth", "infections", 1, 4, number_of("infection"), given={"infection_does": "turn"}),
    Range("labyrinth", "deadly_swamps", 1, 4, number_of("deadly-swamp")),
    Range("labyrinth", "solid_walls", 0, 3, number_of(*SOLID), given=EXTREME),
    Range("labyrinth", "doors", 3, 6, number_of(*DOORS), given=EXTREME),
    Range("labyrinth", "windows", 0, 3, number_of(*WINDOWS), given=EXTREME),
    Range("labyrinth", "openings", 3, 6, number_of(HOLE), preset="tower"),
    Range("quoridor", "standing", 2, 5, standing),
    Range("quoridor", "shortest", 3, 6, ways),
    Range("minoqaur", "par", 8, 9, par, preset="easy"),
)
AT_ONCE = tuple(bound for bound in RANGES if bound.name != "par")  # a code takes a second to solve
every_range = pytest.mark.parametrize("range_", RANGES, ids=lambda each: f"{each.game}-{each.name}-{each.low}")


def test_no_setting_with_a_range_is_forgotten() -> None:
    amounts = {(game, setting.name) for game in GAMES for setting in settings(GAMES[game].design.params)
               if isinstance(setting.value_kind, Amounts)}  # fmt: skip
    assert {(bound.game, bound.name) for bound in RANGES} == amounts


def params(range_: Range) -> Any:
    game, given = GAMES[range_.game], {**range_.given, range_.name: f"{range_.low}-{range_.high}"}
    return maps.params(game, range_.preset, game.design.board.read(range_.size) if range_.size else None, given)


def drafts(range_: Range, number: int) -> Iterator[Map[Any]]:
    game, p = GAMES[range_.game], params(range_)
    for n in range(number):
        yield Map(game, p, solving_of(game).draft(p, Chance(f"census {n}"), frozenset()))


@pytest.mark.parametrize("range_", AT_ONCE, ids=lambda each: f"{each.game}-{each.name}-{each.low}")
def test_drafts_have_every_number_of_a_range(range_: Range) -> None:
    """TL-12 to TL-28, MP-18 to MP-101, QC-15, QC-22."""
    found = Counter(number for map_ in drafts(range_, 40) for number in range_.shows(map_))
    wanted = set(range(range_.low, range_.high + 1))
    assert wanted <= set(found)
    assert sum(found[number] for number in set(found) - wanted) <= sum(found.values()) // 10


@pytest.mark.long
@every_range
def test_two_hundred_maps_have_every_number_of_a_range_about_equally_often(range_: Range) -> None:
    """No number comes up less than half as often as the average, except for pars, which few codes have (MQ-V5)."""
    seeds = 20 if range_.name == "par" else 200
    found: Counter[int] = Counter()
    for n in range(seeds):
        map_ = search.generate_from(GAMES[range_.game], params(range_), range_.preset, f"census {n}")
        found.update(range_.shows(map_))
    assert set(found) == set(range(range_.low, range_.high + 1))
    even = sum(found.values()) / len(found)
    assert min(found.values()) >= even / (5 if range_.name == "par" else 2)


@pytest.mark.parametrize("range_", AT_ONCE[:1] + AT_ONCE[10:12] + AT_ONCE[12:16], ids=lambda each: each.name)
def test_a_number_from_a_range_is_the_same_in_every_draft_of_a_seed(range_: Range) -> None:
    """So no number comes up more often because it is easier to draw."""
    game, p, chance = GAMES[range_.game], params(range_), Chance("a seed")
    some = [range_.shows(Map(game, p, solving_of(game).draft(p, chance, frozenset()))) for _ in range(4)]
    assert len({tuple(sorted(fact)) for fact in some}) == 1
    assert len({solving_of(game).draft(p, chance, frozenset()) for _ in range(4)}) == 4


def test_a_range_without_an_end_goes_beyond_the_usual_numbers() -> None:
    """MP-18: at least four exits are asked for, but a board of that size usually has one."""
    p = maps.params(GAMES["labyrinth"], "basic", None, {"exits": "4-"})
    found = [solving_of(GAMES["labyrinth"]).draft(p, Chance(f"census {n}"), frozenset()) for n in range(30)]
    assert {sum(fact.mark == "exit" for fact in facts) for facts in found} == {4, 5, 6}


def test_any_size_has_the_numbers_of_the_rules_on_the_board_of_the_rules() -> None:
    """TL-12 to TL-28."""
    usual, scaled = (maps.params(GAMES["treasures"], preset, None, {}) for preset in ("default", "any-size"))
    for setting in settings(GAMES["treasures"].design.params):
        if isinstance(setting.value_kind, Amounts):
            assert getattr(scaled, setting.name) == getattr(usual, setting.name)


@pytest.mark.parametrize(
    ("size", "numbers"),
    [("5x5", (1, 1, 1, 1, 1)), ("12x12", (3, 3, 3, 4, 3)), ("16x16", (5, 5, 5, 8, 4)), ("10x7", (1, 1, 1, 2, 2))],
)
def test_any_size_scales_shops_and_fake_portals_treasures_and_exits(size: str, numbers: tuple[int, ...]) -> None:
    """TL-13, TL-14, TL-20, TL-23, TL-26: the numbers depend on the tiles or on the outer wall, and are 1 or more."""
    map_ = maps.generate("treasures", "s", preset="any-size", size=read_size(size))
    marks = ("shop", "hospital", "fake", "treasure", "exit")
    assert tuple(sum(fact.mark == mark for fact in map_.facts) for mark in marks) == numbers
