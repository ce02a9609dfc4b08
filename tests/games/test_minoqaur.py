"""Codes as maps: what every code shares, where chambers and entrances are, files, and which codes are legal."""

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mapkit.games import maps
from mapkit.games.minoqaur import GAME, code
from mapkit.games.minoqaur.analysis import analyse
from mapkit.games.minoqaur.design import (
    Params,
    chambers,
    corners,
    dot,
    drawn_facts,
    entrances,
    items,
    reached,
    read_size,
)
from mapkit.games.minoqaur.measured import behind_walls
from mapkit.mapfile.text import UnreadableMap
from mapkit.mapfile.writer import show
from mapkit.model.analysis import Ask
from mapkit.model.grid import Matrix
from mapkit.model.map import Map
from mapkit.model.rule import has
from mapkit.model.settings import BadSetting
from mapkit.solve import legality
from tests.drawings import drawn

TEXT = "HELLO WORLD"
every_version = pytest.mark.parametrize("version", [1, 2, 3, 6, 7, 14, 27, 40])


def of_text(text: str, version: int = 2, level: str = "L", mask: int = 0) -> Map[Params]:
    return Map(GAME, Params(code.matrix(version)), drawn_facts(code.code_of_text(text, version, level, mask)))


# --- codes


@every_version
@pytest.mark.parametrize("level", code.LEVELS)
def test_every_module_of_data_is_in_one_codeword(version: int, level: str) -> None:
    blocks = code.blocks(version, level)
    modules = [cell for block in blocks for codeword in block.codewords for cell in codeword]
    taken = set(code.fixed_modules(version)) | set(code.format_modules(version))
    assert len(modules) == len(set(modules)) == 8 * sum(len(block.codewords) for block in blocks)
    assert taken.isdisjoint(modules)
    assert len(modules) <= code.size(version) ** 2 - len(taken)


@pytest.mark.parametrize(
    ("version", "level", "sizes", "correctable"),
    [(1, "L", [26], 3), (2, "M", [44], 8), (5, "Q", [33, 33, 34, 34], 9), (7, "H", [39, 39, 39, 39, 40], 13)],
)
def test_blocks_are_those_of_the_standard(version: int, level: str, sizes: list[int], correctable: int) -> None:
    blocks = code.blocks(version, level)
    assert [len(block.codewords) for block in blocks] == sizes
    assert {block.correctable for block in blocks} == {correctable}


def test_the_format_modules_tell_level_and_mask() -> None:
    for level in code.LEVELS:
        for mask in code.MASKS:
            shades = dict(code.code_of_text(TEXT, 3, level, mask))
            assert code.stated_format(3, shades) == (level, mask)
            for cell in code.format_modules(3)[2:5]:
                shades[cell] = "dark" if shades[cell] == "light" else "light"
            assert code.stated_format(3, shades) == (level, mask), "three wrong modules are corrected"


@every_version
def test_the_shared_patterns_are_in_every_code(version: int) -> None:
    shades = code.code_of_text("A", version, "H", 5)
    assert all(shades[cell] == shade for cell, shade in code.fixed_modules(version).items())


def test_a_text_that_is_too_long_is_told_with_a_version_that_holds_it() -> None:
    with pytest.raises(code.TextTooLong, match="version 2-H"):
        code.code_of_text("A" * 100, 2, "H", 0)
    assert code.least_version("A" * 100, "H") == 8
    with pytest.raises(BadSetting, match="take version 8 or larger"):
        maps.generate("minoqaur", "s", given={"text": "A" * 100, "error": "H"})
    with pytest.raises(code.TextTooLong, match="not even version 40-H"):
        code.least_version("A" * 5000, "H")


# --- chambers, entrances, the dot


@every_version
def test_the_six_entrances_are_light_in_every_code(version: int) -> None:
    """MQ-9.a, MQ-V2."""
    doors = entrances(code.matrix(version))
    assert len(set(doors)) == 6
    for mask in code.MASKS:
        shades = code.code_of_text("A", version, "L", mask)
        assert {shades[cell] for cell in doors} == {"light"}


def test_chambers_are_the_light_rings() -> None:
    """MQ-5.a, MQ-6.c, MQ-7.a: sword upper left, cloak upper right, key lower left, treasure in the small square."""
    map_ = of_text(TEXT)
    rooms = chambers(map_.params, map_.facts)
    assert {item: sum(room == item for room in rooms.values()) for item in rooms.values()} == {
        "sword": 16,
        "cloak": 16,
        "key": 16,
        "treasure": 8,
    }
    assert {map_.kinds[cell] for cell in rooms} == {"light"}
    assert (rooms["b24"], rooms["t24"], rooms["b2"], rooms["r6"]) == ("sword", "cloak", "key", "treasure")


def test_a_chamber_may_be_only_the_modules_beside_the_block() -> None:
    """MQ-5.a."""
    rooms = chambers(Params(chamber="centre-line"), frozenset())
    assert sum(item == "sword" for item in rooms.values()) == 12
    assert "b24" not in rooms
    assert rooms["b23"] == "sword"


def test_items_may_lie_in_other_corners() -> None:
    """MQ-7.a."""
    map_ = drawn("size=2 text=HI", "minoqaur")
    facts = map_.facts | {
        has(cell, item) for cell, item in zip(corners(map_.params.grid), ("key", "sword", "cloak"), strict=True)
    }
    assert [items(map_.params, facts)[cell] for cell in corners(map_.params.grid)] == ["key", "sword", "cloak"]
    text = show(Map(GAME, map_.params, facts))
    assert 'items = "key sword cloak"' in text
    assert maps.read(text.encode(), "file").map.facts == facts


@pytest.mark.parametrize(
    ("light", "wanted"),
    [(["m13", "a1"], "m13"), (["m12", "m14"], "m14"), (["l12", "m15"], "m15"), (["l13", "n13"], "l13")],
)
def test_the_minoqaur_starts_as_near_to_the_centre_as_it_can(light: list[str], wanted: str) -> None:
    """MQ-8.a: by rows and columns first, then by straight distance, then the topmost row, then the leftmost column."""
    square = ["l12"] if light[0] == "l12" else []
    assert dot(Matrix(25, 25), set(light)) == ("l12" if square else wanted)


@pytest.mark.parametrize(("codes", "most"), [(24, 0), pytest.param(60, 1, marks=pytest.mark.long)])
def test_nearly_all_chambers_are_reached_without_the_sword(codes: int, most: int) -> None:
    """MQ-V3: the ledger says more than 99 % of random codes."""
    found = [maps.generate("minoqaur", f"reach {n}", given={"mask": n % 8}) for n in range(codes)]
    missed = [map_ for map_ in found if any(behind_walls(map_))]
    assert len(missed) <= most
    assert all(reached(map_.params, map_.facts, 25) >= reached(map_.params, map_.facts, 1) for map_ in found)


def test_the_start_of_the_minoqaur_is_told_with_its_distance_from_the_centre() -> None:
    """MQ-V4."""
    for seed in "ab":
        (told,) = analyse(maps.generate("minoqaur", seed), Ask(measures=("minoqaur-start",))).measures.values()
        assert re.fullmatch(r"on [a-z]\d+, (the centre|[1-9] from the centre)", told.in_words)


def test_a_chamber_that_needs_the_sword_is_told_as_advice() -> None:
    """MQ-V4: a wall of two modules around the treasure's square is no fault."""
    made = maps.generate("minoqaur", "walled", given={"text": TEXT, "asks": "wall", "budget": 60})
    walled = Map(GAME, Params(made.params.grid, TEXT, budget=60), made.facts)
    assert legality.check(walled) == ()
    assert [fault.rule.number for fault in legality.advise(walled)] == ["MQ-V4"]
    assert legality.advise(walled)[0].found == "No way leads to the treasure."


# --- files and rules


@settings(max_examples=25 if settings().max_examples < 500 else settings().max_examples)
@given(st.integers(0, 7), st.sampled_from(code.LEVELS), st.text("ABC 123é", max_size=20))
def test_a_code_survives_being_written_down(mask: int, level: str, text: str) -> None:
    map_ = of_text(text or "A", 3, level, mask)
    assert maps.read(show(map_).encode(), "file").map == map_


@pytest.mark.parametrize(
    ("text", "version"), [("2", 2), ("version 7", 7), ("v40", 40), ("29x29", 3), ("177 x 177", 40), ("21x21", 1)]
)
def test_a_size_is_a_version_or_its_modules(text: str, version: int) -> None:
    assert read_size(text) == code.matrix(version)


@pytest.mark.parametrize("text", ["0", "41", "25x29", "24x24", "8x8", "", "x"])
def test_other_sizes_are_told(text: str) -> None:
    with pytest.raises(BadSetting, match="a version from 1 to 40"):
        read_size(text)


def test_version_1_has_no_fourth_square() -> None:
    """MQ-6.a."""
    with pytest.raises(BadSetting, match=r"version 1 has no fourth square; use version 2"):
        maps.generate("minoqaur", "s", size=read_size("1"))
    made = maps.generate("minoqaur", "s", size=read_size("1"), given={"treasure": "k9", "text": "HI", "mask": 1})
    assert legality.check(made) == ()


def test_everything_wrong_in_a_file_is_told_at_once() -> None:
    lines = show(of_text(TEXT)).splitlines()
    first = lines.index('map = """') + 1
    lines[first] += "#"
    lines[first + 4] = lines[first + 4][:-2] + "x."
    lines.insert(first - 1, 'items = "sword lamp sword"')
    with pytest.raises(UnreadableMap) as told:
        maps.read("\n".join(lines).encode(), "bad.toml")
    messages = [(problem.line, problem.message) for problem in told.value.problems]
    assert [line for line, _ in messages] == [first, first, first + 2, first + 6]
    assert "in items is none; say sword, cloak, key" in messages[0][1]
    assert "one too many" in messages[1][1]
    assert "this line has 26 modules; all have 25" in messages[2][1]
    assert "is no symbol of minoqaur" in messages[3][1]
