"""What a player had right, wrong and not found, once the whole map may be shown (TL-G1)."""

from dataclasses import replace
from typing import Any

import pytest

from mapkit.games import maps
from mapkit.games.shelf import NAMES
from mapkit.model.grid import Border, inner_borders
from mapkit.model.map import Map
from mapkit.model.rule import Fact
from mapkit.study.comparison import Comparison, bearing, compared, written_signs


def found(true: Map[Any], player: Map[Any]) -> dict[str, Comparison]:
    return {comparison.kind: comparison for comparison in compared(true, player)}


@pytest.mark.parametrize("game", NAMES)
def test_a_map_beside_itself_is_right_in_all_and_an_empty_one_in_nothing(game: str) -> None:
    true = maps.generate(game, "a")
    for kind in compared(true, true):
        assert (kind.right, kind.missing, kind.wrong) == (kind.there, (), ())
    for kind in compared(true, replace(true, facts=frozenset())):
        assert (kind.right, len(kind.missing), kind.wrong) == (0, kind.there, ())


def test_a_wall_is_not_found_or_wrong_and_an_exit_is_compared_apart() -> None:
    true = maps.generate("treasures", "a")
    walls = bearing(true, "wall")
    lost = min(walls, key=str)
    extra = next(line for line in inner_borders(true.params.grid) if line not in walls)
    told = found(true, replace(true, facts=true.facts - {Fact(lost, "wall")} | {Fact(extra, "wall")}))
    assert told["walls"] == ("walls", len(walls), len(walls) - 1, (lost,), (extra,))
    gap = true.game.design.legend(true.params).gap
    exits = {fact for fact in true.facts if isinstance(fact.place, Border) and fact.mark == gap}
    assert found(true, replace(true, facts=true.facts - exits))["exits"].missing == tuple(bearing(true, str(gap)))


def test_another_sign_is_wrong_and_one_in_a_cell_without_any_is_wrong_too() -> None:
    true = maps.generate("treasures", "a")
    signs = written_signs(true)
    one, other = next((one, other) for one in signs for other in signs if signs[one] != signs[other])
    kinds, drawn = true.kinds, {fact for fact in true.facts if fact.place == one}
    mistaken = replace(true, facts=true.facts - drawn | {Fact(one, kinds[str(other)])})
    told = found(true, mistaken)["signs"]
    assert (told.right, told.missing, told.wrong) == (len(signs) - 1, (), (one,))
    unknown = replace(true, facts=true.facts - drawn)
    assert found(unknown, true)["signs"].wrong == (one,)
