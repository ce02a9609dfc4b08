"""Things that maps usually keep and the source does not ask for: advice, unless the file asks (TL-17.b to TL-27.a)."""

import re

import pytest

from mapkit.games import maps
from mapkit.games.treasures.packs import Settings as Params
from mapkit.mapfile import document, writer
from mapkit.model.settings import settings
from mapkit.solve import legality, repairs, search

EXIT_BY_RIVER = """
+---+---+---+---+---+
| .   .   .   .   .
+   +   +   +   +   +
  ~>  ~>  ~>  ~>  ~>|
+   +   +   +   +   +
| .   .   T   .   . |
+---+---+---+---+---+
"""
POCKET = """
+---+---+---+---+
| .   .   .   A1|
+   +   +   +   +
| .   .   .   .
+---+---+   +   +
| T   A2| .   . |
+---+---+---+---+
"""
NEAR_EXITS = """
+---+---+---+---+
| .   .   .   .
+   +   +   +   +
| .   .   .   .
+   +   +   +   +
| T   .   .   . |
+---+---+---+---+
"""
NEAR_TREASURE = """
+---+---+---+---+
| .   .   T   .
+   +   +   +   +
| .   .   .   . |
+   +   +   +   +
| .   .   .   . |
+---+---+---+---+
"""
WINDING = """
+---+---+---+---+
| ~v  .   ~>  ~>|
+   +   +   +   +
| ~>  ~>  ~^  .
+   +   +   +   +
| T   .   .   . |
+---+---+---+---+
"""
CASES = [
    ("TL-17.b", EXIT_BY_RIVER, "river = 5\nrivers = 1\nexits = 2", 'dry_exits = "yes"'),
    ("TL-27.a", POCKET, "two_way = 1", 'one_piece = "yes"'),
    ("TL-26.a", NEAR_EXITS, "exits = 2", "exit_distance = 5"),
    ("TL-26.a", NEAR_TREASURE, "", "treasure_distance = 3"),
    ("TL-19.b", WINDING, "river = 6\nrivers = 1", 'bends = "0-2"'),
]


def read(drawing: str, *stated: str, preset: str = "default") -> document.Document:
    """A file as its drawer leaves it: with the numbers of things, and no other setting than those that are stated."""
    counts = dict.fromkeys(("shop", "hospital", "marsh", "river", "rivers", "fake", "two_way", "three_way"), 0)
    lines = {name: str(number) for name, number in counts.items()}
    lines |= {"treasures": "1", "exits": "1", "walls": '"any"', "players": "3"}
    lines |= dict(line.split(" = ") for text in stated for line in text.splitlines())
    told = "\n".join(f"{name} = {value}" for name, value in lines.items())
    head = f'mapkit = 1\ngame = "treasures"\npreset = "{preset}"'
    return maps.read(f'{head}\nmap = """{drawing}"""\n[settings]\n{told}\n'.encode(), "mine.toml")


@pytest.mark.parametrize(("number", "drawing", "counts", "asked"), CASES, ids=[case[3] for case in CASES])
def test_an_unusual_thing_is_advice_and_a_fault_only_if_the_file_asks(
    number: str, drawing: str, counts: str, asked: str
) -> None:
    left_out = read(drawing, counts).map
    assert legality.check(left_out) == ()
    assert [fault.rule.number for fault in legality.advise(left_out)] == [number]
    stated = read(drawing, counts, asked).map
    assert [fault.rule.number for fault in legality.check(stated)] == [number]
    assert number not in [fault.rule.number for fault in legality.advise(stated)]
    repaired = repairs.repair(left_out)
    assert repaired.map == left_out, "there is nothing to repair"


@pytest.mark.parametrize("asked", ["", 'dry_exits = "no"', 'dry_exits = "yes"'])
def test_a_river_that_flows_out_through_an_exit_is_a_fault_whatever_is_asked_for(asked: str) -> None:
    """TL-17.b: the river would flush a player out to victory."""
    mouth = EXIT_BY_RIVER.replace("  ~>  ~>  ~>  ~>  ~>|", "| ~>  ~>  ~>  ~>  ~>").replace(".\n", ". |\n")
    map_ = read(mouth, "river = 5\nrivers = 1", asked).map
    assert [(fault.rule.number, str(fault.place)) for fault in legality.check(map_)] == [("TL-17.b", "e2")]
    assert legality.advise(map_) == (), "what is a fault is no advice as well"


def test_a_file_that_names_a_preset_does_not_ask_for_its_usual_distances() -> None:
    """TL-26.a: `small` has exits four steps apart; a drawer who names this preset has not asked for that."""
    map_ = read(NEAR_EXITS, "exits = 2", preset="small").map
    assert legality.check(map_) == ()
    assert [fault.sentence for fault in legality.advise(map_)] == ["Fewest steps between two exits: 4."]


def test_a_generated_map_asks_for_the_usual_things_and_keeps_them() -> None:
    """TL-28.b: its file states every setting, so it stays as strict as it was made."""
    made = maps.generate("treasures", "usual")
    again = maps.read(writer.show(made).encode(), "made.toml").map
    assert again == made
    assert again.usual_values == ()
    assert again.params == Params()


def test_a_file_to_fill_in_asks_for_nothing_that_is_only_usual() -> None:
    text = maps.new("treasures")
    blank = maps.read(text.encode(), "mine.toml").map
    loose = {setting.name: setting.value_left_out for setting in settings(Params) if setting.value_left_out is not None}
    assert len(loose) == 8
    assert {name: getattr(blank.params, name) for name in loose} == loose
    assert blank.as_usual.params == Params()
    asking = maps.read(re.sub(r"^# (\w+ = )", r"\1", text, flags=re.MULTILINE).encode(), "mine.toml").map
    assert asking.params == Params(), "with the signs before the lines taken away"


def test_a_map_is_completed_in_the_usual_way_if_possible() -> None:
    """TL-26.a: what is drawn stays, even if it is unusual."""
    blank = maps.read(maps.new("treasures", preset="small").encode(), "mine.toml").map
    filled = search.complete(blank, "s")
    assert legality.check(filled) == ()
    assert legality.check(filled.as_usual) == ()
    half = NEAR_EXITS.replace("| .   .   .   .  \n", "| ?   ?   .   .  \n").replace("| T ", "| ? ")
    kept = search.complete(read(half, "exits = 2").map, "s")
    assert legality.check(kept) == ()
    assert [fault.rule.number for fault in legality.advise(kept)][:1] == ["TL-26.a"]


def test_a_card_says_nothing_of_distances_that_nobody_asked_for() -> None:
    """TL-26.a: the card states the rules that this map keeps, and no others."""
    asked = [
        rule.text(Params()) for rule in read(NEAR_EXITS, "exits = 2").map.game.design.rules if rule.applies(Params())
    ]
    loose = read(NEAR_EXITS, "exits = 2").map
    told = [rule.text(loose.params) for rule in loose.game.design.rules if rule.applies(loose.params)]
    assert sum("Fewest steps" in words for words in asked) == 5
    assert sum("Fewest steps" in words for words in told) == 0
