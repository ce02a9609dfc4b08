"""The printed sheets of Maze on paper."""

import os
import re
import subprocess
import sys
from collections.abc import Iterator, Mapping
from dataclasses import replace
from itertools import product
from pathlib import Path as File
from typing import Any

import pytest

from mapkit import maps, pdf, shelf, svg
from mapkit.card import texts
from mapkit.chance import Chance
from mapkit.game import Choice, Map, Public, settings
from mapkit.games.labyrinth import GAME
from mapkit.games.labyrinth.code import OPTIONS, PRESETS, read_code
from mapkit.games.labyrinth.design import BARRIERS, DOORS, LETTERS, Params, told
from mapkit.games.labyrinth.sheets import (
    THINGS,
    card_sheets,
    gm_sheets,
    holds,
    in_force,
    log_sheets,
    player_sheets,
)
from mapkit.grid import Square, inner_borders, outer_borders
from mapkit.rule import Amount, Fact, has
from mapkit.sheet import A4, LETTER, Paper, Sheet, Text, show
from tests.drawings import drawn
from tests.test_sheet import HOSTILE, assert_golden, faults
from tests.test_treasures_sheets import prose, words

ROOT = File(__file__).parents[1]
SIZES = [(2, 2, 1), (8, 8, 1), (12, 9, 1), (3, 2, 2), (6, 6, 2), (5, 4, 8), (30, 30, 1), (64, 64, 1)]
EXTREME = "G2-S2-F5-V4-T3-A5-H34-W3789-O134567"
FLOORS = "G23-S1-F5-V1-T3-A2-H3-W6-O157"
CODES = ("BASIC", "BASIC-W", "CLASSIC", "CLASSIC-X", EXTREME, FLOORS, "G1-S2-F4-V2-T1-A4-H5-W25-O1367")
PUBLIC = (player_sheets, card_sheets, log_sheets)
both_papers = pytest.mark.parametrize("paper", [A4, LETTER], ids=["a4", "letter"])


def coded(code: str, size: tuple[int, int, int] = (8, 8, 1), **given: Any) -> Params:
    return Params(grid=Square(*size), rules=read_code(code), **given)


def full(
    size: tuple[int, int, int], code: str = EXTREME, seed: str = "sheets", title: str = "", players: int = 4
) -> Map[Params]:
    """A map, seldom legal, with everything there is: chains, a river, creatures, starts, all kinds of borders."""
    params, chance = coded(code, size, players=players), Chance(seed)
    grid = params.grid
    facts = {has(cell, "flows E") for cell in grid.cells()[: grid.columns - 1]}
    facts.add(has(grid.cells()[grid.columns - 1], "river end"))
    free = chance.shuffled(grid.cells()[grid.columns :])
    chains = [f"{letter}{n}" for letter in LETTERS[:3] for n in range(1, 5)]
    marks = ["treasure", "false", "arsenal", "hospital", "swamp", "treasure", "arsenal", *chains]
    facts |= {has(cell, mark) for cell, mark in zip(free, marks, strict=False)}
    facts |= {has(cell, "empty") for cell in free[len(marks) :]}
    lines = chance.shuffled(line for line in inner_borders(grid) if line.side in "NE")
    kinds = [mark for mark in BARRIERS if not any(mark in DOORS[d] for d in "SW")]
    facts |= {
        has(line, kinds[i % len(kinds)]) for i, line in enumerate(lines[: len(lines) // 4]) if fits(kinds, i, line.side)
    }
    facts |= {has(line, "exit") for line in chance.shuffled(outer_borders(grid))[:3]}
    facts |= {has(line, "hole") for line in inner_borders(grid)[::7] if line.side == "U"}
    spots = chance.shuffled(grid.cells())
    facts |= {has(cell, f"start {n}") for n, cell in enumerate((*spots[:3], spots[0]), 1)}
    facts |= {has(spots[-1], "bear 1"), has(spots[-2], "leprechaun 1"), has(spots[-3], "leprechaun 2")}
    return Map(GAME, params, frozenset(facts), title)


def fits(kinds: list[str], i: int, side: str) -> bool:
    """Doors lead across their border only."""
    way = {"door N": "N", "door E": "E"}.get(kinds[i % len(kinds)][:6], side)
    return way == side


def tiny() -> Map[Params]:
    text = """
rules=G2-F4-T2-A3-H3-W6-O15 players=2
starts=a1,c2
+---+---+---+---+
| W1  T   ~>  ~o|
+   +---+   +   +
| .   A   F > W2
+---+---+---+---+
"""
    return replace(drawn(text, "labyrinth"), title="Tiny")


def announced(sheets: tuple[Sheet, ...]) -> str:
    """What the game master says: the bold words of the table."""
    return " ".join(m.text for each in sheets for m in each.marks if isinstance(m, Text) and m.bold)


def every_sheet(map_: Map[Params], paper: Paper) -> Iterator[tuple[Sheet, ...]]:
    yield gm_sheets(map_, paper)
    for make in PUBLIC:
        yield make(map_.public, paper)


# --- on paper ----------------------------------------------------------------------------------------------------


@both_papers
@pytest.mark.parametrize("size", SIZES, ids=str)
def test_nothing_is_clipped_or_small_or_overlaps(size: tuple[int, int, int], paper: Paper) -> None:
    for sheets in every_sheet(full(size, FLOORS if size[2] > 1 else EXTREME), paper):
        assert faults(sheets) == []


@both_papers
@pytest.mark.parametrize("code", CODES)
def test_every_code_fits_on_both_papers(code: str, paper: Paper) -> None:
    for sheets in every_sheet(full((8, 8, 1), code), paper):
        assert faults(sheets) == []


@both_papers
def test_every_agreement_fits(paper: Paper) -> None:
    agreed: dict[str, Any] = {
        s.name: s.kind.words[-1] for s in settings(Params) if isinstance(s.kind, Choice) and s.name != "fill"
    }
    params = replace(full((8, 8, 1)).params, boomerang=4, swamps=Amount(0, 3), bends=Amount(0, 2), **agreed)
    for sheets in every_sheet(replace(full((8, 8, 1)), params=params), paper):
        assert faults(sheets) == []


@both_papers
@pytest.mark.parametrize("title", ["", "Ы" * 100, "A title of many words " * 5, HOSTILE], ids=range(4))
def test_any_title_fits(title: str, paper: Paper) -> None:
    for sheets in every_sheet(full((8, 8, 1), title=title), paper):
        assert faults(sheets) == []
        assert pdf.write(sheets, title)
        assert all(svg.write(each, title) for each in sheets)


@pytest.mark.parametrize("players", [1, 2, 3, 5, 6, 8, 30])
def test_every_player_has_a_place_in_the_tracker(players: int) -> None:
    for paper in (A4, LETTER):
        gm, *others = every_sheet(full((8, 8, 1), players=players), paper)
        assert [faults(sheets) for sheets in (gm, *others)] == [[]] * 4
        assert words(gm).count("start") == players


def test_a_map_that_nobody_has_filled_in_can_be_printed() -> None:
    for sheets in every_sheet(Map(GAME, Params(), frozenset()), A4):
        assert faults(sheets) == []


def test_a_map_with_faults_can_be_printed() -> None:
    cells = "W1,W1,W3,V2,flows E,flows W,river end,flows N,treasure,arsenal,X9,flows S"
    grid = Square(4, 3)
    facts = frozenset(Fact(cell, mark) for cell, mark in zip(grid.cells(), cells.split(","), strict=True))
    assert faults(gm_sheets(Map(GAME, coded("CLASSIC", (4, 3, 1)), facts, "Faulty"), A4)) == []


@pytest.mark.parametrize("preset", [each.name for each in maps.presets("labyrinth")])
def test_every_preset_prints(preset: str) -> None:
    """With the drawing of no map, which is what players get before there is one."""
    chosen = maps.preset("labyrinth", preset)
    params = maps.params(GAME, preset, None, {})
    map_ = full((chosen.grid.columns, chosen.grid.rows, chosen.grid.floors), str(params.code))
    for sheets, paper in product((replace(map_, params=params),), (A4, LETTER)):
        assert all(faults(each) == [] for each in every_sheet(sheets, paper))


# --- the game master's map ---------------------------------------------------------------------------------------


def test_a_wormhole_tells_where_it_leads_on_the_map_and_in_the_legend() -> None:
    """MP-63, MP-63.1."""
    said = words(gm_sheets(tiny(), A4)[:1])
    assert said[said.index("W1") + 1] == "W2 d1"
    assert said[said.index("W2") + 1] == "W1 a2"
    at = said.index("Wormholes W × 2")
    assert said[at + 1 : at + 4] == ["W1 a2", "W2 d1", "W1 a2"]


def test_the_legend_names_what_the_game_master_looks_for() -> None:
    said = prose(gm_sheets(tiny(), A4)[:1])
    for each in ("Treasure b2", "False treasure c1", "Arsenal b1", "River of 2 cells source c2 end d2", "1 a1, 2 c2"):
        assert each in said, each
    assert "One-way door" in said
    assert "Hospital" not in said


def test_the_enclosure_of_the_figure_is_named() -> None:
    """MP-33: the README's own map, part I of the ledger."""
    file = shelf.path("samples", "terra-incognita.toml").read_bytes()
    map_ = maps.read(file, "terra-incognita.toml").map
    said = prose(gm_sheets(map_, A4))
    assert "Enclosure only a grenade opens: f3" in said
    assert "There are 2 chains of wormholes, of 4 and 3 wormholes." in said
    assert "There is one river, of 7 river cells." in said


def test_every_floor_has_a_page() -> None:
    """MP-G-3.b."""
    sheets = gm_sheets(full((6, 6, 3), FLOORS), A4)
    assert [f"Floor {n} of 3" in words((sheets[n - 1],)) for n in (1, 2, 3)] == [True] * 3


def test_starts_are_flags_with_their_numbers() -> None:
    said = [m.text for m in gm_sheets(full((8, 8, 1)), A4)[0].marks if isinstance(m, Text) and m.bold]
    assert {"1,4", "2", "3"} <= {*said}


# --- what the game master says -----------------------------------------------------------------------------------


def test_the_start_is_announced_from_the_map() -> None:
    """MP-36, MP-37, MP-38, MP-39, MP-110."""
    said = prose(gm_sheets(tiny(), A4))
    for number, line in (
        ("MP-36", "The labyrinth is 4 cells wide and 2 cells deep"),
        ("MP-37", "There is one chain of wormholes, of 2 wormholes."),
        ("MP-38", "There is one river, of 2 river cells."),
        ("MP-39", "There is one exit, one genuine treasure, one false treasure, one arsenal and no hospitals."),
        ("MP-110", "We play by the code G2-S1-F4-V1-T2-A3-H3-W6-O15"),
        ("MP-44", "Everybody starts with 1 grenade, 5 bullets and 1 knife."),
        ("MP-11", "Nobody allies with anybody"),
        ("MP-42", "on what type of cell he stands"),
    ):
        assert re.search(rf"\b{number} [^“]*{re.escape(line)}", said), line


def test_hidden_counts_are_not_announced() -> None:
    """MP-39.a."""
    map_ = tiny()
    said = prose(gm_sheets(replace(map_, params=replace(map_.params, hide_counts="yes")), A4))
    assert "MP-39 There is one arsenal and no hospitals." in said
    assert "one exit" not in said


def test_creatures_and_limits_are_declared() -> None:
    """MP-O-7, MP-101, MP-102, MP-94."""
    params = coded(EXTREME, wormhole_distance=3, course="south", creatures="bear")
    said = prose(gm_sheets(replace(full((8, 8, 1)), params=params), A4))
    assert "MP-O-7 The only creature is a bear." in said
    assert "MP-102 Steps between two wormholes of a chain, at the least: 3." in said
    assert "MP-102 Rivers flow from north to south only." in said
    assert "leprechaun on one cell" not in said


@pytest.mark.parametrize(
    ("code", "line", "otherwise"),
    [
        ("BASIC", "“Step executed.”", ""),  # MP-53
        ("BASIC", "“Step impossible, wall.”", ""),  # MP-52
        ("BASIC", "“Step impossible, monolith.”", ""),  # MP-52
        (EXTREME, "“Step executed, wormhole.”", ""),  # MP-63
        (EXTREME, "“Step impossible, wall; wormhole.”", "CLASSIC"),  # MP-65
        (EXTREME, "“Step executed, river, river end.”", ""),  # MP-51
        (EXTREME, "“Skipped, river.”", ""),  # MP-69
        (EXTREME, "“Step executed, arsenal.”", ""),  # MP-70
        (EXTREME, "“Step executed, hospital.”", ""),  # MP-71
        (EXTREME, "“Step executed, swamp.”", ""),  # MP-89
        ("BASIC", "“Step executed, treasure.”", ""),  # MP-51.d
        ("BASIC", "“Step executed, exit.”", ""),  # MP-78
        (EXTREME, "“Step executed, exit. The treasure is false.”", ""),  # MP-87
        ("CLASSIC", "“B is killed.”", "BASIC"),  # MP-57
        ("CLASSIC-X", "“B is wounded.” The second time:", "CLASSIC"),  # MP-H-3
        ("CLASSIC", "“Miss.”", "BASIC"),  # MP-58
        ("CLASSIC-X", "“Nobody here.”", "CLASSIC"),  # MP-61.1
        ("CLASSIC", "“Wall on the ‹direction› is destroyed.”", "BASIC"),  # MP-62.1
        ("CLASSIC", "“No wall in that direction. Wasted grenade.”", "BASIC"),  # MP-62.1
        ("CLASSIC", "“Monolith. Wasted grenade.”", "BASIC"),  # MP-62.1
        (EXTREME, "“Wall stands. Wasted grenade.”", "BASIC"),  # MP-62.1.b
        (EXTREME, "… and “B is killed.”", "CLASSIC-X"),  # MP-W-8
        (EXTREME, "“Wall built.”", "CLASSIC"),  # MP-91
        ("CLASSIC", "“Step executed, trophy.”", "BASIC"),  # MP-W-7
        ("CLASSIC", "“A is the only one left alive and wins.”", "CLASSIC-X"),  # MP-76
        (EXTREME, "“A meets the bear and is wounded.”", "CLASSIC-X"),  # MP-94.1
        (EXTREME, "“A meets the leprechaun.", "CLASSIC-X"),  # MP-95
    ],
)
def test_what_is_said_is_what_the_rules_in_force_need(code: str, line: str, otherwise: str) -> None:
    assert line in announced(gm_sheets(full((8, 8, 1), code), A4))
    if otherwise:
        assert line not in announced(gm_sheets(full((8, 8, 1), otherwise), A4))


def test_wormholes_rivers_and_cells_that_the_map_lacks_are_not_announced() -> None:
    said = announced(gm_sheets(Map(GAME, coded(EXTREME), frozenset({has("a1", "treasure")})), A4))
    assert not any(word in said for word in ("wormhole", "river", "arsenal", "hospital", "swamp", "false"))


def test_what_is_announced_alike_has_one_row() -> None:
    """MP-99, MP-58.a."""
    params = coded("CLASSIC", one_obstacle="yes", anonymous_hits="yes")
    said = announced(gm_sheets(replace(full((8, 8, 1)), params=params), A4))
    assert "“Step impossible.”" in said
    assert "Step impossible, monolith" not in said
    assert "Monolith. Wasted" not in said
    assert "“Somebody is killed.”" in said
    assert "“B is killed.”" not in said


def test_what_was_measured_is_on_the_game_masters_sheets_alone() -> None:
    gm, *others = every_sheet(tiny(), A4)
    measures = GAME.measures(tiny())
    assert measures
    for each in measures:
        assert each.what in words(gm)
    assert not any(each.what in words(sheets) for each in measures for sheets in others)


def test_the_tracker_has_the_boxes_of_the_kit_and_of_every_extra_kit() -> None:
    """MP-127, MP-44, MP-A-3."""
    said = words(gm_sheets(tiny(), A4)[-1:])
    assert said.count("extra kit of b1:") == tiny().params.players
    assert said.count("bullets") == 2 * tiny().params.players
    for each in ("wounded", "dead", "outside", "treasure"):
        assert each in said, each
    plain = words(gm_sheets(full((6, 6, 1), "BASIC"), A4)[-1:])
    assert not {"wounded", "dead", "bullets", "grenade", "Walls blown up or built"} & {*plain}


# --- players -----------------------------------------------------------------------------------------------------


@both_papers
def test_players_cannot_tell_two_maps_of_the_same_settings_apart(paper: Paper) -> None:
    """MP-8: what a player gets is made of what is public, and of nothing else."""
    one, other = full((8, 8, 1), seed="one"), full((8, 8, 1), seed="two")
    assert one.facts != other.facts
    for make in PUBLIC:
        first, second = make(one.public, paper), make(other.public, paper)
        assert first == second
        assert pdf.write(first, "t") == pdf.write(second, "t")
        assert [svg.write(each, "t") for each in first] == [svg.write(each, "t") for each in second]


def test_who_does_not_know_his_start_has_a_grid_of_twice_the_size() -> None:
    """MP-3.a, MP-G-2."""
    unknown, known = (words(player_sheets(Public("", coded(code)), A4)) for code in ("CLASSIC", "BASIC"))
    assert "Start unknown: twice the size" in unknown
    assert "Start unknown: twice the size" not in known
    assert "Fragments" in known


def test_a_player_writes_down_everybodys_turns() -> None:
    sheets = player_sheets(Public("", coded("CLASSIC-X", players=4)), A4)[-2:]
    for each in sheets:
        said = words((each,))
        assert (said.count("You"), said.count("Player")) == (1, 3 + 1)
        assert said.count("wounded") == 4
    numbers = [int(text) for text in words(sheets) if text.isdecimal()]
    assert sorted(numbers) == list(range(1, len(numbers) + 1))
    assert {"grenade", "bullets", "knife", "From arsenals"} <= {*words(sheets[:1])}


def test_the_key_has_what_the_code_allows() -> None:
    said = {code: {*words(player_sheets(Public("", coded(code)), A4))} for code in ("BASIC", "CLASSIC", EXTREME)}
    everything = {"wormhole", "river", "arsenal", "hospital", "one-way door", "bear", "leprechaun"}
    assert not everything & said["BASIC"]
    assert everything & said["CLASSIC"] == {"wormhole", "arsenal"}
    assert everything <= said[EXTREME]


# --- the rule card -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("code", CODES)
def test_the_card_has_exactly_the_options_in_force(code: str) -> None:
    params = coded(code, (6, 6, 2) if code == FLOORS else (6, 6, 1))
    said = words(card_sheets(Public("", params), A4))
    assert [word for word in said if word in OPTIONS] == [option for option in OPTIONS if option in params.code]
    assert any(str(params.code) in word for word in said)
    text = prose(card_sheets(Public("", params), A4))
    for _, sentence in told(params)[-1].entries:
        assert sentence.split()[-1] in text


def test_the_card_has_the_rules_of_the_map_that_apply() -> None:
    basic, extreme = (prose(card_sheets(Public("", coded(code)), A4)) for code in ("BASIC", EXTREME))
    assert "There are no one-way doors." in basic
    assert "There are no one-way doors." not in extreme
    assert "A river does not fork" in extreme
    assert "A river does not fork" not in basic
    assert ("Weapons" in basic, "Weapons" in extreme) == (False, True)


# --- the texts ---------------------------------------------------------------------------------------------------


def entries() -> Iterator[tuple[str, str]]:
    """The number and the condition of every entry."""
    found = texts("labyrinth")
    lists = [(found["start"][part], 2) for part in ("prepare", "aloud", "closing", "turn")]
    lists += [(found["announcements"]["rows"], 4), *((part["entries"], 2) for part in found["card"])]
    for several, long in lists:
        for entry in several:
            yield entry[0], entry[long] if len(entry) > long else ""
    yield from found["code"]["only"].items()
    for several in (found["player"]["key_marks"], found["log"]["circle"], found["log"]["answers"]):
        yield from (("", entry[2]) for entry in several if len(entry) > 2)
    for several in found["order"].values():
        yield from (("", entry[1]) for entry in several if len(entry) > 1)


def test_every_number_is_one_of_the_ledger() -> None:
    ledger = (ROOT / "docs/rules/labyrinth.md").read_text(encoding="utf-8")
    numbers = {number for number, _ in entries() if number}
    unknown = {number for number in numbers if f"**{number}**" not in ledger}
    assert not unknown
    assert {f"MP-{n}" for n in (36, 37, 38, 39, 42, 53, 65, 70, 71, 78, 87)} <= numbers


def test_every_condition_is_of_known_words() -> None:
    choices = {f"{s.name}={word}" for s in settings(Params) if isinstance(s.kind, Choice) for word in s.kind.words}
    said = {word.lstrip("!") for _, condition in entries() for each in condition.split() for word in each.split("|")}
    assert said <= {*OPTIONS, *choices, *THINGS}


def test_a_condition_is_words_that_hold_alternatives_and_not() -> None:
    force = frozenset({"H2", "bullets"})
    assert [holds(each, force) for each in ("", "H2 bullets", "H2 !bullets", "H1|H2", "!H1|bullets", "H1")] == [
        True,
        True,
        False,
        True,
        True,
        False,
    ]


def test_weapons_are_in_force_where_they_can_be_had() -> None:
    """MP-W-3.a, MP-92, MP-80."""
    weapons: Mapping[str, set[str]] = {
        "W1-A1": set(),
        "W3-A1": set(),
        "W3-A2": {"grenades", "bullets"},
        "W23-A2": {"grenades", "bullets", "knives"},
        "W4-A1": {"grenades"},
    }
    for code, expected in weapons.items():
        groups = {group[0]: group for group in (*str(PRESETS["BASIC"]).split("-"), *code.split("-"))}
        force = in_force(coded("-".join(groups.values())))
        assert force & {"grenades", "bullets", "knives"} == expected, code
        assert ("weapons" in force) == bool(expected)
    assert "bullets" not in in_force(coded("G1-S1-F1-V1-T1-A2-H1-W3-O1", stock="grenades"))
    assert "knives" in in_force(coded("BASIC-W", knives=2))


# --- golden ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", ["gm", "player", "card", "log"])
def test_the_sheets_of_a_tiny_map_are_as_they_were(kind: str) -> None:
    sheets = dict(
        zip(("gm", "player", "card", "log"), every_sheet(tiny(), LETTER if kind == "player" else A4), strict=True)
    )
    assert_golden(f"labyrinth-{kind}.txt", "".join(map(show, sheets[kind])))


def test_the_map_with_floors_is_as_it_was() -> None:
    sheets = gm_sheets(full((3, 2, 2), FLOORS, title="Floors"), A4)
    assert_golden("labyrinth-floors.txt", "".join(map(show, sheets[:2])))


PRINTED = """
import hashlib
from mapkit import pdf
from mapkit.sheet import A4
from mapkit.games.labyrinth.sheets import gm_sheets
from tests.test_labyrinth_sheets import full
print(hashlib.sha256(pdf.write(gm_sheets(full((8, 8, 1)), A4), "t")).hexdigest())
"""


def test_the_same_map_gives_the_same_bytes_in_every_process() -> None:
    runs = {
        subprocess.run(
            [sys.executable, "-c", PRINTED],
            cwd=ROOT,
            env={**os.environ, "PYTHONHASHSEED": seed},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for seed in ("1", "2")
    }
    assert len(runs) == 1
