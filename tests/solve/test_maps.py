"""The verbs: new, generate, check, repair, complete."""

from collections.abc import Sequence

import pytest

from mapkit.games import maps
from mapkit.games.shelf import GAMES
from mapkit.mapfile import writer
from mapkit.model.grid import Square
from mapkit.model.map import Map
from mapkit.model.presets import NoSuchPreset
from mapkit.model.rule import Fact, NoSuchMap, SolverGaveUp, has
from mapkit.model.settings import BadSetting, read_size
from mapkit.paper.game_sheets import paper_of
from mapkit.solve import legality, repairs, search
from mapkit.solve.edits import edits
from tests.drawings import drawn, numbers

LEGAL = """
+---+---+---+
| T   .   .
+---+   +   +
| .   .   . |
+---+---+---+
"""


BARE = {
    **dict.fromkeys(("shop", "hospital", "marsh", "river", "fake", "two_way", "three_way"), 0),
    "treasures": 1,
    "exits": 1,
}
"""A board with hardly anything on it."""

T_AT_A1 = {has("a1", "treasure"), has("a1", "safe")}


THINGS = ("marsh", "shop", "hospital", "fake", "two_way", "three_way")


def conflicts(size: str, **given: object) -> set[frozenset[str]]:
    with pytest.raises(NoSuchMap) as caught:
        maps.generate("treasures", "s", size=read_size(size), given=given)
    return {frozenset(rule.number for rule in conflict) for conflict in caught.value.conflicts}


DRAWN = [(game, preset.name) for game in ("treasures", "labyrinth", "dungeon") for preset in maps.presets(game)]
"""The presets whose maps are soon made; those with a puzzle or a par have tests of their own."""


@pytest.mark.parametrize("seeds", [("s", "s1"), pytest.param(range(200), marks=pytest.mark.long)], ids=["two", "many"])
@pytest.mark.parametrize(("game", "preset"), DRAWN)
def test_every_preset_gives_legal_maps_that_differ_and_survive_being_written_down(
    game: str, preset: str, seeds: Sequence[object]
) -> None:
    """TL-28, TX-77, MP-120 to MP-125, HD-1: and the same map from the same seed."""
    some = [maps.generate(game, str(seed), preset=preset) for seed in seeds]
    assert [fact for fact in some if legality.check(fact)] == []
    assert len({fact.facts for fact in some}) == len(some)
    assert maps.generate(game, str(seeds[0]), preset=preset) == some[0]
    assert maps.read(writer.show(some[0]).encode(), "made.toml").map == some[0]
    assert not [rule for rule in GAMES[game].design.conflicts(some[0].params) if rule.fatal or game == "labyrinth"]


@pytest.mark.parametrize("size", ["5x5", "5x9", "9x5", "12x7", "20x20"])
def test_boards_of_any_size_and_shape_are_made(size: str) -> None:
    """TL-9: the board is any rectangle whose counts fit."""
    made = maps.generate("treasures", "seed", preset="any-size", size=read_size(size))
    assert legality.check(made) == ()
    assert f"{made.params.grid.columns}x{made.params.grid.rows}" == size


@pytest.mark.parametrize("size", ["2x2", "3x2", "2x5"])
def test_the_smallest_boards_are_made(size: str) -> None:
    bare = dict.fromkeys(("shop", "hospital", "marsh", "river", "fake", "two_way", "three_way"), 0)
    given = {**bare, "treasures": 1, "exits": 1, "walls": 1, "players": 2, "treasure_distance": 1}
    made = maps.generate("treasures", "seed", size=read_size(size), given=given)
    assert legality.check(made) == ()


@pytest.mark.parametrize(
    ("size", "given", "core"),
    [
        ("4x2", {"walls": 20}, {"TL-27"}),
        ("5x4", {"walls": 13, "river": 0, "marsh": 0}, {"TL-27", "TL-27.a"}),
        ("4x4", {"exits": 9, "river": 0, **dict.fromkeys(THINGS, 0)}, {"TL-26", "TL-26.a"}),
        pytest.param("6x6", {"walls": 26}, {"TL-27", "TL-27.a"}, marks=pytest.mark.long),
        pytest.param("6x6", {"exits": 9}, {"TL-26", "TL-26.a"}, marks=pytest.mark.long),
        pytest.param(
            "8x8",
            {"exits": 32, "exit_distance": 0, "treasure_distance": 0},
            {"TL-26", "TL-17.b", "TL-19.d"},
            marks=pytest.mark.long,
        ),
        ("3x3", {"safe": 9, "river": 0, "marsh": 0, "treasures": 1}, {"TL-9", "TL-12", "TL-23"}),
    ],
)
def test_settings_that_contradict_each_other_are_named(size: str, given: dict[str, object], core: set[str]) -> None:
    """TL-28: all counts are settings; counts that cannot be met together are told with their rules."""
    assert frozenset(core) in conflicts(size, **given)


def test_more_tiles_than_cells_name_the_counts() -> None:
    """TL-28.a: too many tiles is an error, and a Safe tile for each player must remain."""
    (core,) = conflicts("4x3", **BARE | {"walls": 0, "marsh": 12})
    assert {"TL-9", "TL-15"} <= core
    assert {"TL-9", "TL-28.a"} < {"TL-28.a"} | set().union(*conflicts("4x3", **BARE | {"walls": 0, "players": 12}))


def test_every_rule_of_a_conflict_is_needed_for_it() -> None:
    """Three walls close off no tile of 4 x 2, four walls do: the conflict is exact."""
    given = {**BARE, "players": 2}
    assert conflicts("4x2", **given, walls=4) == {frozenset({"TL-27", "TL-27.a"})}
    assert legality.check(maps.generate("treasures", "s", size=Square(4, 2), given={**given, "walls": 3})) == ()


def test_a_rule_that_no_board_of_that_size_keeps_stands_alone() -> None:
    """TL-15: eight Marshes are more than two by two tiles."""
    with pytest.raises(NoSuchMap) as caught:
        maps.generate("treasures", "s", preset="default", size=Square(2, 2))
    said = str(caught.value).splitlines()
    assert said[1].startswith("This rule cannot be kept on this board:")
    assert said[2].split()[0] == "TL-15"
    with pytest.raises(NoSuchMap, match="These rules contradict each other:"):
        maps.generate("treasures", "s", size=Square(4, 2), given={**BARE, "players": 2, "walls": 4})


def test_rules_that_a_conflict_does_not_need_are_not_named() -> None:
    """Five Shops and six Hospitals on eight tiles contradict each other however many players there are (TL-28.a)."""
    given = {**BARE, "players": 1, "shop": 5, "hospital": 6, "exits": 7}
    assert frozenset({"TL-9", "TL-13", "TL-14"}) in conflicts("4x2", **given)


def test_giving_up_is_not_impossible(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(search, "EFFORT", 1e-4)
    monkeypatch.setattr(search, "WINDOW_EFFORT", 1e-4)
    with pytest.raises(SolverGaveUp, match="effort"):
        maps.generate("treasures", "u", given={"walls": 49, "river": 20, "exits": 4, "marsh": 20})


def test_a_thing_in_the_wrong_place_is_moved() -> None:
    close = drawn("treasure_distance=2 walls=1" + LEGAL.replace("T   .   .", ".   .   T"))
    made = Map(close.game, close.params, close.facts ^ {has("c2", "treasure"), has("c2", "safe")} ^ T_AT_A1)
    (edit,) = edits(close, made)
    assert edit.words == "move the treasure from c2 to a1"


def test_repair_changes_as_few_facts_as_possible() -> None:
    """Compared with brute force: no map with fewer changed facts is legal."""
    broken = drawn("walls=1 marsh=1" + LEGAL.replace("+---+   +   +", "+---+---+   +"))
    repaired = repairs.repair(broken)
    assert len(broken.facts ^ repaired.map.facts) == 3
    facts = {
        fact for fact in legality.possible_facts(broken.game, broken.params) if fact.mark in ("wall", "marsh", "safe")
    }
    for one in facts:
        for other in facts:
            nearer = Map(broken.game, broken.params, broken.facts ^ {one, other})
            assert legality.check(nearer)


@pytest.mark.parametrize(
    ("game", "preset", "broken"),
    [("treasures", "default", {"TL-9", "TL-23"}), ("quoridor", "default", {"QC-8"}), ("dungeon", "ahead", {"HD-4"})],
)
def test_a_new_map_is_blank_and_can_be_completed(game: str, preset: str, broken: set[str]) -> None:
    """The output of `new` can be read, has only blanks, and becomes a legal map."""
    blank = maps.read(maps.new(game, preset=preset).encode(), "new.toml").map
    assert blank.facts == frozenset()
    assert {*numbers(blank)} >= broken
    assert legality.check(search.complete(blank, "seed")) == ()


@pytest.mark.parametrize("size", ["8", "8x", "x8", "8x8x9", "1x8", "8x65", "0x0", "²x8", "eight"])
def test_a_wrong_size_is_told_with_what_would_do(size: str) -> None:
    with pytest.raises(BadSetting, match="columns x rows"):
        read_size(size)


def test_every_wrong_setting_is_told_at_once() -> None:
    with pytest.raises(BadSetting) as caught:
        maps.generate("treasures", "s", given={"marhs": 3, "walls": "many", "exits": 0, "players": "2-3"})
    assert all(word in str(caught.value) for word in ("marhs", "many", "exits is 0", "2-3"))


def test_impossible_numbers_are_refused_as_settings() -> None:
    for given, words in (({"two_way": 7}, "two_way is 7; the most is 6"), ({"marsh": "120%"}, "marsh is '120%'")):
        with pytest.raises(BadSetting, match=words):
            maps.generate("treasures", "s", given=given)


def test_an_unknown_game_or_preset_is_told_with_the_known_ones() -> None:
    with pytest.raises(BadSetting, match="treasures"):
        maps.generate("chess", "s")
    with pytest.raises(NoSuchPreset) as caught:
        maps.generate("treasures", "s", preset="tiny")
    assert "small" in caught.value.known


def test_a_large_draft_with_a_fault_is_repaired_in_a_window() -> None:
    """Only cells near the fault change, however large the board is."""
    made = maps.generate("treasures", "s", preset="any-size", size=Square(20, 16))
    cell = next(cell for cell in made.params.grid.cells() if has(cell, "safe") in made.facts)
    spoilt = Map(made.game, made.params, made.facts - {Fact(cell, "safe")} | {Fact(cell, "marsh")})
    repaired = search.legal_map_near(spoilt, legality.check(spoilt))
    changed = {fact.place for fact in repaired.facts ^ made.facts}
    assert len(changed) <= 2


def test_games_on_the_shelf_are_complete() -> None:
    for game in GAMES.values():
        assert maps.presets(game.name)[0].name == "default"
        assert {"gm"} <= set(paper_of(game).secret)
        assert {"card"} <= set(paper_of(game).public)
