"""A survey of many maps: measures, places, duplicates, and how likely differences are by chance."""

import json
from collections import Counter
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import mapkit
from mapkit.games.shelf import GAMES
from mapkit.model.chance import Chance
from mapkit.model.grid import Border, Place, Square, borders
from mapkit.model.message import Message
from mapkit.model.rule import Fact
from mapkit.model.symmetry import symmetries
from mapkit.study.variety import (
    Likeness,
    begun,
    chi_square,
    figures_of,
    heat,
    kolmogorov,
    possible_places,
    spread_out,
)
from tests.command import output

SMALL = ("--preset", "small", "--seed", "friday")


# --- what is kept of a map ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("game", "mark", "kind"),
    [
        ("treasures", "A1", "portal"),
        ("treasures", "flows N", "river tile"),
        ("treasures", "shop", "Shop"),
        ("labyrinth", "W2", "wormhole"),
        ("labyrinth", "bear 1", "bear"),
        ("labyrinth", "flows W", "river cell"),
        ("labyrinth", "door E", "one-way door"),
        ("quoridor", "pawn 2", "pawn of N"),
    ],
)
def test_things_of_a_kind_share_a_name_whatever_their_number_and_direction(game: str, mark: str, kind: str) -> None:
    design = GAMES[game].design
    assert design.legend(design.params()).kind(mark) == kind


@pytest.mark.parametrize("game", mapkit.GAMES)
def test_figures_of_a_map_have_each_of_its_things_once(game: str) -> None:
    map_ = mapkit.generate(game, seed="figures", preset="easy" if game == "minoqaur" else "default")
    found = figures_of(map_, "figures", keys=())
    assert sum(len(places) for places in found.things.values()) == len(found.facts)
    assert found.facts <= map_.facts
    assert found.numbers.keys() <= {"bends of the river", "alike things side by side"}


def test_the_bends_of_a_river_are_counted() -> None:
    map_ = mapkit.generate("treasures", preset="small", seed="bends")
    flows = {fact.place: fact.mark for fact in map_.facts if fact.mark.startswith("flows")}
    grid, bends = map_.params.grid, 0
    for cell, mark in flows.items():
        onward = flows.get(grid.step(str(cell), mark.split()[1]) or "")
        bends += onward not in (None, mark)
    assert figures_of(map_, "bends", keys=()).numbers[Message("bends of the river")] == bends


# --- duplicates and pairs ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("number", range(8))
def test_a_map_is_known_again_when_it_is_turned_or_mirrored(number: int) -> None:
    map_ = mapkit.generate("treasures", preset="small", seed="again")
    other = mapkit.generate("treasures", preset="small", seed="other")
    move = symmetries(map_.params.grid)[number]
    survey = begun(map_)
    for name, drawn_map in (("one", map_), ("other", other)):
        survey.add(figures_of(drawn_map, name, keys=()))
    turned = replace(map_, facts=frozenset(move.fact(fact) for fact in map_.facts))
    survey.add(figures_of(turned, "turned", keys=()))
    assert survey.likeness.twins == [("turned", "one")]
    pairs = survey.likeness.pairs()
    assert pairs is not None
    assert pairs.nearest == ("one", "turned", 0.0)
    assert pairs.farthest[2] > 0.3


def test_maps_that_are_spread_out_have_none_of_a_pair_that_is_alike() -> None:
    likeness = Likeness(symmetries(Square(3, 2)))
    things = [["a1", "b1"], ["a1", "b1"], ["c2", "b2"], ["a2"], ["b1", "b2"], ["a2", "c1"]]
    for number, cells in enumerate(things):
        likeness.add(str(number), frozenset(Fact(cell, "tree") for cell in cells))
    chosen = spread_out([forms for _, forms in likeness.compared], 4)
    assert chosen == [0, 3, 4, 5]  # 1 is the first again, and 2 is the first turned by a half
    assert spread_out([forms for _, forms in likeness.compared], 99) == chosen  # the others are no further maps


# --- where things lie --------------------------------------------------------------------------------------------


def test_places_are_of_the_sort_that_things_are_seen_on() -> None:
    grid = Square(3, 2)
    outer = [line for line in borders(grid) if grid.step(line.cell, line.side) is None]
    inner = [line for line in borders(grid) if line not in outer]
    assert possible_places(grid, Counter(["a1"])) == grid.cells()
    assert set(possible_places(grid, Counter(outer[:1]))) == {*outer}
    assert set(possible_places(grid, Counter(inner[:2]))) == {*inner}
    assert set(possible_places(grid, Counter([*outer, *inner]))) == {*borders(grid)}


def test_heat_is_the_share_of_maps_or_of_borders() -> None:
    grid = Square(2, 1)
    assert heat(grid, Counter({"a1": 3}), 4) == {"a1": 0.75, "b1": 0.0}
    (inner,) = (line for line in borders(grid) if grid.step(line.cell, line.side))
    walls: Counter[Place] = Counter({inner: 2})
    assert heat(grid, walls, 4) == {"a1": 0.5, "b1": 0.5}
    gate: Counter[Place] = Counter({Border("a1", "W"): 4})
    assert heat(grid, gate, 4) == {"a1": 1 / 3, "b1": 0.0}


def test_a_side_that_is_preferred_is_found_and_corners_alone_are_no_side() -> None:
    frame, chance = mapkit.generate("treasures", preset="small", seed="frame"), Chance("sides")
    grid = frame.params.grid
    west = [cell for cell in grid.cells() if grid.centre(cell)[0] < 2]
    corners = [cell for cell in grid.cells() if sum(grid.step(cell, way) is None for way in grid.directions) == 2]
    survey = begun(frame)
    for number in range(400):
        at = {"fountain": chance.choice(west), "tower": chance.choice(corners), "tree": chance.choice(grid.cells())}
        facts = frozenset(Fact(cell, kind) for kind, cell in at.items())
        survey.add(figures_of(replace(frame, facts=facts), f"{number}", keys=()))
    found = {str(spread.kind): spread for spread in survey.spreads()}
    assert {kind: spread.skewed for kind, spread in found.items()} == {"fountain": True, "tower": False, "tree": False}
    assert found["tower"].even is not None
    assert found["tower"].even < 1e-6
    assert found["tree"].even is not None
    assert found["tree"].even > 0.001
    assert found["tower"].parts == {"corners": pytest.approx(9.0), "edges": 0.0, "inside": 0.0}
    assert (found["tower"].unused, found["tower"].possible) == (32, 36)


def test_of_few_maps_nothing_is_said_to_be_uneven() -> None:
    survey = begun(mapkit.generate("treasures", preset="small", seed="few"))
    survey.add(figures_of(mapkit.generate("treasures", preset="small", seed="few"), "few", keys=()))
    assert all(spread.even is None and not spread.skewed for spread in survey.spreads())


# --- how likely that is by chance --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("statistic", "degrees", "probability"),
    [(3.841, 1, 0.05), (18.307, 10, 0.05), (29.588, 10, 0.001), (82.529, 63, 0.05), (62.335, 63, 0.5)],
)
def test_chi_square_is_as_in_printed_tables(statistic: float, degrees: int, probability: float) -> None:
    off = statistic**0.5  # one place with this difference, where one thing was expected
    assert chi_square([(1 + off, 1.0)], degrees) == pytest.approx(probability, abs=0.01)


def test_kolmogorov_is_as_in_printed_tables() -> None:
    # 1.358 times the root of (n + m) / nm is exceeded by chance in 5 of 100 cases, 1.949 in 1 of 1,000.
    one = [float(n) for n in range(200)]
    for apart, probability in ((1.36, 0.05), (1.95, 0.001)):
        moved = round(apart * (2 / 200) ** 0.5 * 200)
        assert kolmogorov(one, [n + moved for n in one]) == pytest.approx(probability, rel=0.1)
    assert kolmogorov(one, one) == 1.0
    assert kolmogorov([], one) == 1.0


@given(st.lists(st.integers(0, 5), min_size=1), st.lists(st.integers(0, 5), min_size=1))
def test_a_probability_is_one_and_does_not_ask_which_sample_comes_first(one: list[int], other: list[int]) -> None:
    probability = kolmogorov(one, other)
    assert 0.0 <= probability <= 1.0
    assert probability == kolmogorov(other, one)


# --- the command -------------------------------------------------------------------------------------------------


def test_a_survey_is_the_same_in_several_processes_and_of_the_files_that_generate_writes(tmp_path: Path) -> None:
    alone = output("survey", "treasures", *SMALL, "--count", "12")
    assert output("survey", "treasures", *SMALL, "--count", "12", "--jobs", "2") == alone
    output("generate", "treasures", *SMALL, "--count", "12", "-o", str(tmp_path))
    files = sorted(map(str, tmp_path.glob("*.toml")))
    of_files = json.loads(output("survey", *files, "--json"))
    of_seeds = json.loads(output("survey", "treasures", *SMALL, "--count", "12", "--json"))
    assert of_files["measures"] == of_seeds["measures"]
    assert of_files["median_difference"] == of_seeds["median_difference"]
    assert of_files["source"] == "12 files"


def test_the_same_file_under_another_name_is_told_as_a_twin(tmp_path: Path) -> None:
    map_ = mapkit.generate("treasures", preset="small", seed="twin")
    for name in ("one.toml", "two.toml"):
        tmp_path.joinpath(name).write_text(map_.to_text(), "utf-8")
    said = output("survey", str(tmp_path / "one.toml"), str(tmp_path / "two.toml"))
    assert f"the same map twice: {tmp_path}/two.toml = {tmp_path}/one.toml" in said


def test_a_survey_is_drawn_on_one_page(tmp_path: Path) -> None:
    plot = tmp_path / "survey.svg"
    output("survey", "treasures", *SMALL, "--count", "6", "--plot", str(plot), "--against", "dead ends", "--against",
        "difference of the starts")  # fmt: skip
    drawn = plot.read_text("utf-8")
    assert all(words in drawn for words in ("difference of the starts", "dead ends", "6 maps, seed friday", "Shop"))


def test_a_map_with_faults_is_not_surveyed(tmp_path: Path) -> None:
    map_ = mapkit.generate("treasures", preset="small", seed="faulty")
    tmp_path.joinpath("one.toml").write_text(map_.to_text(), "utf-8")
    tmp_path.joinpath("two.toml").write_text(map_.to_text().replace("T", ".", 1), "utf-8")
    assert "not surveyed because of the faults above" in output(
        "survey", *sorted(str(path) for path in tmp_path.glob("*.toml")), code=1
    )
