"""Levels of dungeon: how they are drawn, and what is said of them.

The numbers of the rules are written here as in the ledger, so that a slip in the code is not repeated in its test.
"""

import math
import re
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from typer.testing import CliRunner

from mapkit.cli import main
from mapkit.games import maps
from mapkit.games.dungeon.design import KINDS, NEVER, Params, Weight, Weights, read_size
from mapkit.games.dungeon.draft import draw_from, fresh_level, is_fair
from mapkit.games.shelf import GAMES
from mapkit.mapfile import writer
from mapkit.mapfile.text import UnreadableMap
from mapkit.model.chance import Chance
from mapkit.model.errors import Problem
from mapkit.model.game import solving_of
from mapkit.model.grid import Hex
from mapkit.model.map import Map
from mapkit.model.rule import Fact, NoSuchMap, has
from mapkit.model.settings import BadSetting
from mapkit.solve import legality, search
from tests.drawings import drawn

DUNGEON = GAMES["dungeon"]
PRESETS = [preset.name for preset in maps.presets("dungeon")]
ADDITIONS = maps.params(DUNGEON, "additions", None, {})


def levels(p: Params, number: int, count: int, seed: str = "odds") -> Iterator[Mapping[str, str]]:
    """This many levels with the given number, drawn one after another from one seed."""
    roll = Chance(f"{seed} {number}").die
    for _ in range(count):
        yield fresh_level(p, number, roll)


def said(p: Params, level: Mapping[str, str]) -> Map[Any]:
    facts = frozenset(has(cell, kind) for cell, kind in level.items())
    return Map(DUNGEON, replace(p, grid=replace(p.grid, floors=1)), facts)


# The draw

BOOK = {"blank": 8, "stone_wall": 5, "pool": 3, "chest": 2, "pit": 2, "rope": 1}
"""HD-5, HD-6, HD-7, HD-8, HD-11, HD-12; an Enemy's weight is the number of the level (HD-9)."""


def odds(number: int) -> dict[str, float]:
    """The weights of a level as the rules give them, where the only Enemy is the Minotaur (HD-40)."""
    return {**BOOK, "minotaur": number}


def odds_with_additions(number: int) -> dict[str, float]:
    """The weights with the additions: HD-58, HD-62, HD-62.1 with x = 4.

    One Enemy in three is a Rot Bird, but none on level 1 (HD-52, HD-53).
    """
    birds = number / 3 if number > 1 else 0
    more = {"stone_wall": 4 + number, "steel_wall": 1, "dark": 2 + number}
    return {**BOOK, **more, "minotaur": number - birds, "rot_bird": birds}


def chi_square(found: Mapping[str, int], weights: Mapping[str, float]) -> tuple[float, int]:
    """How far the counts are from their odds, and the degrees of freedom."""
    total, share = sum(found.values()), sum(weights.values())
    expected = {kind: total * weight / share for kind, weight in weights.items() if weight}
    assert set(found) <= set(expected)
    return sum((found.get(kind, 0) - e) ** 2 / e for kind, e in expected.items()), len(expected) - 1


CRITICAL = {6: 22.46, 7: 24.32, 8: 26.12, 9: 27.88}
"""The value that chi-square exceeds once in a thousand times."""


@pytest.mark.parametrize(
    ("p", "by_the_book", "number", "count"),
    [
        pytest.param(p, by_the_book, number, count, id=f"{name}{number}-{count}", marks=[pytest.mark.long] * later)
        for name, p, by_the_book, few in (
            ("book", Params(), odds, (1, 3, 12)),
            ("+", ADDITIONS, odds_with_additions, (1, 2, 6)),
        )
        for number in (1, 2, 3, 6, 12)
        for count in (600, 2000)
        for later in [count == 2000 or number not in few]
    ],
)
def test_every_hex_is_drawn_by_the_weights_of_the_rules(p: Params, by_the_book: Any, number: int, count: int) -> None:
    """HD-4, HD-5, HD-6, HD-7, HD-8, HD-9, HD-10, HD-11, HD-12, HD-21, HD-40, HD-52, HD-53, HD-58, HD-62, HD-62.1.

    Each case draws 21,600 or 72,000 hexes.
    """
    found = Counter(kind for level in levels(p, number, count) for cell, kind in level.items() if cell != "d4")
    assert found.total() == count * 36
    distance, freedom = chi_square(found, by_the_book(number))
    assert distance < CRITICAL[freedom]


@pytest.mark.parametrize(("count", "chest"), [(600, 2.4), pytest.param(2000, 2.2, marks=pytest.mark.long)])
def test_a_wrong_weight_would_be_noticed(count: int, chest: float) -> None:
    """The test above is sharp: it finds out a Chest of weight 2.4, and from more hexes one of 2.2."""
    found = Counter(kind for level in levels(Params(), 1, count) for cell, kind in level.items() if cell != "d4")
    distance, freedom = chi_square(found, {**odds(1), "chest": chest})
    assert distance > CRITICAL[freedom]


@pytest.mark.parametrize("count", [2000, pytest.param(6000, marks=pytest.mark.long)])
def test_each_hex_has_the_same_odds_wherever_it_lies(count: int) -> None:
    """HD-4: each hex is drawn independently."""
    drawn = [*levels(Params(), 2, count)]
    for place in ("g4", "d3", "a4"):
        distance, freedom = chi_square(Counter(level[place] for level in drawn), odds(2))
        assert distance < CRITICAL[freedom], place


def test_neighbours_do_not_depend_on_each_other() -> None:
    """HD-4: after a Chest, the next hex is a Chest as often as after any other kind."""
    ahead = (("g4", "g5"), ("f3", "f4"), ("e2", "e3"), ("d1", "d2"), ("c1", "c2"), ("b1", "b2"))
    pairs = Counter((level[cell], level[onward]) for level in levels(Params(), 1, 2000) for cell, onward in ahead)
    after_chest = Counter({second: n for (first, second), n in pairs.items() if first == "chest"})
    distance, freedom = chi_square(after_chest, odds(1))
    assert distance < CRITICAL[freedom]


def test_the_centre_of_every_level_is_a_rope() -> None:
    """HD-13."""
    for p in (Params(), ADDITIONS, Params(rope=NEVER), Params(grid=Hex(5))):
        middle = p.grid.name(0, 0)
        assert {level[middle] for number in (1, 4) for level in levels(p, number, 20)} == {"rope"}


@pytest.mark.parametrize("count", [1500, *(pytest.param(count, marks=pytest.mark.long) for count in (3000, 10000))])
def test_the_shares_of_unplayable_levels_are_those_that_the_ledger_tells(count: int) -> None:
    """HD-3.a, HD-13.a: 17 to 23 % of small levels have no Pit, 3 to 6 % of levels of the usual size.

    Few centres are walled in.
    """
    for radius, low, high in ((2, 0.15, 0.25), (3, 0.025, 0.065)):
        p = Params(grid=Hex(radius))
        drawn = [level for number in (1, 2, 3, 4) for level in levels(p, number, count // 10)]
        assert low < sum("pit" not in level.values() for level in drawn) / len(drawn) < high
    beside = ("e4", "e5", "d5", "c4", "c3", "d3")
    shut = ("stone_wall", "pool")
    walled = sum(all(level[cell] in shut for cell in beside) for level in levels(Params(), 1, count))
    assert 0.001 < walled / count < 0.005


def test_hexes_are_drawn_row_by_row_and_the_centre_is_skipped() -> None:
    """HD-13.b: hexes are drawn by r, then by q. The k-th throw decides the k-th hex."""
    order = [(q, r) for r in range(-3, 4) for q in range(-3, 4) if abs(q + r) <= 3 and (q, r) != (0, 0)]
    thrown: list[int] = []

    def roll(sides: int) -> int:
        assert sides == 22
        thrown.append(1 + 7 * len(thrown) % 22)
        return thrown[-1]

    level, grid = fresh_level(Params(), 1, roll), Hex(3)
    faces = [kind for kind in KINDS for _ in range(int(odds(1).get(kind, 0)))]
    assert [level[grid.name(q, r)] for q, r in order] == [faces[number - 1] for number in thrown]
    assert len(thrown) == 36


def test_the_creature_is_drawn_right_after_its_hex() -> None:
    """HD-21, HD-39: creatures are created in draw order."""
    p = replace(ADDITIONS, **dict.fromkeys(("blank", "stone_wall", "pool", "chest", "pit", "rope"), NEVER))
    p = replace(p, steel_wall=NEVER, dark=Weight(1), grid=Hex(2))
    asked: list[int] = []

    def roll(sides: int) -> int:
        asked.append(sides)
        return 1 if sides == 4 else 3

    level = fresh_level(p, 3, roll)  # 3 Enemies against 1 Dark hex; 2 Minotaurs against 1 Rot Bird
    assert asked == [4, 3] * 18
    assert Counter(level.values()) == {"rot_bird": 18, "rope": 1}
    assert "rot_bird" not in fresh_level(p, 1, lambda sides: sides).values()


def test_if_there_is_only_one_thing_to_draw_no_die_is_thrown() -> None:
    assert draw_from([("blank", 0), ("pool", 3), ("dark", 0)], lambda _: pytest.fail("thrown")) == "pool"


def test_every_face_of_the_die_gives_what_its_weight_says() -> None:
    pool = [("a", 2), ("b", 0), ("c", 1)]
    faces = iter((1, 2, 3))
    assert [draw_from(pool, lambda _: next(faces)) for _ in range(3)] == ["a", "a", "c"]


OF_EVENINGS = ("evening", "long", "short")
"""Presets for an evening, whose levels are drawn again until they are fair, as those of `fair`."""
LITERAL = [preset for preset in PRESETS if preset not in ("fair", *OF_EVENINGS)]


@pytest.mark.parametrize("seeds", [6, pytest.param(60, marks=pytest.mark.long)])
@pytest.mark.parametrize("preset", LITERAL)
def test_a_level_that_is_generated_is_the_first_that_was_drawn(preset: str, seeds: int) -> None:
    """HD-1.a, HD-9, HD-13.a, HD-25: no level is drawn again, so the odds are those of the rules (HD-4 to HD-12).

    That is so however unfair the level is, and levels made ahead are those that would be made in play.
    """
    p = maps.params(DUNGEON, preset, None, {"levels": 3})
    book = ADDITIONS if preset == "additions" else Params()
    assert [(p.hexes(n), p.creatures(n)) for n in range(1, 9)] == [
        (book.hexes(n), book.creatures(n)) for n in range(1, 9)
    ]
    unfair = 0
    for number in range(seeds):
        literal = Chance(f"dungeon s{number}").die
        levels_ = [fresh_level(replace(p, fair="no"), depth, literal) for depth in (1, 2, 3)]
        made = maps.generate("dungeon", f"s{number}", preset=preset, given={"levels": 3})
        assert made.kinds == {f"{cell}/{n}": kind for n, level in enumerate(levels_, 1) for cell, kind in level.items()}
        unfair += bool(legality.advise(made))
    assert unfair > seeds / 3


@pytest.mark.parametrize("count", [120, *(pytest.param(count, marks=pytest.mark.long) for count in (200, 500))])
def test_the_preset_fair_has_the_odds_of_levels_that_are_fair_by_chance(count: int) -> None:
    """HD-13.a: the setting chooses among levels drawn by the rules, and changes no odds beside that."""
    chance, wanted, found = Chance("by chance"), Counter[str](), Counter[str]()
    while wanted.total() < count * 18:
        level = fresh_level(Params(grid=Hex(2)), 1, chance.die)
        wanted.update(kind for cell, kind in level.items() if cell != "c3" and is_fair(2, level))
    for seed in range(count):
        kinds = maps.generate("dungeon", f"{seed}", preset="fair", size=Hex(2)).kinds
        found.update(kind for cell, kind in kinds.items() if cell != "c3")
    both = wanted + found
    shares = [(each[kind] - n / 2) ** 2 / (n / 2) for each in (wanted, found) for kind, n in both.items()]
    assert sum(shares) < CRITICAL[len(both) - 1]
    literal, freedom = chi_square(found, odds(1))
    assert literal > CRITICAL[freedom]


def test_the_setting_that_changes_the_odds_says_so_and_only_its_own_preset_and_those_of_evenings_use_it() -> None:
    """HD-13.a."""
    bent = [name for name in PRESETS if maps.params(DUNGEON, name, None, {}).fair == "yes"]
    assert sorted(bent) == ["evening", "fair", "long", "short"] == sorted(["fair", *OF_EVENINGS])
    (preset,) = [each for each in maps.presets("dungeon") if each.name == "fair"]
    assert "bends the odds" in preset.says
    told = CliRunner().invoke(main.app, ["rules", "dungeon", "--preset", "fair"]).output
    assert "bends the odds" in told
    assert "bends the odds" in CliRunner().invoke(main.app, ["rules", "dungeon"]).output


@pytest.mark.parametrize("preset", PRESETS)
@pytest.mark.parametrize("size", ["2", "3x2", "6", "4x8"])
def test_levels_of_every_preset_and_size_keep_the_rules(preset: str, size: str) -> None:
    """HD-3.a."""
    given = {} if preset != "ahead" else {"levels": "drawn"}
    made = maps.generate("dungeon", "s", preset=preset, size=read_size(size), given=given)
    assert legality.check(made) == ()
    assert str(made.params.grid) == size
    assert len(made.kinds) == len(made.params.grid.cells())


# Fair levels


@pytest.mark.parametrize("seeds", [1, pytest.param(12, marks=pytest.mark.long)])
@pytest.mark.parametrize("radius", [2, 3, pytest.param(5, marks=pytest.mark.long)])
@pytest.mark.parametrize("given", [{}, {"dark": "2+level", "stone_wall": "4+level", "rot_bird": 1, "steel_wall": 1}])
def test_fair_levels_keep_their_promise(radius: int, given: dict[str, object], seeds: int) -> None:
    """HD-13.a: all eight levels are fair."""
    for seed in range(seeds):
        asked = {**given, "fair": "yes", "levels": 8}
        made = maps.generate("dungeon", f"{seed}", size=Hex(radius), given=asked)
        assert legality.check(made) == ()
        for number in range(1, 9):
            level = {cell.split("/")[0]: kind for cell, kind in made.kinds.items() if cell.endswith(f"/{number}")}
            assert is_fair(radius, level)
            assert not {kind for cell, kind in level.items() if cell in around(radius)} & {"minotaur", "rot_bird"}


def around(radius: int) -> set[str]:
    grid = Hex(radius)
    return {cell for cell in grid.cells() if math.isclose(math.dist(grid.centre(cell), (0, 0)), 1)}


@pytest.mark.parametrize("count", [15, pytest.param(170, marks=pytest.mark.long)])
@pytest.mark.parametrize("radius", [2, 3, 4])
@pytest.mark.parametrize("p", [Params(), ADDITIONS], ids=["book", "additions"])
def test_the_walk_that_draws_fair_levels_agrees_with_the_check(radius: int, p: Params, count: int) -> None:
    fair = 0
    for number in (1, 3):
        for level in levels(replace(p, grid=Hex(radius)), number, count):
            found = legality.check(said(replace(p, grid=Hex(radius), fair="yes"), level))
            assert {fault.rule.number for fault in found} <= {"HD-13.a", "HD-53"}  # all are judged as level 1 here
            assert is_fair(radius, level) == all(fault.rule.number == "HD-53" for fault in found)
            fair += is_fair(radius, level)
    assert 30 / 170 < fair / count < 310 / 170


def test_fair_levels_are_drawn_until_one_is() -> None:
    """HD-13.a: the result is the first fair level of the same stream, with no hex changed."""
    p, roll = Params(fair="yes"), Chance("stream").die
    literal = Chance("stream").die
    for _ in range(20):
        made = fresh_level(p, 2, roll)
        assert is_fair(3, made)
        assert made == next(
            level for level in iter(lambda: fresh_level(Params(), 2, literal), None) if is_fair(3, level)
        )


# Repairing and completing


@pytest.mark.parametrize("seeds", [250, pytest.param(700, marks=pytest.mark.long)])
def test_the_rest_of_a_level_is_completed_by_the_odds_of_the_rules(seeds: int) -> None:
    """HD-4: the hexes that are already drawn change nothing for the others."""
    half = drawn("M M M M\nM M M M M\nM M M M M M\nM M M R ? ? ?\n? ? ? ? ? ?\n? ? ? ? ?\n? ? ? ?", "dungeon")
    found = Counter(
        kind
        for n in range(seeds)
        for cell, kind in search.complete(half, f"{n}").kinds.items()
        if cell not in half.kinds
    )
    distance, freedom = chi_square(found, odds(1))
    assert distance < CRITICAL[freedom]


@pytest.mark.parametrize(
    ("given", "numbers"),
    [
        ({"fair": "yes", "chest": 0}, {"HD-4", "HD-8", "HD-13", "HD-13.a"}),
        ({"fair": "yes", "pit": 0}, {"HD-4", "HD-11", "HD-13", "HD-13.a"}),
    ],
)
def test_weights_that_make_fair_levels_impossible_are_named(given: dict[str, object], numbers: set[str]) -> None:
    """HD-4 and HD-13 are named too: the centre has only one kind, a Rope, so no Chest can be there."""
    with pytest.raises(NoSuchMap) as caught:
        maps.generate("dungeon", "s", given=given)
    assert [{rule.number for rule in conflict} for conflict in caught.value.conflicts] == [numbers]


def test_seldom_fair_levels_are_found_all_the_same() -> None:
    """If none of many draws is fair, the solver repairs the last one."""
    given = {"fair": "yes", "stone_wall": 999, "chest": 1, "pit": 1}
    made = maps.generate("dungeon", "s", size=Hex(2), given=given)
    assert legality.check(made) == ()


# Settings and sizes


@given(st.builds(Weight, st.integers(0, 999), st.integers(0, 1)))
def test_a_weight_survives_being_written_down(weight: Weight) -> None:
    assert Weights().read(Weights().show(weight), None) == weight


@pytest.mark.parametrize(
    ("text", "weights"),
    [
        ("8", (8, 8)),
        (8, (8, 8)),
        ("level", (1, 7)),
        ("2+level", (3, 9)),
        (" 4 + Level ", (5, 11)),
        ("0", (0, 0)),
        ("999", (999, 999)),
    ],
)
def test_a_weight_is_a_number_or_grows_with_the_level(text: object, weights: tuple[int, int]) -> None:
    """HD-9, HD-62: the weights on levels 1 and 7."""
    read = Weights().read(text, None)
    assert (read.on(1), read.on(7)) == weights


@pytest.mark.parametrize("text", ["-1", -1, "many", "", "1.5", "1000", "level+2", "2+3", "2*level", True, "²"])
def test_a_wrong_weight_is_told_with_what_would_do(text: object) -> None:
    with pytest.raises(BadSetting, match=r"a whole number up to 999, .level., or a sum such as .2\+level. \(HD-4\)"):
        Weights().read(text, None)


def test_a_negative_weight_is_told_so() -> None:
    with pytest.raises(BadSetting, match="blank is -1, and no weight is less than 0"):
        maps.generate("dungeon", "s", given={"blank": -1})


CAVE = """\
mapkit = 1
game = "dungeon"
map = \"\"\"
  . . C
 . . M .
. . R ~ .
 . # . .
  O . .
\"\"\"
[settings]
"""


def problems(text: str) -> list[Problem]:
    with pytest.raises(UnreadableMap) as caught:
        maps.read(text.encode(), "cave.toml")
    return list(caught.value.problems)


def test_all_that_is_wrong_in_a_file_is_told_at_once_with_its_place() -> None:
    text = CAVE.replace("M", "m").replace(" . # . .", " . ## .")
    found = problems(text + 'blank = -1\npool = "many"\nchest = 1.5\nlevels = 9\nfair = "perhaps"\nropes = 1\n')
    assert [(p.line, p.column) for p in found] == [
        (5, 6),
        (7, 2),
        (11, 9),
        (12, 8),
        (13, 9),
        (14, 10),
        (15, 8),
        (16, 1),
    ]
    for problem, words in zip(
        found,
        ("m", "takes 4", "less than 0", "'many'", "1.5", "levels is 9; the most is 8", "no or yes", '"rope"'),
        strict=True,
    ):
        assert words in problem.message


NOTHING = "".join(f"{kind} = 0\n" for kind in (*BOOK, "enemy"))


@pytest.mark.parametrize(
    ("settings", "line", "words", "number"),
    [
        (NOTHING, 11, "all weights are 0", "HD-4"),
        ("minotaur = 0\n", 11, "no Enemy can be drawn", "HD-40"),
        ("nothing = 0\none_coin = 0\ntwo_coins = 0\n", 11, "all loot has the weight 0", "HD-46"),
        ("levels = 2\n", 11, "levels is 2, and 1 drawn", "HD-1"),
    ],
)
def test_weights_that_leave_nothing_to_draw_are_refused(settings: str, line: int, words: str, number: str) -> None:
    (problem,) = problems(CAVE + settings)
    assert problem.line == line
    assert words in problem.message
    assert {clash.rule for clash in DUNGEON.design.conflicts(params_with(settings))} == {number}


@pytest.mark.parametrize("without", ["chest = 0\n", "one_coin = 0\ntwo_coins = 0\n"])
def test_a_dungeon_in_which_nobody_can_win_is_told(without: str) -> None:
    """HD-49."""
    assert [clash.rule for clash in DUNGEON.design.conflicts(params_with(without))] == ["HD-49"]


def params_with(settings: str) -> Params:
    values = dict(re.findall(r"(\w+) = (\d)", settings))
    weights: dict[str, Any] = {k: Weight(int(v)) for k, v in values.items() if k != "levels"}
    made = Params(**weights)
    return replace(made, levels=int(values["levels"])) if "levels" in values else made


@pytest.mark.parametrize(("text", "grid"), [("3", Hex(3)), (" 2 ", Hex(2)), ("6x8", Hex(6, 8)), ("3 X 1", Hex(3, 1))])
def test_a_size_is_a_radius_and_perhaps_levels(text: str, grid: Hex) -> None:
    """HD-3, HD-3.a: a level is a hexagon with one centre; it has 37 hexes unless a setting asks for another size."""
    assert read_size(text) == grid
    assert len(Params().grid.cells()) == 37


@pytest.mark.parametrize("text", ["1", "7", "0", "3x9", "3x0", "8x8x2", "", "three", "²"])
def test_a_wrong_size_is_told_with_what_would_do(text: str) -> None:
    with pytest.raises(BadSetting, match=r"a radius from 2 to 6, or with levels such as 3x2 \(HD-3.a\)"):
        read_size(text)


def test_levels_ahead_are_a_setting() -> None:
    """HD-1.a: one level, unless the setting asks for more levels ahead."""
    assert maps.generate("dungeon", "s").params.grid == Hex(3)
    assert maps.generate("dungeon", "s", given={"levels": 8}).params.grid == Hex(3, 8)
    assert maps.generate("dungeon", "s", preset="ahead").params.grid == Hex(3, 6)
    with pytest.raises(BadSetting, match="levels is 9; the most is 8"):
        maps.generate("dungeon", "s", given={"levels": "9"})


def test_the_additions_are_off_unless_asked_for() -> None:
    """HD-52, HD-58.a, HD-59.a, HD-62, HD-65.b: the weights are 0, so the odds of the rules stay."""
    for number in (1, 5):
        assert [kind for kind, weight in Params().hexes(number) if not weight] == ["steel_wall", "dark"]
        assert dict(Params().creatures(number)) == {"minotaur": 2, "rot_bird": 0}
        assert Params().loot(number)[:3] == (("nothing", 2), ("one_coin", 5), ("two_coins", 3))
        assert {weight for _, weight in Params().loot(number)[3:]} == {0}


def test_on_level_1_a_minotaur_stands_for_each_rot_bird() -> None:
    """HD-53: this holds even if Rot Birds are the only Enemies."""
    p = maps.params(DUNGEON, "default", None, {"minotaur": 0, "rot_bird": 1, "enemy": 9, "levels": 2})
    made = Map(DUNGEON, p, solving_of(DUNGEON).draft(p, Chance("s"), frozenset()))
    creatures = {(cell[-1], kind) for cell, kind in made.kinds.items() if kind in ("minotaur", "rot_bird")}
    assert creatures == {("1", "minotaur"), ("2", "rot_bird")}
    assert legality.check(made) == ()
    bird = next(cell for cell, kind in made.kinds.items() if kind == "rot_bird")
    wrong = replace(made, facts=made.facts - {has(bird, "rot_bird")} | {has(bird, "minotaur")})
    assert [fault.rule.number for fault in legality.check(wrong)] == ["HD-40"]


# Files


@st.composite
def some_maps(draw: st.DrawFn) -> Map[Params]:
    """Any levels, some half drawn or against the rules, with any settings that go together."""
    grid = Hex(draw(st.integers(2, 6)), draw(st.integers(1, 8)))
    kinds = draw(st.lists(st.sampled_from(["", *KINDS]), min_size=1, max_size=30))
    facts = frozenset(Fact(c, k) for n, c in enumerate(grid.cells()) if (k := kinds[n * 11 % len(kinds)]))
    p = Params(
        grid,
        draw(st.sampled_from([None, grid.floors])),
        draw(st.sampled_from(["no", "yes"])),
        draw(st.sampled_from(["pointy", "flat"])),
        Weight(draw(st.integers(1, 999))),
        Weight(draw(st.integers(0, 999)), draw(st.integers(0, 1))),
    )
    title = draw(st.text(st.characters(exclude_categories=["C", "Zl", "Zp"]), max_size=20))
    return Map(DUNGEON, p, facts, title, draw(st.sampled_from(PRESETS)))


few = settings(max_examples=25 if settings().max_examples < 500 else settings().max_examples)


@few
@given(some_maps())
def test_a_level_survives_being_written_down(map_: Map[Params]) -> None:
    assert maps.read(writer.show(map_).encode(), "cave.toml").map == map_
