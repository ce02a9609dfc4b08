"""Maps of Maze on paper: what is drawn, checked, made, repaired and completed under the rule code."""

from dataclasses import replace
from functools import cache
from typing import Any

import pytest

from mapkit.games import maps
from mapkit.games.labyrinth import GAME
from mapkit.games.labyrinth.code import PRESETS, read_code
from mapkit.games.labyrinth.design import board_for_evening, fit, minutes, one_piece, reachable, real_moves
from mapkit.mapfile import writer
from mapkit.mapfile.text import UnreadableMap
from mapkit.model import resources
from mapkit.model.grid import Border, Square, border
from mapkit.model.map import Map
from mapkit.model.rule import Node, NoSuchMap, has, wall
from mapkit.model.settings import BadSetting, read_size
from mapkit.solve import legality, repairs, search
from tests.case_files import table
from tests.drawings import drawn, numbers


@cache
def figure() -> Map[Any]:
    path = resources.path("samples", "terra-incognita.toml")
    return maps.read(path.read_bytes(), path.name).map


def made(seed: str = "s", **given: Any) -> Map[Any]:
    return _made(seed, **given)


@cache
def _made(seed: str, **given: Any) -> Map[Any]:
    preset, size = str(given.pop("preset", "default")), given.pop("size", None)
    return maps.generate("labyrinth", seed, preset=preset, size=read_size(str(size)) if size else None, given=given)


def on(map_: Map[Any], *marks: str) -> list[str]:
    return sorted(str(fact.place) for fact in map_.facts if fact.mark in marks)


# The published figure (part I of the rules)


def test_the_published_map_is_legal() -> None:
    """Part I, MP-32.b, MP-33: 42 walls, and one enclosure, which is permitted."""
    map_ = figure()
    assert legality.check(map_) == ()
    assert len([fact for fact in map_.facts if fact.mark == "wall"]) == 42
    assert fit(map_.params, map_.facts).drawn.enclosed == {"f3"}


def entered(map_: Map[Any], start: str) -> tuple[set[str], set[str]]:
    """The cells that can be entered from a start, and the cells where a marker can come to rest."""
    onward: dict[Node, list[Node]] = {}
    for way in real_moves(fit(map_.params, map_.facts)):
        if map_.facts.issuperset(way.needs) and map_.facts.isdisjoint(way.bars):
            onward.setdefault(way.source, []).append(way.target)
    nodes = reachable(onward.get, ("in", start))
    cells = map_.params.grid.cells()
    return {c for c in cells if ("hit", c) in nodes}, {c for c in cells if c in nodes}


def test_one_cell_of_the_published_map_cannot_be_entered() -> None:
    """Part I: f3 can be entered from no other start.

    Only a player who starts on f3 rests on f4 or f5 (MP-67.d).
    """
    map_, cells = figure(), set(figure().params.grid.cells())
    for start in cells - {"f3"}:
        hit, rest = entered(map_, start)
        assert hit == cells - {"f3"}
        assert rest == cells - {"f3", "f4", "f5"}
    assert entered(map_, "f3")[0] == cells


FITS = table("codes.cases", "figure")


@pytest.mark.parametrize("options", FITS)
def test_the_published_map_fits_the_codes_that_it_should(options: str) -> None:
    """Part I: it fits F4 and F5, T1, A2 or A3, O1 or O2, H1 to H3.

    Without an arsenal no enclosure is permitted (MP-33).
    """
    map_ = figure()
    groups = {group[0]: group for group in (*str(map_.params.rules).split("-"), options)}
    code = read_code("-".join(groups.values()))
    other = replace(map_, params=replace(map_.params, rules=code))
    assert ", ".join(sorted(numbers(other))) == FITS[options].removeprefix("none")


def test_an_enclosure_can_be_ruled_out() -> None:
    map_ = figure()
    strict = replace(map_, params=replace(map_.params, enclosure="none"))
    (fault,) = legality.check(strict)
    assert (fault.rule.number, fault.place) == ("MP-32", "f3")
    assert fault.found.startswith("f3 cannot be reached from ")
    repaired = repairs.repair(strict)
    assert repaired.proven
    assert len(repaired.edits) == 1


# The enclosure (MP-33)

CLOSED = """
+---+---+---+---+
| T | A   .   .
+---+   +   +   +
| .   .   .   . |
+   +   +   +   +
| .   .   .   . |
+---+---+---+---+
"""


@pytest.mark.parametrize("seeds", [range(1), pytest.param(range(1, 6), marks=pytest.mark.long)], ids=str)
@pytest.mark.parametrize(
    ("size", "given"),
    [
        ("8x8", {}),
        ("4x4", {}),
        ("9x5", {"rules": "BASIC-W"}),
        ("10x10", {"rules": "CLASSIC-X"}),
        ("12x12", {"rules": "EXTREME", "advice": "keep"}),
        ("5x5x2", {"rules": "G23-S1-F4-V1-T2-A2-H34-W6-O1"}),
        ("8x8", {"fairness": 2}),
    ],
)
def test_an_enclosure_is_made_if_the_setting_asks_for_one(size: str, given: dict[str, Any], seeds: range) -> None:
    """MP-33: the enclosure has one cell or a few, and the check finds the same one.

    No genuine treasure needs a grenade.
    """
    for seed in seeds:
        map_ = made(f"closed {seed}", size=size, enclosure="always", **given)
        enclosed = map_.fitted_params.drawn.enclosed
        assert enclosed
        assert legality.check(map_) == ()
        assert enclosed.isdisjoint(on(map_, "treasure", "arsenal", "hospital"))


@pytest.mark.long
def test_forty_enclosures_are_of_every_size_and_no_other() -> None:
    assert {len(made(f"size {seed}", enclosure="always").fitted_params.drawn.enclosed) for seed in range(40)} == {
        *range(1, 6)
    }


def test_enclosures_are_of_every_size() -> None:
    sizes: set[int] = set()
    for seed in range(40):  # one after another, until each has come up
        sizes.add(len(made(f"size {seed}", enclosure="always").fitted_params.drawn.enclosed))
        if len(sizes) == 5:
            break
    assert sizes == {1, 2, 3, 4, 5}


def test_a_map_without_the_enclosure_that_is_asked_for_is_told_so() -> None:
    """MP-33."""
    map_ = made("open")
    (fault,) = legality.check(replace(map_, params=replace(map_.params, enclosure="always")))
    assert (fault.rule.number, fault.place) == ("MP-33", "")
    assert legality.check(replace(figure(), params=replace(figure().params, enclosure="always"))) == ()


def test_an_enclosure_is_filled_in_on_half_a_map() -> None:
    """MP-33: what is drawn stays."""
    whole = made("half", enclosure="always", preset="classic")
    kept = {cell for cell in whole.params.grid.cells() if cell[1:] in "1234"}
    half = frozenset(fact for fact in whole.facts if fact.place in kept and fact.mark in ("empty", "treasure", "false"))
    filled = search.complete(replace(whole, facts=half), "again")
    assert filled.facts >= half
    assert filled.fitted_params.drawn.enclosed


# Making maps


def test_the_presets_are_those_of_the_rules() -> None:
    """MP-120 to MP-124; MP-21, MP-26 and MP-27: wormholes, rivers and a hospital may be missing."""
    assert {"empty", "treasure"} == set(made(preset="BASIC").kinds.values())
    for name in ("BASIC", "BASIC-W", "CLASSIC", "CLASSIC-X", "EXTREME"):
        assert made(preset=name.lower()).params.code == PRESETS[name]
    assert made().params.code == PRESETS["CLASSIC"]


@pytest.mark.parametrize("size", ["2x2", "3x4", "2x5", "4x12", "13x12", "30x20"])
def test_boards_of_any_size_and_shape_are_made(size: str) -> None:
    """MP-15.a, MP-16, MP-16.a: boards have any size from 2 up; rectangles too."""
    map_ = made(size=size, rules="BASIC")
    assert legality.check(map_) == ()
    assert str(map_.params.grid) == size
    told = {fault.rule.number for fault in legality.advise(map_)}
    assert "MP-2" not in told  # the map is made for four players
    assert ("MP-15" in told) is (size != "2x2")
    assert ("MP-16" in told) is (size != "4x12")


@pytest.mark.parametrize("size", ["32x32", pytest.param("64x64", marks=pytest.mark.long)])
def test_a_large_board_and_the_largest_are_made(size: str) -> None:
    map_ = made(size=size, preset="basic")
    assert legality.check(map_) == ()


FLOORS = "G23-S1-F5-V1-T3-A2-H2-W5-O157"


@pytest.mark.parametrize("size", ["4x4x2", "5x3x3", "3x3x8"])
def test_labyrinths_with_floors_are_made(size: str) -> None:
    """MP-90, MP-G-3: floors of one size, holes between them, exits in side walls only."""
    map_ = made(size=size, rules=FLOORS)
    assert legality.check(map_) == ()
    holes = [fact.place for fact in map_.facts if fact.mark == "hole"]
    assert len(holes) >= map_.params.grid.floors - 1
    assert all(
        isinstance(fact.place, Border) and fact.place.side in "NESW" for fact in map_.facts if fact.mark == "exit"
    )
    assert maps.read(writer.show(map_).encode(), "made.toml").map == map_


@pytest.mark.parametrize(
    ("given", "holds"),
    [
        ({"rules": "G2-S1-F5-V1-T1-A2-H2-W5-O1", "course": "south", "rivers": 2, "river": 8}, "south"),
        ({"rules": "G2-S1-F4-V1-T1-A2-H2-W5-O1", "bends": 0, "river": 5}, "straight"),
        ({"rules": "G2-S1-F3-V1-T1-A2-H2-W5-O1", "wormhole_distance": 4, "chains": 2, "chain_length": 3}, "apart"),
    ],
)
@pytest.mark.parametrize("seeds", [range(2), pytest.param(range(2, 5), marks=pytest.mark.long)], ids=str)
def test_geometric_limits_are_kept(given: dict[str, Any], holds: str, seeds: range) -> None:
    """MP-101: rivers from north to south or straight, wormholes apart."""
    for n in seeds:
        map_ = made(f"s{n}", **given)
        kinds, grid = map_.kinds, map_.params.grid
        marks = {mark for mark in kinds.values() if mark.startswith("flows")}
        if holds == "apart":
            pairs = [
                (a, b) for a in kinds for b in kinds if a < b and kinds[a][0] in "WV" and kinds[a][0] == kinds[b][0]
            ]
            assert pairs
            assert all(grid.steps_apart(a, b) >= 4 for a, b in pairs)
        else:
            assert marks == {"flows S"} if holds == "south" else len(marks) == 1


@pytest.mark.parametrize(
    ("given", "mark", "number"),
    [
        ({"chains": 3, "chain_length": 4}, "W4", 1),
        ({"swamps": 5}, "swamp", 5),
        ({"rules": "G2-S1-F3-V1-T3-A2-H2-W5-O1", "treasures": 4, "false_treasures": 3}, "false", 3),
        ({"rules": "G2-S1-F3-V1-T1-A4-H35-W5-O1", "hospitals": 3, "arsenals": 4}, "arsenal", 4),
        ({"rules": "G2-S1-F3-V1-T1-A2-H2-W5-O13", "solid_walls": 6}, "solid", 6),
        ({"rules": "G2-S1-F3-V1-T1-A2-H2-W5-O16", "windows": 5}, "window", 5),
        ({"rules": "G2-S1-F3-V1-T1-A2-H2-W5-O1", "exits": 3}, "exit", 3),
        ({"walls": 30}, "wall", 30),
    ],
)
def test_numbers_asked_for_are_met(given: dict[str, Any], mark: str, number: int) -> None:
    """MP-20, MP-27, MP-28, MP-30, MP-31, MP-86, MP-89, MP-96, MP-98."""
    map_ = made(**given)
    assert sum(fact.mark == mark for fact in map_.facts) == number
    assert legality.check(map_) == ()


def test_doors_lead_in_one_direction() -> None:
    """MP-97, MP-O-5."""
    map_ = made(rules="G2-S1-F3-V1-T1-A2-H2-W5-O15", doors=6)
    assert sum(fact.mark.startswith("door") for fact in map_.facts) == 6
    assert legality.check(map_) == ()


def test_creatures_have_caves_and_paths() -> None:
    """MP-94, MP-95, MP-O-7: there are the creatures that are declared, and no others."""
    rules = "G2-S1-F3-V1-T1-A2-H2-W5-O17"
    for creatures, marks in {"bear": {"bear 1"}, "none": set(), "both": {"bear 1", "leprechaun 1"}}.items():
        map_ = made(rules=rules, creatures=creatures)
        assert {fact.mark for fact in map_.facts if fact.mark in ("bear 1", "leprechaun 1")} == marks
        assert maps.read(writer.show(map_).encode(), "made.toml").map == map_


def test_settings_that_contradict_the_code_are_named() -> None:
    """MP-O-2 allows one exit, so two are impossible; MP-F-3 allows no river."""
    for option, name, value in (("F3", "rivers", 1), ("A2", "arsenals", 2), ("T2", "treasures", 2), ("O2", "exits", 2)):
        with pytest.raises(BadSetting, match=f"^{name} is {value}; with .*{option}.* there is "):
            made(**dict[str, Any]({"size": "4x4", name: value}))


def test_a_code_with_floors_needs_a_board_with_floors() -> None:
    """MP-G-3: the conflict is named at once, without a solver."""
    with pytest.raises(NoSuchMap) as caught:
        made(rules=FLOORS)
    assert [[rule.number for rule in conflict] for conflict in caught.value.conflicts] == [["MP-G-3"]]
    with pytest.raises(BadSetting, match="quoridor has boards of 1 floor"):
        maps.generate("quoridor", "s", size=Square(9, 9, 2))


@pytest.mark.parametrize(("row", "told"), [*table("codes.cases", "words").items()], ids=str)
def test_the_rules_in_force_are_told_in_words(row: str, told: str) -> None:
    """MP-6, MP-80, MP-102: what was agreed beside the code is listed with it."""
    number, code, *given = row.split()
    asked = dict(word.split("=") for word in given)
    sections = GAME.design.describe(maps.params(GAME, "default", None, {"rules": code, **asked}), "en")
    assert any(told in sentence for section in sections for at, sentence in section.entries if at == number)


def test_only_the_options_in_force_are_told() -> None:
    """MP-4, MP-5, MP-6: the rule set is agreed before the game and told whole.

    Options that do not matter are left out.
    """
    params = maps.params(GAME, "default", None, {"rules": "BASIC"})
    sections = GAME.design.describe(params, "en")
    options = [at for section in sections for at, _ in section.entries if not at.startswith("MP")]
    assert options == ["G1", "S1", "F1", "V1", "T1", "A1", "H1", "W1", "O1"]
    agreed = {at for at, _ in sections[-1].entries}
    assert agreed == {"MP-78"}


# Advice (MP-34 and good practice)


def test_advice_can_be_kept_as_rules() -> None:
    """MP-24, MP-34: with advice = keep, advice is treated as a fault, and no map is made that gives rise to any."""
    for n in range(3):
        assert [f.rule.number for f in legality.advise(made(f"s{n}", preset="classic-x", advice="keep"))] == []
    text = "\n" + CLOSED.replace("| T |", "| .  ").replace(
        ".   .   . |\n+---+---+---+---+\n", ".   .   T |\n+---+---+---+---+\n"
    )
    told = {fault.rule.sentence for fault in legality.advise(drawn("rules=A2-W5" + text, "labyrinth"))}
    kept = {fault.rule.sentence for fault in legality.check(drawn("rules=A2-W5 advice=keep" + text, "labyrinth"))}
    assert len(kept) >= 2
    assert kept < told


def test_a_board_suits_players_and_minutes() -> None:
    """MP-35.a: 4 x 5 cells take three or four players 1 to 1.5 hours; the rule of thumb also works backwards."""
    assert 50 <= minutes(20, 3) <= 60
    assert 90 <= minutes(20, 4) <= 105
    assert board_for_evening(3, 60) == Square(5, 5)
    assert board_for_evening(4, 320) == Square(8, 8)
    assert board_for_evening(8, 1) == Square(4, 4)


# Reading and writing


def file(code: str = "CLASSIC", above: str = "", drawing: str = CLOSED, settings: str = "") -> str:
    return f'mapkit = 1\ngame = "labyrinth"\nrules = "{code}"\n{above}map = """{drawing}"""\n[settings]\n{settings}\n'


def problems(text: str) -> list[str]:
    with pytest.raises(UnreadableMap) as caught:
        maps.read(text.encode(), "f")
    return str(caught.value).splitlines()


@pytest.mark.parametrize(
    ("code", "words"),
    [
        ("G12-S1-F3-V1-T2-A2-H2-W57-O2", "G1 and G2 exclude each other"),
        ("G2-S1-F3-V1-T2-A2-H12-W57-O2", "H1 and H2 exclude each other"),
        ("G2-S1-F3-V1-T2-A2-H2-W57", "group O is missing"),
        ("G2-S1-F3-V1-T2-A2-H2-W57-O9", "there is no O9"),
        ("G2-S1-F3-V1-T2-A2-H2-W57-O2-Q1", "there is no group Q"),
    ],
)
def test_a_wrong_code_is_told_where_it_stands(code: str, words: str) -> None:
    (problem,) = problems(file(code))
    assert problem.startswith("f:3:9: error: ")
    assert words in problem


def test_all_conflicts_of_a_code_are_told_at_once() -> None:
    found = problems(file("G12-S12-F3-V1-T2-A2-H12-W57-O12"))
    assert len(found) == 4


def test_missing_groups_can_be_filled_from_basic() -> None:
    """MP-110.b."""
    map_ = maps.read(file("F3", settings='fill = "basic"').encode(), "f").map
    assert str(map_.params.code) == "G1-S1-F3-V1-T1-A1-H1-W1-O1"
    assert str(map_.params.rules) == "F3"
    assert maps.read(writer.show(map_).encode(), "f").map == map_


def test_options_that_are_odd_are_advice() -> None:
    map_ = maps.read(file("G2-S1-F3-V1-T1-A2-H24-W5-O1").encode(), "f").map
    (told,) = [fault for fault in legality.advise(map_) if "H2" in fault.found]
    assert (told.rule.number, told.place) == ("MP-H-2", "")
    assert "decoration" in told.found


FLOOR = "+---+---+\n| T   .\n+   +   +\n| .   . |\n+---+---+\n"


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ('holes = "a1"\n', '4:10: error: "a1" in holes is no cell of this board; cells are named a1/1 to b2/2'),
        ('holes = "a1/2"\n', '4:10: error: "a1/2" in holes has no cell above it'),
        ('holes = "a1/1 b1/1 a1/1"\n', '4:20: error: "a1/1" stands in holes twice; name it once'),
        ("holes = 3\n", "4:9: error: holes is 3; it takes text in quotes"),
        ('starts = "a1/1 z9/1"\n', '4:16: error: "z9/1" in starts is no cell of this board'),
        ('bear = "?"\n', '4:9: error: "?" in bear is no cell of this board'),
    ],
)
def test_places_outside_the_drawing_are_told_with_line_and_column(line: str, words: str) -> None:
    text = file(FLOORS, line).replace(f'map = """{CLOSED}"""', f'map = ["""\n{FLOOR}""", """\n{FLOOR}"""]')
    (problem,) = problems(text)
    assert problem.startswith(f"f:{words}")


def test_floors_of_different_sizes_are_told() -> None:
    larger = CLOSED.replace("| T | A   .   . ", "| T | A   .   . ")
    text = file(FLOORS).replace(f'map = """{CLOSED}"""', f'map = ["""\n{FLOOR}""", """{larger}"""]')
    assert any("floor 2 has 4 x 3 cells and the first floor 2 x 2" in problem for problem in problems(text))


def test_a_hole_is_repaired_in_its_line_and_comments_stay() -> None:
    for above in ('holes = "" # none yet\n', ""):
        text = file(FLOORS.replace("A2-H2-W5", "A1-H1-W1").replace("O157", "O1").replace("T3", "T1"), above)
        empty = FLOOR.replace("T", ".").replace("| .   .\n", "| .   . |\n")
        text = text.replace(f'map = """{CLOSED}"""', f'# two floors\nmap = ["""\n{FLOOR}""", """\n{empty}"""]')
        read = maps.read(text.encode(), "f")
        assert numbers(read.map) == ["MX-94"]
        repaired = repairs.repair(read.map)
        assert [edit.words[:23] for edit in repaired.edits] == ["open a hole between a1/"] or len(repaired.edits) == 1
        new = writer.redraw(read, repaired.map)
        assert maps.read(new.encode(), "f").map == repaired.map
        assert "# two floors" in new
        assert ("# none yet" in new) is bool(above)


@pytest.mark.parametrize(
    ("size", "chains", "least", "most"),
    [("8x8", 3, 10, 11), ("10x10", 8, 2, 3), pytest.param("12x12", 8, 10, 12, marks=pytest.mark.long)],
)
def test_more_than_nine_wormholes_and_many_chains_are_drawn(size: str, chains: int, least: int, most: int) -> None:
    """MP-20: chains of any number and length."""
    map_ = made(size=size, rules="G2-S1-F3-V1-T1-A2-H2-W5-O1", chains=chains, chain_length=f"{least}-{most}")
    assert legality.check(map_) == ()
    marks = {*map_.kinds.values()}
    assert len({mark for mark in marks if mark[1:] == "1"}) == chains
    assert marks >= {f"W{least}", f"V{least}"}
    assert maps.read(writer.show(map_).encode(), "made.toml").map == map_


def test_there_are_no_more_chains_than_letters() -> None:
    with pytest.raises(BadSetting, match="21 is the most"):
        made(chains=22)


def test_a_player_sheet_knows_nothing_of_what_is_drawn() -> None:
    """What the claims must know of a drawing is never part of a map's own parameters, which are public."""
    for map_ in (figure(), made(preset="extreme"), repairs.repair(figure()).map, search.complete(figure(), "s")):
        assert map_.params.drawn == type(map_.params.drawn)()


# Completing and repairing


@pytest.mark.parametrize("code", ["BASIC", "CLASSIC-X", "EXTREME", FLOORS])
def test_a_new_map_is_blank_and_can_be_completed(code: str) -> None:
    game, size = GAME, Square(5, 5, 2 if code == FLOORS else 1)
    params = maps.params(game, "default", size, {"rules": code})
    read = maps.read(writer.blank(game, params).encode(), "new.toml")
    assert read.map.facts == frozenset()
    filled = search.complete(read.map, "seed")
    assert legality.check(filled) == ()
    assert maps.read(writer.redraw(read, filled).encode(), "new.toml").map == filled


@pytest.mark.parametrize(
    ("size", "seed"),
    [("7x7", "s6"), *(pytest.param(*each, marks=pytest.mark.long) for each in (("7x7", "s1"), ("", "s3")))],
)
def test_three_faults_of_a_hand_made_map_are_repaired(size: str, seed: str) -> None:
    """Someone rubbed out a wormhole and a river cell and walled a cell in: three edits or fewer repair that.

    The walled cell is no permitted enclosure. With another enclosure fewer edits might do, and repair says so.
    """
    map_ = made(seed, preset="classic-x", size=size)
    kinds, grid = map_.kinds, map_.params.grid
    hole = next(cell for cell in kinds if kinds[cell] == "W2")
    wet = next(cell for cell in kinds if kinds[cell].startswith("flows"))
    inside = [
        c for c in kinds if kinds[c] == "empty" and all(kinds.get(grid.step(c, d) or "") == "empty" for d in "NESW")
    ]
    dry = inside[0]
    spoilt = {has(hole, "empty"), has(wet, "empty"), *(wall(border(grid, dry, d)) for d in "NESW")}
    facts = map_.facts - {has(hole, "W2"), has(wet, kinds[wet])} | spoilt
    broken = replace(map_, facts=facts)
    assert len(legality.check(broken)) >= 3
    repaired = repairs.repair(broken)
    assert legality.check(repaired.map) == ()
    assert repaired.proven or repaired.doubt == "it was looked for where no other cells are the enclosure"
    assert 1 <= len(repaired.edits) <= 3


# Mistakes that a fresh reader found


@pytest.mark.parametrize(
    "given",
    [
        {"rules": "EXTREME", "size": "8x8", "doors": 60},
        {"rules": "G1-S1-F1-V1-T1-A1-H1-W1-O15", "size": "4x4", "walls": 9, "doors": 5},
    ],
)
def test_doors_stand_across_their_borders(given: dict[str, Any]) -> None:
    """MP-97: a door leads across a border, so what the solver builds can be drawn."""
    map_ = made(**given)
    assert all(
        fact.place.side == "N" or fact.mark[5] in "EW"
        for fact in map_.facts
        if isinstance(fact.place, Border) and "door" in fact.mark
    )
    assert maps.read(writer.show(map_).encode(), "made.toml").map == map_


def test_a_river_on_one_floor_flows_neither_up_nor_down() -> None:
    (problem,) = problems(file(drawing="\n" + FLOOR.replace(". |", "~u|")))
    assert '"~u" is no symbol of labyrinth' in problem


LISTED = """
rules=O17-F1 creatures=leprechaun walls=4
leprechaun=a2,b2,c2
+---+---+---+---+
| T   .   .   . |
+   +   +   +   +
|
+   +   +   +   +
|
+   +   +   +   +
| .   .   .   .
+---+---+---+---+
"""


def test_complete_keeps_the_paths_of_creatures() -> None:
    """A path that crosses blank cells is drawn all the same."""
    half = drawn(LISTED, "labyrinth")
    for seed in "abcdef":
        filled = search.complete(half, seed)
        assert half.facts <= filled.facts
        assert legality.check(filled) == ()
        assert {mark for _, mark in filled.facts if mark.startswith("lepre")} == {f"leprechaun {n}" for n in (1, 2, 3)}


def test_complete_draws_fair_starts_if_none_are_listed() -> None:
    """MP-35."""
    legal = made(preset="classic")
    wanted = replace(legal, params=replace(legal.params, fairness=2, players=3))
    assert [fault.rule.number for fault in legality.check(wanted)] == ["MP-35"]
    filled = search.complete(wanted, "s")
    assert legality.check(filled) == ()
    assert {mark for _, mark in filled.facts - wanted.facts} == {"start 1", "start 2", "start 3"}


def test_shares_of_walls_count_no_ceilings() -> None:
    map_ = made(size="4x4x4", rules=FLOORS, walls="30%")
    assert map_.params.walls.low == round(0.3 * 96)


def test_a_code_that_is_no_text_is_told() -> None:
    (problem,) = problems(file().replace('rules = "CLASSIC"', 'rules = ["G1"]'))
    assert "rules is a list; it takes a rule code" in problem


def test_nobody_can_be_killed_by_a_leprechaun() -> None:
    """V4 needs a way to kill; of the creatures, only the bear is one."""
    code = "G2-S1-F1-V4-T3-A1-H3-W1-O17"
    assert made(rules=code, creatures="bear").params.creatures_here == {"bear"}
    with pytest.raises(BadSetting, match="V4"):
        made(rules=code, creatures="leprechaun")


# What the source allows and mapkit does not draw


@pytest.mark.parametrize("seed", [*range(4), *(pytest.param(seed, marks=pytest.mark.long) for seed in range(4, 12))])
def test_complete_puts_no_wall_across_a_river_and_no_treasure_on_a_start(seed: int) -> None:
    """MP-22.b, MP-43.b."""
    half = drawn(
        """
rules=F4-G2 players=1 walls=8-
starts=b4
+---+---+---+---+
|               |
+   +   +   +   +
| ~>  ~>  ~v    |
+   +   +   +   +
|         ~o    |
+   +   +   +   +
|               |
+---+---+---+---+
""",
        "labyrinth",
    )
    whole = search.complete(half, str(seed))
    assert not {"MP-22", "MP-43"} & {fault.rule.number for fault in legality.advise(whole)}


@pytest.mark.parametrize(
    ("cells", "together"), [("a1 b1", True), ("a1 c1", False), ("a1 b1 c1", True), ("a1 a2", False), ("", False)]
)
def test_cells_are_in_one_piece_by_ways_that_stay_among_them(cells: str, together: bool) -> None:
    """MP-33: a way over a cell that is not among them does not count; there is a wall between a1 and a2."""
    params = maps.generate("labyrinth", "piece", preset="basic", size=read_size("3x3")).params
    facts = frozenset({wall(border(params.grid, "a1", "N"))})
    assert one_piece(params, facts, frozenset(cells.split())) == together
