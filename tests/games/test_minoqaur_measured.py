"""Which drawings are copies of a code: every slip is named, and damage is never missed, however much there is."""

from collections.abc import Iterator, Mapping
from itertools import product
from typing import Any

import pytest

from mapkit.games.minoqaur import GAME, code, true_code
from mapkit.games.minoqaur.design import Params, drawn_facts
from mapkit.games.minoqaur.measured import budgets
from mapkit.model.analysis import Gauge
from mapkit.model.chance import Chance
from mapkit.model.grid import Cell
from mapkit.model.map import Map
from mapkit.model.message import message
from mapkit.model.rule import WHOLE_MAP, SolverGaveUp
from mapkit.solve import legality, repairs

OTHER = {"dark": "light", "light": "dark"}
TEXT = "HELLO"


def board(shades: Mapping[Cell, str], version: int = 2, **given: object) -> Map[Params]:
    return Map(GAME, Params(grid=code.matrix(version), **given), drawn_facts(shades))  # type: ignore[arg-type]


def damaged(shades: Mapping[Cell, str], *cells: Cell) -> dict[Cell, str]:
    return {**shades, **{cell: OTHER[shades[cell]] for cell in cells}}


def numbers(map_: Map[Params]) -> list[str]:
    return [fault.rule.number for fault in legality.check(map_)]


def slips(map_: Map[Params]) -> set[Cell]:
    return {str(fault.place) for fault in legality.advise(map_) if fault.rule.number == "MQ-2.a"}


def codewords(version: int, level: str, many: int) -> list[Cell]:
    """One module from each of this many codewords of the first block."""
    return [codeword[3] for codeword in code.blocks(version, level)[0].codewords[:many]]


def test_every_slip_is_named_with_the_right_module() -> None:
    """MQ-2.a."""
    shades = code.code_of_text(TEXT, 2, "M", 3)
    copy = board(damaged(shades, "l3", "y1", "m12", code.format_modules(2)[3]))
    assert legality.check(copy) == ()
    assert slips(copy) == {"l3", "y1", "m12", code.format_modules(2)[3]}
    (told,) = [fault.found for fault in legality.advise(copy) if fault.place == "l3"]
    assert told == f"It is {OTHER[shades['l3']]}, and {shades['l3']} in the true code, which `mapkit repair` draws."


def test_the_wrong_codewords_of_each_block_are_counted_while_a_code_is_drawn() -> None:
    shades = code.code_of_text(TEXT, 2, "M", 3)
    wrong = damaged(shades, *codewords(2, "M", 3))
    block = code.blocks(2, "M")[0]
    half = {cell: wrong[cell] for cell in [*code.format_modules(2), *codewords(2, "M", 3), "m12"]}
    for map_, most in (
        (board(wrong), block.correctable * 75 // 100),
        (board(wrong, text=TEXT), block.correctable),
        (board(wrong, text=TEXT, budget=50), block.correctable // 2),
        (board(half, text=TEXT), block.correctable),
    ):
        assert budgets(map_) == (Gauge(message("wrong codewords"), 3, most),)
    assert budgets(board({}, text=TEXT)) == budgets(board({})) == ()
    assert [budget.label for budget in budgets(board(code.code_of_text(TEXT, 5, "H", 0), 5))][::3] == [
        "wrong codewords, block 1",
        "wrong codewords, block 4",
    ]


def test_slips_of_all_kinds_in_one_file_are_told_at_once() -> None:
    """A pattern, level and mask, the data, and settings that say something else."""
    shades = damaged(code.code_of_text(TEXT, 2, "M", 3), "a25", "l3", "y1", *code.format_modules(2)[:5])
    map_ = board(shades, text="HELLO", error="H", mask=2)
    assert numbers(map_) == ["MQ-V1", "MQ-V7", "MQ-V7"]
    assert slips(map_) == {"l3", "y1", *code.format_modules(2)[:5]}


def test_a_code_with_more_damage_than_can_be_corrected_is_at_fault() -> None:
    """MQ-V6: without a text nobody can say which code it was; with a text the modules that differ are named."""
    shades = code.code_of_text(TEXT, 2, "M", 3)
    hit = [cell for cell in code.stream(2) if Chance(cell).below(4) == 0]
    assert len(hit) > 70
    assert numbers(board(damaged(shades, *hit))) == ["MQ-V6"]
    known = board(damaged(shades, *hit), text=TEXT)
    assert numbers(known) == ["MQ-2"]
    assert slips(known) == set(hit)
    with pytest.raises(SolverGaveUp, match="MQ-V6"):
        repairs.repair(board(damaged(shades, *hit)))
    assert repairs.repair(known).map.kinds == dict(shades)


def test_if_the_text_is_unknown_a_quarter_of_the_correction_must_be_left() -> None:
    """MQ-V6, MQ-2, MQ-X1: eight wrong codewords can be corrected here, and six leave no doubt which code it is."""
    shades = code.code_of_text(TEXT, 2, "M", 3)
    for many, wanted in ((6, []), (7, ["MQ-V6"]), (8, ["MQ-V6"]), (9, ["MQ-V6"])):
        copy = damaged(shades, *codewords(2, "M", many))
        assert numbers(board(copy)) == wanted
        assert numbers(board(copy, text=TEXT)) == (["MQ-2"] if many > 8 else [])
        assert numbers(board(copy, budget=100)) == wanted
        assert slips(board(copy, text=TEXT)) == set(codewords(2, "M", many))


def test_level_and_mask_are_read_from_one_of_their_two_copies() -> None:
    """MQ-V6: three wrong modules in a copy can be corrected; it is enough if one copy can be read."""
    shades = code.code_of_text(TEXT, 2, "M", 3)
    first, second = code.format_modules(2)[:15], code.format_modules(2)[15:]
    for one, other, wanted in ((15, 3, []), (3, 15, []), (4, 4, ["MQ-V6"]), (4, 3, []), (5, 6, ["MQ-V6"])):
        copy = board(damaged(shades, *first[:one], *second[:other]), text=TEXT)
        assert numbers(copy) == wanted
        assert slips(copy) == {*first[:one], *second[:other]}
        assert numbers(board(copy.kinds)) == wanted, "with or without a text"
    told = legality.check(board(damaged(shades, *first[:4], *second[:5])))
    assert [line.found for line in told] == [
        "Of the 15 modules that state level and mask, 4 are wrong in one place and 5 in the other, "
        "and 3 can be corrected."
    ]


def test_level_and_mask_that_are_asked_for_are_those_of_the_drawing() -> None:
    """MQ-V7."""
    shades = code.code_of_text(TEXT, 2, "M", 3)
    for error, mask in (*product(("", "L", "M", "Q", "H"), (None, 3, 5)), *product(("", "M"), code.MASKS)):
        map_ = board(shades, text=TEXT, error=error, mask=mask)
        wrong = [each for each in (error not in ("", "M"), mask not in (None, 3)) if each]
        assert numbers(map_) == ["MQ-V7"] * len(wrong)
    assert legality.check(board(shades, error="H"))[0].found == "It has level M, and error is H."
    assert legality.check(board(shades, mask=5))[0].found == "It has mask 3, and mask is 5."


@pytest.mark.parametrize("given", [{"error": "H"}, {"mask": 5}, {"error": "Q", "mask": 0}], ids=str)
def test_repair_draws_the_level_and_the_mask_that_are_asked_for(given: dict[str, Any]) -> None:
    shades = damaged(code.code_of_text(TEXT, 2, "M", 3), "l3")
    for text in ("", TEXT):
        repaired = repairs.repair(board(shades, text=text, **given)).map
        assert legality.check(repaired) == ()
        assert true_code.text_read(2, repaired.kinds) == TEXT


def test_a_code_of_another_text_is_told_with_what_it_says() -> None:
    """MQ-2."""
    shades = damaged(code.code_of_text("HOLLA", 2, "M", 3), "l3")
    map_ = board(shades, text=TEXT)
    assert [(fault.rule.number, fault.place, fault.found) for fault in legality.check(map_)] == [
        ("MQ-2", WHOLE_MAP, 'It says "HOLLA".')
    ]
    assert slips(map_) == {"l3"}
    assert repairs.repair(map_).map.kinds == code.code_of_text(TEXT, 2, "M", 3)


def test_the_number_of_a_version_is_a_pattern_of_all_its_codes() -> None:
    """MQ-V1: from version 7 on, a code tells its version in two places."""
    shades = code.code_of_text(TEXT, 7, "M", 3)
    told = [code.module(code.matrix(7), row, column) for row in range(6) for column in (-9, -10, -11)]
    assert set(told) <= set(code.fixed_modules(7))
    copy = board(damaged(shades, told[0], told[4]), 7)
    assert [(each.rule.number, each.place) for each in legality.check(copy)] == [("MQ-V1", told[0]), ("MQ-V1", told[4])]
    assert repairs.repair(copy).map.kinds == dict(shades)


def test_within_a_budget_only_changes_beyond_it_are_named() -> None:
    """MQ-X1: level and mask are never changed on purpose."""
    shades = code.code_of_text(TEXT, 2, "M", 3)
    there = damaged(shades, *codewords(2, "M", 4), code.format_modules(2)[0])
    assert slips(board(there, text=TEXT, budget=50)) == {code.format_modules(2)[0]}
    assert numbers(board(there, text=TEXT, budget=50)) == []
    assert numbers(board(there, text=TEXT, budget=40)) == ["MQ-X1"]
    ruined = damaged(shades, *codewords(2, "M", 20))
    assert numbers(board(ruined, budget=50)) == ["MQ-V6"]
    assert numbers(board(ruined, text=TEXT, budget=50)) == ["MQ-X1"]


def growing(version: int, level: str, mask: int, seed: str) -> Iterator[tuple[int, dict[Cell, str]]]:
    """A code that is damaged module by module at random: anywhere, in its data alone, or first in level and mask."""
    shades, chance = dict(code.code_of_text(TEXT, version, level, mask)), Chance(f"{version} {level} {mask} {seed}")
    there = [cell for cell in shades if cell not in code.fixed_modules(version)]
    kinds = (there, code.stream(version), [*chance.shuffled(code.format_modules(version)), *code.stream(version)])
    cells = kinds[chance.below(3)]
    for many, cell in enumerate(cells if cells is kinds[2] else chance.shuffled(cells), 1):
        shades[cell] = OTHER[shades[cell]]
        yield many, shades


@pytest.mark.parametrize(
    ("version", "level", "mask", "seed", "most"),
    [
        (1, "L", 1, "1", 15),
        *(
            pytest.param(*code_, marks=pytest.mark.long)
            for code_ in (
                *((1, "L", 1, "1", 30), (2, "H", 0, "1", 30)),
                *((version, level, n, f"{n}", 60) for n in range(4) for version in (1, 2) for level in code.LEVELS),
            )
        ),
    ],
)
def test_more_damage_never_means_fewer_messages(version: int, level: str, mask: int, seed: str, most: int) -> None:
    """MQ-V6: from the first slip on something is told, and a fault stays a fault."""
    every: tuple[dict[str, Any], ...] = ({}, {"text": TEXT}, {"text": TEXT, "budget": 50})
    for given in every:
        ruined = False
        for many, shades in growing(version, level, mask, seed):
            map_ = board(shades, version, **given)
            wrong, named = legality.check(map_), slips(map_)
            assert wrong or named or "budget" in given, f"of {many} slips not one is named"
            assert wrong or not ruined, f"{many} slips are legal, and fewer were not"
            ruined = bool(wrong)
            if many == most:
                break
        assert ruined


@pytest.mark.parametrize(("version", "level"), [(4, "H"), (3, "Q")])
def test_slips_are_named_in_readable_blocks_even_if_another_is_ruined(version: int, level: str) -> None:
    """MQ-V6, MQ-2.a."""
    shades = code.code_of_text(TEXT, version, level, 3)
    ruin = codewords(version, level, code.blocks(version, level)[0].correctable + 1)
    second = code.blocks(version, level)[1]
    hit = {codeword[5] for codeword in second.codewords[: second.correctable * 75 // 100]}
    copy = board(damaged(shades, *ruin, *hit), version)
    assert "MQ-V6" in numbers(copy)
    assert slips(copy) == hit
    assert slips(board(damaged(shades, *hit, *ruin[:-1]), version)) == hit | set(ruin[:-1])
