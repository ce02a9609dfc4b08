"""The printed sheets of Maze on paper."""

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path as File
from typing import Any

import pytest

from mapkit.games import maps
from mapkit.games.labyrinth import GAME
from mapkit.games.labyrinth.analysis import analyse
from mapkit.games.labyrinth.code import OPTIONS, PRESETS, read_code
from mapkit.games.labyrinth.design import BARRIERS, CHAINS, DOORS, LETTERS
from mapkit.games.labyrinth.packs import PACKS
from mapkit.games.labyrinth.packs import LabyrinthSettings as Params
from mapkit.games.labyrinth.sheets import card_sheets, gm_sheets, log_sheets, player_sheets
from mapkit.games.labyrinth.words import THINGS, code_in_words, fillers, in_force, options_in_words, texts, trapped
from mapkit.language.catalogue import holds, languages
from mapkit.model import ledger
from mapkit.model.analysis import Ask
from mapkit.model.chance import Chance
from mapkit.model.grid import Square, inner_borders, outer_borders
from mapkit.model.map import Map, Public
from mapkit.model.rule import Amount, Fact, has
from mapkit.model.settings import Choice, settings
from mapkit.paper.edition import Edition
from mapkit.paper.sheet import A4, LETTER, Page, Text, show
from tests.drawings import drawn
from tests.games.test_labyrinth import figure
from tests.paper.test_sheet import (
    HOSTILE,
    ON_A4,
    ON_LETTER,
    assert_golden,
    assert_printable,
    both_papers,
    faults,
    in_turn,
    titled,
)
from tests.sheet_measures import prose, words

ROOT = File(__file__).parents[2]
SIZES = [(2, 2, 1), (8, 8, 1), (12, 9, 1), (3, 2, 2), (6, 6, 2), (5, 4, 8), (30, 30, 1)]
EXTREME = "G2-S2-F5-V4-T3-A5-H34-W3789-O134567"
FLOORS = "G23-S1-F5-V1-T3-A2-H3-W6-O157"
CODES = ("BASIC", "BASIC-W", "CLASSIC", "CLASSIC-X", EXTREME, FLOORS, "G1-S2-F4-V2-T1-A4-H5-W25-O1367")
PUBLIC = (player_sheets, card_sheets, log_sheets)
EDITIONS = tuple(Edition(paper, language) for language in languages("labyrinth") for paper in (A4, LETTER))
every_edition = pytest.mark.parametrize("edition", EDITIONS, ids=lambda e: f"{e.language}-{e.paper.name}")


def coded(code: str, size: tuple[int, int, int] = (8, 8, 1), **given: Any) -> Params:
    return Params(grid=Square(*size), rules=read_code(code), **given)


def full(
    size: tuple[int, int, int],
    code: str = EXTREME,
    seed: str = "sheets",
    title: str = "",
    players: int = 4,
    params: Params | None = None,
) -> Map[Params]:
    """A map, seldom legal, with everything: chains, a river, creatures, starts, all kinds of borders."""
    params, chance = params or coded(code, size, players=players), Chance(seed)
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
    """Whether a border may be drawn so: doors lead across their border only."""
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


def announced(sheets: tuple[Page, ...]) -> str:
    """What the game master says: the bold words of the table."""
    return " ".join(m.text for sheet in sheets for m in sheet.marks if isinstance(m, Text) and m.bold)


def every_sheet(map_: Map[Params], edition: Edition) -> Iterator[tuple[Page, ...]]:
    yield gm_sheets(map_, edition)
    for make in PUBLIC:
        yield make(map_.public, edition)


# --- on paper ----------------------------------------------------------------------------------------------------


@in_turn("size", SIZES, EDITIONS, later=[(64, 64, 1)])
def test_nothing_is_clipped_or_small_or_overlaps(size: tuple[int, int, int], edition: Edition) -> None:
    for sheets in every_sheet(full(size, FLOORS if size[2] > 1 else EXTREME), edition):
        assert faults(sheets) == []


@in_turn("code", CODES, EDITIONS)
def test_every_code_fits_on_both_papers(code: str, edition: Edition) -> None:
    for sheets in every_sheet(full((8, 8, 1), code), edition):
        assert faults(sheets) == []


@every_edition
def test_every_agreement_fits(edition: Edition) -> None:
    agreed: dict[str, Any] = {
        s.name: s.value_kind.words[-1]
        for s in settings(Params)
        if isinstance(s.value_kind, Choice) and s.name not in ("fill", "rows", "columns")
    }
    params = replace(full((8, 8, 1)).params, boomerang=4, swamps=Amount(0, 3), bends=Amount(0, 2), **agreed)
    for sheets in every_sheet(replace(full((8, 8, 1)), params=params), edition):
        assert faults(sheets) == []


ODD: tuple[tuple[str, dict[str, Any]], ...] = (
    ("BASIC", {"boomerang": 3, "grenades": 2, "knives": 12}),
    ("BASIC", {"swamps": Amount(1, 3), "tell_starts": "yes"}),
    ("CLASSIC", {"grenades": 0, "bullets": 0}),
    ("CLASSIC", {"stock": "bullets", "own_cell": "yes", "anonymous_hits": "yes"}),
    ("CLASSIC-X", {"stock": "grenades", "drift": "mouth", "drift_on_bump": "yes", "one_obstacle": "yes"}),
    ("CLASSIC-X", {"hide_counts": "yes", "stay_inside": "yes", "wounded_restock": "yes", "rivers": Amount(0, 0)}),
    (EXTREME, {"creatures": "none", "windows": Amount(0, 0), "doors": Amount(0, 0), "solid_walls": Amount(0, 0)}),
    (EXTREME, {"creatures": "leprechaun", "weapons_first": "yes", "tell_corpses": "yes"}),
    ("G1-S2-F5-V4-T3-A4-H24-W2378-O7", {"enclosure": "none", "arsenals": Amount(0, 0)}),
)


@in_turn("code given", ODD, EDITIONS)
def test_odd_settings_fit(code: str, given: dict[str, Any], edition: Edition) -> None:
    for sheets in every_sheet(replace(full((8, 8, 1)), params=coded(code, **given)), edition):
        assert faults(sheets) == []


@titled("", "Ы" * 100, "A title of many words " * 5, HOSTILE, editions=EDITIONS)
def test_any_title_fits(title: str, edition: Edition) -> None:
    assert_printable([*every_sheet(full((4, 3, 1), "CLASSIC", title=title), edition)], title)


@in_turn("players", [1, 2, 3, 5, 6, 8, 30])
def test_every_player_has_a_place_in_the_log(players: int, edition: Edition) -> None:
    sheets = [*every_sheet(map_ := full((8, 8, 1), players=players), edition)]
    assert [faults(each) for each in sheets] == [[]] * 4
    assert words(log_sheets(map_.public, edition)).count(edition.words["rounds"]["start"]) == players


def test_a_map_that_nobody_has_filled_in_can_be_printed() -> None:
    for sheets in every_sheet(Map(GAME, Params(), frozenset()), ON_A4):
        assert faults(sheets) == []


def test_a_map_with_faults_can_be_printed() -> None:
    cells = "W1,W1,W3,V2,flows E,flows W,river end,flows N,treasure,arsenal,X9,flows S"
    grid = Square(4, 3)
    facts = frozenset(Fact(cell, mark) for cell, mark in zip(grid.cells(), cells.split(","), strict=True))
    assert faults(gm_sheets(Map(GAME, coded("CLASSIC", (4, 3, 1)), facts, "Faulty"), ON_A4)) == []


@in_turn("preset", [each.name for each in maps.presets("labyrinth")], (EDITIONS[0], EDITIONS[-1]))
def test_every_preset_prints(preset: str, edition: Edition) -> None:
    """The parameters belong to no map: players get such sheets before there is one."""
    chosen = maps.preset("labyrinth", preset)
    params = maps.params(GAME, preset, None, {})
    assert isinstance(chosen.grid, Square)
    map_ = full((chosen.grid.columns, chosen.grid.rows, chosen.grid.floors), str(params.code))
    assert all(faults(sheet) == [] for sheet in every_sheet(replace(map_, params=params), edition))


# --- the game master's map ---------------------------------------------------------------------------------------


def test_the_enclosure_of_the_figure_is_named() -> None:
    """MP-33: the README's own map, part I of the ledger."""
    said = prose(gm_sheets(figure(), ON_A4))
    assert "Enclosure only a grenade opens: f3" in said
    assert "There are 2 chains of wormholes, of 4 and 3 wormholes." in said
    assert "There is one river, of 7 river cells." in said


def test_every_floor_has_a_page() -> None:
    """MP-G-3.b."""
    sheets = gm_sheets(full((6, 6, 3), FLOORS), ON_A4)
    assert [f"Floor {n} of 3" in words((sheets[n - 1],)) for n in (1, 2, 3)] == [True] * 3


@pytest.mark.parametrize("code", [FLOORS, "G13-S1-F1-V1-T1-A1-H2-W1-O1"], ids=["lost", "never lost"])
@pytest.mark.parametrize(("language", "floor"), [("en", "Floor {} of 2"), ("ru", "Этаж {} из 2")])
def test_every_floor_of_a_players_large_board_is_numbered(code: str, language: str, floor: str) -> None:
    """MP-G-3.b."""
    sheets = player_sheets(Public("", coded(code, (20, 20, 2)), GAME), Edition(ON_A4.paper, language))
    found = [n for sheet in sheets for n in (1, 2) if any(word.startswith(floor.format(n)) for word in words((sheet,)))]
    assert found == sorted(found)
    assert set(found) == {1, 2}


def test_starts_are_flags_with_their_numbers() -> None:
    said = [m.text for m in gm_sheets(full((8, 8, 1)), ON_A4)[0].marks if isinstance(m, Text) and m.bold]
    assert {"1,4", "2", "3"} <= {*said}


# --- what the game master says -----------------------------------------------------------------------------------


def test_wormholes_rivers_and_cells_that_the_map_lacks_are_not_announced() -> None:
    said = announced(gm_sheets(Map(GAME, coded(EXTREME), frozenset({has("a1", "treasure")})), ON_A4))
    assert not any(word in said for word in ("wormhole", "river", "arsenal", "hospital", "swamp", "false"))


def test_measures_of_a_map_are_on_the_game_masters_sheets_alone() -> None:
    gm, *others = every_sheet(tiny(), ON_A4)
    names = texts()["measured"]["names"]
    measured = analyse(tiny(), Ask(measures=names)).measures
    assert names.keys() - measured.keys() == {"starts-without-a-way", "starts-never-known"}
    for name in names.values():
        assert name in prose(gm)
        assert not any(name in words(sheets) for sheets in others)
    assert "turns from a1" in prose(gm)


def test_the_log_has_the_boxes_of_the_kit_and_of_an_extra_kit() -> None:
    """MP-127, MP-44, MP-A-3."""
    said = words(log_sheets(tiny().public, ON_A4))
    assert said.count("extra kit") == tiny().params.players
    assert said.count("bullets") == 2 * tiny().params.players
    for each in ("wounded", "dead", "outside", "has a treasure"):
        assert each in said, each
    plain = words(log_sheets(full((6, 6, 1), "BASIC").public, ON_A4))
    assert not {"wounded", "dead", "bullets", "grenade", "extra kit"} & {*plain}
    assert "Walls blown up or built" not in words(gm_sheets(full((6, 6, 1), "BASIC"), ON_A4))


# --- players -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("edition", [ON_A4, pytest.param(ON_LETTER, marks=pytest.mark.long)], ids=["a4", "letter"])
def test_players_cannot_tell_two_maps_of_the_same_settings_apart(edition: Edition) -> None:
    """MP-8: a player's sheets are made from public facts, and from nothing else."""
    one, other = full((8, 8, 1), seed="one"), full((8, 8, 1), seed="two")
    assert one.facts != other.facts
    for make in PUBLIC:
        first, second = make(one.public, edition), make(other.public, edition)
        assert first == second


def test_a_player_writes_down_everybodys_turns() -> None:
    made = player_sheets(Public("", coded("CLASSIC-X", players=4), GAME), replace(ON_A4, rounds=60))
    sheets = tuple(sheet for sheet in made if "Round" in words((sheet,)))
    for sheet in sheets:
        said = words((sheet,))
        assert (said.count("You"), said.count("Name")) == (1, 3)
    assert words(sheets[:1]).count("wounded") == 4
    numbers = [int(text) for text in words(sheets) if text.isdecimal()]
    assert sorted(numbers) == list(range(1, len(numbers) + 1))
    assert {"grenade", "bullets", "knife", "From arsenals"} <= {*words(sheets[:1])}


# --- the rule card -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("code", CODES)
def test_the_card_has_exactly_the_options_in_force(code: str) -> None:
    params = coded(code, (6, 6, 2) if code == FLOORS else (6, 6, 1))
    said = words(card_sheets(Public("", params, GAME), replace(ON_A4, numbers=True)))
    options = options_in_words(params)
    assert [word for word in said if word in OPTIONS] == [each for each in options if each[0] != "V"]
    assert all(" ".join(said).count(goal) == 1 for option, goal in options.items() if option[0] == "V"), "the aim"
    assert any(str(params.code) in word for word in said)
    agreed = {number for number, _ in code_in_words(params)[-1].entries}
    assert agreed <= {*said}


# --- things that are not in the game are not mentioned -----------------------------------------------------------


def card(code: str, size: tuple[int, int, int] = (8, 8, 1), **given: Any) -> str:
    return prose(card_sheets(Public("", coded(code, size, **given), GAME), ON_A4))


def script(code: str, size: tuple[int, int, int] = (8, 8, 1), **given: Any) -> str:
    """Everything that the game master's sheets say of a map with all things on it, under other settings."""
    return prose(gm_sheets(replace(full(size, code), params=coded(code, size, **given)), ON_A4))


def test_an_enclosure_with_a_way_out_holds_nobody() -> None:
    """MP-33.b: a player can leave the cell of the README's figure, so nobody is asked for another."""
    map_ = figure()
    without = replace(map_, params=replace(map_.params, grenades=0, rules=read_code("G1-S1-F4-V1-T1-A2-H2-W3-O1")))
    assert "Enclosure only a grenade opens: f3" in prose(gm_sheets(without, ON_A4))
    assert trapped(without) == ()
    assert "ask them for another cell" not in prose(gm_sheets(without, ON_A4))


def test_the_card_of_one_floor_says_nothing_of_floors() -> None:
    assert "floor" not in card("CLASSIC").replace("One floor; no", "")


def test_a_step_that_is_asked_again_never_drifts() -> None:
    """MP-69.a."""
    assert "MP-69" not in script("G1-S1-F4-V1-T1-A1-H1-W1-O1", drift_on_bump="yes").replace("MP-69 Skips on", "")


def test_the_script_moves_the_bear_before_it_asks_where_players_rest() -> None:
    """MP-94.b, MP-X1."""
    text = script(EXTREME)
    assert text.index("After a successful step the bear moves") < text.index("comes to rest, in this order")


def test_a_boomerang_is_announced_like_a_shot_and_has_a_box() -> None:
    """MP-93.a."""
    params = coded("CLASSIC", boomerang=4)
    gm, player, _, log = every_sheet(replace(full((8, 8, 1)), params=params), ON_A4)
    assert "is killed.” Or “Miss.” Then “The boomerang comes back.”" in announced(gm)
    assert words(log).count("boomerang") == params.players
    assert words(player).count("boomerang") == 1


def test_events_at_borders_are_in_the_table_where_there_are_such_borders() -> None:
    """MP-97.a, MP-98, MP-G-3.b."""
    bare = prose(gm_sheets(Map(GAME, coded("CLASSIC"), frozenset({has("a1", "treasure")})), ON_A4))
    assert not any(
        event in bare for event in ("A shot at a window", "Grenade at a one-way door", "Grenade at a window")
    )
    floors = script(FLOORS, (6, 6, 2))
    assert all(event in floors for event in ("A ceiling or floor without a hole", "Grenade at a ceiling or floor"))


# --- easy to use -------------------------------------------------------------------------------------------------


@every_edition
def test_the_card_of_a_usual_game_is_one_leaf_in_type_of_12_points(edition: Edition) -> None:
    for preset in ("default", "basic", "basic-w", "classic", "classic-x", "advanced", "tower"):
        pages = card_sheets(
            Public("", maps.params(GAME, preset, maps.preset("labyrinth", preset).grid, {}), GAME), edition
        )
        sizes = Counter(mark.size for page in pages for mark in page.marks if isinstance(mark, Text))
        assert len(pages) <= 2, preset
        assert sizes.most_common(1)[0][0] >= 4.23, preset


@both_papers
@pytest.mark.parametrize("side", [4, 6, 12, 20])
def test_a_player_who_cannot_get_lost_has_a_large_board_and_no_fragments(side: int, edition: Edition) -> None:
    """MP-3.a, MP-G-1, MP-F-1."""
    sheets = player_sheets(Public("", coded("BASIC", (side, side, 1)), GAME), edition)
    assert faults(sheets) == []
    assert "Fragments" not in words(sheets)
    columns = [m for m in sheets[0].marks if isinstance(m, Text) and m.text in ("a", "b")][:2]
    side_ = columns[1].x - columns[0].x
    assert (side_ == pytest.approx(26)) if side <= 6 else 8 <= side_ <= 26
    assert len([sheet for sheet in sheets if "The labyrinth" in words((sheet,))]) == 1


@both_papers
def test_a_large_map_tells_where_its_wormholes_lead(edition: Edition) -> None:
    """Below each wormhole, or in the legend of the same page where tiles are too small for words."""
    map_ = full((12, 12, 1))
    chains = [(cell, mark) for cell, mark in map_.kinds.items() if mark in CHAINS]
    told = [m.text.strip() for m in gm_sheets(map_, edition)[0].marks if isinstance(m, Text)]
    below = sum(bool(re.fullmatch(r"[a-l]\d+", line)) for line in told)
    assert len(chains) >= 12
    assert below >= 12 or all(f"{mark} {cell}" in " ".join(told) for cell, mark in chains)


def test_directions_are_those_that_players_say() -> None:
    """MP-47, MP-G-3.b."""
    one, two = prose(gm_sheets(tiny(), ON_A4)[:1]), prose(gm_sheets(full((6, 6, 2), FLOORS), ON_A4)[:4])
    assert "right of d1" in one
    assert re.search(r"\bup\b", one)
    assert re.search("(north|south|left|right) of [a-f][1-6]/[12]", two)
    assert not re.search("(east|west) of", one + two)


def test_a_map_without_a_title_bears_its_size_and_code() -> None:
    named, unnamed = (words(card_sheets(Public(title, coded("BASIC"), GAME), ON_A4)) for title in ("Cellar", ""))
    assert f"Rule card · 8 x 8 · {PRESETS['BASIC']}" in unnamed
    assert f"Rule card · 8 x 8 · {PRESETS['BASIC']}" not in named


def test_a_turn_has_room_for_what_is_asked_and_heard() -> None:
    said_ = words(player_sheets(Public("", coded("CLASSIC", players=4), GAME), ON_A4)[-1:])
    assert said_.count("asks") == said_.count("hears") == 4


def test_no_page_of_the_usual_presets_has_only_a_few_lines_and_notes() -> None:
    for map_ in (tiny(), full((8, 8, 1), "CLASSIC"), full((8, 8, 1), "BASIC")):
        for sheet in gm_sheets(map_, ON_A4):
            text = words((sheet,))
            assert "Notes" not in text or "Announcements" in text or len(text) > 12


# --- the words of the code ---------------------------------------------------------------------------------------


def test_the_last_words_of_an_option_or_phrase_have_no_condition() -> None:
    found = texts()
    for name, variants in (*found["options"].items(), *found["phrases"].items()):
        if not isinstance(variants, str):
            assert len(variants[-1]) == 1, name
            assert all(len(variant) == 2 for variant in variants[:-1]), name


@pytest.mark.parametrize("code", CODES)
def test_every_text_can_be_filled_in(code: str) -> None:
    params = coded(code, (6, 6, 2) if code == FLOORS else (8, 8, 1))
    assert all(
        "{" not in text for text in (*options_in_words(params).values(), *fillers(params, in_force(params)).values())
    )


# --- the texts ---------------------------------------------------------------------------------------------------


def entries() -> Iterator[tuple[str, str]]:
    """The number of the rule and the condition of every entry."""
    found = texts()
    lists = [(found["start"][part], 2) for part in ("prepare", "aloud", "closing", "turn")]
    lists += [(found["announcements"]["rows"], 4), *((part["entries"], 2) for part in found["card"])]
    lists += [(found["agreed"]["entries"], 2), (found["code"]["entries"], 2)]
    for several, long in lists:
        for entry in several:
            yield entry[0], entry[long] if len(entry) > long else ""
    yield from found["code"]["only"].items()
    for several in (found["player"]["key_marks"], found["log"]["circle"], found["log"]["answers"]):
        yield from (("", entry[2]) for entry in several if len(entry) > 2)
    variants = [each for each in (*found["options"].values(), *found["phrases"].values()) if isinstance(each, list)]
    for several in (*variants, *(parts[2:] for parts in found["lists"].values())):
        yield from (("", entry[1]) for entry in several if len(entry) > 1)


def test_every_number_is_one_of_the_ledger() -> None:
    numbers = {number for number, _ in entries() if number}
    pages = {each.number: each.page for each in ledger.entries().values()}
    assert {pages.get(number) for number in numbers} == {"labyrinth", "house-options"}
    assert {f"MP-{n}" for n in (36, 37, 38, 39, 42, 53, 65, 70, 71, 78, 87)} <= numbers


def test_every_condition_is_of_known_words() -> None:
    choices = {
        f"{s.name}={word}" for s in settings(Params) if isinstance(s.value_kind, Choice) for word in s.value_kind.words
    }
    said = {word.lstrip("!") for _, condition in entries() for part in condition.split() for word in part.split("|")}
    of_packs = {s.name for s in settings(Params) if s.of_module} | {mark for pack in PACKS for mark in pack.tiles}
    assert said <= {*OPTIONS, *choices, *THINGS, *of_packs, "numbers"}


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


def test_weapons_are_in_force_if_players_can_get_them() -> None:
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
        zip(("gm", "player", "card", "log"), every_sheet(tiny(), ON_LETTER if kind == "player" else ON_A4), strict=True)
    )
    assert_golden(f"labyrinth-{kind}.txt", "".join(map(show, sheets[kind])))


def test_the_map_with_floors_is_as_it_was() -> None:
    sheets = gm_sheets(full((3, 2, 2), FLOORS, title="Floors"), ON_A4)
    assert_golden("labyrinth-floors.txt", "".join(map(show, sheets[:2])))
