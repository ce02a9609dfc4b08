"""Damaged hand copies of codes: the nearest true code is found, told as edits, and proven if possible."""

from collections.abc import Mapping
from itertools import chain, combinations, pairwise, product

import pytest

from mapkit.games import maps
from mapkit.games.minoqaur import code, true_code
from mapkit.mapfile import writer
from mapkit.model.chance import Chance
from mapkit.model.grid import Cell
from mapkit.model.rule import SolverGaveUp
from mapkit.solve import legality, repairs, search
from tests.games.test_minoqaur_measured import OTHER, board, damaged
from tests.pictures import in_order

CODES = [(2, "L", 5), (3, "H", 0), (7, "Q", 2), (14, "M", 6)]
LARGE = [(27, "H", 1), (40, "L", 7)]


def without(shades: Mapping[Cell, str], cells: list[Cell]) -> dict[Cell, str]:
    return {cell: shade for cell, shade in shades.items() if cell not in cells}


def worst(version: int, level: str, chance: Chance, beyond: int = 0) -> list[Cell]:
    """One module from each of as many codewords as each block can correct, and from some more in the first."""
    found = []
    for number, block in enumerate(code.blocks(version, level)):
        many = block.correctable + (beyond if number == 0 else 0)
        found += [chance.choice(codeword) for codeword in chance.shuffled(block.codewords)[:many]]
    return found


@pytest.mark.parametrize(
    ("version", "level", "mask"), [*CODES, *(pytest.param(*c, marks=pytest.mark.long) for c in LARGE)]
)
def test_as_many_wrong_codewords_as_can_be_corrected_are_corrected(version: int, level: str, mask: int) -> None:
    shades = code.code_of_text("THE MINOQAUR", version, level, mask)
    for number in range(3):
        found = true_code.nearest_code(version, damaged(shades, *worst(version, level, Chance(str(number)))))
        assert found is not None
        assert (dict(found.shades), found.level, found.mask) == (dict(shades), level, mask)


@pytest.mark.parametrize(("version", "level", "mask"), CODES)
def test_twice_as_many_unknown_codewords_can_be_filled_in(version: int, level: str, mask: int) -> None:
    shades, chance = code.code_of_text("THE MINOQAUR", version, level, mask), Chance("unknown")
    lost = [
        chance.choice(codeword)
        for block in code.blocks(version, level)
        for codeword in chance.shuffled(block.codewords)[: block.extra]
    ]
    found = true_code.nearest_code(version, without(shades, lost))
    assert found is not None
    assert dict(found.shades) == dict(shades)


def test_beyond_what_can_be_corrected_no_code_is_made_up() -> None:
    shades = code.code_of_text("THE MINOQAUR", 3, "H", 0)
    copies = (damaged(shades, *worst(3, "H", Chance(str(number)), beyond=1)) for number in range(100))
    found = [true_code.nearest_code(3, copy) for copy in copies]
    assert all(item is None or dict(item.shades) != dict(shades) for item in found)
    assert found.count(None) > 95


def test_a_code_proven_nearest_is_the_code_that_was_damaged() -> None:
    """With little damage the proof holds; with much damage nothing is called proven."""
    chance, proven = Chance("nearest"), 0
    for _ in range(60):
        version, level, mask = chance.choice((2, 3, 5)), chance.choice("LMQH"), chance.below(8)
        shades = code.code_of_text("MAZE", version, level, mask)
        hit = chance.shuffled(shades)[: chance.below(9)]
        found = true_code.nearest_code(version, damaged(shades, *hit))
        if found and not found.doubt:
            proven += 1
            assert dict(found.shades) == dict(shades)
    assert proven > 40


def test_two_formats_differ_in_fourteen_modules_at_the_least() -> None:
    drawn = {(level, mask): code.code_of_text("0", 1, level, mask) for level, mask in product(code.LEVELS, code.MASKS)}
    told = [[shades[cell] for cell in code.format_modules(1)] for shades in drawn.values()]
    apart = [sum(one != other for one, other in zip(a, b, strict=True)) for a, b in combinations(told, 2)]
    assert min(apart) == true_code.FORMAT_DISTANCE


def test_the_format_is_read_from_both_of_its_copies() -> None:
    shades = code.code_of_text("MAZE", 2, "Q", 4)
    for half in (code.format_modules(2)[:15], code.format_modules(2)[15:]):
        assert code.stated_format(2, without(shades, list(half))) == ("Q", 4)
        assert code.stated_format(2, damaged(shades, *half[:6])) == ("Q", 4)


def test_the_text_of_a_code_is_read_from_its_modules() -> None:
    shades = code.code_of_text("Küche 7", 3, "M", 1)
    assert true_code.text_read(3, shades) == "Küche 7"
    assert true_code.text_read(3, damaged(shades, *worst(3, "M", Chance("said")))) == "Küche 7"
    assert true_code.text_read(3, dict.fromkeys(shades, "dark")) is None


def test_a_hand_copy_becomes_the_true_code_and_the_edits_say_how() -> None:
    shades = code.code_of_text("HELLO", 2, "M", 3)
    format_module = code.format_modules(2)[3]
    copy = without(damaged(shades, "a25", format_module, "l3", "y1"), ["m12"])
    repaired = repairs.repair(board(copy, 2))
    assert repaired.map.kinds == dict(shades)
    assert {edit.words for edit in repaired.edits} == {
        "make a25 dark, as in all codes of this size",
        f"make {format_module} {shades[format_module]}, where the code states level M and mask 3",
        f"make l3 {shades['l3']}",
        f"make y1 {shades['y1']}",
        f"fill in m12: {shades['m12']}",
    }
    assert (repaired.proven, repaired.note) == (True, 'the code says "HELLO"')
    assert [edit.places[0] for edit in repaired.edits] == [
        c for c in code.matrix(2).cells() if c not in copy or copy[c] != shades[c]
    ]


def laid(shades: Mapping[Cell, str], turns: int) -> dict[Cell, str]:
    """The modules mirrored from left to right, and then turned to the right by quarters."""
    cells, side = [*shades], code.size(2)
    rows = [cells[start : start + side][::-1] for start in range(0, len(cells), side)]
    for _ in range(turns):
        rows = [[*row] for row in zip(*rows[::-1], strict=True)]
    return {cell: shades[at] for cell, at in zip(cells, chain.from_iterable(rows), strict=True)}


@pytest.mark.parametrize(
    ("turns", "light", "lies"),
    [
        (0, False, "mirrored from left to right"),
        (1, True, "mirrored along a diagonal and light on dark"),
        (2, False, "mirrored from top to bottom"),
        (3, False, "mirrored along a diagonal"),
    ],
)
def test_a_mirrored_copy_is_told_in_one_line_and_set_right(turns: int, light: bool, lies: str) -> None:
    """MQ-V8: all its other faults follow from this; slips are found as in any other copy."""
    shades = dict(zip(code.matrix(2).cells(), in_order(code.code_of_text("HELLO", 2, "M", 3)), strict=True))
    copy = laid(shades, turns)
    copy = without({cell: OTHER[shade] if light else shade for cell, shade in copy.items()}, ["m12"])
    copy["k3"] = OTHER[copy["k3"]]
    drawn = board(copy, 2)
    assert [fault.found for fault in legality.check(drawn)] == [f"It is {lies}; `mapkit repair` sets it right."]
    assert legality.advise(drawn) == ()
    repaired = repairs.repair(drawn)
    assert repaired.map.kinds == shades
    assert len(repaired.edits) == 3 + light + (turns > 0)


@pytest.mark.parametrize(("turns", "lies"), [(1, "turned to the right"), (2, "upside down"), (3, "turned to the left")])
def test_a_turned_copy_is_told_in_one_line_and_set_right(turns: int, lies: str) -> None:
    shades = dict(zip(code.matrix(2).cells(), in_order(code.code_of_text("HELLO", 2, "M", 3)), strict=True))
    drawn = board(laid(laid(shades, 0), turns), 2, text="HELLO")
    assert [fault.found for fault in legality.check(drawn)] == [f"It is {lies}; `mapkit repair` sets it right."]
    assert repairs.repair(drawn).map.kinds == shades


def test_a_readable_copy_is_legal_and_check_tells_what_repair_would_change() -> None:
    shades = code.code_of_text("HELLO", 2, "M", 3)
    copy = board(damaged(shades, "l3", "y1"), 2, text="HELLO")
    assert legality.check(copy) == ()
    advice = [fault for fault in legality.advise(copy) if fault.rule.number == "MQ-2.a"]
    assert {fault.place for fault in advice} == {"l3", "y1"}
    assert len(repairs.repair(copy).edits) == 2


def test_a_true_code_needs_no_repair_whatever_program_wrote_it() -> None:
    for level, mask in product("LH", (0, 7)):
        whole = board(code.code_of_text("HELLO", 2, level, mask), 2, text="HELLO")
        assert repairs.repair(whole) == repairs.Repair(whole, (), True)


def test_if_the_text_is_known_more_damage_can_be_repaired() -> None:
    shades = code.code_of_text("HELLO", 2, "L", 5)
    copy = damaged(shades, *worst(2, "L", Chance("lost"), beyond=12))
    assert true_code.nearest_code(2, copy) is None
    repaired = repairs.repair(board(copy, 2, text="HELLO"))
    assert repaired.map.kinds == dict(shades)
    assert not repaired.proven


def test_scattered_damage_in_a_large_code_excludes_all_codes_but_those_of_another_format() -> None:
    shades = code.code_of_text("HELLO", 14, "H", 5)
    hit = [block.codewords[0][0] for block in code.blocks(14, "H")]
    repaired = repairs.repair(board(damaged(shades, *hit), 14))
    assert repaired.map.kinds == dict(shades)
    assert (len(repaired.edits), repaired.proven, repaired.doubt) == (16, False, "only one of another level or mask")


def test_a_ruined_copy_is_not_repaired_until_its_text_is_known() -> None:
    """MQ-V6: correcting only the patterns would leave it ruined."""
    shades = code.code_of_text("HELLO", 2, "L", 5)
    copy = damaged(shades, *worst(2, "L", Chance("lost"), beyond=20), "a25", "k19")
    with pytest.raises(SolverGaveUp, match="more codewords are wrong than can be corrected") as told:
        repairs.repair(board(copy, 2))
    assert "with text = in the file" in str(told.value)
    assert repairs.repair(board(copy, 2, text="HELLO")).map.kinds == dict(shades)


def test_unknown_modules_are_completed_as_the_true_code_has_them_and_what_is_drawn_stays() -> None:
    shades = code.code_of_text("HELLO", 2, "Q", 3)
    unknown = [f"{column}{row}" for column in "klmnop" for row in (10, 11)]
    copy = without(damaged(shades, "y1"), unknown)
    filled = search.complete(board(copy, 2), "any seed")
    assert filled.kinds == {**shades, "y1": OTHER[shades["y1"]]}


def test_a_blank_file_with_a_text_is_completed_by_the_seed() -> None:
    blank = maps.read(maps.new("minoqaur").replace('text = ""', 'text = "HELLO"').encode(), "blank").map
    made = [search.complete(blank, seed) for seed in ("1", "2", "3", "4")]
    assert all(not legality.check(thing) for thing in made)
    assert any(one.facts != other.facts for one, other in pairwise(made))


def test_repair_keeps_the_items_of_the_corners() -> None:
    shades = code.code_of_text("HELLO", 2, "M", 3)
    text = writer.show(board(damaged(shades, "l3"), 2)).replace("map =", 'items = "key sword cloak"\nmap =')
    repaired = repairs.repair(maps.read(text.encode(), "copy").map)
    assert repaired.map.kinds == dict(shades)
    assert [edit.words for edit in repaired.edits] == [f"make l3 {shades['l3']}"]
    assert {fact.mark for fact in repaired.map.facts} == {"dark", "light", "key", "sword", "cloak"}
