"""One slip of the pen in a legal map: repair undoes it, and removes nothing that was drawn on purpose."""

import json
import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from mapkit.cli import main
from mapkit.cli.inputs import culprits_first, tell_faults
from mapkit.games import maps
from mapkit.games.shelf import GAMES
from mapkit.mapfile.text import UnreadableMap
from mapkit.model import letters
from mapkit.model.chance import Chance
from mapkit.model.game import Game
from mapkit.model.map import Map
from mapkit.model.rule import Fact
from mapkit.solve import legality, repairs, search
from tests.command import refusal
from tests.drawings import drawn
from tests.slips import KINDS, TYPING, Slip, misprints, names, plain, slips

SATURDAY = """
rules=G2-F4-T2-A2-H34-W6-O2356 players=3
+---+---+---+---+---+---+
| F   W1  .   . | V2  . |
+   +---+   +   +   +   +
| .   .   . | .   .   H |
+---+   +-^-+   +===+   +
| ~>  ~>  ~>  ~v  .   .
+   +   +   +   +---+   +
| .   A   . | ~v| .   W2|
+   +---+   +   +   +-:-+
| .   . : .   ~o  .   . |
+   +   +   +---+   +---+
| .   V1| .   . | W3  T |
+---+---+---+---+---+---+
"""
SETS = (
    ("treasures", "small"),
    ("labyrinth", "classic"),
    pytest.param("labyrinth", "classic-x", marks=pytest.mark.long),
)


def planted(game: str, preset: str, number: int) -> Iterator[Slip]:
    """The slips in one legal map that make it illegal."""
    made = maps.generate(game, f"slip {number}", preset=preset)
    for slip in slips(made, Chance(f"{game} {preset} {number}")):
        if legality.check(slip.map):
            yield slip


def unkind(slip: Slip, repaired: repairs.Repair[Any]) -> list[str]:
    """The edits that change things drawn on purpose: neither the place of the slip nor an empty cell."""
    before = slip.map.kinds
    drawn_lines = {fact.place for fact in slip.map.facts if not isinstance(fact.place, str)}
    touched = {
        place
        for place in (fact.place for fact in slip.map.facts ^ repaired.map.facts)
        if (before.get(place, "") not in ("", plain(slip.map)) if isinstance(place, str) else place in drawn_lines)
    }
    return [str(place) for place in touched - slip.culprits]


def needlessly_changed(found: list[Slip]) -> dict[str, object]:
    """The kinds of slips that take more than one edit, or an edit that changes what was drawn on purpose."""
    repaired = {slip.kind: repairs.repair(slip.map) for slip in found}
    assert all(answer.proven for answer in repaired.values())
    taken = {slip.kind: unkind(slip, repaired[slip.kind]) for slip in found}
    return {kind: repaired[kind].edits for kind in repaired if taken[kind] or len(repaired[kind].edits) > 1}


@pytest.mark.parametrize(("game", "preset"), SETS)
def test_repair_undoes_one_slip_with_one_edit_and_removes_nothing_else(game: str, preset: str) -> None:
    found = list(planted(game, preset, 1))
    assert len(found) > 2
    assert needlessly_changed(found) == {}


def test_if_settings_leave_room_repair_still_removes_nothing_drawn_on_purpose() -> None:
    """A chain without its last wormhole is also legal, and so is a map with another wall."""
    made = drawn(SATURDAY, "labyrinth")
    assert legality.check(made) == ()
    found = [slip for slip in slips(made, Chance("Saturday")) if legality.check(slip.map)]
    assert needlessly_changed(found) == {}


@pytest.mark.parametrize("cell", ["a6", "f1"])
def test_a_forgotten_treasure_is_put_on_an_empty_cell(cell: str) -> None:
    """MP-T-2: one genuine treasure and one false one.

    A wormhole could give way as well; an empty cell costs the same.
    """
    made = drawn(SATURDAY, "labyrinth")
    forgotten = {Fact(cell, made.kinds[cell])}
    (edit,) = repairs.repair(replace(made, facts=made.facts - forgotten | {Fact(cell, "empty")})).edits
    assert edit.words.endswith("instead of an empty cell")


@pytest.mark.parametrize(
    ("kind", "number"),
    [
        ("no_wall", 0),
        ("one_wall_more", 1),
        *(pytest.param("no_wall", number, marks=pytest.mark.long) for number in (1, 2)),
        *(pytest.param("one_wall_more", number, marks=pytest.mark.long) for number in (0, 2)),
    ],
)
def test_a_slip_in_the_walls_of_an_enclosure_is_one_edit(kind: str, number: int) -> None:
    """MP-33: the cells of the enclosure are those of the repaired map, not of the drawn one."""
    # A labyrinth that must have an enclosure, with a slip in its walls.
    # The slip opens the enclosure, or closes off a second one
    game = maps.game_named("labyrinth")
    asked = maps.params(game, "classic", None, {"enclosure": "always"})
    made = search.generate_from(game, asked, "classic", f"e{number}")
    possible = Chance(f"e{number}").shuffled(sorted(KINDS[kind](made), key=str))
    changed = (made.facts ^ {Fact(place, "wall")} for place, _ in possible)
    slipped = next(slipped for facts in changed if legality.check(slipped := replace(made, facts=facts)))
    (edit,) = repairs.repair(slipped).edits
    assert edit.words.split()[0] == ("build" if kind == "no_wall" else "take")


def first_line(text: str) -> int:
    """The line of the first error or fault of a file; 0 if it is legal."""
    try:
        read = maps.read(text.encode(), "typed.toml")
    except UnreadableMap as unreadable:
        return unreadable.problems[0].line
    told = culprits_first(read, legality.check(read.map))
    return read.spot(told[0].place).line if told else 0


DRAWN = (("treasures", "default"), ("treasures", "small"), ("labyrinth", "classic-x"), ("labyrinth", "advanced"))


@pytest.mark.parametrize("number", [1, pytest.param(300, marks=pytest.mark.long)])
@pytest.mark.parametrize(("game", "preset"), [*DRAWN, ("dungeon", "fair")])
def test_the_first_fault_names_the_slip_in_99_of_100(game: str, preset: str, number: int) -> None:
    missed = list[object]()
    for seed in range(1, number + 1):
        made = maps.generate(game, f"slip {seed}", preset=preset)
        found = [(slip, legality.check(slip.map)) for slip in slips(made, Chance(str(seed)))]
        missed += [(slip.kind, slip.place, told[0]) for slip, told in found if told and not names(slip, told[0])]
    assert len(missed) <= number * len(KINDS) // 100, missed


@pytest.mark.parametrize("number", [1, pytest.param(300, marks=pytest.mark.long)])
@pytest.mark.parametrize(("game", "preset"), DRAWN)
def test_the_first_error_names_the_line_of_a_slip_in_typing_in_99_of_100(game: str, preset: str, number: int) -> None:
    mistold = list[object]()
    for seed in range(1, number + 1):
        made = maps.generate(game, f"slip {seed}", preset=preset)
        told = [(typed, first_line(typed.text)) for typed in misprints(made, Chance(str(seed)))]
        mistold += [(typed.kind, typed.line, line) for typed, line in told if line not in (0, typed.line)]
    assert len(mistold) <= number * len(TYPING) // 100, mistold


def test_a_letter_of_another_alphabet_is_named_in_a_list_of_walls() -> None:
    """QC-17."""
    text = 'mapkit = 1\ngame = "quoridor"\nsize = 5\npawns = "c1 c5"\nwalls = "\u04353h"\n'
    with pytest.raises(UnreadableMap) as caught:
        maps.read(text.encode(), "typed.toml")
    (found,) = [problem.message for problem in caught.value.problems]
    assert "Cyrillic" in found
    assert "in walls is no wall" in found


DASH = "the sign \u2014, U+2014, which only looks like the sign -"
CYRILLIC_A = "Cyrillic \u0430, U+0430, which only looks like the Latin letter a"
QUOTE = 'the sign \u201c, U+201C, which only looks like the sign "'


@pytest.mark.parametrize(
    ("was", "becomes", "named"),
    [
        ('game = "labyrinth"', 'game = "l\u0430byrinth"', CYRILLIC_A),
        ('game = "labyrinth"', "game = \u201clabyrinth\u201d", QUOTE),
        ("game =", "g\u0430me =", CYRILLIC_A),
        ("game =", '"g\u0430me" =', CYRILLIC_A),
        ('preset = "basic"', 'preset = "b\u0430sic"', CYRILLIC_A),
        ("G1-S1", "G1\u2014S1", DASH),
        ("G1-S1", "\u0430-G1-S1", CYRILLIC_A),
        ('bear = "c3"', 'bear = "\u04303"', CYRILLIC_A),
        ("players = 3", '"pl\u0430yers" = 3', CYRILLIC_A),
        ("players = 3", 'walls = "1\u20142"', DASH),
        ("players = 3", 'enclosure = "\u0430lways"', CYRILLIC_A),
    ],
)
def test_a_word_of_a_file_is_refused_with_the_character_that_only_looks_right(
    was: str, becomes: str, named: str
) -> None:
    head = CUT_SHORT_HEAD.replace("bear", 'preset = "basic"\nbear', 1)
    text = f'{head}map = """{CUT_SHORT.format(row="  .   . |")}"""\n[settings]\nplayers = 3\n'
    assert was in text
    with pytest.raises(UnreadableMap) as caught:
        maps.read(text.replace(was, becomes).encode(), "typed.toml")
    assert named in str(caught.value)


def test_a_rule_code_is_refused_with_the_character_that_only_looks_right() -> None:
    assert DASH in refusal("generate", "labyrinth", "--rules", "G1\u2014S1")


def test_a_word_in_another_alphabet_has_no_letters_that_only_look_right() -> None:
    """The first letter of the Russian word for a maze is like no letter here, so the third letter is no slip either."""
    assert letters.look_alike("\u043b\u0430\u0431\u0438\u0440\u0438\u043d\u0442") == ""


CUT_SHORT = """
+---+---+---+---+---+
| .   W1| T   .   . |
+   +   +   +   +   +
| ~>  ~>  ~>  ~>  ~o|
+   +   +   +   +   +
| W2  A   .
+   +   +   +   +   +
| .   T   F   .   . |
+   +   +   +   +   +
| .   .   . {row}
+---+---+---+---+---+
"""
CUT_SHORT_HEAD = """mapkit = 1
game = "labyrinth"
rules = "G1-S1-F5-V1-T3-A2-H34-W6-O17"
bear = "c3"
leprechaun = "a1 b1 c1"
"""


def heard_of(text: str) -> list[str]:
    """The lines that `check` says of a file."""
    read, lines = maps.read(text.encode(), "typed.toml"), list[str]()
    tell_faults(read, legality.check(read.map), legality.advise(read.map), lines.append)
    return lines


@pytest.mark.parametrize(("row", "lines"), [("  .   . |", [12]), ("", [12, 16])])
def test_a_row_that_is_cut_short_is_told_once_and_nothing_that_follows_from_it(row: str, lines: list[int]) -> None:
    """MP-19: the cells d3 and e3 are missing, and with them perhaps the hospital."""
    said = heard_of(f'{CUT_SHORT_HEAD}map = """{CUT_SHORT.format(row=row)}"""\n')
    assert [int(line.split(":")[1]) for line in said] == lines
    assert all("MP-19" in line and "This line of the drawing is short" in line for line in said)


def test_a_fault_beside_a_row_that_is_cut_short_is_told_too() -> None:
    """MP-19, MP-H-4: there are two hospitals, whatever the row lacks. The gap of the short row is told as no exit."""
    two = CUT_SHORT.format(row="  H   H |").replace("| .   T   F   .   . |", "| .   T   F   .   .")
    said = heard_of(f'{CUT_SHORT_HEAD}map = """{two}"""\n')
    assert [line.split(": ")[1].split(" ")[0] for line in said] == ["fault[MP-19]", "fault[MP-H-4]"]


def test_programs_are_told_the_same_of_a_row_that_is_cut_short(tmp_path: Path) -> None:
    file = tmp_path / "short.toml"
    file.write_text(f'{CUT_SHORT_HEAD}map = """{CUT_SHORT.format(row="  .   . |")}"""\n')
    (told,) = json.loads(CliRunner().invoke(main.app, ["check", "--json", str(file)]).stdout)
    assert (told["place"], told["line"]) == ("d3", 12)
    assert "This line of the drawing is short" in told["found"]


@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.name)
def test_no_fault_of_a_blank_map_names_a_mark_of_the_code(game: Game[Any]) -> None:
    params = game.design.params()
    said = " ".join(fault.found for fault in legality.check(Map(game, params, frozenset(), "", "default")))
    assert not re.search(r"Found no [a-z]+(_[a-z]+| \d)", said)


def test_no_enclosure_is_mentioned_if_none_is_allowed() -> None:
    """MP-32, MP-33: an enclosure is allowed only if arsenals hold grenades."""
    shut = "+---+---+\n| T > .\n+---+   +\n| .   . |\n+---+---+"
    assert {"enclosure" in fault.sentence for fault in legality.check(drawn("rules=O15\n" + shut, "labyrinth"))} == {
        False
    }


# Planted faults of games whose maps are no drawings of tiles


def crossed(made: Map[Any], chance: Chance) -> Slip:
    """A wall across another one."""
    walls = sorted((fact for fact in made.facts if fact.mark[:2] in ("h ", "v ")), key=str)
    crossing = chance.choice(walls)
    mark = f"{'v' if crossing.mark[0] == 'h' else 'h'}{crossing.mark[1:]}"
    return _planted("crossed", crossing.place, made, made.facts | {Fact(crossing.place, mark)})


def on_one_square(made: Map[Any], chance: Chance) -> Slip:
    """A pawn on the square of another one."""
    one, other = sorted(fact for fact in made.facts if fact.mark.startswith("pawn"))
    return _planted("on one square", one.place, made, made.facts - {other} | {Fact(one.place, other.mark)})


def off_the_board(made: Map[Any], chance: Chance) -> Slip:
    """A wall that leaves the board."""
    columns, rows = made.params.grid.columns, made.params.grid.rows
    x = made.params.grid.name(columns - 1, chance.below(rows))
    return _planted("off the board", x, made, made.facts | {Fact(x, "h S")})


def in_a_fixed_pattern(made: Map[Any], chance: Chance) -> Slip:
    """A module of a finder pattern in the other shade."""
    place = made.params.grid.name(chance.below(7), made.params.grid.rows - 1 - chance.below(7))
    other = {"dark": "light", "light": "dark"}[made.kinds[place]]
    return _planted(
        "in a fixed pattern", place, made, frozenset(f for f in made.facts if f.place != place) | {Fact(place, other)}
    )


def not_drawn(made: Map[Any], chance: Chance) -> Slip:
    """A module that nobody has drawn."""
    place = chance.choice(sorted(made.kinds))
    return _planted("blank", place, made, frozenset(fact for fact in made.facts if fact.place != place))


def _planted(kind: str, place: Any, made: Map[Any], facts: frozenset[Fact]) -> Slip:
    return Slip(kind, place, frozenset({place}), replace(made, facts=facts))


PLANTED = {
    ("quoridor", "middle"): (crossed, on_one_square, off_the_board),
    ("minoqaur", "default"): (in_a_fixed_pattern, not_drawn),
}


@pytest.mark.parametrize("number", [10, pytest.param(500, marks=pytest.mark.long)])
@pytest.mark.parametrize(("game", "preset"), PLANTED)
def test_the_first_fault_names_a_planted_one_and_before_there_was_none(game: str, preset: str, number: int) -> None:
    """A thousand maps in the long test, each with one fault."""
    missed = list[object]()
    for step in range(number):
        made, chance = maps.generate(game, f"planted {step}", preset=preset), Chance(f"planted {step}")
        assert legality.check(made) == ()
        slip = PLANTED[game, preset][step % len(PLANTED[game, preset])](made, chance)
        found = legality.check(slip.map)
        if not found or slip.place not in (found[0].place, *found[0].witness):
            missed.append((step, slip.kind, slip.place, found[:2]))
    assert len(missed) <= number // 100, missed
