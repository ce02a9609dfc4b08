"""Codes changed for their labyrinths have what was asked, still say their text, and no block exceeds its budget."""

from dataclasses import replace
from itertools import product

import pytest
import zxingcpp
from PIL import ImageFilter

from mapkit.games import maps
from mapkit.games.minoqaur import GAME, changes, code, true_code
from mapkit.games.minoqaur.design import (
    Params,
    allowed_changes,
    before_treasure,
    by_sword_and_cloak,
    chambers,
    drawn_facts,
    reached,
)
from mapkit.mapfile import writer
from mapkit.model.chance import Chance
from mapkit.model.design import MutablePart
from mapkit.model.game import solving_of
from mapkit.model.map import Map
from mapkit.model.rule import SolverGaveUp
from mapkit.model.settings import BadSetting
from mapkit.solve import legality, repairs, search
from tests.command import Typed, refusal
from tests.games.test_minoqaur_pictures import typed as typed
from tests.pictures import drawn as printed

TEXT = "THE CLOAK IS FAR"


def made(asks: str, size: int, seed: str, budget: int = 60, **given: object) -> Map[Params]:
    settings = {"text": TEXT, "asks": asks, "budget": budget, **given}
    return maps.generate("minoqaur", seed, size=code.matrix(size), given=settings)


def has_wall(map_: Map[Params]) -> bool:
    """Whether a player can reach the treasure with the sword, and not without it."""
    ring = {cell for cell, item in chambers(map_.params, map_.facts).items() if item == "treasure"}
    thin, thick = reached(map_.params, map_.facts, 1), reached(map_.params, map_.facts, map_.params.grid.columns)
    return not ring & thin and bool(ring & thick)


def has_way(map_: Map[Params]) -> bool:
    ends = by_sword_and_cloak(map_.fitted_params)
    assert ends is not None
    # The modules that a player can walk to without a tunnel
    seen, edge = {ends[0]}, [ends[0]]
    while edge:
        cell = edge.pop()
        steps = (map_.params.grid.step(cell, side) for side in "NESW")
        new = [onward for onward in steps if onward and onward not in seen and map_.kinds[onward] == "light"]
        seen.update(new)
        edge += new
    return ends[1] in seen


LABYRINTHS = [*product(("wall", "way", "both"), (2, 3)), ("both", 7)]
FEW = (("wall", 2), ("way", 3), ("both", 2), ("both", 7))


@pytest.mark.parametrize(
    ("asks", "size", "seed"),
    [
        pytest.param(*labyrinth, seed, marks=[pytest.mark.long] * (seed != "1" or labyrinth not in FEW))
        for seed in "123"
        for labyrinth in LABYRINTHS
    ],
)
def test_a_labyrinth_has_what_is_asked_for_and_the_code_still_says_its_text(asks: str, size: int, seed: str) -> None:
    map_ = made(asks, size, seed)
    assert legality.check(map_) == ()
    assert has_wall(map_) or asks == "way"
    assert has_way(map_) or asks == "wall"
    print_of = printed(map_.kinds, 5).filter(ImageFilter.GaussianBlur(1.2))
    assert [barcode.text for barcode in zxingcpp.read_barcodes(print_of)] == [TEXT]


@pytest.mark.parametrize("budget", [25, *(pytest.param(budget, marks=pytest.mark.long) for budget in (40, 75))])
def test_only_data_is_changed_and_each_block_keeps_to_its_budget(budget: int) -> None:
    """MQ-X1: the modules that all codes share, and those that tell level and mask, do not change."""
    changes = 0
    for asks, size in (("way", 2), ("wall", 5), ("way", 6)):
        map_ = made(asks, size, "4", budget, error="H")
        true = true_code.nearest_code(size, map_.kinds)
        assert true is not None
        changed = true_code.modules_that_differ(true.shades, map_.kinds)
        changes += len(changed)
        assert set(changed) <= set(code.stream(size))
        spent = true_code.wrong_codewords(size, true.level, true.shades, map_.kinds)
        assert all(
            wrong <= allowed_changes(map_.params, block) <= block.correctable * budget / 100 for wrong, block in spent
        )
        assert true_code.text_read(size, map_.kinds) == TEXT
    assert changes > 5


def test_the_wall_before_the_treasure_stands_on_all_sides_of_the_fourth_square() -> None:
    """MQ-X2: it stands where a thin tunnel into the ring would begin, and nowhere else."""
    for size in (2, 3, 7, 14):
        grid = code.matrix(size)
        wall = before_treasure(grid)
        assert len(set(wall)) == 12
        assert set(wall) <= set(code.stream(size))
        ring = {cell for cell, item in chambers(Params(grid=grid), frozenset()).items() if item == "treasure"}
        for cell in wall:
            two_on = [grid.step(grid.step(cell, side) or "", side) for side in "NESW" if grid.step(cell, side)]
            assert len(ring.intersection(filter(None, two_on))) == 1


@pytest.mark.parametrize("masks", [(0, 5), pytest.param(tuple(code.MASKS), marks=pytest.mark.long)], ids=str)
def test_codes_have_the_breaches_of_their_rules(masks: tuple[int, ...]) -> None:
    for level, mask, asks in product(code.LEVELS, masks, ("wall", "way")):
        shades = code.code_of_text("HI", 2, level, mask)
        params = Params(grid=code.matrix(2), text="HI", asks=asks)
        broken = {fault.rule.number for fault in legality.check(Map(GAME, params, drawn_facts(shades)))}
        assert broken <= {{"wall": "MQ-X2", "way": "MQ-X3"}[asks]}
        if (level, mask) == ("L", 0):
            assert broken


def test_a_code_changed_beyond_its_budget_has_a_fault_in_the_block_that_exceeds_it() -> None:
    shades = dict(code.code_of_text(TEXT, 3, "M", 3))
    (block,) = code.blocks(3, "M")
    hit = [codeword[2] for codeword in block.codewords[:4]]
    shades.update({cell: "light" if shades[cell] == "dark" else "dark" for cell in hit})
    for budget, faults in ((40, 0), (31, 0), (30, 1), (10, 1)):
        params = Params(grid=code.matrix(3), text=TEXT, budget=budget)
        found = legality.check(Map(GAME, params, drawn_facts(shades)))
        assert [fault.rule.number for fault in found] == ["MQ-X1"] * faults
        if found:
            assert found[0].found == f"4 codewords of its block are changed, and {13 * budget // 100} may be."
            assert set(found[0].witness) == set(hit)


def test_a_designed_code_needs_no_repair_and_damage_beside_the_design_is_repaired() -> None:
    map_ = made("way", 3, "5")
    assert repairs.repair(map_).edits == ()
    hurt = {*map_.facts} - drawn_facts({"a29": "dark", "k23": "light"})
    damaged = Map(GAME, map_.params, frozenset(hurt | drawn_facts({"a29": "light"})))
    repaired = repairs.repair(damaged)
    assert repaired.map.facts >= map_.facts - drawn_facts({"k23": "light"})
    assert repaired.edits[0].words == "make a29 dark, as in all codes of this size"
    assert has_way(repaired.map)


def test_the_way_is_between_the_corners_where_sword_and_cloak_lie() -> None:
    """MQ-X3: if the items lie in random corners, the way goes with them."""
    found = set()
    for seed in "abcd":
        map_ = made("way", 2, seed, corners="drawn", error="H")
        found.add(by_sword_and_cloak(map_.fitted_params))
        assert has_way(map_)
        again = maps.read(writer.show(map_).encode(), "again").map
        assert again.fitted_params == map_.fitted_params
        assert legality.check(again) == ()
    assert len(found) > 2


@pytest.mark.parametrize(
    ("asks", "seed"), [("wall", "10"), ("way", "1"), pytest.param("way", "10", marks=pytest.mark.long)]
)
def test_the_solver_meets_the_wishes_without_a_first_guess(asks: str, seed: str) -> None:
    """It changes modules that may change until the wishes are met; the blocks keep to their budget all the same."""

    def unguessed(map_: Map[Params], chance: Chance) -> MutablePart:
        return changes.mutable(map_, chance)._replace(facts=map_.facts)

    params = Params(grid=code.matrix(2), text=TEXT, error="H", asks=asks, budget=60)
    map_ = search.generate_from(
        replace(GAME, solving=replace(solving_of(GAME), mutable=unguessed)), params, "default", seed
    )
    assert legality.check(map_) == ()
    assert has_wall(map_) if asks == "wall" else has_way(map_)
    assert any(
        wrong for wrong, _ in true_code.wrong_codewords(2, "H", code.code_of_text(TEXT, 2, *told(map_)), map_.kinds)
    )


def told(map_: Map[Params]) -> tuple[str, int]:
    return code.stated_format(map_.params.version, map_.kinds)


def test_without_a_budget_nothing_is_changed_and_that_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(search, "MEASURED_DRAFTS", 4)
    with pytest.raises(SolverGaveUp, match="of 4 drafts"):
        made("both", 2, "8", budget=0)
    told = [fault.found for fault in legality.advise(Map(GAME, Params(asks="wall"), frozenset()))]
    assert any("with a budget, such as 50" in words for words in told)


def test_impossible_settings_of_the_design_are_refused(typed: Typed) -> None:
    with pytest.raises(BadSetting, match="the most is 75"):
        made("wall", 2, "9", budget=90)
    assert "a wall is built around the fourth square" in refusal(
        "generate", "minoqaur", "--set", "asks=wall", "--set", "treasure=s7", "-o", "-"
    )
