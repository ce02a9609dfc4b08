"""Maps like a drawing: as many of each thing, and the settings that have to make room for them."""

from collections import Counter
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from mapkit.games import maps
from mapkit.model.map import Map
from mapkit.model.rule import Amount, Fact
from mapkit.solve import legality, search
from mapkit.solve.likeness import settings_like
from tests.command import output, refusal, run

AS_DRAWN = """mapkit = 1
game = "labyrinth"
preset = "as-drawn"
map = '''
+---+---+---+---+---+---+---+---+
| T   .   .   . | W1  .   .   . |
+   +---+   +   +   +---+   +   +
| .   . | . | .   .   .   S   . |
+   +   +   +   +---+   +   +   +
| ~>  ~>  ~>  ~v  .   .   . | W2|
+   +   +   +   +   +---+   +   +
| .   A   .   ~v  .   .   V2  .
+---+   +---+   +   +   +---+   +
| .   .   .   ~>  ~>  ~v  .   . |
+   +---+   +   +   +   +   +---+
| H | .   .   .   .   ~v  .   F |
+   +   +   +---+   +   +   +---+
| .   .   .   .   .   ~v  .   T |
+---+   +---+   +   +   +   +   +
| .   .   .   V1  .   ~o  .   .
+---+---+---+---+---+---+---+---+
'''
"""


def read(text: str) -> Any:
    return maps.read(text.encode(), "map.toml").map


def things(map_: Map[Any]) -> Counter[str]:
    """How many there are of each thing, whichever way it flows, opens or lies and whoever owns it."""
    flat = (mark.partition(" ")[0] for _, mark in map_.facts)
    return Counter("wall of two squares" if mark in ("h", "v") else mark for mark in flat)


def made_like(map_: Map[Any], seed: str = "one") -> Map[Any]:
    made = search.generate_from(map_.game, settings_like(map_).params, map_.preset, seed)
    assert not legality.check(made)
    return made


@pytest.mark.parametrize("seed", ["one", "two", "three"])
def test_a_map_like_a_drawing_has_its_river_wormholes_exits_and_walls(seed: str) -> None:
    made = made_like(read(AS_DRAWN), seed)
    assert things(made) == things(read(AS_DRAWN))
    assert made.facts != read(AS_DRAWN).facts
    assert settings_like(read(AS_DRAWN)).changed == ()


@pytest.mark.parametrize(
    ("game", "preset", "given"),
    [
        ("treasures", "default", {}),
        ("treasures", "haunted-house", {}),
        ("labyrinth", "tower", {}),
        ("labyrinth", "delta", {}),
        ("quoridor", "default", {"standing": 7}),
        ("dungeon", "additions", {}),
        ("dungeon", "fair", {}),
    ],
)
def test_every_game_gives_as_many_of_each_thing_as_were_drawn(game: str, preset: str, given: dict[str, object]) -> None:
    drawn = maps.generate(game, "drawn", preset=preset, given=given)
    assert things(made_like(drawn)) == things(drawn)


def test_a_position_like_an_opening_is_one_and_a_code_like_another_says_its_text() -> None:
    opening = maps.generate("quoridor", "drawn", given={"pawns_at": "start", "standing": 4})
    drawn = replace(opening, params=replace(opening.params, pawns_at="anywhere"))
    assert {fact for fact in made_like(drawn).facts if "pawn" in fact.mark} <= drawn.facts
    code = maps.generate("minoqaur", "drawn", given={"text": "HELLO"})
    silent = replace(code, params=replace(code.params, text=""))
    assert made_like(silent).params.text == "HELLO"
    assert made_like(silent).facts != code.facts


def test_settings_without_room_for_the_drawing_are_named_and_others_stay() -> None:
    basic = read(AS_DRAWN.replace('preset = "as-drawn"', 'rules = "BASIC"'))
    like = settings_like(basic)
    assert things(made_like(basic)) == things(basic)
    assert like.changed == ("rules", "swamps")
    assert str(like.params.rules).startswith("G1-S1-F4-V1-T3-A2-"), "groups that have room stay as in BASIC"
    assert like.params.treasures == Amount(2, 2)


def test_an_unfinished_drawing_has_at_least_what_is_drawn_and_else_what_its_settings_ask_for() -> None:
    begun = read(maps.new("treasures"))
    assert settings_like(begun).params == begun.as_usual.params, "nothing is drawn yet"
    three = replace(begun, facts=frozenset(Fact(cell, "treasure") for cell in ("a1", "c3", "e5")))
    like = settings_like(three)
    assert like.changed == ("treasures",)
    assert things(made_like(three))["treasure"] == 3
    assert things(made_like(three))["shop"] == 1
    undecided = read(AS_DRAWN.replace("S   .", "S ? ."))
    assert settings_like(undecided).params.treasures.low == 2


def test_starts_that_are_listed_are_drawn_again_and_as_fair() -> None:
    listed = read(AS_DRAWN.replace("map =", 'starts = "b1 d8 g1"\nmap =', 1))
    assert things(made_like(listed))["start"] == 3


def test_generate_like_makes_such_maps_one_or_many(tmp_path: Path) -> None:
    (tmp_path / "mine.toml").write_text(AS_DRAWN)
    like = ("generate", "labyrinth", "--like", tmp_path / "mine.toml", "--seed", "one")
    made = read(run(*like, "-o", "-").stdout)
    assert things(made) == things(read(AS_DRAWN))
    output(*like, "--count", "2", "-o", tmp_path / "many")
    assert [things(read(file.read_text())) for file in (tmp_path / "many").iterdir()] == [things(made)] * 2
    assert "leave --size out" in refusal(*like, "--size", "3x3")
    assert "and you say quoridor" in refusal("generate", "quoridor", *like[2:])
